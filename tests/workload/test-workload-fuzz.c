/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged files: each reader gives a graph that holds together, or words. WEFT_FUZZ_ROUNDS says how many files of each
 * format, for a long run. */

#include <math.h>

#include "workload-fixture.h"
#include "workload/weft-dot-private.h"
#include "workload/weft-stg-private.h"
#include "workload/weft-wfformat-private.h"
#include "workload/weft-workload-guess-private.h"
#include "workload/weft-workload-file.h"

#define ROUNDS 3000
#define MAX_CHANGES 4

/* A format: a text that is read, and words that lead on when they stand in the wrong place. */
typedef struct
{
  const char *name;
  WeftWorkloadReadFunc read;
  const char *text;
  const char *const *words;
  guint seed;
} Format;

static const char columns_text[]
    = "{'format': 'weft-workload/1', 'name': 'f', 'notes': ['n'], 'kinds': [{'kernel': 'k', 'flops': {'fp64': 1e3, "
      "'int8': 2}, 'bytes_read': 1, 'bytes_written': 2.5, 'working_set_bytes': 3, 'comm': 'send', 'comm_bytes': 4, "
      "'times': {'*': 1, 'gpu': 0.5}}, {'kernel': 'l'}], 'regions': [{'name': 'w@1', 'bytes': 9}], 'tasks': "
      "{'name': ['a@0', 'a@1', 'b', 'c'], 'kind': [0, 1, 1, 0], 'group': [null, 0, 0, null], 'region': [0, null, "
      "0, null]}, 'edges': {'from': [0, 0, 1], 'to': [1, 2, 3], 'bytes': [1, 2, 3]}}";

static const char rows_text[]
    = "{'format': 'weft-workload/1', 'regions': [{'name': 'w', 'bytes': 9}], 'tasks': [{'name': 'a', 'kernel': "
      "'k', 'flops': 5, 'region': 'w'}, {'name': 'b@1', 'flops': {'bf16': 1}, 'group': 1, 'times': {'*': 2}, "
      "'after': ['a']}, {'name': 'b@2', 'bytes_read': 7, 'group': 0, 'after': ['a', {'task': 'b@1', 'bytes': "
      "8}]}], 'edges': {'from': [0], 'to': [2]}}";

static const char workflow_text[]
    = "{'name': 'w', 'schemaVersion': '1.5', 'workflow': {'specification': {'tasks': [{'name': 'a_1', 'id': 'a', "
      "'parents': [], 'children': ['b', 'c'], 'inputFiles': ['i'], 'outputFiles': ['o', 'p']}, {'id': 'b', "
      "'parents': ['a'], 'inputFiles': ['o'], 'outputFiles': ['p']}, {'id': 'c', 'parents': ['a', 'b'], "
      "'inputFiles': ['o', 'p']}], 'files': [{'id': 'i', 'sizeInBytes': 1}, {'id': 'o', 'sizeInBytes': 2}, {'id': "
      "'p', 'sizeInBytes': 3}]}, 'execution': {'tasks': [{'id': 'a', 'runtimeInSeconds': 1.5, 'machines': ['m', "
      "'n']}, {'id': 'b', 'runtimeInSeconds': 0}, {'id': 'c', 'runtimeInSeconds': 2, 'memoryInBytes': 5, "
      "'readBytes': 6, 'writtenBytes': 7}], 'machines': [{'nodeName': 'm', 'cpu': {'speedInMHz': 1000}}, "
      "{'nodeName': 'n', 'cpu': {'coreCount': 4}}]}}}";

static const char stg_text[]
    = "  5\n 0 0 0\n 1 20 1 0\n 2 7 1 0\n 3 9 2 1 2\n 4 0.5 1 3\n 5 1 1 0\n 6 0 2 4 5\n# info\n";

static const char dot_text[]
    = "/* c */ strict digraph \"g h\" { node [time=2]; edge [bytes=\"8\"]\n a [flops=1e9, label=\"K_1\", color=red]\n"
      " a -> b:p -> \"c\\\"d\" [weight=3];\n // x\n subgraph s { u; v [size=2 kernel=k] } -> { w <h<i>> }\n"
      " \"x\" + \"y\" -> w -> \"z@1x\"; k = v\n}\n";

static const char *const json_words[] = {
  "{", "}", "[", "]", ",", ":", "null", "true", "0", "-1", "1e308", "1e-320", "4294967295", "10000000", "0.5", "NaN",
  "''", "'a'", "'a@0'", "'b'", "'\\u0000'", "'\\ud800'", "[]", "{}", "'name'", "'id'", "'tasks'", "'kind'", "'after'",
  "'group': [0, 0, 0, 0]", "'parents': ['z']", "'children': ['a']", "'bytes': 1e300", NULL,
};
static const char *const stg_words[] = { "0", "1", "-1", "99", "4294967296", "nan", "1e308", "\n", " ",
                                         "#", "7 0 0\n", "\r", NULL };
static const char *const dot_words[] = {
  "->", "--", "{", "}", "[", "]", ";", ",", "=", ":", "\"", "+", "<", ">", "/*", "*/", "//", "\n#",
  "strict", "graph", "subgraph", "node", "edge", "a", "b -> a", "time=-1", "bytes=1e308", "size=\"x\"",
  "\\\n", "\\\"", "1e-5", "-", ".", "é", NULL,
};

static const Format formats[] = {
  { "columns", weft_workload_json_read, columns_text, json_words, 1 },
  { "rows", weft_workload_json_read, rows_text, json_words, 2 },
  { "wfformat", weft_wfformat_read, workflow_text, json_words, 3 },
  { "stg", weft_stg_read, stg_text, stg_words, 4 },
  { "dot", weft_dot_read, dot_text, dot_words, 5 },
};

/* --- damage --- */

static void
put_word (GRand *random, GString *text, const char *const *words)
{
  guint n = g_strv_length ((char **) words);
  g_autofree char *word = quote_text (words[g_rand_int_range (random, 0, (int) n)]);

  g_string_insert (text, g_rand_int_range (random, 0, (int) text->len + 1), word);
}

/* A piece of the text once more, somewhere else. */
static void
put_piece (GRand *random, GString *text)
{
  gsize begin = g_rand_int_range (random, 0, (int) text->len);
  gsize wanted = g_rand_int_range (random, 1, 60);
  gsize length = MIN (wanted, text->len - begin);
  g_autofree char *piece = g_memdup2 (text->str + begin, length);

  g_string_insert_len (text, g_rand_int_range (random, 0, (int) text->len + 1), piece, length);
}

static void
change (GRand *random, GString *text, const char *const *words)
{
  gsize at, length;

  if (text->len == 0)
    {
      put_word (random, text, words);
      return;
    }
  at = g_rand_int_range (random, 0, (int) text->len);
  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      text->str[at] = (char) g_rand_int_range (random, 0, 256);
      break;
    case 1:
      text->str[at] = "0123456789"[g_rand_int_range (random, 0, 10)];
      break;
    case 2:
      text->str[at] ^= 1 << g_rand_int_range (random, 0, 7);
      break;
    case 3:
      length = g_rand_int_range (random, 1, 12);
      g_string_erase (text, at, MIN (text->len - at, length));
      break;
    case 4:
      put_piece (random, text);
      break;
    case 5:
      if (g_rand_int_range (random, 0, 4) == 0)
        g_string_truncate (text, at);
      break;
    default:
      put_word (random, text, words);
      break;
    }
}

/* --- what has to hold --- */

static void
check_graph (const WeftTaskGraph *graph)
{
  g_autofree guint32 *order = weft_task_graph_sort (graph);

  g_assert_true (order != NULL || graph->n_tasks == 0);
  for (guint32 e = 0; e < graph->n_edges; e++)
    g_assert_true (graph->pred_bytes[e] >= 0 && isfinite (graph->pred_bytes[e]) && graph->pred[e] < graph->n_tasks);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      g_assert_cmpuint (graph->kind[i], <, graph->n_kinds);
      g_assert_true (isfinite (weft_task_graph_kind_flops (graph, graph->kind[i])));
    }
  check_round_trip (graph);
}

static void
check_words (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, !=, "");
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_true (g_str_has_prefix (error->message, "dir/f.x"));
}

/* Whatever it is, the guess comes to an end, and what is no workload has words. */
static void
check_guess (const char *text, gsize length)
{
  WeftWorkloadText file = { .text = text, .length = length, .name = "dir/f.x" };
  WeftWorkloadFormat format;
  g_autoptr (GError) error = NULL;

  if (weft_workload_format_guess ("dir/f.x", text, length, &format))
    return;
  g_assert_false (weft_workload_refuse_unknown (&file, &error));
  check_words (error);
}

static guint
count_rounds (void)
{
  const char *rounds = g_getenv ("WEFT_FUZZ_ROUNDS");

  return rounds != NULL ? (guint) g_ascii_strtoull (rounds, NULL, 10) : ROUNDS;
}

static void
test_format (gconstpointer data)
{
  const Format *format = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (format->seed);
  guint rounds = count_rounds ();
  guint n_read = 0, n_refused = 0;
  g_auto (Reading) whole = take_text (format->read, format->text);

  check_graph (whole.graph);
  for (guint round = 0; round < rounds; round++)
    {
      g_autofree char *whole_text = quote_text (format->text);
      g_autoptr (GString) text = g_string_new (whole_text);
      g_autofree char *block = NULL;
      g_auto (Reading) self = { 0 };

      for (guint n = g_rand_int_range (random, 1, MAX_CHANGES); n > 0; n--)
        change (random, text, format->words);
      /* of its exact size, so that a byte too far is noticed */
      block = g_memdup2 (text->str, text->len + 1);
      self = read_bytes (format->read, block, text->len);
      if (self.graph != NULL)
        check_graph (self.graph);
      else
        check_words (self.error);
      n_read += self.graph != NULL;
      n_refused += self.graph == NULL;
      check_guess (block, text->len);
    }
  g_test_message ("%u read, %u refused", n_read, n_refused);
  g_assert_cmpuint (n_read, >, rounds / 100);
  g_assert_cmpuint (n_refused, >, rounds / 5);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = g_strconcat ("/workload-fuzz/", formats[i].name, NULL);

      g_test_add_data_func (path, &formats[i], test_format);
    }
  return g_test_run ();
}
