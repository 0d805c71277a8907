/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trains a policy by proximal policy optimisation with the numbers of the CHASE paper, over any world. Stops between
 * updates and goes on from there; weights do not depend on the number of threads. */
#pragma once

#include "base/weft-executor.h"
#include "search/tgrl/weft-policy-world.h"
#include "search/tgrl/weft-policy.h"

G_BEGIN_DECLS

/**
 * WeftPolicyProgress: (skip)
 * @n_done: updates done, of @n_updates
 * @mean_return: sum of rewards of an episode, mean of the update
 * @mean_gain: J of the start less the best J, likewise
 * @mean_loss: of the last epoch
 */
typedef struct
{
  guint n_done;
  guint n_updates;
  double mean_return;
  double mean_gain;
  double mean_loss;
} WeftPolicyProgress;

/* After each update, on the calling thread; the policy may be saved then. */
typedef void (*WeftPolicyProgressFunc) (const WeftPolicy *policy, const WeftPolicyProgress *progress, gpointer data);

/* Goes on to the recipe's number of updates. FALSE when cancelled: the policy then stands at its last whole update. */
WEFT_API gboolean weft_policy_train    (WeftPolicy             *self,
                               const WeftPolicyWorld  *world,
                               WeftExecutor           *executor,
                               WeftPolicyProgressFunc  progress,
                               gpointer                data,
                               GCancellable           *cancellable,
                               GError                **error);

G_END_DECLS
