/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ready questions: what they set in a design, what comes of it, and files that are none. */
#include "model-fixture.h"

#include <gio/gio.h>

#include "model/whatif/weft-preset.h"

static WeftWhatif *
make (const char *text,
      const char *profile)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = fixture_design (text);
  WeftWhatif *whatif = weft_whatif_new (fixture_evaluator (), design, profile, &error);

  g_assert_no_error (error);
  return whatif;
}

static WeftEvaluation *
apply (const char *preset,
       WeftWhatif *whatif,
       GPtrArray **steps)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPreset) loaded = weft_preset_load (preset, &error);
  WeftEvaluation *evaluation;

  g_assert_no_error (error);
  *steps = weft_preset_apply (loaded, whatif);
  evaluation = weft_preset_evaluate (*steps, whatif, &error);
  g_assert_no_error (error);
  return evaluation;
}

static double
value_of (WeftEvaluation  *evaluation,
          WeftWorkloadKind kind)
{
  return weft_workload_result_get_value (weft_evaluation_get_workload (evaluation, kind));
}

/* Every ready question has words and a source, and can be put to any design under any profile. */
static void
test_all (void)
{
  static const char *const designs[] = { ITER33, REFERENCE };
  static const char *const profiles[] = { "archagent-2026", "measured" };
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) presets = weft_preset_list (&error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (presets), >=, 4);
  for (guint i = 0; i < g_list_model_get_n_items (presets); i++)
    {
      g_autoptr (WeftPreset) preset = g_list_model_get_item (presets, i);

      g_assert_cmpstr (weft_preset_get_name (preset), !=, "");
      g_assert_cmpstr (weft_preset_get_description (preset), !=, "");
      g_assert_nonnull (strstr (weft_preset_get_source (preset), "IV-E"));
      for (guint k = 0; k < 4; k++)
        {
          /* The paper's short names of parts are not those of the other profile. */
          g_autoptr (WeftWhatif) whatif
            = k < 2 ? make (designs[k], profiles[0])
                    : make ("{\"name\":\"M\",\"partitions\":[{\"chip\":\"b200-sxm\",\"role\":\"general\","
                            "\"power_frac\":1,\"scaleup\":\"nvlink5\",\"scaleout\":\"ib-ndr\"}]}",
                            profiles[1]);
          g_autoptr (GPtrArray) steps = NULL;
          g_autoptr (WeftEvaluation) evaluation = apply (weft_preset_get_id (preset), whatif, &steps);

          g_assert_cmpfloat (weft_evaluation_get_score (evaluation), >=,
                             weft_evaluation_get_score (weft_whatif_get_evaluation (whatif)));
          for (guint s = 0; s < steps->len; s++)
            g_assert_true (((WeftPresetStep *) steps->pdata[s])->input != NULL
                           || ((WeftPresetStep *) steps->pdata[s])->note != NULL);
        }
    }
}

/* FFT spends 95.5 % of its time on injection at 100 GB/s: twice the rate halves that part and nothing else. */
static void
test_injection (void)
{
  g_autoptr (WeftWhatif) whatif = make (ITER33, NULL);
  g_autoptr (GPtrArray) steps = NULL;
  g_autoptr (WeftEvaluation) after = apply ("archagent-injection-200", whatif, &steps);
  WeftEvaluation *before = weft_whatif_get_evaluation (whatif);
  double fft = value_of (before, WEFT_WORKLOAD_FFT);

  g_assert_cmpuint (steps->len, ==, 2);
  g_assert_cmpfloat (((WeftPresetStep *) steps->pdata[0])->value, ==, 200);
  g_assert_cmpfloat_with_epsilon (value_of (after, WEFT_WORKLOAD_FFT), fft * (1 - 0.9552238805970149 / 2), 1e-9);
  g_assert_cmpfloat (weft_evaluation_get_score (after), >, weft_evaluation_get_score (before));
  g_assert_false (fixture_has_violation (after, "scaleout_exceeds_port", NULL));
  g_assert_cmpfloat (weft_evaluation_get_power_w (after), ==, weft_evaluation_get_power_w (before));
}

/* Decode is bound by memory: 10 TB/s for 8; the wafer's on-chip memory is faster already and stays. */
static void
test_hbm4 (void)
{
  g_autoptr (WeftWhatif) whatif = make (ITER33, NULL);
  g_autoptr (GPtrArray) steps = NULL;
  g_autoptr (WeftEvaluation) after = apply ("archagent-hbm4", whatif, &steps);
  WeftWorkloadResult *serving = weft_evaluation_get_workload (after, WEFT_WORKLOAD_SERVING);
  const WeftPresetStep *gpu = steps->pdata[0], *wafer = steps->pdata[1];

  g_assert_cmpfloat (gpu->value, ==, 10000);
  g_assert_true (gpu->changes);
  g_assert_false (wafer->changes);
  g_assert_cmpfloat (weft_workload_result_get_speedup (serving), >, 1.9);
  g_assert_cmpfloat (value_of (after, WEFT_WORKLOAD_TRAINING), ==,
                     value_of (weft_whatif_get_evaluation (whatif), WEFT_WORKLOAD_TRAINING));
}

/* 71 of 895 partners stand in the same domain of 72. */
static void
test_in_network (void)
{
  g_autoptr (WeftWhatif) whatif = make (ITER33, NULL);
  g_autoptr (GPtrArray) steps = NULL;
  g_autoptr (WeftEvaluation) after = apply ("archagent-in-network", whatif, &steps);
  const WeftPresetStep *last = steps->pdata[steps->len - 1];
  double fft = value_of (weft_whatif_get_evaluation (whatif), WEFT_WORKLOAD_FFT);

  g_assert_cmpstr (last->path, ==, "constants/alltoall_local_share");
  g_assert_cmpfloat_with_epsilon (last->value, 71 / 895.0, 1e-12);
  g_assert_cmpfloat (value_of (after, WEFT_WORKLOAD_FFT), <, fft);
  g_assert_cmpfloat (value_of (after, WEFT_WORKLOAD_FFT), >, 0.9 * fft);
}

static void
test_refused (void)
{
  static const char *const bad[] = {
    "[]",
    "{}",
    "{\"id\": \"x\", \"name\": \"x\", \"description\": \"x\", \"source\": \"x\"}",
    "{\"id\": \"x\", \"name\": \"x\", \"description\": \"x\", \"source\": \"x\", \"changes\": []}",
    "{\"id\": \"x\", \"name\": \"x\", \"description\": \"x\", \"source\": \"x\", \"changes\": [{\"input\": \"mfu\"}]}",
    "{\"id\": \"x\", \"name\": \"x\", \"description\": \"x\", \"source\": \"x\", \"changes\": [{\"input\": \"mfu\", \"value\": \"1\"}]}",
    "{\"id\": \"x\", \"name\": \"x\", \"description\": \"x\", \"source\": \"x\", \"changes\": [{\"input\": \"mfu\", \"value\": 1, \"factor\": 2}]}",
    "{\"id\": \"x\", \"name\": \"x\", \"description\": \"x\", \"source\": \"x\", \"changes\": [{\"input\": 3, \"value\": 1}]}",
    "{\"id\": \"x\", \"name\": \"x\", \"description\": \"x\", \"source\": \"x\", \"changes\": [{\"input\": \"mfu\", \"value\": 1}], \"left_out\": [1]}",
    "{\"id\": \"x\", \"name\": \"x\", \"description\": \"x\", \"source\": \"x\", \"change\": [], \"changes\": [{\"input\": \"mfu\", \"value\": 1}]}",
  };
  g_autoptr (GError) near = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) root = weft_json_parse (bad[i], -1, "test", NULL, NULL);

      g_assert_null (weft_preset_new_from_json (root, "test", &error));
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "test"));
    }
  g_assert_null (weft_preset_load ("archagent-hbm", &near));
  g_assert_error (near, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (near->message, "archagent-hbm4"));
}

/* What a design does not have is said, and what cannot be is an error. */
static void
test_impossible (void)
{
  g_autoptr (JsonNode) nothing = weft_json_parse (
    "{\"id\": \"x\", \"name\": \"x\", \"description\": \"x\", \"source\": \"x\", \"changes\": [{\"input\": \"constants/none\", \"value\": 1}]}",
    -1, "test", NULL, NULL);
  g_autoptr (JsonNode) too_much = weft_json_parse (
    "{\"id\": \"x\", \"name\": \"x\", \"description\": \"x\", \"source\": \"x\", \"changes\": [{\"input\": \"mfu\", \"factor\": 10}]}",
    -1, "test", NULL, NULL);
  g_autoptr (WeftPreset) first = weft_preset_new_from_json (nothing, "test", NULL);
  g_autoptr (WeftPreset) second = weft_preset_new_from_json (too_much, "test", NULL);
  g_autoptr (WeftWhatif) whatif = make (ITER33, NULL);
  g_autoptr (GPtrArray) none = weft_preset_apply (first, whatif), high = weft_preset_apply (second, whatif);
  g_autoptr (GError) not_found = NULL, invalid = NULL;

  g_assert_null (((WeftPresetStep *) none->pdata[0])->input);
  g_assert_null (weft_preset_evaluate (none, whatif, &not_found));
  g_assert_error (not_found, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_null (weft_preset_evaluate (high, whatif, &invalid));
  g_assert_error (invalid, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_assert_nonnull (strstr (invalid->message, "constants/mfu cannot be 4.5"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/preset/all", test_all);
  g_test_add_func ("/model/preset/injection", test_injection);
  g_test_add_func ("/model/preset/hbm4", test_hbm4);
  g_test_add_func ("/model/preset/in-network", test_in_network);
  g_test_add_func ("/model/preset/refused", test_refused);
  g_test_add_func ("/model/preset/impossible", test_impossible);

  return g_test_run ();
}
