/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mapper found, in words: the makespan beside its bound, and the plans that were tried. */
#include "cli/weft-cli-map.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-quantity.h"
#include "mapper/weft-map-result-json.h"

/* Shares that are shown as nothing. */
#define LEAST_PERCENT 0.005

/* Plain numbers with their digits: they may be published ones. */
static char *
show_time (double time_s, WeftUnit unit)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (time_s))
    return g_strdup (_("none"));
  if (unit == WEFT_UNIT_NONE)
    return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.10g", time_s));
  return weft_quantity_format (time_s, unit);
}

static gboolean
has_left_empty (GArray *tries)
{
  for (guint i = 0; i < tries->len; i++)
    if (g_array_index (tries, WeftMapTry, i).without != NULL)
      return TRUE;
  return FALSE;
}

static void
print_tries (const WeftCliOptions *options, GArray *tries, WeftUnit unit)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);
  gboolean is_left = has_left_empty (tries);

  weft_table_add_column (table, _("Algorithm"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Makespan"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Mapper Time"), WEFT_ALIGN_END);
  if (is_left)
    weft_table_add_column (table, _("Left Empty"), WEFT_ALIGN_START);
  for (guint i = 0; i < tries->len; i++)
    {
      const WeftMapTry *try = &g_array_index (tries, WeftMapTry, i);
      g_autofree char *makespan = show_time (try->makespan_s, unit);
      g_autofree char *mapper = weft_quantity_format (try->mapper_s, WEFT_UNIT_S);
      const char *cells[] = { weft_map_algorithm_info (try->algorithm)->title, makespan, mapper,
                              is_left ? (try->without != NULL ? try->without : "") : NULL, NULL };

      weft_table_add_row (table, cells);
    }
  weft_cli_print_table (options, table);
}

static void
print_makespan (const WeftMapResult *result, WeftUnit unit)
{
  const char *title = weft_map_algorithm_info (result->algorithm)->title;
  g_autofree char *makespan = show_time (result->schedule->makespan_s, unit);
  g_autofree char *mapper = weft_quantity_format (result->mapper_s, WEFT_UNIT_S);

  if (result->asked == WEFT_MAP_BEST)
    g_print (_("Makespan: %s by %s, the best of all plans, which took %s to find\n"), makespan, title, mapper);
  else
    g_print (_("Makespan: %s by %s, found in %s\n"), makespan, title, mapper);
}

static const char *
bound_words (const char *kind)
{
  if (g_strcmp0 (kind, "critical path") == 0)
    return _("longest chain at the fastest devices");
  if (g_strcmp0 (kind, "work") == 0)
    return _("work shared by all devices");
  return _("as far as the search went");
}

/* Of the makespan, what is above the bound could be saved at most. */
static void
print_bound (const WeftMapResult *result, WeftUnit unit)
{
  double gap = weft_map_result_gap (result);
  double percent = 100 * gap / (1 + gap);
  g_autofree char *bound = show_time (result->bound_s, unit);

  if (result->is_proved)
    g_print (_("No schedule is shorter: proved\n"));
  else if (gap == 0)
    g_print (_("No schedule is shorter (%s)\n"), bound_words (result->bound_kind));
  else if (!isnan (gap) && percent < LEAST_PERCENT)
    g_print (_("No schedule is shorter than %s (%s): less than 0.01 %% could be saved\n"), bound,
             bound_words (result->bound_kind));
  else if (!isnan (gap))
    g_print (_("No schedule is shorter than %s (%s): at most %.2f %% could be saved\n"), bound,
             bound_words (result->bound_kind), percent);
}

static void
print_means (const WeftPlatform *platform, WeftUnit unit)
{
  char latency[G_ASCII_DTOSTR_BUF_SIZE], inverse[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *startup = weft_quantity_format (platform->mean_latency_s, WEFT_UNIT_S);
  g_autofree char *rate = weft_quantity_format (1 / platform->mean_inverse_bw_s, WEFT_UNIT_BYTES_S);

  if (platform->n_devices == 1)
    return;
  if (unit == WEFT_UNIT_NONE)
    g_print (_("Mean transfer over ordered pairs p ≠ q: %s + data × %s\n"),
             g_ascii_formatd (latency, sizeof latency, "%.6g", platform->mean_latency_s),
             g_ascii_formatd (inverse, sizeof inverse, "%.6g", platform->mean_inverse_bw_s));
  else
    g_print (_("Mean transfer over ordered pairs p ≠ q: %s, and %s\n"), startup, rate);
}

void
weft_cli_print_map_result (const WeftCliOptions *options, const WeftMapProblem *problem, const WeftMapResult *result,
                           WeftUnit unit)
{
  print_makespan (result, unit);
  print_bound (result, unit);
  if (!isnan (result->gap_locality))
    g_print (_("Looking only near the data costs %+.3f %%\n"), 100 * result->gap_locality);
  print_means (problem->platform, unit);
  if (result->tries != NULL && result->tries->len > 1)
    {
      g_print ("\n");
      print_tries (options, result->tries, unit);
    }
}
