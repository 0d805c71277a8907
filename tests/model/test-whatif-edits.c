/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a question goes into the document, how far a question may go, and where a value stands in a range. */
#include "model-fixture.h"

#include "model/whatif/weft-whatif-edits.h"

typedef struct
{
  WeftDesign *design;
  WeftWhatif *whatif;
  GPtrArray *inputs;
  GArray *values;
} Question;

static void
set_up (Question     *question,
        gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  question->design = fixture_design (ITER33);
  question->whatif = weft_whatif_new (fixture_evaluator (), question->design, NULL, &error);
  g_assert_no_error (error);
  question->inputs = g_ptr_array_new_with_free_func (g_object_unref);
  question->values = g_array_new (FALSE, FALSE, sizeof (double));
}

static void
tear_down (Question     *question,
           gconstpointer data)
{
  g_object_unref (question->design);
  g_object_unref (question->whatif);
  g_ptr_array_unref (question->inputs);
  g_array_unref (question->values);
}

static void
ask (Question   *question,
     const char *path,
     double      value)
{
  g_autoptr (GError) error = NULL;
  WeftInput *input = weft_whatif_find_input (question->whatif, path, &error);

  g_assert_no_error (error);
  g_ptr_array_add (question->inputs, input);
  g_array_append_val (question->values, value);
}

static GPtrArray *
list (Question *question,
      GError  **error)
{
  return weft_whatif_list_edits (question->whatif, question->design, question->inputs,
                                 (const double *) question->values->data, error);
}

/* The document with the edits is scored as the question was. */
static void
test_same (Question     *question,
           gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluation) asked = NULL, edited = NULL;
  g_autoptr (GPtrArray) edits = NULL;

  ask (question, "budget", 2e6);
  ask (question, "partitions/1/power_frac", 0.05);
  ask (question, "workload/weights/fft", 0.4);
  ask (question, "workload/fft_edge", 2048);
  asked = weft_whatif_evaluate (question->whatif, question->inputs, (const double *) question->values->data, &error);
  g_assert_no_error (error);
  edits = list (question, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (edits->len, ==, 4); /* budget, both fractions, workload */
  for (guint i = 0; i < edits->len; i++)
    weft_edit_apply (edits->pdata[i], question->design);
  edited = weft_evaluator_evaluate (fixture_evaluator (), question->design, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (weft_evaluation_get_score (edited), >, 0);
  g_assert_cmpfloat (weft_evaluation_get_score (edited), ==, weft_evaluation_get_score (asked));
}

/* Nobody's document says how fast a memory is, or what a profile takes for true. */
static void
test_facts (Question     *question,
            gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) edits = NULL;

  ask (question, "partitions/0/chip/mem_bw_gbs", 10000);
  ask (question, "constants/mfu", 0.5);
  for (guint i = 0; i < question->inputs->len; i++)
    g_assert_false (weft_whatif_holds (question->inputs->pdata[i]));
  edits = list (question, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (edits->len, ==, 0);
}

static void
test_refusal (Question     *question,
              gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  ask (question, "partitions/0/power_frac", 1.5);
  g_assert_true (weft_whatif_holds (question->inputs->pdata[0]));
  g_assert_null (list (question, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
}

static void
test_reach (Question     *question,
            gconstpointer data)
{
  WeftFactor bandwidth, share, budget;

  ask (question, "partitions/0/chip/mem_bw_gbs", 0);
  ask (question, "partitions/0/power_frac", 0);
  ask (question, "budget", 0);
  bandwidth = weft_input_get_reach (question->inputs->pdata[0]);
  g_assert_cmpfloat (bandwidth.low, ==, bandwidth.value / 4);
  g_assert_cmpfloat (bandwidth.high, ==, bandwidth.value * 4);
  g_assert_cmpfloat (weft_input_get_factor (question->inputs->pdata[0]).high, <, bandwidth.high);
  share = weft_input_get_reach (question->inputs->pdata[1]);
  g_assert_cmpfloat (share.low, ==, 0);
  g_assert_cmpfloat (share.high, ==, 1);
  budget = weft_input_get_reach (question->inputs->pdata[2]);
  g_assert_cmpfloat (budget.high, ==, 4e6);

  for (double x = 0; x <= 1; x += 0.125)
    {
      g_assert_cmpfloat_with_epsilon (weft_factor_share (&bandwidth, weft_factor_at (&bandwidth, x)), x, 1e-12);
      g_assert_cmpfloat_with_epsilon (weft_factor_share (&share, weft_factor_at (&share, x)), x, 1e-12);
    }
  g_assert_cmpfloat_with_epsilon (weft_factor_share (&bandwidth, bandwidth.value), 0.5, 1e-12);
  g_assert_cmpfloat (weft_factor_share (&budget, 1), ==, 0);
  g_assert_cmpfloat (weft_factor_share (&budget, 1e9), ==, 1);
}

/* --- what is typed --- */

static void
assert_typed (Question   *question,
              const char *output,
              const char *text,
              double      expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftOutput) what = weft_whatif_find_output (question->whatif, output, &error);
  double value = 0;

  g_assert_no_error (error);
  g_assert_true (weft_output_parse (what, text, &value, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (value, ==, expected);
}

/* What is shown can be typed again. */
static void
assert_shown (Question   *question,
              const char *output)
{
  g_autoptr (WeftOutput) what = weft_whatif_find_output (question->whatif, output, NULL);
  double stands = weft_output_read (what, weft_whatif_get_evaluation (question->whatif)), value = 0;
  g_autofree char *text = weft_output_format (what, stands);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_output_parse (what, text, &value, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (value, stands, stands * 5e-3);
}

static void
test_typed (Question     *question,
            gconstpointer data)
{
  static const char *const outputs[] = { "score", "power_w", "workloads/training/value", "workloads/serving/value",
                                         "workloads/fft/value", "workloads/fft/speedup" };
  static const char *const wrong[] = { "", "x", "nan", "inf", "2 GB/s", "1 2" };
  g_autoptr (WeftOutput) power = weft_whatif_find_output (question->whatif, "power_w", NULL);

  assert_typed (question, "score", "1.95", 1.95);
  assert_typed (question, "score", "1.95×", 1.95);
  assert_typed (question, "power_w", "2 MW", 2e6);
  assert_typed (question, "power_w", "2000000", 2e6);
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    assert_shown (question, outputs[i]);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      double value;

      g_assert_false (weft_output_parse (power, wrong[i], &value, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
}

/* What two designs do not share. */
static void
test_own (Question     *question,
          gconstpointer data)
{
  ask (question, "partitions/0/chip/mem_bw_gbs", 0);
  ask (question, "partitions/0/power_frac", 0);
  ask (question, "chips/B200/mem_bw_gbs", 0);
  ask (question, "budget", 0);
  ask (question, "constants/mfu", 0);
  for (guint i = 0; i < question->inputs->len; i++)
    g_assert_cmpint (weft_input_is_own (question->inputs->pdata[i]), ==, i < 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/whatif/edits/same", Question, NULL, set_up, test_same, tear_down);
  g_test_add ("/whatif/edits/facts", Question, NULL, set_up, test_facts, tear_down);
  g_test_add ("/whatif/edits/refusal", Question, NULL, set_up, test_refusal, tear_down);
  g_test_add ("/whatif/edits/reach", Question, NULL, set_up, test_reach, tear_down);
  g_test_add ("/whatif/edits/typed", Question, NULL, set_up, test_typed, tear_down);
  g_test_add ("/whatif/edits/own", Question, NULL, set_up, test_own, tear_down);
  return g_test_run ();
}
