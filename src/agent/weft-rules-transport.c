/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in planner: rules that answer as a language model would, in the same bytes, so that everything behind them works
 * without a network. It learns from what the evaluator said of its designs and from nothing else. */
#include "agent/weft-plan-private.h"

#include <string.h>

#include "agent/weft-delivery-private.h"
#include "base/weft-json-write.h"
#include "search/weft-rules.h"

typedef struct _WeftRulesTransport WeftRulesTransport;

#define WEFT_TYPE_RULES_TRANSPORT (weft_rules_transport_get_type ())
G_DECLARE_FINAL_TYPE (WeftRulesTransport, weft_rules_transport, WEFT, RULES_TRANSPORT, GObject)

struct _WeftRulesTransport
{
  GObject parent_instance;
  WeftProblem *problem;
  WeftMethod *method;
  WeftRandom random;
  gboolean no_attribution;
  gboolean is_over;
  gboolean has_proposal;
  WeftProposal proposal;     /* what it has asked to be evaluated */
  guint n_calls;
  gboolean has_verdict;
  WeftCandidate candidate;   /* the last one that was evaluated */
  WeftVerdict verdict;
};

static void implement_transport (WeftTransportInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (WeftRulesTransport, weft_rules_transport, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_TRANSPORT, implement_transport))

/* --- writing the stream --- */

/* @delta: (transfer full). @finish: (nullable) */
static void
append_chunk (GString    *bytes,
              JsonObject *delta,
              const char *finish)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  g_autofree char *text = NULL;
  JsonObject *chunk = json_object_new ();
  JsonObject *choice = json_object_new ();
  JsonArray *choices = json_array_new ();

  json_object_set_int_member (choice, "index", 0);
  json_object_set_object_member (choice, "delta", delta);
  if (finish != NULL)
    json_object_set_string_member (choice, "finish_reason", finish);
  else
    json_object_set_null_member (choice, "finish_reason");
  json_array_add_object_element (choices, choice);
  json_object_set_string_member (chunk, "object", "chat.completion.chunk");
  json_object_set_string_member (chunk, "model", "rules");
  json_object_set_array_member (chunk, "choices", choices);
  json_node_take_object (node, chunk);
  text = weft_json_write_compact (node);
  g_string_append_printf (bytes, "data: %s\n\n", text);
}

static void
append_text (GString    *bytes,
             const char *text)
{
  JsonObject *delta = json_object_new ();

  json_object_set_string_member (delta, "role", "assistant");
  json_object_set_string_member (delta, "content", text);
  append_chunk (bytes, delta, NULL);
}

static void
append_end (GString    *bytes,
            const char *finish)
{
  append_chunk (bytes, json_object_new (), finish);
  g_string_append (bytes, "data: [DONE]\n\n");
}

static void
append_call (WeftRulesTransport *self,
             GString            *bytes)
{
  g_autoptr (JsonNode) arguments = json_node_init_object (json_node_alloc (), NULL);
  g_autofree char *name = g_strdup_printf ("Rules %u", ++self->n_calls);
  g_autofree char *id = g_strdup_printf ("rules-%u", self->n_calls);
  g_autofree char *text = NULL;
  JsonObject *object = json_object_new ();
  JsonObject *function = json_object_new ();
  JsonObject *call = json_object_new ();
  JsonObject *delta = json_object_new ();
  JsonArray *calls = json_array_new ();

  json_object_set_string_member (object, "name", name);
  json_object_set_member (object, "partitions",
                          weft_candidate_partitions (self->problem, &self->proposal.candidate));
  json_node_take_object (arguments, object);
  text = weft_json_write_compact (arguments);
  json_object_set_string_member (function, "name", "evaluate_design");
  json_object_set_string_member (function, "arguments", text);
  json_object_set_int_member (call, "index", 0);
  json_object_set_string_member (call, "id", id);
  json_object_set_string_member (call, "type", "function");
  json_object_set_object_member (call, "function", function);
  json_array_add_object_element (calls, call);
  json_object_set_array_member (delta, "tool_calls", calls);
  append_chunk (bytes, delta, NULL);
}

/* --- what is said --- */

static void
write_turn (WeftRulesTransport *self,
            GString            *bytes)
{
  g_autofree char *thought = NULL;

  if (weft_method_propose (self->method, &self->proposal, 1) == 0)
    {
      self->is_over = TRUE;
      append_text (bytes, "I have nothing more to try.");
      append_end (bytes, "stop");
      return;
    }

  self->has_proposal = TRUE;
  thought = weft_method_dup_thought (self->method);
  append_text (bytes, thought != NULL ? thought : self->proposal.reason);
  append_call (self, bytes);
  append_end (bytes, "tool_calls");
}

static void
write_advice (WeftRulesTransport *self,
              const char         *specialist,
              GString            *bytes)
{
  g_autoptr (GPtrArray) advice = self->has_verdict
                                   ? weft_rules_advise (self->problem, &self->candidate,
                                                        &self->verdict, specialist, !self->no_attribution)
                                   : NULL;
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), NULL);
  g_autofree char *text = NULL;
  JsonObject *object = json_object_new ();
  JsonArray *items = json_array_new ();

  for (guint i = 0; advice != NULL && i < advice->len; i++)
    {
      const WeftRulesAdvice *one = g_ptr_array_index (advice, i);
      JsonObject *item = json_object_new ();

      json_object_set_string_member (item, "parameter", one->parameter);
      json_object_set_string_member (item, "suggestion", one->suggestion);
      json_object_set_string_member (item, "because", one->because);
      json_array_add_object_element (items, item);
    }
  json_object_set_array_member (object, "items", items);
  json_node_take_object (node, object);
  text = weft_json_write_compact (node);
  append_text (bytes, text);
  append_end (bytes, "stop");
}

/* --- the transport --- */

static void
send_async (WeftTransport         *transport,
            const WeftWireRequest *request,
            const WeftWireSink    *sink,
            GCancellable          *cancellable,
            GAsyncReadyCallback    callback,
            gpointer               data)
{
  WeftRulesTransport *self = WEFT_RULES_TRANSPORT (transport);
  GString *stream = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;

  if (g_str_equal (request->agent, "planner"))
    write_turn (self, stream);
  else
    write_advice (self, request->agent, stream);
  bytes = g_string_free_to_bytes (stream);
  weft_delivery_begin (transport, sink, 200, NULL, bytes, WEFT_END_EOF, NULL, cancellable, callback, data);
}

static void
implement_transport (WeftTransportInterface *iface)
{
  iface->send_async = send_async;
  iface->send_finish = weft_delivery_finish;
}

static void
weft_rules_transport_finalize (GObject *object)
{
  WeftRulesTransport *self = WEFT_RULES_TRANSPORT (object);

  g_clear_object (&self->method);
  g_clear_object (&self->problem);
  G_OBJECT_CLASS (weft_rules_transport_parent_class)->finalize (object);
}

static void
weft_rules_transport_class_init (WeftRulesTransportClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_rules_transport_finalize;
}

static void
weft_rules_transport_init (WeftRulesTransport *self)
{
}

/* --- public --- */

/**
 * weft_rules_transport_new: (skip)
 * @problem: what is planned
 * @method: "builtin", with options
 * @seed: of its choices
 * @budget: how many evaluations it will have
 * @error: return location
 *
 * Returns: (transfer full): the transport, or %NULL when there is no such method or option
 */
WeftTransport *
weft_rules_transport_new (WeftProblem *problem,
                          const char  *method,
                          guint64      seed,
                          guint        budget,
                          GError     **error)
{
  g_autoptr (WeftRulesTransport) self = g_object_new (WEFT_TYPE_RULES_TRANSPORT, NULL);

  self->problem = g_object_ref (problem);
  self->method = weft_method_new (method, error);
  if (self->method == NULL)
    return NULL;

  self->no_attribution = strstr (method, "no-attribution") != NULL;
  weft_random_init (&self->random, seed, 0);
  weft_method_start (self->method, problem, &self->random, budget);
  return WEFT_TRANSPORT (g_steal_pointer (&self));
}

/**
 * weft_rules_transport_observe: (skip)
 * @transport: the built-in planner
 * @draft: a design that it or the user proposed
 * @verdict: (nullable): what the evaluator said, %NULL when it was refused
 */
void
weft_rules_transport_observe (WeftTransport     *transport,
                              WeftDraft         *draft,
                              const WeftVerdict *verdict)
{
  WeftRulesTransport *self = WEFT_RULES_TRANSPORT (transport);
  WeftProposal proposal = { .candidate = draft->candidate, .parent = -1 };
  WeftVerdict refused = { .kind = WEFT_VERDICT_INVALID };

  if (!draft->is_candidate)
    return;
  if (self->has_proposal
      && weft_candidate_equal (&self->proposal.candidate, &draft->candidate))
    proposal = self->proposal;
  self->has_proposal = FALSE;
  if (verdict != NULL)
    {
      self->candidate = draft->candidate;
      self->verdict = *verdict;
      self->has_verdict = TRUE;
    }
  weft_method_observe (self->method, &proposal, verdict != NULL ? verdict : &refused);
}

/**
 * weft_rules_transport_is_over: (skip)
 * @transport: the built-in planner
 *
 * Returns: whether it has nothing more to try
 */
gboolean
weft_rules_transport_is_over (WeftTransport *transport)
{
  return WEFT_RULES_TRANSPORT (transport)->is_over;
}
