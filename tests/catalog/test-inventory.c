/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inventory under the paper's profile: its figures, its names, which fabric fits which chip. */

#include "catalog/weft-inventory.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

typedef struct
{
  WeftCatalog *catalog;
  WeftInventory *inventory;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  WeftProfile *profile;

  fixture->catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);
  g_assert_no_error (error);
  profile = weft_catalog_get_profile (fixture->catalog, "archagent-2026", &error);
  g_assert_no_error (error);
  fixture->inventory = weft_inventory_new (fixture->catalog, profile, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->inventory);
  g_clear_object (&fixture->catalog);
}

static const WeftScaleupOnChip *
get_pair (Fixture    *fixture,
          const char *scaleup,
          const char *chip)
{
  const WeftScaleup *fabric = weft_inventory_find_scaleup (fixture->inventory, scaleup);
  const WeftChip *part = weft_inventory_find_chip (fixture->inventory, chip);

  g_assert_nonnull (fabric);
  g_assert_nonnull (part);
  return weft_inventory_scaleup_on_chip (fixture->inventory, fabric->index, part->index);
}

static void
assert_chip (Fixture    *fixture,
             const char *id,
             double      bf16,
             double      fp8,
             double      fp64,
             double      mem,
             double      bw,
             double      tdp,
             guint       node)
{
  const WeftChip *chip = weft_inventory_find_chip (fixture->inventory, id);

  g_assert_nonnull (chip);
  g_assert_cmpstr (chip->id, ==, id);
  g_assert_null (chip->refused);
  g_assert_cmpfloat (chip->peak_bf16_flops, ==, bf16);
  g_assert_true (isnan (fp8) ? isnan (chip->peak_fp8_flops) : chip->peak_fp8_flops == fp8);
  g_assert_true (isnan (fp64) ? isnan (chip->peak_fp64_flops) : chip->peak_fp64_flops == fp64);
  g_assert_cmpfloat (chip->mem_bytes, ==, mem);
  g_assert_cmpfloat (chip->mem_bw_bytes_s, ==, bw);
  g_assert_cmpfloat (chip->tdp_w, ==, tdp);
  g_assert_cmpuint (chip->node_chips, ==, node);
  g_assert_cmpfloat (chip->scaleout_bw_bytes_s, ==, 100e9);
}

static void
test_paper_chips (Fixture       *fixture,
                  gconstpointer  data)
{
  assert_chip (fixture, "H100", 989.5e12, 1979e12, 34e12, 80e9, 3.35e12, 700, 8);
  assert_chip (fixture, "B200", 2250e12, 4500e12, 40e12, 192e9, 8e12, 1000, 8);
  assert_chip (fixture, "WSE3s", 15625e12, NAN, NAN, 5.5e9, 2.6e15, 2875, 4);
  g_assert_true (weft_inventory_find_chip (fixture->inventory, "WSE3s")->dataflow);
  g_assert_false (weft_inventory_find_chip (fixture->inventory, "B200")->dataflow);
  /* The others keep their facts, but for the port. */
  assert_chip (fixture, "mi300x", 1307.4e12, 2614.9e12, 81.7e12, 192e9, 5.3e12, 750, 8);
}

static double
get_watts (Fixture    *fixture,
           const char *chip,
           const char *scaleup,
           const char *scaleout)
{
  return weft_inventory_find_chip (fixture->inventory, chip)->tdp_w
         + get_pair (fixture, scaleup, chip)->power_w
         + weft_inventory_find_scaleout (fixture->inventory, scaleout)->power_w;
}

/* Watts per chip decide how many a budget buys. */
static void
test_paper_watts (Fixture       *fixture,
                  gconstpointer  data)
{
  g_assert_cmpfloat (get_watts (fixture, "H100", "NVLink4", "IB-NDR"), ==, 700 + 35 + 25);
  g_assert_cmpfloat (get_watts (fixture, "B200", "NVLink5", "IB-XDR"), ==, 1000 + 50 + 40);
  g_assert_cmpfloat (get_watts (fixture, "WSE3s", "UALink", "UEC"), ==, 2875 + 20 + 35);
}

static void
test_paper_scaleout (Fixture       *fixture,
                     gconstpointer  data)
{
  static const struct
  {
    const char *id;
    double bw, alpha, power;
  } rows[] = {
    { "IB-NDR", 50e9, 1.6e-6, 25 }, { "IB-XDR", 100e9, 1.6e-6, 40 },
    { "UEC", 100e9, 1.6e-6, 35 }, { "Slingshot-11", 25e9, 1.8e-6, 22 },
    { "RoCE-400", 50e9, 2.2e-6, 24 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const WeftScaleout *fabric = weft_inventory_find_scaleout (fixture->inventory, rows[i].id);

      g_assert_cmpstr (fabric->id, ==, rows[i].id);
      g_assert_true (fabric->in_ten);
      g_assert_cmpfloat (fabric->bw_bytes_s, ==, rows[i].bw);
      g_assert_cmpfloat (fabric->alpha_s, ==, rows[i].alpha);
      g_assert_cmpfloat (fabric->power_w, ==, rows[i].power);
      g_assert_cmpfloat (fabric->cost_usd, >, 0);
    }

  g_assert_cmpfloat (weft_inventory_find_scaleout (fixture->inventory, "efa3")->power_w, ==, 40);
}

static void
assert_pair (Fixture    *fixture,
             const char *scaleup,
             const char *chip,
             double      bw,
             double      alpha,
             guint       domain,
             double      power)
{
  const WeftScaleupOnChip *pair = get_pair (fixture, scaleup, chip);

  g_assert_true (pair->fits);
  g_assert_cmpfloat (pair->bw_bytes_s, ==, bw);
  g_assert_cmpfloat (pair->alpha_s, ==, alpha);
  g_assert_cmpuint (pair->domain_chips, ==, domain);
  g_assert_cmpfloat (pair->power_w, ==, power);
}

static void
test_paper_scaleup (Fixture       *fixture,
                    gconstpointer  data)
{
  assert_pair (fixture, "NVLink4", "H100", 450e9, 0.38e-6, 8, 35);
  assert_pair (fixture, "NVLink4", "H200", 450e9, 0.38e-6, 8, 35);
  assert_pair (fixture, "NVLink5", "B200", 900e9, 0.38e-6, 72, 50);
  assert_pair (fixture, "NVLink5", "GB300", 900e9, 0.38e-6, 72, 50);
  assert_pair (fixture, "UALink", "WSE3s", 100e9, 0.4e-6, 4, 20);
  assert_pair (fixture, "UALink", "MI455X", 400e9, 0.4e-6, 72, 45);
  assert_pair (fixture, "UALink", "groq-lpu1", 154e9, 0.4e-6, 128, 45);
  assert_pair (fixture, "UALink", "Gaudi 3", 400e9, 0.4e-6, 8, 45);
  assert_pair (fixture, "Infinity Fabric", "MI300X", 448e9, 0.5e-6, 8, 35);
  assert_pair (fixture, "Infinity Fabric", "MI300A", 384e9, 0.5e-6, 4, 35);
  assert_pair (fixture, "Infinity Fabric", "MI355X", 537.6e9, 0.5e-6, 8, 35);
  assert_pair (fixture, "Tenstorrent Ethernet", "n300", 50e9, 0.5e-6, 32, 10);
  assert_pair (fixture, "Tenstorrent Ethernet", "p150", 400e9, 0.5e-6, 32, 10);
  /* Outside of the ten: the catalog's record at 40 W. */
  assert_pair (fixture, "realscale", "LPU", 154e9, 0.72e-6, 10440, 40);
  /* The smaller of fabric and port. */
  assert_pair (fixture, "NVLink4", "H800", 200e9, 0.38e-6, 8, 35);
}

static void
test_fits (Fixture       *fixture,
           gconstpointer  data)
{
  static const char *const misfits[][2] = {
    { "NVLink5", "H100" }, { "NVLink4", "B200" }, { "UALink", "B200" }, { "UALink", "H100" },
    { "UALink", "MI300X" }, { "UALink", "n300" }, { "InfinityFabric", "MI455X" },
    { "NVLink4", "WSE3s" }, { "UALink", "epyc-9654" }, { "realscale", "B200" },
  };
  static const char *const rest[] = {
    "WSE3s", "MI455X", "LPU", "SN40L", "Gaudi3", "Trainium2", "Trainium3", "TPU v7", "Corsair",
  };

  for (guint i = 0; i < G_N_ELEMENTS (misfits); i++)
    {
      g_assert_false (get_pair (fixture, misfits[i][0], misfits[i][1])->fits);
    }
  for (guint i = 0; i < G_N_ELEMENTS (rest); i++)
    g_assert_true (get_pair (fixture, "UALink", rest[i])->fits);
}

/* Every chip that a partition may use has one of the ten scale-up fabrics, and exactly one. */
static void
test_one_of_ten (Fixture       *fixture,
                 gconstpointer  data)
{
  guint n_ten = 0;

  for (guint i = 0; i < weft_inventory_n_scaleups (fixture->inventory); i++)
    n_ten += weft_inventory_scaleup (fixture->inventory, i)->in_ten;
  for (guint i = 0; i < weft_inventory_n_scaleouts (fixture->inventory); i++)
    n_ten += weft_inventory_scaleout (fixture->inventory, i)->in_ten;
  g_assert_cmpuint (n_ten, ==, 10);

  for (guint chip = 0; chip < weft_inventory_n_chips (fixture->inventory); chip++)
    {
      guint fitting = 0;

      if (weft_inventory_chip (fixture->inventory, chip)->refused != NULL)
        continue;
      for (guint i = 0; i < weft_inventory_n_scaleups (fixture->inventory); i++)
        if (weft_inventory_scaleup (fixture->inventory, i)->in_ten)
          fitting += weft_inventory_scaleup_on_chip (fixture->inventory, i, chip)->fits;
      g_assert_cmpuint (fitting, ==, 1);
    }
}

static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  const WeftChip *h100 = weft_inventory_find_chip (fixture->inventory, "H100");
  const WeftScaleup *infinity = weft_inventory_find_scaleup (fixture->inventory, "Infinity Fabric");
  static const char *const infinity_names[] = {
    "InfinityFabric", "infinity-fabric", "INFINITY FABRIC", "if-mi300",
  };

  g_assert_true (h100 == weft_inventory_find_chip (fixture->inventory, "h100-sxm-80"));
  g_assert_true (h100 == weft_inventory_find_chip (fixture->inventory, "h 100"));
  g_assert_true (weft_inventory_find_chip (fixture->inventory, "B200")
                 == weft_inventory_find_chip (fixture->inventory, "b200-sxm"));
  for (guint i = 0; i < G_N_ELEMENTS (infinity_names); i++)
    g_assert_true (infinity
                   == weft_inventory_find_scaleup (fixture->inventory, infinity_names[i]));

  g_assert_cmpstr (weft_inventory_find_chip (fixture->inventory, "LPU")->id, ==, "groq-lpu1");
  g_assert_cmpstr (weft_inventory_find_scaleout (fixture->inventory, "Slingshot11")->id, ==,
                   "Slingshot-11");
  g_assert_cmpstr (weft_inventory_find_scaleout (fixture->inventory, "UEC-800")->id, ==, "UEC");
  g_assert_cmpstr (weft_inventory_find_scaleup (fixture->inventory, "tt-eth")->id, ==,
                   "TenstorrentEthernet");
  g_assert_null (weft_inventory_find_chip (fixture->inventory, "B20O"));
  g_assert_null (weft_inventory_find_chip (fixture->inventory, ""));
}

static void
test_nearest (Fixture       *fixture,
              gconstpointer  data)
{
  g_assert_cmpstr (weft_inventory_nearest (fixture->inventory, WEFT_RECORD_CHIP, "B20O"), ==,
                   "B200");
  g_assert_cmpstr (weft_inventory_nearest (fixture->inventory, WEFT_RECORD_SCALEUP, "NVLnk5"), ==,
                   "NVLink5");
  g_assert_cmpstr (weft_inventory_nearest (fixture->inventory, WEFT_RECORD_SCALEOUT, "IB-NDT"), ==,
                   "IB-NDR");
  g_assert_cmpstr (weft_inventory_nearest (fixture->inventory, WEFT_RECORD_CHIP, "RTX 4091"), ==,
                   "rtx4090-24");
  g_assert_null (weft_inventory_nearest (fixture->inventory, WEFT_RECORD_CHIP, "abacus"));
  /* A host CPU is no help. */
  g_assert_cmpstr (weft_inventory_nearest (fixture->inventory, WEFT_RECORD_CHIP, "xeon-8481"), !=,
                   "xeon-8480");
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  guint refused = 0;

  for (guint i = 0; i < weft_inventory_n_chips (fixture->inventory); i++)
    refused += weft_inventory_chip (fixture->inventory, i)->refused != NULL;

  g_assert_cmpuint (refused, ==, 7);
  g_assert_cmpstr (weft_inventory_find_chip (fixture->inventory, "grace")->refused, ==,
                   "a host CPU is not a partition chip");
  g_assert_nonnull (strstr (weft_inventory_find_chip (fixture->inventory, "AL128")->refused,
                            "bandwidth"));
}

/* Facts and assumptions never mix: both can be had, each with its source. */
static void
test_facts_below (Fixture       *fixture,
                  gconstpointer  data)
{
  const WeftChip *h100 = weft_inventory_find_chip (fixture->inventory, "H100");
  WeftRecord *below = h100->record;
  WeftValue value;

  g_assert_cmpfloat (weft_record_get_number (h100->record, "bf16_tflops"), ==, 989.5);
  g_assert_true (weft_record_lookup (h100->record, "bf16_tflops", &value));
  g_assert_cmpint (value.provenance->confidence, ==, WEFT_CONFIDENCE_ASSUMED);
  g_assert_cmpstr (value.provenance->file, ==, "archagent-2026.json");
  g_assert_nonnull (strstr (value.provenance->note, "recovered"));

  /* What the profile does not say, the catalog does. */
  g_assert_true (weft_record_lookup (h100->record, "sram_mb", &value));
  g_assert_cmpint (value.provenance->confidence, ==, WEFT_CONFIDENCE_DATASHEET);
  g_assert_cmpstr (value.provenance->file, ==, "h100-sxm-80.json");

  while (weft_record_get_below (below) != NULL)
    below = weft_record_get_below (below);
  g_assert_cmpstr (weft_record_get_id (below), ==, "h100-sxm-80");
  g_assert_cmpfloat (weft_record_get_number (below, "bf16_tflops"), ==, 989.4);
  g_assert_cmpfloat (weft_record_get_number (below, "scaleout_gbs_dir"), ==, 50);
}

static void
test_pair_values (Fixture       *fixture,
                  gconstpointer  data)
{
  WeftInventory *inventory = fixture->inventory;
  guint ualink = weft_inventory_find_scaleup (inventory, "UALink")->index;
  guint slice = weft_inventory_find_chip (inventory, "WSE3s")->index;
  guint lpu = weft_inventory_find_chip (inventory, "LPU")->index;
  guint helios = weft_inventory_find_chip (inventory, "MI455X")->index;
  WeftValue value;

  g_assert_true (weft_inventory_lookup_scaleup_on_chip (inventory, ualink, slice,
                                                        "gbs_dir", &value));
  g_assert_cmpstr (value.key, ==, "gbs_dir");
  g_assert_cmpfloat (json_node_get_double (value.node), ==, 100);
  g_assert_nonnull (strstr (value.provenance->note, "four slices"));

  /* The chip's port is the limit, and says so. */
  g_assert_true (weft_inventory_lookup_scaleup_on_chip (inventory, ualink, lpu, "gbs_dir", &value));
  g_assert_cmpstr (value.key, ==, "scaleup_gbs_dir");
  g_assert_cmpfloat (json_node_get_double (value.node), ==, 154);
  g_assert_true (weft_inventory_lookup_scaleup_on_chip (inventory, ualink, helios,
                                                        "max_domain_chips", &value));
  g_assert_cmpstr (value.key, ==, "scaleup_domain_max_chips");

  g_assert_true (weft_inventory_lookup_scaleup_on_chip (inventory, ualink, lpu,
                                                        "alpha_us", &value));
  g_assert_cmpfloat (json_node_get_double (value.node), ==, 0.4);
  g_assert_true (weft_inventory_lookup_scaleup_on_chip (inventory, ualink, lpu, "reach_m", &value));
  g_assert_cmpint (value.provenance->confidence, !=, WEFT_CONFIDENCE_ASSUMED);
  g_assert_false (weft_inventory_lookup_scaleup_on_chip (inventory, ualink, lpu,
                                                        "nothing", &value));
}

/* Indices are dense and lead back to themselves. */
static void
test_indices (Fixture       *fixture,
              gconstpointer  data)
{
  WeftInventory *inventory = fixture->inventory;

  g_assert_cmpuint (weft_inventory_n_chips (inventory), ==, 46);
  g_assert_cmpuint (weft_inventory_n_scaleups (inventory), ==, 31);
  g_assert_cmpuint (weft_inventory_n_scaleouts (inventory), ==, 8);

  for (guint i = 0; i < weft_inventory_n_chips (inventory); i++)
    {
      const WeftChip *chip = weft_inventory_chip (inventory, i);

      g_assert_cmpuint (chip->index, ==, i);
      g_assert_true (weft_inventory_find_chip (inventory, chip->id) == chip);
      g_assert_true (weft_inventory_find_chip (inventory, chip->name) == chip);
    }
  for (guint i = 0; i < weft_inventory_n_scaleups (inventory); i++)
    g_assert_true (weft_inventory_find_scaleup (inventory,
                                                weft_inventory_scaleup (inventory, i)->id)
                   == weft_inventory_scaleup (inventory, i));
  for (guint i = 0; i < weft_inventory_n_scaleouts (inventory); i++)
    g_assert_true (weft_inventory_find_scaleout (inventory,
                                                 weft_inventory_scaleout (inventory, i)->id)
                   == weft_inventory_scaleout (inventory, i));
}

/* A catalog with files of a user's over the shipped one. (transfer full) */
static WeftCatalog *
load_with (const char *const files[][2],
           guint             n)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("weft-user-XXXXXX", &error);
  WeftCatalog *catalog;

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i][0], NULL);
      g_autofree char *parent = g_path_get_dirname (path);

      g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
      g_file_set_contents (path, files[i][1], -1, &error);
      g_assert_no_error (error);
    }
  catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), folder, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i][0], NULL);
      g_autofree char *parent = g_path_get_dirname (path);

      g_remove (path);
      g_rmdir (parent);
    }
  g_rmdir (folder);
  return catalog;
}

static void
assert_user (WeftRecord *record,
             const char *key,
             double      expected)
{
  WeftValue value;

  g_assert_true (weft_record_lookup (record, key, &value));
  g_assert_cmpfloat (json_node_get_double (value.node), ==, expected);
  g_assert_cmpint (value.provenance->confidence, ==, WEFT_CONFIDENCE_USER);
}

/* Value by value: the user's over the profile's over the shipped. */
static void
test_user_wins (Fixture       *fixture,
                gconstpointer  data)
{
  static const char *const files[][2] = {
    { "chips/mine.json",
      "{\"id\":\"mine\",\"name\":\"My chip\",\"values\":{\"class\":\"gpu\",\"bf16_tflops\":100,"
      "\"mem_gb\":80,\"mem_bw_gbs\":2000,\"tdp_w\":500,\"node_chips\":8,"
      "\"scaleup_domain_max_chips\":8,\"scaleup_gbs_dir\":450,\"scaleout_gbs_dir\":25,"
      "\"scaleup_fabrics\":[\"nvlink4\"]}}" },
    { "chips/plain.json",
      "{\"id\":\"plain\",\"name\":\"Plain chip\",\"values\":{\"class\":\"gpu\",\"bf16_tflops\":100,"
      "\"mem_gb\":80,\"mem_bw_gbs\":2000,\"tdp_w\":500,\"node_chips\":8,"
      "\"scaleup_domain_max_chips\":8,\"scaleup_gbs_dir\":450,"
      "\"scaleup_fabrics\":[\"nvlink4\"]}}" },
    { "chips/b200-sxm.json",
      "{\"id\":\"b200-sxm\",\"name\":\"My B200\",\"values\":{\"tdp_w\":1200}}" },
    { "scaleup/ualink.json", "{\"id\":\"ualink\",\"values\":{\"alpha_us\":0.7}}" },
  };
  g_autoptr (WeftCatalog) catalog = load_with (files, G_N_ELEMENTS (files));
  g_autoptr (GError) error = NULL;
  WeftProfile *profile = weft_catalog_get_profile (catalog, "archagent-2026", &error);
  g_autoptr (WeftInventory) inventory = weft_inventory_new (catalog, profile, &error);
  const WeftChip *chip, *slice;
  const WeftScaleup *ualink;
  const WeftScaleupOnChip *pair;
  WeftValue value;

  g_assert_no_error (error);
  g_assert_cmpstr (weft_catalog_get_problems (catalog)[0], ==, NULL);

  /* Of all chips the profile assumes a port of 100 GB/s: of one that says nothing only. */
  chip = weft_inventory_find_chip (inventory, "mine");
  g_assert_cmpstr (chip->id, ==, "mine");
  g_assert_cmpfloat (chip->scaleout_bw_bytes_s, ==, 25e9);
  assert_user (chip->record, "scaleout_gbs_dir", 25);
  chip = weft_inventory_find_chip (inventory, "plain");
  g_assert_cmpfloat (chip->scaleout_bw_bytes_s, ==, 100e9);
  g_assert_true (weft_record_lookup (chip->record, "scaleout_gbs_dir", &value));
  g_assert_cmpint (value.provenance->confidence, ==, WEFT_CONFIDENCE_ASSUMED);

  /* One value is the user's, the others stay the profile's; all names lead there. */
  chip = weft_inventory_find_chip (inventory, "B200");
  g_assert_cmpstr (chip->id, ==, "B200");
  g_assert_cmpstr (chip->name, ==, "My B200");
  g_assert_cmpfloat (chip->tdp_w, ==, 1200);
  assert_user (chip->record, "tdp_w", 1200);
  g_assert_cmpfloat (chip->mem_bytes, ==, 192e9);
  g_assert_true (weft_inventory_find_chip (inventory, "b200-sxm") == chip);
  g_assert_true (weft_inventory_find_chip (inventory, "My B200") == chip);
  g_assert_true (weft_inventory_find_chip (inventory, "NVIDIA B200 192GB") == chip);

  /* Over the assumption for a pair too. */
  ualink = weft_inventory_find_scaleup (inventory, "UALink");
  slice = weft_inventory_find_chip (inventory, "WSE3s");
  pair = weft_inventory_scaleup_on_chip (inventory, ualink->index, slice->index);
  g_assert_cmpfloat (pair->alpha_s, ==, 0.7e-6);
  g_assert_cmpfloat (pair->power_w, ==, 20);
  g_assert_cmpfloat (pair->bw_bytes_s, ==, 100e9);
}

/* One of the two would count for nothing. */
static void
test_replaces_twice (Fixture       *fixture,
                     gconstpointer  data)
{
  static const char *const files[][2] = {
    { "profiles/twice.json",
      "{\"id\":\"twice\",\"workload\":\"mixed-ai-hpc\",\"reference\":{\"chip\":\"a\","
      "\"scaleup\":\"b\",\"scaleout\":\"c\"},\"overrides\":{\"chips\":["
      "{\"id\":\"A\",\"replaces\":\"b200-sxm\",\"values\":{\"tdp_w\":1}},"
      "{\"id\":\"B\",\"replaces\":\"B200 SXM\",\"values\":{\"tdp_w\":2}}]}}" },
    /* Over the shipped one of the same id is no second time. */
    { "profiles/archagent-2026.json",
      "{\"id\":\"archagent-2026\",\"overrides\":{\"chips\":["
      "{\"id\":\"B200\",\"replaces\":\"b200-sxm\",\"values\":{\"tdp_w\":1100}}]}}" },
  };
  g_autoptr (WeftCatalog) catalog = load_with (files, G_N_ELEMENTS (files));
  g_autoptr (GError) error = NULL;
  const char *const *problems = weft_catalog_get_problems (catalog);
  g_autoptr (WeftInventory) inventory = NULL;

  g_assert_cmpuint (g_strv_length ((char **) problems), ==, 1);
  g_assert_nonnull (strstr (problems[0], "/overrides/chips/1/replaces"));
  g_assert_nonnull (strstr (problems[0], "no other override"));
  inventory = weft_inventory_new (catalog,
                                  weft_catalog_get_profile (catalog, "archagent-2026", &error),
                                  &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (weft_inventory_find_chip (inventory, "B200")->tdp_w, ==, 1100);
}

#define ADD(path, function) \
  g_test_add ("/catalog/inventory/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("paper-chips", test_paper_chips);
  ADD ("paper-watts", test_paper_watts);
  ADD ("paper-scaleup", test_paper_scaleup);
  ADD ("paper-scaleout", test_paper_scaleout);
  ADD ("fits", test_fits);
  ADD ("one-of-ten", test_one_of_ten);
  ADD ("names", test_names);
  ADD ("nearest", test_nearest);
  ADD ("refused", test_refused);
  ADD ("facts-below", test_facts_below);
  ADD ("pair-values", test_pair_values);
  ADD ("indices", test_indices);
  ADD ("user-wins", test_user_wins);
  ADD ("replaces-twice", test_replaces_twice);

  return g_test_run ();
}
