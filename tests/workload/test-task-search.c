/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding tasks by parts of their names, against looking at every name. */
#include <string.h>

#include "workload/weft-task-builder.h"
#include "workload/weft-task-search.h"

static WeftTaskGraph *
make_graph (void)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("test");
  WeftTaskCost cost = { .kernel = "work" };
  static const char *const stems[] = { "spmv", "Halo_2", "symgs2_pre", "last@x" };
  g_autoptr (GError) error = NULL;
  WeftTaskGraph *graph;

  weft_task_builder_add_kind (builder, &cost);
  for (guint32 i = 0; i < 200; i++)
    weft_task_builder_add_task (builder, 0, weft_task_builder_intern (builder, stems[i % 4]), i % 7 == 0 ? WEFT_TASK_NONE : i);
  graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return graph;
}

static void
test_all (void)
{
  static const char *const needles[] = { "spmv", "SPMV@1", "halo", "2", "@1", "2@3", "pre@", "@", "x@1", "nothing", "19",
                                         " spmv ", "" };
  g_autoptr (WeftTaskGraph) graph = make_graph ();

  for (guint n = 0; n < G_N_ELEMENTS (needles); n++)
    {
      g_autoptr (GArray) found = weft_task_graph_search (graph, needles[n]);
      g_autofree char *needle = g_strstrip (g_ascii_strdown (needles[n], -1));
      guint at = 0;

      for (guint32 i = 0; i < graph->n_tasks && *needle != '\0'; i++)
        {
          g_autofree char *name = weft_task_graph_task_name (graph, i);
          g_autofree char *lower = g_ascii_strdown (name, -1);

          if (strstr (lower, needle) == NULL)
            continue;
          g_assert_cmpuint (at, <, found->len);
          g_assert_cmpuint (g_array_index (found, guint32, at++), ==, i);
        }
      g_assert_cmpuint (at, ==, found->len);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task-search/all", test_all);
  return g_test_run ();
}
