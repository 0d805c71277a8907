/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every edit of a run is found, and the event is named. */

#include "trail/trail-fixture.h"

#define N 5
#define EVENTS (2 + 3 * N)

typedef struct
{
  const char *sql;
  WeftChainState state;
  guint64 events;
  guint64 broken_at;
} Edit;

/* What somebody could do to a run with the shell of the database. */
static const Edit edits[] = {
  { "UPDATE events SET line = replace(line, 'step 1', 'step 9') WHERE seq = 5", WEFT_CHAIN_BROKEN, 4, 5 },
  { "UPDATE events SET line = replace(line, '\"score\":2.5', '\"score\":3.5') WHERE seq = 9", WEFT_CHAIN_BROKEN, 8, 9 },
  { "UPDATE events SET line = replace(line, '\"actor\":\"search\"', '\"actor\":\"user\"') WHERE seq = 1", WEFT_CHAIN_BROKEN, 0, 1 },
  { "UPDATE events SET line = replace(line, '\"v\":1}', '\"v\":1} ') WHERE seq = 4", WEFT_CHAIN_BROKEN, 3, 4 },
  { "UPDATE events SET line = replace(line, 'finished', 'Finished') WHERE seq = 17", WEFT_CHAIN_BROKEN, 16, 17 },
  { "UPDATE events SET line = '' WHERE seq = 7", WEFT_CHAIN_BROKEN, 6, 7 },
  { "UPDATE events SET line = substr(line, 1, 100) WHERE seq = 7", WEFT_CHAIN_BROKEN, 6, 7 },
  { "UPDATE events SET line = substr(line, 1, 100) WHERE seq = 17", WEFT_CHAIN_TRUNCATED, 16, 0 },
  { "UPDATE events SET line = substr(line, 1, length(line) - 1) WHERE seq = 17", WEFT_CHAIN_TRUNCATED, 16, 0 },
  { "DELETE FROM events WHERE seq = 6", WEFT_CHAIN_BROKEN, 5, 6 },
  { "DELETE FROM events WHERE seq = 6; DELETE FROM marks WHERE seq = 6", WEFT_CHAIN_BROKEN, 5, 6 },
  { "DELETE FROM events WHERE seq = 1; DELETE FROM marks WHERE seq = 1", WEFT_CHAIN_BROKEN, 0, 1 },
  { "DELETE FROM events WHERE seq = 6; UPDATE events SET seq = seq - 1 WHERE seq > 6; "
    "DELETE FROM marks WHERE seq = 6; UPDATE marks SET seq = seq - 1 WHERE seq > 6", WEFT_CHAIN_BROKEN, 5, 6 },
  { "DELETE FROM events WHERE seq = 17", WEFT_CHAIN_BROKEN, 16, 17 },
  { "DELETE FROM events WHERE seq = 17; DELETE FROM marks WHERE seq = 17", WEFT_CHAIN_TRUNCATED, 16, 0 },
  { "DELETE FROM events; DELETE FROM marks", WEFT_CHAIN_TRUNCATED, 0, 0 },
  { "UPDATE events SET seq = 100 WHERE seq = 8; UPDATE events SET seq = 8 WHERE seq = 9; "
    "UPDATE events SET seq = 9 WHERE seq = 100", WEFT_CHAIN_BROKEN, 7, 8 },
  { "UPDATE events SET seq = seq + 100 WHERE seq > 8; UPDATE events SET seq = seq - 99 WHERE seq > 100; "
    "INSERT INTO events SELECT 9, line FROM events WHERE seq = 8", WEFT_CHAIN_BROKEN, 8, 9 },
  { "INSERT INTO events SELECT 18, line FROM events WHERE seq = 17", WEFT_CHAIN_BROKEN, 17, 18 },
  { "INSERT INTO events SELECT 0, line FROM events WHERE seq = 17", WEFT_CHAIN_BROKEN, 0, 1 },
  { "INSERT INTO events SELECT -5, line FROM events WHERE seq = 17", WEFT_CHAIN_BROKEN, 0, 1 },
  { "UPDATE marks SET kind = (SELECT kind FROM marks WHERE seq = 1) WHERE seq = 8", WEFT_CHAIN_BROKEN, 7, 8 },
  { "UPDATE marks SET actor = 999 WHERE seq = 8", WEFT_CHAIN_BROKEN, 7, 8 },
  { "UPDATE marks SET summary = 'nothing of note' WHERE seq = 8", WEFT_CHAIN_BROKEN, 7, 8 },
  { "DELETE FROM marks WHERE seq = 8", WEFT_CHAIN_BROKEN, 7, 8 },
  { "INSERT INTO marks SELECT 40, kind, actor, summary FROM marks WHERE seq = 8", WEFT_CHAIN_BROKEN, 17, 40 },
  { "UPDATE names SET name = 'advice' WHERE name = 'eval.result'", WEFT_CHAIN_BROKEN, 2, 3 },
  { "INSERT INTO blobs VALUES ('sha256:x', 0, x'00')", WEFT_CHAIN_BROKEN, 17, 0 },
  { "UPDATE meta SET value = '01ARZ3NDEKTSV4RRFFQ69G5FAW' WHERE key = 'run'", WEFT_CHAIN_BROKEN, 0, 1 },
};

static void
test_edits (void)
{
  g_autofree char *folder = fixture_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      g_autofree char *path = fixture_run (folder, RUN_ID, N);

      fixture_assert_state (path, WEFT_CHAIN_WHOLE, EVENTS, 0);
      fixture_sql (path, edits[i].sql);
      g_test_message ("%s", edits[i].sql);
      fixture_assert_state (path, edits[i].state, edits[i].events, edits[i].broken_at);
      g_unlink (path);
    }
  fixture_remove (folder);
}

/* Each byte of one line in turn. */
static void
test_every_byte (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = fixture_run (folder, RUN_ID, 2);
  g_autoptr (WeftTrailRun) run = fixture_open (path);
  g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, 3, NULL);
  g_autofree char *line = g_strdup (weft_event_get_line (event));
  gsize n = strlen (line);
  g_autofree char *kept = g_strdup (line);

  g_clear_object (&run);
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GString) sql = g_string_new ("UPDATE events SET line = '");

      line[i] = line[i] == 'x' ? 'y' : 'x';
      g_string_append_printf (sql, "%s' WHERE seq = 3", line);
      fixture_sql (path, sql->str);
      fixture_assert_state (path, WEFT_CHAIN_BROKEN, 2, 3);
      line[i] = kept[i];
    }
  fixture_remove (folder);
}

/* The reason names the event and both hashes. */
static void
test_reason (void)
{
  g_autofree char *folder = fixture_folder ();
  g_autofree char *path = fixture_run (folder, RUN_ID, 2);
  WeftChainReport report = { 0 };
  g_autoptr (WeftTrailRun) run = fixture_open (path);
  g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, 3, NULL);
  g_autoptr (WeftEvent) before = weft_trail_run_get_event (run, 2, NULL);

  g_clear_object (&run);
  fixture_sql (path, "UPDATE events SET line = replace(line, '0.5', '9.5') WHERE seq = 3");
  fixture_verify (path, &report);
  g_assert_nonnull (strstr (report.reason, "event 3 has the hash"));
  g_assert_nonnull (strstr (report.reason, weft_event_get_hash (event)));
  g_assert_cmpstr (report.last_hash, ==, weft_event_get_hash (before));
  weft_chain_report_clear (&report);
  fixture_remove (folder);
}

static void
assert_no_event (const char *line)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_event_new_from_line (line, -1, &error));
  g_assert_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED);
}

/* What is no event, whatever its hash. */
static void
test_lines (void)
{
  static const char tail[] = ",\"hash\":\"" WEFT_HASH_NONE "\",\"mono_us\":0,\"parent\":0,\"prev\":\"" WEFT_HASH_NONE
                             "\",\"run\":\"" RUN_ID "\",\"seq\":1,\"t\":\"2026-11-29T11:02:03.123456Z\","
                             "\"type\":\"run.start\",\"v\":1}";
  static const char *const heads[] = {
    "", "{}", "{\"actor\":\"a\"", "{\"actor\":\"a\",\"data\":1", "{\"actor\":\"a\",\"data\":[]",
    "{\"actor\":\"a\",\"data\":{ }", "{\"actor\":\"a\",\"data\":{\"b\":1,\"a\":1}",
    "{\"actor\":\"a\",\"data\":{\"a\":1,\"a\":1}", "{\"actor\":\"a\",\"data\":{\"a\":1.0}",
    "{\"actor\":\"a\",\"data\":{},\"extra\":1", "{\"actor\":\"a\",\"aaa\":1,\"data\":{}",
    "{\"actor\":\"a\",\"blobs\":[],\"data\":{}", "{\"actor\":\"a\",\"blobs\":{\"x\":\"sha256:12\"},\"data\":{}",
    "{\"actor\":\"a b\",\"data\":{}", "{\"actor\":\"\",\"data\":{}", "{\"actor\":\"a\",\"data\":{}}",
  };
  g_autofree char *good = g_strconcat ("{\"actor\":\"a\",\"data\":{\"hash\":\"x\"}", tail, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvent) event = weft_event_new_from_line (good, -1, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (weft_event_get_kind (event), ==, "run.start");
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autofree char *line = g_strconcat (heads[i], tail, NULL);

      assert_no_event (line);
    }
  for (gsize n = 0; n < strlen (good); n++)
    {
      g_autofree char *cut = g_strndup (good, n);

      assert_no_event (cut);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trail/chain/edits", test_edits);
  g_test_add_func ("/trail/chain/every-byte", test_every_byte);
  g_test_add_func ("/trail/chain/reason", test_reason);
  g_test_add_func ("/trail/chain/lines", test_lines);

  return g_test_run ();
}
