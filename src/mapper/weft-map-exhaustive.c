/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exhaustive search with proof. The best list schedule comes first; what is searched is only what could be shorter. Of
 * several schedules that are as short the list schedule stays, and of a few tasks the first in a fixed order is
 * taken. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "mapper/weft-exact-anneal-private.h"
#include "mapper/weft-exact-heads-private.h"
#include "mapper/weft-exact-tails-private.h"
#include "mapper/weft-mapper-private.h"

/* Work that may be put into bounds before the search. */
#define BOUND_STEPS 4e8
/* Widths of the beams, and the share of the limits that all may take that comes before the search of everything. */
#define FIRST_WIDTH 8u
#define LAST_WIDTH 512u
#define PREPARE_SHARE 0.6
/* A gap that is wide enough for small changes to be tried. */
#define WIDE_GAP 1e-3
#define MAX_BYTES ((gsize) 768 << 20)
/* No limit of time is above this, which the clock can still count to. */
#define LONGEST_S 1e9
/* Problems whose schedule is the first of all that are as short. */
#define ORDER_TASKS 16u
#define ORDER_STATES 200000u
/* A bound that is as near as this is met: sums of times differ by rounding. */
#define ROUNDING 1e-12

/* In the order in which they win when they are as good. AEFT-R, a reconstruction, only says what to aim at when the
 * schedule can be taken by order. */
static const WeftMapAlgorithm list_algorithms[] = {
  WEFT_MAP_HEFT,      WEFT_MAP_CPOP,   WEFT_MAP_PEFT,          WEFT_MAP_PEFT_LINK, WEFT_MAP_HOFT,
  WEFT_MAP_HOFT_CODE, WEFT_MAP_GREEDY, WEFT_MAP_GREEDY_APPEND, WEFT_MAP_AEFT_R,
};

typedef struct
{
  WeftMapProblem *map;
  const WeftMapOptions *options;
  GCancellable *cancellable;
  WeftMapResult *result;
  WeftExactLimits limits;
  gint64 begin_us;
  WeftExactSearch search;

  WeftSchedule *list;    /* (nullable): the best list schedule but AEFT-R's */
  WeftSchedule *best;    /* (nullable): the best schedule */
  double bound_s;
  gboolean is_proved;
  GError *error;         /* (nullable): why there is no list schedule */

  WeftExactProblem *problem;
  WeftExactProblem *back;
  WeftExactSymmetry symmetry;
  double *head_s;
  WeftExactTails tails;
} Exhaustive;

/* --- list schedules --- */

static void
take (Exhaustive *self, WeftSchedule *schedule)
{
  if (self->best != NULL && !(schedule->makespan_s < self->best->makespan_s))
    return;
  g_clear_pointer (&self->best, weft_schedule_unref);
  self->best = weft_schedule_ref (schedule);
}

static gboolean
run_lists (Exhaustive *self)
{
  const WeftMapOptions options = { 0 };

  for (guint a = 0; a < G_N_ELEMENTS (list_algorithms); a++)
    {
      WeftMapAlgorithm algorithm = list_algorithms[a];
      WeftMapResult own = { .notes = g_ptr_array_new_with_free_func (g_free) };
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftSchedule) schedule
          = weft_map_algorithm_run (algorithm) (self->map, &options, self->cancellable, &own, &error);

      g_ptr_array_unref (own.notes);
      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      if (schedule == NULL)
        {
          if (self->error == NULL)
            self->error = g_steal_pointer (&error);
          continue;
        }
      take (self, schedule);
      if (algorithm == WEFT_MAP_AEFT_R
          || (self->list != NULL && !(schedule->makespan_s < self->list->makespan_s)))
        continue;
      g_clear_pointer (&self->list, weft_schedule_unref);
      self->list = g_steal_pointer (&schedule);
    }
  return TRUE;
}

/* --- bounds --- */

static gboolean
is_met (const Exhaustive *self)
{
  return self->best != NULL && self->bound_s >= self->best->makespan_s * (1 - ROUNDING);
}

static void
raise_bound (Exhaustive *self)
{
  double bound_s = weft_exact_heads_bound (self->problem, self->head_s, self->tails.tail_s);

  self->bound_s = MAX (self->bound_s, bound_s);
}

static gboolean
find_bounds (Exhaustive *self)
{
  const char *kind;
  guint reach;

  self->bound_s = weft_map_bound (self->map, &kind);
  self->problem = weft_exact_problem_new (self->map);
  self->back = weft_exact_problem_reversed (self->problem);
  weft_exact_symmetry_init (&self->symmetry, self->map->platform);
  reach = weft_exact_heads_reach (self->problem, &self->symmetry, BOUND_STEPS);
  self->head_s = weft_exact_heads (self->problem, &self->symmetry, reach, NULL, NULL, self->cancellable);
  if (!weft_exact_tails_init (&self->tails, self->problem, self->back, &self->symmetry, reach, self->cancellable)
      || self->head_s == NULL)
    return FALSE;
  raise_bound (self);
  return TRUE;
}

/* --- the search --- */

static void
take_found (Exhaustive *self)
{
  if (self->search.best != NULL)
    take (self, self->search.best);
}

/* Limits for one search of several: with a share of the time and of the states, so that something is left for what
 * comes after, and with what the others have used. */
static WeftExactLimits
limit (const Exhaustive *self, double share, guint64 n_before)
{
  WeftExactLimits limits = self->limits;

  limits.n_before = n_before;
  if (limits.until_us > 0)
    limits.until_us = self->begin_us + (gint64) (share * (limits.until_us - self->begin_us));
  if (limits.max_states > 0)
    limits.max_states = MAX (1, (guint64) (share * limits.max_states));
  return limits;
}

/* Longer parts each time. Returns whether it makes sense to go on. */
static gboolean
run_sweep (Exhaustive *self)
{
  WeftExactLimits limits = limit (self, PREPARE_SHARE, self->search.n_states);
  gboolean goes_on = weft_exact_tails_sweep (&self->tails, &limits);

  raise_bound (self);
  self->search.tail_s = self->tails.tail_s;
  return goes_on;
}

/* Returns whether it was not stopped. */
static gboolean
run_beam (Exhaustive *self, guint width)
{
  WeftExactLimits limits = limit (self, PREPARE_SHARE, self->tails.parts.search.n_states);
  gboolean goes_on;

  weft_exact_search_reset (&self->search);
  goes_on = weft_exact_beam (&self->search, width, &limits);
  take_found (self);
  return goes_on;
}

/* Small changes to the best schedule, unless memory matters: they do not look at it. */
static void
improve (Exhaustive *self)
{
  WeftExactLimits limits = limit (self, PREPARE_SHARE, 0);
  g_autoptr (WeftMapRoom) room = weft_map_room_new (self->map);
  g_autoptr (WeftSchedule) better = NULL;

  if (room != NULL || self->best == NULL || self->best->makespan_s <= self->bound_s * (1 + WIDE_GAP))
    return;
  better = weft_exact_anneal (self->problem, self->best, self->bound_s, &limits);
  take (self, better);
  weft_exact_search_aim (&self->search, self->best->makespan_s);
}

/* Sweeps raise the bound, beams find schedules, in turn, longer and wider each time. */
static void
prepare (Exhaustive *self)
{
  gboolean goes_on = TRUE;

  for (guint width = FIRST_WIDTH; goes_on && width <= LAST_WIDTH && !is_met (self); width *= 4)
    {
      goes_on = run_sweep (self);
      goes_on = !is_met (self) && run_beam (self, width) && goes_on;
      if (width == FIRST_WIDTH && goes_on)
        improve (self);
    }
}

static gboolean
search_all (Exhaustive *self)
{
  WeftExactLimits limits = limit (self, 1, self->tails.parts.search.n_states);
  gboolean is_complete;

  weft_exact_search_reset (&self->search);
  is_complete = weft_exact_best_first (&self->search, &limits, &self->bound_s);
  take_found (self);
  return is_complete;
}

/* The first of all schedules that are as short, when the search has found one that no list scheduler has. */
static void
take_first (Exhaustive *self)
{
  g_autofree double *oct_s = weft_exact_heads (self->back, &self->symmetry, 0, NULL, NULL, NULL);
  WeftExactLimits limits = limit (self, 1, 0);
  WeftSchedule *first;

  limits.max_states = self->search.n_states + ORDER_STATES;
  self->search.target_s = self->best->makespan_s * (1 + ROUNDING);
  first = weft_exact_first (&self->search, oct_s, &limits);
  if (first != NULL)
    {
      weft_schedule_unref (self->best);
      self->best = first;
    }
}

static void
run_search (Exhaustive *self)
{
  gboolean is_ordered = self->problem->n <= ORDER_TASKS;

  weft_exact_search_init (&self->search, self->problem, self->map, &self->symmetry, self->head_s,
                          self->tails.tail_s);
  if (self->best != NULL)
    weft_exact_search_aim (&self->search, self->best->makespan_s);
  if (!is_ordered)
    prepare (self);
  self->is_proved = is_met (self) || search_all (self);
  if (self->is_proved && is_ordered && self->best != NULL
      && (self->list == NULL || self->best->makespan_s < self->list->makespan_s))
    take_first (self);
  self->result->n_states = self->search.n_states + self->tails.parts.search.n_states;
  weft_exact_search_clear (&self->search);
}

/* --- what is said about it --- */

static void
tick_cb (gpointer data)
{
  const Exhaustive *self = data;
  guint64 n_states = self->search.n_states + self->tails.parts.search.n_states;
  double share = 0;

  if (self->limits.until_us > 0)
    share = (double) (g_get_monotonic_time () - self->begin_us) / (self->limits.until_us - self->begin_us);
  if (self->limits.max_states > 0)
    share = MAX (share, (double) n_states / self->limits.max_states);
  self->options->progress (CLAMP (share, 0, 1), self->options->progress_data);
}

static void
set_limits (Exhaustive *self)
{
  const WeftMapOptions *options = self->options;

  self->begin_us = g_get_monotonic_time ();
  self->limits = (WeftExactLimits) { .max_states = options->max_states, .max_bytes = MAX_BYTES,
                                     .cancellable = self->cancellable };
  if (options->time_limit_s > 0)
    self->limits.until_us
      = self->begin_us + (gint64) (MIN (options->time_limit_s, LONGEST_S) * G_USEC_PER_SEC);
  if (options->progress != NULL)
    {
      self->limits.tick = tick_cb;
      self->limits.tick_data = self;
    }
}

static void
add_note (Exhaustive *self, const char *text)
{
  g_ptr_array_add (self->result->notes, g_strdup (text));
}

/* The schedule of a list scheduler stays when nothing shorter was found. */
static WeftSchedule *
finish (Exhaustive *self, GError **error)
{
  WeftMapResult *result = self->result;

  if (self->best == NULL)
    {
      if (self->is_proved || self->error != NULL)
        g_propagate_error (error, g_steal_pointer (&self->error));
      return NULL;
    }
  if (self->list != NULL && !(self->best->makespan_s < self->list->makespan_s))
    {
      weft_schedule_unref (self->best);
      self->best = weft_schedule_ref (self->list);
    }
  result->is_proved = self->is_proved;
  if (!result->is_proved && self->bound_s > 0)
    {
      result->bound_s = MIN (self->bound_s, self->best->makespan_s);
      result->bound_kind = "search";
    }
  return weft_schedule_ref (self->best);
}

static void
clear (Exhaustive *self)
{
  g_clear_pointer (&self->list, weft_schedule_unref);
  g_clear_pointer (&self->best, weft_schedule_unref);
  g_clear_error (&self->error);
  if (self->problem == NULL)
    return;
  weft_exact_problem_free (self->problem);
  weft_exact_problem_free (self->back);
  weft_exact_symmetry_clear (&self->symmetry);
  g_free (self->head_s);
  weft_exact_tails_clear (&self->tails);
}

/* --- private to the room --- */

WeftSchedule *
weft_map_run_exhaustive (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                         WeftMapResult *result, GError **error)
{
  Exhaustive self = { problem, options, cancellable, result };
  WeftSchedule *schedule = NULL;
  gboolean goes_on;

  set_limits (&self);
  goes_on = run_lists (&self);
  if (goes_on && problem->graph->n_tasks == 0)
    self.is_proved = TRUE;
  else if (goes_on && !weft_exact_problem_fits (problem))
    add_note (&self, _("The workload is too large to be searched: this is the best plan of the list schedulers."));
  else if (goes_on)
    {
      goes_on = find_bounds (&self);
      if (goes_on)
        run_search (&self);
      if (goes_on && !self.is_proved)
        add_note (&self, _("The search stopped before it had seen everything: a shorter plan may exist."));
    }
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    schedule = finish (&self, error);
  clear (&self);
  return schedule;
}
