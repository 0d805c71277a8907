/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run to read, also while another program writes it: every answer is of the moment. */

#include "trail/weft-trail-run-private.h"

#include <string.h>

#include "trail/weft-trail-lock-private.h"

/* Of a blob when unpacked: more is an attack. */
#define MAX_BLOB_BYTES (1024 * 1024 * 1024)
#define UNPACK_STEP 65536

G_DEFINE_FINAL_TYPE (WeftTrailRun, weft_trail_run, G_TYPE_OBJECT)

static void
weft_trail_run_finalize (GObject *object)
{
  WeftTrailRun *self = WEFT_TRAIL_RUN (object);

  sqlite3_finalize (self->get_event);
  sqlite3_finalize (self->get_last);
  g_clear_pointer (&self->store, weft_trail_store_free);
  G_OBJECT_CLASS (weft_trail_run_parent_class)->finalize (object);
}

static void
weft_trail_run_class_init (WeftTrailRunClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_trail_run_finalize;
}

static void
weft_trail_run_init (WeftTrailRun *self)
{
}

/**
 * weft_trail_run_open:
 * @path: a run's database
 * @error: return location for a #WEFT_TRAIL_ERROR
 *
 * Opens a run for reading. Nothing is checked but that it is a run.
 *
 * Returns: (transfer full): the run, or %NULL
 */
WeftTrailRun *
weft_trail_run_open (const char *path, GError **error)
{
  WeftTrailStore *store = weft_trail_store_open (path, FALSE, error);
  WeftTrailRun *self;

  if (store == NULL)
    return NULL;
  self = g_object_new (WEFT_TYPE_TRAIL_RUN, NULL);
  self->store = store;
  return self;
}

const char *
weft_trail_run_get_id (WeftTrailRun *self)
{
  return self->store->id;
}

const char *
weft_trail_run_get_path (WeftTrailRun *self)
{
  return self->store->path;
}

gboolean
weft_trail_run_is_written (WeftTrailRun *self)
{
  return weft_trail_lock_is_held (self->store->path);
}

/**
 * weft_trail_run_n_events:
 * @self: a run
 *
 * Returns: the number of the last event that is stored now, 0 when there is none or it cannot be
 *   read
 */
guint64
weft_trail_run_n_events (WeftTrailRun *self)
{
  guint64 n = 0;

  if (self->get_last == NULL)
    self->get_last = weft_trail_store_prepare (self->store, "SELECT max(seq) FROM events", NULL);
  if (self->get_last == NULL)
    return 0;
  if (sqlite3_step (self->get_last) == SQLITE_ROW)
    n = (guint64) MAX (sqlite3_column_int64 (self->get_last, 0), 0);
  sqlite3_reset (self->get_last);
  return n;
}

static void
refuse_absent (WeftTrailRun *self, guint64 seq, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->store->path);

  g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING,
               "%s: found no event %" G_GUINT64_FORMAT, name, seq);
}

/**
 * weft_trail_run_get_event:
 * @self: a run
 * @seq: 1 for the first event
 * @error: return location for a #WEFT_TRAIL_ERROR
 *
 * Returns: (transfer full): the event, or %NULL when there is none or its line is damaged
 */
WeftEvent *
weft_trail_run_get_event (WeftTrailRun *self, guint64 seq, GError **error)
{
  WeftEvent *event = NULL;
  int code;

  if (self->get_event == NULL)
    self->get_event
        = weft_trail_store_prepare (self->store, "SELECT line FROM events WHERE seq = ?", error);
  if (self->get_event == NULL)
    return NULL;
  sqlite3_bind_int64 (self->get_event, 1, (gint64) seq);
  code = sqlite3_step (self->get_event);
  if (code == SQLITE_ROW)
    {
      const char *line = (const char *) sqlite3_column_text (self->get_event, 0);

      event = weft_event_new_from_line (line != NULL ? line : "",
                                        sqlite3_column_bytes (self->get_event, 0), error);
    }
  else if (code == SQLITE_DONE)
    refuse_absent (self, seq, error);
  else
    weft_trail_store_refuse (self->store, error);
  sqlite3_reset (self->get_event);
  return event;
}

/**
 * weft_trail_run_find:
 * @self: a run
 * @kind: a kind
 * @last: whether the last of that kind is meant, not the first
 * @error: return location for a #WEFT_TRAIL_ERROR
 *
 * Returns: (transfer full) (nullable): the event, or %NULL, without an error when there is none
 */
WeftEvent *
weft_trail_run_find (WeftTrailRun *self, const char *kind, gboolean last, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = weft_trail_store_prepare (
      self->store,
      last ? "SELECT seq FROM marks WHERE kind = (SELECT number FROM names WHERE name = ?) "
             "ORDER BY seq DESC LIMIT 1"
           : "SELECT seq FROM marks WHERE kind = (SELECT number FROM names WHERE name = ?) "
             "ORDER BY seq LIMIT 1",
      error);
  int code;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_text (statement, 1, kind, -1, SQLITE_STATIC);
  code = sqlite3_step (statement);
  if (code == SQLITE_ROW)
    return weft_trail_run_get_event (self, (guint64) sqlite3_column_int64 (statement, 0), error);
  if (code != SQLITE_DONE)
    weft_trail_store_refuse (self->store, error);
  return NULL;
}

/* Names that a column of the marks refers to, sorted. */
static GStrv
list_names (WeftTrailRun *self, const char *sql, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = weft_trail_store_prepare (self->store, sql, error);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  int code;

  if (statement == NULL)
    return NULL;
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    g_strv_builder_add (names, (const char *) sqlite3_column_text (statement, 0));
  if (code == SQLITE_DONE)
    return g_strv_builder_end (names);
  weft_trail_store_refuse (self->store, error);
  return NULL;
}

/**
 * weft_trail_run_list_kinds:
 * @self: a run
 * @error: return location for a #WEFT_TRAIL_ERROR
 *
 * Returns: (transfer full): the kinds that occur, sorted, or %NULL
 */
GStrv
weft_trail_run_list_kinds (WeftTrailRun *self, GError **error)
{
  return list_names (self, "SELECT name FROM names WHERE number IN (SELECT DISTINCT kind FROM marks) "
                           "ORDER BY name", error);
}

/**
 * weft_trail_run_list_actors:
 * @self: a run
 * @error: return location for a #WEFT_TRAIL_ERROR
 *
 * Returns: (transfer full): the actors that occur, sorted, or %NULL
 */
GStrv
weft_trail_run_list_actors (WeftTrailRun *self, GError **error)
{
  return list_names (self, "SELECT name FROM names WHERE number IN (SELECT DISTINCT actor FROM marks) "
                           "ORDER BY name", error);
}

static GBytes *
unpack (const void *data, gsize length)
{
  g_autoptr (GZlibDecompressor) decompressor
      = g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  const guint8 *at = data;
  GConverterResult result;

  do
    {
      guint8 step[UNPACK_STEP];
      gsize read = 0, written = 0;

      result = g_converter_convert (G_CONVERTER (decompressor), at, length, step, sizeof step,
                                    G_CONVERTER_INPUT_AT_END, &read, &written, NULL);
      if (result == G_CONVERTER_ERROR || out->len + written > MAX_BLOB_BYTES)
        return NULL;
      g_byte_array_append (out, step, written);
      at += read;
      length -= read;
    }
  while (result != G_CONVERTER_FINISHED);
  return g_byte_array_free_to_bytes (g_steal_pointer (&out));
}

/* The bytes of a row, which must be those that the digest names. */
GBytes *
weft_trail_blob_unpack (const char *digest, int coding, const void *data, gsize length, GError **error)
{
  g_autoptr (GBytes) bytes = coding == 0   ? g_bytes_new (data, length)
                             : coding == 1 ? unpack (data, length)
                                           : NULL;
  g_autofree char *found = bytes != NULL ? weft_trail_digest (bytes) : NULL;

  if (g_strcmp0 (found, digest) == 0)
    return g_steal_pointer (&bytes);
  g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED, "the blob %s is not what it was: %s",
               digest, found != NULL ? found : "it cannot be unpacked");
  return NULL;
}

/**
 * weft_trail_run_get_blob:
 * @self: a run
 * @digest: "sha256:…", as an event names it
 * @error: return location for a #WEFT_TRAIL_ERROR
 *
 * Returns: (transfer full): the bytes, checked, or %NULL
 */
GBytes *
weft_trail_run_get_blob (WeftTrailRun *self, const char *digest, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = weft_trail_store_prepare (
      self->store, "SELECT coding, bytes FROM blobs WHERE digest = ?", error);
  int code;

  if (statement == NULL)
    return NULL;
  sqlite3_bind_text (statement, 1, digest, -1, SQLITE_STATIC);
  code = sqlite3_step (statement);
  if (code == SQLITE_ROW)
    return weft_trail_blob_unpack (digest, sqlite3_column_int (statement, 0),
                                   sqlite3_column_blob (statement, 1),
                                   sqlite3_column_bytes (statement, 1), error);
  if (code == SQLITE_DONE)
    g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING, "found no blob %s", digest);
  else
    weft_trail_store_refuse (self->store, error);
  return NULL;
}
