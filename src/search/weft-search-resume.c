/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a recorded run back: its problem, and every proposal with its result, so that a run can go on where it was
 * cut off without evaluating anything twice. */
#include "search/weft-search-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"

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

/* Says which event an error is about. Always FALSE. */
static gboolean
blame (WeftEvent *event,
       GError   **error)
{
  g_prefix_error (error, _("Event %" G_GUINT64_FORMAT ": "), weft_event_get_seq (event));
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
  if (design == NULL || !weft_candidate_from_design (problem, design, candidate, error))
    return blame (event, error);
  return TRUE;
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
  return weft_verdict_from_json (problem, node, &recorded->verdict, error) || blame (event, error);
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

static gboolean
read_start (WeftStart    *start,
            WeftTrailRun *run,
            GError      **error)
{
  const char *id = weft_trail_run_get_id (run);
  gboolean has_evaluator = FALSE;
  gint64 seed = 0, budget = 0;
  WeftJsonAt root, problem, evaluator, at;

  json_node_set_object (start->node, weft_event_get_data (start->event));
  weft_json_at_root (&root, start->node, id);
  if (!weft_json_at_get_object (&root, "problem", WEFT_JSON_REQUIRED, &problem, NULL, error)
      || !weft_json_at_get_string (&root, "method", WEFT_JSON_REQUIRED, &start->method, error)
      || !weft_json_at_get_string (&root, "problem_sha256", WEFT_JSON_REQUIRED,
                                   &start->problem_sha256, error)
      || !weft_json_at_get_string (&root, "catalog_sha256", WEFT_JSON_OPTIONAL,
                                   &start->catalog_sha256, error)
      || !weft_json_at_get_object (&root, "evaluator", WEFT_JSON_OPTIONAL, &evaluator, &has_evaluator,
                                   error)
      || (has_evaluator
          && !weft_json_at_get_string (&evaluator, "profile_sha256", WEFT_JSON_OPTIONAL,
                                       &start->profile_sha256, error))
      || !weft_json_at_get_integer (&root, "seed", WEFT_JSON_REQUIRED, &seed, error)
      || !weft_json_at_get_integer (&root, "budget", WEFT_JSON_REQUIRED, &budget, error))
    return FALSE;
  /* A name would be looked up among the files of whoever reads the run. */
  if (!weft_json_at_get_object (&problem, "space", WEFT_JSON_REQUIRED, &at, NULL, error))
    return FALSE;
  if (budget < 1 || budget > G_MAXINT)
    {
      weft_json_at_member (&root, "budget", &at);
      return weft_json_at_refuse (&at, WEFT_JSON_ERROR_RANGE, "1 to 2147483647 evaluations", error);
    }

  start->problem = problem.node;
  start->seed = (guint64) seed;
  start->budget = (guint) budget;
  return TRUE;
}

/**
 * weft_search_read_start: (skip)
 * @start: (out caller-allocates): what run.start says, to be cleared also on %FALSE
 * @run: a recorded run
 * @error: return location
 *
 * What is recorded may have been written by anybody, so nothing is taken for granted.
 *
 * Returns: %FALSE with an error when the run is none of a search
 */
gboolean
weft_search_read_start (WeftStart    *start,
                        WeftTrailRun *run,
                        GError      **error)
{
  g_autoptr (GError) cause = NULL;

  *start = (WeftStart) { .node = json_node_new (JSON_NODE_OBJECT) };
  start->event = weft_trail_run_find (run, "run.start", FALSE, &cause);
  if (start->event != NULL)
    return read_start (start, run, error);

  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  else
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME, _("%s is no run of a search"),
                 weft_trail_run_get_id (run));
  return FALSE;
}

/**
 * weft_search_clear_start: (skip)
 * @start: what a run.start says
 */
void
weft_search_clear_start (WeftStart *start)
{
  g_clear_object (&start->event);
  g_clear_pointer (&start->node, json_node_unref);
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
  g_auto (WeftStart) start = { 0 };
  WeftProblem *problem;

  if (run == NULL || !weft_search_read_start (&start, run, error))
    return NULL;

  problem = weft_problem_new_from_json (evaluator, start.problem, weft_trail_run_get_id (run),
                                        error);
  if (problem == NULL || g_str_equal (start.problem_sha256, weft_problem_get_digest (problem)))
    return problem;

  g_object_unref (problem);
  g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
               _("The problem of %s does not have the digest that its start says"),
               weft_trail_run_get_id (run));
  return NULL;
}

/* What follows would not be comparable with what is recorded. */
static gboolean
check_same (WeftSearch      *self,
            const WeftStart *start,
            const char      *id,
            GError         **error)
{
  g_autofree char *catalog = weft_problem_catalog_digest (self->problem);
  WeftProfile *profile = weft_inventory_get_profile (self->problem->inventory);

  if (!g_str_equal (start->problem_sha256, weft_problem_get_digest (self->problem)))
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
                 _("%s is a run of another problem"), id);
  else if (start->catalog_sha256 != NULL && !g_str_equal (start->catalog_sha256, catalog))
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
                 _("%s was begun with another catalog, so its results do not go together with those of "
                   "this one; take that catalog again, or start a new run"), id);
  else if (start->profile_sha256 != NULL
           && !g_str_equal (start->profile_sha256, weft_profile_get_digest (profile)))
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
                 _("%s was begun with other constants of the profile %s; take those again, or start a "
                   "new run"), id, weft_profile_get_id (profile));
  else
    return TRUE;
  return FALSE;
}

/* Asked first, since the chain of a long run takes long to check. */
static gboolean
is_open (const char *path,
         GError    **error)
{
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, error);
  g_autoptr (GError) unread = NULL;
  g_autoptr (WeftEvent) end = run != NULL ? weft_trail_run_find (run, "run.end", TRUE, &unread) : NULL;

  if (end == NULL)
    return run != NULL;

  g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
               _("%s has ended, so nothing is left to go on with; “weft trail show %s” shows it"),
               weft_trail_run_get_id (run), weft_trail_run_get_id (run));
  return FALSE;
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
  g_autoptr (WeftTrailWriter) writer = is_open (path, error) ? weft_trail_writer_resume (path, error)
                                                             : NULL;
  g_autoptr (WeftTrailRun) trail = writer != NULL ? weft_trail_run_open (path, error) : NULL;
  g_auto (WeftStart) start = { 0 };
  g_autoptr (GArray) recorded = NULL;
  WeftSearchRun *run;
  int number;

  if (trail == NULL || !weft_search_read_start (&start, trail, error)
      || !check_same (self, &start, weft_trail_run_get_id (trail), error))
    return -1;
  recorded = weft_search_read_recorded (self->problem, trail, error);
  if (recorded == NULL)
    return -1;

  number = weft_search_add_run (self, start.method, start.seed, start.budget, error);
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
