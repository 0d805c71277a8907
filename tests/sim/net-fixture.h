/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks whose times are worked out by hand: a ring, a star around one switch, a link for each pair. */
#pragma once

#include "sim/weft-sim-network.h"

#define NET_BW (50.0 * 1073741824.0) /* 50 GB/s as ASTRA-sim counts them */
#define NET_LATENCY_S 500e-9

typedef enum
{
  NET_RING,
  NET_SWITCH,
  NET_FULL,
} NetShape;

typedef struct
{
  NetShape shape;
  guint32 n;
} NetRouter;

static inline void
net_append (GArray *links, guint32 link)
{
  g_array_append_val (links, link);
}

/* Link 2 i of a ring leads from i on, 2 i + 1 back; of a star up and down; of pairs i leads to j by i n + j. */
static inline gboolean
net_route_cb (gpointer data, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  const NetRouter *self = data;
  guint32 on = (to + self->n - from) % self->n;

  if (self->shape == NET_SWITCH)
    {
      net_append (links, 2 * from);
      net_append (links, 2 * to + 1);
    }
  else if (self->shape == NET_FULL)
    net_append (links, from * self->n + to);
  else if (on <= self->n - on)
    for (guint32 i = 0; i < on; i++)
      net_append (links, 2 * ((from + i) % self->n));
  else
    for (guint32 i = 0; i < self->n - on; i++)
      net_append (links, 2 * ((from + self->n - i) % self->n) + 1);
  return TRUE;
}

static inline void
net_set_link (WeftSimNetwork *self, guint32 link, guint32 from, guint32 to)
{
  self->from[link] = from;
  self->to[link] = to;
}

static inline WeftSimNetwork *
net_new (NetShape shape, guint32 n, double bw_bytes_s, double latency_s)
{
  guint32 n_links = shape == NET_FULL ? n * n : 2 * n;
  WeftSimNetwork *self = weft_sim_network_new ("test", shape == NET_SWITCH ? n + 1 : n, n_links, n);
  NetRouter *router = g_new (NetRouter, 1);

  *router = (NetRouter) { shape, n };
  self->route = net_route_cb;
  self->router = router;
  self->free_router = g_free;
  for (guint32 i = 0; i < n; i++)
    {
      self->node_of_rank[i] = i;
      if (shape == NET_SWITCH)
        {
          net_set_link (self, 2 * i, i, n);
          net_set_link (self, 2 * i + 1, n, i);
        }
      else if (shape == NET_RING)
        {
          net_set_link (self, 2 * i, i, (i + 1) % n);
          net_set_link (self, 2 * i + 1, i, (i + n - 1) % n);
        }
      for (guint32 j = 0; shape == NET_FULL && j < n; j++)
        net_set_link (self, i * n + j, i, j);
    }
  for (guint32 i = 0; i < n_links; i++)
    {
      self->bw_bytes_s[i] = bw_bytes_s;
      self->latency_s[i] = latency_s;
    }
  return self;
}

static inline WeftSimNetwork *
net_astra (NetShape shape, guint32 n)
{
  return net_new (shape, n, NET_BW, NET_LATENCY_S);
}
