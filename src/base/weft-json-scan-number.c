/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers, as the strict scanner takes them. */

#include "base/weft-json-scan-private.h"

#include <math.h>

/* Digits that surely fit a gint64 without a look at their value. */
#define SAFE_DIGITS 18

/* Exponents up to here, with at most that many digits before the point, surely fit a double. */
#define SAFE_EXPONENT 200
#define SAFE_DOUBLE_DIGITS 100

static const char *
skip_digits (const char *at,
             const char *end)
{
  while (at < end && g_ascii_isdigit (*at))
    at++;
  return at;
}

static gboolean
check_double (const WeftScan  *scan,
              const char      *start,
              const char      *end,
              gsize            n_whole,
              const char      *exponent,
              GError         **error)
{
  gint64 power = exponent != NULL ? g_ascii_strtoll (exponent, NULL, 10) : 0;
  g_autofree char *number = NULL;
  g_autofree char *found = NULL;

  if (power <= SAFE_EXPONENT && n_whole <= SAFE_DOUBLE_DIGITS)
    return TRUE;

  number = g_strndup (start, end - start);
  if (isfinite (g_ascii_strtod (number, NULL)))
    return TRUE;

  found = weft_scan_describe (scan, start);
  return weft_scan_refuse (scan, start, WEFT_JSON_ERROR_RANGE, found,
                           "a number that a double can hold (up to about 1.8e308)", error);
}

/* What 64 bits do not hold, a double does, in its way; it is marked for the parser, which would make
 * -1 of it. */
static gboolean
check_integer (WeftScan    *scan,
               const char  *start,
               const char  *end,
               GError     **error)
{
  gboolean negative = *start == '-';
  gsize offset = end - scan->text;
  g_autofree char *digits = NULL;
  guint64 limit = negative ? (guint64) G_MAXINT64 + 1 : (guint64) G_MAXINT64;

  if (end - start <= SAFE_DIGITS)
    return TRUE;

  digits = g_strndup (start + negative, end - start - negative);
  if (g_ascii_string_to_unsigned (digits, 10, 0, limit, NULL, NULL))
    return TRUE;
  if (!check_double (scan, start, end, end - start - negative, NULL, error))
    return FALSE;

  if (scan->big_integers == NULL)
    scan->big_integers = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_array_append_val (scan->big_integers, offset);
  return TRUE;
}

static gboolean
refuse_no_digit (WeftScan    *scan,
                 const char  *start,
                 GError     **error)
{
  g_autofree char *found = NULL;

  if (weft_scan_is_nonfinite (scan, scan->at))
    {
      found = weft_scan_copy_word (scan, start);
      return weft_scan_refuse (scan, start, WEFT_JSON_ERROR_RANGE, found, "a finite number", error);
    }
  if (scan->at < scan->end && *scan->at == '.')
    return weft_scan_refuse_here (scan, "a digit: a number needs a digit before the point", error);

  return weft_scan_refuse_here (scan, "a digit after the minus sign", error);
}

gboolean
weft_scan_number (WeftScan  *scan,
                  GError   **error)
{
  const char *start = scan->at;
  const char *end = scan->end;
  const char *exponent = NULL;
  const char *digits;
  gsize n_whole;
  gboolean fraction = FALSE;

  if (*scan->at == '-')
    scan->at++;
  digits = scan->at;
  scan->at = skip_digits (digits, end);
  n_whole = scan->at - digits;
  if (n_whole == 0)
    return refuse_no_digit (scan, start, error);
  if (n_whole > 1 && *digits == '0')
    {
      scan->at = start;
      return weft_scan_refuse_here (scan, "a number without a zero in front", error);
    }

  if (scan->at < end && *scan->at == '.')
    {
      fraction = TRUE;
      digits = ++scan->at;
      scan->at = skip_digits (digits, end);
      if (scan->at == digits)
        return weft_scan_refuse_here (scan, "a digit: a number needs a digit after the point",
                                      error);
    }

  if (scan->at < end && (*scan->at == 'e' || *scan->at == 'E'))
    {
      exponent = ++scan->at;
      if (scan->at < end && (*scan->at == '+' || *scan->at == '-'))
        scan->at++;
      digits = scan->at;
      scan->at = skip_digits (digits, end);
      if (scan->at == digits)
        return weft_scan_refuse_here (scan, "a digit in the exponent", error);
    }

  if (!fraction && exponent == NULL)
    return check_integer (scan, start, scan->at, error);
  return check_double (scan, start, scan->at, n_whole, exponent, error);
}
