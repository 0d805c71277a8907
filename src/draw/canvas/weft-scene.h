/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One definition of a graph as boxes and wires on a canvas: where everything stands, what lies
 * under a point or in an area, and how it is painted. Immutable after it is built, except for what
 * its painting keeps, so one thread paints. World units are pixels at 100 %. */
#pragma once

#include "catalog/weft-catalog.h"
#include "design/graph/weft-graph.h"
#include "draw/weft-paint.h"

G_BEGIN_DECLS

#define WEFT_CANVAS_GRID 8

/**
 * WeftSceneNode: (skip)
 * @box: its place
 * @is_placed: whether a person put it there
 * @kind: what it is
 * @count: how many it stands for
 * @title: its name
 * @subtitle: facts of one of them: "72 chips · 120 kW"; "" when nothing is known
 *
 * The box of the item with the same index.
 */
typedef struct
{
  WeftBox box;
  gboolean is_placed;
  WeftSceneKind kind;
  double count;
  char *title;
  char *subtitle;
} WeftSceneNode;

/**
 * WeftSceneWire: (skip)
 * @link: index of the link
 * @to: which of its ends
 * @from_node: where it begins; a generator's second tier begins at its first
 * @to_node: where it ends
 * @channels: parallel cables, as the link says
 * @label: "864 × dr8-800g"
 */
typedef struct
{
  guint link;
  guint to;
  guint from_node;
  guint to_node;
  double channels;
  char *label;
} WeftSceneWire;

typedef struct _WeftScene WeftScene;

#define WEFT_TYPE_SCENE (weft_scene_get_type ())
WEFT_API GType                weft_scene_get_type   (void) G_GNUC_CONST;

/* (transfer full). @catalog (nullable) tells kinds and facts. Items that have the same id in
 * @before (nullable) and no place of their own stay where they are. */
WEFT_API WeftScene           *weft_scene_new        (WeftGraph       *graph,
                                                     guint            definition,
                                                     WeftCatalog     *catalog,
                                                     WeftScene       *before);
WEFT_API WeftScene           *weft_scene_ref        (WeftScene       *self);
WEFT_API void                 weft_scene_unref      (WeftScene       *self);

WEFT_API guint                weft_scene_n_nodes    (WeftScene       *self);
WEFT_API guint                weft_scene_n_wires    (WeftScene       *self);
WEFT_API const WeftSceneNode *weft_scene_node       (WeftScene       *self,
                                                     guint            index);
WEFT_API const WeftSceneWire *weft_scene_wire       (WeftScene       *self,
                                                     guint            index);
/* Empty when there are no nodes. */
WEFT_API void                 weft_scene_get_bounds (WeftScene       *self,
                                                     WeftBox         *bounds);
/* -1 when there is none of that name. */
WEFT_API int                  weft_scene_find_item  (WeftScene       *self,
                                                     const char      *id);

/* Appends the nodes that touch @area to @nodes (guint, ascending). */
WEFT_API void                 weft_scene_nodes_in   (WeftScene       *self,
                                                     const WeftBox   *area,
                                                     GArray          *nodes);
/* The topmost one, or -1. */
WEFT_API int                  weft_scene_node_at    (WeftScene       *self,
                                                     double           x,
                                                     double           y);
/* The nearest one not farther than @tolerance, or -1. */
WEFT_API int                  weft_scene_wire_at    (WeftScene       *self,
                                                     double           x,
                                                     double           y,
                                                     double           tolerance);

/* Where a wire may be drawn from. @end is what a link names ("tray:net"). */
WEFT_API guint                weft_scene_n_sockets  (WeftScene       *self,
                                                     guint            node);
WEFT_API void                 weft_scene_socket     (WeftScene       *self,
                                                     guint            node,
                                                     guint            index,
                                                     double          *x,
                                                     double          *y,
                                                     const char     **end,
                                                     const char     **title);
WEFT_API int                  weft_scene_socket_at  (WeftScene       *self,
                                                     guint            node,
                                                     double           x,
                                                     double           y,
                                                     double           tolerance);

/**
 * WeftSceneView: (skip)
 * @x: world at the left of the picture
 * @y: world at its top
 * @zoom: pixels of a world unit
 * @width: of the picture, in pixels
 * @height: of the picture, in pixels
 */
typedef struct
{
  double x, y;
  double zoom;
  double width, height;
} WeftSceneView;

/**
 * WeftSceneMarks: (skip)
 * @selected_nodes: (nullable): one byte for each node
 * @selected_wires: (nullable): one byte for each wire
 * @hover_node: under the pointer, or -1
 * @hover_wire: under the pointer, or -1
 * @focus_node: the one that the keyboard moves, or -1
 * @shows_focus: whether the focus is to be seen
 * @node_severity: (nullable): of each node: 0 none, 1 info, 2 warning, 3 error
 * @wire_severity: (nullable): of each wire
 * @targets: (nullable): nodes that a wire may end at, while one is drawn
 * @drag_dx: selected nodes are shown moved by this, in world units
 * @drag_dy: the same
 * @rubber_band: (nullable): in world units
 * @shows_wire: whether a wire is being drawn
 * @wire_x0: its beginning
 * @wire_y0: its beginning
 * @wire_x1: its end
 * @wire_y1: its end
 * @wire_is_legal: whether it may end there
 * @guides: (nullable): snap guides, x0 y0 x1 y1 each
 * @n_guides: how many
 *
 * What lies over a scene.
 */
typedef struct
{
  const guint8 *selected_nodes;
  const guint8 *selected_wires;
  int hover_node, hover_wire, focus_node;
  gboolean shows_focus;
  const guint8 *node_severity;
  const guint8 *wire_severity;
  const guint8 *targets;
  double drag_dx, drag_dy;
  const WeftBox *rubber_band;
  gboolean shows_wire;
  double wire_x0, wire_y0, wire_x1, wire_y1;
  gboolean wire_is_legal;
  const double *guides;
  guint n_guides;
} WeftSceneMarks;

/* Background dots, wires and boxes: what may be kept in a texture. */
WEFT_API void weft_scene_paint       (WeftScene            *self,
                                      cairo_t              *cr,
                                      const WeftSceneView  *view,
                                      const WeftPalette    *palette);
/* What changes with the pointer; redraws what is selected or under it on top. */
WEFT_API void weft_scene_paint_marks (WeftScene            *self,
                                      cairo_t              *cr,
                                      const WeftSceneView  *view,
                                      const WeftSceneMarks *marks,
                                      const WeftPalette    *palette);
/* All of it in a small picture. */
WEFT_API void weft_scene_paint_map  (WeftScene            *self,
                                      cairo_t              *cr,
                                      double                width,
                                      double                height,
                                      const WeftPalette    *palette);
/* A frame in that picture around what @view shows. */
WEFT_API void weft_scene_paint_map_frame (WeftScene           *self,
                                          cairo_t             *cr,
                                          double               width,
                                          double               height,
                                          const WeftSceneView *view,
                                          const WeftPalette   *palette);
/* The place of a pixel of that picture. */
WEFT_API void weft_scene_map_to_world (WeftScene           *self,
                                       double               width,
                                       double               height,
                                       double               x_px,
                                       double               y_px,
                                       double              *x,
                                       double              *y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftScene, weft_scene_unref)

G_END_DECLS
