/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A change of a graph as an undoable edit. Until it is applied it keeps the graph that it makes;
 * afterwards only the members that it touches. */
#include "design/graph/weft-graph-change-private.h"
#include "design/graph/weft-graph-edits.h"
#include "design/weft-design-private.h"

#define WEFT_TYPE_GRAPH_EDIT (weft_graph_edit_get_type ())
G_DECLARE_FINAL_TYPE (WeftGraphEdit, weft_graph_edit, WEFT, GRAPH_EDIT, WeftEdit)

struct _WeftGraphEdit
{
  WeftEdit parent_instance;

  GPtrArray *ops;
  gboolean continues;
  WeftGraph *base;  /* (nullable): the graph that gives @after */
  WeftGraph *after;
  guint *new_items;
  guint n_new_items;
};

G_DEFINE_FINAL_TYPE (WeftGraphEdit, weft_graph_edit, WEFT_TYPE_EDIT)

static void
forget (WeftGraphEdit *self)
{
  g_clear_pointer (&self->base, weft_graph_unref);
  g_clear_pointer (&self->after, weft_graph_unref);
}

/* FALSE when the steps do not go with the design's graph. */
static gboolean
prepare (WeftGraphEdit *self, WeftDesign *design)
{
  WeftGraph *graph = weft_design_get_graph (design);

  if (graph == NULL)
    return FALSE;
  if (self->base == graph)
    return self->after != NULL;
  forget (self);
  self->base = weft_graph_ref (graph);
  self->after = weft_graph_ops_apply (self->ops, 0, graph);
  return self->after != NULL;
}

static gboolean
is_idle (WeftGraphEdit *self)
{
  for (guint i = 0; i < self->ops->len; i++)
    if (!weft_graph_op_is_idle (g_ptr_array_index (self->ops, i)))
      return FALSE;
  return TRUE;
}

static gboolean
weft_graph_edit_changes (WeftEdit *edit, WeftDesign *design)
{
  WeftGraphEdit *self = WEFT_GRAPH_EDIT (edit);

  return prepare (self, design) && !is_idle (self);
}

static void
weft_graph_edit_apply (WeftEdit *edit, WeftDesign *design)
{
  WeftGraphEdit *self = WEFT_GRAPH_EDIT (edit);

  g_return_if_fail (prepare (self, design));

  weft_design_set_graph (design, self->after);
  forget (self);
}

static void
weft_graph_edit_revert (WeftEdit *edit, WeftDesign *design)
{
  WeftGraphEdit *self = WEFT_GRAPH_EDIT (edit);
  WeftGraph *graph = weft_design_get_graph (design);
  g_autoptr (WeftGraph) before = NULL;

  g_return_if_fail (graph != NULL);

  before = weft_graph_ops_revert (self->ops, graph);
  g_return_if_fail (before != NULL);
  weft_design_set_graph (design, before);
}

static gboolean
weft_graph_edit_merge (WeftEdit *edit, WeftEdit *next_edit)
{
  WeftGraphEdit *self = WEFT_GRAPH_EDIT (edit);
  WeftGraphEdit *next;

  if (!WEFT_IS_GRAPH_EDIT (next_edit))
    return FALSE;
  next = WEFT_GRAPH_EDIT (next_edit);
  if (!next->continues || next->ops->len != self->ops->len)
    return FALSE;
  for (guint i = 0; i < self->ops->len; i++)
    if (!weft_graph_op_follows (self->ops->pdata[i], next->ops->pdata[i]))
      return FALSE;

  for (guint i = 0; i < self->ops->len; i++)
    weft_graph_op_follow (self->ops->pdata[i], next->ops->pdata[i]);
  return TRUE;
}

static gboolean
weft_graph_edit_is_idle (WeftEdit *edit)
{
  return is_idle (WEFT_GRAPH_EDIT (edit));
}

static void
weft_graph_edit_finalize (GObject *object)
{
  WeftGraphEdit *self = WEFT_GRAPH_EDIT (object);

  forget (self);
  g_ptr_array_unref (self->ops);
  g_free (self->new_items);

  G_OBJECT_CLASS (weft_graph_edit_parent_class)->finalize (object);
}

static void
weft_graph_edit_class_init (WeftGraphEditClass *klass)
{
  WeftEditClass *edit_class = WEFT_EDIT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_graph_edit_finalize;
  edit_class->apply = weft_graph_edit_apply;
  edit_class->revert = weft_graph_edit_revert;
  edit_class->merge = weft_graph_edit_merge;
  edit_class->changes = weft_graph_edit_changes;
  edit_class->is_idle = weft_graph_edit_is_idle;
}

static void
weft_graph_edit_init (WeftGraphEdit *self)
{
}

/**
 * weft_edit_graph:
 * @change: (transfer full): what to do; nothing may be recorded in it afterwards
 * @label: (transfer full): what it does, for a menu, translated
 * @continues: whether it joins the edit before it when both replace the same members
 *
 * Applied to a design whose graph is another one than the change began with, it does the same steps
 * there, when they go with it.
 *
 * Returns: (transfer full): an edit
 */
WeftEdit *
weft_edit_graph (WeftGraphChange *change, char *label, gboolean continues)
{
  WeftGraphEdit *self;

  g_return_val_if_fail (change != NULL && label != NULL, NULL);

  self = g_object_new (WEFT_TYPE_GRAPH_EDIT, NULL);
  self->ops = weft_graph_change_take_ops (change, &self->base, &self->after);
  self->continues = continues;
  weft_edit_take_label (WEFT_EDIT (self), label);
  weft_graph_change_unref (change);
  return WEFT_EDIT (self);
}

void
weft_graph_edit_take_new_items (WeftEdit *edit, guint *items, guint n)
{
  WeftGraphEdit *self = WEFT_GRAPH_EDIT (edit);

  g_free (self->new_items);
  self->new_items = items;
  self->n_new_items = n;
}

/**
 * weft_graph_edit_get_new_items:
 * @edit: an edit of a graph
 * @n: (out): how many
 *
 * Returns: (transfer none) (nullable) (array length=n): the items that it makes, by their places in
 *   the definition after it
 */
const guint *
weft_graph_edit_get_new_items (WeftEdit *edit, guint *n)
{
  g_return_val_if_fail (WEFT_IS_EDIT (edit) && n != NULL, NULL);

  *n = WEFT_IS_GRAPH_EDIT (edit) ? WEFT_GRAPH_EDIT (edit)->n_new_items : 0;
  return *n > 0 ? WEFT_GRAPH_EDIT (edit)->new_items : NULL;
}
