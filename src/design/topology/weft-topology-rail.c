/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rail networks: every device has a cable to the fabric of its node and one to the switch of its
 * rail; with one tier of rail switches, or with a leaf for each scalable unit and rail. */
#include "design/topology/weft-topology-family-private.h"

#include <glib/gi18n-lib.h>

enum
{
  RAIL1_N,
  RAIL1_R,
  RAIL1_NV,
};

enum
{
  RAIL2_SU,
  RAIL2_NPS,
  RAIL2_R,
  RAIL2_SPINES,
  RAIL2_NV,
  RAIL2_UP,
};

/* The least cost of @half devices on the left, when @a of @n node fabrics and @b of @r rail
 * switches are there. A device between the two sides of its node and its rail costs one cable where
 * its node is and @v where its rail is; one that leaves both costs them all. */
static guint64
cut_of_rails (guint64 n, guint64 r, guint64 v, guint64 a, guint64 b, guint64 half)
{
  guint64 cut = a * (r - b) + (n - a) * b;
  guint64 between = a * r < half ? (n - a) * b : a * (r - b);
  guint64 moved = a * r < half ? half - a * r : a * r - half;
  guint64 cheap = MIN (moved, between);

  return cut + cheap * (v - 1) + (moved - cheap) * (v + 1);
}

/* Every pair of counts of node fabrics and rail switches is tried, so this holds for odd numbers
 * too. */
static guint64
bisect_rails (guint64 n, guint64 r, guint64 v)
{
  guint64 least = G_MAXUINT64, all = n * r;

  for (guint64 a = 0; a <= n; a++)
    for (guint64 b = 0; b <= r; b++)
      for (guint64 half = all / 2; half <= all - all / 2; half++)
        least = MIN (least, cut_of_rails (n, r, v, a, b, half));
  return least;
}

/* Rail networks with even numbers are quoted by the cheaper of two splits, by nodes and by rails.
 * Splits that take about two thirds of both are a little cheaper yet: 28 instead of 32 cables for 8
 * nodes with 8 rails. */
static guint64
quote_rails (guint64 n, guint64 r, guint64 v)
{
  return MIN (n / 2 * r, r / 2 * n * v);
}

static void
plan_rail1 (const WeftTopologyArgs *args,
            WeftTopologyPlan       *plan)
{
  guint64 n = args->n[RAIL1_N], r = args->n[RAIL1_R], v = args->n[RAIL1_NV];

  plan->n_endpoints = weft_plan_times (n, r);
  plan->n_switches = n + r;
  plan->n_pairs = weft_plan_times (plan->n_endpoints, 2);
  plan->n_links = weft_plan_times (plan->n_endpoints, v + 1);
  plan->diameter = n > 1 && r > 1 ? 4 : plan->n_endpoints > 1 ? 2 : 0;
  plan->n_alike = 1;
  weft_plan_set_shape (plan, 2, (gint64) n, (gint64) r);
  if (!weft_plan_fits (plan))
    return;
  plan->bisection = bisect_rails (n, r, v);
  if (n % 2 == 0 && r % 2 == 0 && plan->bisection < quote_rails (n, r, v))
    {
      plan->cheaper = plan->bisection;
      plan->bisection = quote_rails (n, r, v);
      plan->is_split = TRUE;
    }
}

static void
build_rail1 (const WeftTopologyArgs *args,
             WeftNet                *net)
{
  guint32 n = args->n[RAIL1_N], r = args->n[RAIL1_R];

  for (guint32 v = 0; v < n * r; v++)
    {
      weft_net_join (net, v, n * r + v / r, args->n[RAIL1_NV]);
      weft_net_join (net, v, n * r + n + v % r, 1);
    }
}

/* Where a leaf reaches every spine, two devices of different units meet at any of them. */
static void
plan_rail2 (const WeftTopologyArgs *args,
            WeftTopologyPlan       *plan)
{
  guint64 su = args->n[RAIL2_SU], nps = args->n[RAIL2_NPS], r = args->n[RAIL2_R];
  guint64 spines = args->n[RAIL2_SPINES], nv = args->n[RAIL2_NV], up = args->n[RAIL2_UP];
  guint64 nodes = weft_plan_times (su, nps), leaves = weft_plan_times (su, r);

  plan->n_endpoints = weft_plan_times (nodes, r);
  plan->n_switches = weft_plan_plus (weft_plan_plus (nodes, leaves), spines);
  plan->n_pairs = weft_plan_plus (weft_plan_times (plan->n_endpoints, 2),
                                  weft_plan_times (leaves, MIN (up, spines)));
  plan->n_links = weft_plan_plus (weft_plan_times (plan->n_endpoints, nv + 1),
                                  weft_plan_times (leaves, up));
  weft_plan_set_shape (plan, 3, (gint64) su, (gint64) nps, (gint64) r);
  if (up < spines || !weft_plan_fits (plan))
    return;
  plan->diameter = su > 1 || (nps > 1 && r > 1) ? 4 : plan->n_endpoints > 1 ? 2 : 0;
  plan->n_alike = 1;
  if (su % 2 == 0 && up % spines == 0)
    plan->bisection = MIN (su * r * up, plan->n_endpoints) / 2;
}

static void
build_rail2 (const WeftTopologyArgs *args,
             WeftNet                *net)
{
  guint32 su = args->n[RAIL2_SU], nps = args->n[RAIL2_NPS], r = args->n[RAIL2_R];
  guint32 spines = args->n[RAIL2_SPINES], up = args->n[RAIL2_UP];
  guint32 nodes = su * nps * r;
  guint32 leaves = nodes + su * nps;

  for (guint32 v = 0; v < nodes; v++)
    {
      weft_net_join (net, v, nodes + v / r, args->n[RAIL2_NV]);
      weft_net_join (net, v, leaves + v / (nps * r) * r + v % r, 1);
    }
  for (guint32 leaf = 0; leaf < su * r; leaf++)
    weft_net_spread (net, leaves + leaf, leaves + su * r, spines, (guint64) leaf * up, up);
}

static const WeftTopologyParam rail1_params[] = {
  WEFT_PARAM_COUNT ("N", N_("Nodes"), 1, "8"),
  WEFT_PARAM_COUNT ("r", N_("Rails, one device of a node on each"), 1, "8"),
  WEFT_PARAM_CABLES ("nv", N_("Cables from a device to its node’s fabric"), "1"),
};

static const WeftTopologyParam rail2_params[] = {
  WEFT_PARAM_COUNT ("su", N_("Scalable units"), 1, "4"),
  WEFT_PARAM_COUNT ("nps", N_("Nodes of a unit"), 1, "32"),
  WEFT_PARAM_COUNT ("r", N_("Rails, one device of a node on each"), 1, "8"),
  WEFT_PARAM_COUNT ("spines", N_("Spine switches"), 1, "16"),
  { "nv", N_("Cables from a device to its node’s fabric"), WEFT_TOPOLOGY_NUMBER, 1,
    WEFT_NET_MAX_LINKS, 0, "1", TRUE, 1, NULL },
  { "up", N_("Cables from a leaf up, spread over the spines"), WEFT_TOPOLOGY_NUMBER, 1,
    WEFT_NET_MAX_LINKS, 0, "32", TRUE, 0, "nps" },
};

const WeftTopologyFamily weft_topology_rail1 = {
  .generator = { "rail1", N_("Rails, one tier"),
                 N_("Every device is joined to its node’s fabric and to the switch of its rail."),
                 rail1_params, G_N_ELEMENTS (rail1_params) },
  .plan = plan_rail1,
  .build = build_rail1,
};

const WeftTopologyFamily weft_topology_rail2 = {
  .generator = { "rail2", N_("Rails, two tiers"),
                 N_("A leaf for each scalable unit and rail, the leaves joined through spines."),
                 rail2_params, G_N_ELEMENTS (rail2_params) },
  .plan = plan_rail2,
  .build = build_rail2,
};
