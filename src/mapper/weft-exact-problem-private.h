/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem laid out for an exhaustive search: times of each task on each device, the cost of each edge between each
 * two devices, collectives as edges, and everything seen from the end as well. */
#pragma once

#include "mapper/weft-map-problem.h"

G_BEGIN_DECLS

/* Longer than any schedule, yet safe to add up: what cannot be. */
#define WEFT_EXACT_NEVER 1e290
/* Devices have a bit in a word. */
#define WEFT_EXACT_MAX_DEVICES 64u

/**
 * WeftExactSide: (skip)
 * @first: [n + 1] where the edges of a task begin
 * @task: [edges] the task at the other end
 * @cost: [edges] number of the edge's costs
 *
 * Edges to one side of the tasks.
 */
typedef struct
{
  guint32 *first;
  guint32 *task;
  guint32 *cost;
} WeftExactSide;

/**
 * WeftExactProblem: (skip)
 * @n: how many tasks
 * @n_devices: how many devices
 * @time_s: [@n × devices] %WEFT_EXACT_NEVER where a task cannot run
 * @least_s: [@n] the least of each task
 * @order: [@n] the tasks, each after those that it waits for
 * @level: [@n] edges on the longest way to each task
 * @pred: edges into tasks
 * @succ: edges out of tasks
 * @n_costs: how many different costs edges have
 * @cost_s: [@n_costs × devices × devices] from the device of the row to that of the column
 * @cost_to_s: [@n_costs × devices × devices] to the device of the row from that of the column
 *
 * Seen from the end, @pred and @succ change places, @order is reversed and costs are those of the way back.
 */
typedef struct
{
  guint32 n;
  guint n_devices;
  double *time_s;
  double *least_s;
  guint32 *order;
  guint32 *level;
  WeftExactSide pred;
  WeftExactSide succ;
  guint32 n_costs;
  double *cost_s;
  double *cost_to_s;
} WeftExactProblem;

/* Whether it is small enough to be laid out. */
gboolean          weft_exact_problem_fits     (const WeftMapProblem   *problem);
/* (transfer full) */
WeftExactProblem *weft_exact_problem_new      (const WeftMapProblem   *problem);
/* The same seen from the end. (transfer full) */
WeftExactProblem *weft_exact_problem_reversed (const WeftExactProblem *self);
void              weft_exact_problem_free     (WeftExactProblem       *self);

/* [devices] costs from a device. */
static inline const double *
weft_exact_costs (const WeftExactProblem *self,
                  guint32                 cost,
                  guint                   from)
{
  return self->cost_s + ((gsize) cost * self->n_devices + from) * self->n_devices;
}

/* [devices] costs to a device. */
static inline const double *
weft_exact_costs_to (const WeftExactProblem *self,
                     guint32                 cost,
                     guint                   to)
{
  return self->cost_to_s + ((gsize) cost * self->n_devices + to) * self->n_devices;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftExactProblem, weft_exact_problem_free)

G_END_DECLS
