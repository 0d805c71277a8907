/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of a graph as JSON, quoted once for all tasks that have them. */
#pragma once

#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

/* [names] each without the quote at its end, after which a number may follow. (transfer full) */
char **weft_quoted_names_new    (const WeftTaskGraph *graph);
/* "symgs0_pre@3" with its quotes. */
void   weft_quoted_names_append (GString       *out,
                                 char *const   *quoted,
                                 guint32        stem,
                                 guint32        ordinal);

G_END_DECLS
