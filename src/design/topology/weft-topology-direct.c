/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices without a switch between them: everyone with everyone, a ring, and processors that share
 * memory devices. */
#include "design/topology/weft-topology-family-private.h"

#include <glib/gi18n-lib.h>

enum
{
  CLIQUE_N,
  CLIQUE_M,
};

enum
{
  BIPARTITE_P,
  BIPARTITE_Q,
  BIPARTITE_M,
};

enum
{
  RING_N,
  RING_M,
};

static void
plan_clique (const WeftTopologyArgs *args,
             WeftTopologyPlan       *plan)
{
  guint64 n = args->n[CLIQUE_N], m = args->n[CLIQUE_M];

  plan->n_endpoints = n;
  plan->n_pairs = n * (n - 1) / 2;
  plan->n_links = weft_plan_times (m, plan->n_pairs);
  plan->diameter = n > 1 ? 1 : 0;
  plan->bisection = weft_plan_times (m, (n / 2) * (n - n / 2));
  plan->n_alike = 1;
  weft_plan_set_shape (plan, 1, (gint64) n);
}

static void
build_clique (const WeftTopologyArgs *args,
              WeftNet                *net)
{
  for (guint32 a = 0; a < args->n[CLIQUE_N]; a++)
    for (guint32 b = a + 1; b < args->n[CLIQUE_N]; b++)
      weft_net_join (net, a, b, args->n[CLIQUE_M]);
}

static void
plan_bipartite_mem (const WeftTopologyArgs *args,
                    WeftTopologyPlan       *plan)
{
  guint64 p = args->n[BIPARTITE_P], q = args->n[BIPARTITE_Q], m = args->n[BIPARTITE_M];

  plan->n_endpoints = p;
  plan->n_memory = q;
  plan->n_pairs = p * q;
  plan->n_links = weft_plan_times (m, p * q);
  plan->diameter = p > 1 ? 2 : 0;
  plan->bisection = weft_plan_times (m, q * (p / 2));
  plan->n_alike = 1;
  weft_plan_set_shape (plan, 1, (gint64) p);
}

static void
build_bipartite_mem (const WeftTopologyArgs *args,
                     WeftNet                *net)
{
  guint32 p = args->n[BIPARTITE_P];

  for (guint32 a = 0; a < p; a++)
    for (guint32 b = 0; b < args->n[BIPARTITE_Q]; b++)
      weft_net_join (net, a, p + b, args->n[BIPARTITE_M]);
}

static void
plan_ring (const WeftTopologyArgs *args,
           WeftTopologyPlan       *plan)
{
  guint64 n = args->n[RING_N], m = args->n[RING_M];

  plan->n_endpoints = n;
  plan->n_pairs = n;
  plan->n_links = weft_plan_times (m, n);
  plan->diameter = n / 2;
  plan->bisection = weft_plan_times (2, m);
  plan->n_alike = 1;
  weft_plan_set_shape (plan, 1, (gint64) n);
}

/* Two devices are joined twice, once each way round. */
static void
build_ring (const WeftTopologyArgs *args,
            WeftNet                *net)
{
  guint32 n = args->n[RING_N];

  for (guint32 v = 0; v < n; v++)
    weft_net_join (net, v, (v + 1) % n, args->n[RING_M]);
}

static const WeftTopologyParam clique_params[] = {
  WEFT_PARAM_COUNT ("n", N_("Devices"), 1, "8"),
  WEFT_PARAM_CABLES ("m", N_("Cables between two devices"), "1"),
};

static const WeftTopologyParam bipartite_mem_params[] = {
  WEFT_PARAM_COUNT ("p", N_("Processors"), 1, "8"),
  WEFT_PARAM_COUNT ("q", N_("Memory devices"), 1, "4"),
  WEFT_PARAM_CABLES ("m", N_("Cables from a processor to a memory device"), "1"),
};

static const WeftTopologyParam ring_params[] = {
  WEFT_PARAM_COUNT ("n", N_("Devices"), 2, "8"),
  WEFT_PARAM_CABLES ("m", N_("Cables between neighbours"), "1"),
};

const WeftTopologyFamily weft_topology_clique = {
  .generator = { "clique", N_("Fully connected"), N_("Every device is joined to every other."),
                 clique_params, G_N_ELEMENTS (clique_params) },
  .plan = plan_clique,
  .build = build_clique,
};

const WeftTopologyFamily weft_topology_bipartite_mem = {
  .generator = { "bipartite_mem", N_("Bipartite memory split"),
                 N_("Every processor is joined to every memory device."), bipartite_mem_params,
                 G_N_ELEMENTS (bipartite_mem_params) },
  .plan = plan_bipartite_mem,
  .build = build_bipartite_mem,
};

const WeftTopologyFamily weft_topology_ring = {
  .generator = { "ring", N_("Ring"),
                 N_("Every device is joined to the next, the last to the first."), ring_params,
                 G_N_ELEMENTS (ring_params) },
  .plan = plan_ring,
  .build = build_ring,
};
