/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done on the plan page. */
#include "config.h"

#include "app/plan/weft-plan-page-private.h"

#include <glib/gi18n.h>

#include "app/plan/weft-endpoints-dialog.h"
#include "app/weft-page-keys.h"
#include "app/weft-window.h"
#include "base/weft-json-write.h"

#define MORE_EVALUATIONS 10

static void
tell (WeftPlanPage *self, const char *words)
{
  g_autofree char *markup = g_markup_escape_text (words, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
}

static WeftPlan *
get_plan (GtkWidget *widget)
{
  return weft_plan_job_get_plan (WEFT_PLAN_PAGE (widget)->job);
}

/* --- the run --- */

static void
start_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_plan_job_start (WEFT_PLAN_PAGE (widget)->job);
}

static void
pause_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (get_plan (widget) != NULL)
    weft_plan_pause (get_plan (widget));
}

static void
go_on_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (get_plan (widget) != NULL)
    weft_plan_go_on (get_plan (widget));
}

static void
stop_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_plan_job_stop (WEFT_PLAN_PAGE (widget)->job);
}

static void
retry_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (get_plan (widget) != NULL)
    weft_plan_retry_now (get_plan (widget));
}

static void
say_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (widget);
  g_autofree char *text = NULL;

  if (get_plan (widget) == NULL)
    return;
  text = weft_plan_bar_take_text (self->foot);
  weft_plan_say (get_plan (widget), text);
}

static void
hand_back_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (widget);

  if (get_plan (widget) == NULL)
    return;
  weft_plan_hand_back (get_plan (widget), weft_session_get_design (self->session));
  tell (self, _("The planner gets the open design before its next turn"));
}

static void
more_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlanBudget budget;

  if (get_plan (widget) == NULL)
    return;
  weft_plan_get_budget (get_plan (widget), &budget);
  budget.evaluations += MORE_EVALUATIONS;
  weft_plan_set_budget (get_plan (widget), &budget);
}

static void
new_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (widget);

  weft_plan_job_leave (self->job);
  weft_plan_setup_show (self->setup);
  weft_plan_setup_focus (self->setup);
}

static void
replay_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (widget);
  WeftPlanAims *aims = weft_plan_job_get_aims (self->job);
  g_autofree char *path = g_strdup (weft_plan_job_get_path (self->job));

  if (path == NULL)
    return;
  g_free (aims->replay);
  aims->replay = g_steal_pointer (&path);
  weft_plan_job_start (self->job);
}

static void
read_run_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (widget);

  if (weft_plan_job_is_busy (self->job))
    tell (self, _("A run is on; stop it to read another one"));
  else
    weft_plan_job_read (self->job, g_variant_get_string (parameter, NULL));
}

static void
endpoints_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *dialog = weft_endpoints_dialog_new (weft_session_get_engine (self->session));

  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
focus_entry_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_plan_bar_focus (WEFT_PLAN_PAGE (widget)->foot);
}

/* --- a design of the dialogue --- */

/* (nullable) (transfer full) */
static WeftDialogueItem *
find_item (WeftPlanPage *self, guint64 seq)
{
  WeftDialogue *dialogue = weft_plan_job_get_dialogue (self->job);
  guint n = dialogue == NULL ? 0 : g_list_model_get_n_items (G_LIST_MODEL (dialogue));

  for (guint i = 0; i < n; i++)
    {
      WeftDialogueItem *item = g_list_model_get_item (G_LIST_MODEL (dialogue), i);

      if (weft_dialogue_item_get_seq (item) == seq)
        return item;
      g_object_unref (item);
    }
  return NULL;
}

/* (nullable) (transfer full): with the reason told when there is none. */
static WeftDesign *
make_design (WeftPlanPage *self, GVariant *parameter)
{
  g_autoptr (WeftDialogueItem) item = find_item (self, g_variant_get_uint64 (parameter));
  g_autoptr (GError) error = NULL;
  WeftDesign *design =
    item == NULL ? NULL : weft_plan_job_make_design (self->job, item, &error);

  if (error != NULL)
    tell (self, error->message);
  return design;
}

static void
open_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (widget);
  g_autoptr (WeftDesign) design = make_design (self, parameter);
  g_autoptr (WeftSession) session = NULL;
  GtkRoot *root = gtk_widget_get_root (widget);

  if (design == NULL || !WEFT_IS_WINDOW (root))
    return;
  session = weft_session_new_of_design (weft_session_get_engine (self->session), design);
  weft_window_show_session (WEFT_WINDOW (root), session);
}

static void
apply_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (widget);
  g_autoptr (WeftDesign) design = make_design (self, parameter);
  AdwToast *toast;

  if (design == NULL || weft_design_get_graph (weft_session_get_design (self->session)) != NULL)
    return;
  weft_session_replace_partitions (self->session, design, _("Apply Planned Design"));
  toast = adw_toast_new (_("The document has these partitions now"));
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
copy_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (widget);
  g_autoptr (WeftDesign) design = make_design (self, parameter);
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  if (design == NULL)
    return;
  root = weft_design_to_json (design);
  text = weft_json_write_pretty (root);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
  tell (self, _("The design has been copied"));
}

static void
show_event_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (widget);
  g_autoptr (WeftDialogueItem) item = find_item (self, g_variant_get_uint64 (parameter));
  const char *path = weft_plan_job_get_path (self->job);
  guint64 seq;

  if (item == NULL || path == NULL)
    return;
  seq = weft_dialogue_item_get_result_seq (item);
  gtk_widget_activate_action (widget, "page.show-event", "(st)", path,
                              seq > 0 ? seq : weft_dialogue_item_get_seq (item));
}

/* --- keys --- */

static gboolean
pause_shortcut_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  WeftPlan *plan = get_plan (widget);

  if (!gtk_widget_get_mapped (widget) || plan == NULL)
    return FALSE;
  return gtk_widget_activate_action (
    widget, weft_plan_get_state (plan) == WEFT_PLAN_PAUSED ? "plan.go-on" : "plan.pause", NULL);
}

static gboolean
jump_shortcut_cb (GtkWidget *widget, GVariant *args, gpointer data)
{
  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  return gtk_widget_activate_action (GTK_WIDGET (WEFT_PLAN_PAGE (widget)->view), "dialogue.jump", NULL);
}

void
weft_plan_page_add_shortcuts (WeftPlanPage *self)
{
  GtkShortcutController *keys = weft_page_keys_new (GTK_WIDGET (self));

  weft_page_keys_add (keys, GDK_KEY_l, GDK_CONTROL_MASK, "plan.focus-entry");
  weft_page_keys_add_callback (keys, GDK_KEY_p, GDK_CONTROL_MASK, pause_shortcut_cb);
  weft_page_keys_add (keys, GDK_KEY_Escape, GDK_SHIFT_MASK, "plan.stop");
  weft_page_keys_add (keys, GDK_KEY_r, GDK_CONTROL_MASK, "plan.retry");
  weft_page_keys_add (keys, GDK_KEY_h, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "plan.hand-back");
  weft_page_keys_add_callback (keys, GDK_KEY_End, GDK_CONTROL_MASK, jump_shortcut_cb);
}

/* --- which can be had --- */

void
weft_plan_page_update_actions (WeftPlanPage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  WeftPlan *plan = weft_plan_job_get_plan (self->job);
  WeftPlanState state = plan == NULL ? WEFT_PLAN_DONE : weft_plan_get_state (plan);
  gboolean busy = weft_plan_job_is_busy (self->job);
  gboolean on = plan != NULL && state != WEFT_PLAN_DONE;
  gboolean graph = weft_design_get_graph (weft_session_get_design (self->session)) != NULL;
  gboolean recorded = weft_plan_job_get_path (self->job) != NULL;

  gtk_widget_action_set_enabled (widget, "plan.start", !busy);
  gtk_widget_action_set_enabled (widget, "plan.pause", on && state != WEFT_PLAN_PAUSED);
  gtk_widget_action_set_enabled (widget, "plan.go-on", on && state == WEFT_PLAN_PAUSED);
  gtk_widget_action_set_enabled (widget, "plan.stop", busy);
  gtk_widget_action_set_enabled (widget, "plan.say", on);
  gtk_widget_action_set_enabled (widget, "plan.retry", on && state == WEFT_PLAN_WAITING);
  gtk_widget_action_set_enabled (widget, "plan.hand-back", on);
  gtk_widget_action_set_enabled (widget, "plan.more", on);
  gtk_widget_action_set_enabled (widget, "plan.new", !busy);
  gtk_widget_action_set_enabled (widget, "plan.replay", !busy && recorded);
  gtk_widget_action_set_enabled (widget, "plan.apply-design", !graph);
  gtk_widget_action_set_enabled (widget, "plan.show-event", recorded);
}

void
weft_plan_page_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc activate;
  } entries[] = {
    { "plan.start", NULL, start_cb },
    { "plan.pause", NULL, pause_cb },
    { "plan.go-on", NULL, go_on_cb },
    { "plan.stop", NULL, stop_cb },
    { "plan.say", NULL, say_cb },
    { "plan.retry", NULL, retry_cb },
    { "plan.hand-back", NULL, hand_back_cb },
    { "plan.more", NULL, more_cb },
    { "plan.new", NULL, new_cb },
    { "plan.replay", NULL, replay_cb },
    { "plan.read-run", "s", read_run_cb },
    { "plan.endpoints", NULL, endpoints_cb },
    { "plan.focus-entry", NULL, focus_entry_cb },
    { "plan.open-design", "t", open_cb },
    { "plan.apply-design", "t", apply_cb },
    { "plan.copy-design", "t", copy_cb },
    { "plan.show-event", "t", show_event_cb },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    gtk_widget_class_install_action (widget_class, entries[i].name, entries[i].type,
                                     entries[i].activate);
  gtk_widget_class_install_property_action (widget_class, "plan.details", "details");
}
