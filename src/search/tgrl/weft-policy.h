/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A policy that was trained to edit machines: its weights, how they came about, and the edit that it chooses. One file
 * holds it, which is read only when it is whole. */
#pragma once

#include <gio/gio.h>

#include "base/weft-random.h"
#include "search/tgrl/weft-policy-net-private.h"

G_BEGIN_DECLS

#define WEFT_POLICY_MAX_SPACE 64

/**
 * WeftPolicyRecipe: (skip)
 * @space: name of what it is trained on
 * @seed: from which all that is random comes
 * @n_updates: of the whole training
 * @n_episodes: of an update
 * @n_steps: evaluations of an episode
 * @lambda: weight of the prior
 */
typedef struct
{
  char space[WEFT_POLICY_MAX_SPACE];
  guint64 seed;
  guint n_updates;
  guint n_episodes;
  guint n_steps;
  double lambda;
} WeftPolicyRecipe;

/**
 * WeftPolicy: (skip)
 * @recipe: how it came about
 * @n_parameters: of the network
 * @parameter: [of parameters] weights
 * @mean: [of parameters] (nullable): Adam's first moments, while it is in training
 * @square: [of parameters] (nullable): Adam's second moments, likewise
 * @n_done: updates done
 * @n_adam_steps: steps of Adam done
 */
typedef struct
{
  WeftPolicyRecipe recipe;
  guint n_parameters;
  float *parameter;
  float *mean;
  float *square;
  guint n_done;
  guint n_adam_steps;
} WeftPolicy;

/* Without training: the prior, but for a hair. */
WEFT_API WeftPolicy *weft_policy_new    (const WeftPolicyRecipe *recipe);
WEFT_API void        weft_policy_free   (WeftPolicy             *self);
/* Forgets what only more training needs. */
WEFT_API void        weft_policy_finish (WeftPolicy             *self);
/* Which action; the likeliest (the first of equals) without @random. @log_probability: (out) (nullable): of it. */
WEFT_API guint       weft_policy_choose (const WeftPolicy       *self,
                                const WeftTypedGraph   *graph,
                                WeftPolicyTape         *tape,
                                WeftRandom             *random,
                                double                 *log_probability);
WEFT_API gboolean    weft_policy_save   (const WeftPolicy       *self,
                                const char             *path,
                                GError                **error);
/* (transfer full) */
WEFT_API WeftPolicy *weft_policy_load   (const char             *path,
                                GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPolicy, weft_policy_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPolicyTape, weft_policy_tape_free)

G_END_DECLS
