/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting before building: sums and products that stop at the largest number instead of wrapping
 * round, and the cut that networks of hubs share. */
#include "design/topology/weft-topology-family-private.h"

#include <stdarg.h>

/**
 * weft_plan_times: (skip)
 * @a: a count
 * @b: another
 *
 * Returns: their product, or G_MAXUINT64 when it does not fit
 */
guint64
weft_plan_times (guint64 a,
                 guint64 b)
{
  guint64 product;

  return __builtin_mul_overflow (a, b, &product) ? G_MAXUINT64 : product;
}

/**
 * weft_plan_plus: (skip)
 * @a: a count
 * @b: another
 *
 * Returns: their sum, or G_MAXUINT64 when it does not fit
 */
guint64
weft_plan_plus (guint64 a,
                guint64 b)
{
  guint64 sum;

  return __builtin_add_overflow (a, b, &sum) ? G_MAXUINT64 : sum;
}

/**
 * weft_plan_fits: (skip)
 * @plan: a plan with its counts
 *
 * Returns: whether it is small enough to be built; closed forms matter only then
 */
gboolean
weft_plan_fits (const WeftTopologyPlan *plan)
{
  guint64 vertices = weft_plan_plus (plan->n_endpoints,
                                     weft_plan_plus (plan->n_switches, plan->n_memory));

  return vertices <= WEFT_NET_MAX_VERTICES && plan->n_links <= WEFT_NET_MAX_LINKS;
}

/**
 * weft_plan_set_shape: (skip)
 * @plan: a plan
 * @n: how many coordinates
 * @...: the sides as gint64, the most significant first
 */
void
weft_plan_set_shape (WeftTopologyPlan *plan,
                     guint             n,
                     ...)
{
  va_list list;

  g_assert (n <= G_N_ELEMENTS (plan->shape));
  va_start (list, n);
  for (guint i = 0; i < n; i++)
    plan->shape[i] = va_arg (list, gint64);
  va_end (list);
  plan->n_shape = n;
}

/**
 * weft_net_spread: (skip)
 * @net: a net that is being built
 * @vertex: a switch
 * @first: the first of the switches above it
 * @n: how many these are
 * @begin: cables that other switches have sent up before
 * @cables: how many it sends up
 *
 * Deals cables out in turn, going on where the switch before stopped, so that the switches above
 * differ by one cable at most.
 */
void
weft_net_spread (WeftNet *net,
                 guint32  vertex,
                 guint32  first,
                 guint32  n,
                 guint64  begin,
                 guint32  cables)
{
  for (guint32 i = 0; i < MIN (n, cables); i++)
    weft_net_join (net, vertex, first + (begin + i) % n, (cables - i + n - 1) / n);
}

/**
 * weft_plan_hubs_cut: (skip)
 * @groups: how many groups of devices, each around a hub
 * @size: devices of a group
 * @down: cables from a device to its hub
 * @up: cables from a hub to roots that are joined to all hubs alike
 * @mesh: cables between any two hubs
 *
 * The bisection of groups around hubs. With k hubs on one side the roots are best all on the side
 * of the more hubs, each device sits with its hub at no cost, and every device that the balance
 * moves away from its hub costs its own cables. For an even number of groups the least is at k = 0
 * or at half of the groups, which is the usual closed form; this also covers odd ones.
 *
 * Returns: the cables cut
 */
guint64
weft_plan_hubs_cut (guint64 groups,
                    guint64 size,
                    guint64 down,
                    guint64 up,
                    guint64 mesh)
{
  guint64 n = groups * size;
  guint64 least = G_MAXUINT64;

  for (guint64 k = 0; k <= groups; k++)
    for (guint64 half = n / 2; half <= n - n / 2; half++)
      {
        guint64 here = k * size;
        guint64 moved = here > half ? here - half : half - here;
        guint64 cut = weft_plan_times (mesh, k * (groups - k));

        cut = weft_plan_plus (cut, weft_plan_times (up, MIN (k, groups - k)));
        cut = weft_plan_plus (cut, weft_plan_times (down, moved));
        least = MIN (least, cut);
      }
  return least;
}
