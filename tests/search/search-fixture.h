/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of this room begin with: the shipped catalog, and a problem from a line of JSON. */
#pragma once

#include "base/weft-json.h"
#include "search/weft-problem.h"

/* (transfer full) */
static inline WeftEvaluator *
fixture_evaluator (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);

  g_assert_no_error (error);
  return weft_evaluator_new (catalog);
}

/* (transfer full) (nullable): NULL with an error when it is refused. */
static inline WeftProblem *
fixture_parse_problem (WeftEvaluator *evaluator,
                       const char    *text,
                       GError       **error)
{
  g_autoptr (JsonNode) root = weft_json_parse (text, -1, "test", NULL, error);

  g_assert_nonnull (root);
  return weft_problem_new_from_json (evaluator, root, "test", error);
}

/* (transfer full): one that is accepted. */
static inline WeftProblem *
fixture_problem (WeftEvaluator *evaluator,
                 const char    *text)
{
  g_autoptr (GError) error = NULL;
  WeftProblem *problem = fixture_parse_problem (evaluator, text, &error);

  g_assert_no_error (error);
  return problem;
}
