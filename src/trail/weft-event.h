/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One event of a run: what happened, who did it, after which other event, and its place in the hash chain. Immutable. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_TYPE_EVENT (weft_event_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftEvent, weft_event, WEFT, EVENT, GObject)

/* Of the canonical line, which has "hash" in it. (transfer full), NULL with WEFT_TRAIL_ERROR when the line is no event. Does not check the chain. */
WEFT_API WeftEvent  *weft_event_new_from_line (const char *line, gssize length, GError **error);
WEFT_API const char *weft_event_get_line      (WeftEvent *self); /* without newline */
WEFT_API const char *weft_event_get_run       (WeftEvent *self); /* ULID */
WEFT_API guint64     weft_event_get_seq       (WeftEvent *self); /* 1, 2, 3 ... */
WEFT_API const char *weft_event_get_time      (WeftEvent *self); /* "2026-11-29T11:02:03.123456Z" */
WEFT_API gint64      weft_event_get_mono_us   (WeftEvent *self); /* microseconds since the run began, never smaller than before */
WEFT_API const char *weft_event_get_kind      (WeftEvent *self); /* "type" of the line: "eval.result" */
WEFT_API const char *weft_event_get_actor     (WeftEvent *self); /* "search", "user", ... */
WEFT_API guint64     weft_event_get_parent    (WeftEvent *self); /* 0 = none */
WEFT_API JsonObject *weft_event_get_data      (WeftEvent *self); /* (transfer none), never NULL */
WEFT_API JsonObject *weft_event_get_blobs     (WeftEvent *self); /* (transfer none) (nullable): name to "sha256:..." */
WEFT_API const char *weft_event_get_hash      (WeftEvent *self); /* lower-case hexadecimal */
/* One line for people, from the data alone: "score 1.929, FFT bound by bisection bandwidth". (transfer none) */
WEFT_API const char *weft_event_get_summary   (WeftEvent *self);

G_END_DECLS
