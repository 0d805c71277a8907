/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of a language model made fit to show: without what steers a terminal, turns the reading direction, hides in no
 * width or climbs out of its line. Each character is looked at once, however the text comes. */
#include "config.h"

#include "agent/weft-safe-text-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "agent/weft-claim-private.h"
#include "agent/weft-dialogue.h"
#include "base/weft-plain.h"

#define MARK "\ufffd"
#define ELLIPSIS "…"

/* More marks than any script puts on one letter. */
#define MAX_STACKED 6

/* Joiners, which scripts and emoji need one at a time between two characters. */
static gboolean
is_joiner (gunichar c)
{
  return c == 0x200c || c == 0x200d;
}

/* Without any width and of no use in such a text: it hides words from who reads. */
static gboolean
is_hidden (gunichar c)
{
  return c == 0xfeff || c == 0x200b || c == 0xad || c == 0x34f || c == 0x180e || c == 0x115f || c == 0x1160
         || c == 0x3164 || c == 0xffa0 || (c >= 0x2060 && c <= 0x2065) || (c >= 0x206a && c <= 0x206f)
         || (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe0fff);
}

static gboolean
stacks (gunichar c)
{
  GUnicodeType type = c < 0x300 ? G_UNICODE_UNASSIGNED : g_unichar_type (c);

  return type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_ENCLOSING_MARK;
}

static void
put (WeftSafeText *self,
     gunichar      c)
{
  gboolean joins = is_joiner (c);

  if (is_hidden (c) || (joins && (self->after_joiner || self->text->len == 0)))
    return;
  self->after_joiner = joins;
  if (joins)
    {
      g_string_append_unichar (self->text, c);
      return;
    }
  self->n_stacked = stacks (c) ? self->n_stacked + 1 : 0;
  if (self->n_stacked > MAX_STACKED)
    return;
  if (c == '\n' || c == '\t')
    g_string_append_c (self->text, (char) c);
  else if (weft_plain_is_control (c))
    g_string_append (self->text, MARK);
  else
    g_string_append_unichar (self->text, c);
}

static void
take (WeftSafeText *self,
      gunichar      c)
{
  if (self->after_return && c != '\n')
    put (self, 0xfffd); /* it would write over the line that stands there */
  self->after_return = c == '\r';
  if (c != '\r')
    put (self, c);
}

/* The character at @at, and where the next one begins. */
static gunichar
next_char (const char **at,
           const char  *end)
{
  gunichar c = (guchar) **at < 0x80 ? (guchar) **at : g_utf8_get_char_validated (*at, end - *at);

  if (c >= 0x80000000u)
    {
      (*at)++;
      return 0xfffd;
    }
  *at = g_utf8_next_char (*at);
  return c;
}

/* Ready to take a text from its beginning. */
void
weft_safe_text_begin (WeftSafeText *self)
{
  weft_safe_text_clear (self);
  self->text = g_string_new (NULL);
}

void
weft_safe_text_clear (WeftSafeText *self)
{
  if (self->text != NULL)
    g_string_free (self->text, TRUE);
  memset (self, 0, sizeof *self);
}

/* What comes after what was taken; a last character is not cut in two. */
void
weft_safe_text_add (WeftSafeText *self,
                    const char   *text,
                    gsize         length)
{
  const char *end = text + length;
  const char *at = text;

  while (at < end && !self->cut)
    {
      if (self->text->len >= WEFT_SAFE_TEXT_MAX_BYTES)
        self->cut = TRUE;
      else
        take (self, next_char (&at, end));
    }
  self->taken += (gsize) (at - text);
  if (self->cut)
    {
      g_string_append (self->text, "\n");
      g_string_append (self->text, _ ("… The rest is too long to be shown here; the trail has it."));
    }
}

void
weft_safe_text_end (WeftSafeText *self)
{
  if (self->after_return && !self->cut)
    put (self, 0xfffd);
  self->after_return = FALSE;
}

/* An edge of a mark, by their order: starts are even. */
static guint
edge_of (GPtrArray *claims,
         guint      edge)
{
  const WeftClaim *claim = claims->pdata[edge / 2];

  return edge % 2 == 0 ? claim->start : claim->end;
}

static void
move_edge (GPtrArray *moved,
           GPtrArray *claims,
           guint      edge,
           gsize      to)
{
  WeftClaim *claim;

  if (edge % 2 == 0)
    {
      claim = weft_claims_add (moved, claims->pdata[edge / 2]);
      claim->start = (guint) to;
      return;
    }
  claim = moved->pdata[moved->len - 1];
  claim->end = (guint) to;
  if (claim->end <= claim->start)
    g_ptr_array_set_size (moved, (gint) moved->len - 1);
}

/* @claims of @original, in their order and without overlap, in the places that they have in the text that is shown. */
GPtrArray *
weft_safe_text_map (const char *original,
                    gsize       length,
                    GPtrArray  *claims)
{
  GPtrArray *moved = weft_claims_new ();
  WeftSafeText shown = { 0 };
  const char *end = original + length;
  guint edge = 0;

  weft_safe_text_begin (&shown);
  for (const char *at = original;; take (&shown, next_char (&at, end)))
    {
      while (edge < 2 * claims->len && edge_of (claims, edge) <= (gsize) (at - original))
        {
          move_edge (moved, claims, edge, shown.text->len);
          edge++;
        }
      if (at >= end || edge == 2 * claims->len || shown.text->len >= WEFT_SAFE_TEXT_MAX_BYTES)
        break;
    }
  if (edge % 2 == 1)
    g_ptr_array_set_size (moved, (gint) moved->len - 1);
  weft_safe_text_clear (&shown);
  return moved;
}

/**
 * weft_dialogue_make_safe:
 * @text: (nullable): text from outside
 * @max: the most characters, 0 for no limit
 *
 * Lines and tabs stay.
 *
 * Returns: (transfer full): the text fit for a label or a terminal; an ellipsis stands for what is too much
 */
char *
weft_dialogue_make_safe (const char *text,
                         gsize       max)
{
  WeftSafeText safe = { 0 };
  const char *end;
  gsize n = 0;
  gsize keep = 0;

  if (text == NULL)
    return g_strdup ("");

  weft_safe_text_begin (&safe);
  end = text + strlen (text);
  for (const char *at = text; at < end && (max == 0 || n <= max);)
    {
      gsize before = safe.text->len;

      take (&safe, next_char (&at, end));
      n += (gsize) g_utf8_strlen (safe.text->str + before, -1);
      if (n < max)
        keep = safe.text->len;
    }
  weft_safe_text_end (&safe);
  if (max > 0 && g_utf8_strlen (safe.text->str, -1) > (glong) max)
    {
      g_string_truncate (safe.text, keep);
      g_string_append (safe.text, ELLIPSIS);
    }
  return g_string_free (g_steal_pointer (&safe.text), FALSE);
}
