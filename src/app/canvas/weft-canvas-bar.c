/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Its buttons stand beside the canvas in the widget tree, so it hands the canvas's actions on. */
#include "config.h"

#include "app/canvas/weft-canvas-bar.h"

#include <glib/gi18n.h>

struct _WeftCanvasBar
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkToggleButton *select;
  GtkToggleButton *connect;
  GtkToggleButton *pan;
  GtkMenuButton *zoom;

  WeftCanvas *canvas; /* borrowed: both live in the same editor */
  gboolean showing;
};

G_DEFINE_FINAL_TYPE (WeftCanvasBar, weft_canvas_bar, GTK_TYPE_WIDGET)

static void
show_tool (WeftCanvasBar *self)
{
  GtkToggleButton *const buttons[] = { self->select, self->connect, self->pan };
  WeftToolKind kind = weft_canvas_get_tool (self->canvas);

  self->showing = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    gtk_toggle_button_set_active (buttons[i], i == kind);
  self->showing = FALSE;
}

static void
toggled_cb (GtkToggleButton *button, WeftCanvasBar *self)
{
  if (self->showing || self->canvas == NULL || !gtk_toggle_button_get_active (button))
    return;
  weft_canvas_set_tool (self->canvas, button == self->connect ? WEFT_TOOL_CONNECT
                                      : button == self->pan   ? WEFT_TOOL_PAN
                                                              : WEFT_TOOL_SELECT);
}

static void
show_zoom (WeftCanvasBar *self)
{
  g_autofree char *text =
    g_strdup_printf ("%.0f %%", 100 * weft_canvas_view_get_zoom (weft_canvas_get_view (self->canvas)));

  gtk_menu_button_set_label (self->zoom, text);
}

static void
forward_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftCanvasBar *self = WEFT_CANVAS_BAR (widget);

  if (self->canvas != NULL)
    gtk_widget_activate_action_variant (GTK_WIDGET (self->canvas), name, parameter);
}

static void
weft_canvas_bar_dispose (GObject *object)
{
  g_clear_pointer (&WEFT_CANVAS_BAR (object)->content, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_canvas_bar_parent_class)->dispose (object);
}

static void
weft_canvas_bar_class_init (WeftCanvasBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_canvas_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "canvasbar");
  gtk_widget_class_install_action (widget_class, "canvas.zoom-in", NULL, forward_cb);
  gtk_widget_class_install_action (widget_class, "canvas.zoom-out", NULL, forward_cb);
  gtk_widget_class_install_action (widget_class, "canvas.zoom-fit", NULL, forward_cb);
  gtk_widget_class_install_action (widget_class, "canvas.zoom-to", "d", forward_cb);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-canvas-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftCanvasBar, content);
  gtk_widget_class_bind_template_child (widget_class, WeftCanvasBar, select);
  gtk_widget_class_bind_template_child (widget_class, WeftCanvasBar, connect);
  gtk_widget_class_bind_template_child (widget_class, WeftCanvasBar, pan);
  gtk_widget_class_bind_template_child (widget_class, WeftCanvasBar, zoom);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
}

static void
weft_canvas_bar_init (WeftCanvasBar *self)
{
  g_autoptr (GtkBuilder) builder = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  builder = gtk_builder_new_from_resource ("/io/github/weft/Weft/weft-canvas-menu.ui");
  gtk_menu_button_set_menu_model (self->zoom,
                                  G_MENU_MODEL (gtk_builder_get_object (builder, "zoom_menu")));
}

void
weft_canvas_bar_set_canvas (WeftCanvasBar *self, WeftCanvas *canvas)
{
  g_return_if_fail (WEFT_IS_CANVAS_BAR (self) && WEFT_IS_CANVAS (canvas));

  self->canvas = canvas;
  g_signal_connect_object (canvas, "notify::tool", G_CALLBACK (show_tool), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (weft_canvas_get_view (canvas), "notify::zoom", G_CALLBACK (show_zoom),
                           self, G_CONNECT_SWAPPED);
  show_tool (self);
  show_zoom (self);
}
