/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is drawn of designs, and what of the draws goes where. */
#pragma once

#include "model/whatif/weft-doubt.h"
#include "model/whatif/weft-surrogate.h"
#include "model/whatif/weft-whatif-private.h"

G_BEGIN_DECLS

/**
 * WeftErrorTerm: (skip)
 * @factors: which draws it is made of: common to all machines, to those with the same chip, of this machine alone
 * @weights: of each
 *
 * The model's error of one workload on one machine: a sum of normal numbers, the logarithm of a factor.
 */
typedef struct
{
  guint factors[3];
  double weights[3];
} WeftErrorTerm;

/* One design, and the reference beside it. */
typedef struct
{
  WeftWhatif *whatif;
  GArray *facts;  /* WeftFactChange: wherever they count, with what they are */
  GArray *places; /* guint: the factor of each */
  WeftErrorTerm own[WEFT_N_WORKLOADS];
  WeftErrorTerm reference[WEFT_N_WORKLOADS];
  WeftModelError errors[WEFT_N_WORKLOADS];
} WeftDoubtDesign;

/* A factor: a fact or a part of an error. */
typedef struct
{
  char *name;
  char *group; /* what it counts with in a list of sources */
  char *label;
  double spread;
} WeftDoubtFactor;

/* What facts make of a design, before the model's error. */
enum
{
  WEFT_FACTS_VALUE,                                       /* of the first workload; six of them */
  WEFT_FACTS_RATIO = WEFT_FACTS_VALUE + WEFT_N_WORKLOADS, /* likewise */
  WEFT_FACTS_POWER = WEFT_FACTS_RATIO + WEFT_N_WORKLOADS,
  WEFT_FACTS_COST,
  WEFT_N_FACT_OUTPUTS,
};

struct _WeftDoubt
{
  GPtrArray *designs;  /* WeftDoubtDesign */
  GPtrArray *drawn;    /* WeftDoubtFactor: facts first, then errors */
  guint n_facts;
  GHashTable *by_name; /* name to index + 1 */
  WeftFactor *factors;
  WeftResponse facts;       /* of the facts alone: all designs, whole */
  WeftSurrogate *surrogate; /* (nullable): of it */
  WeftResponse response;    /* of facts and errors */
  WeftUncertainty *draws;
};

/* The factor of that name, made when there is none. @label is taken. */
guint weft_doubt_add_factor (WeftDoubt       *self,
                             const char      *name,
                             const char      *group,
                             char            *label,
                             double           spread);
/* The designs as a function of their facts. */
WeftResponse weft_doubt_facts_response (WeftDoubt *self);
/* What a worker on it has kept; %NULL of a surrogate. */
void         weft_doubt_end_facts      (gpointer   state);
/* Fills what is drawn of a design. */
void  weft_doubt_add_facts  (WeftDoubt       *self,
                             WeftDoubtDesign *design);
void  weft_doubt_add_errors (WeftDoubt       *self,
                             WeftDoubtDesign *design);

G_END_DECLS
