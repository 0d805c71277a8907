/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The use of links on the wires of scenes: sums against every link of the machine, at every level and time. */
#include "draw-fixture.h"
#include "scene-fixture.h"

#include "design/graph/weft-graph-flatten.h"
#include "draw/canvas/weft-scene-heat-private.h"
#include "draw/weft-heat-scale-private.h"
#include "sim/weft-sim-builder.h"
#include "sim/weft-sim-mapped.h"

#define N_STEPS 4

typedef struct
{
  WeftGraph *graph;
  WeftFlat *flat;
  WeftSimResult *result;
  WeftHeat *heat;
} Fixture;

static void
fixture_clear (Fixture *self)
{
  weft_heat_unref (self->heat);
  weft_sim_result_unref (self->result);
  weft_flat_free (self->flat);
  weft_graph_unref (self->graph);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static WeftFlat *
flatten (WeftGraph *graph)
{
  g_autoptr (GError) error = NULL;
  WeftProfile *profile = weft_catalog_get_profile (fixture_catalog (), "archagent-2026", &error);
  g_autoptr (WeftInventory) inventory = weft_inventory_new (fixture_catalog (), profile, &error);
  WeftFlat *flat = weft_flat_new (graph, inventory, &error);

  g_assert_no_error (error);
  return flat;
}

/* Each link is used another share of each step. */
static double
share_of (guint32 link, guint step)
{
  return (link * 37u + step * 11u) % 101u / 100.0;
}

static WeftSimResult *
make_result (const WeftFlat *flat)
{
  WeftSimResult *result = g_new0 (WeftSimResult, 1);

  g_atomic_ref_count_init (&result->refs);
  result->trace = g_new0 (WeftSimTrace, 1);
  g_atomic_ref_count_init (&result->trace->refs);
  result->network = weft_sim_network_new ("Machine", flat->n_devices, flat->n_links, 1);
  result->links = g_new0 (WeftSimLinkUse, flat->n_links);
  result->n_bins = N_STEPS;
  result->bin_s = 0.5;
  result->makespan_s = N_STEPS * 0.5;
  result->bins = g_new (float, (gsize) N_STEPS * flat->n_links);
  for (guint32 l = 0; l < flat->n_links; l++)
    {
      result->network->from[l] = flat->from[l];
      result->network->to[l] = flat->to[l];
      result->network->bw_bytes_s[l] = 1e9 + l;
      for (guint s = 0; s < N_STEPS; s++)
        {
          result->bins[l * N_STEPS + s] = (float) (share_of (l, s) * (1e9 + l) * 0.5);
          result->links[l].utilisation += share_of (l, s) / N_STEPS;
        }
      result->links[l].bytes = result->links[l].utilisation * (1e9 + l) * result->makespan_s;
    }
  return result;
}

static Fixture
set_up (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", name, NULL);
  Fixture self = { .graph = fixture_example (path) };

  self.flat = flatten (self.graph);
  self.result = make_result (self.flat);
  self.heat = weft_heat_new (self.result, self.flat);
  g_assert_nonnull (self.heat);
  return self;
}

/* The item of a definition that a device stands in. */
static guint32
item_in (const WeftFlat *flat, guint32 device, guint definition)
{
  guint32 item = flat->items[device], at = flat->owners[device];

  for (; flat->instances[at].definition != definition; at = flat->instances[at].parent)
    item = flat->instances[at].item;
  return item;
}

/* Whether a link of the machine is one of those that a wire stands for. */
static gboolean
is_of_wire (const Fixture *self, guint32 link, guint definition, const WeftSceneWire *wire)
{
  const WeftFlatBundle *bundle = &self->flat->bundle[self->flat->bundles[link]];
  guint32 a, b;

  if (bundle->definition != definition || bundle->link != wire->link)
    return FALSE;
  a = item_in (self->flat, self->flat->from[link], definition);
  b = item_in (self->flat, self->flat->to[link], definition);
  return (a == wire->from_node && b == wire->to_node) || (b == wire->from_node && a == wire->to_node);
}

static void
check_wire (const Fixture *self, WeftScene *scene, guint definition, guint wire, int step)
{
  WeftHeatValue value;
  double most = 0, sum = 0, bytes = 0;
  guint32 n = 0;

  for (guint32 l = 0; l < self->flat->n_links; l++)
    if (is_of_wire (self, l, definition, weft_scene_wire (scene, wire)))
      {
        double share = step < 0 ? self->result->links[l].utilisation : share_of (l, (guint) step);

        most = MAX (most, share);
        sum += share;
        bytes += self->result->links[l].bytes;
        n++;
      }
  g_assert_cmpuint (n, >, 0);
  g_assert_true (weft_scene_wire_heat (scene, wire, &value));
  g_assert_cmpuint (value.n_links, ==, n);
  g_assert_cmpfloat_with_epsilon (value.most, most, 1e-6);
  g_assert_cmpfloat_with_epsilon (value.mean, sum / n, 1e-6);
  g_assert_cmpfloat_with_epsilon (value.bytes / bytes, 1, 1e-9);
}

/* Every wire of every level, for the whole run and for each step of time; generators have several tiers. */
static void
test_sums (gconstpointer name)
{
  g_auto (Fixture) self = set_up (name);
  guint n = 0;

  for (int step = -1; step < N_STEPS; step++)
    {
      weft_heat_set_time (self.heat, step < 0 ? -1 : step * 0.5 + 0.2);
      for (guint d = 0; d < weft_graph_n_definitions (self.graph); d++)
        {
          g_autoptr (WeftScene) scene = weft_scene_new (self.graph, d, fixture_catalog (), NULL);

          weft_scene_set_heat (scene, self.heat);
          for (guint w = 0; w < weft_scene_n_wires (scene); w++, n++)
            check_wire (&self, scene, d, w, step);
        }
    }
  g_assert_cmpuint (n, >=, 10);
}

/* What a box shows is the most of what is inside at all levels. */
static void
test_inside (void)
{
  g_auto (Fixture) self = set_up ("h100-nvl64.weft");
  int root, rack = weft_graph_find (self.graph, "rack"), tray = weft_graph_find (self.graph, "tray");
  double most = 0, inside = 0, below = 0, all = 0;

  weft_graph_get_root (self.graph, &root);
  for (guint32 l = 0; l < self.flat->n_links; l++)
    {
      int definition = (int) self.flat->bundle[self.flat->bundles[l]].definition;

      if (definition == rack || definition == tray)
        most = MAX (most, self.result->links[l].utilisation);
    }
  g_assert_true (weft_heat_get_inside (self.heat, (guint) rack, &inside));
  g_assert_true (weft_heat_get_inside (self.heat, (guint) tray, &below));
  g_assert_true (weft_heat_get_inside (self.heat, (guint) root, &all));
  g_assert_cmpfloat (inside, ==, most);
  g_assert_cmpfloat (below, <=, inside);
  g_assert_cmpfloat (all, >=, inside);
}

static void
test_time (void)
{
  g_auto (Fixture) self = set_up ("h100-nvl64.weft");
  guint serial = weft_heat_get_serial (self.heat);

  g_assert_true (weft_heat_has_steps (self.heat));
  g_assert_cmpfloat (weft_heat_get_end_s (self.heat), ==, 2);
  weft_heat_set_time (self.heat, -5);
  g_assert_cmpuint (weft_heat_get_serial (self.heat), ==, serial);
  weft_heat_set_time (self.heat, 1e9);
  g_assert_cmpuint (weft_heat_get_serial (self.heat), !=, serial);
  serial = weft_heat_get_serial (self.heat);
  weft_heat_set_time (self.heat, -1);
  g_assert_cmpuint (weft_heat_get_serial (self.heat), !=, serial);
  /* Without steps there is nothing but the whole. */
  g_clear_pointer (&self.result->bins, g_free);
  weft_heat_set_time (self.heat, 0.7);
  g_assert_false (weft_heat_has_steps (self.heat));
  g_assert_cmpfloat (weft_heat_get_time (self.heat), <, 0);
}

/* A result of another machine, and a scene of a graph that has changed. */
static void
test_other (void)
{
  g_auto (Fixture) self = set_up ("h100-nvl64.weft");
  WeftHeatValue value;
  double most;

  self.flat->n_links -= 2;
  g_assert_null (weft_heat_new (self.result, self.flat));
  self.flat->n_links += 2;
  g_assert_false (weft_heat_get_link (self.heat, 99, 0, 0, &value));
  g_assert_false (weft_heat_get_link (self.heat, 0, 99, 0, &value));
  g_assert_false (weft_heat_get_link (self.heat, 0, 0, 99, &value));
  g_assert_false (weft_heat_get_inside (self.heat, 99, &most));
}

static void
test_words (void)
{
  g_auto (Fixture) self = set_up ("h100-nvl64.weft");
  int rack = weft_graph_find (self.graph, "rack");
  g_autoptr (WeftScene) scene = weft_scene_new (self.graph, (guint) rack, fixture_catalog (), NULL);
  g_autofree char *words = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_null (weft_scene_describe_heat (scene, 0));
  weft_scene_set_heat (scene, self.heat);
  words = weft_scene_describe_heat (scene, 0);
  lines = g_strsplit (words, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 2);
  g_assert_true (g_str_has_prefix (lines[0], "At most "));
  g_assert_nonnull (strstr (lines[1], "on average of 1,152 links one way"));
  weft_scene_set_heat (scene, NULL);
  g_assert_null (weft_scene_get_heat (scene));
}

/* --- of the engine --- */

/* All chips of the machine reduce at once. */
static WeftSimResult *
simulate (const WeftFlat *flat, WeftInventory *inventory)
{
  g_autofree guint32 *chips = g_new (guint32, flat->n_devices);
  g_autoptr (WeftSimBuilder) builder = NULL;
  g_autoptr (WeftSimNetwork) network = NULL;
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  WeftSimOptions options;
  WeftSimResult *result;
  guint32 n = 0;

  for (guint32 d = 0; d < flat->n_devices; d++)
    if (weft_flat_is_chip (flat, d))
      chips[n++] = d;
  builder = weft_sim_builder_new ("Sum", n);
  for (guint32 r = 0; r < n; r++)
    weft_sim_builder_add_collective (builder, r, 0, "sum", 0, WEFT_SIM_ALL_REDUCE, 64e6, 0, &error);
  trace = weft_sim_builder_finish (builder, &error);
  g_assert_no_error (error);
  network = weft_sim_network_from_flat (flat, inventory, chips, n, &error);
  g_assert_no_error (error);
  weft_sim_options_init (&options);
  options.n_bins = 50;
  result = weft_sim_run (trace, network, &options, NULL, &error);
  g_assert_no_error (error);
  return result;
}

/* What crosses the links of the machine is on the wires of its scenes, all of it. */
static void
test_engine (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", "h100-nvl64.weft", NULL);
  g_autoptr (WeftGraph) graph = fixture_example (path);
  g_autoptr (WeftFlat) flat = flatten (graph);
  WeftProfile *profile = weft_catalog_get_profile (fixture_catalog (), "archagent-2026", NULL);
  g_autoptr (WeftInventory) inventory = weft_inventory_new (fixture_catalog (), profile, NULL);
  g_autoptr (WeftSimResult) result = simulate (flat, inventory);
  g_autoptr (WeftHeat) heat = weft_heat_new (result, flat);
  double bytes = 0, all = 0, most = 0;

  g_assert_nonnull (heat);
  for (guint d = 0; d < weft_graph_n_definitions (graph); d++)
    {
      g_autoptr (WeftScene) scene = weft_scene_new (graph, d, fixture_catalog (), NULL);

      weft_scene_set_heat (scene, heat);
      for (guint w = 0; w < weft_scene_n_wires (scene); w++)
        {
          WeftHeatValue value;

          g_assert_true (weft_scene_wire_heat (scene, w, &value));
          bytes += value.bytes;
          most = MAX (most, value.most);
        }
    }
  for (guint32 l = 0; l < result->network->n_links; l++)
    all += isfinite (result->network->bw_bytes_s[l]) ? result->links[l].bytes : 0;
  g_assert_cmpuint (result->network->n_links, !=, flat->n_links);
  g_assert_cmpfloat (all, >=, 64e6);
  g_assert_cmpfloat_with_epsilon (bytes / all, 1, 1e-9);
  g_assert_cmpfloat (most, >, 0.01);
}

/* --- pictures --- */

static void
paint_scene_cb (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer data)
{
  WeftScene *scene = data;
  WeftBox bounds;
  WeftSceneView view;

  weft_scene_get_bounds (scene, &bounds);
  view = (WeftSceneView){ bounds.x - 20, bounds.y - 20, 1, width, height };
  weft_scene_paint (scene, cr, &view, palette);
}

/* Cairo rounds another way. */
static gboolean
is_near (guint32 a, guint32 b)
{
  for (guint shift = 0; shift < 32; shift += 8)
    if (abs ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)) > 1)
      return FALSE;
  return TRUE;
}

static guint
count_colour (cairo_surface_t *image, const WeftColour *colour)
{
  guint32 pixel = fixture_colour (colour);
  guint n = 0;

  for (int y = 0; y < cairo_image_surface_get_height (image); y++)
    for (int x = 0; x < cairo_image_surface_get_width (image); x++)
      n += is_near (fixture_pixel (image, x, y), pixel);
  return n;
}

/* A wire has the colour of its share, and more of it the more it is used. */
static void
test_paint (void)
{
  g_auto (Fixture) self = set_up ("h100-nvl64.weft");
  int rack = weft_graph_find (self.graph, "rack");
  g_autoptr (WeftScene) scene = weft_scene_new (self.graph, (guint) rack, fixture_catalog (), NULL);
  guint before = 0;

  weft_scene_set_heat (scene, self.heat);
  for (guint i = 1; i <= 4; i++)
    {
      WeftColour colour = weft_heat_scale_colour (&weft_palette_light, i / 4.0);
      cairo_surface_t *image;
      guint n;

      for (guint32 l = 0; l < self.flat->n_links; l++)
        self.result->links[l].utilisation = i / 4.0;
      weft_heat_set_time (self.heat, 0);
      weft_heat_set_time (self.heat, -1);
      image = fixture_paint (paint_scene_cb, scene, 400, 500, &weft_palette_light);
      n = count_colour (image, &colour);
      g_assert_cmpuint (n, >, before + 40);
      before = n;
      cairo_surface_destroy (image);
    }
}

static void
paint_legend_cb (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer heat)
{
  weft_heat_legend_paint (heat, cr, width, height, palette);
}

static void
test_legend (void)
{
  static const int widths[] = { 1, 60, 200, 900 };
  g_auto (Fixture) self = set_up ("h100-nvl64.weft");
  WeftPalette turned = fixture_palette (TRUE);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (widths); i++)
    {
      const WeftPalette *palette = i % 2 ? &turned : &weft_palette_dark;
      int height = (int) weft_heat_legend_height (palette);
      cairo_surface_t *image;

      weft_heat_set_time (self.heat, i * 0.2 - 0.1);
      image = fixture_paint (paint_legend_cb, self.heat, widths[i / 2], height, palette);
      /* Padding leaves no room in the narrowest. */
      g_assert_cmpuint (fixture_count_inside (image), >=, i < 2 ? 0 : 1);
      cairo_surface_destroy (image);
    }
}

/* Steps of the scale are even in lightness, away from the ground, and none is like the ground. */
static void
test_scale (void)
{
  const WeftPalette *palettes[] = { &weft_palette_light, &weft_palette_dark };

  for (guint p = 0; p < 2; p++)
    {
      WeftColour none = weft_heat_scale_colour (palettes[p], 0), all = weft_heat_scale_colour (palettes[p], 1);
      double first = weft_colour_lightness (&none), last = weft_colour_lightness (&all);

      g_assert_cmpfloat (fabs (last - first), >, 0.5);
      g_assert_true ((last < first) == (p == 0));
      for (guint i = 1; i <= 20; i++)
        {
          WeftColour colour = weft_heat_scale_colour (palettes[p], i / 20.0);

          g_assert_cmpfloat_with_epsilon (weft_colour_lightness (&colour), first + (last - first) * i / 20, 0.012);
        }
      g_assert_cmpfloat (weft_colour_contrast (&all, &palettes[p]->card), >, 4.5);
      g_assert_cmpfloat (weft_colour_contrast (&none, &palettes[p]->card), >, 1.2);
    }
}

static void
test_export (void)
{
  g_auto (Fixture) self = set_up ("h100-nvl64.weft");
  g_autoptr (WeftScene) scene = weft_scene_new (self.graph, 0, fixture_catalog (), NULL);
  g_autofree char *folder = g_dir_make_tmp ("weft-heat-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "heat.svg", NULL);
  g_autofree char *wrong = g_build_filename (folder, "heat.doc", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_heat_export (path, scene, self.heat, &weft_palette_light, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<svg"));
  g_assert_null (weft_scene_get_heat (scene));
  g_assert_false (weft_heat_export (wrong, scene, self.heat, &weft_palette_light, &error));
  g_assert_nonnull (error);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/scene-heat/sums/nvl64", "h100-nvl64.weft", test_sums);
  g_test_add_data_func ("/scene-heat/sums/superpod", "superpod-h100-unit.weft", test_sums);
  g_test_add_data_func ("/scene-heat/sums/air", "mi350x-air-rack.weft", test_sums);
  g_test_add_data_func ("/scene-heat/sums/al128", "al128.weft", test_sums);
  g_test_add_func ("/scene-heat/inside", test_inside);
  g_test_add_func ("/scene-heat/time", test_time);
  g_test_add_func ("/scene-heat/other", test_other);
  g_test_add_func ("/scene-heat/words", test_words);
  g_test_add_func ("/scene-heat/engine", test_engine);
  g_test_add_func ("/scene-heat/paint", test_paint);
  g_test_add_func ("/scene-heat/legend", test_legend);
  g_test_add_func ("/scene-heat/scale", test_scale);
  g_test_add_func ("/scene-heat/export", test_export);
  return g_test_run ();
}
