/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run writes into its trail: each proposal, the verdict, the result and why. Nothing in it depends on threads,
 * and only the times on the clock. */
#include "search/weft-search-private.h"

#include <string.h>

#include "base/weft-json-write.h"
#include "search/weft-run-start.h"

/* Appends; a full disk is waited for, since no result shall be lost. */
static gboolean
append (WeftSearch    *self,
        WeftSearchRun *run,
        const char    *kind,
        const char    *actor,
        guint64        parent,
        JsonObject    *data,
        guint64       *seq,
        GError       **error)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, data);
  for (;;)
    {
      g_autoptr (GError) local = NULL;

      if (weft_trail_writer_append (run->writer, kind, actor, parent, node, NULL, seq, &local))
        return TRUE;
      if (!g_error_matches (local, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FULL))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      if (!weft_search_wait_for_room (self, local->message))
        return FALSE;
    }
}

/* --- the run --- */

static JsonObject *
describe_run (WeftSearch    *self,
              WeftSearchRun *run)
{
  JsonObject *data = weft_run_start_data (self->problem, run->name, run->info->label, run->seed,
                                          run->counts.budget);

  json_object_set_string_member (data, "recorded", run->info->records_all ? "all" : "improvements");
  if (self->group != NULL)
    json_object_set_string_member (data, "group", self->group);
  return data;
}

/**
 * weft_search_record_start: (skip)
 * @self: a search
 * @run: one of its runs, new
 * @error: return location
 *
 * Makes the trail of the run and writes run.start.
 *
 * Returns: %FALSE when the trail fails or the search was stopped
 */
gboolean
weft_search_record_start (WeftSearch    *self,
                          WeftSearchRun *run,
                          GError       **error)
{
  g_autofree char *seed_text = NULL;

  if (!self->records || run->writer != NULL)
    return TRUE;

  seed_text = g_strdup_printf ("%s %" G_GUINT64_FORMAT " %u %s", run->name, run->seed,
                               run->counts.budget, weft_problem_get_digest (self->problem));
  run->writer = weft_trail_writer_new (self->folder, NULL, seed_text, error);
  if (run->writer == NULL)
    return FALSE;

  g_mutex_lock (&self->lock);
  run->path = g_strdup (weft_trail_writer_get_path (run->writer));
  if (self->group == NULL && self->runs->len > 1)
    self->group = g_strdup (weft_trail_writer_get_id (run->writer));
  g_mutex_unlock (&self->lock);

  return append (self, run, "run.start", "app", 0, describe_run (self, run), NULL, error);
}

/**
 * weft_search_record_control: (skip)
 * @self: a search
 * @run: one of its runs
 * @what: "pause", "go on", "stop", "resume"
 * @error: return location
 *
 * Returns: %FALSE when the trail fails or the search was stopped
 */
gboolean
weft_search_record_control (WeftSearch    *self,
                            WeftSearchRun *run,
                            const char    *what,
                            GError       **error)
{
  JsonObject *data;

  if (run->writer == NULL || run->counts.ended)
    return TRUE;

  data = json_object_new ();
  json_object_set_string_member (data, "what", what);
  return append (self, run, "user.control", "user", 0, data, NULL, error);
}

static JsonObject *
describe_counts (const WeftSearchCounts *counts)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "evaluations", counts->evaluations);
  json_object_set_int_member (object, "invalid", counts->invalid);
  json_object_set_int_member (object, "infeasible", counts->infeasible);
  json_object_set_int_member (object, "duplicates", counts->duplicates);
  json_object_set_int_member (object, "estimates", (gint64) counts->estimates);
  return object;
}

/**
 * weft_search_record_end: (skip)
 * @self: a search
 * @run: one of its runs, which has ended
 * @reason: why
 * @error: return location
 *
 * Returns: %FALSE when the trail fails or the search was stopped
 */
gboolean
weft_search_record_end (WeftSearch    *self,
                        WeftSearchRun *run,
                        const char    *reason,
                        GError       **error)
{
  JsonObject *data;

  if (run->writer == NULL)
    return TRUE;

  data = json_object_new ();
  json_object_set_string_member (data, "reason", reason);
  json_object_set_object_member (data, "counts", describe_counts (&run->counts));
  if (run->counts.has_best)
    {
      JsonObject *best = json_object_new ();

      json_object_set_string_member (best, "design", run->best_design);
      json_object_set_double_member (best, "score", run->counts.best);
      json_object_set_int_member (best, "evaluation", run->counts.best_at);
      json_object_set_object_member (data, "best", best);
    }
  json_object_set_string_member (data, "results", g_checksum_get_string (run->results));

  return append (self, run, "run.end", "app", 0, data, NULL, error)
         && weft_trail_writer_close (run->writer, error);
}

/* --- one proposal --- */

/* What the events of one proposal have in common. */
typedef struct
{
  WeftSearch *search;
  WeftSearchRun *run;
  const WeftProposal *proposal;
  const WeftVerdict *verdict;
  JsonNode *partitions;
  char *design;    /* digest of the partitions */
  guint64 seq[WEFT_N_STAGES];
} Outcome;

static JsonObject *
about (const Outcome *outcome)
{
  JsonObject *data = json_object_new ();

  json_object_set_string_member (data, "design", outcome->design);
  return data;
}

static gboolean
write_stage (Outcome    *outcome,
             WeftStage   stage,
             const char *kind,
             const char *actor,
             guint64     parent,
             JsonObject *data,
             GError    **error)
{
  if (outcome->seq[stage] == 0)
    return append (outcome->search, outcome->run, kind, actor, parent, data, &outcome->seq[stage],
                   error);

  json_object_unref (data);
  return TRUE;
}

static gboolean
write_proposed (Outcome *outcome,
                GError **error)
{
  WeftSearchRun *run = outcome->run;
  const WeftProposal *proposal = outcome->proposal;
  g_autofree char *label = weft_candidate_label (outcome->search->problem, &proposal->candidate);
  JsonObject *data = about (outcome);
  guint64 parent = 1;

  json_object_set_string_member (data, "label", label);
  json_object_set_string_member (data, "reason", proposal->reason);
  json_object_set_string_member (data, "by", run->name);
  json_object_set_member (data, "partitions", json_node_ref (outcome->partitions));
  if (proposal->parent >= 0 && (guint) proposal->parent < run->observed->len)
    {
      const WeftObserved *origin = &g_array_index (run->observed, WeftObserved, proposal->parent);

      json_object_set_string_member (data, "parent_design", origin->design);
      parent = origin->seq;
    }

  return write_stage (outcome, WEFT_STAGE_PROPOSED, "design.proposed", "search", parent, data, error);
}

static gboolean
write_validated (Outcome *outcome,
                 GError **error)
{
  JsonObject *data = about (outcome);
  JsonArray *errors = json_array_new ();
  gboolean valid = outcome->verdict->kind != WEFT_VERDICT_INVALID;

  if (!valid)
    {
      g_autofree char *message = weft_verdict_explain (outcome->search->problem,
                                                       &outcome->proposal->candidate,
                                                       outcome->verdict);
      JsonObject *refusal = json_object_new ();

      json_object_set_string_member (refusal, "code", "partition_too_small");
      json_object_set_string_member (refusal, "message", message);
      json_array_add_object_element (errors, refusal);
    }
  json_object_set_boolean_member (data, "ok", valid);
  json_object_set_array_member (data, "errors", errors);

  return write_stage (outcome, WEFT_STAGE_VALIDATED, "design.validated", "evaluator",
                      outcome->seq[WEFT_STAGE_PROPOSED], data, error);
}

static gboolean
write_started (Outcome *outcome,
               GError **error)
{
  g_autoptr (GChecksum) inputs = g_checksum_new (G_CHECKSUM_SHA256);
  const char *problem = weft_problem_get_digest (outcome->search->problem);
  JsonObject *data = about (outcome);

  g_checksum_update (inputs, (const guchar *) problem, -1);
  g_checksum_update (inputs, (const guchar *) outcome->design, -1);
  json_object_set_string_member (data, "inputs", g_checksum_get_string (inputs));
  return write_stage (outcome, WEFT_STAGE_STARTED, "eval.start", "evaluator",
                      outcome->seq[WEFT_STAGE_VALIDATED], data, error);
}

static gboolean
write_result (Outcome *outcome,
              gboolean duplicate,
              GError **error)
{
  WeftSearchRun *run = outcome->run;
  g_autoptr (JsonNode) verdict = weft_verdict_to_json (outcome->search->problem,
                                                       &outcome->proposal->candidate,
                                                       outcome->verdict);
  g_autofree char *digest = weft_json_digest (verdict);
  JsonObject *data = json_object_ref (json_node_get_object (verdict));

  json_object_set_string_member (data, "design", outcome->design);
  json_object_set_int_member (data, "evaluation", run->counts.evaluations + 1);
  json_object_set_boolean_member (data, "duplicate", duplicate);
  json_object_set_string_member (data, "result", digest);
  g_checksum_update (run->results, (const guchar *) outcome->design, -1);
  g_checksum_update (run->results, (const guchar *) digest, -1);
  return write_stage (outcome, WEFT_STAGE_RESULT, "eval.result", "evaluator",
                      outcome->seq[WEFT_STAGE_STARTED], data, error);
}

static gboolean
write_best (Outcome *outcome,
            GError **error)
{
  WeftSearchRun *run = outcome->run;
  JsonObject *data = about (outcome);

  json_object_set_double_member (data, "score", outcome->verdict->score);
  if (run->counts.has_best)
    json_object_set_double_member (data, "previous", run->counts.best);
  else
    json_object_set_null_member (data, "previous");
  g_strlcpy (run->best_design, outcome->design, sizeof run->best_design);
  return write_stage (outcome, WEFT_STAGE_BEST, "best.changed", "search",
                      outcome->seq[WEFT_STAGE_RESULT], data, error);
}

static gboolean
write_outcome (Outcome *outcome,
               gboolean duplicate,
               gboolean improves,
               GError **error)
{
  if (!write_proposed (outcome, error) || !write_validated (outcome, error))
    return FALSE;
  if (outcome->verdict->kind == WEFT_VERDICT_INVALID)
    return TRUE;

  return write_started (outcome, error) && write_result (outcome, duplicate, error)
         && (!improves || write_best (outcome, error));
}

/**
 * weft_search_record_outcome: (skip)
 * @self: a search
 * @run: one of its runs
 * @proposal: what it proposed
 * @verdict: what became of it
 * @duplicate: whether it had been evaluated before
 * @improves: whether it is the best so far
 * @recorded: (nullable): which of its events are in the trail already
 * @event: (out): number of the event with the result
 * @error: return location
 *
 * Returns: %FALSE when the trail fails or the search was stopped
 */
gboolean
weft_search_record_outcome (WeftSearch         *self,
                            WeftSearchRun      *run,
                            const WeftProposal *proposal,
                            const WeftVerdict  *verdict,
                            gboolean            duplicate,
                            gboolean            improves,
                            const WeftRecorded *recorded,
                            guint64            *event,
                            GError            **error)
{
  g_autoptr (JsonNode) partitions = NULL;
  g_autofree char *design = NULL;
  WeftObserved observed = { 0 };
  Outcome outcome = { self, run, proposal, verdict };

  if (run->writer == NULL || (!run->info->records_all && !improves))
    return TRUE;

  partitions = weft_candidate_partitions (self->problem, &proposal->candidate);
  design = weft_json_digest (partitions);
  outcome.partitions = partitions;
  outcome.design = design;
  if (recorded != NULL)
    memcpy (outcome.seq, recorded->seq, sizeof outcome.seq);
  if (!write_outcome (&outcome, duplicate, improves, error))
    return FALSE;

  *event = outcome.seq[verdict->kind == WEFT_VERDICT_INVALID ? WEFT_STAGE_VALIDATED
                                                             : WEFT_STAGE_RESULT];
  observed.seq = *event;
  g_strlcpy (observed.design, design, sizeof observed.design);
  g_array_append_val (run->observed, observed);
  return TRUE;
}
