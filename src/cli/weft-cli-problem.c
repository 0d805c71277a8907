/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the options of a command line to a problem: they are laid over the problem's file, as JSON, so that what is
 * recorded is what a file could have said. */
#include "cli/weft-cli-problem.h"

#include <string.h>

#include <glib/gi18n.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-name.h"
#include "design/weft-design-workload.h"

WeftCliProblem weft_cli_problem;

/* --- steps; each says what is wrong and answers FALSE --- */

static JsonNode *
read_root (void)
{
  g_autoptr (GError) error = NULL;
  JsonNode *root;

  if (weft_cli_problem.file == NULL)
    {
      root = json_node_new (JSON_NODE_OBJECT);
      json_node_take_object (root, json_object_new ());
      return root;
    }

  root = weft_json_load (weft_cli_problem.file, NULL, &error);
  if (root == NULL)
    weft_cli_fail (error);
  else if (!JSON_NODE_HOLDS_OBJECT (root))
    {
      weft_cli_refuse (_("%s: found no object, expected a problem"), weft_cli_problem.file);
      g_clear_pointer (&root, json_node_unref);
    }
  return root;
}

/* What the design says counts where the problem's file says nothing. */
static gboolean
take_setting (const WeftCliOptions *options,
              JsonObject           *root)
{
  static const char *const members[] = { "profile", "facility", "workload" };
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftDesign) design = NULL;
  g_autoptr (JsonNode) node = NULL;
  WeftRead read;

  if (options->n_arguments == 0)
    return TRUE;

  read = weft_cli_read_design (options->arguments[0], violations, &design);
  if (read == WEFT_READ_STRUCTURE)
    weft_cli_print_violations (options, violations);
  if (read != WEFT_READ_DONE)
    return FALSE;

  node = weft_design_to_json (design);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      JsonNode *member = json_object_get_member (json_node_get_object (node), members[i]);

      if (member != NULL && !json_object_has_member (root, members[i]))
        json_object_set_member (root, members[i], json_node_ref (member));
    }
  return TRUE;
}

/* The space as an object, from which chips can be taken and whose budget can be replaced. */
static JsonObject *
take_space (JsonObject *root)
{
  g_autoptr (WeftSpace) space = NULL;
  g_autoptr (GError) error = NULL;
  JsonNode *named = json_object_get_member (root, "space");
  const char *name = weft_cli_problem.space;

  if (name == NULL && named != NULL && JSON_NODE_HOLDS_OBJECT (named))
    space = weft_space_new_from_json (named, weft_cli_problem.file, &error);
  else if (name == NULL && named != NULL && json_node_get_value_type (named) != G_TYPE_STRING)
    {
      g_autofree char *found = weft_json_write_compact (named);

      weft_cli_refuse (_("%s: /space: found %s, expected the name of a space, a path or an object"),
                       weft_cli_problem.file, found);
      return NULL;
    }
  else
    {
      if (name == NULL && named != NULL)
        name = json_node_get_string (named);
      space = weft_space_load (name != NULL ? name : "paper-2", &error);
    }
  if (space == NULL)
    {
      weft_cli_fail (error);
      return NULL;
    }

  json_object_set_member (root, "space", weft_space_to_json (space));
  return json_object_get_object_member (root, "space");
}

static gboolean
take_budget (JsonObject *root,
             JsonObject *space)
{
  const char *text = weft_cli_problem.power != NULL ? weft_cli_problem.power : weft_cli_problem.cost;
  gboolean money = weft_cli_problem.power == NULL;
  g_autoptr (GError) error = NULL;
  JsonObject *facility;
  double amount;

  if (text == NULL)
    return TRUE;
  if (weft_cli_problem.power != NULL && weft_cli_problem.cost != NULL)
    {
      weft_cli_refuse (_("--power and --cost are two budgets, expected one of them"));
      return FALSE;
    }
  if (!weft_quantity_parse (text, money ? WEFT_UNIT_USD : WEFT_UNIT_W, &amount, &error))
    {
      weft_cli_refuse ("%s: %s", money ? "--cost" : "--power", error->message);
      return FALSE;
    }

  facility = json_object_new ();
  json_object_set_double_member (facility, money ? "cost_usd" : "power_w", amount);
  json_object_set_object_member (root, "facility", facility);
  json_object_remove_member (space, "facility");
  return TRUE;
}

static void
take_without (JsonObject *space)
{
  g_auto (GStrv) chips = NULL;
  JsonArray *without;

  if (weft_cli_problem.without == NULL)
    return;

  chips = g_strsplit (weft_cli_problem.without, ",", -1);
  if (json_object_has_member (space, "without"))
    without = json_array_ref (json_object_get_array_member (space, "without"));
  else
    without = json_array_new ();
  for (guint i = 0; chips[i] != NULL; i++)
    if (*g_strstrip (chips[i]) != '\0')
      json_array_add_string_element (without, chips[i]);
  if (json_array_get_length (without) > 0)
    json_object_set_array_member (space, "without", without);
  else
    json_array_unref (without);
}

static gboolean
take_weight (JsonObject *weights,
             char       *text)
{
  char *equals = strchr (text, '=');
  g_autoptr (GError) error = NULL;
  const char *nearest;
  double weight;

  if (equals == NULL)
    {
      weft_cli_refuse (_("--weights: found “%s”, expected WORKLOAD=NUMBER"), text);
      return FALSE;
    }
  *equals = '\0';
  g_strstrip (text);
  if (!g_strv_contains (weft_design_workload_names, text))
    {
      nearest = weft_name_nearest (text, weft_design_workload_names);
      weft_cli_refuse (nearest != NULL ? _("--weights: there is no workload “%s”; is “%s” meant?")
                                       : _("--weights: there is no workload “%s”"), text, nearest);
      return FALSE;
    }
  if (!weft_quantity_parse (equals + 1, WEFT_UNIT_NONE, &weight, &error))
    {
      weft_cli_refuse ("--weights: %s: %s", text, error->message);
      return FALSE;
    }

  json_object_set_double_member (weights, text, weight);
  return TRUE;
}

static gboolean
take_weights (JsonObject *root)
{
  g_auto (GStrv) parts = NULL;
  JsonObject *workload, *weights;

  if (weft_cli_problem.weights == NULL)
    return TRUE;

  if (!json_object_has_member (root, "workload")
      || !JSON_NODE_HOLDS_OBJECT (json_object_get_member (root, "workload")))
    json_object_set_object_member (root, "workload", json_object_new ());
  workload = json_object_get_object_member (root, "workload");
  weights = json_object_new ();
  json_object_set_object_member (workload, "weights", weights);
  for (guint i = 0; weft_design_workload_names[i] != NULL; i++)
    json_object_set_double_member (weights, weft_design_workload_names[i], 0);

  parts = g_strsplit (weft_cli_problem.weights, ",", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (!take_weight (weights, parts[i]))
      return FALSE;
  return TRUE;
}

/**
 * weft_cli_make_problem:
 * @options: the command's options
 *
 * Returns: (transfer full) (nullable): the problem, or %NULL after a message
 */
WeftProblem *
weft_cli_make_problem (const WeftCliOptions *options)
{
  g_autoptr (JsonNode) root = read_root ();
  g_autoptr (WeftEvaluator) evaluator = NULL;
  g_autoptr (GError) error = NULL;
  JsonObject *object, *space;
  WeftProblem *problem;

  if (root == NULL)
    return NULL;

  object = json_node_get_object (root);
  if (!take_setting (options, object))
    return NULL;
  space = take_space (object);
  if (space == NULL || !take_budget (object, space) || !take_weights (object))
    return NULL;
  take_without (space);
  if (options->profile != NULL)
    json_object_set_string_member (object, "profile", options->profile);

  evaluator = weft_cli_evaluator (options);
  if (evaluator == NULL)
    return NULL;
  problem = weft_problem_new_from_json (evaluator, root,
                                        weft_cli_problem.file != NULL ? weft_cli_problem.file
                                                                      : _("problem"), &error);
  if (problem == NULL)
    weft_cli_fail (error);
  return problem;
}

/**
 * weft_cli_clear_problem:
 *
 * Frees what the options said.
 */
void
weft_cli_clear_problem (void)
{
  g_free (weft_cli_problem.space);
  g_free (weft_cli_problem.file);
  g_free (weft_cli_problem.power);
  g_free (weft_cli_problem.cost);
  g_free (weft_cli_problem.without);
  g_free (weft_cli_problem.weights);
  weft_cli_problem = (WeftCliProblem) { NULL };
}

/**
 * weft_cli_describe_problem:
 *
 * Returns: (transfer full): the ready spaces, a line each, where the user's own are looked for, and what a design is for
 */
char *
weft_cli_describe_problem (void)
{
  g_autoptr (GListModel) spaces = weft_space_list (NULL);
  g_autoptr (GString) text = g_string_new (_("Spaces:\n"));

  for (guint i = 0; spaces != NULL && i < g_list_model_get_n_items (spaces); i++)
    {
      g_autoptr (WeftSpace) space = g_list_model_get_item (spaces, i);

      g_string_append_printf (text, "  %-20s  %s\n", weft_space_get_id (space),
                              weft_space_get_name (space));
    }
  g_string_append (text, _("Files in ~/.local/share/weft/catalog/spaces are spaces too, by their names.\n\n"
                           "A DESIGN gives profile, facility and workload; its partitions do not matter."));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * weft_cli_check_problem_outputs:
 * @options: the command's options
 * @outputs: (array length=n): the files that it shall write
 * @n: how many
 *
 * Returns: %FALSE after a message when one would take the place of what is read, or of another one
 */
gboolean
weft_cli_check_problem_outputs (const WeftCliOptions *options,
                                const WeftCliOutput  *outputs,
                                guint                 n)
{
  const char *inputs[3] = { NULL };
  guint n_inputs = 0;

  if (weft_cli_problem.file != NULL)
    inputs[n_inputs++] = weft_cli_problem.file;
  if (options->n_arguments > 0)
    inputs[n_inputs++] = options->arguments[0];
  return weft_cli_check_outputs (outputs, n, inputs);
}
