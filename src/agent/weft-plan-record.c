/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The trail of a planning run: every request and answer with its exact bytes, every design with its verdict. What is
 * recorded is also what the dialogue is made of, so that an old run reads as it did. */
#include "agent/weft-plan-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-find.h"
#include "base/weft-json-write.h"
#include "search/weft-run-start.h"
#include "trail/weft-trail-clock-private.h"

/* Tokens that are added up, at most: far more than a run takes, and no sum of two is too large for JSON. */
#define MOST_TOKENS (G_GUINT64_CONSTANT (1) << 52)

/* --- appending --- */

gboolean
weft_plan_record_open (WeftPlan *self,
                       GError  **error)
{
  g_autofree char *seed_text = g_strdup_printf ("%s %" G_GUINT64_FORMAT " %u %s", self->method,
                                                self->seed, self->budget.evaluations,
                                                weft_problem_get_digest (self->problem));

  if (self->no_record)
    {
      self->temporary = g_dir_make_tmp ("weft-plan-XXXXXX", error);
      if (self->temporary == NULL)
        return FALSE;
    }
  self->writer = weft_trail_writer_new (self->no_record ? self->temporary : self->folder, NULL,
                                        seed_text, error);
  return self->writer != NULL;
}

static guint64
append (WeftPlan   *self,
        const char *kind,
        const char *actor,
        guint64     parent,
        JsonObject *data,
        GHashTable *blobs)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (WeftEvent) event = NULL;
  guint64 seq = 0;

  json_node_take_object (node, data);
  if (!self->has_begun && !g_str_equal (kind, "run.start"))
    weft_plan_record_start (self);
  if (self->trail_error != NULL || (self->has_ended && !g_str_equal (kind, "run.end"))
      || !weft_trail_writer_append (self->writer, kind, actor, parent, node, blobs, &seq,
                                    &self->trail_error))
    return 0;

  event = weft_trail_writer_dup_last (self->writer);
  weft_dialogue_take_event (self->dialogue, event);
  weft_plan_changed (self);
  return seq;
}

guint64
weft_plan_record (WeftPlan   *self,
                  const char *kind,
                  const char *actor,
                  guint64     parent,
                  JsonObject *data)
{
  return append (self, kind, actor, parent, data, NULL);
}

guint64
weft_plan_record_blob (WeftPlan   *self,
                       const char *kind,
                       const char *actor,
                       guint64     parent,
                       JsonObject *data,
                       const char *name,
                       GBytes     *bytes)
{
  g_autoptr (GHashTable) blobs = g_hash_table_new (g_str_hash, g_str_equal);

  g_hash_table_insert (blobs, (gpointer) name, bytes);
  return append (self, kind, actor, parent, data, blobs);
}

/* --- the run --- */

JsonObject *
weft_plan_write_budget (const WeftPlanBudget *budget)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "evaluations", budget->evaluations);
  json_object_set_int_member (object, "requests", budget->requests);
  json_object_set_int_member (object, "idle_turns", budget->idle_turns);
  json_object_set_int_member (object, "patience", budget->patience);
  json_object_set_double_member (object, "wall_s", budget->wall_s);
  json_object_set_int_member (object, "tokens", (gint64) budget->tokens);
  json_object_set_double_member (object, "cost_usd", budget->cost_usd);
  return object;
}

static JsonObject *
write_planner (WeftPlan *self)
{
  JsonObject *object = json_object_new ();
  WeftEndpoint *endpoint = weft_chat_get_endpoint (self->planner);

  json_object_set_string_member (object, "kind", self->record != NULL  ? "replay"
                                                 : self->rules != NULL ? "builtin"
                                                                       : "llm");
  json_object_set_member (object, "endpoint", weft_endpoint_to_json (endpoint));
  json_object_set_string_member (object, "model", weft_endpoint_get_model (endpoint));
  json_object_set_object_member (object, "budget", weft_plan_write_budget (&self->budget));
  json_object_set_boolean_member (object, "specialists", !self->no_specialists);
  json_object_set_boolean_member (object, "attribution", !self->no_attribution);
  json_object_set_boolean_member (object, "feedback", !self->no_feedback);
  json_object_set_member (object, "roles", weft_kit_digests (self->kit));
  json_object_set_string_member (object, "roles_version", weft_kit_get_version (self->kit));
  if (self->start != NULL)
    json_object_set_member (object, "start", weft_design_to_json (self->start));
  if (self->specialists != self->planner)
    json_object_set_member (object, "specialists_endpoint",
                            weft_endpoint_to_json (weft_chat_get_endpoint (self->specialists)));
  return object;
}

void
weft_plan_record_start (WeftPlan *self)
{
  JsonObject *data;

  if (self->has_begun)
    return;
  self->has_begun = TRUE;
  data = weft_run_start_data (self->problem, self->method,
                              self->rules != NULL ? "Built-in planner (rules)" : "LLM planner",
                              self->seed, self->budget.evaluations);

  json_object_set_string_member (data, "recorded", "all");
  json_object_set_object_member (data, "planner", write_planner (self));
  if (self->group != NULL)
    json_object_set_string_member (data, "group", self->group);
  weft_plan_record (self, "run.start", "app", 0, data);
}

void
weft_plan_record_budget (WeftPlan             *self,
                         const WeftPlanBudget *old)
{
  JsonObject *data = json_object_new ();

  json_object_set_string_member (data, "what", "budget");
  json_object_set_object_member (data, "old", weft_plan_write_budget (old));
  json_object_set_object_member (data, "new", weft_plan_write_budget (&self->budget));
  weft_plan_record (self, "user.control", "user", 0, data);
}

void
weft_plan_record_control (WeftPlan   *self,
                          const char *what,
                          const char *text)
{
  JsonObject *data = json_object_new ();

  json_object_set_string_member (data, "what", what);
  if (text != NULL)
    json_object_set_string_member (data, "text", text);
  weft_plan_record (self, "user.control", "user", 0, data);
}

/**
 * weft_plan_counts_to_json: (skip)
 * @counts: what has happened in a run
 *
 * Returns: (transfer full): an object
 */
JsonObject *
weft_plan_counts_to_json (const WeftPlanCounts *counts)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "evaluations", counts->evaluations);
  json_object_set_int_member (object, "requests", counts->requests);
  json_object_set_int_member (object, "schema_invalid", counts->schema_invalid);
  json_object_set_int_member (object, "refused", counts->refused);
  json_object_set_int_member (object, "infeasible", counts->infeasible);
  json_object_set_int_member (object, "duplicates", counts->duplicates);
  json_object_set_int_member (object, "tokens_prompt", (gint64) counts->tokens_prompt);
  json_object_set_int_member (object, "tokens_completion", (gint64) counts->tokens_completion);
  json_object_set_boolean_member (object, "tokens_estimated", counts->tokens_estimated);
  weft_json_set_number (object, "cost_usd", counts->cost_usd);
  return object;
}

/* With those that a search counts too. */
static JsonObject *
write_counts (WeftPlan *self)
{
  WeftPlanCounts counts;
  JsonObject *object;

  weft_plan_get_counts (self, &counts);
  object = weft_plan_counts_to_json (&counts);
  json_object_set_int_member (object, "invalid", counts.schema_invalid + counts.refused);
  return object;
}

void
weft_plan_record_end (WeftPlan   *self,
                      const char *code)
{
  JsonObject *data = json_object_new ();

  json_object_set_string_member (data, "reason", code);
  json_object_set_object_member (data, "counts", write_counts (self));
  if (self->best >= 0)
    {
      const WeftPlanned *best = g_ptr_array_index (self->planned, (guint) self->best);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "design", best->digest);
      json_object_set_double_member (object, "score", best->verdict.score);
      json_object_set_int_member (object, "evaluation", best->evaluation);
      json_object_set_object_member (data, "best", object);
    }
  json_object_set_string_member (data, "results", g_checksum_get_string (self->results));
  weft_plan_record (self, "run.end", "app", 0, data);
  /* Also after a failure, so that nobody takes the run for one that goes on. */
  weft_trail_writer_close (self->writer, self->trail_error == NULL ? &self->trail_error : NULL);
}

/* --- requests and answers --- */

guint64
weft_plan_record_request (WeftPlan              *self,
                          WeftAsking            *asking,
                          const WeftChatAttempt *attempt)
{
  guint64 parent = asking->specialist < WEFT_N_SPECIALISTS ? self->asked_about->seq : 0;
  JsonObject *data = json_object_new ();

  json_object_set_int_member (data, "attempt", attempt->attempt);
  json_object_set_string_member (data, "url", attempt->url);
  json_object_set_string_member (data, "reason", attempt->attempt > 1 ? "retry" : asking->reason);
  json_object_set_int_member (data, "tokens_estimate", (gint64) (g_bytes_get_size (attempt->body) / 4));
  if (attempt->key_fingerprint != NULL)
    json_object_set_string_member (data, "key", attempt->key_fingerprint);
  if (self->no_thinking && weft_endpoint_has_field (weft_chat_get_endpoint (self->planner), WEFT_FIELD_REASONING_BACK))
    {
      /* The body repeats what the model thought. */
      g_autofree char *digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, attempt->body);

      json_object_set_string_member (data, "body_sha256", digest);
      return weft_plan_record (self, "llm.request", asking->agent, parent, data);
    }
  return weft_plan_record_blob (self, "llm.request", asking->agent, parent, data, "body", attempt->body);
}

static JsonArray *
write_calls (WeftTurn *turn)
{
  JsonArray *calls = json_array_new ();

  for (guint i = 0; i < turn->calls->len; i++)
    {
      const WeftTurnCall *call = g_ptr_array_index (turn->calls, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "id", call->id);
      json_object_set_string_member (object, "name", call->name);
      json_object_set_string_member (object, "arguments_raw", call->arguments_raw);
      json_object_set_boolean_member (object, "valid", call->valid);
      json_object_set_boolean_member (object, "recovered", call->recovered);
      json_array_add_object_element (calls, object);
    }
  return calls;
}

/* Counts what an answer took, by the endpoint's word or an estimate. */
/* Endpoints may say any number. */
static void
add_up (guint64 *sum,
        guint64  tokens)
{
  *sum = MIN (*sum, MOST_TOKENS) + MIN (tokens, MOST_TOKENS);
}

static guint64
estimate_completion (WeftTurn *turn)
{
  gsize bytes = strlen (turn->content) + strlen (turn->reasoning);

  for (guint i = 0; i < turn->calls->len; i++)
    bytes += strlen (((WeftTurnCall *) g_ptr_array_index (turn->calls, i))->arguments_raw);
  return bytes / 4;
}

static JsonObject *
write_usage (WeftPlan             *self,
             WeftAsking           *asking,
             const WeftChatAnswer *answer,
             guint64               prompt_estimate)
{
  const WeftTurnUsage *usage = &answer->turn->usage;
  JsonObject *object = json_object_new ();
  gboolean came = usage->reported || answer->turn->content[0] != '\0'
                  || answer->turn->reasoning[0] != '\0' || answer->turn->calls->len > 0;
  guint64 prompt = usage->reported ? usage->prompt : came ? prompt_estimate : 0;
  guint64 completion = usage->reported ? usage->completion : estimate_completion (answer->turn);

  json_object_set_int_member (object, "prompt_tokens", (gint64) prompt);
  json_object_set_int_member (object, "completion_tokens", (gint64) completion);
  json_object_set_int_member (object, "cached_tokens", (gint64) usage->cached);
  json_object_set_int_member (object, "reasoning_tokens", (gint64) usage->reasoning);
  json_object_set_boolean_member (object, "estimated", came && !usage->reported);
  if (self->rules != NULL)
    return object;

  add_up (&self->counts.tokens_prompt, prompt);
  add_up (&self->counts.tokens_completion, completion);
  if (asking->specialist < WEFT_N_SPECIALISTS)
    {
      add_up (&self->advice_prompt, prompt);
      add_up (&self->advice_completion, completion);
    }
  self->counts.tokens_estimated = self->counts.tokens_estimated || (came && !usage->reported);
  return object;
}

static JsonObject *
write_error (const WeftTurnError *error)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "message", error->message);
  if (error->type != NULL)
    json_object_set_string_member (object, "type", error->type);
  if (error->code != NULL)
    json_object_set_string_member (object, "code", error->code);
  json_object_set_int_member (object, "status", error->status);
  json_object_set_boolean_member (object, "retryable", error->retryable);
  return object;
}

static JsonObject *
write_headers (GHashTable *headers)
{
  JsonObject *object = json_object_new ();
  GHashTableIter iter;
  gpointer name, value;

  if (headers == NULL)
    return object;
  g_hash_table_iter_init (&iter, headers);
  while (g_hash_table_iter_next (&iter, &name, &value))
    json_object_set_string_member (object, name, value);
  return object;
}

static void
set_text (JsonObject *object,
          const char *member,
          const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, member, text);
}

/* The thinking itself, or what proves that it was this. */
static void
write_thinking (WeftPlan   *self,
                JsonObject *data,
                const char *thinking)
{
  g_autofree char *digest = NULL;

  if (!self->no_thinking)
    {
      json_object_set_string_member (data, "thinking", thinking);
      return;
    }
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, thinking, -1);
  json_object_set_string_member (data, "thinking_sha256", digest);
}

static void
write_endings (JsonObject           *data,
               const WeftChatAnswer *answer)
{
  WeftTurn *turn = answer->turn;
  gboolean abandoned = turn->outcome != WEFT_TURN_OK
                       && (turn->content[0] != '\0' || turn->reasoning[0] != '\0'
                           || turn->calls->len > 0);
  WeftTrailClock clock;

  weft_trail_clock_init (&clock);
  json_object_set_array_member (data, "warnings", weft_json_strings (turn->warnings));
  set_text (data, "limit", turn->limit);
  if (turn->error != NULL)
    json_object_set_object_member (data, "error", write_error (turn->error));
  json_object_set_boolean_member (data, "abandoned", abandoned);
  json_object_set_int_member (data, "first_byte_ms", answer->first_byte_us < 0 ? -1
                                                     : clock.stopped           ? 0
                                                                               : answer->first_byte_us / 1000);
  json_object_set_int_member (data, "total_ms", clock.stopped ? 0 : answer->total_us / 1000);
}

/* What an answer proposes it may speak of. */
static void
add_proposed (WeftPlan *self,
              WeftTurn *turn)
{
  for (guint i = 0; i < turn->calls->len; i++)
    {
      const WeftTurnCall *call = g_ptr_array_index (turn->calls, i);
      JsonArray *partitions = call->valid && call->arguments != NULL
                                ? weft_json_find_array (json_node_get_object (call->arguments), "partitions")
                                : NULL;

      if (partitions != NULL)
        weft_claim_facts_add_design (self->facts, partitions);
    }
}

void
weft_plan_record_claims (WeftPlan *self,
                         guint64   response,
                         WeftTurn *turn)
{
  g_autoptr (GPtrArray) claims = NULL;
  JsonObject *data;

  add_proposed (self, turn);
  claims = weft_claims_check (turn->content, self->facts);
  if (claims->len == 0)
    return;
  data = json_object_new ();
  json_object_set_member (data, "marks", weft_claims_to_json (claims));
  weft_plan_record (self, "claims.checked", "evaluator", response, data);
}

static void
record_limit (WeftPlan   *self,
              WeftAsking *asking,
              WeftTurn   *turn,
              gsize       bytes,
              guint64     response)
{
  JsonObject *data = json_object_new ();

  json_object_set_string_member (data, "limit", turn->limit);
  json_object_set_int_member (data, "value", (gint64) bytes);
  weft_plan_record (self, "limit.hit", asking->agent, response, data);
}

guint64
weft_plan_record_response (WeftPlan              *self,
                           WeftAsking            *asking,
                           const WeftChatAttempt *attempt,
                           const WeftChatAnswer  *answer)
{
  WeftTurn *turn = answer->turn;
  JsonObject *data = json_object_new ();
  guint64 seq;

  json_object_set_string_member (data, "outcome", weft_turn_outcome_nick (turn->outcome));
  json_object_set_int_member (data, "status", answer->status);
  set_text (data, "finish_reason", turn->finish_reason);
  json_object_set_string_member (data, "content", turn->content);
  write_thinking (self, data, turn->reasoning);
  set_text (data, "refusal", turn->refusal);
  json_object_set_array_member (data, "tool_calls", write_calls (turn));
  json_object_set_object_member (data, "usage",
                                 write_usage (self, asking, answer,
                                              g_bytes_get_size (attempt->body) / 4));
  set_text (data, "id", turn->id);
  set_text (data, "model", turn->model);
  set_text (data, "system_fingerprint", turn->system_fingerprint);
  json_object_set_object_member (data, "headers", write_headers (answer->headers));
  write_endings (data, answer);

  if (self->no_thinking || answer->stream == NULL)
    seq = weft_plan_record (self, "llm.response", asking->agent, asking->request_seq, data);
  else
    seq = weft_plan_record_blob (self, "llm.response", asking->agent, asking->request_seq, data,
                                 "stream", answer->stream);
  if (turn->limit != NULL)
    record_limit (self, asking, turn, answer->stream != NULL ? g_bytes_get_size (answer->stream) : 0,
                  seq);
  if (asking->specialist == WEFT_N_SPECIALISTS && turn->content[0] != '\0')
    weft_plan_record_claims (self, seq, turn);
  return seq;
}
