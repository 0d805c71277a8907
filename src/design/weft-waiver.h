/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waivers: violations that somebody has accepted, each by the code and the path of the violation
 * and with a reason. What is waived is still listed, but the design is scored. */
#pragma once

#include "design/weft-design.h"

G_BEGIN_DECLS

#define WEFT_MAX_WAIVERS 1000

/**
 * WeftWaiver: (skip)
 * @code: the rule
 * @path: JSON pointer, as the violation has it
 * @reason: why it is accepted, not empty
 *
 * One waiver of a document, which owns the texts.
 */
typedef struct
{
  const char *code;
  const char *path;
  const char *reason;
} WeftWaiver;

WEFT_API guint    weft_waiver_count     (WeftDesign *design);
WEFT_API gboolean weft_waiver_get       (WeftDesign *design,
                                         guint       index,
                                         WeftWaiver *waiver);
/* Whether there is more in @reason than spaces. */
WEFT_API gboolean weft_waiver_is_reason (const char *reason);

G_END_DECLS
