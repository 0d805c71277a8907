/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Devices are joined over the scale-up fabric that carries most for some chip. A memory fabric beside it, which may
 * reach further, joins nothing. */
#include "sim/weft-sim-domains-private.h"

#include <math.h>

/* The root of a device's tree; the path to it is halved on the way. */
static guint32
find_root (guint32 *parent, guint32 device)
{
  while (parent[device] != device)
    device = parent[device] = parent[parent[device]];
  return device;
}

static gboolean
is_same (WeftBundleFabric a, WeftBundleFabric b)
{
  return a.layer == b.layer && a.fabric == b.fabric;
}

static double
fabric_rate (const WeftFlat *flat, const WeftLinkCosts *costs, guint32 device, WeftBundleFabric fabric)
{
  double rate = 0;

  for (guint32 k = flat->first[device]; k < flat->first[device + 1]; k++)
    if (is_same (weft_link_costs_fabric (costs, k), fabric) && !isnan (weft_link_costs_rate (costs, k)))
      rate += weft_link_costs_rate (costs, k);
  return rate;
}

/* The scale-up fabric that carries most for a chip; layer NONE when it has none. */
static WeftBundleFabric
best_fabric (const WeftFlat *flat, const WeftLinkCosts *costs, guint32 device)
{
  WeftBundleFabric best = { WEFT_LAYER_NONE, 0 };
  double most = 0;

  for (guint32 k = flat->first[device]; k < flat->first[device + 1]; k++)
    {
      WeftBundleFabric fabric = weft_link_costs_fabric (costs, k);
      double rate;

      if (fabric.layer != WEFT_LAYER_UP || is_same (fabric, best))
        continue;
      rate = fabric_rate (flat, costs, device, fabric);
      if (rate > most)
        {
          best = fabric;
          most = rate;
        }
    }
  return best;
}

/* [fabrics] whether it is the best of some rank. (transfer full) (element-type gboolean) */
static GArray *
find_best (const WeftFlat *flat, const WeftLinkCosts *costs, const guint32 *devices, guint32 n_ranks)
{
  GArray *is_best = g_array_new (FALSE, TRUE, sizeof (gboolean));

  for (guint32 r = 0; r < n_ranks; r++)
    {
      WeftBundleFabric best = best_fabric (flat, costs, devices[r]);

      if (best.layer != WEFT_LAYER_UP)
        continue;
      if (best.fabric >= is_best->len)
        g_array_set_size (is_best, best.fabric + 1);
      g_array_index (is_best, gboolean, best.fabric) = TRUE;
    }
  return is_best;
}

static void
join_links (const WeftFlat *flat, const WeftLinkCosts *costs, const GArray *is_best, guint32 *parent)
{
  for (guint32 k = 0; k < flat->n_links; k++)
    {
      WeftBundleFabric fabric = weft_link_costs_fabric (costs, k);
      guint32 from, to;

      if (fabric.layer != WEFT_LAYER_UP || fabric.fabric >= is_best->len
          || !g_array_index (is_best, gboolean, fabric.fabric))
        continue;
      from = find_root (parent, flat->from[k]);
      to = find_root (parent, flat->to[k]);
      parent[MAX (from, to)] = MIN (from, to);
    }
}

/* What no such fabric joins to anything, such as processors, goes with the first of its node. */
static void
join_nodes (const WeftFlat *flat, const WeftLinkCosts *costs, const guint32 *devices, guint32 n_ranks, guint32 *parent)
{
  g_autofree guint32 *first = g_new (guint32, flat->n_instances + 1);

  for (guint32 i = 0; i < flat->n_instances; i++)
    first[i] = WEFT_FLAT_NONE;
  for (guint32 r = 0; r < n_ranks; r++)
    {
      guint32 node = weft_flat_ancestor (flat, devices[r], WEFT_LEVEL_NODE);

      if (node == WEFT_FLAT_NONE)
        continue;
      if (first[node] == WEFT_FLAT_NONE)
        first[node] = devices[r];
      if (best_fabric (flat, costs, devices[r]).layer != WEFT_LAYER_UP)
        parent[find_root (parent, devices[r])] = find_root (parent, first[node]);
    }
}

guint32 *
weft_sim_domains_find (const WeftFlat *flat, const WeftLinkCosts *costs, const guint32 *devices, guint32 n_ranks)
{
  g_autofree guint32 *parent = g_new (guint32, flat->n_devices + 1);
  g_autofree guint32 *number = g_new (guint32, flat->n_devices + 1);
  g_autoptr (GArray) is_best = find_best (flat, costs, devices, n_ranks);
  guint32 *domain = g_new (guint32, MAX (1, n_ranks));
  guint32 n = 0;

  for (guint32 d = 0; d < flat->n_devices; d++)
    {
      parent[d] = d;
      number[d] = WEFT_FLAT_NONE;
    }
  join_links (flat, costs, is_best, parent);
  join_nodes (flat, costs, devices, n_ranks, parent);
  for (guint32 r = 0; r < n_ranks; r++)
    {
      guint32 root = find_root (parent, devices[r]);

      if (number[root] == WEFT_FLAT_NONE)
        number[root] = n++;
      domain[r] = number[root];
    }
  return domain;
}
