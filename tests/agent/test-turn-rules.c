/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of folding, where the recorded answers do not go. */
#include "agent/turn-fixture.h"

/* --- text --- */

/* What has been shown stays; whole characters only. */
static void
test_live (void)
{
  static const char bytes[] = "data: {\"choices\":[{\"delta\":{\"content\":\"<thi\"}}]}\n\n"
                              "data: {\"choices\":[{\"delta\":{\"content\":\"nk> why €\"}}]}\n\n"
                              "data: {\"choices\":[{\"delta\":{\"content\":\" not </th\"}}]}\n\n"
                              "data: {\"choices\":[{\"delta\":{\"content\":\"at </think>\\n\\n\"}}]}\n\n"
                              "data: {\"choices\":[{\"delta\":{\"content\":\"So €\"}}]}\n\n"
                              "data: {\"choices\":[{\"delta\":{\"content\":\" it is.\"},\"finish_reason\":\"stop\"}]}\n\n";
  g_autoptr (WeftTurnReader) reader = fixture_reader (NULL);
  g_autoptr (WeftTurn) turn = NULL;
  g_autofree char *content = g_strdup ("");
  g_autofree char *reasoning = g_strdup ("");

  for (gsize i = 0; i < sizeof bytes - 1; i++)
    {
      g_assert_true (weft_turn_reader_feed (reader, bytes + i, 1));
      g_assert_true (g_str_has_prefix (weft_turn_reader_get_content (reader), content));
      g_assert_true (g_str_has_prefix (weft_turn_reader_get_reasoning (reader), reasoning));
      g_assert_null (strstr (weft_turn_reader_get_content (reader), "think"));
      g_free (content);
      content = g_strdup (weft_turn_reader_get_content (reader));
      g_free (reasoning);
      reasoning = g_strdup (weft_turn_reader_get_reasoning (reader));
    }
  g_assert_cmpstr (content, ==, "So € it is.");
  g_assert_cmpstr (reasoning, ==, "why € not </that ");
  turn = weft_turn_reader_end (reader, WEFT_END_EOF);
  g_assert_cmpstr (turn->content, ==, "So € it is.");
  g_assert_cmpstr (turn->reasoning, ==, "why € not </that");
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_OK);
}

static void
test_think (void)
{
  static const struct
  {
    const char *text, *content, *reasoning;
  } cases[] = {
    { "a</think>\\n\\nb", "b", "a" },
    { "  <think>a</think>b", "b", "a" },
    { "<think>a", "", "a" },
    { "<thin", "<thin", "" },
    { "  ", "  ", "" },
    { "b <think>a</think>", "b <think>a</think>", "" },
    { "<think></think>b", "b", "" },
    { "<thinking>b", "<thinking>b", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftTurnReader) reader = fixture_reader (NULL);
      g_autofree char *delta = g_strdup_printf ("\"content\":\"%s\"", cases[i].text);
      g_autoptr (WeftTurn) turn = NULL;

      fixture_delta (reader, delta);
      turn = fixture_finish (reader, "stop");
      g_assert_cmpstr (turn->content, ==, cases[i].content);
      g_assert_cmpstr (turn->reasoning, ==, cases[i].reasoning);
    }
}

/* Tags stay text where the endpoint has a field for thinking. */
static void
test_think_twice (void)
{
  g_autoptr (WeftTurnReader) reader = fixture_reader (NULL);
  g_autoptr (WeftTurn) turn = NULL;

  fixture_delta (reader, "\"content\":\" \"");
  fixture_delta (reader, "\"reasoning\":\"real\"");
  fixture_delta (reader, "\"content\":\"<think>a</think>b\"");
  turn = fixture_finish (reader, "stop");
  g_assert_cmpstr (turn->content, ==, " <think>a</think>b");
  g_assert_cmpstr (turn->reasoning, ==, "real");
}

static void
test_finish_words (void)
{
  static const struct
  {
    const char *word, *known;
    WeftTurnOutcome outcome;
  } cases[] = {
    { "eos", "stop", WEFT_TURN_OK },
    { "end_turn", "stop", WEFT_TURN_OK },
    { "max_tokens", "length", WEFT_TURN_LENGTH },
    { "content_filter", "content_filter", WEFT_TURN_FILTERED },
    { "abort", "error", WEFT_TURN_ERROR },
    { "whatever", "whatever", WEFT_TURN_OK },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftTurnReader) reader = fixture_reader (NULL);
      g_autoptr (WeftTurn) turn = NULL;

      fixture_delta (reader, "\"content\":\"x\"");
      turn = fixture_finish (reader, cases[i].word);
      g_assert_cmpstr (turn->finish_reason, ==, cases[i].known);
      g_assert_cmpint (turn->outcome, ==, cases[i].outcome);
    }
}

/* --- calls --- */

#define NAME "\"name\":\"evaluate_design\""

/* "ID NAME ARGUMENTS;" of each call. */
static char *
calls_of (const char *const *deltas)
{
  g_autoptr (WeftTurnReader) reader = fixture_reader (NULL);
  g_autoptr (WeftTurn) turn = NULL;
  GString *out = g_string_new (NULL);

  for (guint i = 0; deltas[i] != NULL; i++)
    {
      g_autofree char *delta = g_strdup_printf ("\"tool_calls\":[%s]", deltas[i]);

      fixture_delta (reader, delta);
    }
  turn = fixture_finish (reader, "tool_calls");
  for (guint i = 0; i < turn->calls->len; i++)
    {
      WeftTurnCall *call = fixture_call (turn, i);

      g_string_append_printf (out, "%s %s %s;", call->id, call->name, call->arguments_raw);
    }
  return g_string_free (out, FALSE);
}

static void
test_routing (void)
{
  static const struct
  {
    const char *deltas[6];
    const char *calls;
  } cases[] = {
    /* by id, whatever the index says */
    { { "{\"index\":0,\"id\":\"a\",\"function\":{" NAME ",\"arguments\":\"{\"}}", "{\"index\":1,\"id\":\"b\",\"function\":{" NAME "}}",
        "{\"index\":1,\"id\":\"a\",\"function\":{\"arguments\":\"}\"}}" },
      "a evaluate_design {};b evaluate_design ;" },
    /* an index is a key, not a place */
    { { "{\"index\":7,\"function\":{" NAME ",\"arguments\":\"{\"}}", "{\"index\":9007199254740992,\"function\":{" NAME ",\"arguments\":\"{}\"}}",
        "{\"index\":7,\"function\":{\"arguments\":\"}\"}}" },
      "weft-call-1 evaluate_design {};weft-call-2 evaluate_design {};" },
    /* neither id nor index: a name begins a call, the rest goes to the last one */
    { { "{\"function\":{" NAME ",\"arguments\":\"{\"}}", "{\"function\":{\"arguments\":\"}\"}}", "{\"function\":{\"name\":\"ask\",\"arguments\":\"{}\"}}" },
      "weft-call-1 evaluate_design {};weft-call-2 ask {};" },
    /* an id that comes late, and one that belongs to another call */
    { { "{\"index\":0,\"function\":{" NAME ",\"arguments\":\"{}\"}}", "{\"index\":0,\"id\":\"a\"}" }, "a evaluate_design {};" },
    { { "{\"index\":0,\"function\":{" NAME ",\"arguments\":\"{}\"}}", "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"ask\",\"arguments\":\"{}\"}}" },
      "weft-call-1 evaluate_design {};a ask {};" },
    { { "{\"index\":0,\"function\":{" NAME ",\"arguments\":\"{}\"}}", "{\"index\":0,\"id\":\"a\",\"function\":{" NAME ",\"arguments\":\"{}\"}}" },
      "weft-call-1 evaluate_design {};a evaluate_design {};" },
    /* our own names keep out of the way of theirs */
    { { "{\"index\":0,\"function\":{" NAME "}}", "{\"index\":1,\"id\":\"weft-call-1\",\"function\":{" NAME "}}" },
      "weft-call-3 evaluate_design ;weft-call-1 evaluate_design ;" },
    /* names: the first stays, two are joined only into a tool */
    { { "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"as\"}}", "{\"index\":0,\"function\":{\"name\":\"k\"}}", "{\"index\":0,\"function\":{\"name\":\"k\"}}" }, "a ask ;" },
    { { "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"as\"}}", "{\"index\":0,\"function\":{\"name\":\"x\"}}" }, "a as ;" },
    { { "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"functions.ask<|x|>\"}}" }, "a ask ;" },
    /* types that are wrong */
    { { "{\"index\":0,\"id\":5,\"function\":{\"name\":[],\"arguments\":7}}", "7", "null" }, "weft-call-1  ;" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *calls = calls_of (cases[i].deltas);

      g_assert_cmpstr (calls, ==, cases[i].calls);
    }
}

/* Nothing is unwrapped in an answer that was cut. */
static void
test_cut_arguments (void)
{
  g_autoptr (WeftTurnReader) reader = fixture_reader (NULL);
  g_autoptr (WeftTurn) turn = NULL;

  fixture_delta (reader, "\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{" NAME "}}]");
  turn = weft_turn_reader_end (reader, WEFT_END_EOF);
  g_assert_cmpint (turn->outcome, ==, WEFT_TURN_TRUNCATED);
  g_assert_false (fixture_call (turn, 0)->valid);
}

static void
test_leaks (void)
{
  static const struct
  {
    const char *text;
    guint n_calls;
    const char *content;
  } cases[] = {
    { "{\\\"name\\\":\\\"ask\\\",\\\"parameters\\\":{}}", 1, "" },
    { "[{\\\"name\\\":\\\"ask\\\",\\\"arguments\\\":{}},{\\\"name\\\":\\\"ask\\\",\\\"arguments\\\":{\\\"a\\\":1}}]", 2, "" },
    { "```json\\n{\\\"name\\\":\\\"ask\\\",\\\"arguments\\\":{}}\\n```", 1, "" },
    { "<think>x</think>{\\\"name\\\":\\\"ask\\\",\\\"arguments\\\":{}}", 1, "" },
    { "a\\n<tool_call>{\\\"name\\\":\\\"ask\\\",\\\"arguments\\\":{}}</tool_call>\\n<tool_call>\\n{\\\"name\\\":\\\"ask\\\",\\\"arguments\\\":{}}", 2, "a" },
    { "<|channel|>final<|message|>done<|return|>", 0, "done" },
    { "<|start|>assistant to=functions.ask<|channel|>commentary<|message|>{}<|call|>", 1, "" },
    { "<|channel|>commentary to=functions.other<|message|>{}<|call|>", 0, "{}" },
    /* these stay text */
    { "{\\\"name\\\":\\\"other\\\",\\\"arguments\\\":{}}", 0, "{\"name\":\"other\",\"arguments\":{}}" },
    { "{\\\"name\\\":\\\"ask\\\",\\\"arguments\\\":\\\"{}\\\"}", 0, "{\"name\":\"ask\",\"arguments\":\"{}\"}" },
    { "{\\\"name\\\":\\\"ask\\\",\\\"arguments\\\":{}} and so on", 0, "{\"name\":\"ask\",\"arguments\":{}} and so on" },
    { "<tool_call>{\\\"name\\\":\\\"ask\\\",\\\"arguments\\\":{}}</tool_call><tool_call>no</tool_call>", 0,
      "<tool_call>{\"name\":\"ask\",\"arguments\":{}}</tool_call><tool_call>no</tool_call>" },
    { "[]", 0, "[]" },
    { "[[]]", 0, "[[]]" },
    { "{", 0, "{" },
    { "``````", 0, "``````" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftTurnReader) reader = fixture_reader (NULL);
      g_autofree char *delta = g_strdup_printf ("\"content\":\"%s\"", cases[i].text);
      g_autoptr (WeftTurn) turn = NULL;

      fixture_delta (reader, delta);
      turn = fixture_finish (reader, "stop");
      g_assert_cmpuint (turn->calls->len, ==, cases[i].n_calls);
      g_assert_cmpstr (turn->content, ==, cases[i].content);
      g_assert_cmpint (fixture_warns (turn, "tool-call-in-content"), ==, cases[i].n_calls > 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/turn/live", test_live);
  g_test_add_func ("/turn/think", test_think);
  g_test_add_func ("/turn/think-twice", test_think_twice);
  g_test_add_func ("/turn/finish-words", test_finish_words);
  g_test_add_func ("/turn/routing", test_routing);
  g_test_add_func ("/turn/cut-arguments", test_cut_arguments);
  g_test_add_func ("/turn/leaks", test_leaks);
  return g_test_run ();
}
