/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of a simulation as a picture in a file, by ranks or by links. */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "base/weft-quantity.h"
#include "draw/gantt/weft-gantt-export-private.h"
#include "draw/sim/weft-gantt-links-private.h"

/* Links that have a row in a picture. */
#define MOST_LINKS 120

/* "of it 3.2 s are iterations that are not shown" (transfer full) (nullable) */
static char *
say_folded (const WeftSimResult *result)
{
  g_autofree char *time = NULL;

  if (!(result->folded_s > 0))
    return NULL;
  time = weft_quantity_format (result->folded_s, WEFT_UNIT_S);
  /* Translators: a part of a time */
  return g_strdup_printf (_("%s of it in iterations like those shown"), time);
}

/**
 * weft_gantt_run_head: (skip)
 * @result: what a simulation found
 *
 * Returns: (transfer full): what was run on what, how long it takes and by which model, in a line
 */
char *
weft_gantt_run_head (const WeftSimResult *result)
{
  g_autofree char *makespan = weft_quantity_format (result->makespan_s, WEFT_UNIT_S);
  g_autofree char *folded = say_folded (result);
  /* Translators: a workload, and the machine that it is simulated on */
  g_autofree char *what = g_strdup_printf (_("%s on %s"), result->trace->name, result->network->name);

  return folded != NULL ? g_strjoin (" · ", what, makespan, folded, result->model, NULL)
                        : g_strjoin (" · ", what, makespan, result->model, NULL);
}

/* (transfer full) */
static char *
write_title (const WeftSimResult *result)
{
  g_autofree char *tasks = weft_quantity_format (result->trace->n_tasks, WEFT_UNIT_COUNT);
  guint n = result->trace->n_ranks;

  /* Translators: name of a workload, number of its tasks, number of ranks */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %s tasks on %u rank", "%s: %s tasks on %u ranks", n),
                          result->trace->name, tasks, n);
}

/**
 * weft_gantt_run_export: (skip)
 * @path: of the file; its suffix says how
 * @results: one or two results
 * @n_results: how many
 * @by_links: rows are links and not ranks
 * @palette: colours and text
 * @error: return location for an error
 *
 * Writes a picture of the runs above each other. The same results give the same bytes.
 *
 * Returns: %FALSE with @error set when the file cannot be written
 */
gboolean
weft_gantt_run_export (const char *path, WeftSimResult *const *results, guint n_results, gboolean by_links,
                       const WeftPalette *palette, GError **error)
{
  WeftGantt *charts[WEFT_GANTT_MOST_CHARTS] = { NULL };
  char *heads[WEFT_GANTT_MOST_CHARTS] = { NULL };
  g_autofree char *title = NULL;
  gboolean done;

  g_return_val_if_fail (path != NULL && results != NULL && palette != NULL, FALSE);
  g_return_val_if_fail (n_results >= 1 && n_results <= WEFT_GANTT_MOST_CHARTS, FALSE);

  for (guint i = 0; i < n_results; i++)
    {
      charts[i] = by_links ? weft_gantt_new_for_busiest (results[i], MOST_LINKS)
                           : weft_gantt_new_for_run (results[i], n_results > 1 ? results[1 - i] : NULL);
      heads[i] = weft_gantt_run_head (results[i]);
    }
  title = write_title (results[0]);
  done = weft_gantt_export_charts (path, charts, (const char *const *) heads, title, palette, error);
  for (guint i = 0; i < n_results; i++)
    {
      weft_gantt_unref (charts[i]);
      g_free (heads[i]);
    }
  return done;
}
