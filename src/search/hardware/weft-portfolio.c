/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a portfolio. Weights are made to sum to 1, so that people may write what they think in. */
#include "search/hardware/weft-portfolio.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-at.h"
#include "workload/weft-generator.h"

#define MOST_BATCH 1000000
#define MOST_TOKENS 100000000

G_DEFINE_QUARK (weft-portfolio-error-quark, weft_portfolio_error)

static const char *const known[] = { "name", "workloads", NULL };
static const char *const graph_keys[] = { "id", "weight", "generator", "params", "algorithm", NULL };
static const char *const model_keys[]
    = { "id", "weight", "model", "prompt_tokens", "new_tokens", "batch", "use_all", NULL };

static void
workload_free (gpointer data)
{
  WeftPortfolioWorkload *self = data;

  g_clear_pointer (&self->graph, weft_task_graph_unref);
  weft_llm_source_clear (&self->source);
  g_free (self->model);
  g_free (self->id);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftPortfolioWorkload, workload_free)

static gboolean
refuse (const WeftJsonAt *at, GError **error, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
refuse (const WeftJsonAt *at, GError **error, const char *format, ...)
{
  g_autofree char *pointer = weft_json_at_pointer (at);
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, WEFT_PORTFOLIO_ERROR, WEFT_PORTFOLIO_ERROR_INVALID, "%s%s%s: %s",
               at->file != NULL ? at->file : "", at->file != NULL ? ": " : "", pointer, text);
  return FALSE;
}

/* --- one workload --- */

static gboolean
read_weight (const WeftJsonAt *at, WeftPortfolioWorkload *self, GError **error)
{
  self->weight = 1;
  if (!weft_json_at_get_number (at, "weight", WEFT_JSON_OPTIONAL, &self->weight, error))
    return FALSE;
  if (self->weight >= 0 && isfinite (self->weight))
    return TRUE;
  return refuse (at, error, _("the weight of %s is %g, expected 0 or more"), self->id, self->weight);
}

static gboolean
read_algorithm (const WeftJsonAt *at, WeftPortfolioWorkload *self, GError **error)
{
  const char *name = "peft-lc";

  if (!weft_json_at_get_string (at, "algorithm", WEFT_JSON_OPTIONAL, &name, error))
    return FALSE;
  return weft_map_algorithm_parse (name, &self->algorithm, error);
}

static gboolean
read_graph (const WeftJsonAt *at, WeftPortfolioWorkload *self, WeftCatalog *catalog, GCancellable *cancellable,
            GError **error)
{
  g_autoptr (JsonNode) recipe = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  WeftJsonAt params;
  const char *generator;
  gboolean has_params;

  json_node_take_object (recipe, object);
  if (!weft_json_at_known (at, graph_keys, error)
      || !weft_json_at_get_string (at, "generator", WEFT_JSON_REQUIRED, &generator, error)
      || !weft_json_at_get_object (at, "params", WEFT_JSON_OPTIONAL, &params, &has_params, error)
      || !read_algorithm (at, self, error))
    return FALSE;
  json_object_set_string_member (object, "generator", generator);
  if (has_params)
    json_object_set_member (object, "params", json_node_copy (params.node));
  self->graph = weft_recipe_make (recipe, catalog, cancellable, error);
  if (self->graph == NULL)
    g_prefix_error (error, "%s: ", self->id);
  return self->graph != NULL;
}

static gboolean
read_count (const WeftJsonAt *at, const char *key, gint64 least, gint64 most, guint *count, GError **error)
{
  gint64 value = *count;

  if (!weft_json_at_get_integer (at, key, WEFT_JSON_OPTIONAL, &value, error))
    return FALSE;
  if (value < least || value > most)
    return refuse (at, error, _("%s is %" G_GINT64_FORMAT ", expected %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT), key,
                   value, least, most);
  *count = (guint) value;
  return TRUE;
}

static gboolean
read_model (const WeftJsonAt *at, WeftPortfolioWorkload *self, WeftCatalog *catalog, GError **error)
{
  const char *model;

  self->prompt_tokens = 2048;
  self->batch = 1;
  if (!weft_json_at_known (at, model_keys, error)
      || !weft_json_at_get_string (at, "model", WEFT_JSON_REQUIRED, &model, error)
      || !read_count (at, "prompt_tokens", 1, MOST_TOKENS, &self->prompt_tokens, error)
      || !read_count (at, "new_tokens", 0, MOST_TOKENS, &self->new_tokens, error)
      || !read_count (at, "batch", 1, MOST_BATCH, &self->batch, error)
      || !weft_json_at_get_boolean (at, "use_all", WEFT_JSON_OPTIONAL, &self->use_all, error))
    return FALSE;
  self->model = g_strdup (model);
  return weft_llm_source_find (&self->source, model, catalog, error);
}

/* (transfer full) (nullable) */
static WeftPortfolioWorkload *
read_workload (const WeftJsonAt *at, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPortfolioWorkload) self = g_new0 (WeftPortfolioWorkload, 1);
  WeftJsonAt ignored;
  const char *id;

  if (!weft_json_at_object (at, error) || !weft_json_at_get_string (at, "id", WEFT_JSON_REQUIRED, &id, error))
    return NULL;
  self->id = g_strdup (id);
  if (!read_weight (at, self, error))
    return NULL;
  if (weft_json_at_member (at, "model", &ignored) ? read_model (at, self, catalog, error)
                                                  : read_graph (at, self, catalog, cancellable, error))
    return g_steal_pointer (&self);
  return NULL;
}

/* --- all of them --- */

static gboolean
check_id (const WeftPortfolio *self, const WeftJsonAt *at, const WeftPortfolioWorkload *added, GError **error)
{
  for (guint i = 0; i < self->workloads->len; i++)
    if (g_str_equal (((WeftPortfolioWorkload *) self->workloads->pdata[i])->id, added->id))
      return refuse (at, error, _("two workloads are called %s"), added->id);
  return TRUE;
}

static gboolean
read_workloads (WeftPortfolio *self, const WeftJsonAt *list, WeftCatalog *catalog, GCancellable *cancellable,
                GError **error)
{
  guint n = weft_json_at_length (list);
  WeftJsonAt at;

  if (n == 0 || n > WEFT_PORTFOLIO_MOST)
    return refuse (list, error, _("%u workloads, expected 1 to %u"), n, WEFT_PORTFOLIO_MOST);
  for (guint i = 0; weft_json_at_element (list, i, &at); i++)
    {
      g_autoptr (WeftPortfolioWorkload) workload = read_workload (&at, catalog, cancellable, error);

      if (workload == NULL || !check_id (self, &at, workload, error))
        return FALSE;
      g_ptr_array_add (self->workloads, g_steal_pointer (&workload));
    }
  return TRUE;
}

static gboolean
share_weights (WeftPortfolio *self, const WeftJsonAt *list, GError **error)
{
  double sum = 0;

  for (guint i = 0; i < self->workloads->len; i++)
    sum += ((WeftPortfolioWorkload *) self->workloads->pdata[i])->weight;
  if (!(sum > 0) || !isfinite (sum))
    return refuse (list, error, _("the weights sum to %g; give a workload that matters one above 0"), sum);
  for (guint i = 0; i < self->workloads->len; i++)
    ((WeftPortfolioWorkload *) self->workloads->pdata[i])->weight /= sum;
  return TRUE;
}

/* --- public API --- */

/**
 * weft_portfolio_new: (skip)
 * @root: the portfolio
 * @file: (nullable): where it was read from
 * @catalog: where models are looked up
 * @cancellable: (nullable): to stop it
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the portfolio
 */
WeftPortfolio *
weft_portfolio_new (JsonNode *root, const char *file, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftPortfolio) self = g_new0 (WeftPortfolio, 1);
  WeftJsonAt at, list;
  const char *name = "";

  self->workloads = g_ptr_array_new_with_free_func (workload_free);
  weft_json_at_root (&at, root, file);
  if (!weft_json_at_object (&at, error) || !weft_json_at_known (&at, known, error)
      || !weft_json_at_get_string (&at, "name", WEFT_JSON_OPTIONAL, &name, error)
      || !weft_json_at_get_array (&at, "workloads", WEFT_JSON_REQUIRED, &list, NULL, error)
      || !read_workloads (self, &list, catalog, cancellable, error) || !share_weights (self, &list, error))
    return NULL;
  self->name = g_strdup (name);
  return g_steal_pointer (&self);
}

void
weft_portfolio_free (WeftPortfolio *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->workloads, g_ptr_array_unref);
  g_free (self->name);
  g_free (self);
}
