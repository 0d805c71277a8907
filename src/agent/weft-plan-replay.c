/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing a recorded planning run again: the agents' answers come from the record, what the user did is done again at the same
 * place, the evaluator computes anew, and its results are held to the recorded ones. */
#include "agent/weft-chat-private.h"
#include "agent/weft-plan-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-find.h"

static void
clear_input_cb (gpointer data)
{
  WeftPlanInput *input = data;

  g_free (input->text);
  g_clear_object (&input->design);
}

void
weft_plan_read_budget (JsonObject     *object,
                       WeftPlanBudget *budget)
{
  double wall_s = weft_json_find_number (object, "wall_s");
  double cost_usd = weft_json_find_number (object, "cost_usd");

  *budget = (WeftPlanBudget) {
    .evaluations = (guint) MIN (weft_json_find_count (object, "evaluations"), G_MAXUINT),
    .requests = (guint) MIN (weft_json_find_count (object, "requests"), G_MAXUINT),
    .idle_turns = (guint) MIN (weft_json_find_count (object, "idle_turns"), G_MAXUINT),
    .patience = (guint) MIN (weft_json_find_count (object, "patience"), G_MAXUINT),
    .tokens = weft_json_find_count (object, "tokens"),
    .wall_s = isnan (wall_s) ? 0 : wall_s,
    .cost_usd = isnan (cost_usd) ? 0 : cost_usd,
  };
}

/* --- reading the run --- */

/* (nullable) (transfer full) */
static WeftDesign *
read_design (WeftProblem *problem,
             JsonObject  *data)
{
  JsonNode *partitions = json_object_get_member (data, "partitions");
  const char *name = weft_json_find_string (data, "name");

  return partitions != NULL ? weft_problem_frame_design (problem, name != NULL ? name : "", partitions)
                            : NULL;
}

static void
take_control (WeftPlan   *self,
              JsonObject *data,
              guint       after,
              guint       judged)
{
  const char *what = weft_json_find_string (data, "what");
  WeftPlanInput input = { .after = after };

  if (g_strcmp0 (what, "say") == 0)
    input.text = g_strdup (weft_json_find_string (data, "text"));
  else if (g_strcmp0 (what, "budget") == 0)
    {
      input.has_budget = TRUE;
      input.judged = judged;
      weft_plan_read_budget (weft_json_find_object (data, "new"), &input.budget);
    }
  if (input.text != NULL || input.has_budget)
    g_array_append_val (self->inputs, input);
}

/* What has been passed. */
typedef struct
{
  guint requests; /* to the planner */
  guint judged;
  gboolean begun; /* the design that the run began with */
} Passed;

static void
take_edit (WeftPlan     *self,
           JsonObject   *data,
           const Passed *passed)
{
  WeftPlanInput input = { .after = passed->requests };

  input.design = read_design (self->problem, data);
  if (input.design != NULL)
    g_array_append_val (self->inputs, input);
}

static void
take_event (WeftPlan  *self,
            WeftEvent *event,
            Passed    *passed)
{
  JsonObject *data = weft_event_get_data (event);
  const char *kind = weft_event_get_kind (event);
  guint64 seq = weft_event_get_seq (event);

  if (g_str_equal (kind, "llm.request") && g_str_equal (weft_event_get_actor (event), "planner"))
    passed->requests++;
  else if (g_str_equal (kind, "design.validated"))
    passed->judged++;
  else if (g_str_equal (kind, "user.control"))
    take_control (self, data, passed->requests, passed->judged);
  else if (g_str_equal (kind, "user.edit") && self->start != NULL && !passed->begun)
    passed->begun = TRUE;
  else if (g_str_equal (kind, "user.edit"))
    take_edit (self, data, passed);
  else if (g_str_equal (kind, "eval.result"))
    {
      const char *digest = weft_json_find_string (data, "result");

      g_ptr_array_add (self->expected, g_strdup (digest != NULL ? digest : ""));
      g_array_append_val (self->expected_seq, seq);
    }
}

static gboolean
read_events (WeftPlan     *self,
             WeftTrailRun *run,
             GError      **error)
{
  guint64 n = weft_trail_run_n_events (run);
  Passed passed = { 0 };

  self->inputs = g_array_new (FALSE, FALSE, sizeof (WeftPlanInput));
  g_array_set_clear_func (self->inputs, clear_input_cb);
  self->expected = g_ptr_array_new_with_free_func (g_free);
  self->expected_seq = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint64 seq = 1; seq <= n; seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, error);

      if (event == NULL)
        return FALSE;
      take_event (self, event, &passed);
    }

  return TRUE;
}

/* --- settings --- */

static WeftChat *
read_chat (JsonObject    *planner,
           const char    *member,
           WeftTransport *record,
           GError       **error)
{
  JsonNode *node = json_object_get_member (planner, member);
  g_autoptr (WeftEndpoint) endpoint = node != NULL
                                        ? weft_endpoint_new_from_json (node, "run.start", error) : NULL;

  return endpoint != NULL ? weft_chat_new (endpoint, record) : NULL;
}

static gboolean
read_chats (WeftPlanSettings *settings,
            JsonObject       *planner,
            WeftTransport    *record,
            GError          **error)
{
  settings->planner = read_chat (planner, "endpoint", record, error);
  if (settings->planner == NULL)
    {
      if (error != NULL && *error == NULL)
        g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED,
                     _("The run does not say which endpoint it asked"));
      return FALSE;
    }
  if (!json_object_has_member (planner, "specialists_endpoint"))
    return TRUE;
  settings->specialists = read_chat (planner, "specialists_endpoint", record, error);
  return settings->specialists != NULL;
}

static void
read_settings (WeftPlanSettings *settings,
               JsonObject       *start,
               JsonObject       *planner)
{
  JsonNode *design = json_object_get_member (planner, "start");

  weft_plan_read_budget (weft_json_find_object (planner, "budget"), &settings->budget);
  settings->seed = weft_json_find_count (start, "seed");
  settings->no_specialists = !weft_json_find_boolean (planner, "specialists", TRUE);
  settings->no_attribution = !weft_json_find_boolean (planner, "attribution", TRUE);
  settings->no_feedback = !weft_json_find_boolean (planner, "feedback", TRUE);
  if (design != NULL)
    settings->start = weft_design_new_from_json (design, "run.start", NULL, NULL);
}

static WeftPlan *
make_replay (WeftPlanSettings *settings,
             WeftTrailRun     *run,
             JsonObject       *start,
             GError          **error)
{
  JsonObject *planner = weft_json_find_object (start, "planner");
  g_autoptr (WeftTransport) record = weft_record_transport_new (run, error);
  g_autoptr (WeftPlan) self = NULL;

  if (record == NULL)
    return NULL;
  if (planner == NULL)
    {
      g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING,
                   _("Run %s is no planning run; “weft trail replay” computes a search again"),
                   weft_trail_run_get_id (run));
      return NULL;
    }
  read_settings (settings, start, planner);
  if (!read_chats (settings, planner, record, error))
    return NULL;

  self = weft_plan_new (settings, error);
  if (self == NULL)
    return NULL;
  self->record = g_steal_pointer (&record);
  /* What was waited for then is not waited for again. */
  weft_chat_set_wait_factor (self->planner, 0);
  weft_chat_set_wait_factor (self->specialists, 0);
  return read_events (self, run, error) ? g_steal_pointer (&self) : NULL;
}

/* --- while it runs --- */

void
weft_plan_repeat_input (WeftPlan *self)
{
  guint requests = self->counts.requests - self->counts.advice_requests;

  while (self->next_input < self->inputs->len)
    {
      WeftPlanInput *input = &g_array_index (self->inputs, WeftPlanInput, self->next_input);

      if (input->after > requests || (input->after == requests && input->judged > self->n_judged))
        return;
      if (input->text != NULL)
        weft_plan_say (self, input->text);
      if (input->design != NULL)
        weft_plan_hand_back (self, input->design);
      if (input->has_budget)
        weft_plan_set_budget (self, &input->budget);
      self->next_input++;
    }
}

void
weft_plan_compare_result (WeftPlan   *self,
                          const char *digest)
{
  guint index = (guint) self->replay.compared++;
  const char *expected = index < self->expected->len ? g_ptr_array_index (self->expected, index) : NULL;

  if (self->replay.first_difference != 0 || g_strcmp0 (digest, expected) == 0)
    return;

  self->replay.first_difference = index < self->expected_seq->len
                                    ? g_array_index (self->expected_seq, guint64, index)
                                    : 1;
  self->replay.what = expected != NULL
                        ? g_strdup_printf (_("result: recorded %.12s…, computed %.12s…"), expected, digest)
                        : g_strdup (_("the record has no further result"));
}

/* --- public --- */

/**
 * weft_plan_new_replay:
 * @evaluator: the evaluator
 * @run: a recorded planning run
 * @settings: (nullable): no_record, folder and group count
 * @error: return location
 *
 * Returns: (transfer full): a run that has not begun, or %NULL with an error
 */
WeftPlan *
weft_plan_new_replay (WeftEvaluator          *evaluator,
                      WeftTrailRun           *run,
                      const WeftPlanSettings *settings,
                      GError                **error)
{
  g_autoptr (WeftEvent) event = weft_trail_run_find (run, "run.start", FALSE, error);
  g_autoptr (WeftProblem) problem = NULL;
  WeftPlanSettings own = { 0 };
  WeftPlan *self;

  if (event == NULL)
    {
      if (error != NULL && *error == NULL)
        g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING, _("The run has no beginning"));
      return NULL;
    }
  problem = weft_search_read_problem (evaluator, weft_trail_run_get_path (run), error);
  if (problem == NULL)
    return NULL;

  own.problem = problem;
  own.no_record = settings == NULL || settings->no_record;
  own.folder = settings != NULL ? settings->folder : NULL;
  own.group = settings != NULL ? settings->group : NULL;
  self = make_replay (&own, run, weft_event_get_data (event), error);
  g_clear_object (&own.planner);
  g_clear_object (&own.specialists);
  g_clear_object (&own.start);
  return self;
}

/**
 * weft_plan_get_replay:
 * @self: a run
 * @report: (out caller-allocates): what was compared; its text belongs to @self
 *
 * A request that is not asked as it was counts as a difference when no result differs.
 *
 * Returns: whether @self is a replay
 */
gboolean
weft_plan_get_replay (WeftPlan         *self,
                      WeftReplayReport *report)
{
  g_return_val_if_fail (WEFT_IS_PLAN (self), FALSE);

  if (self->record == NULL)
    return FALSE;
  if (self->replay.first_difference == 0)
    {
      self->replay.first_difference = weft_record_transport_get_diverged (self->record);
      if (self->replay.first_difference != 0)
        self->replay.what = g_strdup (_("the planner would be asked something else now"));
      else if (self->state == WEFT_PLAN_DONE && self->replay.compared < self->expected->len)
        {
          self->replay.first_difference = g_array_index (self->expected_seq, guint64,
                                                         self->replay.compared);
          self->replay.what = g_strdup (_("this result was not reached"));
        }
    }
  *report = self->replay;
  return TRUE;
}
