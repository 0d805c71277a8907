/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells a 0 that was typed from nothing typed. */
#include "cli/weft-cli-count.h"

#include <glib/gi18n.h>

#define UNSAID G_MININT

void
weft_cli_counts_begin (const WeftCliCount *counts,
                       gsize               n)
{
  for (gsize i = 0; i < n; i++)
    *counts[i].value = UNSAID;
}

gboolean
weft_cli_counts_end (const WeftCliCount *counts,
                     gsize               n)
{
  for (gsize i = 0; i < n; i++)
    {
      const WeftCliCount *count = &counts[i];

      if (*count->value == UNSAID)
        *count->value = 0;
      else if (*count->value < count->least)
        return weft_cli_refuse (_("%s: found %d, expected a whole number of at least %d"), count->option, *count->value,
                                count->least), FALSE;
    }
  return TRUE;
}
