/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HEFT (Topcuoglu, Hariri, Wu, IEEE TPDS 13(3), 2002): by upward rank, to the device that finishes first. */
#include "mapper/weft-map-list-private.h"
#include "mapper/weft-map-rank-private.h"
#include "mapper/weft-mapper-private.h"

static WeftPlace
choose_cb (WeftMapList *list, guint32 task, gpointer data)
{
  weft_map_list_ready (list, task);
  return weft_map_list_least (list, task, NULL);
}

WeftSchedule *
weft_map_run_heft (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                   WeftMapResult *result, GError **error)
{
  g_autofree guint32 *order = weft_map_order (problem->graph);
  g_autofree double *mean_s = weft_map_mean_times (problem);
  g_autofree double *rank_s = weft_map_upward_rank (problem, order, mean_s);
  WeftSchedule *schedule;
  WeftMapList list;

  weft_map_list_init (&list, problem);
  schedule = weft_map_list_run (&list, rank_s, choose_cb, NULL, options, cancellable, error);
  weft_map_list_clear (&list);
  return schedule;
}
