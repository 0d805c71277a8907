/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in planner, what a run can do without, and what must never be in a trail: keys. And a trail that cannot be written. */
#include <sys/resource.h>
#include <unistd.h>

#include "plan-fixture.h"
#include "search/weft-search.h"

/* --- the built-in planner --- */

/* The designs of a run in their order. (transfer full) */
static GPtrArray *
list_designs (WeftTrailRun *run)
{
  WeftTrailFilter filter = { .kind = "eval.start" };
  g_autoptr (GArray) seqs = weft_trail_run_filter (run, &filter, 0, NULL, NULL);
  GPtrArray *designs = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < seqs->len; i++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, g_array_index (seqs, guint64, i), NULL);

      g_ptr_array_add (designs, g_strdup (weft_json_find_string (weft_event_get_data (event), "design")));
    }
  return designs;
}

/* The trail of a search with the same method. (transfer full) */
static WeftTrailRun *
search (WeftProblem *problem, const char *method, guint64 seed, guint budget, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (1);
  g_autoptr (WeftSearch) search = weft_search_new (problem, executor);
  g_autofree char *path = NULL;

  weft_search_record (search, folder);
  weft_search_add_run (search, method, seed, budget, &error);
  g_assert_no_error (error);
  weft_search_run (search, &error);
  g_assert_no_error (error);
  path = weft_search_run_path (search, 0);
  return weft_trail_run_open (path, &error);
}

typedef struct
{
  const char *method;
  gboolean no_specialists;
  gboolean no_attribution;
  gboolean no_feedback;
} Without;

static const Without without[] = {
  { "builtin", FALSE, FALSE, FALSE },
  { "builtin:no-specialists", TRUE, FALSE, FALSE },
  { "builtin:no-attribution", FALSE, TRUE, FALSE },
  { "builtin:no-feedback", FALSE, FALSE, TRUE },
};

static void
test_as_search (gconstpointer data)
{
  const Without *one = data;
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *folder = g_build_filename (f.folder, "search", NULL);
  g_autoptr (WeftTrailRun) other = NULL;
  g_autoptr (GPtrArray) a = NULL;
  g_autoptr (GPtrArray) b = NULL;

  f.settings.planner = NULL;
  f.settings.budget.evaluations = 12;
  f.settings.no_specialists = one->no_specialists;
  f.settings.no_attribution = one->no_attribution;
  f.settings.no_feedback = one->no_feedback;
  fixture_run (&f);
  fixture_check_trail (&f);
  a = list_designs (f.run);
  other = search (f.problem, one->method, 7, 12, folder);
  b = list_designs (other);
  g_assert_cmpuint (a->len, ==, 12);
  for (guint i = 0; i < a->len; i++)
    g_assert_cmpstr (g_ptr_array_index (a, i), ==, g_ptr_array_index (b, i));
  g_clear_object (&other);
  fixture_remove (folder);
}

/* It says no word of what holds a design back when it is not told. */
static void
test_no_attribution_said (void)
{
  static const char *const words[] = { "waits for", "bound by", " % of its time" };
  g_auto (Fixture) f = fixture_new ();

  f.settings.planner = NULL;
  f.settings.budget.evaluations = 6;
  f.settings.no_attribution = TRUE;
  fixture_run (&f);
  for (guint i = 0; i < fixture_n_events (&f, "advice"); i++)
    {
      g_autoptr (WeftEvent) advice = fixture_event (&f, "advice", i);

      for (guint j = 0; j < G_N_ELEMENTS (words); j++)
        if (strstr (weft_event_get_line (advice), words[j]) != NULL)
          g_error ("“%s” in %s", words[j], weft_event_get_line (advice));
    }
}

/* Designs of the user in between, of the space or not, new or not. */
static void
test_handed_back (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *in_space = design_of (0.9);
  g_autofree char *outside = design_of (0.8765);
  const char *const texts[] = { in_space, outside, in_space, outside };
  WeftPlanCounts counts;

  f.settings.planner = NULL;
  f.settings.budget.evaluations = 14;
  fixture_plan (&f);
  weft_plan_start (f.plan);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (JsonNode) root = parse (texts[i]);
      g_autoptr (WeftDesign) design = weft_problem_frame_design (
        f.problem, "mine", json_object_get_member (json_node_get_object (root), "partitions"));

      weft_plan_pause (f.plan);
      fixture_reach (&f, WEFT_PLAN_PAUSED);
      weft_plan_hand_back (f.plan, design);
      weft_plan_go_on (f.plan);
      weft_plan_get_counts (f.plan, &counts);
      for (guint n = counts.evaluations; n == counts.evaluations; weft_plan_get_counts (f.plan, &counts))
        g_main_context_iteration (NULL, TRUE);
    }
  fixture_finish (&f);
  fixture_assert_end (&f, "budget");
  weft_plan_get_counts (f.plan, &counts);
  g_assert_cmpuint (counts.evaluations, ==, 14);
  g_assert_cmpuint (fixture_n_events (&f, "user.edit"), ==, 4);
  fixture_check_trail (&f);
  fixture_check_replay (&f);
}

static char *
export_run (guint i)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *path = g_build_filename (f.folder, "run.zip", NULL);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;
  gsize length;
  char *digest;

  f.settings.planner = NULL;
  f.settings.budget.evaluations = 6;
  fixture_run (&f);
  fixture_check_trail (&f);
  g_assert_true (weft_trail_export (f.run, path, NULL, &error));
  g_assert_true (g_file_get_contents (path, &bytes, &length, &error));
  digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) bytes, length);
  g_free (bytes);
  return digest;
}

static void
test_same_bytes (void)
{
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  g_setenv ("SOURCE_DATE_EPOCH", "1700000000", TRUE);
  a = export_run (0);
  g_usleep (3000);
  b = export_run (1);
  g_unsetenv ("SOURCE_DATE_EPOCH");
  g_assert_cmpstr (a, ==, b);
}

/* --- what a run does without --- */

static void
test_no_specialists (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autoptr (WeftEvent) start = NULL;

  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_design (0.6));
  f.settings.budget.evaluations = 2;
  f.settings.no_specialists = TRUE;
  fixture_run (&f);
  for (guint i = 0; i < WEFT_N_SPECIALISTS; i++)
    g_assert_cmpuint (script_n_asked (f.script, weft_plan_specialists[i]), ==, 0);
  start = fixture_event (&f, "run.start", 0);
  g_assert_false (json_object_get_boolean_member (weft_json_find_object (weft_event_get_data (start), "planner"), "specialists"));
  g_assert_null (strstr (script_body (f.script, "planner", 1), "\\\"advice\\\""));
}

static void
test_no_attribution (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autoptr (WeftEvent) start = NULL;
  g_autoptr (WeftEvent) result = NULL;

  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_design (0.6));
  f.settings.budget.evaluations = 2;
  f.settings.no_attribution = TRUE;
  fixture_run (&f);
  g_assert_null (strstr (script_body (f.script, "planner", 0), "what it is bound by"));
  g_assert_null (strstr (script_body (f.script, "planner", 1), "bound_by"));
  g_assert_null (strstr (script_body (f.script, "planner", 1), "bottlenecks"));
  g_assert_null (strstr (script_body (f.script, "chip", 0), "bound_by"));
  start = fixture_event (&f, "run.start", 0);
  g_assert_false (json_object_get_boolean_member (weft_json_find_object (weft_event_get_data (start), "planner"), "attribution"));
  /* The reader of the trail has them. */
  result = fixture_event (&f, "eval.result", 0);
  g_assert_true (json_object_has_member (weft_event_get_data (result), "bottlenecks"));
}

/* --- keys --- */

#define CANARY "sk-canary-5f1e7c0d"

static void
assert_without_key (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      g_assert_null (memmem (bytes, length, CANARY, strlen (CANARY)));
    }
}

static void
test_key (void)
{
  g_auto (Fixture) f = fixture_new ();
  GListModel *items;

  g_setenv ("WEFT_API_KEY", CANARY, TRUE);
  weft_endpoint_set_session_key (f.endpoint, CANARY);
  script_add (f.script, "planner", sse_design (0.5));
  script_add_reply (f.script, "planner", reply_new (REPLY_WHOLE, 401, "{\"error\":{\"message\":\"Incorrect key\"}}", 0));
  f.settings.budget.evaluations = 2;
  fixture_run (&f);
  g_unsetenv ("WEFT_API_KEY");
  g_assert_null (strstr (weft_plan_get_reason (f.plan), CANARY));
  items = G_LIST_MODEL (weft_plan_get_dialogue (f.plan));
  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (WeftDialogueItem) item = g_list_model_get_item (items, i);

      g_assert_null (strstr (weft_dialogue_item_get_text (item), CANARY));
    }
  for (guint i = 0; i < script_n_asked (f.script, "planner"); i++)
    g_assert_null (strstr (script_body (f.script, "planner", i), CANARY));
  assert_without_key (f.folder);
}

/* --- a trail that cannot be written --- */

static void
test_no_folder (void)
{
  g_auto (Fixture) f = fixture_new ();
  g_autofree char *file = g_build_filename (f.folder, "file", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  f.settings.folder = file;
  g_assert_null (weft_plan_new (&f.settings, &error));
  g_assert_nonnull (error);
  f.settings.folder = f.folder;
}

/* No file may grow any more: the run ends with that reason. */
static void
test_full_disk (void)
{
  g_auto (Fixture) f = fixture_new ();
  struct rlimit before, none;

  script_add (f.script, "planner", sse_design (0.5));
  script_add (f.script, "planner", sse_design (0.6));
  f.settings.budget.evaluations = 9;
  fixture_plan (&f);
  weft_plan_start (f.plan);
  fixture_reach (&f, WEFT_PLAN_REQUESTING);
  signal (SIGXFSZ, SIG_IGN);
  getrlimit (RLIMIT_FSIZE, &before);
  none = before;
  none.rlim_cur = 4096;
  setrlimit (RLIMIT_FSIZE, &none);
  fixture_finish (&f);
  setrlimit (RLIMIT_FSIZE, &before);
  g_assert_nonnull (weft_plan_get_reason (f.plan));
  g_assert_null (strstr (weft_plan_get_reason (f.plan), "evaluations are used"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (without); i++)
    {
      g_autofree char *path = g_strdup_printf ("/plan-rules/as-search/%s", without[i].method);

      g_test_add_data_func (path, &without[i], test_as_search);
    }
  g_test_add_func ("/plan-rules/no-attribution-said", test_no_attribution_said);
  g_test_add_func ("/plan-rules/handed-back", test_handed_back);
  g_test_add_func ("/plan-rules/same-bytes", test_same_bytes);
  g_test_add_func ("/plan/no-specialists", test_no_specialists);
  g_test_add_func ("/plan/no-attribution", test_no_attribution);
  g_test_add_func ("/plan/key", test_key);
  g_test_add_func ("/plan/no-folder", test_no_folder);
  g_test_add_func ("/plan/full-disk", test_full_disk);
  return g_test_run ();
}
