/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole planning run: what its agents are told, what they are answered, and the trail of it. */
#include "plan-fixture.h"

static void
check_first_request (Fixture *f)
{
  g_autoptr (JsonNode) body = fixture_body (f, "planner", 0);
  JsonArray *messages = fixture_messages (body);
  const char *prompt = json_object_get_string_member (json_array_get_object_element (messages, 0), "content");
  g_autofree char *tools = weft_json_write_compact (json_object_get_member (json_node_get_object (body), "tools"));

  g_assert_cmpuint (json_array_get_length (messages), ==, 2);
  g_assert_nonnull (strstr (prompt, "You have 3 evaluations"));
  g_assert_nonnull (strstr (prompt, "B200 |"));
  g_assert_nonnull (strstr (prompt, "WSE3s |"));
  g_assert_nonnull (strstr (prompt, "Budget: "));
  g_assert_nonnull (strstr (prompt, "- hpcg "));
  g_assert_null (strstr (prompt, "{{"));
  g_assert_nonnull (strstr (tools, "\"B200\""));
  g_assert_nonnull (strstr (tools, "\"NVLink5\""));
}

static void
check_answer (Fixture *f)
{
  g_autoptr (JsonNode) body = fixture_body (f, "planner", 1);
  g_autoptr (JsonNode) node = fixture_tool_answer (body, 0);
  JsonObject *answer = json_node_get_object (node);
  g_autoptr (WeftEvent) result = fixture_event (f, "eval.result", 0);
  double score = weft_json_find_number (weft_event_get_data (result), "score");
  JsonArray *advice = json_object_get_array_member (answer, "advice");

  g_assert_true (json_object_get_boolean_member (answer, "ok"));
  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (answer, "score"), score, 1e-4);
  g_assert_cmpfloat (json_object_get_double_member (json_object_get_object_member (answer, "speedups"), "hpcg"), >, 0);
  g_assert_true (json_object_has_member (json_object_get_object_member (answer, "bottlenecks"), "hpcg"));
  g_assert_cmpint (json_array_get_int_element (json_object_get_array_member (answer, "chips"), 0), >, 0);
  g_assert_cmpint (json_object_get_int_member (answer, "evaluations_left"), ==, 2);
  g_assert_cmpuint (json_array_get_length (advice), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (advice, 0), "suggestion"), ==,
                   "more of it");
}

static void
check_events (Fixture *f)
{
  static const char *const wanted[] = {
    "run.start", "llm.request", "llm.response", "design.proposed", "design.validated", "eval.start",
    "eval.result", "best.changed", "llm.request", "llm.request", "llm.request", "llm.response", "advice",
  };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (fixture_trail (f), i + 1, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (weft_event_get_kind (event), ==, wanted[i]);
    }
}

/* The steps that led to a result can be gone up. */
static void
check_parents (Fixture *f)
{
  static const char *const wanted[] = {
    "eval.start", "design.validated", "design.proposed", "llm.response", "llm.request",
  };
  g_autoptr (WeftEvent) event = fixture_event (f, "eval.result", 1);

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      WeftEvent *parent = weft_trail_run_get_event (fixture_trail (f), weft_event_get_parent (event), NULL);

      g_object_unref (event);
      event = parent;
      g_assert_nonnull (event);
      g_assert_cmpstr (weft_event_get_kind (event), ==, wanted[i]);
    }
}

static void
test_whole (void)
{
  g_auto (Fixture) f = fixture_new ();
  WeftPlanCounts counts;

  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_design (1));
  script_add (f.script, "planner", sse_design (0.8));
  script_add (f.script, "chip", sse_text ("{\"items\":[{\"parameter\":\"partitions/0/power_frac\",\"suggestion\":\"more of it\","
                                          "\"because\":\"power is left\"}]}"));
  fixture_run (&f);

  check_first_request (&f);
  check_answer (&f);
  check_events (&f);
  check_parents (&f);
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 3);
  g_assert_cmpuint (counts.requests, ==, 3 + 6); /* nobody is asked about the last one */
  g_assert_cmpuint (counts.advice_requests, ==, 6);
  g_assert_cmpuint (counts.best_at, ==, 2);
  g_assert_cmpuint (weft_plan_get_curve (f.plan)->len, ==, 3);
  g_assert_cmpuint (counts.tokens_prompt, >=, 6000);
  g_assert_true (counts.tokens_estimated); /* those of the specialists */
  g_assert_cmpuint (fixture_n_events (&f, "advice"), ==, 6);
  fixture_assert_end (&f, "budget");
  fixture_check_trail (&f);
}

/* Specialists may answer in any order, and one may fail; what they say goes with the design that they were asked about. */
static void
test_advice_out_of_order (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *advice = sse_text ("```json\n[{\"parameter\":\"p\",\"suggestion\":3,\"because\":\"of this\"},"
                                      "{\"parameter\":\"p\"},7]\n```");
  g_autoptr (JsonNode) body = NULL;
  g_autoptr (JsonNode) node = NULL;
  JsonArray *list;

  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_design (0.6));
  script_add_reply (f.script, "chip", reply_new (REPLY_WHOLE, 200, advice, 9));
  script_add_reply (f.script, "scaleup", reply_new (REPLY_WHOLE, 200, advice, 3));
  script_add_reply (f.script, "scaleout", reply_new (REPLY_WHOLE, 400, "{\"error\":{\"message\":\"no\"}}", 0));
  f.settings.budget.evaluations = 2;
  fixture_run (&f);

  body = fixture_body (&f, "planner", 1);
  node = fixture_tool_answer (body, 0);
  list = json_object_get_array_member (json_node_get_object (node), "advice");
  g_assert_cmpuint (json_array_get_length (list), ==, 2);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (list, 0), "specialist"), ==, "chip");
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (list, 1), "specialist"), ==, "scaleup");
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (list, 0), "suggestion"), ==, "3");
  g_assert_cmpuint (fixture_n_events (&f, "advice"), ==, 3);
  fixture_check_trail (&f);
}

/* Nobody is told a score before the evaluator has given one. */
static void
test_no_score_in_prompts (void)
{
  g_auto (Fixture) f = fixture_new ();
  static const char *const agents[] = { "planner", "chip", "scaleup", "scaleout" };

  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_design (0.6));
  f.settings.budget.evaluations = 2;
  fixture_run (&f);
  for (guint i = 0; i < G_N_ELEMENTS (agents); i++)
    {
      g_autoptr (JsonNode) body = fixture_body (&f, agents[i], 0);
      g_autoptr (WeftEvent) result = fixture_event (&f, "eval.result", 0);
      const char *prompt = json_object_get_string_member (
        json_array_get_object_element (fixture_messages (body), 0), "content");
      g_autofree char *score = g_strdup_printf ("%.4g", weft_json_find_number (weft_event_get_data (result), "score"));

      g_assert_null (strstr (prompt, score));
      g_assert_null (strstr (prompt, "\"score\""));
    }
}

static void
test_begins_with_design (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *text = design_of (0.25);
  g_autoptr (JsonNode) root = parse (text);
  g_autoptr (JsonNode) body = NULL;
  WeftPlanCounts counts;

  f.settings.start = weft_problem_frame_design (f.problem, "mine", json_object_get_member (
                                                  json_node_get_object (root), "partitions"));
  script_add (f.script, "planner", sse_design (0.5));
  f.settings.budget.evaluations = 2;
  fixture_run (&f);
  g_clear_object (&f.settings.start);

  body = fixture_body (&f, "planner", 0);
  g_assert_nonnull (strstr (json_object_get_string_member (fixture_last_message (body, 0), "content"), "\"score\":"));
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 2);
  g_assert_cmpuint (fixture_n_events (&f, "user.edit"), ==, 1);
  fixture_check_trail (&f);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan/whole", test_whole);
  g_test_add_func ("/plan/advice-out-of-order", test_advice_out_of_order);
  g_test_add_func ("/plan/no-score-in-prompts", test_no_score_in_prompts);
  g_test_add_func ("/plan/begins-with-design", test_begins_with_design);
  return g_test_run ();
}
