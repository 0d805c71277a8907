/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One plan of a mapper, or two, as a picture in a file. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "draw/gantt/weft-gantt-export-private.h"
#include "draw/gantt/weft-gantt-export.h"
#include "draw/gantt/weft-gantt-plan.h"
#include "draw/workload/weft-mapping-table.h"

/* "1.23 ms", or "123" without a unit. (transfer full) */
static char *
format_makespan (const WeftMapProblem *problem, double time_s)
{
  return problem->platform->device != NULL ? weft_quantity_format (time_s, WEFT_UNIT_S)
                                           : g_strdup_printf ("%.10g", time_s);
}

/* (transfer full) */
static char *
write_gap (const WeftMapResult *result)
{
  double gap = result->bound_s > 0 ? result->schedule->makespan_s / result->bound_s - 1 : NAN;

  if (result->is_proved)
    return g_strdup (_("proved to be the shortest"));
  if (!isfinite (gap))
    return NULL;
  if (gap < 5e-5)
    return g_strdup (_("as short as the bound"));
  /* Translators: how far a time is above the least that is possible */
  return gap < 0.0995 ? g_strdup_printf (_("at most %.2f %% above the bound"), 100 * gap)
                      : g_strdup_printf (_("at most %.0f %% above the bound"), 100 * gap);
}

/**
 * weft_gantt_head: (skip)
 * @problem: what was mapped
 * @result: what a mapper found
 *
 * Returns: (transfer full): algorithm, makespan, distance from the bound and time of the mapper, in a line
 */
char *
weft_gantt_head (const WeftMapProblem *problem, const WeftMapResult *result)
{
  g_autofree char *makespan = format_makespan (problem, result->schedule->makespan_s);
  g_autofree char *gap = write_gap (result);
  g_autofree char *mapper = weft_quantity_format (result->mapper_s, WEFT_UNIT_S);
  /* Translators: how long a mapper took */
  g_autofree char *mapped = g_strdup_printf (_("mapped in %s"), mapper);
  g_autofree char *title = weft_map_result_title (result);

  return gap != NULL ? g_strjoin (" · ", title, makespan, gap, mapped, NULL)
                     : g_strjoin (" · ", title, makespan, mapped, NULL);
}

/* (transfer full) */
static char *
write_title (const WeftMapProblem *problem)
{
  g_autofree char *tasks = weft_quantity_format (problem->graph->n_tasks, WEFT_UNIT_COUNT);
  guint n = problem->platform->n_devices;

  /* Translators: name of a workload, number of its tasks, number of devices */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %s tasks on %u device", "%s: %s tasks on %u devices", n),
                          problem->graph->name, tasks, n);
}

/**
 * weft_gantt_export: (skip)
 * @path: of the file; its suffix says how
 * @problem: what was mapped
 * @plans: one or two plans of it
 * @n_plans: how many
 * @palette: colours and text
 * @error: return location for an error
 *
 * Writes a picture of the schedules. The same plans give the same bytes but for the mapper's time in the heads.
 *
 * Returns: %FALSE with @error set when the file cannot be written
 */
gboolean
weft_gantt_export (const char *path, WeftMapProblem *problem, const WeftGanttPlan *plans, guint n_plans,
                   const WeftPalette *palette, GError **error)
{
  WeftGantt *charts[WEFT_GANTT_MOST_CHARTS] = { NULL };
  char *heads[WEFT_GANTT_MOST_CHARTS] = { NULL };
  g_autofree char *title = NULL;
  gboolean done;

  g_return_val_if_fail (path != NULL && problem != NULL && palette != NULL, FALSE);
  g_return_val_if_fail (n_plans >= 1 && n_plans <= WEFT_GANTT_MOST_CHARTS, FALSE);

  for (guint i = 0; i < n_plans; i++)
    {
      const WeftSchedule *beside = n_plans > 1 ? plans[1 - i].result->schedule : NULL;

      charts[i] = weft_gantt_new (problem, plans[i].result->schedule, plans[i].report, beside);
      heads[i] = weft_gantt_head (problem, plans[i].result);
    }
  title = write_title (problem);
  done = weft_gantt_export_charts (path, charts, (const char *const *) heads, title, palette, error);
  for (guint i = 0; i < n_plans; i++)
    {
      weft_gantt_unref (charts[i]);
      g_free (heads[i]);
    }
  return done;
}
