/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive of a run: the same bytes wherever it is made, a database rebuilt from it, and nothing
 * taken that is not what an archive is. */
#include <archive.h>
#include <archive_entry.h>

#include "trail/trail-fixture.h"
#include "trail/weft-trail-archive-private.h"

/* An entry of an archive that is made by hand. */
typedef struct
{
  const char *name;
  const char *text;
  gsize length;
  int type; /* AE_IFREG */
} Entry;

static char *
run_with_blob (const char *folder)
{
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, RUN_ID);
  g_autoptr (GHashTable) blobs = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("what the model said", 19);
  g_autofree char *text = g_strnfill (5000, 'z');
  g_autoptr (GBytes) large = g_bytes_new (text, 5000);
  g_autoptr (JsonNode) data = json_from_string ("{\"agent\":\"planner\"}", NULL);
  g_autoptr (GError) error = NULL;

  g_hash_table_insert (blobs, (char *) "stream", bytes);
  g_hash_table_insert (blobs, (char *) "more", large);
  g_assert_true (weft_trail_writer_append (writer, "llm.response", "planner", 1, data, blobs, NULL, &error));
  for (guint i = 0; i < 5; i++)
    fixture_evaluate (writer, i);
  fixture_end (writer, 5);
  g_assert_true (weft_trail_writer_close (writer, &error));
  return g_strdup (weft_trail_writer_get_path (writer));
}

static GBytes *
export_run (const char *path, const char *folder)
{
  g_autoptr (WeftTrailRun) run = fixture_open (path);
  g_autofree char *archive = g_build_filename (folder, "run.zip", NULL);
  g_autoptr (GError) error = NULL;
  char *bytes;
  gsize n;

  g_assert_true (weft_trail_export (run, archive, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (archive, &bytes, &n, NULL));
  return g_bytes_new_take (bytes, n);
}

static GBytes *
vacuum (const char *path, const char *folder)
{
  g_autofree char *copy = g_build_filename (folder, "copy.db", NULL);
  g_autofree char *sql = g_strdup_printf ("VACUUM INTO '%s'", copy);
  char *bytes;
  gsize n;

  fixture_sql (path, sql);
  g_assert_true (g_file_get_contents (copy, &bytes, &n, NULL));
  g_unlink (copy);
  return g_bytes_new_take (bytes, n);
}

static void
assert_same (GBytes *a, GBytes *b)
{
  g_assert_cmpmem (g_bytes_get_data (a, NULL), g_bytes_get_size (a), g_bytes_get_data (b, NULL),
                   g_bytes_get_size (b));
}

static void
test_round_trip (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *other = fixture_folder ();
  g_autofree char *path = run_with_blob (folder);
  g_autoptr (GBytes) archive = export_run (path, folder);
  g_autofree char *zip = g_build_filename (folder, "run.zip", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *imported = weft_trail_import (zip, other, NULL, &error);
  g_autofree char *again = NULL;
  g_autoptr (GBytes) archive_again = NULL;
  g_autoptr (GBytes) database = NULL;
  g_autoptr (GBytes) database_again = NULL;
  g_autoptr (GDir) dir = NULL;
  WeftChainReport report = { 0 };

  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (imported, RUN_ID WEFT_TRAIL_SUFFIX));
  fixture_assert_state (imported, WEFT_CHAIN_WHOLE, 18, 0);
  archive_again = export_run (imported, other);
  assert_same (archive, archive_again);
  database = vacuum (path, folder);
  database_again = vacuum (imported, other);
  assert_same (database, database_again);
  /* Once more does no harm. */
  again = weft_trail_import (zip, other, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (again, ==, imported);
  dir = g_dir_open (other, 0, NULL);
  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
    g_assert_true (g_str_equal (name, "run.zip") || g_str_equal (name, RUN_ID WEFT_TRAIL_SUFFIX));
  g_assert_true (weft_trail_archive_verify (zip, &report, NULL, NULL, &error));
  g_assert_cmpint (report.state, ==, WEFT_CHAIN_WHOLE);
  g_assert_cmpuint (report.events, ==, 18);
  weft_chain_report_clear (&report);
  fixture_remove (folder);
  fixture_remove (other);
}

/* Neither time zone nor clock is in it. */
static void
test_time_zone (void)
{
  static const char *const zones[] = { "UTC", "Asia/Tokyo", "America/Los_Angeles", "JST-9", "PST+8" };
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = run_with_blob (folder);
  g_autoptr (GBytes) first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (zones); i++)
    {
      g_autoptr (GBytes) archive = NULL;

      g_setenv ("TZ", zones[i], TRUE);
      archive = export_run (path, folder);
      if (first == NULL)
        first = g_bytes_ref (archive);
      assert_same (first, archive);
    }
  g_unsetenv ("TZ");
  fixture_remove (folder);
}

/* The same run written twice is the same, when the clock stands still. */
static void
test_source_date_epoch (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *other = fixture_folder ();
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  g_autoptr (GBytes) archive = NULL;
  g_autoptr (GBytes) archive_again = NULL;
  g_autoptr (GBytes) database = NULL;
  g_autoptr (GBytes) database_again = NULL;
  g_autoptr (WeftTrailRun) run = NULL;
  g_autoptr (WeftEvent) event = NULL;

  g_setenv ("SOURCE_DATE_EPOCH", "1795950123", TRUE);
  a = fixture_run (folder, NULL, 5);
  b = fixture_run (other, NULL, 5);
  g_unsetenv ("SOURCE_DATE_EPOCH");
  archive = export_run (a, folder);
  archive_again = export_run (b, other);
  assert_same (archive, archive_again);
  database = vacuum (a, folder);
  database_again = vacuum (b, other);
  assert_same (database, database_again);
  run = fixture_open (a);
  event = weft_trail_run_get_event (run, 17, NULL);
  g_assert_cmpstr (weft_event_get_time (event), ==, "2026-11-29T11:02:03.000000Z");
  g_assert_cmpint (weft_event_get_mono_us (event), ==, 0);
  fixture_remove (folder);
  fixture_remove (other);
}

static void
test_conflict (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *other = fixture_folder ();
  g_autofree char *path = run_with_blob (folder);
  g_autofree char *there = fixture_run (other, RUN_ID, 1);
  g_autoptr (GBytes) archive = export_run (path, folder);
  g_autofree char *zip = g_build_filename (folder, "run.zip", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_trail_import (zip, other, NULL, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FILE);
  fixture_assert_state (there, WEFT_CHAIN_WHOLE, 5, 0);
  g_clear_error (&error);
  /* And while it is written. */
  g_unlink (there);
  {
    g_autoptr (WeftTrailWriter) writer = fixture_begin (other, RUN_ID);

    g_assert_null (weft_trail_import (zip, other, NULL, &error));
    g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_BUSY);
  }
  fixture_remove (folder);
  fixture_remove (other);
}

static void
test_broken (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = run_with_blob (folder);
  g_autofree char *archive = g_build_filename (folder, "run.zip", NULL);
  g_autoptr (WeftTrailRun) run = NULL;
  g_autoptr (GError) error = NULL;

  fixture_sql (path, "UPDATE events SET line = replace(line, 'step', 'stop') WHERE seq = 6");
  run = fixture_open (path);
  g_assert_false (weft_trail_export (run, archive, NULL, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED);
  g_assert_false (g_file_test (archive, G_FILE_TEST_EXISTS));
  fixture_remove (folder);
}

/* A run without end has an archive too. */
static void
test_truncated (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *other = fixture_folder ();
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, RUN_ID);
  g_autofree char *zip = g_build_filename (folder, "run.zip", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *imported = NULL;
  g_autoptr (GBytes) archive = export_run (weft_trail_writer_get_path (writer), folder);

  imported = weft_trail_import (zip, other, NULL, &error);
  g_assert_no_error (error);
  fixture_assert_state (imported, WEFT_CHAIN_TRUNCATED, 1, 0);
  fixture_remove (folder);
  fixture_remove (other);
}

static void
write_zip (const char *path, const Entry *entries, guint n, gboolean compress)
{
  struct archive *zip = archive_write_new ();

  archive_write_set_format_zip (zip);
  if (compress)
    archive_write_zip_set_compression_deflate (zip);
  g_assert_cmpint (archive_write_open_filename (zip, path), ==, ARCHIVE_OK);
  for (guint i = 0; i < n; i++)
    {
      struct archive_entry *entry = archive_entry_new ();

      archive_entry_set_pathname (entry, entries[i].name);
      archive_entry_set_filetype (entry, entries[i].type);
      archive_entry_set_perm (entry, 0644);
      if (entries[i].type == AE_IFLNK)
        archive_entry_set_symlink (entry, "/etc/passwd");
      archive_entry_set_size (entry, (gint64) entries[i].length);
      g_assert_cmpint (archive_write_header (zip, entry), ==, ARCHIVE_OK);
      if (entries[i].length > 0)
        archive_write_data (zip, entries[i].text, entries[i].length);
      archive_entry_free (entry);
    }
  g_assert_cmpint (archive_write_close (zip), ==, ARCHIVE_OK);
  archive_write_free (zip);
}

/* Imports what must not be imported; nothing may stay of it. */
static void
assert_refused (const Entry *entries, guint n, gboolean compress, const char *message)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *runs = g_build_filename (folder, "runs", NULL);
  g_autofree char *zip = g_build_filename (folder, "bad.zip", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = NULL;
  WeftChainReport report = { 0 };

  write_zip (zip, entries, n, compress);
  g_assert_null (weft_trail_import (zip, runs, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, message));
  dir = g_dir_open (runs, 0, NULL);
  g_assert_nonnull (dir);
  g_assert_null (g_dir_read_name (dir));
  g_clear_error (&error);
  g_assert_true (weft_trail_archive_verify (zip, &report, NULL, NULL, &error));
  g_assert_cmpint (report.state, ==, WEFT_CHAIN_BROKEN);
  weft_chain_report_clear (&report);
  fixture_remove (folder);
}

/* The lines of a run. */
static char *
read_lines (const char *path)
{
  g_autoptr (WeftTrailRun) run = fixture_open (path);
  GString *text = g_string_new (NULL);

  for (guint64 seq = 1; seq <= weft_trail_run_n_events (run); seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, NULL);

      g_string_append_printf (text, "%s\n", weft_event_get_line (event));
    }
  return g_string_free (text, FALSE);
}

static char *
sum_line (const char *text, gsize length, const char *name)
{
  g_autofree char *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length);

  return g_strdup_printf ("%s  %s\n", sum, name);
}

static void
assert_lines_refused (const char *lines, const char *message)
{
  g_autofree char *sums = sum_line (lines, strlen (lines), "run.jsonl");
  const Entry entries[] = {
    { "SHA256SUMS", sums, strlen (sums), AE_IFREG },
    { "run.jsonl", lines, strlen (lines), AE_IFREG },
  };

  assert_refused (entries, 2, FALSE, message);
}

static void
test_attacks (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = fixture_run (folder, RUN_ID, 3);
  g_autofree char *lines = read_lines (path);
  gsize n = strlen (lines);
  g_autofree char *sums = sum_line (lines, n, "run.jsonl");
  g_autofree char *wrong = sum_line ("x", 1, "run.jsonl");
  g_autofree char *blob_sum = sum_line ("x", 1, "blobs/2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881");
  g_autofree char *with_blob = g_strconcat (blob_sum, sums, NULL);
  g_autofree char *twice = g_strconcat (sums, sums, NULL);
  const Entry good_sums = { "SHA256SUMS", sums, strlen (sums), AE_IFREG };
  const Entry good = { "run.jsonl", lines, n, AE_IFREG };
  const Entry outside[] = { { "../run.jsonl", lines, n, AE_IFREG }, good_sums, good };
  const Entry root[] = { { "/etc/passwd", lines, n, AE_IFREG } };
  const Entry within[] = { { "blobs/../../x", lines, n, AE_IFREG } };
  const Entry folder_entry[] = { { "blobs/", NULL, 0, AE_IFDIR } };
  const Entry extra[] = { good_sums, good, { "readme", "x", 1, AE_IFREG } };
  const Entry link[] = { { "run.jsonl", NULL, 0, AE_IFLNK } };
  const Entry duplicate[] = { good_sums, good, good };
  const Entry no_sums[] = { good };
  const Entry no_run[] = { good_sums };
  const Entry wrong_sum[] = { { "SHA256SUMS", wrong, strlen (wrong), AE_IFREG }, good };
  const Entry sum_twice[] = { { "SHA256SUMS", twice, strlen (twice), AE_IFREG }, good };
  const Entry unnamed[] = {
    { "SHA256SUMS", with_blob, strlen (with_blob), AE_IFREG },
    { "blobs/2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881", "x", 1, AE_IFREG },
    good,
  };
  const Entry false_blob[] = {
    good_sums,
    { "blobs/2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881", "y", 1, AE_IFREG },
    good,
  };

  assert_refused (outside, 3, FALSE, "no archive of a run has");
  assert_refused (root, 1, FALSE, "no archive of a run has");
  assert_refused (within, 1, FALSE, "no archive of a run has");
  assert_refused (folder_entry, 1, FALSE, "no archive of a run has");
  assert_refused (extra, 3, FALSE, "no archive of a run has");
  assert_refused (link, 1, FALSE, "no plain file");
  assert_refused (duplicate, 3, FALSE, "twice");
  assert_refused (no_sums, 1, FALSE, "SHA256SUMS is missing");
  assert_refused (no_run, 1, FALSE, "run.jsonl is missing");
  assert_refused (wrong_sum, 2, FALSE, "not the sum");
  assert_refused (sum_twice, 2, FALSE, "twice");
  assert_refused (unnamed, 3, FALSE, "blobs that no event names");
  assert_refused (false_blob, 3, FALSE, "not the sum");
  assert_refused (NULL, 0, FALSE, "damaged");
  fixture_remove (folder);
}

/* A small file that would fill a disk. */
static void
test_bomb (void)
{
  gsize n = 64 * 1024 * 1024;
  g_autofree char *zeros = g_malloc0 (n);
  const Entry entries[] = { { "blobs/2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881", zeros, n, AE_IFREG } };

  assert_refused (entries, 1, TRUE, "far larger than the archive");
}

static void
test_lines (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = fixture_run (folder, RUN_ID, 3);
  g_autofree char *lines = read_lines (path);
  g_autofree char *no_newline = g_strndup (lines, strlen (lines) - 1);
  g_autofree char *second = g_strdup (strchr (lines, '\n') + 1);
  g_autofree char *blank = g_strconcat (lines, "\n", NULL);
  g_auto (GStrv) parts = g_strsplit (lines, "step 1", 2);
  g_autofree char *edited = g_strjoinv ("step 2", parts);

  assert_lines_refused (no_newline, "no end");
  assert_lines_refused (second, "in the place of event 1 stands event 2");
  assert_lines_refused (blank, "event 12");
  assert_lines_refused (edited, "event 5 has the hash");
  assert_lines_refused ("", "no event");
  assert_lines_refused ("{}\n", "event 1");
  fixture_remove (folder);
}

/* A real archive with other bytes in it is refused or is the same run. */
static void
test_mutations (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = run_with_blob (folder);
  g_autoptr (GBytes) archive = export_run (path, folder);
  g_autofree char *zip = g_build_filename (folder, "bad.zip", NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  gsize n;
  const char *bytes = g_bytes_get_data (archive, &n);

  for (guint i = 0; i < 150; i++)
    {
      g_autofree char *bad = g_memdup2 (bytes, n);
      g_autofree char *runs = fixture_folder ();
      g_autofree char *imported = NULL;
      g_autoptr (GError) error = NULL;

      for (guint j = 0; j <= i % 5; j++)
        bad[g_rand_int_range (random, 0, (int) n)] ^= (char) (1 << g_rand_int_range (random, 0, 8));
      g_assert_true (g_file_set_contents (
          zip, bad, i % 7 == 0 ? g_rand_int_range (random, 1, (int) n) : (gssize) n, NULL));
      imported = weft_trail_import (zip, runs, NULL, &error);
      if (imported != NULL)
        fixture_assert_state (imported, WEFT_CHAIN_WHOLE, 18, 0);
      else
        g_assert_nonnull (error);
      fixture_remove (runs);
    }
  fixture_remove (folder);
}

/* A run is deleted but not the journal beside it: it belongs to no other run of that name. */
static void
test_stale_journal (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *other = fixture_folder ();
  g_autofree char *path = fixture_run (folder, RUN_ID, 4);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) archive = export_run (path, folder);
  g_autofree char *zip = g_build_filename (folder, "run.zip", NULL);
  g_autofree char *wal = g_strconcat (path, "-wal", NULL);
  g_autofree char *stale = g_build_filename (other, RUN_ID WEFT_TRAIL_SUFFIX "-wal", NULL);
  g_autofree char *imported = NULL;
  g_autofree char *bytes = NULL;
  gsize length;
  sqlite3 *db;

  /* Changes that stand in the journal alone. */
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "PRAGMA journal_mode=WAL; UPDATE events SET line = 'forged'", NULL, NULL,
                                 NULL), ==, SQLITE_OK);
  g_assert_true (g_file_get_contents (wal, &bytes, &length, &error));
  g_assert_cmpuint (length, >, 0);
  sqlite3_close (db);
  g_assert_true (g_file_set_contents (stale, bytes, (gssize) length, &error));

  imported = weft_trail_import (zip, other, NULL, &error);
  g_assert_no_error (error);
  fixture_assert_state (imported, WEFT_CHAIN_WHOLE, 14, 0);
  fixture_remove (folder);
  fixture_remove (other);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trail/archive/round-trip", test_round_trip);
  g_test_add_func ("/trail/archive/time-zone", test_time_zone);
  g_test_add_func ("/trail/archive/source-date-epoch", test_source_date_epoch);
  g_test_add_func ("/trail/archive/conflict", test_conflict);
  g_test_add_func ("/trail/archive/broken", test_broken);
  g_test_add_func ("/trail/archive/truncated", test_truncated);
  g_test_add_func ("/trail/archive/attacks", test_attacks);
  g_test_add_func ("/trail/archive/bomb", test_bomb);
  g_test_add_func ("/trail/archive/lines", test_lines);
  g_test_add_func ("/trail/archive/mutations", test_mutations);
  g_test_add_func ("/trail/archive/stale-journal", test_stale_journal);

  return g_test_run ();
}
