/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walking through the range of an input, and drawing it. A draw is a function of seed, name and number alone, so that
 * two studies that share an input share its draws, on any number of threads. */
#include "model/whatif/weft-factor.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "base/weft-random.h"

/* FNV-1a. */
static guint64
hash_name (const char *name)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (const char *c = name; *c != '\0'; c++)
    hash = (hash ^ (guint8) *c) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

/**
 * weft_factor_from_interval: (skip)
 * @name: what it is
 * @low: its 5th percentile, more than 0
 * @high: its 95th percentile
 *
 * Returns: a log-normal input with this 90 % interval: the middle is the geometric mean of both ends
 */
WeftFactor
weft_factor_from_interval (const char *name,
                           double      low,
                           double      high)
{
  return (WeftFactor) {
    .name = name,
    .value = sqrt (low * high),
    .spread = log (high / low) / 2 / WEFT_FACTOR_90,
    .low = low,
    .high = high,
    .least = 0,
    .most = INFINITY,
    .is_log = TRUE,
  };
}

/**
 * weft_factor_from_range: (skip)
 * @name: what it is
 * @low: where it begins
 * @value: what it is at first
 * @high: where it ends
 * @is_log: whether it is walked by factors
 *
 * Returns: an input that is not drawn, with a range
 */
WeftFactor
weft_factor_from_range (const char *name,
                        double      low,
                        double      value,
                        double      high,
                        gboolean    is_log)
{
  return (WeftFactor) { .name = name, .value = value, .low = low, .high = high, .least = -INFINITY, .most = INFINITY,
                        .is_log = is_log };
}

/**
 * weft_factor_hold: (skip)
 * @self: an input
 * @x: a value
 *
 * Returns: the nearest value that it may have
 */
double
weft_factor_hold (const WeftFactor *self,
                  double            x)
{
  return CLAMP (self->is_whole ? round (x) : x, self->least, self->most);
}

/**
 * weft_factor_at: (skip)
 * @self: an input
 * @share: 0 for the beginning of its range, 1 for its end
 *
 * Returns: the value there, by factors for a logarithmic input whose range is above 0
 */
double
weft_factor_at (const WeftFactor *self,
                double            share)
{
  double x;

  if (share <= 0)
    return self->low;
  if (share >= 1)
    return self->high;
  x = self->is_log && self->low > 0 ? self->low * pow (self->high / self->low, share)
                                    : self->low + share * (self->high - self->low);
  return self->is_whole ? round (x) : x;
}

/**
 * weft_factor_share: (skip)
 * @self: an input
 * @x: a value
 *
 * The other way round than weft_factor_at().
 *
 * Returns: where the value lies in the range, from 0 to 1; outside of it the nearer end
 */
double
weft_factor_share (const WeftFactor *self,
                   double            x)
{
  double share;

  if (!(self->high > self->low))
    return 0;
  share = self->is_log && self->low > 0 ? log (MAX (x, self->low) / self->low) / log (self->high / self->low)
                                        : (x - self->low) / (self->high - self->low);
  return CLAMP (share, 0, 1);
}

/**
 * weft_factor_normal: (skip)
 * @self: an input
 * @seed: of the study
 * @sample: which draw
 *
 * Returns: a standard normal number that depends on the input's name, the seed and the draw's number alone
 */
double
weft_factor_normal (const WeftFactor *self,
                    guint64           seed,
                    guint64           sample)
{
  WeftRandom random;
  double uniform;

  weft_random_init (&random, seed ^ hash_name (self->name), sample);
  /* Neither 0 nor 1, which have no quantile. */
  uniform = (weft_random_double (&random) * 0x1p53 + 0.5) * 0x1p-53;
  return gsl_cdf_ugaussian_Pinv (MIN (uniform, 1 - 0x1p-53));
}

/**
 * weft_factor_draw: (skip)
 * @self: an input
 * @normal: from weft_factor_normal()
 *
 * Log-normal about the input's value, as far as the input may go.
 *
 * Returns: the value
 */
double
weft_factor_draw (const WeftFactor *self,
                  double            normal)
{
  if (!(self->spread > 0))
    return self->value;
  return CLAMP (self->value * exp (self->spread * normal), self->least, self->most);
}
