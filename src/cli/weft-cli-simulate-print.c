/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulation found, in words and as JSON. */
#include "cli/weft-cli-simulate.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-quantity.h"

/* --- words --- */

static void
print_head (const WeftCliOptions *options, const WeftSimResult *result, double mapping_s)
{
  g_autofree char *tasks = weft_quantity_format (result->trace->n_tasks, WEFT_UNIT_COUNT);
  g_autofree char *ranks = weft_quantity_format (result->trace->n_ranks, WEFT_UNIT_COUNT);
  g_autofree char *makespan = weft_quantity_format (result->makespan_s, WEFT_UNIT_S);
  g_autofree char *mapped = weft_quantity_format (mapping_s, WEFT_UNIT_S);

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, result->trace->name);
  g_print ("\n");
  g_print (_("%s tasks of %s ranks on “%s”\n"), tasks, ranks, result->network->name);
  g_print (_("Links: %s; ways: %s\n"), result->model, result->network->rule);
  if (isnan (mapping_s))
    g_print (_("Makespan: %s\n"), makespan);
  else
    g_print (_("Makespan: %s; the mapper, which knows no contention, says %s\n"), makespan, mapped);
  if (result->closed_form_s > 0)
    {
      g_autofree char *priced = weft_quantity_format (result->closed_form_s, WEFT_UNIT_S);

      g_print (_("Collectives are priced by alpha and beta, not expanded: %s in all\n"), priced);
    }
}

static void
print_effort (const WeftSimResult *result)
{
  g_autofree char *events = weft_quantity_format (result->n_events, WEFT_UNIT_COUNT);
  g_autofree char *messages = weft_quantity_format (result->n_messages, WEFT_UNIT_COUNT);
  g_autofree char *cpu = weft_quantity_format (result->cpu_s, WEFT_UNIT_S);

  g_print (_("%s events and %s messages in %s of processor time\n"), events, messages, cpu);
}

static void
print_words (const WeftCliOptions *options, const WeftSimResult *result, double mapping_s, GPtrArray *notes)
{
  print_head (options, result, mapping_s);
  print_effort (result);
  weft_cli_print_notes (options, notes);
}

/* --- JSON --- */

static void
print_json (const WeftCliSimulate *self, const WeftSimResult *result, double mapping_s, GPtrArray *notes)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  weft_sim_result_add_json (result, self->max_links, object);
  if (!isnan (mapping_s))
    weft_json_set_number (object, "mapper_makespan_s", mapping_s);
  json_object_set_array_member (object, "notes", weft_json_strings (notes));
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

void
weft_cli_simulate_print (const WeftCliOptions *options, const WeftCliSimulate *self, const WeftSimResult *result,
                         double mapping_s, GPtrArray *notes)
{
  if (options->json)
    print_json (self, result, mapping_s, notes);
  else
    print_words (options, result, mapping_s, notes);
}
