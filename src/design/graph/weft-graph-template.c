/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of templates, and the way from JSON parameters to a fragment and to a document. */
#include "design/graph/weft-graph-template-private.h"

#include <glib/gi18n-lib.h>

#include "base/weft-name.h"
#include "base/weft-quote-private.h"
#include "design/topology/weft-topology.h"
#include "design/weft-design.h"
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

/* What is wrong with the parameters is said by the template. */
static void
refuse_params (GError *wrong, GError **error)
{
  gboolean is_range = g_error_matches (wrong, WEFT_PARAMETER_ERROR, WEFT_PARAMETER_ERROR_RANGE);

  g_set_error_literal (error, WEFT_TEMPLATE_ERROR,
                       is_range ? WEFT_TEMPLATE_ERROR_RANGE : WEFT_TEMPLATE_ERROR_PARAMETER, wrong->message);
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
  g_autoptr (GError) wrong = NULL;
  WeftTemplateCall call = { .template = self, .catalog = catalog };
  JsonObject *fragment;

  g_return_val_if_fail (self != NULL && WEFT_IS_CATALOG (catalog), NULL);

  family = family_of (self);
  g_return_val_if_fail (family != NULL, NULL);
  if (!weft_catalog_load_kind (catalog, WEFT_RECORD_COMPONENT, error))
    return NULL;
  call.params = filled = weft_parameters_fill (self->params, self->n_params, self->id, params, &wrong);
  if (filled == NULL)
    {
      refuse_params (wrong, error);
      return NULL;
    }
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
 * Returns: (transfer full): a new design's document whose machine is the fragment
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
  json_object_set_string_member (document, "profile", WEFT_DESIGN_NEW_PROFILE);
  json_object_set_string_member (graph, "root", "machine");
  definitions = weft_members_copy_object (json_object_get_object_member (source, "definitions"));
  for (guint i = 0; i < 4; i++)
    move_member (source, machine, (const char *[]) { "level", "title", "items", "links" }[i]);
  json_object_set_object_member (definitions, "machine", machine);
  json_object_set_object_member (graph, "definitions", definitions);
  json_object_set_object_member (document, "graph", graph);
  return weft_members_to_node (document);
}
