/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Max-min fair shares by progressive filling (Bertsekas and Gallager, Data Networks, 1992, §6.5.2), for as little of the
 * network as a change needs. Shares are max-min fair exactly when every flow crosses a full link on which nobody has
 * more than it. So the links where flows came or went are solved alone, what they leave to others as it was; where that
 * takes from others the link that made them fair, it is solved too, until nobody's is taken. */
#include "sim/weft-sim-fluid-private.h"

#include <math.h>
#include <stdlib.h>

/* --- the region --- */

void
weft_sim_fluid_touch (WeftSimFluid *self, guint32 number)
{
  WeftSimFluidLink *link = &self->links[number];

  if (link->touched == self->instant)
    return;
  link->touched = self->instant;
  weft_sim_numbers_push (&self->touched, number);
}

/* A link of a bundle in the region. Bundles outside of it keep what they have of a link that was not touched. */
static void
see_link (WeftSimFluid *self, guint32 number, const WeftSimBundle *bundle)
{
  WeftSimFluidLink *link = &self->links[number];
  gboolean is_touched = link->touched == self->instant;

  if (isinf (link->rate))
    return;
  if (link->seen != self->round)
    {
      link->seen = self->round;
      link->rest = is_touched ? link->rate : link->rate - link->load;
      link->n_rest = 0;
      weft_sim_numbers_push (&self->around, number);
    }
  link->n_rest += bundle->n_flows;
  if (!is_touched)
    link->rest += bundle->load;
}

static void
see_capped (WeftSimFluid *self, double rate, guint32 route)
{
  if (self->n_capped == self->room_capped)
    {
      self->room_capped = MAX (64, 2 * self->room_capped);
      self->capped = g_renew (WeftSimTurn, self->capped, self->room_capped);
    }
  self->capped[self->n_capped++] = (WeftSimTurn) { rate, route };
}

static void
see_bundle (WeftSimFluid *self, guint32 route)
{
  WeftSimBundle *bundle = &self->bundles[route];
  guint32 n;
  const guint32 *links;

  if (bundle->seen == self->round)
    return;
  bundle->seen = self->round;
  bundle->found_rate = -1;
  weft_sim_numbers_push (&self->region, route);
  if (isfinite (bundle->own_rate))
    see_capped (self, bundle->own_rate, route);
  links = weft_sim_fluid_route (self, route, &n);
  for (guint32 i = 0; i < n; i++)
    see_link (self, links[i], bundle);
}

static void
see_region (WeftSimFluid *self)
{
  self->round++;
  self->region.n = 0;
  self->around.n = 0;
  self->n_capped = 0;
  for (guint32 i = 0; i < self->touched.n; i++)
    {
      const WeftSimFluidLink *link = &self->links[self->touched.items[i]];

      for (guint32 u = 0; u < link->n_users; u++)
        see_bundle (self, link->users[u].bundle);
    }
}

/* --- filling --- */

static inline gboolean
comes_before (const WeftSimTurn *a, const WeftSimTurn *b)
{
  return a->key < b->key || (a->key == b->key && a->item < b->item);
}

static void
move_down (WeftSimTurn *shares, guint32 n, guint32 at, WeftSimTurn turn)
{
  for (guint32 child = 2 * at + 1; child < n; child = 2 * at + 1)
    {
      if (child + 1 < n && comes_before (&shares[child + 1], &shares[child]))
        child++;
      if (!comes_before (&shares[child], &turn))
        break;
      shares[at] = shares[child];
      at = child;
    }
  shares[at] = turn;
}

static void
list_shares (WeftSimFluid *self)
{
  guint32 n = self->around.n;

  if (n > self->room_shares)
    {
      self->room_shares = MAX (2 * self->room_shares, n);
      self->shares = g_renew (WeftSimTurn, self->shares, self->room_shares);
    }
  for (guint32 i = 0; i < n; i++)
    {
      const WeftSimFluidLink *link = &self->links[self->around.items[i]];

      self->shares[i] = (WeftSimTurn) { link->rest / link->n_rest, self->around.items[i] };
    }
  for (guint32 at = n / 2; at-- > 0;)
    move_down (self->shares, n, at, self->shares[at]);
}

/* The link with the least share comes first. Shares only grow while others are given less, so that a first one that
 * has grown goes back to its place. Returns how many links still have flows without a rate. */
static guint32
find_least (WeftSimFluid *self, guint32 n)
{
  WeftSimTurn *shares = self->shares;

  while (n > 0)
    {
      const WeftSimFluidLink *link = &self->links[shares[0].item];
      double share = link->n_rest > 0 ? link->rest / link->n_rest : 0;

      if (link->n_rest == 0)
        {
          n--;
          move_down (shares, n, 0, shares[n]);
        }
      else if (share > shares[0].key)
        move_down (shares, n, 0, (WeftSimTurn) { share, shares[0].item });
      else
        break;
    }
  return n;
}

static void
fix_bundle (WeftSimFluid *self, guint32 route, double rate, guint32 limit)
{
  WeftSimBundle *bundle = &self->bundles[route];
  guint32 n;
  const guint32 *links = weft_sim_fluid_route (self, route, &n);
  double load = bundle->n_flows * rate;

  bundle->found_rate = rate;
  bundle->found_limit = limit;
  for (guint32 i = 0; i < n; i++)
    {
      WeftSimFluidLink *link = &self->links[links[i]];

      link->rest -= load;
      link->n_rest -= bundle->n_flows;
    }
}

static void
fix_users (WeftSimFluid *self, guint32 number, double rate)
{
  const WeftSimFluidLink *link = &self->links[number];

  for (guint32 u = 0; u < link->n_users && link->n_rest > 0; u++)
    {
      guint32 route = link->users[u].bundle;

      if (self->bundles[route].seen == self->round && self->bundles[route].found_rate < 0)
        fix_bundle (self, route, rate, number);
    }
}

static int
compare_turns_cb (const void *a, const void *b)
{
  return comes_before (a, b) ? -1 : comes_before (b, a);
}

static void
fill (WeftSimFluid *self)
{
  guint32 n_links = self->around.n;
  guint32 n_done = 0;
  double level = 0;

  list_shares (self);
  if (self->n_capped > 1)
    qsort (self->capped, self->n_capped, sizeof self->capped[0], compare_turns_cb);
  while ((n_links = find_least (self, n_links)) > 0)
    {
      double share = self->shares[0].key;

      if (n_done < self->n_capped && self->capped[n_done].key <= share)
        {
          guint32 route = self->capped[n_done++].item;

          if (self->bundles[route].found_rate < 0)
            fix_bundle (self, route, self->bundles[route].own_rate, self->bundles[route].own_limit);
          continue;
        }
      if (share > level * (1 + WEFT_SIM_FLUID_SAME))
        level = share;
      fix_users (self, self->shares[0].item, level);
    }
}

/* --- whether others stay fair --- */

static inline gboolean
has_new_rate (const WeftSimBundle *bundle)
{
  return fabs (bundle->found_rate - bundle->rate) > WEFT_SIM_FLUID_SAME * bundle->rate;
}

/* Touches links around the region that made bundles fair and changed, or now make some fair of whom others there may
 * have more. Returns whether there were any. */
static gboolean
touch_unfair (WeftSimFluid *self)
{
  guint32 n_before = self->touched.n;

  for (guint32 r = 0; r < self->region.n; r++)
    {
      const WeftSimBundle *bundle = &self->bundles[self->region.items[r]];
      gboolean is_new = has_new_rate (bundle);
      guint32 n;
      const guint32 *links = weft_sim_fluid_route (self, self->region.items[r], &n);

      if (!is_new && bundle->found_limit == bundle->limit)
        continue;
      for (guint32 i = 0; i < n; i++)
        {
          const WeftSimFluidLink *link = &self->links[links[i]];

          if (isfinite (link->rate) && link->touched != self->instant
              && ((is_new && link->n_limited > 0) || links[i] == bundle->found_limit))
            weft_sim_fluid_touch (self, links[i]);
        }
    }
  return self->touched.n > n_before;
}

static void
take_rates (WeftSimFluid *self, double time)
{
  self->is_loose = self->region.n > self->n_turns / 8;
  for (guint32 r = 0; r < self->region.n; r++)
    {
      guint32 route = self->region.items[r];
      const WeftSimBundle *bundle = &self->bundles[route];
      gboolean is_new = has_new_rate (bundle);

      if (is_new || bundle->is_dirty || bundle->found_limit != bundle->limit)
        weft_sim_fluid_set_rate (self, route, is_new ? bundle->found_rate : bundle->rate, bundle->found_limit, time);
    }
  if (self->is_loose)
    weft_sim_fluid_turn_order (self);
}

void
weft_sim_fluid_solve (WeftSimFluid *self, double time)
{
  do
    {
      see_region (self);
      fill (self);
    }
  while (touch_unfair (self));
  take_rates (self, time);
  self->touched.n = 0;
}
