/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goes through plans in a fixed order; what does not fit is sorted out first, because that is found out faster than a time. */
#include "model/measured/weft-training-sweep.h"

#include <math.h>

#include "model/measured/weft-memory-training.h"
#include "model/measured/weft-plan-lack-private.h"

#define MAX_TP 64u
#define MAX_CP 64u
#define MAX_MICROBATCH 64u
#define MAX_ZERO_STAGE 3u

/* Context parallelism below so many tokens a chip has nothing to hide its sending behind. */
#define LEAST_TOKENS 2048.0

/* So many plans pass between two looks at whether somebody has cancelled. */
#define LOOK_EVERY 4096u

typedef struct
{
  const WeftTrainingModel *model;
  const WeftTrainingSite *site;
  const WeftTrainingSpace *space;
  guint chips;
  WeftTrainingPlan plan;
  WeftTrainingFound *best;
  guint n_best;
  guint n_found;
  WeftTrainingTally tally;
  GCancellable *cancellable;
  gboolean is_cancelled;
} Sweep;

/* --- what there is to choose --- */

static void
add_choice (WeftTrainingChoices *choices,
            guint                value)
{
  if (choices->n < WEFT_TRAINING_MAX_CHOICES)
    choices->value[choices->n++] = value;
}

static gboolean
shares_all_heads (const WeftTrainingModel *model,
                  guint                    tp)
{
  for (guint i = 0; i < model->layers.n_sorts; i++)
    if (!weft_plan_shares_heads (model->layers.sort[i].heads, model->layers.sort[i].kv_heads, tp))
      return FALSE;
  return TRUE;
}

static void
add_splits (WeftTrainingSpace       *self,
            const WeftTrainingModel *model,
            guint                    chips)
{
  for (guint tp = 1; tp <= MIN (MAX_TP, chips); tp *= 2)
    if (shares_all_heads (model, tp))
      add_choice (&self->tp, tp);
  for (guint pp = 1; pp <= MIN (chips, model->layers.n_layers); pp++)
    if (chips % pp == 0)
      add_choice (&self->pp, pp);
}

static void
add_microbatches (WeftTrainingSpace      *self,
                  const WeftTrainingPlan *plan)
{
  for (guint i = 1; i <= MIN (MAX_MICROBATCH, plan->global_batch); i *= 2)
    add_choice (&self->microbatch, i);
}

/**
 * weft_training_space_init_splits: (skip)
 * @self: (out caller-allocates): the space
 * @model: a model
 * @site: where it is trained
 * @plan: batch, sequence and what is not chosen
 * @chips: how many
 *
 * Tensor and pipeline parallelism and microbatches, data parallelism being what is left.
 */
void
weft_training_space_init_splits (WeftTrainingSpace       *self,
                                 const WeftTrainingModel *model,
                                 const WeftTrainingSite  *site G_GNUC_UNUSED,
                                 const WeftTrainingPlan  *plan,
                                 guint                    chips)
{
  *self = (WeftTrainingSpace) { .interleaves = FALSE };
  add_splits (self, model, chips);
  add_microbatches (self, plan);
}

/**
 * weft_training_space_init: (skip)
 * @self: (out caller-allocates): the space
 * @model: a model
 * @site: where it is trained
 * @plan: batch, sequence and what is not chosen
 * @chips: how many
 *
 * Every split, interleaving, sharing and recomputation.
 */
void
weft_training_space_init (WeftTrainingSpace       *self,
                          const WeftTrainingModel *model,
                          const WeftTrainingSite  *site,
                          const WeftTrainingPlan  *plan,
                          guint                    chips)
{
  const WeftLlmShape *shape = model->layers.model;

  weft_training_space_init_splits (self, model, site, plan, chips);
  self->interleaves = TRUE;
  for (guint cp = 1; cp <= MAX_CP && (cp == 1 || plan->sequence / cp >= LEAST_TOKENS); cp *= 2)
    add_choice (&self->cp, cp);
  for (guint ep = 1; shape->experts > 0 && ep <= shape->experts; ep *= 2)
    if (fmod (shape->experts, ep) == 0)
      add_choice (&self->ep, ep);
  for (guint i = 0; i <= MAX_ZERO_STAGE; i++)
    add_choice (&self->zero_stage, i);
  add_choice (&self->recompute, WEFT_RECOMPUTE_NONE);
  if (!plan->flash_attention)
    add_choice (&self->recompute, WEFT_RECOMPUTE_SELECTIVE);
  add_choice (&self->recompute, WEFT_RECOMPUTE_FULL);
}

/* --- a plan --- */

static void
keep_best (Sweep  *self,
           double  step_s,
           double  memory_bytes)
{
  guint at = self->n_found;

  if (self->n_best == 0 || !isfinite (step_s))
    return;
  if (self->n_found == self->n_best && !(step_s < self->best[self->n_best - 1].step_s))
    return;
  if (self->n_found < self->n_best)
    self->n_found++;
  else
    at--;
  for (; at > 0 && step_s < self->best[at - 1].step_s; at--)
    self->best[at] = self->best[at - 1];
  self->best[at] = (WeftTrainingFound) { self->plan, step_s, memory_bytes };
}

static void
keep_nearest (Sweep  *self,
              double  memory_bytes)
{
  if (self->tally.too_large++ == 0 || memory_bytes < self->tally.nearest.memory_bytes)
    self->tally.nearest = (WeftTrainingFound) { self->plan, 0, memory_bytes };
}

static void
try_plan (Sweep *self)
{
  double memory_bytes;

  if (self->tally.plans++ % LOOK_EVERY == 0)
    self->is_cancelled = g_cancellable_is_cancelled (self->cancellable);
  if (!weft_training_memory_fits (&self->model->layers, &self->site->memory, &self->plan, self->site->capacity_bytes,
                                  &memory_bytes))
    {
      keep_nearest (self, memory_bytes);
      return;
    }
  self->tally.timed++;
  keep_best (self, weft_training_step_s (self->model, self->site, &self->plan), memory_bytes);
}

/* --- choices within choices --- */

/* One choice where the space has none: what the plan has. */
static guint
count_choices (const WeftTrainingChoices *choices)
{
  return MAX (choices->n, 1);
}

static guint
choose (const WeftTrainingChoices *choices,
        guint                      index,
        guint                      fallback)
{
  return choices->n > 0 ? choices->value[index] : fallback;
}

/* Shares that nobody else holds are no choice. */
static void
try_software (Sweep *self)
{
  const WeftTrainingPlan base = self->plan;
  gboolean has_copies = base.dp > 1 || base.cp > 1;

  for (guint z = 0; z < count_choices (&self->space->zero_stage); z++)
    for (guint r = 0; r < count_choices (&self->space->recompute); r++)
      {
        self->plan.zero_stage = choose (&self->space->zero_stage, z, base.zero_stage);
        self->plan.recompute = choose (&self->space->recompute, r, base.recompute);
        if (self->is_cancelled || (self->space->zero_stage.n > 0 && self->plan.zero_stage > 0 && !has_copies))
          continue;
        try_plan (self);
      }
  self->plan = base;
}

/* Chunks of the layers that the fullest stage has. */
static void
try_chunks (Sweep *self)
{
  guint layers = self->model->layers.n_layers;
  guint fullest = (layers + self->plan.pp - 1) / self->plan.pp;
  guint kept = self->plan.virtual_stages;

  if (!self->space->interleaves)
    {
      self->plan.virtual_stages = self->plan.pp > 1 && self->plan.pp * kept <= layers ? kept : 1;
      try_software (self);
    }
  for (guint v = 1; self->space->interleaves && v <= fullest; v++)
    if (v == 1 || (self->plan.pp > 1 && fullest % v == 0 && self->plan.pp * v <= layers))
      {
        self->plan.virtual_stages = v;
        try_software (self);
      }
  self->plan.virtual_stages = kept;
}

/* Microbatches divide the batch of a replica. */
static void
try_batches (Sweep *self)
{
  double kept = self->plan.microbatch;

  for (guint i = 0; i < count_choices (&self->space->microbatch); i++)
    {
      if (self->space->microbatch.n > 0)
        self->plan.microbatch = self->space->microbatch.value[i];
      if (fmod (self->plan.global_batch, self->plan.microbatch * self->plan.dp) == 0)
        try_chunks (self);
    }
  self->plan.microbatch = kept;
}

static void
try_experts (Sweep *self)
{
  guint kept = self->plan.ep;

  for (guint i = 0; i < count_choices (&self->space->ep); i++)
    {
      self->plan.ep = choose (&self->space->ep, i, kept);
      if ((self->plan.dp * self->plan.cp) % self->plan.ep == 0)
        try_batches (self);
    }
  self->plan.ep = kept;
}

static void
try_split (Sweep *self,
           guint  tp,
           guint  pp,
           guint  cp)
{
  guint64 ranks = (guint64) tp * pp * cp;

  if (ranks > self->chips || self->chips % ranks != 0 || self->plan.sequence < (double) tp * cp)
    return;
  self->plan.tp = tp;
  self->plan.pp = pp;
  self->plan.cp = cp;
  self->plan.dp = (guint) (self->chips / ranks);
  self->plan.sequence_parallel = tp > 1;
  try_experts (self);
}

/**
 * weft_training_sweep: (skip)
 * @model: a model
 * @site: where it is trained
 * @plan: batch, sequence and what is not chosen
 * @chips: how many
 * @space: what is chosen from
 * @best: (array length=n_best) (out): the fastest plans that fit
 * @n_best: how many are wanted
 * @tally: (out) (nullable): how many plans there were
 * @cancellable: (nullable): ends it
 *
 * Plans that take as long stay in the order in which they are tried. Allocates nothing.
 *
 * Returns: how many plans are in @best
 */
guint
weft_training_sweep (const WeftTrainingModel *model,
                     const WeftTrainingSite  *site,
                     const WeftTrainingPlan  *plan,
                     guint                    chips,
                     const WeftTrainingSpace *space,
                     WeftTrainingFound       *best,
                     guint                    n_best,
                     WeftTrainingTally       *tally,
                     GCancellable            *cancellable)
{
  Sweep self = {
    .model = model,
    .site = site,
    .space = space,
    .chips = chips,
    .plan = *plan,
    .best = best,
    .n_best = n_best,
    .cancellable = cancellable,
  };

  for (guint t = 0; t < count_choices (&space->tp); t++)
    for (guint p = 0; p < count_choices (&space->pp); p++)
      for (guint c = 0; c < count_choices (&space->cp); c++)
        if (!self.is_cancelled)
          try_split (&self, choose (&space->tp, t, plan->tp), choose (&space->pp, p, plan->pp),
                     choose (&space->cp, c, plan->cp));
  if (tally != NULL)
    *tally = self.tally;
  return self.n_found;
}
