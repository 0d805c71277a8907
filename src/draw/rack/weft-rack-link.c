/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a link for walking, also one of a graph that breaks the rules. */
#include "draw/rack/weft-rack-link-private.h"

/* Returns the number of devices, 0 when it cannot be told. */
static guint32
add_group (WeftRackLink *self, const WeftGraph *graph, const WeftGraphDefinition *definition,
           const WeftGraphEnd *end, guint32 first)
{
  double n = weft_graph_end_count (graph, definition, end);
  double instances;
  WeftRackGroup group = { .end = end, .first = first };

  if (!(n >= 1 && first + n <= WEFT_NET_MAX_VERTICES))
    return 0;
  instances = end->instance >= 0 ? 1 : definition->items[end->item].count;
  group.n = (guint32) n;
  group.per_instance = (guint32) MAX (n / instances, 1);
  g_array_append_val (self->groups, group);
  return group.n;
}

static gboolean
open_wire (WeftRackLink *self, double n_from, double n_to)
{
  WeftWireFault fault = { 0 };

  if (weft_wire_init (&self->wire, self->link, n_from, n_to, &fault))
    return TRUE;
  g_free (fault.message);
  return FALSE;
}

static gboolean
add_groups (WeftRackLink *self, const WeftGraph *graph, const WeftGraphDefinition *definition,
            double *steps)
{
  const WeftGraphLink *link = self->link;
  guint32 n_from = add_group (self, graph, definition, &link->from, 0);
  guint32 n = n_from;

  if (n_from == 0)
    return FALSE;
  for (guint i = 0; i < link->n_to; i++)
    {
      guint32 more = weft_graph_link_is_own (link)
                         ? 0
                         : add_group (self, graph, definition, &link->to[i], n);

      if (more == 0 && !weft_graph_link_is_own (link))
        return FALSE;
      n += more;
    }
  self->n_devices = n;
  *steps -= n;
  return *steps > 0 && open_wire (self, n_from, n - n_from);
}

gboolean
weft_rack_link_init (WeftRackLink *self, const WeftGraph *graph,
                     const WeftGraphDefinition *definition, const WeftGraphLink *link,
                     double *steps)
{
  double pairs;

  *self = (WeftRackLink) { .link = link };
  self->groups = g_array_new (FALSE, FALSE, sizeof (WeftRackGroup));
  *steps -= 1;
  if (*steps <= 0 || link->wiring == WEFT_WIRING_UNKNOWN || link->n_to == 0
      || !(link->channels >= 1 && link->channels <= WEFT_GRAPH_MAX_CHANNELS)
      || !add_groups (self, graph, definition, steps))
    {
      weft_rack_link_clear (self);
      return FALSE;
    }
  pairs = weft_wire_max_pairs (&self->wire);
  if (!(pairs <= *steps))
    {
      weft_rack_link_clear (self);
      return FALSE;
    }
  *steps -= pairs;
  return TRUE;
}

void
weft_rack_link_clear (WeftRackLink *self)
{
  weft_wire_clear (&self->wire);
  g_clear_pointer (&self->groups, g_array_unref);
}

gboolean
weft_rack_link_foreach (const WeftRackLink *self, WeftWireFunc func, gpointer data)
{
  return weft_wire_foreach (&self->wire, func, data, NULL);
}
