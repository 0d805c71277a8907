/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selecting a wire, and taking one of its ends to another item. The end that is nearer to the
 * pointer is the one that moves. */
#include "app/canvas/weft-wiring.h"

#include <math.h>

#define WEFT_TYPE_WIRE_TOOL (weft_wire_tool_get_type ())
G_DECLARE_FINAL_TYPE (WeftWireTool, weft_wire_tool, WEFT, WIRE_TOOL, WeftTool)

struct _WeftWireTool
{
  WeftTool parent_instance;

  guint link;
  int which;       /* the end that moves: -1 from, else which of the other ones */
  guint stays_item;
  char *stays;     /* the end that stays */
  double x, y;
  gboolean moving;
  WeftWiringDrag drag;
};

G_DEFINE_FINAL_TYPE (WeftWireTool, weft_wire_tool, WEFT_TYPE_TOOL)

static double
measure_to (WeftScene *scene, guint node, const WeftToolPoint *point)
{
  const WeftBox *box = &weft_scene_node (scene, node)->box;

  return hypot (box->x + box->w / 2 - point->x, box->y + box->h / 2 - point->y);
}

static gboolean
weft_wire_tool_press (WeftTool *tool, const WeftToolPoint *point)
{
  WeftWireTool *self = WEFT_WIRE_TOOL (tool);
  WeftStage *stage = weft_tool_get_stage (tool);
  WeftScene *scene = weft_stage_get_scene (stage);
  const WeftGraphDefinition *definition = weft_stage_get_definition (stage, NULL);
  const WeftSceneWire *wire;
  const WeftGraphLink *link;
  int found;

  if (point->button != GDK_BUTTON_PRIMARY
      || weft_scene_node_at (scene, point->x, point->y) >= 0)
    return FALSE;
  found = weft_scene_wire_at (scene, point->x, point->y,
                              weft_tool_reach (tool, WEFT_TOOL_REACH_PX));
  if (found < 0)
    return FALSE;

  wire = weft_scene_wire (scene, found);
  link = &definition->links[wire->link];
  self->link = wire->link;
  self->x = point->x;
  self->y = point->y;
  self->moving = FALSE;
  g_clear_pointer (&self->stays, g_free);
  if (measure_to (scene, wire->from_node, point) < measure_to (scene, wire->to_node, point))
    {
      self->which = -1;
      self->stays_item = wire->to_node;
      self->stays = g_strdup (link->to[wire->to].text);
    }
  else
    {
      self->which = (int) wire->to;
      self->stays_item = wire->from_node;
      self->stays = g_strdup (link->from.text);
    }
  weft_stage_select_link (stage, self->link, weft_tool_mode (point));
  return TRUE;
}

static void
weft_wire_tool_motion (WeftTool *tool, const WeftToolPoint *point)
{
  WeftWireTool *self = WEFT_WIRE_TOOL (tool);

  if (!self->moving)
    {
      /* Farther than for an item: a wire that is only meant to be selected must not come loose. */
      if (hypot (point->x - self->x, point->y - self->y)
          < weft_tool_reach (tool, 3 * WEFT_TOOL_THRESHOLD_PX))
        return;
      self->moving = weft_wiring_begin (&self->drag, tool, self->stays_item, self->stays, point->x,
                                        point->y);
    }
  if (self->moving)
    weft_wiring_move (&self->drag, tool, point->x, point->y);
}

static void
weft_wire_tool_cancel (WeftTool *tool)
{
  WeftWireTool *self = WEFT_WIRE_TOOL (tool);

  self->moving = FALSE;
  weft_wiring_clear (&self->drag);
}

static void
weft_wire_tool_release (WeftTool *tool, const WeftToolPoint *point)
{
  WeftWireTool *self = WEFT_WIRE_TOOL (tool);
  WeftStage *stage = weft_tool_get_stage (tool);
  g_autofree char *to = NULL;
  g_autofree char *why = NULL;

  if (!self->moving)
    return;
  weft_wiring_move (&self->drag, tool, point->x, point->y);
  to = g_strdup (self->drag.to);
  why = g_strdup (self->drag.why);
  weft_wire_tool_cancel (tool);
  if (to != NULL)
    weft_stage_rewire (stage, self->link, self->which, to);
  else if (why != NULL)
    g_signal_emit_by_name (stage, "refused", why);
}

static void
weft_wire_tool_mark (WeftTool *tool, WeftSceneMarks *marks)
{
  weft_wiring_mark (&WEFT_WIRE_TOOL (tool)->drag, marks);
}

static void
weft_wire_tool_finalize (GObject *object)
{
  WeftWireTool *self = WEFT_WIRE_TOOL (object);

  g_free (self->stays);
  weft_wiring_clear (&self->drag);
  G_OBJECT_CLASS (weft_wire_tool_parent_class)->finalize (object);
}

static void
weft_wire_tool_class_init (WeftWireToolClass *klass)
{
  WeftToolClass *tool_class = WEFT_TOOL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_wire_tool_finalize;
  tool_class->cursor = "crosshair";
  tool_class->scrolls = TRUE;
  tool_class->press = weft_wire_tool_press;
  tool_class->motion = weft_wire_tool_motion;
  tool_class->release = weft_wire_tool_release;
  tool_class->cancel = weft_wire_tool_cancel;
  tool_class->mark = weft_wire_tool_mark;
}

static void
weft_wire_tool_init (WeftWireTool *self)
{
}

WeftTool *
weft_wire_tool_new (WeftStage *stage, WeftCanvasView *view)
{
  return g_object_new (WEFT_TYPE_WIRE_TOOL, "stage", stage, "view", view, NULL);
}
