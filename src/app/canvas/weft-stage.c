/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Following the document: when it changes, the level in view is found again by name, its scene made
 * anew, and the selection carried over to the items that are still there. */
#include "config.h"

#include "app/canvas/weft-stage-private.h"
#include "base/weft-json-pointer.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (WeftStage, weft_stage, G_TYPE_OBJECT)

enum
{
  PATH_CHANGED,
  SCENE_CHANGED,
  SELECTION_CHANGED,
  MARKS_CHANGED,
  REFUSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
clear_step (gpointer data)
{
  WeftStageStep *step = data;

  g_free (step->definition);
  g_free (step->item);
}

void
weft_stage_emit_selection (WeftStage *self)
{
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

void
weft_stage_refuse (WeftStage *self, const char *words)
{
  g_signal_emit (self, signals[REFUSED], 0, words);
}

int
weft_stage_find_item (const WeftGraphDefinition *definition, const char *id)
{
  for (guint i = 0; id != NULL && i < definition->n_items; i++)
    if (g_str_equal (definition->items[i].id, id))
      return (int) i;
  return -1;
}

/* The root alone. */
void
weft_stage_clear_path (WeftStage *self)
{
  g_array_set_size (self->path, 0);
  if (self->graph != NULL)
    {
      WeftStageStep root = { g_strdup (weft_graph_get_root (self->graph, NULL)), NULL };

      g_array_append_val (self->path, root);
    }
}

/* Cuts the path where it does not lead any further. */
static gboolean
mend_path (WeftStage *self)
{
  guint before = self->path->len;
  const WeftStageStep *root = before > 0 ? &g_array_index (self->path, WeftStageStep, 0) : NULL;

  if (self->graph == NULL || root == NULL
      || !g_str_equal (root->definition, weft_graph_get_root (self->graph, NULL)))
    {
      weft_stage_clear_path (self);
      return TRUE;
    }
  for (guint i = 1; i < self->path->len; i++)
    {
      WeftStageStep *above = &g_array_index (self->path, WeftStageStep, i - 1);
      WeftStageStep *step = &g_array_index (self->path, WeftStageStep, i);
      int index = weft_graph_find (self->graph, above->definition);
      const WeftGraphDefinition *definition =
        index >= 0 ? weft_graph_definition (self->graph, index) : NULL;
      int item = definition != NULL ? weft_stage_find_item (definition, step->item) : -1;

      if (item < 0 || definition->items[item].definition < 0)
        {
          g_array_set_size (self->path, i);
          break;
        }
      if (!g_str_equal (definition->items[item].of, step->definition))
        {
          g_free (step->definition);
          step->definition = g_strdup (definition->items[item].of);
        }
    }
  return self->path->len != before;
}

/* By its name; by its place when it has another name and none has come or gone. */
static int
carry_item (WeftStage *self, const WeftGraphDefinition *before, const WeftGraphDefinition *now,
            guint item)
{
  int found = weft_scene_find_item (self->scene, before->items[item].id);

  return found < 0 && now != NULL && now->n_items == before->n_items ? (int) item : found;
}

/* Links by their place, when none has come or gone. */
static void
carry_selection (WeftStage *self, const WeftGraphDefinition *before)
{
  const WeftGraphDefinition *now = weft_stage_get_definition (self, NULL);
  g_autoptr (GtkBitset) items = gtk_bitset_new_empty ();
  GtkBitsetIter iter;
  guint index;
  gboolean more = before != NULL && self->scene != NULL
                  && gtk_bitset_iter_init_first (&iter, self->items, &index);

  for (; more; more = gtk_bitset_iter_next (&iter, &index))
    {
      int found = carry_item (self, before, now, index);

      if (found >= 0)
        gtk_bitset_add (items, found);
    }
  self->focus = before != NULL && self->scene != NULL && self->focus >= 0
                  ? carry_item (self, before, now, self->focus)
                  : -1;
  if (before == NULL || now == NULL || before->n_links != now->n_links)
    gtk_bitset_remove_all (self->links);
  gtk_bitset_remove_all (self->items);
  gtk_bitset_union (self->items, items);
}

static void
make_scene (WeftStage *self)
{
  guint index;
  const WeftGraphDefinition *definition = weft_stage_get_definition (self, &index);
  WeftScene *known;

  g_clear_pointer (&self->scene, weft_scene_unref);
  if (definition == NULL)
    return;
  known = g_hash_table_lookup (self->scenes, definition->id);
  self->scene = weft_scene_new (self->graph, index, weft_stage_get_catalog (self), known);
  g_hash_table_replace (self->scenes, g_strdup (definition->id), weft_scene_ref (self->scene));
}

/* After a change of the document, or of the level: what was selected stays when it is still there. */
void
weft_stage_rebuild (WeftStage *self)
{
  g_autoptr (WeftGraph) shown = g_steal_pointer (&self->shown);
  const WeftGraphDefinition *before =
    shown != NULL ? weft_graph_definition (shown, self->shown_index) : NULL;
  const WeftGraphDefinition *now = weft_stage_get_definition (self, &self->shown_index);

  if (before != NULL && (now == NULL || !g_str_equal (before->id, now->id)))
    before = NULL;
  make_scene (self);
  carry_selection (self, before);
  if (now != NULL)
    self->shown = weft_graph_ref (self->graph);
  weft_stage_mark (self);
  g_signal_emit (self, signals[SCENE_CHANGED], 0);
  weft_stage_emit_selection (self);
}

void
weft_stage_emit_path (WeftStage *self)
{
  g_signal_emit (self, signals[PATH_CHANGED], 0);
}

static void
follow_graph (WeftStage *self)
{
  WeftGraph *graph = weft_design_get_graph (self->design);
  gboolean moved;

  if (graph == self->graph)
    return;
  g_clear_pointer (&self->graph, weft_graph_unref);
  self->graph = graph != NULL ? weft_graph_ref (graph) : NULL;
  moved = mend_path (self);
  weft_stage_rebuild (self);
  if (moved)
    weft_stage_emit_path (self);
}

static void
design_changed_cb (WeftStage *self)
{
  follow_graph (self);
}

static void
design_notify_cb (WeftStage *self)
{
  WeftDesign *design = weft_session_get_design (self->session);

  if (self->design != NULL)
    g_signal_handlers_disconnect_by_data (self->design, self);
  g_set_object (&self->design, design);
  g_signal_connect_object (design, "changed", G_CALLBACK (design_changed_cb), self,
                           G_CONNECT_SWAPPED);
  follow_graph (self);
}

/* Facts about parts come with the catalog. */
static void
evaluator_notify_cb (WeftStage *self)
{
  weft_stage_rebuild (self);
}

static guint8
worse (guint8 a, WeftSeverity b)
{
  return MAX (a, 1 + (guint8) b);
}

/* "/graph/definitions/ID/items/3/count": which member of the level in view it names. */
static void
mark_violation (WeftStage *self, WeftViolation *violation, const char *prefix, guint n_items,
                guint n_wires)
{
  const char *path = weft_violation_get_path (violation);
  WeftSeverity severity = weft_violation_get_severity (violation);
  guint64 index;

  if (!g_str_has_prefix (path, prefix))
    return;
  path += strlen (prefix); /* "/items/…" of this level, not a longer name */
  if (g_str_has_prefix (path, "/items/"))
    {
      index = g_ascii_strtoull (path + strlen ("/items/"), NULL, 10);
      if (index < n_items)
        self->item_severity[index] = worse (self->item_severity[index], severity);
    }
  else if (g_str_has_prefix (path, "/links/"))
    {
      index = g_ascii_strtoull (path + strlen ("/links/"), NULL, 10);
      for (guint i = 0; i < n_wires; i++)
        if (weft_scene_wire (self->scene, i)->link == index)
          self->wire_severity[i] = worse (self->wire_severity[i], severity);
    }
}

/* What is wrong inside of an item's definition is marked on the item too. */
static void
mark_inside (WeftStage *self, const WeftGraphDefinition *definition, const char *path,
             WeftSeverity severity)
{
  const char *from;
  g_autofree char *token = NULL;
  g_autofree char *id = NULL;

  if (!g_str_has_prefix (path, "/graph/definitions/"))
    return;
  from = path + strlen ("/graph/definitions/");
  token = g_strndup (from, strcspn (from, "/"));
  id = weft_json_pointer_unescape (token);
  for (guint i = 0; i < definition->n_items; i++)
    if (definition->items[i].kind == WEFT_GRAPH_DEFINITION && definition->items[i].of != NULL
        && g_str_equal (definition->items[i].of, id))
      self->item_severity[i] = worse (self->item_severity[i], severity);
}

void
weft_stage_mark (WeftStage *self)
{
  const WeftGraphDefinition *definition = weft_stage_get_definition (self, NULL);
  GListModel *violations = weft_session_get_violations (self->session);
  guint n_wires = self->scene != NULL ? weft_scene_n_wires (self->scene) : 0;
  g_autofree char *prefix = NULL;

  g_clear_pointer (&self->item_severity, g_free);
  g_clear_pointer (&self->wire_severity, g_free);
  if (definition == NULL || self->scene == NULL)
    return;
  self->item_severity = g_new0 (guint8, definition->n_items + 1);
  self->wire_severity = g_new0 (guint8, n_wires + 1);
  prefix = weft_stage_dup_pointer (self);
  for (guint i = 0; i < g_list_model_get_n_items (violations); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (violations, i);

      if (weft_violation_get_severity (violation) == WEFT_SEVERITY_INFO)
        continue;
      mark_violation (self, violation, prefix, definition->n_items, n_wires);
      mark_inside (self, definition, weft_violation_get_path (violation),
                   weft_violation_get_severity (violation));
    }
}

static void
violations_changed_cb (WeftStage *self)
{
  weft_stage_mark (self);
  g_signal_emit (self, signals[MARKS_CHANGED], 0);
}

static void
weft_stage_dispose (GObject *object)
{
  WeftStage *self = WEFT_STAGE (object);

  g_clear_object (&self->design);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (weft_stage_parent_class)->dispose (object);
}

static void
weft_stage_finalize (GObject *object)
{
  WeftStage *self = WEFT_STAGE (object);

  g_clear_pointer (&self->graph, weft_graph_unref);
  g_clear_pointer (&self->shown, weft_graph_unref);
  g_clear_pointer (&self->scene, weft_scene_unref);
  g_hash_table_unref (self->scenes);
  g_array_unref (self->path);
  gtk_bitset_unref (self->items);
  gtk_bitset_unref (self->links);
  g_free (self->item_severity);
  g_free (self->wire_severity);
  G_OBJECT_CLASS (weft_stage_parent_class)->finalize (object);
}

static void
weft_stage_class_init (WeftStageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_stage_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_stage_finalize;
  signals[PATH_CHANGED] = g_signal_new ("path-changed", WEFT_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SCENE_CHANGED] = g_signal_new ("scene-changed", WEFT_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECTION_CHANGED] =
    g_signal_new ("selection-changed", WEFT_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 0);
  signals[MARKS_CHANGED] = g_signal_new ("marks-changed", WEFT_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[REFUSED] = g_signal_new ("refused", WEFT_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
weft_stage_init (WeftStage *self)
{
  self->path = g_array_new (FALSE, TRUE, sizeof (WeftStageStep));
  g_array_set_clear_func (self->path, clear_step);
  self->scenes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                        (GDestroyNotify) weft_scene_unref);
  self->items = gtk_bitset_new_empty ();
  self->links = gtk_bitset_new_empty ();
  self->focus = -1;
}

WeftStage *
weft_stage_new (WeftSession *session)
{
  WeftStage *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  self = g_object_new (WEFT_TYPE_STAGE, NULL);
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::design", G_CALLBACK (design_notify_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_session_get_violations (session), "items-changed",
                           G_CALLBACK (violations_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_session_get_engine (session), "notify::evaluator",
                           G_CALLBACK (evaluator_notify_cb), self, G_CONNECT_SWAPPED);
  design_notify_cb (self);
  return self;
}

WeftSession *
weft_stage_get_session (WeftStage *self)
{
  g_return_val_if_fail (WEFT_IS_STAGE (self), NULL);

  return self->session;
}

WeftGraph *
weft_stage_get_graph (WeftStage *self)
{
  g_return_val_if_fail (WEFT_IS_STAGE (self), NULL);

  return self->graph;
}

const WeftGraphDefinition *
weft_stage_get_definition (WeftStage *self, guint *index)
{
  const WeftStageStep *step;
  int found;

  g_return_val_if_fail (WEFT_IS_STAGE (self), NULL);

  if (self->graph == NULL || self->path->len == 0)
    return NULL;
  step = &g_array_index (self->path, WeftStageStep, self->path->len - 1);
  found = weft_graph_find (self->graph, step->definition);
  if (found < 0)
    return NULL;
  if (index != NULL)
    *index = (guint) found;
  return weft_graph_definition (self->graph, found);
}

WeftScene *
weft_stage_get_scene (WeftStage *self)
{
  g_return_val_if_fail (WEFT_IS_STAGE (self), NULL);

  return self->scene;
}

/* NULL until it has been read. */
WeftCatalog *
weft_stage_get_catalog (WeftStage *self)
{
  WeftInventory *inventory;

  g_return_val_if_fail (WEFT_IS_STAGE (self), NULL);

  inventory = weft_session_get_inventory (self->session);
  return inventory != NULL ? weft_inventory_get_catalog (inventory) : NULL;
}

const guint8 *
weft_stage_item_severity (WeftStage *self)
{
  g_return_val_if_fail (WEFT_IS_STAGE (self), NULL);

  return self->item_severity;
}

const guint8 *
weft_stage_wire_severity (WeftStage *self)
{
  g_return_val_if_fail (WEFT_IS_STAGE (self), NULL);

  return self->wire_severity;
}
