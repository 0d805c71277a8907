/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands what the job says to its three columns. */
#include "config.h"

#include "app/simulate/weft-simulate-page-private.h"

#include <glib/gi18n.h>

#include "app/search/weft-search-columns.h"
#include "app/workloads/weft-map-memory.h"

G_DEFINE_FINAL_TYPE (WeftSimulatePage, weft_simulate_page, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_MODE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* What became of a run of the trail that was run again. */
static void
show_again (WeftSimulatePage *self)
{
  WeftSimulation *shown = weft_sim_job_get_shown (self->job);
  WeftSimAgain again = shown != NULL ? weft_simulation_get_again (shown) : WEFT_SIM_AGAIN_NONE;

  if (again == WEFT_SIM_AGAIN_SAME)
    weft_message_bar_show (self->bar, WEFT_SEVERITY_INFO, _("Opened from the trail"),
                           _("Run again, it has the same result as recorded."), NULL);
  else if (again == WEFT_SIM_AGAIN_OTHER)
    weft_message_bar_show (self->bar, WEFT_SEVERITY_WARNING, _("Opened from the trail"),
                           _("Run again, it has another result than recorded: the catalog or the program has changed "
                             "since."), NULL);
  else
    weft_message_bar_hide (self->bar);
}

static void
show_message (WeftSimulatePage *self)
{
  if (weft_sim_job_get_state (self->job) == WEFT_SIM_JOB_FAILED)
    weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The simulation did not end"),
                           weft_sim_job_get_message (self->job), NULL);
  else
    show_again (self);
}

static void
job_changed_cb (WeftSimulatePage *self)
{
  gboolean any = g_list_model_get_n_items (weft_sim_job_get_inputs (self->job)) > 0
                 || g_list_model_get_n_items (weft_sim_job_get_runs (self->job)) > 0
                 || weft_sim_job_get_state (self->job) == WEFT_SIM_JOB_RUNNING;

  gtk_widget_set_visible (GTK_WIDGET (self->pane), any);
  gtk_stack_set_visible_child_name (self->middle, any ? "views" : "empty");
  weft_sim_pane_update (self->pane);
  weft_sim_views_update (self->views);
  weft_sim_panel_update (self->panel);
  show_message (self);
  weft_simulate_page_update_actions (self);
}

/* Whoever looks elsewhere wants to know. */
static void
job_ended_cb (WeftSimulatePage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GApplication *app = g_application_get_default ();
  WeftSimulation *shown = weft_sim_job_get_shown (self->job);
  gboolean done = weft_sim_job_get_state (self->job) == WEFT_SIM_JOB_DONE && shown != NULL;
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *makespan = NULL, *body = NULL;

  if (app == NULL || !GTK_IS_WINDOW (root) || gtk_window_is_active (GTK_WINDOW (root)))
    return;
  makespan = done ? weft_simulation_dup_makespan (shown) : NULL;
  body = done ? g_strdup_printf (_("Simulated: makespan %s"), makespan)
              : g_strdup (weft_sim_job_get_message (self->job));
  notification = g_notification_new (_("Simulation finished"));
  g_notification_set_body (notification, body);
  g_application_send_notification (app, "simulate", notification);
}

/* --- class --- */

static void
weft_simulate_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_MODE)
    g_value_set_string (value, weft_simulate_page_get_mode (WEFT_SIMULATE_PAGE (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_simulate_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_MODE)
    weft_simulate_page_set_mode (WEFT_SIMULATE_PAGE (object), g_value_get_string (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_simulate_page_dispose (GObject *object)
{
  WeftSimulatePage *self = WEFT_SIMULATE_PAGE (object);

  if (self->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->job, self);
      weft_map_memory_save (weft_sim_job_get_workloads (self->job));
      weft_sim_job_stop (self->job);
    }
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (weft_simulate_page_parent_class)->dispose (object);
}

static void
weft_simulate_page_class_init (WeftSimulatePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_simulate_page_get_property;
  object_class->set_property = weft_simulate_page_set_property;
  object_class->dispose = weft_simulate_page_dispose;
  properties[PROP_MODE] = g_param_spec_string (
    "mode", NULL, NULL, "simulation", G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_install_property_action (widget_class, "simulate.mode", "mode");
  g_type_ensure (WEFT_TYPE_CALIBRATION_VIEW);
  g_type_ensure (WEFT_TYPE_MESSAGE_BAR);
  g_type_ensure (WEFT_TYPE_SEARCH_COLUMNS);
  g_type_ensure (WEFT_TYPE_SIM_PANE);
  g_type_ensure (WEFT_TYPE_SIM_PANEL);
  g_type_ensure (WEFT_TYPE_SIM_VIEWS);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "simulatepage");
  weft_simulate_page_install_actions (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-simulate-page.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSimulatePage, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSimulatePage, modes);
  gtk_widget_class_bind_template_child (widget_class, WeftSimulatePage, simulation);
  gtk_widget_class_bind_template_child (widget_class, WeftSimulatePage, calibration);
  gtk_widget_class_bind_template_child (widget_class, WeftSimulatePage, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftSimulatePage, pane);
  gtk_widget_class_bind_template_child (widget_class, WeftSimulatePage, middle);
  gtk_widget_class_bind_template_child (widget_class, WeftSimulatePage, add_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSimulatePage, views);
  gtk_widget_class_bind_template_child (widget_class, WeftSimulatePage, panel);
}

static void
weft_simulate_page_init (WeftSimulatePage *self)
{
  g_autoptr (GMenuModel) menu = weft_sim_pane_make_menu ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_menu_model (self->add_button, menu);
  weft_simulate_page_add_shortcuts (self);
}

GtkWidget *
weft_simulate_page_new (WeftSession *session)
{
  g_autoptr (WeftMapJob) workloads = NULL;
  g_autoptr (WeftCalibrationJob) calibration = NULL;
  WeftSimulatePage *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  self = g_object_new (WEFT_TYPE_SIMULATE_PAGE, NULL);
  self->session = g_object_ref (session);
  workloads = weft_map_memory_job_of (session);
  calibration = weft_calibration_job_new (session);
  self->job = weft_sim_job_new (workloads, calibration);
  weft_calibration_view_bind (self->calibration, calibration);
  weft_sim_pane_bind (self->pane, self->job);
  weft_sim_views_bind (self->views, self->job, self->bar);
  weft_sim_panel_bind (self->panel, self->job);
  g_signal_connect_swapped (self->job, "changed", G_CALLBACK (job_changed_cb), self);
  g_signal_connect_swapped (self->job, "ended", G_CALLBACK (job_ended_cb), self);
  /* The inventory comes with the first evaluation. */
  g_signal_connect_object (session, "notify::inventory", G_CALLBACK (weft_simulate_page_update_actions), self,
                           G_CONNECT_SWAPPED);
  job_changed_cb (self);
  return GTK_WIDGET (self);
}

void
weft_simulate_page_set_mode (WeftSimulatePage *self, const char *mode)
{
  g_return_if_fail (WEFT_IS_SIMULATE_PAGE (self) && mode != NULL);

  if (g_str_equal (mode, weft_simulate_page_get_mode (self)))
    return;
  gtk_stack_set_visible_child_name (self->modes, mode);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODE]);
}

const char *
weft_simulate_page_get_mode (WeftSimulatePage *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATE_PAGE (self), NULL);

  return gtk_stack_get_visible_child_name (self->modes);
}

WeftSimJob *
weft_simulate_page_get_job (WeftSimulatePage *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATE_PAGE (self), NULL);

  return self->job;
}

WeftSimViews *
weft_simulate_page_get_views (WeftSimulatePage *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATE_PAGE (self), NULL);

  return self->views;
}

WeftSimPanel *
weft_simulate_page_get_panel (WeftSimulatePage *self)
{
  g_return_val_if_fail (WEFT_IS_SIMULATE_PAGE (self), NULL);

  return self->panel;
}

void
weft_simulate_page_open_trace (WeftSimulatePage *self, const char *path)
{
  g_autoptr (WeftSimInput) input = NULL;

  g_return_if_fail (WEFT_IS_SIMULATE_PAGE (self) && path != NULL);

  input = weft_sim_input_new_trace (path);
  weft_sim_job_add_trace (self->job, input);
}

void
weft_simulate_page_open_run (WeftSimulatePage *self, const char *path)
{
  g_return_if_fail (WEFT_IS_SIMULATE_PAGE (self) && path != NULL);

  weft_simulate_page_set_mode (self, "simulation");
  weft_sim_job_open_run (self->job, path);
}
