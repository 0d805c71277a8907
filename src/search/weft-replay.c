/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replay: every recorded evaluation is computed again from the run's own problem, and the first result that is not the
 * recorded one is named. No method and no planner is asked for anything. */
#include "search/weft-search-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json-find.h"
#include "base/weft-json-write.h"
#include "search/weft-draft.h"

/* Events between two looks at progress and cancelling. */
#define STRIDE 64

typedef struct
{
  WeftProblem *problem;
  WeftKernel *kernel;
  guint64 from;             /* the first event that is compared */
  WeftReplayReport *report;
  WeftDraft *draft;         /* (nullable): the last proposal */
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

static void
take_proposal (Replay    *replay,
               WeftEvent *event)
{
  g_autoptr (JsonNode) root = json_node_init_object (json_node_alloc (), weft_event_get_data (event));

  g_clear_pointer (&replay->draft, weft_draft_free);
  replay->draft = weft_draft_new (replay->problem, root);
}

/* Whether it may be evaluated, and what comes out. */
static gboolean
judge (Replay      *replay,
       WeftVerdict *verdict)
{
  return replay->draft->errors->len == 0
         && weft_draft_judge (replay->draft, replay->problem, replay->kernel, verdict);
}

static void
take_result (Replay    *replay,
             WeftEvent *event)
{
  g_autoptr (JsonNode) computed = NULL;
  WeftVerdict verdict;

  if (replay->draft == NULL)
    {
      differ (replay, event, _("it has a result, but nothing was proposed before it"));
      return;
    }
  replay->report->compared++;
  if (!judge (replay, &verdict))
    {
      const WeftDraftError *refusal = g_ptr_array_index (replay->draft->errors, 0);

      differ (replay, event, _("it has a result, but the design is refused now: %s: %s"),
              refusal->path, refusal->message);
      return;
    }

  computed = weft_verdict_machine_to_json (replay->problem, &replay->draft->machine, &verdict);
  compare_members (replay, event, json_node_get_object (computed));
}

/* A call that is no design, and one that was refused for another reason than the design, have no proposal to judge. */
static void
take_validation (Replay    *replay,
                 WeftEvent *event)
{
  JsonObject *data = weft_event_get_data (event);
  gboolean ok = weft_json_find_boolean (data, "ok", TRUE);
  const char *stage = weft_json_find_string (data, "stage");
  WeftVerdict verdict;

  if (replay->draft == NULL || !json_object_has_member (data, "design")
      || (stage != NULL && !g_str_equal (stage, "constraint") && !g_str_equal (stage, "schema")))
    return;
  if (ok != judge (replay, &verdict))
    differ (replay, event, ok ? _("recorded as valid, refused now")
                              : _("recorded as refused, valid now"));
}

static void
take_event (Replay    *replay,
            WeftEvent *event)
{
  const char *kind = weft_event_get_kind (event);

  if (g_str_equal (kind, "design.proposed"))
    take_proposal (replay, event);
  else if (weft_event_get_seq (event) < replay->from)
    return;
  else if (g_str_equal (kind, "design.validated"))
    take_validation (replay, event);
  else if (g_str_equal (kind, "eval.result"))
    take_result (replay, event);
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

      if (event == NULL)
        return FALSE;
      take_event (replay, event);
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
  g_clear_pointer (&replay.draft, weft_draft_free);
  return done;
}
