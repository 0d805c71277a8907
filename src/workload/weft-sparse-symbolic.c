/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbolic factorisation by groups of columns. The counts of the columns come first and say which columns belong
 * together; the rows of a group are then those of its first column: what A has there, and the runs of the groups whose
 * first row it is. */
#include "workload/weft-sparse-symbolic.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "workload/weft-sparse-tree-private.h"
#include "workload/weft-task-graph.h"

/* Groups between two looks at the cancellable. */
#define CANCEL_STEP 64

/* Runs that are yet to be put in order, each begin << 32 | end. */
typedef struct
{
  guint64 *keys;
  gsize n;
  gsize capacity;
} Pile;

typedef struct
{
  WeftSparseSymbolic *result;
  WeftSparseReordered matrix;
  const guint32 *parents;
  const guint32 *counts;
  gsize n_runs;
  gsize capacity;
  guint32 *first_child; /* [nodes] groups whose first row is the group's first column */
  guint32 *next_child;
  guint32 *node_of; /* [n] the group that begins with a column, WEFT_SPARSE_NONE for none */
  Pile pile;
} Maker;

/* --- groups --- */

static void
group_columns (Maker *self)
{
  WeftSparseSymbolic *result = self->result;
  guint32 n = result->n;

  self->node_of = g_new (guint32, n);
  result->first_column = g_new (guint32, (gsize) n + 1);
  for (guint32 j = 0; j < n; j++)
    {
      /* One entry fewer, and all others of the column before: the rows are the same. */
      gboolean goes_on = j > 0 && self->parents[j - 1] == j && self->counts[j - 1] == self->counts[j] + 1;

      self->node_of[j] = goes_on ? WEFT_SPARSE_NONE : result->n_nodes;
      if (!goes_on)
        result->first_column[result->n_nodes++] = j;
    }
  result->first_column[result->n_nodes] = n;
  result->first_column = g_renew (guint32, result->first_column, (gsize) result->n_nodes + 1);
}

static void
sum_counts (Maker *self)
{
  for (guint32 j = 0; j < self->result->n; j++)
    {
      double l = self->counts[j];

      self->result->n_below += self->counts[j];
      self->result->flops += l + 2 * l * l;
    }
}

/* --- runs --- */

static void
pile_add (Pile *self, guint32 begin, guint32 end)
{
  if (begin == end)
    return;
  if (self->n == self->capacity)
    {
      self->capacity = MAX (1024, 2 * self->capacity);
      self->keys = g_renew (guint64, self->keys, self->capacity);
    }
  self->keys[self->n++] = (guint64) begin << 32 | end;
}

static int
compare_keys (const void *a, const void *b)
{
  guint64 left = *(const guint64 *) a;
  guint64 right = *(const guint64 *) b;

  return (left > right) - (left < right);
}

static void
fill_pile (Maker *self, guint32 node)
{
  const WeftSparseSymbolic *result = self->result;
  const WeftSparseReordered *matrix = &self->matrix;
  guint32 column = result->first_column[node];
  guint32 old = matrix->order[column];

  self->pile.n = 0;
  for (gsize e = matrix->adjacency->first[old]; e < matrix->adjacency->first[old + 1]; e++)
    {
      guint32 row = matrix->place[matrix->adjacency->col[e]];

      if (row > column)
        pile_add (&self->pile, row, row + 1);
    }
  for (guint32 child = self->first_child[node]; child != WEFT_SPARSE_NONE; child = self->next_child[child])
    for (gsize r = result->first_run[child]; r < result->first_run[child + 1]; r++)
      pile_add (&self->pile, MAX (result->runs[r].begin, column + 1), result->runs[r].end);
  if (self->pile.n > 1)
    qsort (self->pile.keys, self->pile.n, sizeof *self->pile.keys, compare_keys);
}

static gboolean
add_run (Maker *self, guint32 begin, guint32 end, GError **error)
{
  if (self->n_runs == self->capacity)
    {
      if (self->n_runs >= WEFT_SPARSE_MAX_RUNS)
        {
          g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_LIMIT,
                       _("the factors fill in more than %u places of their own; take the order “metis” or “amd”"),
                       WEFT_SPARSE_MAX_RUNS);
          return FALSE;
        }
      self->capacity = MAX (1024, 2 * self->capacity);
      self->result->runs = g_renew (WeftSparseRun, self->result->runs, self->capacity);
    }
  self->result->runs[self->n_runs++] = (WeftSparseRun) { begin, end };
  return TRUE;
}

/* The pile's rows from @from on, in runs that neither meet nor touch. */
static gboolean
join_pile (Maker *self, guint32 from, GError **error)
{
  guint32 begin = from, end = from;

  for (gsize i = 0; i < self->pile.n; i++)
    {
      guint32 next_begin = MAX (from, (guint32) (self->pile.keys[i] >> 32));
      guint32 next_end = (guint32) self->pile.keys[i];

      if (next_end <= end)
        continue;
      if (next_begin <= end)
        {
          end = next_end;
          continue;
        }
      if (begin < end && !add_run (self, begin, end, error))
        return FALSE;
      begin = next_begin;
      end = next_end;
    }
  return begin == end || add_run (self, begin, end, error);
}

/* Hands the rows of a group on to the group that begins with the first of them. Where that row is further inside of a
 * group, its rows are there already. */
static void
link_node (Maker *self, guint32 node)
{
  const WeftSparseSymbolic *result = self->result;
  guint32 heir;

  if (result->first_run[node] == self->n_runs)
    return;
  heir = self->node_of[result->runs[result->first_run[node]].begin];
  if (heir == WEFT_SPARSE_NONE)
    return;
  self->next_child[node] = self->first_child[heir];
  self->first_child[heir] = node;
}

static gboolean
make_runs (Maker *self, GCancellable *cancellable, GError **error)
{
  WeftSparseSymbolic *result = self->result;

  self->first_child = g_new (guint32, result->n_nodes);
  self->next_child = g_new (guint32, result->n_nodes);
  result->first_run = g_new0 (gsize, (gsize) result->n_nodes + 1);
  for (guint32 node = 0; node < result->n_nodes; node++)
    self->first_child[node] = WEFT_SPARSE_NONE;
  for (guint32 node = 0; node < result->n_nodes; node++)
    {
      guint32 next = result->first_column[node + 1];

      if (node % CANCEL_STEP == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (self->counts[next - 1] > 0)
        {
          fill_pile (self, node);
          if (!join_pile (self, next, error))
            return FALSE;
        }
      link_node (self, node);
      result->first_run[node + 1] = self->n_runs;
    }
  return TRUE;
}

static guint32 *
invert (const guint32 *order, guint32 n)
{
  guint32 *place = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    place[order[i]] = i;
  return place;
}

static void
maker_clear (Maker *self)
{
  g_free (self->first_child);
  g_free (self->next_child);
  g_free (self->node_of);
  g_free (self->pile.keys);
}

/* --- public --- */

/**
 * weft_sparse_symbolic_new: (skip)
 * @adjacency: the pattern of A + A^T without the diagonal
 * @order: [n] the old row at each new place
 * @cancellable: (nullable): to stop it
 * @error: return location for a #WeftWorkloadError
 *
 * Returns: (transfer full) (nullable): the filled pattern
 */
WeftSparseSymbolic *
weft_sparse_symbolic_new (const WeftSparsePattern *adjacency, const guint32 *order, GCancellable *cancellable,
                          GError **error)
{
  g_autofree guint32 *place = invert (order, adjacency->n_rows);
  g_autofree guint32 *parents = NULL;
  g_autofree guint32 *counts = NULL;
  g_autoptr (WeftSparseSymbolic) result = g_new0 (WeftSparseSymbolic, 1);
  Maker maker = { .result = result, .matrix = { adjacency, order, place } };
  gboolean is_made;

  result->n = adjacency->n_rows;
  maker.parents = parents = weft_sparse_tree_parents (&maker.matrix);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  maker.counts = counts = weft_sparse_tree_counts (&maker.matrix, parents);
  group_columns (&maker);
  sum_counts (&maker);
  is_made = make_runs (&maker, cancellable, error);
  maker_clear (&maker);
  return is_made ? g_steal_pointer (&result) : NULL;
}

/**
 * weft_sparse_symbolic_free: (skip)
 * @self: (transfer full): a filled pattern
 */
void
weft_sparse_symbolic_free (WeftSparseSymbolic *self)
{
  g_free (self->first_column);
  g_free (self->first_run);
  g_free (self->runs);
  g_free (self);
}

/**
 * weft_sparse_symbolic_n_entries: (skip)
 * @self: a filled pattern
 *
 * Returns: entries of L + U, the diagonal once
 */
double
weft_sparse_symbolic_n_entries (const WeftSparseSymbolic *self)
{
  return 2.0 * self->n_below + self->n;
}
