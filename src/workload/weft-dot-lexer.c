/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of DOT (graphviz.org/doc/info/lang.html): ids of four sorts, signs, and comments of three sorts between. */
#include "workload/weft-dot-lexer-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-quote-private.h"

static gboolean
is_id_start (char c)
{
  return g_ascii_isalpha (c) || c == '_' || (guchar) c >= 0x80;
}

static gboolean
refuse (const WeftDotLexer *self, GError **error, const char *message)
{
  return weft_workload_text_refuse (self->file, self->line, WEFT_WORKLOAD_ERROR_INVALID, error, "%s", message);
}

/* --- between words --- */

static void
skip_line (WeftDotLexer *self)
{
  while (self->at < self->end && *self->at != '\n')
    self->at++;
}

static gboolean
skip_comment (WeftDotLexer *self, GError **error)
{
  const char *close = g_strstr_len (self->at + 2, self->end - self->at - 2, "*/");

  if (close == NULL)
    return refuse (self, error, _("the comment that begins here has no end"));
  for (; self->at < close; self->at++)
    self->line += *self->at == '\n';
  self->at += 2;
  return TRUE;
}

static gboolean
begins_line (const WeftDotLexer *self)
{
  return self->at == self->file->text || self->at[-1] == '\n';
}

static gboolean
skip_space (WeftDotLexer *self, GError **error)
{
  while (self->at < self->end)
    if (g_ascii_isspace (*self->at))
      self->line += *self->at++ == '\n';
    else if (*self->at == '#' && begins_line (self))
      skip_line (self);
    else if (self->end - self->at >= 2 && self->at[0] == '/' && self->at[1] == '/')
      skip_line (self);
    else if (self->end - self->at >= 2 && self->at[0] == '/' && self->at[1] == '*')
      {
        if (!skip_comment (self, error))
          return FALSE;
      }
    else
      break;
  return TRUE;
}

/* --- ids --- */

static void
take_name (WeftDotLexer *self)
{
  static const char *const keywords[] = { "node", "edge", "graph", "digraph", "subgraph", "strict", NULL };
  const char *start = self->at;
  g_autofree char *lower = NULL;

  while (self->at < self->end && (is_id_start (*self->at) || g_ascii_isdigit (*self->at)))
    self->at++;
  g_string_append_len (self->id, start, self->at - start);
  lower = g_ascii_strdown (self->id->str, self->id->len);
  if (!g_strv_contains (keywords, lower))
    return;
  self->token = WEFT_DOT_KEYWORD;
  g_string_assign (self->id, lower);
}

static gboolean
is_number_part (const WeftDotLexer *self)
{
  const char *at = self->at;

  if (g_ascii_isdigit (*at) || *at == '.' || is_id_start (*at))
    return TRUE;
  /* the sign of an exponent, not the beginning of an arrow */
  return (*at == '-' || *at == '+') && g_ascii_tolower (at[-1]) == 'e' && at + 1 < self->end && g_ascii_isdigit (at[1]);
}

/* A number, and what stands right behind it: 1e9, and 1a too, which would be two ids and is meant as one. */
static gboolean
take_numeral (WeftDotLexer *self, GError **error)
{
  const char *start = self->at;

  self->at++;
  while (self->at < self->end && is_number_part (self))
    self->at++;
  g_string_append_len (self->id, start, self->at - start);
  return g_ascii_isdigit (*start) || self->id->len > 1 || refuse (self, error, _("found a sign without a number"));
}

/* Between quotes only the quote is escaped, and the end of a line to go on in the next one. */
static gboolean
take_string (WeftDotLexer *self, GError **error)
{
  guint line = self->line;

  for (self->at++; self->at < self->end && *self->at != '"'; self->at++)
    {
      line += *self->at == '\n';
      if (*self->at == '\\' && self->at + 1 < self->end && self->at[1] == '"')
        self->at++;
      else if (*self->at == '\\' && self->at + 1 < self->end && self->at[1] == '\n')
        {
          line++;
          self->at++;
          continue;
        }
      g_string_append_c (self->id, *self->at);
    }
  if (self->at == self->end)
    return refuse (self, error, _("the string that begins here has no closing quote"));
  self->at++;
  self->line = line;
  return TRUE;
}

/* "a" + "b" */
static gboolean
take_strings (WeftDotLexer *self, GError **error)
{
  if (!take_string (self, error))
    return FALSE;
  for (;;)
    {
      if (!skip_space (self, error))
        return FALSE;
      if (self->at >= self->end || *self->at != '+')
        return TRUE;
      self->at++;
      if (!skip_space (self, error))
        return FALSE;
      if (self->at >= self->end || *self->at != '"')
        return refuse (self, error, _("a plus sign stands between two strings"));
      if (!take_string (self, error))
        return FALSE;
    }
}

static gboolean
take_html (WeftDotLexer *self, GError **error)
{
  const char *start = self->at;
  guint depth = 0, line = self->line;

  do
    {
      if (self->at == self->end)
        return refuse (self, error, _("the text in angle brackets that begins here has no end"));
      line += *self->at == '\n';
      if (*self->at == '<')
        depth++;
      else if (*self->at == '>')
        depth--;
      self->at++;
    }
  while (depth > 0);
  g_string_append_len (self->id, start, self->at - start);
  self->line = line;
  return TRUE;
}

/* --- words --- */

void
weft_dot_lexer_init (WeftDotLexer *self, const WeftWorkloadText *file)
{
  *self = (WeftDotLexer) { .file = file, .at = file->text, .end = file->text + file->length, .line = 1 };
  self->id = g_string_new (NULL);
  if (file->length >= 3 && memcmp (file->text, "\xef\xbb\xbf", 3) == 0)
    self->at += 3;
}

void
weft_dot_lexer_clear (WeftDotLexer *self)
{
  g_string_free (self->id, TRUE);
}

static gboolean
take_sign (WeftDotLexer *self, GError **error)
{
  g_autofree char *quoted = NULL;
  g_autofree char *message = NULL;

  if (*self->at != '\0' && strchr ("{}[];,=:", *self->at) != NULL)
    {
      self->token = WEFT_DOT_SIGN;
      self->sign = *self->at++;
      return TRUE;
    }
  quoted = weft_quote (self->at, 1);
  message = g_strdup_printf (_("found %s, which has no meaning in DOT here"), quoted);
  return refuse (self, error, message);
}

gboolean
weft_dot_lexer_step (WeftDotLexer *self, GError **error)
{
  if (!skip_space (self, error))
    return FALSE;
  self->token = WEFT_DOT_END;
  g_string_truncate (self->id, 0);
  if (self->at >= self->end)
    return TRUE;
  if (self->end - self->at >= 2 && self->at[0] == '-' && (self->at[1] == '>' || self->at[1] == '-'))
    {
      self->token = self->at[1] == '>' ? WEFT_DOT_ARROW : WEFT_DOT_LINE;
      self->at += 2;
      return TRUE;
    }
  self->token = WEFT_DOT_ID;
  if (*self->at == '"')
    return take_strings (self, error);
  if (*self->at == '<')
    return take_html (self, error);
  if (g_ascii_isdigit (*self->at) || *self->at == '-' || *self->at == '.')
    return take_numeral (self, error);
  if (!is_id_start (*self->at))
    return take_sign (self, error);
  take_name (self);
  return TRUE;
}

gboolean
weft_dot_lexer_is_sign (const WeftDotLexer *self, char sign)
{
  return self->token == WEFT_DOT_SIGN && self->sign == sign;
}

gboolean
weft_dot_lexer_is_keyword (const WeftDotLexer *self, const char *keyword)
{
  return self->token == WEFT_DOT_KEYWORD && g_str_equal (self->id->str, keyword);
}

gboolean
weft_dot_lexer_refuse (const WeftDotLexer *self, const char *expected, GError **error)
{
  g_autofree char *found = NULL;

  switch (self->token)
    {
    case WEFT_DOT_END:
      found = g_strdup (_("the end of the file"));
      break;
    case WEFT_DOT_ARROW:
      found = g_strdup ("“->”");
      break;
    case WEFT_DOT_LINE:
      found = g_strdup ("“--”");
      break;
    case WEFT_DOT_SIGN:
      found = g_strdup_printf ("“%c”", self->sign);
      break;
    default:
      found = weft_quote (self->id->str, self->id->len);
      break;
    }
  return weft_workload_text_refuse (self->file, self->line, WEFT_WORKLOAD_ERROR_INVALID, error,
                                    _("found %s, expected %s"), found, _(expected));
}
