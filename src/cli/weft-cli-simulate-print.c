/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulation found, in words and as JSON. */
#include "cli/weft-cli-simulate.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-quantity.h"
#include "catalog/weft-component.h"
#include "draw/sim/weft-sim-table.h"

/* --- words --- */

static void print_line (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Broken where a terminal ends. */
static void
print_line (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list list;

  va_start (list, format);
  text = g_strdup_vprintf (format, list);
  va_end (list);
  weft_cli_print_wrapped ("", "  ", text);
}

static void
print_makespan (const WeftCliSimulate *self, const WeftCliSimRun *run)
{
  g_autofree char *makespan = weft_quantity_format (run->result->makespan_s, WEFT_UNIT_S);
  g_autofree char *mapped = weft_quantity_format (run->mapping_s, WEFT_UNIT_S);
  g_autofree char *forwarding = weft_sim_result_explain_forwarding (run->result);

  if (run->mapping == NULL)
    print_line (_("Makespan: %s"), makespan);
  else
    print_line (_("Makespan: %s; the mapper (%s), by closed forms and without contention, says %s"), makespan,
                run->mapping, mapped);
  /* Beside the number, for it is the number that is in doubt. */
  if (forwarding != NULL)
    weft_cli_print_wrapped ("  ", "  ", forwarding);
  if (run->result->folded_s > 0)
    {
      g_autofree char *folded = weft_quantity_format (run->result->folded_s, WEFT_UNIT_S);

      print_line (_("Of it %s are iterations like those that were run, which are counted alone"), folded);
    }
  if (run->result->closed_form_s > 0)
    weft_cli_simulate_print_closed (self, run->result);
}

/* Where the busiest link is, for it says which part of the machine to change. */
static const char *
say_level (const WeftSimNetwork *network, guint32 link)
{
  switch (network->link_level != NULL ? (WeftLevel) network->link_level[link] : WEFT_LEVEL_ANY)
    {
    case WEFT_LEVEL_PACKAGE:
      return _(", inside a package");
    case WEFT_LEVEL_NODE:
      return _(", inside a node");
    case WEFT_LEVEL_RACK:
      return _(", inside a rack");
    case WEFT_LEVEL_CLUSTER:
      return _(", between nodes or racks");
    case WEFT_LEVEL_ANY:
    default:
      return "";
    }
}

/* The first of the table of links. */
static guint32
find_busiest (const WeftSimResult *result)
{
  const WeftSimLinkUse *links = result->links;
  guint32 busiest = WEFT_SIM_NONE;

  for (guint32 i = 0; i < result->network->n_links; i++)
    if (links[i].bytes > 0 && isfinite (result->network->bw_bytes_s[i])
        && (busiest == WEFT_SIM_NONE || links[i].utilisation > links[busiest].utilisation
            || (links[i].utilisation == links[busiest].utilisation && links[i].bytes > links[busiest].bytes)))
      busiest = i;
  return busiest;
}

static void
print_busiest (const WeftSimResult *result)
{
  guint32 busiest = find_busiest (result);
  g_autoptr (WeftTable) links = weft_table_sim_links (result, 1);

  if (busiest != WEFT_SIM_NONE && weft_table_n_rows (links) > 0)
    print_line (_("Busiest link: %s%s: %.1f %% of its rate used"), weft_table_get_cell (links, 0, 0),
                say_level (result->network, busiest), 100 * result->links[busiest].utilisation);
}

static void
print_head (const WeftCliOptions *options, const WeftCliSimulate *self, const WeftCliSimRun *run)
{
  const WeftSimResult *result = run->result;
  g_autofree char *tasks = weft_quantity_format (result->trace->n_tasks, WEFT_UNIT_COUNT);
  g_autofree char *events = weft_quantity_format ((double) result->n_events, WEFT_UNIT_COUNT);
  g_autofree char *messages = weft_quantity_format ((double) result->n_messages, WEFT_UNIT_COUNT);
  g_autofree char *cpu = weft_quantity_format (result->cpu_s, WEFT_UNIT_S);
  g_autofree char *head = g_strdup_printf (_("%s on “%s”"), result->trace->name, run->machine);
  g_autofree char *line = weft_cli_line (head);

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, line);
  g_print ("\n");
  print_line (_("%s tasks; %s events and %s messages in %s of processor time"), tasks, events, messages, cpu);
  print_line (_("Links: %s"), result->model);
  print_line (_("Ways: %s"), result->network->rule);
  print_makespan (self, run);
  print_busiest (result);
}

/* All but what stands beside the number already. */
static void
print_notes (const WeftCliOptions *options, const WeftCliSimRun *runs, guint n_runs)
{
  WeftCliSimRun all = { 0 };
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; i < n_runs; i++)
    weft_cli_sim_run_add_notes (&all, runs[i].notes);
  for (guint i = 0; i < all.notes->len; i++)
    {
      g_autofree char *forwarding = weft_sim_result_explain_forwarding (runs[0].result);

      if (g_strcmp0 (all.notes->pdata[i], forwarding) != 0)
        g_ptr_array_add (kept, all.notes->pdata[i]);
    }
  weft_cli_print_notes (options, kept);
  weft_cli_sim_run_clear (&all);
}

static void
print_words (const WeftCliOptions *options, const WeftCliSimulate *self, const WeftCliSimRun *runs, guint n_runs)
{
  for (guint i = 0; i < n_runs; i++)
    {
      g_print ("%s", i > 0 ? "\n" : "");
      print_head (options, self, &runs[i]);
    }
  weft_cli_simulate_print_tables (options, runs[0].result, n_runs > 1 ? runs[1].result : NULL);
  print_notes (options, runs, n_runs);
}

/* --- JSON --- */

/* (transfer full) */
static JsonObject *
write_run (const WeftCliSimulate *self, const WeftCliSimRun *run)
{
  JsonObject *object = json_object_new ();

  weft_sim_result_add_json (run->result, (guint) self->max_links, object);
  json_object_set_string_member (object, "network", run->machine);
  if (run->mapping != NULL)
    {
      json_object_set_string_member (object, "mapped_by", run->mapping);
      weft_json_set_number (object, "mapper_makespan_s", run->mapping_s);
    }
  if (run->result->closed_form_s > 0)
    weft_cli_simulate_add_closed (self, run->result, object);
  json_object_set_array_member (object, "notes", weft_json_strings (run->notes));
  return object;
}

static void
print_json (const WeftCliSimulate *self, const WeftCliSimRun *runs, guint n_runs)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = write_run (self, &runs[0]);

  if (n_runs > 1)
    json_object_set_object_member (object, "beside", write_run (self, &runs[1]));
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

void
weft_cli_simulate_print (const WeftCliOptions *options, const WeftCliSimulate *self, const WeftCliSimRun *runs,
                         guint n_runs)
{
  if (options->json)
    print_json (self, runs, n_runs);
  else
    print_words (options, self, runs, n_runs);
}
