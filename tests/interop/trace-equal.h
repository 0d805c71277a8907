/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether two traces are the same in tasks, costs, dependences, partners and groups. */
#pragma once

#include "sim/weft-sim-trace.h"

static inline void
check_same_tasks (const WeftSimTrace *a, const WeftSimTrace *b)
{
  g_assert_cmpuint (a->n_tasks, ==, b->n_tasks);
  g_assert_cmpuint (a->n_ranks, ==, b->n_ranks);
  for (guint32 i = 0; i < a->n_tasks; i++)
    {
      g_autofree char *name = weft_sim_trace_task_name (a, i);
      g_autofree char *other_name = weft_sim_trace_task_name (b, i);
      g_autofree char *rank = weft_sim_trace_rank_name (a, a->rank[i]);
      g_autofree char *other_rank = weft_sim_trace_rank_name (b, b->rank[i]);
      const WeftSimCost *cost = &a->costs[a->cost[i]];
      const WeftSimCost *other = &b->costs[b->cost[i]];

      g_assert_cmpuint (a->kind[i], ==, b->kind[i]);
      g_assert_cmpuint (a->rank[i], ==, b->rank[i]);
      g_assert_cmpuint (a->peer[i], ==, b->peer[i]);
      g_assert_cmpuint (a->id[i], ==, b->id[i]);
      g_assert_cmpstr (name, ==, other_name);
      g_assert_cmpstr (rank, ==, other_rank);
      g_assert_cmpstr (a->labels[a->label[i]], ==, b->labels[b->label[i]]);
      g_assert_cmpfloat (cost->launch_s, ==, other->launch_s);
      g_assert_cmpfloat (cost->compute_s, ==, other->compute_s);
      g_assert_cmpfloat (cost->memory_s, ==, other->memory_s);
      g_assert_cmpfloat (cost->bytes, ==, other->bytes);
      if (a->to_rank != NULL)
        g_assert_cmpuint (a->to_rank[i], ==, b->to_rank[i]);
      if (a->order != NULL)
        g_assert_cmpuint (a->order[i], ==, b->order[i]);
    }
  g_assert_true ((a->to_rank != NULL) == (b->to_rank != NULL));
  g_assert_true ((a->order != NULL) == (b->order != NULL));
}

static inline void
check_same_edges (const WeftSimTrace *a, const WeftSimTrace *b)
{
  g_assert_cmpuint (a->n_edges, ==, b->n_edges);
  for (guint32 i = 0; i < a->n_tasks; i++)
    {
      g_assert_cmpuint (a->first_succ[i + 1], ==, b->first_succ[i + 1]);
      g_assert_cmpuint (a->n_preds[i], ==, b->n_preds[i]);
    }
  for (guint32 e = 0; e < a->n_edges; e++)
    g_assert_cmpuint (a->succ[e], ==, b->succ[e]);
}

static inline void
check_same_groups (const WeftSimTrace *a, const WeftSimTrace *b)
{
  g_assert_cmpuint (a->n_groups, ==, b->n_groups);
  g_assert_cmpuint (a->n_collectives, ==, b->n_collectives);
  for (guint32 g = 0; g < a->n_groups; g++)
    {
      g_assert_cmpstr (a->groups[g].name, ==, b->groups[g].name);
      g_assert_cmpmem (a->member_rank + a->groups[g].first, a->groups[g].n_ranks * sizeof (guint32),
                       b->member_rank + b->groups[g].first, b->groups[g].n_ranks * sizeof (guint32));
    }
  for (guint32 c = 0; c < a->n_collectives; c++)
    {
      g_assert_cmpuint (a->collectives[c].comm, ==, b->collectives[c].comm);
      g_assert_cmpuint (a->collectives[c].root, ==, b->collectives[c].root);
      g_assert_cmpuint (a->collectives[c].group, ==, b->collectives[c].group);
      g_assert_cmpfloat (a->collectives[c].bytes, ==, b->collectives[c].bytes);
    }
}

static inline void
check_same_folds (const WeftSimTrace *a, const WeftSimTrace *b)
{
  g_assert_cmpuint (a->n_folds, ==, b->n_folds);
  for (guint32 f = 0; f < a->n_folds; f++)
    {
      const WeftSimFold *one = &a->folds[f];
      const WeftSimFold *other = &b->folds[f];

      g_assert_cmpuint (one->times, ==, other->times);
      g_assert_cmpmem (one->before, one->n_marks * sizeof (guint32), other->before, other->n_marks * sizeof (guint32));
      g_assert_cmpmem (one->after, one->n_marks * sizeof (guint32), other->after, other->n_marks * sizeof (guint32));
    }
}

static inline void
check_same_trace (const WeftSimTrace *a, const WeftSimTrace *b)
{
  check_same_tasks (a, b);
  check_same_edges (a, b);
  check_same_groups (a, b);
  check_same_folds (a, b);
  g_assert_cmpuint (a->n_providers, ==, b->n_providers);
  for (guint32 p = 0; p < a->n_providers; p++)
    {
      g_assert_cmpstr (a->providers[p].name, ==, b->providers[p].name);
      g_assert_cmpfloat (a->providers[p].bw_bytes_s, ==, b->providers[p].bw_bytes_s);
      g_assert_cmpfloat (a->providers[p].latency_s, ==, b->providers[p].latency_s);
      g_assert_cmpuint (a->providers[p].queue, ==, b->providers[p].queue);
    }
}
