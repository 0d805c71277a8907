/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Picks the columns of options that resources, cost and power tell least about: one after the other, the one with the
 * largest part that no straight line through what is there explains (Gram and Schmidt over the lines). */
#include "search/hardware/weft-tabulated-attributes-private.h"

#include <math.h>

/* Lines that are enough to see it. */
#define MOST_LINES 4096

/* Of a column's variance; with less it tells nothing new. */
#define LEAST_NEW 1e-6

/* What is 0 has no logarithm; far below every resource. */
#define LEAST_AMOUNT 1e-9

static double
log_amount (double amount)
{
  return log (MAX (amount, LEAST_AMOUNT));
}

static double
dot (const double *a, const double *b, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Mean 0 and length 1; FALSE when all values are equal. */
static gboolean
standardise (double *x, guint n)
{
  double mean = 0, length;

  for (guint i = 0; i < n; i++)
    mean += x[i] / n;
  for (guint i = 0; i < n; i++)
    x[i] -= mean;
  length = sqrt (dot (x, x, n));
  for (guint i = 0; i < n; i++)
    x[i] = length > 1e-9 * n ? x[i] / length : 0;
  return length > 1e-9 * n;
}

/* Takes the part along @unit out. */
static void
take_out (double *x, const double *unit, guint n)
{
  double along = dot (x, unit, n);

  for (guint i = 0; i < n; i++)
    x[i] -= along * unit[i];
}

static void
make_unit (double *x, guint n)
{
  double length = sqrt (dot (x, x, n));

  for (guint i = 0; i < n; i++)
    x[i] /= length;
}

/* Numbers of lines over the whole table, in columns of @n values: logarithms, then options. */
static double *
sample (const WeftTabulatedAttributes *self, const WeftTabulated *table, guint n)
{
  guint n_options = table->columns->len;
  double *x = g_new0 (double, (gsize) (WEFT_TABULATED_N_LOGS + n_options) * n);

  for (guint i = 0; i < n; i++)
    {
      guint at = (guint) ((guint64) i * table->rows->len / n);
      const WeftTabulatedRow *row = &g_array_index (table->rows, WeftTabulatedRow, at);
      double attribute[WEFT_HARDWARE_N_ATTRIBUTES];

      weft_tabulated_attributes_fill (self, row, attribute);
      for (guint j = 0; j < WEFT_TABULATED_N_LOGS; j++)
        x[(gsize) j * n + i] = attribute[j];
      for (guint j = 0; j < n_options; j++)
        x[(gsize) (WEFT_TABULATED_N_LOGS + j) * n + i] = row->choice.option[j];
    }
  return x;
}

/* The column of options with the most that is new, -1 when none has any. */
static int
find_newest (const double *options, guint n_options, guint n)
{
  double most = LEAST_NEW;
  int newest = -1;

  for (guint i = 0; i < n_options; i++)
    {
      const double *column = options + (gsize) i * n;
      double left = dot (column, column, n);

      if (left > most)
        {
          most = left;
          newest = (int) i;
        }
    }
  return newest;
}

void
weft_tabulated_attributes_init (WeftTabulatedAttributes *self, const WeftTabulated *table)
{
  guint n_options = table->columns->len;
  guint n = MIN (table->rows->len, MOST_LINES);
  g_autofree double *x = NULL;
  double *options;
  int newest;

  self->n_picked = 0;
  x = sample (self, table, n);
  options = x + (gsize) WEFT_TABULATED_N_LOGS * n;
  for (guint i = 0; i < WEFT_TABULATED_N_LOGS + n_options; i++)
    standardise (x + (gsize) i * n, n);
  for (guint i = 0; i < WEFT_TABULATED_N_LOGS; i++)
    {
      double *unit = x + (gsize) i * n;

      if (!(dot (unit, unit, n) > LEAST_NEW))
        continue;
      make_unit (unit, n);
      for (guint j = i + 1; j < WEFT_TABULATED_N_LOGS + n_options; j++)
        take_out (x + (gsize) j * n, unit, n);
    }
  while (self->n_picked < WEFT_TABULATED_N_PICKED && (newest = find_newest (options, n_options, n)) >= 0)
    {
      double *unit = options + (gsize) newest * n;

      make_unit (unit, n);
      self->picked[self->n_picked++] = (guint) newest;
      for (guint j = 0; j < n_options; j++)
        if ((int) j != newest)
          take_out (options + (gsize) j * n, unit, n);
      for (guint i = 0; i < n; i++)
        unit[i] = 0;
    }
}

void
weft_tabulated_attributes_fill (const WeftTabulatedAttributes *self,
                                const WeftTabulatedRow        *row,
                                double                         attribute[WEFT_HARDWARE_N_ATTRIBUTES])
{
  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    attribute[i] = log_amount (row->resource[i]);
  attribute[WEFT_N_BOTTLENECKS] = log_amount (row->cost_usd);
  attribute[WEFT_N_BOTTLENECKS + 1] = log_amount (row->power_w);
  for (guint i = WEFT_TABULATED_N_LOGS; i < WEFT_HARDWARE_N_ATTRIBUTES; i++)
    attribute[i] = 0;
  for (guint i = 0; i < self->n_picked; i++)
    attribute[WEFT_TABULATED_N_LOGS + i] = row->choice.option[self->picked[i]];
}
