/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mapping and simulation one after the other. A parallel program with ranks keeps them: rank r is device r. */
#include "sim/weft-sim-workload.h"

#include "mapper/weft-map-fixed.h"
#include "mapper/weft-map-ranks.h"

/* (transfer full) */
static WeftMapProblem *
make_problem (const WeftSimOrder *order, GPtrArray *notes, GError **error)
{
  const WeftMapOptions *map = order->map_options;
  g_autoptr (WeftMapProblem) problem
      = weft_map_problem_on (order->graph, order->platform, order->inventory, order->knobs, notes, error);

  if (problem != NULL && order->remotes != NULL)
    weft_sim_make_room (problem, order->remotes);
  if (problem == NULL || order->device != NULL || order->algorithm != WEFT_MAP_RANKS)
    return g_steal_pointer (&problem);
  if (map != NULL && map->device_of_rank != NULL)
    return weft_map_problem_for_ranks (problem, map->device_of_rank, map->n_ranks, error);
  return weft_map_problem_for_ranks (problem, NULL, order->platform->n_devices, error);
}

/* Sets the schedule. */
static gboolean
map (const WeftSimOrder *order, WeftSimOutcome *outcome, GCancellable *cancellable, GError **error)
{
  if (order->device != NULL)
    {
      outcome->schedule = weft_map_fixed (outcome->problem, order->device, cancellable, error);
      return outcome->schedule != NULL;
    }
  outcome->mapping = weft_map (outcome->problem, order->algorithm, order->map_options, cancellable, error);
  if (outcome->mapping == NULL)
    return FALSE;
  outcome->schedule = weft_schedule_ref (outcome->mapping->schedule);
  return TRUE;
}

static WeftSimResult *
simulate (const WeftSimOrder *order, const WeftSimOutcome *outcome, GCancellable *cancellable, GError **error)
{
  const WeftPlatform *platform = order->platform;
  g_autoptr (WeftSimTrace) trace = weft_sim_trace_from_mapping (outcome->problem, outcome->schedule,
                                                                order->flat, order->inventory, order->remotes, error);
  g_autoptr (WeftSimNetwork) network = NULL;

  if (trace != NULL)
    network = weft_sim_network_from_flat (order->flat, order->inventory, platform->device, platform->n_devices, error);
  return network != NULL ? weft_sim_run (trace, network, order->options, cancellable, error) : NULL;
}

static void
add_notes (GPtrArray *notes, char *const *more)
{
  for (char *const *note = more; note != NULL && *note != NULL; note++)
    g_ptr_array_add (notes, g_strdup (*note));
}

WeftSimOutcome *
weft_sim_workload_run (const WeftSimOrder *order, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftSimOutcome) self = g_new0 (WeftSimOutcome, 1);

  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->problem = make_problem (order, self->notes, error);
  if (self->problem == NULL)
    return NULL;
  if (!map (order, self, cancellable, error))
    return NULL;
  self->result = simulate (order, self, cancellable, error);
  if (self->result == NULL)
    return NULL;
  add_notes (self->notes, self->result->network->notes);
  add_notes (self->notes, self->result->trace->notes);
  return g_steal_pointer (&self);
}

void
weft_sim_outcome_free (WeftSimOutcome *self)
{
  g_clear_pointer (&self->result, weft_sim_result_unref);
  g_clear_pointer (&self->schedule, weft_schedule_unref);
  g_clear_pointer (&self->mapping, weft_map_result_free);
  g_clear_pointer (&self->problem, weft_map_problem_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_free (self);
}
