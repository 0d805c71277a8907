/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workloads page as a user works with it: add, set parameters, map, look at the schedule, compare, export. */
#include <glib/gstdio.h>
#include <string.h>

#include "app-fixture.h"

#include "app/charts/weft-table-view.h"
#include "app/workloads/weft-graph-view.h"
#include "app/workloads/weft-map-memory.h"
#include "app/workloads/weft-task-table.h"
#include "app/workloads/weft-workloads-page.h"

#define SMALL "{\"generator\":\"hpcg\",\"params\":{\"n\":16,\"iterations\":2}}"
#define MODEL "{\"generator\":\"llm\",\"params\":{\"model\":\"llama-3.1-8b\",\"tp\":1,\"pp\":1}}"

typedef struct
{
  Fixture fixture;
  WeftDocumentPage *document;
  WeftWorkloadsPage *page;
  WeftMapJob *job;
  WeftMappingViews *views;
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
  g_assert_true (weft_document_page_show_page (shown->document, "workloads"));
  shown->page = WEFT_WORKLOADS_PAGE (fixture_find (GTK_WIDGET (shown->document), WEFT_TYPE_WORKLOADS_PAGE, 0));
  shown->job = weft_workloads_page_get_job (shown->page);
  shown->views = weft_workloads_page_get_views (shown->page);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
}

static void
tear_down (Shown *shown, gconstpointer data)
{
  fixture_tear_down (&shown->fixture, NULL);
}

static void
act (Shown *shown, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), action, NULL));
}

static gboolean
can_start (gpointer data)
{
  return weft_map_job_can_start (data);
}

static gboolean
is_over (gpointer data)
{
  return weft_map_job_get_state (data) != WEFT_MAP_JOB_RUNNING;
}

static WeftWorkloadItem *
add (Shown *shown, const char *line)
{
  g_autoptr (WeftWorkloadItem) item = weft_workload_item_read (line, NULL);

  weft_map_job_add (shown->job, item);
  fixture_wait (can_start, shown->job);
  return weft_map_job_get_item (shown->job);
}

static void
map (Shown *shown, WeftMapAlgorithm algorithm)
{
  weft_map_job_set_algorithm (shown->job, algorithm);
  act (shown, "workloads.map");
  fixture_wait (is_over, shown->job);
  g_assert_cmpint (weft_map_job_get_state (shown->job), ==, WEFT_MAP_JOB_DONE);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
}

static WeftGanttArea *
get_area (Shown *shown)
{
  return weft_schedule_view_get_area (weft_mapping_views_get_schedule (shown->views));
}

static double
get_range_s (Shown *shown)
{
  WeftGanttView *view = weft_gantt_area_get_view (get_area (shown));

  return weft_gantt_view_get_to_s (view) - weft_gantt_view_get_from_s (view);
}

static const char *
get_fact (Shown *shown, const char *name)
{
  return weft_mapping_panel_get_fact (weft_workloads_page_get_panel (shown->page), name);
}

/* (nullable): a button of the page by its action. */
static GtkWidget *
find_button (Shown *shown, const char *action, const char *target)
{
  GtkWidget *button;

  for (guint i = 0; (button = fixture_find (GTK_WIDGET (shown->page), GTK_TYPE_BUTTON, i)) != NULL; i++)
    {
      GVariant *value = gtk_actionable_get_action_target_value (GTK_ACTIONABLE (button));

      if (g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), action) == 0
          && (target == NULL || (value != NULL && g_str_equal (g_variant_get_string (value, NULL), target))))
        return button;
    }
  return NULL;
}

/* --- workloads --- */

/* One sentence and one button, and nothing to press that would do nothing. */
static void
test_empty (Shown *shown, gconstpointer data)
{
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (weft_workloads_page_get_pane (shown->page))));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (shown->views)));
  g_assert_false (gtk_widget_activate_action (GTK_WIDGET (shown->page), "workloads.map", NULL)
                  && weft_map_job_get_state (shown->job) == WEFT_MAP_JOB_RUNNING);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), "workloads.add", "s", "stencil"));
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (weft_workloads_page_get_pane (shown->page))));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (shown->views)));
  act (shown, "workloads.remove");
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (shown->views)));
}

static WeftParameterForm *
get_form (Shown *shown)
{
  return weft_workload_pane_get_form (weft_workloads_page_get_pane (shown->page));
}

static gboolean
has_failed (gpointer data)
{
  WeftWorkloadItem *item = weft_map_job_get_item (data);

  return weft_workload_item_get_state (item) == WEFT_WORKLOAD_FAILED;
}

/* Every parameter of every generator has a row; what is typed is what counts, and what cannot be is told. */
static void
test_form (Shown *shown, gconstpointer data)
{
  WeftWorkloadItem *item;
  GtkWidget *row, *text;
  g_autoptr (JsonNode) value = NULL;

  for (guint i = 0; i < weft_generator_count (); i++)
    {
      const WeftGenerator *generator = weft_generator_get (i);

      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), "workloads.add", "s", generator->id));
      for (guint k = 0; k < generator->n_params; k++)
        g_assert_nonnull (weft_parameter_form_get_row (get_form (shown), generator->params[k].key));
    }
  item = add (shown, SMALL);
  row = weft_parameter_form_get_row (get_form (shown), "iterations");
  text = fixture_find (row, GTK_TYPE_TEXT, 0);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (text)), ==, "2");
  gtk_editable_set_text (GTK_EDITABLE (text), "3");
  g_signal_emit_by_name (text, "activate");
  for (guint k = 0; k < weft_workload_item_get_generator (item)->n_params; k++)
    if (g_str_equal (weft_workload_item_get_generator (item)->params[k].key, "iterations"))
      value = weft_workload_item_get_param (item, &weft_workload_item_get_generator (item)->params[k]);
  g_assert_cmpint (json_node_get_int (value), ==, 3);
  g_assert_null (weft_parameter_form_get_problem (get_form (shown), "iterations"));
  gtk_editable_set_text (GTK_EDITABLE (text), "a few");
  g_signal_emit_by_name (text, "activate");
  g_assert_nonnull (weft_parameter_form_get_problem (get_form (shown), "iterations"));
  fixture_wait (can_start, shown->job);
}

static void
test_import (Shown *shown, gconstpointer data)
{
  g_autofree char *good = fixture_write (&shown->fixture, "two.dot", "digraph { a; b; a -> b; }");
  g_autofree char *bad = fixture_write (&shown->fixture, "bad.json", "{\"format\": 3}");

  weft_workloads_page_import (shown->page, good);
  fixture_wait (can_start, shown->job);
  g_assert_cmpstr (get_fact (shown, "Tasks"), ==, "2");
  weft_workloads_page_import (shown->page, bad);
  fixture_wait (has_failed, shown->job);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_null (get_fact (shown, "Tasks"));
}

/* --- the schedule --- */

static void
test_map (Shown *shown, gconstpointer data)
{
  add (shown, SMALL);
  g_assert_cmpstr (weft_mapping_views_get_view (shown->views), ==, "graph");
  g_assert_true (gtk_widget_get_mapped (fixture_find (GTK_WIDGET (shown->page), WEFT_TYPE_GRAPH_VIEW, 0)));
  g_assert_null (get_fact (shown, "Makespan"));
  map (shown, WEFT_MAP_PEFT);
  g_assert_cmpstr (weft_mapping_views_get_view (shown->views), ==, "schedule");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_area (shown))));
  g_assert_true (weft_gantt_area_get_chart (get_area (shown), 0) == weft_map_job_get_chart (shown->job, 0));
  g_assert_cmpstr (get_fact (shown, "Algorithm"), ==, "PEFT");
  g_assert_nonnull (get_fact (shown, "Makespan"));
  g_assert_nonnull (get_fact (shown, "Lower bound"));
  g_assert_nonnull (get_fact (shown, "Bytes moved"));
}

static void
test_keys (Shown *shown, gconstpointer data)
{
  WeftGanttView *view;
  GtkWidget *area;
  double whole_s, near_s, from_s;
  guint chart;
  guint32 first;

  add (shown, SMALL);
  map (shown, WEFT_MAP_PEFT);
  area = GTK_WIDGET (get_area (shown));
  view = weft_gantt_area_get_view (get_area (shown));
  whole_s = get_range_s (shown);
  g_assert_true (fixture_press (area, GDK_KEY_plus));
  near_s = get_range_s (shown);
  g_assert_cmpfloat (near_s, <, whole_s);
  g_assert_true (fixture_press (area, GDK_KEY_minus));
  g_assert_cmpfloat (get_range_s (shown), >, near_s);
  for (guint i = 0; i < 8; i++)
    fixture_press (area, GDK_KEY_plus);
  g_assert_true (fixture_press (area, GDK_KEY_End));
  g_assert_cmpuint (weft_gantt_area_get_selected (get_area (shown), &chart), !=, WEFT_TASK_NONE);
  g_assert_true (fixture_press (area, GDK_KEY_Home));
  first = weft_gantt_area_get_selected (get_area (shown), &chart);
  g_assert_true (fixture_press (area, GDK_KEY_Right));
  g_assert_cmpuint (weft_gantt_area_get_selected (get_area (shown), &chart), !=, first);
  g_assert_true (fixture_press (area, GDK_KEY_Left));
  g_assert_cmpuint (weft_gantt_area_get_selected (get_area (shown), &chart), ==, first);
  from_s = weft_gantt_view_get_from_s (view);
  g_assert_cmpfloat (from_s, >=, 0);
  g_assert_true (fixture_press (area, GDK_KEY_0));
  g_assert_true (weft_gantt_view_is_whole (view));
  g_assert_true (fixture_press (area, GDK_KEY_Escape));
  g_assert_cmpuint (weft_gantt_area_get_selected (get_area (shown), &chart), ==, WEFT_TASK_NONE);
}

/* What is found is gone to; a click on a row of the path too. */
static void
test_find (Shown *shown, gconstpointer data)
{
  WeftScheduleView *schedule = weft_mapping_views_get_schedule (shown->views);
  WeftMapOutcome *mapping;
  g_autofree char *name = NULL;
  double whole_s;
  guint chart;
  guint32 task;

  add (shown, SMALL);
  map (shown, WEFT_MAP_PEFT);
  whole_s = get_range_s (shown);
  mapping = weft_map_job_get_shown (shown->job);
  task = g_array_index (weft_map_outcome_get_report (mapping)->path, WeftPathStep, 0).task;
  name = weft_task_graph_task_name (weft_map_outcome_get_problem (mapping)->graph, task);
  act (shown, "workloads.find");
  g_assert_cmpuint (weft_schedule_view_search (schedule, name), >=, 1);
  g_assert_cmpuint (weft_schedule_view_search (schedule, "no task is called so"), ==, 0);
  weft_mapping_views_set_view (shown->views, "path");
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  weft_mapping_views_show_task (shown->views, task);
  g_assert_cmpstr (weft_mapping_views_get_view (shown->views), ==, "schedule");
  g_assert_cmpuint (weft_gantt_area_get_selected (get_area (shown), &chart), ==, task);
  g_assert_cmpfloat (get_range_s (shown), <, whole_s);
}

static void
test_path (Shown *shown, gconstpointer data)
{
  GtkWidget *schedule = GTK_WIDGET (weft_mapping_views_get_schedule (shown->views));

  add (shown, SMALL);
  map (shown, WEFT_MAP_PEFT);
  g_assert_false (weft_gantt_area_get_shows_path (get_area (shown)));
  g_assert_true (gtk_widget_activate_action (schedule, "schedule.path", NULL));
  g_assert_true (weft_gantt_area_get_shows_path (get_area (shown)));
  g_assert_true (gtk_widget_activate_action (schedule, "schedule.path", NULL));
  g_assert_false (weft_gantt_area_get_shows_path (get_area (shown)));
}

/* --- tables --- */

/* The table that is in sight. */
static WeftTable *
find_table (Shown *shown, guint nth)
{
  GtkWidget *view;

  for (guint i = 0; (view = fixture_find (GTK_WIDGET (shown->views), WEFT_TYPE_TABLE_VIEW, i)) != NULL; i++)
    if (gtk_widget_get_mapped (view) && nth-- == 0)
      return weft_table_view_get_table (WEFT_TABLE_VIEW (view));
  return NULL;
}

static void
show (Shown *shown, const char *view)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->views), "mapping.view", "s", view));
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
}

static void
test_tables (Shown *shown, gconstpointer data)
{
  WeftMapOutcome *mapping;
  GtkWidget *path;

  add (shown, SMALL);
  show (shown, "placement");
  g_assert_null (find_table (shown, 0));
  map (shown, WEFT_MAP_PEFT);
  g_assert_cmpstr (weft_mapping_views_get_view (shown->views), ==, "placement");
  mapping = weft_map_job_get_shown (shown->job);
  g_assert_cmpuint (weft_table_n_rows (find_table (shown, 0)), >, 1);
  show (shown, "loads");
  g_assert_cmpuint (weft_table_n_rows (find_table (shown, 0)), ==,
                    weft_map_outcome_get_problem (mapping)->platform->n_devices);
  g_assert_nonnull (find_table (shown, 1));
  show (shown, "path");
  path = fixture_find (GTK_WIDGET (shown->views), WEFT_TYPE_TASK_TABLE, 1);
  if (!gtk_widget_get_mapped (path))
    path = fixture_find (GTK_WIDGET (shown->views), WEFT_TYPE_TASK_TABLE, 0);
  g_assert_true (gtk_widget_get_mapped (path));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (weft_task_table_get_rows (WEFT_TASK_TABLE (path)))), ==,
                    weft_map_outcome_get_report (mapping)->path->len);
}

static gboolean
has_two (gpointer data)
{
  return weft_gantt_area_get_chart (get_area (data), 1) != NULL;
}

static void
test_compare (Shown *shown, gconstpointer data)
{
  GListModel *mappings;
  g_autoptr (WeftMapOutcome) peft = NULL;

  add (shown, SMALL);
  map (shown, WEFT_MAP_PEFT);
  peft = g_object_ref (weft_map_job_get_shown (shown->job));
  map (shown, WEFT_MAP_HEFT);
  mappings = G_LIST_MODEL (weft_workload_item_get_mappings (weft_map_job_get_item (shown->job)));
  g_assert_cmpuint (g_list_model_get_n_items (mappings), ==, 2);
  weft_map_job_show_beside (shown->job, peft);
  fixture_wait (has_two, shown);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_cmpuint (weft_table_n_rows (find_table (shown, 0)), ==, 2);
  weft_map_job_show_beside (shown->job, NULL);
  g_assert_null (weft_gantt_area_get_chart (get_area (shown), 1));
}

/* --- what goes wrong, and what becomes old --- */

static GtkWidget *
find_bar (Shown *shown)
{
  return fixture_find (GTK_WIDGET (shown->page), WEFT_TYPE_MESSAGE_BAR, 0);
}

static void
test_failure (Shown *shown, gconstpointer data)
{
  add (shown, SMALL);
  weft_map_job_set_algorithm (shown->job, WEFT_MAP_RANKS);
  act (shown, "workloads.map");
  fixture_wait (is_over, shown->job);
  g_assert_cmpint (weft_map_job_get_state (shown->job), ==, WEFT_MAP_JOB_FAILED);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_true (gtk_widget_get_mapped (find_bar (shown)));
  map (shown, WEFT_MAP_GREEDY);
  g_assert_nonnull (get_fact (shown, "Makespan"));
}

/* (nullable): a label in sight with this in its text. */
static GtkWidget *
find_words (GtkWidget *root, const char *words)
{
  GtkWidget *label;

  for (guint i = 0; (label = fixture_find (root, GTK_TYPE_LABEL, i)) != NULL; i++)
    if (gtk_widget_get_mapped (label) && strstr (gtk_label_get_text (GTK_LABEL (label)), words) != NULL)
      return label;
  return NULL;
}

static void
test_dated (Shown *shown, gconstpointer data)
{
  GtkWidget *panel = GTK_WIDGET (weft_workloads_page_get_panel (shown->page));

  add (shown, SMALL);
  map (shown, WEFT_MAP_PEFT);
  g_assert_null (find_words (panel, "design"));
  weft_session_set_text (weft_document_page_get_session (shown->document), "/name", "Changed", FALSE);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_nonnull (find_words (panel, "design"));
  map (shown, WEFT_MAP_PEFT);
  g_assert_null (find_words (panel, "design"));
}

/* --- models --- */

static gboolean
is_advised (gpointer data)
{
  return !weft_llm_advice_is_busy (data) && weft_llm_advice_get_plans (data) != NULL;
}

static gboolean
has_mapping (gpointer data)
{
  return weft_map_job_get_shown (data) != NULL && is_over (data);
}

static void
test_plans (Shown *shown, gconstpointer data)
{
  WeftLlmAdvice *advice = weft_mapping_views_get_advice (shown->views);
  GtkWidget *button;

  add (shown, SMALL);
  button = find_button (shown, "mapping.view", "plans");
  g_assert_false (gtk_widget_get_visible (button));
  add (shown, MODEL);
  g_assert_true (gtk_widget_get_visible (button));
  /* Looking at it asks. */
  show (shown, "plans");
  fixture_wait (is_advised, advice);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_cmpuint (weft_table_n_rows (find_table (shown, 0)), ==, weft_llm_advice_get_plans (advice)->len);
  g_assert_nonnull (find_words (GTK_WIDGET (shown->views),
                                ((WeftLlmPlan *) weft_llm_advice_get_plans (advice)->pdata[0])->why));
  gtk_widget_activate (find_button (shown, "plans.take", NULL));
  fixture_wait (has_mapping, shown->job);
  g_assert_cmpstr (weft_mapping_views_get_view (shown->views), ==, "schedule");
}

/* --- files --- */

static void
test_export (Shown *shown, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *head;
  } files[] = { { "a.png", "\x89PNG" }, { "a.svg", "<?xml" }, { "a.pdf", "%PDF" } };
  WeftScheduleView *schedule = weft_mapping_views_get_schedule (shown->views);
  g_autofree char *nowhere = g_build_filename (shown->fixture.folder, "no", "such", "a.png", NULL);
  g_autoptr (GError) error = NULL;

  add (shown, SMALL);
  map (shown, WEFT_MAP_PEFT);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (shown->fixture.folder, files[i].name, NULL);
      g_autofree char *text = NULL;
      gsize length;

      g_assert_true (weft_schedule_view_export_to (schedule, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      g_assert_cmpuint (length, >, 1000);
      g_assert_cmpint (memcmp (text, files[i].head, strlen (files[i].head)), ==, 0);
    }
  g_assert_false (weft_schedule_view_export_to (schedule, nowhere, &error));
  g_assert_nonnull (error);
}

/* What there is comes back with the next window. */
static void
test_kept (Shown *shown, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/chase-llm.weft");
  GtkWidget *again;

  add (shown, SMALL);
  add (shown, MODEL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->document), "win.close-tab", NULL));
  fixture_settle ();
  shown->document = fixture_open (&shown->fixture, path);
  g_assert_true (weft_document_page_show_page (shown->document, "workloads"));
  again = fixture_find (GTK_WIDGET (shown->document), WEFT_TYPE_WORKLOADS_PAGE, 0);
  shown->job = weft_workloads_page_get_job (WEFT_WORKLOADS_PAGE (again));
  g_assert_cmpuint (g_list_model_get_n_items (weft_map_job_get_items (shown->job)), ==, 2);
  g_assert_cmpstr (weft_workload_item_get_generator (weft_map_job_get_item (shown->job))->id, ==, "llm");
  fixture_wait (can_start, shown->job);
}

/* --- room --- */

/* One more word in the legend may take one more line of it, whatever its width. */
static void
test_legend (Shown *shown, gconstpointer data)
{
  GtkWidget *window = gtk_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *area = weft_gantt_area_new (), *other = gtk_label_new ("");

  add (shown, SMALL);
  map (shown, WEFT_MAP_PEFT);
  gtk_box_append (GTK_BOX (box), area);
  gtk_box_append (GTK_BOX (box), other);
  gtk_window_set_child (GTK_WINDOW (window), box);
  weft_gantt_area_set_charts (WEFT_GANTT_AREA (area), weft_map_job_get_chart (shown->job, 0), "PEFT", NULL, NULL);
  gtk_window_present (GTK_WINDOW (window));
  for (int width = 300; width < 800; width += 20)
    {
      gtk_widget_set_size_request (area, width, 300);
      fixture_wait_for_frame (area);
      /* The chart itself keeps its place. */
      weft_gantt_area_set_shows_path (WEFT_GANTT_AREA (area), TRUE);
      fixture_wait_for_frame (other);
      weft_gantt_area_set_shows_path (WEFT_GANTT_AREA (area), FALSE);
      fixture_wait_for_frame (other);
      g_assert_true (weft_gantt_view_is_whole (weft_gantt_area_get_view (WEFT_GANTT_AREA (area))));
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
is_narrow (gpointer data)
{
  Shown *shown = data;

  return gtk_widget_get_width (GTK_WIDGET (shown->page)) < 480;
}

static void
test_narrow (Shown *shown, gconstpointer data)
{
  static const char *const views[] = { "graph", "schedule", "placement", "path", "loads", "plans" };
  int least;

  add (shown, MODEL);
  map (shown, WEFT_MAP_PEFT);
  gtk_window_set_default_size (GTK_WINDOW (shown->fixture.window), 360, 700);
  fixture_wait (is_narrow, shown);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      show (shown, views[i]);
      gtk_widget_measure (GTK_WIDGET (shown->page), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      g_assert_cmpint (least, <=, 360);
    }
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-state-XXXXXX", NULL);

  g_setenv ("XDG_STATE_HOME", folder, TRUE);
  fixture_init (&argc, &argv);
#define ADD(path, test) g_test_add ("/app/workloads-page/" path, Shown, NULL, set_up, test, tear_down)
  ADD ("empty", test_empty);
  ADD ("form", test_form);
  ADD ("import", test_import);
  ADD ("map", test_map);
  ADD ("keys", test_keys);
  ADD ("find", test_find);
  ADD ("path", test_path);
  ADD ("tables", test_tables);
  ADD ("compare", test_compare);
  ADD ("failure", test_failure);
  ADD ("dated", test_dated);
  ADD ("plans", test_plans);
  ADD ("export", test_export);
  ADD ("kept", test_kept);
  ADD ("legend", test_legend);
  ADD ("narrow", test_narrow);
#undef ADD
  return g_test_run ();
}
