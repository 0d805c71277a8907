/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Batches of a factorisation's tasks, in the manner of Trojan Horse (Li et al., PPoPP 2026). The rule is ours, since
 * theirs decides while it runs: tasks at the same distance from the first task and of the same kernel, in the order of
 * the queue, that is of their numbers, make batches of at most so many tasks. */
#include "workload/weft-sparse-batch.h"

#include "workload/weft-kind-set-private.h"

/* Batches between two looks at the cancellable. */
#define CANCEL_STEP 4096

typedef struct
{
  WeftTaskBuilder *builder;
  const WeftTaskGraph *graph;
  WeftKindSet *kinds;
  guint32 n_batches;
  guint32 *depth;  /* [tasks] tasks on the longest way to each */
  guint32 *sorted; /* [tasks] by depth, then by kernel, then by number */
  guint32 *batch;  /* [tasks] */
  guint32 *first;  /* [batches + 1] where the tasks of each begin in @sorted */
  guint32 *taken;  /* [tasks] the last batch that got what a task makes, + 1 */
} Batcher;

static guint32
kernel_of (const Batcher *self, guint32 task)
{
  return self->graph->kinds[self->graph->kind[task]].kernel;
}

/* --- who is in which batch --- */

/* The deepest. A task's number is larger than those of the tasks that it waits for. */
static guint32
find_depths (Batcher *self)
{
  const WeftTaskGraph *graph = self->graph;
  guint32 deepest = 0;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
      {
        g_assert (graph->pred[e] < i);
        self->depth[i] = MAX (self->depth[i], self->depth[graph->pred[e]] + 1);
        deepest = MAX (deepest, self->depth[i]);
      }
  return deepest;
}

/* @tasks dealt out by rising @key of each, those of one key in the order in which they come. */
static guint32 *
sort_by (const guint32 *tasks, guint32 n, const guint32 *key, guint32 n_keys)
{
  g_autofree guint32 *at = g_new0 (guint32, (gsize) n_keys + 1);
  guint32 *sorted = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    at[key[i] + 1]++;
  for (guint32 k = 0; k < n_keys; k++)
    at[k + 1] += at[k];
  for (guint32 i = 0; i < n; i++)
    sorted[at[key[tasks[i]]]++] = tasks[i];
  return sorted;
}

static void
sort_tasks (Batcher *self)
{
  guint32 n = self->graph->n_tasks;
  g_autofree guint32 *numbers = g_new (guint32, n);
  g_autofree guint32 *kernel = g_new (guint32, n);
  g_autofree guint32 *by_kernel = NULL;

  for (guint32 i = 0; i < n; i++)
    {
      numbers[i] = i;
      kernel[i] = kernel_of (self, i);
    }
  by_kernel = sort_by (numbers, n, kernel, self->graph->n_names);
  self->sorted = sort_by (by_kernel, n, self->depth, find_depths (self) + 1);
}

static void
cut_batches (Batcher *self, guint32 max_tasks)
{
  guint32 n = self->graph->n_tasks;

  self->first = g_new (guint32, (gsize) n + 1);
  for (guint32 i = 0; i < n; i++)
    {
      guint32 task = self->sorted[i];
      gboolean goes_on = i > 0 && self->depth[task] == self->depth[self->sorted[i - 1]]
                         && kernel_of (self, task) == kernel_of (self, self->sorted[i - 1])
                         && i - self->first[self->n_batches - 1] < max_tasks;

      if (!goes_on)
        self->first[self->n_batches++] = i;
      self->batch[task] = self->n_batches - 1;
    }
  self->first[self->n_batches] = n;
}

/* --- what batches cost --- */

static void
add_cost (WeftTaskCost *sum, const WeftTaskGraph *graph, guint32 task)
{
  const WeftTaskKind *kind = &graph->kinds[graph->kind[task]];

  for (guint w = 0; w < kind->n_work; w++)
    sum->flops[graph->work_dtype[kind->first_work + w]] += graph->work_flops[kind->first_work + w];
  sum->bytes_read += kind->bytes_read;
  sum->bytes_written += kind->bytes_written;
  sum->working_set_bytes += kind->working_set_bytes;
}

/* A block is where its factor task is: it is the last to change it. Updates hold what they change meanwhile. */
static gboolean
keeps_blocks (const WeftTaskGraph *graph, guint32 task)
{
  return !g_str_equal (weft_task_graph_kernel (graph, task), "ssssm");
}

/* "TSTRF[12]": of this kernel, at this depth. */
static guint32
intern_batch (Batcher *self, guint32 task)
{
  g_autofree char *kernel = g_ascii_strup (weft_task_graph_kernel (self->graph, task), -1);
  g_autofree char *name = g_strdup_printf ("%s[%u]", kernel, self->depth[task]);

  return weft_task_builder_intern (self->builder, name);
}

static void
add_batch (Batcher *self, guint32 batch, guint32 ordinal)
{
  const WeftTaskGraph *graph = self->graph;
  guint32 leader = self->sorted[self->first[batch]];
  guint32 stem = intern_batch (self, leader);
  WeftTaskCost cost = { .kernel = weft_task_graph_kernel (graph, leader) };
  double blocks_bytes = 0;
  guint32 added;

  for (guint32 i = self->first[batch]; i < self->first[batch + 1]; i++)
    {
      add_cost (&cost, graph, self->sorted[i]);
      blocks_bytes += graph->regions[graph->region[self->sorted[i]]].bytes;
    }
  if (!keeps_blocks (graph, leader))
    cost.working_set_bytes += blocks_bytes;
  added = weft_task_builder_add_task (self->builder, weft_kind_set_take (self->kinds, &cost), stem, ordinal);
  if (keeps_blocks (graph, leader))
    weft_task_builder_set_region (self->builder, added,
                                  weft_task_builder_add_region (self->builder, stem, ordinal, blocks_bytes));
}

/* What a task makes goes to each batch that needs it once, however many of its tasks do. */
static void
add_edges (Batcher *self, guint32 batch)
{
  const WeftTaskGraph *graph = self->graph;

  for (guint32 i = self->first[batch]; i < self->first[batch + 1]; i++)
    {
      guint32 task = self->sorted[i];

      for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
        {
          guint32 from = graph->pred[e];

          if (self->taken[from] == batch + 1)
            continue;
          self->taken[from] = batch + 1;
          weft_task_builder_add_edge (self->builder, self->batch[from], batch, graph->pred_bytes[e]);
        }
    }
}

static gboolean
add_batches (Batcher *self, GCancellable *cancellable, GError **error)
{
  guint32 ordinal = 0;

  for (guint32 b = 0; b < self->n_batches; b++)
    {
      guint32 leader = self->sorted[self->first[b]];
      guint32 before = b > 0 ? self->sorted[self->first[b - 1]] : leader;

      if (b % CANCEL_STEP == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      ordinal = self->depth[leader] == self->depth[before] && kernel_of (self, leader) == kernel_of (self, before)
                    && b > 0
                    ? ordinal + 1
                    : 0;
      add_batch (self, b, ordinal);
      add_edges (self, b);
    }
  return TRUE;
}

/* --- public --- */

/**
 * weft_sparse_batch_add: (skip)
 * @builder: a builder without tasks
 * @graph: a factorisation in single tasks
 * @max_tasks: most tasks of a batch
 * @cancellable: (nullable): to stop it
 * @error: return location
 *
 * Tasks of one kernel at one distance from the first task, in the order of the queue, make batches of at most
 * @max_tasks. A batch costs what its tasks cost; what a task makes goes to each batch that needs it once; a block is
 * held where the batch of its factor task runs, and while a batch of updates changes it.
 *
 * Returns: whether the batches were added
 */
gboolean
weft_sparse_batch_add (WeftTaskBuilder *builder, const WeftTaskGraph *graph, guint32 max_tasks,
                       GCancellable *cancellable, GError **error)
{
  gboolean is_added;
  Batcher batcher = {
    .builder = builder,
    .graph = graph,
    .kinds = weft_kind_set_new (builder),
    .depth = g_new0 (guint32, graph->n_tasks),
    .batch = g_new (guint32, graph->n_tasks),
    .taken = g_new0 (guint32, graph->n_tasks),
  };

  sort_tasks (&batcher);
  cut_batches (&batcher, max_tasks);
  is_added = add_batches (&batcher, cancellable, error);
  weft_kind_set_free (batcher.kinds);
  g_free (batcher.depth);
  g_free (batcher.sorted);
  g_free (batcher.batch);
  g_free (batcher.first);
  g_free (batcher.taken);
  return is_added;
}
