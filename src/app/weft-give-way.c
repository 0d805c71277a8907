/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A layout whose least width is 0; the child always gets what it needs. */
#include "config.h"

#include "app/weft-give-way.h"

static void
measure_cb (GtkWidget *bin, GtkOrientation orientation, int for_size, int *least, int *natural, int *least_baseline,
            int *natural_baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (bin);

  *least = *natural = 0;
  if (child == NULL)
    return;
  gtk_widget_measure (child, orientation, -1, least, natural, least_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *least = 0;
}

static void
allocate_cb (GtkWidget *bin, int width, int height, int baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (bin);
  int least;

  if (child == NULL)
    return;
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  gtk_widget_allocate (child, MAX (width, least), height, baseline, NULL);
}

void
weft_give_way (GtkWidget *bin)
{
  g_return_if_fail (GTK_IS_WIDGET (bin));

  gtk_widget_set_overflow (bin, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_layout_manager (bin, gtk_custom_layout_new (NULL, measure_cb, allocate_cb));
}
