/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of `weft bench` that factors sparse matrices: how long it takes, and how many tasks there are beside the
 * counts that CHASE publishes (Table 5) for ecology1 and apache2. ecology1 is a grid of 1000 × 1000 points; one of
 * 301 × 8 × 297 has as many rows and entries as apache2, whose own numbering we do not have. */
#include "cli/weft-cli-bench.h"

#include <math.h>

#include <glib/gi18n.h>

#include "workload/weft-sparse-batch.h"
#include "workload/weft-sparse-lu.h"
#include "workload/weft-sparse-order.h"

/* Half a million tasks of the grid of a million rows. */
#define TIMED_BLOCK 80

typedef struct
{
  const char *name;
  guint32 block;
  guint32 batch; /* 0: single tasks */
} Setting;

typedef struct
{
  const char *grid;
  const char *matrix;
  const char *published;
  WeftSparseOrder order;
  Setting settings[4];
} Run;

static const Run runs[] = {
  { "1000x1000", "ecology1", "29,426", WEFT_SPARSE_ORDER_METIS,
    { { "sparse-ecology1-metis-256", 256, 0 },
      { "sparse-ecology1-metis-512", 512, 0 },
      { "sparse-ecology1-metis-1024", 1024, 0 },
      { "sparse-ecology1-metis-256-batch-8", 256, 8 } } },
  { "1000x1000", "ecology1", "29,426", WEFT_SPARSE_ORDER_AMD,
    { { "sparse-ecology1-amd-256", 256, 0 },
      { "sparse-ecology1-amd-512", 512, 0 },
      { "sparse-ecology1-amd-1024", 1024, 0 },
      { "sparse-ecology1-amd-256-batch-8", 256, 8 } } },
  { "301x8x297", "apache2", "32,411", WEFT_SPARSE_ORDER_METIS,
    { { "sparse-apache2-metis-256", 256, 0 },
      { "sparse-apache2-metis-512", 512, 0 },
      { "sparse-apache2-metis-1024", 1024, 0 },
      { "sparse-apache2-metis-256-batch-32", 256, 32 } } },
};

static WeftTaskGraph *
make_tasks (const WeftSparseSymbolic *symbolic, guint32 block, GError **error)
{
  g_autoptr (WeftTaskBuilder) builder = weft_task_builder_new ("bench");

  if (!weft_sparse_lu_add (builder, symbolic, block, WEFT_SPARSE_UPDATES_PARALLEL, NULL, error))
    return NULL;
  return weft_task_builder_finish (g_steal_pointer (&builder), NULL, error);
}

static WeftTaskGraph *
make_batches (const WeftTaskGraph *tasks, guint32 batch, GError **error)
{
  g_autoptr (WeftTaskBuilder) builder = weft_task_builder_new ("bench");

  if (!weft_sparse_batch_add (builder, tasks, batch, NULL, error))
    return NULL;
  return weft_task_builder_finish (g_steal_pointer (&builder), NULL, error);
}

static WeftSparseSymbolic *
factor (const char *text, WeftSparseOrder order, GError **error)
{
  g_autoptr (WeftSparsePattern) pattern = NULL;
  g_autoptr (WeftSparsePattern) adjacency = NULL;
  g_autofree guint32 *rows = NULL;
  WeftSparseGrid grid;

  if (!weft_sparse_grid_parse (&grid, text, 0, error))
    return NULL;
  pattern = weft_sparse_grid_pattern (&grid);
  adjacency = weft_sparse_pattern_new_adjacency (pattern);
  rows = weft_sparse_order_make (order, adjacency, &grid, error);
  return rows != NULL ? weft_sparse_symbolic_new (adjacency, rows, NULL, error) : NULL;
}

static gboolean
count (WeftBench *bench, const Run *run, const Setting *setting, const WeftSparseSymbolic *symbolic, GError **error)
{
  g_autoptr (WeftTaskGraph) tasks = make_tasks (symbolic, setting->block, error);
  g_autoptr (WeftTaskGraph) batches = NULL;
  g_autofree char *label = NULL;
  const char *order = weft_sparse_order_nick (run->order);

  if (tasks == NULL)
    return FALSE;
  if (setting->batch > 0)
    {
      batches = make_batches (tasks, setting->batch, error);
      if (batches == NULL)
        return FALSE;
      label = g_strdup_printf (_("LU like %s, %s, blocks of %u, batches of %u; published %s"), run->matrix, order,
                               setting->block, setting->batch, run->published);
    }
  else
    label = g_strdup_printf (_("LU like %s, %s, blocks of %u; published %s"), run->matrix, order, setting->block,
                             run->published);
  weft_bench_add (bench, setting->name, label, (batches != NULL ? batches : tasks)->n_tasks, _("tasks"), NAN, FALSE);
  return TRUE;
}

static gboolean
measure_run (WeftBench *bench, const Run *run, GError **error)
{
  g_autoptr (WeftSparseSymbolic) symbolic = factor (run->grid, run->order, error);

  for (guint i = 0; symbolic != NULL && i < G_N_ELEMENTS (run->settings); i++)
    if (!count (bench, run, &run->settings[i], symbolic, error))
      return FALSE;
  return symbolic != NULL;
}

static gboolean
measure_times (WeftBench *bench, GError **error)
{
  double start = weft_bench_cpu_s ();
  g_autoptr (WeftSparseSymbolic) symbolic = factor (runs[0].grid, WEFT_SPARSE_ORDER_ND, error);
  double factored = weft_bench_cpu_s ();
  g_autoptr (WeftTaskGraph) tasks = symbolic != NULL ? make_tasks (symbolic, TIMED_BLOCK, error) : NULL;
  double made = weft_bench_cpu_s ();

  if (tasks == NULL)
    return FALSE;
  weft_bench_add (bench, "sparse-symbolic", _("Filled pattern of a million rows, nested dissection and all"),
                  (factored - start) * 1e3, "ms", NAN, FALSE);
  weft_bench_add (bench, "sparse-tasks", _("Its LU as half a million tasks"), (made - factored) * 1e3, "ms", 500, FALSE);
  return TRUE;
}

/**
 * weft_bench_sparse:
 * @bench: the measurements
 *
 * Adds what factoring takes and how many tasks it has.
 */
void
weft_bench_sparse (WeftBench *bench)
{
  g_autoptr (GError) failed = NULL;

  if (!measure_times (bench, &failed))
    weft_cli_note (_("weft bench: sparse is left out: %s"), failed->message);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (GError) error = NULL;

      if (!measure_run (bench, &runs[i], &error))
        weft_cli_note (_("weft bench: sparse is left out: %s"), error->message);
    }
}
