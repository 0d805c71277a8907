/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bundles on their links: who is where, how fast, and what the record of links is told of it. */
#include "sim/weft-sim-fluid-private.h"

/* --- loads --- */

/* What crossed since the load last changed. */
static void
log_link (WeftSimFluid *self, guint32 number, double time)
{
  WeftSimFluidLink *link = &self->links[number];
  double load = weft_sim_sum_get (&link->load);

  if (load > 0 && time > link->since)
    weft_sim_link_log_bytes (self->net.log, number, link->since, time, load * (time - link->since));
  link->since = time;
}

static inline void
change_load (WeftSimFluid *self, guint32 number, double before, double after, double time)
{
  WeftSimSum *load = &self->links[number].load;

  if (self->net.log != NULL)
    log_link (self, number, time);
  weft_sim_sum_add (load, -before);
  weft_sim_sum_add (load, after);
}

static void
set_load (WeftSimFluid *self, WeftSimBundle *bundle, double load, double time)
{
  for (guint32 slot = bundle->first; slot < bundle->first + bundle->n_links; slot++)
    {
      guint32 number = weft_sim_fluid_link_of (self, slot);

      change_load (self, number, bundle->load, load, time);
    }
  bundle->load = load;
}

/* --- users of a link --- */

static void
swap_users (WeftSimFluid *self, WeftSimFluidLink *link, guint32 a, guint32 b)
{
  WeftSimUser user = link->users[a];

  if (a == b)
    return;
  link->users[a] = link->users[b];
  link->users[b] = user;
  self->slots[link->users[a].slot] = a;
  self->slots[user.slot] = b;
}

/* Those that a link limits come first. */
static void
set_limit (WeftSimFluid *self, WeftSimBundle *bundle, guint32 slot)
{
  WeftSimFluidLink *link;

  if (bundle->limit != WEFT_SIM_NONE)
    {
      link = &self->links[weft_sim_fluid_link_of (self, bundle->limit)];
      if (isfinite (link->rate))
        swap_users (self, link, self->slots[bundle->limit], --link->n_limited);
    }
  if (slot != WEFT_SIM_NONE)
    {
      link = &self->links[weft_sim_fluid_link_of (self, slot)];
      if (isfinite (link->rate))
        swap_users (self, link, self->slots[slot], link->n_limited++);
    }
  bundle->limit = slot;
}

static void
add_user (WeftSimFluid *self, WeftSimFluidLink *link, guint32 bundle, guint32 slot)
{
  if (isfinite (link->rate))
    {
      if (link->n_users == link->room_users)
        {
          link->room_users = MAX (4, link->room_users * 2);
          link->users = g_renew (WeftSimUser, link->users, link->room_users);
        }
      link->users[link->n_users] = (WeftSimUser) { bundle, slot, 0 };
    }
  self->slots[slot] = link->n_users++;
}

static void
remove_user (WeftSimFluid *self, WeftSimFluidLink *link, guint32 slot)
{
  link->n_users--;
  if (isfinite (link->rate))
    swap_users (self, link, self->slots[slot], link->n_users);
  /* Nothing of what rounding may have left. */
  if (link->n_users == 0)
    link->load = (WeftSimSum) { 0 };
}

/* --- bundles --- */

void
weft_sim_fluid_link (WeftSimFluid *self, guint32 number, double time)
{
  WeftSimBundle *bundle = &self->bundles[number];

  for (guint32 slot = bundle->first; slot < bundle->first + bundle->n_links; slot++)
    {
      WeftSimFluidLink *link = &self->links[weft_sim_fluid_link_of (self, slot)];

      if (link->n_users == 0)
        link->since = time;
      add_user (self, link, number, slot);
    }
  bundle->is_linked = TRUE;
}

void
weft_sim_fluid_unlink (WeftSimFluid *self, guint32 number, double time)
{
  WeftSimBundle *bundle = &self->bundles[number];

  set_limit (self, bundle, WEFT_SIM_NONE);
  set_load (self, bundle, 0, time);
  for (guint32 slot = bundle->first; slot < bundle->first + bundle->n_links; slot++)
    remove_user (self, &self->links[weft_sim_fluid_link_of (self, slot)], slot);
  bundle->is_linked = FALSE;
  bundle->rate = 0;
  bundle->served = 0;
}

static void
change_rate (WeftSimFluid *self, WeftSimBundle *bundle, double rate, double time)
{
  bundle->served += bundle->rate * (time - bundle->since);
  bundle->since = time;
  bundle->rate = rate;
  for (guint32 slot = bundle->first; slot < bundle->first + bundle->n_links; slot++)
    {
      WeftSimFluidLink *link = &self->links[weft_sim_fluid_link_of (self, slot)];

      if (isfinite (link->rate))
        link->users[self->slots[slot]].rate = rate;
    }
}

static void
set_turn (WeftSimFluid *self, guint32 number)
{
  const WeftSimBundle *bundle = &self->bundles[number];

  weft_sim_fluid_turn_set (self, number, bundle->since + (bundle->next_end - bundle->served) / bundle->rate);
}

void
weft_sim_fluid_set_rate (WeftSimFluid *self, guint32 number, double rate, guint32 limit, double time)
{
  WeftSimBundle *bundle = &self->bundles[number];
  double load = bundle->n_flows * rate;

  if (rate != bundle->rate)
    change_rate (self, bundle, rate, time);
  if (limit != bundle->limit)
    set_limit (self, bundle, limit);
  if (load != bundle->load)
    set_load (self, bundle, load, time);
  set_turn (self, number);
}

gboolean
weft_sim_fluid_is_alone (const WeftSimFluid *self, const WeftSimBundle *bundle, double *rate, guint32 *limit)
{
  *rate = bundle->own_rate;
  *limit = bundle->own_limit;
  for (guint32 slot = bundle->first; slot < bundle->first + bundle->n_links; slot++)
    {
      const WeftSimFluidLink *link = &self->links[weft_sim_fluid_link_of (self, slot)];

      if (isinf (link->rate))
        continue;
      if (link->n_users > bundle->is_linked)
        return FALSE;
      if (link->rate / MAX (1, bundle->n_flows) < *rate)
        {
          *rate = link->rate / MAX (1, bundle->n_flows);
          *limit = slot;
        }
    }
  return TRUE;
}

void
weft_sim_fluid_go_on (WeftSimFluid *self, guint32 number, double time)
{
  WeftSimBundle *bundle = &self->bundles[number];
  double load = bundle->n_flows * bundle->rate;

  if (load != bundle->load)
    set_load (self, bundle, load, time);
  if (bundle->n_flows > 0)
    set_turn (self, number);
}

/* Links that share were given their loads already. */
static void
load_others (WeftSimFluid *self, const WeftSimBundle *bundle, double load, double time)
{
  for (guint32 slot = bundle->first; slot < bundle->first + bundle->n_links; slot++)
    {
      guint32 number = weft_sim_fluid_link_of (self, slot);

      if (isinf (self->links[number].rate))
        change_load (self, number, bundle->load, load, time);
    }
}

void
weft_sim_fluid_take_member (WeftSimFluid *self, const WeftSimMember *member, double time)
{
  WeftSimBundle *bundle = &self->bundles[member->bundle];
  double load = member->n_flows * member->rate;
  gboolean is_new = member->rate != bundle->rate;

  if (is_new)
    change_rate (self, bundle, member->rate, time);
  if (member->limit != bundle->limit)
    set_limit (self, bundle, member->limit);
  if (load != bundle->load)
    load_others (self, bundle, load, time);
  bundle->load = load;
  if (is_new || bundle->is_dirty)
    set_turn (self, member->bundle);
}

void
weft_sim_fluid_take_link (WeftSimFluid *self, guint32 number, double time)
{
  WeftSimFluidLink *link = &self->links[number];

  if (self->net.log != NULL)
    log_link (self, number, time);
  link->load = (WeftSimSum) { link->rate, -link->rest.low };
  weft_sim_sum_add (&link->load, -link->rest.high);
}

void
weft_sim_fluid_log_wait (WeftSimFluid *self, guint32 number, double wait)
{
  const WeftSimBundle *bundle = &self->bundles[number];
  guint32 limit = bundle->limit != WEFT_SIM_NONE ? bundle->limit : bundle->own_limit;

  for (guint32 slot = bundle->first; slot < bundle->first + bundle->n_links; slot++)
    weft_sim_link_log_wait (self->net.log, weft_sim_fluid_link_of (self, slot), slot == limit ? wait : 0);
}
