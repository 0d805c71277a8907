/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of generators, and the way from JSON parameters and recipes to a task graph. */
#include "workload/weft-generator-private.h"

#include <glib/gi18n-lib.h>

#include "base/weft-json-at.h"
#include "base/weft-json-write.h"
#include "base/weft-name.h"
#include "base/weft-quantity.h"
#include "base/weft-quote-private.h"

static const WeftGenerator *const generators[] = {
  &weft_generator_hpcg,
  &weft_generator_llm,
  &weft_generator_sparse,
  &weft_generator_stencil,
  &weft_generator_cg,
  &weft_generator_fft,
  &weft_generator_coupled,
  &weft_generator_layered,
};

/* --- what a graph says of itself --- */

/* "hpcg: n 104, levels 4": every parameter that says something, as the command line has it. */
static char *
describe_params (const WeftGenerator *self, JsonObject *params)
{
  GString *text = g_string_new (self->id);
  const char *between = ": ";

  for (guint i = 0; i < self->n_params; i++)
    {
      JsonNode *node = json_object_get_member (params, self->params[i].key);
      const char *word = json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;
      g_autofree char *json = word == NULL ? weft_json_write_compact (node) : NULL;

      if (word != NULL && word[0] == '\0')
        continue;
      g_string_append_printf (text, "%s%s %s", between, self->params[i].key, word != NULL ? word : json);
      between = ", ";
    }
  return g_string_free (text, FALSE);
}

/* --- recipes --- */

/* Each parameter alone, so that the message has its pointer; what they are together is for the generator to say. */
static gboolean
check_params (const WeftGenerator *generator, const WeftJsonAt *at, GError **error)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, json_node_get_object (at->node));
  while (json_object_iter_next_ordered (&iter, &key, &node))
    {
      g_autoptr (JsonObject) alone = json_object_new ();
      g_autoptr (JsonObject) filled = NULL;
      g_autoptr (GError) wrong = NULL;
      g_autofree char *pointer = NULL;
      WeftJsonAt member;

      json_object_set_member (alone, key, json_node_copy (node));
      filled = weft_parameters_fill (generator->params, generator->n_params, generator->id, alone, &wrong);
      if (filled != NULL)
        continue;
      weft_json_at_member (at, key, &member);
      pointer = weft_json_at_pointer (&member);
      g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID, "%s: %s", pointer, wrong->message);
      return FALSE;
    }
  return TRUE;
}

/* --- public --- */

/**
 * weft_generator_count:
 *
 * Returns: how many generators there are
 */
guint
weft_generator_count (void)
{
  return G_N_ELEMENTS (generators);
}

/**
 * weft_generator_get: (skip)
 * @index: which one, in the order in which they are shown
 *
 * Returns: (transfer none): a generator
 */
const WeftGenerator *
weft_generator_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (generators), NULL);

  return generators[index];
}

/**
 * weft_generator_find: (skip)
 * @id: its name
 * @error: where to put a %WEFT_WORKLOAD_ERROR_INVALID, which names the nearest one
 *
 * Returns: (transfer none) (nullable): the generator
 */
const WeftGenerator *
weft_generator_find (const char *id, GError **error)
{
  const char *known[G_N_ELEMENTS (generators) + 1] = { NULL };
  g_autofree char *quoted = NULL;
  g_autofree char *all = NULL;
  const char *nearest;

  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (generators); i++)
    {
      if (g_str_equal (generators[i]->id, id))
        return generators[i];
      known[i] = generators[i]->id;
    }
  quoted = weft_quote (id, -1);
  all = g_strjoinv (", ", (char **) known);
  nearest = weft_name_nearest (id, known);
  if (nearest != NULL)
    g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
                 _("there is no generator of workloads %s; is “%s” meant?"), quoted, nearest);
  else
    g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
                 _("there is no generator of workloads %s, expected one of %s"), quoted, all);
  return NULL;
}

/**
 * weft_generator_make: (skip)
 * @self: a generator
 * @params: (nullable): its parameters; what is left out is as the table says
 * @catalog: where models and chips are looked up
 * @cancellable: (nullable): to stop it
 * @error: where to put a #WeftWorkloadError
 *
 * Returns: (transfer full) (nullable): the graph
 */
WeftTaskGraph *
weft_generator_make (const WeftGenerator *self, JsonObject *params, WeftCatalog *catalog, GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (JsonObject) filled = NULL;
  g_autoptr (GError) wrong = NULL;
  WeftTaskGraph *graph;

  g_return_val_if_fail (self != NULL, NULL);

  filled = weft_parameters_fill (self->params, self->n_params, self->id, params, &wrong);
  if (filled == NULL)
    {
      g_set_error_literal (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID, wrong->message);
      return NULL;
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  graph = self->make (filled, catalog, cancellable, error);
  if (graph != NULL && graph->source == NULL)
    graph->source = describe_params (self, filled);
  return graph;
}

/**
 * weft_recipe_make: (skip)
 * @recipe: {"generator": ID, "params": {...}}
 * @catalog: where models and chips are looked up
 * @cancellable: (nullable): to stop it
 * @error: where to put a #WeftWorkloadError, or a #WeftJsonError about the recipe's own members
 *
 * Returns: (transfer full) (nullable): the graph
 */
WeftTaskGraph *
weft_recipe_make (JsonNode *recipe, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  static const char *const known[] = { "generator", "params", NULL };
  const WeftGenerator *generator;
  WeftTaskGraph *graph;
  WeftJsonAt root, params;
  const char *id;
  gboolean has_params;

  weft_json_at_root (&root, recipe, NULL);
  if (!weft_json_at_known (&root, known, error)
      || !weft_json_at_get_string (&root, "generator", WEFT_JSON_REQUIRED, &id, error)
      || !weft_json_at_get_object (&root, "params", WEFT_JSON_OPTIONAL, &params, &has_params, error))
    return NULL;
  generator = weft_generator_find (id, error);
  if (generator == NULL)
    {
      g_prefix_error (error, "/generator: ");
      return NULL;
    }
  if (has_params && !check_params (generator, &params, error))
    return NULL;
  graph = weft_generator_make (generator, has_params ? json_node_get_object (params.node) : NULL, catalog, cancellable,
                               error);
  if (graph == NULL && error != NULL && (*error)->domain == WEFT_WORKLOAD_ERROR)
    g_prefix_error (error, "/params: ");
  return graph;
}

/* --- for generators --- */

gboolean
weft_generator_refuse (const char *generator, const char *key, int code, GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  g_set_error (error, WEFT_WORKLOAD_ERROR, code, "%s: %s%s%s", generator, key != NULL ? key : "",
               key != NULL ? ": " : "", words);
  return FALSE;
}

gboolean
weft_generator_check_size (const char *generator, double n_tasks, double n_edges, GError **error)
{
  g_autofree char *tasks = NULL;
  g_autofree char *edges = NULL;
  g_autofree char *max_tasks = NULL;
  g_autofree char *max_edges = NULL;

  if (n_tasks <= WEFT_MAX_TASKS && n_edges <= WEFT_MAX_TASK_EDGES)
    return TRUE;
  tasks = weft_quantity_format (n_tasks, WEFT_UNIT_COUNT);
  edges = weft_quantity_format (n_edges, WEFT_UNIT_COUNT);
  max_tasks = weft_quantity_format (WEFT_MAX_TASKS, WEFT_UNIT_COUNT);
  max_edges = weft_quantity_format (WEFT_MAX_TASK_EDGES, WEFT_UNIT_COUNT);
  return weft_generator_refuse (generator, NULL, WEFT_WORKLOAD_ERROR_LIMIT, error,
                                _("these parameters make %s tasks with %s edges, expected at most %s tasks and %s "
                                  "edges; make the blocks larger or the steps fewer"),
                                tasks, edges, max_tasks, max_edges);
}
