/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel: remembered results are those computed anew, to the bit, also after its memory starts afresh; placement
 * follows labels only as far as they help. */
#include <string.h>

#include "model-fixture.h"

#include "model/weft-kernel-private.h"

static gboolean
draw_partition (const WeftModel      *model,
                GRand                *rand,
                WeftMachinePartition *part)
{
  part->chip = g_rand_int_range (rand, 0, (gint) weft_inventory_n_chips (model->inventory));
  part->scaleup = g_rand_int_range (rand, 0, (gint) weft_inventory_n_scaleups (model->inventory));
  part->scaleout = g_rand_int_range (rand, 0, (gint) weft_inventory_n_scaleouts (model->inventory));
  part->role = g_rand_int_range (rand, 0, WEFT_N_ROLES);
  return weft_inventory_chip (model->inventory, part->chip)->refused == NULL
         && weft_inventory_scaleup_on_chip (model->inventory, part->scaleup, part->chip)->fits;
}

static WeftMachine
draw_machine (const WeftModel *model,
              GRand           *rand)
{
  WeftMachine machine = model->reference;
  double left = 1;

  machine.n_partitions = g_rand_int_range (rand, 1, 5);
  for (guint i = 0; i < machine.n_partitions; i++)
    {
      while (!draw_partition (model, rand, &machine.partitions[i]))
        ;
      machine.partitions[i].power_frac = left * g_rand_double_range (rand, 0.1, 0.9);
      left -= machine.partitions[i].power_frac;
    }

  return machine;
}

static void
test_remembered_is_fresh (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (WeftKernel) kernel = NULL;
  WeftModel model;
  guint feasible = 0;

  fixture_model (&model, 2e6);
  kernel = weft_kernel_new (&model);
  /* More partitions than the memory holds, so that it starts afresh on the way. */
  for (guint i = 0; i < 20000; i++)
    {
      WeftMachine machine = draw_machine (&model, rand);
      WeftScore remembered = { 0 }, again = { 0 }, fresh = { 0 };
      gboolean sound = weft_kernel_evaluate (kernel, &machine, &remembered);

      g_assert_cmpint (sound, ==, weft_kernel_evaluate_fresh (&model, &machine, NULL, &fresh));
      g_assert_cmpmem (&remembered, sizeof remembered, &fresh, sizeof fresh);
      weft_kernel_evaluate (kernel, &machine, &again);
      g_assert_cmpmem (&again, sizeof again, &fresh, sizeof fresh);
      feasible += fresh.score > 0;
    }
  g_assert_cmpuint (feasible, >, 100);
  g_assert_cmpuint (weft_kernel_get_hits (kernel), >, 0);
  g_assert_cmpuint (weft_kernel_get_misses (kernel), >, 24576);
}

static void
test_labels_guide (void)
{
  /* Two equal partitions: training goes where the label says. */
  g_autoptr (WeftEvaluation) labelled =
    fixture_evaluate ("{\"name\":\"l\",\"partitions\":["
                      "{\"chip\":\"H100\",\"role\":\"decode\",\"power_frac\":0.6,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"},"
                      "{\"chip\":\"H100\",\"role\":\"general\",\"power_frac\":0.4,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}");
  /* Without a label that fits, the best of any label. */
  g_autoptr (WeftEvaluation) unlabelled =
    fixture_evaluate ("{\"name\":\"u\",\"partitions\":["
                      "{\"chip\":\"H100\",\"role\":\"decode\",\"power_frac\":0.6,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"},"
                      "{\"chip\":\"H100\",\"role\":\"decode\",\"power_frac\":0.4,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}");

  g_assert_cmpint (weft_workload_result_get_partition (
                     weft_evaluation_get_workload (labelled, WEFT_WORKLOAD_TRAINING), 0), ==, 1);
  g_assert_cmpint (weft_workload_result_get_partition (
                     weft_evaluation_get_workload (labelled, WEFT_WORKLOAD_STENCIL), 0), ==, 0);
  g_assert_cmpint (weft_workload_result_get_partition (
                     weft_evaluation_get_workload (unlabelled, WEFT_WORKLOAD_TRAINING), 0), ==, 0);
}

static void
test_pipelined_serving (void)
{
  WeftModel model;

  fixture_model (&model, 1e6);
  /* 1,024 in and 3,072 out: in turns the times add, on two partitions the slower one counts. */
  g_assert_cmpfloat_with_epsilon (weft_model_serving_rate (&model, 1024e3, 3072e3, TRUE), 500, 1e-9);
  g_assert_cmpfloat_with_epsilon (weft_model_serving_rate (&model, 1024e3, 6144e3, FALSE), 1000, 1e-9);
  g_assert_cmpfloat (weft_model_serving_rate (&model, 0, 1, TRUE), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/kernel/remembered-is-fresh", test_remembered_is_fresh);
  g_test_add_func ("/model/kernel/labels-guide", test_labels_guide);
  g_test_add_func ("/model/kernel/pipelined-serving", test_pipelined_serving);

  return g_test_run ();
}
