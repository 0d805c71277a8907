/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands what the job says to its three columns. */
#include "config.h"

#include "app/workloads/weft-workloads-page-private.h"

#include <glib/gi18n.h>

#include "app/search/weft-search-columns.h"
#include "app/workloads/weft-map-memory.h"

G_DEFINE_FINAL_TYPE (WeftWorkloadsPage, weft_workloads_page, GTK_TYPE_WIDGET)

static void
show_message (WeftWorkloadsPage *self)
{
  if (weft_map_job_get_state (self->job) == WEFT_MAP_JOB_FAILED)
    weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The workload cannot be mapped"),
                           weft_map_job_get_message (self->job), NULL);
  else
    weft_message_bar_hide (self->bar);
}

static void
job_changed_cb (WeftWorkloadsPage *self)
{
  gboolean any = g_list_model_get_n_items (weft_map_job_get_items (self->job)) > 0;

  gtk_widget_set_visible (GTK_WIDGET (self->pane), any);
  gtk_stack_set_visible_child_name (self->middle, any ? "views" : "empty");
  weft_workload_pane_update (self->pane);
  weft_mapping_views_update (self->views);
  weft_mapping_panel_update (self->panel);
  show_message (self);
  weft_workloads_page_update_actions (self);
}

/* Whoever looks elsewhere wants to know; who looks sees the schedule. */
static void
job_ended_cb (WeftWorkloadsPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GApplication *app = g_application_get_default ();
  WeftMapOutcome *shown = weft_map_job_get_shown (self->job);
  gboolean done = weft_map_job_get_state (self->job) == WEFT_MAP_JOB_DONE && shown != NULL;
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *makespan = NULL, *body = NULL;

  if (done && g_str_equal (weft_mapping_views_get_view (self->views), "graph"))
    weft_mapping_views_set_view (self->views, "schedule");
  if (app == NULL || !GTK_IS_WINDOW (root) || gtk_window_is_active (GTK_WINDOW (root)))
    return;
  makespan = done ? weft_map_outcome_dup_makespan (shown) : NULL;
  body = done ? g_strdup_printf (_("Mapped: makespan %s"), makespan) : g_strdup (weft_map_job_get_message (self->job));
  notification = g_notification_new (_("Mapping finished"));
  g_notification_set_body (notification, body);
  g_application_send_notification (app, "map", notification);
}

static void
weft_workloads_page_dispose (GObject *object)
{
  WeftWorkloadsPage *self = WEFT_WORKLOADS_PAGE (object);

  if (self->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->job, self);
      weft_map_memory_save (self->job);
      weft_map_job_stop (self->job);
    }
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (weft_workloads_page_parent_class)->dispose (object);
}

static void
weft_workloads_page_class_init (WeftWorkloadsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_workloads_page_dispose;
  g_type_ensure (WEFT_TYPE_MAPPING_PANEL);
  g_type_ensure (WEFT_TYPE_MAPPING_VIEWS);
  g_type_ensure (WEFT_TYPE_MESSAGE_BAR);
  g_type_ensure (WEFT_TYPE_SEARCH_COLUMNS);
  g_type_ensure (WEFT_TYPE_WORKLOAD_PANE);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "workloadspage");
  weft_workloads_page_install_actions (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-workloads-page.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadsPage, content);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadsPage, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadsPage, toasts);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadsPage, pane);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadsPage, middle);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadsPage, add_button);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadsPage, views);
  gtk_widget_class_bind_template_child (widget_class, WeftWorkloadsPage, panel);
}

static void
weft_workloads_page_init (WeftWorkloadsPage *self)
{
  g_autoptr (GMenuModel) menu = weft_workload_pane_make_menu ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_menu_model (self->add_button, menu);
  weft_workloads_page_add_shortcuts (self);
}

GtkWidget *
weft_workloads_page_new (WeftSession *session)
{
  WeftWorkloadsPage *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  self = g_object_new (WEFT_TYPE_WORKLOADS_PAGE, NULL);
  self->session = g_object_ref (session);
  self->job = weft_map_memory_job_of (session);
  weft_workload_pane_bind (self->pane, self->job);
  weft_mapping_views_bind (self->views, self->job, self->bar);
  weft_mapping_panel_bind (self->panel, self->job);
  g_signal_connect_swapped (self->job, "changed", G_CALLBACK (job_changed_cb), self);
  g_signal_connect_swapped (self->job, "ended", G_CALLBACK (job_ended_cb), self);
  /* The inventory comes with the first evaluation. */
  g_signal_connect_object (session, "notify::inventory", G_CALLBACK (weft_workloads_page_update_actions), self,
                           G_CONNECT_SWAPPED);
  job_changed_cb (self);
  return GTK_WIDGET (self);
}

WeftMapJob *
weft_workloads_page_get_job (WeftWorkloadsPage *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOADS_PAGE (self), NULL);

  return self->job;
}

WeftWorkloadPane *
weft_workloads_page_get_pane (WeftWorkloadsPage *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOADS_PAGE (self), NULL);

  return self->pane;
}

WeftMappingViews *
weft_workloads_page_get_views (WeftWorkloadsPage *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOADS_PAGE (self), NULL);

  return self->views;
}

WeftMappingPanel *
weft_workloads_page_get_panel (WeftWorkloadsPage *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOADS_PAGE (self), NULL);

  return self->panel;
}

void
weft_workloads_page_import (WeftWorkloadsPage *self, const char *path)
{
  g_autoptr (WeftWorkloadItem) item = NULL;

  g_return_if_fail (WEFT_IS_WORKLOADS_PAGE (self) && path != NULL);

  item = weft_workload_item_new_file (path);
  weft_map_job_add (self->job, item);
}
