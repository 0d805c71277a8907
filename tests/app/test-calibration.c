/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calibration view as a user works with it: add files, fit, look at series, project, accept. */
#include <glib/gstdio.h>
#include <string.h>

#include "app-fixture.h"

#include "app/calibration/weft-calibration-view.h"
#include "app/weft-note-list.h"

typedef struct
{
  Fixture fixture;
  WeftSession *session;
  WeftCalibrationJob *job;
  GtkWidget *window;
  WeftCalibrationView *view;
  WeftCalibrationPane *pane;
  WeftCalibrationViews *views;
  WeftCalibrationPanel *panel;
} Shown;

static void
set_up (Shown *shown, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/chase-llm.weft");

  fixture_set_up (&shown->fixture, NULL);
  shown->session = weft_document_page_get_session (fixture_open (&shown->fixture, path));
  shown->job = weft_calibration_job_new (shown->session);
  shown->view = WEFT_CALIBRATION_VIEW (weft_calibration_view_new (shown->job));
  shown->pane = weft_calibration_view_get_pane (shown->view);
  shown->views = weft_calibration_view_get_views (shown->view);
  shown->panel = weft_calibration_view_get_panel (shown->view);
  shown->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (shown->window), 1200, 780);
  gtk_window_set_child (GTK_WINDOW (shown->window), GTK_WIDGET (shown->view));
  gtk_window_present (GTK_WINDOW (shown->window));
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
}

static void
tear_down (Shown *shown, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (shown->window));
  g_object_unref (shown->job);
  fixture_tear_down (&shown->fixture, NULL);
}

static gboolean
is_over (gpointer data)
{
  return weft_calibration_job_get_work (data) == WEFT_CALIBRATION_NOTHING;
}

static void
add (Shown *shown, const char *path)
{
  const char *const paths[] = { path, NULL };

  weft_calibration_job_add_files (shown->job, paths);
  fixture_wait (is_over, shown->job);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
}

static void
add_data (Shown *shown)
{
  g_autofree char *points = fixture_source_path ("tests/app/data/points.csv");
  g_autofree char *platforms = fixture_source_path ("tests/app/data/platforms.csv");

  add (shown, points);
  add (shown, platforms);
}

static void
act (Shown *shown, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->view), action, NULL));
  fixture_wait (is_over, shown->job);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
}

static void
fit_data (Shown *shown)
{
  add_data (shown);
  act (shown, "calibration.fit");
  g_assert_nonnull (weft_calibration_job_get_fit (shown->job));
}

/* (nullable): a button by its action. */
static GtkWidget *
find_button (Shown *shown, const char *action)
{
  GtkWidget *button;

  for (guint i = 0; (button = fixture_find (GTK_WIDGET (shown->view), GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), action) == 0
        && gtk_widget_get_mapped (button))
      return button;
  return NULL;
}

/* Presses a key that works wherever the keyboard is. */
static gboolean
press (GtkWidget *widget, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      for (guint k = 0; GTK_IS_SHORTCUT_CONTROLLER (controller)
                        && k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (GTK_IS_KEYVAL_TRIGGER (trigger) && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key)
            return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget, NULL);
        }
    }
  return FALSE;
}

static const char *
get_cell (WeftTableView *view, guint row, guint column)
{
  return weft_table_get_cell (weft_table_view_get_table (view), row, column);
}

/* --- reading --- */

/* One sentence and one button, and nothing to press that would do nothing. */
static void
test_empty (Shown *shown, gconstpointer data)
{
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (shown->pane)));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (shown->views)));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (shown->panel)));
  g_assert_nonnull (find_button (shown, "calibration.add"));
  press (GTK_WIDGET (shown->view), GDK_KEY_F5);
  g_assert_cmpint (weft_calibration_job_get_work (shown->job), ==, WEFT_CALIBRATION_NOTHING);
}

static void
test_read (Shown *shown, gconstpointer data)
{
  GtkWidget *row;

  add_data (shown);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (shown->pane)));
  g_assert_cmpstr (weft_calibration_pane_get_fact (shown->pane, "Points"), ==, "434");
  g_assert_cmpstr (weft_calibration_pane_get_fact (shown->pane, "Platforms"), ==, "P1, P2, P3, P4, P5");
  g_assert_cmpstr (weft_calibration_pane_get_fact (shown->pane, "Operators"), ==, "gemm, spmv, p2p, allreduce");
  row = fixture_find (GTK_WIDGET (shown->pane), GTK_TYPE_LIST_BOX_ROW, 0);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, "points.csv");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "434 points");
  /* Platforms can be looked at before anything is fitted, all else asks for a fit. */
  weft_calibration_views_set_view (shown->views, "platforms");
  g_assert_cmpstr (get_cell (weft_calibration_views_get_table (shown->views, "platforms"), 0, 3), ==, "NVLink & IB");
  weft_calibration_views_set_view (shown->views, "errors");
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_null (weft_table_view_get_table (weft_calibration_views_get_table (shown->views, "errors")));
}

/* Line and column stand in the bar, once: whoever has closed it is not told again. */
static void
test_broken (Shown *shown, gconstpointer data)
{
  WeftMessageBar *bar = weft_calibration_view_get_bar (shown->view);
  g_autofree char *bad =
    fixture_write (&shown->fixture, "bad.csv", "platform,op,bytes,time_us\nP1,gemm,12,3\nP1,gemm,many,4\n");

  fit_data (shown);
  add (shown, bad);
  g_assert_true (weft_message_bar_is_shown (bar));
  g_assert_nonnull (strstr (weft_message_bar_get_message (bar), "bad.csv:3:9: "));
  weft_message_bar_hide (bar);
  weft_calibration_job_choose (shown->job, 2);
  g_assert_false (weft_message_bar_is_shown (bar));
  add (shown, bad);
  g_assert_true (weft_message_bar_is_shown (bar));
  act (shown, "calibration.fit");
  g_assert_false (weft_message_bar_is_shown (bar));
}

/* Times without a platform's facts say what else is needed. */
static void
test_no_platforms (Shown *shown, gconstpointer data)
{
  WeftMessageBar *bar = weft_calibration_view_get_bar (shown->view);
  g_autofree char *points = fixture_source_path ("tests/app/data/points.csv");

  add (shown, points);
  act (shown, "calibration.fit");
  g_assert_true (weft_message_bar_is_shown (bar));
  g_assert_nonnull (strstr (weft_message_bar_get_message (bar), "peak_tflops"));
}

/* A file's names are typed, and it stays the chosen one. */
static void
test_names (Shown *shown, gconstpointer data)
{
  g_autofree char *plain = fixture_write (&shown->fixture, "ring.csv", "n_dev,bytes,time_us\n2,1000,5\n2,2000,6\n");
  GtkWidget *row;

  add (shown, plain);
  row = fixture_find (GTK_WIDGET (shown->pane), ADW_TYPE_ENTRY_ROW, 0);
  gtk_editable_set_text (GTK_EDITABLE (row), "allreduce");
  g_signal_emit_by_name (row, "apply");
  fixture_wait (is_over, shown->job);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_cmpstr (weft_calibration_pane_get_fact (shown->pane, "Operators"), ==, "allreduce");
  row = fixture_find (GTK_WIDGET (shown->pane), ADW_TYPE_ENTRY_ROW, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (row)), ==, "allreduce");
  row = fixture_find (GTK_WIDGET (shown->pane), GTK_TYPE_LIST_BOX_ROW, 0);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "2 points · allreduce");
}

/* --- fitting --- */

static void
test_fit (Shown *shown, gconstpointer data)
{
  WeftSeriesView *series = weft_calibration_views_get_series (shown->views);
  WeftTableView *table = weft_series_view_get_table (series);

  add_data (shown);
  g_assert_true (press (GTK_WIDGET (shown->view), GDK_KEY_F5));
  g_assert_cmpint (weft_calibration_job_get_work (shown->job), ==, WEFT_CALIBRATION_FITTING);
  fixture_wait (is_over, shown->job);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_cmpuint (weft_table_n_rows (weft_table_view_get_table (table)), ==, 24);
  g_assert_cmpstr (get_cell (table, 0, 0), ==, "P1");
  g_assert_cmpstr (get_cell (table, 0, 1), ==, "gemm");
  g_assert_cmpuint (weft_table_view_get_chosen (table), ==, 0);
  g_assert_nonnull (weft_plot_view_get_plot (weft_series_view_get_times (series)));
  g_assert_cmpstr (weft_calibration_panel_get_fact (shown->panel, "Points"), ==, "20");
}

/* Whichever way a series is chosen, table, plots and panel show it. */
static void
test_choose (Shown *shown, gconstpointer data)
{
  WeftSeriesView *series = weft_calibration_views_get_series (shown->views);
  WeftTableView *table = weft_series_view_get_table (series);
  WeftPlot *before, *plot;

  fit_data (shown);
  before = weft_plot_view_get_plot (weft_series_view_get_errors (series));
  weft_table_view_choose (table, 2);
  g_assert_true (weft_calibration_job_get_series (shown->job)
                 == weft_calibration_job_get_fit (shown->job)->series->pdata[2]);
  plot = weft_plot_view_get_plot (weft_series_view_get_errors (series));
  g_assert_true (plot != before);
  g_assert_nonnull (strstr (weft_plot_get_title (plot), "P1 p2p"));
  /* Two segments: knobs of both. */
  g_assert_cmpstr (weft_calibration_panel_get_knob (shown->panel, 0, "Points"), ==, "8");
  g_assert_cmpstr (weft_calibration_panel_get_knob (shown->panel, 1, "Points"), ==, "12");
  weft_calibration_job_choose (shown->job, 1);
  g_assert_cmpuint (weft_table_view_get_chosen (table), ==, 1);
  /* A knob that points do not tell is told as its bound. */
  g_assert_nonnull (strstr (weft_calibration_panel_get_knob (shown->panel, 0, "Bandwidth β"), "≥"));
  g_assert_null (weft_calibration_panel_get_knob (shown->panel, 1, "Points"));
}

static void
test_cancel (Shown *shown, gconstpointer data)
{
  add_data (shown);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->view), "calibration.fit", NULL));
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  if (weft_calibration_job_get_work (shown->job) == WEFT_CALIBRATION_FITTING)
    g_assert_nonnull (find_button (shown, "calibration.cancel"));
  press (GTK_WIDGET (shown->view), GDK_KEY_Escape);
  g_assert_cmpint (weft_calibration_job_get_work (shown->job), ==, WEFT_CALIBRATION_NOTHING);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_nonnull (find_button (shown, "calibration.fit"));
}

/* Rows are operators, columns platforms. */
static void
test_errors (Shown *shown, gconstpointer data)
{
  WeftTableView *table = weft_calibration_views_get_table (shown->views, "errors");

  fit_data (shown);
  weft_calibration_views_set_view (shown->views, "errors");
  g_assert_cmpstr (weft_table_get_title (weft_table_view_get_table (table), 1), ==, "P1");
  g_assert_cmpstr (get_cell (table, 0, 0), ==, "gemm");
  g_assert_cmpuint (weft_table_n_rows (weft_table_view_get_table (table)), ==, 6);
}

static void
test_scaling (Shown *shown, gconstpointer data)
{
  WeftTableView *table = weft_calibration_views_get_table (shown->views, "scaling");

  fit_data (shown);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->views), "calibrated.view", "s", "scaling"));
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_nonnull (find_button (shown, "calibration.compare"));
  act (shown, "calibration.compare");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (table)));
  g_assert_cmpuint (weft_table_n_rows (weft_table_view_get_table (table)), >=, 14);
}

/* --- projecting --- */

static void
test_project (Shown *shown, gconstpointer data)
{
  WeftProjectionView *view = weft_calibration_views_get_projection (shown->views);
  GtkEditable *peak = GTK_EDITABLE (weft_projection_view_get_entry (view, WEFT_TARGET_PEAK));
  const WeftProjection *projection;
  const char *platform;

  fit_data (shown);
  weft_calibration_views_set_view (shown->views, "projection");
  /* The one that was held out comes first. */
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (weft_projection_view_get_entry (view, WEFT_TARGET_NAME))), ==,
                   "P5");
  gtk_editable_set_text (peak, "fast");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "projection.project", NULL));
  g_assert_nonnull (strstr (weft_projection_view_get_problem (view), "Peak"));
  g_assert_cmpint (weft_calibration_job_get_work (shown->job), ==, WEFT_CALIBRATION_NOTHING);
  gtk_editable_set_text (peak, "200 TFLOP/s");
  g_signal_emit_by_name (peak, "activate");
  fixture_wait (is_over, shown->job);
  g_assert_null (weft_projection_view_get_problem (view));
  projection = weft_calibration_job_get_projection (shown->job);
  g_assert_cmpfloat (projection->target.peak_flops_s, ==, 200e12);
  /* What nobody has typed over is exact, not what three digits show. */
  g_assert_cmpfloat (projection->target.mem_bw_bytes_s, ==, 864e9);
  g_assert_cmpuint (projection->target.n_dev, ==, 8);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_cmpstr (get_cell (weft_projection_view_get_table (view), 0, 0), ==, "gemm");
  g_assert_true (weft_calibration_pane_set_accepted (shown->pane, WEFT_ACCEPT_PROJECTION, NULL));
  g_assert_cmpint (weft_calibration_pane_get_accepted (shown->pane, &platform), ==, WEFT_ACCEPT_PROJECTION);
  g_assert_cmpstr (platform, ==, "P5");
}

/* --- knobs --- */

static void
test_accept (Shown *shown, gconstpointer data)
{
  g_autofree char *path = g_build_filename (shown->fixture.folder, "knobs.json", NULL);
  g_autofree char *nowhere = g_build_filename (shown->fixture.folder, "none", "knobs.json", NULL);
  const char *platform;

  fit_data (shown);
  g_assert_cmpint (weft_calibration_pane_get_accepted (shown->pane, &platform), ==, WEFT_ACCEPT_PLATFORM);
  g_assert_cmpstr (platform, ==, "P1");
  /* Not without their chips. */
  g_assert_false (weft_calibration_pane_set_accepted (shown->pane, WEFT_ACCEPT_ALL, NULL));
  g_assert_true (weft_calibration_pane_set_accepted (shown->pane, WEFT_ACCEPT_PLATFORM, "P3"));
  g_assert_null (find_button (shown, "calibration.drop-knobs"));
  g_assert_false (weft_calibration_view_accept (shown->view, nowhere));
  g_assert_true (weft_message_bar_is_shown (weft_calibration_view_get_bar (shown->view)));
  g_assert_null (weft_calibration_job_get_knobs (shown->job));
  g_assert_true (weft_calibration_view_accept (shown->view, path));
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_false (weft_message_bar_is_shown (weft_calibration_view_get_bar (shown->view)));
  g_assert_nonnull (weft_calibration_job_get_knobs (shown->job));
  g_assert_nonnull (find_button (shown, "calibration.drop-knobs"));
  /* A choice outlives another fit. */
  act (shown, "calibration.fit");
  g_assert_cmpint (weft_calibration_pane_get_accepted (shown->pane, &platform), ==, WEFT_ACCEPT_PLATFORM);
  g_assert_cmpstr (platform, ==, "P3");
  act (shown, "calibration.drop-knobs");
  g_assert_null (weft_calibration_job_get_knobs (shown->job));
}

/* Whoever does not see an icon hears what its button does. */
static void
test_spoken (Shown *shown, gconstpointer data)
{
  static const struct
  {
    const char *action;
    const char *name;
  } buttons[] = {
    { "calibration.add", "Add Measurements and Platforms" },
    { "calibration.open-knobs", "Use Knobs Written Before" },
  };
  GtkWidget *row;

  fit_data (shown);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    gtk_test_accessible_assert_property (GTK_ACCESSIBLE (find_button (shown, buttons[i].action)),
                                         GTK_ACCESSIBLE_PROPERTY_LABEL, buttons[i].name);
  row = fixture_find (GTK_WIDGET (shown->pane), GTK_TYPE_LIST_BOX_ROW, 0);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (fixture_find (row, GTK_TYPE_BUTTON, 0)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Remove File");
}

/* It is as narrow as a phone. */
static void
test_narrow (Shown *shown, gconstpointer data)
{
  static const char *const views[] = { "series", "errors", "platforms", "scaling", "projection" };
  int least;

  fit_data (shown);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      weft_calibration_views_set_view (shown->views, views[i]);
      fixture_wait_for_frame (GTK_WIDGET (shown->view));
      gtk_widget_measure (GTK_WIDGET (shown->view), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      g_assert_cmpint (least, <=, 360);
    }
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
#define ADD(name, function) g_test_add (name, Shown, NULL, set_up, function, tear_down)
  ADD ("/calibration/empty", test_empty);
  ADD ("/calibration/read", test_read);
  ADD ("/calibration/broken", test_broken);
  ADD ("/calibration/no-platforms", test_no_platforms);
  ADD ("/calibration/names", test_names);
  ADD ("/calibration/fit", test_fit);
  ADD ("/calibration/choose", test_choose);
  ADD ("/calibration/cancel", test_cancel);
  ADD ("/calibration/errors", test_errors);
  ADD ("/calibration/scaling", test_scaling);
  ADD ("/calibration/project", test_project);
  ADD ("/calibration/accept", test_accept);
  ADD ("/calibration/spoken", test_spoken);
  ADD ("/calibration/narrow", test_narrow);
#undef ADD
  return g_test_run ();
}
