/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quotes within quotes are doubled (RFC 4180, section 2). */
#include "base/weft-csv-write.h"

#include <math.h>
#include <string.h>

#include "base/weft-json-write.h"

void
weft_csv_write_text (GString *csv, const char *text)
{
  if (strpbrk (text, ",\"\r\n") == NULL)
    g_string_append (csv, text);
  else
    weft_csv_write_quoted (csv, text);
}

void
weft_csv_write_quoted (GString *csv, const char *text)
{
  g_string_append_c (csv, '"');
  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *at);
    }
  g_string_append_c (csv, '"');
}

void
weft_csv_write_number (GString *csv, double value)
{
  char digits[WEFT_DOUBLE_BUFFER];

  if (isfinite (value))
    g_string_append (csv, weft_json_format_double (value, digits));
}
