/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives under way: each member runs the threads of its program, message by message. A member begins when its task
 * does and keeps what came before until then; it ends when its threads have. */
#include "sim/weft-sim-collectives-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What a timer means, in the upper bits of tag.d. */
typedef enum
{
  TIMER_COUNT,  /* a message is dealt with; below it the slot */
  TIMER_CHUNK,  /* tag.c: chunk that may send */
  TIMER_LAUNCH, /* the member may begin */
  TIMER_PRICE,  /* a collective that is priced is over */
} TimerKind;

#define TIMER_SHIFT 14
#define WORK_SHIFT 8
#define SLOT_MASK 0xffu

#define MAX_CHUNKS 65535u

static void run_thread (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member, guint32 number);

/* --- places --- */

static inline WeftSimThread *
thread_of (const WeftSimCollectiveRun *run, guint32 member, guint32 number)
{
  return &run->threads[(gsize) member * run->n_threads + number];
}

static inline guint32 *
count_of (const WeftSimCollectiveRun *run, guint32 member, guint32 number, guint32 slot)
{
  return &run->counts[((gsize) member * run->n_threads + number) * run->n_slots + slot];
}

static inline guint32
node_of (const WeftSimCollectiveRun *run, guint32 member)
{
  const WeftSimLayout *layout = run->plan->layout;

  return member < layout->n ? layout->node[member] : layout->switches[member - layout->n];
}

static inline gboolean
is_switch (const WeftSimCollectiveRun *run, guint32 member)
{
  return member >= run->plan->layout->n;
}

static inline gboolean
is_astra (const WeftSimCollectives *self)
{
  return self->engine->options->astra != WEFT_SIM_ASTRA_OFF;
}

/* --- ending --- */

static void
enter (WeftSimCollectives *self)
{
  self->depth++;
}

/* Runs are freed when no function up the stack can look at them. */
static void
leave (WeftSimCollectives *self)
{
  if (--self->depth > 0 || self->ended->len == 0)
    return;
  for (guint i = 0; i < self->ended->len; i++)
    weft_sim_plans_let_go (self->plans, ((WeftSimCollectiveRun *) g_ptr_array_index (self->ended, i))->plan);
  g_ptr_array_set_size (self->ended, 0);
}

static void
end_run (WeftSimCollectives *self, WeftSimCollectiveRun *run)
{
  weft_sim_collectives_count (self, run);
  run->is_over = TRUE;
  self->runs[run->index] = NULL;
  g_ptr_array_add (self->ended, run);
}

static void
end_member (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member, const WeftSimChain *chain)
{
  WeftSimParts parts = { 0 };
  guint32 task = weft_sim_collective_task (self, run, member);
  guint32 last = WEFT_SIM_NONE;

  parts.part[WEFT_SIM_SHARE_LATENCY] = chain->spent[WEFT_SIM_SPENT_LATENCY];
  parts.part[WEFT_SIM_SHARE_SERIALIZATION] = chain->spent[WEFT_SIM_SPENT_SERIALIZATION];
  parts.part[WEFT_SIM_SHARE_QUEUEING] = chain->spent[WEFT_SIM_SPENT_QUEUEING];
  parts.part[WEFT_SIM_SHARE_MEMORY] = chain->spent[WEFT_SIM_SPENT_MEMORY];
  if (chain->origin != member && !is_switch (run, chain->origin))
    last = weft_sim_collective_task (self, run, chain->origin);
  if (++run->n_done == run->plan->layout->n)
    end_run (self, run);
  weft_sim_engine_done (self->engine, task, &parts, last);
}

/* --- what a member does with a message --- */

static void
set_timer (const WeftSimCollectives *self, const WeftSimCollectiveRun *run, double time, guint32 member,
           guint32 number, TimerKind kind, guint32 slot)
{
  WeftSimTag tag = { .a = run->index, .b = member, .c = number, .d = kind << TIMER_SHIFT | slot };

  weft_sim_engine_at (self->engine, time, WEFT_SIM_OWNER_COLLECTIVE, tag);
}

/* When a message that is taken now is dealt with. */
static double
finish_work (const WeftSimCollectives *self, WeftSimMember *member, double bytes, WeftSimWork work)
{
  double time = self->engine->now + self->endpoint_ticks;
  double ticks = 0;

  if (work == WEFT_SIM_WORK_NONE || self->memory_ticks_byte <= 0)
    return time;
  if (is_astra (self))
    {
      double half = work == WEFT_SIM_WORK_HALF ? floor (bytes / 2) : bytes;

      /* It writes once and reads twice, each rounded down. */
      return time + 3 * floor (half / (self->engine->options->reduce_bw_bytes_s / 1e9));
    }
  ticks = weft_sim_engine_ticks (self->engine, bytes / self->engine->options->reduce_bw_bytes_s);
  member->ready = MAX (member->ready, time) + ticks;
  return member->ready;
}

/* One more is here: it counts at once or after some time. FALSE: it will, a timer says when. */
static gboolean
take (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member, guint32 number, const WeftSimKept *message)
{
  double time = self->engine->now;

  if (!is_switch (run, member))
    time = finish_work (self, &run->members[member], message->bytes, message->work);
  if (time > self->engine->now)
    set_timer (self, run, time, member, number, TIMER_COUNT, message->slot);
  else
    ++*count_of (run, member, number, message->slot);
  return time <= self->engine->now;
}

/* A member that has not begun has nothing yet to add a message to. ASTRA-sim looks at none before it waits for it. */
static inline gboolean
is_wanted (const WeftSimCollectiveRun *run, const WeftSimThread *thread, guint32 slot)
{
  if (thread->waits == WEFT_SIM_NOT_BEGUN)
    return FALSE;
  return !run->plan->programs[0].klass->is_posted || (thread->waits == slot && thread->wanted > 0);
}

/* All that was kept when a thread begins. */
static void
take_kept (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member, guint32 number)
{
  WeftSimThread *thread = thread_of (run, member, number);
  WeftSimKept message;

  while (weft_sim_collective_run_take (run, thread, WEFT_SIM_ANY_SLOT, &message))
    take (self, run, member, number, &message);
}

static inline gboolean
is_met (const WeftSimCollectiveRun *run, guint32 member, guint32 number, const WeftSimOp *op)
{
  return *count_of (run, member, number, op->slot) >= op->count
         && (op->posted == 0 || thread_of (run, member, number)->wanted == 0);
}

/* A thread begins to wait; what it waits for may be here. */
static void
begin_wait (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member, guint32 number, const WeftSimOp *op)
{
  WeftSimThread *thread = thread_of (run, member, number);
  WeftSimKept message;

  thread->waits = op->slot;
  if (!run->plan->programs[0].klass->is_posted)
    return;
  if (thread->taken_slot != op->slot)
    thread->taken = *count_of (run, member, number, op->slot);
  thread->taken_slot = op->slot;
  thread->wanted = MAX (op->posted, op->count) - thread->taken;
  while (thread->wanted > 0 && weft_sim_collective_run_take (run, thread, op->slot, &message))
    {
      thread->wanted--;
      thread->taken++;
      take (self, run, member, number, &message);
    }
}

/* --- chunks --- */

static void
run_chunk (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member, guint32 chunk)
{
  guint32 n = run->plan->programs[0].n_threads;
  WeftSimChain chain = run->members[member].chain;

  weft_sim_chain_spend_rest (self, run, &chain, self->engine->now);
  for (guint32 i = 0; i < n; i++)
    {
      thread_of (run, member, chunk * n + i)->chain = chain;
      thread_of (run, member, chunk * n + i)->waits = WEFT_SIM_NO_ROOM;
      if (!run->plan->programs[0].klass->is_posted)
        take_kept (self, run, member, chunk * n + i);
    }
  for (guint32 i = 0; i < n; i++)
    run_thread (self, run, member, chunk * n + i);
}

/* The delay of an endpoint goes before what a member sends of itself. */
static gboolean
begins_later (const WeftSimCollectives *self, const WeftSimCollectiveRun *run, guint32 member, guint32 chunk)
{
  const WeftSimProgram *program = &run->plan->programs[chunk];
  WeftSimOp op = { 0 };

  if (self->endpoint_ticks <= 0 || is_switch (run, member))
    return FALSE;
  if (program->klass->waits_at_once)
    program->klass->op (program, member, 0, 0, &op);
  return !program->klass->waits_at_once || op.kind != WEFT_SIM_OP_WAIT;
}

static void
start_chunk (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member)
{
  guint32 chunk = run->members[member].next_chunk;

  if (chunk == run->plan->n_chunks)
    return;
  run->members[member].next_chunk++;
  if (begins_later (self, run, member, chunk))
    set_timer (self, run, self->engine->now + self->endpoint_ticks, member, chunk, TIMER_CHUNK, 0);
  else
    run_chunk (self, run, member, chunk);
}

static void
begin_member (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member)
{
  guint32 n = is_switch (run, member) ? run->plan->n_chunks : run->plan->n_active;

  for (guint32 i = 0; i < n; i++)
    start_chunk (self, run, member);
}

/* One thread less; with the last one of a chunk the next chunk begins. */
static void
end_thread (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member, guint32 number)
{
  WeftSimMember *of = &run->members[member];
  guint32 chunk = number / run->plan->programs[0].n_threads;

  thread_of (run, member, number)->waits = WEFT_SIM_IS_OVER;
  if (--run->n_left[(gsize) member * run->plan->n_chunks + chunk] > 0 || is_switch (run, member))
    return;
  of->chain = thread_of (run, member, number)->chain;
  if (--of->n_chunks_left == 0)
    end_member (self, run, member, &of->chain);
  else
    start_chunk (self, run, member);
}

/* --- threads --- */

/* To a switch and from it the record says whose bytes they are. */
static void
send (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member, guint32 number, const WeftSimOp *op)
{
  WeftSimTag tag = { .a = run->index, .b = op->peer, .c = number, .d = op->work << WORK_SHIFT | op->slot };
  guint32 from_task = weft_sim_collective_task (self, run, is_switch (run, member) ? op->peer : member);
  guint32 to_task = weft_sim_collective_task (self, run, is_switch (run, op->peer) ? member : op->peer);

  thread_of (run, member, number)->flying++;
  weft_sim_engine_send (self->engine, node_of (run, member), node_of (run, op->peer),
                        op->bytes / run->plan->efficiency, WEFT_SIM_OWNER_COLLECTIVE, tag, from_task, to_task);
}

/* A thread that hands over to another one of its member. */
static void
hand_over (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member, guint32 from, guint32 to, guint32 slot)
{
  WeftSimThread *thread = thread_of (run, member, to);

  ++*count_of (run, member, to, slot);
  if (thread->waits != slot)
    return;
  thread->chain = thread_of (run, member, from)->chain;
  run_thread (self, run, member, to);
}

/* As far as it gets. */
static void
run_thread (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member, guint32 number)
{
  WeftSimThread *thread = thread_of (run, member, number);
  guint32 n = run->plan->programs[0].n_threads;
  const WeftSimProgram *program = &run->plan->programs[number / n];
  guint32 own = number % n;
  WeftSimOp op;

  for (;; thread->pc++)
    {
      program->klass->op (program, member, own, thread->pc, &op);
      if (op.kind == WEFT_SIM_OP_WAIT)
        {
          if (!is_met (run, member, number, &op))
            begin_wait (self, run, member, number, &op);
          if (!is_met (run, member, number, &op))
            return;
        }
      else if (op.kind == WEFT_SIM_OP_END)
        break;
      else if (op.window > 0 && thread->flying >= op.window)
        {
          thread->waits = WEFT_SIM_NO_ROOM;
          return;
        }
      else if (op.peer == member)
        hand_over (self, run, member, number, number - own + op.thread, op.slot);
      else
        send (self, run, member, number, &op);
    }
  thread->waits = WEFT_SIM_NO_ROOM;
  /* As ASTRA-sim has it, a rank does not wait for what it sent. */
  if (thread->flying == 0 || is_astra (self))
    end_thread (self, run, member, number);
}

/* --- what comes --- */

static WeftSimCollectiveRun *
find_run (const WeftSimCollectives *self, WeftSimTag tag)
{
  return self->runs[tag.a];
}

static void
go_on (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member, guint32 number, guint32 slot)
{
  ++*count_of (run, member, number, slot);
  if (thread_of (run, member, number)->waits == slot)
    run_thread (self, run, member, number);
}

static void
receive (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 from, const WeftSimFlight *flight)
{
  guint32 member = flight->tag.b;
  guint32 number = flight->tag.c;
  WeftSimThread *thread = thread_of (run, member, number);
  WeftSimKept message = {
    .bytes = flight->bytes * run->plan->efficiency,
    .slot = flight->tag.d & SLOT_MASK,
    .work = flight->tag.d >> WORK_SHIFT,
  };

  if (!is_wanted (run, thread, message.slot))
    {
      weft_sim_collective_run_keep (run, thread, message);
      return;
    }
  thread->wanted--;
  thread->taken++;
  if (thread->waits == message.slot)
    weft_sim_chain_follow (self, run, thread, from, thread_of (run, from, number), flight);
  if (take (self, run, member, number, &message) && thread->waits == message.slot)
    run_thread (self, run, member, number);
}

/* Who sent it: only switches send to members in a collective that switches take part in. */
static guint32
sender_of (const WeftSimCollectives *self, const WeftSimCollectiveRun *run, const WeftSimFlight *flight)
{
  const WeftSimProgram *program = &run->plan->programs[0];

  if (program->n_switches > 0 && !is_switch (run, flight->tag.b))
    return program->n + flight->tag.c % program->n_threads;
  return self->member_of[flight->from_task];
}

void
weft_sim_collectives_arrived (WeftSimCollectives *self, const WeftSimFlight *flight)
{
  WeftSimCollectiveRun *run = find_run (self, flight->tag);
  guint32 from = sender_of (self, run, flight);
  WeftSimThread *sender = thread_of (run, from, flight->tag.c);

  enter (self);
  sender->flying--;
  receive (self, run, from, flight);
  if (sender->waits == WEFT_SIM_NO_ROOM && !run->is_over)
    {
      weft_sim_chain_follow (self, run, sender, from, sender, flight);
      run_thread (self, run, from, flight->tag.c);
    }
  leave (self);
}

/* --- pricing instead of sending --- */

static void
end_priced (WeftSimCollectives *self, WeftSimCollectiveRun *run)
{
  guint32 n = run->plan->layout->n;
  WeftSimChain chain = { 0 };
  double time = self->engine->now - run->last_start;
  double latency = MIN (weft_sim_engine_ticks (self->engine, run->plan->price.latency_s), time);

  while (run->members[chain.origin].start < run->last_start)
    chain.origin++;
  chain.spent[WEFT_SIM_SPENT_LATENCY] = latency;
  chain.spent[WEFT_SIM_SPENT_SERIALIZATION] = time - latency;
  self->closed_form_s += weft_comm_time_total (run->plan->price);
  for (guint32 member = 0; member < n; member++)
    end_member (self, run, member, &chain);
}

/* --- beginning --- */

/* Switches are there from the beginning. */
static WeftSimCollectiveRun *
begin_run (WeftSimCollectives *self, guint32 index)
{
  WeftSimCollectiveRun *run = weft_sim_collective_run_new (self, index);

  self->runs[index] = run;
  for (guint32 i = run->plan->layout->n; i < run->n_members; i++)
    {
      weft_sim_collective_run_begin (run, i, self->engine->now);
      begin_member (self, run, i);
    }
  return run;
}

static void
start_member (WeftSimCollectives *self, WeftSimCollectiveRun *run, guint32 member)
{
  double launch = weft_sim_engine_ticks (self->engine, run->plan->launch_s);

  if (launch > 0)
    set_timer (self, run, self->engine->now + launch, member, 0, TIMER_LAUNCH, 0);
  else
    begin_member (self, run, member);
}

void
weft_sim_collectives_start (WeftSimCollectives *self, guint32 task)
{
  guint32 index = self->engine->trace->peer[task];
  WeftSimCollectiveRun *run = self->runs[index] != NULL ? self->runs[index] : begin_run (self, index);
  guint32 member = self->member_of[task];
  double now = self->engine->now;

  if (self->engine->error != NULL)
    return;
  enter (self);
  weft_sim_collective_run_begin (run, member, now);
  run->n_started++;
  run->last_start = now;
  if (run->plan->layout->n == 1)
    end_member (self, run, member, &run->members[member].chain);
  else if (!self->engine->options->closed_form)
    start_member (self, run, member);
  else if (run->n_started == run->plan->layout->n)
    set_timer (self, run, now + weft_sim_engine_ticks (self->engine, weft_comm_time_total (run->plan->price)), 0, 0,
               TIMER_PRICE, 0);
  leave (self);
}

void
weft_sim_collectives_timer (WeftSimCollectives *self, WeftSimTag tag)
{
  WeftSimCollectiveRun *run = find_run (self, tag);
  guint32 slot = tag.d & SLOT_MASK;

  enter (self);
  switch ((TimerKind) (tag.d >> TIMER_SHIFT))
    {
    case TIMER_COUNT:
      if (thread_of (run, tag.b, tag.c)->waits == slot)
        weft_sim_chain_spend_rest (self, run, &thread_of (run, tag.b, tag.c)->chain, self->endpoint_ticks);
      go_on (self, run, tag.b, tag.c, slot);
      break;
    case TIMER_CHUNK:
      run_chunk (self, run, tag.b, tag.c);
      break;
    case TIMER_LAUNCH:
      begin_member (self, run, tag.b);
      break;
    case TIMER_PRICE:
      end_priced (self, run);
      break;
    }
  leave (self);
}

/* --- all of them --- */

static guint32 *
find_members (const WeftSimTrace *trace)
{
  guint32 *member_of = g_new0 (guint32, trace->n_tasks);

  for (guint32 c = 0; c < trace->n_collectives; c++)
    for (guint32 i = 0; i < trace->groups[trace->collectives[c].group].n_ranks; i++)
      member_of[trace->member_task[trace->collectives[c].first_task + i]] = i;
  return member_of;
}

static gboolean
check_options (const WeftSimOptions *options, GError **error)
{
  if (options->chunks < 1 || options->chunks > MAX_CHUNKS)
    g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                 _("collectives are in %u chunks; it has to be from 1 to %u"), options->chunks, MAX_CHUNKS);
  else if (!(options->endpoint_s >= 0) || !isfinite (options->endpoint_s))
    g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                 _("an endpoint takes %g s for a message; it has to be a finite time from 0 on"), options->endpoint_s);
  else if (!(options->reduce_bw_bytes_s > 0))
    g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                 _("ranks reduce %g bytes/s; it has to be above 0, or infinite"), options->reduce_bw_bytes_s);
  else
    return TRUE;
  return FALSE;
}

WeftSimCollectives *
weft_sim_collectives_new (WeftSimEngine *engine, GError **error)
{
  const WeftSimOptions *options = engine->options;
  WeftSimCollectives *self = NULL;

  if (!check_options (options, error))
    return NULL;
  self = g_new0 (WeftSimCollectives, 1);
  self->engine = engine;
  self->ended = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_sim_collective_run_free);
  self->uses = g_array_new (FALSE, TRUE, sizeof (WeftSimCollectiveUse));
  self->groups = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  if (engine->trace->n_collectives == 0)
    return self;
  self->plans = weft_sim_plans_new (engine->trace, options, engine->routes, engine->cancellable);
  self->runs = g_new0 (WeftSimCollectiveRun *, engine->trace->n_collectives);
  self->member_of = find_members (engine->trace);
  self->endpoint_ticks = weft_sim_engine_ticks (engine, options->endpoint_s);
  self->memory_ticks_byte = isfinite (options->reduce_bw_bytes_s) ? 1 / options->reduce_bw_bytes_s / engine->tick_s : 0;
  return self;
}

void
weft_sim_collectives_free (WeftSimCollectives *self)
{
  for (guint32 i = 0; self->runs != NULL && i < self->engine->trace->n_collectives; i++)
    g_clear_pointer (&self->runs[i], weft_sim_collective_run_free);
  g_clear_pointer (&self->plans, weft_sim_plans_free);
  g_ptr_array_unref (self->ended);
  g_array_unref (self->uses);
  g_hash_table_unref (self->groups);
  g_free (self->runs);
  g_free (self->member_of);
  g_free (self);
}
