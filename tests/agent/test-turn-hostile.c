/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers that mean harm, and recorded ones that were damaged: never a crash, always an outcome, never more memory than
 * the limits say. */
#include "agent/turn-fixture.h"

#include "agent/weft-turn-case.h"
#include "agent/weft-turn-reader-private.h"
#include "base/weft-json-write.h"
#include "base/weft-random.h"

#define N_MUTATIONS 12
#define BODY_MAX_BYTES (200 * 1024)
#define MIB (1024 * 1024)

/* --- what holds of every answer --- */

static gsize
room_of (GString *string)
{
  return string != NULL ? string->allocated_len : 0;
}

/* All that grows with the answer. Strings double when they grow, hence the factor. */
static void
assert_bounded (WeftTurnReader *reader)
{
  const WeftTurnLimits *limits = &reader->limits;
  gsize n_bytes = room_of (reader->whole) + room_of (reader->stray) + room_of (reader->content) + room_of (reader->reasoning)
                  + room_of (reader->refusal) + room_of (reader->think.held);

  for (guint i = 0; i < reader->drafts->len; i++)
    n_bytes += room_of (((WeftTurnDraft *) g_ptr_array_index (reader->drafts, i))->arguments);
  g_assert_cmpuint (reader->drafts->len, <=, limits->calls);
  g_assert_cmpuint (n_bytes, <=,
                    2 * (limits->event + 2 * limits->text + 2 * limits->error_body + limits->calls * limits->arguments));
}

static void
assert_sound (WeftTurn *turn, const WeftTurnLimits *limits)
{
  g_autoptr (JsonNode) node = weft_turn_to_json (turn);
  g_autofree char *text = weft_json_write_canonical (node);

  g_assert_cmpint (turn->outcome, >=, WEFT_TURN_OK);
  g_assert_cmpint (turn->outcome, <=, WEFT_TURN_CANCELLED);
  g_assert_nonnull (text);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_cmpuint (strlen (turn->content) + strlen (turn->reasoning), <=, limits->text);
  g_assert_cmpuint (turn->calls->len, <=, limits->calls);
  if (turn->outcome != WEFT_TURN_LIMIT)
    g_assert_cmpint (turn->error != NULL, ==, turn->outcome == WEFT_TURN_ERROR);
  g_assert_cmpint (turn->limit != NULL, ==, turn->outcome == WEFT_TURN_LIMIT);
  for (guint i = 0; i < turn->calls->len; i++)
    {
      WeftTurnCall *call = fixture_call (turn, i);

      g_assert_cmpuint (strlen (call->id), >, 0);
      g_assert_true (!call->valid || call->arguments != NULL);
      for (guint k = 0; k < i; k++)
        g_assert_cmpstr (call->id, !=, fixture_call (turn, k)->id);
    }
}

/* --- damaged answers --- */

static void
insert_piece (GByteArray *body, gsize at, WeftRandom *random)
{
  static const char *const pieces[] = {
    "\n\n", "\r", "data: ", "data: [DONE]\n\n", "}", "{\"", "[", "\xff", "\\u0000", "\\ud800", "<think>", "</think>",
    "<tool_call>", "<|channel|>", "<|message|>", "\"error\":{},", "event: error\n", "null", "1e999", ":", "\"index\":-1,",
  };
  const char *piece = pieces[weft_random_below (random, G_N_ELEMENTS (pieces))];
  g_autoptr (GBytes) tail = g_bytes_new (body->data + at, body->len - at);

  g_byte_array_set_size (body, at);
  g_byte_array_append (body, (const guint8 *) piece, strlen (piece));
  g_byte_array_append (body, g_bytes_get_data (tail, NULL), g_bytes_get_size (tail));
}

static void
damage (GByteArray *body, WeftRandom *random)
{
  gsize at = weft_random_below (random, body->len);
  gsize n = 1 + weft_random_below (random, 40);

  n = MIN (n, body->len - at);
  switch (weft_random_below (random, 5))
    {
    case 0:
      body->data[at] = (guint8) weft_random_below (random, 256);
      break;
    case 1:
      g_byte_array_remove_range (body, at, n);
      break;
    case 2:
      g_byte_array_set_size (body, at);
      break;
    case 3:
      {
        g_autoptr (GBytes) copy = g_bytes_new (body->data + at, body->len - at);

        g_byte_array_append (body, g_bytes_get_data (copy, NULL), g_bytes_get_size (copy));
        break;
      }
    default:
      insert_piece (body, at, random);
    }
}

/* What is shown while it streams only grows. */
static void
feed_watched (WeftTurnReader *reader, const guint8 *bytes, gsize length, GString *shown)
{
  const char *content;

  weft_turn_reader_feed (reader, bytes, length);
  content = weft_turn_reader_get_content (reader);
  g_assert_true (g_utf8_validate (content, -1, NULL));
  g_assert_true (g_utf8_validate (weft_turn_reader_get_reasoning (reader), -1, NULL));
  g_assert_true (g_str_has_prefix (content, shown->str));
  g_string_append (shown, content + shown->len);
  assert_bounded (reader);
}

static void
play_damaged (const WeftTurnCase *turn_case, guint seed)
{
  g_autoptr (WeftTurnReader) reader
    = weft_turn_reader_new (&turn_case->limits, (const char *const *) turn_case->tools, turn_case->now_s);
  g_autoptr (GByteArray) body = g_byte_array_new ();
  g_autoptr (GString) shown = g_string_new (NULL);
  g_autoptr (WeftTurn) turn = NULL;
  WeftRandom random;

  weft_random_init (&random, seed, g_str_hash (turn_case->id));
  g_byte_array_append (body, g_bytes_get_data (turn_case->body, NULL), g_bytes_get_size (turn_case->body));
  for (guint n = 1 + weft_random_below (&random, 4); n > 0 && body->len > 0; n--)
    damage (body, &random);
  weft_turn_reader_begin (reader, turn_case->status, turn_case->headers);
  for (gsize at = 0; at < body->len;)
    {
      gsize n = 1 + weft_random_below (&random, 3000);

      n = MIN (n, body->len - at);
      feed_watched (reader, body->data + at, n, shown);
      at += n;
    }
  turn = weft_turn_reader_end (reader, (WeftStreamEnd) weft_random_below (&random, 4));
  assert_sound (turn, &turn_case->limits);
}

static void
test_damaged (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "agent", "streams", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_cases = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (WeftTurnCase) turn_case = g_str_has_suffix (name, ".json") ? weft_turn_case_load (path, NULL) : NULL;

      if (turn_case == NULL || g_bytes_get_size (turn_case->body) > BODY_MAX_BYTES)
        continue;
      n_cases++;
      for (guint seed = 0; seed < N_MUTATIONS; seed++)
        play_damaged (turn_case, seed);
    }
  g_assert_cmpuint (n_cases, >, 100);
}

/* --- too much --- */

/* @n times @piece between @start and @end as one body of that type, in pieces of 16 KiB. */
static WeftTurn *
answer_of (guint status, const char *type, const char *start, const char *piece, gsize n, const char *end)
{
  g_autoptr (GHashTable) headers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (WeftTurnReader) reader = weft_turn_reader_new (NULL, fixture_tools, 0);
  g_autoptr (GString) body = g_string_new (start);
  WeftTurn *turn;

  for (gsize i = 0; i < n; i++)
    g_string_append (body, piece);
  g_string_append (body, end);
  g_hash_table_insert (headers, (gpointer) "content-type", (gpointer) type);
  weft_turn_reader_begin (reader, status, headers);
  for (gsize at = 0; at < body->len; at += 16384)
    weft_turn_reader_feed (reader, body->str + at, MIN (16384, body->len - at));
  assert_bounded (reader);
  turn = weft_turn_reader_end (reader, WEFT_END_EOF);
  assert_sound (turn, &weft_turn_default_limits);
  return turn;
}

#define STREAM "text/event-stream"
#define DELTA(delta) "data: {\"choices\":[{\"delta\":{" delta "}}]}\n\n"
#define FINISH "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
#define CONTENT_START "data: {\"choices\":[{\"delta\":{\"content\":\""
#define CONTENT_END "\"}}]}\n\n" FINISH

static void
test_too_much (void)
{
  static const struct
  {
    guint status;
    const char *type, *start, *piece;
    gsize n;
    const char *end;
    WeftTurnOutcome outcome;
    const char *limit;
  } cases[] = {
    { 200, STREAM, "data: ", "x", 10 * MIB, "\n\n", WEFT_TURN_LIMIT, "line" },
    { 200, STREAM, ": ", "x", 10 * MIB, "\n\n", WEFT_TURN_LIMIT, "line" },
    { 200, STREAM, "", "x", 10 * MIB, "\n\n", WEFT_TURN_LIMIT, "line" },
    { 200, STREAM, "", "data:\n", 2 * MIB, "\n", WEFT_TURN_LIMIT, "event" },
    { 200, STREAM, "", "stray\n", MIB, "\n", WEFT_TURN_TRUNCATED, NULL },
    { 200, STREAM, "", "\xff\xff\xff\xff\n", MIB, "\n", WEFT_TURN_TRUNCATED, NULL },
    { 200, STREAM, "", "id: 0123456789012345678901234567890123456789012345678901234567\n", 65 * MIB / 60, "\n", WEFT_TURN_LIMIT,
      "stream" },
    { 200, STREAM, "", "data: {}\n\n", 200001, "", WEFT_TURN_LIMIT, "events" },
    { 200, STREAM, "", ":\n", 2 * MIB, "", WEFT_TURN_LIMIT, "comments" },
    { 200, STREAM, "data: ", "[", 100000, "\n\n", WEFT_TURN_LIMIT, "depth" },
    { 200, STREAM, "data: ", "{\"a\":", 100000, "\n\n", WEFT_TURN_LIMIT, "depth" },
    { 200, STREAM, "data: [", "1,", 100000, "1]\n\n", WEFT_TURN_LIMIT, "values" },
    { 200, STREAM, "error: ", "[", 50000, "\n\n", WEFT_TURN_TRUNCATED, NULL },
    { 200, STREAM, CONTENT_START, "[", 100000, CONTENT_END, WEFT_TURN_OK, NULL },
    { 200, STREAM, CONTENT_START "[", "1,", 400000, "1]" CONTENT_END, WEFT_TURN_OK, NULL },
    { 200, STREAM, CONTENT_START, "<tool_call>", 50000, CONTENT_END, WEFT_TURN_OK, NULL },
    { 200, STREAM, CONTENT_START, "<|channel|>", 50000, CONTENT_END, WEFT_TURN_OK, NULL },
    { 200, STREAM, CONTENT_START, "<|start|>a<|message|>", 40000, CONTENT_END, WEFT_TURN_OK, NULL },
    { 200, STREAM, CONTENT_START, "{\\\"name\\\":\\\"ask\\\",\\\"arguments\\\":{}}", 20000, CONTENT_END, WEFT_TURN_OK, NULL },
    { 200, STREAM, "", DELTA ("\"content\":\"    \""), 50000, "", WEFT_TURN_TRUNCATED, NULL },
    { 200, STREAM, "", DELTA ("\"content\":\"<think>\""), 100000, FINISH, WEFT_TURN_OK, NULL },
    { 200, STREAM, "", DELTA ("\"tool_calls\":[{\"function\":{\"name\":\"ask\"}}]"), 5000, FINISH, WEFT_TURN_LIMIT, "tool_calls" },
    { 200, STREAM, "", DELTA ("\"tool_calls\":[{\"index\":0,\"function\":{\"name\":\"ask\",\"arguments\":\"{\"}}]"), 20000, FINISH,
      WEFT_TURN_OK, NULL },
    { 200, STREAM, "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{}", ",{\"function\":{\"name\":\"ask\"}}", 8000, "]}}]}\n\n",
      WEFT_TURN_LIMIT, "tool_calls" },
    { 200, "application/json", "{\"choices\":[{\"message\":{\"content\":\"", "x", 10 * MIB, "\"}}]}", WEFT_TURN_LIMIT, "event" },
    { 200, "application/json", "", "[", 100000, "", WEFT_TURN_LIMIT, "depth" },
    { 200, "application/json", "", " ", 10 * MIB, "", WEFT_TURN_LIMIT, "event" },
    { 200, "text/html", "", "<p>", 2 * MIB, "", WEFT_TURN_LIMIT, "line" },
    { 400, "application/json", "", "[", 100000, "", WEFT_TURN_ERROR, NULL },
    { 400, "application/json", "{\"error\":", "{\"error\":", 6000, "", WEFT_TURN_ERROR, NULL },
    { 500, "text/html", "", "<", 10 * MIB, "", WEFT_TURN_ERROR, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftTurn) turn = answer_of (cases[i].status, cases[i].type, cases[i].start, cases[i].piece, cases[i].n, cases[i].end);

      g_test_message ("%u: %s", i, weft_turn_outcome_nick (turn->outcome));
      g_assert_cmpint (turn->outcome, ==, cases[i].outcome);
      g_assert_cmpstr (turn->limit, ==, cases[i].limit);
    }
}

/* As much text as is allowed, a byte at a time, looked at after each. */
static void
test_bytewise (void)
{
  g_autoptr (WeftTurnReader) reader = fixture_reader (NULL);
  g_autofree char *text = g_strnfill (1000, 'x');
  g_autofree char *event = g_strdup_printf (DELTA ("\"content\":\"%s\""), text);
  gsize length = strlen (event);
  gsize n = 4 * MIB / 1000;
  g_autoptr (WeftTurn) turn = NULL;

  for (gsize i = 0; i < n; i++)
    for (gsize at = 0; at < length; at++)
      {
        g_assert_true (weft_turn_reader_feed (reader, event + at, 1));
        g_assert_cmpint (weft_turn_reader_get_content (reader)[0], ==, i == 0 && at < length - 1 ? '\0' : 'x');
      }
  turn = fixture_finish (reader, "stop");
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_OK);
  g_assert_cmpuint (strlen (turn->content), ==, n * 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn-hostile/damaged", test_damaged);
  g_test_add_func ("/turn-hostile/too-much", test_too_much);
  g_test_add_func ("/turn-hostile/bytewise", test_bytewise);
  return g_test_run ();
}
