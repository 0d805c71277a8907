/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the command that the first argument names and runs it. */
#include "config.h"

#include <locale.h>
#include <string.h>

#include <glib/gi18n.h>

#include "base/weft-name.h"
#include "cli/weft-cli-main.h"
#include "cli/weft-cli.h"

const WeftCommand weft_commands[] = {
  { "evaluate", "DESIGN", N_("Score a design and say where the time goes"), weft_cmd_evaluate },
  { "validate", "DESIGN", N_("Say what a design violates"), weft_cmd_validate },
  { "compare", "DESIGN-A [DESIGN-B]", N_("Put the figures of two designs or profiles side by side"),
    weft_cmd_compare },
  { "search", "[DESIGN]", N_("Let methods look for better designs, and keep a trail of it"), weft_cmd_search },
  { "plan", "[DESIGN]", N_("Let a planner look for a better design, and read why it does what it does"), weft_cmd_plan },
  { "optimum", "[DESIGN]", N_("Find the best design of a space and prove that it is"), weft_cmd_optimum },
  { "optimize", "--table CSV", N_("Look for the best machine of a table with few evaluations"), weft_cmd_optimize },
  { "simulate", "[WORKLOAD|TRACE] [DESIGN]", N_("Run a workload or a trace event by event, with all that waits for each other"), weft_cmd_simulate },
  { "study", "[DESIGN]", N_("Compare search methods over several seeds and budgets"), weft_cmd_study },
  { "sweep", "DESIGN", N_("Ask what would be if: sweeps, tornados, break-evens, and how sure answers are"), weft_cmd_sweep },
  { "check", "[NAME-PATTERN]", N_("Run the verification suite"), weft_cmd_check },
  { "catalog", "list [KIND] | show [KIND/]NAME",
    N_("List the catalog, or show a record with the source of every value"), weft_cmd_catalog },
  { "template", "list | show ID | make ID [--params JSON]",
    N_("List ready parts of machines, or make a design of one"), weft_cmd_template },
  { "topology", "[GENERATOR --params JSON]",
    N_("Count, measure and cut a network, or list the generators"), weft_cmd_topology },
  { "draw", "DESIGN",
    N_("Draw a rack, the floor or a diagram of a machine that is given as a graph"), weft_cmd_draw },
  { "workload", "[GENERATOR [--PARAMETER VALUE]… | import FILE | info FILE]",
    N_("Make a task graph, or read one, and say what is in it"), weft_cmd_workload },
  { "map", "WORKLOAD DESIGN | --model NAME DESIGN | --instance FILE",
    N_("Place a workload on the chips of a machine"), weft_cmd_map },
  { "calibrate", "fit POINTS.csv… | project --fit FILE | table --fit FILE | check POINTS.csv… | evaluator",
    N_("Fit efficiencies to measurements, and project them to other machines"), weft_cmd_calibrate },
  { "trail", "list | show RUN [EVENT] | why RUN | verify RUN | export RUN FILE | import FILE | replay RUN [EVENT]",
    N_("List, show, verify and replay recorded runs, or move them"), weft_cmd_trail },
  { "agent", "parse CASE", N_("Read a recorded answer of a language model"), weft_cmd_agent },
  { "bench", "[evaluator|start|json|topology|graph|canvas|map|search|sim|trail|whatif|agent|window]…",
    N_("Measure speed on this machine"), weft_cmd_bench },
  { NULL, NULL, NULL, NULL },
};

static void
print_help (void)
{
  g_print (_("Usage: weft COMMAND [OPTION…] [ARGUMENT…]\n\n"
             "Compose, judge and compare AI/HPC machines.\n\n"
             "Commands:\n"));
  for (const WeftCommand *command = weft_commands; command->name != NULL; command++)
    g_print ("  %-9s  %s\n", command->name, _(command->summary));
  g_print (_("\n"
             "A DESIGN is a .weft file, or “-” for standard input.\n"
             "Every command takes --json, --profile, --seed, --threads and --no-colour;\n"
             "“weft help COMMAND” shows all options of a command.\n\n"
             "Exit status: 0 done, 1 the answer is no, 2 bad usage or input.\n"));
}

static int
refuse_command (const char *name)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  const char *nearest;

  for (const WeftCommand *command = weft_commands; command->name != NULL; command++)
    g_ptr_array_add (known, (gpointer) command->name);
  g_ptr_array_add (known, (gpointer) "help");
  g_ptr_array_add (known, NULL);
  nearest = weft_name_nearest (name, (const char *const *) known->pdata);
  if (nearest != NULL)
    weft_cli_refuse (_("found the command “%s”, which is not known; is “%s” meant?"), name,
                     nearest);
  else
    weft_cli_refuse (_("found the command “%s”, which is not known"), name);
  g_printerr (_("Try “weft --help”.\n"));
  return WEFT_EXIT_BAD;
}

static int
run_help (char **argv)
{
  const WeftCommand *command;
  char *help[3] = { NULL, (char *) "--help", NULL };

  if (argv[1] == NULL)
    {
      print_help ();
      return WEFT_EXIT_DONE;
    }
  command = weft_cli_find_command (argv[1]);
  if (command == NULL)
    return refuse_command (argv[1]);
  if (argv[2] != NULL)
    return weft_cli_refuse (_("help: found “%s” after the command, expected one command at most"),
                            argv[2]);
  help[0] = argv[1];
  return command->run (help);
}

/* Puts the command in front of options that stand before it: "weft --profile NAME evaluate". */
static void
bring_command_forward (char **argv)
{
  static const char *const with_value[] = { "--profile", "--seed", "--threads", NULL };
  guint at = 0;
  char *command;

  while (argv[at] != NULL && argv[at][0] == '-' && argv[at][1] != '\0')
    at += g_strv_contains (with_value, argv[at]) && argv[at + 1] != NULL ? 2 : 1;
  if (at == 0 || argv[at] == NULL || weft_cli_find_command (argv[at]) == NULL)
    return;
  command = argv[at];
  memmove (argv + 1, argv, at * sizeof *argv);
  argv[0] = command;
}

static int
run (char **argv)
{
  const WeftCommand *command;

  if (argv[0] == NULL)
    {
      weft_cli_refuse (_("found no command"));
      g_printerr (_("Try “weft --help”.\n"));
      return WEFT_EXIT_BAD;
    }
  if (g_str_equal (argv[0], "--help") || g_str_equal (argv[0], "-h"))
    {
      print_help ();
      return WEFT_EXIT_DONE;
    }
  if (g_str_equal (argv[0], "--version"))
    {
      g_print ("weft %s\n", WEFT_VERSION);
      return WEFT_EXIT_DONE;
    }
  if (g_str_equal (argv[0], "help"))
    return run_help (argv);
  bring_command_forward (argv);
  command = weft_cli_find_command (argv[0]);
  return command != NULL ? command->run (argv) : refuse_command (argv[0]);
}

void
weft_cli_set_locale (void)
{
  /* Words follow the user's language; numbers keep their point, so that they can be read back. */
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  bindtextdomain (GETTEXT_PACKAGE, WEFT_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

/**
 * weft_cli_main:
 * @argc: number of words on the command line
 * @argv: the words, the program's name first
 *
 * Runs the command that a command line asks for. Help ends the program at once, through exit().
 *
 * Returns: the exit status
 */
int
weft_cli_main (int argc, char **argv)
{
  int status;

  weft_cli_set_locale ();
  g_set_prgname ("weft");
  weft_cli_output_init ();

  status = argc > 0 ? run (argv + 1) : WEFT_EXIT_BAD;
  if (!weft_cli_output_finish ())
    status = WEFT_EXIT_BAD;
  return status;
}
