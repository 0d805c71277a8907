/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a plan of a language model takes in time and memory: kernels by the roofline, collectives by their closed forms,
 * stages by the pipeline's rule. */
#pragma once

#include "mapper/weft-chip-rates-private.h"
#include "mapper/weft-llm-islands-private.h"
#include "mapper/weft-llm-plan.h"
#include "workload/weft-llm-cost.h"

G_BEGIN_DECLS

/* All-reduces of a layer, there and back. */
#define WEFT_LLM_MAX_REDUCES 12u

/**
 * WeftLlmModel: (skip)
 * @shape: the model
 * @task: what it is to do
 * @platform: the devices
 * @rates: [classes] of their chips
 * @n_layers: its layers
 * @n_kinds: how many different ones
 * @kind_of: [@n_layers]
 * @kinds: [@n_kinds]
 */
typedef struct
{
  const WeftLlmShape *shape;
  const WeftLlmTask *task;
  WeftPlatform *platform;
  WeftChipRates *rates;
  guint n_layers;
  guint n_kinds;
  guint *kind_of;
  WeftLlmLayer *kinds;
} WeftLlmModel;

/* Buffers of the all-reduces of tensor ranks that a layer has. */
typedef struct
{
  guint n;
  double bytes[WEFT_LLM_MAX_REDUCES];
} WeftLlmReduces;

/**
 * WeftLlmPassCosts: (skip)
 * @n_units: kinds of layers, and after them the embedding and the head
 * @compute_s: [classes × @n_units] arithmetic, memory traffic and launches
 * @reduces: [@n_units]
 * @working_set_bytes: of the part that needs most
 * @stream_bytes: what a stage hands to the next
 *
 * What a rank has to do when a piece goes through, and in training comes back.
 */
typedef struct
{
  guint n_units;
  double *compute_s;
  WeftLlmReduces *reduces;
  double working_set_bytes;
  double stream_bytes;
} WeftLlmPassCosts;

/* What a stage takes for one piece. */
typedef struct
{
  double compute_s;
  double comm_s;
} WeftLlmStageTime;

/* FALSE when a format is not known. */
gboolean          weft_llm_model_init       (WeftLlmModel           *model,
                                             const WeftLlmShape     *shape,
                                             const WeftLlmTask      *task,
                                             WeftPlatform           *platform,
                                             WeftInventory          *inventory);
void              weft_llm_model_clear      (WeftLlmModel           *model);
/* [classes] time of a layer on one rank, infinite where it cannot run: which chips to plan with. (transfer full) */
double           *weft_llm_model_slowness   (const WeftLlmModel     *model);

WeftLlmPassCosts *weft_llm_pass_costs_new   (const WeftLlmModel     *model,
                                             const WeftLlmSetup     *setup,
                                             const WeftLlmPass      *pass);
void              weft_llm_pass_costs_free  (WeftLlmPassCosts       *self);
/* Layers @begin to @end, and what stands at the ends of the pipeline. @classes: which classes the ranks are of. */
WeftLlmStageTime  weft_llm_stage_time       (const WeftLlmModel     *model,
                                             const WeftLlmPassCosts *costs,
                                             guint                   begin,
                                             guint                   end,
                                             const gboolean         *classes,
                                             const WeftLlmRing      *ring);
/* Seconds of a task on a chip, without what it does on the network. */
double            weft_llm_task_time_s      (const WeftLlmModel     *model,
                                             const WeftTaskCost     *cost,
                                             guint                   on_class);
double            weft_llm_reduce_s         (const WeftLlmRing      *ring,
                                             double                  bytes);

/* What one rank of a stage with these layers holds. @pieces: how many it has at once in training. */
double            weft_llm_stage_bytes      (const WeftLlmModel     *model,
                                             const WeftLlmSetup     *setup,
                                             const WeftLlmPass      *pass,
                                             guint                   begin,
                                             guint                   end,
                                             double                  sequences,
                                             double                  pieces);
/* Parameters of that rank. */
double            weft_llm_stage_params     (const WeftLlmModel     *model,
                                             const WeftLlmSetup     *setup,
                                             guint                   begin,
                                             guint                   end);

/* Fills times and memory of @plan, whose sizes and devices are set; the groups are its stages, copy by copy. */
void              weft_llm_estimate         (const WeftLlmModel     *model,
                                             const WeftLlmIslands   *islands,
                                             const WeftLlmGroups    *groups,
                                             WeftLlmPlan            *plan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftLlmPassCosts, weft_llm_pass_costs_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftLlmModel, weft_llm_model_clear)

G_END_DECLS
