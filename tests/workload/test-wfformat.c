/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workflows in WfFormat: how specification and execution are joined, what is refused, and real ones, where they are. */

#include <math.h>

#include "base/weft-json.h"
#include "workload-fixture.h"
#include "workload/weft-wfformat-private.h"

/* Three tasks in a row beside a lone one; the execution lists them in another order. */
static const char small[]
    = "{'name': 'small', 'description': 'd', 'createdAt': '2024', 'schemaVersion': '1.5', 'workflow': {"
      "'execution': {'makespanInSeconds': 9, 'executedAt': 'x', 'tasks': ["
      " {'id': 'cut_ID0000003', 'runtimeInSeconds': 0, 'machines': ['m1', 'm2']},"
      " {'id': 'read_ID0000001', 'runtimeInSeconds': 1.5, 'machines': ['m1'], 'memoryInBytes': 1000,"
      "  'readBytes': 11, 'writtenBytes': 12, 'coreCount': 4, 'command': {'program': 'read'}},"
      " {'id': 'read_ID0000002', 'runtimeInSeconds': 2, 'machines': ['m1', 'm2']},"
      " {'id': 'lone', 'runtimeInSeconds': 3}],"
      "'machines': [{'nodeName': 'm1', 'cpu': {'coreCount': 2, 'speedInMHz': 1000}},"
      "               {'nodeName': 'm2', 'cpu': {'speedInMHz': 2000}}]},"
      "'specification': {'files': ["
      "  {'id': 'in', 'sizeInBytes': 100}, {'id': 'mid', 'sizeInBytes': 7}, {'id': 'mid2', 'sizeInBytes': 8},"
      "  {'id': 'out', 'sizeInBytes': 1}, {'id': 'unused', 'sizeInBytes': 50}],"
      "'tasks': ["
      " {'name': 'read_ID0000001', 'id': 'read_ID0000001', 'parents': [], 'children': ['read_ID0000002'],"
      "  'inputFiles': ['in'], 'outputFiles': ['mid', 'mid2', 'mid']},"
      " {'name': 'read_ID0000002', 'id': 'read_ID0000002', 'parents': ['read_ID0000001'], 'children': [],"
      "  'inputFiles': ['mid', 'mid2', 'mid', 'in'], 'outputFiles': ['out']},"
      " {'name': 'cut', 'id': 'cut_ID0000003', 'parents': ['read_ID0000002', 'read_ID0000001'],"
      "  'inputFiles': ['out']},"
      " {'name': 'lone', 'id': 'lone'}]}}}";

static WeftTaskGraph *
read_with_stats (const char *text, WeftWfStats *stats)
{
  WeftWorkloadText file = { .text = text, .length = strlen (text), .name = "f" };
  g_autoptr (GError) error = NULL;
  WeftTaskGraph *graph = weft_wfformat_read_stats (&file, stats, &error);

  g_assert_no_error (error);
  return graph;
}

static void
test_join (void)
{
  WeftWfStats stats;
  g_autofree char *text = quote_text (small);
  g_autoptr (WeftTaskGraph) graph = read_with_stats (text, &stats);

  g_assert_cmpuint (stats.n_tasks, ==, 4);
  g_assert_cmpuint (stats.n_edges, ==, 3);
  g_assert_cmpuint (stats.n_files, ==, 5);
  g_assert_cmpfloat (stats.file_bytes, ==, 166);
  g_assert_cmpfloat (stats.external_input_bytes, ==, 100);
  g_assert_cmpfloat (stats.edge_bytes, ==, 16);
  g_assert_cmpfloat (stats.runtime_s, ==, 6.5);
  g_assert_cmpuint (stats.n_zero_runtimes, ==, 1);
  g_assert_cmpuint (stats.n_roots, ==, 2);
  g_assert_cmpuint (stats.n_leaves, ==, 2);

  g_assert_cmpstr (graph->name, ==, "small");
  g_assert_cmpuint (task_named (graph, "cut_ID0000003"), ==, 2);
  g_assert_cmpfloat (edge_bytes (graph, "read_ID0000001", "read_ID0000002"), ==, 15);
  g_assert_cmpfloat (edge_bytes (graph, "read_ID0000002", "cut_ID0000003"), ==, 1);
  /* said by the child alone, and nothing passes */
  g_assert_cmpfloat (edge_bytes (graph, "read_ID0000001", "cut_ID0000003"), ==, 0);
}

static void
test_cost (void)
{
  WeftWfStats stats;
  g_autofree char *text = quote_text (small);
  g_autoptr (WeftTaskGraph) graph = read_with_stats (text, &stats);
  const WeftTaskKind *kind = kind_of (graph, "read_ID0000001");

  g_assert_cmpstr (weft_task_graph_kernel (graph, 0), ==, "read");
  g_assert_cmpstr (weft_task_graph_kernel (graph, 1), ==, "read");
  g_assert_cmpstr (weft_task_graph_kernel (graph, 2), ==, "cut");
  g_assert_cmpfloat (time_of (graph, "read_ID0000001", "*"), ==, 1.5);
  g_assert_cmpfloat (time_of (graph, "cut_ID0000003", "*"), ==, 0);
  g_assert_cmpfloat (flops_of (graph, "read_ID0000001"), ==, 1.5e9);
  /* on two machines at once */
  g_assert_cmpfloat (flops_of (graph, "read_ID0000002"), ==, 6e9);
  /* on a machine that is not said, and they differ */
  g_assert_cmpfloat (flops_of (graph, "lone"), ==, 0);
  g_assert_cmpfloat (time_of (graph, "lone", "*"), ==, 3);
  g_assert_cmpfloat (kind->bytes_read, ==, 11);
  g_assert_cmpfloat (kind->bytes_written, ==, 12);
  g_assert_cmpfloat (kind->working_set_bytes, ==, 1000);
}

static void
test_notes (void)
{
  g_auto (Reading) self = take_text (weft_wfformat_read, small);

  expect_note (&self, "“workflow.execution.tasks[].coreCount” is not used (1 time)");
  expect_note (&self, "“workflow.execution.machines[].cpu.coreCount” is not used");
  expect_note (&self, "1 task ran on is not known");
  expect_note (&self, "one FP64 operation in each cycle");
  expect_note (&self, "of these 100 B come from outside");
  check_round_trip (self.graph);
}

/* --- variations of a text --- */

static char *
replace (const char *text, const char *old, const char *new)
{
  g_auto (GStrv) parts = g_strsplit (text, old, -1);

  g_assert_cmpuint (g_strv_length (parts), >, 1);
  return g_strjoinv (new, parts);
}

static void
expect_replaced_refused (const char *old, const char *new, int code, const char *words)
{
  g_autofree char *text = replace (small, old, new);

  expect_refused (weft_wfformat_read, text, code, words);
}

/* One task alone with a parent that is not there: the file is damaged. Several that share one: it was not recorded. */
static void
test_unknown_parents (void)
{
  g_autofree char *first = replace (small, "'parents': []", "'parents': ['gone']");
  g_autofree char *second = replace (first, "'parents': ['read_ID0000001']", "'parents': ['gone', 'gone']");
  g_auto (Reading) self = { 0 };

  expect_refused (weft_wfformat_read, first, WEFT_WORKLOAD_ERROR_DANGLING,
                  "task “read_ID0000001” has the parent “gone”");
  self = take_text (weft_wfformat_read, second);
  expect_note (&self, "1 parent that several tasks share is not in the file");
  g_assert_cmpuint (self.graph->n_edges, ==, 3);
  expect_replaced_refused ("'children': []", "'children': ['gone']", WEFT_WORKLOAD_ERROR_DANGLING,
                           "task “read_ID0000002” has the child “gone”");
}

static void
test_refused (void)
{
  expect_replaced_refused ("'children': []", "'children': ['read_ID0000001']", WEFT_WORKLOAD_ERROR_CYCLE,
                           "read_ID0000001 → read_ID0000002 → read_ID0000001");
  expect_replaced_refused ("'runtimeInSeconds': 2", "'avgCPU': 2", WEFT_WORKLOAD_ERROR_MISSING,
                           "1 of 4 tasks has no “runtimeInSeconds” in “workflow.execution”: “read_ID0000002”");
  expect_replaced_refused ("'runtimeInSeconds': 2", "'runtimeInSeconds': -2", -1, "the number -2");
  expect_replaced_refused ("'runtimeInSeconds': 2", "'runtimeInSeconds': NaN", -1, "NaN");
  expect_replaced_refused ("'id': 'lone', 'runtimeInSeconds': 3", "'id': 'cut_ID0000003'",
                           WEFT_WORKLOAD_ERROR_DUPLICATE, "“cut_ID0000003” is here a second time");
  expect_replaced_refused ("'name': 'lone', 'id': 'lone'", "'id': 'read_ID0000001'",
                           WEFT_WORKLOAD_ERROR_DUPLICATE, "“read_ID0000001” is here a second time");
  expect_replaced_refused ("'name': 'lone', 'id': 'lone'", "'name': 'lone'", WEFT_WORKLOAD_ERROR_MISSING,
                           "no “id”");
  expect_replaced_refused ("{'id': 'mid', 'sizeInBytes': 7}, ", "", WEFT_WORKLOAD_ERROR_DANGLING,
                           "“read_ID0000002” reads the file “mid”");
  expect_replaced_refused ("{'id': 'mid', 'sizeInBytes': 7}", "{'id': 'mid', 'sizeInBytes': -7}", -1, "-7");
  expect_replaced_refused ("'id': 'mid2'", "'id': 'mid'", WEFT_WORKLOAD_ERROR_DUPLICATE, "“mid”");
  expect_replaced_refused ("'execution': {", "'note': {", WEFT_WORKLOAD_ERROR_MISSING,
                           "“workflow.execution.tasks” is missing");
  expect_replaced_refused ("'specification': {", "'spec': {", WEFT_WORKLOAD_ERROR_MISSING,
                           "“workflow.specification.tasks”");
}

static void
test_taken (void)
{
  g_autofree char *many = replace (small, "'outputFiles': ['out']", "'outputFiles': ['out', 'mid']");
  g_autofree char *external = replace (small, "{'id': 'in', 'sizeInBytes': 100}, ", "");
  g_autofree char *more
      = replace (small, "{'id': 'lone'", "{'id': 'stage-in', 'runtimeInSeconds': 1}, {'id': 'lone'");
  g_autofree char *same = replace (small, "'speedInMHz': 2000", "'speedInMHz': 1000");
  g_auto (Reading) of_many = take_text (weft_wfformat_read, many);
  g_auto (Reading) of_external = take_text (weft_wfformat_read, external);
  g_auto (Reading) of_more = take_text (weft_wfformat_read, more);
  g_auto (Reading) of_same = take_text (weft_wfformat_read, same);
  g_auto (Reading) empty = take_text (weft_wfformat_read, "{'schemaVersion': '1.5', 'workflow': {'specification': "
                                                          "{'tasks': []}}}");

  expect_note (&of_many, "1 file is written by several tasks");
  g_assert_cmpfloat (edge_bytes (of_many.graph, "read_ID0000001", "read_ID0000002"), ==, 15);
  expect_note (&of_external, "1 file has no size");
  expect_note (&of_more, "1 task of the execution is not in the specification");
  g_assert_cmpuint (of_more.graph->n_tasks, ==, 4);
  /* all machines are alike, so that it does not matter which one it was */
  g_assert_cmpfloat (flops_of (of_same.graph, "lone"), ==, 3e9);
  g_assert_cmpuint (empty.graph->n_tasks, ==, 0);
}

/* --- versions --- */

static void
test_versions (void)
{
  g_autofree char *none = replace (small, "'schemaVersion': '1.5', ", "");
  g_autofree char *later = replace (small, "'schemaVersion': '1.5'", "'schemaVersion': '1.12'");
  g_autofree char *earlier = replace (small, "'schemaVersion': '1.5'", "'schemaVersion': '1.4'");
  g_auto (Reading) of_none = take_text (weft_wfformat_read, none);
  g_auto (Reading) of_later = take_text (weft_wfformat_read, later);

  expect_note (&of_none, "no “schemaVersion”");
  expect_note (&of_later, "“schemaVersion” is 1.12");
  expect_refused (weft_wfformat_read, earlier, WEFT_WORKLOAD_ERROR_UNSUPPORTED,
                  "“schemaVersion” is 1.4, but 1.5 is read");
  expect_refused (weft_wfformat_read,
                  "{'name': 'x', 'schemaVersion': '1.4', 'workflow': {'makespanInSeconds': 1, 'tasks': [{'name': "
                  "'a', 'runtimeInSeconds': 1, 'files': []}]}}",
                  WEFT_WORKLOAD_ERROR_UNSUPPORTED, "migration tool");
  expect_refused (weft_wfformat_read,
                  "{'name': 'x', 'schemaVersion': '1.2', 'workflow': {'jobs': [{'name': 'a', 'runtime': 1}]}}",
                  WEFT_WORKLOAD_ERROR_UNSUPPORTED, "“schemaVersion” is \"1.2\"");
}

/* --- real workflows --- */

static char *
shared_path (const char *name)
{
  const char *shared = g_getenv ("WEFT_SHARED_DIR");
  g_autofree char *beside = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "..", "shared", NULL);

  return g_build_filename (shared != NULL ? shared : beside, "map", "wf", name, NULL);
}

static void
check_real (JsonObject *expected)
{
  g_autofree char *path = shared_path (json_object_get_string_member (expected, "file"));
  g_autofree char *text = NULL;
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autoptr (GError) error = NULL;
  WeftWfStats stats;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  graph = read_with_stats (text, &stats);
  g_assert_cmpint (stats.n_tasks, ==, json_object_get_int_member (expected, "tasks"));
  g_assert_cmpint (graph->n_tasks, ==, json_object_get_int_member (expected, "tasks"));
  g_assert_cmpint (stats.n_edges, ==, json_object_get_int_member (expected, "edges"));
  g_assert_cmpint (graph->n_edges, ==, json_object_get_int_member (expected, "edges"));
  g_assert_cmpint (stats.n_files, ==, json_object_get_int_member (expected, "files"));
  g_assert_cmpfloat (stats.file_bytes, ==, json_object_get_double_member (expected, "file_bytes"));
  g_assert_cmpfloat (stats.external_input_bytes, ==, json_object_get_double_member (expected, "external_input_bytes"));
  g_assert_cmpfloat (stats.edge_bytes, ==, json_object_get_double_member (expected, "edge_bytes"));
  g_assert_cmpfloat_with_epsilon (stats.runtime_s, json_object_get_double_member (expected, "runtime_s_sum"), 1e-9);
  g_assert_cmpint (stats.n_zero_runtimes, ==, json_object_get_int_member (expected, "zero_runtime_tasks"));
  g_assert_cmpint (stats.n_roots, ==, json_object_get_int_member (expected, "roots"));
  g_assert_cmpint (stats.n_leaves, ==, json_object_get_int_member (expected, "leaves"));
  check_round_trip (graph);
}

static void
test_real (void)
{
  g_autofree char *path = shared_path ("expected.json");
  g_autoptr (JsonNode) node = weft_json_load (path, NULL, NULL);
  JsonArray *cases;

  if (node == NULL)
    {
      g_test_skip ("the workflows are not here; WEFT_SHARED_DIR names the folder that has map/wf");
      return;
    }
  cases = json_object_get_array_member (json_node_get_object (node), "cases");
  g_assert_cmpuint (json_array_get_length (cases), >, 0);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    check_real (json_array_get_object_element (cases, i));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wfformat/join", test_join);
  g_test_add_func ("/wfformat/cost", test_cost);
  g_test_add_func ("/wfformat/notes", test_notes);
  g_test_add_func ("/wfformat/unknown-parents", test_unknown_parents);
  g_test_add_func ("/wfformat/refused", test_refused);
  g_test_add_func ("/wfformat/taken", test_taken);
  g_test_add_func ("/wfformat/versions", test_versions);
  g_test_add_func ("/wfformat/real", test_real);
  return g_test_run ();
}
