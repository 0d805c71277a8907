/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft simulate --scenario FILE`: flows on bare links. */
#include "cli/weft-cli-simulate.h"

#include <glib/gi18n.h>

#include "base/weft-quantity.h"
#include "sim/weft-sim-scenario.h"

/* Flows that are listed; --json has all. */
#define MOST_FLOWS 48u

static void
print_words (const WeftCliOptions *options, const WeftSimScenarioResult *result)
{
  const WeftSimScenario *scenario = result->scenario;
  g_autoptr (WeftTable) flows = weft_table_new (NULL);
  g_autofree char *makespan = weft_quantity_format (result->makespan_s, WEFT_UNIT_S);

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, scenario->name);
  g_print ("\n");
  g_print (_("Links: %s\n"), weft_sim_model_nick (result->model));
  g_print (_("Makespan: %s\n\n"), makespan);
  weft_table_add_column (flows, _("Flow"), WEFT_ALIGN_START);
  weft_table_add_column (flows, _("Bytes"), WEFT_ALIGN_END);
  weft_table_add_column (flows, _("Start"), WEFT_ALIGN_END);
  weft_table_add_column (flows, _("Finish"), WEFT_ALIGN_END);
  for (guint32 i = 0; i < MIN (scenario->n_flows, MOST_FLOWS); i++)
    {
      const WeftSimScenarioFlow *flow = &scenario->flows[i];
      g_autofree char *bytes = weft_quantity_format (flow->bytes, WEFT_UNIT_BYTES);
      g_autofree char *start = weft_quantity_format (flow->start_s, WEFT_UNIT_S);
      g_autofree char *finish = weft_quantity_format (result->finish_s[i], WEFT_UNIT_S);
      const char *cells[] = { flow->id, bytes, start, finish, NULL };

      weft_table_add_row (flows, cells);
    }
  weft_cli_print_table (options, flows);
  if (scenario->n_flows > MOST_FLOWS)
    weft_cli_print_more (scenario->n_flows - MOST_FLOWS);
}

static void
print_json (const WeftSimScenarioResult *result)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  weft_sim_scenario_result_add_json (result, object);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

int
weft_cli_simulate_scenario (const WeftCliOptions *options, WeftCliSimulate *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimScenario) scenario = weft_sim_scenario_load (self->scenario, &error);
  g_autoptr (WeftSimScenarioResult) result = NULL;
  g_auto (WeftCliWatch) watch = { 0 };

  if (scenario == NULL)
    return weft_cli_fail (error);
  if (self->network == NULL)
    self->options.model = scenario->model;
  if (self->packet_bytes > 0 && self->options.model != WEFT_SIM_FIFO)
    return weft_cli_refuse (_("simulate: found --packet, but the scenario's links are fluid; add --network fifo"));
  weft_cli_watch_begin (&watch);
  result = weft_sim_scenario_run (scenario, &self->options, watch.cancellable, &error);
  weft_cli_watch_end (&watch);
  if (result == NULL)
    return weft_cli_simulate_fail (options, error);
  if (options->json)
    print_json (result);
  else
    print_words (options, result);
  return WEFT_EXIT_DONE;
}
