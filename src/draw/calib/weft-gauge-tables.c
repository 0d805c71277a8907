/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the evaluator's fit gives, in columns. */
#include "draw/calib/weft-gauge-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "calib/gauge/weft-gauge-line-private.h"
#include "draw/calib/weft-calib-cells-private.h"

/* Takes the cells. */
static void
take_row (WeftTable *table, GPtrArray *cells)
{
  g_ptr_array_add (cells, NULL);
  weft_table_add_row (table, (const char *const *) cells->pdata);
  g_ptr_array_unref (cells);
}

static GPtrArray *
begin_row (const char *first)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (cells, g_strdup (first));
  return cells;
}

static void
add_number (GPtrArray *cells, double value, const char *format)
{
  char text[64];

  g_ptr_array_add (cells, g_strdup (isfinite (value) ? g_ascii_formatd (text, sizeof text, format, value)
                                                     : WEFT_CALIB_DASH));
}

/* --- sets --- */

static void
add_set (WeftTable *table, const WeftGaugePart *part, const char *set, WeftGaugeView view)
{
  g_autoptr (GArray) picked = g_array_new (FALSE, FALSE, sizeof (WeftGaugeAt));
  GPtrArray *cells = begin_row (set);
  WeftGaugeScore score, own, elsewhere;

  weft_gauge_pick (part, set, picked);
  score = weft_gauge_score (picked, view);
  own = weft_gauge_score (picked, WEFT_GAUGE_IN_SAMPLE);
  elsewhere = weft_gauge_score (picked, WEFT_GAUGE_ELSEWHERE);
  add_number (cells, score.n, "%.0f");
  g_ptr_array_add (cells, weft_calib_percent (score.mape));
  g_ptr_array_add (cells, weft_calib_percent (score.median));
  g_ptr_array_add (cells, weft_calib_percent (score.p90));
  g_ptr_array_add (cells, weft_calib_percent (score.max));
  g_ptr_array_add (cells, weft_calib_percent (own.mape));
  g_ptr_array_add (cells, weft_calib_percent (elsewhere.mape));
  g_ptr_array_add (cells, weft_calib_percent (score.null_mape));
  add_number (cells, score.spearman, "%.3f");
  g_ptr_array_add (cells, weft_calib_percent (score.regret));
  take_row (table, cells);
}

WeftTable *
weft_table_gauge_sets (const WeftGauge *gauge, const WeftGaugePart *part)
{
  WeftTable *table = weft_table_new (_(part->domain->label));
  WeftGaugeView view = part->n_folds > 0 ? WEFT_GAUGE_HELD_OUT : WEFT_GAUGE_IN_SAMPLE;
  g_autoptr (GPtrArray) sets = weft_gauge_sets (part);

  weft_table_add_column (table, _("Set"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Rows"), WEFT_ALIGN_END);
  weft_table_add_column (table, gauge->check ? _("Error") : _("Held out"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Median"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("90 %"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Greatest"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("In sample"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Repository out"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("One constant"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Rank"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Regret"), WEFT_ALIGN_END);
  for (guint i = 0; i < sets->len; i++)
    add_set (table, part, sets->pdata[i], view);
  return table;
}

/* --- constants --- */

WeftTable *
weft_table_gauge_constants (const WeftGaugePart *part)
{
  WeftTable *table = weft_table_new (_("Constants"));

  weft_table_add_column (table, _("Constant"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Value"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Unit"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Start"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Folds, least"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("greatest"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Rows"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Residual"), WEFT_ALIGN_END);
  for (guint j = 0; j < part->parameters->len; j++)
    {
      const WeftGaugeParameter *parameter = part->parameters->pdata[j];
      GPtrArray *cells = begin_row (parameter->key);

      add_number (cells, part->x[j], "%.4g");
      g_ptr_array_add (cells, g_strdup (parameter->unit));
      add_number (cells, parameter->start, "%.4g");
      add_number (cells, part->low[j], "%.3g");
      add_number (cells, part->high[j], "%.3g");
      add_number (cells, part->n_bearing[j], "%.0f");
      add_number (cells, part->residual[j], "%.3f");
      take_row (table, cells);
    }
  return table;
}

/* --- lines --- */

WeftTable *
weft_table_gauge_lines (const WeftGauge *gauge)
{
  WeftTable *table = weft_table_new (_("Lines to reach"));

  weft_table_add_column (table, _("What"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Measure"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Rows"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Reached"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Verdict"), WEFT_ALIGN_START);
  for (guint i = 0; i < gauge->lines->len; i++)
    {
      const WeftGaugeLine *line = gauge->lines->pdata[i];
      GPtrArray *cells;

      if (line->n == 0)
        continue;
      cells = begin_row (line->label);
      g_ptr_array_add (cells, g_strdup (weft_gauge_line_measure (line)));
      add_number (cells, line->n, "%.0f");
      g_ptr_array_add (cells, weft_gauge_line_say (line, line->value));
      g_ptr_array_add (cells, weft_gauge_line_verdict (line));
      take_row (table, cells);
    }
  return table;
}
