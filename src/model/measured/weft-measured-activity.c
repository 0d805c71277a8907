/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What chips do while a workload runs: operations that are computed, bytes that are moved, and the time that kernels
 * wait for others. Time without any of these is idle: bubbles, software, the other phase. */
#include "model/measured/weft-measured-activity-private.h"

#include <math.h>

#include "model/measured/weft-measured-private.h"

/* One partition at one phase of a workload. */
typedef struct
{
  const WeftModel *model;
  const WeftPartitionTimes *times;
  const WeftChipKernels *kernels;
  WeftSite site;
  double busy; /* part of the time that it is at this phase */
} Place;

static void
add_flops (WeftActivity *activity,
           const Place  *place,
           WeftFormat    format,
           double        chip_flops)
{
  if (place->kernels->gemm[format].rate_flops > 0 && isfinite (chip_flops))
    activity->matrix_flops[format] += place->busy * chip_flops;
}

/* Bytes of memory that are moved in @share of the time, and kernels that exchange data in @exchange of it. */
static void
add_moves (WeftActivity *activity,
           const Place  *place,
           double        share,
           double        exchange,
           double        link_bytes_s)
{
  weft_activity_add_traffic (activity, place->kernels, place->busy * share);
  weft_activity_add_exchange (activity, link_bytes_s, place->busy * exchange);
}

/* --- training --- */

static void
add_training (WeftActivity *activity,
              const Place  *place)
{
  const WeftModel *model = place->model;
  const WeftMapping *best = &place->times->training.best;
  const WeftMeasuredSite *at = weft_measured_site (model->measured, &place->site);
  double used = (double) best->tp * best->pp * best->dp / place->site.n, inside_s, across_s;
  WeftTrainingPlan plan;
  WeftTrainingStep step;

  weft_measured_training_plan (model, best, &plan);
  weft_training_step (&model->measured->training, &at->training, &plan, &step);
  inside_s = step.part_s[WEFT_TRAINING_PART_TP] + step.part_s[WEFT_TRAINING_PART_CP] + step.part_s[WEFT_TRAINING_PART_EP]
             + step.tp_hidden_s + step.cp_hidden_s + step.ep_hidden_s;
  across_s = step.part_s[WEFT_TRAINING_PART_PP] + step.part_s[WEFT_TRAINING_PART_DP] + step.pp_hidden_s
             + step.dp_hidden_s;

  add_flops (activity, place, plan.format, step.hardware_flop / step.step_s / place->site.n);
  add_moves (activity, place,
             used * (step.part_s[WEFT_TRAINING_PART_ELEMENTWISE] + step.part_s[WEFT_TRAINING_PART_CASTS]
                     + step.part_s[WEFT_TRAINING_PART_OPTIMIZER]) / step.step_s,
             used * MIN (1, inside_s / step.step_s), place->site.inside.bw_bytes_s);
  add_moves (activity, place, 0, used * MIN (1, across_s / step.step_s), place->site.across.bw_bytes_s);
}

/* --- serving --- */

/* Two operations for each parameter that a token is multiplied with. */
static double
token_flop (const WeftModel *model)
{
  const WeftLlmShape *shape = &model->measured->shape;

  return 2 * (weft_llm_active_params (shape) - weft_llm_embedding_params (shape));
}

static void
add_serving (WeftActivity *activity,
             const Place  *place,
             gboolean      decode)
{
  const WeftMapping *best = decode ? &place->times->decode.best : &place->times->prefill.best;
  WeftSplit split = decode ? weft_decode_split (place->model, &place->site, best)
                           : weft_prefill_split (place->model, &place->site, best);
  double used = (double) best->tp * best->dp / place->site.n;
  WeftFormat format = place->site.chip->peak_fp8_flops > 0 ? WEFT_FORMAT_FP8 : WEFT_FORMAT_BF16;

  add_flops (activity, place, format, token_flop (place->model) * best->rate / place->site.n);
  add_moves (activity, place, used * split.s[WEFT_PART_MEMORY], used * split.s[WEFT_PART_BISECTION],
             place->site.inside.bw_bytes_s);
  add_moves (activity, place, 0, used * split.s[WEFT_PART_LATENCY], 0);
}

/* --- scientific kernels --- */

static double
exchange_s (const WeftHpcTime *time)
{
  return time->halo.latency_s + time->reduce.latency_s + time->exchange.latency_s;
}

static double
transfer_s (const WeftHpcTime *time)
{
  return time->halo.transfer_s + time->reduce.transfer_s + time->exchange.transfer_s;
}

static void
add_kernel (WeftActivity    *activity,
            const Place     *place,
            WeftWorkloadKind kind)
{
  const WeftSite *site = &place->site;
  WeftHpcTime time = weft_measured_kernel_time (place->model, site, kind);
  double total_s = weft_hpc_time_total (&time);
  const WeftLink *link = site->n <= site->domain_chips ? &site->inside : &site->across;

  /* The energy of products has that of their operands in it. */
  if (kind == WEFT_WORKLOAD_COUPLED)
    add_flops (activity, place, WEFT_FORMAT_BF16, time.flop / total_s / site->n);
  else
    activity->vector_flops += place->busy * time.flop / total_s / site->n;
  if (kind != WEFT_WORKLOAD_COUPLED || time.memory_s > 0)
    activity->bytes_s += place->busy * time.bytes / total_s;
  add_moves (activity, place, 0, transfer_s (&time) / total_s, link->bw_bytes_s);
  add_moves (activity, place, 0, exchange_s (&time) / total_s, 0);
}

/* Arithmetic alone on chips whose memory is on them. */
static void
add_surrogate (WeftActivity *activity,
               const Place  *place)
{
  if (!place->site.chip->dataflow)
    add_kernel (activity, place, WEFT_WORKLOAD_COUPLED);
  else
    add_flops (activity, place, WEFT_FORMAT_BF16, place->model->coupled_flop / place->times->ai_s / place->site.n);
}

/* --- public --- */

static void
add_phase (WeftActivity    *activity,
           const Place     *place,
           WeftWorkloadKind kind,
           guint            phase)
{
  switch (kind)
    {
    case WEFT_WORKLOAD_TRAINING:
      add_training (activity, place);
      break;
    case WEFT_WORKLOAD_SERVING:
      add_serving (activity, place, phase == 1);
      break;
    case WEFT_WORKLOAD_COUPLED:
      if (phase == 1)
        add_surrogate (activity, place);
      else
        add_kernel (activity, place, WEFT_WORKLOAD_STENCIL);
      break;
    case WEFT_WORKLOAD_STENCIL:
    case WEFT_WORKLOAD_HPCG:
    case WEFT_WORKLOAD_FFT:
    case WEFT_N_WORKLOADS:
    default:
      add_kernel (activity, place, kind);
      break;
    }
}

/* The part of the time that a partition is at a phase: two phases on one take turns; of two that are a pipeline the
 * quicker one waits. */
static double
busy_at (const WeftModel          *model,
         const WeftScore          *score,
         const WeftPartitionTimes *times,
         WeftWorkloadKind          kind,
         guint                     phase)
{
  const WeftPartitionTimes *at = &times[score->site[kind][phase]];

  if (kind == WEFT_WORKLOAD_SERVING)
    return phase == 0 ? score->value[kind] * model->w.request_in_tokens / at->prefill.best.rate
                      : score->value[kind] * model->w.request_out_tokens / at->decode.best.rate;
  if (kind == WEFT_WORKLOAD_COUPLED)
    return (phase == 0 ? at->stencil_s : at->ai_s) / score->value[kind];
  return 1;
}

gboolean
weft_measured_activities (const WeftModel          *model,
                          const WeftMachine        *machine,
                          const WeftScore          *score,
                          const WeftPartitionTimes *times,
                          const WeftChipKernels    *kernels,
                          WeftWorkloadKind          kind,
                          WeftActivity             *activities)
{
  guint phases = kind == WEFT_WORKLOAD_SERVING || kind == WEFT_WORKLOAD_COUPLED ? 2 : 1;

  for (guint i = 0; i < machine->n_partitions; i++)
    activities[i] = (WeftActivity) { 0 };
  if (!(score->value[kind] > 0))
    return FALSE;

  for (guint phase = 0; phase < phases; phase++)
    {
      guint index = (guint) score->site[kind][phase];
      Place place = {
        .model = model,
        .times = &times[index],
        .kernels = &kernels[index],
        .site = weft_model_site (model, &machine->partitions[index], score->n[index]),
        .busy = MIN (1, busy_at (model, score, times, kind, phase)),
      };

      add_phase (&activities[index], &place, kind, phase);
    }
  return TRUE;
}
