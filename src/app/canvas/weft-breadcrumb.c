/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Made anew when the level or its name changes; the last step says how many of it there are. */
#include "config.h"

#include "app/canvas/weft-breadcrumb.h"

#include <glib/gi18n.h>

#include "base/weft-quantity.h"

struct _WeftBreadcrumb
{
  GtkWidget parent_instance;

  WeftStage *stage;
};

G_DEFINE_FINAL_TYPE (WeftBreadcrumb, weft_breadcrumb, GTK_TYPE_WIDGET)

static void
clicked_cb (GtkButton *button, WeftBreadcrumb *self)
{
  guint step = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "step"));

  weft_stage_go_to_step (self->stage, step);
}

static void
add_separator (WeftBreadcrumb *self)
{
  GtkWidget *separator = gtk_label_new ("›");

  gtk_widget_add_css_class (separator, "dim-label");
  gtk_widget_set_parent (separator, GTK_WIDGET (self));
}

static void
add_step (WeftBreadcrumb *self, guint step, gboolean last)
{
  g_autofree char *title = weft_stage_dup_step_title (self->stage, step);
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *button;

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  if (last)
    {
      gtk_widget_add_css_class (label, "current");
      gtk_widget_set_parent (label, GTK_WIDGET (self));
      return;
    }
  button = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "step", GUINT_TO_POINTER (step));
  g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
}

static void
clear (WeftBreadcrumb *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
}

static void
show_path (WeftBreadcrumb *self)
{
  guint depth = weft_stage_depth (self->stage);
  double n = depth > 1 ? weft_stage_n_instances (self->stage) : 1;

  clear (self);
  for (guint i = 0; i < depth; i++)
    {
      if (i > 0)
        add_separator (self);
      add_step (self, i, i + 1 == depth);
    }
  if (n > 1)
    {
      g_autofree char *count = weft_quantity_format (n, WEFT_UNIT_COUNT);
      g_autofree char *text = g_strdup_printf ("× %s", count);
      GtkWidget *badge = gtk_label_new (text);

      gtk_widget_add_css_class (badge, "badge");
      gtk_widget_set_tooltip_text (badge, _("So many of it are in the machine; a change here "
                                            "changes all of them."));
      gtk_widget_set_parent (badge, GTK_WIDGET (self));
    }
}

static void
weft_breadcrumb_dispose (GObject *object)
{
  WeftBreadcrumb *self = WEFT_BREADCRUMB (object);

  clear (self);
  g_clear_object (&self->stage);
  G_OBJECT_CLASS (weft_breadcrumb_parent_class)->dispose (object);
}

static void
weft_breadcrumb_class_init (WeftBreadcrumbClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_breadcrumb_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "breadcrumb");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_NAVIGATION);
}

static void
weft_breadcrumb_init (WeftBreadcrumb *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Level"), -1);
}

void
weft_breadcrumb_set_stage (WeftBreadcrumb *self, WeftStage *stage)
{
  g_return_if_fail (WEFT_IS_BREADCRUMB (self) && WEFT_IS_STAGE (stage) && self->stage == NULL);

  self->stage = g_object_ref (stage);
  g_signal_connect_object (stage, "path-changed", G_CALLBACK (show_path), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (stage, "scene-changed", G_CALLBACK (show_path), self,
                           G_CONNECT_SWAPPED);
  show_path (self);
}
