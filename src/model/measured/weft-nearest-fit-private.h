/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How changes to a plan are tried: each kind goes step by step, each step a copy of the plan. */
#pragma once

#include "model/measured/weft-nearest-fit.h"

G_BEGIN_DECLS

/* What a step costs: the profile's "fit_distance_…". */
typedef struct
{
  double sequence_parallel;
  double flash_attention;
  double recompute_selective;
  double recompute_full;
  double zero_1;
  double zero_2;
  double zero_3;
  double microbatch; /* each halving, as chunks, virtual stages, the batch and the context */
  double chunk;
  double virtual_stages;
  double tp;         /* each doubling, as PP, CP, EP and chips */
  double beyond_node;
  double pp;
  double cp;
  double ep;
  double offload;
  double chips;
  double chip;
  double batch;
  double kv_format;
  double weight_format;
  double context;
} WeftFitDistances;

/* A plan as it may be changed. */
typedef struct
{
  const WeftFitSetting *setting;
  const WeftFitDistances *distances;
  gboolean is_training;
  WeftTrainingPlan training;
  WeftServingPlan serving;
  WeftServingPoolKind pool; /* which pool is changed */
  double capacity_bytes;
  double chips;             /* that are there at no distance */
  double node_chips;
} WeftFitCase;

/* Takes the @step-th step of its kind, from 1, and says what it was; FALSE when there is none. The plan may be one that
 * cannot be; then the step is passed over. */
typedef gboolean (*WeftFitStep) (WeftFitCase   *self,
                                 guint          step,
                                 WeftFitChange *change);

typedef struct
{
  WeftChangeKind kind;
  WeftFitStep take;
} WeftFitMove;

/* Ends with a NULL step. */
extern const WeftFitMove weft_fit_training_moves[];
extern const WeftFitMove weft_fit_serving_moves[];

gboolean weft_fit_distances_init  (WeftFitDistances  *self,
                                   WeftProfile       *profile,
                                   GError           **error);

/* What the chip that needs most holds; its pipeline stage is returned. */
guint    weft_fit_case_items      (const WeftFitCase *self,
                                   WeftMemoryItems   *items);
double   weft_fit_case_chips      (const WeftFitCase *self);
/* (transfer full) (nullable): what cannot be. */
char    *weft_fit_case_lack       (const WeftFitCase *self);

/* Notes that a count goes from one value to another. */
void     weft_fit_change_count    (WeftFitChange     *change,
                                   double             from,
                                   double             to);
void     weft_fit_change_words    (WeftFitChange     *change,
                                   const char        *from,
                                   const char        *to);
/* The next chip of the inventory that has more memory, @step-th by size. */
gboolean weft_fit_case_next_chip  (WeftFitCase       *self,
                                   guint              step,
                                   WeftFitChange     *change);
/* How far it is to @ranks chips that work together from @from of them, at @each a doubling: more beyond a node. */
double   weft_fit_case_spread     (const WeftFitCase *self,
                                   double             each,
                                   double             from,
                                   double             ranks);
/* How far it is to as many chips as the plan now runs on. */
double   weft_fit_case_more_chips (const WeftFitCase *self);

G_END_DECLS
