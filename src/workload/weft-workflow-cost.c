/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tasks of a workflow cost: the time that their run took, and the operations that its machine does in it. */
#include "workload/weft-workflow-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "workload/weft-kernel-name-private.h"
#include "workload/weft-kind-set-private.h"

/* Tasks that a message names. */
#define SHOWN_TASKS 5

/* Clocks of runs: the sum over the machines that a run was on. */
typedef struct
{
  double *hz;     /* [runs] NAN where a machine is not known */
  gboolean *has_place;
  double any_hz;  /* of every machine of the file, when all are alike; else NAN */
} Clocks;

static double
find_common_clock (WeftWorkflow *self)
{
  double hz = NAN;

  for (guint i = 0; i < self->machine_hz->len; i++)
    {
      double other = g_array_index (self->machine_hz, double, i);

      if (isnan (other) || (i > 0 && other != hz))
        return NAN;
      hz = other;
    }
  return hz;
}

static void
clocks_init (Clocks *self, WeftWorkflow *flow)
{
  self->hz = g_new0 (double, flow->runs->len);
  self->has_place = g_new0 (gboolean, flow->runs->len);
  self->any_hz = find_common_clock (flow);
  for (guint i = 0; i < flow->places->len; i++)
    {
      const WeftWfPlace *place = &g_array_index (flow->places, WeftWfPlace, i);

      self->hz[place->run] += g_array_index (flow->machine_hz, double, place->machine);
      self->has_place[place->run] = TRUE;
    }
}

static void
clocks_clear (Clocks *self)
{
  g_free (self->hz);
  g_free (self->has_place);
}

/* NAN when it is not known. */
static double
get_clock (const Clocks *self, guint32 run)
{
  return self->has_place[run] ? self->hz[run] : self->any_hz;
}

/* --- runs that are missing --- */

static gboolean
check_runs (WeftWorkflow *self, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n_missing = 0;

  for (guint i = 0; i < self->tasks->len; i++)
    {
      const WeftWfTask *task = &g_array_index (self->tasks, WeftWfTask, i);
      guint32 run = weft_task_names_find (self->run_names, task->stem, task->ordinal);
      g_autofree char *name = NULL;

      if (run != WEFT_TASK_NONE && !isnan (g_array_index (self->runs, WeftWfRun, run).runtime_s))
        continue;
      if (n_missing++ >= SHOWN_TASKS)
        continue;
      name = weft_task_builder_join_name (self->builder, task->stem, task->ordinal);
      g_string_append_printf (names, "%s“%s”", names->len > 0 ? ", " : "", name);
    }
  if (n_missing == 0)
    return TRUE;
  return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_MISSING, error,
                                    g_dngettext (GETTEXT_PACKAGE,
                                                 "%u of %u tasks has no “runtimeInSeconds” in “workflow.execution”: "
                                                 "%s%s",
                                                 "%u of %u tasks have no “runtimeInSeconds” in “workflow.execution”: "
                                                 "%s%s",
                                                 n_missing),
                                    n_missing, self->tasks->len, names->str, n_missing > SHOWN_TASKS ? ", …" : "");
}

static void
note_needless_runs (WeftWorkflow *self)
{
  guint n = 0;

  for (guint i = 0; i < self->runs->len; i++)
    {
      const WeftWfRun *run = &g_array_index (self->runs, WeftWfRun, i);

      n += weft_task_names_find (self->names, run->stem, run->ordinal) == WEFT_TASK_NONE;
    }
  if (n > 0)
    weft_workload_text_note (self->file,
                             g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                                           "%u task of the execution is not in the specification and "
                                                           "was left out",
                                                           "%u tasks of the execution are not in the specification and "
                                                           "were left out",
                                                           n),
                                              n));
}

/* --- notes about what was assumed --- */

static void
note_operations (WeftWorkflow *self, guint n_known, guint n_working)
{
  g_autofree char *note = NULL;

  if (n_known > 0)
    weft_task_builder_add_note (self->builder,
                                _("Operations are assumed: one FP64 operation in each cycle of the machine that a task "
                                  "ran on, for as long as it ran; the run times stand for any device"));
  if (n_known == n_working)
    return;
  note = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "The clock of the machine that %u task ran on is not known: it has a time, but "
                                       "no operations",
                                       "The clocks of the machines that %u tasks ran on are not known: they have "
                                       "times, but no operations",
                                       n_working - n_known),
                          n_working - n_known);
  weft_task_builder_add_note (self->builder, note);
}

/* --- tasks --- */

gboolean
weft_workflow_add_tasks (WeftWorkflow *self, WeftWfStats *stats, GError **error)
{
  g_autoptr (WeftKindSet) kinds = NULL;
  guint n_known = 0, n_working = 0;
  Clocks clocks;

  if (!check_runs (self, error))
    return FALSE;
  note_needless_runs (self);
  kinds = weft_kind_set_new (self->builder);
  clocks_init (&clocks, self);
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const WeftWfTask *task = &g_array_index (self->tasks, WeftWfTask, i);
      guint32 index = weft_task_names_find (self->run_names, task->stem, task->ordinal);
      const WeftWfRun *run = &g_array_index (self->runs, WeftWfRun, index);
      g_autofree char *id = weft_task_builder_join_name (self->builder, task->stem, task->ordinal);
      g_autofree char *kernel = weft_kernel_name (task->name != NULL ? task->name : id);
      double hz = get_clock (&clocks, index);
      WeftGivenTime time = { "*", run->runtime_s };
      WeftTaskCost cost = {
        .kernel = kernel,
        .flops[WEFT_DTYPE_FP64] = isnan (hz) ? 0 : run->runtime_s * hz,
        .bytes_read = run->read_bytes,
        .bytes_written = run->written_bytes,
        .working_set_bytes = run->memory_bytes,
      };

      weft_task_builder_add_task (self->builder, weft_kind_set_take_timed (kinds, &cost, &time, 1), task->stem,
                                  task->ordinal);
      n_working += run->runtime_s > 0;
      n_known += run->runtime_s > 0 && !isnan (hz);
      stats->runtime_s += run->runtime_s;
      stats->n_zero_runtimes += run->runtime_s == 0;
    }
  clocks_clear (&clocks);
  note_operations (self, n_known, n_working);
  stats->n_tasks = self->tasks->len;
  return TRUE;
}
