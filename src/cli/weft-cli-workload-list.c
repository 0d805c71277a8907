/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generators of workloads and their parameters, as options of the command line and in words. */
#include "cli/weft-cli-workload.h"

#include <string.h>

#include <glib/gi18n.h>

#include "base/weft-json.h"

/* --- JSON --- */

static JsonObject *
generator_to_json (const WeftGenerator *generator)
{
  JsonObject *entry = json_object_new ();
  JsonArray *params = json_array_new ();

  for (guint i = 0; i < generator->n_params; i++)
    json_array_add_object_element (params, weft_parameter_to_json (&generator->params[i]));
  json_object_set_string_member (entry, "id", generator->id);
  json_object_set_string_member (entry, "title", generator->title);
  json_object_set_string_member (entry, "summary", generator->summary);
  json_object_set_array_member (entry, "params", params);
  return entry;
}

static void
print_json (void)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < weft_generator_count (); i++)
    json_array_add_object_element (array, generator_to_json (weft_generator_get (i)));
  json_object_set_array_member (object, "generators", array);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

/* --- words --- */

/* As the command line has it: without the quotes of JSON. */
static char *
show_initial (const WeftParameter *param)
{
  g_autoptr (JsonNode) node = weft_json_parse (param->initial, -1, param->key, NULL, NULL);

  if (node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return json_node_dup_string (node);
  return g_strdup (param->initial);
}

static void
print_params (const WeftGenerator *generator)
{
  g_autoptr (GPtrArray) options = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *indent = NULL;
  gsize width = 0;

  for (guint i = 0; i < generator->n_params; i++)
    {
      g_ptr_array_add (options, weft_cli_param_option (&generator->params[i]));
      width = MAX (width, strlen (options->pdata[i]));
    }
  indent = g_strnfill (width + 6, ' ');
  for (guint i = 0; i < generator->n_params; i++)
    {
      g_autofree char *head = g_strdup_printf ("  --%-*s  ", (int) width, (const char *) options->pdata[i]);
      g_autofree char *text = weft_cli_describe_param (&generator->params[i]);

      weft_cli_print_wrapped (head, indent, text);
    }
}

/* --- what commands call --- */

char *
weft_cli_param_option (const WeftParameter *param)
{
  return g_strdelimit (g_strdup (param->key), "_", '-');
}

char *
weft_cli_describe_param (const WeftParameter *param)
{
  g_autofree char *initial = show_initial (param);
  g_autofree char *title = param->unit != NULL ? g_strdup_printf ("%s (%s)", _(param->title), _(param->unit))
                                               : g_strdup (_(param->title));
  g_auto (GStrv) words = param->choices != NULL ? g_strsplit (param->choices, ",", -1) : NULL;
  g_autofree char *choices = words != NULL ? g_strjoinv (", ", words) : NULL;

  if (choices != NULL)
    return g_strdup_printf (_("%s: %s; %s when absent"), title, choices, initial);
  return *initial != '\0' ? g_strdup_printf (_("%s; %s when absent"), title, initial) : g_strdup (title);
}

int
weft_cli_list_generators (const WeftCliOptions *options)
{
  if (options->json)
    {
      print_json ();
      return WEFT_EXIT_DONE;
    }
  for (guint i = 0; i < weft_generator_count (); i++)
    {
      const WeftGenerator *generator = weft_generator_get (i);
      g_autofree char *title = g_strdup_printf ("%s — %s", generator->id, _(generator->title));

      g_print ("%s", i > 0 ? "\n" : "");
      weft_cli_print_styled (options, WEFT_STYLE_HEADING, title);
      g_print ("\n");
      weft_cli_print_wrapped ("", "", _(generator->summary));
      print_params (generator);
    }
  return WEFT_EXIT_DONE;
}
