/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs as planners propose them: the same as candidates where they are candidates, refused with path and what is allowed
 * where they are not. */
#include <math.h>

#include "search-fixture.h"

#include "base/weft-json-write.h"
#include "search/weft-draft.h"

static WeftProblem *
make_problem (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();

  return fixture_problem (evaluator, "{\"space\":\"paper-2\"}");
}

static WeftDraft *
read_draft (WeftProblem *problem,
            const char  *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_json_parse (text, -1, "test", NULL, &error);

  g_assert_no_error (error);
  return weft_draft_new (problem, root);
}

static void
test_candidates (void)
{
  g_autoptr (WeftProblem) problem = make_problem ();
  g_autoptr (WeftKernel) kernel = weft_kernel_new (&problem->model);
  WeftRandom random;

  weft_random_init (&random, 7, 1);
  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (JsonNode) root = json_node_init_object (json_node_alloc (), json_object_new ());
      g_autoptr (JsonNode) partitions = NULL;
      g_autoptr (JsonNode) expected = NULL;
      g_autoptr (JsonNode) found = NULL;
      g_autoptr (WeftDraft) draft = NULL;
      g_autofree char *digest = NULL;
      g_autofree char *label = NULL;
      g_autofree char *a = NULL;
      g_autofree char *b = NULL;
      WeftCandidate candidate;
      WeftVerdict wanted, verdict;

      weft_candidate_random (problem, &random, &candidate);
      partitions = weft_candidate_partitions (problem, &candidate);
      digest = weft_json_digest (partitions);
      label = weft_candidate_label (problem, &candidate);
      json_object_set_member (json_node_get_object (root), "partitions", json_node_ref (partitions));
      draft = weft_draft_new (problem, root);

      g_assert_cmpuint (draft->errors->len, ==, 0);
      g_assert_true (draft->is_candidate);
      g_assert_true (weft_candidate_equal (&draft->candidate, &candidate));
      g_assert_cmpstr (draft->digest, ==, digest);
      g_assert_cmpstr (draft->label, ==, label);

      weft_problem_judge (problem, kernel, &candidate, &wanted);
      g_assert_cmpint (weft_draft_judge (draft, problem, kernel, &verdict), ==,
                       wanted.kind != WEFT_VERDICT_INVALID);
      expected = weft_verdict_to_json (problem, &candidate, &wanted);
      found = weft_verdict_machine_to_json (problem, &draft->machine, &verdict);
      a = weft_json_write_canonical (expected);
      b = weft_json_write_canonical (found);
      g_assert_cmpstr (a, ==, b);
    }
}

/* Names as people write them, partitions in any order, fractions that no space has. */
static void
test_between_the_fractions (void)
{
  g_autoptr (WeftProblem) problem = make_problem ();
  g_autoptr (WeftKernel) kernel = weft_kernel_new (&problem->model);
  g_autoptr (WeftDesign) design = NULL;
  g_autoptr (WeftEvaluation) evaluation = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDraft) draft = read_draft (problem,
    "{\"name\":\"score 9.9\",\"score\":9.9,\"partitions\":["
    "{\"chip\":\"wse3s\",\"role\":\"decode\",\"power_frac\":0.0173,\"scaleup\":\"ualink\",\"scaleout\":\"uec\"},"
    "{\"chip\":\"b200\",\"power_frac\":0.9799,\"scaleup\":\"nvlink5\",\"scaleout\":\"ib-xdr\"}]}");
  WeftVerdict verdict;

  g_assert_cmpuint (draft->errors->len, ==, 0);
  g_assert_false (draft->is_candidate);
  g_assert_cmpstr (draft->name, ==, "score 9.9");
  g_assert_cmpstr (draft->label, ==, "97.99 % B200, 1.73 % WSE3s");
  g_assert_true (weft_draft_judge (draft, problem, kernel, &verdict));

  design = weft_draft_design (draft, problem);
  evaluation = weft_evaluator_evaluate (weft_problem_get_evaluator (problem), design, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (verdict.score == weft_evaluation_get_score (evaluation));
  g_assert_cmpfloat (verdict.score, >, 1.5);
}

typedef struct
{
  const char *text;
  const char *stage;
  const char *code;
  const char *path;
} Refusal;

static void
test_refusals (void)
{
#define PART(chip, up, out, frac) "{\"chip\":" chip ",\"scaleup\":" up ",\"scaleout\":" out ",\"power_frac\":" frac "}"
  static const Refusal refusals[] = {
    { "[]", "schema", "missing_key", "/partitions" },
    { "{}", "schema", "missing_key", "/partitions" },
    { "{\"partitions\":7}", "schema", "wrong_type", "/partitions" },
    { "{\"partitions\":[]}", "schema", "no_partitions", "/partitions" },
    { "{\"partitions\":[1]}", "schema", "wrong_type", "/partitions/0" },
    { "{\"partitions\":[" PART ("\"B20O\"", "\"NVLink5\"", "\"UEC\"", "1") "]}", "schema",
      "unknown_chip", "/partitions/0/chip" },
    { "{\"partitions\":[" PART ("7", "\"NVLink5\"", "\"UEC\"", "1") "]}", "schema", "wrong_type",
      "/partitions/0/chip" },
    { "{\"partitions\":[" PART ("\"B200\"", "\"NVLink4\"", "\"UEC\"", "1") "]}", "schema",
      "scaleup_does_not_fit", "/partitions/0/scaleup" },
    { "{\"partitions\":[" PART ("\"B200\"", "\"NVLink5\"", "\"Token Ring\"", "1") "]}", "schema",
      "unknown_scaleout", "/partitions/0/scaleout" },
    { "{\"partitions\":[" PART ("\"B200\"", "\"NVLink5\"", "\"UEC\"", "\"all\"") "]}", "schema",
      "fraction_not_number", "/partitions/0/power_frac" },
    { "{\"partitions\":[" PART ("\"B200\"", "\"NVLink5\"", "\"UEC\"", "-0.5") "]}", "schema",
      "fraction_range", "/partitions/0/power_frac" },
    { "{\"partitions\":[" PART ("\"B200\"", "\"NVLink5\"", "\"UEC\"", "1e-9") "]}", "schema",
      "fraction_range", "/partitions/0/power_frac" },
    { "{\"partitions\":[" PART ("\"B200\"", "\"NVLink5\"", "\"UEC\"", "0.7") ","
      PART ("\"H100\"", "\"NVLink4\"", "\"UEC\"", "0.4") "]}", "constraint", "fraction_sum",
      "/partitions" },
    { "{\"partitions\":[" PART ("\"B200\"", "\"NVLink5\"", "\"UEC\"", "0.3") ","
      PART ("\"B200\"", "\"NVLink5\"", "\"UEC\"", "0.3") ","
      PART ("\"B200\"", "\"NVLink5\"", "\"UEC\"", "0.3") "]}", "schema", "too_many_partitions",
      "/partitions" },
    { "{\"partitions\":[" PART ("\"B200\"", "\"NVLink5\"", "\"UEC\"", "0.001") "]}", "constraint",
      "partition_too_small", "/partitions" },
  };
#undef PART
  g_autoptr (WeftProblem) problem = make_problem ();
  g_autoptr (WeftKernel) kernel = weft_kernel_new (&problem->model);

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      const Refusal *refusal = &refusals[i];
      g_autoptr (WeftDraft) draft = read_draft (problem, refusal->text);
      const WeftDraftError *error;
      WeftVerdict verdict;

      g_test_message ("%s", refusal->text);
      if (draft->errors->len == 0)
        g_assert_false (weft_draft_judge (draft, problem, kernel, &verdict));
      g_assert_cmpuint (draft->errors->len, ==, 1);
      error = g_ptr_array_index (draft->errors, 0);
      g_assert_cmpstr (draft->stage, ==, refusal->stage);
      g_assert_cmpstr (error->code, ==, refusal->code);
      g_assert_cmpstr (error->path, ==, refusal->path);
    }
}

/* What is allowed is said, and each fault once. */
static void
test_errors_json (void)
{
  g_autoptr (WeftProblem) problem = make_problem ();
  g_autoptr (WeftDraft) draft = read_draft (problem,
    "{\"partitions\":[{\"chip\":\"B200\",\"scaleup\":\"UALink\",\"scaleout\":3,\"power_frac\":2,\"role\":\"boss\"}]}");
  g_autoptr (JsonArray) errors = weft_draft_errors_to_json (draft, 10);
  g_autoptr (JsonArray) first = weft_draft_errors_to_json (draft, 1);
  JsonObject *role = NULL;

  g_assert_cmpuint (json_array_get_length (first), ==, 1);
  g_assert_cmpuint (json_array_get_length (errors), ==, 3);
  for (guint i = 0; i < 3; i++)
    if (g_str_equal (json_object_get_string_member (json_array_get_object_element (errors, i), "code"),
                     "unknown_role"))
      role = json_array_get_object_element (errors, i);
  g_assert_nonnull (role);
  g_assert_cmpstr (json_object_get_string_member (role, "got"), ==, "boss");
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (role, "allowed")), ==, 5);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draft/candidates", test_candidates);
  g_test_add_func ("/draft/between-the-fractions", test_between_the_fractions);
  g_test_add_func ("/draft/refusals", test_refusals);
  g_test_add_func ("/draft/errors-json", test_errors_json);
  return g_test_run ();
}
