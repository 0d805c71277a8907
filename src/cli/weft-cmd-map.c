/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft map`: places a workload's tasks on the devices of a design, a scheduling problem in plain numbers on its
 * processors, or a language model on the islands of a machine. */
#include "cli/weft-cli-map.h"

#include <glib/gi18n.h>

/* Then what the library asks of a model counts. */
#define NOT_GIVEN G_MININT

static void
clear_map (WeftCliMap *map)
{
  g_free (map->algorithm_name);
  g_free (map->instance);
  g_free (map->model);
  g_free (map->knobs);
  g_free (map->schedule);
  g_free (map->trace);
  g_free (map->gantt);
}

static char *
list_algorithms (void)
{
  GString *text = g_string_new (_("Algorithms:\n"));

  for (guint i = 0; i < WEFT_N_MAP_ALGORITHMS; i++)
    {
      const WeftMapAlgorithmInfo *info = weft_map_algorithm_info (i);

      g_string_append_printf (text, "  %-14s %s\n", info->id, _(info->summary));
    }
  g_string_append (text, _("\nA WORKLOAD is a file, or a generator with parameters in short: hpcg:n=64,iterations=50.\n"
                           "“weft workload” lists the generators.\n"));
  return g_string_free (text, FALSE);
}

/* An option that would have no effect is a misunderstanding. FALSE after a message. */
static gboolean
needs (gboolean is_given, const char *option, gboolean has, const char *what)
{
  if (is_given && !has)
    weft_cli_refuse (_("map: %s goes only with %s"), option, what);
  return !is_given || has;
}

static gboolean
check_company (const WeftCliMap *map)
{
  gboolean has_model = map->model != NULL;
  gboolean is_exhaustive = map->algorithm == WEFT_MAP_EXHAUSTIVE;

  return needs (map->options.locality, "--locality", map->algorithm == WEFT_MAP_PEFT_LC, "--algorithm peft-lc")
         && needs (map->options.time_limit_s > 0, "--time-limit", is_exhaustive, "--algorithm exhaustive")
         && needs (map->max_states > 0, "--max-states", is_exhaustive, "--algorithm exhaustive")
         && needs (map->dark, "--dark", map->gantt != NULL, "--gantt")
         && needs (map->algorithm_name != NULL, "--algorithm", !has_model, _("a WORKLOAD or --instance"))
         && needs (map->knobs != NULL, "--knobs", map->instance == NULL && !has_model, _("WORKLOAD DESIGN"))
         && needs (map->use_all, "--use-all", has_model, "--model")
         && needs (map->is_training, "--training", has_model, "--model")
         && needs (map->prompt_tokens != NOT_GIVEN, "--prompt", has_model, "--model")
         && needs (map->new_tokens != 0, "--new", has_model, "--model")
         && needs (map->batch != NOT_GIVEN, "--batch", has_model, "--model");
}

static gboolean
check_values (WeftCliMap *map)
{
  g_autoptr (GError) error = NULL;

  if (!weft_map_algorithm_parse (map->algorithm_name != NULL ? map->algorithm_name : "best", &map->algorithm, &error))
    {
      weft_cli_fail (error);
      return FALSE;
    }
  if (map->max_states < 0 || !(map->options.time_limit_s >= 0))
    {
      weft_cli_refuse (_("map: --max-states and --time-limit are numbers from 0 on"));
      return FALSE;
    }
  if ((map->prompt_tokens < 1 && map->prompt_tokens != NOT_GIVEN) || map->new_tokens < 0
      || (map->batch < 1 && map->batch != NOT_GIVEN))
    {
      weft_cli_refuse (_("map: --prompt and --batch are whole numbers from 1 on, --new from 0 on"));
      return FALSE;
    }
  map->options.max_states = map->max_states;
  map->options.locality_gap = map->options.locality;
  return check_company (map);
}

/* Which of the three kinds of question is asked, by what there is. */
static int
dispatch (const WeftCliOptions *options, const WeftCliMap *map)
{
  guint expected = map->instance != NULL ? 0 : map->model != NULL ? 1 : 2;

  if (map->instance != NULL && map->model != NULL)
    return weft_cli_refuse (_("map: found --instance and --model, expected one of them"));
  if (options->n_arguments != expected)
    return weft_cli_refuse (options->n_arguments < expected
                                ? _("map: too few arguments: found %u, expected WORKLOAD DESIGN, --model NAME DESIGN, "
                                    "or --instance FILE alone")
                                : _("map: too many arguments: found %u, expected WORKLOAD DESIGN, --model NAME DESIGN, "
                                    "or --instance FILE alone"),
                            options->n_arguments);
  if (!weft_cli_check_map_files (options, map))
    return WEFT_EXIT_BAD;
  if (map->instance != NULL)
    return weft_cli_map_instance (options, map);
  return map->model != NULL ? weft_cli_map_model (options, map) : weft_cli_map_design (options, map);
}

int
weft_cmd_map (char **argv)
{
  WeftCliMap map = { .prompt_tokens = NOT_GIVEN, .batch = NOT_GIVEN };
  const GOptionEntry own[] = {
    { "algorithm", 'a', 0, G_OPTION_ARG_STRING, &map.algorithm_name, N_("How to map (best)"), N_("NAME") },
    { "locality", 0, 0, G_OPTION_ARG_NONE, &map.options.locality,
      N_("With peft-lc: look only at devices near a task’s data, and say what that costs"), NULL },
    { "time-limit", 0, 0, G_OPTION_ARG_DOUBLE, &map.options.time_limit_s,
      N_("With exhaustive: stop after this many seconds and give a bound"), N_("SECONDS") },
    { "max-states", 0, 0, G_OPTION_ARG_INT, &map.max_states,
      N_("With exhaustive: stop after this many states"), N_("N") },
    { "knobs", 0, 0, G_OPTION_ARG_FILENAME, &map.knobs,
      N_("Measured efficiencies and launch times of kernels on chips"), N_("FILE") },
    { "schedule", 0, 0, G_OPTION_ARG_FILENAME, &map.schedule, N_("Write device, start and finish of each task"),
      N_("FILE") },
    { "trace", 0, 0, G_OPTION_ARG_FILENAME, &map.trace, N_("Write the events that a simulator reads"), N_("FILE") },
    { "gantt", 0, 0, G_OPTION_ARG_FILENAME, &map.gantt, N_("Draw the schedule to this .svg, .pdf or .png"),
      N_("FILE") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &map.dark, N_("Draw on a dark ground"), NULL },
    { "instance", 0, 0, G_OPTION_ARG_FILENAME, &map.instance,
      N_("A scheduling problem in plain numbers instead of a workload and a design"), N_("FILE") },
    { "model", 0, 0, G_OPTION_ARG_STRING, &map.model,
      N_("Spread this language model, or the config.json of one, over the design"), N_("NAME") },
    { "use-all", 0, 0, G_OPTION_ARG_NONE, &map.use_all, N_("With --model: use every chip"), NULL },
    { "training", 0, 0, G_OPTION_ARG_NONE, &map.is_training, N_("With --model: a training step, not inference"),
      NULL },
    { "prompt", 0, 0, G_OPTION_ARG_INT, &map.prompt_tokens, N_("With --model: tokens of a request (2048)"),
      N_("N") },
    { "new", 0, 0, G_OPTION_ARG_INT, &map.new_tokens, N_("With --model: tokens that are made (0)"), N_("N") },
    { "batch", 0, 0, G_OPTION_ARG_INT, &map.batch, N_("With --model: requests at once (8)"), N_("N") },
    G_OPTION_ENTRY_NULL,
  };
  g_autofree char *algorithms = list_algorithms ();
  g_auto (WeftCliOptions) options = { 0 };
  int status = WEFT_EXIT_BAD;

  if (weft_cli_parse ("map", argv, own, algorithms, 0, 2, &options) && check_values (&map))
    status = dispatch (&options, &map);
  clear_map (&map);
  return status;
}
