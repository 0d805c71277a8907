/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft study`: several methods with several seeds and budgets on one problem, described and compared. */
#include "config.h"

#include "cli/weft-cli.h"

#include <math.h>

#include <glib/gi18n.h>

#include "cli/weft-cli-main.h"
#include "cli/weft-cli-optimize.h"
#include "cli/weft-cli-problem.h"
#include "cli/weft-cli-search.h"
#include "cli/weft-cli-study.h"
#include "draw/plot/weft-plot-layout-private.h"
#include "draw/weft-study-plot.h"

/* What the optimum may take when not told otherwise. */
#define OPTIMUM_S 300.0

#define CHART_WIDTH 800
#define CHART_HEIGHT 500
#define PNG_SCALE 2.0

static WeftCliTable own_table;
static char *methods_text;
static char **planners;
static char *seeds_text;
static char *budget_text;
static char *baseline;
static char *csv_path;
static char *curves_path;
static char *chart_path;
static double optimum_s = OPTIMUM_S;
static gboolean is_recorded;

/* The lists of a plan, which borrows them. */
typedef struct
{
  char **methods;
  GArray *seeds;
  GArray *budgets;
  WeftStudyPlan plan;
} Lists;

static void
lists_clear (Lists *lists)
{
  g_clear_pointer (&lists->methods, g_strfreev);
  g_clear_pointer (&lists->seeds, g_array_unref);
  g_clear_pointer (&lists->budgets, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lists, lists_clear)

static int
refuse_list (const char *option, const GError *error)
{
  return weft_cli_refuse ("%s: %s", option, error->message);
}

static gboolean
read_lists (Lists *lists)
{
  g_autoptr (GError) error = NULL;

  lists->methods = methods_text == NULL && planners != NULL
                     ? g_new0 (char *, 1)
                     : weft_study_parse_methods (methods_text != NULL ? methods_text : "random,hill", &error);
  if (lists->methods == NULL)
    return refuse_list ("--methods", error), FALSE;
  lists->seeds = weft_study_parse_seeds (seeds_text != NULL ? seeds_text : "1-20", &error);
  if (lists->seeds == NULL)
    return refuse_list ("--seeds", error), FALSE;
  lists->budgets = weft_study_parse_budgets (budget_text != NULL ? budget_text : "100", &error);
  if (lists->budgets == NULL)
    return refuse_list ("--budget", error), FALSE;
  lists->plan = (WeftStudyPlan) {
    .methods = lists->methods,
    .seeds = (const guint64 *) (gpointer) lists->seeds->data,
    .n_seeds = lists->seeds->len,
    .budgets = (const guint *) (gpointer) lists->budgets->data,
    .n_budgets = lists->budgets->len,
    .record = is_recorded,
  };
  return TRUE;
}

static gboolean
check_outputs (const WeftCliOptions *options)
{
  const WeftCliOutput outputs[] = {
    { "--csv", csv_path, FALSE },
    { "--curves", curves_path, FALSE },
    { "--chart", chart_path, TRUE },
  };

  return weft_cli_check_problem_outputs (options, outputs, G_N_ELEMENTS (outputs));
}

static gboolean
check_options (const WeftCliOptions *options, const Lists *lists)
{
  if (baseline != NULL && !g_strv_contains ((const char *const *) lists->methods, baseline))
    weft_cli_refuse (_("--baseline: found “%s”, expected one of the --methods"), baseline);
  else if (!(optimum_s >= 0))
    weft_cli_refuse (_("--optimum-limit is %g, expected seconds, or 0 to leave the optimum out"),
                     optimum_s);
  else
    return check_outputs (options);
  return FALSE;
}

/* --- files --- */

static gboolean
write_text (const char *path, char *text)
{
  g_autofree char *owned = text;

  return weft_cli_save_text (path, owned);
}

static gboolean
write_chart (const WeftStudyResult *result)
{
  const WeftPublishedTable *published
      = result->published->len > 0 ? result->published->pdata[0] : NULL;
  g_autoptr (WeftPlot) plot = weft_study_plot_new (result->study, published);
  g_autoptr (GError) error = NULL;

  if (!weft_plot_export (plot, chart_path, CHART_WIDTH, CHART_HEIGHT, PNG_SCALE,
                         &weft_palette_light, &error))
    {
      weft_cli_fail (error);
      return FALSE;
    }
  weft_cli_note (_("wrote %s"), chart_path);
  return TRUE;
}

static gboolean
write_files (const WeftStudyResult *result)
{
  if (csv_path != NULL && !write_text (csv_path, weft_csv_study (result->study)))
    return FALSE;
  if (curves_path != NULL && !write_text (curves_path, weft_study_curves_csv (result->study)))
    return FALSE;
  return chart_path == NULL || write_chart (result);
}

/* --- the study --- */

/* Those of the catalog that were measured on this problem. (transfer full) */
static GPtrArray *
find_published (WeftProblem *problem)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *list = weft_published_table_list (&error);

  if (list == NULL)
    {
      weft_cli_fail (error);
      return NULL;
    }
  for (guint i = list->len; i > 0; i--)
    if (!weft_published_table_fits (list->pdata[i - 1], problem))
      g_ptr_array_remove_index (list, i - 1);
  return list;
}

static int
finish (const WeftCliOptions *options, WeftStudyResult *result, WeftOptimum *optimum)
{
  if (optimum_s > 0)
    {
      if (!weft_cli_run_optimum (result->problem, optimum_s, optimum))
        return WEFT_EXIT_BAD;
      result->optimum = optimum;
    }
  weft_study_compute (result->study, result->optimum != NULL ? optimum->score : NAN,
                      result->optimum != NULL ? optimum->bound : NAN, baseline);
  if (!write_files (result))
    return WEFT_EXIT_BAD;
  if (options->json)
    weft_cli_print_study_json (result);
  else
    weft_cli_print_study (options, result);
  return WEFT_EXIT_DONE;
}

/* The runs of the search methods. (transfer full) (nullable): NULL with the status. */
static WeftStudy *
run_methods (const WeftCliOptions *options, const Lists *lists, WeftProblem *problem, int *status)
{
  g_autoptr (WeftExecutor) executor = weft_cli_executor (options);
  g_autoptr (WeftSearch) search = NULL;
  g_autoptr (GError) error = NULL;

  *status = WEFT_EXIT_DONE;
  if (lists->methods[0] == NULL)
    return weft_study_new ();
  search = weft_study_search (problem, executor, &lists->plan, &error);
  if (search == NULL)
    *status = weft_cli_fail (error);
  else
    *status = weft_cli_run_search (options, search);
  return *status == WEFT_EXIT_DONE ? weft_study_collect (search, &lists->plan) : NULL;
}

static int
study (const WeftCliOptions *options, const Lists *lists, WeftProblem *problem)
{
  g_autoptr (WeftStudy) collected = NULL;
  g_autoptr (GPtrArray) published = find_published (problem);
  WeftOptimum optimum = { 0 };
  WeftStudyResult result;
  int status;

  if (published == NULL)
    return WEFT_EXIT_BAD;
  collected = run_methods (options, lists, problem, &status);
  if (collected == NULL)
    return status;
  if (!weft_cli_study_planners (problem, planners, &lists->plan, collected))
    return WEFT_EXIT_BAD;
  result = (WeftStudyResult) { problem, collected, NULL, published };
  return finish (options, &result, &optimum);
}

static void
clear_options (void)
{
  weft_cli_clear_problem ();
  weft_cli_table_clear (&own_table);
  g_clear_pointer (&methods_text, g_free);
  g_clear_pointer (&planners, g_strfreev);
  g_clear_pointer (&seeds_text, g_free);
  g_clear_pointer (&budget_text, g_free);
  g_clear_pointer (&baseline, g_free);
  g_clear_pointer (&csv_path, g_free);
  g_clear_pointer (&curves_path, g_free);
  g_clear_pointer (&chart_path, g_free);
}

/* What would have no effect beside a table. */
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
         : planners != NULL             ? "--planner"
         : csv_path != NULL             ? "--csv"
         : curves_path != NULL          ? "--curves"
         : chart_path != NULL           ? "--chart"
         : optimum_s < OPTIMUM_S || optimum_s > OPTIMUM_S ? "--optimum-limit"
         : is_recorded                  ? "--record"
                                        : NULL;
}

static int
study_table (const WeftCliOptions *options)
{
  const char *idle = find_idle_option (options);

  if (idle != NULL)
    return weft_cli_refuse (_("--table: found “%s” beside it, which is of designs and says nothing of a table"), idle);
  return weft_cli_study_table (options, &own_table, methods_text, seeds_text, budget_text, baseline);
}

int
weft_cmd_study (char **argv)
{
  const GOptionEntry own[] = {
    WEFT_CLI_PROBLEM_ENTRIES,
    { "table", 't', 0, G_OPTION_ARG_FILENAME, &own_table.path,
      N_("Compare methods of “weft optimize” on this table of machines instead"), N_("CSV") },
    { "methods", 'm', 0, G_OPTION_ARG_STRING, &methods_text,
      N_("Methods, each with options after a colon; “random,hill” when not given"),
      N_("A,B:OPTION…") },
    { "planner", 0, 0, G_OPTION_ARG_STRING_ARRAY, &planners,
      N_("A language model as planner, beside the methods or alone; may be given several times"),
      N_("URL MODEL") },
    { "seeds", 0, 0, G_OPTION_ARG_STRING, &seeds_text,
      N_("Seeds; “1-20” when not given"), N_("FIRST-LAST,…") },
    { "budget", 'b', 0, G_OPTION_ARG_STRING, &budget_text,
      N_("Evaluations a run may make; 100 when not given"), N_("N[,N…]") },
    { "baseline", 0, 0, G_OPTION_ARG_STRING, &baseline,
      N_("Method that the others are compared with; the first when not given"), N_("METHOD") },
    { "optimum-limit", 0, 0, G_OPTION_ARG_DOUBLE, &optimum_s,
      N_("Longest time for the certified optimum; 0 leaves it out"), N_("SECONDS") },
    { "csv", 0, 0, G_OPTION_ARG_FILENAME, &csv_path, N_("Write the rows as CSV"), N_("FILE") },
    { "curves", 0, 0, G_OPTION_ARG_FILENAME, &curves_path,
      N_("Write the curves over the evaluations as CSV"), N_("FILE") },
    { "chart", 0, 0, G_OPTION_ARG_FILENAME, &chart_path,
      N_("Draw the curves to this .svg, .pdf or .png"), N_("FILE") },
    { "record", 0, 0, G_OPTION_ARG_NONE, &is_recorded, N_("Record each run in a trail"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (WeftCliOptions) options = { 0 };
  g_auto (Lists) lists = { 0 };
  g_autoptr (WeftProblem) problem = NULL;
  g_autofree char *description = weft_cli_describe_problem ();
  int status = WEFT_EXIT_BAD;

  if (!weft_cli_parse ("study", argv, own, description, 0, 1, &options))
    status = WEFT_EXIT_BAD;
  else if (own_table.path != NULL)
    status = study_table (&options);
  else if (read_lists (&lists) && check_options (&options, &lists))
    {
      problem = weft_cli_make_problem (&options);
      if (problem != NULL)
        status = study (&options, &lists, problem);
    }
  clear_options ();
  return status;
}
