/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold whatever the numbers are: the reference scores 1 on any budget; better parts and better efficiencies
 * never make anything slower; more budget never buys less. */
#include "model-fixture.h"

#include "model/weft-kernel-private.h"

static const double budgets_w[] = { 1e5, 3e5, 1e6, 2.5e6, 5e6, 2e7 };

static void
test_reference_is_one (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (budgets_w); i++)
    {
      g_autofree char *facility = g_strdup_printf ("\"name\":\"R\",\"facility\":{\"power_w\":%.0f}", budgets_w[i]);
      g_autoptr (GString) text = g_string_new (REFERENCE);
      g_autoptr (WeftEvaluation) evaluation = NULL;

      g_string_replace (text, "\"name\":\"R\"", facility, 1);
      evaluation = fixture_evaluate (text->str);
      g_assert_cmpfloat (weft_evaluation_get_score (evaluation), ==, 1);
      for (guint k = 0; k < WEFT_N_WORKLOADS; k++)
        g_assert_cmpfloat (weft_workload_result_get_speedup (weft_evaluation_get_workload (evaluation, k)),
                           ==, 1);
    }
}

static void
test_reference_is_one_at_cost (void)
{
  g_autoptr (WeftEvaluation) evaluation =
    fixture_evaluate ("{\"name\":\"R\",\"facility\":{\"cost_usd\":50000000},\"partitions\":["
                      "{\"chip\":\"h100-sxm-80\",\"power_frac\":1,\"scaleup\":\"nvlink4\",\"scaleout\":\"ib-ndr\"}]}");

  g_assert_cmpfloat (weft_evaluation_get_score (evaluation), ==, 1);
}

/* Nothing of @better is slower than @base. */
static void
assert_no_worse (const WeftPartitionTimes *base,
                 const WeftPartitionTimes *better)
{
  g_assert_cmpfloat (better->training.best.rate, >=, base->training.best.rate * (1 - 1e-12));
  g_assert_cmpfloat (better->prefill.best.rate, >=, base->prefill.best.rate * (1 - 1e-12));
  g_assert_cmpfloat (better->decode.best.rate, >=, base->decode.best.rate * (1 - 1e-12));
  g_assert_cmpfloat (better->stencil_s, <=, base->stencil_s * (1 + 1e-12));
  g_assert_cmpfloat (better->hpcg_s, <=, base->hpcg_s * (1 + 1e-12));
  g_assert_cmpfloat (better->fft_s, <=, base->fft_s * (1 + 1e-12));
  g_assert_cmpfloat (better->ai_s, <=, base->ai_s * (1 + 1e-12));
}

typedef enum
{
  MEMORY_BANDWIDTH,
  SCALEUP_BANDWIDTH,
  SCALEOUT_BANDWIDTH,
  SCALEUP_LATENCY,
  SCALEOUT_LATENCY,
  MFU,
  MBW,
  PHI64,
  DATAFLOW_EFFICIENCY,
  MEMORY_SIZE,
  N_KNOBS,
} Knob;

static void
turn (Knob       knob,
      double     factor,
      WeftModel *model,
      WeftSite  *site,
      WeftChip  *chip)
{
  switch (knob)
    {
    case MEMORY_BANDWIDTH: chip->mem_bw_bytes_s *= factor; break;
    case SCALEUP_BANDWIDTH: site->inside.bw_bytes_s *= factor; break;
    case SCALEOUT_BANDWIDTH: site->across.bw_bytes_s *= factor; break;
    case SCALEUP_LATENCY: site->inside.alpha_s /= factor; break;
    case SCALEOUT_LATENCY: site->across.alpha_s /= factor; break;
    case MFU: model->k.mfu *= factor; break;
    case MBW: model->k.mbw *= factor; break;
    case PHI64: model->k.phi64 *= factor; break;
    case DATAFLOW_EFFICIENCY: model->k.dataflow_efficiency *= factor; break;
    case MEMORY_SIZE: chip->mem_bytes *= factor; break;
    case N_KNOBS:
    default: g_assert_not_reached ();
    }
}

/* Every chip that any partition may use, with the first fabric that fits it. */
static void
for_each_site (WeftModel *model,
               GFunc      check,
               guint      n)
{
  for (guint i = 0; i < weft_inventory_n_chips (model->inventory); i++)
    {
      const WeftChip *chip = weft_inventory_chip (model->inventory, i);
      WeftMachinePartition part = { .chip = i, .role = WEFT_ROLE_GENERAL, .power_frac = 1 };

      if (chip->refused != NULL)
        continue;
      while (part.scaleup < weft_inventory_n_scaleups (model->inventory)
             && !weft_inventory_scaleup_on_chip (model->inventory, part.scaleup, i)->fits)
        part.scaleup++;
      if (part.scaleup < weft_inventory_n_scaleups (model->inventory))
        {
          WeftSite site = weft_model_site (model, &part, n);

          check (&site, model);
        }
    }
}

static void
check_knobs (gpointer data,
             gpointer user_data)
{
  const WeftSite *site = data;
  const WeftModel *model = user_data;
  WeftPartitionTimes base;

  weft_model_partition_times (model, site, &base);
  for (Knob knob = 0; knob < N_KNOBS; knob++)
    for (double factor = 1.1; factor < 20; factor *= 2.5)
      {
        WeftModel changed = *model;
        WeftSite better = *site;
        WeftChip chip = *site->chip;
        WeftPartitionTimes times;

        turn (knob, factor, &changed, &better, &chip);
        better.chip = &chip;
        weft_model_partition_times (&changed, &better, &times);
        assert_no_worse (&base, &times);
      }
}

static void
test_better_is_no_worse (void)
{
  WeftModel model;

  fixture_model (&model, 1e6);
  for_each_site (&model, check_knobs, 64);
  for_each_site (&model, check_knobs, 896);
}

/* More chips: kernels that scale get faster, and nothing that could run stops running. */
static void
check_growth (gpointer data,
              gpointer user_data)
{
  WeftSite site = *(WeftSite *) data;
  const WeftModel *model = user_data;
  WeftPartitionTimes small, large;

  weft_model_partition_times (model, &site, &small);
  site.n *= 2;
  weft_model_partition_times (model, &site, &large);

  g_assert_cmpfloat (large.prefill.best.rate, >=, small.prefill.best.rate);
  g_assert_cmpfloat (large.decode.best.rate, >=, small.decode.best.rate);
  g_assert_cmpfloat (large.training.best.rate, >=, small.training.best.rate);
  g_assert_cmpfloat (large.stencil_s, <=, small.stencil_s);
  g_assert_cmpfloat (large.fft_s, <=, small.fft_s);
  g_assert_cmpfloat (large.ai_s, <=, small.ai_s);
}

static void
test_more_chips (void)
{
  WeftModel model;

  fixture_model (&model, 1e6);
  for_each_site (&model, check_growth, 64);
  for_each_site (&model, check_growth, 480);
}

static void
test_more_budget (void)
{
  WeftModel model;

  fixture_model (&model, 1e6);
  for (guint i = 0; i < weft_inventory_n_chips (model.inventory); i++)
    {
      guint last = 0;

      if (weft_inventory_chip (model.inventory, i)->refused != NULL)
        continue;
      for (double power_w = 1e4; power_w < 1e8; power_w *= 1.37)
        {
          WeftMachine machine = model.reference;
          guint n;

          machine.amount = power_w;
          machine.partitions[0].chip = i;
          n = weft_provision (model.inventory, &machine, 0);
          g_assert_cmpuint (n, >=, last);
          g_assert_cmpuint (n % weft_inventory_chip (model.inventory, i)->node_chips, ==, 0);
          last = n;
        }
      g_assert_cmpuint (last, >, 0);
    }
}

/* The time split names where all of the time goes. */
static void
test_split_sums (void)
{
  g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (ITER33);

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, i);
      double sum = 0;

      for (guint part = 0; part < WEFT_N_PARTS; part++)
        {
          double share = weft_workload_result_get_share (result, part);

          g_assert_cmpfloat (share, >=, 0);
          g_assert_cmpfloat (share, <=, weft_workload_result_get_share (
                                          result, weft_workload_result_get_bottleneck (result)));
          sum += share;
        }
      g_assert_cmpfloat_with_epsilon (sum, 1, 1e-12);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/property/reference-is-one", test_reference_is_one);
  g_test_add_func ("/model/property/reference-is-one-at-cost", test_reference_is_one_at_cost);
  g_test_add_func ("/model/property/better-is-no-worse", test_better_is_no_worse);
  g_test_add_func ("/model/property/more-chips", test_more_chips);
  g_test_add_func ("/model/property/more-budget", test_more_budget);
  g_test_add_func ("/model/property/split-sums", test_split_sums);

  return g_test_run ();
}
