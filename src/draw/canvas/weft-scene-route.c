/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wires' curves: which sides of the boxes they leave, where along these, and how they bend. */
#include "draw/canvas/weft-scene-private.h"

#include <math.h>
#include <stdlib.h>

/* Above this wires are straight: so many curves say no more and cost more. */
#define MOST_CURVES 2000
#define SPREAD 10.0   /* between wires that leave a side */
#define SIDE_PART 0.72 /* of a side that wires leave */
#define CLEAR_GAP 1200.0
#define LOOP 26.0

typedef enum
{
  SIDE_TOP,
  SIDE_BOTTOM,
  SIDE_LEFT,
  SIDE_RIGHT,
  SIDE_MIDDLE, /* straight from middle to middle */
  SIDE_LOOP,   /* back to the same box */
} Side;

typedef struct
{
  guint node;
  guint wire;
  Side side;
  gboolean is_to;
  double key;     /* order along the side */
  double offset;  /* from the side's middle, or from the socket */
} End;

static double
middle_x (const WeftBox *box)
{
  return box->x + box->w / 2;
}

static double
middle_y (const WeftBox *box)
{
  return box->y + box->h / 2;
}

/* Whether nothing stands in an area that lies between two boxes; what is larger than there may be
 * time to look at counts as taken. */
static gboolean
is_empty (const WeftScene *self, double x0, double y0, double x1, double y1, GArray *found)
{
  WeftBox strip = { x0 + 1, y0 + 1, x1 - x0 - 2, y1 - y0 - 2 };

  if (strip.w < 0 || strip.h < 0 || strip.w > CLEAR_GAP || strip.h > CLEAR_GAP)
    return FALSE;
  g_array_set_size (found, 0);
  weft_scene_index_query (self->node_index, &strip, found);
  return found->len == 0;
}

static gboolean
is_row_clear (const WeftScene *self, const WeftBox *left, const WeftBox *right, GArray *found)
{
  return is_empty (self, weft_box_right (left), MAX (left->y, right->y), right->x,
                   MIN (weft_box_bottom (left), weft_box_bottom (right)), found);
}

static gboolean
is_column_clear (const WeftScene *self, const WeftBox *high, const WeftBox *low, GArray *found)
{
  return is_empty (self, MAX (high->x, low->x), weft_box_bottom (high),
                   MIN (weft_box_right (high), weft_box_right (low)), low->y, found);
}

/* Between like things that are no tiers: straight, or round what stands in between. */
static void
choose_among_equals (const WeftScene *self, const WeftBox *a, const WeftBox *b, GArray *found,
                     Side *from, Side *to)
{
  const WeftBox *left = a->x <= b->x ? a : b, *high = a->y <= b->y ? a : b;
  gboolean is_row = fabs (middle_y (a) - middle_y (b)) < 1;
  gboolean is_column = fabs (middle_x (a) - middle_x (b)) < 1;

  *from = *to = SIDE_MIDDLE;
  if (is_row && !is_row_clear (self, left, left == a ? b : a, found))
    *from = *to = SIDE_TOP;
  else if (is_column && !is_column_clear (self, high, high == a ? b : a, found))
    *from = *to = SIDE_LEFT;
}

static void
choose_sides (const WeftScene *self, guint wire, GArray *found, Side *from, Side *to)
{
  guint a_node = self->wires[wire].from_node, b_node = self->wires[wire].to_node;
  const WeftBox *a = &self->nodes[a_node].box, *b = &self->nodes[b_node].box;
  gboolean is_a_left = a->x <= b->x;

  if (a_node == b_node)
    *from = *to = SIDE_LOOP;
  else if (self->nodes[a_node].kind == self->nodes[b_node].kind
           && self->nodes[a_node].kind != WEFT_SCENE_SWITCH)
    choose_among_equals (self, a, b, found, from, to);
  else if (weft_box_bottom (b) <= a->y || weft_box_bottom (a) <= b->y)
    {
      gboolean is_b_above = weft_box_bottom (b) <= a->y;

      *from = is_b_above ? SIDE_TOP : SIDE_BOTTOM;
      *to = is_b_above ? SIDE_BOTTOM : SIDE_TOP;
    }
  else if (is_a_left ? is_row_clear (self, a, b, found) : is_row_clear (self, b, a, found))
    {
      *from = is_a_left ? SIDE_RIGHT : SIDE_LEFT;
      *to = is_a_left ? SIDE_LEFT : SIDE_RIGHT;
    }
  else
    *from = *to = SIDE_TOP;
}

/* The number of the socket that an end of a link names, -1 when it has none of its own. */
static int
socket_of (const WeftScene *self, guint node, const WeftGraphEnd *end)
{
  const WeftGraphItem *item = &self->definition->items[node];
  const WeftGraphDefinition *inner;
  const WeftGraphPort *port;

  if (item->definition < 0 || end->port == NULL || end->item != (int) node)
    return -1;
  inner = weft_graph_definition (self->graph, item->definition);
  port = weft_graph_find_port (inner, end->port);
  return port != NULL ? (int) (port - inner->ports) : -1;
}

static const WeftGraphEnd *
end_of (const WeftScene *self, guint wire, gboolean is_to)
{
  const WeftGraphLink *link = &self->definition->links[self->wires[wire].link];

  return is_to ? &link->to[self->wires[wire].to] : &link->from;
}

/* Where along its side an end wants to be: at its socket, else towards the other box. */
static double
key_of (const WeftScene *self, const End *end)
{
  const WeftSceneWire *wire = &self->wires[end->wire];
  const WeftBox *other = &self->nodes[end->is_to ? wire->from_node : wire->to_node].box;

  switch (end->side)
    {
    case SIDE_TOP:
    case SIDE_BOTTOM:
      return middle_x (other);
    case SIDE_LEFT:
    case SIDE_RIGHT:
      return middle_y (other);
    case SIDE_MIDDLE:
      return end->is_to ? wire->from_node : wire->to_node;
    case SIDE_LOOP:
    default:
      return 0;
    }
}

static int
compare_ends_cb (gconstpointer a, gconstpointer b)
{
  const End *x = a, *y = b;

  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  if (x->side != y->side)
    return x->side < y->side ? -1 : 1;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (x->wire != y->wire)
    return x->wire < y->wire ? -1 : 1;
  return x->is_to - y->is_to;
}

static double
side_length (const WeftScene *self, const End *end)
{
  const WeftBox *box = &self->nodes[end->node].box;

  return end->side == SIDE_LEFT || end->side == SIDE_RIGHT ? box->h : box->w;
}

/* Spreads a run of ends that share a side; in the middle only those to the same box. */
static void
spread_run (const WeftScene *self, End *ends, guint n)
{
  double step = n > 1 ? MIN (SPREAD, side_length (self, ends) * SIDE_PART / (n - 1)) : 0;

  for (guint i = 0; i < n; i++)
    ends[i].offset = (i - (n - 1) / 2.0) * step;
}

static gboolean
is_same_run (const End *a, const End *b)
{
  return a->node == b->node && a->side == b->side && (a->side != SIDE_MIDDLE || a->key == b->key);
}

static void
spread_ends (const WeftScene *self, End *ends, guint n)
{
  for (guint begin = 0, end; begin < n; begin = end)
    {
      end = begin + 1;
      while (end < n && is_same_run (&ends[begin], &ends[end]))
        end++;
      spread_run (self, ends + begin, end - begin);
    }
}

static gboolean
faces_sockets (const WeftScene *self, const End *end)
{
  return end->side == (self->nodes[end->node].kind == WEFT_SCENE_SWITCH ? SIDE_BOTTOM : SIDE_TOP);
}

static void
anchor (const WeftScene *self, const End *end, double *x, double *y)
{
  const WeftBox *box = &self->nodes[end->node].box;
  int socket = faces_sockets (self, end)
                   ? socket_of (self, end->node, end_of (self, end->wire, end->is_to))
                   : -1;

  *x = middle_x (box);
  *y = middle_y (box);
  switch (end->side)
    {
    case SIDE_TOP:
    case SIDE_BOTTOM:
      *x += end->offset;
      *y = end->side == SIDE_TOP ? box->y : weft_box_bottom (box);
      break;
    case SIDE_LEFT:
    case SIDE_RIGHT:
      *x = end->side == SIDE_LEFT ? box->x : weft_box_right (box);
      *y += end->offset;
      break;
    case SIDE_MIDDLE:
    case SIDE_LOOP:
    default:
      break;
    }
  if (socket >= 0)
    {
      const WeftGraphItem *item = &self->definition->items[end->node];
      guint n = weft_graph_definition (self->graph, item->definition)->n_ports;

      /* One socket has the whole side; of many each has its own place. */
      if (n > 1)
        {
          weft_scene_socket_place ((WeftScene *) self, end->node, socket, x, y);
          *x += CLAMP (end->offset, -box->w / (n + 1) / 3, box->w / (n + 1) / 3);
        }
    }
}

static void
set_curve (WeftCurve *curve, double x0, double y0, double x1, double y1, double x2, double y2,
           double x3, double y3)
{
  *curve = (WeftCurve) { { x0, x1, x2, x3 }, { y0, y1, y2, y3 } };
}

static void
set_line (WeftCurve *curve, double x0, double y0, double x1, double y1)
{
  set_curve (curve, x0, y0, x0 + (x1 - x0) / 3, y0 + (y1 - y0) / 3, x0 + (x1 - x0) * 2 / 3,
             y0 + (y1 - y0) * 2 / 3, x1, y1);
}

/* Round the lower corner: badge and sign have the upper ones. */
static void
loop (const WeftScene *self, const End *end, WeftCurve *curve)
{
  const WeftBox *box = &self->nodes[end->node].box;
  double bulge = LOOP + end->offset + SPREAD;
  double x = weft_box_right (box), y = weft_box_bottom (box);

  bulge = MAX (bulge, LOOP / 2);
  set_curve (curve, x - bulge * 0.8, y, x - bulge * 0.8, y + bulge * 1.5, x + bulge * 1.5,
             y - bulge * 0.8, x, y - bulge * 0.8);
}

/* How much of a line from a box's middle, 0 to 1/2, lies inside of the box. */
static double
inside_part (const WeftScene *self, guint node, double dx, double dy)
{
  const WeftBox *box = &self->nodes[node].box;
  double across = fabs (dx) > 0 ? box->w / 2 / fabs (dx) : G_MAXDOUBLE;
  double along = fabs (dy) > 0 ? box->h / 2 / fabs (dy) : G_MAXDOUBLE;

  return MIN (MIN (across, along), 0.5);
}

static void
bend (const WeftScene *self, const End *from, const End *to, WeftCurve *curve)
{
  double x0, y0, x1, y1, dx, dy;

  if (from->side == SIDE_LOOP)
    {
      loop (self, from, curve);
      return;
    }
  anchor (self, from, &x0, &y0);
  anchor (self, to, &x1, &y1);
  dx = x1 - x0;
  dy = y1 - y0;
  if (from->side == SIDE_MIDDLE)
    {
      /* Parallel wires lie side by side, whichever end they begin at. */
      double length = hypot (dx, dy);
      double offset = from->node < to->node ? from->offset : -from->offset;
      double leave = inside_part (self, from->node, dx, dy);
      double reach = inside_part (self, to->node, dx, dy);
      double nx = length > 0 ? -dy / length * offset : 0, ny = length > 0 ? dx / length * offset : 0;

      set_line (curve, x0 + dx * leave + nx, y0 + dy * leave + ny, x1 - dx * reach + nx,
                y1 - dy * reach + ny);
    }
  else if (self->is_straight)
    set_line (curve, x0, y0, x1, y1);
  else if (from->side == SIDE_TOP && to->side == SIDE_TOP)
    {
      double rise = CLAMP (fabs (dx) * 0.12, 20, 72);
      double peak = MIN (y0, y1) - rise;

      set_curve (curve, x0, y0, x0 + dx * 0.1, peak, x1 - dx * 0.1, peak, x1, y1);
    }
  else if (from->side == SIDE_LEFT && to->side == SIDE_LEFT)
    {
      double reach = CLAMP (fabs (dy) * 0.12, 20, 72);
      double edge = MIN (x0, x1) - reach;

      set_curve (curve, x0, y0, edge, y0 + dy * 0.1, edge, y1 - dy * 0.1, x1, y1);
    }
  else if (from->side == SIDE_TOP || from->side == SIDE_BOTTOM)
    set_curve (curve, x0, y0, x0, y0 + dy * 0.5, x1, y1 - dy * 0.5, x1, y1);
  else
    set_curve (curve, x0, y0, x0 + dx * 0.5, y0, x1 - dx * 0.5, y1, x1, y1);
}

void
weft_curve_point (const WeftCurve *curve, double t, double *x, double *y)
{
  double s = 1 - t;
  double b0 = s * s * s, b1 = 3 * s * s * t, b2 = 3 * s * t * t, b3 = t * t * t;

  *x = b0 * curve->x[0] + b1 * curve->x[1] + b2 * curve->x[2] + b3 * curve->x[3];
  *y = b0 * curve->y[0] + b1 * curve->y[1] + b2 * curve->y[2] + b3 * curve->y[3];
}

/* Of the control points, which hold the curve. */
void
weft_curve_bounds (const WeftCurve *curve, WeftBox *bounds)
{
  double x0 = curve->x[0], y0 = curve->y[0], x1 = x0, y1 = y0;

  for (guint i = 1; i < 4; i++)
    {
      x0 = MIN (x0, curve->x[i]);
      y0 = MIN (y0, curve->y[i]);
      x1 = MAX (x1, curve->x[i]);
      y1 = MAX (y1, curve->y[i]);
    }
  *bounds = (WeftBox) { x0, y0, x1 - x0, y1 - y0 };
}

/* Whether it runs straight from end to end, to a hundredth of a unit. */
gboolean
weft_curve_is_line (const WeftCurve *curve)
{
  for (guint i = 1; i < 3; i++)
    if (fabs (curve->x[i] - (curve->x[0] * (3 - i) + curve->x[3] * i) / 3) > 0.01
        || fabs (curve->y[i] - (curve->y[0] * (3 - i) + curve->y[3] * i) / 3) > 0.01)
      return FALSE;
  return TRUE;
}

void
weft_scene_route (WeftScene *self)
{
  g_autofree End *ends = g_new (End, 2 * MAX (self->n_wires, 1));
  g_autofree guint *places = g_new (guint, 2 * MAX (self->n_wires, 1));
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = 2 * self->n_wires;

  self->is_straight = self->n_wires > MOST_CURVES;
  self->curves = g_new (WeftCurve, MAX (self->n_wires, 1));
  for (guint i = 0; i < self->n_wires; i++)
    {
      End *from = &ends[2 * i], *to = &ends[2 * i + 1];

      *from = (End) { .node = self->wires[i].from_node, .wire = i };
      *to = (End) { .node = self->wires[i].to_node, .wire = i, .is_to = TRUE };
      choose_sides (self, i, found, &from->side, &to->side);
      from->key = key_of (self, from);
      to->key = key_of (self, to);
    }
  qsort (ends, n, sizeof *ends, compare_ends_cb);
  spread_ends (self, ends, n);
  for (guint i = 0; i < n; i++)
    places[2 * ends[i].wire + ends[i].is_to] = i;
  for (guint i = 0; i < self->n_wires; i++)
    bend (self, &ends[places[2 * i]], &ends[places[2 * i + 1]], &self->curves[i]);
}
