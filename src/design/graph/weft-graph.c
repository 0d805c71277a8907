/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph's life, its JSON, and what it is asked for by name. */
#include "design/graph/weft-graph-private.h"

#include <glib/gi18n-lib.h>

#include "design/weft-design.h"
#include "design/weft-members-private.h"

const char *const weft_graph_keys[] = { "root", "definitions", NULL };
const char *const weft_graph_definition_keys[]
    = { "level", "title", "enclosure", "items", "links", "ports", NULL };
const char *const weft_graph_item_keys[]
    = { "id", "chip", "component", "definition", "count", "role", "at", "u", NULL };
const char *const weft_graph_link_keys[]
    = { "from", "to", "wiring", "component", "fabric", "channels", "length_m", NULL };
const char *const weft_graph_port_keys[] = { "id", "of", "per_item", NULL };

G_DEFINE_BOXED_TYPE (WeftGraph, weft_graph, weft_graph_ref, weft_graph_unref)

static void
clear_end (WeftGraphEnd *end)
{
  g_free (end->text);
  g_free (end->item_id);
  g_free (end->port);
}

static void
clear_link (WeftGraphLink *link)
{
  clear_end (&link->from);
  for (guint i = 0; i < link->n_to; i++)
    clear_end (&link->to[i]);
  g_free (link->to);
  g_free (link->wiring_name);
  g_free (link->component);
  g_free (link->fabric);
  g_clear_pointer (&link->params, json_node_unref);
}

static void
clear_definition (WeftGraphDefinition *definition)
{
  for (guint i = 0; i < definition->n_items; i++)
    {
      g_free (definition->items[i].id);
      g_free (definition->items[i].of);
      g_free (definition->items[i].role);
    }
  for (guint i = 0; i < definition->n_links; i++)
    clear_link (&definition->links[i]);
  for (guint i = 0; i < definition->n_ports; i++)
    {
      g_free (definition->ports[i].id);
      clear_end (&definition->ports[i].of);
    }
  g_hash_table_unref (definition->ports_by_id);
  g_free (definition->items);
  g_free (definition->links);
  g_free (definition->ports);
  g_free (definition->id);
  g_free (definition->level_name);
  g_free (definition->title);
  g_free (definition->enclosure);
}

static void
set_error (GPtrArray *violations, guint first, const char *file, GError **error)
{
  for (guint i = first; i < violations->len; i++)
    {
      WeftViolation *violation = g_ptr_array_index (violations, i);

      if (weft_violation_get_severity (violation) != WEFT_SEVERITY_ERROR)
        continue;
      g_set_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE, "%s: %s: %s", file,
                   weft_violation_get_path (violation), weft_violation_get_message (violation));
      return;
    }
  g_assert_not_reached ();
}

/**
 * weft_graph_new_from_json:
 * @node: the object of the graph
 * @file: (nullable): the file's name for messages
 * @violations: (nullable) (element-type WeftViolation): where to append what was found; it frees
 *   its elements with g_object_unref()
 * @error: where to put a %WEFT_DESIGN_ERROR_STRUCTURE with the first fault in words
 *
 * Reads a graph alone; weft_design_load() reads the one of a document. Whether it makes sense is
 * for weft_graph_rules_check() to say.
 *
 * Returns: (transfer full): the graph, which shares nothing with @node
 */
WeftGraph *
weft_graph_new_from_json (JsonNode *node, const char *file, GPtrArray *violations, GError **error)
{
  g_autoptr (GPtrArray) found = NULL;
  WeftStructure check = { 0 };
  WeftJsonAt at;
  guint first;

  g_return_val_if_fail (node != NULL, NULL);

  found = violations != NULL ? g_ptr_array_ref (violations)
                             : g_ptr_array_new_with_free_func (g_object_unref);
  first = found->len;
  check.violations = found;
  weft_json_at_root (&at, node, file);
  if (weft_structure_is (node, WEFT_STRUCTURE_OBJECT))
    weft_graph_check_structure (&check, &at);
  else
    weft_structure_add_wrong (&check, &at, WEFT_STRUCTURE_OBJECT, "wrong_type");
  if (check.n_errors > 0)
    {
      set_error (found, first, file != NULL ? file : _("graph"), error);
      return NULL;
    }
  return weft_graph_new_from_object (json_node_get_object (node));
}

/**
 * weft_graph_ref:
 * @self: a graph
 *
 * Returns: (transfer full): the same graph
 */
WeftGraph *
weft_graph_ref (WeftGraph *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * weft_graph_unref:
 * @self: (transfer full): a graph
 */
void
weft_graph_unref (WeftGraph *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < self->n_definitions; i++)
    clear_definition (&self->definitions[i]);
  g_free (self->definitions);
  g_hash_table_unref (self->by_id);
  json_object_unref (self->json);
  g_free (self->root_id);
  g_free (self);
}

/**
 * weft_graph_to_json:
 * @self: a graph
 *
 * Returns: (transfer full): the graph as a document holds it: known members in a fixed order, the
 *   other ones after them; what the document left out stays out
 */
JsonNode *
weft_graph_to_json (const WeftGraph *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return weft_members_to_node (weft_members_copy_object (self->json));
}

/**
 * weft_graph_n_definitions:
 * @self: a graph
 *
 * Returns: how many definitions it has
 */
guint
weft_graph_n_definitions (const WeftGraph *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_definitions;
}

/**
 * weft_graph_definition: (skip)
 * @self: a graph
 * @index: which one, in document order
 *
 * Returns: (transfer none): a definition
 */
const WeftGraphDefinition *
weft_graph_definition (const WeftGraph *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->n_definitions, NULL);

  return &self->definitions[index];
}

/**
 * weft_graph_find:
 * @self: a graph
 * @id: name of a definition
 *
 * Returns: its index, -1 when there is none of that name
 */
int
weft_graph_find (const WeftGraph *self, const char *id)
{
  g_return_val_if_fail (self != NULL && id != NULL, -1);

  return GPOINTER_TO_INT (g_hash_table_lookup (self->by_id, id)) - 1;
}

/**
 * weft_graph_get_root:
 * @self: a graph
 * @index: (out) (optional): its index, -1 when there is no definition of that name
 *
 * Returns: name of the definition that is the whole machine
 */
const char *
weft_graph_get_root (const WeftGraph *self, int *index)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (index != NULL)
    *index = self->root;
  return self->root_id;
}

/**
 * weft_graph_find_port: (skip)
 * @definition: a definition
 * @id: name of a port
 *
 * Returns: (transfer none) (nullable): the port
 */
const WeftGraphPort *
weft_graph_find_port (const WeftGraphDefinition *definition, const char *id)
{
  g_return_val_if_fail (definition != NULL && id != NULL, NULL);

  return g_hash_table_lookup (definition->ports_by_id, id);
}
