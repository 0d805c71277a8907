/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going through a journal line by line, as far as it is sound. Nothing in it is trusted. */
#include "design/weft-recovery-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json-delta.h"
#include "design/weft-journal-private.h"

#define DIGEST_DIGITS 64

/* (nullable) */
static const char *
get_string (JsonObject *object,
            const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

static gint64
get_int (JsonObject *object,
         const char *key,
         gint64      most)
{
  JsonNode *node = json_object_get_member (object, key);

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_INT64)
    return 0;
  return CLAMP (json_node_get_int (node), 0, most);
}

static gboolean
refuse (GError     **error,
        int          code,
        const char  *reason)
{
  g_set_error_literal (error, G_IO_ERROR, code, reason);
  return FALSE;
}

/* A local path without detours, else NULL: the journal is then one of a design without a file. */
static char *
take_path (const char *uri)
{
  g_autofree char *host = NULL;
  g_autofree char *path = uri != NULL ? g_filename_from_uri (uri, &host, NULL) : NULL;
  g_autofree char *plain = path != NULL ? g_canonicalize_filename (path, "/") : NULL;

  if (plain == NULL || host != NULL || !g_str_equal (path, plain))
    return NULL;
  return g_steal_pointer (&path);
}

static gboolean
is_digest (const char *text)
{
  return text != NULL && strlen (text) == DIGEST_DIGITS
         && strspn (text, "0123456789abcdef") == DIGEST_DIGITS;
}

static gboolean
take_header (WeftReplay  *replay,
             JsonObject  *header,
             GError     **error)
{
  const char *digest = get_string (header, "digest");

  if (g_strcmp0 (get_string (header, "format"), WEFT_JOURNAL_FORMAT) != 0)
    return refuse (error, G_IO_ERROR_INVALID_DATA, _("this is no journal"));
  if (get_int (header, "version", G_MAXINT64) != WEFT_JOURNAL_VERSION)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   _("the journal has version %" G_GINT64_FORMAT ", expected %d"),
                   get_int (header, "version", G_MAXINT64), WEFT_JOURNAL_VERSION);
      return FALSE;
    }
  replay->file = take_path (get_string (header, "file"));
  if (replay->file != NULL && is_digest (digest))
    replay->digest = g_strdup (digest);
  return TRUE;
}

static void
take_counts (WeftReplay *replay,
             JsonObject *record)
{
  replay->n_changes = (guint) get_int (record, "changes", G_MAXINT);
  replay->time_s = get_int (record, "time_s", G_MAXINT64);
}

static gboolean
take_snapshot (WeftReplay  *replay,
               JsonObject  *record,
               GError     **error)
{
  if (!json_object_has_member (record, "design"))
    return refuse (error, G_IO_ERROR_INVALID_DATA, _("the journal has no snapshot"));
  replay->root = json_node_copy (json_object_get_member (record, "design"));
  take_counts (replay, record);
  return TRUE;
}

static gboolean
take_step (WeftReplay  *replay,
           JsonObject  *record,
           GError     **error)
{
  JsonNode *delta = json_object_get_member (record, "delta");

  if (delta == NULL)
    return refuse (error, G_IO_ERROR_INVALID_DATA, _("a line says no change"));
  if (!weft_json_delta_apply (&replay->root, delta, error))
    return FALSE;
  take_counts (replay, record);
  return TRUE;
}

/* Takes the lines until one is not sound, and at most @n_lines. @n_taken is how many were. */
static gboolean
replay_lines (WeftReplay  *replay,
              const char  *bytes,
              gsize        length,
              guint        n_lines,
              guint       *n_taken,
              GError     **error)
{
  char check[WEFT_JOURNAL_CHECK_BYTES] = "";
  const char *end = bytes + length;
  guint n = 0;

  while (bytes < end && n < n_lines)
    {
      const char *line_end = memchr (bytes, '\n', end - bytes);
      g_autoptr (JsonNode) record = NULL;
      JsonObject *object;

      *n_taken = n;
      replay->state = line_end == NULL ? WEFT_RECOVERY_TORN : WEFT_RECOVERY_DAMAGED;
      if (line_end != NULL)
        record = weft_journal_read_line (bytes, line_end - bytes, check);
      if (record == NULL)
        break;
      object = json_node_get_object (record);
      if (!(n == 0   ? take_header (replay, object, error)
            : n == 1 ? take_snapshot (replay, object, error)
                     : take_step (replay, object, error)))
        return FALSE;
      replay->state = WEFT_RECOVERY_WHOLE;
      bytes = line_end + 1;
      *n_taken = ++n;
    }
  if (n < 2)
    return refuse (error, G_IO_ERROR_INVALID_DATA, _("the journal has no whole beginning"));
  return TRUE;
}

/**
 * weft_replay_read: (skip)
 * @replay: (out): what was found, to be cleared in any case
 * @bytes: a journal, or what is left of one
 * @length: how many
 * @error: where to put a #GIOErrorEnum: %G_IO_ERROR_NOT_SUPPORTED for another version
 *
 * Returns: whether there is a document
 */
gboolean
weft_replay_read (WeftReplay  *replay,
                  const char  *bytes,
                  gsize        length,
                  GError     **error)
{
  guint n_taken = 0;

  *replay = (WeftReplay) { 0 };
  if (replay_lines (replay, bytes, length, G_MAXUINT, &n_taken, error))
    return TRUE;
  if (n_taken < 2)
    return FALSE;

  /* A change that does not fit may have been made in part: once more, up to the one before. */
  g_clear_error (error);
  weft_replay_clear (replay);
  if (!replay_lines (replay, bytes, length, n_taken, &n_taken, error))
    return FALSE;
  replay->state = WEFT_RECOVERY_DAMAGED;
  return TRUE;
}

void
weft_replay_clear (WeftReplay *replay)
{
  g_free (replay->file);
  g_free (replay->digest);
  g_clear_pointer (&replay->root, json_node_unref);
  *replay = (WeftReplay) { 0 };
}
