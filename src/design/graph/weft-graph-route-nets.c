/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways by coordinates: in rings, tori, meshes and HyperX one side after the other, in a dragonfly
 * from group to group. Which devices a network has follows from its definition, so that nothing is
 * kept for each device. */
#include "design/graph/weft-graph-route-private.h"

#include "design/topology/weft-topology-family-private.h"

typedef enum
{
  GRID,   /* the devices themselves have coordinates */
  HYPERX, /* their routers have */
  DRAGONFLY,
} Shape;

/* A bundle whose wiring has a rule. */
typedef struct
{
  const WeftGraphLink *link;
  guint32 definition;
  guint32 bundle;
  WeftWire wire;
  Shape shape;
  gboolean wraps;
  guint32 sides[WEFT_TOPOLOGY_MAX_LIST];
  guint n_sides;
  guint32 per_router;
} Net;

/* Where the devices of a definition are, counted from its first. */
typedef struct
{
  guint32 *offsets; /* [items] */
  guint32 size;     /* 0: not known yet; then also no device */
  guint first_net;
  guint n_nets;
} Layout;

struct _WeftRouteNets
{
  const WeftFlat *flat;
  Layout *layouts; /* [definitions] */
  GArray *nets;    /* of Net, those of a definition side by side */
  GArray *stops;   /* of guint32: vertices of the network on the way */
  GArray *best;
};

/* A device as seen from the instances around it: the innermost first. */
typedef struct
{
  guint32 instances[WEFT_GRAPH_MAX_DEPTH + 1];
  guint32 items[WEFT_GRAPH_MAX_DEPTH + 1];
  guint32 ordinals[WEFT_GRAPH_MAX_DEPTH + 1];
  guint n;
} Place;

/* --- the networks of a machine --- */

static void
measure_layout (WeftRouteNets *self, guint index)
{
  const WeftGraphDefinition *definition = weft_graph_definition (self->flat->graph, index);
  Layout *layout = &self->layouts[index];
  guint32 size = 0;

  if (layout->offsets != NULL)
    return;
  layout->offsets = g_new (guint32, definition->n_items + 1);
  for (guint i = 0; i < definition->n_items; i++)
    {
      const WeftGraphItem *item = &definition->items[i];
      guint32 one = 1;

      layout->offsets[i] = size;
      if (item->kind == WEFT_GRAPH_DEFINITION)
        {
          measure_layout (self, item->definition);
          one = self->layouts[item->definition].size;
        }
      size += (guint32) item->count * one;
    }
  layout->size = size;
}

static void
set_sides (Net *net, Shape shape, gboolean wraps, const gint64 *sides, guint n)
{
  net->shape = shape;
  net->wraps = wraps;
  net->n_sides = n;
  for (guint i = 0; i < n; i++)
    net->sides[i] = sides[i];
}

/* FALSE when the topology has no coordinates to go by. */
static gboolean
take_shape (Net *net)
{
  const WeftTopologyFamily *family = net->wire.topology->family;
  const WeftTopologyArgs *args = &net->wire.topology->args;
  guint n = 1;

  net->per_router = 1;
  if (family == &weft_topology_ring)
    {
      set_sides (net, GRID, TRUE, args->n, 1);
    }
  else if (family == &weft_topology_torus_ocs)
    {
      set_sides (net, GRID, TRUE, args->n, 3);
    }
  else if (family == &weft_topology_torus || family == &weft_topology_mesh)
    {
      GArray *sides = weft_args_list (args, 0, &n);

      set_sides (net, GRID, family == &weft_topology_torus, &weft_list_at (sides, 0), n);
    }
  else if (family == &weft_topology_hyperx)
    {
      GArray *sides = weft_args_list (args, 0, &n);

      set_sides (net, HYPERX, FALSE, &weft_list_at (sides, 0), n);
      net->per_router = net->wire.topology->plan.shape[n];
    }
  else if (family == &weft_topology_dragonfly)
    {
      net->shape = DRAGONFLY;
    }
  else
    {
      return FALSE;
    }
  return TRUE;
}

static void
take_net (WeftRouteNets *self, guint definition, guint number, guint32 bundle)
{
  WeftGraph *graph = self->flat->graph;
  const WeftGraphDefinition *from = weft_graph_definition (graph, definition);
  const WeftGraphLink *link = &from->links[number];
  Net net = { .link = link, .definition = definition, .bundle = bundle };
  WeftWireFault fault = { 0 };
  double n_to = 0;

  for (guint i = 0; i < link->n_to; i++)
    n_to += weft_graph_end_count (graph, from, &link->to[i]);
  if (!weft_wire_init (&net.wire, link, weft_graph_end_count (graph, from, &link->from), n_to,
                       &fault))
    {
      g_free (fault.message);
      return;
    }
  if (net.wire.topology == NULL || !take_shape (&net))
    {
      weft_wire_clear (&net.wire);
      return;
    }
  g_array_append_val (self->nets, net);
  self->layouts[definition].n_nets++;
}

WeftRouteNets *
weft_route_nets_new (const WeftFlat *flat)
{
  WeftRouteNets *self = g_new0 (WeftRouteNets, 1);
  guint n = weft_graph_n_definitions (flat->graph);
  guint32 bundle = 0;
  int root;

  self->flat = flat;
  self->layouts = g_new0 (Layout, n + 1);
  self->nets = g_array_new (FALSE, FALSE, sizeof (Net));
  self->stops = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->best = g_array_new (FALSE, FALSE, sizeof (guint32));
  weft_graph_get_root (flat->graph, &root);
  measure_layout (self, root);
  for (guint i = 0; i < n; i++)
    {
      guint n_links = weft_graph_definition (flat->graph, i)->n_links;

      self->layouts[i].first_net = self->nets->len;
      /* What the machine does not have was not checked either. */
      for (guint j = 0; j < n_links && self->layouts[i].offsets != NULL; j++)
        take_net (self, i, j, bundle + j);
      bundle += n_links;
    }
  return self;
}

void
weft_route_nets_free (WeftRouteNets *self)
{
  for (guint i = 0; i < self->nets->len; i++)
    weft_wire_clear (&g_array_index (self->nets, Net, i).wire);
  for (guint i = 0; i < weft_graph_n_definitions (self->flat->graph); i++)
    g_free (self->layouts[i].offsets);
  g_free (self->layouts);
  g_array_unref (self->nets);
  g_array_unref (self->stops);
  g_array_unref (self->best);
  g_free (self);
}

/* --- devices and vertices --- */

static void
find_place (const WeftFlat *flat, guint32 device, Place *place)
{
  guint32 item = flat->items[device], ordinal = flat->ordinals[device];

  place->n = 0;
  for (guint32 at = flat->owners[device]; at != WEFT_FLAT_NONE; at = flat->instances[at].parent)
    {
      g_assert (place->n < G_N_ELEMENTS (place->instances));
      place->instances[place->n] = at;
      place->items[place->n] = item;
      place->ordinals[place->n++] = ordinal;
      item = flat->instances[at].item;
      ordinal = flat->instances[at].ordinal;
    }
}

/* The first device of an instance. */
static guint32
find_base (const WeftRouteNets *self, guint32 instance)
{
  const WeftFlatInstance *at = &self->flat->instances[instance];
  const WeftFlatInstance *around;

  if (at->parent == WEFT_FLAT_NONE)
    return 0;
  around = &self->flat->instances[at->parent];
  return find_base (self, at->parent) + self->layouts[around->definition].offsets[at->item]
         + at->ordinal * self->layouts[at->definition].size;
}

/* Which device of an end of @definition, seen from @level of @place; -1 when it is none. */
static gint64
number_in_end (const WeftGraph *graph, const WeftGraphDefinition *definition,
               const WeftGraphEnd *end, const Place *place, guint level)
{
  const WeftGraphItem *item = &definition->items[end->item];
  const WeftGraphDefinition *inside;
  const WeftGraphPort *port;
  gint64 ordinal = place->ordinals[level], inner;

  if (place->items[level] != (guint32) end->item
      || (end->instance >= 0 && end->instance != ordinal))
    return -1;
  if (end->instance >= 0)
    ordinal = 0;
  if (item->kind != WEFT_GRAPH_DEFINITION)
    return level == 0 ? ordinal : -1;
  inside = weft_graph_definition (graph, item->definition);
  port = weft_graph_find_port (inside, end->port);
  inner = level > 0 ? number_in_end (graph, inside, &port->of, place, level - 1) : -1;
  if (inner < 0)
    return -1;
  return ordinal * (gint64) weft_graph_end_count (graph, inside, &port->of) + inner;
}

/* The device of that number of an end of @definition, one instance of which begins at @base. */
static guint32
device_in_end (const WeftRouteNets *self, guint definition, const WeftGraphEnd *end, guint32 base,
               guint32 number)
{
  const WeftGraph *graph = self->flat->graph;
  const WeftGraphItem *item = &weft_graph_definition (graph, definition)->items[end->item];
  const WeftGraphDefinition *inside;
  const WeftGraphPort *port;
  guint32 first = end->instance >= 0 ? (guint32) end->instance : 0, each;

  base += self->layouts[definition].offsets[end->item];
  if (item->kind != WEFT_GRAPH_DEFINITION)
    return base + first + number;
  inside = weft_graph_definition (graph, item->definition);
  port = weft_graph_find_port (inside, end->port);
  each = (guint32) weft_graph_end_count (graph, inside, &port->of);
  return device_in_end (self, item->definition, &port->of,
                        base + (first + number / each) * self->layouts[item->definition].size,
                        number % each);
}

static guint32
device_of_vertex (const WeftRouteNets *self, const Net *net, guint32 base, guint32 vertex)
{
  const WeftGraphDefinition *definition
      = weft_graph_definition (self->flat->graph, net->definition);

  if (vertex < net->wire.n_from)
    return device_in_end (self, net->definition, &net->link->from, base, vertex);
  vertex -= net->wire.n_from;
  for (guint i = 0;; i++)
    {
      guint32 n = (guint32) weft_graph_end_count (self->flat->graph, definition,
                                                  &net->link->to[i]);

      g_assert (i < net->link->n_to);
      if (vertex < n)
        return device_in_end (self, net->definition, &net->link->to[i], base, vertex);
      vertex -= n;
    }
}

/* --- rules --- */

/* The steps from @a to @b along a side, and whether each leads upwards. Both ways around may be as
 * short; then what begins at an even place goes up and what begins at an odd one down, so that
 * either way carries half. */
static guint32
count_steps (guint32 a, guint32 b, guint32 side, gboolean wraps, gboolean *up)
{
  guint32 ahead = (b + side - a) % side, back = side - ahead;

  if (!wraps)
    {
      *up = b > a;
      return *up ? b - a : a - b;
    }
  *up = ahead < back || (ahead == back && a % 2 == 0);
  return MIN (ahead, back);
}

/* From router @a, which is on the way already, to router @b; both counted from @first. */
static void
walk_sides (const Net *net, guint32 first, guint32 a, guint32 b, GArray *stops)
{
  guint32 step = 1, at = a;

  for (guint i = 0; i < net->n_sides; i++)
    step *= net->sides[i];
  for (guint i = 0; i < net->n_sides; i++)
    {
      guint32 side = net->sides[i], place, target, n;
      gboolean up;

      step /= side;
      place = a / step % side;
      target = b / step % side;
      n = count_steps (place, target, side, net->wraps, &up);
      while (n-- > 0)
        {
          guint32 next = net->shape == HYPERX ? target
                         : up ? (place + 1) % side : (place + side - 1) % side;
          guint32 stop;

          at = at - place * step + next * step;
          place = next;
          stop = first + at;
          g_array_append_val (stops, stop);
          if (net->shape == HYPERX)
            break;
        }
    }
}

static void
append_new (GArray *stops, guint32 vertex)
{
  if (g_array_index (stops, guint32, stops->len - 1) != vertex)
    g_array_append_val (stops, vertex);
}

/* Several cables join two groups: those with the fewest steps inside, and of them any. */
static void
walk_groups (const Net *net, guint32 first, guint32 a, guint32 b, const WeftRouteKey *key,
             GArray *stops)
{
  const WeftTopologyArgs *args = &net->wire.topology->args;
  guint32 size = weft_dragonfly_group_size (args), n = weft_dragonfly_cables (args);
  guint32 out = a, in = b, alike = 0;
  guint least = G_MAXUINT;

  for (guint32 copy = 0; copy < n && a / size != b / size; copy++)
    {
      guint32 gate = weft_dragonfly_gate (args, a / size, b / size, copy);
      guint32 entry = weft_dragonfly_gate (args, b / size, a / size, copy);
      guint hops = (gate != a ? 1 : 0) + (entry != b ? 1 : 0);

      alike = hops < least ? 1 : hops == least ? alike + 1 : alike;
      if (hops > least || weft_route_hash (key, copy) % alike != 0)
        continue;
      least = hops;
      out = gate;
      in = entry;
    }
  append_new (stops, first + out);
  append_new (stops, first + in);
  append_new (stops, first + b);
}

static void
walk (const Net *net, guint32 a, guint32 b, const WeftRouteKey *key, GArray *stops)
{
  guint32 first = net->wire.n_from, per, router;

  g_array_set_size (stops, 0);
  g_array_append_val (stops, a);
  if (net->shape == GRID)
    {
      walk_sides (net, 0, a, b, stops);
      return;
    }
  per = net->shape == DRAGONFLY ? weft_dragonfly_per_router (&net->wire.topology->args)
                                : net->per_router;
  router = first + a / per;
  g_array_append_val (stops, router);
  if (net->shape == DRAGONFLY)
    walk_groups (net, first, a / per, b / per, key, stops);
  else
    walk_sides (net, first, a / per, b / per, stops);
  g_array_append_val (stops, b);
}

/* --- a way --- */

/* The best way among the networks of one instance goes to @best: the fewest cables, and of equal
 * ones any. */
static const Net *
walk_instance (WeftRouteNets *self, const WeftRouteKey *key, const Place places[2],
               const guint levels[2])
{
  const WeftGraph *graph = self->flat->graph;
  guint index = self->flat->instances[places[0].instances[levels[0]]].definition;
  const WeftGraphDefinition *definition = weft_graph_definition (graph, index);
  const Layout *layout = &self->layouts[index];
  const Net *found = NULL;
  guint alike = 0;

  for (guint i = layout->first_net; i < layout->first_net + layout->n_nets; i++)
    {
      const Net *net = &g_array_index (self->nets, Net, i);
      gint64 ends[2];
      GArray *stops = self->stops;

      for (guint side = 0; side < 2; side++)
        ends[side] = number_in_end (graph, definition, &net->link->from, &places[side],
                                    levels[side]);
      if (ends[0] < 0 || ends[1] < 0)
        continue;
      walk (net, (guint32) ends[0], (guint32) ends[1], key, stops);
      if (found != NULL && stops->len > self->best->len)
        continue;
      alike = found == NULL || stops->len < self->best->len ? 1 : alike + 1;
      if (weft_route_hash (key, i) % alike != 0)
        continue;
      found = net;
      self->stops = self->best;
      self->best = stops;
    }
  return found;
}

static gboolean
append_links (WeftRouteNets *self, const WeftRouteKey *key, const Net *net, guint32 instance,
              GArray *links)
{
  guint32 base = find_base (self, instance);
  guint32 at = key->from;

  for (guint i = 1; i < self->best->len; i++)
    {
      guint32 next = device_of_vertex (self, net, base, g_array_index (self->best, guint32, i));
      guint32 link = weft_route_link (self->flat, key, at, next, net->bundle);

      g_return_val_if_fail (link != WEFT_FLAT_NONE, FALSE);
      g_array_append_val (links, link);
      at = next;
    }
  return TRUE;
}

WeftRouteRule
weft_route_nets_path (WeftRouteNets *self, const WeftRouteKey *key, GArray *links, guint *depth)
{
  const WeftFlat *flat = self->flat;
  guint32 instance = weft_route_common (flat, flat->owners[key->from], flat->owners[key->to]);
  Place places[2];

  if (self->nets->len == 0)
    return WEFT_ROUTE_NONE;
  find_place (flat, key->from, &places[0]);
  find_place (flat, key->to, &places[1]);
  for (; instance != WEFT_FLAT_NONE; instance = flat->instances[instance].parent)
    {
      guint here = weft_route_depth (flat, instance);
      guint levels[2] = { places[0].n - 1 - here, places[1].n - 1 - here };
      const Net *net = walk_instance (self, key, places, levels);

      if (net == NULL)
        continue;
      *depth = here;
      if (!append_links (self, key, net, instance, links))
        return WEFT_ROUTE_NONE;
      return net->shape == DRAGONFLY ? WEFT_ROUTE_MINIMAL : WEFT_ROUTE_DIMENSION_ORDER;
    }
  return WEFT_ROUTE_NONE;
}
