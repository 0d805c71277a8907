/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An empty libadwaita window that ends after its first frame: what any such program costs at least,
 * for `weft bench window` to compare with. */
#include <adwaita.h>

static gboolean
quit_cb (gpointer data)
{
  g_application_quit (data);
  return G_SOURCE_REMOVE;
}

static void
first_frame_cb (GdkFrameClock *clock, gpointer data)
{
  g_signal_handlers_disconnect_by_func (clock, first_frame_cb, data);
  g_idle_add (quit_cb, data);
}

static void
mapped_cb (GtkWidget *window, gpointer data)
{
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint",
                    G_CALLBACK (first_frame_cb), data);
}

static void
activate_cb (GApplication *app, gpointer data)
{
  GtkWidget *window = adw_application_window_new (GTK_APPLICATION (app));

  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 760);
  g_signal_connect (window, "map", G_CALLBACK (mapped_cb), app);
  gtk_window_present (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_autoptr (AdwApplication) app = NULL;

  app = adw_application_new ("io.github.weft.EmptyWindow", G_APPLICATION_NON_UNIQUE);
  g_signal_connect (app, "activate", G_CALLBACK (activate_cb), NULL);
  return g_application_run (G_APPLICATION (app), argc, argv);
}
