/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the time of a placed workload goes: compute, memory, fabric latency, bisection bandwidth and bubble
 * (ArchAgent, section III-C: bottleneck attribution). Plain numbers, as the searches need them. */
#include "model/weft-kernel-private.h"

/* The two partitions of a workload, as the formulas need them. */
typedef struct
{
  WeftSite site[2];
  const WeftPartitionTimes *times[2];
  gboolean shared; /* one partition does both phases */
} Place;

/* A request's time on one partition, or that of the slower of two pipelined phases. */
static WeftSplit
split_serving (const WeftModel *model,
               const Place     *place)
{
  const WeftMapping *first = &place->times[0]->prefill.best;
  const WeftMapping *second = &place->times[1]->decode.best;
  WeftSplit in = weft_prefill_split (model, &place->site[0], first);
  WeftSplit out = weft_decode_split (model, &place->site[1], second);
  double in_s = model->w.request_in_tokens / first->rate;
  double out_s = model->w.request_out_tokens / second->rate;
  WeftSplit split = { { 0 } };

  if (place->shared || in_s >= out_s)
    weft_split_add (&split, &in, in_s);
  if (place->shared || in_s < out_s)
    weft_split_add (&split, &out, out_s);
  return split;
}

static WeftSplit
split_coupled (const WeftModel *model,
               const Place     *place)
{
  WeftSplit a, b, split = { { 0 } };
  double solver_s = weft_stencil_s (model, &place->site[0], &a);
  double ai_s = weft_surrogate_s (model, &place->site[1], model->coupled_flop, &b);

  if (place->shared || solver_s >= ai_s)
    weft_split_add (&split, &a, 1);
  if (place->shared || solver_s < ai_s)
    weft_split_add (&split, &b, 1);
  return split;
}

/**
 * weft_attribute: (skip)
 * @model: the model
 * @machine: a machine
 * @score: what the kernel made of it
 * @kind: a workload that it can run
 * @first: results of the partition that runs it, or its first phase
 * @second: (nullable): results of the partition that runs the second phase
 *
 * Returns: where its time goes, in seconds
 */
WeftSplit
weft_attribute (const WeftModel          *model,
                const WeftMachine        *machine,
                const WeftScore          *score,
                WeftWorkloadKind          kind,
                const WeftPartitionTimes *first,
                const WeftPartitionTimes *second)
{
  const gint8 *at = score->site[kind];
  WeftSplit split = { { 0 } };
  Place place = {
    .times = { first, second },
    .shared = at[0] == at[1],
  };

  place.site[0] = weft_model_site (model, &machine->partitions[at[0]], score->n[at[0]]);
  if (second != NULL)
    place.site[1] = weft_model_site (model, &machine->partitions[at[1]], score->n[at[1]]);

  switch (kind)
    {
    case WEFT_WORKLOAD_TRAINING:
      return weft_training_split (model, &place.site[0], &first->training.best);
    case WEFT_WORKLOAD_SERVING:
      return split_serving (model, &place);
    case WEFT_WORKLOAD_STENCIL:
      weft_stencil_s (model, &place.site[0], &split);
      break;
    case WEFT_WORKLOAD_HPCG:
      weft_hpcg_s (model, &place.site[0], &split);
      break;
    case WEFT_WORKLOAD_FFT:
      weft_fft_s (model, &place.site[0], &split);
      break;
    case WEFT_WORKLOAD_COUPLED:
      return split_coupled (model, &place);
    case WEFT_N_WORKLOADS:
    default:
      g_assert_not_reached ();
    }

  return split;
}

/**
 * weft_split_dominant: (skip)
 * @split: a split
 *
 * Returns: the part that takes most of the time; the first of equal ones
 */
WeftTimePart
weft_split_dominant (const WeftSplit *split)
{
  WeftTimePart most = WEFT_PART_COMPUTE;

  for (guint i = 0; i < WEFT_N_PARTS; i++)
    if (split->s[i] > split->s[most])
      most = i;

  return most;
}
