/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies under a point or in an area, and the sockets of a box. */
#include "draw/canvas/weft-scene-private.h"

#include <math.h>

#define SEGMENTS 24

/**
 * weft_scene_nodes_in: (skip)
 * @self: a scene
 * @area: in world units
 * @nodes: (element-type guint): where to append, in ascending order
 *
 * Finds the boxes that touch an area, its edges included.
 */
void
weft_scene_nodes_in (WeftScene *self, const WeftBox *area, GArray *nodes)
{
  weft_scene_index_query (self->node_index, area, nodes);
}

/**
 * weft_scene_node_at:
 * @self: a scene
 * @x: in world units
 * @y: in world units
 *
 * Returns: the topmost box there, or -1
 */
int
weft_scene_node_at (WeftScene *self, double x, double y)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  WeftBox point = { x, y, 0, 0 };

  weft_scene_index_query (self->node_index, &point, found);
  for (guint i = found->len; i > 0; i--)
    {
      guint node = g_array_index (found, guint, i - 1);

      if (weft_box_contains (&self->nodes[node].box, x, y))
        return (int) node;
    }
  return -1;
}

static double
distance_to_segment (double x, double y, double x0, double y0, double x1, double y1)
{
  double dx = x1 - x0, dy = y1 - y0;
  double length = dx * dx + dy * dy;
  double t = length > 0 ? CLAMP (((x - x0) * dx + (y - y0) * dy) / length, 0, 1) : 0;

  return hypot (x - x0 - t * dx, y - y0 - t * dy);
}

static double
distance_to_curve (const WeftCurve *curve, double x, double y)
{
  guint n = weft_curve_is_line (curve) ? 1 : SEGMENTS;
  double x0 = curve->x[0], y0 = curve->y[0], least = INFINITY;

  for (guint i = 1; i <= n; i++)
    {
      double x1, y1;

      weft_curve_point (curve, (double) i / n, &x1, &y1);
      least = MIN (least, distance_to_segment (x, y, x0, y0, x1, y1));
      x0 = x1;
      y0 = y1;
    }
  return least;
}

/**
 * weft_scene_wire_at:
 * @self: a scene
 * @x: in world units
 * @y: in world units
 * @tolerance: how far away it may be, in world units
 *
 * Returns: the nearest wire, the first of several, or -1
 */
int
weft_scene_wire_at (WeftScene *self, double x, double y, double tolerance)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  WeftBox area = { x - tolerance, y - tolerance, 2 * tolerance, 2 * tolerance };
  double nearest = INFINITY;
  int best = -1;

  weft_scene_index_query (self->wire_index, &area, found);
  for (guint i = 0; i < found->len; i++)
    {
      guint wire = g_array_index (found, guint, i);
      double distance = distance_to_curve (&self->curves[wire], x, y);

      if (distance <= tolerance && distance < nearest)
        {
          nearest = distance;
          best = (int) wire;
        }
    }
  return best;
}

/* (nullable): the definition that a box is an instance of. */
static const WeftGraphDefinition *
inner_of (WeftScene *self, guint node)
{
  int definition = self->definition->items[node].definition;

  return definition >= 0 ? weft_graph_definition (self->graph, definition) : NULL;
}

/**
 * weft_scene_n_sockets:
 * @self: a scene
 * @node: which box
 *
 * Returns: how many sockets: the ports of a definition, one of a native part
 */
guint
weft_scene_n_sockets (WeftScene *self, guint node)
{
  const WeftGraphDefinition *inner;

  g_return_val_if_fail (node < self->n_nodes, 0);

  inner = inner_of (self, node);
  if (inner != NULL)
    return inner->n_ports;
  return self->definition->items[node].kind == WEFT_GRAPH_DEFINITION ? 0 : 1;
}

/* Evenly along the side that its wires usually leave. */
void
weft_scene_socket_place (WeftScene *self, guint node, guint index, double *x, double *y)
{
  const WeftBox *box = &self->nodes[node].box;
  guint n = MAX (weft_scene_n_sockets (self, node), 1);

  *x = box->x + box->w * (index + 1) / (n + 1);
  *y = self->nodes[node].kind == WEFT_SCENE_SWITCH ? weft_box_bottom (box) : box->y;
}

/* The text of an end is made when it is asked for; the scene keeps it. */
static const char *
name_end (WeftScene *self, guint node, const char *port)
{
  g_autofree char *text = g_strconcat (self->definition->items[node].id, ":", port, NULL);

  return g_string_chunk_insert_const (self->texts, text);
}

/**
 * weft_scene_socket: (skip)
 * @self: a scene
 * @node: which box
 * @index: which socket
 * @x: (out) (optional): in world units
 * @y: (out) (optional): in world units
 * @end: (out) (optional): what a link calls it: "tray:net"
 * @title: (out) (optional): its name for people
 *
 * Describes a socket; weft_graph_sockets() tells how many ports it has.
 */
void
weft_scene_socket (WeftScene *self, guint node, guint index, double *x, double *y,
                   const char **end, const char **title)
{
  const WeftGraphDefinition *inner;
  double at_x, at_y;

  g_return_if_fail (node < self->n_nodes);
  g_return_if_fail (index < weft_scene_n_sockets (self, node));

  inner = inner_of (self, node);
  weft_scene_socket_place (self, node, index, &at_x, &at_y);
  if (x != NULL)
    *x = at_x;
  if (y != NULL)
    *y = at_y;
  if (end != NULL)
    *end = inner != NULL ? name_end (self, node, inner->ports[index].id)
                         : self->definition->items[node].id;
  if (title != NULL)
    *title = inner != NULL ? inner->ports[index].id : self->definition->items[node].id;
}

/**
 * weft_scene_socket_at:
 * @self: a scene
 * @node: which box
 * @x: in world units
 * @y: in world units
 * @tolerance: how far away it may be, in world units
 *
 * Returns: the nearest socket of the box, or -1
 */
int
weft_scene_socket_at (WeftScene *self, guint node, double x, double y, double tolerance)
{
  double nearest = INFINITY;
  int best = -1;
  guint n;

  g_return_val_if_fail (node < self->n_nodes, -1);

  n = weft_scene_n_sockets (self, node);
  for (guint i = 0; i < n; i++)
    {
      double at_x, at_y, distance;

      weft_scene_socket_place (self, node, i, &at_x, &at_y);
      distance = hypot (x - at_x, y - at_y);
      if (distance <= tolerance && distance < nearest)
        {
          nearest = distance;
          best = (int) i;
        }
    }
  return best;
}
