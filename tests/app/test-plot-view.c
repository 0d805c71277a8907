/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plot in a window: keys, table, export, and a plot that changes while it is shown. */
#include <glib/gstdio.h>
#include <math.h>

#include "app-fixture.h"

#include "app/charts/weft-plot-rows.h"
#include "app/charts/weft-plot-view.h"
#include "draw/plot/weft-convergence-private.h"
#include "draw/plot/weft-plot-layers-private.h"
#include "draw/plot/weft-scatter-private.h"

typedef struct
{
  GtkWidget *window;
  WeftPlotView *view;
  WeftPlot *plot;
  int layer, index; /* of the last signal */
  guint activations;
} Shown;

static void
activated_cb (WeftPlotView *view, int layer, int index, Shown *shown)
{
  shown->layer = layer;
  shown->index = index;
  shown->activations++;
}

static void
set_up (Shown *shown, gconstpointer data)
{
  static const double slow[] = { NAN, 1, 1.2, 1.2, 1.5 };
  static const double fast[] = { 1, 1.4, 1.8, 1.9, 1.9 };
  const WeftConvergenceRun slow_run = { slow, G_N_ELEMENTS (slow) };
  const WeftConvergenceRun fast_run = { fast, G_N_ELEMENTS (fast) };
  const WeftConvergenceMethod methods[] = { { "slow", 0, &slow_run, 1 }, { "fast", 1, &fast_run, 1 } };
  const WeftConvergence convergence = { methods, 2, NAN, NULL, 0 };

  *shown = (Shown){ .layer = -1, .index = -1 };
  shown->plot = weft_convergence_plot (&convergence);
  shown->view = WEFT_PLOT_VIEW (weft_plot_view_new ());
  weft_plot_view_set_plot (shown->view, shown->plot);
  g_signal_connect (shown->view, "item-activated", G_CALLBACK (activated_cb), shown);
  shown->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (shown->window), GPOINTER_TO_INT (data), 420);
  gtk_window_set_child (GTK_WINDOW (shown->window), GTK_WIDGET (shown->view));
  gtk_window_present (GTK_WINDOW (shown->window));
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
}

static void
tear_down (Shown *shown, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (shown->window));
  fixture_settle ();
  g_assert_finalize_object (shown->plot);
}

static void
assert_cursor (Shown *shown, int layer, int index)
{
  WeftPlotItem item = weft_plot_area_get_item (weft_plot_view_get_area (shown->view));

  g_assert_cmpint (item.layer, ==, layer);
  g_assert_cmpint (item.index, ==, index);
}

static void
test_keys (Shown *shown, gconstpointer data)
{
  GtkWidget *area = GTK_WIDGET (weft_plot_view_get_area (shown->view));

  gtk_window_set_focus_visible (GTK_WINDOW (shown->window), TRUE);
  g_assert_true (gtk_widget_grab_focus (area));
  gtk_window_set_focus_visible (GTK_WINDOW (shown->window), TRUE);
  fixture_settle ();
  /* The first evaluation of the first method has no value. */
  assert_cursor (shown, 0, 1);
  g_assert_true (fixture_press (area, GDK_KEY_Right));
  assert_cursor (shown, 0, 2);
  g_assert_true (fixture_press (area, GDK_KEY_Down));
  assert_cursor (shown, 1, 2);
  g_assert_true (fixture_press (area, GDK_KEY_End));
  assert_cursor (shown, 1, 4);
  g_assert_false (fixture_press (area, GDK_KEY_Right));
  g_assert_true (fixture_press (area, GDK_KEY_Return));
  g_assert_cmpint (shown->layer, ==, 1);
  g_assert_cmpint (shown->index, ==, 4);
  g_assert_cmpuint (shown->activations, ==, 1);
  g_assert_true (fixture_press (area, GDK_KEY_Up));
  assert_cursor (shown, 0, 4);
  g_assert_true (fixture_press (area, GDK_KEY_Home));
  assert_cursor (shown, 0, 1);
  g_assert_false (fixture_press (area, GDK_KEY_Left));
}

static void
test_words (Shown *shown, gconstpointer data)
{
  WeftPlotArea *area = weft_plot_view_get_area (shown->view);

  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Best score");
  weft_plot_area_set_cursor (area, (WeftPlotItem){ 1, 1 });
  gtk_test_accessible_assert_property (
    GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
    "fast: evaluations 2, best score 1.4. 5 points, the last: slow: evaluations 5, best score 1.5. "
    "5 points, the last: fast: evaluations 5, best score 1.9");
}

static GListModel *
get_rows (Shown *shown)
{
  GtkWidget *table = fixture_find (GTK_WIDGET (shown->view), GTK_TYPE_COLUMN_VIEW, 0);

  return G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
}

static gboolean
has_rows (gpointer data)
{
  return g_list_model_get_n_items (get_rows (data)) == 11;
}

static void
test_values (Shown *shown, gconstpointer data)
{
  gboolean both = GPOINTER_TO_INT (data) >= 640;
  GtkWidget *area = GTK_WIDGET (weft_plot_view_get_area (shown->view));
  GtkWidget *table = fixture_find (GTK_WIDGET (shown->view), GTK_TYPE_COLUMN_VIEW, 0);
  g_autoptr (WeftPlotRow) row = NULL;
  g_autofree char *series = NULL;
  g_autofree char *value = NULL;

  g_assert_false (gtk_widget_get_mapped (table));
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (shown)), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (shown->view), "plot.values", NULL);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_true (weft_plot_view_get_show_values (shown->view));
  g_assert_true (gtk_widget_get_mapped (table));
  g_assert_cmpint (gtk_widget_get_mapped (area), ==, both);
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (shown)), ==, 10);
  row = g_list_model_get_item (get_rows (shown), 7);
  series = weft_plot_row_series (row);
  value = weft_plot_row_value (row, WEFT_PLOT_Y);
  g_assert_cmpstr (series, ==, "fast");
  g_assert_cmpstr (value, ==, "1.8");
  g_signal_emit_by_name (table, "activate", 7);
  g_assert_cmpint (shown->layer, ==, 1);
  g_assert_cmpint (shown->index, ==, 2);

  /* The table follows a plot that grows. */
  weft_plot_steps_append (WEFT_PLOT_STEPS (weft_plot_get_layer (shown->plot, 1)), 6, 1.92);
  fixture_wait (has_rows, shown);
  gtk_widget_activate_action (GTK_WIDGET (shown->view), "plot.values", NULL);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_true (gtk_widget_get_mapped (area));
  g_assert_false (gtk_widget_get_mapped (table));
}

static void
test_changes (Shown *shown, gconstpointer data)
{
  WeftPlotArea *area = weft_plot_view_get_area (shown->view);
  WeftScatterCandidate candidates[] = { { 1, 1e6, 1e7, TRUE, -1, "a" }, { 0, 2e6, NAN, FALSE, -1, "b" } };
  double x, y, before;

  g_assert_true (weft_plot_area_place (area, (WeftPlotItem){ 1, 1 }, &before, &y));
  for (guint i = 6; i < 200; i++)
    weft_plot_steps_append (WEFT_PLOT_STEPS (weft_plot_get_layer (shown->plot, 1)), i, 1.9);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_true (weft_plot_area_place (area, (WeftPlotItem){ 1, 1 }, &x, &y));
  g_assert_cmpfloat (x, <, before);
  weft_plot_area_set_cursor (area, (WeftPlotItem){ 1, 150 });
  weft_scatter_plot_fill (shown->plot, candidates, 2, WEFT_SCATTER_COST);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_false (weft_plot_area_place (area, (WeftPlotItem){ 1, 150 }, &x, &y));
  g_assert_true (weft_plot_area_place (area, (WeftPlotItem){ 0, 0 }, &x, &y));
  /* Its price is not known. */
  g_assert_false (weft_plot_area_place (area, (WeftPlotItem){ 0, 1 }, &x, &y));
  weft_plot_clear (shown->plot);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  weft_plot_view_set_plot (shown->view, NULL);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
}

static void
test_export (Shown *shown, gconstpointer data)
{
  static const char *const suffixes[] = { "png", "svg", "pdf", "csv" };
  static const char *const heads[] = { "\x89PNG", "<?xml", "%PDF", "series,evaluation,best_score" };
  g_autofree char *folder = g_dir_make_tmp ("weft-plot-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strconcat ("plot.", suffixes[i], NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;

      weft_plot_view_export_to (shown->view, path, &error);
      g_assert_no_error (error);
      g_file_get_contents (path, &text, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (g_str_has_prefix (text, heads[i]));
      g_remove (path);
    }
  g_assert_false (weft_plot_view_export_to (shown->view, "plot.txt", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  const gpointer wide = GINT_TO_POINTER (900), narrow = GINT_TO_POINTER (360);

  fixture_init (&argc, &argv);
  g_test_add ("/app/plot-view/keys", Shown, wide, set_up, test_keys, tear_down);
  g_test_add ("/app/plot-view/words", Shown, wide, set_up, test_words, tear_down);
  g_test_add ("/app/plot-view/values", Shown, wide, set_up, test_values, tear_down);
  g_test_add ("/app/plot-view/values-narrow", Shown, narrow, set_up, test_values, tear_down);
  g_test_add ("/app/plot-view/changes", Shown, wide, set_up, test_changes, tear_down);
  g_test_add ("/app/plot-view/export", Shown, wide, set_up, test_export, tear_down);

  return g_test_run ();
}
