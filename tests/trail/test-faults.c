/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens to programs, disks and clocks while a run is written: at most the event that was being
 * written is lost, and the run goes on. */
#include <errno.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trail/trail-fixture.h"

#define KILLS 8

/* Writes until it is killed, and says after each event which number it has. */
static void
write_for_ever (const char *folder, int fd)
{
  WeftTrailWriter *writer = fixture_begin (folder, RUN_ID);

  for (guint i = 0;; i++)
    {
      guint64 seq;

      fixture_evaluate (writer, i);
      seq = weft_trail_writer_get_seq (writer);
      if (write (fd, &seq, sizeof seq) != sizeof seq)
        _exit (1);
    }
}

static void
kill_one (guint events)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = g_build_filename (folder, RUN_ID WEFT_TRAIL_SUFFIX, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = NULL;
  g_autoptr (WeftTrailWriter) writer = NULL;
  guint64 seq = 0, told = 0;
  int pipe_fd[2], status;
  pid_t child;

  g_assert_cmpint (pipe (pipe_fd), ==, 0);
  child = fork ();
  if (child == 0)
    write_for_ever (folder, pipe_fd[1]);
  close (pipe_fd[1]);
  for (guint i = 0; i < events; i++)
    g_assert_cmpint (read (pipe_fd[0], &told, sizeof told), ==, sizeof told);
  g_assert_cmpint (kill (child, SIGKILL), ==, 0);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  while (read (pipe_fd[0], &seq, sizeof seq) == sizeof seq)
    told = seq;
  close (pipe_fd[0]);

  run = fixture_open (path);
  g_assert_false (weft_trail_run_is_written (run));
  g_assert_cmpuint (weft_trail_run_n_events (run), >=, told);
  fixture_assert_state (path, WEFT_CHAIN_TRUNCATED, weft_trail_run_n_events (run), 0);
  g_clear_object (&run);

  writer = weft_trail_writer_resume (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (weft_trail_writer_get_seq (writer), >=, told);
  seq = weft_trail_writer_get_seq (writer);
  fixture_evaluate (writer, 1);
  fixture_end (writer, 2);
  g_assert_true (weft_trail_writer_close (writer, &error));
  fixture_assert_state (path, WEFT_CHAIN_WHOLE, seq + 4, 0);
  fixture_remove (folder);
}

static void
test_kill (void)
{
  for (guint i = 0; i < KILLS; i++)
    kill_one (1 + 7 * i);
}

/* The same where the log beside the database cannot be used. */
static void
test_kill_truncate (void)
{
  g_setenv ("WEFT_TRAIL_JOURNAL", "truncate", TRUE);
  for (guint i = 0; i < KILLS; i++)
    kill_one (1 + i);
  g_unsetenv ("WEFT_TRAIL_JOURNAL");
}

static void
test_journal (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailWriter) writer = NULL;
  g_autoptr (WeftTrailRun) run = NULL;
  g_autofree char *wal = NULL;

  g_setenv ("WEFT_TRAIL_JOURNAL", "truncate", TRUE);
  writer = fixture_begin (folder, NULL);
  wal = g_strconcat (weft_trail_writer_get_path (writer), "-wal", NULL);
  g_assert_false (g_file_test (wal, G_FILE_TEST_EXISTS));
  run = fixture_open (weft_trail_writer_get_path (writer));
  for (guint i = 0; i < 10; i++)
    {
      fixture_evaluate (writer, i);
      g_assert_cmpuint (weft_trail_run_n_events (run), ==, 4 + 3 * i);
    }
  g_unsetenv ("WEFT_TRAIL_JOURNAL");
  fixture_remove (folder);
}

static void
test_resume (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *ended = fixture_run (folder, "01ARZ3NDEKTSV4RRFFQ69G5FA1", 2);
  g_autofree char *absent = g_build_filename (folder, "01ARZ3NDEKTSV4RRFFQ69G5FA9.weft-run", NULL);
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, RUN_ID);
  g_autofree char *path = g_strdup (weft_trail_writer_get_path (writer));
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_trail_writer_resume (ended, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FILE);
  g_clear_error (&error);
  g_assert_null (weft_trail_writer_resume (absent, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING);
  g_clear_error (&error);
  fixture_evaluate (writer, 0);
  g_assert_true (weft_trail_writer_close (writer, &error));
  g_clear_object (&writer);

  /* The tail is cut, with what only it named. */
  fixture_sql (path, "UPDATE events SET line = substr(line, 1, 60) WHERE seq = 4;"
                     "INSERT INTO blobs VALUES ('sha256:x', 0, x'00')");
  fixture_assert_state (path, WEFT_CHAIN_TRUNCATED, 3, 0);
  writer = weft_trail_writer_resume (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (weft_trail_writer_get_seq (writer), ==, 3);
  fixture_evaluate (writer, 1);
  g_assert_true (weft_trail_writer_close (writer, &error));
  g_clear_object (&writer);
  fixture_assert_state (path, WEFT_CHAIN_TRUNCATED, 6, 0);

  fixture_sql (path, "UPDATE events SET line = replace(line, 'step', 'stop') WHERE seq = 2");
  g_assert_null (weft_trail_writer_resume (path, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "event 2"));
  fixture_remove (folder);
}

/* Whatever bytes the file has: an answer, and never that the run is whole unless it is. */
static void
test_damage (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = fixture_run (folder, RUN_ID, 60);
  g_autofree char *bytes = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  gsize n;

  g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *bad = g_memdup2 (bytes, n);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftTrailRun) run = NULL;
      WeftChainReport report = { 0 };
      gsize length = i % 4 == 0 ? (gsize) g_rand_int_range (random, 1, (int) n) : n;
      gboolean changed = length < n;

      for (guint j = 0; i % 4 != 0 && j < (i % 4 == 1 ? 1u : 200u); j++)
        {
          gsize at = i % 4 == 3 ? (gsize) g_rand_int_range (random, 0, 100) + n / 4096 / 2 * 4096
                                : (gsize) g_rand_int_range (random, 0, (int) n);
          char byte = (char) g_rand_int_range (random, 0, 256);

          changed = changed || bad[at] != byte;
          bad[at] = byte;
        }
      g_assert_true (g_file_set_contents (path, bad, (gssize) length, NULL));
      run = weft_trail_run_open (path, &error);
      if (run == NULL)
        {
          g_assert_nonnull (error);
          continue;
        }
      g_assert_true (weft_trail_run_verify (run, &report, NULL, NULL, NULL, &error));
      /* A single byte may lie where nothing is stored. */
      if (report.state == WEFT_CHAIN_WHOLE)
        g_assert_true (i % 4 == 1 || !changed);
      else
        g_assert_nonnull (report.reason);
      weft_chain_report_clear (&report);
    }
  fixture_remove (folder);
}

/* A damaged run is refused as what it is, and a folder with it in it is listed all the same. */
static void
test_other_files (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = g_build_filename (folder, RUN_ID WEFT_TRAIL_SUFFIX, NULL);
  g_autofree char *good = fixture_run (folder, "01ARZ3NDEKTSV4RRFFQ69G5FA1", 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) list = NULL;
  sqlite3 *db;

  /* A view with endless rows in the place of a table. */
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, "PRAGMA application_id=1466263124; PRAGMA user_version=1; CREATE TABLE meta (key, value);"
                    "INSERT INTO meta VALUES ('run', '" RUN_ID "'), ('summaries', 1);"
                    "CREATE VIEW events (seq, line) AS WITH RECURSIVE r (x) AS (SELECT 1 UNION ALL SELECT x + 1 "
                    "FROM r) SELECT x, 'l' FROM r", NULL, NULL, NULL);
  sqlite3_close (db);
  g_assert_null (weft_trail_run_open (path, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED);
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_null (weft_trail_run_open (path, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED);
  g_clear_error (&error);
  g_unlink (path);
  g_assert_null (weft_trail_run_open (path, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING);
  g_clear_error (&error);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_null (weft_trail_run_open (path, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FILE);
  list = weft_trail_list (folder, NULL, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 2);
  fixture_remove (folder);
}

/* A pipe in the place of a lock keeps nobody waiting. */
static void
test_lock_pipe (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = fixture_run (folder, RUN_ID, 1);
  g_autofree char *lock = g_build_filename (folder, RUN_ID ".lock", NULL);
  g_autoptr (GListModel) list = NULL;
  g_autoptr (WeftTrailRun) run = NULL;

  g_assert_cmpint (mkfifo (lock, 0600), ==, 0);
  list = weft_trail_list (folder, NULL, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 1);
  run = weft_trail_run_open (path, NULL);
  g_assert_false (weft_trail_run_is_written (run));
  fixture_remove (folder);
}

/* Summaries of a version that cannot be checked could hide that they were edited. */
static void
test_summaries_version (void)
{
  static const char *const versions[] = { "0", "9", "x" };

  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      g_autofree char *folder = fixture_folder ();
      g_autofree char *path = fixture_run (folder, RUN_ID, 3);
      g_autofree char *sql = g_strdup_printf ("UPDATE meta SET value = '%s' WHERE key = 'summaries';"
                                              "UPDATE marks SET summary = 'forged'", versions[i]);
      g_autoptr (GError) error = NULL;
      sqlite3 *db;

      g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
      sqlite3_close (db);
      g_assert_null (weft_trail_run_open (path, &error));
      g_assert_nonnull (error);
      fixture_remove (folder);
    }
}

/* Fills the run until there is no room, makes room, and goes on. @make_room does that. */
static void
fill_up (const char *folder, void (*make_room) (WeftTrailWriter *writer, const char *folder))
{
  g_autofree char *text = g_strnfill (2000, 'x');
  g_autofree char *json = g_strdup_printf ("{\"reason\":\"%s\"}", text);
  g_autoptr (JsonNode) data = json_from_string (json, NULL);
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, RUN_ID);
  g_autofree char *path = g_strdup (weft_trail_writer_get_path (writer));
  g_autoptr (GError) error = NULL;
  guint64 seq, n = 1;

  while (weft_trail_writer_append (writer, "design.proposed", "search", 1, data, NULL, &seq, &error))
    {
      n++;
      g_assert_cmpuint (seq, ==, n);
      g_assert_cmpuint (n, <, 100000);
    }
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FULL);
  g_assert_cmpuint (weft_trail_writer_get_seq (writer), ==, n);
  g_clear_error (&error);
  g_assert_false (weft_trail_writer_append (writer, "design.proposed", "search", 1, data, NULL, &seq, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FULL);
  g_clear_error (&error);
  fixture_assert_state (path, WEFT_CHAIN_TRUNCATED, n, 0);

  make_room (writer, folder);
  g_assert_true (weft_trail_writer_append (writer, "design.proposed", "search", 1, data, NULL, &seq, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (seq, ==, n + 1);
  fixture_end (writer, 1);
  g_assert_true (weft_trail_writer_close (writer, &error));
  g_assert_no_error (error);
  fixture_assert_state (path, WEFT_CHAIN_WHOLE, n + 2, 0);
}

static void
allow_pages (WeftTrailWriter *writer, const char *folder)
{
  sqlite3_exec (weft_trail_writer_get_store (writer)->db, "PRAGMA max_page_count=1000000", NULL, NULL, NULL);
}

/* A database that may not grow, which every machine can have. */
static void
test_full_database (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, RUN_ID);
  g_autofree char *path = g_strdup (weft_trail_writer_get_path (writer));
  g_autofree char *text = g_strnfill (2000, 'x');
  g_autofree char *json = g_strdup_printf ("{\"reason\":\"%s\"}", text);
  g_autoptr (JsonNode) data = json_from_string (json, NULL);
  g_autoptr (GError) error = NULL;
  guint64 n;

  sqlite3_exec (weft_trail_writer_get_store (writer)->db, "PRAGMA max_page_count=40", NULL, NULL, NULL);
  while (weft_trail_writer_append (writer, "design.proposed", "search", 1, data, NULL, &n, &error))
    g_assert_cmpuint (n, <, 1000);
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FULL);
  g_clear_error (&error);
  fixture_assert_state (path, WEFT_CHAIN_TRUNCATED, n, 0);
  allow_pages (writer, folder);
  fixture_evaluate (writer, 1);
  fixture_end (writer, 2);
  g_assert_true (weft_trail_writer_close (writer, &error));
  fixture_assert_state (path, WEFT_CHAIN_WHOLE, n + 4, 0);
  fixture_remove (folder);
}

static void
remove_ballast (WeftTrailWriter *writer, const char *folder)
{
  g_autofree char *ballast = g_build_filename (folder, "ballast", NULL);

  g_assert_cmpint (g_unlink (ballast), ==, 0);
}

/* A disk that is full, if one can be had. */
static void
test_full_disk (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *ballast = g_build_filename (folder, "ballast", NULL);
  g_autofree char *bytes = g_strnfill (1024 * 1024, 'b');

  if (mount ("none", folder, "tmpfs", 0, "size=2m") != 0)
    {
      g_test_skip ("no small disk can be mounted here");
      fixture_remove (folder);
      return;
    }
  g_assert_true (g_file_set_contents (ballast, bytes, 1024 * 1024, NULL));
  fill_up (folder, remove_ballast);
  fixture_remove (folder);
  g_assert_cmpint (umount (folder), ==, 0);
  g_rmdir (folder);
}

static gint64 real_now_us;
static gint64 mono_now_us;

static gint64
real_cb (void)
{
  return real_now_us;
}

static gint64
mono_cb (void)
{
  return mono_now_us;
}

static void
assert_times (const char *path, guint64 seq, const char *time, gint64 mono_us)
{
  g_autoptr (WeftTrailRun) run = fixture_open (path);
  g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, NULL);

  g_assert_cmpstr (weft_event_get_time (event), ==, time);
  g_assert_cmpint (weft_event_get_mono_us (event), ==, mono_us);
}

/* Somebody sets the clock back, and the machine starts anew before the run goes on. */
static void
test_clock (void)
{
  const WeftTrailClock clock = { real_cb, mono_cb, FALSE };
  g_autofree char *folder = fixture_folder ();
  g_autoptr (WeftTrailWriter) writer = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  writer = weft_trail_writer_new (folder, RUN_ID, NULL, &error);
  path = g_strdup (weft_trail_writer_get_path (writer));
  real_now_us = 1795950123123456;
  mono_now_us = 5000000;
  weft_trail_writer_set_clock (writer, &clock);
  fixture_append (writer, "run.start", "search", 0, "{}");
  mono_now_us += 250;
  real_now_us -= G_GINT64_CONSTANT (3600) * G_USEC_PER_SEC;
  fixture_append (writer, "user.control", "user", 0, "{}");
  mono_now_us -= 1000; /* a clock that should not do that */
  fixture_append (writer, "user.control", "user", 0, "{}");
  g_assert_true (weft_trail_writer_close (writer, &error));
  g_clear_object (&writer);
  assert_times (path, 1, "2026-11-29T11:02:03.123456Z", 0);
  assert_times (path, 2, "2026-11-29T10:02:03.123456Z", 250);
  assert_times (path, 3, "2026-11-29T10:02:03.123456Z", 250);

  mono_now_us = 7; /* since the machine has started */
  writer = weft_trail_writer_resume (path, &error);
  g_assert_no_error (error);
  weft_trail_writer_set_clock (writer, &clock);
  mono_now_us += 10;
  fixture_append (writer, "run.end", "search", 0, "{}");
  g_assert_true (weft_trail_writer_close (writer, &error));
  assert_times (path, 4, "2026-11-29T10:02:03.123456Z", 260);
  fixture_assert_state (path, WEFT_CHAIN_WHOLE, 4, 0);
  fixture_remove (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trail/faults/kill", test_kill);
  g_test_add_func ("/trail/faults/kill-truncate", test_kill_truncate);
  g_test_add_func ("/trail/faults/journal", test_journal);
  g_test_add_func ("/trail/faults/resume", test_resume);
  g_test_add_func ("/trail/faults/damage", test_damage);
  g_test_add_func ("/trail/faults/other-files", test_other_files);
  g_test_add_func ("/trail/faults/lock-pipe", test_lock_pipe);
  g_test_add_func ("/trail/faults/summaries-version", test_summaries_version);
  g_test_add_func ("/trail/faults/full-database", test_full_database);
  g_test_add_func ("/trail/faults/full-disk", test_full_disk);
  g_test_add_func ("/trail/faults/clock", test_clock);

  return g_test_run ();
}
