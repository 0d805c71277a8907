/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options that take a whole number: a 0 that was typed is not the same as nothing typed. */
#pragma once

#include "cli/weft-cli.h"

G_BEGIN_DECLS

typedef struct
{
  const char *option; /* "--tp" */
  int *value;
  int least;
} WeftCliCount;

/* Before parsing. */
void     weft_cli_counts_begin (const WeftCliCount *counts,
                                gsize               n);
/* After parsing: 0 where nothing was typed. FALSE when it has refused a number below the least. */
gboolean weft_cli_counts_end   (const WeftCliCount *counts,
                                gsize               n);

G_END_DECLS
