/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading quantities as people type them and writing them as people read them. */

#include "base/weft-quantity.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "base/weft-quote-private.h"
#include "base/weft-unit-private.h"

#define NO_BREAK_SPACE "\302\240"
#define MINUS_SIGN "\342\210\222"
#define MAX_GROUPED 1e15

/* A quantity taken apart. */
typedef struct
{
  const char *text; /* as it was typed, for messages */
  WeftUnit unit;
  GString *number;  /* digits, point and exponent, without groups */
  char *unit_text;  /* (nullable): without white space */
} Typed;

G_DEFINE_QUARK (weft-quantity-error-quark, weft_quantity_error)

/* Reading */

static gboolean
refuse (const Typed *typed,
        int          code,
        const char  *found,
        const char  *expected,
        GError     **error)
{
  g_autofree char *quoted = weft_quote (typed->text, -1);

  g_set_error (error, WEFT_QUANTITY_ERROR, code, "%s: found %s, expected %s",
               quoted, found, expected);
  return FALSE;
}

static gboolean
refuse_number (const Typed *typed,
               const char  *found,
               const char  *hint,
               GError     **error)
{
  g_autofree char *expected = g_strdup_printf ("%s, such as %s", weft_unit_quantity (typed->unit),
                                               hint);

  return refuse (typed, WEFT_QUANTITY_ERROR_NUMBER, found, expected, error);
}

static gboolean
refuse_unit (const Typed *typed,
             GError     **error)
{
  g_autofree char *quoted = weft_quote (typed->unit_text, -1);
  g_autofree char *hint = weft_unit_hint (typed->unit, typed->unit_text);
  g_autofree char *found = g_strdup_printf ("the unit %s%s", quoted, hint);
  g_autofree char *expected = g_strdup_printf ("%s (%s)",
                                               weft_unit_quantity (typed->unit),
                                               weft_unit_accepted (typed->unit));

  return refuse (typed, WEFT_QUANTITY_ERROR_UNIT, found, expected, error);
}

static const char *
skip_space (const char *at)
{
  while (*at != '\0' && g_unichar_isspace (g_utf8_get_char (at)))
    at = g_utf8_next_char (at);
  return at;
}

/* Comma, thin space or narrow no-break space; 0 for none. */
static gsize
group_separator (const char *at)
{
  static const char *const separators[] = { ",", "\342\200\211", "\342\200\257" };

  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    if (g_str_has_prefix (at, separators[i]))
      return strlen (separators[i]);
  return 0;
}

static gsize
count_digits (const char *at)
{
  gsize n = 0;

  while (g_ascii_isdigit (at[n]))
    n++;
  return n;
}

/* Digits in groups of three: "1,312". A group that has not three digits may be somebody's decimal
 * comma, and so may the one after a lone zero. */
static gboolean
read_groups (Typed       *typed,
             const char **at,
             GError     **error)
{
  gsize n = count_digits (*at);
  gsize first = n;
  gboolean grouped = FALSE;
  gsize separator;

  g_string_append_len (typed->number, *at, n);
  *at += n;

  while (n > 0 && (separator = group_separator (*at)) > 0)
    {
      gboolean comma = separator == 1;
      gboolean zero = first == 1 && typed->number->str[typed->number->len - n] == '0' && !grouped;

      n = count_digits (*at + separator);
      if (n == 0 && !comma)
        break; /* the thin space stands before the unit */
      if (n != 3 || first > 3 || zero)
        return refuse_number (typed, comma ? "a comma that sets off no group of three digits"
                                           : "a space that sets off no group of three digits",
                              "1312.5 or 1,312.5 with a decimal point", error);

      g_string_append_len (typed->number, *at + separator, n);
      *at += separator + n;
      grouped = TRUE;
    }
  return TRUE;
}

static gboolean
read_number (Typed       *typed,
             const char **at,
             GError     **error)
{
  gsize before;
  gsize n = 0;

  if (!read_groups (typed, at, error))
    return FALSE;
  before = typed->number->len;

  if (**at == '.')
    {
      n = count_digits (*at + 1);
      g_string_append_len (typed->number, *at, n + 1);
      *at += n + 1;
      if (**at == '.' || **at == ',')
        return refuse_number (typed, "more than one point or comma", "1312.5 or 1,312.5", error);
    }

  if (before == 0 && n == 0)
    return refuse_number (typed, typed->text[0] == '\0' ? "nothing" : "no number", "1312.5", error);

  /* E before a unit is exa, before a digit it is an exponent. */
  if (**at == 'e' || **at == 'E')
    {
      gsize sign = (*at)[1] == '+' || (*at)[1] == '-';
      gsize digits = count_digits (*at + 1 + sign);

      if (digits > 0)
        {
          g_string_append_len (typed->number, *at, 1 + sign + digits);
          *at += 1 + sign + digits;
        }
    }
  return TRUE;
}

static gboolean
read_sign (const char **at)
{
  gboolean negative = **at == '-' || g_str_has_prefix (*at, MINUS_SIGN);

  if (g_str_has_prefix (*at, MINUS_SIGN))
    *at = skip_space (*at + strlen (MINUS_SIGN));
  else if (**at == '-' || **at == '+')
    *at = skip_space (*at + 1);
  return negative;
}

/* The rest without white space: "k tokens / s" and "ktokens/s" are one. */
static char *
read_unit (const char *at,
           gboolean    dollar)
{
  GString *unit = g_string_new (NULL);

  for (; *at != '\0'; at = g_utf8_next_char (at))
    if (!g_unichar_isspace (g_utf8_get_char (at)))
      g_string_append_unichar (unit, g_utf8_get_char (at));

  /* "$30k" and "30 k$" are one, too. */
  if (dollar && strcmp (unit->str, "USD") != 0)
    g_string_append_c (unit, '$');
  return g_string_free (unit, FALSE);
}

static gboolean
is_nonfinite_word (const char *at)
{
  static const char *const words[] = { "inf", "infinity", "nan", "∞" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize length = strlen (words[i]);

      if (g_ascii_strncasecmp (at, words[i], length) == 0 && !g_ascii_isalnum (at[length]))
        return TRUE;
    }
  return FALSE;
}

/* Lets the decimal text carry the power of ten, so that no digit is lost to a multiplication. */
static double
calculate (const Typed     *typed,
           const WeftScale *scale)
{
  const char *exponent = strpbrk (typed->number->str, "eE");
  gsize mantissa = exponent != NULL ? (gsize) (exponent - typed->number->str) : typed->number->len;
  gint64 power = exponent != NULL ? g_ascii_strtoll (exponent + 1, NULL, 10) : 0;
  g_autofree char *decimal = NULL;

  power = CLAMP (power, -100000, 100000) + scale->power;
  decimal = g_strdup_printf ("%.*se%" G_GINT64_FORMAT, (int) mantissa, typed->number->str, power);
  return g_ascii_strtod (decimal, NULL) * scale->times / scale->over;
}

static gboolean
read_quantity (Typed   *typed,
               double  *value,
               GError **error)
{
  const char *at = skip_space (typed->text);
  WeftScale scale = { 0, 1, 1 };
  gboolean negative = read_sign (&at);
  gboolean dollar = FALSE;
  double size;

  if (typed->unit == WEFT_UNIT_USD && *at == '$')
    {
      dollar = TRUE;
      at = skip_space (at + 1);
    }
  if (is_nonfinite_word (at))
    return refuse (typed, WEFT_QUANTITY_ERROR_RANGE, "no finite number",
                   weft_unit_quantity (typed->unit), error);
  if (!read_number (typed, &at, error))
    return FALSE;

  typed->unit_text = read_unit (at, dollar);
  if (typed->unit_text[0] != '\0' && !weft_unit_find (typed->unit, typed->unit_text, &scale))
    return refuse_unit (typed, error);

  size = calculate (typed, &scale);
  if (!isfinite (size))
    return refuse (typed, WEFT_QUANTITY_ERROR_RANGE, "a number that is too large",
                   "one that a double can hold (up to about 1.8e308)", error);
  if (typed->unit == WEFT_UNIT_COUNT && size != trunc (size))
    return refuse_number (typed, "a fraction", "1312", error);

  *value = negative && size != 0 ? -size : size;
  return TRUE;
}

/* Writing */

static double
round_digits (double value)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  return g_ascii_strtod (g_ascii_formatd (buffer, sizeof buffer, "%.2e", value), NULL);
}

/* A whole number, not negative, with commas between groups of three digits. */
static void
append_grouped (GString *out,
                double   value)
{
  char buffer[WEFT_DOUBLE_BUFFER];
  gsize n;

  g_ascii_formatd (buffer, sizeof buffer, "%.0f", value);
  n = strlen (buffer);
  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        g_string_append_c (out, ',');
      g_string_append_c (out, buffer[i]);
    }
}

/* Three significant digits, but all those before the point. Below one the zeros at the end fall away,
 * save for numbers that stand beside others of their kind above one, as ratios do. */
static void
append_three_digits (GString *out,
                     double   value,
                     WeftUnit unit)
{
  gboolean beside = unit == WEFT_UNIT_RATIO || unit == WEFT_UNIT_NONE;
  char buffer[WEFT_DOUBLE_BUFFER];
  double rounded = round_digits (value);
  const char *format;

  if (rounded >= 1000 && value < MAX_GROUPED)
    {
      append_grouped (out, value);
      return;
    }

  if (rounded >= 1000)
    format = "%.2e";
  else if (rounded >= 100)
    format = "%.0f";
  else if (rounded >= 10)
    format = "%.1f";
  else if (rounded >= 1)
    format = "%.2f";
  else if (rounded >= 0.1 && beside)
    format = "%.3f";
  else
    format = "%.3g";
  g_string_append (out, g_ascii_formatd (buffer, sizeof buffer, format, value));
}

static void
append_count (GString *out,
              double   value)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  if (value < MAX_GROUPED)
    append_grouped (out, value);
  else
    g_string_append (out, weft_json_format_double (value, buffer));
}

static void
append_unit (GString    *out,
             WeftUnit    unit,
             const char *text)
{
  if (text[0] == '\0')
    return;
  if (unit != WEFT_UNIT_RATIO)
    g_string_append (out, NO_BREAK_SPACE);
  g_string_append (out, text);
}

/* What is written of a value that has no digits, or NULL. */
static char *
format_nonfinite (double value)
{
  if (isnan (value))
    return g_strdup (_("unknown"));
  if (isinf (value))
    return g_strdup (value < 0 ? "-∞" : "∞");
  return NULL;
}

/**
 * weft_quantity_parse:
 * @text: a number with or without a unit, as somebody typed it
 * @unit: what is wanted
 * @value: (out): the quantity in the SI unit of @unit; stays as it was on an error
 * @error: where to put a #WeftQuantityError
 *
 * Reads "400 Gb/s", "3.35TB/s", "80 GiB", "1 MW", "$30,000", "45 %". A number without a unit is in
 * the SI unit already. Capital and small letters differ: b is a bit and B a byte, m is milli and M
 * mega; what is unclear is refused with a hint.
 *
 * Returns: whether @text is such a quantity
 */
gboolean
weft_quantity_parse (const char *text,
                     WeftUnit    unit,
                     double     *value,
                     GError    **error)
{
  Typed typed = { .text = text, .unit = unit };
  gboolean ok;

  g_return_val_if_fail (text != NULL && value != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!g_utf8_validate (text, -1, NULL))
    return refuse (&typed, WEFT_QUANTITY_ERROR_NUMBER, "bytes that are not UTF-8",
                   weft_unit_quantity (unit), error);

  typed.number = g_string_new (NULL);
  ok = read_quantity (&typed, value, error);
  g_string_free (typed.number, TRUE);
  g_free (typed.unit_text);
  return ok;
}

/**
 * weft_quantity_format:
 * @value: a quantity in the SI unit of @unit, or NAN
 * @unit: its unit
 *
 * Writes @value with three significant digits in the unit that suits its size, with a no-break
 * space between the two (none before ×); counts are written whole. Below one, zeros at the end
 * fall away, but not of ratios and plain numbers from 0.1 on. Beyond a thousand of the largest unit all digits before the point are written.
 *
 * Returns: (transfer full): the text, "unknown" in the user's language for NAN
 */
char *
weft_quantity_format (double   value,
                      WeftUnit unit)
{
  char *nonfinite = format_nonfinite (value);
  GString *out;
  const WeftShownUnit *shown;
  double size = fabs (value);

  if (nonfinite != NULL)
    return nonfinite;

  /* Rounding comes first: 999.9 W is 1.00 kW. */
  if (unit == WEFT_UNIT_COUNT)
    size = round (size);
  shown = weft_unit_shown (unit, round_digits (size));

  out = g_string_new (value < 0 && size > 0 ? "-" : NULL);
  if (unit == WEFT_UNIT_COUNT)
    append_count (out, size);
  else
    append_three_digits (out, size / shown->si, unit);
  append_unit (out, unit, shown->text);
  return g_string_free (out, FALSE);
}

/**
 * weft_quantity_format_full:
 * @value: a quantity in the SI unit of @unit, or NAN
 * @unit: its unit
 *
 * Writes @value with every digit that matters, so that reading it back gives the same double.
 *
 * Returns: (transfer full): the text, "unknown" in the user's language for NAN
 */
char *
weft_quantity_format_full (double   value,
                           WeftUnit unit)
{
  char buffer[WEFT_DOUBLE_BUFFER];
  char *nonfinite = format_nonfinite (value);
  GString *out;

  if (nonfinite != NULL)
    return nonfinite;

  out = g_string_new (weft_json_format_double (value, buffer));
  append_unit (out, unit, weft_unit_symbol (unit));
  return g_string_free (out, FALSE);
}
