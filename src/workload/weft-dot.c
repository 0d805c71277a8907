/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grammar of DOT: statements about nodes and edges, with subgraphs flattened. */
#include "workload/weft-dot-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "workload/weft-dot-graph-private.h"
#include "workload/weft-dot-lexer-private.h"

/* Subgraphs inside one another. */
#define MAX_DEPTH 64
#define CANCEL_STEP 4096

/* Inside a pair of braces. */
typedef struct
{
  WeftDotNode node; /* what is said of nodes that are new here */
  WeftDotEdge edge;
  GArray *members; /* (nullable) (element-type guint32): nodes that are named, where somebody wants to know */
  guint depth;
} Scope;

typedef struct
{
  const WeftWorkloadText *file;
  WeftDotLexer lexer;
  WeftDotGraph *graph;
  guint n_statements;
} Dot;

static gboolean read_statements (Dot *self, Scope *scope, GError **error);

/* --- steps --- */

static gboolean
take_sign (Dot *self, char sign, const char *expected, GError **error)
{
  if (!weft_dot_lexer_is_sign (&self->lexer, sign))
    return weft_dot_lexer_refuse (&self->lexer, expected, error);
  return weft_dot_lexer_step (&self->lexer, error);
}

/* An id, whose text is kept; keywords are none. (transfer full) */
static char *
take_id (Dot *self, const char *expected, GError **error)
{
  g_autofree char *id = NULL;

  if (self->lexer.token != WEFT_DOT_ID)
    {
      weft_dot_lexer_refuse (&self->lexer, expected, error);
      return NULL;
    }
  id = g_strndup (self->lexer.id->str, self->lexer.id->len);
  return weft_dot_lexer_step (&self->lexer, error) ? g_steal_pointer (&id) : NULL;
}

static gboolean
refuse_many (Dot *self, GError **error)
{
  return weft_workload_text_refuse (self->file, self->lexer.line, WEFT_WORKLOAD_ERROR_LIMIT, error,
                                    _("a workload has at most %u tasks and %u edges"), WEFT_MAX_TASKS,
                                    WEFT_MAX_TASK_EDGES);
}

/* --- attributes --- */

/* What a list of attributes is about: one of the two. */
typedef struct
{
  WeftDotNode *node;
  WeftDotEdge *edge;
} Target;

static gboolean
set_attribute (Dot *self, const Target *target, const char *key, const char *value, guint line, GError **error)
{
  g_autofree char *quoted = NULL;

  if (target->node != NULL && weft_dot_graph_node_attribute (self->graph, target->node, key, value))
    return TRUE;
  if (target->edge != NULL && weft_dot_graph_edge_attribute (self->graph, target->edge, key, value))
    return TRUE;
  if (target->node == NULL && target->edge == NULL)
    return TRUE;
  quoted = weft_quote (value, -1);
  return weft_workload_text_refuse (self->file, line, WEFT_WORKLOAD_ERROR_INVALID, error,
                                    _("“%s” is %s, expected a number from 0 on"), key, quoted);
}

/* key = value, or key alone, which is true */
static gboolean
read_attribute (Dot *self, const Target *target, GError **error)
{
  guint line = self->lexer.line;
  g_autofree char *key = take_id (self, N_ ("an attribute or “]”"), error);
  g_autofree char *value = NULL;

  if (key == NULL)
    return FALSE;
  if (weft_dot_lexer_is_sign (&self->lexer, '='))
    {
      if (!weft_dot_lexer_step (&self->lexer, error))
        return FALSE;
      value = take_id (self, N_ ("the value of an attribute"), error);
      if (value == NULL)
        return FALSE;
    }
  if (!set_attribute (self, target, key, value != NULL ? value : "true", line, error))
    return FALSE;
  if (weft_dot_lexer_is_sign (&self->lexer, ',') || weft_dot_lexer_is_sign (&self->lexer, ';'))
    return weft_dot_lexer_step (&self->lexer, error);
  return TRUE;
}

/* Any number of [...] */
static gboolean
read_attributes (Dot *self, const Target *target, GError **error)
{
  while (weft_dot_lexer_is_sign (&self->lexer, '['))
    {
      if (!weft_dot_lexer_step (&self->lexer, error))
        return FALSE;
      while (!weft_dot_lexer_is_sign (&self->lexer, ']'))
        if (!read_attribute (self, target, error))
          return FALSE;
      if (!weft_dot_lexer_step (&self->lexer, error))
        return FALSE;
    }
  return TRUE;
}

/* --- ends of edges --- */

/* ":port" and ":port:side" say where a line is drawn. */
static gboolean
skip_port (Dot *self, GError **error)
{
  while (weft_dot_lexer_is_sign (&self->lexer, ':'))
    {
      g_autofree char *port = NULL;

      if (!weft_dot_lexer_step (&self->lexer, error))
        return FALSE;
      port = take_id (self, N_ ("the name of a port"), error);
      if (port == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
add_member (Scope *scope, guint32 node)
{
  if (scope->members != NULL)
    g_array_append_val (scope->members, node);
}

static gboolean
add_node (Dot *self, Scope *scope, const char *name, GArray *end, GError **error)
{
  guint32 node = weft_dot_graph_node (self->graph, name, &scope->node);

  if (node == WEFT_TASK_NONE)
    return refuse_many (self, error);
  add_member (scope, node);
  g_array_append_val (end, node);
  return TRUE;
}

static int
compare_indices (gconstpointer a, gconstpointer b)
{
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  return left < right ? -1 : left > right;
}

static void
keep_each_once (GArray *nodes)
{
  guint n_kept = 0;

  g_array_sort (nodes, compare_indices);
  for (guint i = 0; i < nodes->len; i++)
    if (n_kept == 0 || g_array_index (nodes, guint32, i) != g_array_index (nodes, guint32, n_kept - 1))
      g_array_index (nodes, guint32, n_kept++) = g_array_index (nodes, guint32, i);
  g_array_set_size (nodes, n_kept);
}

/* [subgraph [ID]] { ... }: all that is named inside is one end. */
static gboolean
read_subgraph (Dot *self, Scope *scope, GArray *end, GError **error)
{
  Scope inner = { scope->node, scope->edge, end, scope->depth + 1 };

  if (weft_dot_lexer_is_keyword (&self->lexer, "subgraph"))
    {
      if (!weft_dot_lexer_step (&self->lexer, error))
        return FALSE;
      if (self->lexer.token == WEFT_DOT_ID && !weft_dot_lexer_step (&self->lexer, error))
        return FALSE;
    }
  if (inner.depth > MAX_DEPTH)
    return weft_workload_text_refuse (self->file, self->lexer.line, WEFT_WORKLOAD_ERROR_LIMIT, error,
                                      _("subgraphs stand inside one another more than %d deep"), MAX_DEPTH);
  if (!take_sign (self, '{', N_ ("“{”"), error) || !read_statements (self, &inner, error)
      || !take_sign (self, '}', N_ ("a statement or “}”"), error))
    return FALSE;
  keep_each_once (end);
  for (guint i = 0; i < end->len; i++)
    add_member (scope, g_array_index (end, guint32, i));
  return TRUE;
}

static gboolean
begins_subgraph (const Dot *self)
{
  return weft_dot_lexer_is_sign (&self->lexer, '{') || weft_dot_lexer_is_keyword (&self->lexer, "subgraph");
}

static gboolean
read_end (Dot *self, Scope *scope, GArray *end, GError **error)
{
  g_autofree char *name = NULL;

  g_array_set_size (end, 0);
  if (begins_subgraph (self))
    return read_subgraph (self, scope, end, error);
  name = take_id (self, N_ ("a node or a subgraph"), error);
  return name != NULL && skip_port (self, error) && add_node (self, scope, name, end, error);
}

/* --- statements --- */

static gboolean
join_ends (Dot *self, GArray *from, GArray *to, const WeftDotEdge *edge, GError **error)
{
  for (guint i = 0; i < from->len; i++)
    for (guint k = 0; k < to->len; k++)
      if (!weft_dot_graph_add_edge (self->graph, g_array_index (from, guint32, i), g_array_index (to, guint32, k),
                                    edge))
        return refuse_many (self, error);
  return TRUE;
}

/* The ends after the first one, up to the attributes, which are about all edges between them. */
static gboolean
read_chain (Dot *self, Scope *scope, GPtrArray *ends, GError **error)
{
  while (self->lexer.token == WEFT_DOT_ARROW)
    {
      g_ptr_array_add (ends, g_array_new (FALSE, FALSE, sizeof (guint32)));
      if (!weft_dot_lexer_step (&self->lexer, error)
          || !read_end (self, scope, g_ptr_array_index (ends, ends->len - 1), error))
        return FALSE;
    }
  if (self->lexer.token == WEFT_DOT_LINE)
    return weft_dot_lexer_refuse (&self->lexer, N_ ("“->”: an edge of tasks has a direction"), error);
  return TRUE;
}

static gboolean
read_edges (Dot *self, Scope *scope, GPtrArray *ends, GError **error)
{
  WeftDotEdge edge = scope->edge;
  Target target = { .edge = &edge };

  if (!read_attributes (self, &target, error))
    return FALSE;
  for (guint i = 1; i < ends->len; i++)
    if (!join_ends (self, g_ptr_array_index (ends, i - 1), g_ptr_array_index (ends, i), &edge, error))
      return FALSE;
  return TRUE;
}

/* Of attributes of the node itself, which may have been named before. */
static gboolean
read_node (Dot *self, GArray *end, GError **error)
{
  guint32 index = g_array_index (end, guint32, 0);
  WeftDotNode node = *weft_dot_graph_get_node (self->graph, index);
  Target target = { .node = &node };

  if (!read_attributes (self, &target, error))
    return FALSE;
  *weft_dot_graph_get_node (self->graph, index) = node;
  return TRUE;
}

static gboolean
read_node_or_edges (Dot *self, Scope *scope, const char *name, GError **error)
{
  g_autoptr (GPtrArray) ends = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  GArray *first = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean is_ok;

  g_ptr_array_add (ends, first);
  if (name != NULL)
    is_ok = skip_port (self, error) && add_node (self, scope, name, first, error);
  else
    is_ok = read_end (self, scope, first, error);
  if (!is_ok || !read_chain (self, scope, ends, error))
    return FALSE;
  if (ends->len > 1)
    return read_edges (self, scope, ends, error);
  return name == NULL || read_node (self, first, error);
}

/* node [...], edge [...], graph [...] */
static gboolean
read_defaults (Dot *self, Scope *scope, GError **error)
{
  Target target = { 0 };

  if (weft_dot_lexer_is_keyword (&self->lexer, "node"))
    target.node = &scope->node;
  else if (weft_dot_lexer_is_keyword (&self->lexer, "edge"))
    target.edge = &scope->edge;
  else if (!weft_dot_lexer_is_keyword (&self->lexer, "graph"))
    return weft_dot_lexer_refuse (&self->lexer, N_ ("a statement or “}”"), error);
  return weft_dot_lexer_step (&self->lexer, error) && read_attributes (self, &target, error);
}

static gboolean
read_named (Dot *self, Scope *scope, GError **error)
{
  g_autofree char *name = take_id (self, N_ ("a statement or “}”"), error);
  g_autofree char *value = NULL;

  if (name == NULL)
    return FALSE;
  if (!weft_dot_lexer_is_sign (&self->lexer, '='))
    return read_node_or_edges (self, scope, name, error);
  if (!weft_dot_lexer_step (&self->lexer, error))
    return FALSE;
  value = take_id (self, N_ ("a value"), error);
  return value != NULL;
}

static gboolean
read_statement (Dot *self, Scope *scope, GError **error)
{
  if (weft_dot_lexer_is_sign (&self->lexer, ';'))
    return weft_dot_lexer_step (&self->lexer, error);
  if (self->n_statements++ % CANCEL_STEP == 0
      && g_cancellable_set_error_if_cancelled (self->file->cancellable, error))
    return FALSE;
  if (begins_subgraph (self))
    return read_node_or_edges (self, scope, NULL, error);
  if (self->lexer.token == WEFT_DOT_KEYWORD)
    return read_defaults (self, scope, error);
  return read_named (self, scope, error);
}

static gboolean
read_statements (Dot *self, Scope *scope, GError **error)
{
  while (self->lexer.token != WEFT_DOT_END && !weft_dot_lexer_is_sign (&self->lexer, '}'))
    if (!read_statement (self, scope, error))
      return FALSE;
  return TRUE;
}

/* --- the whole --- */

/* [strict] digraph [ID] */
static gboolean
read_head (Dot *self, GError **error)
{
  if (weft_dot_lexer_is_keyword (&self->lexer, "strict"))
    {
      weft_dot_graph_set_strict (self->graph);
      if (!weft_dot_lexer_step (&self->lexer, error))
        return FALSE;
    }
  if (weft_dot_lexer_is_keyword (&self->lexer, "graph"))
    return weft_workload_text_refuse (self->file, self->lexer.line, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                                      _("this is an undirected graph (“graph”), but tasks wait for one another: write "
                                        "“digraph” and “->”"));
  if (!weft_dot_lexer_is_keyword (&self->lexer, "digraph"))
    return weft_dot_lexer_refuse (&self->lexer, N_ ("“digraph”"), error);
  if (!weft_dot_lexer_step (&self->lexer, error))
    return FALSE;
  if (self->lexer.token != WEFT_DOT_ID)
    return TRUE;
  if (self->lexer.id->len > 0)
    weft_dot_graph_set_name (self->graph, self->lexer.id->str);
  return weft_dot_lexer_step (&self->lexer, error);
}

static gboolean
read_all (Dot *self, GError **error)
{
  Scope scope = { weft_dot_node_unsaid, weft_dot_edge_unsaid, NULL, 0 };

  if (!weft_dot_lexer_step (&self->lexer, error) || !read_head (self, error)
      || !take_sign (self, '{', N_ ("“{”"), error) || !read_statements (self, &scope, error)
      || !take_sign (self, '}', N_ ("a statement or “}”"), error))
    return FALSE;
  if (self->lexer.token != WEFT_DOT_END)
    return weft_dot_lexer_refuse (&self->lexer, N_ ("the end of the file: one graph is read"), error);
  return TRUE;
}

static gboolean
check_text (const WeftWorkloadText *file, GError **error)
{
  const char *bad;
  guint line = 1;

  if (g_utf8_validate_len (file->text, file->length, &bad))
    return TRUE;
  for (const char *at = file->text; at < bad; at++)
    line += *at == '\n';
  return weft_workload_text_refuse (file, line, WEFT_WORKLOAD_ERROR_INVALID, error,
                                    _("the byte 0x%02x is not UTF-8 here; save the file as UTF-8"), (guchar) *bad);
}

WeftTaskGraph *
weft_dot_read (const WeftWorkloadText *file, GError **error)
{
  Dot self = { .file = file };
  WeftTaskGraph *graph = NULL;

  if (!check_text (file, error))
    return NULL;
  weft_dot_lexer_init (&self.lexer, file);
  self.graph = weft_dot_graph_new (file);
  if (read_all (&self, error))
    graph = weft_dot_graph_finish (g_steal_pointer (&self.graph), error);
  g_clear_pointer (&self.graph, weft_dot_graph_free);
  weft_dot_lexer_clear (&self.lexer);
  return graph;
}
