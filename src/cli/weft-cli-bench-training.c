/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speed of timing training plans by the measured profile: splits and microbatches of GPT-3 on 1,024 chips, again and again on
 * one core, and all executions of Llama 3.1 405B on 16,384. */
#include "cli/weft-cli-bench.h"

#include <math.h>

#include <glib/gi18n.h>

#include "model/measured/weft-training-sweep.h"

#define PROFILE "measured"
#define CHIP "h100-sxm-80"
#define SCALEUP "nvlink4"
#define SCALEOUT "ib-ndr"
#define STACK "nemo"
#define RATE_S 0.6
/* Of Calculon, which times 630 a second (its logger silenced). */
#define GOAL_PLANS_S 100e3
#define GOAL_SEARCH_S 2

typedef struct
{
  WeftLlmShape shape;
  WeftTrainingModel model;
  WeftTrainingPlan plan;
} Study;

static gboolean
init_site (WeftTrainingSite *site,
           WeftInventory    *inventory,
           GError          **error)
{
  const WeftChip *chip = weft_inventory_find_chip (inventory, CHIP);
  const WeftScaleup *scaleup = weft_inventory_find_scaleup (inventory, SCALEUP);
  const WeftScaleout *scaleout = weft_inventory_find_scaleout (inventory, SCALEOUT);
  const WeftScaleupOnChip *pair;
  WeftFabricSite where;

  if (chip == NULL || scaleup == NULL || scaleout == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("the catalog lacks %s, %s or %s"), CHIP, SCALEUP, SCALEOUT);
      return FALSE;
    }
  pair = weft_inventory_scaleup_on_chip (inventory, scaleup->index, chip->index);
  where = (WeftFabricSite) {
    .scaleup = scaleup->index,
    .scaleout = scaleout->index,
    .chip = chip->index,
    .inside = { pair->alpha_s, pair->bw_bytes_s },
    .across = { scaleout->alpha_s, scaleout->bw_bytes_s },
    .domain_ranks = chip->node_chips,
  };
  return weft_training_site_init (site, inventory, &where, STACK, error);
}

static gboolean
init_study (Study        *study,
            WeftCatalog  *catalog,
            const char   *model,
            double        sequence,
            double        global_batch,
            GError      **error)
{
  WeftRecord *record = weft_catalog_lookup (catalog, WEFT_RECORD_MODEL, model);

  if (record == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("the catalog lacks %s"), model);
      return FALSE;
    }
  if (!weft_llm_shape_init (&study->shape, record, NULL, error))
    return FALSE;
  weft_training_model_init (&study->model, &study->shape);
  weft_training_plan_init (&study->plan, &study->shape);
  study->plan.sequence = sequence;
  study->plan.global_batch = global_batch;
  study->plan.zero_stage = 1;
  study->plan.stack = STACK;
  study->plan.states = weft_states_of_stack (STACK);
  return TRUE;
}

/* Plans a second, whether or not they fit, and those that do: (out): @timed_s. */
static double
measure_rate (const Study            *study,
              const WeftTrainingSite *site,
              guint                   chips,
              double                 *timed_s)
{
  double start_s = weft_bench_cpu_s ();
  double plans = 0, timed = 0, spent_s;
  WeftTrainingSpace space;

  weft_training_space_init_splits (&space, &study->model, site, &study->plan, chips);
  do
    {
      WeftTrainingFound best;
      WeftTrainingTally tally;

      weft_training_sweep (&study->model, site, &study->plan, chips, &space, &best, 1, &tally, NULL);
      plans += tally.plans;
      timed += tally.timed;
      spent_s = weft_bench_cpu_s () - start_s;
    }
  while (spent_s < RATE_S && plans > 0);
  *timed_s = timed / spent_s;
  return plans / spent_s;
}

static void
measure_search (WeftBench              *bench,
                const Study            *study,
                const WeftTrainingSite *site,
                guint                   chips)
{
  WeftTrainingSpace space;
  WeftTrainingFound best;
  WeftTrainingTally tally;
  double start_s = weft_bench_cpu_s ();

  weft_training_space_init (&space, &study->model, site, &study->plan, chips);
  weft_training_sweep (&study->model, site, &study->plan, chips, &space, &best, 1, &tally, NULL);
  weft_bench_add (bench, "training-search", _("All executions of Llama 3.1 405B on 16,384 chips"),
                  weft_bench_cpu_s () - start_s, "s", GOAL_SEARCH_S, FALSE);
  weft_bench_add (bench, "training-search-plans", _("Plans of that search"), tally.plans, "1", NAN, TRUE);
  weft_bench_add (bench, "training-search-large", _("Of these, too large for the chips"), tally.too_large, "1", NAN, TRUE);
}

void
weft_bench_training (WeftBench *bench)
{
  WeftCatalog *catalog = weft_evaluator_get_catalog (bench->evaluator);
  g_autoptr (GError) error = NULL;
  WeftProfile *profile = weft_catalog_get_profile (catalog, PROFILE, &error);
  g_autoptr (WeftInventory) inventory = profile != NULL ? weft_inventory_new (catalog, profile, &error) : NULL;
  g_autofree Study *study = g_new0 (Study, 1);
  WeftTrainingSite site;
  double rate, timed;

  if (inventory == NULL || !init_site (&site, inventory, &error)
      || !init_study (study, catalog, "gpt3-175b", 2048, 1024, &error))
    {
      weft_cli_note (_("weft bench: training is left out: %s"), error->message);
      return;
    }
  rate = measure_rate (study, &site, 1024, &timed);
  weft_bench_add (bench, "training-plans", _("Splits and microbatches of GPT-3 175B on 1,024 chips"), rate, "1/s",
                  GOAL_PLANS_S, TRUE);
  weft_bench_add (bench, "training-timed", _("Of these, those that fit and are timed"), timed, "1/s", NAN, TRUE);
  if (!init_study (study, catalog, "llama-3.1-405b", 8192, 2048, &error))
    {
      weft_cli_note (_("weft bench: training is left out: %s"), error->message);
      return;
    }
  measure_search (bench, study, &site, 16384);
}
