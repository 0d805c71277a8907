/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds ways in the machine and says them in links of the network. */
#include "sim/weft-sim-machine-ways-private.h"

void
weft_sim_machine_ways_free (gpointer data)
{
  WeftSimMachineWays *self = data;

  weft_route_free (self->route);
  g_free (self->link_of);
  g_free (self->start);
  g_free (self->group);
  g_array_unref (self->way);
  g_free (self);
}

/* Once for each fabric that the way leads over. */
static void
append_start (const WeftSimMachineWays *self, guint at, GArray *links)
{
  guint32 link = g_array_index (self->way, guint32, at);

  if (self->start[link] == WEFT_SIM_NO_START)
    return;
  for (guint i = 0; i < at; i++)
    if (self->group[g_array_index (self->way, guint32, i)] == self->group[link])
      return;
  g_array_append_val (links, self->start[link]);
}

gboolean
weft_sim_machine_ways_find (gpointer router, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  WeftSimMachineWays *self = router;

  if (weft_route_path (self->route, from, to, flow, self->way) == WEFT_ROUTE_NONE)
    return FALSE;
  for (guint i = 0; i < self->way->len; i++)
    {
      append_start (self, i, links);
      g_array_append_val (links, self->link_of[g_array_index (self->way, guint32, i)]);
    }
  return TRUE;
}

/**
 * weft_sim_network_machine_links: (skip)
 * @network: a network
 * @n_links: (out): how many links the machine has
 *
 * Returns: (transfer none) (nullable) (array length=n_links): the link of @network that each link of the machine is a
 *   part of; %NULL for a network that weft_sim_network_from_flat() did not make
 */
const guint32 *
weft_sim_network_machine_links (const WeftSimNetwork *network, guint32 *n_links)
{
  const WeftSimMachineWays *ways;

  g_return_val_if_fail (network != NULL && n_links != NULL, NULL);

  *n_links = 0;
  if (network->route != weft_sim_machine_ways_find)
    return NULL;
  ways = network->router;
  *n_links = ways->n_links;
  return ways->link_of;
}
