/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One episode of a policy in a world: what was seen and done at each step and what came of it. */
#pragma once

#include "search/tgrl/weft-policy-world.h"
#include "search/tgrl/weft-policy.h"

G_BEGIN_DECLS

/* What was seen and done; @value: what the network expected there. */
typedef struct
{
  WeftTypedGraph *graph;
  guint action;
  double log_probability;
  double value;
  double reward;
} WeftPolicyMoment;

/* @best: lowest J; @start: J at the reset. */
typedef struct
{
  GArray *moments;
  double start;
  double best;
} WeftPolicyEpisode;

WeftPolicyEpisode *weft_policy_episode_new  (void);
void               weft_policy_episode_free (WeftPolicyEpisode *self);
/* Plays one on a place of @world; @is_greedy: takes the likeliest action instead of drawing it. */
void               weft_policy_episode_play (WeftPolicyEpisode *self, const WeftPolicy *policy,
                                             const WeftPolicyWorld *world, gpointer place, guint64 seed, guint64 stream,
                                             gboolean is_greedy);
/* Sum of the rewards. */
double             weft_policy_episode_return (const WeftPolicyEpisode *self);
/* (J before - J after) / max (1, |J before|), -0.05 of a duplicate, +0.1 of a new best, within -5 ... 5. */
double             weft_policy_reward       (double before, double after, double best, gboolean is_duplicate);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPolicyEpisode, weft_policy_episode_free)

G_END_DECLS
