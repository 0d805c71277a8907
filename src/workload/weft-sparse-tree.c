/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elimination tree by Liu's algorithm with path compression (Liu, ACM TOMS 12(2), 1986), and column counts from the
 * leaves of row subtrees (Gilbert, Ng, Peyton, SIAM J. Matrix Anal. Appl. 15(4), 1994). */
#include "workload/weft-sparse-tree-private.h"

/* --- the tree --- */

/* Makes @column the root of the tree that @row is in, and shortens the way from @row to it. */
static void
join (guint32 *parent, guint32 *ancestor, guint32 row, guint32 column)
{
  while (ancestor[row] != column)
    {
      guint32 next = ancestor[row];

      ancestor[row] = column;
      if (next == WEFT_SPARSE_NONE)
        {
          parent[row] = column;
          return;
        }
      row = next;
    }
}

/* --- its postorder --- */

/* The children of each column, ascending, as lists; the first at the column, WEFT_SPARSE_NONE at the end. */
typedef struct
{
  guint32 *first;
  guint32 *next;
} Children;

static guint32 *
new_filled (guint32 n, guint32 value)
{
  guint32 *values = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    values[i] = value;
  return values;
}

static void
children_init (Children *self, const guint32 *parents, guint32 n)
{
  self->first = new_filled (n, WEFT_SPARSE_NONE);
  self->next = new_filled (n, WEFT_SPARSE_NONE);
  for (guint32 j = n; j-- > 0;)
    if (parents[j] != WEFT_SPARSE_NONE)
      {
        self->next[j] = self->first[parents[j]];
        self->first[parents[j]] = j;
      }
}

/* Lists a tree from its leaves to its root, children before their parent, without recursion. */
static guint32
list_tree (Children *children, const guint32 *parents, guint32 root, guint32 *post, guint32 n)
{
  guint32 at = root;

  for (;;)
    {
      while (children->first[at] != WEFT_SPARSE_NONE)
        {
          guint32 child = children->first[at];

          children->first[at] = children->next[child];
          at = child;
        }
      post[n++] = at;
      if (at == root)
        return n;
      at = parents[at];
    }
}

static guint32 *
make_postorder (const guint32 *parents, guint32 n)
{
  guint32 *post = g_new (guint32, n);
  guint32 n_listed = 0;
  Children children;

  children_init (&children, parents, n);
  for (guint32 j = 0; j < n; j++)
    if (parents[j] == WEFT_SPARSE_NONE)
      n_listed = list_tree (&children, parents, j, post, n_listed);
  g_free (children.first);
  g_free (children.next);
  return post;
}

/* --- counts --- */

/* Row i of L is a subtree of the elimination tree below i. Its leaves, found in postorder, say where the count of a
 * column goes up by one, and where two of its branches meet it goes down again. */
typedef struct
{
  const guint32 *parents;
  guint32 *first;     /* place in the postorder of the first descendant */
  guint32 *max_first; /* of the columns that were a leaf of the row, + 1 */
  guint32 *last_leaf;
  guint32 *ancestor;
  gint64 *change; /* what a column adds to the counts of the columns above */
} Counter;

/* Where each column's first descendant comes; those that have none begin to count their diagonal. */
static void
find_first (Counter *self, const guint32 *post, guint32 n)
{
  for (guint32 k = 0; k < n; k++)
    {
      guint32 j = post[k];

      self->change[j] = self->first[j] == WEFT_SPARSE_NONE;
      for (; j != WEFT_SPARSE_NONE && self->first[j] == WEFT_SPARSE_NONE; j = self->parents[j])
        self->first[j] = k;
    }
}

/* The root of what has been joined with @j, with a shorter way to it for the next time. */
static guint32
find_root (guint32 *ancestor, guint32 j)
{
  guint32 root = j;

  while (ancestor[root] != root)
    root = ancestor[root];
  while (ancestor[j] != root)
    {
      guint32 next = ancestor[j];

      ancestor[j] = root;
      j = next;
    }
  return root;
}

/* Column @j has an entry in row @i, below it. */
static void
count_entry (Counter *self, guint32 i, guint32 j)
{
  guint32 last = self->last_leaf[i];

  if (self->first[j] < self->max_first[i])
    return;
  self->max_first[i] = self->first[j] + 1;
  self->last_leaf[i] = j;
  self->change[j]++;
  if (last != WEFT_SPARSE_NONE)
    self->change[find_root (self->ancestor, last)]--;
}

static void
count_rows (Counter *self, const WeftSparseReordered *matrix, const guint32 *post)
{
  const WeftSparsePattern *adjacency = matrix->adjacency;

  for (guint32 k = 0; k < adjacency->n_rows; k++)
    {
      guint32 j = post[k];
      guint32 old = matrix->order[j];

      if (self->parents[j] != WEFT_SPARSE_NONE)
        self->change[self->parents[j]]--;
      for (gsize e = adjacency->first[old]; e < adjacency->first[old + 1]; e++)
        if (matrix->place[adjacency->col[e]] > j)
          count_entry (self, matrix->place[adjacency->col[e]], j);
      if (self->parents[j] != WEFT_SPARSE_NONE)
        self->ancestor[j] = self->parents[j];
    }
}

/* A child comes before its parent in any order: counts go up the tree in one pass. */
static guint32 *
sum_counts (Counter *self, guint32 n)
{
  guint32 *counts = g_new (guint32, n);

  for (guint32 j = 0; j < n; j++)
    {
      counts[j] = self->change[j] - 1;
      if (self->parents[j] != WEFT_SPARSE_NONE)
        self->change[self->parents[j]] += self->change[j];
    }
  return counts;
}

static void
counter_init (Counter *self, const guint32 *parents, guint32 n)
{
  self->parents = parents;
  self->first = new_filled (n, WEFT_SPARSE_NONE);
  self->max_first = g_new0 (guint32, n);
  self->last_leaf = new_filled (n, WEFT_SPARSE_NONE);
  self->ancestor = g_new (guint32, n);
  self->change = g_new0 (gint64, n);
  for (guint32 j = 0; j < n; j++)
    self->ancestor[j] = j;
}

static void
counter_clear (Counter *self)
{
  g_free (self->first);
  g_free (self->max_first);
  g_free (self->last_leaf);
  g_free (self->ancestor);
  g_free (self->change);
}

/* --- for the symbolic factorisation --- */

guint32 *
weft_sparse_tree_parents (const WeftSparseReordered *matrix)
{
  const WeftSparsePattern *adjacency = matrix->adjacency;
  guint32 n = adjacency->n_rows;
  guint32 *parent = new_filled (n, WEFT_SPARSE_NONE);
  g_autofree guint32 *ancestor = new_filled (n, WEFT_SPARSE_NONE);

  for (guint32 j = 0; j < n; j++)
    {
      guint32 old = matrix->order[j];

      for (gsize e = adjacency->first[old]; e < adjacency->first[old + 1]; e++)
        if (matrix->place[adjacency->col[e]] < j)
          join (parent, ancestor, matrix->place[adjacency->col[e]], j);
    }
  return parent;
}

guint32 *
weft_sparse_tree_counts (const WeftSparseReordered *matrix, const guint32 *parents)
{
  guint32 n = matrix->adjacency->n_rows;
  g_autofree guint32 *post = make_postorder (parents, n);
  guint32 *counts;
  Counter counter;

  counter_init (&counter, parents, n);
  find_first (&counter, post, n);
  count_rows (&counter, matrix, post);
  counts = sum_counts (&counter, n);
  counter_clear (&counter);
  return counts;
}
