/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An action row that says either some plain words or the most severe problem: in its subtitle, or
 * in a row of its own below, so that the controls of this one stay where they are. */
#include "config.h"

#include "app/compose/weft-field-row.h"

#include <glib/gi18n.h>

#include "app/compose/weft-scroll-to.h"
#include "app/weft-message-bar.h"

#define FLASH_MS 1300

struct _WeftFieldRow
{
  AdwActionRow parent_instance;

  GtkImage *icon;
  char *words;
  char *problem; /* (nullable): from the rules */
  char *hint;    /* (nullable): what to do about it */
  char *tip;     /* (nullable): the tooltip while there is no hint */
  char *refusal; /* (nullable): from typing something that is no value */
  WeftSeverity severity;
  GtkListBoxRow *below; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftFieldRow, weft_field_row, ADW_TYPE_ACTION_ROW)

static void
show_class (GtkWidget *widget, gboolean complains, WeftSeverity severity)
{
  gtk_widget_remove_css_class (widget, "error");
  gtk_widget_remove_css_class (widget, "warning");
  if (complains)
    gtk_widget_add_css_class (widget, severity == WEFT_SEVERITY_ERROR ? "error" : "warning");
}

static void
show_below (WeftFieldRow *self, const char *message, gboolean complains)
{
  GtkWidget *line = gtk_list_box_row_get_child (self->below);
  GtkWidget *icon = gtk_widget_get_first_child (line);

  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (line)), message);
  gtk_widget_set_visible (icon, complains);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon),
                                gtk_image_get_icon_name (self->icon));
  gtk_widget_set_visible (GTK_WIDGET (self->below), *message != '\0');
}

static void
show_state (WeftFieldRow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const char *message = self->refusal != NULL ? self->refusal : self->problem;
  WeftSeverity severity = self->refusal != NULL ? WEFT_SEVERITY_ERROR : self->severity;
  gboolean complains = message != NULL && severity > WEFT_SEVERITY_INFO;
  const char *says = message != NULL ? message : self->words != NULL ? self->words : "";

  show_class (widget, complains, severity);
  if (complains)
    gtk_image_set_from_icon_name (self->icon, weft_severity_icon (severity));
  gtk_widget_set_visible (GTK_WIDGET (self->icon), complains && self->below == NULL);
  if (self->refusal == NULL && self->hint != NULL)
    gtk_widget_set_tooltip_text (widget, self->hint);
  else
    gtk_widget_set_tooltip_text (widget, self->tip);
  if (self->below == NULL)
    {
      adw_action_row_set_subtitle (ADW_ACTION_ROW (self), says);
      return;
    }
  show_class (GTK_WIDGET (self->below), complains, severity);
  show_below (self, says, complains);
}

static void
weft_field_row_finalize (GObject *object)
{
  WeftFieldRow *self = WEFT_FIELD_ROW (object);

  g_free (self->words);
  g_free (self->problem);
  g_free (self->hint);
  g_free (self->refusal);
  g_free (self->tip);
  G_OBJECT_CLASS (weft_field_row_parent_class)->finalize (object);
}

static void
weft_field_row_class_init (WeftFieldRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_field_row_finalize;
}

static void
weft_field_row_init (WeftFieldRow *self)
{
  GtkWidget *icon = gtk_image_new ();

  self->icon = GTK_IMAGE (icon);
  gtk_widget_set_visible (icon, FALSE);
  adw_action_row_add_prefix (ADW_ACTION_ROW (self), icon);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self), 0);
}

/* What the row says while nothing is wrong. */
void
weft_field_row_set_words (WeftFieldRow *self, const char *words)
{
  g_return_if_fail (WEFT_IS_FIELD_ROW (self));

  if (g_strcmp0 (self->words, words) == 0)
    return;
  g_free (self->words);
  self->words = g_strdup (words);
  show_state (self);
}

/* @violation (nullable): NULL clears it; of several the most severe one stays. */
void
weft_field_row_set_problem (WeftFieldRow *self, WeftViolation *violation)
{
  g_return_if_fail (WEFT_IS_FIELD_ROW (self));

  if (violation == NULL)
    {
      if (self->problem == NULL)
        return;
      g_clear_pointer (&self->problem, g_free);
      g_clear_pointer (&self->hint, g_free);
    }
  else
    {
      if (self->problem != NULL && self->severity >= weft_violation_get_standing (violation))
        return;
      g_free (self->problem);
      g_free (self->hint);
      self->severity = weft_violation_get_standing (violation);
      self->problem = g_strdup (weft_violation_get_message (violation));
      self->hint = g_strdup (weft_violation_get_hint (violation));
    }
  show_state (self);
}

/* @message (nullable): why what was typed is no value; it goes before any other problem. */
void
weft_field_row_set_refusal (WeftFieldRow *self, const char *message)
{
  g_return_if_fail (WEFT_IS_FIELD_ROW (self));

  if (g_strcmp0 (self->refusal, message) == 0)
    return;
  g_free (self->refusal);
  self->refusal = g_strdup (message);
  show_state (self);
}

/* (nullable): what the row complains about. */
const char *
weft_field_row_get_problem (WeftFieldRow *self)
{
  g_return_val_if_fail (WEFT_IS_FIELD_ROW (self), NULL);

  return self->refusal != NULL ? self->refusal : self->problem;
}

/* @below, the list's next row, says from now on what this row has to say. */
void
weft_field_row_set_below (WeftFieldRow *self, GtkListBoxRow *below)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *label = gtk_label_new (NULL);

  g_return_if_fail (WEFT_IS_FIELD_ROW (self) && GTK_IS_LIST_BOX_ROW (below));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (line, "row-message");
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (line), icon);
  gtk_box_append (GTK_BOX (line), label);
  gtk_list_box_row_set_child (below, line);
  self->below = below;
  show_state (self);
}

/* What pointing at the row says while there is no hint. */
void
weft_field_row_set_tip (WeftFieldRow *self, const char *tip)
{
  g_return_if_fail (WEFT_IS_FIELD_ROW (self));

  g_free (self->tip);
  self->tip = g_strdup (tip);
  show_state (self);
}

static gboolean
stop_flash_cb (gpointer data)
{
  gtk_widget_remove_css_class (GTK_WIDGET (data), "flash");
  return G_SOURCE_REMOVE;
}

/* Lights a widget up for a moment, so that the eye finds it. */
void
weft_flash (GtkWidget *widget)
{
  if (gtk_widget_has_css_class (widget, "flash"))
    return;
  gtk_widget_add_css_class (widget, "flash");
  g_timeout_add_full (G_PRIORITY_DEFAULT, FLASH_MS, stop_flash_cb, g_object_ref (widget),
                      g_object_unref);
}

/* Gives the keyboard to @control of this row and lights the row up. */
void
weft_field_row_reveal (WeftFieldRow *self, GtkWidget *control)
{
  g_return_if_fail (WEFT_IS_FIELD_ROW (self) && GTK_IS_WIDGET (control));

  gtk_widget_grab_focus (control);
  weft_flash (GTK_WIDGET (self));
  weft_scroll_to (GTK_WIDGET (self));
}
