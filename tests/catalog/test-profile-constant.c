/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of a profile's constants: that none is missing, that each says where it comes from, and that searches find. */
#include "catalog/weft-profile-constant.h"

#include <math.h>
#include <string.h>

#include "catalog/weft-catalog.h"

static WeftProfile *
get_profile (const char *id)
{
  static WeftCatalog *catalog;
  g_autoptr (GError) error = NULL;
  WeftProfile *profile;

  if (catalog == NULL)
    catalog = weft_catalog_load_default (&error);
  g_assert_no_error (error);
  profile = weft_catalog_get_profile (catalog, id, &error);
  g_assert_no_error (error);
  return profile;
}

static const char *const profiles[] = { "archagent-2026", "measured" };

static void
test_all_are_there (void)
{
  for (gsize p = 0; p < G_N_ELEMENTS (profiles); p++)
    {
      WeftProfile *profile = get_profile (profiles[p]);
      g_autoptr (GListModel) list = weft_profile_constants_new (profile);
      g_autoptr (GPtrArray) keys = weft_profile_list_constants (profile);

      g_assert_cmpuint (keys->len, >, 0);
      g_assert_cmpuint (g_list_model_get_n_items (list), ==, keys->len);
      for (guint i = 0; i < keys->len; i++)
        {
          g_autoptr (WeftProfileConstant) constant = g_list_model_get_item (list, i);

          g_assert_cmpstr (weft_profile_constant_get_key (constant), ==, keys->pdata[i]);
          g_assert_cmpstr (weft_profile_constant_get_source (constant), !=, "");
          g_assert_cmpstr (weft_profile_constant_get_note (constant), !=, "");
          g_assert_cmpstr (weft_profile_constant_get_value (constant), !=, "");
          g_assert_cmpstr (weft_profile_constant_get_exact (constant), !=, "");
        }
    }
}

/* Name and scope are the key again. */
static void
test_scope (void)
{
  g_autoptr (GListModel) list = weft_profile_constants_new (get_profile ("measured"));
  guint scoped = 0;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftProfileConstant) constant = g_list_model_get_item (list, i);
      const char *name = weft_profile_constant_get_name (constant);
      const char *scope = weft_profile_constant_get_scope (constant);
      g_autofree char *key = *scope != '\0' ? g_strconcat (name, "@", scope, NULL) : g_strdup (name);

      g_assert_cmpstr (key, ==, weft_profile_constant_get_key (constant));
      scoped += *scope != '\0' ? 1 : 0;
    }
  g_assert_cmpuint (scoped, >, 0);
}

/* What was fitted has an interval about its value, as many times below as above; what was not has none. */
static void
test_interval (void)
{
  g_autoptr (GListModel) list = weft_profile_constants_new (get_profile ("measured"));
  guint fitted = 0;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftProfileConstant) constant = g_list_model_get_item (list, i);
      double value = weft_profile_constant_get_number (constant);
      double residual = weft_profile_constant_get_residual (constant);
      gboolean has = !isnan (residual) && value > 0;
      double low, high;

      g_assert_cmpint (weft_profile_constant_get_interval (constant, &low, &high), ==, has);
      g_assert_cmpint (*weft_profile_constant_get_interval_text (constant) != '\0', ==, has);
      if (!has)
        continue;
      fitted++;
      g_assert_cmpfloat (low, <=, value);
      g_assert_cmpfloat (high, >=, value);
      g_assert_cmpfloat_with_epsilon (low * high / (value * value), 1, 1e-9);
      /* 1.645 standard deviations on each side hold nine tenths of a normal distribution. */
      g_assert_cmpfloat_with_epsilon (erf (log (high / value) / residual / M_SQRT2), residual > 0 ? 0.9 : NAN, 1e-9);
      g_assert_cmpstr (weft_profile_constant_get_range (constant), !=, "");
    }
  g_assert_cmpuint (fitted, >, 0);
  list = (g_object_unref (list), weft_profile_constants_new (get_profile ("archagent-2026")));
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftProfileConstant) constant = g_list_model_get_item (list, i);
      double low, high;

      g_assert_false (weft_profile_constant_get_interval (constant, &low, &high));
    }
}

static guint
count_found (GListModel *list,
             const char *words)
{
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftProfileConstant) constant = g_list_model_get_item (list, i);

      n += weft_profile_constant_matches (constant, words) ? 1 : 0;
    }
  return n;
}

static void
test_search (void)
{
  g_autoptr (GListModel) list = weft_profile_constants_new (get_profile ("measured"));
  guint all = g_list_model_get_n_items (list);
  guint chip = count_found (list, "h100-sxm-80");
  guint both = count_found (list, "h100-sxm-80 gemm");

  g_assert_cmpuint (count_found (list, ""), ==, all);
  g_assert_cmpuint (count_found (list, " \t "), ==, all);
  g_assert_cmpuint (count_found (list, "no such constant"), ==, 0);
  g_assert_cmpuint (chip, >, 0);
  g_assert_cmpuint (chip, <, all);
  g_assert_cmpuint (both, >, 0);
  g_assert_cmpuint (both, <, chip);
  g_assert_cmpuint (count_found (list, "GEMM  H100-SXM-80"), ==, both);
  g_assert_cmpuint (count_found (list, "aiconfigurator"), >, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile-constant/all-are-there", test_all_are_there);
  g_test_add_func ("/profile-constant/scope", test_scope);
  g_test_add_func ("/profile-constant/interval", test_interval);
  g_test_add_func ("/profile-constant/search", test_search);
  return g_test_run ();
}
