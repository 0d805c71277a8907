/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ids to tasks: by place where ids count up without a gap, as most programs write them, else by halving. */
#include "interop/weft-chakra-deps-private.h"

#include <glib/gi18n-lib.h>

#define MAX_PENDING 200000000u

/* The first record is none of a node, and people count from 1. */
static guint32
record_of (guint32 node)
{
  return node + 2;
}

/* --- finding --- */

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

static guint64
id_of (const WeftChakraDeps *self, guint32 node)
{
  return g_array_index (self->ids, guint64, node);
}

/* The node at a place in the order of ids. */
static guint32
node_at (const WeftChakraDeps *self, guint32 place)
{
  return self->by_id != NULL ? self->by_id[place] : place;
}

static void
sort_ids (WeftChakraDeps *self)
{
  guint32 n = self->ids->len;

  if (self->is_sorted)
    return;
  self->by_id = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    self->by_id[i] = i;
  g_qsort_with_data (self->by_id, (int) n, sizeof *self->by_id, compare_id_cb, self->ids->data);
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
check_twice (const WeftChakraDeps *self, const char *path, GError **error)
{
  for (guint32 i = 1; self->by_id != NULL && i < self->ids->len; i++)
    {
      guint32 one = self->by_id[i - 1];
      guint32 other = self->by_id[i];

      if (id_of (self, one) == id_of (self, other))
        return refuse_twice (path, one, other, id_of (self, one), error);
    }
  return TRUE;
}

/* Number of the node with that id, WEFT_SIM_NONE when there is none. */
static guint32
find_node (const WeftChakraDeps *self, guint64 id)
{
  guint32 low = 0, high = self->ids->len;
  guint64 from_first = high > 0 ? id - id_of (self, node_at (self, 0)) : 0;

  if (from_first < high && id_of (self, node_at (self, from_first)) == id)
    return node_at (self, from_first);
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (id_of (self, node_at (self, middle)) < id)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->ids->len && id_of (self, node_at (self, low)) == id ? node_at (self, low) : WEFT_SIM_NONE;
}

static guint32
task_of (const WeftChakraDeps *self, guint32 node)
{
  return g_array_index (self->tasks, guint32, node);
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

static void
add_edge (const WeftChakraDeps *self, guint32 before, guint32 node, WeftSimBuilder *builder)
{
  if (task_of (self, before) != WEFT_SIM_NONE && task_of (self, node) != WEFT_SIM_NONE)
    weft_sim_builder_add_edge (builder, task_of (self, before), task_of (self, node), 0);
}

static gboolean
add_pending (const WeftChakraDeps *self, const char *path, WeftSimBuilder *builder, GError **error)
{
  for (guint32 p = 0; p < self->pending->len; p++)
    {
      const WeftChakraPending *pending = &g_array_index (self->pending, WeftChakraPending, p);
      guint32 before = find_node (self, pending->id);

      if (before == WEFT_SIM_NONE)
        return refuse_missing (path, pending->node, pending->id, error);
      add_edge (self, before, pending->node, builder);
    }
  return TRUE;
}

static gboolean
add_pending_of (WeftChakraDeps *self, WeftChakraFile *file, guint64 id, GError **error)
{
  WeftChakraPending pending = { self->ids->len - 1, id };

  if (self->pending->len == MAX_PENDING)
    return weft_chakra_file_refuse (file, WEFT_SIM_ERROR_LIMIT, error,
                                    _("the nodes up to here wait for more than %u nodes that come later"),
                                    MAX_PENDING);
  g_array_append_val (self->pending, pending);
  return TRUE;
}

static void
append_node (WeftChakraDeps *self, guint64 id, guint32 task)
{
  guint32 n = self->ids->len;

  self->is_sorted = self->is_sorted && (n == 0 || g_array_index (self->ids, guint64, n - 1) < id);
  g_array_append_val (self->ids, id);
  g_array_append_val (self->tasks, task);
}

/* --- public --- */

void
weft_chakra_deps_init (WeftChakraDeps *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->tasks = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->by_id = NULL;
  self->pending = g_array_new (FALSE, FALSE, sizeof (WeftChakraPending));
  self->is_sorted = TRUE;
}

void
weft_chakra_deps_clear (WeftChakraDeps *self)
{
  g_clear_pointer (&self->ids, g_array_unref);
  g_clear_pointer (&self->tasks, g_array_unref);
  g_clear_pointer (&self->by_id, g_free);
  g_clear_pointer (&self->pending, g_array_unref);
}

void
weft_chakra_deps_reset (WeftChakraDeps *self)
{
  g_array_set_size (self->ids, 0);
  g_array_set_size (self->tasks, 0);
  g_array_set_size (self->pending, 0);
  g_clear_pointer (&self->by_id, g_free);
  self->is_sorted = TRUE;
}

gboolean
weft_chakra_deps_add (WeftChakraDeps *self, WeftChakraFile *file, WeftSimBuilder *builder, guint32 task,
                      GError **error)
{
  const WeftChakraNode *node = &file->node;

  if (self->ids->len == WEFT_MAX_SIM_TASKS)
    return weft_chakra_file_refuse (file, WEFT_SIM_ERROR_LIMIT, error,
                                    _("a file of more than %u nodes is not read; leave out repeated iterations"),
                                    WEFT_MAX_SIM_TASKS);
  append_node (self, node->id, task);
  for (guint i = 0; i < 2; i++)
    for (gsize d = 0; d < node->n_deps[i]; d++)
      {
        guint32 before = self->is_sorted ? find_node (self, node->deps[i][d]) : WEFT_SIM_NONE;

        if (before != WEFT_SIM_NONE)
          add_edge (self, before, self->ids->len - 1, builder);
        else if (!add_pending_of (self, file, node->deps[i][d], error))
          return FALSE;
      }
  return TRUE;
}

gboolean
weft_chakra_deps_resolve (WeftChakraDeps *self, const char *path, WeftSimBuilder *builder, GError **error)
{
  sort_ids (self);
  return check_twice (self, path, error) && add_pending (self, path, builder, error);
}

guint32
weft_chakra_deps_find (const WeftChakraDeps *self, guint64 id)
{
  guint32 node = find_node (self, id);

  return node != WEFT_SIM_NONE ? task_of (self, node) : WEFT_SIM_NONE;
}
