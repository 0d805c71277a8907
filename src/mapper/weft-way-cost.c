/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One way is found by the topology's rule; the others that go over the same bundles of links are equal to it. */
#include "mapper/weft-way-cost-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "mapper/weft-map-problem.h"

/* Ways that are looked at where switches of two kinds stand side by side and the rule leaves the choice open. */
#define N_FLOWS 16

struct _WeftWayCosts
{
  const WeftFlat *flat;
  WeftLinkCosts *links;
  WeftRoute *route;
  GArray *way;       /* of guint32 */
  guint32 *reached;  /* [n_devices] round and stage in which a device was reached from the beginning */
  guint32 *leading;  /* [n_devices] the same from the end */
  guint32 mark;      /* above all marks of earlier rounds */
  GArray *front;     /* of guint32: the devices of all stages, one stage after the other */
  GArray *stages;    /* of guint: where each begins */
};

/* Whether two bundles of one definition lead from a device to switches, so that the rule may go by either. */
static gboolean
has_choice (const WeftFlat *flat, guint32 device)
{
  for (guint32 k = flat->first[device]; k < flat->first[device + 1]; k++)
    for (guint32 m = k + 1; m < flat->first[device + 1]; m++)
      if (flat->bundles[k] != flat->bundles[m] && flat->kinds[flat->to[k]] != WEFT_DEVICE_COMPUTE
          && flat->kinds[flat->to[m]] != WEFT_DEVICE_COMPUTE
          && flat->bundle[flat->bundles[k]].definition == flat->bundle[flat->bundles[m]].definition)
        return TRUE;
  return FALSE;
}

/* --- all ways over the same bundles --- */

static void
append_reached (WeftWayCosts *self, guint32 device, guint32 mark)
{
  if (self->reached[device] == mark)
    return;
  self->reached[device] = mark;
  g_array_append_val (self->front, device);
}

/* Stage i + 1 is what the bundle of link i of the way leads to from stage i. */
static void
reach (WeftWayCosts *self, guint32 from)
{
  const WeftFlat *flat = self->flat;
  guint32 mark = self->mark;

  g_array_set_size (self->front, 0);
  g_array_set_size (self->stages, 0);
  append_reached (self, from, mark);
  for (guint stage = 0; stage <= self->way->len; stage++)
    {
      guint begin = stage == 0 ? 0 : g_array_index (self->stages, guint, stage);
      guint end = self->front->len;
      guint32 bundle;

      if (stage == 0)
        g_array_append_val (self->stages, begin);
      g_array_append_val (self->stages, end);
      if (stage == self->way->len)
        return;
      bundle = flat->bundles[g_array_index (self->way, guint32, stage)];
      for (guint i = begin; i < end; i++)
        {
          guint32 at = g_array_index (self->front, guint32, i);

          for (guint32 k = flat->first[at]; k < flat->first[at + 1]; k++)
            if (flat->bundles[k] == bundle)
              append_reached (self, flat->to[k], mark + stage + 1);
        }
    }
}

/* From the end back: the rate of each stage over the devices that lead on to @to; the least of them. */
static double
narrowest_stage (WeftWayCosts *self, guint32 to)
{
  const WeftFlat *flat = self->flat;
  guint n = self->way->len;
  double least = INFINITY;

  self->leading[to] = self->mark + n;
  for (guint stage = n; stage-- > 0;)
    {
      guint32 bundle = flat->bundles[g_array_index (self->way, guint32, stage)];
      double rate = 0;
      guint end = g_array_index (self->stages, guint, stage + 1);

      for (guint i = g_array_index (self->stages, guint, stage); i < end; i++)
        {
          guint32 at = g_array_index (self->front, guint32, i);

          for (guint32 k = flat->first[at]; k < flat->first[at + 1]; k++)
            if (flat->bundles[k] == bundle && self->leading[flat->to[k]] == self->mark + stage + 1)
              {
                self->leading[at] = self->mark + stage;
                rate += weft_link_costs_rate (self->links, k);
              }
        }
      least = MIN (least, rate);
    }
  return least;
}

static double
equal_ways_rate (WeftWayCosts *self, guint32 from, guint32 to)
{
  double rate;

  reach (self, from);
  rate = narrowest_stage (self, to);
  self->mark += self->way->len + 2;
  return rate;
}

/* --- one pair --- */

/* What joins two devices directly, whatever bundles it is of. */
static double
direct_rate (const WeftWayCosts *self, guint32 from, guint32 to)
{
  const WeftFlat *flat = self->flat;
  double rate = 0;

  for (guint32 k = flat->first[from]; k < flat->first[from + 1]; k++)
    if (flat->to[k] == to && !isnan (weft_link_costs_rate (self->links, k)))
      rate += weft_link_costs_rate (self->links, k);
  return rate;
}

static gboolean
refuse_pair (const WeftWayCosts *self, guint32 from, guint32 to, GError **error)
{
  g_autofree char *one = weft_flat_device_name (self->flat, from);
  g_autofree char *other = weft_flat_device_name (self->flat, to);

  g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_NO_DEVICE, _("no cables lead from %s to %s"), one, other);
  return FALSE;
}

static gboolean
cost_way (WeftWayCosts *self, guint32 from, guint32 to, WeftRouteRule rule, WeftLink *cost, GError **error)
{
  if (!weft_link_costs_path (self->links, (const guint32 *) self->way->data, self->way->len, cost, error))
    return FALSE;
  if (rule == WEFT_ROUTE_DIRECT)
    cost->bw_bytes_s = direct_rate (self, from, to);
  else if (rule == WEFT_ROUTE_UP_DOWN)
    cost->bw_bytes_s = equal_ways_rate (self, from, to);
  return TRUE;
}

static gboolean
is_better (const WeftLink *cost, const WeftLink *than)
{
  return cost->bw_bytes_s > than->bw_bytes_s
         || (cost->bw_bytes_s == than->bw_bytes_s && cost->alpha_s < than->alpha_s);
}

WeftWayCosts *
weft_way_costs_new (const WeftFlat *flat, WeftInventory *inventory)
{
  WeftWayCosts *self = g_new0 (WeftWayCosts, 1);

  self->flat = flat;
  self->links = weft_link_costs_new (flat, inventory);
  self->route = weft_route_new (flat);
  self->way = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->front = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->stages = g_array_new (FALSE, FALSE, sizeof (guint));
  self->reached = g_new0 (guint32, flat->n_devices + 1);
  self->leading = g_new0 (guint32, flat->n_devices + 1);
  self->mark = 1;
  return self;
}

void
weft_way_costs_free (WeftWayCosts *self)
{
  if (self == NULL)
    return;
  weft_link_costs_free (self->links);
  weft_route_free (self->route);
  g_array_unref (self->way);
  g_array_unref (self->front);
  g_array_unref (self->stages);
  g_free (self->reached);
  g_free (self->leading);
  g_free (self);
}

gboolean
weft_way_costs_pair (WeftWayCosts *self, guint32 from, guint32 to, WeftLink *cost, GError **error)
{
  WeftRouteRule rule = weft_route_path (self->route, from, to, 0, self->way);

  if (rule == WEFT_ROUTE_NONE)
    return refuse_pair (self, from, to, error);
  if (!cost_way (self, from, to, rule, cost, error))
    return FALSE;
  if (rule != WEFT_ROUTE_UP_DOWN || !has_choice (self->flat, from))
    return TRUE;
  for (guint64 flow = 1; flow < N_FLOWS; flow++)
    {
      WeftLink other;

      rule = weft_route_path (self->route, from, to, flow, self->way);
      if (!cost_way (self, from, to, rule, &other, error))
        return FALSE;
      if (is_better (&other, cost))
        *cost = other;
    }
  return TRUE;
}

WeftLinkCosts *
weft_way_costs_links (WeftWayCosts *self)
{
  return self->links;
}
