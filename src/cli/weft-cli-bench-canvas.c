/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of `weft bench` that places and paints clusters of thousands of boxes and wires. */
#include "cli/weft-cli-bench.h"

#include <math.h>

#include <glib/gi18n.h>

#include "base/weft-json.h"
#include "draw/canvas/weft-scene.h"

#define ROUNDS 5
#define POINTS 4000
#define BANDS 64
#define WIDTH 1270
#define HEIGHT 647
#define RACKS 16 /* of a pod, under two leaves */
#define PODS 8   /* of a unit, under four spines */
#define CORES 8

static const char parts[]
    = "{\"root\":\"m\",\"definitions\":{"
      "\"tray\":{\"level\":\"node\",\"enclosure\":\"gb200-tray\",\"items\":[{\"id\":\"gpu\","
      "\"chip\":\"GB200\",\"count\":4}],\"ports\":[{\"id\":\"net\",\"of\":\"gpu\",\"per_item\":1}]},"
      "\"nvl72\":{\"level\":\"rack\",\"title\":\"NVL72 rack\",\"items\":["
      "{\"id\":\"tray\",\"definition\":\"tray\",\"count\":18,\"u\":9},"
      "{\"id\":\"switch\",\"component\":\"nvlink5-switch-tray\",\"count\":9,\"u\":27}],"
      "\"ports\":[{\"id\":\"net\",\"of\":\"tray:net\"}]},"
      "\"m\":{\"level\":\"cluster\",\"items\":[";

typedef struct
{
  GString *items;
  GString *links;
  guint n; /* both together */
} Cluster;

static void
add_item (Cluster *self, const char *id, guint number, const char *of)
{
  g_string_append_printf (self->items, "%s{\"id\":\"%s%u\",%s}", self->items->len > 0 ? "," : "",
                          id, number, of);
  self->n++;
}

static void
add_link (Cluster *self, const char *from, guint from_number, const char *port, const char *to,
          guint to_number)
{
  g_string_append_printf (self->links,
                          "%s{\"from\":\"%s%u%s\",\"to\":\"%s%u\",\"wiring\":\"all\","
                          "\"component\":\"dr8-800g\"}",
                          self->links->len > 0 ? "," : "", from, from_number, port, to, to_number);
  self->n++;
}

static void
add_pod (Cluster *self, guint pod)
{
  guint unit = pod / PODS;

  for (guint leaf = 2 * pod; leaf < 2 * pod + 2; leaf++)
    {
      add_item (self, "leaf", leaf, "\"component\":\"q3400-ra\"");
      for (guint spine = 4 * unit; spine < 4 * unit + 4; spine++)
        add_link (self, "leaf", leaf, "", "spine", spine);
    }
  for (guint rack = RACKS * pod; rack < RACKS * (pod + 1); rack++)
    {
      add_item (self, "rack", rack, "\"definition\":\"nvl72\"");
      add_link (self, "rack", rack, ":net", "leaf", 2 * pod);
      add_link (self, "rack", rack, ":net", "leaf", 2 * pod + 1);
    }
}

/**
 * weft_bench_cluster:
 * @size: how many boxes and wires there shall be, about
 *
 * Returns: (transfer full): a graph as JSON: units of pods of racks, with their switches
 */
char *
weft_bench_cluster (guint size)
{
  Cluster self = { g_string_new (NULL), g_string_new (NULL), 0 };
  char *text;

  for (guint core = 0; core < CORES; core++)
    add_item (&self, "core", core, "\"component\":\"q3400-ra\"");
  for (guint pod = 0; self.n < size; pod++)
    {
      if (pod % PODS == 0)
        for (guint spine = pod / PODS * 4; spine < pod / PODS * 4 + 4; spine++)
          {
            add_item (&self, "spine", spine, "\"component\":\"q3400-ra\"");
            add_link (&self, "spine", spine, "", "core", spine % CORES);
            add_link (&self, "spine", spine, "", "core", (spine + 4) % CORES);
          }
      add_pod (&self, pod);
    }
  text = g_strconcat (parts, self.items->str, "],\"links\":[", self.links->str, "]}}}", NULL);
  g_string_free (self.items, TRUE);
  g_string_free (self.links, TRUE);
  return text;
}

/* (transfer full) */
static WeftGraph *
create_cluster (guint size)
{
  g_autofree char *text = weft_bench_cluster (size);
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "bench", NULL, NULL);

  return node != NULL ? weft_graph_new_from_json (node, "bench", NULL, NULL) : NULL;
}

/* A view of the whole scene, or of its lower middle at 100 %, where its racks are. */
static WeftSceneView
create_view (WeftScene *scene, gboolean shows_all)
{
  WeftBox all;
  double zoom;

  weft_scene_get_bounds (scene, &all);
  zoom = shows_all ? MIN (WIDTH / (all.w + 80), HEIGHT / (all.h + 80)) : 1;
  return (WeftSceneView) { all.x + all.w / 2 - WIDTH / 2 / zoom,
                           shows_all ? all.y + all.h / 2 - HEIGHT / 2 / zoom
                                     : all.y + all.h * 0.7,
                           zoom, WIDTH, HEIGHT };
}

static double
measure_paint (WeftScene *scene, gboolean shows_all)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  WeftSceneView view = create_view (scene, shows_all);
  WeftSceneMarks marks = { .hover_node = 0, .hover_wire = -1, .focus_node = -1 };
  double times[ROUNDS];

  for (guint i = 0; i < ROUNDS; i++)
    {
      double start = weft_bench_cpu_s ();

      /* Each picture is another one, as while the canvas moves. */
      view.x += 8 / view.zoom;
      weft_scene_paint (scene, cr, &view, &weft_palette_light);
      weft_scene_paint_marks (scene, cr, &view, &marks, &weft_palette_light);
      times[i] = weft_bench_cpu_s () - start;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return weft_bench_median (times, ROUNDS);
}

static double
measure_hits (WeftScene *scene, GRand *random)
{
  WeftBox all;
  double start;

  weft_scene_get_bounds (scene, &all);
  start = weft_bench_cpu_s ();
  for (guint i = 0; i < POINTS; i++)
    {
      double x = all.x + g_rand_double (random) * all.w;
      double y = all.y + g_rand_double (random) * all.h;

      if (weft_scene_node_at (scene, x, y) < 0)
        weft_scene_wire_at (scene, x, y, 4);
    }
  return (weft_bench_cpu_s () - start) / POINTS;
}

/* A quarter of the width and of the height at a time. */
static double
measure_bands (WeftScene *scene, GRand *random)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  WeftBox all;
  double start;

  weft_scene_get_bounds (scene, &all);
  start = weft_bench_cpu_s ();
  for (guint i = 0; i < BANDS; i++)
    {
      WeftBox area = { all.x + g_rand_double (random) * all.w * 0.75,
                       all.y + g_rand_double (random) * all.h * 0.75, all.w / 4, all.h / 4 };

      g_array_set_size (found, 0);
      weft_scene_nodes_in (scene, &area, found);
    }
  return (weft_bench_cpu_s () - start) / BANDS;
}

/* Adds a figure whose name has the size in it. @label: (transfer full). */
static void
add (WeftBench *bench, guint size, const char *name, char *label, double value, const char *unit,
     double goal)
{
  g_autofree char *words = label;
  g_autofree char *whole = g_strdup_printf ("canvas-%u-%s", size, name);

  weft_bench_add (bench, g_intern_string (whole), words, value, unit, goal, FALSE);
}

static void
add_figures (WeftBench *bench, WeftScene *scene, guint size, double new_s, double edit_s)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (bench->seed);

  add (bench, size, "new", g_strdup_printf (_("Scene of %u boxes and wires built"), size),
       new_s * 1e3, "ms", size == 10000 ? 30 : NAN);
  add (bench, size, "edit", g_strdup_printf (_("Scene of %u, boxes keep their places"), size),
       edit_s * 1e3, "ms", size == 2000 ? 15 : NAN);
  add (bench, size, "paint", g_strdup_printf (_("Scene of %u painted at 100 %%"), size),
       measure_paint (scene, FALSE) * 1e3, "ms", 8);
  add (bench, size, "paint-all", g_strdup_printf (_("Scene of %u painted, all of it"), size),
       measure_paint (scene, TRUE) * 1e3, "ms", size > 10000 ? 40 : 12);
  add (bench, size, "hit", g_strdup_printf (_("Scene of %u, what lies under a point"), size),
       measure_hits (scene, random) * 1e6, "µs", NAN);
  add (bench, size, "band", g_strdup_printf (_("Scene of %u, what is in a sixteenth"), size),
       measure_bands (scene, random) * 1e6, "µs", NAN);
}

static void
measure_size (WeftBench *bench, WeftCatalog *catalog, guint size)
{
  double new_s[ROUNDS], edit_s[ROUNDS];
  g_autoptr (WeftScene) scene = NULL;
  g_autoptr (WeftGraph) graph = create_cluster (size);

  if (graph == NULL)
    {
      weft_cli_note (_("weft bench: canvas is left out: the cluster could not be read"));
      return;
    }
  for (guint i = 0; i < ROUNDS; i++)
    {
      g_autoptr (WeftScene) after = NULL;
      double start = weft_bench_cpu_s ();

      g_clear_pointer (&scene, weft_scene_unref);
      scene = weft_scene_new (graph, weft_graph_find (graph, "m"), catalog, NULL);
      new_s[i] = weft_bench_cpu_s () - start;
      start = weft_bench_cpu_s ();
      after = weft_scene_new (graph, weft_graph_find (graph, "m"), catalog, scene);
      edit_s[i] = weft_bench_cpu_s () - start;
    }
  add_figures (bench, scene, size, weft_bench_median (new_s, ROUNDS),
               weft_bench_median (edit_s, ROUNDS));
}

/**
 * weft_bench_canvas:
 * @bench: the measurements
 *
 * Measures how long it takes to place, route and paint clusters of 2,000, 10,000 and 50,000 boxes
 * and wires, and to find what lies under the pointer.
 */
void
weft_bench_canvas (WeftBench *bench)
{
  const char *profile = bench->profile != NULL ? bench->profile : WEFT_DESIGN_DEFAULT_PROFILE;
  g_autoptr (GError) error = NULL;
  WeftInventory *inventory = weft_evaluator_get_inventory (bench->evaluator, profile, &error);
  static const guint sizes[] = { 2000, 10000, 50000 };

  if (inventory == NULL)
    {
      weft_cli_note (_("weft bench: canvas is left out: %s"), error->message);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    measure_size (bench, weft_inventory_get_catalog (inventory), sizes[i]);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    weft_bench_canvas_window (bench, sizes[i]);
}
