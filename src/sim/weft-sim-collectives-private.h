/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of the collectives of a run. */
#pragma once

#include "sim/weft-sim-collective-plan-private.h"
#include "sim/weft-sim-engine-private.h"

G_BEGIN_DECLS

/* What the time of a chain of messages went to. */
typedef enum
{
  WEFT_SIM_SPENT_LATENCY,
  WEFT_SIM_SPENT_SERIALIZATION,
  WEFT_SIM_SPENT_QUEUEING,
  WEFT_SIM_SPENT_MEMORY,
  WEFT_SIM_N_SPENT,
} WeftSimSpent;

/* From the start of member @origin until now, in ticks: the messages and delays that one waited for another. */
typedef struct
{
  guint32 origin;
  float spent[WEFT_SIM_N_SPENT];
} WeftSimChain;

/* Why a thread does not run, besides the slot that it waits for. */
enum
{
  WEFT_SIM_NOT_BEGUN = 0xfffd,
  WEFT_SIM_NO_ROOM = 0xfffe, /* its messages have to arrive first */
  WEFT_SIM_IS_OVER = 0xffff,
};

/**
 * WeftSimThread:
 * @chain: what it last waited for
 * @before: what before that
 * @since: when it last went on because of a message
 * @pc: step that it is at
 * @wanted: messages that its wait still has to take
 * @taken: those that it has taken since the beginning in @taken_slot
 * @kept: first of the messages that came too early, and last; 0: there are none
 * @flying: messages of it under way
 * @waits: slot that it waits for, or why it does not run
 */
typedef struct
{
  WeftSimChain chain;
  WeftSimChain before;
  double since;
  guint32 pc;
  guint32 wanted;
  guint32 taken;
  guint32 taken_slot;
  guint32 kept;
  guint32 last_kept;
  guint16 flying;
  guint16 waits;
} WeftSimThread;

#define WEFT_SIM_ANY_SLOT 0xffu

/**
 * WeftSimKept:
 * @bytes: that came
 * @next: one that came later to the same thread; 0: there is none
 * @work: a #WeftSimWork
 *
 * A message that came before its thread could deal with it: what it is added to is not there yet.
 */
typedef struct
{
  double bytes;
  guint32 next;
  guint8 slot;
  guint8 work;
} WeftSimKept;

/**
 * WeftSimMember:
 * @start: when its task began; switches: when the first did
 * @ready: when its memory is free again
 * @chain: what ended its last chunk
 */
typedef struct
{
  double start;
  double ready;
  WeftSimChain chain;
  guint32 next_chunk;
  guint32 n_chunks_left;
  gboolean has_started;
} WeftSimMember;

/**
 * WeftSimCollectiveRun:
 * @index: of the collective
 * @n_members: with switches
 * @n_threads: of a member, over all chunks
 * @n_left: [members × chunks] threads that still run
 * @threads: [@n_members × @n_threads]
 * @counts: [@n_members × @n_threads × @n_slots]
 * @kept: (nullable) (element-type WeftSimKept): numbered from 1 on
 * @last_start: when the last member began
 */
typedef struct
{
  const WeftSimCollective *collective;
  WeftSimPlan *plan;
  guint32 index;
  guint32 n_members;
  guint32 n_threads;
  guint32 n_slots;
  guint32 n_started;
  guint32 n_done;
  gboolean is_over;
  double last_start;
  WeftSimMember *members;
  guint32 *n_left;
  WeftSimThread *threads;
  guint32 *counts;
  GArray *kept;
} WeftSimCollectiveRun;

/**
 * WeftSimCollectives:
 * @runs: [collectives]
 * @member_of: [tasks] place in its group of a collective's part
 * @ended: runs to be freed when nobody looks at them any more
 * @depth: calls into collectives that are not over
 * @uses: (element-type WeftSimCollectiveUse): what they did
 * @groups: those that each row of @uses is of
 * @closed_form_s: of those that are priced
 */
struct _WeftSimCollectives
{
  WeftSimEngine *engine;
  WeftSimPlans *plans;
  WeftSimCollectiveRun **runs;
  guint32 *member_of;
  GPtrArray *ended;
  guint depth;
  double endpoint_ticks;
  double memory_ticks_byte;
  GArray *uses;
  GHashTable *groups;
  double closed_form_s;
};

/* A collective whose first member comes; with an error of the engine when it would take too many threads. */
WeftSimCollectiveRun *weft_sim_collective_run_new   (WeftSimCollectives         *self,
                                                     guint32                     index);
void                  weft_sim_collective_run_free  (WeftSimCollectiveRun       *run);
/* Sets a member to its beginning. */
void                  weft_sim_collective_run_begin (const WeftSimCollectiveRun *run,
                                                     guint32                     member,
                                                     double                      now);
/* A message that comes too early waits with its thread. */
void                  weft_sim_collective_run_keep  (WeftSimCollectiveRun       *run,
                                                     WeftSimThread              *thread,
                                                     WeftSimKept                 message);
/* The first one kept for @slot, or at all for %WEFT_SIM_ANY_SLOT; FALSE: there is none. */
gboolean              weft_sim_collective_run_take  (const WeftSimCollectiveRun *run,
                                                     WeftSimThread              *thread,
                                                     guint8                      slot,
                                                     WeftSimKept                *message);
/* A thread goes on because a message came: it waited for the sender's chain up to when that was sent, and for the
 * message. The sender may have gone on since; where it did so twice, its time up to then is dealt out as the later one
 * is. */
void                  weft_sim_chain_follow         (const WeftSimCollectives   *self,
                                                     const WeftSimCollectiveRun *run,
                                                     WeftSimThread              *thread,
                                                     guint32                     from,
                                                     const WeftSimThread        *from_thread,
                                                     const WeftSimFlight        *flight);
/* It goes on after a time of its own member: @latency of it for launches and endpoints, the rest for memory. */
void                  weft_sim_chain_spend_rest     (const WeftSimCollectives   *self,
                                                     const WeftSimCollectiveRun *run,
                                                     WeftSimChain               *chain,
                                                     double                      latency);
/* A collective is over: it is counted among those like it. */
void weft_sim_collectives_count (WeftSimCollectives         *self,
                                 const WeftSimCollectiveRun *run);

static inline guint32
weft_sim_collective_task (const WeftSimCollectives   *self,
                          const WeftSimCollectiveRun *run,
                          guint32                     member)
{
  return self->engine->trace->member_task[run->collective->first_task + member];
}

G_END_DECLS
