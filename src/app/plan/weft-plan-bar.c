/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One button pauses and goes on, so that the keyboard stays where it is. */
#include "config.h"

#include "app/plan/weft-plan-bar.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/plan/weft-plan-words.h"

#define CLOCK_MS 250

struct _WeftPlanBar
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkSpinner *spinner;
  GtkLabel *state;
  GtkLabel *countdown;
  GtkWidget *retry_button;
  GtkWidget *details_button;
  GtkWidget *steer;
  GtkEntry *entry;
  GtkButton *pause_button;
  GtkWidget *over;
  GtkWidget *replay_button;

  WeftPlanJob *job;
  guint clock_source;
};

G_DEFINE_FINAL_TYPE (WeftPlanBar, weft_plan_bar, GTK_TYPE_WIDGET)

/* --- waiting --- */

static WeftPlan *
get_waiting (WeftPlanBar *self)
{
  WeftPlan *plan = self->job == NULL ? NULL : weft_plan_job_get_plan (self->job);

  return plan != NULL && weft_plan_get_state (plan) == WEFT_PLAN_WAITING ? plan : NULL;
}

static gboolean
clock_cb (gpointer data)
{
  WeftPlanBar *self = data;
  WeftPlan *plan = get_waiting (self);
  double left_s;
  g_autofree char *words = NULL;

  if (plan == NULL)
    {
      self->clock_source = 0;
      return G_SOURCE_REMOVE;
    }
  left_s = (double) (weft_plan_get_retry_at_us (plan) - g_get_monotonic_time ()) / G_USEC_PER_SEC;
  words = g_strdup_printf (_("asks again in %.0f s"), MAX (0, left_s));
  gtk_label_set_text (self->countdown, words);
  return G_SOURCE_CONTINUE;
}

static void
show_waiting (WeftPlanBar *self)
{
  gboolean waits = get_waiting (self) != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->countdown), waits);
  gtk_widget_set_visible (self->retry_button, waits);
  if (waits && self->clock_source == 0 && clock_cb (self))
    self->clock_source = g_timeout_add (CLOCK_MS, clock_cb, self);
}

/* --- showing --- */

static void
show_pause (WeftPlanBar *self, WeftPlanState state)
{
  gboolean paused = state == WEFT_PLAN_PAUSED;

  gtk_button_set_label (self->pause_button, paused ? _("Continue") : _("Pause"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->pause_button),
                                  paused ? "plan.go-on" : "plan.pause");
  if (paused)
    gtk_widget_add_css_class (GTK_WIDGET (self->pause_button), "suggested-action");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->pause_button), "suggested-action");
}

void
weft_plan_bar_update (WeftPlanBar *self)
{
  g_autofree char *state = NULL;
  WeftPlan *plan;
  gboolean busy;
  WeftPlanState now;

  g_return_if_fail (WEFT_IS_PLAN_BAR (self) && self->job != NULL);

  plan = weft_plan_job_get_plan (self->job);
  now = plan == NULL ? WEFT_PLAN_IDLE : weft_plan_get_state (plan);
  busy = weft_plan_job_is_busy (self->job);
  state = weft_plan_words_state (self->job);
  /* A text that is set again is told again. */
  if (!g_str_equal (gtk_label_get_text (self->state), state))
    gtk_label_set_text (self->state, state);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->state), state);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy && now != WEFT_PLAN_PAUSED);
  gtk_spinner_set_spinning (self->spinner, busy && now != WEFT_PLAN_PAUSED);
  gtk_widget_set_visible (self->steer, busy && !weft_plan_job_is_reading (self->job));
  gtk_widget_set_visible (self->over, !busy);
  gtk_widget_set_visible (self->replay_button, weft_plan_job_get_path (self->job) != NULL);
  show_pause (self, now);
  show_waiting (self);
}

static void
activate_cb (WeftPlanBar *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "plan.say", NULL);
}

/* --- class --- */

static void
weft_plan_bar_dispose (GObject *object)
{
  WeftPlanBar *self = WEFT_PLAN_BAR (object);

  g_clear_handle_id (&self->clock_source, g_source_remove);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_plan_bar_parent_class)->dispose (object);
}

static void
weft_plan_bar_class_init (WeftPlanBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_plan_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "planbar");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-plan-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPlanBar, content);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanBar, spinner);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanBar, state);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanBar, countdown);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanBar, retry_button);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanBar, details_button);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanBar, steer);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanBar, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanBar, pause_button);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanBar, over);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanBar, replay_button);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
}

static void
weft_plan_bar_init (WeftPlanBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_plan_bar_bind (WeftPlanBar *self, WeftPlanJob *job)
{
  g_return_if_fail (WEFT_IS_PLAN_BAR (self) && WEFT_IS_PLAN_JOB (job));

  g_set_object (&self->job, job);
  weft_plan_bar_update (self);
}

char *
weft_plan_bar_take_text (WeftPlanBar *self)
{
  char *text;

  g_return_val_if_fail (WEFT_IS_PLAN_BAR (self), NULL);

  text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  return text;
}

const char *
weft_plan_bar_get_state (WeftPlanBar *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_BAR (self), NULL);

  return gtk_label_get_text (self->state);
}

void
weft_plan_bar_focus (WeftPlanBar *self)
{
  g_return_if_fail (WEFT_IS_PLAN_BAR (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

void
weft_plan_bar_set_narrow (WeftPlanBar *self, gboolean narrow)
{
  g_return_if_fail (WEFT_IS_PLAN_BAR (self));

  gtk_widget_set_visible (self->details_button, narrow);
}
