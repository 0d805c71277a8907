/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resources, cost and power show most options of a machine. Those that they do not show, since lines that differ in them
 * alone have the same figures, are seen as numbers of their own: each further attribute blurs the others. */
#include "search/hardware/weft-tabulated-attributes-private.h"

#include <math.h>

/* Lines that are enough to see it. */
#define MOST_LINES 2048

/* A difference of logarithms below this shows nothing. */
#define LEAST_DIFFERENCE 1e-6

/* What is 0 has no logarithm; far below every resource. */
#define LEAST_AMOUNT 1e-9

static double
log_amount (double amount)
{
  return log (MAX (amount, LEAST_AMOUNT));
}

static void
fill_logs (const WeftTabulatedRow *row, double *attribute)
{
  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    attribute[i] = log_amount (row->resource[i]);
  attribute[WEFT_N_BOTTLENECKS] = log_amount (row->cost_usd);
  attribute[WEFT_N_BOTTLENECKS + 1] = log_amount (row->power_w);
}

static gboolean
look_alike (const WeftTabulatedRow *a, const WeftTabulatedRow *b)
{
  double x[WEFT_TABULATED_N_LOGS], y[WEFT_TABULATED_N_LOGS];

  fill_logs (a, x);
  fill_logs (b, y);
  for (guint i = 0; i < WEFT_TABULATED_N_LOGS; i++)
    if (fabs (x[i] - y[i]) > LEAST_DIFFERENCE)
      return FALSE;
  return TRUE;
}

/* Whether most changes of one column leave all figures as they are. */
static gboolean
is_hidden (const WeftTabulated *table, guint column)
{
  guint n = MIN (table->rows->len, MOST_LINES);
  guint n_pairs = 0, n_alike = 0;

  for (guint i = 0; i < n; i++)
    {
      guint at = (guint) ((guint64) i * table->rows->len / n);
      const WeftTabulatedRow *row = &g_array_index (table->rows, WeftTabulatedRow, at);

      for (guint option = 0; option < table->options[column]->len; option++)
        {
          WeftHardwareChoice other = row->choice;
          guint found;

          other.option[column] = (guint8) option;
          found = GPOINTER_TO_UINT (g_hash_table_lookup (table->by_choice, &other));
          if (found == 0 || found == at + 1)
            continue;
          n_pairs++;
          n_alike += look_alike (row, &g_array_index (table->rows, WeftTabulatedRow, found - 1)) ? 1 : 0;
        }
    }
  return n_alike * 2 > n_pairs;
}

void
weft_tabulated_attributes_init (WeftTabulatedAttributes *self, const WeftTabulated *table)
{
  self->n_picked = 0;
  for (guint i = 0; i < table->columns->len && self->n_picked < WEFT_TABULATED_N_PICKED; i++)
    if (is_hidden (table, i))
      self->picked[self->n_picked++] = i;
}

void
weft_tabulated_attributes_fill (const WeftTabulatedAttributes *self,
                                const WeftTabulatedRow        *row,
                                double                         attribute[WEFT_HARDWARE_N_ATTRIBUTES])
{
  fill_logs (row, attribute);
  for (guint i = WEFT_TABULATED_N_LOGS; i < WEFT_HARDWARE_N_ATTRIBUTES; i++)
    attribute[i] = 0;
  for (guint i = 0; i < self->n_picked; i++)
    attribute[WEFT_TABULATED_N_LOGS + i] = row->choice.option[self->picked[i]];
}
