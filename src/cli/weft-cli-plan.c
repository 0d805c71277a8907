/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A planning run on a terminal: the main loop, Ctrl+C, and what is said at the end. */
#include "cli/weft-cli-plan.h"

#include <math.h>
#include <signal.h>

#include <glib-unix.h>
#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "cli/weft-cli-dialogue.h"

static gboolean
stop_cb (gpointer data)
{
  weft_plan_stop (data);
  return G_SOURCE_CONTINUE;
}

static void
run_loop (WeftPlan *plan)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  guint interrupt = g_unix_signal_add (SIGINT, stop_cb, plan);
  guint terminate = g_unix_signal_add (SIGTERM, stop_cb, plan);

  g_signal_connect_swapped (plan, "done", G_CALLBACK (g_main_loop_quit), loop);
  weft_plan_start (plan);
  if (weft_plan_get_state (plan) != WEFT_PLAN_DONE)
    g_main_loop_run (loop);
  g_source_remove (interrupt);
  g_source_remove (terminate);
}

/* --- JSON --- */

static void
write_replay (WeftPlan   *plan,
              JsonObject *to)
{
  WeftReplayReport report;
  JsonObject *object;

  if (!weft_plan_get_replay (plan, &report))
    return;
  object = json_object_new ();
  json_object_set_int_member (object, "compared", (gint64) report.compared);
  json_object_set_boolean_member (object, "equal", report.first_difference == 0);
  if (report.first_difference != 0)
    {
      json_object_set_int_member (object, "first_difference", (gint64) report.first_difference);
      json_object_set_string_member (object, "what", report.what);
    }
  json_object_set_object_member (to, "replay", object);
}

static void
print_json (WeftPlan *plan)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (WeftDesign) best = weft_plan_dup_best (plan);
  GArray *curve = weft_plan_get_curve (plan);
  JsonArray *scores = json_array_new ();
  JsonObject *object = json_object_new ();
  WeftPlanCounts counts;

  weft_plan_get_counts (plan, &counts);
  json_object_set_double_member (object, "score", counts.has_best ? counts.best : 0);
  if (best != NULL)
    json_object_set_member (object, "design", weft_design_to_json (best));
  else
    json_object_set_null_member (object, "design");
  json_object_set_int_member (object, "found_at", counts.best_at);
  for (guint i = 0; i < curve->len; i++)
    json_array_add_double_element (scores, isnan (g_array_index (curve, double, i))
                                             ? 0 : g_array_index (curve, double, i));
  json_object_set_array_member (object, "curve", scores);
  json_object_set_object_member (object, "counts", weft_plan_counts_to_json (&counts));
  json_object_set_string_member (object, "ended", weft_plan_get_reason (plan));
  if (weft_plan_get_path (plan) != NULL)
    json_object_set_string_member (object, "run", weft_plan_get_path (plan));
  write_replay (plan, object);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

/* --- text --- */

static void
print_text (const WeftCliOptions *options,
            WeftPlan             *plan)
{
  g_autoptr (WeftDesign) best = weft_plan_dup_best (plan);
  WeftPlanCounts counts;
  WeftReplayReport report;

  weft_plan_get_counts (plan, &counts);
  g_print ("\n");
  if (best != NULL)
    g_print (_("%.4f  %s, found by evaluation %u of %u\n"), counts.best, weft_design_get_name (best),
             counts.best_at, counts.evaluations);
  else
    g_print (_("No design that can be scored, in %u evaluations\n"), counts.evaluations);
  g_print (_("%u refused by the schema, %u by a constraint, %u without a score, %u repeats; %u requests, "
             "%s%" G_GUINT64_FORMAT " tokens in, %" G_GUINT64_FORMAT " out\n"),
           counts.schema_invalid, counts.refused, counts.infeasible, counts.duplicates, counts.requests,
           counts.tokens_estimated ? "~" : "", counts.tokens_prompt, counts.tokens_completion);
  if (!isnan (counts.cost_usd) && counts.cost_usd > 0)
    g_print (_("$%.4f by the prices of the endpoint’s profile\n"), counts.cost_usd);
  if (weft_plan_get_replay (plan, &report))
    {
      if (report.first_difference == 0)
        g_print (_("%" G_GUINT64_FORMAT " results compared with the record, all equal\n"),
                 report.compared);
      else
        g_print (_("Differs from the record at event %" G_GUINT64_FORMAT ": %s\n"),
                 report.first_difference, report.what);
    }
}

static int
find_status (WeftPlan *plan)
{
  WeftPlanCounts counts;
  WeftReplayReport report;

  weft_plan_get_counts (plan, &counts);
  if (weft_plan_get_replay (plan, &report))
    return report.first_difference == 0 ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
  if (counts.has_best)
    return WEFT_EXIT_DONE;
  return counts.evaluations > 0 ? WEFT_EXIT_NO : WEFT_EXIT_BAD;
}

int
weft_cli_run_plan (const WeftCliOptions *options,
                   WeftPlan             *plan,
                   gboolean              thinking)
{
  WeftCliDialogue *dialogue = options->json
                                ? NULL
                                : weft_cli_dialogue_new (options, weft_plan_get_dialogue (plan), thinking);
  int status;

  run_loop (plan);
  g_clear_pointer (&dialogue, weft_cli_dialogue_free);
  status = find_status (plan);
  if (options->json)
    print_json (plan);
  else
    print_text (options, plan);
  if (status == WEFT_EXIT_BAD)
    weft_cli_note ("weft: %s", weft_plan_get_reason (plan));
  if (weft_plan_get_path (plan) != NULL)
    {
      g_autofree char *name = g_path_get_basename (weft_plan_get_path (plan));

      weft_cli_note (_("recorded as %.26s"), name);
    }
  return status;
}
