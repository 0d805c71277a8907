/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HOFT (McSweeney, Walton, Zounon, ICCS 2020), for any number of types of devices: by how much the type matters to
 * what comes, to the fastest device or to the one that finishes first, as the crossing rule says. The rule of the
 * paper and that of its authors' code differ. */
#include <math.h>

#include "mapper/weft-device-types-private.h"
#include "mapper/weft-map-list-private.h"
#include "mapper/weft-map-rank-private.h"
#include "mapper/weft-mapper-private.h"
#include "mapper/weft-oct-private.h"

/* Tasks between two looks at whether to stop. */
#define STRIDE 4096u

typedef struct
{
  const WeftMapProblem *problem;
  WeftDeviceTypes types;
  double *oft_s;      /* [tasks × types] optimistic finish times */
  double *succ_bytes; /* [edges] beside the graph's succ */
  gboolean is_code;   /* the crossing rule of the authors' code */
} Hoft;

static inline double
time_on (const Hoft *hoft, guint32 task, guint type)
{
  return weft_map_problem_times (hoft->problem, task)[hoft->types.class_of[type]];
}

/* --- optimistic finish times --- */

/* The earliest that what a predecessor makes is there on a type, which is 0 after its end on the same type. */
static double
optimistic_ready (const Hoft *hoft, guint32 edge, guint type)
{
  const WeftTaskGraph *graph = hoft->problem->graph;
  const double *oft_s = hoft->oft_s + (gsize) graph->pred[edge] * hoft->types.n_types;
  double least_s = oft_s[type];

  for (guint from = 0; from < hoft->types.n_types; from++)
    if (from != type)
      {
        double there_s = oft_s[from] + weft_device_types_comm_s (&hoft->types, from, type, graph->pred_bytes[edge]);

        least_s = MIN (least_s, there_s);
      }
  return least_s;
}

static void
fill_row (const Hoft *hoft, guint32 task)
{
  const WeftTaskGraph *graph = hoft->problem->graph;
  double *row = hoft->oft_s + (gsize) task * hoft->types.n_types;

  for (guint t = 0; t < hoft->types.n_types; t++)
    {
      double ready_s = 0;

      for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
        {
          double there_s = optimistic_ready (hoft, e, t);

          ready_s = MAX (ready_s, there_s);
        }
      row[t] = time_on (hoft, task, t) + ready_s;
    }
}

static gboolean
fill_rows (const Hoft *hoft, const guint32 *order, GCancellable *cancellable, GError **error)
{
  for (guint32 k = 0; k < hoft->problem->graph->n_tasks; k++)
    {
      if (k % STRIDE == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      fill_row (hoft, weft_map_order_at (order, k));
    }
  return TRUE;
}

/* --- priorities --- */

/* Slowest over fastest optimistic finish, of the types that can run the task; 1 for what is done at time 0. */
static double
weight_of (const Hoft *hoft, guint32 task)
{
  const double *row = hoft->oft_s + (gsize) task * hoft->types.n_types;
  double least_s = INFINITY;
  double most_s = 0;

  for (guint t = 0; t < hoft->types.n_types; t++)
    if (isfinite (row[t]))
      {
        least_s = MIN (least_s, row[t]);
        most_s = MAX (most_s, row[t]);
      }
  return least_s > 0 && isfinite (least_s) ? most_s / least_s : 1;
}

static double *
rank_tasks (const Hoft *hoft, const guint32 *order)
{
  const WeftTaskGraph *graph = hoft->problem->graph;
  double *rank = g_new0 (double, graph->n_tasks);

  for (guint32 k = graph->n_tasks; k > 0; k--)
    {
      guint32 task = weft_map_order_at (order, k - 1);

      rank[task] = weight_of (hoft, task) + rank[task];
      for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
        rank[graph->pred[e]] = MAX (rank[graph->pred[e]], rank[task]);
    }
  return rank;
}

/* --- the choice --- */

static double *
find_succ_bytes (const WeftTaskGraph *graph)
{
  g_autofree guint32 *at = g_memdup2 (graph->first_succ, ((gsize) graph->n_tasks + 1) * sizeof *at);
  double *succ_bytes = g_new (double, graph->n_edges);

  for (guint32 e = 0; e < graph->n_edges; e++)
    succ_bytes[at[graph->pred[e]]++] = graph->pred_bytes[e];
  return succ_bytes;
}

static guint
best_type (const Hoft *hoft, guint32 task)
{
  const double *row = hoft->oft_s + (gsize) task * hoft->types.n_types;
  guint best = 0;

  for (guint t = 1; t < hoft->types.n_types; t++)
    if (row[t] < row[best])
      best = t;
  return best;
}

/* What the most expensive successor would cost next, from a type on: its data to the type that suits it best, and its
 * time there. */
static double
crossing_cost (const Hoft *hoft, guint32 task, guint type)
{
  const WeftTaskGraph *graph = hoft->problem->graph;
  double most_s = 0;

  for (guint32 e = graph->first_succ[task]; e < graph->first_succ[task + 1]; e++)
    {
      guint to = best_type (hoft, graph->succ[e]);
      double cost_s = weft_device_types_comm_s (&hoft->types, type, to, hoft->succ_bytes[e])
                      + time_on (hoft, graph->succ[e], to);

      most_s = MAX (most_s, cost_s);
    }
  return most_s;
}

/* A device that could take the task. */
typedef struct
{
  WeftPlace place;
  double finish_s;
} Option;

/* Whether the one that finishes first is worth more than the fastest one. */
static gboolean
should_cross (const Hoft *hoft, guint32 task, const Option *first, const Option *fastest)
{
  double first_s = crossing_cost (hoft, task, hoft->types.type_of[first->place.device]);
  double fastest_s = crossing_cost (hoft, task, hoft->types.type_of[fastest->place.device]);
  double saved_s = fastest->finish_s - first->finish_s;

  if (hoft->is_code)
    return saved_s > first_s - fastest_s;
  return saved_s > (first->finish_s + first_s) - (fastest->finish_s + fastest_s);
}

static WeftPlace
choose_cb (WeftMapList *list, guint32 task, gpointer data)
{
  const Hoft *hoft = data;
  Option first = { { WEFT_DEVICE_NONE, 0 }, INFINITY };
  Option fastest = first;
  double least_time_s = INFINITY;

  weft_map_list_ready (list, task);
  for (guint p = 0; p < list->n_devices; p++)
    {
      double time_s = weft_map_problem_time_s (list->problem, task, p);
      Option option = { { p, 0 }, INFINITY };

      option.finish_s = weft_map_list_finish (list, task, p, &option.place.start_s);
      if (option.finish_s < first.finish_s)
        first = option;
      if (option.finish_s < INFINITY
          && (time_s < least_time_s || (time_s == least_time_s && option.finish_s < fastest.finish_s)))
        {
          least_time_s = time_s;
          fastest = option;
        }
    }
  if (first.place.device == WEFT_DEVICE_NONE
      || weft_map_problem_time_s (list->problem, task, first.place.device) == least_time_s
      || should_cross (hoft, task, &first, &fastest))
    return first.place;
  return fastest.place;
}

static WeftSchedule *
run (WeftMapProblem *problem, gboolean is_code, const WeftMapOptions *options, GCancellable *cancellable,
     GError **error)
{
  g_autofree guint32 *order = weft_map_order (problem->graph);
  g_autofree double *rank = NULL;
  Hoft hoft = { .problem = problem, .is_code = is_code };
  WeftSchedule *schedule = NULL;
  WeftMapList list;

  weft_device_types_init (&hoft.types, problem);
  hoft.oft_s = weft_oct_new_table (problem->graph->n_tasks, hoft.types.n_types, error);
  if (hoft.oft_s != NULL && fill_rows (&hoft, order, cancellable, error))
    {
      rank = rank_tasks (&hoft, order);
      hoft.succ_bytes = find_succ_bytes (problem->graph);
      weft_map_list_init (&list, problem);
      schedule = weft_map_list_run (&list, rank, choose_cb, &hoft, options, cancellable, error);
      weft_map_list_clear (&list);
    }
  g_free (hoft.oft_s);
  g_free (hoft.succ_bytes);
  weft_device_types_clear (&hoft.types);
  return schedule;
}

WeftSchedule *
weft_map_run_hoft (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                   WeftMapResult *result, GError **error)
{
  return run (problem, FALSE, options, cancellable, error);
}

WeftSchedule *
weft_map_run_hoft_code (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                        WeftMapResult *result, GError **error)
{
  return run (problem, TRUE, options, cancellable, error);
}
