/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search among schedules as sequences of tasks with starts that do not fall, each appended to a device as early as it
 * can: every schedule that cannot be shortened by moving tasks to the left is one of them. */
#pragma once

#include "mapper/weft-exact-fit-private.h"
#include "mapper/weft-exact-store-private.h"
#include "mapper/weft-exact-symmetry-private.h"
#include "mapper/weft-map-room-private.h"
#include "mapper/weft-schedule.h"

G_BEGIN_DECLS

/**
 * WeftExactLimits: (skip)
 * @n_before: states that other searches have gone on from, which count too
 * @max_states: states that may be gone on from, 0 for no limit
 * @until_us: monotonic time to stop at, 0 for none
 * @max_bytes: memory for states
 * @cancellable: (nullable):
 * @tick: (nullable): called now and then
 * @tick_data: for @tick
 */
typedef struct
{
  guint64 n_before;
  guint64 max_states;
  gint64 until_us;
  gsize max_bytes;
  GCancellable *cancellable;
  void (*tick) (gpointer data);
  gpointer tick_data;
} WeftExactLimits;

/* A state that is being made, and what is known about its tasks to come. */
typedef struct
{
  WeftExactState state;
  guint32 *row_task;  /* [rows] the tasks of the rows, by index */
  double *soon_s;     /* [rows × devices] the earliest start of each, NEVER where it would be too late */
  double *soon_free_s; /* [devices] and of all tasks without a row */
  double mean_s;      /* of the ways through the tasks with a row */
  double *mapped_s;   /* [maps × (rows + 1) × devices] soon_s and soon_free_s as each map sees them */
  gsize mapped_size;
} WeftExactChild;

/**
 * WeftExactSearch: (skip)
 * @problem: what is searched
 * @map: the same for memory
 * @symmetry: of its devices
 * @head_s: [tasks × devices] earliest starts
 * @tail_s: [tasks × devices] the least from ends of tasks to the end
 * @target_s: only schedules that are shorter are of interest
 * @best: (nullable): the best schedule that was found
 * @store: states
 * @born: guint32: states that the last step has made
 * @born_mean_s: of each, the mean way through the tasks that come next
 * @n_states: states that were gone on from, in all
 * @keeps_all: states are not compared with each other
 * @goal_s: of a part, the least that was found
 */
typedef struct
{
  const WeftExactProblem *problem;
  const WeftMapProblem *map;
  const WeftExactSymmetry *symmetry;
  const double *head_s;
  const double *tail_s;
  double target_s;
  WeftSchedule *best;
  WeftExactStore store;
  GArray *born;
  GArray *born_mean_s;
  guint64 n_states;
  gboolean keeps_all;
  double goal_s;

  /*< private >*/
  gboolean is_part;
  guint reach;
  WeftMapRoom *room;     /* (nullable) of the state that is gone on from */
  double *least_tail_s;  /* [tasks] */
  guint32 *by_tail;      /* [tasks] the longest first */
  guint32 *twin_before;  /* [tasks] the twin that starts first */
  guint32 *child_row;    /* [tasks] 1 + row in the child */
  guint32 *local;        /* [tasks] 1 + number in the window */
  guint32 *open;         /* tasks to come, in the order of the problem */
  guint32 n_open;
  guint32 *rows;         /* tasks of the rows of the state that is gone on from */
  guint32 *window;       /* tasks that are looked at closely */
  guint n_window;
  double *ahead_s;       /* [tasks × devices] earliest starts from the child on */
  double *through_s;     /* [tasks × devices] and ends */
  WeftExactChild child;
  WeftExactFit fit;
} WeftExactSearch;

void     weft_exact_search_init     (WeftExactSearch         *self,
                                     const WeftExactProblem  *problem,
                                     const WeftMapProblem    *map,
                                     const WeftExactSymmetry *symmetry,
                                     const double            *head_s,
                                     const double            *tail_s);
void     weft_exact_search_clear    (WeftExactSearch         *self);
/* Only schedules that are shorter than this by more than rounding. */
void     weft_exact_search_aim      (WeftExactSearch         *self,
                                     double                   makespan_s);
/* Forgets all states but the empty one, which has number 0. */
void     weft_exact_search_reset    (WeftExactSearch         *self);
/* The same for the tasks that are not among @done alone, of which those that wait for @task get it from @device, where
 * it ends at time 0. The goal is the least end of all with their tails. */
void     weft_exact_search_part     (WeftExactSearch         *self,
                                     const guint64           *done,
                                     guint32                  task,
                                     guint                    device);
/* Fills in born with what a state can go on to. A child that is a whole schedule becomes the best one. */
void     weft_exact_search_expand   (WeftExactSearch         *self,
                                     guint32                  state);

/* What is known about the child: FALSE when no schedule from it is shorter than the target. Fills in soon_s. */
gboolean weft_exact_look_ahead      (WeftExactSearch         *self);
/* The same with a closer look at the tasks that come next. */
gboolean weft_exact_look_closely    (WeftExactSearch         *self);
void     weft_exact_look_end        (WeftExactSearch         *self);
/* Whether another state of the same tasks does at least as well. */
gboolean weft_exact_is_dominated    (WeftExactSearch         *self);

/* From the first state on, a few of the best states of each size. FALSE when stopped. */
gboolean weft_exact_beam            (WeftExactSearch         *self,
                                     guint                    width,
                                     const WeftExactLimits   *limits);
/* From the first state on all states, those with the least bound first. Returns whether it came to an end: then nothing
 * is shorter than the target. @bound_s: (inout): rises to what no schedule beats. */
gboolean weft_exact_best_first      (WeftExactSearch         *self,
                                     const WeftExactLimits   *limits,
                                     double                  *bound_s);
/* The first schedule that is shorter than the target, of states in a fixed order: by finish plus @order_tail_s, by
 * finish, by task, by device. (transfer full) (nullable) */
WeftSchedule *weft_exact_first     (WeftExactSearch         *self,
                                    const double            *order_tail_s,
                                    const WeftExactLimits   *limits);
/* Whether to stop. Ticks. */
gboolean weft_exact_is_over         (const WeftExactSearch   *self,
                                     const WeftExactLimits   *limits);

G_END_DECLS
