/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulation found: when each task ran and what it waited for, what each rank, link and memory did, and what
 * bounds the whole. Immutable. */
#pragma once

#include <json-glib/json-glib.h>

#include "sim/weft-sim-network.h"
#include "sim/weft-sim-options.h"

G_BEGIN_DECLS

/* What time of the critical path goes to. They sum up to it. Imbalance is what a slow rank takes longer than it would at
 * speed 1, a late beginning, and of the computing before a collective as much as its last rank came later than its ranks
 * did on average: what would be gained if they shared the work evenly. */
typedef enum
{
  WEFT_SIM_SHARE_COMPUTE,
  WEFT_SIM_SHARE_MEMORY,        /* bandwidth of the device's own memory */
  WEFT_SIM_SHARE_SERIALIZATION, /* bytes through the narrowest link */
  WEFT_SIM_SHARE_QUEUEING,      /* behind or beside other bytes */
  WEFT_SIM_SHARE_LATENCY,       /* of links, launches and endpoints */
  WEFT_SIM_SHARE_REMOTE,        /* in remote memory */
  WEFT_SIM_SHARE_IMBALANCE,     /* another rank is late */
  WEFT_N_SIM_SHARES,
} WeftSimShare;

/* What a task that could not start earlier waited for last. */
typedef enum
{
  WEFT_SIM_WAIT_START,   /* nothing, or that its rank begins */
  WEFT_SIM_WAIT_TASK,    /* a task of the same rank */
  WEFT_SIM_WAIT_MESSAGE, /* bytes from another rank: a receive, or a dependence */
  WEFT_SIM_WAIT_SLOT,    /* a slot of its rank */
  WEFT_SIM_WAIT_GROUP,   /* a collective */
  WEFT_SIM_WAIT_REMOTE,  /* remote memory: a load or store */
  WEFT_N_SIM_WAITS,
} WeftSimWait;

/**
 * WeftSimRankUse: (skip)
 * @busy_s: it computes
 * @comm_s: it does not compute, but sends, receives what has been sent, takes part in a collective whose ranks are all
 *   there, or waits for remote memory
 * @wait_s: [of #WeftSimWait] it does neither, by what it waits for until it goes on
 * @finish_s: its last task is done
 * @n_tasks: tasks of it
 */
typedef struct
{
  double busy_s;
  double comm_s;
  double wait_s[WEFT_N_SIM_WAITS];
  double finish_s;
  guint32 n_tasks;
} WeftSimRankUse;

/**
 * WeftSimLinkUse: (skip)
 * @bytes: that crossed it
 * @n_messages: that carried them
 * @busy_s: time in which bytes crossed it
 * @utilisation: bytes / (rate × makespan)
 * @wait_mean_s: mean queueing of its messages
 * @wait_p99_s: of 99 in 100 at most this much (within 5 %)
 * @wait_worst_s: worst
 */
typedef struct
{
  double bytes;
  guint64 n_messages;
  double busy_s;
  double utilisation;
  double wait_mean_s;
  double wait_p99_s;
  double wait_worst_s;
} WeftSimLinkUse;

/**
 * WeftSimProviderUse: (skip)
 * @network_s: time of all requests in the network
 * @queue_s: time of all requests in the queue of the memory
 * @serve_s: time of all requests in the memory itself
 */
typedef struct
{
  guint64 n_requests;
  double bytes;
  double busy_s;
  double network_s;
  double queue_s;
  double serve_s;
  double wait_mean_s;
  double wait_p99_s;
  double wait_worst_s;
} WeftSimProviderUse;

/**
 * WeftSimCollectiveUse:
 * @comm: a #WeftSimComm
 * @wanted: a #WeftSimAlgorithm that was asked for
 * @algorithm: a #WeftSimAlgorithm that was used; AUTO: none, its group has one rank
 * @group: the first of its groups
 * @n_groups: how many
 * @n_ranks: of each
 * @n_domains: nodes or scale-up domains that each stands in; 1: all in one
 * @count: how often
 * @bytes: whole buffers of all
 * @time_s: from the last rank's start to the end, of all
 * @wait_s: of all ranks for the last one of theirs
 * @alone_s: by alpha and beta on their ways, when nothing else is under way, of all
 *
 * Collectives of one kind, algorithm, group size and span, and of about one size.
 */
typedef struct
{
  guint8 comm;
  guint8 wanted;
  guint8 algorithm;
  guint32 group;
  guint32 n_groups;
  guint32 n_ranks;
  guint32 n_domains;
  guint64 count;
  double bytes;
  double time_s;
  double wait_s;
  double alone_s;
} WeftSimCollectiveUse;

/* A step of the critical path: the time from from_s to to_s, what it goes to, and in which task. */
typedef struct
{
  guint32 task;
  WeftSimWait wait; /* what the task waited for; the step before says for whom */
  double from_s;
  double to_s;
  double share_s[WEFT_N_SIM_SHARES];
} WeftSimStep;

/* A message that was recorded. */
typedef struct
{
  guint32 from_task; /* task that it was sent for */
  guint32 to_task;   /* task that it was sent to; of a collective the same one's part on the other rank */
  guint32 route;
  float wait_s;      /* of its time: queueing */
  double bytes;
  double sent_s;
  double arrived_s;
} WeftSimMessage;

/**
 * WeftSimResult: (skip)
 * @trace: what was run
 * @network: on what
 * @model: in words: "fluid: max-min fair shares, cut-through"
 * @makespan_s: when all is done
 * @folded_s: of it the iterations that do not stand in the trace: all other figures are of those that do
 * @n_events: computations, arrivals, timers and requests that were handled
 * @n_messages: that crossed the network
 * @cpu_s: time that the run took; not a part of what is the same in each run
 * @start_s: [tasks]
 * @finish_s: [tasks]
 * @released_by: [tasks] the task that it waited for last, %WEFT_SIM_NONE
 * @waited: [tasks] a #WeftSimWait: for what
 * @ranks: [ranks]
 * @links: [links of the network]
 * @providers: [providers]
 * @collectives: (element-type WeftSimCollectiveUse): in the order in which they first ended
 * @share: [of #WeftSimShare] shares of the critical path, which sum to 1
 * @path: (element-type WeftSimStep): the critical path, in the order of time
 * @messages: (element-type WeftSimMessage): those recorded, in the order of their arrival
 * @n_unrecorded: messages over the limit
 * @route_first: [routes + 1] where the links of each begin
 * @route_links: links of all routes that messages took
 * @n_bins: steps of time
 * @bin_s: length of each
 * @bins: (nullable): [links × @n_bins] bytes that crossed each link in each step
 * @closed_form_s: with collectives priced: what they took in all; else 0
 * @store_factor: where each link takes a message in whole before the next: how many times as long as through its
 *   narrowest link alone a message's bytes take on the worst way, 2 through a switch between equal links; else 1
 * @late_share: that of a message's time by which rates were found late at most, 0: none was
 */
typedef struct
{
  WeftSimTrace *trace;
  WeftSimNetwork *network;
  char *model;
  double makespan_s;
  double folded_s;
  guint64 n_events;
  guint64 n_messages;
  double cpu_s;
  double *start_s;
  double *finish_s;
  guint32 *released_by;
  guint8 *waited;
  WeftSimRankUse *ranks;
  WeftSimLinkUse *links;
  WeftSimProviderUse *providers;
  GArray *collectives;
  double share[WEFT_N_SIM_SHARES];
  GArray *path;
  GArray *messages;
  guint64 n_unrecorded;
  guint32 n_routes;
  guint32 *route_first;
  guint32 *route_links;
  guint n_bins;
  double bin_s;
  float *bins;
  double closed_form_s;
  double store_factor;
  double late_share;
  gatomicrefcount refs;
} WeftSimResult;

/* Runs a trace on a network to its end. Same input and options: same result. WEFT_SIM_ERROR_STUCK lists what never
 * started. G_IO_ERROR_CANCELLED within 100 ms of a cancel, or after the instant that is being worked on when tens of
 * thousands of ranks share links fluidly. (transfer full) */
WEFT_API WeftSimResult *weft_sim_run             (WeftSimTrace         *trace,
                                                  WeftSimNetwork       *network,
                                                  const WeftSimOptions *options,
                                                  GCancellable         *cancellable,
                                                  GError              **error);
WEFT_API WeftSimResult *weft_sim_result_ref      (WeftSimResult        *self);
WEFT_API void           weft_sim_result_unref    (WeftSimResult        *self);
/* "trace", "network", "model", "makespan_s", "tasks", "events", "messages", "cpu_s", "bound_by", "bottleneck" (shares
 * that sum to 1), "ranks" [{"rank", "finish_ns"}], "devices" [{"busy_s", "comm_s", "idle_s", "wait_s" ...}], "links"
 * (the busiest @max_links of them), "providers", "collectives" [{"group_size", "groups", "domains_crossed", ...}],
 * "critical_path", "notes". */
WEFT_API void           weft_sim_result_add_json (const WeftSimResult  *self,
                                                  guint                 max_links,
                                                  JsonObject           *object);
/* What there is to know besides: of the trace, of the network, of collectives, of the model; each sentence once.
 * (transfer full) (element-type utf8) */
WEFT_API GPtrArray     *weft_sim_result_dup_notes          (const WeftSimResult *self);
/* A sentence when messages that are stored in whole make the makespan longer than a real network would.
 * (transfer full) (nullable) */
WEFT_API char          *weft_sim_result_explain_forwarding (const WeftSimResult *self);
WEFT_API const char    *weft_sim_share_nick      (WeftSimShare          share);
WEFT_API const char    *weft_sim_wait_nick       (WeftSimWait           wait);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimResult, weft_sim_result_unref)

G_END_DECLS
