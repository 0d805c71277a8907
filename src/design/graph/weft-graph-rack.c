/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in which unit of a rack of a graph. */
#include "design/graph/weft-graph-rack-private.h"

#include <math.h>

gboolean
weft_rack_count_is_sound (double count)
{
  return count >= 1 && count <= WEFT_GRAPH_MAX_COUNT && count == floor (count);
}

void
weft_graph_rack_fill (WeftRackFill *fill, const WeftGraphDefinition *definition,
                      const double *heights, double units)
{
  g_autofree WeftRackWant *wants = g_new (WeftRackWant, definition->n_items + 1);
  guint whole = units < WEFT_RACK_MAX_UNITS ? (guint) MAX (floor (units), 1) : WEFT_RACK_MAX_UNITS;

  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftGraphItem *item = &definition->items[i];

      wants[i] = (WeftRackWant) {
        .item = i,
        .count = weft_rack_count_is_sound (item->count) ? item->count : 1,
        .height_u = weft_rack_whole_units (heights[i]),
        .height_is_assumed = isnan (heights[i]),
        .u = item->u,
      };
    }
  weft_rack_fill_init (fill, whole, wants, definition->n_items);
}
