/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The example systems: each loads without a fault of structure, holds as many chips, switches and
 * cables as it is known for, and breaks the rules that it is there to show, and no others. */
#include "graph-fixture.h"

#include "design/weft-rules.h"

/* @cables of fabrics that are named: those of @fabric, and all. Partitions have none. */
typedef struct
{
  const char *file;
  guint chips;
  guint hosts;
  guint switches;
  const char *fabric;
  guint64 cables;
  const char *errors; /* codes that are not waived */
  const char *waived;
} System;

static const System systems[] = {
  { "al128.weft", 128, 16, 20, "alink", 2048, "no_chips", "" },
  { "chase-llm.weft", 40, 0, 6, "IB-NDR", 40, "", "" },
  { "chase-mixed.weft", 16, 0, 4, "NVLink4", 8 * 18 + 6 * 6, "", "" },
  { "cloudmatrix-384.weft", 384, 192, 452, "ub", 10752, "", "" },
  { "el-capitan-cabinet.weft", 512, 0, 32, "slingshot11", 512 + 32 * 31 / 2, "",
    "rack_power air_heat" },
  { "h100-4-by-32.weft", 128, 64, 6, "IB-NDR", 256, "", "" },
  { "h100-cxl-pool.weft", 16, 0, 5, "IB-NDR", 16, "", "" },
  { "h100-nvl64.weft", 64, 32, 11, "NVLink4", 64 * 18, "", "" },
  { "h100-nvl72.weft", 72, 36, 11, "NVLink4", 72 * 18, "", "" },
  { "h100-reference.weft", 0, 0, 0, NULL, 0, "", "" },
  { "helios.weft", 72, 0, 9, "ualoe", 72 * 36, "", "" },
  { "hundred-thousand.weft", 100800, 0, 1400 * 9 + 1400 + 1440 + 864, "IB-XDR", 3 * 100800 + 2880,
    "", "" },
  { "iter33-racks.weft", 900, 0, 13 * 9 + 22, "NVLink5", 896 * 18, "", "" },
  { "iter33-twelve-racks.weft", 0, 0, 0, NULL, 0, "wiring_numbers", "" },
  { "iter33.weft", 0, 0, 0, NULL, 0, "", "" },
  { "mi350x-air-rack.weft", 64, 0, 1, "if-mi350", 8 * 28, "rack_power rack_space", "" },
  { "nvl72.weft", 72, 36, 10, "NVLink5", 1296, "", "" },
  { "superpod-h100-unit.weft", 256, 0, 32 + 12, "IB-NDR", 512, "", "" },
};

static char *
join_codes (GPtrArray *violations, gboolean waived)
{
  GString *codes = g_string_new (NULL);

  for (guint i = 0; i < violations->len; i++)
    if (weft_violation_get_severity (violations->pdata[i]) == WEFT_SEVERITY_ERROR
        && (weft_violation_get_waived (violations->pdata[i]) != NULL) == waived)
      g_string_append_printf (codes, "%s%s", codes->len > 0 ? " " : "",
                              weft_violation_get_code (violations->pdata[i]));
  return g_string_free (codes, FALSE);
}

static const char *
fabric_of (const WeftFlat *flat, guint32 link)
{
  const WeftFlatBundle *bundle = &flat->bundle[flat->bundles[link]];

  return weft_graph_definition (flat->graph, bundle->definition)->links[bundle->link].fabric;
}

static void
check_counts (const System *system, WeftGraph *graph)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFlat) flat = weft_flat_new (graph, fixture_get_inventory (), &error);
  guint64 cables = 0;
  guint hosts = 0;

  g_assert_no_error (error);
  for (guint32 i = 0; i < flat->n_devices; i++)
    {
      const WeftGraphItem *item
        = &weft_graph_definition (graph, flat->instances[flat->owners[i]].definition)
             ->items[flat->items[i]];

      hosts += item->kind == WEFT_GRAPH_CHIP
               && g_strcmp0 (weft_record_get_text (weft_inventory_chip (fixture_get_inventory (),
                                                                        flat->parts[i])->record,
                                                   "class"), "cpu") == 0;
    }
  for (guint32 k = 0; k < flat->n_links; k++)
    if (g_strcmp0 (fabric_of (flat, k), system->fabric) == 0)
      cables += flat->cables[k];
  g_assert_cmpuint (hosts, ==, system->hosts);
  g_assert_cmpuint (flat->n_of_kind[WEFT_DEVICE_COMPUTE] - hosts, ==, system->chips);
  g_assert_cmpuint (flat->n_of_kind[WEFT_DEVICE_SWITCH], ==, system->switches);
  g_assert_cmpuint (cables, ==, 2 * system->cables);
}

static void
test_system (gconstpointer data)
{
  const System *system = data;
  g_autofree char *path
    = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", system->file, NULL);
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, violations, &error);
  g_autofree char *errors = NULL, *waived = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (violations->len, ==, 0);
  g_assert_cmpint (weft_rules_check (design, fixture_get_inventory (), violations), ==,
                   system->errors[0] == '\0');
  errors = join_codes (violations, FALSE);
  waived = join_codes (violations, TRUE);
  g_assert_cmpstr (errors, ==, system->errors);
  g_assert_cmpstr (waived, ==, system->waived);
  if (system->fabric != NULL)
    check_counts (system, weft_design_get_graph (design));
}

/* Every file of the folder is judged here. */
static void
test_all_known (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".weft"))
      {
        gboolean is_known = FALSE;

        for (guint i = 0; i < G_N_ELEMENTS (systems); i++)
          is_known = is_known || g_str_equal (name, systems[i].file);
        if (!is_known)
          g_error ("%s is not in the table of this test", name);
        n++;
      }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (systems));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (systems); i++)
    {
      g_autofree char *name = g_strdup_printf ("/systems/%s", systems[i].file);

      g_test_add_data_func (name, &systems[i], test_system);
    }
  g_test_add_func ("/systems/all-known", test_all_known);

  return g_test_run ();
}
