/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a run is what was written: the chain from the first event on, each event's blobs, what the
 * other columns say of it, and at last the database itself. */

#include "trail/weft-trail-verify-private.h"

#include <string.h>

#include "trail/weft-event-summary-private.h"
#include "trail/weft-trail-run-private.h"

#define PROGRESS_EVENTS 4096
#define CANCEL_STEPS 100000

/* A row of an event with its mark. */
typedef struct
{
  gint64 seq;
  const char *line;
  gsize length;
  const char *kind;
  const char *actor;
  const char *summary;
} Row;

/* The prefix ends before event @seq (0: it cannot be told); @reason is taken. Always FALSE. */
static gboolean
break_at (WeftTrailWalk *self, guint64 seq, char *reason)
{
  self->report.state = WEFT_CHAIN_BROKEN;
  self->report.broken_at = seq;
  g_free (self->report.reason);
  self->report.reason = reason;
  return FALSE;
}

static gboolean
break_sqlite (WeftTrailWalk *self, guint64 seq)
{
  g_autofree char *message = g_strdup (sqlite3_errmsg (self->store->db));

  return break_at (self, seq,
                   g_strdup_printf ("event %" G_GUINT64_FORMAT " cannot be read: %s", seq, message));
}

static gboolean
check_blob (WeftTrailWalk *self, WeftEvent *event, const char *digest)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) cause = NULL;
  guint64 seq = weft_event_get_seq (event);

  if (g_hash_table_contains (self->blobs, digest))
    return TRUE;
  statement = weft_trail_store_prepare (self->store, "SELECT coding, bytes FROM blobs WHERE digest = ?",
                                        &cause);
  if (statement == NULL)
    return break_at (self, seq, g_strdup (cause->message));
  sqlite3_bind_text (statement, 1, digest, -1, SQLITE_STATIC);
  switch (sqlite3_step (statement))
    {
    case SQLITE_ROW:
      bytes = weft_trail_blob_unpack (digest, sqlite3_column_int (statement, 0),
                                      sqlite3_column_blob (statement, 1),
                                      sqlite3_column_bytes (statement, 1), &cause);
      break;
    case SQLITE_DONE:
      return break_at (self, seq,
                       g_strdup_printf ("event %" G_GUINT64_FORMAT " names the blob %s, which is not there",
                                        seq, digest));
    default:
      return break_sqlite (self, seq);
    }
  if (bytes == NULL)
    return break_at (self, seq,
                     g_strdup_printf ("event %" G_GUINT64_FORMAT ": %s", seq, cause->message));
  g_hash_table_add (self->blobs, g_strdup (digest));
  return TRUE;
}

static gboolean
check_blobs (WeftTrailWalk *self, WeftEvent *event)
{
  JsonObject *blobs = weft_event_get_blobs (event);
  JsonObjectIter iter;
  JsonNode *node;

  if (blobs == NULL)
    return TRUE;
  json_object_iter_init (&iter, blobs);
  while (json_object_iter_next (&iter, NULL, &node))
    if (!check_blob (self, event, json_node_get_string (node)))
      return FALSE;
  return TRUE;
}

/* What filters read must be what the line says. */
static gboolean
check_mark (WeftTrailWalk *self, WeftEvent *event, const Row *row)
{
  guint64 seq = weft_event_get_seq (event);
  g_autofree char *folded = weft_event_fold (weft_event_get_summary (event));

  if (g_strcmp0 (row->kind, weft_event_get_kind (event)) != 0)
    return break_at (self, seq,
                     g_strdup_printf ("event %" G_GUINT64_FORMAT " is of the kind %s by its line, "
                                      "but %s by its column", seq, weft_event_get_kind (event),
                                      row->kind != NULL ? row->kind : "unknown"));
  if (g_strcmp0 (row->actor, weft_event_get_actor (event)) != 0)
    return break_at (self, seq,
                     g_strdup_printf ("event %" G_GUINT64_FORMAT " is by %s by its line, but by %s "
                                      "by its column", seq, weft_event_get_actor (event),
                                      row->actor != NULL ? row->actor : "unknown"));
  if (self->store->summaries == WEFT_EVENT_SUMMARY_VERSION && g_strcmp0 (row->summary, folded) != 0)
    return break_at (self, seq,
                     g_strdup_printf ("the summary of event %" G_GUINT64_FORMAT " is not that of "
                                      "its line", seq));
  return TRUE;
}

/* FALSE when the prefix ends before this row. */
static gboolean
check_row (WeftTrailWalk *self, const Row *row)
{
  guint64 seq = self->report.events + 1;
  g_autoptr (WeftEvent) event = NULL;
  g_autoptr (GError) cause = NULL;
  WeftEventLine parts;
  char *reason = NULL;

  if (row->seq != (gint64) seq)
    return break_at (self, seq,
                     g_strdup_printf ("event %" G_GUINT64_FORMAT " is missing: after %" G_GUINT64_FORMAT
                                      " comes %" G_GINT64_FORMAT, seq, seq - 1, row->seq));
  if (!weft_event_line_split (&parts, row->line, row->length, &cause))
    return break_at (self, seq,
                     g_strdup_printf ("event %" G_GUINT64_FORMAT ": %s", seq, cause->message));
  if (!weft_event_line_check (&parts, self->store->id, seq, self->report.last_hash, &reason))
    return break_at (self, seq, reason);
  event = weft_event_new_from_line (row->line, row->length, &cause);
  if (event == NULL)
    return break_at (self, seq, g_strdup (cause->message));
  if (self->ended)
    return break_at (self, seq,
                     g_strdup_printf ("event %" G_GUINT64_FORMAT " stands behind the end of the run", seq));
  if (parts.mono_us < self->mono_us)
    return break_at (self, seq,
                     g_strdup_printf ("event %" G_GUINT64_FORMAT " is %" G_GINT64_FORMAT " µs after the "
                                      "start, and the one before it %" G_GINT64_FORMAT, seq,
                                      parts.mono_us, self->mono_us));
  if (!check_mark (self, event, row) || !check_blobs (self, event))
    return FALSE;
  self->report.events = seq;
  memcpy (self->report.last_hash, parts.hash, WEFT_HASH_LENGTH);
  self->ended = g_str_equal (weft_event_get_kind (event), "run.end");
  self->mono_us = parts.mono_us;
  return TRUE;
}

static void
read_row (sqlite3_stmt *statement, Row *row)
{
  row->seq = sqlite3_column_int64 (statement, 0);
  row->line = (const char *) sqlite3_column_text (statement, 1);
  row->length = sqlite3_column_bytes (statement, 1);
  row->kind = (const char *) sqlite3_column_text (statement, 2);
  row->actor = (const char *) sqlite3_column_text (statement, 3);
  row->summary = (const char *) sqlite3_column_text (statement, 4);
  if (row->line == NULL)
    row->line = "";
}

/* A line that stops in the middle is no edit when nothing follows it. */
static void
judge_tail (WeftTrailWalk *self, sqlite3_stmt *statement, const Row *row)
{
  guint64 seq = self->report.events + 1;

  if (row->seq != (gint64) seq || !weft_event_line_is_cut (row->line, row->length)
      || sqlite3_step (statement) != SQLITE_DONE)
    return;
  self->report.state = WEFT_CHAIN_TRUNCATED;
  self->report.broken_at = 0;
  g_free (self->report.reason);
  self->report.reason
      = g_strdup_printf ("event %" G_GUINT64_FORMAT " is cut off in the middle", seq);
}

/* FALSE with @error when cancelled. */
static gboolean
tell (WeftTrailWalk *self, guint64 n_events, GError **error)
{
  if (self->progress != NULL && n_events > 0)
    self->progress (MIN ((double) self->report.events / (double) n_events, 1), self->data);
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

static gint64
ask_number (WeftTrailWalk *self, const char *sql)
{
  g_autoptr (sqlite3_stmt) statement = weft_trail_store_prepare (self->store, sql, NULL);

  return statement != NULL && sqlite3_step (statement) == SQLITE_ROW
             ? sqlite3_column_int64 (statement, 0)
             : 0;
}

static gboolean
walk_events (WeftTrailWalk *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = weft_trail_store_prepare (
      self->store, "SELECT e.seq, e.line, k.name, a.name, m.summary FROM events e "
                   "LEFT JOIN marks m ON m.seq = e.seq LEFT JOIN names k ON k.number = m.kind "
                   "LEFT JOIN names a ON a.number = m.actor ORDER BY e.seq", NULL);
  guint64 n_events = (guint64) MAX (ask_number (self, "SELECT max(seq) FROM events"), 0);
  int code = SQLITE_ERROR;

  while (statement != NULL && (code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      Row row;

      read_row (statement, &row);
      if (!check_row (self, &row))
        {
          judge_tail (self, statement, &row);
          return TRUE;
        }
      if (self->report.events % PROGRESS_EVENTS == 0 && !tell (self, n_events, error))
        return FALSE;
    }
  if (code != SQLITE_DONE)
    break_sqlite (self, self->report.events + 1);
  return TRUE;
}

/* Marks and blobs that no event has. */
static void
check_rest (WeftTrailWalk *self)
{
  gint64 mark = ask_number (self, "SELECT seq FROM marks WHERE seq NOT IN (SELECT seq FROM events) "
                                  "ORDER BY seq LIMIT 1");
  gint64 n_blobs = ask_number (self, "SELECT count(*) FROM blobs");

  if (mark != 0)
    break_at (self, (guint64) MAX (mark, 0),
              g_strdup_printf ("event %" G_GINT64_FORMAT " has been removed, but not its summary", mark));
  else if (n_blobs != (gint64) g_hash_table_size (self->blobs))
    break_at (self, 0,
              g_strdup_printf ("the events name %u blobs, but %" G_GINT64_FORMAT " are there",
                               g_hash_table_size (self->blobs), n_blobs));
}

static int
is_cancelled_cb (void *data)
{
  return g_cancellable_is_cancelled (data);
}

/* The pages of the database. */
static gboolean
check_pages (WeftTrailWalk *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
      = weft_trail_store_prepare (self->store, "PRAGMA quick_check(1)", NULL);
  const char *answer = NULL;

  sqlite3_progress_handler (self->store->db, CANCEL_STEPS, is_cancelled_cb, self->cancellable);
  if (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    answer = (const char *) sqlite3_column_text (statement, 0);
  sqlite3_progress_handler (self->store->db, 0, NULL, NULL);
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (g_strcmp0 (answer, "ok") != 0)
    break_at (self, 0, g_strdup_printf ("the database is damaged: %s",
                                        answer != NULL ? answer : sqlite3_errmsg (self->store->db)));
  return TRUE;
}

/**
 * weft_trail_walk: (skip)
 * @self: with what goes in filled, the rest 0
 * @error: return location for an error
 *
 * Walks along the chain of a run as it is stored at this moment.
 *
 * Returns: %FALSE when cancelled
 */
gboolean
weft_trail_walk (WeftTrailWalk *self, GError **error)
{
  gboolean outermost = sqlite3_get_autocommit (self->store->db);
  gboolean done;

  self->blobs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->report.last_hash = g_strdup (WEFT_HASH_NONE);
  if (outermost)
    sqlite3_exec (self->store->db, "BEGIN", NULL, NULL, NULL);
  done = walk_events (self, error);
  if (done && self->report.state == WEFT_CHAIN_UNKNOWN)
    check_rest (self);
  if (done && self->report.state != WEFT_CHAIN_BROKEN)
    done = check_pages (self, error);
  if (outermost)
    sqlite3_exec (self->store->db, "COMMIT", NULL, NULL, NULL);
  if (!done || self->report.state != WEFT_CHAIN_UNKNOWN)
    return done;
  self->report.state = self->ended ? WEFT_CHAIN_WHOLE : WEFT_CHAIN_TRUNCATED;
  if (!self->ended)
    self->report.reason = g_strdup_printf ("the run has no end: event %" G_GUINT64_FORMAT
                                           " is the last", self->report.events);
  return TRUE;
}

void
weft_trail_walk_clear (WeftTrailWalk *self)
{
  weft_chain_report_clear (&self->report);
  g_clear_pointer (&self->blobs, g_hash_table_unref);
}

void
weft_chain_report_clear (WeftChainReport *report)
{
  g_clear_pointer (&report->reason, g_free);
  g_clear_pointer (&report->last_hash, g_free);
}

/**
 * weft_trail_run_verify:
 * @self: a run
 * @report: (out caller-allocates): what was found, to be cleared also on %FALSE
 * @progress: (nullable) (scope call) (closure data): called now and then with the share that is done
 * @data: for @progress
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Checks every byte of a run: hashes, blobs, columns and pages. What is found wrong is no error.
 *
 * Returns: %FALSE when cancelled
 */
gboolean
weft_trail_run_verify (WeftTrailRun *self, WeftChainReport *report,
                       WeftTrailProgress progress, gpointer data,
                       GCancellable *cancellable, GError **error)
{
  WeftTrailWalk walk = {
    .store = self->store,
    .progress = progress,
    .data = data,
    .cancellable = cancellable,
  };
  gboolean done = weft_trail_walk (&walk, error);

  *report = walk.report;
  g_clear_pointer (&walk.blobs, g_hash_table_unref);
  return done;
}
