/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file's text on its way into a reader, and what all readers do with it. */
#pragma once

#include <gio/gio.h>

#include "workload/weft-task-builder.h"

G_BEGIN_DECLS

/* Longer files are refused: a graph of as many tasks and edges as are taken is shorter. */
#define WEFT_WORKLOAD_MAX_BYTES ((gsize) 2 << 30)

/**
 * WeftWorkloadText: (skip)
 * @text: the whole file; a zero byte stands after it
 * @length: its length in bytes
 * @name: what messages call it
 * @notes: (nullable) (element-type utf8): sentences about the reading
 * @cancellable: (nullable): to stop it
 */
typedef struct
{
  const char *text;
  gsize length;
  const char *name;
  GPtrArray *notes;
  GCancellable *cancellable;
} WeftWorkloadText;

typedef WeftTaskGraph *(*WeftWorkloadReadFunc) (const WeftWorkloadText *file,
                                                GError                **error);

/* Takes @sentence. */
void           weft_workload_text_note    (const WeftWorkloadText  *self,
                                           char                    *sentence);
/* "NAME:LINE: WORDS", without the line where it is 0. Returns FALSE. */
gboolean       weft_workload_text_refuse  (const WeftWorkloadText  *self,
                                           guint                    line,
                                           int                      code,
                                           GError                 **error,
                                           const char              *format,
                                           ...) G_GNUC_PRINTF (5, 6);
/* A number that is finite and not negative, in decimal digits and nothing else. */
gboolean       weft_workload_parse_amount (const char              *text,
                                           gsize                    length,
                                           double                  *amount);
/* The file's name without folders and suffix: what a workload is called that says no name. (transfer full) */
char          *weft_workload_text_title   (const WeftWorkloadText  *self);
/* "montage.json (WfFormat 1.5)" (transfer full) */
char          *weft_workload_text_source  (const WeftWorkloadText  *self,
                                           const char              *format);
/* Ends @builder, which is taken; the file's name stands in front of what is wrong. (transfer full) */
WeftTaskGraph *weft_workload_text_finish  (const WeftWorkloadText  *self,
                                           WeftTaskBuilder         *builder,
                                           GError                 **error);

G_END_DECLS
