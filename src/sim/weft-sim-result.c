/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Life of a result, and the names of its shares and waits. */
#include "sim/weft-sim-result.h"

static const char *const share_nicks[WEFT_N_SIM_SHARES] = {
  "compute", "memory_bandwidth", "link_serialization", "queueing", "latency", "remote_memory", "imbalance",
};

static const char *const wait_nicks[WEFT_N_SIM_WAITS] = { "start", "task", "message", "slot", "group", "remote" };

static void
free_result (WeftSimResult *self)
{
  g_clear_pointer (&self->trace, weft_sim_trace_unref);
  g_clear_pointer (&self->network, weft_sim_network_unref);
  g_clear_pointer (&self->collectives, g_array_unref);
  g_clear_pointer (&self->path, g_array_unref);
  g_clear_pointer (&self->messages, g_array_unref);
  g_free (self->model);
  g_free (self->start_s);
  g_free (self->finish_s);
  g_free (self->released_by);
  g_free (self->waited);
  g_free (self->ranks);
  g_free (self->links);
  g_free (self->providers);
  g_free (self->route_first);
  g_free (self->route_links);
  g_free (self->bins);
  g_free (self);
}

WeftSimResult *
weft_sim_result_ref (WeftSimResult *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
weft_sim_result_unref (WeftSimResult *self)
{
  if (g_atomic_ref_count_dec (&self->refs))
    free_result (self);
}

const char *
weft_sim_share_nick (WeftSimShare share)
{
  return share_nicks[share];
}

const char *
weft_sim_wait_nick (WeftSimWait wait)
{
  return wait_nicks[wait];
}
