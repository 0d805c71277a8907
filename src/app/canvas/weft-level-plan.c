/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Made anew when it is looked at after a change; as large as the room allows, at most twice the
 * usual size. */
#include "config.h"

#include "app/canvas/weft-level-plan.h"

#include <glib/gi18n.h>

#include "app/charts/weft-palette-css.h"

#define MAX_SCALE 1.6
#define MIN_SCALE 0.5
#define MARGIN 24.0
#define DRAG_PX 5.0

typedef struct
{
  WeftStage *stage;
  gboolean stale;
  int hover;
  int pressed;      /* the part that is being dragged */
  gboolean dragging;
  double scale, dx, dy;
  WeftPalette palette;
  char *font;
} WeftLevelPlanPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftLevelPlan, weft_level_plan, GTK_TYPE_WIDGET)

#define PRIV(self) ((WeftLevelPlanPrivate *) weft_level_plan_get_instance_private (self))

static void
ensure (WeftLevelPlan *self)
{
  WeftLevelPlanPrivate *priv = PRIV (self);

  if (!priv->stale || priv->stage == NULL)
    return;
  priv->stale = FALSE;
  priv->hover = -1;
  WEFT_LEVEL_PLAN_GET_CLASS (self)->build (self, priv->stage);
}

static void
to_plan (WeftLevelPlan *self, double x_px, double y_px, double *x, double *y)
{
  WeftLevelPlanPrivate *priv = PRIV (self);

  *x = (x_px - priv->dx) / priv->scale;
  *y = (y_px - priv->dy) / priv->scale;
}

static int
pick (WeftLevelPlan *self, double x_px, double y_px)
{
  double x, y;

  if (PRIV (self)->stage == NULL || PRIV (self)->scale <= 0)
    return -1;
  ensure (self);
  to_plan (self, x_px, y_px, &x, &y);
  return WEFT_LEVEL_PLAN_GET_CLASS (self)->pick (self, x, y);
}

static int
item_at (WeftLevelPlan *self, double x_px, double y_px)
{
  int part = pick (self, x_px, y_px);

  return part >= 0 ? WEFT_LEVEL_PLAN_GET_CLASS (self)->get_item (self, part) : -1;
}

static void
mark (WeftLevelPlan *self, guint8 *selected, guint8 *severity, guint n)
{
  WeftLevelPlanPrivate *priv = PRIV (self);
  GtkBitset *items = weft_stage_get_items (priv->stage);
  const guint8 *wrong = weft_stage_item_severity (priv->stage);

  for (guint i = 0; i < n; i++)
    {
      int item = WEFT_LEVEL_PLAN_GET_CLASS (self)->get_item (self, i);

      selected[i] = item >= 0 && gtk_bitset_contains (items, item);
      severity[i] = item >= 0 && wrong != NULL ? wrong[item] : 0;
    }
}

static void
weft_level_plan_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  WeftLevelPlan *self = WEFT_LEVEL_PLAN (widget);
  WeftLevelPlanPrivate *priv = PRIV (self);
  g_autofree guint8 *selected = NULL;
  g_autofree guint8 *severity = NULL;
  double width, height;
  cairo_t *cr;
  guint n;

  if (priv->stage == NULL || !weft_level_plan_fits (self))
    return;
  ensure (self);
  WEFT_LEVEL_PLAN_GET_CLASS (self)->get_size (self, &width, &height);
  n = WEFT_LEVEL_PLAN_GET_CLASS (self)->n_parts (self);
  selected = g_new0 (guint8, n + 1);
  severity = g_new0 (guint8, n + 1);
  mark (self, selected, severity, n);
  weft_palette_from_css (widget, &priv->palette, &priv->font);
  priv->scale = CLAMP ((gtk_widget_get_width (widget) - 2 * MARGIN) / MAX (width, 1), MIN_SCALE,
                       MAX_SCALE);
  priv->dx = MAX (MARGIN, (gtk_widget_get_width (widget) - width * priv->scale) / 2);
  priv->dy = MARGIN + 32;
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                       gtk_widget_get_height (widget)));
  cairo_translate (cr, priv->dx, priv->dy);
  cairo_scale (cr, priv->scale, priv->scale);
  WEFT_LEVEL_PLAN_GET_CLASS (self)->paint (self, cr, &priv->palette, priv->hover, selected,
                                           severity);
  cairo_destroy (cr);
}

static GtkSizeRequestMode
weft_level_plan_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
weft_level_plan_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                   int *natural, int *minimum_baseline, int *natural_baseline)
{
  WeftLevelPlan *self = WEFT_LEVEL_PLAN (widget);
  double width = 100, height = 100, scale = 1;

  if (PRIV (self)->stage != NULL && weft_level_plan_fits (self))
    {
      ensure (self);
      WEFT_LEVEL_PLAN_GET_CLASS (self)->get_size (self, &width, &height);
    }
  if (for_size > 0)
    scale = CLAMP ((for_size - 2 * MARGIN) / MAX (width, 1), MIN_SCALE, MAX_SCALE);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = (int) (width * MIN_SCALE + 2 * MARGIN);
      *natural = (int) (width + 2 * MARGIN);
    }
  else
    *minimum = *natural = (int) (height * scale + 3 * MARGIN + 32);
}

static gboolean
query_tooltip_cb (WeftLevelPlan *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  int part = keyboard ? -1 : pick (self, x, y);
  g_autofree char *text =
    part >= 0 ? WEFT_LEVEL_PLAN_GET_CLASS (self)->describe (self, part) : NULL;

  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
set_hover (WeftLevelPlan *self, int hover)
{
  if (PRIV (self)->hover == hover)
    return;
  PRIV (self)->hover = hover;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, WeftLevelPlan *self)
{
  set_hover (self, pick (self, x, y));
}

static void
leave_cb (GtkEventControllerMotion *controller, WeftLevelPlan *self)
{
  set_hover (self, -1);
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, WeftLevelPlan *self)
{
  GdkModifierType modifiers =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  int item = item_at (self, x, y);

  if (PRIV (self)->stage == NULL)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (item < 0)
    weft_stage_select_nothing (PRIV (self)->stage);
  else if (n_press == 2)
    weft_stage_open_item (PRIV (self)->stage, item);
  else
    weft_stage_select_item (PRIV (self)->stage, item,
                            (modifiers & GDK_CONTROL_MASK) != 0 ? WEFT_SELECT_TOGGLE
                            : (modifiers & GDK_SHIFT_MASK) != 0 ? WEFT_SELECT_ADD
                                                                : WEFT_SELECT_ONLY);
}

static void
drag_begin_cb (GtkGestureDrag *gesture, double x, double y, WeftLevelPlan *self)
{
  PRIV (self)->pressed = pick (self, x, y);
  PRIV (self)->dragging = FALSE;
}

static void
drag_to (GtkGestureDrag *gesture, double dx, double dy, WeftLevelPlan *self, gboolean drops)
{
  WeftLevelPlanPrivate *priv = PRIV (self);
  double x, y;

  if (priv->pressed < 0 || WEFT_LEVEL_PLAN_GET_CLASS (self)->drag == NULL
      || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (!priv->dragging && ABS (dx) < DRAG_PX && ABS (dy) < DRAG_PX)
    return;
  priv->dragging = TRUE;
  to_plan (self, x + dx, y + dy, &x, &y);
  WEFT_LEVEL_PLAN_GET_CLASS (self)->drag (self, priv->pressed, x, y, drops);
}

static void
drag_update_cb (GtkGestureDrag *gesture, double dx, double dy, WeftLevelPlan *self)
{
  drag_to (gesture, dx, dy, self, FALSE);
}

static void
drag_end_cb (GtkGestureDrag *gesture, double dx, double dy, WeftLevelPlan *self)
{
  drag_to (gesture, dx, dy, self, TRUE);
  PRIV (self)->pressed = -1;
  PRIV (self)->dragging = FALSE;
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x_px, double y_px, WeftLevelPlan *self)
{
  GVariant *variant = g_value_get_variant (value);
  const char *kind, *of;
  double x, y;

  if (variant == NULL || !g_variant_is_of_type (variant, G_VARIANT_TYPE ("(ss)"))
      || PRIV (self)->stage == NULL || WEFT_LEVEL_PLAN_GET_CLASS (self)->drop == NULL)
    return FALSE;
  g_variant_get (variant, "(&s&s)", &kind, &of);
  to_plan (self, x_px, y_px, &x, &y);
  WEFT_LEVEL_PLAN_GET_CLASS (self)->drop (self, kind, of, x, y);
  return TRUE;
}

static void
verb_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftStage *stage = PRIV (WEFT_LEVEL_PLAN (widget))->stage;
  int focus = stage != NULL ? weft_stage_get_focus (stage) : -1;

  if (stage == NULL)
    return;
  if (g_str_equal (name, "plan.delete"))
    weft_stage_remove (stage);
  else if (g_str_equal (name, "plan.select-nothing"))
    weft_stage_select_nothing (stage);
  else if (g_str_equal (name, "plan.open") && focus >= 0)
    weft_stage_open_item (stage, focus);
  else if (g_str_equal (name, "plan.up") && weft_stage_depth (stage) > 1)
    weft_stage_go_to_step (stage, weft_stage_depth (stage) - 2);
}

static void
changed_cb (WeftLevelPlan *self)
{
  PRIV (self)->stale = TRUE;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
weft_level_plan_dispose (GObject *object)
{
  g_clear_object (&PRIV (WEFT_LEVEL_PLAN (object))->stage);
  G_OBJECT_CLASS (weft_level_plan_parent_class)->dispose (object);
}

static void
weft_level_plan_finalize (GObject *object)
{
  g_free (PRIV (WEFT_LEVEL_PLAN (object))->font);
  G_OBJECT_CLASS (weft_level_plan_parent_class)->finalize (object);
}

static void
weft_level_plan_class_init (WeftLevelPlanClass *klass)
{
  static const struct
  {
    const char *name;
    guint key;
    GdkModifierType modifiers;
  } verbs[] = {
    { "plan.delete", GDK_KEY_Delete, 0 },
    { "plan.select-nothing", GDK_KEY_Escape, 0 },
    { "plan.open", GDK_KEY_Return, 0 },
    { "plan.up", GDK_KEY_Up, GDK_ALT_MASK },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_level_plan_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_level_plan_finalize;
  widget_class->snapshot = weft_level_plan_snapshot;
  widget_class->measure = weft_level_plan_measure;
  widget_class->get_request_mode = weft_level_plan_get_request_mode;
  gtk_widget_class_set_css_name (widget_class, "plan");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    {
      gtk_widget_class_install_action (widget_class, verbs[i].name, NULL, verb_cb);
      gtk_widget_class_add_binding_action (widget_class, verbs[i].key, verbs[i].modifiers,
                                           verbs[i].name, NULL);
    }
}

static void
weft_level_plan_init (WeftLevelPlan *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkDropTarget *drop = gtk_drop_target_new (G_TYPE_VARIANT, GDK_ACTION_COPY);

  PRIV (self)->hover = -1;
  PRIV (self)->pressed = -1;
  PRIV (self)->stale = TRUE;
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}

void
weft_level_plan_set_stage (WeftLevelPlan *self, WeftStage *stage)
{
  g_return_if_fail (WEFT_IS_LEVEL_PLAN (self) && WEFT_IS_STAGE (stage));

  PRIV (self)->stage = g_object_ref (stage);
  g_signal_connect_object (stage, "scene-changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (stage, "selection-changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (stage, "marks-changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  changed_cb (self);
}

WeftStage *
weft_level_plan_get_stage (WeftLevelPlan *self)
{
  g_return_val_if_fail (WEFT_IS_LEVEL_PLAN (self), NULL);

  return PRIV (self)->stage;
}

gboolean
weft_level_plan_fits (WeftLevelPlan *self)
{
  g_return_val_if_fail (WEFT_IS_LEVEL_PLAN (self), FALSE);

  return PRIV (self)->stage != NULL && weft_stage_get_definition (PRIV (self)->stage, NULL) != NULL
         && weft_stage_get_catalog (PRIV (self)->stage) != NULL
         && WEFT_LEVEL_PLAN_GET_CLASS (self)->fits (PRIV (self)->stage);
}

void
weft_level_plan_redraw (WeftLevelPlan *self)
{
  g_return_if_fail (WEFT_IS_LEVEL_PLAN (self));

  gtk_widget_queue_draw (GTK_WIDGET (self));
}
