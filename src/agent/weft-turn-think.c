/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thinking in the text. Some servers leave the tags in the content; a tag may be cut anywhere, so its beginning is held
 * back until the next piece tells. */
#include "agent/weft-turn-think-private.h"

#include <string.h>

#define OPEN "<think>"
#define CLOSE "</think>"

void
weft_turn_think_clear (WeftTurnThink *self)
{
  if (self->held != NULL)
    g_string_free (g_steal_pointer (&self->held), TRUE);
}

/* How many bytes at the end of @text may be the beginning of @tag. */
static gsize
tail_of_tag (const GString *text, const char *tag)
{
  for (gsize n = MIN (text->len, strlen (tag) - 1); n > 0; n--)
    if (memcmp (text->str + text->len - n, tag, n) == 0)
      return n;
  return 0;
}

static const char *
skip_space (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;
  return text;
}

static void
add_thinking (GString *thinking, const char *text, gsize length)
{
  while (thinking->len == 0 && length > 0 && g_ascii_isspace (*text))
    {
      text++;
      length--;
    }
  g_string_append_len (thinking, text, length);
}

static void
add_after (WeftTurnThink *self, const char *text, GString *content)
{
  text = skip_space (text);
  if (*text == '\0')
    return;
  self->state = WEFT_THINK_PLAIN;
  g_string_append (content, text);
}

static void
add_inside (WeftTurnThink *self, const char *text, GString *content, GString *thinking)
{
  const char *close;
  gsize kept;

  g_string_append (self->held, text);
  close = strstr (self->held->str, CLOSE);
  if (close == NULL)
    {
      kept = tail_of_tag (self->held, CLOSE);
      add_thinking (thinking, self->held->str, self->held->len - kept);
      g_string_erase (self->held, 0, self->held->len - kept);
      return;
    }
  add_thinking (thinking, self->held->str, close - self->held->str);
  self->state = WEFT_THINK_AFTER;
  add_after (self, close + strlen (CLOSE), content);
  g_string_truncate (self->held, 0);
}

static void
add_start (WeftTurnThink *self, const char *text, GString *content, GString *thinking)
{
  const char *begin;

  if (self->held == NULL)
    self->held = g_string_new (NULL);
  g_string_append (self->held, text);
  while (g_ascii_isspace (self->held->str[self->n_space]))
    self->n_space++;
  begin = self->held->str + self->n_space;
  if (g_str_has_prefix (begin, OPEN))
    {
      g_autofree char *rest = g_strdup (begin + strlen (OPEN));

      self->state = WEFT_THINK_INSIDE;
      self->found = TRUE;
      g_string_truncate (self->held, 0);
      add_inside (self, rest, content, thinking);
    }
  else if (!g_str_has_prefix (OPEN, begin))
    {
      self->state = WEFT_THINK_PLAIN;
      g_string_append_len (content, self->held->str, self->held->len);
      g_string_truncate (self->held, 0);
    }
}

void
weft_turn_think_add (WeftTurnThink *self, const char *text, GString *content, GString *thinking)
{
  switch (self->state)
    {
    case WEFT_THINK_START:
      add_start (self, text, content, thinking);
      break;
    case WEFT_THINK_INSIDE:
      add_inside (self, text, content, thinking);
      break;
    case WEFT_THINK_AFTER:
      add_after (self, text, content);
      break;
    case WEFT_THINK_PLAIN:
    default:
      g_string_append (content, text);
    }
}

void
weft_turn_think_end (WeftTurnThink *self, GString *content, GString *thinking)
{
  if (self->held == NULL)
    return;
  while (self->state != WEFT_THINK_INSIDE && self->found && thinking->len > 0
         && g_ascii_isspace (thinking->str[thinking->len - 1]))
    g_string_truncate (thinking, thinking->len - 1);
  if (self->state == WEFT_THINK_INSIDE)
    add_thinking (thinking, self->held->str, self->held->len);
  else
    g_string_append_len (content, self->held->str, self->held->len);
  g_string_truncate (self->held, 0);
}
