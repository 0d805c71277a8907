/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the builder share: the trace as far as it goes, and what is not matched yet. */
#pragma once

#include "sim/weft-sim-builder.h"
#include "sim/weft-sim-slots-private.h"

G_BEGIN_DECLS

/* Names that a sentence lists. */
#define WEFT_SIM_MAX_NAMED 4u
#define WEFT_SIM_MAX_CYCLE_NAMES 12u

/* A send or a receive, until both are matched. */
typedef struct
{
  guint32 task;
  guint32 other; /* rank at the other end */
  gint64 tag;
} WeftSimEnd;

/* A rank's part of a collective, until all are together. */
typedef struct
{
  guint32 group;
  guint32 member; /* place of the rank in the group */
  guint32 root;   /* place in the group */
  guint8 comm;
} WeftSimPart;

/* @bytes of edges stand apart: most traces have none between ranks. */
typedef struct
{
  guint32 before;
  guint32 task;
} WeftSimEdge;

#define WEFT_SIM_N_RECENT 16u

/* Names, each once. @recent: number + 1 of the last one whose first letters fall there: a trace has thousands of tasks
 * for each name. */
typedef struct
{
  GPtrArray *names;
  WeftSimSlots slots;
  guint32 recent[WEFT_SIM_N_RECENT];
} WeftSimNames;

struct _WeftSimBuilder
{
  WeftSimTrace *trace;
  guint32 room;       /* of the arrays of tasks */
  gboolean has_bytes; /* some edge leads to another rank */
  GPtrArray *notes;
  GArray *costs;      /* of WeftSimCost */
  WeftSimSlots cost_slots;
  WeftSimNames labels;
  WeftSimNames names;
  GArray *groups;     /* of WeftSimGroup */
  GArray *members;    /* of guint32: ranks of all groups */
  GArray *places;     /* of guint64: rank and place of each member, sorted for each group */
  GArray *providers;  /* of WeftSimProvider */
  GArray *ends;       /* of WeftSimEnd: trace->peer[task] is the index of a send or receive here */
  GArray *parts;      /* of WeftSimPart: trace->peer[task] is the index of a collective's part here */
  GArray *edges;      /* of WeftSimEdge */
  GArray *edge_bytes; /* of double, with has_bytes */
  guint32 *by_id;     /* [tasks] tasks by rank, then by id: when it is finished */
  GError *bad;        /* the first thing that was wrong where no error could be said */
};

static inline double
weft_sim_builder_bytes (const WeftSimBuilder *self,
                        guint32               task)
{
  return self->trace->costs[self->trace->cost[task]].bytes;
}

/* A task of any kind under a label of its own, checked as the public ones; ends and parts are not for it. */
guint32  weft_sim_builder_add_labelled (WeftSimBuilder    *self,
                                        WeftSimKind        kind,
                                        guint32            rank,
                                        guint64            id,
                                        const char        *label,
                                        const WeftSimCost *cost,
                                        GError           **error);
/* Group 0. */
void     weft_sim_builder_add_all     (WeftSimBuilder *self);
/* Fills member and root of @part, whose group and comm are set. */
gboolean weft_sim_builder_place_part  (WeftSimBuilder *self,
                                       guint32         rank,
                                       guint32         root,
                                       WeftSimPart    *part,
                                       GError        **error);

/* --- the parts of the end, in their order --- */

/* Makes first_succ, succ, succ_bytes and n_preds. Edges that were said twice become one with the bytes of both. */
void     weft_sim_builder_sort_edges  (WeftSimBuilder *self);
/* Tasks by rank and id; an id that stands twice is an error. Makes order where numbers and ids differ in order. */
gboolean weft_sim_builder_sort_ids    (WeftSimBuilder *self,
                                       GError        **error);
gboolean weft_sim_builder_check_cycle (WeftSimBuilder *self,
                                       GError        **error);
gboolean weft_sim_builder_match_ends  (WeftSimBuilder *self,
                                       GError        **error);
gboolean weft_sim_builder_join_parts  (WeftSimBuilder *self,
                                       GError        **error);
/* What looks wrong but may run becomes notes. */
void     weft_sim_builder_warn        (WeftSimBuilder *self);

G_END_DECLS
