/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going from level to level: into an item, up a breadcrumb, or straight to what a JSON pointer
 * names. */
#include "config.h"

#include "app/canvas/weft-stage-private.h"
#include "base/weft-json-pointer.h"

#include <glib/gi18n.h>
#include <string.h>

static void
push_step (WeftStage *self, const char *definition, const char *item)
{
  WeftStageStep step = { g_strdup (definition), g_strdup (item) };

  g_array_append_val (self->path, step);
}

static void
finish_move (WeftStage *self)
{
  weft_stage_rebuild (self);
  weft_stage_emit_path (self);
}

guint
weft_stage_depth (WeftStage *self)
{
  g_return_val_if_fail (WEFT_IS_STAGE (self), 0);

  return self->path->len;
}

/* (transfer full) */
char *
weft_stage_dup_step_title (WeftStage *self, guint step)
{
  const WeftStageStep *at;
  int index;
  const WeftGraphDefinition *definition;

  g_return_val_if_fail (WEFT_IS_STAGE (self) && step < self->path->len, NULL);

  at = &g_array_index (self->path, WeftStageStep, step);
  index = weft_graph_find (self->graph, at->definition);
  definition = index >= 0 ? weft_graph_definition (self->graph, index) : NULL;
  if (definition != NULL && definition->title != NULL && *definition->title != '\0')
    return g_strdup (definition->title);
  if (step == 0)
    return g_strdup (_("Cluster"));
  return g_strdup (at->item != NULL ? at->item : at->definition);
}

/* (nullable): by which item of the level above the step is entered. */
const char *
weft_stage_get_step_item (WeftStage *self, guint step)
{
  g_return_val_if_fail (WEFT_IS_STAGE (self) && step < self->path->len, NULL);

  return g_array_index (self->path, WeftStageStep, step).item;
}

double
weft_stage_n_instances (WeftStage *self)
{
  double n = 1;

  g_return_val_if_fail (WEFT_IS_STAGE (self), 1);

  for (guint i = 1; i < self->path->len; i++)
    {
      const WeftStageStep *above = &g_array_index (self->path, WeftStageStep, i - 1);
      const WeftStageStep *step = &g_array_index (self->path, WeftStageStep, i);
      int index = weft_graph_find (self->graph, above->definition);
      const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);

      int item = weft_stage_find_item (definition, step->item);

      if (item >= 0)
        n *= definition->items[item].count;
    }
  return n;
}

gboolean
weft_stage_open_item (WeftStage *self, guint item)
{
  const WeftGraphDefinition *definition;

  g_return_val_if_fail (WEFT_IS_STAGE (self), FALSE);

  definition = weft_stage_get_definition (self, NULL);
  if (definition == NULL || item >= definition->n_items || definition->items[item].definition < 0)
    return FALSE;
  for (guint i = 0; i < self->path->len; i++)
    if (g_str_equal (g_array_index (self->path, WeftStageStep, i).definition,
                     definition->items[item].of))
      {
        weft_stage_refuse (self, _("This definition contains itself, so it cannot be opened."));
        return FALSE;
      }
  push_step (self, definition->items[item].of, definition->items[item].id);
  finish_move (self);
  return TRUE;
}

/* Up, with the item that one comes from selected. */
void
weft_stage_go_to_step (WeftStage *self, guint step)
{
  g_autofree char *from = NULL;
  int item;

  g_return_if_fail (WEFT_IS_STAGE (self));

  if (step + 1 >= self->path->len)
    return;
  from = g_strdup (g_array_index (self->path, WeftStageStep, step + 1).item);
  g_array_set_size (self->path, step + 1);
  finish_move (self);
  item = self->scene != NULL ? weft_scene_find_item (self->scene, from) : -1;
  if (item >= 0)
    weft_stage_select_item (self, item, WEFT_SELECT_ONLY);
}

/* Breadth first from the root; @parents holds for each definition 1 + the one before it. */
static gboolean
find_way (WeftGraph *graph, guint root, guint goal, guint *parents, guint *items)
{
  g_autoptr (GArray) queue = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (queue, root);
  parents[root] = root + 1;
  for (guint at = 0; at < queue->len; at++)
    {
      guint index = g_array_index (queue, guint, at);
      const WeftGraphDefinition *definition = weft_graph_definition (graph, index);

      if (index == goal)
        return TRUE;
      for (guint i = 0; i < definition->n_items; i++)
        if (definition->items[i].definition >= 0
            && parents[definition->items[i].definition] == 0)
          {
            guint next = (guint) definition->items[i].definition;

            parents[next] = index + 1;
            items[next] = i;
            g_array_append_val (queue, next);
          }
    }
  return FALSE;
}

gboolean
weft_stage_open_definition (WeftStage *self, const char *id)
{
  g_autofree guint *parents = NULL;
  g_autofree guint *items = NULL;
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint));
  int root = -1, goal;
  guint n;

  g_return_val_if_fail (WEFT_IS_STAGE (self) && id != NULL, FALSE);

  goal = self->graph != NULL ? weft_graph_find (self->graph, id) : -1;
  if (goal < 0)
    return FALSE;
  if (self->path->len > 0
      && g_str_equal (g_array_index (self->path, WeftStageStep, self->path->len - 1).definition,
                      id))
    return TRUE;
  weft_graph_get_root (self->graph, &root);
  n = weft_graph_n_definitions (self->graph);
  parents = g_new0 (guint, n);
  items = g_new0 (guint, n);
  if (root < 0 || !find_way (self->graph, root, goal, parents, items))
    return FALSE;

  for (guint at = goal; at != (guint) root; at = parents[at] - 1)
    g_array_append_val (way, at);
  weft_stage_clear_path (self);
  for (guint i = way->len; i > 0; i--)
    {
      guint at = g_array_index (way, guint, i - 1);
      const WeftGraphDefinition *above = weft_graph_definition (self->graph, parents[at] - 1);

      push_step (self, above->items[items[at]].of, above->items[items[at]].id);
    }
  finish_move (self);
  return TRUE;
}

/* (transfer full): the JSON pointer of the level in view. */
char *
weft_stage_dup_pointer (WeftStage *self)
{
  const WeftGraphDefinition *definition = weft_stage_get_definition (self, NULL);
  g_autofree char *escaped = NULL;

  g_return_val_if_fail (definition != NULL, NULL);

  escaped = weft_json_pointer_escape (definition->id);
  return g_strconcat ("/graph/definitions/", escaped, NULL);
}

gboolean
weft_stage_go_to_pointer (WeftStage *self, const char *pointer)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *id = NULL;
  const WeftGraphDefinition *definition;
  guint64 index;

  g_return_val_if_fail (WEFT_IS_STAGE (self) && pointer != NULL, FALSE);

  parts = g_strsplit (pointer, "/", 7);
  if (g_strv_length (parts) < 2 || !g_str_equal (parts[1], "graph") || self->graph == NULL)
    return FALSE;
  if (g_strv_length (parts) < 4)
    {
      weft_stage_go_to_step (self, 0);
      return TRUE;
    }
  id = weft_json_pointer_unescape (parts[3]);
  if (!weft_stage_open_definition (self, id))
    return FALSE;
  definition = weft_stage_get_definition (self, NULL);
  if (g_strv_length (parts) < 6)
    {
      weft_stage_select_nothing (self);
      return TRUE;
    }
  index = g_ascii_strtoull (parts[5], NULL, 10);
  if (g_str_equal (parts[4], "items") && index < definition->n_items)
    weft_stage_select_item (self, (guint) index, WEFT_SELECT_ONLY);
  else if (g_str_equal (parts[4], "links") && index < definition->n_links)
    weft_stage_select_link (self, (guint) index, WEFT_SELECT_ONLY);
  else
    weft_stage_select_nothing (self);
  return TRUE;
}
