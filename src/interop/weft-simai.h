/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SimAI's workload text (and ASTRA-sim's, which has the same twelve columns) as a trace. */
#pragma once

#include "sim/weft-sim-builder.h"

G_BEGIN_DECLS

/* @n_ranks: 0: as many as the file says; others change its data parallelism. Equal iterations are run once and counted. (transfer full) */
WEFT_API WeftSimTrace *weft_simai_read (const char   *path,
                                        guint32       n_ranks,
                                        GCancellable *cancellable,
                                        GError      **error);
/* How many ranks a text says it is for; 0 when it does not say, or is none. */
WEFT_API guint32       weft_simai_n_ranks (const char *path);

G_END_DECLS
