/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far numbers and answers are to be trusted, from constants of the profile: "uncertainty" by confidence for facts,
 * "spread" by domain for what the model makes of them. */
#pragma once

#include "catalog/weft-inventory.h"
#include "model/weft-workload-spec-private.h"

G_BEGIN_DECLS

/**
 * WeftTrust: (skip)
 * @catalog: for the profiles that stand in where @profile has no such constant
 * @profile: that judges
 */
typedef struct
{
  WeftCatalog *catalog;
  WeftProfile *profile;
} WeftTrust;

/**
 * WeftModelError: (skip)
 * @domain: "training", "serving" or "hpc"
 * @spread: standard deviation of ln (predicted / measured) for such a machine
 * @inside: what it would be inside the calibrated range
 * @common_share: part of the variance that all machines have in common
 * @chip_share: part that all machines with the same chip have in common, the above included
 * @why: (nullable): why it is wider than inside the range, in sentences
 */
typedef struct
{
  const char *domain;
  double spread;
  double inside;
  double common_share;
  double chip_share;
  char *why;
} WeftModelError;

/* Standard deviation of the logarithm of a fact; 0 when nothing says. */
double      weft_trust_fact   (const WeftTrust        *self,
                               WeftConfidence          confidence,
                               const char             *key);
/* The domain whose errors a workload has. */
const char *weft_trust_domain (WeftWorkloadKind        kind);
/* Of @n_chips of @chip running a workload. */
void        weft_trust_model  (const WeftTrust        *self,
                               WeftWorkloadKind        kind,
                               const WeftChip         *chip,
                               double                  n_chips,
                               const WeftWorkloadSpec *spec,
                               WeftModelError         *error);
void        weft_model_error_clear (WeftModelError    *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftModelError, weft_model_error_clear)

G_END_DECLS
