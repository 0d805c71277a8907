/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface that every method for machines has: it proposes one, observes what became of it, and so on. A method is
 * a pure function of space, seed and what it observed. */
#pragma once

#include "search/hardware/weft-hardware-space-private.h"

G_BEGIN_DECLS

/**
 * WeftHardwareProposal: (skip)
 * @parent: number of the observation that it comes from, -1 for none
 * @arm: which part of the method it comes from, a static word: "estimate", "model", "telemetry", "edit", "random"
 * @predicted: the J that the method expects, %NAN when it expects none
 * @estimate_error: by how much J the cheap estimate, corrected by what was measured, misses a measured machine that is left out; %NAN when not known
 * @estimate_weight: how much it is trusted, from 0 to 1; %NAN likewise
 */
typedef struct
{
  WeftHardwareChoice choice;
  int parent;
  const char *arm;
  double predicted;
  double estimate_error;
  double estimate_weight;
} WeftHardwareProposal;

/**
 * WeftHardwareObservation: (skip)
 * @number: from 0
 */
typedef struct
{
  WeftHardwareChoice choice;
  WeftHardwareVerdict verdict;
  int number;
} WeftHardwareObservation;

/**
 * WeftHardwareScore: (skip)
 * @data: of the policy
 * @space: the space
 * @from: where the edits start
 * @best: J of the best machine so far
 * @progress: share of the budget that is spent
 * @edits: (array length=n)
 * @n: how many
 * @scores: (out): of each, more is better; only differences count, in any unit
 *
 * A learned policy's opinion of the edits of one machine.
 */
typedef void (*WeftHardwareScore) (gpointer data, WeftHardwareSpace *space, const WeftHardwareObservation *from, double best,
                                   double progress, const WeftHardwareEdit *edits, guint n, double *scores);

#define WEFT_TYPE_HARDWARE_METHOD (weft_hardware_method_get_type ())
WEFT_API G_DECLARE_DERIVABLE_TYPE (WeftHardwareMethod, weft_hardware_method, WEFT, HARDWARE_METHOD, GObject)

typedef struct _WeftHardwareHistory WeftHardwareHistory;

/**
 * WeftHardwareMethodClass: (skip)
 * @configure: one option by name, such as an ablation ("no-estimate"), before start; %FALSE when the method has no such one
 * @start: once, before all else but configure
 * @propose: what to measure next; %FALSE says that there is nothing more to try
 * @observe: a result, once the history has it
 */
struct _WeftHardwareMethodClass
{
  GObjectClass parent_class;

  gboolean (*configure) (WeftHardwareMethod *self, const char *option);
  void     (*start)     (WeftHardwareMethod *self, WeftHardwareHistory *history);
  gboolean (*propose)   (WeftHardwareMethod *self, WeftHardwareHistory *history, WeftHardwareProposal *proposal);
  void     (*observe)   (WeftHardwareMethod *self, WeftHardwareHistory *history, const WeftHardwareObservation *observation);
};

/* A method that can be asked for by name. */
typedef struct
{
  const char *id;
  const char *label;       /* untranslated */
  const char *description; /* untranslated, one sentence */
  const char *options;     /* (nullable): those it knows, separated by commas */
  GType (*get_type) (void);
} WeftHardwareMethodInfo;

/* All of them, NULL id at the end, in the order to show them; the first is the one to use. */
WEFT_API extern const WeftHardwareMethodInfo weft_hardware_methods[];

/* @name: an id, with options after a colon: "hybrid:no-estimate,no-prior". */
WEFT_API const WeftHardwareMethodInfo *weft_hardware_method_find (const char *name, GError **error);
/* (transfer full), NULL with an error */
WEFT_API WeftHardwareMethod *weft_hardware_method_new     (const char *name, GError **error);
/* A learned policy for those that take one, before start; NULL for none. */
WEFT_API void                weft_hardware_method_set_policy (WeftHardwareMethod *self, WeftHardwareScore score, gpointer data);
/* @space, @random: must outlive it. @budget: how many evaluations there will be. */
WEFT_API void                weft_hardware_method_start   (WeftHardwareMethod *self, WeftHardwareSpace *space, WeftRandom *random,
                                                           guint budget);
WEFT_API gboolean            weft_hardware_method_propose (WeftHardwareMethod *self, WeftHardwareProposal *proposal);
/* Machines that the method has not proposed, such as where the run starts, are observed too. */
WEFT_API void                weft_hardware_method_observe (WeftHardwareMethod *self, const WeftHardwareChoice *choice,
                                                           const WeftHardwareVerdict *verdict);
/* Cheap estimates made so far: counted apart from evaluations. */
WEFT_API guint64             weft_hardware_method_get_n_estimates (WeftHardwareMethod *self);

G_END_DECLS
