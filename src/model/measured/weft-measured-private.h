/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The six workloads of a design under a measured profile: what the equations of training, serving and scientific
 * kernels need, made ready for each place that partitions stand in. */
#pragma once

#include "model/measured/weft-hpc-kernel.h"
#include "model/measured/weft-memory-items.h"
#include "model/measured/weft-serving-answer.h"
#include "model/measured/weft-training-step.h"
#include "model/weft-model-private.h"

G_BEGIN_DECLS

/* A chip between its fabrics. */
typedef struct
{
  WeftTrainingSite training;
  WeftServingSystem serving;
  WeftServingPlan request;   /* formats, tokens and engine; its pool is for who asks */
  WeftHpcSite hpc;           /* of one chip */
  gboolean can_serve;
} WeftMeasuredSite;

typedef struct _WeftMeasured WeftMeasured;

struct _WeftMeasured
{
  WeftInventory *inventory; /* borrowed */
  WeftLlmShape shape;
  WeftTrainingModel training;
  char *stack;              /* of training */
  char *engine;             /* of serving */
  double input_tokens;
  double output_tokens;
  GMutex lock;
  GHashTable *sites;        /* SiteKey to WeftMeasuredSite */
};

/* For the workloads of @spec. (transfer full) */
WeftMeasured           *weft_measured_new             (WeftInventory          *inventory,
                                                       const WeftWorkloadSpec *spec,
                                                       GError                **error);
void                    weft_measured_free            (WeftMeasured           *self);
/* Made once for each place; any thread may ask. */
const WeftMeasuredSite *weft_measured_site            (WeftMeasured           *self,
                                                       const WeftSite         *site);
/* The catalog's model of these sizes, else one that they make. */
gboolean                weft_measured_find_shape      (WeftLlmShape           *shape,
                                                       WeftCatalog            *catalog,
                                                       const WeftWorkloadSpec *spec,
                                                       GError                **error);

void                    weft_measured_train           (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       WeftPhase              *phase);
/* With these ranks and stages alone. */
void                    weft_measured_train_at        (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       guint                   tp,
                                                       guint                   pp,
                                                       WeftPhase              *phase);
/* The least that they take of a chip's memory, with all recomputed and one sequence at a time. */
double                  weft_measured_train_bytes     (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       guint                   tp,
                                                       guint                   pp,
                                                       WeftMemoryItems        *items);
void                    weft_measured_training_plan   (const WeftModel        *model,
                                                       const WeftMapping      *mapping,
                                                       WeftTrainingPlan       *plan);
/* Which part of a workload's time a part of a step counts as. */
WeftTimePart            weft_measured_training_part   (WeftTrainingPart        part);
WeftSplit               weft_measured_training_split  (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       const WeftMapping      *mapping);

void                    weft_measured_serve           (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       WeftPhase              *prefill,
                                                       WeftPhase              *decode);
/* What a mapping of decode or prefill gives; shares of a second. */
void                    weft_measured_serving_plan    (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       const WeftMapping      *mapping,
                                                       WeftServingPlan        *plan);
WeftSplit               weft_measured_prefill_split   (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       const WeftMapping      *mapping);
WeftSplit               weft_measured_decode_split    (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       const WeftMapping      *mapping);
double                  weft_measured_decode_rate     (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       double                  tp,
                                                       double                  batch);
/* Requests a second whose KV cache can go from one partition to another. */
double                  weft_measured_transfer_rate   (const WeftModel        *model,
                                                       const WeftSite         *from,
                                                       const WeftSite         *to);

/* One sweep, iteration or transform; of the coupled workload its surrogate on conventional chips. */
WeftHpcTime             weft_measured_kernel_time     (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       WeftWorkloadKind        kind);
double                  weft_measured_stencil_s       (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       WeftSplit              *split);
double                  weft_measured_hpcg_s          (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       WeftSplit              *split);
double                  weft_measured_fft_s           (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       WeftSplit              *split);
double                  weft_measured_surrogate_s     (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       double                  flop,
                                                       WeftSplit              *split);

/* (transfer full) (nullable) */
char                   *weft_measured_explain_lack    (const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       gboolean                training);

/* Words and named values (weft-measured-details.c). (transfer full) */
char                   *weft_measured_describe_training (const WeftModel      *model,
                                                       const WeftSite         *site,
                                                       const WeftMapping      *mapping);
void                    weft_measured_details_training (WeftWorkloadResult    *result,
                                                       const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       const WeftMapping      *mapping);
void                    weft_measured_details_prefill (WeftWorkloadResult     *result,
                                                       const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       const WeftMapping      *mapping);
void                    weft_measured_details_decode  (WeftWorkloadResult     *result,
                                                       const WeftModel        *model,
                                                       const WeftSite         *site,
                                                       const WeftMapping      *mapping);

G_END_DECLS
