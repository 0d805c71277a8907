/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The optimum that a study is measured against, with a line of progress on a terminal. */
#include "cli/weft-cli-study.h"

#include <glib/gi18n.h>

static void
show_progress_cb (double share, double score, gpointer data G_GNUC_UNUSED)
{
  g_autofree char *line
      = g_strdup_printf (_("optimum: %.1f %% of the space settled, best score %.4f"), 100 * share,
                         score);

  weft_cli_show_progress (line);
}

gboolean
weft_cli_run_optimum (WeftProblem *problem, double limit_s, WeftOptimum *optimum)
{
  g_autoptr (GError) error = NULL;
  gboolean is_found = weft_optimum_find (problem, limit_s, show_progress_cb, NULL, NULL, optimum,
                                         &error);

  weft_cli_show_progress (NULL);
  if (!is_found)
    weft_cli_fail (error);
  return is_found;
}
