/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exhaustive search with proof. The best list schedule comes first; what is searched is only what could be shorter. Of
 * several schedules that are as short the list schedule stays, and of a few tasks the first in a fixed order is taken. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "mapper/weft-exact-heads-private.h"
#include "mapper/weft-exact-tails-private.h"
#include "mapper/weft-mapper-private.h"

/* Work that may be put into bounds before the search. */
#define BOUND_STEPS 4e8
/* Widths of the beams, and the share of the limits that all may take that comes before the search of everything. */
#define FIRST_WIDTH 8u
#define LAST_WIDTH 512u
#define PREPARE_SHARE 0.6
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

  WeftSchedule *list;    /* (nullable): the best list schedule but AEFT-R's */
  WeftSchedule *best;    /* (nullable): the best schedule */
  WeftMapAlgorithm list_algorithm;
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
      self->list_algorithm = algorithm;
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
take_found (Exhaustive *self, const WeftExactSearch *search)
{
  if (search->best != NULL)
    take (self, search->best);
}

/* Limits that leave a share of the time and of the states for what comes after. */
static WeftExactLimits
limit_share (const Exhaustive *self, double share)
{
  WeftExactLimits limits = self->limits;

  if (limits.until_us > 0)
    limits.until_us = limits.begin_us + (gint64) (share * (limits.until_us - limits.begin_us));
  if (limits.max_states > 0)
    limits.max_states = MAX (1, (guint64) (share * limits.max_states));
  return limits;
}

/* A beam finds a schedule, a sweep raises the bound, in turn, wider and longer each time. */
static void
prepare (Exhaustive *self, WeftExactSearch *search)
{
  WeftExactLimits limits = limit_share (self, PREPARE_SHARE);
  gboolean goes_on = TRUE;

  for (guint width = FIRST_WIDTH; goes_on && width <= LAST_WIDTH && !is_met (self); width *= 4)
    {
      goes_on = weft_exact_tails_sweep (&self->tails, &limits);
      raise_bound (self);
      search->tail_s = self->tails.tail_s;
      weft_exact_search_reset (search);
      goes_on = weft_exact_beam (search, width, &limits) && goes_on;
      take_found (self, search);
    }
}

/* The first of all schedules that are as short, when the search has found one that no list scheduler has. */
static void
take_first (Exhaustive *self, WeftExactSearch *search)
{
  g_autofree double *oct_s = weft_exact_heads (self->back, &self->symmetry, 0, NULL, NULL, NULL);
  WeftExactLimits limits = self->limits;
  WeftSchedule *first;

  limits.max_states = search->n_states + ORDER_STATES;
  search->target_s = self->best->makespan_s * (1 + ROUNDING);
  first = weft_exact_first (search, oct_s, &limits);
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
  WeftExactSearch search;

  weft_exact_search_init (&search, self->problem, self->map, &self->symmetry, self->head_s, self->tails.tail_s);
  if (self->best != NULL)
    weft_exact_search_aim (&search, self->best->makespan_s);
  if (!is_met (self))
    {
      if (!is_ordered)
        prepare (self, &search);
      weft_exact_search_reset (&search);
      self->is_proved = is_met (self) || weft_exact_best_first (&search, &self->limits, &self->bound_s);
      take_found (self, &search);
    }
  else
    self->is_proved = TRUE;
  if (self->is_proved && is_ordered && self->best != NULL
      && (self->list == NULL || self->best->makespan_s < self->list->makespan_s))
    take_first (self, &search);
  self->result->n_states = search.n_states + self->tails.parts.search.n_states;
  weft_exact_search_clear (&search);
}

/* --- what is said about it --- */

static void
set_limits (Exhaustive *self)
{
  const WeftMapOptions *options = self->options;

  self->limits = (WeftExactLimits) { .max_states = options->max_states, .max_bytes = MAX_BYTES,
                                     .cancellable = self->cancellable, .progress = options->progress,
                                     .progress_data = options->progress_data, .begin_us = g_get_monotonic_time () };
  if (options->time_limit_s > 0)
    self->limits.until_us
      = self->limits.begin_us + (gint64) (MIN (options->time_limit_s, LONGEST_S) * G_USEC_PER_SEC);
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
