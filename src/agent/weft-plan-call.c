/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answering the planner's calls, one after the other: reading the design, refusing it with reasons, or having it evaluated.
 * This is the only place where results come from, and they come from the evaluator. */
#include "agent/weft-plan-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"

/* Errors that a planner is shown. */
#define MOST_ERRORS 10
/* Designs that were evaluated before, in a row, until the planner is told so. */
#define TOLD_DUPLICATES 3
/* Characters of arguments that are no design which the trail's event shows; its response has all. */
#define SHOWN_ARGUMENTS 2000

/* --- recording --- */

/* @call: (nullable): none for a design of the user. */
static guint64
record_proposed (WeftPlan           *self,
                 WeftDraft          *draft,
                 const WeftTurnCall *call,
                 const char         *actor,
                 const char         *reason,
                 guint64             parent)
{
  JsonObject *data = json_object_new ();

  json_object_set_string_member (data, "design", draft->digest);
  json_object_set_string_member (data, "label", draft->label);
  json_object_set_string_member (data, "by", self->method);
  json_object_set_member (data, "partitions", json_node_ref (draft->partitions));
  if (reason != NULL && reason[0] != '\0')
    json_object_set_string_member (data, "reason", reason);
  if (draft->name != NULL)
    json_object_set_string_member (data, "name", draft->name);
  if (call != NULL)
    {
      json_object_set_string_member (data, "call", call->id);
      json_object_set_boolean_member (data, "recovered", call->recovered);
    }
  if (self->best >= 0)
    {
      const WeftPlanned *best = g_ptr_array_index (self->planned, (guint) self->best);

      json_object_set_string_member (data, "parent_design", best->digest);
    }
  return weft_plan_record (self, "design.proposed", actor, parent, data);
}

/* @errors: (transfer full) (nullable): none for a valid design. */
static guint64
record_validated (WeftPlan           *self,
                  const WeftDraft    *draft,
                  const WeftTurnCall *call,
                  const char         *stage,
                  JsonArray          *errors,
                  guint64             parent)
{
  JsonObject *data = json_object_new ();

  json_object_set_boolean_member (data, "ok", errors == NULL);
  json_object_set_array_member (data, "errors", errors != NULL ? errors : json_array_new ());
  self->n_judged++;
  if (stage != NULL)
    json_object_set_string_member (data, "stage", stage);
  if (call != NULL)
    json_object_set_string_member (data, "call", call->id);
  if (draft != NULL && draft->digest != NULL)
    json_object_set_string_member (data, "design", draft->digest);
  else if (call != NULL)
    {
      g_autofree char *shown = g_utf8_substring (
        call->arguments_raw, 0, MIN (g_utf8_strlen (call->arguments_raw, -1), SHOWN_ARGUMENTS));

      json_object_set_string_member (data, "arguments", shown);
    }
  return weft_plan_record (self, "design.validated", "evaluator", parent, data);
}

static void
record_duplicate (WeftPlan           *self,
                  const WeftDraft    *draft,
                  const WeftTurnCall *call,
                  const WeftPlanned  *planned,
                  guint64             parent)
{
  JsonObject *data = json_object_new ();

  self->n_judged++;
  json_object_set_boolean_member (data, "ok", TRUE);
  json_object_set_array_member (data, "errors", json_array_new ());
  json_object_set_string_member (data, "stage", "duplicate");
  json_object_set_string_member (data, "design", draft->digest);
  json_object_set_int_member (data, "duplicate_of", planned->evaluation);
  json_object_set_int_member (data, "of", (gint64) planned->seq);
  if (call != NULL)
    json_object_set_string_member (data, "call", call->id);
  weft_plan_record (self, "design.validated", "evaluator", parent, data);
}

static guint64
record_result (WeftPlan           *self,
               const WeftPlanned  *planned,
               const WeftTurnCall *call,
               guint64             parent)
{
  g_autoptr (JsonNode) verdict = weft_verdict_machine_to_json (self->problem, &planned->machine,
                                                               &planned->verdict);
  g_autofree char *digest = weft_json_digest (verdict);
  JsonObject *data = json_object_ref (json_node_get_object (verdict));

  json_object_set_string_member (data, "design", planned->digest);
  json_object_set_int_member (data, "evaluation", planned->evaluation);
  json_object_set_boolean_member (data, "duplicate", FALSE);
  json_object_set_string_member (data, "result", digest);
  if (call != NULL)
    json_object_set_string_member (data, "call", call->id);
  g_checksum_update (self->results, (const guchar *) planned->digest, -1);
  g_checksum_update (self->results, (const guchar *) digest, -1);
  weft_claim_facts_add_result (self->facts, data);
  if (self->expected != NULL)
    weft_plan_compare_result (self, digest);
  return weft_plan_record (self, "eval.result", "evaluator", parent, data);
}

static guint64
record_started (WeftPlan        *self,
                const WeftDraft *draft,
                guint64          parent)
{
  g_autoptr (GChecksum) inputs = g_checksum_new (G_CHECKSUM_SHA256);
  JsonObject *data = json_object_new ();

  g_checksum_update (inputs, (const guchar *) weft_problem_get_digest (self->problem), -1);
  g_checksum_update (inputs, (const guchar *) draft->digest, -1);
  json_object_set_string_member (data, "design", draft->digest);
  json_object_set_string_member (data, "inputs", g_checksum_get_string (inputs));
  return weft_plan_record (self, "eval.start", "evaluator", parent, data);
}

/* --- evaluating --- */

static gboolean
is_better (WeftPlan          *self,
           const WeftVerdict *a,
           const WeftVerdict *b)
{
  const WeftModel *model = &self->problem->model;

  if (weft_model_is_better (model, a->score, b->score))
    return TRUE;
  return !weft_model_is_better (model, b->score, a->score)
         && weft_model_is_better (model, b->power_w, a->power_w);
}

static void
take_best (WeftPlan    *self,
           WeftPlanned *planned)
{
  const WeftPlanned *best = self->best >= 0 ? g_ptr_array_index (self->planned, (guint) self->best)
                                            : NULL;
  JsonObject *data;

  self->since_best++;
  if (planned->verdict.kind != WEFT_VERDICT_FEASIBLE
      || (best != NULL && !is_better (self, &planned->verdict, &best->verdict)))
    return;

  self->since_best = 0;
  data = json_object_new ();
  json_object_set_string_member (data, "design", planned->digest);
  json_object_set_double_member (data, "score", planned->verdict.score);
  if (best != NULL)
    json_object_set_double_member (data, "previous", best->verdict.score);
  else
    json_object_set_null_member (data, "previous");
  self->best = (int) planned->evaluation - 1;
  weft_plan_record (self, "best.changed", "evaluator", planned->seq, data);
}

static WeftPlanned *
keep (WeftPlan          *self,
      const WeftDraft   *draft,
      const WeftVerdict *verdict)
{
  WeftPlanned *planned = g_new0 (WeftPlanned, 1);

  planned->evaluation = ++self->counts.evaluations;
  planned->verdict = *verdict;
  planned->machine = draft->machine;
  planned->partitions = json_node_ref (draft->partitions);
  planned->digest = g_strdup (draft->digest);
  planned->label = g_strdup (draft->label);
  g_ptr_array_add (self->planned, planned);
  g_hash_table_insert (self->by_digest, planned->digest, planned);
  return planned;
}

static WeftPlanned *
evaluate (WeftPlan           *self,
          WeftDraft          *draft,
          const WeftVerdict  *verdict,
          const WeftTurnCall *call,
          guint64             parent)
{
  WeftPlanned *planned = keep (self, draft, verdict);
  guint64 started = record_started (self, draft, parent);
  double best;

  if (verdict->kind != WEFT_VERDICT_FEASIBLE)
    self->counts.infeasible++;
  planned->seq = record_result (self, planned, call, started);
  take_best (self, planned);
  best = self->best >= 0
           ? ((WeftPlanned *) g_ptr_array_index (self->planned, (guint) self->best))->verdict.score
           : NAN;
  g_array_append_val (self->curve, best);
  if (self->rules != NULL)
    weft_rules_transport_observe (self->rules, draft, verdict);
  weft_plan_changed (self);
  return planned;
}

/* --- refusing --- */

static JsonArray *
one_error (const char *path,
           const char *code,
           const char *message)
{
  JsonArray *errors = json_array_new ();
  JsonObject *error = json_object_new ();

  json_object_set_string_member (error, "path", path);
  json_object_set_string_member (error, "code", code);
  json_object_set_string_member (error, "message", message);
  json_array_add_object_element (errors, error);
  return errors;
}

/* @errors: (transfer full). (transfer full): the answer. */
static JsonNode *
refuse (WeftPlan           *self,
        WeftDraft          *draft,
        const WeftTurnCall *call,
        const char         *stage,
        JsonArray          *errors,
        guint64             parent)
{
  JsonNode *answer = weft_plan_refusal_json (self, stage, errors);

  if (g_str_equal (stage, "schema") || g_str_equal (stage, "json") || g_str_equal (stage, "tool"))
    self->counts.schema_invalid++;
  else if (g_str_equal (stage, "constraint"))
    self->counts.refused++;
  record_validated (self, draft, call, stage, errors, parent);
  if (self->rules != NULL && draft != NULL)
    weft_rules_transport_observe (self->rules, draft, NULL);
  return answer;
}

static JsonNode *
refuse_beyond_budget (WeftPlan           *self,
                      WeftDraft          *draft,
                      const WeftTurnCall *call,
                      guint64             parent)
{
  return refuse (self, draft, call, "budget", one_error ("", "budget", "all evaluations are used"), parent);
}

static JsonNode *
answer_duplicate (WeftPlan           *self,
                  WeftDraft          *draft,
                  const WeftTurnCall *call,
                  const WeftPlanned  *planned,
                  guint64             parent)
{
  JsonNode *answer = weft_plan_result_json (self, planned);
  JsonObject *object = json_node_get_object (answer);

  record_duplicate (self, draft, call, planned, parent);
  json_object_set_int_member (object, "duplicate_of", planned->evaluation);
  /* What the user repeats is not held against the planner. */
  if (call == NULL)
    return answer;

  self->counts.duplicates++;
  self->duplicates++;
  if (self->rules != NULL)
    weft_rules_transport_observe (self->rules, draft, &planned->verdict);
  if (self->duplicates >= TOLD_DUPLICATES)
    {
      g_autofree char *note = weft_kit_message (self->kit, "duplicates", NULL);

      json_object_set_string_member (object, "note", note);
    }
  return answer;
}

/* --- one call --- */

/* The answer to a design that could be read, or that says what is wrong with it. @planned: (out) (nullable): when it was evaluated. */
static JsonNode *
judge (WeftPlan           *self,
       WeftDraft          *draft,
       const WeftTurnCall *call,
       const char         *actor,
       const char         *reason,
       guint64             parent,
       WeftPlanned       **planned)
{
  const WeftPlanned *before = draft->digest != NULL
                                ? g_hash_table_lookup (self->by_digest, draft->digest) : NULL;
  WeftVerdict verdict;

  *planned = NULL;
  if (draft->digest != NULL)
    parent = record_proposed (self, draft, call, actor, reason, parent);
  if (before != NULL)
    return answer_duplicate (self, draft, call, before, parent);
  if (self->counts.evaluations >= self->budget.evaluations)
    return refuse_beyond_budget (self, draft, call, parent);
  if (draft->errors->len > 0 || !weft_draft_judge (draft, self->problem, self->kernel, &verdict))
    return refuse (self, draft, call, draft->stage, weft_draft_errors_to_json (draft, MOST_ERRORS),
                   parent);

  self->duplicates = 0;
  self->turn_planned = TRUE;
  weft_claim_facts_add_design (self->facts, json_node_get_array (draft->partitions));
  parent = record_validated (self, draft, call, NULL, NULL, parent);
  *planned = evaluate (self, draft, &verdict, call, parent);
  return weft_plan_result_json (self, *planned);
}

/* What the planner said before its calls is why it makes them: the first lines of it. (transfer full) (nullable) */
static char *
find_reason (WeftTurn *turn)
{
  g_autofree char *start = g_utf8_substring (turn->content, 0,
                                             MIN (g_utf8_strlen (turn->content, -1), 600));

  g_strstrip (start);
  return start[0] != '\0' ? g_steal_pointer (&start) : NULL;
}

static JsonNode *
answer_call (WeftPlan           *self,
             const WeftTurnCall *call,
             WeftPlanned       **planned)
{
  g_autofree char *reason = find_reason (self->turn);
  g_autoptr (WeftDraft) draft = NULL;

  *planned = NULL;
  if (!g_str_equal (call->name, "evaluate_design"))
    return refuse (self, NULL, call, "tool",
                   one_error ("", "unknown_tool", "the only tool is evaluate_design"),
                   self->response_seq);
  if (!call->valid || call->arguments == NULL)
    {
      g_autofree char *hint = weft_kit_message (self->kit, "hint_call", NULL);

      return refuse (self, NULL, call, "json", one_error ("", "not_json", hint), self->response_seq);
    }
  if (self->counts.evaluations >= self->budget.evaluations)
    return refuse_beyond_budget (self, NULL, call, self->response_seq);

  draft = weft_draft_new (self->problem, call->arguments);
  return judge (self, draft, call, "planner", reason, self->response_seq, planned);
}

static void
give_answer (WeftPlan *self)
{
  const WeftTurnCall *call = g_ptr_array_index (self->turn->calls, self->call);
  g_autofree char *text = weft_json_write_compact (self->answer);

  weft_context_add_result (self->context, call->id, text);
  g_clear_pointer (&self->answer, json_node_unref);
  self->call++;
}

/* What the specialists said about it goes with the answer. */
static void
add_advice (WeftPlan *self)
{
  JsonArray *all = json_array_new ();

  for (guint i = 0; i < self->advice->len; i++)
    {
      JsonNode *node = g_ptr_array_index (self->advice, i);
      JsonArray *items = node != NULL ? json_node_get_array (node) : NULL;

      /* A model with a small context gets the first suggestion of each. */
      for (guint j = 0; items != NULL && j < json_array_get_length (items) && (self->chips == 0 || j == 0); j++)
        json_array_add_element (all, json_node_copy (json_array_get_element (items, j)));
    }
  if (json_array_get_length (all) > 0)
    json_object_set_array_member (json_node_get_object (self->answer), "advice", all);
  else
    json_array_unref (all);
  g_ptr_array_set_size (self->advice, 0);
}

/**
 * weft_plan_answer_calls: (skip)
 * @self: a run with a turn whose calls are not all answered
 *
 * Goes on until specialists have to be asked, who call it again, or all calls are answered.
 */
void
weft_plan_answer_calls (WeftPlan *self)
{
  weft_plan_set_state (self, WEFT_PLAN_EVALUATING);
  if (self->answer != NULL)
    {
      add_advice (self);
      give_answer (self);
    }

  while (self->call < self->turn->calls->len && !self->wants_stop)
    {
      WeftPlanned *planned = NULL;

      if (self->inputs != NULL)
        weft_plan_repeat_input (self);
      self->answer = answer_call (self, g_ptr_array_index (self->turn->calls, self->call), &planned);
      if (planned != NULL && weft_plan_advise (self, planned))
        return;
      give_answer (self);
    }
  if (!self->wants_stop)
    weft_plan_turn_done (self);
}

/* (nullable) (transfer full) */
static JsonNode *
dup_partitions (WeftDesign *design)
{
  g_autoptr (JsonNode) root = weft_design_to_json (design);

  return json_object_dup_member (json_node_get_object (root), "partitions");
}

/**
 * weft_plan_take_design: (skip)
 * @self: a run
 * @design: what the user hands over
 * @reason: why
 *
 * Returns: (transfer full): what the planner is told about it
 */
char *
weft_plan_take_design (WeftPlan   *self,
                       WeftDesign *design,
                       const char *reason)
{
  g_autoptr (WeftDraft) draft = weft_draft_new_from_design (self->problem, design);
  g_autoptr (JsonNode) answer = NULL;
  JsonObject *data = json_object_new ();
  JsonNode *partitions;
  WeftPlanned *planned;
  guint64 edit;

  json_object_set_string_member (data, "what", reason);
  json_object_set_string_member (data, "name", weft_design_get_name (design));
  if (draft->digest != NULL)
    json_object_set_string_member (data, "design", draft->digest);
  /* What cannot be read is kept too, so that it can be handed back again. */
  partitions = draft->digest != NULL ? json_node_ref (draft->partitions) : dup_partitions (design);
  if (partitions != NULL)
    json_object_set_member (data, "partitions", partitions);
  edit = weft_plan_record (self, "user.edit", "user", 0, data);
  answer = judge (self, draft, NULL, "user", reason, edit, &planned);
  return weft_json_write_compact (answer);
}
