/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks are boxes, so that every count is a product over the axes, or a sum of such products. */
#include "workload/weft-block-grid-private.h"

typedef struct
{
  guint32 at[WEFT_GRID_MAX_AXES];  /* which part of each axis */
  double size[WEFT_GRID_MAX_AXES]; /* points of each axis */
  guint ends[WEFT_GRID_MAX_AXES];  /* how many of its two ends are ends of the grid */
} Box;

/* Where a part of an axis begins. */
static guint32
cut_at (const WeftBlockGrid *self, guint axis, guint32 part)
{
  guint64 coarse = self->n[axis] / self->scale;

  return (guint32) (coarse * part / self->blocks[axis]) * self->scale;
}

static Box
find_box (const WeftBlockGrid *self, guint32 block)
{
  Box box;

  for (guint axis = WEFT_GRID_MAX_AXES; axis-- > 0;)
    {
      guint32 part = block % self->blocks[axis];

      block /= self->blocks[axis];
      box.at[axis] = part;
      box.size[axis] = cut_at (self, axis, part + 1) - cut_at (self, axis, part);
      box.ends[axis] = (part == 0) + (part + 1 == self->blocks[axis]);
    }
  return box;
}

/* Points of a box without one axis. */
static double
face (const Box *box, guint axis)
{
  double points = 1;

  for (guint i = 0; i < WEFT_GRID_MAX_AXES; i++)
    points *= i != axis ? box->size[i] : 1;
  return points;
}

static guint32
largest_divisor (guint32 n, guint32 most)
{
  guint32 divisor = MIN (n, most);

  while (n % divisor != 0)
    divisor--;
  return divisor;
}

gboolean
weft_block_grid_cut (WeftBlockGrid *self, guint32 n_blocks)
{
  for (guint axis = 0; axis < WEFT_GRID_MAX_AXES; axis++)
    {
      self->blocks[axis] = largest_divisor (n_blocks, self->n[axis] / self->scale);
      n_blocks /= self->blocks[axis];
    }
  return n_blocks == 1;
}

guint32
weft_block_grid_n_blocks (const WeftBlockGrid *self)
{
  return self->blocks[0] * self->blocks[1] * self->blocks[2];
}

double
weft_block_grid_n_pairs (const WeftBlockGrid *self)
{
  double all = 1, blocks = (double) self->blocks[0] * self->blocks[1] * self->blocks[2], faces = 0;

  for (guint axis = 0; axis < WEFT_GRID_MAX_AXES; axis++)
    {
      all *= 3.0 * self->blocks[axis] - 2;
      faces += 2 * (blocks - blocks / self->blocks[axis]);
    }
  return self->stencil == WEFT_STENCIL_BOX ? all - blocks : faces;
}

double
weft_block_grid_points (const WeftBlockGrid *self, guint32 block)
{
  Box box = find_box (self, block);

  return box.size[0] * box.size[1] * box.size[2];
}

double
weft_block_grid_nonzeros (const WeftBlockGrid *self, guint32 block)
{
  Box box = find_box (self, block);
  double product = 1, sum = box.size[0] * box.size[1] * box.size[2];

  for (guint axis = 0; axis < self->n_axes; axis++)
    {
      product *= 3 * box.size[axis] - box.ends[axis];
      sum += (2 * box.size[axis] - box.ends[axis]) * face (&box, axis);
    }
  return self->stencil == WEFT_STENCIL_BOX ? product : sum;
}

double
weft_block_grid_outside (const WeftBlockGrid *self, guint32 block)
{
  Box box = find_box (self, block);
  double around = 1, inside = 1, faces = 0;

  for (guint axis = 0; axis < self->n_axes; axis++)
    {
      around *= box.size[axis] + 2;
      inside *= box.size[axis] + 2 - box.ends[axis];
      faces += box.ends[axis] * face (&box, axis);
    }
  return self->stencil == WEFT_STENCIL_BOX ? around - inside : faces;
}

/* One of the 27 boxes around and including a box, by number: how far it is away along each axis. */
static void
find_step (guint number, int step[WEFT_GRID_MAX_AXES])
{
  for (guint axis = WEFT_GRID_MAX_AXES; axis-- > 0; number /= 3)
    step[axis] = (int) (number % 3) - 1;
}

static gboolean
reads_step (const WeftBlockGrid *self, const Box *box, const int step[WEFT_GRID_MAX_AXES])
{
  guint n_away = 0;

  for (guint axis = 0; axis < WEFT_GRID_MAX_AXES; axis++)
    {
      n_away += step[axis] != 0;
      if ((step[axis] < 0 && box->at[axis] == 0) || (step[axis] > 0 && box->at[axis] + 1 == self->blocks[axis]))
        return FALSE;
    }
  return n_away == 1 || (n_away > 1 && self->stencil == WEFT_STENCIL_BOX);
}

guint
weft_block_grid_neighbours (const WeftBlockGrid *self, guint32 block, guint32 neighbours[WEFT_GRID_MAX_NEIGHBOURS],
                            double points[WEFT_GRID_MAX_NEIGHBOURS])
{
  Box box = find_box (self, block);
  guint n = 0;

  for (guint number = 0; number < 27; number++)
    {
      int step[WEFT_GRID_MAX_AXES];

      find_step (number, step);
      if (!reads_step (self, &box, step))
        continue;
      neighbours[n] = 0;
      points[n] = 1;
      for (guint axis = 0; axis < WEFT_GRID_MAX_AXES; axis++)
        {
          neighbours[n] = neighbours[n] * self->blocks[axis] + box.at[axis] + step[axis];
          points[n] *= step[axis] == 0 ? box.size[axis] : 1;
        }
      n++;
    }
  return n;
}
