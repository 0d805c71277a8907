/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AEFT-R: a reconstruction of AEFT (Wang, Wang, Qiao, Chen et al., FGCS 164, 2025, 107576), whose equations are not
 * public. The improved table holds a task's own time too: IOCM(i,p) = OCT(i,p) + w(i,p). */
#include <glib/gi18n-lib.h>

#include "mapper/weft-map-list-private.h"
#include "mapper/weft-map-rank-private.h"
#include "mapper/weft-mapper-private.h"
#include "mapper/weft-oct-private.h"

typedef struct
{
  const double *oct_s; /* [tasks × devices] */
  double *extra_s;     /* [devices] */
} Table;

static inline double
improved_s (const WeftMapProblem *problem, const double *oct_s, guint32 task, guint device)
{
  return weft_map_problem_time_s (problem, task, device) + oct_s[(gsize) task * problem->platform->n_devices + device];
}

/* Means of the improved table, over the devices that can run a task. */
static double *
rank_tasks (const WeftMapProblem *problem, const double *oct_s)
{
  double *rank_s = g_new (double, problem->graph->n_tasks);

  for (guint32 i = 0; i < problem->graph->n_tasks; i++)
    {
      double sum_s = 0;
      guint n = 0;

      for (guint p = 0; p < problem->platform->n_devices; p++)
        {
          double value_s = improved_s (problem, oct_s, i, p);

          if (value_s < G_MAXDOUBLE)
            {
              sum_s += value_s;
              n++;
            }
        }
      rank_s[i] = sum_s / MAX (n, 1);
    }
  return rank_s;
}

/* Finish plus what comes after the task, the less of it the more tasks follow. */
static WeftPlace
choose_cb (WeftMapList *list, guint32 task, gpointer data)
{
  const Table *table = data;
  guint32 n_succs = list->graph->first_succ[task + 1] - list->graph->first_succ[task];

  for (guint p = 0; p < list->n_devices; p++)
    table->extra_s[p] = (improved_s (list->problem, table->oct_s, task, p)
                         - weft_map_problem_time_s (list->problem, task, p))
                        / MAX (n_succs, 1);
  weft_map_list_ready (list, task);
  return weft_map_list_least (list, task, table->extra_s);
}

WeftSchedule *
weft_map_run_aeft_r (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                     WeftMapResult *result, GError **error)
{
  g_autofree guint32 *order = weft_map_order (problem->graph);
  g_autofree double *oct_s = weft_oct_by_device (problem, order, cancellable, error);
  g_autofree double *rank_s = NULL;
  g_autofree double *extra_s = g_new (double, problem->platform->n_devices);
  Table table = { oct_s, extra_s };
  WeftSchedule *schedule;
  WeftMapList list;

  if (oct_s == NULL)
    return NULL;
  rank_s = rank_tasks (problem, oct_s);
  g_ptr_array_add (result->notes,
                   g_strdup (_("AEFT-R is a reconstruction: the equations of AEFT are not public, and no published "
                               "figure can be compared with it.")));
  weft_map_list_init (&list, problem);
  schedule = weft_map_list_run (&list, rank_s, choose_cb, &table, options, cancellable, error);
  weft_map_list_clear (&list);
  return schedule;
}
