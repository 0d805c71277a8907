/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where what is wrong with a graph is collected. Equal parts have equal faults: of one code a
 * hundred are listed, and how many more there are. */
#pragma once

#include "design/weft-violation.h"

G_BEGIN_DECLS

#define WEFT_GRAPH_FOUND_LISTED 100

typedef struct
{
  GPtrArray *violations; /* where to append; the caller's */
  guint n_errors;        /* those that are not listed too */
  GHashTable *counts;    /* code -> Count */
} WeftGraphFound;

void     weft_graph_found_init     (WeftGraphFound *found,
                                    GPtrArray      *violations);
/* Whether one more of that code would be listed. When not, it need not be put into words:
 * weft_graph_found_skip() counts it. */
gboolean weft_graph_found_is_open  (WeftGraphFound *found,
                                    const char     *code);
void     weft_graph_found_skip     (WeftGraphFound *found,
                                    const char     *code,
                                    WeftSeverity    severity);
/* (transfer full) */
void     weft_graph_found_add      (WeftGraphFound *found,
                                    WeftViolation  *violation);
/* Says how many were not listed, in the order in which their codes came up. */
void     weft_graph_found_finish   (WeftGraphFound *found);

G_END_DECLS
