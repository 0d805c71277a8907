/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work outlives the program: journals come and go with what is not saved, and what a killed program
 * had is offered beside what is saved. */
#include "app-fixture.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/recovery/weft-journal-writer.h"
#include "app/start/weft-start-page.h"
#include "app/weft-window-private.h"

#define ITER33 "catalog/systems/iter33.weft"

static char *program;

static guint
count_journals (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, ".jsonl");
  return n;
}

static gboolean
has_journal (gpointer data)
{
  return count_journals (data) == 1;
}

static gboolean
has_none (gpointer data)
{
  return count_journals (data) == 0;
}

static gboolean
tick_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* The worker's files wake no main loop: it looks again and again. */
static void
wait_for (FixtureCondition condition, const char *folder)
{
  guint tick = g_timeout_add (10, tick_cb, NULL);

  fixture_wait (condition, (gpointer) folder);
  g_source_remove (tick);
}

static char *
find_journals (Fixture *fixture)
{
  return g_build_filename (fixture->folder, "data", "weft", "recovery", NULL);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);

      remove_all (inner);
    }
  remove (path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autofree char *below = g_build_filename (fixture->folder, "data", NULL);

  weft_window_give_up_all (fixture->window);
  weft_journal_writer_drain ();
  remove_all (below);
  fixture_tear_down (fixture, data);
}

static char *
copy_design (Fixture *fixture, const char *name)
{
  g_autofree char *source = fixture_source_path (ITER33);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (source, &text, NULL, NULL));
  return fixture_write (fixture, name, text);
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_session_save_finish (WEFT_SESSION (source), result, &error));
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

static void
save (WeftSession *session)
{
  gboolean done = FALSE;

  weft_session_save_async (session, NULL, FALSE, answered_cb, &done);
  fixture_wait (is_true, &done);
}

/* There is a journal exactly as long as something is not saved. */
static void
test_comes_and_goes (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = find_journals (fixture);
  g_autofree char *path = copy_design (fixture, "a.weft");
  WeftSession *session;

  weft_engine_set_journals (weft_application_get_engine (fixture->app), folder);
  session = weft_document_page_get_session (fixture_open (fixture, path));
  weft_journal_writer_drain ();
  g_assert_true (has_none (folder));

  weft_session_set_text (session, "/name", "Changed", FALSE);
  wait_for (has_journal, folder);
  weft_history_undo (weft_session_get_history (session));
  wait_for (has_none, folder);
  weft_history_redo (weft_session_get_history (session));
  wait_for (has_journal, folder);
  save (session);
  wait_for (has_none, folder);
  weft_session_set_text (session, "/name", "Given up", FALSE);
  wait_for (has_journal, folder);
  weft_session_give_up (session);
  wait_for (has_none, folder);
}

/* (transfer full) */
static char *
read_journal (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  char *text = NULL;

  while (text == NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_str_has_suffix (name, ".jsonl"))
        g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    }
  return text;
}

/* A burst of changes is written once. */
static void
test_burst (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = find_journals (fixture);
  g_autoptr (WeftSession) session = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  weft_engine_set_journals (weft_application_get_engine (fixture->app), folder);
  session = weft_session_new (weft_application_get_engine (fixture->app));
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("Name %u", i);

      weft_session_set_text (session, "/name", name, FALSE);
    }
  wait_for (has_journal, folder);
  text = read_journal (folder);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_cmpstr (lines[2], ==, "");
  g_assert_nonnull (strstr (lines[1], "\"changes\":100,"));
  g_assert_nonnull (strstr (lines[1], "\"Name 99\""));
  weft_session_give_up (session);
}

/* The child: the program itself, in which somebody makes three changes once the design is there. */
static gboolean
edit_cb (gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (data));
  WeftSession *session = window == NULL ? NULL : weft_window_get_session (WEFT_WINDOW (window));
  g_autofree char *folder = weft_journal_dup_folder ();

  if (session == NULL || weft_session_get_evaluation (session) == NULL)
    return G_SOURCE_CONTINUE;
  if (!weft_session_get_modified (session))
    {
      weft_session_set_text (session, "/name", "Killed", FALSE);
      weft_session_set_number (session, "/partitions/0/power_frac", 0.9, FALSE);
      weft_session_add_partition (session);
    }
  if (!has_journal (folder))
    return G_SOURCE_CONTINUE;
  g_print ("written\n");
  return G_SOURCE_REMOVE;
}

static int
run_program (const char *path)
{
  const char *argv[] = { "weft", path, NULL };
  g_autoptr (WeftApplication) app = weft_application_new ();

  g_application_set_flags (G_APPLICATION (app),
                           G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_timeout_add (20, edit_cb, app);
  return g_application_run (G_APPLICATION (app), path[0] == '\0' ? 1 : 2, (char **) argv);
}

/* Runs the program on a design, waits until its changes are written, and kills it. */
static void
run_and_kill (Fixture *fixture, const char *path)
{
  const char *argv[] = { program, "--program", path, NULL };
  g_autofree char *below = g_build_filename (fixture->folder, "data", NULL);
  g_auto (GStrv) envp = g_environ_setenv (g_get_environ (), "XDG_DATA_HOME", below, TRUE);
  g_autoptr (GError) error = NULL;
  char word[8] = "";
  gsize length = 0;
  int out, status;
  gssize n;
  GPid pid;

  g_spawn_async_with_pipes (NULL, (char **) argv, envp, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid,
                            NULL, &out, NULL, &error);
  g_assert_no_error (error);
  while (length < sizeof word && (n = read (out, word + length, sizeof word - length)) > 0)
    length += (gsize) n;
  g_assert_cmpmem (word, length, "written\n", 8);
  kill (pid, SIGKILL);
  close (out);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_true (WIFSIGNALED (status));
}

static gboolean
has_items (gpointer data)
{
  return g_list_model_get_n_items (G_LIST_MODEL (data)) > 0;
}

/* As the next start does it. (transfer full) */
static WeftRecoveries *
start_again (Fixture *fixture)
{
  g_autofree char *folder = find_journals (fixture);
  WeftRecoveries *recoveries = weft_recoveries_new (folder);

  weft_engine_set_journals (weft_application_get_engine (fixture->app), folder);
  weft_window_set_recoveries (fixture->window, recoveries);
  weft_recoveries_scan (recoveries);
  fixture_wait (has_items, weft_recoveries_get_items (recoveries));
  return recoveries;
}

static void
assert_killed_design (WeftSession *session)
{
  WeftDesign *design = weft_session_get_design (session);

  g_assert_cmpstr (weft_design_get_name (design), ==, "Killed");
  g_assert_cmpuint (weft_design_get_n_partitions (design), ==, 3);
  g_assert_cmpfloat (weft_partition_get_power_frac (weft_design_get_partition (design, 0)), ==, 0.9);
}

/* The saved version and the recovered one stand side by side; saving puts one over the other. */
static void
test_kill (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = find_journals (fixture);
  g_autofree char *aside = g_build_filename (folder, "discarded", NULL);
  g_autofree char *path = copy_design (fixture, "a.weft");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *expected = NULL;
  g_autoptr (WeftRecoveries) recoveries = NULL;
  WeftSession *saved, *recovered;

  g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
  run_and_kill (fixture, path);
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, before);
  g_clear_pointer (&after, g_free);

  recoveries = start_again (fixture);
  g_assert_null (fixture->window->recovery_bar);
  saved = weft_document_page_get_session (fixture_open (fixture, path));
  g_assert_true (weft_message_bar_is_shown (fixture->window->recovery_bar));
  g_assert_true (g_str_has_prefix (
    weft_message_bar_get_message (fixture->window->recovery_bar), "Recovered: 3 changes, last at "));
  g_assert_true (g_str_has_suffix (
    weft_message_bar_get_message (fixture->window->recovery_bar), "Not as in the file: name, partitions"));

  g_signal_emit_by_name (fixture->window->recovery_bar, "answered");
  recovered = weft_window_get_session (fixture->window);
  g_assert_true (recovered != saved);
  assert_killed_design (recovered);
  g_assert_true (weft_session_get_modified (recovered));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "Killed (Recovered)");
  g_assert_false (weft_session_get_modified (saved));
  g_assert_false (weft_message_bar_is_shown (fixture->window->recovery_bar));

  /* It is protected in its turn before the old journal goes. */
  weft_journal_writer_drain ();
  g_assert_cmpuint (count_journals (folder), ==, 1);
  g_assert_cmpuint (count_journals (aside), ==, 1);

  save (recovered);
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  expected = weft_design_to_text (weft_session_get_design (recovered));
  g_assert_cmpstr (after, ==, expected);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "Killed");
  wait_for (has_none, folder);
}

/* A file that is another one now is not written over: saving asks where. */
static void
test_changed_since (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = copy_design (fixture, "a.weft");
  g_autoptr (WeftRecoveries) recoveries = NULL;
  g_autoptr (WeftRecovery) recovery = NULL;
  g_autofree char *words = NULL;

  run_and_kill (fixture, path);
  g_free (fixture_write (fixture, "a.weft", "{\"partitions\":[]}"));
  recoveries = start_again (fixture);
  recovery = g_list_model_get_item (weft_recoveries_get_items (recoveries), 0);
  words = weft_recovery_describe (recovery);
  g_assert_nonnull (strstr (words, "The file has been changed since"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.open-recovered", "s",
                              weft_recovery_get_id (recovery));
  assert_killed_design (weft_window_get_session (fixture->window));
  g_assert_null (weft_session_get_file (weft_window_get_session (fixture->window)));
}

/* The start page lists what was left, a design without a file too, and discards it. */
static void
test_start_page (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = find_journals (fixture);
  g_autofree char *aside = g_build_filename (folder, "discarded", NULL);
  g_autoptr (WeftRecoveries) recoveries = NULL;
  WeftJournal *journal = weft_journal_new (folder);
  g_autoptr (WeftDesign) design = weft_design_new ();
  GtkWidget *start, *row;

  g_assert_true (weft_journal_write (journal, design, 1, 1700000000, NULL));
  g_object_unref (journal);
  recoveries = start_again (fixture);
  start = weft_start_page_new (recoveries);
  gtk_stack_add_named (fixture->window->stack, start, "test");
  gtk_stack_set_visible_child (fixture->window->stack, start);
  row = fixture_find (start, ADW_TYPE_ACTION_ROW, 0);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), ==, "Untitled");
  g_assert_true (g_str_has_prefix (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)),
                                   "Recovered: 1 change, last at "));
  g_signal_emit_by_name (fixture_find (row, GTK_TYPE_BUTTON, 0), "clicked");
  g_assert_false (has_items (weft_recoveries_get_items (recoveries)));
  wait_for (has_none, folder);
  g_assert_cmpuint (count_journals (aside), ==, 1);
}

/* Closed without an answer, a bar does not come again in this run, and the journal stays. */
static void
test_dismiss (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = find_journals (fixture);
  g_autofree char *path = copy_design (fixture, "a.weft");
  g_autofree char *other = copy_design (fixture, "b.weft");
  g_autoptr (WeftRecoveries) recoveries = NULL;
  WeftJournal *journal = weft_journal_new (folder);
  g_autoptr (WeftDesign) design = weft_design_new ();

  g_assert_true (weft_journal_write (journal, design, 1, 1700000000, NULL));
  g_object_unref (journal);
  recoveries = start_again (fixture);
  fixture_open (fixture, path);
  g_assert_true (weft_message_bar_is_shown (fixture->window->recovery_bar));
  weft_message_bar_hide (fixture->window->recovery_bar);
  g_signal_emit_by_name (fixture->window->recovery_bar, "dismissed");
  fixture_open (fixture, other);
  g_assert_false (weft_message_bar_is_shown (fixture->window->recovery_bar));
  g_assert_true (has_items (weft_recoveries_get_items (recoveries)));
  g_assert_cmpuint (count_journals (folder), ==, 1);
}

static gboolean
is_unprotected (gpointer data)
{
  return weft_session_get_unprotected (WEFT_SESSION (data)) != NULL;
}

/* When the journal cannot be written, the window says so. */
static void
test_unprotected (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = fixture_write (fixture, "file", "");
  g_autofree char *folder = g_build_filename (file, "recovery", NULL);
  g_autofree char *path = copy_design (fixture, "a.weft");
  WeftSession *session;

  weft_engine_set_journals (weft_application_get_engine (fixture->app), folder);
  session = weft_document_page_get_session (fixture_open (fixture, path));
  weft_session_set_text (session, "/name", "Changed", FALSE);
  fixture_wait (is_unprotected, session);
  g_assert_true (weft_message_bar_is_shown (fixture->window->message_bar));
  g_assert_nonnull (strstr (weft_message_bar_get_message (fixture->window->message_bar), folder));
}

int
main (int argc, char **argv)
{
  if (argc == 3 && g_str_equal (argv[1], "--program"))
    return run_program (argv[2]);

  program = argv[0];
  fixture_init (&argc, &argv);
#define ADD(name, function) \
  g_test_add ("/recovery/" name, Fixture, NULL, fixture_set_up, function, tear_down)
  ADD ("comes-and-goes", test_comes_and_goes);
  ADD ("burst", test_burst);
  ADD ("kill", test_kill);
  ADD ("changed-since", test_changed_since);
  ADD ("start-page", test_start_page);
  ADD ("dismiss", test_dismiss);
  ADD ("unprotected", test_unprotected);
  return g_test_run ();
}
