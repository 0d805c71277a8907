/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done in a calibration view, and files that are dropped there. */
#include "config.h"

#include "app/calibration/weft-calibration-view-private.h"

#include <glib/gi18n.h>

#include "app/dialogs/weft-file-dialogs.h"
#include "app/weft-page-keys.h"

static GtkWindow *
find_window (GtkWidget *widget)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  return GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;
}

/* --- files --- */

static void
files_chosen_cb (GListModel *files, gpointer data)
{
  g_autoptr (WeftCalibrationView) self = WEFT_CALIBRATION_VIEW (data);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; files != NULL && i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        g_strv_builder_add (paths, path);
    }
  list = g_strv_builder_end (paths);
  weft_calibration_job_add_files (self->job, (const char *const *) list);
}

static void
add_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_file_dialog_open_measurements (find_window (widget), files_chosen_cb, g_object_ref (widget));
}

/* Designs are for the window, which opens them. */
static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, WeftCalibrationView *self)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (GSList *l = g_value_get_boxed (value); l != NULL; l = l->next)
    {
      g_autofree char *path = g_file_get_path (l->data);

      if (path == NULL || !g_str_has_suffix (path, ".csv"))
        {
          weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The file cannot be read"),
                                 _("Measurements and platforms are files of comma-separated values, with a name that "
                                   "ends with “.csv”."),
                                 NULL);
          return FALSE;
        }
      g_strv_builder_add (paths, path);
    }
  list = g_strv_builder_end (paths);
  weft_calibration_job_add_files (self->job, (const char *const *) list);
  return TRUE;
}

void
weft_calibration_view_take_drops (WeftCalibrationView *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (drop, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
}

/* --- work --- */

static void
fit_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_calibration_job_fit (WEFT_CALIBRATION_VIEW (widget)->job);
}

static void
cancel_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_calibration_job_stop (WEFT_CALIBRATION_VIEW (widget)->job);
}

static void
compare_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_calibration_job_compare (WEFT_CALIBRATION_VIEW (widget)->job);
}

/* --- knobs --- */

static void
accept_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftCalibrationView) self = WEFT_CALIBRATION_VIEW (data);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL && weft_calibration_job_get_fit (self->job) != NULL)
    weft_calibration_view_accept (self, path);
}

static void
accept_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftCalibrationView *self = WEFT_CALIBRATION_VIEW (widget);
  g_autofree char *file = NULL;
  const char *platform;

  weft_calibration_pane_get_accepted (self->pane, &platform);
  file = platform != NULL ? g_strdup_printf ("%s-knobs.json", platform) : g_strdup ("knobs.json");
  g_strdelimit (file, "/", '-');
  weft_file_dialog_save (find_window (widget), WEFT_FILE_DIALOG_KNOBS, file, NULL, accept_chosen_cb,
                         g_object_ref (widget));
}

static void
knobs_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftCalibrationView) self = WEFT_CALIBRATION_VIEW (data);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL || weft_calibration_job_load_knobs (self->job, path, &error))
    return;
  weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The knobs cannot be used"), error->message, NULL);
}

static void
open_knobs_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_file_dialog_open_knobs (find_window (widget), knobs_chosen_cb, g_object_ref (widget));
}

static void
drop_knobs_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_calibration_job_drop_knobs (WEFT_CALIBRATION_VIEW (widget)->job);
}

/* --- which can be had --- */

void
weft_calibration_view_add_shortcuts (WeftCalibrationView *self)
{
  GtkShortcutController *keys = weft_page_keys_new (GTK_WIDGET (self));

  weft_page_keys_add (keys, GDK_KEY_F5, 0, "calibration.fit");
  weft_page_keys_add (keys, GDK_KEY_Escape, GDK_SHIFT_MASK, "calibration.cancel");
}

void
weft_calibration_view_update_actions (WeftCalibrationView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean idle = weft_calibration_job_get_work (self->job) == WEFT_CALIBRATION_NOTHING;
  gboolean known = weft_session_get_inventory (weft_calibration_job_get_session (self->job)) != NULL;
  gboolean fitted = weft_calibration_job_get_fit (self->job) != NULL;

  gtk_widget_action_set_enabled (widget, "calibration.fit", weft_calibration_job_can_fit (self->job));
  gtk_widget_action_set_enabled (widget, "calibration.cancel", !idle);
  gtk_widget_action_set_enabled (widget, "calibration.compare", fitted && idle);
  gtk_widget_action_set_enabled (widget, "calibration.accept", fitted && known);
  gtk_widget_action_set_enabled (widget, "calibration.open-knobs", known);
  gtk_widget_action_set_enabled (widget, "calibration.drop-knobs", weft_calibration_job_get_knobs (self->job) != NULL);
}

void
weft_calibration_view_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
  } entries[] = {
    { "calibration.add", add_cb },         { "calibration.fit", fit_cb },
    { "calibration.cancel", cancel_cb },   { "calibration.compare", compare_cb },
    { "calibration.accept", accept_cb },   { "calibration.open-knobs", open_knobs_cb },
    { "calibration.drop-knobs", drop_knobs_cb },
  };

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    gtk_widget_class_install_action (widget_class, entries[i].name, NULL, entries[i].activate);
}
