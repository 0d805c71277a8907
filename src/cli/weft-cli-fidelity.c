/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Both rankings beside each other, and a sentence for each workload in which they differ. */
#include "cli/weft-cli-fidelity.h"

#include <glib/gi18n.h>

#include "cli/weft-cli-outputs.h"
#include "cli/weft-cli-watch.h"
#include "cli/weft-cli-workload.h"
#include "draw/plot/weft-plot-layout-private.h"
#include "draw/sim/weft-fidelity-plot.h"

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
  g_autoptr (WeftTable) table = weft_table_fidelity (fidelity);
  g_autofree char *summary = weft_fidelity_summarise (fidelity);

  g_print ("\n");
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, _("The Best Designs, Mapped and Simulated"));
  g_print ("\n");
  weft_cli_print_table (options, table);
  g_print ("%s\n", summary);
  for (guint i = 0; i < MIN (fidelity->designs->len, MOST_REASONS); i++)
    {
      const WeftFidelityDesign *design = fidelity->designs->pdata[i];

      g_print (_("Where they differ, for %s:\n"), design->name);
      print_reasons (design);
    }
  weft_cli_print_notes (options, fidelity->notes);
}

gboolean
weft_cli_save_agreement (const WeftFidelity *fidelity, const char *path)
{
  g_autoptr (WeftPlot) plot = weft_fidelity_plot_new (fidelity);
  g_autoptr (GError) error = NULL;

  return weft_cli_tell_saved (weft_plot_export (plot, path, 720, 560, 2, &weft_palette_light, &error), path, &error);
}
