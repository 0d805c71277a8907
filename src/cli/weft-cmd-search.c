/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft search`: methods and seeds side by side on one problem, recorded, with the regret against the certified
 * optimum; and going on with a recorded run. */
#include "cli/weft-cli-fidelity.h"
#include "cli/weft-cli-main.h"
#include "cli/weft-cli-problem.h"
#include "cli/weft-cli-search.h"

#include <glib/gi18n.h>

#include "search/weft-study.h"

/* Seconds that the certified optimum may take before the regret is measured against its bound. */
#define OPTIMUM_LIMIT_S 60
#define DEFAULT_BUDGET 100 /* evaluations */

static char *methods_text;
static char *seeds_text;
static char *resume_name;
static char *csv_path;
static char *output_path;
static char *agreement_path;
static int budget = DEFAULT_BUDGET;
static int simulate_top;
static gboolean no_record;
static gboolean no_optimum;

static WeftSearch *
start_search (const WeftCliOptions *options,
              WeftProblem          *problem)
{
  g_autofree char *one_seed = g_strdup_printf ("%" G_GINT64_FORMAT, options->seed);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) methods = NULL;
  g_autoptr (GArray) seeds = NULL;
  g_autoptr (WeftExecutor) executor = NULL;
  guint budgets[1] = { (guint) MAX (budget, 0) };
  WeftStudyPlan plan = { .budgets = budgets, .n_budgets = 1, .record = !no_record };
  WeftSearch *search;

  methods = weft_study_parse_methods (methods_text != NULL ? methods_text : "hill", &error);
  if (methods != NULL)
    seeds = weft_study_parse_seeds (seeds_text != NULL ? seeds_text : one_seed, &error);
  if (seeds == NULL)
    {
      weft_cli_refuse ("%s: %s", methods == NULL ? "--methods" : "--seeds", error->message);
      return NULL;
    }

  plan.methods = methods;
  plan.seeds = (const guint64 *) (gpointer) seeds->data;
  plan.n_seeds = seeds->len;
  executor = weft_cli_executor (options);
  search = weft_study_search (problem, executor, &plan, &error);
  if (search == NULL)
    weft_cli_fail (error);
  return search;
}

/* A run knows what it is of: an option that would have no effect beside --resume is refused. */
static const char *
find_idle_option (const WeftCliOptions *options)
{
  const WeftCliProblem *problem = &weft_cli_problem;

  return options->n_arguments > 0       ? options->arguments[0]
         : problem->space != NULL       ? "--space"
         : problem->file != NULL        ? "--problem"
         : problem->power != NULL       ? "--power"
         : problem->cost != NULL        ? "--cost"
         : problem->without != NULL     ? "--without"
         : problem->weights != NULL     ? "--weights"
         : methods_text != NULL         ? "--methods"
         : seeds_text != NULL           ? "--seeds"
         : budget != DEFAULT_BUDGET     ? "--budget"
         : no_record                    ? "--no-record"
                                        : NULL;
}

static WeftSearch *
resume_search (const WeftCliOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = weft_trail_find (NULL, resume_name, &error);
  g_autoptr (WeftEvaluator) evaluator = NULL;
  g_autoptr (WeftProblem) problem = NULL;
  g_autoptr (WeftExecutor) executor = NULL;
  g_autoptr (WeftSearch) search = NULL;
  const char *idle = find_idle_option (options);

  if (idle != NULL)
    {
      weft_cli_refuse (_("--resume goes on with what the run is of; found “%s” beside it"), idle);
      return NULL;
    }
  if (path == NULL)
    {
      weft_cli_fail (error);
      return NULL;
    }
  evaluator = weft_cli_evaluator (options);
  if (evaluator == NULL)
    return NULL;
  problem = weft_search_read_problem (evaluator, path, &error);
  if (problem != NULL)
    {
      executor = weft_cli_executor (options);
      search = weft_search_new (problem, executor);
      if (weft_search_resume_run (search, path, &error) >= 0)
        return g_steal_pointer (&search);
    }
  weft_cli_fail (error);
  return NULL;
}

static gboolean
write_files (WeftSearch *search)
{
  WeftSearchCounts counts;

  if (csv_path != NULL)
    {
      g_autofree char *text = weft_cli_search_csv (search);

      if (!weft_cli_save_text (csv_path, text))
        return FALSE;
    }
  if (output_path != NULL && weft_cli_best_run (search, &counts) >= 0)
    {
      g_autoptr (WeftDesign) design = weft_candidate_design (weft_search_get_problem (search),
                                                             &counts.best_candidate);

      return weft_cli_save_design (output_path, design);
    }
  return TRUE;
}

/* The best designs a second time, by simulation, after the search and outside its budget. FALSE after a message. */
static gboolean
look_again (const WeftCliOptions *options,
            WeftSearch           *search,
            WeftFidelity        **fidelity)
{
  WeftProblem *problem = weft_search_get_problem (search);
  g_autoptr (GPtrArray) designs = NULL;

  *fidelity = NULL;
  if (simulate_top == 0)
    return TRUE;
  designs = weft_search_top (search, (guint) simulate_top);
  if (!weft_cli_look_again (options, weft_problem_get_evaluator (problem), designs, fidelity))
    return FALSE;
  return *fidelity == NULL || agreement_path == NULL || weft_cli_save_agreement (*fidelity, agreement_path);
}

static int
answer (const WeftCliOptions *options,
        WeftSearch           *search)
{
  int status = weft_cli_run_search (options, search);
  WeftSearchCounts counts;
  WeftOptimum optimum;
  g_autoptr (WeftFidelity) fidelity = NULL;
  gboolean certified;

  if (status == WEFT_EXIT_BAD || !write_files (search) || !look_again (options, search, &fidelity))
    return WEFT_EXIT_BAD;

  certified = !no_optimum
              && weft_optimum_find (weft_search_get_problem (search), OPTIMUM_LIMIT_S, NULL, NULL,
                                    NULL, &optimum, NULL);
  if (options->json)
    {
      g_autoptr (JsonNode) root = weft_cli_search_json (search, certified ? &optimum : NULL);

      if (fidelity != NULL)
        json_object_set_object_member (json_node_get_object (root), "fidelity", weft_fidelity_to_json (fidelity));
      weft_cli_print_json (root);
    }
  else
    {
      weft_cli_print_search (options, search, certified ? &optimum : NULL);
      if (fidelity != NULL)
        weft_cli_print_fidelity (options, fidelity);
    }

  return status == WEFT_EXIT_DONE && weft_cli_best_run (search, &counts) < 0 ? WEFT_EXIT_NO : status;
}

static int
run (const WeftCliOptions *options)
{
  const WeftCliOutput outputs[] = {
    { "--csv", csv_path, FALSE },
    { "--output", output_path, FALSE },
    { "--agreement", agreement_path, TRUE },
  };
  g_autoptr (WeftProblem) problem = NULL;
  g_autoptr (WeftSearch) search = NULL;

  if (!weft_cli_check_problem_outputs (options, outputs, G_N_ELEMENTS (outputs)))
    return WEFT_EXIT_BAD;
  if (simulate_top < 0 || (agreement_path != NULL && simulate_top == 0))
    return weft_cli_refuse (_("search: --simulate-top is a number from 0 on, and --agreement goes only with it"));
  if (budget < 1)
    return weft_cli_refuse (_("--budget is %d, expected at least 1 evaluation"), budget);

  if (resume_name != NULL)
    search = resume_search (options);
  else
    {
      problem = weft_cli_make_problem (options);
      if (problem != NULL)
        search = start_search (options, problem);
    }

  return search != NULL ? answer (options, search) : WEFT_EXIT_BAD;
}

static void
clear (void)
{
  weft_cli_clear_problem ();
  g_clear_pointer (&methods_text, g_free);
  g_clear_pointer (&seeds_text, g_free);
  g_clear_pointer (&resume_name, g_free);
  g_clear_pointer (&csv_path, g_free);
  g_clear_pointer (&output_path, g_free);
  g_clear_pointer (&agreement_path, g_free);
}

static char *
describe_methods (void)
{
  g_autofree char *problem = weft_cli_describe_problem ();
  g_autoptr (GString) text = g_string_new (_("Methods:\n"));

  for (const WeftMethodInfo *info = weft_methods; info->id != NULL; info++)
    g_string_append_printf (text, "  %-10s  %s\n", info->id, _(info->description));
  g_string_append_printf (text, "\n%s", problem);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

int
weft_cmd_search (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_autofree char *description = describe_methods ();
  const GOptionEntry own[] = {
    WEFT_CLI_PROBLEM_ENTRIES,
    { "methods", 'm', 0, G_OPTION_ARG_STRING, &methods_text,
      N_("Methods, options after a colon: hill,random (hill)"), N_("M,…") },
    { "method", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &methods_text, NULL, NULL },
    { "seeds", 0, 0, G_OPTION_ARG_STRING, &seeds_text, N_("Several seeds: 1-20,25"), N_("N-N,…") },
    { "budget", 'b', 0, G_OPTION_ARG_INT, &budget, N_("Evaluations of each run (100)"), N_("N") },
    { "no-record", 0, 0, G_OPTION_ARG_NONE, &no_record, N_("Leave no trail"), NULL },
    { "no-optimum", 0, 0, G_OPTION_ARG_NONE, &no_optimum,
      N_("Do not look for the certified optimum, so show no regret"), NULL },
    { "resume", 0, 0, G_OPTION_ARG_FILENAME, &resume_name,
      N_("Go on with a recorded run: its id, path, or “last”"), N_("RUN") },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &csv_path, N_("Write every candidate to a CSV file"),
      N_("FILE") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output_path, N_("Write the best design to a file"),
      N_("FILE") },
    { "simulate-top", 0, 0, G_OPTION_ARG_INT, &simulate_top,
      N_("Map and simulate the best N designs afterwards, and compare both rankings"), N_("N") },
    { "agreement", 0, 0, G_OPTION_ARG_FILENAME, &agreement_path,
      N_("With --simulate-top: draw how well both agree to this .svg, .pdf or .png"), N_("FILE") },
    G_OPTION_ENTRY_NULL,
  };
  int status = WEFT_EXIT_BAD;

  if (weft_cli_parse ("search", argv, own, description, 0, 1, &options))
    status = run (&options);
  clear ();
  return status;
}
