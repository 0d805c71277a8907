/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing the archive of a run. Entries are stored as they are, since no two versions of a compressor
 * give the same bytes, and have no time. */

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "trail/weft-trail-archive-private.h"
#include "trail/weft-trail-run-private.h"
#include "trail/weft-trail-verify-private.h"

typedef struct
{
  WeftTrailStore *store;
  struct archive *zip;
  const char *path;
  GCancellable *cancellable;
  guint64 events;
  guint64 size; /* of run.jsonl */
  GString *sums;
} Writing;

static gboolean
refuse_zip (Writing *self, GError **error)
{
  int number = archive_errno (self->zip);

  return weft_trail_refuse_errno (number != 0 ? number : EIO, self->path, "the archive cannot be written",
                                  error);
}

static gboolean
begin_entry (Writing *self, const char *name, guint64 size, GError **error)
{
  struct archive_entry *entry = archive_entry_new ();
  int code;

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (gint64) size);
  code = archive_write_header (self->zip, entry);
  archive_entry_free (entry);
  return code == ARCHIVE_OK || refuse_zip (self, error);
}

static gboolean
write_bytes (Writing *self, const void *bytes, gsize length, GError **error)
{
  const char *at = bytes;

  while (length > 0)
    {
      la_ssize_t n = archive_write_data (self->zip, at, length);

      if (n <= 0)
        return refuse_zip (self, error);
      at += n;
      length -= (gsize) n;
    }
  return TRUE;
}

static gboolean
write_entry (Writing *self, const char *name, const void *bytes, gsize length, GError **error)
{
  return begin_entry (self, name, length, error) && write_bytes (self, bytes, length, error);
}

/* Every line, to the sum when there is one and to the archive otherwise. */
static gboolean
pass_lines (Writing *self, GChecksum *sum, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = weft_trail_store_prepare (
      self->store, "SELECT line FROM events WHERE seq <= ? ORDER BY seq", error);
  int code;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, (gint64) self->events);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      const char *line = (const char *) sqlite3_column_text (statement, 0);
      gsize length = sqlite3_column_bytes (statement, 0);

      if (sum != NULL)
        {
          g_checksum_update (sum, (const guchar *) line, length);
          g_checksum_update (sum, (const guchar *) "\n", 1);
          self->size += length + 1;
        }
      else if (!write_bytes (self, line, length, error) || !write_bytes (self, "\n", 1, error))
        return FALSE;
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
    }
  return code == SQLITE_DONE || weft_trail_store_refuse (self->store, error);
}

/* Every blob that an event names, to the list of sums or to the archive. */
static gboolean
pass_blobs (Writing *self, GHashTable *named, gboolean only_sums, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = weft_trail_store_prepare (
      self->store, "SELECT digest, coding, bytes FROM blobs ORDER BY digest", error);
  int code;

  if (statement == NULL)
    return FALSE;
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      const char *digest = (const char *) sqlite3_column_text (statement, 0);
      g_autofree char *name = NULL;
      g_autoptr (GBytes) bytes = NULL;

      if (!g_hash_table_contains (named, digest))
        continue;
      name = g_strconcat (WEFT_ARCHIVE_BLOBS, digest + strlen ("sha256:"), NULL);
      if (only_sums)
        {
          g_string_append_printf (self->sums, "%s  %s\n", digest + strlen ("sha256:"), name);
          continue;
        }
      bytes = weft_trail_blob_unpack (digest, sqlite3_column_int (statement, 1),
                                      sqlite3_column_blob (statement, 2),
                                      sqlite3_column_bytes (statement, 2), error);
      if (bytes == NULL
          || !write_entry (self, name, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error)
          || g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
    }
  return code == SQLITE_DONE || weft_trail_store_refuse (self->store, error);
}

static gboolean
write_all (Writing *self, GHashTable *named, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  if (!pass_blobs (self, named, TRUE, error) || !pass_lines (self, sum, error))
    return FALSE;
  g_string_append_printf (self->sums, "%s  %s\n", g_checksum_get_string (sum), WEFT_ARCHIVE_EVENTS);
  return write_entry (self, WEFT_ARCHIVE_SUMS, self->sums->str, self->sums->len, error)
         && pass_blobs (self, named, FALSE, error)
         && begin_entry (self, WEFT_ARCHIVE_EVENTS, self->size, error)
         && pass_lines (self, NULL, error);
}

static gboolean
write_zip (Writing *self, int fd, GHashTable *named, GError **error)
{
  gboolean done;

  self->zip = archive_write_new ();
  self->sums = g_string_new (NULL);
  archive_write_set_format_zip (self->zip);
  archive_write_zip_set_compression_store (self->zip);
  archive_write_set_bytes_in_last_block (self->zip, 1);
  done = archive_write_open_fd (self->zip, fd) == ARCHIVE_OK ? write_all (self, named, error)
                                                            : refuse_zip (self, error);
  if (done && archive_write_close (self->zip) != ARCHIVE_OK)
    done = refuse_zip (self, error);
  if (!done)
    archive_write_fail (self->zip);
  archive_write_free (self->zip);
  g_string_free (self->sums, TRUE);
  return done;
}

/* Beside its place, and into it only when it is complete. */
static gboolean
save_zip (Writing *self, GHashTable *named, GError **error)
{
  g_autofree char *temp = g_strconcat (self->path, ".XXXXXX", NULL);
  int fd = g_mkstemp_full (temp, O_RDWR | O_CLOEXEC, 0644);
  gboolean done;

  if (fd < 0)
    return weft_trail_refuse_errno (errno, self->path, "the archive cannot be written", error);
  done = write_zip (self, fd, named, error);
  if (done && fsync (fd) != 0)
    done = weft_trail_refuse_errno (errno, self->path, "the archive cannot be written", error);
  close (fd);
  if (done && rename (temp, self->path) != 0)
    done = weft_trail_refuse_errno (errno, self->path, "the archive cannot be put in its place", error);
  if (!done)
    unlink (temp);
  return done;
}

/**
 * weft_trail_export:
 * @self: a run
 * @path: where the archive goes; a file that is there is replaced
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Writes the archive of a run, as far as it is stored now. The chain is checked first: a broken run
 * has no archive.
 *
 * Returns: %FALSE when no archive was written
 */
gboolean
weft_trail_export (WeftTrailRun *self, const char *path, GCancellable *cancellable, GError **error)
{
  g_auto (WeftTrailWalk) walk = { .store = self->store, .cancellable = cancellable };
  Writing writing = { .store = self->store, .path = path, .cancellable = cancellable };
  gboolean done;

  if (!weft_trail_store_exec (self->store, "BEGIN", error))
    return FALSE;
  done = weft_trail_walk (&walk, error);
  if (done && walk.report.state == WEFT_CHAIN_BROKEN)
    {
      g_autofree char *name = g_filename_display_name (self->store->path);

      g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED,
                   "%s: the run cannot be exported, since its chain is broken: %s", name,
                   walk.report.reason);
      done = FALSE;
    }
  writing.events = walk.report.events;
  done = done && save_zip (&writing, walk.blobs, error);
  weft_trail_store_rollback (self->store);
  return done;
}
