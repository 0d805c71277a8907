/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles: constants with sources, the reference, what is left out, and a user's over a shipped
 * one. */

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "catalog/weft-inventory.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static WeftCatalog *
load (const char *user)
{
  g_autoptr (GError) error = NULL;
  WeftCatalog *catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), user, &error);

  g_assert_no_error (error);
  return catalog;
}

static WeftProfile *
get_paper (WeftCatalog *catalog)
{
  g_autoptr (GError) error = NULL;
  WeftProfile *profile = weft_catalog_get_profile (catalog, "archagent-2026", &error);

  g_assert_no_error (error);
  return profile;
}

/* A catalog of a user that loads together with the shipped one: a single profile. */
static WeftCatalog *
load_with (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *user = g_dir_make_tmp ("weft-profile-XXXXXX", &error);
  g_autofree char *profiles = g_build_filename (user, "profiles", NULL);
  g_autofree char *path = g_build_filename (profiles, "mine.json", NULL);
  WeftCatalog *catalog;

  g_assert_no_error (error);
  g_assert_cmpint (g_mkdir (profiles, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);

  catalog = load (user);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (profiles), ==, 0);
  g_assert_cmpint (g_rmdir (user), ==, 0);
  return catalog;
}

static void
test_numbers (void)
{
  static const struct
  {
    const char *key;
    double value;
  } cases[] = {
    { "default_power_w", 1e6 }, { "power_frac_sum_tolerance", 1e-9 }, { "provision_epsilon", 1e-9 },
    { "tie_relative", 1e-12 }, { "mfu", 0.45 }, { "mbw", 0.8 },
    { "phi64", 0.468 }, { "dataflow_efficiency", 0.6 }, { "overlap_tp", 0.4 },
    { "overlap_dp", 0.65 }, { "memory_fill", 0.9 }, { "train_flop_per_param_token", 6 },
    { "train_static_bytes_per_param", 4 }, { "train_optimizer_bytes_per_param", 12 },
    { "train_activation_bytes", 34 }, { "train_allreduces_per_layer", 4 },
    { "train_bytes_per_element", 2 }, { "serve_flop_per_param_token", 2 },
    { "serve_allreduces_per_layer", 2 }, { "serve_activation_bytes", 2 }, { "fp8_bytes", 1 },
    { "fp16_bytes", 2 }, { "alltoall_local_share", 0 }, { "halo_messages", 6 },
  };
  g_autoptr (WeftCatalog) catalog = load (NULL);
  WeftProfile *profile = get_paper (catalog);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      double value = NAN;

      g_assert_true (weft_profile_get_number (profile, cases[i].key, &value, &error));
      g_assert_no_error (error);
      g_assert_cmpfloat (value, ==, cases[i].value);
    }
}

static void
test_arrays (void)
{
  static const struct
  {
    const char *key;
    guint n;
    double first, last;
  } cases[] = {
    { "train_tp", 7, 1, 64 }, { "train_pp", 10, 1, 80 }, { "serve_tp", 4, 1, 8 },
    { "prefill_batch", 4, 1, 8 }, { "decode_batch", 8, 1, 128 }, { "dataflow_growth", 8, 1, 8 },
  };
  g_autoptr (WeftCatalog) catalog = load (NULL);
  WeftProfile *profile = get_paper (catalog);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      const double *values;
      guint n;

      g_assert_true (weft_profile_get_numbers (profile, cases[i].key, &values, &n, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (n, ==, cases[i].n);
      g_assert_cmpfloat (values[0], ==, cases[i].first);
      g_assert_cmpfloat (values[n - 1], ==, cases[i].last);
      for (guint j = 1; j < n; j++)
        g_assert_cmpfloat (values[j], >, values[j - 1]);
    }
}

static void
test_provenance (void)
{
  g_autoptr (WeftCatalog) catalog = load (NULL);
  WeftProfile *profile = get_paper (catalog);
  g_autoptr (GPtrArray) keys = weft_profile_list_constants (profile);

  g_assert_cmpuint (keys->len, ==, 30);
  g_assert_cmpstr (keys->pdata[0], ==, "default_power_w");
  for (guint i = 0; i < keys->len; i++)
    {
      g_autofree char *label = weft_key_label (keys->pdata[i]);
      WeftValue value;

      g_assert_true (weft_profile_lookup (profile, keys->pdata[i], &value));
      g_assert_cmpstr (value.key, ==, keys->pdata[i]);
      g_assert_cmpstr (value.provenance->source, !=, "");
      g_assert_cmpstr (value.provenance->file, ==, "archagent-2026.json");
      g_assert_nonnull (weft_profile_get_unit (profile, keys->pdata[i]));
      g_assert_true (g_ascii_isupper (label[0]));
    }
}

static void
test_errors (void)
{
  g_autoptr (WeftCatalog) catalog = load (NULL);
  WeftProfile *profile = get_paper (catalog);
  g_autoptr (GError) unknown = NULL, array = NULL, number = NULL, no_profile = NULL;
  const double *values;
  WeftValue value;
  double single;
  guint n;

  g_assert_false (weft_profile_get_number (profile, "mfuu", &single, &unknown));
  g_assert_error (unknown, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (unknown->message, "\"mfuu\""));
  g_assert_false (weft_profile_lookup (profile, "mfuu", &value));
  g_assert_null (weft_profile_get_unit (profile, "mfuu"));

  g_assert_false (weft_profile_get_number (profile, "train_tp", &single, &array));
  g_assert_error (array, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);
  g_assert_false (weft_profile_get_numbers (profile, "mfu", &values, &n, &number));
  g_assert_error (number, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);

  g_assert_null (weft_catalog_get_profile (catalog, "archagent", &no_profile));
  g_assert_error (no_profile, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (no_profile->message, "archagent-2026"));
}

static void
test_names (void)
{
  g_autoptr (WeftCatalog) catalog = load (NULL);
  WeftProfile *profile = get_paper (catalog);
  const char *chip, *scaleup, *scaleout;

  weft_profile_get_reference (profile, &chip, &scaleup, &scaleout);
  g_assert_cmpstr (chip, ==, "H100");
  g_assert_cmpstr (scaleup, ==, "NVLink4");
  g_assert_cmpstr (scaleout, ==, "IB-NDR");
  g_assert_cmpstr (weft_profile_get_id (profile), ==, "archagent-2026");
  g_assert_cmpstr (weft_profile_get_name (profile), !=, "");
  g_assert_cmpstr (weft_profile_get_description (profile), !=, "");
  g_assert_nonnull (weft_catalog_lookup (catalog, WEFT_RECORD_WORKLOAD,
                                         weft_profile_get_workload (profile)));
}

static void
test_digest (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = load (NULL);
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "profiles",
                                            "archagent-2026.json", NULL);
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, &error);
  g_autofree char *digest = weft_json_digest (root);

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (digest), ==, 64);
  g_assert_cmpstr (weft_profile_get_digest (get_paper (catalog)), ==, digest);
}

/* Each entry has words, and names only parts that there are. */
static void
test_left_out (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = load (NULL);
  WeftProfile *profile = get_paper (catalog);
  g_autoptr (WeftInventory) inventory = weft_inventory_new (catalog, profile, &error);
  GPtrArray *items = weft_profile_get_left_out (profile);
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert_no_error (error);
  g_assert_cmpuint (items->len, >=, 9);
  for (guint i = 0; i < items->len; i++)
    {
      WeftLeftOut *item = items->pdata[i];

      g_assert_true (g_hash_table_add (ids, item->id));
      g_assert_cmpuint (strlen (item->text), >, 20);
      if (item->part != NULL && !g_str_equal (item->part, "dataflow"))
        g_assert_nonnull (weft_inventory_find_chip (inventory, item->part));
    }
  g_assert_true (g_hash_table_contains (ids, "wafer_sparse_rate"));
  g_assert_true (g_hash_table_contains (ids, "kv_transfer"));
}

/* The weights of the shipped workload are shares of one. */
static void
test_workload (void)
{
  g_autoptr (WeftCatalog) catalog = load (NULL);
  WeftRecord *record = weft_catalog_lookup (catalog, WEFT_RECORD_WORKLOAD, "mixed-ai-hpc");
  WeftValue weights;
  double sum = 0;
  JsonObjectIter iter;
  JsonNode *node;

  g_assert_true (weft_record_lookup (record, "weights", &weights));
  json_object_iter_init (&iter, json_node_get_object (weights.node));
  while (json_object_iter_next (&iter, NULL, &node))
    sum += json_node_get_double (node);
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-12);
  g_assert_cmpfloat (weft_record_get_number (record, "llm_params"), ==, 70e9);
}

static void
test_user_over_shipped (void)
{
  g_autoptr (WeftCatalog) catalog = load_with (
    "{\"id\":\"archagent-2026\",\"constants\":[{\"key\":\"mfu\",\"value\":0.5},"
    "{\"key\":\"pue\",\"value\":1.2}],\"left_out\":[{\"id\":\"congestion\",\"text\":\"mine\"}],"
    "\"overrides\":{\"chips\":[{\"id\":\"H100\",\"values\":{\"tdp_w\":650}}]}}");
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) shipped = load (NULL);
  WeftProfile *profile = get_paper (catalog);
  g_autoptr (WeftInventory) inventory = weft_inventory_new (catalog, profile, &error);
  const WeftChip *h100;
  WeftValue value;
  double number;

  g_assert_no_error (error);
  g_assert_cmpstr (weft_catalog_get_problems (catalog)[0], ==, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (weft_catalog_list_profiles (catalog)), ==,
                    g_list_model_get_n_items (weft_catalog_list_profiles (shipped)));

  g_assert_true (weft_profile_get_number (profile, "mfu", &number, NULL));
  g_assert_cmpfloat (number, ==, 0.5);
  g_assert_true (weft_profile_lookup (profile, "mfu", &value));
  g_assert_cmpint (value.provenance->confidence, ==, WEFT_CONFIDENCE_USER);
  g_assert_true (weft_profile_get_number (profile, "pue", &number, NULL));
  g_assert_true (weft_profile_get_number (profile, "mbw", &number, NULL));
  g_assert_cmpfloat (number, ==, 0.8);
  g_assert_cmpuint (weft_profile_get_left_out (profile)->len, ==,
                    weft_profile_get_left_out (get_paper (shipped))->len);
  g_assert_cmpstr (weft_profile_get_digest (profile), !=,
                   weft_profile_get_digest (get_paper (shipped)));

  h100 = weft_inventory_find_chip (inventory, "h100-sxm-80");
  g_assert_cmpstr (h100->id, ==, "H100");
  g_assert_cmpfloat (h100->tdp_w, ==, 650);
  g_assert_cmpfloat (h100->peak_bf16_flops, ==, 989.5e12);
}

static void
test_user_new (void)
{
  g_autoptr (WeftCatalog) catalog = load_with (
    "{\"id\":\"facts\",\"workload\":\"mixed-ai-hpc\",\"constants\":[],"
    "\"reference\":{\"chip\":\"H200\",\"scaleup\":\"nvlink4\",\"scaleout\":\"ib-ndr\"}}");
  g_autoptr (GError) error = NULL;
  WeftProfile *profile = weft_catalog_get_profile (catalog, "facts", &error);
  g_autoptr (WeftInventory) inventory = weft_inventory_new (catalog, profile, &error);

  g_assert_no_error (error);
  /* Without assumptions there are the facts, and the names of the paper are not known. */
  g_assert_null (weft_inventory_find_chip (inventory, "B200"));
  g_assert_cmpfloat (weft_inventory_find_chip (inventory, "b200-sxm")->peak_fp64_flops, ==, 37e12);
  g_assert_cmpfloat (weft_inventory_find_scaleout (inventory, "ib-ndr")->power_w, ==, 94.6);
}

/* What a profile says about parts that there are not is an error with its place. */
static void
test_bad_overrides (void)
{
#define HEAD "{\"id\":\"odd\",\"workload\":\"w\",\"reference\":{\"chip\":\"a\",\"scaleup\":\"b\"," \
             "\"scaleout\":\"c\"},\"overrides\":"
  static const struct
  {
    const char *text, *expected;
  } cases[] = {
    { HEAD "{\"chips\":[{\"id\":\"X\",\"replaces\":\"nothing\",\"values\":{}}]}}",
      "/overrides/chips/0/replaces" },
    { HEAD "{\"chips\":[{\"id\":\"nothing\",\"values\":{}}]}}", "/overrides/chips/0/id" },
    { HEAD "{\"chips\":[{\"id\":\"mi300x\",\"replaces\":\"mi300a\",\"values\":{}}]}}",
      "/overrides/chips/0" },
    { HEAD "{\"chips\":[{\"id\":\"*\",\"values\":{\"node_chips\":null}}]}}",
      "/overrides/chips/0/values/node_chips" },
    { HEAD "{\"scaleup\":[{\"id\":\"ub\",\"values\":{\"takes_chips\":[\"gone\"]}}]}}",
      "/overrides/scaleup/0/values/takes_chips" },
    { HEAD "{\"scaleup\":[{\"id\":\"ub\",\"values\":{\"takes_rest_of\":[\"gone\"]}}]}}",
      "/overrides/scaleup/0/values/takes_rest_of" },
    { HEAD "{\"scaleup\":[{\"id\":\"ub\",\"values\":{},\"pairs\":[{\"chips\":[\"gone\"],"
      "\"values\":{}}]}]}}", "/overrides/scaleup/0/pairs/0/chips" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftCatalog) catalog = load_with (cases[i].text);
      WeftInventory *inventory;

      g_assert_cmpstr (weft_catalog_get_problems (catalog)[0], ==, NULL);
      inventory = weft_inventory_new (catalog, weft_catalog_get_profile (catalog, "odd", NULL),
                                      &error);
      g_assert_null (inventory);
      g_assert_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);
      if (strstr (error->message, "mine.json") == NULL
          || strstr (error->message, cases[i].expected) == NULL)
        g_error ("\"%s\" does not name %s", error->message, cases[i].expected);
    }
}

static void
test_bad_files (void)
{
  static const struct
  {
    const char *text, *expected;
  } cases[] = {
    { "{\"id\":\"odd\",\"workload\":\"w\",\"reference\":{\"chip\":\"a\",\"scaleup\":\"b\",\"scaleout\":\"c\"},"
      "\"overrides\":{},\"equations\":\"foo\"}", "/equations: found the string \"foo\"" },
    { "{\"id\":\"odd\"}", "/workload" },
    { "{\"id\":\"odd\",\"workload\":\"w\",\"reference\":{\"chip\":\"a\",\"scaleup\":\"b\"}}",
      "/reference/scaleout" },
    { HEAD "{\"models\":[]}}", "/overrides/models" },
    { HEAD "{\"chips\":[{\"id\":\"*\",\"values\":{\"tdp_w\":-1}}]}}",
      "/overrides/chips/0/values/tdp_w" },
    { HEAD "{\"chips\":[{\"id\":\"*\",\"values\":{},\"pairs\":[]}]}}", "/overrides/chips/0/pairs" },
    { HEAD "{},\"constants\":[{\"key\":\"mfu\",\"value\":\"high\"}]}", "/constants/0/value" },
    { HEAD "{},\"constants\":[{\"key\":\"mfu\",\"value\":null}]}", "/constants/0/value" },
    { HEAD "{},\"constants\":[{\"key\":\"mfu\"}]}", "/constants/0" },
    { HEAD "{},\"constants\":[{\"key\":\"a\",\"value\":1},{\"key\":\"a\",\"value\":2}]}",
      "/constants/1/key: found the string \"a\"" },
    { HEAD "{},\"constants\":[{\"key\":\"train_tp\",\"value\":[]}]}", "/constants/0/value" },
    { HEAD "{},\"constants\":[{\"key\":\"train_tp\",\"value\":[1,\"2\"]}]}",
      "/constants/0/value/1" },
    { HEAD "{},\"left_out\":[{\"id\":\"a\"}]}", "/left_out/0/text" },
    { "{\"id\":\"archagent-2026\",\"constants\":{}}", "/constants" },
    { "[]", "mine.json" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftCatalog) catalog = load_with (cases[i].text);
      const char *problem = weft_catalog_get_problems (catalog)[0];

      if (problem == NULL)
        g_error ("was taken: %s", cases[i].text);
      if (strstr (problem, "mine.json") == NULL || strstr (problem, cases[i].expected) == NULL)
        g_error ("\"%s\" does not name %s", problem, cases[i].expected);
      get_paper (catalog);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/catalog/profile/numbers", test_numbers);
  g_test_add_func ("/catalog/profile/arrays", test_arrays);
  g_test_add_func ("/catalog/profile/provenance", test_provenance);
  g_test_add_func ("/catalog/profile/errors", test_errors);
  g_test_add_func ("/catalog/profile/names", test_names);
  g_test_add_func ("/catalog/profile/digest", test_digest);
  g_test_add_func ("/catalog/profile/left-out", test_left_out);
  g_test_add_func ("/catalog/profile/workload", test_workload);
  g_test_add_func ("/catalog/profile/user-over-shipped", test_user_over_shipped);
  g_test_add_func ("/catalog/profile/user-new", test_user_new);
  g_test_add_func ("/catalog/profile/bad-overrides", test_bad_overrides);
  g_test_add_func ("/catalog/profile/bad-files", test_bad_files);

  return g_test_run ();
}
