/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulated annealing (Kirkpatrick, Gelatt, Vecchi, Science 220, 1983) of the devices of tasks and of their order: each
 * try is scheduled as a list, into the earliest gaps. The same problem gives the same schedule. */
#include "mapper/weft-exact-anneal-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-random.h"

/* Tries, and tasks that are placed in all of them together. */
#define MAX_TRIES 300000.0
#define ALL_PLACED 6e7
/* Tries between two looks at whether to stop. */
#define STRIDE 64u
/* Of the makespan: how much worse a try may be in the beginning, and at last. */
#define FIRST_HEAT 1e-2
#define LAST_HEAT 1e-5
/* What the mean end counts beside the makespan, which most changes leave as it is. */
#define MEAN_WEIGHT 0.2
/* Share of the makespan that one change of the order, or of two devices, reaches over. */
#define ORDER_REACH 0.05
#define SWAP_REACH 0.2

/* A task's place in the order and its device. */
typedef struct
{
  double rank_s; /* the greater, the sooner */
  guint32 device;
} Gene;

typedef struct
{
  double begin_s;
  double end_s;
} Span;

typedef struct
{
  const WeftExactProblem *problem;
  WeftRandom random;
  Gene *now;     /* [tasks] */
  Gene *next;    /* [tasks] */
  double now_s;
  double cost_s; /* makespan and mean end */
  double *start_s;
  double *end_s;
  Span *spans;     /* [devices × tasks] busy times */
  guint32 *n_spans;
  guint32 *waits;
  guint32 *heap;
  guint32 n_heap;
} Anneal;

/* --- one try --- */

static inline gboolean
comes_before (const Anneal *self, guint32 a, guint32 b)
{
  if (self->next[a].rank_s != self->next[b].rank_s)
    return self->next[a].rank_s > self->next[b].rank_s;
  return a < b;
}

static void
push (Anneal *self, guint32 task)
{
  guint32 at = self->n_heap++;

  for (; at > 0 && comes_before (self, task, self->heap[(at - 1) / 2]); at = (at - 1) / 2)
    self->heap[at] = self->heap[(at - 1) / 2];
  self->heap[at] = task;
}

static guint32
pop (Anneal *self)
{
  guint32 top = self->heap[0], last = self->heap[--self->n_heap], at = 0;

  for (guint32 child = 1; child < self->n_heap; child = 2 * at + 1)
    {
      if (child + 1 < self->n_heap && comes_before (self, self->heap[child + 1], self->heap[child]))
        child++;
      if (!comes_before (self, self->heap[child], last))
        break;
      self->heap[at] = self->heap[child];
      at = child;
    }
  self->heap[at] = last;
  return top;
}

/* Into the first gap that is long enough. */
static double
insert (Anneal *self, guint device, double ready_s, double time_s)
{
  Span *spans = self->spans + (gsize) device * self->problem->n;
  guint32 n = self->n_spans[device]++, at = n;
  double start_s = ready_s;

  while (at > 0 && spans[at - 1].end_s > ready_s)
    at--;
  for (; at < n && start_s + time_s > spans[at].begin_s; at++)
    start_s = MAX (start_s, spans[at].end_s);
  memmove (spans + at + 1, spans + at, (n - at) * sizeof *spans);
  spans[at] = (Span) { start_s, start_s + time_s };
  return start_s;
}

static void
place (Anneal *self, guint32 task)
{
  const WeftExactProblem *problem = self->problem;
  guint device = self->next[task].device;
  double time_s = problem->time_s[(gsize) task * problem->n_devices + device];
  double ready_s = 0;

  for (guint32 e = problem->pred.first[task]; e < problem->pred.first[task + 1]; e++)
    {
      guint32 pred = problem->pred.task[e];
      double there_s = self->end_s[pred]
                       + weft_exact_costs (problem, problem->pred.cost[e], self->next[pred].device)[device];

      ready_s = MAX (ready_s, there_s);
    }
  self->start_s[task] = insert (self, device, ready_s, time_s);
  self->end_s[task] = self->start_s[task] + time_s;
}

/* Returns the makespan. */
static double
place_all (Anneal *self, double *cost_s)
{
  const WeftExactProblem *problem = self->problem;
  double makespan_s = 0, sum_s = 0;

  memset (self->n_spans, 0, problem->n_devices * sizeof *self->n_spans);
  for (guint32 i = 0; i < problem->n; i++)
    if ((self->waits[i] = problem->pred.first[i + 1] - problem->pred.first[i]) == 0)
      push (self, i);
  while (self->n_heap > 0)
    {
      guint32 task = pop (self);

      place (self, task);
      makespan_s = MAX (makespan_s, self->end_s[task]);
      sum_s += self->end_s[task];
      for (guint32 e = problem->succ.first[task]; e < problem->succ.first[task + 1]; e++)
        if (--self->waits[problem->succ.task[e]] == 0)
          push (self, problem->succ.task[e]);
    }
  *cost_s = makespan_s + MEAN_WEIGHT * sum_s / problem->n;
  return makespan_s;
}

/* --- changes --- */

/* A few tasks along a way follow the first one to its device. */
static void
follow (Anneal *self, guint32 task)
{
  const WeftExactSide *succ = &self->problem->succ;
  guint32 device = self->next[task].device;

  for (guint k = 1 + weft_random_below (&self->random, 4); k > 0; k--)
    {
      guint32 n = succ->first[task + 1] - succ->first[task];

      if (n == 0)
        break;
      task = succ->task[succ->first[task] + weft_random_below (&self->random, n)];
      self->next[task].device = device;
    }
}

/* Two devices change places for a while from a task on. */
static void
swap_devices (Anneal *self, guint32 task)
{
  guint32 a = weft_random_below (&self->random, self->problem->n_devices);
  guint32 b = weft_random_below (&self->random, self->problem->n_devices);
  double from_s = self->now[task].rank_s;
  double reach_s = weft_random_double (&self->random) * SWAP_REACH * self->now_s;

  for (guint32 i = 0; i < self->problem->n; i++)
    if (self->now[i].rank_s <= from_s && self->now[i].rank_s > from_s - reach_s)
      {
        if (self->next[i].device == a)
          self->next[i].device = b;
        else if (self->next[i].device == b)
          self->next[i].device = a;
      }
}

static void
change (Anneal *self)
{
  guint32 task = weft_random_below (&self->random, self->problem->n);
  guint kind = weft_random_below (&self->random, 10);

  memcpy (self->next, self->now, self->problem->n * sizeof *self->next);
  if (kind < 4)
    self->next[task].device = weft_random_below (&self->random, self->problem->n_devices);
  else if (kind < 6)
    follow (self, task);
  else if (kind < 8)
    swap_devices (self, task);
  else
    self->next[task].rank_s += (2 * weft_random_double (&self->random) - 1) * ORDER_REACH * self->now_s;
}

static void
accept (Anneal *self, double makespan_s, double cost_s)
{
  Gene *next = self->now;

  self->now = self->next;
  self->next = next;
  self->now_s = makespan_s;
  self->cost_s = cost_s;
}

static WeftSchedule *
read_schedule (const Anneal *self, double makespan_s)
{
  WeftSchedule *schedule = weft_schedule_new (self->problem->n);

  for (guint32 i = 0; i < self->problem->n; i++)
    {
      schedule->device[i] = self->next[i].device;
      schedule->start_s[i] = self->start_s[i];
      schedule->finish_s[i] = self->end_s[i];
    }
  schedule->makespan_s = makespan_s;
  return schedule;
}

/* --- all of it --- */

static void
begin (Anneal *self, const WeftExactProblem *problem, const WeftSchedule *schedule)
{
  gsize n = problem->n;

  *self = (Anneal) { .problem = problem };
  weft_random_init (&self->random, 1, 0);
  self->now = g_new (Gene, n);
  self->next = g_new (Gene, n);
  self->start_s = g_new (double, n);
  self->end_s = g_new (double, n);
  self->spans = g_new (Span, n * problem->n_devices);
  self->n_spans = g_new (guint32, problem->n_devices);
  self->waits = g_new (guint32, n);
  self->heap = g_new (guint32, n);
  for (guint32 i = 0; i < problem->n; i++)
    self->now[i] = self->next[i] = (Gene) { -schedule->start_s[i], schedule->device[i] };
  self->now_s = place_all (self, &self->cost_s);
}

static void
end (Anneal *self)
{
  g_free (self->now);
  g_free (self->next);
  g_free (self->start_s);
  g_free (self->end_s);
  g_free (self->spans);
  g_free (self->n_spans);
  g_free (self->waits);
  g_free (self->heap);
}

static gboolean
is_over (const WeftExactLimits *limits, guint64 k)
{
  return k % STRIDE == 0
         && (g_cancellable_is_cancelled (limits->cancellable)
             || (limits->until_us > 0 && g_get_monotonic_time () >= limits->until_us));
}

WeftSchedule *
weft_exact_anneal (const WeftExactProblem *problem, WeftSchedule *schedule, double bound_s,
                   const WeftExactLimits *limits)
{
  WeftSchedule *best = weft_schedule_ref (schedule);
  guint64 n_tries = (guint64) MIN (MAX_TRIES, ALL_PLACED / problem->n);
  Anneal self;

  begin (&self, problem, schedule);
  for (guint64 k = 0; k < n_tries && best->makespan_s > bound_s && !is_over (limits, k); k++)
    {
      double heat_s = best->makespan_s * FIRST_HEAT * pow (LAST_HEAT / FIRST_HEAT, (double) k / n_tries);
      double cost_s, makespan_s;

      change (&self);
      makespan_s = place_all (&self, &cost_s);
      if (makespan_s < best->makespan_s)
        {
          weft_schedule_unref (best);
          best = read_schedule (&self, makespan_s);
        }
      if (cost_s <= self.cost_s || exp ((self.cost_s - cost_s) / heat_s) > weft_random_double (&self.random))
        accept (&self, makespan_s, cost_s);
    }
  end (&self);
  return best;
}
