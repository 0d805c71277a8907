/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One design under two profiles, and the reasons for each difference: how many chips, how long each of them takes for
 * what, and the constants and facts behind it. */
#pragma once

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

/**
 * WeftReasonSource: (skip)
 * @side: 0 for the first profile, 1 for the second
 * @of: the profile of a constant, or the part of the catalog whose fact it is: "measured", "b200-sxm"
 * @key: the constant or the fact: "gemm_flop_share\@b200-sxm/bf16", "tdp_w"
 * @value: in words, with its unit
 * @confidence: how far to trust it
 * @source: where it comes from, never empty
 * @date: (nullable): when that was true
 *
 * A number that a reason rests on.
 */
typedef struct
{
  guint side;
  char *of;
  char *key;
  char *value;
  WeftConfidence confidence;
  char *source;
  char *date;
} WeftReasonSource;

/* Why a figure differs: one part of it. */
#define WEFT_TYPE_REASON (weft_reason_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftReason, weft_reason, WEFT, REASON, GObject)

/* "count", "idle", a part of the time as weft_time_part_nick() has it, "transfer", "work"; of a number of chips "budget",
 * "chip", "host", "scaleup", "scaleout", "loss", "service", "cooling", "rack", "rounding"; of the score a workload;
 * without a share "mapping", "placement", "domain", "lack". */
WEFT_API const char *weft_reason_get_part    (WeftReason *self);
WEFT_API const char *weft_reason_get_label   (WeftReason *self); /* translated: "Chips" */
/* Part of ln (b/a) that it makes up; those of a difference sum to that. NAN for what explains other parts. */
WEFT_API double      weft_reason_get_share   (WeftReason *self);
/* The same as a factor, "×0.563"; "" without a share. */
WEFT_API const char *weft_reason_get_factor_text (WeftReason *self);
WEFT_API const char *weft_reason_get_text    (WeftReason *self); /* sentences with both numbers, translated */
WEFT_API double      weft_reason_get_a       (WeftReason *self); /* what the share is of: chips, chip-seconds, W...; NAN for none */
WEFT_API double      weft_reason_get_b       (WeftReason *self);
WEFT_API WeftUnit    weft_reason_get_unit    (WeftReason *self);
WEFT_API GPtrArray  *weft_reason_get_sources (WeftReason *self); /* (element-type WeftReasonSource) (transfer none) */

/* A figure that two profiles may see differently. */
#define WEFT_TYPE_DIFFERENCE (weft_difference_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftDifference, weft_difference, WEFT, DIFFERENCE, GObject)

/* "score", "training", ..., "partitions.0" */
WEFT_API const char *weft_difference_get_subject (WeftDifference *self);
/* Key of its row in weft_compare(): "score", "workloads.training.value", "partitions.0.count". */
WEFT_API const char *weft_difference_get_key     (WeftDifference *self);
WEFT_API const char *weft_difference_get_label   (WeftDifference *self); /* translated */
WEFT_API double      weft_difference_get_a       (WeftDifference *self); /* NAN when it cannot be */
WEFT_API double      weft_difference_get_b       (WeftDifference *self);
WEFT_API WeftUnit    weft_difference_get_unit    (WeftDifference *self);
WEFT_API double      weft_difference_get_ratio   (WeftDifference *self); /* b/a */
/* WeftReason, those with the largest shares first, those without one last. (transfer none) */
WEFT_API GListModel *weft_difference_get_reasons (WeftDifference *self);
/* The factors that matter most, "chips ×0.563, compute ×1.16"; "" when nothing differs. (transfer full) */
WEFT_API char       *weft_difference_dup_summary (WeftDifference *self);

/* Of the score, every workload and every partition. Safe in any thread. (transfer full) (element-type WeftDifference) */
WEFT_API GListModel *weft_profile_difference         (WeftEvaluation *a,
                                                      WeftEvaluation *b);
/* [{workload, part, share, factor, text, a, b, unit, sources: [{side, of, key, value, confidence, source, date}]}] (transfer full) */
WEFT_API JsonNode   *weft_profile_difference_to_json (GListModel     *differences);

G_END_DECLS
