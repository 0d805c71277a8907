/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list schedulers against schedules that were computed independently: every device and every start must be the
 * same number. */
#include <json-glib/json-glib.h>

#include "base/weft-json.h"
#include "mapper/weft-mapper.h"

static char *
data_path (const char *folder, const char *name)
{
  return g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "tests", "data", "mapper", folder, name, NULL);
}

static JsonNode *
load (const char *folder, const char *name)
{
  g_autofree char *path = data_path (folder, name);
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_load (path, NULL, &error);

  g_assert_no_error (error);
  return node;
}

static WeftMapResult *
map (WeftMapProblem *problem, WeftMapAlgorithm algorithm)
{
  g_autoptr (GError) error = NULL;
  WeftMapResult *result = weft_map (problem, algorithm, NULL, NULL, &error);

  g_assert_no_error (error);
  weft_schedule_check (result->schedule, problem, &error);
  g_assert_no_error (error);
  return result;
}

/* The name in the data: "PEFT_LINK" of "peft-link". */
static char *
expected_key (WeftMapAlgorithm algorithm)
{
  char *key = g_ascii_strup (weft_map_algorithm_info (algorithm)->id, -1);

  return g_strdelimit (key, "-", '_');
}

static void
compare (const char *name, const char *key, const WeftSchedule *schedule, JsonObject *expected)
{
  JsonArray *proc = json_object_get_array_member (expected, "proc");
  JsonArray *start = json_object_get_array_member (expected, "start");

  g_assert_cmpuint (json_array_get_length (proc), ==, schedule->n_tasks);
  for (guint i = 0; i < schedule->n_tasks; i++)
    if (schedule->device[i] != json_array_get_int_element (proc, i)
        || schedule->start_s[i] != json_array_get_double_element (start, i))
      g_error ("%s, %s: task %u is on %u at %.17g, expected on %" G_GINT64_FORMAT " at %.17g", name, key, i,
               schedule->device[i], schedule->start_s[i], json_array_get_int_element (proc, i),
               json_array_get_double_element (start, i));
  g_assert_cmpfloat (schedule->makespan_s, ==, json_object_get_double_member (expected, "makespan"));
}

static void
check_instance (const char *folder, const char *name)
{
  g_autoptr (JsonNode) node = load (folder, name);
  JsonObject *expected = json_object_get_object_member (json_node_get_object (node), "expected");
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapProblem) problem = weft_map_problem_from_json (node, NULL, &error);

  g_assert_no_error (error);
  for (guint a = WEFT_MAP_HEFT; a < WEFT_MAP_EXHAUSTIVE; a++)
    {
      g_autofree char *key = expected_key (a);
      g_autoptr (WeftMapResult) result = map (problem, a);

      compare (name, key, result->schedule,
               json_object_get_object_member (expected, a == WEFT_MAP_PEFT_LC ? "PEFT" : key));
      g_assert_cmpfloat (result->bound_s, <=, result->schedule->makespan_s);
    }
}

static void
check_folder (const char *folder, guint n_expected)
{
  g_autofree char *path = data_path (folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  for (; (name = g_dir_read_name (dir)) != NULL; n++)
    check_instance (folder, name);
  g_assert_cmpuint (n, ==, n_expected);
}

static void
test_canonical (void)
{
  check_folder ("canonical", 4);
}

static void
test_instances (void)
{
  check_folder ("instances", 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mapper/canonical", test_canonical);
  g_test_add_func ("/mapper/instances", test_instances);
  return g_test_run ();
}
