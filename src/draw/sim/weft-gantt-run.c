/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation by ranks: tasks of the trace as bars, and what they waited for as paler ones between them. */
#include "config.h"

#include "draw/sim/weft-gantt-run-private.h"
#include "draw/sim/weft-share-look-private.h"

/* What causes look like: hue of a part of the time and a letter of their own. */
static const struct
{
  WeftTimePart part;
  char letter;
} wait_looks[WEFT_N_SIM_WAITS] = {
  [WEFT_SIM_WAIT_START] = { WEFT_PART_LATENCY, '.' },      [WEFT_SIM_WAIT_TASK] = { WEFT_PART_LATENCY, 't' },
  [WEFT_SIM_WAIT_MESSAGE] = { WEFT_PART_BISECTION, 'm' },  [WEFT_SIM_WAIT_SLOT] = { WEFT_PART_LATENCY, 's' },
  [WEFT_SIM_WAIT_GROUP] = { WEFT_PART_BUBBLE, 'g' },       [WEFT_SIM_WAIT_REMOTE] = { WEFT_PART_MEMORY, 'r' },
};

static guint
mark_causes (const WeftGanttRun *run, gboolean *is_cause)
{
  guint n = 0;

  for (guint i = 0; i < run->waits->len; i++)
    is_cause[g_array_index (run->waits, WeftGanttWait, i).cause] = TRUE;
  for (guint c = 0; c < WEFT_N_SIM_WAITS; c++)
    n += is_cause[c];
  return n;
}

/* Labels of the trace, and after them the causes that there are; @kernel_of_wait: [causes]. */
static WeftKernelLooks *
take_kernels (WeftGantt *self, const WeftGanttRun *run, guint8 *kernel_of_wait)
{
  gboolean is_cause[WEFT_N_SIM_WAITS] = { FALSE };
  guint n_causes = mark_causes (run, is_cause);
  WeftKernelLooks *looks =
    weft_kernel_looks_new_for_trace (run->result->trace, WEFT_MAX_KERNEL_LOOKS - n_causes);

  for (guint k = 0; k < looks->n; k++)
    self->kernels[self->n_kernels++].look = looks->looks[k];
  for (guint c = 0; c < WEFT_N_SIM_WAITS; c++)
    if (is_cause[c])
      {
        WeftGanttKernel *kernel = &self->kernels[self->n_kernels];

        kernel_of_wait[c] = (guint8) self->n_kernels++;
        kernel->is_wait = TRUE;
        kernel->look = (WeftKernelLook){ .name = weft_gantt_wait_title (c), .n_kernels = 1,
                                         .letter = { wait_looks[c].letter, 0 },
                                         .hue = WEFT_KERNEL_HUE_OF_PART (wait_looks[c].part), .hatched = TRUE };
      }
  return looks;
}

static void
take_bars (WeftGantt *self, const WeftGanttRun *run)
{
  const WeftSimTrace *trace = run->result->trace;
  guint32 n_tasks = trace->n_tasks, n = n_tasks + run->waits->len;
  guint8 kernel_of_wait[WEFT_N_SIM_WAITS] = { 0 };
  g_autoptr (WeftKernelLooks) looks = take_kernels (self, run, kernel_of_wait);
  g_autofree double *start_s = g_new (double, MAX (1, n));
  g_autofree double *finish_s = g_new (double, MAX (1, n));
  g_autofree guint32 *lane = g_new (guint32, MAX (1, n));
  g_autofree guint8 *kernel = g_new (guint8, MAX (1, n));
  WeftGanttGiven given = { n, start_s, finish_s, lane, kernel, TRUE };

  for (guint32 i = 0; i < n_tasks; i++)
    {
      start_s[i] = run->begin_s[i];
      finish_s[i] = run->result->finish_s[i];
      lane[i] = run->lane[i];
      kernel[i] = looks->of_name[trace->label[i]];
    }
  for (guint32 i = 0; i < run->waits->len; i++)
    {
      const WeftGanttWait *wait = &g_array_index (run->waits, WeftGanttWait, i);

      start_s[n_tasks + i] = wait->start_s;
      finish_s[n_tasks + i] = wait->finish_s;
      lane[n_tasks + i] = wait->lane;
      kernel[n_tasks + i] = kernel_of_wait[wait->cause];
    }
  weft_gantt_take_tasks (self, &given);
}

/* A message's both ends run at the same time, and so do the parts of a collective: the line stands where they begin. */
static void
take_path (WeftGantt *self, const WeftSimResult *result)
{
  guint32 before = WEFT_SIM_NONE;

  for (guint i = 0; result->path != NULL && i < result->path->len; i++)
    {
      guint32 task = g_array_index (result->path, WeftSimStep, i).task;
      gboolean together;

      if (task == WEFT_SIM_NONE || task == before)
        continue;
      together = before != WEFT_SIM_NONE
                 && weft_gantt_task_finish_s (self, before) > weft_gantt_task_start_s (self, task);
      weft_gantt_take_step (self, task, before == WEFT_SIM_NONE ? task : before, together);
      before = task;
    }
}

static guint
count_used (const WeftSimResult *result)
{
  guint n = 0;

  for (guint32 r = 0; r < result->trace->n_ranks; r++)
    n += result->ranks[r].n_tasks > 0;
  return n;
}

/**
 * weft_gantt_new_for_run: (skip)
 * @result: what a simulation found
 * @beside: (nullable): another result that is shown with this one
 *
 * Of a trace that stands for more iterations than it has, those that it has are shown. Ranks in rows; a rank that computes and communicates at the same time has a lane for each. Gaps in which a message,
 * another rank or remote memory is waited for are tasks too, the i-th of them number n_tasks + i. Takes some 60 bytes a
 * task and O(n log n) time: for a worker.
 *
 * Returns: (transfer full): the result, sorted and summed up
 */
WeftGantt *
weft_gantt_new_for_run (WeftSimResult *result, const WeftSimResult *beside)
{
  WeftGanttRun *run;
  WeftGantt *self;
  guint32 n;

  g_return_val_if_fail (result != NULL, NULL);

  n = result->trace->n_tasks;
  run = g_new0 (WeftGanttRun, 1);
  run->result = weft_sim_result_ref (result);
  run->waits = g_array_new (FALSE, FALSE, sizeof (WeftGanttWait));
  run->begin_s = g_new (double, MAX (1, n));
  run->lane = g_new0 (guint32, MAX (1, n));
  self = weft_gantt_create (&weft_gantt_run_source, run);
  self->makespan_s = weft_run_end_s (result);
  self->end_s = MAX (self->makespan_s, beside != NULL ? weft_run_end_s (beside) : 0);
  weft_gantt_run_lay_out (run, self, beside);
  take_bars (self, run);
  self->whole_s = count_used (result) * self->makespan_s;
  take_path (self, result);
  weft_gantt_build_pyramid (self);
  g_clear_pointer (&run->begin_s, g_free);
  g_clear_pointer (&run->lane, g_free);
  return self;
}
