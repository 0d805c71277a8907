/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chats against servers that answer by a script: what is asked again, what is left out the next time, who waits. */
#include "chat-fixture.h"

static void
test_answer (void)
{
  g_auto (Script) script = { { ANSWER } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (WeftTurn) turn = asker_ask (&asker);

  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_OK);
  g_assert_cmpstr (turn->content, ==, "Hello");
  g_assert_cmpstr (asker.log->str, ==, "sent 1; answered 200 ok; ");
  g_assert_cmpuint (asker.n_streamed, >, 0);
  g_assert_cmpuint (raw_server_count (asker.server), ==, 1);
}

static char *
body_text (Asker *asker)
{
  guint sent = 0;
  g_autoptr (GBytes) body = weft_chat_body_new (asker->endpoint, &asker->request, NULL, &sent);
  gsize length;
  const char *bytes = g_bytes_get_data (body, &length);

  return g_strndup (bytes, length);
}

/* Members stand in one order, and what the endpoint is not sent is not there. */
static void
test_body (void)
{
  g_auto (Asker) asker = asker_for (NULL, make_endpoint ("http://127.0.0.1:9/v1"), weft_http_transport_new ());
  g_autofree char *least = NULL, *most = NULL, *schema = NULL;

  for (guint i = 0; i < WEFT_N_FIELDS; i++)
    weft_endpoint_set_field (asker.endpoint, i, FALSE);
  asker.request.seed = 7;
  asker.request.max_tokens = 100;
  least = body_text (&asker);
  g_assert_cmpstr (least, ==, "{\"model\":\"weft-tiny\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}],\"stream\":true}");

  for (guint i = 0; i < WEFT_N_FIELDS; i++)
    weft_endpoint_set_field (asker.endpoint, i, TRUE);
  asker_ask_for_all (&asker, FALSE);
  most = body_text (&asker);
  g_assert_cmpstr (most, ==,
                   "{\"model\":\"weft-tiny\",\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"},"
                   "{\"role\":\"assistant\",\"content\":\"Ho\",\"reasoning_content\":\"\"}],"
                   "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"evaluate_design\"}}],"
                   "\"tool_choice\":\"required\",\"parallel_tool_calls\":false,\"reasoning_effort\":\"low\","
                   "\"temperature\":0.5,\"top_p\":0.9,\"seed\":7,\"max_tokens\":100,\"stream\":true,"
                   "\"stream_options\":{\"include_usage\":true}}");

  /* A schema is not sent together with tools. */
  asker_ask_for_all (&asker, TRUE);
  g_clear_pointer (&asker.request.tools, json_node_unref);
  schema = body_text (&asker);
  g_assert_nonnull (strstr (schema, "],\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"advice\","
                                    "\"strict\":true,\"schema\":{\"type\":\"object\"}}},"));
  g_assert_null (strstr (schema, "tool_choice"));
}

/* Several questions on one chat at a time. */
static void
test_at_once (void)
{
  g_auto (Script) script = { { ANSWER } };
  g_auto (Asker) first = asker_begin (play_script, &script);
  GAsyncResult *results[12] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    weft_chat_ask_async (first.chat, &first.request, NULL, NULL, keep_result_cb, &results[i]);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autoptr (WeftTurn) turn = weft_chat_ask_finish (first.chat, wait_for (&results[i]));

      g_assert_cmpstr (turn->content, ==, "Hello");
      g_object_unref (results[i]);
    }
  g_assert_cmpuint (raw_server_count (first.server), ==, 12);
}

/* --- retries --- */

static const struct
{
  const char *name;
  const char *first; /* the answer to the first request; the second is answered well */
  const char *log;
} retries[] = {
  { "ms", "HTTP/1.1 503 Busy\r\nretry-after-ms: 5\r\nContent-Length: 0\r\n\r\n",
    "sent 1; answered 503 error; waiting 5 retry-after; sent 2; answered 200 ok; " },
  { "seconds", "HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n",
    "sent 1; answered 429 error; waiting 7000 retry-after; sent 2; answered 200 ok; " },
  { "fraction", "HTTP/1.1 500 Oh\r\nRetry-After: 0.25\r\nContent-Length: 0\r\n\r\n",
    "sent 1; answered 500 error; waiting 250 retry-after; sent 2; answered 200 ok; " },
  { "past", "HTTP/1.1 429 Slow\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 0\r\n\r\n",
    "sent 1; answered 429 error; waiting 0 retry-after; sent 2; answered 200 ok; " },
  { "limit", "HTTP/1.1 429 Slow\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n",
    "sent 1; answered 429 error; waiting 120000 retry-after; sent 2; answered 200 ok; " },
  { "too-long", "HTTP/1.1 429 Slow\r\nRetry-After: 121\r\nContent-Length: 0\r\n\r\n", "sent 1; answered 429 error; " },
  { "should-not", "HTTP/1.1 503 Busy\r\nx-should-retry: false\r\nContent-Length: 0\r\n\r\n", "sent 1; answered 503 error; " },
  { "should", "HTTP/1.1 404 No\r\nx-should-retry: true\r\nretry-after-ms: 1\r\nContent-Length: 0\r\n\r\n",
    "sent 1; answered 404 error; waiting 1 retry-after; sent 2; answered 200 ok; " },
  { "not-found", "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", "sent 1; answered 404 error; " },
  { "no-key", "HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n", "sent 1; answered 401 error; " },
  { "redirect", "HTTP/1.1 307 There\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
    "sent 1; answered 307 error; " },
  { "quota",
    "HTTP/1.1 429 Pay\r\nContent-Type: application/json\r\n\r\n"
    "{\"error\":{\"message\":\"pay\",\"code\":\"insufficient_quota\"}}",
    "sent 1; answered 429 error; " },
};

static void
test_retry (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_auto (Script) script = { { retries[i].first, ANSWER } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (WeftTurn) turn = NULL;

  turn = asker_ask (&asker);
  g_assert_cmpstr (asker.log->str, ==, retries[i].log);
  g_assert_cmpint (turn->outcome, ==, strstr (retries[i].log, "sent 2") ? WEFT_TURN_OK : WEFT_TURN_ERROR);
}

static void
test_retry_date (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) then = g_date_time_add_seconds (now, 60);
  g_autofree char *date = g_date_time_format (then, "%a, %d %b %Y %H:%M:%S GMT");
  g_autofree char *first = g_strdup_printf ("HTTP/1.1 429 Slow\r\nRetry-After: %s\r\nContent-Length: 0\r\n\r\n", date);
  g_auto (Script) script = { { first, ANSWER } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (WeftTurn) turn = asker_ask (&asker);

  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_OK);
  g_assert_cmpint (asker.wait_ms, >, 0);
  g_assert_cmpint (asker.wait_ms, <=, 60000);
  g_assert_cmpint (asker.wait_ms % 1000, ==, 0);
}

/* Two retries and no more; the pauses grow. */
static void
test_for_ever (void)
{
  g_auto (Script) script = { { "HTTP/1.1 429 Slow\r\nContent-Length: 0\r\n\r\n" } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (WeftTurn) turn = NULL;

  turn = asker_ask (&asker);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_ERROR);
  g_assert_cmpuint (turn->error->status, ==, 429);
  g_assert_cmpuint (raw_server_count (asker.server), ==, 3);
  g_assert_cmpuint (asker.waits->len, ==, 2);
  g_assert_cmpint (g_array_index (asker.waits, gint64, 0), >=, 375);
  g_assert_cmpint (g_array_index (asker.waits, gint64, 0), <=, 500);
  g_assert_cmpint (g_array_index (asker.waits, gint64, 1), >=, 750);
  g_assert_cmpint (g_array_index (asker.waits, gint64, 1), <=, 1000);
}

static void
test_refused_connection (void)
{
  g_auto (Script) script = { { ANSWER } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (WeftTurn) turn = NULL;

  raw_server_stop (asker.server);
  turn = asker_ask (&asker);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_ERROR);
  g_assert_cmpstr (turn->error->type, ==, "connection");
  g_assert_nonnull (strstr (turn->error->message, "Start the server"));
  g_assert_cmpuint (asker.waits->len, ==, 2);
  asker.server = NULL;
}

/* --- answers that break off --- */

static void
test_died_before (void)
{
  g_auto (Script) script = { { CHUNKED, CHUNKED "5\r\ndata:", ANSWER } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (WeftTurn) turn = asker_ask (&asker);

  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_OK);
  g_assert_cmpuint (raw_server_count (asker.server), ==, 3);
}

/* Between two chunks, which the library below takes for the end: once something was shown nothing is asked again. */
static void
test_died_between (void)
{
  g_autofree char *part = chunk (DELTA ("Hel"));
  g_autofree char *answer = g_strconcat (CHUNKED, part, NULL);
  g_auto (Script) script = { { answer, ANSWER } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (WeftTurn) turn = asker_ask (&asker);

  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_TRUNCATED);
  g_assert_cmpstr (turn->content, ==, "Hel");
  g_assert_cmpuint (raw_server_count (asker.server), ==, 1);
}

static void
test_fell_silent (void)
{
  g_autofree char *part = chunk (DELTA ("Hel"));
  g_autofree char *answer = g_strconcat (CHUNKED, part, NULL);
  g_auto (Script) script = { { answer } };
  g_auto (Asker) asker = asker_begin (play_script_and_wait, &script);
  g_autoptr (WeftTurn) turn = NULL;

  g_object_set (asker.endpoint, "silence-s", 0.25, NULL);
  turn = asker_ask (&asker);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_TRUNCATED);
  g_assert_cmpstr (turn->content, ==, "Hel");
  g_assert_cmpstr (turn->error->type, ==, "timeout");
  g_assert_nonnull (strstr (turn->error->message, "silence_s"));
  g_assert_cmpuint (raw_server_count (asker.server), ==, 1);
}

static void
test_never_answers (void)
{
  g_auto (Script) script = { { "" } };
  g_auto (Asker) asker = asker_begin (play_script_and_wait, &script);
  g_autoptr (WeftTurn) turn = NULL;

  g_object_set (asker.endpoint, "first-byte-s", 0.25, NULL);
  turn = asker_ask (&asker);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_ERROR);
  g_assert_nonnull (strstr (turn->error->message, "first_byte_s"));
  g_assert_cmpuint (raw_server_count (asker.server), ==, 1);
}

/* --- what servers refuse --- */

typedef struct
{
  WeftField field;
  const char *sent;  /* what the request has in it */
  const char *body;  /* of the refusal */
  guint status;
} Refusal;

static const Refusal refusals[] = {
  { WEFT_FIELD_STREAM_USAGE, "\"stream_options\":", "{\"error\":{\"message\":\"include_usage is unknown\"}}", 400 },
  { WEFT_FIELD_TEMPERATURE, "\"temperature\":",
    "{\"error\":{\"message\":\"Unsupported value\",\"param\":\"temperature\",\"code\":\"unsupported_value\"}}", 400 },
  { WEFT_FIELD_TOP_P, "\"top_p\":", "{\"detail\":[{\"loc\":[\"body\",\"top_p\"],\"msg\":\"no\",\"input\":{\"temperature\":1}}]}", 422 },
  { WEFT_FIELD_SEED, "\"seed\":", "{\"object\":\"error\",\"message\":\"seed is not supported\",\"code\":400}", 400 },
  { WEFT_FIELD_MAX_TOKENS, "\"max_tokens\":",
    "{\"error\":{\"message\":\"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.\"}}", 400 },
  { WEFT_FIELD_PARALLEL_TOOL_CALLS, "\"parallel_tool_calls\":", "{\"error\":\"unknown field parallel_tool_calls\"}", 400 },
  { WEFT_FIELD_RESPONSE_FORMAT, "\"response_format\":", "{\"error\":\"'response_format.type' must be 'text'\"}", 400 },
  { WEFT_FIELD_REASONING_EFFORT, "\"reasoning_effort\":", "{\"detail\":\"Extra inputs: reasoning_effort\"}", 422 },
  { WEFT_FIELD_TOOL_CHOICE_REQUIRED, "\"tool_choice\":\"required\"", "{\"message\":\"tool_choice must be auto\"}", 400 },
  { WEFT_FIELD_REASONING_BACK, "\"reasoning_content\":",
    "{\"detail\":[{\"loc\":[\"body\",\"messages\",1,\"reasoning_content\"],\"msg\":\"Extra inputs are not permitted\"}]}", 422 },
};

static void
refuse_field (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  const Refusal *refusal = server->data;
  g_autofree char *answer = NULL;

  if (strstr (request, refusal->sent) == NULL)
    {
      raw_text (connection, ANSWER);
      return;
    }
  answer = g_strdup_printf ("HTTP/1.1 %u No\r\nContent-Type: application/json\r\nContent-Length: %" G_GSIZE_FORMAT
                            "\r\n\r\n%s", refusal->status, strlen (refusal->body), refusal->body);
  raw_text (connection, answer);
}

static void
test_refusal (gconstpointer data)
{
  const Refusal *refusal = data;
  g_auto (Asker) asker = asker_begin (refuse_field, refusal);
  g_autofree char *expected = NULL;
  g_autoptr (WeftTurn) turn = NULL;

  asker_ask_for_all (&asker, refusal->field == WEFT_FIELD_RESPONSE_FORMAT);
  turn = asker_ask (&asker);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_OK);
  expected = g_strdup_printf ("sent 1; answered %u error; dropped %s; sent 2; answered 200 ok; ", refusal->status,
                              weft_field_name (refusal->field));
  g_assert_cmpstr (asker.log->str, ==, expected);
  g_assert_nonnull (strstr (raw_server_request (asker.server, 0), refusal->sent));
  g_assert_null (strstr (raw_server_request (asker.server, 1), refusal->sent));
  g_assert_false (weft_endpoint_has_field (asker.endpoint, refusal->field));
  /* The other name for the same. */
  if (refusal->field == WEFT_FIELD_MAX_TOKENS)
    g_assert_nonnull (strstr (raw_server_request (asker.server, 1), "\"max_completion_tokens\":100"));

  /* It is remembered. */
  g_clear_pointer (&turn, weft_turn_unref);
  turn = asker_ask (&asker);
  g_assert_cmpuint (raw_server_count (asker.server), ==, 3);
}

static void
refuse_both (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  const char *const names[] = { "max_completion_tokens", "max_tokens" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (request, names[i]) != NULL)
      {
        g_autofree char *body = g_strdup_printf ("{\"error\":\"%s?\"}", names[i]);
        g_autofree char *answer = g_strdup_printf ("HTTP/1.1 400 No\r\nContent-Length: %u\r\n\r\n%s", (guint) strlen (body),
                                                   body);

        raw_text (connection, answer);
        return;
      }
  raw_text (connection, ANSWER);
}

static void
test_refuses_both (void)
{
  g_auto (Asker) asker = asker_begin (refuse_both, NULL);
  g_autoptr (WeftTurn) turn = NULL;

  asker.request.max_tokens = 100;
  turn = asker_ask (&asker);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_OK);
  g_assert_cmpuint (raw_server_count (asker.server), ==, 3);
  g_assert_false (weft_endpoint_has_field (asker.endpoint, WEFT_FIELD_MAX_TOKENS));
  g_assert_false (weft_endpoint_has_field (asker.endpoint, WEFT_FIELD_MAX_COMPLETION_TOKENS));
}

/* A server that refuses whatever is sent is not asked for ever. */
static void
test_refuses_all (void)
{
  static const Refusal everything = { 0, "model", "{\"error\":\"stream_options temperature top_p seed max_tokens "
                                      "max_completion_tokens parallel_tool_calls reasoning_effort tool_choice\"}", 400 };
  g_auto (Asker) asker = asker_begin (refuse_field, &everything);
  g_autoptr (WeftTurn) turn = NULL;

  asker_ask_for_all (&asker, FALSE);
  weft_endpoint_set_field (asker.endpoint, WEFT_FIELD_REASONING_BACK, FALSE);
  turn = asker_ask (&asker);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_ERROR);
  g_assert_cmpuint (raw_server_count (asker.server), ==, 10);
}

/* What names a field but complains of something else. */
static void
test_no_refusal (void)
{
  static const char *const bodies[] = {
    "{\"error\":{\"message\":\"This model's maximum context length is 4096 tokens; reduce max_tokens\"}}",
    "{\"error\":{\"message\":\"too long for max_tokens\",\"code\":\"context_length_exceeded\"}}",
    "{\"error\":{\"message\":\"my_max_tokens2 is odd\"}}",
    "{\"detail\":[{\"loc\":[\"body\",\"messages\"],\"msg\":\"bad\",\"input\":{\"max_tokens\":1,\"seed\":2}}]}",
    "", "{", "[]", "{\"error\":null,\"detail\":[1,{\"loc\":3}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++)
    {
      WeftField field;

      g_assert_false (weft_chat_finds_field (bodies[i], strlen (bodies[i]), ~0u, &field));
      g_assert_false (weft_chat_misses_thinking (bodies[i], strlen (bodies[i])));
    }
}

static void
want_thinking (RawServer *server, guint nth, const char *request, GSocketConnection *connection)
{
  static const char body[] = "{\"error\":{\"message\":\"Missing `reasoning_content` field in the assistant message\"}}";
  g_autofree char *answer = g_strdup_printf ("HTTP/1.1 400 No\r\nContent-Length: %u\r\n\r\n%s", (guint) strlen (body), body);

  raw_text (connection, strstr (request, "reasoning_content") != NULL ? ANSWER : answer);
}

static void
test_thinking_back (void)
{
  g_auto (Asker) asker = asker_begin (want_thinking, NULL);
  g_autoptr (WeftTurn) turn = NULL;

  asker_set_messages (&asker, "[{\"role\":\"user\",\"content\":\"a\"},"
                              "{\"role\":\"assistant\",\"content\":\"b\",\"weft_thinking\":\"old\"},"
                              "{\"role\":\"user\",\"content\":\"c\"},"
                              "{\"role\":\"assistant\",\"content\":\"d\",\"weft_thinking\":\"new\"},"
                              "{\"role\":\"assistant\",\"content\":\"e\"}]");
  turn = asker_ask (&asker);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_OK);
  g_assert_cmpstr (asker.log->str, ==, "sent 1; answered 400 error; sent 2; answered 200 ok; ");
  g_assert_true (weft_endpoint_has_field (asker.endpoint, WEFT_FIELD_REASONING_BACK));
  g_assert_null (strstr (raw_server_request (asker.server, 0), "weft_thinking"));
  g_assert_nonnull (strstr (raw_server_request (asker.server, 0),
                            "\"messages\":[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":\"b\"},"));
  g_assert_nonnull (strstr (raw_server_request (asker.server, 1),
                            "{\"role\":\"assistant\",\"content\":\"b\",\"reasoning_content\":\"\"},"
                            "{\"role\":\"user\",\"content\":\"c\"},"
                            "{\"role\":\"assistant\",\"content\":\"d\",\"reasoning_content\":\"new\"},"
                            "{\"role\":\"assistant\",\"content\":\"e\",\"reasoning_content\":\"\"}]"));
}

static void
test_bad_call (void)
{
  static const char refusal[] =
    "HTTP/1.1 400 No\r\nContent-Type: application/json\r\n\r\n"
    "{\"error\":{\"message\":\"bad call\",\"code\":\"tool_use_failed\"}}";
  g_auto (Script) script = { { refusal, refusal, ANSWER } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (WeftTurn) turn = asker_ask (&asker);

  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_ERROR);
  g_assert_cmpuint (raw_server_count (asker.server), ==, 2);
  g_assert_null (strstr (raw_server_request (asker.server, 0), "could not be read"));
  g_assert_nonnull (strstr (raw_server_request (asker.server, 1), "could not be read"));
}

/* --- waiting together, stopping --- */

static void
test_breaker (void)
{
  g_auto (Script) script = { { "HTTP/1.1 429 Slow\r\nRetry-After: 90\r\nContent-Length: 0\r\n\r\n", ANSWER } };
  g_auto (Asker) first = asker_begin (play_script, &script);
  g_auto (Asker) second = asker_beside (&first);
  g_autoptr (WeftTurn) turn = NULL, other = NULL;

  weft_chat_set_wait_factor (first.chat, 1);
  weft_chat_set_wait_factor (second.chat, 1);
  asker_start (&first);
  while (first.waits->len == 0)
    g_main_context_iteration (NULL, TRUE);
  asker_start (&second);
  while (second.waits->len == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_str_has_suffix (second.log->str, "breaker; "));
  g_assert_null (strstr (second.log->str, "sent"));
  g_assert_cmpint (g_array_index (second.waits, gint64, 0), <=, 90000);
  g_assert_cmpuint (raw_server_count (first.server), ==, 1);

  weft_chat_retry_now (first.chat);
  turn = asker_finish (&first);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_OK);
  g_assert_null (second.result);
  weft_chat_retry_now (second.chat);
  other = asker_finish (&second);
  g_assert_cmpint (other->outcome, ==, WEFT_TURN_OK);
  second.server = NULL;
}

static void
test_cancel_waiting (void)
{
  g_auto (Script) script = { { "HTTP/1.1 503 Busy\r\nRetry-After: 90\r\nContent-Length: 0\r\n\r\n" } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (WeftTurn) turn = NULL;

  weft_chat_set_wait_factor (asker.chat, 1);
  asker_start (&asker);
  while (asker.waits->len == 0)
    g_main_context_iteration (NULL, TRUE);
  g_cancellable_cancel (asker.cancellable);
  turn = asker_finish (&asker);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_CANCELLED);
  g_assert_cmpuint (raw_server_count (asker.server), ==, 1);
}

static void
test_cancel_streaming (void)
{
  g_autofree char *part = chunk (DELTA ("Hel"));
  g_autofree char *answer = g_strconcat (CHUNKED, part, NULL);
  g_auto (Script) script = { { answer } };
  g_auto (Asker) asker = asker_begin (play_script_and_wait, &script);
  g_autoptr (WeftTurn) turn = NULL;

  asker_start (&asker);
  while (asker.n_streamed == 0)
    g_main_context_iteration (NULL, TRUE);
  g_cancellable_cancel (asker.cancellable);
  turn = asker_finish (&asker);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_CANCELLED);
  g_assert_cmpstr (turn->content, ==, "Hel");
}

static void
test_cancel_at_once (void)
{
  g_auto (Script) script = { { ANSWER } };
  g_auto (Asker) asker = asker_begin (play_script, &script);
  g_autoptr (WeftTurn) turn = NULL;

  g_cancellable_cancel (asker.cancellable);
  turn = asker_ask (&asker);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_CANCELLED);
  g_assert_cmpuint (raw_server_count (asker.server), ==, 0);
}

/* Whoever asked lets go of everything and stops: the rest ends by itself and nothing stays. */
static void
test_quit (void)
{
  g_auto (Script) script = { { CHUNKED "1\r\n:\r\n" } };
  g_auto (Asker) asker = asker_begin (play_script_and_wait, &script);
  g_autoptr (WeftTurn) turn = NULL;
  WeftChat *chat = asker.chat;
  WeftTransport *transport = asker.transport;

  g_object_add_weak_pointer (G_OBJECT (chat), (gpointer *) &chat);
  g_object_add_weak_pointer (G_OBJECT (transport), (gpointer *) &transport);
  asker_start (&asker);
  while (raw_server_count (asker.server) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_clear_object (&asker.chat);
  g_clear_object (&asker.transport);
  g_assert_nonnull (chat);
  g_cancellable_cancel (asker.cancellable);
  wait_for (&asker.result);
  turn = weft_chat_ask_finish (chat, asker.result);
  g_clear_object (&asker.result);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_CANCELLED);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (chat);
  g_assert_null (transport);
}

/* --- the key --- */

static void
test_canary (void)
{
  static const char *const answers[] = {
    "HTTP/1.1 401 No\r\nContent-Type: application/json\r\nX-Request-Id: " CANARY "\r\n\r\n"
    "{\"error\":{\"message\":\"Incorrect key: " CANARY " for Bearer " CANARY "\"}}",
    OK_HEAD "\r\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" CANARY "\"},\"finish_reason\":\"stop\"}]}\n\n",
    "",
  };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_auto (Script) script = { { answers[i] } };
      g_auto (Asker) asker = asker_begin (play_script, &script);
      g_autoptr (WeftTurn) turn = NULL;
      g_autoptr (JsonNode) json = NULL;
      g_autofree char *text = NULL;

      weft_endpoint_set_session_key (asker.endpoint, CANARY);
      turn = asker_ask (&asker);
      g_assert_nonnull (strstr (raw_server_request (asker.server, 0), "Bearer " CANARY));
      json = weft_turn_to_json (turn);
      text = weft_json_write_canonical (json);
      g_assert_null (strstr (text, "canary"));
      g_assert_null (strstr (asker.seen->str, "canary"));
      g_assert_cmpuint (strlen (asker.fingerprint), ==, 8);
    }
  g_assert_cmpuint (logged->len, >, 0);
  g_assert_null (strstr (logged->str, "canary"));
}

int
main (int argc, char *argv[])
{
  g_setenv ("G_MESSAGES_DEBUG", "all", TRUE);
  begin_log ();
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/chat/answer", test_answer);
  g_test_add_func ("/agent/chat/body", test_body);
  g_test_add_func ("/agent/chat/at-once", test_at_once);
  for (guint i = 0; i < G_N_ELEMENTS (retries); i++)
    {
      g_autofree char *path = g_strconcat ("/agent/chat/retry/", retries[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_retry);
    }
  g_test_add_func ("/agent/chat/retry/date", test_retry_date);
  g_test_add_func ("/agent/chat/retry/for-ever", test_for_ever);
  g_test_add_func ("/agent/chat/retry/refused", test_refused_connection);
  g_test_add_func ("/agent/chat/died-before", test_died_before);
  g_test_add_func ("/agent/chat/died-between", test_died_between);
  g_test_add_func ("/agent/chat/fell-silent", test_fell_silent);
  g_test_add_func ("/agent/chat/never-answers", test_never_answers);
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autofree char *path = g_strconcat ("/agent/chat/refused/", weft_field_name (refusals[i].field), NULL);

      g_test_add_data_func (path, &refusals[i], test_refusal);
    }
  g_test_add_func ("/agent/chat/refused/both", test_refuses_both);
  g_test_add_func ("/agent/chat/refused/all", test_refuses_all);
  g_test_add_func ("/agent/chat/refused/something-else", test_no_refusal);
  g_test_add_func ("/agent/chat/thinking-back", test_thinking_back);
  g_test_add_func ("/agent/chat/bad-call", test_bad_call);
  g_test_add_func ("/agent/chat/breaker", test_breaker);
  g_test_add_func ("/agent/chat/cancel/waiting", test_cancel_waiting);
  g_test_add_func ("/agent/chat/cancel/streaming", test_cancel_streaming);
  g_test_add_func ("/agent/chat/cancel/at-once", test_cancel_at_once);
  g_test_add_func ("/agent/chat/quit", test_quit);
  g_test_add_func ("/agent/chat/canary", test_canary);

  return g_test_run ();
}
