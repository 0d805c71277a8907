/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What-if as a user works with it: choose an input, turn it, watch the answer, look at each study, apply, undo. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "app-fixture.h"

#include "app/search/weft-search-columns.h"
#include "app/search/weft-search-page.h"
#include "app/whatif/weft-study-bar.h"

#define MEMORY "partitions/0/chip/mem_bw_gbs"

typedef struct
{
  Fixture fixture;
  WeftDocumentPage *document;
  WeftSession *session;
  WeftSearchPage *page;
  WeftWhatifView *view;
  WeftWhatifViews *views;
  WeftWhatifPane *pane;
  WeftWhatifJob *job;
} Shown;

static gboolean
is_made (gpointer data)
{
  Shown *shown = data;

  return weft_whatif_job_get_whatif (shown->job) != NULL && weft_whatif_job_get_answer (shown->job) != NULL;
}

static void
set_up (Shown *shown, gconstpointer data)
{
  g_autofree char *path = fixture_source_path ("catalog/systems/iter33.weft");

  fixture_set_up (&shown->fixture, NULL);
  shown->document = fixture_open (&shown->fixture, path);
  shown->session = weft_document_page_get_session (shown->document);
  g_assert_true (weft_document_page_show_page (shown->document, "search"));
  shown->page = WEFT_SEARCH_PAGE (fixture_find (GTK_WIDGET (shown->document), WEFT_TYPE_SEARCH_PAGE, 0));
  shown->view = weft_search_page_get_what_if (shown->page);
  shown->views = weft_whatif_view_get_views (shown->view);
  shown->pane = weft_whatif_view_get_pane (shown->view);
  shown->job = weft_whatif_view_get_job (shown->view);
  g_assert_cmpstr (weft_search_page_get_mode (shown->page), ==, "search");
  g_assert_null (weft_whatif_job_get_whatif (shown->job));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->page), "search.mode", "s", "what-if"));
  fixture_wait (is_made, shown);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
}

static void
tear_down (Shown *shown, gconstpointer data)
{
  fixture_tear_down (&shown->fixture, NULL);
}

static void
act (Shown *shown, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->views), action, NULL));
}

static void
act_on (Shown *shown, const char *action, const char *target)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->views), action, "s", target));
}

static void
show (Shown *shown, const char *view)
{
  act_on (shown, "asked.view", view);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
}

static const char *
get_value (Shown *shown)
{
  return weft_answer_card_get_value (weft_whatif_pane_get_card (shown->pane));
}

static const char *waited_value;

static gboolean
has_other_value (gpointer data)
{
  return strcmp (get_value (data), waited_value) != 0;
}

static gboolean
has_value (gpointer data)
{
  return strcmp (get_value (data), waited_value) == 0;
}

static WeftWhatifStudyKind waited_kind;

static gboolean
is_found (gpointer data)
{
  Shown *shown = data;
  WeftWhatifStudy *study = weft_whatif_job_get_study (shown->job, waited_kind);

  return weft_whatif_study_get_finding (study) != NULL
         && weft_whatif_study_get_state (study) != WEFT_WHATIF_STUDY_RUNNING
         && !weft_whatif_job_is_dated (shown->job, waited_kind);
}

static void
wait_for_study (Shown *shown, WeftWhatifStudyKind kind)
{
  waited_kind = kind;
  fixture_wait (is_found, shown);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
}

/* The only input that is left takes Enter. */
static WeftKnobRow *
take_memory (Shown *shown)
{
  WeftInputsView *inputs = weft_whatif_views_get_inputs (shown->views);
  GtkWidget *list = fixture_find (GTK_WIDGET (inputs), GTK_TYPE_COLUMN_VIEW, 0);

  weft_inputs_view_search (inputs, "b200 memory bandwidth partition");
  g_assert_cmpuint (g_list_model_get_n_items (weft_inputs_view_get_shown (inputs)), ==, 1);
  g_signal_emit_by_name (list, "activate", 0);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_nonnull (weft_whatif_pane_get_row (shown->pane, 0));
  return weft_whatif_pane_get_row (shown->pane, 0);
}

/* --- choosing and turning --- */

/* One sentence and one button that leads to the list. */
static void
test_empty (Shown *shown, gconstpointer data)
{
  WeftInputsView *inputs = weft_whatif_views_get_inputs (shown->views);

  g_assert_null (weft_whatif_pane_get_row (shown->pane, 0));
  show (shown, "sweep");
  act (shown, "what-if.choose-inputs");
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_cmpstr (weft_whatif_views_get_view (shown->views), ==, "inputs");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (inputs)));
  weft_inputs_view_search (inputs, "no such thing");
  g_assert_cmpuint (g_list_model_get_n_items (weft_inputs_view_get_shown (inputs)), ==, 0);
}

static void
test_choose (Shown *shown, gconstpointer data)
{
  WeftKnobRow *row = take_memory (shown);
  GtkWidget *list = fixture_find (GTK_WIDGET (weft_whatif_views_get_inputs (shown->views)), GTK_TYPE_COLUMN_VIEW, 0);

  g_assert_cmpstr (weft_input_get_path (weft_whatif_knob_get_input (weft_knob_row_get_knob (row))), ==, MEMORY);
  g_assert_true (weft_whatif_row_get_chosen (weft_whatif_job_find_row (shown->job, MEMORY)));
  gtk_test_accessible_assert_property (weft_knob_row_get_scale (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Memory bandwidth (B200, partition 1)");
  g_signal_emit_by_name (list, "activate", 0);
  g_assert_null (weft_whatif_pane_get_row (shown->pane, 0));
}

/* The answer follows the slider, with the design's beside it. */
static void
test_turn (Shown *shown, gconstpointer data)
{
  WeftKnobRow *row = take_memory (shown);
  g_autofree char *before = g_strdup (get_value (shown));
  const char *hpcg = weft_answer_card_get_ratio (weft_whatif_pane_get_card (shown->pane), WEFT_WORKLOAD_HPCG);
  g_autofree char *ratio = g_strdup (hpcg);

  g_assert_cmpstr (before, ==, "1.929×");
  gtk_range_set_value (weft_knob_row_get_scale (row), 0.75);
  waited_value = before;
  fixture_wait (has_other_value, shown);
  g_assert_true (g_str_has_prefix (weft_answer_card_get_baseline (weft_whatif_pane_get_card (shown->pane)),
                                   "1.929× in the design, +"));
  g_assert_cmpstr (weft_answer_card_get_ratio (weft_whatif_pane_get_card (shown->pane), WEFT_WORKLOAD_HPCG), !=,
                   ratio);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (weft_knob_row_get_entry (row))), ==, "16.0\u00a0TB/s");
  act (shown, "what-if.reset");
  waited_value = before;
  fixture_wait (has_value, shown);
  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (weft_knob_row_get_scale (row)), 0.5, 1e-9);
}

/* The field takes any unit, and says what cannot be. */
static void
test_type (Shown *shown, gconstpointer data)
{
  static const char *const wrong[] = { "nan", "inf", "-inf", "1e999", "", " ", "10 W", "0x", "1,0,0" };
  WeftKnobRow *row = take_memory (shown);
  WeftWhatifKnob *knob = weft_knob_row_get_knob (row);

  fixture_type (GTK_WIDGET (weft_knob_row_get_entry (row)), "10TB/s");
  g_assert_cmpfloat (weft_whatif_knob_get_value (knob), ==, 10000);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      fixture_type (GTK_WIDGET (weft_knob_row_get_entry (row)), wrong[i]);
      g_assert_cmpfloat (weft_whatif_knob_get_value (knob), ==, 10000);
    }
  fixture_type (GTK_WIDGET (weft_knob_row_get_entry (row)), "a lot");
  g_assert_cmpfloat (weft_whatif_knob_get_value (knob), ==, 10000);
  fixture_type (GTK_WIDGET (weft_knob_row_get_entry (row)), "-3");
  g_assert_cmpfloat (weft_whatif_knob_get_value (knob), ==, 10000);
}

static void
test_output (Shown *shown, gconstpointer data)
{
  GtkWidget *outputs = fixture_find (GTK_WIDGET (shown->pane), GTK_TYPE_DROP_DOWN, 0);

  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (outputs)), ==, 0);
  for (guint i = 0; i < g_list_model_get_n_items (weft_whatif_job_get_outputs (shown->job)); i++)
    {
      gtk_drop_down_set_selected (GTK_DROP_DOWN (outputs), i);
      g_assert_cmpuint (weft_whatif_job_find_output (shown->job), ==, i);
      if (g_str_equal (weft_whatif_job_get_output (shown->job)->path, "power_w"))
        g_assert_true (g_str_has_suffix (get_value (shown), "W"));
    }
}

/* --- presets, applying --- */

static void
test_preset (Shown *shown, gconstpointer data)
{
  g_autofree char *before = g_strdup (get_value (shown));

  act_on (shown, "what-if.preset", "archagent-hbm4");
  g_assert_cmpuint (weft_whatif_job_n_moved (shown->job), ==, 1);
  g_assert_cmpfloat (weft_whatif_knob_get_value (weft_knob_row_get_knob (weft_whatif_pane_get_row (shown->pane, 0))),
                     ==, 10000);
  waited_value = before;
  fixture_wait (has_other_value, shown);
  /* Another one begins from the design. */
  act_on (shown, "what-if.preset", "archagent-injection-200");
  g_assert_false (weft_whatif_knob_is_moved (weft_knob_row_get_knob (weft_whatif_pane_get_row (shown->pane, 0))));
  g_assert_cmpuint (weft_whatif_job_n_moved (shown->job), ==, 2);
  act_on (shown, "what-if.preset", "no such preset");
  g_assert_cmpuint (weft_whatif_job_n_moved (shown->job), ==, 2);
}

static void
turn (Shown *shown, const char *path, double value)
{
  WeftWhatifRow *row = weft_whatif_job_find_row (shown->job, path);

  weft_whatif_knob_set_value (weft_whatif_job_add_knob (shown->job, weft_whatif_row_get_input (row)), value);
}

/* What the document can hold is one step of undo; of the rest it is said that it is no document's. */
static void
test_apply (Shown *shown, gconstpointer data)
{
  WeftDesign *design = weft_session_get_design (shown->session);
  g_autofree char *before = weft_design_digest (design), *after = NULL;

  turn (shown, MEMORY, 10000);
  g_assert_cmpstr (weft_whatif_pane_get_words (shown->pane), ==,
                   "The change is a fact of a part or of the profile, which no document sets.");
  turn (shown, "budget", 2e6);
  turn (shown, "workload/fft_edge", 2048);
  g_assert_cmpstr (weft_whatif_pane_get_words (shown->pane), ==,
                   "The document can hold 2 of 3 changes; the other is a fact of a part or of the profile.");
  act (shown, "what-if.apply");
  after = weft_design_digest (design);
  g_assert_cmpstr (before, !=, after);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->fixture.window), "win.undo", NULL));
  g_free (after);
  after = weft_design_digest (design);
  g_assert_cmpstr (before, ==, after);
}

/* --- studies --- */

/* A bar leads to the sweep of its input. */
static void
test_tornado (Shown *shown, gconstpointer data)
{
  WeftTornadoView *tornado = weft_whatif_views_get_tornado (shown->views);
  WeftTornadoArea *area = weft_tornado_view_get_area (tornado);
  guint n;

  show (shown, "tornado");
  wait_for_study (shown, WEFT_WHATIF_TORNADO);
  n = weft_tornado_chart_n_rows (weft_tornado_area_get_chart (area));
  g_assert_cmpuint (n, >, 3);
  g_assert_true (isnan (weft_tornado_chart_row (weft_tornado_area_get_chart (area), 0)->total));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (tornado), "tornado.order", "s", "together"));
  wait_for_study (shown, WEFT_WHATIF_TOTAL_ORDER);
  g_assert_false (isnan (weft_tornado_chart_row (weft_tornado_area_get_chart (area), 0)->total));
  g_assert_true (fixture_press (GTK_WIDGET (area), GDK_KEY_End));
  g_assert_true (fixture_press (GTK_WIDGET (area), GDK_KEY_Home));
  g_assert_true (fixture_press (GTK_WIDGET (area), GDK_KEY_Down));
  g_assert_true (fixture_press (GTK_WIDGET (area), GDK_KEY_Return));
  g_assert_cmpstr (weft_whatif_views_get_view (shown->views), ==, "sweep");
  g_assert_nonnull (weft_whatif_job_get_selected (shown->job));
  wait_for_study (shown, WEFT_WHATIF_SWEEP);
  g_assert_nonnull (weft_plot_view_get_plot (weft_sweep_view_get_plot (weft_whatif_views_get_sweep (shown->views))));
}

static void
test_sweep (Shown *shown, gconstpointer data)
{
  WeftSweepView *sweep = weft_whatif_views_get_sweep (shown->views);
  double low, high;

  act_on (shown, "what-if.sweep", MEMORY);
  wait_for_study (shown, WEFT_WHATIF_SWEEP);
  g_assert_true (g_str_has_prefix (weft_sweep_view_get_words (sweep), "Score goes from "));
  fixture_type (GTK_WIDGET (weft_input_range_get_entry (weft_sweep_view_get_range (sweep), 1)), "12 TB/s");
  weft_whatif_job_get_range (shown->job, WEFT_WHATIF_SWEEP, &low, &high);
  g_assert_cmpfloat (high, ==, 12000);
  /* It ends before it begins. */
  fixture_type (GTK_WIDGET (weft_input_range_get_entry (weft_sweep_view_get_range (sweep), 1)), "1 GB/s");
  weft_whatif_job_get_range (shown->job, WEFT_WHATIF_SWEEP, &low, &high);
  g_assert_cmpfloat (high, ==, 12000);
  wait_for_study (shown, WEFT_WHATIF_SWEEP);
  g_assert_true (g_str_has_suffix (weft_sweep_view_get_words (sweep), " at 12.0\u00a0TB/s."));
  act_on (shown, "what-if.sweep", "partitions/0/chip/price_usd");
  wait_for_study (shown, WEFT_WHATIF_SWEEP);
  g_assert_nonnull (strstr (weft_sweep_view_get_words (sweep), "has no effect"));
}

static gboolean
has_other (gpointer data)
{
  return weft_whatif_job_get_other (((Shown *) data)->job) != NULL;
}

static void
test_break_even (Shown *shown, gconstpointer data)
{
  WeftBreakEvenView *view = weft_whatif_views_get_break_even (shown->views);
  g_autofree char *path = fixture_source_path ("catalog/systems/h100-reference.weft");
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  weft_whatif_job_select (shown->job, MEMORY);
  show (shown, "break-even");
  fixture_type (GTK_WIDGET (weft_break_even_view_get_target (view)), "2.2×");
  g_assert_cmpfloat (weft_whatif_job_get_target (shown->job), ==, 2.2);
  act (shown, "what-if.break-even");
  wait_for_study (shown, WEFT_WHATIF_BREAK_EVEN);
  g_assert_cmpuint (weft_break_even_view_n_words (view), ==, 1);
  g_assert_nonnull (strstr (weft_break_even_view_get_words (view, 0), "Score meets 2.2×, and is better beyond."));
  fixture_type (GTK_WIDGET (weft_break_even_view_get_target (view)), "99");
  act (shown, "what-if.break-even");
  wait_for_study (shown, WEFT_WHATIF_BREAK_EVEN);
  g_assert_nonnull (strstr (weft_break_even_view_get_words (view, 0), "There is no break-even in this range: at 2.00"));
  act_on (shown, "what-if.other-uri", uri);
  fixture_wait (has_other, shown);
  fixture_type (GTK_WIDGET (weft_input_range_get_entry (weft_break_even_view_get_range (view), 0)), "1 TB/s");
  act (shown, "what-if.break-even");
  wait_for_study (shown, WEFT_WHATIF_BREAK_EVEN);
  g_assert_nonnull (strstr (weft_break_even_view_get_words (view, 0), "Iter33 beats H100 reference"));
  act (shown, "what-if.no-other");
  g_assert_null (weft_whatif_job_get_other (shown->job));
}

static void
test_doubt (Shown *shown, gconstpointer data)
{
  WeftDoubtView *doubt = weft_whatif_views_get_doubt (shown->views);

  show (shown, "uncertainty");
  act (shown, "what-if.doubt");
  wait_for_study (shown, WEFT_WHATIF_DOUBT);
  g_assert_true (g_str_has_prefix (weft_doubt_view_get_band (doubt), "Score is 1.929×; nine times in ten"));
  weft_whatif_job_set_output (shown->job, "workloads/fft/value");
  g_assert_true (g_str_has_prefix (weft_doubt_view_get_band (doubt), "FFT is "));
}

/* Each fact among the sources is one of the inputs, under that name. */
static void
test_doubt_sources (Shown *shown, gconstpointer data)
{
  WeftDoubtView *doubt = weft_whatif_views_get_doubt (shown->views);
  WeftInputsView *inputs = weft_whatif_views_get_inputs (shown->views);
  WeftTable *table;
  guint n_facts = 0;

  show (shown, "uncertainty");
  act (shown, "what-if.doubt");
  wait_for_study (shown, WEFT_WHATIF_DOUBT);
  g_assert_nonnull (strstr (weft_doubt_view_get_draws (doubt), weft_profile_get_id (
                                                                 weft_session_get_profile (shown->session))));
  table = weft_table_view_get_table (weft_doubt_view_get_sources (doubt));
  g_assert_cmpuint (weft_table_n_rows (table), >, 5);
  for (guint i = 0; i < weft_table_n_rows (table) && n_facts < 4; i++)
    {
      const char *label = weft_table_get_cell (table, i, 0);
      g_autofree char *title = NULL;

      if (strchr (label, '(') == NULL)
        continue;
      n_facts++;
      g_signal_emit_by_name (weft_doubt_view_get_sources (doubt), "row-activated", i);
      g_assert_cmpstr (weft_whatif_views_get_view (shown->views), ==, "inputs");
      if (g_list_model_get_n_items (weft_inputs_view_get_shown (inputs)) == 0)
        g_error ("%s is not found among the inputs", label);
      title = weft_input_dup_title (weft_whatif_job_get_selected (shown->job));
      /* "TDP (B200" of "TDP (B200, partition 1)" */
      g_assert_true (strncmp (title, label, strlen (label) - 1) == 0);
      act_on (shown, "asked.view", "uncertainty");
    }
  g_assert_cmpuint (n_facts, ==, 4);
}

/* It says so, and nothing is left that runs. */
static void
test_cancel (Shown *shown, gconstpointer data)
{
  WeftDoubtView *doubt = weft_whatif_views_get_doubt (shown->views);
  WeftStudyBar *bar = WEFT_STUDY_BAR (fixture_find (GTK_WIDGET (doubt), WEFT_TYPE_STUDY_BAR, 0));

  show (shown, "uncertainty");
  act (shown, "what-if.doubt");
  act (shown, "what-if.cancel");
  g_assert_cmpint (weft_whatif_study_get_state (weft_whatif_job_get_study (shown->job, WEFT_WHATIF_DOUBT)), ==,
                   WEFT_WHATIF_STUDY_STOPPED);
  g_assert_cmpstr (weft_study_bar_get_words (bar), ==, "Cancelled");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (bar)));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (bar), "study.ask", NULL));
  wait_for_study (shown, WEFT_WHATIF_DOUBT);
  g_assert_cmpstr (weft_study_bar_get_words (bar), ==, "");
}

/* --- files --- */

static char *
read_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static void
test_export (Shown *shown, gconstpointer data)
{
  static const char *const names[] = { "a.png", "a.svg", "a.pdf", "a.csv" };
  WeftTornadoView *tornado = weft_whatif_views_get_tornado (shown->views);
  g_autofree char *inputs = weft_inputs_view_to_csv (weft_whatif_views_get_inputs (shown->views));
  g_autofree char *csv = NULL, *wrong = g_build_filename (shown->fixture.folder, "a.gif", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_str_has_prefix (inputs, "path,input,of,value,unit,confidence,source,elasticity\r\n"));
  g_assert_nonnull (strstr (inputs, "\r\n" MEMORY ",Memory bandwidth,"));
  show (shown, "tornado");
  wait_for_study (shown, WEFT_WHATIF_TORNADO);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (shown->fixture.folder, names[i], NULL);
      GStatBuf about;

      g_assert_true (weft_tornado_view_export_to (tornado, path, &error));
      g_assert_no_error (error);
      g_assert_cmpint (g_stat (path, &about), ==, 0);
      g_assert_cmpint (about.st_size, >, 100);
      if (g_str_has_suffix (path, ".csv"))
        csv = read_file (path);
    }
  g_assert_true (g_str_has_prefix (csv, "path,unit,low,high,output_low,output_high,swing,total_order\r\n"));
  g_assert_false (weft_tornado_view_export_to (tornado, wrong, &error));
  g_assert_nonnull (error);
}

/* --- room --- */

static int
get_room (Shown *shown)
{
  return weft_search_columns_get_room (
    WEFT_SEARCH_COLUMNS (fixture_find (GTK_WIDGET (shown->view), WEFT_TYPE_SEARCH_COLUMNS, 0)));
}

static gboolean
is_narrow (gpointer data)
{
  return get_room (data) == 1;
}

/* Everything stands one below the other, and no view asks for more than there is. */
static void
test_narrow (Shown *shown, gconstpointer data)
{
  static const char *const views[] = { "inputs", "tornado", "sweep", "break-even", "uncertainty" };

  take_memory (shown);
  gtk_window_set_default_size (GTK_WINDOW (shown->fixture.window), 360, 720);
  fixture_wait (is_narrow, shown);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      int least;

      show (shown, views[i]);
      gtk_widget_measure (GTK_WIDGET (shown->view), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      if (least > 360)
        g_error ("%s needs %d pixels", views[i], least);
    }
}

/* The input of a sweep goes with its partition while it is asked about, and the view turns to another one. */
static gboolean
has_gone (gpointer data)
{
  return weft_whatif_job_find_row (((Shown *) data)->job, "partitions/1/chip/mem_bw_gbs") == NULL;
}

static void
test_vanish (Shown *shown, gconstpointer data)
{
  WeftSession *session = shown->session;

  act_on (shown, "what-if.sweep", "partitions/1/chip/mem_bw_gbs");
  g_assert_nonnull (weft_whatif_job_get_selected (shown->job));
  turn (shown, "partitions/1/chip/mem_bw_gbs", 3e6);
  show (shown, "tornado");
  show (shown, "sweep");
  weft_session_remove_partition (session, 1);
  fixture_wait (has_gone, shown);
  fixture_wait_for_frame (GTK_WIDGET (shown->view));
  g_assert_cmpuint (weft_whatif_job_n_moved (shown->job), ==, 0);
  g_assert_nonnull (weft_whatif_job_get_selected (shown->job));
  wait_for_study (shown, WEFT_WHATIF_SWEEP);
  g_assert_cmpstr (weft_whatif_study_get_question (weft_whatif_job_get_study (shown->job, WEFT_WHATIF_SWEEP))->paths[0],
                   ==, weft_input_get_path (weft_whatif_job_get_selected (shown->job)));
}

/* Workers still answer when nobody is there to hear it. */
static void
test_closed (Shown *shown, gconstpointer data)
{
  g_autoptr (WeftWhatifJob) job = g_object_ref (shown->job);

  turn (shown, MEMORY, 10000);
  weft_whatif_job_ask (job, WEFT_WHATIF_TORNADO);
  weft_whatif_job_ask (job, WEFT_WHATIF_DOUBT);
  g_assert_cmpint (weft_whatif_study_get_state (weft_whatif_job_get_study (job, WEFT_WHATIF_DOUBT)), ==,
                   WEFT_WHATIF_STUDY_RUNNING);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->fixture.window), "win.close-tab", NULL));
  for (guint i = 0; i < 50; i++)
    g_main_context_iteration (NULL, FALSE);
}

/* A design that nobody can resolve says why, and comes back. */
static gboolean
has_failed (gpointer data)
{
  return weft_whatif_job_get_failure (((Shown *) data)->job) != NULL;
}

static void
test_failure (Shown *shown, gconstpointer data)
{
  weft_session_set_text (shown->session, "/partitions/0/chip", "B&W <none>", FALSE);
  fixture_wait (has_failed, shown);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (shown->pane)));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (shown->fixture.window), "win.undo", NULL));
  fixture_wait (is_made, shown);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (shown->pane)));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Shown *shown, gconstpointer data);
  } tests[] = {
    { "/whatif/empty", test_empty },     { "/whatif/choose", test_choose },   { "/whatif/turn", test_turn },
    { "/whatif/type", test_type },       { "/whatif/output", test_output },   { "/whatif/preset", test_preset },
    { "/whatif/apply", test_apply },     { "/whatif/tornado", test_tornado }, { "/whatif/sweep", test_sweep },
    { "/whatif/break-even", test_break_even }, { "/whatif/doubt", test_doubt }, { "/whatif/cancel", test_cancel },
    { "/whatif/doubt-sources", test_doubt_sources },
    { "/whatif/vanish", test_vanish },   { "/whatif/closed", test_closed },
    { "/whatif/export", test_export },   { "/whatif/narrow", test_narrow },   { "/whatif/failure", test_failure },
  };

  fixture_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Shown, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
