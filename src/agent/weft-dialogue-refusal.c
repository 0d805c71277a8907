/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a call was refused, and what it was, in words. */
#include "config.h"

#include "agent/weft-dialogue-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "agent/weft-dialogue-data-private.h"
#include "base/weft-json.h"

#define MAX_PROBLEMS 20
#define MAX_PROBLEM_CHARS 600
#define MAX_ARGUMENT_BYTES (64 * 1024)

static const WeftJsonLimits limits = { MAX_ARGUMENT_BYTES, 16, 10000 };

/* A list of words without its brackets. (transfer full) (nullable) */
static char *
dup_list (JsonObject *error,
          const char *member)
{
  JsonArray *array = weft_json_find_array (error, member);
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);

      if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
        return weft_data_text (error, member);
      g_string_append (words, i > 0 ? ", " : "");
      g_string_append (words, json_node_get_string (node));
    }
  return array != NULL ? g_string_free (g_steal_pointer (&words), FALSE) : weft_data_text (error, member);
}

/* "allowed: a, b" when the message does not say so itself. */
static void
append_known (GString    *text,
              JsonObject *error,
              const char *member,
              const char *label)
{
  g_autofree char *value = dup_list (error, member);

  if (value != NULL && *value != '\0' && strstr (text->str, value) == NULL)
    g_string_append_printf (text, " (%s: %s)", label, value);
}

/* (transfer full) (nullable) */
static char *
describe_error (JsonNode *node)
{
  JsonObject *error = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *message = weft_json_find_string (error, "message");
  const char *path = weft_json_find_string (error, "path");
  g_autoptr (GString) text = g_string_new (NULL);
  char *safe;

  if (message == NULL)
    message = error == NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node)
                                                            : weft_json_find_string (error, "code");
  if (message == NULL)
    return NULL;
  if (path != NULL && *path != '\0' && strstr (message, path) == NULL)
    g_string_append_printf (text, "%s: ", path);
  g_string_append (text, message);
  append_known (text, error, "got", _ ("found"));
  append_known (text, error, "allowed", _ ("allowed"));
  safe = weft_dialogue_make_safe (text->str, MAX_PROBLEM_CHARS);
  g_strdelimit (safe, "\n\t", ' ');
  return safe;
}

/* (transfer full) (element-type utf8): a sentence for each error. */
GPtrArray *
weft_dialogue_list_problems (JsonObject *data)
{
  GPtrArray *problems = g_ptr_array_new_with_free_func (g_free);
  JsonArray *errors = weft_json_find_array (data, "errors");

  for (guint i = 0; errors != NULL && i < json_array_get_length (errors) && problems->len < MAX_PROBLEMS; i++)
    {
      char *text = describe_error (json_array_get_element (errors, i));

      if (text != NULL)
        g_ptr_array_add (problems, text);
    }
  return problems;
}

/* "95 % B200 + 5 % WSE3s", as far as the arguments say so. (transfer full) (nullable) */
static char *
describe_arguments (const char *arguments)
{
  g_autoptr (JsonNode) root
      = arguments == NULL ? NULL : weft_json_parse (arguments, -1, "arguments", &limits, NULL);
  JsonObject *object = root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  JsonObject *design = weft_json_find_object (object, "design");
  JsonArray *partitions = weft_json_find_array (design != NULL ? design : object, "partitions");
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; partitions != NULL && i < json_array_get_length (partitions); i++)
    {
      JsonNode *node = json_array_get_element (partitions, i);
      JsonObject *partition = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      const char *chip = weft_json_find_string (partition, "chip");
      double share = weft_json_find_number (partition, "power_frac");

      if (chip == NULL)
        continue;
      g_string_append (words, words->len > 0 ? " + " : "");
      if (!isnan (share))
        g_string_append_printf (words, "%.3g %% ", 100 * share);
      g_string_append (words, chip);
    }
  return words->len == 0 ? NULL : g_string_free (g_steal_pointer (&words), FALSE);
}

/**
 * weft_dialogue_dup_refused: (skip)
 * @stage: (nullable): where it was refused
 * @tool: (nullable): what was called
 * @arguments: (nullable): as the model wrote them
 *
 * Returns: (transfer full): what was refused, in a few words
 */
char *
weft_dialogue_dup_refused (const char *stage,
                           const char *tool,
                           const char *arguments)
{
  g_autofree char *parts = describe_arguments (arguments);

  if (g_strcmp0 (stage, "tool") == 0 && tool != NULL)
    return g_strdup_printf (_ ("The tool “%s”, which there is not"), tool);
  if (g_strcmp0 (stage, "tool") == 0)
    return g_strdup (_ ("A tool that there is not"));
  if (parts != NULL)
    return g_steal_pointer (&parts);
  if (g_strcmp0 (stage, "json") == 0)
    return g_strdup (_ ("A call whose arguments are not JSON"));
  return g_strdup (_ ("A call without a design"));
}
