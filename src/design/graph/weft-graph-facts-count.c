/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many there are of what: instances, chips, users of a port, cables of a bundle, and the network
 * that a bundle is. */
#include <math.h>

#include "design/graph/weft-graph-facts.h"
#include "design/graph/weft-graph-wire-private.h"

/* Every measurement begins its search for a good cut alike. */
#define SEED 1

/* Definitions below @index, each once: those that hold others come before these. */
static void
order_below (WeftGraph *graph, guint index, guint8 *seen, GArray *order)
{
  const WeftGraphDefinition *definition = weft_graph_definition (graph, index);

  if (seen[index])
    return;
  seen[index] = TRUE;
  for (guint i = 0; i < definition->n_items; i++)
    if (definition->items[i].definition >= 0)
      order_below (graph, definition->items[i].definition, seen, order);
  g_array_prepend_val (order, index);
}

/**
 * weft_graph_count_instances: (skip)
 * @graph: any graph
 *
 * A definition that contains itself counts once on the way to it; the rules refuse such a graph.
 *
 * Returns: (transfer full) (array): instances of each definition in the machine
 */
double *
weft_graph_count_instances (WeftGraph *graph)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint8 *seen = NULL;
  double *counts;
  int root;

  g_return_val_if_fail (graph != NULL, NULL);

  counts = g_new0 (double, weft_graph_n_definitions (graph) + 1);
  seen = g_new0 (guint8, weft_graph_n_definitions (graph) + 1);
  weft_graph_get_root (graph, &root);
  if (root < 0)
    return counts;
  order_below (graph, root, seen, order);
  counts[root] = 1;
  for (guint i = 0; i < order->len; i++)
    {
      guint index = g_array_index (order, guint, i);
      const WeftGraphDefinition *definition = weft_graph_definition (graph, index);

      for (guint j = 0; j < definition->n_items; j++)
        if (definition->items[j].definition >= 0)
          counts[definition->items[j].definition] += counts[index] * definition->items[j].count;
    }
  return counts;
}

static double
count_chips (WeftGraph *graph, WeftInventory *inventory, guint index, guint depth)
{
  const WeftGraphDefinition *definition = weft_graph_definition (graph, index);
  double sum = 0;

  if (depth > WEFT_GRAPH_MAX_DEPTH)
    return NAN;
  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftGraphItem *item = &definition->items[i];
      const WeftChip *chip = item->kind == WEFT_GRAPH_CHIP && item->of != NULL
                               ? weft_inventory_find_chip (inventory, item->of)
                               : NULL;

      if (chip != NULL && chip->refused == NULL)
        sum += item->count;
      else if (item->definition >= 0)
        sum += item->count * count_chips (graph, inventory, item->definition, depth + 1);
    }
  return sum;
}

double
weft_graph_count_chips (WeftGraph *graph, WeftInventory *inventory, guint definition)
{
  g_return_val_if_fail (graph != NULL && WEFT_IS_INVENTORY (inventory), NAN);
  g_return_val_if_fail (definition < weft_graph_n_definitions (graph), NAN);

  return count_chips (graph, inventory, definition, 0);
}

static gboolean
is_at_port (const WeftGraphDefinition *owner, const WeftGraphEnd *end, guint definition,
            const char *port)
{
  return end->item >= 0 && owner->items[end->item].definition == (int) definition
         && g_strcmp0 (end->port, port) == 0;
}

guint
weft_graph_count_port_users (WeftGraph *graph, guint definition, const char *port)
{
  guint users = 0;

  g_return_val_if_fail (graph != NULL && port != NULL, 0);

  for (guint i = 0; i < weft_graph_n_definitions (graph); i++)
    {
      const WeftGraphDefinition *owner = weft_graph_definition (graph, i);

      for (guint j = 0; j < owner->n_links; j++)
        {
          users += is_at_port (owner, &owner->links[j].from, definition, port);
          for (guint k = 0; k < owner->links[j].n_to; k++)
            users += is_at_port (owner, &owner->links[j].to[k], definition, port);
        }
      for (guint j = 0; j < owner->n_ports; j++)
        users += is_at_port (owner, &owner->ports[j].of, definition, port);
    }
  return users;
}

double
weft_graph_count_end (WeftGraph *graph, guint definition, const WeftGraphEnd *end)
{
  double n;

  g_return_val_if_fail (graph != NULL && end != NULL, 0);
  g_return_val_if_fail (definition < weft_graph_n_definitions (graph), 0);

  n = weft_graph_end_count (graph, weft_graph_definition (graph, definition), end);
  return isnan (n) ? 0 : n;
}

/* Each cable is two directed links. */
gboolean
weft_graph_link_cables (const WeftFlat *flat, guint definition, guint link,
                        WeftGraphCables *cables)
{
  guint32 bundle = 0;

  g_return_val_if_fail (flat != NULL && cables != NULL, FALSE);

  while (bundle < flat->n_bundles
         && (flat->bundle[bundle].definition != definition || flat->bundle[bundle].link != link))
    bundle++;
  *cables = (WeftGraphCables){ 0, NAN, FALSE, NAN, NAN };
  if (bundle == flat->n_bundles)
    return FALSE;
  for (guint32 i = 0; i < flat->n_links; i++)
    if (flat->bundles[i] == bundle)
      cables->n_cables += flat->cables[i] / 2.0;
  cables->length_m = flat->bundle[bundle].length_m;
  cables->is_derived = flat->bundle[bundle].is_derived;
  cables->least_m = flat->bundle[bundle].least_m;
  cables->most_m = flat->bundle[bundle].most_m;
  return TRUE;
}

static double
count_ends (WeftGraph *graph, const WeftGraphDefinition *definition, const WeftGraphLink *link)
{
  double n = 0;

  for (guint i = 0; i < link->n_to; i++)
    n += weft_graph_end_count (graph, definition, &link->to[i]);
  return n;
}

static void
refuse (GError **error, char *message)
{
  g_set_error_literal (error, WEFT_TOPOLOGY_ERROR, WEFT_TOPOLOGY_ERROR_RELATION, message);
  g_free (message);
}

/**
 * weft_graph_link_measure: (skip)
 * @graph: a graph
 * @definition: a definition of it
 * @index: a link of that
 * @metrics: (out): what the network of one instance of the bundle is worth
 * @error: return location
 *
 * Two groups that are joined each with each, or one by one, are no network of their own: then
 * %FALSE without an error.
 *
 * Returns: whether there are metrics
 */
gboolean
weft_graph_link_measure (WeftGraph *graph, guint definition, guint index,
                         WeftTopologyMetrics *metrics, GError **error)
{
  const WeftGraphDefinition *owner;
  const WeftGraphLink *link;
  g_auto (WeftWire) wire = { NULL };
  g_autoptr (WeftNet) net = NULL;
  WeftWireFault fault = { NULL };
  double n_from, n_to;

  g_return_val_if_fail (graph != NULL && metrics != NULL, FALSE);
  g_return_val_if_fail (definition < weft_graph_n_definitions (graph), FALSE);

  owner = weft_graph_definition (graph, definition);
  g_return_val_if_fail (index < owner->n_links, FALSE);

  link = &owner->links[index];
  n_from = weft_graph_end_count (graph, owner, &link->from);
  n_to = count_ends (graph, owner, link);
  if (isnan (n_from) || isnan (n_to))
    return FALSE;
  if (!weft_wire_init (&wire, link, n_from, n_to, &fault))
    {
      refuse (error, fault.message);
      return FALSE;
    }
  if (wire.topology == NULL)
    return FALSE;
  net = weft_topology_build (wire.topology, error);
  if (net == NULL)
    return FALSE;
  weft_topology_measure (wire.topology, net, SEED, metrics);
  return TRUE;
}
