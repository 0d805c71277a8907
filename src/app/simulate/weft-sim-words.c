/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The makespan, what it is made of, and how much work it was to find out. */
#include "config.h"

#include "app/simulate/weft-sim-words.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/workloads/weft-mapping-words.h"
#include "base/weft-quantity.h"

const char *
weft_words_for_share (WeftSimShare share)
{
  switch (share)
    {
    case WEFT_SIM_SHARE_COMPUTE:
      return _("Compute");
    case WEFT_SIM_SHARE_MEMORY:
      return _("Memory bandwidth");
    case WEFT_SIM_SHARE_SERIALIZATION:
      return _("Link bandwidth");
    case WEFT_SIM_SHARE_QUEUEING:
      return _("Queueing");
    case WEFT_SIM_SHARE_LATENCY:
      return _("Latency");
    case WEFT_SIM_SHARE_REMOTE:
      return _("Remote memory");
    case WEFT_SIM_SHARE_IMBALANCE:
      return _("Imbalance");
    case WEFT_N_SIM_SHARES:
    default:
      return "";
    }
}

/* What the mapper did not see. (transfer full) */
static char *
write_contention (WeftSimulation *run)
{
  double mapped = weft_simulation_get_mapping_s (run);
  g_autofree char *time = weft_quantity_format (mapped, WEFT_UNIT_S);

  return g_strdup_printf (_("%s (%+.1f %%)"), time,
                          100 * (weft_simulation_get_result (run)->makespan_s / mapped - 1));
}

static void
add_shares (GPtrArray *facts, const WeftSimResult *result)
{
  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    if (result->share[i] >= 0.0005)
      weft_fact_add (facts, weft_words_for_share (i), g_strdup_printf ("%.1f %%", 100 * result->share[i]),
                     _("Share of the critical path"));
}

GPtrArray *
weft_facts_of_simulation (WeftSimulation *run)
{
  const WeftSimResult *result = weft_simulation_get_result (run);
  GPtrArray *facts = weft_facts_new ();

  weft_fact_add_quantity (facts, _("Makespan"), result->makespan_s, WEFT_UNIT_S, NULL);
  if (!isnan (weft_simulation_get_mapping_s (run)) && weft_simulation_get_mapping_s (run) > 0)
    weft_fact_add (facts, _("By the mapper"), write_contention (run),
                   _("The mapper knows no contention; in brackets what the simulation adds"));
  add_shares (facts, result);
  weft_fact_add_quantity (facts, _("Tasks"), result->trace->n_tasks, WEFT_UNIT_COUNT, NULL);
  weft_fact_add_quantity (facts, _("Ranks"), result->trace->n_ranks, WEFT_UNIT_COUNT, NULL);
  weft_fact_add_quantity (facts, _("Messages"), result->n_messages, WEFT_UNIT_COUNT, NULL);
  weft_fact_add_quantity (facts, _("Events"), result->n_events, WEFT_UNIT_COUNT, NULL);
  weft_fact_add_quantity (facts, _("Processor time"), result->cpu_s, WEFT_UNIT_S, _("That the simulation took here"));
  weft_fact_add (facts, _("Links"), g_strdup (result->model), NULL);
  weft_fact_add (facts, _("Ways"), g_strdup (result->network->rule), NULL);
  return facts;
}
