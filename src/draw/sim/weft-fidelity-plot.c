/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same for the window and the command line. */
#include "config.h"

#include "draw/sim/weft-fidelity-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/sim/weft-agreement-plot.h"

/* The workload that moves a design most says why. (transfer none) (nullable) */
static const char *
find_reason (const WeftFidelityDesign *design)
{
  const char *reason = NULL;
  double most = 0;

  for (guint k = 0; k < WEFT_N_WORKLOADS; k++)
    {
      const WeftFidelityWorkload *workload = &design->workloads[k];
      double change = workload->analytic > 0 ? fabs (log (workload->simulated / workload->analytic)) : 0;

      if (workload->reason == NULL || !(change > most))
        continue;
      most = change;
      reason = workload->reason;
    }
  return reason;
}

WeftPlot *
weft_fidelity_plot_new (const WeftFidelity *fidelity)
{
  g_autofree WeftAgreementPoint *points = g_new0 (WeftAgreementPoint, fidelity->designs->len + 1);

  for (guint i = 0; i < fidelity->designs->len; i++)
    {
      const WeftFidelityDesign *design = fidelity->designs->pdata[i];

      points[i] = (WeftAgreementPoint) { design->name, design->score, design->simulated, find_reason (design) };
    }
  return weft_agreement_plot_new (points, fidelity->designs->len, WEFT_AGREEMENT_SCORES);
}

/* --- tables --- */

static void
add_design (WeftTable *table, const WeftFidelityDesign *design)
{
  g_autofree char *rank = g_strdup_printf ("%u", design->rank);
  g_autofree char *other = g_strdup_printf ("%u", design->simulated_rank);
  g_autofree char *score = g_strdup_printf ("%.4f", design->score);
  g_autofree char *simulated = g_strdup_printf ("%.4f", design->simulated);
  const char *cells[] = { rank, other, score, simulated, design->name, NULL };

  weft_table_add_row (table, cells);
}

WeftTable *
weft_table_fidelity (const WeftFidelity *fidelity)
{
  WeftTable *table = weft_table_new (NULL);

  weft_table_add_column (table, _("Rank"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Simulated"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Score"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Simulated Score"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Design"), WEFT_ALIGN_START);
  for (guint i = 0; i < fidelity->designs->len; i++)
    add_design (table, fidelity->designs->pdata[i]);
  return table;
}

static void
add_reason (WeftTable *table, const WeftFidelityDesign *design, WeftWorkloadKind kind)
{
  const WeftFidelityWorkload *workload = &design->workloads[kind];
  g_autofree char *rank = g_strdup_printf ("%u", design->rank);
  const char *cells[] = { rank, design->name, weft_workload_label (kind), workload->reason, NULL };

  if (workload->reason != NULL)
    weft_table_add_row (table, cells);
}

WeftTable *
weft_table_fidelity_reasons (const WeftFidelity *fidelity)
{
  WeftTable *table = weft_table_new (NULL);

  weft_table_add_column (table, _("Rank"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Design"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Workload"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Why"), WEFT_ALIGN_START);
  for (guint i = 0; i < fidelity->designs->len; i++)
    {
      const WeftFidelityDesign *design = fidelity->designs->pdata[i];
      g_autofree char *rank = g_strdup_printf ("%u", design->rank);
      const char *failed[] = { rank, design->name, _("All"), design->failure, NULL };

      if (design->failure != NULL)
        weft_table_add_row (table, failed);
      for (guint k = 0; k < WEFT_N_WORKLOADS; k++)
        add_reason (table, design, k);
    }
  return table;
}

char *
weft_fidelity_summarise (const WeftFidelity *fidelity)
{
  guint n = fidelity->designs->len;
  guint n_pairs = n > 1 ? n * (n - 1) / 2 : 0;

  if (isnan (fidelity->tau))
    return g_strdup (_("Kendall’s tau of both rankings is unknown: it takes two designs whose scores differ"));
  return g_strdup_printf (ngettext ("Kendall’s tau of both rankings: %.2f; %u pair of %u stands the other way round",
                                    "Kendall’s tau of both rankings: %.2f; %u pairs of %u stand the other way round",
                                    fidelity->n_swapped),
                          fidelity->tau, fidelity->n_swapped, n_pairs);
}
