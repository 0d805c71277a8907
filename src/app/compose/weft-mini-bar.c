/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A menu button whose popover is made when it opens. */
#include "config.h"

#include "app/compose/weft-mini-bar.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/charts/weft-meter.h"
#include "app/charts/weft-words.h"
#include "app/charts/weft-workload-details.h"
#include "app/provenance/weft-origins.h"

struct _WeftMiniBar
{
  GtkWidget parent_instance;

  GtkMenuButton *button;
  GtkImage *icon;
  GtkLabel *value;
  WeftMeter *meter;

  guint kind;
  WeftEvaluation *evaluation;
};

G_DEFINE_FINAL_TYPE (WeftMiniBar, weft_mini_bar, GTK_TYPE_WIDGET)

/* Room for "1.72×", also while there is a dash. */
#define VALUE_CHARS 5

static void
fill_popover_cb (GtkMenuButton *button, gpointer data)
{
  WeftMiniBar *self = WEFT_MINI_BAR (data);
  GtkPopover *popover = gtk_menu_button_get_popover (button);

  if (self->evaluation == NULL
      || weft_evaluation_get_workload (self->evaluation, self->kind) == NULL)
    return;
  if (popover == NULL)
    {
      popover = GTK_POPOVER (gtk_popover_new ());
      gtk_menu_button_set_popover (button, GTK_WIDGET (popover));
    }
  gtk_popover_set_child (popover, weft_workload_details_new (self->evaluation, self->kind));
}

static void
weft_mini_bar_dispose (GObject *object)
{
  WeftMiniBar *self = WEFT_MINI_BAR (object);

  g_clear_pointer ((GtkWidget **) &self->button, gtk_widget_unparent);
  g_clear_object (&self->evaluation);
  G_OBJECT_CLASS (weft_mini_bar_parent_class)->dispose (object);
}

static void
weft_mini_bar_class_init (WeftMiniBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_mini_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "minibar");
}

static void
weft_mini_bar_init (WeftMiniBar *self)
{
  self->button = weft_new_menu_button ();
  gtk_menu_button_set_has_frame (self->button, FALSE);
  gtk_menu_button_set_direction (self->button, GTK_ARROW_UP);
  gtk_menu_button_set_create_popup_func (self->button, fill_popover_cb, self, NULL);
  gtk_widget_set_parent (GTK_WIDGET (self->button), GTK_WIDGET (self));
}

GtkWidget *
weft_mini_bar_new (guint kind)
{
  WeftMiniBar *self = g_object_new (WEFT_TYPE_MINI_BAR, NULL);
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *name = gtk_label_new (weft_workload_label (kind));

  self->kind = kind;
  self->icon = GTK_IMAGE (gtk_image_new ());
  gtk_image_set_pixel_size (self->icon, 12);
  self->value = GTK_LABEL (gtk_label_new ("—"));
  self->meter = WEFT_METER (weft_meter_new ((int) kind));
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->value), "numeric");
  gtk_label_set_width_chars (self->value, VALUE_CHARS);
  gtk_label_set_xalign (self->value, 1);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->icon));
  gtk_box_append (GTK_BOX (line), name);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->value));
  gtk_box_append (GTK_BOX (column), line);
  gtk_box_append (GTK_BOX (column), GTK_WIDGET (self->meter));
  gtk_menu_button_set_child (self->button, column);
  weft_fill_menu_button (self->button);
  return GTK_WIDGET (self);
}

void
weft_mini_bar_show (WeftMiniBar *self, WeftEvaluation *evaluation, double scale)
{
  WeftWorkloadResult *result;
  gboolean feasible;
  g_autofree char *value = NULL;
  g_autofree char *words = NULL;

  g_return_if_fail (WEFT_IS_MINI_BAR (self));

  g_set_object (&self->evaluation, evaluation);
  result = evaluation == NULL ? NULL : weft_evaluation_get_workload (evaluation, self->kind);
  feasible = result != NULL && weft_workload_result_is_feasible (result);
  value = result == NULL ? g_strdup ("—") : weft_words_for_speedup (result);
  words = evaluation == NULL ? g_strdup (weft_workload_label (self->kind))
                             : weft_words_for_workload (evaluation, self->kind);
  gtk_label_set_text (self->value, value);
  gtk_image_set_from_icon_name (
    self->icon, feasible ? weft_part_icon_name (weft_workload_result_get_bottleneck (result))
                         : "action-unavailable-symbolic");
  weft_meter_set (self->meter,
                  feasible ? weft_workload_result_get_speedup (result) / scale : NAN,
                  feasible ? 1 / scale : NAN);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), words);
  weft_name_menu_button (self->button, words);
}

/* "1.72×" */
const char *
weft_mini_bar_get_value (WeftMiniBar *self)
{
  g_return_val_if_fail (WEFT_IS_MINI_BAR (self), NULL);

  return gtk_label_get_text (self->value);
}
