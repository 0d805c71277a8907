/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface that every search method has: it proposes candidates and observes what became of them. A method is
 * a pure function of problem, seed and what it observed; how many threads evaluate is not its concern. */
#pragma once

#include "search/weft-problem-private.h"

G_BEGIN_DECLS

/* Longest reason of a proposal, in bytes with the 0. */
#define WEFT_REASON_BYTES 192

/**
 * WeftProposal: (skip)
 * @candidate: a sorted candidate
 * @parent: number of the observation that it comes from (0 the first), -1 for none
 * @reason: why it is tried, one line in plain words: "moved 5 % from B200 to WSE3s"; "HPCG is held by fabric latency: fewer chips for it"
 */
typedef struct
{
  WeftCandidate candidate;
  int parent;
  char reason[WEFT_REASON_BYTES];
} WeftProposal;

#define WEFT_TYPE_METHOD (weft_method_get_type ())
WEFT_API G_DECLARE_DERIVABLE_TYPE (WeftMethod, weft_method, WEFT, METHOD, GObject)

/**
 * WeftMethodClass: (skip)
 * @configure: one option by name, such as an ablation ("no-attribution"), before start; %FALSE when the method has no such one, as in the base class
 * @start: once, before all else but configure. @random is the run's own generator, already seeded, and stays valid; @budget is how many evaluations there will be.
 * @propose: fills at most @room proposals and returns how many; 0 says that the method has nothing more to try. A method that learns from every
 *   result proposes one at a time. How many it returns must not depend on anything but its own state and @room.
 * @observe: one result, in the order of the proposals. Invalid candidates come back too (they are not evaluations).
 * @explain: (nullable): why the last proposal is made, in two to four sentences; for those that reason
 */
struct _WeftMethodClass
{
  GObjectClass parent_class;

  gboolean (*configure) (WeftMethod *self, const char *option);
  void  (*start)   (WeftMethod *self, WeftProblem *problem, WeftRandom *random, guint budget);
  guint (*propose) (WeftMethod *self, WeftProposal *proposals, guint room);
  void  (*observe) (WeftMethod *self, const WeftProposal *proposal, const WeftVerdict *verdict);
  char *(*explain) (WeftMethod *self);
};

/* A method that can be asked for by name. */
typedef struct
{
  const char *id;          /* "hill" */
  const char *label;       /* untranslated: "Hill climbing" */
  const char *description; /* untranslated, one sentence */
  const char *options;     /* (nullable): those it knows, separated by commas */
  GType (*get_type) (void);
  gboolean records_all;    /* FALSE: only improvements are worth an event (exhaustive) */
} WeftMethodInfo;

/* All of them, NULL id at the end, in the order to show them. */
WEFT_API extern const WeftMethodInfo weft_methods[];
/* @name: an id, with options after a colon: "local:no-attribution,no-estimate". */
WEFT_API const WeftMethodInfo *weft_method_find    (const char *name, GError **error);

/* With the options of @name. (transfer full), NULL with an error */
WEFT_API WeftMethod *weft_method_new     (const char *name, GError **error);
WEFT_API void        weft_method_start   (WeftMethod *self, WeftProblem *problem, WeftRandom *random, guint budget);
WEFT_API guint       weft_method_propose (WeftMethod *self, WeftProposal *proposals, guint room);
WEFT_API void        weft_method_observe (WeftMethod *self, const WeftProposal *proposal, const WeftVerdict *verdict);
/* Why the last proposal is made, a short paragraph; NULL for methods that have no more to say than its reason. (transfer full) (nullable) */
WEFT_API char       *weft_method_dup_thought (WeftMethod *self);
/* Cheap estimates made so far: counted apart from evaluations. */
WEFT_API guint64     weft_method_get_n_estimates (WeftMethod *self);
WEFT_API void        weft_method_add_estimates   (WeftMethod *self, guint64 n);

G_END_DECLS
