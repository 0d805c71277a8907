/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a plan fits its chips, and if it does not, the nearest changes with which it does. */
#pragma once

#include "model/measured/weft-memory-serving.h"
#include "model/measured/weft-memory-training.h"

G_BEGIN_DECLS

#define WEFT_FIT_MAX_CHANGES 3

/* What may be changed. */
typedef enum
{
  WEFT_CHANGE_SEQUENCE_PARALLEL,
  WEFT_CHANGE_FLASH_ATTENTION,
  WEFT_CHANGE_RECOMPUTE,
  WEFT_CHANGE_ZERO_STAGE,
  WEFT_CHANGE_MICROBATCH,
  WEFT_CHANGE_CHUNK, /* tokens of a step */
  WEFT_CHANGE_VIRTUAL_STAGES,
  WEFT_CHANGE_TP,
  WEFT_CHANGE_PP,
  WEFT_CHANGE_CP,
  WEFT_CHANGE_EP,
  WEFT_CHANGE_OFFLOAD,
  WEFT_CHANGE_CHIPS, /* replicas that what ZeRO shards is spread over */
  WEFT_CHANGE_CHIP,
  WEFT_CHANGE_BATCH,
  WEFT_CHANGE_KV_FORMAT,
  WEFT_CHANGE_WEIGHT_FORMAT,
  WEFT_CHANGE_CONTEXT,
  WEFT_N_CHANGES,
} WeftChangeKind;

/**
 * WeftFitChange: (skip)
 * @kind: what is changed
 * @from: what it was, in words
 * @to: what it becomes, in words
 * @distance: how far away it is
 *
 * One change. Distances are in doublings: 1 is what doubles the chips or halves what they do; see the profile's constants
 * "fit_distance_…".
 */
typedef struct
{
  WeftChangeKind kind;
  char from[32];
  char to[32];
  double distance;
} WeftFitChange;

/**
 * WeftFitRemedy: (skip)
 * @n_changes: how many changes it is made of
 * @change: the changes
 * @distance: theirs together
 * @used_bytes: what the chip that needs most then holds
 * @capacity_bytes: what it has
 * @chips: chips that the plan then runs on
 *
 * Changes that together make a plan fit.
 */
typedef struct
{
  guint n_changes;
  WeftFitChange change[WEFT_FIT_MAX_CHANGES];
  double distance;
  double used_bytes;
  double capacity_bytes;
  double chips;
} WeftFitRemedy;

/**
 * WeftNearestFit: (skip)
 * @fits: whether the plan fits as it is
 * @items: of the chip that needs most
 * @stage: its pipeline stage
 * @binding: the item that is too much, WEFT_N_MEMORY_ITEMS when it fits
 * @needed_bytes: what that item needs
 * @left_bytes: what the items before it leave
 * @reason: all that in a translated sentence without a full stop
 * @remedies: (element-type WeftFitRemedy): the nearest first, none with a change that it does not need. Two and three
 *   changes together are looked for as long as the nearest is farther than twice the chips. Empty when the plan fits
 * @outlook: (nullable): what would be needed, in a translated sentence, when there is no remedy
 *
 * The answer to whether a plan fits.
 */
typedef struct
{
  gboolean fits;
  WeftMemoryItems items;
  guint stage;
  WeftMemoryItem binding;
  double needed_bytes;
  double left_bytes;
  char *reason;
  GPtrArray *remedies;
  char *outlook;
} WeftNearestFit;

/**
 * WeftFitSetting: (skip)
 * @inventory: (nullable): other chips to choose from; its profile has the distances
 * @profile: constants
 * @rules: constants of memory
 * @shape: the plan's model
 * @chip: (nullable): the chip, for the size of its nodes
 * @capacity_bytes: what a chip has
 * @chips: chips that are there; more can be had at a distance; 0 for as many as the plan runs on
 *
 * What a plan is to fit.
 */
typedef struct
{
  WeftInventory *inventory;
  WeftProfile *profile;
  const WeftMemoryRules *rules;
  const WeftMemoryShape *shape;
  const WeftChip *chip;
  double capacity_bytes;
  double chips;
} WeftFitSetting;

/* The plan is whole. NULL with a WEFT_CATALOG_ERROR when a constant is lacking. (transfer full) */
WEFT_API WeftNearestFit *weft_nearest_fit_training (const WeftFitSetting   *setting,
                                                    const WeftTrainingPlan *plan,
                                                    GError                **error);
WEFT_API WeftNearestFit *weft_nearest_fit_serving  (const WeftFitSetting   *setting,
                                                    const WeftServingPlan  *plan,
                                                    GError                **error);
WEFT_API void            weft_nearest_fit_free     (WeftNearestFit         *self);

/* "tensor parallelism 1 → 4 and KV cache bf16 → fp8: 52.4 of 79.6 GiB, 27.2 GiB free, on 4 chips": translated, without a
 * full stop. (transfer full) */
WEFT_API char           *weft_fit_remedy_describe  (const WeftFitRemedy    *self);
/* "tensor-parallelism" */
WEFT_API const char     *weft_change_kind_nick     (WeftChangeKind          kind);
/* For people, translated. */
WEFT_API const char     *weft_change_kind_label    (WeftChangeKind          kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftNearestFit, weft_nearest_fit_free)

G_END_DECLS
