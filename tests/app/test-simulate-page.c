/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulate page as a user works with it: add a trace, run, look at each view, move in time and levels, compare,
 * export, switch to the calibration. */
#include <glib/gstdio.h>
#include <string.h>

#include "app-fixture.h"

#include "app/charts/weft-table-view.h"
#include "app/simulate/weft-simulate-page.h"
#include "app/workloads/weft-workloads-page.h"

typedef struct
{
  Fixture fixture;
  WeftDocumentPage *document;
  WeftSimulatePage *page;
  WeftSimJob *job;
  WeftSimViews *views;
} Shown;

static void
set_up (Shown *shown, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/chase-llm.weft");
  g_autofree char *state = g_build_filename (g_getenv ("XDG_STATE_HOME"), "weft", "state.ini", NULL);

  /* What the test before has left. */
  g_remove (state);
  fixture_set_up (&shown->fixture, NULL);
  shown->document = fixture_open (&shown->fixture, path);
  g_assert_true (weft_document_page_show_page (shown->document, "simulate"));
  shown->page = WEFT_SIMULATE_PAGE (fixture_find (GTK_WIDGET (shown->document), WEFT_TYPE_SIMULATE_PAGE, 0));
  shown->job = weft_simulate_page_get_job (shown->page);
  shown->views = weft_simulate_page_get_views (shown->page);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
}

static void
tear_down (Shown *shown, gconstpointer data)
{
  fixture_tear_down (&shown->fixture, NULL);
}

static gboolean
can_start (gpointer data)
{
  return weft_sim_job_can_start (data);
}

static gboolean
is_over (gpointer data)
{
  return weft_sim_job_get_state (data) != WEFT_SIM_JOB_RUNNING;
}

static void
add_example (Shown *shown)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), "simulate.add-example", "s", "xf-tiny"));
  fixture_wait (can_start, shown->job);
}

static void
simulate (Shown *shown)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), "simulate.start", NULL));
  fixture_wait (is_over, shown->job);
  g_assert_cmpint (weft_sim_job_get_state (shown->job), ==, WEFT_SIM_JOB_DONE);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
}

static void
show (Shown *shown, const char *view)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->views), "simulation.view", "s", view));
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
}

/* One sentence and one button, and nothing to press that would do nothing. */
static void
test_empty (Shown *shown, gconstpointer data)
{
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (shown->views)));
  g_assert_null (weft_sim_job_get_input (shown->job));
  add_example (shown);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (shown->views)));
  g_assert_null (weft_sim_job_get_shown (shown->job));
}

/* Ranks in rows, the run's figures beside them, and a task in words. */
static void
test_timeline (Shown *shown, gconstpointer data)
{
  WeftGanttArea *area;
  WeftGantt *chart;

  add_example (shown);
  simulate (shown);
  area = weft_sim_timeline_get_area (weft_sim_views_get_timeline (shown->views, FALSE));
  chart = weft_gantt_area_get_chart (area, 0);
  g_assert_nonnull (chart);
  g_assert_cmpuint (weft_gantt_n_rows (chart), ==, 4);
  g_assert_nonnull (weft_sim_panel_get_fact (weft_simulate_page_get_panel (shown->page), "Makespan"));
  g_assert_cmpstr (weft_sim_panel_get_fact (weft_simulate_page_get_panel (shown->page), "Tasks"), ==, "80");
  weft_gantt_area_zoom_to (area, 0, 3);
  g_assert_cmpuint (weft_gantt_area_get_selected (area, NULL), ==, 3);
  g_assert_false (weft_gantt_view_is_whole (weft_gantt_area_get_view (area)));
}

static void
test_links (Shown *shown, gconstpointer data)
{
  add_example (shown);
  simulate (shown);
  show (shown, "links");
  g_assert_nonnull (
    weft_gantt_area_get_chart (weft_sim_timeline_get_area (weft_sim_views_get_timeline (shown->views, TRUE)), 0));
}

/* The whole run, a moment of it, and playing until the end. */
static void
test_heat_map (Shown *shown, gconstpointer data)
{
  WeftHeatMap *map = weft_sim_views_get_heat_map (shown->views);
  double end;

  add_example (shown);
  simulate (shown);
  show (shown, "heat");
  end = weft_simulation_get_result (weft_sim_job_get_shown (shown->job))->makespan_s;
  g_assert_cmpfloat (weft_heat_map_get_time (map), <, 0);
  weft_heat_map_set_time (map, end / 2);
  g_assert_cmpfloat_with_epsilon (weft_heat_map_get_time (map), end / 2, end / 1000);
  weft_heat_map_set_time (map, -1);
  g_assert_cmpfloat (weft_heat_map_get_time (map), <, 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (map), "heat.play", NULL));
  g_assert_true (weft_heat_map_get_plays (map));
  fixture_wait_for_frame (GTK_WIDGET (map));
  weft_heat_map_set_plays (map, FALSE);
  g_assert_false (weft_heat_map_get_plays (map));
}

/* Tables of the run; a second run makes a comparison. */
static void
test_bottlenecks (Shown *shown, gconstpointer data)
{
  g_autoptr (WeftSimulation) first = NULL;
  WeftSimSettings settings;
  WeftTableView *table;

  add_example (shown);
  simulate (shown);
  first = g_object_ref (weft_sim_job_get_shown (shown->job));
  show (shown, "bottlenecks");
  table = WEFT_TABLE_VIEW (fixture_find (GTK_WIDGET (shown->views), WEFT_TYPE_TABLE_VIEW, 0));
  g_assert_cmpuint (weft_table_n_rows (weft_table_view_get_table (table)), >=, 1);

  settings = *weft_sim_job_get_settings (shown->job);
  settings.model = WEFT_SIM_FIFO;
  weft_sim_job_set_settings (shown->job, &settings);
  simulate (shown);
  weft_sim_job_show_beside (shown->job, first);
  show (shown, "ranks");
  g_assert_nonnull (
    weft_gantt_area_get_chart (weft_sim_timeline_get_area (weft_sim_views_get_timeline (shown->views, FALSE)), 1));
}

static void
test_export (Shown *shown, gconstpointer data)
{
  g_autofree char *path = NULL, *text = NULL;
  g_autoptr (GError) error = NULL;

  add_example (shown);
  simulate (shown);
  path = fixture_write (&shown->fixture, "timeline.svg", "");
  g_assert_true (weft_sim_timeline_export_to (weft_sim_views_get_timeline (shown->views, FALSE), path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<svg"));
}

/* Both parts have keys of their own: F5 starts a simulation only where it is shown. */
static void
test_modes (Shown *shown, gconstpointer data)
{
  add_example (shown);
  g_assert_cmpstr (weft_simulate_page_get_mode (shown->page), ==, "simulation");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), "simulate.mode", "s", "calibration"));
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_cmpstr (weft_simulate_page_get_mode (shown->page), ==, "calibration");
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (shown->views)));
  weft_simulate_page_set_mode (shown->page, "simulation");
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (shown->views)));
}

/* Workloads of the page Workloads can be run here without being added again. */
static void
test_shared_workloads (Shown *shown, gconstpointer data)
{
  WeftWorkloadsPage *workloads;

  g_assert_true (weft_document_page_show_page (shown->document, "workloads"));
  workloads = WEFT_WORKLOADS_PAGE (fixture_find (GTK_WIDGET (shown->document), WEFT_TYPE_WORKLOADS_PAGE, 0));
  g_assert_true (weft_workloads_page_get_job (workloads) == weft_sim_job_get_workloads (shown->job));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (workloads), "workloads.add", "s", "stencil"));
  g_assert_cmpuint (g_list_model_get_n_items (weft_sim_job_get_inputs (shown->job)), ==, 1);
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add ("/simulate-page/empty", Shown, NULL, set_up, test_empty, tear_down);
  g_test_add ("/simulate-page/timeline", Shown, NULL, set_up, test_timeline, tear_down);
  g_test_add ("/simulate-page/links", Shown, NULL, set_up, test_links, tear_down);
  g_test_add ("/simulate-page/heat-map", Shown, NULL, set_up, test_heat_map, tear_down);
  g_test_add ("/simulate-page/bottlenecks", Shown, NULL, set_up, test_bottlenecks, tear_down);
  g_test_add ("/simulate-page/export", Shown, NULL, set_up, test_export, tear_down);
  g_test_add ("/simulate-page/modes", Shown, NULL, set_up, test_modes, tear_down);
  g_test_add ("/simulate-page/shared-workloads", Shown, NULL, set_up, test_shared_workloads, tear_down);
  return g_test_run ();
}
