/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PEFT-LC: every decision of PEFT in less time. One column of the table a class of devices; arrivals once a group of
 * devices; a device is searched for a gap only when a bound says that it could win. */
#include <math.h>

#include "mapper/weft-arrivals-private.h"
#include "mapper/weft-device-pools-private.h"
#include "mapper/weft-map-rank-private.h"
#include "mapper/weft-mapper-private.h"
#include "mapper/weft-oct-private.h"

typedef struct
{
  const double *oct_s; /* [tasks × classes] */
  WeftArrivals arrivals;
  WeftDevicePools pools;
  guint32 last_device; /* what was chosen last, whose place in the pools is out of date */
  guint32 *open;       /* [devices] places that may have room before their last task */
  double *tail_s;      /* [devices] by place: those of the pools, without devices that cannot hold the task */
  double *last_end_s;
  guint32 *first_free; /* [classes] the device whose last task is done first; with locality */
} Lc;

/* What is known about a task on the devices of a pool, or on one device. */
typedef struct
{
  double ready_s;
  double time_s;
  double oct_s;
} Terms;

/* Nothing yet while the score is infinite. */
typedef struct
{
  guint32 device;
  double score_s;
  double ready_s;
  double time_s;
} Best;

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

static inline void
take (Best *best, guint32 device, double score_s, const Terms *terms)
{
  *best = (Best) { device, score_s, terms->ready_s, terms->time_s };
}

/* Looks for a gap, if the bound says that it could matter. */
static void
try_device (Best *best, const WeftMapList *list, guint32 device, const Terms *terms)
{
  double score_s;

  if (!is_better (best, device, score_of (terms, terms->ready_s)))
    return;
  score_s = score_of (terms, weft_timeline_find (&list->timelines[device], terms->ready_s, terms->time_s));
  if (is_better (best, device, score_s))
    take (best, device, score_s, terms);
}

/* --- all devices --- */

/* First each device after its last task, which takes no search and often is the answer; then those that may have room
 * before it. */
static void
try_pool (Lc *lc, const WeftMapList *list, const WeftDevicePool *pool, const Terms *terms, Best *best)
{
  const guint32 *device = lc->pools.device;
  double done_s = terms->ready_s + terms->time_s;
  guint n_open = 0;

  for (guint k = pool->begin; k < pool->end; k++)
    {
      double score_s = score_of (terms, MAX (terms->ready_s, lc->tail_s[k]));

      if (is_better (best, device[k], score_s))
        take (best, device[k], score_s, terms);
      lc->open[n_open] = k;
      n_open += lc->last_end_s[k] >= done_s;
    }
  for (guint i = 0; i < n_open && is_better (best, device[pool->begin], score_of (terms, terms->ready_s)); i++)
    try_device (best, list, device[lc->open[i]], terms);
}

/* Devices that cannot hold the task seem never to be idle. */
static void
leave_out_full (Lc *lc, const WeftMapList *list, guint32 task)
{
  for (guint k = 0; k < list->n_devices; k++)
    {
      gboolean takes = weft_map_room_takes (list->room, task, lc->pools.device[k]);

      lc->tail_s[k] = takes ? lc->pools.tail_s[k] : INFINITY;
      lc->last_end_s[k] = takes ? lc->pools.last_end_s[k] : -1;
    }
}

static inline WeftPlace
place_of (const WeftMapList *list, const Best *best)
{
  if (best->score_s == INFINITY)
    return (WeftPlace) { WEFT_DEVICE_NONE, 0 };
  /* A device may have won by a start that is not its earliest, when the score is the same in doubles. */
  return (WeftPlace) {
    best->device, weft_timeline_find (&list->timelines[best->device], best->ready_s, best->time_s)
  };
}

static WeftPlace
choose_cb (WeftMapList *list, guint32 task, gpointer data)
{
  Lc *lc = data;
  const double *time_s = weft_map_problem_times (list->problem, task);
  const double *oct_s = lc->oct_s + (gsize) task * list->platform->n_classes;
  Best best = { 0, INFINITY, 0, 0 };
  WeftPlace place;

  if (lc->last_device != WEFT_DEVICE_NONE)
    weft_device_pools_update (&lc->pools, lc->last_device, &list->timelines[lc->last_device]);
  if (list->room != NULL)
    leave_out_full (lc, list, task);
  weft_arrivals_look (&lc->arrivals, task);
  for (guint i = 0; i < lc->arrivals.n_near; i++)
    {
      guint32 device = lc->arrivals.near[i];
      guint c = list->platform->class_of[device];
      Terms terms = { weft_arrivals_near_s (&lc->arrivals, device), time_s[c], oct_s[c] };

      if (list->room == NULL || weft_map_room_takes (list->room, task, device))
        try_device (&best, list, device, &terms);
    }
  for (guint k = 0; k < lc->pools.n_pools; k++)
    {
      const WeftDevicePool *pool = &lc->pools.pools[k];
      guint c = pool->device_class;
      Terms terms = { lc->arrivals.at[pool->group].latest_s, time_s[c], oct_s[c] };

      if (is_better (&best, lc->pools.device[pool->begin], score_of (&terms, terms.ready_s)))
        try_pool (lc, list, pool, &terms, &best);
    }
  place = place_of (list, &best);
  lc->last_device = place.device;
  return place;
}

/* --- few devices --- */

/* The device of a class that is idle for good first; it changes only when a task goes there. */
static void
find_first_free (Lc *lc, const WeftMapList *list, guint c)
{
  guint32 first = WEFT_DEVICE_NONE;

  for (guint p = 0; p < list->n_devices; p++)
    if (list->platform->class_of[p] == c
        && (first == WEFT_DEVICE_NONE || list->timelines[p].tail_s < list->timelines[first].tail_s))
      first = p;
  lc->first_free[c] = first;
}

static void
try_near (Lc *lc, const WeftMapList *list, guint32 task, guint32 device, Best *best)
{
  guint c = list->platform->class_of[device];
  Terms terms = { weft_arrivals_at_s (&lc->arrivals, task, device), weft_map_problem_times (list->problem, task)[c],
                  lc->oct_s[(gsize) task * list->platform->n_classes + c] };

  if (list->room == NULL || weft_map_room_takes (list->room, task, device))
    try_device (best, list, device, &terms);
}

/* The devices of the predecessors, and of each class the one that is idle first. */
static WeftPlace
choose_near_cb (WeftMapList *list, guint32 task, gpointer data)
{
  Lc *lc = data;
  Best best = { 0, INFINITY, 0, 0 };
  WeftPlace place;

  if (lc->last_device != WEFT_DEVICE_NONE)
    {
      guint c = list->platform->class_of[lc->last_device];

      weft_device_pools_update (&lc->pools, lc->last_device, &list->timelines[lc->last_device]);
      if (lc->first_free[c] == lc->last_device)
        find_first_free (lc, list, c);
    }
  weft_arrivals_near (&lc->arrivals, task);
  for (guint i = 0; i < lc->arrivals.n_near; i++)
    try_near (lc, list, task, lc->arrivals.near[i], &best);
  for (guint c = 0; c < list->platform->n_classes; c++)
    if (lc->first_free[c] != WEFT_DEVICE_NONE)
      try_near (lc, list, task, lc->first_free[c], &best);
  if (best.score_s == INFINITY)
    return choose_cb (list, task, data); /* none of these can hold it */
  place = place_of (list, &best);
  lc->last_device = place.device;
  return place;
}

/* --- the run --- */

static void
lc_init (Lc *lc, const WeftMapList *list, const double *oct_s)
{
  guint n = list->n_devices;

  *lc = (Lc) { .oct_s = oct_s, .last_device = WEFT_DEVICE_NONE, .open = g_new (guint32, n) };
  weft_arrivals_init (&lc->arrivals, list);
  weft_device_pools_init (&lc->pools, list->platform, &lc->arrivals.groups);
  lc->tail_s = list->room != NULL ? g_new (double, n) : lc->pools.tail_s;
  lc->last_end_s = list->room != NULL ? g_new (double, n) : lc->pools.last_end_s;
  lc->first_free = g_new (guint32, list->platform->n_classes);
  for (guint c = 0; c < list->platform->n_classes; c++)
    find_first_free (lc, list, c);
}

static void
lc_clear (Lc *lc, const WeftMapList *list)
{
  g_free (lc->open);
  if (lc->tail_s != lc->pools.tail_s)
    {
      g_free (lc->tail_s);
      g_free (lc->last_end_s);
    }
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
  lc_init (&lc, &list, oct_s);
  schedule = weft_map_list_run (&list, rank_s, options->locality ? choose_near_cb : choose_cb, &lc, options,
                                cancellable, error);
  lc_clear (&lc, &list);
  weft_map_list_clear (&list);
  return schedule;
}
