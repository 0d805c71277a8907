/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Four tests, after those of disjunctive and cumulative scheduling (Carlier 1982; Baptiste, Le Pape, Nuijten 2001) and
 * of scheduling with transfers (Papadimitriou, Yannakakis 1990): every task has a device left where it is in time; the
 * tasks that have one device left fit on it, interrupted or not; all work from some head on fits between the heads and
 * the latest ends; and of tasks that do not wait for each other no more than there are places for. */
#include "mapper/weft-exact-fit-private.h"

#include <stdlib.h>

#define MAX_STEPS 60u
/* Of the end: differences that come from rounding. */
#define ROUNDING 1e-13

typedef struct WeftExactJob
{
  double head_s;
  double time_s;
  double latest_s;
} Job;

/* What one test of one end has found. */
typedef struct
{
  double rounding_s;
  double event_s; /* the least move by which a task gets one more device */
  double need_s;  /* the move that a failed test asks for; 0 when none has failed */
} Verdict;

#define ENDS_NEVER (-WEFT_EXACT_NEVER)

static inline gboolean
is_in_time (const WeftExactFit *self, guint task, guint device)
{
  return self->latest_s[task * self->n_devices + device] > ENDS_NEVER;
}

static void
fail (Verdict *verdict, double need_s)
{
  verdict->need_s = MAX (verdict->need_s, need_s);
}

/* --- latest ends --- */

/* By way of one edge: the best place for the next task. */
static inline double
latest_by_edge (const WeftExactFit *self, guint edge, guint device)
{
  const double *begin_s = self->begin_s + self->next[edge] * self->n_devices;
  const double *cost_s = self->cost_s[edge] + device * self->n_devices;
  double best_s = 2 * ENDS_NEVER;

  for (guint q = 0; q < self->n_devices; q++)
    {
      double end_s = begin_s[q] - cost_s[q];

      best_s = end_s > best_s ? end_s : best_s;
    }
  return best_s;
}

/* Fills in the latest ends of a task. Returns by how much the end has to move for any device to be in time. */
static double
find_latest (WeftExactFit *self, guint task, double end_s, Verdict *verdict)
{
  double least_lack_s = WEFT_EXACT_NEVER;
  gboolean has_device = FALSE;

  for (guint p = 0; p < self->n_devices; p++)
    {
      guint at = task * self->n_devices + p;
      double latest_s = self->tail_s[at] >= 0 ? end_s - self->tail_s[at] : WEFT_EXACT_NEVER;
      double lack_s;

      for (guint e = self->first[task]; e < self->first[task + 1]; e++)
        {
          double edge_s = latest_by_edge (self, e, p);

          latest_s = MIN (latest_s, edge_s);
        }
      lack_s = self->head_s[at] + self->time_s[at] - latest_s;
      if (lack_s > verdict->rounding_s)
        {
          verdict->event_s = MIN (verdict->event_s, lack_s);
          least_lack_s = MIN (least_lack_s, lack_s);
          latest_s = ENDS_NEVER;
        }
      else
        has_device = TRUE;
      self->latest_s[at] = latest_s;
      self->begin_s[at] = latest_s > ENDS_NEVER ? latest_s - self->time_s[at] : ENDS_NEVER;
    }
  return has_device ? 0 : least_lack_s;
}

static void
test_places (WeftExactFit *self, double end_s, Verdict *verdict)
{
  for (guint i = self->n; i > 0 && verdict->need_s == 0; i--)
    fail (verdict, find_latest (self, i - 1, end_s, verdict));
}

/* --- one device --- */

static void
push_job (Job *heap, guint n, Job job)
{
  guint at = n;

  for (; at > 0 && heap[(at - 1) / 2].latest_s > job.latest_s; at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = job;
}

static void
pop_job (Job *heap, guint n)
{
  Job last = heap[n - 1];
  guint at = 0;

  for (;;)
    {
      guint child = 2 * at + 1;

      if (child >= n - 1)
        break;
      if (child + 1 < n - 1 && heap[child + 1].latest_s < heap[child].latest_s)
        child++;
      if (heap[child].latest_s >= last.latest_s)
        break;
      heap[at] = heap[child];
      at = child;
    }
  heap[at] = last;
}

/* Jackson's rule with interruptions: the greatest delay beyond a latest end is the least possible. @jobs by heads. */
static double
find_delay (const Job *jobs, guint n, Job *heap)
{
  double now_s = jobs[0].head_s;
  double delay_s = ENDS_NEVER;
  guint next = 0, waiting = 0;

  while (next < n || waiting > 0)
    {
      double until_s;

      if (waiting == 0)
        now_s = MAX (now_s, jobs[next].head_s);
      for (; next < n && jobs[next].head_s <= now_s; next++)
        push_job (heap, waiting++, jobs[next]);
      until_s = next < n ? jobs[next].head_s : WEFT_EXACT_NEVER;
      if (now_s + heap[0].time_s <= until_s)
        {
          now_s += heap[0].time_s;
          delay_s = MAX (delay_s, now_s - heap[0].latest_s);
          pop_job (heap, waiting--);
        }
      else
        {
          heap[0].time_s -= until_s - now_s;
          now_s = until_s;
        }
    }
  return delay_s;
}

static gboolean
has_only (const WeftExactFit *self, guint task, guint device)
{
  for (guint p = 0; p < self->n_devices; p++)
    if (is_in_time (self, task, p) != (p == device))
      return FALSE;
  return TRUE;
}

static void
add_job (Job *jobs, guint n, Job job)
{
  guint at = n;

  for (; at > 0 && jobs[at - 1].head_s > job.head_s; at--)
    jobs[at] = jobs[at - 1];
  jobs[at] = job;
}

static void
test_device (WeftExactFit *self, guint device, Verdict *verdict)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    {
      guint at = i * self->n_devices + device;

      if (self->latest_s[at] > ENDS_NEVER && has_only (self, i, device))
        add_job (self->jobs, n++, (Job) { self->head_s[at], self->time_s[at], self->latest_s[at] });
    }
  if (n > 1)
    {
      double delay_s = find_delay (self->jobs, n, self->heap);

      if (delay_s > verdict->rounding_s)
        fail (verdict, delay_s);
    }
}

/* --- all devices --- */

/* When tasks of a set can be on each device. */
typedef struct
{
  double from_s[WEFT_EXACT_MAX_DEVICES];
  double to_s[WEFT_EXACT_MAX_DEVICES];
} Window;

static void
window_reset (Window *window, guint n_devices)
{
  for (guint p = 0; p < n_devices; p++)
    {
      window->from_s[p] = WEFT_EXACT_NEVER;
      window->to_s[p] = ENDS_NEVER;
    }
}

/* Returns the least time of the task where it is in time. */
static double
window_add (Window *window, const WeftExactFit *self, guint task)
{
  double least_s = WEFT_EXACT_NEVER;

  for (guint p = 0; p < self->n_devices; p++)
    {
      guint at = task * self->n_devices + p;

      if (!(self->latest_s[at] > ENDS_NEVER))
        continue;
      window->from_s[p] = MIN (window->from_s[p], self->head_s[at]);
      window->to_s[p] = MAX (window->to_s[p], self->latest_s[at]);
      least_s = MIN (least_s, self->time_s[at]);
    }
  return least_s;
}

static int
compare_down (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x > y ? -1 : x < y;
}

/* By how much all windows have to grow to hold the work; 0 when they do. */
static double
find_growth (const Window *window, guint n_devices, double work_s, double rounding_s)
{
  double length_s[WEFT_EXACT_MAX_DEVICES];
  double sum_s = 0;
  guint n = 0;

  for (guint p = 0; p < n_devices; p++)
    if (window->to_s[p] > ENDS_NEVER)
      {
        length_s[n] = window->to_s[p] - window->from_s[p];
        sum_s += MAX (length_s[n], 0);
        n++;
      }
  if (sum_s >= work_s - rounding_s)
    return 0;
  qsort (length_s, n, sizeof *length_s, compare_down);
  sum_s = 0;
  for (guint k = 0; k < n; k++)
    {
      double growth_s;

      sum_s += length_s[k];
      growth_s = (work_s - sum_s) / (k + 1);
      if (k + 1 == n || length_s[k + 1] + growth_s <= 0)
        return growth_s;
    }
  return WEFT_EXACT_NEVER;
}

static void
test_work (WeftExactFit *self, Verdict *verdict)
{
  double work_s = 0;
  Window window;

  window_reset (&window, self->n_devices);
  for (guint k = 0; k < self->n && verdict->need_s == 0; k++)
    {
      double growth_s;

      work_s += window_add (&window, self, self->by_head[k]);
      growth_s = find_growth (&window, self->n_devices, work_s, verdict->rounding_s);
      if (growth_s > 0)
        fail (verdict, growth_s);
    }
}

static int
compare_up (const void *a, const void *b)
{
  return compare_down (b, a);
}

/* How many of the tasks fit into the window of a device, the shortest first. @more_s: (inout): the least growth by
 * which one more would. */
static guint
count_places (const WeftExactFit *self, const guint *tasks, guint n, const Window *window, guint device,
              double rounding_s, double *more_s)
{
  double length_s = window->to_s[device] - window->from_s[device];
  double *time_s = &self->heap[0].head_s; /* room for n numbers */
  double sum_s = 0;
  guint n_times = 0, k;

  for (guint i = 0; i < n; i++)
    if (is_in_time (self, tasks[i], device))
      time_s[n_times++] = self->time_s[tasks[i] * self->n_devices + device];
  qsort (time_s, n_times, sizeof *time_s, compare_up);
  for (k = 0; k < n_times && sum_s + time_s[k] <= length_s + rounding_s; k++)
    sum_s += time_s[k];
  if (k < n_times)
    *more_s = MIN (*more_s, sum_s + time_s[k] - length_s);
  return k;
}

static void
test_places_of (WeftExactFit *self, const guint *tasks, guint n, Verdict *verdict)
{
  double more_s = WEFT_EXACT_NEVER;
  guint n_places = 0;
  Window window;

  window_reset (&window, self->n_devices);
  for (guint i = 0; i < n; i++)
    window_add (&window, self, tasks[i]);
  for (guint p = 0; p < self->n_devices; p++)
    if (window.to_s[p] > ENDS_NEVER)
      n_places += count_places (self, tasks, n, &window, p, verdict->rounding_s, &more_s);
  if (n_places < n)
    fail (verdict, more_s);
}

static void
test_levels (WeftExactFit *self, Verdict *verdict)
{
  guint begin = 0;

  for (guint k = 1; k <= self->n && verdict->need_s == 0; k++)
    if (k == self->n || self->level[self->by_level[k]] != self->level[self->by_level[begin]])
      {
        if (k - begin > 1)
          test_places_of (self, self->by_level + begin, k - begin, verdict);
        begin = k;
      }
}

/* --- public to the room --- */

/* How far the end has to move before it is worth another look; 0 when nothing speaks against it. */
static double
find_step (WeftExactFit *self, double end_s)
{
  Verdict verdict = { ROUNDING * end_s, WEFT_EXACT_NEVER, 0 };

  test_places (self, end_s, &verdict);
  for (guint p = 0; p < self->n_devices && verdict.need_s == 0; p++)
    test_device (self, p, &verdict);
  if (verdict.need_s == 0 && self->n_devices > 1)
    test_work (self, &verdict);
  if (verdict.need_s == 0 && self->n_devices > 1)
    test_levels (self, &verdict);
  return MIN (verdict.need_s, verdict.event_s);
}

void
weft_exact_fit_init (WeftExactFit *self, guint n_devices)
{
  *self = (WeftExactFit) { .n_devices = n_devices };
}

void
weft_exact_fit_clear (WeftExactFit *self)
{
  g_free (self->head_s);
  g_free (self->time_s);
  g_free (self->tail_s);
  g_free (self->latest_s);
  g_free (self->begin_s);
  g_free (self->level);
  g_free (self->first);
  g_free (self->next);
  g_free (self->cost_s);
  g_free (self->least_head_s);
  g_free (self->by_head);
  g_free (self->by_level);
  g_free (self->jobs);
  g_free (self->heap);
}

void
weft_exact_fit_reset (WeftExactFit *self, guint size)
{
  self->n = self->n_edges = 0;
  if (size > self->size)
    {
      gsize n = (gsize) size * self->n_devices;

      self->size = size;
      self->head_s = g_renew (double, self->head_s, n);
      self->time_s = g_renew (double, self->time_s, n);
      self->tail_s = g_renew (double, self->tail_s, n);
      self->latest_s = g_renew (double, self->latest_s, n);
      self->begin_s = g_renew (double, self->begin_s, n);
      self->level = g_renew (guint32, self->level, size);
      self->first = g_renew (guint, self->first, size + 1);
      self->least_head_s = g_renew (double, self->least_head_s, size);
      self->by_head = g_renew (guint, self->by_head, size);
      self->by_level = g_renew (guint, self->by_level, size);
      self->jobs = g_renew (Job, self->jobs, size);
      self->heap = g_renew (Job, self->heap, size);
    }
  if (self->first != NULL)
    self->first[0] = 0;
}

void
weft_exact_fit_edge (WeftExactFit *self, guint next, const double *cost_s)
{
  if (self->n_edges == self->edges_size)
    {
      self->edges_size = MAX (2 * self->edges_size, 64);
      self->next = g_renew (guint, self->next, self->edges_size);
      self->cost_s = g_renew (const double *, self->cost_s, self->edges_size);
    }
  self->next[self->n_edges] = next;
  self->cost_s[self->n_edges++] = cost_s;
}

/* Both orders are nearly there, so that little has to be moved. */
void
weft_exact_fit_ready (WeftExactFit *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      guint at = i;

      for (; at > 0 && self->level[self->by_level[at - 1]] > self->level[i]; at--)
        self->by_level[at] = self->by_level[at - 1];
      self->by_level[at] = i;
    }
  for (guint k = 0; k < self->n; k++)
    {
      guint i = self->n - 1 - k;
      double least_s = self->head_s[i * self->n_devices];
      guint at = k;

      for (guint p = 1; p < self->n_devices; p++)
        least_s = MIN (least_s, self->head_s[i * self->n_devices + p]);
      self->least_head_s[i] = least_s;
      for (; at > 0 && self->least_head_s[self->by_head[at - 1]] < least_s; at--)
        self->by_head[at] = self->by_head[at - 1];
      self->by_head[at] = i;
    }
}

double
weft_exact_fit_raise (WeftExactFit *self, double end_s, double limit_s)
{
  for (guint k = 0; k < MAX_STEPS && end_s < limit_s; k++)
    {
      double step_s = find_step (self, end_s);

      if (!(step_s > 0))
        break;
      end_s += step_s;
    }
  return end_s;
}
