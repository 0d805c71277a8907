/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The critical path, walked from the last task to end back to the first: whoever released a task is the step before.
 * Its times, all of the makespan, are dealt out to what they went to. */
#include "sim/weft-sim-engine-private.h"

#include <math.h>

/* @late: time that the last rank of a collective was later than its ranks were on average, which the steps of
 * computing before it still have to give to imbalance. */
typedef struct
{
  const WeftSimEngine *engine;
  const WeftSimTrace *trace;
  const WeftSimResult *result;
  GArray *steps;
  double late;
} Walk;

/* --- parts of a step --- */

/* Makes the parts sum up to the step: what they lack or have too much is the largest one's. */
static void
fit_parts (double *share, double time)
{
  guint most = 0;
  double sum = 0;

  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    {
      sum += share[i];
      if (share[i] > share[most])
        most = i;
    }
  share[most] = MAX (0, share[most] + time - sum);
}

/* Moves time from a share to imbalance. */
static void
take_late (Walk *self, double *share, WeftSimShare from)
{
  double taken = MIN (self->late, share[from]);

  share[from] -= taken;
  share[WEFT_SIM_SHARE_IMBALANCE] += taken;
  self->late -= taken;
}

static void
add_step (Walk *self, guint32 task, double from, double to, double *share)
{
  WeftSimStep step = { .task = task, .wait = self->result->waited[task], .from_s = from, .to_s = to };

  if (to <= from)
    return;
  fit_parts (share, to - from);
  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    step.share_s[i] = share[i];
  g_array_append_val (self->steps, step);
}

static void
add_message_parts (const Walk *self, guint32 from_rank, guint32 to_rank, double bytes, double time, double *share)
{
  const guint32 *node = self->engine->network->node_of_rank;
  guint32 route = weft_sim_routes_find (self->engine->routes, node[from_rank], node[to_rank]);
  const WeftSimCommKnob *knob = weft_sim_engine_knob (self->engine, from_rank, to_rank, bytes);
  double wire_bytes = bytes / (knob != NULL ? knob->efficiency : 1);
  double latency = weft_sim_engine_latency (self->engine, route)
                   + (knob != NULL ? weft_sim_engine_ticks (self->engine, knob->launch_s) : 0);
  double serialization = weft_sim_engine_serialization (self->engine, route, wire_bytes);

  latency = MIN (latency, time);
  serialization = weft_sim_engine_clip (serialization, time - latency);
  share[WEFT_SIM_SHARE_LATENCY] += latency;
  share[WEFT_SIM_SHARE_SERIALIZATION] += serialization;
  share[WEFT_SIM_SHARE_QUEUEING] += time - latency - serialization;
}

/* --- steps --- */

/* What a rank that is slower than it says takes longer is imbalance. */
static void
add_compute (Walk *self, guint32 task)
{
  const WeftSimCost *cost = &self->trace->costs[self->trace->cost[task]];
  double from = self->result->start_s[task];
  double time = self->result->finish_s[task] - from;
  double launch = weft_sim_engine_ticks (self->engine, cost->launch_s);
  double work = weft_sim_engine_ticks (self->engine, MAX (cost->compute_s, cost->memory_s));
  WeftSimShare kind = cost->memory_s > cost->compute_s ? WEFT_SIM_SHARE_MEMORY : WEFT_SIM_SHARE_COMPUTE;
  double share[WEFT_N_SIM_SHARES] = { 0 };

  share[WEFT_SIM_SHARE_LATENCY] = MIN (launch, time);
  share[kind] = MIN (work, time - share[WEFT_SIM_SHARE_LATENCY]);
  if (time > launch + work && self->engine->options->speed != NULL)
    share[WEFT_SIM_SHARE_IMBALANCE] = time - launch - work;
  self->late = MAX (0, self->late - share[WEFT_SIM_SHARE_IMBALANCE]);
  take_late (self, share, kind);
  add_step (self, task, from, self->result->finish_s[task], share);
}

/* How much later than its members on average the last one of a collective came. */
static double
find_lateness (const Walk *self, guint32 task)
{
  const WeftSimCollective *collective = &self->trace->collectives[self->trace->peer[task]];
  guint32 n_ranks = self->trace->groups[collective->group].n_ranks;
  double last = 0;
  double sum = 0;

  for (guint32 i = 0; i < n_ranks; i++)
    {
      double start = self->result->start_s[self->trace->member_task[collective->first_task + i]];

      last = MAX (last, start);
      sum += start;
    }
  return MAX (0, last - sum / n_ranks);
}

/* The part whose start began it is the task to go on from. */
static guint32
add_outcome (Walk *self, guint32 task)
{
  const WeftSimOutcome *outcome = &self->engine->outcomes[self->engine->outcome_of[task]];
  guint32 first = outcome->last != WEFT_SIM_NONE ? outcome->last : task;
  double from = MIN (self->result->start_s[first], self->result->finish_s[task]);
  double share[WEFT_N_SIM_SHARES];

  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    share[i] = outcome->parts.part[i];
  add_step (self, task, from, self->result->finish_s[task], share);
  if (self->trace->kind[task] == WEFT_SIM_COLLECTIVE)
    self->late = find_lateness (self, task);
  return first;
}

static void
add_message (Walk *self, guint32 task, guint32 from_task, guint32 to_rank, double from, double to, double bytes)
{
  double share[WEFT_N_SIM_SHARES] = { 0 };

  if (to > from)
    add_message_parts (self, self->trace->rank[from_task], to_rank, bytes, to - from, share);
  add_step (self, task, from, to, share);
}

static guint32
add_send (Walk *self, guint32 task)
{
  guint32 recv = self->trace->peer[task];
  guint32 to_rank = recv != WEFT_SIM_NONE ? self->trace->rank[recv] : self->trace->to_rank[task];

  add_message (self, task, task, to_rank, self->result->start_s[task], self->result->finish_s[task],
               self->trace->costs[self->trace->cost[task]].bytes);
  return task;
}

/* A receive that was there before its message: the path leads through the send. */
static guint32
add_recv (Walk *self, guint32 task)
{
  guint32 send = self->trace->peer[task];
  double finish = self->result->finish_s[task];

  if (finish <= self->result->start_s[task])
    return task;
  add_message (self, task, send, self->trace->rank[task], self->result->start_s[send], finish,
               self->trace->costs[self->trace->cost[send]].bytes);
  return send;
}

/* The task itself. The one whose release is to be followed. */
static guint32
add_task (Walk *self, guint32 task)
{
  switch ((WeftSimKind) self->trace->kind[task])
    {
    case WEFT_SIM_COMPUTE:
      add_compute (self, task);
      return task;
    case WEFT_SIM_SEND:
      return add_send (self, task);
    case WEFT_SIM_RECV:
      return add_recv (self, task);
    case WEFT_SIM_COLLECTIVE:
    case WEFT_SIM_LOAD:
    case WEFT_SIM_STORE:
      return add_outcome (self, task);
    case WEFT_SIM_CONTROL:
    case WEFT_N_SIM_KINDS:
      break;
    }
  return task;
}

static double
edge_bytes (const WeftSimTrace *trace, guint32 from, guint32 to)
{
  for (guint32 e = trace->first_succ[from]; e < trace->first_succ[from + 1]; e++)
    if (trace->succ[e] == to)
      return trace->succ_bytes != NULL ? trace->succ_bytes[e] : 0;
  return 0;
}

/* What it waited for: a message between ranks is a step of its own, a late beginning too. */
static guint32
add_release (Walk *self, guint32 task)
{
  guint32 by = self->result->released_by[task];
  double start = self->result->start_s[task];
  double share[WEFT_N_SIM_SHARES] = { 0 };

  if (by == WEFT_SIM_NONE)
    {
      share[WEFT_SIM_SHARE_IMBALANCE] = start;
      add_step (self, task, 0, start, share);
    }
  else if (self->trace->rank[by] != self->trace->rank[task])
    add_message (self, task, by, self->trace->rank[task], self->result->finish_s[by], start,
                 edge_bytes (self->trace, by, task));
  return by;
}

/* --- the whole --- */

static guint32
find_last (const WeftSimResult *result, guint32 n_tasks)
{
  guint32 last = WEFT_SIM_NONE;

  for (guint32 i = 0; i < n_tasks; i++)
    if (last == WEFT_SIM_NONE || result->finish_s[i] > result->finish_s[last])
      last = i;
  return last;
}

static void
turn_around (GArray *steps)
{
  for (guint i = 0; i < steps->len / 2; i++)
    {
      WeftSimStep *a = &g_array_index (steps, WeftSimStep, i);
      WeftSimStep *b = &g_array_index (steps, WeftSimStep, steps->len - 1 - i);
      WeftSimStep kept = *a;

      *a = *b;
      *b = kept;
    }
}

static void
sum_up (const Walk *self, WeftSimResult *result)
{
  double sum = 0;

  for (guint k = 0; k < self->steps->len; k++)
    {
      WeftSimStep *step = &g_array_index (self->steps, WeftSimStep, k);

      step->from_s = weft_sim_engine_seconds (self->engine, step->from_s);
      step->to_s = weft_sim_engine_seconds (self->engine, step->to_s);
      for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
        {
          step->share_s[i] = weft_sim_engine_seconds (self->engine, step->share_s[i]);
          result->share[i] += step->share_s[i];
          sum += step->share_s[i];
        }
    }
  for (guint i = 0; i < WEFT_N_SIM_SHARES && sum > 0; i++)
    result->share[i] /= sum;
}

void
weft_sim_engine_find_path (const WeftSimEngine *engine)
{
  Walk walk = { .engine = engine, .trace = engine->trace, .result = engine->result, .steps = engine->result->path };
  guint32 task = find_last (engine->result, engine->trace->n_tasks);

  while (task != WEFT_SIM_NONE)
    task = add_release (&walk, add_task (&walk, task));
  turn_around (walk.steps);
  sum_up (&walk, engine->result);
}
