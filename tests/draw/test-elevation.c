/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elevations: parts stand where the document says, never in each other's way, what has no room is
 * counted, the pointer finds what is painted, and no graph brings it down. */
#include "rack-fixture.h"

#include "draw/rack/weft-elevation.h"

static WeftElevation *
elevation_of (WeftGraph *graph, const char *id)
{
  int definition = weft_graph_find (graph, id);

  g_assert_cmpint (definition, >=, 0);
  return weft_elevation_new (graph, (guint) definition, fixture_catalog ());
}

/* Slots share no unit unless they say so, and all of them are inside of the rack. */
static void
assert_apart (const WeftElevation *rack)
{
  int owners[101];
  guint used = 0;

  for (guint i = 0; i < G_N_ELEMENTS (owners); i++)
    owners[i] = -1;
  for (guint i = 0; i < weft_elevation_n_slots (rack); i++)
    {
      const WeftElevationSlot *slot = weft_elevation_slot (rack, i);

      g_assert_cmpuint (slot->u, >=, 1);
      g_assert_cmpuint (slot->height_u, >=, 1);
      g_assert_cmpuint (slot->u + slot->height_u - 1, <=, weft_elevation_get_units (rack, NULL));
      for (guint u = slot->u; u < slot->u + slot->height_u; u++)
        {
          if (owners[u] >= 0)
            {
              g_assert_true (slot->overlaps);
              g_assert_true (weft_elevation_slot (rack, (guint) owners[u])->overlaps);
              continue;
            }
          owners[u] = (int) i;
          used++;
        }
    }
  g_assert_cmpuint (used, ==, weft_elevation_get_used (rack));
}

/* Every instance stands somewhere or is counted as unplaced. */
static void
assert_complete (const WeftElevation *rack, WeftGraph *graph)
{
  const WeftGraphDefinition *definition
      = weft_graph_definition (graph, weft_elevation_get_definition (rack));
  g_autofree double *found = g_new0 (double, definition->n_items + 1);

  for (guint i = 0; i < weft_elevation_n_slots (rack); i++)
    {
      const WeftElevationSlot *slot = weft_elevation_slot (rack, i);

      found[slot->item]++;
      g_assert_cmpint (weft_elevation_find_slot (rack, slot->item, slot->instance), ==, (int) i);
    }
  for (guint i = 0; i < weft_elevation_n_unplaced (rack); i++)
    found[weft_elevation_unplaced (rack, i)->item] += weft_elevation_unplaced (rack, i)->count;
  for (guint i = 0; i < definition->n_items; i++)
    g_assert_cmpfloat (found[i], ==, definition->items[i].count);
}

static void
paint (const WeftElevation *rack, WeftElevationSide side, const WeftPalette *palette)
{
  guint n = weft_elevation_n_slots (rack);
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
  weft_elevation_get_size (rack, &width, &height);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width + 2 * FIXTURE_MARGIN,
                                        (int) height + 2 * FIXTURE_MARGIN);
  cr = cairo_create (surface);
  cairo_translate (cr, FIXTURE_MARGIN, FIXTURE_MARGIN);
  weft_elevation_paint (rack, cr, side, palette, n > 0 ? 0 : -1, selected, severity);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  fixture_assert_inside (surface, (int) width, (int) height);
  cairo_surface_destroy (surface);
}

static void
paint_all (const WeftElevation *rack)
{
  WeftPalette turned = weft_palette_dark;

  turned.right_to_left = TRUE;
  turned.high_contrast = TRUE;
  paint (rack, WEFT_ELEVATION_FRONT, &weft_palette_light);
  paint (rack, WEFT_ELEVATION_REAR, &weft_palette_dark);
  paint (rack, WEFT_ELEVATION_FRONT, &turned);
  paint (rack, WEFT_ELEVATION_REAR, &turned);
}

static void
test_examples (void)
{
  guint n_racks = 0;

  for (guint i = 0; i < G_N_ELEMENTS (fixture_examples); i++)
    {
      g_autoptr (WeftGraph) graph = fixture_example (fixture_examples[i]);

      for (guint j = 0; j < weft_graph_n_definitions (graph); j++)
        {
          g_autoptr (WeftElevation) rack = NULL;

          if (weft_graph_definition (graph, j)->level != WEFT_LEVEL_RACK)
            continue;
          rack = weft_elevation_new (graph, j, fixture_catalog ());
          assert_apart (rack);
          assert_complete (rack, graph);
          paint_all (rack);
          n_racks++;
        }
    }
  g_assert_cmpuint (n_racks, >=, G_N_ELEMENTS (fixture_examples));
}

/* Eighteen trays from unit 9 step over the nine switches from unit 19, as in the real rack. */
static void
test_steps_over (void)
{
  g_autoptr (WeftGraph) graph = fixture_example ("nvl72");
  g_autoptr (WeftElevation) rack = elevation_of (graph, "nvl72");
  gboolean is_assumed, is_partial;
  double limit_w;

  for (guint i = 0; i < 18; i++)
    {
      int slot = weft_elevation_find_slot (rack, 0, i);

      g_assert_cmpint (slot, >=, 0);
      g_assert_cmpuint (weft_elevation_slot (rack, (guint) slot)->u, ==, i < 10 ? 9 + i : 18 + i);
    }
  for (guint i = 0; i < 9; i++)
    g_assert_cmpuint (
        weft_elevation_slot (rack, (guint) weft_elevation_find_slot (rack, 1, i))->u, ==, 19 + i);
  for (guint i = 0; i < weft_elevation_n_slots (rack); i++)
    {
      g_assert_true (weft_elevation_slot (rack, i)->is_given);
      g_assert_false (weft_elevation_slot (rack, i)->overlaps);
    }
  g_assert_cmpuint (weft_elevation_get_units (rack, &is_assumed), ==, 48);
  g_assert_false (is_assumed);
  g_assert_cmpuint (weft_elevation_get_used (rack), ==, 27);
  /* Trays of 6,667 W and switch trays of 1,240 W, as the catalog has them. */
  g_assert_cmpfloat_with_epsilon (weft_elevation_get_power (rack, &is_partial, &limit_w),
                                  18 * 6667.0 + 9 * 1240.0, 1e-6);
  g_assert_false (is_partial);
  g_assert_cmpfloat_with_epsilon (limit_w, 132000, 1e-6);
}

static void
test_cables (void)
{
  g_autoptr (WeftGraph) graph = fixture_example ("nvl72");
  g_autoptr (WeftElevation) rack = elevation_of (graph, "nvl72");
  double plugs = 0;

  g_assert_cmpuint (weft_elevation_n_runs (rack), ==, 1);
  g_assert_cmpfloat (weft_elevation_run (rack, 0)->cables, ==, 1296);
  for (guint i = 0; i < weft_elevation_n_slots (rack); i++)
    {
      const WeftElevationSlot *slot = weft_elevation_slot (rack, i);

      g_assert_cmpfloat (slot->cables, ==, slot->item == 0 ? 4 * 18 : 144);
      plugs += slot->cables;
    }
  g_assert_cmpfloat (plugs, ==, 2 * 1296);
}

/* What has no unit fills the gaps from the bottom, in document order. */
static void
test_fills_gaps (void)
{
  g_autoptr (WeftGraph) graph = fixture_rack (
      "rack-nvl72", "'items':[{'id':'a','definition':'n','count':3},"
                    "{'id':'b','definition':'host','count':2},"
                    "{'id':'c','component':'power-shelf-33kw','u':3},"
                    "{'id':'d','component':'cdu-in-rack-4u','u':6}]");
  g_autoptr (WeftElevation) rack = elevation_of (graph, "r");
  const guint expected[] = { 1, 2, 4, 10, 18, 3, 6 };
  const WeftRackPartKind kinds[]
      = { WEFT_RACK_PART_NODE, WEFT_RACK_PART_NODE, WEFT_RACK_PART_NODE, WEFT_RACK_PART_NODE,
          WEFT_RACK_PART_NODE, WEFT_RACK_PART_POWER, WEFT_RACK_PART_COOLING };

  g_assert_cmpuint (weft_elevation_n_slots (rack), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const WeftElevationSlot *slot = weft_elevation_slot (rack, i);

      g_assert_cmpuint (slot->u, ==, expected[i]);
      g_assert_cmpint (slot->kind, ==, kinds[i]);
      g_assert_cmpint (slot->height_is_assumed, ==, slot->item == 0);
      g_assert_cmpint (slot->is_given, ==, slot->item >= 2);
    }
  assert_apart (rack);
  paint_all (rack);
}

static void
test_unplaced (void)
{
  g_autoptr (WeftGraph) graph = fixture_rack (
      "rack-48u-rear-door", "'items':[{'id':'a','definition':'host','count':8},"
                            "{'id':'b','component':'qm9700','u':49},"
                            "{'id':'c','chip':'H100','count':3}]");
  g_autoptr (WeftElevation) rack = elevation_of (graph, "r");
  const WeftElevationReason reasons[]
      = { WEFT_ELEVATION_FULL, WEFT_ELEVATION_OUTSIDE, WEFT_ELEVATION_NO_HEIGHT };
  const double counts[] = { 2, 1, 3 };

  g_assert_cmpuint (weft_elevation_n_slots (rack), ==, 6);
  g_assert_cmpuint (weft_elevation_n_unplaced (rack), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpuint (weft_elevation_unplaced (rack, i)->item, ==, i);
      g_assert_cmpint (weft_elevation_unplaced (rack, i)->reason, ==, reasons[i]);
      g_assert_cmpfloat (weft_elevation_unplaced (rack, i)->count, ==, counts[i]);
    }
  assert_complete (rack, graph);
  paint_all (rack);
}

static void
test_overlaps (void)
{
  g_autoptr (WeftGraph) graph = fixture_rack (
      "rack-48u-rear-door", "'items':[{'id':'a','definition':'host','u':3},"
                            "{'id':'b','definition':'host','u':3},"
                            "{'id':'c','component':'qm9700','u':7},"
                            "{'id':'d','component':'qm9700','count':2}]");
  g_autoptr (WeftElevation) rack = elevation_of (graph, "r");

  g_assert_cmpuint (weft_elevation_slot (rack, 0)->u, ==, 3);
  g_assert_cmpuint (weft_elevation_slot (rack, 1)->u, ==, 3);
  g_assert_cmpuint (weft_elevation_slot (rack, 2)->u, ==, 7);
  for (guint i = 0; i < 3; i++)
    g_assert_true (weft_elevation_slot (rack, i)->overlaps);
  for (guint i = 3; i < 5; i++)
    g_assert_false (weft_elevation_slot (rack, i)->overlaps);
  assert_apart (rack);
  paint_all (rack);
}

static void
test_hits (void)
{
  g_autoptr (WeftGraph) graph = fixture_example ("iter33-racks");
  g_autoptr (WeftElevation) rack = elevation_of (graph, "nvl72");
  double width, height;

  weft_elevation_get_size (rack, &width, &height);
  for (guint i = 0; i < weft_elevation_n_slots (rack); i++)
    {
      const WeftElevationSlot *slot = weft_elevation_slot (rack, i);
      WeftBox box;

      weft_elevation_slot_box (rack, i, &box);
      g_assert_cmpfloat (box.w, ==, WEFT_ELEVATION_WIDTH);
      g_assert_cmpfloat (box.h, ==, slot->height_u * WEFT_ELEVATION_UNIT);
      g_assert_cmpfloat (box.x, >=, 0);
      g_assert_cmpfloat (weft_box_right (&box), <=, width);
      g_assert_cmpfloat (weft_box_bottom (&box), <=, height);
      g_assert_cmpint (weft_elevation_slot_at (rack, box.x, box.y), ==, (int) i);
      g_assert_cmpint (weft_elevation_slot_at (rack, weft_box_right (&box) - 0.01,
                                               weft_box_bottom (&box) - 0.01), ==, (int) i);
      g_assert_cmpint (weft_elevation_slot_at (rack, box.x - 0.01, box.y), ==, -1);
      g_assert_cmpfloat_with_epsilon (weft_elevation_u_at (rack, weft_box_bottom (&box)), slot->u,
                                      1e-9);
      g_assert_cmpfloat_with_epsilon (weft_elevation_u_at (rack, box.y),
                                      slot->u + slot->height_u, 1e-9);
    }
  g_assert_cmpint (weft_elevation_slot_at (rack, NAN, NAN), ==, -1);
}

/* The corner of an overlapped slot that still shows is its own. */
static void
test_hits_overlapping (void)
{
  g_autoptr (WeftGraph) graph = fixture_rack (
      NULL, "'items':[{'id':'a','definition':'host','u':1},{'id':'b','definition':'host','u':1}]");
  g_autoptr (WeftElevation) rack = elevation_of (graph, "r");
  WeftBox below, above;

  weft_elevation_slot_box (rack, 0, &below);
  weft_elevation_slot_box (rack, 1, &above);
  g_assert_cmpfloat (below.x, <, above.x);
  g_assert_cmpint (weft_elevation_slot_at (rack, below.x + 1, below.y + 1), ==, 0);
  g_assert_cmpint (weft_elevation_slot_at (rack, above.x + 1, above.y + 1), ==, 1);
}

static void
test_unknown (void)
{
  g_autoptr (WeftGraph) graph
      = fixture_rack (NULL, "'items':[{'id':'a','definition':'n'},{'id':'b','component':'none'}]");
  g_autoptr (WeftElevation) rack = elevation_of (graph, "r");
  gboolean is_assumed, is_partial;
  double limit_w;

  g_assert_cmpuint (weft_elevation_get_units (rack, &is_assumed), ==, 42);
  g_assert_true (is_assumed);
  weft_elevation_get_power (rack, &is_partial, &limit_w);
  g_assert_true (is_partial);
  g_assert_true (isnan (limit_w));
  g_assert_true (weft_elevation_slot (rack, 0)->height_is_assumed);
  paint_all (rack);
}

static void
test_without_catalog (void)
{
  g_autoptr (WeftGraph) graph = fixture_example ("nvl72");
  g_autoptr (WeftElevation) rack
      = weft_elevation_new (graph, (guint) weft_graph_find (graph, "nvl72"), NULL);
  gboolean is_partial;

  assert_apart (rack);
  g_assert_cmpfloat (weft_elevation_get_power (rack, &is_partial, NULL), ==, 0);
  g_assert_true (is_partial);
  paint_all (rack);
}

/* Graphs that break every rule there is. */
static void
test_hostile (void)
{
  const char *const insides[] = {
    "'items':[]",
    "'items':[{'id':'a','definition':'n','count':1e9}]",
    "'items':[{'id':'a','definition':'n','count':1e9,'u':1e9}]",
    "'items':[{'id':'a','definition':'n','u':-3},{'id':'b','definition':'n','u':0.5}]",
    "'items':[{'id':'a','definition':'n','u':10.5,'count':2}]",
    "'items':[{'id':'a','definition':'r','count':3}]",
    "'items':[{'id':'a','definition':'gone'},{'id':'b','component':'gone'},{'id':'c','chip':'x'}]",
    "'items':[{'id':'a','definition':'n','count':4}],"
    "'links':[{'from':'a:net','to':'a:net','wiring':'all'},{'from':'b','to':'c','wiring':'all'},"
    "{'from':'a[9]:net','to':'a:net','wiring':'each'},{'from':'a:none','to':'a','wiring':'ring'}]",
    "'items':[{'id':'a','definition':'n','count':1e6}],"
    "'links':[{'from':'a:net','to':'a:net','wiring':'all','channels':1e6}]",
    "'items':[{'id':'a','definition':'n','count':2}],"
    "'links':[{'from':'a:net','to':'a:net','wiring':{'torus':[1e9,1e9]}},"
    "{'from':'a:net','to':'a:net','wiring':{'generator':'kary','params':{'k':1e9}}}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (insides); i++)
    {
      g_autoptr (WeftGraph) graph = fixture_rack (i % 2 ? "gone" : "rack-nvl72", insides[i]);
      g_autoptr (WeftElevation) rack = elevation_of (graph, "r");

      assert_apart (rack);
      paint_all (rack);
    }
}

/* A hundred thousand parts in one unit, and as many without a place. */
static void
test_crowd (void)
{
  GString *text = g_string_new ("'items':[{'id':'a','definition':'n'}");
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (WeftElevation) rack = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, ",{'id':'b%u','definition':'n','u':1},"
                            "{'id':'c%u','definition':'host','count':1e9}", i, i);
  g_string_append_c (text, ']');
  graph = fixture_rack ("rack-nvl72", text->str);
  rack = elevation_of (graph, "r");
  assert_apart (rack);
  assert_complete (rack, graph);
  g_assert_cmpuint (weft_elevation_n_slots (rack), ==, 20000 + 1 + 5);
  g_string_free (text, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/elevation/examples", test_examples);
  g_test_add_func ("/elevation/steps-over", test_steps_over);
  g_test_add_func ("/elevation/cables", test_cables);
  g_test_add_func ("/elevation/fills-gaps", test_fills_gaps);
  g_test_add_func ("/elevation/unplaced", test_unplaced);
  g_test_add_func ("/elevation/overlaps", test_overlaps);
  g_test_add_func ("/elevation/hits", test_hits);
  g_test_add_func ("/elevation/hits-overlapping", test_hits_overlapping);
  g_test_add_func ("/elevation/unknown", test_unknown);
  g_test_add_func ("/elevation/without-catalog", test_without_catalog);
  g_test_add_func ("/elevation/hostile", test_hostile);
  g_test_add_func ("/elevation/crowd", test_crowd);
  return g_test_run ();
}
