/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of training against published figures: arXiv 2205.05198, figures 1 and 7, and DeepSpeed's estimators. */
#include "memory-fixture.h"
#include "model/measured/weft-memory-training.h"

typedef struct
{
  const char *name;
  double layers;
  double hidden;
  double heads;
  double microbatch;
  guint pp;
  guint virtual_stages;
  double states_gib;
  double whole_gib;
  double least_gib;
} Published;

/* Figure 1: 18 bytes a parameter of the layers' matrices, activations without recomputation, and with sequence
 * parallelism and selective recomputation. TP8, sequences of 2,048 tokens. */
static const Published figure_1[] = {
  { "22B", 48, 6144, 64, 4, 1, 1, 45.5625, 59.25, 9.5625 },
  { "175B", 96, 12288, 96, 1, 8, 3, 45.5625, 66.84375, 12.3515625 },
  { "530B", 105, 20480, 128, 1, 35, 3, 31.640625, 114.0234375, 23.076171875 },
  { "1T", 128, 25600, 160, 1, 64, 1, 32.958984375, 131.25, 26.5625 },
};

static WeftTrainingPlan
figure_plan (const Published *row, const WeftLlmShape *model)
{
  WeftTrainingPlan plan;

  weft_training_plan_init (&plan, model);
  plan.sequence = 2048;
  plan.microbatch = row->microbatch;
  plan.global_batch = row->microbatch * 1024;
  plan.tp = 8;
  plan.pp = row->pp;
  plan.virtual_stages = row->virtual_stages;
  plan.flash_attention = FALSE;
  plan.dropout = TRUE;
  return plan;
}

static double
activations_bytes (const WeftTrainingPlan *plan)
{
  WeftMemoryShape shape;
  WeftMemoryItems items;

  weft_memory_shape_init (&shape, plan->model);
  weft_training_memory_stage (&shape, memory_rules (), plan, INFINITY, 0, &items);
  return items.bytes[WEFT_MEMORY_ACTIVATIONS];
}

static void
test_figure_1 (void)
{
  const WeftStateBytes *bytes = &memory_rules ()->states[WEFT_STATES_MEGATRON];

  for (guint i = 0; i < G_N_ELEMENTS (figure_1); i++)
    {
      const Published *row = &figure_1[i];
      WeftLlmShape model = gpt_shape (row->layers, row->hidden, row->heads);
      WeftTrainingPlan plan = figure_plan (row, &model);
      WeftMemoryShape shape;
      double params;

      weft_memory_shape_init (&shape, &model);
      params = weft_training_matrix_params (&shape, memory_rules (), &plan, 0);
      assert_near (params * (bytes->weight + bytes->gradient + bytes->optimizer) / GIB, row->states_gib);
      assert_near (activations_bytes (&plan) / GIB, row->whole_gib);
      plan.sequence_parallel = TRUE;
      plan.recompute = WEFT_RECOMPUTE_SELECTIVE;
      assert_near (activations_bytes (&plan) / GIB, row->least_gib);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/training/figure-1", test_figure_1);
  return g_test_run ();
}
