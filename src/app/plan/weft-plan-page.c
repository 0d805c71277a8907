/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands what the job says to dialogue, bar and panel, thirty times a second at most. */
#include "config.h"

#include "app/plan/weft-plan-page-private.h"

#include <glib/gi18n.h>

#define FRAME_MS 33
/* The dialogue keeps this beside the panel, in widths of a digit by the font. */
#define WIDE_PX 860
#define SIDE_PX 360
#define DETAILS_PX 260

G_DEFINE_FINAL_TYPE (WeftPlanPage, weft_plan_page, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_DETAILS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* --- layout --- */

static void
show_layout (WeftPlanPage *self)
{
  gboolean narrow = self->narrow;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->body),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_widget_set_visible (self->side, !narrow || self->details);
  gtk_widget_set_size_request (self->side, narrow ? -1 : SIDE_PX, narrow ? DETAILS_PX : -1);
  weft_plan_bar_set_narrow (self->foot, narrow);
  if (narrow)
    gtk_widget_add_css_class (GTK_WIDGET (self), "narrow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "narrow");
}

static gboolean
layout_cb (gpointer data)
{
  WeftPlanPage *self = data;

  self->layout_source = 0;
  show_layout (self);
  return G_SOURCE_REMOVE;
}

static void
weft_plan_page_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                        int *natural, int *minimum_baseline, int *natural_baseline)
{
  gtk_widget_measure (WEFT_PLAN_PAGE (widget)->content, orientation, -1, minimum, natural,
                      minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, 300);
}

static void
weft_plan_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (widget);
  gboolean narrow = width < WIDE_PX;
  int least, least_height;

  /* Until the layout has changed, the old one may need more than there is. */
  gtk_widget_measure (self->content, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  width = MAX (width, least);
  gtk_widget_measure (self->content, GTK_ORIENTATION_VERTICAL, width, &least_height, NULL, NULL, NULL);
  gtk_widget_allocate (self->content, width, MAX (height, least_height), baseline, NULL);
  if (narrow == self->narrow)
    return;
  self->narrow = narrow;
  if (self->layout_source == 0)
    self->layout_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, layout_cb, self, NULL);
}

/* --- following the job --- */

static void
show_message (WeftPlanPage *self)
{
  const char *failure = weft_plan_job_get_failure (self->job);
  WeftPlan *plan = weft_plan_job_get_plan (self->job);
  WeftReplayReport report;

  if (weft_plan_job_get_state (self->job) == WEFT_PLAN_JOB_FAILED)
    weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The run cannot begin"), failure, NULL);
  else if (plan != NULL && weft_plan_get_state (plan) == WEFT_PLAN_DONE
           && weft_plan_get_replay (plan, &report) && report.first_difference != 0)
    weft_message_bar_show (self->bar, WEFT_SEVERITY_ERROR, _("The replay differs from the record"),
                           weft_plan_get_reason (plan), NULL);
  else
    weft_message_bar_hide (self->bar);
}

/* Who was on a button that has gone gets the field for what comes next. */
static void
hand_over_focus (WeftPlanPage *self, gboolean busy)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root == NULL ? NULL : gtk_root_get_focus (root);

  if (busy == self->was_busy)
    return;
  self->was_busy = busy;
  if (busy && (focus == NULL || gtk_widget_is_ancestor (focus, GTK_WIDGET (self))))
    weft_plan_bar_focus (self->foot);
}

static void
update (WeftPlanPage *self)
{
  WeftPlanJobState state = weft_plan_job_get_state (self->job);
  WeftDialogue *dialogue = weft_plan_job_get_dialogue (self->job);
  gboolean setup = state == WEFT_PLAN_JOB_IDLE || (state == WEFT_PLAN_JOB_FAILED && dialogue == NULL);

  weft_dialogue_view_set_dialogue (self->view, dialogue, state != WEFT_PLAN_JOB_RECORD);
  gtk_stack_set_visible_child_name (self->states, setup ? "setup" : "dialogue");
  weft_plan_bar_update (self->foot);
  gtk_widget_set_visible (GTK_WIDGET (self->panel), !weft_plan_job_is_reading (self->job));
  weft_run_panel_update (self->panel);
  show_message (self);
  hand_over_focus (self, weft_plan_job_is_busy (self->job));
}

static gboolean
update_cb (gpointer data)
{
  WeftPlanPage *self = data;

  self->update_source = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (WeftPlanPage *self)
{
  /* What can be done is right at once. */
  weft_plan_page_update_actions (self);
  if (self->update_source == 0)
    self->update_source = g_timeout_add (FRAME_MS, update_cb, self);
}

/* Whoever looks elsewhere wants to know. */
static void
ended_cb (WeftPlanPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GApplication *app = g_application_get_default ();
  g_autoptr (GNotification) notification = NULL;
  g_autofree char *title = NULL, *body = NULL;
  WeftPlanCounts counts;
  WeftPlanBudget budget;

  if (app == NULL || !GTK_IS_WINDOW (root) || gtk_window_is_active (GTK_WINDOW (root)))
    return;
  weft_plan_job_get_counts (self->job, &counts, &budget);
  title = weft_session_dup_title (self->session);
  body = counts.has_best ? g_strdup_printf (_("Planning is over: best score %.3f"), counts.best)
                         : g_strdup (_("Planning is over: no design has a score"));
  notification = g_notification_new (title);
  g_notification_set_body (notification, body);
  g_application_send_notification (app, "plan", notification);
}

static void
chosen_cb (WeftPlanPage *self, guint64 seq)
{
  weft_dialogue_view_go_to (self->view, seq);
}

/* --- class --- */

static void
weft_plan_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_DETAILS)
    g_value_set_boolean (value, WEFT_PLAN_PAGE (object)->details);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_plan_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (object);

  if (id != PROP_DETAILS)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  else if (self->details != g_value_get_boolean (value))
    {
      self->details = g_value_get_boolean (value);
      show_layout (self);
      g_object_notify_by_pspec (object, pspec);
    }
}

static void
weft_plan_page_dispose (GObject *object)
{
  WeftPlanPage *self = WEFT_PLAN_PAGE (object);

  g_clear_handle_id (&self->layout_source, g_source_remove);
  g_clear_handle_id (&self->update_source, g_source_remove);
  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  /* A run that is on ends with the best design. */
  if (self->job != NULL)
    weft_plan_job_leave (self->job);
  g_clear_object (&self->job);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (weft_plan_page_parent_class)->dispose (object);
}

static void
weft_plan_page_class_init (WeftPlanPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = weft_plan_page_get_property;
  object_class->set_property = weft_plan_page_set_property;
  object_class->dispose = weft_plan_page_dispose;
  widget_class->measure = weft_plan_page_measure;
  widget_class->size_allocate = weft_plan_page_size_allocate;
  properties[PROP_DETAILS] =
    g_param_spec_boolean ("details", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  g_type_ensure (WEFT_TYPE_MESSAGE_BAR);
  g_type_ensure (WEFT_TYPE_DIALOGUE_VIEW);
  g_type_ensure (WEFT_TYPE_PLAN_BAR);
  g_type_ensure (WEFT_TYPE_PLAN_SETUP);
  g_type_ensure (WEFT_TYPE_RUN_PANEL);
  gtk_widget_class_set_css_name (widget_class, "planpage");
  weft_plan_page_install_actions (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-plan-page.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftPlanPage, content);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanPage, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanPage, toasts);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanPage, states);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanPage, setup);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanPage, body);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanPage, view);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanPage, foot);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanPage, side);
  gtk_widget_class_bind_template_child (widget_class, WeftPlanPage, panel);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
}

static void
weft_plan_page_init (WeftPlanPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  weft_plan_page_add_shortcuts (self);
  show_layout (self);
}

static void
follow_design (WeftPlanPage *self)
{
  g_signal_connect_object (weft_session_get_design (self->session), "changed",
                           G_CALLBACK (weft_plan_page_update_actions), self, G_CONNECT_SWAPPED);
  weft_plan_page_update_actions (self);
}

GtkWidget *
weft_plan_page_new (WeftSession *session)
{
  WeftPlanPage *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  self = g_object_new (WEFT_TYPE_PLAN_PAGE, NULL);
  self->session = g_object_ref (session);
  self->job = weft_plan_job_new (session);
  weft_plan_setup_bind (self->setup, self->job);
  weft_plan_bar_bind (self->foot, self->job);
  weft_run_panel_bind (self->panel, self->job, self->bar);
  g_signal_connect_swapped (self->job, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect_swapped (self->job, "ended", G_CALLBACK (ended_cb), self);
  g_signal_connect_object (session, "notify::design", G_CALLBACK (follow_design), self,
                           G_CONNECT_SWAPPED);
  follow_design (self);
  update (self);
  weft_plan_page_update_actions (self);
  return GTK_WIDGET (self);
}

WeftPlanJob *
weft_plan_page_get_job (WeftPlanPage *self)
{
  g_return_val_if_fail (WEFT_IS_PLAN_PAGE (self), NULL);

  return self->job;
}
