/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all tools have: the stage that they work on and the view that they are seen in. */
#include "app/canvas/weft-tool.h"

typedef struct
{
  WeftStage *stage;
  WeftCanvasView *view;
  WeftScene *scene; /* what the gesture began on; NULL when there is none */
} WeftToolPrivate;

enum
{
  PROP_0,
  PROP_STAGE,
  PROP_VIEW,
  N_PROPS,
};

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftTool, weft_tool, G_TYPE_OBJECT)

static GParamSpec *properties[N_PROPS];

static void
weft_tool_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftToolPrivate *priv = weft_tool_get_instance_private (WEFT_TOOL (object));

  if (id == PROP_STAGE)
    priv->stage = g_value_dup_object (value);
  else if (id == PROP_VIEW)
    priv->view = g_value_dup_object (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_tool_finalize (GObject *object)
{
  WeftToolPrivate *priv = weft_tool_get_instance_private (WEFT_TOOL (object));

  g_clear_object (&priv->stage);
  g_clear_object (&priv->view);
  g_clear_pointer (&priv->scene, weft_scene_unref);
  G_OBJECT_CLASS (weft_tool_parent_class)->finalize (object);
}

static void
weft_tool_class_init (WeftToolClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->set_property = weft_tool_set_property;
  object_class->finalize = weft_tool_finalize;
  properties[PROP_STAGE] = g_param_spec_object ("stage", NULL, NULL, WEFT_TYPE_STAGE, flags);
  properties[PROP_VIEW] = g_param_spec_object ("view", NULL, NULL, WEFT_TYPE_CANVAS_VIEW, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_tool_init (WeftTool *self)
{
}

WeftStage *
weft_tool_get_stage (WeftTool *self)
{
  WeftToolPrivate *priv = weft_tool_get_instance_private (self);

  return priv->stage;
}

WeftCanvasView *
weft_tool_get_view (WeftTool *self)
{
  WeftToolPrivate *priv = weft_tool_get_instance_private (self);

  return priv->view;
}

const char *
weft_tool_cursor (WeftTool *self)
{
  return WEFT_TOOL_GET_CLASS (self)->cursor;
}

gboolean
weft_tool_scrolls (WeftTool *self)
{
  return WEFT_TOOL_GET_CLASS (self)->scrolls;
}

/* Whether the level is still what it was at the press. An edit in between gives its items and links
 * other places, and may take them away. */
gboolean
weft_tool_is_current (WeftTool *self)
{
  WeftToolPrivate *priv = weft_tool_get_instance_private (self);

  return priv->scene != NULL && priv->scene == weft_stage_get_scene (priv->stage);
}

static void
forget_scene (WeftTool *self)
{
  WeftToolPrivate *priv = weft_tool_get_instance_private (self);

  g_clear_pointer (&priv->scene, weft_scene_unref);
}

gboolean
weft_tool_press (WeftTool *self, const WeftToolPoint *point)
{
  WeftToolPrivate *priv = weft_tool_get_instance_private (self);
  WeftScene *scene = weft_stage_get_scene (priv->stage);

  if (scene == NULL || !WEFT_TOOL_GET_CLASS (self)->press (self, point))
    return FALSE;
  forget_scene (self);
  priv->scene = weft_scene_ref (scene);
  return TRUE;
}

void
weft_tool_motion (WeftTool *self, const WeftToolPoint *point)
{
  if (weft_tool_is_current (self))
    WEFT_TOOL_GET_CLASS (self)->motion (self, point);
}

void
weft_tool_release (WeftTool *self, const WeftToolPoint *point)
{
  if (weft_tool_is_current (self))
    WEFT_TOOL_GET_CLASS (self)->release (self, point);
  else
    WEFT_TOOL_GET_CLASS (self)->cancel (self);
  forget_scene (self);
}

void
weft_tool_cancel (WeftTool *self)
{
  WEFT_TOOL_GET_CLASS (self)->cancel (self);
  forget_scene (self);
}

void
weft_tool_mark (WeftTool *self, WeftSceneMarks *marks)
{
  if (WEFT_TOOL_GET_CLASS (self)->mark != NULL && weft_tool_is_current (self))
    WEFT_TOOL_GET_CLASS (self)->mark (self, marks);
}

double
weft_tool_reach (WeftTool *self, double px)
{
  return px / weft_canvas_view_get_zoom (weft_tool_get_view (self));
}

/* Ctrl toggles, Shift adds. */
WeftSelectMode
weft_tool_mode (const WeftToolPoint *point)
{
  if ((point->modifiers & GDK_CONTROL_MASK) != 0)
    return WEFT_SELECT_TOGGLE;
  return (point->modifiers & GDK_SHIFT_MASK) != 0 ? WEFT_SELECT_ADD : WEFT_SELECT_ONLY;
}
