/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of a loop over a grid in blocks. */
#include "workload/weft-block-level-private.h"

/* Of one block the name itself, so that a graph without blocks reads as in a paper. */
static guint32
intern_block (WeftTaskBuilder *builder, const char *name, guint32 block, guint32 n)
{
  g_autofree char *text = n > 1 ? g_strdup_printf ("%s[%u]", name, block) : g_strdup (name);

  return weft_task_builder_intern (builder, text);
}

static void
list_neighbours (WeftBlockLevel *self, GArray *neighbour, GArray *points)
{
  for (guint32 b = 0; b < self->n_blocks; b++)
    {
      guint32 found[WEFT_GRID_MAX_NEIGHBOURS];
      double amounts[WEFT_GRID_MAX_NEIGHBOURS];
      guint n = weft_block_grid_neighbours (&self->grid, b, found, amounts);

      self->first[b] = neighbour->len;
      self->halo[b] = self->outside[b];
      for (guint i = 0; i < n; i++)
        self->halo[b] += amounts[i];
      g_array_append_vals (neighbour, found, n);
      g_array_append_vals (points, amounts, n);
    }
  self->first[self->n_blocks] = neighbour->len;
}

void
weft_block_level_init (WeftBlockLevel *self, const WeftBlockGrid *grid)
{
  guint32 n = weft_block_grid_n_blocks (grid);
  GArray *neighbour = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *points = g_array_new (FALSE, FALSE, sizeof (double));

  *self = (WeftBlockLevel) { .grid = *grid, .n_blocks = n };
  self->rows = g_new (double, n);
  self->nonzeros = g_new (double, n);
  self->outside = g_new (double, n);
  self->halo = g_new (double, n);
  self->first = g_new (guint32, (gsize) n + 1);
  for (guint32 b = 0; b < n; b++)
    {
      self->rows[b] = weft_block_grid_points (grid, b);
      self->nonzeros[b] = weft_block_grid_nonzeros (grid, b);
      self->outside[b] = weft_block_grid_outside (grid, b);
    }
  list_neighbours (self, neighbour, points);
  self->neighbour = (guint32 *) g_array_free (neighbour, FALSE);
  self->points = (double *) g_array_free (points, FALSE);
}

void
weft_block_level_clear (WeftBlockLevel *self)
{
  g_free (self->rows);
  g_free (self->nonzeros);
  g_free (self->outside);
  g_free (self->halo);
  g_free (self->first);
  g_free (self->neighbour);
  g_free (self->points);
}

double
weft_block_sum (guint32 n_blocks, const double *amounts)
{
  double sum = 0;

  for (guint32 b = 0; b < n_blocks; b++)
    sum += amounts[b];
  return sum;
}

void
weft_block_step_init (WeftBlockStep *self, WeftTaskBuilder *builder, const char *name, guint32 n,
                      const guint32 *region)
{
  self->n = n;
  self->stem = g_new (guint32, n);
  self->kind = g_new0 (guint32, n);
  self->region = region;
  for (guint32 b = 0; b < n; b++)
    self->stem[b] = intern_block (builder, name, b, n);
}

void
weft_block_step_clear (WeftBlockStep *self)
{
  g_free (self->stem);
  g_free (self->kind);
}

WeftBlockTasks
weft_block_step_add (const WeftBlockStep *self, WeftTaskBuilder *builder, guint32 turn)
{
  WeftBlockTasks tasks = { weft_task_builder_n_tasks (builder), self->n };

  for (guint32 b = 0; b < self->n; b++)
    {
      guint32 task = weft_task_builder_add_task (builder, self->kind[b], self->stem[b], turn);

      if (self->region != NULL)
        weft_task_builder_set_region (builder, task, self->region[b]);
    }
  return tasks;
}

void
weft_block_join (WeftTaskBuilder *builder, WeftBlockTasks from, WeftBlockTasks to, const double *points, double bytes)
{
  for (guint32 b = 0; b < MAX (from.n, to.n); b++)
    weft_task_builder_add_edge (builder, from.first + (from.n > 1 ? b : 0), to.first + (to.n > 1 ? b : 0),
                                points != NULL ? bytes * points[b] : bytes);
}

void
weft_block_join_neighbours (WeftTaskBuilder *builder, const WeftBlockLevel *level, WeftBlockTasks from,
                            WeftBlockTasks to, double bytes)
{
  for (guint32 b = 0; b < level->n_blocks; b++)
    for (guint32 i = level->first[b]; i < level->first[b + 1]; i++)
      weft_task_builder_add_edge (builder, from.first + level->neighbour[i], to.first + b, bytes * level->points[i]);
}

void
weft_block_exchange (WeftTaskBuilder *builder, const WeftBlockLevel *level, WeftBlockTasks from, WeftBlockTasks to,
                     double bytes)
{
  weft_block_join (builder, from, to, level->outside, bytes);
  weft_block_join_neighbours (builder, level, from, to, bytes);
}

guint32 *
weft_block_regions (WeftTaskBuilder *builder, const char *name, guint32 n, const double *bytes)
{
  guint32 *regions = g_new (guint32, n);

  for (guint32 b = 0; b < n; b++)
    regions[b] = weft_task_builder_add_region (builder, intern_block (builder, name, b, n), WEFT_TASK_NONE, bytes[b]);
  return regions;
}
