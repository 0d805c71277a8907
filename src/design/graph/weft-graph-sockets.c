/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a wire may end: the ports that an item offers, how many there are, and how many cables are
 * plugged into them. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "design/graph/weft-graph-wire-private.h"

/* Generators with more pairs are not walked to count cables, since somebody drags a wire meanwhile;
 * then nothing is known. */
#define WALKED_PAIRS 2e4

/* The links of each item, one block of memory: those of item i from first[i] on. */
typedef struct
{
  guint *links;
  guint first[];
} Uses;

static void
count_use (Uses *uses, const WeftGraphEnd *end, guint link, guint *last, gboolean puts)
{
  if (end->item < 0 || last[end->item] == link + 1)
    return;
  last[end->item] = link + 1;
  if (puts)
    uses->links[uses->first[end->item]++] = link;
  else
    uses->first[end->item + 1]++;
}

static void
walk_uses (const WeftGraphDefinition *definition, Uses *uses, gboolean puts)
{
  g_autofree guint *last = g_new0 (guint, (gsize) definition->n_items + 1);

  for (guint i = 0; i < definition->n_links; i++)
    {
      const WeftGraphLink *link = &definition->links[i];

      count_use (uses, &link->from, i, last, puts);
      for (guint j = 0; j < link->n_to; j++)
        count_use (uses, &link->to[j], i, last, puts);
    }
}

static Uses *
make_uses (const WeftGraphDefinition *definition)
{
  gsize n = definition->n_items, n_ends = definition->n_links;
  Uses *uses;

  for (guint i = 0; i < definition->n_links; i++)
    n_ends += definition->links[i].n_to;
  uses = g_malloc0 (sizeof *uses + (n + 2 + n_ends) * sizeof (guint));
  uses->links = uses->first + n + 2;
  walk_uses (definition, uses, FALSE);
  for (gsize i = 0; i < n; i++)
    uses->first[i + 1] += uses->first[i];
  /* Putting moves each beginning to its end, which is where the next one begins. */
  walk_uses (definition, uses, TRUE);
  memmove (uses->first + 1, uses->first, n * sizeof (guint));
  uses->first[0] = 0;
  return uses;
}

/* Two threads may make it at once; one of them then takes the other's. */
static const Uses *
get_uses (const WeftGraphDefinition *definition)
{
  WeftGraphBody *body = (WeftGraphBody *) weft_graph_body_of (definition);
  gpointer uses = g_atomic_pointer_get (&body->uses);

  if (uses != NULL)
    return uses;
  uses = make_uses (definition);
  if (g_atomic_pointer_compare_and_exchange (&body->uses, NULL, uses))
    return uses;
  g_free (uses);
  return g_atomic_pointer_get (&body->uses);
}

typedef struct
{
  guint32 first, end;
  double cables;
} Slice;

static void
count_cb (guint32 a, guint32 b, guint32 cables, gpointer data)
{
  Slice *slice = data;

  if (a >= slice->first && a < slice->end)
    slice->cables += cables;
  if (b >= slice->first && b < slice->end)
    slice->cables += cables;
}

/* Plugs of a link at its @which-th end, "from" being the first; NAN when unknown. */
static double
plugs_at (const WeftGraph *graph, const WeftGraphDefinition *definition,
          const WeftGraphLink *link, guint which)
{
  double n_from = weft_graph_end_count (graph, definition, &link->from), n_to = 0, before = 0;
  g_auto (WeftWire) wire = { 0 };
  WeftWireFault fault = { NULL };
  Slice slice = { 0, 0, 0 };

  for (guint i = 0; i < link->n_to; i++)
    {
      double n = weft_graph_end_count (graph, definition, &link->to[i]);

      n_to += n;
      before += i + 1 < which ? n : 0;
    }
  if (isnan (n_from) || isnan (n_to))
    return NAN;
  if (!weft_graph_link_is_own (link) && link->wiring == WEFT_WIRING_ALL)
    return n_from * n_to * link->channels;
  if (weft_graph_link_is_own (link) && link->wiring == WEFT_WIRING_ALL)
    return n_from * (n_from - 1) * link->channels;
  if (link->wiring == WEFT_WIRING_EACH)
    return MAX (n_from, n_to) * link->channels;
  if (link->wiring == WEFT_WIRING_UNKNOWN || n_from + n_to > WALKED_PAIRS)
    return NAN;
  if (!weft_wire_init (&wire, link, n_from, n_to, &fault))
    {
      g_free (fault.message);
      return NAN;
    }
  if (weft_wire_max_pairs (&wire) > WALKED_PAIRS)
    return NAN;
  slice.first = which == 0 ? 0 : (guint32) (n_from + before);
  slice.end = slice.first + (guint32) weft_graph_end_count (graph, definition,
                                                            which == 0 ? &link->from
                                                                       : &link->to[which - 1]);
  return weft_wire_foreach (&wire, count_cb, &slice, NULL) ? slice.cables * link->channels : NAN;
}

/* The part of the cables at @other that are plugged into devices of @end. */
static double
share_of (const WeftGraphDefinition *definition, const WeftGraphEnd *end,
          const WeftGraphEnd *other)
{
  if (other->item != end->item || g_strcmp0 (other->port, end->port) != 0)
    return 0;
  if (end->instance < 0 || end->instance == other->instance)
    return 1;
  return other->instance < 0 ? 1 / definition->items[end->item].count : 0;
}

double
weft_graph_end_used (const WeftGraph *graph, const WeftGraphDefinition *definition,
                     const WeftGraphEnd *end)
{
  const Uses *uses = get_uses (definition);
  double used = 0;

  if (end->item < 0)
    return NAN;
  for (guint i = uses->first[end->item]; i < uses->first[end->item + 1]; i++)
    {
      const WeftGraphLink *link = &definition->links[uses->links[i]];
      guint n_ends = weft_graph_link_is_own (link) ? 0 : link->n_to;

      for (guint j = 0; j <= n_ends; j++)
        {
          double share = share_of (definition, end, j == 0 ? &link->from : &link->to[j - 1]);

          if (share > 0)
            used += share * plugs_at (graph, definition, link, j);
        }
    }
  return used;
}

/* Ports of one device that an end leads to; what limits on the way counts. */
static double
ports_at (const WeftGraph *graph, WeftCatalog *catalog, const WeftGraphDefinition *definition,
          const WeftGraphEnd *end, guint depth, const WeftGraphItem **device)
{
  const WeftGraphDefinition *inside;
  const WeftGraphItem *item;
  const WeftComponent *component;
  const WeftGraphPort *port;
  double deeper;

  if (!end->is_sound || end->item < 0 || depth > WEFT_GRAPH_MAX_DEPTH)
    return NAN;
  item = &definition->items[end->item];
  if (item->kind != WEFT_GRAPH_DEFINITION)
    {
      *device = item;
      component = catalog != NULL && item->kind == WEFT_GRAPH_COMPONENT && item->of != NULL
                    ? weft_component_find (catalog, item->of) : NULL;
      return component != NULL ? component->ports : NAN;
    }
  if (item->definition < 0 || end->port == NULL)
    return NAN;
  inside = weft_graph_definition (graph, item->definition);
  port = weft_graph_find_port (inside, end->port);
  if (port == NULL)
    return NAN;
  deeper = ports_at (graph, catalog, inside, &port->of, depth + 1, device);
  return isnan (port->per_item) || deeper < port->per_item ? deeper : port->per_item;
}

double
weft_graph_end_total (const WeftGraph *graph, WeftCatalog *catalog,
                      const WeftGraphDefinition *definition, const WeftGraphEnd *end,
                      const WeftGraphItem **device)
{
  *device = NULL;
  return ports_at (graph, catalog, definition, end, 0, device)
         * weft_graph_end_count (graph, definition, end);
}

/**
 * weft_graph_socket_free: (skip)
 * @socket: a socket
 */
void
weft_graph_socket_free (WeftGraphSocket *socket)
{
  g_free (socket->end);
  g_free (socket->title);
  g_free (socket);
}

static void
add_socket (GPtrArray *sockets, const WeftGraph *graph, WeftCatalog *catalog,
            const WeftGraphDefinition *owner, guint item, const char *port)
{
  const char *id = owner->items[item].id;
  WeftGraphSocket *socket = g_new0 (WeftGraphSocket, 1);
  const WeftGraphItem *device;
  WeftGraphEnd end = { 0 };

  socket->end = port != NULL ? g_strdup_printf ("%s:%s", id, port) : g_strdup (id);
  socket->title = weft_graph_edit_title (port != NULL ? port : id);
  weft_graph_read_end (&end, socket->end);
  end.item = weft_graph_find_item (owner, end.item_id) == (int) item ? (int) item : -1;
  socket->total = weft_graph_end_total (graph, catalog, owner, &end, &device);
  socket->used = weft_graph_end_used (graph, owner, &end);
  weft_graph_clear_end (&end);
  g_ptr_array_add (sockets, socket);
}

/**
 * weft_graph_sockets: (skip)
 * @graph: a graph
 * @catalog: (nullable): the catalog, which knows the ports of switches and cards
 * @definition: which definition
 * @item: which of its items
 *
 * The first call for a definition looks at all of its links, the next ones only at those of the
 * item.
 *
 * Returns: (transfer full) (element-type WeftGraphSocket): its sockets: the ports that a definition
 *   exports, or the part itself
 */
GPtrArray *
weft_graph_sockets (WeftGraph *graph, WeftCatalog *catalog, guint definition, guint item)
{
  GPtrArray *sockets = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_graph_socket_free);
  const WeftGraphDefinition *owner, *inside;
  const WeftGraphItem *of;

  g_return_val_if_fail (graph != NULL && definition < weft_graph_n_definitions (graph), sockets);
  owner = weft_graph_definition (graph, definition);
  g_return_val_if_fail (item < owner->n_items, sockets);

  of = &owner->items[item];
  if (of->kind != WEFT_GRAPH_DEFINITION)
    {
      add_socket (sockets, graph, catalog, owner, item, NULL);
      return sockets;
    }
  if (of->definition < 0)
    return sockets;
  inside = weft_graph_definition (graph, of->definition);
  for (guint i = 0; i < inside->n_ports; i++)
    add_socket (sockets, graph, catalog, owner, item, inside->ports[i].id);
  return sockets;
}
