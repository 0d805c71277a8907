/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the bytes of one answer as they come: decides what they are, cuts them into events, and gives these to the
 * rules. All that it keeps is bounded. */
#include "agent/weft-turn-reader.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "agent/weft-turn-error-private.h"
#include "agent/weft-turn-reader-private.h"

#define KIB ((gsize) 1024)
#define MIB (1024 * KIB)

#define BOM "\xef\xbb\xbf"
#define HEADER_MAX_BYTES 256

const WeftTurnLimits weft_turn_default_limits = {
  .line = MIB,
  .event = MIB,
  .text = 4 * MIB,
  .comment_bytes = MIB,
  .arguments = 256 * KIB,
  .calls = 32,
  .depth = 64,
  .stream = 64 * MIB,
  .events = 200000,
  .error_body = 64 * KIB,
};

static const char *const kept_headers[] = { "content-type", "retry-after", "retry-after-ms", "x-should-retry" };

void
weft_turn_warn (WeftTurnReader *self, const char *literal)
{
  g_hash_table_add (self->warnings, (gpointer) literal);
}

void
weft_turn_hit (WeftTurnReader *self, const char *limit)
{
  if (self->limit == NULL)
    self->limit = limit;
  self->closed = TRUE;
}

gboolean
weft_turn_is_tool (WeftTurnReader *self, const char *name)
{
  return self->tools != NULL && g_strv_contains ((const char *const *) self->tools, name);
}

/* --- events --- */

static gboolean
is_done_mark (const char *data)
{
  while (g_ascii_isspace (*data))
    data++;
  if (!g_str_has_prefix (data, "[DONE]"))
    return FALSE;
  data += strlen ("[DONE]");
  while (g_ascii_isspace (*data))
    data++;
  return *data == '\0';
}

static gboolean
is_blank (const char *data)
{
  while (g_ascii_isspace (*data))
    data++;
  return *data == '\0';
}

/* What is called an error is one, whatever its data are. */
static void
take_error_event (WeftTurnReader *self, const char *data, gsize length)
{
  if (self->error != NULL)
    return;
  self->error = weft_turn_error_from_body (data, length, self->status);
  weft_turn_error_set_retry (self->error, self->headers, self->now_s);
}

static void
take_data (WeftTurnReader *self, const char *name, const char *data, gsize length)
{
  gboolean named_error = g_str_equal (name, "error");

  if (is_done_mark (data))
    self->done = TRUE;
  else if (is_blank (data))
    weft_turn_warn (self, "empty-data");
  else if (weft_turn_fold (self, data, length))
    {
      if (named_error && !self->closed)
        take_error_event (self, data, length);
    }
  else if (named_error)
    take_error_event (self, data, length);
  else
    {
      self->malformed = TRUE;
      weft_turn_warn (self, "bad-json");
    }
}

static gboolean
event_cb (const char *name, const char *data, gsize length, gpointer user)
{
  WeftTurnReader *self = user;

  if (self->done)
    {
      weft_turn_warn (self, "data-after-done");
      return FALSE;
    }
  if (self->n_events++ >= self->limits.events)
    weft_turn_hit (self, "events");
  else
    take_data (self, name, data, length);
  return !self->closed;
}

static gboolean
comment_cb (gsize bytes, gpointer user)
{
  WeftTurnReader *self = user;

  if (self->done)
    return TRUE;
  weft_turn_warn (self, "comments");
  self->n_comment_bytes += bytes;
  if (self->n_comment_bytes > self->limits.comment_bytes)
    weft_turn_hit (self, "comments");
  return !self->closed;
}

static gboolean
stray_cb (const char *line, gsize length, gpointer user)
{
  WeftTurnReader *self = user;

  if (!self->done && self->stray->len + length < self->limits.error_body)
    {
      if (self->stray->len > 0)
        g_string_append_c (self->stray, '\n');
      g_string_append_len (self->stray, line, length);
    }
  return TRUE;
}

static void
feed_stream (WeftTurnReader *self, const char *bytes, gsize length)
{
  gboolean was_done = self->done;

  if (!weft_sse_feed (self->sse, bytes, length) && weft_sse_get_limit (self->sse) != NULL && !was_done && !self->done)
    weft_turn_hit (self, weft_sse_get_limit (self->sse));
}

/* --- bodies that are no streams --- */

static void
feed_whole (WeftTurnReader *self, const char *bytes, gsize length)
{
  if (length > self->limits.event - MIN (self->whole->len, self->limits.event))
    weft_turn_hit (self, "event");
  else
    g_string_append_len (self->whole, bytes, length);
}

static void
feed_error (WeftTurnReader *self, const char *bytes, gsize length)
{
  gsize room = self->limits.error_body - MIN (self->whole->len, self->limits.error_body);

  g_string_append_len (self->whole, bytes, MIN (length, room));
  self->closed = length > room;
}

/* White space, or a byte of the mark of byte order. */
static gboolean
leads_in (char c)
{
  return g_ascii_isspace (c) || (c != '\0' && strchr (BOM, c) != NULL);
}

/* A stream begins with a letter or a colon, one value with a bracket. */
static void
feed_undecided (WeftTurnReader *self, const char *bytes, gsize length)
{
  gsize at = 0;

  while (at < length && leads_in (bytes[at]))
    at++;
  if (at < length)
    self->body = bytes[at] == '{' || bytes[at] == '[' ? WEFT_BODY_WHOLE : WEFT_BODY_STREAM;
  if (self->body == WEFT_BODY_STREAM)
    {
      feed_stream (self, self->whole->str, self->whole->len);
      g_string_truncate (self->whole, 0);
      feed_stream (self, bytes, length);
    }
  else
    feed_whole (self, bytes, length);
}

static void
feed (WeftTurnReader *self, const char *bytes, gsize length)
{
  switch (self->body)
    {
    case WEFT_BODY_UNDECIDED:
      feed_undecided (self, bytes, length);
      break;
    case WEFT_BODY_WHOLE:
      feed_whole (self, bytes, length);
      break;
    case WEFT_BODY_ERROR:
      feed_error (self, bytes, length);
      break;
    case WEFT_BODY_STREAM:
    default:
      feed_stream (self, bytes, length);
    }
}

/* --- the end --- */

static gboolean
says_stream (WeftTurnReader *self)
{
  const char *type = g_hash_table_lookup (self->headers, "content-type");
  g_autofree char *lower = type != NULL ? g_ascii_strdown (type, -1) : NULL;

  return lower != NULL && strstr (lower, "text/event-stream") != NULL;
}

/* An event at the end without its blank line counts when it is whole. */
static void
end_stream (WeftTurnReader *self)
{
  gboolean typed = g_hash_table_contains (self->headers, "content-type");
  gboolean cut = FALSE;
  const char *rest = NULL;

  if (!self->done && !self->closed)
    rest = weft_sse_take_rest (self->sse, &cut);
  if (rest != NULL && (is_done_mark (rest) || (!is_blank (rest) && weft_turn_fold (self, rest, strlen (rest)))))
    {
      self->done = self->done || is_done_mark (rest);
      self->n_events++;
      weft_turn_warn (self, "unterminated-event");
      cut = FALSE;
      rest = NULL;
    }
  if (self->finish == NULL && self->error == NULL && !self->closed)
    weft_turn_fold_stray (self);
  if (self->n_events == 0 && self->error == NULL && typed && !says_stream (self))
    {
      self->malformed = TRUE;
      weft_turn_warn (self, "content-type");
    }
  else if ((cut || rest != NULL) && self->error == NULL)
    weft_turn_warn (self, "partial-line");
  if (weft_sse_was_repaired (self->sse))
    weft_turn_warn (self, "invalid-utf8");
}

static void
end_whole (WeftTurnReader *self, WeftStreamEnd end)
{
  g_autofree char *valid = g_utf8_make_valid (self->whole->str, self->whole->len);
  const char *text = g_str_has_prefix (valid, BOM) ? valid + strlen (BOM) : valid;

  if (self->whole->len == 0 || self->closed)
    return;
  if (weft_turn_fold (self, text, strlen (text)))
    {
      self->done = self->error == NULL && !self->closed;
      if (self->done)
        weft_turn_warn (self, "not-streamed");
    }
  else if (end == WEFT_END_EOF)
    {
      self->malformed = TRUE;
      weft_turn_warn (self, "bad-json");
    }
}

static void
end_error (WeftTurnReader *self)
{
  if (self->status >= 300 && self->status < 400)
    self->error = weft_turn_error_new (N_ ("redirect refused"), NULL, NULL, self->status);
  else
    self->error = weft_turn_error_from_body (self->whole->str, self->whole->len, self->status);
  weft_turn_error_set_retry (self->error, self->headers, self->now_s);
}

/* --- public --- */

/**
 * weft_turn_reader_new: (skip)
 * @limits: (nullable): what an answer may take; %NULL for weft_turn_default_limits
 * @tools: (nullable) (array zero-terminated=1): names of the tools that may be called
 * @now_s: Unix time, for dates in headers
 *
 * Returns: (transfer full): a reader before its first byte
 */
WeftTurnReader *
weft_turn_reader_new (const WeftTurnLimits *limits, const char *const *tools, gint64 now_s)
{
  WeftTurnReader *self = g_new0 (WeftTurnReader, 1);
  const WeftSseSink sink = { event_cb, comment_cb, stray_cb, self };

  self->limits = limits != NULL ? *limits : weft_turn_default_limits;
  self->tools = g_strdupv ((char **) tools);
  self->now_s = now_s;
  self->status = 200;
  self->headers = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  self->whole = g_string_new (NULL);
  self->sse = weft_sse_new (self->limits.line, self->limits.event, &sink);
  self->stray = g_string_new (NULL);
  self->content = g_string_new (NULL);
  self->reasoning = g_string_new (NULL);
  self->drafts = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_turn_draft_free);
  self->by_index = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  self->warnings = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

static void
free_string (GString *string)
{
  if (string != NULL)
    g_string_free (string, TRUE);
}

/**
 * weft_turn_reader_free: (skip)
 * @self: (nullable): a reader
 */
void
weft_turn_reader_free (WeftTurnReader *self)
{
  if (self == NULL)
    return;
  g_strfreev (self->tools);
  g_hash_table_unref (self->headers);
  free_string (self->whole);
  weft_sse_free (self->sse);
  free_string (self->stray);
  weft_turn_think_clear (&self->think);
  free_string (self->content);
  free_string (self->reasoning);
  free_string (self->refusal);
  g_hash_table_unref (self->by_index);
  g_hash_table_unref (self->by_id);
  g_ptr_array_unref (self->drafts);
  g_free (self->finish);
  g_clear_pointer (&self->error, weft_turn_error_free);
  g_free (self->id);
  g_free (self->model);
  g_free (self->system_fingerprint);
  g_hash_table_unref (self->warnings);
  g_free (self);
}

/**
 * weft_turn_reader_begin: (skip)
 * @self: a reader before its first byte
 * @status: of HTTP
 * @headers: (nullable) (element-type utf8 utf8): of the answer, with names in lower case
 *
 * Tells what came before the body.
 */
void
weft_turn_reader_begin (WeftTurnReader *self, guint status, GHashTable *headers)
{
  g_return_if_fail (self->n_bytes == 0);

  self->status = status;
  for (guint i = 0; headers != NULL && i < G_N_ELEMENTS (kept_headers); i++)
    {
      const char *value = g_hash_table_lookup (headers, kept_headers[i]);

      if (value != NULL)
        g_hash_table_insert (self->headers, (gpointer) kept_headers[i], g_strndup (value, HEADER_MAX_BYTES));
    }
  if (status >= 300)
    self->body = WEFT_BODY_ERROR;
  else if (!says_stream (self))
    self->body = WEFT_BODY_UNDECIDED;
}

/**
 * weft_turn_reader_feed: (skip)
 * @self: a reader
 * @bytes: the next bytes, cut anywhere
 * @length: how many
 *
 * Returns: %FALSE when no more are wanted: the answer is complete, or a limit was hit
 */
gboolean
weft_turn_reader_feed (WeftTurnReader *self, const void *bytes, gsize length)
{
  gsize room = self->limits.stream - MIN (self->n_bytes, self->limits.stream);

  g_return_val_if_fail (!self->ended, FALSE);

  if (self->closed)
    return FALSE;
  feed (self, bytes, MIN (length, room));
  self->n_bytes += MIN (length, room);
  if (length > room && !self->done && !self->closed)
    weft_turn_hit (self, "stream");
  return !self->closed && !self->done;
}

/**
 * weft_turn_reader_get_content: (skip)
 * @self: a reader
 *
 * Returns: (transfer none): the text so far, whole characters only; valid until the next call
 */
const char *
weft_turn_reader_get_content (WeftTurnReader *self)
{
  return self->content != NULL ? self->content->str : "";
}

/**
 * weft_turn_reader_get_reasoning: (skip)
 * @self: a reader
 *
 * Returns: (transfer none): the thinking so far; valid until the next call
 */
const char *
weft_turn_reader_get_reasoning (WeftTurnReader *self)
{
  return self->reasoning != NULL ? self->reasoning->str : "";
}

/**
 * weft_turn_reader_get_arguments_bytes: (skip)
 * @self: a reader
 *
 * Returns: how many bytes of arguments have come, of all calls
 */
gsize
weft_turn_reader_get_arguments_bytes (WeftTurnReader *self)
{
  gsize n_bytes = 0;

  for (guint i = 0; i < self->drafts->len; i++)
    n_bytes += ((WeftTurnDraft *) g_ptr_array_index (self->drafts, i))->arguments->len;
  return n_bytes;
}

/**
 * weft_turn_reader_end: (skip)
 * @self: a reader
 * @end: how the bytes ended
 *
 * To be called once; after it the reader can only be freed.
 *
 * Returns: (transfer full): the answer
 */
WeftTurn *
weft_turn_reader_end (WeftTurnReader *self, WeftStreamEnd end)
{
  g_return_val_if_fail (!self->ended, NULL);

  self->ended = TRUE;
  if (self->body == WEFT_BODY_ERROR)
    end_error (self);
  else if (self->body == WEFT_BODY_STREAM)
    end_stream (self);
  else
    end_whole (self, end);
  return weft_turn_conclude (self, end);
}
