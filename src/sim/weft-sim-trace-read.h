/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads "weft-trace/1": a workload that was mapped on devices, as weft_map_write_trace() writes it. */
#pragma once

#include "design/graph/weft-graph-flatten.h"
#include "sim/weft-sim-trace.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* A rank is a device of the file, and a task takes the time between its start and its finish there; collectives take
 * what the network makes of them. Errors are WEFT_JSON_ERROR, WEFT_WORKLOAD_ERROR or WEFT_SIM_ERROR and begin with the
 * file's name and the place. (transfer full) */
WEFT_API WeftSimTrace *weft_sim_trace_load        (const char     *path,
                                                   GCancellable   *cancellable,
                                                   GError        **error);
/* The same with the times that its costs make on the chips of a machine, where weft_sim_place_ranks() puts its ranks.
 * @knobs: (nullable): "weft-knobs/1". @notes: (nullable) (element-type utf8): what was assumed. (transfer full) */
WEFT_API WeftSimTrace *weft_sim_trace_load_priced (const char     *path,
                                                   const WeftFlat *flat,
                                                   WeftInventory  *inventory,
                                                   JsonNode       *knobs,
                                                   GPtrArray      *notes,
                                                   GCancellable   *cancellable,
                                                   GError        **error);

G_END_DECLS
