/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dragonfly: groups of routers that are fully joined inside, every two groups joined by equally
 * many cables (Kim, Dally, Scott, Abts, ISCA 2008). */
#include "design/topology/weft-topology-family-private.h"

#include <glib/gi18n-lib.h>

enum
{
  DRAGONFLY_A,
  DRAGONFLY_P,
  DRAGONFLY_H,
  DRAGONFLY_G,
};

static gboolean
check_dragonfly (const WeftTopologyArgs  *args,
                 const WeftJsonAt        *at,
                 GError                 **error)
{
  gint64 cables = args->n[DRAGONFLY_A] * args->n[DRAGONFLY_H];
  gint64 others = args->n[DRAGONFLY_G] - 1;

  if (cables % others == 0)
    return TRUE;
  return weft_topology_refuse (at, "g", WEFT_TOPOLOGY_ERROR_RELATION, error,
                               "found the number %" G_GINT64_FORMAT ", expected one more than a "
                               "divisor of a · h: the %" G_GINT64_FORMAT " cables out of a group "
                               "must spread evenly over the %" G_GINT64_FORMAT " other groups",
                               args->n[DRAGONFLY_G], cables, others);
}

/* The closed form is the cheaper of two splits: half of the groups, or half of the devices of every
 * router. With few routers in a group, or where the two splits cost nearly the same, a split that
 * mixes them can be cheaper. */
static void
plan_dragonfly (const WeftTopologyArgs *args,
                WeftTopologyPlan       *plan)
{
  guint64 a = args->n[DRAGONFLY_A], p = args->n[DRAGONFLY_P], h = args->n[DRAGONFLY_H];
  guint64 g = args->n[DRAGONFLY_G];
  guint64 w = a * h / (g - 1);
  guint64 global = weft_plan_times (w, g * (g - 1) / 2);

  plan->n_switches = a * g;
  plan->n_endpoints = weft_plan_times (p, a * g);
  plan->n_links = weft_plan_plus (plan->n_endpoints, weft_plan_times (g, a * (a - 1) / 2));
  plan->n_links = weft_plan_plus (plan->n_links, global);
  plan->n_pairs = plan->n_links;
  plan->n_alike = a;
  plan->alike_step = p;
  weft_plan_set_shape (plan, 3, (gint64) g, (gint64) a, (gint64) p);
  plan->is_unproved = TRUE;
  if (g % 2 == 0 && weft_plan_fits (plan))
    plan->bisection = MIN (w * (g / 2) * (g / 2), plan->n_endpoints / 2);
}

/* Port q of a group, counted through its routers, leads to the group q modulo (g - 1) plus one
 * further on: every group looks alike, and parallel cables of two groups sit on different
 * routers. */
static guint32
router_of_port (guint32 distance, guint32 copy, guint32 g, guint32 h)
{
  return (distance - 1 + copy * (g - 1)) / h;
}

guint32
weft_dragonfly_group_size (const WeftTopologyArgs *args)
{
  return args->n[DRAGONFLY_A];
}

guint32
weft_dragonfly_per_router (const WeftTopologyArgs *args)
{
  return args->n[DRAGONFLY_P];
}

guint32
weft_dragonfly_cables (const WeftTopologyArgs *args)
{
  return args->n[DRAGONFLY_A] * args->n[DRAGONFLY_H] / (args->n[DRAGONFLY_G] - 1);
}

guint32
weft_dragonfly_gate (const WeftTopologyArgs *args, guint32 group, guint32 other, guint32 copy)
{
  guint32 g = args->n[DRAGONFLY_G];

  return group * args->n[DRAGONFLY_A]
         + router_of_port ((other + g - group) % g, copy, g, args->n[DRAGONFLY_H]);
}

static void
join_groups (WeftNet *net, guint32 routers, const WeftTopologyArgs *args)
{
  guint32 g = args->n[DRAGONFLY_G], w = weft_dragonfly_cables (args);

  for (guint32 i = 0; i < g; i++)
    for (guint32 j = i + 1; j < g; j++)
      for (guint32 copy = 0; copy < w; copy++)
        weft_net_join (net, routers + weft_dragonfly_gate (args, i, j, copy),
                       routers + weft_dragonfly_gate (args, j, i, copy), 1);
}

static void
build_dragonfly (const WeftTopologyArgs *args,
                 WeftNet                *net)
{
  guint32 a = args->n[DRAGONFLY_A], p = args->n[DRAGONFLY_P], g = args->n[DRAGONFLY_G];
  guint32 devices = p * a * g;

  for (guint32 v = 0; v < devices; v++)
    weft_net_join (net, v, devices + v / p, 1);
  for (guint32 group = 0; group < g; group++)
    for (guint32 i = 0; i < a; i++)
      for (guint32 j = i + 1; j < a; j++)
        weft_net_join (net, devices + group * a + i, devices + group * a + j, 1);
  join_groups (net, devices, args);
}

static const WeftTopologyParam dragonfly_params[] = {
  WEFT_PARAM_COUNT ("a", N_("Routers of a group"), 1, "4"),
  WEFT_PARAM_COUNT ("p", N_("Devices of a router"), 1, "2"),
  WEFT_PARAM_COUNT ("h", N_("Cables from a router to other groups"), 1, "2"),
  WEFT_PARAM_COUNT ("g", N_("Groups"), 2, "9"),
};

const WeftTopologyFamily weft_topology_dragonfly = {
  .generator = { "dragonfly", N_("Dragonfly"),
                 N_("Groups of routers, fully joined inside, every two groups joined directly."),
                 dragonfly_params, G_N_ELEMENTS (dragonfly_params) },
  .check = check_dragonfly,
  .plan = plan_dragonfly,
  .build = build_dragonfly,
};
