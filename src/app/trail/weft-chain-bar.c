/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run that is still written has no end yet, which is nothing to warn about. */
#include "config.h"

#include "app/trail/weft-chain-bar.h"

#include <glib/gi18n.h>

struct _WeftChainBar
{
  GtkWidget parent_instance;

  GtkWidget *bar;
  GtkImage *icon;
  GtkLabel *words;
  GtkLabel *reason;
  GtkProgressBar *progress;
  GtkButton *show;
};

G_DEFINE_FINAL_TYPE (WeftChainBar, weft_chain_bar, GTK_TYPE_WIDGET)

static void
weft_chain_bar_dispose (GObject *object)
{
  WeftChainBar *self = WEFT_CHAIN_BAR (object);

  g_clear_pointer (&self->bar, gtk_widget_unparent);
  G_OBJECT_CLASS (weft_chain_bar_parent_class)->dispose (object);
}

static void
weft_chain_bar_class_init (WeftChainBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_chain_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "chainbar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/weft/Weft/weft-chain-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftChainBar, bar);
  gtk_widget_class_bind_template_child (widget_class, WeftChainBar, icon);
  gtk_widget_class_bind_template_child (widget_class, WeftChainBar, words);
  gtk_widget_class_bind_template_child (widget_class, WeftChainBar, reason);
  gtk_widget_class_bind_template_child (widget_class, WeftChainBar, progress);
  gtk_widget_class_bind_template_child (widget_class, WeftChainBar, show);
}

static void
weft_chain_bar_init (WeftChainBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* (transfer full) */
static char *
describe (const WeftChainReport *report, gboolean written)
{
  switch (report->state)
    {
    case WEFT_CHAIN_WHOLE:
      return g_strdup_printf (ngettext ("The chain is whole: %" G_GUINT64_FORMAT " event, as it was written",
                                        "The chain is whole: all %" G_GUINT64_FORMAT " events are as they were written",
                                        (gulong) report->events),
                              report->events);
    case WEFT_CHAIN_TRUNCATED:
      if (written)
        return g_strdup_printf (ngettext ("Being written: %" G_GUINT64_FORMAT " event so far, the chain holds",
                                          "Being written: %" G_GUINT64_FORMAT " events so far, the chain holds",
                                          (gulong) report->events),
                                report->events);
      return g_strdup_printf (ngettext ("Truncated after event %" G_GUINT64_FORMAT ", which is as it was written",
                                        "Truncated after event %" G_GUINT64_FORMAT "; all up to there are as they were written",
                                        (gulong) report->events),
                              report->events);
    case WEFT_CHAIN_BROKEN:
      return g_strdup_printf (_("Broken at event %" G_GUINT64_FORMAT), report->broken_at);
    case WEFT_CHAIN_UNKNOWN:
    default:
      return g_strdup (_("Not checked"));
    }
}

static const char *
find_icon (const WeftChainReport *report, gboolean written)
{
  switch (report->state)
    {
    case WEFT_CHAIN_WHOLE:
      return "emblem-ok-symbolic";
    case WEFT_CHAIN_TRUNCATED:
      return written ? "media-record-symbolic" : "dialog-warning-symbolic";
    case WEFT_CHAIN_BROKEN:
      return "dialog-error-symbolic";
    case WEFT_CHAIN_UNKNOWN:
    default:
      return "dialog-question-symbolic";
    }
}

static const char *
find_class (const WeftChainReport *report, gboolean written)
{
  switch (report->state)
    {
    case WEFT_CHAIN_WHOLE:
      return "success";
    case WEFT_CHAIN_TRUNCATED:
      return written ? "info" : "warning";
    case WEFT_CHAIN_BROKEN:
      return "error";
    case WEFT_CHAIN_UNKNOWN:
    default:
      return "info";
    }
}

/* @reason: (nullable) */
static void
show_reason (WeftChainBar *self, const char *reason)
{
  gtk_label_set_text (self->reason, reason != NULL ? reason : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->reason), reason);
  gtk_widget_set_visible (GTK_WIDGET (self->reason), reason != NULL);
}

static void
show_progress (WeftChainBar *self, double share)
{
  gtk_image_set_from_icon_name (self->icon, "content-loading-symbolic");
  gtk_widget_set_css_classes (self->bar, (const char *[]){ "info", NULL });
  gtk_label_set_text (self->words, _("Checking the chain"));
  show_reason (self, NULL);
  gtk_progress_bar_set_fraction (self->progress, share);
}

static void
show_report (WeftChainBar *self, const WeftChainReport *report, gboolean written)
{
  g_autofree char *words = describe (report, written);

  gtk_image_set_from_icon_name (self->icon, find_icon (report, written));
  gtk_widget_set_css_classes (self->bar,
                              (const char *[]){ find_class (report, written), NULL });
  gtk_label_set_text (self->words, words);
  show_reason (self, written ? NULL : report->reason);
}

static void
show_button (WeftChainBar *self, guint64 seq)
{
  g_autofree char *label = g_strdup_printf (_("Show Event %" G_GUINT64_FORMAT), seq);

  gtk_widget_set_visible (GTK_WIDGET (self->show), seq != 0);
  gtk_button_set_label (self->show, label);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->show), "t", seq);
}

/* @written: a program writes the run now. */
void
weft_chain_bar_show (WeftChainBar *self, WeftChainCheck *check, gboolean written)
{
  gboolean running;
  const char *failure;
  const WeftChainReport *report;

  g_return_if_fail (WEFT_IS_CHAIN_BAR (self) && WEFT_IS_CHAIN_CHECK (check));

  running = weft_chain_check_get_running (check);
  failure = weft_chain_check_get_failure (check);
  report = weft_chain_check_get_report (check);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), running);
  show_button (self, running ? 0 : report->broken_at);
  if (running)
    show_progress (self, weft_chain_check_get_share (check));
  else
    show_report (self, report, written);
  if (!running && failure != NULL)
    {
      gtk_label_set_text (self->words, _("The chain cannot be checked"));
      show_reason (self, failure);
      gtk_image_set_from_icon_name (self->icon, "dialog-error-symbolic");
      gtk_widget_set_css_classes (self->bar, (const char *[]){ "error", NULL });
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (self->words),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  gtk_label_get_text (self->reason), -1);
}

const char *
weft_chain_bar_get_words (WeftChainBar *self)
{
  g_return_val_if_fail (WEFT_IS_CHAIN_BAR (self), NULL);

  return gtk_label_get_text (self->words);
}
