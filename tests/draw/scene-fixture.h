/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of scenes share: graphs from text, from the examples and at random. */
#pragma once

#include <math.h>

#include "base/weft-json.h"
#include "catalog/weft-catalog.h"
#include "draw/canvas/weft-scene-private.h"

G_GNUC_UNUSED static WeftCatalog *
fixture_catalog (void)
{
  static WeftCatalog *catalog;
  g_autoptr (GError) error = NULL;

  if (catalog == NULL)
    catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);
  g_assert_no_error (error);
  return catalog;
}

/* (transfer full) */
static WeftGraph *
fixture_graph (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "test", NULL, &error);
  WeftGraph *graph;

  g_assert_no_error (error);
  graph = weft_graph_new_from_json (node, "test", NULL, &error);
  g_assert_no_error (error);
  return graph;
}

/* A rack of four trays that "rack" items are, and a cluster of what is given. (transfer full) */
G_GNUC_UNUSED static WeftGraph *
fixture_cluster (const char *items, const char *links)
{
  g_autofree char *text = g_strdup_printf (
      "{\"root\":\"m\",\"definitions\":{"
      "\"tray\":{\"level\":\"node\",\"items\":[{\"id\":\"gpu\",\"chip\":\"H100\",\"count\":4}],"
      "\"ports\":[{\"id\":\"net\",\"of\":\"gpu\",\"per_item\":1}]},"
      "\"rack\":{\"level\":\"rack\",\"title\":\"Rack\",\"items\":[{\"id\":\"tray\",\"definition\":"
      "\"tray\",\"count\":4,\"u\":3}],\"ports\":[{\"id\":\"net\",\"of\":\"tray:net\"},"
      "{\"id\":\"more\",\"of\":\"tray:net\"}]},"
      "\"m\":{\"level\":\"cluster\",\"items\":[%s],\"links\":[%s]}}}",
      items, links);

  return fixture_graph (text);
}

/* The scene of a graph's root. (transfer full) */
G_GNUC_UNUSED static WeftScene *
fixture_scene (WeftGraph *graph, WeftScene *before)
{
  int root;

  weft_graph_get_root (graph, &root);
  g_assert_cmpint (root, >=, 0);
  return weft_scene_new (graph, root, fixture_catalog (), before);
}

/* Items of all kinds, some placed, some in great number, and links between them, some of which lead
 * nowhere. (transfer full) */
G_GNUC_UNUSED static WeftGraph *
fixture_random (guint32 seed)
{
  static const char *const kinds[] = {
    "\"chip\":\"H100\"",          "\"component\":\"q3400-ra\"", "\"component\":\"ddr5-6400-128\"",
    "\"component\":\"pex88096\"", "\"definition\":\"rack\"",    "\"definition\":\"tray\"",
    "\"component\":\"nobody\"",   "\"definition\":\"nobody\"",  "\"component\":\"power-shelf-33kw\"",
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GString) items = g_string_new (NULL);
  g_autoptr (GString) links = g_string_new (NULL);
  guint n = g_rand_int_range (random, 1, 90), n_links = g_rand_int_range (random, 0, 140);

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (items, "%s{\"id\":\"i%u\",%s", i > 0 ? "," : "", i,
                              kinds[g_rand_int_range (random, 0, G_N_ELEMENTS (kinds))]);
      if (g_rand_int_range (random, 0, 4) == 0)
        g_string_append_printf (items, ",\"count\":%u", g_rand_boolean (random) ? 8 : 1000000000);
      if (g_rand_int_range (random, 0, 5) == 0)
        g_string_append_printf (items, ",\"at\":[%d,%d]", g_rand_int_range (random, -900, 900),
                                g_rand_int_range (random, -900, 900));
      g_string_append_c (items, '}');
    }
  for (guint i = 0; i < n_links; i++)
    g_string_append_printf (links, "%s{\"from\":\"i%d\",\"to\":\"i%d\",\"wiring\":\"all\"}",
                            i > 0 ? "," : "", g_rand_int_range (random, 0, n + 2),
                            g_rand_int_range (random, 0, n + 2));
  return fixture_cluster (items->str, links->str);
}

/* The graph of an example, NULL when it has none. (transfer full) */
static WeftGraph *
fixture_example (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) node = NULL;
  JsonObject *root;
  WeftGraph *graph;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  node = weft_json_parse (text, length, path, NULL, &error);
  g_assert_no_error (error);
  root = json_node_get_object (node);
  if (!json_object_has_member (root, "graph"))
    return NULL;
  graph = weft_graph_new_from_json (json_object_get_member (root, "graph"), path, NULL, &error);
  g_assert_no_error (error);
  return graph;
}

/* Calls @check with every level of every example. */
G_GNUC_UNUSED static void
fixture_each_example (void (*check) (WeftScene *scene))
{
  g_autofree char *folder = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (WeftGraph) graph = g_str_has_suffix (name, ".weft") ? fixture_example (path) : NULL;

      for (guint i = 0; graph != NULL && i < weft_graph_n_definitions (graph); i++)
        {
          g_autoptr (WeftScene) scene = weft_scene_new (graph, i, fixture_catalog (), NULL);

          check (scene);
          n++;
        }
    }
  g_assert_cmpuint (n, >=, 20);
}
