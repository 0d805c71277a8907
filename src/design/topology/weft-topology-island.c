/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of devices around a hub: islands that share a pool of switches, chassis whose fabrics are
 * joined directly, leaves under spines, and the planes of CloudMatrix. */
#include "design/topology/weft-topology-family-private.h"

#include <glib/gi18n-lib.h>

enum
{
  ISLANDS_G,
  ISLANDS_S,
  ISLANDS_D,
  ISLANDS_U,
  ISLANDS_POOL,
};

enum
{
  SWITCHLESS_N,
  SWITCHLESS_D,
  SWITCHLESS_M,
};

enum
{
  LEAFSPINE_LEAVES,
  LEAFSPINE_DOWN,
  LEAFSPINE_SPINES,
  LEAFSPINE_PER,
};

enum
{
  CM384_NODES,
  CM384_NPU,
  CM384_PLANES,
  CM384_L2,
  CM384_L1UP,
  CM384_NM,
};

/* Groups of devices, each group around a hub, all hubs joined to all roots. */
typedef struct
{
  gint64 groups;
  gint64 size;
  gint64 down;
  gint64 roots;
  gint64 up;
} Hubs;

static void
plan_hubs (const Hubs *hubs, WeftTopologyPlan *plan)
{
  guint64 devices = weft_plan_times (hubs->groups, hubs->size);
  guint64 pairs_up = weft_plan_times (hubs->groups, hubs->roots);

  plan->n_endpoints = devices;
  plan->n_switches = hubs->groups + hubs->roots;
  plan->n_pairs = weft_plan_plus (devices, pairs_up);
  plan->n_links = weft_plan_plus (weft_plan_times (devices, hubs->down),
                                  weft_plan_times (pairs_up, hubs->up));
  plan->diameter = hubs->groups > 1 ? 4 : hubs->size > 1 ? 2 : 0;
  plan->n_alike = 1;
  weft_plan_set_shape (plan, 2, hubs->groups, hubs->size);
  if (weft_plan_fits (plan))
    plan->bisection = weft_plan_hubs_cut (hubs->groups, hubs->size, hubs->down,
                                          hubs->roots * hubs->up, 0);
}

static void
build_groups (const Hubs *hubs, WeftNet *net)
{
  guint32 devices = hubs->groups * hubs->size;

  for (guint32 v = 0; v < devices; v++)
    weft_net_join (net, v, devices + v / hubs->size, hubs->down);
}

static void
build_hubs (const Hubs *hubs, WeftNet *net)
{
  guint32 first = hubs->groups * hubs->size;

  build_groups (hubs, net);
  for (guint32 a = 0; a < hubs->groups; a++)
    for (guint32 b = 0; b < hubs->roots; b++)
      weft_net_join (net, first + a, first + hubs->groups + b, hubs->up);
}

static Hubs
hubs_of_islands (const WeftTopologyArgs *args)
{
  return (Hubs) { args->n[ISLANDS_G], args->n[ISLANDS_S], args->n[ISLANDS_D],
                  args->n[ISLANDS_POOL], args->n[ISLANDS_U] };
}

static void
plan_islands (const WeftTopologyArgs *args,
              WeftTopologyPlan       *plan)
{
  Hubs hubs = hubs_of_islands (args);

  plan_hubs (&hubs, plan);
}

static void
build_islands (const WeftTopologyArgs *args,
               WeftNet                *net)
{
  Hubs hubs = hubs_of_islands (args);

  build_hubs (&hubs, net);
}

static Hubs
hubs_of_leafspine (const WeftTopologyArgs *args)
{
  return (Hubs) { args->n[LEAFSPINE_LEAVES], args->n[LEAFSPINE_DOWN], 1,
                  args->n[LEAFSPINE_SPINES], args->n[LEAFSPINE_PER] };
}

static void
plan_leafspine (const WeftTopologyArgs *args,
                WeftTopologyPlan       *plan)
{
  Hubs hubs = hubs_of_leafspine (args);

  plan_hubs (&hubs, plan);
}

static void
build_leafspine (const WeftTopologyArgs *args,
                 WeftNet                *net)
{
  Hubs hubs = hubs_of_leafspine (args);

  build_hubs (&hubs, net);
}

static void
plan_switchless (const WeftTopologyArgs *args,
                 WeftTopologyPlan       *plan)
{
  guint64 n = args->n[SWITCHLESS_N], d = args->n[SWITCHLESS_D], m = args->n[SWITCHLESS_M];
  guint64 mesh = n * (n - 1) / 2;

  plan->n_endpoints = weft_plan_times (n, d);
  plan->n_switches = n;
  plan->n_pairs = weft_plan_plus (plan->n_endpoints, mesh);
  plan->n_links = weft_plan_plus (plan->n_endpoints, weft_plan_times (m, mesh));
  plan->diameter = n > 1 ? 3 : d > 1 ? 2 : 0;
  plan->n_alike = 1;
  weft_plan_set_shape (plan, 2, (gint64) n, (gint64) d);
  if (weft_plan_fits (plan))
    plan->bisection = weft_plan_hubs_cut (n, d, 1, 0, m);
}

static void
build_switchless (const WeftTopologyArgs *args,
                  WeftNet                *net)
{
  Hubs hubs = { args->n[SWITCHLESS_N], args->n[SWITCHLESS_D], 1, 0, 0 };
  guint32 first = hubs.groups * hubs.size;

  build_groups (&hubs, net);
  for (guint32 a = 0; a < hubs.groups; a++)
    for (guint32 b = a + 1; b < hubs.groups; b++)
      weft_net_join (net, first + a, first + b, args->n[SWITCHLESS_M]);
}

/* The planes are equal and joined at the devices alone, so that the best split of one is the best
 * of all. */
static void
plan_cm384 (const WeftTopologyArgs *args,
            WeftTopologyPlan       *plan)
{
  guint64 nodes = args->n[CM384_NODES], npu = args->n[CM384_NPU], planes = args->n[CM384_PLANES];
  guint64 l2 = args->n[CM384_L2], l1up = args->n[CM384_L1UP], nm = args->n[CM384_NM];
  guint64 l1 = weft_plan_times (nodes, planes);
  guint64 down = weft_plan_times (weft_plan_times (nodes, npu), planes);

  plan->n_endpoints = weft_plan_times (nodes, npu);
  plan->n_switches = weft_plan_plus (l1, weft_plan_times (planes, l2));
  plan->n_pairs = weft_plan_plus (down, weft_plan_times (l1, MIN (l1up, l2)));
  plan->n_links = weft_plan_plus (weft_plan_times (down, nm), weft_plan_times (l1, l1up));
  weft_plan_set_shape (plan, 2, (gint64) nodes, (gint64) npu);
  if (l1up < l2 || !weft_plan_fits (plan))
    return;
  plan->diameter = nodes > 1 ? 4 : npu > 1 ? 2 : 0;
  plan->n_alike = 1;
  if (l1up % l2 == 0)
    plan->bisection = weft_plan_times (planes, weft_plan_hubs_cut (nodes, npu, nm, l1up, 0));
}

static void
build_cm384 (const WeftTopologyArgs *args,
             WeftNet                *net)
{
  guint32 nodes = args->n[CM384_NODES], npu = args->n[CM384_NPU], planes = args->n[CM384_PLANES];
  guint32 l2 = args->n[CM384_L2], l1up = args->n[CM384_L1UP];
  guint32 devices = nodes * npu;
  guint32 roots = devices + nodes * planes;

  for (guint32 v = 0; v < devices; v++)
    for (guint32 p = 0; p < planes; p++)
      weft_net_join (net, v, devices + v / npu * planes + p, args->n[CM384_NM]);
  for (guint32 a = 0; a < nodes; a++)
    for (guint32 p = 0; p < planes; p++)
      weft_net_spread (net, devices + a * planes + p, roots + p * l2, l2, (guint64) a * l1up, l1up);
}

static const WeftTopologyParam islands_params[] = {
  WEFT_PARAM_COUNT ("g", N_("Islands"), 1, "4"),
  WEFT_PARAM_COUNT ("s", N_("Devices of an island"), 1, "8"),
  WEFT_PARAM_CABLES ("d", N_("Cables from a device to its island’s switch"), "1"),
  WEFT_PARAM_CABLES ("u", N_("Cables from an island to each pool switch"), "4"),
  WEFT_PARAM_COUNT ("pool", N_("Pool switches"), 1, "1"),
};

static const WeftTopologyParam switchless_params[] = {
  WEFT_PARAM_COUNT ("n", N_("Chassis"), 1, "4"),
  WEFT_PARAM_COUNT ("d", N_("Devices of a chassis"), 1, "4"),
  WEFT_PARAM_CABLES ("m", N_("Cables between two chassis"), "2"),
};

static const WeftTopologyParam leafspine_params[] = {
  WEFT_PARAM_COUNT ("leaves", N_("Leaf switches"), 1, "4"),
  WEFT_PARAM_COUNT ("down", N_("Devices of a leaf"), 1, "4"),
  WEFT_PARAM_COUNT ("spines", N_("Spine switches"), 1, "2"),
  WEFT_PARAM_CABLES ("per", N_("Cables from a leaf to each spine"), "2"),
};

static const WeftTopologyParam cm384_params[] = {
  WEFT_PARAM_COUNT ("nodes", N_("Nodes"), 1, "48"),
  WEFT_PARAM_COUNT ("npu", N_("Devices of a node"), 1, "8"),
  WEFT_PARAM_COUNT ("planes", N_("Planes"), 1, "7"),
  WEFT_PARAM_COUNT ("l2", N_("L2 switches of a plane"), 1, "16"),
  WEFT_PARAM_CABLES ("l1up", N_("Cables from an L1 switch up, spread over the L2 switches"), "16"),
  WEFT_PARAM_CABLES ("nm", N_("Cables from a device to each L1 switch of its node"), "2"),
};

const WeftTopologyFamily weft_topology_islands = {
  .generator = { "islands", N_("Disaggregated islands"),
                 N_("Islands of devices around a switch each, joined through pool switches."),
                 islands_params, G_N_ELEMENTS (islands_params) },
  .plan = plan_islands,
  .build = build_islands,
};

const WeftTopologyFamily weft_topology_switchless = {
  .generator = { "switchless", N_("Switchless mesh"),
                 N_("Chassis with a node fabric each, every two joined directly."),
                 switchless_params, G_N_ELEMENTS (switchless_params) },
  .plan = plan_switchless,
  .build = build_switchless,
};

const WeftTopologyFamily weft_topology_leafspine = {
  .generator = { "leafspine", N_("Leaf and spine"),
                 N_("Devices under leaf switches, every leaf joined to every spine."),
                 leafspine_params, G_N_ELEMENTS (leafspine_params) },
  .plan = plan_leafspine,
  .build = build_leafspine,
};

const WeftTopologyFamily weft_topology_cm384 = {
  .generator = { "cm384", N_("CloudMatrix planes"),
                 N_("Nodes with an L1 switch for each plane, and L2 switches in every plane."),
                 cm384_params, G_N_ELEMENTS (cm384_params) },
  .plan = plan_cm384,
  .build = build_cm384,
};
