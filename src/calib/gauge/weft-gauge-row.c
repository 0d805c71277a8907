/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a row of a table says: cells by column, its value in SI units, where it was published. */
#include "calib/gauge/weft-gauge-row.h"

#include <math.h>
#include <string.h>

/* What one of a unit is in SI. */
static const struct
{
  const char *unit;
  double si;
} units[] = {
  { "s", 1 },
  { "ms", 1e-3 },
  { "us", 1e-6 },
  { "ns", 1e-9 },
  { "min", 60 },
  { "h", 3600 },
  { "B", 1 },
  { "kB", 1e3 },
  { "MB", 1e6 },
  { "GB", 1e9 },
  { "TB", 1e12 },
  { "KiB", 1024.0 },
  { "MiB", 1024.0 * 1024 },
  { "GiB", 1024.0 * 1024 * 1024 },
  { "MB/s", 1e6 },
  { "GB/s", 1e9 },
  { "TB/s", 1e12 },
  { "GFLOP/s", 1e9 },
  { "TFLOP/s", 1e12 },
  { "PFLOP/s", 1e15 },
  { "W", 1 },
  { "kW", 1e3 },
  { "MW", 1e6 },
  { "%", 1e-2 },
};

const char *
weft_gauge_row_get (const WeftGaugeRow *row, const char *column)
{
  for (guint i = 0; i < row->columns->len; i++)
    if (g_str_equal (row->columns->pdata[i], column))
      return row->cells[i];
  return "";
}

double
weft_gauge_row_number (const WeftGaugeRow *row, const char *column)
{
  double value;

  return weft_gauge_number (weft_gauge_row_get (row, column), &value) ? value : NAN;
}

double
weft_gauge_row_value (const WeftGaugeRow *row)
{
  gsize length = strcspn (row->unit, " ");
  double value;

  if (!weft_gauge_number (row->value, &value))
    return NAN;
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strlen (units[i].unit) == length && strncmp (units[i].unit, row->unit, length) == 0)
      return value * units[i].si;
  return value;
}

/* --- where it was published --- */

/* "@caa4b11", "@v24.11.1": up to the next blank. */
static void
drop_commits (GString *source)
{
  for (gsize i = 0; i < source->len;)
    if (source->str[i] == '@')
      g_string_erase (source, (gssize) i, (gssize) strcspn (source->str + i, " "));
    else
      i++;
}

/* Length of a version "v1.0", "1.2.3", "v0.6.1" that begins here; 0 when none does. */
static gsize
version_length (const char *at)
{
  gsize length = *at == 'v' ? 1 : 0;
  guint points = 0;

  for (; g_ascii_isdigit (at[length]) || (at[length] == '.' && g_ascii_isdigit (at[length + 1])); length++)
    points += at[length] == '.';
  return points > 0 && !g_ascii_isalnum (at[length]) ? length : 0;
}

/* In brackets, alone or before a comma: "(v0.20)", "(v0.5, static batch)"; behind an underscore:
 * "training_results_v3.1". */
static void
drop_versions (GString *source)
{
  for (gsize i = 1; i < source->len; i++)
    {
      gsize length = strchr ("(_", source->str[i - 1]) != NULL ? version_length (source->str + i) : 0;

      if (length == 0)
        continue;
      if (source->str[i - 1] == '_')
        {
          g_string_erase (source, (gssize) i - 1, (gssize) length + 1);
          continue;
        }
      while (source->str[i + length] == ',' || source->str[i + length] == ' ')
        length++;
      g_string_erase (source, (gssize) i, (gssize) length);
      if (source->str[i] == ')')
        g_string_erase (source, (gssize) i - 1, 2);
    }
}

/* MLCommons has SUBMITTER/results/SYSTEM/BENCHMARK; the system's name has the size and the release of its
 * software. */
static void
drop_system (GString *source)
{
  const char *results = strstr (source->str, "/results/");
  const char *benchmark;

  if (results == NULL || strstr (source->str, "gh:mlcommons/") == NULL)
    return;
  benchmark = strchr (results + strlen ("/results/"), '/');
  if (benchmark != NULL)
    g_string_erase (source, results - source->str, benchmark - results);
}

char *
weft_gauge_row_source (const WeftGaugeRow *row)
{
  GString *source = g_string_new (row->source);

  drop_commits (source);
  drop_versions (source);
  drop_system (source);
  while (source->len > 0 && source->str[source->len - 1] == ' ')
    g_string_truncate (source, source->len - 1);
  return g_string_free (source, FALSE);
}

char *
weft_gauge_repository (const char *source)
{
  const char *begin = strstr (source, "gh:");

  if (begin != source)
    return g_strdup (source);
  return g_strndup (source, strcspn (source, " "));
}
