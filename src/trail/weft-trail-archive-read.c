/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading an archive that anybody may have made: only the entries that an archive has, each once,
 * none larger than it may be, and every sum and the chain checked on the way. */

#include "trail/weft-trail-archive-read-private.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "trail/weft-event-line-private.h"
#include "trail/weft-ulid-private.h"

#define STEP (256 * 1024)
#define MAX_ENTRIES 1000000
#define MAX_SUMS_BYTES (128 * 1024 * 1024)
#define MAX_BLOB_BYTES (256 * 1024 * 1024)
#define MAX_LINE_BYTES (64 * 1024 * 1024)
/* How many times larger than the archive its content may be, so that a small file cannot fill a disk. */
#define MAX_RATIO 200
#define SLACK_BYTES (1024 * 1024)

/* Takes the next bytes of an entry. */
typedef gboolean (*Take) (WeftArchiveReader *self, const guint8 *bytes, gsize length, GError **error);

/* @reason is taken. Always FALSE. */
static gboolean
break_at (WeftArchiveReader *self, guint64 seq, char *reason, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  self->report.state = WEFT_CHAIN_BROKEN;
  self->report.broken_at = seq;
  g_free (self->report.reason);
  self->report.reason = reason;
  g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED, "%s: %s", name, reason);
  return FALSE;
}

static gboolean
refuse (WeftArchiveReader *self, const char *reason, GError **error)
{
  return break_at (self, 0, g_strdup (reason), error);
}

static gboolean
refuse_entry (WeftArchiveReader *self, const char *what, const char *entry, GError **error)
{
  g_autofree char *shown = g_utf8_make_valid (entry, -1);

  return break_at (self, 0, g_strdup_printf ("%s: “%.100s”", what, shown), error);
}

static gboolean
refuse_zip (WeftArchiveReader *self, struct archive *zip, GError **error)
{
  const char *message = archive_error_string (zip);

  return break_at (self, 0,
                   g_strdup_printf ("the archive is damaged: %s", message != NULL ? message : "unknown"),
                   error);
}

static void
name_blobs (WeftArchiveReader *self, WeftEvent *event)
{
  JsonObject *blobs = weft_event_get_blobs (event);
  JsonObjectIter iter;
  JsonNode *node;

  if (blobs == NULL)
    return;
  json_object_iter_init (&iter, blobs);
  while (json_object_iter_next (&iter, NULL, &node))
    if (!g_hash_table_contains (self->named, json_node_get_string (node)))
      g_hash_table_insert (self->named, g_strdup (json_node_get_string (node)),
                           GUINT_TO_POINTER ((guint) MIN (weft_event_get_seq (event), G_MAXUINT)));
}

/* The first event says which run it is. */
static gboolean
take_id (WeftArchiveReader *self, const WeftEventLine *parts, GError **error)
{
  g_autofree char *sql = NULL;

  if (self->id != NULL)
    return TRUE;
  self->id = g_strndup (parts->run, WEFT_ULID_LENGTH);
  if (self->store == NULL)
    return TRUE;
  g_free (self->store->id);
  self->store->id = g_strdup (self->id);
  sql = g_strdup_printf ("UPDATE meta SET value = '%s' WHERE key = 'run'", self->id);
  return weft_trail_store_exec (self->store, sql, error);
}

static gboolean
take_line (WeftArchiveReader *self, const char *line, gsize length, GError **error)
{
  guint64 seq = self->report.events + 1;
  g_autoptr (WeftEvent) event = NULL;
  g_autoptr (GError) cause = NULL;
  WeftEventLine parts;
  char *reason = NULL;

  if (!weft_event_line_split (&parts, line, length, &cause))
    return break_at (self, seq, g_strdup_printf ("event %" G_GUINT64_FORMAT ": %s", seq, cause->message),
                     error);
  if (!take_id (self, &parts, error))
    return FALSE;
  if (!weft_event_line_check (&parts, self->id, seq, self->report.last_hash, &reason))
    return break_at (self, seq, reason, error);
  event = weft_event_new_from_line (line, length, &cause);
  if (event == NULL)
    return break_at (self, seq, g_strdup (cause->message), error);
  if (self->ended || parts.mono_us < self->mono_us)
    return break_at (self, seq,
                     g_strdup_printf (self->ended ? "event %" G_GUINT64_FORMAT " stands behind the end of the run"
                                                  : "event %" G_GUINT64_FORMAT " is earlier than the one before it",
                                      seq), error);
  name_blobs (self, event);
  if (self->store != NULL
      && !weft_trail_store_insert (self->store, seq, weft_event_get_line (event), weft_event_get_kind (event),
                                   weft_event_get_actor (event), weft_event_get_summary (event), error))
    return FALSE;
  self->report.events = seq;
  memcpy (self->report.last_hash, parts.hash, WEFT_HASH_LENGTH);
  self->ended = g_str_equal (weft_event_get_kind (event), "run.end");
  self->mono_us = parts.mono_us;
  return TRUE;
}

static gboolean
take_events (WeftArchiveReader *self, const guint8 *bytes, gsize length, GError **error)
{
  while (length > 0)
    {
      const guint8 *newline = memchr (bytes, '\n', length);
      gsize n = newline != NULL ? (gsize) (newline - bytes) : length;

      if (self->rest->len + n > MAX_LINE_BYTES)
        return break_at (self, self->report.events + 1, g_strdup ("a line is too long"), error);
      g_byte_array_append (self->rest, bytes, n);
      if (newline == NULL)
        return TRUE;
      if (!take_line (self, (const char *) self->rest->data, self->rest->len, error))
        return FALSE;
      g_byte_array_set_size (self->rest, 0);
      bytes += n + 1;
      length -= n + 1;
    }
  return TRUE;
}

static gboolean
take_whole (WeftArchiveReader *self, const guint8 *bytes, gsize length, GError **error)
{
  if (self->rest->len + length > MAX (MAX_BLOB_BYTES, MAX_SUMS_BYTES))
    return refuse (self, "an entry is too large", error);
  g_byte_array_append (self->rest, bytes, length);
  return TRUE;
}

static gboolean
is_blob_name (const char *name)
{
  const gsize n = strlen (WEFT_ARCHIVE_BLOBS);

  return g_str_has_prefix (name, WEFT_ARCHIVE_BLOBS) && strlen (name) == n + WEFT_HASH_LENGTH
         && strspn (name + n, "0123456789abcdef") == WEFT_HASH_LENGTH;
}

/* What is left to be done with an entry when all of it was read. */
static gboolean
finish_entry (WeftArchiveReader *self, const char *name, const char *sum, GError **error)
{
  if (g_str_equal (name, WEFT_ARCHIVE_EVENTS))
    return self->rest->len == 0
           || break_at (self, self->report.events + 1, g_strdup ("the last line has no end"), error);
  if (g_str_equal (name, WEFT_ARCHIVE_SUMS))
    {
      self->sums = g_strndup ((const char *) self->rest->data, self->rest->len);
      return TRUE;
    }
  if (strcmp (name + strlen (WEFT_ARCHIVE_BLOBS), sum) != 0)
    return refuse_entry (self, "a blob has not the sum that it is named by", name, error);
  if (self->store != NULL)
    {
      g_autofree char *digest = g_strconcat ("sha256:", sum, NULL);
      g_autoptr (GBytes) bytes = g_bytes_new (self->rest->data, self->rest->len);

      return weft_trail_store_insert_blob (self->store, digest, bytes, error);
    }
  return TRUE;
}

static gboolean
read_entry (WeftArchiveReader *self, struct archive *zip, const char *name, GError **error)
{
  Take take = g_str_equal (name, WEFT_ARCHIVE_EVENTS) ? take_events : take_whole;
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *buffer = g_malloc (STEP);
  la_ssize_t n;

  g_byte_array_set_size (self->rest, 0);
  while ((n = archive_read_data (zip, buffer, STEP)) > 0)
    {
      self->bytes += (guint64) n;
      if (self->bytes > self->max_bytes)
        return refuse (self, "the content is far larger than the archive", error);
      g_checksum_update (sum, buffer, n);
      if (!take (self, buffer, (gsize) n, error)
          || g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
    }
  if (n < 0)
    return refuse_zip (self, zip, error);
  g_hash_table_insert (self->found, g_strdup (name), g_strdup (g_checksum_get_string (sum)));
  return finish_entry (self, name, g_checksum_get_string (sum), error);
}

static gboolean
check_entry (WeftArchiveReader *self, struct archive_entry *entry, GError **error)
{
  const char *name = archive_entry_pathname (entry);

  if (name == NULL)
    return refuse (self, "an entry has no name", error);
  if (!g_str_equal (name, WEFT_ARCHIVE_EVENTS) && !g_str_equal (name, WEFT_ARCHIVE_SUMS)
      && !is_blob_name (name))
    return refuse_entry (self, "found an entry that no archive of a run has", name, error);
  if (archive_entry_filetype (entry) != AE_IFREG || archive_entry_is_encrypted (entry))
    return refuse_entry (self, "an entry is no plain file", name, error);
  if (g_hash_table_contains (self->found, name))
    return refuse_entry (self, "an entry is there twice", name, error);
  return g_hash_table_size (self->found) < MAX_ENTRIES || refuse (self, "there are too many entries", error);
}

static gboolean
read_entries (WeftArchiveReader *self, struct archive *zip, GError **error)
{
  struct archive_entry *entry;
  int code;

  while ((code = archive_read_next_header (zip, &entry)) == ARCHIVE_OK)
    {
      g_autofree char *name = NULL;

      if (!check_entry (self, entry, error))
        return FALSE;
      name = g_strdup (archive_entry_pathname (entry));
      if (!read_entry (self, zip, name, error))
        return FALSE;
    }
  return code == ARCHIVE_EOF || refuse_zip (self, zip, error);
}

/* Each entry but the list itself stands in it, once, and nothing else does. */
static gboolean
check_sums (WeftArchiveReader *self, GError **error)
{
  g_auto (GStrv) lines = NULL;
  g_autoptr (GHashTable) listed = g_hash_table_new (g_str_hash, g_str_equal);
  guint n = 0;

  if (self->sums == NULL || !g_hash_table_contains (self->found, WEFT_ARCHIVE_EVENTS))
    return refuse (self, self->sums == NULL ? "SHA256SUMS is missing" : "run.jsonl is missing", error);
  lines = g_strsplit (self->sums, "\n", -1);
  for (; lines[n] != NULL && *lines[n] != '\0'; n++)
    {
      const char *name = strlen (lines[n]) > WEFT_HASH_LENGTH + 2 ? lines[n] + WEFT_HASH_LENGTH + 2 : "";
      const char *sum = g_hash_table_lookup (self->found, name);

      if (sum == NULL || g_str_equal (name, WEFT_ARCHIVE_SUMS) || !g_hash_table_add (listed, (char *) name))
        return refuse_entry (self, "SHA256SUMS names what is not there, or twice", name, error);
      if (strncmp (lines[n], sum, WEFT_HASH_LENGTH) != 0
          || strncmp (lines[n] + WEFT_HASH_LENGTH, "  ", 2) != 0)
        return refuse_entry (self, "an entry has not the sum that SHA256SUMS says", name, error);
    }
  if (g_hash_table_size (listed) + 1 != g_hash_table_size (self->found))
    return refuse (self, "there are entries that SHA256SUMS does not name", error);
  return TRUE;
}

static gboolean
check_blobs (WeftArchiveReader *self, GError **error)
{
  GHashTableIter iter;
  gpointer digest, seq;

  g_hash_table_iter_init (&iter, self->named);
  while (g_hash_table_iter_next (&iter, &digest, &seq))
    {
      g_autofree char *name = g_strconcat (WEFT_ARCHIVE_BLOBS, (char *) digest + strlen ("sha256:"), NULL);

      if (!g_hash_table_contains (self->found, name))
        return break_at (self, GPOINTER_TO_UINT (seq),
                         g_strdup_printf ("event %u names the blob %s, which is not there",
                                          GPOINTER_TO_UINT (seq), (char *) digest), error);
    }
  return g_hash_table_size (self->named) + 2 == g_hash_table_size (self->found)
         || refuse (self, "there are blobs that no event names", error);
}

static gboolean
judge (WeftArchiveReader *self, GError **error)
{
  if (!check_sums (self, error) || !check_blobs (self, error))
    return FALSE;
  if (self->report.events == 0)
    return refuse (self, "run.jsonl has no event", error);
  self->report.state = self->ended ? WEFT_CHAIN_WHOLE : WEFT_CHAIN_TRUNCATED;
  if (!self->ended)
    self->report.reason = g_strdup_printf ("the run has no end: event %" G_GUINT64_FORMAT " is the last",
                                           self->report.events);
  return TRUE;
}

gboolean
weft_archive_read (WeftArchiveReader *self, GError **error)
{
  struct archive *zip;
  struct stat info;
  gboolean done;

  self->report.last_hash = g_strdup (WEFT_HASH_NONE);
  self->found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->rest = g_byte_array_new ();
  errno = 0;
  if (stat (self->path, &info) != 0 || !S_ISREG (info.st_mode))
    return weft_trail_refuse_errno (errno != 0 ? errno : EINVAL, self->path, "the archive cannot be read",
                                    error);
  self->max_bytes = SLACK_BYTES + MAX_RATIO * (guint64) info.st_size;
  zip = archive_read_new ();
  archive_read_support_format_zip_seekable (zip);
  done = archive_read_open_filename (zip, self->path, STEP) == ARCHIVE_OK
             ? read_entries (self, zip, error) && judge (self, error)
             : refuse_zip (self, zip, error);
  archive_read_free (zip);
  return done;
}

void
weft_archive_reader_clear (WeftArchiveReader *self)
{
  weft_chain_report_clear (&self->report);
  g_clear_pointer (&self->id, g_free);
  g_clear_pointer (&self->sums, g_free);
  g_clear_pointer (&self->found, g_hash_table_unref);
  g_clear_pointer (&self->named, g_hash_table_unref);
  g_clear_pointer (&self->rest, g_byte_array_unref);
}

/**
 * weft_trail_archive_verify: (skip)
 * @archive: a path
 * @report: (out caller-allocates): what was found, to be cleared also on %FALSE
 * @id: (out) (optional) (nullable): the run that the archive says it is
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Returns: %FALSE when the archive could not be read or that was cancelled
 */
gboolean
weft_trail_archive_verify (const char *archive, WeftChainReport *report, char **id,
                           GCancellable *cancellable, GError **error)
{
  g_auto (WeftArchiveReader) reader = { .path = archive, .cancellable = cancellable };
  g_autoptr (GError) cause = NULL;
  gboolean done = weft_archive_read (&reader, &cause) || reader.report.state == WEFT_CHAIN_BROKEN;

  *report = reader.report;
  reader.report = (WeftChainReport) { 0 };
  if (id != NULL)
    *id = g_steal_pointer (&reader.id);
  if (!done)
    g_propagate_error (error, g_steal_pointer (&cause));
  return done;
}
