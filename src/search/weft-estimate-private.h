/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A cheap estimate of what a partition can do, learned from verdicts and the catalog's facts. It knows nothing of the
 * evaluator: a roofline and a few communication terms whose factors come from what was observed. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* What a partition can be asked to do. */
typedef enum
{
  WEFT_ESTIMATE_TRAINING,
  WEFT_ESTIMATE_PREFILL,
  WEFT_ESTIMATE_DECODE,
  WEFT_ESTIMATE_STENCIL,
  WEFT_ESTIMATE_HPCG,
  WEFT_ESTIMATE_FFT,
  WEFT_ESTIMATE_SURROGATE, /* the AI phase of the coupled workload */
  WEFT_N_ESTIMATES,
} WeftEstimateKind;

/* Where time goes, in the order of WeftTimePart. */
typedef enum
{
  WEFT_ESTIMATE_COMPUTE,
  WEFT_ESTIMATE_MEMORY,
  WEFT_ESTIMATE_LATENCY,
  WEFT_ESTIMATE_BISECTION,
  WEFT_ESTIMATE_BUBBLE,
  WEFT_ESTIMATE_SOFTWARE,
  WEFT_N_ESTIMATE_PARTS,
} WeftEstimatePart;

/* What a sighting says of the time. */
typedef enum
{
  WEFT_SEEN_EXACTLY,
  WEFT_SEEN_AT_LEAST, /* another partition was preferred */
  WEFT_SEEN_AT_MOST,  /* it was not what the others waited for */
  WEFT_SEEN_UNABLE,
} WeftSeen;

/* Facts of a partition, all from the catalog but the number of chips; rates are 0 when the chip has none. */
typedef struct
{
  guint chip;   /* tells chips apart */
  guint unit;   /* tells chips with fabrics apart */
  gboolean on_chip_memory;
  gboolean has_fp8;
  double n;     /* chips */
  double bf16_flops;
  double serving_flops; /* FP8, else 16-bit */
  double fp64_flops;
  double mem_bytes;
  double mem_bw_bytes_s;
  double inside_alpha_s; /* scale-up */
  double inside_bw_bytes_s;
  double domain_chips;
  double across_alpha_s; /* scale-out */
  double across_bw_bytes_s;
} WeftEstimateSite;

/**
 * WeftSighting: (skip)
 * @seconds: for a unit of work: a token, a sweep, an iteration
 * @has_share: whether @share is known
 * @share: parts of the time
 */
typedef struct
{
  WeftEstimateKind kind;
  WeftSeen seen;
  WeftEstimateSite site;
  double seconds;
  gboolean has_share;
  double share[WEFT_N_ESTIMATE_PARTS];
} WeftSighting;

typedef struct _WeftEstimate WeftEstimate;

/* @attribution: whether shares of the time are used where they are known. */
WEFT_API WeftEstimate *weft_estimate_new     (gboolean attribution);
WEFT_API void          weft_estimate_free    (WeftEstimate *self);
WEFT_API void          weft_estimate_see     (WeftEstimate *self, const WeftSighting *sighting);
/* Learns from all that was seen: before the next prediction. */
WEFT_API void          weft_estimate_fit     (WeftEstimate *self);
/* Seconds for a unit of work, INFINITY when it is thought unable. @hopeful_s: (out): the same if it is @hope standard deviations better. */
WEFT_API double        weft_estimate_predict (WeftEstimate *self, WeftEstimateKind kind, const WeftEstimateSite *site, double hope, double *hopeful_s);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftEstimate, weft_estimate_free)

G_END_DECLS
