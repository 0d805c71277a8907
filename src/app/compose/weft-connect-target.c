/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sockets come from the scene, which has them already; how many of their ports are taken is counted
 * when a row shows it. */
#include "config.h"

#include "app/compose/weft-connect-target.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/weft-name.h"
#include "base/weft-quantity.h"

struct _WeftConnectTarget
{
  GObject parent_instance;

  WeftStage *stage;
  guint item;
  char *end;
  char *title;
  char *words; /* (nullable): not asked for yet */
  char *found; /* folded */
};

G_DEFINE_FINAL_TYPE (WeftConnectTarget, weft_connect_target, G_TYPE_OBJECT)

static void
weft_connect_target_finalize (GObject *object)
{
  WeftConnectTarget *self = WEFT_CONNECT_TARGET (object);

  g_object_unref (self->stage);
  g_free (self->end);
  g_free (self->title);
  g_free (self->words);
  g_free (self->found);
  G_OBJECT_CLASS (weft_connect_target_parent_class)->finalize (object);
}

static void
weft_connect_target_class_init (WeftConnectTargetClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_connect_target_finalize;
}

static void
weft_connect_target_init (WeftConnectTarget *self)
{
}

static char *
describe_ports (double total, double used)
{
  g_autofree char *of = NULL;
  g_autofree char *taken = NULL;

  if (!isfinite (total))
    return g_strdup ("");
  of = weft_quantity_format (total, WEFT_UNIT_COUNT);
  if (!isfinite (used))
    return g_strdup_printf (ngettext ("%s port", "%s ports", (gulong) MIN (total, 1e9)), of);
  taken = weft_quantity_format (used, WEFT_UNIT_COUNT);
  return g_strdup_printf (_("%s of %s ports used"), taken, of);
}

static void
append_sockets (GListStore *list, WeftStage *stage, guint item)
{
  WeftScene *scene = weft_stage_get_scene (stage);
  const WeftSceneNode *node = weft_scene_node (scene, item);

  for (guint i = 0; i < weft_scene_n_sockets (scene, item); i++)
    {
      g_autoptr (WeftConnectTarget) target = g_object_new (WEFT_TYPE_CONNECT_TARGET, NULL);
      g_autofree char *fold_end = NULL;
      g_autofree char *fold_title = NULL;
      double x, y;
      const char *end, *title;

      weft_scene_socket (scene, item, i, &x, &y, &end, &title);
      target->stage = g_object_ref (stage);
      target->item = item;
      target->end = g_strdup (end);
      target->title = g_str_equal (node->title, end) || strchr (end, ':') == NULL
                        ? g_strdup (node->title)
                        : g_strdup_printf ("%s:%s", node->title, strchr (end, ':') + 1);
      fold_end = weft_name_fold (end);
      fold_title = weft_name_fold (title != NULL ? title : "");
      target->found = g_strconcat (fold_end, "\n", fold_title, NULL);
      g_list_store_append (list, target);
    }
}

GListModel *
weft_connect_list_sockets (WeftStage *stage, guint item)
{
  GListStore *list = g_list_store_new (WEFT_TYPE_CONNECT_TARGET);
  WeftScene *scene;

  g_return_val_if_fail (WEFT_IS_STAGE (stage), G_LIST_MODEL (list));

  scene = weft_stage_get_scene (stage);
  if (scene != NULL && item < weft_scene_n_nodes (scene))
    append_sockets (list, stage, item);
  return G_LIST_MODEL (list);
}

GListModel *
weft_connect_list_all (WeftStage *stage)
{
  GListStore *list = g_list_store_new (WEFT_TYPE_CONNECT_TARGET);
  WeftScene *scene;

  g_return_val_if_fail (WEFT_IS_STAGE (stage), G_LIST_MODEL (list));

  scene = weft_stage_get_scene (stage);
  for (guint i = 0; scene != NULL && i < weft_scene_n_nodes (scene); i++)
    append_sockets (list, stage, i);
  return G_LIST_MODEL (list);
}

const char *
weft_connect_target_get_end (WeftConnectTarget *self)
{
  g_return_val_if_fail (WEFT_IS_CONNECT_TARGET (self), NULL);

  return self->end;
}

const char *
weft_connect_target_get_title (WeftConnectTarget *self)
{
  g_return_val_if_fail (WEFT_IS_CONNECT_TARGET (self), NULL);

  return self->title;
}

const char *
weft_connect_target_get_words (WeftConnectTarget *self)
{
  g_autoptr (GPtrArray) sockets = NULL;
  const WeftGraphDefinition *level;
  guint definition;

  g_return_val_if_fail (WEFT_IS_CONNECT_TARGET (self), NULL);

  if (self->words != NULL)
    return self->words;
  level = weft_stage_get_definition (self->stage, &definition);
  if (level != NULL && self->item < level->n_items)
    sockets = weft_graph_sockets (weft_stage_get_graph (self->stage),
                                  weft_stage_get_catalog (self->stage), definition, self->item);
  for (guint i = 0; sockets != NULL && self->words == NULL && i < sockets->len; i++)
    {
      const WeftGraphSocket *socket = sockets->pdata[i];

      if (g_str_equal (socket->end, self->end))
        self->words = describe_ports (socket->total, socket->used);
    }
  if (self->words == NULL)
    self->words = g_strdup ("");
  return self->words;
}

gboolean
weft_connect_target_matches (WeftConnectTarget *self, const char *search)
{
  g_return_val_if_fail (WEFT_IS_CONNECT_TARGET (self) && search != NULL, FALSE);

  return weft_name_matches (self->found, search);
}

gboolean
weft_connect_target_is_legal (WeftConnectTarget *self, WeftStage *stage, const char *from,
                              char **why)
{
  guint definition;

  g_return_val_if_fail (WEFT_IS_CONNECT_TARGET (self) && WEFT_IS_STAGE (stage), FALSE);

  return weft_stage_get_definition (stage, &definition) != NULL
         && weft_graph_may_connect (weft_stage_get_graph (stage), weft_stage_get_catalog (stage),
                                    definition, from, self->end, why);
}
