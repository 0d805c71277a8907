/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A label for a line of a row: at its start, and cut where there is no room. */
#include "app/weft-row-label.h"

GtkWidget *
weft_row_label_new (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, css_class);
  return label;
}
