/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floor plans: every rack has a place of its own, cables are as long as the formula says and as
 * many as the graph has, the pointer finds what is painted, and no graph brings it down. */
#include "rack-fixture.h"

#include "design/graph/weft-graph-flatten.h"
#include "draw/rack/weft-floor.h"

static void
assert_places (const WeftFloor *floor)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < weft_floor_n_tiles (floor); i++)
    {
      const WeftFloorTile *tile = weft_floor_tile (floor, i);

      g_assert_cmpint (tile->row, >=, 0);
      g_assert_cmpint (tile->row, <, (int) weft_floor_n_rows (floor));
      g_assert_cmpint (tile->position, >=, 0);
      g_assert_cmpuint (tile->used, <=, tile->units);
      g_assert_true (g_hash_table_add (
          taken, GUINT_TO_POINTER ((guint) tile->row * 100000 + (guint) tile->position + 1)));
    }
}

static WeftRackPlace
place_of (const WeftFloor *floor, const WeftFloorCableEnd *end)
{
  const WeftFloorTile *tile = weft_floor_tile (floor, end->tile);

  g_assert_cmpint (weft_floor_find_tile (floor, end->item, end->instance), ==, (int) end->tile);
  return (WeftRackPlace) { tile->row, tile->position, end->unit };
}

/* Every line of the schedule against weft_cable_length(), and the sums against the lines. */
static void
assert_lengths (const WeftFloor *floor)
{
  double count = 0, length_m = 0, unknown = 0, total_m, n_unknown;

  for (guint i = 0; i < weft_floor_n_cables (floor); i++)
    {
      const WeftFloorCable *cable = weft_floor_cable (floor, i);
      WeftRackPlace from = place_of (floor, &cable->from);
      WeftRackPlace to = place_of (floor, &cable->to);
      double expected_m;

      count += cable->count;
      if (isnan (cable->length_m))
        {
          unknown += cable->count;
          continue;
        }
      length_m += cable->count * cable->length_m;
      if (cable->length_is_given)
        continue;
      g_assert_true (
          weft_cable_length (weft_cable_rules_default (), &from, &to, &expected_m, NULL));
      g_assert_cmpfloat (cable->length_m, ==, expected_m);
    }
  g_assert_cmpfloat (weft_floor_get_cables (floor, &total_m, &n_unknown), ==, count);
  g_assert_cmpfloat (n_unknown, ==, unknown);
  g_assert_cmpfloat_with_epsilon (total_m, length_m, 1e-6 * (1 + length_m));
}

static void
paint (const WeftFloor *floor, const WeftPalette *palette)
{
  guint n = weft_floor_n_tiles (floor);
  g_autofree guint8 *selected = g_new0 (guint8, n + 1);
  g_autofree guint8 *severity = g_new0 (guint8, n + 1);
  double width, height;
  cairo_surface_t *surface;
  cairo_t *cr;

  for (guint i = 0; i < n; i++)
    {
      selected[i] = i % 3 == 0;
      severity[i] = i % 4;
    }
  weft_floor_get_size (floor, &width, &height);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32,
                                        (int) ceil (width) + 2 * FIXTURE_MARGIN,
                                        (int) ceil (height) + 2 * FIXTURE_MARGIN);
  cr = cairo_create (surface);
  cairo_translate (cr, FIXTURE_MARGIN, FIXTURE_MARGIN);
  weft_floor_paint (floor, cr, palette, n > 0 ? 0 : -1, selected, severity);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  fixture_assert_inside (surface, (int) ceil (width), (int) ceil (height));
  cairo_surface_destroy (surface);
}

static void
paint_all (const WeftFloor *floor)
{
  WeftPalette turned = weft_palette_dark;

  turned.right_to_left = TRUE;
  turned.high_contrast = TRUE;
  paint (floor, &weft_palette_light);
  paint (floor, &turned);
}

/* Cables of the links of the machine itself, out of the flattened graph. */
static double
count_flat (WeftGraph *graph)
{
  g_autoptr (GError) error = NULL;
  WeftProfile *profile = weft_catalog_get_profile (fixture_catalog (), "archagent-2026", &error);
  g_autoptr (WeftInventory) inventory = weft_inventory_new (fixture_catalog (), profile, &error);
  g_autoptr (WeftFlat) flat = NULL;
  double count = 0;
  int root;

  g_assert_no_error (error);
  weft_graph_get_root (graph, &root);
  flat = weft_flat_new (graph, inventory, &error);
  g_assert_no_error (error);
  for (guint32 i = 0; i < flat->n_links; i++)
    if (flat->bundle[flat->bundles[i]].definition == (guint32) root)
      count += flat->cables[i];
  return count / 2; /* every cable is two directed links */
}

static void
test_examples (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (fixture_examples); i++)
    {
      g_autoptr (WeftGraph) graph = fixture_example (fixture_examples[i]);
      g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());

      g_assert_cmpuint (weft_floor_n_tiles (floor), >, 0);
      g_assert_cmpfloat (weft_floor_get_left_out (floor), ==, 0);
      g_assert_cmpuint (weft_floor_n_unlaid (floor), ==, 0);
      g_assert_cmpfloat (weft_floor_get_cables (floor, NULL, NULL), ==, count_flat (graph));
      assert_places (floor);
      assert_lengths (floor);
      paint_all (floor);
    }
}

static void
test_network_racks (void)
{
  g_autoptr (WeftGraph) graph = fixture_example ("iter33-racks");
  g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());
  guint n_of_kind[WEFT_FLOOR_N_KINDS] = { 0 };
  double plugs = 0;

  for (guint i = 0; i < weft_floor_n_tiles (floor); i++)
    {
      const WeftFloorTile *tile = weft_floor_tile (floor, i);

      n_of_kind[tile->kind]++;
      plugs += tile->cables + 2 * tile->cables_inside;
    }
  g_assert_cmpuint (n_of_kind[WEFT_FLOOR_RACK], ==, 14);
  /* 21 switches of 4 U and one of 2 U or so, ten in 42 U. */
  g_assert_cmpuint (n_of_kind[WEFT_FLOOR_NETWORK], ==, 3);
  g_assert_cmpfloat (plugs, ==, 2 * weft_floor_get_cables (floor, NULL, NULL));
}

/* Racks stand in document order, as the rules judge their cables by, then the rack of the switches. */
static void
test_order (void)
{
  g_autoptr (WeftGraph) graph = fixture_example ("superpod-h100-unit");
  g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());

  for (guint i = 1; i < 8; i++)
    {
      const WeftFloorTile *before = weft_floor_tile (floor, i - 1);
      const WeftFloorTile *tile = weft_floor_tile (floor, i);

      g_assert_cmpint (before->row * 1000 + before->position, <,
                       tile->row * 1000 + tile->position);
    }
  g_assert_cmpint (weft_floor_tile (floor, 8)->kind, ==, WEFT_FLOOR_NETWORK);
  g_assert_cmpint (weft_floor_tile (floor, 8)->position, ==, 8);
}

static void
test_media (void)
{
  g_autoptr (WeftGraph) graph = fixture_example ("chase-mixed");
  g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());
  gboolean has_chosen = FALSE, has_named = FALSE;
  double count = 0;

  for (guint i = 0; i < weft_floor_n_media (floor); i++)
    {
      const WeftFloorMedium *medium = weft_floor_medium (floor, i);

      has_chosen |= medium->is_chosen;
      has_named |= !medium->is_chosen;
      count += medium->count;
    }
  g_assert_true (has_chosen);
  g_assert_true (has_named);
  g_assert_cmpfloat (count, ==, weft_floor_get_cables (floor, NULL, NULL));
}

static void
test_names (void)
{
  g_autoptr (WeftGraph) graph = fixture_example ("superpod-h100-unit");
  g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());
  const WeftFloorCable *cable = weft_floor_cable (floor, 0);
  g_autofree char *from = weft_floor_end_name (floor, &cable->from);
  g_autofree char *to = weft_floor_end_name (floor, &cable->to);

  /* A host of 8 U from unit 3 has its middle between units 6 and 7. */
  g_assert_cmpstr (from, ==, "Rack of four hosts 1, unit 6.5");
  g_assert_cmpstr (to, ==, "leaf 1 in Network rack 1, unit 1");
}

static void
test_hits (void)
{
  g_autoptr (WeftGraph) graph = fixture_example ("iter33-racks");
  g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());
  double width, height;

  weft_floor_get_size (floor, &width, &height);
  for (guint i = 0; i < weft_floor_n_tiles (floor); i++)
    {
      WeftBox box;

      weft_floor_tile_box (floor, i, &box);
      g_assert_cmpfloat (box.x, >=, 0);
      g_assert_cmpfloat (weft_box_right (&box), <=, width);
      g_assert_cmpfloat (weft_box_bottom (&box), <=, height);
      g_assert_cmpint (weft_floor_tile_at (floor, box.x + 0.01, box.y + 0.01), ==, (int) i);
      g_assert_cmpint (weft_floor_tile_at (floor, weft_box_right (&box) - 0.01,
                                           weft_box_bottom (&box) - 0.01), ==, (int) i);
      g_assert_cmpint (weft_floor_tile_at (floor, box.x + 1, box.y - 1), ==, -1);
    }
  g_assert_cmpint (weft_floor_tile_at (floor, NAN, 1e300), ==, -1);
}

/* --- many, and hostile --- */

#define DEFINITIONS                                                                                \
  "'n':{'level':'node','items':[{'id':'gpu','chip':'B200','count':4}],"                            \
  "'ports':[{'id':'net','of':'gpu'}]},"                                                            \
  "'r':{'level':'rack','enclosure':'rack-nvl72','items':[{'id':'t','definition':'n'}],"            \
  "'ports':[{'id':'net','of':'t:net'}]}"

static WeftGraph *
cluster (const char *inside)
{
  g_autofree char *text = g_strdup_printf (
      "{'root':'m','definitions':{" DEFINITIONS ",'m':{'level':'cluster',%s}}}", inside);

  return fixture_graph (text);
}

/* More racks than are drawn one by one: rows are, and the pointer still finds each rack. */
static void
test_blocks (void)
{
  g_autoptr (WeftGraph) graph = cluster (
      "'items':[{'id':'rack','definition':'r','count':5000},"
      "{'id':'leaf','component':'q3400-ra','count':50}],"
      "'links':[{'from':'rack:net','to':'leaf','wiring':'each','component':'dr8-800g'}]");
  g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());
  WeftBox box;

  g_assert_cmpuint (weft_floor_n_tiles (floor), ==, 5005);
  g_assert_cmpfloat (weft_floor_get_cables (floor, NULL, NULL), ==, 20000);
  assert_places (floor);
  assert_lengths (floor);
  paint (floor, &weft_palette_light);
  weft_floor_tile_box (floor, 1234, &box);
  g_assert_cmpint (weft_floor_tile_at (floor, box.x + box.w / 2, box.y + box.h / 2), ==, 1234);
}

static void
test_too_many (void)
{
  g_autoptr (WeftGraph) graph = cluster (
      "'items':[{'id':'rack','definition':'r','count':1e9},"
      "{'id':'leaf','component':'q3400-ra','count':1e9}],"
      "'links':[{'from':'rack:net','to':'leaf','wiring':'all','component':'dr8-800g'}]");
  g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());

  g_assert_cmpuint (weft_floor_n_tiles (floor), ==, WEFT_FLOOR_MAX_TILES);
  g_assert_cmpfloat (weft_floor_get_left_out (floor), ==, 2e9 - WEFT_FLOOR_MAX_TILES);
  g_assert_cmpuint (weft_floor_n_unlaid (floor), ==, 1);
  paint (floor, &weft_palette_dark);
}

/* A schedule that is longer than what is kept of it still counts and measures every cable. */
static void
test_long_schedule (void)
{
  g_autoptr (WeftGraph) graph = cluster (
      "'items':[{'id':'rack','definition':'r','count':1000},"
      "{'id':'leaf','component':'q3400-ra','count':300}],"
      "'links':[{'from':'rack:net','to':'leaf','wiring':'all','component':'dr8-800g'}]");
  g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());
  double length_m, n_unknown;

  g_assert_cmpuint (weft_floor_n_cables (floor), ==, WEFT_FLOOR_MAX_CABLES);
  g_assert_cmpfloat (weft_floor_get_cables (floor, &length_m, &n_unknown), ==, 4000.0 * 300);
  g_assert_cmpfloat (n_unknown, ==, 0);
  g_assert_cmpfloat (length_m, >, 4000.0 * 300);
}

static void
test_given_length (void)
{
  g_autoptr (WeftGraph) graph = cluster (
      "'items':[{'id':'rack','definition':'r','count':2},{'id':'leaf','component':'q3400-ra'}],"
      "'links':[{'from':'rack:net','to':'leaf','wiring':'all','component':'dac-800g',"
      "'length_m':25}]");
  g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());
  const WeftFloorCable *cable = weft_floor_cable (floor, 0);

  g_assert_true (cable->length_is_given);
  g_assert_cmpfloat (cable->length_m, ==, 25);
  g_assert_true (cable->is_too_long);
  g_assert_cmpfloat (weft_floor_medium (floor, 0)->n_too_long, ==, 8);
  paint_all (floor);
}

/* What is too long to be one is no length: the machine's cables still have a sum. */
static void
test_absurd_length (void)
{
  g_autoptr (WeftGraph) graph = cluster (
      "'items':[{'id':'rack','definition':'r','count':2},{'id':'leaf','component':'q3400-ra'}],"
      "'links':[{'from':'rack:net','to':'leaf','wiring':'all','component':'dac-800g',"
      "'length_m':1e308}]");
  g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());
  double length_m;

  g_assert_false (weft_floor_cable (floor, 0)->length_is_given);
  weft_floor_get_cables (floor, &length_m, NULL);
  g_assert_cmpfloat (length_m, <, 1000);
  paint_all (floor);
}

static void
test_hostile (void)
{
  const char *const insides[] = {
    "'items':[]",
    "'items':[{'id':'a','definition':'m','count':3}]",
    "'items':[{'id':'a','definition':'n','count':3},{'id':'b','chip':'H100','count':9}]",
    "'items':[{'id':'a','component':'gone','count':1e9},{'id':'b','definition':'gone'}]",
    "'items':[{'id':'a','definition':'r','count':2,'u':1e9}],"
    "'links':[{'from':'a:net','to':'a:net','wiring':'all'}]",
    "'items':[{'id':'a','definition':'r','count':2}],"
    "'links':[{'from':'a:none','to':'b','wiring':'all'},{'from':'a[7]:net','to':'a','wiring':'x'},"
    "{'from':'a:net','to':'a:net','wiring':'ring','channels':-4},"
    "{'from':'a:net','to':'a:net','wiring':'ring','length_m':-1}]",
    "'items':[{'id':'a','component':'cdu-in-row','count':2},{'id':'b','component':'rack-nvl72'}]",
    "'items':[{'id':'a','definition':'r','count':1e6}],"
    "'links':[{'from':'a:net','to':'a:net','wiring':'all','channels':1e6}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (insides); i++)
    {
      g_autoptr (WeftGraph) graph = cluster (insides[i]);
      g_autoptr (WeftFloor) floor
          = weft_floor_new (graph, i % 2 ? fixture_catalog () : NULL);

      assert_places (floor);
      assert_lengths (floor);
      paint_all (floor);
    }
}

static void
test_other_roots (void)
{
  const char *const roots[] = { "r", "n", "gone" };

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("{'root':'%s','definitions':{" DEFINITIONS "}}", roots[i]);
      g_autoptr (WeftGraph) graph = fixture_graph (text);
      g_autoptr (WeftFloor) floor = weft_floor_new (graph, fixture_catalog ());

      g_assert_cmpuint (weft_floor_n_tiles (floor), ==, i < 2 ? 1 : 0);
      g_assert_cmpfloat (weft_floor_get_cables (floor, NULL, NULL), ==, 0);
      paint_all (floor);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/floor/examples", test_examples);
  g_test_add_func ("/floor/network-racks", test_network_racks);
  g_test_add_func ("/floor/order", test_order);
  g_test_add_func ("/floor/media", test_media);
  g_test_add_func ("/floor/names", test_names);
  g_test_add_func ("/floor/hits", test_hits);
  g_test_add_func ("/floor/blocks", test_blocks);
  g_test_add_func ("/floor/too-many", test_too_many);
  g_test_add_func ("/floor/long-schedule", test_long_schedule);
  g_test_add_func ("/floor/given-length", test_given_length);
  g_test_add_func ("/floor/absurd-length", test_absurd_length);
  g_test_add_func ("/floor/hostile", test_hostile);
  g_test_add_func ("/floor/other-roots", test_other_roots);
  return g_test_run ();
}
