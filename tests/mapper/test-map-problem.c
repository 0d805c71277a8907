/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems in plain numbers: what becomes of them, and what is refused, with its place. */
#include <json-glib/json-glib.h>
#include <math.h>

#include "base/weft-json.h"
#include "mapper/weft-map-problem.h"

#define TWO_BY_TWO "[[0,0],[0,0]]"

static WeftMapProblem *
read_text (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "test", NULL, NULL);

  g_assert_nonnull (node);
  return weft_map_problem_from_json (node, NULL, error);
}

static void
test_read (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapProblem) problem
    = read_text ("{\"procs\":3,\"tasks\":[[1,2,1],[3,0,3]],\"edges\":[[1,0,8]],\"labels\":[\"a\",\"b\"],"
                 "\"latency\":[[9,1,1],[1,9,1],[1,2,null]],\"bandwidth\":[[0,4,4],[4,0,4],[4,2,\"x\"]]}",
                 &error);
  g_autofree char *name = NULL;
  const WeftPlatform *platform;

  g_assert_no_error (error);
  platform = problem->platform;
  /* Devices 0 and 2 take the same times; of the six links one is unlike the others. */
  g_assert_cmpuint (platform->n_classes, ==, 2);
  g_assert_cmpuint (platform->class_of[0], ==, platform->class_of[2]);
  g_assert_cmpuint (platform->class_size[0], ==, 2);
  g_assert_cmpuint (platform->n_links, ==, 2);
  g_assert_cmpfloat (weft_map_problem_time_s (problem, 1, 1), ==, 0);
  g_assert_cmpfloat (weft_map_problem_time_s (problem, 0, 2), ==, 1);
  g_assert_cmpfloat (weft_platform_comm_s (platform, 2, 1, 8), ==, 6);
  g_assert_cmpfloat (weft_platform_comm_s (platform, 2, 2, 8), ==, 0);
  g_assert_cmpfloat (platform->mean_latency_s, ==, 7 / 6.0);
  g_assert_cmpfloat (platform->mean_inverse_bw_s, ==, 1.75 / 6);
  g_assert_true (isinf (platform->capacity_bytes[0]));
  name = weft_task_graph_task_name (problem->graph, 1);
  g_assert_cmpstr (name, ==, "b@1");
}

static void
test_one_device (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapProblem) problem
    = read_text ("{\"procs\":1,\"tasks\":[],\"edges\":[],\"latency\":[[0]],\"bandwidth\":[[0]]}", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (problem->graph->n_tasks, ==, 0);
  g_assert_cmpfloat (problem->platform->mean_inverse_bw_s, ==, 0);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    const char *words;
  } cases[] = {
    { "[]", "an object" },
    { "{}", "procs" },
    { "{\"procs\":0}", "/procs: there are no devices" },
    { "{\"procs\":-2}", "/procs: found the number -2" },
    { "{\"procs\":1.5}", "/procs" },
    { "{\"procs\":100000}", "at most 4096" },
    { "{\"procs\":2,\"format\":\"weft-neutral-dag/1\"}", "/format" },
    { "{\"procs\":2}", "tasks" },
    { "{\"procs\":2,\"tasks\":[[1]]}", "/tasks/0: found 1 numbers, one a device, expected 2" },
    { "{\"procs\":2,\"tasks\":[[1,2],[1,2,3]]}", "/tasks/1: found 3" },
    { "{\"procs\":2,\"tasks\":[[1,-2]]}", "/tasks/0/1: found the number -2" },
    { "{\"procs\":2,\"tasks\":[[1,null]]}", "/tasks/0/1: found null" },
    { "{\"procs\":2,\"tasks\":[[1,\"2\"]]}", "/tasks/0/1" },
    { "{\"procs\":2,\"tasks\":[[1,2]]}", "edges" },
    { "{\"procs\":2,\"tasks\":[[1,2]],\"edges\":[[0,1,5]]}", "/edges/0/1: found the number 1, but there are 1 tasks" },
    { "{\"procs\":2,\"tasks\":[[1,2]],\"edges\":[[-1,0,5]]}", "/edges/0/0" },
    { "{\"procs\":2,\"tasks\":[[1,2],[1,2]],\"edges\":[[0,1]]}", "/edges/0: found 2" },
    { "{\"procs\":2,\"tasks\":[[1,2],[1,2]],\"edges\":[[0,1,-5]]}", "/edges/0/2: found the number -5" },
    { "{\"procs\":2,\"tasks\":[[1,2],[1,2]],\"edges\":[[0,1,5],[1,0,5]]}", "task@0 → task@1 → task@0" },
    { "{\"procs\":2,\"tasks\":[[1,2]],\"edges\":[[0,0,5]],\"labels\":[\"dot\"]}", "dot@0 → dot@0" },
    { "{\"procs\":2,\"tasks\":[[1,2],[1,2]],\"edges\":[[0,1,5],[0,1,5]]}", "from task “task@0” to task “task@1”" },
    { "{\"procs\":2,\"tasks\":[[1,2]],\"edges\":[]}", "latency" },
    { "{\"procs\":2,\"tasks\":[[1,2]],\"edges\":[],\"latency\":[[0,0]],\"bandwidth\":" TWO_BY_TWO "}",
      "/latency: found 1" },
    { "{\"procs\":2,\"tasks\":[[1,2]],\"edges\":[],\"latency\":[[0,0],[0]],\"bandwidth\":[[0,1],[1,0]]}",
      "/latency/1: found 1" },
    { "{\"procs\":2,\"tasks\":[[1,2]],\"edges\":[],\"latency\":[[0,-1],[0,0]],\"bandwidth\":" TWO_BY_TWO "}",
      "/latency/0/1" },
    { "{\"procs\":2,\"tasks\":[[1,2]],\"edges\":[],\"latency\":" TWO_BY_TWO ",\"bandwidth\":[[0,1],[0,0]]}",
      "/bandwidth/1/0: found the number 0" },
    { "{\"procs\":2,\"tasks\":[[1,2]],\"edges\":[],\"latency\":" TWO_BY_TWO ",\"bandwidth\":[[0,1],[1]]}",
      "/bandwidth/1: found 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      WeftMapProblem *problem = read_text (cases[i].text, &error);

      g_assert_null (problem);
      if (error == NULL || strstr (error->message, cases[i].words) == NULL)
        g_error ("%s: “%s” does not say “%s”", cases[i].text, error != NULL ? error->message : "", cases[i].words);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map-problem/read", test_read);
  g_test_add_func ("/map-problem/one-device", test_one_device);
  g_test_add_func ("/map-problem/refused", test_refused);
  return g_test_run ();
}
