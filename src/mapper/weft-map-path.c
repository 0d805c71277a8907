/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a schedule's end waits for: from the task that is done last back to the beginning, at each task to the reason
 * that let it start no earlier. */
#include "mapper/weft-map-report-private.h"

typedef struct
{
  const WeftTaskGraph *graph;
  const WeftPlatform *platform;
  const WeftSchedule *schedule;
  const guint32 *order;
  guint32 *place;    /* [tasks] where each stands in @order */
  gboolean *is_seen; /* [tasks] */
} Walker;

/* A reason not to start before @until_s. */
typedef struct
{
  WeftPathStep step;
  double until_s;
} Reason;

/* The latest reason that is not after the start counts; of equal ones the first. Tasks that take no time could wait for
 * each other in a circle: none is walked through twice. */
static void
consider (const Walker *self, Reason *best, WeftWait wait, guint32 for_task, double comm_s)
{
  guint32 task = best->step.task;
  double until_s = self->schedule->finish_s[for_task] + comm_s;

  if (self->is_seen[for_task] || until_s > self->schedule->start_s[task] || until_s <= best->until_s)
    return;
  *best = (Reason) { { task, wait, for_task, comm_s }, until_s };
}

static void
consider_preds (const Walker *self, Reason *best)
{
  const WeftTaskGraph *graph = self->graph;
  guint32 task = best->step.task;
  guint32 device = self->schedule->device[task];

  for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
    {
      guint32 from = self->schedule->device[graph->pred[e]];

      consider (self, best, from == device ? WEFT_WAIT_RESULT : WEFT_WAIT_DATA, graph->pred[e],
                weft_platform_comm_s (self->platform, from, device, graph->pred_bytes[e]));
    }
}

static void
consider_group (const Walker *self, Reason *best)
{
  const WeftTaskGraph *graph = self->graph;
  guint32 group = graph->group != NULL ? graph->group[best->step.task] : WEFT_TASK_NONE;

  if (group == WEFT_TASK_NONE)
    return;
  for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
    for (guint32 e = graph->first_pred[graph->member[m]]; e < graph->first_pred[graph->member[m] + 1]; e++)
      consider (self, best, WEFT_WAIT_GROUP, graph->pred[e], 0);
}

static void
consider_device (const Walker *self, Reason *best)
{
  guint32 at = self->place[best->step.task];

  if (at > 0 && self->schedule->device[self->order[at - 1]] == self->schedule->device[best->step.task])
    consider (self, best, WEFT_WAIT_DEVICE, self->order[at - 1], 0);
}

static WeftPathStep
find_reason (const Walker *self, guint32 task)
{
  Reason best = { { task, WEFT_WAIT_START, WEFT_TASK_NONE, 0 }, 0 };

  if (self->schedule->start_s[task] > 0)
    {
      consider_preds (self, &best);
      consider_group (self, &best);
      consider_device (self, &best);
    }
  return best.step;
}

static guint32
find_last (const WeftSchedule *schedule)
{
  guint32 last = 0;

  for (guint32 i = 1; i < schedule->n_tasks; i++)
    if (schedule->finish_s[i] > schedule->finish_s[last])
      last = i;
  return last;
}

static void
reverse (GArray *steps)
{
  for (guint i = 0, j = steps->len; i + 1 < j; i++)
    {
      WeftPathStep swap = g_array_index (steps, WeftPathStep, i);

      g_array_index (steps, WeftPathStep, i) = g_array_index (steps, WeftPathStep, --j);
      g_array_index (steps, WeftPathStep, j) = swap;
    }
}

GArray *
weft_map_path (const WeftMapProblem *problem, const WeftSchedule *schedule, const guint32 *order)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (WeftPathStep));
  Walker walker = { problem->graph, problem->platform, schedule, order, NULL, NULL };

  if (schedule->n_tasks == 0)
    return path;
  walker.place = g_new (guint32, schedule->n_tasks);
  walker.is_seen = g_new0 (gboolean, schedule->n_tasks);
  for (guint32 i = 0; i < schedule->n_tasks; i++)
    walker.place[order[i]] = i;
  for (guint32 task = find_last (schedule); task != WEFT_TASK_NONE;)
    {
      WeftPathStep step;

      walker.is_seen[task] = TRUE;
      step = find_reason (&walker, task);
      g_array_append_val (path, step);
      task = step.for_task;
    }
  reverse (path);
  g_free (walker.place);
  g_free (walker.is_seen);
  return path;
}
