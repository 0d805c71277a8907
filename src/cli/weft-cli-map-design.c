/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft map WORKLOAD DESIGN`: a workload on the devices of a design. */
#include "cli/weft-cli-map-machine.h"

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-quantity.h"
#include "mapper/weft-map-ranks.h"
#include "mapper/weft-map-result-json.h"

typedef struct
{
  WeftCliMachine machine;
  WeftTaskGraph *graph;
  WeftMapProblem *problem;
  WeftMapResult *result;
  WeftMapReport *report;
} Mapping;

static void
mapping_clear (Mapping *self)
{
  g_clear_pointer (&self->report, weft_map_report_free);
  g_clear_pointer (&self->result, weft_map_result_free);
  g_clear_pointer (&self->problem, weft_map_problem_unref);
  g_clear_pointer (&self->graph, weft_task_graph_unref);
  weft_cli_machine_clear (&self->machine);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Mapping, mapping_clear)

static WeftMapProblem *
make_problem (const Mapping *self, const WeftCliMap *map, JsonNode *knobs, GError **error)
{
  const WeftCliMachine *machine = &self->machine;
  g_autoptr (WeftMapProblem) problem
      = weft_map_problem_on (self->graph, machine->platform, machine->inventory, knobs, machine->notes, error);

  if (problem == NULL || map->algorithm != WEFT_MAP_RANKS)
    return g_steal_pointer (&problem);
  return weft_map_problem_for_ranks (problem, NULL, machine->platform->n_devices, error);
}

/* Of what is read here only knobs are JSON: their messages get the name of their file. */
static int
fail (const WeftCliMap *map, GError *error)
{
  if (error->domain != WEFT_JSON_ERROR)
    return weft_cli_fail_mapping (error);
  return weft_cli_refuse ("%s: %s", map->knobs, error->message);
}

static int
map_workload (Mapping *self, const WeftCliMap *map, const char *workload)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) knobs = NULL;
  WeftCatalog *catalog = weft_evaluator_get_catalog (self->machine.evaluator);

  if (map->knobs != NULL && (knobs = weft_json_load (map->knobs, NULL, &error)) == NULL)
    return weft_cli_fail (error);
  self->graph = weft_cli_read_workload (workload, catalog, self->machine.notes, &error);
  if (self->graph == NULL)
    return weft_cli_fail (error);
  if ((self->problem = make_problem (self, map, knobs, &error)) == NULL
      || (self->result = weft_map (self->problem, map->algorithm, &map->options, NULL, &error)) == NULL)
    return fail (map, error);
  self->report = weft_map_report_new (self->problem, self->result->schedule, self->machine.flat, NULL);
  return WEFT_EXIT_DONE;
}

/* --- the answer --- */

/* What the mapper says, then what was assumed. (transfer full) */
static GPtrArray *
all_notes (const Mapping *self)
{
  GPtrArray *notes = g_ptr_array_new ();

  g_ptr_array_extend (notes, self->result->notes, NULL, NULL);
  g_ptr_array_extend (notes, self->machine.notes, NULL, NULL);
  return notes;
}

static void
print_words (const WeftCliOptions *options, const Mapping *self)
{
  g_autoptr (GPtrArray) notes = all_notes (self);
  g_autofree char *tasks = weft_quantity_format (self->graph->n_tasks, WEFT_UNIT_COUNT);
  g_autofree char *devices = weft_quantity_format (self->machine.platform->n_devices, WEFT_UNIT_COUNT);

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, self->graph->name);
  g_print ("\n");
  g_print (ngettext ("%s tasks on %s device of “%s”\n", "%s tasks on %s devices of “%s”\n",
                     self->machine.platform->n_devices),
           tasks, devices, weft_design_get_name (self->machine.design));
  weft_cli_print_map_result (options, self->problem, self->result, WEFT_UNIT_S);
  weft_cli_print_map_report (options, self->problem, self->result->schedule, self->report, self->machine.flat);
  weft_cli_print_notes (options, notes);
}

static void
print_json (const Mapping *self)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = weft_map_result_to_json (self->result, self->problem);
  g_autoptr (GPtrArray) notes = all_notes (self);

  json_object_set_array_member (object, "notes", weft_json_strings (notes));
  weft_map_report_add_json (self->report, self->problem, self->result->schedule, self->machine.flat, object);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

int
weft_cli_map_design (const WeftCliOptions *options, const WeftCliMap *map)
{
  g_auto (Mapping) self = { 0 };
  int status = weft_cli_machine_read (&self.machine, options, options->arguments[1]);

  if (status == WEFT_EXIT_DONE)
    status = map_workload (&self, map, options->arguments[0]);
  if (status != WEFT_EXIT_DONE)
    return status;
  if (!weft_cli_write_map_files (map, self.problem, self.result, self.report))
    return WEFT_EXIT_BAD;
  if (options->json)
    print_json (&self);
  else if (!weft_cli_map_is_piped (map))
    print_words (options, &self);
  return WEFT_EXIT_DONE;
}
