/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The canonical line of an event: its members are sorted, so their order is known, and all behind
 * the data have a form that leaves no choice. */

#include "trail/weft-event-line-private.h"

#include <string.h>

#include "trail/weft-trail-clock-private.h"
#include "trail/weft-trail.h"
#include "trail/weft-ulid-private.h"

/* A walk along a line; once something is not as expected, @at is NULL. */
typedef struct
{
  const char *at;
  const char *end;
} Walk;

static void
take (Walk *walk, const char *text)
{
  gsize n = strlen (text);

  if (walk->at == NULL || (gsize) (walk->end - walk->at) < n || memcmp (walk->at, text, n) != 0)
    walk->at = NULL;
  else
    walk->at += n;
}

/* A string of @n bytes in which nothing is escaped. */
static const char *
take_bytes (Walk *walk, gsize n)
{
  const char *start = walk->at;

  if (start == NULL || (gsize) (walk->end - start) < n || memchr (start, '"', n) != NULL
      || memchr (start, '\\', n) != NULL)
    {
      walk->at = NULL;
      return NULL;
    }
  walk->at += n;
  return start;
}

static const char *
take_hash (Walk *walk)
{
  const char *start = take_bytes (walk, WEFT_HASH_LENGTH);

  for (guint i = 0; start != NULL && i < WEFT_HASH_LENGTH; i++)
    if (!g_ascii_isdigit (start[i]) && (start[i] < 'a' || start[i] > 'f'))
      walk->at = start = NULL;
  return start;
}

static const char *
take_name (Walk *walk, gsize *length)
{
  const char *start = walk->at;
  const char *quote = start != NULL ? memchr (start, '"', walk->end - start) : NULL;

  if (quote == NULL || !weft_event_name_is_valid (start, quote - start))
    {
      walk->at = NULL;
      return NULL;
    }
  *length = quote - start;
  walk->at = quote;
  return start;
}

/* Digits without a needless zero, at most 2^53, which every reader of JSON can hold. */
static guint64
take_number (Walk *walk)
{
  const char *start = walk->at;
  guint64 value = 0;

  while (walk->at != NULL && walk->at < walk->end && g_ascii_isdigit (*walk->at))
    {
      value = 10 * value + (guint64) (*walk->at++ - '0');
      if (value > G_GUINT64_CONSTANT (1) << 53)
        walk->at = NULL;
    }
  if (walk->at == start || (walk->at != NULL && *start == '0' && walk->at > start + 1))
    walk->at = NULL;
  return value;
}

static const char *
take_time (Walk *walk)
{
  static const char pattern[] = "dddd-dd-ddTdd:dd:dd.ddddddZ";
  const char *start = take_bytes (walk, WEFT_TRAIL_TIME_LENGTH);

  for (guint i = 0; start != NULL && i < WEFT_TRAIL_TIME_LENGTH; i++)
    if (pattern[i] == 'd' ? !g_ascii_isdigit (start[i]) : start[i] != pattern[i])
      walk->at = start = NULL;
  return start;
}

static const char *
take_run (Walk *walk)
{
  const char *start = take_bytes (walk, WEFT_ULID_LENGTH);

  if (start != NULL && !weft_ulid_is_valid (start, WEFT_ULID_LENGTH))
    walk->at = start = NULL;
  return start;
}

/* Whatever the data says, it says it before this. */
static const char *
find_hash (const char *line, gsize length)
{
  static const char key[] = ",\"hash\":\"";
  const gsize n = sizeof key - 1;

  for (gsize at = length >= n ? length - n + 1 : 0; at > 0; at--)
    if (line[at - 1] == ',' && memcmp (line + at - 1, key, n) == 0)
      return line + at - 1;
  return NULL;
}

/* What kinds and actors may be: "eval.result", of letters, digits, dots, hyphens and underscores. */
gboolean
weft_event_name_is_valid (const char *name, gssize length)
{
  gsize n = length < 0 ? strlen (name) : (gsize) length;

  if (n == 0 || n > WEFT_EVENT_NAME_MAX)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (!g_ascii_isalnum (name[i]) && (name[i] == '\0' || strchr ("._-", name[i]) == NULL))
      return FALSE;
  return TRUE;
}

/**
 * weft_event_line_split: (skip)
 * @self: (out caller-allocates): the parts
 * @line: @length bytes without newline
 * @length: their number
 * @error: (nullable): set when the line has not the form of an event
 *
 * Looks at everything but the inside of blobs and data.
 *
 * Returns: whether the line has the form
 */
gboolean
weft_event_line_split (WeftEventLine *self, const char *line, gsize length, GError **error)
{
  Walk walk = { line, line + length };

  *self = (WeftEventLine) { .line = line, .length = length };
  take (&walk, "{\"actor\":\"");
  self->actor = take_name (&walk, &self->n_actor);
  take (&walk, "\",");
  self->body = walk.at;
  self->hash_at = find_hash (line, length);
  if (walk.at != NULL && self->hash_at != NULL && self->hash_at > walk.at)
    {
      self->n_body = self->hash_at - walk.at;
      walk.at = self->hash_at;
    }
  else
    walk.at = NULL;
  take (&walk, ",\"hash\":\"");
  self->hash = take_hash (&walk);
  take (&walk, "\",\"mono_us\":");
  self->mono_us = (gint64) take_number (&walk);
  take (&walk, ",\"parent\":");
  self->parent = take_number (&walk);
  take (&walk, ",\"prev\":\"");
  self->prev = take_hash (&walk);
  take (&walk, "\",\"run\":\"");
  self->run = take_run (&walk);
  take (&walk, "\",\"seq\":");
  self->seq = take_number (&walk);
  take (&walk, ",\"t\":\"");
  self->time = take_time (&walk);
  take (&walk, "\",\"type\":\"");
  self->kind = take_name (&walk, &self->n_kind);
  take (&walk, "\",\"v\":1}");
  if (walk.at == walk.end && self->seq > 0 && self->parent < self->seq)
    return TRUE;
  g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_DAMAGED,
               "the line of %" G_GSIZE_FORMAT " bytes is no event of version 1 in canonical form",
               length);
  return FALSE;
}

/* Whether a line ends before its end, as when writing stopped in the middle of it. */
gboolean
weft_event_line_is_cut (const char *line, gsize length)
{
  static const char end[] = ",\"v\":1}";
  const gsize n_end = sizeof end - 1;

  for (gsize n = n_end; n >= 5; n--)
    if (length >= n && memcmp (line + length - n, end, n) == 0)
      return n < n_end;
  return length < n_end || g_strstr_len (line + length - n_end, n_end, ",\"v\":") == NULL;
}

static void
hash_pieces (const char *prev, const char *head, gsize n_head, const char *tail, gsize n_tail,
             char hash[WEFT_HASH_LENGTH + 1])
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (sum, (const guchar *) prev, WEFT_HASH_LENGTH);
  g_checksum_update (sum, (const guchar *) head, n_head);
  g_checksum_update (sum, (const guchar *) tail, n_tail);
  g_strlcpy (hash, g_checksum_get_string (sum), WEFT_HASH_LENGTH + 1);
}

char *
weft_event_line_write (const WeftEventLine *parts, const char *body,
                       char hash[WEFT_HASH_LENGTH + 1])
{
  g_autofree char *head = g_strdup_printf ("{\"actor\":\"%s\",%s", parts->actor, body);
  g_autofree char *tail = g_strdup_printf (
      ",\"mono_us\":%" G_GINT64_FORMAT ",\"parent\":%" G_GUINT64_FORMAT ",\"prev\":\"%s\","
      "\"run\":\"%s\",\"seq\":%" G_GUINT64_FORMAT ",\"t\":\"%s\",\"type\":\"%s\",\"v\":1}",
      parts->mono_us, parts->parent, parts->prev, parts->run, parts->seq, parts->time, parts->kind);

  hash_pieces (parts->prev, head, strlen (head), tail, strlen (tail), hash);
  return g_strconcat (head, ",\"hash\":\"", hash, "\"", tail, NULL);
}

/* SHA-256 of @prev and the line without its member "hash". */
void
weft_event_line_hash (const WeftEventLine *self, const char *prev, char hash[WEFT_HASH_LENGTH + 1])
{
  const char *tail = self->hash + WEFT_HASH_LENGTH + 1;

  hash_pieces (prev, self->line, self->hash_at - self->line, tail, self->line + self->length - tail,
               hash);
}

/* Whether the line is event @seq of @run behind the event with the hash @prev; otherwise @reason,
 * (transfer full), says why not. */
gboolean
weft_event_line_check (const WeftEventLine *self, const char *run, guint64 seq, const char *prev,
                       char **reason)
{
  char hash[WEFT_HASH_LENGTH + 1];

  if (self->seq != seq)
    *reason = g_strdup_printf ("in the place of event %" G_GUINT64_FORMAT " stands event %"
                               G_GUINT64_FORMAT, seq, self->seq);
  else if (memcmp (self->run, run, WEFT_ULID_LENGTH) != 0)
    *reason = g_strdup_printf ("event %" G_GUINT64_FORMAT " is of the run %.*s, not of %s", seq,
                               WEFT_ULID_LENGTH, self->run, run);
  else if (memcmp (self->prev, prev, WEFT_HASH_LENGTH) != 0)
    *reason = g_strdup_printf ("event %" G_GUINT64_FORMAT " names %.*s as the hash before it, but "
                               "that is %s", seq, WEFT_HASH_LENGTH, self->prev, prev);
  else
    {
      weft_event_line_hash (self, prev, hash);
      if (memcmp (self->hash, hash, WEFT_HASH_LENGTH) == 0)
        return TRUE;
      *reason = g_strdup_printf ("event %" G_GUINT64_FORMAT " has the hash %.*s written in it, but "
                                 "its text has %s", seq, WEFT_HASH_LENGTH, self->hash, hash);
    }
  return FALSE;
}
