/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recipe makes the same problem elsewhere, and is refused where the facts are others. */
#include "base/weft-json.h"
#include "search/weft-problem-recipe-private.h"
#include "search/weft-search.h"

static WeftProblem *
make_problem (const char *space_name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);
  g_autoptr (WeftEvaluator) evaluator = weft_evaluator_new (catalog);
  g_autoptr (WeftSpace) space = weft_space_load (space_name, &error);
  WeftProblem *problem = weft_problem_new (evaluator, space, NULL, NULL, &error);

  g_assert_no_error (error);
  return problem;
}

static void
test_same (void)
{
  static const char *const spaces[] = { "paper-2", "paper-3", "iso-cost" };

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    {
      g_autoptr (WeftProblem) problem = make_problem (spaces[i]);
      g_autofree char *recipe = weft_problem_recipe (problem);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftProblem) other = NULL;
      g_autofree char *again = NULL;
      gpointer owner = NULL;
      WeftWork work;

      g_assert_null (strchr (recipe, '\n'));
      g_assert_true (weft_problem_work_from_recipe (recipe, &work, &owner, &error));
      g_assert_no_error (error);
      other = owner;
      again = weft_problem_recipe (other);
      g_assert_cmpstr (again, ==, recipe);
      g_assert_cmpstr (weft_problem_get_digest (other), ==, weft_problem_get_digest (problem));
      g_assert_true (work.data == other);
      g_assert_cmpuint (work.item_size, ==, sizeof (WeftCandidate));
    }
}

/* Both judge the same, by way of the work. */
static void
test_judges_alike (void)
{
  g_autoptr (WeftProblem) problem = make_problem ("paper-3");
  g_autofree char *recipe = weft_problem_recipe (problem);
  g_autoptr (GObject) other = NULL;
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (2);
  WeftWork here = weft_problem_work, there;
  gpointer owner = NULL;
  WeftRandom random;
  WeftCandidate candidates[500];
  g_autofree WeftVerdict *verdicts = g_new0 (WeftVerdict, 500);
  g_autofree WeftVerdict *others = g_new0 (WeftVerdict, 500);

  here.data = problem;
  g_assert_true (weft_problem_work_from_recipe (recipe, &there, &owner, NULL));
  other = owner;
  weft_random_init (&random, 5, 0);
  for (guint i = 0; i < 500; i++)
    weft_candidate_random (problem, &random, &candidates[i]);
  g_assert_true (weft_executor_set_work (executor, &here, recipe, NULL));
  g_assert_true (weft_executor_map (executor, candidates, verdicts, 500, NULL, NULL));
  g_assert_true (weft_executor_set_work (executor, &there, recipe, NULL));
  g_assert_true (weft_executor_map (executor, candidates, others, 500, NULL, NULL));
  g_assert_cmpmem (verdicts, 500 * sizeof *verdicts, others, 500 * sizeof *others);
  g_clear_object (&executor); /* before the work's owner */
}

static void
assert_refused (const char *recipe, const char *part)
{
  g_autoptr (GError) error = NULL;
  gpointer owner = NULL;
  WeftWork work;

  g_assert_false (weft_problem_work_from_recipe (recipe, &work, &owner, &error));
  g_assert_nonnull (error);
  g_assert_null (owner);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, part));
}

static void
test_refused (void)
{
  g_autoptr (WeftProblem) problem = make_problem ("paper-2");
  g_autofree char *recipe = weft_problem_recipe (problem);
  char *digit = strstr (recipe, "\"facts_sha256\":\"");

  g_assert_nonnull (digit);
  digit += strlen ("\"facts_sha256\":\"");
  *digit = *digit == '0' ? '1' : '0';
  assert_refused (recipe, "the catalog in ");
  assert_refused ("", "recipe");
  assert_refused ("{}", "facts_sha256");
  assert_refused ("{\"facts_sha256\":\"a\",\"problem\":{}}", "space");
  assert_refused ("{\"facts_sha256\":\"a\",\"problem\":3}", "expected an object");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/problem-recipe/same", test_same);
  g_test_add_func ("/problem-recipe/judges-alike", test_judges_alike);
  g_test_add_func ("/problem-recipe/refused", test_refused);
  return g_test_run ();
}
