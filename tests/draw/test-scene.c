/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scenes: what boxes and wires say, and what lies under a point or in an area. */
#include "scene-fixture.h"

static void
test_empty (void)
{
  g_autoptr (WeftGraph) graph = fixture_cluster ("", "");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);
  g_autoptr (WeftScene) nowhere = weft_scene_new (graph, 99, NULL, scene);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  WeftBox area = { -1e9, -1e9, 2e9, 2e9 };

  for (guint i = 0; i < 2; i++)
    {
      WeftScene *each = i == 0 ? scene : nowhere;

      g_assert_cmpuint (weft_scene_n_nodes (each), ==, 0);
      g_assert_cmpuint (weft_scene_n_wires (each), ==, 0);
      weft_scene_nodes_in (each, &area, found);
      g_assert_cmpuint (found->len, ==, 0);
      g_assert_cmpint (weft_scene_node_at (each, 0, 0), ==, -1);
      g_assert_cmpint (weft_scene_wire_at (each, 0, 0, 1e6), ==, -1);
      g_assert_cmpint (weft_scene_find_item (each, "x"), ==, -1);
      weft_scene_get_bounds (each, &area);
      g_assert_cmpfloat (area.w, ==, 0);
    }
}

static void
test_words (void)
{
  g_autoptr (WeftGraph) graph = fixture_cluster (
      "{\"id\":\"rack\",\"definition\":\"rack\",\"count\":8},"
      "{\"id\":\"leaf\",\"component\":\"q3400-ra\"},{\"id\":\"what\",\"component\":\"nobody\"}",
      "{\"from\":\"rack:net\",\"to\":\"leaf\",\"wiring\":\"all\",\"component\":\"dr8-800g\","
      "\"channels\":2}");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);
  const WeftSceneNode *rack = weft_scene_node (scene, 0);

  g_assert_cmpint (weft_scene_find_item (scene, "leaf"), ==, 1);
  g_assert_cmpstr (rack->title, ==, "rack");
  g_assert_true (g_str_has_prefix (rack->subtitle, "16 chips"));
  g_assert_cmpint (rack->kind, ==, WEFT_SCENE_RACK);
  g_assert_cmpfloat (rack->count, ==, 8);
  g_assert_cmpint (weft_scene_node (scene, 1)->kind, ==, WEFT_SCENE_SWITCH);
  g_assert_true (g_str_has_prefix (weft_scene_node (scene, 1)->subtitle, "144 ports"));
  g_assert_cmpint (weft_scene_node (scene, 2)->kind, ==, WEFT_SCENE_OTHER);
  g_assert_cmpstr (weft_scene_node (scene, 2)->subtitle, ==, "");
  /* 8 racks of 16 ports, two cables each. */
  g_assert_cmpuint (weft_scene_n_wires (scene), ==, 1);
  g_assert_cmpstr (weft_scene_wire (scene, 0)->label, ==, "256 × dr8-800g");
  g_assert_cmpfloat (weft_scene_wire (scene, 0)->channels, ==, 2);
}

/* Power of a chassis in short words; nothing when a part's is unknown. */
static void
test_facts (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (
      "{\"root\":\"m\",\"definitions\":{\"host\":{\"level\":\"node\",\"enclosure\":\"dgx-h100\","
      "\"items\":[{\"id\":\"gpu\",\"component\":\"nobody\",\"count\":8}]},"
      "\"dark\":{\"level\":\"node\",\"items\":[{\"id\":\"gpu\",\"chip\":\"Nobody 9\"}]},"
      "\"m\":{\"level\":\"rack\",\"items\":[{\"id\":\"a\",\"definition\":\"host\"},"
      "{\"id\":\"b\",\"definition\":\"dark\"},{\"id\":\"c\",\"component\":\"q3400-ra\"},"
      "{\"id\":\"d\",\"chip\":\"H100\"}]}}}");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);

  g_assert_cmpstr (weft_scene_node (scene, 0)->subtitle, ==, "10.2\u00a0kW");
  g_assert_cmpstr (weft_scene_node (scene, 1)->subtitle, ==, "1 chip");
  g_assert_true (g_str_has_suffix (weft_scene_node (scene, 2)->subtitle, "7\u00a0kW"));
  /* A profile's name of a chip. */
  g_assert_cmpstr (weft_scene_node (scene, 3)->subtitle, ==, "700\u00a0W");
}

static void
test_itself (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (
      "{\"root\":\"a\",\"definitions\":{\"a\":{\"level\":\"rack\",\"items\":["
      "{\"id\":\"x\",\"definition\":\"b\"}]},\"b\":{\"level\":\"node\",\"items\":["
      "{\"id\":\"y\",\"definition\":\"a\"},{\"id\":\"z\",\"chip\":\"H100\"}]}}}");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);

  g_assert_cmpuint (weft_scene_n_nodes (scene), ==, 1);
  g_assert_cmpstr (weft_scene_node (scene, 0)->subtitle, ==, "");
}

/* The switches of a generator stand above each other, so its wires go from tier to tier. */
static void
test_generator (void)
{
  g_autoptr (WeftGraph) graph = fixture_cluster (
      "{\"id\":\"rack\",\"definition\":\"rack\",\"count\":8},"
      "{\"id\":\"spine\",\"component\":\"q3400-ra\",\"count\":4},"
      "{\"id\":\"leaf\",\"component\":\"q3400-ra\",\"count\":8}",
      "{\"from\":\"rack:net\",\"to\":[\"leaf\",\"spine\"],\"wiring\":{\"generator\":\"leafspine\","
      "\"params\":{\"leaves\":8,\"down\":16,\"spines\":4,\"per\":4}}}");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);
  const WeftSceneWire *up = weft_scene_wire (scene, 1);

  g_assert_cmpuint (weft_scene_n_wires (scene), ==, 2);
  g_assert_cmpuint (up->link, ==, 0);
  g_assert_cmpuint (up->to, ==, 1);
  g_assert_cmpuint (up->from_node, ==, 2);
  g_assert_cmpuint (up->to_node, ==, 1);
  g_assert_cmpfloat (weft_scene_node (scene, 1)->box.y, <, weft_scene_node (scene, 2)->box.y);
  g_assert_cmpfloat (weft_scene_node (scene, 2)->box.y, <, weft_scene_node (scene, 0)->box.y);
}

static void
test_dangling (void)
{
  g_autoptr (WeftGraph) graph = fixture_cluster (
      "{\"id\":\"a\",\"component\":\"q3400-ra\"},{\"id\":\"b\",\"definition\":\"rack\"}",
      "{\"from\":\"a\",\"to\":\"nobody\",\"wiring\":\"all\"},"
      "{\"from\":\"nobody\",\"to\":\"a\",\"wiring\":\"all\"},"
      "{\"from\":\"b:nothing\",\"to\":\"a\",\"wiring\":\"all\"},"
      "{\"from\":\"a\",\"to\":\"a\",\"wiring\":\"all\"}");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);

  g_assert_cmpuint (weft_scene_n_wires (scene), ==, 2);
  g_assert_cmpuint (weft_scene_wire (scene, 0)->link, ==, 2);
  g_assert_cmpuint (weft_scene_wire (scene, 1)->link, ==, 3);
}

/* Items that name no part, or two at once, are boxes all the same: here, and in a preview. */
static void
test_nameless (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (
      "{\"root\":\"m\",\"definitions\":{\"m\":{\"level\":\"cluster\",\"items\":["
      "{\"id\":\"a\"},{\"id\":\"b\",\"chip\":null},{\"id\":\"c\",\"component\":null},"
      "{\"id\":\"d\",\"chip\":\"H100\",\"component\":\"q3400-ra\"},"
      "{\"id\":\"r\",\"definition\":\"r\"}]},"
      "\"r\":{\"level\":\"rack\",\"items\":[{\"id\":\"a\"},{\"id\":\"b\",\"chip\":null}]}}}");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);

  g_assert_cmpuint (weft_scene_n_nodes (scene), ==, 5);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpint (weft_scene_node (scene, i)->kind, ==, WEFT_SCENE_OTHER);
      g_assert_cmpstr (weft_scene_node (scene, i)->title, !=, "");
      g_assert_cmpstr (weft_scene_node (scene, i)->subtitle, ==, "");
    }
  g_assert_cmpint (weft_scene_node (scene, 4)->kind, ==, WEFT_SCENE_RACK);
}

static gboolean
touches (const WeftBox *a, const WeftBox *b)
{
  return a->x <= weft_box_right (b) && b->x <= weft_box_right (a) && a->y <= weft_box_bottom (b)
         && b->y <= weft_box_bottom (a);
}

static void
compare_query (WeftScene *scene, const WeftBox *area)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  guint next = 0;

  weft_scene_nodes_in (scene, area, found);
  for (guint i = 0; i < weft_scene_n_nodes (scene); i++)
    {
      if (!touches (area, &weft_scene_node (scene, i)->box))
        continue;
      g_assert_cmpuint (next, <, found->len);
      g_assert_cmpuint (g_array_index (found, guint, next), ==, i);
      next++;
    }
  g_assert_cmpuint (next, ==, found->len);
}

static int
find_node_slowly (WeftScene *scene, double x, double y)
{
  for (guint i = weft_scene_n_nodes (scene); i > 0; i--)
    if (weft_box_contains (&weft_scene_node (scene, i - 1)->box, x, y))
      return (int) i - 1;
  return -1;
}

/* The index finds what a look at every box finds. */
static void
test_index (void)
{
  guint n_hits = 0;

  for (guint32 seed = 1; seed <= 25; seed++)
    {
      g_autoptr (WeftGraph) graph = fixture_random (seed);
      g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed + 1000);
      WeftBox all;

      weft_scene_get_bounds (scene, &all);
      for (guint i = 0; i < 60; i++)
        {
          WeftBox area = { all.x + g_rand_double_range (random, -0.2, 1) * all.w,
                           all.y + g_rand_double_range (random, -0.2, 1) * all.h,
                           g_rand_double (random) * all.w * 0.6,
                           g_rand_double (random) * all.h * 0.6 };
          int node = find_node_slowly (scene, area.x, area.y);

          compare_query (scene, &area);
          g_assert_cmpint (weft_scene_node_at (scene, area.x, area.y), ==, node);
          n_hits += node >= 0;
        }
    }
  g_assert_cmpuint (n_hits, >, 50);
}

/* Points on a wire find it, or one that is as near; points far from all find none. */
static void
test_wire_at (void)
{
  guint n_wires = 0;

  for (guint32 seed = 1; seed <= 25; seed++)
    {
      g_autoptr (WeftGraph) graph = fixture_random (seed);
      g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);
      WeftBox all;

      for (guint i = 0; i < weft_scene_n_wires (scene); i++)
        for (double t = 0; t <= 1; t += 0.125)
          {
            double x, y;

            weft_curve_point (&scene->curves[i], t, &x, &y);
            g_assert_cmpint (weft_scene_wire_at (scene, x, y, 2), >=, 0);
            n_wires++;
          }
      weft_scene_get_bounds (scene, &all);
      g_assert_cmpint (weft_scene_wire_at (scene, all.x - 500, all.y - 500, 20), ==, -1);
    }
  g_assert_cmpuint (n_wires, >, 100);
}

static void
test_wire_nearest (void)
{
  g_autoptr (WeftGraph) graph = fixture_cluster (
      "{\"id\":\"a\",\"component\":\"q3400-ra\",\"at\":[0,0]},"
      "{\"id\":\"b\",\"component\":\"q3400-ra\",\"at\":[400,0]},"
      "{\"id\":\"c\",\"definition\":\"rack\",\"at\":[16,200]},"
      "{\"id\":\"d\",\"definition\":\"rack\",\"at\":[416,200]}",
      "{\"from\":\"c:net\",\"to\":\"a\",\"wiring\":\"all\"},"
      "{\"from\":\"d:net\",\"to\":\"b\",\"wiring\":\"all\"}");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);

  g_assert_cmpint (weft_scene_wire_at (scene, 76, 130, 20), ==, 0);
  g_assert_cmpint (weft_scene_wire_at (scene, 470, 130, 20), ==, 1);
  g_assert_cmpint (weft_scene_wire_at (scene, 270, 130, 20), ==, -1);
  g_assert_cmpint (weft_scene_wire_at (scene, 270, 130, 400), >=, 0);
}

/* Wires between the same boxes do not lie on each other. */
static void
test_parallel (void)
{
  g_autoptr (WeftGraph) graph = fixture_cluster (
      "{\"id\":\"a\",\"component\":\"q3400-ra\"},{\"id\":\"b\",\"chip\":\"H100\"},"
      "{\"id\":\"c\",\"chip\":\"H100\"}",
      "{\"from\":\"b\",\"to\":\"a\",\"wiring\":\"all\"},{\"from\":\"a\",\"to\":\"b\",\"wiring\":"
      "\"all\"},{\"from\":\"b\",\"to\":\"a\",\"wiring\":\"all\"},{\"from\":\"b\",\"to\":\"c\","
      "\"wiring\":\"all\"},{\"from\":\"c\",\"to\":\"b\",\"wiring\":\"all\"}");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);

  g_assert_cmpuint (weft_scene_n_wires (scene), ==, 5);
  for (guint i = 0; i < 5; i++)
    for (guint j = 0; j < i; j++)
      {
        double xi, yi, xj, yj;

        weft_curve_point (&scene->curves[i], 0.5, &xi, &yi);
        weft_curve_point (&scene->curves[j], 0.5, &xj, &yj);
        g_assert_cmpfloat (hypot (xi - xj, yi - yj), >, 4);
      }
}

static void
test_sockets (void)
{
  g_autoptr (WeftGraph) graph = fixture_cluster (
      "{\"id\":\"rack\",\"definition\":\"rack\"},{\"id\":\"leaf\",\"component\":\"q3400-ra\"},"
      "{\"id\":\"lost\",\"definition\":\"nobody\"}",
      "");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);
  const WeftBox *rack = &weft_scene_node (scene, 0)->box, *leaf = &weft_scene_node (scene, 1)->box;
  const char *end, *title;
  double x, y;

  g_assert_cmpuint (weft_scene_n_sockets (scene, 0), ==, 2);
  g_assert_cmpuint (weft_scene_n_sockets (scene, 1), ==, 1);
  g_assert_cmpuint (weft_scene_n_sockets (scene, 2), ==, 0);
  weft_scene_socket (scene, 0, 1, &x, &y, &end, &title);
  g_assert_cmpstr (end, ==, "rack:more");
  g_assert_cmpstr (title, ==, "more");
  g_assert_cmpfloat (y, ==, rack->y);
  g_assert_cmpint (weft_scene_socket_at (scene, 0, x + 3, y - 3, 8), ==, 1);
  g_assert_cmpint (weft_scene_socket_at (scene, 0, x, y + 60, 8), ==, -1);
  weft_scene_socket (scene, 1, 0, &x, &y, &end, NULL);
  g_assert_cmpstr (end, ==, "leaf");
  g_assert_cmpfloat (y, ==, weft_box_bottom (leaf));
  g_assert_cmpfloat (x, ==, leaf->x + leaf->w / 2);
}

/* A group of trays that grows upward steps over the switches that have a unit of their own. */
static void
test_preview (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (
      "{\"root\":\"m\",\"definitions\":{\"tray\":{\"level\":\"node\",\"items\":["
      "{\"id\":\"gpu\",\"chip\":\"H100\",\"count\":4}]},\"rack\":{\"level\":\"rack\",\"items\":["
      "{\"id\":\"tray\",\"definition\":\"tray\",\"count\":6,\"u\":1},{\"id\":\"sw\",\"component\":"
      "\"nvlink5-switch-tray\",\"count\":2,\"u\":4}]},\"m\":{\"level\":\"cluster\",\"items\":["
      "{\"id\":\"a\",\"definition\":\"rack\"},{\"id\":\"b\",\"definition\":\"rack\"}]}}}");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);
  const WeftScenePreview *preview = scene->details[0].preview;
  float last = -1;

  g_assert_true (preview == scene->details[1].preview);
  g_assert_cmpuint (preview->n_rows, ==, 8);
  for (guint i = 0; i < 8; i++)
    {
      gboolean is_switch = i == 3 || i == 4;

      g_assert_cmpint (preview->rows[i].kind, ==, is_switch ? WEFT_SCENE_SWITCH : WEFT_SCENE_NODE);
      g_assert_cmpuint (preview->rows[i].n_marks, ==, is_switch ? 0 : 4);
      g_assert_cmpfloat (preview->rows[i].top, >=, last);
      g_assert_cmpfloat (preview->rows[i].top + preview->rows[i].height, <=, 1.0001);
      last = preview->rows[i].top + preview->rows[i].height - 1e-4f;
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/draw/scene/empty", test_empty);
  g_test_add_func ("/draw/scene/words", test_words);
  g_test_add_func ("/draw/scene/facts", test_facts);
  g_test_add_func ("/draw/scene/itself", test_itself);
  g_test_add_func ("/draw/scene/generator", test_generator);
  g_test_add_func ("/draw/scene/dangling", test_dangling);
  g_test_add_func ("/draw/scene/nameless", test_nameless);
  g_test_add_func ("/draw/scene/index", test_index);
  g_test_add_func ("/draw/scene/wire-at", test_wire_at);
  g_test_add_func ("/draw/scene/wire-nearest", test_wire_nearest);
  g_test_add_func ("/draw/scene/parallel", test_parallel);
  g_test_add_func ("/draw/scene/sockets", test_sockets);
  g_test_add_func ("/draw/scene/preview", test_preview);

  return g_test_run ();
}
