/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the built-in planner: changes that a specialist may advise, which of them it does, what it says of them,
 * and the meeting in which the planner weighs them. */
#pragma once

#include "search/weft-local-private.h"
#include "search/weft-rules.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_SPECIALIST_CHIP, /* chips and what part of the budget they get */
  WEFT_SPECIALIST_SCALEUP,
  WEFT_SPECIALIST_SCALEOUT,
  WEFT_N_SPECIALISTS,
} WeftSpecialist;

typedef enum
{
  WEFT_RULES_REPLACE, /* another chip */
  WEFT_RULES_CONNECT, /* another fabric */
  WEFT_RULES_ADD,     /* a part of a partition's budget for another chip */
  WEFT_RULES_DIVIDE,  /* budget from one partition to another */
  WEFT_RULES_DROP,    /* all of it */
} WeftRulesMove;

/* One change of a design. */
typedef struct
{
  WeftRulesMove move;
  guint part;           /* of the design that it changes */
  guint other;          /* DIVIDE, DROP: which takes or gives the difference */
  WeftChoice choice;    /* what @part becomes; ADD: what is added; DROP: what is gone */
  guint16 rest;         /* ADD: the fraction that @part keeps; DIVIDE, DROP: the one of @other */
} WeftRulesChange;

/* A change that a specialist has in mind. */
typedef struct
{
  WeftSpecialist specialist;
  WeftRulesChange change;
  WeftCandidate before;
  WeftCandidate after;
  double gain;    /* ln of the score, as far as the planner's arithmetic goes */
  guint workload; /* that it is for */
} WeftRulesIdea;

/* What the planner decided and how it came to it. */
#define WEFT_RULES_MOST_ROUNDS 12
typedef struct
{
  gboolean found;
  double score;   /* ln, by the planner's arithmetic */
  WeftCandidate candidate;
  int parent;     /* number of the observation that the meeting was about, -1 for none */
  WeftCandidate start;
  guint n_followed;
  WeftRulesIdea followed[WEFT_RULES_MOST_ROUNDS];
} WeftRulesDecision;

typedef void (*WeftRulesOffer) (const WeftRulesChange *change, const WeftCandidate *after, gpointer data);

/* All changes of @base that are the specialist's business, in a fixed order. */
void  weft_rules_list_changes (WeftProblem *problem, const WeftCandidate *base, WeftSpecialist specialist, WeftRulesOffer offer, gpointer data);
/* Without one partition, whose share another one gets. FALSE when the space has no such share. */
gboolean weft_rules_drop      (WeftProblem *problem, const WeftCandidate *base, guint part, guint heir, guint16 *fraction, WeftCandidate *after);
/* The best by the view that are not among @seen (nullable), each of another kind, best first. */
guint weft_rules_think        (WeftLocalView *view, GArray *seen, const WeftCandidate *base, WeftSpecialist specialist, gboolean hopeful,
                               WeftRulesIdea ideas[WEFT_RULES_MOST_ADVICE]);
/* The least changes that let every partition of a refused design buy a node. */
guint weft_rules_repair       (WeftLocalView *view, const WeftCandidate *base, WeftRulesIdea ideas[WEFT_RULES_MOST_ADVICE]);
/* The design with which to begin: @rank-th best by the catalog alone. */
gboolean weft_rules_begin     (WeftProblem *problem, guint rank, WeftCandidate *candidate, guint64 *n_estimates);
/* The best design, not among @seen, that a meeting about the best ones comes across. */
void  weft_rules_meet         (WeftLocalView *view, GArray *seen, gboolean hopeful, WeftRulesDecision *decision);
/* A partition of the best design that only waits for others gets half its share. FALSE when there is none, or that was tried. */
gboolean weft_rules_halve_spare (WeftLocalView *view, GArray *seen, guint best, WeftRulesIdea *idea);

/* --- words --- */

const char *weft_rules_specialist_nick (WeftSpecialist specialist); /* "chip", "scaleup", "scaleout" */
const char *weft_rules_workload_name   (guint workload);            /* "the coupled run" */
const char *weft_rules_chip_id         (WeftProblem *problem, guint unit);
/* What an idea says about @base, which was evaluated. (transfer full) */
WeftRulesAdvice *weft_rules_say        (WeftProblem *problem, const WeftRulesIdea *idea, const WeftVerdict *verdict, gboolean attribution);

G_END_DECLS
