/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why the two fidelities differ, by what the simulated time goes to that the evaluator's formula does not have. */
#include "search/weft-fidelity-private.h"

#include <math.h>

#include <glib/gi18n-lib.h>

/* Ratios that differ by less need no reason. */
#define HARDLY 0.05

static double
get_network_share (const WeftFidelityWorkload *workload)
{
  return workload->share[WEFT_SIM_SHARE_SERIALIZATION] + workload->share[WEFT_SIM_SHARE_QUEUEING]
         + workload->share[WEFT_SIM_SHARE_LATENCY];
}

/* The share that is furthest above that of the reference. */
static WeftSimShare
find_largest_change (const WeftFidelityWorkload *workload, const WeftFidelityWorkload *reference, double sign)
{
  guint found = 0;

  for (guint i = 1; i < WEFT_N_SIM_SHARES; i++)
    if (sign * (workload->share[i] - reference->share[i]) > sign * (workload->share[found] - reference->share[found]))
      found = i;
  return found;
}

static const char *
name_share (WeftSimShare share)
{
  switch (share)
    {
    case WEFT_SIM_SHARE_COMPUTE:
      return _("arithmetic");
    case WEFT_SIM_SHARE_MEMORY:
      return _("memory bandwidth");
    case WEFT_SIM_SHARE_SERIALIZATION:
      return _("link bandwidth");
    case WEFT_SIM_SHARE_QUEUEING:
      return _("queueing on shared links");
    case WEFT_SIM_SHARE_LATENCY:
      return _("latency");
    case WEFT_SIM_SHARE_REMOTE:
      return _("remote memory");
    case WEFT_SIM_SHARE_IMBALANCE:
      return _("ranks that wait for each other");
    case WEFT_N_SIM_SHARES:
    default:
      return "";
    }
}

char *
weft_fidelity_reason (const WeftFidelityWorkload *workload, const WeftFidelityWorkload *reference)
{
  double change = workload->simulated / workload->analytic - 1;
  WeftSimShare share;

  if (!workload->is_simulated || !(workload->analytic > 0) || fabs (change) < HARDLY)
    return NULL;
  /* A design falls behind by what takes more of its time than of the reference's, and gains by what takes less. */
  share = find_largest_change (workload, reference, change < 0 ? 1 : -1);
  return g_strdup_printf (change < 0 ? _("%.2f× simulated, %.2f× by formula: %s takes %.0f %% of its time, %.0f %% of the "
                                         "reference’s; the formula names %s, and all of the network takes %.0f %%")
                                     : _("%.2f× simulated, %.2f× by formula: %s takes only %.0f %% of its time, but %.0f %% "
                                         "of the reference’s; the formula names %s, and all of the network takes %.0f %%"),
                          workload->simulated, workload->analytic, name_share (share), 100 * workload->share[share],
                          100 * reference->share[share], weft_time_part_label (workload->bound),
                          100 * get_network_share (workload));
}
