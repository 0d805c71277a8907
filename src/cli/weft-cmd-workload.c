/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft workload`: makes task graphs from a few parameters, reads them from files of other programs, and says what is
 * in them. */
#include "cli/weft-cli-workload.h"



#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "cli/weft-cli-outputs.h"
#include "workload/weft-workload-file.h"

/* A parameter of generators, and an option of all commands. */
#define SEED "seed"

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

/* --- the answer --- */

static JsonNode *
made_to_json (const Made *made, const WeftTaskSummary *summary)
{
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = weft_task_summary_to_json (summary);

  weft_json_set_number (object, "make_s", made->make_s);
  if (made->recipe != NULL)
    json_object_set_member (object, "recipe", json_node_copy (made->recipe));
  json_object_set_array_member (object, "notes", weft_json_strings (made->notes));
  json_node_take_object (root, object);
  return root;
}

/* @inputs: (array zero-terminated=1): files that are read. */
static gboolean
check_files (const Files *files, const char *const *inputs)
{
  const WeftCliOutput outputs[] = {
    { "--output", files->output, FALSE },
    { "--recipe", files->recipe, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
    if (g_strcmp0 (outputs[i].path, "-") == 0)
      {
        weft_cli_refuse (_("%s: found “-”, but standard output has the figures; expected a file"), outputs[i].option);
        return FALSE;
      }
  return weft_cli_check_outputs (outputs, G_N_ELEMENTS (outputs), inputs);
}

static gboolean
save (const Made *made, const Files *files)
{
  g_autoptr (GError) error = NULL;

  if (files->output != NULL
      && !weft_cli_tell_saved (weft_workload_save (made->graph, files->output, &error), files->output, &error))
    return FALSE;
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

static GOptionEntry *
make_entries (const WeftGenerator *generator, char **values, GPtrArray *names, Files *files)
{
  GOptionEntry *entries = g_new0 (GOptionEntry, generator->n_params + 3);
  guint n = 0;

  for (guint i = 0; i < generator->n_params; i++)
    {
      char *name = weft_cli_param_option (&generator->params[i]);
      char *help = weft_cli_describe_param (&generator->params[i]);

      g_ptr_array_add (names, name);
      g_ptr_array_add (names, help);
      if (!g_str_equal (name, SEED))
        entries[n++] = (GOptionEntry) { name, 0, 0, G_OPTION_ARG_STRING, &values[i], help, N_("VALUE") };
    }
  entries[n++] = (GOptionEntry) { "output", 'o', 0, G_OPTION_ARG_FILENAME, &files->output,
                                  N_("Write the task graph to this file"), N_("FILE") };
  entries[n++] = (GOptionEntry) { "recipe", 0, 0, G_OPTION_ARG_FILENAME, &files->recipe,
                                  N_("Write the generator and its parameters to this file"), N_("FILE") };
  return entries;
}

/* "--row_blocks" is the option "--row-blocks", as it is the parameter "row_blocks" in JSON. (transfer full) */
static char **
spell_options (char **argv)
{
  char **spelt = g_strdupv (argv);

  for (char **argument = spelt + 1; *argument != NULL; argument++)
    for (char *at = *argument; g_str_has_prefix (*argument, "--") && *at != '\0' && *at != '='; at++)
      *at = *at == '_' ? '-' : *at;
  return spelt;
}

static gboolean
is_seed_given (char **argv)
{
  for (char **argument = argv + 1; *argument != NULL; argument++)
    if (g_str_equal (*argument, "--" SEED) || g_str_has_prefix (*argument, "--" SEED "="))
      return TRUE;
  return FALSE;
}

/* The option that every command has stands for the parameter of that name. */
static void
take_seed (const WeftGenerator *generator, gint64 seed, char **values)
{
  for (guint i = 0; i < generator->n_params; i++)
    if (g_str_equal (generator->params[i].key, SEED))
      values[i] = g_strdup_printf ("%" G_GINT64_FORMAT, seed);
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

/* Says every parameter, so that it makes the same graph whatever later versions have when one is absent. */
static JsonNode *
make_recipe (const WeftGenerator *generator, JsonObject *params)
{
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "generator", generator->id);
  json_object_set_object_member (object, "params",
                                 weft_parameters_fill (generator->params, generator->n_params, NULL, params, NULL));
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

static const char *
find_value (const WeftGenerator *generator, char **values, const char *key)
{
  for (guint i = 0; i < generator->n_params; i++)
    if (g_str_equal (generator->params[i].key, key))
      return values[i];
  return NULL;
}

/* Of two sources of the same thing one would be ignored. */
static gboolean
check_sources (const WeftGenerator *generator, char **values)
{
  static const char *const pairs[][2] = { { "model", "config" }, { "grid", "matrix" } };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (find_value (generator, values, pairs[i][0]) != NULL && find_value (generator, values, pairs[i][1]) != NULL)
      {
        weft_cli_refuse (_("%s: found --%s and --%s, expected one of them"), generator->id, pairs[i][0], pairs[i][1]);
        return FALSE;
      }
  return TRUE;
}

/* Texts may name files that the generator reads. */
static gboolean
check_values (const WeftGenerator *generator, char **values, const Files *files)
{
  g_autofree const char **inputs = g_new0 (const char *, generator->n_params + 1);
  guint n = 0;

  if (!check_sources (generator, values))
    return FALSE;
  for (guint i = 0; i < generator->n_params; i++)
    if (values[i] != NULL && generator->params[i].type == WEFT_PARAMETER_TEXT)
      inputs[n++] = values[i];
  return check_files (files, inputs);
}

static int
generate (char **argv, const WeftGenerator *generator)
{
  g_autofree char **values = g_new0 (char *, generator->n_params + 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) spelt = spell_options (argv);
  Files files = { 0 };
  g_autofree GOptionEntry *entries = make_entries (generator, values, names, &files);
  g_autofree char *summary = g_strdup_printf ("%s\n", _(generator->summary));
  g_auto (WeftCliOptions) options = { 0 };
  int status = WEFT_EXIT_BAD;

  if (weft_cli_parse ("workload", spelt, entries, summary, 1, 1, &options))
    {
      if (is_seed_given (spelt))
        take_seed (generator, options.seed, values);
      if (check_values (generator, values, &files))
        status = make_and_answer (&options, &files, generator, values);
    }
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
  const char *inputs[2] = { NULL };
  int status;

  if (!weft_cli_parse ("workload", argv, own, NULL, 2, 2, &options))
    return WEFT_EXIT_BAD;
  inputs[0] = options.arguments[1];
  files.output = output;
  files.params = params;
  if (!check_files (&files, inputs))
    return WEFT_EXIT_BAD;
  status = read_and_answer (&options, &files);
  if (status == WEFT_EXIT_DONE && is_import && output == NULL && !options.json)
    weft_cli_note (_("Nothing is written: --output says where to"));
  return status;
}

/* --- the command --- */

/* The first argument that is neither an option nor the value of one. */
static const char *
find_verb (char **argv)
{
  static const char *const with_value[] = { "--" SEED, "--threads", "--profile", NULL };

  for (char **argument = argv + 1; *argument != NULL; argument++)
    if ((*argument)[0] != '-')
      return *argument;
    else if (g_strv_contains (with_value, *argument) && argument[1] != NULL)
      argument++;
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
                           _("Without a GENERATOR all are listed with their parameters. import and info read a "
                             "file, of Weft or\nof another program, whatever it holds.\n"),
                           0, 0, &options)
               ? weft_cli_list_generators (&options)
               : WEFT_EXIT_BAD;
  if (g_str_equal (verb, "import") || g_str_equal (verb, "info"))
    return read_file (argv, g_str_equal (verb, "import"));
  generator = weft_generator_find (verb, &error);
  return generator != NULL ? generate (argv, generator) : weft_cli_fail (error);
}
