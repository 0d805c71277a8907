/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sure the answers about a design are, or about two beside each other: facts drawn as well as they are known, and
 * the model's own error as it was measured. Reference and designs share the draws of whatever they share. */
#pragma once

#include "model/whatif/weft-uncertainty.h"
#include "model/whatif/weft-whatif.h"

G_BEGIN_DECLS

/* What is drawn of each design, in this order. */
enum
{
  WEFT_DOUBT_SCORE,
  WEFT_DOUBT_VALUE,                                          /* of the first workload; six of them */
  WEFT_DOUBT_SPEEDUP = WEFT_DOUBT_VALUE + WEFT_N_WORKLOADS,  /* likewise */
  WEFT_DOUBT_POWER = WEFT_DOUBT_SPEEDUP + WEFT_N_WORKLOADS,
  WEFT_DOUBT_COST,
  WEFT_N_DOUBTS,
};

typedef struct _WeftDoubt WeftDoubt;

/* How draws come about. */
typedef enum
{
  WEFT_DOUBT_USUAL,     /* whole draws where the profile's equations are quick, else a surrogate */
  WEFT_DOUBT_WHOLE,     /* each draw by the model */
  WEFT_DOUBT_SURROGATE, /* by what each fact does alone, and what that misses of a hundred whole draws */
} WeftDoubtHow;

/**
 * WeftDoubtSource: (skip)
 * @label: for people: a fact of a part, or the model's error in a domain
 * @path: for programs: "chips/B200/mem_bw_gbs", "model/training"
 * @share: of the variance of the logarithm
 *
 * What an uncertainty comes from.
 */
typedef struct
{
  char *label;
  char *path;
  double share;
} WeftDoubtSource;

/* @designs: (element-type WeftWhatif): one or two that can be scored. (transfer full), NULL with an error */
WEFT_API WeftDoubt      *weft_doubt_new         (GPtrArray         *designs,
                                                 guint              n_samples,
                                                 guint64            seed,
                                                 const WeftAsking  *asking,
                                                 GError           **error);
WEFT_API WeftDoubt      *weft_doubt_new_how     (GPtrArray         *designs,
                                                 WeftDoubtHow       how,
                                                 guint              n_samples,
                                                 guint64            seed,
                                                 const WeftAsking  *asking,
                                                 GError           **error);
/* How many of the draws the model has made; and what single facts do not explain of the logarithm of a number, standard
 * deviation, 0 when all were whole. */
WEFT_API guint           weft_doubt_n_whole     (const WeftDoubt   *self);
WEFT_API double          weft_doubt_unexplained (const WeftDoubt   *self,
                                                 guint              design,
                                                 guint              number);
WEFT_API void            weft_doubt_free        (WeftDoubt         *self);
WEFT_API guint           weft_doubt_n_designs   (const WeftDoubt   *self);
WEFT_API const WeftUncertainty *weft_doubt_get_draws (const WeftDoubt *self);
/* Whether @number ("score", "workloads/fft/value" ...) is one of those above. */
WEFT_API gboolean        weft_doubt_find        (const WeftOutput  *output,
                                                 guint             *number);
/* Where a number of a design stands among the outputs of the draws. */
WEFT_API guint           weft_doubt_output      (guint              design,
                                                 guint              number);
WEFT_API const WeftBand *weft_doubt_band        (const WeftDoubt   *self,
                                                 guint              design,
                                                 guint              number);
/* The first against the second. */
WEFT_API WeftContest     weft_doubt_compare     (const WeftDoubt   *self,
                                                 guint              number);
/* The largest first, all of them; what is left is the rest. (transfer full) (element-type WeftDoubtSource) */
WEFT_API GPtrArray      *weft_doubt_sources     (const WeftDoubt   *self,
                                                 guint              design,
                                                 guint              number);
/* Why the model's error is wider than where it was measured; (nullable) for a workload inside its range. */
WEFT_API const char     *weft_doubt_why_wider   (const WeftDoubt   *self,
                                                 guint              design,
                                                 WeftWorkloadKind   kind);
/* The model's error for a workload: standard deviation of the logarithm. */
WEFT_API double          weft_doubt_model_error (const WeftDoubt   *self,
                                                 guint              design,
                                                 WeftWorkloadKind   kind);
/* In a sentence: "A is better than B with 97 %". (transfer full) */
WEFT_API char           *weft_doubt_say_contest (const WeftDoubt   *self,
                                                 const WeftContest *contest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftDoubt, weft_doubt_free)

G_END_DECLS
