/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two ways through the states: a beam, which finds good schedules soon, and the least bound first, which proves. */
#include "mapper/weft-exact-search-private.h"

#include <stdlib.h>

#define TICK_STATES 64u

/* --- when to stop --- */

gboolean
weft_exact_is_over (const WeftExactSearch *self, const WeftExactLimits *limits)
{
  guint64 n_states = limits->n_before + self->n_states;

  if (limits->tick != NULL && n_states % TICK_STATES == 0)
    limits->tick (limits->tick_data);
  return g_cancellable_is_cancelled (limits->cancellable)
         || (limits->max_states > 0 && n_states >= limits->max_states)
         || (limits->max_bytes > 0 && self->store.n_bytes >= limits->max_bytes)
         || (limits->until_us > 0 && g_get_monotonic_time () >= limits->until_us);
}

/* --- a beam --- */

/* A state by what it promises. */
typedef struct
{
  double bound_s;
  double start_s;
  double mean_s;
  guint32 id;
} Promise;

static int
compare_promises (const void *a, const void *b)
{
  const Promise *x = a, *y = b;

  if (x->bound_s != y->bound_s)
    return x->bound_s < y->bound_s ? -1 : 1;
  if (x->start_s != y->start_s)
    return x->start_s < y->start_s ? -1 : 1;
  if (x->mean_s != y->mean_s)
    return x->mean_s < y->mean_s ? -1 : 1;
  return x->id < y->id ? -1 : 1;
}

static void
collect_born (const WeftExactSearch *self, GArray *promises)
{
  for (guint i = 0; i < self->born->len; i++)
    {
      guint32 id = g_array_index (self->born, guint32, i);
      const WeftExactState *state = weft_exact_store_get (&self->store, id);
      Promise promise = { state->bound_s, state->start_s, g_array_index (self->born_mean_s, double, i), id };

      g_array_append_val (promises, promise);
    }
}

/* All that the states of one size go on to, the most promising first. FALSE when stopped. */
static gboolean
take_step (WeftExactSearch *self, GArray *now, GArray *next, const WeftExactLimits *limits)
{
  g_array_set_size (next, 0);
  for (guint i = 0; i < now->len; i++)
    {
      const Promise *promise = &g_array_index (now, Promise, i);

      if (weft_exact_is_over (self, limits))
        return FALSE;
      if (promise->bound_s >= self->target_s)
        continue;
      weft_exact_search_expand (self, promise->id);
      collect_born (self, next);
    }
  qsort (next->data, next->len, sizeof (Promise), compare_promises);
  return TRUE;
}

gboolean
weft_exact_beam (WeftExactSearch *self, guint width, const WeftExactLimits *limits)
{
  GArray *now = g_array_new (FALSE, FALSE, sizeof (Promise));
  GArray *next = g_array_new (FALSE, FALSE, sizeof (Promise));
  Promise first = { 0 };
  gboolean goes_on = TRUE;

  g_array_append_val (now, first);
  while (goes_on && now->len > 0)
    {
      GArray *done = now;

      goes_on = take_step (self, now, next, limits);
      if (next->len > width)
        g_array_set_size (next, width);
      now = next;
      next = done;
    }
  g_array_unref (now);
  g_array_unref (next);
  return goes_on;
}

/* --- the least bound first --- */

/* Of equal bounds the one that has come less far in time: then no state is gone on from before those that do at least
 * as well are known. */
typedef struct
{
  double bound_s;
  double start_s;
  guint32 n_done;
  guint32 id;
} Open;

static inline gboolean
comes_before (const Open *a, const Open *b)
{
  if (a->bound_s != b->bound_s)
    return a->bound_s < b->bound_s;
  if (a->start_s != b->start_s)
    return a->start_s < b->start_s;
  return a->n_done != b->n_done ? a->n_done < b->n_done : a->id < b->id;
}

static void
push_open (GArray *heap, Open open)
{
  guint at = heap->len;
  Open *opens;

  g_array_set_size (heap, at + 1);
  opens = (Open *) heap->data;
  for (; at > 0 && comes_before (&open, &opens[(at - 1) / 2]); at = (at - 1) / 2)
    opens[at] = opens[(at - 1) / 2];
  opens[at] = open;
}

static Open
pop_open (GArray *heap)
{
  Open *opens = (Open *) heap->data;
  Open top = opens[0], last = opens[heap->len - 1];
  guint n = heap->len - 1, at = 0;

  for (guint child = 1; child < n; child = 2 * at + 1)
    {
      if (child + 1 < n && comes_before (&opens[child + 1], &opens[child]))
        child++;
      if (!comes_before (&opens[child], &last))
        break;
      opens[at] = opens[child];
      at = child;
    }
  opens[at] = last;
  g_array_set_size (heap, n);
  return top;
}

static void
push_born (const WeftExactSearch *self, GArray *heap)
{
  for (guint i = 0; i < self->born->len; i++)
    {
      guint32 id = g_array_index (self->born, guint32, i);
      const WeftExactState *state = weft_exact_store_get (&self->store, id);

      push_open (heap, (Open) { state->bound_s, state->start_s, state->n_done, id });
    }
}

gboolean
weft_exact_best_first (WeftExactSearch *self, const WeftExactLimits *limits, double *bound_s)
{
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (Open));
  gboolean is_complete = TRUE;

  push_open (heap, (Open) { 0 });
  while (is_complete && heap->len > 0)
    {
      Open open = pop_open (heap);

      if (open.bound_s >= self->target_s)
        break;
      *bound_s = MAX (*bound_s, open.bound_s);
      is_complete = !weft_exact_is_over (self, limits);
      if (is_complete)
        {
          weft_exact_search_expand (self, open.id);
          push_born (self, heap);
        }
    }
  return is_complete;
}

/* --- depth first, in a fixed order --- */

typedef struct
{
  double way_s;
  double finish_s;
  guint32 task;
  guint32 device;
  guint32 id;
} Turn;

static int
compare_turns (const void *a, const void *b)
{
  const Turn *x = a, *y = b;

  if (x->way_s != y->way_s)
    return x->way_s < y->way_s ? -1 : 1;
  if (x->finish_s != y->finish_s)
    return x->finish_s < y->finish_s ? -1 : 1;
  if (x->task != y->task)
    return x->task < y->task ? -1 : 1;
  return x->device < y->device ? -1 : x->device > y->device;
}

static GArray *
list_turns (const WeftExactSearch *self, const double *order_tail_s)
{
  GArray *turns = g_array_new (FALSE, FALSE, sizeof (Turn));

  for (guint i = 0; i < self->born->len; i++)
    {
      guint32 id = g_array_index (self->born, guint32, i);
      const WeftExactState *state = weft_exact_store_get (&self->store, id);
      gsize at = (gsize) state->task * self->problem->n_devices + state->device;
      double finish_s = state->start_s + self->problem->time_s[at];
      Turn turn = { finish_s + order_tail_s[at], finish_s, state->task, state->device, id };

      g_array_append_val (turns, turn);
    }
  if (turns->len > 0)
    qsort (turns->data, turns->len, sizeof (Turn), compare_turns);
  return turns;
}

/* Whether a schedule was found. */
static gboolean
go_down (WeftExactSearch *self, guint32 id, const double *order_tail_s, const WeftExactLimits *limits)
{
  g_autoptr (GArray) turns = NULL;

  if (weft_exact_is_over (self, limits))
    return FALSE;
  weft_exact_search_expand (self, id);
  if (self->best != NULL)
    return TRUE;
  turns = list_turns (self, order_tail_s);
  for (guint i = 0; i < turns->len; i++)
    if (go_down (self, g_array_index (turns, Turn, i).id, order_tail_s, limits))
      return TRUE;
  return FALSE;
}

WeftSchedule *
weft_exact_first (WeftExactSearch *self, const double *order_tail_s, const WeftExactLimits *limits)
{
  g_clear_pointer (&self->best, weft_schedule_unref);
  self->keeps_all = TRUE;
  weft_exact_search_reset (self);
  go_down (self, 0, order_tail_s, limits);
  self->keeps_all = FALSE;
  return g_steal_pointer (&self->best);
}
