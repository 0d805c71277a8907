/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sites for the tests of training: chips of the catalog with the fabrics that they have. */
#pragma once

#include "memory-fixture.h"
#include "model/measured/weft-memory-training.h"
#include "model/measured/weft-training-step.h"

typedef struct
{
  WeftLlmShape shape;
  WeftTrainingModel model;
  WeftTrainingPlan plan;
  WeftTrainingStep step;
} TrainingRun;

static inline WeftInventory *
training_inventory (void)
{
  static WeftInventory *inventory;
  g_autoptr (GError) error = NULL;

  if (inventory == NULL)
    inventory = weft_inventory_new (memory_catalog (), memory_profile (), &error);
  g_assert_no_error (error);
  return inventory;
}

static inline WeftTrainingSite
training_site (const char *chip_id,
               const char *scaleup_id,
               const char *scaleout_id,
               const char *stack)
{
  WeftInventory *inventory = training_inventory ();
  const WeftChip *chip = weft_inventory_find_chip (inventory, chip_id);
  const WeftScaleup *scaleup = weft_inventory_find_scaleup (inventory, scaleup_id);
  const WeftScaleout *scaleout = weft_inventory_find_scaleout (inventory, scaleout_id);
  const WeftScaleupOnChip *pair = weft_inventory_scaleup_on_chip (inventory, scaleup->index, chip->index);
  WeftFabricSite where = {
    .scaleup = scaleup->index,
    .scaleout = scaleout->index,
    .chip = chip->index,
    .inside = { pair->alpha_s, pair->bw_bytes_s },
    .across = { scaleout->alpha_s, scaleout->bw_bytes_s },
    .domain_ranks = chip->node_chips >= 8 ? chip->node_chips : pair->domain_chips,
  };
  g_autoptr (GError) error = NULL;
  WeftTrainingSite site;

  weft_training_site_init (&site, inventory, &where, stack, &error);
  g_assert_no_error (error);
  return site;
}

static inline WeftTrainingSite
h100_site (void)
{
  return training_site ("h100-sxm-80", "nvlink4", "ib-ndr", "nemo");
}

static inline WeftTrainingSite
a100_site (void)
{
  return training_site ("a100-sxm-80", "nvlink3", "ib-hdr", "megatron");
}

/* A run on one chip; @self must not move. */
static inline void
training_run_init (TrainingRun        *self,
                   const WeftLlmShape *shape)
{
  self->shape = *shape;
  weft_training_model_init (&self->model, &self->shape);
  weft_training_plan_init (&self->plan, &self->shape);
}

static inline double
training_run_s (TrainingRun            *self,
                const WeftTrainingSite *site)
{
  g_autofree char *lack = weft_training_plan_lack (&self->plan);

  g_assert_cmpstr (lack, ==, NULL);
  weft_training_step (&self->model, site, &self->plan, &self->step);
  return self->step.step_s;
}
