/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft map --instance`: a scheduling problem in plain numbers; and the lines that say what a mapper found. */
#include "cli/weft-cli-map.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-quantity.h"
#include "mapper/weft-map-result-json.h"

static void
print_tries (const WeftCliOptions *options, GArray *tries, WeftUnit unit)
{
  g_autoptr (WeftTable) table = weft_table_new (NULL);

  weft_table_add_column (table, _("Algorithm"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Makespan"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Mapper Time"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Left Empty"), WEFT_ALIGN_START);
  for (guint i = 0; i < tries->len; i++)
    {
      const WeftMapTry *try = &g_array_index (tries, WeftMapTry, i);
      g_autofree char *makespan = weft_quantity_format (try->makespan_s, unit);
      g_autofree char *mapper = weft_quantity_format (try->mapper_s, WEFT_UNIT_S);
      const char *cells[] = { weft_map_algorithm_info (try->algorithm)->title, makespan, mapper,
                              try->without != NULL ? try->without : "", NULL };

      weft_table_add_row (table, cells);
    }
  weft_cli_print_table (options, table);
}

void
weft_cli_print_map_result (const WeftCliOptions *options, const WeftMapProblem *problem, const WeftMapResult *result,
                           WeftUnit unit)
{
  const WeftMapAlgorithmInfo *info = weft_map_algorithm_info (result->algorithm);
  double gap = weft_map_result_gap (result);
  g_autofree char *makespan = weft_quantity_format (result->schedule->makespan_s, unit);
  g_autofree char *mapper = weft_quantity_format (result->mapper_s, WEFT_UNIT_S);
  g_autofree char *bound = weft_quantity_format (result->bound_s, unit);

  g_print (_("Makespan: %s by %s, found in %s\n"), makespan, info->title, mapper);
  if (result->is_proved)
    g_print (_("No schedule is shorter: proved\n"));
  else if (!isnan (gap))
    g_print (_("No schedule is shorter than %s: at most %.2f %% could be saved\n"), bound, 100 * gap / (1 + gap));
  if (!isnan (result->gap_locality))
    g_print (_("Looking only near the data costs %+.3f %%\n"), 100 * result->gap_locality);
  g_print (_("Ranks use mean transfers over ordered pairs p ≠ q: %.4g + bytes × %.4g\n"),
           problem->platform->mean_latency_s, problem->platform->mean_inverse_bw_s);
  if (result->tries != NULL && result->tries->len > 1)
    {
      g_print ("\n");
      print_tries (options, result->tries, unit);
    }
  if (result->notes != NULL)
    weft_cli_print_notes (options, result->notes);
}

static int
answer (const WeftCliOptions *options, WeftMapProblem *problem, WeftMapResult *result)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object;

  if (!options->json)
    {
      weft_cli_print_map_result (options, problem, result, WEFT_UNIT_NONE);
      return WEFT_EXIT_DONE;
    }
  object = weft_map_result_to_json (result, problem);
  weft_schedule_add_json (result->schedule, object);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
  return WEFT_EXIT_DONE;
}

int
weft_cli_map_instance (const WeftCliOptions *options, const WeftCliMap *map)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_load (map->instance, NULL, &error);
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (WeftMapResult) result = NULL;

  if (node == NULL || (problem = weft_map_problem_from_json (node, &error)) == NULL)
    {
      g_prefix_error (&error, "%s: ", map->instance);
      return weft_cli_fail (error);
    }
  result = weft_map (problem, map->algorithm, &map->options, NULL, &error);
  if (result == NULL)
    {
      weft_cli_fail (error);
      return WEFT_EXIT_NO;
    }
  if (map->schedule != NULL && !weft_schedule_write (result, problem, map->schedule, &error))
    return weft_cli_fail (error);
  return answer (options, problem, result);
}
