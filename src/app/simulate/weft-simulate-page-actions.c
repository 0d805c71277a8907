/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done on the simulate page. */
#include "config.h"

#include "app/simulate/weft-simulate-page-private.h"

#include "app/dialogs/weft-file-dialogs.h"
#include "app/weft-page-keys.h"

static void
trace_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftSimulatePage) self = WEFT_SIMULATE_PAGE (data);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL)
    weft_simulate_page_open_trace (self, path);
}

static void
open_trace_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);

  weft_file_dialog_open_trace (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, trace_chosen_cb, g_object_ref (widget));
}

static void
add_example_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftSimulatePage *self = WEFT_SIMULATE_PAGE (widget);
  g_autoptr (WeftSimInput) input = weft_sim_input_new_example (g_variant_get_string (parameter, NULL));

  weft_sim_job_add_trace (self->job, input);
}

static void
open_run_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_simulate_page_open_run (WEFT_SIMULATE_PAGE (widget), g_variant_get_string (parameter, NULL));
}

static void
start_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_sim_job_start (WEFT_SIMULATE_PAGE (widget)->job);
}

static void
cancel_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_sim_job_stop (WEFT_SIMULATE_PAGE (widget)->job);
}

/* On the simulation's part: the calibration has keys of its own. */
void
weft_simulate_page_add_shortcuts (WeftSimulatePage *self)
{
  GtkShortcutController *keys = weft_page_keys_new (self->simulation);

  weft_page_keys_add (keys, GDK_KEY_F5, 0, "simulate.start");
  weft_page_keys_add (keys, GDK_KEY_Escape, GDK_SHIFT_MASK, "simulate.cancel");
}

void
weft_simulate_page_update_actions (WeftSimulatePage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "simulate.start", weft_sim_job_can_start (self->job));
  gtk_widget_action_set_enabled (widget, "simulate.cancel",
                                 weft_sim_job_get_state (self->job) == WEFT_SIM_JOB_RUNNING);
}

void
weft_simulate_page_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "simulate.open-trace", NULL, open_trace_cb);
  gtk_widget_class_install_action (widget_class, "simulate.add-example", "s", add_example_cb);
  gtk_widget_class_install_action (widget_class, "simulate.open-run", "s", open_run_cb);
  gtk_widget_class_install_action (widget_class, "simulate.start", NULL, start_cb);
  gtk_widget_class_install_action (widget_class, "simulate.cancel", NULL, cancel_cb);
}
