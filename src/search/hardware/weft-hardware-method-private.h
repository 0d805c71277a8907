/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What methods share: what a run has measured so far, and the types, one file each. */
#pragma once

#include "search/hardware/weft-hardware-method.h"
#include "search/hardware/weft-hardware-pool-private.h"

G_BEGIN_DECLS

/**
 * WeftHardwareHistory: (skip)
 * @observations: (element-type WeftHardwareObservation): as they came
 * @ranking: (element-type WeftHardwareObservation): the best first, those that broke last, each machine once
 * @score: (nullable): a learned policy
 */
struct _WeftHardwareHistory
{
  WeftHardwareSpace *space;
  const WeftHardwareFrame *frame;
  WeftRandom *random;
  guint budget;
  WeftHardwarePool *pool;
  GPtrArray *observations;
  GPtrArray *ranking;
  WeftHardwareScore score;
  gpointer score_data;
};

/* The best so far, NULL before the first. */
const WeftHardwareObservation *weft_hardware_history_best (const WeftHardwareHistory *self);
/* J of an observation; one that broke counts as the worst that did not. */
double   weft_hardware_history_value (const WeftHardwareHistory *self, const WeftHardwareObservation *observation);
/* (nullable): NULL for a machine that has not been measured. */
const WeftHardwareObservation *weft_hardware_history_find (const WeftHardwareHistory *self, const WeftHardwareChoice *choice);
/* A machine that has not been measured. FALSE when none was found. */
gboolean weft_hardware_history_draw_new (WeftHardwareHistory *self, WeftHardwareChoice *choice);
/* A proposal of such a one. */
gboolean weft_hardware_history_propose_drawn (WeftHardwareHistory *self, WeftHardwareProposal *proposal);
/* An edit at random. FALSE when the machine has none. */
gboolean weft_hardware_history_draw_edit (WeftHardwareHistory *self, const WeftHardwareChoice *from, WeftHardwareChoice *to);
/* All edits of a machine, shuffled. (transfer full) (element-type WeftHardwareEdit) */
GArray  *weft_hardware_history_shuffle_edits (WeftHardwareHistory *self, const WeftHardwareChoice *from);
void     weft_hardware_proposal_init (WeftHardwareProposal *self, const WeftHardwareChoice *choice, int parent, const char *arm);

G_DECLARE_FINAL_TYPE (WeftHardwareRandom, weft_hardware_random, WEFT, HARDWARE_RANDOM, WeftHardwareMethod)
G_DECLARE_FINAL_TYPE (WeftHardwareGreedy, weft_hardware_greedy, WEFT, HARDWARE_GREEDY, WeftHardwareMethod)
G_DECLARE_FINAL_TYPE (WeftHardwareHill, weft_hardware_hill, WEFT, HARDWARE_HILL, WeftHardwareMethod)
G_DECLARE_FINAL_TYPE (WeftHardwareAnnealing, weft_hardware_annealing, WEFT, HARDWARE_ANNEALING, WeftHardwareMethod)
G_DECLARE_FINAL_TYPE (WeftHardwareEvolution, weft_hardware_evolution, WEFT, HARDWARE_EVOLUTION, WeftHardwareMethod)
G_DECLARE_FINAL_TYPE (WeftHardwareBayes, weft_hardware_bayes, WEFT, HARDWARE_BAYES, WeftHardwareMethod)
G_DECLARE_FINAL_TYPE (WeftHardwareGuided, weft_hardware_guided, WEFT, HARDWARE_GUIDED, WeftHardwareMethod)
G_DECLARE_FINAL_TYPE (WeftHardwareScreen, weft_hardware_screen, WEFT, HARDWARE_SCREEN, WeftHardwareMethod)
G_DECLARE_FINAL_TYPE (WeftHardwareHybrid, weft_hardware_hybrid, WEFT, HARDWARE_HYBRID, WeftHardwareMethod)

G_END_DECLS
