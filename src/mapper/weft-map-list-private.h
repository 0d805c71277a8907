/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all list schedulers share: tasks that are ready, by priority; idle times of the devices; collectives; memory.
 * An algorithm brings the priorities and the choice of a device. */
#pragma once

#include "mapper/weft-map-room-private.h"
#include "mapper/weft-mapper.h"
#include "mapper/weft-ready-queue-private.h"
#include "mapper/weft-timeline-private.h"

G_BEGIN_DECLS

#define WEFT_DEVICE_NONE G_MAXUINT32

/**
 * WeftMapList: (skip)
 * @problem: what is mapped
 * @graph: its graph
 * @platform: its platform
 * @n_devices: its devices
 * @schedule: what has been placed so far
 * @timelines: [@n_devices] idle times
 * @room: (nullable): memory, when it matters
 * @ready_s: [@n_devices] what weft_map_list_ready() fills in
 * @ready: tasks that could be placed
 * @ahead: a task that will probably be placed soon, whose data may be fetched
 * @n_waits: [tasks] predecessors that have not been placed
 * @n_group_waits: (nullable): [groups] members that wait for predecessors
 * @floor_s: (nullable): [groups] when the last predecessor of all members is done
 */
typedef struct
{
  const WeftMapProblem *problem;
  const WeftTaskGraph *graph;
  const WeftPlatform *platform;
  guint n_devices;
  WeftSchedule *schedule;
  WeftTimeline *timelines;
  WeftMapRoom *room;
  double *ready_s;
  WeftReadyQueue ready;
  guint32 ahead;
  guint32 *n_waits;
  guint32 *n_group_waits;
  double *floor_s;
} WeftMapList;

/* A device and a time; the device is WEFT_DEVICE_NONE when none can take the task. */
typedef struct
{
  guint32 device;
  double start_s;
} WeftPlace;

typedef WeftPlace (*WeftMapListChoose) (WeftMapList *list,
                                        guint32      task,
                                        gpointer     data);

void          weft_map_list_init   (WeftMapList          *list,
                                    const WeftMapProblem *problem);
void          weft_map_list_clear  (WeftMapList          *list);
/* Places all tasks. @priority: (nullable): [tasks]; NULL for the order of the indices. (transfer full) */
WeftSchedule *weft_map_list_run    (WeftMapList          *list,
                                    const double         *priority,
                                    WeftMapListChoose     choose,
                                    gpointer              data,
                                    const WeftMapOptions *options,
                                    GCancellable         *cancellable,
                                    GError              **error);

/* Fills in ready_s: when what the task needs is there, on each device. */
void          weft_map_list_ready  (WeftMapList          *list,
                                    guint32               task);
/* The earliest finish on a device, INFINITY where the task cannot go, after weft_map_list_ready(). @start_s: (out) */
double        weft_map_list_finish (const WeftMapList    *list,
                                    guint32               task,
                                    guint                 device,
                                    double               *start_s);
/* The device with the least sum of finish and @extra_s: (nullable): [devices]. */
WeftPlace     weft_map_list_least  (WeftMapList          *list,
                                    guint32               task,
                                    const double         *extra_s);

/* When a task of a collective may start at the earliest; 0 for others. */
static inline double
weft_map_list_floor_s (const WeftMapList *list,
                       guint32            task)
{
  guint32 group = list->floor_s != NULL ? list->graph->group[task] : WEFT_TASK_NONE;

  return group != WEFT_TASK_NONE ? list->floor_s[group] : 0;
}

G_END_DECLS
