/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph is mapped by its algorithm, a language model by the best plan of the machine; then both are simulated. */
#include "search/hardware/weft-portfolio-run.h"

#include <math.h>
#include <string.h>

#include "mapper/weft-llm-islands-private.h"
#include "mapper/weft-llm-plan-json.h"
#include "mapper/weft-llm-plan.h"
#include "workload/weft-generator.h"

/* What islands are told by: large enough for bandwidth to count. */
#define ISLAND_BYTES 1e6

/* --- the machine --- */

/* The accelerator that is nearest, of equally near ones the first. */
static guint
find_nearest (const WeftPortfolioMachine *self, guint host)
{
  guint nearest = host;
  double least_s = INFINITY;

  for (guint i = 0; i < self->platform->n_devices; i++)
    if (!self->is_host[i] && weft_platform_comm_s (self->platform, host, i, ISLAND_BYTES) < least_s)
      {
        least_s = weft_platform_comm_s (self->platform, host, i, ISLAND_BYTES);
        nearest = i;
      }
  return nearest;
}

static void
find_islands (WeftPortfolioMachine *self)
{
  WeftPlatform *platform = self->platform;
  g_autofree double *slowness = g_new (double, platform->n_classes);
  g_autoptr (WeftLlmIslands) islands = NULL;

  self->is_host = g_new0 (gboolean, platform->n_devices);
  for (guint i = 0; i < platform->n_classes; i++)
    {
      const WeftChip *chip = weft_inventory_find_chip (self->inventory, platform->class_name[i]);
      gboolean is_host
          = chip != NULL && g_strcmp0 (weft_record_get_text (chip->record, "class"), "cpu") == 0;

      slowness[i] = is_host ? INFINITY : 1;
      for (guint d = 0; d < platform->n_devices; d++)
        if (platform->class_of[d] == i)
          self->is_host[d] = is_host;
    }
  islands = weft_llm_islands_new (platform, self->flat, slowness, ISLAND_BYTES);
  self->island_of = g_memdup2 (islands->island_of, sizeof *self->island_of * platform->n_devices);
  for (guint d = 0; d < platform->n_devices; d++)
    if (self->is_host[d])
      self->island_of[d] = self->island_of[find_nearest (self, d)];
}

/**
 * weft_portfolio_machine_new: (skip)
 * @design: a design, with a graph or partitions
 * @inventory: the catalog as its profile sees it, with components
 * @cancellable: (nullable): to stop it
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the machine
 */
WeftPortfolioMachine *
weft_portfolio_machine_new (WeftDesign *design, WeftInventory *inventory, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPortfolioMachine) self = g_new0 (WeftPortfolioMachine, 1);

  self->inventory = g_object_ref (inventory);
  self->flat = weft_machine_flatten (design, inventory, error);
  if (self->flat == NULL)
    return NULL;
  self->platform = weft_platform_from_flat (self->flat, inventory, NULL, cancellable, error);
  if (self->platform == NULL)
    return NULL;
  find_islands (self);
  return g_steal_pointer (&self);
}

void
weft_portfolio_machine_free (WeftPortfolioMachine *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->platform, weft_platform_unref);
  g_clear_pointer (&self->flat, weft_flat_free);
  g_clear_object (&self->inventory);
  g_free (self->is_host);
  g_free (self->island_of);
  g_free (self);
}

/* --- a run --- */

typedef struct
{
  const WeftPortfolioMachine *machine;
  const WeftPortfolioWorkload *workload;
  WeftPortfolioTime *time;
  WeftPortfolioLook look;
  gpointer look_data;
  GCancellable *cancellable;
} Run;

/* A reason that a machine cannot run a workload is an answer, unlike a fault. */
static gboolean
take_reason (Run *run, GError **error)
{
  if (error == NULL || *error == NULL || (*error)->domain != WEFT_MAPPER_ERROR)
    return FALSE;
  run->time->why = g_strdup ((*error)->message);
  g_clear_error (error);
  return TRUE;
}

static gboolean
simulate (Run *run, WeftTaskGraph *graph, WeftMapAlgorithm algorithm, const WeftMapOptions *map, GError **error)
{
  const WeftPortfolioMachine *machine = run->machine;
  WeftSimOptions options;
  const WeftSimOrder order = {
    .flat = machine->flat,
    .platform = machine->platform,
    .inventory = machine->inventory,
    .graph = graph,
    .algorithm = algorithm,
    .map_options = map,
    .options = &options,
  };
  g_autoptr (WeftSimOutcome) outcome = NULL;

  weft_sim_options_init (&options);
  outcome = weft_sim_workload_run (&order, run->cancellable, error);
  if (outcome == NULL)
    return FALSE;
  run->time->time_s = outcome->result->makespan_s;
  run->time->n_tasks = graph->n_tasks;
  weft_sim_bottlenecks_init (&run->time->bottlenecks, outcome->result, machine->island_of, machine->is_host);
  if (run->look != NULL)
    run->look (machine, run->workload, outcome, run->look_data);
  return TRUE;
}

/* --- language models --- */

/* (transfer full) (nullable) (element-type WeftLlmPlan) */
static GPtrArray *
make_plans (Run *run, WeftLlmTask *task, GError **error)
{
  const WeftPortfolioWorkload *workload = run->workload;

  if (!weft_llm_task_init (task, FALSE, run->machine->inventory, error))
    return NULL;
  task->prompt_tokens = workload->prompt_tokens;
  task->new_tokens = workload->new_tokens;
  task->batch = workload->batch;
  return weft_llm_plans (&workload->source.shape, task, run->machine->platform, run->machine->flat,
                         run->machine->inventory, workload->use_all, run->cancellable, error);
}

/* (transfer full) (nullable) */
static WeftTaskGraph *
make_graph (Run *run, const WeftLlmPlan *plan, const WeftLlmTask *task, GError **error)
{
  const WeftGenerator *generator = weft_generator_find ("llm", error);
  g_autoptr (JsonObject) params = weft_llm_plan_params (plan, task);
  const char *model = run->workload->model;

  if (generator == NULL)
    return NULL;
  json_object_set_string_member (params, g_file_test (model, G_FILE_TEST_EXISTS) ? "config" : "model", model);
  return weft_generator_make (generator, params, weft_inventory_get_catalog (run->machine->inventory),
                              run->cancellable, error);
}

static gboolean
run_model (Run *run, GError **error)
{
  WeftLlmTask task;
  g_autoptr (GPtrArray) plans = make_plans (run, &task, error);
  const WeftLlmPlan *plan = plans != NULL ? plans->pdata[0] : NULL;
  g_autoptr (WeftTaskGraph) graph = plan != NULL ? make_graph (run, plan, &task, error) : NULL;
  WeftMapOptions map = { .skips_bound = TRUE };

  if (graph == NULL)
    return FALSE;
  map.device_of_rank = plan->devices;
  map.n_ranks = plan->tp * plan->pp * plan->dp;
  run->time->tp = plan->tp;
  run->time->pp = plan->pp;
  run->time->dp = plan->dp;
  run->time->is_inside = plan->is_inside;
  return simulate (run, graph, WEFT_MAP_RANKS, &map, error);
}

/* --- public API --- */

gboolean
weft_portfolio_run (const WeftPortfolioMachine *self, const WeftPortfolioWorkload *workload, WeftPortfolioTime *time,
                    WeftPortfolioLook look, gpointer data, GCancellable *cancellable, GError **error)
{
  static const WeftMapOptions usual = { .skips_bound = TRUE };
  Run run = { self, workload, time, look, data, cancellable };
  GError *wrong = NULL;
  gboolean is_run;

  memset (time, 0, sizeof *time);
  time->time_s = NAN;
  is_run = workload->graph != NULL ? simulate (&run, workload->graph, workload->algorithm, &usual, &wrong)
                                   : run_model (&run, &wrong);
  if (is_run || take_reason (&run, &wrong))
    return TRUE;
  g_propagate_prefixed_error (error, wrong, "%s: ", workload->id);
  return FALSE;
}

void
weft_portfolio_time_clear (WeftPortfolioTime *self)
{
  g_clear_pointer (&self->why, g_free);
}

double
weft_portfolio_slowdown (const WeftPortfolio *self, const WeftPortfolioTime *times, const WeftPortfolioTime *base)
{
  double sum = 0;

  for (guint i = 0; i < self->workloads->len; i++)
    {
      const WeftPortfolioWorkload *workload = self->workloads->pdata[i];

      if (workload->weight > 0)
        sum += workload->weight * log (times[i].time_s / base[i].time_s);
    }
  return sum;
}
