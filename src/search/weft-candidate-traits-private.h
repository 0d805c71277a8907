/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a candidate has of each resource, as numbers of about the same size: where it lies among others. */
#pragma once

#include "search/weft-problem-private.h"

G_BEGIN_DECLS

/* Resources for each of: what has no preference, prefill, decode. */
#define WEFT_N_RESOURCES 8
#define WEFT_N_TRAITS (3 * WEFT_N_RESOURCES)

typedef struct
{
  WeftProblem *problem;
  double *amounts;  /* of each unit: WEFT_N_RESOURCES logs for the whole budget, NAN for none */
  double mean[WEFT_N_TRAITS];
  double sd[WEFT_N_TRAITS];
} WeftTraits;

/* Draws candidates from @random to see how far they lie apart. */
void weft_traits_init  (WeftTraits *self, WeftProblem *problem, WeftRandom *random);
void weft_traits_clear (WeftTraits *self);
void weft_traits_of    (const WeftTraits *self, const WeftCandidate *candidate, double traits[WEFT_N_TRAITS]);

G_END_DECLS
