/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies over a scene and changes with the pointer: selection, hover, focus, findings, the wire
 * that is being drawn, and what is dragged. */
#include "draw/canvas/weft-scene-pen-private.h"

#include <math.h>

/* More boxes than this are dragged as outlines. */
#define MOST_GHOSTS 150
#define MOST_GHOST_WIRES 400
/* More wires than this are marked as a crowd. */
#define MOST_WIRES 60
#define SIGN 16.0

typedef struct
{
  WeftScenePen pen;
  const WeftSceneMarks *marks;
  GArray *nodes; /* to be seen */
  GArray *wires;
} Over;

static gboolean
is_dragging (const Over *self)
{
  return self->marks->selected_nodes != NULL
         && (self->marks->drag_dx != 0 || self->marks->drag_dy != 0);
}

static gboolean
is_selected (const Over *self, guint node)
{
  return self->marks->selected_nodes != NULL && self->marks->selected_nodes[node];
}

static double
radius_of (const Over *self)
{
  return self->pen.zoom >= WEFT_ZOOM_FULL ? MIN (9 * self->pen.zoom, 14) : 1.5;
}

/* A ring around a node, @out pixels from its edge. */
static void
add_ring (const Over *self, guint node, double out)
{
  WeftBox box = weft_scene_pen_box (&self->pen, &self->pen.scene->nodes[node].box);
  WeftBox ring = { box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out };

  weft_paint_rounded_path (self->pen.cr, &ring, radius_of (self) + MAX (out, 0), WEFT_CORNERS_ALL);
}

static void
stroke_ring (const Over *self, guint node, double out, double line, const WeftColour *colour,
             double alpha)
{
  add_ring (self, node, out);
  weft_paint_source (self->pen.cr, colour, alpha);
  cairo_set_line_width (self->pen.cr, line);
  cairo_stroke (self->pen.cr);
}

static void
stroke_wire (const Over *self, guint wire, const WeftColour *colour, double more, double alpha)
{
  if (!weft_scene_trace (&self->pen, &self->pen.scene->curves[wire]))
    return;
  weft_paint_source (self->pen.cr, colour, alpha);
  cairo_set_line_width (self->pen.cr, weft_scene_wire_width (&self->pen, wire) + more);
  cairo_stroke (self->pen.cr);
}

/* Boxes that wires ran over while these were marked are drawn once more. */
static void
lift_ends (const Over *self, guint wire)
{
  weft_scene_paint_box (&self->pen, self->pen.scene->wires[wire].from_node, 0, 0);
  weft_scene_paint_box (&self->pen, self->pen.scene->wires[wire].to_node, 0, 0);
}

static gboolean
is_wire_picked (const Over *self, guint wire)
{
  return self->marks->selected_wires != NULL && self->marks->selected_wires[wire];
}

static guint
wire_severity (const Over *self, guint wire)
{
  return self->marks->wire_severity != NULL ? self->marks->wire_severity[wire] : 0;
}

/* A wire on top of its neighbours, its ends under their boxes. */
static void
mark_wire (const Over *self, guint wire)
{
  const WeftPalette *palette = self->pen.palette;
  guint severity = wire_severity (self, wire);
  gboolean is_picked = is_wire_picked (self, wire);
  gboolean is_lit = is_picked || (int) wire == self->marks->hover_wire;

  if (severity >= 2)
    stroke_wire (self, wire, weft_scene_severity (palette, severity), 0.75, 1);
  if (is_lit)
    {
      stroke_wire (self, wire, &palette->accent, 6, 0.18);
      stroke_wire (self, wire, &palette->accent, is_picked ? 1.25 : 0.5, 1);
    }
  lift_ends (self, wire);
}

/* Labels that marked wires ran over, and those of the wires that are picked or pointed at. */
static void
lift_labels (const Over *self, const GArray *marked)
{
  weft_scene_paint_wire_labels (&self->pen);
  for (guint i = 0; i < marked->len; i++)
    {
      guint wire = g_array_index (marked, guint, i);

      if (is_wire_picked (self, wire) || (int) wire == self->marks->hover_wire)
        weft_scene_paint_wire_label (&self->pen, wire);
    }
}

/* Crowds of one sort; the boxes that they run over are drawn once more. */
static void
mark_crowd (const Over *self, const GArray *wires, const WeftColour *colour)
{
  if (wires->len > 0)
    weft_scene_mask_wires (&self->pen, wires, colour, 1);
}

static void
mark_many_wires (const Over *self, const GArray *marked)
{
  g_autoptr (GArray) picked = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) doubtful = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) wrong = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < marked->len; i++)
    {
      guint wire = g_array_index (marked, guint, i);
      guint severity = wire_severity (self, wire);

      if (is_wire_picked (self, wire) || severity < 2)
        g_array_append_val (picked, wire);
      else
        g_array_append_val (severity == 2 ? doubtful : wrong, wire);
    }
  mark_crowd (self, doubtful, &self->pen.palette->warning);
  mark_crowd (self, wrong, &self->pen.palette->error);
  mark_crowd (self, picked, &self->pen.palette->accent);
  weft_scene_paint_boxes (&self->pen, self->nodes);
}

static void
mark_wires (const Over *self)
{
  g_autoptr (GArray) marked = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->wires->len; i++)
    {
      guint wire = g_array_index (self->wires, guint, i);

      if (is_wire_picked (self, wire) || wire_severity (self, wire) >= 2
          || (int) wire == self->marks->hover_wire)
        g_array_append_val (marked, wire);
    }
  if (marked->len > MOST_WIRES || (marked->len > 1 && self->pen.zoom < WEFT_ZOOM_PLAIN))
    mark_many_wires (self, marked);
  else if (marked->len > 0)
    {
      for (guint i = 0; i < marked->len; i++)
        mark_wire (self, g_array_index (marked, guint, i));
      lift_labels (self, marked);
    }
}

/* Of signs that would lie over one another one is enough. */
static gboolean
is_near_sign (const GArray *signs, double x, double y)
{
  for (guint i = 0; i < signs->len; i++)
    if (hypot (g_array_index (signs, WeftBox, i).x - x, g_array_index (signs, WeftBox, i).y - y)
        < 2 * SIGN)
      return TRUE;
  return FALSE;
}

/* Where along a wire its sign stands, so that the label has room. */
static void
find_sign_place (const Over *self, guint wire, double *x, double *y)
{
  const WeftScene *scene = self->pen.scene;
  gboolean is_loop = scene->wires[wire].from_node == scene->wires[wire].to_node;

  weft_curve_point (&scene->curves[wire], is_loop ? 0.75 : 0.25, x, y);
  *x = *x * self->pen.zoom + self->pen.tx - SIGN / 2;
  *y = *y * self->pen.zoom + self->pen.ty - SIGN / 2;
}

/* Findings of a wire as a sign on it, beside its label. */
static void
sign_wires (const Over *self)
{
  const guint8 *severities = self->marks->wire_severity;
  g_autoptr (GArray) signs = g_array_new (FALSE, FALSE, sizeof (WeftBox));

  for (guint i = 0; severities != NULL && self->pen.zoom >= 0.3 && i < self->wires->len; i++)
    {
      guint wire = g_array_index (self->wires, guint, i);
      WeftBox sign = { 0, 0, SIGN, SIGN };

      if (severities[wire] < 2)
        continue;
      find_sign_place (self, wire, &sign.x, &sign.y);
      if (severities[wire] == 2 && is_near_sign (signs, sign.x, sign.y))
        continue;
      weft_scene_sign (self->pen.cr, severities[wire], sign.x, sign.y, SIGN, self->pen.palette);
      if (signs->len < MOST_WIRES)
        g_array_append_val (signs, sign);
    }
}

/* One outline around each of many nodes. */
static void
outline_all (const Over *self, const GArray *nodes, double out, double line,
             const WeftColour *colour, double alpha)
{
  /* Small boxes are no more than their outlines. */
  if (self->pen.zoom < WEFT_ZOOM_PLAIN)
    {
      if (alpha == 1)
        weft_scene_paint_spots (&self->pen, nodes, colour);
      return;
    }
  cairo_new_path (self->pen.cr);
  for (guint i = 0; i < nodes->len; i++)
    {
      guint node = g_array_index (nodes, guint, i);
      WeftBox box;

      if (self->pen.zoom >= WEFT_ZOOM_FULL)
        {
          add_ring (self, node, out);
          continue;
        }
      box = weft_scene_pen_box (&self->pen, &self->pen.scene->nodes[node].box);
      cairo_rectangle (self->pen.cr, box.x - out, box.y - out, box.w + 2 * out, box.h + 2 * out);
    }
  weft_paint_source (self->pen.cr, colour, alpha);
  cairo_set_line_width (self->pen.cr, line);
  cairo_stroke (self->pen.cr);
}

/* Outlines run through the badges that reach out of their boxes. */
static void
lift_badges (const Over *self, const GArray *nodes)
{
  for (guint i = 0; i < nodes->len && i < MOST_GHOSTS; i++)
    weft_scene_paint_badge (&self->pen, g_array_index (nodes, guint, i));
}

static guint
node_severity (const Over *self, guint node)
{
  return self->marks->node_severity != NULL ? self->marks->node_severity[node] : 0;
}

/* The sign of a finding, at the corner where no badge is. */
static void
sign_node (const Over *self, guint node)
{
  WeftBox box = weft_scene_pen_box (&self->pen, &self->pen.scene->nodes[node].box);
  double size = self->pen.zoom >= 0.3 ? SIGN : 12;
  double x = self->pen.palette->right_to_left ? weft_box_right (&box) - size * 0.5
                                              : box.x - size * 0.5;

  if (box.w >= 14)
    weft_scene_sign (self->pen.cr, node_severity (self, node), x, box.y - size * 0.5, size,
                     self->pen.palette);
}

static void
mark_findings (const Over *self)
{
  for (guint severity = 2; severity <= 3; severity++)
    {
      g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));

      for (guint i = 0; i < self->nodes->len; i++)
        if (MIN (node_severity (self, g_array_index (self->nodes, guint, i)), 3u) == severity)
          g_array_append_val (found, g_array_index (self->nodes, guint, i));
      outline_all (self, found, 0, 2, weft_scene_severity (self->pen.palette, severity), 1);
      lift_badges (self, found);
    }
  for (guint i = 0; self->marks->node_severity != NULL && i < self->nodes->len; i++)
    if (node_severity (self, g_array_index (self->nodes, guint, i)) > 0)
      sign_node (self, g_array_index (self->nodes, guint, i));
}

static void
mark_hover (const Over *self)
{
  int node = self->marks->hover_node;

  if (node < 0 || (guint) node >= self->pen.scene->n_nodes || is_selected (self, node))
    return;
  add_ring (self, node, 0);
  weft_paint_source (self->pen.cr, &self->pen.palette->accent, 0.06);
  cairo_fill (self->pen.cr);
  stroke_ring (self, node, 0, 1.5, &self->pen.palette->accent, 0.65);
  weft_scene_paint_badge (&self->pen, node);
}

static void
mark_selection (const Over *self)
{
  g_autoptr (GArray) selected = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; !is_dragging (self) && i < self->nodes->len; i++)
    if (is_selected (self, g_array_index (self->nodes, guint, i)))
      g_array_append_val (selected, g_array_index (self->nodes, guint, i));
  outline_all (self, selected, 1.5, 5, &self->pen.palette->accent, 0.22);
  outline_all (self, selected, 0, 2, &self->pen.palette->accent, 1);
  lift_badges (self, selected);
}

/* Two dashed lines, one in the colour of the text: seen on any ground and beside a selection. */
static void
mark_focus (const Over *self)
{
  const double dashes[] = { 4, 3 };
  int node = self->marks->focus_node;

  if (!self->marks->shows_focus || node < 0 || (guint) node >= self->pen.scene->n_nodes)
    return;
  cairo_save (self->pen.cr);
  cairo_set_dash (self->pen.cr, dashes, G_N_ELEMENTS (dashes), 0);
  stroke_ring (self, node, 4, 1.5, &self->pen.palette->text, 1);
  stroke_ring (self, node, 6.5, 1.5, &self->pen.palette->accent, 1);
  cairo_restore (self->pen.cr);
  weft_scene_paint_badge (&self->pen, node);
}

/* While a wire is drawn: all is dimmed but where it may end. */
static void
mark_targets (const Over *self)
{
  const WeftPalette *palette = self->pen.palette;
  const WeftColour *ground = palette->background.a > 0 ? &palette->background : &palette->card;
  g_autoptr (GArray) lit = g_array_new (FALSE, FALSE, sizeof (guint));

  if (self->marks->targets == NULL)
    return;
  for (guint i = 0; i < self->nodes->len; i++)
    if (self->marks->targets[g_array_index (self->nodes, guint, i)])
      g_array_append_val (lit, g_array_index (self->nodes, guint, i));
  weft_paint_source (self->pen.cr, ground, 0.62);
  cairo_rectangle (self->pen.cr, 0, 0, self->pen.width, self->pen.height);
  cairo_fill (self->pen.cr);
  outline_all (self, lit, 2.5, 5, &palette->accent, 0.25);
  weft_scene_paint_boxes (&self->pen, lit);
  outline_all (self, lit, 0, 1.5, &palette->accent, 1);
}

static void
paint_socket (const Over *self, double x, double y)
{
  double px = x * self->pen.zoom + self->pen.tx, py = y * self->pen.zoom + self->pen.ty;
  double r = CLAMP (4.5 * self->pen.zoom, 3, 6);

  cairo_new_path (self->pen.cr);
  cairo_arc (self->pen.cr, px, py, r, 0, 2 * G_PI);
  cairo_close_path (self->pen.cr);
  weft_paint_source (self->pen.cr, &self->pen.palette->card, 1);
  cairo_fill_preserve (self->pen.cr);
  weft_paint_source (self->pen.cr, &self->pen.palette->accent, 1);
  cairo_set_line_width (self->pen.cr, 1.75);
  cairo_stroke (self->pen.cr);
}

/* The sockets of a box under the pointer, as far as there is room for them. */
static void
mark_sockets (const Over *self, int node)
{
  guint n;

  if (node < 0 || (guint) node >= self->pen.scene->n_nodes || self->pen.zoom < WEFT_ZOOM_FULL)
    return;
  n = weft_scene_n_sockets (self->pen.scene, node);
  if (n == 0 || self->pen.scene->nodes[node].box.w * self->pen.zoom / (n + 1) < 6)
    return;
  for (guint i = 0; i < n; i++)
    {
      double x, y;

      weft_scene_socket_place (self->pen.scene, node, i, &x, &y);
      paint_socket (self, x, y);
    }
}

/* The wires of what is dragged, with their dragged ends moved. */
static void
drag_wires (const Over *self)
{
  const WeftScene *scene = self->pen.scene;
  guint drawn = 0;

  for (guint i = 0; i < scene->n_wires && drawn < MOST_GHOST_WIRES; i++)
    {
      gboolean from = is_selected (self, scene->wires[i].from_node);
      gboolean to = is_selected (self, scene->wires[i].to_node);
      WeftCurve curve = scene->curves[i];

      if (!from && !to)
        continue;
      for (guint j = 0; j < 4; j++)
        if (j < 2 ? from : to)
          {
            curve.x[j] += self->marks->drag_dx;
            curve.y[j] += self->marks->drag_dy;
          }
      drawn++;
      if (!weft_scene_trace (&self->pen, &curve))
        continue;
      weft_paint_source (self->pen.cr, &self->pen.palette->accent, 0.75);
      cairo_set_line_width (self->pen.cr, weft_scene_wire_width (&self->pen, i));
      cairo_stroke (self->pen.cr);
    }
}

/* Where the dragged boxes were. */
static void
fade_origin (const Over *self, guint node)
{
  const double dashes[] = { 4, 4 };

  add_ring (self, node, 0);
  weft_paint_source (self->pen.cr, &self->pen.palette->card, 0.72);
  cairo_fill (self->pen.cr);
  cairo_save (self->pen.cr);
  cairo_set_dash (self->pen.cr, dashes, G_N_ELEMENTS (dashes), 0);
  stroke_ring (self, node, -0.5, 1, &self->pen.palette->wire, 1);
  cairo_restore (self->pen.cr);
}

static void
drag_nodes (const Over *self)
{
  const WeftScene *scene = self->pen.scene;
  double dx = self->marks->drag_dx, dy = self->marks->drag_dy;
  g_autoptr (GArray) outlines = g_array_new (FALSE, FALSE, sizeof (WeftBox));
  guint n = 0, faded = 0;

  for (guint i = 0; i < self->nodes->len && faded < MOST_GHOSTS; i++)
    if (is_selected (self, g_array_index (self->nodes, guint, i)) && ++faded > 0)
      fade_origin (self, g_array_index (self->nodes, guint, i));
  drag_wires (self);
  for (guint i = 0; i < scene->n_nodes; i++)
    {
      WeftBox moved = scene->nodes[i].box;

      if (!is_selected (self, i))
        continue;
      moved.x += dx;
      moved.y += dy;
      if (!weft_scene_pen_sees (&self->pen, &moved))
        continue;
      if (n++ < MOST_GHOSTS)
        weft_scene_paint_box (&self->pen, i, dx, dy);
      g_array_append_val (outlines, moved);
    }
  cairo_new_path (self->pen.cr);
  for (guint i = 0; i < outlines->len; i++)
    {
      WeftBox box = weft_scene_pen_box (&self->pen, &g_array_index (outlines, WeftBox, i));

      if (self->pen.zoom >= WEFT_ZOOM_FULL)
        weft_paint_rounded_path (self->pen.cr, &box, radius_of (self), WEFT_CORNERS_ALL);
      else
        cairo_rectangle (self->pen.cr, box.x, box.y, box.w, box.h);
    }
  /* One batch: it may be thousands. */
  weft_paint_source (self->pen.cr, &self->pen.palette->accent, 1);
  cairo_set_line_width (self->pen.cr, 2);
  cairo_stroke (self->pen.cr);
}

/* The wire that is being drawn: whole and in the accent when it may end here, else dashed, with a
 * stop sign. */
static void
mark_new_wire (const Over *self)
{
  const WeftSceneMarks *marks = self->marks;
  const WeftPalette *palette = self->pen.palette;
  const WeftColour *colour = marks->wire_is_legal ? &palette->accent : &palette->error;
  const double dashes[] = { 6, 4 };
  double dy = marks->wire_y1 - marks->wire_y0;
  WeftCurve curve = { { marks->wire_x0, marks->wire_x0, marks->wire_x1, marks->wire_x1 },
                      { marks->wire_y0, marks->wire_y0 + dy * 0.5, marks->wire_y1 - dy * 0.5,
                        marks->wire_y1 } };

  if (!marks->shows_wire || !weft_scene_trace (&self->pen, &curve))
    return;
  cairo_save (self->pen.cr);
  if (!marks->wire_is_legal)
    cairo_set_dash (self->pen.cr, dashes, G_N_ELEMENTS (dashes), 0);
  weft_paint_source (self->pen.cr, colour, 1);
  cairo_set_line_width (self->pen.cr, 2.5);
  cairo_stroke (self->pen.cr);
  cairo_restore (self->pen.cr);
  paint_socket (self, marks->wire_x0, marks->wire_y0);
  if (marks->wire_is_legal)
    paint_socket (self, marks->wire_x1, marks->wire_y1);
  else
    weft_paint_stop_icon (self->pen.cr, marks->wire_x1 * self->pen.zoom + self->pen.tx + 10,
                          marks->wire_y1 * self->pen.zoom + self->pen.ty + 10, 16, colour);
}

static gboolean
needs_wires (const WeftSceneMarks *marks)
{
  return marks->selected_wires != NULL || marks->wire_severity != NULL || marks->hover_wire >= 0;
}

/**
 * weft_scene_paint_marks: (skip)
 * @self: a scene
 * @cr: where to draw
 * @view: what is to be seen
 * @marks: what to mark
 * @palette: colours and text
 *
 * Draws what lies over the picture of a scene.
 */
void
weft_scene_paint_marks (WeftScene *self, cairo_t *cr, const WeftSceneView *view,
                        const WeftSceneMarks *marks, const WeftPalette *palette)
{
  Over over = { .marks = marks };

  g_return_if_fail (self != NULL);
  g_return_if_fail (cr != NULL);
  g_return_if_fail (marks != NULL);

  over.nodes = g_array_new (FALSE, FALSE, sizeof (guint));
  over.wires = g_array_new (FALSE, FALSE, sizeof (guint));
  weft_scene_pen_init (&over.pen, self, cr, view, palette);
  weft_scene_nodes_in (self, &over.pen.world, over.nodes);
  if (needs_wires (marks))
    weft_scene_index_query (self->wire_index, &over.pen.world, over.wires);
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_rectangle (cr, 0, 0, over.pen.width, over.pen.height);
  cairo_clip (cr);
  mark_targets (&over);
  mark_wires (&over);
  if (is_dragging (&over))
    drag_nodes (&over);
  mark_selection (&over);
  mark_findings (&over);
  mark_hover (&over);
  sign_wires (&over);
  mark_focus (&over);
  mark_sockets (&over, marks->hover_node);
  weft_scene_mark_guides (&over.pen, marks);
  weft_scene_mark_rubber_band (&over.pen, marks);
  mark_new_wire (&over);
  cairo_restore (cr);
  g_array_unref (over.nodes);
  g_array_unref (over.wires);
}
