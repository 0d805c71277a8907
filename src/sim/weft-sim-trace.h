/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulator runs: tasks of ranks in arrays, what each waits for, and who talks with whom. Sends and receives are
 * matched and collectives complete when it is built, so that a run starts from something sound. Immutable. */
#pragma once

#include <gio/gio.h>

#include "workload/weft-task-graph.h"

G_BEGIN_DECLS

#define WEFT_SIM_ERROR (weft_sim_error_quark ())

/**
 * WeftSimError:
 * @WEFT_SIM_ERROR_INVALID: a trace, network or option says something that it may not
 * @WEFT_SIM_ERROR_UNMATCHED: a receive without a send, or a collective that a rank does not take part in
 * @WEFT_SIM_ERROR_MISMATCH: both ends of a message, or ranks of a collective, disagree
 * @WEFT_SIM_ERROR_CYCLE: tasks wait for each other; the message names them
 * @WEFT_SIM_ERROR_STUCK: a run ended with tasks that never started; the message says what they wait for
 * @WEFT_SIM_ERROR_NO_ROUTE: no way leads from one device to another
 * @WEFT_SIM_ERROR_LIMIT: more than is taken
 * @WEFT_SIM_ERROR_UNSUPPORTED: known but not simulated
 */
typedef enum
{
  WEFT_SIM_ERROR_INVALID,
  WEFT_SIM_ERROR_UNMATCHED,
  WEFT_SIM_ERROR_MISMATCH,
  WEFT_SIM_ERROR_CYCLE,
  WEFT_SIM_ERROR_STUCK,
  WEFT_SIM_ERROR_NO_ROUTE,
  WEFT_SIM_ERROR_LIMIT,
  WEFT_SIM_ERROR_UNSUPPORTED,
} WeftSimError;

#define WEFT_SIM_NONE G_MAXUINT32

typedef enum
{
  WEFT_SIM_COMPUTE,
  WEFT_SIM_SEND,
  WEFT_SIM_RECV,
  WEFT_SIM_COLLECTIVE, /* one rank's part of it */
  WEFT_SIM_LOAD,       /* from a provider of remote memory */
  WEFT_SIM_STORE,
  WEFT_SIM_CONTROL,    /* takes no time */
  WEFT_N_SIM_KINDS,
} WeftSimKind;

typedef enum
{
  WEFT_SIM_ALL_REDUCE,
  WEFT_SIM_ALL_GATHER,
  WEFT_SIM_REDUCE_SCATTER,
  WEFT_SIM_ALL_TO_ALL,
  WEFT_SIM_BROADCAST,
  WEFT_SIM_REDUCE,
  WEFT_SIM_GATHER,
  WEFT_SIM_SCATTER,
  WEFT_SIM_BARRIER,
  WEFT_N_SIM_COMMS,
} WeftSimComm;

/**
 * WeftSimCost: (skip)
 * @launch_s: before anything else
 * @compute_s: time of the arithmetic, or a time that was given or measured as a whole
 * @memory_s: time of the bytes that move to and from the device's own memory
 * @bytes: of a message, a collective or a remote request; of a collective the whole buffer: what a rank puts into an
 *   all-reduce, reduce-scatter or all-to-all, what a rank holds after an all-gather or gather, what the root has
 *
 * What a task costs on its rank: launch_s + max (compute_s, memory_s), or its bytes. Equal costs stand once.
 */
typedef struct
{
  double launch_s;
  double compute_s;
  double memory_s;
  double bytes;
} WeftSimCost;

/**
 * WeftSimCollective: (skip)
 * @comm: a #WeftSimComm
 * @root: place in the group of the member that a rooted one starts or ends at
 * @group: index of the group
 * @first_task: where its tasks begin in member_task, one a member of the group, in the group's order
 * @bytes: whole buffer
 */
typedef struct
{
  guint8 comm;
  guint32 root;
  guint32 group;
  guint32 first_task;
  double bytes;
} WeftSimCollective;

/**
 * WeftSimGroup: (skip)
 * @name: for people; "all" for all ranks
 * @first: where its ranks begin in member_rank
 * @n_ranks: how many
 */
typedef struct
{
  char *name;
  guint32 first;
  guint32 n_ranks;
} WeftSimGroup;

typedef enum
{
  WEFT_SIM_QUEUE_FIFO, /* one request at a time */
  WEFT_SIM_QUEUE_FAIR, /* all at once, each its share */
  WEFT_SIM_QUEUE_NONE, /* each with the whole bandwidth */
} WeftSimQueue;

/**
 * WeftSimProvider: (skip)
 * @name: for people
 * @node: node of the network that requests go to, %WEFT_SIM_NONE: they do not cross it
 * @bw_bytes_s: rate of the memory
 * @latency_s: of each request
 * @queue: what happens with requests at the same time
 *
 * Remote memory.
 */
typedef struct
{
  char *name;
  guint32 node;
  double bw_bytes_s;
  double latency_s;
  WeftSimQueue queue;
} WeftSimProvider;

/**
 * WeftSimFold: (skip)
 * @times: how many times more it happens than it stands in the trace
 * @n_marks: tasks that end it
 * @before: [@n_marks] those at the end of the last but one that stands in the trace
 * @after: [@n_marks] those at the end of the last
 *
 * An iteration that is repeated: each one more takes what passes between the last of @before and the last of @after.
 */
typedef struct
{
  guint32 times;
  guint32 n_marks;
  guint32 *before;
  guint32 *after;
} WeftSimFold;

/**
 * WeftSimTrace: (skip)
 * @name: what is run
 * @source: (nullable): where it comes from, for people
 * @notes: (nullable): warnings and assumptions, NULL at the end
 * @n_tasks: how many tasks
 * @n_edges: how many dependences
 * @n_ranks: how many ranks
 * @kind: [@n_tasks] a #WeftSimKind each
 * @rank: [@n_tasks]
 * @cost: [@n_tasks] index into @costs
 * @peer: [@n_tasks] of a send its receive (%WEFT_SIM_NONE: nobody takes it), of a receive its send, of a collective's
 *   part the collective, of a load or store the provider; else %WEFT_SIM_NONE
 * @to_rank: (nullable): [@n_tasks] of a send without a receive where it goes; only there when there is one
 * @order: (nullable): [@n_tasks] of the tasks of a rank that could start, the one with the least goes first; %NULL:
 *   that with the least number
 * @first_succ: [@n_tasks + 1]
 * @succ: [@n_edges] ascending for each task
 * @succ_bytes: (nullable): [@n_edges] bytes of each; an edge between two ranks is a message, also with 0 bytes; %NULL:
 *   all edges are within ranks
 * @n_preds: [@n_tasks]
 * @costs: [@n_costs]
 * @groups: [@n_groups]
 * @member_rank: ranks of all groups
 * @collectives: [@n_collectives]
 * @member_task: tasks of all collectives
 * @providers: [@n_providers]
 * @label: [@n_tasks] index into @labels: the kernel or kind, what charts colour by
 * @labels: [@n_labels]
 * @graph: (nullable): the graph whose tasks these are, for their names
 * @id: (nullable): [@n_tasks] ids of a trace file
 * @name_of: (nullable): [@n_tasks] index into @names
 * @names: [@n_names]
 * @rank_name: (nullable): [@n_ranks]
 * @folds: (nullable): [@n_folds] iterations that happen more often than they stand here
 * @rank_device: (nullable): [@n_ranks] device of the flattened machine that a file names, %WEFT_SIM_NONE
 *
 * Arrays that only weft-sim-builder.c, weft-sim-mapped.c and weft-sim-trace-read.c write.
 */
typedef struct
{
  char *name;
  char *source;
  char **notes;
  guint32 n_tasks;
  guint32 n_edges;
  guint32 n_ranks;
  guint32 n_costs;
  guint32 n_groups;
  guint32 n_collectives;
  guint32 n_providers;
  guint32 n_labels;
  guint32 n_names;

  guint8 *kind;
  guint32 *rank;
  guint32 *cost;
  guint32 *peer;
  guint32 *to_rank;
  guint32 *order;
  guint32 *first_succ;
  guint32 *succ;
  double *succ_bytes;
  guint32 *n_preds;

  WeftSimCost *costs;
  WeftSimGroup *groups;
  guint32 *member_rank;
  WeftSimCollective *collectives;
  guint32 *member_task;
  WeftSimProvider *providers;

  guint32 *label;
  char **labels;
  WeftTaskGraph *graph;
  guint64 *id;
  guint32 *name_of;
  char **names;
  char **rank_name;
  guint32 n_folds;
  WeftSimFold *folds;
  guint32 *rank_device;
  gatomicrefcount refs;
} WeftSimTrace;

WEFT_API GQuark        weft_sim_error_quark      (void);
WEFT_API WeftSimTrace *weft_sim_trace_ref        (WeftSimTrace       *self);
WEFT_API void          weft_sim_trace_unref      (WeftSimTrace       *self);
/* The name alone, as in the file. (transfer full) */
WEFT_API char         *weft_sim_trace_task_name  (const WeftSimTrace *self,
                                                  guint32             task);
/* "rank 3, node 17 \"send_fwd\"": what messages call a task. (transfer full) */
WEFT_API char         *weft_sim_trace_task_words (const WeftSimTrace *self,
                                                  guint32             task);
/* "GPU 3", or "rank 3". (transfer full) */
WEFT_API char         *weft_sim_trace_rank_name  (const WeftSimTrace *self,
                                                  guint32             rank);
/* What iterations that do not stand in the trace take more, by the times at which its tasks ended. */
WEFT_API double        weft_sim_trace_folded_s   (const WeftSimTrace *self,
                                                  const double       *finish_s);
WEFT_API gsize         weft_sim_trace_footprint  (const WeftSimTrace *self);
/* "compute", "all_reduce" */
WEFT_API const char   *weft_sim_kind_nick        (WeftSimKind         kind);
WEFT_API const char   *weft_sim_comm_nick        (WeftSimComm         comm);
WEFT_API gboolean      weft_sim_comm_parse       (const char         *nick,
                                                  WeftSimComm        *comm);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimTrace, weft_sim_trace_unref)

G_END_DECLS
