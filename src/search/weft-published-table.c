/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading tables of published scores. */
#include "search/weft-published-table.h"

#include <math.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"
#include "base/weft-paths.h"

#define FOLDER "published"

static void
clear_row_cb (gpointer data)
{
  WeftPublishedTableRow *row = data;

  g_free (row->method);
  g_free (row->planner);
}

static gboolean
read_count (const WeftJsonAt *at, const char *key, guint *count, GError **error)
{
  gint64 value;
  WeftJsonAt place;

  if (!weft_json_at_get_integer (at, key, WEFT_JSON_REQUIRED, &value, error))
    return FALSE;
  if (value < 1 || value > G_MAXINT)
    {
      weft_json_at_member (at, key, &place);
      return weft_json_at_refuse (&place, WEFT_JSON_ERROR_RANGE, "an integer of 1 or more", error);
    }
  *count = (guint) value;
  return TRUE;
}

static gboolean
read_row (WeftPublishedTable *self, const WeftJsonAt *at, GError **error)
{
  WeftPublishedTableRow row = { .sd = NAN };
  const char *method = NULL, *planner = NULL;

  if (!weft_json_at_get_string (at, "method", WEFT_JSON_REQUIRED, &method, error)
      || !weft_json_at_get_string (at, "planner", WEFT_JSON_OPTIONAL, &planner, error)
      || !read_count (at, "evaluations", &row.evaluations, error)
      || !read_count (at, "runs", &row.runs, error)
      || !weft_json_at_get_number (at, "mean", WEFT_JSON_REQUIRED, &row.mean, error)
      || !weft_json_at_get_number (at, "sd", WEFT_JSON_OPTIONAL, &row.sd, error))
    return FALSE;
  row.method = g_strdup (method);
  row.planner = g_strdup (planner);
  g_array_append_val (self->rows, row);
  return TRUE;
}

static gboolean
read_rows (WeftPublishedTable *self, const WeftJsonAt *root, GError **error)
{
  WeftJsonAt rows, row;

  if (!weft_json_at_get_array (root, "rows", WEFT_JSON_REQUIRED, &rows, NULL, error))
    return FALSE;
  for (guint i = 0; weft_json_at_element (&rows, i, &row); i++)
    if (!weft_json_at_object (&row, error) || !read_row (self, &row, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_spaces (WeftPublishedTable *self, const WeftJsonAt *root, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  WeftJsonAt spaces, space;
  const char *id;

  if (!weft_json_at_get_array (root, "spaces", WEFT_JSON_REQUIRED, &spaces, NULL, error))
    return FALSE;
  for (guint i = 0; weft_json_at_element (&spaces, i, &space); i++)
    {
      if (!weft_json_at_string (&space, &id, error))
        return FALSE;
      g_strv_builder_add (builder, id);
    }
  self->spaces = g_strv_builder_end (builder);
  return TRUE;
}

/**
 * weft_published_table_free: (skip)
 * @self: (nullable): published scores
 */
void
weft_published_table_free (WeftPublishedTable *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->name);
  g_free (self->source);
  g_strfreev (self->spaces);
  g_array_unref (self->rows);
  g_free (self);
}

/**
 * weft_published_table_read: (skip)
 * @root: a file of the catalog's folder "published"
 * @file: its name, for messages
 * @error: return location for a #WeftJsonError
 *
 * Returns: (transfer full): the scores
 */
WeftPublishedTable *
weft_published_table_read (JsonNode *root, const char *file, GError **error)
{
  g_autoptr (WeftPublishedTable) self = g_new0 (WeftPublishedTable, 1);
  const char *id = NULL, *name = NULL, *source = NULL;
  WeftJsonAt at;

  self->rows = g_array_new (FALSE, FALSE, sizeof (WeftPublishedTableRow));
  g_array_set_clear_func (self->rows, clear_row_cb);
  weft_json_at_root (&at, root, file);
  if (!weft_json_at_object (&at, error)
      || !weft_json_at_get_string (&at, "id", WEFT_JSON_REQUIRED, &id, error)
      || !weft_json_at_get_string (&at, "name", WEFT_JSON_REQUIRED, &name, error)
      || !weft_json_at_get_string (&at, "source", WEFT_JSON_REQUIRED, &source, error)
      || !read_spaces (self, &at, error) || !read_rows (self, &at, error))
    return NULL;
  self->id = g_strdup (id);
  self->name = g_strdup (name);
  self->source = g_strdup (source);
  return g_steal_pointer (&self);
}

static int
compare_names_cb (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* The folder has points of charts too. */
static gboolean
is_table (JsonNode *root)
{
  return JSON_NODE_HOLDS_OBJECT (root)
         && json_object_has_member (json_node_get_object (root), "rows");
}

/* Paths of the folder's files in the order of their names. (transfer full) */
static GPtrArray *
list_paths (GError **error)
{
  g_autofree char *folder = g_build_filename (weft_paths_catalog_dir (), FOLDER, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  /* A catalog of one's own need not have the folder. */
  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    return g_steal_pointer (&paths);
  dir = g_dir_open (folder, 0, error);
  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_names_cb);
  return g_steal_pointer (&paths);
}

/**
 * weft_published_table_list: (skip)
 * @error: return location for an error
 *
 * Returns: (transfer full) (element-type WeftPublishedTable): all published scores of the catalog
 */
GPtrArray *
weft_published_table_list (GError **error)
{
  g_autoptr (GPtrArray) paths = list_paths (error);
  g_autoptr (GPtrArray) list
      = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_published_table_free);

  if (paths == NULL)
    return NULL;
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (JsonNode) root = weft_json_load (paths->pdata[i], NULL, error);
      WeftPublishedTable *published;

      if (root == NULL)
        return NULL;
      if (!is_table (root))
        continue;
      published = weft_published_table_read (root, paths->pdata[i], error);
      if (published == NULL)
        return NULL;
      g_ptr_array_add (list, published);
    }
  return g_steal_pointer (&list);
}

/**
 * weft_published_table_fits: (skip)
 * @self: published scores
 * @problem: a problem
 *
 * Returns: whether @problem is that of one of the spaces with its default profile, budget and workloads
 */
gboolean
weft_published_table_fits (const WeftPublishedTable *self, WeftProblem *problem)
{
  for (guint i = 0; self->spaces[i] != NULL; i++)
    {
      g_autoptr (WeftSpace) space = weft_space_load (self->spaces[i], NULL);
      g_autoptr (WeftProblem) plain = NULL;

      if (space != NULL)
        plain = weft_problem_new (weft_problem_get_evaluator (problem), space, NULL, NULL, NULL);
      if (plain != NULL
          && g_str_equal (weft_problem_get_digest (plain), weft_problem_get_digest (problem)))
        return TRUE;
    }
  return FALSE;
}

/**
 * weft_published_table_to_json: (skip)
 * @self: published scores
 *
 * Returns: (transfer full): an object with "source" and "rows"
 */
JsonObject *
weft_published_table_to_json (const WeftPublishedTable *self)
{
  JsonObject *object = json_object_new ();
  JsonArray *rows = json_array_new ();

  for (guint i = 0; i < self->rows->len; i++)
    {
      const WeftPublishedTableRow *row = &g_array_index (self->rows, WeftPublishedTableRow, i);
      JsonObject *item = json_object_new ();

      json_object_set_string_member (item, "method", row->method);
      if (row->planner != NULL)
        json_object_set_string_member (item, "planner", row->planner);
      else
        json_object_set_null_member (item, "planner");
      json_object_set_int_member (item, "evaluations", row->evaluations);
      json_object_set_int_member (item, "runs", row->runs);
      json_object_set_double_member (item, "mean", row->mean);
      if (isnan (row->sd))
        json_object_set_null_member (item, "sd");
      else
        json_object_set_double_member (item, "sd", row->sd);
      json_array_add_object_element (rows, item);
    }
  json_object_set_string_member (object, "id", self->id);
  json_object_set_string_member (object, "name", self->name);
  json_object_set_string_member (object, "source", self->source);
  json_object_set_array_member (object, "rows", rows);
  return object;
}
