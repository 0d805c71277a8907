/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bundles on their links: who is where, how fast, and what the record of links is told of it. */
#include "sim/weft-sim-fluid-private.h"

/* What crossed since the load last changed. */
static void
log_link (WeftSimFluid *self, guint32 number, double time)
{
  WeftSimFluidLink *link = &self->links[number];

  if (link->load > 0 && time > link->since)
    weft_sim_link_log_bytes (self->net.log, number, link->since, time, link->load * (time - link->since));
  link->since = time;
}

static void
set_load (WeftSimFluid *self, guint32 route, double load, double time)
{
  WeftSimBundle *bundle = &self->bundles[route];
  double more = load - bundle->load;
  guint32 n;
  const guint32 *links = weft_sim_fluid_route (self, route, &n);

  for (guint32 i = 0; i < n; i++)
    {
      if (self->net.log != NULL)
        log_link (self, links[i], time);
      self->links[links[i]].load += more;
    }
  bundle->load = load;
}

static void
set_limit (WeftSimFluid *self, WeftSimBundle *bundle, guint32 limit)
{
  if (bundle->limit != WEFT_SIM_NONE)
    self->links[bundle->limit].n_limited--;
  if (limit != WEFT_SIM_NONE)
    self->links[limit].n_limited++;
  bundle->limit = limit;
}

void
weft_sim_fluid_link (WeftSimFluid *self, guint32 route, double time)
{
  guint32 first = self->net.routes->routes[route].first;
  guint32 n;
  const guint32 *links = weft_sim_fluid_route (self, route, &n);

  for (guint32 i = 0; i < n; i++)
    {
      WeftSimFluidLink *link = &self->links[links[i]];

      if (link->n_users == link->room_users && isfinite (link->rate))
        {
          link->room_users = MAX (4, link->room_users * 2);
          link->users = g_renew (WeftSimUser, link->users, link->room_users);
        }
      if (isfinite (link->rate))
        link->users[link->n_users] = (WeftSimUser) { route, first + i };
      if (link->n_users == 0)
        link->since = time;
      self->slots[first + i] = link->n_users++;
    }
  self->bundles[route].is_linked = TRUE;
}

void
weft_sim_fluid_unlink (WeftSimFluid *self, guint32 route, double time)
{
  WeftSimBundle *bundle = &self->bundles[route];
  guint32 first = self->net.routes->routes[route].first;
  guint32 n;
  const guint32 *links = weft_sim_fluid_route (self, route, &n);

  set_limit (self, bundle, WEFT_SIM_NONE);
  set_load (self, route, 0, time);
  for (guint32 i = 0; i < n; i++)
    {
      WeftSimFluidLink *link = &self->links[links[i]];
      guint32 at = self->slots[first + i];

      link->n_users--;
      if (isfinite (link->rate) && at < link->n_users)
        {
          link->users[at] = link->users[link->n_users];
          self->slots[link->users[at].slot] = at;
        }
      /* Whatever rounding has left there. */
      if (link->n_users == 0)
        link->load = 0;
    }
  bundle->is_linked = FALSE;
  bundle->rate = 0;
  bundle->served = 0;
}

void
weft_sim_fluid_set_rate (WeftSimFluid *self, guint32 route, double rate, guint32 limit, double time)
{
  WeftSimBundle *bundle = &self->bundles[route];
  double load = bundle->n_flows * rate;

  if (rate != bundle->rate)
    {
      bundle->served += bundle->rate * (time - bundle->since);
      bundle->since = time;
      bundle->rate = rate;
    }
  if (limit != bundle->limit)
    set_limit (self, bundle, limit);
  if (load != bundle->load)
    set_load (self, route, load, time);
  weft_sim_fluid_turn_set (self, route, bundle->since + (bundle->flows[0].end - bundle->served) / rate);
}

void
weft_sim_fluid_log_wait (WeftSimFluid *self, guint32 route, guint32 limit, double wait)
{
  guint32 n;
  const guint32 *links = weft_sim_fluid_route (self, route, &n);

  for (guint32 i = 0; i < n; i++)
    weft_sim_link_log_wait (self->net.log, links[i], links[i] == limit ? wait : 0);
}
