/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A histogram whose cells are the exponent and the first five bits behind the point of a double: cells of equal relative
 * width without a logarithm. */
#include "sim/weft-sim-waits-private.h"

#include <string.h>

#define CELL_SHIFT 47 /* 11 bits of exponent and 5 of the fraction remain */
#define CELLS_A_GROWTH 32u

static inline guint32
cell_of (double wait_s)
{
  guint64 bits;

  memcpy (&bits, &wait_s, sizeof bits);
  return bits >> CELL_SHIFT;
}

static double
upper_end_s (guint32 cell)
{
  guint64 bits = (guint64) (cell + 1) << CELL_SHIFT;
  double end_s;

  memcpy (&end_s, &bits, sizeof end_s);
  return end_s;
}

/* Makes room for one cell, and for those beside it. */
static void
widen (WeftSimWaits *self, guint32 cell)
{
  guint32 first = cell / CELLS_A_GROWTH * CELLS_A_GROWTH;
  guint32 end = first + CELLS_A_GROWTH;
  guint32 *cells;

  if (self->n_cells > 0)
    {
      first = MIN (first, self->first_cell);
      end = MAX (end, self->first_cell + self->n_cells);
    }
  cells = g_new0 (guint32, end - first);
  if (self->n_cells > 0)
    memcpy (cells + (self->first_cell - first), self->cells, self->n_cells * sizeof *cells);
  g_free (self->cells);
  self->cells = cells;
  self->first_cell = first;
  self->n_cells = end - first;
}

void
weft_sim_waits_add_positive (WeftSimWaits *self, double wait_s)
{
  guint32 cell = cell_of (wait_s);

  if (cell - self->first_cell >= self->n_cells)
    widen (self, cell);
  self->cells[cell - self->first_cell]++;
  self->sum_s += wait_s;
  self->worst_s = MAX (self->worst_s, wait_s);
}

double
weft_sim_waits_mean_s (const WeftSimWaits *self)
{
  return self->n > 0 ? self->sum_s / self->n : 0;
}

double
weft_sim_waits_p99_s (const WeftSimWaits *self)
{
  guint64 rank = self->n - self->n / 100;
  guint64 n = self->n_zero;

  if (n >= rank)
    return 0;
  for (guint32 i = 0; i < self->n_cells; i++)
    {
      n += self->cells[i];
      if (n >= rank)
        return MIN (self->worst_s, upper_end_s (self->first_cell + i));
    }
  return self->worst_s;
}

void
weft_sim_waits_clear (WeftSimWaits *self)
{
  g_free (self->cells);
  *self = (WeftSimWaits) { 0 };
}
