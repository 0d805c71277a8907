/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages of a planner: exchanges that are never taken apart, arguments that are always JSON, no two messages of the
 * user in a row. */
#include <string.h>

#include "agent/weft-context-private.h"
#include "base/weft-json-write.h"
#include "turn-fixture.h"

/* An answer with @n calls. */
static WeftTurn *
make_turn (const char *name, const char *arguments, guint n)
{
  g_autoptr (WeftTurnReader) reader = fixture_reader (NULL);
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), arguments);
  g_autofree char *quoted = weft_json_write_compact (node);

  fixture_delta (reader, "\"content\":\"said\",\"reasoning_content\":\"thought\"");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *delta = g_strdup_printf ("\"tool_calls\":[{\"index\":%u,\"id\":\"c%u\",\"function\":{\"name\":\"%s\","
                                                "\"arguments\":%s}}]", i, i, name, quoted);

      fixture_delta (reader, delta);
    }
  fixture_choice (reader, n > 0 ? "\"delta\":{},\"finish_reason\":\"tool_calls\""
                                : "\"delta\":{},\"finish_reason\":\"stop\"");
  weft_turn_reader_feed (reader, "data: [DONE]\n\n", 14);
  return weft_turn_reader_end (reader, WEFT_END_EOF);
}

static void
add_exchange (WeftContext *context, const char *name, const char *arguments, guint n)
{
  g_autoptr (WeftTurn) turn = make_turn (name, arguments, n);

  weft_context_add_turn (context, turn);
  for (guint i = 0; i < n; i++)
    weft_context_add_result (context, ((WeftTurnCall *) g_ptr_array_index (turn->calls, i))->id, "{\"ok\":true}");
}

/* "system user assistant tool", with what is asked of every list of messages. */
static char *
list_roles (WeftContext *context)
{
  g_autoptr (JsonNode) node = weft_context_messages (context);
  JsonArray *messages = json_node_get_array (node);
  GString *roles = g_string_new (NULL);
  guint n_calls = 0;
  const char *before = "";

  for (guint i = 0; i < json_array_get_length (messages); i++)
    {
      JsonObject *message = json_array_get_object_element (messages, i);
      const char *role = json_object_get_string_member (message, "role");

      g_assert_false (g_str_equal (role, "user") && g_str_equal (before, "user"));
      if (g_str_equal (role, "tool"))
        g_assert_cmpuint (n_calls--, >, 0);
      else
        g_assert_cmpuint (n_calls, ==, 0);
      if (json_object_has_member (message, "tool_calls"))
        n_calls = json_array_get_length (json_object_get_array_member (message, "tool_calls"));
      g_string_append_printf (roles, "%s%s", i > 0 ? " " : "", role);
      before = role;
    }
  g_assert_cmpuint (n_calls, ==, 0);
  return g_string_free (roles, FALSE);
}

static void
test_users_in_a_row (void)
{
  g_autoptr (WeftContext) context = weft_context_new ("be good", "begin");
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *roles = NULL;
  WeftCompaction compaction;

  weft_context_add_user (context, "first");
  weft_context_add_user (context, "second");
  roles = list_roles (context);
  g_assert_cmpstr (roles, ==, "system user");
  weft_context_compact (context, 1, "the table", &compaction);
  node = weft_context_messages (context);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (json_node_get_array (node), 1), "content"),
                   ==, "begin\n\nthe table\n\nfirst\n\nsecond");
  g_free (g_steal_pointer (&roles));
  roles = list_roles (context);
  g_assert_cmpstr (roles, ==, "system user"); /* and asking twice changes nothing */
}

static void
test_arguments (void)
{
  static const struct
  {
    const char *name;
    const char *arguments;
    const char *repeated;
    const char *repeated_name;
  } calls[] = {
    { "evaluate_design", "{\"a\": 1}", "{\"a\":1}", "evaluate_design" },
    { "evaluate_design", "{\"a\": 1", "{\"invalid\":true}", "evaluate_design" },
    { "evaluate_design", "[1]", "{\"invalid\":true}", "evaluate_design" },
    { "evaluate_design", "", "{}", "evaluate_design" },
    { "rm -rf /", "{\"a\":1}", "{\"invalid\":true}", "unknown_tool" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autoptr (WeftContext) context = weft_context_new ("s", "b");
      g_autoptr (JsonNode) node = NULL;
      JsonObject *function;

      add_exchange (context, calls[i].name, calls[i].arguments, 1);
      node = weft_context_messages (context);
      function = json_object_get_object_member (
        json_array_get_object_element (
          json_object_get_array_member (json_array_get_object_element (json_node_get_array (node), 2), "tool_calls"), 0),
        "function");
      g_assert_cmpstr (json_object_get_string_member (function, "arguments"), ==, calls[i].repeated);
      g_assert_cmpstr (json_object_get_string_member (function, "name"), ==, calls[i].repeated_name);
    }
}

/* Whatever is kept, a call stays with its results. */
static void
test_compaction (void)
{
  for (guint keep = 0; keep < 6; keep++)
    {
      g_autoptr (WeftContext) context = weft_context_new ("s", "b");
      g_autofree char *roles = NULL;
      WeftCompaction compaction;
      gsize before;

      for (guint n = 0; n < 5; n++)
        {
          add_exchange (context, "evaluate_design", "{}", n % 3);
          weft_context_add_user (context, "go on");
        }
      before = weft_context_bytes (context);
      weft_context_compact (context, keep, "t", &compaction);
      g_assert_cmpuint (compaction.bytes_before, ==, before);
      g_assert_cmpuint (compaction.bytes_after, ==, weft_context_bytes (context));
      g_assert_cmpuint (compaction.kept, ==, MIN (keep, 5));
      g_assert_cmpuint (weft_context_n_exchanges (context), ==, MIN (keep, 5));
      roles = list_roles (context);
      g_assert_true (g_str_has_prefix (roles, "system user"));
    }
}

/* The beginning can be told otherwise, and the rest stays. */
static void
test_begin_anew (void)
{
  g_autoptr (WeftContext) context = weft_context_new ("at length", "b");
  g_autoptr (JsonNode) node = NULL;

  add_exchange (context, "evaluate_design", "{}", 1);
  weft_context_begin_anew (context, "in brief");
  node = weft_context_messages (context);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (node)), ==, 4);
  g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (json_node_get_array (node), 0), "content"),
                   ==, "in brief");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/context/users-in-a-row", test_users_in_a_row);
  g_test_add_func ("/context/arguments", test_arguments);
  g_test_add_func ("/context/compaction", test_compaction);
  g_test_add_func ("/context/begin-anew", test_begin_anew);
  return g_test_run ();
}
