/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A spin button reads its text back when the keyboard leaves it; a third, shown as 33.33, must not
 * become 0.3333 by that. */
#include "app/compose/weft-percent-spin.h"

#include <math.h>

#define SAME_PERCENT 1e-9

static char *
write_value (GtkSpinButton *spin)
{
  return g_strdup_printf ("%.*f", (int) gtk_spin_button_get_digits (spin),
                          gtk_adjustment_get_value (gtk_spin_button_get_adjustment (spin)));
}

/* The text that stands for the value as it is gives this value, not its rounding; no text at all
 * does so too. */
static int
input_cb (GtkSpinButton *spin, double *value, gpointer data)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (spin));
  g_autofree char *shown = write_value (spin);

  if (*text != '\0' && !g_str_equal (text, shown))
    return FALSE;
  *value = gtk_adjustment_get_value (gtk_spin_button_get_adjustment (spin));
  return TRUE;
}

static gboolean
key_pressed_cb (GtkSpinButton *spin, guint key, guint code, GdkModifierType state)
{
  g_autofree char *shown = write_value (spin);

  if (key != GDK_KEY_Escape
      || g_str_equal (gtk_editable_get_text (GTK_EDITABLE (spin)), shown))
    return GDK_EVENT_PROPAGATE;
  gtk_editable_set_text (GTK_EDITABLE (spin), shown);
  return GDK_EVENT_STOP;
}

/* Call it once for each spin button. */
void
weft_percent_spin_init (GtkSpinButton *spin)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_editable_set_enable_undo (GTK_EDITABLE (spin), FALSE);
  g_signal_connect (spin, "input", G_CALLBACK (input_cb), NULL);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), spin);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (spin), keys);
}

void
weft_percent_spin_show (GtkSpinButton *spin, double percent)
{
  GtkAdjustment *adjustment;
  g_autofree char *shown = NULL;

  g_return_if_fail (GTK_IS_SPIN_BUTTON (spin));

  adjustment = gtk_spin_button_get_adjustment (spin);
  /* A fraction times a hundred is not always what was typed, to the last bit. */
  if (fabs (gtk_adjustment_get_value (adjustment) - percent) > SAME_PERCENT)
    gtk_adjustment_set_value (adjustment, percent);
  shown = write_value (spin);
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (spin)), shown))
    gtk_editable_set_text (GTK_EDITABLE (spin), shown);
}
