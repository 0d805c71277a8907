/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What no schedule that goes on from a state can beat: ways from what is placed to the end, all work that is left, and
 * the tasks that come next taken together. */
#include "mapper/weft-exact-search-private.h"

/* --- ways --- */

static inline gboolean
is_done (const guint64 *done, guint32 task)
{
  return (done[task / 64] >> task % 64 & 1) != 0;
}

/* The earliest starts of a task, from what is placed and from tasks before it in the window. */
static void
find_starts (const WeftExactSearch *self, guint32 task, double *start_s)
{
  const WeftExactProblem *problem = self->problem;
  const WeftExactState *state = &self->child.state;
  const double *head_s = self->head_s + (gsize) task * problem->n_devices;
  guint P = problem->n_devices;

  for (guint p = 0; p < P; p++)
    {
      start_s[p] = MAX (state->free_s[p], state->start_s);
      start_s[p] = MAX (start_s[p], head_s[p]);
    }
  if (self->child_row[task] != 0)
    {
      const double *ready_s = state->ready_s + (self->child_row[task] - 1) * P;

      for (guint p = 0; p < P; p++)
        start_s[p] = MAX (start_s[p], ready_s[p]);
    }
  for (guint32 e = problem->pred.first[task]; e < problem->pred.first[task + 1]; e++)
    if (self->local[problem->pred.task[e]] != 0)
      {
        const double *through_s = self->through_s + (gsize) problem->pred.task[e] * P;

        for (guint p = 0; p < P; p++)
          {
            const double *cost_s = weft_exact_costs_to (problem, problem->pred.cost[e], p);
            double least_s = WEFT_EXACT_NEVER;

            for (guint q = 0; q < P; q++)
              {
                double there_s = through_s[q] + cost_s[q];

                least_s = there_s < least_s ? there_s : least_s;
              }
            start_s[p] = MAX (start_s[p], least_s);
          }
      }
}

/* Where a task would be too late it never starts. Returns the least way through it. */
static double
look_through (WeftExactSearch *self, guint32 task)
{
  guint P = self->problem->n_devices;
  gsize at = (gsize) task * P;
  double *ahead_s = self->ahead_s + at;
  double least_s = WEFT_EXACT_NEVER;

  find_starts (self, task, ahead_s);
  for (guint p = 0; p < P; p++)
    {
      double through_s = ahead_s[p] + self->problem->time_s[at + p];
      double way_s = through_s + self->tail_s[at + p];

      if (!(way_s < self->target_s))
        ahead_s[p] = through_s = WEFT_EXACT_NEVER;
      self->through_s[at + p] = through_s;
      least_s = MIN (least_s, way_s);
    }
  return least_s;
}

/* Tasks that something is known about, and those next in the order. */
static gboolean
look_along (WeftExactSearch *self)
{
  WeftExactState *state = &self->child.state;

  self->n_window = 0;
  self->child.mean_s = 0;
  for (guint32 k = 0; k < self->n_open; k++)
    {
      guint32 task = self->open[k];
      double way_s;

      if (task == state->task || (self->n_window >= self->reach && self->child_row[task] == 0))
        continue;
      way_s = look_through (self, task);
      self->window[self->n_window++] = task;
      self->local[task] = self->n_window;
      if (self->child_row[task] != 0)
        self->child.mean_s += way_s / state->n_rows;
      state->bound_s = MAX (state->bound_s, way_s);
      if (state->bound_s >= self->target_s)
        return FALSE;
    }
  return TRUE;
}

/* --- work --- */

static void
sort_up (double *values, guint n)
{
  for (guint i = 1; i < n; i++)
    {
      double value = values[i];
      guint at = i;

      for (; at > 0 && values[at - 1] > value; at--)
        values[at] = values[at - 1];
      values[at] = value;
    }
}

/* When devices that are free from these times on could be done with some work, if it could be cut at will. */
static double
pour (const double *free_s, guint n, double work_s)
{
  double sum_s = 0, level_s = 0;

  for (guint k = 0; k < n; k++)
    {
      sum_s += free_s[k];
      level_s = (work_s + sum_s) / (k + 1);
      if (k + 1 == n || level_s <= free_s[k + 1])
        break;
    }
  return level_s;
}

/* The work of all tasks with a tail of some length comes before that tail. */
static gboolean
look_at_work (WeftExactSearch *self)
{
  WeftExactState *state = &self->child.state;
  guint P = self->problem->n_devices;
  double free_s[WEFT_EXACT_MAX_DEVICES];
  double work_s = 0;

  for (guint p = 0; p < P; p++)
    free_s[p] = MAX (state->free_s[p], state->start_s);
  sort_up (free_s, P);
  for (guint32 k = 0; k < self->problem->n; k++)
    {
      guint32 task = self->by_tail[k];
      double end_s;

      if (is_done (state->done, task))
        continue;
      work_s += self->problem->least_s[task];
      end_s = pour (free_s, P, work_s) + self->least_tail_s[task];
      state->bound_s = MAX (state->bound_s, end_s);
      if (state->bound_s >= self->target_s)
        return FALSE;
    }
  return TRUE;
}

/* --- what another state would have to keep --- */

static void
set_soon (WeftExactSearch *self)
{
  WeftExactChild *child = &self->child;
  const WeftExactState *state = &child->state;
  guint P = self->problem->n_devices;

  for (guint32 r = 0; r < state->n_rows; r++)
    for (guint p = 0; p < P; p++)
      child->soon_s[r * P + p] = self->ahead_s[(gsize) child->row_task[r] * P + p];
  for (guint p = 0; p < P; p++)
    child->soon_free_s[p] = WEFT_EXACT_NEVER;
  for (guint32 k = 0; k < self->n_open; k++)
    {
      guint32 task = self->open[k];

      for (guint p = 0; task != state->task && self->child_row[task] == 0 && p < P; p++)
        {
          gsize at = (gsize) task * P + p;
          double start_s = self->ahead_s[at];

          if (self->local[task] == 0)
            {
              start_s = MAX (MAX (state->free_s[p], state->start_s), self->head_s[at]);
              if (start_s + self->problem->time_s[at] + self->tail_s[at] >= self->target_s)
                continue;
            }
          child->soon_free_s[p] = MIN (child->soon_free_s[p], start_s);
        }
    }
}

/* --- to the search --- */

gboolean
weft_exact_look_ahead (WeftExactSearch *self)
{
  if (!look_along (self) || !look_at_work (self))
    return FALSE;
  set_soon (self);
  return TRUE;
}

/* The task of the window that most others of it lead to; n_window when none has two. */
static guint
find_join (const WeftExactSearch *self)
{
  const WeftExactSide *pred = &self->problem->pred;
  guint join = self->n_window, most = 1;

  for (guint i = 0; i < self->n_window; i++)
    {
      guint n = 0;

      for (guint32 e = pred->first[self->window[i]]; e < pred->first[self->window[i] + 1]; e++)
        n += self->local[pred->task[e]] != 0;
      if (n > most)
        {
          most = n;
          join = i;
        }
    }
  return join;
}

/* Wherever the task is to which most others lead: those have to be there too, or to pay for the way. */
static void
raise_at_join (WeftExactSearch *self)
{
  WeftExactState *state = &self->child.state;
  WeftExactFit *fit = &self->fit;
  guint P = self->problem->n_devices, join = find_join (self);
  double least_s = self->target_s;
  double time_s[WEFT_EXACT_MAX_DEVICES];

  if (join == self->n_window)
    return;
  for (guint p = 0; p < P; p++)
    {
      time_s[p] = fit->time_s[join * P + p];
      fit->time_s[join * P + p] = WEFT_EXACT_NEVER;
    }
  for (guint p = 0; p < P && least_s > state->bound_s; p++)
    {
      double end_s;

      fit->time_s[join * P + p] = time_s[p];
      end_s = weft_exact_fit_raise (fit, state->bound_s, least_s);
      least_s = MIN (least_s, end_s);
      fit->time_s[join * P + p] = WEFT_EXACT_NEVER;
    }
  state->bound_s = MAX (state->bound_s, least_s);
}

gboolean
weft_exact_look_closely (WeftExactSearch *self)
{
  const WeftExactProblem *problem = self->problem;
  WeftExactState *state = &self->child.state;
  WeftExactFit *fit = &self->fit;
  guint P = problem->n_devices;

  weft_exact_fit_reset (fit, MAX (self->n_window, 1));
  for (guint i = 0; i < self->n_window; i++)
    {
      guint32 task = self->window[i];

      for (guint p = 0; p < P; p++)
        {
          gsize at = (gsize) task * P + p;

          fit->head_s[i * P + p] = self->ahead_s[at];
          fit->time_s[i * P + p] = problem->time_s[at];
          fit->tail_s[i * P + p] = self->tail_s[at];
        }
      fit->level[i] = problem->level[task];
      for (guint32 e = problem->succ.first[task]; e < problem->succ.first[task + 1]; e++)
        if (self->local[problem->succ.task[e]] != 0)
          weft_exact_fit_edge (fit, self->local[problem->succ.task[e]] - 1,
                               weft_exact_costs (problem, problem->succ.cost[e], 0));
      fit->first[i + 1] = fit->n_edges;
    }
  fit->n = self->n_window;
  if (fit->n > 1)
    {
      weft_exact_fit_ready (fit);
      state->bound_s = weft_exact_fit_raise (fit, state->bound_s, self->target_s);
      raise_at_join (self);
    }
  return state->bound_s < self->target_s;
}

void
weft_exact_look_end (WeftExactSearch *self)
{
  for (guint i = 0; i < self->n_window; i++)
    self->local[self->window[i]] = 0;
  self->n_window = 0;
}

/* The other state X does at least as well as this state Y when whatever Y can go on to within the target can be done
 * from X at the same times: each task has what it waits for, and its device is free, before it can start from Y at all.
 * X must not have starts that add up to more: then moving tasks to the left from X never leads back to Y, so that of
 * all schedules that are as short some one is always left. */
static gboolean
does_as_well (const WeftExactSearch *self, const WeftExactState *other, guint map)
{
  const WeftExactChild *child = &self->child;
  guint n = child->state.n_rows * self->problem->n_devices, P = self->problem->n_devices;
  const double *soon_s = child->mapped_s + (gsize) map * (n + P);

  for (guint p = 0; p < P; p++)
    if (other->free_s[p] > soon_s[n + p])
      return FALSE;
  for (guint i = 0; i < n; i++)
    if (other->ready_s[i] > soon_s[i])
      return FALSE;
  return TRUE;
}

/* What the state asks for, as seen by each map of the devices. */
static void
map_soon (WeftExactSearch *self, guint n_maps)
{
  WeftExactChild *child = &self->child;
  guint P = self->problem->n_devices, n_rows = child->state.n_rows;
  double *to_s;

  if ((gsize) n_maps * (n_rows + 1) * P > child->mapped_size)
    {
      child->mapped_size = 2 * (gsize) n_maps * (n_rows + 1) * P;
      child->mapped_s = g_renew (double, child->mapped_s, child->mapped_size);
    }
  to_s = child->mapped_s;
  for (guint m = 0; m < n_maps; m++)
    {
      const guint8 *map = self->symmetry->maps + m * P;

      for (guint32 r = 0; r < n_rows; r++, to_s += P)
        for (guint p = 0; p < P; p++)
          to_s[p] = child->soon_s[r * P + map[p]];
      for (guint p = 0; p < P; p++)
        to_s[p] = child->soon_free_s[map[p]];
      to_s += P;
    }
}

/* Whether what may come after the state, by the order of starts, may come after the other one too. After a task that
 * takes no time there are exceptions. */
static gboolean
comes_first (const WeftExactSearch *self, const WeftExactState *other)
{
  const WeftExactState *state = &self->child.state;
  gboolean takes_time = self->problem->time_s[(gsize) state->task * self->problem->n_devices + state->device] > 0;

  return other->start_s < state->start_s
         || (other->start_s == state->start_s
             && (takes_time ? other->task <= state->task : other->task == state->task));
}

gboolean
weft_exact_is_dominated (WeftExactSearch *self)
{
  const WeftExactState *state = &self->child.state;
  guint n_maps = self->room == NULL ? self->symmetry->n_maps : 1;
  guint32 id = weft_exact_store_find (&self->store, state->done);

  if (id != WEFT_EXACT_NO_STATE)
    map_soon (self, n_maps);
  while (id != WEFT_EXACT_NO_STATE)
    {
      const WeftExactState *other = weft_exact_store_get (&self->store, id);

      id = other->next;
      if (other->sum_s > state->sum_s || other->room_key != state->room_key || !comes_first (self, other))
        continue;
      for (guint m = 0; m < n_maps; m++)
        if (does_as_well (self, other, m))
          return TRUE;
    }
  return FALSE;
}
