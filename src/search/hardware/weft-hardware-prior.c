/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The telemetry prior: a class of the path that gets rho times its resource takes 1/rho of its time. */
#include "search/hardware/weft-hardware-prior-private.h"

#include <math.h>

/* A resource that grows more than this factor of e is not believed to help more. */
#define MOST_LOG_GAIN 3.0

/* Where a resource is none at all, its ratio says nothing. */
static double
log_gain (double from, double to)
{
  if (!(from > 0) || !(to > 0))
    return from == to ? 0 : to > from ? MOST_LOG_GAIN : -MOST_LOG_GAIN;
  return CLAMP (log (to / from), -MOST_LOG_GAIN, MOST_LOG_GAIN);
}

double
weft_hardware_prior_speedup (const WeftHardwareFrame   *frame,
                             const WeftHardwareVerdict *verdict,
                             const WeftHardwareTraits  *from,
                             const WeftHardwareTraits  *to)
{
  double slower[WEFT_N_BOTTLENECKS];
  double log_time = 0;

  for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
    slower[c] = exp (-log_gain (from->resource[c], to->resource[c]));
  for (guint i = 0; i < frame->n_workloads; i++)
    {
      double sum = 0;

      for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
        sum += verdict->share[i][c] * slower[c];
      /* Nothing is known of a workload without a path. */
      if (sum > 0)
        log_time += frame->alpha[i] * log (sum);
    }
  return -log_time;
}

double
weft_hardware_prior (const WeftHardwareFrame   *frame,
                     const WeftHardwareVerdict *verdict,
                     const WeftHardwareTraits  *from,
                     const WeftHardwareTraits  *to)
{
  return frame->weights.time * weft_hardware_prior_speedup (frame, verdict, from, to)
         - frame->weights.cost * (to->cost_usd - from->cost_usd) / frame->cost_max_usd
         - frame->weights.power * (to->power_w - from->power_w) / frame->power_max_w;
}
