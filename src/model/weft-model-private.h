/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The analytical model as plain numbers: one profile, workload and budget, and what it says about one partition.
 * Nothing here allocates, so a search may call it a million times a second. */
#pragma once

#include "catalog/weft-inventory.h"
#include "cost/weft-collective.h"
#include "design/weft-machine.h"
#include "model/weft-constants-private.h"
#include "model/weft-evaluation.h"
#include "model/weft-workload-spec-private.h"

G_BEGIN_DECLS

/* Where time goes, in seconds, indexed by WeftTimePart. */
typedef struct
{
  double s[WEFT_N_PARTS];
} WeftSplit;

/**
 * WeftSite: (skip)
 * A partition as the formulas need it: the chip, both links and the number of chips.
 */
typedef struct
{
  const WeftChip *chip;
  guint scaleup;       /* indices of the inventory */
  guint scaleout;
  WeftLink inside;     /* scale-up */
  WeftLink across;     /* scale-out */
  double domain_chips; /* S */
  guint n;
} WeftSite;

/* Why a phase cannot run on a partition. */
typedef enum
{
  WEFT_CAN_RUN,
  WEFT_LACKS_FP64,
  WEFT_LACKS_AI,         /* neither BF16 nor, for serving, FP8 */
  WEFT_LACKS_MEMORY,     /* nothing fits */
  WEFT_LACKS_BATCH_ROOM, /* weights fit on chip, not one sequence's KV cache beside them */
  WEFT_IS_SRAM_ONLY,     /* training in SRAM alone */
} WeftLack;

/**
 * WeftMapping: (skip)
 * @rate: tokens a second of the whole partition; 0 when there is no such mapping
 * @tp: tensor-parallel ranks, or chips of an on-chip pipeline
 * @pp: pipeline stages (training)
 * @dp: data-parallel replicas
 * @batch: sequences a replica holds (serving)
 * @microbatch: sequences that go through the pipeline together (training)
 * @chunks: of each pipeline stage, taken in turns (training)
 * @recompute: a #WeftRecompute (training)
 * @zero_stage: what replicas share out (training)
 *
 * The last four are those of the measured model.
 */
typedef struct
{
  double rate;
  guint tp;
  guint pp;
  guint dp;
  guint batch;
  guint microbatch;
  guint chunks;
  guint recompute;
  guint zero_stage;
} WeftMapping;

/* A phase on a partition: the best mapping, the second best, and why there is none. */
typedef struct
{
  WeftMapping best;
  WeftMapping second;
  WeftLack lack;
} WeftPhase;

/* All that one partition can do; depends on chip, fabrics and count alone. */
typedef struct
{
  WeftPhase training;
  WeftPhase prefill;
  WeftPhase decode;
  double stencil_s; /* 0 when it cannot run */
  double hpcg_s;
  double fft_s;
  double ai_s;      /* the surrogate's phase of the coupled workload */
} WeftPartitionTimes;

typedef struct
{
  WeftInventory *inventory; /* borrowed */
  struct _WeftMeasured *measured; /* (nullable): of a measured profile; owned, see weft_model_clear() */
  WeftConstants k;
  WeftWorkloadSpec w;
  WeftBudget budget;
  double amount;
  double coupled_flop;                      /* F: sized by the reference */
  WeftMachine reference;
  WeftPartitionTimes reference_times;
  double reference_value[WEFT_N_WORKLOADS]; /* tokens/s, requests/s, then seconds */
} WeftModel;

/* One more than the other by more than the tie tolerance: ties keep the first. */
static inline gboolean
weft_model_is_better (const WeftModel *self,
                      double           a,
                      double           b)
{
  return a > b * (1 + self->k.tie_relative);
}

/* Ranks @mapping among the best two; a tie keeps the earlier one ahead. */
static inline void
weft_phase_offer (WeftPhase         *phase,
                  const WeftModel   *model,
                  const WeftMapping *mapping)
{
  if (weft_model_is_better (model, mapping->rate, phase->best.rate))
    {
      phase->second = phase->best;
      phase->best = *mapping;
    }
  else if (weft_model_is_better (model, mapping->rate, phase->second.rate))
    {
      phase->second = *mapping;
    }
}

/* What keeps a model from being made: the profile's fault, or the reference on this budget and workload. */
typedef enum
{
  WEFT_FAULT_PROFILE,
  WEFT_FAULT_REFERENCE,
} WeftModelFault;

gboolean  weft_model_init            (WeftModel              *self,
                                      WeftInventory          *inventory,
                                      const WeftWorkloadSpec *spec,
                                      WeftBudget              budget,
                                      double                  amount,
                                      WeftModelFault         *fault,
                                      GError                **error);
/* With the workload that counts for a design; its partitions do not matter. @workload: (out) (optional) (transfer full): where its numbers come from. */
WEFT_API gboolean weft_model_init_for_design (WeftModel      *self,
                                              WeftDesign     *design,
                                              WeftInventory  *inventory,
                                              WeftBudget      budget,
                                              double          amount,
                                              WeftRecord    **workload,
                                              WeftModelFault *fault,
                                              GError        **error);
/* Frees what it owns; fine for one that was never made or only zeroed. */
WEFT_API void weft_model_clear           (WeftModel *self);
WeftSite  weft_model_site            (const WeftModel            *self,
                                      const WeftMachinePartition *partition,
                                      guint                       n);
void      weft_model_partition_times (const WeftModel    *self,
                                      const WeftSite     *site,
                                      WeftPartitionTimes *times);
double    weft_model_serving_rate    (const WeftModel *self,
                                      double           prefill,
                                      double           decode,
                                      gboolean         shared);

/* Training (weft-training.c) */
typedef struct
{
  double weights;     /* weights and gradients, bytes a chip */
  double optimizer;
  double activations;
  double capacity;    /* what may be filled */
} WeftTrainingMemory;

void      weft_training_search (const WeftModel *model,
                                const WeftSite  *site,
                                WeftPhase       *phase);
/* With these ranks and stages alone; FALSE when they do not fit. */
gboolean  weft_training_at     (const WeftModel   *model,
                                const WeftSite    *site,
                                guint              tp,
                                guint              pp,
                                WeftMapping       *best);
WeftTrainingMemory weft_training_memory (const WeftModel   *model,
                                         const WeftSite    *site,
                                         const WeftMapping *mapping);
WeftSplit weft_training_split  (const WeftModel   *model,
                                const WeftSite    *site,
                                const WeftMapping *mapping);

/* Serving (weft-serving.c, weft-serving-dataflow.c) */
typedef struct
{
  double weights; /* bytes a chip */
  double kv;
  double capacity;
} WeftReplicaMemory;

void      weft_serving_search   (const WeftModel *model,
                                 const WeftSite  *site,
                                 WeftPhase       *prefill,
                                 WeftPhase       *decode);
double    weft_serving_element_bytes (const WeftModel *model,
                                      const WeftChip  *chip);
double    weft_serving_peak_flops (const WeftChip *chip);
WeftReplicaMemory weft_replica_memory (const WeftModel   *model,
                                       const WeftSite    *site,
                                       const WeftMapping *mapping,
                                       double             context_tokens);
/* Shares of a second of the phase, summing to 1. */
WeftSplit weft_prefill_split    (const WeftModel   *model,
                                 const WeftSite    *site,
                                 const WeftMapping *mapping);
WeftSplit weft_decode_split     (const WeftModel   *model,
                                 const WeftSite    *site,
                                 const WeftMapping *mapping);
/* Tokens a second of one replica. */
double    weft_decode_rate      (const WeftModel *model,
                                 const WeftSite  *site,
                                 double           tp,
                                 double           batch);
double    weft_decode_user_rate (const WeftModel   *model,
                                 const WeftSite    *site,
                                 const WeftMapping *mapping);

void      weft_dataflow_search  (const WeftModel *model,
                                 const WeftSite  *site,
                                 WeftPhase       *prefill,
                                 WeftPhase       *decode);
double    weft_dataflow_stage_s (const WeftModel *model,
                                 const WeftSite  *site,
                                 double           chips,
                                 WeftSplit       *split);
double    weft_dataflow_least_chips (const WeftModel *model,
                                     const WeftChip  *chip);

/* Kernels (weft-kernels.c): seconds, and where they go. @split may be NULL. 0 when the chip cannot run it. */
double    weft_stencil_s        (const WeftModel *model,
                                 const WeftSite  *site,
                                 WeftSplit       *split);
double    weft_hpcg_s           (const WeftModel *model,
                                 const WeftSite  *site,
                                 WeftSplit       *split);
double    weft_hpcg_nonzeros    (double edge);
double    weft_fft_s            (const WeftModel *model,
                                 const WeftSite  *site,
                                 WeftSplit       *split);
double    weft_surrogate_s      (const WeftModel *model,
                                 const WeftSite  *site,
                                 double           flop,
                                 WeftSplit       *split);

/* Sums and scales */
double    weft_split_total      (const WeftSplit *split);
void      weft_split_add        (WeftSplit       *split,
                                 const WeftSplit *other,
                                 double           factor);

G_END_DECLS
