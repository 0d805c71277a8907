/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A "weft-trace/1" file as it was read: its tasks and edges in a builder, and where they ran. */
#pragma once

#include "workload/weft-workload-json-private.h"

G_BEGIN_DECLS

#define WEFT_SIM_TRACE_FORMAT "weft-trace/1"

/* Members of the file that were there. */
typedef enum
{
  WEFT_SIM_HAS_FORMAT = 1 << 0,
  WEFT_SIM_HAS_DEVICES = 1 << 1,
  WEFT_SIM_HAS_COSTS = 1 << 2,
  WEFT_SIM_HAS_TASKS = 1 << 3,
} WeftSimTraceHas;

/**
 * WeftSimTraceFile: (skip)
 * @json: what reads costs, with the builder of the graph
 * @has: #WeftSimTraceHas
 * @device_names: (element-type utf8)
 * @machine_devices: (element-type guint32): %G_MAXUINT32 for none
 * @cost: (element-type guint32): of each task
 * @device: (element-type guint32): of each task
 * @start_s: (element-type double): of each task
 * @finish_s: (element-type double): of each task
 */
typedef struct
{
  WeftWorkloadJson json;
  guint has;
  GPtrArray *device_names;
  GArray *machine_devices;
  GArray *cost;
  GArray *device;
  GArray *start_s;
  GArray *finish_s;
} WeftSimTraceFile;

void     weft_sim_trace_file_init  (WeftSimTraceFile       *self,
                                    const WeftWorkloadText *text);
void     weft_sim_trace_file_clear (WeftSimTraceFile       *self);
/* Whether it could be read, and costs and devices are there that tasks name. */
gboolean weft_sim_trace_file_read  (WeftSimTraceFile       *self,
                                    GError                **error);

G_END_DECLS
