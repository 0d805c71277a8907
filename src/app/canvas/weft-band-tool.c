/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rubber band: what it touches is selected while it is drawn; Shift adds, Ctrl toggles. A click
 * beside everything selects nothing. */
#include "app/canvas/weft-tool.h"

#define WEFT_TYPE_BAND_TOOL (weft_band_tool_get_type ())
G_DECLARE_FINAL_TYPE (WeftBandTool, weft_band_tool, WEFT, BAND_TOOL, WeftTool)

struct _WeftBandTool
{
  WeftTool parent_instance;

  WeftSelectMode mode;
  GtkBitset *items; /* what was selected before */
  GtkBitset *links;
  double x, y;
  WeftBox box;
  gboolean shown;
};

G_DEFINE_FINAL_TYPE (WeftBandTool, weft_band_tool, WEFT_TYPE_TOOL)

static gboolean
weft_band_tool_press (WeftTool *tool, const WeftToolPoint *point)
{
  WeftBandTool *self = WEFT_BAND_TOOL (tool);
  WeftStage *stage = weft_tool_get_stage (tool);

  if (point->button != GDK_BUTTON_PRIMARY)
    return FALSE;
  self->mode = weft_tool_mode (point);
  self->x = point->x;
  self->y = point->y;
  self->shown = FALSE;
  g_clear_pointer (&self->items, gtk_bitset_unref);
  g_clear_pointer (&self->links, gtk_bitset_unref);
  self->items = gtk_bitset_copy (weft_stage_get_items (stage));
  self->links = gtk_bitset_copy (weft_stage_get_links (stage));
  if (self->mode == WEFT_SELECT_ONLY)
    weft_stage_select_nothing (stage);
  return TRUE;
}

static void
weft_band_tool_motion (WeftTool *tool, const WeftToolPoint *point)
{
  WeftBandTool *self = WEFT_BAND_TOOL (tool);
  WeftStage *stage = weft_tool_get_stage (tool);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GtkBitset) inside = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) items = NULL;

  self->box = (WeftBox){ MIN (self->x, point->x), MIN (self->y, point->y),
                         ABS (point->x - self->x), ABS (point->y - self->y) };
  self->shown = TRUE;
  weft_scene_nodes_in (weft_stage_get_scene (stage), &self->box, found);
  for (guint i = 0; i < found->len; i++)
    gtk_bitset_add (inside, g_array_index (found, guint, i));
  items = self->mode == WEFT_SELECT_ONLY ? gtk_bitset_new_empty () : gtk_bitset_copy (self->items);
  if (self->mode == WEFT_SELECT_TOGGLE)
    gtk_bitset_difference (items, inside);
  else
    gtk_bitset_union (items, inside);
  weft_stage_select (stage, items, self->mode == WEFT_SELECT_ONLY ? NULL : self->links);
}

static void
weft_band_tool_release (WeftTool *tool, const WeftToolPoint *point)
{
  WEFT_BAND_TOOL (tool)->shown = FALSE;
}

static void
weft_band_tool_cancel (WeftTool *tool)
{
  WeftBandTool *self = WEFT_BAND_TOOL (tool);

  self->shown = FALSE;
  if (weft_tool_is_current (tool))
    weft_stage_select (weft_tool_get_stage (tool), self->items, self->links);
}

static void
weft_band_tool_mark (WeftTool *tool, WeftSceneMarks *marks)
{
  WeftBandTool *self = WEFT_BAND_TOOL (tool);

  if (self->shown)
    marks->rubber_band = &self->box;
}

static void
weft_band_tool_finalize (GObject *object)
{
  WeftBandTool *self = WEFT_BAND_TOOL (object);

  g_clear_pointer (&self->items, gtk_bitset_unref);
  g_clear_pointer (&self->links, gtk_bitset_unref);
  G_OBJECT_CLASS (weft_band_tool_parent_class)->finalize (object);
}

static void
weft_band_tool_class_init (WeftBandToolClass *klass)
{
  WeftToolClass *tool_class = WEFT_TOOL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_band_tool_finalize;
  tool_class->cursor = "default";
  tool_class->scrolls = TRUE;
  tool_class->press = weft_band_tool_press;
  tool_class->motion = weft_band_tool_motion;
  tool_class->release = weft_band_tool_release;
  tool_class->cancel = weft_band_tool_cancel;
  tool_class->mark = weft_band_tool_mark;
}

static void
weft_band_tool_init (WeftBandTool *self)
{
}

WeftTool *
weft_band_tool_new (WeftStage *stage, WeftCanvasView *view)
{
  return g_object_new (WEFT_TYPE_BAND_TOOL, "stage", stage, "view", view, NULL);
}
