/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inventories with other numbers: as if the catalog had them, and nothing else moved. */
#include "catalog/weft-vary-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-json.h"
#include "catalog/weft-catalog.h"
#include "catalog/weft-profile-private.h"

static WeftInventory *
load_profile (const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);
  WeftInventory *inventory;

  g_assert_no_error (error);
  inventory = weft_inventory_new (catalog, weft_catalog_get_profile (catalog, id, NULL), &error);
  g_assert_no_error (error);
  return inventory;
}

static WeftInventory *
load (void)
{
  static WeftInventory *inventory;

  if (inventory == NULL)
    inventory = load_profile ("archagent-2026");
  return inventory;
}

/* Counts hosts, tiers of switches and the facility too. */
static WeftInventory *
load_measured (void)
{
  static WeftInventory *inventory;

  if (inventory == NULL)
    inventory = load_profile ("measured");
  return inventory;
}

/* The same change made by a profile of its own, as a user would write it. */
static WeftInventory *
assume (WeftInventory *base,
        const char    *kind,
        const char    *id,
        const char    *key,
        double         value)
{
  WeftProfile *profile = weft_inventory_get_profile (base);
  g_autofree char *text = g_strdup_printf ("{\"overrides\": {\"%s\": [{\"id\": \"%s\", \"confidence\": \"user\", "
                                           "\"source\": \"test\", \"values\": {\"%s\": %.17g}}]}}", kind, id, key, value);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) over = weft_json_parse (text, -1, "test", NULL, &error);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (WeftProfile) varied = NULL;
  WeftInventory *inventory;

  g_assert_no_error (error);
  root = weft_profile_merge (weft_profile_get_root (profile), over);
  varied = weft_profile_read (root, "test", TRUE, &error);
  g_assert_no_error (error);
  inventory = weft_inventory_new (weft_inventory_get_catalog (base), varied, &error);
  g_assert_no_error (error);
  return inventory;
}

static gboolean
same (double a,
      double b)
{
  return a == b || (isnan (a) && isnan (b)) || fabs (a - b) <= 1e-15 * fabs (b);
}

#define ASSERT_SAME(field) g_assert_true (same (a->field, b->field))

static void
assert_same_chips (WeftInventory *one,
                   WeftInventory *other)
{
  for (guint i = 0; i < weft_inventory_n_chips (one); i++)
    {
      const WeftChip *a = weft_inventory_chip (one, i), *b = weft_inventory_chip (other, i);

      g_assert_cmpstr (a->id, ==, b->id);
      ASSERT_SAME (peak_bf16_flops);
      ASSERT_SAME (peak_fp8_flops);
      ASSERT_SAME (peak_fp64_flops);
      ASSERT_SAME (mem_bytes);
      ASSERT_SAME (mem_bw_bytes_s);
      ASSERT_SAME (tdp_w);
      ASSERT_SAME (price_usd);
      ASSERT_SAME (scaleup_bw_bytes_s);
      ASSERT_SAME (scaleout_bw_bytes_s);
      ASSERT_SAME (host_w);
      g_assert_cmpuint (a->node_chips, ==, b->node_chips);
      g_assert_cmpstr (a->refused, ==, b->refused);
    }
}

static void
assert_same_fabrics (WeftInventory *one,
                     WeftInventory *other)
{
  for (guint i = 0; i < weft_inventory_n_scaleouts (one); i++)
    {
      const WeftScaleout *a = weft_inventory_scaleout (one, i), *b = weft_inventory_scaleout (other, i);

      g_assert_cmpstr (a->id, ==, b->id);
      ASSERT_SAME (bw_bytes_s);
      ASSERT_SAME (alpha_s);
      ASSERT_SAME (power_w);
      ASSERT_SAME (cost_usd);
      for (guint tier = 0; tier < WEFT_MAX_TIERS; tier++)
        {
          ASSERT_SAME (tiers[tier].endpoints);
          ASSERT_SAME (tiers[tier].power_w);
          ASSERT_SAME (tiers[tier].cost_usd);
        }
    }
  for (guint s = 0; s < weft_inventory_n_scaleups (one); s++)
    for (guint c = 0; c < weft_inventory_n_chips (one); c++)
      {
        const WeftScaleupOnChip *a = weft_inventory_scaleup_on_chip (one, s, c);
        const WeftScaleupOnChip *b = weft_inventory_scaleup_on_chip (other, s, c);

        g_assert_cmpint (a->fits, ==, b->fits);
        if (!a->fits)
          continue;
        ASSERT_SAME (bw_bytes_s);
        ASSERT_SAME (alpha_s);
        ASSERT_SAME (power_w);
        ASSERT_SAME (cost_usd);
        g_assert_cmpuint (a->domain_chips, ==, b->domain_chips);
      }
}

static void
assert_varies_as_assumed (WeftRecordKind kind,
                          const char    *id,
                          guint          index,
                          const char    *key,
                          double         value)
{
  WeftFactChange fact = { kind, index, key, value };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftInventory) varied = weft_inventory_vary (load (), &fact, 1, NULL, 0, &error);
  g_autoptr (WeftInventory) assumed = assume (load (), weft_record_kind_nick (kind), id, key, value);

  g_assert_no_error (error);
  assert_same_chips (varied, assumed);
  assert_same_fabrics (varied, assumed);
}

/* Whatever a fact bears on follows it. */
static void
test_as_assumed (void)
{
  static const struct
  {
    const char *key;
    double value;
  } chip[] = { { "bf16_tflops", 1234.5 }, { "fp8_tflops", 3000 }, { "fp64_vector_tflops", 77.7 }, { "mem_usable_gb", 141 },
               { "mem_bw_gbs", 4800 }, { "tdp_w", 612 }, { "price_usd", 12345 }, { "scaleup_gbs_dir", 111.25 },
               { "scaleout_gbs_dir", 25 }, { "node_chips", 4 }, { "scaleup_domain_max_chips", 2 } },
    scaleup[] = { { "gbs_dir", 321.5 }, { "alpha_us", 0.77 }, { "max_domain_chips", 3 }, { "power_w_per_chip", 12.5 } },
    scaleout[] = { { "endpoint_gbs", 77 }, { "alpha_us", 2.5 }, { "power_w_per_endpoint", 11 },
                   { "cost_usd_per_endpoint_2tier", 4321 } };
  guint b200 = weft_inventory_find_chip (load (), "B200")->index;
  guint ualink = weft_inventory_find_scaleup (load (), "UALink")->index;
  guint ndr = weft_inventory_find_scaleout (load (), "IB-NDR")->index;

  for (guint i = 0; i < G_N_ELEMENTS (chip); i++)
    assert_varies_as_assumed (WEFT_RECORD_CHIP, "B200", b200, chip[i].key, chip[i].value);
  for (guint i = 0; i < G_N_ELEMENTS (scaleup); i++)
    assert_varies_as_assumed (WEFT_RECORD_SCALEUP, "ualink", ualink, scaleup[i].key, scaleup[i].value);
  for (guint i = 0; i < G_N_ELEMENTS (scaleout); i++)
    assert_varies_as_assumed (WEFT_RECORD_SCALEOUT, weft_inventory_scaleout (load (), ndr)->id, ndr, scaleout[i].key,
                              scaleout[i].value);
}

/* Hosts and tiers follow the part that they belong to, and all of them a constant. */
static void
test_facility (void)
{
  WeftInventory *base = load_measured ();
  const WeftChip *h100 = weft_inventory_find_chip (base, "h100-sxm-80");
  const WeftScaleout *ndr = weft_inventory_find_scaleout (base, "ib-ndr");
  WeftFactChange facts[] = { { WEFT_RECORD_CHIP, h100->index, "node_chips", 4 },
                             { WEFT_RECORD_SCALEOUT, ndr->index, "power_w_per_endpoint_2tier", 50 } };
  WeftConstantChange constant = { "power_host_socket_w", 1000 };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftInventory) varied = weft_inventory_vary (base, facts, 2, NULL, 0, &error);
  g_autoptr (WeftInventory) nodes = assume (base, "chips", h100->id, "node_chips", 4);
  g_autoptr (WeftInventory) both = assume (nodes, "scaleout", ndr->id, "power_w_per_endpoint_2tier", 50);
  g_autoptr (WeftInventory) hosts = weft_inventory_vary (base, NULL, 0, &constant, 1, NULL);
  WeftPartSet set = { h100->index, weft_inventory_find_scaleup (base, "nvlink4")->index, ndr->index, "a", "b", "c" };
  g_autoptr (WeftInventory) with_set = weft_inventory_add_sets (base, &set, 1);

  g_assert_no_error (error);
  assert_same_chips (varied, both);
  assert_same_fabrics (varied, both);
  g_assert_cmpfloat (weft_inventory_facility_power (varied)->pue, ==, weft_inventory_facility_power (base)->pue);
  g_assert_cmpfloat (weft_inventory_facility_power (hosts)->socket_w, ==, 1000);
  g_assert_cmpfloat (weft_inventory_chip (hosts, h100->index)->host_w, >, h100->host_w);
  g_assert_cmpfloat (weft_inventory_chip (with_set, set.chip)->host_w, ==, h100->host_w);
  g_assert_cmpfloat (weft_inventory_facility_cost (with_set)->server_factor, ==,
                     weft_inventory_facility_cost (base)->server_factor);
}

/* Provenance says that nobody has published the number, and what lies below stays. */
static void
test_provenance (void)
{
  guint b200 = weft_inventory_find_chip (load (), "B200")->index;
  WeftFactChange fact = { WEFT_RECORD_CHIP, b200, "mem_bw_gbs", 10000 };
  g_autoptr (WeftInventory) varied = weft_inventory_vary (load (), &fact, 1, NULL, 0, NULL);
  WeftRecord *record = weft_inventory_chip (varied, b200)->record;
  WeftValue value;

  g_assert_true (weft_record_lookup (record, "mem_bw_gbs", &value));
  g_assert_cmpint (value.provenance->confidence, ==, WEFT_CONFIDENCE_USER);
  g_assert_true (weft_record_lookup (record, "bf16_tflops", &value));
  g_assert_cmpint (value.provenance->confidence, ==, WEFT_CONFIDENCE_ASSUMED);
  g_assert_cmpfloat (weft_inventory_chip (load (), b200)->mem_bw_bytes_s, ==, 8e12);
  g_assert_true (weft_inventory_find_chip (varied, "B200") == weft_inventory_chip (varied, b200));
}

/* What is set to what it is anyway is no change at all. */
static void
test_equal (void)
{
  guint b200 = weft_inventory_find_chip (load (), "B200")->index;
  WeftFactChange fact = { WEFT_RECORD_CHIP, b200, "mem_bw_gbs", 8000 };
  g_autoptr (WeftInventory) varied = weft_inventory_vary (load (), &fact, 1, NULL, 0, NULL);

  g_assert_true (weft_inventory_chip (varied, b200)->record == weft_inventory_chip (load (), b200)->record);
  assert_same_chips (varied, load ());
  assert_same_fabrics (varied, load ());
}

static void
test_constants (void)
{
  WeftConstantChange changes[] = { { "mfu", 0.5 }, { "overlap_tp", 0.1 } };
  WeftConstantChange unknown = { "mfuu", 1 }, endless = { "mfu", INFINITY };
  WeftProfile *base = weft_inventory_get_profile (load ());
  g_autoptr (WeftInventory) varied = weft_inventory_vary (load (), NULL, 0, changes, 2, NULL);
  g_autoptr (GError) no_key = NULL, no_number = NULL;
  WeftProfile *profile = weft_inventory_get_profile (varied);
  const double *numbers;
  double value;
  guint n;

  g_assert_true (weft_profile_get_number (profile, "mfu", &value, NULL));
  g_assert_cmpfloat (value, ==, 0.5);
  g_assert_true (weft_profile_get_number (profile, "mbw", &value, NULL));
  g_assert_cmpfloat (value, ==, 0.8);
  g_assert_true (weft_profile_get_number (base, "mfu", &value, NULL));
  g_assert_cmpfloat (value, ==, 0.45);
  g_assert_true (weft_profile_get_numbers (profile, "train_tp", &numbers, &n, NULL));
  g_assert_cmpuint (n, ==, 7);
  g_assert_cmpstr (weft_profile_get_digest (profile), !=, weft_profile_get_digest (base));
  g_assert_cmpstr (weft_profile_get_id (profile), ==, "archagent-2026");
  g_assert_null (weft_profile_vary (base, &unknown, 1, &no_key));
  g_assert_error (no_key, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);
  g_assert_nonnull (strstr (no_key->message, "mfuu"));
  g_assert_null (weft_profile_vary (base, &endless, 1, &no_number));
  g_assert_error (no_number, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);
}

/* A copy is what it is one of, on the chip that it was made for, and changes alone. */
static void
test_sets (void)
{
  WeftInventory *base = load ();
  WeftPartSet sets[] = {
    { weft_inventory_find_chip (base, "WSE3s")->index, weft_inventory_find_scaleup (base, "UALink")->index,
      weft_inventory_find_scaleout (base, "UEC")->index, "first chip", "first fabric", "first network" },
    { weft_inventory_find_chip (base, "WSE3s")->index, weft_inventory_find_scaleup (base, "UALink")->index,
      weft_inventory_find_scaleout (base, "UEC")->index, "second chip", "second fabric", "second network" },
  };
  WeftPartSet before = sets[0];
  g_autoptr (WeftInventory) with_sets = weft_inventory_add_sets (base, sets, 2);
  const WeftScaleupOnChip *old = weft_inventory_scaleup_on_chip (base, before.scaleup, before.chip);
  WeftFactChange facts[] = { { WEFT_RECORD_SCALEUP, sets[0].scaleup, "gbs_dir", 7 },
                             { WEFT_RECORD_CHIP, sets[0].chip, "tdp_w", 1 } };
  g_autoptr (WeftInventory) varied = weft_inventory_vary (with_sets, facts, 2, NULL, 0, NULL);

  g_assert_cmpfloat (old->bw_bytes_s, ==, 100e9);
  for (guint i = 0; i < 2; i++)
    {
      const WeftScaleupOnChip *copy = weft_inventory_scaleup_on_chip (with_sets, sets[i].scaleup, sets[i].chip);

      g_assert_true (memcmp (copy, old, sizeof *old) == 0);
      g_assert_cmpstr (weft_inventory_chip (with_sets, sets[i].chip)->id, ==, "WSE3s");
    }
  g_assert_cmpuint (weft_inventory_find_chip (with_sets, "WSE3s")->index, ==, before.chip);
  g_assert_cmpuint (weft_inventory_find_chip (with_sets, "Second Chip")->index, ==, sets[1].chip);
  g_assert_cmpuint (weft_inventory_find_scaleout (with_sets, "first network")->index, ==, sets[0].scaleout);

  g_assert_cmpfloat (weft_inventory_scaleup_on_chip (varied, sets[0].scaleup, sets[0].chip)->bw_bytes_s, ==, 7e9);
  g_assert_cmpfloat (weft_inventory_scaleup_on_chip (varied, sets[1].scaleup, sets[1].chip)->bw_bytes_s, ==, 100e9);
  g_assert_cmpfloat (weft_inventory_scaleup_on_chip (varied, before.scaleup, before.chip)->bw_bytes_s, ==, 100e9);
  g_assert_cmpfloat (weft_inventory_chip (varied, sets[0].chip)->tdp_w, ==, 1);
  g_assert_cmpfloat (weft_inventory_chip (varied, sets[1].chip)->tdp_w, ==, 2875);
  g_assert_cmpfloat (weft_inventory_chip (varied, before.chip)->tdp_w, ==, 2875);
}

/* In place or anew, the numbers are the same. */
static void
test_again (void)
{
  WeftInventory *bases[] = { load (), load_measured () };

  for (guint b = 0; b < G_N_ELEMENTS (bases); b++)
    {
      WeftInventory *base = bases[b];
      guint b200 = weft_inventory_find_chip (base, "b200-sxm")->index;
      guint ualink = weft_inventory_find_scaleup (base, "ualink")->index;
      guint ndr = weft_inventory_find_scaleout (base, "ib-ndr")->index;
      WeftFactChange facts[] = {
        { WEFT_RECORD_CHIP, b200, "mem_bw_gbs", 1 },      { WEFT_RECORD_CHIP, b200, "scaleup_gbs_dir", 1 },
        { WEFT_RECORD_CHIP, b200, "tdp_w", 1 },           { WEFT_RECORD_SCALEUP, ualink, "gbs_dir", 1 },
        { WEFT_RECORD_SCALEUP, ualink, "alpha_us", 1 },   { WEFT_RECORD_SCALEOUT, ndr, "endpoint_gbs", 1 },
        { WEFT_RECORD_SCALEOUT, ndr, "power_w_per_endpoint_2tier", 1 },
      };
      guint n = G_N_ELEMENTS (facts);
      g_autoptr (WeftInventory) again = weft_inventory_vary (base, facts, n, NULL, 0, NULL);

      for (guint round = 1; round < 6; round++)
        {
          g_autoptr (WeftInventory) anew = NULL;

          for (guint i = 0; i < n; i++)
            facts[i].value = 0.1 * round * (i + 1.5);
          anew = weft_inventory_vary (base, facts, n, NULL, 0, NULL);
          g_assert_true (weft_inventory_vary_again (again, base, facts, n));
          assert_same_chips (again, anew);
          assert_same_fabrics (again, anew);
        }
      facts[0].key = "price_usd";
      g_assert_false (weft_inventory_vary_again (again, base, facts, n));
      facts[0].value = NAN;
      g_assert_false (weft_inventory_vary_again (again, base, facts, n));
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *key;
    double value;
  } bad[] = { { "mem_bw_gbs", NAN }, { "mem_bw_gbs", INFINITY }, { "mem_bw_gbs", -1 }, { "vendor", 3 },
              { "no_such_key", 3 }, { "node_chips", 0 }, { "node_chips", 2.5 }, { "dataflow", 0.5 },
              { "scaleup_gbs_dir", 0 } };
  guint b200 = weft_inventory_find_chip (load (), "B200")->index;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      WeftFactChange fact = { WEFT_RECORD_CHIP, b200, bad[i].key, bad[i].value };
      g_autoptr (GError) error = NULL;

      g_assert_null (weft_inventory_vary (load (), &fact, 1, NULL, 0, &error));
      g_assert_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, bad[i].key));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/catalog/vary/as-assumed", test_as_assumed);
  g_test_add_func ("/catalog/vary/facility", test_facility);
  g_test_add_func ("/catalog/vary/provenance", test_provenance);
  g_test_add_func ("/catalog/vary/equal", test_equal);
  g_test_add_func ("/catalog/vary/constants", test_constants);
  g_test_add_func ("/catalog/vary/sets", test_sets);
  g_test_add_func ("/catalog/vary/again", test_again);
  g_test_add_func ("/catalog/vary/refused", test_refused);

  return g_test_run ();
}
