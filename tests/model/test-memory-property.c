/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds for any model and any plan: items add up, the worst stage is the worst, more of what saves memory never takes
 * more, as many requests fit as are said to, and what does not fit is never left without an answer. */
#include <string.h>

#include "base/weft-random.h"
#include "memory-fixture.h"
#include "model/measured/weft-nearest-fit.h"

#define N_PLANS 2000
#define N_FITS 60
#define CAPACITY (80 * GIB)

/* Sums of the same numbers in another order. */
#define assert_same(a, b) g_assert_cmpfloat_with_epsilon ((a), (b), 1e-9 * (fabs (a) + fabs (b) + 1))
#define assert_no_more(a, b) g_assert_cmpfloat ((a), <=, (b) + 1e-9 * (fabs (a) + fabs (b)))

typedef struct
{
  WeftRandom random;
  WeftLlmShape model;
  WeftMemoryShape shape;
} Draw;

static guint
pick (Draw *self, guint n)
{
  return weft_random_below (&self->random, n);
}

static gboolean
flip (Draw *self)
{
  return pick (self, 2) == 1;
}

static guint
power (Draw *self, guint most)
{
  return 1u << pick (self, most + 1);
}

static void
draw_model (Draw *self)
{
  WeftLlmShape *model = &self->model;
  guint layers = 1 + pick (self, 100);

  memset (model, 0, sizeof *model);
  model->layers = layers;
  model->heads = 8 * power (self, 3);
  model->kv_heads = model->heads / power (self, 3);
  model->head_dim = 64 * power (self, 1);
  model->hidden = 512 * (1 + pick (self, 32));
  model->ffn = 1024 * (1 + pick (self, 32));
  model->vocab = 8000 * (1 + pick (self, 30));
  model->max_len = 131072;
  model->tied_embeddings = flip (self);
  model->gated_ffn = flip (self);
  model->learned_positions = flip (self);
  if (pick (self, 3) == 0)
    {
      model->experts = 8 * power (self, 4);
      model->experts_per_token = 1 + pick (self, 8);
      model->shared_experts = pick (self, 2);
      model->moe_ffn = 256 * (1 + pick (self, 16));
      for (guint i = pick (self, 4); i < layers; i++)
        model->layer[i].is_moe = TRUE;
    }
  if (pick (self, 4) == 0)
    {
      model->kv_lora_rank = 512;
      model->q_lora_rank = flip (self) ? 1536 : 0;
      model->qk_nope_dim = model->v_head_dim = 128;
      model->qk_rope_dim = 64;
    }
  else if (pick (self, 4) == 0)
    {
      model->window = 1024;
      weft_llm_shape_spread (model, 1 + pick (self, layers), WEFT_LLM_ATTENTION_SLIDING);
    }
  else if (pick (self, 4) == 0)
    {
      model->linear_k_heads = model->heads;
      model->linear_v_heads = 2 * model->heads;
      model->linear_k_dim = model->linear_v_dim = 128;
      model->linear_conv = 4;
      weft_llm_shape_spread (model, 1 + pick (self, layers), WEFT_LLM_ATTENTION_LINEAR);
    }
  g_strlcpy (model->native_dtype, "bf16", sizeof model->native_dtype);
  g_assert_null (weft_llm_shape_lack (model));
  weft_memory_shape_init (&self->shape, model);
}

/* Until it is one that can be. */
static WeftTrainingPlan
draw_training (Draw *self)
{
  for (;;)
    {
      WeftTrainingPlan plan;
      g_autofree char *lack = NULL;

      draw_model (self);
      weft_training_plan_init (&plan, &self->model);
      plan.tp = power (self, 4);
      plan.pp = 1 + pick (self, 12);
      plan.cp = power (self, 2);
      plan.dp = power (self, 4);
      plan.ep = power (self, 3);
      plan.virtual_stages = 1 + pick (self, 4);
      plan.microbatch = power (self, 3);
      plan.global_batch = plan.microbatch * plan.dp * (1 + pick (self, 20));
      plan.sequence = 512 * power (self, 5);
      plan.zero_stage = pick (self, 4);
      plan.recompute = pick (self, WEFT_N_RECOMPUTES);
      plan.states = pick (self, WEFT_N_STATES);
      plan.sequence_parallel = flip (self);
      plan.flash_attention = flip (self);
      plan.dropout = flip (self);
      plan.format = flip (self) ? WEFT_FORMAT_FP8 : WEFT_FORMAT_BF16;
      lack = weft_training_plan_lack (&plan);
      if (lack == NULL)
        return plan;
    }
}

static WeftServingPlan
draw_serving (Draw *self)
{
  static const char *const formats[] = { "bf16", "fp8", "nvfp4" };

  for (;;)
    {
      WeftServingPlan plan;
      g_autofree char *lack = NULL;

      draw_model (self);
      weft_serving_plan_init (&plan, &self->model);
      plan.pool.tp = power (self, 4);
      plan.pool.pp = 1 + pick (self, 4);
      plan.pool.ep = power (self, 3);
      plan.pool.dp_attention = power (self, 2);
      plan.pool.batch = 1 + pick (self, 300);
      plan.input_tokens = 1 + pick (self, 8000);
      plan.output_tokens = 1 + pick (self, 4000);
      plan.weight_format = formats[pick (self, 3)];
      plan.kv_format = formats[pick (self, 2)];
      if (flip (self))
        plan.reserve_bytes = pick (self, 8) * GIB;
      lack = weft_serving_plan_lack (&plan);
      if (lack == NULL)
        return plan;
    }
}

static double
check_items (const WeftMemoryItems *items)
{
  double sum = 0;

  for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
    {
      g_assert_true (items->bytes[i] >= 0 && isfinite (items->bytes[i]));
      sum += items->bytes[i];
    }
  assert_same (sum, weft_memory_items_total (items));
  assert_same (sum + weft_memory_items_free (items), items->capacity_bytes);
  g_assert_cmpint (weft_memory_items_fit (items), ==, sum <= items->capacity_bytes);
  g_assert_cmpint (weft_memory_items_binding (items, NULL) == WEFT_N_MEMORY_ITEMS, ==, weft_memory_items_fit (items));
  return sum;
}

static double
training_total (Draw *self, const WeftTrainingPlan *plan)
{
  double total;

  weft_training_memory_fits (&self->shape, memory_rules (), plan, CAPACITY, &total);
  return total;
}

static void
test_training_sums (void)
{
  Draw self;

  weft_random_init (&self.random, 1, 0);
  for (guint n = 0; n < N_PLANS; n++)
    {
      WeftTrainingPlan plan = draw_training (&self);
      WeftMemoryItems worst;
      guint stage = weft_training_memory_worst (&self.shape, memory_rules (), &plan, CAPACITY, &worst);
      double most = check_items (&worst);
      guint layers = 0;

      for (guint i = 0; i < plan.pp; i++)
        {
          WeftMemoryItems items;

          weft_training_memory_stage (&self.shape, memory_rules (), &plan, CAPACITY, i, &items);
          assert_no_more (check_items (&items), most);
          if (i == stage)
            assert_same (weft_memory_items_total (&items), most);
          layers += weft_training_plan_stage_layers (&plan, i);
        }
      g_assert_cmpfloat (layers, ==, self.model.layers);
      assert_same (training_total (&self, &plan), most);
    }
}

/* Every parameter lies somewhere once, but for a tied head's copy on another stage. */
static void
test_training_params (void)
{
  Draw self;

  weft_random_init (&self.random, 2, 0);
  for (guint n = 0; n < N_PLANS; n++)
    {
      WeftTrainingPlan plan = draw_training (&self);
      double copy, sum = 0;

      plan.tp = plan.ep = 1;
      copy = self.model.tied_embeddings && plan.pp > 1 ? self.model.vocab * self.model.hidden : 0;
      for (guint i = 0; i < plan.pp; i++)
        sum += weft_training_params (&self.shape, memory_rules (), &plan, i);
      assert_same (sum, weft_llm_params (&self.model) + copy);
    }
}

/* What is there to save memory saves it, or does nothing. */
static void
test_training_savings (void)
{
  Draw self;

  weft_random_init (&self.random, 3, 0);
  for (guint n = 0; n < N_PLANS; n++)
    {
      WeftTrainingPlan plan = draw_training (&self);
      WeftTrainingPlan less = plan;
      double total = training_total (&self, &plan);

      /* DeepSpeed's count has a gradient in FP32 from stage 1 on, which one chip alone has whole. */
      if (plan.zero_stage < 2 && plan.states != WEFT_STATES_DEEPSPEED)
        {
          less.zero_stage++;
          assert_no_more (training_total (&self, &less), total);
        }
      less = plan;
      less.sequence_parallel = TRUE;
      if (self.model.experts == 0)
        assert_no_more (training_total (&self, &less), total);
      less = plan;
      less.flash_attention = TRUE;
      if (!plan.flash_attention && plan.sequence >= 1024)
        assert_no_more (training_total (&self, &less), total);
      less = plan;
      less.microbatch = 1;
      less.global_batch = plan.global_batch / plan.microbatch;
      assert_no_more (training_total (&self, &less), total);
      less = plan;
      less.offload |= WEFT_OFFLOAD_OPTIMIZER;
      assert_no_more (training_total (&self, &less), total);
      less = plan;
      less.format = WEFT_FORMAT_FP8;
      assert_no_more (training_total (&self, &less), total);
    }
}

/* What waits for the backward pass: nothing, selective, full recomputation. */
static void
test_recompute_order (void)
{
  Draw self;

  weft_random_init (&self.random, 4, 0);
  for (guint n = 0; n < N_PLANS; n++)
    {
      WeftTrainingPlan plan = draw_training (&self);
      double before = INFINITY;

      for (guint i = 0; i < WEFT_N_RECOMPUTES; i++)
        {
          WeftMemoryItems items;

          plan.recompute = i;
          plan.recompute_layers = 0;
          weft_training_memory_stage (&self.shape, memory_rules (), &plan, CAPACITY, 0, &items);
          g_assert_cmpfloat (items.bytes[WEFT_MEMORY_ACTIVATIONS], <=, before);
          before = items.bytes[WEFT_MEMORY_ACTIVATIONS];
        }
    }
}

/* Stages that do not divide the layers are counted, and the fullest one has the layers rounded up. */
static void
test_uneven_stages (void)
{
  Draw self;

  weft_random_init (&self.random, 5, 0);
  for (guint n = 0; n < N_PLANS; n++)
    {
      WeftTrainingPlan plan = draw_training (&self);
      WeftTrainingPlan more = plan;
      guint most = 0;

      for (guint i = 0; i < plan.pp; i++)
        most = MAX (most, weft_training_plan_stage_layers (&plan, i));
      g_assert_cmpfloat (most, ==, ceil (self.model.layers / plan.pp));
      more.pp++;
      if (more.pp * more.virtual_stages <= self.model.layers && plan.virtual_stages == 1 && plan.pp > 1)
        g_assert_true (isfinite (training_total (&self, &more)));
    }
}

static void
test_serving_room (void)
{
  Draw self;

  weft_random_init (&self.random, 6, 0);
  for (guint n = 0; n < N_PLANS; n++)
    {
      WeftServingPlan plan = draw_serving (&self);
      WeftServingMemory memory;
      gboolean fits;

      weft_serving_memory_worst (&self.shape, memory_rules (), &plan, WEFT_POOL_DECODE, CAPACITY, &memory);
      check_items (&memory.items);
      fits = weft_serving_memory_fits (&self.shape, memory_rules (), &plan, CAPACITY);
      g_assert_cmpint (fits, ==, weft_memory_items_fit (&memory.items));
      g_assert_cmpfloat (fmod (memory.room_tokens, memory_rules ()->block_tokens), ==, 0);
      if (plan.reserve_bytes >= 0 && memory.max_batch >= 1)
        {
          /* As many as are said to fit do, and one group more does not. */
          plan.pool.batch = memory.max_batch;
          g_assert_true (weft_serving_memory_fits (&self.shape, memory_rules (), &plan, CAPACITY));
          plan.pool.batch = memory.max_batch + 1;
          g_assert_false (weft_serving_memory_fits (&self.shape, memory_rules (), &plan, CAPACITY));
        }
    }
}

/* The longest context that is said to fit does, and a block more does not; more memory never shortens it. */
static void
test_serving_context (void)
{
  Draw self;

  weft_random_init (&self.random, 7, 0);
  for (guint n = 0; n < N_PLANS / 4; n++)
    {
      WeftServingPlan plan = draw_serving (&self);
      double context, more;

      plan.reserve_bytes = GIB;
      context = weft_serving_memory_max_context (&self.shape, memory_rules (), &plan, WEFT_POOL_DECODE, CAPACITY);
      more = weft_serving_memory_max_context (&self.shape, memory_rules (), &plan, WEFT_POOL_DECODE, 2 * CAPACITY);
      g_assert_cmpfloat (more, >=, context);
      if (context < 32 || isinf (context))
        continue;
      plan.output_tokens = 1;
      plan.input_tokens = context - 1;
      g_assert_true (weft_serving_memory_fits (&self.shape, memory_rules (), &plan, CAPACITY));
      plan.input_tokens += memory_rules ()->block_tokens;
      g_assert_false (weft_serving_memory_fits (&self.shape, memory_rules (), &plan, CAPACITY));
    }
}

/* All chips of a replica together hold the KV cache once, or more where heads are copied. */
static void
test_serving_kv (void)
{
  Draw self;

  weft_random_init (&self.random, 8, 0);
  for (guint n = 0; n < N_PLANS; n++)
    {
      WeftServingPlan plan = draw_serving (&self);
      double sum = 0, once;
      gboolean is_copied;

      plan.pool.dp_attention = 1;
      plan.pool.batch = 1;
      plan.block_tokens = 1;
      once = weft_llm_kv_bytes (&self.model, plan.input_tokens + plan.output_tokens,
                                weft_llm_dtype_bytes (plan.kv_format));
      is_copied = plan.pool.tp > (self.model.kv_lora_rank > 0 ? 1 : self.model.kv_heads)
                  || weft_llm_shape_count_attention (&self.model, WEFT_LLM_ATTENTION_LINEAR) > 0;
      for (guint i = 0; i < plan.pool.pp; i++)
        {
          WeftMemoryItems items;

          weft_serving_memory_stage (&self.shape, memory_rules (), &plan, WEFT_POOL_DECODE, CAPACITY, i, &items);
          sum += items.bytes[WEFT_MEMORY_KV] * plan.pool.tp;
        }
      if (is_copied)
        g_assert_cmpfloat (sum, >, once);
      else
        assert_same (sum, once);
    }
}

/* What does not fit is reported with the item that is too much and what would make it fit. */
static void
check_answer (WeftNearestFit *fit)
{
  check_items (&fit->items);
  g_assert_nonnull (fit->reason);
  if (fit->fits)
    {
      g_assert_cmpuint (fit->remedies->len, ==, 0);
      return;
    }
  g_assert_cmpint (fit->binding, <, WEFT_N_MEMORY_ITEMS);
  g_assert_cmpfloat (fit->needed_bytes, >, fit->left_bytes);
  g_assert_true (fit->remedies->len > 0 || fit->outlook != NULL);
  for (guint i = 0; i < fit->remedies->len; i++)
    {
      const WeftFitRemedy *remedy = fit->remedies->pdata[i];
      g_autofree char *text = weft_fit_remedy_describe (remedy);

      g_assert_cmpfloat (remedy->used_bytes, <=, remedy->capacity_bytes);
      g_assert_cmpfloat (remedy->distance, >=, 0);
      g_assert_cmpuint (remedy->n_changes, >=, 1);
      g_assert_nonnull (strstr (text, "→"));
    }
}

static void
test_never_silent (void)
{
  Draw self;
  WeftFitSetting setting = { .profile = memory_profile (), .rules = memory_rules (), .shape = &self.shape };
  guint n_infeasible = 0;

  weft_random_init (&self.random, 9, 0);
  for (guint n = 0; n < N_FITS; n++)
    {
      WeftTrainingPlan training = draw_training (&self);
      WeftNearestFit *fit;

      setting.capacity_bytes = GIB * power (&self, 7);
      fit = weft_nearest_fit_training (&setting, &training, NULL);
      check_answer (fit);
      n_infeasible += !fit->fits;
      weft_nearest_fit_free (fit);
    }
  for (guint n = 0; n < N_FITS; n++)
    {
      WeftServingPlan serving = draw_serving (&self);
      WeftNearestFit *fit;

      setting.capacity_bytes = GIB * power (&self, 7);
      fit = weft_nearest_fit_serving (&setting, &serving, NULL);
      check_answer (fit);
      n_infeasible += !fit->fits;
      weft_nearest_fit_free (fit);
    }
  g_assert_cmpuint (n_infeasible, >, N_FITS / 2);
}

/* Every item has its sentence, whatever the plan. */
static void
test_sentences (void)
{
  Draw self;

  weft_random_init (&self.random, 10, 0);
  for (guint n = 0; n < N_FITS; n++)
    {
      WeftTrainingPlan training = draw_training (&self);
      WeftServingPlan serving;

      for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
        {
          g_autofree char *text
              = weft_training_memory_explain (&self.shape, memory_rules (), &training, training.pp - 1, i);

          g_assert_cmpuint (strlen (text), >, 0);
        }
      serving = draw_serving (&self);
      for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
        {
          g_autofree char *text
              = weft_serving_memory_explain (&self.shape, memory_rules (), &serving, WEFT_POOL_DECODE, 0, i);

          g_assert_cmpuint (strlen (text), >, 0);
        }
    }
}

/* Plans that cannot be are refused in words. */
static void
test_refusals (void)
{
  WeftLlmShape model = catalog_shape ("llama-3.1-70b");
  WeftTrainingPlan plan;
  static const struct
  {
    gsize offset;
    guint value;
    const char *word;
  } bad[] = {
    { G_STRUCT_OFFSET (WeftTrainingPlan, tp), 0, "TP is 0" },
    { G_STRUCT_OFFSET (WeftTrainingPlan, tp), 3, "TP3" },
    { G_STRUCT_OFFSET (WeftTrainingPlan, pp), 81, "81 pipeline stages" },
    { G_STRUCT_OFFSET (WeftTrainingPlan, ep), 8, "EP8" },
    { G_STRUCT_OFFSET (WeftTrainingPlan, dp), 512, "at least 512" },
    { G_STRUCT_OFFSET (WeftTrainingPlan, zero_stage), 4, "stage 4" },
    { G_STRUCT_OFFSET (WeftTrainingPlan, virtual_stages), 2, "virtual" },
    { G_STRUCT_OFFSET (WeftTrainingPlan, offload), WEFT_OFFLOAD_PARAMETERS, "offloaded" },
    { G_STRUCT_OFFSET (WeftTrainingPlan, offload), WEFT_OFFLOAD_ACTIVATIONS, "offloaded" },
    { G_STRUCT_OFFSET (WeftTrainingPlan, shard), 3, "shards" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *lack = NULL;

      weft_training_plan_init (&plan, &model);
      g_assert_null (weft_training_plan_lack (&plan));
      G_STRUCT_MEMBER (guint, &plan, bad[i].offset) = bad[i].value;
      lack = weft_training_plan_lack (&plan);
      if (lack == NULL || strstr (lack, bad[i].word) == NULL)
        g_error ("“%s” is not in “%s”", bad[i].word, lack != NULL ? lack : "nothing");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/property/training-sums", test_training_sums);
  g_test_add_func ("/memory/property/training-params", test_training_params);
  g_test_add_func ("/memory/property/training-savings", test_training_savings);
  g_test_add_func ("/memory/property/recompute-order", test_recompute_order);
  g_test_add_func ("/memory/property/uneven-stages", test_uneven_stages);
  g_test_add_func ("/memory/property/serving-room", test_serving_room);
  g_test_add_func ("/memory/property/serving-context", test_serving_context);
  g_test_add_func ("/memory/property/serving-kv", test_serving_kv);
  g_test_add_func ("/memory/property/never-silent", test_never_silent);
  g_test_add_func ("/memory/property/sentences", test_sentences);
  g_test_add_func ("/memory/property/refusals", test_refusals);
  return g_test_run ();
}
