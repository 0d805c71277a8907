/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models read only so much: long runs are summed up, small contexts are told less, and what is too small for anything or cut
 * without a word ends the run. */
#include "plan-fixture.h"

/* A server that refuses what is longer than its context, as llama-server does. */
typedef struct
{
  gsize context;      /* tokens */
  double tokens_a_byte;
  const char *error;  /* (nullable): in other words */
  guint n_refused;
} Server;

static Reply *
answer_within_cb (Script *script, const char *agent, guint nth, const char *body)
{
  Server *server = script->data;
  guint tokens = (guint) ((double) strlen (body) * server->tokens_a_byte);
  g_autofree char *text = NULL;
  g_autofree char *design = NULL;
  g_autofree char *number = NULL;
  g_auto (GStrv) parts = NULL;

  if (tokens > server->context)
    {
      server->n_refused++;
      text = g_strdup_printf (
        "{\"error\":{\"code\":400,\"message\":\"request (%u tokens) exceeds the available context size (%zu tokens), try increasing "
        "it\",\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":%u,\"n_ctx\":%zu}}",
        tokens, server->context, tokens, server->context);
      if (server->error != NULL)
        {
          g_free (text);
          text = g_strdup (server->error);
        }
      return reply_new (REPLY_WHOLE, 400, text, 0);
    }
  if (!g_str_equal (agent, "planner"))
    return NULL;
  design = sse_design (1 - 0.01 * (nth % 90));
  number = g_strdup_printf ("%u", tokens);
  parts = g_strsplit (design, "@PROMPT@", 2);
  text = g_strjoinv (number, parts);
  return reply_new (REPLY_WHOLE, 200, text, 0);
}

static Fixture
fixture_with_server (Server *server, guint evaluations)
{
  Fixture f = fixture_new ();

  f.script->answer = answer_within_cb;
  f.script->data = server;
  f.settings.budget.evaluations = evaluations;
  return f;
}

/* Calls and results belong together in every request. */
static void
check_pairs (Fixture *f)
{
  for (guint i = 0; i < script_n_asked (f->script, "planner"); i++)
    {
      g_autoptr (JsonNode) body = fixture_body (f, "planner", i);
      JsonArray *messages = fixture_messages (body);
      guint open = 0;

      for (guint j = 0; j < json_array_get_length (messages); j++)
        {
          JsonObject *message = json_array_get_object_element (messages, j);
          const char *role = json_object_get_string_member (message, "role");

          if (g_str_equal (role, "tool"))
            g_assert_cmpuint (open--, >, 0);
          else
            g_assert_cmpuint (open, ==, 0);
          if (json_object_has_member (message, "tool_calls"))
            open = json_array_get_length (json_object_get_array_member (message, "tool_calls"));
        }
      g_assert_cmpuint (open, ==, 0);
    }
}

static void
check_summary (Fixture *f)
{
  guint last = script_n_asked (f->script, "planner") - 1;
  g_autoptr (JsonNode) body = fixture_body (f, "planner", last);
  JsonObject *begin = json_array_get_object_element (fixture_messages (body), 1);
  const char *text = json_object_get_string_member (begin, "content");
  const char *best = strstr (text, "The best design so far, in full:\n");

  g_assert_nonnull (strstr (text, "evaluation | design | fabrics | score"));
  g_assert_nonnull (best);
  g_assert_nonnull (strstr (best, "\"scaleup\":\"NVLink5\""));
  g_assert_nonnull (strstr (best, "\"power_frac\":"));
}

/* 70 % full: the last exchanges stay as they were said. */
static void
test_nearly_full (void)
{
  Server server = { .context = 12000, .tokens_a_byte = 0.25 };
  g_auto (Fixture) f = fixture_with_server (&server, 30);
  g_autoptr (WeftEvent) event = NULL;
  JsonObject *data;

  g_object_set (f.endpoint, "context-tokens", 12000, NULL);
  f.settings.no_specialists = TRUE;
  fixture_run (&f);
  fixture_assert_end (&f, "budget");
  g_assert_cmpuint (server.n_refused, ==, 0);
  g_assert_cmpuint (fixture_n_events (&f, "context.compacted"), >, 1);
  event = fixture_event (&f, "context.compacted", 0);
  data = weft_event_get_data (event);
  g_assert_cmpint (json_object_get_int_member (data, "kept"), ==, 6);
  g_assert_cmpint (json_object_get_int_member (data, "removed"), >, 0);
  g_assert_cmpint (json_object_get_int_member (data, "tokens_after"), <, json_object_get_int_member (data, "tokens_before"));
  g_assert_true (json_object_has_member (weft_event_get_blobs (event), "summary"));
  check_pairs (&f);
  check_summary (&f);
  fixture_check_trail (&f);
  fixture_check_replay (&f);
}

/* What the user has said is not forgotten with the exchange that it was said in. */
static void
test_user_is_remembered (void)
{
  Server server = { .context = 12000, .tokens_a_byte = 0.25 };
  g_auto (Fixture) f = fixture_with_server (&server, 30);

  g_object_set (f.endpoint, "context-tokens", 12000, NULL);
  f.settings.no_specialists = TRUE;
  fixture_plan (&f);
  weft_plan_say (f.plan, "never take TPUs");
  weft_plan_start (f.plan);
  fixture_finish (&f);
  g_assert_cmpuint (fixture_n_events (&f, "context.compacted"), >, 0);
  g_assert_nonnull (strstr (script_body (f.script, "planner", script_n_asked (f.script, "planner") - 1), "never take TPUs"));
}

/* A token a byte and 4096 of them: the beginning is told in brief, and the run goes on to its end. */
static void
test_small (void)
{
  Server server = { .context = 4096, .tokens_a_byte = 1 };
  g_auto (Fixture) f = fixture_with_server (&server, 8);
  WeftPlanCounts counts;

  f.settings.no_specialists = TRUE;
  fixture_run (&f);
  fixture_assert_end (&f, "budget");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 8);
  g_assert_cmpuint (server.n_refused, <=, 3);
  g_assert_cmpuint (fixture_n_events (&f, "context.compacted"), >, 0);
  check_pairs (&f);
  fixture_check_trail (&f);
  fixture_check_replay (&f);
}

/* How other servers say it. */
static void
test_wordings (void)
{
  static const char *const wordings[] = {
    "{\"error\":{\"code\":\"context_length_exceeded\",\"message\":\"Error 400: This model's maximum context length is 8192 tokens. However, "
    "you requested 9000 tokens (8200 in the messages, 800 in the completion).\"}}",
    "{\"error\":{\"message\":\"the request exceeds the context size\"}}",
    "{\"error\":{\"message\":\"Prompt contains 9000 tokens, too large for model with 8192 maximum context length\"}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (wordings); i++)
    {
      Server server = { .context = 8192, .tokens_a_byte = 1, .error = wordings[i] };
      g_auto (Fixture) f = fixture_with_server (&server, 2);

      f.settings.no_specialists = TRUE;
      fixture_run (&f);
      fixture_assert_end (&f, "budget");
      fixture_check_trail (&f);
  fixture_check_replay (&f);
    }
}

static void
test_too_small (void)
{
  Server server = { .context = 600, .tokens_a_byte = 1 };
  g_auto (Fixture) f = fixture_with_server (&server, 8);

  fixture_run (&f);
  fixture_assert_end (&f, "context");
  g_assert_nonnull (strstr (weft_plan_get_reason (f.plan), "context is too small"));
  fixture_check_trail (&f);
  fixture_check_replay (&f);
}

/* It says that it read far less than was sent. */
static void
test_cut_in_silence (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *arguments = design_of (0.5);
  g_autofree char *call = sse_one_call (0, "c1", "evaluate_design", arguments);
  g_autofree char *end = sse_end ("tool_calls", "{\"prompt_tokens\":1024,\"completion_tokens\":9}");

  script_add (f.script, "planner", g_strconcat (call, end, NULL));
  fixture_run (&f);
  fixture_assert_end (&f, "context");
  g_assert_nonnull (strstr (weft_plan_get_reason (f.plan), "read only 1024 tokens"));
  fixture_check_trail (&f);
  fixture_check_replay (&f);
}

/* An answer that was cut for want of room gets room, not more tokens. */
static void
test_cut_for_room (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *part = sse_part ("I think and think", "");
  g_autofree char *end = sse_end ("length", "{\"prompt_tokens\":4000,\"completion_tokens\":1900}");

  g_object_set (f.endpoint, "context-tokens", 6000, NULL);
  script_add (f.script, "planner", g_strconcat (part, end, NULL));
  script_add (f.script, "planner", sse_design (0.5));
  f.settings.budget.evaluations = 1;
  fixture_run (&f);
  fixture_assert_end (&f, "budget");
  fixture_check_trail (&f);
  fixture_check_replay (&f);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan-room/nearly-full", test_nearly_full);
  g_test_add_func ("/plan-room/user-is-remembered", test_user_is_remembered);
  g_test_add_func ("/plan-room/small", test_small);
  g_test_add_func ("/plan-room/wordings", test_wordings);
  g_test_add_func ("/plan-room/too-small", test_too_small);
  g_test_add_func ("/plan-room/cut-in-silence", test_cut_in_silence);
  g_test_add_func ("/plan-room/cut-for-room", test_cut_for_room);
  return g_test_run ();
}
