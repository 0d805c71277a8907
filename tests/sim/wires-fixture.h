/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models of links without an engine: bare links and routes, and messages that a test sends when it is told of others. */
#pragma once

#include <math.h>
#include <string.h>

#include "sim/weft-sim-net-private.h"

/* Links without ends, routes that are written down. */
typedef struct
{
  WeftSimNetwork *network;
  WeftSimRoutes *routes;
} Wires;

static inline void
wires_init (Wires *wires, guint32 n_links)
{
  wires->network = weft_sim_network_new ("wires", 1, n_links, 0);
  wires->network->is_shared = g_new (guint8, n_links);
  for (guint32 i = 0; i < n_links; i++)
    {
      wires->network->bw_bytes_s[i] = 1e9;
      wires->network->is_shared[i] = TRUE;
    }
  wires->routes = weft_sim_routes_new (wires->network, 0);
}

static inline guint32
wires_add_route (Wires *wires, const guint32 *links, guint32 n)
{
  WeftSimRoutes *routes = wires->routes;
  WeftSimRouteUse route = { .first = routes->n_links, .n_links = n, .bw_bytes_s = INFINITY };

  if (routes->n_routes == routes->room_routes)
    {
      routes->room_routes = MAX (8, 2 * routes->room_routes);
      routes->routes = g_renew (WeftSimRouteUse, routes->routes, routes->room_routes);
    }
  if (routes->n_links + n > routes->room_links)
    {
      routes->room_links = routes->n_links + n + routes->room_links;
      routes->links = g_renew (guint32, routes->links, routes->room_links);
    }
  for (guint32 i = 0; i < n; i++)
    {
      routes->links[routes->n_links++] = links[i];
      route.latency_s += wires->network->latency_s[links[i]];
      route.bw_bytes_s = MIN (route.bw_bytes_s, wires->network->bw_bytes_s[links[i]]);
    }
  routes->routes[routes->n_routes] = route;
  return routes->n_routes++;
}

/* A star: link h leaves host h, link n + h leads to it. */
static inline void
wires_init_star (Wires *wires, guint32 n_hosts, double bw_bytes_s, double latency_s)
{
  wires_init (wires, 2 * n_hosts);
  for (guint32 i = 0; i < 2 * n_hosts; i++)
    {
      wires->network->bw_bytes_s[i] = bw_bytes_s;
      wires->network->latency_s[i] = latency_s;
    }
}

static inline guint32
wires_add_star_route (Wires *wires, guint32 from, guint32 to)
{
  const guint32 links[2] = { from, wires->network->n_links / 2 + to };

  return wires_add_route (wires, links, 2);
}

static inline void
wires_clear (Wires *wires)
{
  weft_sim_routes_free (wires->routes);
  weft_sim_network_unref (wires->network);
}

static inline WeftSimNet *
wires_start (Wires *wires, WeftSimSendEnds ends, WeftSimLinkLog *log)
{
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.send_ends = ends;
  return weft_sim_fluid_new (wires->routes, &options, log);
}
