/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft trail replay RUN [EVENT]`: computes every recorded evaluation, or the simulation, again, and says where the first
 * difference is. */
#include "cli/weft-cli-trail.h"

#include <glib/gi18n.h>

#include "interop/weft-sim-file.h"
#include "search/weft-sim-record.h"

static void
progress_cb (double   share,
             gpointer data)
{
  g_autofree char *line = g_strdup_printf ("%5.1f %%", 100 * share);

  weft_cli_show_progress (line);
}

static void
print_json (WeftTrailRun           *run,
            const WeftReplayReport *report)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "run", weft_trail_run_get_id (run));
  json_object_set_int_member (object, "compared", (gint64) report->compared);
  json_object_set_int_member (object, "simulations", (gint64) report->simulations);
  json_object_set_boolean_member (object, "equal", report->first_difference == 0);
  if (report->first_difference != 0)
    json_object_set_int_member (object, "first_difference", (gint64) report->first_difference);
  else
    json_object_set_null_member (object, "first_difference");
  json_object_set_string_member (object, "what", report->what != NULL ? report->what : "");
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

static void
print_words (const WeftCliOptions   *options,
             const WeftReplayReport *report)
{
  g_autofree char *line = NULL;

  if (report->first_difference == 0 && report->simulations > 0)
    line = g_strdup (_("The simulation was run again: the same result"));
  else if (report->first_difference == 0)
    line = g_strdup_printf (ngettext ("%" G_GUINT64_FORMAT " evaluation computed again, equal",
                                      "%" G_GUINT64_FORMAT " evaluations computed again, all equal",
                                      (gulong) report->compared), report->compared);
  else
    line = g_strdup_printf (_("event %" G_GUINT64_FORMAT " differs: %s"), report->first_difference,
                            report->what);
  weft_cli_print_styled (options, report->first_difference == 0 ? WEFT_STYLE_GOOD : WEFT_STYLE_BAD,
                         line);
  g_print ("\n");
}

/* A simulation is run again, whatever @from says: it has one result. */
static gboolean
replay (WeftEvaluator          *evaluator,
        WeftTrailRun           *run,
        guint64                 from,
        gboolean                is_quiet,
        WeftReplayReport       *report,
        GError                **error)
{
  void (*progress) (double, gpointer) = is_quiet ? NULL : progress_cb;

  if (weft_sim_record_is_in (run))
    return weft_sim_record_replay (evaluator, run, weft_sim_file_load_again, report, progress, NULL, NULL, error);
  return weft_search_replay (evaluator, run, from, report, progress, NULL, NULL, error);
}

int
weft_trail_verb_replay (const WeftCliOptions   *options,
                        const WeftTrailOptions *own)
{
  g_autoptr (WeftTrailRun) run = weft_cli_trail_open (options->arguments[1]);
  g_autoptr (WeftEvaluator) evaluator = run != NULL ? weft_cli_evaluator (options) : NULL;
  g_autoptr (GError) error = NULL;
  WeftReplayReport report;
  guint64 from = 1;
  gboolean done, equal;

  if (evaluator == NULL)
    return WEFT_EXIT_BAD;
  if (options->n_arguments > 2
      && !g_ascii_string_to_unsigned (options->arguments[2], 10, 1, G_MAXINT64, &from, &error))
    return weft_cli_refuse (_("trail replay: found “%s”, expected the number of an event"),
                            options->arguments[2]);
  done = replay (evaluator, run, from, options->json, &report, &error);
  if (!options->json)
    weft_cli_show_progress (NULL);
  if (!done)
    {
      weft_replay_report_clear (&report);
      return weft_cli_fail (error);
    }

  if (options->json)
    print_json (run, &report);
  else
    print_words (options, &report);
  equal = report.first_difference == 0;
  weft_replay_report_clear (&report);
  return equal ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}
