/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is to be mapped: a task graph, a platform, and the time of each kind of task on each class of device. The one
 * thing that every algorithm reads. Immutable. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "mapper/weft-platform.h"
#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

#define WEFT_MAPPER_ERROR (weft_mapper_error_quark ())

/**
 * WeftMapperError:
 * @WEFT_MAPPER_ERROR_INVALID: an instance says something that it may not
 * @WEFT_MAPPER_ERROR_UNKNOWN: there is no such algorithm
 * @WEFT_MAPPER_ERROR_MEMORY: a task or its data fit on no device
 * @WEFT_MAPPER_ERROR_NO_DEVICE: a task can run on no device, or there is none
 * @WEFT_MAPPER_ERROR_LIMIT: more devices or tasks than the algorithm takes
 * @WEFT_MAPPER_ERROR_UNKNOWN_COST: the machine lacks a figure that the times need
 */
typedef enum
{
  WEFT_MAPPER_ERROR_INVALID,
  WEFT_MAPPER_ERROR_UNKNOWN,
  WEFT_MAPPER_ERROR_MEMORY,
  WEFT_MAPPER_ERROR_NO_DEVICE,
  WEFT_MAPPER_ERROR_LIMIT,
  WEFT_MAPPER_ERROR_UNKNOWN_COST,
} WeftMapperError;

/**
 * WeftTaskParts: (skip)
 * @launch_s: before anything is computed
 * @compute_s: the arithmetic, or a time that is given as a whole
 * @memory_s: bytes to and from the device's memory
 *
 * What the time of a task on a device consists of, without its collective: launch_s + max (compute_s, memory_s).
 */
typedef struct
{
  double launch_s;
  double compute_s;
  double memory_s;
} WeftTaskParts;

/**
 * WeftMapProblem: (skip)
 * @graph: the tasks
 * @platform: the devices
 * @n_rows: rows of @time_s: kinds of the graph, or tasks
 * @row_of: [tasks] the row of each task: the graph's kinds, or %NULL when task i has row i
 * @time_s: [@n_rows × classes] seconds of a task on a device of a class; infinite where it cannot run
 * @parts: (nullable): [kinds of @graph × classes] what those times consist of; %NULL when they are given as they are
 * @is_remote: (nullable): [regions] whether a region stands in remote memory, so that no device has to hold it
 */
typedef struct
{
  WeftTaskGraph *graph;
  WeftPlatform *platform;
  guint32 n_rows;
  const guint32 *row_of;
  double *time_s;
  WeftTaskParts *parts;
  guint8 *is_remote;
  gatomicrefcount refs;
} WeftMapProblem;

WEFT_API GQuark          weft_mapper_error_quark    (void);

/* Takes @time_s, one row a kind of @graph. (transfer full) */
WEFT_API WeftMapProblem *weft_map_problem_new       (WeftTaskGraph       *graph,
                                                     WeftPlatform        *platform,
                                                     double              *time_s);
WEFT_API WeftMapProblem *weft_map_problem_ref       (WeftMapProblem      *self);
WEFT_API void            weft_map_problem_unref     (WeftMapProblem      *self);

/* {"procs", "tasks": [[time on each device]], "edges": [[from, to, data]], "latency", "bandwidth"}: a scheduling
 * problem in plain numbers. Devices with equal columns of times are one class. (transfer full) */
WEFT_API WeftMapProblem *weft_map_problem_from_json (JsonNode            *node,
                                                     const char          *name,
                                                     GError             **error);

/* What a device holds that has tasks which use the region. */
static inline double
weft_map_problem_region_bytes (const WeftMapProblem *self,
                               guint32               region)
{
  return self->is_remote != NULL && self->is_remote[region] ? 0 : self->graph->regions[region].bytes;
}

/* [classes] times of a task. */
static inline const double *
weft_map_problem_times (const WeftMapProblem *self,
                        guint32               task)
{
  gsize row = self->row_of != NULL ? self->row_of[task] : task;

  return self->time_s + row * self->platform->n_classes;
}

/* w(i, p) */
static inline double
weft_map_problem_time_s (const WeftMapProblem *self,
                         guint32               task,
                         guint                 device)
{
  return weft_map_problem_times (self, task)[self->platform->class_of[device]];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftMapProblem, weft_map_problem_unref)

G_END_DECLS
