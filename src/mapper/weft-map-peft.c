/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PEFT (Arabnejad, Barbosa, IEEE TPDS 25(3), 2014): by mean optimistic cost, to the device of the least finish plus
 * optimistic cost; with mean transfers in the table as in the paper, or with those of the real links. Plain: one
 * column a device, every device is looked at. */
#include "mapper/weft-map-list-private.h"
#include "mapper/weft-map-rank-private.h"
#include "mapper/weft-mapper-private.h"
#include "mapper/weft-oct-private.h"

static WeftPlace
choose_cb (WeftMapList *list, guint32 task, gpointer data)
{
  const double *oct_s = data;

  weft_map_list_ready (list, task);
  return weft_map_list_least (list, task, oct_s + (gsize) task * list->n_devices);
}

static WeftSchedule *
run_table (WeftMapProblem *problem, double *oct_s, const WeftMapOptions *options, GCancellable *cancellable,
           GError **error)
{
  g_autofree double *rank_s = NULL;
  WeftSchedule *schedule;
  WeftMapList list;

  if (oct_s == NULL)
    return NULL;
  rank_s = weft_oct_rank (problem, oct_s, NULL);
  weft_map_list_init (&list, problem);
  schedule = weft_map_list_run (&list, rank_s, choose_cb, oct_s, options, cancellable, error);
  weft_map_list_clear (&list);
  return schedule;
}

WeftSchedule *
weft_map_run_peft (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                   WeftMapResult *result, GError **error)
{
  g_autofree guint32 *order = weft_map_order (problem->graph);
  g_autofree double *oct_s = weft_oct_by_device (problem, order, cancellable, error);

  return run_table (problem, oct_s, options, cancellable, error);
}

WeftSchedule *
weft_map_run_peft_link (WeftMapProblem *problem, const WeftMapOptions *options, GCancellable *cancellable,
                        WeftMapResult *result, GError **error)
{
  g_autofree guint32 *order = weft_map_order (problem->graph);
  g_autofree double *oct_s = weft_oct_by_link (problem, order, cancellable, error);

  return run_table (problem, oct_s, options, cancellable, error);
}
