/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft map --instance`: a scheduling problem in plain numbers. */
#include "cli/weft-cli-map.h"

#include "base/weft-json.h"
#include "mapper/weft-map-result-json.h"

static void
print_json (const WeftMapProblem *problem, const WeftMapResult *result)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = weft_map_result_to_json (result, problem);

  weft_schedule_add_json (result->schedule, object);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

static WeftMapProblem *
read_problem (const char *path, GError **error)
{
  g_autoptr (JsonNode) node = weft_json_load (path, NULL, error);
  g_autoptr (GError) wrong = NULL;
  WeftMapProblem *problem;

  if (node == NULL)
    return NULL;
  problem = weft_map_problem_from_json (node, path, &wrong);
  if (problem != NULL)
    return problem;
  if (wrong->domain != WEFT_JSON_ERROR) /* whose message begins with the file */
    g_prefix_error (&wrong, "%s: ", path);
  g_propagate_error (error, g_steal_pointer (&wrong));
  return NULL;
}

/* Of a picture only. */
static WeftMapReport *
report_for (const WeftCliMap *map, const WeftMapProblem *problem, const WeftMapResult *result)
{
  return map->gantt != NULL ? weft_map_report_new (problem, result->schedule, NULL, NULL) : NULL;
}

int
weft_cli_map_instance (const WeftCliOptions *options, const WeftCliMap *map)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapProblem) problem = read_problem (map->instance, &error);
  g_autoptr (WeftMapResult) result = NULL;
  g_autoptr (WeftMapReport) report = NULL;

  if (problem == NULL)
    return weft_cli_fail (error);
  result = weft_map (problem, map->algorithm, &map->options, NULL, &error);
  if (result == NULL)
    {
      weft_cli_fail (error);
      return WEFT_EXIT_NO;
    }
  report = report_for (map, problem, result);
  if (!weft_cli_write_map_files (map, problem, result, report))
    return WEFT_EXIT_BAD;
  if (options->json)
    print_json (problem, result);
  else if (!weft_cli_map_is_piped (map))
    {
      weft_cli_print_map_result (options, problem, result, WEFT_UNIT_NONE);
      weft_cli_print_notes (options, result->notes);
    }
  return WEFT_EXIT_DONE;
}
