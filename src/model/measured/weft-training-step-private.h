/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the time of a step is put together from: a layer of each sort, the ends, and what is sent. */
#pragma once

#include "cost/weft-attention.h"
#include "model/measured/weft-training-step.h"

G_BEGIN_DECLS

/* One microbatch through one layer of a sort on one chip. */
typedef struct
{
  double product_s;     /* forward and backward */
  double attention_s;
  double elementwise_s;
  double cast_s;
  double forward_s;     /* forward part of these four */
  double recompute_s;
  double tp_s;          /* waited for */
  double tp_hidden_s;
  double cp_s;
  double cp_hidden_s;
  double ep_s;
  double ep_hidden_s;
  double host_s;        /* waited for */
  double total_s;
} WeftTrainingLayerTime;

/* A plan at a site: what all layers need. */
typedef struct
{
  const WeftTrainingModel *model;
  const WeftTrainingSite *site;
  const WeftTrainingPlan *plan;
  const double *k;
  WeftGemmRates rates;      /* of the plan's format, under load */
  WeftGemmRates wide_rates; /* of 16 bits: head, attention */
  double tokens;            /* of a microbatch on a chip */
  double row_ranks;         /* chips that share what is split along the sequence */
  double expert_tp;
  double element_bytes;     /* of what products read */
  double sum_bytes;         /* of a gradient that is summed up: read and written */
  gboolean is_narrow;       /* products read casts */
  gboolean trains_all;      /* weights have gradients */
  double row_reduce_s;      /* all-reduce of a microbatch's activations over tensor parallelism */
  WeftGroup groups[WEFT_N_TRAINING_GROUPS];
} WeftTrainingWork;

void   weft_training_work_init   (WeftTrainingWork         *self,
                                  const WeftTrainingModel  *model,
                                  const WeftTrainingSite   *site,
                                  const WeftTrainingPlan   *plan);
void   weft_training_layer_time  (const WeftTrainingWork   *self,
                                  guint                     sort,
                                  WeftTrainingLayerTime    *time);
/* Of a microbatch: forward and backward. @forward_s: (out): its forward part. */
double weft_training_embedding_s (const WeftTrainingWork   *self);
double weft_training_head_s      (const WeftTrainingWork   *self,
                                  double                   *forward_s);
/* The layer's attention for a microbatch on a chip, causal, without context parallelism. */
WeftAttentionWork weft_training_attention_work (const WeftTrainingWork *self,
                                                const WeftLlmLayer     *layer);

/* In weft-training-traffic.c. */
double weft_training_collective_s (const WeftTrainingSite  *site,
                                   WeftCollectiveKind       kind,
                                   WeftGroup                group,
                                   double                   bytes);
void   weft_training_add_data     (const WeftTrainingWork  *self,
                                   double                   stage_s,
                                   double                   layers_s,
                                   const WeftLayerShare    *params,
                                   WeftTrainingStep        *step);

/* In weft-training-flop.c. */
void   weft_training_count_flop   (const WeftTrainingWork  *self,
                                   WeftTrainingStep        *step);

G_END_DECLS
