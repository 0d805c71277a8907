/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The channels of the harmony format, when a server passes them on as text: analysis is thinking, a message to a
 * tool is a call, the rest is what the model says. */
#include <string.h>

#include "agent/weft-turn-leak-private.h"

#define START "<|start|>"
#define CHANNEL "<|channel|>"
#define MESSAGE "<|message|>"
#define FUNCTIONS "functions."

static const char *const ends[] = { "<|end|>", "<|call|>", "<|return|>", START, CHANNEL };

/* Where the message that begins at @text ends; @next is behind the mark, or before one that begins the next message. */
static const char *
message_end (const char *text, const char **next)
{
  for (const char *at = strstr (text, "<|"); at != NULL; at = strstr (at + 2, "<|"))
    for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
      if (g_str_has_prefix (at, ends[i]))
        {
          *next = i < 3 ? at + strlen (ends[i]) : at;
          return at;
        }
  *next = text + strlen (text);
  return *next;
}

static gsize
word_length (const char *text)
{
  return strcspn (text, " \t\r\n<");
}

static void
append_line (GString *out, const char *text, gsize length)
{
  if (out->len > 0 && length > 0)
    g_string_append_c (out, '\n');
  g_string_append_len (out, text, length);
}

static gboolean
take_call (WeftTurnLeak *self, const char *header, const char *text, gsize length)
{
  const char *to = strstr (header, "to=");
  g_autoptr (JsonNode) node = NULL;

  if (to == NULL || !self->wants_calls)
    return FALSE;
  to += strlen ("to=");
  if (g_str_has_prefix (to, FUNCTIONS))
    to += strlen (FUNCTIONS);
  node = weft_turn_object_parse (text, length, self->max_depth);
  return node != NULL && weft_turn_leak_add (self, to, word_length (to), node);
}

static void
take_message (WeftTurnLeak *self, const char *header, const char *text, gsize length, GString *content,
              GString *reasoning)
{
  const char *channel = strstr (header, CHANNEL);

  if (take_call (self, header, text, length))
    return;
  if (channel != NULL && strstr (header, "to=") == NULL && g_str_has_prefix (channel + strlen (CHANNEL), "analysis"))
    append_line (reasoning, text, length);
  else
    append_line (content, text, length);
}

gboolean
weft_turn_leak_channels (WeftTurnLeak *self, GString *content, GString *reasoning)
{
  g_autoptr (GString) rest = g_string_new (NULL);
  const char *at = content->str;

  while (g_ascii_isspace (*at))
    at++;
  if (!g_str_has_prefix (at, START) && !g_str_has_prefix (at, CHANNEL))
    return FALSE;
  while (*at != '\0')
    {
      const char *message = strstr (at, MESSAGE);
      g_autofree char *header = message != NULL ? g_strndup (at, message - at) : NULL;
      const char *text, *end;

      if (header == NULL)
        break;
      text = message + strlen (MESSAGE);
      end = message_end (text, &at);
      take_message (self, header, text, end - text, rest, reasoning);
    }
  append_line (rest, at, strlen (at));
  g_string_assign (content, rest->str);
  return TRUE;
}
