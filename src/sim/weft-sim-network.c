/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Life of a network, and what its links and nodes are called. */
#include "sim/weft-sim-network.h"

#include <glib/gi18n-lib.h>

static void
free_names (char **names, guint32 n)
{
  for (guint32 i = 0; names != NULL && i < n; i++)
    g_free (names[i]);
  g_free (names);
}

static void
free_network (WeftSimNetwork *self)
{
  if (self->free_router != NULL)
    self->free_router (self->router);
  free_names (self->link_name, self->n_links);
  free_names (self->node_name, self->n_nodes);
  g_strfreev (self->notes);
  g_free (self->name);
  g_free (self->rule);
  g_free (self->from);
  g_free (self->to);
  g_free (self->bw_bytes_s);
  g_free (self->latency_s);
  g_free (self->overhead_s);
  g_free (self->is_shared);
  g_free (self->link_level);
  g_free (self->is_switch);
  g_free (self->node_of_rank);
  g_free (self->domain_of_rank);
  g_free (self);
}

WeftSimNetwork *
weft_sim_network_new (const char *name, guint32 n_nodes, guint32 n_links, guint32 n_ranks)
{
  WeftSimNetwork *self = g_new0 (WeftSimNetwork, 1);

  g_atomic_ref_count_init (&self->refs);
  self->name = g_strdup (name);
  self->n_nodes = n_nodes;
  self->n_links = n_links;
  self->n_ranks = n_ranks;
  self->from = g_new0 (guint32, n_links);
  self->to = g_new0 (guint32, n_links);
  self->bw_bytes_s = g_new0 (double, n_links);
  self->latency_s = g_new0 (double, n_links);
  self->node_of_rank = g_new0 (guint32, n_ranks);
  return self;
}

WeftSimNetwork *
weft_sim_network_ref (WeftSimNetwork *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
weft_sim_network_unref (WeftSimNetwork *self)
{
  if (g_atomic_ref_count_dec (&self->refs))
    free_network (self);
}

char *
weft_sim_network_link_name (const WeftSimNetwork *self, guint32 link)
{
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  if (self->link_name != NULL && self->link_name[link] != NULL)
    return g_strdup (self->link_name[link]);
  from = weft_sim_network_node_name (self, self->from[link]);
  to = weft_sim_network_node_name (self, self->to[link]);
  return g_strdup_printf (_("%s to %s"), from, to);
}

char *
weft_sim_network_node_name (const WeftSimNetwork *self, guint32 node)
{
  if (self->node_name != NULL && self->node_name[node] != NULL)
    return g_strdup (self->node_name[node]);
  return g_strdup_printf (_("node %u"), node);
}
