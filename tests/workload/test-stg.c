/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Task graphs of the Standard Task Graph Set: both layouts, and what is refused. */

#include "workload-fixture.h"
#include "workload/weft-stg-private.h"

static const char standard[] = "          4\r\n"
                               "          0          0          0\n"
                               "          1         20          1          0\n"
                               "          2          7          1          0\n"
                               "\n"
                               "          3         20          2          1          2\n"
                               "          4        0.5          1          1\n"
                               "          5          0          2          3          4\n"
                               "# Standard Task Graph Set Project\n"
                               "# Tasks : 4\n";

static void
test_standard (void)
{
  g_auto (Reading) self = take_text (weft_stg_read, standard);
  const WeftTaskGraph *graph = self.graph;

  g_assert_cmpuint (graph->n_tasks, ==, 6);
  g_assert_cmpuint (graph->n_edges, ==, 7);
  g_assert_cmpfloat (edge_bytes (graph, "T@2", "T@3"), ==, 0);
  g_assert_cmpfloat (edge_bytes (graph, "T@2", "T@4"), ==, -1);
  g_assert_cmpfloat (time_of (graph, "T@4", "*"), ==, 0.5);
  g_assert_cmpfloat (time_of (graph, "T@0", "*"), ==, 0);
  g_assert_cmpstr (weft_task_graph_kernel (graph, 0), ==, "dummy");
  g_assert_cmpstr (weft_task_graph_kernel (graph, 1), ==, "task");
  g_assert_cmpstr (weft_task_graph_kernel (graph, 5), ==, "dummy");
  /* 0, 20, 7 and 0.5: tasks 1 and 3 cost the same */
  g_assert_cmpuint (graph->n_kinds, ==, 4);
  g_assert_cmpstr (graph->name, ==, "f");
  expect_note (&self, "second");
  check_round_trip (graph);
}

static void
test_prototype (void)
{
  static const char *const texts[] = {
    "    3     2\n     1    14     0\n     2    20     1     1\n     3     9     1     1\n"
    "     4     0     2     2     3\n",
    "    3     2\n     1    14     0\n     2    20     1     1\n     3     9     1     1\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (Reading) self = take_text (weft_stg_read, texts[i]);

      g_assert_cmpuint (self.graph->n_tasks, ==, 4 - i);
      g_assert_cmpfloat (edge_bytes (self.graph, "T@1", "T@3"), ==, 0);
      g_assert_cmpfloat (time_of (self.graph, "T@2", "*"), ==, 20);
      expect_note (&self, "2 processors");
    }
}

static void
test_empty (void)
{
  g_auto (Reading) self = take_text (weft_stg_read, "0\n0 0 0\n1 0 1 0");

  g_assert_cmpuint (self.graph->n_tasks, ==, 2);
  g_assert_cmpuint (self.graph->n_edges, ==, 1);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    int code;
    const char *words;
  } cases[] = {
    { "", WEFT_WORKLOAD_ERROR_INVALID, "no tasks" },
    { "# nothing\n", WEFT_WORKLOAD_ERROR_INVALID, "no tasks" },
    { "x", WEFT_WORKLOAD_ERROR_INVALID, "f.x:1: found \"x\", expected the number of tasks" },
    { "-4", WEFT_WORKLOAD_ERROR_INVALID, "\"-4\"" },
    { "1 2 3", WEFT_WORKLOAD_ERROR_INVALID, "3 numbers" },
    { "10000000", WEFT_WORKLOAD_ERROR_LIMIT, "at most 10000000" },
    { "99999999999999999999", WEFT_WORKLOAD_ERROR_INVALID, "a whole number" },
    { "1\n0 0 0\n1 5 1 0", WEFT_WORKLOAD_ERROR_INVALID, "makes 3 lines with the dummies; found 2" },
    { "1\n0 0 0\n1 5 1 0\n2 0 1 1\n3 0 1 1", WEFT_WORKLOAD_ERROR_INVALID, "f.x:5:" },
    { "1\n0 0 0\n1 5 1 9\n2 0 1 1", WEFT_WORKLOAD_ERROR_DANGLING, "f.x:3: task 1 comes after task 9" },
    { "1\n0 0 0\n0 5 1 0\n2 0 1 1", WEFT_WORKLOAD_ERROR_DUPLICATE, "task 0 a second time" },
    { "1\n0 0 0\n2 5 1 0\n2 0 1 1", WEFT_WORKLOAD_ERROR_INVALID, "found task 2, expected task 1" },
    { "1\n0 0 0\n1 -5 1 0\n2 0 1 1", WEFT_WORKLOAD_ERROR_INVALID, "\"-5\", expected the time of task 1" },
    { "1\n0 0 0\n1 nan 1 0\n2 0 1 1", WEFT_WORKLOAD_ERROR_INVALID, "\"nan\"" },
    { "1\n0 0 0\n1 inf 1 0\n2 0 1 1", WEFT_WORKLOAD_ERROR_INVALID, "\"inf\"" },
    { "1\n0 0 0\n1 0x5 1 0\n2 0 1 1", WEFT_WORKLOAD_ERROR_INVALID, "\"0x5\"" },
    { "1\n0 0 0\n1 1e999 1 0\n2 0 1 1", WEFT_WORKLOAD_ERROR_INVALID, "\"1e999\"" },
    { "1\n0 0 0\n1 5 2 0\n2 0 1 1", WEFT_WORKLOAD_ERROR_INVALID, "comes after 2 tasks, but its line lists 1" },
    { "1\n0 0 0\n1 5 1 0 2\n2 0 1 1", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "communication costs" },
    { "1\n0 0 0\n1 5 1\n0 7\n2 0 1 1\n1 3\n", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "communication costs" },
    { "2\n0 0 0\n1 5 1 2\n2 5 1 1\n3 0 1 2", WEFT_WORKLOAD_ERROR_CYCLE,
      "f.x: 2 tasks wait for each other: T@1 → T@2 → T@1" },
    { "1\n0 0 0\n1 5", WEFT_WORKLOAD_ERROR_INVALID, "the end of the line" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    expect_refused (weft_stg_read, cases[i].text, cases[i].code, cases[i].words);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stg/standard", test_standard);
  g_test_add_func ("/stg/prototype", test_prototype);
  g_test_add_func ("/stg/empty", test_empty);
  g_test_add_func ("/stg/refused", test_refused);
  return g_test_run ();
}
