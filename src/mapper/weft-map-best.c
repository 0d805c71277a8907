/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best of several plans. List scheduling has anomalies: with one more device a plan may get worse. So plans that
 * leave devices empty are tried too, and of a small problem all subsets: then a device more never makes it worse. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "mapper/weft-mapper-private.h"
#include "mapper/weft-subset-private.h"

/* (tasks + edges) × devices up to which all algorithms run, and up to which more than one does. */
#define ALL_SIZE 2e7
#define SOME_SIZE 3e8
/* And up to which every device is left out once; times the number of all subsets, up to which each of them is tried. */
#define LEAVE_SIZE 1e6
#define LEAVE_DEVICES 16u
#define SUBSETS_SIZE 6.4e6
#define SUBSET_DEVICES 10u
/* Problems that are small enough to solve. */
#define EXACT_TASKS 12u
#define EXACT_DEVICES 16u
#define EXACT_STATES 200000u

static const WeftMapAlgorithm all_algorithms[] = {
  WEFT_MAP_PEFT_LC, WEFT_MAP_HEFT, WEFT_MAP_AEFT_R,    WEFT_MAP_HOFT,   WEFT_MAP_PEFT_LINK,
  WEFT_MAP_CPOP,    WEFT_MAP_GREEDY, WEFT_MAP_HOFT_CODE, WEFT_MAP_GREEDY_APPEND,
};
#define N_SOME 2 /* PEFT-LC and HEFT */

typedef struct
{
  WeftMapProblem *problem;
  const WeftMapOptions *options;
  GCancellable *cancellable;
  WeftMapResult *result;
  double size;
  guint n_algorithms;
  GPtrArray *subsets; /* of guint8 *: which devices are left empty */

  WeftSchedule *best; /* (nullable) */
  WeftMapAlgorithm algorithm;
  guint subset;       /* 1 + index, 0 for all devices */
  double all_s;       /* the best with all devices */
  GPtrArray *notes;   /* (nullable) what the best one's run had to say */
  GError *error;      /* the first */
} Best;

/* --- subsets --- */

static void
add_subset (Best *self, const guint8 *is_left)
{
  g_ptr_array_add (self->subsets, g_memdup2 (is_left, self->problem->platform->n_devices));
}

static void
add_all_subsets (Best *self)
{
  guint n = self->problem->platform->n_devices;

  for (guint used = (1u << n) - 2; used > 0; used--)
    {
      guint8 is_left[SUBSET_DEVICES];

      for (guint p = 0; p < n; p++)
        is_left[p] = !(used >> p & 1);
      add_subset (self, is_left);
    }
}

static void
add_single_leaves (Best *self)
{
  guint n = self->problem->platform->n_devices;
  g_autofree guint8 *is_left = g_new0 (guint8, n);

  for (guint p = 0; p < n; p++)
    {
      is_left[p] = TRUE;
      add_subset (self, is_left);
      is_left[p] = FALSE;
    }
}

/* Without each class, and with each class alone. */
static void
add_classes (Best *self)
{
  const WeftPlatform *platform = self->problem->platform;
  g_autofree guint8 *is_left = g_new (guint8, platform->n_devices);

  if (platform->n_classes == 1 || platform->n_classes > LEAVE_DEVICES)
    return;
  for (guint alone = 0; alone < (platform->n_classes > 2 ? 2 : 1); alone++)
    for (guint c = 0; c < platform->n_classes; c++)
      {
        for (guint p = 0; p < platform->n_devices; p++)
          is_left[p] = (platform->class_of[p] == c) != alone;
        add_subset (self, is_left);
      }
}

static void
list_subsets (Best *self)
{
  guint n = self->problem->platform->n_devices;

  if (n == 1)
    return;
  if (n <= SUBSET_DEVICES && self->size * (1u << n) <= SUBSETS_SIZE)
    add_all_subsets (self);
  else if (self->size <= SOME_SIZE)
    {
      add_classes (self);
      if (self->size <= LEAVE_SIZE && n <= LEAVE_DEVICES)
        add_single_leaves (self);
    }
}

/* --- tries --- */

static void
note_try (Best *self, WeftMapAlgorithm algorithm, const guint8 *is_left, double makespan_s, double mapper_s)
{
  WeftMapTry try = { algorithm, makespan_s, mapper_s,
                     is_left != NULL ? weft_subset_words (self->problem, is_left) : NULL };

  g_array_append_val (self->result->tries, try);
}

/* Whether the schedule is the best so far; takes it and the notes of its run. */
static gboolean
keep (Best *self, WeftMapAlgorithm algorithm, guint subset, WeftSchedule *schedule, GPtrArray *notes)
{
  if (subset == 0)
    self->all_s = MIN (self->all_s, schedule->makespan_s);
  if (self->best != NULL && !(schedule->makespan_s < self->best->makespan_s))
    {
      weft_schedule_unref (schedule);
      g_ptr_array_unref (notes);
      return FALSE;
    }
  g_clear_pointer (&self->best, weft_schedule_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  self->best = schedule;
  self->notes = notes;
  self->algorithm = algorithm;
  self->subset = subset;
  return TRUE;
}

/* Of subsets only what is better than all before is listed. FALSE when cancelled. */
static gboolean
try_algorithm (Best *self, WeftMapAlgorithm algorithm, WeftMapProblem *problem, guint subset)
{
  const guint8 *is_left = subset > 0 ? g_ptr_array_index (self->subsets, subset - 1) : NULL;
  WeftMapOptions options = { .max_states = EXACT_STATES };
  WeftMapResult own = { .notes = g_ptr_array_new_with_free_func (g_free), .tries = self->result->tries };
  double begin_s = weft_map_clock_s ();
  g_autoptr (GError) error = NULL;
  WeftSchedule *schedule
      = weft_map_algorithm_run (algorithm) (problem, &options, self->cancellable, &own, &error);
  double makespan_s = schedule != NULL ? schedule->makespan_s : NAN;
  double mapper_s = weft_map_clock_s () - begin_s;
  gboolean is_best = FALSE;

  if (schedule != NULL)
    is_best = keep (self, algorithm, subset, schedule, own.notes);
  else
    g_ptr_array_unref (own.notes);
  if (algorithm == WEFT_MAP_EXHAUSTIVE)
    {
      self->result->is_proved = own.is_proved;
      self->result->n_states = own.n_states;
    }
  if (is_best || is_left == NULL)
    note_try (self, algorithm, is_left, makespan_s, mapper_s);
  if (error != NULL && self->error == NULL)
    self->error = g_steal_pointer (&error);
  return !g_cancellable_is_cancelled (self->cancellable);
}

static gboolean
try_all (Best *self, WeftMapProblem *problem, guint subset)
{
  for (guint a = 0; a < self->n_algorithms; a++)
    if (!try_algorithm (self, all_algorithms[a], problem, subset))
      return FALSE;
  return TRUE;
}

static gboolean
try_subsets (Best *self)
{
  for (guint i = 0; i < self->subsets->len; i++)
    {
      g_autoptr (WeftMapProblem) problem
          = weft_subset_problem (self->problem, g_ptr_array_index (self->subsets, i));

      if (self->options->progress != NULL)
        self->options->progress ((i + 1.0) / (self->subsets->len + 1.0), self->options->progress_data);
      if (weft_map_check_problem (problem, NULL) && !try_all (self, problem, i + 1))
        return FALSE;
    }
  return TRUE;
}

/* A problem of a few tasks is solved; the proof holds for all devices, so that no subset is better. */
static gboolean
is_solvable (const Best *self)
{
  return self->problem->graph->n_tasks <= EXACT_TASKS && self->problem->platform->n_devices <= EXACT_DEVICES;
}

/* --- words --- */

/* A problem in plain numbers, whose devices have no names, has no unit either. */
static char *
show_time (const Best *self, double time_s)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->problem->platform->device_name != NULL)
    return weft_quantity_format (time_s, WEFT_UNIT_S);
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.10g", time_s));
}

static void
note_winner (Best *self)
{
  const guint8 *is_left;
  g_autofree char *all = NULL;
  g_autofree char *best = NULL;
  g_autofree char *words = NULL;

  if (self->subset == 0)
    return;
  is_left = g_ptr_array_index (self->subsets, self->subset - 1);
  words = weft_subset_words (self->problem, is_left);
  best = show_time (self, self->best->makespan_s);
  all = show_time (self, self->all_s);
  g_ptr_array_add (self->result->notes,
                   isfinite (self->all_s)
                       ? g_strdup_printf (_("The plan leaves %s empty: it takes %s, the best one with all devices %s."),
                                          words, best, all)
                       : g_strdup_printf (_("The plan leaves %s empty: no plan with all devices was found."), words));
}

static void
note_skipped (Best *self)
{
  if (self->n_algorithms == G_N_ELEMENTS (all_algorithms))
    return;
  g_ptr_array_add (self->result->notes,
                   self->n_algorithms > 1
                       ? g_strdup (_("Only PEFT-LC and HEFT were tried, since the workload is large; every algorithm "
                                     "can be chosen by name."))
                       : g_strdup (_("Only PEFT-LC was tried, since the workload is very large; every algorithm can "
                                     "be chosen by name.")));
}

/* --- private to the room --- */

WeftSchedule *
weft_map_run_best (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                   WeftMapResult *result, GError **error)
{
  const WeftTaskGraph *graph = problem->graph;
  Best self = { problem, options, cancellable, result, .all_s = INFINITY };
  gboolean is_done;

  self.size = ((double) graph->n_tasks + graph->n_edges) * problem->platform->n_devices;
  self.n_algorithms = self.size <= ALL_SIZE ? G_N_ELEMENTS (all_algorithms) : self.size <= SOME_SIZE ? N_SOME : 1;
  self.subsets = g_ptr_array_new_with_free_func (g_free);
  if (result->tries == NULL)
    result->tries = g_array_new (FALSE, FALSE, sizeof (WeftMapTry));
  is_done = try_all (&self, problem, 0);
  if (is_done && is_solvable (&self))
    is_done = try_algorithm (&self, WEFT_MAP_EXHAUSTIVE, problem, 0);
  if (is_done && !result->is_proved)
    {
      list_subsets (&self);
      is_done = try_subsets (&self);
    }
  if (is_done && self.best != NULL)
    {
      result->algorithm = self.algorithm;
      g_ptr_array_extend_and_steal (result->notes, g_steal_pointer (&self.notes));
      note_winner (&self);
      note_skipped (&self);
      if (self.subset > 0)
        weft_subset_schedule (problem, g_ptr_array_index (self.subsets, self.subset - 1), self.best);
      g_clear_error (&self.error);
    }
  else
    {
      g_clear_pointer (&self.best, weft_schedule_unref);
      g_clear_pointer (&self.notes, g_ptr_array_unref);
      g_propagate_error (error, self.error);
    }
  g_ptr_array_unref (self.subsets);
  return self.best;
}
