/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a planning run ends: each limit with its code and sentence, and the user's stop in every state; with the best design
 * and a whole trail each time. */
#include "plan-fixture.h"

/* The answers go on with other designs. */
static Reply *
answer_designs_cb (Script *script, const char *agent, guint nth, const char *body)
{
  g_autofree char *text = NULL;

  if (!g_str_equal (agent, "planner"))
    return NULL;
  text = sse_design (1 - 0.01 * (nth % 90));
  return reply_new (REPLY_WHOLE, 200, text, 0);
}

static Fixture
fixture_with_designs (guint evaluations)
{
  Fixture f = fixture_new ();

  f.script->answer = answer_designs_cb;
  f.settings.budget.evaluations = evaluations;
  f.settings.no_specialists = TRUE;
  return f;
}

static void
assert_ended (Fixture *f, const char *code, const char *words)
{
  fixture_assert_end (f, code);
  g_assert_nonnull (weft_plan_get_reason (f->plan));
  if (strstr (weft_plan_get_reason (f->plan), words) == NULL)
    g_error ("“%s” is not in “%s”", words, weft_plan_get_reason (f->plan));
  fixture_check_trail (f);
}

/* --- limits --- */

typedef struct
{
  const char *name;
  WeftPlanBudget budget;
  const char *code;
  const char *words;
} Limit;

static const Limit limits[] = {
  { "evaluations", { .evaluations = 4 }, "budget", "All 4 evaluations are used" },
  { "requests", { .evaluations = 9, .requests = 2 }, "requests", "All 2 requests to the planner are used" },
  { "patience", { .evaluations = 9, .patience = 3 }, "patience", "3 evaluations in a row brought no better score" },
  { "time", { .evaluations = 9, .wall_s = 1e-6 }, "time", "is over" },
  { "tokens", { .evaluations = 9, .tokens = 9500 }, "tokens", "of 9500 tokens are used" },
  { "cost", { .evaluations = 9, .cost_usd = 0.02 }, "cost", "of $0.02 are spent" },
};

static void
test_limit (gconstpointer data)
{
  const Limit *limit = data;
  g_auto (Fixture) f = fixture_with_designs (0);

  f.settings.budget = limit->budget;
  g_object_set (f.endpoint, "price-prompt", 2.0, "price-completion", 8.0, NULL);
  fixture_run (&f);
  assert_ended (&f, limit->code, limit->words);
}

/* The next turn is counted at its worst before it is asked for. */
static void
test_worst_case (void)
{
  g_auto (Fixture) f = fixture_with_designs (9);
  WeftPlanCounts counts;

  g_object_set (f.endpoint, "max-tokens", 5000, NULL);
  f.settings.budget.tokens = 5000;
  fixture_run (&f);
  assert_ended (&f, "tokens", "0 of 5000 tokens are used");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.requests, ==, 0);
}

/* An endpoint that says nothing does not outlast the time. */
static void
test_time_in_request (void)
{
  g_auto (Fixture) f = fixture_new ();

  script_add (f.script, "planner", sse_design (0.5));
  script_add_reply (f.script, "planner", reply_new (REPLY_STALLS, 200, "", 0));
  f.settings.budget.wall_s = 0.2;
  fixture_run (&f);
  assert_ended (&f, "time", "is over");
  g_assert_cmpuint (fixture_n_events (&f, "user.control"), ==, 0);
}

/* A price that is not known is no price of nothing. */
static void
test_no_price (void)
{
  g_auto (Fixture) f = fixture_with_designs (2);
  g_autoptr (WeftEvent) end = NULL;
  WeftPlanCounts counts;

  f.settings.budget.cost_usd = 1e-9;
  fixture_run (&f);
  assert_ended (&f, "budget", "All 2");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_true (isnan (counts.cost_usd));
  end = fixture_event (&f, "run.end", 0);
  g_assert_true (json_object_get_null_member (json_object_get_object_member (weft_event_get_data (end), "counts"),
                                              "cost_usd"));
}

/* Specialists of another endpoint cost what that one asks. */
static void
test_two_prices (void)
{
  g_auto (Fixture) f = fixture_with_designs (2);
  g_autoptr (WeftEndpoint) other = weft_endpoint_new ("Other", "http://127.0.0.1:10/v1", "model-2", NULL);
  g_autoptr (WeftChat) specialists = weft_chat_new (other, WEFT_TRANSPORT (f.script));
  WeftPlanCounts counts;
  gsize bytes;

  g_object_set (f.endpoint, "price-prompt", 1.0, "price-completion", 1.0, NULL);
  g_object_set (other, "price-prompt", 0.0, "price-completion", 0.0, NULL);
  f.settings.no_specialists = FALSE;
  f.settings.specialists = specialists;
  fixture_run (&f);
  weft_plan_get_counts (f.plan, &counts);
  bytes = strlen (script_body (f.script, "planner", 0)) / 4 + strlen (script_body (f.script, "planner", 1)) / 4;
  g_assert_cmpfloat_with_epsilon (counts.cost_usd, (double) (bytes + 100) / 1e6, 1e-9);
}

static void
test_idle (void)
{
  g_auto (Fixture) f = fixture_new ();
  WeftPlanCounts counts;

  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_call ("", "{\"partitions\":[]}"));
  fixture_run (&f);
  assert_ended (&f, "idle", "5 turns in a row brought no new valid design");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.schema_invalid, ==, 5);
  g_assert_cmpuint (counts.evaluations, ==, 1);
}

/* A limit counts for what is asked again too. */
static void
test_limit_of_retries (void)
{
  g_auto (Fixture) f = fixture_new ();

  script_add_reply (f.script, "planner", reply_new (REPLY_WHOLE, 200, "data: {\"choices\":[{\"index\":0,\"delta\":"
                                                    "{\"content\":\"I\"}}]}\n\n", 0));
  f.settings.budget.requests = 2;
  fixture_run (&f);
  assert_ended (&f, "requests", "All 2 requests");
}

/* --- the user's stop --- */

typedef struct
{
  const char *name;
  WeftPlanState state;
  const char *agent;   /* whose first answer is another one */
  ReplyManner manner;
  guint status;
  const char *text;
} Stop;

#define PART "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"I think\"}}]}\n\n"

static const Stop stops[] = {
  { "requesting", WEFT_PLAN_REQUESTING, "planner", REPLY_STALLS, 200, "" },
  { "streaming", WEFT_PLAN_STREAMING, "planner", REPLY_STALLS, 200, PART },
  { "advising", WEFT_PLAN_ADVISING, "scaleup", REPLY_STALLS, 200, "" },
  { "advising-streaming", WEFT_PLAN_ADVISING, "scaleout", REPLY_STALLS, 200, PART },
  { "waiting-for-turn", WEFT_PLAN_WAITING, "planner", REPLY_WHOLE, 200, PART },
  { "waiting-in-chat", WEFT_PLAN_WAITING, "planner", REPLY_WHOLE, 429, "{}" },
  { "evaluating", WEFT_PLAN_EVALUATING, "chip", REPLY_WHOLE, 200, PART },
};

static void
stop_in_state_cb (WeftPlan *plan, GParamSpec *pspec, const Stop *stop)
{
  if (weft_plan_get_state (plan) == stop->state)
    weft_plan_stop (plan);
}

/* @at_once: from within the change of state. */
static void
stop_in_state (const Stop *stop, gboolean at_once)
{
  g_auto (Fixture) f = fixture_with_designs (6);

  f.script->answer = NULL;
  f.patient = TRUE;
  f.settings.no_specialists = FALSE;
  weft_chat_set_wait_factor (f.chat, 1000);
  script_add (f.script, "planner", sse_design (0.5));
  if (g_str_equal (stop->agent, "planner"))
    g_ptr_array_set_size (script_list (f.script->replies, "planner", reply_free), 0);
  script_add_reply (f.script, stop->agent, reply_new (stop->manner, stop->status, stop->text, 0));
  fixture_plan (&f);
  if (at_once)
    g_signal_connect (f.plan, "notify::state", G_CALLBACK (stop_in_state_cb), (gpointer) stop);
  weft_plan_start (f.plan);
  fixture_reach (&f, stop->state);
  for (guint i = 0; i < 5 && !at_once; i++)
    g_main_context_iteration (NULL, FALSE);
  weft_plan_stop (f.plan);
  weft_plan_stop (f.plan);
  fixture_finish (&f);
  assert_ended (&f, "stopped", "Stopped by you");
  g_assert_cmpuint (fixture_n_events (&f, "user.control"), ==, 1);
}

static void
test_stop (gconstpointer data)
{
  stop_in_state (data, FALSE);
  stop_in_state (data, TRUE);
}

static void
test_stop_before_start (void)
{
  g_auto (Fixture) f = fixture_with_designs (6);
  WeftPlanCounts counts;

  fixture_plan (&f);
  weft_plan_stop (f.plan);
  weft_plan_start (f.plan);
  fixture_finish (&f);
  assert_ended (&f, "stopped", "Stopped by you");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 0);
  g_assert_cmpfloat (counts.elapsed_s, <, 30);
}

/* What the user does before the start comes after the beginning of the trail. */
static void
test_before_start (void)
{
  g_auto (Fixture) f = fixture_with_designs (1);
  g_autoptr (WeftEvent) first = NULL;
  g_autoptr (JsonNode) body = NULL;

  fixture_plan (&f);
  weft_plan_pause (f.plan);
  weft_plan_say (f.plan, "take little memory");
  weft_plan_go_on (f.plan);
  weft_plan_start (f.plan);
  fixture_finish (&f);
  first = weft_trail_run_get_event (fixture_trail (&f), 1, NULL);
  g_assert_cmpstr (weft_event_get_kind (first), ==, "run.start");
  fixture_check_trail (&f);

  /* Some templates take no two messages of a user in a row. */
  body = fixture_body (&f, "planner", 0);
  g_assert_cmpuint (json_array_get_length (fixture_messages (body)), ==, 2);
  g_assert_nonnull (strstr (json_object_get_string_member (fixture_last_message (body, 0), "content"), "little memory"));
}

static void
test_pause (void)
{
  g_auto (Fixture) f = fixture_with_designs (3);
  WeftPlanCounts counts;

  fixture_plan (&f);
  weft_plan_start (f.plan);
  fixture_reach (&f, WEFT_PLAN_REQUESTING);
  weft_plan_pause (f.plan);
  fixture_reach (&f, WEFT_PLAN_PAUSED);
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 1); /* the turn came to its end first */
  for (guint i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpint (weft_plan_get_state (f.plan), ==, WEFT_PLAN_PAUSED);
  weft_plan_go_on (f.plan);
  fixture_finish (&f);
  assert_ended (&f, "budget", "All 3");
  g_assert_cmpuint (fixture_n_events (&f, "user.control"), ==, 2);
}

static void
test_stop_paused (void)
{
  g_auto (Fixture) f = fixture_with_designs (3);

  fixture_plan (&f);
  weft_plan_start (f.plan);
  weft_plan_pause (f.plan);
  fixture_reach (&f, WEFT_PLAN_PAUSED);
  weft_plan_stop (f.plan);
  assert_ended (&f, "stopped", "Stopped by you");
  fixture_finish (&f);
}

/* --- lifetimes --- */

static void
test_five_in_a_row (void)
{
  for (guint i = 0; i < 5; i++)
    {
      g_auto (Fixture) f = fixture_with_designs (30);

      fixture_plan (&f);
      weft_plan_start (f.plan);
      for (guint j = 0; j < 7 * i; j++)
        g_main_context_iteration (NULL, FALSE);
      weft_plan_stop (f.plan);
      fixture_finish (&f);
      assert_ended (&f, "stopped", "Stopped by you");
    }
}

/* Whoever drops a run while something is under way gets no callback into nothing. */
static void
test_dropped (void)
{
  for (guint i = 0; i < 24; i++)
    {
      g_auto (Fixture) f = fixture_with_designs (30);

      f.settings.no_specialists = FALSE;
      fixture_plan (&f);
      weft_plan_start (f.plan);
      for (guint j = 0; j < i; j++)
        g_main_context_iteration (NULL, FALSE);
      g_signal_handlers_disconnect_by_data (f.plan, &f);
      g_object_add_weak_pointer (G_OBJECT (f.plan), (gpointer *) &f.plan);
      g_object_unref (f.plan);
      for (guint j = 0; j < 200 && f.plan != NULL; j++)
        g_main_context_iteration (NULL, FALSE);
      g_assert_null (f.plan);
    }
}

static void
drop_in_state_cb (WeftPlan *plan, GParamSpec *pspec, Fixture *f)
{
  if (weft_plan_get_state (plan) == WEFT_PLAN_DONE)
    g_clear_object (&f->plan);
}

static void
drop_when_done_cb (WeftPlan *plan, Fixture *f)
{
  f->n_done++;
  g_clear_object (&f->plan);
}

/* The last reference may go within a signal of the run. */
static void
test_dropped_in_signal (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_auto (Fixture) f = fixture_with_designs (1);

      fixture_plan (&f);
      g_signal_handlers_disconnect_by_data (f.plan, &f);
      if (i == 0)
        g_signal_connect (f.plan, "done", G_CALLBACK (drop_when_done_cb), &f);
      else
        g_signal_connect (f.plan, "notify::state", G_CALLBACK (drop_in_state_cb), &f);
      weft_plan_start (f.plan);
      for (guint j = 0; j < 2000 && f.plan != NULL; j++)
        g_main_context_iteration (NULL, FALSE);
      g_assert_null (f.plan);
    }
}

/* Nothing is told after the end, and nothing can be done any more. */
static void
test_after_end (void)
{
  g_auto (Fixture) f = fixture_with_designs (1);
  g_autoptr (WeftDesign) best = NULL;
  WeftPlanBudget budget = { .evaluations = 50 };
  guint64 n;

  fixture_run (&f);
  n = weft_trail_run_n_events (fixture_trail (&f));
  best = weft_plan_dup_best (f.plan);
  weft_plan_say (f.plan, "more");
  weft_plan_hand_back (f.plan, best);
  weft_plan_pause (f.plan);
  weft_plan_go_on (f.plan);
  weft_plan_retry_now (f.plan);
  weft_plan_set_budget (f.plan, &budget);
  weft_plan_stop (f.plan);
  fixture_finish (&f);
  g_assert_cmpuint (weft_trail_run_n_events (f.run), ==, n);
  g_assert_cmpuint (weft_plan_get_curve (f.plan)->len, ==, 1);
}

static void
test_budget_raised (void)
{
  g_auto (Fixture) f = fixture_with_designs (2);
  WeftPlanBudget budget;
  g_autoptr (WeftEvent) control = NULL;

  fixture_plan (&f);
  weft_plan_start (f.plan);
  weft_plan_pause (f.plan);
  fixture_reach (&f, WEFT_PLAN_PAUSED);
  weft_plan_get_budget (f.plan, &budget);
  budget.evaluations = 4;
  budget.cost_usd = NAN; /* no limit, and nothing that a trail could not hold */
  weft_plan_set_budget (f.plan, &budget);
  weft_plan_go_on (f.plan);
  fixture_finish (&f);
  assert_ended (&f, "budget", "All 4 evaluations");
  control = fixture_event (&f, "user.control", 1);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (weft_event_get_data (control), "old"),
                                               "evaluations"), ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plan-stop/limit/%s", limits[i].name);

      g_test_add_data_func (path, &limits[i], test_limit);
    }
  g_test_add_func ("/plan-stop/worst-case", test_worst_case);
  g_test_add_func ("/plan-stop/time-in-request", test_time_in_request);
  g_test_add_func ("/plan-stop/no-price", test_no_price);
  g_test_add_func ("/plan-stop/two-prices", test_two_prices);
  g_test_add_func ("/plan-stop/idle", test_idle);
  g_test_add_func ("/plan-stop/retries", test_limit_of_retries);
  for (guint i = 0; i < G_N_ELEMENTS (stops); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plan-stop/stop/%s", stops[i].name);

      g_test_add_data_func (path, &stops[i], test_stop);
    }
  g_test_add_func ("/plan-stop/before-start", test_before_start);
  g_test_add_func ("/plan-stop/stop-before-start", test_stop_before_start);
  g_test_add_func ("/plan-stop/pause", test_pause);
  g_test_add_func ("/plan-stop/stop-paused", test_stop_paused);
  g_test_add_func ("/plan-stop/five-in-a-row", test_five_in_a_row);
  g_test_add_func ("/plan-stop/dropped", test_dropped);
  g_test_add_func ("/plan-stop/dropped-in-signal", test_dropped_in_signal);
  g_test_add_func ("/plan-stop/after-end", test_after_end);
  g_test_add_func ("/plan-stop/budget-raised", test_budget_raised);
  return g_test_run ();
}
