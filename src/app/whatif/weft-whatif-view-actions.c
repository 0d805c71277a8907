/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done in a What-if view. */
#include "config.h"

#include "app/whatif/weft-whatif-view-private.h"

#include <glib/gi18n.h>

#include "app/dialogs/weft-file-dialogs.h"
#include "app/weft-page-keys.h"
#include "app/weft-window.h"
#include "model/whatif/weft-preset.h"

/* (nullable) */
static WeftWindow *
get_window (WeftWhatifView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return WEFT_IS_WINDOW (root) ? WEFT_WINDOW (root) : NULL;
}

static void
tell (WeftWhatifView *self, const char *title, const char *message)
{
  weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, title, message, NULL);
}

static void
tell_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tell (WEFT_WHATIF_VIEW (widget), _("The file could not be saved"), g_variant_get_string (parameter, NULL));
}

/* --- knobs --- */

static void
reset_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWhatifView *self = WEFT_WHATIF_VIEW (widget);

  weft_whatif_job_reset (self->job);
  weft_whatif_pane_set_preset (self->pane, NULL, NULL);
}

static void
apply_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWhatifView *self = WEFT_WHATIF_VIEW (widget);
  g_autoptr (GError) error = NULL;
  AdwToast *toast;

  if (!weft_whatif_job_apply (self->job, &error))
    {
      tell (self, _("The changes cannot be applied"), error->message);
      return;
    }
  toast = adw_toast_new (_("The document has these values now"));
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* --- presets --- */

void
weft_whatif_view_list_presets (WeftWhatifView *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GError) error = NULL;

  self->presets = weft_preset_list (&error);
  if (self->presets == NULL)
    {
      tell (self, _("The presets cannot be read"), error->message);
      self->presets = G_LIST_MODEL (g_list_store_new (WEFT_TYPE_PRESET));
    }
  for (guint i = 0; i < g_list_model_get_n_items (self->presets); i++)
    {
      g_autoptr (WeftPreset) preset = g_list_model_get_item (self->presets, i);
      g_autoptr (GMenuItem) item = g_menu_item_new (weft_preset_get_name (preset), NULL);

      g_menu_item_set_action_and_target (item, "what-if.preset", "s", weft_preset_get_id (preset));
      g_menu_append_item (menu, item);
    }
  weft_whatif_pane_set_presets (self->pane, G_MENU_MODEL (menu));
}

/* (transfer full) (nullable) */
static WeftPreset *
find_preset (WeftWhatifView *self, const char *id)
{
  for (guint i = 0; self->presets != NULL && i < g_list_model_get_n_items (self->presets); i++)
    {
      g_autoptr (WeftPreset) preset = g_list_model_get_item (self->presets, i);

      if (g_str_equal (weft_preset_get_id (preset), id))
        return g_steal_pointer (&preset);
    }
  return NULL;
}

/* What the preset leaves out, and what of it this design does not have. (transfer full) (element-type utf8) */
static GPtrArray *
list_notes (WeftPreset *preset, GPtrArray *steps)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);
  const char *const *left_out = weft_preset_get_left_out (preset);

  for (guint i = 0; i < steps->len; i++)
    {
      const WeftPresetStep *step = steps->pdata[i];

      if (step->input == NULL)
        /* Translators: the path of an input, and why it is not set */
        g_ptr_array_add (notes, g_strdup_printf (_("%s is not set: %s."), step->path, step->note));
    }
  for (guint i = 0; left_out != NULL && left_out[i] != NULL; i++)
    g_ptr_array_add (notes, g_strdup (left_out[i]));
  return notes;
}

static void
take_steps (WeftWhatifView *self, GPtrArray *steps)
{
  weft_whatif_job_reset (self->job);
  for (guint i = 0; i < steps->len; i++)
    {
      const WeftPresetStep *step = steps->pdata[i];

      if (step->input != NULL && step->changes)
        weft_whatif_knob_set_value (weft_whatif_job_add_knob (self->job, step->input), step->value);
    }
}

static void
preset_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWhatifView *self = WEFT_WHATIF_VIEW (widget);
  WeftWhatif *whatif = weft_whatif_job_get_whatif (self->job);
  g_autoptr (WeftPreset) preset = find_preset (self, g_variant_get_string (parameter, NULL));
  g_autoptr (GPtrArray) steps = NULL, notes = NULL;
  g_autofree char *title = NULL;

  if (preset == NULL || whatif == NULL)
    return;
  steps = weft_preset_apply (preset, whatif);
  take_steps (self, steps);
  notes = list_notes (preset, steps);
  /* Translators: a preset's name, what it asks, and where that comes from */
  title = g_strdup_printf (_("%s: %s (%s)"), weft_preset_get_name (preset), weft_preset_get_description (preset),
                           weft_preset_get_source (preset));
  weft_whatif_pane_set_preset (self->pane, title, notes);
}

/* --- views --- */

static void
choose_inputs_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWhatifView *self = WEFT_WHATIF_VIEW (widget);

  weft_whatif_views_set_view (self->views, "inputs");
  weft_inputs_view_focus_search (weft_whatif_views_get_inputs (self->views));
}

/* By what a list calls it: "TDP (B200)" finds that of every partition, and tells of the first. */
static void
find_input_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWhatifView *self = WEFT_WHATIF_VIEW (widget);
  WeftInputsView *inputs = weft_whatif_views_get_inputs (self->views);
  g_autoptr (GString) words = g_string_new (g_variant_get_string (parameter, NULL));
  g_autoptr (WeftWhatifRow) row = NULL;

  g_string_replace (words, "(", "", 0);
  g_string_replace (words, ")", "", 0);
  weft_whatif_views_set_view (self->views, "inputs");
  weft_inputs_view_search (inputs, words->str);
  weft_inputs_view_focus_search (inputs);
  row = g_list_model_get_item (weft_inputs_view_get_shown (inputs), 0);
  if (row != NULL)
    weft_whatif_job_select (self->job, weft_input_get_path (weft_whatif_row_get_input (row)));
}

static void
sweep_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWhatifView *self = WEFT_WHATIF_VIEW (widget);

  weft_whatif_job_select (self->job, g_variant_get_string (parameter, NULL));
  weft_whatif_views_set_view (self->views, "sweep");
}

static void
break_even_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_whatif_job_ask (WEFT_WHATIF_VIEW (widget)->job, WEFT_WHATIF_BREAK_EVEN);
}

static void
doubt_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_whatif_job_ask (WEFT_WHATIF_VIEW (widget)->job, WEFT_WHATIF_DOUBT);
}

static void
cancel_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  for (guint i = 0; i < WEFT_N_WHATIF_STUDIES; i++)
    weft_whatif_study_stop (weft_whatif_job_get_study (WEFT_WHATIF_VIEW (widget)->job, i));
}

/* --- what stands beside --- */

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftWhatifView) self = WEFT_WHATIF_VIEW (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSession) other = weft_session_open_finish (result, &error);

  if (other != NULL)
    weft_whatif_job_set_other (self->job, other);
  else
    tell (self, _("The second design could not be opened"), error->message);
}

static void
open_other (WeftWhatifView *self, GFile *file)
{
  weft_session_open_async (weft_session_get_engine (weft_whatif_job_get_session (self->job)), file, WEFT_SESSION_FILE,
                           NULL, opened_cb, g_object_ref (self));
}

static void
other_chosen_cb (GFile *file, gpointer data)
{
  g_autoptr (WeftWhatifView) self = WEFT_WHATIF_VIEW (data);

  if (file != NULL)
    open_other (self, file);
}

static void
other_file_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *window = get_window (WEFT_WHATIF_VIEW (widget));

  weft_file_dialog_open (window != NULL ? GTK_WINDOW (window) : NULL, other_chosen_cb, g_object_ref (widget));
}

static void
other_uri_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  open_other (WEFT_WHATIF_VIEW (widget), file);
}

static void
other_tab_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWhatifView *self = WEFT_WHATIF_VIEW (widget);
  WeftWindow *window = get_window (self);
  WeftSession *other = window != NULL ? weft_window_get_nth_session (window, g_variant_get_int32 (parameter)) : NULL;

  if (other != NULL)
    weft_whatif_job_set_other (self->job, other);
}

static void
no_other_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_whatif_job_set_other (WEFT_WHATIF_VIEW (widget)->job, NULL);
}

/* --- which can be had --- */

void
weft_whatif_view_update_actions (WeftWhatifView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean running = FALSE;

  for (guint i = 0; i < WEFT_N_WHATIF_STUDIES; i++)
    running |= weft_whatif_study_get_state (weft_whatif_job_get_study (self->job, i)) == WEFT_WHATIF_STUDY_RUNNING;
  gtk_widget_action_set_enabled (widget, "what-if.reset", weft_whatif_job_n_moved (self->job) > 0);
  gtk_widget_action_set_enabled (widget, "what-if.apply", weft_whatif_job_n_held (self->job) > 0);
  gtk_widget_action_set_enabled (widget, "what-if.preset", weft_whatif_job_get_whatif (self->job) != NULL);
  gtk_widget_action_set_enabled (widget, "what-if.break-even",
                                 weft_whatif_job_can_ask (self->job, WEFT_WHATIF_BREAK_EVEN));
  gtk_widget_action_set_enabled (widget, "what-if.doubt", weft_whatif_job_can_ask (self->job, WEFT_WHATIF_DOUBT));
  gtk_widget_action_set_enabled (widget, "what-if.cancel", running);
}

void
weft_whatif_view_add_shortcuts (WeftWhatifView *self)
{
  GtkShortcutController *keys = weft_page_keys_new (GTK_WIDGET (self));

  weft_page_keys_add (keys, GDK_KEY_Escape, GDK_SHIFT_MASK, "what-if.cancel");
}

void
weft_whatif_view_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *parameter;
    GtkWidgetActionActivateFunc activate;
  } entries[] = {
    { "what-if.reset", NULL, reset_cb },
    { "what-if.apply", NULL, apply_cb },
    { "what-if.preset", "s", preset_cb },
    { "what-if.choose-inputs", NULL, choose_inputs_cb },
    { "what-if.find-input", "s", find_input_cb },
    { "what-if.sweep", "s", sweep_cb },
    { "what-if.break-even", NULL, break_even_cb },
    { "what-if.doubt", NULL, doubt_cb },
    { "what-if.cancel", NULL, cancel_cb },
    { "what-if.other-tab", "i", other_tab_cb },
    { "what-if.other-uri", "s", other_uri_cb },
    { "what-if.other-file", NULL, other_file_cb },
    { "what-if.no-other", NULL, no_other_cb },
    { "what-if.tell", "s", tell_cb },
  };

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    gtk_widget_class_install_action (widget_class, entries[i].name, entries[i].parameter, entries[i].activate);
}
