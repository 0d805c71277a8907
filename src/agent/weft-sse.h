/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The framing of server-sent events as a state machine: bytes, cut anywhere, become events. Lines are bounded, and what
 * is not UTF-8 is replaced line by line. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* What is called while bytes are fed. FALSE stops the machine for good. */
typedef struct
{
  /* @name is "message" when none was given; @data may have line breaks, never a zero byte. */
  gboolean (*event)   (const char *name, const char *data, gsize length, gpointer user);
  gboolean (*comment) (gsize bytes, gpointer user);                      /* (nullable) */
  gboolean (*stray)   (const char *line, gsize length, gpointer user);   /* (nullable): a line that is no field of the standard */
  gpointer user;
} WeftSseSink;

typedef struct _WeftSse WeftSse;

/* @sink is copied. */
WEFT_API WeftSse    *weft_sse_new         (gsize max_line, gsize max_event, const WeftSseSink *sink);
WEFT_API void        weft_sse_free        (WeftSse *self);
/* FALSE when it has stopped: by the sink or by a limit. */
WEFT_API gboolean    weft_sse_feed        (WeftSse *self, const char *bytes, gsize length);
/* After the last byte: the data of an event that no blank line has ended, NULL when there is none. @cut: whether the last line had no end. (transfer none) */
WEFT_API const char *weft_sse_take_rest   (WeftSse *self, gboolean *cut);
WEFT_API const char *weft_sse_get_limit   (WeftSse *self); /* (nullable): "line" or "event" */
WEFT_API gboolean    weft_sse_was_repaired (WeftSse *self); /* whether some byte was not UTF-8 */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSse, weft_sse_free)

G_END_DECLS
