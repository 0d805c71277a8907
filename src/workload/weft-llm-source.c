/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a language model from where people have it: a record of the catalog, or a config.json. */
#include "workload/weft-llm-source.h"

#include <glib/gi18n-lib.h>

#include "base/weft-quote-private.h"
#include "workload/weft-hf-config.h"
#include "workload/weft-task-graph.h"

static gboolean
refuse_name (const char *name, const char *nearest, GError **error)
{
  g_autofree char *quoted = weft_quote (name, -1);

  if (nearest != NULL)
    g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
                 _("the catalog has no model %s; is “%s” meant?"), quoted, nearest);
  else
    g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID, _("the catalog has no model %s"), quoted);
  return FALSE;
}

static void
begin (WeftLlmSource *self)
{
  *self = (WeftLlmSource) {
    .facts = weft_llm_facts_new (),
    .notes = g_ptr_array_new_with_free_func (g_free),
  };
}

/**
 * weft_llm_source_record: (skip)
 * @self: (out caller-allocates): what to fill
 * @name: id, alias or name of a model
 * @catalog: (nullable): the catalog
 * @error: return location for a %WEFT_WORKLOAD_ERROR
 *
 * Returns: whether there is such a model, whose shape is whole
 */
gboolean
weft_llm_source_record (WeftLlmSource *self, const char *name, WeftCatalog *catalog, GError **error)
{
  WeftRecord *record = catalog != NULL ? weft_catalog_lookup (catalog, WEFT_RECORD_MODEL, name) : NULL;
  const char *nearest = catalog != NULL ? weft_catalog_nearest (catalog, WEFT_RECORD_MODEL, name) : NULL;
  g_autoptr (GError) lack = NULL;

  begin (self);
  if (record == NULL)
    return refuse_name (name, nearest, error);
  if (!weft_llm_shape_init (&self->shape, record, self->facts, &lack))
    {
      g_set_error_literal (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_MISSING, lack->message);
      return FALSE;
    }
  self->name = g_strdup (weft_record_get_name (record));
  return TRUE;
}

/**
 * weft_llm_source_config: (skip)
 * @self: (out caller-allocates): what to fill
 * @path: a config.json
 * @error: return location for a %WEFT_WORKLOAD_ERROR or %WEFT_JSON_ERROR
 *
 * Returns: whether the file has the shape of a model
 */
gboolean
weft_llm_source_config (WeftLlmSource *self, const char *path, GError **error)
{
  g_autoptr (WeftHfConfig) config = weft_hf_config_load (path, error);

  begin (self);
  if (config == NULL)
    return FALSE;
  self->shape = config->shape;
  self->name = g_steal_pointer (&config->name);
  g_ptr_array_extend_and_steal (self->notes, g_ptr_array_ref (config->notes));
  g_ptr_array_extend_and_steal (self->facts, g_ptr_array_ref (config->facts));
  return TRUE;
}

/**
 * weft_llm_source_find: (skip)
 * @self: (out caller-allocates): what to fill
 * @name_or_path: a file that is there, else a name of the catalog
 * @catalog: (nullable): the catalog
 * @error: return location
 *
 * Returns: whether a model was found
 */
gboolean
weft_llm_source_find (WeftLlmSource *self, const char *name_or_path, WeftCatalog *catalog, GError **error)
{
  if (g_file_test (name_or_path, G_FILE_TEST_EXISTS))
    return weft_llm_source_config (self, name_or_path, error);
  return weft_llm_source_record (self, name_or_path, catalog, error);
}

/**
 * weft_llm_source_clear: (skip)
 * @self: what was filled
 */
void
weft_llm_source_clear (WeftLlmSource *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->facts, g_ptr_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
}
