/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Legal targets are found once, when the wire is picked up; dropping asks again for the very
 * socket, so that the words of a refusal are exact. */
#include "config.h"

#include "app/canvas/weft-wiring.h"

#include <glib/gi18n.h>
#include <math.h>

static gboolean
may_connect (WeftTool *tool, const char *from, const char *to, char **why)
{
  WeftStage *stage = weft_tool_get_stage (tool);
  guint definition;

  return weft_stage_get_definition (stage, &definition) != NULL
         && weft_graph_may_connect (weft_stage_get_graph (stage), weft_stage_get_catalog (stage),
                                    definition, from, to, why);
}

static gboolean
item_takes (WeftTool *tool, const char *from, guint item)
{
  WeftScene *scene = weft_stage_get_scene (weft_tool_get_stage (tool));

  for (guint i = 0; i < weft_scene_n_sockets (scene, item); i++)
    {
      double x, y;
      const char *end;

      weft_scene_socket (scene, item, i, &x, &y, &end, NULL);
      if (may_connect (tool, from, end, NULL))
        return TRUE;
    }
  return FALSE;
}

/* The socket of an item that is nearest and that a wire from @from (nullable) may end at; when there
 * is none, the nearest of all. -1 when the item has no sockets. */
static int
nearest_socket (WeftTool *tool, guint item, const char *from, double x, double y)
{
  WeftScene *scene = weft_stage_get_scene (weft_tool_get_stage (tool));
  double best[2] = { INFINITY, INFINITY };
  int found[2] = { -1, -1 };

  for (guint i = 0; i < weft_scene_n_sockets (scene, item); i++)
    {
      double sx, sy, way;
      const char *end;
      int legal;

      weft_scene_socket (scene, item, i, &sx, &sy, &end, NULL);
      way = hypot (sx - x, sy - y);
      legal = from == NULL || may_connect (tool, from, end, NULL);
      if (way < best[legal])
        {
          best[legal] = way;
          found[legal] = (int) i;
        }
    }
  return found[1] >= 0 ? found[1] : found[0];
}

void
weft_wiring_clear (WeftWiringDrag *drag)
{
  g_clear_pointer (&drag->from, g_free);
  g_clear_pointer (&drag->targets, g_free);
  g_clear_pointer (&drag->to, g_free);
  g_clear_pointer (&drag->why, g_free);
  drag->shown = FALSE;
}

gboolean
weft_wiring_begin (WeftWiringDrag *drag, WeftTool *tool, guint item, const char *end, double x,
                   double y)
{
  WeftScene *scene = weft_stage_get_scene (weft_tool_get_stage (tool));
  guint n = weft_scene_n_nodes (scene);
  int socket = -1;

  weft_wiring_clear (drag);
  for (guint i = 0; end != NULL && i < weft_scene_n_sockets (scene, item); i++)
    {
      const char *known;

      weft_scene_socket (scene, item, i, &drag->x0, &drag->y0, &known, NULL);
      if (g_str_equal (known, end))
        socket = (int) i;
    }
  if (socket < 0)
    socket = nearest_socket (tool, item, NULL, x, y);
  if (socket < 0)
    return FALSE;

  weft_scene_socket (scene, item, socket, &drag->x0, &drag->y0, &end, NULL);
  drag->from = g_strdup (end);
  drag->from_item = item;
  drag->x1 = x;
  drag->y1 = y;
  drag->targets = g_new0 (guint8, n + 1);
  for (guint i = 0; i < n; i++)
    drag->targets[i] = item_takes (tool, drag->from, i);
  drag->shown = TRUE;
  return TRUE;
}

void
weft_wiring_move (WeftWiringDrag *drag, WeftTool *tool, double x, double y)
{
  WeftScene *scene = weft_stage_get_scene (weft_tool_get_stage (tool));
  int item = weft_scene_node_at (scene, x, y);
  const char *end;
  int socket;

  g_clear_pointer (&drag->to, g_free);
  g_clear_pointer (&drag->why, g_free);
  drag->x1 = x;
  drag->y1 = y;
  if (item < 0)
    return;
  socket = nearest_socket (tool, item, drag->from, x, y);
  if (socket < 0)
    {
      drag->why = g_strdup (_("This item exports no port. Open it and export one first."));
      return;
    }
  weft_scene_socket (scene, item, socket, &x, &y, &end, NULL);
  if (!may_connect (tool, drag->from, end, &drag->why))
    return;
  drag->to = g_strdup (end);
  drag->x1 = x;
  drag->y1 = y;
}

void
weft_wiring_mark (WeftWiringDrag *drag, WeftSceneMarks *marks)
{
  if (!drag->shown)
    return;
  marks->targets = drag->targets;
  marks->shows_wire = TRUE;
  marks->wire_x0 = drag->x0;
  marks->wire_y0 = drag->y0;
  marks->wire_x1 = drag->x1;
  marks->wire_y1 = drag->y1;
  marks->wire_is_legal = drag->to != NULL;
}
