/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Both rankings beside each other, and a sentence for each workload in which they differ. */
#include "cli/weft-cli-fidelity.h"

#include <math.h>

#include <glib/gi18n.h>

#include "cli/weft-cli-outputs.h"
#include "cli/weft-cli-watch.h"
#include "cli/weft-cli-workload.h"
#include "draw/plot/weft-plot-layout-private.h"
#include "draw/sim/weft-agreement-plot.h"

/* Designs whose reasons are printed; --json has all. */
#define MOST_REASONS 3

static void
progress_cb (double share, gpointer data)
{
  g_autofree char *text = g_strdup_printf (_("Simulating the best designs: %.0f %%"), 100 * share);

  weft_cli_show_progress (text);
}

gboolean
weft_cli_look_again (const WeftCliOptions *options, WeftEvaluator *evaluator, GPtrArray *designs,
                     WeftFidelity **fidelity)
{
  g_auto (WeftCliWatch) watch = { 0 };
  g_autoptr (GError) error = NULL;

  if (!weft_cli_components (evaluator))
    return FALSE;
  weft_cli_watch_begin (&watch);
  *fidelity = weft_fidelity_new (evaluator, designs, options->profile, progress_cb, NULL, watch.cancellable, &error);
  weft_cli_watch_end (&watch);
  if (*fidelity != NULL)
    return TRUE;
  /* What the search found is worth its time all the same. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    weft_cli_note (_("weft: stopped before all of the best designs were simulated"));
  else
    weft_cli_fail (error);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- words --- */

static void
add_row (WeftTable *table, const WeftFidelityDesign *design)
{
  g_autofree char *rank = g_strdup_printf ("%u", design->rank);
  g_autofree char *other = g_strdup_printf ("%u", design->simulated_rank);
  g_autofree char *score = g_strdup_printf ("%.4f", design->score);
  g_autofree char *simulated = g_strdup_printf ("%.4f", design->simulated);
  const char *cells[] = { rank, other, score, simulated, design->name, NULL };

  weft_table_add_row (table, cells);
}

static void
print_reasons (const WeftFidelityDesign *design)
{
  for (guint k = 0; k < WEFT_N_WORKLOADS; k++)
    if (design->workloads[k].reason != NULL)
      {
        g_autofree char *first = g_strdup_printf ("  %s: ", weft_workload_label (k));

        weft_cli_print_wrapped (first, "    ", design->workloads[k].reason);
      }
}

void
weft_cli_print_fidelity (const WeftCliOptions *options, const WeftFidelity *fidelity)
{
  g_autoptr (WeftTable) table = weft_table_new (_("The Best Designs, Mapped and Simulated"));

  weft_table_add_column (table, _("Rank"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Simulated"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Score"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Simulated Score"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Design"), WEFT_ALIGN_START);
  g_print ("\n");
  for (guint i = 0; i < fidelity->designs->len; i++)
    add_row (table, fidelity->designs->pdata[i]);
  weft_cli_print_table (options, table);
  if (!isnan (fidelity->tau))
    g_print (ngettext ("Kendall’s tau of both rankings: %.2f; %u pair stands the other way round\n",
                       "Kendall’s tau of both rankings: %.2f; %u pairs stand the other way round\n",
                       fidelity->n_swapped),
             fidelity->tau, fidelity->n_swapped);
  for (guint i = 0; i < MIN (fidelity->designs->len, MOST_REASONS); i++)
    {
      const WeftFidelityDesign *design = fidelity->designs->pdata[i];

      g_print (_("Where they differ, for %s:\n"), design->name);
      print_reasons (design);
    }
  weft_cli_print_notes (options, fidelity->notes);
}

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

gboolean
weft_cli_save_agreement (const WeftFidelity *fidelity, const char *path)
{
  g_autofree WeftAgreementPoint *points = g_new0 (WeftAgreementPoint, fidelity->designs->len + 1);
  g_autoptr (WeftPlot) plot = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < fidelity->designs->len; i++)
    {
      const WeftFidelityDesign *design = fidelity->designs->pdata[i];

      points[i] = (WeftAgreementPoint) { design->name, design->score, design->simulated, find_reason (design) };
    }
  plot = weft_agreement_plot_new (points, fidelity->designs->len, WEFT_AGREEMENT_SCORES);
  return weft_cli_tell_saved (weft_plot_export (plot, path, 720, 560, 2, &weft_palette_light, &error), path, &error);
}
