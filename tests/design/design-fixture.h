/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of this room share: the shipped catalog, with a few parts of a user's own over it,
 * and designs from text. */
#pragma once

#include <glib/gstdio.h>

#include "base/weft-json.h"
#include "catalog/weft-component.h"
#include "catalog/weft-inventory.h"
#include "design/weft-design.h"

#define PAPER                                                                                      \
  "{\"name\":\"Iter33\",\"partitions\":["                                                          \
  "{\"chip\":\"B200\",\"role\":\"general\",\"power_frac\":0.98,\"scaleup\":\"NVLink5\","           \
  "\"scaleout\":\"IB-XDR\"},"                                                                      \
  "{\"chip\":\"WSE3s\",\"role\":\"decode\",\"power_frac\":0.02,\"scaleup\":\"UALink\","            \
  "\"scaleout\":\"UEC\"}]}"

#define H100 "\"chip\":\"H100\",\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\""
#define B200 "\"chip\":\"B200\",\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\""
#define WSE3S "\"chip\":\"WSE3s\",\"scaleup\":\"UALink\",\"scaleout\":\"UEC\""

/* A chip without a price, one without a rate for AI, a fabric that is too fast for every port
 * and one without a price; a network card, and a switch whose power nobody means. */
static const struct
{
  const char *file;
  const char *text;
} fixture_parts[] = {
  { "chips/gift.json",
    "{\"id\":\"gift\",\"name\":\"Chip without a price\",\"values\":{\"class\":\"gpu\","
    "\"dataflow\":false,\"bf16_tflops\":100,\"fp64_vector_tflops\":50,\"mem_gb\":80,"
    "\"mem_usable_gb\":80,\"mem_bw_gbs\":2000,\"tdp_w\":500,\"node_chips\":8,"
    "\"scaleup_domain_max_chips\":8,\"scaleup_gbs_dir\":450,\"scaleout_gbs_dir\":100,"
    "\"generation_year\":2024,\"price_usd\":null,\"scaleup_fabrics\":[\"nvlink4\"]}}" },
  { "chips/vector.json",
    "{\"id\":\"vector\",\"name\":\"Chip without BF16\",\"values\":{\"class\":\"gpu\","
    "\"dataflow\":false,\"bf16_tflops\":null,\"fp64_vector_tflops\":50,\"mem_gb\":80,"
    "\"mem_usable_gb\":80,\"mem_bw_gbs\":2000,\"tdp_w\":500,\"node_chips\":8,"
    "\"scaleup_domain_max_chips\":8,\"scaleup_gbs_dir\":450,\"scaleout_gbs_dir\":100,"
    "\"generation_year\":2024,\"price_usd\":1000,\"scaleup_fabrics\":[\"nvlink4\"]}}" },
  { "scaleout/hose.json",
    "{\"id\":\"hose\",\"name\":\"Very fast fabric\",\"values\":{\"endpoint_gbs\":200,"
    "\"alpha_us\":1,\"power_w_per_endpoint_2tier\":30,"
    "\"cost_usd_per_endpoint_2tier\":1000}}" },
  { "components/card.json",
    "{\"id\":\"card\",\"name\":\"Network card\",\"values\":{\"level\":\"node\",\"type\":\"vertex\","
    "\"entity\":\"NIC.Card\",\"active_w\":25,\"price_usd\":1500,\"ports\":2}}" },
  { "components/star.json",
    "{\"id\":\"star\",\"name\":\"Switch of absurd power\",\"values\":{\"level\":\"rack\","
    "\"type\":\"vertex\",\"entity\":\"Switch.Star\",\"active_w\":1e200,\"ports\":8,"
    "\"u_space\":1}}" },
  { "scaleout/riddle.json",
    "{\"id\":\"riddle\",\"name\":\"Fabric without a price\",\"values\":{\"endpoint_gbs\":50,"
    "\"alpha_us\":1,\"power_w_per_endpoint_2tier\":30,"
    "\"cost_usd_per_endpoint_2tier\":null}}" },
};

static WeftInventory *fixture_inventory;

static void
fixture_write_parts (const char *folder)
{
  for (guint i = 0; i < G_N_ELEMENTS (fixture_parts); i++)
    {
      g_autofree char *path = g_build_filename (folder, fixture_parts[i].file, NULL);
      g_autofree char *parent = g_path_get_dirname (path);
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
      g_file_set_contents (path, fixture_parts[i].text, -1, &error);
      g_assert_no_error (error);
    }
}

static void
fixture_remove_parts (const char *folder)
{
  for (guint i = 0; i < G_N_ELEMENTS (fixture_parts); i++)
    {
      g_autofree char *path = g_build_filename (folder, fixture_parts[i].file, NULL);
      g_autofree char *parent = g_path_get_dirname (path);

      g_remove (path);
      g_rmdir (parent);
    }
  g_rmdir (folder);
}

/* The catalog under the profile archagent-2026, read once. (transfer none) */
G_GNUC_UNUSED static WeftInventory *
fixture_get_inventory (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = NULL;
  g_autofree char *folder = NULL;
  WeftProfile *profile;

  if (fixture_inventory != NULL)
    return fixture_inventory;

  folder = g_dir_make_tmp ("weft-parts-XXXXXX", &error);
  g_assert_no_error (error);
  fixture_write_parts (folder);
  catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), folder, &error);
  g_assert_no_error (error);
  /* Components are read when one is asked for. */
  g_assert_nonnull (weft_component_find (catalog, "card"));
  fixture_remove_parts (folder);
  g_assert_cmpstr (weft_catalog_get_problems (catalog)[0], ==, NULL);

  profile = weft_catalog_get_profile (catalog, "archagent-2026", &error);
  g_assert_no_error (error);
  fixture_inventory = weft_inventory_new (catalog, profile, &error);
  g_assert_no_error (error);
  return fixture_inventory;
}

/* (transfer full) */
G_GNUC_UNUSED static WeftDesign *
fixture_design (const char *text)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;
  WeftDesign *design;

  root = weft_json_parse (text, -1, "test", &weft_json_default_limits, &error);
  g_assert_no_error (error);
  design = weft_design_new_from_json (root, "test", violations, &error);
  g_assert_no_error (error);
  return design;
}
