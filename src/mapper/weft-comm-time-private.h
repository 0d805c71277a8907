/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time of a collective by its kind, in the closed forms of cost/weft-collective.h. */
#pragma once

#include "cost/weft-collective.h"
#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

/* @bytes: the whole buffer. One rank, and what is no collective, costs nothing. */
WeftCommTime weft_comm_time (WeftCommKind    comm,
                             double          ranks,
                             double          bytes,
                             const WeftLink *link);

G_END_DECLS
