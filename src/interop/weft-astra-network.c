/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ASTRA-sim's networks as nodes and directed links, numbered by rule: a way is found without a table, dimension after
 * dimension. */
#include <glib/gi18n-lib.h>

#include "interop/weft-astra-dims-private.h"
#include "interop/weft-astra.h"
#include "sim/weft-sim-builder.h"

static const char *const topology_names[WEFT_N_ASTRA_TOPOLOGIES] = { "Ring", "Switch", "FullyConnected" };

/* Where a dimension's ranks, switches and links stand in their numbering. */
typedef struct
{
  WeftAstraTopology topology;
  guint32 n;            /* ranks on a line of it */
  guint32 stride;       /* from a rank to the next one on its line */
  guint32 first_link;
  guint32 n_out;        /* links of a rank in it: out, and those of its switch to it */
  guint32 first_switch; /* node */
} Dim;

typedef struct
{
  guint32 n_ranks;
  guint32 n_nodes;
  guint n_dims;
  gboolean is_first_only; /* charge the first dimension in which both ends differ, and no other */
  Dim dim[WEFT_ASTRA_MAX_DIMS];
} Router;

/* --- numbers --- */

static guint32
coordinate (const Dim *dim, guint32 rank)
{
  return rank / dim->stride % dim->n;
}

/* The line of a rank: its other coordinates as a number. */
static guint32
line_of (const Dim *dim, guint32 rank)
{
  return rank / (dim->stride * dim->n) * dim->stride + rank % dim->stride;
}

static guint32
rank_on_line (const Dim *dim, guint32 line, guint32 at)
{
  return (line / dim->stride * dim->n + at) * dim->stride + line % dim->stride;
}

static guint32
move_rank (const Dim *dim, guint32 rank, guint32 to)
{
  return rank + (to - coordinate (dim, rank)) * dim->stride;
}

static guint32
link_at (const Dim *dim, guint32 rank, guint32 which)
{
  return dim->first_link + rank * dim->n_out + which;
}

static guint32
links_of_rank (const WeftAstraDim *dim)
{
  switch (dim->topology)
    {
    case WEFT_ASTRA_RING:
      return dim->n_ranks == 2 ? 1 : 2; /* on two ranks both ways round are the same link */
    case WEFT_ASTRA_SWITCH:
      return 2;
    default:
      return dim->n_ranks - 1;
    }
}

/* --- ways --- */

static void
append (GArray *links, guint32 link)
{
  g_array_append_val (links, link);
}

static void
cross_ring (const Dim *dim, guint32 rank, guint32 to, GArray *links)
{
  guint32 clockwise = (to + dim->n - coordinate (dim, rank)) % dim->n;
  gboolean is_back = dim->n - clockwise < clockwise;
  guint32 hops = is_back ? dim->n - clockwise : clockwise;
  guint32 step = is_back ? dim->n - 1 : 1;

  for (guint32 i = 0; i < hops; i++)
    {
      append (links, link_at (dim, rank, is_back ? 1 : 0));
      rank = move_rank (dim, rank, (coordinate (dim, rank) + step) % dim->n);
    }
}

/* From a rank to the one at @to of its line in a dimension. */
static void
cross (const Dim *dim, guint32 rank, guint32 to, GArray *links)
{
  guint32 at = coordinate (dim, rank);

  switch (dim->topology)
    {
    case WEFT_ASTRA_RING:
      cross_ring (dim, rank, to, links);
      break;
    case WEFT_ASTRA_SWITCH:
      append (links, link_at (dim, rank, 0));
      append (links, link_at (dim, move_rank (dim, rank, to), 1));
      break;
    default:
      append (links, link_at (dim, rank, to < at ? to : to - 1));
      break;
    }
}

static void
go (const Router *self, guint32 from, guint32 to, GArray *links)
{
  guint32 rank = from;

  for (guint i = 0; i < self->n_dims && rank != to; i++)
    {
      const Dim *dim = &self->dim[i];
      guint32 at = coordinate (dim, to);

      if (coordinate (dim, rank) == at)
        continue;
      cross (dim, rank, at, links);
      if (self->is_first_only)
        break;
      rank = move_rank (dim, rank, at);
    }
}

static const Dim *
dim_of_switch (const Router *self, guint32 node)
{
  const Dim *found = NULL;

  for (guint i = 0; i < self->n_dims; i++)
    if (self->dim[i].topology == WEFT_ASTRA_SWITCH && self->dim[i].first_switch <= node)
      found = &self->dim[i];
  return found;
}

/* The rank beside a switch that is nearest to another rank: it has the same coordinate on the switch's line. */
static guint32
rank_beside (const Dim *dim, guint32 node, guint32 other)
{
  return rank_on_line (dim, node - dim->first_switch, coordinate (dim, other));
}

static gboolean
route_cb (gpointer router, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  const Router *self = router;

  if (from >= self->n_nodes || to >= self->n_nodes)
    return FALSE;
  if (from == to)
    return TRUE;
  if (from >= self->n_ranks && to >= self->n_ranks)
    return FALSE;
  if (to >= self->n_ranks)
    {
      const Dim *dim = dim_of_switch (self, to);
      guint32 beside = rank_beside (dim, to, from);

      go (self, from, beside, links);
      append (links, link_at (dim, beside, 0));
      return TRUE;
    }
  if (from >= self->n_ranks)
    {
      const Dim *dim = dim_of_switch (self, from);
      guint32 beside = rank_beside (dim, from, to);

      append (links, link_at (dim, beside, 1));
      from = beside;
    }
  go (self, from, to, links);
  return TRUE;
}

/* --- the network --- */

static gboolean
plan (const WeftAstraDims *dims, const char *name, Router *self, guint32 *n_links, GError **error)
{
  guint64 n_ranks = weft_astra_dims_n_ranks (dims);
  guint64 links = 0;
  guint64 nodes = n_ranks;
  guint32 stride = 1;

  if (n_ranks > WEFT_MAX_SIM_RANKS)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT,
                   _("%s: the network has %" G_GUINT64_FORMAT " ranks; at most %u are simulated"), name, n_ranks,
                   WEFT_MAX_SIM_RANKS);
      return FALSE;
    }
  self->n_dims = dims->n_dims;
  self->n_ranks = (guint32) n_ranks;
  for (guint i = 0; i < dims->n_dims; i++)
    {
      Dim *dim = &self->dim[i];

      *dim = (Dim) { .topology = dims->dim[i].topology, .n = dims->dim[i].n_ranks, .stride = stride };
      dim->first_link = (guint32) MIN (links, G_MAXUINT32);
      dim->first_switch = (guint32) nodes;
      dim->n_out = links_of_rank (&dims->dim[i]);
      links += n_ranks * dim->n_out;
      nodes += dim->topology == WEFT_ASTRA_SWITCH ? n_ranks / dim->n : 0;
      stride *= dim->n;
    }
  if (links > WEFT_ASTRA_MAX_LINKS)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT,
                   _("%s: the network has %" G_GUINT64_FORMAT " links; at most %u are simulated. FullyConnected has one "
                     "for each ordered pair"), name, links, WEFT_ASTRA_MAX_LINKS);
      return FALSE;
    }
  self->n_nodes = (guint32) nodes;
  *n_links = (guint32) links;
  return TRUE;
}

static void
set_link (WeftSimNetwork *network, const WeftAstraDim *dim, guint32 link, guint32 from, guint32 to)
{
  network->from[link] = from;
  network->to[link] = to;
  network->bw_bytes_s[link] = dim->bw_bytes_s;
  network->latency_s[link] = dim->latency_s;
}

static void
lay_rank (WeftSimNetwork *network, const WeftAstraDim *facts, const Dim *dim, guint32 rank)
{
  guint32 at = coordinate (dim, rank);
  guint32 node = dim->first_switch + line_of (dim, rank);

  switch (dim->topology)
    {
    case WEFT_ASTRA_RING:
      set_link (network, facts, link_at (dim, rank, 0), rank, move_rank (dim, rank, (at + 1) % dim->n));
      if (dim->n_out == 2)
        set_link (network, facts, link_at (dim, rank, 1), rank, move_rank (dim, rank, (at + dim->n - 1) % dim->n));
      break;
    case WEFT_ASTRA_SWITCH:
      set_link (network, facts, link_at (dim, rank, 0), rank, node);
      set_link (network, facts, link_at (dim, rank, 1), node, rank);
      break;
    default:
      for (guint32 i = 0; i < dim->n_out; i++)
        set_link (network, facts, link_at (dim, rank, i), rank, move_rank (dim, rank, i < at ? i : i + 1));
      break;
    }
}

static void
name_nodes (WeftSimNetwork *network, const Router *self)
{
  network->node_name = g_new0 (char *, network->n_nodes);
  network->is_switch = g_new0 (guint8, network->n_nodes);
  for (guint32 i = 0; i < self->n_ranks; i++)
    network->node_name[i] = g_strdup_printf (_("NPU %u"), i);
  for (guint d = 0; d < self->n_dims; d++)
    for (guint32 i = 0; self->dim[d].topology == WEFT_ASTRA_SWITCH && i < self->n_ranks / self->dim[d].n; i++)
      {
        guint32 node = self->dim[d].first_switch + i;

        network->is_switch[node] = TRUE;
        network->node_name[node] = self->n_dims == 1 ? g_strdup (_("switch"))
                                                     : g_strdup_printf (_("switch %u of dimension %u"), i, d + 1);
      }
}

/* "Ring 4 × Switch 2" */
static char *
title (const WeftAstraDims *dims)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < dims->n_dims; i++)
    g_string_append_printf (text, "%s%s %u", i > 0 ? " × " : "", weft_astra_topology_name (dims->dim[i].topology),
                            dims->dim[i].n_ranks);
  return g_string_free (text, FALSE);
}

const char *
weft_astra_topology_name (WeftAstraTopology topology)
{
  return topology_names[topology];
}

gboolean
weft_astra_topology_parse (const char *name, WeftAstraTopology *topology)
{
  for (guint i = 0; i < WEFT_N_ASTRA_TOPOLOGIES; i++)
    if (g_str_equal (name, topology_names[i]))
      {
        *topology = i;
        return TRUE;
      }
  return FALSE;
}

guint64
weft_astra_dims_n_ranks (const WeftAstraDims *self)
{
  guint64 n = 1;

  /* stays below 2^64: what is too much already is not multiplied further */
  for (guint i = 0; i < self->n_dims && n <= G_MAXUINT32; i++)
    n *= self->dim[i].n_ranks;
  return n;
}

WeftSimNetwork *
weft_astra_dims_network (const WeftAstraDims *dims, const char *name, GError **error)
{
  g_autofree Router *self = g_new0 (Router, 1);
  g_autofree char *words = title (dims);
  WeftSimNetwork *network;
  guint32 n_links = 0;

  if (!plan (dims, name, self, &n_links, error))
    return NULL;
  network = weft_sim_network_new (words, self->n_nodes, n_links, self->n_ranks);
  network->rule = g_strdup (_("one dimension after the other; on a ring the shorter way, towards higher ranks when both "
                              "are equal; through a switch up and down"));
  for (guint d = 0; d < self->n_dims; d++)
    for (guint32 rank = 0; rank < self->n_ranks; rank++)
      lay_rank (network, &dims->dim[d], &self->dim[d], rank);
  name_nodes (network, self);
  for (guint32 i = 0; i < self->n_ranks; i++)
    network->node_of_rank[i] = i;
  if (self->n_dims > 1)
    network->domain_of_rank = g_new0 (guint32, self->n_ranks);
  for (guint32 i = 0; self->n_dims > 1 && i < self->n_ranks; i++)
    network->domain_of_rank[i] = i / self->dim[0].n;
  network->route = route_cb;
  network->router = g_steal_pointer (&self);
  network->free_router = g_free;
  return network;
}

void
weft_astra_network_charge_first (WeftSimNetwork *network)
{
  g_return_if_fail (network->route == route_cb);

  ((Router *) network->router)->is_first_only = TRUE;
}
