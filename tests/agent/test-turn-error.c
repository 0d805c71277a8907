/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What endpoints say when something is wrong, and whether and when to ask again. */
#include "agent/turn-fixture.h"

static WeftTurn *
answer (guint status, const char *header, const char *value, const char *body)
{
  g_autoptr (GHashTable) headers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (WeftTurnReader) reader = weft_turn_reader_new (NULL, fixture_tools, 784111777);

  if (header != NULL)
    g_hash_table_insert (headers, (gpointer) header, (gpointer) value);
  weft_turn_reader_begin (reader, status, headers);
  weft_turn_reader_feed (reader, body, strlen (body));
  return weft_turn_reader_end (reader, WEFT_END_EOF);
}

static void
test_messages (void)
{
  static const struct
  {
    const char *body, *message;
  } cases[] = {
    { "{\"detail\":\"Not Found\"}", "Not Found" },
    { "{\"detail\":[{\"loc\":[\"body\",\"top_p\",0],\"msg\":\"extra\"},{\"msg\":\"more\"}]}", "body.top_p.0: extra; more" },
    { "{\"message\":\"no <b>route</b>\"}", "no route" },
    { "{\"error\":{\"message\":\"a\\u001b[31m\\u202eb\"}}", "a\xef\xbf\xbd[31m\xef\xbf\xbd" "b" },
    { "{\"error\":{\"why\":1}}", "{\"why\":1}" },
    { "{\"error\":null}", "{\"error\":null}" },
    { "data: {\"error\":{\"message\":\"framed\"}}\n\n", "framed" },
    { "upstream\r\n\r\n  timed   out", "upstream timed out" },
    { "a < b and <|c|>", "a < b and <|c|>" },
    { "", "HTTP 502" },
    { "<html></html>", "HTTP 502" },
    { "\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftTurn) turn = answer (502, NULL, NULL, cases[i].body);

      g_assert_cmpint (turn->outcome, ==, WEFT_TURN_ERROR);
      g_assert_cmpstr (turn->error->message, ==, cases[i].message);
      g_assert_true (turn->error->retryable);
    }
}

static void
test_long_message (void)
{
  g_autofree char *text = g_strnfill (1024 * 1024, 'x');
  g_autoptr (WeftTurn) turn = answer (500, NULL, NULL, text);

  g_assert_cmpint (g_utf8_strlen (turn->error->message, -1), ==, 200);
}

static void
test_retry (void)
{
  static const struct
  {
    guint status;
    const char *header, *value;
    gboolean retryable;
    gint64 wait_ms;
  } cases[] = {
    { 400, NULL, NULL, FALSE, -1 },
    { 401, NULL, NULL, FALSE, -1 },
    { 404, NULL, NULL, FALSE, -1 },
    { 408, NULL, NULL, TRUE, -1 },
    { 409, NULL, NULL, TRUE, -1 },
    { 429, "retry-after", "1.25", TRUE, 1250 },
    { 429, "retry-after", "0", TRUE, 0 },
    { 429, "retry-after-ms", "12.5", TRUE, 13 },
    { 429, "retry-after", "121", FALSE, 121000 },
    { 503, "retry-after", "Sun, 06 Nov 1994 08:49:47 GMT", TRUE, 10000 },
    { 503, "retry-after", "Sun, 06 Nov 1994 08:00:00 GMT", TRUE, 0 },
    { 503, "retry-after", "Sun, 06 Nov 1994 09:49:37 GMT", FALSE, 3600000 },
    { 503, "retry-after", "soon", TRUE, -1 },
    { 503, "retry-after", "-5", TRUE, -1 },
    { 503, "retry-after", "1e999", TRUE, -1 },
    { 503, "retry-after", "nan", TRUE, -1 },
    { 503, "retry-after-ms", "1e300", FALSE, 1000000000000 },
    { 503, "x-should-retry", "false", FALSE, -1 },
    { 400, "x-should-retry", "True", TRUE, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftTurn) turn = answer (cases[i].status, cases[i].header, cases[i].value, "{\"error\":\"x\"}");

      g_assert_cmpint (turn->error->retryable, ==, cases[i].retryable);
      g_assert_cmpint (turn->error->retry_after_ms, ==, cases[i].wait_ms);
      g_assert_cmpuint (turn->error->status, ==, cases[i].status);
    }
}

/* Errors inside of a stream whose status was good. */
static void
test_inside (void)
{
  static const struct
  {
    const char *bytes, *message;
    gboolean retryable;
  } cases[] = {
    { "event: error\ndata: overloaded\n\n", "overloaded", TRUE },
    { "data: {\"error\":\"x\",\"choices\":[]}\n\n", "x", TRUE },
    { "data: {\"error\":{\"message\":\"x\",\"code\":429}}\n\n", "x", TRUE },
    { "data: {\"error\":{\"message\":\"x\",\"code\":402}}\n\n", "x", FALSE },
    { "data: {\"error\":{\"message\":\"x\",\"type\":\"insufficient_quota\"}}\n\n", "x", FALSE },
    { "data: {\"choices\":[{\"error\":{\"message\":\"up\",\"code\":502},\"finish_reason\":\"error\"}]}\n\n", "up", TRUE },
    { "data: {\"error\":{\"message\":\"first\"}}\n\ndata: {\"error\":{\"message\":\"second\"}}\n\n", "first", TRUE },
    { "{\n  \"error\": {\n    \"message\": \"many lines\"\n  }\n}\n", "many lines", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftTurn) turn = answer (200, "content-type", "text/event-stream", cases[i].bytes);

      g_assert_cmpint (turn->outcome, ==, WEFT_TURN_ERROR);
      g_assert_cmpstr (turn->error->message, ==, cases[i].message);
      g_assert_cmpint (turn->error->retryable, ==, cases[i].retryable);
    }
}

/* Answers that are not what their type says. */
static void
test_types (void)
{
  static const char stream[] = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
  static const char whole[] = "\xef\xbb\xbf {\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}";
  static const struct
  {
    const char *type, *body;
    WeftTurnOutcome outcome;
  } cases[] = {
    { NULL, stream, WEFT_TURN_OK },
    { "application/json", stream, WEFT_TURN_OK },
    { "text/plain", stream, WEFT_TURN_OK },
    { "Text/Event-Stream;charset=utf-8", stream, WEFT_TURN_OK },
    { NULL, whole, WEFT_TURN_OK },
    { "application/json", whole, WEFT_TURN_OK },
    { "application/json", "{\"choices\":", WEFT_TURN_MALFORMED },
    { "application/json", "[1]", WEFT_TURN_MALFORMED },
    { "application/json", "{\"error\":\"x\"}", WEFT_TURN_ERROR },
    { "application/json", "", WEFT_TURN_TRUNCATED },
    { "text/html", "<html>", WEFT_TURN_MALFORMED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftTurn) turn = answer (200, cases[i].type != NULL ? "content-type" : NULL, cases[i].type, cases[i].body);

      g_assert_cmpint (turn->outcome, ==, cases[i].outcome);
      g_assert_cmpstr (turn->content, ==, cases[i].outcome == WEFT_TURN_OK ? "a" : "");
    }
}

static void
test_failed (void)
{
  g_autoptr (WeftTurn) turn = weft_turn_new_failed ("no route to host", "network", NULL, 0, TRUE, 500);
  g_autoptr (WeftTurn) same = weft_turn_ref (turn);
  g_autoptr (JsonNode) node = weft_turn_to_json (same);

  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (node), "outcome"), ==, "error");
  g_assert_cmpstr (turn->error->message, ==, "no route to host");
  g_assert_cmpint (turn->error->retry_after_ms, ==, 500);
  g_assert_true (turn->error->retryable);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn-error/messages", test_messages);
  g_test_add_func ("/turn-error/long-message", test_long_message);
  g_test_add_func ("/turn-error/retry", test_retry);
  g_test_add_func ("/turn-error/inside", test_inside);
  g_test_add_func ("/turn-error/types", test_types);
  g_test_add_func ("/turn-error/failed", test_failed);
  return g_test_run ();
}
