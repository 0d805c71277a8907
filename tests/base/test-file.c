/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and saving files: what stays when saving fails, above all. */

#include <errno.h>
#include <glib/gstdio.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include "base/weft-file.h"

typedef struct
{
  char *folder;
  char *path; /* does not exist at first */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  (void) data;
  fixture->folder = g_dir_make_tmp ("weft-file-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  fixture->path = g_build_filename (fixture->folder, "design.json", NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  (void) data;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static void
assert_content (const char *path,
                const char *expected)
{
  g_autoptr (GError) error = NULL;
  gsize length = 0;
  g_autofree char *text = weft_file_read (path, WEFT_FILE_MAX_BYTES, &length, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpuint (length, ==, strlen (expected));
}

/* No temporary file may be left behind. */
static void
assert_n_files (const char *folder,
                guint       expected)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_assert_cmpuint (n, ==, expected);
}

static void
assert_save (const char *path,
             const char *text,
             gboolean    backup)
{
  g_autoptr (GError) error = NULL;
  gboolean ok = weft_file_save (path, text, -1, backup, &error);

  g_assert_no_error (error);
  g_assert_true (ok);
}

static mode_t
mode_of (const char *path)
{
  struct stat info;

  g_assert_cmpint (lstat (path, &info), ==, 0);
  return info.st_mode;
}

static void
test_read (Fixture       *fixture,
           gconstpointer  data)
{
  static const char bytes[] = "a\0b";
  g_autofree char *text = NULL;
  g_autofree char *large = g_strnfill (300000, 'x');
  gsize length = 0;

  (void) data;
  g_assert_true (g_file_set_contents (fixture->path, bytes, 3, NULL));
  text = weft_file_read (fixture->path, 3, &length, NULL);
  g_assert_cmpmem (text, length, bytes, 3);
  g_assert_cmpint (text[3], ==, '\0');

  g_assert_true (g_file_set_contents (fixture->path, "", 0, NULL));
  assert_content (fixture->path, "");
  g_assert_true (g_file_set_contents (fixture->path, large, -1, NULL));
  assert_content (fixture->path, large);
}

/* Files of the kernel say that they are empty. */
static void
test_read_unsized (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *text = NULL;
  gsize length = 0;

  (void) fixture;
  (void) data;
  if (!g_file_test ("/proc/self/status", G_FILE_TEST_IS_REGULAR))
    {
      g_test_skip ("no /proc here");
      return;
    }

  text = weft_file_read ("/proc/self/status", WEFT_FILE_MAX_BYTES, &length, NULL);
  g_assert_nonnull (strstr (text, "Pid:"));
  g_assert_cmpuint (length, ==, strlen (text));
}

static void
assert_read_fails (const char *path,
                   gsize       max_bytes,
                   int         code,
                   const char *reason)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = g_strconcat (path, reason, NULL);

  g_assert_null (weft_file_read (path, max_bytes, NULL, &error));
  g_assert_error (error, G_IO_ERROR, code);
  g_assert_cmpstr (error->message, ==, expected);
}

static void
test_read_fails (Fixture       *fixture,
                 gconstpointer  data)
{
  (void) data;
  assert_read_fails (fixture->path, 10, G_IO_ERROR_NOT_FOUND,
                     ": the file cannot be opened: No such file or directory");
  assert_read_fails (fixture->folder, 10, G_IO_ERROR_IS_DIRECTORY,
                     ": found a folder, expected a file");
  assert_read_fails ("/dev/zero", 10, G_IO_ERROR_NOT_REGULAR_FILE,
                     ": found a device, expected a file");

  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  assert_read_fails (fixture->path, 10, G_IO_ERROR_NOT_REGULAR_FILE,
                     ": found a pipe, expected a file");
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);

  g_assert_true (g_file_set_contents (fixture->path, "0123456789X", -1, NULL));
  assert_read_fails (fixture->path, 10, G_IO_ERROR_MESSAGE_TOO_LARGE,
                     ": the file is too large, expected at most 10 bytes");

  g_assert_cmpint (g_chmod (fixture->path, 0), ==, 0);
  if (geteuid () != 0)
    assert_read_fails (fixture->path, 100, G_IO_ERROR_PERMISSION_DENIED,
                       ": the file cannot be opened: Permission denied");
}

static void
test_save_new (Fixture       *fixture,
               gconstpointer  data)
{
  mode_t old_mask = umask (027);

  (void) data;
  assert_save (fixture->path, "one\n", TRUE);
  umask (old_mask);

  assert_content (fixture->path, "one\n");
  g_assert_cmpuint (mode_of (fixture->path) & 07777, ==, 0640);
  assert_n_files (fixture->folder, 1);

  g_assert_true (weft_file_save (fixture->path, "abc", 2, FALSE, NULL));
  assert_content (fixture->path, "ab");
  g_assert_true (weft_file_save (fixture->path, NULL, 0, FALSE, NULL));
  assert_content (fixture->path, "");
}

static void
test_save_keeps_mode (Fixture       *fixture,
                      gconstpointer  data)
{
  static const mode_t modes[] = { 0600, 0644, 0664, 0755 };

  (void) data;
  assert_save (fixture->path, "old", FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      g_assert_cmpint (g_chmod (fixture->path, modes[i]), ==, 0);
      assert_save (fixture->path, "new", i % 2);
      g_assert_cmpuint (mode_of (fixture->path) & 07777, ==, modes[i]);
    }
}

static void
test_save_backup (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *backup = g_strconcat (fixture->path, "~", NULL);

  (void) data;
  assert_save (fixture->path, "one", TRUE);
  g_assert_false (g_file_test (backup, G_FILE_TEST_EXISTS));
  assert_save (fixture->path, "two", TRUE);
  assert_content (backup, "one");
  assert_save (fixture->path, "three", TRUE);
  assert_content (backup, "two");
  assert_save (fixture->path, "four", FALSE);
  assert_content (backup, "two");
  assert_content (fixture->path, "four");

  /* A backup that already is the very same file. */
  g_assert_cmpint (g_unlink (backup), ==, 0);
  g_assert_cmpint (link (fixture->path, backup), ==, 0);
  assert_save (fixture->path, "five", TRUE);
  assert_content (backup, "four");
  assert_content (fixture->path, "five");
  assert_n_files (fixture->folder, 2);
}

static void
test_save_through_links (Fixture       *fixture,
                         gconstpointer  data)
{
  g_autofree char *link = g_build_filename (fixture->folder, "link", NULL);
  g_autofree char *link_2 = g_build_filename (fixture->folder, "link-2", NULL);
  g_autofree char *backup = g_strconcat (link_2, "~", NULL);

  (void) data;
  g_assert_cmpint (symlink ("design.json", link), ==, 0);
  g_assert_cmpint (symlink (link, link_2), ==, 0);

  assert_save (link_2, "through a link to nothing", FALSE);
  assert_content (fixture->path, "through a link to nothing");
  assert_save (link_2, "again", TRUE);
  assert_content (fixture->path, "again");
  assert_content (backup, "through a link to nothing");

  g_assert_true (S_ISLNK (mode_of (link)));
  g_assert_true (S_ISLNK (mode_of (link_2)));
  g_assert_true (S_ISREG (mode_of (fixture->path)));
  assert_n_files (fixture->folder, 4);
}

static void
assert_save_fails (const char *path,
                   int         code,
                   const char *reason)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = g_strconcat (path, reason, NULL);

  g_assert_false (weft_file_save (path, "new", -1, TRUE, &error));
  g_assert_error (error, G_IO_ERROR, code);
  g_assert_cmpstr (error->message, ==, expected);
}

static void
test_save_fails (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autofree char *nowhere = g_build_filename (fixture->folder, "absent", "x.json", NULL);
  g_autofree char *below = g_build_filename (fixture->path, "x.json", NULL);
  g_autofree char *loop = g_build_filename (fixture->folder, "loop", NULL);
  g_autofree char *backup = g_strconcat (fixture->path, "~", NULL);

  (void) data;
  assert_save_fails (fixture->folder, G_IO_ERROR_IS_DIRECTORY,
                     ": found a folder, expected a file");
  assert_save_fails ("/dev/null", G_IO_ERROR_NOT_REGULAR_FILE,
                     ": found a device, expected a file");
  assert_save_fails (nowhere, G_IO_ERROR_NOT_FOUND,
                     ": no file can be written in its folder: No such file or directory");

  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  assert_save_fails (loop, G_IO_ERROR_TOO_MANY_LINKS,
                     ": the file cannot be written: Too many levels of symbolic links");

  assert_save (fixture->path, "old", FALSE);
  assert_save_fails (below, G_IO_ERROR_NOT_DIRECTORY,
                     ": the file cannot be written: Not a directory");

  /* The backup's name is taken by a folder. */
  g_assert_cmpint (g_mkdir (backup, 0700), ==, 0);
  assert_save_fails (fixture->path, G_IO_ERROR_IS_DIRECTORY,
                     ": its backup cannot be written: Is a directory");
  assert_content (fixture->path, "old");
  assert_n_files (fixture->folder, 3);
}

/* Permissions mean nothing to root. */
static void
test_save_readonly (Fixture       *fixture,
                    gconstpointer  data)
{
  (void) data;
  if (geteuid () == 0)
    {
      g_test_skip ("root may write everywhere");
      return;
    }

  assert_save (fixture->path, "old", FALSE);
  g_assert_cmpint (g_chmod (fixture->path, 0444), ==, 0);
  assert_save_fails (fixture->path, G_IO_ERROR_PERMISSION_DENIED,
                     ": the file cannot be written: Permission denied");
  g_assert_cmpint (g_chmod (fixture->path, 0644), ==, 0);
  g_assert_cmpint (g_chmod (fixture->folder, 0500), ==, 0);
  assert_save_fails (fixture->path, G_IO_ERROR_PERMISSION_DENIED,
                     ": no file can be written in its folder: Permission denied");
  g_assert_cmpint (g_chmod (fixture->folder, 0700), ==, 0);
  assert_content (fixture->path, "old");
  assert_n_files (fixture->folder, 1);
}

/* A limit on the size of files fails in the middle of the writing, as a full disk does. */
static void
test_save_cut_short (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *text = g_strnfill (1000000, 'x');
  g_autofree char *expected = g_strconcat (fixture->path,
                                           ": the file cannot be written: File too large", NULL);
  struct rlimit old_limit, limit;
  g_autoptr (GError) error = NULL;
  gboolean ok;

  (void) data;
  assert_save (fixture->path, "old", FALSE);

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old_limit), ==, 0);
  limit = old_limit;
  limit.rlim_cur = 100000;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  ok = weft_file_save (fixture->path, text, -1, TRUE, &error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old_limit), ==, 0);

  g_assert_false (ok);
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, expected);
  assert_content (fixture->path, "old");
  assert_n_files (fixture->folder, 1);
}

enum
{
  CHILD_OK,
  CHILD_NO_MOUNT = 77,
};

/* In a child with file systems of its own: a disk of 64 KiB, with an old file on it. */
static int
save_on_full_disk (const char *folder,
                   const char *path)
{
  g_autofree char *text = g_strnfill (1000000, 'x');
  g_autofree char *expected = g_strconcat (path, ": the file cannot be written: "
                                           "No space left on device", NULL);
  g_autoptr (GError) error = NULL;

  if (unshare (CLONE_NEWNS) != 0 || mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0
      || mount ("tmpfs", folder, "tmpfs", 0, "size=64k") != 0)
    return CHILD_NO_MOUNT;

  assert_save (path, "old", FALSE);
  g_assert_false (weft_file_save (path, text, -1, TRUE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_cmpstr (error->message, ==, expected);
  assert_content (path, "old");
  assert_n_files (folder, 1);

  /* There is room again, and the next save goes through. */
  assert_save (path, "new", TRUE);
  assert_content (path, "new");
  return CHILD_OK;
}

static void
test_save_full_disk (Fixture       *fixture,
                     gconstpointer  data)
{
  int status;
  pid_t child = fork ();

  (void) data;
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    _exit (save_on_full_disk (fixture->folder, fixture->path));

  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  if (WEXITSTATUS (status) == CHILD_NO_MOUNT)
    {
      g_test_skip ("mounting is not permitted");
      return;
    }
  g_assert_cmpint (WEXITSTATUS (status), ==, CHILD_OK);
}

/* A save that is killed at any moment leaves the old content or the new one. */
static void
test_save_killed (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *a = g_strnfill (200000, 'a');
  g_autofree char *b = g_strnfill (200000, 'b');

  (void) data;
  assert_save (fixture->path, a, FALSE);

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *text = NULL;
      int status;
      pid_t child = fork ();

      g_assert_cmpint (child, >=, 0);
      if (child == 0)
        for (guint j = 0;; j++)
          weft_file_save (fixture->path, j % 2 ? a : b, -1, TRUE, NULL);

      for (guint j = 0; j < 20 * i; j++)
        {
          g_clear_pointer (&text, g_free);
          text = weft_file_read (fixture->path, WEFT_FILE_MAX_BYTES, NULL, NULL);
          g_assert_true (g_str_equal (text, a) || g_str_equal (text, b));
        }
      g_assert_cmpint (kill (child, SIGKILL), ==, 0);
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);

      g_clear_pointer (&text, g_free);
      text = weft_file_read (fixture->path, WEFT_FILE_MAX_BYTES, NULL, NULL);
      g_assert_true (g_str_equal (text, a) || g_str_equal (text, b));
    }
}

static void
write_old (const char *folder,
           const char *name,
           long        age_s)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  struct utimbuf times;

  g_assert_true (g_file_set_contents (path, "torn", -1, NULL));
  times.actime = times.modtime = (time_t) (g_get_real_time () / G_USEC_PER_SEC - age_s);
  g_assert_cmpint (g_utime (path, &times), ==, 0);
}

static gboolean
is_there (const char *folder,
          const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* What a killed save left goes with the next save of the same file, and nothing else. */
static void
test_save_stale (Fixture       *fixture,
                 gconstpointer  data)
{
  pid_t dead = fork ();
  g_autofree char *long_name = g_strnfill (250, 'n');
  g_autofree char *long_path = g_build_filename (fixture->folder, long_name, NULL);
  const struct
  {
    char *name;
    long age_s;
    gboolean stays;
  } files[] = {
    { g_strdup_printf (".design.json.%ld.tmp", (long) dead), 120, FALSE },
    { g_strdup_printf (".design.json.%ld-3.tmp", (long) dead), 120, FALSE },
    { g_strdup_printf (".design.json~.%ld.tmp", (long) dead), 120, FALSE },
    { g_strdup_printf (".design.json.%ld.tmp2", (long) dead), 120, TRUE },
    { g_strdup_printf (".design.json.%ld-9.tmp", (long) dead), 10, TRUE },
    { g_strdup_printf (".design.json.%ld.tmp", (long) getppid ()), 120, TRUE },
    { g_strdup_printf (".other.json.%ld.tmp", (long) dead), 120, TRUE },
    { g_strdup ("design.json.tmp"), 120, TRUE },
  };

  if (dead == 0)
    _exit (0);
  g_assert_cmpint (waitpid (dead, NULL, 0), ==, dead);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    write_old (fixture->folder, files[i].name, files[i].age_s);

  assert_save (fixture->path, "one", TRUE);
  assert_save (fixture->path, "two", TRUE);
  assert_content (fixture->path, "two");
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_test_message ("%s", files[i].name);
      g_assert_cmpint (is_there (fixture->folder, files[i].name), ==, files[i].stays);
      g_free (files[i].name);
    }

  /* As long a name as a folder takes has no room for the rest of the temporary one's. */
  assert_save (long_path, "long", TRUE);
  assert_content (long_path, "long");
}

static void
test_read_stream (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  gsize length = 0;
  int ends[2];

  g_assert_cmpint (pipe (ends), ==, 0);
  g_assert_cmpint (write (ends[1], "a\0b", 3), ==, 3);
  close (ends[1]);
  path = g_strdup_printf ("/dev/fd/%d", ends[0]);
  text = weft_file_read_stream (path, 100, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (text, length, "a\0b", 3);
  close (ends[0]);

  g_assert_null (weft_file_read_stream ("/dev/zero", 100000, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/base/file/read", test_read);
  ADD ("/base/file/read-unsized", test_read_unsized);
  ADD ("/base/file/read-fails", test_read_fails);
  ADD ("/base/file/save-new", test_save_new);
  ADD ("/base/file/save-keeps-mode", test_save_keeps_mode);
  ADD ("/base/file/save-backup", test_save_backup);
  ADD ("/base/file/save-through-links", test_save_through_links);
  ADD ("/base/file/save-fails", test_save_fails);
  ADD ("/base/file/save-readonly", test_save_readonly);
  ADD ("/base/file/save-cut-short", test_save_cut_short);
  ADD ("/base/file/save-full-disk", test_save_full_disk);
  ADD ("/base/file/save-killed", test_save_killed);
  ADD ("/base/file/save-stale", test_save_stale);
  ADD ("/base/file/read-stream", test_read_stream);

  return g_test_run ();
}
