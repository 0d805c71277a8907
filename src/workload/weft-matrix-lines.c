/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines through a buffer: what is left of the last line moves to the front before more is read. */
#include "workload/weft-matrix-lines-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-gunzip-private.h"
#include "workload/weft-task-graph.h"

/* The buffer, and so the longest line. */
#define BUFFER_BYTES (256 * 1024)

static gboolean
refuse_read (WeftMatrixLines *self, GError *reason, GError **error)
{
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, reason);
      return FALSE;
    }
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_FILE, _("%s: cannot be read: %s"), self->name,
               reason->message);
  g_error_free (reason);
  return FALSE;
}

static gboolean
refill (WeftMatrixLines *self, GError **error)
{
  GError *reason = NULL;
  gssize n_read;

  /* A stream that has bytes at hand does not ask. */
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  memmove (self->buffer, self->buffer + self->begin, self->end - self->begin);
  self->end -= self->begin;
  self->begin = 0;
  n_read = g_input_stream_read (self->stream, self->buffer + self->end, BUFFER_BYTES - self->end, self->cancellable,
                                &reason);
  if (n_read < 0)
    return refuse_read (self, reason, error);
  self->at_end = n_read == 0;
  self->end += n_read;
  return TRUE;
}

/* Hands out @length bytes of the buffer as a line and goes on @step bytes. */
static void
take_line (WeftMatrixLines *self, gsize length, gsize step, char **text, gsize *n_bytes)
{
  *text = self->buffer + self->begin;
  *n_bytes = length;
  (*text)[length] = '\0';
  self->begin += step;
  self->number++;
}

/* --- public --- */

/* Begins with the first line of @stream, which is kept. */
gboolean
weft_matrix_lines_init (WeftMatrixLines *self, GInputStream *stream, const char *name, GCancellable *cancellable,
                        GError **error)
{
  GError *reason = NULL;

  *self = (WeftMatrixLines) { .name = name, .cancellable = cancellable };
  self->buffer = g_malloc (BUFFER_BYTES + 1);
  self->stream = weft_gunzip_stream (stream, cancellable, &reason);
  if (self->stream == NULL)
    return refuse_read (self, reason, error);
  return TRUE;
}

void
weft_matrix_lines_clear (WeftMatrixLines *self)
{
  g_clear_object (&self->stream);
  g_clear_pointer (&self->buffer, g_free);
}

gboolean
weft_matrix_lines_next (WeftMatrixLines *self, char **text, gsize *length, GError **error)
{
  gsize n_searched = 0;

  for (;;)
    {
      char *from = self->buffer + self->begin + n_searched;
      char *stop = memchr (from, '\n', self->end - self->begin - n_searched);

      if (stop != NULL)
        {
          gsize n = stop - (self->buffer + self->begin);

          take_line (self, n, n + 1, text, length);
          return TRUE;
        }
      n_searched = self->end - self->begin;
      if (self->at_end)
        break;
      if (n_searched == BUFFER_BYTES)
        {
          self->number++;
          return weft_matrix_lines_refuse (self, WEFT_WORKLOAD_ERROR_LIMIT, error,
                                           _("found a line of more than %d bytes"), BUFFER_BYTES);
        }
      if (!refill (self, error))
        return FALSE;
    }
  if (n_searched == 0)
    return FALSE;
  take_line (self, n_searched, n_searched, text, length);
  return TRUE;
}

gboolean
weft_matrix_lines_refuse (WeftMatrixLines *self, int code, GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  g_set_error (error, WEFT_WORKLOAD_ERROR, code, "%s:%" G_GUINT64_FORMAT ": %s", self->name, self->number, words);
  return FALSE;
}
