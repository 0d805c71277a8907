/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second look at designs that the evaluator has ranked: each workload is mapped and simulated on a slice of the
 * partition that runs it, and both rankings are held against each other. Outside any search's budget. */
#pragma once

#include "base/weft-executor.h"
#include "model/weft-evaluator.h"
#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

/* Chips that a slice has at most, unless two scale-up domains are more. */
#define WEFT_FIDELITY_CHIPS 64u

/**
 * WeftFidelityWorkload: (skip)
 * @is_simulated: whether it was; else its ratio is the evaluator's, and @reason says why
 * @analytic: speed-up over the reference by the evaluator
 * @simulated: the same by mapping and simulation
 * @n_chips: chips of the slices that were simulated
 * @share: what the simulated time goes to, shares of the critical path
 * @bound: what the evaluator says bounds it
 * @reason: (nullable): why both differ, one sentence
 */
typedef struct
{
  gboolean is_simulated;
  double analytic;
  double simulated;
  guint n_chips;
  double share[WEFT_N_SIM_SHARES];
  WeftTimePart bound;
  char *reason;
} WeftFidelityWorkload;

/**
 * WeftFidelityDesign: (skip)
 * @name: its name
 * @index: which of the designs that were given
 * @score: by the evaluator
 * @simulated: the same formula over the simulated speed-ups
 * @rank: among all by the evaluator, from 1
 * @simulated_rank: by simulation
 * @workloads: of each #WeftWorkloadKind
 * @failure: (nullable): why it was not simulated
 */
typedef struct
{
  char *name;
  guint index;
  double score;
  double simulated;
  guint rank;
  guint simulated_rank;
  WeftFidelityWorkload workloads[WEFT_N_WORKLOADS];
  char *failure;
} WeftFidelityDesign;

/**
 * WeftFidelity: (skip)
 * @designs: (element-type WeftFidelityDesign): by their rank
 * @tau: Kendall's tau-b of both rankings, NAN for fewer than two designs
 * @n_swapped: pairs that stand the other way round
 * @notes: (element-type utf8): what the second look assumes
 */
typedef struct
{
  GPtrArray *designs;
  double tau;
  guint n_swapped;
  GPtrArray *notes;
} WeftFidelity;

/* @designs: (element-type WeftDesign). @profile: (nullable): in place of theirs. @progress: from any thread, share of
 * all simulations. Same input: same result, with any executor. (transfer full) */
WEFT_API WeftFidelity *weft_fidelity_new     (WeftEvaluator   *evaluator,
                                              GPtrArray       *designs,
                                              const char      *profile,
                                              void           (*progress) (double share, gpointer data),
                                              gpointer         data,
                                              GCancellable    *cancellable,
                                              GError         **error);
WEFT_API void          weft_fidelity_free    (WeftFidelity    *self);
/* "tau", "swapped", "designs" [{"name", "score", "simulated", "rank", "simulated_rank", "workloads"}], "notes".
 * (transfer full) */
WEFT_API JsonObject   *weft_fidelity_to_json (const WeftFidelity *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftFidelity, weft_fidelity_free)

G_END_DECLS
