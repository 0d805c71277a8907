/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ids to tasks: by place where ids count up without a gap, as most programs write them, else by halving. */
#include "interop/weft-chakra-deps-private.h"

#include <glib/gi18n-lib.h>

#define MAX_DEPS 200000000u

/* The first record is none of a node, and people count from 1. */
static guint32
record_of (guint32 node)
{
  return node + 2;
}

/* --- finding --- */

/* @sorted: (nullable): [nodes] nodes by id; %NULL: they are in that order */
typedef struct
{
  const guint64 *ids;
  const guint32 *tasks;
  guint32 n;
  guint32 *sorted;
} Index;

static int
compare_id_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *ids = data;
  guint32 one = *(const guint32 *) a;
  guint32 other = *(const guint32 *) b;

  if (ids[one] != ids[other])
    return ids[one] < ids[other] ? -1 : 1;
  return (one > other) - (one < other);
}

static guint32
node_at (const Index *self, guint32 place)
{
  return self->sorted != NULL ? self->sorted[place] : place;
}

static void
index_init (Index *self, const WeftChakraDeps *deps)
{
  guint32 i = 1;

  *self = (Index) { (const guint64 *) deps->ids->data, (const guint32 *) deps->tasks->data, deps->ids->len, NULL };
  while (i < self->n && self->ids[i - 1] < self->ids[i])
    i++;
  if (i >= self->n)
    return;
  self->sorted = g_new (guint32, self->n);
  for (i = 0; i < self->n; i++)
    self->sorted[i] = i;
  g_qsort_with_data (self->sorted, (int) self->n, sizeof *self->sorted, compare_id_cb, (gpointer) self->ids);
}

static gboolean
refuse_twice (const char *path, guint32 one, guint32 other, guint64 id, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
               _("%s: records %u and %u are both node %" G_GUINT64_FORMAT "; each node needs a number of its own"), name,
               record_of (one), record_of (other), id);
  return FALSE;
}

static gboolean
check_twice (const Index *self, const char *path, GError **error)
{
  for (guint32 i = 1; self->sorted != NULL && i < self->n; i++)
    {
      guint32 one = self->sorted[i - 1];
      guint32 other = self->sorted[i];

      if (self->ids[one] != self->ids[other])
        continue;
      return refuse_twice (path, one, other, self->ids[one], error);
    }
  return TRUE;
}

/* Number of the node with that id, WEFT_SIM_NONE when there is none. */
static guint32
find_node (const Index *self, guint64 id)
{
  guint32 low = 0, high = self->n;
  guint64 from_first = self->n > 0 ? id - self->ids[node_at (self, 0)] : 0;

  if (from_first < self->n && self->ids[node_at (self, from_first)] == id)
    return node_at (self, from_first);
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->ids[node_at (self, middle)] < id)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n && self->ids[node_at (self, low)] == id ? node_at (self, low) : WEFT_SIM_NONE;
}

/* --- edges --- */

/* The file is read again up to the node that waits, for the sake of its name and place. */
static gboolean
refuse_missing (const char *path, guint32 node, guint64 id, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  WeftChakraFile file;
  gboolean is_there = weft_chakra_file_open (&file, path, NULL, NULL, NULL);

  for (guint32 i = 0; is_there && i <= node; i++)
    is_there = weft_chakra_file_next (&file, NULL);
  if (is_there)
    weft_chakra_file_refuse (&file, WEFT_SIM_ERROR_INVALID, error,
                             _("it waits for node %" G_GUINT64_FORMAT ", which is not in this file"), id);
  else
    g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                 _("%s: record %u waits for node %" G_GUINT64_FORMAT ", which is not in this file"), name,
                 record_of (node), id);
  weft_chakra_file_clear (&file);
  return FALSE;
}

static gboolean
add_edges (const WeftChakraDeps *self, const Index *index, const char *path, WeftSimBuilder *builder, GError **error)
{
  const guint64 *deps = (const guint64 *) self->deps->data;
  guint32 d = 0;

  for (guint32 i = 0; i < index->n; i++)
    for (guint32 end = g_array_index (self->ends, guint32, i); d < end; d++)
      {
        guint32 before = find_node (index, deps[d]);

        if (before == WEFT_SIM_NONE)
          return refuse_missing (path, i, deps[d], error);
        if (index->tasks[before] != WEFT_SIM_NONE && index->tasks[i] != WEFT_SIM_NONE)
          weft_sim_builder_add_edge (builder, index->tasks[before], index->tasks[i], 0);
      }
  return TRUE;
}

/* --- public --- */

void
weft_chakra_deps_init (WeftChakraDeps *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->tasks = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->deps = g_array_new (FALSE, FALSE, sizeof (guint64));
}

void
weft_chakra_deps_clear (WeftChakraDeps *self)
{
  g_clear_pointer (&self->ids, g_array_unref);
  g_clear_pointer (&self->tasks, g_array_unref);
  g_clear_pointer (&self->ends, g_array_unref);
  g_clear_pointer (&self->deps, g_array_unref);
}

void
weft_chakra_deps_reset (WeftChakraDeps *self)
{
  g_array_set_size (self->ids, 0);
  g_array_set_size (self->tasks, 0);
  g_array_set_size (self->ends, 0);
  g_array_set_size (self->deps, 0);
}

gboolean
weft_chakra_deps_add (WeftChakraDeps *self, WeftChakraFile *file, guint32 task, GError **error)
{
  const WeftChakraNode *node = &file->node;

  if (self->ids->len == WEFT_MAX_SIM_TASKS)
    return weft_chakra_file_refuse (file, WEFT_SIM_ERROR_LIMIT, error,
                                    _("a file of more than %u nodes is not read; leave out repeated iterations"),
                                    WEFT_MAX_SIM_TASKS);
  if (node->n_deps[0] + node->n_deps[1] > MAX_DEPS - self->deps->len)
    return weft_chakra_file_refuse (file, WEFT_SIM_ERROR_LIMIT, error,
                                    _("the nodes up to here wait for more than %u others"), MAX_DEPS);
  for (guint i = 0; i < 2; i++)
    if (node->n_deps[i] > 0)
      g_array_append_vals (self->deps, node->deps[i], node->n_deps[i]);
  g_array_append_val (self->ids, node->id);
  g_array_append_val (self->tasks, task);
  g_array_append_val (self->ends, self->deps->len);
  return TRUE;
}

gboolean
weft_chakra_deps_resolve (WeftChakraDeps *self, const char *path, WeftSimBuilder *builder, GError **error)
{
  Index index;
  gboolean done;

  index_init (&index, self);
  done = check_twice (&index, path, error) && add_edges (self, &index, path, builder, error);
  g_free (index.sorted);
  return done;
}
