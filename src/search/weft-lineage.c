/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A proposal has an event as its parent that leads to a proposal, or names the design it comes from. A result names its
 * proposal in the same two ways. */
#include "search/weft-lineage.h"

#include <math.h>

struct _WeftProposalNode
{
  GObject parent_instance;

  guint64 seq;
  guint64 result;
  char *label;  /* interned: many say the same */
  char *reason; /* (nullable), interned */
  char *finding; /* (nullable) */
  WeftOutcome outcome;
  double score;
  gboolean best;
  gboolean improved;
  WeftProposalNode *parent; /* (nullable): not held, the lineage holds all */
  GListStore *children;     /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftProposalNode, weft_proposal_node, G_TYPE_OBJECT)

struct _WeftLineage
{
  GObject parent_instance;

  GPtrArray *nodes;
  GListStore *roots;
  WeftProposalNode *best; /* (nullable): not held */
  guint64 decision;
};

G_DEFINE_FINAL_TYPE (WeftLineage, weft_lineage, G_TYPE_OBJECT)

/* The proposal that an event belongs to. */
typedef struct
{
  guint64 seq;
  WeftProposalNode *node;
} Mark;

/* What is known while the events are read, in order. */
typedef struct
{
  WeftLineage *lineage;
  GHashTable *by_design; /* what names a design to its newest node */
  GArray *marks;         /* ascending */
  WeftEvent *result;     /* (nullable): the last one */
} Reader;

static void
weft_proposal_node_finalize (GObject *object)
{
  WeftProposalNode *self = WEFT_PROPOSAL_NODE (object);

  g_clear_object (&self->children);
  g_clear_pointer (&self->label, g_ref_string_release);
  g_clear_pointer (&self->reason, g_ref_string_release);
  g_free (self->finding);
  G_OBJECT_CLASS (weft_proposal_node_parent_class)->finalize (object);
}

static void
weft_proposal_node_class_init (WeftProposalNodeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_proposal_node_finalize;
}

static void
weft_proposal_node_init (WeftProposalNode *self)
{
  self->score = NAN;
}

static void
weft_lineage_finalize (GObject *object)
{
  WeftLineage *self = WEFT_LINEAGE (object);

  g_clear_object (&self->roots);
  g_ptr_array_unref (self->nodes);
  G_OBJECT_CLASS (weft_lineage_parent_class)->finalize (object);
}

static void
weft_lineage_class_init (WeftLineageClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_lineage_finalize;
}

static void
weft_lineage_init (WeftLineage *self)
{
  self->nodes = g_ptr_array_new_with_free_func (g_object_unref);
  self->roots = g_list_store_new (WEFT_TYPE_PROPOSAL_NODE);
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const Mark *x = a, *y = b;

  return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* (nullable): the proposal that an event belongs to */
static WeftProposalNode *
find_mark (Reader *reader, guint64 seq)
{
  Mark wanted = { seq, NULL };
  guint index;

  return g_array_binary_search (reader->marks, &wanted, compare_marks, &index)
           ? g_array_index (reader->marks, Mark, index).node
           : NULL;
}

/* (nullable): the proposal that an event belongs to, by the event it follows, else by the design it names: a design may be
 * proposed more than once. */
static WeftProposalNode *
find_node (Reader *reader, const char *design, guint64 seq)
{
  WeftProposalNode *node = find_mark (reader, seq);

  return node != NULL || design == NULL ? node : g_hash_table_lookup (reader->by_design, design);
}

static void
remember (Reader *reader, guint64 seq, WeftProposalNode *node)
{
  Mark mark = { seq, node };

  g_array_append_val (reader->marks, mark);
}

static void
add_child (WeftLineage *lineage, WeftProposalNode *parent, WeftProposalNode *node)
{
  node->parent = parent;
  if (parent != NULL && parent->children == NULL)
    parent->children = g_list_store_new (WEFT_TYPE_PROPOSAL_NODE);
  g_list_store_append (parent != NULL ? parent->children : lineage->roots, node);
}

static void
take_proposal (Reader *reader, WeftEvent *event)
{
  WeftProposalNode *node = g_object_new (WEFT_TYPE_PROPOSAL_NODE, NULL);
  const char *id = weft_proposal_find_design (event);
  const char *reason = weft_proposal_find_reason (event);
  g_autofree char *label = weft_proposal_dup_label (event);

  node->seq = weft_event_get_seq (event);
  node->label = g_ref_string_new_intern (label);
  node->reason = reason == NULL ? NULL : g_ref_string_new_intern (reason);
  g_ptr_array_add (reader->lineage->nodes, node);
  add_child (reader->lineage,
             find_node (reader, weft_proposal_find_parent (event), weft_event_get_parent (event)),
             node);
  if (id != NULL)
    g_hash_table_insert (reader->by_design, g_strdup (id), node);
  remember (reader, node->seq, node);
}

static void
take_result (Reader *reader, WeftEvent *event)
{
  WeftProposalNode *node = find_node (reader, weft_proposal_find_design (event),
                                      weft_event_get_parent (event));

  if (node == NULL)
    return;
  node->result = weft_event_get_seq (event);
  node->outcome = weft_proposal_find_outcome (event);
  node->score = weft_proposal_find_score (event);
  g_set_object (&reader->result, event);
  remember (reader, node->result, node);
}

static void
take_decision (Reader *reader, WeftEvent *event)
{
  WeftProposalNode *node = find_node (reader, weft_proposal_find_design (event),
                                      weft_event_get_parent (event));

  reader->lineage->decision = weft_event_get_seq (event);
  if (node == NULL)
    return;
  node->improved = TRUE;
  if (reader->result != NULL && weft_event_get_seq (reader->result) == node->result
      && node->finding == NULL)
    node->finding = g_strdup (weft_event_get_summary (reader->result));
  reader->lineage->best = node;
}

static void
take_event (Reader *reader, WeftEvent *event)
{
  const char *kind = weft_event_get_kind (event);

  if (g_str_equal (kind, "design.proposed"))
    take_proposal (reader, event);
  else if (g_str_equal (kind, "eval.result") || g_str_equal (kind, "design.validated"))
    take_result (reader, event);
  else if (g_str_equal (kind, "best.changed"))
    take_decision (reader, event);
  else if (weft_event_get_parent (event) != 0)
    {
      WeftProposalNode *node = find_mark (reader, weft_event_get_parent (event));

      /* An eval.start, an advice: what follows it follows the proposal. */
      if (node != NULL)
        remember (reader, weft_event_get_seq (event), node);
    }
}

static int
compare_seqs (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* Numbers of the events that count, ascending. (transfer full) */
static GArray *
find_events (WeftTrailRun *run, GCancellable *cancellable, GError **error)
{
  static const char *const kinds[] = { "design", "eval", "best.changed", "advice" };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      WeftTrailFilter filter = { .kind = kinds[i] };
      g_autoptr (GArray) some = weft_trail_run_filter (run, &filter, 0, cancellable, error);

      if (some == NULL)
        return NULL;
      g_array_append_vals (all, some->data, some->len);
    }
  g_array_sort (all, compare_seqs);
  return g_steal_pointer (&all);
}

/* Events that cannot be read are left out: the chain's state says that they are damaged. */
static gboolean
read_events (Reader *reader, WeftTrailRun *run, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) seqs = find_events (run, cancellable, error);

  for (guint i = 0; seqs != NULL && i < seqs->len; i++)
    {
      g_autoptr (WeftEvent) event = NULL;

      if (i % 256 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      event = weft_trail_run_get_event (run, g_array_index (seqs, guint64, i), NULL);
      if (event != NULL)
        take_event (reader, event);
    }
  return seqs != NULL;
}

/* The tree of the best design comes first. */
static void
bring_best_forward (WeftLineage *lineage)
{
  WeftProposalNode *root = lineage->best;
  guint position;

  if (root == NULL)
    return;
  root->best = TRUE;
  while (root->parent != NULL)
    root = root->parent;
  if (g_list_store_find (lineage->roots, root, &position) && position > 0)
    {
      g_list_store_remove (lineage->roots, position);
      g_list_store_insert (lineage->roots, 0, root);
    }
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  WeftLineage *lineage = weft_lineage_read (data, cancellable, &error);

  if (lineage != NULL)
    g_task_return_pointer (task, lineage, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * weft_lineage_read: (skip)
 * @path: a recorded run
 * @cancellable: (nullable): a cancellable
 * @error: return location
 *
 * Reads every proposal of the run, and what became of it.
 *
 * Returns: (transfer full): the lineage, or %NULL with an error
 */
WeftLineage *
weft_lineage_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, error);
  g_autoptr (WeftLineage) lineage = g_object_new (WEFT_TYPE_LINEAGE, NULL);
  Reader reader = { .lineage = lineage };
  gboolean read;

  reader.by_design = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  reader.marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  read = run != NULL && read_events (&reader, run, cancellable, error);
  g_hash_table_unref (reader.by_design);
  g_array_unref (reader.marks);
  g_clear_object (&reader.result);
  bring_best_forward (lineage);

  return read ? g_steal_pointer (&lineage) : NULL;
}

/* Reads the run at @path in a worker. */
void
weft_lineage_read_async (const char *path, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (path != NULL);

  g_task_set_source_tag (task, weft_lineage_read_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, read_in_thread);
}

/* (transfer full) */
WeftLineage *
weft_lineage_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

GListModel *
weft_lineage_get_roots (WeftLineage *self)
{
  g_return_val_if_fail (WEFT_IS_LINEAGE (self), NULL);

  return G_LIST_MODEL (self->roots);
}

guint
weft_lineage_get_n (WeftLineage *self)
{
  g_return_val_if_fail (WEFT_IS_LINEAGE (self), 0);

  return self->nodes->len;
}

WeftProposalNode *
weft_lineage_get_best (WeftLineage *self)
{
  g_return_val_if_fail (WEFT_IS_LINEAGE (self), NULL);

  return self->best;
}

guint64
weft_lineage_get_decision (WeftLineage *self)
{
  g_return_val_if_fail (WEFT_IS_LINEAGE (self), 0);

  return self->decision;
}

GPtrArray *
weft_lineage_list_ancestry (WeftProposalNode *node)
{
  GPtrArray *nodes = g_ptr_array_new_with_free_func (g_object_unref);

  for (; node != NULL; node = node->parent)
    g_ptr_array_insert (nodes, 0, g_object_ref (node));
  return nodes;
}

guint64
weft_proposal_node_get_seq (WeftProposalNode *self)
{
  g_return_val_if_fail (WEFT_IS_PROPOSAL_NODE (self), 0);

  return self->seq;
}

guint64
weft_proposal_node_get_result (WeftProposalNode *self)
{
  g_return_val_if_fail (WEFT_IS_PROPOSAL_NODE (self), 0);

  return self->result;
}

const char *
weft_proposal_node_get_label (WeftProposalNode *self)
{
  g_return_val_if_fail (WEFT_IS_PROPOSAL_NODE (self), NULL);

  return self->label;
}

const char *
weft_proposal_node_get_reason (WeftProposalNode *self)
{
  g_return_val_if_fail (WEFT_IS_PROPOSAL_NODE (self), NULL);

  return self->reason;
}

const char *
weft_proposal_node_get_finding (WeftProposalNode *self)
{
  g_return_val_if_fail (WEFT_IS_PROPOSAL_NODE (self), NULL);

  return self->finding;
}

WeftOutcome
weft_proposal_node_get_outcome (WeftProposalNode *self)
{
  g_return_val_if_fail (WEFT_IS_PROPOSAL_NODE (self), WEFT_OUTCOME_NONE);

  return self->outcome;
}

double
weft_proposal_node_get_score (WeftProposalNode *self)
{
  g_return_val_if_fail (WEFT_IS_PROPOSAL_NODE (self), NAN);

  return self->score;
}

gboolean
weft_proposal_node_get_best (WeftProposalNode *self)
{
  g_return_val_if_fail (WEFT_IS_PROPOSAL_NODE (self), FALSE);

  return self->best;
}

gboolean
weft_proposal_node_get_improved (WeftProposalNode *self)
{
  g_return_val_if_fail (WEFT_IS_PROPOSAL_NODE (self), FALSE);

  return self->improved;
}

WeftProposalNode *
weft_proposal_node_get_parent (WeftProposalNode *self)
{
  g_return_val_if_fail (WEFT_IS_PROPOSAL_NODE (self), NULL);

  return self->parent;
}

GListModel *
weft_proposal_node_get_children (WeftProposalNode *self)
{
  g_return_val_if_fail (WEFT_IS_PROPOSAL_NODE (self), NULL);

  return self->children == NULL ? NULL : G_LIST_MODEL (self->children);
}
