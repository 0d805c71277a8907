/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft template`: ready parts of hardware graphs, listed, shown, and made into documents. */
#include "cli/weft-cli.h"

#include <glib/gi18n.h>

#include "base/weft-json.h"
#include "design/graph/weft-graph-template.h"

/* --- list and show as JSON --- */

static JsonObject *
template_to_json (const WeftGraphTemplate *template)
{
  JsonObject *object = json_object_new ();
  JsonArray *params = json_array_new ();

  for (guint i = 0; i < template->n_params; i++)
    json_array_add_object_element (params, weft_parameter_to_json (&template->params[i]));
  json_object_set_string_member (object, "id", template->id);
  json_object_set_string_member (object, "title", template->title);
  json_object_set_string_member (object, "summary", template->summary);
  json_object_set_string_member (object, "level", weft_level_nick (template->level));
  json_object_set_array_member (object, "params", params);
  return object;
}

static void
print_object (JsonObject *object)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  weft_cli_print_json (node);
}

/* --- the same in words --- */

static int
list (const WeftCliOptions *options)
{
  g_autoptr (WeftTable) table = NULL;

  if (options->json)
    {
      JsonObject *object = json_object_new ();
      JsonArray *array = json_array_new ();

      for (guint i = 0; i < weft_graph_template_count (); i++)
        json_array_add_object_element (array, template_to_json (weft_graph_template_get (i)));
      json_object_set_array_member (object, "templates", array);
      print_object (object);
      return WEFT_EXIT_DONE;
    }
  table = weft_table_new (NULL);
  weft_table_add_column (table, _("Template"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Level"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Makes"), WEFT_ALIGN_START);
  for (guint i = 0; i < weft_graph_template_count (); i++)
    {
      const WeftGraphTemplate *template = weft_graph_template_get (i);
      const char *cells[] = { template->id, weft_level_nick (template->level),
                              _(template->summary), NULL };

      weft_table_add_row (table, cells);
    }
  weft_cli_print_table (options, table);
  return WEFT_EXIT_DONE;
}

static void
add_param (WeftTable *table, const WeftParameter *param)
{
  g_autofree char *limits = weft_parameter_has_range (param)
                              ? g_strdup_printf (_("%.12g to %.12g%s%s"), param->min, param->max,
                                                 param->unit != NULL ? " " : "",
                                                 param->unit != NULL ? param->unit : "")
                              : g_strdup ("");
  const char *cells[] = { param->key, _(param->title), limits, param->initial, NULL };

  weft_table_add_row (table, cells);
}

static int
show (const WeftCliOptions *options, const WeftGraphTemplate *template)
{
  g_autoptr (WeftTable) table = NULL;
  g_autofree char *title = g_strdup_printf ("%s\n", _(template->title));

  if (options->json)
    {
      print_object (template_to_json (template));
      return WEFT_EXIT_DONE;
    }
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, title);
  g_print ("%s\n\n", _(template->summary));
  table = weft_table_new (NULL);
  weft_table_add_column (table, _("Parameter"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Meaning"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Limits"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("When absent"), WEFT_ALIGN_START);
  for (guint i = 0; i < template->n_params; i++)
    add_param (table, &template->params[i]);
  weft_cli_print_table (options, table);
  return WEFT_EXIT_DONE;
}

/* --- make --- */

static gboolean
read_params (const char *text, JsonNode **node, JsonObject **params, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  const char *name = "--params";
  gssize length = -1;
  gsize size;

  *params = NULL;
  if (text == NULL)
    return TRUE;
  if (g_str_equal (text, "-"))
    {
      name = _("standard input");
      bytes = weft_cli_read_standard_input (error);
      if (bytes == NULL)
        {
          g_prefix_error (error, "%s: ", name);
          return FALSE;
        }
      text = g_bytes_get_data (bytes, &size);
      text = text != NULL ? text : "";
      length = (gssize) size;
    }
  *node = weft_json_parse (text, length, name, NULL, error);
  if (*node == NULL)
    return FALSE;
  if (!JSON_NODE_HOLDS_OBJECT (*node))
    {
      g_set_error (error, WEFT_TEMPLATE_ERROR, WEFT_TEMPLATE_ERROR_PARAMETER,
                   _("%s: expected an object, such as {\"nodes\": 128}"), name);
      return FALSE;
    }
  *params = json_node_get_object (*node);
  return TRUE;
}

static int
make (const WeftGraphTemplate *template, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = NULL;
  g_autoptr (JsonNode) node = NULL, fragment = NULL, document = NULL;
  JsonObject *params;

  if (!read_params (text, &node, &params, &error)
      || (catalog = weft_catalog_load_default (&error)) == NULL
      || (fragment = weft_graph_template_make (template, params, catalog, &error)) == NULL)
    return weft_cli_fail (error);
  document = weft_graph_template_document (fragment);
  weft_cli_print_json (document);
  return WEFT_EXIT_DONE;
}

int
weft_cmd_template (char **argv)
{
  g_autofree char *params = NULL;
  const GOptionEntry own[] = {
    { "params", 'p', 0, G_OPTION_ARG_STRING, &params,
      N_("Parameters of the template as a JSON object, or “-” for standard input"), N_("JSON") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (WeftCliOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  const WeftGraphTemplate *template;
  const char *action;

  if (!weft_cli_parse ("template", argv, own,
                       _("“make” prints a design, which goes to a file or to another command:\n"
                         "  weft template make rack --params '{\"cap_kw\": 15}' | weft validate -\n"),
                       1, 2, &options))
    return WEFT_EXIT_BAD;
  action = options.arguments[0];
  if (params != NULL && !g_str_equal (action, "make"))
    return weft_cli_refuse (_("template %s: found --params, which only “make” takes"), action);
  if (g_str_equal (action, "list"))
    return options.n_arguments == 1
             ? list (&options)
             : weft_cli_refuse (_("template list: found “%s”, expected nothing after it"),
                                options.arguments[1]);
  if (!g_str_equal (action, "show") && !g_str_equal (action, "make"))
    return weft_cli_refuse (_("template: found “%s”, expected list, show ID or make ID"), action);
  if (options.n_arguments < 2)
    return weft_cli_refuse (_("template %s: found no template; “weft template list” lists them"),
                            action);
  template = weft_graph_template_find (options.arguments[1], &error);
  if (template == NULL)
    return weft_cli_fail (error);
  return g_str_equal (action, "show") ? show (&options, template) : make (template, params);
}
