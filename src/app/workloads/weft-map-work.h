/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker's part of mapping: from a snapshot of the design to a schedule with its chart. */
#pragma once

#include "app/workloads/weft-map-outcome.h"
#include "design/weft-design.h"

G_BEGIN_DECLS

/**
 * WeftMapOrder: (skip)
 * @graph: the workload
 * @design: a copy, for the worker alone
 * @inventory: the catalog as the design's profile sees it
 * @serial: of the design
 * @machine: (nullable): made before of the same design
 * @ground: (nullable): made before of the same graph and design
 * @algorithm: how to map
 * @options: for the mapper; without progress and ranks
 * @ranks: (nullable) (element-type guint32): the device of each rank, for %WEFT_MAP_RANKS
 * @permille: (nullable): what is done of 1000, written by the worker; a #g_atomic_rc_box_alloc() of one int
 *
 * What is asked of a worker.
 */
typedef struct
{
  WeftTaskGraph *graph;
  WeftDesign *design;
  WeftInventory *inventory;
  guint64 serial;
  WeftMapMachine *machine;
  WeftMapGround *ground;
  WeftMapAlgorithm algorithm;
  WeftMapOptions options;
  GArray *ranks;
  int *permille;
} WeftMapOrder;

/* In a worker: flattens a design and finds what transfers cost. (transfer full) (nullable) */
WeftMapMachine *weft_map_machine_make (WeftDesign          *design,
                                       WeftInventory       *inventory,
                                       guint64              serial,
                                       GCancellable        *cancellable,
                                       GError             **error);

/* Copies @order, takes references. */
void            weft_map_async        (const WeftMapOrder  *order,
                                       GCancellable        *cancellable,
                                       GAsyncReadyCallback  callback,
                                       gpointer             data);
WeftMapOutcome *weft_map_finish       (GAsyncResult        *result,
                                       GError             **error);

G_END_DECLS
