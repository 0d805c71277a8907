/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the tasks of each rank lie: in one lane when one follows the other, or nearly so, else computing above and
 * communication below; and the waits in the gaps between them. */
#include "config.h"

#include "draw/sim/weft-gantt-run-private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

/* Lanes of one kind in a row; what does not fit lies in the one that is free first. */
#define MOST_LANES 3
/* Communication is lower than computing. */
#define COMM_HEIGHT 0.55
/* What of its work a rank does beside other work, before it has lanes for it. */
#define LEAST_OVERLAP 0.01
/* Tasks may overlap by this part of the whole: rounding. */
#define SLACK 1e-12

typedef struct
{
  WeftGanttRun *run;
  WeftGantt *chart;
  const WeftSimResult *result;
  double slack_s;
  guint32 *first; /* [ranks + 1] */
  guint32 *tasks; /* by rank, and by begin */
} Layout;

/* --- when tasks begin --- */

static double
last_start (const WeftSimResult *result, const WeftSimCollective *collective)
{
  const WeftSimTrace *trace = result->trace;
  guint32 n = trace->groups[collective->group].n_ranks;
  double last_s = 0;

  for (guint32 i = 0; i < n; i++)
    last_s = MAX (last_s, result->start_s[trace->member_task[collective->first_task + i]]);
  return last_s;
}

/* (transfer full): [collectives] when the last rank is there */
static double *
find_last_starts (const WeftSimResult *result)
{
  double *last_s = g_new (double, MAX (1, result->trace->n_collectives));

  for (guint32 c = 0; c < result->trace->n_collectives; c++)
    last_s[c] = last_start (result, &result->trace->collectives[c]);
  return last_s;
}

static void
find_begins (WeftGanttRun *run)
{
  const WeftSimResult *result = run->result;
  const WeftSimTrace *trace = result->trace;
  g_autofree double *last_s = find_last_starts (result);

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      double begin_s = result->start_s[i];

      if (trace->kind[i] == WEFT_SIM_COLLECTIVE)
        begin_s = last_s[trace->peer[i]];
      else if (trace->kind[i] == WEFT_SIM_RECV && trace->peer[i] != WEFT_SIM_NONE)
        begin_s = result->start_s[trace->peer[i]];
      run->begin_s[i] = CLAMP (begin_s, result->start_s[i], MAX (result->start_s[i], result->finish_s[i]));
    }
}

/* --- tasks of each rank --- */

static int
compare_begins_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const Layout *self = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  double dx = self->run->begin_s[x], dy = self->run->begin_s[y];
  double fx = self->result->finish_s[x], fy = self->result->finish_s[y];

  if (dx != dy)
    return dx < dy ? -1 : 1;
  if (fx != fy)
    return fx < fy ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void
sort_ranks (Layout *self)
{
  const WeftSimTrace *trace = self->result->trace;
  g_autofree guint32 *at = g_new0 (guint32, trace->n_ranks + 1);

  self->first = g_new0 (guint32, trace->n_ranks + 1);
  self->tasks = g_new (guint32, MAX (1, trace->n_tasks));
  for (guint32 i = 0; i < trace->n_tasks; i++)
    self->first[trace->rank[i] + 1]++;
  for (guint32 r = 0; r < trace->n_ranks; r++)
    at[r + 1] = self->first[r + 1] += self->first[r];
  for (guint32 i = 0; i < trace->n_tasks; i++)
    self->tasks[at[trace->rank[i]]++] = i;
  for (guint32 r = 0; r < trace->n_ranks; r++)
    g_qsort_with_data (self->tasks + self->first[r], (int) (self->first[r + 1] - self->first[r]), sizeof *self->tasks,
                       compare_begins_cb, self);
}

static gboolean
is_comm (const WeftSimTrace *trace, guint32 task)
{
  return trace->kind[task] != WEFT_SIM_COMPUTE && trace->kind[task] != WEFT_SIM_CONTROL;
}

/* Whether a rank does two things at once for long enough to give up half of its row for it. */
static gboolean
overlaps (const Layout *self, guint32 rank)
{
  double end_s = 0, twice_s = 0, work_s = 0;

  for (guint32 i = self->first[rank]; i < self->first[rank + 1]; i++)
    {
      double begin_s = self->run->begin_s[self->tasks[i]], finish_s = self->result->finish_s[self->tasks[i]];

      twice_s += MAX (0, MIN (finish_s, end_s) - begin_s);
      work_s += finish_s - begin_s;
      end_s = MAX (end_s, finish_s);
    }
  return twice_s > LEAST_OVERLAP * work_s;
}

/* --- lanes --- */

/* Lanes of one kind, and when each is free. */
typedef struct
{
  guint n;
  double free_s[MOST_LANES];
} Lanes;

static guint
take_lane (Lanes *lanes, double begin_s, double finish_s, double slack_s)
{
  guint lane = 0;

  for (guint l = 1; l < lanes->n; l++)
    if (lanes->free_s[lane] > begin_s + slack_s && lanes->free_s[l] < lanes->free_s[lane])
      lane = l;
  if ((lanes->n == 0 || lanes->free_s[lane] > begin_s + slack_s) && lanes->n < MOST_LANES)
    lane = lanes->n++;
  lanes->free_s[lane] = MAX (lanes->free_s[lane], finish_s);
  return lane;
}

/* The lane of each task of a rank, counted from 0 for both kinds. */
static void
choose_lanes (Layout *self, guint32 rank, Lanes lanes[2])
{
  gboolean apart = overlaps (self, rank);

  for (guint32 i = self->first[rank]; i < self->first[rank + 1]; i++)
    {
      guint32 task = self->tasks[i];
      double begin_s = self->run->begin_s[task], finish_s = self->result->finish_s[task];
      guint kind = apart && is_comm (self->result->trace, task);

      self->run->lane[task] = apart ? take_lane (&lanes[kind], begin_s, finish_s, self->slack_s) : 0;
    }
  if (!apart)
    lanes[0].n = 1;
}

static void
add_row (Layout *self, guint32 rank)
{
  Lanes lanes[2] = { 0 };
  double heights[2 * MOST_LANES];
  guint n;
  const WeftGanttRow *row;

  choose_lanes (self, rank, lanes);
  n = lanes[0].n + lanes[1].n;
  for (guint l = 0; l < n; l++)
    heights[l] = l < lanes[0].n ? 1 : COMM_HEIGHT;
  row = weft_gantt_add_row (self->chart, rank, 1, weft_sim_trace_rank_name (self->result->trace, rank), heights,
                            MAX (1, n));
  for (guint32 i = self->first[rank]; i < self->first[rank + 1]; i++)
    {
      guint32 task = self->tasks[i];
      gboolean below = lanes[1].n > 0 && is_comm (self->result->trace, task);

      self->run->lane[task] += row->lane + (below ? lanes[0].n : 0);
    }
}

/* --- waits --- */

static void
add_wait (WeftGanttRun *run, guint32 task, guint32 for_task, WeftSimWait cause, double start_s, double finish_s)
{
  WeftGanttWait wait = { task, for_task, cause, run->lane[task], start_s, finish_s };

  if (finish_s > start_s)
    g_array_append_val (run->waits, wait);
}

/* The last of a group to come; the part itself when it is the last. */
static guint32
find_last (const WeftSimResult *result, guint32 task)
{
  const WeftSimTrace *trace = result->trace;
  const WeftSimCollective *collective = &trace->collectives[trace->peer[task]];
  guint32 last = task;

  for (guint32 i = 0; i < trace->groups[collective->group].n_ranks; i++)
    {
      guint32 other = trace->member_task[collective->first_task + i];

      if (result->start_s[other] > result->start_s[last])
        last = other;
    }
  return last;
}

/* Own tasks that are waited for are to be seen, and so is an own slot that is taken. */
static gboolean
is_cause (const WeftSimResult *result, guint32 task)
{
  WeftSimWait cause = result->waited[task];
  guint32 by = result->released_by[task];

  if (cause == WEFT_SIM_WAIT_REMOTE)
    return TRUE;
  return (cause == WEFT_SIM_WAIT_MESSAGE || cause == WEFT_SIM_WAIT_GROUP)
         && (by == WEFT_SIM_NONE || result->trace->rank[by] != result->trace->rank[task]);
}

/* What fills the gap of its lane before a task: the wait for the other end, once it has started, or else for its
 * start. */
static void
add_waits (WeftGanttRun *run, guint32 task, double free_s)
{
  const WeftSimResult *result = run->result;
  const WeftSimTrace *trace = result->trace;
  double start_s = result->start_s[task], begin_s = run->begin_s[task];

  if (begin_s <= start_s)
    {
      if (is_cause (result, task))
        add_wait (run, task, result->released_by[task], result->waited[task], free_s, start_s);
      return;
    }
  if (trace->kind[task] == WEFT_SIM_COLLECTIVE)
    add_wait (run, task, find_last (result, task), WEFT_SIM_WAIT_GROUP, MAX (free_s, start_s), begin_s);
  else
    add_wait (run, task, trace->peer[task], WEFT_SIM_WAIT_MESSAGE, MAX (free_s, start_s), begin_s);
}

static void
find_waits (Layout *self)
{
  const WeftSimTrace *trace = self->result->trace;
  g_autofree double *free_s = g_new0 (double, MAX (1, self->chart->n_lanes));

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      guint32 task = self->tasks[i], lane = self->run->lane[task];

      add_waits (self->run, task, free_s[lane]);
      free_s[lane] = MAX (free_s[lane], self->result->finish_s[task]);
    }
}

/* --- rows --- */

static gboolean
is_used (const WeftSimResult *result, guint32 rank)
{
  return result != NULL && rank < result->trace->n_ranks && result->ranks[rank].n_tasks > 0;
}

static guint
count_idle (const Layout *self, const WeftSimResult *beside, guint32 rank, guint32 n_ranks)
{
  guint n = 0;

  while (rank + n < n_ranks && !is_used (self->result, rank + n) && !is_used (beside, rank + n))
    n++;
  return n;
}

/* @rank may be of @beside alone. (transfer full) */
static char *
name_idle (const Layout *self, const WeftSimResult *beside, guint32 rank, guint n)
{
  if (n > 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u idle rank", "%u idle ranks", n), n);
  return weft_sim_trace_rank_name (rank < self->result->trace->n_ranks ? self->result->trace : beside->trace, rank);
}

static void
make_rows (Layout *self, const WeftSimResult *beside)
{
  guint32 n_ranks = MAX (self->result->trace->n_ranks, beside != NULL ? beside->trace->n_ranks : 0);

  for (guint32 r = 0; r < n_ranks;)
    {
      guint idle = count_idle (self, beside, r, n_ranks);
      guint n = idle >= WEFT_GANTT_FOLDED ? idle : 1;

      if (is_used (self->result, r))
        add_row (self, r);
      else
        weft_gantt_add_row (self->chart, r, n, name_idle (self, beside, r, n), NULL, 1);
      r += n;
    }
  weft_gantt_shorten_names (self->chart);
}

void
weft_gantt_run_lay_out (WeftGanttRun *run, WeftGantt *chart, const WeftSimResult *beside)
{
  Layout self = { .run = run, .chart = chart, .result = run->result,
                  .slack_s = SLACK * run->result->makespan_s };

  find_begins (run);
  sort_ranks (&self);
  make_rows (&self, beside);
  find_waits (&self);
  g_free (self.first);
  g_free (self.tasks);
}
