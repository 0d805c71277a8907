/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where two answers meet as one input moves: the break-even points between two designs, or of one and a wish. */
#pragma once

#include "model/whatif/weft-factor.h"
#include "model/whatif/weft-response.h"

G_BEGIN_DECLS

#define WEFT_BREAK_EVEN_MOST_SCANS 10000

/**
 * WeftCrossing: (skip)
 * @x: where the two are equal, or where one overtakes the other by a jump
 * @first: the first answer there; by a jump, on the far side of it
 * @second: the second
 * @first_rises: whether the first is better beyond it
 * @is_jump: whether they change places without being equal in between
 * @is_end: whether they are equal at an end of the range, or from there or up to there: who overtakes whom is not seen
 */
typedef struct
{
  double x;
  double first;
  double second;
  gboolean first_rises;
  gboolean is_jump;
  gboolean is_end;
} WeftCrossing;

/**
 * WeftBreakEven: (skip)
 * @crossings: from the beginning of the range to its end
 * @n_crossings: how many
 * @low: where the search began
 * @high: where it ended
 * @first_low: the first answer at the beginning; %NAN when there is none
 * @second_low: the second
 * @first_high: at the end
 * @second_high: likewise
 * @always_equal: whether they do not differ anywhere
 */
typedef struct
{
  WeftCrossing *crossings;
  guint n_crossings;
  double low;
  double high;
  double first_low;
  double second_low;
  double first_high;
  double second_high;
  gboolean always_equal;
} WeftBreakEven;

WEFT_API WeftBreakEven *weft_break_even_new  (const WeftResponse *response,
                                              const WeftFactor   *factors,
                                              guint               input,
                                              gboolean            less_is_better,
                                              guint               n_scans,
                                              const WeftAsking   *asking,
                                              GError            **error);
WEFT_API void           weft_break_even_free (WeftBreakEven      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftBreakEven, weft_break_even_free)

G_END_DECLS
