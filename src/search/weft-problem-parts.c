/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of a problem are called, which there are, and a machine made of them as a document and a label have it. */
#include "search/weft-problem-private.h"

#include <math.h>

#include "base/weft-json-write.h"

const char *
weft_unit_chip_id (WeftProblem         *problem,
                   const WeftSpaceUnit *unit)
{
  return weft_inventory_chip (problem->inventory, unit->chip)->id;
}

const char *
weft_unit_scaleup_id (WeftProblem         *problem,
                      const WeftSpaceUnit *unit)
{
  return weft_inventory_scaleup (problem->inventory, unit->scaleup)->id;
}

const char *
weft_unit_scaleout_id (WeftProblem         *problem,
                       const WeftSpaceUnit *unit)
{
  return weft_inventory_scaleout (problem->inventory, unit->scaleout)->id;
}

/**
 * weft_problem_list_ids: (skip)
 * @problem: a problem
 * @chosen: (nullable): for each of its chips whether it counts, %NULL for all
 * @id_of: one of the three above
 *
 * Returns: (transfer full): an array of what the units of these chips have, each once, in their order
 */
JsonArray *
weft_problem_list_ids (WeftProblem    *problem,
                       const gboolean *chosen,
                       WeftUnitId      id_of)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  JsonArray *ids = json_array_new ();

  for (guint chip = 0; chip < problem->n_chips; chip++)
    for (guint i = problem->chip_first[chip]; i < problem->chip_first[chip + 1]; i++)
      {
        const char *id = id_of (problem, &g_array_index (problem->units, WeftSpaceUnit, i));

        if ((chosen == NULL || chosen[chip]) && g_hash_table_add (known, (gpointer) id))
          json_array_add_string_element (ids, id);
      }

  return ids;
}

/**
 * weft_problem_list_roles: (skip)
 * @problem: a problem
 *
 * Returns: (transfer full): an array of the roles that partitions may have
 */
JsonArray *
weft_problem_list_roles (WeftProblem *problem)
{
  JsonArray *roles = json_array_new ();

  for (guint i = 0; i < problem->n_roles; i++)
    json_array_add_string_element (roles, weft_role_nick (problem->roles[i]));
  return roles;
}

/**
 * weft_problem_write_partitions: (skip)
 * @problem: a problem
 * @machine: a machine of its catalog
 *
 * Returns: (transfer full): an array as the member "partitions" of a document
 */
JsonNode *
weft_problem_write_partitions (WeftProblem       *problem,
                               const WeftMachine *machine)
{
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);
  JsonArray *partitions = json_array_new ();

  json_node_take_array (node, partitions);
  for (guint i = 0; i < machine->n_partitions; i++)
    {
      const WeftMachinePartition *part = &machine->partitions[i];
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "chip",
                                     weft_inventory_chip (problem->inventory, part->chip)->id);
      json_object_set_string_member (object, "role", weft_role_nick (part->role));
      json_object_set_double_member (object, "power_frac", part->power_frac);
      json_object_set_string_member (object, "scaleup",
                                     weft_inventory_scaleup (problem->inventory, part->scaleup)->id);
      json_object_set_string_member (object, "scaleout",
                                     weft_inventory_scaleout (problem->inventory, part->scaleout)->id);
      json_array_add_object_element (partitions, object);
    }

  return node;
}

/**
 * weft_problem_label: (skip)
 * @problem: a problem
 * @machine: a machine of its catalog
 *
 * Returns: (transfer full): the shares of its chips to a millionth, in one short line
 */
char *
weft_problem_label (WeftProblem       *problem,
                    const WeftMachine *machine)
{
  g_autoptr (GString) label = g_string_new (NULL);

  for (guint i = 0; i < machine->n_partitions; i++)
    {
      const WeftMachinePartition *part = &machine->partitions[i];
      char number[WEFT_DOUBLE_BUFFER];

      g_string_append_printf (label, "%s%s %% %s", i > 0 ? ", " : "",
                              weft_json_format_double (rint (part->power_frac * WEFT_SPACE_WHOLE) / 1e4,
                                                       number),
                              weft_inventory_chip (problem->inventory, part->chip)->id);
    }

  return g_string_free (g_steal_pointer (&label), FALSE);
}
