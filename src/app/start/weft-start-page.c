/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Buttons, examples and recent files. The lists are filled after the first frame. */
#include "config.h"

#include "app/start/weft-start-page.h"

#include <glib/gi18n.h>

#include "app/start/weft-recent.h"

#define MAX_RECENT 6

struct _WeftStartPage
{
  GtkWidget parent_instance;

  WeftRecoveries *recoveries; /* (nullable) */
  GtkListBox *recovered;
  GtkWidget *recovered_group;
  GtkListBox *examples;
  GtkListBox *recent;
  GtkWidget *recent_group;
  guint fill_source;
};

G_DEFINE_FINAL_TYPE (WeftStartPage, weft_start_page, GTK_TYPE_WIDGET)

static void
add_row (GtkListBox *list, const WeftRecentFile *file, const char *action)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), file->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), file->place);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), arrow);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", file->uri);
  gtk_list_box_append (list, row);
}

static void
fill_list (GtkListBox *list, GPtrArray *files, const char *action)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
  for (guint i = 0; i < files->len; i++)
    add_row (list, g_ptr_array_index (files, i), action);
}

static GtkWidget *
make_discard_button (WeftRecovery *recovery)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");

  gtk_widget_set_tooltip_text (button, _("Discard"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Discard"), -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.discard-recovered");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", weft_recovery_get_id (recovery));
  return button;
}

/* A row that opens what was recovered, with a button that discards it. */
static GtkWidget *
make_recovered_row (gpointer item, gpointer data)
{
  WeftRecovery *recovery = WEFT_RECOVERY (item);
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *words = weft_recovery_describe (recovery);
  const char *path = weft_recovery_get_file (recovery);
  g_autofree char *place = path == NULL ? NULL : g_filename_display_name (path);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 weft_design_get_name (weft_recovery_get_design (recovery)));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
  gtk_widget_set_tooltip_text (row, place);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), make_discard_button (recovery));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-recovered");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", weft_recovery_get_id (recovery));
  return row;
}

static void
recovered_changed_cb (WeftStartPage *self)
{
  GListModel *items = weft_recoveries_get_items (self->recoveries);

  gtk_widget_set_visible (self->recovered_group, g_list_model_get_n_items (items) > 0);
}

static gboolean
fill_cb (gpointer data)
{
  WeftStartPage *self = WEFT_START_PAGE (data);
  g_autoptr (GPtrArray) examples = weft_recent_find_examples ();
  g_autoptr (GPtrArray) recent = weft_recent_find (MAX_RECENT);

  self->fill_source = 0;
  fill_list (self->examples, examples, "win.open-example");
  fill_list (self->recent, recent, "win.open-recent");
  gtk_widget_set_visible (self->recent_group, recent->len > 0);
  return G_SOURCE_REMOVE;
}

static void
weft_start_page_map (GtkWidget *widget)
{
  WeftStartPage *self = WEFT_START_PAGE (widget);

  GTK_WIDGET_CLASS (weft_start_page_parent_class)->map (widget);
  if (self->fill_source == 0)
    self->fill_source = g_idle_add (fill_cb, self);
}

static void
weft_start_page_dispose (GObject *object)
{
  WeftStartPage *self = WEFT_START_PAGE (object);
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  g_clear_handle_id (&self->fill_source, g_source_remove);
  g_clear_object (&self->recoveries);
  if (child != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (weft_start_page_parent_class)->dispose (object);
}

static void
weft_start_page_class_init (WeftStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_start_page_dispose;
  widget_class->map = weft_start_page_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "startpage");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftStartPage, recovered);
  gtk_widget_class_bind_template_child (widget_class, WeftStartPage, recovered_group);
  gtk_widget_class_bind_template_child (widget_class, WeftStartPage, examples);
  gtk_widget_class_bind_template_child (widget_class, WeftStartPage, recent);
  gtk_widget_class_bind_template_child (widget_class, WeftStartPage, recent_group);
}

static void
weft_start_page_init (WeftStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* @recoveries (nullable): what earlier runs left, which comes first. */
GtkWidget *
weft_start_page_new (WeftRecoveries *recoveries)
{
  WeftStartPage *self = g_object_new (WEFT_TYPE_START_PAGE, NULL);

  if (recoveries != NULL)
    {
      GListModel *items = weft_recoveries_get_items (recoveries);

      self->recoveries = g_object_ref (recoveries);
      gtk_list_box_bind_model (self->recovered, items, make_recovered_row, NULL, NULL);
      g_signal_connect_object (items, "items-changed", G_CALLBACK (recovered_changed_cb), self,
                               G_CONNECT_SWAPPED);
      recovered_changed_cb (self);
    }
  return GTK_WIDGET (self);
}
