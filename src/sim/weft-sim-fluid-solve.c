/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Max-min fair shares for as little of the network as a change needs. Rates are max-min fair exactly when every flow
 * crosses a full link on which nobody has more than it: the link that limits it. When a bundle changes, those that its
 * links limit change with it, and so on: they are the region that is solved, while all others keep what they have. It
 * is right when none of the others has more than a member on the link that limits the member; whoever has comes into the
 * region too, until there is nobody. */
#include "sim/weft-sim-fluid-private.h"

/* Bundles lie all over the memory: so many before it is its turn, one is sent for. */
#define AHEAD 8u

/* --- who comes into the region --- */

static void
add_member (WeftSimFluid *self, guint32 number)
{
  WeftSimBundle *bundle = &self->bundles[number];

  if (bundle->seen == self->instant)
    return;
  bundle->seen = self->instant;
  if (self->n_members == self->room_members)
    {
      self->room_members = MAX (64, 2 * self->room_members);
      self->members = g_renew (WeftSimMember, self->members, self->room_members);
    }
  self->members[self->n_members++] = (WeftSimMember) {
    .load = bundle->load,
    .n_flows = bundle->n_flows,
    .first = bundle->first,
    .n_links = bundle->n_links,
    .bundle = number,
  };
}

static void
add_limited (WeftSimFluid *self, WeftSimFluidLink *link)
{
  if (link->touched == self->instant)
    return;
  link->touched = self->instant;
  for (guint32 u = 0; u < link->n_limited; u++)
    {
      __builtin_prefetch (&self->bundles[link->users[MIN (u + AHEAD, link->n_limited - 1)].bundle]);
      add_member (self, link->users[u].bundle);
    }
}

/* All whose limit is on a link of a member, from the member at a place on. */
static void
follow (WeftSimFluid *self, guint32 from)
{
  for (guint32 m = from; m < self->n_members; m++)
    {
      WeftSimMember member = self->members[m];

      for (guint32 i = 0; i < member.n_links; i++)
        add_limited (self, &self->links[weft_sim_fluid_link_of (self, member.first + i)]);
    }
}

static void
add_first (WeftSimFluid *self)
{
  self->n_members = 0;
  for (guint32 i = 0; i < self->dirty.n; i++)
    {
      const WeftSimBundle *bundle = &self->bundles[self->dirty.items[i]];

      if (bundle->is_dirty && bundle->n_flows > 0)
        add_member (self, self->dirty.items[i]);
    }
  for (guint32 i = 0; i < self->touched.n; i++)
    add_limited (self, &self->links[self->touched.items[i]]);
  follow (self, 0);
}

/* Those that have more than the members that a link limits. */
static void
add_owners (WeftSimFluid *self, const WeftSimFluidLink *link)
{
  double most = 0;

  for (guint32 i = link->first_member; i < link->first_member + link->n_members; i++)
    {
      const WeftSimMember *member = &self->members[self->members_of[i]];

      most = MAX (most, member->rate);
    }
  most *= 1 + WEFT_SIM_FLUID_SAME;
  for (guint32 u = 0; u < link->n_users; u++)
    if (link->users[u].rate > most)
      add_member (self, link->users[u].bundle);
}

static gboolean
add_unfair (WeftSimFluid *self)
{
  guint32 n_before = self->n_members;

  for (guint32 i = 0; i < self->full.n; i++)
    add_owners (self, &self->links[self->full.items[i]]);
  follow (self, n_before);
  return self->n_members > n_before;
}

/* --- the solution --- */

static void
take_rates (WeftSimFluid *self, double time)
{
  self->is_loose = self->n_members > self->n_turns / 8;
  for (guint32 m = 0; m < self->n_members; m++)
    {
      __builtin_prefetch (&self->bundles[self->members[MIN (m + AHEAD, self->n_members - 1)].bundle]);
      weft_sim_fluid_take_member (self, &self->members[m], time);
    }
  for (guint32 i = 0; i < self->around.n; i++)
    weft_sim_fluid_take_link (self, self->around.items[i], time);
  if (self->is_loose)
    weft_sim_fluid_turn_order (self);
}

void
weft_sim_fluid_solve (WeftSimFluid *self, double time)
{
  add_first (self);
  self->touched.n = 0;
  if (self->n_members == 0)
    return;
  do
    {
      self->work -= self->n_members;
      weft_sim_fluid_fill (self);
    }
  while (add_unfair (self));
  take_rates (self, time);
  self->work = MAX (self->work, -WEFT_SIM_FLUID_DEBT);
}
