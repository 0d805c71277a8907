/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a few tasks can be done before an end, on devices that they have to share; if not, by how much the end must
 * be moved for what speaks against it to fall. */
#pragma once

#include "mapper/weft-exact-problem-private.h"

G_BEGIN_DECLS

/* Without a way of its own to the end. */
#define WEFT_EXACT_NO_TAIL -1.0

/**
 * WeftExactFit: (skip)
 * @n_devices: how many devices
 * @size: room for tasks
 * @n: how many tasks; each comes after those that it waits for
 * @n_edges: how many edges between them
 * @head_s: [@n × devices] when a task could start there
 * @time_s: [@n × devices] what it takes there
 * @tail_s: [@n × devices] the least from its end there to the end, %WEFT_EXACT_NO_TAIL
 * @latest_s: [@n × devices] the latest end there, computed
 * @level: [@n] tasks of one level do not wait for each other
 * @first: [@n + 1] where the edges out of a task begin
 * @next: [edges] the task that an edge leads to
 * @cost_s: [edges] the costs of an edge between devices
 */
typedef struct
{
  guint n_devices;
  guint size;
  guint n;
  guint n_edges;
  guint edges_size;
  double *head_s;
  double *time_s;
  double *tail_s;
  double *latest_s;
  guint32 *level;
  guint *first;
  guint *next;
  const double **cost_s;

  /*< private >*/
  double *begin_s; /* [n × devices] the latest start there */
  double *least_head_s;
  guint *by_head;
  guint *by_level;
  struct WeftExactJob *jobs;
  struct WeftExactJob *heap;
} WeftExactFit;

void   weft_exact_fit_init  (WeftExactFit *self,
                             guint         n_devices);
void   weft_exact_fit_clear (WeftExactFit *self);
/* Makes room and forgets all tasks. */
void   weft_exact_fit_reset (WeftExactFit *self,
                             guint         size);
/* Ends the edges of the task that was added last. */
void   weft_exact_fit_edge  (WeftExactFit *self,
                             guint         next,
                             const double *cost_s);
/* To be called when all tasks and edges are there. */
void   weft_exact_fit_ready (WeftExactFit *self);
/* The first end from @end_s on that nothing is found to speak against, or one that is not before @limit_s. */
double weft_exact_fit_raise (WeftExactFit *self,
                             double        end_s,
                             double        limit_s);

G_END_DECLS
