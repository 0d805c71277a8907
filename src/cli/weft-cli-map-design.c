/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft map WORKLOAD DESIGN`: a workload on the devices of a design: what the mapper found and what that means for
 * devices, links and kernels; and the files that are asked for. */
#include "cli/weft-cli-map.h"

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-quantity.h"
#include "mapper/weft-machine-platform.h"
#include "mapper/weft-map-report.h"
#include "mapper/weft-map-result-json.h"

/* Rows of a table that a terminal shows; --json has all. */
#define MAX_ROWS 12

typedef struct
{
  WeftEvaluator *evaluator;
  WeftInventory *inventory;
  WeftDesign *design;
  WeftTaskGraph *graph;
  WeftFlat *flat;
  WeftPlatform *platform;
  WeftMapProblem *problem;
  WeftMapResult *result;
  WeftMapReport *report;
  GPtrArray *notes;
} Mapping;

static void
mapping_clear (Mapping *self)
{
  g_clear_pointer (&self->report, weft_map_report_free);
  g_clear_pointer (&self->result, weft_map_result_free);
  g_clear_pointer (&self->problem, weft_map_problem_unref);
  g_clear_pointer (&self->platform, weft_platform_unref);
  g_clear_pointer (&self->flat, weft_flat_free);
  g_clear_pointer (&self->graph, weft_task_graph_unref);
  g_clear_object (&self->design);
  g_clear_object (&self->inventory);
  g_clear_object (&self->evaluator);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Mapping, mapping_clear)

/* --- reading --- */

static int
read_design (Mapping *self, const WeftCliOptions *options, const char *path)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  const char *profile = options->profile;

  self->evaluator = weft_cli_evaluator (options);
  if (self->evaluator == NULL || !weft_cli_components (self->evaluator))
    return WEFT_EXIT_BAD;
  switch (weft_cli_read_design (path, violations, &self->design))
    {
    case WEFT_READ_DONE:
      break;
    case WEFT_READ_STRUCTURE:
      weft_cli_print_violations (options, violations);
      return WEFT_EXIT_NO;
    case WEFT_READ_FAILED:
    default:
      return WEFT_EXIT_BAD;
    }
  self->inventory = weft_evaluator_get_inventory (
      self->evaluator, profile != NULL ? profile : weft_design_get_profile (self->design), &error);
  if (self->inventory == NULL)
    return weft_cli_fail (error);
  g_object_ref (self->inventory);
  return WEFT_EXIT_DONE;
}

static int
fail_mapping (const GError *error)
{
  weft_cli_fail (error);
  return error->domain == WEFT_MAPPER_ERROR ? WEFT_EXIT_NO : WEFT_EXIT_BAD;
}

static int
map_workload (Mapping *self, const WeftCliMap *map, const char *workload)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) knobs = NULL;
  WeftCatalog *catalog = weft_evaluator_get_catalog (self->evaluator);

  if (map->knobs != NULL && (knobs = weft_json_load (map->knobs, NULL, &error)) == NULL)
    return weft_cli_fail (error);
  if ((self->graph = weft_cli_read_workload (workload, catalog, self->notes, &error)) == NULL
      || (self->flat = weft_machine_flatten (self->design, self->inventory, &error)) == NULL)
    return weft_cli_fail (error);
  if ((self->platform = weft_platform_from_flat (self->flat, self->inventory, NULL, &error)) == NULL
      || (self->problem = weft_map_problem_on (self->graph, self->platform, self->flat, self->inventory, knobs,
                                               self->notes, &error))
             == NULL
      || (self->result = weft_map (self->problem, map->algorithm, &map->options, NULL, &error)) == NULL)
    return fail_mapping (error);
  self->report = weft_map_report_new (self->problem, self->result->schedule, self->flat, NULL);
  return WEFT_EXIT_DONE;
}

/* --- printing --- */
