/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a partition cannot train or serve the workload's model, and the nearest change with which it could. */
#include "model/measured/weft-measured-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/measured/weft-nearest-fit.h"

static guint
largest (const WeftCandidates *candidates,
         double                limit)
{
  double most = 1;

  for (guint i = 0; i < candidates->n; i++)
    if (candidates->v[i] <= limit)
      most = MAX (most, candidates->v[i]);
  return (guint) most;
}

/* What takes least of each chip among what was tried. */
static WeftNearestFit *
ask_training (const WeftModel        *model,
              const WeftSite         *site,
              const WeftFitSetting   *setting)
{
  guint tp = largest (&model->k.train_tp, MIN (site->domain_chips, site->n));
  guint pp = largest (&model->k.train_pp, MIN (model->measured->shape.layers, floor ((double) site->n / tp)));
  WeftMapping mapping = {
    .tp = tp,
    .pp = pp,
    .dp = (guint) MAX (1, MIN (site->n / (tp * pp), model->w.global_batch_sequences)),
    .microbatch = 1,
    .chunks = 1,
    .recompute = WEFT_RECOMPUTE_FULL,
    .zero_stage = 1,
  };
  WeftTrainingPlan plan;

  weft_measured_training_plan (model, &mapping, &plan);
  return weft_nearest_fit_training (setting, &plan, NULL);
}

static WeftNearestFit *
ask_serving (const WeftModel      *model,
             const WeftSite       *site,
             const WeftFitSetting *setting)
{
  guint tp = largest (&model->k.serve_tp, MIN (site->domain_chips, site->n));
  WeftMapping mapping = { .tp = tp, .pp = 1, .dp = MAX (1, site->n / tp), .batch = 1 };
  WeftServingPlan plan;

  weft_measured_serving_plan (model, site, &mapping, &plan);
  return weft_nearest_fit_serving (setting, &plan, NULL);
}

/**
 * weft_measured_explain_lack: (skip)
 * @model: a model of a measured profile
 * @site: a partition whose memory nothing fits
 * @training: whether it is about training
 *
 * Returns: (transfer full) (nullable): one clause without a full stop, %NULL when nothing can be said
 */
char *
weft_measured_explain_lack (const WeftModel *model,
                            const WeftSite  *site,
                            gboolean         training)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);
  WeftProfile *profile = weft_inventory_get_profile (model->inventory);
  WeftFitSetting setting = {
    .inventory = model->inventory,
    .profile = profile,
    .rules = &place->training.memory,
    .shape = &model->measured->training.layers,
    .chip = site->chip,
    .capacity_bytes = place->training.capacity_bytes,
    .chips = site->n,
  };
  g_autoptr (WeftNearestFit) fit = training ? ask_training (model, site, &setting)
                                            : ask_serving (model, site, &setting);
  g_autofree char *remedy = NULL;

  if (fit == NULL || fit->fits || fit->reason == NULL)
    return NULL;
  if (fit->remedies == NULL || fit->remedies->len == 0)
    return g_strdup (fit->reason);
  remedy = weft_fit_remedy_describe (g_ptr_array_index (fit->remedies, 0));
  return g_strdup_printf (_("%s; nearest change that fits: %s"), fit->reason, remedy);
}
