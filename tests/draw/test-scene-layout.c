/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a scene's boxes stand: never over each other, where people put them, the same each time, and
 * in the place that they had. */
#include "scene-fixture.h"

static gboolean
overlap (const WeftBox *a, const WeftBox *b)
{
  return a->x < weft_box_right (b) && b->x < weft_box_right (a) && a->y < weft_box_bottom (b)
         && b->y < weft_box_bottom (a);
}

/* Boxes that people placed may lie over each other; no other may. */
static void
check_apart (WeftScene *scene)
{
  for (guint i = 0; i < weft_scene_n_nodes (scene); i++)
    {
      const WeftSceneNode *a = weft_scene_node (scene, i);

      g_assert_true (isfinite (a->box.x) && isfinite (a->box.y));
      g_assert_cmpfloat (a->box.w, >, 0);
      g_assert_cmpfloat (a->box.h, >, 0);
      for (guint j = 0; j < i; j++)
        {
          const WeftSceneNode *b = weft_scene_node (scene, j);

          if (!(a->is_placed && b->is_placed))
            g_assert_false (overlap (&a->box, &b->box));
        }
    }
  for (guint i = 0; i < weft_scene_n_wires (scene); i++)
    for (guint j = 0; j < 4; j++)
      g_assert_true (isfinite (scene->curves[i].x[j]) && isfinite (scene->curves[i].y[j]));
}

static void
test_examples (void)
{
  fixture_each_example (check_apart);
}

static void
test_random (void)
{
  for (guint32 seed = 1; seed <= 80; seed++)
    {
      g_autoptr (WeftGraph) graph = fixture_random (seed);
      g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);

      check_apart (scene);
    }
}

static void
test_placed (void)
{
  for (guint32 seed = 1; seed <= 40; seed++)
    {
      g_autoptr (WeftGraph) graph = fixture_random (seed);
      g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);

      for (guint i = 0; i < weft_scene_n_nodes (scene); i++)
        {
          const double *at = scene->definition->items[i].at;

          g_assert_cmpint (weft_scene_node (scene, i)->is_placed, ==, !isnan (at[0]));
          if (isnan (at[0]))
            continue;
          g_assert_cmpfloat (weft_scene_node (scene, i)->box.x, ==, at[0]);
          g_assert_cmpfloat (weft_scene_node (scene, i)->box.y, ==, at[1]);
        }
    }
}

static void
test_same_twice (void)
{
  for (guint32 seed = 1; seed <= 30; seed++)
    {
      g_autoptr (WeftGraph) graph = fixture_random (seed);
      g_autoptr (WeftGraph) again = fixture_random (seed);
      g_autoptr (WeftScene) a = fixture_scene (graph, NULL), b = fixture_scene (again, NULL);

      for (guint i = 0; i < weft_scene_n_nodes (a); i++)
        g_assert_cmpmem (&weft_scene_node (a, i)->box, sizeof (WeftBox),
                         &weft_scene_node (b, i)->box, sizeof (WeftBox));
      for (guint i = 0; i < weft_scene_n_wires (a); i++)
        g_assert_cmpmem (&a->curves[i], sizeof (WeftCurve), &b->curves[i], sizeof (WeftCurve));
    }
}

/* Ten racks, two leaves, and what is added. (transfer full) */
static WeftGraph *
create_pod (const char *more_items, const char *more_links, const char *at)
{
  g_autoptr (GString) items = g_string_new ("{\"id\":\"leaf0\",\"component\":\"q3400-ra\"},"
                                            "{\"id\":\"leaf1\",\"component\":\"q3400-ra\"}");
  g_autoptr (GString) links = g_string_new (NULL);

  for (guint i = 0; i < 10; i++)
    {
      g_string_append_printf (items, ",{\"id\":\"rack%u\",\"definition\":\"rack\"%s}", i,
                              i == 4 ? at : "");
      g_string_append_printf (links,
                              "%s{\"from\":\"rack%u:net\",\"to\":\"leaf0\",\"wiring\":\"all\"},"
                              "{\"from\":\"rack%u:net\",\"to\":\"leaf1\",\"wiring\":\"all\"}",
                              i > 0 ? "," : "", i, i);
    }
  g_string_append (items, more_items);
  g_string_append (links, more_links);
  return fixture_cluster (items->str, links->str);
}

/* Everything that is in both scenes and no person's stands where it stood. */
static void
assert_same_places (WeftScene *before, WeftScene *after)
{
  for (guint i = 0; i < weft_scene_n_nodes (after); i++)
    {
      int old = weft_scene_find_item (before, weft_scene_node (after, i)->title);

      if (old < 0 || weft_scene_node (after, i)->is_placed)
        continue;
      g_assert_cmpfloat (weft_scene_node (before, old)->box.x, ==, weft_scene_node (after, i)->box.x);
      g_assert_cmpfloat (weft_scene_node (before, old)->box.y, ==, weft_scene_node (after, i)->box.y);
    }
}

static void
test_adding (void)
{
  g_autoptr (WeftGraph) graph = create_pod ("", "", "");
  g_autoptr (WeftGraph) grown = create_pod (
      ",{\"id\":\"rack10\",\"definition\":\"rack\"},{\"id\":\"spine\",\"component\":\"q3400-ra\"}",
      ",{\"from\":\"rack10:net\",\"to\":\"leaf0\",\"wiring\":\"all\"},"
      "{\"from\":\"leaf0\",\"to\":\"spine\",\"wiring\":\"all\"}", "");
  g_autoptr (WeftScene) before = fixture_scene (graph, NULL);
  g_autoptr (WeftScene) after = fixture_scene (grown, before);
  g_autoptr (WeftScene) back = fixture_scene (graph, after);

  check_apart (after);
  assert_same_places (before, after);
  assert_same_places (after, back);
  /* The new rack is in the racks' row, the new switch above. */
  g_assert_cmpfloat (weft_scene_node (after, 12)->box.y, ==, weft_scene_node (after, 11)->box.y);
  g_assert_cmpfloat (weft_scene_node (after, 13)->box.y, <, weft_scene_node (after, 0)->box.y);
}

/* One that a person moves, over nothing and then over others, moves no more than those. */
static void
test_moving (void)
{
  g_autoptr (WeftGraph) graph = create_pod ("", "", "");
  g_autoptr (WeftGraph) moved = create_pod ("", "", ",\"at\":[-2000,-2000]");
  g_autoptr (WeftScene) before = fixture_scene (graph, NULL);
  g_autoptr (WeftScene) after = fixture_scene (moved, before);
  g_autoptr (WeftScene) fresh = fixture_scene (moved, NULL);
  const WeftBox *target = &weft_scene_node (before, 9)->box;
  g_autofree char *at = g_strdup_printf (",\"at\":[%g,%g]", target->x + 8, target->y + 8);
  g_autoptr (WeftGraph) over = create_pod ("", "", at);
  g_autoptr (WeftScene) covered = fixture_scene (over, before);
  guint n_moved = 0;

  assert_same_places (before, after);
  /* A file that is opened again looks the same. */
  assert_same_places (before, fresh);
  check_apart (covered);
  for (guint i = 0; i < weft_scene_n_nodes (covered); i++)
    if (!weft_scene_node (covered, i)->is_placed
        && (weft_scene_node (covered, i)->box.x != weft_scene_node (before, i)->box.x
            || weft_scene_node (covered, i)->box.y != weft_scene_node (before, i)->box.y))
      n_moved++;
  g_assert_cmpuint (n_moved, >=, 1);
  g_assert_cmpuint (n_moved, <=, 2);
}

static void
test_tiers (void)
{
  g_autoptr (WeftGraph) graph = create_pod (
      ",{\"id\":\"spine\",\"component\":\"q3400-ra\"},{\"id\":\"core\",\"component\":\"q3400-ra\"},"
      "{\"id\":\"shelf\",\"component\":\"power-shelf-33kw\"}",
      ",{\"from\":\"spine\",\"to\":\"leaf0\",\"wiring\":\"all\"},"
      "{\"from\":\"leaf1\",\"to\":\"spine\",\"wiring\":\"all\"},"
      "{\"from\":\"spine\",\"to\":\"core\",\"wiring\":\"all\"}", "");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);
  const WeftSceneNode *leaf = weft_scene_node (scene, 0), *rack = weft_scene_node (scene, 2);
  const WeftSceneNode *spine = weft_scene_node (scene, 12), *core = weft_scene_node (scene, 13);
  const WeftSceneNode *shelf = weft_scene_node (scene, 14);

  g_assert_cmpfloat (weft_box_bottom (&core->box), <, spine->box.y);
  g_assert_cmpfloat (weft_box_bottom (&spine->box), <, leaf->box.y);
  g_assert_cmpfloat (weft_box_bottom (&leaf->box), <, rack->box.y);
  for (guint i = 0; i < 14; i++)
    g_assert_cmpfloat (weft_box_right (&weft_scene_node (scene, i)->box), <, shelf->box.x);
}

/* Switches without devices: from the first end of their links upward. */
static void
test_switches_alone (void)
{
  g_autoptr (WeftGraph) graph = fixture_cluster (
      "{\"id\":\"spine\",\"component\":\"q3400-ra\"},{\"id\":\"a\",\"component\":\"q3400-ra\"},"
      "{\"id\":\"b\",\"component\":\"q3400-ra\"}",
      "{\"from\":\"a\",\"to\":\"spine\",\"wiring\":\"all\"},"
      "{\"from\":\"b\",\"to\":\"spine\",\"wiring\":\"all\"}");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);

  g_assert_cmpfloat (weft_scene_node (scene, 0)->box.y, <, weft_scene_node (scene, 1)->box.y);
  g_assert_cmpfloat (weft_scene_node (scene, 1)->box.y, ==, weft_scene_node (scene, 2)->box.y);
}

static void
add_chips (GString *items, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (items, "%s{\"id\":\"c%u\",\"chip\":\"H100\"}", i > 0 ? "," : "", i);
}

static void
add_link (GString *links, guint a, guint b)
{
  g_string_append_printf (links, "%s{\"from\":\"c%u\",\"to\":\"c%u\",\"wiring\":\"all\"}",
                          links->len > 0 ? "," : "", a, b);
}

static double
middle_distance (WeftScene *scene, guint node, double x, double y)
{
  const WeftBox *box = &weft_scene_node (scene, node)->box;

  return hypot (box->x + box->w / 2 - x, box->y + box->h / 2 - y);
}

/* All as far from the middle as the grid allows. */
static void
assert_circle (WeftScene *scene, guint first, guint n, double x, double y)
{
  for (guint i = first; i < first + n; i++)
    g_assert_cmpfloat (fabs (middle_distance (scene, i, x, y)
                             - middle_distance (scene, first, x, y)),
                       <=, 2 * WEFT_CANVAS_GRID);
}

static void
test_ring (void)
{
  g_autoptr (GString) items = g_string_new (NULL), links = g_string_new (NULL);
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (WeftScene) scene = NULL;
  WeftBox all;

  add_chips (items, 8);
  /* Not in the order of the items. */
  for (guint i = 0; i < 8; i++)
    add_link (links, i * 3 % 8, (i + 1) * 3 % 8);
  graph = fixture_cluster (items->str, links->str);
  scene = fixture_scene (graph, NULL);
  check_apart (scene);
  weft_scene_get_bounds (scene, &all);
  assert_circle (scene, 0, 8, all.x + all.w / 2, all.y + all.h / 2);
  /* Neighbours in the ring are neighbours on the circle. */
  for (guint i = 0; i < 8; i++)
    {
      const WeftBox *next = &weft_scene_node (scene, (i + 3) % 8)->box;
      double near = middle_distance (scene, i, next->x + next->w / 2, next->y + next->h / 2);

      for (guint j = 0; j < 8; j++)
        if (j != i && j != (i + 3) % 8 && j != (i + 5) % 8)
          {
            const WeftBox *other = &weft_scene_node (scene, j)->box;

            g_assert_cmpfloat (near, <, middle_distance (scene, i, other->x + other->w / 2,
                                                         other->y + other->h / 2));
          }
    }
}

static void
test_star (void)
{
  g_autoptr (GString) items = g_string_new (NULL), links = g_string_new (NULL);
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (WeftScene) scene = NULL;
  const WeftBox *hub;

  add_chips (items, 7);
  for (guint i = 1; i < 7; i++)
    add_link (links, i, 0);
  graph = fixture_cluster (items->str, links->str);
  scene = fixture_scene (graph, NULL);
  hub = &weft_scene_node (scene, 0)->box;
  check_apart (scene);
  assert_circle (scene, 1, 6, hub->x + hub->w / 2, hub->y + hub->h / 2);
}

static void
test_grid (void)
{
  g_autoptr (GString) items = g_string_new (NULL), links = g_string_new (NULL);
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (WeftScene) scene = NULL;

  add_chips (items, 20);
  for (guint i = 0; i < 20; i++)
    {
      add_link (links, i, i / 5 * 5 + (i + 1) % 5);
      add_link (links, i, (i + 5) % 20);
    }
  graph = fixture_cluster (items->str, links->str);
  scene = fixture_scene (graph, NULL);
  check_apart (scene);
  for (guint i = 0; i < 20; i++)
    {
      g_assert_cmpfloat (weft_scene_node (scene, i)->box.x, ==,
                         weft_scene_node (scene, i % 5)->box.x);
      g_assert_cmpfloat (weft_scene_node (scene, i)->box.y, ==,
                         weft_scene_node (scene, i / 5 * 5)->box.y);
    }
}

/* A thousand in a chain, and as many in one place: no tower, no overlap, and not for ever. */
static void
test_many (void)
{
  g_autoptr (GString) items = g_string_new (NULL), links = g_string_new (NULL);
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (WeftScene) scene = NULL;
  WeftBox all;

  for (guint i = 0; i < 1500; i++)
    {
      g_string_append_printf (items, "%s{\"id\":\"c%u\",\"component\":\"q3400-ra\"}",
                              i > 0 ? "," : "", i);
      if (i > 0)
        add_link (links, i - 1, i);
    }
  graph = fixture_cluster (items->str, links->str);
  scene = fixture_scene (graph, NULL);
  check_apart (scene);
  weft_scene_get_bounds (scene, &all);
  g_assert_cmpfloat (all.h, <, 4 * all.w);
  g_assert_cmpfloat (all.w, <, 8 * all.h);
}

/* Places far away neither overflow nor move. */
static void
test_far_away (void)
{
  g_autoptr (WeftGraph) graph = fixture_cluster (
      "{\"id\":\"a\",\"chip\":\"H100\",\"at\":[1e300,-1e300]},{\"id\":\"b\",\"chip\":\"H100\"},"
      "{\"id\":\"c\",\"chip\":\"H100\",\"at\":[-1e18,3]},{\"id\":\"d\",\"chip\":\"H100\"}",
      "{\"from\":\"a\",\"to\":\"b\",\"wiring\":\"all\"},"
      "{\"from\":\"c\",\"to\":\"d\",\"wiring\":\"all\"}");
  g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);

  g_assert_cmpfloat (weft_scene_node (scene, 0)->box.x, ==, 1e300);
  check_apart (scene);
  g_assert_cmpint (weft_scene_node_at (scene, weft_scene_node (scene, 1)->box.x + 4,
                                       weft_scene_node (scene, 1)->box.y + 4),
                   ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/draw/scene-layout/examples", test_examples);
  g_test_add_func ("/draw/scene-layout/random", test_random);
  g_test_add_func ("/draw/scene-layout/placed", test_placed);
  g_test_add_func ("/draw/scene-layout/same-twice", test_same_twice);
  g_test_add_func ("/draw/scene-layout/adding", test_adding);
  g_test_add_func ("/draw/scene-layout/moving", test_moving);
  g_test_add_func ("/draw/scene-layout/tiers", test_tiers);
  g_test_add_func ("/draw/scene-layout/switches-alone", test_switches_alone);
  g_test_add_func ("/draw/scene-layout/ring", test_ring);
  g_test_add_func ("/draw/scene-layout/star", test_star);
  g_test_add_func ("/draw/scene-layout/grid", test_grid);
  g_test_add_func ("/draw/scene-layout/many", test_many);
  g_test_add_func ("/draw/scene-layout/far-away", test_far_away);

  return g_test_run ();
}
