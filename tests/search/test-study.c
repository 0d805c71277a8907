/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study's rows and curves follow from the runs' curves as its header says; every figure here can be worked out by hand. */
#include <math.h>
#include <string.h>

#include "base/weft-json.h"
#include "search/weft-published-table.h"
#include "search/weft-study.h"

static void
assert_near (double a, double b)
{
  g_assert_cmpfloat_with_epsilon (a, b, 1e-12);
}

/* A run with one improvement, or none when @score is 0. */
static void
add_run (WeftStudy *study, guint row, guint64 seed, guint evaluations, guint at, double score)
{
  WeftStudyStep step = { at, score };
  WeftStudyRun run = {
    .seed = seed,
    .evaluations = evaluations,
    .invalid = (guint) seed,
    .specialised = score > 0 ? 0.02 * (double) seed : NAN,
    .steps = score > 0 ? g_memdup2 (&step, sizeof step) : NULL,
    .n_steps = score > 0 ? 1 : 0,
  };

  weft_study_add_run (study, row, &run);
}

/* Two methods, four seeds; the target is 2, so 1.98 is near enough. */
static WeftStudy *
create_study (void)
{
  WeftStudy *study = weft_study_new ();

  g_assert_cmpuint (weft_study_add_row (study, "random", "Random", 10), ==, 0);
  g_assert_cmpuint (weft_study_add_row (study, "hill:a,b", "Hill (a,b)", 10), ==, 1);
  add_run (study, 0, 1, 10, 3, 1.0);
  add_run (study, 0, 2, 10, 5, 2.0);
  add_run (study, 0, 3, 10, 2, 1.5);
  add_run (study, 0, 4, 10, 0, 0);
  /* Other order of seeds: pairs go by seed. */
  add_run (study, 1, 4, 10, 4, 1.98);
  add_run (study, 1, 3, 8, 1, 1.6);
  add_run (study, 1, 2, 10, 2, 2.0);
  add_run (study, 1, 1, 10, 6, 1.99);
  return study;
}

static void
test_scores (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  const WeftStudyRow *row;

  weft_study_compute (study, 2, 2, NULL);
  row = weft_study_get_row (study, 0);
  g_assert_cmpuint (row->runs, ==, 4);
  assert_near (row->evaluations, 10);
  assert_near (row->mean, 4.5 / 4);
  /* Distances to 1.125: -0.125, 0.875, 0.375, -1.125. */
  assert_near (row->sd, sqrt ((0.015625 + 0.765625 + 0.140625 + 1.265625) / 3));
  assert_near (row->regret_mean, 1 - 1.125 / 2);
  assert_near (row->invalid, 2.5);
  assert_near (row->specialised_power_mean, 0.04); /* of the three that have a design */
  g_assert_cmpfloat (row->interval.low, <, row->mean);
  g_assert_cmpfloat (row->interval.high, >, row->mean);
  assert_near (weft_study_get_row (study, 1)->evaluations, 9.5);
}

static void
test_arrivals (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  const WeftStudyRow *row;

  weft_study_compute (study, 2, 2, NULL);
  row = weft_study_get_row (study, 0);
  g_assert_cmpuint (row->within_1pct, ==, 1);
  g_assert_true (isinf (row->evals_to_1pct));
  assert_near (row->ert_1pct, 10 + 5 + 10 + 10);
  /* Arrivals after 2, 4, 6 and never: the median is 5; 6 + 2 + 8 + 4 evaluations for three. */
  row = weft_study_get_row (study, 1);
  g_assert_cmpuint (row->within_1pct, ==, 3);
  assert_near (row->evals_to_1pct, 5);
  assert_near (row->ert_1pct, 20.0 / 3);
}

static void
test_comparison (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  const WeftStudyRow *row;

  weft_study_compute (study, 2, 2, NULL);
  g_assert_cmpint (weft_study_get_row (study, 0)->baseline, ==, -1);
  g_assert_true (isnan (weft_study_get_row (study, 0)->p_value));
  row = weft_study_get_row (study, 1);
  g_assert_cmpint (row->baseline, ==, 0);
  g_assert_cmpuint (row->pairs, ==, 4);
  /* Seed 2 is equal; the other three are better: 2 / 2^3. */
  assert_near (row->p_value, 0.25);
  assert_near (row->p_holm, 0.25);
  /* 1.98, 1.6 and 1.99 beat three of 0, 1, 1.5, 2; 2 beats three and equals one: 12.5 of 16. */
  assert_near (row->a12, 12.5 / 16);
  weft_study_compute (study, 2, 2, "hill:a,b");
  g_assert_cmpint (weft_study_get_row (study, 0)->baseline, ==, 1);
  assert_near (weft_study_get_row (study, 0)->a12, 3.5 / 16);
  weft_study_compute (study, 2, 2, "none such");
  g_assert_cmpint (weft_study_get_row (study, 0)->baseline, ==, -1);
  g_assert_cmpint (weft_study_get_row (study, 1)->baseline, ==, -1);
}

/* Two further methods with the raw p-values 0.25 and 1; another budget is a family of its own. */
static void
test_holm (void)
{
  g_autoptr (WeftStudy) study = create_study ();

  weft_study_add_row (study, "greedy", "Greedy", 10);
  weft_study_add_row (study, "random", "Random", 20);
  weft_study_add_row (study, "greedy", "Greedy", 20);
  for (guint seed = 1; seed <= 4; seed++)
    {
      add_run (study, 2, seed, 10, 1, seed == 2 ? 2 : 1.7);
      add_run (study, 3, seed, 20, 1, 1 + seed / 10.0);
      add_run (study, 4, seed, 20, 1, 1.5 + seed / 5.0);
    }
  weft_study_compute (study, 2, 2, NULL);
  assert_near (weft_study_get_row (study, 2)->p_value, 0.25);
  assert_near (weft_study_get_row (study, 1)->p_holm, 0.5);
  assert_near (weft_study_get_row (study, 2)->p_holm, 0.5);
  g_assert_cmpint (weft_study_get_row (study, 4)->baseline, ==, 3);
  assert_near (weft_study_get_row (study, 4)->p_value, 0.125);
  assert_near (weft_study_get_row (study, 4)->p_holm, 0.125);
}

/* A score that differs from the baseline's in the last digit is the same design. */
static void
test_same_score (void)
{
  g_autoptr (WeftStudy) study = weft_study_new ();

  weft_study_add_row (study, "a", "A", 10);
  weft_study_add_row (study, "b", "B", 10);
  for (guint seed = 1; seed <= 6; seed++)
    {
      add_run (study, 0, seed, 10, 1, 1.9);
      add_run (study, 1, seed, 10, 1, nextafter (1.9, 2));
    }
  weft_study_compute (study, NAN, NAN, NULL);
  g_assert_cmpfloat (weft_study_get_row (study, 1)->p_value, ==, 1);
}

static void
test_target (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  WeftStudyTarget kind;

  weft_study_compute (study, 2, 2, NULL);
  assert_near (weft_study_get_target (study, &kind), 2);
  g_assert_cmpint (kind, ==, WEFT_STUDY_CERTIFIED);
  weft_study_compute (study, 2, 2.5, NULL);
  assert_near (weft_study_get_target (study, &kind), 2.5);
  g_assert_cmpint (kind, ==, WEFT_STUDY_BOUND);
  g_assert_cmpuint (weft_study_get_row (study, 1)->within_1pct, ==, 0);
  weft_study_compute (study, NAN, NAN, NULL);
  assert_near (weft_study_get_target (study, &kind), 2);
  g_assert_cmpint (kind, ==, WEFT_STUDY_BEST_KNOWN);
}

static void
test_curve (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  g_autoptr (GArray) random = weft_study_curve (study, 0);
  g_autoptr (GArray) hill = weft_study_curve (study, 1);
  const double expected[] = { 0, 0.375, 0.625, 0.625, 1.125, 1.125, 1.125, 1.125, 1.125, 1.125 };

  g_assert_cmpuint (random->len, ==, 10);
  for (guint i = 0; i < 10; i++)
    {
      const WeftStudyPoint *point = &g_array_index (random, WeftStudyPoint, i);

      assert_near (point->mean, expected[i]);
      g_assert_cmpfloat (point->band.low, <=, point->mean);
      g_assert_cmpfloat (point->band.high, >=, point->mean);
    }
  /* The run that ended after 8 keeps its best. */
  assert_near (g_array_index (hill, WeftStudyPoint, 9).mean, (1.98 + 1.6 + 2 + 1.99) / 4);
}

static void
test_csv (void)
{
  g_autoptr (WeftStudy) study = weft_study_new ();
  g_autofree char *csv = NULL;

  weft_study_add_row (study, "hill:a,b", "Hill", 2);
  add_run (study, 0, 1, 2, 2, 1.5);
  weft_study_compute (study, 2, 2, NULL);
  csv = weft_study_curves_csv (study);
  g_assert_cmpstr (csv, ==,
                   "method,budget,evaluation,runs,mean,low,high,regret\r\n"
                   "\"hill:a,b\",2,1,1,0,,,1\r\n"
                   "\"hill:a,b\",2,2,1,1.5,,,0.25\r\n");
}

/* What is unknown or never happened is null. */
static void
test_json (void)
{
  g_autoptr (WeftStudy) study = create_study ();
  JsonObject *object, *row;
  JsonArray *rows;

  weft_study_compute (study, 2, 2, NULL);
  object = weft_study_to_json (study);
  rows = json_object_get_array_member (object, "rows");
  g_assert_cmpuint (json_array_get_length (rows), ==, 2);
  row = json_array_get_object_element (rows, 0);
  g_assert_cmpstr (json_object_get_string_member (row, "method"), ==, "random");
  assert_near (json_object_get_double_member (row, "mean"), 1.125);
  g_assert_true (json_object_get_null_member (row, "evals_to_1pct"));
  g_assert_true (json_object_get_null_member (row, "p_value"));
  row = json_array_get_object_element (rows, 1);
  assert_near (json_object_get_double_member (row, "evals_to_1pct"), 5);
  g_assert_cmpstr (json_object_get_string_member (row, "baseline"), ==, "random");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (row, "seeds")), ==, 4);
  json_object_unref (object);
}

/* Rows without runs, and a study without rows. */
static void
test_empty (void)
{
  g_autoptr (WeftStudy) nothing = weft_study_new ();
  g_autoptr (WeftStudy) study = weft_study_new ();
  g_autoptr (GArray) curve = NULL;
  const WeftStudyRow *row;
  JsonObject *object;

  weft_study_compute (nothing, 2, 2, NULL);
  g_assert_cmpuint (weft_study_n_rows (nothing), ==, 0);
  weft_study_add_row (study, "a", "A", 10);
  weft_study_add_row (study, "b", "B", 10);
  weft_study_compute (study, 2, 2, NULL);
  row = weft_study_get_row (study, 1);
  g_assert_true (isnan (row->mean));
  g_assert_true (isnan (row->p_value));
  g_assert_true (isnan (row->evals_to_1pct));
  curve = weft_study_curve (study, 0);
  g_assert_cmpuint (curve->len, ==, 0);
  object = weft_study_to_json (study);
  json_object_unref (object);
}

static void
assert_methods (const char *text, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) methods = weft_study_parse_methods (text, &error);
  g_autofree char *joined = NULL;

  g_assert_no_error (error);
  joined = g_strjoinv (" ", methods);
  g_assert_cmpstr (joined, ==, expected);
}

static void
refuse_methods (const char *text, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_study_parse_methods (text, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, part));
}

static void
test_methods (void)
{
  assert_methods ("random", "random");
  assert_methods ("hill, random", "hill random");
  assert_methods ("hill:,random", "hill random");
  refuse_methods ("", "random,hill");
  refuse_methods ("random,", "random,hill");
  refuse_methods ("randon", "random");
  refuse_methods ("random,hill,random", "once");
  refuse_methods ("random:no-such,hill", "no-such");
  /* The second option is none of a method called so. */
  refuse_methods ("random:no-such,neither", "no-such");
  refuse_methods ("random,no-such", "no-such");
}

static void
assert_seeds (const char *text, const guint64 *expected, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) seeds = weft_study_parse_seeds (text, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (seeds->data, seeds->len * sizeof (guint64), expected, n * sizeof (guint64));
}

static void
test_seeds (void)
{
  const guint64 expected[] = { 3, 4, 5, 1 };
  const char *const bad[] = { "", "x", "1-", "-1", "5-3", "1,1", "1-5,3", "1-20000", "1,,2", "1-2-3", "1.5" };

  assert_seeds ("3-5, 1", expected, 4);
  assert_seeds ("3 - 5,1", expected, 4);
  assert_seeds ("1", &expected[3], 1);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (weft_study_parse_seeds (bad[i], &error));
      g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    }
}

static void
test_budgets (void)
{
  const char *const bad[] = { "", "0", "-1", "x", "50,50", "50,", "1e3", "999999999999" };
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) budgets = weft_study_parse_budgets ("100, 50", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (budgets->len, ==, 2);
  g_assert_cmpuint (g_array_index (budgets, guint, 0), ==, 100);
  g_assert_cmpuint (g_array_index (budgets, guint, 1), ==, 50);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) refusal = NULL;

      g_assert_null (weft_study_parse_budgets (bad[i], &refusal));
      g_assert_error (refusal, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    }
}

static gboolean
fits (const WeftPublishedTable *published, WeftEvaluator *evaluator, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_json_parse (text, -1, "test", NULL, &error);
  g_autoptr (WeftProblem) problem = NULL;

  g_assert_no_error (error);
  problem = weft_problem_new_from_json (evaluator, root, "test", &error);
  g_assert_no_error (error);
  return weft_published_table_fits (published, problem);
}

/* Only the very problem that was published: not with another budget, other weights or without a chip. */
static void
test_published (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = weft_published_table_list (&error);
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (NULL);
  g_autoptr (WeftEvaluator) evaluator = weft_evaluator_new (catalog);
  const WeftPublishedTable *table;
  const WeftPublishedTableRow *row;

  g_assert_no_error (error);
  g_assert_cmpuint (list->len, >=, 1);
  table = list->pdata[0];
  g_assert_cmpstr (table->id, ==, "archagent-table1");
  g_assert_cmpuint (table->rows->len, ==, 6);
  row = &g_array_index (table->rows, WeftPublishedTableRow, 1);
  g_assert_cmpstr (row->planner, ==, "gpt-oss-120b");
  g_assert_cmpuint (row->evaluations, ==, 50);
  assert_near (row->mean, 1.71);
  assert_near (row->sd, 0.16);
  g_assert_true (isnan (g_array_index (table->rows, WeftPublishedTableRow, 5).sd));

  g_assert_true (fits (table, evaluator, "{\"space\": \"paper-2\"}"));
  g_assert_true (fits (table, evaluator, "{\"space\": \"paper-3\", \"facility\": {\"power_w\": 1000000}}"));
  g_assert_false (fits (table, evaluator, "{\"space\": \"paper-2\", \"facility\": {\"power_w\": 300000}}"));
  g_assert_false (fits (table, evaluator, "{\"space\": \"same-generation-2024\"}"));
  g_assert_false (fits (table, evaluator,
                        "{\"space\": \"paper-2\", \"workload\": {\"weights\": {\"training\": 1}}}"));
}

static void
test_published_faults (void)
{
  const char *const bad[] = {
    "[]",
    "{}",
    "{\"id\": \"a\", \"name\": \"A\", \"source\": \"S\", \"spaces\": [1], \"rows\": []}",
    "{\"id\": \"a\", \"name\": \"A\", \"source\": \"S\", \"spaces\": [], \"rows\": [3]}",
    "{\"id\": \"a\", \"name\": \"A\", \"source\": \"S\", \"spaces\": [], \"rows\": [{\"method\": \"M\", "
    "\"evaluations\": 0, \"runs\": 1, \"mean\": 1}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) root = weft_json_parse (bad[i], -1, "test", NULL, &error);

      g_assert_no_error (error);
      g_assert_null (weft_published_table_read (root, "test", &error));
      g_assert_nonnull (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study/scores", test_scores);
  g_test_add_func ("/study/arrivals", test_arrivals);
  g_test_add_func ("/study/comparison", test_comparison);
  g_test_add_func ("/study/holm", test_holm);
  g_test_add_func ("/study/same-score", test_same_score);
  g_test_add_func ("/study/target", test_target);
  g_test_add_func ("/study/curve", test_curve);
  g_test_add_func ("/study/csv", test_csv);
  g_test_add_func ("/study/json", test_json);
  g_test_add_func ("/study/empty", test_empty);
  g_test_add_func ("/study/methods", test_methods);
  g_test_add_func ("/study/seeds", test_seeds);
  g_test_add_func ("/study/budgets", test_budgets);
  g_test_add_func ("/study/published", test_published);
  g_test_add_func ("/study/published-faults", test_published_faults);
  return g_test_run ();
}
