/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a large text one after the other, through a buffer of fixed size; what gzip made is read as the text
 * that it was. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * WeftMatrixLines: (skip)
 * @name: for messages
 * @number: of the line that was read last, from 1
 */
typedef struct
{
  const char *name;
  guint64 number;
  GInputStream *stream;
  GCancellable *cancellable;
  char *buffer;
  gsize begin;
  gsize end;
  gboolean at_end;
} WeftMatrixLines;

gboolean weft_matrix_lines_init   (WeftMatrixLines  *self,
                                   GInputStream     *stream,
                                   const char       *name,
                                   GCancellable     *cancellable,
                                   GError          **error);
void     weft_matrix_lines_clear  (WeftMatrixLines  *self);
/* The next line, ended by a zero byte, until the next call. FALSE at the end, and with an error. */
gboolean weft_matrix_lines_next   (WeftMatrixLines  *self,
                                   char            **text,
                                   gsize            *length,
                                   GError          **error);
/* Sets a WEFT_WORKLOAD_ERROR "NAME:LINE: ...". Always FALSE. */
gboolean weft_matrix_lines_refuse (WeftMatrixLines  *self,
                                   int               code,
                                   GError          **error,
                                   const char       *format,
                                   ...) G_GNUC_PRINTF (4, 5);

G_END_DECLS
