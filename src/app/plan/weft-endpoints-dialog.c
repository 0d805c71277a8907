/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two views in one window; the list follows the engine's. */
#include "config.h"

#include "app/plan/weft-endpoints-dialog.h"

#include <glib/gi18n.h>

#include "app/plan/weft-endpoint-form.h"

struct _WeftEndpointsDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkWidget *back_button;
  GtkWidget *add_button;
  GtkWidget *save_button;
  GtkWidget *delete_button;
  GtkStack *views;
  GtkStack *lists;
  GtkListBox *list;
  WeftEndpointForm *form;

  WeftEngine *engine;
};

G_DEFINE_FINAL_TYPE (WeftEndpointsDialog, weft_endpoints_dialog, ADW_TYPE_WINDOW)

static GtkWidget *
make_row (gpointer item, gpointer data)
{
  WeftEndpoint *endpoint = item;
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *words = g_strjoin (" · ", weft_endpoint_get_model (endpoint),
                                      weft_endpoint_get_url (endpoint), NULL);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), weft_endpoint_get_name (endpoint));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  return row;
}

static void
show_list (WeftEndpointsDialog *self)
{
  GListStore *endpoints = weft_engine_get_endpoints (self->engine);
  gboolean any = g_list_model_get_n_items (G_LIST_MODEL (endpoints)) > 0;

  gtk_stack_set_visible_child_name (self->views, "list");
  gtk_stack_set_visible_child_name (self->lists, any ? "some" : "none");
  adw_window_title_set_title (self->title, _("Endpoints"));
  gtk_widget_set_visible (self->back_button, FALSE);
  gtk_widget_set_visible (self->add_button, TRUE);
  gtk_widget_set_visible (self->save_button, FALSE);
}

static void
show_form (WeftEndpointsDialog *self, WeftEndpoint *endpoint)
{
  weft_endpoint_form_edit (self->form, self->engine, endpoint);
  gtk_stack_set_visible_child_name (self->views, "form");
  adw_window_title_set_title (self->title, endpoint == NULL ? _("New Endpoint")
                                                            : weft_endpoint_get_name (endpoint));
  gtk_widget_set_visible (self->back_button, TRUE);
  gtk_widget_set_visible (self->add_button, FALSE);
  gtk_widget_set_visible (self->save_button, TRUE);
  gtk_widget_set_visible (self->delete_button, endpoint != NULL);
}

static void
add_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_form (WEFT_ENDPOINTS_DIALOG (widget), NULL);
}

static void
edit_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftEndpointsDialog *self = WEFT_ENDPOINTS_DIALOG (widget);
  GListModel *endpoints = G_LIST_MODEL (weft_engine_get_endpoints (self->engine));
  g_autoptr (WeftEndpoint) endpoint =
    g_list_model_get_item (endpoints, g_variant_get_uint32 (parameter));

  if (endpoint != NULL)
    show_form (self, endpoint);
}

static void
back_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_list (WEFT_ENDPOINTS_DIALOG (widget));
}

static void
save_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftEndpointsDialog *self = WEFT_ENDPOINTS_DIALOG (widget);

  if (weft_endpoint_form_save (self->form))
    show_list (self);
}

static void
delete_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftEndpointsDialog *self = WEFT_ENDPOINTS_DIALOG (widget);

  if (weft_endpoint_form_delete (self->form))
    show_list (self);
}

static void
row_activated_cb (WeftEndpointsDialog *self, GtkListBoxRow *row)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "endpoints.edit", "u",
                              (guint) gtk_list_box_row_get_index (row));
}

static void
weft_endpoints_dialog_dispose (GObject *object)
{
  WeftEndpointsDialog *self = WEFT_ENDPOINTS_DIALOG (object);

  if (self->list != NULL)
    gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  self->list = NULL;
  g_clear_object (&self->engine);
  G_OBJECT_CLASS (weft_endpoints_dialog_parent_class)->dispose (object);
}

static void
weft_endpoints_dialog_class_init (WeftEndpointsDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_endpoints_dialog_dispose;
  g_type_ensure (WEFT_TYPE_ENDPOINT_FORM);
  gtk_widget_class_install_action (widget_class, "endpoints.add", NULL, add_cb);
  gtk_widget_class_install_action (widget_class, "endpoints.edit", "u", edit_cb);
  gtk_widget_class_install_action (widget_class, "endpoints.back", NULL, back_cb);
  gtk_widget_class_install_action (widget_class, "endpoints.save", NULL, save_cb);
  gtk_widget_class_install_action (widget_class, "endpoints.delete", NULL, delete_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "endpoints.back", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-endpoints-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointsDialog, title);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointsDialog, back_button);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointsDialog, add_button);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointsDialog, save_button);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointsDialog, delete_button);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointsDialog, views);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointsDialog, lists);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointsDialog, list);
  gtk_widget_class_bind_template_child (widget_class, WeftEndpointsDialog, form);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
weft_endpoints_dialog_init (WeftEndpointsDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
weft_endpoints_dialog_new (WeftEngine *engine)
{
  WeftEndpointsDialog *self;

  g_return_val_if_fail (WEFT_IS_ENGINE (engine), NULL);

  self = g_object_new (WEFT_TYPE_ENDPOINTS_DIALOG, NULL);
  self->engine = g_object_ref (engine);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (weft_engine_get_endpoints (engine)), make_row,
                           NULL, NULL);
  show_list (self);
  return GTK_WIDGET (self);
}
