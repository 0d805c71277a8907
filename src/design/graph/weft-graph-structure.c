/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the JSON of a graph may hold. Only types and limits of size; what the values mean is for the
 * rules to judge. */
#include "design/graph/weft-graph-private.h"

#include <glib/gi18n-lib.h>

#include "design/weft-design-private.h"
#include "design/weft-members-private.h"

static gboolean
check_length (WeftStructure *check, const WeftJsonAt *at, guint most, const char *code)
{
  guint n = weft_json_at_length (at);
  g_autofree char *path = NULL;
  g_autofree char *message = NULL;

  if (n <= most)
    return TRUE;

  path = weft_json_at_pointer (at);
  message = g_strdup_printf (_("There are %u members here; reading stops at %u."), n, most);
  weft_structure_add (check, WEFT_SEVERITY_ERROR, code, path, weft_members_number (n),
                      weft_members_number (most), message,
                      _("Give equal parts a count, or split the definition."));
  return FALSE;
}

static void
check_object (WeftStructure *check, const WeftJsonAt *at, const WeftStructureMember *members)
{
  if (weft_structure_is (at->node, WEFT_STRUCTURE_OBJECT))
    weft_structure_check (check, at, members);
  else
    weft_structure_add_wrong (check, at, WEFT_STRUCTURE_OBJECT, NULL);
}

/* Each element of an array of objects. */
static void
check_objects (WeftStructure *check, const WeftJsonAt *array, const WeftStructureMember *members)
{
  guint n = weft_json_at_length (array);
  WeftJsonAt at;

  if (!check_length (check, array, WEFT_GRAPH_MAX_MEMBERS, "graph_too_large"))
    return;
  for (guint i = 0; i < n; i++)
    if (weft_json_at_element (array, i, &at))
      check_object (check, &at, members);
}

static void
check_elements (WeftStructure *check, const WeftJsonAt *array, WeftStructureKind kind)
{
  guint n = weft_json_at_length (array);
  WeftJsonAt at;

  for (guint i = 0; i < n; i++)
    if (weft_json_at_element (array, i, &at) && !weft_structure_is (at.node, kind))
      weft_structure_add_wrong (check, &at, kind, NULL);
}

static void
check_dims (WeftStructure *check, const WeftJsonAt *array)
{
  if (check_length (check, array, WEFT_GRAPH_MAX_DIMS, "graph_too_large"))
    check_elements (check, array, WEFT_STRUCTURE_NUMBER);
}

static void
check_place (WeftStructure *check, const WeftJsonAt *array)
{
  g_autofree char *path = NULL;
  guint n = weft_json_at_length (array);

  check_elements (check, array, WEFT_STRUCTURE_NUMBER);
  if (n == 2)
    return;
  path = weft_json_at_pointer (array);
  weft_structure_add (check, WEFT_SEVERITY_ERROR, "wrong_length", path, weft_members_number (n),
                      weft_members_number (2), _("A place has two numbers, x and y."),
                      _("Write [x, y]."));
}

/* A text that is not a member of its own kind. */
static void
check_text (WeftStructure *check, const WeftJsonAt *at)
{
  if (weft_structure_is (at->node, WEFT_STRUCTURE_STRING))
    weft_structure_check_length (check, at, json_node_get_string (at->node),
                                 WEFT_DESIGN_TITLE_CHARS);
  else
    weft_structure_add_wrong (check, at, WEFT_STRUCTURE_STRING, NULL);
}

static void
check_to (WeftStructure *check, const WeftJsonAt *at)
{
  WeftJsonAt end;

  if (!weft_structure_is (at->node, WEFT_STRUCTURE_ARRAY))
    check_text (check, at);
  else if (check_length (check, at, WEFT_GRAPH_MAX_MEMBERS, "graph_too_large"))
    for (guint i = 0; i < weft_json_at_length (at); i++)
      if (weft_json_at_element (at, i, &end))
        check_text (check, &end);
}

/* Sides stand in "torus" and "mesh" themselves. */
static void
check_params (WeftStructure *check, const WeftJsonAt *at)
{
  JsonObject *object = json_node_get_object (at->node);
  g_autofree char *base = NULL;
  g_autofree char *path = NULL;

  if (!json_object_has_member (object, "params") || json_object_get_null_member (object, "params")
      || (json_object_has_member (object, "generator")
          && !json_object_get_null_member (object, "generator")))
    return;
  base = weft_json_at_pointer (at);
  path = g_strconcat (base, "/params", NULL);
  weft_structure_add (check, WEFT_SEVERITY_ERROR, "wiring_params", path, NULL, NULL,
                      _("Parameters are given, but no generator that takes them."),
                      _("Name the generator, or take \"params\" out: the sides of a torus or a "
                        "mesh stand in its own array."));
}

static void
check_wiring (WeftStructure *check, const WeftJsonAt *at)
{
  static const WeftStructureMember members[] = {
    { .key = "torus", .kind = WEFT_STRUCTURE_ARRAY, .inside = check_dims },
    { .key = "mesh", .kind = WEFT_STRUCTURE_ARRAY, .inside = check_dims },
    { .key = "generator", .kind = WEFT_STRUCTURE_STRING },
    { .key = "params", .kind = WEFT_STRUCTURE_OBJECT },
    { .key = NULL },
  };

  if (!weft_structure_is (at->node, WEFT_STRUCTURE_OBJECT))
    {
      check_text (check, at);
      return;
    }
  weft_structure_check (check, at, members);
  check_params (check, at);
}

static const WeftStructureMember item_members[] = {
  { .key = "id", .kind = WEFT_STRUCTURE_STRING, .required = TRUE },
  { .key = "chip", .kind = WEFT_STRUCTURE_STRING },
  { .key = "component", .kind = WEFT_STRUCTURE_STRING },
  { .key = "definition", .kind = WEFT_STRUCTURE_STRING },
  { .key = "count", .kind = WEFT_STRUCTURE_NUMBER },
  { .key = "role", .kind = WEFT_STRUCTURE_STRING },
  { .key = "at", .kind = WEFT_STRUCTURE_ARRAY, .inside = check_place },
  { .key = "u", .kind = WEFT_STRUCTURE_NUMBER },
  { .key = NULL },
};

static void
check_items (WeftStructure *check, const WeftJsonAt *at)
{
  check_objects (check, at, item_members);
}

static const WeftStructureMember link_members[] = {
  { .key = "from", .kind = WEFT_STRUCTURE_STRING, .required = TRUE,
    .most_chars = WEFT_DESIGN_TITLE_CHARS },
  { .key = "to", .kind = WEFT_STRUCTURE_VALUE, .required = TRUE, .inside = check_to },
  { .key = "wiring", .kind = WEFT_STRUCTURE_VALUE, .required = TRUE, .inside = check_wiring },
  { .key = "component", .kind = WEFT_STRUCTURE_STRING },
  { .key = "fabric", .kind = WEFT_STRUCTURE_STRING },
  { .key = "channels", .kind = WEFT_STRUCTURE_NUMBER },
  { .key = "length_m", .kind = WEFT_STRUCTURE_NUMBER },
  { .key = NULL },
};

static void
check_links (WeftStructure *check, const WeftJsonAt *at)
{
  check_objects (check, at, link_members);
}

static const WeftStructureMember port_members[] = {
  { .key = "id", .kind = WEFT_STRUCTURE_STRING, .required = TRUE },
  { .key = "of", .kind = WEFT_STRUCTURE_STRING, .required = TRUE,
    .most_chars = WEFT_DESIGN_TITLE_CHARS },
  { .key = "per_item", .kind = WEFT_STRUCTURE_NUMBER },
  { .key = NULL },
};

static void
check_ports (WeftStructure *check, const WeftJsonAt *at)
{
  check_objects (check, at, port_members);
}

static const WeftStructureMember definition_members[] = {
  { .key = "level", .kind = WEFT_STRUCTURE_STRING, .required = TRUE },
  { .key = "title", .kind = WEFT_STRUCTURE_STRING, .most_chars = WEFT_DESIGN_TITLE_CHARS },
  { .key = "enclosure", .kind = WEFT_STRUCTURE_STRING },
  { .key = "items", .kind = WEFT_STRUCTURE_ARRAY, .required = TRUE, .inside = check_items },
  { .key = "links", .kind = WEFT_STRUCTURE_ARRAY, .inside = check_links },
  { .key = "ports", .kind = WEFT_STRUCTURE_ARRAY, .inside = check_ports },
  { .key = NULL },
};

static void
check_definitions (WeftStructure *check, const WeftJsonAt *object)
{
  JsonObjectIter iter;
  const char *key;

  if (!check_length (check, object, WEFT_GRAPH_MAX_DEFINITIONS, "graph_too_large"))
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (object->node));
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    {
      WeftJsonAt at;

      if (!weft_json_at_member (object, key, &at))
        continue;
      weft_structure_check_length (check, &at, key, WEFT_DESIGN_NAME_CHARS);
      check_object (check, &at, definition_members);
    }
}

void
weft_graph_check_structure (WeftStructure *check, const WeftJsonAt *graph)
{
  static const WeftStructureMember members[] = {
    { .key = "root", .kind = WEFT_STRUCTURE_STRING, .required = TRUE },
    { .key = "definitions", .kind = WEFT_STRUCTURE_OBJECT, .required = TRUE,
      .inside = check_definitions },
    { .key = NULL },
  };

  weft_structure_check (check, graph, members);
}

void
weft_graph_check_member (WeftStructure *check, const WeftJsonAt *at, int members)
{
  static const WeftStructureMember *const tables[]
      = { item_members, link_members, port_members, definition_members };

  check_object (check, at, tables[members]);
}
