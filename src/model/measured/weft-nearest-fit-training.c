/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may be changed about a plan of training so that it fits, each kind step by step. */
#include <math.h>

#include "model/measured/weft-nearest-fit-private.h"

/* Doublings beyond this are no near change. */
#define MAX_DOUBLINGS 8

/* Replicas as many as the chips allow once each takes more of them, so that the work stays the same. */
static void
keep_chips (WeftFitCase *self)
{
  WeftTrainingPlan *plan = &self->training;
  double each = (double) plan->tp * plan->pp * plan->cp;

  plan->dp = (guint) MAX (1, MIN (plan->dp, floor (self->chips / each)));
  plan->shard = 0;
}

static gboolean
take_sequence_parallel (WeftFitCase   *self,
                        guint          step,
                        WeftFitChange *change)
{
  if (step > 1 || self->training.tp == 1 || self->training.sequence_parallel)
    return FALSE;
  self->training.sequence_parallel = TRUE;
  change->distance = self->distances->sequence_parallel;
  weft_fit_change_words (change, "off", "on");
  return TRUE;
}

static gboolean
take_flash_attention (WeftFitCase   *self,
                      guint          step,
                      WeftFitChange *change)
{
  if (step > 1 || self->training.flash_attention)
    return FALSE;
  self->training.flash_attention = TRUE;
  change->distance = self->distances->flash_attention;
  weft_fit_change_words (change, "off", "on");
  return TRUE;
}

static gboolean
take_recompute (WeftFitCase   *self,
                guint          step,
                WeftFitChange *change)
{
  WeftRecompute from = self->training.recompute;
  const double at[] = { 0, self->distances->recompute_selective, self->distances->recompute_full };

  if (from + step >= WEFT_N_RECOMPUTES)
    return FALSE;
  self->training.recompute = from + step;
  self->training.recompute_layers = 0;
  change->distance = at[from + step] - at[from];
  weft_fit_change_words (change, weft_recompute_nick (from), weft_recompute_nick (from + step));
  return TRUE;
}

static gboolean
take_zero_stage (WeftFitCase   *self,
                 guint          step,
                 WeftFitChange *change)
{
  guint from = self->training.zero_stage;
  const double at[] = { 0, self->distances->zero_1, self->distances->zero_2, self->distances->zero_3 };

  if (from + step >= G_N_ELEMENTS (at))
    return FALSE;
  self->training.zero_stage = from + step;
  change->distance = at[from + step] - at[from];
  weft_fit_change_count (change, from, from + step);
  return TRUE;
}

static gboolean
take_microbatch (WeftFitCase   *self,
                 guint          step,
                 WeftFitChange *change)
{
  double from = self->training.microbatch;
  double to = floor (ldexp (from, -(int) step));

  if (to < 1)
    return FALSE;
  self->training.microbatch = to;
  change->distance = step * self->distances->microbatch;
  weft_fit_change_count (change, from, to);
  return TRUE;
}

static gboolean
take_virtual_stages (WeftFitCase   *self,
                     guint          step,
                     WeftFitChange *change)
{
  guint from = self->training.virtual_stages;
  guint to = from >> step;

  if (to < 1)
    return FALSE;
  self->training.virtual_stages = to;
  change->distance = step * self->distances->virtual_stages;
  weft_fit_change_count (change, from, to);
  return TRUE;
}

static gboolean
take_tp (WeftFitCase   *self,
         guint          step,
         WeftFitChange *change)
{
  guint from = self->training.tp;
  guint to = from << step;

  if (step > MAX_DOUBLINGS || to > self->training.model->heads)
    return FALSE;
  self->training.tp = to;
  keep_chips (self);
  change->distance = weft_fit_case_spread (self, self->distances->tp, from, to);
  weft_fit_change_count (change, from, to);
  return TRUE;
}

static gboolean
take_pp (WeftFitCase   *self,
         guint          step,
         WeftFitChange *change)
{
  guint from = self->training.pp;
  guint to = from << step;

  if (step > MAX_DOUBLINGS || to > self->training.model->layers)
    return FALSE;
  self->training.pp = to;
  self->training.stage_layers = NULL;
  keep_chips (self);
  change->distance = step * self->distances->pp;
  weft_fit_change_count (change, from, to);
  return TRUE;
}

static gboolean
take_cp (WeftFitCase   *self,
         guint          step,
         WeftFitChange *change)
{
  guint from = self->training.cp;

  if (step > MAX_DOUBLINGS)
    return FALSE;
  self->training.cp = from << step;
  keep_chips (self);
  change->distance = weft_fit_case_spread (self, self->distances->cp, (double) self->training.tp * from,
                                           (double) self->training.tp * self->training.cp);
  weft_fit_change_count (change, from, self->training.cp);
  return TRUE;
}

static gboolean
take_ep (WeftFitCase   *self,
         guint          step,
         WeftFitChange *change)
{
  guint from = self->training.ep;
  guint to = from << step;

  if (step > MAX_DOUBLINGS || to > self->training.model->experts)
    return FALSE;
  self->training.ep = to;
  change->distance = weft_fit_case_spread (self, self->distances->ep, from, to);
  weft_fit_change_count (change, from, to);
  return TRUE;
}

static gboolean
take_offload (WeftFitCase   *self,
              guint          step,
              WeftFitChange *change)
{
  if (step > 1 || (self->training.offload & WEFT_OFFLOAD_OPTIMIZER) != 0)
    return FALSE;
  self->training.offload |= WEFT_OFFLOAD_OPTIMIZER;
  change->distance = self->distances->offload;
  weft_fit_change_words (change, "chip", "host");
  return TRUE;
}

static gboolean
take_chips (WeftFitCase   *self,
            guint          step,
            WeftFitChange *change)
{
  double from = weft_training_plan_chips (&self->training);

  if (step > MAX_DOUBLINGS || self->training.zero_stage == 0)
    return FALSE;
  self->training.dp <<= step;
  weft_fit_change_count (change, from, weft_training_plan_chips (&self->training));
  return TRUE;
}

const WeftFitMove weft_fit_training_moves[] = {
  { WEFT_CHANGE_SEQUENCE_PARALLEL, take_sequence_parallel },
  { WEFT_CHANGE_FLASH_ATTENTION, take_flash_attention },
  { WEFT_CHANGE_RECOMPUTE, take_recompute },
  { WEFT_CHANGE_ZERO_STAGE, take_zero_stage },
  { WEFT_CHANGE_MICROBATCH, take_microbatch },
  { WEFT_CHANGE_VIRTUAL_STAGES, take_virtual_stages },
  { WEFT_CHANGE_TP, take_tp },
  { WEFT_CHANGE_PP, take_pp },
  { WEFT_CHANGE_CP, take_cp },
  { WEFT_CHANGE_EP, take_ep },
  { WEFT_CHANGE_OFFLOAD, take_offload },
  { WEFT_CHANGE_CHIPS, take_chips },
  { WEFT_CHANGE_CHIP, weft_fit_case_next_chip },
  { 0, NULL },
};
