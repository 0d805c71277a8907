/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view that nobody looks at asks nothing. */
#include "config.h"

#include "app/whatif/weft-whatif-views.h"

struct _WeftWhatifViews
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkStack *stack;
  WeftInputsView *inputs;
  WeftTornadoView *tornado;
  WeftSweepView *sweep;
  WeftBreakEvenView *break_even;
  WeftDoubtView *doubt;

  WeftWhatifJob *job;
  char *view;
};

G_DEFINE_FINAL_TYPE (WeftWhatifViews, weft_whatif_views, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_VIEW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
weft_whatif_views_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    g_value_set_string (value, WEFT_WHATIF_VIEWS (object)->view);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_whatif_views_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_VIEW)
    weft_whatif_views_set_view (WEFT_WHATIF_VIEWS (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_whatif_views_dispose (GObject *object)
{
  WeftWhatifViews *self = WEFT_WHATIF_VIEWS (object);

  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_pointer (&self->view, g_free);
  G_OBJECT_CLASS (weft_whatif_views_parent_class)->dispose (object);
}

static void
weft_whatif_views_class_init (WeftWhatifViewsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_whatif_views_get_property;
  object_class->set_property = weft_whatif_views_set_property;
  object_class->dispose = weft_whatif_views_dispose;
  properties[PROP_VIEW] = g_param_spec_string (
    "view", NULL, NULL, "inputs", G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (WEFT_TYPE_BREAK_EVEN_VIEW);
  g_type_ensure (WEFT_TYPE_DOUBT_VIEW);
  g_type_ensure (WEFT_TYPE_INPUTS_VIEW);
  g_type_ensure (WEFT_TYPE_SWEEP_VIEW);
  g_type_ensure (WEFT_TYPE_TORNADO_VIEW);
  gtk_widget_class_install_property_action (widget_class, "asked.view", "view");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "whatifviews");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-whatif-views.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifViews, content);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifViews, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifViews, inputs);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifViews, tornado);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifViews, sweep);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifViews, break_even);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifViews, doubt);
}

static void
weft_whatif_views_init (WeftWhatifViews *self)
{
  self->view = g_strdup ("inputs");
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_whatif_views_bind (WeftWhatifViews *self, WeftWhatifJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_WHATIF_VIEWS (self) && self->job == NULL && WEFT_IS_WHATIF_JOB (job));

  self->job = g_object_ref (job);
  weft_inputs_view_bind (self->inputs, job);
  weft_tornado_view_bind (self->tornado, job, bar);
  weft_sweep_view_bind (self->sweep, job, bar);
  weft_break_even_view_bind (self->break_even, job, bar);
  weft_doubt_view_bind (self->doubt, job);
}

void
weft_whatif_views_update (WeftWhatifViews *self)
{
  g_return_if_fail (WEFT_IS_WHATIF_VIEWS (self));

  gtk_stack_set_visible_child_name (self->stack, self->view);
  if (g_str_equal (self->view, "inputs"))
    weft_inputs_view_update (self->inputs);
  else if (g_str_equal (self->view, "tornado"))
    weft_tornado_view_update (self->tornado);
  else if (g_str_equal (self->view, "sweep"))
    weft_sweep_view_update (self->sweep);
  else if (g_str_equal (self->view, "break-even"))
    weft_break_even_view_update (self->break_even);
  else
    weft_doubt_view_update (self->doubt);
}

void
weft_whatif_views_set_view (WeftWhatifViews *self, const char *view)
{
  g_return_if_fail (WEFT_IS_WHATIF_VIEWS (self) && view != NULL);

  if (g_str_equal (view, self->view) || gtk_stack_get_child_by_name (self->stack, view) == NULL)
    return;
  g_free (self->view);
  self->view = g_strdup (view);
  if (self->job != NULL)
    weft_whatif_views_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

const char *
weft_whatif_views_get_view (WeftWhatifViews *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_VIEWS (self), NULL);

  return self->view;
}

WeftInputsView *
weft_whatif_views_get_inputs (WeftWhatifViews *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_VIEWS (self), NULL);

  return self->inputs;
}

WeftTornadoView *
weft_whatif_views_get_tornado (WeftWhatifViews *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_VIEWS (self), NULL);

  return self->tornado;
}

WeftSweepView *
weft_whatif_views_get_sweep (WeftWhatifViews *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_VIEWS (self), NULL);

  return self->sweep;
}

WeftBreakEvenView *
weft_whatif_views_get_break_even (WeftWhatifViews *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_VIEWS (self), NULL);

  return self->break_even;
}

WeftDoubtView *
weft_whatif_views_get_doubt (WeftWhatifViews *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_VIEWS (self), NULL);

  return self->doubt;
}
