/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window can be told to do, from its menus, buttons and shortcuts alike. */
#include "config.h"

#include <glib/gi18n.h>

#include "app/weft-window-private.h"

#include "app/compare/weft-compare-page.h"
#include "app/compose/weft-document-page.h"
#include "app/dialogs/weft-about.h"
#include "app/dialogs/weft-export.h"
#include "app/dialogs/weft-file-dialogs.h"
#include "app/provenance/weft-constants-dialog.h"
#include "app/start/weft-recent.h"

static void
new_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  g_autoptr (WeftSession) session = weft_session_new (self->engine);

  weft_window_show_session (self, session);
}

static void
new_graph_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  g_autoptr (WeftSession) session = weft_session_new (self->engine);

  weft_session_turn_into_graph (session, NULL);
  weft_window_show_session (self, session);
}

static void
open_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftWindow) self = WEFT_WINDOW (data);

  if (file != NULL)
    weft_window_open_file (self, file);
}

static void
open_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_file_dialog_open (GTK_WINDOW (widget), open_chosen_cb, g_object_ref (widget));
}

static void
open_uri_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  if (g_str_equal (name, "win.open-example"))
    weft_window_open_pattern (WEFT_WINDOW (widget), file);
  else
    weft_window_open_file (WEFT_WINDOW (widget), file);
}

static void
save_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);

  if (self->session != NULL)
    weft_window_save_page (self, self->session, g_str_equal (name, "win.save-as"));
}

static void
close_tab_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  AdwTabPage *page = adw_tab_view_get_selected_page (self->tabs);

  if (page != NULL)
    adw_tab_view_close_page (self->tabs, page);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
undo_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  WeftHistory *history;

  if (self->session == NULL)
    return;
  history = weft_session_get_history (self->session);
  if (g_str_equal (name, "win.undo"))
    weft_history_undo (history);
  else
    weft_history_redo (history);
}

static void
add_partition_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);

  if (self->session != NULL)
    weft_document_page_add_partition (WEFT_DOCUMENT_PAGE (weft_window_get_page (self)));
}

static void
page_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkWidget *page = weft_window_get_page (WEFT_WINDOW (widget));
  const char *target = g_variant_get_string (parameter, NULL);

  /* The keyboard goes along. */
  if (WEFT_IS_DOCUMENT_PAGE (page)
      && weft_document_page_show_page (WEFT_DOCUMENT_PAGE (page), target))
    gtk_widget_child_focus (
      adw_view_stack_get_visible_child (weft_document_page_get_pages (WEFT_DOCUMENT_PAGE (page))),
      GTK_DIR_TAB_FORWARD);
}

static void
export_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  GtkWidget *page = weft_window_get_page (self);

  if (WEFT_IS_COMPARE_PAGE (page))
    weft_export_charts (GTK_WINDOW (self),
                        weft_compare_page_get_evaluation (WEFT_COMPARE_PAGE (page), 0),
                        weft_compare_page_get_evaluation (WEFT_COMPARE_PAGE (page), 1),
                        self->message_bar);
  else if (self->session != NULL)
    weft_export_charts (GTK_WINDOW (self), weft_session_get_evaluation (self->session), NULL,
                        self->message_bar);
}

static void
about_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_about_show (GTK_WINDOW (widget));
}

/* A comparison whose second design is still being read. */
typedef struct
{
  WeftWindow *window;
  WeftSession *current;
} Pair;

static void
pair_free (Pair *pair)
{
  g_object_unref (pair->window);
  g_object_unref (pair->current);
  g_free (pair);
}

static void
second_opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Pair *pair = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSession) other = weft_session_open_finish (result, &error);

  if (other != NULL)
    weft_window_compare (pair->window, other, pair->current);
  else
    weft_window_show_error (pair->window, _("The second design could not be opened"),
                            error->message);
  pair_free (pair);
}

static void
compare_with_file (WeftWindow *self, GFile *file)
{
  Pair *pair = g_new0 (Pair, 1);

  pair->window = g_object_ref (self);
  pair->current = g_object_ref (self->session);
  weft_session_open_async (self->engine, file, WEFT_SESSION_FILE, NULL, second_opened_cb, pair);
}

static void
compare_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftWindow) self = WEFT_WINDOW (data);

  if (file != NULL && self->session != NULL)
    compare_with_file (self, file);
}

static void
compare_file_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_file_dialog_open (GTK_WINDOW (widget), compare_chosen_cb, g_object_ref (widget));
}

static void
compare_uri_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  if (self->session != NULL)
    compare_with_file (self, file);
}

WeftSession *
weft_window_get_nth_session (WeftWindow *self, int position)
{
  GtkWidget *child;

  g_return_val_if_fail (WEFT_IS_WINDOW (self), NULL);

  if (position < 0 || position >= adw_tab_view_get_n_pages (self->tabs))
    return NULL;
  child = adw_tab_page_get_child (adw_tab_view_get_nth_page (self->tabs, position));
  return WEFT_IS_DOCUMENT_PAGE (child) ? weft_document_page_get_session (WEFT_DOCUMENT_PAGE (child)) : NULL;
}

static void
compare_tab_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  WeftSession *other = weft_window_get_nth_session (self, g_variant_get_int32 (parameter));

  if (self->session != NULL && other != NULL)
    weft_window_compare (self, other, self->session);
}

/* The profile that a design is shown beside its own: the paper's for what was measured, else what was measured. */
static const char *
other_profile (const char *profile)
{
  return g_str_equal (profile, WEFT_DESIGN_NEW_PROFILE) ? WEFT_DESIGN_DEFAULT_PROFILE : WEFT_DESIGN_NEW_PROFILE;
}

/* What was measured stands last, and what it adds is a plus. */
static void
compare_profiles (WeftWindow *self, const char *other)
{
  const char *own = weft_design_get_profile (weft_session_get_design (self->session));
  gboolean last = g_str_equal (own, WEFT_DESIGN_NEW_PROFILE);

  weft_window_compare_profiles (self, self->session, last ? other : own, last ? own : other);
}

static void
compare_profiles_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);

  if (self->session != NULL)
    compare_profiles (self, other_profile (weft_design_get_profile (weft_session_get_design (self->session))));
}

static void
compare_profile_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);

  if (self->session != NULL)
    compare_profiles (self, g_variant_get_string (parameter, NULL));
}

static void
show_constants_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  WeftProfile *profile = self->session != NULL ? weft_session_get_profile (self->session) : NULL;
  GtkWidget *dialog;

  if (profile == NULL)
    return;
  dialog = weft_constants_dialog_new (profile);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* The usual pair, and the profiles of the user besides. */
static GMenu *
list_profiles (WeftWindow *self)
{
  GMenu *menu = g_menu_new ();
  WeftEvaluator *evaluator = weft_engine_get_evaluator (self->engine);
  const char *own;
  GListModel *profiles;

  if (self->session == NULL || evaluator == NULL)
    return menu;
  own = weft_design_get_profile (weft_session_get_design (self->session));
  g_menu_append (menu, _("Compare Profiles"), "win.compare-profiles");
  profiles = weft_catalog_list_profiles (weft_evaluator_get_catalog (evaluator));
  for (guint i = 0; i < g_list_model_get_n_items (profiles); i++)
    {
      g_autoptr (WeftProfile) profile = g_list_model_get_item (profiles, i);
      const char *id = weft_profile_get_id (profile);
      g_autofree char *label = NULL;
      g_autoptr (GMenuItem) item = NULL;

      if (g_str_equal (id, own) || g_str_equal (id, other_profile (own)))
        continue;
      label = g_strdup_printf (_("Compare with Profile %s"), weft_profile_get_name (profile));
      item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "win.compare-profile", "s", id);
      g_menu_append_item (menu, item);
    }
  return menu;
}

GMenu *
weft_window_list_tabs (WeftWindow *self, const char *action)
{
  GMenu *menu = g_menu_new ();

  g_return_val_if_fail (WEFT_IS_WINDOW (self) && action != NULL, menu);

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      WeftSession *session = weft_window_get_nth_session (self, i);
      g_autoptr (GMenuItem) item = NULL;

      if (session == NULL || session == self->session)
        continue;
      item = g_menu_item_new (adw_tab_page_get_title (adw_tab_view_get_nth_page (self->tabs, i)), NULL);
      g_menu_item_set_action_and_target (item, action, "i", i);
      g_menu_append_item (menu, item);
    }
  return menu;
}

/* The menus that change are made when they are opened, which keeps the first frame cheap. */
static void
fill_compare_menu_cb (GtkMenuButton *button, gpointer data)
{
  WeftWindow *self = WEFT_WINDOW (data);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) tabs = weft_window_list_tabs (self, "win.compare-tab");
  g_autoptr (GMenu) examples = weft_recent_list_examples ("win.compare-uri");
  g_autoptr (GMenu) profiles = list_profiles (self);
  g_autoptr (GMenu) other = g_menu_new ();

  if (g_menu_model_get_n_items (G_MENU_MODEL (profiles)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (profiles));
  if (g_menu_model_get_n_items (G_MENU_MODEL (tabs)) > 0)
    g_menu_append_section (menu, _("Open Designs"), G_MENU_MODEL (tabs));
  if (g_menu_model_get_n_items (G_MENU_MODEL (examples)) > 0)
    g_menu_append_section (menu, _("Examples"), G_MENU_MODEL (examples));
  g_menu_append (other, _("Other File…"), "win.compare-file");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (other));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
fill_recent_menu_cb (GtkMenuButton *button, gpointer data)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) recent = weft_recent_list ("win.open-recent", 10);
  g_autoptr (GMenu) examples = weft_recent_list_examples ("win.open-example");

  if (g_menu_model_get_n_items (G_MENU_MODEL (recent)) > 0)
    g_menu_append_section (menu, _("Recent Designs"), G_MENU_MODEL (recent));
  g_menu_append_section (menu, _("Examples"), G_MENU_MODEL (examples));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
fill_main_menu_cb (GtkMenuButton *button, gpointer data)
{
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (data));

  if (app != NULL && gtk_menu_button_get_menu_model (button) == NULL)
    gtk_menu_button_set_menu_model (
      button, G_MENU_MODEL (gtk_application_get_menu_by_id (app, "main-menu")));
}

static void
show_step (GtkWidget *button, const char *label, const char *plain)
{
  gtk_widget_set_tooltip_text (button, label != NULL ? label : plain);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label != NULL ? label : plain, -1);
}

/* Which actions make sense now, and what undo and redo would do. */
void
weft_window_update_actions (WeftWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  WeftSession *session = self->session;
  WeftHistory *history = session == NULL ? NULL : weft_session_get_history (session);
  gboolean charts = WEFT_IS_COMPARE_PAGE (weft_window_get_page (self))
                    || (session != NULL && weft_session_get_evaluation (session) != NULL);

  gtk_widget_action_set_enabled (widget, "win.save", session != NULL);
  gtk_widget_action_set_enabled (widget, "win.save-as", session != NULL);
  gtk_widget_action_set_enabled (widget, "win.add-partition",
                                 session != NULL
                                   && weft_design_get_graph (weft_session_get_design (session)) == NULL);
  gtk_widget_action_set_enabled (widget, "win.page", session != NULL);
  gtk_widget_action_set_enabled (widget, "win.compare-profile", session != NULL);
  gtk_widget_action_set_enabled (widget, "win.compare-profiles", session != NULL);
  gtk_widget_action_set_enabled (widget, "win.show-constants",
                                 session != NULL && weft_session_get_profile (session) != NULL);
  gtk_widget_action_set_enabled (widget, "win.export-charts", charts);
  gtk_widget_action_set_enabled (widget, "win.undo",
                                 history != NULL && weft_history_get_can_undo (history));
  gtk_widget_action_set_enabled (widget, "win.redo",
                                 history != NULL && weft_history_get_can_redo (history));
  gtk_widget_set_sensitive (GTK_WIDGET (self->compare_button), session != NULL);
  show_step (self->undo_button, history == NULL ? NULL : weft_history_get_undo_label (history),
             _("Undo"));
  show_step (self->redo_button, history == NULL ? NULL : weft_history_get_redo_label (history),
             _("Redo"));
}

void
weft_window_init_menus (WeftWindow *self)
{
  gtk_menu_button_set_create_popup_func (self->recent_button, fill_recent_menu_cb, self, NULL);
  gtk_menu_button_set_create_popup_func (self->compare_button, fill_compare_menu_cb, self, NULL);
  gtk_menu_button_set_create_popup_func (self->menu_button, fill_main_menu_cb, self, NULL);
}

void
weft_window_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc activate;
  } entries[] = {
    { "win.new", NULL, new_action_cb },
    { "win.new-graph", NULL, new_graph_action_cb },
    { "win.open", NULL, open_action_cb },
    { "win.open-recent", "s", open_uri_action_cb },
    { "win.open-example", "s", open_uri_action_cb },
    { "win.open-recovered", "s", weft_window_answer_recovery_cb },
    { "win.discard-recovered", "s", weft_window_answer_recovery_cb },
    { "win.save", NULL, save_action_cb },
    { "win.save-as", NULL, save_action_cb },
    { "win.close-tab", NULL, close_tab_action_cb },
    { "win.undo", NULL, undo_action_cb },
    { "win.redo", NULL, undo_action_cb },
    { "win.add-partition", NULL, add_partition_action_cb },
    { "win.page", "s", page_action_cb },
    { "win.export-charts", NULL, export_action_cb },
    { "win.compare-tab", "i", compare_tab_action_cb },
    { "win.compare-uri", "s", compare_uri_action_cb },
    { "win.compare-file", NULL, compare_file_action_cb },
    { "win.compare-profile", "s", compare_profile_action_cb },
    { "win.compare-profiles", NULL, compare_profiles_action_cb },
    { "win.show-constants", NULL, show_constants_action_cb },
    { "win.about", NULL, about_action_cb },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    gtk_widget_class_install_action (widget_class, entries[i].name, entries[i].type,
                                     entries[i].activate);
}
