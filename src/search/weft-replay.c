/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replay: every recorded evaluation is computed again from the run's own problem, and the first result that is not the
 * recorded one is named. No method and no planner is asked for anything. */
#include "search/weft-search-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json-write.h"

/* Events between two looks at progress and cancelling. */
#define STRIDE 64

typedef struct
{
  WeftProblem *problem;
  WeftKernel *kernel;
  guint64 from;             /* the first event that is compared */
  WeftReplayReport *report;
  gboolean has_candidate;
  WeftCandidate candidate;  /* of the last proposal */
} Replay;

static void
differ (Replay     *replay,
        WeftEvent  *event,
        const char *format,
        ...) G_GNUC_PRINTF (3, 4);

static void
differ (Replay     *replay,
        WeftEvent  *event,
        const char *format,
        ...)
{
  va_list arguments;

  if (replay->report->first_difference != 0)
    return;

  replay->report->first_difference = weft_event_get_seq (event);
  va_start (arguments, format);
  replay->report->what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
}

/* The first member of the computed object that the recorded one has otherwise. */
static void
compare_members (Replay     *replay,
                 WeftEvent  *event,
                 JsonObject *computed)
{
  JsonObject *recorded = weft_event_get_data (event);
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, computed);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    {
      JsonNode *other = json_object_get_member (recorded, key);
      g_autofree char *now = weft_json_write_canonical (node);
      g_autofree char *then = other != NULL ? weft_json_write_canonical (other) : NULL;

      if (g_strcmp0 (now, then) != 0)
        differ (replay, event, _("%s: recorded %s, computed %s"), key,
                then != NULL ? then : _("nothing"), now);
    }
}

static gboolean
take_proposal (Replay    *replay,
               WeftEvent *event,
               GError   **error)
{
  if (!weft_search_read_candidate (replay->problem, event, &replay->candidate, error))
    return FALSE;

  replay->has_candidate = TRUE;
  return TRUE;
}

static void
take_result (Replay    *replay,
             WeftEvent *event)
{
  g_autoptr (JsonNode) computed = NULL;
  WeftVerdict verdict;

  if (!replay->has_candidate)
    {
      differ (replay, event, _("it has a result, but nothing was proposed before it"));
      return;
    }

  weft_problem_judge (replay->problem, replay->kernel, &replay->candidate, &verdict);
  computed = weft_verdict_to_json (replay->problem, &replay->candidate, &verdict);
  replay->report->compared++;
  compare_members (replay, event, json_node_get_object (computed));
}

static void
take_validation (Replay    *replay,
                 WeftEvent *event)
{
  gboolean ok = json_object_get_boolean_member_with_default (weft_event_get_data (event), "ok", TRUE);
  WeftVerdict verdict;

  if (!replay->has_candidate)
    return;

  weft_problem_judge (replay->problem, replay->kernel, &replay->candidate, &verdict);
  if (ok != (verdict.kind != WEFT_VERDICT_INVALID))
    differ (replay, event, ok ? _("recorded as valid, refused now")
                              : _("recorded as refused, valid now"));
}

static gboolean
take_event (Replay    *replay,
            WeftEvent *event,
            GError   **error)
{
  const char *kind = weft_event_get_kind (event);

  if (g_str_equal (kind, "design.proposed"))
    return take_proposal (replay, event, error);
  if (weft_event_get_seq (event) < replay->from)
    return TRUE;
  if (g_str_equal (kind, "design.validated"))
    take_validation (replay, event);
  else if (g_str_equal (kind, "eval.result"))
    take_result (replay, event);
  return TRUE;
}

static gboolean
replay_events (Replay       *replay,
               WeftTrailRun *run,
               void (*progress) (double share, gpointer data),
               gpointer      data,
               GCancellable *cancellable,
               GError      **error)
{
  guint64 n = weft_trail_run_n_events (run);

  for (guint64 seq = 1; seq <= n && replay->report->first_difference == 0; seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, error);

      if (event == NULL || !take_event (replay, event, error))
        return FALSE;
      if (seq % STRIDE != 0)
        continue;
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (progress != NULL)
        progress ((double) seq / (double) n, data);
    }

  return TRUE;
}

/**
 * weft_replay_report_clear: (skip)
 * @report: a report
 */
void
weft_replay_report_clear (WeftReplayReport *report)
{
  g_clear_pointer (&report->what, g_free);
  *report = (WeftReplayReport) { 0 };
}

/**
 * weft_search_replay: (skip)
 * @evaluator: the evaluator
 * @run: a recorded run
 * @from: the first event that is compared; 1 for all
 * @report: (out): what was compared, and the first difference
 * @progress: (nullable): called now and then with the share that is done
 * @data: for @progress
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Ends at the first difference.
 *
 * Returns: %FALSE when the run cannot be read, its problem not be made, or when cancelled
 */
gboolean
weft_search_replay (WeftEvaluator    *evaluator,
                    WeftTrailRun     *run,
                    guint64           from,
                    WeftReplayReport *report,
                    void (*progress) (double share, gpointer data),
                    gpointer          data,
                    GCancellable     *cancellable,
                    GError          **error)
{
  g_autoptr (WeftProblem) problem = weft_search_read_problem (evaluator, weft_trail_run_get_path (run),
                                                              error);
  Replay replay = { .problem = problem, .from = from, .report = report };
  gboolean done;

  *report = (WeftReplayReport) { 0 };
  if (problem == NULL)
    return FALSE;

  replay.kernel = weft_kernel_new (&problem->model);
  done = replay_events (&replay, run, progress, data, cancellable, error);
  weft_kernel_free (replay.kernel);
  return done;
}
