/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One gesture of the canvas: from a press to a release, in world coordinates. A tool says what it
 * would do as marks and does it as one step of the history when the button is let go. */
#pragma once

#include "app/canvas/weft-canvas-view.h"
#include "app/canvas/weft-stage.h"

G_BEGIN_DECLS

/* How near to a wire, a socket or an end counts as on it. */
#define WEFT_TOOL_REACH_PX 8
/* Less than this is a click. */
#define WEFT_TOOL_THRESHOLD_PX 4

typedef struct
{
  double x, y;       /* world */
  double x_px, y_px; /* widget */
  guint button;
  GdkModifierType modifiers;
} WeftToolPoint;

#define WEFT_TYPE_TOOL (weft_tool_get_type ())
G_DECLARE_DERIVABLE_TYPE (WeftTool, weft_tool, WEFT, TOOL, GObject)

struct _WeftToolClass
{
  GObjectClass parent_class;

  const char *cursor;   /* while it works; CSS name */
  gboolean scrolls;     /* whether the view follows the pointer over its edge */
  /* TRUE when the gesture is this tool's; then motion, and release or cancel follow. When the level
   * changes under the gesture, cancel alone follows. */
  gboolean (*press)   (WeftTool *self, const WeftToolPoint *point);
  void     (*motion)  (WeftTool *self, const WeftToolPoint *point);
  void     (*release) (WeftTool *self, const WeftToolPoint *point);
  void     (*cancel)  (WeftTool *self);
  void     (*mark)    (WeftTool *self, WeftSceneMarks *marks);
};

WeftStage      *weft_tool_get_stage (WeftTool            *self);
WeftCanvasView *weft_tool_get_view  (WeftTool            *self);
const char     *weft_tool_cursor    (WeftTool            *self);
gboolean        weft_tool_scrolls   (WeftTool            *self);
gboolean        weft_tool_is_current (WeftTool           *self);
gboolean        weft_tool_press     (WeftTool            *self,
                                     const WeftToolPoint *point);
void            weft_tool_motion    (WeftTool            *self,
                                     const WeftToolPoint *point);
void            weft_tool_release   (WeftTool            *self,
                                     const WeftToolPoint *point);
void            weft_tool_cancel    (WeftTool            *self);
void            weft_tool_mark      (WeftTool            *self,
                                     WeftSceneMarks      *marks);
/* A length on the screen in canvas units. */
double          weft_tool_reach     (WeftTool            *self,
                                     double               px);
WeftSelectMode  weft_tool_mode      (const WeftToolPoint *point);

/* In the order in which they are asked. */
WeftTool *weft_pan_tool_new     (WeftStage *stage, WeftCanvasView *view);
WeftTool *weft_connect_tool_new (WeftStage *stage, WeftCanvasView *view);
WeftTool *weft_wire_tool_new    (WeftStage *stage, WeftCanvasView *view);
WeftTool *weft_move_tool_new    (WeftStage *stage, WeftCanvasView *view);
WeftTool *weft_band_tool_new    (WeftStage *stage, WeftCanvasView *view);

/* What a plain press does on the canvas. */
typedef enum
{
  WEFT_TOOL_SELECT,
  WEFT_TOOL_CONNECT,
  WEFT_TOOL_PAN,
} WeftToolKind;

void      weft_pan_tool_set_always     (WeftTool *self, gboolean always);
void      weft_connect_tool_set_always (WeftTool *self, gboolean always);

G_END_DECLS
