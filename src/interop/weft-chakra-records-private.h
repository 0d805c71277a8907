/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The records of a file one after the other: each a length of 7 bits a byte, low bits first, and that many bytes. What
 * gzip made is read as what it was. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WEFT_CHAKRA_MAX_RECORD_BYTES (64u * 1024 * 1024)

/**
 * WeftChakraRecords: (skip)
 * @name: of the file, for messages
 * @number: of the record that was read last, from 1
 * @offset: where it begins in the unpacked file
 */
typedef struct
{
  char *name;
  guint64 number;
  guint64 offset;
  GInputStream *stream;
  GCancellable *cancellable;
  guint8 *buffer;
  gsize buffer_bytes;
  gsize begin;
  gsize end;
  guint64 n_dropped; /* bytes of the file before those in the buffer */
  gboolean at_end;
} WeftChakraRecords;

gboolean weft_chakra_records_open   (WeftChakraRecords  *self,
                                     const char         *path,
                                     GCancellable       *cancellable,
                                     GError            **error);
/* The same of a stream, which is kept. */
gboolean weft_chakra_records_init   (WeftChakraRecords  *self,
                                     GInputStream       *stream,
                                     const char         *name,
                                     GCancellable       *cancellable,
                                     GError            **error);
void     weft_chakra_records_clear  (WeftChakraRecords  *self);
/* The next record, until the next call. FALSE at the end, and with an error. */
gboolean weft_chakra_records_next   (WeftChakraRecords  *self,
                                     const guint8      **bytes,
                                     gsize              *length,
                                     GError            **error);
/* Sets a WEFT_SIM_ERROR "NAME: record 3 (byte 62): ...". Always FALSE. */
gboolean weft_chakra_records_refuse (WeftChakraRecords  *self,
                                     int                 code,
                                     GError            **error,
                                     const char         *format,
                                     ...) G_GNUC_PRINTF (4, 5);

G_END_DECLS
