/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A change waits a moment before the graph is made, since people type digit by digit; the newest making counts. */
#include "config.h"

#include "app/workloads/weft-workload-item.h"

#include <glib/gi18n.h>

#include "app/workloads/weft-map-outcome.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-quantity.h"
#include "workload/weft-workload-file.h"

#define PAUSE_MS 300
/* To see which kind of file it is. */
#define HEAD_BYTES 4096
/* Parameters that a line of words names. */
#define MOST_NAMED 4

struct _WeftWorkloadItem
{
  GObject parent_instance;

  const WeftGenerator *generator; /* (nullable) */
  char *path;                     /* (nullable) */
  JsonObject *params;             /* those that are given */
  GArray *ranks;                  /* (nullable): the device of each rank, as long as @params stay */
  GListStore *mappings;

  WeftCatalog *catalog; /* (nullable): until then it waits */
  WeftWorkloadState state;
  char *message; /* (nullable) */
  WeftTaskGraph *graph;
  WeftTaskSummary *summary;
  GStrv notes; /* (nullable) */
  GCancellable *cancellable;
  guint pause_source;
};

G_DEFINE_FINAL_TYPE (WeftWorkloadItem, weft_workload_item, G_TYPE_OBJECT)

static guint changed_signal;

static void
emit_changed (WeftWorkloadItem *self)
{
  g_signal_emit (self, changed_signal, 0);
}

/* --- making the graph --- */

typedef struct
{
  const WeftGenerator *generator;
  char *path;
  JsonObject *params;
  WeftCatalog *catalog;
} Making;

typedef struct
{
  WeftTaskGraph *graph;
  WeftTaskSummary *summary;
  GStrv notes;
} Made;

static void
free_making (gpointer data)
{
  Making *making = data;

  g_free (making->path);
  json_object_unref (making->params);
  g_object_unref (making->catalog);
  g_free (making);
}

static void
free_made (gpointer data)
{
  Made *made = data;

  g_clear_pointer (&made->summary, weft_task_summary_free);
  g_clear_pointer (&made->graph, weft_task_graph_unref);
  g_strfreev (made->notes);
  g_free (made);
}

/* Sentences of the reader, then those of the graph. (transfer full) */
static GStrv
list_notes (GPtrArray *read, const WeftTaskGraph *graph)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < read->len; i++)
    g_strv_builder_add (builder, read->pdata[i]);
  for (guint i = 0; graph->notes != NULL && graph->notes[i] != NULL; i++)
    g_strv_builder_add (builder, graph->notes[i]);
  return g_strv_builder_end (builder);
}

static void
make_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Making *making = data;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  GError *error = NULL;
  WeftTaskGraph *graph;
  Made *made;

  graph = making->path != NULL
            ? weft_workload_load (making->path, making->params, making->catalog, notes, cancellable, &error)
            : weft_generator_make (making->generator, making->params, making->catalog, cancellable, &error);
  if (graph == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  made = g_new0 (Made, 1);
  made->graph = graph;
  made->summary = weft_task_summary_new (graph);
  made->notes = list_notes (notes, graph);
  g_task_return_pointer (task, made, free_made);
}

static void
forget_graph (WeftWorkloadItem *self)
{
  g_clear_pointer (&self->summary, weft_task_summary_free);
  g_clear_pointer (&self->graph, weft_task_graph_unref);
  g_clear_pointer (&self->notes, g_strfreev);
  g_clear_pointer (&self->message, g_free);
  g_list_store_remove_all (self->mappings);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  WeftWorkloadItem *self = WEFT_WORKLOAD_ITEM (source);
  g_autoptr (GError) error = NULL;
  Made *made = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    {
      g_clear_pointer (&made, free_made);
      return;
    }
  forget_graph (self);
  self->state = made != NULL ? WEFT_WORKLOAD_READY : WEFT_WORKLOAD_FAILED;
  if (made != NULL)
    {
      self->graph = g_steal_pointer (&made->graph);
      self->summary = g_steal_pointer (&made->summary);
      self->notes = g_steal_pointer (&made->notes);
      free_made (made);
    }
  else
    self->message = g_strdup (error->message);
  emit_changed (self);
}

static void
begin_making (WeftWorkloadItem *self)
{
  Making *making = g_new0 (Making, 1);
  g_autoptr (GTask) task = NULL;

  g_clear_handle_id (&self->pause_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  making->generator = self->generator;
  making->path = g_strdup (self->path);
  making->params = json_object_ref (self->params);
  making->catalog = g_object_ref (self->catalog);
  task = g_task_new (self, self->cancellable, made_cb, NULL);
  g_task_set_source_tag (task, begin_making);
  g_task_set_task_data (task, making, free_making);
  g_task_run_in_thread (task, make_in_thread);
  self->state = WEFT_WORKLOAD_MAKING;
}

static gboolean
pause_cb (gpointer data)
{
  WeftWorkloadItem *self = data;

  self->pause_source = 0;
  begin_making (self);
  return G_SOURCE_REMOVE;
}

/* --- class --- */

static void
weft_workload_item_dispose (GObject *object)
{
  WeftWorkloadItem *self = WEFT_WORKLOAD_ITEM (object);

  g_clear_handle_id (&self->pause_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->catalog);
  G_OBJECT_CLASS (weft_workload_item_parent_class)->dispose (object);
}

static void
weft_workload_item_finalize (GObject *object)
{
  WeftWorkloadItem *self = WEFT_WORKLOAD_ITEM (object);

  forget_graph (self);
  g_object_unref (self->mappings);
  json_object_unref (self->params);
  g_clear_pointer (&self->ranks, g_array_unref);
  g_free (self->path);
  G_OBJECT_CLASS (weft_workload_item_parent_class)->finalize (object);
}

static void
weft_workload_item_class_init (WeftWorkloadItemClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = weft_workload_item_dispose;
  G_OBJECT_CLASS (klass)->finalize = weft_workload_item_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
weft_workload_item_init (WeftWorkloadItem *self)
{
  self->params = json_object_new ();
  self->mappings = g_list_store_new (WEFT_TYPE_MAP_OUTCOME);
  g_signal_connect_object (self->mappings, "items-changed", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
}

WeftWorkloadItem *
weft_workload_item_new (const WeftGenerator *generator, JsonObject *params)
{
  WeftWorkloadItem *self = g_object_new (WEFT_TYPE_WORKLOAD_ITEM, NULL);

  g_return_val_if_fail (generator != NULL, NULL);

  self->generator = generator;
  if (params != NULL)
    {
      json_object_unref (self->params);
      self->params = json_object_ref (params);
    }
  return self;
}

/* The generator that such a file is given to. (nullable) */
static const WeftGenerator *
find_generator (const char *path)
{
  g_autofree char *head = g_malloc (HEAD_BYTES);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);
  WeftWorkloadFormat format;
  gsize length = 0;

  if (stream == NULL || !g_input_stream_read_all (G_INPUT_STREAM (stream), head, HEAD_BYTES, &length, NULL, NULL)
      || !weft_workload_format_guess (path, head, length, &format))
    return NULL;
  if (format == WEFT_WORKLOAD_FORMAT_MATRIX_MARKET)
    return weft_generator_find ("sparse", NULL);
  return format == WEFT_WORKLOAD_FORMAT_HF_CONFIG ? weft_generator_find ("llm", NULL) : NULL;
}

WeftWorkloadItem *
weft_workload_item_new_file (const char *path)
{
  WeftWorkloadItem *self = g_object_new (WEFT_TYPE_WORKLOAD_ITEM, NULL);

  g_return_val_if_fail (path != NULL, NULL);

  self->path = g_strdup (path);
  self->generator = find_generator (path);
  return self;
}

static gboolean
refuse (GError **error, const char *what)
{
  g_set_error_literal (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID, what);
  return FALSE;
}

/* (nullable) */
static const char *
find_string (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
           ? json_node_get_string (node)
           : NULL;
}

WeftWorkloadItem *
weft_workload_item_read (const char *line, GError **error)
{
  g_autoptr (JsonNode) root = weft_json_parse (line, -1, "workload", &weft_json_default_limits, error);
  JsonObject *object, *params;
  const WeftGenerator *generator;
  WeftWorkloadItem *self;
  JsonNode *node;

  if (root == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (root))
    return refuse (error, _("found something else than a recipe of a workload")), NULL;
  object = json_node_get_object (root);
  node = json_object_get_member (object, "params");
  params = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  if (find_string (object, "file") != NULL)
    self = weft_workload_item_new_file (find_string (object, "file"));
  else
    {
      const char *id = find_string (object, "generator");

      generator = weft_generator_find (id != NULL ? id : "", error);
      if (generator == NULL)
        return NULL;
      self = weft_workload_item_new (generator, NULL);
    }
  if (params != NULL)
    {
      json_object_unref (self->params);
      self->params = json_object_ref (params);
    }
  return self;
}

char *
weft_workload_item_write (WeftWorkloadItem *self)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);

  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), NULL);

  if (self->path != NULL)
    json_object_set_string_member (object, "file", self->path);
  else
    json_object_set_string_member (object, "generator", self->generator->id);
  json_object_set_object_member (object, "params", json_object_ref (self->params));
  json_node_set_object (root, object);
  return weft_json_write_compact (root);
}

const WeftGenerator *
weft_workload_item_get_generator (WeftWorkloadItem *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), NULL);

  return self->generator;
}

const char *
weft_workload_item_get_path (WeftWorkloadItem *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), NULL);

  return self->path;
}

JsonNode *
weft_workload_item_get_param (WeftWorkloadItem *self, const WeftParameter *param)
{
  JsonNode *given;

  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self) && param != NULL, NULL);

  given = json_object_get_member (self->params, param->key);
  return given != NULL && !JSON_NODE_HOLDS_NULL (given)
           ? json_node_copy (given)
           : weft_json_parse (param->initial, -1, param->key, &weft_json_default_limits, NULL);
}

/* A worker may be reading the old ones. */
static void
copy_params (WeftWorkloadItem *self)
{
  JsonObject *copy = json_object_new ();
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, self->params);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    json_object_set_member (copy, key, json_node_copy (node));
  json_object_unref (self->params);
  self->params = copy;
}

static void
make_again (WeftWorkloadItem *self)
{
  if (self->catalog != NULL)
    {
      g_clear_handle_id (&self->pause_source, g_source_remove);
      self->pause_source = g_timeout_add (PAUSE_MS, pause_cb, self);
      self->state = WEFT_WORKLOAD_MAKING;
    }
  emit_changed (self);
}

void
weft_workload_item_set_param (WeftWorkloadItem *self, const WeftParameter *param, JsonNode *value)
{
  g_autoptr (JsonNode) before = NULL;

  g_return_if_fail (WEFT_IS_WORKLOAD_ITEM (self) && param != NULL);

  before = weft_workload_item_get_param (self, param);
  if (value != NULL && before != NULL && json_node_equal (before, value))
    {
      json_node_unref (value);
      return;
    }
  copy_params (self);
  if (value != NULL)
    json_object_set_member (self->params, param->key, value);
  else
    json_object_remove_member (self->params, param->key);
  g_clear_pointer (&self->ranks, g_array_unref);
  make_again (self);
}

void
weft_workload_item_set_params (WeftWorkloadItem *self, JsonObject *params, GArray *ranks)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  g_return_if_fail (WEFT_IS_WORKLOAD_ITEM (self) && params != NULL);

  copy_params (self);
  json_object_iter_init_ordered (&iter, params);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    json_object_set_member (self->params, key, json_node_copy (node));
  g_clear_pointer (&self->ranks, g_array_unref);
  self->ranks = ranks != NULL ? g_array_ref (ranks) : NULL;
  make_again (self);
}

GArray *
weft_workload_item_get_ranks (WeftWorkloadItem *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), NULL);

  return self->ranks;
}

JsonObject *
weft_workload_item_fill (WeftWorkloadItem *self, GError **error)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self) && self->generator != NULL, NULL);

  return weft_parameters_fill (self->generator->params, self->generator->n_params, self->generator->id, self->params,
                               error);
}

void
weft_workload_item_start (WeftWorkloadItem *self, WeftCatalog *catalog)
{
  g_return_if_fail (WEFT_IS_WORKLOAD_ITEM (self) && WEFT_IS_CATALOG (catalog));

  if (self->catalog != NULL)
    return;
  self->catalog = g_object_ref (catalog);
  begin_making (self);
  emit_changed (self);
}

WeftWorkloadState
weft_workload_item_get_state (WeftWorkloadItem *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), WEFT_WORKLOAD_FAILED);

  return self->state;
}

const char *
weft_workload_item_get_message (WeftWorkloadItem *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), NULL);

  return self->message;
}

WeftTaskGraph *
weft_workload_item_get_graph (WeftWorkloadItem *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), NULL);

  return self->graph;
}

WeftTaskSummary *
weft_workload_item_get_summary (WeftWorkloadItem *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), NULL);

  return self->summary;
}

const char *const *
weft_workload_item_get_notes (WeftWorkloadItem *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), NULL);

  return (const char *const *) self->notes;
}

char *
weft_workload_item_dup_title (WeftWorkloadItem *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), NULL);

  return self->path != NULL ? g_filename_display_basename (self->path)
                            : g_strdup (g_dgettext ("weft", self->generator->title));
}

/* "n 64, iterations 50": what is not as usual, or the first parameters. (transfer full) */
static char *
write_params (WeftWorkloadItem *self)
{
  gboolean any = json_object_get_size (self->params) > 0;
  GString *text = g_string_new (NULL);
  guint named = 0;

  for (guint i = 0; self->generator != NULL && i < self->generator->n_params && named < MOST_NAMED; i++)
    {
      const WeftParameter *param = &self->generator->params[i];
      g_autoptr (JsonNode) value = NULL;
      g_autofree char *json = NULL;

      if (any && !json_object_has_member (self->params, param->key))
        continue;
      value = weft_workload_item_get_param (self, param);
      json = value != NULL ? weft_json_write_compact (value) : g_strdup ("");
      g_strdelimit (json, "\"", ' ');
      g_string_append_printf (text, "%s%s %s", named++ > 0 ? ", " : "", param->key, g_strstrip (json));
    }
  return g_string_free (text, FALSE);
}

char *
weft_workload_item_dup_words (WeftWorkloadItem *self)
{
  g_autofree char *params = NULL, *count = NULL, *tasks = NULL;

  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), NULL);

  params = write_params (self);
  switch (self->state)
    {
    case WEFT_WORKLOAD_READY:
      count = weft_quantity_format (self->graph->n_tasks, WEFT_UNIT_COUNT);
      tasks = g_strdup_printf (ngettext ("%s task", "%s tasks", self->graph->n_tasks), count);
      return *params != '\0' ? g_strjoin (" · ", tasks, params, NULL) : g_steal_pointer (&tasks);
    case WEFT_WORKLOAD_FAILED:
      return g_strdup (self->message);
    case WEFT_WORKLOAD_WAITING:
    case WEFT_WORKLOAD_MAKING:
    default:
      return g_steal_pointer (&params);
    }
}

GListStore *
weft_workload_item_get_mappings (WeftWorkloadItem *self)
{
  g_return_val_if_fail (WEFT_IS_WORKLOAD_ITEM (self), NULL);

  return self->mappings;
}
