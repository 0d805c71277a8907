/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a recorded run back: its problem, and every proposal with its result, so that a run can go on where it was
 * cut off without evaluating anything twice. */
#include "search/weft-search-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The kinds of events that a proposal leaves, by stage. */
static const char *const kinds[WEFT_N_STAGES] = {
  "design.proposed", "design.validated", "eval.start", "eval.result", "best.changed",
};

static gboolean
refuse (WeftEvent  *event,
        const char *what,
        GError    **error)
{
  g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
               _("Event %" G_GUINT64_FORMAT " cannot be read back: %s"), weft_event_get_seq (event),
               what);
  return FALSE;
}

/**
 * weft_search_read_candidate: (skip)
 * @problem: the run's problem
 * @event: a design.proposed event
 * @candidate: (out): what it proposes
 * @error: return location
 *
 * Returns: %FALSE with an error when it is not in the space
 */
gboolean
weft_search_read_candidate (WeftProblem   *problem,
                            WeftEvent     *event,
                            WeftCandidate *candidate,
                            GError       **error)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (WeftDesign) design = NULL;
  JsonNode *partitions = json_object_get_member (weft_event_get_data (event), "partitions");
  JsonObject *object = json_object_new ();

  json_node_take_object (root, object);
  if (partitions == NULL)
    return refuse (event, _("it has no partitions"), error);

  json_object_set_member (object, "partitions", json_node_ref (partitions));
  json_object_set_string_member (object, "profile",
                                 weft_profile_get_id (weft_inventory_get_profile (problem->inventory)));
  design = weft_design_new_from_json (root, "event", NULL, error);
  return design != NULL && weft_candidate_from_design (problem, design, candidate, error);
}

static gboolean
read_result (WeftProblem  *problem,
             WeftEvent    *event,
             WeftRecorded *recorded,
             GError      **error)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  json_node_set_object (node, weft_event_get_data (event));
  recorded->settled = TRUE;
  return weft_verdict_from_json (problem, node, &recorded->verdict, error);
}

/* A refused candidate was not evaluated; judging it again costs nothing and gives the words. */
static void
read_refusal (WeftProblem  *problem,
              WeftRecorded *recorded)
{
  g_autoptr (WeftKernel) kernel = weft_kernel_new (&problem->model);

  weft_problem_judge (problem, kernel, &recorded->candidate, &recorded->verdict);
  recorded->settled = recorded->verdict.kind == WEFT_VERDICT_INVALID;
}

static int
find_stage (WeftEvent *event)
{
  for (int i = 0; i < WEFT_N_STAGES; i++)
    if (g_str_equal (weft_event_get_kind (event), kinds[i]))
      return i;

  return -1;
}

static gboolean
take_event (WeftProblem *problem,
            GArray      *recorded,
            WeftEvent   *event,
            GError     **error)
{
  int stage = find_stage (event);
  WeftRecorded *last;

  if (stage < 0)
    return TRUE;
  if (stage == WEFT_STAGE_PROPOSED)
    {
      WeftRecorded fresh = { 0 };

      if (!weft_search_read_candidate (problem, event, &fresh.candidate, error))
        return FALSE;
      g_array_append_val (recorded, fresh);
    }
  if (recorded->len == 0)
    return refuse (event, _("nothing was proposed before it"), error);

  last = &g_array_index (recorded, WeftRecorded, recorded->len - 1);
  last->seq[stage] = weft_event_get_seq (event);
  if (stage == WEFT_STAGE_VALIDATED
      && !json_object_get_boolean_member_with_default (weft_event_get_data (event), "ok", TRUE))
    read_refusal (problem, last);
  return stage != WEFT_STAGE_RESULT || read_result (problem, event, last, error);
}

/**
 * weft_search_read_recorded: (skip)
 * @problem: the run's problem
 * @run: a recorded run
 * @error: return location
 *
 * Returns: (transfer full) (element-type WeftRecorded): its proposals in their order, or %NULL with an error
 */
GArray *
weft_search_read_recorded (WeftProblem  *problem,
                           WeftTrailRun *run,
                           GError      **error)
{
  g_autoptr (GArray) recorded = g_array_new (FALSE, FALSE, sizeof (WeftRecorded));
  guint64 n = weft_trail_run_n_events (run);

  for (guint64 seq = 1; seq <= n; seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, error);

      if (event == NULL || !take_event (problem, recorded, event, error))
        return NULL;
    }

  return g_steal_pointer (&recorded);
}

/**
 * weft_search_read_start: (skip)
 * @run: a recorded run
 * @error: return location
 *
 * Returns: (transfer full): the data of run.start, or %NULL with an error
 */
JsonObject *
weft_search_read_start (WeftTrailRun *run,
                        GError      **error)
{
  g_autoptr (WeftEvent) event = weft_trail_run_find (run, "run.start", FALSE, error);
  JsonObject *data = event != NULL ? weft_event_get_data (event) : NULL;

  if (data != NULL && json_object_has_member (data, "problem") && json_object_has_member (data, "method"))
    return json_object_ref (data);

  if (error != NULL && *error == NULL)
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
                 _("%s is no run of a search"), weft_trail_run_get_id (run));
  return NULL;
}

/**
 * weft_search_read_problem: (skip)
 * @evaluator: the evaluator
 * @path: a recorded run
 * @error: return location
 *
 * Returns: (transfer full): the problem that the run searched, or %NULL with an error
 */
WeftProblem *
weft_search_read_problem (WeftEvaluator *evaluator,
                          const char    *path,
                          GError       **error)
{
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, error);
  g_autoptr (JsonObject) start = run != NULL ? weft_search_read_start (run, error) : NULL;
  WeftProblem *problem;
  const char *digest;

  if (start == NULL)
    return NULL;

  problem = weft_problem_new_from_json (evaluator, json_object_get_member (start, "problem"),
                                        weft_trail_run_get_id (run), error);
  digest = json_object_get_string_member_with_default (start, "problem_sha256", "");
  if (problem == NULL || g_str_equal (digest, weft_problem_get_digest (problem)))
    return problem;

  g_object_unref (problem);
  g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
               _("The problem of %s does not have the digest that its start says"),
               weft_trail_run_get_id (run));
  return NULL;
}

/**
 * weft_search_resume_run: (skip)
 * @self: a search that has not begun, with the problem of the run
 * @path: a recorded run without an end
 * @error: return location
 *
 * Returns: the number of the run, or -1 with an error
 */
int
weft_search_resume_run (WeftSearch *self,
                        const char *path,
                        GError    **error)
{
  g_autoptr (WeftTrailWriter) writer = weft_trail_writer_resume (path, error);
  g_autoptr (WeftTrailRun) trail = writer != NULL ? weft_trail_run_open (path, error) : NULL;
  g_autoptr (JsonObject) start = trail != NULL ? weft_search_read_start (trail, error) : NULL;
  g_autoptr (GArray) recorded = NULL;
  WeftSearchRun *run;
  int number;

  if (start == NULL)
    return -1;
  recorded = weft_search_read_recorded (self->problem, trail, error);
  if (recorded == NULL)
    return -1;

  number = weft_search_add_run (self, json_object_get_string_member_with_default (start, "method", ""),
                                (guint64) json_object_get_int_member_with_default (start, "seed", 0),
                                (guint) json_object_get_int_member_with_default (start, "budget", 0),
                                error);
  if (number < 0)
    return -1;

  run = self->runs->pdata[number];
  if (!run->info->records_all)
    {
      g_ptr_array_remove_index (self->runs, (guint) number);
      g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
                   _("A run of “%s” records improvements only, so it cannot go on; start it again"),
                   run->name);
      return -1;
    }

  run->writer = g_steal_pointer (&writer);
  run->path = g_strdup (path);
  run->recorded = g_steal_pointer (&recorded);
  return number;
}
