/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of unknown origin made harmless: without the control characters that steer a terminal and
 * those that turn the reading direction, and of a bounded length. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* Whether to keep the line breaks and tabs of a text, or to make it one line. */
typedef enum
{
  WEFT_PLAIN_LINES,
  WEFT_PLAIN_ONE_LINE,
} WeftPlain;

/* Whether a character steers what shows it: C0 and C1 controls (line breaks and tabs too), DEL,
 * marks and overrides of direction, line and paragraph separators. */
WEFT_API gboolean  weft_plain_is_control (gunichar    c);

/* @text with U+FFFD for each such character and each byte that is not UTF-8. At most @max_chars
 * characters, the last of which is then an ellipsis; 0 is no limit. (transfer full) */
WEFT_API char     *weft_plain_text       (const char *text,
                                          WeftPlain   plain,
                                          gsize       max_chars);

G_END_DECLS
