/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which attributes of nodes and edges say what tasks cost and what passes between them. Others draw the graph. */
#include "workload/weft-dot-graph-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "workload/weft-kernel-name-private.h"
#include "workload/weft-kind-set-private.h"
#include "workload/weft-task-edges-private.h"

/* With more labels than that they are no kernels. */
#define MAX_LABEL_KERNELS 4096
/* Attributes without a meaning here that a note names. */
#define SHOWN_ATTRIBUTES 12
#define NO_KERNEL "task"

/* Of two for one amount the first that is said counts. */
enum
{
  NODE_FLOPS,
  NODE_SIZE, /* operations: as SimGrid's graphs have it */
  NODE_TIME,
  NODE_RUNTIME,
  NODE_WEIGHT, /* a time: as graphs of scheduling papers have it */
  NODE_BYTES_READ,
  NODE_BYTES,
  NODE_BYTES_WRITTEN,
  NODE_WORKING_SET_BYTES,
  N_NODE_AMOUNTS,
};

enum
{
  EDGE_BYTES,
  EDGE_SIZE,
  EDGE_WEIGHT,
  N_EDGE_AMOUNTS,
};

G_STATIC_ASSERT (N_NODE_AMOUNTS == WEFT_DOT_N_NODE_AMOUNTS);
G_STATIC_ASSERT (N_EDGE_AMOUNTS == WEFT_DOT_N_EDGE_AMOUNTS);

static const char *const node_keys[] = {
  "flops", "size", "time", "runtime", "weight", "bytes_read", "bytes", "bytes_written", "working_set_bytes", NULL,
};
static const char *const edge_keys[] = { "bytes", "size", "weight", NULL };

const WeftDotNode weft_dot_node_unsaid = { { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN }, NULL, NULL };
const WeftDotEdge weft_dot_edge_unsaid = { { NAN, NAN, NAN } };

struct _WeftDotGraph
{
  const WeftWorkloadText *file;
  WeftTaskBuilder *builder;
  WeftTaskNames *names;
  GArray *nodes; /* WeftDotNode */
  GArray *stem;
  GArray *ordinal;
  GArray *edges; /* WeftTaskEdge */
  GStringChunk *texts;
  GPtrArray *left; /* (element-type utf8): attributes without a meaning here, in @texts */
  GHashTable *is_left;
  gboolean is_strict;
};

/* --- what is said --- */

static int
find_key (const char *const *keys, const char *key)
{
  for (int i = 0; keys[i] != NULL; i++)
    if (g_ascii_strcasecmp (keys[i], key) == 0)
      return i;
  return -1;
}

static void
leave_out (WeftDotGraph *self, const char *key)
{
  if (self->left->len > SHOWN_ATTRIBUTES || g_hash_table_contains (self->is_left, key))
    return;
  key = g_string_chunk_insert_const (self->texts, key);
  g_hash_table_add (self->is_left, (gpointer) key);
  g_ptr_array_add (self->left, (gpointer) key);
}

gboolean
weft_dot_graph_node_attribute (WeftDotGraph *self, WeftDotNode *node, const char *key, const char *value)
{
  int at = find_key (node_keys, key);

  if (at >= 0)
    return weft_workload_parse_amount (value, strlen (value), &node->amounts[at]);
  if (g_ascii_strcasecmp (key, "kernel") == 0)
    node->kernel = g_string_chunk_insert_const (self->texts, value);
  else if (g_ascii_strcasecmp (key, "label") == 0)
    node->label = g_string_chunk_insert_const (self->texts, value);
  else
    leave_out (self, key);
  return TRUE;
}

gboolean
weft_dot_graph_edge_attribute (WeftDotGraph *self, WeftDotEdge *edge, const char *key, const char *value)
{
  int at = find_key (edge_keys, key);

  if (at >= 0)
    return weft_workload_parse_amount (value, strlen (value), &edge->amounts[at]);
  if (g_ascii_strcasecmp (key, "label") != 0)
    leave_out (self, key);
  return TRUE;
}

guint32
weft_dot_graph_node (WeftDotGraph *self, const char *name, const WeftDotNode *defaults)
{
  guint32 ordinal;
  guint32 stem = weft_task_name_intern (self->builder, name, strlen (name), &ordinal);

  if (!weft_task_names_add (self->names, stem, ordinal))
    return weft_task_names_find (self->names, stem, ordinal);
  if (self->nodes->len >= WEFT_MAX_TASKS)
    return WEFT_TASK_NONE;
  g_array_append_val (self->nodes, *defaults);
  g_array_append_val (self->stem, stem);
  g_array_append_val (self->ordinal, ordinal);
  return self->nodes->len - 1;
}

WeftDotNode *
weft_dot_graph_get_node (WeftDotGraph *self, guint32 index)
{
  return &g_array_index (self->nodes, WeftDotNode, index);
}

/* The first of some amounts that is said. */
static double
first_said (const double *amounts, guint n, double otherwise)
{
  for (guint i = 0; i < n; i++)
    if (!isnan (amounts[i]))
      return amounts[i];
  return otherwise;
}

gboolean
weft_dot_graph_add_edge (WeftDotGraph *self, guint32 from, guint32 to, const WeftDotEdge *edge)
{
  WeftTaskEdge added = { from, to, first_said (edge->amounts, N_EDGE_AMOUNTS, 0) };

  if (self->edges->len >= WEFT_MAX_TASK_EDGES)
    return FALSE;
  g_array_append_val (self->edges, added);
  return TRUE;
}

/* --- the task graph --- */

/* (nullable): what a label says that is the name of something: no drawing of fields, no number */
static char *
label_kernel (const char *label)
{
  g_autofree char *line = NULL;
  const char *end;

  if (label == NULL || *label == '\0' || strchr ("<{|\\", *label) != NULL)
    return NULL;
  end = strstr (label, "\\n");
  line = end != NULL ? g_strndup (label, end - label) : g_strndup (label, strcspn (label, "\n"));
  if (strcspn (line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == strlen (line))
    return NULL;
  return weft_kernel_name (line);
}

/* The kernel of each node is said, or its label is one. */
static void
name_kernels (WeftDotGraph *self)
{
  g_autoptr (GHashTable) kernels = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean are_many = FALSE;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      WeftDotNode *node = weft_dot_graph_get_node (self, i);
      g_autofree char *kernel = label_kernel (node->label);

      node->label = kernel != NULL ? g_string_chunk_insert_const (self->texts, kernel) : NULL;
      if (node->label != NULL && !are_many)
        g_hash_table_add (kernels, (gpointer) node->label);
      are_many |= g_hash_table_size (kernels) > MAX_LABEL_KERNELS;
    }
  for (guint i = 0; i < self->nodes->len; i++)
    {
      WeftDotNode *node = weft_dot_graph_get_node (self, i);

      if (node->kernel == NULL)
        node->kernel = node->label != NULL && !are_many ? node->label : NO_KERNEL;
    }
}

/* Whether it says what it costs. */
static gboolean
add_task (WeftDotGraph *self, WeftKindSet *kinds, guint32 index)
{
  const WeftDotNode *node = weft_dot_graph_get_node (self, index);
  const double *amounts = node->amounts;
  double flops = first_said (amounts + NODE_FLOPS, 2, NAN);
  WeftTaskCost cost = {
    .kernel = node->kernel,
    .flops[WEFT_DTYPE_FP64] = isnan (flops) ? 0 : flops,
    .bytes_read = first_said (amounts + NODE_BYTES_READ, 2, 0),
    .bytes_written = first_said (amounts + NODE_BYTES_WRITTEN, 1, 0),
    .working_set_bytes = first_said (amounts + NODE_WORKING_SET_BYTES, 1, 0),
  };
  WeftGivenTime time = { "*", first_said (amounts + NODE_TIME, 3, NAN) };
  guint32 kind = weft_kind_set_take_timed (kinds, &cost, &time, isnan (time.time_s) ? 0 : 1);

  weft_task_builder_add_task (self->builder, kind, g_array_index (self->stem, guint32, index),
                              g_array_index (self->ordinal, guint32, index));
  return !isnan (flops) || !isnan (time.time_s) || cost.bytes_read > 0 || cost.bytes_written > 0;
}

static void
add_tasks (WeftDotGraph *self)
{
  g_autoptr (WeftKindSet) kinds = weft_kind_set_new (self->builder);
  guint n_unsaid = 0;
  g_autofree char *note = NULL;

  for (guint32 i = 0; i < self->nodes->len; i++)
    n_unsaid += !add_task (self, kinds, i);
  if (n_unsaid == 0)
    return;
  note = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%u of %u tasks does not say what it costs (flops, size, time, weight, bytes) "
                                       "and takes no time",
                                       "%u of %u tasks do not say what they cost (flops, size, time, weight, bytes) "
                                       "and take no time",
                                       n_unsaid),
                          n_unsaid, self->nodes->len);
  weft_task_builder_add_note (self->builder, note);
}

/* By both ends; of equal ones the order in which they came is in their places. */
static int
compare_edges (gconstpointer a, gconstpointer b)
{
  const WeftTaskEdge *left = *(const WeftTaskEdge *const *) a;
  const WeftTaskEdge *right = *(const WeftTaskEdge *const *) b;

  if (left->from != right->from)
    return left->from < right->from ? -1 : 1;
  if (left->to != right->to)
    return left->to < right->to ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* A strict graph has one edge between two nodes: the last one said. */
static void
add_strict_edges (WeftDotGraph *self)
{
  g_autofree const WeftTaskEdge **sorted = g_new (const WeftTaskEdge *, self->edges->len);
  guint n = self->edges->len;

  for (guint i = 0; i < n; i++)
    sorted[i] = &g_array_index (self->edges, WeftTaskEdge, i);
  if (n > 1)
    qsort (sorted, n, sizeof *sorted, compare_edges);
  for (guint i = 0; i < n; i++)
    if (i + 1 == n || sorted[i]->from != sorted[i + 1]->from || sorted[i]->to != sorted[i + 1]->to)
      weft_task_builder_add_edge (self->builder, sorted[i]->from, sorted[i]->to, sorted[i]->bytes);
}

static void
add_edges (WeftDotGraph *self)
{
  if (self->is_strict)
    {
      add_strict_edges (self);
      return;
    }
  for (guint i = 0; i < self->edges->len; i++)
    {
      const WeftTaskEdge *edge = &g_array_index (self->edges, WeftTaskEdge, i);

      weft_task_builder_add_edge (self->builder, edge->from, edge->to, edge->bytes);
    }
}

static void
note_left_out (WeftDotGraph *self)
{
  g_autoptr (GString) list = g_string_new (NULL);

  if (self->left->len == 0)
    return;
  for (guint i = 0; i < self->left->len; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "",
                            i < SHOWN_ATTRIBUTES ? (char *) g_ptr_array_index (self->left, i) : "…");
  weft_workload_text_note (self->file,
                           g_strdup_printf (_("Attributes that say nothing about cost were left out: %s"), list->str));
}

/* --- memory --- */

WeftDotGraph *
weft_dot_graph_new (const WeftWorkloadText *file)
{
  WeftDotGraph *self = g_new0 (WeftDotGraph, 1);
  g_autofree char *title = weft_workload_text_title (file);
  g_autofree char *source = weft_workload_text_source (file, "DOT");

  self->file = file;
  self->builder = weft_task_builder_new (title);
  weft_task_builder_set_source (self->builder, source);
  self->names = weft_task_names_new ();
  self->nodes = g_array_new (FALSE, FALSE, sizeof (WeftDotNode));
  self->stem = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ordinal = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->edges = g_array_new (FALSE, FALSE, sizeof (WeftTaskEdge));
  self->texts = g_string_chunk_new (1024);
  self->left = g_ptr_array_new ();
  self->is_left = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
weft_dot_graph_free (WeftDotGraph *self)
{
  g_clear_pointer (&self->builder, weft_task_builder_free);
  weft_task_names_free (self->names);
  g_array_unref (self->nodes);
  g_array_unref (self->stem);
  g_array_unref (self->ordinal);
  g_array_unref (self->edges);
  g_string_chunk_free (self->texts);
  g_ptr_array_unref (self->left);
  g_hash_table_unref (self->is_left);
  g_free (self);
}

void
weft_dot_graph_set_name (WeftDotGraph *self, const char *name)
{
  weft_task_builder_set_name (self->builder, name);
}

void
weft_dot_graph_set_strict (WeftDotGraph *self)
{
  self->is_strict = TRUE;
}

WeftTaskGraph *
weft_dot_graph_finish (WeftDotGraph *self, GError **error)
{
  g_autoptr (WeftDotGraph) owned = self;

  name_kernels (self);
  add_tasks (self);
  add_edges (self);
  note_left_out (self);
  return weft_workload_text_finish (self->file, g_steal_pointer (&self->builder), error);
}
