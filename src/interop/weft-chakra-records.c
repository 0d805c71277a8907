/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records through a buffer that grows with what is really there, so that a wrong length costs no memory. */
#include "interop/weft-chakra-records-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-gunzip-private.h"
#include "sim/weft-sim-trace.h"

#define FIRST_BUFFER_BYTES (256 * 1024)

/* Bytes of a length: 32 bits, 7 a byte. */
#define MAX_LENGTH_BYTES 5

static gboolean
refuse_read (WeftChakraRecords *self, GError *reason, GError **error)
{
  if (!g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_prefix_error (&reason, _("%s: cannot be read: "), self->name);
  g_propagate_error (error, reason);
  return FALSE;
}

static void
make_room (WeftChakraRecords *self)
{
  if (self->begin > 0)
    {
      memmove (self->buffer, self->buffer + self->begin, self->end - self->begin);
      self->n_dropped += self->begin;
      self->end -= self->begin;
      self->begin = 0;
    }
  if (self->end < self->buffer_bytes)
    return;
  self->buffer_bytes *= 2;
  self->buffer = g_realloc (self->buffer, self->buffer_bytes);
}

static gboolean
refill (WeftChakraRecords *self, GError **error)
{
  GError *reason = NULL;
  gssize n_read;

  /* A stream that has bytes at hand does not ask. */
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  make_room (self);
  n_read = g_input_stream_read (self->stream, self->buffer + self->end, self->buffer_bytes - self->end,
                                self->cancellable, &reason);
  if (n_read < 0)
    return refuse_read (self, reason, error);
  self->at_end = n_read == 0;
  self->end += n_read;
  return TRUE;
}

/* Has @n bytes in the buffer, or all that the file still has. */
static gboolean
have (WeftChakraRecords *self, gsize n, GError **error)
{
  while (self->end - self->begin < n && !self->at_end)
    if (!refill (self, error))
      return FALSE;
  return TRUE;
}

/* Reads the length of a record and takes it; *n_bytes is what it says. */
static gboolean
take_length (WeftChakraRecords *self, gsize *n_bytes, GError **error)
{
  guint64 value = 0;
  gsize n_here = MIN (self->end - self->begin, MAX_LENGTH_BYTES);

  for (gsize i = 0; i < n_here; i++)
    {
      guint8 byte = self->buffer[self->begin + i];

      value |= (guint64) (byte & 0x7f) << (7 * i);
      if (byte & 0x80)
        continue;
      if (value > G_MAXUINT32)
        break;
      self->begin += i + 1;
      *n_bytes = value;
      return TRUE;
    }
  if (n_here < MAX_LENGTH_BYTES)
    return weft_chakra_records_refuse (self, WEFT_SIM_ERROR_INVALID, error,
                                       _("the file ends within the length of the record: it was cut off"));
  return weft_chakra_records_refuse (self, WEFT_SIM_ERROR_INVALID, error,
                                     _("the length of the record does not fit into 32 bits: this is no Chakra trace, "
                                       "or bytes before this place are wrong"));
}

static gboolean
take_bytes (WeftChakraRecords *self, gsize n_bytes, GError **error)
{
  if (n_bytes > WEFT_CHAKRA_MAX_RECORD_BYTES)
    return weft_chakra_records_refuse (self, WEFT_SIM_ERROR_LIMIT, error,
                                       _("the record says that it has %" G_GSIZE_FORMAT " bytes; at most %u are read. "
                                         "If that is not so, this is no Chakra trace, or bytes before this place are "
                                         "wrong"),
                                       n_bytes, WEFT_CHAKRA_MAX_RECORD_BYTES);
  if (!have (self, n_bytes, error))
    return FALSE;
  if (self->end - self->begin < n_bytes)
    return weft_chakra_records_refuse (self, WEFT_SIM_ERROR_INVALID, error,
                                       _("the record says that it has %" G_GSIZE_FORMAT " bytes, but the file ends "
                                         "after %" G_GSIZE_FORMAT " of them: it was cut off, or is no Chakra trace"),
                                       n_bytes, self->end - self->begin);
  return TRUE;
}

/* --- public --- */

gboolean
weft_chakra_records_init (WeftChakraRecords *self, GInputStream *stream, const char *name, GCancellable *cancellable,
                          GError **error)
{
  GError *reason = NULL;

  *self = (WeftChakraRecords) { .name = g_strdup (name), .cancellable = cancellable };
  self->buffer = g_malloc (FIRST_BUFFER_BYTES);
  self->buffer_bytes = FIRST_BUFFER_BYTES;
  self->stream = weft_gunzip_stream (stream, cancellable, &reason);
  return self->stream != NULL || refuse_read (self, reason, error);
}

gboolean
weft_chakra_records_open (WeftChakraRecords *self, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *name = g_filename_display_name (path);
  GError *reason = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, &reason);

  if (stream != NULL)
    return weft_chakra_records_init (self, G_INPUT_STREAM (stream), name, cancellable, error);
  *self = (WeftChakraRecords) { .name = g_steal_pointer (&name) };
  return refuse_read (self, reason, error);
}

void
weft_chakra_records_clear (WeftChakraRecords *self)
{
  g_clear_object (&self->stream);
  g_clear_pointer (&self->buffer, g_free);
  g_clear_pointer (&self->name, g_free);
}

gboolean
weft_chakra_records_next (WeftChakraRecords *self, const guint8 **bytes, gsize *length, GError **error)
{
  if (!have (self, MAX_LENGTH_BYTES, error))
    return FALSE;
  if (self->begin == self->end)
    return FALSE;
  self->number++;
  self->offset = self->n_dropped + self->begin;
  if (!take_length (self, length, error) || !take_bytes (self, *length, error))
    return FALSE;
  *bytes = self->buffer + self->begin;
  self->begin += *length;
  return TRUE;
}

gboolean
weft_chakra_records_refuse (WeftChakraRecords *self, int code, GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  g_set_error (error, WEFT_SIM_ERROR, code, _("%s: record %" G_GUINT64_FORMAT " (byte %" G_GUINT64_FORMAT "): %s"),
               self->name, self->number, self->offset, words);
  return FALSE;
}
