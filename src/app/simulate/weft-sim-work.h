/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The worker's part of a simulation: from a snapshot of the design and a workload or trace to a run, which is recorded
 * in the trail; or a recorded run, run again. */
#pragma once

#include "app/simulate/weft-simulation.h"
#include "design/weft-design.h"
#include "model/weft-evaluator.h"

G_BEGIN_DECLS

/**
 * WeftSimTask: (skip)
 * @request: what is run and how; NULL: a recorded run
 * @graph: (nullable): the workload of the request
 * @trace: (nullable): or its trace
 * @run: (nullable): path of the recorded run
 * @evaluator: (nullable): for a recorded run
 * @design: a copy of the open one, for the worker alone
 * @inventory: the catalog as the design's profile sees it
 * @serial: of the design
 * @machine: (nullable): made before of the same design
 * @permille: what is done of 1000, written by the worker; a #g_atomic_rc_box_alloc() of one int
 *
 * What is asked of a worker.
 */
typedef struct
{
  WeftSimRequest *request;
  WeftTaskGraph *graph;
  WeftSimTrace *trace;
  char *run;
  WeftEvaluator *evaluator;
  WeftDesign *design;
  WeftInventory *inventory;
  guint64 serial;
  WeftMapMachine *machine;
  int *permille;
} WeftSimTask;

/* Of machines of other designs than the open one. */
#define WEFT_SIM_OTHER_SERIAL G_MAXUINT64

/* Copies @task, takes references. */
void            weft_sim_async  (const WeftSimTask    *task,
                                 GCancellable         *cancellable,
                                 GAsyncReadyCallback   callback,
                                 gpointer              data);
WeftSimulation *weft_sim_finish (GAsyncResult         *result,
                                 GError              **error);

G_END_DECLS
