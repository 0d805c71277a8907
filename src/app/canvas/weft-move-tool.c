/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selecting an item by a click, and dragging what is selected; it snaps, and Alt suspends that. */
#include "app/canvas/weft-snap.h"
#include "app/canvas/weft-tool.h"

#include <math.h>

#define WEFT_TYPE_MOVE_TOOL (weft_move_tool_get_type ())
G_DECLARE_FINAL_TYPE (WeftMoveTool, weft_move_tool, WEFT, MOVE_TOOL, WeftTool)

struct _WeftMoveTool
{
  WeftTool parent_instance;

  guint item;
  WeftSelectMode mode;
  gboolean was_selected;
  double x, y;
  gboolean moving;
  WeftBox box;   /* of the selection, before */
  WeftSnap snap;
};

G_DEFINE_FINAL_TYPE (WeftMoveTool, weft_move_tool, WEFT_TYPE_TOOL)

static gboolean
is_selected (guint item, gpointer data)
{
  return gtk_bitset_contains (data, item);
}

static gboolean
weft_move_tool_press (WeftTool *tool, const WeftToolPoint *point)
{
  WeftMoveTool *self = WEFT_MOVE_TOOL (tool);
  WeftStage *stage = weft_tool_get_stage (tool);
  int item;

  if (point->button != GDK_BUTTON_PRIMARY)
    return FALSE;
  item = weft_scene_node_at (weft_stage_get_scene (stage), point->x, point->y);
  if (item < 0)
    return FALSE;

  self->item = (guint) item;
  self->mode = weft_tool_mode (point);
  self->was_selected = gtk_bitset_contains (weft_stage_get_items (stage), self->item);
  self->x = point->x;
  self->y = point->y;
  self->moving = FALSE;
  self->snap = (WeftSnap){ 0 };
  /* A click on one of many may be the beginning of dragging all of them. */
  if (!self->was_selected || self->mode == WEFT_SELECT_TOGGLE)
    weft_stage_select_item (stage, self->item, self->mode);
  return TRUE;
}

static void
weft_move_tool_motion (WeftTool *tool, const WeftToolPoint *point)
{
  WeftMoveTool *self = WEFT_MOVE_TOOL (tool);
  WeftStage *stage = weft_tool_get_stage (tool);
  double dx = point->x - self->x, dy = point->y - self->y;

  if (!self->moving)
    {
      if (hypot (dx, dy) < weft_tool_reach (tool, WEFT_TOOL_THRESHOLD_PX)
          || !gtk_bitset_contains (weft_stage_get_items (stage), self->item)
          || !weft_stage_selection_box (stage, &self->box))
        return;
      self->moving = TRUE;
    }
  if ((point->modifiers & GDK_ALT_MASK) != 0)
    self->snap = (WeftSnap){ .dx = round (dx), .dy = round (dy) };
  else
    weft_snap (weft_stage_get_scene (stage), &self->box, dx, dy,
               weft_tool_reach (tool, WEFT_TOOL_THRESHOLD_PX), is_selected,
               weft_stage_get_items (stage), &self->snap);
}

static void
weft_move_tool_release (WeftTool *tool, const WeftToolPoint *point)
{
  WeftMoveTool *self = WEFT_MOVE_TOOL (tool);
  WeftStage *stage = weft_tool_get_stage (tool);
  WeftSnap snap = self->snap;

  self->snap = (WeftSnap){ 0 };
  if (self->moving)
    weft_stage_move (stage, snap.dx, snap.dy, FALSE);
  else if (self->was_selected && self->mode == WEFT_SELECT_ONLY)
    weft_stage_select_item (stage, self->item, WEFT_SELECT_ONLY);
  self->moving = FALSE;
}

static void
weft_move_tool_cancel (WeftTool *tool)
{
  WEFT_MOVE_TOOL (tool)->moving = FALSE;
}

static void
weft_move_tool_mark (WeftTool *tool, WeftSceneMarks *marks)
{
  WeftMoveTool *self = WEFT_MOVE_TOOL (tool);

  if (!self->moving)
    return;
  marks->drag_dx = self->snap.dx;
  marks->drag_dy = self->snap.dy;
  marks->guides = self->snap.guides;
  marks->n_guides = self->snap.n_guides;
}

static void
weft_move_tool_class_init (WeftMoveToolClass *klass)
{
  WeftToolClass *tool_class = WEFT_TOOL_CLASS (klass);

  tool_class->cursor = "default";
  tool_class->scrolls = TRUE;
  tool_class->press = weft_move_tool_press;
  tool_class->motion = weft_move_tool_motion;
  tool_class->release = weft_move_tool_release;
  tool_class->cancel = weft_move_tool_cancel;
  tool_class->mark = weft_move_tool_mark;
}

static void
weft_move_tool_init (WeftMoveTool *self)
{
}

WeftTool *
weft_move_tool_new (WeftStage *stage, WeftCanvasView *view)
{
  return g_object_new (WEFT_TYPE_MOVE_TOOL, "stage", stage, "view", view, NULL);
}
