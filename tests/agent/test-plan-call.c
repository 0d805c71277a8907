/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of calls: refusals with stage, path and what is allowed; repeats; several in one answer; and that no number of
 * a model ever becomes a result. */
#include "plan-fixture.h"

typedef struct
{
  const char *name;
  const char *tool;
  const char *arguments;
  const char *stage;
  const char *code;
  const char *path;
  guint schema_invalid;
  guint refused;
} Refusal;

#define PART(chip, frac, up, out) \
  "{\"chip\":\"" chip "\",\"role\":\"general\",\"power_frac\":" frac ",\"scaleup\":\"" up "\",\"scaleout\":\"" out "\"}"
#define DESIGN(parts) "{\"name\":\"d\",\"partitions\":[" parts "]}"
#define GOOD(frac) PART ("B200", frac, "NVLink5", "IB-XDR")

static const Refusal refusals[] = {
  { "tool", "run_shell", "{\"command\":\"id\"}", "tool", "unknown_tool", "", 1, 0 },
  { "json", "evaluate_design", "{\"partitions\":[", "json", "not_json", "", 1, 0 },
  { "json-array", "evaluate_design", "[1,2]", "json", "not_json", "", 1, 0 },
  { "missing", "evaluate_design", "{\"name\":\"d\"}", "schema", "missing_key", "/partitions", 1, 0 },
  { "empty", "evaluate_design", DESIGN (""), "schema", "no_partitions", "/partitions", 1, 0 },
  { "chip", "evaluate_design", DESIGN (PART ("GPU-9", "1", "NVLink5", "IB-XDR")), "schema", "unknown_chip", "/partitions/0/chip", 1, 0 },
  { "fabric", "evaluate_design", DESIGN (PART ("B200", "1", "UALink", "IB-XDR")), "schema", "scaleup_does_not_fit", "/partitions/0/scaleup", 1, 0 },
  { "number", "evaluate_design", DESIGN (PART ("B200", "\"1\"", "NVLink5", "IB-XDR")), "schema", "fraction_not_number", "/partitions/0/power_frac", 1, 0 },
  { "range", "evaluate_design", DESIGN (PART ("B200", "-1", "NVLink5", "IB-XDR")), "schema", "fraction_range", "/partitions/0/power_frac", 1, 0 },
  { "sum", "evaluate_design", DESIGN (GOOD ("0.7") "," GOOD ("0.6")), "constraint", "fraction_sum", "/partitions", 0, 1 },
  { "too-small", "evaluate_design", DESIGN (GOOD ("0.9") "," GOOD ("0.000002")), "constraint", "partition_too_small", "/partitions", 0, 1 },
};

/* (transfer full) */
static char *
sse_tool (const char *tool, const char *arguments)
{
  g_autofree char *call = sse_one_call (0, "c1", tool, arguments);
  g_autofree char *end = sse_end ("tool_calls", NULL);

  return g_strconcat (call, end, NULL);
}

static void
check_refusal (Fixture *f, const Refusal *refusal, gboolean feedback)
{
  g_autoptr (JsonNode) body = fixture_body (f, "planner", 1);
  g_autoptr (JsonNode) node = fixture_tool_answer (body, 0);
  JsonObject *answer = json_node_get_object (node);
  JsonObject *error;

  g_assert_false (json_object_get_boolean_member (answer, "ok"));
  g_assert_cmpstr (json_object_get_string_member (answer, "stage"), ==, refusal->stage);
  g_assert_cmpint (json_object_get_int_member (answer, "evaluations_left"), ==, 1);
  g_assert_cmpint (json_object_has_member (answer, "errors"), ==, feedback);
  if (!feedback)
    return;
  error = json_array_get_object_element (json_object_get_array_member (answer, "errors"), 0);
  g_assert_cmpstr (json_object_get_string_member (error, "code"), ==, refusal->code);
  g_assert_cmpstr (json_object_get_string_member (error, "path"), ==, refusal->path);
  g_assert_cmpstr (json_object_get_string_member (error, "message"), !=, "");
  if (strstr (refusal->code, "unknown_chip") != NULL)
    {
      g_assert_cmpstr (json_object_get_string_member (error, "got"), ==, "GPU-9");
      g_assert_cmpuint (json_array_get_length (json_object_get_array_member (error, "allowed")), >, 1);
    }
}

static void
run_refusal (const Refusal *refusal, gboolean feedback)
{
  g_auto (Fixture) f = fixture_new ();
  g_autoptr (WeftEvent) validated = NULL;
  WeftPlanCounts counts;

  script_add (f.script, "planner", sse_tool (refusal->tool, refusal->arguments));
  script_add (f.script, "planner", sse_design (0.5));
  f.settings.budget.evaluations = 1;
  f.settings.no_feedback = !feedback;
  fixture_run (&f);
  check_refusal (&f, refusal, feedback);
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.schema_invalid, ==, refusal->schema_invalid);
  g_assert_cmpuint (counts.refused, ==, refusal->refused);
  g_assert_cmpuint (counts.infeasible, ==, 0);
  g_assert_cmpuint (counts.evaluations, ==, 1);

  /* The trail has the reasons whatever the planner is told. */
  validated = fixture_event (&f, "design.validated", 0);
  g_assert_cmpstr (weft_json_find_string (weft_event_get_data (validated), "stage"), ==, refusal->stage);
  g_assert_cmpuint (json_array_get_length (weft_json_find_array (weft_event_get_data (validated), "errors")), >, 0);
  fixture_check_trail (&f);
}

static void
test_refusal (gconstpointer data)
{
  run_refusal (data, TRUE);
  run_refusal (data, FALSE);
}

/* An error at each place, but not a thousand of them. */
static void
test_many_errors (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autoptr (JsonNode) body = NULL;
  g_autoptr (JsonNode) node = NULL;
  JsonArray *errors;

  g_object_unref (f.problem);
  f.settings.problem = f.problem = fixture_problem ("{\"space\":\"paper-3\"}");
  script_add (f.script, "planner", sse_call ("", DESIGN ("{},{},{}")));
  script_add (f.script, "planner", sse_design (0.5));
  f.settings.budget.evaluations = 1;
  fixture_run (&f);
  body = fixture_body (&f, "planner", 1);
  node = fixture_tool_answer (body, 0);
  errors = json_object_get_array_member (json_node_get_object (node), "errors");
  g_assert_cmpuint (json_array_get_length (errors), ==, 10);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (errors, 9), "path"), ==, "/partitions/2/scaleup");
}

/* Arguments that are no JSON go back to no server. */
static void
test_history (void)
{
  g_auto (Fixture) f = fixture_new ();

  script_add (f.script, "planner", sse_call ("", "{\"partitions\":[ BROKEN"));
  script_add (f.script, "planner", sse_design (0.5));
  f.settings.budget.evaluations = 1;
  fixture_run (&f);
  g_assert_null (strstr (script_body (f.script, "planner", 1), "BROKEN"));
  g_assert_nonnull (strstr (script_body (f.script, "planner", 1), "{\\\"invalid\\\":true}"));
}

/* Infeasible is another thing than refused: it was evaluated. */
static void
test_infeasible (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autoptr (WeftEvent) result = NULL;
  g_autoptr (JsonNode) body = NULL;
  g_autoptr (JsonNode) node = NULL;
  WeftPlanCounts counts;

  g_object_unref (f.problem);
  f.settings.problem = f.problem = fixture_problem ("{\"space\":\"paper-2\",\"constraints\":{\"chips\":100}}");
  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_design (0.01));
  f.settings.budget.evaluations = 2;
  f.settings.no_specialists = TRUE;
  fixture_run (&f);
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.infeasible, ==, 1);
  g_assert_cmpuint (counts.refused, ==, 0);
  g_assert_cmpuint (counts.best_at, ==, 2);
  g_assert_true (isnan (g_array_index (weft_plan_get_curve (f.plan), double, 0)));
  result = fixture_event (&f, "eval.result", 0);
  g_assert_false (json_object_get_boolean_member (weft_event_get_data (result), "feasible"));
  body = fixture_body (&f, "planner", 1);
  node = fixture_tool_answer (body, 0);
  g_assert_true (json_object_has_member (json_node_get_object (node), "reason"));
  fixture_check_trail (&f);
}

/* In order, each with its own answer; beyond the budget they are answered too. */
static void
test_several (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *a = design_of (0.5);
  g_autofree char *b = design_of (0.6);
  g_autofree char *c = design_of (0.7);
  const char *const arguments[] = { a, "{}", a, b, c, NULL };
  WeftPlanCounts counts;
  static const char *const wanted[] = { NULL, "schema", "duplicate", NULL, "budget" };

  script_add (f.script, "planner", sse_calls (arguments));
  f.settings.budget.evaluations = 2;
  fixture_run (&f);
  fixture_assert_end (&f, "budget");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 2);
  g_assert_cmpuint (counts.duplicates, ==, 1);
  g_assert_cmpuint (counts.schema_invalid, ==, 1);
  g_assert_cmpuint (fixture_n_events (&f, "design.validated"), ==, 5);
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autoptr (WeftEvent) event = fixture_event (&f, "design.validated", i);
      g_autofree char *id = g_strdup_printf ("c%u", i + 1);

      g_assert_cmpstr (weft_json_find_string (weft_event_get_data (event), "stage"), ==, wanted[i]);
      g_assert_cmpstr (weft_json_find_string (weft_event_get_data (event), "call"), ==, id);
    }
  fixture_check_trail (&f);
}

static void
test_every_call_is_answered (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *a = design_of (0.5);
  const char *const arguments[] = { a, "{}", "no", a, NULL };
  g_autoptr (JsonNode) body = NULL;
  JsonArray *messages;

  script_add (f.script, "planner", sse_calls (arguments));
  script_add (f.script, "planner", sse_design (0.9));
  f.settings.budget.evaluations = 2;
  fixture_run (&f);
  body = fixture_body (&f, "planner", 1);
  messages = fixture_messages (body);
  g_assert_cmpuint (json_array_get_length (messages), ==, 2 + 1 + 4);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *id = g_strdup_printf ("c%u", i + 1);

      g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (messages, 3 + i), "tool_call_id"), ==, id);
    }
  /* The specialists' words are with the one that they were asked about. */
  g_assert_cmpuint (script_n_asked (f.script, "chip"), ==, 1);
}

/* The same design under other names, in another order, with other numbers of digits. */
static void
test_duplicates (void)
{
  static const char *const same[] = {
    DESIGN (PART ("B200", "0.9", "NVLink5", "IB-XDR") "," PART ("WSE3s", "0.05", "UALink", "UEC")),
    "{\"name\":\"another\",\"partitions\":[" PART ("wse3s", "0.0500", "ualink", "uec") "," PART ("b200", "9e-1", "nvlink5", "ib-xdr") "]}",
    "{\"partitions\":[" PART ("B200", "0.9000000001", "NVLink5", "IB-XDR") "," PART ("WSE3s", "0.05", "UALink", "UEC") "],\"score\":1}",
  };
  g_auto (Fixture) f = fixture_new ();
  WeftPlanCounts counts;

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    script_add (f.script, "planner", sse_call ("again", same[i]));
  f.settings.no_specialists = TRUE;
  f.settings.budget.idle_turns = 9;
  fixture_run (&f);
  fixture_assert_end (&f, "duplicates");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 1);
  g_assert_cmpuint (counts.duplicates, ==, 5);
  for (guint i = 2; i < 6; i++)
    {
      g_autoptr (JsonNode) body = fixture_body (&f, "planner", MIN (i, script_n_asked (f.script, "planner") - 1));
      g_autoptr (JsonNode) node = fixture_tool_answer (body, 0);
      JsonObject *answer = json_node_get_object (node);

      g_assert_cmpint (json_object_get_int_member (answer, "duplicate_of"), ==, 1);
      g_assert_cmpint (json_object_has_member (answer, "note"), ==, i >= 4);
    }
  fixture_check_trail (&f);
}

/* --- numbers only from the evaluator --- */

static gboolean
has_planted (JsonNode *node)
{
  g_autofree char *text = weft_json_write_compact (node);

  return strstr (text, "9.9") != NULL;
}

static void
check_event (WeftEvent *event)
{
  static const char *const kinds[] = { "eval.result", "eval.start", "best.changed", "run.end" };
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), weft_event_get_data (event));

  /* The call's id is the endpoint's. */
  json_object_remove_member (json_node_get_object (node), "call");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (weft_event_get_kind (event), kinds[i]))
      g_assert_false (has_planted (node));
}

static void
check_claim (Fixture *f)
{
  g_autoptr (WeftEvent) checked = fixture_event (f, "claims.checked", 0);
  JsonArray *marks = weft_json_find_array (weft_event_get_data (checked), "marks");
  gboolean found = FALSE;

  for (guint i = 0; i < json_array_get_length (marks); i++)
    {
      JsonObject *mark = json_array_get_object_element (marks, i);

      if (weft_json_find_number (mark, "value") != 9.9)
        continue;
      found = TRUE;
      g_assert_cmpstr (weft_json_find_string (mark, "verdict"), ==, "contradicts");
    }
  g_assert_true (found);
}

static void
plant (Fixture *f)
{
  g_autofree char *part = sse_part ("I reach a score of 9.9 with this.", "The score 9.9 is certain.");
  g_autofree char *call = sse_one_call (0, "score-9.9", "evaluate_design",
    "{\"name\":\"score 9.9\",\"score\":9.9,\"ratios\":{\"hpcg\":9.9},\"feasible\":true,\"evaluation\":9.9,"
    "\"partitions\":[{\"chip\":\"B200\",\"role\":\"general\",\"power_frac\":0.9,\"scaleup\":\"NVLink5\","
    "\"scaleout\":\"IB-XDR\",\"score\":9.9,\"speedup\":9.9}]}");
  g_autofree char *other = sse_one_call (1, "c2", "score 9.9", "{\"score\":9.9}");
  g_autofree char *end = sse_end ("tool_calls", NULL);

  script_add (f->script, "planner", sse_design (0.5));
  script_add (f->script, "planner",
              g_strconcat ("data: {\"model\":\"score 9.9\",\"id\":\"9.9\",\"system_fingerprint\":\"9.9\",\"score\":9.9,"
                           "\"choices\":[]}\n\n", part, call, other, end, NULL));
  script_add (f->script, "planner", sse_design (0.4));
  script_add_reply (f->script, "planner", reply_new (REPLY_WHOLE, 400, "{\"error\":{\"message\":\"the score is 9.9\"}}", 0));
  script_add (f->script, "chip", sse_text ("{\"items\":[{\"parameter\":\"score\",\"suggestion\":\"9.9\","
                                           "\"because\":\"score 9.9\",\"score\":9.9}],\"score\":9.9}"));
}

static void
test_planted (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autoptr (JsonNode) body = NULL;
  g_autoptr (JsonNode) node = NULL;
  WeftPlanCounts counts;
  GArray *curve;

  plant (&f);
  f.settings.budget.evaluations = 9;
  fixture_run (&f);
  fixture_assert_end (&f, "refused");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 3);
  g_assert_cmpfloat (counts.best, <, 9);
  curve = weft_plan_get_curve (f.plan);
  for (guint i = 0; i < curve->len; i++)
    g_assert_cmpfloat (g_array_index (curve, double, i), <, 9);
  for (guint64 seq = 1; seq <= weft_trail_run_n_events (fixture_trail (&f)); seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (f.run, seq, NULL);

      check_event (event);
    }
  check_claim (&f);
  fixture_check_trail (&f);

  /* What the model is answered has the advice as what it is, and no other 9.9. */
  body = fixture_body (&f, "planner", 2);
  node = fixture_tool_answer (body, 1);
  json_object_remove_member (json_node_get_object (node), "advice");
  g_assert_false (has_planted (node));
}

/* A figure of the proposal itself is no claim of a result. */
static void
test_own_parts (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autoptr (WeftEvent) checked = NULL;
  g_autofree char *arguments = design_of (0.37);
  JsonObject *mark;

  script_add (f.script, "planner", sse_call ("I give 37 % to B200.", arguments));
  f.settings.budget.evaluations = 1;
  fixture_run (&f);
  checked = fixture_event (&f, "claims.checked", 0);
  mark = json_array_get_object_element (weft_json_find_array (weft_event_get_data (checked), "marks"), 0);
  g_assert_cmpstr (weft_json_find_string (mark, "verdict"), ==, "matches");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plan-call/refusal/%s", refusals[i].name);

      g_test_add_data_func (path, &refusals[i], test_refusal);
    }
  g_test_add_func ("/plan-call/many-errors", test_many_errors);
  g_test_add_func ("/plan-call/history", test_history);
  g_test_add_func ("/plan-call/infeasible", test_infeasible);
  g_test_add_func ("/plan-call/several", test_several);
  g_test_add_func ("/plan-call/every-call-is-answered", test_every_call_is_answered);
  g_test_add_func ("/plan-call/duplicates", test_duplicates);
  g_test_add_func ("/plan-call/planted", test_planted);
  g_test_add_func ("/plan-call/own-parts", test_own_parts);
  return g_test_run ();
}
