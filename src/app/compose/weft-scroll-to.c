/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A widget that is new, or that has just grown by what it says, has its place only after the next
 * layout: so the scrolling is done then. */
#include "app/compose/weft-scroll-to.h"

#define MARGIN 12

static void
scroll_one (GtkWidget *widget, GtkScrolledWindow *scroller)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (scroller);
  GtkWidget *viewport = gtk_scrolled_window_get_child (scroller);
  GtkWidget *content = GTK_IS_VIEWPORT (viewport)
                         ? gtk_viewport_get_child (GTK_VIEWPORT (viewport))
                         : NULL;
  double value = gtk_adjustment_get_value (adjustment);
  graphene_rect_t bounds;

  if (content == NULL || !gtk_widget_compute_bounds (widget, content, &bounds))
    return;
  value = MAX (value, bounds.origin.y + bounds.size.height + MARGIN
                        - gtk_adjustment_get_page_size (adjustment));
  value = MIN (value, bounds.origin.y - MARGIN);
  /* Setting it ends the animation that brings only the focused control into view. */
  gtk_adjustment_set_value (adjustment, value);
}

static void
layout_cb (GdkFrameClock *clock, GtkWidget *widget)
{
  g_signal_handlers_disconnect_by_func (clock, layout_cb, widget);
  for (GtkWidget *above = gtk_widget_get_parent (widget); above != NULL;
       above = gtk_widget_get_parent (above))
    if (GTK_IS_SCROLLED_WINDOW (above))
      scroll_one (widget, GTK_SCROLLED_WINDOW (above));
}

void
weft_scroll_to (GtkWidget *widget)
{
  GdkFrameClock *clock;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  clock = gtk_widget_get_frame_clock (widget);
  if (clock == NULL)
    return;
  g_signal_handlers_disconnect_by_func (clock, layout_cb, widget);
  g_signal_connect_object (clock, "layout", G_CALLBACK (layout_cb), widget, G_CONNECT_AFTER);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_LAYOUT);
}
