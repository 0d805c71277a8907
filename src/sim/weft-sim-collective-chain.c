/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the time of a collective went: what each thread waited for, one thing after the other. */
#include "sim/weft-sim-collectives-private.h"

static inline double
spent_sum (const WeftSimChain *chain)
{
  double sum = 0;

  for (guint i = 0; i < WEFT_SIM_N_SPENT; i++)
    sum += chain->spent[i];
  return sum;
}

void
weft_sim_chain_follow (const WeftSimCollectives *self, const WeftSimCollectiveRun *run, WeftSimThread *thread,
                       guint32 from, const WeftSimThread *from_thread, const WeftSimFlight *flight)
{
  const WeftSimChain *sender = flight->sent < from_thread->since ? &from_thread->before : &from_thread->chain;
  WeftSimParts parts = { 0 };
  WeftSimChain next = { .origin = sender->origin };
  double sum = spent_sum (sender);
  double span = flight->sent - run->members[sender->origin].start;

  if (span < 0)
    {
      next.origin = from;
      span = MAX (0, flight->sent - run->members[from].start);
    }
  for (guint i = 0; sum > 0 && i < WEFT_SIM_N_SPENT; i++)
    next.spent[i] = sender->spent[i] * (span / sum);
  if (sum <= 0)
    next.spent[WEFT_SIM_SPENT_LATENCY] = span;
  weft_sim_engine_add_parts (self->engine, flight, &parts);
  next.spent[WEFT_SIM_SPENT_LATENCY] += parts.part[WEFT_SIM_SHARE_LATENCY];
  next.spent[WEFT_SIM_SPENT_SERIALIZATION] += parts.part[WEFT_SIM_SHARE_SERIALIZATION];
  next.spent[WEFT_SIM_SPENT_QUEUEING] += parts.part[WEFT_SIM_SHARE_QUEUEING];
  thread->before = thread->chain;
  thread->since = self->engine->now;
  thread->chain = next;
}

void
weft_sim_chain_spend_rest (const WeftSimCollectives *self, const WeftSimCollectiveRun *run, WeftSimChain *chain,
                           double latency)
{
  double rest = self->engine->now - run->members[chain->origin].start - spent_sum (chain);

  rest = MAX (0, rest);
  latency = MIN (latency, rest);
  chain->spent[WEFT_SIM_SPENT_LATENCY] += latency;
  chain->spent[WEFT_SIM_SPENT_MEMORY] += rest - latency;
}
