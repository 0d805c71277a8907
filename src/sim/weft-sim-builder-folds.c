/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterations that a reader writes out less often than they happen. */
#include "sim/weft-sim-builder-private.h"

#include <glib/gi18n-lib.h>

static gboolean
are_there (const WeftSimTrace *trace, const guint32 *tasks, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (tasks[i] >= trace->n_tasks)
      return FALSE;
  return TRUE;
}

/**
 * weft_sim_builder_add_fold: (skip)
 * @self: a builder
 * @times: how often more
 * @before: (array length=n): tasks that end the last iteration but one
 * @after: (array length=n): tasks that end the last
 * @n: how many
 *
 * Tasks that were not added are an error of weft_sim_builder_finish().
 */
void
weft_sim_builder_add_fold (WeftSimBuilder *self, guint32 times, const guint32 *before, const guint32 *after, guint32 n)
{
  WeftSimTrace *trace = self->trace;

  if (self->bad != NULL || times == 0 || n == 0)
    return;
  if (!are_there (trace, before, n) || !are_there (trace, after, n))
    {
      g_set_error (&self->bad, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                   _("an iteration that is repeated %u times ends with a task that was not added"), times);
      return;
    }
  trace->folds = g_renew (WeftSimFold, trace->folds, trace->n_folds + 1);
  trace->folds[trace->n_folds++] = (WeftSimFold) { times, n, g_memdup2 (before, n * sizeof *before),
                                                   g_memdup2 (after, n * sizeof *after) };
}
