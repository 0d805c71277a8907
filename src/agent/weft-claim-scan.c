/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes a text apart: sentence by sentence into words, figures and breaks. Each byte is looked at once, and no sentence
 * is longer than what can be looked at for each of its figures. */
#include "agent/weft-claim-private.h"

#include <math.h>
#include <string.h>

/* A sentence that is longer is taken for two. */
#define MAX_TOKENS 256

static WeftToken *
add_token (WeftClaimScanner *self,
           GArray           *tokens,
           WeftTokenKind     kind,
           const char       *end)
{
  WeftToken token = { .kind = kind, .start = (guint) (self->at - self->text),
                      .end = (guint) (end - self->text) };

  g_array_append_val (tokens, token);
  self->at = end;
  self->line_start = FALSE;
  return &g_array_index (tokens, WeftToken, tokens->len - 1);
}

/* (nullable) */
static const WeftToken *
last_token (GArray *tokens,
            guint   back)
{
  return tokens->len < back ? NULL : &g_array_index (tokens, WeftToken, tokens->len - back);
}

static gboolean
has_role (const WeftToken *token,
          guint            role)
{
  return token != NULL && token->word != NULL && (token->word->roles & role) != 0;
}

static gboolean
begins (WeftClaimScanner *self,
        const char       *text)
{
  return strncmp (self->at, text, strlen (text)) == 0;
}

/* --- words --- */

static gboolean
is_word_char (gunichar c)
{
  return c < 0x80 ? g_ascii_isalnum ((char) c) || c == '_' : g_unichar_isalnum (c) || g_unichar_ismark (c);
}

static const char *
skip_word (const char *at,
           const char *end)
{
  while (at < end && is_word_char (g_utf8_get_char (at)))
    at = g_utf8_next_char (at);
  return at;
}

/* A hyphen that leads on to a digit makes it a part of the name: UEC-800, Llama-70B. */
static const char *
skip_name (const char *at,
           const char *end)
{
  at = skip_word (at, end);
  while (end - at > 1 && (*at == '-' || *at == '.') && g_ascii_isdigit (at[1])
         && (*at == '-' || g_ascii_isdigit (at[-1])))
    at = skip_word (at + 1, end);
  return at;
}

static void
take_word (WeftClaimScanner *self,
           GArray           *tokens)
{
  const char *start = self->at;
  const char *end = skip_name (start, self->end);
  WeftToken *token = add_token (self, tokens, WEFT_TOKEN_WORD, end);

  token->word = weft_word_find (start, (gsize) (end - start));
  if (end - start == 3 && (begins (self, "'s") || begins (self, "’s")))
    return;
  if (begins (self, "'s"))
    self->at += 2;
  else if (begins (self, "’s"))
    self->at += strlen ("’s");
}

/* --- figures --- */

/* "1. ", "2) ", "(3) ": numbers of items. Returns its length, 0 when it is none. */
static gsize
measure_item_number (WeftClaimScanner *self)
{
  const char *at = self->at;
  gboolean in_brackets = at > self->text && at[-1] == '(';
  gsize n = 0;

  while (g_ascii_isdigit (at[n]))
    n++;
  if (in_brackets && n <= 2 && at[n] == ')')
    return n;
  if (self->line_start && n <= 3 && (at[n] == '.' || at[n] == ')')
      && (at[n + 1] == ' ' || at[n + 1] == '\n' || at[n + 1] == '\0' || at[n + 1] == '*'))
    return n + 1;
  return 0;
}

/* The number that this one is joined to: "evaluations 7 and 9". (nullable) */
static const WeftToken *
find_joined (WeftClaimScanner *self,
             GArray           *tokens)
{
  const WeftToken *last = last_token (tokens, 1);

  if (last != NULL && (last->kind == WEFT_TOKEN_BREAK || has_role (last, WEFT_WORD_JOINS)))
    last = last_token (tokens, 2);
  else if (last != NULL && self->at[-1] != '-')
    return NULL;
  return last != NULL && last->kind == WEFT_TOKEN_NUMBER ? last : NULL;
}

/* "evaluation 9", "#4": names what is spoken of. FALSE when it is a figure. */
static gboolean
take_ordinal (WeftClaimScanner *self,
              GArray           *tokens)
{
  const WeftToken *last = last_token (tokens, 1);
  const WeftToken *joined = find_joined (self, tokens);
  gboolean hash = self->at > self->text && self->at[-1] == '#';
  gboolean named = has_role (last, WEFT_WORD_ORDINAL) && last->end + 2 >= (guint) (self->at - self->text);
  gboolean evaluates = hash || (joined != NULL && joined->number > 0)
                       || (named && has_role (last, WEFT_WORD_EVALUATION));
  gsize n = 0;
  guint number;

  while (g_ascii_isdigit (self->at[n]))
    n++;
  if (n == 0 || n > 9 || (self->at[n] == '.' && g_ascii_isdigit (self->at[n + 1]))
      || self->at[n] == '%' || (self->at[n] == ' ' && self->at[n + 1] == '%')
      || (!hash && !named && joined == NULL))
    return FALSE;

  number = evaluates ? (guint) g_ascii_strtoull (self->at, NULL, 10) : 0;
  add_token (self, tokens, WEFT_TOKEN_NUMBER, self->at + n)->number = number;
  return TRUE;
}

/* The mark begins at the word that makes the figure a rough one. */
static void
widen (WeftClaimScanner *self,
       GArray           *tokens,
       WeftToken        *token)
{
  const WeftToken *last = last_token (tokens, 2);
  const char *start = self->text + token->start;

  if (last != NULL && has_role (last, WEFT_WORD_HEDGE) && start - (self->text + last->end) == 1)
    token->start = last->start;
  else if (start > self->text && start[-1] == '~')
    token->start--;
  else if (start - self->text >= 3 && memcmp (start - 3, "≈", 3) == 0)
    token->start -= 3;
}

/* The rest of what is no figure: "27-point", "9/50", "2026-11-29", "4 × 8". */
static void
skip_joined (WeftClaimScanner *self)
{
  while (self->end - self->at > 1 && strchr ("-/:", *self->at) != NULL && g_ascii_isalnum (self->at[1]))
    self->at = skip_word (self->at + 1, self->end);
}

static void
take_number (WeftClaimScanner *self,
             GArray           *tokens)
{
  gsize item = measure_item_number (self);
  WeftFigure figure;
  WeftToken *token;
  const char *next;

  if (item > 0)
    {
      self->at += item;
      return;
    }
  if (take_ordinal (self, tokens))
    return;

  next = self->at + weft_figure_read (self->text, self->at, self->end, &figure);
  if (isnan (figure.value))
    {
      next = skip_name (next, self->end);
      add_token (self, tokens, WEFT_TOKEN_WORD, next)->word = NULL;
      skip_joined (self);
      return;
    }
  token = add_token (self, tokens, WEFT_TOKEN_FIGURE, next);
  token->start -= figure.lead;
  token->figure = figure;
  widen (self, tokens, token);
}

/* --- breaks --- */

/* A line that goes on in small letters belongs to the one before it. */
static gboolean
line_goes_on (WeftClaimScanner *self)
{
  const char *next = self->at + 1;

  while (*next == ' ')
    next++;
  return g_ascii_islower (*next);
}

static gboolean
ends_sentence (WeftClaimScanner *self,
               GArray           *tokens)
{
  char c = *self->at;
  char next = self->at[1];

  if (c == ';' || c == '!' || c == '?')
    return TRUE;
  if (c == '\n')
    return !line_goes_on (self);
  return c == '.' && !g_ascii_isalnum (next) && !has_role (last_token (tokens, 1), WEFT_WORD_ABBREVIATION);
}

static gboolean
parts_clauses (WeftClaimScanner *self)
{
  return *self->at == ',' || begins (self, "—") || begins (self, "– ") || begins (self, "- ");
}

/* Signs that count as words, by what they do to a figure. */
static gboolean
take_sign (WeftClaimScanner *self,
           GArray           *tokens)
{
  const char *word = NULL;
  gsize length = 1;

  if (*self->at == '>' || *self->at == '<' || *self->at == '&' || *self->at == '=')
    word = *self->at == '>' ? ">" : *self->at == '<' ? "<" : *self->at == '&' ? "&" : "=";
  else if (begins (self, "≥") || begins (self, "≤"))
    {
      word = begins (self, "≥") ? ">" : "<";
      length = strlen ("≥");
    }
  if (word == NULL)
    return FALSE;
  add_token (self, tokens, WEFT_TOKEN_WORD, self->at + length)->word = weft_word_find (word, 1);
  return TRUE;
}

static gboolean
is_number_start (WeftClaimScanner *self)
{
  const char *at = self->at;

  if (g_ascii_isdigit (*at))
    return TRUE;
  return *at == '.' && g_ascii_isdigit (at[1])
         && (at == self->text || strchr (" \t\n([{,:=\"'~$+-/|*", at[-1]) != NULL);
}

static void
take_other (WeftClaimScanner *self,
            GArray           *tokens)
{
  const char *next = g_utf8_next_char (self->at);

  if (parts_clauses (self))
    {
      gboolean line_start = self->line_start;

      add_token (self, tokens, WEFT_TOKEN_BREAK, next);
      self->line_start = line_start; /* the dash of an item */
    }
  else if (!take_sign (self, tokens))
    {
      if (*self->at == '\n')
        self->line_start = TRUE;
      else if (strchr (" \t*>", *self->at) == NULL)
        self->line_start = FALSE;
      self->at = next;
    }
}

/**
 * weft_claim_scan_sentence: (skip)
 * @self: what is read
 * @tokens: (element-type WeftToken): is filled anew
 *
 * Returns: %FALSE at the end of the text, when nothing came any more
 */
gboolean
weft_claim_scan_sentence (WeftClaimScanner *self,
                          GArray           *tokens)
{
  g_array_set_size (tokens, 0);
  while (self->at < self->end && tokens->len < MAX_TOKENS)
    {
      if (is_number_start (self))
        take_number (self, tokens);
      else if (is_word_char (g_utf8_get_char (self->at)))
        take_word (self, tokens);
      else if (ends_sentence (self, tokens))
        {
          self->line_start = *self->at == '\n';
          self->at++;
          return TRUE;
        }
      else
        take_other (self, tokens);
    }
  return self->at < self->end || tokens->len > 0;
}
