/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The published examples: ranks, tables and schedules of the papers, and what becomes of the graph of Topcuoglu and
 * others when costs fall away or a processor is added. */
#include <json-glib/json-glib.h>

#include "base/weft-json.h"
#include "mapper/weft-map-rank-private.h"
#include "mapper/weft-mapper.h"
#include "mapper/weft-oct-private.h"

static JsonNode *
load (const char *name)
{
  g_autofree char *path
    = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "tests", "data", "mapper", "canonical", name, NULL);
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_load (path, NULL, &error);

  g_assert_no_error (error);
  return node;
}

static WeftMapProblem *
read_problem (JsonNode *node)
{
  g_autoptr (GError) error = NULL;
  WeftMapProblem *problem = weft_map_problem_from_json (node, NULL, &error);

  g_assert_no_error (error);
  return problem;
}

static double
makespan (JsonNode *node, WeftMapAlgorithm algorithm)
{
  g_autoptr (WeftMapProblem) problem = read_problem (node);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapResult) result = weft_map (problem, algorithm, NULL, NULL, &error);

  g_assert_no_error (error);
  return result->schedule->makespan_s;
}

/* --- tables --- */

static void
compare_column (const double *values, JsonArray *expected)
{
  for (guint i = 0; i < json_array_get_length (expected); i++)
    g_assert_cmpfloat_with_epsilon (values[i], json_array_get_double_element (expected, i), 1e-12 * 1000);
}

static void
check_tables (const char *name)
{
  g_autoptr (JsonNode) node = load (name);
  JsonObject *tables = json_object_get_object_member (json_node_get_object (node), "tables");
  JsonArray *rows = json_object_get_array_member (tables, "OCT");
  g_autoptr (WeftMapProblem) problem = read_problem (node);
  guint n_devices = problem->platform->n_devices;
  g_autofree guint32 *order = weft_map_order (problem->graph);
  g_autofree double *mean_s = weft_map_mean_times (problem);
  g_autofree double *up_s = weft_map_upward_rank (problem, order, mean_s);
  g_autofree double *down_s = weft_map_downward_rank (problem, order, mean_s);
  g_autofree double *oct_s = weft_oct_by_device (problem, order, NULL, NULL);
  g_autofree double *class_s = weft_oct_by_class (problem, order, NULL, NULL);
  g_autofree double *rank_s = weft_oct_rank (problem, oct_s, NULL);
  g_autofree double *class_rank_s = weft_oct_rank (problem, class_s, problem->platform->class_of);

  compare_column (up_s, json_object_get_array_member (tables, "rank_u"));
  compare_column (down_s, json_object_get_array_member (tables, "rank_d"));
  compare_column (rank_s, json_object_get_array_member (tables, "rank_oct"));
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      compare_column (oct_s + (gsize) i * n_devices, json_array_get_array_element (rows, i));
      g_assert_cmpfloat (rank_s[i], ==, class_rank_s[i]);
    }
}

static void
test_tables (void)
{
  check_tables ("topcuoglu2002.json");
  check_tables ("arabnejad2014.json");
  check_tables ("mackncheesiest_random10.json");
  check_tables ("mrocklin_7.json");
}

static void
check_published (const char *name, const char *key, WeftMapAlgorithm algorithm)
{
  g_autoptr (JsonNode) node = load (name);
  JsonObject *published = json_object_get_object_member (json_node_get_object (node), "published_schedule");
  JsonObject *schedule = json_object_get_object_member (published, key);
  g_autoptr (WeftMapProblem) problem = read_problem (node);
  g_autoptr (WeftMapResult) result = weft_map (problem, algorithm, NULL, NULL, NULL);

  for (guint i = 0; i < problem->graph->n_tasks; i++)
    {
      g_assert_cmpuint (result->schedule->device[i], ==,
                        json_array_get_int_element (json_object_get_array_member (schedule, "proc"), i));
      g_assert_cmpfloat (result->schedule->start_s[i], ==,
                         json_array_get_double_element (json_object_get_array_member (schedule, "start"), i));
    }
}

static void
test_published (void)
{
  check_published ("topcuoglu2002.json", "HEFT", WEFT_MAP_HEFT);
  check_published ("arabnejad2014.json", "HEFT", WEFT_MAP_HEFT);
  check_published ("arabnejad2014.json", "PEFT", WEFT_MAP_PEFT);
}

/* --- changes of one graph --- */

static void
test_zero_ends (void)
{
  g_autoptr (JsonNode) node = load ("topcuoglu2002.json");
  JsonObject *object = json_node_get_object (node);
  JsonArray *tasks = json_object_get_array_member (object, "tasks");
  JsonArray *edges = json_object_get_array_member (object, "edges");
  JsonArray *edge;
  guint n = json_array_get_length (tasks);
  JsonArray *row;

  g_assert_cmpfloat (makespan (node, WEFT_MAP_HEFT), ==, 80);
  g_assert_cmpfloat (makespan (node, WEFT_MAP_PEFT), ==, 85);
  /* A task without cost before the first and one after the last. */
  for (guint i = 0; i < 2; i++)
    {
      row = json_array_new ();
      for (guint p = 0; p < 3; p++)
        json_array_add_int_element (row, 0);
      json_array_add_array_element (tasks, row);
      edge = json_array_new ();
      json_array_add_int_element (edge, i == 0 ? n : n - 1);
      json_array_add_int_element (edge, i == 0 ? 0 : n + 1);
      json_array_add_int_element (edge, 0);
      json_array_add_array_element (edges, edge);
    }
  g_assert_cmpfloat (makespan (node, WEFT_MAP_HEFT), ==, 80);
}

static void
test_zero_edges (void)
{
  g_autoptr (JsonNode) node = load ("topcuoglu2002.json");
  JsonArray *edges = json_object_get_array_member (json_node_get_object (node), "edges");

  for (guint e = 0; e < json_array_get_length (edges); e++)
    {
      JsonArray *edge = json_array_get_array_element (edges, e);

      json_array_remove_element (edge, 2);
      json_array_add_int_element (edge, 0);
    }
  g_assert_cmpfloat (makespan (node, WEFT_MAP_HEFT), ==, 48);
}

/* A fourth processor of average times: HEFT gets worse by it, PEFT better. */
static void
test_fourth (void)
{
  g_autoptr (JsonNode) node = load ("topcuoglu2002.json");
  JsonObject *object = json_node_get_object (node);
  JsonArray *tasks = json_object_get_array_member (object, "tasks");
  const char *matrices[] = { "latency", "bandwidth" };

  for (guint i = 0; i < json_array_get_length (tasks); i++)
    {
      JsonArray *row = json_array_get_array_element (tasks, i);
      double sum = 0;

      for (guint p = 0; p < 3; p++)
        sum += json_array_get_double_element (row, p);
      json_array_add_double_element (row, sum / 3);
    }
  for (guint m = 0; m < 2; m++)
    {
      JsonArray *rows = json_array_new ();

      for (guint a = 0; a < 4; a++)
        {
          JsonArray *row = json_array_new ();

          for (guint b = 0; b < 4; b++)
            json_array_add_int_element (row, m);
          json_array_add_array_element (rows, row);
        }
      json_object_set_array_member (object, matrices[m], rows);
    }
  json_object_set_int_member (object, "procs", 4);
  g_assert_cmpfloat (makespan (node, WEFT_MAP_HEFT), ==, 87);
  g_assert_cmpfloat (makespan (node, WEFT_MAP_PEFT), ==, 80);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canonical/tables", test_tables);
  g_test_add_func ("/canonical/published", test_published);
  g_test_add_func ("/canonical/zero-ends", test_zero_ends);
  g_test_add_func ("/canonical/zero-edges", test_zero_edges);
  g_test_add_func ("/canonical/fourth", test_fourth);
  return g_test_run ();
}
