/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of an auditor: open the page, look for an event, read it, see whether the chain holds, and why a design won. */
#include "app-fixture.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "app/simulate/weft-simulate-page.h"
#include "app/trail/weft-trail-page-private.h"
#include "app/weft-document-pages.h"
#include "app/weft-window-private.h"
#include "base/weft-quantity.h"
#include "search/weft-search.h"
#include "trail-run.h"

#define ITER33 "catalog/systems/iter33.weft"

static WeftTrailPage *page; /* of the test that runs */

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture_set_up (fixture, data);
  g_setenv ("WEFT_TRAIL_DIR", fixture->folder, TRUE);
}

static gboolean
is_loaded (gpointer data)
{
  return weft_run_list_get_loaded (page->list);
}

static gboolean
has_events (gpointer data)
{
  return page->follower != NULL && weft_run_follower_get_events (page->follower) != NULL;
}

static gboolean
is_checked (gpointer data)
{
  return page->check != NULL && !weft_chain_check_get_running (page->check);
}

static void
open_page (Fixture *fixture)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *document = fixture_open (fixture, path);

  g_assert_null (fixture_find (GTK_WIDGET (document), WEFT_TYPE_TRAIL_PAGE, 0));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.page", "s", "trail");
  page = WEFT_TRAIL_PAGE (fixture_find (GTK_WIDGET (document), WEFT_TYPE_TRAIL_PAGE, 0));
  fixture_wait (is_loaded, NULL);
}

static void
open_run (Fixture *fixture)
{
  open_page (fixture);
  fixture_wait (has_events, NULL);
  fixture_wait (is_checked, NULL);
}

static gboolean
has_details (gpointer data)
{
  WeftEvent *event = weft_event_details_get_event (page->details);

  return event != NULL && weft_event_get_seq (event) == *(const guint64 *) data;
}

static void
wait_for_event (guint64 seq)
{
  fixture_wait (has_details, &seq);
}

/* Pages are made when they are looked at, and each document has its own. */
static void
test_pages (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path (ITER33);
  WeftDocumentPage *document = fixture_open (fixture, path);
  AdwViewStack *pages = weft_document_page_get_pages (document);

  g_assert_cmpstr (adw_view_stack_get_visible_child_name (pages), ==, "compose");
  g_assert_null (fixture_find (GTK_WIDGET (document), WEFT_TYPE_TRAIL_PAGE, 0));
  g_assert_true (adw_view_switcher_get_stack (fixture->window->switcher) == pages);
  g_assert_true (gtk_stack_get_visible_child (fixture->window->heading)
                 == fixture->window->switcher_room);
  for (const WeftDocumentPageInfo *info = weft_document_pages; info->name != NULL; info++)
    {
      gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.page", "s", info->name);
      g_assert_cmpstr (adw_view_stack_get_visible_child_name (pages), ==, info->name);
      g_assert_nonnull (adw_bin_get_child (ADW_BIN (adw_view_stack_get_visible_child (pages))));
    }
  g_assert_false (weft_document_page_show_page (document, "nowhere"));

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.new", NULL);
  g_assert_true (adw_view_switcher_get_stack (fixture->window->switcher) != pages);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.close-tab", NULL);
  fixture_settle ();
  g_assert_true (adw_view_switcher_get_stack (fixture->window->switcher) == pages);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.add-partition", NULL);
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (pages), ==, "compose");
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.undo", NULL);
}

static void
test_empty (Fixture *fixture, gconstpointer data)
{
  open_page (fixture);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->states), ==, "empty");
  g_assert_null (page->follower);
  /* None of these has anything to do. */
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.verify", NULL);
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.open-design", NULL);
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.copy-event", NULL);
}

static gboolean
is_filtered (gpointer data)
{
  WeftEventList *events = weft_run_follower_get_events (page->follower);

  return g_list_model_get_n_items (G_LIST_MODEL (events)) == *(const guint *) data;
}

static void
test_filter_and_read (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = trail_run_make (fixture->folder, "hill climbing", NULL, 10, TRUE);
  g_autofree char *text = NULL;
  GtkWidget *entry;
  guint one = 1, thirty;

  open_run (fixture);
  thirty = weft_run_follower_get_n_events (page->follower);
  g_assert_cmpstr (weft_runs_pane_get_path (page->runs), ==, path);
  g_assert_cmpstr (gtk_label_get_text (page->title), ==, "hill climbing, paper-2, seed 3");
  g_assert_nonnull (strstr (weft_chain_bar_get_words (page->chain), "whole"));

  gtk_widget_activate_action (GTK_WIDGET (page), "trail.find", NULL);
  entry = fixture_find (GTK_WIDGET (page->events), GTK_TYPE_SEARCH_ENTRY, 0);
  g_assert_true (gtk_widget_has_focus (gtk_widget_get_first_child (entry))
                 || gtk_widget_get_focus_child (entry) != NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "START FROM");
  fixture_wait (is_filtered, &one);
  weft_events_pane_go_to (page->events, 2);
  wait_for_event (2);
  text = weft_event_details_dup_text (page->details);
  g_assert_nonnull (strstr (text, "\"reason\": \"a design to start from\""));

  weft_events_pane_filter (page->events, "app", NULL, NULL);
  one = 2;
  fixture_wait (is_filtered, &one);
  /* An event that does not pass brings all of them back. */
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.go-to", "t", (guint64) 3);
  wait_for_event (3);
  fixture_wait (is_filtered, &thirty);
}

static void
change_a_byte (const char *path, guint seq)
{
  g_autofree char *sql =
    g_strdup_printf ("UPDATE events SET line = replace (line, 'score', 'scorf') WHERE seq = %u", seq);
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  /* The page may be reading just now. */
  sqlite3_busy_timeout (db, 10000);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_changes (db), ==, 1);
  sqlite3_close (db);
}

/* The bar says where, and its button goes there. */
static void
test_broken (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = trail_run_make (fixture->folder, "hill climbing", NULL, 10, TRUE);
  GtkWidget *button;

  open_run (fixture);
  change_a_byte (path, 3);
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.verify", NULL);
  fixture_wait (is_checked, NULL);
  g_assert_nonnull (strstr (weft_chain_bar_get_words (page->chain), "Broken at event 3"));
  button = fixture_find (GTK_WIDGET (page->chain), GTK_TYPE_BUTTON, 0);
  g_assert_true (gtk_widget_get_visible (button));
  g_signal_emit_by_name (button, "clicked");
  g_assert_nonnull (weft_events_pane_get_row (page->events));
  g_assert_cmpuint (weft_event_row_get_seq (weft_events_pane_get_row (page->events)), ==, 3);
}

static gboolean
has_lineage (gpointer data)
{
  return weft_lineage_pane_get_lineage (page->lineage) != NULL;
}

/* Why the best design was accepted is answered at once, and the design opens as a document. */
static void
test_why (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = trail_run_make (fixture->folder, "hill climbing", NULL, 30, TRUE);
  WeftProposalNode *best;
  WeftSession *session;

  open_run (fixture);
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.view", "s", "why");
  fixture_wait (has_lineage, NULL);
  wait_for_event (weft_lineage_get_decision (weft_lineage_pane_get_lineage (page->lineage)));
  g_assert_cmpstr (weft_event_get_kind (weft_event_details_get_event (page->details)), ==,
                   "best.changed");
  g_assert_cmpuint (weft_lineage_pane_get_n_steps (page->lineage), >, 3);

  gtk_widget_activate_action (GTK_WIDGET (page), "trail.view", "s", "lineage");
  best = weft_lineage_get_best (weft_lineage_pane_get_lineage (page->lineage));
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.go-to", "t",
                              weft_proposal_node_get_seq (best));
  wait_for_event (weft_proposal_node_get_seq (best));
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.open-design", NULL);
  session = weft_window_get_session (fixture->window);
  g_assert_true (session != page->session);
  g_assert_true (weft_session_get_modified (session));
  g_assert_cmpuint (weft_design_get_n_partitions (weft_session_get_design (session)), ==, 2);
  weft_session_give_up (session);
}

/* Columns follow each other where they have no room side by side. */
static void
test_columns (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = trail_run_make (fixture->folder, "hill climbing", NULL, 10, TRUE);
  int minimum;

  open_run (fixture);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (page->runs)));
  g_assert_true (gtk_widget_get_visible (page->end));
  page->room = 1;
  weft_trail_page_set_depth (page, 1);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (page->runs)));
  g_assert_false (gtk_widget_get_visible (page->end));
  g_signal_emit_by_name (page->events, "entered");
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.go-to", "t", (guint64) 2);
  g_assert_true (gtk_widget_get_visible (page->end));
  g_assert_false (gtk_widget_get_visible (page->middle));
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.back", NULL);
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.back", NULL);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (page->runs)));
  g_assert_false (gtk_widget_get_visible (page->rest));
  gtk_widget_measure (GTK_WIDGET (page), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  g_assert_cmpint (minimum, <=, 360);
}

static gboolean
is_idle (gpointer data)
{
  return page->working == NULL;
}

/* A search as a person would start it. (transfer full): its trail */
static char *
search (Fixture *fixture, const char *method, guint budget)
{
  WeftEngine *engine = weft_application_get_engine (fixture->app);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSpace) space = weft_space_load ("paper-2", &error);
  g_autoptr (WeftProblem) problem =
    weft_problem_new (weft_engine_get_evaluator (engine), space, NULL, NULL, &error);
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (1);
  g_autoptr (WeftSearch) run = NULL;

  g_assert_no_error (error);
  run = weft_search_new (problem, executor);
  weft_search_record (run, fixture->folder);
  weft_search_add_run (run, method, 3, budget, &error);
  g_assert_no_error (error);
  g_assert_true (weft_search_run (run, &error));
  g_assert_no_error (error);
  return weft_search_run_path (run, 0);
}

/* What a search has written can be computed again, is explained, and opens as the design that was evaluated. */
static void
test_search (Fixture *fixture, gconstpointer data)
{
  g_autofree char *example = fixture_source_path (ITER33);
  g_autofree char *path = NULL;
  WeftSession *session;
  WeftProposalNode *best;
  g_autofree char *score = NULL;

  fixture_open (fixture, example);
  path = search (fixture, "hill", 40);
  open_run (fixture);
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.replay", NULL);
  fixture_wait (is_idle, NULL);
  g_assert_cmpstr (weft_message_bar_get_message (page->message), ==,
                   "40 evaluations computed again, all equal");

  gtk_widget_activate_action (GTK_WIDGET (page), "trail.view", "s", "why");
  fixture_wait (has_lineage, NULL);
  best = weft_lineage_get_best (weft_lineage_pane_get_lineage (page->lineage));
  g_assert_cmpstr (weft_proposal_node_get_reason (best), !=, "");
  g_assert_cmpuint (weft_lineage_pane_get_n_steps (page->lineage), >, 1);
  weft_events_pane_go_to (page->events, weft_proposal_node_get_seq (best));
  wait_for_event (weft_proposal_node_get_seq (best));
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.open-design", NULL);
  session = weft_window_get_session (fixture->window);
  g_assert_true (session != page->session);
  g_assert_cmpstr (weft_design_get_name (weft_session_get_design (session)), ==,
                   weft_proposal_node_get_label (best));
  score = weft_quantity_format (weft_proposal_node_get_score (best), WEFT_UNIT_NONE);
  fixture_wait_for_score (session, score);
  weft_session_give_up (session);
}

static gboolean
has_run (gpointer data)
{
  return g_strcmp0 (weft_runs_pane_get_path (page->runs), data) == 0;
}

static void
remove_run (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);

      g_remove (file);
    }
  g_rmdir (folder);
}

/* The archive of a run, brought into a folder that does not have it, is the same run. */
static void
test_archive (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = trail_run_make (fixture->folder, "hill climbing", NULL, 10, TRUE);
  g_autofree char *archive = g_build_filename (fixture->folder, "run.zip", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (archive);
  g_autofree char *other = g_dir_make_tmp ("weft-runs-XXXXXX", NULL);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *expected = g_build_filename (other, name, NULL);

  open_run (fixture);
  weft_trail_page_export (page, file);
  fixture_wait (is_idle, NULL);
  g_assert_true (g_file_query_exists (file, NULL));
  g_assert_false (weft_message_bar_is_shown (page->message));

  g_setenv ("WEFT_TRAIL_DIR", other, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.new", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.page", "s", "trail");
  page = WEFT_TRAIL_PAGE (
    fixture_find (weft_window_get_page (fixture->window), WEFT_TYPE_TRAIL_PAGE, 0));
  weft_trail_page_import (page, file);
  fixture_wait (has_run, expected);
  fixture_wait (has_events, NULL);
  fixture_wait (is_checked, NULL);
  g_assert_cmpint (weft_chain_check_get_report (page->check)->state, ==, WEFT_CHAIN_WHOLE);
  remove_run (expected);
}

static gboolean
can_simulate (gpointer data)
{
  return weft_sim_job_can_start (data);
}

static gboolean
is_simulated (gpointer data)
{
  return weft_sim_job_get_state (data) == WEFT_SIM_JOB_DONE;
}

static gboolean
has_simulation (gpointer data)
{
  return gtk_widget_get_visible (page->simulation_button);
}

static gboolean
is_opened (gpointer data)
{
  return g_list_model_get_n_items (weft_sim_job_get_runs (data)) == 2;
}

/* A simulation of the page Simulate is found here, and opened there again with the same result. */
static void
test_simulation (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/superpod-h100-unit.weft");
  g_autoptr (WeftSimInput) input = weft_sim_input_new_example ("xf-tiny");
  WeftDocumentPage *document = fixture_open (fixture, path);
  AdwViewStack *pages = weft_document_page_get_pages (document);
  WeftSimJob *job;

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.page", "s", "simulate");
  job = weft_simulate_page_get_job (
    WEFT_SIMULATE_PAGE (fixture_find (GTK_WIDGET (document), WEFT_TYPE_SIMULATE_PAGE, 0)));
  weft_sim_job_add_trace (job, input);
  fixture_wait (can_simulate, job);
  weft_sim_job_start (job);
  fixture_wait (is_simulated, job);

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.page", "s", "trail");
  page = WEFT_TRAIL_PAGE (fixture_find (GTK_WIDGET (document), WEFT_TYPE_TRAIL_PAGE, 0));
  fixture_wait (is_loaded, NULL);
  fixture_wait (has_events, NULL);
  fixture_wait (has_simulation, NULL);
  gtk_widget_activate_action (GTK_WIDGET (page), "trail.open-simulation", NULL);
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (pages), ==, "simulate");
  fixture_wait (is_opened, job);
  g_assert_cmpint (weft_simulation_get_again (weft_sim_job_get_shown (job)), ==, WEFT_SIM_AGAIN_SAME);
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);

  g_test_add ("/trail-page/pages", Fixture, NULL, set_up, test_pages, fixture_tear_down);
  g_test_add ("/trail-page/empty", Fixture, NULL, set_up, test_empty, fixture_tear_down);
  g_test_add ("/trail-page/filter-and-read", Fixture, NULL, set_up, test_filter_and_read,
              fixture_tear_down);
  g_test_add ("/trail-page/broken", Fixture, NULL, set_up, test_broken, fixture_tear_down);
  g_test_add ("/trail-page/why", Fixture, NULL, set_up, test_why, fixture_tear_down);
  g_test_add ("/trail-page/columns", Fixture, NULL, set_up, test_columns, fixture_tear_down);
  g_test_add ("/trail-page/search", Fixture, NULL, set_up, test_search, fixture_tear_down);
  g_test_add ("/trail-page/simulation", Fixture, NULL, set_up, test_simulation, fixture_tear_down);
  g_test_add ("/trail-page/archive", Fixture, NULL, set_up, test_archive, fixture_tear_down);
  return g_test_run ();
}
