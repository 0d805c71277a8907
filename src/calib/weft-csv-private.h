/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of a CSV file as RFC 4180 has it, each field with its place: quotes, CRLF, a mark of UTF-8 at the beginning,
 * and lines that begin with # as comments, which are no part of the standard. */
#pragma once

#include "calib/weft-measurement.h"

G_BEGIN_DECLS

/* More fields than any file of measurements has. */
#define WEFT_CSV_MAX_FIELDS 1024u

/**
 * WeftCsvField: (skip)
 * @text: without quotes and outer blanks; stays until the next record
 * @begin: (nullable): in the file, for its column
 * @line_begin: of the line in which it begins
 * @line: from 1
 */
typedef struct
{
  const char *text;
  const char *begin;
  const char *line_begin;
  guint32 line;
} WeftCsvField;

/**
 * WeftCsv: (skip)
 * @name: of the file, for messages
 * @at: where the next record begins
 * @fields: (element-type WeftCsvField): of the last record
 */
typedef struct
{
  const char *name;
  const char *at;
  const char *end;
  const char *line_begin;
  guint32 line;
  GArray *fields;
  GString *texts;
} WeftCsv;

/* @name, @text: borrowed. FALSE: not UTF-8, or with a zero byte. */
gboolean            weft_csv_init   (WeftCsv            *self,
                                     const char         *name,
                                     const char         *text,
                                     gsize               length,
                                     GError            **error);
void                weft_csv_clear  (WeftCsv            *self);
/* The next record with anything in it; FALSE at the end of the file, and with @error set when it is none. */
gboolean            weft_csv_next   (WeftCsv            *self,
                                     GError            **error);
const WeftCsvField *weft_csv_field  (const WeftCsv      *self,
                                     guint               index);
/* "NAME:LINE:COLUMN: MESSAGE", a #WeftCalibError. Returns FALSE. */
gboolean            weft_csv_refuse (const WeftCsv      *self,
                                     const WeftCsvField *field,
                                     int                 code,
                                     GError            **error,
                                     const char         *format,
                                     ...) G_GNUC_PRINTF (5, 6);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCsv, weft_csv_clear)

G_END_DECLS
