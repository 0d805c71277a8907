/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing and reading runs: what is written is what is read, by one writer and any number of
 * readers, in a folder that lists itself. */
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "trail/trail-fixture.h"

static void
assert_found (WeftTrailRun *run, const char *actor, const char *kind, const char *text, guint64 after,
              guint n, guint64 first)
{
  WeftTrailFilter filter = { .actor = actor, .kind = kind, .text = text };
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) found = weft_trail_run_filter (run, &filter, after, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, n);
  if (n > 0)
    g_assert_cmpuint (g_array_index (found, guint64, 0), ==, first);
  for (guint i = 1; i < found->len; i++)
    g_assert_cmpuint (g_array_index (found, guint64, i - 1), <, g_array_index (found, guint64, i));
}

static void
test_round_trip (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = fixture_run (folder, NULL, 4);
  g_autoptr (WeftTrailRun) run = fixture_open (path);
  g_autofree char *previous = g_strdup (WEFT_HASH_NONE);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvent) none = NULL;

  g_assert_cmpuint (weft_trail_run_n_events (run), ==, 14);
  g_assert_false (weft_trail_run_is_written (run));
  g_assert_cmpuint (strlen (weft_trail_run_get_id (run)), ==, 26);
  for (guint64 seq = 1; seq <= 14; seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, &error);
      g_autoptr (WeftEvent) again = NULL;
      const char *line;
      g_autofree char *bare = NULL;
      g_autofree char *sum = NULL;
      g_autofree char *member = NULL;
      const char *at;

      g_assert_no_error (error);
      g_assert_cmpuint (weft_event_get_seq (event), ==, seq);
      g_assert_cmpstr (weft_event_get_run (event), ==, weft_trail_run_get_id (run));
      line = weft_event_get_line (event);
      /* The hash by hand. */
      member = g_strdup_printf (",\"hash\":\"%s\"", weft_event_get_hash (event));
      at = strstr (line, member);
      g_assert_nonnull (at);
      bare = g_strdup_printf ("%s%.*s%s", previous, (int) (at - line), line, at + strlen (member));
      sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, bare, -1);
      g_assert_cmpstr (sum, ==, weft_event_get_hash (event));
      g_free (previous);
      previous = g_steal_pointer (&sum);
      again = weft_event_new_from_line (line, -1, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (weft_event_get_line (again), ==, line);
      g_assert_cmpstr (weft_event_get_summary (again), ==, weft_event_get_summary (event));
    }
  none = weft_trail_run_get_event (run, 15, &error);
  g_assert_null (none);
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING);
  fixture_assert_state (path, WEFT_CHAIN_WHOLE, 14, 0);
  fixture_remove (folder);
}

static void
assert_summary (WeftTrailRun *run, guint64 seq, const char *summary)
{
  g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, NULL);

  g_assert_cmpstr (weft_event_get_summary (event), ==, summary);
}

static void
test_summaries (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, NULL);
  g_autoptr (WeftTrailRun) run = NULL;

  fixture_evaluate (writer, 0);
  fixture_evaluate (writer, 1);
  fixture_append (writer, "eval.result", "evaluator", 2,
                  "{\"score\":0,\"feasible\":false,\"reason\":\"memory \\u001b[31m is short\"}");
  fixture_append (writer, "design.validated", "search", 2,
                  "{\"ok\":false,\"errors\":[{\"code\":\"x\",\"message\":\"no chip\"},{}]}");
  fixture_append (writer, "weather.report", "app", 0, "{\"z\":1,\"a\":\"sun\",\"list\":[1]}");
  fixture_append (writer, "run.end", "search", 0, "{\"reason\":7,\"best\":[],\"counts\":null}");
  run = fixture_open (weft_trail_writer_get_path (writer));
  assert_summary (run, 1, "hill climbing on paper-2, seed 3, 100 evaluations");
  assert_summary (run, 2, "98 % B200, 2 % WSE3s: step 0");
  assert_summary (run, 3, "score 0.500, FFT 1.37×, bound by bisection bandwidth");
  assert_summary (run, 4, "0.500, the first");
  assert_summary (run, 7, "1.500 after 0.250");
  assert_summary (run, 8, "score 0: memory \xef\xbf\xbd[31m is short");
  assert_summary (run, 9, "refused: no chip (and 1 more)");
  assert_summary (run, 10, "a sun, z 1");
  assert_summary (run, 11, "7");
  fixture_remove (folder);
}

static void
test_filter (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = fixture_run (folder, NULL, 10);
  g_autoptr (WeftTrailRun) run = fixture_open (path);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) kinds = weft_trail_run_list_kinds (run, &error);
  g_auto (GStrv) actors = weft_trail_run_list_actors (run, &error);
  g_autofree char *joined = g_strjoinv (" ", kinds);
  g_autofree char *joined_actors = g_strjoinv (" ", actors);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (WeftEvent) first = weft_trail_run_find (run, "best.changed", FALSE, &error);
  g_autoptr (WeftEvent) last = weft_trail_run_find (run, "best.changed", TRUE, &error);
  g_autoptr (WeftEvent) none = weft_trail_run_find (run, "advice", TRUE, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (joined, ==, "best.changed design.proposed eval.result run.end run.start");
  g_assert_cmpstr (joined_actors, ==, "evaluator search");
  g_assert_cmpuint (weft_event_get_seq (first), ==, 4);
  g_assert_cmpuint (weft_event_get_seq (last), ==, 31);
  g_assert_null (none);
  assert_found (run, NULL, NULL, NULL, 0, 32, 1);
  assert_found (run, NULL, NULL, NULL, 30, 2, 31);
  assert_found (run, NULL, "eval.result", NULL, 0, 10, 3);
  assert_found (run, NULL, "eval", NULL, 0, 10, 3);
  assert_found (run, NULL, "ev", NULL, 0, 0, 0);
  assert_found (run, NULL, "run", NULL, 0, 2, 1);
  assert_found (run, "evaluator", NULL, NULL, 0, 10, 3);
  assert_found (run, "nobody", NULL, NULL, 0, 0, 0);
  assert_found (run, NULL, NULL, "WSE3S step", 0, 10, 2);
  assert_found (run, NULL, NULL, "step 7", 0, 1, 23);
  assert_found (run, NULL, NULL, "bisection EVALUATOR", 0, 10, 3);
  assert_found (run, NULL, NULL, "hill run.start", 0, 1, 1);
  assert_found (run, "search", "best", "after", 0, 9, 7);
  assert_found (run, NULL, NULL, "  ", 0, 32, 1);
  fixture_remove (folder);
}

static void
test_blobs (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, NULL);
  g_autoptr (GHashTable) blobs = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_bytes_unref);
  g_autofree char *text = g_strnfill (100000, 'a');
  g_autoptr (JsonNode) data = json_from_string ("{}", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = NULL;
  g_autoptr (WeftEvent) event = NULL;
  JsonObject *named;

  g_hash_table_insert (blobs, (char *) "large", g_bytes_new (text, 100000));
  g_hash_table_insert (blobs, (char *) "small", g_bytes_new_static ("\0\1", 2));
  g_hash_table_insert (blobs, (char *) "empty", g_bytes_new_static ("", 0));
  g_assert_true (weft_trail_writer_append (writer, "llm.response", "planner", 1, data, blobs, NULL, &error));
  g_assert_true (weft_trail_writer_append (writer, "llm.response", "planner", 2, data, blobs, NULL, &error));
  run = fixture_open (weft_trail_writer_get_path (writer));
  event = weft_trail_run_get_event (run, 3, &error);
  g_assert_no_error (error);
  named = weft_event_get_blobs (event);
  g_assert_cmpuint (json_object_get_size (named), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const char *names[] = { "large", "small", "empty" };
      g_autoptr (GBytes) bytes = weft_trail_run_get_blob (run, json_object_get_string_member (named, names[i]), &error);

      g_assert_no_error (error);
      g_assert_true (g_bytes_equal (bytes, g_hash_table_lookup (blobs, names[i])));
    }
  fixture_assert_state (weft_trail_writer_get_path (writer), WEFT_CHAIN_TRUNCATED, 3, 0);
  fixture_remove (folder);
}

static void
test_two_writers (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, RUN_ID);
  g_autofree char *path = g_strdup (weft_trail_writer_get_path (writer));
  g_autoptr (WeftTrailRun) run = fixture_open (path);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_trail_run_is_written (run));
  g_assert_null (weft_trail_writer_resume (path, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_BUSY);
  g_clear_error (&error);
  g_assert_null (weft_trail_writer_new (folder, RUN_ID, NULL, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_BUSY);
  g_clear_error (&error);
  g_assert_true (weft_trail_writer_close (writer, &error));
  g_assert_false (weft_trail_run_is_written (run));
  g_assert_null (weft_trail_writer_new (folder, RUN_ID, NULL, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FILE);
  fixture_remove (folder);
}

static void
test_follow (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, NULL);
  g_autoptr (WeftTrailRun) run = fixture_open (weft_trail_writer_get_path (writer));

  for (guint i = 0; i < 50; i++)
    {
      g_assert_cmpuint (weft_trail_run_n_events (run), ==, 1 + 3 * i);
      fixture_evaluate (writer, i);
      assert_found (run, NULL, NULL, NULL, 1 + 3 * i, 3, 2 + 3 * i);
    }
  g_assert_true (weft_trail_writer_close (writer, NULL));
  g_assert_cmpuint (weft_trail_run_n_events (run), ==, 151);
  fixture_remove (folder);
}

static void
test_refusals (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, NULL);
  g_autoptr (JsonNode) data = json_from_string ("{}", NULL);
  g_autoptr (JsonNode) nan_data = json_from_string ("{}", NULL);
  g_autoptr (GError) error = NULL;

  json_object_set_double_member (json_node_get_object (nan_data), "score", NAN);
  g_assert_false (weft_trail_writer_append (writer, "a\"b", "search", 0, data, NULL, NULL, &error));
  g_clear_error (&error);
  g_assert_false (weft_trail_writer_append (writer, "a", "", 0, data, NULL, NULL, &error));
  g_clear_error (&error);
  g_assert_false (weft_trail_writer_append (writer, "a", "b", 2, data, NULL, NULL, &error));
  g_clear_error (&error);
  g_assert_false (weft_trail_writer_append (writer, "a", "b", 0, nan_data, NULL, NULL, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FILE);
  g_clear_error (&error);
  g_assert_cmpuint (weft_trail_writer_get_seq (writer), ==, 1);
  fixture_append (writer, "run.end", "search", 0, "{}");
  g_assert_false (weft_trail_writer_append (writer, "a", "b", 0, data, NULL, NULL, &error));
  g_clear_error (&error);
  g_assert_null (weft_trail_writer_new (folder, "../../etc/passwd", NULL, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FILE);
  fixture_remove (folder);
}

static void
test_list (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *absent = g_build_filename (folder, "nothing", NULL);
  g_autofree char *a = fixture_run (folder, "01ARZ3NDEKTSV4RRFFQ69G5FA1", 3);
  g_autoptr (WeftTrailWriter) b = fixture_begin (folder, "01ARZ3NDEKTSV4RRFFQ69G5FA2");
  g_autofree char *bad = g_build_filename (folder, "01ARZ3NDEKTSV4RRFFQ69G5FA0.weft-run", NULL);
  static const char *const status[] = { "running", "finished", "damaged" };
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) list = NULL;
  g_autoptr (GListModel) nothing = weft_trail_list (absent, NULL, &error);
  g_autofree char *found = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (nothing), ==, 0);
  fixture_evaluate (b, 8);
  g_assert_true (g_file_set_contents (bad, "this is no database, but it is long enough to be looked at", -1, NULL));
  list = weft_trail_list (folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (WeftTrailEntry) entry = g_list_model_get_item (list, i);

      g_assert_cmpstr (weft_trail_entry_get_status (entry), ==, status[i]);
      g_assert_cmpint (weft_trail_entry_get_problem (entry) != NULL, ==, i == 2);
      if (i == 2)
        continue;
      g_assert_cmpstr (weft_trail_entry_get_title (entry), ==, "hill climbing, paper-2, seed 3");
      g_assert_cmpstr (weft_trail_entry_get_method (entry), ==, "hill");
      g_assert_cmpstr (weft_trail_entry_get_group (entry), ==, "G1");
      g_assert_cmpfloat (weft_trail_entry_get_best (entry), ==, i == 0 ? 8.5 : 2.5);
      g_assert_cmpuint (weft_trail_entry_get_n_events (entry), ==, i == 0 ? 4 : 11);
    }
  found = weft_trail_find (folder, "last", &error);
  g_assert_cmpstr (found, ==, weft_trail_writer_get_path (b));
  g_clear_pointer (&found, g_free);
  found = weft_trail_find (folder, "5fa1", &error);
  g_assert_cmpstr (found, ==, a);
  g_assert_null (weft_trail_find (folder, "01AR", &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING);
  g_clear_error (&error);
  g_assert_null (weft_trail_find (folder, "ZZZZ", &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING);
  fixture_remove (folder);
}

/* A run that has just been begun has a file and a lock, but no tables. */
static void
test_list_begun (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, RUN_ID);
  const char *path = weft_trail_writer_get_path (writer);
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  g_autoptr (GListModel) list = NULL;
  g_autoptr (WeftTrailEntry) entry = NULL;

  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_unlink (wal), ==, 0);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  list = weft_trail_list (folder, NULL, NULL);
  entry = g_list_model_get_item (list, 0);
  g_assert_cmpstr (weft_trail_entry_get_status (entry), ==, "running");
  g_assert_null (weft_trail_entry_get_problem (entry));
  fixture_remove (folder);
}

/* A folder in which nothing may be written. */
static void
test_read_only (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = fixture_run (folder, NULL, 5);
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  g_autofree char *shm = g_strconcat (path, "-shm", NULL);

  g_assert_cmpint (g_chmod (path, 0444), ==, 0);
  g_assert_cmpint (g_chmod (folder, 0555), ==, 0);
  fixture_assert_state (path, WEFT_CHAIN_WHOLE, 17, 0);
  g_assert_false (g_file_test (wal, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (shm, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_chmod (folder, 0755), ==, 0);
  fixture_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trail/round-trip", test_round_trip);
  g_test_add_func ("/trail/summaries", test_summaries);
  g_test_add_func ("/trail/filter", test_filter);
  g_test_add_func ("/trail/blobs", test_blobs);
  g_test_add_func ("/trail/two-writers", test_two_writers);
  g_test_add_func ("/trail/follow", test_follow);
  g_test_add_func ("/trail/refusals", test_refusals);
  g_test_add_func ("/trail/list", test_list);
  g_test_add_func ("/trail/list-begun", test_list_begun);
  g_test_add_func ("/trail/read-only", test_read_only);

  return g_test_run ();
}
