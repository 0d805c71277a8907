/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Optimistic cost tables. With x_q = OCT(j,q) + w(j,q) and m = min_q x_q, the least over q of x_q plus the transfer
 * from p, which is 0 for q = p, is min (x_p, m + transfer): one step a device instead of one a pair (exact, since
 * x_p never exceeds x_p plus a transfer). A finished row is pushed along the edges into its task. */
#include "mapper/weft-oct-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "mapper/weft-link-groups-private.h"
#include "mapper/weft-map-rank-private.h"

/* More than any machine that maps should give away for one table. */
#define MAX_TABLE_BYTES ((gsize) 1 << 32)
/* Tasks between two looks at whether to stop. */
#define STRIDE 4096u

/* Numbers that one instruction adds, or a few do. */
#define N_LANES 8u
typedef double Lanes __attribute__ ((vector_size (N_LANES * sizeof (double))));

/* A table while it is filled, last tasks first. */
typedef struct
{
  const WeftMapProblem *problem;
  const WeftTaskGraph *graph;
  guint n_columns;
  const guint16 *class_of; /* (nullable): [columns]; NULL when a column is a class */
  double *oct_s;
  double *through_s; /* [columns] x: from the begin of the task on */
} Table;

/* x of a task; the least of them. */
static inline double
begin_row (Table *table, guint32 task)
{
  const double *oct_s = table->oct_s + (gsize) task * table->n_columns;
  const double *time_s = weft_map_problem_times (table->problem, task);
  double least_s = INFINITY;

  for (guint p = 0; p < table->n_columns; p++)
    {
      table->through_s[p] = oct_s[p] + time_s[table->class_of != NULL ? table->class_of[p] : p];
      least_s = MIN (least_s, table->through_s[p]);
    }
  return least_s;
}

static inline void
push_row (Table *table, guint32 edge, double beyond_s)
{
  double *oct_s = table->oct_s + (gsize) table->graph->pred[edge] * table->n_columns;

  for (guint p = 0; p < table->n_columns; p++)
    {
      double tail_s = MIN (table->through_s[p], beyond_s);

      oct_s[p] = MAX (oct_s[p], tail_s);
    }
}

static double *
fill (const WeftMapProblem *problem, const guint32 *order, guint n_columns, const guint16 *class_of,
      GCancellable *cancellable, GError **error)
{
  const WeftTaskGraph *graph = problem->graph;
  g_autofree double *through_s = g_new (double, n_columns);
  Table table = { problem, graph, n_columns, class_of, weft_oct_new_table (graph->n_tasks, n_columns, error),
                  through_s };

  if (table.oct_s == NULL)
    return NULL;
  for (guint32 k = graph->n_tasks; k > 0; k--)
    {
      guint32 task = weft_map_order_at (order, k - 1);
      double least_s;

      if (k % STRIDE == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          g_clear_pointer (&table.oct_s, g_free);
          break;
        }
      if (graph->first_pred[task] == graph->first_pred[task + 1])
        continue;
      least_s = begin_row (&table, task);
      for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
        push_row (&table, e, least_s + weft_platform_mean_comm_s (problem->platform, graph->pred_bytes[e]));
    }
  return table.oct_s;
}

/* --- along real links --- */

/* The least x of each group of devices. */
static void
least_by_group (const Table *table, const WeftLinkGroups *groups, double *least_s)
{
  for (guint g = 0; g < groups->n_groups; g++)
    least_s[g] = INFINITY;
  for (guint p = 0; p < table->n_columns; p++)
    least_s[groups->group_of[p]] = MIN (least_s[groups->group_of[p]], table->through_s[p]);
}

/* The least over all devices but its own of x plus the transfer from a device of a group. Its own x plus the transfer
 * inside the group may be among them: without the transfer it is less. */
static double
least_from (const WeftMapProblem *problem, const WeftLinkGroups *groups, guint from, const double *least_s,
            double bytes)
{
  double beyond_s = INFINITY;

  for (guint g = 0; g < groups->n_groups; g++)
    if (g != from || groups->size[g] > 1)
      {
        const WeftLink *link = &problem->platform->links[groups->link_of[(gsize) from * groups->n_groups + g]];
        double tail_s = least_s[g] + (link->alpha_s + bytes / link->bw_bytes_s);

        beyond_s = MIN (beyond_s, tail_s);
      }
  return beyond_s;
}

static void
push_links (Table *table, const WeftLinkGroups *groups, guint32 edge, const double *least_s, double *beyond_s)
{
  double *oct_s = table->oct_s + (gsize) table->graph->pred[edge] * table->n_columns;

  for (guint g = 0; g < groups->n_groups; g++)
    beyond_s[g] = least_from (table->problem, groups, g, least_s, table->graph->pred_bytes[edge]);
  for (guint p = 0; p < table->n_columns; p++)
    {
      double tail_s = MIN (table->through_s[p], beyond_s[groups->group_of[p]]);

      oct_s[p] = MAX (oct_s[p], tail_s);
    }
}

/* --- what the algorithms call --- */

double *
weft_oct_new_table (guint32 n_tasks, guint n_columns, GError **error)
{
  gsize n = (gsize) n_tasks * n_columns;
  double *table = NULL;
  g_autofree char *size = NULL;

  if (n <= MAX_TABLE_BYTES / sizeof (double))
    table = g_try_new0 (double, MAX (n, 1));
  if (table != NULL)
    return table;
  size = weft_quantity_format ((double) n * sizeof (double), WEFT_UNIT_BYTES);
  g_set_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_LIMIT,
               _("a table of %u tasks on %u different devices would take %s of memory; choose HEFT, which needs none, "
                 "or PEFT-LC, which has one column for all devices that are equally fast"),
               n_tasks, n_columns, size);
  return NULL;
}

double *
weft_oct_by_device (const WeftMapProblem *problem, const guint32 *order, GCancellable *cancellable, GError **error)
{
  return fill (problem, order, problem->platform->n_devices, problem->platform->class_of, cancellable, error);
}

double *
weft_oct_by_class (const WeftMapProblem *problem, const guint32 *order, GCancellable *cancellable, GError **error)
{
  return fill (problem, order, problem->platform->n_classes, NULL, cancellable, error);
}

double *
weft_oct_by_link (const WeftMapProblem *problem, const guint32 *order, GCancellable *cancellable, GError **error)
{
  const WeftTaskGraph *graph = problem->graph;
  guint n_devices = problem->platform->n_devices;
  g_autofree double *through_s = g_new (double, n_devices);
  g_autofree double *least_s = g_new (double, n_devices);
  g_autofree double *beyond_s = g_new (double, n_devices);
  Table table = { problem, graph, n_devices, problem->platform->class_of,
                  weft_oct_new_table (graph->n_tasks, n_devices, error), through_s };
  WeftLinkGroups groups;

  if (table.oct_s == NULL)
    return NULL;
  weft_link_groups_init (&groups, problem->platform);
  for (guint32 k = graph->n_tasks; k > 0; k--)
    {
      guint32 task = weft_map_order_at (order, k - 1);

      if (k % STRIDE == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          g_clear_pointer (&table.oct_s, g_free);
          break;
        }
      begin_row (&table, task);
      least_by_group (&table, &groups, least_s);
      for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
        push_links (&table, &groups, e, least_s, beyond_s);
    }
  weft_link_groups_clear (&groups);
  return table.oct_s;
}

/* The rows of several tasks with their columns side by side. */
static void
turn_rows (const double *oct_s, gsize n_columns, guint n_rows, Lanes *turned_s)
{
  for (guint r = 0; r < n_rows; r++)
    for (gsize c = 0; c < n_columns; c++)
      turned_s[c][r] = oct_s[r * n_columns + c];
}

/* Several rows at once: each sum has to wait for its last addition, those of different rows do not. */
double *
weft_oct_rank (const WeftMapProblem *problem, const double *oct_s, const guint16 *class_of)
{
  guint32 n_tasks = problem->graph->n_tasks;
  guint n_devices = problem->platform->n_devices;
  gsize n_columns = class_of != NULL ? problem->platform->n_classes : n_devices;
  Lanes *turned_s = g_aligned_alloc0 (n_columns, sizeof (Lanes), sizeof (Lanes));
  double *rank_s = g_new (double, n_tasks);

  for (guint32 i = 0; i < n_tasks; i += N_LANES)
    {
      guint n_rows = MIN (N_LANES, n_tasks - i);
      Lanes sum_s = { 0 };

      turn_rows (oct_s + i * n_columns, n_columns, n_rows, turned_s);
      for (guint p = 0; p < n_devices; p++)
        sum_s += turned_s[class_of != NULL ? class_of[p] : p];
      for (guint r = 0; r < n_rows; r++)
        rank_s[i + r] = sum_s[r] / n_devices;
    }
  g_aligned_free (turned_s);
  return rank_s;
}
