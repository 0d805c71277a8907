/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands what the job says to its three columns while it is looked at. */
#include "config.h"

#include "app/whatif/weft-whatif-view-private.h"

#include <glib/gi18n.h>

#include "app/search/weft-search-columns.h"

G_DEFINE_FINAL_TYPE (WeftWhatifView, weft_whatif_view, GTK_TYPE_WIDGET)

static void
show_stack (WeftWhatifView *self)
{
  const char *failure = weft_whatif_job_get_failure (self->job);
  const char *name = weft_whatif_job_get_whatif (self->job) != NULL ? "asked" : failure != NULL ? "failed" : "waiting";
  g_autofree char *markup = failure != NULL ? g_markup_escape_text (failure, -1) : NULL;

  if (markup != NULL)
    adw_status_page_set_description (self->failed, markup);
  gtk_stack_set_visible_child_name (self->stack, name);
}

static void
answered_cb (WeftWhatifView *self)
{
  weft_whatif_pane_answer (self->pane);
}

static void
job_changed_cb (WeftWhatifView *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  show_stack (self);
  if (weft_whatif_job_get_whatif (self->job) != NULL)
    {
      weft_whatif_pane_update (self->pane);
      weft_whatif_views_update (self->views);
      weft_whatif_panel_update (self->panel);
    }
  weft_whatif_view_update_actions (self);
}

/* Whoever looks elsewhere wants to know of long work: that which was asked for by a button. */
static void
study_ended_cb (WeftWhatifView *self, WeftWhatifStudy *study)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GApplication *app = g_application_get_default ();
  WeftWhatifStudyKind kind = weft_whatif_study_get_question (study)->kind;
  g_autoptr (GNotification) notification = NULL;

  if (app == NULL || !GTK_IS_WINDOW (root) || gtk_window_is_active (GTK_WINDOW (root))
      || (kind != WEFT_WHATIF_BREAK_EVEN && kind != WEFT_WHATIF_DOUBT && kind != WEFT_WHATIF_TOTAL_ORDER))
    return;
  notification = g_notification_new (_("What-if answered"));
  if (weft_whatif_study_get_message (study) != NULL)
    g_notification_set_body (notification, weft_whatif_study_get_message (study));
  g_application_send_notification (app, "what-if", notification);
}

/* --- class --- */

static void
weft_whatif_view_map (GtkWidget *widget)
{
  WeftWhatifView *self = WEFT_WHATIF_VIEW (widget);

  GTK_WIDGET_CLASS (weft_whatif_view_parent_class)->map (widget);
  if (self->job == NULL)
    return;
  if (self->presets == NULL)
    weft_whatif_view_list_presets (self);
  weft_whatif_job_set_active (self->job, TRUE);
  job_changed_cb (self);
  answered_cb (self);
}

static void
weft_whatif_view_unmap (GtkWidget *widget)
{
  WeftWhatifView *self = WEFT_WHATIF_VIEW (widget);

  if (self->job != NULL)
    weft_whatif_job_set_active (self->job, FALSE);
  GTK_WIDGET_CLASS (weft_whatif_view_parent_class)->unmap (widget);
}

static void
weft_whatif_view_dispose (GObject *object)
{
  WeftWhatifView *self = WEFT_WHATIF_VIEW (object);

  if (self->job != NULL)
    g_signal_handlers_disconnect_by_data (self->job, self);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->presets);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_whatif_view_parent_class)->dispose (object);
}

static void
weft_whatif_view_class_init (WeftWhatifViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_whatif_view_dispose;
  widget_class->map = weft_whatif_view_map;
  widget_class->unmap = weft_whatif_view_unmap;
  g_type_ensure (WEFT_TYPE_MESSAGE_BAR);
  g_type_ensure (WEFT_TYPE_SEARCH_COLUMNS);
  g_type_ensure (WEFT_TYPE_WHATIF_PANE);
  g_type_ensure (WEFT_TYPE_WHATIF_PANEL);
  g_type_ensure (WEFT_TYPE_WHATIF_VIEWS);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "whatifview");
  weft_whatif_view_install_actions (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-whatif-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifView, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifView, toasts);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifView, stack);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifView, failed);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifView, pane);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifView, views);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifView, panel);
}

static void
weft_whatif_view_init (WeftWhatifView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_whatif_view_add_shortcuts (self);
}

void
weft_whatif_view_bind (WeftWhatifView *self, WeftSession *session)
{
  g_return_if_fail (WEFT_IS_WHATIF_VIEW (self) && self->job == NULL && WEFT_IS_SESSION (session));

  self->job = weft_whatif_job_new (session);
  weft_whatif_pane_bind (self->pane, self->job);
  weft_whatif_views_bind (self->views, self->job, self->bar);
  weft_whatif_panel_bind (self->panel, self->job);
  g_signal_connect_swapped (self->job, "changed", G_CALLBACK (job_changed_cb), self);
  g_signal_connect_swapped (self->job, "answered", G_CALLBACK (answered_cb), self);
  g_signal_connect_swapped (self->job, "ended", G_CALLBACK (study_ended_cb), self);
  weft_whatif_view_update_actions (self);
}

WeftWhatifJob *
weft_whatif_view_get_job (WeftWhatifView *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_VIEW (self), NULL);

  return self->job;
}

WeftWhatifPane *
weft_whatif_view_get_pane (WeftWhatifView *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_VIEW (self), NULL);

  return self->pane;
}

WeftWhatifViews *
weft_whatif_view_get_views (WeftWhatifView *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_VIEW (self), NULL);

  return self->views;
}

WeftWhatifPanel *
weft_whatif_view_get_panel (WeftWhatifView *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_VIEW (self), NULL);

  return self->panel;
}

WeftMessageBar *
weft_whatif_view_get_bar (WeftWhatifView *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_VIEW (self), NULL);

  return self->bar;
}
