/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker's part of a simulation: from a snapshot of the design and a workload or trace to a run. */
#pragma once

#include "app/simulate/weft-simulation.h"
#include "design/weft-design.h"

G_BEGIN_DECLS

/**
 * WeftSimTask: (skip)
 * @title: of the run
 * @graph: (nullable): a workload, which is mapped first
 * @ranks: (nullable) (element-type guint32): the device of each rank of the graph
 * @trace: (nullable): or a trace, whose ranks stand on the first devices
 * @design: a copy, for the worker alone
 * @inventory: the catalog as the design's profile sees it
 * @serial: of the design
 * @machine: (nullable): made before of the same design
 * @settings: how
 * @knobs: (nullable): measured efficiencies, "weft-knobs/1"
 * @permille: what is done of 1000, written by the worker; a #g_atomic_rc_box_alloc() of one int
 *
 * What is asked of a worker.
 */
typedef struct
{
  char *title;
  WeftTaskGraph *graph;
  GArray *ranks;
  WeftSimTrace *trace;
  WeftDesign *design;
  WeftInventory *inventory;
  guint64 serial;
  WeftMapMachine *machine;
  WeftSimSettings settings;
  JsonNode *knobs;
  int *permille;
} WeftSimTask;

/* Copies @task, takes references. */
void        weft_sim_async  (const WeftSimTask   *task,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data);
WeftSimulation *weft_sim_finish (GAsyncResult        *result,
                             GError             **error);

G_END_DECLS
