/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lists behind the audit page, without a widget and without a display. */
#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>

#include "app/trail/weft-chain-check.h"
#include "search/weft-lineage.h"
#include "search/weft-proposal-event.h"
#include "app/trail/weft-run-follower.h"
#include "app/trail/weft-run-list.h"
#include "trail-run.h"

#define WATCHDOG_S 60

typedef struct
{
  char *folder;
} Fixture;

static gboolean
give_up_cb (gpointer data)
{
  g_error ("nothing has happened for %d seconds", WATCHDOG_S);
  return G_SOURCE_REMOVE;
}

#define wait_until(condition)                                                       \
  G_STMT_START                                                                      \
  {                                                                                 \
    guint watchdog_ = g_timeout_add_seconds (WATCHDOG_S, give_up_cb, NULL);         \
    while (!(condition))                                                            \
      g_main_context_iteration (NULL, TRUE);                                        \
    g_source_remove (watchdog_);                                                    \
  }                                                                                 \
  G_STMT_END

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("weft-trail-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static void
change_a_byte (const char *path, guint seq)
{
  g_autofree char *sql =
    g_strdup_printf ("UPDATE events SET line = replace (line, 'design', 'desigm') WHERE seq = %u", seq);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_changes (db), ==, 1);
  sqlite3_close (db);
}

/* Rows are there at once, events come; nothing is read that nobody has asked for. */
static void
test_lazy (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = trail_run_make (fixture->folder, "hill", NULL, 30, TRUE);
  g_autoptr (WeftEventList) list = weft_event_list_new (path, 1000000);
  g_autoptr (WeftEventRow) row = g_list_model_get_item (G_LIST_MODEL (list), 1);
  g_autoptr (WeftEventRow) again = g_list_model_get_item (G_LIST_MODEL (list), 1);
  g_autoptr (WeftEventRow) beyond = g_list_model_get_item (G_LIST_MODEL (list), 999999);
  guint position;

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 1000000);
  g_assert_true (row == again);
  g_assert_null (weft_event_row_get_event (row));
  g_assert_cmpuint (weft_event_row_get_seq (row), ==, 2);
  wait_until (weft_event_row_get_event (row) != NULL
              && weft_event_row_get_problem (beyond) != NULL);
  g_assert_cmpstr (weft_event_get_kind (weft_event_row_get_event (row)), ==, "design.proposed");
  g_assert_cmpuint (weft_event_get_seq (weft_event_row_get_event (row)), ==, 2);
  g_assert_null (weft_event_row_get_event (beyond));
  g_assert_true (weft_event_list_find (list, 77, &position));
  g_assert_cmpuint (position, ==, 76);
}

/* Many more rows than are kept: those that are held get their events, also when the list goes first. */
static void
test_many_rows (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = trail_run_make (fixture->folder, "hill", NULL, 1000, TRUE);
  WeftEventList *list = weft_event_list_new (path, 2500);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  WeftEventRow *last;

  for (guint i = 0; i < 2500; i++)
    g_ptr_array_add (rows, g_list_model_get_item (G_LIST_MODEL (list), i % 2000));
  last = g_ptr_array_index (rows, 1999);
  wait_until (weft_event_row_get_event (last) != NULL);
  g_assert_cmpuint (weft_event_get_seq (weft_event_row_get_event (last)), ==, 2000);
  g_object_unref (list);
  for (guint i = 0; i < 50; i++)
    g_main_context_iteration (NULL, FALSE);
}

static void
test_filtered (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = trail_run_make (fixture->folder, "hill", NULL, 30, TRUE);
  g_autoptr (WeftRunFollower) follower = weft_run_follower_new (path);
  WeftTrailFilter best = { .kind = "best.changed" };
  WeftTrailFilter none = { .text = "no such words" };
  /* Held, or the next list might lie where this one did. */
  g_autoptr (WeftEventList) events = NULL;
  guint position;

  wait_until (weft_run_follower_get_events (follower) != NULL
              && weft_run_follower_get_kinds (follower) != NULL);
  g_assert_true (g_strv_contains (weft_run_follower_get_kinds (follower), "eval.result"));
  g_assert_true (g_strv_contains (weft_run_follower_get_actors (follower), "evaluator"));
  g_assert_false (weft_run_follower_get_written (follower));
  g_set_object (&events, weft_run_follower_get_events (follower));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (events)), ==,
                    weft_run_follower_get_n_events (follower));

  weft_run_follower_set_filter (follower, &best);
  g_assert_true (weft_run_follower_get_filtered (follower));
  wait_until (weft_run_follower_get_events (follower) != events);
  g_set_object (&events, weft_run_follower_get_events (follower));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (events)), >, 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (events)), <, 30);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (events)); i++)
    {
      g_autoptr (WeftEventRow) row = g_list_model_get_item (G_LIST_MODEL (events), i);

      wait_until (weft_event_row_get_event (row) != NULL);
      g_assert_cmpstr (weft_event_get_kind (weft_event_row_get_event (row)), ==, "best.changed");
    }
  g_assert_false (weft_event_list_find (events, 1, &position));
  g_assert_cmpuint (position, ==, 0);

  weft_run_follower_set_filter (follower, &none);
  wait_until (weft_run_follower_get_events (follower) != events);
  g_assert_cmpuint (
    g_list_model_get_n_items (G_LIST_MODEL (weft_run_follower_get_events (follower))), ==, 0);
}

/* What a program writes meanwhile comes into the list; with a filter only what passes. */
static void
test_follow (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailWriter) writer =
    weft_trail_writer_new (fixture->folder, NULL, "follow", &error);
  g_autoptr (WeftRunFollower) all = NULL;
  g_autoptr (WeftRunFollower) some = NULL;
  WeftTrailFilter results = { .kind = "eval.result" };

  g_assert_no_error (error);
  trail_run_add (writer, 0, -1, 1.0, FALSE);
  all = weft_run_follower_new (weft_trail_writer_get_path (writer));
  some = weft_run_follower_new (weft_trail_writer_get_path (writer));
  weft_run_follower_set_filter (some, &results);
  weft_run_follower_set_active (all, TRUE);
  weft_run_follower_set_active (some, TRUE);
  wait_until (weft_run_follower_get_n_events (all) == 2 && weft_run_follower_get_n_events (some) == 2);
  g_assert_true (weft_run_follower_get_written (all));
  g_assert_cmpuint (
    g_list_model_get_n_items (G_LIST_MODEL (weft_run_follower_get_events (some))), ==, 1);

  trail_run_add (writer, 1, 0, 1.1, TRUE);
  wait_until (weft_run_follower_get_n_events (all) == 5 && weft_run_follower_get_n_events (some) == 5);
  g_assert_cmpuint (
    g_list_model_get_n_items (G_LIST_MODEL (weft_run_follower_get_events (all))), ==, 5);
  g_assert_cmpuint (
    g_list_model_get_n_items (G_LIST_MODEL (weft_run_follower_get_events (some))), ==, 2);
  weft_trail_writer_close (writer, &error);
  wait_until (!weft_run_follower_get_written (all));
  weft_run_follower_set_active (all, FALSE);
  weft_run_follower_set_active (some, FALSE);
}

static void
test_chain (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = trail_run_make (fixture->folder, "hill", NULL, 30, TRUE);
  g_autofree char *open_end = trail_run_make (fixture->folder, "hill", NULL, 3, FALSE);
  g_autoptr (WeftChainCheck) check = weft_chain_check_new (path);
  g_autoptr (WeftChainCheck) truncated = weft_chain_check_new (open_end);

  weft_chain_check_start (check);
  weft_chain_check_start (truncated);
  g_assert_true (weft_chain_check_get_running (check));
  wait_until (!weft_chain_check_get_running (check) && !weft_chain_check_get_running (truncated));
  g_assert_cmpint (weft_chain_check_get_report (check)->state, ==, WEFT_CHAIN_WHOLE);
  g_assert_cmpint (weft_chain_check_get_report (truncated)->state, ==, WEFT_CHAIN_TRUNCATED);

  change_a_byte (path, 14);
  weft_chain_check_start (check);
  wait_until (!weft_chain_check_get_running (check));
  g_assert_cmpint (weft_chain_check_get_report (check)->state, ==, WEFT_CHAIN_BROKEN);
  g_assert_cmpuint (weft_chain_check_get_report (check)->broken_at, ==, 14);
}

static void
lineage_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  WeftLineage **lineage = data;

  *lineage = weft_lineage_read_finish (result, &error);
  g_assert_no_error (error);
}

static void
test_lineage (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = trail_run_make (fixture->folder, "hill", NULL, 30, TRUE);
  g_autoptr (WeftLineage) lineage = NULL;
  g_autoptr (GPtrArray) way = NULL;
  WeftProposalNode *best, *first;

  weft_lineage_read_async (path, NULL, lineage_cb, &lineage);
  wait_until (lineage != NULL);
  g_assert_cmpuint (weft_lineage_get_n (lineage), ==, 30);
  g_assert_cmpuint (g_list_model_get_n_items (weft_lineage_get_roots (lineage)), ==, 1);
  g_assert_cmpuint (weft_lineage_get_decision (lineage), >, 0);

  best = weft_lineage_get_best (lineage);
  g_assert_true (weft_proposal_node_get_best (best));
  way = weft_lineage_list_ancestry (best);
  g_assert_cmpuint (way->len, >, 3);
  first = g_ptr_array_index (way, 0);
  g_assert_cmpstr (weft_proposal_node_get_reason (first), ==, "a design to start from");
  g_assert_cmpstr (weft_proposal_node_get_label (first), ==, "50 % B200 + 50 % WSE3s");
  g_assert_cmpfloat (weft_proposal_node_get_score (first), ==, 0.8);
  g_assert_cmpint (weft_proposal_node_get_outcome (first), ==, WEFT_OUTCOME_SCORED);
  g_assert_cmpstr (weft_proposal_node_get_finding (first), ==,
                   "score 0.800, FFT 1.38×, bound by bisection bandwidth");
  for (guint i = 1; i < way->len; i++)
    {
      WeftProposalNode *node = g_ptr_array_index (way, i);

      g_assert_true (weft_proposal_node_get_parent (node) == g_ptr_array_index (way, i - 1));
      g_assert_true (weft_proposal_node_get_improved (node));
      g_assert_cmpfloat (weft_proposal_node_get_score (node), >,
                         weft_proposal_node_get_score (g_ptr_array_index (way, i - 1)));
    }
}

/* Data of other programs may hold anything. */
static void
test_strange_data (void)
{
  static const char *const strange[] = {
    "{}", "{\"design\":7,\"score\":\"high\",\"reason\":[],\"parent_design\":{}}",
    "{\"partitions\":[1,null,{\"chip\":3,\"power_frac\":\"half\"}]}", "{\"design\":{\"partitions\":{}}}",
  };
  g_autofree char *folder = g_dir_make_tmp ("weft-trail-XXXXXX", NULL);
  g_autoptr (WeftTrailWriter) writer = weft_trail_writer_new (folder, NULL, "strange", NULL);
  g_autoptr (WeftTrailRun) run = NULL;
  g_autofree char *path = g_strdup (weft_trail_writer_get_path (writer));

  for (guint i = 0; i < G_N_ELEMENTS (strange); i++)
    {
      g_autoptr (JsonNode) node = json_from_string (strange[i], NULL);

      g_assert_true (
        weft_trail_writer_append (writer, "design.proposed", "search", 0, node, NULL, NULL, NULL));
    }
  weft_trail_writer_close (writer, NULL);
  run = weft_trail_run_open (path, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (strange); i++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, i + 1, NULL);
      g_autofree char *label = weft_proposal_dup_label (event);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftDesign) design = weft_proposal_read_design (event, NULL, &error);

      g_assert_cmpstr (label, !=, "");
      g_assert_null (design);
      g_assert_true (isnan (weft_proposal_find_score (event)));
      g_assert_null (weft_proposal_find_reason (event));
      g_assert_null (weft_proposal_find_parent (event));
    }
  g_clear_object (&run);
  g_remove (path);
  g_rmdir (folder);
}

static WeftTrailEntry *
get_entry (WeftRunList *list, guint position)
{
  g_autoptr (WeftRunItem) item = g_list_model_get_item (weft_run_list_get_items (list), position);

  return weft_run_item_get_entry (item);
}

/* Runs of a group stand together under their heading, and a new run comes by itself. */
static void
test_runs (Fixture *fixture, gconstpointer data)
{
  g_autofree char *a = trail_run_make (fixture->folder, "hill", "one", 3, TRUE);
  g_autofree char *alone = NULL;
  g_autofree char *b = NULL;
  g_autofree char *late = NULL;
  g_autoptr (WeftRunList) list = weft_run_list_new (fixture->folder);
  GListModel *items = weft_run_list_get_items (list);
  guint position;

  g_usleep (2000);
  alone = trail_run_make (fixture->folder, "random", NULL, 3, FALSE);
  g_usleep (2000);
  b = trail_run_make (fixture->folder, "greedy", "one", 3, TRUE);
  weft_run_list_set_active (list, TRUE);
  wait_until (weft_run_list_get_loaded (list));
  g_assert_null (weft_run_list_get_failure (list));
  g_assert_cmpuint (g_list_model_get_n_items (items), ==, 5);
  g_assert_null (get_entry (list, 0));
  g_assert_cmpstr (weft_trail_entry_get_path (get_entry (list, 1)), ==, b);
  g_assert_cmpstr (weft_trail_entry_get_path (get_entry (list, 2)), ==, a);
  g_assert_null (get_entry (list, 3));
  g_assert_cmpstr (weft_trail_entry_get_status (get_entry (list, 4)), ==, "unfinished");

  late = trail_run_make (fixture->folder, "random", NULL, 3, TRUE);
  wait_until (weft_run_list_find (list, late, &position));
  g_assert_cmpuint (g_list_model_get_n_items (items), ==, 6);
  g_assert_false (weft_run_list_find (list, "nowhere", NULL));
  weft_run_list_set_active (list, FALSE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/trail-lists/lazy", Fixture, NULL, set_up, test_lazy, tear_down);
  g_test_add ("/trail-lists/many-rows", Fixture, NULL, set_up, test_many_rows, tear_down);
  g_test_add ("/trail-lists/filtered", Fixture, NULL, set_up, test_filtered, tear_down);
  g_test_add ("/trail-lists/follow", Fixture, NULL, set_up, test_follow, tear_down);
  g_test_add ("/trail-lists/chain", Fixture, NULL, set_up, test_chain, tear_down);
  g_test_add ("/trail-lists/lineage", Fixture, NULL, set_up, test_lineage, tear_down);
  g_test_add_func ("/trail-lists/strange-data", test_strange_data);
  g_test_add ("/trail-lists/runs", Fixture, NULL, set_up, test_runs, tear_down);
  return g_test_run ();
}
