/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of places on the canvas: moving, aligning, and back to the automatic layout. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct
{
  guint item;
  double x, y, width, height;
} Box;

static char *
move_label (const WeftGraphDefinition *definition, const Box *boxes, guint n)
{
  g_autofree char *title = NULL;

  if (n != 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Move %u Item", "Move %u Items", n), n);
  title = weft_graph_edit_item_title (&definition->items[boxes[0].item]);
  return g_strdup_printf (_("Move %s"), title);
}

static char *
unplace_label (const WeftGraphDefinition *definition, const guint *items, guint n)
{
  g_autofree char *title = NULL;

  if (n != 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Lay Out %u Item Automatically",
                                         "Lay Out %u Items Automatically", n), n);
  title = weft_graph_edit_item_title (&definition->items[items[0]]);
  return g_strdup_printf (_("Lay Out %s Automatically"), title);
}

/* Replaces the "at" of each box, which are sorted by item. Takes @label. */
static WeftEdit *
put_boxes (WeftGraph *graph, guint index, const Box *boxes, guint n, char *label,
           gboolean continues)
{
  const WeftGraphDefinition *definition = weft_graph_definition (graph, index);
  WeftGraphChange *change = weft_graph_change_new (graph);
  g_auto (WeftGraphBatch) batch = { 0 };

  weft_graph_batch_init (&batch);
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = weft_graph_item_json (graph, index, boxes[i].item);

      weft_graph_edit_put_place (json_node_get_object (node), boxes[i].x, boxes[i].y);
      weft_graph_batch_add (&batch, boxes[i].item, node);
    }
  weft_graph_batch_replace (&batch, change, definition->id, WEFT_GRAPH_ITEMS);
  return weft_edit_graph (change, label, continues);
}

static int
compare_items (gconstpointer a, gconstpointer b)
{
  const Box *one = a, *other = b;

  return one->item < other->item ? -1 : one->item > other->item;
}

/* Sorted by item, each once, the last of a repeated one. */
static guint
tidy_boxes (Box *boxes, guint n, guint limit)
{
  guint kept = 0;

  qsort (boxes, n, sizeof *boxes, compare_items);
  for (guint i = 0; i < n; i++)
    {
      if (boxes[i].item >= limit || !isfinite (boxes[i].x) || !isfinite (boxes[i].y))
        continue;
      if (kept > 0 && boxes[kept - 1].item == boxes[i].item)
        kept--;
      boxes[kept++] = boxes[i];
    }
  return kept;
}

/**
 * weft_graph_edit_move:
 * @graph: a graph
 * @definition: which definition
 * @items: (array length=n): the items; what is none is left out
 * @at: their places afterwards, x and y of each
 * @n: how many
 * @continues: whether it goes on with the move before it
 *
 * Returns: (transfer full): an edit
 */
WeftEdit *
weft_graph_edit_move (WeftGraph *graph, guint definition, const guint *items, const double *at,
                      guint n, gboolean continues)
{
  const WeftGraphDefinition *owner;
  g_autofree Box *boxes = NULL;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);

  owner = weft_graph_definition (graph, definition);
  boxes = g_new0 (Box, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    boxes[i] = (Box) { .item = items[i], .x = at[2 * i], .y = at[2 * i + 1] };
  n = tidy_boxes (boxes, n, owner->n_items);
  return put_boxes (graph, definition, boxes, n, move_label (owner, boxes, n), continues);
}

/**
 * weft_graph_edit_unplace:
 * @graph: a graph
 * @definition: which definition
 * @items: (array length=n): the items; what is none is left out
 * @n: how many
 *
 * Returns: (transfer full): an edit that gives them back to the automatic layout
 */
WeftEdit *
weft_graph_edit_unplace (WeftGraph *graph, guint definition, const guint *items, guint n)
{
  const WeftGraphDefinition *owner;
  g_autofree guint *sorted = NULL;
  g_autofree Box *boxes = NULL;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);

  owner = weft_graph_definition (graph, definition);
  sorted = weft_graph_edit_sort (items, n, owner->n_items, &n);
  boxes = g_new0 (Box, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    boxes[i] = (Box) { .item = sorted[i], .x = NAN, .y = NAN };
  return put_boxes (graph, definition, boxes, n, unplace_label (owner, sorted, n), FALSE);
}

/* --- aligning --- */

static void
get_bounds (const Box *boxes, guint n, Box *bounds)
{
  double right = -INFINITY, bottom = -INFINITY;

  *bounds = (Box) { .x = INFINITY, .y = INFINITY };
  for (guint i = 0; i < n; i++)
    {
      bounds->x = MIN (bounds->x, boxes[i].x);
      bounds->y = MIN (bounds->y, boxes[i].y);
      right = MAX (right, boxes[i].x + boxes[i].width);
      bottom = MAX (bottom, boxes[i].y + boxes[i].height);
    }
  bounds->width = right - bounds->x;
  bounds->height = bottom - bounds->y;
}

static int
compare_x (gconstpointer a, gconstpointer b)
{
  const Box *one = a, *other = b;

  if (one->x != other->x)
    return one->x < other->x ? -1 : 1;
  return compare_items (a, b);
}

static void
swap_axes (Box *boxes, guint n)
{
  for (guint i = 0; i < n; i++)
    boxes[i] = (Box) { boxes[i].item, boxes[i].y, boxes[i].x, boxes[i].height, boxes[i].width };
}

/* Equal gaps, which may be negative; the outer two stay. */
static void
distribute (Box *boxes, guint n)
{
  Box bounds;
  double gap, at;

  if (n < 3)
    return;
  get_bounds (boxes, n, &bounds);
  qsort (boxes, n, sizeof *boxes, compare_x);
  gap = bounds.width;
  for (guint i = 0; i < n; i++)
    gap -= boxes[i].width;
  gap /= n - 1;
  at = bounds.x;
  for (guint i = 0; i < n; i++)
    {
      boxes[i].x = at;
      at += boxes[i].width + gap;
    }
}

/* The middles turn, the boxes stay upright. */
static void
turn (Box *boxes, guint n)
{
  double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;

  for (guint i = 0; i < n; i++)
    {
      double x = boxes[i].x + boxes[i].width / 2, y = boxes[i].y + boxes[i].height / 2;

      left = MIN (left, x);
      right = MAX (right, x);
      top = MIN (top, y);
      bottom = MAX (bottom, y);
    }
  for (guint i = 0; i < n; i++)
    {
      double dx = boxes[i].x + boxes[i].width / 2 - (left + right) / 2;
      double dy = boxes[i].y + boxes[i].height / 2 - (top + bottom) / 2;

      boxes[i].x = (left + right) / 2 - dy - boxes[i].width / 2;
      boxes[i].y = (top + bottom) / 2 + dx - boxes[i].height / 2;
    }
}

static void
align (Box *boxes, guint n, WeftGraphAlign how)
{
  Box bounds;

  get_bounds (boxes, n, &bounds);
  for (guint i = 0; i < n; i++)
    if (how == WEFT_GRAPH_ALIGN_LEFT)
      boxes[i].x = bounds.x;
    else if (how == WEFT_GRAPH_ALIGN_CENTRE)
      boxes[i].x = bounds.x + (bounds.width - boxes[i].width) / 2;
    else if (how == WEFT_GRAPH_ALIGN_RIGHT)
      boxes[i].x = bounds.x + bounds.width - boxes[i].width;
    else if (how == WEFT_GRAPH_ALIGN_TOP)
      boxes[i].y = bounds.y;
    else if (how == WEFT_GRAPH_ALIGN_MIDDLE)
      boxes[i].y = bounds.y + (bounds.height - boxes[i].height) / 2;
    else if (how == WEFT_GRAPH_ALIGN_BOTTOM)
      boxes[i].y = bounds.y + bounds.height - boxes[i].height;
}

static char *
align_label (WeftGraphAlign how)
{
  switch (how)
    {
    case WEFT_GRAPH_ALIGN_LEFT:
      return g_strdup (_("Align Left"));
    case WEFT_GRAPH_ALIGN_CENTRE:
      return g_strdup (_("Align Centres"));
    case WEFT_GRAPH_ALIGN_RIGHT:
      return g_strdup (_("Align Right"));
    case WEFT_GRAPH_ALIGN_TOP:
      return g_strdup (_("Align Top"));
    case WEFT_GRAPH_ALIGN_MIDDLE:
      return g_strdup (_("Align Middles"));
    case WEFT_GRAPH_ALIGN_BOTTOM:
      return g_strdup (_("Align Bottom"));
    case WEFT_GRAPH_ALIGN_DISTRIBUTE_H:
      return g_strdup (_("Distribute Horizontally"));
    case WEFT_GRAPH_ALIGN_DISTRIBUTE_V:
      return g_strdup (_("Distribute Vertically"));
    case WEFT_GRAPH_ALIGN_ROTATE:
    default:
      return g_strdup (_("Rotate"));
    }
}

/**
 * weft_graph_edit_align:
 * @graph: a graph
 * @definition: which definition
 * @items: (array length=n): the items; what is none is left out
 * @boxes: what each takes on the canvas: x, y, width, height
 * @n: how many
 * @how: which way
 *
 * Returns: (transfer full): an edit that places all of them
 */
WeftEdit *
weft_graph_edit_align (WeftGraph *graph, guint definition, const guint *items,
                       const double *boxes, guint n, WeftGraphAlign how)
{
  g_autofree Box *own = NULL;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NULL);

  own = g_new0 (Box, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    own[i] = (Box) { items[i], boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2],
                     boxes[4 * i + 3] };
  n = tidy_boxes (own, n, weft_graph_definition (graph, definition)->n_items);
  if (how == WEFT_GRAPH_ALIGN_DISTRIBUTE_H)
    {
      distribute (own, n);
    }
  else if (how == WEFT_GRAPH_ALIGN_DISTRIBUTE_V)
    {
      swap_axes (own, n);
      distribute (own, n);
      swap_axes (own, n);
    }
  else if (how == WEFT_GRAPH_ALIGN_ROTATE)
    {
      turn (own, n);
    }
  else
    {
      align (own, n, how);
    }
  n = tidy_boxes (own, n, G_MAXUINT);
  return put_boxes (graph, definition, own, n, align_label (how), FALSE);
}
