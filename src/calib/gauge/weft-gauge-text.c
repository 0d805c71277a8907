/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds numbers in the cells of tables: by the names before them, by the words behind them, or as sizes. */
#include "calib/gauge/weft-gauge-row.h"

#include <math.h>
#include <string.h>

/* Digits with commas between groups, a point, an exponent; no sign before it, no inf, no nan. */
static gboolean
take_number (const char **at, double *value)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  const char *c = *at;
  char *end;

  if (!g_ascii_isdigit (*c) && !(*c == '.' && g_ascii_isdigit (c[1])))
    return FALSE;
  for (; g_ascii_isdigit (*c) || *c == '.' || *c == ','; c++)
    if (*c == ',' && !(g_ascii_isdigit (c[1]) && g_ascii_isdigit (c[2]) && g_ascii_isdigit (c[3])
                       && !g_ascii_isdigit (c[4])))
      break;
    else if (*c != ',')
      g_string_append_c (digits, *c);
  if ((*c == 'e' || *c == 'E')
      && (g_ascii_isdigit (c[1]) || ((c[1] == '+' || c[1] == '-') && g_ascii_isdigit (c[2]))))
    do
      g_string_append_c (digits, *c++);
    while (g_ascii_isdigit (*c) || ((*c == '+' || *c == '-') && (c[-1] == 'e' || c[-1] == 'E')));
  *value = g_ascii_strtod (digits->str, &end);
  if (*end != '\0' || !isfinite (*value))
    return FALSE;
  *at = c;
  return TRUE;
}

gboolean
weft_gauge_number (const char *text, double *value)
{
  const char *at = text;
  gboolean is_negative;
  double number;

  while (g_ascii_isspace (*at))
    at++;
  is_negative = *at == '-';
  if (*at == '-' || *at == '+')
    at++;
  if (!take_number (&at, &number))
    return FALSE;
  while (g_ascii_isspace (*at))
    at++;
  if (*at != '\0')
    return FALSE;
  *value = is_negative ? -number : number;
  return TRUE;
}

/* --- names --- */

static gboolean
is_name (char c)
{
  return g_ascii_isalpha (c) || c == '_';
}

static gboolean
is_word_end (char c)
{
  return c == '\0' || g_ascii_isspace (c) || c == ',' || c == ';' || c == '+' || c == '/' || c == ')';
}

static const char *
name_end (const char *at)
{
  while (is_name (*at))
    at++;
  return at;
}

/* "ISL/OSL 128/2048": numbers stand behind all names, in their order. @at: behind @before names and the one
 * sought. */
static gboolean
take_listed (const char *at, guint before, double *value)
{
  double number;

  while (*at == '/' && is_name (at[1]))
    at = name_end (at + 1);
  if (*at != ' ')
    return FALSE;
  while (*at == ' ')
    at++;
  for (guint i = 0; take_number (&at, &number); i++)
    {
      if (i == before && is_word_end (*at))
        {
          *value = number;
          return TRUE;
        }
      if (*at++ != '/')
        return FALSE;
    }
  return FALSE;
}

/* What a name says that ends at @end. @before: names before it in a list of names. */
static gboolean
take_value (const char *end, guint before, double *value)
{
  const char *at = *end == '=' || *end == '-' ? end + 1 : end;

  if (take_number (&at, value))
    return TRUE;
  if (*end == '=' || *end == '-')
    return FALSE;
  return take_listed (end, before, value);
}

/* Behind the name where it stands first; NULL when it does not. @before: (out): names before it in a list of
 * names. */
static const char *
find_name (const char *text, const char *name, guint *before)
{
  gsize length = strlen (name);

  *before = 0;

  for (const char *at = text; *at != '\0';)
    {
      const char *end = name_end (at);
      double skipped;

      if (end == at)
        {
          if (*at != '/')
            *before = 0;
          if (!take_number (&at, &skipped))
            at++;
          continue;
        }
      if ((gsize) (end - at) == length && strncmp (at, name, length) == 0)
        return end;
      (*before)++;
      at = end;
    }
  return NULL;
}

gboolean
weft_gauge_token (const char *text, const char *name, double *value)
{
  guint before;
  const char *end = find_name (text, name, &before);

  return end != NULL && take_value (end, before, value);
}

gboolean
weft_gauge_flag (const char *text, const char *name)
{
  guint before;
  const char *end = find_name (text, name, &before);

  return end != NULL && is_word_end (*end);
}

/* --- words --- */

/* Behind a name and the digits of it: those of H100 count nothing. In "2304x24L" the x parts two numbers. */
static const char *
skip_name (const char *text, const char *at)
{
  gboolean is_times = at > text && g_ascii_isdigit (at[-1]);

  if (!is_name (*at))
    return at + 1;
  at = name_end (at);
  while (!is_times && g_ascii_isdigit (*at))
    at++;
  return at;
}

gboolean
weft_gauge_counted (const char *text, const char *word, double *value)
{
  gsize length = strlen (word);

  for (const char *at = text; *at != '\0';)
    {
      double number;

      if (!take_number (&at, &number))
        {
          at = skip_name (text, at);
          continue;
        }
      while (*at == ' ')
        at++;
      if (g_ascii_strncasecmp (at, word, length) == 0 && !is_name (at[length]))
        {
          *value = number;
          return TRUE;
        }
    }
  return FALSE;
}

gboolean
weft_gauge_says (const char *text, const char *phrase)
{
  gsize length = strlen (phrase);

  for (; *text != '\0'; text++)
    if (g_ascii_strncasecmp (text, phrase, length) == 0)
      return TRUE;
  return FALSE;
}

/* --- sizes --- */

guint
weft_gauge_sizes (const char *text, double sizes[WEFT_GAUGE_MAX_SIZES])
{
  const char *at = text;
  guint n = 0;

  while (n < WEFT_GAUGE_MAX_SIZES && take_number (&at, &sizes[n]))
    {
      n++;
      if (*at == '^' && g_ascii_isdigit (at[1]))
        {
          guint power = (guint) (at[1] - '0');

          for (guint i = 1; i < power && n < WEFT_GAUGE_MAX_SIZES; i++, n++)
            sizes[n] = sizes[n - 1];
          at += 2;
        }
      if (*at != 'x' && *at != '*')
        break;
      at++;
    }
  return *at == '\0' || g_ascii_isspace (*at) ? n : 0;
}
