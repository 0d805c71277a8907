/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weft's own format of workloads: columns and rows, what is refused, and the schema. */

#include <math.h>

#include "base/weft-json.h"
#include "workload-fixture.h"
#include "workload/weft-workload-file.h"

#define HEAD "{'format': 'weft-workload/1', "

/* --- columns --- */

static WeftTaskGraph *
make_rich (void)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("a “rich” one");
  WeftTaskCost cost = {
    .kernel = "gemm",
    .flops = { [WEFT_DTYPE_FP64] = 1e9, [WEFT_DTYPE_BF16] = 0.1 + 0.2 },
    .bytes_read = 4096,
    .bytes_written = 1.0 / 3,
    .working_set_bytes = 1e15,
    .region_bytes_read = 4000,
    .region_bytes_written = 0.25,
  };
  WeftTaskCost reduce = { .kernel = "sum\n\"all\"", .comm = WEFT_COMM_ALL_REDUCE, .comm_bytes = 8 };
  WeftTaskGraph *graph;
  GError *error = NULL;
  guint32 stem;

  weft_task_builder_set_source (builder, "by hand");
  weft_task_builder_add_note (builder, "It is small.");
  weft_task_builder_add_note (builder, "It means nothing.");
  weft_task_builder_add_kind (builder, &cost);
  weft_task_builder_add_time (builder, "gpu", 1e-6);
  weft_task_builder_add_time (builder, "*", 0);
  weft_task_builder_add_kind (builder, &reduce);
  stem = weft_task_builder_intern (builder, "gemm");
  weft_task_builder_add_task (builder, 0, stem, 0);
  weft_task_builder_add_task (builder, 0, stem, 4294967294u);
  weft_task_builder_add_task (builder, 1, weft_task_builder_intern (builder, "ré@007"), WEFT_TASK_NONE);
  weft_task_builder_add_task (builder, 1, weft_task_builder_intern (builder, "end"), WEFT_TASK_NONE);
  weft_task_builder_add_region (builder, weft_task_builder_intern (builder, "weights"), 3, 1e10);
  weft_task_builder_add_region (builder, weft_task_builder_intern (builder, "state"), WEFT_TASK_NONE, 0);
  weft_task_builder_set_group (builder, 2, 0);
  weft_task_builder_set_group (builder, 3, 0);
  weft_task_builder_set_region (builder, 1, 1);
  weft_task_builder_set_region (builder, 0, 0);
  weft_task_builder_add_edge (builder, 0, 2, 8);
  weft_task_builder_add_edge (builder, 1, 3, 2.5);
  weft_task_builder_add_edge (builder, 0, 1, 0);
  graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return graph;
}

/* The format as it is published: these bytes are what other programs read. */
static void
test_bytes (void)
{
  g_autoptr (WeftTaskGraph) graph = make_rich ();
  g_autoptr (GString) text = weft_workload_json_write (graph);

  g_assert_cmpstr (text->str, ==,
                   "{\n"
                   "  \"format\": \"weft-workload/1\",\n"
                   "  \"name\": \"a “rich” one\",\n"
                   "  \"source\": \"by hand\",\n"
                   "  \"notes\": [\n"
                   "    \"It is small.\",\n"
                   "    \"It means nothing.\"\n"
                   "  ],\n"
                   "  \"kinds\": [\n"
                   "    {\"kernel\": \"gemm\", \"flops\": {\"fp64\": 1000000000, \"bf16\": 0.30000000000000004}, "
                   "\"bytes_read\": 4096, \"bytes_written\": 0.3333333333333333, \"working_set_bytes\": 1e+15, "
                   "\"region_bytes_read\": 4000, \"region_bytes_written\": 0.25, \"times\": {\"gpu\": 1e-06, \"*\": 0}},\n"
                   "    {\"kernel\": \"sum\\n\\\"all\\\"\", \"comm\": \"all_reduce\", \"comm_bytes\": 8}\n"
                   "  ],\n"
                   "  \"regions\": [\n"
                   "    {\"name\": \"weights@3\", \"bytes\": 10000000000},\n"
                   "    {\"name\": \"state\", \"bytes\": 0}\n"
                   "  ],\n"
                   "  \"tasks\": {\n"
                   "    \"name\": [\"gemm@0\", \"gemm@4294967294\", \"ré@007\", \"end\"],\n"
                   "    \"kind\": [0, 0, 1, 1],\n"
                   "    \"group\": [null, null, 0, 0],\n"
                   "    \"region\": [0, 1, null, null]\n"
                   "  },\n"
                   "  \"edges\": {\n"
                   "    \"from\": [0, 0, 1],\n"
                   "    \"to\": [1, 2, 3],\n"
                   "    \"bytes\": [0, 8, 2.5]\n"
                   "  }\n"
                   "}\n");
}

static void
test_round_trip (void)
{
  g_autoptr (WeftTaskGraph) graph = make_rich ();
  g_autoptr (GString) text = weft_workload_json_write (graph);
  g_auto (Reading) again = take_text (weft_workload_json_read, text->str);

  check_round_trip (graph);
  g_assert_cmpstr (again.graph->name, ==, "a “rich” one");
  g_assert_cmpstr (again.graph->source, ==, "by hand");
  g_assert_cmpuint (g_strv_length (again.graph->notes), ==, 2);
  g_assert_cmpstr (again.graph->notes[1], ==, "It means nothing.");
  g_assert_cmpmem (again.graph->kind, 16, graph->kind, 16);
  g_assert_cmpmem (again.graph->ordinal, 16, graph->ordinal, 16);
  g_assert_cmpmem (again.graph->group, 16, graph->group, 16);
  g_assert_cmpmem (again.graph->region, 16, graph->region, 16);
  g_assert_cmpuint (again.graph->n_groups, ==, 1);
  g_assert_cmpfloat (again.graph->kinds[0].bytes_written, ==, 1.0 / 3);
  g_assert_cmpfloat (again.graph->work_flops[1], ==, 0.1 + 0.2);
  g_assert_cmpuint (again.graph->work_dtype[1], ==, WEFT_DTYPE_BF16);
  g_assert_cmpfloat (time_of (again.graph, "gemm@0", "gpu"), ==, 1e-6);
  g_assert_cmpfloat (time_of (again.graph, "gemm@0", "*"), ==, 0);
  g_assert_cmpuint (kind_of (again.graph, "end")->comm, ==, WEFT_COMM_ALL_REDUCE);
  g_assert_cmpfloat (edge_bytes (again.graph, "gemm@4294967294", "end"), ==, 2.5);
  g_assert_cmpfloat (again.graph->regions[0].bytes, ==, 1e10);
}

/* Long columns are broken into lines, at places that do not change the values. */
static void
test_long (void)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("long");
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autoptr (GString) text = NULL;
  g_auto (GStrv) lines = NULL;
  guint32 stem = weft_task_builder_intern (builder, "t");
  const WeftTaskCost cost = { .kernel = "k" };

  weft_task_builder_add_kind (builder, &cost);
  for (guint32 i = 0; i < 5000; i++)
    {
      weft_task_builder_add_task (builder, 0, stem, i);
      for (guint k = 0; k < 3 && i > 0; k++)
        weft_task_builder_add_edge (builder, g_rand_int_range (random, 0, (int) i), i,
                                    k == 0 ? g_rand_double (random) * 1e9 : g_rand_int_range (random, 0, 3000));
    }
  graph = weft_task_builder_finish (builder, NULL, NULL);
  check_round_trip (graph);
  text = weft_workload_json_write (graph);
  lines = g_strsplit (text->str, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    g_assert_cmpuint (strlen (*line), <, 160);
}

/* Members come in any order. */
static void
test_order (void)
{
  g_auto (Reading) self = take_text (
      weft_workload_json_read,
      "{'edges': {'to': [1], 'from': [0]}, 'tasks': {'region': [null, 0], 'kind': [1, 0], 'name': ['a', "
      "'b']}, 'regions': [{'bytes': 5, 'name': 'r'}], 'kinds': [{'kernel': 'x'}, {'kernel': 'y', "
      "'flops': 3}], 'format': 'weft-workload/1'}");

  g_assert_cmpstr (self.graph->name, ==, "f");
  g_assert_null (self.graph->source);
  g_assert_cmpfloat (edge_bytes (self.graph, "a", "b"), ==, 0);
  g_assert_cmpstr (weft_task_graph_kernel (self.graph, 0), ==, "y");
  g_assert_cmpuint (self.graph->region[1], ==, 0);
  g_assert_cmpuint (self.notes->len, ==, 0);
}

static void
test_empty (void)
{
  static const char *const texts[] = {
    HEAD "'tasks': []}",
    HEAD "'tasks': {}}",
    HEAD "'tasks': {'name': [], 'kind': [], 'group': null}, 'edges': {'from': [], 'to': []}}",
    HEAD "'kinds': [{'kernel': 'k'}], 'tasks': {}, 'edges': {}, 'regions': null, 'notes': null}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (Reading) self = take_text (weft_workload_json_read, texts[i]);

      g_assert_cmpuint (self.graph->n_tasks, ==, 0);
      g_assert_cmpuint (self.graph->n_edges, ==, 0);
      check_round_trip (self.graph);
    }
}

/* --- rows --- */

static const char rows[] =
  HEAD "'name': 'by hand', 'regions': [{'name': 'w', 'bytes': 100}], 'tasks': [\n"
  " {'name': 'c', 'kernel': 'sum', 'flops': {'fp32': 7, 'int8': 1}, 'after': ['a', {'task': 'b@1', "
  "'bytes': 64}]},\n"
  " {'name': 'a', 'flops': 5, 'bytes_read': 8, 'bytes_written': 9, 'working_set_bytes': 10, 'region': 'w'},\n"
  " {'name': 'b@1', 'times': {'*': 2, 'gpu': 0.5}, 'after': null, 'group': 0},\n"
  " {'name': 'b@2', 'times': {'*': 2, 'gpu': 0.5}, 'comm': 'send', 'comm_bytes': 3, 'group': 0},\n"
  " {'name': 'b@3', 'times': {'*': 2, 'gpu': 0.5}}\n"
  "]}";

static void
test_rows (void)
{
  g_auto (Reading) self = take_text (weft_workload_json_read, rows);
  const WeftTaskGraph *graph = self.graph;

  g_assert_cmpuint (graph->n_tasks, ==, 5);
  g_assert_cmpuint (graph->n_edges, ==, 2);
  g_assert_cmpfloat (edge_bytes (graph, "a", "c"), ==, 0);
  g_assert_cmpfloat (edge_bytes (graph, "b@1", "c"), ==, 64);
  g_assert_cmpfloat (flops_of (graph, "c"), ==, 8);
  g_assert_cmpfloat (flops_of (graph, "a"), ==, 5);
  g_assert_cmpfloat (kind_of (graph, "a")->working_set_bytes, ==, 10);
  g_assert_cmpstr (weft_task_graph_kernel (graph, 0), ==, "sum");
  g_assert_cmpstr (weft_task_graph_kernel (graph, 1), ==, "task");
  g_assert_cmpfloat (time_of (graph, "b@1", "gpu"), ==, 0.5);
  g_assert_cmpuint (graph->group[2], ==, 0);
  g_assert_cmpuint (graph->group[4], ==, WEFT_TASK_NONE);
  g_assert_cmpuint (graph->region[1], ==, 0);
  g_assert_cmpuint (kind_of (graph, "b@2")->comm, ==, WEFT_COMM_SEND);
  /* b@1 and b@3 cost the same */
  g_assert_cmpuint (graph->n_kinds, ==, 4);
  g_assert_cmpuint (self.notes->len, ==, 0);
  check_round_trip (graph);
}

/* --- what is not known --- */

static void
test_unknown (void)
{
  g_auto (Reading) self = take_text (
      weft_workload_json_read,
      HEAD "'$schema': 'x', 'colour': {'a': [1]}, 'kinds': [{'kernel': 'k', 'heat': 1}], 'tasks': "
           "[{'name': 'a', 'prio': 1, 'after': [{'task': 'b', 'lag': 2}]}, {'name': 'b', 'prio': 2}], "
           "'edges': {'hue': []}}");

  expect_note (&self, "“colour” is not known and was left out (1 time)");
  expect_note (&self, "“kinds[].heat” is not known");
  expect_note (&self, "“tasks[].prio” is not known and was left out (2 times)");
  expect_note (&self, "“tasks[].after[].lag”");
  expect_note (&self, "“edges.hue”");
  g_assert_cmpuint (self.notes->len, ==, 5);
}

/* A file of another program may have members without end. */
static void
test_many_unknown (void)
{
  g_autoptr (GString) text = g_string_new (HEAD "'tasks': []");
  g_auto (Reading) self = { 0 };

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, ", 'm%u': 1", i);
  g_string_append_c (text, '}');
  self = take_text (weft_workload_json_read, text->str);
  g_assert_cmpuint (self.notes->len, <, 30);
  expect_note (&self, "980 more members");
}

/* --- refused --- */

#define ONE_KIND "'kinds': [{'kernel': 'k'}], "
#define TWO HEAD ONE_KIND "'tasks': {'name': ['a', 'b@1'], 'kind': [0, 0]}, "

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    int code;
    const char *words;
  } cases[] = {
    { TWO "'edges': {'from': [0, 1], 'to': [1, 0]}}", WEFT_WORKLOAD_ERROR_CYCLE, "a → b@1 → a" },
    { TWO "'edges': {'from': [0], 'to': [7]}}", WEFT_WORKLOAD_ERROR_DANGLING, "“a” to task number 7" },
    { TWO "'edges': {'from': [0], 'to': [1, 1]}}", WEFT_WORKLOAD_ERROR_INVALID, "“edges.to” has 2 values, expected 1" },
    { TWO "'edges': {'from': [0]}}", WEFT_WORKLOAD_ERROR_MISSING, "only one" },
    { TWO "'edges': {'from': [0], 'to': [1], 'bytes': [-1]}}", -1, "the number -1, expected a number from 0 on" },
    { TWO "'edges': {'from': [0, 0], 'to': [1, 1], 'bytes': [1e308, 1e308]}}", WEFT_WORKLOAD_ERROR_INVALID,
      "“a” to task “b@1” together" },
    { HEAD "'tasks': [{'name': 'a', 'flops': {'fp64': 1e308, 'fp8': 1e308}}]}", WEFT_WORKLOAD_ERROR_INVALID,
      "“task” has more operations" },
    { TWO "'edges': {'from': [0.5], 'to': [1]}}", -1, "the number 0.5" },
    { TWO "'edges': {'from': [-1], 'to': [1]}}", -1, "the number -1" },
    { TWO "'edges': {'from': [1e99], 'to': [1]}}", -1, "the number 1e99" },
    { HEAD ONE_KIND "'tasks': {'name': ['a', 'a'], 'kind': [0, 0]}}", WEFT_WORKLOAD_ERROR_DUPLICATE,
      "two tasks are called “a”: numbers 0 and 1" },
    { HEAD ONE_KIND "'tasks': {'name': ['a'], 'kind': [1]}}", WEFT_WORKLOAD_ERROR_DANGLING, "“a” is of kind 1" },
    { HEAD ONE_KIND "'tasks': {'name': ['a'], 'kind': []}}", WEFT_WORKLOAD_ERROR_INVALID, "“tasks.kind” has 0" },
    { HEAD ONE_KIND "'tasks': {'name': ['a']}}", WEFT_WORKLOAD_ERROR_MISSING, "“kind”" },
    { HEAD ONE_KIND "'tasks': {'name': ['a'], 'kind': [0], 'region': [0]}}", WEFT_WORKLOAD_ERROR_DANGLING,
      "“a” uses region 0" },
    { HEAD ONE_KIND "'tasks': {'name': ['a'], 'kind': [0], 'group': [10000000]}}", -1, "the number 10000000" },
    { HEAD "'kinds': [{'flops': 3}], 'tasks': []}", WEFT_WORKLOAD_ERROR_MISSING, "kind number 0" },
    { HEAD "'kinds': [{'kernel': 'k', 'flops': {'fp12': 3}}], 'tasks': []}", WEFT_WORKLOAD_ERROR_INVALID, "bf16" },
    { HEAD "'kinds': [{'kernel': 'k', 'comm': 'talk'}], 'tasks': []}", -1, "all_gather" },
    { HEAD "'kinds': [{'kernel': 'k', 'times': {'*': -0.5}}], 'tasks': []}", -1, "the number -0.5" },
    { HEAD "'kinds': [{'kernel': 'k', 'flops': NaN}], 'tasks': []}", -1, "NaN" },
    { HEAD "'kinds': [{'kernel': 'k', 'flops': 1e999}], 'tasks': []}", -1, "1e999" },
    { HEAD "'kinds': [{'kernel': 'k', 'bytes_read': Infinity}], 'tasks': []}", -1, "Infinity" },
    { HEAD "'regions': [{'name': 'r'}], 'tasks': []}", WEFT_WORKLOAD_ERROR_MISSING, "“bytes”" },
    { HEAD "'regions': [{'name': 'r', 'bytes': 1}, {'name': 'r', 'bytes': 1}], 'tasks': []}",
      WEFT_WORKLOAD_ERROR_DUPLICATE, "“r”" },
    { HEAD "'tasks': [{'name': 'a'}, {'name': 'b', 'after': ['z@3']}]}", WEFT_WORKLOAD_ERROR_DANGLING,
      "task “b” comes after task “z@3”" },
    { HEAD "'tasks': [{'name': 'a', 'after': ['b']}, {'name': 'b', 'after': ['a']}]}",
      WEFT_WORKLOAD_ERROR_CYCLE, "a → b → a" },
    { HEAD "'tasks': [{'name': 'a', 'after': ['a']}]}", WEFT_WORKLOAD_ERROR_CYCLE, "a → a" },
    { HEAD "'tasks': [{'name': 'a@1'},\n{'name': 'a@1'}]}", WEFT_WORKLOAD_ERROR_DUPLICATE, "f.x:2:10: a second" },
    { HEAD "'tasks': [{'name': 'a'}, {'flops': 1}]}", WEFT_WORKLOAD_ERROR_MISSING, "task number 1" },
    { HEAD "'tasks': [{'name': 'a', 'flops': -1}]}", -1, "-1" },
    { HEAD "'tasks': [{'name': 'a', 'region': 'r'}]}", WEFT_WORKLOAD_ERROR_DANGLING, "“a” uses region “r”" },
    { HEAD "'tasks': [{'name': 'a', 'after': [{'bytes': 1}]}]}", WEFT_WORKLOAD_ERROR_MISSING, "“task”" },
    { HEAD "'tasks': [{'name': 'a', 'after': 'b'}]}", -1, "expected an array" },
    { HEAD "'tasks': 3}", -1, "expected an object" },
    { HEAD "'tasks': null}", -1, "expected an object" },
    { HEAD "'edges': {}}", WEFT_WORKLOAD_ERROR_MISSING, "“tasks” is missing" },
    { "{'tasks': []}", WEFT_WORKLOAD_ERROR_MISSING, "“format” is missing" },
    { "{'format': 'weft-workload/2', 'tasks': []}", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "weft-workload/1" },
    { "{'format': 1}", -1, "expected a string" },
    { HEAD "'tasks': [], 'tasks': []}", -1, "a second time" },
    { HEAD "'tasks': [", -1, "the end of the text" },
    { "[]", -1, "expected an object" },
    { "", -1, "an empty text" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    expect_refused (weft_workload_json_read, cases[i].text, cases[i].code, cases[i].words);
}

/* One task more than is taken. */
static void
test_limit (void)
{
  g_autoptr (GString) text = g_string_new (HEAD "'tasks': {'name': [''");

  for (guint i = 0; i < WEFT_MAX_TASKS; i++)
    g_string_append (text, ",''");
  g_string_append (text, "]}}");
  expect_refused (weft_workload_json_read, text->str, WEFT_WORKLOAD_ERROR_LIMIT, "at most 10000000 tasks");
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *text = quote_text (rows);
  WeftWorkloadText file = { .text = text, .length = strlen (text), .name = "f", .cancellable = cancellable };
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (weft_workload_json_read (&file, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- schema --- */

static JsonObject *
get_schema (JsonObject *root, const char *const *path)
{
  for (; *path != NULL; path++)
    root = json_object_get_object_member (root, *path);
  return root;
}

/* Every member that the schema has is known to the reader, with null as its value where it may be left out. */
static void
add_nulls (GString *text, JsonObject *properties, const char *const *besides)
{
  JsonObjectIter iter;
  const char *key;

  json_object_iter_init_ordered (&iter, properties);
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    if (!g_strv_contains (besides, key))
      g_string_append_printf (text, ", '%s': null", key);
}

static void
test_schema (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "data", "schema", "weft-workload.schema.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_load (path, NULL, &error);
  g_autoptr (GString) columns = g_string_new (HEAD "'tasks': {'name': [], 'kind': []");
  g_autoptr (GString) row_form = g_string_new (HEAD "'tasks': [{'name': 'a'");
  g_auto (Reading) of_columns = { 0 };
  g_auto (Reading) of_rows = { 0 };
  JsonObject *root;

  g_assert_no_error (error);
  root = json_node_get_object (node);
  add_nulls (columns, get_schema (root, (const char *[]) { "$defs", "columns", "properties", NULL }),
             (const char *[]) { "name", "kind", NULL });
  g_string_append (columns, "}, 'edges': {'from': [], 'to': []");
  add_nulls (columns, get_schema (root, (const char *[]) { "$defs", "edges", "properties", NULL }),
             (const char *[]) { "from", "to", NULL });
  g_string_append (columns, "}, 'kinds': [{'kernel': 'k'");
  add_nulls (columns, get_schema (root, (const char *[]) { "$defs", "kind", "properties", NULL }),
             (const char *[]) { "kernel", NULL });
  g_string_append (columns, "}]");
  add_nulls (columns, get_schema (root, (const char *[]) { "properties", NULL }),
             (const char *[]) { "format", "tasks", "edges", "kinds", NULL });
  g_string_append_c (columns, '}');
  of_columns = take_text (weft_workload_json_read, columns->str);
  g_assert_cmpuint (of_columns.notes->len, ==, 0);

  add_nulls (row_form, get_schema (root, (const char *[]) { "$defs", "row", "properties", NULL }),
             (const char *[]) { "name", NULL });
  g_string_append (row_form, "}]}");
  of_rows = take_text (weft_workload_json_read, row_form->str);
  g_assert_cmpuint (of_rows.notes->len, ==, 0);
}

/* And every member that is written is in the schema. */
static void
test_written_schema (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "data", "schema", "weft-workload.schema.json", NULL);
  g_autoptr (JsonNode) schema = weft_json_load (path, NULL, NULL);
  g_autoptr (WeftTaskGraph) graph = make_rich ();
  g_autoptr (GString) text = weft_workload_json_write (graph);
  g_autoptr (JsonNode) written = weft_json_parse (text->str, text->len, "t", NULL, NULL);
  JsonObject *root = json_node_get_object (written);
  JsonObject *known = json_object_get_object_member (json_node_get_object (schema), "properties");
  JsonObject *defs = json_object_get_object_member (json_node_get_object (schema), "$defs");
  const struct
  {
    JsonObject *object;
    JsonObject *known;
  } pairs[] = {
    { root, known },
    { json_object_get_object_member (root, "tasks"),
      get_schema (defs, (const char *[]) { "columns", "properties", NULL }) },
    { json_object_get_object_member (root, "edges"),
      get_schema (defs, (const char *[]) { "edges", "properties", NULL }) },
    { json_array_get_object_element (json_object_get_array_member (root, "kinds"), 0),
      get_schema (defs, (const char *[]) { "kind", "properties", NULL }) },
    { json_array_get_object_element (json_object_get_array_member (root, "kinds"), 1),
      get_schema (defs, (const char *[]) { "kind", "properties", NULL }) },
    { json_array_get_object_element (json_object_get_array_member (root, "regions"), 0),
      get_schema (defs, (const char *[]) { "region", "properties", NULL }) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      JsonObjectIter iter;
      const char *key;

      json_object_iter_init_ordered (&iter, pairs[i].object);
      while (json_object_iter_next_ordered (&iter, &key, NULL))
        if (!json_object_has_member (pairs[i].known, key))
          g_error ("the schema has no “%s”", key);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workload-json/bytes", test_bytes);
  g_test_add_func ("/workload-json/round-trip", test_round_trip);
  g_test_add_func ("/workload-json/long", test_long);
  g_test_add_func ("/workload-json/order", test_order);
  g_test_add_func ("/workload-json/empty", test_empty);
  g_test_add_func ("/workload-json/rows", test_rows);
  g_test_add_func ("/workload-json/unknown", test_unknown);
  g_test_add_func ("/workload-json/many-unknown", test_many_unknown);
  g_test_add_func ("/workload-json/refused", test_refused);
  g_test_add_func ("/workload-json/limit", test_limit);
  g_test_add_func ("/workload-json/cancel", test_cancel);
  g_test_add_func ("/workload-json/schema", test_schema);
  g_test_add_func ("/workload-json/written-schema", test_written_schema);
  return g_test_run ();
}
