/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workload on a machine: mapped, then simulated with the machine's own links. The second fidelity of a design, and
 * what command line, window and searches call. */
#pragma once

#include "mapper/weft-machine-platform.h"
#include "mapper/weft-mapper.h"
#include "sim/weft-sim-mapped.h"
#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

/**
 * WeftSimOrder: (skip)
 * @flat: the machine, flattened
 * @platform: its devices and what transfers between them cost
 * @inventory: the catalog as the design's profile sees it
 * @graph: the workload
 * @device: (nullable): [tasks] the device of the platform that runs each task, instead of a mapper's choice
 * @algorithm: how it is mapped otherwise
 * @map_options: (nullable): for the mapper
 * @knobs: (nullable): measured efficiencies, "weft-knobs/1"
 * @remotes: (nullable) (element-type WeftSimRemote): data that stands in remote memory
 * @options: how it is simulated
 *
 * What is asked for.
 */
typedef struct
{
  const WeftFlat *flat;
  WeftPlatform *platform;
  WeftInventory *inventory;
  WeftTaskGraph *graph;
  const guint32 *device;
  WeftMapAlgorithm algorithm;
  const WeftMapOptions *map_options;
  JsonNode *knobs;
  GArray *remotes;
  const WeftSimOptions *options;
} WeftSimOrder;

/**
 * WeftSimOutcome: (skip)
 * @problem: what was mapped
 * @schedule: where everything runs, and when by the mapper
 * @mapping: (nullable): what the mapper found
 * @result: when it runs with contention
 * @notes: (element-type utf8): what was assumed on the way
 */
typedef struct
{
  WeftMapProblem *problem;
  WeftSchedule *schedule;
  WeftMapResult *mapping;
  WeftSimResult *result;
  GPtrArray *notes;
} WeftSimOutcome;

/* Errors are those of the mapper, of knobs (WEFT_JSON_ERROR) and of the simulator. (transfer full) */
WEFT_API WeftSimOutcome *weft_sim_workload_run (const WeftSimOrder  *order,
                                                GCancellable        *cancellable,
                                                GError             **error);
WEFT_API void            weft_sim_outcome_free (WeftSimOutcome      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimOutcome, weft_sim_outcome_free)

G_END_DECLS
