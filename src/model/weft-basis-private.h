/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which constants of a profile stand behind each part of a workload's time, by the equations that the profile goes by. */
#pragma once

#include "model/weft-model-private.h"

G_BEGIN_DECLS

/**
 * WeftBasis: (skip)
 * @key: the constant that holds for the chip, the fabrics and the software: "gemm_flop_share\@b200-sxm/bf16"
 * @part: what it is behind
 * @value: its number, in the unit of the profile
 * @text: what it says with its number: a translated clause without a full stop
 * @of: (nullable): the record that has it, when it is no constant of the profile
 * @from: its value with provenance; lives as long as the profile
 *
 * One constant behind a part.
 */
typedef struct
{
  const char *key;
  WeftTimePart part;
  double value;
  char *text;
  const char *of;
  WeftValue from;
} WeftBasis;

/* What stands behind @part of @kind on @site, or behind all parts for %WEFT_N_PARTS. Of the coupled workload its AI phase
 * alone: its solver is the stencil. (transfer full) (element-type WeftBasis) */
GPtrArray *weft_basis_list  (const WeftModel  *model,
                             const WeftSite   *site,
                             WeftWorkloadKind  kind,
                             WeftTimePart      part);
/* A number as clauses have it: 45 %, 2.15 µs, 16 B. @unit: as profiles write it. (transfer full) */
char      *weft_basis_write (double            value,
                             const char       *unit);

G_END_DECLS
