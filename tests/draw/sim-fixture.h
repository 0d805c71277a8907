/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of simulations that are worked out here, by rules simple enough to be checked by hand: pipelines of stages
 * with tensor parallelism on a star of links. */
#pragma once

#include "draw-fixture.h"

#include "sim/weft-sim-result.h"

/**
 * @tp: ranks of a stage
 * @pp: stages
 * @layers: of a stage; each has a computation and an all-reduce forward, and both twice as long backward
 * @micro: microbatches
 * @slow: factor of the time of the last rank's computations
 * @overlaps: computations do not wait for all-reduces
 * @n_bins: steps of time of the links
 * @records: whether messages are recorded
 */
typedef struct
{
  guint tp;
  guint pp;
  guint layers;
  guint micro;
  double slow;
  gboolean overlaps;
  guint n_bins;
  gboolean records;
} FixtureXf;

#define FIXTURE_COMPUTE_S 100e-6
#define FIXTURE_REDUCE_S 60e-6
#define FIXTURE_SEND_S 40e-6
#define FIXTURE_BYTES 8388608.0
#define FIXTURE_BW_BYTES_S 400e9

typedef struct
{
  const FixtureXf *spec;
  WeftSimTrace *trace;
  WeftSimResult *result;
  guint32 *first;       /* [ranks + 1] */
  guint32 n_room;
} FixtureRun;

enum
{
  FIXTURE_FORWARD,
  FIXTURE_BACKWARD,
  FIXTURE_ALL_REDUCE,
  FIXTURE_SEND,
  FIXTURE_RECV,
  FIXTURE_N_LABELS,
};

static guint32
fixture_add (FixtureRun *run, guint32 rank, WeftSimKind kind, guint label, guint32 peer)
{
  WeftSimTrace *trace = run->trace;
  guint32 task = trace->n_tasks++;

  g_assert_cmpuint (task, <, run->n_room);
  trace->kind[task] = kind;
  trace->rank[task] = rank;
  trace->label[task] = label;
  trace->cost[task] = label;
  trace->peer[task] = peer;
  trace->id[task] = task - run->first[rank];
  return task;
}

/* A part of the n-th collective of a stage. */
static void
fixture_add_reduce (FixtureRun *run, guint32 rank, guint32 number, guint32 n_of_stage)
{
  guint stage = rank / run->spec->tp;
  guint32 collective = stage * n_of_stage + number;
  guint32 task = fixture_add (run, rank, WEFT_SIM_COLLECTIVE, FIXTURE_ALL_REDUCE, collective);

  run->trace->member_task[run->trace->collectives[collective].first_task + rank % run->spec->tp] = task;
}

static void
fixture_add_pass (FixtureRun *run, guint32 rank, gboolean back, guint32 *number, guint32 n_of_stage)
{
  const FixtureXf *spec = run->spec;
  guint stage = rank / spec->tp;
  gboolean takes = back ? stage + 1 < spec->pp : stage > 0, gives = back ? stage > 0 : stage + 1 < spec->pp;

  for (guint m = 0; m < spec->micro; m++)
    {
      if (takes)
        fixture_add (run, rank, WEFT_SIM_RECV, FIXTURE_RECV, WEFT_SIM_NONE);
      for (guint l = 0; l < spec->layers; l++)
        {
          fixture_add (run, rank, WEFT_SIM_COMPUTE, back ? FIXTURE_BACKWARD : FIXTURE_FORWARD, WEFT_SIM_NONE);
          if (spec->tp > 1)
            fixture_add_reduce (run, rank, (*number)++, n_of_stage);
        }
      if (gives)
        fixture_add (run, rank, WEFT_SIM_SEND, FIXTURE_SEND, WEFT_SIM_NONE);
    }
}

/* The n-th send of a rank to a neighbour goes to its n-th receive from there. */
static void
fixture_match (FixtureRun *run)
{
  WeftSimTrace *trace = run->trace;
  const FixtureXf *spec = run->spec;

  for (guint32 r = 0; r < trace->n_ranks; r++)
    for (guint back = 0; back < 2; back++)
      {
        guint32 other = back ? r - spec->tp : r + spec->tp, from = run->first[r], to;
        gboolean gives = back ? r >= spec->tp : other < trace->n_ranks;
        guint n = 0;

        if (!gives)
          continue;
        to = run->first[other];
        for (; from < run->first[r + 1]; from++)
          if (trace->kind[from] == WEFT_SIM_SEND && trace->label[from] == FIXTURE_SEND
              && trace->peer[from] == WEFT_SIM_NONE)
            {
              while (trace->kind[to] != WEFT_SIM_RECV || trace->peer[to] != WEFT_SIM_NONE)
                to++;
              trace->peer[from] = to;
              trace->peer[to] = from;
              if (++n == spec->micro)
                break;
            }
      }
}

static void
fixture_make_trace (FixtureRun *run)
{
  const FixtureXf *spec = run->spec;
  WeftSimTrace *trace = run->trace = g_new0 (WeftSimTrace, 1);
  static const char *const labels[] = { "forward", "backward", "all_reduce", "send", "recv" };
  guint32 n_ranks = spec->tp * spec->pp, n_of_stage = spec->tp > 1 ? 2 * spec->micro * spec->layers : 0;

  g_atomic_ref_count_init (&trace->refs);
  trace->name = g_strdup ("Pipeline");
  trace->n_ranks = n_ranks;
  run->n_room = n_ranks * 2 * spec->micro * (2 * spec->layers + 2);
  trace->kind = g_new0 (guint8, run->n_room);
  trace->rank = g_new0 (guint32, run->n_room);
  trace->cost = g_new0 (guint32, run->n_room);
  trace->peer = g_new0 (guint32, run->n_room);
  trace->label = g_new0 (guint32, run->n_room);
  trace->id = g_new0 (guint64, run->n_room);
  trace->n_preds = g_new0 (guint32, run->n_room);
  trace->n_labels = trace->n_costs = FIXTURE_N_LABELS;
  trace->labels = g_new0 (char *, FIXTURE_N_LABELS);
  trace->costs = g_new0 (WeftSimCost, FIXTURE_N_LABELS);
  for (guint l = 0; l < FIXTURE_N_LABELS; l++)
    {
      trace->labels[l] = g_strdup (labels[l]);
      trace->costs[l].compute_s = l == FIXTURE_FORWARD ? FIXTURE_COMPUTE_S : l == FIXTURE_BACKWARD ? 2 * FIXTURE_COMPUTE_S : 0;
      trace->costs[l].bytes = l > FIXTURE_BACKWARD ? FIXTURE_BYTES : 0;
    }
  trace->n_groups = spec->pp;
  trace->groups = g_new0 (WeftSimGroup, spec->pp);
  trace->member_rank = g_new (guint32, n_ranks);
  trace->n_collectives = n_of_stage * spec->pp;
  trace->collectives = g_new0 (WeftSimCollective, MAX (1, trace->n_collectives));
  trace->member_task = g_new0 (guint32, MAX (1, trace->n_collectives * spec->tp));
  for (guint s = 0; s < spec->pp; s++)
    trace->groups[s] = (WeftSimGroup){ g_strdup_printf ("tp%u", s), s * spec->tp, spec->tp };
  for (guint32 r = 0; r < n_ranks; r++)
    trace->member_rank[r] = r;
  for (guint32 c = 0; c < trace->n_collectives; c++)
    trace->collectives[c] = (WeftSimCollective){ WEFT_SIM_ALL_REDUCE, 0, c / n_of_stage, c * spec->tp, FIXTURE_BYTES };
  run->first = g_new0 (guint32, n_ranks + 1);
  for (guint32 r = 0; r < n_ranks; r++)
    {
      guint32 number = 0;

      fixture_add_pass (run, r, FALSE, &number, n_of_stage);
      fixture_add_pass (run, r, TRUE, &number, n_of_stage);
      run->first[r + 1] = trace->n_tasks;
    }
  trace->first_succ = g_new0 (guint32, trace->n_tasks + 1);
  fixture_match (run);
}

/* Up from each rank, and down to it: link 2r and 2r + 1. */
static WeftSimNetwork *
fixture_star (guint32 n_ranks)
{
  WeftSimNetwork *network = weft_sim_network_new ("Star", n_ranks + 1, 2 * n_ranks, n_ranks);

  network->rule = g_strdup ("over the switch");
  network->node_name = g_new0 (char *, n_ranks + 1);
  for (guint32 r = 0; r < n_ranks; r++)
    {
      network->node_of_rank[r] = r;
      network->node_name[r] = g_strdup_printf ("GPU %u", r);
      network->from[2 * r] = network->to[2 * r + 1] = r;
      network->to[2 * r] = network->from[2 * r + 1] = n_ranks;
      network->bw_bytes_s[2 * r] = network->bw_bytes_s[2 * r + 1] = FIXTURE_BW_BYTES_S;
    }
  network->node_name[n_ranks] = g_strdup ("Switch");
  return network;
}

/* --- running it --- */

static void
fixture_cross (WeftSimResult *result, guint32 link, double from_s, double to_s, double bytes)
{
  result->links[link].bytes += bytes;
  result->links[link].n_messages++;
  result->links[link].busy_s += to_s - from_s;
  for (guint b = 0; b < result->n_bins && to_s > from_s; b++)
    {
      double a = MAX (from_s, b * result->bin_s), z = MIN (to_s, (b + 1) * result->bin_s);

      if (z > a)
        result->bins[(gsize) link * result->n_bins + b] += (float) (bytes * (z - a) / (to_s - from_s));
    }
}

static void
fixture_send (WeftSimResult *result, guint32 from, guint32 to, double bytes, gboolean records)
{
  guint32 a = result->trace->rank[from], b = result->trace->rank[to];
  WeftSimMessage message = { .from_task = from, .to_task = to, .route = a * result->trace->n_ranks + b, .bytes = bytes,
                             .wait_s = 3e-6f, .sent_s = result->trace->kind[to] == WEFT_SIM_RECV ? result->start_s[from] : result->finish_s[to] - FIXTURE_REDUCE_S,
                             .arrived_s = result->finish_s[to] };

  result->n_messages++;
  fixture_cross (result, 2 * a, message.sent_s, message.arrived_s, bytes);
  fixture_cross (result, 2 * b + 1, message.sent_s, message.arrived_s, bytes);
  if (records)
    g_array_append_val (result->messages, message);
}

static double
fixture_time (const FixtureRun *run, guint32 task)
{
  double slow = run->trace->rank[task] + 1 == run->trace->n_ranks ? run->spec->slow : 1;

  return run->trace->costs[run->trace->cost[task]].compute_s * slow;
}

/* A collective whose parts have all started ends for all of them. */
static gboolean
fixture_end_reduce (FixtureRun *run, guint32 task)
{
  const WeftSimCollective *collective = &run->trace->collectives[run->trace->peer[task]];
  const guint32 *members = run->trace->member_task + collective->first_task;
  double *start_s = run->result->start_s;
  guint32 last = members[0];

  for (guint i = 0; i < run->spec->tp; i++)
    {
      if (isnan (start_s[members[i]]))
        return FALSE;
      last = start_s[members[i]] > start_s[last] ? members[i] : last;
    }
  for (guint i = 0; i < run->spec->tp; i++)
    {
      run->result->finish_s[members[i]] = start_s[last] + FIXTURE_REDUCE_S;
      if (start_s[members[i]] < start_s[last])
        {
          run->result->released_by[members[i]] = last;
          run->result->waited[members[i]] = WEFT_SIM_WAIT_GROUP;
        }
    }
  return TRUE;
}

/* Starts a task once its lane is free; FALSE while it cannot end. */
static gboolean
fixture_step (FixtureRun *run, guint32 task, double *compute_s, double *comm_s)
{
  WeftSimResult *result = run->result;
  const WeftSimTrace *trace = run->trace;
  gboolean is_comm = trace->kind[task] != WEFT_SIM_COMPUTE;
  gboolean frees = run->spec->overlaps && trace->kind[task] == WEFT_SIM_COLLECTIVE;
  guint32 peer = trace->peer[task];

  if (isnan (result->start_s[task]))
    result->start_s[task] = is_comm ? MAX (*compute_s, *comm_s) : *compute_s;
  if (trace->kind[task] == WEFT_SIM_COMPUTE)
    result->finish_s[task] = result->start_s[task] + fixture_time (run, task);
  else if (trace->kind[task] == WEFT_SIM_SEND)
    result->finish_s[task] = result->start_s[task] + FIXTURE_SEND_S;
  else if (trace->kind[task] == WEFT_SIM_RECV)
    {
      if (isnan (result->finish_s[peer]))
        return FALSE;
      result->finish_s[task] = MAX (result->start_s[task], result->finish_s[peer]);
      result->waited[task] = WEFT_SIM_WAIT_MESSAGE;
      result->released_by[task] = peer;
    }
  else if (isnan (result->finish_s[task]) && !fixture_end_reduce (run, task))
    return FALSE;
  if (is_comm)
    *comm_s = result->finish_s[task];
  if (!frees)
    *compute_s = result->finish_s[task];
  return TRUE;
}

static void
fixture_run_all (FixtureRun *run)
{
  guint32 n_ranks = run->trace->n_ranks;
  g_autofree guint32 *at = g_memdup2 (run->first, n_ranks * sizeof *at);
  g_autofree double *compute_s = g_new0 (double, n_ranks);
  g_autofree double *comm_s = g_new0 (double, n_ranks);

  for (gboolean moves = TRUE; moves;)
    {
      moves = FALSE;
      for (guint32 r = 0; r < n_ranks; r++)
        for (; at[r] < run->first[r + 1] && fixture_step (run, at[r], &compute_s[r], &comm_s[r]); at[r]++)
          moves = TRUE;
    }
  for (guint32 r = 0; r < n_ranks; r++)
    g_assert_cmpuint (at[r], ==, run->first[r + 1]);
}

static void
fixture_log_links (FixtureRun *run)
{
  WeftSimResult *result = run->result;
  guint tp = run->spec->tp;

  for (guint32 i = 0; i < run->trace->n_tasks; i++)
    {
      guint32 peer = run->trace->peer[i];

      if (run->trace->kind[i] == WEFT_SIM_SEND)
        fixture_send (result, i, peer, FIXTURE_BYTES, run->spec->records);
      else if (run->trace->kind[i] == WEFT_SIM_COLLECTIVE)
        {
          guint32 first = run->trace->collectives[peer].first_task, at = run->trace->rank[i] % tp;

          fixture_send (result, i, run->trace->member_task[first + (at + 1) % tp],
                        FIXTURE_BYTES * 2 * (tp - 1) / tp, run->spec->records);
        }
    }
  for (guint32 l = 0; l < result->network->n_links; l++)
    {
      result->links[l].utilisation = result->links[l].bytes / (FIXTURE_BW_BYTES_S * result->makespan_s);
      result->links[l].wait_mean_s = 1e-6 * (l + 1);
      result->links[l].wait_p99_s = 3e-6 * (l + 1);
      result->links[l].wait_worst_s = 5e-6 * (l + 1);
    }
}

static void
fixture_log_ranks (FixtureRun *run)
{
  WeftSimResult *result = run->result;

  for (guint32 i = 0; i < run->trace->n_tasks; i++)
    {
      WeftSimRankUse *use = &result->ranks[run->trace->rank[i]];
      double time_s = result->finish_s[i] - result->start_s[i];

      use->n_tasks++;
      use->finish_s = MAX (use->finish_s, result->finish_s[i]);
      *(run->trace->kind[i] == WEFT_SIM_COMPUTE ? &use->busy_s : &use->comm_s) += time_s;
    }
}

/* Back from the last task, always to the one that let it begin. */
static void
fixture_find_path (FixtureRun *run)
{
  WeftSimResult *result = run->result;
  guint32 at = 0;

  for (guint32 i = 1; i < run->trace->n_tasks; i++)
    at = result->finish_s[i] > result->finish_s[at] ? i : at;
  while (at != WEFT_SIM_NONE)
    {
      guint32 by = result->released_by[at];
      gboolean waited = by != WEFT_SIM_NONE && result->waited[at] != WEFT_SIM_WAIT_TASK
                        && result->start_s[by] > result->start_s[at];
      WeftSimStep step = { .task = at, .wait = waited ? result->waited[at] : WEFT_SIM_WAIT_TASK,
                           .from_s = waited ? result->start_s[by] : result->start_s[at], .to_s = result->finish_s[at] };

      g_array_prepend_val (result->path, step);
      at = waited ? by : at > run->first[run->trace->rank[at]] ? at - 1 : WEFT_SIM_NONE;
    }
}

static void
fixture_make_routes (WeftSimResult *result)
{
  guint32 n = result->trace->n_ranks;

  result->n_routes = n * n;
  result->route_first = g_new (guint32, result->n_routes + 1);
  result->route_links = g_new (guint32, 2 * (gsize) result->n_routes);
  for (guint32 i = 0; i <= result->n_routes; i++)
    result->route_first[i] = 2 * i;
  for (guint32 i = 0; i < result->n_routes; i++)
    {
      result->route_links[2 * i] = 2 * (i / n);
      result->route_links[2 * i + 1] = 2 * (i % n) + 1;
    }
}

/* (transfer full) */
G_GNUC_UNUSED static WeftSimResult *
fixture_xf (const FixtureXf *spec)
{
  static const double shares[WEFT_N_SIM_SHARES] = { 0.52, 0.03, 0.2, 0.08, 0.05, 0, 0.12 };
  FixtureRun run = { .spec = spec };
  WeftSimResult *result = run.result = g_new0 (WeftSimResult, 1);
  guint32 n;

  fixture_make_trace (&run);
  n = run.trace->n_tasks;
  g_atomic_ref_count_init (&result->refs);
  result->trace = run.trace;
  result->network = fixture_star (run.trace->n_ranks);
  result->model = g_strdup ("fluid: max-min fair shares, cut-through");
  result->start_s = g_new (double, n);
  result->finish_s = g_new (double, n);
  result->released_by = g_new (guint32, n);
  result->waited = g_new0 (guint8, n);
  result->ranks = g_new0 (WeftSimRankUse, run.trace->n_ranks);
  result->links = g_new0 (WeftSimLinkUse, result->network->n_links);
  result->providers = g_new0 (WeftSimProviderUse, 1);
  result->path = g_array_new (FALSE, FALSE, sizeof (WeftSimStep));
  result->messages = g_array_new (FALSE, FALSE, sizeof (WeftSimMessage));
  memcpy (result->share, shares, sizeof shares);
  for (guint32 i = 0; i < n; i++)
    {
      result->start_s[i] = result->finish_s[i] = NAN;
      result->waited[i] = i == run.first[run.trace->rank[i]] ? WEFT_SIM_WAIT_START : WEFT_SIM_WAIT_TASK;
      result->released_by[i] = result->waited[i] == WEFT_SIM_WAIT_START ? WEFT_SIM_NONE : i - 1;
    }
  fixture_run_all (&run);
  for (guint32 i = 0; i < n; i++)
    result->makespan_s = MAX (result->makespan_s, result->finish_s[i]);
  result->n_bins = spec->n_bins;
  result->bin_s = result->makespan_s / MAX (1, spec->n_bins);
  result->bins = spec->n_bins > 0 ? g_new0 (float, (gsize) spec->n_bins * result->network->n_links) : NULL;
  fixture_make_routes (result);
  fixture_log_links (&run);
  fixture_log_ranks (&run);
  fixture_find_path (&run);
  g_free (run.first);
  return result;
}
