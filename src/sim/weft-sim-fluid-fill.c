/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progressive filling (Bertsekas and Gallager, Data Networks, 1992, §6.5.2) of a region: all rates rise together; those
 * on the link that is full first stay, and the others go on. */
#include "sim/weft-sim-fluid-private.h"

#include <stdlib.h>

/* --- the links around --- */

/* Members share what the others leave. */
static inline void
see_link (WeftSimFluid *self, guint32 number, const WeftSimMember *member)
{
  WeftSimFluidLink *link = &self->links[number];

  if (isinf (link->rate))
    return;
  if (link->seen != self->round)
    {
      link->seen = self->round;
      link->rest = (WeftSimSum) { link->rate, -link->load.low };
      weft_sim_sum_add (&link->rest, -link->load.high);
      link->n_rest = 0;
      link->n_members = 0;
      weft_sim_numbers_push (&self->around, number);
    }
  link->n_rest += member->n_flows;
  link->n_members++;
  weft_sim_sum_add (&link->rest, member->load);
}

static guint32
see_links (WeftSimFluid *self)
{
  const guint32 *links = self->net.routes->links;
  guint32 n = 0;

  self->round++;
  self->around.n = 0;
  for (guint32 m = 0; m < self->n_members; m++)
    {
      WeftSimMember *member = &self->members[m];

      member->rate = -1;
      n += member->n_links;
      for (guint32 i = 0; i < member->n_links; i++)
        see_link (self, links[member->first + i], member);
    }
  return n;
}

/* Which members cross each of them. */
static void
list_members (WeftSimFluid *self, guint32 n)
{
  const guint32 *links = self->net.routes->links;
  guint32 first = 0;

  if (n > self->room_members_of)
    {
      self->room_members_of = MAX (2 * self->room_members_of, n);
      self->members_of = g_renew (guint32, self->members_of, self->room_members_of);
    }
  for (guint32 i = 0; i < self->around.n; i++)
    {
      WeftSimFluidLink *link = &self->links[self->around.items[i]];

      link->first_member = first;
      first += link->n_members;
      link->n_members = 0;
    }
  for (guint32 m = 0; m < self->n_members; m++)
    {
      const WeftSimMember *member = &self->members[m];

      for (guint32 i = 0; i < member->n_links; i++)
        {
          WeftSimFluidLink *link = &self->links[links[member->first + i]];

          if (isfinite (link->rate))
            self->members_of[link->first_member + link->n_members++] = m;
        }
    }
}

/* --- shares --- */

static void
move_down (WeftSimTurn *shares, guint32 n, guint32 at, WeftSimTurn turn)
{
  for (guint32 child = 2 * at + 1; child < n; child = 2 * at + 1)
    {
      if (child + 1 < n && weft_sim_turn_comes_before (&shares[child + 1], &shares[child]))
        child++;
      if (!weft_sim_turn_comes_before (&shares[child], &turn))
        break;
      shares[at] = shares[child];
      at = child;
    }
  shares[at] = turn;
}

static inline double
share_of (const WeftSimFluidLink *link)
{
  return weft_sim_sum_get (&link->rest) / link->n_rest;
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
      guint32 number = self->around.items[i];

      self->shares[i] = (WeftSimTurn) { share_of (&self->links[number]), number };
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
      double share = link->n_rest > 0 ? share_of (link) : 0;

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

/* --- rates --- */

static void
fix_member (WeftSimFluid *self, WeftSimMember *member, double rate)
{
  const guint32 *links = self->net.routes->links + member->first;
  double load = member->n_flows * rate;

  member->rate = rate;
  for (guint32 i = 0; i < member->n_links; i++)
    {
      WeftSimFluidLink *link = &self->links[links[i]];

      weft_sim_sum_add (&link->rest, -load);
      link->n_rest -= member->n_flows;
    }
}

/* Returns how many. */
static guint32
fix_members (WeftSimFluid *self, guint32 number, double rate)
{
  const guint32 *links = self->net.routes->links;
  const WeftSimFluidLink *link = &self->links[number];
  guint32 n = 0;

  for (guint32 i = link->first_member; i < link->first_member + link->n_members; i++)
    {
      WeftSimMember *member = &self->members[self->members_of[i]];

      if (member->rate >= 0)
        continue;
      fix_member (self, member, rate);
      for (member->limit = member->first; links[member->limit] != number;)
        member->limit++;
      n++;
    }
  return n;
}

static guint32
fix_capped (WeftSimFluid *self, WeftSimMember *member)
{
  if (member->rate >= 0)
    return 0;
  fix_member (self, member, self->bundles[member->bundle].own_rate);
  member->limit = self->bundles[member->bundle].own_limit;
  return 1;
}

static int
compare_turns_cb (const void *a, const void *b)
{
  return weft_sim_turn_comes_before (a, b) ? -1 : weft_sim_turn_comes_before (b, a);
}

static void
list_capped (WeftSimFluid *self)
{
  self->n_capped = 0;
  for (guint32 m = 0; m < self->n_members; m++)
    {
      const WeftSimBundle *bundle = &self->bundles[self->members[m].bundle];

      if (!bundle->is_capped)
        continue;
      if (self->n_capped == self->room_capped)
        {
          self->room_capped = MAX (64, 2 * self->room_capped);
          self->capped = g_renew (WeftSimTurn, self->capped, self->room_capped);
        }
      self->capped[self->n_capped++] = (WeftSimTurn) { bundle->own_rate, m };
    }
  if (self->n_capped > 1)
    qsort (self->capped, self->n_capped, sizeof self->capped[0], compare_turns_cb);
}

void
weft_sim_fluid_fill (WeftSimFluid *self)
{
  guint32 n_links;
  guint32 n_left = self->n_members;
  guint32 n_capped = 0;
  double level = 0;

  list_members (self, see_links (self));
  list_shares (self);
  list_capped (self);
  self->full.n = 0;
  for (n_links = self->around.n; n_left > 0; n_links = find_least (self, n_links))
    {
      double share = self->shares[0].key;

      if (n_capped < self->n_capped && self->capped[n_capped].key <= share)
        {
          n_left -= fix_capped (self, &self->members[self->capped[n_capped++].item]);
          continue;
        }
      if (share > level * (1 + WEFT_SIM_FLUID_SAME))
        level = share;
      weft_sim_numbers_push (&self->full, self->shares[0].item);
      n_left -= fix_members (self, self->shares[0].item, level);
    }
}
