/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of generators: every default makes a graph that says where it comes from, wrong names get the nearest one,
 * and recipes are refused with the pointer to what is wrong. */
#include "generator-fixture.h"

#include "catalog/weft-catalog.h"

static void
test_defaults (void)
{
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (NULL);

  g_assert_cmpuint (weft_generator_count (), >, 0);
  for (guint i = 0; i < weft_generator_count (); i++)
    {
      const WeftGenerator *generator = weft_generator_get (i);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftTaskGraph) graph = weft_generator_make (generator, NULL, catalog, NULL, &error);
      g_autoptr (WeftTaskGraph) again = weft_generator_make (generator, NULL, catalog, NULL, NULL);

      g_assert_no_error (error);
      g_assert_true (generator == weft_generator_find (generator->id, NULL));
      g_assert_cmpuint (graph->n_tasks, >, 0);
      g_assert_true (g_str_has_prefix (graph->source, generator->id));
      fixture_assert_equal (graph, again);
    }
}

/* What a form starts with is what the check takes. */
static void
test_params (void)
{
  for (guint i = 0; i < weft_generator_count (); i++)
    {
      const WeftGenerator *generator = weft_generator_get (i);

      for (guint j = 0; j < generator->n_params; j++)
        {
          const WeftParameter *param = &generator->params[j];
          g_autoptr (JsonNode) initial = weft_json_parse (param->initial, -1, param->key, NULL, NULL);
          g_autoptr (JsonObject) given = json_object_new ();
          g_autoptr (JsonObject) filled = NULL;
          g_autoptr (GError) error = NULL;

          g_assert_nonnull (initial);
          json_object_set_member (given, param->key, g_steal_pointer (&initial));
          filled = weft_parameters_fill (generator->params, generator->n_params, generator->id, given, &error);
          g_assert_no_error (error);
        }
    }
}

static void
test_find (void)
{
  g_autoptr (GError) near = NULL;
  g_autoptr (GError) far = NULL;

  g_assert_null (weft_generator_find ("hpgc", &near));
  g_assert_error (near, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID);
  g_assert_cmpstr (near->message, ==, "there is no generator of workloads \"hpgc\"; is “hpcg” meant?");
  g_assert_null (weft_generator_find ("weather", &far));
  g_assert_nonnull (strstr (far->message, "expected one of hpcg"));
}

static void
test_recipe (void)
{
  g_autoptr (JsonNode) recipe = fixture_parse ("{'generator':'hpcg','params':{'iterations':3}}");
  g_autoptr (JsonNode) bare = fixture_parse ("{'generator':'hpcg'}");
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTaskGraph) graph = weft_recipe_make (recipe, NULL, NULL, &error);
  g_autoptr (WeftTaskGraph) other = weft_recipe_make (bare, NULL, NULL, NULL);

  g_assert_no_error (error);
  g_assert_cmpuint (graph->n_tasks, ==, 131);
  g_assert_cmpstr (graph->source, ==, "hpcg: n 104, levels 4, iterations 3, blocks 1");
  g_assert_cmpuint (other->n_tasks, ==, 2152);
}

static void
test_recipe_refused (void)
{
  static const struct
  {
    const char *recipe;
    const char *words[2];
  } cases[] = {
    { "[]", { "object", "" } },
    { "{}", { "generator", "" } },
    { "{'generator':3}", { "/generator: ", "3" } },
    { "{'generator':'hpc'}", { "/generator: ", "“hpcg”" } },
    { "{'generator':'hpcg','params':[]}", { "/params: ", "object" } },
    { "{'generator':'hpcg','parms':{}}", { "/parms: ", "“params”" } },
    { "{'generator':'hpcg','params':{'m':8}}", { "/params/m: ", "is \"n\" meant?" } },
    { "{'generator':'hpcg','params':{'iterations':0}}", { "/params/iterations: ", "found 0" } },
    { "{'generator':'hpcg','params':{'n':'8'}}", { "/params/n: ", "whole number" } },
    { "{'generator':'hpcg','params':{'n':100}}", { "/params: hpcg: n: ", "104" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonNode) recipe = fixture_parse (cases[i].recipe);
      g_autoptr (GError) error = NULL;

      g_assert_null (weft_recipe_make (recipe, NULL, NULL, &error));
      for (guint j = 0; j < 2; j++)
        if (strstr (error->message, cases[i].words[j]) == NULL)
          g_error ("%s: no %s in: %s", cases[i].recipe, cases[i].words[j], error->message);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (NULL);

  for (guint i = 0; i < weft_generator_count (); i++)
    fixture_assert_cancelled (weft_generator_get (i), catalog);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/generator/defaults", test_defaults);
  g_test_add_func ("/generator/params", test_params);
  g_test_add_func ("/generator/find", test_find);
  g_test_add_func ("/generator/recipe", test_recipe);
  g_test_add_func ("/generator/recipe-refused", test_recipe_refused);
  g_test_add_func ("/generator/cancelled", test_cancelled);
  return g_test_run ();
}
