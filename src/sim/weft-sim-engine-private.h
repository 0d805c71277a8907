/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one timeline of a run, as the parts of the engine see it: tasks, timers, messages, and who is told of what.
 * Times are in ticks of the model of links. */
#pragma once

#include "sim/weft-sim-net-private.h"

G_BEGIN_DECLS

/* Who is told of a message's arrival and of a timer. */
typedef enum
{
  WEFT_SIM_OWNER_TASK,
  WEFT_SIM_OWNER_COLLECTIVE,
  WEFT_SIM_OWNER_MEMORY,
  WEFT_N_SIM_OWNERS,
} WeftSimOwner;

/* Whatever the owner needs to know it again. */
typedef struct
{
  guint32 a;
  guint32 b;
  guint16 c;
  guint16 d;
} WeftSimTag;

/* Where the time of a chain of events went, in ticks; float is enough for shares. */
typedef struct
{
  float part[WEFT_N_SIM_SHARES];
} WeftSimParts;

/* A message under way. */
typedef struct
{
  WeftSimTag tag;
  guint8 owner;
  guint32 route;
  guint32 from_task;
  guint32 to_task;
  double bytes;
  double sent;
} WeftSimFlight;

typedef struct _WeftSimEngine WeftSimEngine;
typedef struct _WeftSimCollectives WeftSimCollectives;
typedef struct _WeftSimMemory WeftSimMemory;

struct _WeftSimEngine
{
  const WeftSimTrace *trace;
  const WeftSimNetwork *network;
  const WeftSimOptions *options;
  WeftSimRoutes *routes;
  WeftSimLinkLog *log;
  WeftSimNet *net;
  double tick_s;
  double now;
  WeftSimCollectives *collectives;
  WeftSimMemory *memory;
  GError *error; /* the first that a part of it met: the run ends */
  /* the rest is of weft-sim-engine.c */
  struct _WeftSimEngineState *state;
};

/* Sends now, between two nodes; between a node and itself it arrives at once. Tasks are for the record. A node without
 * a way to the other ends the run with an error. */
void   weft_sim_engine_send     (WeftSimEngine *self,
                                 guint32        from_node,
                                 guint32        to_node,
                                 double         bytes,
                                 WeftSimOwner   owner,
                                 WeftSimTag     tag,
                                 guint32        from_task,
                                 guint32        to_task);
/* Tells @owner at a time, now or later. */
void   weft_sim_engine_at       (WeftSimEngine *self,
                                 double         time,
                                 WeftSimOwner   owner,
                                 WeftSimTag     tag);
/* A collective's part, a load or a store is over now. @parts: what its time went to. @last: the task of another rank
 * that it waited for last, WEFT_SIM_NONE for none. */
void   weft_sim_engine_done     (WeftSimEngine *self,
                                 guint32        task,
                                 const WeftSimParts *parts,
                                 guint32        last);
/* Ticks of seconds, by the rule of the model: whole ones in fifo. */
double weft_sim_engine_ticks    (const WeftSimEngine *self,
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

G_END_DECLS
