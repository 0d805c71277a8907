/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records: kinds, keys and their units, values in words, provenance, unknown values. */

#include "catalog/weft-catalog.h"

#include <math.h>
#include <string.h>

static WeftCatalog *
load_shipped (void)
{
  g_autoptr (GError) error = NULL;
  WeftCatalog *catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);

  g_assert_no_error (error);
  return catalog;
}

static void
test_kinds (void)
{
  WeftRecordKind kind;

  for (guint i = 0; i < WEFT_N_RECORD_KINDS; i++)
    {
      g_assert_true (weft_record_kind_parse (weft_record_kind_nick (i), &kind));
      g_assert_cmpint (kind, ==, i);
    }
  g_assert_true (weft_record_kind_parse ("chip", &kind));
  g_assert_cmpint (kind, ==, WEFT_RECORD_CHIP);
  g_assert_true (weft_record_kind_parse ("model", &kind));
  g_assert_cmpint (kind, ==, WEFT_RECORD_MODEL);
  g_assert_true (weft_record_kind_parse ("component", &kind));
  g_assert_cmpint (kind, ==, WEFT_RECORD_COMPONENT);
  g_assert_false (weft_record_kind_parse ("systems", &kind));
}

static void
test_confidence (void)
{
  WeftConfidence confidence;

  for (guint i = WEFT_CONFIDENCE_DATASHEET; i <= WEFT_CONFIDENCE_USER; i++)
    {
      g_assert_true (weft_confidence_parse (weft_confidence_nick (i), &confidence));
      g_assert_cmpint (confidence, ==, i);
      g_assert_cmpstr (weft_confidence_label (i), !=, "");
    }
  g_assert_false (weft_confidence_parse ("recalled", &confidence));
}

static void
test_units (void)
{
  static const struct
  {
    const char *key;
    WeftUnit unit;
    double to_si;
  } cases[] = {
    { "bf16_tflops", WEFT_UNIT_FLOPS, 1e12 },
    { "int8_tops", WEFT_UNIT_NONE, 1e12 },
    { "mem_gb", WEFT_UNIT_BYTES, 1e9 },
    { "sram_mb", WEFT_UNIT_BYTES, 1e6 },
    { "mem_bw_gbs", WEFT_UNIT_BYTES_S, 1e9 },
    { "gbs_dir", WEFT_UNIT_BYTES_S, 1e9 },
    { "scaleup_link_gbs_dir", WEFT_UNIT_BYTES_S, 1e9 },
    { "port_gbps", WEFT_UNIT_BYTES_S, 1e9 / 8 },
    { "alpha_us", WEFT_UNIT_S, 1e-6 },
    { "tdp_w", WEFT_UNIT_W, 1 },
    { "power_w_per_chip", WEFT_UNIT_W, 1 },
    { "power_w_per_endpoint_2tier", WEFT_UNIT_W, 1 },
    { "price_usd", WEFT_UNIT_USD, 1 },
    { "cost_usd_per_chip", WEFT_UNIT_USD, 1 },
    { "reach_m", WEFT_UNIT_M, 1 },
    { "params_b", WEFT_UNIT_COUNT, 1e9 },
    { "node_chips", WEFT_UNIT_COUNT, 1 },
    { "links_per_chip", WEFT_UNIT_COUNT, 1 },
    { "kv_bytes_per_token_bf16", WEFT_UNIT_BYTES, 1 },
    { "generation_year", WEFT_UNIT_NONE, 1 },
    { "efficiency", WEFT_UNIT_NONE, 1 },
    { "vendor", WEFT_UNIT_NONE, 1 },
    { "mine_gbs", WEFT_UNIT_BYTES_S, 1e9 },
    { "things", WEFT_UNIT_NONE, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double to_si = 0;

      g_assert_cmpint (weft_key_unit (cases[i].key, &to_si), ==, cases[i].unit);
      g_assert_cmpfloat (to_si, ==, cases[i].to_si);
    }
}

static void
test_labels (void)
{
  g_autofree char *known = weft_key_label ("bf16_tflops");
  g_autofree char *unknown = weft_key_label ("boost_clock_tflops");
  g_autofree char *per = weft_key_label ("widgets_w_per_chip");

  g_assert_cmpstr (known, ==, "BF16 peak");
  g_assert_cmpstr (unknown, ==, "boost clock");
  g_assert_cmpstr (per, ==, "widgets w per chip");
}

/* Every key that ships has a label of its own. */
static void
test_labels_complete (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();

  for (guint kind = 0; kind < WEFT_N_RECORD_KINDS; kind++)
    {
      GListModel *list = weft_catalog_list (catalog, kind);

      for (guint i = 0; i < g_list_model_get_n_items (list); i++)
        {
          g_autoptr (WeftRecord) record = g_list_model_get_item (list, i);
          g_autoptr (GPtrArray) keys = weft_record_list_keys (record);

          for (guint j = 0; j < keys->len; j++)
            {
              g_autofree char *label = weft_key_label (keys->pdata[j]);

              if (!g_ascii_isupper (label[0]))
                g_error ("the key %s has no label", (const char *) keys->pdata[j]);
            }
        }
    }
}

static void
assert_format (const char *key,
               const char *json,
               const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = json_from_string (json, &error);
  WeftProvenance provenance = { WEFT_CONFIDENCE_USER, NULL, NULL, NULL, NULL };
  WeftValue value = { key, node, &provenance };
  g_autofree char *text = weft_value_format (&value);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_format (void)
{
  assert_format ("mem_bw_gbs", "3350", "3.35\302\240TB/s");
  assert_format ("tdp_w", "700", "700\302\240W");
  assert_format ("alpha_us", "0.38", "0.38\302\240\302\265s");
  assert_format ("launch_year", "2022", "2022");
  assert_format ("int8_tops", "4500", "4500\302\240TOP/s");
  assert_format ("params_b", "70.6", "70.6\302\240billion");
  assert_format ("max_endpoints_2tier", "10368", "10,368");
  assert_format ("efficiency", "0.92", "0.92");
  assert_format ("vendor", "\"NVIDIA\"", "NVIDIA");
  assert_format ("switched", "true", "yes");
  assert_format ("switched", "false", "no");
  assert_format ("fp8_tflops", "null", "unknown");
  assert_format ("takes_chips", "[\"a\",\"b\"]", "a, b");
  assert_format ("takes_chips", "[]", "");
  assert_format ("train_tp", "[1,2,4]", "1, 2, 4");
  assert_format ("weights", "{\"hpcg\":0.1,\"fft\":0.2}", "hpcg\302\2400.1, fft\302\2400.2");
}

static void
test_values (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  WeftRecord *b200 = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "b200-sxm");
  WeftRecord *ndr = weft_catalog_lookup (catalog, WEFT_RECORD_SCALEOUT, "ib-ndr");
  WeftValue value;

  g_assert_cmpfloat (weft_record_get_number (b200, "bf16_tflops"), ==, 2250);
  g_assert_cmpfloat (weft_record_get_si (b200, "bf16_tflops"), ==, 2250e12);
  g_assert_cmpfloat (weft_record_get_si (b200, "mem_bw_gbs"), ==, 7700e9);
  g_assert_cmpfloat (weft_record_get_si (ndr, "alpha_us"), ==, 1.5e-6);
  g_assert_cmpfloat (weft_record_get_si (ndr, "switch_hop_us"), ==, 0.25e-6);
  g_assert_cmpstr (weft_record_get_text (b200, "vendor"), ==, "NVIDIA");
  g_assert_false (weft_record_get_flag (b200, "dataflow"));
  g_assert_true (weft_record_get_flag (ndr, "in_archagent_ten"));

  /* Unknown is NAN, never zero: null, absent, and what is no number. */
  g_assert_true (weft_record_lookup (b200, "int4_tops", &value));
  g_assert_true (JSON_NODE_HOLDS_NULL (value.node));
  g_assert_true (isnan (weft_record_get_number (b200, "int4_tops")));
  g_assert_true (isnan (weft_record_get_si (b200, "int4_tops")));
  g_assert_true (isnan (weft_record_get_number (b200, "there_is_none")));
  g_assert_true (isnan (weft_record_get_number (b200, "vendor")));
  g_assert_false (weft_record_lookup (b200, "there_is_none", &value));
  g_assert_null (weft_record_get_text (b200, "tdp_w"));
  g_assert_false (weft_record_get_flag (b200, "vendor"));
}

static void
assert_provenance (WeftRecord     *record,
                   const char     *key,
                   WeftConfidence  confidence,
                   const char     *in_source)
{
  WeftValue value;

  g_assert_true (weft_record_lookup (record, key, &value));
  g_assert_cmpstr (value.key, ==, key);
  g_assert_cmpint (value.provenance->confidence, ==, confidence);
  g_assert_nonnull (strstr (value.provenance->source, in_source));
}

/* Later entries win: a guessed idle power inside a record that rests on data sheets. */
static void
test_provenance (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  WeftRecord *b200 = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "b200-sxm");
  WeftRecord *wse3 = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "WSE-3");
  WeftRecord *ub = weft_catalog_lookup (catalog, WEFT_RECORD_SCALEUP, "ub");
  WeftRecord *nvlink4 = weft_catalog_lookup (catalog, WEFT_RECORD_SCALEUP, "nvlink4");
  WeftValue value;

  assert_provenance (b200, "tdp_w", WEFT_CONFIDENCE_DATASHEET, "Blackwell");
  assert_provenance (b200, "idle_w", WEFT_CONFIDENCE_ESTIMATE, "12 %");
  assert_provenance (b200, "price_usd", WEFT_CONFIDENCE_PRESS, "huggingface");
  assert_provenance (b200, "bf16_achieved_tflops", WEFT_CONFIDENCE_MEASURED, "ml-engineering");
  assert_provenance (wse3, "bf16_tflops", WEFT_CONFIDENCE_ESTIMATE, "FMA");
  assert_provenance (wse3, "bf16_marketed_tflops", WEFT_CONFIDENCE_DATASHEET, "WSE-3");
  assert_provenance (nvlink4, "alpha_us", WEFT_CONFIDENCE_PRESS, "nccl");
  assert_provenance (ub, "alpha_us", WEFT_CONFIDENCE_PRESS, "arxiv");

  g_assert_true (weft_record_lookup (b200, "price_usd", &value));
  g_assert_cmpstr (value.provenance->date, ==, "2024");
  g_assert_cmpstr (value.provenance->file, ==, "b200-sxm.json");
  g_assert_true (weft_record_lookup (ub, "alpha_us", &value));
  g_assert_nonnull (strstr (value.provenance->note, "from memory"));
}

static void
test_keys (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  WeftRecord *record = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "b200-sxm");
  g_autoptr (GPtrArray) keys = weft_record_list_keys (record);

  g_assert_cmpuint (keys->len, >, 40);
  g_assert_cmpstr (keys->pdata[0], ==, "vendor");
  g_assert_cmpstr (keys->pdata[keys->len - 1], ==, "dataflow");
  g_assert_null (weft_record_get_below (record));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/catalog/record/kinds", test_kinds);
  g_test_add_func ("/catalog/record/confidence", test_confidence);
  g_test_add_func ("/catalog/record/units", test_units);
  g_test_add_func ("/catalog/record/labels", test_labels);
  g_test_add_func ("/catalog/record/labels-complete", test_labels_complete);
  g_test_add_func ("/catalog/record/format", test_format);
  g_test_add_func ("/catalog/record/values", test_values);
  g_test_add_func ("/catalog/record/provenance", test_provenance);
  g_test_add_func ("/catalog/record/keys", test_keys);

  return g_test_run ();
}
