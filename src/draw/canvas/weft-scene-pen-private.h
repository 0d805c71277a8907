/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the painters of a scene share: the view as a pen, words that are kept, icons and boxes. */
#pragma once

#include "draw/canvas/weft-scene-private.h"

G_BEGIN_DECLS

/* From here on boxes are drawn in full, and below, from there on, with outlines. */
#define WEFT_ZOOM_FULL 0.4
#define WEFT_ZOOM_PLAIN 0.15
/* From here on wires have labels. */
#define WEFT_ZOOM_LABELS 0.7
/* Smaller text is not drawn. */
#define WEFT_LEAST_TEXT 7.0

/* A picture's pixel is world · zoom + (tx, ty), which lies on whole pixels of the device. */
typedef struct
{
  WeftScene *scene;
  cairo_t *cr;
  const WeftPalette *palette;
  double zoom;
  double tx, ty;
  double width, height;
  double scale; /* device pixels of a pixel */
  gboolean is_vector;
  guint colours; /* a hash of the palette's */
  WeftBox world; /* what is to be seen */
} WeftScenePen;

typedef enum
{
  WEFT_LABEL_START, /* left, or right in a language that runs from right to left */
  WEFT_LABEL_MIDDLE,
} WeftLabelAlign;

typedef struct
{
  double size;
  gboolean is_bold;
  WeftLabelAlign align;
  gboolean is_whole; /* drawn only when all of it fits */
} WeftLabelStyle;

void     weft_scene_pen_init   (WeftScenePen        *self,
                                WeftScene           *scene,
                                cairo_t             *cr,
                                const WeftSceneView *view,
                                const WeftPalette   *palette);
/* A box in the picture, its edges on pixels of the device. */
WeftBox  weft_scene_pen_box    (const WeftScenePen  *self,
                                const WeftBox       *box);
double   weft_scene_pen_round  (const WeftScenePen  *self,
                                double               value);
gboolean weft_scene_pen_sees   (const WeftScenePen  *self,
                                const WeftBox       *box);

/* @part of @colour in the palette's card. */
WeftColour weft_scene_tint     (const WeftPalette   *palette,
                                const WeftColour    *colour,
                                double               part);
WeftColour weft_scene_fill     (const WeftPalette   *palette,
                                WeftSceneKind        kind);
WeftColour weft_scene_spot      (const WeftPalette   *palette,
                                WeftSceneKind        kind);
WeftColour weft_scene_border   (const WeftPalette   *palette,
                                WeftSceneKind        kind);

/* One line in the middle of @box's height; FALSE when nothing was drawn. Units are those of @cr,
 * whose pixels are @zoom a unit. Layouts are kept from picture to picture. */
gboolean weft_scene_label      (cairo_t              *cr,
                                const WeftPalette    *palette,
                                const WeftLabelStyle *style,
                                const char           *text,
                                const WeftBox        *box,
                                const WeftColour     *colour);
double   weft_scene_label_width (const WeftPalette    *palette,
                                 const WeftLabelStyle *style,
                                 const char           *text);

/* The sign of a kind in a box of @size at @x, @y. */
void     weft_scene_icon       (cairo_t             *cr,
                                WeftSceneKind        kind,
                                double               x,
                                double               y,
                                double               size,
                                const WeftColour    *colour);
/* 1 info, 2 warning, 3 error: tellable without colour. */
void     weft_scene_sign       (cairo_t             *cr,
                                guint                severity,
                                double               x,
                                double               y,
                                double               size,
                                const WeftPalette   *palette);
const WeftColour *weft_scene_severity (const WeftPalette *palette,
                                       guint              severity);

/* The box of a node, moved by @dx, @dy in world units, as the zoom has it. */
void     weft_scene_paint_box   (const WeftScenePen *self,
                                 guint               node,
                                 double              dx,
                                 double              dy);
void     weft_scene_paint_badge (const WeftScenePen *self,
                                 guint               node);
void     weft_scene_paint_boxes (const WeftScenePen *self,
                                 const GArray       *nodes);
/* Boxes as spots, of their kinds' colours or all of one (nullable). */
void     weft_scene_paint_spots (const WeftScenePen *self,
                                 const GArray       *nodes,
                                 const WeftColour   *colour);
void     weft_scene_paint_preview (const WeftScenePen     *self,
                                   const WeftScenePreview *preview,
                                   const WeftBox          *area,
                                   double                  zoom);
void     weft_scene_paint_wires (const WeftScenePen *self);
/* Many wires as thin lines. */
void     weft_scene_mask_wires (const WeftScenePen *self,
                                const GArray       *wires,
                                const WeftColour   *colour,
                                double              alpha);
/* The wire's own label in its middle. */
void     weft_scene_mark_guides (const WeftScenePen *self, const WeftSceneMarks *marks);
void     weft_scene_mark_rubber_band (const WeftScenePen *self, const WeftSceneMarks *marks);
void     weft_scene_paint_wire_labels (const WeftScenePen *self);
void     weft_scene_paint_wire_label (const WeftScenePen *self,
                                      guint               wire);
double   weft_scene_wire_width  (const WeftScenePen *self,
                                 guint               wire);
/* The path of a curve in the picture; FALSE when none of it is to be seen. */
gboolean weft_scene_trace       (const WeftScenePen *self,
                                 const WeftCurve    *curve);
/* Whether any of a curve is in @area (world units). */
gboolean weft_curve_touches     (const WeftCurve    *curve,
                                 const WeftBox      *area);
/* The part of a line that is in a box; FALSE when there is none. */
gboolean weft_clip_line         (const WeftBox      *area,
                                 double             *x0,
                                 double             *y0,
                                 double             *x1,
                                 double             *y1);

G_END_DECLS
