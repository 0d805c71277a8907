/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft workload`: makes task graphs from a few parameters, reads them from files of other programs, and says what is
 * in them. */
#include "cli/weft-cli-workload.h"

#include <string.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "cli/weft-cli-outputs.h"
#include "workload/weft-workload-file.h"

/* The options of all verbs. */
typedef struct
{
  char *output;
  char *recipe;
  char *params;
} Files;

/* What a run of the command has made. */
typedef struct
{
  WeftTaskGraph *graph;
  JsonNode *recipe; /* (nullable) */
  GPtrArray *notes;
  double make_s;
} Made;

static void
made_clear (Made *made)
{
  g_clear_pointer (&made->graph, weft_task_graph_unref);
  g_clear_pointer (&made->recipe, json_node_unref);
  g_clear_pointer (&made->notes, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Made, made_clear)

/* --- the list of generators --- */

static void
list_json (void)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < weft_generator_count (); i++)
    {
      const WeftGenerator *generator = weft_generator_get (i);
      JsonObject *entry = json_object_new ();
      JsonArray *params = json_array_new ();

      for (guint j = 0; j < generator->n_params; j++)
        json_array_add_object_element (params, weft_parameter_to_json (&generator->params[j]));
      json_object_set_string_member (entry, "id", generator->id);
      json_object_set_string_member (entry, "title", generator->title);
      json_object_set_string_member (entry, "summary", generator->summary);
      json_object_set_array_member (entry, "params", params);
      json_array_add_object_element (array, entry);
    }
  json_object_set_array_member (object, "generators", array);
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

static char *
describe_param (const WeftParameter *param)
{
  const char *title = _(param->title);

  if (param->choices != NULL)
    return g_strdup_printf (_("%s: %s; %s when absent"), title, param->choices, param->initial);
  if (param->unit != NULL)
    return g_strdup_printf (_("%s, in %s; %s when absent"), title, param->unit, param->initial);
  return g_strdup_printf (_("%s; %s when absent"), title, param->initial);
}

static int
list (const WeftCliOptions *options)
{
  if (options->json)
    {
      list_json ();
      return WEFT_EXIT_DONE;
    }
  for (guint i = 0; i < weft_generator_count (); i++)
    {
      const WeftGenerator *generator = weft_generator_get (i);
      g_autofree char *title = g_strdup_printf ("%s — %s", generator->id, _(generator->title));

      weft_cli_print_styled (options, WEFT_STYLE_HEADING, title);
      g_print ("\n");
      weft_cli_print_wrapped ("  ", "  ", _(generator->summary));
      for (guint j = 0; j < generator->n_params; j++)
        {
          g_autofree char *head = g_strdup_printf ("  --%s  ", generator->params[j].key);
          g_autofree char *text = describe_param (&generator->params[j]);

          weft_cli_print_wrapped (head, "      ", text);
        }
    }
  return WEFT_EXIT_DONE;
}

/* --- the answer --- */

static JsonNode *
made_to_json (const Made *made, const WeftTaskSummary *summary)
{
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = weft_task_summary_to_json (summary);

  weft_json_set_number (object, "make_s", made->make_s);
  if (made->recipe != NULL)
    json_object_set_member (object, "recipe", json_node_copy (made->recipe));
  json_object_set_array_member (object, "notes", weft_cli_notes_json (made->notes));
  json_node_take_object (root, object);
  return root;
}

static gboolean
save (const Made *made, const Files *files)
{
  g_autoptr (GError) error = NULL;

  if (files->output != NULL)
    {
      if (!weft_workload_save (made->graph, files->output, &error))
        {
          weft_cli_fail (error);
          return FALSE;
        }
      weft_cli_note (_("Wrote %s"), files->output);
    }
  if (files->recipe != NULL)
    {
      g_autofree char *text = weft_json_write_pretty (made->recipe);

      return weft_cli_save_text (files->recipe, text);
    }
  return TRUE;
}

static int
answer (const WeftCliOptions *options, const Files *files, const Made *made)
{
  g_autoptr (WeftTaskSummary) summary = weft_task_summary_new (made->graph);

  if (!save (made, files))
    return WEFT_EXIT_BAD;
  if (options->json)
    {
      g_autoptr (JsonNode) root = made_to_json (made, summary);

      weft_cli_print_json (root);
    }
  else
    {
      weft_cli_print_summary (options, summary);
      weft_cli_print_notes (options, made->notes);
    }
  return WEFT_EXIT_DONE;
}

/* --- generate --- */

/* "--row-blocks" and "--row_blocks" are the parameter "row_blocks". */
static char *
option_name (const char *key)
{
  return g_strdelimit (g_strdup (key), "_", '-');
}

static GOptionEntry *
make_entries (const WeftGenerator *generator, char **values, GPtrArray *names, Files *files)
{
  GOptionEntry *entries = g_new0 (GOptionEntry, generator->n_params + 3);
  guint n = 0;

  for (guint i = 0; i < generator->n_params; i++, n++)
    {
      char *name = option_name (generator->params[i].key);
      char *help = describe_param (&generator->params[i]);

      g_ptr_array_add (names, name);
      g_ptr_array_add (names, help);
      entries[n] = (GOptionEntry) { name, 0, 0, G_OPTION_ARG_STRING, &values[i], help, N_("VALUE") };
    }
  entries[n++] = (GOptionEntry) { "output", 'o', 0, G_OPTION_ARG_FILENAME, &files->output,
                                  N_("Write the task graph to this file"), N_("FILE") };
  entries[n++] = (GOptionEntry) { "recipe", 0, 0, G_OPTION_ARG_FILENAME, &files->recipe,
                                  N_("Write the generator and its parameters to this file"), N_("FILE") };
  return entries;
}

static JsonObject *
read_values (const WeftGenerator *generator, char **values, GError **error)
{
  g_autoptr (JsonObject) params = json_object_new ();

  for (guint i = 0; i < generator->n_params; i++)
    if (values[i] != NULL)
      {
        JsonNode *value = weft_parameter_parse (&generator->params[i], values[i], error);

        if (value == NULL)
          {
            g_prefix_error (error, "%s: ", generator->id);
            return NULL;
          }
        json_object_set_member (params, generator->params[i].key, value);
      }
  return g_steal_pointer (&params);
}

static JsonNode *
make_recipe (const WeftGenerator *generator, JsonObject *params)
{
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "generator", generator->id);
  json_object_set_object_member (object, "params", json_object_ref (params));
  json_node_take_object (root, object);
  return root;
}

static int
make_and_answer (const WeftCliOptions *options, const Files *files, const WeftGenerator *generator, char **values)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);
  g_autoptr (JsonObject) params = NULL;
  g_auto (Made) made = { .notes = g_ptr_array_new_with_free_func (g_free) };
  gint64 begin_us;

  if (catalog == NULL || (params = read_values (generator, values, &error)) == NULL)
    return weft_cli_fail (error);
  begin_us = g_get_monotonic_time ();
  made.graph = weft_generator_make (generator, params, catalog, NULL, &error);
  if (made.graph == NULL)
    return weft_cli_fail (error);
  made.make_s = (g_get_monotonic_time () - begin_us) / 1e6;
  weft_cli_add_notes (made.graph, made.notes);
  made.recipe = make_recipe (generator, params);
  return answer (options, files, &made);
}

static int
generate (char **argv, const WeftGenerator *generator)
{
  g_autofree char **values = g_new0 (char *, generator->n_params + 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  Files files = { 0 };
  g_autofree GOptionEntry *entries = make_entries (generator, values, names, &files);
  g_auto (WeftCliOptions) options = { 0 };
  int status = WEFT_EXIT_BAD;

  if (weft_cli_parse ("workload", argv, entries, _(generator->summary), 1, 1, &options))
    status = make_and_answer (&options, &files, generator, values);
  for (guint i = 0; i < generator->n_params; i++)
    g_free (values[i]);
  g_free (files.output);
  g_free (files.recipe);
  return status;
}

/* --- read --- */

static JsonObject *
read_params (const char *text, GError **error)
{
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "--params", NULL, error);

  if (node == NULL)
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      g_set_error_literal (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
                           _("--params: expected a JSON object"));
      return NULL;
    }
  return json_object_ref (json_node_get_object (node));
}

static int
read_and_answer (const WeftCliOptions *options, const Files *files)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);
  g_autoptr (JsonObject) params = NULL;
  g_auto (Made) made = { .notes = g_ptr_array_new_with_free_func (g_free) };
  gint64 begin_us;

  if (catalog == NULL || (files->params != NULL && (params = read_params (files->params, &error)) == NULL))
    return weft_cli_fail (error);
  begin_us = g_get_monotonic_time ();
  made.graph = weft_workload_load (options->arguments[1], params, catalog, made.notes, NULL, &error);
  if (made.graph == NULL)
    return weft_cli_fail (error);
  made.make_s = (g_get_monotonic_time () - begin_us) / 1e6;
  weft_cli_add_notes (made.graph, made.notes);
  return answer (options, files, &made);
}

static int
read_file (char **argv, gboolean is_import)
{
  g_autofree char *output = NULL;
  g_autofree char *params = NULL;
  const GOptionEntry own[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_("Write the task graph to this file"), N_("FILE") },
    { "params", 'p', 0, G_OPTION_ARG_STRING, &params,
      N_("For a matrix or a model’s config.json: parameters of its generator as a JSON object"), N_("JSON") },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (WeftCliOptions) options = { 0 };
  Files files = { 0 };

  if (!weft_cli_parse ("workload", argv, own, NULL, 2, 2, &options))
    return WEFT_EXIT_BAD;
  if (is_import && output == NULL && !options.json)
    weft_cli_note (_("Nothing is written: --output says where to"));
  files.output = output;
  files.params = params;
  return read_and_answer (&options, &files);
}

/* --- the command --- */

/* The first argument that is no option. */
static const char *
find_verb (char **argv)
{
  for (char **argument = argv + 1; *argument != NULL; argument++)
    if ((*argument)[0] != '-')
      return *argument;
  return NULL;
}

int
weft_cmd_workload (char **argv)
{
  const char *verb = find_verb (argv);
  g_autoptr (GError) error = NULL;
  const WeftGenerator *generator;
  g_auto (WeftCliOptions) options = { 0 };

  if (verb == NULL)
    return weft_cli_parse ("workload", argv, NULL,
                           _("Without a GENERATOR all are listed with their parameters; “weft workload GENERATOR --help” "
                             "explains one.\nimport reads a file of another program, info one of Weft’s own: which of "
                             "both is the same.\n"),
                           0, 0, &options)
               ? list (&options)
               : WEFT_EXIT_BAD;
  if (g_str_equal (verb, "import") || g_str_equal (verb, "info"))
    return read_file (argv, g_str_equal (verb, "import"));
  generator = weft_generator_find (verb, &error);
  return generator != NULL ? generate (argv, generator) : weft_cli_fail (error);
}
