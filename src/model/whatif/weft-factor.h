/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One input of a response: what it is, how far it may go, and how well it is known. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/**
 * WeftFactor: (skip)
 * @name: tells it from others; draws of equal names are equal, whatever stands beside them
 * @value: what it is
 * @spread: standard deviation of its natural logarithm; 0 for what is known
 * @low: where a sensible range begins
 * @high: where it ends
 * @least: the least that it may be at all
 * @most: the most
 * @is_log: whether ranges are walked by factors
 * @is_whole: whether it counts something
 */
typedef struct
{
  const char *name;
  double value;
  double spread;
  double low;
  double high;
  double least;
  double most;
  gboolean is_log;
  gboolean is_whole;
} WeftFactor;

/* Standard deviations from the middle to the 5th and the 95th percentile of a normal distribution. */
#define WEFT_FACTOR_90 1.6448536269514722

WEFT_API WeftFactor weft_factor_from_interval (const char       *name,
                                               double            low,
                                               double            high);
WEFT_API WeftFactor weft_factor_from_range    (const char       *name,
                                               double            low,
                                               double            value,
                                               double            high,
                                               gboolean          is_log);
WEFT_API double     weft_factor_hold          (const WeftFactor *self,
                                               double            x);
WEFT_API double     weft_factor_at            (const WeftFactor *self,
                                               double            share);
WEFT_API double     weft_factor_share         (const WeftFactor *self,
                                               double            x);
WEFT_API double     weft_factor_normal        (const WeftFactor *self,
                                               guint64           seed,
                                               guint64           sample);
WEFT_API double     weft_factor_draw          (const WeftFactor *self,
                                               double            normal);

G_END_DECLS
