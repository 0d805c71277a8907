/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Putting events and blobs into the database of a run, within a transaction of the caller's. */

#include "trail/weft-trail-store-private.h"

#include <string.h>

#include "trail/weft-event-summary-private.h"

/* Smaller ones are stored as they are. */
#define MIN_COMPRESSED 256

static gboolean
run_statement (WeftTrailStore *self, sqlite3_stmt *statement, GError **error)
{
  int code = sqlite3_step (statement);
  gboolean done = code == SQLITE_DONE || weft_trail_store_refuse (self, error);

  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  return done;
}

static gboolean
read_names (WeftTrailStore *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement
      = weft_trail_store_prepare (self, "SELECT number, name FROM names", error);
  int code;

  if (statement == NULL)
    return FALSE;
  g_clear_pointer (&self->names, g_hash_table_unref);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    g_hash_table_insert (self->names, g_strdup ((const char *) sqlite3_column_text (statement, 1)),
                         GINT_TO_POINTER (sqlite3_column_int (statement, 0)));
  return code == SQLITE_DONE || weft_trail_store_refuse (self, error);
}

static gboolean
prepare (WeftTrailStore *self, GError **error)
{
  if (self->insert_event == NULL)
    {
      self->insert_event = weft_trail_store_prepare (self, "INSERT INTO events VALUES (?, ?)", error);
      if (self->insert_event == NULL)
        return FALSE;
      self->insert_mark = weft_trail_store_prepare (self, "INSERT INTO marks VALUES (?, ?, ?, ?)", error);
      if (self->insert_mark == NULL)
        return FALSE;
      self->insert_name = weft_trail_store_prepare (self, "INSERT INTO names (name) VALUES (?)", error);
      if (self->insert_name == NULL)
        return FALSE;
      self->insert_blob
          = weft_trail_store_prepare (self, "INSERT OR IGNORE INTO blobs VALUES (?, ?, ?)", error);
      if (self->insert_blob == NULL)
        return FALSE;
    }
  return self->names != NULL || read_names (self, error);
}

/* 0 with an error. */
static int
number_of (WeftTrailStore *self, const char *name, GError **error)
{
  int number = GPOINTER_TO_INT (g_hash_table_lookup (self->names, name));

  if (number != 0)
    return number;
  sqlite3_bind_text (self->insert_name, 1, name, -1, SQLITE_STATIC);
  if (!run_statement (self, self->insert_name, error))
    return 0;
  number = (int) sqlite3_last_insert_rowid (self->db);
  g_hash_table_insert (self->names, g_strdup (name), GINT_TO_POINTER (number));
  return number;
}

gboolean
weft_trail_store_insert (WeftTrailStore *self, guint64 seq, const char *line, const char *kind,
                         const char *actor, const char *summary, GError **error)
{
  g_autofree char *folded = weft_event_fold (summary);
  int kind_number, actor_number;

  if (!prepare (self, error) || (kind_number = number_of (self, kind, error)) == 0
      || (actor_number = number_of (self, actor, error)) == 0)
    return FALSE;
  sqlite3_bind_int64 (self->insert_event, 1, (gint64) seq);
  sqlite3_bind_text (self->insert_event, 2, line, -1, SQLITE_STATIC);
  if (!run_statement (self, self->insert_event, error))
    return FALSE;
  sqlite3_bind_int64 (self->insert_mark, 1, (gint64) seq);
  sqlite3_bind_int (self->insert_mark, 2, kind_number);
  sqlite3_bind_int (self->insert_mark, 3, actor_number);
  sqlite3_bind_text (self->insert_mark, 4, folded, -1, SQLITE_STATIC);
  return run_statement (self, self->insert_mark, error);
}

/* "sha256:..." (transfer full) */
char *
weft_trail_digest (GBytes *bytes)
{
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);

  return g_strconcat ("sha256:", sum, NULL);
}

/* NULL when that does not make it shorter. (transfer full) */
static GBytes *
compress (GBytes *bytes)
{
  g_autoptr (GZlibCompressor) compressor = NULL;
  gsize n, read = 0, written = 0;
  const guint8 *data = g_bytes_get_data (bytes, &n);
  g_autofree guint8 *out = NULL;

  if (n < MIN_COMPRESSED)
    return NULL;
  compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6);
  out = g_malloc (n);
  if (g_converter_convert (G_CONVERTER (compressor), data, n, out, n, G_CONVERTER_INPUT_AT_END, &read,
                           &written, NULL)
          != G_CONVERTER_FINISHED
      || written >= n)
    return NULL;
  return g_bytes_new (out, written);
}

gboolean
weft_trail_store_insert_blob (WeftTrailStore *self, const char *digest, GBytes *bytes, GError **error)
{
  g_autoptr (GBytes) compressed = compress (bytes);
  GBytes *stored = compressed != NULL ? compressed : bytes;
  gsize n;
  const void *data = g_bytes_get_data (stored, &n);

  if (!prepare (self, error))
    return FALSE;
  sqlite3_bind_text (self->insert_blob, 1, digest, -1, SQLITE_STATIC);
  sqlite3_bind_int (self->insert_blob, 2, compressed != NULL);
  if (n == 0)
    sqlite3_bind_zeroblob (self->insert_blob, 3, 0);
  else
    sqlite3_bind_blob64 (self->insert_blob, 3, data, n, SQLITE_STATIC);
  return run_statement (self, self->insert_blob, error);
}
