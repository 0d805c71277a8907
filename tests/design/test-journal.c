/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Journals: what is written comes back byte for byte, whenever the process ends. */
#include "journal-fixture.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define ODD                                                                                        \
  "{\"zeta\":[1,{\"b\":2,\"a\":1}],\"name\":\"Odd\",\"partitions\":[{\"chip\":\"B200\","           \
  "\"power_frac\":1,\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\",\"own\":{\"y\":1,\"x\":2}}],"  \
  "\"alpha\":1e300}"

static void
write_state (WeftJournal *journal,
             WeftHistory *history)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_journal_write (journal, weft_history_get_design (history),
                                     weft_history_get_n_changes (history), 1700000000, &error));
  g_assert_no_error (error);
}

static void
assert_found (const char  *folder,
              WeftHistory *history)
{
  g_autoptr (WeftRecovery) found = fixture_find_one (folder);
  g_autofree char *expected = weft_design_to_text (weft_history_get_design (history));
  g_autofree char *text = weft_design_to_text (weft_recovery_get_design (found));

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (weft_recovery_get_state (found), ==, WEFT_RECOVERY_WHOLE);
  g_assert_cmpint (weft_recovery_get_time_s (found), ==, 1700000000);
}

/* A run of random changes; journals are let go and found at random moments. */
static void
play (WeftDesign *start,
      guint32     seed,
      guint       n_edits)
{
  char *folder = fixture_journals ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (WeftDesign) design = weft_design_copy (start);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  WeftJournal *journal = weft_journal_new (folder);

  for (guint i = 0; i < n_edits; i++)
    {
      fixture_edit (history, rand);
      if (g_rand_int_range (rand, 0, 3) > 0)
        write_state (journal, history);
      if (g_rand_int_range (rand, 0, 20) != 0)
        continue;
      write_state (journal, history);
      g_object_unref (journal);
      assert_found (folder, history);
      fixture_empty (folder);
      journal = weft_journal_new (folder);
    }
  write_state (journal, history);
  g_object_unref (journal);
  assert_found (folder, history);
  fixture_remove_journals (folder);
}

static void
test_replay (void)
{
  static const char *const texts[] = { PAPER, ODD, "{\"partitions\":[]}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (WeftDesign) design = fixture_design (texts[i]);

      for (guint32 seed = 1; seed <= 2; seed++)
        play (design, seed, 120);
    }
}

static void
test_replay_graph (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "catalog/systems/iter33-racks.weft", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (weft_design_get_graph (design));
  play (design, 1, 40);
}

/* A graph that is another one, not only another reference. */
static void
test_other_graph (void)
{
  char *folder = fixture_journals ();
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "catalog/systems/iter33-racks.weft", NULL);
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, NULL);
  g_autoptr (JsonNode) root = weft_design_to_json (design);
  JsonObject *graph = json_object_get_object_member (json_node_get_object (root), "graph");
  g_autoptr (WeftDesign) other = NULL;
  g_autoptr (WeftHistory) history = NULL;
  WeftJournal *journal = weft_journal_new (folder);

  g_assert_true (weft_journal_write (journal, design, 1, 1700000000, NULL));
  json_object_set_string_member (graph, "note", "mine");
  other = weft_design_new_from_json (root, NULL, NULL, NULL);
  history = weft_history_new (other);
  write_state (journal, history);
  g_object_unref (journal);
  assert_found (folder, history);
  fixture_remove_journals (folder);
}

static off_t
journal_bytes (const char  *folder,
               WeftJournal *journal)
{
  g_autofree char *name = g_strconcat (weft_journal_get_id (journal), ".jsonl", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  GStatBuf info;

  g_assert_cmpint (g_lstat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 07777, ==, 0600);
  return info.st_size;
}

/* The number of lines, or of bytes, does not grow with the changes. */
static void
play_long (guint n_changes,
           gsize most_chars)
{
  char *folder = fixture_journals ();
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  WeftJournal *journal = weft_journal_new (folder);
  g_autoptr (GString) notes = g_string_new (NULL);
  off_t longest = 0;

  for (guint i = 0; i < n_changes; i++)
    {
      if (notes->len < most_chars)
        g_string_append_printf (notes, "%0*u", (int) most_chars / 20, i);
      else
        g_string_truncate (notes, i % 10);
      fixture_do_set (history, "/notes", fixture_text (notes->str), TRUE);
      write_state (journal, history);
      longest = MAX (longest, journal_bytes (folder, journal));
    }
  g_assert_cmpint (longest, <, 10000 + (most_chars > 100 ? 400000 : 120 * 200));
  g_object_unref (journal);
  assert_found (folder, history);
  fixture_remove_journals (folder);
}

static void
test_stays_short (void)
{
  play_long (230, 40);
  play_long (80, 40000);
}

/* A change that is longer than the design makes a new snapshot. */
static void
test_long_change (void)
{
  char *folder = fixture_journals ();
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  WeftJournal *journal = weft_journal_new (folder);
  g_autoptr (GString) notes = g_string_new (NULL);

  for (guint i = 0; i < 60000; i++)
    g_string_append (notes, "€");
  fixture_do_set (history, "/notes", fixture_text (notes->str), FALSE);
  g_string_append (notes, " and ");
  for (guint i = 0; i < 30000; i++)
    g_string_append (notes, "€");
  write_state (journal, history);
  fixture_do_set (history, "/notes", fixture_text (notes->str), FALSE);
  write_state (journal, history);
  g_assert_cmpint (journal_bytes (folder, journal), <, (off_t) notes->len + 2000);
  g_object_unref (journal);
  assert_found (folder, history);
  fixture_remove_journals (folder);
}

static void
test_remove (void)
{
  char *folder = fixture_journals ();
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  g_autoptr (WeftJournal) journal = weft_journal_new (folder);

  weft_journal_remove (journal);
  write_state (journal, history);
  g_assert_cmpuint (fixture_count_journals (folder), ==, 1);
  weft_journal_remove (journal);
  g_assert_cmpuint (fixture_count_journals (folder), ==, 0);

  /* It can begin anew, also when somebody takes file or folder away. */
  write_state (journal, history);
  fixture_empty (folder);
  fixture_do_set (history, "/name", fixture_text ("again"), FALSE);
  write_state (journal, history);
  g_clear_object (&journal);
  assert_found (folder, history);
  fixture_remove_journals (folder);
}

/* Nobody else may look into it. */
static void
test_private (void)
{
  char *folder = fixture_journals ();
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  g_autoptr (WeftJournal) journal = weft_journal_new (folder);
  GStatBuf info;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_assert_cmpint (chmod (folder, 0755), ==, 0);
  write_state (journal, history);
  g_assert_cmpint (g_stat (folder, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 07777, ==, 0700);
  journal_bytes (folder, journal);
  fixture_remove_journals (folder);
}

/* When there is no room, the error says so, and what was written stays. */
static void
test_no_room (void)
{
  char *folder = fixture_journals ();
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  WeftJournal *journal = weft_journal_new (folder);
  g_autofree char *notes = g_strnfill (20000, 'x');
  g_autofree char *before = NULL;
  g_autofree char *text = NULL;
  g_autoptr (WeftRecovery) found = NULL;
  g_autoptr (GError) error = NULL;
  struct rlimit old, small;

  write_state (journal, history);
  before = weft_design_to_text (design);
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  small = old;
  small.rlim_cur = 4096;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  fixture_do_set (history, "/notes", fixture_text (notes), FALSE);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_false (weft_journal_write (journal, design, 1, 1700000000, &error));
      g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));
      g_clear_error (&error);
    }
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
  g_assert_cmpuint (fixture_count_journals (folder), ==, 1);

  g_object_unref (journal);
  found = fixture_find_one (folder);
  text = weft_design_to_text (weft_recovery_get_design (found));
  g_assert_cmpstr (text, ==, before);
  g_assert_cmpint (weft_recovery_get_state (found), ==, WEFT_RECOVERY_WHOLE);
  fixture_remove_journals (folder);
}

/* The child: names count up, and each is told once it is written. */
static int
write_for_ever (const char *folder)
{
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  WeftJournal *journal = weft_journal_new (folder);

  for (guint i = 1;; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      fixture_do_set (history, "/name", fixture_text (name), FALSE);
      if (i % 3 == 0)
        fixture_do_set (history, "/notes", fixture_text (name), FALSE);
      if (i % 7 == 0)
        weft_journal_set_origin (journal, NULL, NULL);
      if (!weft_journal_write (journal, design, i, 1700000000, NULL))
        return 1;
      printf ("%u\n", i);
      fflush (stdout);
    }
}

static char *program;

/* Kills the child after some bytes of its output; returns the last number that it told. */
static guint
kill_child (const char *folder,
            gsize       n_bytes,
            guint       delay_us)
{
  const char *argv[] = { program, "--write", folder, NULL };
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;
  char buffer[256];
  gboolean killed = FALSE;
  GPid pid;
  int out;
  gssize n;

  g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid,
                            NULL, &out, NULL, &error);
  g_assert_no_error (error);
  while ((n = read (out, buffer, sizeof buffer)) > 0)
    {
      g_string_append_len (told, buffer, n);
      if (killed || told->len < n_bytes)
        continue;
      g_usleep (delay_us);
      kill (pid, SIGKILL);
      killed = TRUE;
    }
  close (out);
  g_assert_cmpint (waitpid (pid, NULL, 0), ==, pid);
  lines = g_strsplit (told->str, "\n", -1);
  return (guint) g_ascii_strtoull (lines[g_strv_length (lines) - 2], NULL, 10);
}

/* Whatever a killed process has told to be written is found. */
static void
test_kill (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < 8; i++)
    {
      char *folder = fixture_journals ();
      guint told = kill_child (folder, (gsize) g_rand_int_range (rand, 2, 200),
                               (guint) g_rand_int_range (rand, 0, 3000));
      g_autoptr (WeftRecovery) found = fixture_find_one (folder);
      guint64 name =
        g_ascii_strtoull (weft_design_get_name (weft_recovery_get_design (found)), NULL, 10);

      g_assert_cmpuint (name, >=, told);
      g_assert_cmpuint (name, <=, told + 1);
      g_assert_cmpuint (weft_recovery_get_n_changes (found), ==, name);
      fixture_remove_journals (folder);
    }
}

int
main (int    argc,
      char **argv)
{
  if (argc == 3 && g_str_equal (argv[1], "--write"))
    return write_for_ever (argv[2]);

  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/journal/replay", test_replay);
  g_test_add_func ("/journal/replay-graph", test_replay_graph);
  g_test_add_func ("/journal/other-graph", test_other_graph);
  g_test_add_func ("/journal/stays-short", test_stays_short);
  g_test_add_func ("/journal/long-change", test_long_change);
  g_test_add_func ("/journal/remove", test_remove);
  g_test_add_func ("/journal/private", test_private);
  g_test_add_func ("/journal/no-room", test_no_room);
  g_test_add_func ("/journal/kill", test_kill);
  return g_test_run ();
}
