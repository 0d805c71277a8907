/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs in DOT: the language, attributes that are costs, and what is refused. */

#include "workload-fixture.h"
#include "workload/weft-dot-private.h"

static void
test_costs (void)
{
  g_auto (Reading) self = take_text (
      weft_dot_read,
      "# made by hand\n"
      "digraph \"two kernels\" {\n"
      "  rankdir = LR; graph [size=\"7,5\"]\n"
      "  a [label=\"POTRF(0,0)\", flops=1e9, bytes_read=8, bytes_written=9, working_set_bytes=10 color=red];\n"
      "  b [label=\"TRSM_3\" size=\"2000\"; time=0.5, weight=9]\n"
      "  c [kernel=gemm, label=\"x\", weight=4, bytes=5]\n"
      "  a -> b [bytes=64, weight=3, label=\"64\"];\n"
      "  b -> c [weight=3]\n"
      "  a -> c [size=7, color=blue];\n"
      "}\n");
  const WeftTaskGraph *graph = self.graph;

  g_assert_cmpstr (graph->name, ==, "two kernels");
  g_assert_cmpuint (graph->n_tasks, ==, 3);
  g_assert_cmpuint (graph->n_edges, ==, 3);
  g_assert_cmpstr (weft_task_graph_kernel (graph, 0), ==, "POTRF");
  g_assert_cmpstr (weft_task_graph_kernel (graph, 1), ==, "TRSM");
  g_assert_cmpstr (weft_task_graph_kernel (graph, 2), ==, "gemm");
  g_assert_cmpfloat (flops_of (graph, "a"), ==, 1e9);
  g_assert_cmpfloat (flops_of (graph, "b"), ==, 2000);
  g_assert_cmpfloat (time_of (graph, "a", "*"), ==, -1);
  g_assert_cmpfloat (time_of (graph, "b", "*"), ==, 0.5);
  g_assert_cmpfloat (time_of (graph, "c", "*"), ==, 4);
  g_assert_cmpfloat (kind_of (graph, "a")->bytes_written, ==, 9);
  g_assert_cmpfloat (kind_of (graph, "a")->working_set_bytes, ==, 10);
  g_assert_cmpfloat (kind_of (graph, "c")->bytes_read, ==, 5);
  g_assert_cmpfloat (edge_bytes (graph, "a", "b"), ==, 64);
  g_assert_cmpfloat (edge_bytes (graph, "b", "c"), ==, 3);
  g_assert_cmpfloat (edge_bytes (graph, "a", "c"), ==, 7);
  expect_note (&self, "left out: color");
  check_round_trip (graph);
}

/* Everything that the language has besides costs. */
static void
test_words (void)
{
  g_auto (Reading) self = take_text (
      weft_dot_read,
      "// line\n/* block\n   of two */ DiGraph {\n"
      "node [time=2] edge [bytes=8]\n"
      "a -> b:p:ne -> \"a \\\"quoted\\\" name\" -> -1.5 [bytes=1]\n"
      "\"con\" + \"cat\" -> <<b>x</b>> ; \n"
      "subgraph cluster_x { node [time=3]; label=\"box\"; u; v -> w }\n"
      "{ a b } -> { u v subgraph { w; u } }\n"
      "\"z@1\"\n"
      "#ignored -> line\n"
      "Größe\n"
      "b [flag]\n"
      "1a->2e-3->4e->5\n"
      "}\n");
  const WeftTaskGraph *graph = self.graph;

  g_assert_cmpuint (graph->n_tasks, ==, 15);
  g_assert_cmpfloat (edge_bytes (graph, "a", "b"), ==, 1);
  g_assert_cmpfloat (edge_bytes (graph, "b", "a \"quoted\" name"), ==, 1);
  g_assert_cmpfloat (edge_bytes (graph, "a \"quoted\" name", "-1.5"), ==, 1);
  g_assert_cmpfloat (edge_bytes (graph, "concat", "<<b>x</b>>"), ==, 8);
  g_assert_cmpfloat (edge_bytes (graph, "v", "w"), ==, 8);
  g_assert_cmpfloat (edge_bytes (graph, "b", "w"), ==, 8);
  g_assert_cmpfloat (edge_bytes (graph, "a", "u"), ==, 8);
  g_assert_cmpuint (graph->n_edges, ==, 3 + 1 + 1 + 6 + 3);
  g_assert_cmpfloat (edge_bytes (graph, "2e-3", "4e"), ==, 8);
  g_assert_cmpfloat (time_of (graph, "u", "*"), ==, 3);
  g_assert_cmpfloat (time_of (graph, "Größe", "*"), ==, 2);
  g_assert_cmpuint (graph->ordinal[task_named (graph, "z@1")], ==, 1);
}

/* An edge that is said again carries more, but in a strict graph the last one counts. */
static void
test_strict (void)
{
  g_auto (Reading) loose = take_text (weft_dot_read, "digraph { a -> b [bytes=3] a -> b [bytes=4] }");
  g_auto (Reading) strict = take_text (weft_dot_read, "strict digraph { a -> b [bytes=3] a -> c a -> b [bytes=4] }");

  g_assert_cmpuint (loose.graph->n_edges, ==, 1);
  g_assert_cmpfloat (edge_bytes (loose.graph, "a", "b"), ==, 7);
  g_assert_cmpuint (strict.graph->n_edges, ==, 2);
  g_assert_cmpfloat (edge_bytes (strict.graph, "a", "b"), ==, 4);
}

static void
test_without_costs (void)
{
  g_auto (Reading) self = take_text (weft_dot_read, "digraph { a -> b; c [time=0] }");
  g_auto (Reading) empty = take_text (weft_dot_read, "digraph{}");

  expect_note (&self, "2 of 3 tasks do not say what they cost");
  g_assert_cmpuint (empty.graph->n_tasks, ==, 0);
  g_assert_cmpuint (empty.notes->len, ==, 0);
}

static void
test_labels (void)
{
  g_autoptr (GString) text
      = g_string_new ("digraph { x [label='\\N'] y [label='7'] z [label='{a|b}'] w [label='b\\nc'] ");
  g_auto (Reading) few = { 0 };
  g_auto (Reading) many = { 0 };

  g_string_append_c (text, '}');
  few = take_text (weft_dot_read, text->str);
  g_assert_cmpstr (weft_task_graph_kernel (few.graph, 0), ==, "task");
  g_assert_cmpstr (weft_task_graph_kernel (few.graph, 1), ==, "task");
  g_assert_cmpstr (weft_task_graph_kernel (few.graph, 2), ==, "task");
  g_assert_cmpstr (weft_task_graph_kernel (few.graph, 3), ==, "b");

  /* as many labels as tasks are names, no kernels */
  g_string_truncate (text, text->len - 1);
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, "n%u [label=\"l%ux\"]\n", i, i);
  g_string_append_c (text, '}');
  many = take_text (weft_dot_read, text->str);
  g_assert_cmpstr (weft_task_graph_kernel (many.graph, 3), ==, "task");
}

static char *
nest (guint depth)
{
  GString *text = g_string_new ("digraph ");

  for (guint i = 0; i <= depth; i++)
    g_string_append_c (text, '{');
  for (guint i = 0; i <= depth; i++)
    g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
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
    { "graph { a -- b }", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "undirected" },
    { "strict graph x { a -- b }", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "undirected" },
    { "digraph {\n a -- b }", WEFT_WORKLOAD_ERROR_INVALID, "f.x:2: found “--”, expected “->”" },
    { "digraph { a -> b -> a }", WEFT_WORKLOAD_ERROR_CYCLE, "a → b → a" },
    { "digraph { a -> a }", WEFT_WORKLOAD_ERROR_CYCLE, "a → a" },
    { "digraph { a [time=-1] }", WEFT_WORKLOAD_ERROR_INVALID, "“time” is \"-1\", expected a number from 0 on" },
    { "digraph { a [flops=nan] }", WEFT_WORKLOAD_ERROR_INVALID, "\"nan\"" },
    { "digraph { a [flops=\"1e999\"] }", WEFT_WORKLOAD_ERROR_INVALID, "\"1e999\"" },
    { "digraph { a [size=\"\"] }", WEFT_WORKLOAD_ERROR_INVALID, "“size”" },
    { "digraph { a [time] }", WEFT_WORKLOAD_ERROR_INVALID, "\"true\"" },
    { "digraph {\n\n a -> b [bytes=\"12x\"] }", WEFT_WORKLOAD_ERROR_INVALID, "f.x:3: “bytes” is \"12x\"" },
    { "digraph { edge [bytes=inf] }", WEFT_WORKLOAD_ERROR_INVALID, "\"inf\"" },
    { "digraph { a -> }", WEFT_WORKLOAD_ERROR_INVALID, "found “}”, expected a node or a subgraph" },
    { "digraph { -> a }", WEFT_WORKLOAD_ERROR_INVALID, "found “->”" },
    { "digraph { a [time=1 }", WEFT_WORKLOAD_ERROR_INVALID, "found “}”, expected an attribute or “]”" },
    { "digraph { a", WEFT_WORKLOAD_ERROR_INVALID, "the end of the file" },
    { "digraph { a } x", WEFT_WORKLOAD_ERROR_INVALID, "one graph is read" },
    { "digraph { \"a }", WEFT_WORKLOAD_ERROR_INVALID, "closing quote" },
    { "digraph { /* a }", WEFT_WORKLOAD_ERROR_INVALID, "the comment" },
    { "digraph { <a }", WEFT_WORKLOAD_ERROR_INVALID, "angle brackets" },
    { "digraph { \"a\" + b }", WEFT_WORKLOAD_ERROR_INVALID, "plus sign" },
    { "digraph { - }", WEFT_WORKLOAD_ERROR_INVALID, "without a number" },
    { "digraph { a ! b }", WEFT_WORKLOAD_ERROR_INVALID, "\"!\"" },
    { "digraph { digraph }", WEFT_WORKLOAD_ERROR_INVALID, "\"digraph\"" },
    { "digraph { a:node }", WEFT_WORKLOAD_ERROR_INVALID, "a port" },
    { "digraph { \"\xff\" }", WEFT_WORKLOAD_ERROR_INVALID, "0xff" },
    { "a -> b", WEFT_WORKLOAD_ERROR_INVALID, "expected “digraph”" },
    { "", WEFT_WORKLOAD_ERROR_INVALID, "expected “digraph”" },
  };
  g_autofree char *shallow = nest (60);
  g_autofree char *deep = nest (100000);
  g_auto (Reading) self = take_text (weft_dot_read, shallow);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    expect_refused (weft_dot_read, cases[i].text, cases[i].code, cases[i].words);
  expect_refused (weft_dot_read, deep, WEFT_WORKLOAD_ERROR_LIMIT, "64 deep");
}

/* A file of a line may ask for more edges than fit. */
static void
test_limit (void)
{
  g_autoptr (GString) text = g_string_new ("digraph { {");

  for (guint i = 0; i < 8000; i++)
    g_string_append_printf (text, "a%u ", i);
  g_string_append (text, "} -> {");
  for (guint i = 0; i < 8000; i++)
    g_string_append_printf (text, "b%u ", i);
  g_string_append (text, "} }");
  expect_refused (weft_dot_read, text->str, WEFT_WORKLOAD_ERROR_LIMIT, "50000000 edges");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dot/costs", test_costs);
  g_test_add_func ("/dot/words", test_words);
  g_test_add_func ("/dot/strict", test_strict);
  g_test_add_func ("/dot/without-costs", test_without_costs);
  g_test_add_func ("/dot/labels", test_labels);
  g_test_add_func ("/dot/refused", test_refused);
  g_test_add_func ("/dot/limit", test_limit);
  return g_test_run ();
}
