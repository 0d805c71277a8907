/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recorded run is played again from its record: with all that went wrong and all that the user did, and what was changed in
 * it is found. */
#include "plan-fixture.h"
#include "search/weft-run-start.h"

static WeftDesign *
make_design (WeftProblem *problem, double power_frac)
{
  g_autofree char *text = design_of (power_frac);
  g_autoptr (JsonNode) root = parse (text);

  return weft_problem_frame_design (problem, "mine", json_object_get_member (json_node_get_object (root), "partitions"));
}

static void
test_plain (void)
{
  g_auto (Fixture) f = fixture_new ();

  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_call ("", "{}"));
  script_add (f.script, "planner", sse_text ("hm"));
  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_design (0.9));
  script_add (f.script, "planner", sse_design (0.8));
  fixture_run (&f);
  fixture_assert_end (&f, "budget");
  fixture_check_replay (&f);
}

/* What the network did then it does again. */
static void
test_failures (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *half = sse_part ("I", "");
  g_autofree char *cut = sse_end ("length", NULL);

  script_add (f.script, "planner", sse_design (0.5));
  script_add_reply (f.script, "planner", reply_new (REPLY_FAILS, 0, "nobody is there", 0));
  script_add_reply (f.script, "planner", reply_new (REPLY_WHOLE, 429, "{\"error\":{\"message\":\"too many\"}}", 0));
  script_add (f.script, "planner", sse_design (0.6));
  script_add (f.script, "planner", g_strdup (half));
  script_add (f.script, "planner", g_strdup (half));
  script_add_reply (f.script, "planner", reply_new (REPLY_WHOLE, 503, "busy", 0));
  script_add (f.script, "planner", g_strconcat (half, cut, NULL));
  script_add (f.script, "planner", sse_design (0.7));
  script_add_reply (f.script, "chip", reply_new (REPLY_WHOLE, 500, "{}", 0));
  script_add_reply (f.script, "scaleup", reply_new (REPLY_FAILS, 0, "gone", 0));
  fixture_run (&f);
  fixture_assert_end (&f, "budget");
  fixture_check_replay (&f);
}

static void
test_stopped (void)
{
  static const char *const agents[] = { "planner", "scaleup" };
  static const char *const texts[] = { "", "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"I\"}}]}\n\n" };

  for (guint i = 0; i < 4; i++)
    {
      g_auto (Fixture) f = fixture_new ();

      script_add (f.script, "planner", sse_design (0.5));
      script_add_reply (f.script, agents[i % 2], reply_new (REPLY_STALLS, 200, texts[i / 2], 0));
      fixture_plan (&f);
      weft_plan_start (f.plan);
      while (f.script->n_open == 0 || weft_plan_get_curve (f.plan)->len == 0)
        g_main_context_iteration (NULL, TRUE);
      for (guint j = 0; j < 30; j++)
        g_main_context_iteration (NULL, FALSE);
      weft_plan_stop (f.plan);
      fixture_finish (&f);
      fixture_assert_end (&f, "stopped");
      fixture_check_replay (&f);
    }
}

/* Goes on to the next pause between turns. */
static void
take_turn (Fixture *f)
{
  weft_plan_go_on (f->plan);
  weft_plan_pause (f->plan);
  fixture_reach (f, WEFT_PLAN_PAUSED);
}

/* All that a user may do, between turns and within them, is done again at its place. */
static void
test_user (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autoptr (WeftDesign) start = make_design (f.problem, 0.1);
  g_autoptr (WeftDesign) first = make_design (f.problem, 0.2);
  g_autoptr (WeftDesign) other = make_design (f.problem, 0.9);
  g_autoptr (WeftDesign) wrong = make_design (f.problem, 7);
  WeftPlanBudget budget = { .evaluations = 8 };

  f.settings.start = start;
  f.settings.budget.evaluations = 5;
  for (guint i = 0; i < 9; i++)
    script_add (f.script, "planner", sse_design (0.3 + 0.05 * i));
  fixture_plan (&f);
  weft_plan_start (f.plan);
  weft_plan_hand_back (f.plan, first); /* before anything was asked */
  weft_plan_say (f.plan, "be bold");
  weft_plan_pause (f.plan);
  fixture_reach (&f, WEFT_PLAN_PAUSED);
  take_turn (&f);
  weft_plan_say (f.plan, "take less memory");
  weft_plan_hand_back (f.plan, other);
  take_turn (&f);
  weft_plan_hand_back (f.plan, wrong);
  weft_plan_hand_back (f.plan, other); /* again */
  weft_plan_set_budget (f.plan, &budget);
  weft_plan_go_on (f.plan);
  fixture_finish (&f);
  f.settings.start = NULL;
  fixture_assert_end (&f, "budget");
  fixture_check_trail (&f);
  fixture_check_replay (&f);
}

/* While specialists are asked about the first of two calls: the second is told the new budget, the first was not. */
static void
test_budget_within_turn (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *a = design_of (0.5);
  g_autofree char *b = design_of (0.6);
  const char *const arguments[] = { a, b, NULL };
  g_autofree char *advice = sse_text ("{\"items\":[]}");
  WeftPlanBudget budget = { .evaluations = 9 };

  script_add (f.script, "planner", sse_calls (arguments));
  script_add_reply (f.script, "chip", reply_new (REPLY_WHOLE, 200, advice, 50));
  script_add_reply (f.script, "planner", reply_new (REPLY_WHOLE, 401, "{}", 0));
  fixture_plan (&f);
  weft_plan_start (f.plan);
  fixture_reach (&f, WEFT_PLAN_ADVISING);
  weft_plan_set_budget (f.plan, &budget);
  weft_plan_say (f.plan, "go on");
  fixture_finish (&f);
  fixture_assert_end (&f, "refused");
  g_assert_nonnull (strstr (script_body (f.script, "planner", 1), "\\\"evaluations_left\\\":2"));
  g_assert_nonnull (strstr (script_body (f.script, "planner", 1), "\\\"evaluations_left\\\":7"));
  fixture_check_replay (&f);
}

static void
test_builtin (void)
{
  g_auto (Fixture) f = fixture_new ();

  f.settings.planner = NULL;
  f.settings.budget.evaluations = 5;
  fixture_run (&f);
  fixture_assert_end (&f, "budget");
  fixture_check_trail (&f);
  fixture_check_replay (&f);
}

/* A run whose clock ran out is played in less time, and to the same end. */
static void
test_time (void)
{
  g_auto (Fixture) f = fixture_new ();

  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_design (0.6));
  f.settings.budget.wall_s = 1e-6;
  fixture_plan (&f);
  weft_plan_start (f.plan);
  fixture_finish (&f);
  fixture_assert_end (&f, "time");
  fixture_check_replay (&f);
}

/* --- differences --- */

typedef struct
{
  const char *name;
  const char *kind;  /* the first event of it is changed */
} Change;

static const Change changes[] = {
  { "result", "eval.result" },
  { "body", "llm.request" },
};

/* The run's events written anew with one member changed; its blobs stay. (transfer full): a run */
static WeftTrailRun *
forge (Fixture *f, const Change *change)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_build_filename (f->folder, "forged", NULL);
  g_autoptr (WeftTrailWriter) writer = NULL;
  gboolean done = FALSE;

  g_mkdir (folder, 0700);
  writer = weft_trail_writer_new (folder, NULL, "forged", &error);
  g_assert_no_error (error);
  for (guint64 seq = 1; seq <= weft_trail_run_n_events (fixture_trail (f)); seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (f->run, seq, NULL);
      g_autoptr (JsonNode) data = json_node_init_object (json_node_alloc (), weft_event_get_data (event));
      g_autoptr (GHashTable) blobs = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_bytes_unref);
      gboolean here = !done && g_str_equal (weft_event_get_kind (event), change->kind);
      static const char *const names[] = { "body", "stream" };

      done = done || here;
      if (here && g_str_equal (change->name, "result"))
        json_object_set_string_member (json_node_get_object (data), "result", "0");
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          const char *digest = weft_event_get_blobs (event) != NULL
                                 ? weft_json_find_string (weft_event_get_blobs (event), names[i]) : NULL;

          if (digest != NULL)
            g_hash_table_insert (blobs, (gpointer) names[i],
                                 here && g_str_equal (change->name, "body") ? g_bytes_new_static ("{}", 2)
                                                                            : weft_trail_run_get_blob (f->run, digest, NULL));
        }
      weft_trail_writer_append (writer, weft_event_get_kind (event), weft_event_get_actor (event),
                                weft_event_get_parent (event), data, blobs, NULL, &error);
      g_assert_no_error (error);
    }
  weft_trail_writer_close (writer, &error);
  g_assert_no_error (error);
  return weft_trail_run_open (weft_trail_writer_get_path (writer), &error);
}

static void
test_change (gconstpointer data)
{
  const Change *change = data;
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *folder = g_build_filename (f.folder, "forged", NULL);
  g_autoptr (WeftEvent) event = NULL;
  g_autoptr (WeftPlan) replay = NULL;
  WeftTrailRun *forged;
  WeftReplayReport report;

  for (guint i = 0; i < 3; i++)
    script_add (f.script, "planner", sse_design (0.5 + 0.1 * i));
  fixture_run (&f);
  event = fixture_event (&f, change->kind, 0);
  forged = forge (&f, change);
  g_object_unref (f.run);
  f.run = forged;
  replay = fixture_play (&f);
  g_assert_true (weft_plan_get_replay (replay, &report));
  g_assert_cmpuint (report.first_difference, ==, weft_event_get_seq (event));
  g_assert_nonnull (report.what);
  g_clear_object (&f.run);
  fixture_remove (folder);
}

/* --- what cannot be played --- */

static void
test_no_thinking (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *part = sse_part ("I try this.", "SECRET-THOUGHT");
  g_autofree char *design = sse_design (0.5);
  g_autoptr (GError) error = NULL;

  script_add (f.script, "planner", g_strconcat (part, design, NULL));
  script_add (f.script, "planner", sse_design (0.6));
  weft_endpoint_set_field (f.endpoint, WEFT_FIELD_REASONING_BACK, TRUE);
  f.settings.budget.evaluations = 2;
  f.settings.no_thinking = TRUE;
  fixture_run (&f);
  g_assert_nonnull (strstr (script_body (f.script, "planner", 1), "SECRET-THOUGHT"));
  for (guint64 seq = 1; seq <= weft_trail_run_n_events (fixture_trail (&f)); seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (f.run, seq, NULL);

      g_assert_null (strstr (weft_event_get_line (event), "SECRET-THOUGHT"));
      g_assert_false (weft_event_get_blobs (event) != NULL
                      && g_str_equal (weft_event_get_actor (event), "planner"));
    }
  g_assert_null (weft_plan_new_replay (fixture_evaluator (), f.run, NULL, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING);
}

static void
test_no_planning_run (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailWriter) writer = weft_trail_writer_new (f.folder, NULL, "search", &error);
  g_autoptr (JsonNode) start = json_node_init_object (json_node_alloc (), NULL);
  g_autoptr (WeftTrailRun) run = NULL;

  json_node_take_object (start, weft_run_start_data (f.problem, "random", "Random", 1, 2));
  weft_trail_writer_append (writer, "run.start", "search", 0, start, NULL, NULL, &error);
  g_assert_no_error (error);
  weft_trail_writer_close (writer, &error);
  run = weft_trail_run_open (weft_trail_writer_get_path (writer), &error);
  g_assert_no_error (error);
  g_assert_null (weft_plan_new_replay (fixture_evaluator (), run, NULL, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plan-replay/plain", test_plain);
  g_test_add_func ("/plan-replay/failures", test_failures);
  g_test_add_func ("/plan-replay/stopped", test_stopped);
  g_test_add_func ("/plan-replay/user", test_user);
  g_test_add_func ("/plan-replay/budget-within-turn", test_budget_within_turn);
  g_test_add_func ("/plan-replay/builtin", test_builtin);
  g_test_add_func ("/plan-replay/time", test_time);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plan-replay/change/%s", changes[i].name);

      g_test_add_data_func (path, &changes[i], test_change);
    }
  g_test_add_func ("/plan-replay/no-thinking", test_no_thinking);
  g_test_add_func ("/plan-replay/no-planning-run", test_no_planning_run);
  return g_test_run ();
}
