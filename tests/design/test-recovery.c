/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Journals that are damaged in every way give what is sound in them and nothing else; each is offered
 * by one process alone, and none is lost by an answer. */
#include "journal-fixture.h"

#include <string.h>
#include <unistd.h>

#include "design/weft-journal-private.h"
#include "design/weft-recovery-private.h"

#define UUID "8f14e45f-ceea-467f-a8b8-2f6e0c1a9d10"
#define N_STATES 6

/* A journal and the text of the design after each of its lines but the first. */
typedef struct
{
  char *bytes;
  gsize length;
  char *states[N_STATES];
  gsize ends[N_STATES + 1]; /* of the lines */
} Sample;

static char *
read_only_journal (const char *folder,
                   gsize      *length)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  char *bytes = NULL;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_null (bytes);
      g_assert_true (g_file_get_contents (path, &bytes, length, NULL));
    }
  g_assert_nonnull (bytes);
  return bytes;
}

static void
sample_init (Sample *sample)
{
  char *folder = fixture_journals ();
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  g_autoptr (WeftJournal) journal = weft_journal_new (folder);
  guint n = 0;

  for (guint i = 0; i < N_STATES; i++)
    {
      g_autofree char *name = g_strdup_printf ("State %u", i);

      fixture_do_set (history, "/name", fixture_text (name), FALSE);
      if (i == 3)
        weft_history_do (history, weft_edit_remove_partition (0));
      g_assert_true (weft_journal_write (journal, design, i + 1, 1700000000 + i, NULL));
      sample->states[i] = weft_design_to_text (design);
    }
  sample->bytes = read_only_journal (folder, &sample->length);
  for (gsize i = 0; i < sample->length; i++)
    if (sample->bytes[i] == '\n')
      sample->ends[n++] = i + 1;
  g_assert_cmpuint (n, ==, N_STATES + 1);
  fixture_remove_journals (folder);
}

static void
sample_clear (Sample *sample)
{
  g_free (sample->bytes);
  for (guint i = 0; i < N_STATES; i++)
    g_free (sample->states[i]);
}

/* Reads what is left of a sample: the state after the @n-th line, or nothing when that is 0 or 1. */
static void
assert_state (Sample            *sample,
              const char        *bytes,
              gsize              length,
              guint              n,
              WeftRecoveryState  state)
{
  WeftReplay replay;
  g_autoptr (GError) error = NULL;
  gboolean read = weft_replay_read (&replay, bytes, length, &error);

  if (n < 2)
    {
      g_assert_false (read);
      g_assert_nonnull (error);
      g_assert_null (replay.root);
    }
  else
    {
      g_autoptr (WeftDesign) design = NULL;
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      g_assert_true (read);
      g_assert_cmpint (replay.state, ==, state);
      g_assert_cmpuint (replay.n_changes, ==, n - 1);
      design = weft_design_new_from_json (replay.root, NULL, NULL, &error);
      g_assert_no_error (error);
      text = weft_design_to_text (design);
      g_assert_cmpstr (text, ==, sample->states[n - 2]);
    }
  weft_replay_clear (&replay);
}

static guint
count_lines (Sample *sample,
             gsize   length)
{
  guint n = 0;

  while (n <= N_STATES && sample->ends[n] <= length)
    n++;
  return n;
}

static void
test_truncated (void)
{
  Sample sample;

  sample_init (&sample);
  for (gsize length = 0; length <= sample.length; length++)
    {
      guint n = count_lines (&sample, length);
      gboolean whole = n > 0 && sample.ends[n - 1] == length;

      assert_state (&sample, sample.bytes, length, n,
                    whole ? WEFT_RECOVERY_WHOLE : WEFT_RECOVERY_TORN);
    }
  sample_clear (&sample);
}

/* One byte that is another: nothing of its line and of those after it is taken. */
static void
test_flipped (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  Sample sample;

  sample_init (&sample);
  for (gsize i = 0; i < sample.length; i++)
    {
      g_autofree char *bytes = g_memdup2 (sample.bytes, sample.length);
      guint n = count_lines (&sample, i);

      bytes[i] ^= (char) g_rand_int_range (rand, 1, 256);
      /* Without its end the last line is one that was being written. */
      assert_state (&sample, bytes, sample.length, n,
                    i == sample.length - 1 ? WEFT_RECOVERY_TORN : WEFT_RECOVERY_DAMAGED);
    }
  sample_clear (&sample);
}

/* A line that stands twice, is left out, or has changed places with another one. */
static void
test_moved_lines (void)
{
  Sample sample;
  g_autoptr (GString) twice = NULL;
  g_autoptr (GString) without = NULL;

  sample_init (&sample);
  twice = g_string_new_len (sample.bytes, (gssize) sample.ends[3]);
  g_string_append_len (twice, sample.bytes + sample.ends[2],
                       (gssize) (sample.length - sample.ends[2]));
  assert_state (&sample, twice->str, twice->len, 4, WEFT_RECOVERY_DAMAGED);

  without = g_string_new_len (sample.bytes, (gssize) sample.ends[2]);
  g_string_append_len (without, sample.bytes + sample.ends[3],
                       (gssize) (sample.length - sample.ends[3]));
  assert_state (&sample, without->str, without->len, 3, WEFT_RECOVERY_DAMAGED);
  sample_clear (&sample);
}

static JsonNode *
record (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_parse (text, -1, NULL, NULL, &error);

  g_assert_no_error (error);
  return node;
}

/* (transfer full): a journal of these records, each with a right checksum. */
static char *
forge (const char *const *records)
{
  GString *text = g_string_new (NULL);
  char check[WEFT_JOURNAL_CHECK_BYTES] = "";

  for (; *records != NULL; records++)
    {
      g_autoptr (JsonNode) node = record (*records);
      g_autofree char *line = weft_journal_write_line (node, check);

      g_string_append (text, line);
    }
  return g_string_free (text, FALSE);
}

#define HEADER(file) "{\"format\":\"weft-journal\",\"version\":1,\"file\":" file ",\"digest\":null}"
#define SNAPSHOT "{\"changes\":1,\"time_s\":5,\"design\":" PAPER "}"

/* Checksums are no proof of sense. */
static void
test_forged (void)
{
  static const char *const beginnings[][2] = {
    { "{}", SNAPSHOT },
    { "{\"format\":\"else\",\"version\":1}", SNAPSHOT },
    { "{\"format\":\"weft-journal\",\"version\":\"1\"}", SNAPSHOT },
    { HEADER ("null"), "{}" },
    { HEADER ("null"), "{\"delta\":[]}" },
  };
  static const char *const steps[] = {
    "{}", "{\"delta\":7}", "{\"delta\":[{\"at\":[\"name\"],\"was\":\"No\",\"set\":\"Yes\"}]}",
    "{\"delta\":[{\"at\":[\"name\"],\"was\":\"Iter33\",\"set\":\"half\"},{\"at\":[\"x\"],\"was\":1}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    {
      const char *records[] = { beginnings[i][0], beginnings[i][1], NULL };
      g_autofree char *bytes = forge (records);
      WeftReplay replay;

      g_assert_false (weft_replay_read (&replay, bytes, strlen (bytes), NULL));
      weft_replay_clear (&replay);
    }
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      const char *records[] = { HEADER ("null"), SNAPSHOT, steps[i], NULL };
      g_autofree char *bytes = forge (records);
      g_autoptr (WeftDesign) design = NULL;
      WeftReplay replay;

      g_assert_true (weft_replay_read (&replay, bytes, strlen (bytes), NULL));
      g_assert_cmpint (replay.state, ==, WEFT_RECOVERY_DAMAGED);
      design = weft_design_new_from_json (replay.root, NULL, NULL, NULL);
      g_assert_cmpstr (weft_design_get_name (design), ==, "Iter33");
      weft_replay_clear (&replay);
    }
}

/* Only plain local paths count. */
static void
test_paths (void)
{
  static const struct
  {
    const char *header;
    const char *path;
  } cases[] = {
    { HEADER ("\"file:///srv/a/b.weft\""), "/srv/a/b.weft" },
    { HEADER ("\"file:///srv/a%20b/%ff.weft\""), "/srv/a b/\xff.weft" },
    { HEADER ("\"file:///srv/../etc/passwd\""), NULL },
    { HEADER ("\"file:///srv//b\""), NULL },
    { HEADER ("\"file:///srv/a%2fb\""), NULL },
    { HEADER ("\"file:///srv/a%00b\""), NULL },
    { HEADER ("\"file://host/srv/b\""), NULL },
    { HEADER ("\"http://host/b\""), NULL },
    { HEADER ("\"../b\""), NULL },
    { HEADER ("\"/srv/b\""), NULL },
    { HEADER ("7"), NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *records[] = { cases[i].header, SNAPSHOT, NULL };
      g_autofree char *bytes = forge (records);
      WeftReplay replay;

      g_assert_true (weft_replay_read (&replay, bytes, strlen (bytes), NULL));
      g_assert_cmpstr (replay.file, ==, cases[i].path);
      weft_replay_clear (&replay);
    }
}

static void
put (const char *folder,
     const char *name,
     const char *bytes,
     gssize      length)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, bytes, length, NULL));
}

static gboolean
is_there (const char *folder,
          const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS) || g_file_test (path, G_FILE_TEST_IS_SYMLINK);
}

/* What is no journal is put aside, not lost; a later version's stays where it is. */
static void
test_useless (void)
{
  static const char *const useless[] = { "", "\n", "garbage\n", "{\"check\":\"", "{}\n{}\n" };
  const char *later[] = { "{\"format\":\"weft-journal\",\"version\":2}", SNAPSHOT, NULL };
  g_autofree char *later_bytes = forge (later);

  for (guint i = 0; i <= G_N_ELEMENTS (useless); i++)
    {
      gboolean is_later = i == G_N_ELEMENTS (useless);
      char *folder = fixture_journals ();
      g_autofree char *aside = g_build_filename (folder, "discarded", NULL);
      g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) found = NULL;

      put (folder, UUID ".jsonl", is_later ? later_bytes : useless[i], -1);
      put (folder, "notes.jsonl", "garbage", -1);
      found = weft_recovery_scan (folder, problems);
      g_assert_cmpuint (found->len, ==, 0);
      g_assert_cmpuint (problems->len, ==, 1);
      g_assert_true (g_str_has_prefix (problems->pdata[0], UUID ".jsonl: "));
      g_assert_true (is_there (is_later ? folder : aside, UUID ".jsonl"));
      g_assert_false (is_there (is_later ? aside : folder, UUID ".jsonl"));
      g_assert_true (is_there (folder, "notes.jsonl"));
      fixture_remove_journals (folder);
    }
}

/* Garbage of many megabytes without a line break is read no further than it is sound. */
static void
test_huge (void)
{
  char *folder = fixture_journals ();
  g_autofree char *path = g_build_filename (folder, UUID ".jsonl", NULL);
  Sample sample;
  g_autoptr (WeftRecovery) found = NULL;
  g_autofree char *text = NULL;

  sample_init (&sample);
  put (folder, UUID ".jsonl", sample.bytes, (gssize) sample.length);
  g_assert_cmpint (truncate (path, (off_t) 4 * 1024 * 1024 * 1024), ==, 0);
  found = fixture_find_one (folder);
  text = weft_design_to_text (weft_recovery_get_design (found));
  g_assert_cmpstr (text, ==, sample.states[N_STATES - 1]);
  g_assert_cmpint (weft_recovery_get_state (found), ==, WEFT_RECOVERY_TORN);
  sample_clear (&sample);
  fixture_remove_journals (folder);
}

/* Links, pipes and folders in a journal's place are not followed, and the scan does not wait. */
static void
test_stand_ins (void)
{
  char *folder = fixture_journals ();
  g_autofree char *above = g_path_get_dirname (folder);
  g_autofree char *link_path = g_build_filename (folder, UUID ".jsonl", NULL);
  g_autofree char *pipe_path =
    g_build_filename (folder, "8f14e45f-ceea-467f-a8b8-2f6e0c1a9d11.jsonl", NULL);
  g_autofree char *dir_path =
    g_build_filename (folder, "8f14e45f-ceea-467f-a8b8-2f6e0c1a9d12.jsonl", NULL);
  g_autofree char *target = g_build_filename (above, "journal", NULL);
  g_autofree char *folder_link = g_build_filename (above, "linked", NULL);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) through_link = NULL;
  Sample sample;

  sample_init (&sample);
  put (above, "journal", sample.bytes, (gssize) sample.length);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_cmpint (symlink (target, link_path), ==, 0);
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_cmpint (g_mkdir (dir_path, 0700), ==, 0);
  g_assert_cmpint (symlink (folder, folder_link), ==, 0);

  found = weft_recovery_scan (folder, problems);
  g_assert_cmpuint (found->len, ==, 0);
  g_assert_cmpuint (problems->len, ==, 3);
  g_assert_true (is_there (folder, UUID ".jsonl"));
  through_link = weft_recovery_scan (folder_link, NULL);
  g_assert_cmpuint (through_link->len, ==, 0);
  g_remove (folder_link);
  sample_clear (&sample);
  fixture_remove_journals (folder);
}

/* A journal belongs to the one who writes it, then to the first who finds it. */
static void
test_claims (void)
{
  char *folder = fixture_journals ();
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  WeftJournal *journal = weft_journal_new (folder);
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GPtrArray) first = NULL;
  g_autoptr (GPtrArray) second = NULL;
  g_autoptr (GPtrArray) third = NULL;

  g_assert_true (weft_journal_write (journal, design, 1, 0, NULL));
  none = weft_recovery_scan (folder, NULL);
  g_assert_cmpuint (none->len, ==, 0);
  weft_journal_set_origin (journal, "/x", NULL); /* the next writing makes a new file */
  g_assert_true (weft_journal_write (journal, design, 2, 0, NULL));
  second = weft_recovery_scan (folder, NULL);
  g_assert_cmpuint (second->len, ==, 0);
  g_clear_pointer (&second, g_ptr_array_unref);

  g_object_unref (journal);
  first = weft_recovery_scan (folder, NULL);
  g_assert_cmpuint (first->len, ==, 1);
  second = weft_recovery_scan (folder, NULL);
  g_assert_cmpuint (second->len, ==, 0);
  g_clear_pointer (&first, g_ptr_array_unref);
  third = weft_recovery_scan (folder, NULL);
  g_assert_cmpuint (third->len, ==, 1);
  fixture_remove_journals (folder);
}

static void
test_discard (void)
{
  char *folder = fixture_journals ();
  g_autofree char *aside = g_build_filename (folder, "discarded", NULL);
  gint64 now_s = g_get_real_time () / G_USEC_PER_SEC;
  g_autoptr (WeftRecovery) found = NULL;
  g_autoptr (GPtrArray) again = NULL;
  g_autoptr (GError) error = NULL;
  Sample sample;

  sample_init (&sample);
  put (folder, UUID ".jsonl", sample.bytes, (gssize) sample.length);
  put (folder, "." UUID ".jsonl.tmp", "half", -1);
  put (folder, ".own.tmp", "of somebody else", -1);
  found = fixture_find_one (folder);
  g_assert_true (weft_recovery_discard (found, &error));
  g_assert_no_error (error);
  g_assert_true (weft_recovery_discard (found, &error));
  g_assert_false (is_there (folder, UUID ".jsonl"));
  g_assert_true (is_there (aside, UUID ".jsonl"));
  g_clear_object (&found);
  again = weft_recovery_scan (folder, NULL);
  g_assert_cmpuint (again->len, ==, 0);

  weft_recovery_expire (folder, now_s);
  g_assert_true (is_there (folder, "." UUID ".jsonl.tmp"));
  weft_recovery_expire (folder, now_s + 7 * 24 * 60 * 60 - 100);
  g_assert_true (is_there (aside, UUID ".jsonl"));
  g_assert_false (is_there (folder, "." UUID ".jsonl.tmp"));
  weft_recovery_expire (folder, now_s + 7 * 24 * 60 * 60 + 100);
  g_assert_false (is_there (aside, UUID ".jsonl"));
  g_assert_true (is_there (folder, ".own.tmp"));
  sample_clear (&sample);
  fixture_remove_journals (folder);
}

#define LEAST "{\"partitions\":[]}"

/* What has become of the file that the changes were made to. */
static void
test_original (void)
{
  char *folder = fixture_journals ();
  g_autofree char *above = g_path_get_dirname (folder);
  g_autofree char *path = g_build_filename (above, "a.weft", NULL);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, LEAST, -1);
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autofree char *text = weft_design_to_text (design);
  WeftJournal *journal = weft_journal_new (folder);
  g_autoptr (GPtrArray) none = NULL;
  static const struct
  {
    const char *bytes;
    WeftOriginal original;
  } cases[] = {
    { LEAST, WEFT_ORIGINAL_SAME },
    { "else", WEFT_ORIGINAL_CHANGED },
    { NULL, WEFT_ORIGINAL_GONE },
  };

  weft_journal_set_origin (journal, path, digest);
  g_assert_true (weft_journal_write (journal, design, 1, 0, NULL));
  g_object_unref (journal);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftRecovery) found = NULL;

      if (cases[i].bytes != NULL)
        put (above, "a.weft", cases[i].bytes, -1);
      else
        g_remove (path);
      found = fixture_find_one (folder);
      g_assert_cmpstr (weft_recovery_get_file (found), ==, path);
      g_assert_cmpstr (weft_recovery_get_digest (found), ==, digest);
      g_assert_cmpint (weft_recovery_get_original (found), ==, cases[i].original);
      g_assert_true ((weft_recovery_get_differing (found) != NULL) == (i == 0));
    }

  /* Killed after saving and before the journal was removed: nothing is lost, nothing is offered. */
  put (above, "a.weft", text, -1);
  none = weft_recovery_scan (folder, NULL);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (fixture_count_journals (folder), ==, 0);

  /* Nor when somebody has written the same in another way. */
  journal = weft_journal_new (folder);
  weft_journal_set_origin (journal, path, digest);
  g_assert_true (weft_journal_write (journal, design, 1, 0, NULL));
  g_object_unref (journal);
  put (above, "a.weft", PAPER, -1);
  g_ptr_array_unref (none);
  none = weft_recovery_scan (folder, NULL);
  g_assert_cmpuint (none->len, ==, 0);
  fixture_remove_journals (folder);
}

/* Which members of the document are not as in the file. */
static void
test_differing (void)
{
  char *folder = fixture_journals ();
  g_autofree char *above = g_path_get_dirname (folder);
  g_autofree char *path = g_build_filename (above, "a.weft", NULL);
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  WeftJournal *journal = weft_journal_new (folder);
  g_autoptr (WeftRecovery) found = NULL;
  const char *expected[] = { "name", "partitions", "notes", NULL };

  put (above, "a.weft", "{\"notes\":\"x\",\"name\":\"y\",\"partitions\":[]}", -1);
  weft_journal_set_origin (journal, path, NULL);
  g_assert_true (weft_journal_write (journal, design, 1, 0, NULL));
  g_object_unref (journal);
  found = fixture_find_one (folder);
  g_assert_true (g_strv_equal (weft_recovery_get_differing (found), expected));
  fixture_remove_journals (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recovery/truncated", test_truncated);
  g_test_add_func ("/recovery/flipped", test_flipped);
  g_test_add_func ("/recovery/moved-lines", test_moved_lines);
  g_test_add_func ("/recovery/forged", test_forged);
  g_test_add_func ("/recovery/paths", test_paths);
  g_test_add_func ("/recovery/useless", test_useless);
  g_test_add_func ("/recovery/huge", test_huge);
  g_test_add_func ("/recovery/stand-ins", test_stand_ins);
  g_test_add_func ("/recovery/claims", test_claims);
  g_test_add_func ("/recovery/discard", test_discard);
  g_test_add_func ("/recovery/original", test_original);
  g_test_add_func ("/recovery/differing", test_differing);
  return g_test_run ();
}
