/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft plan`: a planner with three specialists looks for a better design, its dialogue streamed to the terminal; and playing
 * a recorded one again. */
#include "cli/weft-cli-plan.h"
#include "cli/weft-cli-problem.h"

#include <math.h>

#include <glib/gi18n.h>

#define DEFAULT_BUDGET 18 /* evaluations */

static WeftCliPlanner planner;
static char *replay_name;
static char *output_path;
static int budget = DEFAULT_BUDGET;
static int requests;
static int patience;
static gint64 tokens;
static double spend_usd;
static double minutes;
static gboolean builtin;
static gboolean from_design;
static gboolean no_specialists;
static gboolean no_attribution;
static gboolean no_feedback;
static gboolean no_thinking;
static gboolean no_record;
static gboolean shows_thinking;

static gboolean
is_limit (double value)
{
  return isfinite (value) && value >= 0;
}

static gboolean
check_options (const WeftCliOptions *options)
{
  if (budget < 1)
    weft_cli_refuse (_("--budget is %d, expected at least 1 evaluation"), budget);
  else if (requests < 0 || patience < 0 || tokens < 0 || !is_limit (spend_usd) || !is_limit (minutes))
    weft_cli_refuse (_("a limit is below 0 or no number; 0 is none"));
  else if (builtin && planner.endpoint != NULL)
    weft_cli_refuse (_("--builtin asks no endpoint; found --endpoint beside it"));
  else if (planner.endpoint == NULL && (planner.model != NULL || planner.key_file != NULL
                                        || planner.key_variable != NULL))
    weft_cli_refuse (_("--model and keys belong to an endpoint; --endpoint is missing"));
  else if (replay_name != NULL && (planner.endpoint != NULL || builtin || options->n_arguments > 0))
    weft_cli_refuse (_("--replay plays what is recorded; it takes no endpoint and no design"));
  else if (from_design && options->n_arguments == 0)
    weft_cli_refuse (_("--from-design begins with a design; none is given"));
  else
    return TRUE;
  return FALSE;
}

static WeftPlan *
make_replay (const WeftCliOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluator) evaluator = weft_cli_evaluator (options);
  g_autofree char *path = evaluator != NULL ? weft_trail_find (NULL, replay_name, &error) : NULL;
  g_autoptr (WeftTrailRun) run = path != NULL ? weft_trail_run_open (path, &error) : NULL;
  WeftPlan *plan = run != NULL ? weft_plan_new_replay (evaluator, run, NULL, &error) : NULL;

  if (plan == NULL && error != NULL)
    weft_cli_fail (error);
  return plan;
}

static gboolean
fill_in_settings (const WeftCliOptions *options,
                  WeftPlanSettings     *settings)
{
  settings->budget = (WeftPlanBudget) {
    .evaluations = (guint) budget,
    .requests = (guint) requests,
    .patience = (guint) patience,
    .wall_s = 60 * minutes,
    .tokens = (guint64) tokens,
    .cost_usd = spend_usd,
  };
  settings->seed = (guint64) options->seed;
  settings->no_specialists = no_specialists;
  settings->no_attribution = no_attribution;
  settings->no_feedback = no_feedback;
  settings->no_thinking = no_thinking;
  settings->no_record = no_record;
  if (from_design && weft_cli_read_design (options->arguments[0], NULL, &settings->start) != WEFT_READ_DONE)
    return FALSE;
  if (planner.endpoint == NULL)
    return TRUE;
  settings->planner = weft_cli_planner_chat (&planner);
  return settings->planner != NULL;
}

static WeftPlan *
make_plan (const WeftCliOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftProblem) problem = weft_cli_make_problem (options);
  WeftPlanSettings settings = { .problem = problem };
  WeftPlan *plan = NULL;

  if (problem != NULL && fill_in_settings (options, &settings))
    {
      plan = weft_plan_new (&settings, &error);
      if (plan == NULL)
        weft_cli_fail (error);
    }
  g_clear_object (&settings.planner);
  g_clear_object (&settings.start);
  return plan;
}

static int
run (const WeftCliOptions *options)
{
  const WeftCliOutput outputs[] = { { "--output", output_path, FALSE } };
  g_autoptr (WeftPlan) plan = NULL;
  g_autoptr (WeftDesign) best = NULL;
  int status;

  if (!check_options (options)
      || !weft_cli_check_problem_outputs (options, outputs, G_N_ELEMENTS (outputs)))
    return WEFT_EXIT_BAD;

  plan = replay_name != NULL ? make_replay (options) : make_plan (options);
  if (plan == NULL)
    return WEFT_EXIT_BAD;
  status = weft_cli_run_plan (options, plan, shows_thinking);
  best = weft_plan_dup_best (plan);
  if (output_path != NULL && best != NULL && !weft_cli_save_design (output_path, best))
    return WEFT_EXIT_BAD;
  return status;
}

static void
clear (void)
{
  weft_cli_clear_problem ();
  weft_cli_planner_clear (&planner);
  g_clear_pointer (&replay_name, g_free);
  g_clear_pointer (&output_path, g_free);
}

int
weft_cmd_plan (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_autofree char *description = weft_cli_describe_problem ();
  const GOptionEntry own[] = {
    WEFT_CLI_PROBLEM_ENTRIES,
    { "endpoint", 'e', 0, G_OPTION_ARG_STRING, &planner.endpoint,
      N_("Ask a language model: the URL of its endpoint, or one of your profiles"), N_("URL") },
    { "model", 'm', 0, G_OPTION_ARG_STRING, &planner.model, N_("Which of its models"), N_("NAME") },
    { "key-variable", 0, 0, G_OPTION_ARG_STRING, &planner.key_variable,
      N_("The environment variable that holds the key (WEFT_API_KEY)"), N_("NAME") },
    { "key-file", 0, 0, G_OPTION_ARG_FILENAME, &planner.key_file,
      N_("A file that holds the key and that only you can read"), N_("FILE") },
    { "builtin", 0, 0, G_OPTION_ARG_NONE, &builtin,
      N_("The built-in planner: rules, no language model and no network; the default"), NULL },
    { "replay", 0, 0, G_OPTION_ARG_FILENAME, &replay_name,
      N_("Play a recorded run again without a network: its id, path, or “last”"), N_("RUN") },
    { "budget", 'b', 0, G_OPTION_ARG_INT, &budget, N_("Evaluations (18)"), N_("N") },
    { "requests", 0, 0, G_OPTION_ARG_INT, &requests,
      N_("Requests to the planner (4 for each evaluation)"), N_("N") },
    { "tokens", 0, 0, G_OPTION_ARG_INT64, &tokens, N_("Tokens in all"), N_("N") },
    { "spend", 0, 0, G_OPTION_ARG_DOUBLE, &spend_usd,
      N_("US dollars, by the prices in the profile"), N_("USD") },
    { "minutes", 0, 0, G_OPTION_ARG_DOUBLE, &minutes, N_("Time"), N_("N") },
    { "patience", 0, 0, G_OPTION_ARG_INT, &patience,
      N_("End after so many evaluations without a better score"), N_("N") },
    { "from-design", 0, 0, G_OPTION_ARG_NONE, &from_design,
      N_("Begin with DESIGN: it is evaluated and shown to the planner"), NULL },
    { "no-specialists", 0, 0, G_OPTION_ARG_NONE, &no_specialists, N_("Ask no specialists"), NULL },
    { "no-attribution", 0, 0, G_OPTION_ARG_NONE, &no_attribution,
      N_("Do not say what workloads are bound by"), NULL },
    { "no-feedback", 0, 0, G_OPTION_ARG_NONE, &no_feedback,
      N_("Do not say why a design is refused"), NULL },
    { "thinking", 0, 0, G_OPTION_ARG_NONE, &shows_thinking, N_("Show what the model thinks"), NULL },
    { "no-thinking", 0, 0, G_OPTION_ARG_NONE, &no_thinking,
      N_("Record only a hash of what the model thinks, so that the run cannot be replayed"), NULL },
    { "no-record", 0, 0, G_OPTION_ARG_NONE, &no_record, N_("Leave no trail"), NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output_path, N_("Write the best design to a file"),
      N_("FILE") },
    G_OPTION_ENTRY_NULL,
  };
  int status = WEFT_EXIT_BAD;

  if (weft_cli_parse ("plan", argv, own, description, 0, 1, &options))
    status = run (&options);
  clear ();
  return status;
}
