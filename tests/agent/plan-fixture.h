/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A planning run with an endpoint that answers by a script, without a network: answers of each agent in their order, which may
 * stall, fail or come late; and a look at the trail that the run leaves. */
#pragma once

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "agent/weft-chat-private.h"
#include "agent/weft-plan-private.h"
#include "base/weft-json-find.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "trail/weft-trail.h"

/* --- the endpoint --- */

typedef enum
{
  REPLY_WHOLE,
  REPLY_STALLS, /* nothing more comes after its bytes */
  REPLY_FAILS,  /* its text says how */
} ReplyManner;

typedef struct
{
  ReplyManner manner;
  guint status;
  char *text;
  guint turns_late; /* of the main loop */
} Reply;

typedef struct _Script Script;

/* The answer to the @nth request of an agent, from 0. (transfer full); NULL: the script's own */
typedef Reply *(*ScriptAnswer) (Script *script, const char *agent, guint nth, const char *body);

#define TYPE_SCRIPT (script_get_type ())
G_DECLARE_FINAL_TYPE (Script, script, TEST, SCRIPT, GObject)

struct _Script
{
  GObject parent_instance;
  GHashTable *replies; /* of agent to GPtrArray of Reply: the last one goes on */
  GHashTable *bodies;  /* of agent to GPtrArray of char* */
  ScriptAnswer answer; /* (nullable) */
  gpointer data;
  guint n_open;
};

static void script_implement (WeftTransportInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (Script, script, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (WEFT_TYPE_TRANSPORT, script_implement))

typedef struct
{
  WeftWireSink sink;
  Reply reply;
  gulong cancelled;
} Wire;

static inline Reply *
reply_new (ReplyManner manner, guint status, const char *text, guint turns_late)
{
  Reply *reply = g_new0 (Reply, 1);

  *reply = (Reply) { manner, status, g_strdup (text), turns_late };
  return reply;
}

static inline void
reply_free (gpointer data)
{
  g_free (((Reply *) data)->text);
  g_free (data);
}

static inline GPtrArray *
script_list (GHashTable *table, const char *agent, GDestroyNotify free_one)
{
  GPtrArray *list = g_hash_table_lookup (table, agent);

  if (list == NULL)
    {
      list = g_ptr_array_new_with_free_func (free_one);
      g_hash_table_insert (table, g_strdup (agent), list);
    }
  return list;
}

/* @text: (transfer full) */
static inline void
script_add (Script *self, const char *agent, char *text)
{
  g_ptr_array_add (script_list (self->replies, agent, reply_free), reply_new (REPLY_WHOLE, 200, text, 0));
  g_free (text);
}

static inline void
script_add_reply (Script *self, const char *agent, Reply *reply)
{
  g_ptr_array_add (script_list (self->replies, agent, reply_free), reply);
}

static inline guint
script_n_asked (Script *self, const char *agent)
{
  return script_list (self->bodies, agent, g_free)->len;
}

static inline const char *
script_body (Script *self, const char *agent, guint nth)
{
  GPtrArray *bodies = script_list (self->bodies, agent, g_free);

  g_assert_cmpuint (nth, <, bodies->len);
  return g_ptr_array_index (bodies, nth);
}

static void
wire_free (gpointer data)
{
  Wire *wire = data;

  g_free (wire->reply.text);
  g_free (wire);
}

static gboolean
wire_cut_cb (GCancellable *cancellable, gpointer data)
{
  g_autoptr (GTask) task = data;

  TEST_SCRIPT (g_task_get_source_object (task))->n_open--;
  g_task_return_error_if_cancelled (task);
  return G_SOURCE_REMOVE;
}

/* The source keeps the task until the request is given up. */
static inline void
wire_stall (GTask *task)
{
  g_autoptr (GSource) source = g_cancellable_source_new (g_task_get_cancellable (task));

  g_source_set_callback (source, G_SOURCE_FUNC (wire_cut_cb), g_object_ref (task), NULL);
  g_source_attach (source, NULL);
}

static gboolean
wire_deliver_cb (gpointer data)
{
  GTask *task = data;
  Script *script = g_task_get_source_object (task);
  Wire *wire = g_task_get_task_data (task);
  g_autoptr (GHashTable) headers = g_hash_table_new (g_str_hash, g_str_equal);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    {
      script->n_open--;
      g_task_return_error_if_cancelled (task);
      return G_SOURCE_REMOVE;
    }
  if (wire->reply.turns_late > 0)
    {
      wire->reply.turns_late--;
      return G_SOURCE_CONTINUE;
    }
  if (wire->reply.manner == REPLY_FAILS)
    {
      script->n_open--;
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED, "%s", wire->reply.text);
      return G_SOURCE_REMOVE;
    }
  g_hash_table_insert (headers, (gpointer) "content-type",
                       (gpointer) (wire->reply.status == 200 ? "text/event-stream" : "application/json"));
  if (wire->reply.status == 429)
    g_hash_table_insert (headers, (gpointer) "retry-after", (gpointer) "2");
  if (wire->reply.manner != REPLY_STALLS || wire->reply.text[0] != '\0')
    {
      wire->sink.head (wire->reply.status, headers, wire->sink.data);
      wire->sink.bytes (wire->reply.text, strlen (wire->reply.text), wire->sink.data);
    }
  if (wire->reply.manner == REPLY_STALLS)
    {
      wire_stall (task);
      return G_SOURCE_REMOVE;
    }
  script->n_open--;
  g_task_return_boolean (task, TRUE);
  return G_SOURCE_REMOVE;
}

static inline Reply *
script_choose (Script *self, const char *agent, guint nth, const char *body)
{
  GPtrArray *list = script_list (self->replies, agent, reply_free);
  Reply *own = self->answer != NULL ? self->answer (self, agent, nth, body) : NULL;
  const Reply *next;

  if (own != NULL)
    return own;
  if (list->len == 0)
    return reply_new (REPLY_WHOLE, 200, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"{\\\"items\\\":[]}\"},"
                                        "\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", 0);
  next = g_ptr_array_index (list, MIN (nth, list->len - 1));
  return reply_new (next->manner, next->status, next->text, next->turns_late);
}

/* The endpoint counts a token for four bytes. (transfer full) */
static inline char *
count_prompt (const char *text, gsize bytes)
{
  g_auto (GStrv) parts = g_strsplit (text, "@PROMPT@", 2);
  g_autofree char *number = g_strdup_printf ("%zu", bytes / 4);

  return g_strjoinv (number, parts);
}

static void
script_send_async (WeftTransport *transport, const WeftWireRequest *request, const WeftWireSink *sink,
                   GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  Script *self = TEST_SCRIPT (transport);
  GTask *task = g_task_new (self, cancellable, callback, data);
  Wire *wire = g_new0 (Wire, 1);
  GPtrArray *bodies = script_list (self->bodies, request->agent, g_free);
  gsize length;
  const char *body = g_bytes_get_data (request->body, &length);
  Reply *reply;

  g_ptr_array_add (bodies, g_strndup (body, length));
  reply = script_choose (self, request->agent, bodies->len - 1, g_ptr_array_index (bodies, bodies->len - 1));
  wire->sink = *sink;
  wire->reply = *reply;
  wire->reply.text = count_prompt (reply->text, length);
  reply_free (reply);
  self->n_open++;
  g_task_set_task_data (task, wire, wire_free);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, wire_deliver_cb, task, g_object_unref);
}

static gboolean
script_send_finish (WeftTransport *transport, GAsyncResult *result, WeftStreamEnd *end, GError **error)
{
  *end = g_task_had_error (G_TASK (result)) ? WEFT_END_CANCELLED : WEFT_END_EOF;
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
script_implement (WeftTransportInterface *iface)
{
  iface->send_async = script_send_async;
  iface->send_finish = script_send_finish;
}

static void
script_finalize (GObject *object)
{
  Script *self = TEST_SCRIPT (object);

  g_hash_table_unref (self->replies);
  g_hash_table_unref (self->bodies);
  G_OBJECT_CLASS (script_parent_class)->finalize (object);
}

static void
script_class_init (ScriptClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = script_finalize;
}

static void
script_init (Script *self)
{
  self->replies = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->bodies = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
}

/* --- answers --- */

/* A text as JSON, with its quotes. (transfer full) */
static inline char *
quote (const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);

  return weft_json_write_compact (node);
}

/* One partition of B200 with this part of the budget. (transfer full) */
static inline char *
design_of (double power_frac)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup_printf ("{\"name\":\"d\",\"partitions\":[{\"chip\":\"B200\",\"role\":\"general\",\"power_frac\":%s,"
                          "\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"}]}",
                          g_ascii_dtostr (number, sizeof number, power_frac));
}

/* The end of an answer. @finish: "stop". @usage: (nullable): an object. (transfer full) */
static inline char *
sse_end (const char *finish, const char *usage)
{
  return g_strdup_printf ("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"%s\"}]%s%s}\n\ndata: [DONE]\n\n",
                          finish, usage != NULL ? ",\"usage\":" : "", usage != NULL ? usage : "");
}

/* Text and thinking, without an end. (transfer full) */
static inline char *
sse_part (const char *text, const char *thinking)
{
  g_autofree char *a = quote (text);
  g_autofree char *b = quote (thinking);

  return g_strdup_printf ("data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":%s,"
                          "\"reasoning_content\":%s}}]}\n\n", a, b);
}

/* (transfer full) */
static inline char *
sse_text (const char *text)
{
  g_autofree char *part = sse_part (text, "");
  g_autofree char *end = sse_end ("stop", NULL);

  return g_strconcat (part, end, NULL);
}

/* The @index-th call of an answer, without an end. (transfer full) */
static inline char *
sse_one_call (guint index, const char *id, const char *name, const char *arguments)
{
  g_autofree char *a = quote (id);
  g_autofree char *b = quote (name);
  g_autofree char *c = quote (arguments);

  return g_strdup_printf ("data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":%u,\"id\":%s,"
                          "\"type\":\"function\",\"function\":{\"name\":%s,\"arguments\":%s}}]}}]}\n\n",
                          index, a, b, c);
}

/* Text and one call of evaluate_design. (transfer full) */
static inline char *
sse_call (const char *text, const char *arguments)
{
  g_autofree char *part = sse_part (text, "");
  g_autofree char *call = sse_one_call (0, "c1", "evaluate_design", arguments);
  g_autofree char *end = sse_end ("tool_calls", "{\"prompt_tokens\":@PROMPT@,\"completion_tokens\":50}");

  return g_strconcat (part, call, end, NULL);
}

/* (transfer full) */
static inline char *
sse_design (double power_frac)
{
  g_autofree char *arguments = design_of (power_frac);

  return sse_call ("I try this.", arguments);
}

/* Several calls in one answer: arguments, ended by NULL. (transfer full) */
static inline char *
sse_calls (const char *const *arguments)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *end = sse_end ("tool_calls", NULL);

  for (guint i = 0; arguments[i] != NULL; i++)
    {
      g_autofree char *id = g_strdup_printf ("c%u", i + 1);
      g_autofree char *call = sse_one_call (i, id, "evaluate_design", arguments[i]);

      g_string_append (text, call);
    }
  return g_strconcat (text->str, end, NULL);
}

/* --- the run --- */

typedef struct
{
  char *folder;
  Script *script;
  WeftEndpoint *endpoint;
  WeftChat *chat;
  WeftProblem *problem;
  WeftPlanSettings settings;
  WeftPlan *plan;
  guint n_done;
  gboolean patient; /* does not ask at once when the run waits */
  WeftTrailRun *run; /* (nullable): its trail, once it has been looked at */
} Fixture;

static inline WeftEvaluator *
fixture_evaluator (void)
{
  static WeftEvaluator *evaluator;
  g_autoptr (GError) error = NULL;

  if (evaluator == NULL)
    {
      g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);

      g_assert_no_error (error);
      evaluator = weft_evaluator_new (catalog);
    }
  return evaluator;
}

static inline JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_parse (text, -1, "test", NULL, &error);

  g_assert_no_error (error);
  return node;
}

static inline WeftProblem *
fixture_problem (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = parse (text);
  WeftProblem *problem = weft_problem_new_from_json (fixture_evaluator (), root, "test", &error);

  g_assert_no_error (error);
  return problem;
}

static inline Fixture
fixture_new (void)
{
  Fixture f = { 0 };
  g_autoptr (GError) error = NULL;

  f.folder = g_dir_make_tmp ("weft-plan-test-XXXXXX", &error);
  g_assert_no_error (error);
  f.script = g_object_new (TYPE_SCRIPT, NULL);
  f.endpoint = weft_endpoint_new ("Script", "http://127.0.0.1:9/v1", "model-1", &error);
  g_assert_no_error (error);
  f.chat = weft_chat_new (f.endpoint, WEFT_TRANSPORT (f.script));
  weft_chat_set_wait_factor (f.chat, 0.0001);
  f.problem = fixture_problem ("{\"space\":\"paper-2\"}");
  f.settings = (WeftPlanSettings) {
    .problem = f.problem, .planner = f.chat, .budget = { .evaluations = 3 }, .seed = 7, .folder = f.folder,
  };
  return f;
}

static inline void
fixture_remove (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static inline void
fixture_clear (Fixture *f)
{
  WeftPlan *plan = f->plan;

  g_clear_object (&f->run);
  if (plan != NULL)
    {
      g_object_add_weak_pointer (G_OBJECT (plan), (gpointer *) &f->plan);
      g_object_unref (plan);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_assert_null (f->plan);
    }
  g_assert_cmpuint (f->script->n_open, ==, 0);
  g_clear_object (&f->chat);
  g_clear_object (&f->endpoint);
  g_assert_finalize_object (f->script);
  g_clear_object (&f->problem);
  fixture_remove (f->folder);
  g_free (f->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static void
fixture_done_cb (WeftPlan *plan, Fixture *f)
{
  g_assert_cmpint (weft_plan_get_state (plan), ==, WEFT_PLAN_DONE);
  f->n_done++;
}

static inline void
fixture_plan (Fixture *f)
{
  g_autoptr (GError) error = NULL;

  f->plan = weft_plan_new (&f->settings, &error);
  g_assert_no_error (error);
  g_signal_connect (f->plan, "done", G_CALLBACK (fixture_done_cb), f);
}

static gboolean
fixture_tired_cb (gpointer data)
{
  g_error ("the run does not get on, its state is %s", weft_plan_state_nick (weft_plan_get_state (data)));
  return G_SOURCE_REMOVE;
}

/* Until it is in @state, or at its end. */
static inline void
fixture_reach (Fixture *f, WeftPlanState state)
{
  guint tired = g_timeout_add_seconds (60, fixture_tired_cb, f->plan);

  while (weft_plan_get_state (f->plan) != state && weft_plan_get_state (f->plan) != WEFT_PLAN_DONE)
    {
      if (!f->patient && weft_plan_get_state (f->plan) == WEFT_PLAN_WAITING)
        weft_plan_retry_now (f->plan);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (tired);
}

static inline void
fixture_finish (Fixture *f)
{
  fixture_reach (f, WEFT_PLAN_DONE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (f->n_done, ==, 1);
}

static inline void
fixture_run (Fixture *f)
{
  fixture_plan (f);
  weft_plan_start (f->plan);
  fixture_finish (f);
}

/* --- its trail --- */

static inline WeftTrailRun *
fixture_trail (Fixture *f)
{
  g_autoptr (GError) error = NULL;

  if (f->run == NULL)
    f->run = weft_trail_run_open (weft_plan_get_path (f->plan), &error);
  g_assert_no_error (error);
  return f->run;
}

static inline guint
fixture_n_events (Fixture *f, const char *kind)
{
  g_autoptr (GError) error = NULL;
  WeftTrailFilter filter = { .kind = kind };
  g_autoptr (GArray) seqs = weft_trail_run_filter (fixture_trail (f), &filter, 0, NULL, &error);

  g_assert_no_error (error);
  return seqs->len;
}

/* The @nth event of a kind, from 0. (transfer full) */
static inline WeftEvent *
fixture_event (Fixture *f, const char *kind, guint nth)
{
  g_autoptr (GError) error = NULL;
  WeftTrailFilter filter = { .kind = kind };
  g_autoptr (GArray) seqs = weft_trail_run_filter (fixture_trail (f), &filter, 0, NULL, &error);
  WeftEvent *event;

  g_assert_no_error (error);
  g_assert_cmpuint (nth, <, seqs->len);
  event = weft_trail_run_get_event (f->run, g_array_index (seqs, guint64, nth), &error);
  g_assert_no_error (error);
  return event;
}

/* The run is whole, and each of its results is computed again. */
static inline void
fixture_check_trail (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvent) last = NULL;
  WeftChainReport chain = { 0 };
  WeftReplayReport replay = { 0 };
  WeftPlanCounts counts;

  weft_plan_get_counts (f->plan, &counts);
  g_assert_true (weft_trail_run_verify (fixture_trail (f), &chain, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (chain.state, ==, WEFT_CHAIN_WHOLE);
  weft_chain_report_clear (&chain);
  g_assert_true (weft_search_replay (fixture_evaluator (), f->run, 1, &replay, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (replay.what, ==, NULL);
  g_assert_cmpuint (replay.compared, ==, counts.evaluations);
  weft_replay_report_clear (&replay);

  last = weft_trail_run_get_event (f->run, weft_trail_run_n_events (f->run), &error);
  g_assert_cmpstr (weft_event_get_kind (last), ==, "run.end");
  if (counts.has_best)
    g_assert_true (weft_json_find_number (weft_json_find_object (weft_event_get_data (last), "best"), "score")
                   == counts.best);
  else
    g_assert_false (json_object_has_member (weft_event_get_data (last), "best"));
}

/* How it ended: the code of run.end. */
static inline void
fixture_assert_end (Fixture *f, const char *code)
{
  g_autoptr (WeftEvent) end = fixture_event (f, "run.end", 0);

  g_assert_cmpstr (weft_json_find_string (weft_event_get_data (end), "reason"), ==, code);
}

/* --- its replay --- */

/* Plays the fixture's run. (transfer full): the replay, at its end */
static inline WeftPlan *
fixture_play (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  WeftPlan *replay = weft_plan_new_replay (fixture_evaluator (), fixture_trail (f), NULL, &error);
  gint64 begin = g_get_monotonic_time ();

  g_assert_no_error (error);
  weft_plan_start (replay);
  while (weft_plan_get_state (replay) != WEFT_PLAN_DONE)
    g_main_context_iteration (NULL, TRUE);
  /* What was waited for is not waited for again; a minute is far from any of these waits. */
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 60 * G_USEC_PER_SEC);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return replay;
}

static inline void
fixture_check_replay (Fixture *f)
{
  g_autoptr (WeftPlan) replay = fixture_play (f);
  WeftPlanCounts then, now;
  WeftReplayReport report;

  g_assert_true (weft_plan_get_replay (replay, &report));
  g_assert_cmpstr (report.what, ==, NULL);
  g_assert_cmpuint (report.first_difference, ==, 0);
  weft_plan_get_counts (f->plan, &then);
  weft_plan_get_counts (replay, &now);
  g_assert_cmpuint (report.compared, ==, then.evaluations);
  g_assert_cmpuint (now.evaluations, ==, then.evaluations);
  g_assert_cmpuint (now.duplicates, ==, then.duplicates);
  g_assert_cmpuint (now.schema_invalid, ==, then.schema_invalid);
  g_assert_cmpuint (now.requests, ==, then.requests);
  g_assert_cmpuint (now.best_at, ==, then.best_at);
  g_assert_true (now.best == then.best || !then.has_best);
}

/* --- its requests --- */

/* The messages of the @nth request. (transfer full): the body */
static inline JsonNode *
fixture_body (Fixture *f, const char *agent, guint nth)
{
  return parse (script_body (f->script, agent, nth));
}

static inline JsonArray *
fixture_messages (JsonNode *body)
{
  return json_object_get_array_member (json_node_get_object (body), "messages");
}

static inline JsonObject *
fixture_last_message (JsonNode *body, guint from_end)
{
  JsonArray *messages = fixture_messages (body);

  return json_array_get_object_element (messages, json_array_get_length (messages) - 1 - from_end);
}

/* The answer that the tool gave, @from_end messages from the last. (transfer full) */
static inline JsonNode *
fixture_tool_answer (JsonNode *body, guint from_end)
{
  JsonObject *message = fixture_last_message (body, from_end);

  g_assert_cmpstr (json_object_get_string_member (message, "role"), ==, "tool");
  return parse (json_object_get_string_member (message, "content"));
}
