/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The optimum that a study is measured against, with a line of progress on a terminal. */
#include "cli/weft-cli-study.h"

#include <stdio.h>
#include <unistd.h>

#include <glib/gi18n.h>

#define CLEAR_LINE "\r\033[K"

static void
show_progress_cb (double share, double score, gpointer data G_GNUC_UNUSED)
{
  /* Past g_printerr(), which lets nothing through that steers a terminal. */
  fputs (CLEAR_LINE, stderr);
  fprintf (stderr, _("optimum: %.1f %% of the space settled, best score %.4f"), 100 * share, score);
  fflush (stderr);
}

gboolean
weft_cli_run_optimum (const WeftCliOptions *options, WeftProblem *problem, double limit_s,
                      WeftOptimum *optimum)
{
  gboolean shows = isatty (STDERR_FILENO) && !options->json;
  g_autoptr (GError) error = NULL;
  gboolean is_found = weft_optimum_find (problem, limit_s, shows ? show_progress_cb : NULL, NULL,
                                         NULL, optimum, &error);

  if (shows)
    fputs (CLEAR_LINE, stderr);
  if (!is_found)
    weft_cli_fail (error);
  return is_found;
}
