/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folded Clos networks of three and more tiers: pods under cores, the k-ary fat tree, and the
 * extended generalised fat tree. */
#include "design/topology/weft-topology-family-private.h"

#include <glib/gi18n-lib.h>

enum
{
  CLOS3_PODS,
  CLOS3_LEAFS,
  CLOS3_DOWN,
  CLOS3_SPINES,
  CLOS3_CORES,
  CLOS3_PER_LS,
  CLOS3_PER_SC,
};

enum
{
  KARY_K,
};

enum
{
  XGFT_H,
  XGFT_M,
  XGFT_W,
};

/* Pods of leaves and spines, each spine in a group of cores. */
typedef struct
{
  gint64 pods;
  gint64 leafs;
  gint64 down;
  gint64 spines;
  gint64 cores;
  gint64 per_ls;
  gint64 per_sc;
} Clos;

/* Half of the pods on either side cut the thinnest layer of a pod, counted from its devices up. */
static void
plan_clos (const Clos *clos, WeftTopologyPlan *plan)
{
  guint64 layers[3];
  guint64 leafs = weft_plan_times (clos->pods, clos->leafs);
  guint64 ls = weft_plan_times (leafs, clos->spines);
  guint64 sc = weft_plan_times (clos->pods, clos->cores);

  plan->n_endpoints = weft_plan_times (leafs, clos->down);
  plan->n_switches = weft_plan_plus (
    weft_plan_plus (leafs, weft_plan_times (clos->pods, clos->spines)), clos->cores);
  plan->n_pairs = weft_plan_plus (plan->n_endpoints, weft_plan_plus (ls, sc));
  layers[0] = plan->n_endpoints;
  layers[1] = weft_plan_times (ls, clos->per_ls);
  layers[2] = weft_plan_times (sc, clos->per_sc);
  plan->n_links = weft_plan_plus (layers[0], weft_plan_plus (layers[1], layers[2]));
  plan->diameter = clos->pods > 1 ? 6 : clos->leafs > 1 ? 4 : clos->down > 1 ? 2 : 0;
  plan->n_alike = 1;
  weft_plan_set_shape (plan, 3, clos->pods, clos->leafs, clos->down);
  if (clos->pods % 2 == 0 && clos->cores % clos->spines == 0)
    plan->bisection = MIN (layers[0], MIN (layers[1], layers[2])) / 2;
}

/* Core c belongs to the group of spine c modulo the spines of a pod. */
static void
build_clos (const Clos *clos, WeftNet *net)
{
  guint32 devices = clos->pods * clos->leafs * clos->down;
  guint32 spines = devices + clos->pods * clos->leafs;
  guint32 cores = spines + clos->pods * clos->spines;

  for (guint32 v = 0; v < devices; v++)
    weft_net_join (net, v, devices + v / clos->down, 1);
  for (guint32 leaf = 0; leaf < clos->pods * clos->leafs; leaf++)
    for (guint32 s = 0; s < clos->spines; s++)
      weft_net_join (net, devices + leaf, spines + leaf / clos->leafs * clos->spines + s,
                     clos->per_ls);
  for (guint32 pod = 0; pod < clos->pods; pod++)
    for (guint32 c = 0; c < clos->cores; c++)
      weft_net_join (net, spines + pod * clos->spines + c % clos->spines, cores + c, clos->per_sc);
}

static Clos
clos_of_args (const WeftTopologyArgs *args)
{
  return (Clos) { args->n[CLOS3_PODS],   args->n[CLOS3_LEAFS],  args->n[CLOS3_DOWN],
                  args->n[CLOS3_SPINES], args->n[CLOS3_CORES],  args->n[CLOS3_PER_LS],
                  args->n[CLOS3_PER_SC] };
}

static void
plan_clos3 (const WeftTopologyArgs *args,
            WeftTopologyPlan       *plan)
{
  Clos clos = clos_of_args (args);

  plan_clos (&clos, plan);
}

static void
build_clos3 (const WeftTopologyArgs *args,
             WeftNet                *net)
{
  Clos clos = clos_of_args (args);

  build_clos (&clos, net);
}

/* Al-Fares, Loukissas, Vahdat (SIGCOMM 2008): k pods of k/2 edge and k/2 aggregation switches, k/2
 * devices at an edge switch, (k/2)^2 cores. */
static Clos
clos_of_kary (const WeftTopologyArgs *args)
{
  gint64 half = args->n[KARY_K] / 2;

  return (Clos) { 2 * half, half, half, half, half * half, 1, 1 };
}

static gboolean
check_kary (const WeftTopologyArgs  *args,
            const WeftJsonAt        *at,
            GError                 **error)
{
  if (args->n[KARY_K] % 2 == 0)
    return TRUE;
  return weft_topology_refuse (at, "k", WEFT_TOPOLOGY_ERROR_RELATION, error,
                               "found the number %" G_GINT64_FORMAT ", expected an even number: "
                               "half of a switch’s ports go up, half down", args->n[KARY_K]);
}

static void
plan_kary (const WeftTopologyArgs *args,
           WeftTopologyPlan       *plan)
{
  Clos clos = clos_of_kary (args);

  plan_clos (&clos, plan);
}

static void
build_kary (const WeftTopologyArgs *args,
            WeftNet                *net)
{
  Clos clos = clos_of_kary (args);

  build_clos (&clos, net);
}

static gboolean
check_xgft (const WeftTopologyArgs  *args,
            const WeftJsonAt        *at,
            GError                 **error)
{
  static const char *const names[] = { "m", "w" };
  guint n[2];

  weft_args_list (args, XGFT_M, &n[0]);
  weft_args_list (args, XGFT_W, &n[1]);
  for (guint i = 0; i < 2; i++)
    if (n[i] != args->n[XGFT_H])
      return weft_topology_refuse (at, names[i], WEFT_TOPOLOGY_ERROR_RELATION, error,
                                   "found %u elements, expected %" G_GINT64_FORMAT
                                   ", one for each level of h", n[i], args->n[XGFT_H]);
  return TRUE;
}

/* Ohring, Ibel, Das, Kumar (IPPS 1995): level l has the product of m above l times the product of w
 * up to l vertices, each of level l - 1 has w_l parents. */
static void
plan_xgft (const WeftTopologyArgs *args,
           WeftTopologyPlan       *plan)
{
  guint h;
  GArray *m = weft_args_list (args, XGFT_M, &h);
  GArray *w = weft_args_list (args, XGFT_W, &h);

  plan->diameter = 0;
  for (guint level = 0; level <= h; level++)
    {
      guint64 size = 1;

      for (guint i = 0; i < h; i++)
        size = weft_plan_times (size, i < level ? weft_list_at (w, i) : weft_list_at (m, i));
      if (level == 0)
        plan->n_endpoints = size;
      else
        plan->n_switches = weft_plan_plus (plan->n_switches, size);
      if (level < h)
        plan->n_links = weft_plan_plus (plan->n_links,
                                        weft_plan_times (size, weft_list_at (w, level)));
      if (level < h && weft_list_at (m, level) > 1)
        plan->diameter = 2 * (level + 1);
      if (level < h)
        plan->shape[h - 1 - level] = weft_list_at (m, level);
    }
  plan->n_shape = h;
  plan->n_pairs = plan->n_links;
  plan->n_alike = 1;
}

/* A vertex of level l is numbered by its place above, the digits of m, then by the digits of w. */
static void
build_xgft (const WeftTopologyArgs *args,
            WeftNet                *net)
{
  guint h;
  GArray *m = weft_args_list (args, XGFT_M, &h);
  GArray *w = weft_args_list (args, XGFT_W, &h);
  guint32 below = 0, copies = 1, places = net->n_of_kind[WEFT_VERTEX_ENDPOINT];

  for (guint level = 0; level < h; level++)
    {
      guint32 ways = weft_list_at (w, level);
      guint32 above = below + places * copies;

      for (guint32 place = 0; place < places; place++)
        for (guint32 copy = 0; copy < copies; copy++)
          for (guint32 way = 0; way < ways; way++)
            weft_net_join (net, below + place * copies + copy,
                           above + place / weft_list_at (m, level) * copies * ways + way * copies
                             + copy, 1);
      below = above;
      places /= weft_list_at (m, level);
      copies *= ways;
    }
}

static const WeftTopologyParam clos3_params[] = {
  WEFT_PARAM_COUNT ("pods", N_("Pods"), 1, "16"),
  WEFT_PARAM_COUNT ("leafs", N_("Leaf switches of a pod"), 1, "8"),
  WEFT_PARAM_COUNT ("down", N_("Devices of a leaf"), 1, "32"),
  WEFT_PARAM_COUNT ("spines", N_("Spine switches of a pod"), 1, "8"),
  WEFT_PARAM_COUNT ("cores", N_("Core switches"), 1, "64"),
  WEFT_PARAM_CABLES ("per_ls", N_("Cables from a leaf to each spine"), "4"),
  WEFT_PARAM_CABLES ("per_sc", N_("Cables from a spine to each core of its group"), "4"),
};

static const WeftTopologyParam kary_params[] = {
  WEFT_PARAM_COUNT ("k", N_("Ports of a switch, an even number"), 2, "8"),
};

static const WeftTopologyParam xgft_params[] = {
  { "h", N_("Levels"), WEFT_TOPOLOGY_NUMBER, 1, WEFT_TOPOLOGY_MAX_LIST, 0, "2", FALSE, 0, NULL },
  WEFT_PARAM_LIST ("m", N_("Children of a switch, from the lowest level"), WEFT_NET_MAX_VERTICES,
                   "[4, 4]"),
  WEFT_PARAM_LIST ("w", N_("Parents of a vertex, from the lowest level"), WEFT_NET_MAX_VERTICES,
                   "[1, 2]"),
};

const WeftTopologyFamily weft_topology_clos3 = {
  .generator = { "clos3", N_("Three-tier Clos"),
                 N_("Pods of leaves and spines, the spines joined through groups of cores."),
                 clos3_params, G_N_ELEMENTS (clos3_params) },
  .plan = plan_clos3,
  .build = build_clos3,
};

const WeftTopologyFamily weft_topology_kary = {
  .generator = { "kary", N_("k-ary fat tree"),
                 N_("Three tiers of equal switches with k ports, as many up as down."), kary_params,
                 G_N_ELEMENTS (kary_params) },
  .check = check_kary,
  .plan = plan_kary,
  .build = build_kary,
};

const WeftTopologyFamily weft_topology_xgft = {
  .generator = { "xgft", N_("Extended generalised fat tree"),
                 N_("A fat tree with its own numbers of children and parents at every level."),
                 xgft_params, G_N_ELEMENTS (xgft_params) },
  .check = check_xgft,
  .plan = plan_xgft,
  .build = build_xgft,
};
