/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads a workload by whichever reader takes it, and saves one in Weft's own format. */
#include "workload/weft-workload-file.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

#include "base/weft-file.h"
#include "base/weft-json.h"
#include "workload/weft-dot-private.h"
#include "workload/weft-generator.h"
#include "workload/weft-stg-private.h"
#include "workload/weft-wfformat-private.h"
#include "workload/weft-workload-guess-private.h"
#include "workload/weft-workload-json-private.h"

/* Bytes that tell whether the file is a matrix, which is read elsewhere and may be longer than any graph. */
#define HEAD_BYTES 4096

static gboolean
refuse_file (const GError *reason, GError **error)
{
  gboolean is_long = g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);

  g_set_error_literal (error, WEFT_WORKLOAD_ERROR, is_long ? WEFT_WORKLOAD_ERROR_LIMIT : WEFT_WORKLOAD_ERROR_FILE,
                       reason->message);
  return FALSE;
}

static WeftTaskGraph *
read_graph (WeftWorkloadReadFunc read, const WeftWorkloadText *file, JsonObject *params, GError **error)
{
  if (params != NULL && json_object_get_size (params) > 0)
    weft_workload_text_note (file, g_strdup (_("the parameters have no effect: this file is no matrix and no language "
                                               "model, which a generator would make a graph of")));
  return read (file, error);
}

/* --- by a generator --- */

static WeftTaskGraph *
make_recipe (const WeftWorkloadText *file, WeftCatalog *catalog, GError **error)
{
  g_autoptr (JsonNode) recipe = weft_json_parse (file->text, file->length, file->name, NULL, error);
  WeftTaskGraph *graph;

  if (recipe == NULL)
    return NULL;
  graph = weft_recipe_make (recipe, catalog, file->cancellable, error);
  if (graph == NULL)
    g_prefix_error (error, "%s: ", file->name);
  return graph;
}

/* A file that a generator reads by itself, as the value of its parameter @key. */
static WeftTaskGraph *
make_of_file (const char *id, const char *key, const char *path, JsonObject *params, WeftCatalog *catalog,
              GCancellable *cancellable, GError **error)
{
  const WeftGenerator *generator = weft_generator_find (id, error);
  g_autoptr (JsonObject) all = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *value;

  if (generator == NULL)
    return NULL;
  if (params != NULL)
    {
      json_object_iter_init_ordered (&iter, params);
      while (json_object_iter_next_ordered (&iter, &name, &value))
        json_object_set_member (all, name, json_node_copy (value));
    }
  json_object_set_string_member (all, key, path);
  return weft_generator_make (generator, all, catalog, cancellable, error);
}

/* --- loading --- */

static WeftTaskGraph *
load_text (const char *path, const WeftWorkloadText *file, JsonObject *params, WeftCatalog *catalog, GError **error)
{
  WeftWorkloadFormat format;

  if (!weft_workload_format_guess (path, file->text, file->length, &format))
    {
      weft_workload_refuse_unknown (file, error);
      return NULL;
    }
  switch (format)
    {
    case WEFT_WORKLOAD_FORMAT_RECIPE:
      return make_recipe (file, catalog, error);
    case WEFT_WORKLOAD_FORMAT_WFFORMAT:
      return read_graph (weft_wfformat_read, file, params, error);
    case WEFT_WORKLOAD_FORMAT_STG:
      return read_graph (weft_stg_read, file, params, error);
    case WEFT_WORKLOAD_FORMAT_DOT:
      return read_graph (weft_dot_read, file, params, error);
    case WEFT_WORKLOAD_FORMAT_MATRIX_MARKET:
      return make_of_file ("sparse", "matrix", path, params, catalog, file->cancellable, error);
    case WEFT_WORKLOAD_FORMAT_HF_CONFIG:
      return make_of_file ("llm", "config", path, params, catalog, file->cancellable, error);
    default:
      return read_graph (weft_workload_json_read, file, params, error);
    }
}

/* A matrix needs no look at the rest of the file. */
static gboolean
is_matrix (const char *path)
{
  char head[HEAD_BYTES];
  WeftWorkloadFormat format;
  gsize n;
  FILE *stream;

  /* to open a pipe would wait for somebody to write into it */
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || (stream = fopen (path, "rbe")) == NULL)
    return FALSE;
  n = fread (head, 1, sizeof head - 1, stream);
  fclose (stream);
  head[n] = '\0';
  return weft_workload_format_guess (path, head, n, &format) && format == WEFT_WORKLOAD_FORMAT_MATRIX_MARKET;
}

/* --- public --- */

/**
 * weft_workload_load: (skip)
 * @path: (type filename): a file
 * @params: (nullable): parameters of the generator that a matrix or a config.json is given to
 * @catalog: where generators look up models and chips
 * @notes: (nullable) (element-type utf8): sentences about the reading are appended; what there is to say about the
 *   workload itself, such as what was assumed, is in its own notes
 * @cancellable: (nullable): to stop it
 * @error: where to put a #WeftWorkloadError or a #WeftJsonError; messages begin with the file's name
 *
 * Returns: (transfer full) (nullable): the graph
 */
WeftTaskGraph *
weft_workload_load (const char *path, JsonObject *params, WeftCatalog *catalog, GPtrArray *notes,
                    GCancellable *cancellable, GError **error)
{
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) reason = NULL;
  WeftWorkloadText file = { .notes = notes, .cancellable = cancellable };

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (is_matrix (path))
    return make_of_file ("sparse", "matrix", path, params, catalog, cancellable, error);
  text = weft_file_read (path, WEFT_WORKLOAD_MAX_BYTES, &file.length, &reason);
  if (text == NULL)
    {
      refuse_file (reason, error);
      return NULL;
    }
  name = g_filename_display_name (path);
  file.name = name;
  file.text = text;
  return load_text (path, &file, params, catalog, error);
}

/**
 * weft_workload_save: (skip)
 * @graph: a graph
 * @path: (type filename): where to
 * @error: where to put a %WEFT_WORKLOAD_ERROR_FILE
 *
 * Writes "weft-workload/1": the same graph gives the same bytes.
 *
 * Returns: whether it was written
 */
gboolean
weft_workload_save (WeftTaskGraph *graph, const char *path, GError **error)
{
  g_autoptr (GString) text = NULL;
  g_autoptr (GError) reason = NULL;

  g_return_val_if_fail (graph != NULL && path != NULL, FALSE);

  text = weft_workload_json_write (graph);
  return weft_file_save (path, text->str, text->len, FALSE, &reason) || refuse_file (reason, error);
}
