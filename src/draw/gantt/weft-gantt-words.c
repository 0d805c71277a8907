/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a chart, a task or a span of a row says in words. */
#include "config.h"

#include "draw/gantt/weft-gantt-private.h"

#include <glib/gi18n-lib.h>

#include "base/weft-quantity.h"

/* Kernels that are named of a span. */
#define MOST_NAMED 4

/**
 * weft_gantt_format_time: (skip)
 * @self: a chart
 * @time_s: a time
 *
 * Returns: (transfer full): "1.23 ms", or "123" for times without a unit
 */
char *
weft_gantt_format_time (const WeftGantt *self, double time_s)
{
  if (!self->plain)
    return weft_quantity_format (time_s, WEFT_UNIT_S);
  return g_strdup_printf ("%.10g", time_s);
}

/* A share of a whole. (transfer full) */
static char *
format_share (double part, double whole)
{
  double percent = whole > 0 ? 100 * part / whole : 0;

  return g_strdup_printf (percent > 0 && percent < 10 ? "%.1f %%" : "%.0f %%", percent);
}

/**
 * weft_gantt_describe_task: (skip)
 * @self: a chart
 * @task: a task
 *
 * Returns: (transfer full): its name, kernel, device, when it runs and for how long, in lines
 */
char *
weft_gantt_describe_task (const WeftGantt *self, guint32 task)
{
  const WeftTaskGraph *graph = self->problem->graph;
  g_autofree char *name = NULL, *start = NULL, *finish = NULL, *duration = NULL, *times = NULL;

  g_return_val_if_fail (task < self->n_bars, NULL);

  name = weft_task_graph_task_name (graph, task);
  start = weft_gantt_format_time (self, self->schedule->start_s[task]);
  finish = weft_gantt_format_time (self, self->schedule->finish_s[task]);
  duration = weft_gantt_format_time (self, self->schedule->finish_s[task] - self->schedule->start_s[task]);
  /* Translators: how long a task takes, when it starts and when it ends */
  times = g_strdup_printf (_("%s, from %s to %s"), duration, start, finish);
  return g_strjoin ("\n", name, weft_task_graph_kernel (graph, task),
                    self->rows[weft_gantt_row_of_task (self, task)].name, times,
                    weft_gantt_on_path (self, task) ? _("On the critical path") : NULL, NULL);
}

static guint
find_largest (const double *values, guint n)
{
  guint largest = 0;

  for (guint i = 1; i < n; i++)
    if (values[i] > values[largest])
      largest = i;
  return largest;
}

/**
 * weft_gantt_describe_span: (skip)
 * @self: a chart
 * @row: index of a row
 * @from_s: begin of a span
 * @to_s: its end
 *
 * Returns: (transfer full): how many tasks run meanwhile and what of the time which kernel takes, in lines
 */
char *
weft_gantt_describe_span (const WeftGantt *self, guint row, double from_s, double to_s)
{
  WeftGanttSpan span;
  g_autofree char *count = NULL, *busy = NULL;
  GString *text;

  g_return_val_if_fail (row < self->n_rows, NULL);

  weft_gantt_sum_span (self, row, from_s, to_s, &span);
  text = g_string_new (self->rows[row].name);
  if (span.n_tasks == 0)
    {
      g_string_append_printf (text, "\n%s", _("Idle"));
      return g_string_free (text, FALSE);
    }
  count = weft_quantity_format (span.n_tasks, WEFT_UNIT_COUNT);
  busy = format_share (span.busy_s, to_s - from_s);
  g_string_append_c (text, '\n');
  /* Translators: a number of tasks and the share of the time that a device is busy */
  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "%s task, busy %s", "%s tasks, busy %s", span.n_tasks),
                          count, busy);
  for (guint i = 0; i < MIN (MOST_NAMED, self->n_kernels); i++)
    {
      guint k = find_largest (span.kernel_s, self->n_kernels);
      g_autofree char *name = weft_kernel_look_name (&self->kernels[k].look);
      g_autofree char *share = format_share (span.kernel_s[k], span.busy_s);

      if (span.kernel_s[k] <= 0)
        break;
      g_string_append_printf (text, "\n%s %s", name, share);
      span.kernel_s[k] = 0;
    }
  return g_string_free (text, FALSE);
}

/**
 * weft_gantt_summarise: (skip)
 * @self: a chart
 *
 * Returns: (transfer full): how many tasks on how many devices in which time, for those who do not see the picture
 */
char *
weft_gantt_summarise (const WeftGantt *self)
{
  guint n_devices = 0;
  g_autofree char *tasks = weft_quantity_format (self->n_bars, WEFT_UNIT_COUNT);
  g_autofree char *makespan = weft_gantt_format_time (self, self->schedule->makespan_s);

  for (guint r = 0; r < self->n_rows; r++)
    n_devices += self->rows[r].end > self->rows[r].first;
  /* Translators: numbers of tasks and devices, and a time */
  return g_strdup_printf (_("Schedule of %s tasks on %u devices in %s"), tasks, n_devices, makespan);
}
