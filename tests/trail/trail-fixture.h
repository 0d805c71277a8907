/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the trail share: a folder of their own, and a run as a search writes it. */
#pragma once

#include <glib/gstdio.h>
#include <string.h>

#include "base/weft-json.h"
#include "trail/weft-trail-writer-private.h"
#include "trail/weft-trail.h"

#define RUN_ID "01ARZ3NDEKTSV4RRFFQ69G5FAV"

static inline char *
fixture_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("weft-trail-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static inline void
fixture_remove (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        fixture_remove (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

static inline guint64
fixture_append (WeftTrailWriter *writer, const char *kind, const char *actor, guint64 parent,
                const char *data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (data, -1, "data", NULL, &error);
  guint64 seq = 0;

  g_assert_no_error (error);
  weft_trail_writer_append (writer, kind, actor, parent, node, NULL, &seq, &error);
  g_assert_no_error (error);
  return seq;
}

static inline WeftTrailWriter *
fixture_begin (const char *folder, const char *id)
{
  g_autoptr (GError) error = NULL;
  WeftTrailWriter *writer = weft_trail_writer_new (folder, id, "seed", &error);

  g_assert_no_error (error);
  fixture_append (writer, "run.start", "search", 0,
                  "{\"method\":\"hill\",\"method_label\":\"hill climbing\",\"seed\":3,\"budget\":100,"
                  "\"space\":\"paper-2\",\"group\":\"G1\"}");
  return writer;
}

/* Three events of one evaluation; the first may be refused or found infeasible. */
static inline void
fixture_evaluate (WeftTrailWriter *writer, guint i)
{
  g_autofree char *proposed
      = g_strdup_printf ("{\"design\":\"d%u\",\"label\":\"98 %% B200, 2 %% WSE3s\",\"reason\":\"step %u\"}", i, i);
  g_autofree char *result = g_strdup_printf (
      "{\"design\":\"d%u\",\"score\":%u.5,\"feasible\":true,\"ratios\":{\"training\":1.9,\"fft\":1.37},"
      "\"bottlenecks\":{\"fft\":\"bisection bandwidth\"}}", i, i);
  g_autofree char *best = g_strdup_printf ("{\"design\":\"d%u\",\"score\":%u.5%s}", i, i,
                                           i > 0 ? ",\"previous\":0.25" : "");
  guint64 seq = fixture_append (writer, "design.proposed", "search", 1, proposed);

  seq = fixture_append (writer, "eval.result", "evaluator", seq, result);
  fixture_append (writer, "best.changed", "search", seq, best);
}

static inline void
fixture_end (WeftTrailWriter *writer, guint n)
{
  g_autofree char *end = g_strdup_printf (
      "{\"reason\":\"finished\",\"counts\":{\"evaluations\":%u},\"best\":{\"design\":\"d\",\"score\":%u.5}}",
      n, n - 1);

  fixture_append (writer, "run.end", "search", 0, end);
}

/* A whole run of 2 + 3 n events; its path. */
static inline char *
fixture_run (const char *folder, const char *id, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailWriter) writer = fixture_begin (folder, id);

  for (guint i = 0; i < n; i++)
    fixture_evaluate (writer, i);
  fixture_end (writer, n);
  g_assert_true (weft_trail_writer_close (writer, &error));
  g_assert_no_error (error);
  return g_strdup (weft_trail_writer_get_path (writer));
}

static inline WeftTrailRun *
fixture_open (const char *path)
{
  g_autoptr (GError) error = NULL;
  WeftTrailRun *run = weft_trail_run_open (path, &error);

  g_assert_no_error (error);
  return run;
}

/* Runs SQL on a run as somebody who edits it would. */
static inline void
fixture_sql (const char *path, const char *sql)
{
  sqlite3 *db;
  char *message = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
  sqlite3_exec (db, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static inline void
fixture_verify (const char *path, WeftChainReport *report)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = fixture_open (path);

  g_assert_true (weft_trail_run_verify (run, report, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
}

static inline void
fixture_assert_state (const char *path, WeftChainState state, guint64 events, guint64 broken_at)
{
  WeftChainReport report = { 0 };

  fixture_verify (path, &report);
  g_test_message ("%s: %s", weft_chain_state_nick (report.state), report.reason);
  g_assert_cmpint (report.state, ==, state);
  g_assert_cmpuint (report.events, ==, events);
  g_assert_cmpuint (report.broken_at, ==, broken_at);
  g_assert_cmpint (report.reason == NULL, ==, state == WEFT_CHAIN_WHOLE);
  weft_chain_report_clear (&report);
}
