/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of language models: those that CHASE names, on its machine; islands by their links; times that add up; memory;
 * what using all chips costs; and what is refused. */
#include "../design/graph-fixture.h"

#include <math.h>

#include "mapper/weft-llm-islands-private.h"
#include "mapper/weft-llm-plan.h"

static WeftPlatform *
load_platform (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);
  g_autoptr (WeftFlat) flat = NULL;
  WeftPlatform *platform;

  g_assert_no_error (error);
  flat = weft_machine_flatten (design, fixture_get_inventory (), &error);
  g_assert_no_error (error);
  platform = weft_platform_from_flat (flat, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
  return platform;
}

/* @n hosts of eight H100 on one leaf. (transfer full) */
static WeftPlatform *
make_hosts (guint n)
{
  g_autofree char *text = g_strdup_printf (
    "{'root':'m','definitions':{'host':{'level':'node','items':[{'id':'gpu','chip':'H100','count':8},"
    "{'id':'sw','component':'hgx-h100-switches'}],'links':[{'from':'gpu','to':'sw','wiring':'all',"
    "'component':'nvlink4-link','channels':18,'fabric':'NVLink4'}],'ports':[{'id':'net','of':'gpu','per_item':1}]},"
    "'m':{'level':'cluster','items':[{'id':'host','definition':'host','count':%u},{'id':'leaf','component':'qm9700'}],"
    "'links':[{'from':'host:net','to':'leaf','wiring':'all','component':'dr4-400g','fabric':'IB-NDR'}]}}}", n);
  g_autoptr (WeftGraph) graph = fixture_graph (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFlat) flat = weft_flat_new (graph, fixture_get_inventory (), &error);
  WeftPlatform *platform;

  g_assert_no_error (error);
  platform = weft_platform_from_flat (flat, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
  return platform;
}

static void
load_shape (const char *model, WeftLlmShape *shape)
{
  WeftRecord *record
    = weft_catalog_lookup (weft_inventory_get_catalog (fixture_get_inventory ()), WEFT_RECORD_MODEL, model);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (record);
  weft_llm_shape_init (shape, record, NULL, &error);
  g_assert_no_error (error);
}

static WeftLlmTask
make_task (gboolean is_training)
{
  g_autoptr (GError) error = NULL;
  WeftLlmTask task;

  weft_llm_task_init (&task, is_training, fixture_get_inventory (), &error);
  g_assert_no_error (error);
  return task;
}

static GPtrArray *
make_plans (const char *model, const WeftLlmTask *task, WeftPlatform *platform, gboolean use_all)
{
  g_autoptr (GError) error = NULL;
  WeftLlmShape shape;
  GPtrArray *plans;

  load_shape (model, &shape);
  plans = weft_llm_plans (&shape, task, platform, NULL, fixture_get_inventory (), use_all, NULL, &error);
  g_assert_no_error (error);
  return plans;
}

static const WeftLlmPlan *
find_plan (GPtrArray *plans, guint tp, guint pp, guint dp)
{
  for (guint i = 0; i < plans->len; i++)
    {
      const WeftLlmPlan *plan = plans->pdata[i];

      if (plan->tp == tp && plan->pp == pp && plan->dp == dp)
        return plan;
    }
  g_error ("there is no plan TP %u PP %u DP %u", tp, pp, dp);
}

/* --- islands --- */

static void
assert_islands (const char *name, guint n_islands, guint size)
{
  g_autoptr (WeftPlatform) platform = load_platform (name);
  g_autofree double *slowness = g_new (double, platform->n_classes);
  g_autoptr (WeftLlmIslands) islands = NULL;

  for (guint c = 0; c < platform->n_classes; c++)
    slowness[c] = weft_inventory_find_chip (fixture_get_inventory (), platform->class_name[c])->refused == NULL
                    ? 1 : INFINITY;
  islands = weft_llm_islands_new (platform, NULL, slowness, 1e7);
  g_assert_cmpuint (islands->n_islands, ==, n_islands);
  for (guint k = 0; k < n_islands; k++)
    g_assert_cmpuint (islands->first[k + 1] - islands->first[k], ==, size);
}

static void
test_islands (void)
{
  assert_islands ("chase-llm.weft", 5, 8);
  assert_islands ("h100-nvl64.weft", 1, 64);
  assert_islands ("nvl72.weft", 1, 72);
  assert_islands ("superpod-h100-unit.weft", 32, 8);
  assert_islands ("el-capitan-cabinet.weft", 128, 4);
  assert_islands ("mi350x-air-rack.weft", 8, 8);
}

/* Eight chips that are joined each to each use all of their seven cables, and two use one. */
static void
test_mesh (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", "mi350x-air-rack.weft", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);
  g_autoptr (WeftFlat) flat = weft_machine_flatten (design, fixture_get_inventory (), &error);
  g_autoptr (WeftPlatform) platform = weft_platform_from_flat (flat, fixture_get_inventory (), NULL, NULL, &error);
  const double slowness[] = { 1 };
  g_autoptr (WeftLlmIslands) islands = weft_llm_islands_new (platform, flat, slowness, 1e7);
  double cable_bytes_s = platform->links[platform->link_of[1]].bw_bytes_s;

  g_assert_no_error (error);
  for (guint n = 2; n <= 16; n *= 2)
    {
      g_auto (WeftLlmGroups) groups = { 0 };
      WeftLlmRing ring;

      g_assert_true (weft_llm_groups_init (&groups, islands, n, 1));
      ring = weft_llm_groups_ring (&groups, islands, 0);
      g_assert_cmpuint (ring.domain, ==, MIN (n, 8));
      g_assert_cmpfloat_with_epsilon (ring.inside.bw_bytes_s, (MIN (n, 8) - 1) * cable_bytes_s, 1);
      g_assert_true (groups.is_inside == (n <= 8));
    }
}

/* --- CHASE, section 7.6 --- */

static const struct
{
  const char *model;
  double layers;
} chase_models[] = {
  { "qwen3.5-27b", 64 }, { "qwen3-32b", 64 }, { "llama-3.1-70b", 80 }, { "gemma-4-31b", 60 }, { "mixtral-8x7b", 32 },
};

/* Every stage is one host, and no chip is used twice. */
static void
assert_placed (const WeftLlmPlan *plan, const WeftPlatform *platform)
{
  g_autofree gboolean *is_used = g_new0 (gboolean, platform->n_devices);

  for (guint i = 0; i < plan->tp * plan->pp * plan->dp; i++)
    {
      g_assert_false (is_used[plan->devices[i]]);
      is_used[plan->devices[i]] = TRUE;
      g_assert_cmpuint (plan->devices[i] / 8, ==, plan->devices[i / 8 * 8] / 8);
    }
}

static void
test_chase (void)
{
  g_autoptr (WeftPlatform) platform = load_platform ("chase-llm.weft");
  WeftLlmTask task = make_task (FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (chase_models); i++)
    {
      g_autoptr (GPtrArray) plans = make_plans (chase_models[i].model, &task, platform, FALSE);
      const WeftLlmPlan *plan = plans->pdata[0];
      double layers = chase_models[i].layers;

      g_test_message ("%s: %s", chase_models[i].model, plan->why);
      g_assert_cmpuint (plan->tp, ==, 8);
      g_assert_cmpuint (plan->pp, ==, 5);
      g_assert_cmpuint (plan->dp, ==, 1);
      g_assert_true (plan->is_inside);
      g_assert_cmpuint (plan->n_tasks, ==, (guint64) (8 * (5 * layers + 2) + 8 * 4 + 1));
      assert_placed (plan, platform);
    }
}

/* The choice does not hang on the figures that are assumed. */
static void
test_chase_holds (void)
{
  static const double launches_s[] = { 0, 3e-6, 13.4e-6 };
  static const double efficiencies[] = { 0.45, 0.6, 0.78 };
  g_autoptr (WeftPlatform) platform = load_platform ("chase-llm.weft");

  for (guint i = 0; i < G_N_ELEMENTS (chase_models); i++)
    for (guint k = 0; k < G_N_ELEMENTS (launches_s) * G_N_ELEMENTS (efficiencies); k++)
      for (guint batch = 3; batch <= 8; batch++)
        {
          WeftLlmTask task = make_task (FALSE);
          g_autoptr (GPtrArray) plans = NULL;
          const WeftLlmPlan *plan;

          task.batch = batch;
          task.launch_s = launches_s[k % 3];
          task.flop_efficiency = efficiencies[k / 3];
          plans = make_plans (chase_models[i].model, &task, platform, FALSE);
          plan = plans->pdata[0];
          if (plan->tp != 8 || plan->pp != 5)
            g_error ("%s, batch %u, launch %g s, efficiency %g: TP %u PP %u", chase_models[i].model, batch,
                     task.launch_s, task.flop_efficiency, plan->tp, plan->pp);
        }
}

/* The plans that CHASE's baseline of 64 GPUs takes, against TP 8 PP 5 on 40. */
static void
test_use_all (void)
{
  static const struct
  {
    const char *model;
    guint tp;
    guint pp;
    guint64 n_tasks;
    double published; /* how much slower */
  } cases[] = {
    { "llama-3.1-70b", 64, 1, 25729, 1.20 },
    { "gemma-4-31b", 32, 2, 9697, 1.72 },
    { "mixtral-8x7b", 32, 2, 5217, 1.13 },
  };
  g_autoptr (WeftPlatform) few = load_platform ("chase-llm.weft");
  g_autoptr (WeftPlatform) many = load_platform ("h100-nvl64.weft");
  WeftLlmTask task = make_task (FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) on_few = make_plans (cases[i].model, &task, few, FALSE);
      g_autoptr (GPtrArray) on_many = make_plans (cases[i].model, &task, many, TRUE);
      const WeftLlmPlan *chosen = on_few->pdata[0];
      const WeftLlmPlan *fine = find_plan (on_many, cases[i].tp, cases[i].pp, 1);

      for (guint k = 0; k < on_many->len; k++)
        {
          const WeftLlmPlan *plan = on_many->pdata[k];

          g_assert_cmpuint (plan->tp * plan->pp * plan->dp, ==, 64);
        }
      g_assert_cmpuint (fine->n_tasks, ==, cases[i].n_tasks);
      g_test_message ("%s: TP %u PP %u on 64 takes %.2f times as long as TP 8 PP 5 on 40 (published: %.2f)",
                      cases[i].model, cases[i].tp, cases[i].pp, fine->time_s / chosen->time_s, cases[i].published);
      g_assert_cmpfloat (fine->time_s, >, 1.1 * chosen->time_s);
      g_assert_cmpfloat (fine->tp_comm_s, >, chosen->tp_comm_s);
    }
}

/* --- times --- */

static void
check_sums (GPtrArray *plans)
{
  double before_s = 0;
  gboolean fits = TRUE;

  for (guint i = 0; i < plans->len; i++)
    {
      const WeftLlmPlan *plan = plans->pdata[i];
      double sum_s = plan->compute_s + plan->tp_comm_s + plan->pp_comm_s + plan->dp_comm_s + plan->bubble_s;

      g_assert_cmpfloat_with_epsilon (sum_s, plan->time_s, 1e-9 * plan->time_s);
      g_assert_true (fits || !plan->fits);
      g_assert_true (!plan->fits || plan->time_s >= before_s);
      g_assert_true (plan->tp > 1 || plan->tp_comm_s == 0);
      g_assert_true (plan->pp > 1 || (plan->pp_comm_s == 0 && plan->bubble_s < 1e-9 * plan->time_s));
      g_assert_true (plan->dp > 1 || plan->dp_comm_s == 0);
      g_assert_true (plan->fits == (plan->memory_bytes <= plan->capacity_bytes));
      g_assert_true (plan->why != NULL && plan->why[0] != '\0');
      fits = plan->fits;
      before_s = plan->time_s;
    }
}

static void
test_sums (void)
{
  g_autoptr (WeftPlatform) platform = load_platform ("chase-llm.weft");

  for (guint i = 0; i < 8; i++)
    {
      WeftLlmTask task = make_task (i % 2 == 1);
      g_autoptr (GPtrArray) plans = NULL;

      task.batch = 1 + 7 * i;
      task.copies = i / 4;
      task.new_tokens = i % 4 == 2 ? 64 : 0;
      task.recompute = i % 4 == 3;
      plans = make_plans ("mixtral-8x7b", &task, platform, FALSE);
      check_sums (plans);
    }
}

/* One request through one chip group waits for nothing; n pieces take the longest stage n - 1 times more. */
static void
test_pipeline (void)
{
  g_autoptr (WeftPlatform) platform = make_hosts (2);
  WeftLlmTask task = make_task (FALSE);
  g_autoptr (GPtrArray) one = NULL;
  g_autoptr (GPtrArray) five = NULL;
  const WeftLlmPlan *a, *b;
  double stage_s;

  task.batch = 1;
  one = make_plans ("llama-3.1-70b", &task, platform, FALSE);
  task.batch = 5;
  task.microbatches = 5;
  five = make_plans ("llama-3.1-70b", &task, platform, FALSE);
  a = find_plan (one, 8, 2, 1);
  b = find_plan (five, 8, 2, 1);
  stage_s = a->compute_s + a->tp_comm_s;
  g_assert_cmpuint (b->microbatches, ==, 5);
  g_assert_cmpfloat_with_epsilon (b->time_s - a->time_s, 4 * stage_s, 1e-9);
  /* 33.6 MB over 50 GB/s, and 1.6 us. */
  g_assert_cmpfloat_with_epsilon (a->pp_comm_s, 2048 * 8192 * 2 / 50e9 + 1.6e-6, 1e-12);
}

/* A token takes at least as long as reading the weights; on two hosts tensor ranks stay inside (16 all-reduces of 30
 * start-ups each layer are longer than what twice the chips save). */
static void
test_decode (void)
{
  g_autoptr (WeftPlatform) platform = make_hosts (2);
  WeftLlmTask task = make_task (FALSE);
  g_autoptr (GPtrArray) few = NULL;
  g_autoptr (GPtrArray) many = NULL;
  g_autoptr (GPtrArray) deep = NULL;

  task.batch = 1;
  task.prompt_tokens = 128;
  task.new_tokens = 256;
  few = make_plans ("llama-3.1-70b", &task, platform, FALSE);
  deep = make_plans ("deepseek-v3", &task, platform, FALSE);
  task.prompt_tokens = 65536;
  many = make_plans ("llama-3.1-70b", &task, platform, FALSE);
  g_assert_cmpfloat (find_plan (few, 8, 1, 1)->step_s, >, 139e9 / 8 / 3.35e12);
  g_assert_cmpfloat (find_plan (many, 8, 1, 1)->step_s, >, find_plan (few, 8, 1, 1)->step_s);
  g_assert_cmpfloat (find_plan (deep, 8, 2, 1)->step_s, <, find_plan (deep, 16, 1, 1)->step_s);
  g_assert_cmpuint (((const WeftLlmPlan *) deep->pdata[0])->tp, ==, 8);
  g_assert_false (find_plan (deep, 16, 1, 1)->is_inside);
}

/* Copies divide the sequences, and gradients go over the network between hosts. */
static void
test_training (void)
{
  g_autoptr (WeftPlatform) platform = make_hosts (4);
  WeftLlmTask task = make_task (TRUE);
  g_autoptr (GPtrArray) plans = NULL;
  const WeftLlmPlan *one, *two;

  task.batch = 64;
  plans = make_plans ("llama-3.1-8b", &task, platform, FALSE);
  one = find_plan (plans, 8, 1, 1);
  two = find_plan (plans, 8, 1, 2);
  g_assert_cmpfloat (one->dp_comm_s, ==, 0);
  g_assert_cmpfloat (two->dp_comm_s, >, 0);
  g_assert_cmpfloat (two->compute_s, <, 0.6 * one->compute_s);
  g_assert_cmpfloat (((const WeftLlmPlan *) plans->pdata[0])->dp, >, 1);
  /* 8.03 G parameters: 2 bytes for weights, 2 for gradients, 12 for Adam. */
  g_assert_cmpfloat (one->memory_bytes, >, 8.03e9 * 16 / 8);
}

/* More hosts never make the best plan slower. */
static void
test_more_hosts (void)
{
  WeftLlmTask task = make_task (FALSE);
  double before_s = INFINITY;

  task.copies = 0;
  for (guint n = 1; n <= 4; n++)
    {
      g_autoptr (WeftPlatform) platform = make_hosts (n);
      g_autoptr (GPtrArray) plans = make_plans ("llama-3.1-70b", &task, platform, FALSE);
      double time_s = ((const WeftLlmPlan *) plans->pdata[0])->time_s;

      g_assert_cmpfloat (time_s, <=, before_s);
      before_s = time_s;
    }
}

/* --- what cannot be --- */

static void
test_memory (void)
{
  g_autoptr (WeftPlatform) platform = make_hosts (1);
  WeftLlmTask task = make_task (FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) plans = NULL;
  WeftLlmShape shape;

  /* 811 GB on eight times 72. */
  load_shape ("llama-3.1-405b", &shape);
  g_assert_null (weft_llm_plans (&shape, &task, platform, NULL, fixture_get_inventory (), FALSE, NULL, &error));
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, "72.0"));
  plans = make_plans ("llama-3.1-70b", &task, platform, FALSE);
  /* 141 GB on one or two do not fit. */
  g_assert_false (find_plan (plans, 1, 1, 1)->fits);
  g_assert_false (find_plan (plans, 2, 1, 1)->fits);
  g_assert_true (find_plan (plans, 4, 1, 1)->fits);
  g_assert_cmpfloat (find_plan (plans, 1, 1, 1)->memory_bytes, >, 141e9);
}

static void
test_refused (void)
{
  g_autoptr (WeftPlatform) platform = make_hosts (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  WeftLlmTask tasks[7];
  WeftLlmShape shape;
  g_autoptr (GError) error = NULL;

  load_shape ("llama-3.1-70b", &shape);
  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    tasks[i] = make_task (FALSE);
  tasks[0].prompt_tokens = 0;
  tasks[1].batch = 0;
  tasks[2].flop_efficiency = 0;
  tasks[3].bandwidth_efficiency = NAN;
  tasks[4].launch_s = -1;
  tasks[5].memory_fill = 1.5;
  tasks[6].dtype = "fp5";
  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    {
      g_assert_null (weft_llm_plans (&shape, &tasks[i], platform, NULL, fixture_get_inventory (), FALSE, NULL, &error));
      g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID);
      g_clear_error (&error);
    }
  tasks[0] = make_task (FALSE);
  shape.hidden = NAN;
  g_assert_null (weft_llm_plans (&shape, &tasks[0], platform, NULL, fixture_get_inventory (), FALSE, NULL, &error));
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID);
  g_clear_error (&error);
  load_shape ("llama-3.1-70b", &shape);
  g_cancellable_cancel (cancellable);
  g_assert_null (weft_llm_plans (&shape, &tasks[0], platform, NULL, fixture_get_inventory (), FALSE, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/llm-plan/islands", test_islands);
  g_test_add_func ("/llm-plan/mesh", test_mesh);
  g_test_add_func ("/llm-plan/chase", test_chase);
  g_test_add_func ("/llm-plan/chase-holds", test_chase_holds);
  g_test_add_func ("/llm-plan/use-all", test_use_all);
  g_test_add_func ("/llm-plan/sums", test_sums);
  g_test_add_func ("/llm-plan/pipeline", test_pipeline);
  g_test_add_func ("/llm-plan/decode", test_decode);
  g_test_add_func ("/llm-plan/training", test_training);
  g_test_add_func ("/llm-plan/more-hosts", test_more_hosts);
  g_test_add_func ("/llm-plan/memory", test_memory);
  g_test_add_func ("/llm-plan/refused", test_refused);
  return g_test_run ();
}
