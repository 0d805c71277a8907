/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The slider stands for the share of the range, whose steps are factors where that is how people think of it. */
#include "config.h"

#include "app/whatif/weft-knob-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/compose/weft-value-entry.h"

struct _WeftKnobRow
{
  GtkWidget parent_instance;

  GtkWidget *content;
  GtkButton *title_button;
  GtkLabel *title;
  GtkWidget *reset_button;
  GtkWidget *remove_button;
  GtkWidget *dials;
  GtkScale *scale;
  GtkAdjustment *share;
  WeftValueEntry *entry;
  GtkSwitch *flag;
  GtkLabel *words;
  GtkLabel *problem;

  WeftWhatifKnob *knob;
  double mark;      /* on the slider */
  gboolean showing; /* widgets are being set from the knob */
};

G_DEFINE_FINAL_TYPE (WeftKnobRow, weft_knob_row, GTK_TYPE_WIDGET)

enum
{
  SELECT,
  REMOVE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- from the knob --- */

static void
show_problem (WeftKnobRow *self, const char *problem)
{
  gtk_label_set_text (self->problem, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), problem != NULL);
}

/* "8.00 TB/s in the design · datasheet" */
static void
show_words (WeftKnobRow *self)
{
  WeftInput *input = weft_whatif_knob_get_input (self->knob);
  g_autofree char *was = weft_whatif_knob_dup_was (self->knob);
  /* Translators: a value in the design, and how well it is known: "datasheet" */
  g_autofree char *words =
    g_strdup_printf (_("%s in the design · %s"), was, weft_confidence_label (weft_input_get_confidence (input)));

  gtk_label_set_text (self->words, words);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->words), weft_input_get_source (input));
}

/* Where the design stands. */
static void
show_mark (WeftKnobRow *self)
{
  WeftFactor range = weft_whatif_knob_get_range (self->knob);
  double mark = weft_factor_share (&range, weft_input_get_value (weft_whatif_knob_get_input (self->knob)));

  if (mark == self->mark)
    return;
  self->mark = mark;
  gtk_scale_clear_marks (self->scale);
  gtk_scale_add_mark (self->scale, mark, GTK_POS_BOTTOM, NULL);
}

static void
show_knob (WeftKnobRow *self)
{
  gboolean flag = weft_input_is_flag (weft_whatif_knob_get_input (self->knob));
  g_autofree char *text = weft_whatif_knob_dup_text (self->knob);

  self->showing = TRUE;
  gtk_adjustment_set_value (self->share, weft_whatif_knob_get_share (self->knob));
  weft_value_entry_show (self->entry, text);
  gtk_switch_set_active (self->flag, weft_whatif_knob_get_value (self->knob) != 0);
  self->showing = FALSE;
  gtk_widget_set_visible (self->dials, !flag);
  gtk_widget_set_visible (GTK_WIDGET (self->flag), flag);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  /* It keeps its place, so that nothing moves under the pointer. */
  gtk_widget_set_opacity (self->reset_button, weft_whatif_knob_is_moved (self->knob) ? 1 : 0);
  gtk_widget_set_sensitive (self->reset_button, weft_whatif_knob_is_moved (self->knob));
  show_problem (self, NULL);
  show_words (self);
  show_mark (self);
}

/* --- from the widgets --- */

static void
share_cb (WeftKnobRow *self)
{
  if (!self->showing)
    weft_whatif_knob_set_share (self->knob, gtk_adjustment_get_value (self->share));
}

static void
flag_cb (WeftKnobRow *self)
{
  if (!self->showing)
    weft_whatif_knob_set_value (self->knob, gtk_switch_get_active (self->flag) ? 1 : 0);
}

/* What cannot be is said, with what can. */
static void
commit_cb (WeftKnobRow *self, const char *text)
{
  WeftInput *input = weft_whatif_knob_get_input (self->knob);
  g_autoptr (GError) error = NULL;
  g_autofree char *least = weft_input_format (input, weft_input_get_least (input));
  g_autofree char *most = NULL, *problem = NULL;
  double value;

  if (!weft_input_parse (input, text, &value, &error))
    {
      show_problem (self, error->message);
      return;
    }
  if (value < weft_input_get_least (input) || value > weft_input_get_most (input))
    {
      most = isfinite (weft_input_get_most (input)) ? weft_input_format (input, weft_input_get_most (input)) : NULL;
      problem = most != NULL ? g_strdup_printf (_("It can be from %s to %s."), least, most)
                             : g_strdup_printf (_("It can be %s or more."), least);
      show_problem (self, problem);
      return;
    }
  weft_whatif_knob_set_value (self->knob, value);
  show_knob (self);
}

static void
entry_reset_cb (WeftKnobRow *self)
{
  show_problem (self, NULL);
}

static void
title_cb (WeftKnobRow *self)
{
  g_signal_emit (self, signals[SELECT], 0);
}

static void
reset_cb (WeftKnobRow *self)
{
  weft_whatif_knob_reset (self->knob);
}

static void
remove_cb (WeftKnobRow *self)
{
  g_signal_emit (self, signals[REMOVE], 0);
}

/* --- class --- */

static void
weft_knob_row_dispose (GObject *object)
{
  WeftKnobRow *self = WEFT_KNOB_ROW (object);

  if (self->knob != NULL)
    g_signal_handlers_disconnect_by_data (self->knob, self);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->knob);
  G_OBJECT_CLASS (weft_knob_row_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/weft/Weft/weft-knob-row.ui");
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, content);
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, title_button);
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, title);
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, reset_button);
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, remove_button);
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, dials);
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, scale);
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, share);
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, entry);
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, flag);
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, words);
  gtk_widget_class_bind_template_child (widget_class, WeftKnobRow, problem);
  gtk_widget_class_bind_template_callback (widget_class, share_cb);
  gtk_widget_class_bind_template_callback (widget_class, flag_cb);
  gtk_widget_class_bind_template_callback (widget_class, commit_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_reset_cb);
  gtk_widget_class_bind_template_callback (widget_class, title_cb);
  gtk_widget_class_bind_template_callback (widget_class, reset_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_cb);
}

static void
weft_knob_row_class_init (WeftKnobRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = weft_knob_row_dispose;
  signals[SELECT] = g_signal_new ("select", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[REMOVE] = g_signal_new ("remove", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  g_type_ensure (WEFT_TYPE_VALUE_ENTRY);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "knobrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  bind_template (widget_class);
}

/* The wheel is for the list around it: a slider that turns while somebody scrolls has another value unseen. */
static void
ignore_wheel (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_scroll_set_flags (GTK_EVENT_CONTROLLER_SCROLL (controller),
                                               GTK_EVENT_CONTROLLER_SCROLL_NONE);
    }
}

static void
weft_knob_row_init (WeftKnobRow *self)
{
  self->mark = NAN;
  gtk_widget_init_template (GTK_WIDGET (self));
  ignore_wheel (GTK_WIDGET (self->scale));
}

static void
name_widget (GtkWidget *widget, const char *title)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

GtkWidget *
weft_knob_row_new (WeftWhatifKnob *knob)
{
  WeftKnobRow *self;
  g_autofree char *title = NULL;

  g_return_val_if_fail (WEFT_IS_WHATIF_KNOB (knob), NULL);

  self = g_object_new (WEFT_TYPE_KNOB_ROW, NULL);
  self->knob = g_object_ref (knob);
  title = weft_input_dup_title (weft_whatif_knob_get_input (knob));
  gtk_label_set_text (self->title, title);
  name_widget (GTK_WIDGET (self), title);
  name_widget (GTK_WIDGET (self->scale), title);
  name_widget (GTK_WIDGET (self->entry), title);
  name_widget (GTK_WIDGET (self->flag), title);
  g_signal_connect_swapped (knob, "notify::value", G_CALLBACK (show_knob), self);
  show_knob (self);
  return GTK_WIDGET (self);
}

WeftWhatifKnob *
weft_knob_row_get_knob (WeftKnobRow *self)
{
  g_return_val_if_fail (WEFT_IS_KNOB_ROW (self), NULL);

  return self->knob;
}

GtkRange *
weft_knob_row_get_scale (WeftKnobRow *self)
{
  g_return_val_if_fail (WEFT_IS_KNOB_ROW (self), NULL);

  return GTK_RANGE (self->scale);
}

GtkEntry *
weft_knob_row_get_entry (WeftKnobRow *self)
{
  g_return_val_if_fail (WEFT_IS_KNOB_ROW (self), NULL);

  return GTK_ENTRY (self->entry);
}
