/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HyperX: routers on a grid, every line of it fully joined (Ahn, Binkert, Davis, McLaren,
 * Schreiber, SC 2009). */
#include "design/topology/weft-topology-family-private.h"

#include <glib/gi18n-lib.h>

enum
{
  HYPERX_S,
  HYPERX_K,
  HYPERX_TN,
};

static gboolean
check_hyperx (const WeftTopologyArgs  *args,
              const WeftJsonAt        *at,
              GError                 **error)
{
  guint n_sides, n_cables;

  weft_args_list (args, HYPERX_S, &n_sides);
  weft_args_list (args, HYPERX_K, &n_cables);
  if (n_sides == n_cables)
    return TRUE;
  return weft_topology_refuse (at, "K", WEFT_TOPOLOGY_ERROR_RELATION, error,
                               "found %u elements, expected %u, one for each side in S", n_cables,
                               n_sides);
}

/* Halving a line of S routers cuts K S^2 / 4 of its cables, so the cheapest direction is the one
 * with the least K S. That is a bisection when S is even; else there is no closed form. */
static guint64
bisect_hyperx (const GArray *sides, const GArray *cables, guint64 routers, guint64 devices)
{
  guint64 least = G_MAXUINT64;
  gboolean is_even = FALSE;

  for (guint i = 0; i < sides->len; i++)
    {
      guint64 side = weft_list_at (sides, i);
      guint64 weight = weft_plan_times (side, weft_list_at (cables, i));

      if (side == 1 || weight > least || (weight == least && is_even))
        continue;
      least = weight;
      is_even = side % 2 == 0;
    }
  if (least == G_MAXUINT64)
    return devices / 2;
  if (!is_even)
    return WEFT_PLAN_NONE;
  return MIN (weft_plan_times (least, routers) / 4, devices / 2);
}

static void
plan_hyperx (const WeftTopologyArgs *args,
             WeftTopologyPlan       *plan)
{
  guint n;
  GArray *sides = weft_args_list (args, HYPERX_S, &n);
  GArray *cables = weft_args_list (args, HYPERX_K, &n);
  guint64 routers = 1, t = args->n[HYPERX_TN];
  guint wide = 0;

  for (guint i = 0; i < n; i++)
    {
      routers = weft_plan_times (routers, weft_list_at (sides, i));
      wide += weft_list_at (sides, i) > 1 ? 1 : 0;
      plan->shape[i] = weft_list_at (sides, i);
    }
  plan->shape[n] = t;
  plan->n_shape = n + 1;
  plan->n_switches = routers;
  plan->n_endpoints = plan->n_pairs = plan->n_links = weft_plan_times (routers, t);
  for (guint i = 0; i < n; i++)
    {
      guint64 side = weft_list_at (sides, i);
      guint64 pairs = weft_plan_times (routers / side, side * (side - 1) / 2);

      plan->n_pairs = weft_plan_plus (plan->n_pairs, pairs);
      plan->n_links = weft_plan_plus (plan->n_links,
                                      weft_plan_times (pairs, weft_list_at (cables, i)));
    }
  plan->diameter = wide > 0 ? wide + 2 : t > 1 ? 2 : 0;
  plan->n_alike = 1;
  if (weft_plan_fits (plan))
    plan->bisection = bisect_hyperx (sides, cables, routers, plan->n_endpoints);
}

static void
build_hyperx (const WeftTopologyArgs *args,
              WeftNet                *net)
{
  guint n;
  GArray *sides = weft_args_list (args, HYPERX_S, &n);
  GArray *cables = weft_args_list (args, HYPERX_K, &n);
  guint32 t = args->n[HYPERX_TN];
  guint32 devices = net->n_of_kind[WEFT_VERTEX_ENDPOINT];
  guint32 step = 1;

  for (guint32 v = 0; v < devices; v++)
    weft_net_join (net, v, devices + v / t, 1);
  for (guint i = n; i-- > 0; step *= weft_list_at (sides, i))
    for (guint32 r = 0; r < devices / t; r++)
      for (guint32 place = r / step % weft_list_at (sides, i) + 1, other = r + step;
           place < weft_list_at (sides, i); place++, other += step)
        weft_net_join (net, devices + r, devices + other, weft_list_at (cables, i));
}

static const WeftTopologyParam hyperx_params[] = {
  WEFT_PARAM_LIST ("S", N_("Routers along each side"), WEFT_NET_MAX_VERTICES, "[4, 4]"),
  WEFT_PARAM_LIST ("K", N_("Cables between two routers along each side"), WEFT_NET_MAX_LINKS,
                   "[1, 1]"),
  WEFT_PARAM_COUNT ("Tn", N_("Devices of a router"), 1, "2"),
};

const WeftTopologyFamily weft_topology_hyperx = {
  .generator = { "hyperx", N_("HyperX"),
                 N_("Routers on a grid, each joined to all others of its lines."),
                 hyperx_params, G_N_ELEMENTS (hyperx_params) },
  .check = check_hyperx,
  .plan = plan_hyperx,
  .build = build_hyperx,
};
