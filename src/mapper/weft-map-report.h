/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mapping means: load of each device, what the makespan waits for, bytes over each link of the machine, which
 * kernel runs on which chip; and the trace of events that a simulator reads. */
#pragma once

#include <json-glib/json-glib.h>

#include "design/graph/weft-graph-flatten.h"
#include "mapper/weft-mapper.h"

G_BEGIN_DECLS

/* Why a task of the critical path starts when it does. */
typedef enum
{
  WEFT_WAIT_START,    /* at time 0 */
  WEFT_WAIT_DATA,     /* bytes from another device */
  WEFT_WAIT_RESULT,   /* a predecessor on the same device */
  WEFT_WAIT_DEVICE,   /* the task before it on the device */
  WEFT_WAIT_GROUP,    /* what another rank of its collective waits for */
  WEFT_N_WAITS,
} WeftWait;

/* Each step starts when the one before is done, and comm_s later. */
typedef struct
{
  guint32 task;
  WeftWait wait;
  guint32 for_task; /* the step before; WEFT_TASK_NONE at the start */
  double comm_s;    /* of the bytes that it waits for */
} WeftPathStep;

typedef struct
{
  guint32 n_tasks;
  double busy_s;
  double resident_bytes;
} WeftDeviceLoad;

/* Tasks of a kernel on the devices of a class. */
typedef struct
{
  guint32 n_tasks;
  double busy_s;
} WeftPlacementCell;

/* A directed link of the flattened machine, or a pair of devices where there is no machine. A message that several
 * equal ways could take goes over the one whose fullest link has the least bytes so far. */
typedef struct
{
  guint32 link; /* of the flattened machine; WEFT_FLAT_NONE for a pair */
  guint32 from; /* devices of the machine, or of the platform for a pair */
  guint32 to;
  guint64 n_messages;
  double bytes;
} WeftLinkLoad;

/**
 * WeftMapReport: (skip)
 * @loads: [devices of the platform]
 * @path: (element-type WeftPathStep): the critical path, in the order of time
 * @links: (element-type WeftLinkLoad): those with bytes on them, the most first
 * @kernels: (element-type utf8): names of the kernels
 * @cells: [kernels × classes] the placement
 * @moved_bytes: bytes that pass between devices
 * @moved_messages: how many messages carry them
 * @collective_bytes: those of them that collectives send
 * @utilisation: busy time of all devices over makespan × devices
 */
typedef struct
{
  guint n_devices;
  guint n_classes;
  WeftDeviceLoad *loads;
  GArray *path;
  GArray *links;
  GPtrArray *kernels;
  WeftPlacementCell *cells;
  double moved_bytes;
  guint64 moved_messages;
  double collective_bytes;
  double utilisation;
} WeftMapReport;

/* @flat: (nullable): the machine of the platform, for the ways of messages. NULL when cancelled. (transfer full) */
WEFT_API WeftMapReport *weft_map_report_new      (const WeftMapProblem *problem,
                                                  const WeftSchedule   *schedule,
                                                  const WeftFlat       *flat,
                                                  GCancellable         *cancellable);
WEFT_API void           weft_map_report_free     (WeftMapReport        *self);
/* "data" */
WEFT_API const char    *weft_wait_nick           (WeftWait              wait);

/* Adds what the mapping means to an object: "bytes_by_link", "loads", "placement", "critical_path" and more. @flat:
 * (nullable): as above. */
WEFT_API void           weft_map_report_add_json (const WeftMapReport *self,
                                                  const WeftMapProblem *problem,
                                                  const WeftSchedule   *schedule,
                                                  const WeftFlat       *flat,
                                                  JsonObject           *object);

/* Writes "weft-trace/1": devices, and for each task its device, its predecessors, what it computes and moves, and
 * when. "-" is standard output. */
WEFT_API gboolean       weft_map_write_trace     (const WeftMapProblem *problem,
                                                  const WeftSchedule   *schedule,
                                                  const char           *path,
                                                  GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftMapReport, weft_map_report_free)

G_END_DECLS
