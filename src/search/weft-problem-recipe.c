/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recipes: the problem's JSON, and a digest of the facts of the catalog that it was resolved with. */
#include "search/weft-problem-recipe-private.h"

#include <glib/gi18n-lib.h>

#include "base/weft-json-at.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "search/weft-search.h"

/* All that a verdict depends on besides the problem's JSON: chips and fabrics, the profile, the workloads. */
static char *
digest_facts (WeftProblem *problem)
{
  g_autofree char *catalog = weft_problem_catalog_digest (problem);
  g_autoptr (GString) facts = g_string_new (catalog);
  const double *spec = (const double *) &problem->model.w; /* numbers throughout */

  g_string_append_printf (facts, "\n%s\n", weft_profile_get_digest (weft_inventory_get_profile (problem->inventory)));
  for (guint i = 0; i < sizeof problem->model.w / sizeof *spec; i++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (facts, "%s\n", g_ascii_dtostr (text, sizeof text, spec[i]));
    }
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, facts->str, (gssize) facts->len);
}

/**
 * weft_problem_recipe: (skip)
 * @problem: a problem
 *
 * Returns: (transfer full): the problem as JSON on one line, with a digest of what the catalog says of its parts
 */
char *
weft_problem_recipe (WeftProblem *problem)
{
  g_autofree char *facts = NULL;
  g_autoptr (JsonNode) root = json_node_init_object (json_node_alloc (), NULL);
  JsonObject *object = json_object_new ();

  g_return_val_if_fail (WEFT_IS_PROBLEM (problem), NULL);

  facts = digest_facts (problem);
  json_object_set_string_member (object, "facts_sha256", facts);
  json_object_set_member (object, "problem", weft_problem_to_json (problem));
  json_node_take_object (root, object);
  return weft_json_write_compact (root);
}

static gboolean
check_facts (WeftProblem *problem, const char *expected, GError **error)
{
  g_autofree char *found = digest_facts (problem);
  WeftCatalog *catalog = weft_inventory_get_catalog (problem->inventory);

  if (g_str_equal (found, expected))
    return TRUE;
  g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
               _("the catalog in %s says something else of the problem’s parts than the catalog that the search was "
                 "started with (digest %.12s, expected %.12s); give all processes the same catalog, by "
                 "WEFT_CATALOG_DIR or a shared folder"),
               weft_catalog_get_folder (catalog), found, expected);
  return FALSE;
}

static WeftProblem *
read_problem (WeftEvaluator *evaluator, const char *recipe, GError **error)
{
  g_autoptr (JsonNode) root = weft_json_parse (recipe, -1, "recipe", NULL, error);
  g_autoptr (WeftProblem) problem = NULL;
  const char *facts = NULL;
  WeftJsonAt at, problem_at;
  gboolean present;

  if (root == NULL)
    return NULL;
  weft_json_at_root (&at, root, "recipe");
  if (!weft_json_at_object (&at, error)
      || !weft_json_at_get_string (&at, "facts_sha256", WEFT_JSON_REQUIRED, &facts, error)
      || !weft_json_at_get_object (&at, "problem", WEFT_JSON_REQUIRED, &problem_at, &present, error))
    return NULL;
  problem = weft_problem_new_from_json (evaluator, problem_at.node, "recipe", error);
  if (problem == NULL || !check_facts (problem, facts, error))
    return NULL;
  return g_steal_pointer (&problem);
}

/**
 * weft_problem_work_from_recipe: (skip)
 * @recipe: what weft_problem_recipe() made in another process
 * @work: (out caller-allocates): the work of judging the problem's candidates
 * @owner: (out) (transfer full): the problem
 * @error: return location
 *
 * Makes the problem anew with this process's catalog.
 *
 * Returns: %FALSE when the catalog lacks a part of it, or says something else of one
 */
gboolean
weft_problem_work_from_recipe (const char *recipe, WeftWork *work, gpointer *owner, GError **error)
{
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (error);
  g_autoptr (WeftEvaluator) evaluator = NULL;
  WeftProblem *problem;

  if (catalog == NULL)
    return FALSE;
  evaluator = weft_evaluator_new (catalog);
  problem = read_problem (evaluator, recipe, error);
  if (problem == NULL)
    return FALSE;
  *work = weft_problem_work;
  work->data = problem;
  *owner = problem;
  return TRUE;
}
