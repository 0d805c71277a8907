/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number that a question is about: the score, or any other number of an evaluation. Immutable. */
#pragma once

#include "base/weft-quantity.h"
#include "model/weft-evaluation.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_OUTPUT_SCORE,
  WEFT_OUTPUT_VALUE,   /* of a workload: tokens/s, requests/s or seconds */
  WEFT_OUTPUT_SPEEDUP, /* of a workload over the reference */
  WEFT_OUTPUT_COUNT,   /* chips of a partition */
  WEFT_OUTPUT_POWER,
  WEFT_OUTPUT_COST,
  WEFT_OUTPUT_OTHER,   /* any other number of the evaluation's JSON */
} WeftOutputKind;

/**
 * WeftOutput: (skip)
 * @path: as people type it: "workloads/fft/value"
 * @label: for people
 * @kind: what it is
 * @index: of the workload or partition
 * @unit: of its values
 * @less_is_better: a time, a power or a cost
 * @key: of a named value of a workload ("decode_user_tokens_s") or a share of its time ("memory")
 */
typedef struct
{
  char *path;
  char *label;
  WeftOutputKind kind;
  guint index;
  WeftUnit unit;
  gboolean less_is_better;
  char *key;
} WeftOutput;

WEFT_API void        weft_output_free   (WeftOutput       *self);
WEFT_API WeftOutput *weft_output_copy   (const WeftOutput *self);
/* For people. (transfer full) */
WEFT_API char       *weft_output_format (const WeftOutput *self,
                                         double            value);
/* What people type: a number in SI units, or with a unit: "1.95", "2 MW". */
WEFT_API gboolean    weft_output_parse  (const WeftOutput *self,
                                         const char       *text,
                                         double           *value,
                                         GError          **error);
/* Of an evaluation; NAN when it has none. */
WEFT_API double      weft_output_read   (const WeftOutput *self,
                                         WeftEvaluation   *evaluation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftOutput, weft_output_free)

G_END_DECLS
