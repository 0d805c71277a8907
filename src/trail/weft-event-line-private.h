/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The canonical line of an event, taken apart and put together byte by byte, and its hash:
 * {"actor":A,["blobs":{},]"data":{},"hash":H,"mono_us":M,"parent":P,"prev":H,"run":R,"seq":S,"t":T,"type":K,"v":1} */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Lower-case hexadecimal of SHA-256. */
#define WEFT_HASH_LENGTH 64
/* "prev" of the first event. */
#define WEFT_HASH_NONE "0000000000000000000000000000000000000000000000000000000000000000"
#define WEFT_EVENT_NAME_MAX 64

/* Parts of a line, which they point into. */
typedef struct
{
  const char *line;
  gsize length;
  const char *actor;
  gsize n_actor;
  const char *body; /* ["blobs":{},]"data":{} */
  gsize n_body;
  const char *hash_at; /* ,"hash":"..." */
  const char *hash;
  const char *prev;
  const char *run;
  const char *time;
  const char *kind;
  gsize n_kind;
  guint64 seq;
  guint64 parent;
  gint64 mono_us;
} WeftEventLine;

gboolean weft_event_name_is_valid (const char *name, gssize length);
gboolean weft_event_line_split    (WeftEventLine *self, const char *line, gsize length, GError **error);
gboolean weft_event_line_is_cut   (const char *line, gsize length);
/* @body as above; the members run, seq, parent, mono_us, time, prev of @parts are read, actor and kind too. (transfer full) */
char    *weft_event_line_write    (const WeftEventLine *parts, const char *body, char hash[WEFT_HASH_LENGTH + 1]);
void     weft_event_line_hash     (const WeftEventLine *self, const char *prev, char hash[WEFT_HASH_LENGTH + 1]);
gboolean weft_event_line_check    (const WeftEventLine *self, const char *run, guint64 seq, const char *prev, char **reason);

G_END_DECLS
