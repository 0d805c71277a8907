/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Offering what earlier runs left unsaved, and telling when a crash would lose something now. */
#include "config.h"

#include <glib/gi18n.h>

#include "app/weft-window-private.h"

static void
answered_cb (WeftMessageBar *bar, WeftWindow *self)
{
  if (self->offered != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.open-recovered", "s",
                                weft_recovery_get_id (self->offered));
}

static void
refused_cb (WeftMessageBar *bar, WeftWindow *self)
{
  if (self->offered != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.discard-recovered", "s",
                                weft_recovery_get_id (self->offered));
}

/* Unanswered, it stays for the start page and for the next run. */
static void
dismissed_cb (WeftMessageBar *bar, WeftWindow *self)
{
  if (self->offered != NULL)
    weft_recoveries_hide (self->recoveries, self->offered);
  weft_window_offer_recovery (self);
}

static void
ensure_bar (WeftWindow *self)
{
  GtkWidget *box = gtk_widget_get_parent (GTK_WIDGET (self->message_bar));

  if (self->recovery_bar != NULL)
    return;
  self->recovery_bar = g_object_new (WEFT_TYPE_MESSAGE_BAR, NULL);
  gtk_box_insert_child_after (GTK_BOX (box), GTK_WIDGET (self->recovery_bar),
                              GTK_WIDGET (self->message_bar));
  g_signal_connect_object (self->recovery_bar, "answered", G_CALLBACK (answered_cb), self, 0);
  g_signal_connect_object (self->recovery_bar, "refused", G_CALLBACK (refused_cb), self, 0);
  g_signal_connect_object (self->recovery_bar, "dismissed", G_CALLBACK (dismissed_cb), self, 0);
}

static void
show_offer (WeftWindow *self)
{
  g_autofree char *title = NULL;
  g_autofree char *words = NULL;

  ensure_bar (self);
  title = g_strdup_printf (_("Weft stopped before “%s” was saved"),
                           weft_design_get_name (weft_recovery_get_design (self->offered)));
  words = weft_recovery_describe (self->offered);
  weft_message_bar_show_choice (self->recovery_bar, WEFT_SEVERITY_WARNING, title, words,
                                _("Open Recovered"), _("Discard"));
}

/* Brings up the one of the file in front, else the newest; the start page lists them itself. */
void
weft_window_offer_recovery (WeftWindow *self)
{
  WeftRecovery *chosen = NULL;

  if (self->recoveries == NULL || self->tabs == NULL)
    return;
  if (adw_tab_view_get_n_pages (self->tabs) > 0)
    chosen = weft_recoveries_choose (self->recoveries, self->session == NULL
                                                         ? NULL
                                                         : weft_session_get_file (self->session));
  if (chosen == self->offered)
    return;
  g_set_object (&self->offered, chosen);
  if (chosen != NULL)
    show_offer (self);
  else if (self->recovery_bar != NULL)
    weft_message_bar_hide (self->recovery_bar);
}

/* win.open-recovered and win.discard-recovered, of a journal's id. */
void
weft_window_answer_recovery_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  WeftWindow *self = WEFT_WINDOW (widget);
  const char *id = g_variant_get_string (parameter, NULL);
  g_autoptr (WeftRecovery) recovery = NULL;
  g_autoptr (WeftSession) session = NULL;

  if (self->recoveries == NULL)
    return;
  g_set_object (&recovery, weft_recoveries_find (self->recoveries, id));
  if (recovery == NULL)
    return;
  if (g_str_equal (name, "win.discard-recovered"))
    {
      weft_recoveries_discard (self->recoveries, recovery);
      return;
    }
  session = weft_session_new_recovered (self->engine, recovery);
  weft_recoveries_take (self->recoveries, recovery);
  weft_window_show_session (self, session);
}

void
weft_window_set_recoveries (WeftWindow *self, WeftRecoveries *recoveries)
{
  g_return_if_fail (WEFT_IS_WINDOW (self) && WEFT_IS_RECOVERIES (recoveries));
  g_return_if_fail (self->recoveries == NULL);

  self->recoveries = g_object_ref (recoveries);
  g_signal_connect_object (weft_recoveries_get_items (recoveries), "items-changed",
                           G_CALLBACK (weft_window_offer_recovery), self, G_CONNECT_SWAPPED);
  weft_window_offer_recovery (self);
}

static void
unprotected_cb (WeftWindow *self, GParamSpec *pspec, WeftSession *session)
{
  const char *reason = weft_session_get_unprotected (session);
  g_autofree char *title = NULL;
  g_autofree char *name = NULL;

  if (reason == NULL)
    return;
  name = weft_session_dup_title (session);
  title = g_strdup_printf (_("A crash would lose what is not saved of “%s”"), name);
  weft_message_bar_show (self->message_bar, WEFT_SEVERITY_WARNING, title, reason, NULL);
}

/* Says when the journal of a session cannot be written. */
void
weft_window_watch_protection (WeftWindow *self, WeftSession *session)
{
  g_signal_connect_object (session, "notify::unprotected", G_CALLBACK (unprotected_cb), self,
                           G_CONNECT_SWAPPED);
}
