/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person may do to the level in view: each verb is one named step of the history, and what
 * it makes is selected. */
#include "config.h"

#include "app/canvas/weft-stage-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* A copy lies this far from what it was made of. */
#define DUPLICATE_OFFSET (3 * WEFT_CANVAS_GRID)

/* The indices of a set; @n receives how many. */
static guint *
list_set (GtkBitset *set, guint *n)
{
  guint *list = g_new (guint, gtk_bitset_get_size (set) + 1);
  GtkBitsetIter iter;
  guint index;
  gboolean more = gtk_bitset_iter_init_first (&iter, set, &index);

  *n = 0;
  for (; more; more = gtk_bitset_iter_next (&iter, &index))
    list[(*n)++] = index;
  return list;
}

static gboolean
get_place (WeftStage *self, guint *definition)
{
  return weft_stage_get_definition (self, definition) != NULL;
}

/* Takes @edit, or says why there is none; @error is read after @edit has been made, in whatever order
 * the arguments are worked out. */
gboolean
weft_stage_do (WeftStage *self, WeftEdit *edit, GError **error)
{
  g_autoptr (WeftEdit) taken = edit;
  g_autoptr (GError) refusal = error != NULL ? g_steal_pointer (error) : NULL;
  const guint *made;
  guint n;

  g_return_val_if_fail (WEFT_IS_STAGE (self), FALSE);

  if (taken == NULL)
    {
      if (refusal != NULL)
        weft_stage_refuse (self, refusal->message);
      return FALSE;
    }
  weft_history_do (weft_session_get_history (self->session), g_object_ref (taken));
  made = weft_graph_edit_get_new_items (taken, &n);
  if (n > 0)
    {
      g_autoptr (GtkBitset) items = gtk_bitset_new_empty ();

      for (guint i = 0; i < n; i++)
        gtk_bitset_add (items, made[i]);
      weft_stage_select (self, items, NULL);
    }
  return TRUE;
}

void
weft_stage_add (WeftStage *self, WeftGraphItemKind kind, const char *of, double x, double y)
{
  const double at[2] = { x, y };
  GError *error = NULL;
  guint definition;

  g_return_if_fail (WEFT_IS_STAGE (self) && of != NULL);

  if (get_place (self, &definition))
    weft_stage_do (self, weft_graph_edit_add (self->graph, definition, kind, of, at, &error),
                   &error);
}

void
weft_stage_add_empty (WeftStage *self, WeftLevel level, double x, double y)
{
  const double at[2] = { x, y };
  GError *error = NULL;
  guint definition;

  g_return_if_fail (WEFT_IS_STAGE (self));

  if (get_place (self, &definition))
    weft_stage_do (self, weft_graph_edit_add_empty (self->graph, definition, level, at, &error),
                   &error);
}

/* With its middle at a place, as one drops a thing that one holds by its middle. */
void
weft_stage_drop (WeftStage *self, WeftGraphItemKind kind, const char *of, double x, double y)
{
  WeftHistory *history;
  const double at[2] = { x, y };
  GError *error = NULL;
  g_autoptr (WeftEdit) edit = NULL;
  guint definition;

  g_return_if_fail (WEFT_IS_STAGE (self) && of != NULL);

  if (!get_place (self, &definition))
    return;
  edit = weft_graph_edit_add (self->graph, definition, kind, of, at, &error);
  if (edit == NULL)
    {
      weft_stage_do (self, NULL, &error);
      return;
    }
  history = weft_session_get_history (self->session);
  weft_history_begin (history, weft_edit_get_label (edit));
  if (weft_stage_do (self, g_object_ref (edit), NULL))
    {
      const WeftBox *box =
        &weft_scene_node (self->scene, gtk_bitset_get_nth (self->items, 0))->box;

      weft_stage_move (self, -floor (box->w / 2 / WEFT_CANVAS_GRID) * WEFT_CANVAS_GRID,
                       -floor (box->h / 2 / WEFT_CANVAS_GRID) * WEFT_CANVAS_GRID, FALSE);
    }
  weft_history_end (history);
}

void
weft_stage_move (WeftStage *self, double dx, double dy, gboolean continues)
{
  g_autofree guint *items = NULL;
  g_autofree double *at = NULL;
  guint definition, n;

  g_return_if_fail (WEFT_IS_STAGE (self));

  items = list_set (self->items, &n);
  if (n == 0 || !get_place (self, &definition) || (dx == 0 && dy == 0))
    return;
  at = g_new (double, 2 * n);
  for (guint i = 0; i < n; i++)
    {
      const WeftBox *box = &weft_scene_node (self->scene, items[i])->box;

      at[2 * i] = box->x + dx;
      at[2 * i + 1] = box->y + dy;
    }
  weft_stage_do (self, weft_graph_edit_move (self->graph, definition, items, at, n, continues),
                 NULL);
}

void
weft_stage_connect (WeftStage *self, const char *from, const char *to)
{
  GError *error = NULL;
  guint definition;

  g_return_if_fail (WEFT_IS_STAGE (self) && from != NULL && to != NULL);

  if (get_place (self, &definition)
      && weft_stage_do (self,
                        weft_graph_edit_connect (self->graph, weft_stage_get_catalog (self),
                                                 definition, from, to, &error),
                        &error))
    {
      guint n_links = weft_stage_get_definition (self, NULL)->n_links;

      if (n_links > 0)
        weft_stage_select_link (self, n_links - 1, WEFT_SELECT_ONLY);
    }
}

void
weft_stage_rewire (WeftStage *self, guint link, int which, const char *end)
{
  GError *error = NULL;
  guint definition;

  g_return_if_fail (WEFT_IS_STAGE (self) && end != NULL);

  if (get_place (self, &definition))
    weft_stage_do (self,
                   weft_graph_edit_rewire (self->graph, weft_stage_get_catalog (self), definition,
                                           link, which, end, &error),
                   &error);
}

void
weft_stage_remove (WeftStage *self)
{
  g_autofree guint *items = NULL;
  g_autofree guint *links = NULL;
  guint definition, n_items, n_links;

  g_return_if_fail (WEFT_IS_STAGE (self));

  items = list_set (self->items, &n_items);
  links = list_set (self->links, &n_links);
  if (n_items + n_links > 0 && get_place (self, &definition))
    weft_stage_do (self,
                   weft_graph_edit_remove (self->graph, definition, items, n_items, links,
                                           n_links),
                   NULL);
}

void
weft_stage_duplicate (WeftStage *self)
{
  g_autofree guint *items = NULL;
  guint definition, n;

  g_return_if_fail (WEFT_IS_STAGE (self));

  items = list_set (self->items, &n);
  if (n > 0 && get_place (self, &definition))
    weft_stage_do (self,
                   weft_graph_edit_duplicate (self->graph, definition, items, n,
                                              DUPLICATE_OFFSET, DUPLICATE_OFFSET),
                   NULL);
}

void
weft_stage_align (WeftStage *self, WeftGraphAlign how)
{
  g_autofree guint *items = NULL;
  g_autofree double *boxes = NULL;
  guint definition, n;

  g_return_if_fail (WEFT_IS_STAGE (self));

  items = list_set (self->items, &n);
  if (n < 2 || !get_place (self, &definition))
    return;
  boxes = g_new (double, 4 * n);
  for (guint i = 0; i < n; i++)
    {
      const WeftBox *box = &weft_scene_node (self->scene, items[i])->box;

      boxes[4 * i] = box->x;
      boxes[4 * i + 1] = box->y;
      boxes[4 * i + 2] = box->w;
      boxes[4 * i + 3] = box->h;
    }
  weft_stage_do (self, weft_graph_edit_align (self->graph, definition, items, boxes, n, how),
                 NULL);
}

/* Back to the automatic layout: the selection, or everything. */
void
weft_stage_unplace (WeftStage *self)
{
  g_autofree guint *items = NULL;
  const WeftGraphDefinition *definition;
  guint index, n;

  g_return_if_fail (WEFT_IS_STAGE (self));

  definition = weft_stage_get_definition (self, &index);
  if (definition == NULL)
    return;
  if (gtk_bitset_is_empty (self->items))
    {
      g_autoptr (GtkBitset) all = gtk_bitset_new_empty ();

      if (definition->n_items > 0)
        gtk_bitset_add_range (all, 0, definition->n_items);
      items = list_set (all, &n);
    }
  else
    {
      items = list_set (self->items, &n);
    }
  g_hash_table_remove (self->scenes, definition->id);
  if (!weft_stage_do (self, weft_graph_edit_unplace (self->graph, index, items, n), NULL))
    weft_stage_rebuild (self);
}

void
weft_stage_split (WeftStage *self)
{
  GError *error = NULL;
  guint definition;

  g_return_if_fail (WEFT_IS_STAGE (self));

  if (gtk_bitset_get_size (self->items) == 1 && get_place (self, &definition))
    weft_stage_do (self,
                   weft_graph_edit_split (self->graph, definition,
                                          gtk_bitset_get_nth (self->items, 0), &error),
                   &error);
}

void
weft_stage_group (WeftStage *self)
{
  g_autofree guint *items = NULL;
  GError *error = NULL;
  guint definition, n;

  g_return_if_fail (WEFT_IS_STAGE (self));

  items = list_set (self->items, &n);
  if (n > 0 && get_place (self, &definition))
    weft_stage_do (self, weft_graph_edit_group (self->graph, definition, items, n, &error), &error);
}

char *
weft_stage_copy (WeftStage *self)
{
  g_autofree guint *items = NULL;
  guint definition, n;

  g_return_val_if_fail (WEFT_IS_STAGE (self), NULL);

  items = list_set (self->items, &n);
  return n > 0 && get_place (self, &definition)
           ? weft_graph_copy (self->graph, definition, items, n)
           : NULL;
}

void
weft_stage_paste (WeftStage *self, const char *text, double x, double y)
{
  const double at[2] = { x, y };
  GError *error = NULL;
  guint definition;

  g_return_if_fail (WEFT_IS_STAGE (self) && text != NULL);

  if (get_place (self, &definition))
    weft_stage_do (self, weft_graph_edit_paste (self->graph, definition, text, at, &error), &error);
}

void
weft_stage_place (WeftStage *self, JsonNode *fragment, double x, double y, const char *label)
{
  const double at[2] = { x, y };
  GError *error = NULL;
  guint definition;

  g_return_if_fail (WEFT_IS_STAGE (self) && fragment != NULL);

  if (get_place (self, &definition))
    weft_stage_do (self,
                   weft_graph_edit_place (self->graph, definition, fragment, at, label, &error),
                   &error);
}
