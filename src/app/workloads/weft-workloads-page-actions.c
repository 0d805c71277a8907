/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done on the workloads page. */
#include "config.h"

#include "app/workloads/weft-workloads-page-private.h"

#include <glib/gi18n.h>

#include "app/dialogs/weft-file-dialogs.h"
#include "app/weft-page-keys.h"
#include "app/workloads/weft-workload-examples.h"

static void
add_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWorkloadsPage *self = WEFT_WORKLOADS_PAGE (widget);
  const WeftGenerator *generator = weft_generator_find (g_variant_get_string (parameter, NULL), NULL);
  g_autoptr (WeftWorkloadItem) item = NULL;

  if (generator == NULL)
    return;
  item = weft_workload_item_new (generator, NULL);
  weft_map_job_add (self->job, item);
  weft_mapping_views_set_view (self->views, "graph");
}

static void
add_example_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWorkloadsPage *self = WEFT_WORKLOADS_PAGE (widget);
  guint index = g_variant_get_uint32 (parameter);
  g_autoptr (WeftWorkloadItem) item = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  while (weft_workload_examples[n].title != NULL)
    n++;
  item = index < n ? weft_workload_item_read (weft_workload_examples[index].line, &error) : NULL;
  if (item != NULL)
    {
      weft_map_job_add (self->job, item);
      weft_mapping_views_set_view (self->views, "graph");
    }
  else if (error != NULL)
    weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The example cannot be added"), error->message, NULL);
}

static void
import_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftWorkloadsPage) self = WEFT_WORKLOADS_PAGE (data);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL)
    weft_workloads_page_import (self, path);
}

static void
import_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  weft_file_dialog_open_workload (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, import_chosen_cb,
                                  g_object_ref (widget));
}

static void
remove_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWorkloadsPage *self = WEFT_WORKLOADS_PAGE (widget);

  if (weft_map_job_get_item (self->job) != NULL)
    weft_map_job_remove (self->job, weft_map_job_get_item (self->job));
}

static void
map_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_map_job_start (WEFT_WORKLOADS_PAGE (widget)->job);
}

static void
cancel_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_map_job_stop (WEFT_WORKLOADS_PAGE (widget)->job);
}

static void
find_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWorkloadsPage *self = WEFT_WORKLOADS_PAGE (widget);

  weft_mapping_views_set_view (self->views, "schedule");
  weft_schedule_view_find (weft_mapping_views_get_schedule (self->views));
}

/* --- keys --- */

static gboolean
path_shortcut_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  WeftScheduleView *schedule = weft_mapping_views_get_schedule (WEFT_WORKLOADS_PAGE (widget)->views);

  if (!gtk_widget_get_mapped (GTK_WIDGET (schedule)))
    return FALSE;
  return gtk_widget_activate_action (GTK_WIDGET (schedule), "schedule.path", NULL);
}

void
weft_workloads_page_add_shortcuts (WeftWorkloadsPage *self)
{
  GtkShortcutController *keys = weft_page_keys_new (GTK_WIDGET (self));

  weft_page_keys_add (keys, GDK_KEY_F5, 0, "workloads.map");
  weft_page_keys_add (keys, GDK_KEY_Escape, GDK_SHIFT_MASK, "workloads.cancel");
  weft_page_keys_add (keys, GDK_KEY_f, GDK_CONTROL_MASK, "workloads.find");
  weft_page_keys_add_callback (keys, GDK_KEY_k, GDK_CONTROL_MASK, path_shortcut_cb);
}

/* --- which can be had --- */

void
weft_workloads_page_update_actions (WeftWorkloadsPage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean any = weft_map_job_get_item (self->job) != NULL;

  gtk_widget_action_set_enabled (widget, "workloads.map", weft_map_job_can_start (self->job));
  gtk_widget_action_set_enabled (widget, "workloads.cancel",
                                 weft_map_job_get_state (self->job) == WEFT_MAP_JOB_RUNNING);
  gtk_widget_action_set_enabled (widget, "workloads.remove", any);
  gtk_widget_action_set_enabled (widget, "workloads.find", weft_map_job_get_shown (self->job) != NULL);
}

void
weft_workloads_page_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc activate;
  } entries[] = {
    { "workloads.add", "s", add_cb },       { "workloads.add-example", "u", add_example_cb },
    { "workloads.import", NULL, import_cb }, { "workloads.remove", NULL, remove_cb },
    { "workloads.map", NULL, map_cb },       { "workloads.cancel", NULL, cancel_cb },
    { "workloads.find", NULL, find_cb },
  };

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    gtk_widget_class_install_action (widget_class, entries[i].name, entries[i].type, entries[i].activate);
}
