/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measuring a network: closed forms where the topology has them, searches where it has none. */
#include "design/topology/weft-topology-metrics.h"

#include <math.h>

#include "design/topology/weft-topology-cut-private.h"
#include "design/topology/weft-topology-family-private.h"
#include "design/topology/weft-topology-hops-private.h"

/* More edges than this are not searched where there is a formula. */
#define MAX_CHECKED_EDGES 300000

static void
measure_ports (const WeftNet *net, WeftTopologyMetrics *metrics)
{
  for (guint32 v = 0; v < net->n_vertices; v++)
    {
      guint64 ports = weft_net_ports (net, v);

      if (net->kinds[v] == WEFT_VERTEX_ENDPOINT)
        metrics->max_endpoint_ports = MAX (metrics->max_endpoint_ports, ports);
      else
        metrics->max_switch_radix = MAX (metrics->max_switch_radix, ports);
    }
}

static void
measure_hops (const WeftTopologyPlan *plan, const WeftNet *net, WeftTopologyMetrics *metrics)
{
  if (!isnan (plan->avg_hops) && plan->diameter != WEFT_PLAN_NONE)
    {
      metrics->diameter = plan->diameter;
      metrics->avg_hops = plan->avg_hops;
      return;
    }
  weft_hops_measure (net, plan->n_alike, plan->alike_step, &metrics->diameter, &metrics->avg_hops);
}

static void
add_ocs (JsonObject *object, const WeftTopologyOcs *ocs)
{
  json_object_set_int_member (object, "cubes", ocs->cubes);
  json_object_set_int_member (object, "torus_links_optical", ocs->optical_links);
  json_object_set_int_member (object, "torus_links_electrical", ocs->electrical_links);
  json_object_set_int_member (object, "fibres_to_ocs", ocs->fibres);
  json_object_set_int_member (object, "ocs_needed", ocs->switches);
  json_object_set_int_member (object, "ocs_ports_used_per_ocs", ocs->ports_per_switch);
}

/* The formula of the topology. One that is not proved is held against a search, unless the network
 * is so large that the search would find no more than the splits by coordinates. */
static void
take_closed_form (const WeftTopologyPlan *plan,
                  const WeftCutGraph     *graph,
                  guint32                 seed,
                  WeftTopologyMetrics    *metrics)
{
  metrics->bisection = plan->bisection;
  metrics->method = plan->is_split ? WEFT_BISECTION_COORDINATE_SPLIT : WEFT_BISECTION_CLOSED_FORM;
  if (plan->cheaper != WEFT_PLAN_NONE)
    metrics->cheaper_cut = plan->cheaper;
  if (!plan->is_unproved)
    return;
  if (graph->n_edges > MAX_CHECKED_EDGES)
    {
      metrics->method = WEFT_BISECTION_COORDINATE_SPLIT;
      return;
    }
  metrics->bisection = weft_cut_search (graph, plan->shape, plan->n_shape, seed, NULL);
  if (metrics->bisection < plan->bisection)
    metrics->method = WEFT_BISECTION_BEST_CUT;
  else
    metrics->bisection = plan->bisection;
}

static void
measure_bisection (const WeftTopologyPlan *plan,
                   const WeftNet          *net,
                   guint32                 seed,
                   WeftTopologyMetrics    *metrics)
{
  gboolean is_small = metrics->endpoints <= WEFT_TOPOLOGY_MAX_EXACT;
  gboolean has_formula = plan->bisection != WEFT_PLAN_NONE;
  g_autoptr (WeftCutGraph) graph = NULL;

  if (is_small || !has_formula || plan->is_unproved)
    graph = weft_cut_graph_new (net);
  if (is_small && weft_cut_exact (graph, plan->shape, plan->n_shape, seed, &metrics->bisection))
    {
      metrics->method = WEFT_BISECTION_EXACT;
      return;
    }
  if (has_formula)
    {
      take_closed_form (plan, graph, seed, metrics);
      return;
    }
  metrics->bisection = weft_cut_search (graph, plan->shape, plan->n_shape, seed, NULL);
  metrics->method = WEFT_BISECTION_BEST_CUT;
}

/**
 * weft_topology_measure: (skip)
 * @self: a topology
 * @net: the net that weft_topology_build() made of it
 * @seed: seed of the search for a good cut, where there is one; the same seed gives the same answer
 * @metrics: (out caller-allocates): the answer
 *
 * Measures a topology.
 */
void
weft_topology_measure (const WeftTopology  *self,
                       const WeftNet       *net,
                       guint32              seed,
                       WeftTopologyMetrics *metrics)
{
  g_return_if_fail (self != NULL && net != NULL && metrics != NULL);

  *metrics = (WeftTopologyMetrics) {
    .endpoints = net->n_of_kind[WEFT_VERTEX_ENDPOINT],
    .switches = net->n_of_kind[WEFT_VERTEX_SWITCH],
    .memory = net->n_of_kind[WEFT_VERTEX_MEMORY],
    .links = net->n_links,
    .connected = weft_hops_connected (net),
    .cheaper_cut = -1,
    .has_ocs = self->plan.has_ocs,
    .ocs = self->plan.ocs,
  };
  measure_ports (net, metrics);
  measure_hops (&self->plan, net, metrics);
  measure_bisection (&self->plan, net, seed, metrics);
}

/**
 * weft_bisection_method_nick: (skip)
 * @method: a method
 *
 * Returns: its word in JSON
 */
const char *
weft_bisection_method_nick (WeftBisectionMethod method)
{
  static const char *const nicks[] = { "exact", "closed_form", "coordinate_split", "best_cut" };

  g_return_val_if_fail (method < G_N_ELEMENTS (nicks), NULL);

  return nicks[method];
}

/**
 * weft_topology_metrics_to_json: (skip)
 * @metrics: metrics
 *
 * Returns: (transfer full): an object with the metrics under their names; null where one is not
 *   known
 */
JsonNode *
weft_topology_metrics_to_json (const WeftTopologyMetrics *metrics)
{
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "endpoints", metrics->endpoints);
  json_object_set_int_member (object, "switches", metrics->switches);
  json_object_set_int_member (object, "memory", metrics->memory);
  json_object_set_int_member (object, "links", metrics->links);
  if (metrics->diameter >= 0)
    json_object_set_int_member (object, "diameter", metrics->diameter);
  else
    json_object_set_null_member (object, "diameter");
  if (!isnan (metrics->avg_hops))
    json_object_set_double_member (object, "avg_hops", metrics->avg_hops);
  else
    json_object_set_null_member (object, "avg_hops");
  json_object_set_int_member (object, "max_switch_radix", metrics->max_switch_radix);
  json_object_set_int_member (object, "max_endpoint_ports", metrics->max_endpoint_ports);
  json_object_set_boolean_member (object, "connected", metrics->connected);
  json_object_set_int_member (object, "bisection", metrics->bisection);
  json_object_set_string_member (object, "bisection_method",
                                 weft_bisection_method_nick (metrics->method));
  if (metrics->cheaper_cut >= 0)
    json_object_set_int_member (object, "cheaper_cut", metrics->cheaper_cut);
  if (metrics->has_ocs)
    add_ocs (object, &metrics->ocs);
  json_node_take_object (root, object);
  return root;
}
