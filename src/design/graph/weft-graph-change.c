/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recording a change of a graph step by step. */
#include "design/graph/weft-graph-change-private.h"

#include <string.h>

#include "design/weft-members-private.h"

struct _WeftGraphChange
{
  grefcount refs;
  WeftGraph *base;
  WeftGraph *graph; /* with the first @applied ops */
  GPtrArray *ops;
  guint applied;
};

G_DEFINE_BOXED_TYPE (WeftGraphChange, weft_graph_change, weft_graph_change_ref,
                     weft_graph_change_unref)

/* What comes from a program is sound, or the program is wrong. */
static gboolean
is_sound (JsonNode *node, int members)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
  WeftStructure check = { .violations = found };
  WeftJsonAt at;

  weft_json_at_root (&at, node, NULL);
  weft_graph_check_member (&check, &at, members);
  if (check.n_errors > 0)
    g_log (G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "A change of a graph has an unsound member: %s",
           weft_violation_get_message (found->pdata[0]));
  return check.n_errors == 0;
}

static WeftGraphOp *
add_op (WeftGraphChange *self, WeftGraphOpKind kind, const char *definition)
{
  WeftGraphOp *op = g_new0 (WeftGraphOp, 1);

  op->kind = kind;
  op->definition = g_strdup (definition);
  g_ptr_array_add (self->ops, op);
  return op;
}

static gboolean
ascends (const guint *at, guint n)
{
  for (guint i = 1; i < n; i++)
    if (at[i - 1] >= at[i])
      return FALSE;
  return TRUE;
}

static void
add_list_op (WeftGraphChange *self, WeftGraphOpKind kind, const char *definition,
             WeftGraphMembers members, const guint *at, JsonNode *const *nodes, guint n)
{
  WeftGraphOp *op;

  g_return_if_fail (self != NULL && definition != NULL && members < WEFT_GRAPH_N_MEMBERS);
  g_return_if_fail (ascends (at, n));

  for (guint i = 0; nodes != NULL && i < n; i++)
    if (!is_sound (nodes[i], members))
      return;
  if (n == 0)
    return;
  op = add_op (self, kind, definition);
  op->members = members;
  op->n = n;
  op->at = g_memdup2 (at, n * sizeof *at);
  if (nodes != NULL)
    op->after = g_new (WeftGraphCell *, n);
  for (guint i = 0; nodes != NULL && i < n; i++)
    op->after[i] = weft_graph_cell_new (members, json_node_get_object (nodes[i]));
}

/**
 * weft_graph_change_new:
 * @graph: the graph to start from
 *
 * Returns: (transfer full): a change that is empty so far
 */
WeftGraphChange *
weft_graph_change_new (WeftGraph *graph)
{
  WeftGraphChange *self;

  g_return_val_if_fail (graph != NULL, NULL);

  self = g_new0 (WeftGraphChange, 1);
  g_ref_count_init (&self->refs);
  self->base = weft_graph_ref (graph);
  self->graph = weft_graph_ref (graph);
  self->ops = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_graph_op_free);
  return self;
}

/**
 * weft_graph_change_ref:
 * @self: a change
 *
 * Returns: (transfer full): the same change
 */
WeftGraphChange *
weft_graph_change_ref (WeftGraphChange *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_ref_count_inc (&self->refs);
  return self;
}

/**
 * weft_graph_change_unref:
 * @self: (transfer full): a change
 */
void
weft_graph_change_unref (WeftGraphChange *self)
{
  g_return_if_fail (self != NULL);

  if (!g_ref_count_dec (&self->refs))
    return;
  weft_graph_unref (self->base);
  weft_graph_unref (self->graph);
  g_ptr_array_unref (self->ops);
  g_free (self);
}

/**
 * weft_graph_change_graph:
 * @self: a change
 *
 * A step that does not go with the graph, such as one of a definition that is not there, is a fault
 * of the program and is left out with all that follow it.
 *
 * Returns: (transfer none): the graph with all changes so far, valid until the next one
 */
WeftGraph *
weft_graph_change_graph (WeftGraphChange *self)
{
  WeftGraph *next;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->applied == self->ops->len)
    return self->graph;
  next = weft_graph_ops_apply (self->ops, self->applied, self->graph);
  if (next == NULL)
    {
      g_log (G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "A change does not go with its graph");
      g_ptr_array_set_size (self->ops, self->applied);
      return self->graph;
    }
  self->applied = self->ops->len;
  weft_graph_unref (self->graph);
  self->graph = next;
  return next;
}

/**
 * weft_graph_change_is_empty:
 * @self: a change
 *
 * Returns: whether nothing has been recorded
 */
gboolean
weft_graph_change_is_empty (WeftGraphChange *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->ops->len == 0;
}

/**
 * weft_graph_change_insert:
 * @self: a change
 * @definition: name of a definition
 * @members: which of its lists
 * @at: (array length=n): where the new members stand afterwards, ascending
 * @nodes: (array length=n): what the document says of each
 * @n: how many
 */
void
weft_graph_change_insert (WeftGraphChange *self, const char *definition, WeftGraphMembers members,
                          const guint *at, JsonNode *const *nodes, guint n)
{
  add_list_op (self, WEFT_GRAPH_OP_INSERT, definition, members, at, nodes, n);
}

/**
 * weft_graph_change_remove:
 * @self: a change
 * @definition: name of a definition
 * @members: which of its lists
 * @at: (array length=n): which members, ascending
 * @n: how many
 */
void
weft_graph_change_remove (WeftGraphChange *self, const char *definition, WeftGraphMembers members,
                          const guint *at, guint n)
{
  add_list_op (self, WEFT_GRAPH_OP_REMOVE, definition, members, at, NULL, n);
}

/**
 * weft_graph_change_replace:
 * @self: a change
 * @definition: name of a definition
 * @members: which of its lists
 * @at: (array length=n): which members, ascending
 * @nodes: (array length=n): what the document says of each afterwards
 * @n: how many
 */
void
weft_graph_change_replace (WeftGraphChange *self, const char *definition,
                           WeftGraphMembers members, const guint *at, JsonNode *const *nodes,
                           guint n)
{
  add_list_op (self, WEFT_GRAPH_OP_REPLACE, definition, members, at, nodes, n);
}

static gboolean
is_list (const char *key)
{
  return g_str_equal (key, "items") || g_str_equal (key, "links") || g_str_equal (key, "ports");
}

/**
 * weft_graph_change_set:
 * @self: a change
 * @definition: name of a definition
 * @key: "level", "title", "enclosure", or a member that Weft does not know
 * @value: (nullable): what it is afterwards; %NULL removes it
 */
void
weft_graph_change_set (WeftGraphChange *self, const char *definition, const char *key,
                       JsonNode *value)
{
  WeftGraphOp *op;

  g_return_if_fail (self != NULL && definition != NULL && key != NULL);
  g_return_if_fail (!is_list (key));
  g_return_if_fail (value != NULL || !g_str_equal (key, "level"));

  if (value != NULL)
    {
      g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "level", "node");
      json_object_set_array_member (object, "items", json_array_new ());
      json_object_set_member (object, key, weft_members_copy_node (value));
      json_node_take_object (node, object);
      if (!is_sound (node, WEFT_GRAPH_HEAD))
        return;
    }
  op = add_op (self, WEFT_GRAPH_OP_HEAD, definition);
  op->key = g_strdup (key);
  op->value = value != NULL ? weft_members_copy_node (value) : NULL;
}

/**
 * weft_graph_change_add_definition:
 * @self: a change
 * @id: its name, which no other definition has
 * @node: what the document says of it
 * @at: where it stands afterwards; the end when there are not so many
 */
void
weft_graph_change_add_definition (WeftGraphChange *self, const char *id, JsonNode *node, guint at)
{
  WeftGraphOp *op;

  g_return_if_fail (self != NULL && id != NULL && node != NULL);

  if (!is_sound (node, WEFT_GRAPH_HEAD))
    return;
  op = add_op (self, WEFT_GRAPH_OP_ADD, id);
  op->body = weft_graph_body_new_from_object (id, json_node_get_object (node));
  op->place = at;
}

/**
 * weft_graph_change_remove_definition:
 * @self: a change
 * @id: name of a definition
 */
void
weft_graph_change_remove_definition (WeftGraphChange *self, const char *id)
{
  g_return_if_fail (self != NULL && id != NULL);

  add_op (self, WEFT_GRAPH_OP_DROP, id);
}

/**
 * weft_graph_change_rename_definition:
 * @self: a change
 * @id: name of a definition
 * @to: its name afterwards, which no other definition has
 *
 * What names it, the root and items, is changed separately.
 */
void
weft_graph_change_rename_definition (WeftGraphChange *self, const char *id, const char *to)
{
  g_return_if_fail (self != NULL && id != NULL && to != NULL);

  add_op (self, WEFT_GRAPH_OP_RENAME, id)->to = g_strdup (to);
}

/**
 * weft_graph_change_set_root:
 * @self: a change
 * @id: name of the definition that is the machine
 */
void
weft_graph_change_set_root (WeftGraphChange *self, const char *id)
{
  g_return_if_fail (self != NULL && id != NULL);

  add_op (self, WEFT_GRAPH_OP_ROOT, NULL)->to = g_strdup (id);
}

GPtrArray *
weft_graph_change_take_ops (WeftGraphChange *self, WeftGraph **base, WeftGraph **after)
{
  *after = weft_graph_ref (weft_graph_change_graph (self));
  *base = weft_graph_ref (self->base);
  return g_ptr_array_ref (self->ops);
}

/* --- what the document says --- */

static JsonNode *
member_json (const WeftGraph *self, guint definition, WeftGraphMembers members, guint index)
{
  const WeftGraphList *list;

  g_return_val_if_fail (self != NULL && definition < self->n_definitions, NULL);

  list = self->bodies[definition]->lists[members];
  g_return_val_if_fail (index < list->n, NULL);

  return weft_members_to_node (weft_members_copy_object (list->cells[index]->json));
}

/**
 * weft_graph_item_json:
 * @self: a graph
 * @definition: which definition
 * @index: which item
 *
 * Returns: (transfer full): what the document says of it, with what Weft does not know
 */
JsonNode *
weft_graph_item_json (const WeftGraph *self, guint definition, guint index)
{
  return member_json (self, definition, WEFT_GRAPH_ITEMS, index);
}

/**
 * weft_graph_link_json:
 * @self: a graph
 * @definition: which definition
 * @index: which link
 *
 * Returns: (transfer full): what the document says of it, with what Weft does not know
 */
JsonNode *
weft_graph_link_json (const WeftGraph *self, guint definition, guint index)
{
  return member_json (self, definition, WEFT_GRAPH_LINKS, index);
}

/**
 * weft_graph_port_json:
 * @self: a graph
 * @definition: which definition
 * @index: which port
 *
 * Returns: (transfer full): what the document says of it, with what Weft does not know
 */
JsonNode *
weft_graph_port_json (const WeftGraph *self, guint definition, guint index)
{
  return member_json (self, definition, WEFT_GRAPH_PORTS, index);
}

/**
 * weft_graph_definition_json:
 * @self: a graph
 * @definition: which definition
 *
 * Returns: (transfer full): what the document says of it, with what Weft does not know
 */
JsonNode *
weft_graph_definition_json (const WeftGraph *self, guint definition)
{
  g_return_val_if_fail (self != NULL && definition < self->n_definitions, NULL);

  return weft_graph_body_to_json (self->bodies[definition]);
}
