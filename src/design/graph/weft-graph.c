/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph's and its definitions' life, their JSON, and what they are asked for by name. */
#include "design/graph/weft-graph-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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

WeftGraphBody *
weft_graph_body_new (const char *id, WeftGraphCell *head,
                     WeftGraphList *const lists[WEFT_GRAPH_N_MEMBERS],
                     const gboolean has[WEFT_GRAPH_N_MEMBERS])
{
  WeftGraphBody *self = g_new0 (WeftGraphBody, 1);
  WeftGraphDefinition *definition = &self->definition;

  self->refs = 1;
  self->head = head;
  memcpy (self->lists, lists, sizeof self->lists);
  memcpy (self->has, has, sizeof self->has);
  definition->id = g_strdup (id);
  definition->level = head->head.level;
  definition->level_name = head->head.level_name;
  definition->title = head->head.title;
  definition->enclosure = head->head.enclosure;
  definition->items = lists[WEFT_GRAPH_ITEMS]->items;
  definition->n_items = lists[WEFT_GRAPH_ITEMS]->n;
  definition->links = lists[WEFT_GRAPH_LINKS]->links;
  definition->n_links = lists[WEFT_GRAPH_LINKS]->n;
  definition->ports = lists[WEFT_GRAPH_PORTS]->ports;
  definition->n_ports = lists[WEFT_GRAPH_PORTS]->n;
  definition->body = self;
  return self;
}

WeftGraphBody *
weft_graph_body_ref (WeftGraphBody *self)
{
  g_atomic_int_inc (&self->refs);
  return self;
}

void
weft_graph_body_unref (WeftGraphBody *self)
{
  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  for (guint i = 0; i < WEFT_GRAPH_N_MEMBERS; i++)
    weft_graph_list_unref (self->lists[i]);
  weft_graph_cell_unref (self->head);
  g_free (self->uses);
  g_free (self->definition.id);
  g_free (self);
}

const WeftGraphBody *
weft_graph_body_of (const WeftGraphDefinition *definition)
{
  return definition->body;
}

void
weft_graph_line_up (WeftGraph *self)
{
  self->definitions = g_new (WeftGraphDefinition, (gsize) self->n_definitions + 1);
  for (guint i = 0; i < self->n_definitions; i++)
    self->definitions[i] = self->bodies[i]->definition;
}

static void
write_lists (JsonObject *object, const WeftGraphBody *self)
{
  static const char *const keys[] = { "items", "links", "ports" };

  for (guint i = 0; i < WEFT_GRAPH_N_MEMBERS; i++)
    if (self->has[i])
      {
        const WeftGraphList *list = self->lists[i];
        JsonArray *array = json_array_sized_new (list->n);

        for (guint j = 0; j < list->n; j++)
          json_array_add_object_element (array, weft_members_copy_object (list->cells[j]->json));
        json_object_set_array_member (object, keys[i], array);
      }
}

/* Its lists stand between what Weft knows of the head and the rest of it. */
JsonNode *
weft_graph_body_to_json (const WeftGraphBody *self)
{
  JsonObject *object = json_object_new ();
  g_autoptr (JsonObject) unknown = NULL;

  for (guint i = 0; weft_graph_definition_keys[i] != NULL; i++)
    {
      const char *key = weft_graph_definition_keys[i];
      JsonNode *node = json_object_get_member (self->head->json, key);

      if (node != NULL)
        json_object_set_member (object, key, weft_members_copy_node (node));
    }
  write_lists (object, self);
  unknown = weft_members_unknown (self->head->json, weft_graph_definition_keys);
  weft_members_append (object, unknown);
  return weft_members_to_node (object);
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

  g_atomic_int_inc (&self->refs);
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

  if (!g_atomic_int_dec_and_test (&self->refs))
    return;
  for (guint i = 0; i < self->n_definitions; i++)
    weft_graph_body_unref (self->bodies[i]);
  g_free (self->bodies);
  g_free (self->definitions);
  weft_graph_index_unref (self->index);
  weft_graph_cell_unref (self->rest);
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
  JsonObject *object, *definitions;

  g_return_val_if_fail (self != NULL, NULL);

  object = json_object_new ();
  definitions = json_object_new ();
  for (guint i = 0; i < self->n_definitions; i++)
    json_object_set_member (definitions, self->bodies[i]->definition.id,
                            weft_graph_body_to_json (self->bodies[i]));
  json_object_set_string_member (object, "root", self->root_id);
  json_object_set_object_member (object, "definitions", definitions);
  weft_members_append (object, self->rest->json);
  return weft_members_to_node (object);
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

  return weft_graph_index_find (self->index, id);
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
  int at;

  g_return_val_if_fail (definition != NULL && id != NULL, NULL);

  at = weft_graph_index_find (
    weft_graph_list_index (weft_graph_body_of (definition)->lists[WEFT_GRAPH_PORTS]), id);
  return at >= 0 ? &definition->ports[at] : NULL;
}

int
weft_graph_find_item (const WeftGraphDefinition *definition, const char *id)
{
  return weft_graph_index_find (
    weft_graph_list_index (weft_graph_body_of (definition)->lists[WEFT_GRAPH_ITEMS]), id);
}
