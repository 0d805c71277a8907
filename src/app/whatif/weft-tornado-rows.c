/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two studies count their inputs apart, so indices are found by path. */
#include "config.h"

#include "app/whatif/weft-tornado-rows.h"

#include <glib/gi18n.h>
#include <math.h>

typedef struct
{
  WeftInput *input;
  WeftTornadoBar bar;
  double total; /* NAN for none */
} Row;

struct _WeftTornadoRows
{
  WeftOutput *output;
  double y;
  gboolean has_totals;
  GArray *rows; /* Row */
  guint n_flat;
};

static void
clear_row (gpointer data)
{
  g_object_unref (((Row *) data)->input);
}

static double
find_total (const WeftWhatifFinding *total_order, WeftInput *input)
{
  for (guint i = 0; total_order != NULL && i < total_order->inputs->len; i++)
    if (g_str_equal (weft_input_get_path (total_order->inputs->pdata[i]), weft_input_get_path (input)))
      return total_order->total_order->total[i];
  return NAN;
}

/* Stays in the order of the swings where indices are the same or none. */
static int
compare_totals_cb (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  if (isnan (x->total) || isnan (y->total))
    return (isnan (x->total) != 0) - (isnan (y->total) != 0);
  return (x->total < y->total) - (x->total > y->total);
}

WeftTornadoRows *
weft_tornado_rows_new (const WeftWhatifFinding *tornado, const WeftWhatifFinding *total_order)
{
  WeftTornadoRows *self = g_new0 (WeftTornadoRows, 1);
  guint n = tornado->tornado->n_bars - tornado->tornado->n_flat;

  self->output = weft_output_copy (tornado->output);
  self->y = tornado->tornado->y;
  self->has_totals = total_order != NULL;
  self->n_flat = tornado->tornado->n_flat - (tornado->inputs->len - tornado->n_asked);
  self->rows = g_array_sized_new (FALSE, FALSE, sizeof (Row), n);
  g_array_set_clear_func (self->rows, clear_row);
  for (guint i = 0; i < n; i++)
    {
      const WeftTornadoBar *bar = &tornado->tornado->bars[i];
      WeftInput *input = tornado->inputs->pdata[bar->input];
      Row row = { g_object_ref (input), *bar, find_total (total_order, input) };

      g_array_append_val (self->rows, row);
    }
  if (self->has_totals)
    g_array_sort (self->rows, compare_totals_cb);
  return self;
}

void
weft_tornado_rows_free (WeftTornadoRows *self)
{
  weft_output_free (self->output);
  g_array_unref (self->rows);
  g_free (self);
}

guint
weft_tornado_rows_n (const WeftTornadoRows *self)
{
  return self->rows->len;
}

guint
weft_tornado_rows_n_flat (const WeftTornadoRows *self)
{
  return self->n_flat;
}

static const Row *
get_row (const WeftTornadoRows *self, guint row)
{
  return &g_array_index (self->rows, Row, row);
}

WeftInput *
weft_tornado_rows_input (const WeftTornadoRows *self, guint row)
{
  g_return_val_if_fail (row < self->rows->len, NULL);

  return get_row (self, row)->input;
}

/* A score of 0 says that there is no machine: no bar. */
static double
hide_zero (const WeftTornadoRows *self, double y)
{
  return y == 0 && (self->output->kind == WEFT_OUTPUT_SCORE || self->output->kind == WEFT_OUTPUT_SPEEDUP) ? NAN : y;
}

WeftTornadoChart *
weft_tornado_rows_to_chart (const WeftTornadoRows *self, const char *title, guint most)
{
  WeftTornadoChart *chart = weft_tornado_chart_new (title, self->output, self->y);

  for (guint i = 0; i < self->rows->len && i < most; i++)
    {
      const Row *row = get_row (self, i);
      g_autofree char *label = weft_input_dup_title (row->input);
      g_autofree char *low = weft_input_format (row->input, row->bar.low);
      g_autofree char *high = weft_input_format (row->input, row->bar.high);

      weft_tornado_chart_add (chart, label, hide_zero (self, row->bar.y_low), hide_zero (self, row->bar.y_high), low,
                              high, row->total);
    }
  return chart;
}

/* "4.00 TB/s: 1.87×" (transfer full) */
static char *
write_end (const WeftTornadoRows *self, WeftInput *input, double x, double y)
{
  g_autofree char *at = weft_input_format (input, x);
  g_autofree char *answer = weft_output_format (self->output, hide_zero (self, y));

  /* Translators: a value of an input, and the answer there */
  return g_strdup_printf (_("%s: %s"), at, answer);
}

static char *
write_percent (double share)
{
  return isfinite (share) ? g_strdup_printf (_("%.1f %%"), 100 * share) : g_strdup ("—");
}

WeftTable *
weft_tornado_rows_to_table (const WeftTornadoRows *self)
{
  WeftTable *table = weft_table_new (NULL);

  weft_table_add_column (table, _("Input"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Low End"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("High End"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Swing"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Total Order"), WEFT_ALIGN_END);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = get_row (self, i);
      g_autofree char *label = weft_input_dup_title (row->input);
      g_autofree char *low = write_end (self, row->input, row->bar.low, row->bar.y_low);
      g_autofree char *high = write_end (self, row->input, row->bar.high, row->bar.y_high);
      g_autofree char *swing = write_percent (row->bar.share);
      g_autofree char *total = write_percent (row->total);
      const char *cells[] = { label, low, high, swing, total, NULL };

      weft_table_add_row (table, cells);
    }
  return table;
}

/* Numbers with all their digits; nothing where there is none. */
static void
add_csv_row (WeftTable *table, const Row *row)
{
  const double numbers[] = { row->bar.low,    row->bar.high,  row->bar.y_low,
                             row->bar.y_high, row->bar.swing, row->total };
  char digits[G_N_ELEMENTS (numbers)][G_ASCII_DTOSTR_BUF_SIZE] = { "" };
  const char *cells[G_N_ELEMENTS (numbers) + 3] = { weft_input_get_path (row->input),
                                                    weft_input_get_unit (row->input) };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    cells[2 + i] = isnan (numbers[i]) ? "" : g_ascii_dtostr (digits[i], sizeof digits[i], numbers[i]);
  weft_table_add_row (table, cells);
}

char *
weft_tornado_rows_to_csv (const WeftTornadoRows *self)
{
  static const char *const titles[] = { "path", "unit", "low", "high", "output_low", "output_high", "swing",
                                        "total_order" };
  g_autoptr (WeftTable) table = weft_table_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    weft_table_add_column (table, titles[i], WEFT_ALIGN_START);
  for (guint i = 0; i < self->rows->len; i++)
    add_csv_row (table, get_row (self, i));
  return weft_table_to_csv (table);
}
