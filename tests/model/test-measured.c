/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs under the profile measured: what must hold whatever the constants are, and what results are made of. */
#include "catalog/weft-vary-private.h"
#include "model-fixture.h"
#include "model/measured/weft-measured-private.h"
#include "model/weft-kernel-private.h"

static const char *const chips[] = { "h100-sxm-80", "h200-sxm-141", "b200-sxm", "gb200", "mi300x", "a100-sxm-80", "tpu-v5p" };

static WeftInventory *
measured (void)
{
  g_autoptr (GError) error = NULL;
  WeftInventory *inventory = weft_evaluator_get_inventory (fixture_evaluator (), "measured", &error);

  g_assert_no_error (error);
  return inventory;
}

static guint
scaleup_of (WeftInventory *inventory,
            guint          chip)
{
  for (guint i = 0; i < weft_inventory_n_scaleups (inventory); i++)
    if (weft_inventory_scaleup_on_chip (inventory, i, chip)->fits)
      return i;
  g_assert_not_reached ();
}

/* All of the budget in one partition. */
static WeftMachine
machine_of (WeftInventory *inventory,
            const char    *chip,
            double         power_w)
{
  guint index = weft_inventory_find_chip (inventory, chip)->index;
  WeftMachine machine = {
    .budget = WEFT_BUDGET_POWER,
    .amount = power_w,
    .epsilon = 1e-9,
    .n_partitions = 1,
  };

  machine.partitions[0] = (WeftMachinePartition) {
    .chip = index,
    .scaleup = scaleup_of (inventory, index),
    .scaleout = weft_inventory_find_scaleout (inventory, "ib-hdr")->index,
    .role = WEFT_ROLE_GENERAL,
    .power_frac = 1,
  };
  return machine;
}

/* What a machine gives: tokens/s, requests/s, then runs a second; 0 for what it cannot run. */
static void
rates_of (WeftInventory *inventory,
          const char    *chip,
          double         power_w,
          double         rates[WEFT_N_WORKLOADS])
{
  static const double weights[WEFT_N_WORKLOADS] = { 1, 1, 1, 1, 1, 1 };
  WeftRecord *record = weft_catalog_lookup (weft_inventory_get_catalog (inventory), WEFT_RECORD_WORKLOAD, "mixed-ai-hpc");
  WeftMachine machine = machine_of (inventory, chip, power_w);
  g_autoptr (GError) error = NULL;
  WeftModel model = { 0 };
  WeftWorkloadSpec spec;
  WeftModelFault fault;
  WeftScore score;

  weft_workload_spec_init (&spec, weights, fixture_number, record, &error);
  g_assert_no_error (error);
  weft_model_init (&model, inventory, &spec, WEFT_BUDGET_POWER, power_w, &fault, &error);
  g_assert_no_error (error);
  weft_kernel_evaluate_fresh (&model, &machine, NULL, &score);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    rates[i] = i <= WEFT_WORKLOAD_SERVING || !(score.value[i] > 0) ? score.value[i] : 1 / score.value[i];
  weft_model_clear (&model);
}

static WeftInventory *
vary_chip (WeftInventory *base,
           const char    *chip,
           const char    *key,
           double         factor)
{
  const WeftChip *found = weft_inventory_find_chip (base, chip);
  WeftFactChange change = {
    .kind = WEFT_RECORD_CHIP,
    .index = found->index,
    .key = key,
    .value = factor * weft_record_get_number (found->record, key),
  };
  g_autoptr (GError) error = NULL;
  WeftInventory *varied = weft_inventory_vary (base, &change, 1, NULL, 0, &error);

  g_assert_no_error (error);
  return varied;
}

/* More memory bandwidth, faster arithmetic or more memory never make a workload slower. */
static void
test_more_is_never_slower (void)
{
  static const char *const keys[] = { "mem_bw_gbs", "bf16_tflops", "mem_usable_gb", "scaleup_gbs_dir" };

  for (guint i = 0; i < G_N_ELEMENTS (chips); i++)
    {
      double base[WEFT_N_WORKLOADS];

      rates_of (measured (), chips[i], 2e6, base);
      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        {
          g_autoptr (WeftInventory) varied = vary_chip (measured (), chips[i], keys[k], 1.3);
          double more[WEFT_N_WORKLOADS];

          rates_of (varied, chips[i], 2e6, more);
          for (guint w = 0; w < WEFT_N_WORKLOADS; w++)
            if (!(more[w] >= base[w] * (1 - 1e-9)))
              g_error ("%s with more %s: workload %u falls from %g to %g", chips[i], keys[k], w, base[w], more[w]);
        }
    }
}

/* Twice the machine never gives more than twice, but for what memory that becomes free allows. */
static void
test_scaling_stays_below_linear (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (chips); i++)
    {
      double one[WEFT_N_WORKLOADS], two[WEFT_N_WORKLOADS];

      rates_of (measured (), chips[i], 2e6, one);
      rates_of (measured (), chips[i], 4e6, two);
      /* Whole nodes and switches: the second machine may be a node larger than twice the first. */
      g_assert_cmpfloat (two[WEFT_WORKLOAD_SERVING], <=, 2.05 * one[WEFT_WORKLOAD_SERVING]);
      g_assert_cmpfloat (two[WEFT_WORKLOAD_STENCIL], <=, 2.05 * one[WEFT_WORKLOAD_STENCIL]);
      g_assert_cmpfloat (two[WEFT_WORKLOAD_HPCG], <=, 2.05 * one[WEFT_WORKLOAD_HPCG]);
    }
}

static double
detail (WeftWorkloadResult *result,
        const char         *key)
{
  GPtrArray *details = weft_workload_result_get_details (result);

  for (guint i = 0; i < details->len; i++)
    {
      const WeftDetail *item = details->pdata[i];

      if (g_str_equal (item->key, key))
        return item->value;
    }
  return NAN;
}

static double
sum_details (WeftWorkloadResult *result,
             const char         *prefix,
             const char         *suffix)
{
  GPtrArray *details = weft_workload_result_get_details (result);
  double sum = 0;

  for (guint i = 0; i < details->len; i++)
    {
      const WeftDetail *item = details->pdata[i];

      if (g_str_has_prefix (item->key, prefix) && g_str_has_suffix (item->key, suffix)
          && !g_str_has_suffix (item->key, "free_bytes") && !g_str_has_suffix (item->key, "capacity_bytes")
          && !g_str_equal (item->key, "step_s"))
        sum += item->value;
    }
  return sum;
}

static void
assert_near (double a,
             double b)
{
  g_assert_cmpfloat (fabs (a - b), <=, 1e-9 * MAX (fabs (a), fabs (b)));
}

/* Sums are shown: a step is its parts, a chip's memory its items and what is free. */
static void
test_results_are_itemised (void)
{
  g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (
    "{\"name\":\"M\",\"profile\":\"measured\",\"partitions\":[{\"chip\":\"h100-sxm-80\",\"role\":\"general\","
    "\"power_frac\":1,\"scaleup\":\"nvlink4\",\"scaleout\":\"ib-ndr\"}]}");
  WeftWorkloadResult *training = weft_evaluation_get_workload (evaluation, WEFT_WORKLOAD_TRAINING);
  WeftWorkloadResult *serving = weft_evaluation_get_workload (evaluation, WEFT_WORKLOAD_SERVING);

  g_assert_cmpfloat (fabs (weft_evaluation_get_score (evaluation) - 1), <, 1e-9);
  assert_near (detail (training, "step_s"), sum_details (training, "step_", "_s"));
  assert_near (detail (training, "memory_capacity_bytes"),
               sum_details (training, "memory_", "_bytes") + detail (training, "memory_free_bytes"));
  assert_near (detail (serving, "decode_memory_capacity_bytes"),
               sum_details (serving, "decode_memory_", "_bytes") + detail (serving, "decode_memory_free_bytes"));
  g_assert_cmpfloat (detail (training, "memory_free_bytes"), >=, 0);
  g_assert_cmpfloat (detail (serving, "decode_memory_free_bytes"), >=, 0);
  assert_near (detail (serving, "decode_token_s"),
               detail (serving, "decode_weights_s") + detail (serving, "decode_kv_s") + detail (serving, "decode_compute_s")
                 + detail (serving, "decode_latency_s") + detail (serving, "decode_transfer_s")
                 + detail (serving, "decode_host_s"));
  for (WeftWorkloadKind kind = 0; kind < WEFT_N_WORKLOADS; kind++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);
      double sum = 0;

      for (guint part = 0; part < WEFT_N_PARTS; part++)
        sum += weft_workload_result_get_share (result, part);
      g_assert_cmpfloat (fabs (sum - 1), <, 1e-9);
    }
}

/* The paper's designs open under the profile by the paper's names. */
static void
test_paper_names_are_known (void)
{
  g_autoptr (WeftDesign) design = fixture_design (ITER33);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluation) evaluation = weft_evaluator_evaluate (fixture_evaluator (), design, "measured", NULL, &error);

  g_assert_no_error (error);
  g_assert_true (weft_evaluation_is_feasible (evaluation));
}

/* The model of the workload is the catalog's; sizes that no model of it has make one with as many parameters. */
static void
test_shape_of_the_workload (void)
{
  WeftCatalog *catalog = weft_evaluator_get_catalog (fixture_evaluator ());
  WeftWorkloadSpec spec = {
    .llm_params = 70e9, .llm_layers = 80, .llm_hidden = 8192, .llm_kv_heads = 8, .llm_head_dim = 128,
  };
  g_autofree WeftLlmShape *shape = g_new0 (WeftLlmShape, 1);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_measured_find_shape (shape, catalog, &spec, &error));
  g_assert_cmpfloat (shape->ffn, ==, 28672);
  g_assert_cmpfloat (shape->vocab, ==, 128256);

  for (double params = 1e9; params < 1e12; params *= 7)
    {
      spec = (WeftWorkloadSpec) {
        .llm_params = params, .llm_layers = 48, .llm_hidden = 4096, .llm_kv_heads = 4, .llm_head_dim = 64,
      };
      g_assert_true (weft_measured_find_shape (shape, catalog, &spec, &error));
      g_assert_no_error (error);
      if (params > 4e9)
        g_assert_cmpfloat (fabs (weft_llm_params (shape) / params - 1), <, 0.01);
    }
}

/* What nothing fits is said with both sizes and the nearest change that does. */
static void
test_lack_names_a_change (void)
{
  g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (
    "{\"name\":\"S\",\"profile\":\"measured\",\"facility\":{\"power_w\":12000},\"partitions\":[{\"chip\":\"rtx4090-24\","
    "\"role\":\"general\",\"power_frac\":1,\"scaleup\":\"pcie4\",\"scaleout\":\"ib-hdr\"}]}");
  WeftWorkloadResult *training = weft_evaluation_get_workload (evaluation, WEFT_WORKLOAD_TRAINING);

  if (training == NULL)
    {
      /* Not even the reference trains on this budget, and that is said. */
      g_assert_cmpuint (g_list_model_get_n_items (weft_evaluation_get_violations (evaluation)), >, 0);
      return;
    }
  g_assert_false (weft_workload_result_is_feasible (training));
  g_assert_nonnull (strstr (weft_workload_result_get_reason (training), "GiB"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/measured/more-is-never-slower", test_more_is_never_slower);
  g_test_add_func ("/measured/scaling-stays-below-linear", test_scaling_stays_below_linear);
  g_test_add_func ("/measured/results-are-itemised", test_results_are_itemised);
  g_test_add_func ("/measured/paper-names-are-known", test_paper_names_are_known);
  g_test_add_func ("/measured/shape-of-the-workload", test_shape_of_the_workload);
  g_test_add_func ("/measured/lack-names-a-change", test_lack_names_a_change);

  return g_test_run ();
}
