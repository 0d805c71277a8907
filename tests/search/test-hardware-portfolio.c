/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Portfolios: what is read and refused, and what mapping and simulating one on a machine says. */
#include "search/hardware/weft-portfolio-run.h"

#include <math.h>
#include <string.h>

#include "search-fixture.h"

#define SPARSE "{\"id\": \"lu\", \"generator\": \"sparse\", \"params\": {\"grid\": \"24x24\", \"block\": 8}}"
#define HPCG "{\"id\": \"hpcg\", \"weight\": 3, \"generator\": \"hpcg\", \"params\": {\"n\": 32, \"iterations\": 1}}"
#define MODEL "{\"id\": \"llama\", \"model\": \"llama-3.1-8b\", \"prompt_tokens\": 512}"
#define ALL "{\"name\": \"All\", \"workloads\": [" SPARSE ", " HPCG ", " MODEL "]}"

/* (transfer full) (nullable) */
static WeftPortfolio *
parse (WeftCatalog *catalog, const char *text, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  g_autoptr (JsonNode) root = weft_json_parse (text, -1, "test", NULL, &wrong);

  g_assert_no_error (wrong);
  return weft_portfolio_new (root, NULL, catalog, NULL, error);
}

static WeftPortfolio *
make (WeftCatalog *catalog, const char *text)
{
  g_autoptr (GError) error = NULL;
  WeftPortfolio *portfolio = parse (catalog, text, &error);

  g_assert_no_error (error);
  return portfolio;
}

static WeftPortfolioMachine *
open_machine (WeftEvaluator *evaluator, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", name, NULL);
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);
  WeftPortfolioMachine *machine;

  g_assert_no_error (error);
  g_assert_true (weft_catalog_load_kind (weft_evaluator_get_catalog (evaluator), WEFT_RECORD_COMPONENT, &error));
  machine = weft_portfolio_machine_new (
      design, weft_evaluator_get_inventory (evaluator, weft_design_get_profile (design), &error), NULL, &error);
  g_assert_no_error (error);
  return machine;
}

static const WeftPortfolioWorkload *
workload_at (const WeftPortfolio *portfolio, guint i)
{
  return portfolio->workloads->pdata[i];
}

static void
test_read (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftPortfolio) portfolio = make (weft_evaluator_get_catalog (evaluator), ALL);
  double sum = 0;

  g_assert_cmpuint (portfolio->workloads->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    sum += workload_at (portfolio, i)->weight;
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (workload_at (portfolio, 1)->weight, 0.6, 1e-12);
  g_assert_nonnull (workload_at (portfolio, 0)->graph);
  g_assert_null (workload_at (portfolio, 2)->graph);
  g_assert_cmpuint (workload_at (portfolio, 2)->prompt_tokens, ==, 512);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    const char *word;
  } cases[] = {
    { "{\"workloads\": []}", "0 workloads" },
    { "{}", "workloads" },
    { "{\"workloads\": [{\"id\": \"x\", \"generator\": \"sparze\"}]}", "sparse" },
    { "{\"workloads\": [{\"id\": \"x\"}]}", "generator" },
    { "{\"workloads\": [{\"id\": \"x\", \"modle\": \"a\", \"generator\": \"hpcg\"}]}", "modle" },
    { "{\"workloads\": [" SPARSE ", " SPARSE "]}", "lu" },
    { "{\"workloads\": [{\"id\": \"lu\", \"weight\": 0, \"generator\": \"sparse\", \"params\": {\"grid\": \"8x8\"}}]}", "sum to 0" },
    { "{\"workloads\": [{\"id\": \"lu\", \"weight\": -1, \"generator\": \"sparse\", \"params\": {\"grid\": \"8x8\"}}]}", "-1" },
    { "{\"workloads\": [{\"id\": \"m\", \"model\": \"llama-3.1-8b\", \"batch\": 0}]}", "batch" },
    { "{\"workloads\": [{\"id\": \"m\", \"model\": \"llama-3.1-9b\"}]}", "llama-3.1-8b" },
    { "{\"workloads\": [{\"id\": \"m\", \"generator\": \"hpcg\", \"algorithm\": \"peft-lcc\"}]}", "peft-lc" },
  };
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (parse (weft_evaluator_get_catalog (evaluator), cases[i].text, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, cases[i].word) == NULL)
        g_error ("%s: “%s” does not name %s", cases[i].text, error->message, cases[i].word);
    }
}

static void
check_shares (const WeftPortfolioTime *time)
{
  double sum = 0;

  for (guint i = 0; i < WEFT_N_BOTTLENECKS; i++)
    {
      g_assert_cmpfloat (time->bottlenecks.share[i], >=, 0);
      sum += time->bottlenecks.share[i];
    }
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-9);
  g_assert_cmpfloat (time->time_s, >, 0);
}

static void
count_cb (const WeftPortfolioMachine *machine, const WeftPortfolioWorkload *workload, const WeftSimOutcome *outcome,
          gpointer data)
{
  g_assert_cmpuint (outcome->result->trace->n_ranks, ==, machine->platform->n_devices);
  *(guint *) data += outcome->problem->graph->n_tasks;
}

/* All of them run, the same twice, and a machine compared with itself is as fast. */
static void
test_run (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftPortfolio) portfolio = make (weft_evaluator_get_catalog (evaluator), ALL);
  g_autoptr (WeftPortfolioMachine) machine = open_machine (evaluator, "chase-llm.weft");
  WeftPortfolioTime once[3], twice[3];
  guint n_seen = 0, n_said = 0;

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (weft_portfolio_run (machine, workload_at (portfolio, i), &once[i], count_cb, &n_seen, NULL, &error));
      g_assert_no_error (error);
      g_assert_true (weft_portfolio_run (machine, workload_at (portfolio, i), &twice[i], NULL, NULL, NULL, &error));
      check_shares (&once[i]);
      g_assert_cmpfloat (once[i].time_s, ==, twice[i].time_s);
      g_assert_cmpmem (&once[i].bottlenecks, sizeof once[i].bottlenecks, &twice[i].bottlenecks,
                       sizeof twice[i].bottlenecks);
      n_said += once[i].n_tasks;
    }
  g_assert_cmpuint (n_seen, ==, n_said);
  g_assert_cmpuint (once[2].tp, >=, 1);
  g_assert_cmpuint (once[0].tp, ==, 0);
  g_assert_cmpfloat (weft_portfolio_slowdown (portfolio, once, twice), ==, 0);
}

/* Processors are no accelerators, and stand on the islands that they feed. */
static void
test_hosts (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftPortfolioMachine) machine = open_machine (evaluator, "h100-nvl72.weft");
  guint n_hosts = 0;

  for (guint i = 0; i < machine->platform->n_devices; i++)
    {
      n_hosts += machine->is_host[i];
      g_assert_cmpuint (machine->island_of[i], <, machine->platform->n_devices);
    }
  g_assert_cmpuint (n_hosts, >, 0);
  g_assert_cmpuint (n_hosts, <, machine->platform->n_devices);
}

/* A model that no machine of this size can hold is an answer with a reason. */
static void
test_unfit (void)
{
  static const char text[] = "{\"workloads\": [{\"id\": \"v3\", \"model\": \"deepseek-v3\", \"batch\": 4096, "
                             "\"prompt_tokens\": 32768, \"use_all\": true}]}";
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftPortfolio) portfolio = make (weft_evaluator_get_catalog (evaluator), text);
  g_autoptr (WeftPortfolioMachine) machine = open_machine (evaluator, "chase-llm.weft");
  g_autoptr (GError) error = NULL;
  g_auto (WeftPortfolioTime) found = { 0 };

  g_assert_true (weft_portfolio_run (machine, workload_at (portfolio, 0), &found, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (isnan (found.time_s));
  g_assert_nonnull (found.why);
  g_assert_true (isnan (weft_portfolio_slowdown (portfolio, &found, &found)));
}

/* A cancel is no answer. */
static void
test_cancelled (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftPortfolio) portfolio = make (weft_evaluator_get_catalog (evaluator), ALL);
  g_autoptr (WeftPortfolioMachine) machine = open_machine (evaluator, "chase-llm.weft");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_auto (WeftPortfolioTime) found = { 0 };

  g_cancellable_cancel (cancellable);
  g_assert_false (weft_portfolio_run (machine, workload_at (portfolio, 0), &found, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/portfolio/read", test_read);
  g_test_add_func ("/portfolio/refused", test_refused);
  g_test_add_func ("/portfolio/run", test_run);
  g_test_add_func ("/portfolio/hosts", test_hosts);
  g_test_add_func ("/portfolio/unfit", test_unfit);
  g_test_add_func ("/portfolio/cancelled", test_cancelled);
  return g_test_run ();
}
