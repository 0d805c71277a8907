/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Directed graphs in Graphviz' DOT language, with costs in attributes of nodes and edges. */
#pragma once

#include "workload/weft-workload-text-private.h"

G_BEGIN_DECLS

WeftTaskGraph *weft_dot_read (const WeftWorkloadText *file,
                              GError                **error);

G_END_DECLS
