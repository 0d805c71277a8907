/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of templates, and the way from JSON parameters to a fragment and to a document. */
#include "design/graph/weft-graph-template-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"
#include "base/weft-name.h"
#include "base/weft-quote-private.h"
#include "design/topology/weft-topology.h"
#include "design/weft-members-private.h"

G_DEFINE_QUARK (weft-template-error-quark, weft_template_error)

/* The ones that are no plain topology. */
static const WeftTemplateFamily *const families[] = {
  &weft_template_rail_fat_tree, &weft_template_superpod_unit, &weft_template_nvl72_rack,
  &weft_template_rack,          &weft_template_copies,
};

static const WeftTemplateFamily *
family_at (guint index)
{
  return index < G_N_ELEMENTS (families) ? families[index]
                                         : weft_template_topology (index - G_N_ELEMENTS (families));
}

static const WeftTemplateFamily *
family_of (const WeftGraphTemplate *template)
{
  for (guint i = 0; i < weft_graph_template_count (); i++)
    if (template == &family_at (i)->template)
      return family_at (i);
  return NULL;
}

/* NULL at the end. */
static GPtrArray *
list_keys (const WeftGraphTemplate *template)
{
  GPtrArray *keys = g_ptr_array_new ();

  for (guint i = 0; i < template->n_params; i++)
    g_ptr_array_add (keys, (gpointer) template->params[i].key);
  g_ptr_array_add (keys, NULL);
  return keys;
}

static gboolean
refuse_key (const WeftTemplateCall *call, const char *key, GPtrArray *known, GError **error)
{
  g_autofree char *quoted = weft_quote (key, -1);
  g_autofree char *all = g_strjoinv (", ", (char **) known->pdata);
  const char *nearest = weft_name_nearest (key, (const char *const *) known->pdata);

  if (nearest != NULL)
    return weft_template_refuse (call, NULL, WEFT_TEMPLATE_ERROR_PARAMETER, error,
                                 _("there is no parameter %s; is \"%s\" meant?"), quoted,
                                 nearest);
  return weft_template_refuse (call, NULL, WEFT_TEMPLATE_ERROR_PARAMETER, error,
                               _("there is no parameter %s, expected one of %s"), quoted, all);
}

static gboolean
check_known (const WeftTemplateCall *call, JsonObject *given, GError **error)
{
  g_autoptr (GPtrArray) known = list_keys (call->template);
  JsonObjectIter iter;
  const char *key;

  json_object_iter_init_ordered (&iter, given);
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    if (!g_strv_contains ((const char *const *) known->pdata, key))
      return refuse_key (call, key, known, error);
  return TRUE;
}

static gboolean
has_type (const WeftTemplateParam *param, JsonNode *node)
{
  GType type = json_node_get_value_type (node);

  switch (param->type)
    {
    case WEFT_TEMPLATE_TEXT:
      return type == G_TYPE_STRING;
    case WEFT_TEMPLATE_LIST:
      return JSON_NODE_HOLDS_ARRAY (node);
    case WEFT_TEMPLATE_WHOLE:
    case WEFT_TEMPLATE_NUMBER:
    default:
      return type == G_TYPE_INT64 || type == G_TYPE_DOUBLE;
    }
}

static const char *
type_words (WeftTemplateParamType type)
{
  switch (type)
    {
    case WEFT_TEMPLATE_TEXT:
      return _("a string");
    case WEFT_TEMPLATE_LIST:
      return _("an array");
    case WEFT_TEMPLATE_WHOLE:
      return _("a whole number");
    case WEFT_TEMPLATE_NUMBER:
    default:
      return _("a number");
    }
}

static gboolean
check_value (const WeftTemplateCall *call, const WeftTemplateParam *param, JsonNode *node,
             GError **error)
{
  gboolean is_number = param->type == WEFT_TEMPLATE_WHOLE || param->type == WEFT_TEMPLATE_NUMBER;
  double value;

  if (!has_type (param, node))
    {
      WeftJsonAt at;
      g_autofree char *found = NULL;

      weft_json_at_root (&at, node, NULL);
      found = weft_json_at_found (&at);
      return weft_template_refuse (call, param->key, WEFT_TEMPLATE_ERROR_PARAMETER, error,
                                   _("found %s, expected %s"), found, type_words (param->type));
    }
  if (!is_number)
    return TRUE;
  value = json_node_get_double (node);
  if (value >= param->min && value <= param->max
      && (param->type == WEFT_TEMPLATE_NUMBER || value == floor (value)))
    return TRUE;
  return weft_template_refuse (call, param->key, WEFT_TEMPLATE_ERROR_RANGE, error,
                               _("found %.9g, expected %s from %.9g to %.9g"), value,
                               type_words (param->type), param->min, param->max);
}

/* What is given, and what counts for the rest. NULL is as good as absent. */
static gboolean
fill_params (WeftTemplateCall *call, JsonObject *given, GError **error)
{
  if (given != NULL && !check_known (call, given, error))
    return FALSE;
  for (guint i = 0; i < call->template->n_params; i++)
    {
      const WeftTemplateParam *param = &call->template->params[i];
      JsonNode *node = given != NULL ? json_object_get_member (given, param->key) : NULL;

      if (node == NULL || JSON_NODE_HOLDS_NULL (node))
        node = weft_json_parse (param->initial, -1, param->key, NULL, NULL);
      else if (check_value (call, param, node, error))
        node = weft_members_copy_node (node);
      else
        return FALSE;
      g_assert (node != NULL);
      json_object_set_member (call->params, param->key, node);
    }
  return TRUE;
}

/**
 * weft_graph_template_count:
 *
 * Returns: how many templates there are
 */
guint
weft_graph_template_count (void)
{
  return G_N_ELEMENTS (families) + weft_topology_n_generators ();
}

/**
 * weft_graph_template_get: (skip)
 * @index: which one, in the order in which they are shown
 *
 * Returns: (transfer none): a template
 */
const WeftGraphTemplate *
weft_graph_template_get (guint index)
{
  g_return_val_if_fail (index < weft_graph_template_count (), NULL);

  return &family_at (index)->template;
}

/**
 * weft_graph_template_find: (skip)
 * @id: its name
 * @error: where to put a %WEFT_TEMPLATE_ERROR_UNKNOWN, which names the nearest one
 *
 * Returns: (transfer none) (nullable): the template
 */
const WeftGraphTemplate *
weft_graph_template_find (const char *id, GError **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  g_autofree char *quoted = NULL;
  const char *nearest;

  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < weft_graph_template_count (); i++)
    {
      const WeftGraphTemplate *template = weft_graph_template_get (i);

      if (g_str_equal (template->id, id))
        return template;
      g_ptr_array_add (known, (gpointer) template->id);
    }
  g_ptr_array_add (known, NULL);
  quoted = weft_quote (id, -1);
  nearest = weft_name_nearest (id, (const char *const *) known->pdata);
  if (nearest != NULL)
    g_set_error (error, WEFT_TEMPLATE_ERROR, WEFT_TEMPLATE_ERROR_UNKNOWN,
                 _("found the template %s, which is not known; is \"%s\" meant?"), quoted, nearest);
  else
    g_set_error (error, WEFT_TEMPLATE_ERROR, WEFT_TEMPLATE_ERROR_UNKNOWN,
                 _("found the template %s, which is not known; \"weft template list\" lists them"),
                 quoted);
  return NULL;
}

/**
 * weft_graph_template_make: (skip)
 * @self: a template
 * @params: (nullable): its parameters; what is left out is as the table says
 * @catalog: where the parts are looked up
 * @error: where to put a #WeftTemplateError, or a #WeftTopologyError of the generator
 *
 * Returns: (transfer full) (nullable): a fragment as weft_graph_edit_place() takes it: an object
 *   with level, title, notes (what was counted, in words), definitions, items and links
 */
JsonNode *
weft_graph_template_make (const WeftGraphTemplate *self, JsonObject *params, WeftCatalog *catalog,
                          GError **error)
{
  const WeftTemplateFamily *family;
  g_autoptr (JsonObject) filled = NULL;
  WeftTemplateCall call = { .template = self, .catalog = catalog };
  JsonObject *fragment;

  g_return_val_if_fail (self != NULL && WEFT_IS_CATALOG (catalog), NULL);

  family = family_of (self);
  g_return_val_if_fail (family != NULL, NULL);
  if (!weft_catalog_load_kind (catalog, WEFT_RECORD_COMPONENT, error))
    return NULL;
  call.params = filled = json_object_new ();
  if (!fill_params (&call, params, error))
    return NULL;
  fragment = family->make (&call, error);
  if (fragment == NULL)
    return NULL;
  json_object_set_int_member (fragment, "weft-fragment", 1);
  return weft_members_to_node (fragment);
}

static void
move_member (JsonObject *from, JsonObject *to, const char *key)
{
  if (json_object_has_member (from, key))
    json_object_set_member (to, key, weft_members_copy_node (json_object_get_member (from, key)));
}

/**
 * weft_graph_template_document: (skip)
 * @fragment: what weft_graph_template_make() made
 *
 * Returns: (transfer full): a design's document whose machine is the fragment
 */
JsonNode *
weft_graph_template_document (JsonNode *fragment)
{
  JsonObject *source, *document, *graph, *definitions, *machine;

  g_return_val_if_fail (fragment != NULL && JSON_NODE_HOLDS_OBJECT (fragment), NULL);

  source = json_node_get_object (fragment);
  document = json_object_new ();
  graph = json_object_new ();
  machine = json_object_new ();
  json_object_set_string_member (document, "name",
                                 json_object_get_string_member (source, "title"));
  move_member (source, document, "notes");
  json_object_set_string_member (graph, "root", "machine");
  definitions = weft_members_copy_object (json_object_get_object_member (source, "definitions"));
  for (guint i = 0; i < 4; i++)
    move_member (source, machine, (const char *[]) { "level", "title", "items", "links" }[i]);
  json_object_set_object_member (definitions, "machine", machine);
  json_object_set_object_member (graph, "definitions", definitions);
  json_object_set_object_member (document, "graph", graph);
  return weft_members_to_node (document);
}
