/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a link: from a socket, or in the connect mode from anywhere on an item, to another one. */
#include "app/canvas/weft-wiring.h"

#include <math.h>

#define WEFT_TYPE_CONNECT_TOOL (weft_connect_tool_get_type ())
G_DECLARE_FINAL_TYPE (WeftConnectTool, weft_connect_tool, WEFT, CONNECT_TOOL, WeftTool)

struct _WeftConnectTool
{
  WeftTool parent_instance;

  gboolean always;
  WeftWiringDrag drag;
  double x, y;       /* where it was pressed */
  gboolean is_drag;  /* a click draws no wire */
};

G_DEFINE_FINAL_TYPE (WeftConnectTool, weft_connect_tool, WEFT_TYPE_TOOL)

/* The item whose socket is below the pointer; sockets lie on the edge, so a little outside too. */
static int
find_socket (WeftTool *tool, const WeftToolPoint *point, const char **end)
{
  WeftScene *scene = weft_stage_get_scene (weft_tool_get_stage (tool));
  double reach = weft_tool_reach (tool, WEFT_TOOL_REACH_PX);
  const WeftBox area = { point->x - reach, point->y - reach, 2 * reach, 2 * reach };
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint));

  weft_scene_nodes_in (scene, &area, near);
  for (guint i = near->len; i > 0; i--)
    {
      guint item = g_array_index (near, guint, i - 1);
      int socket = weft_scene_socket_at (scene, item, point->x, point->y, reach);
      double x, y;

      if (socket < 0)
        continue;
      weft_scene_socket (scene, item, socket, &x, &y, end, NULL);
      return (int) item;
    }
  return -1;
}

static gboolean
weft_connect_tool_press (WeftTool *tool, const WeftToolPoint *point)
{
  WeftConnectTool *self = WEFT_CONNECT_TOOL (tool);
  WeftScene *scene = weft_stage_get_scene (weft_tool_get_stage (tool));
  const char *end = NULL;
  int item;

  if (point->button != GDK_BUTTON_PRIMARY)
    return FALSE;
  item = find_socket (tool, point, &end);
  if (item < 0 && self->always)
    item = weft_scene_node_at (scene, point->x, point->y);
  self->x = point->x;
  self->y = point->y;
  self->is_drag = FALSE;
  return item >= 0
         && weft_wiring_begin (&self->drag, tool, (guint) item, end, point->x, point->y);
}

static void
weft_connect_tool_motion (WeftTool *tool, const WeftToolPoint *point)
{
  WeftConnectTool *self = WEFT_CONNECT_TOOL (tool);

  self->is_drag = self->is_drag
                  || hypot (point->x - self->x, point->y - self->y)
                       >= weft_tool_reach (tool, WEFT_TOOL_THRESHOLD_PX);
  if (self->is_drag)
    weft_wiring_move (&self->drag, tool, point->x, point->y);
}

static void
weft_connect_tool_release (WeftTool *tool, const WeftToolPoint *point)
{
  WeftConnectTool *self = WEFT_CONNECT_TOOL (tool);
  WeftStage *stage = weft_tool_get_stage (tool);
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *why = NULL;

  if (!self->is_drag)
    {
      guint item = self->drag.from_item;

      weft_wiring_clear (&self->drag);
      weft_stage_select_item (stage, item, weft_tool_mode (point));
      return;
    }
  weft_wiring_move (&self->drag, tool, point->x, point->y);
  from = g_strdup (self->drag.from);
  to = g_strdup (self->drag.to);
  why = g_strdup (self->drag.why);
  weft_wiring_clear (&self->drag);
  if (to != NULL)
    weft_stage_connect (stage, from, to);
  else if (why != NULL)
    g_signal_emit_by_name (stage, "refused", why);
}

static void
weft_connect_tool_cancel (WeftTool *tool)
{
  weft_wiring_clear (&WEFT_CONNECT_TOOL (tool)->drag);
}

static void
weft_connect_tool_mark (WeftTool *tool, WeftSceneMarks *marks)
{
  weft_wiring_mark (&WEFT_CONNECT_TOOL (tool)->drag, marks);
}

static void
weft_connect_tool_finalize (GObject *object)
{
  weft_wiring_clear (&WEFT_CONNECT_TOOL (object)->drag);
  G_OBJECT_CLASS (weft_connect_tool_parent_class)->finalize (object);
}

static void
weft_connect_tool_class_init (WeftConnectToolClass *klass)
{
  WeftToolClass *tool_class = WEFT_TOOL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_connect_tool_finalize;
  tool_class->cursor = "crosshair";
  tool_class->scrolls = TRUE;
  tool_class->press = weft_connect_tool_press;
  tool_class->motion = weft_connect_tool_motion;
  tool_class->release = weft_connect_tool_release;
  tool_class->cancel = weft_connect_tool_cancel;
  tool_class->mark = weft_connect_tool_mark;
}

static void
weft_connect_tool_init (WeftConnectTool *self)
{
}

WeftTool *
weft_connect_tool_new (WeftStage *stage, WeftCanvasView *view)
{
  return g_object_new (WEFT_TYPE_CONNECT_TOOL, "stage", stage, "view", view, NULL);
}

void
weft_connect_tool_set_always (WeftTool *tool, gboolean always)
{
  g_return_if_fail (WEFT_IS_CONNECT_TOOL (tool));

  WEFT_CONNECT_TOOL (tool)->always = always;
}
