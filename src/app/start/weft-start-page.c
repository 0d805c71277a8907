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
  gtk_widget_class_bind_template_child (widget_class, WeftStartPage, examples);
  gtk_widget_class_bind_template_child (widget_class, WeftStartPage, recent);
  gtk_widget_class_bind_template_child (widget_class, WeftStartPage, recent_group);
}

static void
weft_start_page_init (WeftStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
