/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans that do not fit: which item is too much, and the nearest changes with which they do. */
#include <string.h>

#include "memory-fixture.h"
#include "model/measured/weft-nearest-fit.h"

#define H100_BYTES (81559 * MIB)

typedef struct
{
  WeftLlmShape model;
  WeftMemoryShape shape;
  WeftFitSetting setting;
} Fixture;

static WeftInventory *
inventory (void)
{
  static WeftInventory *self;
  g_autoptr (GError) error = NULL;

  if (self == NULL)
    self = weft_inventory_new (memory_catalog (), memory_profile (), &error);
  g_assert_no_error (error);
  return self;
}

static Fixture *
fixture_new (const char *model, double chips)
{
  Fixture *self = g_new0 (Fixture, 1);

  self->model = catalog_shape (model);
  weft_memory_shape_init (&self->shape, &self->model);
  self->setting = (WeftFitSetting) {
    .inventory = inventory (),
    .profile = memory_profile (),
    .rules = memory_rules (),
    .shape = &self->shape,
    .chip = weft_inventory_find_chip (inventory (), "h100-sxm-80"),
    .capacity_bytes = H100_BYTES,
    .chips = chips,
  };
  g_assert_nonnull (self->setting.chip);
  return self;
}

static WeftNearestFit *
serve (const Fixture *self, const WeftServingPlan *plan)
{
  g_autoptr (GError) error = NULL;
  WeftNearestFit *fit;

  g_assert_null (weft_serving_plan_lack (plan));
  fit = weft_nearest_fit_serving (&self->setting, plan, &error);
  g_assert_no_error (error);
  return fit;
}

static WeftNearestFit *
train (const Fixture *self, const WeftTrainingPlan *plan)
{
  g_autoptr (GError) error = NULL;
  WeftNearestFit *fit;

  g_assert_null (weft_training_plan_lack (plan));
  fit = weft_nearest_fit_training (&self->setting, plan, &error);
  g_assert_no_error (error);
  return fit;
}

static const WeftFitRemedy *
nearest (const WeftNearestFit *fit)
{
  g_assert_false (fit->fits);
  g_assert_cmpuint (fit->remedies->len, >, 0);
  for (guint i = 0; i < fit->remedies->len; i++)
    {
      g_autofree char *text = weft_fit_remedy_describe (fit->remedies->pdata[i]);
      const WeftFitRemedy *remedy = fit->remedies->pdata[i];

      g_test_message ("%.2f %s", remedy->distance, text);
    }
  return fit->remedies->pdata[0];
}

static WeftServingPlan
long_plan (const Fixture *self, guint tp)
{
  WeftServingPlan plan;

  weft_serving_plan_init (&plan, &self->model);
  plan.weight_format = "bf16";
  plan.pool.tp = tp;
  plan.input_tokens = 131071;
  plan.output_tokens = 1;
  return plan;
}

/* vllm-project/vllm#8188: four chips for 70B, two nodes of TP8 for 405B. */
static void
test_long_context_70b (void)
{
  g_autofree Fixture *self = fixture_new ("llama-3.1-70b", 8);
  WeftServingPlan plan = long_plan (self, 1);
  g_autoptr (WeftNearestFit) fit = serve (self, &plan);
  const WeftFitRemedy *remedy = nearest (fit);

  g_assert_cmpint (fit->binding, ==, WEFT_MEMORY_WEIGHTS);
  assert_near (fit->needed_bytes, fit->items.bytes[WEFT_MEMORY_WEIGHTS]);
  g_assert_cmpfloat (fit->left_bytes, <, fit->needed_bytes);
  g_assert_nonnull (strstr (fit->reason, "131.4"));
  g_assert_cmpuint (remedy->n_changes, ==, 1);
  g_assert_cmpint (remedy->change[0].kind, ==, WEFT_CHANGE_TP);
  g_assert_cmpstr (remedy->change[0].to, ==, "4");
}

static void
test_long_context_405b (void)
{
  g_autofree Fixture *self = fixture_new ("llama-3.1-405b", 8);
  WeftServingPlan plan = long_plan (self, 8);
  g_autoptr (WeftNearestFit) fit = serve (self, &plan);
  const WeftFitRemedy *remedy = nearest (fit);

  g_assert_cmpint (remedy->change[0].kind, ==, WEFT_CHANGE_PP);
  g_assert_cmpstr (remedy->change[0].to, ==, "2");
  g_assert_cmpfloat (remedy->chips, ==, 16);
}

/* What fits needs no change. */
static void
test_fits (void)
{
  g_autofree Fixture *self = fixture_new ("llama-3.1-8b", 8);
  WeftServingPlan plan;
  g_autoptr (WeftNearestFit) fit = NULL;

  weft_serving_plan_init (&plan, &self->model);
  fit = serve (self, &plan);
  g_assert_true (fit->fits);
  g_assert_cmpint (fit->binding, ==, WEFT_N_MEMORY_ITEMS);
  g_assert_cmpuint (fit->remedies->len, ==, 0);
  g_assert_null (fit->outlook);
  g_assert_nonnull (strstr (fit->reason, "it fits"));
}

/* Where the cache is a little too small, a few requests less are nearer than twice the chips. */
static void
test_batch (void)
{
  g_autofree Fixture *self = fixture_new ("llama-3.1-8b", 1);
  WeftServingPlan plan;
  WeftServingMemory memory;
  g_autoptr (WeftNearestFit) fit = NULL;
  const WeftFitRemedy *remedy;
  g_autofree char *batch = NULL;

  weft_serving_plan_init (&plan, &self->model);
  plan.pool.batch = 230;
  fit = serve (self, &plan);
  remedy = nearest (fit);
  g_assert_cmpint (fit->binding, ==, WEFT_MEMORY_KV);
  weft_serving_memory_worst (&self->shape, memory_rules (), &plan, WEFT_POOL_DECODE, H100_BYTES, &memory);
  batch = g_strdup_printf ("%g", memory.max_batch);
  g_assert_cmpint (remedy->change[0].kind, ==, WEFT_CHANGE_BATCH);
  g_assert_cmpstr (remedy->change[0].from, ==, "230");
  g_assert_cmpstr (remedy->change[0].to, ==, batch);
  g_assert_cmpfloat (remedy->distance, <, 0.2);
}

/* The pool that is too full is the one that changes. */
static void
test_pools (void)
{
  g_autofree Fixture *self = fixture_new ("llama-3.1-70b", 16);
  WeftServingPlan plan;
  g_autoptr (WeftNearestFit) fit = NULL;
  const WeftFitRemedy *remedy;

  weft_serving_plan_init (&plan, &self->model);
  plan.separate_prefill = TRUE;
  plan.pool.tp = 8;
  plan.prefill.tp = 1;
  fit = serve (self, &plan);
  remedy = nearest (fit);
  g_assert_cmpint (remedy->change[0].kind, ==, WEFT_CHANGE_TP);
  g_assert_cmpstr (remedy->change[0].from, ==, "1");
  g_assert_cmpfloat (remedy->chips, >, 8);
}

static WeftTrainingPlan
training_plan (const Fixture *self, guint tp, guint pp, guint dp, double global_batch)
{
  WeftTrainingPlan plan;

  weft_training_plan_init (&plan, &self->model);
  plan.sequence = 4096;
  plan.global_batch = global_batch;
  plan.tp = tp;
  plan.pp = pp;
  plan.dp = dp;
  return plan;
}

/* States alone: sharding the optimizer costs nearly nothing. Activations alone: the sequence is split before anything is
 * computed again. */
static void
test_training (void)
{
  g_autofree Fixture *self = fixture_new ("llama-3.1-8b", 0);
  WeftTrainingPlan plan = training_plan (self, 1, 1, 16, 64);
  g_autoptr (WeftNearestFit) states = train (self, &plan);
  g_autoptr (WeftNearestFit) activations = NULL;
  const WeftFitRemedy *remedy = nearest (states);

  g_assert_cmpint (remedy->change[0].kind, ==, WEFT_CHANGE_ZERO_STAGE);
  g_assert_cmpstr (remedy->change[0].to, ==, "1");
  g_assert_cmpfloat (remedy->chips, ==, 16);

  plan = training_plan (self, 8, 1, 8, 512);
  plan.zero_stage = 1;
  plan.microbatch = 16;
  activations = train (self, &plan);
  remedy = nearest (activations);
  g_assert_cmpint (activations->binding, ==, WEFT_MEMORY_ACTIVATIONS);
  g_assert_cmpint (remedy->change[0].kind, ==, WEFT_CHANGE_SEQUENCE_PARALLEL);
}

/* Several changes together, none of them needless; with no inventory there is no other chip. */
static void
test_together (void)
{
  g_autofree Fixture *self = fixture_new ("llama-3.1-405b", 16384);
  WeftTrainingPlan plan = training_plan (self, 1, 1, 1, 2048);
  g_autoptr (WeftNearestFit) fit = NULL;

  self->setting.inventory = NULL;
  fit = train (self, &plan);
  g_assert_cmpuint (nearest (fit)->n_changes, ==, 3);
  for (guint i = 0; i < fit->remedies->len; i++)
    {
      const WeftFitRemedy *remedy = fit->remedies->pdata[i];

      g_assert_cmpfloat (remedy->used_bytes, <=, remedy->capacity_bytes);
      if (i > 0)
        g_assert_cmpfloat (remedy->distance, >=, ((WeftFitRemedy *) fit->remedies->pdata[i - 1])->distance);
      for (guint k = 0; k < remedy->n_changes; k++)
        g_assert_cmpint (remedy->change[k].kind, !=, WEFT_CHANGE_CHIP);
    }
}

/* Never silent: what cannot be made to fit is said to need so much. */
static void
test_hopeless (void)
{
  g_autofree Fixture *self = fixture_new ("deepseek-v3", 1);
  WeftTrainingPlan plan = training_plan (self, 1, 1, 1, 1);
  g_autoptr (WeftNearestFit) fit = NULL;

  self->setting.inventory = NULL;
  self->setting.capacity_bytes = GIB;
  fit = train (self, &plan);
  g_assert_false (fit->fits);
  g_assert_cmpuint (fit->remedies->len, ==, 0);
  g_assert_cmpint (fit->binding, ==, WEFT_MEMORY_RESERVE);
  g_assert_nonnull (strstr (fit->outlook, "no 3 changes"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nearest-fit/long-context-70b", test_long_context_70b);
  g_test_add_func ("/nearest-fit/long-context-405b", test_long_context_405b);
  g_test_add_func ("/nearest-fit/fits", test_fits);
  g_test_add_func ("/nearest-fit/batch", test_batch);
  g_test_add_func ("/nearest-fit/pools", test_pools);
  g_test_add_func ("/nearest-fit/training", test_training);
  g_test_add_func ("/nearest-fit/together", test_together);
  g_test_add_func ("/nearest-fit/hopeless", test_hopeless);
  return g_test_run ();
}
