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

char *
weft_gantt_say_times (const WeftGantt *self, double start_s, double finish_s)
{
  g_autofree char *start = weft_gantt_format_time (self, start_s);
  g_autofree char *finish = weft_gantt_format_time (self, finish_s);
  g_autofree char *duration = weft_gantt_format_time (self, finish_s - start_s);

  /* Translators: how long a task takes, when it starts and when it ends */
  return g_strdup_printf (_("%s, from %s to %s"), duration, start, finish);
}

char *
weft_gantt_say_share (double part, double whole)
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
  g_return_val_if_fail (task < self->n_bars, NULL);

  return self->source->describe_task (self, task);
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

/* What of @whole each kernel takes, the most first. */
static void
append_kernels (const WeftGantt *self, WeftGanttSpan *span, double whole, GString *text)
{
  for (guint i = 0; i < MIN (MOST_NAMED, self->n_kernels); i++)
    {
      guint k = find_largest (span->kernel_s, self->n_kernels);
      g_autofree char *name = weft_kernel_look_name (&self->kernels[k].look);
      g_autofree char *share = weft_gantt_say_share (span->kernel_s[k], whole);

      if (span->kernel_s[k] <= 0)
        break;
      g_string_append_printf (text, "\n%s %s", name, share);
      span->kernel_s[k] = 0;
    }
}

/* Where waits are known, shares are of the time and not of the work. */
static char *
describe_work (const WeftGantt *self, guint row, double from_s, double to_s)
{
  GString *text = g_string_new (self->rows[row].name);
  WeftGanttSpan span;

  weft_gantt_sum_span (self, row, from_s, to_s, &span);
  if (span.n_tasks == 0)
    g_string_append_printf (text, "\n%s", _("Idle"));
  else
    {
      g_autofree char *count = weft_quantity_format (span.n_tasks, WEFT_UNIT_COUNT);
      g_autofree char *busy = weft_gantt_say_share (span.busy_s, to_s - from_s);

      g_string_append_c (text, '\n');
      /* Translators: a number of tasks and the share of the time that a device is busy */
      g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "%s task, busy %s", "%s tasks, busy %s", span.n_tasks),
                              count, busy);
    }
  append_kernels (self, &span, self->n_waits != NULL ? to_s - from_s : span.busy_s, text);
  return g_string_free (text, FALSE);
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
  g_return_val_if_fail (row < self->n_rows, NULL);

  if (self->source->describe_span != NULL)
    return self->source->describe_span (self, row, from_s, to_s);
  return describe_work (self, row, from_s, to_s);
}

/**
 * weft_gantt_summarise: (skip)
 * @self: a chart
 *
 * Returns: (transfer full): how many tasks where and in which time, for those who do not see the picture
 */
char *
weft_gantt_summarise (const WeftGantt *self)
{
  return self->source->summarise (self);
}
