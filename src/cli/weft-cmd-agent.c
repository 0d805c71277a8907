/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft agent parse CASE`: reads a recorded answer of a language model as the planner would, and holds it to what the
 * case expects. */
#include "cli/weft-cli.h"

#include <glib/gi18n.h>

#include "agent/weft-turn-case.h"
#include "base/weft-json-write.h"

static void
print_text (const WeftCliOptions *options, const char *heading, const char *text)
{
  if (text == NULL || text[0] == '\0')
    return;
  weft_cli_print_styled (options, WEFT_STYLE_HEADING, heading);
  g_print ("\n%s\n", text);
}

static void
print_outcome (const WeftCliOptions *options, JsonObject *turn)
{
  const char *outcome = json_object_get_string_member (turn, "outcome");
  gboolean good = g_str_equal (outcome, "ok");

  weft_cli_print_styled (options, good ? WEFT_STYLE_GOOD : WEFT_STYLE_BAD, outcome);
  if (!json_object_get_null_member (turn, "finish_reason"))
    g_print (_("; finish reason: %s"), json_object_get_string_member (turn, "finish_reason"));
  if (!json_object_get_null_member (turn, "limit"))
    g_print (_("; limit: %s"), json_object_get_string_member (turn, "limit"));
  g_print ("%s\n", json_object_get_boolean_member (turn, "done") ? "; [DONE]" : "");
}

static void
print_call (const WeftCliOptions *options, JsonObject *call)
{
  g_autofree char *name = weft_cli_line (json_object_get_string_member (call, "name"));
  g_autofree char *id = weft_cli_line (json_object_get_string_member (call, "id"));

  weft_cli_print_styled (options, WEFT_STYLE_HEADING, _("Call"));
  g_print (" %s (%s)%s%s\n%s\n", name, id, json_object_get_boolean_member (call, "valid") ? "" : _(", not valid"),
           json_object_get_boolean_member (call, "recovered") ? _(", recovered from the text") : "",
           json_object_get_string_member (call, "arguments_raw"));
}

static void
print_error (const WeftCliOptions *options, JsonObject *error)
{
  gboolean retryable = json_object_get_boolean_member (error, "retryable");

  weft_cli_print_styled (options, WEFT_STYLE_BAD, _("Error"));
  g_print (_(" (HTTP %" G_GINT64_FORMAT "): %s\n"), json_object_get_int_member (error, "status"),
           json_object_get_string_member (error, "message"));
  if (retryable && !json_object_get_null_member (error, "retry_after_ms"))
    g_print (_("The same request may be sent again in %" G_GINT64_FORMAT " ms.\n"),
             json_object_get_int_member (error, "retry_after_ms"));
  else
    g_print ("%s\n", retryable ? _("The same request may be sent again.") : _("Sending it again would not help."));
}

static void
print_usage (JsonObject *usage)
{
  g_print (_("Tokens: %" G_GINT64_FORMAT " of the prompt, %" G_GINT64_FORMAT " of the answer, %" G_GINT64_FORMAT
             " in all\n"),
           json_object_get_int_member (usage, "prompt_tokens"), json_object_get_int_member (usage, "completion_tokens"),
           json_object_get_int_member (usage, "total_tokens"));
}

static void
print_turn (const WeftCliOptions *options, JsonObject *turn)
{
  JsonArray *calls = json_object_get_array_member (turn, "tool_calls");
  JsonArray *warnings = json_object_get_array_member (turn, "warnings");

  print_outcome (options, turn);
  print_text (options, _("Thinking"), json_object_get_string_member (turn, "reasoning"));
  print_text (options, _("Text"), json_object_get_string_member (turn, "content"));
  if (json_object_has_member (turn, "refusal"))
    print_text (options, _("Refusal"), json_object_get_string_member (turn, "refusal"));
  for (guint i = 0; i < json_array_get_length (calls); i++)
    print_call (options, json_array_get_object_element (calls, i));
  if (!json_object_get_null_member (turn, "error"))
    print_error (options, json_object_get_object_member (turn, "error"));
  if (!json_object_get_null_member (turn, "usage"))
    print_usage (json_object_get_object_member (turn, "usage"));
  for (guint i = 0; i < json_array_get_length (warnings); i++)
    g_print (_("Warning: %s\n"), json_array_get_string_element (warnings, i));
}

static void
print_frames (JsonObject *frames)
{
  JsonArray *events = json_object_get_array_member (frames, "events");

  for (guint i = 0; i < json_array_get_length (events); i++)
    {
      JsonArray *pair = json_array_get_array_element (events, i);
      g_autofree char *name = weft_cli_line (json_array_get_string_element (pair, 0));
      g_autofree char *data = weft_json_write_compact (json_array_get_element (pair, 1));

      g_print ("%s: %s\n", name, data);
    }
  g_print (_("Comments: %" G_GINT64_FORMAT "\n"), json_object_get_int_member (frames, "comments"));
}

static gboolean
read_split (const char *word, WeftTurnSplit *split)
{
  static const struct
  {
    const char *word;
    WeftTurnSplit split;
  } words[] = {
    { "whole", WEFT_SPLIT_WHOLE },
    { "bytewise", WEFT_SPLIT_BYTES },
    { "recorded", WEFT_SPLIT_CHUNKS },
    { "random", WEFT_SPLIT_RANDOM },
  };

  *split = WEFT_SPLIT_WHOLE;
  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].word, word))
      {
        *split = words[i].split;
        return TRUE;
      }
  return word == NULL;
}

static int
parse (const WeftCliOptions *options, WeftTurnSplit split)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTurnCase) turn_case = weft_turn_case_load (options->arguments[1], &error);
  g_autoptr (JsonNode) result = NULL;
  g_autofree char *difference = NULL;

  if (turn_case == NULL)
    return weft_cli_fail (error);
  result = weft_turn_case_play (turn_case, split, (guint64) options->seed);
  if (options->json)
    weft_cli_print_json (result);
  else if (turn_case->framing)
    print_frames (json_node_get_object (result));
  else
    print_turn (options, json_node_get_object (result));
  difference = weft_turn_case_compare (turn_case, result);
  if (difference == NULL)
    return WEFT_EXIT_DONE;
  weft_cli_refuse (_("agent parse: %s: not as expected: %s"), turn_case->id, difference);
  return WEFT_EXIT_NO;
}

int
weft_cmd_agent (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_autofree char *word = NULL;
  const GOptionEntry own[] = {
    { "split", 0, 0, G_OPTION_ARG_STRING, &word,
      N_("How the bytes are cut: whole, bytewise, recorded or random (by --seed)"), N_("HOW") },
    G_OPTION_ENTRY_NULL,
  };
  WeftTurnSplit split;

  if (!weft_cli_parse ("agent", argv, own,
                       _("CASE is a JSON file that says how an answer came and what is expected of it, with the bytes "
                         "in\na file beside it.\n"),
                       2, 2, &options))
    return WEFT_EXIT_BAD;
  if (!g_str_equal (options.arguments[0], "parse"))
    return weft_cli_refuse (_("agent: found “%s”, expected parse"), options.arguments[0]);
  if (!read_split (word, &split))
    return weft_cli_refuse (_("agent parse: --split is “%s”, expected whole, bytewise, recorded or random"), word);
  return parse (&options, split);
}
