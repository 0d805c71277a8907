/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a state to those with one task more. */
#include <string.h>

#include "mapper/weft-exact-search-private.h"
#include "mapper/weft-exact-twins-private.h"

/* Tasks that are looked at closely, besides those that wait for something that is placed. */
#define REACH 30u
/* Differences that come from rounding, as a share. */
#define ROUNDING 1e-12

static inline gboolean
is_done (const guint64 *done, guint32 task)
{
  return (done[task / 64] >> task % 64 & 1) != 0;
}

/* --- the state that is gone on from --- */

static gboolean
has_row (const WeftExactSearch *self, const guint64 *done, guint32 task)
{
  const WeftExactSide *pred = &self->problem->pred;

  if (pred->first[task] == pred->first[task + 1])
    return TRUE;
  for (guint32 e = pred->first[task]; e < pred->first[task + 1]; e++)
    if (is_done (done, pred->task[e]))
      return TRUE;
  return FALSE;
}

static gboolean
is_ready (const WeftExactSearch *self, const guint64 *done, guint32 task)
{
  const WeftExactSide *pred = &self->problem->pred;

  for (guint32 e = pred->first[task]; e < pred->first[task + 1]; e++)
    if (!is_done (done, pred->task[e]))
      return FALSE;
  return TRUE;
}

/* Of twins the first one starts first; with memory they may differ in what they hold. */
static gboolean
is_its_turn (const WeftExactSearch *self, const guint64 *done, guint32 task)
{
  return self->room != NULL || self->twin_before[task] == WEFT_EXACT_NO_TWIN
         || is_done (done, self->twin_before[task]);
}

/* The tasks with rows, by index. Returns how many. */
static guint32
list_rows (WeftExactSearch *self, const guint64 *done)
{
  guint32 n = 0;

  for (guint32 i = 0; i < self->problem->n; i++)
    if (!is_done (done, i) && has_row (self, done, i))
      self->rows[n++] = i;
  return n;
}

static void
list_open (WeftExactSearch *self, const guint64 *done)
{
  self->n_open = 0;
  for (guint32 k = 0; k < self->problem->n; k++)
    if (!is_done (done, self->problem->order[k]))
      self->open[self->n_open++] = self->problem->order[k];
}

/* What is kept where after the tasks of a state. */
static void
fill_room (WeftExactSearch *self, const WeftExactState *state)
{
  for (; state->parent != WEFT_EXACT_NO_STATE; state = weft_exact_store_get (&self->store, state->parent))
    weft_map_room_put (self->room, state->task, state->device);
}

/* --- one child --- */

/* Tasks with equal starts go by index, but for one that could not have been there before the last one: because it waits
 * for it, or for its device. */
static gboolean
keeps_order (const WeftExactSearch *self, const WeftExactState *state, guint32 task, guint device, double start_s)
{
  const WeftExactProblem *problem = self->problem;

  if (state->parent == WEFT_EXACT_NO_STATE)
    return TRUE;
  if (start_s != state->start_s || task > state->task)
    return start_s >= state->start_s;
  if (problem->time_s[(gsize) state->task * problem->n_devices + state->device] > 0)
    return FALSE;
  if (state->device == device)
    return TRUE;
  for (guint32 e = problem->pred.first[task]; e < problem->pred.first[task + 1]; e++)
    if (problem->pred.task[e] == state->task)
      return TRUE;
  return FALSE;
}

/* What the child knows: what its parent knew, and what comes from its last task. */
static void
fill_rows (WeftExactSearch *self, const WeftExactState *parent, double finish_s)
{
  const WeftExactProblem *problem = self->problem;
  WeftExactChild *child = &self->child;
  WeftExactState *state = &child->state;
  guint P = problem->n_devices;
  guint32 from = 0, e = problem->succ.first[state->task];
  guint32 end = problem->succ.first[state->task + 1];

  state->n_rows = 0;
  while (from < parent->n_rows || e < end)
    {
      gboolean is_succ = e < end && (from == parent->n_rows || problem->succ.task[e] <= self->rows[from]);
      gboolean is_row = from < parent->n_rows && (!is_succ || problem->succ.task[e] == self->rows[from]);
      guint32 task = is_succ ? problem->succ.task[e] : self->rows[from];
      double *ready_s = state->ready_s + state->n_rows * P;

      if (task != state->task && !is_done (state->done, task))
        {
          for (guint p = 0; p < P; p++)
            ready_s[p] = is_row ? MAX (parent->ready_s[from * P + p], state->free_s[p]) : state->free_s[p];
          for (guint p = 0; is_succ && p < P; p++)
            {
              double there_s = finish_s + weft_exact_costs (problem, problem->succ.cost[e], state->device)[p];

              ready_s[p] = MAX (ready_s[p], there_s);
            }
          child->row_task[state->n_rows++] = task;
          self->child_row[task] = state->n_rows;
        }
      from += is_row;
      e += is_succ;
    }
}

static void
forget_rows (WeftExactSearch *self)
{
  for (guint32 r = 0; r < self->child.state.n_rows; r++)
    self->child_row[self->child.row_task[r]] = 0;
}

/* Tasks with equal needs on the same device leave the same behind. */
static guint64
room_key_of (const WeftExactSearch *self, guint32 task, guint device)
{
  const WeftTaskGraph *graph = self->map->graph;
  guint64 region = graph->region != NULL ? graph->region[task] : WEFT_TASK_NONE;
  guint64 x = (region << 32 | graph->kind[task]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + device;

  x = (x ^ x >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return x ^ x >> 31;
}

static void
make_child (WeftExactSearch *self, guint32 parent_id, guint32 task, guint device, double start_s)
{
  const WeftExactProblem *problem = self->problem;
  const WeftExactState *parent = weft_exact_store_get (&self->store, parent_id);
  WeftExactState *state = &self->child.state;
  gsize at = (gsize) task * problem->n_devices + device;
  double finish_s = start_s + problem->time_s[at];

  state->bound_s = MAX (parent->bound_s, finish_s + self->tail_s[at]);
  state->start_s = start_s;
  state->sum_s = parent->sum_s + start_s;
  state->used = parent->used | G_GUINT64_CONSTANT (1) << device;
  state->room_key = self->room != NULL ? parent->room_key + room_key_of (self, task, device) : 0;
  state->parent = parent_id;
  state->task = task;
  state->device = device;
  state->n_done = parent->n_done + 1;
  memcpy (state->done, parent->done, self->store.n_words * sizeof *state->done);
  state->done[task / 64] |= G_GUINT64_CONSTANT (1) << task % 64;
  memcpy (state->free_s, parent->free_s, problem->n_devices * sizeof *state->free_s);
  state->free_s[device] = finish_s;
  fill_rows (self, parent, finish_s);
}

/* The places of all tasks of a state. */
static WeftSchedule *
read_schedule (const WeftExactSearch *self, const WeftExactState *state)
{
  WeftSchedule *schedule = weft_schedule_new (self->problem->n);

  schedule->makespan_s = 0;
  for (;; state = weft_exact_store_get (&self->store, state->parent))
    {
      if (state->parent == WEFT_EXACT_NO_STATE)
        break;
      schedule->device[state->task] = state->device;
      schedule->start_s[state->task] = state->start_s;
      schedule->finish_s[state->task]
          = state->start_s + self->problem->time_s[(gsize) state->task * self->problem->n_devices + state->device];
      schedule->makespan_s = MAX (schedule->makespan_s, schedule->finish_s[state->task]);
    }
  return schedule;
}

static void
take_schedule (WeftExactSearch *self)
{
  WeftSchedule *schedule;

  if (self->is_part)
    {
      self->goal_s = MIN (self->goal_s, self->child.state.bound_s);
      weft_exact_search_aim (self, self->goal_s);
      return;
    }
  schedule = read_schedule (self, &self->child.state);
  if (self->best != NULL)
    weft_schedule_unref (self->best);
  self->best = schedule;
  weft_exact_search_aim (self, schedule->makespan_s);
}

/* Whether the child is worth keeping. Comparing it with others costs less than the closer look. */
static gboolean
is_worthwhile (WeftExactSearch *self)
{
  gboolean is_worth = weft_exact_look_ahead (self) && (self->keeps_all || !weft_exact_is_dominated (self))
                      && weft_exact_look_closely (self);

  weft_exact_look_end (self);
  return is_worth;
}

static void
try_child (WeftExactSearch *self, guint32 parent_id, guint32 task, guint device, double start_s)
{
  make_child (self, parent_id, task, device, start_s);
  if (self->child.state.n_done == self->problem->n)
    take_schedule (self);
  else if (is_worthwhile (self))
    {
      guint32 id = weft_exact_store_add (&self->store, &self->child.state);

      g_array_append_val (self->born, id);
      g_array_append_val (self->born_mean_s, self->child.mean_s);
    }
  forget_rows (self);
}

/* The task on each device, as far as it can be in time there. */
static void
try_task (WeftExactSearch *self, guint32 parent_id, guint32 row)
{
  const WeftExactProblem *problem = self->problem;
  guint32 task = self->rows[row];
  guint P = problem->n_devices;

  for (guint p = 0; p < P; p++)
    {
      const WeftExactState *parent = weft_exact_store_get (&self->store, parent_id);
      double start_s = parent->ready_s[row * P + p];
      gsize at = (gsize) task * P + p;

      if (start_s + problem->time_s[at] + self->tail_s[at] >= self->target_s
          || !keeps_order (self, parent, task, p, start_s)
          || weft_exact_symmetry_skips (self->symmetry, parent->used, p)
          || (self->room != NULL && !weft_map_room_takes (self->room, task, p)))
        continue;
      try_child (self, parent_id, task, p, start_s);
    }
}

/* --- to the searches --- */

void
weft_exact_search_init (WeftExactSearch *self, const WeftExactProblem *problem, const WeftMapProblem *map,
                        const WeftExactSymmetry *symmetry, const double *head_s, const double *tail_s)
{
  gsize n = problem->n, n_times = n * problem->n_devices;
  WeftExactState *state = &self->child.state;

  *self = (WeftExactSearch) { .problem = problem, .map = map, .symmetry = symmetry, .head_s = head_s,
                              .tail_s = tail_s, .target_s = WEFT_EXACT_NEVER, .reach = REACH };
  weft_exact_store_init (&self->store, (n + 63) / 64, problem->n_devices);
  self->born = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->born_mean_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->least_tail_s = g_new (double, n);
  self->by_tail = g_new (guint32, n);
  self->child_row = g_new0 (guint32, n);
  self->twin_before = g_new (guint32, n);
  self->local = g_new0 (guint32, n);
  self->open = g_new (guint32, n);
  self->rows = g_new (guint32, n);
  self->window = g_new (guint32, n);
  self->ahead_s = g_new (double, n_times);
  self->through_s = g_new (double, n_times);
  self->child.row_task = g_new (guint32, n);
  self->child.soon_s = g_new (double, n_times);
  self->child.soon_free_s = g_new (double, problem->n_devices);
  state->done = g_new0 (guint64, self->store.n_words);
  state->free_s = g_new0 (double, problem->n_devices);
  state->ready_s = g_new0 (double, n_times);
  weft_exact_fit_init (&self->fit, problem->n_devices);
}

void
weft_exact_search_clear (WeftExactSearch *self)
{
  weft_exact_store_clear (&self->store);
  g_array_unref (self->born);
  g_array_unref (self->born_mean_s);
  g_clear_pointer (&self->best, weft_schedule_unref);
  g_free (self->least_tail_s);
  g_free (self->by_tail);
  g_free (self->child_row);
  g_free (self->twin_before);
  g_free (self->local);
  g_free (self->open);
  g_free (self->rows);
  g_free (self->window);
  g_free (self->ahead_s);
  g_free (self->through_s);
  g_free (self->child.row_task);
  g_free (self->child.soon_s);
  g_free (self->child.mapped_s);
  g_free (self->child.soon_free_s);
  g_free (self->child.state.done);
  g_free (self->child.state.free_s);
  g_free (self->child.state.ready_s);
  weft_exact_fit_clear (&self->fit);
}

void
weft_exact_search_aim (WeftExactSearch *self, double makespan_s)
{
  self->target_s = makespan_s * (1 - ROUNDING);
}

static int
compare_tails_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *tail_s = data;
  double x = tail_s[*(const guint32 *) a], y = tail_s[*(const guint32 *) b];

  return x > y ? -1 : x < y;
}

/* Tails may have changed since the last time. */
static void
sort_tails (WeftExactSearch *self)
{
  guint P = self->problem->n_devices;

  for (guint32 i = 0; i < self->problem->n; i++)
    {
      self->by_tail[i] = i;
      self->least_tail_s[i] = WEFT_EXACT_NEVER;
      for (guint p = 0; p < P; p++)
        self->least_tail_s[i] = MIN (self->least_tail_s[i], self->tail_s[(gsize) i * P + p]);
    }
  g_qsort_with_data (self->by_tail, self->problem->n, sizeof *self->by_tail, compare_tails_cb, self->least_tail_s);
}

/* The child as the first state, with the tasks that are done already, of which @source hands on something. */
static void
begin (WeftExactSearch *self, guint32 source)
{
  WeftExactState *state = &self->child.state;

  weft_exact_store_reset (&self->store);
  sort_tails (self);
  weft_exact_find_twins (self->problem, state->done, source, self->tail_s, self->twin_before);
  memset (state->free_s, 0, self->problem->n_devices * sizeof *state->free_s);
  state->n_rows = list_rows (self, state->done);
  memset (state->ready_s, 0, (gsize) state->n_rows * self->problem->n_devices * sizeof *state->ready_s);
  state->bound_s = state->start_s = state->sum_s = 0;
  state->used = state->room_key = 0;
  state->parent = WEFT_EXACT_NO_STATE;
  state->task = state->device = state->n_done = 0;
  for (guint32 i = 0; i < self->problem->n; i++)
    state->n_done += is_done (state->done, i);
}

void
weft_exact_search_reset (WeftExactSearch *self)
{
  self->is_part = FALSE;
  memset (self->child.state.done, 0, self->store.n_words * sizeof *self->child.state.done);
  begin (self, WEFT_EXACT_NO_TWIN);
  weft_exact_store_add (&self->store, &self->child.state);
}

void
weft_exact_search_part (WeftExactSearch *self, const guint64 *done, guint32 task, guint device)
{
  const WeftExactProblem *problem = self->problem;
  WeftExactState *state = &self->child.state;
  guint P = problem->n_devices;

  self->is_part = TRUE;
  self->goal_s = WEFT_EXACT_NEVER;
  self->target_s = WEFT_EXACT_NEVER;
  memcpy (state->done, done, self->store.n_words * sizeof *state->done);
  begin (self, task);
  state->used = G_GUINT64_CONSTANT (1) << device;
  for (guint32 e = problem->succ.first[task]; e < problem->succ.first[task + 1]; e++)
    for (guint32 r = 0; r < state->n_rows; r++)
      for (guint p = 0; self->rows[r] == problem->succ.task[e] && p < P; p++)
        state->ready_s[r * P + p] = weft_exact_costs (problem, problem->succ.cost[e], device)[p];
  weft_exact_store_add (&self->store, state);
}

void
weft_exact_search_expand (WeftExactSearch *self, guint32 id)
{
  const WeftExactState *state = weft_exact_store_get (&self->store, id);
  const guint64 *done = state->done; /* does not move */
  guint32 n_rows = list_rows (self, done);

  g_array_set_size (self->born, 0);
  g_array_set_size (self->born_mean_s, 0);
  list_open (self, done);
  self->room = self->map != NULL ? weft_map_room_new (self->map) : NULL;
  if (self->room != NULL)
    fill_room (self, state);
  self->n_states++;
  for (guint32 r = 0; r < n_rows; r++)
    if (is_ready (self, done, self->rows[r]) && is_its_turn (self, done, self->rows[r]))
      try_task (self, id, r);
  g_clear_pointer (&self->room, weft_map_room_free);
}
