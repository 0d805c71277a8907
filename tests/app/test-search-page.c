/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search page as a user works with it: start, watch, choose a design, open and apply it, find it in the trail. */
#include <glib/gstdio.h>

#include "app-fixture.h"

#include "app/charts/weft-plot-view.h"
#include "app/compare/weft-compare-page.h"
#include "app/search/weft-search-columns.h"
#include "app/search/weft-search-page.h"
#include "app/search/weft-search-setup.h"
#include "app/trail/weft-event-details.h"
#include "app/trail/weft-trail-page.h"
#include "base/weft-json-write.h"
#include "draw/plot/weft-plot-layers-private.h"
#include "draw/plot/weft-scatter-private.h"

typedef struct
{
  Fixture fixture;
  WeftDocumentPage *document;
  WeftSession *session;
  WeftSearchPage *page;
  WeftSearchJob *job;
} Shown;

static void
set_up (Shown *shown, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/iter33.weft");

  fixture_set_up (&shown->fixture, NULL);
  shown->document = fixture_open (&shown->fixture, path);
  shown->session = weft_document_page_get_session (shown->document);
  g_assert_true (weft_document_page_show_page (shown->document, "search"));
  shown->page = WEFT_SEARCH_PAGE (
    fixture_find (GTK_WIDGET (shown->document), WEFT_TYPE_SEARCH_PAGE, 0));
  shown->job = weft_search_page_get_job (shown->page);
  weft_search_job_set_folder (shown->job, shown->fixture.folder);
  weft_search_job_set_budget (shown->job, 30);
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
is_over (gpointer data)
{
  return !weft_search_job_is_busy (data);
}

static gboolean
has_evaluation (gpointer data)
{
  return weft_search_design_get_evaluation (data) != NULL;
}

static gboolean
has_reason (gpointer data)
{
  return weft_search_design_get_reason (data) != NULL;
}

static void
search (Shown *shown)
{
  act (shown, "search.start");
  fixture_wait (is_over, shown->job);
  g_assert_cmpint (weft_search_job_get_state (shown->job), ==, WEFT_JOB_FINISHED);
  fixture_wait (has_evaluation, weft_search_page_get_design (shown->page));
}

static WeftPlotLayer *
find_layer (WeftPlotView *view, const char *label)
{
  WeftPlot *plot = weft_plot_view_get_plot (view);

  for (guint i = 0; i < weft_plot_n_layers (plot); i++)
    if (g_str_has_prefix (weft_plot_layer_get_label (weft_plot_get_layer (plot, i)), label))
      return weft_plot_get_layer (plot, i);

  return NULL;
}

static guint n_drawn;

/* Drawing comes when there is time for it. */
static gboolean
is_drawn (gpointer data)
{
  WeftPlotLayer *layer = find_layer (data, "Hill climbing");

  return layer != NULL && weft_plot_layer_n_items (layer) == n_drawn;
}

static gboolean
has_optimum (gpointer data)
{
  return find_layer (data, "certified optimum") != NULL;
}

/* The list and the chosen design follow the search when there is time for it. */
static gboolean
shows_best (gpointer data)
{
  Shown *shown = data;
  WeftSearchDesign *design = weft_search_page_get_design (shown->page);
  WeftEvaluation *evaluation = weft_search_design_get_evaluation (design);
  const WeftTally *tally = weft_search_job_get_tally (shown->job);

  return weft_search_page_get_selected (shown->page) == (int) tally->best[0] && evaluation != NULL
         && weft_evaluation_get_score (evaluation)
              == weft_tally_get_point ((WeftTally *) tally, tally->best[0])->point.score;
}

static void
test_search (Shown *shown, gconstpointer data)
{
  WeftSearchCharts *charts = weft_search_page_get_charts (shown->page);
  WeftSearchDesign *design = weft_search_page_get_design (shown->page);
  WeftPlotView *curves = weft_search_charts_get_convergence (charts);
  const WeftTally *tally;
  GtkWidget *best;

  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (design)));
  search (shown);
  n_drawn = 30;
  fixture_wait (is_drawn, curves);
  g_assert_cmpuint (weft_plot_layer_n_items (find_layer (curves, "Random")), ==, 30);
  fixture_wait (has_optimum, curves);
  tally = weft_search_job_get_tally (shown->job);
  fixture_wait (shows_best, shown);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (design)));
  fixture_wait (has_reason, design);
  /* The list has them all, and choosing one stays. */
  best = fixture_find (GTK_WIDGET (shown->page), GTK_TYPE_LIST_BOX, 1);
  g_assert_nonnull (gtk_list_box_get_row_at_index (GTK_LIST_BOX (best), (int) tally->n_best - 1));
  g_signal_emit_by_name (best, "row-activated", gtk_list_box_get_row_at_index (GTK_LIST_BOX (best), 1));
  g_assert_cmpint (weft_search_page_get_selected (shown->page), ==, (int) tally->best[1]);
}

/* The action of the button that has the keyboard. */
static const char *
find_focused_action (Shown *shown)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (shown->page)));

  return GTK_IS_ACTIONABLE (focus) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (focus)) : NULL;
}

/* (transfer none): the button of an action in the left column. */
static GtkWidget *
find_button (Shown *shown, const char *action)
{
  GtkWidget *setup = fixture_find (GTK_WIDGET (shown->page), WEFT_TYPE_SEARCH_SETUP, 0);
  GtkWidget *button;

  for (guint i = 0; (button = fixture_find (setup, GTK_TYPE_BUTTON, i)) != NULL; i++)
    if (g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (button)), action) == 0)
      return button;
  return NULL;
}

static gboolean
is_paused (gpointer data)
{
  return weft_search_job_get_state (data) == WEFT_JOB_PAUSED;
}

/* Who starts, pauses and goes on by the keyboard stays on the button for what comes next. */
static void
test_focus (Shown *shown, gconstpointer data)
{
  weft_search_job_set_budget (shown->job, 2000);
  g_assert_true (gtk_widget_grab_focus (find_button (shown, "search.start")));
  act (shown, "search.start");
  g_assert_cmpstr (find_focused_action (shown), ==, "search.pause");
  act (shown, "search.pause");
  fixture_wait (is_paused, shown->job);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_cmpstr (find_focused_action (shown), ==, "search.go-on");
  act (shown, "search.go-on");
  fixture_wait (is_over, shown->job);
  fixture_wait_for_frame (GTK_WIDGET (shown->page));
  g_assert_cmpstr (find_focused_action (shown), ==, "search.start");
}

static void
test_candidates (Shown *shown, gconstpointer data)
{
  WeftSearchCharts *charts = weft_search_page_get_charts (shown->page);
  WeftPlotView *view = weft_search_charts_get_candidates (charts);
  guint n;

  search (shown);
  g_object_set (charts, "view", "candidates", NULL);
  n_drawn = 1;
  fixture_wait (is_drawn, view);
  n = weft_plot_layer_n_items (weft_plot_get_layer (weft_plot_view_get_plot (view), WEFT_SCATTER_POINTS));
  g_assert_cmpuint (n, >, 20);
  for (guint i = 0; i < n; i += 7)
    {
      g_signal_emit_by_name (view, "item-activated", WEFT_SCATTER_POINTS, (int) i);
      g_assert_cmpint (weft_search_page_get_selected (shown->page), ==,
                       (int) weft_search_charts_find_point (charts, i));
    }
  g_object_set (charts, "price", "cost", NULL);
  fixture_wait_for_frame (GTK_WIDGET (charts));
  g_assert_cmpstr (weft_plot_get_axis (weft_plot_view_get_plot (view), WEFT_PLOT_X)->title, ==, "Cost");
  /* A click on a curve chooses the best so far. */
  g_signal_emit_by_name (weft_search_charts_get_convergence (charts), "item-activated", 1, 29);
  g_assert_cmpuint (weft_tally_get_point (weft_search_job_get_tally (shown->job),
                                          (guint) weft_search_page_get_selected (shown->page))
                      ->run,
                    ==, 0);
}

static char *
write_design (WeftSession *session)
{
  g_autoptr (JsonNode) root = weft_design_to_json (weft_session_get_design (session));

  return weft_json_write_canonical (root);
}

static void
test_apply (Shown *shown, gconstpointer data)
{
  WeftHistory *history = weft_session_get_history (shown->session);
  g_autofree char *before = write_design (shown->session);
  g_autofree char *applied = NULL, *after = NULL, *again = NULL, *name = NULL;
  WeftDesign *design = weft_session_get_design (shown->session);

  name = g_strdup (weft_design_get_name (design));
  search (shown);
  act (shown, "search.apply");
  applied = write_design (shown->session);
  g_assert_cmpstr (applied, !=, before);
  g_assert_cmpstr (weft_design_get_name (design), ==, name);
  g_assert_cmpuint (weft_design_get_n_partitions (design), ==,
                    g_list_model_get_n_items (weft_evaluation_get_partitions (
                      weft_search_design_get_evaluation (weft_search_page_get_design (shown->page)))));
  g_assert_true (weft_history_undo (history));
  after = write_design (shown->session);
  g_assert_cmpstr (after, ==, before);
  g_assert_false (weft_history_get_can_undo (history));
  g_assert_true (weft_history_redo (history));
  again = write_design (shown->session);
  g_assert_cmpstr (again, ==, applied);
}

static void
test_open (Shown *shown, gconstpointer data)
{
  g_autofree char *score = NULL;
  WeftSession *opened;

  search (shown);
  act (shown, "search.open");
  opened = weft_window_get_session (shown->fixture.window);
  g_assert_true (opened != shown->session);
  g_assert_true (weft_session_get_modified (opened));
  score = weft_quantity_format (weft_evaluation_get_score (weft_search_design_get_evaluation (
                                  weft_search_page_get_design (shown->page))),
                                WEFT_UNIT_NONE);
  fixture_wait_for_score (opened, score);
  weft_session_give_up (opened);
}

static gboolean
has_both (gpointer data)
{
  return weft_compare_page_get_evaluation (data, 0) != NULL
         && weft_compare_page_get_evaluation (data, 1) != NULL;
}

static void
test_compare (Shown *shown, gconstpointer data)
{
  WeftTally *tally;
  GtkWidget *compared;

  search (shown);
  tally = weft_search_job_get_tally (shown->job);
  act (shown, "search.pin");
  weft_search_page_select (shown->page, (int) tally->best[1]);
  act (shown, "search.pin");
  act (shown, "search.compare");
  compared = weft_window_get_page (shown->fixture.window);
  g_assert_true (WEFT_IS_COMPARE_PAGE (compared));
  fixture_wait (has_both, compared);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat (weft_evaluation_get_score (
                         weft_compare_page_get_evaluation (WEFT_COMPARE_PAGE (compared), i)),
                       ==, weft_tally_get_point (tally, tally->best[i])->point.score);
}

static gboolean
shows_event (gpointer data)
{
  WeftEventDetails *details =
    WEFT_EVENT_DETAILS (fixture_find (data, WEFT_TYPE_EVENT_DETAILS, 0));

  return weft_event_details_get_event (details) != NULL;
}

static void
test_trail (Shown *shown, gconstpointer data)
{
  const WeftTallyPoint *point;
  GtkWidget *trail;
  WeftEvent *event;

  search (shown);
  point = weft_tally_get_point (weft_search_job_get_tally (shown->job),
                                (guint) weft_search_page_get_selected (shown->page));
  act (shown, "search.show-event");
  trail = fixture_find (GTK_WIDGET (shown->document), WEFT_TYPE_TRAIL_PAGE, 0);
  fixture_wait (shows_event, trail);
  event = weft_event_details_get_event (
    WEFT_EVENT_DETAILS (fixture_find (trail, WEFT_TYPE_EVENT_DETAILS, 0)));
  g_assert_cmpuint (weft_event_get_seq (event), ==, point->point.event);
  g_assert_cmpstr (weft_event_get_kind (event), ==, "eval.result");
}

/* A graph keeps what it is; what was found can still be opened. */
static void
test_graph (Shown *shown, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL, *after = NULL;

  search (shown);
  g_assert_true (weft_session_turn_into_graph (shown->session, &error));
  g_assert_no_error (error);
  before = write_design (shown->session);
  gtk_widget_activate_action (GTK_WIDGET (shown->page), "search.apply", NULL);
  after = write_design (shown->session);
  g_assert_cmpstr (after, ==, before);
}

static gboolean
has_points (gpointer data)
{
  return weft_search_job_get_tally (data)->points->len > 0;
}

/* The tab goes in the middle of it. */
static void
test_close (Shown *shown, gconstpointer data)
{
  weft_search_job_set_budget (shown->job, WEFT_SEARCH_JOB_MOST_BUDGET);
  act (shown, "search.start");
  fixture_wait (has_points, shown->job);
  gtk_widget_activate_action (GTK_WIDGET (shown->fixture.window), "win.close-tab", NULL);
  fixture_settle ();
  g_assert_null (weft_window_get_session (shown->fixture.window));
}

/* Another page names the run that shall go on, such as the trail. */
static void
test_resume_run (Shown *shown, gconstpointer data)
{
  g_autofree char *path = NULL;
  WeftTally *tally;

  weft_search_job_set_budget (shown->job, 2000);
  act (shown, "search.start");
  fixture_wait (has_points, shown->job);
  act (shown, "search.stop");
  fixture_wait (is_over, shown->job);
  g_assert_cmpint (weft_search_job_get_state (shown->job), ==, WEFT_JOB_STOPPED);
  path = g_strdup (weft_tally_get_run (weft_search_job_get_tally (shown->job), 0)->path);
  weft_document_page_show_page (shown->document, "trail");
  g_assert_true (
    gtk_widget_activate_action (GTK_WIDGET (shown->document), "page.resume-run", "s", path));
  fixture_wait (is_over, shown->job);
  g_assert_cmpint (weft_search_job_get_state (shown->job), ==, WEFT_JOB_FINISHED);
  tally = weft_search_job_get_tally (shown->job);
  g_assert_cmpuint (tally->runs->len, ==, 1);
  g_assert_cmpuint (weft_tally_get_run (tally, 0)->counts.evaluations, ==, 2000);
  g_assert_cmpstr (weft_tally_get_run (tally, 0)->path, ==, path);
}

static gboolean
has_looked (gpointer data)
{
  return weft_second_look_get_state (data) != WEFT_SECOND_LOOK_RUNNING;
}

/* The best designs are mapped and simulated; it can be cancelled, and begun again. */
static void
test_second_look (Shown *shown, gconstpointer data)
{
  WeftSearchCharts *charts = weft_search_page_get_charts (shown->page);
  WeftSecondLookView *view = weft_search_charts_get_second_look (charts);
  WeftSecondLook *look = weft_second_look_view_get_look (view);
  g_autofree char *name = NULL;
  WeftPlot *plot;

  g_object_set (charts, "view", "second-look", NULL);
  g_object_get (charts, "view", &name, NULL);
  g_assert_cmpstr (name, ==, "second-look");
  g_assert_false (weft_second_look_can_start (look));
  weft_search_job_set_budget (shown->job, 3);
  search (shown);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "second-look.start", NULL));
  g_assert_cmpint (weft_second_look_get_state (look), ==, WEFT_SECOND_LOOK_RUNNING);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "second-look.cancel", NULL));
  g_assert_cmpint (weft_second_look_get_state (look), ==, WEFT_SECOND_LOOK_STOPPED);
  g_assert_null (weft_plot_view_get_plot (weft_second_look_view_get_plot (view)));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "second-look.start", NULL));
  fixture_wait (has_looked, look);
  g_assert_cmpint (weft_second_look_get_state (look), ==, WEFT_SECOND_LOOK_DONE);
  plot = weft_plot_view_get_plot (weft_second_look_view_get_plot (view));
  g_assert_nonnull (plot);
  g_assert_cmpuint (weft_plot_n_layers (plot), >, 0);
  g_assert_nonnull (weft_table_view_get_table (weft_second_look_view_get_reasons (view)));
}

static gboolean
stands_in_one (gpointer data)
{
  return weft_search_columns_get_room (data) == 1;
}

/* Nothing of it asks for more than a narrow window has. */
static void
test_narrow (Shown *shown, gconstpointer data)
{
  WeftSearchColumns *columns =
    WEFT_SEARCH_COLUMNS (fixture_find (GTK_WIDGET (shown->page), WEFT_TYPE_SEARCH_COLUMNS, 0));
  GtkWidget *window = gtk_window_new ();
  GtkWidget *narrow = weft_search_page_new (shown->session);
  static const char *const views[] = { "candidates", "second-look", "speedups", NULL };
  int least;

  g_assert_cmpint (weft_search_columns_get_room (columns), ==, 3);
  search (shown);
  act (shown, "search.pin");
  for (guint i = 0; views[i] != NULL; i++)
    {
      g_object_set (weft_search_page_get_charts (shown->page), "view", views[i], NULL);
      gtk_widget_measure (GTK_WIDGET (shown->page), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL,
                          NULL, NULL);
      g_assert_cmpint (least, <=, 360);
    }
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 700);
  gtk_window_set_child (GTK_WINDOW (window), narrow);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (stands_in_one, fixture_find (narrow, WEFT_TYPE_SEARCH_COLUMNS, 0));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  fixture_init (&argc, &argv);
#define ADD(path, test) g_test_add ("/search-page/" path, Shown, NULL, set_up, test, tear_down)
  ADD ("search", test_search);
  ADD ("focus", test_focus);
  ADD ("candidates", test_candidates);
  ADD ("apply", test_apply);
  ADD ("open", test_open);
  ADD ("compare", test_compare);
  ADD ("trail", test_trail);
  ADD ("graph", test_graph);
  ADD ("close", test_close);
  ADD ("resume-run", test_resume_run);
  ADD ("second-look", test_second_look);
  ADD ("narrow", test_narrow);
#undef ADD
  return g_test_run ();
}
