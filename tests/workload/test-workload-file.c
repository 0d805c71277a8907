/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which reader a file gets, by what it holds and then by its name, and what is said of files that get none. */

#include <glib/gstdio.h>
#include "workload-fixture.h"
#include "workload/weft-generator.h"
#include "workload/weft-workload-file.h"

#define NONE WEFT_N_WORKLOAD_FORMATS

static void
test_guess (void)
{
  static const struct
  {
    const char *path;
    const char *text;
    WeftWorkloadFormat format;
  } cases[] = {
    { "a.json", "{\"format\": \"weft-workload/1\"", WEFT_WORKLOAD_FORMAT_GRAPH },
    { "a", " \n{\"name\": \"x\", \"format\": \"weft-workload/9\", \"generator\": \"hpcg\"}",
      WEFT_WORKLOAD_FORMAT_GRAPH },
    { "a.json", "{\"name\": [1, {\"format\": 2}], \"tasks\": []}", WEFT_WORKLOAD_FORMAT_GRAPH },
    { "a.json", "{\"generator\": \"hpcg\", \"params\": {\"n\"", WEFT_WORKLOAD_FORMAT_RECIPE },
    { "a.json", "{\"name\": \"x\", \"schemaVersion\": \"1.5\", \"workflow\": {}}", WEFT_WORKLOAD_FORMAT_WFFORMAT },
    { "a.json", "{\"workflow\": {\"tasks\": []}}", WEFT_WORKLOAD_FORMAT_WFFORMAT },
    { "a.json", "{\"architectures\": [\"LlamaForCausalLM\"], \"hidden_size\": 1}", WEFT_WORKLOAD_FORMAT_HF_CONFIG },
    { "a.json", "{\"vocab_size\": 7, \"model_type\": \"x\"}", WEFT_WORKLOAD_FORMAT_HF_CONFIG },
    { "dir/config.json", "{\"unknown\": 1}", WEFT_WORKLOAD_FORMAT_HF_CONFIG },
    { "a.json", "{\"unknown\": 1}", NONE },
    { "a.json", "{\"format\": \"weft-map-instance/1\", \"generator\": \"x\", \"tasks\": []}", NONE },
    { "a.weft", "{\"partitions\": []}", NONE },
    { "a.json", "[]", NONE },
    { "a.json", "\xef\xbb\xbf{\"model_type\": \"x\"}", WEFT_WORKLOAD_FORMAT_HF_CONFIG },
    { "a.mtx", "%%MatrixMarket matrix coordinate real general\n", WEFT_WORKLOAD_FORMAT_MATRIX_MARKET },
    { "a.txt", "%%matrixmarket matrix", WEFT_WORKLOAD_FORMAT_MATRIX_MARKET },
    { "a.mtx", "% no banner", WEFT_WORKLOAD_FORMAT_MATRIX_MARKET },
    { "A.MTX.GZ", "\x1f\x8b\x08", WEFT_WORKLOAD_FORMAT_MATRIX_MARKET },
    { "a", "/* c\n */ // d\n digraph{", WEFT_WORKLOAD_FORMAT_DOT },
    { "a.txt", "strict digraph x {", WEFT_WORKLOAD_FORMAT_DOT },
    { "a.txt", "GRAPH {", WEFT_WORKLOAD_FORMAT_DOT },
    { "a.txt", "graphics", NONE },
    { "a.gv", "", WEFT_WORKLOAD_FORMAT_DOT },
    { "a.txt", "   12\n 0 0 0\n", WEFT_WORKLOAD_FORMAT_STG },
    { "a.txt", "   12  3\n 1 0 0\n", WEFT_WORKLOAD_FORMAT_STG },
    { "a.txt", "1 2 3\n4 5 6\n", NONE },
    { "a.stg", "1 2 3\n4 5 6\n", WEFT_WORKLOAD_FORMAT_STG },
    { "a.tgff", "@TASK_GRAPH 0 {", NONE },
    { "a.dot", "@TASK_GRAPH 0 {", NONE },
    { "a.txt", "", NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WeftWorkloadFormat format = NONE;
      gboolean is_known = weft_workload_format_guess (cases[i].path, cases[i].text, strlen (cases[i].text), &format);

      if (is_known != (cases[i].format != NONE) || format != cases[i].format)
        g_error ("%s of %s is taken for %s", cases[i].text, cases[i].path,
                 is_known ? weft_workload_format_nick (format) : "nothing");
    }
}

static void
test_titles (void)
{
  for (guint f = 0; f < WEFT_N_WORKLOAD_FORMATS; f++)
    {
      g_assert_cmpstr (weft_workload_format_nick (f), !=, "");
      g_assert_cmpstr (weft_workload_format_title (f), !=, "");
    }
}

/* --- files --- */

typedef struct
{
  char *folder;
  WeftCatalog *catalog; /* (nullable) */
  GPtrArray *notes;
  GError *error;
} Place;

static void
place_init (Place *self)
{
  self->folder = g_dir_make_tmp ("weft-workload-XXXXXX", NULL);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->error = NULL;
  self->catalog = NULL;
  g_assert_nonnull (self->folder);
}

static void
place_clear (Place *self)
{
  g_rmdir (self->folder);
  g_free (self->folder);
  g_ptr_array_unref (self->notes);
  g_clear_error (&self->error);
}

/* (nullable) (transfer full) */
static WeftTaskGraph *
load (Place *self, const char *name, const char *text, JsonObject *params)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  WeftTaskGraph *graph;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_clear_error (&self->error);
  graph = weft_workload_load (path, params, self->catalog, self->notes, NULL, &self->error);
  g_assert_true ((graph == NULL) == (self->error != NULL));
  g_unlink (path);
  return graph;
}

static void
expect_words (Place *self, const char *name, const char *text, int code, const char *words)
{
  g_autoptr (WeftTaskGraph) graph = load (self, name, text, NULL);

  g_assert_null (graph);
  if (code >= 0)
    g_assert_error (self->error, WEFT_WORKLOAD_ERROR, code);
  if (strstr (self->error->message, words) == NULL || strstr (self->error->message, name) == NULL)
    g_error ("“%s” says nothing of “%s”", self->error->message, words);
}

static void
test_load (void)
{
  g_autoptr (JsonObject) params = json_object_new ();
  g_autoptr (WeftTaskGraph) dot = NULL;
  g_autoptr (WeftTaskGraph) stg = NULL;
  g_autoptr (WeftTaskGraph) recipe = NULL;
  Place place;

  place_init (&place);
  json_object_set_int_member (params, "block", 3);
  dot = load (&place, "x.y.dot", "digraph { a -> b [bytes=3] }", params);
  g_assert_no_error (place.error);
  g_assert_cmpstr (dot->name, ==, "x.y");
  g_assert_cmpstr (dot->source, ==, "x.y.dot (DOT)");
  g_assert_cmpuint (place.notes->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (place.notes, 0), "parameters have no effect"));
  stg = load (&place, "anything", "1\n0 0 0\n1 5 1 0\n2 0 1 1\n", NULL);
  g_assert_no_error (place.error);
  g_assert_cmpuint (stg->n_tasks, ==, 3);
  recipe = load (&place, "r.json", "{\"generator\": \"hpcg\", \"params\": {\"n\": 16, \"iterations\": 3}}", NULL);
  g_assert_no_error (place.error);
  g_assert_cmpuint (recipe->n_tasks, ==, 131);
  place_clear (&place);
}

/* Files that a generator reads, with parameters beside them. */
static void
test_generators (void)
{
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (NULL);
  g_autoptr (JsonObject) params = json_object_new ();
  g_autoptr (JsonObject) ranks = json_object_new ();
  g_autoptr (WeftTaskGraph) sparse = NULL;
  g_autoptr (WeftTaskGraph) llm = NULL;
  Place place;

  place_init (&place);
  place.catalog = catalog;
  json_object_set_int_member (params, "block", 2);
  json_object_set_string_member (params, "order", "natural");
  sparse = load (&place, "m",
                 "%%MatrixMarket matrix coordinate pattern general\n4 4 6\n1 1\n2 2\n3 3\n4 4\n3 1\n1 3\n", params);
  g_assert_no_error (place.error);
  g_assert_cmpuint (sparse->n_tasks, ==, 5);
  g_assert_nonnull (strstr (sparse->source, place.folder));
  json_object_set_int_member (ranks, "tp", 2);
  json_object_set_int_member (ranks, "pp", 1);
  llm = load (&place, "config.json",
              "{\"architectures\": [\"LlamaForCausalLM\"], \"model_type\": \"llama\", \"hidden_size\": 64, "
              "\"num_hidden_layers\": 3, \"num_attention_heads\": 4, \"intermediate_size\": 128, "
              "\"vocab_size\": 100, \"torch_dtype\": \"bfloat16\"}",
              ranks);
  g_assert_no_error (place.error);
  g_assert_cmpuint (llm->n_tasks, ==, 2 * (5 * 3 + 2) + 1);
  expect_words (&place, "n.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n3 1\n", -1, "3");
  place_clear (&place);
}

/* Whatever a generator makes can be kept. */
static void
test_keep (void)
{
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (NULL);

  for (guint i = 0; i < weft_generator_count (); i++)
    {
      const WeftGenerator *generator = weft_generator_get (i);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftTaskGraph) graph = weft_generator_make (generator, NULL, catalog, NULL, &error);

      g_assert_no_error (error);
      check_round_trip (graph);
    }
}

static void
test_unknown (void)
{
  Place place;

  place_init (&place);
  expect_words (&place, "a.json", "", WEFT_WORKLOAD_ERROR_INVALID, "empty");
  expect_words (&place, "a.txt", "hello", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "none of the workloads");
  expect_words (&place, "a.tgff", "# made by TGFF\n@TASK_GRAPH 0 {\n}", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "TGFF");
  expect_words (&place, "a.json", "{\"a\": 1, \"b\": 2}", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "\"a\", \"b\"");
  expect_words (&place, "a.json", "{\"a\": 1,\n }", -1, "2:2");
  expect_words (&place, "a.json", "\xef\xbb\xbf{\"format\": \"weft-workload/1\"}", -1, "byte order mark");
  expect_words (&place, "a.json", "\xef\xbb\xbf{\"a\": 1}", -1, "byte order mark");
  expect_words (&place, "a.json", "[1]", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "none of them");
  expect_words (&place, "a.json", "{\"format\": \"weft-map-instance/1\"}", WEFT_WORKLOAD_ERROR_UNSUPPORTED,
                "--instance");
  expect_words (&place, "a.json", "{\"format\": \"other/1\"}", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "\"other/1\"");
  expect_words (&place, "a.weft", "{\"partitions\": []}", WEFT_WORKLOAD_ERROR_UNSUPPORTED, "design of a machine");
  expect_words (&place, "r.json", "{\"generator\": \"no-such\"}", WEFT_WORKLOAD_ERROR_INVALID, "no-such");
  place_clear (&place);
}

static void
test_no_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-workload-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "gone.json", NULL);
  g_autoptr (GError) no_file = NULL;
  g_autoptr (GError) is_folder = NULL;

  g_assert_null (weft_workload_load (path, NULL, NULL, NULL, NULL, &no_file));
  g_assert_error (no_file, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_FILE);
  g_assert_nonnull (strstr (no_file->message, "gone.json"));
  g_assert_null (weft_workload_load (folder, NULL, NULL, NULL, NULL, &is_folder));
  g_assert_error (is_folder, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_FILE);
  g_rmdir (folder);
}

static void
test_save (void)
{
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autoptr (WeftTaskGraph) again = NULL;
  g_autofree char *path = NULL;
  g_autofree char *nowhere = NULL;
  g_autoptr (GError) error = NULL;
  Place place;

  place_init (&place);
  graph = load (&place, "a.dot", "digraph { a -> b [bytes=3] }", NULL);
  path = g_build_filename (place.folder, "a.json", NULL);
  g_assert_true (weft_workload_save (graph, path, &error));
  g_assert_no_error (error);
  again = weft_workload_load (path, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->n_edges, ==, 1);
  g_assert_cmpstr (again->source, ==, "a.dot (DOT)");
  nowhere = g_build_filename (path, "b.json", NULL);
  g_assert_false (weft_workload_save (graph, nowhere, &error));
  g_assert_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_FILE);
  g_unlink (path);
  place_clear (&place);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workload-file/guess", test_guess);
  g_test_add_func ("/workload-file/titles", test_titles);
  g_test_add_func ("/workload-file/load", test_load);
  g_test_add_func ("/workload-file/generators", test_generators);
  g_test_add_func ("/workload-file/keep", test_keep);
  g_test_add_func ("/workload-file/unknown", test_unknown);
  g_test_add_func ("/workload-file/no-file", test_no_file);
  g_test_add_func ("/workload-file/save", test_save);
  return g_test_run ();
}
