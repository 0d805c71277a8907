/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft validate DESIGN`: what the design violates, in words or as JSON. */
#include "cli/weft-cli.h"

#include <glib/gi18n.h>

static gboolean
has_error (GPtrArray *violations)
{
  for (guint i = 0; i < violations->len; i++)
    if (weft_violation_get_standing (violations->pdata[i]) == WEFT_SEVERITY_ERROR)
      return TRUE;
  return FALSE;
}

static void
print_json (gboolean valid, GPtrArray *violations)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  json_object_set_boolean_member (object, "valid", valid);
  json_object_set_array_member (object, "violations", weft_cli_violations_json (violations));
  json_node_take_object (root, object);
  weft_cli_print_json (root);
}

static void
print_words (const WeftCliOptions *options, gboolean valid, GPtrArray *violations)
{
  weft_cli_print_violations (options, violations);
  if (valid)
    weft_cli_print_styled (options, WEFT_STYLE_GOOD, _("valid"));
  else
    weft_cli_print_styled (options, WEFT_STYLE_BAD, _("not valid"));
  g_print ("\n");
}

int
weft_cmd_validate (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftEvaluator) evaluator = NULL;
  g_autoptr (WeftEvaluation) evaluation = NULL;
  WeftRead read;
  gboolean valid;

  if (!weft_cli_parse ("validate", argv, NULL, NULL, 1, 1, &options))
    return WEFT_EXIT_BAD;
  evaluator = weft_cli_evaluator (&options);
  if (evaluator == NULL)
    return WEFT_EXIT_BAD;
  read = weft_cli_evaluate (evaluator, &options, options.arguments[0], violations, &evaluation);
  if (read == WEFT_READ_FAILED)
    return WEFT_EXIT_BAD;
  valid = read == WEFT_READ_DONE && !has_error (violations);
  if (options.json)
    print_json (valid, violations);
  else
    print_words (&options, valid, violations);
  return valid ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}
