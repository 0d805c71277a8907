/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog: what ships is whole and sourced, what is broken is refused with its place, and a
 * user's folder adds to it, lies over it and can never take it down. */

#include "catalog/weft-inventory.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "catalog-fixture.h"

#define CHIP_VALUES \
  "\"class\":\"gpu\",\"bf16_tflops\":100,\"mem_gb\":10,\"mem_bw_gbs\":1000,\"tdp_w\":300," \
  "\"scaleup_gbs_dir\":50,\"scaleup_domain_max_chips\":8,\"node_chips\":8"
#define ALL_FROM_A_SHEET \
  "\"provenance\":[{\"keys\":[\"*\"],\"confidence\":\"datasheet\",\"source\":\"a sheet\"}]"
#define CHIP \
  "{\"id\":\"chip-a\",\"name\":\"Chip A\",\"aliases\":[],\"values\":{" CHIP_VALUES "}," \
  ALL_FROM_A_SHEET "}"

static WeftCatalog *
load (const char *folder,
      const char *user)
{
  g_autoptr (GError) error = NULL;
  WeftCatalog *catalog = weft_catalog_load (folder, user, &error);

  g_assert_no_error (error);
  g_assert_nonnull (catalog);
  return catalog;
}

static WeftCatalog *
load_real (Fixture *fixture)
{
  return load (g_getenv ("WEFT_CATALOG_DIR"), fixture->user);
}

static guint
count (WeftCatalog    *catalog,
       WeftRecordKind  kind)
{
  return g_list_model_get_n_items (weft_catalog_list (catalog, kind));
}

static void
assert_problem (WeftCatalog *catalog,
                guint        index,
                const char  *file,
                const char  *text)
{
  const char *const *problems = weft_catalog_get_problems (catalog);

  g_assert_cmpuint (g_strv_length ((char **) problems), >, index);
  if (strstr (problems[index], file) == NULL || strstr (problems[index], text) == NULL)
    g_error ("found \"%s\", expected \"%s\" and \"%s\"", problems[index], file, text);
}

static void
assert_no_problems (WeftCatalog *catalog)
{
  const char *const *problems = weft_catalog_get_problems (catalog);

  g_assert_cmpstr (problems[0], ==, NULL);
}

static void
test_counts (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (WeftCatalog) catalog = load_real (fixture);
  static const guint expected[] = { 46, 31, 8, 20, 1, 148 };

  for (guint kind = 0; kind < WEFT_N_RECORD_KINDS; kind++)
    g_assert_cmpuint (g_list_model_get_n_items (weft_catalog_list (catalog, kind)), ==,
                      expected[kind]);
  g_assert_cmpuint (g_list_model_get_n_items (weft_catalog_list_profiles (catalog)), >=, 1);
  g_assert_cmpstr (weft_catalog_get_folder (catalog), ==, g_getenv ("WEFT_CATALOG_DIR"));
  assert_no_problems (catalog);
}

/* Every value has a source and a file; every null stays unknown. */
static void
test_every_value (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (WeftCatalog) catalog = load_real (fixture);
  guint n_values = 0, n_nulls = 0;

  for (guint kind = 0; kind < WEFT_N_RECORD_KINDS; kind++)
    for (guint i = 0; i < g_list_model_get_n_items (weft_catalog_list (catalog, kind)); i++)
      {
        GListModel *list = weft_catalog_list (catalog, kind);
        g_autoptr (WeftRecord) record = g_list_model_get_item (list, i);
        g_autoptr (GPtrArray) keys = weft_record_list_keys (record);

        for (guint j = 0; j < keys->len; j++)
          {
            WeftValue value;

            g_assert_true (weft_record_lookup (record, keys->pdata[j], &value));
            g_assert_nonnull (value.provenance);
            g_assert_cmpstr (value.provenance->source, !=, NULL);
            g_assert_cmpstr (value.provenance->source, !=, "");
            g_assert_true (g_str_has_suffix (value.provenance->file, ".json"));
            n_values++;

            if (!JSON_NODE_HOLDS_NULL (value.node))
              continue;
            g_assert_true (isnan (weft_record_get_number (record, keys->pdata[j])));
            g_assert_true (isnan (weft_record_get_si (record, keys->pdata[j])));
            n_nulls++;
          }
      }

  g_assert_cmpuint (n_values, >, 3500);
  g_assert_cmpuint (n_nulls, >, 500);
}

/* Chips and scale-up fabrics name each other. */
static void
test_fabrics_and_chips (Fixture       *fixture,
                        gconstpointer  data)
{
  static const struct
  {
    WeftRecordKind kind, other_kind;
    const char *key, *other_key;
  } sides[] = {
    { WEFT_RECORD_CHIP, WEFT_RECORD_SCALEUP, "scaleup_fabrics", "takes_chips" },
    { WEFT_RECORD_SCALEUP, WEFT_RECORD_CHIP, "takes_chips", "scaleup_fabrics" },
  };
  g_autoptr (WeftCatalog) catalog = load_real (fixture);

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < count (catalog, sides[side].kind); i++)
      {
        g_autoptr (WeftRecord) record =
          g_list_model_get_item (weft_catalog_list (catalog, sides[side].kind), i);
        WeftValue names, back;

        g_assert_true (weft_record_lookup (record, sides[side].key, &names));
        for (guint j = 0; j < json_array_get_length (json_node_get_array (names.node)); j++)
          {
            const char *name = json_array_get_string_element (json_node_get_array (names.node), j);
            WeftRecord *other = weft_catalog_lookup (catalog, sides[side].other_kind, name);
            g_autofree char *list = NULL;
            g_auto (GStrv) parts = NULL;

            g_assert_nonnull (other);
            g_assert_true (weft_record_lookup (other, sides[side].other_key, &back));
            list = weft_value_format (&back);
            parts = g_strsplit (list, ", ", -1);
            g_assert_true (g_strv_contains ((const char *const *) parts,
                                            weft_record_get_id (record)));
          }
      }
}

static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct
  {
    WeftRecordKind kind;
    const char *name, *id;
  } cases[] = {
    { WEFT_RECORD_CHIP, "RTX 4090", "rtx4090-24" },
    { WEFT_RECORD_CHIP, "h200", "h200-sxm-141" },
    { WEFT_RECORD_CHIP, "Groq LPU", "groq-lpu1" },
    { WEFT_RECORD_CHIP, "wse 3", "wse3" },
    { WEFT_RECORD_CHIP, "Gaudi-3", "gaudi3" },
    { WEFT_RECORD_CHIP, "NVIDIA H100 80GB SXM5", "h100-sxm-80" },
    { WEFT_RECORD_SCALEUP, "NVLink4", "nvlink4" },
    { WEFT_RECORD_SCALEOUT, "IB-NDR", "ib-ndr" },
    { WEFT_RECORD_SCALEOUT, "slingshot-11", "slingshot11" },
    { WEFT_RECORD_MODEL, "Llama-70B", "llama-3.1-70b" },
    { WEFT_RECORD_WORKLOAD, "mixed-ai-hpc", "mixed-ai-hpc" },
    { WEFT_RECORD_COMPONENT, "Die.Dense_Tensor", "die-dense-tensor" },
  };
  /* These belong to the paper's profile. */
  static const char *const not_here[] = { "H100", "B200", "WSE3s" };
  g_autoptr (WeftCatalog) catalog = load_real (fixture);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WeftRecord *record = weft_catalog_lookup (catalog, cases[i].kind, cases[i].name);

      g_assert_nonnull (record);
      g_assert_cmpstr (weft_record_get_id (record), ==, cases[i].id);
    }
  for (guint i = 0; i < G_N_ELEMENTS (not_here); i++)
    g_assert_null (weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, not_here[i]));
  g_assert_null (weft_catalog_lookup (catalog, WEFT_RECORD_SCALEUP, "InfinityFabric"));
  g_assert_null (weft_catalog_lookup (catalog, WEFT_RECORD_SCALEOUT, "UEC"));

  g_assert_cmpstr (weft_catalog_nearest (catalog, WEFT_RECORD_CHIP, "mi300z"), ==, "mi300a");
  g_assert_null (weft_catalog_nearest (catalog, WEFT_RECORD_CHIP, "abacus"));
}

/* The small catalog alone, so that the refusals below can only come from what they break. */
static void
test_small (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (WeftCatalog) catalog = NULL;

  put (fixture->shipped, "chips/chip-a.json", CHIP);
  catalog = load (fixture->shipped, NULL);
  g_assert_nonnull (weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "Chip A"));
}

static void
test_broken_shipped (Fixture       *fixture,
                     gconstpointer  data)
{
  static const struct
  {
    const char *text, *pointer;
  } cases[] = {
    { "", "chip-a.json" },
    { "[]", "chip-a.json" },
    { "{\"id\":", "chip-a.json" },
    { "{\"name\":\"x\",\"values\":{}," ALL_FROM_A_SHEET "}", "/id" },
    { "{\"id\":\"chip-a\",\"values\":{" CHIP_VALUES "}," ALL_FROM_A_SHEET "}", "/name" },
    { "{\"id\":\"chip-a\",\"name\":\"A\"," ALL_FROM_A_SHEET "}", "/values" },
    { "{\"id\":\"chip-b\",\"name\":\"B\",\"values\":{" CHIP_VALUES "}," ALL_FROM_A_SHEET "}",
      "/id" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"colour\":1,\"values\":{" CHIP_VALUES "},"
      ALL_FROM_A_SHEET "}", "/colour" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES "}}", "/provenance" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES ",\"idle_w\":-1},"
      ALL_FROM_A_SHEET "}", "/values/idle_w" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES ",\"idle_w\":\"30\"},"
      ALL_FROM_A_SHEET "}", "/values/idle_w" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES ",\"idle_w\":1e999},"
      ALL_FROM_A_SHEET "}", "chip-a.json" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES ",\"dataflow\":1},"
      ALL_FROM_A_SHEET "}", "/values/dataflow" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES ",\"vendor\":1},"
      ALL_FROM_A_SHEET "}", "/values/vendor" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES ",\"pcie_lanes\":1.5},"
      ALL_FROM_A_SHEET "}", "/values/pcie_lanes" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES
      ",\"scaleup_fabrics\":[\"x\",3]}," ALL_FROM_A_SHEET "}", "/values/scaleup_fabrics/1" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{\"tdp_w\":1}," ALL_FROM_A_SHEET "}",
      "/values/node_chips" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{\"node_chips\":0,"
      "\"scaleup_domain_max_chips\":1,\"scaleup_gbs_dir\":1}," ALL_FROM_A_SHEET "}",
      "/values/node_chips" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES "},\"provenance\":["
      "{\"keys\":[\"tdp_w\"],\"confidence\":\"press\",\"source\":\"x\"}]}", "/values/class" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES "},\"provenance\":["
      "{\"keys\":[\"*\",\"tdp\"],\"confidence\":\"press\",\"source\":\"x\"}]}",
      "/provenance/0/keys/1" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES "},\"provenance\":["
      "{\"keys\":[\"*\"],\"confidence\":\"sure\",\"source\":\"x\"}]}", "/provenance/0/confidence" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES "},\"provenance\":["
      "{\"keys\":[\"*\"],\"confidence\":\"press\",\"source\":\"\"}]}", "/provenance/0/source" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"values\":{" CHIP_VALUES "},\"provenance\":["
      "{\"keys\":[\"*\"],\"confidence\":\"press\"}]}", "/provenance/0/source" },
    { "{\"id\":\"chip-a\",\"name\":\"A\",\"aliases\":[\"\"],\"values\":{" CHIP_VALUES "},"
      ALL_FROM_A_SHEET "}", "/aliases/0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftCatalog) catalog = NULL;

      put (fixture->shipped, "chips/chip-a.json", cases[i].text);
      catalog = weft_catalog_load (fixture->shipped, NULL, &error);
      if (catalog != NULL)
        g_error ("was taken: %s", cases[i].text);
      g_assert_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);
      if (strstr (error->message, "chips/chip-a.json") == NULL
          || strstr (error->message, cases[i].pointer) == NULL)
        g_error ("\"%s\" does not name %s", error->message, cases[i].pointer);
    }
}

static void
test_name_collision (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = NULL;

  put (fixture->shipped, "chips/chip-a.json", CHIP);
  put (fixture->shipped, "chips/chip-b.json",
       "{\"id\":\"chip-b\",\"name\":\"B\",\"aliases\":[\"x\",\"CHIP A\"],\"values\":{"
       CHIP_VALUES "}," ALL_FROM_A_SHEET "}");

  catalog = weft_catalog_load (fixture->shipped, NULL, &error);
  g_assert_null (catalog);
  g_assert_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "/aliases/1"));
  g_assert_nonnull (strstr (error->message, "chip-a"));
}

static void
test_unknown_chip_in_fabric (Fixture       *fixture,
                             gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = NULL;

  put (fixture->shipped, "chips/chip-a.json", CHIP);
  put (fixture->shipped, "scaleup/link.json",
       "{\"id\":\"link\",\"name\":\"Link\",\"values\":{\"gbs_dir\":1,\"alpha_us\":1,"
       "\"max_domain_chips\":8,\"power_w_per_chip\":1,\"takes_chips\":[\"chip-a\",\"chip-q\"]},"
       ALL_FROM_A_SHEET "}");

  catalog = weft_catalog_load (fixture->shipped, NULL, &error);
  g_assert_null (catalog);
  g_assert_nonnull (strstr (error->message, "/values/takes_chips/1"));
  g_assert_nonnull (strstr (error->message, "did you mean \"chip-a\"?"));
}

static void
test_no_folder (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_build_filename (fixture->base, "nowhere", NULL);
  WeftCatalog *catalog = weft_catalog_load (folder, NULL, &error);

  g_assert_null (catalog);
  g_assert_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "nowhere"));
  g_assert_nonnull (strstr (error->message, "WEFT_CATALOG_DIR"));
}

static void
test_user_overrides (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr (WeftCatalog) catalog = NULL;
  WeftRecord *record;
  WeftValue value;

  put (fixture->user, "chips/mine.json",
       "{\"id\":\"B200-SXM\",\"aliases\":[\"our B200\"],"
       "\"values\":{\"price_usd\":31000,\"fp8_tflops\":null,\"colour\":\"black\"}}");
  catalog = load_real (fixture);
  assert_no_problems (catalog);

  g_assert_cmpuint (count (catalog, WEFT_RECORD_CHIP), ==, 46);
  record = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "our b200");
  g_assert_true (record == weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "b200-sxm"));
  g_assert_true (record == weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "B200 HGX"));
  g_assert_cmpstr (weft_record_get_id (record), ==, "b200-sxm");
  g_assert_cmpstr (weft_record_get_name (record), ==, "NVIDIA B200 180GB SXM6 (HGX)");
  g_assert_cmpfloat (weft_record_get_number (record, "price_usd"), ==, 31000);
  g_assert_true (isnan (weft_record_get_number (record, "fp8_tflops")));
  g_assert_cmpfloat (weft_record_get_number (record, "tdp_w"), ==, 1000);
  g_assert_cmpstr (weft_record_get_text (record, "colour"), ==, "black");
  g_assert_cmpfloat (weft_record_get_number (weft_record_get_below (record), "price_usd"), ==,
                     40000);

  g_assert_true (weft_record_lookup (record, "price_usd", &value));
  g_assert_cmpint (value.provenance->confidence, ==, WEFT_CONFIDENCE_USER);
  g_assert_cmpstr (value.provenance->file, ==, "mine.json");
  g_assert_cmpstr (value.provenance->source, !=, "");
  g_assert_true (weft_record_lookup (record, "tdp_w", &value));
  g_assert_cmpint (value.provenance->confidence, ==, WEFT_CONFIDENCE_DATASHEET);
}

/* A user's new chip and fabric are there under the paper's profile too, and fit what they name. */
static void
test_user_adds (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = NULL;
  g_autoptr (WeftInventory) inventory = NULL;
  const WeftScaleupOnChip *pair;
  const WeftChip *chip;

  put (fixture->user, "chips/next.json",
       "{\"id\":\"next-gpu\",\"values\":{" CHIP_VALUES ",\"scaleup_fabrics\":[\"nvlink5\"]},"
       "\"provenance\":[{\"keys\":[\"tdp_w\"],\"confidence\":\"press\",\"source\":\"a talk\"}]}");
  put (fixture->user, "scaleup/lane.json",
       "{\"id\":\"lane\",\"values\":{\"gbs_dir\":20,\"alpha_us\":1,\"max_domain_chips\":4,"
       "\"power_w_per_chip\":3,\"takes_chips\":[\"next-gpu\",\"H100\"]}}");
  put (fixture->user, "scaleout/wire.json",
       "{\"id\":\"wire\",\"values\":{\"endpoint_gbs\":10,\"alpha_us\":2,"
       "\"power_w_per_endpoint\":7}}");
  put (fixture->user, "chips/readme.txt", "not a record");
  catalog = load_real (fixture);
  assert_no_problems (catalog);

  inventory = weft_inventory_new (catalog,
                                  weft_catalog_get_profile (catalog, "archagent-2026", NULL),
                                  &error);
  g_assert_no_error (error);
  chip = weft_inventory_find_chip (inventory, "Next GPU");
  g_assert_nonnull (chip);
  g_assert_null (chip->refused);
  g_assert_cmpuint (weft_inventory_n_chips (inventory), ==, 47);

  pair = weft_inventory_scaleup_on_chip (inventory,
                                         weft_inventory_find_scaleup (inventory, "NVLink5")->index,
                                         chip->index);
  g_assert_true (pair->fits);
  g_assert_cmpfloat (pair->bw_bytes_s, ==, 50e9);
  g_assert_cmpuint (pair->domain_chips, ==, 8);
  pair = weft_inventory_scaleup_on_chip (inventory,
                                         weft_inventory_find_scaleup (inventory, "UALink")->index,
                                         chip->index);
  g_assert_false (pair->fits);
  pair = weft_inventory_scaleup_on_chip (inventory,
                                         weft_inventory_find_scaleup (inventory, "lane")->index,
                                         weft_inventory_find_chip (inventory, "H100")->index);
  g_assert_true (pair->fits);
  g_assert_cmpfloat (pair->bw_bytes_s, ==, 20e9);
  g_assert_cmpfloat (weft_inventory_find_scaleout (inventory, "wire")->bw_bytes_s, ==, 10e9);
}

static void
test_user_broken (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (WeftCatalog) catalog = NULL;
  WeftRecord *record;

  put (fixture->user, "chips/a-cut.json", "{\"id\":\"cut\",\"values\":{");
  put (fixture->user, "chips/b-negative.json",
       "{\"id\":\"h100-sxm-80\",\"values\":{\"tdp_w\":-700}}");
  put (fixture->user, "chips/c-taken.json",
       "{\"id\":\"other\",\"aliases\":[\"Blackhole\"],\"values\":{" CHIP_VALUES "}}");
  put (fixture->user, "chips/d-profile.json", "{\"id\":\"H100\",\"values\":{" CHIP_VALUES "}}");
  put (fixture->user, "chips/e-lacking.json", "{\"id\":\"lacking\",\"values\":{\"tdp_w\":1}}");
  put (fixture->user, "chips/f-fine.json", "{\"id\":\"gaudi3\",\"values\":{\"tdp_w\":850}}");
  put (fixture->user, "scaleup/g-null.json",
       "{\"id\":\"nvlink4\",\"values\":{\"alpha_us\":null}}");
  catalog = load_real (fixture);

  g_assert_cmpuint (g_strv_length ((char **) weft_catalog_get_problems (catalog)), ==, 6);
  assert_problem (catalog, 0, "a-cut.json", "");
  assert_problem (catalog, 1, "b-negative.json", "/values/tdp_w");
  assert_problem (catalog, 2, "c-taken.json", "/aliases/0");
  assert_problem (catalog, 3, "d-profile.json", "h100-sxm-80");
  assert_problem (catalog, 4, "e-lacking.json", "/values/node_chips");
  assert_problem (catalog, 5, "g-null.json", "/values/alpha_us");

  /* The broken ones are out whole, the others are in. */
  g_assert_null (weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "other"));
  g_assert_null (weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "lacking"));
  record = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "h100-sxm-80");
  g_assert_cmpfloat (weft_record_get_number (record, "tdp_w"), ==, 700);
  record = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "gaudi3");
  g_assert_cmpfloat (weft_record_get_number (record, "tdp_w"), ==, 850);
  g_assert_cmpuint (count (catalog, WEFT_RECORD_CHIP), ==, 46);
}

/* A rate of just twice the dense one is what data sheets print with 2:4 sparsity. */
static void
test_user_sparse (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = NULL;
  const char *const *problems;

  put (fixture->shipped, "chips/chip-a.json", CHIP);
  put (fixture->user, "chips/chip-a.json", "{\"id\":\"chip-a\",\"values\":{\"bf16_tflops\":199.9}}");
  catalog = weft_catalog_load (fixture->shipped, fixture->user, &error);
  g_assert_no_error (error);

  problems = weft_catalog_get_problems (catalog);
  g_assert_nonnull (problems[0]);
  g_assert_nonnull (strstr (problems[0], "/values/bf16_tflops"));
  g_assert_nonnull (strstr (problems[0], "this is the 2:4 sparse figure"));
  g_assert_cmpfloat (weft_record_get_number (weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "chip-a"),
                                             "bf16_tflops"), ==, 100);
}

/* Two files about one record: the later one lies over the earlier one. */
static void
test_user_twice (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (WeftCatalog) catalog = NULL;
  WeftRecord *record;

  put (fixture->user, "chips/1.json",
       "{\"id\":\"gaudi3\",\"name\":\"Ours\",\"values\":{\"tdp_w\":850,\"idle_w\":1}}");
  put (fixture->user, "chips/2.json", "{\"id\":\"gaudi3\",\"values\":{\"tdp_w\":860}}");
  catalog = load_real (fixture);
  assert_no_problems (catalog);

  record = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "ours");
  g_assert_true (record == weft_catalog_lookup (catalog, WEFT_RECORD_CHIP,
                                                "Intel Gaudi 3 (HL-325L OAM)"));
  g_assert_cmpfloat (weft_record_get_number (record, "tdp_w"), ==, 860);
  g_assert_cmpfloat (weft_record_get_number (record, "idle_w"), ==, 1);
}

/* The default folders: the environment's, and the one under the user's data. */
static void
test_default (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = NULL;
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "weft", "catalog", NULL);

  put (folder, "chips/default.json", "{\"id\":\"max1550\",\"values\":{\"tdp_w\":555}}");
  catalog = weft_catalog_load_default (&error);
  g_assert_no_error (error);

  g_assert_cmpstr (weft_catalog_get_folder (catalog), ==, g_getenv ("WEFT_CATALOG_DIR"));
  g_assert_cmpfloat (weft_record_get_number (weft_catalog_lookup (catalog, WEFT_RECORD_CHIP,
                                                                  "max1550"), "tdp_w"), ==, 555);
}

#define ADD(path, function) \
  g_test_add ("/catalog/catalog/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_autofree char *data_home = g_dir_make_tmp ("weft-data-XXXXXX", NULL);
  int result;

  /* Before anything asks for it, since GLib remembers. */
  g_assert_nonnull (data_home);
  g_setenv ("XDG_DATA_HOME", data_home, TRUE);
  g_test_init (&argc, &argv, NULL);

  ADD ("counts", test_counts);
  ADD ("every-value", test_every_value);
  ADD ("fabrics-and-chips", test_fabrics_and_chips);
  ADD ("names", test_names);
  ADD ("small", test_small);
  ADD ("broken-shipped", test_broken_shipped);
  ADD ("name-collision", test_name_collision);
  ADD ("unknown-chip-in-fabric", test_unknown_chip_in_fabric);
  ADD ("no-folder", test_no_folder);
  ADD ("user-overrides", test_user_overrides);
  ADD ("user-adds", test_user_adds);
  ADD ("user-broken", test_user_broken);
  ADD ("user-twice", test_user_twice);
  ADD ("user-sparse", test_user_sparse);
  ADD ("default", test_default);

  result = g_test_run ();
  remove_tree (data_home);
  return result;
}
