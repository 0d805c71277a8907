/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PEFT-LC: every decision of PEFT in less time. One column of the table a class of devices; arrivals once a group of
 * devices; a device is searched for a gap only when a bound says that it could win. */
#include <math.h>

#include "mapper/weft-arrivals-private.h"
#include "mapper/weft-device-pools-private.h"
#include "mapper/weft-map-rank-private.h"
#include "mapper/weft-mapper-private.h"
#include "mapper/weft-oct-private.h"

/* Predecessors that a task has on other devices, about: they are looked at besides one device a class. */
#define FEW_GROUPS 2u
/* Looked at one by one; leaving some of them out would save nothing. */
#define FEW_DEVICES 8u

/* What is known about a task on the devices of a class. */
typedef struct
{
  double time_s;
  double oct_s;
  guint span; /* of the time */
} ClassTerms;

typedef struct
{
  const double *oct_s; /* [tasks × classes] */
  WeftArrivals arrivals;
  WeftDevicePools pools;
  ClassTerms *of_class; /* [classes] of the task that is placed */
  gboolean has_few_groups; /* arrivals at all of them cost less than one by one at a few devices */
  guint32 *first_free; /* [classes] the place whose last task is done first; with locality */
} Lc;

/* And on the devices of a pool, or on one device. */
typedef struct
{
  double ready_s;
  double time_s;
  double oct_s;
  double done_s; /* ready + time */
  guint span;
} Terms;

/* Nothing yet while the score is infinite. */
typedef struct
{
  guint32 device;
  double score_s;
  Terms terms;
} Best;

static void
fill_classes (Lc *lc, const WeftMapList *list, guint32 task)
{
  guint n_classes = list->platform->n_classes;
  const double *time_s = weft_map_problem_times (list->problem, task);
  const double *oct_s = lc->oct_s + (gsize) task * n_classes;

  __builtin_prefetch (lc->oct_s + (gsize) list->ahead * n_classes);
  for (guint c = 0; c < n_classes; c++)
    lc->of_class[c] = (ClassTerms) { time_s[c], oct_s[c], weft_device_pools_span (&lc->pools, time_s[c]) };
}

static inline Terms
terms_of (const Lc *lc, guint c, double ready_s)
{
  const ClassTerms *at = &lc->of_class[c];

  return (Terms) { ready_s, at->time_s, at->oct_s, ready_s + at->time_s, at->span };
}

/* The score of a start: finish plus optimistic cost. It never falls when the start rises, in doubles too, so that the
 * score of the ready time bounds those of all starts. */
static inline double
score_of (const Terms *terms, double start_s)
{
  return (start_s + terms->time_s) + terms->oct_s;
}

static inline gboolean
is_better (const Best *best, guint32 device, double score_s)
{
  return score_s < best->score_s || (score_s == best->score_s && device < best->device);
}

static inline gboolean
could_win (const Best *best, guint32 device, const Terms *terms)
{
  return is_better (best, device, score_of (terms, terms->ready_s));
}

/* The earliest start on the device at a place: searched for only where a gap may be long enough. */
static inline double
start_at (const Lc *lc, const WeftMapList *list, guint place, const Terms *terms)
{
  if (weft_device_pools_may_fit (&lc->pools, place, terms->span, terms->done_s))
    return weft_timeline_find (&list->timelines[lc->pools.device[place]], terms->ready_s, terms->time_s);
  return MAX (terms->ready_s, lc->pools.tail_s[place]);
}

static void
try_place (const Lc *lc, const WeftMapList *list, guint place, const Terms *terms, Best *best)
{
  guint32 device = lc->pools.device[place];
  double score_s;

  if (!could_win (best, device, terms))
    return;
  score_s = score_of (terms, start_at (lc, list, place, terms));
  if (is_better (best, device, score_s))
    *best = (Best) { device, score_s, *terms };
}

static WeftPlace
take_best (Lc *lc, const WeftMapList *list, const Best *best)
{
  double start_s;

  if (best->score_s == INFINITY)
    return (WeftPlace) { WEFT_DEVICE_NONE, 0 };
  /* A device may have won by a start that is not its earliest, when the score is the same in doubles. */
  start_s = start_at (lc, list, lc->pools.place_of[best->device], &best->terms);
  weft_device_pools_take (&lc->pools, best->device, start_s, best->terms.time_s);
  return (WeftPlace) { best->device, start_s };
}

/* --- all devices --- */

/* The device of a pool that wins if all go on after their last tasks: the one that is idle first, or of those whose
 * scores are the same in doubles the first. */
static void
try_tails (const Lc *lc, guint p, const Terms *terms, Best *best)
{
  const WeftDevicePool *pool = &lc->pools.pools[p];
  const double *tail_s = lc->pools.tail_s;
  double score_s = score_of (terms, MAX (terms->ready_s, lc->pools.first_tail_s[p]));
  guint k = pool->first;

  if (!is_better (best, lc->pools.device[pool->begin], score_s))
    return;
  if (score_of (terms, MAX (terms->ready_s, lc->pools.before_tail_s[p])) == score_s)
    for (k = pool->begin; score_of (terms, MAX (terms->ready_s, tail_s[k])) != score_s; k++)
      ;
  if (is_better (best, lc->pools.device[k], score_s))
    *best = (Best) { lc->pools.device[k], score_s, *terms };
}

/* Whether a pool is worth a closer look: one of its devices wins by going on after its last task, or may have a gap.
 * Few do, and that is foreseen: the two questions are asked at once. */
static inline gboolean
may_win (const Lc *lc, guint p, const Terms *terms, double least_s)
{
  double score_s = score_of (terms, MAX (terms->ready_s, lc->pools.first_tail_s[p]));

  return (score_s <= least_s) | weft_device_pools_any_may_fit (&lc->pools, p, terms->span, terms->done_s);
}

/* A pool of one device that was looked at because it is near. */
static inline gboolean
is_tried (const Lc *lc, const WeftDevicePool *pool)
{
  return pool->end - pool->begin == 1 && weft_arrivals_is_near (&lc->arrivals, lc->pools.device[pool->begin]);
}

static void
try_pool (const Lc *lc, const WeftMapList *list, guint p, const Terms *terms, Best *best)
{
  const WeftDevicePool *pool = &lc->pools.pools[p];

  if (!could_win (best, lc->pools.device[pool->begin], terms) || is_tried (lc, pool))
    return;
  try_tails (lc, p, terms, best);
  if (!weft_device_pools_any_may_fit (&lc->pools, p, terms->span, terms->done_s))
    return;
  for (guint k = pool->begin; k < pool->end && could_win (best, lc->pools.device[k], terms); k++)
    if (weft_device_pools_may_fit (&lc->pools, k, terms->span, terms->done_s))
      try_place (lc, list, k, terms, best);
}

/* Where memory matters, only devices that can hold the task. */
static void
try_pool_with_room (const Lc *lc, const WeftMapList *list, guint32 task, const WeftDevicePool *pool,
                    const Terms *terms, Best *best)
{
  for (guint k = pool->begin; k < pool->end && could_win (best, lc->pools.device[k], terms); k++)
    if (weft_map_room_takes (list->room, task, lc->pools.device[k]))
      try_place (lc, list, k, terms, best);
}

static WeftPlace
choose_cb (WeftMapList *list, guint32 task, gpointer data)
{
  Lc *lc = data;
  Best best = { 0, INFINITY };

  fill_classes (lc, list, task);
  weft_arrivals_look (&lc->arrivals, task);
  for (guint i = 0; i < lc->arrivals.n_near; i++)
    {
      guint32 device = lc->arrivals.near[i];
      Terms terms = terms_of (lc, list->platform->class_of[device], weft_arrivals_near_s (&lc->arrivals, device));

      if (list->room == NULL || weft_map_room_takes (list->room, task, device))
        try_place (lc, list, lc->pools.place_of[device], &terms, &best);
    }
  for (guint p = 0; p < lc->pools.n_pools; p++)
    {
      const WeftDevicePool *pool = &lc->pools.pools[p];
      Terms terms = terms_of (lc, pool->device_class, lc->arrivals.latest_s[pool->group]);

      if (list->room != NULL)
        try_pool_with_room (lc, list, task, pool, &terms, &best);
      else if (may_win (lc, p, &terms, best.score_s))
        try_pool (lc, list, p, &terms, &best);
    }
  return take_best (lc, list, &best);
}

/* --- each device --- */

/* Where there are few devices, putting them into pools costs more than it saves. */
static WeftPlace
choose_each_cb (WeftMapList *list, guint32 task, gpointer data)
{
  const double *oct_s = (const double *) data + (gsize) task * list->platform->n_classes;
  const double *time_s = weft_map_problem_times (list->problem, task);
  Best best = { 0, INFINITY };
  double best_start_s = 0;

  weft_map_list_ready (list, task);
  for (guint p = 0; p < list->n_devices; p++)
    {
      guint c = list->platform->class_of[p];
      Terms terms = { list->ready_s[p], time_s[c], oct_s[c] };
      double start_s, score_s;

      if (!could_win (&best, p, &terms) || (list->room != NULL && !weft_map_room_takes (list->room, task, p)))
        continue;
      start_s = weft_timeline_find (&list->timelines[p], terms.ready_s, terms.time_s);
      score_s = score_of (&terms, start_s);
      if (score_s < best.score_s)
        {
          best = (Best) { p, score_s, terms };
          best_start_s = start_s;
        }
    }
  return (WeftPlace) { best.score_s < INFINITY ? best.device : WEFT_DEVICE_NONE, best_start_s };
}

/* --- near devices --- */

/* The place of a class that is idle for good first. */
static void
find_first_free (Lc *lc, guint c)
{
  const WeftDevicePools *pools = &lc->pools;
  guint32 first = WEFT_DEVICE_NONE;

  for (guint p = 0; p < pools->n_pools; p++)
    {
      guint place = pools->pools[p].first;

      if (pools->pools[p].device_class == c
          && (first == WEFT_DEVICE_NONE || pools->tail_s[place] < pools->tail_s[first]
              || (pools->tail_s[place] == pools->tail_s[first] && pools->device[place] < pools->device[first])))
        first = place;
    }
  lc->first_free[c] = first;
}

static inline double
ready_at (Lc *lc, guint32 task, guint32 device)
{
  if (!lc->has_few_groups)
    return weft_arrivals_at_s (&lc->arrivals, task, device);
  if (weft_arrivals_is_near (&lc->arrivals, device))
    return weft_arrivals_near_s (&lc->arrivals, device);
  return lc->arrivals.latest_s[lc->arrivals.groups.group_of[device]];
}

static void
try_near (Lc *lc, const WeftMapList *list, guint32 task, guint place, Best *best)
{
  guint32 device = lc->pools.device[place];
  Terms terms = terms_of (lc, list->platform->class_of[device], ready_at (lc, task, device));

  if (list->room == NULL || weft_map_room_takes (list->room, task, device))
    try_place (lc, list, place, &terms, best);
}

/* The devices of the predecessors, and of each class the one that is idle first. */
static WeftPlace
choose_near_cb (WeftMapList *list, guint32 task, gpointer data)
{
  Lc *lc = data;
  Best best = { 0, INFINITY };
  WeftPlace chosen;
  guint c;

  fill_classes (lc, list, task);
  if (lc->has_few_groups)
    weft_arrivals_look (&lc->arrivals, task);
  else
    weft_arrivals_near (&lc->arrivals, task);
  for (guint i = 0; i < lc->arrivals.n_near; i++)
    try_near (lc, list, task, lc->pools.place_of[lc->arrivals.near[i]], &best);
  for (c = 0; c < list->platform->n_classes; c++)
    if (lc->first_free[c] != WEFT_DEVICE_NONE)
      try_near (lc, list, task, lc->first_free[c], &best);
  /* When none of these can hold it, all are looked at. */
  chosen = best.score_s < INFINITY ? take_best (lc, list, &best) : choose_cb (list, task, data);
  if (chosen.device == WEFT_DEVICE_NONE)
    return chosen;
  c = list->platform->class_of[chosen.device];
  if (lc->first_free[c] == lc->pools.place_of[chosen.device])
    find_first_free (lc, c);
  return chosen;
}

/* --- the run --- */

static void
lc_init (Lc *lc, const WeftMapList *list, const double *oct_s)
{
  *lc = (Lc) {
    .oct_s = oct_s,
    .of_class = g_new (ClassTerms, list->platform->n_classes),
    .first_free = g_new (guint32, list->platform->n_classes),
  };
  weft_arrivals_init (&lc->arrivals, list);
  weft_device_pools_init (&lc->pools, list->problem, &lc->arrivals.groups);
  lc->has_few_groups = lc->arrivals.groups.n_groups <= list->platform->n_classes + FEW_GROUPS;
  for (guint c = 0; c < list->platform->n_classes; c++)
    find_first_free (lc, c);
}

static void
lc_clear (Lc *lc)
{
  g_free (lc->of_class);
  g_free (lc->first_free);
  weft_device_pools_clear (&lc->pools);
  weft_arrivals_clear (&lc->arrivals);
}

WeftSchedule *
weft_map_run_peft_lc (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                      WeftMapResult *result, GError **error)
{
  g_autofree guint32 *order = weft_map_order (problem->graph);
  g_autofree double *oct_s = weft_oct_by_class (problem, order, cancellable, error);
  g_autofree double *rank_s = NULL;
  WeftSchedule *schedule;
  WeftMapList list;
  Lc lc;

  if (oct_s == NULL)
    return NULL;
  rank_s = weft_oct_rank (problem, oct_s, problem->platform->class_of);
  weft_map_list_init (&list, problem);
  if (problem->platform->n_devices <= FEW_DEVICES)
    schedule = weft_map_list_run (&list, rank_s, choose_each_cb, oct_s, options, cancellable, error);
  else
    {
      lc_init (&lc, &list, oct_s);
      schedule = weft_map_list_run (&list, rank_s, options->locality ? choose_near_cb : choose_cb, &lc, options,
                                    cancellable, error);
      lc_clear (&lc);
    }
  weft_map_list_clear (&list);
  return schedule;
}
