/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks that have a shape of their own: rings and cliques become circles, stars have their hub
 * in the middle, meshes and tori become grids. */
#include "draw/canvas/weft-scene-layout-private.h"

#include <math.h>

#define RING_MOST 48
#define CLIQUE_MOST 12
#define STAR_MOST 32
#define GRID_MOST 4096
#define SPACING 24.0
#define GRID_SPACING 56.0

static guint
degree (const WeftLayout *self, guint node, guint mark)
{
  guint n = 0;

  for (guint i = self->starts[node]; i < self->starts[node + 1]; i++)
    n += self->marks[self->neighbours[i]] == mark;
  return n;
}

static gboolean
all_have_degree (const WeftLayout *self, const WeftLayoutBlock *block, guint mark, guint wanted)
{
  for (guint i = 0; i < block->n; i++)
    if (degree (self, block->nodes[i], mark) != wanted)
      return FALSE;
  return TRUE;
}

/* Brings the nodes of a ring into the order of the ring; they are one component of degree two. */
static void
walk_ring (WeftLayout *self, WeftLayoutBlock *block, guint mark)
{
  guint visited = ++self->n_marks;
  guint node = block->nodes[0];

  for (guint i = 0; i < block->n; i++)
    {
      self->queue[i] = node;
      self->marks[node] = visited;
      for (guint j = self->starts[node]; j < self->starts[node + 1]; j++)
        if (self->marks[self->neighbours[j]] == mark)
          {
            node = self->neighbours[j];
            break;
          }
    }
  memcpy (block->nodes, self->queue, block->n * sizeof *block->nodes);
}

static void
largest (const WeftLayout *self, const WeftLayoutBlock *block, double *w, double *h)
{
  *w = *h = 0;
  for (guint i = 0; i < block->n; i++)
    {
      *w = MAX (*w, self->scene->nodes[block->nodes[i]].box.w);
      *h = MAX (*h, self->scene->nodes[block->nodes[i]].box.h);
    }
}

/* Nodes on a circle, the first at its top, one of them (or none, -1) in its middle. */
static void
arrange_circle (WeftLayout *self, WeftLayoutBlock *block, int hub)
{
  guint n = hub >= 0 ? block->n - 1 : block->n;
  double w, h, diagonal, radius;
  guint place = 0;

  largest (self, block, &w, &h);
  diagonal = hypot (w, h) + SPACING;
  radius = n > 1 ? diagonal / 2 / sin (G_PI / n) : 0;
  if (hub >= 0)
    radius = MAX (radius, diagonal + SPACING);
  block->w = 2 * radius + w;
  block->h = 2 * radius + h;
  for (guint i = 0; i < block->n; i++)
    {
      guint node = block->nodes[i];
      const WeftBox *box = &self->scene->nodes[node].box;
      double angle = 2 * G_PI * place / n - G_PI_2;
      double r = (int) i == hub ? 0 : radius;

      self->x[node] = block->w / 2 + r * cos (angle) - box->w / 2;
      self->y[node] = block->h / 2 + r * sin (angle) - box->h / 2;
      place += (int) i != hub;
    }
}

static int
find_hub (const WeftLayout *self, const WeftLayoutBlock *block, guint mark)
{
  int hub = -1;

  for (guint i = 0; i < block->n; i++)
    {
      guint n = degree (self, block->nodes[i], mark);

      if (n == block->n - 1 && hub < 0)
        hub = (int) i;
      else if (n != 1)
        return -1;
    }
  return hub;
}

/* Whether nodes i and j of a grid @columns wide are neighbours in it, ends of a line included. */
static gboolean
are_adjacent (guint i, guint j, guint columns, guint rows)
{
  guint dc = ABS ((int) (i % columns) - (int) (j % columns));
  guint dr = ABS ((int) (i / columns) - (int) (j / columns));

  return (dr == 0 && (dc == 1 || dc == columns - 1)) || (dc == 0 && (dr == 1 || dr == rows - 1));
}

/* Whether all edges run along the grid and all edges of the mesh are there. @place: of a node in
 * the block. */
static gboolean
is_grid (const WeftLayout *self, const WeftLayoutBlock *block, guint mark, const guint *place,
         guint columns)
{
  guint rows = block->n / columns;
  guint n_edges = 0;

  for (guint i = 0; i < block->n; i++)
    for (guint j = self->starts[block->nodes[i]]; j < self->starts[block->nodes[i] + 1]; j++)
      {
        guint other = self->neighbours[j];

        if (self->marks[other] != mark)
          continue;
        if (!are_adjacent (i, place[other], columns, rows))
          return FALSE;
        n_edges++;
      }
  return n_edges / 2 >= (columns - 1) * rows + columns * (rows - 1);
}

static gboolean
arrange_grid (WeftLayout *self, WeftLayoutBlock *block, guint mark)
{
  double w, h;
  guint columns = 0;

  for (guint i = 0; i < block->n; i++)
    self->queue[block->nodes[i]] = i;
  for (guint rows = 2; rows * rows <= block->n && block->n <= GRID_MOST; rows++)
    {
      if (block->n % rows != 0)
        continue;
      if (is_grid (self, block, mark, self->queue, block->n / rows))
        columns = block->n / rows;
      else if (is_grid (self, block, mark, self->queue, rows))
        columns = rows;
    }
  if (columns == 0)
    return FALSE;
  largest (self, block, &w, &h);
  for (guint i = 0; i < block->n; i++)
    {
      self->x[block->nodes[i]] = (w + GRID_SPACING) * (i % columns);
      self->y[block->nodes[i]] = (h + GRID_SPACING) * (double) (i / columns);
    }
  block->w = (w + GRID_SPACING) * columns - GRID_SPACING;
  block->h = (h + GRID_SPACING) * (block->n / columns) - GRID_SPACING;
  return TRUE;
}

gboolean
weft_layout_shape (WeftLayout *self, WeftLayoutBlock *block)
{
  guint mark = ++self->n_marks;
  int hub;

  if (block->n < 3)
    return FALSE;
  for (guint i = 0; i < block->n; i++)
    self->marks[block->nodes[i]] = mark;
  if (block->n <= RING_MOST && all_have_degree (self, block, mark, 2))
    {
      walk_ring (self, block, mark);
      arrange_circle (self, block, -1);
      return TRUE;
    }
  if (block->n <= CLIQUE_MOST && all_have_degree (self, block, mark, block->n - 1))
    {
      arrange_circle (self, block, -1);
      return TRUE;
    }
  hub = block->n >= 4 && block->n <= STAR_MOST ? find_hub (self, block, mark) : -1;
  if (hub >= 0)
    {
      arrange_circle (self, block, hub);
      return TRUE;
    }
  return arrange_grid (self, block, mark);
}
