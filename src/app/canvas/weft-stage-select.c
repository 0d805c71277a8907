/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is selected, what has the keyboard, and which item is next in a direction. */
#include "config.h"

#include "app/canvas/weft-stage-private.h"

#include <math.h>

/* What lies aside of the direction counts as farther away. */
#define ASIDE_WEIGHT 2.5

/* Those of the level that is in view: what is remembered of another one, or from before an edit, may
 * have more. */
static guint
count_members (WeftStage *self, gboolean links)
{
  const WeftGraphDefinition *definition
      = self->scene != NULL ? weft_stage_get_definition (self, NULL) : NULL;

  if (definition == NULL)
    return 0;
  return links ? definition->n_links : definition->n_items;
}

static void
cut_set (GtkBitset *set, guint n)
{
  gtk_bitset_remove_range_closed (set, n, G_MAXUINT);
}

GtkBitset *
weft_stage_get_items (WeftStage *self)
{
  g_return_val_if_fail (WEFT_IS_STAGE (self), NULL);

  return self->items;
}

GtkBitset *
weft_stage_get_links (WeftStage *self)
{
  g_return_val_if_fail (WEFT_IS_STAGE (self), NULL);

  return self->links;
}

int
weft_stage_get_focus (WeftStage *self)
{
  g_return_val_if_fail (WEFT_IS_STAGE (self), -1);

  return self->focus;
}

void
weft_stage_set_focus (WeftStage *self, int item)
{
  g_return_if_fail (WEFT_IS_STAGE (self));

  if (item >= 0 && (guint) item >= count_members (self, FALSE))
    item = -1;
  if (self->focus == item)
    return;
  self->focus = item;
  weft_stage_emit_selection (self);
}

static void
change (GtkBitset *set, guint index, WeftSelectMode mode)
{
  if (mode == WEFT_SELECT_TOGGLE && gtk_bitset_contains (set, index))
    gtk_bitset_remove (set, index);
  else
    gtk_bitset_add (set, index);
}

void
weft_stage_select_item (WeftStage *self, guint item, WeftSelectMode mode)
{
  g_return_if_fail (WEFT_IS_STAGE (self));

  if (item >= count_members (self, FALSE))
    return;
  if (mode == WEFT_SELECT_ONLY)
    {
      gtk_bitset_remove_all (self->items);
      gtk_bitset_remove_all (self->links);
    }
  change (self->items, item, mode);
  self->focus = (int) item;
  weft_stage_emit_selection (self);
}

void
weft_stage_select_link (WeftStage *self, guint link, WeftSelectMode mode)
{
  g_return_if_fail (WEFT_IS_STAGE (self));

  if (link >= count_members (self, TRUE))
    return;
  if (mode == WEFT_SELECT_ONLY)
    {
      gtk_bitset_remove_all (self->items);
      gtk_bitset_remove_all (self->links);
    }
  change (self->links, link, mode);
  weft_stage_emit_selection (self);
}

/* In place of what was selected. */
void
weft_stage_select (WeftStage *self, GtkBitset *items, GtkBitset *links)
{
  g_autoptr (GtkBitset) none = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) taken_items = gtk_bitset_copy (items != NULL ? items : none);
  g_autoptr (GtkBitset) taken_links = gtk_bitset_copy (links != NULL ? links : none);

  g_return_if_fail (WEFT_IS_STAGE (self));

  cut_set (taken_items, count_members (self, FALSE));
  cut_set (taken_links, count_members (self, TRUE));
  if (gtk_bitset_equals (self->items, taken_items) && gtk_bitset_equals (self->links, taken_links))
    return;
  gtk_bitset_remove_all (self->items);
  gtk_bitset_union (self->items, taken_items);
  gtk_bitset_remove_all (self->links);
  gtk_bitset_union (self->links, taken_links);
  if (!gtk_bitset_is_empty (self->items)
      && (self->focus < 0 || !gtk_bitset_contains (self->items, self->focus)))
    self->focus = (int) gtk_bitset_get_nth (self->items, 0);
  weft_stage_emit_selection (self);
}

void
weft_stage_select_all (WeftStage *self)
{
  const WeftGraphDefinition *definition = weft_stage_get_definition (self, NULL);
  g_autoptr (GtkBitset) items = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) links = gtk_bitset_new_empty ();

  if (definition == NULL)
    return;
  if (definition->n_items > 0)
    gtk_bitset_add_range (items, 0, definition->n_items);
  if (definition->n_links > 0)
    gtk_bitset_add_range (links, 0, definition->n_links);
  weft_stage_select (self, items, links);
}

void
weft_stage_select_nothing (WeftStage *self)
{
  weft_stage_select (self, NULL, NULL);
}

gboolean
weft_stage_selection_box (WeftStage *self, WeftBox *box)
{
  GtkBitsetIter iter;
  guint index;
  double right = -INFINITY, bottom = -INFINITY;
  gboolean more;

  g_return_val_if_fail (WEFT_IS_STAGE (self) && box != NULL, FALSE);

  if (self->scene == NULL)
    return FALSE;
  *box = (WeftBox){ INFINITY, INFINITY, 0, 0 };
  more = gtk_bitset_iter_init_first (&iter, self->items, &index);
  for (; more; more = gtk_bitset_iter_next (&iter, &index))
    {
      const WeftBox *one = &weft_scene_node (self->scene, index)->box;

      box->x = MIN (box->x, one->x);
      box->y = MIN (box->y, one->y);
      right = MAX (right, one->x + one->w);
      bottom = MAX (bottom, one->y + one->h);
    }
  box->w = right - box->x;
  box->h = bottom - box->y;
  return !gtk_bitset_is_empty (self->items);
}

/* How far @to is from @from when one looks in @direction; infinite when it lies behind. */
static double
measure_way (const WeftBox *from, const WeftBox *to, GtkDirectionType direction)
{
  double dx = to->x + to->w / 2 - from->x - from->w / 2;
  double dy = to->y + to->h / 2 - from->y - from->h / 2;
  double ahead, aside;

  switch (direction)
    {
    case GTK_DIR_LEFT:
      ahead = -dx;
      aside = fabs (dy);
      break;
    case GTK_DIR_RIGHT:
      ahead = dx;
      aside = fabs (dy);
      break;
    case GTK_DIR_UP:
      ahead = -dy;
      aside = fabs (dx);
      break;
    default:
      ahead = dy;
      aside = fabs (dx);
      break;
    }
  return ahead > 1 ? ahead + ASIDE_WEIGHT * aside : INFINITY;
}

int
weft_stage_neighbour (WeftStage *self, int from, GtkDirectionType direction)
{
  double nearest = INFINITY;
  int found = -1;
  guint n;

  g_return_val_if_fail (WEFT_IS_STAGE (self), -1);

  n = self->scene != NULL ? weft_scene_n_nodes (self->scene) : 0;
  if (from < 0 || (guint) from >= n)
    return n > 0 ? 0 : -1;
  for (guint i = 0; i < n; i++)
    {
      double way = measure_way (&weft_scene_node (self->scene, from)->box,
                                &weft_scene_node (self->scene, i)->box, direction);

      if (way < nearest)
        {
          nearest = way;
          found = (int) i;
        }
    }
  return found;
}
