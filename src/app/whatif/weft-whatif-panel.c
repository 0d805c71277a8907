/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nothing while no input is chosen. */
#include "config.h"

#include "app/whatif/weft-whatif-panel.h"

#include <glib/gi18n.h>

#include "app/provenance/weft-origins.h"

struct _WeftWhatifPanel
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkLabel *title;
  GtkLabel *place;
  GtkLabel *value;
  GtkBox *pill;
  GtkLabel *range;
  GtkLabel *slope;
  GtkLabel *source;
  GtkLabel *note;
  GtkLabel *path;
  GtkWidget *turn_button;

  WeftWhatifJob *job;
  WeftWhatifRow *row; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftWhatifPanel, weft_whatif_panel, GTK_TYPE_WIDGET)

static void
show_line (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text);
  gtk_widget_set_visible (GTK_WIDGET (label), *text != '\0');
}

static void
show_slope (WeftWhatifPanel *self)
{
  g_autofree char *words = self->row != NULL ? weft_whatif_row_explain_slope (self->row) : g_strdup ("");

  show_line (self->slope, words);
}

static void
show_turn (WeftWhatifPanel *self)
{
  gtk_widget_set_sensitive (self->turn_button, self->row != NULL && !weft_whatif_row_get_chosen (self->row));
}

static void
show_pill (WeftWhatifPanel *self, WeftConfidence confidence)
{
  GtkWidget *before = gtk_widget_get_first_child (GTK_WIDGET (self->pill));

  if (before != NULL)
    gtk_box_remove (self->pill, before);
  gtk_box_append (self->pill, weft_confidence_pill (confidence));
}

static void
show_input (WeftWhatifPanel *self, WeftInput *input)
{
  g_autofree char *value = weft_input_format (input, weft_input_get_value (input));
  g_autofree char *low = weft_input_format (input, weft_input_get_low (input));
  g_autofree char *high = weft_input_format (input, weft_input_get_high (input));
  /* Translators: the ends of a sensible range */
  g_autofree char *range = g_strdup_printf (_("sensible from %s to %s"), low, high);
  const char *place = weft_input_get_place (input);

  gtk_label_set_text (self->title, weft_input_get_label (input));
  gtk_label_set_text (self->place, *place != '\0' ? place : weft_input_group_label (weft_input_get_group (input)));
  gtk_label_set_text (self->value, value);
  show_pill (self, weft_input_get_confidence (input));
  show_line (self->range, weft_input_is_flag (input) ? "" : range);
  show_line (self->source, weft_input_get_source (input));
  show_line (self->note, weft_input_get_note (input));
  gtk_label_set_text (self->path, weft_input_get_path (input));
}

static void
turn_cb (WeftWhatifPanel *self)
{
  if (self->row != NULL)
    weft_whatif_job_add_knob (self->job, weft_whatif_row_get_input (self->row));
}

static void
sweep_cb (WeftWhatifPanel *self)
{
  if (self->row != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "what-if.sweep", "s",
                                weft_input_get_path (weft_whatif_row_get_input (self->row)));
}

/* --- class --- */

static void
set_row (WeftWhatifPanel *self, WeftWhatifRow *row)
{
  if (self->row == row)
    return;
  if (self->row != NULL)
    g_signal_handlers_disconnect_by_data (self->row, self);
  g_set_object (&self->row, row);
  if (row == NULL)
    return;
  g_signal_connect_swapped (row, "notify::slope", G_CALLBACK (show_slope), self);
  g_signal_connect_swapped (row, "notify::chosen", G_CALLBACK (show_turn), self);
  show_input (self, weft_whatif_row_get_input (row));
  show_slope (self);
  show_turn (self);
}

static void
weft_whatif_panel_dispose (GObject *object)
{
  WeftWhatifPanel *self = WEFT_WHATIF_PANEL (object);

  set_row (self, NULL);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (weft_whatif_panel_parent_class)->dispose (object);
}

static void
weft_whatif_panel_class_init (WeftWhatifPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_whatif_panel_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "whatifpanel");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-whatif-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPanel, content);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPanel, title);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPanel, place);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPanel, value);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPanel, pill);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPanel, range);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPanel, slope);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPanel, source);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPanel, note);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPanel, path);
  gtk_widget_class_bind_template_child (widget_class, WeftWhatifPanel, turn_button);
  gtk_widget_class_bind_template_callback (widget_class, turn_cb);
  gtk_widget_class_bind_template_callback (widget_class, sweep_cb);
}

static void
weft_whatif_panel_init (WeftWhatifPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
weft_whatif_panel_bind (WeftWhatifPanel *self, WeftWhatifJob *job)
{
  g_return_if_fail (WEFT_IS_WHATIF_PANEL (self) && WEFT_IS_WHATIF_JOB (job));

  g_set_object (&self->job, job);
}

void
weft_whatif_panel_update (WeftWhatifPanel *self)
{
  WeftInput *input;

  g_return_if_fail (WEFT_IS_WHATIF_PANEL (self));

  input = weft_whatif_job_get_selected (self->job);
  set_row (self, input != NULL ? weft_whatif_job_find_row (self->job, weft_input_get_path (input)) : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), self->row != NULL);
}

const char *
weft_whatif_panel_get_title (WeftWhatifPanel *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_PANEL (self), NULL);

  return gtk_label_get_text (self->title);
}
