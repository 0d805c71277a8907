/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of generators, and the way from parameters to a network. */
#include "design/topology/weft-topology.h"

#include <math.h>

#include "base/weft-name.h"
#include "base/weft-quote-private.h"
#include "design/topology/weft-topology-family-private.h"

G_DEFINE_QUARK (weft-topology-error-quark, weft_topology_error)

static const WeftTopologyFamily *const families[] = {
  &weft_topology_clique,         &weft_topology_bipartite_mem, &weft_topology_ring,
  &weft_topology_torus,          &weft_topology_mesh,          &weft_topology_star,
  &weft_topology_tile_mesh_rows, &weft_topology_islands,       &weft_topology_rail1,
  &weft_topology_rail2,          &weft_topology_switchless,    &weft_topology_leafspine,
  &weft_topology_clos3,          &weft_topology_kary,          &weft_topology_dragonfly,
  &weft_topology_hyperx,         &weft_topology_ortho,         &weft_topology_cm384,
  &weft_topology_edges,          &weft_topology_torus_ocs,     &weft_topology_xgft,
};

static guint64
count_vertices (const WeftTopologyPlan *plan)
{
  return weft_plan_plus (plan->n_endpoints, weft_plan_plus (plan->n_switches, plan->n_memory));
}

/* Counts that do not fit 64 bits are far beyond the limit anyway. */
static gboolean
check_size (const WeftTopologyPlan *plan, const WeftJsonAt *at, GError **error)
{
  guint64 vertices = count_vertices (plan);
  guint64 most = WEFT_NET_MAX_VERTICES;
  guint64 found = vertices;
  const char *what = "vertices";

  if (vertices <= most)
    {
      found = plan->n_links;
      most = WEFT_NET_MAX_LINKS;
      what = "cables";
    }
  if (found <= most)
    return TRUE;
  return weft_topology_refuse (at, NULL, WEFT_TOPOLOGY_ERROR_SIZE, error,
                               "found parameters that make %s%" G_GUINT64_FORMAT
                               " %s, expected at most %" G_GUINT64_FORMAT,
                               found == G_MAXUINT64 ? "at least " : "", found, what, most);
}

static const WeftTopologyFamily *
find_family (const WeftTopologyGenerator *generator)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    if (generator == &families[i]->generator)
      return families[i];
  return NULL;
}

/**
 * weft_topology_n_generators:
 *
 * Returns: how many generators there are
 */
guint
weft_topology_n_generators (void)
{
  return G_N_ELEMENTS (families);
}

/**
 * weft_topology_generator: (skip)
 * @index: which one, in the order in which they are shown
 *
 * Returns: (transfer none): a generator
 */
const WeftTopologyGenerator *
weft_topology_generator (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (families), NULL);

  return &families[index]->generator;
}

/**
 * weft_topology_find: (skip)
 * @name: a generator's name
 * @error: where to put a %WEFT_TOPOLOGY_ERROR_GENERATOR, which names the nearest one
 *
 * Returns: (transfer none) (nullable): the generator
 */
const WeftTopologyGenerator *
weft_topology_find (const char  *name,
                    GError     **error)
{
  const char *known[G_N_ELEMENTS (families) + 1] = { NULL };
  g_autofree char *quoted = NULL;
  g_autofree char *all = NULL;
  const char *nearest;

  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      known[i] = families[i]->generator.name;
      if (g_str_equal (known[i], name))
        return &families[i]->generator;
    }
  quoted = weft_quote (name, -1);
  nearest = weft_name_nearest (name, known);
  all = g_strjoinv (", ", (char **) known);
  if (nearest != NULL)
    g_set_error (error, WEFT_TOPOLOGY_ERROR, WEFT_TOPOLOGY_ERROR_GENERATOR,
                 "found the generator %s, which is not known; is \"%s\" meant?", quoted, nearest);
  else
    g_set_error (error, WEFT_TOPOLOGY_ERROR, WEFT_TOPOLOGY_ERROR_GENERATOR,
                 "found the generator %s, which is not known, expected one of %s", quoted, all);
  return NULL;
}

/**
 * weft_topology_new: (skip)
 * @generator: a generator
 * @params: (nullable): the object of its parameters
 * @file: where they come from, for messages
 * @error: where to put a #WeftTopologyError or #WeftJsonError
 *
 * Reads and checks parameters; nothing is built yet, so this is quick however large the topology.
 *
 * Returns: (transfer full) (nullable): a topology that can be built
 */
WeftTopology *
weft_topology_new (const WeftTopologyGenerator  *generator,
                   JsonNode                     *params,
                   const char                   *file,
                   GError                      **error)
{
  g_autoptr (WeftTopology) self = g_new0 (WeftTopology, 1);
  WeftJsonAt at;

  g_return_val_if_fail (generator != NULL && find_family (generator) != NULL, NULL);

  self->family = find_family (generator);
  weft_json_at_root (&at, params, file);
  if (!weft_topology_args_read (generator, &at, &self->args, error))
    return NULL;
  if (self->family->check != NULL && !self->family->check (&self->args, &at, error))
    return NULL;
  self->plan.diameter = self->plan.bisection = self->plan.cheaper = WEFT_PLAN_NONE;
  self->plan.avg_hops = NAN;
  self->family->plan (&self->args, &self->plan);
  if (!check_size (&self->plan, &at, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * weft_topology_free: (skip)
 * @self: (nullable) (transfer full): a topology
 */
void
weft_topology_free (WeftTopology *self)
{
  if (self == NULL)
    return;
  weft_topology_args_clear (&self->args);
  g_free (self);
}

/**
 * weft_topology_get_generator: (skip)
 * @self: a topology
 *
 * Returns: (transfer none): the generator that it was made by
 */
const WeftTopologyGenerator *
weft_topology_get_generator (const WeftTopology *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->family->generator;
}

/**
 * weft_topology_build: (skip)
 * @self: a topology
 * @error: where to put a %WEFT_TOPOLOGY_ERROR_MEMORY
 *
 * Builds the network: endpoints first, then switches, then memory devices, except for `edges`,
 * whose vertices keep their own numbers.
 *
 * Returns: (transfer full) (nullable): the network, frozen
 */
WeftNet *
weft_topology_build (const WeftTopology  *self,
                     GError             **error)
{
  g_autoptr (WeftNet) net = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  net = weft_net_new (self->plan.n_endpoints, self->plan.n_switches, self->plan.n_memory,
                      self->plan.n_pairs);
  if (net != NULL)
    self->family->build (&self->args, net);
  if (net == NULL || !weft_net_freeze (net))
    {
      g_set_error (error, WEFT_TOPOLOGY_ERROR, WEFT_TOPOLOGY_ERROR_MEMORY,
                   "%s: no memory for %" G_GUINT64_FORMAT " vertices and %" G_GUINT64_FORMAT
                   " cables", self->family->generator.name, count_vertices (&self->plan),
                   self->plan.n_links);
      return NULL;
    }
  return g_steal_pointer (&net);
}
