/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How differences between profiles come about: both sides computed, time in chip-seconds by part, shares of a ratio, and
 * the words for them. */
#pragma once

#include "model/weft-basis-private.h"
#include "model/weft-evaluation-private.h"
#include "model/weft-profile-difference.h"

G_BEGIN_DECLS

/* Parts that a ratio is made up of: how many chips, what they do, and what is on neither side a part of the time. */
typedef enum
{
  WEFT_REASON_COUNT,
  WEFT_REASON_IDLE,
  WEFT_REASON_PARTS,                                      /* the first WeftTimePart */
  WEFT_REASON_TRANSFER = WEFT_REASON_PARTS + WEFT_N_PARTS, /* KV caches on their way to another partition */
  WEFT_REASON_WORK,                                       /* how much there is to do */
  WEFT_N_REASON_PARTS,
} WeftReasonPart;

/* One of the two profiles. */
typedef struct
{
  WeftEvaluation *evaluation; /* borrowed */
  WeftPartitionTimes times[WEFT_MAX_PARTITIONS];
} WeftDifferenceSide;

/**
 * WeftWorkTime: (skip)
 * @partition: whose chips the time is of: of two phases side by side the slower one's
 * @chips: of it
 * @used: part of them that the split leaves work for
 * @value_s: seconds for a unit of work: a token, a request, a sweep
 * @part_s: chip-seconds for it, of the chips that work
 * @prompt_s: what of that is spent on prompts (serving)
 * @surrogate_s: what of that is the AI phase (coupled)
 * @transfer_s: what waits for KV caches to arrive
 * @work: FLOP of the AI phase (coupled), else 1
 *
 * What a unit of work takes: @value_s × @chips × @used is the sum of @part_s and @transfer_s.
 */
typedef struct
{
  int partition;
  double chips;
  double used;
  double value_s;
  double part_s[WEFT_N_PARTS];
  double prompt_s[WEFT_N_PARTS];
  double surrogate_s[WEFT_N_PARTS];
  double transfer_s;
  double work;
} WeftWorkTime;

/* --- shares (weft-difference-shares.c) --- */

void    weft_work_time_init   (WeftWorkTime             *self,
                               const WeftDifferenceSide *side,
                               WeftWorkloadKind          kind);
/* Of ln (time of @b / time of @a); they sum to it. */
void    weft_work_time_shares (const WeftWorkTime       *a,
                               const WeftWorkTime       *b,
                               double                    shares[WEFT_N_REASON_PARTS]);
/* Where the roofline turns from arithmetic to memory or back, one part with both shares is left: that of @b. */
void    weft_work_time_join   (const WeftWorkTime       *a,
                               const WeftWorkTime       *b,
                               double                    shares[WEFT_N_REASON_PARTS]);
/* The part of @a that @part of @b takes the place of, or @part. */
WeftTimePart weft_work_time_twin (const WeftWorkTime     *a,
                                  const WeftWorkTime     *b,
                                  WeftTimePart            part);
/* Parts of ln (sum of @b / sum of @a) that each of @n terms makes up. */
void    weft_log_mean_shares  (const double             *a,
                               const double             *b,
                               guint                     n,
                               double                   *shares);
WeftSite weft_difference_site (const WeftDifferenceSide *side,
                               int                       partition);

/* --- reasons (weft-profile-difference.c) --- */

/* @text: (transfer full) */
WeftReason *weft_reason_new         (const char     *part,
                                     const char     *label,
                                     double          share,
                                     double          a,
                                     double          b,
                                     WeftUnit        unit,
                                     char           *text);
void        weft_reason_set_text    (WeftReason     *self,
                                     const char     *text);
void        weft_reason_add_value   (WeftReason     *self,
                                     guint           side,
                                     const char     *of,
                                     const WeftValue *value);
void        weft_reason_add_constant (WeftReason    *self,
                                     guint           side,
                                     WeftProfile    *profile,
                                     const char     *key);
/* Adds @reason to @list. (transfer full) */
void        weft_reasons_take       (GPtrArray      *list,
                                     WeftReason     *reason);

/* --- chips (weft-difference-chips.c) --- */

/* Why a budget buys so many, by item. */
void        weft_chip_reasons       (GPtrArray                *reasons,
                                     const WeftDifferenceSide  sides[2],
                                     guint                     partition);
/* "The budget buys 504 chips, not 896: ..."; sources are added to @reason's. */
WeftReason *weft_count_reason       (const WeftDifferenceSide  sides[2],
                                     const WeftWorkTime        times[2],
                                     double                    share);

/* --- parts of the time (weft-difference-parts.c), what they rest on (weft-difference-facts.c) --- */

WeftReason *weft_part_reason        (const WeftDifferenceSide  sides[2],
                                     const WeftWorkTime        times[2],
                                     WeftWorkloadKind          kind,
                                     WeftReasonPart            part,
                                     double                    share);
/* Appends clauses on chips and fabrics of which the profiles know different things. */
void        weft_difference_facts   (WeftReason               *reason,
                                     GString                  *text,
                                     const WeftDifferenceSide  sides[2],
                                     const WeftWorkTime        times[2],
                                     WeftWorkloadKind          kind,
                                     WeftTimePart              part);
void        weft_difference_domain  (GPtrArray                *reasons,
                                     const WeftDifferenceSide  sides[2],
                                     guint                     partition);

/* --- splits and places (weft-difference-mapping.c) --- */

void        weft_mapping_reasons    (GPtrArray                *reasons,
                                     const WeftDifferenceSide  sides[2],
                                     WeftWorkloadKind          kind);

G_END_DECLS
