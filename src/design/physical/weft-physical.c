/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refusing bad numbers in the physical model, and rounding to whole things. */
#include "design/physical/weft-physical-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

G_DEFINE_QUARK (weft-physical-error-quark, weft_physical_error)

char *
weft_physical_number (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (value))
    return g_strdup (_("unknown"));

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.9g", value));
}

gboolean
weft_physical_check (const char  *key,
                     double       value,
                     double       least,
                     double       most,
                     GError     **error)
{
  g_autofree char *found = NULL;
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;

  if (isfinite (value) && value >= least && value <= most)
    return TRUE;

  found = weft_physical_number (value);
  from = weft_physical_number (least);
  to = weft_physical_number (most);
  g_set_error (error, WEFT_PHYSICAL_ERROR, WEFT_PHYSICAL_ERROR_RANGE,
               _("%s: found %s, expected a number from %s to %s"), key, found, from, to);
  return FALSE;
}

gboolean
weft_physical_check_known (const char  *key,
                           double       value,
                           double       least,
                           double       most,
                           GError     **error)
{
  return isnan (value) || weft_physical_check (key, value, least, most, error);
}

gboolean
weft_physical_exceeds (double use,
                       double limit)
{
  return use > limit + WEFT_PHYSICAL_TOLERANCE * fabs (limit);
}

double
weft_physical_floor (double ratio)
{
  return floor (ratio * (1.0 + WEFT_PHYSICAL_TOLERANCE));
}

double
weft_physical_ceil (double ratio)
{
  return ceil (ratio * (1.0 - WEFT_PHYSICAL_TOLERANCE));
}
