/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The framing of server-sent events. A carriage return ends its line at once; a line feed behind it is swallowed
 * when it comes, so that no event waits for a byte that may be long in coming. */
#include "agent/weft-sse.h"

#include <string.h>

#define BOM "\xef\xbb\xbf"

struct _WeftSse
{
  gsize max_line;
  gsize max_event;
  WeftSseSink sink;

  GString *line;
  GString *data;
  GString *name;
  gboolean has_data;
  gboolean after_cr;
  gboolean begun; /* the first line, which may have a mark of byte order, is over */
  gboolean repaired;
  gboolean stopped;
  const char *limit;
};

static void
stop_at (WeftSse *self, const char *limit)
{
  self->limit = limit;
  self->stopped = TRUE;
}

static void
add_data (WeftSse *self, const char *value, gsize length)
{
  if (self->data->len + length + 1 > self->max_event)
    {
      stop_at (self, "event");
      return;
    }
  if (self->has_data)
    g_string_append_c (self->data, '\n');
  g_string_append_len (self->data, value, length);
  self->has_data = TRUE;
}

static gboolean
is_field (const char *line, gsize length, const char *name)
{
  return strlen (name) == length && memcmp (line, name, length) == 0;
}

static void
take_field (WeftSse *self, const char *line, gsize length)
{
  const char *colon = memchr (line, ':', length);
  gsize name_length = colon != NULL ? (gsize) (colon - line) : length;
  const char *value = colon != NULL ? colon + 1 : line + length;
  const char *end = line + length;

  if (value < end && *value == ' ')
    value++;
  if (is_field (line, name_length, "data"))
    add_data (self, value, end - value);
  else if (is_field (line, name_length, "event"))
    {
      g_string_truncate (self->name, 0);
      g_string_append_len (self->name, value, end - value);
    }
  else if (!is_field (line, name_length, "id") && !is_field (line, name_length, "retry")
           && self->sink.stray != NULL && !self->sink.stray (line, length, self->sink.user))
    self->stopped = TRUE;
}

static void
dispatch (WeftSse *self)
{
  const char *name = self->name->len > 0 ? self->name->str : "message";

  if (self->has_data && !self->sink.event (name, self->data->str, self->data->len, self->sink.user))
    self->stopped = TRUE;
  g_string_truncate (self->data, 0);
  g_string_truncate (self->name, 0);
  self->has_data = FALSE;
}

static void
take_text (WeftSse *self, const char *line, gsize length)
{
  if (length == 0)
    dispatch (self);
  else if (line[0] != ':')
    take_field (self, line, length);
  else if (self->sink.comment != NULL && !self->sink.comment (length, self->sink.user))
    self->stopped = TRUE;
}

static void
take_line (WeftSse *self)
{
  const char *line = self->line->str;
  gsize length = self->line->len;

  if (!self->begun && g_str_has_prefix (line, BOM))
    {
      line += strlen (BOM);
      length -= strlen (BOM);
    }
  self->begun = TRUE;
  if (g_utf8_validate_len (line, length, NULL))
    take_text (self, line, length);
  else
    {
      g_autofree char *valid = g_utf8_make_valid (line, length);

      self->repaired = TRUE;
      take_text (self, valid, strlen (valid));
    }
  g_string_truncate (self->line, 0);
}

static const char *
find_break (const char *at, const char *end)
{
  while (at < end && *at != '\n' && *at != '\r')
    at++;
  return at;
}

/**
 * weft_sse_new: (skip)
 * @max_line: most bytes of a line
 * @max_event: most bytes of the data of an event
 * @sink: what is called
 *
 * Returns: (transfer full): a machine before its first byte
 */
WeftSse *
weft_sse_new (gsize max_line, gsize max_event, const WeftSseSink *sink)
{
  WeftSse *self = g_new0 (WeftSse, 1);

  self->max_line = max_line;
  self->max_event = max_event;
  self->sink = *sink;
  self->line = g_string_new (NULL);
  self->data = g_string_new (NULL);
  self->name = g_string_new (NULL);
  return self;
}

/**
 * weft_sse_free: (skip)
 * @self: (nullable): a machine
 */
void
weft_sse_free (WeftSse *self)
{
  if (self == NULL)
    return;
  g_string_free (self->line, TRUE);
  g_string_free (self->data, TRUE);
  g_string_free (self->name, TRUE);
  g_free (self);
}

/**
 * weft_sse_feed: (skip)
 * @self: a machine
 * @bytes: the next bytes
 * @length: how many
 *
 * Returns: %FALSE when no more bytes are wanted
 */
gboolean
weft_sse_feed (WeftSse *self, const char *bytes, gsize length)
{
  const char *end = bytes + length;

  for (const char *at = bytes; at < end && !self->stopped;)
    {
      const char *brk;

      if (self->after_cr && *at == '\n')
        {
          self->after_cr = FALSE;
          at++;
          continue;
        }
      self->after_cr = FALSE;
      brk = find_break (at, end);
      if (self->line->len + (gsize) (brk - at) > self->max_line)
        {
          stop_at (self, "line");
          break;
        }
      g_string_append_len (self->line, at, brk - at);
      if (brk == end)
        break;
      self->after_cr = *brk == '\r';
      at = brk + 1;
      take_line (self);
    }
  return !self->stopped;
}

/**
 * weft_sse_take_rest: (skip)
 * @self: a machine that has had its last byte
 * @cut: (out): whether the last line had no end
 *
 * The standard drops an event that is not ended; what is to become of it is for the caller to say.
 *
 * Returns: (transfer none) (nullable): its data
 */
const char *
weft_sse_take_rest (WeftSse *self, gboolean *cut)
{
  *cut = !self->stopped && self->line->len > 0;
  if (*cut)
    take_line (self);
  return self->has_data && self->limit == NULL ? self->data->str : NULL;
}

/**
 * weft_sse_get_limit: (skip)
 * @self: a machine
 *
 * Returns: (nullable): which limit has stopped it
 */
const char *
weft_sse_get_limit (WeftSse *self)
{
  return self->limit;
}

/**
 * weft_sse_was_repaired: (skip)
 * @self: a machine
 *
 * Returns: whether bytes that are not UTF-8 have been replaced by U+FFFD
 */
gboolean
weft_sse_was_repaired (WeftSse *self)
{
  return self->repaired;
}
