/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one timeline of a run, as the parts of the engine see it: tasks, timers, messages, and who is told of what.
 * Times are in ticks of the model of links: seconds in fluid, whole picoseconds in fifo, exact up to 2^53 of them. */
#pragma once

#include "sim/weft-sim-fifo-private.h"
#include "sim/weft-sim-net-private.h"
#include "sim/weft-sim-timeline-private.h"

G_BEGIN_DECLS

/* Where the time of a chain of events went, in ticks; float is enough for shares. */
typedef struct
{
  float part[WEFT_N_SIM_SHARES];
} WeftSimParts;

/* What is known of a collective's part, a load or a store when it is over. @last: see weft_sim_engine_done(). */
typedef struct
{
  WeftSimParts parts;
  guint32 last;
} WeftSimOutcome;

/* What tasks of a rank need to run. */
typedef enum
{
  WEFT_SIM_SLOT_COMPUTE,
  WEFT_SIM_SLOT_COMM,
  WEFT_SIM_SLOT_NONE,
  WEFT_N_SIM_SLOTS,
} WeftSimSlot;

/* A heap of tasks by their order. */
typedef struct
{
  guint32 *tasks;
  guint32 n;
  guint32 room;
} WeftSimReady;

/**
 * WeftSimRank: a rank at work
 * @ready: [of #WeftSimSlot] tasks that could start
 * @free: [of #WeftSimSlot] slots
 * @n_computing: tasks that compute
 * @n_comm: sends and collectives under way, messages to it that a task waits for, remote requests
 * @since: its times are counted up to here
 * @idle: since nothing of it runs
 * @busy: see #WeftSimRankUse, in ticks
 */
typedef struct
{
  WeftSimReady ready[WEFT_N_SIM_SLOTS];
  guint32 free[WEFT_N_SIM_SLOTS];
  guint32 n_computing;
  guint32 n_comm;
  guint32 n_tasks;
  gboolean has_begun;
  double since;
  double idle;
  double busy;
  double comm;
  double wait[WEFT_N_SIM_WAITS];
} WeftSimRank;

/* What has happened to a task. */
typedef enum
{
  WEFT_SIM_TASK_STARTED = 1 << 0,
  WEFT_SIM_TASK_DONE = 1 << 1,
  WEFT_SIM_TASK_SENT = 1 << 2,    /* a send: its message has left */
  WEFT_SIM_TASK_ARRIVED = 1 << 3, /* a send: its message is there */
  WEFT_SIM_TASK_COUNTED = 1 << 4, /* in n_comm of its rank */
} WeftSimTaskState;

/* tag.c of a message between tasks; tag.a sends it, tag.b takes it. */
enum
{
  WEFT_SIM_OF_SEND,
  WEFT_SIM_ON_EDGE,
};

typedef struct _WeftSimEngine WeftSimEngine;
typedef struct _WeftSimCollectives WeftSimCollectives;
typedef struct _WeftSimMemory WeftSimMemory;

/**
 * WeftSimEngine:
 * @fifo: (nullable): the model of links on the timeline
 * @net: (nullable): the model of links that keeps its own time
 * @tick_s: seconds of a tick
 * @ticks_s: ticks of a second, a whole number
 * @now: in ticks
 * @cancellable: (nullable): what takes long looks at it, and leaves off
 * @error: the first that a part met: the run ends
 * @result: start_s and finish_s are in ticks until the end; start_s of a task that waits is when it could start
 * @state: [tasks] of #WeftSimTaskState
 * @n_left: [tasks] dependences that are not yet there
 * @outcome_of: (nullable): [tasks] index into @outcomes
 * @n_joined: [collectives] parts that have started
 * @work: [costs] ticks of a task of the cost, at speed 1
 * @to_tasks: (nullable): [places of flights] whom each is sent to, when messages are recorded
 * @is_starting: a part is being started: it may not end before that is over
 */
struct _WeftSimEngine
{
  const WeftSimTrace *trace;
  const WeftSimNetwork *network;
  const WeftSimOptions *options;
  WeftSimRoutes *routes;
  WeftSimLinkLog *log;
  WeftSimFifo *fifo;
  WeftSimNet *net;
  double tick_s;
  double ticks_s;
  double now;
  WeftSimCollectives *collectives;
  WeftSimMemory *memory;
  GCancellable *cancellable;
  GError *error;

  /* the rest is of weft-sim-engine*.c */
  WeftSimTimeline timeline;
  WeftSimResult *result;
  WeftSimRank *ranks;
  guint8 *state;
  guint32 *n_left;
  guint32 *outcome_of;
  WeftSimOutcome *outcomes;
  guint32 *n_joined;
  double *work;
  guint32 *to_tasks;
  guint32 room_to_tasks;
  guint32 n_done;
  gboolean is_starting;
  double bytes_sent;
  double bytes_arrived;
  guint64 n_events;
};

/* Sends now, between two nodes; between a node and itself it arrives at once. Tasks are for the record. A node without
 * a way to the other ends the run with an error. */
void   weft_sim_engine_send      (WeftSimEngine       *self,
                                  guint32              from_node,
                                  guint32              to_node,
                                  double               bytes,
                                  WeftSimOwner         owner,
                                  WeftSimTag           tag,
                                  guint32              from_task,
                                  guint32              to_task);
/* Tells @owner at a time, now or later. */
void   weft_sim_engine_at        (WeftSimEngine       *self,
                                  double               time,
                                  WeftSimOwner         owner,
                                  WeftSimTag           tag);
/* A collective's part, a load or a store is over now. @parts: what the time went to since the start of @last, the
 * task of another rank that began the chain of messages which it waited for; or since its own, when that is
 * WEFT_SIM_NONE. */
void   weft_sim_engine_done      (WeftSimEngine       *self,
                                  guint32              task,
                                  const WeftSimParts  *parts,
                                  guint32              last);
/* The number of seconds next to so many ticks: a decimal stays one. */
static inline double
weft_sim_engine_seconds (const WeftSimEngine *self, double ticks)
{
  return ticks / self->ticks_s;
}

/* Ticks of seconds, by the rule of the model: whole ones in fifo. */
double weft_sim_engine_ticks     (const WeftSimEngine *self,
                                  double               seconds);
/* Adds the parts of a message that arrives now: latency, serialization, and queueing for the rest. */
void   weft_sim_engine_add_parts (const WeftSimEngine *self,
                                  const WeftSimFlight *flight,
                                  WeftSimParts        *parts);

/* --- collectives: weft-sim-collectives.c --- */

WeftSimCollectives *weft_sim_collectives_new     (WeftSimEngine       *engine,
                                                  GError             **error);
void                weft_sim_collectives_free    (WeftSimCollectives  *self);
/* The task, a collective's part, can start now. */
void                weft_sim_collectives_start   (WeftSimCollectives  *self,
                                                  guint32              task);
void                weft_sim_collectives_arrived (WeftSimCollectives  *self,
                                                  const WeftSimFlight *flight);
void                weft_sim_collectives_timer   (WeftSimCollectives  *self,
                                                  WeftSimTag           tag);
/* What a part that does not end waits for, in words. (transfer full) (nullable) */
char               *weft_sim_collectives_explain (WeftSimCollectives  *self,
                                                  guint32              task);

/* Fills collectives and closed_form_s. */
void                weft_sim_collectives_finish  (WeftSimCollectives  *self,
                                                  WeftSimResult       *result);

/* --- remote memory: weft-sim-memory.c --- */

WeftSimMemory      *weft_sim_memory_new          (WeftSimEngine       *engine);
void                weft_sim_memory_free         (WeftSimMemory       *self);
void                weft_sim_memory_start        (WeftSimMemory       *self,
                                                  guint32              task);
void                weft_sim_memory_arrived      (WeftSimMemory       *self,
                                                  const WeftSimFlight *flight);
void                weft_sim_memory_timer        (WeftSimMemory       *self,
                                                  WeftSimTag           tag);
void                weft_sim_memory_finish       (WeftSimMemory       *self,
                                                  WeftSimResult       *result);

/* --- the parts of the engine itself --- */

/* Ticks of a message of so many bytes when nothing else is under way; latency apart. */
double weft_sim_engine_latency       (const WeftSimEngine *self,
                                      guint32              route);
double weft_sim_engine_serialization (const WeftSimEngine *self,
                                      guint32              route,
                                      double               bytes);
/* The knob of messages from one rank to another of so many bytes. (nullable) */
const WeftSimCommKnob *weft_sim_engine_knob (const WeftSimEngine *self,
                                      guint32              from_rank,
                                      guint32              to_rank,
                                      double               bytes);
/* A message of a task to another rank: now, or after the launch that a knob says. @is_edge: of a dependence, not of a
 * send. */
void   weft_sim_engine_send_task     (WeftSimEngine       *self,
                                      guint32              from_task,
                                      guint32              to_task,
                                      guint32              to_rank,
                                      double               bytes,
                                      gboolean             is_edge);
/* A flight that was prepared leaves now. */
void   weft_sim_engine_leave         (WeftSimEngine       *self,
                                      guint32              flight);
/* Something of a kind happens to a task at a time. */
void   weft_sim_engine_plan          (WeftSimEngine       *self,
                                      double               time,
                                      WeftSimEventKind     what,
                                      guint32              task);

/* --- tasks: weft-sim-engine-tasks.c --- */

void   weft_sim_tasks_begin    (WeftSimEngine       *self);
void   weft_sim_tasks_end      (WeftSimEngine       *self);
void   weft_sim_tasks_wake     (WeftSimEngine       *self,
                                guint32              rank);
void   weft_sim_tasks_finish   (WeftSimEngine       *self,
                                guint32              task);
void   weft_sim_tasks_arrived  (WeftSimEngine       *self,
                                const WeftSimFlight *flight);
double weft_sim_tasks_duration (const WeftSimEngine *self,
                                guint32              task);

/* --- at the end --- */

/* Why tasks never ran. */
void     weft_sim_engine_explain_stuck (const WeftSimEngine *self,
                                        GError             **error);
/* The critical path and its shares. Times are still in ticks. */
void     weft_sim_engine_find_path     (const WeftSimEngine *self);
/* Bytes that went in came out, links kept to their rates, causes came before effects. */
gboolean weft_sim_engine_check         (const WeftSimEngine *self,
                                        GError             **error);

/* As much of @room as bytes through the narrowest link take; what is left but for rounding is no queueing. */
static inline double
weft_sim_engine_clip (double serialization,
                      double room)
{
  return serialization >= room * (1 - 1e-9) ? room : serialization;
}

G_END_DECLS
