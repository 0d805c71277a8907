/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One layer of switches with every device joined to every switch: the star around one switch, and
 * trays that meet switch trays at right angles (NVL72, AL128). */
#include "design/topology/weft-topology-family-private.h"

#include <glib/gi18n-lib.h>

enum
{
  STAR_N,
  STAR_M,
};

enum
{
  ORTHO_TRAYS,
  ORTHO_DEV,
  ORTHO_SW,
  ORTHO_C,
};

/* Any split in halves costs the same: each switch cuts the smaller half. */
static void
plan_layer (guint64 devices, guint64 switches, guint64 cables, WeftTopologyPlan *plan)
{
  plan->n_endpoints = devices;
  plan->n_switches = switches;
  plan->n_pairs = weft_plan_times (devices, switches);
  plan->n_links = weft_plan_times (plan->n_pairs, cables);
  plan->diameter = devices > 1 ? 2 : 0;
  plan->bisection = weft_plan_times (weft_plan_times (switches, cables), devices / 2);
  plan->n_alike = 1;
}

static void
build_layer (guint32 devices, guint32 switches, guint32 cables, WeftNet *net)
{
  for (guint32 a = 0; a < devices; a++)
    for (guint32 b = 0; b < switches; b++)
      weft_net_join (net, a, devices + b, cables);
}

static void
plan_star (const WeftTopologyArgs *args,
           WeftTopologyPlan       *plan)
{
  plan_layer (args->n[STAR_N], 1, args->n[STAR_M], plan);
  weft_plan_set_shape (plan, 1, args->n[STAR_N]);
}

static void
build_star (const WeftTopologyArgs *args,
            WeftNet                *net)
{
  build_layer (args->n[STAR_N], 1, args->n[STAR_M], net);
}

static void
plan_ortho (const WeftTopologyArgs *args,
            WeftTopologyPlan       *plan)
{
  plan_layer (weft_plan_times (args->n[ORTHO_TRAYS], args->n[ORTHO_DEV]), args->n[ORTHO_SW],
              args->n[ORTHO_C], plan);
  weft_plan_set_shape (plan, 2, args->n[ORTHO_TRAYS], args->n[ORTHO_DEV]);
}

static void
build_ortho (const WeftTopologyArgs *args,
             WeftNet                *net)
{
  build_layer (args->n[ORTHO_TRAYS] * args->n[ORTHO_DEV], args->n[ORTHO_SW], args->n[ORTHO_C], net);
}

static const WeftTopologyParam star_params[] = {
  WEFT_PARAM_COUNT ("n", N_("Devices"), 1, "8"),
  WEFT_PARAM_CABLES ("m", N_("Cables from a device to the switch"), "1"),
};

static const WeftTopologyParam ortho_params[] = {
  WEFT_PARAM_COUNT ("trays", N_("Device trays"), 1, "18"),
  WEFT_PARAM_COUNT ("dev", N_("Devices of a tray"), 1, "4"),
  WEFT_PARAM_COUNT ("sw", N_("Switch chips"), 1, "18"),
  WEFT_PARAM_CABLES ("c", N_("Cables from a device to a switch chip"), "1"),
};

const WeftTopologyFamily weft_topology_star = {
  .generator = { "star", N_("Star"), N_("Every device is joined to one switch."), star_params,
                 G_N_ELEMENTS (star_params) },
  .plan = plan_star,
  .build = build_star,
};

const WeftTopologyFamily weft_topology_ortho = {
  .generator = { "ortho", N_("Orthogonal, one layer"),
                 N_("Device trays meet switch trays; every device is joined to every switch chip."),
                 ortho_params, G_N_ELEMENTS (ortho_params) },
  .plan = plan_ortho,
  .build = build_ortho,
};
