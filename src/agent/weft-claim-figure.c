/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number in a text, with its unit: what it can stand for, as precisely as it is written. */
#include "agent/weft-claim-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-unit-private.h"

#define MAX_DIGITS 40
#define MAX_UNIT_BYTES 24

/* Units in words, and those that are of no use but must not be taken for none. */
static const struct
{
  const char *text;
  WeftFigureUnit unit;
  double scale;
} spelled[] = {
  { "x", WEFT_FIGURE_TIMES, 1 },
  { "X", WEFT_FIGURE_TIMES, 1 },
  { "×", WEFT_FIGURE_TIMES, 1 },
  { "times", WEFT_FIGURE_TIMES, 1 },
  { "fold", WEFT_FIGURE_TIMES, 1 },
  { "%", WEFT_FIGURE_PERCENT, 0.01 },
  { "％", WEFT_FIGURE_PERCENT, 0.01 },
  { "percent", WEFT_FIGURE_PERCENT, 0.01 },
  { "pct", WEFT_FIGURE_PERCENT, 0.01 },
  { "watts", WEFT_FIGURE_W, 1 },
  { "watt", WEFT_FIGURE_W, 1 },
  { "kilowatts", WEFT_FIGURE_W, 1e3 },
  { "megawatts", WEFT_FIGURE_W, 1e6 },
  { "megawatt", WEFT_FIGURE_W, 1e6 },
  { "dollars", WEFT_FIGURE_USD, 1 },
  { "requests/s", WEFT_FIGURE_REQUESTS_S, 1 },
  { "req/s", WEFT_FIGURE_REQUESTS_S, 1 },
  { "seconds", WEFT_FIGURE_S, 1 },
  { "second", WEFT_FIGURE_S, 1 },
  { "milliseconds", WEFT_FIGURE_S, 1e-3 },
  { "microseconds", WEFT_FIGURE_S, 1e-6 },
  { "minutes", WEFT_FIGURE_S, 60 },
  { "hours", WEFT_FIGURE_S, 3600 },
  { "Hz", WEFT_FIGURE_OTHER, 1 },
  { "kHz", WEFT_FIGURE_OTHER, 1 },
  { "MHz", WEFT_FIGURE_OTHER, 1 },
  { "GHz", WEFT_FIGURE_OTHER, 1 },
  { "nm", WEFT_FIGURE_OTHER, 1 },
  { "mm", WEFT_FIGURE_OTHER, 1 },
  { "cm", WEFT_FIGURE_OTHER, 1 },
  { "m", WEFT_FIGURE_OTHER, 1 },
  { "km", WEFT_FIGURE_OTHER, 1 },
  { "mm²", WEFT_FIGURE_OTHER, 1 },
  { "J", WEFT_FIGURE_OTHER, 1 },
  { "kJ", WEFT_FIGURE_OTHER, 1 },
  { "pJ", WEFT_FIGURE_OTHER, 1 },
  { "pJ/bit", WEFT_FIGURE_OTHER, 1 },
  { "kWh", WEFT_FIGURE_OTHER, 1 },
  { "MWh", WEFT_FIGURE_OTHER, 1 },
  { "GWh", WEFT_FIGURE_OTHER, 1 },
  { "°C", WEFT_FIGURE_OTHER, 1 },
  { "V", WEFT_FIGURE_OTHER, 1 },
  { "dB", WEFT_FIGURE_OTHER, 1 },
  { "€", WEFT_FIGURE_OTHER, 1 },
  { "EUR", WEFT_FIGURE_OTHER, 1 },
  { "tokens", WEFT_FIGURE_OTHER, 1 },
  { "parameters", WEFT_FIGURE_OTHER, 1 },
  { "days", WEFT_FIGURE_OTHER, 1 },
  { "years", WEFT_FIGURE_OTHER, 1 },
  { "points", WEFT_FIGURE_OTHER, 1 },
};

static const struct
{
  WeftUnit from;
  WeftFigureUnit to;
} measured[] = {
  { WEFT_UNIT_USD, WEFT_FIGURE_USD },         { WEFT_UNIT_W, WEFT_FIGURE_W },
  { WEFT_UNIT_BYTES_S, WEFT_FIGURE_BYTES_S }, { WEFT_UNIT_BYTES, WEFT_FIGURE_BYTES },
  { WEFT_UNIT_FLOPS, WEFT_FIGURE_FLOPS },     { WEFT_UNIT_TOKENS_S, WEFT_FIGURE_TOKENS_S },
  { WEFT_UNIT_S, WEFT_FIGURE_S },
};

static const struct
{
  const char *text;
  double scale;
} multiples[] = {
  { "k", 1e3 },       { "K", 1e3 },        { "M", 1e6 },        { "G", 1e9 },      { "T", 1e12 },
  { "thousand", 1e3 }, { "million", 1e6 }, { "billion", 1e9 },  { "bn", 1e9 },     { "mn", 1e6 },
  { "trillion", 1e12 },
};

/* Words after a number that mean a unit together. */
static const struct
{
  const char *text;
  WeftFigureUnit unit;
} phrases[] = {
  { "tokens per second", WEFT_FIGURE_TOKENS_S },
  { "requests per second", WEFT_FIGURE_REQUESTS_S },
};

/* --- the number --- */

static gboolean
is_digit (const char *at,
          const char *end)
{
  return at < end && g_ascii_isdigit (*at);
}

/* Digits with points and commas between them. */
static const char *
skip_run (const char *at,
          const char *end)
{
  while (is_digit (at, end) || (at < end && (*at == '.' || *at == ',') && is_digit (at + 1, end)))
    at++;
  return at;
}

static guint
count (const char *at,
       const char *end,
       char        c)
{
  guint n = 0;

  for (; at < end; at++)
    n += *at == c;
  return n;
}

/* Whether @separator stands where thousands are parted: "12,345". */
static gboolean
is_grouped (const char *at,
            const char *end,
            char        separator)
{
  const char *first = memchr (at, separator, (gsize) (end - at));

  if (first == NULL || first == at || first - at > 3 || *at == '0')
    return FALSE;
  for (; first < end && *first == separator; first += 4)
    if (end - first < 4 || !g_ascii_isdigit (first[1]) || !g_ascii_isdigit (first[2])
        || !g_ascii_isdigit (first[3]) || (end - first > 4 && g_ascii_isdigit (first[4])))
      return FALSE;
  return first == end || *first != separator;
}

/* The number in the C locale's way. FALSE when it is none: a version, a date. */
static gboolean
clean_number (const char *at,
              const char *end,
              char        out[MAX_DIGITS + 1],
              WeftFigure *figure)
{
  guint points = count (at, end, '.');
  guint commas = count (at, end, ',');
  const char *point = memchr (at, '.', (gsize) (end - at));
  const char *comma = memchr (at, ',', (gsize) (end - at));
  gboolean thousands = commas > 0 && is_grouped (at, points == 1 ? point : end, ',')
                       && (points == 0 || point > comma);
  gboolean decimal_comma = commas == 1 && !thousands && (points == 0 || is_grouped (at, comma, '.'));
  char *to = out;

  if (end - at > MAX_DIGITS || points > (decimal_comma ? 9 : 1) || (commas > 0 && !thousands && !decimal_comma))
    return FALSE;
  figure->grouped = thousands && commas == 1 && points == 0;
  figure->foreign = decimal_comma || figure->grouped;
  for (; at < end; at++)
    if (g_ascii_isdigit (*at) || (*at == '.' && !decimal_comma))
      *to++ = *at;
    else if (*at == ',' && decimal_comma)
      *to++ = '.';
  *to = '\0';
  return TRUE;
}

static guint
count_digits (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += g_ascii_isdigit (*text) && (n > 0 || *text != '0');
  return n;
}

/* "e6", "×10^6", "· 10⁶". Returns where it ends, and the power. */
static const char *
read_exponent (const char *at,
               const char *end,
               int        *power)
{
  static const char *const raised[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  const char *next = at;
  gboolean negative;

  *power = 0;
  if (next < end && (*next == 'e' || *next == 'E'))
    next++;
  else
    {
      while (next < end && *next == ' ')
        next++;
      if (g_str_has_prefix (next, "×") || g_str_has_prefix (next, "·"))
        next += strlen ("×");
      else if (next < end && (*next == 'x' || *next == '*'))
        next++;
      else
        return at;
      while (next < end && *next == ' ')
        next++;
      if (!g_str_has_prefix (next, "10"))
        return at;
      next += 2;
      for (guint i = 0; i < G_N_ELEMENTS (raised); i++)
        if (g_str_has_prefix (next, raised[i]))
          {
            *power = (int) i;
            return next + strlen (raised[i]);
          }
      if (next >= end || *next != '^')
        return at;
      next++;
    }

  negative = next < end && *next == '-';
  if (next < end && (*next == '-' || *next == '+'))
    next++;
  if (!is_digit (next, end))
    return at;
  for (; is_digit (next, end); next++)
    *power = MIN (*power * 10 + (*next - '0'), 400);
  if (next < end && g_ascii_isalpha (*next))
    {
      *power = 0;
      return at;
    }
  *power = negative ? -*power : *power;
  return next;
}

/* --- the unit --- */

static const char *
skip_space (const char *at,
            const char *end)
{
  if (at < end && *at == ' ')
    return at + 1;
  if (end - at >= 2 && memcmp (at, "\xc2\xa0", 2) == 0)
    return at + 2;
  if (end - at >= 3 && (memcmp (at, "\xe2\x80\xaf", 3) == 0 || memcmp (at, "\xe2\x80\x89", 3) == 0))
    return at + 3;
  return at;
}

/* The length of what can be a unit: letters and signs without a space between them. */
static gsize
measure_unit (const char *at,
              const char *end)
{
  const char *next = at;

  while (next < end)
    {
      gunichar c = g_utf8_get_char (next);

      if (!(c < 0x80 ? g_ascii_isalpha ((char) c) || c == '%' || c == '$' || c == '/'
                     : g_unichar_isalpha (c) || c == 0xd7 || c == 0xb2 || c == 0xb0 || c == 0x20ac
                           || c == 0xff05))
        break;
      next = g_utf8_next_char (next);
    }
  while (next > at && next[-1] == '/')
    next--;
  if (next < end && g_ascii_isdigit (*next))
    return 0; /* a name begins here */
  return (gsize) (next - at);
}

static gboolean
find_unit (const char *text,
           WeftFigure *figure,
           double     *scale)
{
  for (guint i = 0; i < G_N_ELEMENTS (spelled); i++)
    if (g_str_equal (spelled[i].text, text))
      {
        figure->unit = spelled[i].unit;
        *scale *= spelled[i].scale;
        return TRUE;
      }
  for (guint i = 0; i < G_N_ELEMENTS (measured); i++)
    {
      WeftScale found;

      if (weft_unit_find (measured[i].from, text, &found))
        {
          figure->unit = measured[i].to;
          *scale *= pow (10, found.power) * found.times / found.over;
          return TRUE;
        }
    }
  return FALSE;
}

/* The unit at @at. Returns its length, 0 when there is none. */
static gsize
read_one_unit (const char *at,
               const char *end,
               WeftFigure *figure,
               double     *scale)
{
  gsize length = measure_unit (at, end);
  char text[MAX_UNIT_BYTES + 1];
  char *slash;

  for (guint i = 0; i < G_N_ELEMENTS (phrases); i++)
    if ((gsize) (end - at) >= strlen (phrases[i].text)
        && memcmp (at, phrases[i].text, strlen (phrases[i].text)) == 0)
      {
        figure->unit = phrases[i].unit;
        return strlen (phrases[i].text);
      }
  if (length == 0 || length > MAX_UNIT_BYTES)
    return 0;
  memcpy (text, at, length);
  text[length] = '\0';
  if (find_unit (text, figure, scale))
    return length;
  slash = strrchr (text, '/');
  if (slash == NULL || slash == text)
    return 0;
  *slash = '\0';
  figure->per = find_unit (text, figure, scale);
  return figure->per ? length : 0;
}

/* "M" of "12.96 M tokens/s". Returns its length, 0 when there is none. */
static gsize
read_multiple (const char *at,
               const char *end,
               gboolean    money,
               double     *scale)
{
  gsize length = measure_unit (at, end);

  if (money && length == 1 && (*at == 'B' || *at == 'm'))
    {
      *scale = *at == 'B' ? 1e9 : 1e6;
      return 1;
    }
  for (guint i = 0; i < G_N_ELEMENTS (multiples); i++)
    if (length == strlen (multiples[i].text) && memcmp (at, multiples[i].text, length) == 0)
      {
        *scale = multiples[i].scale;
        return length;
      }
  return 0;
}

/* Reads multiple and unit after a number. Returns where they end; NULL when letters stand there that make it no figure. */
static const char *
read_unit (const char *at,
           const char *end,
           WeftFigure *figure,
           double     *scale)
{
  gboolean money = figure->unit == WEFT_FIGURE_USD;
  const char *next = skip_space (at, end);
  double multiple = 1;
  gsize length = money ? 0 : read_one_unit (next, end, figure, scale);
  gsize multiple_length;

  if (g_str_has_prefix (at, "-fold"))
    {
      figure->unit = WEFT_FIGURE_TIMES;
      return at + strlen ("-fold");
    }
  if (length > 0)
    return next + length;
  multiple_length = read_multiple (next, end, money, &multiple);
  if (multiple_length > 0)
    {
      const char *after = skip_space (next + multiple_length, end);

      *scale *= multiple;
      length = money ? 0 : read_one_unit (after, end, figure, scale);
      if (length == 0 && !money)
        figure->unit = WEFT_FIGURE_OTHER;
      return length > 0 ? after + length : next + multiple_length;
    }
  if (next == at && next < end && (g_ascii_isalpha (*next) || *next == '_') && !money)
    return NULL;
  return at;
}

/* --- both --- */

/* A number that is multiplied by another, or part of a date, a time, a fraction, a name. */
static gboolean
goes_on (const char *text,
         const char *from,
         const char *at,
         const char *end)
{
  const char *next = at;
  gboolean whole = memchr (from, '.', (gsize) (at - from)) == NULL;

  if (at >= end)
    return FALSE;
  if (*at == '-' && end - at > 1 && g_ascii_isalpha (at[1]) && !g_str_has_prefix (at, "-fold"))
    return TRUE;
  if (whole && (*at == '/' || *at == ':') && is_digit (at + 1, end))
    return TRUE;
  if (whole && at - from == 4 && *at == '-' && end - at > 3 && g_ascii_isdigit (at[1])
      && g_ascii_isdigit (at[2]) && at[3] == '-')
    return TRUE;
  next = skip_space (at, end);
  if (g_str_has_prefix (next, "×"))
    next += strlen ("×");
  else if (next < end && (*next == 'x' || *next == '*') && (next == at || next[1] == ' '))
    next++;
  else
    return FALSE;
  return is_digit (skip_space (next, end), end);
}

/* The sign and the currency before the number. FALSE when it is no number. */
static gboolean
look_back (const char *text,
           const char *at,
           WeftFigure *figure,
           gboolean   *negative)
{
  const char *before = at > text ? g_utf8_prev_char (at) : NULL;
  gunichar c = before != NULL ? g_utf8_get_char (before) : 0;
  gunichar earlier;

  if (c == '$')
    {
      figure->unit = WEFT_FIGURE_USD;
      figure->lead = 1;
      before = before > text ? g_utf8_prev_char (before) : NULL;
      c = before != NULL ? g_utf8_get_char (before) : 0;
    }
  earlier = before != NULL && before > text ? g_utf8_get_char (g_utf8_prev_char (before)) : ' ';
  if (c == '-' || c == 0x2212 || c == '+')
    {
      if (g_unichar_isalpha (earlier) || earlier == ']' || earlier == '_' || earlier == '-')
        return FALSE;
      if (g_unichar_isdigit (earlier) || earlier == '%')
        return TRUE;
      figure->sign = TRUE;
      *negative = c != '+';
      figure->lead = (guint) (at - before);
      return TRUE;
    }
  if (c == '^' || c == '_' || c == '@' || c == '\\' || c == '.' || (c == 0xd7 && g_unichar_isdigit (earlier))
      || ((c == '/' || c == '[' || c == ':') && (g_unichar_isalnum (earlier) || earlier == '_')
          && !(c == ':' && g_unichar_isalpha (earlier))))
    return FALSE;
  return TRUE;
}

/* What the figure stands for: half a unit of its last digit to both sides. */
static void
set_bounds (WeftFigure *figure,
            const char *number,
            int         power,
            double      scale,
            gboolean    negative)
{
  const char *point = strchr (number, '.');
  int last = power - (point == NULL ? 0 : (int) strlen (point + 1));
  double value = g_ascii_strtod (number, NULL) * pow (10, power);
  double half = 0.5 * pow (10, last);
  double slack = 1e-12 * fabs (value);

  figure->value = (negative ? -value : value) * scale;
  figure->low = (negative ? -value - half : value - half) * scale - slack * scale;
  figure->high = (negative ? -value + half : value + half) * scale - slack * scale;
  figure->decimals = point != NULL;
  figure->digits = count_digits (number);
}

/**
 * weft_figure_read: (skip)
 * @text: a whole text
 * @at: a digit in it, or a point before one
 * @end: where the text ends
 * @figure: (out): what stands there
 *
 * Returns: the bytes that belong to it; @figure is not a number, its value NAN, when these are no figure
 */
gsize
weft_figure_read (const char *text,
                  const char *at,
                  const char *end,
                  WeftFigure *figure)
{
  const char *run = skip_run (*at == '.' ? at + 1 : at, end);
  char number[MAX_DIGITS + 1];
  gboolean negative = FALSE;
  double scale = 1;
  int power;
  const char *next;

  memset (figure, 0, sizeof *figure);
  figure->value = NAN;
  if (!look_back (text, at, figure, &negative)
      || !clean_number (at, run, number, figure))
    return (gsize) (run - at);
  next = read_exponent (run, end, &power);
  if (next == run && goes_on (text, at, run, end))
    return (gsize) (run - at);
  run = next;
  next = read_unit (run, end, figure, &scale);
  if (next == NULL)
    return (gsize) (run - at);
  set_bounds (figure, number, power, scale, negative);
  if (!isfinite (figure->low) || !isfinite (figure->high))
    figure->value = NAN;
  return (gsize) (next - at);
}
