/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs with other numbers: the same as if catalog, profile or document had them, and what is said of inputs. */
#include "model-fixture.h"

#include "model/whatif/weft-break-even.h"
#include "model/whatif/weft-sweep.h"
#include "model/whatif/weft-tornado.h"
#include "model/whatif/weft-whatif-private.h"
#include "model/whatif/weft-whatif-response.h"

static WeftWhatif *
make (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = fixture_design (text);
  WeftWhatif *whatif = weft_whatif_new (fixture_evaluator (), design, NULL, &error);

  g_assert_no_error (error);
  return whatif;
}

static WeftWhatif *
load (const char *system)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", system, NULL);
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);
  WeftWhatif *whatif;

  g_assert_no_error (error);
  whatif = weft_whatif_new (fixture_evaluator (), design, NULL, &error);
  g_assert_no_error (error);
  return whatif;
}

static gboolean
is_same (double a,
         double b)
{
  return a == b || (isnan (a) && isnan (b));
}

/* One output with one input set, by both ways; they agree. */
static double
ask (WeftWhatif *whatif,
     const char *path,
     double      value,
     const char *output)
{
  const char *paths[] = { path, NULL }, *outputs[] = { output, NULL };
  g_autoptr (GPtrArray) designs = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWhatifResponse) exact = NULL, quick = NULL;
  double y, z;

  g_ptr_array_add (designs, whatif);
  exact = weft_whatif_response_new (designs, paths, outputs, WEFT_ASK_EXACTLY, &error);
  g_assert_no_error (error);
  weft_response_ask (weft_whatif_response_get (exact), &value, &y);
  if (weft_whatif_response_output (exact, 0)->kind == WEFT_OUTPUT_OTHER)
    return y;

  quick = weft_whatif_response_new (designs, paths, outputs, WEFT_ASK_QUICKLY, &error);
  g_assert_no_error (error);
  weft_response_ask (weft_whatif_response_get (quick), &value, &z);
  g_assert_true (is_same (y, z));
  return y;
}

static double
value_of (WeftWhatif *whatif,
          const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftInput) input = weft_whatif_find_input (whatif, path, &error);

  g_assert_no_error (error);
  return weft_input_get_value (input);
}

static WeftEvaluation *
evaluate (WeftWhatif *whatif,
          const char *path,
          double      value,
          GError    **error)
{
  g_autoptr (WeftInput) input = weft_whatif_find_input (whatif, path, NULL);
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();

  g_assert_nonnull (input);
  g_ptr_array_add (inputs, input);
  return weft_whatif_evaluate (whatif, inputs, &value, error);
}

/* --- nothing changes when nothing is changed --- */

static void
assert_unmoved (WeftWhatif *whatif)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluation) same = weft_whatif_evaluate (whatif, none, NULL, &error);
  WeftEvaluation *base = weft_whatif_get_evaluation (whatif);
  GListModel *inputs = weft_whatif_get_inputs (whatif);

  g_assert_no_error (error);
  g_assert_cmpfloat (weft_evaluation_get_score (same), ==, weft_evaluation_get_score (base));
  g_assert_cmpstrv (weft_evaluation_get_left_out (same), weft_evaluation_get_left_out (base));
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftWorkloadResult *a = weft_evaluation_get_workload (same, i), *b = weft_evaluation_get_workload (base, i);

      g_assert_true (is_same (weft_workload_result_get_value (a), weft_workload_result_get_value (b)));
      g_assert_cmpstr (weft_workload_result_get_mapping (a), ==, weft_workload_result_get_mapping (b));
    }

  /* Nor when an input is set to what it is. */
  for (guint i = 0; i < g_list_model_get_n_items (inputs); i++)
    {
      g_autoptr (WeftInput) input = g_list_model_get_item (inputs, i);
      const char *path = weft_input_get_path (input);

      if (!isnan (weft_input_get_value (input)))
        g_assert_cmpfloat_with_epsilon (ask (whatif, path, weft_input_get_value (input), "score"),
                                        weft_evaluation_get_score (base), 1e-12);
    }
}

static void
test_unmoved (void)
{
  g_autoptr (WeftWhatif) iter33 = make (ITER33);
  g_autoptr (WeftWhatif) reference = make (REFERENCE);
  g_autoptr (WeftWhatif) graph = load ("helios.weft");

  assert_unmoved (iter33);
  assert_unmoved (reference);
  assert_unmoved (graph);
}

/* --- facts --- */

/* Twice the memory bandwidth halves what decode spends on it; the reference stays what it is. */
static void
test_partition_alone (void)
{
  g_autoptr (WeftWhatif) whatif = make (REFERENCE);
  double reference = weft_workload_result_get_reference (
    weft_evaluation_get_workload (weft_whatif_get_evaluation (whatif), WEFT_WORKLOAD_STENCIL));

  g_assert_cmpfloat_with_epsilon (ask (whatif, "partitions/0/chip/mem_bw_gbs", 3350, "score"), 1, 1e-12);
  g_assert_cmpfloat (ask (whatif, "partitions/0/chip/mem_bw_gbs", 6700, "workloads/serving/speedup"), >, 1.3);
  g_assert_cmpfloat (ask (whatif, "partitions/0/chip/mem_bw_gbs", 6700, "workloads/stencil/reference"), ==, reference);
  g_assert_cmpfloat (ask (whatif, "reference/chip/mem_bw_gbs", 6700, "workloads/serving/speedup"), <, 0.8);
  g_assert_cmpfloat (ask (whatif, "reference/chip/mem_bw_gbs", 6700, "workloads/hpcg/value"), ==,
                     ask (whatif, "reference/chip/mem_bw_gbs", 3350, "workloads/hpcg/value"));
}

/* A fact wherever it counts moves both, so that the reference's score stays 1. */
static void
test_shared_fact (void)
{
  g_autoptr (WeftWhatif) whatif = make (REFERENCE);

  g_assert_cmpfloat_with_epsilon (ask (whatif, "chips/H100/mem_bw_gbs", 6700, "score"), 1, 1e-12);
  g_assert_cmpfloat (ask (whatif, "chips/h100-sxm-80/mem_bw_gbs", 6700, "workloads/hpcg/value"), ==,
                     ask (whatif, "partitions/0/chip/mem_bw_gbs", 6700, "workloads/hpcg/value"));
  g_assert_cmpfloat (ask (whatif, "scaleouts/IB-NDR/endpoint_gbs", 25, "workloads/fft/value"), >,
                     ask (whatif, "scaleouts/IB-NDR/endpoint_gbs", 50, "workloads/fft/value"));
}

/* The same chip in two partitions changes in one of them. */
static void
test_two_of_a_kind (void)
{
  g_autoptr (WeftWhatif) whatif = make (
    "{\"name\":\"T\",\"partitions\":["
    "{\"chip\":\"H100\",\"role\":\"general\",\"power_frac\":0.5,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"},"
    "{\"chip\":\"H100\",\"role\":\"general\",\"power_frac\":0.5,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}");
  double first = value_of (whatif, "partitions/0/chip/tdp_w");

  g_assert_cmpfloat (ask (whatif, "partitions/1/chip/tdp_w", first / 2, "partitions/0/count"), ==, 656);
  g_assert_cmpfloat (ask (whatif, "partitions/1/chip/tdp_w", first / 2, "partitions/1/count"), >, 1100);
  g_assert_cmpfloat (ask (whatif, "chip/tdp_w", first / 2, "partitions/0/count"), >, 1100);
  g_assert_cmpfloat (ask (whatif, "partitions/*/chip/tdp_w", first / 2, "partitions/0/count"), >, 1100);
}

/* FFT is bound by injection bandwidth: 200 GB/s for 100 nearly halve its time, once the port carries them too. */
static void
test_links (void)
{
  g_autoptr (WeftWhatif) whatif = make (ITER33);
  double base = ask (whatif, "scaleout/gbs", 100, "workloads/fft/value");
  double twice = ask (whatif, "partitions/0/scaleout/gbs", 200, "workloads/fft/value");

  g_assert_cmpfloat_with_epsilon (base - twice, 0.5 * 0.9552238805970149 * base, 1e-6 * base);
  /* The fabric alone breaks the rule of the port, which scores 0; the kernel knows no rules. */
  {
    g_autoptr (GError) error = NULL;
    g_autoptr (WeftEvaluation) broken = evaluate (whatif, "partitions/0/scaleout/endpoint_gbs", 200, &error);

    g_assert_no_error (error);
    g_assert_cmpfloat (weft_evaluation_get_score (broken), ==, 0);
    g_assert_true (fixture_has_violation (broken, "scaleout_exceeds_port", "/partitions/0/scaleout"));
  }
  /* UALink on slices carries less there than elsewhere. */
  g_assert_cmpfloat (value_of (whatif, "partitions/1/scaleup/gbs"), ==, 100);
}

/* --- profile, document, workload --- */

static void
test_constants (void)
{
  g_autoptr (WeftWhatif) whatif = make (ITER33);
  double base = ask (whatif, "constants/mfu", 0.45, "workloads/training/value");

  g_assert_cmpfloat (ask (whatif, "mfu", 0.9, "workloads/training/value"), >, 1.7 * base);
  g_assert_true (isnan (ask (whatif, "mfu", 1.5, "workloads/training/value")));
}

static void
test_document (void)
{
  g_autoptr (WeftWhatif) whatif = make (ITER33);

  g_assert_cmpfloat (ask (whatif, "budget", 2e6, "partitions/0/count"), ==, 1792);
  g_assert_cmpfloat (ask (whatif, "power_w", 5e5, "partitions/0/count"), ==, 448);
  /* The other partition takes what is left. */
  g_assert_cmpfloat (ask (whatif, "partitions/0/power_frac", 0.5, "partitions/0/count"), ==, 456);
  g_assert_cmpfloat (ask (whatif, "partitions/0/power_frac", 0.5, "partitions/1/count"), ==, 168);
  g_assert_true (isnan (ask (whatif, "partitions/0/power_frac", 1.5, "score")));
}

static void
test_workload (void)
{
  g_autoptr (WeftWhatif) whatif = make (ITER33);
  double fft = ask (whatif, "workload/fft_edge", 4096, "workloads/fft/value");

  /* Eight times the points. */
  g_assert_cmpfloat_with_epsilon (ask (whatif, "fft_edge", 8192, "workloads/fft/value") / fft, 8, 0.1);
  /* All weight on FFT: its speedup is the score. */
  g_assert_cmpfloat_with_epsilon (ask (whatif, "workload/weights/fft", 1, "score"), 1.3777200636786946, 1e-9);
  g_assert_true (isnan (ask (whatif, "workload/weights/fft", 1.1, "score")));
  g_assert_true (isnan (ask (whatif, "workload/fft_edge", 4096.5, "score")));
}

/* --- graphs --- */

static void
test_graph (void)
{
  g_autoptr (WeftWhatif) whatif = load ("h100-4-by-32.weft");
  WeftEvaluation *base = weft_whatif_get_evaluation (whatif);
  double fft = weft_workload_result_get_value (weft_evaluation_get_workload (base, WEFT_WORKLOAD_FFT));
  double bw = value_of (whatif, "partitions/0/scaleout/gbs");

  g_assert_cmpfloat (ask (whatif, "partitions/0/scaleout/gbs", bw / 2, "workloads/fft/value"), >, 1.5 * fft);
  g_assert_cmpfloat (ask (whatif, "partitions/0/chip/mem_bw_gbs", 1000, "workloads/hpcg/value"), >,
                     weft_workload_result_get_value (weft_evaluation_get_workload (base, WEFT_WORKLOAD_HPCG)));
}

/* --- what is said of inputs --- */

static void
test_listed (void)
{
  g_autoptr (WeftWhatif) whatif = make (ITER33);
  GListModel *inputs = weft_whatif_get_inputs (whatif);
  g_autoptr (GHashTable) paths = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) keep = g_ptr_array_new_with_free_func (g_object_unref);

  g_assert_cmpuint (g_list_model_get_n_items (inputs), >, 80);
  for (guint i = 0; i < g_list_model_get_n_items (inputs); i++)
    {
      WeftInput *input = g_list_model_get_item (inputs, i);
      double value = weft_input_get_value (input), parsed;
      g_autofree char *plain = g_strdup_printf ("%.17g", value);
      g_autofree char *title = weft_input_dup_title (input);

      g_ptr_array_add (keep, input);
      g_assert_true (g_hash_table_add (paths, (gpointer) weft_input_get_path (input)));
      g_assert_cmpstr (title, !=, "");
      g_assert_cmpfloat (weft_input_get_low (input), <=, value);
      g_assert_cmpfloat (weft_input_get_high (input), >=, value);
      g_assert_cmpfloat (weft_input_get_low (input), >=, weft_input_get_least (input));
      g_assert_cmpfloat (weft_input_get_high (input), <=, weft_input_get_most (input));
      g_assert_true (weft_input_parse (input, plain, &parsed, NULL));
      g_assert_cmpfloat (parsed, ==, value);
    }
  g_assert_true (g_hash_table_contains (paths, "partitions/0/chip/mem_bw_gbs"));
  g_assert_true (g_hash_table_contains (paths, "partitions/1/power_frac"));
  g_assert_true (g_hash_table_contains (paths, "reference/scaleout/alpha_us"));
  g_assert_true (g_hash_table_contains (paths, "workload/fft_edge"));
  g_assert_true (g_hash_table_contains (paths, "constants/mfu"));
  g_assert_false (g_hash_table_contains (paths, "constants/tie_relative"));
  g_assert_false (g_hash_table_contains (paths, "constants/uncertainty@press"));
}

static void
test_words (void)
{
  g_autoptr (WeftWhatif) whatif = make (ITER33);
  g_autoptr (WeftInput) bw = weft_whatif_find_input (whatif, "partitions/0/chip/mem_bw_gbs", NULL);
  g_autoptr (WeftInput) alpha = weft_whatif_find_input (whatif, "scaleouts/ib-ndr/alpha_us", NULL);
  g_autofree char *title = weft_input_dup_title (bw);
  g_autofree char *shown = weft_input_format (bw, 10000);
  g_autoptr (GError) error = NULL;
  double value;

  g_assert_cmpstr (title, ==, "Memory bandwidth (B200, partition 1)");
  g_assert_cmpstr (weft_input_get_unit (bw), ==, "GB/s");
  g_assert_nonnull (strstr (shown, "TB/s"));
  g_assert_cmpint (weft_input_get_confidence (bw), ==, WEFT_CONFIDENCE_ASSUMED);
  g_assert_cmpstr (weft_input_get_source (bw), ==, "ArchAgent, section III-D");
  g_assert_true (weft_input_parse (bw, "10TB/s", &value, NULL));
  g_assert_cmpfloat (value, ==, 10000);
  g_assert_true (weft_input_parse (bw, "400 Gb/s", &value, NULL));
  g_assert_cmpfloat (value, ==, 50);
  g_assert_false (weft_input_parse (bw, "3 W", &value, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  /* Ends that are published beat those of a spread. */
  g_assert_cmpfloat (weft_input_get_low (alpha), ==, 1.0);
  g_assert_cmpfloat (weft_input_get_high (alpha), ==, 2.7);
}

static void
test_hostile_paths (void)
{
  static const char *const bad[] = {
    "", "/", "//", "partitions", "partitions/", "partitions/9/chip/tdp_w", "partitions/-1/chip/tdp_w",
    "partitions/0/chip", "partitions/0/chip/", "partitions/0/chip/vendor", "partitions/0/chip/no_such_number",
    "partitions/0/chip/tdp_w/more", "chips/nothing/tdp_w", "constants/", "constants/train_tp", "workload/", "\xff\xfe",
    "partitions/99999999999999999999/chip/tdp_w", "partitions/*/power_frac", "reference", "reference/chip",
  };
  static const char *const no_output[] = { "",
                                           "scor",
                                           "workloads",
                                           "workloads/fft",
                                           "workloads/fft/no",
                                           "name",
                                           "partitions/7/count",
                                           "workloads/nothing/value",
                                           "violations/0/message",
                                           "\xff" };
  g_autoptr (WeftWhatif) whatif = make (ITER33);
  g_autofree char *endless = g_strnfill (100000, 'x');
  g_autoptr (GError) near = NULL, far = NULL, output = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (weft_whatif_find_input (whatif, bad[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
    }
  for (guint i = 0; i < G_N_ELEMENTS (no_output); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (weft_whatif_find_output (whatif, no_output[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
    }
  g_assert_null (weft_whatif_find_input (whatif, endless, &far));
  g_assert_cmpuint (strlen (far->message), <, 300);
  g_assert_null (weft_whatif_find_input (whatif, "partitions/0/chip/mem_bw_gb", &near));
  g_assert_nonnull (strstr (near->message, "partitions/0/chip/mem_bw_gbs"));
  g_assert_null (weft_whatif_find_output (whatif, "workloads/fft/speedups", &output));
  g_assert_nonnull (strstr (output->message, "workloads/fft/speedup"));
}

static void
test_hostile_values (void)
{
  static const double bad[] = { NAN, INFINITY, -INFINITY, -1, 0, 1e308 };
  g_autoptr (WeftWhatif) whatif = make (ITER33);
  GListModel *inputs = weft_whatif_get_inputs (whatif);

  for (guint i = 0; i < g_list_model_get_n_items (inputs); i++)
    {
      g_autoptr (WeftInput) input = g_list_model_get_item (inputs, i);

      for (guint k = 0; k < G_N_ELEMENTS (bad); k++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (WeftEvaluation) evaluation = evaluate (whatif, weft_input_get_path (input), bad[k], &error);

          g_assert_true ((evaluation != NULL) == (error == NULL));
          if (evaluation != NULL)
            g_assert_cmpfloat (weft_evaluation_get_score (evaluation), >=, 0);
        }
    }
}

/* A document whose parts are unknown has no inputs. */
static void
test_unresolved (void)
{
  g_autoptr (WeftDesign) design = fixture_design (
    "{\"partitions\":[{\"chip\":\"B2000\",\"role\":\"general\",\"power_frac\":1,\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"}]}");
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_whatif_new (fixture_evaluator (), design, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "B2000"));
}

/* --- no effect --- */

static char *
explain (WeftWhatif *whatif,
         const char *path,
         const char *output_path)
{
  g_autoptr (WeftInput) input = weft_whatif_find_input (whatif, path, NULL);
  g_autoptr (WeftOutput) output = weft_whatif_find_output (whatif, output_path, NULL);

  return weft_whatif_explain_flat (whatif, input, output);
}

static gboolean
is_flat (WeftWhatif *whatif,
         const char *path,
         double      low,
         double      high,
         const char *output)
{
  return ask (whatif, path, low, output) == ask (whatif, path, high, output);
}

/* From 32 to 64 GPUs, the time of a group of 8 stays: correct, and said. */
static void
test_k15 (void)
{
  g_autoptr (WeftWhatif) whatif = make (
    "{\"name\":\"K15\",\"facility\":{\"power_w\":24320},\"workload\":{\"weights\":{\"serving\":1},"
    "\"values\":{\"llm_params\":400000000000,\"llm_layers\":126,\"llm_hidden\":16384}},\"partitions\":["
    "{\"chip\":\"H100\",\"role\":\"general\",\"power_frac\":1,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}");
  g_autofree char *reason = explain (whatif, "budget", "workloads/serving/decode_user_tokens_s");
  g_autofree char *network = explain (whatif, "partitions/0/scaleout/alpha_us", "workloads/serving/value");

  g_assert_cmpfloat (ask (whatif, "budget", 24320, "partitions/0/count"), ==, 32);
  g_assert_cmpfloat (ask (whatif, "budget", 48640, "partitions/0/count"), ==, 64);
  g_assert_true (is_flat (whatif, "budget", 24320, 48640, "workloads/serving/decode_user_tokens_s"));
  g_assert_nonnull (reason);
  g_assert_nonnull (strstr (reason, "group size 8"));
  g_assert_true (is_flat (whatif, "partitions/0/scaleout/alpha_us", 1, 10, "workloads/serving/value"));
}

static void
test_flat (void)
{
  static const struct
  {
    const char *path, *output, *says;
    double low, high;
  } cases[] = {
    { "partitions/0/chip/price_usd", "score", "budget is power", 1000, 100000 },
    { "partitions/1/chip/mem_bw_gbs", "workloads/fft/value", "FFT runs on partition 1", 1e5, 1e7 },
    { "partitions/0/chip/bf16_tflops", "workloads/fft/value", "goes to compute", 1000, 4000 },
    { "partitions/0/scaleup/alpha_us", "workloads/serving/value", "group size 1", 0.1, 1 },
    { "workload/weights/fft", "workloads/fft/value", "score alone", 0.1, 0.5 },
    { "workload/fft_edge", "workloads/training/value", "does not take it", 1024, 2048 },
    { "partitions/0/scaleup/gbs_dir", "workloads/training/value", "port", 900, 2000 },
    { "partitions/0/chip/scaleout_gbs_dir", "score", "port", 100, 400 },
  };
  g_autoptr (WeftWhatif) whatif = make (ITER33);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *reason = explain (whatif, cases[i].path, cases[i].output);

      g_assert_true (is_flat (whatif, cases[i].path, cases[i].low, cases[i].high, cases[i].output));
      if (reason == NULL || strstr (reason, cases[i].says) == NULL)
        g_error ("%s on %s: %s", cases[i].path, cases[i].output, reason);
    }
}

/* --- studies --- */

/* One H100 partition against the same with a slower network: they meet where the links are equal. */
static void
test_break_even (void)
{
  g_autoptr (WeftWhatif) ndr = make (REFERENCE);
  g_autoptr (WeftWhatif) slow = make (
    "{\"name\":\"S\",\"partitions\":[{\"chip\":\"H100\",\"role\":\"general\",\"power_frac\":1,"
    "\"scaleup\":\"NVLink4\",\"scaleout\":\"Slingshot-11\"}]}");
  const char *paths[] = { "scaleouts/ib-ndr/endpoint_gbs", NULL }, *outputs[] = { "workloads/fft/value", NULL };
  g_autoptr (GPtrArray) designs = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWhatifResponse) response = NULL;
  g_autoptr (WeftBreakEven) found = NULL;
  WeftFactor *factor;
  double fft, other;

  g_ptr_array_add (designs, ndr);
  g_ptr_array_add (designs, slow);
  response = weft_whatif_response_new (designs, paths, outputs, WEFT_ASK_EXACTLY, &error);
  g_assert_no_error (error);
  factor = weft_whatif_response_factors (response);
  factor->low = 10;
  factor->high = 50;
  found = weft_break_even_new (weft_whatif_response_get (response), factor, 0, TRUE, 32, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->n_crossings, ==, 1);
  g_assert_true (found->crossings[0].first_rises);
  fft = ask (ndr, "partitions/0/scaleout/endpoint_gbs", found->crossings[0].x, "workloads/fft/value");
  other = weft_workload_result_get_value (
    weft_evaluation_get_workload (weft_whatif_get_evaluation (slow), WEFT_WORKLOAD_FFT));
  g_assert_cmpfloat_with_epsilon (fft, other, 1e-9 * other);
}

/* Elasticity of FFT to injection bandwidth is the share of time that it is bound by it. */
static void
test_elasticity (void)
{
  g_autoptr (WeftWhatif) whatif = make (ITER33);
  const char *paths[] = { "partitions/0/scaleout/gbs", "partitions/0/chip/mem_bw_gbs", NULL };
  const char *outputs[] = { "workloads/fft/value", NULL };
  g_autoptr (GPtrArray) designs = g_ptr_array_new ();
  g_autoptr (WeftWhatifResponse) response = NULL;
  g_autofree WeftElasticity *slopes = NULL;

  g_ptr_array_add (designs, whatif);
  response = weft_whatif_response_new (designs, paths, outputs, WEFT_ASK_QUICKLY, NULL);
  slopes = weft_elasticities_new (weft_whatif_response_get (response), weft_whatif_response_factors (response), 0,
                                  0.001, NULL, NULL);
  g_assert_cmpfloat_with_epsilon (slopes[0].value, -0.9552238805970149, 1e-5);
  g_assert_cmpfloat_with_epsilon (slopes[1].value, -0.04477611940298507, 1e-5);
}

/* Each input moves alone, whatever stands beside it: a fraction that grows takes from the others. */
static void
test_tornado (void)
{
  g_autoptr (WeftWhatif) iter33 = make (ITER33);
  g_autoptr (GPtrArray) designs = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWhatifResponse) response = NULL;
  g_autoptr (WeftTornado) tornado = NULL;
  const char *outputs[] = { "score", NULL };
  const char *paths[] = { "budget", "partitions/0/power_frac", "partitions/1/power_frac", "workload/weights/fft",
                          "workload/weights/serving", "partitions/0/scaleout/gbs", NULL };

  g_ptr_array_add (designs, iter33);
  response = weft_whatif_response_new (designs, paths, outputs, WEFT_ASK_QUICKLY, &error);
  g_assert_no_error (error);
  tornado = weft_tornado_new (weft_whatif_response_get (response), weft_whatif_response_factors (response), 0, NULL,
                              &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (tornado->y, ==, weft_evaluation_get_score (weft_whatif_get_evaluation (iter33)));
  for (guint i = 0; i < tornado->n_bars; i++)
    {
      const WeftTornadoBar *bar = &tornado->bars[i];
      const char *only[] = { paths[bar->input], NULL };
      g_autoptr (WeftWhatifResponse) alone =
        weft_whatif_response_new (designs, only, outputs, WEFT_ASK_QUICKLY, &error);
      double low, high;

      g_assert_no_error (error);
      weft_response_ask (weft_whatif_response_get (alone), &bar->low, &low);
      weft_response_ask (weft_whatif_response_get (alone), &bar->high, &high);
      g_assert_cmpfloat (bar->y_low, ==, low);
      g_assert_cmpfloat (bar->y_high, ==, high);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/whatif/unmoved", test_unmoved);
  g_test_add_func ("/model/whatif/facts/partition-alone", test_partition_alone);
  g_test_add_func ("/model/whatif/facts/shared", test_shared_fact);
  g_test_add_func ("/model/whatif/facts/two-of-a-kind", test_two_of_a_kind);
  g_test_add_func ("/model/whatif/facts/links", test_links);
  g_test_add_func ("/model/whatif/constants", test_constants);
  g_test_add_func ("/model/whatif/document", test_document);
  g_test_add_func ("/model/whatif/workload", test_workload);
  g_test_add_func ("/model/whatif/graph", test_graph);
  g_test_add_func ("/model/whatif/inputs/listed", test_listed);
  g_test_add_func ("/model/whatif/inputs/words", test_words);
  g_test_add_func ("/model/whatif/hostile/paths", test_hostile_paths);
  g_test_add_func ("/model/whatif/hostile/values", test_hostile_values);
  g_test_add_func ("/model/whatif/hostile/unresolved", test_unresolved);
  g_test_add_func ("/model/whatif/flat/k15", test_k15);
  g_test_add_func ("/model/whatif/flat/reasons", test_flat);
  g_test_add_func ("/model/whatif/studies/break-even", test_break_even);
  g_test_add_func ("/model/whatif/studies/elasticity", test_elasticity);
  g_test_add_func ("/model/whatif/studies/tornado", test_tornado);

  return g_test_run ();
}
