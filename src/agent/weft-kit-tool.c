/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filling the schema of evaluate_design with what the space has. A schema with "anyOf" gets one alternative for the chips that
 * take the same fabrics, so that a server that holds its model to the schema cannot let it pair what does not fit. */
#include "agent/weft-kit-private.h"

#include "base/weft-json-find.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"

static void
set_enum (JsonObject *properties,
          const char *member,
          JsonArray  *names)
{
  JsonObject *property = weft_json_find_object (properties, member);

  if (property != NULL)
    json_object_set_array_member (property, "enum", names);
  else
    json_array_unref (names);
}

/* Walks to a member of members. (nullable) */
static JsonObject *
find_inside (JsonObject *object,
             ...)
{
  va_list names;
  const char *name;

  va_start (names, object);
  while (object != NULL && (name = va_arg (names, const char *)) != NULL)
    object = weft_json_find_object (object, name);
  va_end (names);
  return object;
}

/* The fractions of the space: a model that is held to them cannot give nothing or more than all. */
static JsonArray *
list_fractions (WeftProblem *problem)
{
  JsonArray *fractions = json_array_new ();

  for (guint i = 0; i < problem->n_fractions; i++)
    json_array_add_double_element (fractions, (double) problem->fractions[i] / WEFT_SPACE_WHOLE);
  return fractions;
}

static void
fill_in_item (JsonObject     *item,
              WeftProblem    *problem,
              const gboolean *chosen)
{
  JsonObject *properties = find_inside (item, "properties", NULL);
  JsonObject *fraction = properties != NULL ? find_inside (properties, "power_frac", NULL) : NULL;

  if (properties == NULL)
    return;
  set_enum (properties, "chip", weft_problem_list_ids (problem, chosen, weft_unit_chip_id));
  set_enum (properties, "scaleup", weft_problem_list_ids (problem, chosen, weft_unit_scaleup_id));
  set_enum (properties, "scaleout", weft_problem_list_ids (problem, chosen, weft_unit_scaleout_id));
  set_enum (properties, "role", weft_problem_list_roles (problem));
  if (fraction != NULL && json_object_has_member (fraction, "enum"))
    set_enum (properties, "power_frac", list_fractions (problem));
}

static gboolean
takes_the_same (WeftProblem *problem,
                guint        a,
                guint        b)
{
  guint n = problem->chip_first[a + 1] - problem->chip_first[a];

  if (n != problem->chip_first[b + 1] - problem->chip_first[b])
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const WeftSpaceUnit *x = &g_array_index (problem->units, WeftSpaceUnit, problem->chip_first[a] + i);
      const WeftSpaceUnit *y = &g_array_index (problem->units, WeftSpaceUnit, problem->chip_first[b] + i);

      if (x->scaleup != y->scaleup || x->scaleout != y->scaleout)
        return FALSE;
    }

  return TRUE;
}

/* One alternative for the chips that take what @first takes. @done: those that have one. */
static JsonNode *
make_alternative (JsonNode       *pattern,
                  WeftProblem    *problem,
                  const gboolean *chosen,
                  guint           first,
                  gboolean       *done)
{
  g_autofree gboolean *group = g_new0 (gboolean, problem->n_chips);
  g_autofree char *text = weft_json_write_compact (pattern);
  JsonNode *copy = weft_json_parse (text, -1, "pattern", NULL, NULL);

  for (guint i = first; i < problem->n_chips; i++)
    if ((chosen == NULL || chosen[i]) && !done[i] && takes_the_same (problem, first, i))
      group[i] = done[i] = TRUE;
  fill_in_item (json_node_get_object (copy), problem, group);
  return copy;
}

static void
fill_in_alternatives (JsonObject     *items,
                      WeftProblem    *problem,
                      const gboolean *chosen)
{
  g_autofree gboolean *done = g_new0 (gboolean, problem->n_chips + 1);
  JsonArray *patterns = json_object_get_array_member (items, "anyOf");
  JsonNode *pattern = json_array_get_length (patterns) > 0 ? json_array_get_element (patterns, 0) : NULL;
  JsonArray *alternatives;

  if (pattern == NULL || !JSON_NODE_HOLDS_OBJECT (pattern))
    return;
  alternatives = json_array_new ();
  for (guint i = 0; i < problem->n_chips; i++)
    if ((chosen == NULL || chosen[i]) && !done[i])
      json_array_add_element (alternatives, make_alternative (pattern, problem, chosen, i, done));
  json_object_set_array_member (items, "anyOf", alternatives);
}

/**
 * weft_kit_fill_in_tool: (skip)
 * @tool: a tool of the protocol
 * @problem: what is planned
 * @chosen: (nullable): for each chip of the problem whether it is told of, %NULL for all
 */
void
weft_kit_fill_in_tool (JsonNode       *tool,
                       WeftProblem    *problem,
                       const gboolean *chosen)
{
  JsonObject *partitions = find_inside (json_node_get_object (tool), "function", "parameters",
                                        "properties", "partitions", NULL);
  JsonObject *items = partitions != NULL ? find_inside (partitions, "items", NULL) : NULL;

  if (items == NULL)
    return;
  json_object_set_int_member (partitions, "maxItems", problem->max_partitions);
  if (json_object_has_member (items, "anyOf"))
    fill_in_alternatives (items, problem, chosen);
  else
    fill_in_item (items, problem, chosen);
}
