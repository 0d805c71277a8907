/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which inputs an answer depends on: each moved alone through its range (tornado), all together (total order), and by
 * a little (elasticity). */
#pragma once

#include "model/whatif/weft-factor.h"
#include "model/whatif/weft-response.h"

G_BEGIN_DECLS

/**
 * WeftTornadoBar: (skip)
 * @input: which input
 * @low: where it was moved to first
 * @high: and then
 * @y_low: the answer there; %NAN for none
 * @y_high: likewise
 * @swing: from the least to the greatest of these two and the answer that stands
 * @share: that over the answer that stands
 *
 * One input moved alone, all others at their values.
 */
typedef struct
{
  guint input;
  double low;
  double high;
  double y_low;
  double y_high;
  double swing;
  double share;
} WeftTornadoBar;

/**
 * WeftTornado: (skip)
 * @y: with every input at its value
 * @bars: the largest swing first; those without an answer at an end before all
 * @n_bars: one for each input
 * @n_flat: bars at the end whose input has no effect at all
 */
typedef struct
{
  double y;
  WeftTornadoBar *bars;
  guint n_bars;
  guint n_flat;
} WeftTornado;

/**
 * WeftTotalOrder: (skip)
 * @n_inputs: inputs
 * @n: base samples; (@n_inputs + 2) times as many questions
 * @first: of each input: the share of the variance that it takes along alone
 * @total: the share in which it has a part, with all that it does together with others
 * @total_error: standard error of that
 * @mean: of the answers
 * @variance: of the answers, or of their logarithms
 * @is_log: whether of their logarithms
 * @n_none: base samples without an answer, which are left out
 */
typedef struct
{
  guint n_inputs;
  guint n;
  double *first;
  double *total;
  double *total_error;
  double mean;
  double variance;
  gboolean is_log;
  guint n_none;
} WeftTotalOrder;

/* How an answer moves about the point where it stands. */
typedef enum
{
  WEFT_SLOPE_SMOOTH,
  WEFT_SLOPE_KINK,  /* another slope on either side: something else binds */
  WEFT_SLOPE_STEP,  /* it jumps: whole nodes, another mapping */
  WEFT_SLOPE_FLAT,  /* no effect nearby */
  WEFT_SLOPE_NONE,  /* there is none: the input or the answer is 0 or unknown, or it may go one way only */
} WeftSlopeKind;

/**
 * WeftElasticity: (skip)
 * @value: d ln y / d ln x, by central differences: 1 says that 1 % more gives 1 % more
 * @below: the same towards smaller inputs
 * @above: the same towards larger ones
 * @kind: what it is like there
 */
typedef struct
{
  double value;
  double below;
  double above;
  WeftSlopeKind kind;
} WeftElasticity;

#define WEFT_TOTAL_ORDER_MOST_SAMPLES 65536

WEFT_API WeftTornado    *weft_tornado_new      (const WeftResponse *response,
                                                const WeftFactor   *factors,
                                                guint               output,
                                                const WeftAsking   *asking,
                                                GError            **error);
WEFT_API void            weft_tornado_free     (WeftTornado        *self);
WEFT_API WeftTotalOrder *weft_total_order_new  (const WeftResponse *response,
                                                const WeftFactor   *factors,
                                                guint               output,
                                                gboolean            logarithmic,
                                                guint               n,
                                                guint64             seed,
                                                const WeftAsking   *asking,
                                                GError            **error);
WEFT_API void            weft_total_order_free (WeftTotalOrder     *self);
/* One for each input. (transfer full) */
WEFT_API WeftElasticity *weft_elasticities_new (const WeftResponse *response,
                                                const WeftFactor   *factors,
                                                guint               output,
                                                double              step,
                                                const WeftAsking   *asking,
                                                GError            **error);
WEFT_API const char     *weft_slope_label      (WeftSlopeKind       kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTornado, weft_tornado_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTotalOrder, weft_total_order_free)

G_END_DECLS
