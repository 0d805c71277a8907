/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the audit page can be told to do. Long work has one bar with a way to stop it. */
#include "config.h"

#include "app/trail/weft-trail-page-private.h"

#include <glib/gi18n.h>

#include "app/dialogs/weft-file-dialogs.h"
#include "app/plan/weft-old-plan.h"
#include "search/weft-proposal-event.h"
#include "search/weft-sim-record.h"
#include "app/trail/weft-trail-replay.h"
#include "app/trail/weft-trail-work.h"
#include "app/weft-page-keys.h"
#include "app/weft-window.h"

#define WORK_MS 120

static gboolean
show_work_cb (gpointer data)
{
  WeftTrailPage *self = data;
  int done = g_atomic_int_get (&self->work_done);

  if (done < 0)
    gtk_progress_bar_pulse (self->work_progress);
  else
    gtk_progress_bar_set_fraction (self->work_progress, (double) done / WEFT_TRAIL_WORK_STEPS);
  return G_SOURCE_CONTINUE;
}

/* (transfer none): stops the work when it is cancelled. */
static GCancellable *
begin_work (WeftTrailPage *self, const char *words)
{
  g_cancellable_cancel (self->working);
  g_clear_object (&self->working);
  self->working = g_cancellable_new ();
  g_atomic_int_set (&self->work_done, -1);
  gtk_label_set_text (self->work_words, words);
  gtk_widget_set_visible (self->work, TRUE);
  weft_message_bar_hide (self->message);
  if (self->work_source == 0)
    self->work_source = g_timeout_add (WORK_MS, show_work_cb, self);
  weft_trail_page_update_actions (self);
  return self->working;
}

/* FALSE when other work has taken its place, or the page has gone. */
static gboolean
end_work (WeftTrailPage *self, GAsyncResult *result)
{
  if (self->working == NULL || g_task_get_cancellable (G_TASK (result)) != self->working)
    return FALSE;
  g_clear_object (&self->working);
  g_clear_handle_id (&self->work_source, g_source_remove);
  gtk_widget_set_visible (self->work, FALSE);
  weft_trail_page_update_actions (self);
  return TRUE;
}

static void
tell (WeftTrailPage *self, const char *words)
{
  g_autofree char *markup = g_markup_escape_text (words, -1);

  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), adw_toast_new (markup));
}

/* A page without runs has no bar of its own to show an error in. */
static void
tell_error (WeftTrailPage *self, const char *title, GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->states), "runs") == 0)
    weft_message_bar_show (self->message, WEFT_SEVERITY_ERROR, title, error->message, NULL);
  else
    weft_window_show_error (WEFT_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), title,
                            error->message);
}

static void
exported_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftTrailPage) self = data;
  g_autoptr (GError) error = NULL;
  gboolean done = weft_trail_export_finish (result, &error);

  if (!end_work (self, result))
    return;
  if (done)
    tell (self, _("The run has been exported"));
  else
    tell_error (self, _("The run could not be exported"), error);
}

static void
imported_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftTrailPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = weft_trail_import_finish (result, &error);

  if (!end_work (self, result))
    return;
  if (path != NULL)
    weft_trail_page_show_run (self, path);
  else
    tell_error (self, _("The run could not be imported"), error);
}

/* Called in the worker. */
static void
replay_progress_cb (double share, gpointer data)
{
  g_atomic_int_set (&WEFT_TRAIL_PAGE (data)->work_done, (int) (share * WEFT_TRAIL_WORK_STEPS));
}

static void
show_replay (WeftTrailPage *self, const WeftReplayReport *report)
{
  g_autofree char *words = weft_trail_replay_describe (report);
  gboolean equal = report->first_difference == 0;

  self->difference = report->first_difference;
  weft_message_bar_show (self->message, equal ? WEFT_SEVERITY_INFO : WEFT_SEVERITY_ERROR,
                         equal ? _("The run can be repeated") : _("The run cannot be repeated"),
                         words, equal ? NULL : _("_Show the Event"));
}

static void
replayed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftTrailPage) self = data;
  g_autoptr (GError) error = NULL;
  WeftReplayReport report;
  gboolean done = weft_trail_replay_finish (result, &report, &error);

  if (end_work (self, result))
    {
      if (done)
        show_replay (self, &report);
      else
        {
          tell_error (self, _("The evaluations could not be computed again"), error);
          /* What cannot be read was changed after the chain was checked. */
          if (self->check != NULL)
            weft_chain_check_start (self->check);
        }
    }
  weft_replay_report_clear (&report);
}

static void
replay_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);
  WeftEvaluator *evaluator = weft_engine_get_evaluator (weft_session_get_engine (self->session));
  WeftEvent *event = weft_event_details_get_event (self->details);
  gboolean here = g_str_equal (name, "trail.replay-from-here");

  if (self->follower == NULL || (here && event == NULL))
    return;
  if (evaluator == NULL)
    {
      tell (self, _("The catalog is still being read"));
      return;
    }
  weft_trail_replay_async (evaluator, weft_run_follower_get_path (self->follower),
                           here ? weft_event_get_seq (event) : 1, replay_progress_cb,
                           begin_work (self, here ? _("Computing the evaluations from here on again")
                                                  : _("Computing every evaluation again")),
                           replayed_cb, g_object_ref (self));
}

static void
export_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftTrailPage) self = data;

  if (file != NULL)
    weft_trail_page_export (self, file);
}

static void
import_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftTrailPage) self = data;

  if (file != NULL)
    weft_trail_page_import (self, file);
}

static GtkWindow *
get_window (WeftTrailPage *self)
{
  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
}

static void
export_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);
  WeftTrailEntry *entry = weft_runs_pane_get_entry (self->runs);
  g_autofree char *file = g_strconcat (
    entry != NULL ? weft_trail_entry_get_id (entry) : "run", ".zip", NULL);

  weft_file_dialog_save (get_window (self), WEFT_FILE_DIALOG_RUN, file, NULL, export_chosen_cb,
                         g_object_ref (self));
}

static void
import_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);

  weft_file_dialog_open_run (get_window (self), import_chosen_cb, g_object_ref (self));
}

static void
verify_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);

  if (self->check != NULL)
    weft_chain_check_start (self->check);
}

static void
resume_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);

  if (self->follower != NULL)
    gtk_widget_activate_action (widget, "page.resume-run", "s",
                                weft_run_follower_get_path (self->follower));
}

static void
read_dialogue_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);

  if (self->follower != NULL)
    gtk_widget_activate_action (widget, "page.read-dialogue", "s",
                                weft_run_follower_get_path (self->follower));
}

static void
open_simulation_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);

  if (self->follower != NULL)
    gtk_widget_activate_action (widget, "page.open-simulation", "s",
                                weft_run_follower_get_path (self->follower));
}

static void
cancel_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_cancellable_cancel (WEFT_TRAIL_PAGE (widget)->working);
}

static void
back_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);

  if (self->depth > 0)
    weft_trail_page_set_depth (self, self->room == 2 ? 0 : self->depth - 1);
}

static void
go_to_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);
  guint64 seq = g_variant_get_uint64 (parameter);

  if (seq > 0)
    weft_events_pane_go_to (self->events, seq);
}

static void
find_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);

  g_object_set (self, "view", "events", NULL);
  if (self->room == 1)
    weft_trail_page_set_depth (self, 1);
  weft_events_pane_find (self->events);
}

static void
copy_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);
  WeftEvent *event = weft_event_details_get_event (self->details);
  gboolean whole = g_str_equal (name, "trail.copy-event");

  if (event == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget),
                          whole ? weft_event_get_line (event) : weft_event_get_hash (event));
  tell (self, whole ? _("The event has been copied") : _("The hash has been copied"));
}

static void
open_design_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftTrailPage *self = WEFT_TRAIL_PAGE (widget);
  WeftEvent *event = weft_event_details_get_event (self->details);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design =
    event == NULL ? NULL
                  : weft_proposal_read_design (
                    event, self->first == NULL ? NULL : weft_event_row_get_event (self->first),
                    &error);
  g_autoptr (WeftSession) session = NULL;
  GtkRoot *root = gtk_widget_get_root (widget);

  if (design == NULL)
    {
      if (error != NULL)
        tell_error (self, _("The design could not be opened"), error);
      return;
    }
  session = weft_session_new_of_design (weft_session_get_engine (self->session), design);
  if (WEFT_IS_WINDOW (root))
    weft_window_show_session (WEFT_WINDOW (root), session);
}

void
weft_trail_page_add_shortcuts (WeftTrailPage *self)
{
  weft_page_keys_add (weft_page_keys_new (GTK_WIDGET (self)), GDK_KEY_f, GDK_CONTROL_MASK, "trail.find");
}

/* Whether the run that is shown was planned in a dialogue. */
static gboolean
has_dialogue (WeftTrailPage *self)
{
  return self->first != NULL && weft_old_plan_is_plan (weft_event_row_get_event (self->first));
}

static gboolean
has_simulation (WeftTrailPage *self)
{
  return self->first != NULL && weft_event_row_get_event (self->first) != NULL
         && weft_sim_record_is (weft_event_row_get_event (self->first));
}

/* Whether the run that is shown was cut off, and nobody writes it. */
static gboolean
is_unfinished (WeftTrailPage *self)
{
  WeftTrailEntry *entry = weft_runs_pane_get_entry (self->runs);

  return entry != NULL
         && g_str_equal (weft_trail_entry_get_path (entry),
                         weft_run_follower_get_path (self->follower))
         && g_str_equal (weft_trail_entry_get_status (entry), "unfinished");
}

void
weft_trail_page_update_actions (WeftTrailPage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean run = self->follower != NULL;
  gboolean idle = self->working == NULL;

  gtk_widget_action_set_enabled (widget, "trail.export", run && idle);
  gtk_widget_action_set_enabled (widget, "trail.import", idle);
  gtk_widget_action_set_enabled (widget, "trail.replay", run && idle);
  gtk_widget_action_set_enabled (widget, "trail.replay-from-here",
                                 run && idle
                                   && weft_event_details_get_event (self->details) != NULL);
  gtk_widget_action_set_enabled (widget, "trail.verify", run);
  gtk_widget_action_set_enabled (widget, "trail.resume", run && idle && is_unfinished (self));
  gtk_widget_action_set_enabled (widget, "trail.read-dialogue", run && has_dialogue (self));
  gtk_widget_set_visible (self->dialogue_button, run && has_dialogue (self));
  gtk_widget_action_set_enabled (widget, "trail.open-simulation", run && has_simulation (self));
  gtk_widget_set_visible (self->simulation_button, run && has_simulation (self));
  gtk_widget_action_set_enabled (widget, "trail.find", run);
}

void
weft_trail_page_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc activate;
  } entries[] = {
    { "trail.export", NULL, export_action_cb },
    { "trail.import", NULL, import_action_cb },
    { "trail.verify", NULL, verify_action_cb },
    { "trail.replay", NULL, replay_action_cb },
    { "trail.replay-from-here", NULL, replay_action_cb },
    { "trail.resume", NULL, resume_action_cb },
    { "trail.read-dialogue", NULL, read_dialogue_action_cb },
    { "trail.open-simulation", NULL, open_simulation_action_cb },
    { "trail.cancel", NULL, cancel_action_cb },
    { "trail.back", NULL, back_action_cb },
    { "trail.go-to", "t", go_to_action_cb },
    { "trail.find", NULL, find_action_cb },
    { "trail.copy-event", NULL, copy_action_cb },
    { "trail.copy-hash", NULL, copy_action_cb },
    { "trail.open-design", NULL, open_design_action_cb },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    gtk_widget_class_install_action (widget_class, entries[i].name, entries[i].type,
                                     entries[i].activate);
  gtk_widget_class_install_property_action (widget_class, "trail.view", "view");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "trail.back",
                                       NULL);
}

/* Writes the run that is shown to an archive. */
void
weft_trail_page_export (WeftTrailPage *self, GFile *file)
{
  g_autofree char *to = NULL;

  g_return_if_fail (WEFT_IS_TRAIL_PAGE (self) && G_IS_FILE (file));

  to = g_file_get_path (file);
  if (self->follower != NULL && to != NULL)
    weft_trail_export_async (weft_run_follower_get_path (self->follower), to,
                             begin_work (self, _("Exporting the run")), exported_cb,
                             g_object_ref (self));
}

/* Makes a run of an archive and shows it. */
void
weft_trail_page_import (WeftTrailPage *self, GFile *file)
{
  g_autofree char *from = NULL;

  g_return_if_fail (WEFT_IS_TRAIL_PAGE (self) && G_IS_FILE (file));

  from = g_file_get_path (file);
  if (from != NULL)
    weft_trail_import_async (from, weft_trail_default_folder (),
                             begin_work (self, _("Importing a run")), imported_cb,
                             g_object_ref (self));
}
