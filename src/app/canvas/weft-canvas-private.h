/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind the canvas, for the files that make it up: drawing, input, actions. */
#pragma once

#include "app/canvas/weft-canvas-picture.h"
#include "app/canvas/weft-canvas.h"

G_BEGIN_DECLS

enum
{
  WEFT_CANVAS_PAN,
  WEFT_CANVAS_CONNECT,
  WEFT_CANVAS_WIRE,
  WEFT_CANVAS_MOVE,
  WEFT_CANVAS_BAND,
  WEFT_CANVAS_N_TOOLS,
};

struct _WeftCanvas
{
  GtkWidget parent_instance;

  WeftStage *stage;
  WeftCanvasView *view;
  WeftCanvasPicture *picture;
  WeftPalette palette;
  char *font;
  gboolean has_palette;
  gboolean fits; /* the next size shows everything */
  WeftSceneView fitted; /* what the last fit came to; its zoom is 0 before there was one */

  WeftTool *tools[WEFT_CANVAS_N_TOOLS];
  WeftTool *tool; /* the one at work */
  WeftToolKind kind;
  WeftToolPoint point; /* where the pointer is */
  gboolean has_pointer;
  gboolean space;      /* the key is held */
  int hover_node;
  int hover_wire;
  guint scroll_tick;
  double pinch_zoom;   /* at the beginning of a pinch */

  gint64 moved_us;     /* when the view moved last */
  guint rest_timeout;
  guint8 *selected_nodes;
  guint8 *selected_wires;

  GtkWidget *menu;
};

/* input */
void weft_canvas_init_input      (WeftCanvas *self);
void weft_canvas_cancel_tool     (WeftCanvas *self);
void weft_canvas_update_hover    (WeftCanvas *self);
void weft_canvas_make_tools      (WeftCanvas *self);
/* tip */
gboolean weft_canvas_query_tip_cb (WeftCanvas *self,
                                   int         x,
                                   int         y,
                                   gboolean    keyboard,
                                   GtkTooltip *tooltip);
/* actions */
void weft_canvas_install_actions (GtkWidgetClass *widget_class);
void weft_canvas_update_actions  (WeftCanvas *self);
void weft_canvas_open_menu       (WeftCanvas *self,
                                  double      x_px,
                                  double      y_px);
gboolean weft_canvas_open_focus  (WeftCanvas *self);
/* What is below a factor's zoom: into the item under the pointer, or up a level. */
void weft_canvas_zoom_by         (WeftCanvas *self,
                                  double      factor,
                                  double      x_px,
                                  double      y_px);

G_END_DECLS
