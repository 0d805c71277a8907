/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study as tables for people and as CSV for programs. */
#include "draw/weft-study-table.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"

#define EN_DASH "–"

/* --- cells; all (transfer full) --- */

static char *
format_unknown (void)
{
  return g_strdup (_("unknown"));
}

/* "1.712 ± 0.043"; one run has no spread. */
static char *
format_score (double mean, double sd, guint digits)
{
  if (isnan (mean))
    return format_unknown ();
  return isnan (sd) ? g_strdup_printf ("%.*f", (int) digits, mean)
                    : g_strdup_printf ("%.*f ± %.*f", (int) digits, mean, (int) digits, sd);
}

/* A mean of counts: "100", "9.5". */
static char *
format_count (double value)
{
  if (isnan (value))
    return format_unknown ();
  if (isinf (value))
    return g_strdup (_("never"));
  return g_strdup_printf (value == rint (value) ? "%.0f" : "%.1f", value);
}

static char *
format_percent (double share)
{
  return isnan (share) ? format_unknown () : g_strdup_printf ("%.2f %%", 100 * share);
}

static char *
format_p (double p)
{
  if (isnan (p))
    return g_strdup (EN_DASH);
  return p < 0.0001 ? g_strdup ("< 0.0001") : g_strdup_printf ("%.4f", p);
}

static char *
format_method (const WeftStudyRow *row)
{
  const char *options = strchr (row->method, ':');

  return options != NULL ? g_strdup_printf ("%s (%s)", _(row->label), options + 1)
                         : g_strdup (_(row->label));
}

static void
take_row (WeftTable *table, char *const *cells)
{
  weft_table_add_row (table, (const char *const *) cells);
  for (guint i = 0; cells[i] != NULL; i++)
    g_free (cells[i]);
}

/* --- scores --- */

static void
add_score (WeftTable *table, const WeftStudyRow *row, gboolean has_source)
{
  char *cells[] = {
    format_method (row),
    format_count (row->evaluations),
    g_strdup_printf ("%u", row->runs),
    format_score (row->mean, row->sd, 3),
    has_source ? g_strdup (_("this study")) : NULL,
    NULL,
  };

  take_row (table, cells);
}

static void
add_published (WeftTable *table, const WeftPublishedTable *published, const WeftPublishedTableRow *row)
{
  char *cells[] = {
    row->planner != NULL ? g_strdup_printf ("%s (%s)", row->method, row->planner)
                         : g_strdup (row->method),
    g_strdup_printf ("%u", row->evaluations),
    g_strdup_printf ("%u", row->runs),
    format_score (row->mean, row->sd, 2), /* as many digits as were published */
    g_strdup (published->name),
    NULL,
  };

  take_row (table, cells);
}

/**
 * weft_table_study_scores: (skip)
 * @study: a study that has been computed
 * @published: (nullable): scores to read beside them
 *
 * Returns: (transfer full): a row for each method and budget, then the published ones
 */
WeftTable *
weft_table_study_scores (WeftStudy *study, const WeftPublishedTable *published)
{
  WeftTable *table = weft_table_new (_("Scores"));

  weft_table_add_column (table, _("Method"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Evaluations"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Runs"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Score (mean ± sd)"), WEFT_ALIGN_END);
  if (published != NULL)
    weft_table_add_column (table, _("Source"), WEFT_ALIGN_START);
  for (guint i = 0; i < weft_study_n_rows (study); i++)
    add_score (table, weft_study_get_row (study, i), published != NULL);
  for (guint i = 0; published != NULL && i < published->rows->len; i++)
    add_published (table, published, &g_array_index (published->rows, WeftPublishedTableRow, i));
  return table;
}

/* --- comparison --- */

static void
add_comparison (WeftTable *table, const WeftStudyRow *row)
{
  char *cells[] = {
    format_method (row),
    g_strdup_printf ("%u", row->budget),
    format_percent (row->regret_mean),
    g_strdup_printf (_("%u of %u"), row->within_1pct, row->runs),
    format_count (row->evals_to_1pct),
    format_count (row->ert_1pct),
    format_p (row->p_value),
    format_p (row->p_holm),
    isnan (row->a12) ? g_strdup (EN_DASH) : g_strdup_printf ("%.2f", row->a12),
    format_percent (row->specialised_power_mean),
    NULL,
  };

  take_row (table, cells);
}

/**
 * weft_table_study_comparison: (skip)
 * @study: a study that has been computed
 *
 * Returns: (transfer full): a row for each method and budget
 */
WeftTable *
weft_table_study_comparison (WeftStudy *study)
{
  WeftTable *table = weft_table_new (_("Regret and comparison"));

  weft_table_add_column (table, _("Method"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Budget"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Regret"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Within 1 %"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Median to 1 %"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("ERT to 1 %"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("p"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("p (Holm)"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("A12"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Specialised"), WEFT_ALIGN_END);
  for (guint i = 0; i < weft_study_n_rows (study); i++)
    add_comparison (table, weft_study_get_row (study, i));
  return table;
}

/* --- counts --- */

static void
add_counts (WeftTable *table, const WeftStudyRow *row)
{
  char *cells[] = {
    format_method (row),
    g_strdup_printf ("%u", row->budget),
    format_count (row->evaluations),
    format_count (row->infeasible),
    format_count (row->duplicates),
    format_count (row->invalid),
    format_count (row->schema_invalid),
    format_count (row->estimates),
    NULL,
  };

  take_row (table, cells);
}

/**
 * weft_table_study_counts: (skip)
 * @study: a study that has been computed
 *
 * Returns: (transfer full): means over the runs, a row for each method and budget
 */
WeftTable *
weft_table_study_counts (WeftStudy *study)
{
  WeftTable *table = weft_table_new (_("Evaluations a run"));

  weft_table_add_column (table, _("Method"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Budget"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Evaluations"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Infeasible"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Repeated"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Refused"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("No design"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Estimates"), WEFT_ALIGN_END);
  for (guint i = 0; i < weft_study_n_rows (study); i++)
    add_counts (table, weft_study_get_row (study, i));
  return table;
}

/* --- CSV --- */

/* All digits; nothing for what is unknown or never happened. */
static char *
format_exact (double value)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  return g_strdup (isfinite (value) ? weft_json_format_double (value, buffer) : "");
}

static void
add_exact (WeftTable *table, WeftStudy *study, const WeftStudyRow *row)
{
  char *cells[] = {
    g_strdup (row->method),
    format_exact (row->budget),
    format_exact (row->evaluations),
    format_exact (row->runs),
    format_exact (row->mean),
    format_exact (row->sd),
    format_exact (row->interval.low),
    format_exact (row->interval.high),
    format_exact (row->regret_mean),
    format_exact (row->within_1pct),
    format_exact (row->evals_to_1pct),
    format_exact (row->ert_1pct),
    g_strdup (row->baseline >= 0 ? weft_study_get_row (study, (guint) row->baseline)->method : ""),
    format_exact (row->p_value),
    format_exact (row->p_holm),
    format_exact (row->a12),
    format_exact (row->invalid),
    format_exact (row->schema_invalid),
    format_exact (row->infeasible),
    format_exact (row->duplicates),
    format_exact (row->estimates),
    format_exact (row->specialised_power_mean),
    NULL,
  };

  take_row (table, cells);
}

/**
 * weft_csv_study: (skip)
 * @study: a study that has been computed
 *
 * Returns: (transfer full): a line for each method and budget, below the names of the columns, which are the keys of the JSON
 */
char *
weft_csv_study (WeftStudy *study)
{
  static const char *const columns[] = {
    "method", "budget", "evaluations", "runs", "mean", "sd", "mean_low", "mean_high", "regret_mean",
    "within_1pct", "evals_to_1pct", "ert_1pct", "baseline", "p_value", "p_holm", "a12", "invalid",
    "schema_invalid", "infeasible", "duplicates", "estimates", "specialised_power_mean",
  };
  g_autoptr (WeftTable) table = weft_table_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    weft_table_add_column (table, columns[i], WEFT_ALIGN_START);
  for (guint i = 0; i < weft_study_n_rows (study); i++)
    add_exact (table, study, weft_study_get_row (study, i));
  return weft_table_to_csv (table);
}
