/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an end of a bundle or a port stands for: exports of exports are followed to the devices. */
#include <math.h>

#include "design/graph/weft-graph-wire-private.h"

/* Where an end leads to inside of the item's definition; NULL when it ends at a native part or
 * leads nowhere. */
static const WeftGraphPort *
follow (const WeftGraph *graph, const WeftGraphItem *item, const WeftGraphEnd *end,
        const WeftGraphDefinition **inside)
{
  if (item->kind != WEFT_GRAPH_DEFINITION || item->definition < 0 || end->port == NULL)
    return NULL;
  *inside = weft_graph_definition (graph, item->definition);
  return weft_graph_find_port (*inside, end->port);
}

static double
count_at (const WeftGraph *graph, const WeftGraphDefinition *definition, const WeftGraphEnd *end,
          guint depth)
{
  const WeftGraphDefinition *inside;
  const WeftGraphItem *item;
  const WeftGraphPort *port;
  double times;

  if (!end->is_sound || end->item < 0 || depth > WEFT_GRAPH_MAX_DEPTH)
    return NAN;
  item = &definition->items[end->item];
  if (!(item->count >= 1 && item->count <= WEFT_GRAPH_MAX_COUNT)
      || item->count != floor (item->count))
    return NAN;
  if (end->instance >= item->count)
    return NAN;
  times = end->instance >= 0 ? 1 : item->count;
  if (item->kind != WEFT_GRAPH_DEFINITION)
    return end->port == NULL && item->of != NULL ? times : NAN;

  port = follow (graph, item, end, &inside);
  return port != NULL ? times * count_at (graph, inside, &port->of, depth + 1) : NAN;
}

static double
per_item_at (const WeftGraph *graph, const WeftGraphDefinition *definition,
             const WeftGraphEnd *end, guint depth)
{
  const WeftGraphDefinition *inside;
  const WeftGraphPort *port;
  double deeper;

  if (!end->is_sound || end->item < 0 || depth > WEFT_GRAPH_MAX_DEPTH)
    return NAN;
  port = follow (graph, &definition->items[end->item], end, &inside);
  if (port == NULL)
    return NAN;
  deeper = per_item_at (graph, inside, &port->of, depth + 1);
  return isnan (port->per_item) || deeper < port->per_item ? deeper : port->per_item;
}

double
weft_graph_end_count (const WeftGraph *graph, const WeftGraphDefinition *definition,
                      const WeftGraphEnd *end)
{
  return count_at (graph, definition, end, 0);
}

double
weft_graph_end_per_item (const WeftGraph *graph, const WeftGraphDefinition *definition,
                         const WeftGraphEnd *end)
{
  return per_item_at (graph, definition, end, 0);
}

gboolean
weft_graph_link_is_own (const WeftGraphLink *link)
{
  return link->n_to == 1 && g_str_equal (link->from.text, link->to[0].text);
}
