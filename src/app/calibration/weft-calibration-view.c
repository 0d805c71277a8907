/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands what the job says to its three columns. */
#include "config.h"

#include "app/calibration/weft-calibration-view-private.h"

#include <glib/gi18n.h>

#include "app/search/weft-search-columns.h"

G_DEFINE_FINAL_TYPE (WeftCalibrationView, weft_calibration_view, GTK_TYPE_WIDGET)

static const char *
word_failure (WeftCalibrationWork work)
{
  switch (work)
    {
    case WEFT_CALIBRATION_READING:
      return _("The file cannot be read");
    case WEFT_CALIBRATION_FITTING:
      return _("The measurements cannot be fitted");
    case WEFT_CALIBRATION_COMPARING:
      return _("The simulation did not end");
    case WEFT_CALIBRATION_PROJECTING:
      return _("The knobs cannot be projected");
    case WEFT_CALIBRATION_NOTHING:
    default:
      return NULL;
    }
}

/* (transfer full) */
static char *
write_message (WeftCalibrationView *self)
{
  WeftMeasurements *measurements = weft_calibration_job_get_measurements (self->job);
  const char *message = weft_calibration_job_get_message (self->job);

  if (weft_calibration_job_get_failed (self->job) != WEFT_CALIBRATION_FITTING || measurements == NULL
      || measurements->n_described > 0)
    return g_strdup (message);
  return g_strdup_printf ("%s\n%s", message,
                          _("Add a file of platforms as well, with columns such as platform, peak_tflops, mem_bw_GBps, "
                            "link_bw_GBps."));
}

/* Told once: whoever has closed the bar has read it. */
static void
show_message (WeftCalibrationView *self)
{
  const char *title = word_failure (weft_calibration_job_get_failed (self->job));
  g_autofree char *message = title != NULL ? write_message (self) : NULL;

  if (g_strcmp0 (message, self->told) == 0)
    return;
  if (title != NULL)
    weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, title, message, NULL);
  else
    weft_message_bar_hide (self->bar);
  g_free (self->told);
  self->told = g_steal_pointer (&message);
}

/* Nothing to look at yet, or files that are being read. */
static gboolean
is_empty (WeftCalibrationView *self)
{
  return g_list_model_get_n_items (weft_calibration_job_get_files (self->job)) == 0
         && weft_calibration_job_get_fit (self->job) == NULL && weft_calibration_job_get_knobs (self->job) == NULL;
}

static void
job_changed_cb (WeftCalibrationView *self)
{
  gboolean empty = is_empty (self);

  gtk_widget_set_visible (GTK_WIDGET (self->pane), !empty);
  gtk_stack_set_visible_child_name (self->middle, empty ? "empty" : "views");
  weft_calibration_pane_update (self->pane);
  weft_calibration_views_update (self->views);
  weft_calibration_panel_update (self->panel);
  show_message (self);
  weft_calibration_view_update_actions (self);
}

/* Whoever looks elsewhere wants to know. */
static void
job_ended_cb (WeftCalibrationView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GApplication *app = g_application_get_default ();
  WeftFit *fit = weft_calibration_job_get_fit (self->job);
  gboolean failed = weft_calibration_job_get_failed (self->job) != WEFT_CALIBRATION_NOTHING;
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *body = NULL;

  if (app == NULL || !GTK_IS_WINDOW (root) || gtk_window_is_active (GTK_WINDOW (root)))
    return;
  body = failed || fit == NULL
           ? g_strdup (weft_calibration_job_get_message (self->job))
           : g_strdup_printf (ngettext ("%u series fitted", "%u series fitted", fit->series->len), fit->series->len);
  notification = g_notification_new (_("Fit finished"));
  g_notification_set_body (notification, body);
  g_application_send_notification (app, "calibration", notification);
}

static void
weft_calibration_view_dispose (GObject *object)
{
  WeftCalibrationView *self = WEFT_CALIBRATION_VIEW (object);

  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  g_clear_pointer (&self->told, g_free);
  G_OBJECT_CLASS (weft_calibration_view_parent_class)->dispose (object);
}

static void
weft_calibration_view_class_init (WeftCalibrationViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_calibration_view_dispose;
  g_type_ensure (WEFT_TYPE_CALIBRATION_PANE);
  g_type_ensure (WEFT_TYPE_CALIBRATION_PANEL);
  g_type_ensure (WEFT_TYPE_CALIBRATION_VIEWS);
  g_type_ensure (WEFT_TYPE_MESSAGE_BAR);
  g_type_ensure (WEFT_TYPE_SEARCH_COLUMNS);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "calibrationview");
  weft_calibration_view_install_actions (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-calibration-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationView, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationView, pane);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationView, middle);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationView, views);
  gtk_widget_class_bind_template_child (widget_class, WeftCalibrationView, panel);
}

static void
weft_calibration_view_init (WeftCalibrationView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_calibration_view_add_shortcuts (self);
  weft_calibration_view_take_drops (self);
}

void
weft_calibration_view_bind (WeftCalibrationView *self, WeftCalibrationJob *job)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_VIEW (self) && self->job == NULL && WEFT_IS_CALIBRATION_JOB (job));

  self->job = g_object_ref (job);
  weft_calibration_pane_bind (self->pane, job);
  weft_calibration_views_bind (self->views, job, self->bar);
  weft_calibration_panel_bind (self->panel, job);
  g_signal_connect_swapped (job, "changed", G_CALLBACK (job_changed_cb), self);
  g_signal_connect_swapped (job, "ended", G_CALLBACK (job_ended_cb), self);
  /* The inventory comes with the first evaluation. */
  g_signal_connect_object (weft_calibration_job_get_session (job), "notify::inventory",
                           G_CALLBACK (weft_calibration_view_update_actions), self, G_CONNECT_SWAPPED);
  job_changed_cb (self);
}

GtkWidget *
weft_calibration_view_new (WeftCalibrationJob *job)
{
  WeftCalibrationView *self = g_object_new (WEFT_TYPE_CALIBRATION_VIEW, NULL);

  weft_calibration_view_bind (self, job);
  return GTK_WIDGET (self);
}

WeftCalibrationJob *
weft_calibration_view_get_job (WeftCalibrationView *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_VIEW (self), NULL);

  return self->job;
}

WeftCalibrationPane *
weft_calibration_view_get_pane (WeftCalibrationView *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_VIEW (self), NULL);

  return self->pane;
}

WeftCalibrationViews *
weft_calibration_view_get_views (WeftCalibrationView *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_VIEW (self), NULL);

  return self->views;
}

WeftCalibrationPanel *
weft_calibration_view_get_panel (WeftCalibrationView *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_VIEW (self), NULL);

  return self->panel;
}

WeftMessageBar *
weft_calibration_view_get_bar (WeftCalibrationView *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_VIEW (self), NULL);

  return self->bar;
}

gboolean
weft_calibration_view_accept (WeftCalibrationView *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  const char *platform;
  gboolean done;

  g_return_val_if_fail (WEFT_IS_CALIBRATION_VIEW (self) && path != NULL, FALSE);

  if (weft_calibration_pane_get_accepted (self->pane, &platform) == WEFT_ACCEPT_PROJECTION)
    done = weft_calibration_job_accept_projection (self->job, path, &error);
  else
    done = weft_calibration_job_accept (self->job, platform, path, &error);
  if (done)
    weft_message_bar_hide (self->bar);
  else
    weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The knobs cannot be used"), error->message, NULL);
  return done;
}
