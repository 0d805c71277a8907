/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All ways to spread a language model: tensor ranks that its heads divide among, stages, copies; on the islands of the
 * machine; each with its estimate, the quickest first. */
#include "mapper/weft-llm-plan.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "mapper/weft-llm-estimate-private.h"
#include "mapper/weft-llm-plan-words-private.h"
#include "workload/weft-llm-graph-private.h"

/* Stages and copies that are all tried; beyond, those that come out even. */
#define MAX_TRIED 16u

typedef struct
{
  WeftLlmModel model;
  WeftLlmIslands *islands;
  GPtrArray *plans;
  GCancellable *cancellable;
  gboolean use_all;
} Planner;

static gboolean
is_power_of_two (guint n)
{
  return (n & (n - 1)) == 0;
}

/* --- sizes --- */

/* Query heads are dealt out evenly, and each KV head goes to as many ranks as the others. */
static gboolean
takes_tp (const WeftLlmShape *shape, guint tp)
{
  double kv_heads = shape->kv_lora_rank > 0 ? 1 : shape->kv_heads;

  return fmod (shape->heads, tp) == 0 && (fmod (kv_heads, tp) == 0 || fmod (tp, kv_heads) == 0);
}

static gboolean
takes_pp (const Planner *self, guint tp, guint pp)
{
  return pp <= MAX_TRIED || is_power_of_two (pp) || self->model.n_layers % pp == 0
         || self->islands->n_devices % (tp * pp) == 0;
}

static guint
max_copies (const Planner *self, guint tp, guint pp)
{
  const WeftLlmTask *task = self->model.task;
  guint most = MIN (self->islands->n_devices / (tp * pp), task->batch);

  return task->copies > 0 ? MIN (most, task->copies) : most;
}

static gboolean
takes_dp (guint dp, guint most)
{
  return dp <= MAX_TRIED || is_power_of_two (dp) || dp == most;
}

/* --- one plan --- */

static void
add_plan (Planner *self, guint tp, guint pp, guint dp)
{
  const WeftLlmJob job = { .tp = tp, .pp = pp, .dp = dp, .microbatches = 1 };
  g_auto (WeftLlmGroups) groups = { 0 };
  WeftLlmPlan *plan;
  gsize n = (gsize) tp * pp * dp;

  if (!weft_llm_groups_init (&groups, self->islands, tp, pp * dp))
    return;
  plan = g_new0 (WeftLlmPlan, 1);
  plan->tp = tp;
  plan->pp = pp;
  plan->dp = dp;
  plan->n_tasks = (guint64) weft_llm_graph_n_tasks (self->model.shape, &job);
  plan->is_inside = groups.is_inside;
  plan->devices = g_memdup2 (groups.devices, n * sizeof *plan->devices);
  weft_llm_estimate (&self->model, self->islands, &groups, plan);
  if (isfinite (plan->time_s))
    g_ptr_array_add (self->plans, plan);
  else
    weft_llm_plan_free (plan);
}

static gboolean
add_plans (Planner *self, GError **error)
{
  guint n = self->islands->n_devices;

  for (guint tp = 1; tp <= n; tp++)
    {
      if (!takes_tp (self->model.shape, tp))
        continue;
      for (guint pp = 1; pp <= MIN (n / tp, self->model.n_layers); pp++)
        {
          guint most = max_copies (self, tp, pp);

          if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
            return FALSE;
          for (guint dp = 1; dp <= most; dp++)
            if (self->use_all ? (guint64) tp * pp * dp == n : takes_pp (self, tp, pp) && takes_dp (dp, most))
              add_plan (self, tp, pp, dp);
        }
    }
  return TRUE;
}

/* --- the list --- */

/* The quickest; of equal ones that with the fewest chips, then with the fewest stages. */
static int
compare_plans_cb (gconstpointer a, gconstpointer b)
{
  const WeftLlmPlan *one = *(const WeftLlmPlan *const *) a;
  const WeftLlmPlan *other = *(const WeftLlmPlan *const *) b;
  guint64 n_one = (guint64) one->tp * one->pp * one->dp;
  guint64 n_other = (guint64) other->tp * other->pp * other->dp;

  if (one->fits != other->fits)
    return one->fits ? -1 : 1;
  if (!one->fits && one->memory_bytes / one->capacity_bytes != other->memory_bytes / other->capacity_bytes)
    return one->memory_bytes / one->capacity_bytes < other->memory_bytes / other->capacity_bytes ? -1 : 1;
  if (one->time_s != other->time_s)
    return one->time_s < other->time_s ? -1 : 1;
  if (n_one != n_other)
    return n_one < n_other ? -1 : 1;
  if (one->pp != other->pp)
    return one->pp < other->pp ? -1 : 1;
  return (one->tp > other->tp) - (one->tp < other->tp);
}

static gboolean
check_plans (const Planner *self, GError **error)
{
  const WeftLlmPlan *first;
  g_autofree char *needs = NULL;
  g_autofree char *has = NULL;

  if (self->plans->len == 0)
    {
      g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_NO_DEVICE,
                   self->use_all ? _("no plan takes all %u accelerators: %.0f heads, %u layers and %u copies at most "
                                     "do not come out even")
                                 : _("no plan for %u accelerators with %.0f heads, %u layers and %u copies at most"),
                   self->islands->n_devices, self->model.shape->heads, self->model.n_layers, max_copies (self, 1, 1));
      return FALSE;
    }
  first = self->plans->pdata[0];
  if (first->fits)
    return TRUE;
  needs = weft_quantity_format (first->memory_bytes, WEFT_UNIT_BYTES);
  has = weft_quantity_format (first->capacity_bytes, WEFT_UNIT_BYTES);
  g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_MEMORY,
               _("none of %u plans fits: even with TP %u, PP %u, DP %u one chip would have to hold %s, and %s of it "
                 "may be filled"),
               self->plans->len, first->tp, first->pp, first->dp, needs, has);
  return FALSE;
}

static gboolean
refuse (GError **error, const char *message)
{
  g_set_error_literal (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID, message);
  return FALSE;
}

static gboolean
check_task (const WeftLlmShape *shape, const WeftLlmTask *task, GError **error)
{
  g_autofree char *lack = weft_llm_shape_lack (shape);

  if (lack != NULL)
    return refuse (error, lack);
  if (task->prompt_tokens == 0 || task->batch == 0)
    return refuse (error, _("a plan needs at least 1 token and 1 request"));
  if (!(task->flop_efficiency > 0 && task->flop_efficiency <= 1)
      || !(task->bandwidth_efficiency > 0 && task->bandwidth_efficiency <= 1)
      || !(task->memory_fill > 0 && task->memory_fill <= 1))
    return refuse (error, _("efficiencies and the part of the memory that may be filled are above 0 and at most 1"));
  if (!(task->launch_s >= 0 && isfinite (task->launch_s)))
    return refuse (error, _("the time to launch a task is a number of seconds from 0 on"));
  if (!(task->overlap_tp >= 0 && task->overlap_tp <= 1) || !(task->overlap_dp >= 0 && task->overlap_dp <= 1))
    return refuse (error, _("overlaps are shares from 0 to 1"));
  return TRUE;
}

/**
 * weft_llm_task_init: (skip)
 * @task: (out caller-allocates): what to fill
 * @is_training: training; else inference
 * @inventory: the catalog as a profile sees it
 * @error: return location for a %WEFT_CATALOG_ERROR: the profile lacks a constant
 *
 * Inference: 8 requests of 2,048 tokens each are prefilled at once by one copy of the model. CHASE runs requests of
 * 2,048 tokens (section 7.1) and maps one copy (section 7.6, whose counts of tasks are those of one); 8 is the largest
 * batch of a prefill in the profile archagent-2026. Training: a step of 8 sequences on as many copies as there may be.
 * Kernels reach 0.78 of the peak and 0.81 of the memory bandwidth (fitted to 96 shapes of matrix products on an H100
 * that the project aiconfigurator has measured, 4 % mean error). A layer costs 67 microseconds of software (fitted to
 * 518 measurements of serving from there), dealt out to its five tasks. Overlaps and the part of memory that may be
 * filled are the profile's.
 *
 * Returns: whether the profile has its constants
 */
gboolean
weft_llm_task_init (WeftLlmTask *task, gboolean is_training, WeftInventory *inventory, GError **error)
{
  WeftProfile *profile = weft_inventory_get_profile (inventory);

  *task = (WeftLlmTask) {
    .is_training = is_training,
    .prompt_tokens = 2048,
    .batch = 8,
    .copies = is_training ? 0 : 1,
    .dtype = "native",
    .kv_dtype = "native",
    .flop_efficiency = 0.78,
    .bandwidth_efficiency = 0.81,
    .launch_s = 67e-6 / WEFT_LLM_LAYER_PARTS,
  };
  return weft_profile_get_number (profile, "overlap_tp", &task->overlap_tp, error)
         && weft_profile_get_number (profile, "overlap_dp", &task->overlap_dp, error)
         && weft_profile_get_number (profile, "memory_fill", &task->memory_fill, error);
}

/**
 * weft_llm_task_notes: (skip)
 * @task: what a model is to do
 *
 * Returns: (transfer full) (element-type utf8): what its estimates assume
 */
GPtrArray *
weft_llm_task_notes (const WeftLlmTask *task)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *launch = weft_quantity_format (task->launch_s, WEFT_UNIT_S);
  g_autofree char *copies
    = task->copies == 0 ? g_strdup (_("as many copies as the batch can use"))
                        : g_strdup_printf (ngettext ("at most %u copy", "at most %u copies", task->copies),
                                           task->copies);

  if (task->is_training)
    g_ptr_array_add (notes, g_strdup_printf (_("Sequences of a step: %u, each of %u tokens; %s of the model."),
                                             task->batch, task->prompt_tokens, copies));
  else
    g_ptr_array_add (notes, g_strdup_printf (_("Requests at once: %u, each of %u tokens; tokens made for each: %u; %s of "
                                               "the model."),
                                             task->batch, task->prompt_tokens, task->new_tokens, copies));
  g_ptr_array_add (notes, g_strdup_printf (_("Kernels reach %.0f %% of a chip's peak and %.0f %% of its memory "
                                             "bandwidth; software takes %s a task; %.0f %% of the memory may be filled."),
                                           task->flop_efficiency * 100, task->bandwidth_efficiency * 100, launch,
                                           task->memory_fill * 100));
  g_ptr_array_add (notes, g_strdup (_("Layers are dealt out evenly, and the slowest stage sets the pace; all-reduces "
                                      "are rings, in islands first and then among them.")));
  return notes;
}

/**
 * weft_llm_plans: (skip)
 * @shape: a model
 * @task: what it is to do
 * @platform: chips of a machine
 * @flat: (nullable): the machine; without it chips that are joined each to each count with one of their cables
 * @inventory: the catalog as a profile sees it
 * @use_all: only plans that take every accelerator
 * @cancellable: (nullable): a cancellable
 * @error: return location for a #WeftMapperError or G_IO_ERROR_CANCELLED
 *
 * Islands are devices whose transfers to each other are about the quickest that they have. Groups of tensor ranks lie
 * inside of islands where they fit, else over several; stages follow each other from one group to the nearest one, the
 * fastest chips first. Host processors are not planned with.
 *
 * Returns: (transfer full) (element-type WeftLlmPlan) (nullable): the plans, the best first
 */
GPtrArray *
weft_llm_plans (const WeftLlmShape *shape, const WeftLlmTask *task, WeftPlatform *platform, const WeftFlat *flat,
                WeftInventory *inventory, gboolean use_all, GCancellable *cancellable, GError **error)
{
  g_auto (WeftLlmModel) model = { 0 };
  g_autoptr (WeftLlmIslands) islands = NULL;
  g_autoptr (GPtrArray) plans = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_llm_plan_free);
  g_autofree double *slowness = NULL;
  Planner planner = { .plans = plans, .cancellable = cancellable, .use_all = use_all };

  if (!check_task (shape, task, error))
    return NULL;
  if (!weft_llm_model_init (&model, shape, task, platform, inventory))
    {
      refuse (error, _("the format of the weights or of the cache is not known"));
      return NULL;
    }
  slowness = weft_llm_model_slowness (&model);
  islands = weft_llm_islands_new (platform, flat, slowness, (double) task->prompt_tokens * shape->hidden * 2);
  planner.model = model;
  planner.islands = islands;
  if (islands->n_devices == 0)
    {
      g_set_error_literal (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_NO_DEVICE,
                           _("the machine has no accelerator that the model could run on"));
      return NULL;
    }
  if (!add_plans (&planner, error))
    return NULL;
  g_ptr_array_sort (plans, compare_plans_cb);
  if (!check_plans (&planner, error))
    return NULL;
  weft_llm_plans_explain (plans, islands);
  return g_steal_pointer (&plans);
}

/**
 * weft_llm_plan_free: (skip)
 * @plan: (nullable) (transfer full): a plan
 */
void
weft_llm_plan_free (WeftLlmPlan *plan)
{
  if (plan == NULL)
    return;
  g_free (plan->devices);
  g_free (plan->why);
  g_free (plan);
}
