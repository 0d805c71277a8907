/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session without any widget: it evaluates what is newest, saves, and guards its file; and the
 * state file between two runs. */
#include "app-fixture.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <utime.h>
#include <unistd.h>

#include "app/weft-state.h"

typedef struct
{
  GAsyncResult *result;
} Answer;

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  ((Answer *) data)->result = g_object_ref (result);
}

static gboolean
is_answered (gpointer data)
{
  return ((Answer *) data)->result != NULL;
}

static WeftSession *
open_session (WeftEngine *engine, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  Answer answer = { NULL };
  WeftSession *session;

  weft_session_open_async (engine, file, WEFT_SESSION_FILE, NULL, answered_cb, &answer);
  fixture_wait (is_answered, &answer);
  session = weft_session_open_finish (answer.result, &error);
  g_assert_no_error (error);
  g_object_unref (answer.result);
  return session;
}

static void
count_cb (GObject *session, GParamSpec *pspec, guint *n)
{
  (*n)++;
}

/* Many edits in a row give few evaluations, and the last one counts. */
static void
test_latest_wins (void)
{
  g_autoptr (WeftEngine) engine = weft_engine_new ();
  g_autofree char *path = fixture_source_path ("catalog/systems/iter33.weft");
  g_autoptr (WeftSession) session = open_session (engine, path);
  guint n = 0;

  fixture_wait_for_score (session, "1.93");
  g_signal_connect (session, "notify::evaluation", G_CALLBACK (count_cb), &n);
  for (guint i = 1; i <= 200; i++)
    weft_session_set_number (session, "/partitions/0/power_frac", 0.98 - i / 1000.0, TRUE);
  weft_session_set_number (session, "/partitions/0/power_frac", 0.98, FALSE);
  fixture_wait_for_score (session, "1.93");
  g_assert_cmpuint (n, <, 200);
  /* An evaluation that still runs keeps the session longer than this test. */
  g_signal_handlers_disconnect_by_func (session, count_cb, &n);
}

static void
save (WeftSession *session, gboolean overwrite, GError **error)
{
  Answer answer = { NULL };

  weft_session_save_async (session, NULL, overwrite, answered_cb, &answer);
  fixture_wait (is_answered, &answer);
  weft_session_save_finish (session, answer.result, error);
  g_object_unref (answer.result);
}

/* Writes as another program may that leaves no trace but its bytes: same file, size and time. */
static void
write_quietly (const char *path, const char *text)
{
  struct stat before;
  struct timespec times[2];
  int fd;

  g_assert_cmpint (stat (path, &before), ==, 0);
  g_assert_cmpint (before.st_size, ==, strlen (text));
  fd = g_open (path, O_WRONLY, 0);
  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, text, strlen (text)), ==, strlen (text));
  times[0] = before.st_atim;
  times[1] = before.st_mtim;
  g_assert_cmpint (futimens (fd, times), ==, 0);
  g_assert_cmpint (close (fd), ==, 0);
}

/* A file that somebody else has changed is not written over without asking, however it was
 * changed. */
static void
test_guard (void)
{
  g_autoptr (WeftEngine) engine = weft_engine_new ();
  g_autofree char *folder = g_dir_make_tmp ("weft-session-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "guard.weft", NULL);
  g_autofree char *backup = g_strconcat (path, "~", NULL);
  g_autofree char *theirs = NULL;
  g_autoptr (WeftSession) session = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "{\"name\": \"A\", \"partitions\": []}", -1, NULL));
  session = open_session (engine, path);
  write_quietly (path, "{\"name\": \"B\", \"partitions\": []}");
  weft_session_set_text (session, "/name", "Mine", FALSE);
  save (session, FALSE, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  g_assert_true (weft_session_get_modified (session));
  g_clear_error (&error);
  g_assert_true (g_file_get_contents (path, &theirs, NULL, NULL));
  g_assert_cmpstr (theirs, ==, "{\"name\": \"B\", \"partitions\": []}");
  save (session, TRUE, &error);
  g_assert_no_error (error);
  g_assert_false (weft_session_get_modified (session));
  g_remove (path);
  g_remove (backup);
  g_rmdir (folder);
}

/* The second of two saves that run at once does not take the first one for somebody else's, and a
 * file that was only touched is no changed one. */
static void
test_own_saves (void)
{
  g_autoptr (WeftEngine) engine = weft_engine_new ();
  g_autofree char *folder = g_dir_make_tmp ("weft-session-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "own.weft", NULL);
  g_autofree char *backup = g_strconcat (path, "~", NULL);
  g_autofree char *text = NULL;
  g_autofree char *written = NULL;
  g_autoptr (WeftSession) session = NULL;
  g_autoptr (GError) error = NULL;
  Answer answers[2] = { { NULL }, { NULL } };

  g_assert_true (g_file_set_contents (path, "{\"name\": \"A\", \"partitions\": []}", -1, NULL));
  session = open_session (engine, path);
  g_assert_cmpint (g_utime (path, NULL), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      weft_session_set_text (session, "/name", i == 0 ? "First" : "Second", FALSE);
      weft_session_save_async (session, NULL, FALSE, answered_cb, &answers[i]);
    }
  for (guint i = 0; i < 2; i++)
    {
      fixture_wait (is_answered, &answers[i]);
      weft_session_save_finish (session, answers[i].result, &error);
      g_assert_no_error (error);
      g_object_unref (answers[i].result);
    }
  text = weft_design_to_text (weft_session_get_design (session));
  g_assert_true (g_file_get_contents (path, &written, NULL, NULL));
  g_assert_cmpstr (written, ==, text);
  g_assert_false (weft_session_get_modified (session));
  g_remove (path);
  g_remove (backup);
  g_rmdir (folder);
}

static void
test_state (void)
{
  char *files[] = { (char *) "file:///a.weft", (char *) "file:///b%20c.weft", NULL };
  char *favourites[] = { (char *) "chip:B200", (char *) "definition:a;b", NULL };
  WeftState written = { 900, 640, TRUE, (char *) "dark", files, 1, favourites };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftState) read = NULL;

  g_assert_true (weft_state_save (&written, &error));
  g_assert_no_error (error);
  read = weft_state_load ();
  g_assert_cmpint (read->width, ==, 900);
  g_assert_cmpint (read->height, ==, 640);
  g_assert_true (read->maximized);
  g_assert_cmpstr (read->style, ==, "dark");
  g_assert_cmpstrv (read->files, files);
  g_assert_cmpuint (read->selected, ==, 1);
  g_assert_cmpstrv (read->favourites, favourites);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/session/latest-wins", test_latest_wins);
  g_test_add_func ("/app/session/guard", test_guard);
  g_test_add_func ("/app/session/own-saves", test_own_saves);
  g_test_add_func ("/app/session/state", test_state);
  return g_test_run ();
}
