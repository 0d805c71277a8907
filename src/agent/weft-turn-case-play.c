/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays a recorded answer to a reader, cut this way or that, and holds what comes of it to what was expected. */
#include "agent/weft-turn-case.h"

#include "agent/weft-sse.h"
#include "base/weft-json-at.h"
#include "base/weft-json-delta.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-plain.h"
#include "base/weft-random.h"

/* Longest random piece. */
#define PIECE_MAX_BYTES 2000
#define SHOWN_MAX_CHARS 200

typedef struct
{
  WeftTurnSplit split;
  WeftRandom random;
  const GArray *chunks;
  guint next;
} Cutter;

/* The bytes of the next piece, at least one. */
static gsize
next_piece (Cutter *self, gsize left)
{
  gsize size = left;

  if (self->split == WEFT_SPLIT_BYTES)
    size = 1;
  else if (self->split == WEFT_SPLIT_RANDOM)
    size = 1 + weft_random_below (&self->random, 1 + weft_random_below (&self->random, PIECE_MAX_BYTES));
  else if (self->split == WEFT_SPLIT_CHUNKS && self->next < self->chunks->len)
    size = g_array_index (self->chunks, guint, self->next++);
  return CLAMP (size, 1, left);
}

static void
play_body (const WeftTurnCase *self, Cutter *cutter, void (*feed) (gpointer reader, const char *bytes, gsize length),
           gpointer reader)
{
  gsize length, size;
  const char *bytes = g_bytes_get_data (self->body, &length);

  for (gsize at = 0; at < length; at += size)
    {
      size = next_piece (cutter, length - at);
      feed (reader, bytes + at, size);
    }
}

/* --- framing --- */

typedef struct
{
  JsonArray *events;
  gint64 n_comments;
} Frames;

static gboolean
event_cb (const char *name, const char *data, G_GNUC_UNUSED gsize length, gpointer user)
{
  Frames *frames = user;
  JsonArray *pair = json_array_new ();

  json_array_add_string_element (pair, name);
  json_array_add_string_element (pair, data);
  json_array_add_array_element (frames->events, pair);
  return TRUE;
}

static gboolean
comment_cb (G_GNUC_UNUSED gsize bytes, gpointer user)
{
  ((Frames *) user)->n_comments++;
  return TRUE;
}

static void
feed_sse_cb (gpointer reader, const char *bytes, gsize length)
{
  weft_sse_feed (reader, bytes, length);
}

static JsonNode *
play_framing (const WeftTurnCase *self, Cutter *cutter)
{
  Frames frames = { json_array_new (), 0 };
  const WeftSseSink sink = { event_cb, comment_cb, NULL, &frames };
  g_autoptr (WeftSse) sse = weft_sse_new (self->limits.line, self->limits.event, &sink);
  JsonNode *root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();

  play_body (self, cutter, feed_sse_cb, sse);
  json_object_set_array_member (object, "events", frames.events);
  json_object_set_int_member (object, "comments", frames.n_comments);
  json_node_take_object (root, object);
  return root;
}

/* --- answers --- */

static void
feed_reader_cb (gpointer reader, const char *bytes, gsize length)
{
  weft_turn_reader_feed (reader, bytes, length);
}

static JsonNode *
play_answer (const WeftTurnCase *self, Cutter *cutter)
{
  g_autoptr (WeftTurnReader) reader
    = weft_turn_reader_new (&self->limits, (const char *const *) self->tools, self->now_s);
  g_autoptr (WeftTurn) turn = NULL;

  weft_turn_reader_begin (reader, self->status, self->headers);
  play_body (self, cutter, feed_reader_cb, reader);
  turn = weft_turn_reader_end (reader, self->end);
  return weft_turn_to_json (turn);
}

/**
 * weft_turn_case_play: (skip)
 * @self: a case
 * @split: how its bytes are cut
 * @seed: of random cuts
 *
 * Returns: (transfer full): what comes of it
 */
JsonNode *
weft_turn_case_play (const WeftTurnCase *self, WeftTurnSplit split, guint64 seed)
{
  Cutter cutter = { .split = split, .chunks = self->chunks };

  weft_random_init (&cutter.random, seed, 0);
  return self->framing ? play_framing (self, &cutter) : play_answer (self, &cutter);
}

/* --- comparing --- */

/* The value with its members sorted: their order says nothing. (transfer full) */
static JsonNode *
sorted (JsonNode *node)
{
  g_autofree char *text = weft_json_write_canonical (node);

  return text != NULL ? weft_json_parse (text, -1, NULL, NULL, NULL) : NULL;
}

static char *
written (JsonObject *change, const char *key)
{
  JsonNode *node = json_object_get_member (change, key);
  g_autofree char *text = node != NULL ? weft_json_write_compact (node) : NULL;

  return weft_plain_text (text != NULL ? text : "nothing", WEFT_PLAIN_ONE_LINE, SHOWN_MAX_CHARS);
}

/**
 * weft_turn_case_compare: (skip)
 * @self: a case
 * @result: what weft_turn_case_play() has made of it
 *
 * Returns: (transfer full) (nullable): the first difference in words, %NULL when there is none
 */
char *
weft_turn_case_compare (const WeftTurnCase *self, JsonNode *result)
{
  g_autoptr (JsonNode) expected = self->expect != NULL ? sorted (self->expect) : NULL;
  g_autoptr (JsonNode) found = sorted (result);
  g_autoptr (JsonNode) delta = NULL;
  g_autoptr (GString) place = g_string_new (NULL);
  g_autofree char *was = NULL;
  g_autofree char *set = NULL;
  JsonObject *change;
  JsonArray *at;

  if (expected == NULL || weft_json_same (expected, found))
    return NULL;
  delta = weft_json_delta_new (expected, found);
  change = json_array_get_object_element (json_node_get_array (delta), 0);
  at = json_object_get_array_member (change, "at");
  for (guint i = 0; i < json_array_get_length (at); i++)
    {
      g_autofree char *step = json_node_get_value_type (json_array_get_element (at, i)) == G_TYPE_STRING
                                ? json_node_dup_string (json_array_get_element (at, i))
                                : weft_json_write_compact (json_array_get_element (at, i));

      g_string_append_printf (place, "/%s", step);
    }
  was = written (change, "was");
  set = written (change, "set");
  return g_strdup_printf ("%s: found %s, expected %s", place->str, set, was);
}
