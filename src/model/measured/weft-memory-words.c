/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes and parameters as people read them. */
#include "model/measured/weft-memory-words-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define BINARY 1024.0
#define BILLION 1e9

char *
weft_memory_format_bytes (double bytes)
{
  static const char *const units[] = { "B", "KiB", "MiB", "GiB" };
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  guint unit = 0;

  if (isnan (bytes))
    return g_strdup (_("unknown"));
  while (fabs (bytes) >= BINARY && unit + 1 < G_N_ELEMENTS (units))
    {
      bytes /= BINARY;
      unit++;
    }
  g_ascii_formatd (digits, sizeof digits, unit == 0 ? "%.0f" : fabs (bytes) < 10 ? "%.2f" : "%.1f", bytes);
  return g_strdup_printf ("%s\302\240%s", digits, units[unit]);
}

char *
weft_memory_format_params (double params)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.4g", params / BILLION);
  return g_strdup_printf (_("%s billion"), digits);
}
