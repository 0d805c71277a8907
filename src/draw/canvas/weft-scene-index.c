/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The R-tree: leaves in Morton order of the boxes' middles, sixteen to a parent. */
#include "draw/canvas/weft-scene-index-private.h"

#include <stdlib.h>

#define FANOUT 16
#define MAX_LEVELS 10

typedef struct
{
  double x0, y0, x1, y1;
} Extent;

struct _WeftSceneIndex
{
  guint n;
  guint *order;              /* leaf -> box */
  Extent *levels[MAX_LEVELS]; /* [0]: of the boxes, in @order */
  guint sizes[MAX_LEVELS];
  guint n_levels;
};

typedef struct
{
  guint32 key;
  guint32 box;
} Keyed;

static guint32
spread_bits (guint32 v)
{
  v &= 0xffff;
  v = (v | v << 8) & 0x00ff00ff;
  v = (v | v << 4) & 0x0f0f0f0f;
  v = (v | v << 2) & 0x33333333;
  return (v | v << 1) & 0x55555555;
}

static guint32
scale_to_bits (double value, double least, double most)
{
  double part = most > least ? (value - least) / (most - least) : 0;

  return part > 0 ? (guint32) (MIN (part, 1.0) * 65535) : 0;
}

static void
widen (Extent *self, const Extent *other)
{
  self->x0 = MIN (self->x0, other->x0);
  self->y0 = MIN (self->y0, other->y0);
  self->x1 = MAX (self->x1, other->x1);
  self->y1 = MAX (self->y1, other->y1);
}

static gboolean
touch (const Extent *a, const Extent *b)
{
  return a->x0 <= b->x1 && b->x0 <= a->x1 && a->y0 <= b->y1 && b->y0 <= a->y1;
}

static Extent
extent_of (const WeftBox *box)
{
  return (Extent) { box->x, box->y, weft_box_right (box), weft_box_bottom (box) };
}

/* Least significant byte first: stable, so equal keys stay in order. */
static void
sort_keys (Keyed *keys, guint n)
{
  g_autofree Keyed *other = g_new (Keyed, n);

  for (guint shift = 0; shift < 32; shift += 8)
    {
      guint starts[257] = { 0 };

      for (guint i = 0; i < n; i++)
        starts[(keys[i].key >> shift & 0xff) + 1]++;
      for (guint i = 0; i < 256; i++)
        starts[i + 1] += starts[i];
      for (guint i = 0; i < n; i++)
        other[starts[keys[i].key >> shift & 0xff]++] = keys[i];
      memcpy (keys, other, n * sizeof *keys);
    }
}

static void
order_leaves (WeftSceneIndex *self, const WeftBox *boxes)
{
  g_autofree Keyed *keys = g_new (Keyed, self->n);
  Extent all = extent_of (&boxes[0]);

  for (guint i = 1; i < self->n; i++)
    {
      Extent one = extent_of (&boxes[i]);

      widen (&all, &one);
    }
  for (guint i = 0; i < self->n; i++)
    {
      guint32 x = scale_to_bits (boxes[i].x + boxes[i].w / 2, all.x0, all.x1);
      guint32 y = scale_to_bits (boxes[i].y + boxes[i].h / 2, all.y0, all.y1);

      keys[i] = (Keyed) { spread_bits (x) | spread_bits (y) << 1, i };
    }
  sort_keys (keys, self->n);
  for (guint i = 0; i < self->n; i++)
    self->order[i] = keys[i].box;
}

static void
build_parents (WeftSceneIndex *self)
{
  while (self->sizes[self->n_levels - 1] > FANOUT)
    {
      guint below = self->n_levels - 1;
      guint n = (self->sizes[below] + FANOUT - 1) / FANOUT;
      Extent *level = g_new (Extent, n);

      g_assert (self->n_levels < MAX_LEVELS);
      for (guint i = 0; i < n; i++)
        {
          guint end = MIN ((i + 1) * FANOUT, self->sizes[below]);

          level[i] = self->levels[below][i * FANOUT];
          for (guint j = i * FANOUT + 1; j < end; j++)
            widen (&level[i], &self->levels[below][j]);
        }
      self->levels[self->n_levels] = level;
      self->sizes[self->n_levels++] = n;
    }
}

static void
collect (const WeftSceneIndex *self, guint level, guint begin, guint end, const Extent *area,
         GArray *found)
{
  for (guint i = begin; i < end; i++)
    {
      if (!touch (&self->levels[level][i], area))
        continue;
      if (level == 0)
        g_array_append_val (found, self->order[i]);
      else
        collect (self, level - 1, i * FANOUT, MIN ((i + 1) * FANOUT, self->sizes[level - 1]), area,
                 found);
    }
}

static int
compare_guint_cb (gconstpointer a, gconstpointer b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return (x > y) - (x < y);
}

WeftSceneIndex *
weft_scene_index_new (const WeftBox *boxes, guint n)
{
  WeftSceneIndex *self = g_new0 (WeftSceneIndex, 1);

  self->n = n;
  if (n == 0)
    return self;
  self->order = g_new (guint, n);
  order_leaves (self, boxes);
  self->levels[0] = g_new (Extent, n);
  for (guint i = 0; i < n; i++)
    self->levels[0][i] = extent_of (&boxes[self->order[i]]);
  self->sizes[0] = n;
  self->n_levels = 1;
  build_parents (self);
  return self;
}

void
weft_scene_index_free (WeftSceneIndex *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_levels; i++)
    g_free (self->levels[i]);
  g_free (self->order);
  g_free (self);
}

void
weft_scene_index_query (const WeftSceneIndex *self, const WeftBox *area, GArray *found)
{
  Extent extent = extent_of (area);
  guint before = found->len;

  if (self->n == 0)
    return;
  collect (self, self->n_levels - 1, 0, self->sizes[self->n_levels - 1], &extent, found);
  if (found->len > before)
    qsort (&g_array_index (found, guint, before), found->len - before, sizeof (guint),
           compare_guint_cb);
}
