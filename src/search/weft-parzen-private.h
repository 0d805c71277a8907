/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How likely each choice is among a set of candidates: a product of categorical distributions along the tree of
 * choices (number of partitions, split, then chip, its fabrics and role of each partition). */
#pragma once

#include "search/weft-problem-private.h"

G_BEGIN_DECLS

typedef struct _WeftParzen WeftParzen;

/* @prior: how many candidates the even distribution counts as much as. */
WeftParzen *weft_parzen_new      (WeftProblem *problem, double prior);
void        weft_parzen_free     (WeftParzen *self);
void        weft_parzen_reset    (WeftParzen *self);
void        weft_parzen_add      (WeftParzen *self, const WeftCandidate *candidate);
void        weft_parzen_draw     (WeftParzen *self, WeftRandom *random, WeftCandidate *result);
/* Log of the probability of a sorted candidate. */
double      weft_parzen_log_mass (WeftParzen *self, const WeftCandidate *candidate);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftParzen, weft_parzen_free)

G_END_DECLS
