/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found stays while another look is under way. */
#include "config.h"

#include "app/search/weft-second-look-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/charts/weft-meter.h"
#include "app/weft-note-list.h"
#include "draw/sim/weft-fidelity-plot.h"

struct _WeftSecondLookView
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *words;
  GtkWidget *start_button;
  GtkWidget *cancel_button;
  GtkLabel *state;
  WeftMeter *progress;
  GtkWidget *found;
  GtkLabel *summary;
  WeftPlotView *plot;
  GtkWidget *reasons_heading;
  WeftTableView *reasons;
  WeftNoteList *notes;

  WeftSecondLook *look;
  const WeftFidelity *shown; /* (nullable): not held */
};

G_DEFINE_FINAL_TYPE (WeftSecondLookView, weft_second_look_view, GTK_TYPE_WIDGET)

/* --- what was found --- */

static void
show_fidelity (WeftSecondLookView *self, const WeftFidelity *fidelity)
{
  g_autoptr (WeftPlot) plot = weft_fidelity_plot_new (fidelity);
  g_autofree char *summary = weft_fidelity_summarise (fidelity);
  WeftTable *reasons = weft_table_fidelity_reasons (fidelity);
  gboolean any = weft_table_n_rows (reasons) > 0;

  gtk_label_set_text (self->summary, summary);
  weft_plot_view_set_plot (self->plot, plot);
  weft_table_view_set_table (self->reasons, reasons);
  gtk_widget_set_visible (self->reasons_heading, any);
  gtk_widget_set_visible (GTK_WIDGET (self->reasons), any);
  weft_note_list_show (self->notes, fidelity->notes);
}

/* --- what is under way --- */

/* (transfer full) */
static char *
write_words (WeftSecondLookView *self)
{
  guint n = weft_second_look_n_designs (self->look);

  if (n == 0)
    return g_strdup (_("A search ranks designs by formulas. Once it has found some, the best of them can be mapped and "
                       "simulated, and both rankings compared."));
  if (weft_second_look_is_dated (self->look))
    return g_strdup (_("The search has found other designs since."));
  if (weft_second_look_get_fidelity (self->look) != NULL)
    return g_strdup (_("The search ranks by formulas; here the best designs were mapped and simulated too."));
  return g_strdup_printf (ngettext ("The search ranks designs by formulas. The best one can be mapped and simulated.",
                                    "The search ranks designs by formulas. The best %u can be mapped and simulated, and "
                                    "both rankings compared.", n), n);
}

/* (transfer full) */
static char *
write_state (WeftSecondLookView *self)
{
  switch (weft_second_look_get_state (self->look))
    {
    case WEFT_SECOND_LOOK_RUNNING:
      return g_strdup_printf (_("Mapping and simulating… %.0f %%"), 100 * weft_second_look_get_progress (self->look));
    case WEFT_SECOND_LOOK_STOPPED:
      return g_strdup (_("Cancelled"));
    case WEFT_SECOND_LOOK_FAILED:
      return g_strdup (weft_second_look_get_message (self->look));
    case WEFT_SECOND_LOOK_IDLE:
    case WEFT_SECOND_LOOK_DONE:
    default:
      return g_strdup ("");
    }
}

static void
show_state (WeftSecondLookView *self)
{
  WeftSecondLookState state = weft_second_look_get_state (self->look);
  gboolean running = state == WEFT_SECOND_LOOK_RUNNING;
  g_autofree char *words = write_state (self);

  gtk_label_set_text (self->state, words);
  gtk_widget_set_visible (GTK_WIDGET (self->state), *words != '\0');
  if (state == WEFT_SECOND_LOOK_FAILED)
    gtk_widget_add_css_class (GTK_WIDGET (self->state), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->state), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->progress), running);
  weft_meter_set (self->progress, weft_second_look_get_progress (self->look), -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->progress), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  weft_second_look_get_progress (self->look), -1);
  gtk_widget_set_visible (self->start_button, !running);
  gtk_widget_set_visible (self->cancel_button, running);
}

static void
look_changed_cb (WeftSecondLookView *self)
{
  const WeftFidelity *fidelity = weft_second_look_get_fidelity (self->look);
  g_autofree char *words = write_words (self);

  if (fidelity != NULL && fidelity != self->shown)
    show_fidelity (self, fidelity);
  self->shown = fidelity;
  gtk_widget_set_visible (self->found, fidelity != NULL);
  gtk_label_set_text (self->words, words);
  show_state (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "second-look.start", weft_second_look_can_start (self->look));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "second-look.cancel",
                                 weft_second_look_get_state (self->look) == WEFT_SECOND_LOOK_RUNNING);
}

/* Whoever looks elsewhere wants to know. */
static void
look_ended_cb (WeftSecondLookView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GApplication *app = g_application_get_default ();
  const char *message = weft_second_look_get_message (self->look);
  g_autoptr (GNotification) notification = NULL;

  if (app == NULL || !GTK_IS_WINDOW (root) || gtk_window_is_active (GTK_WINDOW (root)))
    return;
  notification = g_notification_new (_("The best designs have been simulated"));
  g_notification_set_body (notification, message != NULL ? message : gtk_label_get_text (self->summary));
  g_application_send_notification (app, "second-look", notification);
}

/* --- actions --- */

static void
start_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_second_look_start (WEFT_SECOND_LOOK_VIEW (widget)->look);
}

static void
cancel_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  weft_second_look_stop (WEFT_SECOND_LOOK_VIEW (widget)->look);
}

/* --- class --- */

static void
weft_second_look_view_dispose (GObject *object)
{
  WeftSecondLookView *self = WEFT_SECOND_LOOK_VIEW (object);

  if (self->look != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->look, self);
      weft_second_look_stop (self->look);
    }
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->look);
  G_OBJECT_CLASS (weft_second_look_view_parent_class)->dispose (object);
}

static void
weft_second_look_view_class_init (WeftSecondLookViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_second_look_view_dispose;
  g_type_ensure (WEFT_TYPE_METER);
  g_type_ensure (WEFT_TYPE_NOTE_LIST);
  g_type_ensure (WEFT_TYPE_PLOT_VIEW);
  g_type_ensure (WEFT_TYPE_TABLE_VIEW);
  gtk_widget_class_install_action (widget_class, "second-look.start", NULL, start_cb);
  gtk_widget_class_install_action (widget_class, "second-look.cancel", NULL, cancel_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "secondlook");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-second-look-view.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, content);
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, words);
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, start_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, state);
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, progress);
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, found);
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, summary);
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, plot);
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, reasons_heading);
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, reasons);
  gtk_widget_class_bind_template_child (widget_class, WeftSecondLookView, notes);
}

static void
weft_second_look_view_init (WeftSecondLookView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  weft_table_view_set_label (self->reasons, _("Where both rankings differ"));
}

void
weft_second_look_view_bind (WeftSecondLookView *self, WeftSearchJob *job, WeftMessageBar *bar)
{
  g_return_if_fail (WEFT_IS_SECOND_LOOK_VIEW (self) && self->look == NULL);

  self->look = weft_second_look_new (job);
  weft_plot_view_set_message_bar (self->plot, bar);
  g_signal_connect_swapped (self->look, "changed", G_CALLBACK (look_changed_cb), self);
  g_signal_connect_swapped (self->look, "ended", G_CALLBACK (look_ended_cb), self);
  look_changed_cb (self);
}

WeftSecondLook *
weft_second_look_view_get_look (WeftSecondLookView *self)
{
  g_return_val_if_fail (WEFT_IS_SECOND_LOOK_VIEW (self), NULL);

  return self->look;
}

WeftPlotView *
weft_second_look_view_get_plot (WeftSecondLookView *self)
{
  g_return_val_if_fail (WEFT_IS_SECOND_LOOK_VIEW (self), NULL);

  return self->plot;
}

WeftTableView *
weft_second_look_view_get_reasons (WeftSecondLookView *self)
{
  g_return_val_if_fail (WEFT_IS_SECOND_LOOK_VIEW (self), NULL);

  return self->reasons;
}
