/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft optimize`: looks for the best machine of a space with few evaluations. */
#include "cli/weft-cli-optimize.h"

#include <glib/gi18n.h>

#define DEFAULT_METHOD "hybrid"
#define DEFAULT_BUDGET 16
#define MOST_BUDGET 100000

static WeftCliTable own_table;
static char *method;
static int budget = DEFAULT_BUDGET;

static int
optimize (const WeftCliOptions *options)
{
  const char *name = method != NULL ? method : DEFAULT_METHOD;
  g_autoptr (WeftTabulatedSpace) table = NULL;
  g_autoptr (WeftHardwareRun) run = NULL;
  g_autoptr (GError) error = NULL;
  WeftHardwareChoice start;
  guint best[WEFT_HARDWARE_ARCHIVE];
  gboolean has_start;

  if (own_table.path == NULL)
    return weft_cli_refuse (_("optimize: found no --table, expected a CSV file of machines"));
  if (budget < 1 || budget > MOST_BUDGET)
    return weft_cli_refuse (_("--budget is %d, expected from 1 to %d evaluations"), budget, MOST_BUDGET);
  if (weft_hardware_method_find (name, &error) == NULL)
    return weft_cli_fail (error);
  table = weft_cli_load_table (&own_table);
  if (table == NULL || !weft_cli_table_start (&own_table, table, &start, &has_start))
    return WEFT_EXIT_BAD;
  run = weft_hardware_run_new (WEFT_HARDWARE_SPACE (table), name, (guint) budget, (guint64) options->seed,
                               has_start ? &start : NULL, &error);
  if (run == NULL)
    return weft_cli_fail (error);
  while (weft_hardware_run_step (run))
    ;
  if (options->json)
    weft_cli_print_hardware_run_json (WEFT_HARDWARE_SPACE (table), run, name, (guint) budget, options->seed);
  else
    weft_cli_print_hardware_run (options, WEFT_HARDWARE_SPACE (table), run);
  return weft_hardware_run_archive (run, best) > 0 ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}

/* (transfer full) */
static char *
describe_methods (void)
{
  GString *text = g_string_new (_("Methods:\n"));

  for (const WeftHardwareMethodInfo *info = weft_hardware_methods; info->id != NULL; info++)
    {
      g_string_append_printf (text, "  %-10s  %s\n", info->id, _(info->description));
      if (info->options != NULL)
        g_string_append_printf (text, "  %-10s  %s %s\n", "", _("Options, after a colon:"), info->options);
    }
  return g_string_free (text, FALSE);
}

int
weft_cmd_optimize (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_autofree char *description = describe_methods ();
  const GOptionEntry own[] = {
    { "table", 't', 0, G_OPTION_ARG_FILENAME, &own_table.path,
      N_("The machines: CSV of id, options, J, Jcheap, cost, power, shares and resources, packed with gzip or not"),
      N_("CSV") },
    { "method", 'm', 0, G_OPTION_ARG_STRING, &method, N_("Method, options after a colon; “hybrid” when not given"),
      N_("M:OPTION,…") },
    { "budget", 'b', 0, G_OPTION_ARG_INT, &budget, N_("Evaluations to make; 16 when not given"), N_("N") },
    { "start", 0, 0, G_OPTION_ARG_STRING, &own_table.start,
      N_("Id of the machine to start from; drawn by the seed when not given"), N_("ID") },
    { "cost-max", 0, 0, G_OPTION_ARG_DOUBLE, &own_table.cost_max,
      N_("Budget that cost is relative to; the largest of the table when not given"), N_("COST") },
    { "power-max", 0, 0, G_OPTION_ARG_DOUBLE, &own_table.power_max,
      N_("Budget that power is relative to; the largest of the table when not given"), N_("W") },
    { "weights", 0, 0, G_OPTION_ARG_STRING, &own_table.weights,
      N_("Weights of J that the table was made with; “1,0.6,0.3,0.15,0.1,0.1” when not given"), "T,C,P,U,Q,R" },
    G_OPTION_ENTRY_NULL,
  };
  int status = WEFT_EXIT_BAD;

  if (weft_cli_parse ("optimize", argv, own, description, 0, 0, &options))
    status = optimize (&options);
  weft_cli_table_clear (&own_table);
  g_clear_pointer (&method, g_free);
  return status;
}
