/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the words of a source lead: repositories, papers and sites are found in them and get their address. The words
 * stay as the file has them. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/**
 * WeftSourceSpan: (skip)
 * @text: words of a source
 * @uri: (nullable): where they lead
 *
 * A piece of a source.
 */
typedef struct
{
  char *text;
  char *uri;
} WeftSourceSpan;

/* (transfer full) (element-type WeftSourceSpan) */
WEFT_API GPtrArray *weft_source_split (const char *source);

G_END_DECLS
