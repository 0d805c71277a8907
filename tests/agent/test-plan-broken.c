/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers that are no answers: nothing of them is executed, they are asked for again a few times, and then the run ends. */
#include "plan-fixture.h"

typedef struct
{
  const char *name;
  const char *end;     /* after the call */
  const char *outcome;
  guint status;
} Broken;

static const Broken broken[] = {
  { "truncated", "", "truncated", 200 },
  { "malformed", "data: {\"choices\":[{\"index\":0,\"delta\":\n\n" "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n", "malformed", 200 },
  { "filtered", "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"content_filter\"}]}\n\ndata: [DONE]\n\n", "filtered", 200 },
  { "error", "data: {\"error\":{\"message\":\"out of memory\",\"code\":500}}\n\n", "error", 200 },
};

/* A call of a good design, and this end. (transfer full) */
static char *
sse_broken (const char *end)
{
  g_autofree char *arguments = design_of (0.5);
  g_autofree char *call = sse_one_call (0, "c1", "evaluate_design", arguments);

  return g_strconcat (call, end, NULL);
}

static void
count_waits_cb (WeftPlan *plan, GParamSpec *pspec, guint *n)
{
  if (weft_plan_get_state (plan) != WEFT_PLAN_WAITING)
    return;
  ++*n;
  g_assert_cmpint (weft_plan_get_retry_at_us (plan), >, g_get_monotonic_time () - 10 * G_USEC_PER_SEC);
  g_assert_nonnull (weft_plan_get_reason (plan));
}

static void
check_nothing_executed (Fixture *f)
{
  WeftPlanCounts counts;

  weft_plan_get_counts (f->plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 0);
  g_assert_cmpuint (fixture_n_events (f, "design.proposed"), ==, 0);
  g_assert_false (counts.has_best);
}

static void
test_broken (gconstpointer data)
{
  const Broken *one = data;
  g_auto (Fixture) f = fixture_new ();
  guint n_waits = 0;

  script_add (f.script, "planner", sse_broken (one->end));
  fixture_plan (&f);
  g_signal_connect (f.plan, "notify::state", G_CALLBACK (count_waits_cb), &n_waits);
  weft_plan_start (f.plan);
  fixture_finish (&f);
  check_nothing_executed (&f);
  fixture_assert_end (&f, "failures");
  g_assert_nonnull (strstr (weft_plan_get_reason (f.plan), "3 answers in a row failed"));
  g_assert_cmpuint (script_n_asked (f.script, "planner"), ==, 3);
  g_assert_cmpuint (n_waits, ==, 2);
  g_assert_cmpuint (fixture_n_events (&f, "llm.retry"), ==, 2);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (WeftEvent) response = fixture_event (&f, "llm.response", i);

      g_assert_cmpstr (weft_json_find_string (weft_event_get_data (response), "outcome"), ==, one->outcome);
      g_assert_true (json_object_get_boolean_member (weft_event_get_data (response), "abandoned"));
    }
  fixture_check_trail (&f);
}

/* Two failures, and then it goes on as if there had been none. */
static void
test_recovers (void)
{
  g_auto (Fixture) f = fixture_new ();
  WeftPlanCounts counts;

  for (guint round = 0; round < 2; round++)
    {
      script_add (f.script, "planner", sse_broken (""));
      script_add (f.script, "planner", sse_broken (""));
      script_add (f.script, "planner", sse_design (0.5 + 0.1 * round));
    }
  f.settings.budget.evaluations = 2;
  fixture_run (&f);
  fixture_assert_end (&f, "budget");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 2);
  g_assert_cmpuint (counts.requests - counts.advice_requests, ==, 6);
  fixture_check_trail (&f);
}

/* Text is answered by a reminder, then by the demand for a call, then by the end. */
static void
test_text (void)
{
  g_auto (Fixture) f = fixture_new ();

  script_add (f.script, "planner", sse_text ("I could try B200."));
  fixture_run (&f);
  fixture_assert_end (&f, "silent");
  g_assert_nonnull (strstr (weft_plan_get_reason (f.plan), "three times in a row"));
  g_assert_cmpuint (script_n_asked (f.script, "planner"), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (JsonNode) body = fixture_body (&f, "planner", i);
      JsonNode *choice = json_object_get_member (json_node_get_object (body), "tool_choice");
      const char *last = json_object_get_string_member (fixture_last_message (body, 0), "content");

      g_assert_cmpint (strstr (last, "Text alone is not evaluated") != NULL, ==, i > 0);
      g_assert_cmpint (choice != NULL && g_str_equal (json_node_get_string (choice), "required"), ==, i > 1);
    }
  fixture_check_trail (&f);
}

/* An answer with nothing in it is not repeated to a server. */
static void
test_empty (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *thought = sse_part ("", "hm");
  g_autofree char *end = sse_end ("stop", NULL);
  g_autoptr (JsonNode) body = NULL;

  script_add (f.script, "planner", g_strconcat (thought, end, NULL));
  script_add (f.script, "planner", sse_design (0.5));
  f.settings.budget.evaluations = 1;
  fixture_run (&f);
  body = fixture_body (&f, "planner", 1);
  g_assert_cmpuint (json_array_get_length (fixture_messages (body)), ==, 2);
}

static void
test_length (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *end = sse_end ("length", NULL);

  g_object_set (f.endpoint, "max-tokens", 6000, NULL);
  script_add (f.script, "planner", sse_broken (end));
  fixture_run (&f);
  check_nothing_executed (&f);
  fixture_assert_end (&f, "length");
  g_assert_nonnull (strstr (weft_plan_get_reason (f.plan), "12000 tokens"));
  g_assert_cmpuint (script_n_asked (f.script, "planner"), ==, 2);
  g_assert_nonnull (strstr (script_body (f.script, "planner", 0), "6000"));
  g_assert_nonnull (strstr (script_body (f.script, "planner", 1), "12000"));
  fixture_check_trail (&f);
}

/* --- the way to the endpoint --- */

static void
test_refused (void)
{
  g_auto (Fixture) f = fixture_new ();

  script_add_reply (f.script, "planner", reply_new (REPLY_WHOLE, 401, "{\"error\":{\"message\":\"no such key\"}}", 0));
  fixture_run (&f);
  fixture_assert_end (&f, "refused");
  g_assert_nonnull (strstr (weft_plan_get_reason (f.plan), "no such key"));
  g_assert_cmpuint (script_n_asked (f.script, "planner"), ==, 1);
  fixture_check_trail (&f);
}

static void
test_unreachable (void)
{
  g_auto (Fixture) f = fixture_new ();

  script_add_reply (f.script, "planner", reply_new (REPLY_FAILS, 0, "nobody is there", 0));
  fixture_run (&f);
  fixture_assert_end (&f, "failures");
  g_assert_nonnull (strstr (weft_plan_get_reason (f.plan), "nobody is there"));
  g_assert_cmpuint (script_n_asked (f.script, "planner"), ==, 3);
  fixture_check_trail (&f);
}

/* A call that the server could not read is the model's fault, and a failed answer. */
static void
test_bad_call (void)
{
  g_auto (Fixture) f = fixture_new ();
  WeftPlanCounts counts;

  for (guint i = 0; i < 2; i++)
    script_add_reply (f.script, "planner", reply_new (REPLY_WHOLE, 400, "{\"error\":{\"message\":\"Failed to call a function\","
                                                      "\"code\":\"tool_use_failed\"}}", 0));
  script_add (f.script, "planner", sse_design (0.5));
  f.settings.budget.evaluations = 1;
  fixture_run (&f);
  fixture_assert_end (&f, "budget");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 1);
  g_assert_cmpuint (counts.requests, ==, 3);
}

/* Specialists that cannot be asked do not hold the planner up, and are not asked for ever. */
static void
test_no_specialist_answers (void)
{
  g_auto (Fixture) f = fixture_new ();
  WeftPlanCounts counts;

  for (guint i = 0; i < 6; i++)
    script_add (f.script, "planner", sse_design (0.9 - 0.1 * i));
  script_add_reply (f.script, "chip", reply_new (REPLY_WHOLE, 400, "{}", 0));
  script_add (f.script, "scaleup", sse_text ("I like B200."));
  script_add (f.script, "scaleout", sse_text ("{\"items\":7}"));
  f.settings.budget.evaluations = 6;
  fixture_run (&f);
  fixture_assert_end (&f, "budget");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 6);
  g_assert_cmpuint (counts.advice_requests, ==, 6);
  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (WeftEvent) advice = fixture_event (&f, "advice", i);

      g_assert_nonnull (weft_json_find_string (weft_event_get_data (advice), "error"));
    }
  fixture_check_trail (&f);
}

/* --- hostile --- */

typedef struct
{
  const char *name;
  const char *limit;   /* (nullable): that is hit */
  const char *unit;    /* repeated between the two */
  guint times;
  const char *before;
  const char *after;
} Hostile;

#define CALL_OPEN "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"function\":{\"name\":\"evaluate_design\",\"arguments\":\""
#define CALL_CLOSE "\"}}]}}]}\n\n"
#define END "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n"

static const Hostile hostile[] = {
  { "endless-text", "text", "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"0123456789012345678901234567890123456789012345678901234567890123456789\"}}]}\n\n", 70000, "", END },
  { "endless-line", "line", "xxxxxxxxxxxxxxxx", 70000, "data: ", "\n\n" END },
  { "brackets", NULL, "[", 100000, CALL_OPEN, CALL_CLOSE END },
  { "long-arguments", "arguments", "                ", 20000, CALL_OPEN, CALL_CLOSE END },
};

static void
test_hostile (gconstpointer data)
{
  const Hostile *one = data;
  g_auto (Fixture) f = fixture_new ();
  g_autoptr (GString) text = g_string_new (one->before);

  for (guint i = 0; i < one->times; i++)
    g_string_append (text, one->unit);
  g_string_append (text, one->after);
  script_add (f.script, "planner", g_strdup (text->str));
  f.settings.budget.idle_turns = 3;
  fixture_run (&f);
  check_nothing_executed (&f);
  fixture_assert_end (&f, one->limit != NULL ? "failures" : "idle");
  g_assert_cmpuint (fixture_n_events (&f, "limit.hit"), ==, one->limit != NULL ? 3 : 0);
  if (one->limit != NULL)
    {
      g_autoptr (WeftEvent) hit = fixture_event (&f, "limit.hit", 0);

      g_assert_cmpstr (weft_json_find_string (weft_event_get_data (hit), "limit"), ==, one->limit);
      g_assert_cmpint (json_object_get_int_member (weft_event_get_data (hit), "value"), >, 0);
      g_assert_cmpint (json_object_get_int_member (weft_event_get_data (hit), "value"), <=, text->len);
    }
  fixture_check_trail (&f);
}

static void
test_thousands_of_calls (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *end = sse_end ("tool_calls", NULL);

  for (guint i = 0; i < 3000; i++)
    {
      g_autofree char *arguments = design_of (0.5);
      g_autofree char *id = g_strdup_printf ("c%u", i);
      g_autofree char *call = sse_one_call (i, id, "evaluate_design", arguments);

      g_string_append (text, call);
    }
  g_string_append (text, end);
  script_add (f.script, "planner", g_strdup (text->str));
  fixture_run (&f);
  check_nothing_executed (&f);
  fixture_assert_end (&f, "failures");
  g_assert_cmpuint (fixture_n_events (&f, "limit.hit"), ==, 3);
}

#define EVIL "\\u001b]0;title\\u0007\\u001b[2J\\u202egnp.exe<b onclick='x'>&amp;<script>\\u0000\\u0085\\u2066"

static void
check_safe (const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      g_assert_false ((c < 0x20 && c != '\n') || c == 0x7f || (c >= 0x80 && c < 0xa0));
      g_assert_false ((c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069));
    }
}

/* Whatever the texts hold, they are shown without it and the run goes on. */
static void
test_evil_texts (void)
{
  g_auto (Fixture) f = fixture_new ();
  GListModel *items;

  script_add (f.script, "planner", g_strdup (
    "data: {\"id\":\"" EVIL "\",\"model\":\"" EVIL "\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" EVIL "\",\"reasoning_content\":\""
    EVIL "\",\"tool_calls\":[{\"index\":0,\"id\":\"" EVIL "\",\"function\":{\"name\":\"" EVIL "\",\"arguments\":\"" EVIL "\"}}]}}]}\n\n" END));
  script_add (f.script, "planner", g_strdup (
    CALL_OPEN "{\\\"name\\\":\\\"\\" EVIL "\\\",\\\"partitions\\\":[{\\\"chip\\\":\\\"\\" EVIL "\\\"}]}" CALL_CLOSE END));
  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_design (0.6));
  script_add (f.script, "chip", sse_text ("{\"items\":[{\"parameter\":\"" EVIL "\",\"suggestion\":\"" EVIL "\",\"because\":\"" EVIL "\"}]}"));
  f.settings.budget.evaluations = 2;
  fixture_run (&f);
  fixture_assert_end (&f, "budget");
  fixture_check_trail (&f);
  items = G_LIST_MODEL (weft_plan_get_dialogue (f.plan));
  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (WeftDialogueItem) item = g_list_model_get_item (items, i);

      check_safe (weft_dialogue_item_get_text (item));
      check_safe (weft_dialogue_item_get_thinking (item));
      if (weft_dialogue_item_get_label (item) != NULL)
        check_safe (weft_dialogue_item_get_label (item));
    }
  for (guint64 seq = 1; seq <= weft_trail_run_n_events (fixture_trail (&f)); seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (f.run, seq, NULL);

      check_safe (weft_event_get_line (event));
    }
}

/* Counts that no model has do not upset the sums. */
static void
test_evil_usage (void)
{
  static const char *const usages[] = {
    "{\"prompt_tokens\":9223372036854775807,\"completion_tokens\":9223372036854775807}",
    "{\"prompt_tokens\":-5,\"completion_tokens\":-9223372036854775808}",
    "{\"prompt_tokens\":1e308,\"completion_tokens\":\"many\"}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (usages); i++)
    {
      g_auto (Fixture) f = fixture_new ();
      g_autofree char *arguments = design_of (0.5);
      g_autofree char *again = design_of (0.6);
      g_autofree char *call = sse_one_call (0, "c1", "evaluate_design", arguments);
      g_autofree char *other = sse_one_call (0, "c1", "evaluate_design", again);
      g_autofree char *end = sse_end ("tool_calls", usages[i]);
      WeftPlanCounts counts;

      script_add (f.script, "planner", g_strconcat (call, end, NULL));
      script_add (f.script, "planner", g_strconcat (other, end, NULL));
      g_object_set (f.endpoint, "context-tokens", 100000, NULL);
      f.settings.budget.evaluations = 2;
      f.settings.no_specialists = TRUE;
      fixture_run (&f);
      weft_plan_get_counts (f.plan, &counts);
      g_assert_cmpuint (counts.tokens_prompt, <, G_MAXINT64 / 4);
      g_assert_cmpuint (counts.tokens_completion, <, G_MAXINT64 / 4);
      fixture_check_trail (&f);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plan-broken/%s", broken[i].name);

      g_test_add_data_func (path, &broken[i], test_broken);
    }
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plan-broken/hostile/%s", hostile[i].name);

      g_test_add_data_func (path, &hostile[i], test_hostile);
    }
  g_test_add_func ("/plan-broken/recovers", test_recovers);
  g_test_add_func ("/plan-broken/text", test_text);
  g_test_add_func ("/plan-broken/empty", test_empty);
  g_test_add_func ("/plan-broken/length", test_length);
  g_test_add_func ("/plan-broken/refused", test_refused);
  g_test_add_func ("/plan-broken/unreachable", test_unreachable);
  g_test_add_func ("/plan-broken/bad-call", test_bad_call);
  g_test_add_func ("/plan-broken/no-specialist-answers", test_no_specialist_answers);
  g_test_add_func ("/plan-broken/hostile/thousands-of-calls", test_thousands_of_calls);
  g_test_add_func ("/plan-broken/hostile/texts", test_evil_texts);
  g_test_add_func ("/plan-broken/hostile/usage", test_evil_usage);
  return g_test_run ();
}
