/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What-if without its view: the answer follows the knobs, knobs follow the document, studies, and what stops them. */
#include <math.h>
#include <string.h>

#include "app/whatif/weft-whatif-job.h"
#include "app/whatif/weft-whatif-words.h"

#define WATCHDOG_S 110
#define MEMORY "partitions/0/chip/mem_bw_gbs"

typedef struct
{
  WeftEngine *engine;
  WeftSession *session;
  WeftWhatifJob *job;
  guint answers; /* signals */
} Fixture;

static gboolean
give_up_cb (gpointer data)
{
  g_error ("nothing has happened for %d seconds", WATCHDOG_S);
  return G_SOURCE_REMOVE;
}

static void
wait_for (Fixture *fixture, gboolean (*condition) (Fixture *fixture))
{
  guint watchdog = g_timeout_add_seconds (WATCHDOG_S, give_up_cb, NULL);

  while (!condition (fixture))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (watchdog);
}

static gboolean
is_made (Fixture *fixture)
{
  return weft_whatif_job_get_whatif (fixture->job) != NULL;
}

static gboolean
is_answered (Fixture *fixture)
{
  return fixture->answers > 0;
}

static void
answered_cb (Fixture *fixture)
{
  fixture->answers++;
}

static WeftSession *
open_system (Fixture *fixture, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", name, NULL);
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);

  g_assert_no_error (error);
  return weft_session_new_of_design (fixture->engine, design);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->engine = weft_engine_new ();
  fixture->session = open_system (fixture, "iter33.weft");
  fixture->job = weft_whatif_job_new (fixture->session);
  g_signal_connect_swapped (fixture->job, "answered", G_CALLBACK (answered_cb), fixture);
  weft_whatif_job_set_active (fixture->job, TRUE);
  wait_for (fixture, is_made);
  fixture->answers = 0;
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  /* A thread that still answers holds the job. */
  if (fixture->job != NULL)
    g_signal_handlers_disconnect_by_data (fixture->job, fixture);
  g_clear_object (&fixture->job);
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->engine);
}

static double
baseline (Fixture *fixture)
{
  return weft_evaluation_get_score (weft_whatif_job_get_baseline (fixture->job));
}

static double
answer (Fixture *fixture)
{
  WeftEvaluation *evaluation = weft_whatif_job_get_answer (fixture->job);

  return evaluation != NULL ? weft_evaluation_get_score (evaluation) : NAN;
}

static WeftWhatifKnob *
take (Fixture *fixture, const char *path)
{
  WeftWhatifRow *row = weft_whatif_job_find_row (fixture->job, path);

  g_assert_nonnull (row);
  return weft_whatif_job_add_knob (fixture->job, weft_whatif_row_get_input (row));
}

/* What the library says of the same numbers. */
static double
evaluate (Fixture *fixture, WeftWhatifKnob *knob)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluation) evaluation = NULL;
  double value = weft_whatif_knob_get_value (knob);

  g_ptr_array_add (inputs, weft_whatif_knob_get_input (knob));
  evaluation = weft_whatif_evaluate (weft_whatif_job_get_whatif (fixture->job), inputs, &value, &error);
  g_assert_no_error (error);
  return weft_evaluation_get_score (evaluation);
}

static void
turn (Fixture *fixture, WeftWhatifKnob *knob, double value)
{
  fixture->answers = 0;
  weft_whatif_knob_set_value (knob, value);
  wait_for (fixture, is_answered);
}

/* --- answers --- */

static void
test_answer (Fixture *fixture, gconstpointer data)
{
  WeftWhatifKnob *memory = take (fixture, MEMORY);

  g_assert_cmpfloat (answer (fixture), ==, baseline (fixture));
  g_assert_cmpuint (weft_whatif_job_n_moved (fixture->job), ==, 0);
  turn (fixture, memory, 10000);
  g_assert_cmpfloat (answer (fixture), >, baseline (fixture));
  g_assert_cmpfloat (answer (fixture), ==, evaluate (fixture, memory));
  g_assert_cmpuint (weft_whatif_job_n_moved (fixture->job), ==, 1);
  fixture->answers = 0;
  weft_whatif_job_reset (fixture->job);
  wait_for (fixture, is_answered);
  g_assert_cmpfloat (answer (fixture), ==, baseline (fixture));
  g_assert_false (weft_whatif_knob_is_moved (memory));
}

static gboolean
is_as_turned (Fixture *fixture)
{
  return answer (fixture) == evaluate (fixture, take (fixture, MEMORY));
}

/* Whoever drags a slider gets the answer to where it stands, however fast it was. */
static void
test_drag (Fixture *fixture, gconstpointer data)
{
  WeftWhatifKnob *memory = take (fixture, MEMORY);

  for (guint i = 0; i <= 100; i++)
    weft_whatif_knob_set_share (memory, i / 100.0);
  g_assert_cmpfloat (weft_whatif_knob_get_value (memory), ==,
                     4 * weft_input_get_value (weft_whatif_knob_get_input (memory)));
  wait_for (fixture, is_as_turned);
  g_assert_cmpfloat (answer (fixture), >, baseline (fixture));
}

/* Near the design's own value that one is meant; elsewhere three digits are. */
static void
test_knob (Fixture *fixture, gconstpointer data)
{
  WeftWhatifKnob *memory = take (fixture, MEMORY), *weight = take (fixture, "workload/weights/fft");
  WeftInput *input = weft_whatif_knob_get_input (memory);
  g_autofree char *text = NULL;

  g_assert_true (take (fixture, MEMORY) == memory);
  weft_whatif_knob_set_share (memory, 0.501);
  g_assert_false (weft_whatif_knob_is_moved (memory));
  weft_whatif_knob_set_share (memory, 0.777);
  text = g_strdup_printf ("%.3g", weft_whatif_knob_get_value (memory));
  g_assert_cmpfloat (weft_whatif_knob_get_value (memory), ==, g_ascii_strtod (text, NULL));
  /* Farther than the slider went. */
  weft_whatif_knob_set_value (memory, 100 * weft_input_get_value (input));
  g_assert_cmpfloat (weft_whatif_knob_get_share (memory), ==, 1);
  /* Not farther than there can be. */
  weft_whatif_knob_set_value (memory, -5);
  g_assert_cmpfloat (weft_whatif_knob_get_value (memory), ==, weft_input_get_least (input));
  weft_whatif_knob_set_value (weight, 7);
  g_assert_cmpfloat (weft_whatif_knob_get_value (weight), ==, 1);
  weft_whatif_job_remove_knob (fixture->job, memory);
  g_assert_cmpuint (g_list_model_get_n_items (weft_whatif_job_get_knobs (fixture->job)), ==, 1);
  g_assert_false (weft_whatif_row_get_chosen (weft_whatif_job_find_row (fixture->job, MEMORY)));
}

static void
test_rows (Fixture *fixture, gconstpointer data)
{
  GListModel *rows = weft_whatif_job_get_rows (fixture->job);
  const char *words[] = { "b200", "bandwidth", NULL }, *none[] = { "b200", "elephant", NULL };
  guint n = 0;

  g_assert_cmpuint (g_list_model_get_n_items (rows), >, 50);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (WeftWhatifRow) row = g_list_model_get_item (rows, i);

      g_assert_true (isfinite (weft_input_get_value (weft_whatif_row_get_input (row))));
      g_assert_false (weft_whatif_row_matches (row, none));
      n += weft_whatif_row_matches (row, words);
    }
  g_assert_cmpuint (n, >=, 1);
  g_assert_cmpuint (n, <, g_list_model_get_n_items (rows) / 2);
}

/* --- the document --- */

static gboolean
has_budget (Fixture *fixture)
{
  return is_made (fixture) && weft_evaluation_get_budget (weft_whatif_job_get_baseline (fixture->job)) == 2e6
         && fixture->answers > 0;
}

/* What was moved stays, what was not follows the document. */
static void
test_follow (Fixture *fixture, gconstpointer data)
{
  WeftWhatifKnob *memory = take (fixture, MEMORY), *budget = take (fixture, "budget");

  turn (fixture, memory, 9000);
  fixture->answers = 0;
  weft_session_set_number (fixture->session, "/facility/power_w", 2e6, FALSE);
  wait_for (fixture, has_budget);
  g_assert_cmpfloat (weft_whatif_knob_get_value (memory), ==, 9000);
  g_assert_cmpfloat (weft_whatif_knob_get_value (budget), ==, 2e6);
  g_assert_false (weft_whatif_knob_is_moved (budget));
  g_assert_true (weft_whatif_row_get_chosen (weft_whatif_job_find_row (fixture->job, MEMORY)));
  wait_for (fixture, is_as_turned);
}

/* One step of undo, of what a document can hold. */
static void
test_apply (Fixture *fixture, gconstpointer data)
{
  WeftDesign *design = weft_session_get_design (fixture->session);
  WeftHistory *history = weft_session_get_history (fixture->session);
  g_autofree char *before = weft_design_digest (design), *after = NULL, *again = NULL;
  g_autoptr (GError) error = NULL;

  weft_whatif_knob_set_value (take (fixture, "budget"), 2e6);
  weft_whatif_knob_set_value (take (fixture, "partitions/0/power_frac"), 0.9);
  weft_whatif_knob_set_value (take (fixture, "workload/fft_edge"), 2048);
  weft_whatif_knob_set_value (take (fixture, MEMORY), 10000);
  g_assert_cmpuint (weft_whatif_job_n_moved (fixture->job), ==, 4);
  g_assert_cmpuint (weft_whatif_job_n_held (fixture->job), ==, 3);
  g_assert_false (weft_history_get_can_undo (history));
  g_assert_true (weft_whatif_job_apply (fixture->job, &error));
  g_assert_no_error (error);
  after = weft_design_digest (design);
  g_assert_cmpstr (before, !=, after);
  g_assert_cmpfloat (weft_partition_get_power_frac (weft_design_get_partition (design, 0)), ==, 0.9);
  g_assert_cmpfloat_with_epsilon (weft_partition_get_power_frac (weft_design_get_partition (design, 1)), 0.1, 1e-12);
  weft_history_undo (history);
  again = weft_design_digest (design);
  g_assert_cmpstr (before, ==, again);
  g_assert_false (weft_history_get_can_undo (history));
}

static gboolean
has_failed (Fixture *fixture)
{
  return weft_whatif_job_get_failure (fixture->job) != NULL;
}

/* A design whose parts nobody knows cannot be asked about, until it can. */
static void
test_failure (Fixture *fixture, gconstpointer data)
{
  take (fixture, MEMORY);
  weft_session_set_text (fixture->session, "/partitions/0/chip", "No such chip", FALSE);
  wait_for (fixture, has_failed);
  g_assert_null (weft_whatif_job_get_whatif (fixture->job));
  g_assert_null (weft_whatif_job_get_answer (fixture->job));
  g_assert_nonnull (strstr (weft_whatif_job_get_failure (fixture->job), "No such chip"));
  g_assert_cmpuint (g_list_model_get_n_items (weft_whatif_job_get_rows (fixture->job)), ==, 0);
  g_assert_false (weft_whatif_job_can_ask (fixture->job, WEFT_WHATIF_TORNADO));
  weft_history_undo (weft_session_get_history (fixture->session));
  wait_for (fixture, is_made);
  g_assert_null (weft_whatif_job_get_failure (fixture->job));
}

/* --- studies --- */

static WeftWhatifStudyKind waited_kind;

static gboolean
is_over (Fixture *fixture)
{
  WeftWhatifStudy *study = weft_whatif_job_get_study (fixture->job, waited_kind);

  return weft_whatif_study_get_state (study) != WEFT_WHATIF_STUDY_RUNNING;
}

/* (transfer none) */
static const WeftWhatifFinding *
find (Fixture *fixture, WeftWhatifStudyKind kind)
{
  WeftWhatifStudy *study = weft_whatif_job_get_study (fixture->job, kind);

  g_assert_true (weft_whatif_job_can_ask (fixture->job, kind));
  weft_whatif_job_ask (fixture->job, kind);
  waited_kind = kind;
  wait_for (fixture, is_over);
  g_assert_cmpstr (weft_whatif_study_get_message (study), ==, NULL);
  g_assert_cmpint (weft_whatif_study_get_state (study), ==, WEFT_WHATIF_STUDY_DONE);
  g_assert_false (weft_whatif_job_is_dated (fixture->job, kind));
  return weft_whatif_study_get_finding (study);
}

/* Studies stand where the knobs stand. */
static void
test_tornado (Fixture *fixture, gconstpointer data)
{
  const WeftWhatifFinding *finding;
  guint n_uncertain;

  finding = find (fixture, WEFT_WHATIF_TORNADO);
  n_uncertain = finding->tornado->n_bars;
  g_assert_cmpfloat (finding->tornado->y, ==, baseline (fixture));
  weft_whatif_job_set_all_inputs (fixture->job, TRUE);
  g_assert_true (weft_whatif_job_is_dated (fixture->job, WEFT_WHATIF_TORNADO));
  g_assert_cmpuint (find (fixture, WEFT_WHATIF_TORNADO)->tornado->n_bars, >, n_uncertain);
  turn (fixture, take (fixture, MEMORY), 10000);
  g_assert_cmpfloat (find (fixture, WEFT_WHATIF_TORNADO)->tornado->y, ==, answer (fixture));
  weft_whatif_job_reset (fixture->job);
  g_assert_true (weft_whatif_job_is_dated (fixture->job, WEFT_WHATIF_TORNADO));
}

static void
test_total_order (Fixture *fixture, gconstpointer data)
{
  const WeftWhatifFinding *finding;
  double sum = 0;

  g_assert_false (weft_whatif_job_can_ask (fixture->job, WEFT_WHATIF_TOTAL_ORDER));
  find (fixture, WEFT_WHATIF_TORNADO);
  finding = find (fixture, WEFT_WHATIF_TOTAL_ORDER);
  g_assert_cmpuint (finding->total_order->n_inputs, ==, finding->inputs->len);
  for (guint i = 0; i < finding->inputs->len; i++)
    sum += finding->total_order->total[i];
  g_assert_cmpfloat (sum, >, 0.5);
}

static void
test_slopes (Fixture *fixture, gconstpointer data)
{
  WeftWhatifRow *memory = weft_whatif_job_find_row (fixture->job, MEMORY);
  WeftWhatifRow *price = weft_whatif_job_find_row (fixture->job, "partitions/0/chip/price_usd");
  g_autofree char *before = weft_whatif_row_dup_slope (memory);
  g_autofree char *after = NULL, *none = NULL;

  g_assert_cmpstr (before, ==, "");
  find (fixture, WEFT_WHATIF_SLOPES);
  after = weft_whatif_row_dup_slope (memory);
  none = weft_whatif_row_dup_slope (price);
  g_assert_cmpfloat (weft_whatif_row_get_slope (memory), >, 0);
  g_assert_cmpint (after[0], ==, '+');
  g_assert_cmpstr (none, ==, "none");
  weft_whatif_job_set_output (fixture->job, "power_w");
  g_assert_true (isnan (weft_whatif_row_get_slope (memory)));
}

static void
test_sweep (Fixture *fixture, gconstpointer data)
{
  const WeftWhatifFinding *finding;
  g_autofree char *moves = NULL, *flat = NULL;

  g_assert_false (weft_whatif_job_can_ask (fixture->job, WEFT_WHATIF_SWEEP));
  weft_whatif_job_select (fixture->job, MEMORY);
  finding = find (fixture, WEFT_WHATIF_SWEEP);
  moves = weft_whatif_say_sweep (finding);
  g_assert_true (g_str_has_prefix (moves, "Score goes from "));
  g_assert_cmpfloat (finding->now[0], ==, weft_input_get_value (finding->inputs->pdata[0]));
  weft_whatif_job_select (fixture->job, "partitions/0/chip/price_usd");
  finding = find (fixture, WEFT_WHATIF_SWEEP);
  flat = weft_whatif_say_sweep (finding);
  g_assert_nonnull (strstr (flat, "has no effect on Score: the budget is power"));
}

static GPtrArray *
say_break_even (Fixture *fixture)
{
  return weft_whatif_say_break_even (find (fixture, WEFT_WHATIF_BREAK_EVEN));
}

/* Where the score meets a number, and that it never does. */
static void
test_target (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) met = NULL, never = NULL;
  WeftWhatifKnob *memory = take (fixture, MEMORY);
  const WeftBreakEven *found;

  weft_whatif_job_select (fixture->job, MEMORY);
  g_assert_false (weft_whatif_job_can_ask (fixture->job, WEFT_WHATIF_BREAK_EVEN));
  weft_whatif_job_set_target (fixture->job, 1.2 * baseline (fixture));
  met = say_break_even (fixture);
  found = weft_whatif_study_get_finding (weft_whatif_job_get_study (fixture->job, WEFT_WHATIF_BREAK_EVEN))->break_even;
  g_assert_cmpuint (met->len, ==, 1);
  g_assert_true (g_str_has_prefix (met->pdata[0], "At "));
  g_assert_nonnull (strstr (met->pdata[0], "better beyond"));
  turn (fixture, memory, found->crossings[0].x);
  g_assert_cmpfloat_with_epsilon (answer (fixture), 1.2 * baseline (fixture), 1e-6);
  weft_whatif_job_set_target (fixture->job, 100 * baseline (fixture));
  never = say_break_even (fixture);
  g_assert_cmpuint (never->len, ==, 1);
  g_assert_true (g_str_has_prefix (never->pdata[0], "There is no break-even in this range: at "));
}

static void
test_other (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WeftSession) other = open_system (fixture, "h100-reference.weft");
  g_autoptr (GPtrArray) words = NULL, swapped = NULL;

  weft_whatif_job_set_other (fixture->job, other);
  weft_whatif_job_select (fixture->job, MEMORY);
  g_assert_false (weft_whatif_job_can_be_in_both (fixture->job));
  weft_whatif_job_set_range (fixture->job, WEFT_WHATIF_BREAK_EVEN, 1000, 16000);
  words = say_break_even (fixture);
  g_assert_cmpuint (words->len, ==, 1);
  g_assert_true (g_str_has_prefix (words->pdata[0], "At "));
  g_assert_nonnull (strstr (words->pdata[0], " Iter33 beats H100 reference"));
  weft_whatif_job_select (fixture->job, "budget");
  g_assert_true (weft_whatif_job_can_be_in_both (fixture->job));
}

/* The same finding tells of any output. */
static void
test_doubt (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WeftSession) other = open_system (fixture, "h100-reference.weft");
  const WeftWhatifFinding *finding = find (fixture, WEFT_WHATIF_DOUBT);
  const WeftOutput *score = weft_whatif_job_get_output (fixture->job);
  g_autoptr (WeftTable) sources = weft_whatif_table_sources (finding, score);
  g_autoptr (WeftTable) bands = weft_whatif_table_bands (finding);
  g_autofree char *band = weft_whatif_say_band (finding, score), *contest = NULL;
  const WeftBand *drawn = weft_doubt_band (finding->doubt, 0, WEFT_DOUBT_SCORE);

  g_assert_cmpfloat (drawn->p5, <, drawn->p50);
  g_assert_cmpfloat (drawn->p50, <, drawn->p95);
  g_assert_true (g_str_has_prefix (band, "Score is "));
  g_assert_null (weft_whatif_say_contest (finding, score));
  g_assert_cmpuint (weft_table_n_rows (sources), >, 1);
  g_assert_cmpuint (weft_table_n_rows (bands), >, 10);
  weft_whatif_job_set_output (fixture->job, "workloads/fft/value");
  g_assert_false (weft_whatif_job_is_dated (fixture->job, WEFT_WHATIF_DOUBT));
  weft_whatif_job_set_other (fixture->job, other);
  g_assert_true (weft_whatif_job_is_dated (fixture->job, WEFT_WHATIF_DOUBT));
  contest = weft_whatif_say_contest (find (fixture, WEFT_WHATIF_DOUBT), weft_whatif_job_get_output (fixture->job));
  g_assert_nonnull (strstr (contest, "better than"));
}

/* It stops at once, stays stopped while nothing else is asked, and begins again. */
static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  WeftWhatifStudy *study = weft_whatif_job_get_study (fixture->job, WEFT_WHATIF_DOUBT);

  weft_whatif_job_ask (fixture->job, WEFT_WHATIF_DOUBT);
  g_assert_cmpint (weft_whatif_study_get_state (study), ==, WEFT_WHATIF_STUDY_RUNNING);
  weft_whatif_study_stop (study);
  g_assert_cmpint (weft_whatif_study_get_state (study), ==, WEFT_WHATIF_STUDY_STOPPED);
  weft_whatif_job_ensure (fixture->job, WEFT_WHATIF_DOUBT);
  g_assert_cmpint (weft_whatif_study_get_state (study), ==, WEFT_WHATIF_STUDY_STOPPED);
  g_assert_null (weft_whatif_study_get_finding (study));
  g_assert_nonnull (find (fixture, WEFT_WHATIF_DOUBT));
}

static gboolean
has_started (Fixture *fixture)
{
  weft_whatif_job_ensure (fixture->job, WEFT_WHATIF_SLOPES);
  return weft_whatif_study_get_state (weft_whatif_job_get_study (fixture->job, WEFT_WHATIF_SLOPES))
         == WEFT_WHATIF_STUDY_RUNNING;
}

/* What is asked about all inputs is taken back while a knob moves, and asked once it stands still. */
static void
test_quiet (Fixture *fixture, gconstpointer data)
{
  WeftWhatifStudy *study = weft_whatif_job_get_study (fixture->job, WEFT_WHATIF_SLOPES);
  WeftWhatifKnob *memory = take (fixture, MEMORY);

  wait_for (fixture, has_started);
  weft_whatif_knob_set_value (memory, 10000);
  g_assert_false (has_started (fixture));
  g_assert_cmpint (weft_whatif_study_get_state (study), ==, WEFT_WHATIF_STUDY_IDLE);
  g_assert_null (weft_whatif_study_get_question (study));
  wait_for (fixture, has_started);
  g_assert_cmpfloat (g_array_index (weft_whatif_study_get_question (study)->values, double, 0), ==, 10000);
}

/* A job that is gone leaves no thread behind that would write into it. */
static void
test_gone (Fixture *fixture, gconstpointer data)
{
  weft_whatif_job_ask (fixture->job, WEFT_WHATIF_TORNADO);
  weft_whatif_job_ask (fixture->job, WEFT_WHATIF_DOUBT);
  weft_whatif_knob_set_value (take (fixture, MEMORY), 10000);
  g_signal_handlers_disconnect_by_data (fixture->job, fixture);
  g_clear_object (&fixture->job);
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/whatif-job/answer", test_answer },   { "/whatif-job/drag", test_drag },
    { "/whatif-job/knob", test_knob },       { "/whatif-job/rows", test_rows },
    { "/whatif-job/follow", test_follow },   { "/whatif-job/apply", test_apply },
    { "/whatif-job/failure", test_failure }, { "/whatif-job/tornado", test_tornado },
    { "/whatif-job/total-order", test_total_order }, { "/whatif-job/slopes", test_slopes },
    { "/whatif-job/sweep", test_sweep },     { "/whatif-job/target", test_target },
    { "/whatif-job/other", test_other },     { "/whatif-job/doubt", test_doubt },
    { "/whatif-job/cancel", test_cancel },   { "/whatif-job/quiet", test_quiet },
    { "/whatif-job/gone", test_gone },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
