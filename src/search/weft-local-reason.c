/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the local search tells people: which workload of a design is held by what, and where. */
#include "search/weft-local-private.h"

static const char *const workloads[WEFT_N_WORKLOADS] = {
  "training", "serving", "stencil", "HPCG", "FFT", "the coupled run",
};

static const char *const holds[WEFT_N_PARTS] = {
  "compute", "memory bandwidth", "fabric latency", "fabric bandwidth", "the pipeline bubble",
};

/**
 * weft_local_describe: (skip)
 * @problem: the problem
 * @seen: a candidate and its verdict
 * @workload: a workload
 * @text: (out): room for a clause
 * @size: of it
 */
void
weft_local_describe (WeftProblem         *problem,
                     const WeftLocalSeen *seen,
                     guint                workload,
                     char                *text,
                     gsize                size)
{
  const WeftVerdict *verdict = &seen->verdict;
  const gint8 *site = verdict->site[workload];
  guint at;

  if (verdict->kind == WEFT_VERDICT_INVALID)
    {
      g_snprintf (text, size, "a partition got no node");
      return;
    }
  if (site[0] < 0)
    {
      g_snprintf (text, size, "%s cannot run", workloads[workload]);
      return;
    }

  at = (guint) site[0];
  g_snprintf (text, size, "%s is held by %s on %u %s", workloads[workload],
              holds[verdict->bottleneck[workload]], verdict->n[at],
              weft_inventory_chip (problem->inventory,
                                   g_array_index (problem->units, WeftSpaceUnit,
                                                  seen->candidate.parts[at].unit).chip)->id);
}
