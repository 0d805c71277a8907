/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a definition's small picture: trays of a rack where their `u` says, parts of
 * everything else in rows by what they are. */
#include "draw/canvas/weft-scene-facts-private.h"

#include <math.h>
#include <stdlib.h>

#define MOST_U 200
#define MARKS_IN_ROW 8
#define LINES_OF_PARTS 4

static guint
marks_of (double n)
{
  return isnan (n) || n < 0 ? 0 : (guint) MIN (n, WEFT_PREVIEW_MAX_MARKS);
}

/* What to mark inside of a tray: its chips. */
static WeftPreviewRow
row_of (const WeftSceneFacts *facts)
{
  gboolean holds_chips = facts->kind == WEFT_SCENE_NODE || facts->kind == WEFT_SCENE_PACKAGE
                         || facts->kind == WEFT_SCENE_CHIP;

  return (WeftPreviewRow) {
    .kind = facts->kind,
    .marks = WEFT_SCENE_CHIP,
    .n_marks = holds_chips ? marks_of (facts->chips) : 0,
  };
}

/* Which rack units are taken, counted from 1. */
typedef struct
{
  guint8 units[MOST_U + 1];
} Frame;

/* The lowest place from @at on where @height units are free; what is beyond the frame is at its
 * end. */
static guint
take_units (Frame *self, guint at, guint height)
{
  guint run = 0;

  for (guint u = MAX (at, 1); u <= MOST_U; u++)
    {
      run = self->units[u] ? 0 : run + 1;
      if (run == height)
        {
          memset (self->units + u + 1 - height, 1, height);
          return u + 1 - height;
        }
    }
  return 0;
}

static void
stack_item (WeftScenePreview *preview, Frame *frame, const WeftGraphItem *item,
            const WeftSceneFacts *facts)
{
  guint height = facts->u > 0 ? (guint) ceil (MIN (facts->u, MOST_U)) : facts->u == 0 ? 0 : 1;
  guint at = item->u >= 1 ? (guint) MIN (item->u, MOST_U) : 1;

  for (guint j = 0; height > 0 && j < item->count && preview->n_rows < WEFT_PREVIEW_MAX_ROWS; j++)
    {
      WeftPreviewRow row = row_of (facts);

      at = take_units (frame, at, height);
      if (at == 0)
        return;
      row.top = (float) (at + height);
      row.height = (float) height;
      preview->rows[preview->n_rows++] = row;
    }
}

static int
compare_rows_cb (gconstpointer a, gconstpointer b)
{
  const WeftPreviewRow *x = a, *y = b;

  return (x->top < y->top) - (x->top > y->top);
}

/* Trays with a unit of their own from the highest down, so that a group which grows upward steps
 * over those above it; then the others from the bottom. Heights are rack units so far. */
static void
stack_trays (WeftSceneLore *self, const WeftGraphDefinition *definition, WeftScenePreview *preview)
{
  Frame frame = { { 0 } };
  double below = INFINITY;

  while (preview->n_rows < WEFT_PREVIEW_MAX_ROWS)
    {
      double next = -INFINITY;

      for (guint i = 0; i < definition->n_items; i++)
        if (definition->items[i].u < below)
          next = MAX (next, definition->items[i].u);
      if (!isfinite (next))
        break;
      for (guint i = 0; i < definition->n_items; i++)
        if (definition->items[i].u == next)
          stack_item (preview, &frame, &definition->items[i],
                      weft_scene_lore_find (self, &definition->items[i]));
      below = next;
    }
  for (guint i = 0; i < definition->n_items; i++)
    if (isnan (definition->items[i].u))
      stack_item (preview, &frame, &definition->items[i],
                  weft_scene_lore_find (self, &definition->items[i]));
  qsort (preview->rows, preview->n_rows, sizeof *preview->rows, compare_rows_cb);
}

/* Rack units become parts of the height: what is used, with a unit of air above and below. */
static void
scale_trays (WeftScenePreview *preview)
{
  float lowest = MOST_U, highest = 0;
  float span;

  for (guint i = 0; i < preview->n_rows; i++)
    {
      lowest = MIN (lowest, preview->rows[i].top - preview->rows[i].height);
      highest = MAX (highest, preview->rows[i].top);
    }
  span = MAX (highest - lowest, 8.0f);
  for (guint i = 0; i < preview->n_rows; i++)
    {
      preview->rows[i].top = (lowest + span - preview->rows[i].top) / span;
      preview->rows[i].height /= span;
    }
}

static int
order_of (WeftSceneKind kind)
{
  static const int orders[WEFT_N_SCENE_KINDS] = {
    [WEFT_SCENE_SWITCH] = 0, [WEFT_SCENE_NIC] = 1,  [WEFT_SCENE_RACK] = 2,
    [WEFT_SCENE_NODE] = 3,   [WEFT_SCENE_PACKAGE] = 4, [WEFT_SCENE_CHIP] = 5,
    [WEFT_SCENE_OTHER] = 6,  [WEFT_SCENE_CPU] = 7,  [WEFT_SCENE_MEMORY] = 8,
    [WEFT_SCENE_POWER] = 9,
  };

  return orders[kind];
}

/* Parts of one kind, in as many lines as they need. */
static void
add_parts (WeftScenePreview *preview, WeftSceneKind kind, double n)
{
  guint left = (guint) MIN (n, MARKS_IN_ROW * LINES_OF_PARTS);
  guint lines = (left + MARKS_IN_ROW - 1) / MARKS_IN_ROW;
  guint in_line = kind == WEFT_SCENE_CHIP && left == MARKS_IN_ROW ? MARKS_IN_ROW / 2 : MARKS_IN_ROW;

  if (in_line < MARKS_IN_ROW)
    lines = 2;
  for (guint i = 0; i < lines && preview->n_rows < WEFT_PREVIEW_MAX_ROWS; i++)
    {
      WeftPreviewRow row = { .kind = kind, .marks = kind, .n_marks = MIN (left, in_line) };

      left -= row.n_marks;
      preview->rows[preview->n_rows++] = row;
    }
}

static void
line_up_parts (WeftSceneLore *self, const WeftGraphDefinition *definition,
               WeftScenePreview *preview)
{
  double counts[WEFT_N_SCENE_KINDS] = { 0 };
  float total = 0, top = 0;

  for (guint i = 0; i < definition->n_items; i++)
    counts[weft_scene_lore_find (self, &definition->items[i])->kind] += definition->items[i].count;
  for (int order = 0; order < WEFT_N_SCENE_KINDS; order++)
    for (guint kind = 0; kind < WEFT_N_SCENE_KINDS; kind++)
      if (order_of (kind) == order && counts[kind] >= 1)
        add_parts (preview, kind, counts[kind]);
  /* Chips are taller than what serves them. */
  for (guint i = 0; i < preview->n_rows; i++)
    {
      gboolean is_tall = preview->rows[i].kind == WEFT_SCENE_CHIP
                         || preview->rows[i].kind == WEFT_SCENE_RACK
                         || preview->rows[i].kind == WEFT_SCENE_PACKAGE;

      preview->rows[i].height = is_tall ? 1.7f : 1.0f;
      total += preview->rows[i].height;
    }
  for (guint i = 0; i < preview->n_rows; i++)
    {
      preview->rows[i].height /= total;
      preview->rows[i].top = top;
      top += preview->rows[i].height;
    }
}

WeftScenePreview *
weft_scene_lore_preview (WeftSceneLore *self, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->graph, index);
  WeftScenePreview *preview = g_new0 (WeftScenePreview, 1);

  preview->is_rack = definition->level == WEFT_LEVEL_RACK;
  if (preview->is_rack)
    {
      stack_trays (self, definition, preview);
      scale_trays (preview);
    }
  else
    line_up_parts (self, definition, preview);
  return preview;
}
