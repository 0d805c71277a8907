/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout is chosen when the size is given; scroll bars follow in an idle, since a widget must
 * not change its request while it is being placed. */
#include "app/weft-adaptive-box.h"

#include <adwaita.h>

/* The least width of the second column beside the first. */
#define SIDE_WIDTH 400

struct _WeftAdaptiveBox
{
  GtkWidget parent_instance;

  GtkWidget *outer; /* scrolls both in one column */
  GtkWidget *box;
  GtkWidget *scrollers[2];
  AdwClamp *side_clamp; /* what stands there is not to widen the second column */
  int breakpoint;  /* in pixels of a usual font */
  int side_width;  /* of the second column, more in a wide window */
  gboolean narrow;
  guint update_source;
};

G_DEFINE_FINAL_TYPE (WeftAdaptiveBox, weft_adaptive_box, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_MAIN,
  PROP_SIDE,
  PROP_NARROW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
apply_layout (WeftAdaptiveBox *self)
{
  gboolean narrow = self->narrow;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box), narrow ? GTK_ORIENTATION_VERTICAL
                                                                     : GTK_ORIENTATION_HORIZONTAL);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->outer), GTK_POLICY_NEVER,
                                  narrow ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER);
  for (guint i = 0; i < 2; i++)
    {
      gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrollers[i]), GTK_POLICY_NEVER,
                                      narrow ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC);
      gtk_widget_set_vexpand (self->scrollers[i], !narrow);
    }
  gtk_widget_set_size_request (self->scrollers[1], narrow ? -1 : self->side_width, -1);
  adw_clamp_set_maximum_size (self->side_clamp, narrow ? G_MAXINT : self->side_width);
  adw_clamp_set_tightening_threshold (self->side_clamp, narrow ? G_MAXINT : self->side_width);
  if (narrow)
    gtk_widget_add_css_class (GTK_WIDGET (self), "narrow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "narrow");
}

static gboolean
update_cb (gpointer data)
{
  WeftAdaptiveBox *self = WEFT_ADAPTIVE_BOX (data);

  self->update_source = 0;
  apply_layout (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NARROW]);
  return G_SOURCE_REMOVE;
}

static int
measure_minimum (GtkWidget *widget)
{
  GtkWidget *child = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (widget));
  int minimum = 0;

  if (child != NULL)
    gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

/* In steps, so that dragging the window's edge does not change the request all the time. */
static int
find_side_width (int width)
{
  if (width < 1180)
    return SIDE_WIDTH;
  return width < 1400 ? 460 : 540;
}

/* Large fonts need more room for two columns. */
static int
find_breakpoint (WeftAdaptiveBox *self)
{
  int least = measure_minimum (self->scrollers[0])
              + MAX (SIDE_WIDTH, measure_minimum (self->scrollers[1]));

  return MAX (self->breakpoint, least);
}

static void
weft_adaptive_box_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                           int *minimum, int *natural, int *minimum_baseline,
                           int *natural_baseline)
{
  WeftAdaptiveBox *self = WEFT_ADAPTIVE_BOX (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (measure_minimum (self->scrollers[0]), measure_minimum (self->scrollers[1]));
      *natural = MAX (*minimum, self->breakpoint);
      return;
    }
  gtk_widget_measure (self->outer, orientation, -1, minimum, natural, NULL, NULL);
}

static void
weft_adaptive_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftAdaptiveBox *self = WEFT_ADAPTIVE_BOX (widget);
  gboolean narrow = width < find_breakpoint (self);
  int side_width = find_side_width (width);
  int least_width, least_height;

  if (narrow != self->narrow || side_width != self->side_width)
    {
      self->narrow = narrow;
      self->side_width = side_width;
      if (self->update_source == 0)
        self->update_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL);
    }
  /* Until the layout has changed, the old one may need more than there is. */
  gtk_widget_measure (self->outer, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
  width = MAX (width, least_width);
  gtk_widget_measure (self->outer, GTK_ORIENTATION_VERTICAL, width, &least_height, NULL, NULL,
                      NULL);
  gtk_widget_size_allocate (self->outer,
                            &(GtkAllocation){ 0, 0, width, MAX (height, least_height) }, -1);
}

static void
weft_adaptive_box_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftAdaptiveBox *self = WEFT_ADAPTIVE_BOX (object);

  switch (id)
    {
    case PROP_MAIN:
      g_value_set_object (
        value, gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (self->scrollers[0])));
      break;
    case PROP_SIDE:
      g_value_set_object (value, adw_clamp_get_child (self->side_clamp));
      break;
    case PROP_NARROW:
      g_value_set_boolean (value, self->narrow);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_adaptive_box_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftAdaptiveBox *self = WEFT_ADAPTIVE_BOX (object);

  switch (id)
    {
    case PROP_MAIN:
      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrollers[0]),
                                     g_value_get_object (value));
      break;
    case PROP_SIDE:
      adw_clamp_set_child (self->side_clamp, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
weft_adaptive_box_dispose (GObject *object)
{
  WeftAdaptiveBox *self = WEFT_ADAPTIVE_BOX (object);

  g_clear_handle_id (&self->update_source, g_source_remove);
  g_clear_pointer (&self->outer, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_adaptive_box_parent_class)->dispose (object);
}

static void
weft_adaptive_box_class_init (WeftAdaptiveBoxClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_adaptive_box_get_property;
  object_class->set_property = weft_adaptive_box_set_property;
  object_class->dispose = weft_adaptive_box_dispose;
  widget_class->measure = weft_adaptive_box_measure;
  widget_class->size_allocate = weft_adaptive_box_size_allocate;

  properties[PROP_MAIN] = g_param_spec_object ("main", NULL, NULL, GTK_TYPE_WIDGET,
                                               G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SIDE] = g_param_spec_object ("side", NULL, NULL, GTK_TYPE_WIDGET,
                                               G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "adaptivebox");
}

static void
weft_adaptive_box_init (WeftAdaptiveBox *self)
{
  self->breakpoint = 860;
  self->side_width = SIDE_WIDTH;
  self->outer = gtk_scrolled_window_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  for (guint i = 0; i < 2; i++)
    {
      self->scrollers[i] = gtk_scrolled_window_new ();
      gtk_box_append (GTK_BOX (self->box), self->scrollers[i]);
    }
  self->side_clamp = ADW_CLAMP (adw_clamp_new ());
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrollers[1]),
                                 GTK_WIDGET (self->side_clamp));
  gtk_widget_add_css_class (self->scrollers[0], "main-column");
  gtk_widget_add_css_class (self->scrollers[1], "side-column");
  gtk_widget_set_hexpand (self->scrollers[0], TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->outer), self->box);
  gtk_widget_set_parent (self->outer, GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  apply_layout (self);
}

/* TRUE while the two columns stand one below the other. */
gboolean
weft_adaptive_box_get_narrow (WeftAdaptiveBox *self)
{
  g_return_val_if_fail (WEFT_IS_ADAPTIVE_BOX (self), FALSE);

  return self->narrow;
}
