/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same pairs as when a graph is flattened, counted without the rest of the machine. */
#include "design/graph/weft-graph-bundle.h"

#include <math.h>

#include "design/graph/weft-graph-wire-private.h"

/* Above this many pairs a network is not built only to be counted. */
#define MAX_COUNTED 200000

static void
count_cb (guint32 a, guint32 b, guint32 cables, gpointer data)
{
  *(double *) data += cables;
}

static double
count_pairs (const WeftWire *wire)
{
  double n = 0;

  if (wire->topology == NULL)
    return weft_wire_max_pairs (wire);
  if (weft_wire_max_pairs (wire) > MAX_COUNTED || !weft_wire_foreach (wire, count_cb, &n, NULL))
    return NAN;
  return n;
}

/**
 * weft_graph_bundle_n_cables:
 * @graph: a graph
 * @definition: one of its definitions
 * @link: one of the definition's bundles
 *
 * Counts the cables of a bundle in one instance of the definition.
 *
 * Returns: the number, NAN when the wiring does not go with its ends, when an end is unknown, or
 *   when a generator makes more than a short while can count
 */
double
weft_graph_bundle_n_cables (const WeftGraph *graph, guint definition, guint link)
{
  const WeftGraphDefinition *owner;
  const WeftGraphLink *bundle;
  g_auto (WeftWire) wire = { 0 };
  WeftWireFault fault = { 0 };
  double n_from, n_to = 0;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), NAN);
  owner = weft_graph_definition (graph, definition);
  g_return_val_if_fail (link < owner->n_links, NAN);

  bundle = &owner->links[link];
  n_from = weft_graph_end_count (graph, owner, &bundle->from);
  for (guint i = 0; i < bundle->n_to; i++)
    n_to += weft_graph_end_count (graph, owner, &bundle->to[i]);
  if (!(n_from >= 1) || !(n_to >= 1) || bundle->wiring == WEFT_WIRING_UNKNOWN)
    return NAN;
  if (!weft_wire_init (&wire, bundle, n_from, n_to, &fault))
    {
      g_free (fault.message);
      return NAN;
    }
  return count_pairs (&wire) * bundle->channels;
}
