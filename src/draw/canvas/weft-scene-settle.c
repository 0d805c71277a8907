/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where boxes really stand: a person's places hold, then what the scene before had, then the
 * layout's; what would lie over another box goes to the nearest free place. */
#include "draw/canvas/weft-scene-private.h"

#include <math.h>

#define CELL 256.0
#define MOST_CELL 1e15
#define AIR 24.0
#define RINGS 10
/* Searches of all nodes together; after these the rest goes below everything. */
#define MOST_TRIES 200000
/* Pairs of new and old boxes that are compared; after these new ones stand where the layout says. */
#define MOST_LOOKS 4000000
#define OTHER_KIND 1e6

typedef struct
{
  gint64 x, y;
  guint node;
  int next;
} Entry;

/* Which boxes touch which cell of a coarse grid. */
typedef struct
{
  const WeftScene *scene;
  int *heads;
  guint mask;
  GArray *entries;
  double bottom, left; /* of all that stands */
  double shelf_x, shelf_y, shelf_h;
  guint tries;
} Ground;

typedef struct
{
  gint64 x0, y0, x1, y1;
} Cells;

static gint64
cell_of (double value)
{
  return (gint64) floor (CLAMP (value / CELL, -MOST_CELL, MOST_CELL));
}

static Cells
cells_of (const WeftBox *box)
{
  return (Cells) { cell_of (box->x), cell_of (box->y), cell_of (weft_box_right (box)),
                   cell_of (weft_box_bottom (box)) };
}

static guint
bucket_of (const Ground *self, gint64 x, gint64 y)
{
  guint64 hash = (guint64) x * 0x9e3779b97f4a7c15u ^ (guint64) y * 0xc2b2ae3d27d4eb4fu;

  return (guint) (hash >> 32) & self->mask;
}

static gboolean
overlap (const WeftBox *a, const WeftBox *b)
{
  return a->x < weft_box_right (b) && b->x < weft_box_right (a) && a->y < weft_box_bottom (b)
         && b->y < weft_box_bottom (a);
}

static gboolean
is_free (const Ground *self, const WeftBox *box)
{
  Cells cells = cells_of (box);

  for (gint64 y = cells.y0; y <= cells.y1; y++)
    for (gint64 x = cells.x0; x <= cells.x1; x++)
      for (int i = self->heads[bucket_of (self, x, y)]; i >= 0;)
        {
          const Entry *entry = &g_array_index (self->entries, Entry, i);

          if (entry->x == x && entry->y == y && overlap (box, &self->scene->nodes[entry->node].box))
            return FALSE;
          i = entry->next;
        }
  return TRUE;
}

static void
occupy (Ground *self, guint node)
{
  const WeftBox *box = &self->scene->nodes[node].box;
  Cells cells = cells_of (box);

  for (gint64 y = cells.y0; y <= cells.y1; y++)
    for (gint64 x = cells.x0; x <= cells.x1; x++)
      {
        guint bucket = bucket_of (self, x, y);
        Entry entry = { x, y, node, self->heads[bucket] };

        self->heads[bucket] = (int) self->entries->len;
        g_array_append_val (self->entries, entry);
      }
  self->bottom = MAX (self->bottom, weft_box_bottom (box));
  self->left = MIN (self->left, box->x);
}

static gboolean
try_place (Ground *self, guint node, double x, double y)
{
  WeftBox *box = &self->scene->nodes[node].box;

  box->x = x;
  box->y = y;
  if (!is_free (self, box))
    return FALSE;
  occupy (self, node);
  return TRUE;
}

/* The sides of a square ring around the wanted place: right, left, below, above first. */
static gboolean
try_ring (Ground *self, guint node, double x, double y, int ring)
{
  const WeftBox *box = &self->scene->nodes[node].box;
  double dx = weft_scene_snap (box->w + AIR), dy = weft_scene_snap (box->h + AIR);

  for (int along = 0; along <= ring; along++)
    for (int side = 0; side < 8; side++)
      {
        int a = side & 1 ? -along : along;
        int b = side & 2 ? -ring : ring;

        if (along == 0 && (side & 1))
          continue;
        self->tries++;
        if (side & 4 ? try_place (self, node, x + a * dx, y + b * dy)
                     : try_place (self, node, x + b * dx, y + a * dy))
          return TRUE;
      }
  return FALSE;
}

/* Below everything, where nothing is. */
static void
shelve (Ground *self, guint node)
{
  const WeftBox *box = &self->scene->nodes[node].box;

  if (self->shelf_h == 0)
    {
      self->shelf_y = weft_scene_snap (self->bottom) + 2 * AIR;
      self->shelf_x = weft_scene_snap (self->left);
    }
  while (!try_place (self, node, self->shelf_x, self->shelf_y))
    self->shelf_y += weft_scene_snap (box->h + AIR);
  self->shelf_x += weft_scene_snap (box->w + AIR);
  self->shelf_h = MAX (self->shelf_h, box->h);
  if (self->shelf_x > weft_scene_snap (self->left) + 4000)
    {
      self->shelf_x = weft_scene_snap (self->left);
      self->shelf_y += weft_scene_snap (self->shelf_h + AIR);
      self->shelf_h = 1;
    }
}

static void
find_place (Ground *self, guint node, double x, double y)
{
  if (try_place (self, node, x, y))
    return;
  for (int ring = 1; ring <= RINGS && self->tries < MOST_TRIES; ring++)
    if (try_ring (self, node, x, y, ring))
      return;
  shelve (self, node);
}

static const WeftSceneNode *
node_before (WeftScene *self, WeftScene *before, guint node)
{
  int index = before != NULL
                  ? weft_scene_find_item (before, self->definition->items[node].id)
                  : -1;

  return index >= 0 && !before->nodes[index].is_placed ? &before->nodes[index] : NULL;
}

/* A node that the scene before had, with its place in today's layout. */
typedef struct
{
  guint node;
  double dx, dy; /* from today's layout to where it stands */
} Kept;

static GArray *
list_kept (WeftScene *self, const double *at, WeftScene *before)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (Kept));

  for (guint i = 0; i < self->n_nodes; i++)
    {
      const WeftSceneNode *old = node_before (self, before, i);
      Kept one = { i, 0, 0 };

      if (old == NULL)
        continue;
      one.dx = old->box.x - at[2 * i];
      one.dy = old->box.y - at[2 * i + 1];
      g_array_append_val (kept, one);
    }
  return kept;
}

/* A new box goes beside those that it belongs to: it is shifted as the one is that is nearest to it
 * in today's layout, of its kind when there is one. */
static void
carry_shifts (WeftScene *self, const double *at, WeftScene *before, double *shift)
{
  g_autoptr (GArray) kept = list_kept (self, at, before);
  guint64 looks = 0;

  for (guint i = 0; i < self->n_nodes && looks < MOST_LOOKS; i++)
    {
      double nearest = INFINITY;

      if (self->nodes[i].is_placed || node_before (self, before, i) != NULL)
        continue;
      looks += kept->len;
      for (guint j = 0; j < kept->len; j++)
        {
          const Kept *one = &g_array_index (kept, Kept, j);
          double distance = hypot (at[2 * one->node] - at[2 * i], at[2 * one->node + 1] - at[2 * i + 1]);

          if (self->nodes[one->node].kind != self->nodes[i].kind)
            distance += OTHER_KIND;
          if (distance >= nearest)
            continue;
          nearest = distance;
          shift[2 * i] = one->dx;
          shift[2 * i + 1] = one->dy;
        }
    }
}

static gboolean
has_own_place (const WeftScene *self, guint node)
{
  const double *at = self->definition->items[node].at;

  return isfinite (at[0]) && isfinite (at[1]);
}

gboolean
weft_scene_is_settled (WeftScene *self, WeftScene *before)
{
  for (guint i = 0; i < self->n_nodes; i++)
    if (!has_own_place (self, i) && node_before (self, before, i) == NULL)
      return FALSE;
  return TRUE;
}

static void
place_by_hand (WeftScene *self, Ground *ground)
{
  for (guint i = 0; i < self->n_nodes; i++)
    {
      const double *at = self->definition->items[i].at;

      if (!has_own_place (self, i))
        continue;
      self->nodes[i].is_placed = TRUE;
      self->nodes[i].box.x = at[0];
      self->nodes[i].box.y = at[1];
      occupy (ground, i);
    }
}

void
weft_scene_settle (WeftScene *self, const double *at, WeftScene *before)
{
  g_autofree double *shift = g_new0 (double, 2 * MAX (self->n_nodes, 1));
  g_autofree guint8 *stands = g_new0 (guint8, MAX (self->n_nodes, 1));
  Ground ground = {
    .scene = self,
    .entries = g_array_sized_new (FALSE, FALSE, sizeof (Entry), 4 * self->n_nodes + 1),
    .mask = 1,
  };

  while (ground.mask < 2 * self->n_nodes)
    ground.mask = 2 * ground.mask + 1;
  ground.heads = g_new (int, ground.mask + 1);
  for (guint i = 0; i <= ground.mask; i++)
    ground.heads[i] = -1;
  place_by_hand (self, &ground);
  if (before != NULL)
    carry_shifts (self, at, before, shift);

  for (guint i = 0; i < self->n_nodes; i++)
    {
      const WeftSceneNode *old = node_before (self, before, i);

      if (!self->nodes[i].is_placed && old != NULL)
        stands[i] = try_place (&ground, i, old->box.x, old->box.y);
    }
  for (guint i = 0; i < self->n_nodes; i++)
    if (!self->nodes[i].is_placed && !stands[i] && node_before (self, before, i) == NULL)
      stands[i] = try_place (&ground, i, at[2 * i] + shift[2 * i],
                             at[2 * i + 1] + shift[2 * i + 1]);
  for (guint i = 0; i < self->n_nodes; i++)
    {
      const WeftSceneNode *old = node_before (self, before, i);

      if (self->nodes[i].is_placed || stands[i])
        continue;
      if (old != NULL)
        find_place (&ground, i, old->box.x, old->box.y);
      else
        find_place (&ground, i, at[2 * i] + shift[2 * i], at[2 * i + 1] + shift[2 * i + 1]);
    }
  g_array_unref (ground.entries);
  g_free (ground.heads);
}
