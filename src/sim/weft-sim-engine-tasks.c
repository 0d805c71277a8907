/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks on their ranks: what can start, what has a slot, what a rank does meanwhile, and what follows when one ends. */
#include "sim/weft-sim-engine-private.h"

static const guint8 slot_of_kind[WEFT_N_SIM_KINDS] = {
  [WEFT_SIM_COMPUTE] = WEFT_SIM_SLOT_COMPUTE, [WEFT_SIM_SEND] = WEFT_SIM_SLOT_COMM,
  [WEFT_SIM_RECV] = WEFT_SIM_SLOT_NONE,       [WEFT_SIM_COLLECTIVE] = WEFT_SIM_SLOT_COMM,
  [WEFT_SIM_LOAD] = WEFT_SIM_SLOT_COMM,       [WEFT_SIM_STORE] = WEFT_SIM_SLOT_COMM,
  [WEFT_SIM_CONTROL] = WEFT_SIM_SLOT_NONE,
};

/* What a task waited for when one of this kind and rank released it. */
static const guint8 wait_of_kind[WEFT_N_SIM_KINDS] = {
  [WEFT_SIM_COMPUTE] = WEFT_SIM_WAIT_TASK, [WEFT_SIM_SEND] = WEFT_SIM_WAIT_TASK,
  [WEFT_SIM_RECV] = WEFT_SIM_WAIT_MESSAGE, [WEFT_SIM_COLLECTIVE] = WEFT_SIM_WAIT_GROUP,
  [WEFT_SIM_LOAD] = WEFT_SIM_WAIT_REMOTE,  [WEFT_SIM_STORE] = WEFT_SIM_WAIT_REMOTE,
  [WEFT_SIM_CONTROL] = WEFT_SIM_WAIT_TASK,
};

/* --- what a rank does --- */

static inline void
count_time (WeftSimRank *rank, double now)
{
  double time = now - rank->since;

  rank->since = now;
  if (rank->n_computing > 0)
    rank->busy += time;
  else if (rank->n_comm > 0)
    rank->comm += time;
  else
    rank->idle += time;
}

/* Something of it runs from now on, which waited for @wait. */
static inline void
add_active (WeftSimEngine *self, guint32 index, gboolean computes, WeftSimWait wait)
{
  WeftSimRank *rank = &self->ranks[index];

  count_time (rank, self->now);
  rank->wait[wait] += rank->idle;
  rank->idle = 0;
  if (computes)
    rank->n_computing++;
  else
    rank->n_comm++;
}

static inline void
remove_active (WeftSimEngine *self, guint32 index, gboolean computed)
{
  WeftSimRank *rank = &self->ranks[index];

  count_time (rank, self->now);
  if (computed)
    rank->n_computing--;
  else
    rank->n_comm--;
}

/* --- ready tasks --- */

static inline gboolean
goes_first (const WeftSimTrace *trace, guint32 a, guint32 b)
{
  if (trace->order != NULL && trace->order[a] != trace->order[b])
    return trace->order[a] < trace->order[b];
  return a < b;
}

static void
push_ready (const WeftSimTrace *trace, WeftSimReady *self, guint32 task)
{
  guint32 at = self->n++;

  if (self->n > self->room)
    {
      self->room = MAX (4, self->room * 2);
      self->tasks = g_renew (guint32, self->tasks, self->room);
    }
  while (at > 0 && goes_first (trace, task, self->tasks[(at - 1) / 2]))
    {
      self->tasks[at] = self->tasks[(at - 1) / 2];
      at = (at - 1) / 2;
    }
  self->tasks[at] = task;
}

static void
drop_first_ready (const WeftSimTrace *trace, WeftSimReady *self)
{
  guint32 task = self->tasks[--self->n];
  guint32 at = 0;

  for (guint32 child = 1; child < self->n; child = 2 * at + 1)
    {
      if (child + 1 < self->n && goes_first (trace, self->tasks[child + 1], self->tasks[child]))
        child++;
      if (!goes_first (trace, self->tasks[child], task))
        break;
      self->tasks[at] = self->tasks[child];
      at = child;
    }
  self->tasks[at] = task;
}

static void
become_ready (WeftSimEngine *self, guint32 task, guint32 by, WeftSimWait wait)
{
  const WeftSimTrace *trace = self->trace;

  self->result->start_s[task] = self->now;
  self->result->released_by[task] = by;
  self->result->waited[task] = wait;
  push_ready (trace, &self->ranks[trace->rank[task]].ready[slot_of_kind[trace->kind[task]]], task);
}

static inline void
release (WeftSimEngine *self, guint32 task, guint32 by, WeftSimWait wait)
{
  if (--self->n_left[task] == 0)
    become_ready (self, task, by, wait);
}

/* --- starting --- */

double
weft_sim_tasks_duration (const WeftSimEngine *self, guint32 task)
{
  guint32 cost = self->trace->cost[task];
  const WeftSimCost *of = &self->trace->costs[cost];
  double work_s = MAX (of->compute_s, of->memory_s);

  if (self->options->speed == NULL)
    return self->work[cost];
  return weft_sim_engine_ticks (self, of->launch_s + work_s / self->options->speed[self->trace->rank[task]]);
}

static void
start_compute (WeftSimEngine *self, guint32 task, WeftSimWait wait)
{
  double ticks = weft_sim_tasks_duration (self, task);

  if (self->options->astra != WEFT_SIM_ASTRA_OFF)
    ticks = MAX (ticks, 1);
  add_active (self, self->trace->rank[task], TRUE, wait);
  weft_sim_engine_plan (self, self->now + ticks, WEFT_SIM_EVENT_DONE, task);
}

static void
start_send (WeftSimEngine *self, guint32 task, WeftSimWait wait)
{
  const WeftSimTrace *trace = self->trace;
  guint32 recv = trace->peer[task];
  guint32 to_rank = recv != WEFT_SIM_NONE ? trace->rank[recv] : trace->to_rank[task];

  add_active (self, trace->rank[task], FALSE, wait);
  self->state[task] |= WEFT_SIM_TASK_SENT;
  if (recv != WEFT_SIM_NONE && (self->state[recv] & WEFT_SIM_TASK_STARTED) != 0)
    add_active (self, to_rank, FALSE, WEFT_SIM_WAIT_MESSAGE);
  weft_sim_engine_send_task (self, task, recv, to_rank, trace->costs[trace->cost[task]].bytes, FALSE);
}

static void
start_recv (WeftSimEngine *self, guint32 task, WeftSimWait wait)
{
  guint8 sender = self->state[self->trace->peer[task]];

  if ((sender & WEFT_SIM_TASK_ARRIVED) != 0)
    weft_sim_engine_plan (self, self->now, WEFT_SIM_EVENT_DONE, task);
  else if ((sender & WEFT_SIM_TASK_SENT) != 0)
    add_active (self, self->trace->rank[task], FALSE, wait);
}

/* Parts that came early do not communicate until the last one is there. */
static void
join_collective (WeftSimEngine *self, guint32 task, WeftSimWait wait)
{
  const WeftSimTrace *trace = self->trace;
  const WeftSimCollective *collective = &trace->collectives[trace->peer[task]];
  guint32 n_ranks = trace->groups[collective->group].n_ranks;

  if (++self->n_joined[trace->peer[task]] < n_ranks)
    return;
  for (guint32 i = 0; i < n_ranks; i++)
    {
      guint32 part = trace->member_task[collective->first_task + i];

      if ((self->state[part] & WEFT_SIM_TASK_DONE) != 0)
        continue;
      self->state[part] |= WEFT_SIM_TASK_COUNTED;
      add_active (self, trace->rank[part], FALSE, part == task ? wait : WEFT_SIM_WAIT_GROUP);
    }
}

static void
start_task (WeftSimEngine *self, guint32 task)
{
  WeftSimWait wait = self->result->waited[task];

  self->result->start_s[task] = self->now;
  self->state[task] |= WEFT_SIM_TASK_STARTED;
  switch ((WeftSimKind) self->trace->kind[task])
    {
    case WEFT_SIM_COMPUTE:
      start_compute (self, task, wait);
      break;
    case WEFT_SIM_SEND:
      start_send (self, task, wait);
      break;
    case WEFT_SIM_RECV:
      start_recv (self, task, wait);
      break;
    case WEFT_SIM_COLLECTIVE:
      join_collective (self, task, wait);
      weft_sim_collectives_start (self->collectives, task);
      break;
    case WEFT_SIM_LOAD:
    case WEFT_SIM_STORE:
      self->state[task] |= WEFT_SIM_TASK_COUNTED;
      add_active (self, self->trace->rank[task], FALSE, wait);
      weft_sim_memory_start (self->memory, task);
      break;
    case WEFT_SIM_CONTROL:
    case WEFT_N_SIM_KINDS:
      weft_sim_engine_plan (self, self->now, WEFT_SIM_EVENT_DONE, task);
      break;
    }
}

/* The slot that has both a task and room, of several that whose task goes first. */
static WeftSimSlot
find_slot (const WeftSimTrace *trace, const WeftSimRank *rank)
{
  WeftSimSlot found = WEFT_N_SIM_SLOTS;

  for (WeftSimSlot slot = 0; slot < WEFT_N_SIM_SLOTS; slot++)
    {
      if (rank->ready[slot].n == 0 || rank->free[slot] == 0)
        continue;
      if (found == WEFT_N_SIM_SLOTS || goes_first (trace, rank->ready[slot].tasks[0], rank->ready[found].tasks[0]))
        found = slot;
    }
  return found;
}

/* Starts what can start on a rank where @by has just ended. */
static void
start_ready (WeftSimEngine *self, guint32 index, guint32 by)
{
  WeftSimRank *rank = &self->ranks[index];
  gboolean was_starting = self->is_starting;
  WeftSimSlot slot;

  if (!rank->has_begun)
    return;
  self->is_starting = TRUE;
  while ((slot = find_slot (self->trace, rank)) != WEFT_N_SIM_SLOTS)
    {
      guint32 task = rank->ready[slot].tasks[0];

      drop_first_ready (self->trace, &rank->ready[slot]);
      if (slot != WEFT_SIM_SLOT_NONE)
        rank->free[slot]--;
      if (self->result->start_s[task] < self->now)
        {
          self->result->released_by[task] = by;
          self->result->waited[task] = by != WEFT_SIM_NONE ? WEFT_SIM_WAIT_SLOT : WEFT_SIM_WAIT_START;
        }
      start_task (self, task);
    }
  self->is_starting = was_starting;
}

/* --- ending --- */

static void
follow (WeftSimEngine *self, guint32 task)
{
  const WeftSimTrace *trace = self->trace;
  WeftSimWait wait = wait_of_kind[trace->kind[task]];

  for (guint32 e = trace->first_succ[task]; e < trace->first_succ[task + 1]; e++)
    {
      guint32 succ = trace->succ[e];

      if (trace->rank[succ] == trace->rank[task])
        release (self, succ, task, wait);
      else
        weft_sim_engine_send_task (self, task, succ, trace->rank[succ],
                                   trace->succ_bytes != NULL ? trace->succ_bytes[e] : 0, TRUE);
    }
}

static void
end_activity (WeftSimEngine *self, guint32 task)
{
  const WeftSimTrace *trace = self->trace;

  if (trace->kind[task] == WEFT_SIM_COMPUTE)
    remove_active (self, trace->rank[task], TRUE);
  else if (trace->kind[task] == WEFT_SIM_SEND || (self->state[task] & WEFT_SIM_TASK_COUNTED) != 0)
    remove_active (self, trace->rank[task], FALSE);
}

void
weft_sim_tasks_finish (WeftSimEngine *self, guint32 task)
{
  guint32 index = self->trace->rank[task];
  WeftSimRank *rank = &self->ranks[index];
  WeftSimSlot slot = slot_of_kind[self->trace->kind[task]];

  end_activity (self, task);
  self->state[task] |= WEFT_SIM_TASK_DONE;
  self->result->finish_s[task] = self->now;
  self->n_done++;
  rank->n_tasks++;
  if (slot != WEFT_SIM_SLOT_NONE)
    rank->free[slot]++;
  follow (self, task);
  start_ready (self, index, task);
}

/* A send's message, or that of an edge between ranks. A receive that begins only because the send is over, as on the
 * same rank, finds the message there. */
void
weft_sim_tasks_arrived (WeftSimEngine *self, const WeftSimFlight *flight)
{
  guint32 from = flight->from_task;
  guint32 to = flight->tag.b;
  gboolean is_awaited = to != WEFT_SIM_NONE && (self->state[to] & WEFT_SIM_TASK_STARTED) != 0;

  if (flight->tag.c == WEFT_SIM_ON_EDGE)
    {
      release (self, to, from, WEFT_SIM_WAIT_MESSAGE);
      start_ready (self, self->trace->rank[to], WEFT_SIM_NONE);
      return;
    }
  self->state[from] |= WEFT_SIM_TASK_ARRIVED;
  if ((self->state[from] & WEFT_SIM_TASK_DONE) == 0 && self->options->send_ends == WEFT_SIM_SEND_ENDS_ARRIVED)
    weft_sim_tasks_finish (self, from);
  if (!is_awaited)
    return;
  remove_active (self, self->trace->rank[to], FALSE);
  weft_sim_tasks_finish (self, to);
}

void
weft_sim_tasks_wake (WeftSimEngine *self, guint32 rank)
{
  self->ranks[rank].has_begun = TRUE;
  start_ready (self, rank, WEFT_SIM_NONE);
}

/* --- all of them --- */

static void
set_up_rank (WeftSimEngine *self, guint32 index)
{
  WeftSimRank *rank = &self->ranks[index];
  const WeftSimOptions *options = self->options;
  guint32 none = G_MAXUINT32 / 2;
  double delay_s = options->delay_s != NULL ? options->delay_s[index] : 0;

  rank->free[WEFT_SIM_SLOT_COMPUTE] = options->compute_slots;
  rank->free[WEFT_SIM_SLOT_COMM] = options->comm_slots > 0 ? options->comm_slots : none;
  rank->free[WEFT_SIM_SLOT_NONE] = none;
  weft_sim_engine_plan (self, weft_sim_engine_ticks (self, delay_s), WEFT_SIM_EVENT_BEGIN, index);
}

void
weft_sim_tasks_begin (WeftSimEngine *self)
{
  const WeftSimTrace *trace = self->trace;

  self->ranks = g_new0 (WeftSimRank, trace->n_ranks);
  for (guint32 i = 0; i < trace->n_tasks; i++)
    if (self->n_left[i] == 0)
      become_ready (self, i, WEFT_SIM_NONE, WEFT_SIM_WAIT_START);
  for (guint32 i = 0; i < trace->n_ranks; i++)
    set_up_rank (self, i);
}

void
weft_sim_tasks_end (WeftSimEngine *self)
{
  for (guint32 i = 0; self->ranks != NULL && i < self->trace->n_ranks; i++)
    for (guint slot = 0; slot < WEFT_N_SIM_SLOTS; slot++)
      g_free (self->ranks[i].ready[slot].tasks);
  g_free (self->ranks);
}
