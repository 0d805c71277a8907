/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The methods' types, one file each, and what they share. */
#pragma once

#include "search/weft-method.h"

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE (WeftRandomMethod, weft_random_method, WEFT, RANDOM_METHOD, WeftMethod)
G_DECLARE_FINAL_TYPE (WeftHillMethod, weft_hill_method, WEFT, HILL_METHOD, WeftMethod)
G_DECLARE_FINAL_TYPE (WeftGreedyMethod, weft_greedy_method, WEFT, GREEDY_METHOD, WeftMethod)
G_DECLARE_FINAL_TYPE (WeftAnnealingMethod, weft_annealing_method, WEFT, ANNEALING_METHOD, WeftMethod)
G_DECLARE_FINAL_TYPE (WeftEvolutionMethod, weft_evolution_method, WEFT, EVOLUTION_METHOD, WeftMethod)
G_DECLARE_FINAL_TYPE (WeftParzenMethod, weft_parzen_method, WEFT, PARZEN_METHOD, WeftMethod)
G_DECLARE_FINAL_TYPE (WeftGaussianMethod, weft_gaussian_method, WEFT, GAUSSIAN_METHOD, WeftMethod)
G_DECLARE_FINAL_TYPE (WeftExhaustiveMethod, weft_exhaustive_method, WEFT, EXHAUSTIVE_METHOD, WeftMethod)
G_DECLARE_FINAL_TYPE (WeftLocalMethod, weft_local_method, WEFT, LOCAL_METHOD, WeftMethod)
G_DECLARE_FINAL_TYPE (WeftRulesMethod, weft_rules_method, WEFT, RULES_METHOD, WeftMethod)

void weft_proposal_reason (WeftProposal *self,
                           const char   *format,
                           ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
