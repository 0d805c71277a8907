/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes Markdown tables cell by cell. */
#include <math.h>
#include <string.h>

#include "calib/gauge/weft-gauge-card-private.h"

#define DASH "–"

static void
add_cell (GString *card, const char *text)
{
  g_string_append (card, " ");
  for (; *text != '\0'; text++)
    if (*text == '|')
      g_string_append (card, "\\|");
    else if (*text == '\n')
      g_string_append_c (card, ' ');
    else
      g_string_append_c (card, *text);
  g_string_append (card, " |");
}

void
weft_card_row (GString *card, ...)
{
  const char *text;
  va_list cells;

  g_string_append_c (card, '|');
  va_start (cells, card);
  while ((text = va_arg (cells, const char *)) != NULL)
    add_cell (card, text);
  va_end (cells);
  g_string_append_c (card, '\n');
}

void
weft_card_head (GString *card, ...)
{
  g_autoptr (GString) rule = g_string_new ("|");
  const char *text;
  va_list cells;

  g_string_append_c (card, '|');
  va_start (cells, card);
  while ((text = va_arg (cells, const char *)) != NULL)
    {
      add_cell (card, *text == '>' ? text + 1 : text);
      g_string_append (rule, *text == '>' ? " ---: |" : " --- |");
    }
  va_end (cells);
  g_string_append_printf (card, "\n%s\n", rule->str);
}

static char *
format (double value, const char *pattern, const char *unit)
{
  char text[64];

  if (!isfinite (value))
    return g_strdup (DASH);
  g_ascii_formatd (text, sizeof text, pattern, value);
  /* nothing is minus nothing */
  return g_strconcat (*text == '-' && strspn (text, "-0.") == strlen (text) ? text + 1 : text, unit, NULL);
}

char *
weft_card_share (double value)
{
  return format (100 * value, "%.1f", " %");
}

char *
weft_card_ratio (double value)
{
  return format (value, "%.3f", "");
}

char *
weft_card_number (double value)
{
  return format (value, "%.4g", "");
}
