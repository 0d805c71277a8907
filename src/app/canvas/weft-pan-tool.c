/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dragging the paper: with the middle button, with Space held, or always in the pan mode. */
#include "app/canvas/weft-tool.h"

#define WEFT_TYPE_PAN_TOOL (weft_pan_tool_get_type ())
G_DECLARE_FINAL_TYPE (WeftPanTool, weft_pan_tool, WEFT, PAN_TOOL, WeftTool)

struct _WeftPanTool
{
  WeftTool parent_instance;

  gboolean always;
  double x_px, y_px;
};

G_DEFINE_FINAL_TYPE (WeftPanTool, weft_pan_tool, WEFT_TYPE_TOOL)

static gboolean
weft_pan_tool_press (WeftTool *tool, const WeftToolPoint *point)
{
  WeftPanTool *self = WEFT_PAN_TOOL (tool);

  if (point->button != GDK_BUTTON_MIDDLE
      && !(self->always && point->button == GDK_BUTTON_PRIMARY))
    return FALSE;
  self->x_px = point->x_px;
  self->y_px = point->y_px;
  return TRUE;
}

static void
weft_pan_tool_motion (WeftTool *tool, const WeftToolPoint *point)
{
  WeftPanTool *self = WEFT_PAN_TOOL (tool);

  weft_canvas_view_pan (weft_tool_get_view (tool), self->x_px - point->x_px,
                        self->y_px - point->y_px);
  self->x_px = point->x_px;
  self->y_px = point->y_px;
}

static void
weft_pan_tool_release (WeftTool *tool, const WeftToolPoint *point)
{
}

static void
weft_pan_tool_cancel (WeftTool *tool)
{
}

static void
weft_pan_tool_class_init (WeftPanToolClass *klass)
{
  WeftToolClass *tool_class = WEFT_TOOL_CLASS (klass);

  tool_class->cursor = "grabbing";
  tool_class->press = weft_pan_tool_press;
  tool_class->motion = weft_pan_tool_motion;
  tool_class->release = weft_pan_tool_release;
  tool_class->cancel = weft_pan_tool_cancel;
}

static void
weft_pan_tool_init (WeftPanTool *self)
{
}

WeftTool *
weft_pan_tool_new (WeftStage *stage, WeftCanvasView *view)
{
  return g_object_new (WEFT_TYPE_PAN_TOOL, "stage", stage, "view", view, NULL);
}

void
weft_pan_tool_set_always (WeftTool *tool, gboolean always)
{
  g_return_if_fail (WEFT_IS_PAN_TOOL (tool));

  WEFT_PAN_TOOL (tool)->always = always;
}
