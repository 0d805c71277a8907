/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GTK 4.8 takes every scroll event there; its controller is told which directions there are. */
#include "app/weft-scroll-pass.h"

static gboolean
can_scroll (GtkAdjustment *adjustment)
{
  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_lower (adjustment)
         > gtk_adjustment_get_page_size (adjustment) + 0.5;
}

static void
update (GtkScrolledWindow *window)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  GtkEventControllerScrollFlags flags = GTK_EVENT_CONTROLLER_SCROLL_NONE;
  GtkPolicyType across, down;

  gtk_scrolled_window_get_policy (window, &across, &down);
  if (across != GTK_POLICY_NEVER && can_scroll (gtk_scrolled_window_get_hadjustment (window)))
    flags |= GTK_EVENT_CONTROLLER_SCROLL_HORIZONTAL;
  if (down != GTK_POLICY_NEVER && can_scroll (gtk_scrolled_window_get_vadjustment (window)))
    flags |= GTK_EVENT_CONTROLLER_SCROLL_VERTICAL;
  if (flags != GTK_EVENT_CONTROLLER_SCROLL_NONE)
    flags |= GTK_EVENT_CONTROLLER_SCROLL_KINETIC;
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller))
        gtk_event_controller_scroll_set_flags (GTK_EVENT_CONTROLLER_SCROLL (controller), flags);
    }
}

static void
follow (GtkScrolledWindow *window)
{
  GtkAdjustment *adjustments[] = { gtk_scrolled_window_get_hadjustment (window),
                                   gtk_scrolled_window_get_vadjustment (window) };

  for (guint i = 0; i < G_N_ELEMENTS (adjustments); i++)
    {
      g_signal_handlers_disconnect_by_func (adjustments[i], update, window);
      g_signal_connect_object (adjustments[i], "changed", G_CALLBACK (update), window, G_CONNECT_SWAPPED);
    }
  update (window);
}

void
weft_scroll_pass_on (GtkWidget *scrolled_window)
{
  g_return_if_fail (GTK_IS_SCROLLED_WINDOW (scrolled_window));

  g_signal_connect (scrolled_window, "notify::hadjustment", G_CALLBACK (follow), NULL);
  g_signal_connect (scrolled_window, "notify::vadjustment", G_CALLBACK (follow), NULL);
  g_signal_connect (scrolled_window, "notify::hscrollbar-policy", G_CALLBACK (update), NULL);
  g_signal_connect (scrolled_window, "notify::vscrollbar-policy", G_CALLBACK (update), NULL);
  follow (GTK_SCROLLED_WINDOW (scrolled_window));
}
