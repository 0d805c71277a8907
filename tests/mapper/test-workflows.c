/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real workflows of WfCommons on four fixed devices: the makespan of every list scheduler. The files are read from
 * where they are kept, and not at all where they are not. */
#include <json-glib/json-glib.h>
#include <math.h>

#include "base/weft-json.h"
#include "mapper/weft-map-problem-private.h"
#include "mapper/weft-mapper.h"
#include "mapper/weft-platform-private.h"
#include "workload/weft-task-builder.h"

#define N_DEVICES 4

static char *
shared_path (const char *name)
{
  const char *shared = g_getenv ("WEFT_SHARED_DIR");

  if (shared != NULL)
    return g_build_filename (shared, "map", "wf", name, NULL);
  return g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "..", "shared", "map", "wf", name, NULL);
}

static JsonNode *
load (const char *name)
{
  g_autofree char *path = shared_path (name);
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_load (path, NULL, &error);

  g_assert_no_error (error);
  return node;
}

/* Index by id of what has one. */
static GHashTable *
index_by_id (JsonArray *array)
{
  GHashTable *index = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < json_array_get_length (array); i++)
    g_hash_table_insert (index,
                         (gpointer) json_object_get_string_member (json_array_get_object_element (array, i), "id"),
                         GUINT_TO_POINTER (i));
  return index;
}

static gboolean
has_string (JsonObject *object, const char *member, const char *string)
{
  JsonArray *array;

  if (!json_object_has_member (object, member))
    return FALSE;
  array = json_object_get_array_member (object, member);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (g_str_equal (json_array_get_string_element (array, i), string))
      return TRUE;
  return FALSE;
}

/* Sizes of the files that one writes and the other reads. */
static double
edge_bytes (JsonObject *parent, JsonObject *child, JsonArray *files)
{
  double bytes = 0;

  for (guint f = 0; f < json_array_get_length (files); f++)
    {
      JsonObject *file = json_array_get_object_element (files, f);
      const char *id = json_object_get_string_member (file, "id");

      if (has_string (parent, "outputFiles", id) && has_string (child, "inputFiles", id))
        bytes += json_object_get_int_member (file, "sizeInBytes");
    }
  return bytes;
}

static void
add_edges (WeftTaskBuilder *builder, JsonObject *specification)
{
  JsonArray *tasks = json_object_get_array_member (specification, "tasks");
  JsonArray *files = json_object_get_array_member (specification, "files");

  for (guint i = 0; i < json_array_get_length (tasks); i++)
    for (guint j = 0; j < json_array_get_length (tasks); j++)
      {
        JsonObject *parent = json_array_get_object_element (tasks, i);
        JsonObject *child = json_array_get_object_element (tasks, j);

        if (has_string (parent, "children", json_object_get_string_member (child, "id"))
            || has_string (child, "parents", json_object_get_string_member (parent, "id")))
          weft_task_builder_add_edge (builder, i, j, edge_bytes (parent, child, files));
      }
}

/* In milliseconds: a start-up of 1 and 131,072 bytes each. */
static WeftPlatform *
make_platform (void)
{
  WeftPlatform *platform = weft_platform_new (N_DEVICES, N_DEVICES, 1);

  platform->links[0] = (WeftLink) { 1, 131072 };
  for (guint p = 0; p < N_DEVICES; p++)
    {
      platform->class_of[p] = p;
      platform->class_name[p] = g_strdup_printf ("%u", p);
    }
  weft_platform_finish (platform);
  return platform;
}

static WeftMapProblem *
make_problem (JsonNode *node)
{
  static const double speed[N_DEVICES] = { 1, 1, 2, 4 };
  JsonObject *workflow = json_object_get_object_member (json_node_get_object (node), "workflow");
  JsonObject *specification = json_object_get_object_member (workflow, "specification");
  JsonArray *tasks = json_object_get_array_member (specification, "tasks");
  JsonArray *runs
    = json_object_get_array_member (json_object_get_object_member (workflow, "execution"), "tasks");
  g_autoptr (GHashTable) run_of = index_by_id (runs);
  guint n = json_array_get_length (tasks);
  WeftTaskBuilder *builder = weft_task_builder_new ("workflow");
  g_autoptr (WeftPlatform) platform = make_platform ();
  g_autoptr (WeftTaskGraph) graph = NULL;
  double *time_s = g_new (double, (gsize) n * N_DEVICES);

  weft_task_builder_add_kind (builder, &(WeftTaskCost) { .kernel = "task" });
  for (guint i = 0; i < n; i++)
    {
      JsonObject *task = json_array_get_object_element (tasks, i);
      const char *id = json_object_get_string_member (task, "id");
      JsonObject *ran = json_array_get_object_element (runs, GPOINTER_TO_UINT (g_hash_table_lookup (run_of, id)));

      weft_task_builder_add_task (builder, 0, weft_task_builder_intern (builder, id), WEFT_TASK_NONE);
      for (guint p = 0; p < N_DEVICES; p++)
        time_s[i * N_DEVICES + p]
          = rint (json_object_get_double_member (ran, "runtimeInSeconds") * 1000) * 2 / speed[p];
    }
  add_edges (builder, specification);
  graph = weft_task_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (graph);
  return weft_map_problem_new_rows (graph, platform, n, NULL, time_s);
}

static void
check_workflow (JsonObject *expected)
{
  const char *name = json_object_get_string_member (expected, "file");
  JsonObject *makespans = json_object_get_object_member (expected, "makespan_ms");
  g_autoptr (JsonNode) node = load (name);
  g_autoptr (WeftMapProblem) problem = make_problem (node);

  g_assert_cmpuint (problem->graph->n_tasks, ==, json_object_get_int_member (expected, "tasks"));
  g_assert_cmpuint (problem->graph->n_edges, ==, json_object_get_int_member (expected, "edges"));
  for (guint a = WEFT_MAP_HEFT; a < WEFT_MAP_EXHAUSTIVE; a++)
    {
      WeftMapAlgorithm like = a == WEFT_MAP_PEFT_LC ? WEFT_MAP_PEFT : a;
      g_autofree char *key = g_strdelimit (g_ascii_strup (weft_map_algorithm_info (like)->id, -1), "-", '_');
      g_autoptr (WeftMapResult) result = weft_map (problem, a, NULL, NULL, NULL);

      if (result->schedule->makespan_s != json_object_get_double_member (makespans, key))
        g_error ("%s, %s: %.17g, expected %.17g", name, key, result->schedule->makespan_s,
                 json_object_get_double_member (makespans, key));
    }
}

static void
test_workflows (void)
{
  g_autofree char *path = shared_path ("expected.json");
  g_autoptr (JsonNode) node = NULL;
  JsonArray *cases;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there are no workflows beside the project; WEFT_SHARED_DIR says where they are");
      return;
    }
  node = load ("expected.json");
  cases = json_object_get_array_member (json_node_get_object (node), "cases");
  g_assert_cmpuint (json_array_get_length (cases), >=, 4);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    check_workflow (json_array_get_object_element (cases, i));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workflows/makespans", test_workflows);
  return g_test_run ();
}
