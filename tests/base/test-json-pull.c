/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading JSON value by value gives what parsing gives, and refuses what parsing refuses, in the same words. */

#include <string.h>

#include "base/weft-json-pull.h"

static const char document[] =
  "{\n  \"name\": \"H100 \\u00e9\\ud83d\\ude00\\n\", \"tdp_w\": 700, \"bw\": 3.35e12, \"n\": [0, -0, 1.25, 0.1, "
  "123456789012345678, 9007199254740993, 0.30000000000000004, 1e-320, -17.000, 4e22],\n"
  "  \"links\": [{\"to\": null, \"on\": true}, {\"to\": \"x\", \"on\": false}, []],\n"
  "  \"small\": -1.5E-10, \"zero\": 0, \"é\": {\"a\": {\"a\": {\"a\": [[[[1, 2, 3]]]]}}},\n"
  "  \"half\\ud800\": \"\\u0000\"\n}";

static void
append_number (GString *out, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (out, "%s ", g_ascii_dtostr (buffer, sizeof buffer, value + 0.0));
}

static void dump_pull (WeftJsonPull *pull, GString *out);

static void
dump_pull_object (WeftJsonPull *pull, GString *out)
{
  const char *key;

  g_string_append_c (out, '{');
  weft_json_pull_object (pull);
  while (weft_json_pull_member (pull, &key))
    {
      g_string_append_printf (out, "<%s>", key);
      dump_pull (pull, out);
    }
  g_string_append_c (out, '}');
}

static void
dump_pull (WeftJsonPull *pull, GString *out)
{
  const char *text;
  gsize length;
  double value;

  switch (weft_json_pull_type (pull))
    {
    case WEFT_JSON_PULL_OBJECT:
      dump_pull_object (pull, out);
      break;
    case WEFT_JSON_PULL_ARRAY:
      g_string_append_c (out, '[');
      weft_json_pull_array (pull);
      while (weft_json_pull_element (pull))
        dump_pull (pull, out);
      g_string_append_c (out, ']');
      break;
    case WEFT_JSON_PULL_STRING:
      if (weft_json_pull_string (pull, &text, &length))
        {
          g_assert_cmpuint (strlen (text), ==, length);
          g_string_append_printf (out, "<%s>", text);
        }
      break;
    case WEFT_JSON_PULL_NUMBER:
      if (weft_json_pull_number (pull, &value))
        append_number (out, value);
      break;
    case WEFT_JSON_PULL_NULL:
      weft_json_pull_null (pull);
      g_string_append (out, "null ");
      break;
    default:
      weft_json_pull_skip (pull);
      g_string_append (out, "boolean ");
      break;
    }
}

static void
dump_node (JsonNode *node, GString *out)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *child;

      g_string_append_c (out, '{');
      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &child))
        {
          g_string_append_printf (out, "<%s>", key);
          dump_node (child, out);
        }
      g_string_append_c (out, '}');
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      g_string_append_c (out, '[');
      for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
        dump_node (json_array_get_element (json_node_get_array (node), i), out);
      g_string_append_c (out, ']');
    }
  else if (JSON_NODE_HOLDS_NULL (node))
    g_string_append (out, "null ");
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    g_string_append_printf (out, "<%s>", json_node_get_string (node));
  else if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    g_string_append (out, "boolean ");
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    append_number (out, json_node_get_int (node));
  else
    append_number (out, json_node_get_double (node));
}

/* Both readers see the same, or say the same. */
static gboolean
compare (const char *text, gsize length)
{
  g_autofree char *block = g_memdup2 (text, length);
  g_autoptr (WeftJsonPull) pull = weft_json_pull_new (block, length, "t", NULL);
  g_autoptr (GString) pulled = g_string_new (NULL);
  g_autoptr (GString) parsed = g_string_new (NULL);
  g_autoptr (GError) pull_error = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (text, length, "t", NULL, &error);

  dump_pull (pull, pulled);
  if (!weft_json_pull_finish (pull, &pull_error))
    {
      g_assert_nonnull (error);
      g_assert_cmpstr (pull_error->message, ==, error->message);
      g_assert_cmpint (pull_error->code, ==, error->code);
      return FALSE;
    }
  g_assert_no_error (error);
  dump_node (node, parsed);
  g_assert_cmpstr (pulled->str, ==, parsed->str);
  return TRUE;
}

static void
test_same (void)
{
  static const char *const texts[] = {
    "1", "  [ ] ", "{}", "\"x\"", "null", "[1,2]", "[[],{},[{}]]", "{\"a\":{\"b\":[]}}", "[1e308,-1e-308]",
  };

  g_assert_true (compare (document, strlen (document)));
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_true (compare (texts[i], strlen (texts[i])));
}

static void
test_refused (void)
{
  static const char *const texts[] = {
    "", " ", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":1,}", "{\"a\":1,\"a\":2}", "{a:1}",
    "01", "-", "1.", "1.5.2", "1e", "[1]x", "nul", "\"\xff\"", "\xef\xbb\xbf[]", "1e999", "NaN", "\"\\x\"", "[1}",
    "[\"a\nb\"]", "// x\n1", "123456789012345678901234567890x", "[true false]", "1\x80",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (compare (texts[i], strlen (texts[i])))
      g_error ("%s was taken", texts[i]);
}

static void
test_mutations (void)
{
  static const char bytes[] = "{}[]\",:\\u0d8ef.-+E1/*'\n\t\001 tnN\377\303";
  g_autoptr (GRand) rand = g_rand_new_with_seed (20250115);
  guint n_taken = 0;

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (document);
      guint n = g_rand_int_range (rand, 1, 4);

      for (guint k = 0; k < n; k++)
        {
          guint at = g_rand_int_range (rand, 0, text->len);

          if (g_rand_boolean (rand))
            text->str[at] = bytes[g_rand_int_range (rand, 0, sizeof bytes - 1)];
          else
            g_string_erase (text, at, g_rand_int_range (rand, 0, 1 + MIN (4, (int) (text->len - at))));
        }
      n_taken += compare (text->str, text->len);
    }
  g_assert_cmpuint (n_taken, >, 500);
}

/* The short way for plain numbers gives what strtod gives. */
static void
test_numbers (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < 200000; i++)
    {
      g_autoptr (GString) text = g_string_new (g_rand_boolean (rand) ? "-" : "");
      g_autoptr (WeftJsonPull) pull = NULL;
      guint n_whole = g_rand_int_range (rand, 0, 13);
      guint n_rest = g_rand_int_range (rand, 0, 12);
      double value;

      g_string_append_printf (text, "%u", n_whole == 0 ? 0 : g_rand_int_range (rand, 1, 10));
      for (guint k = 1; k < n_whole; k++)
        g_string_append_printf (text, "%d", g_rand_int_range (rand, 0, 10));
      if (n_rest > 0)
        g_string_append_c (text, '.');
      for (guint k = 0; k < n_rest; k++)
        g_string_append_printf (text, "%d", g_rand_int_range (rand, 0, 10));
      pull = weft_json_pull_new (text->str, text->len, "t", NULL);
      g_assert_true (weft_json_pull_number (pull, &value));
      g_assert_true (weft_json_pull_finish (pull, NULL));
      if (value != g_ascii_strtod (text->str, NULL))
        g_error ("%s became %.17g", text->str, value);
    }
}

static void
check_message (WeftJsonPull *pull, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_json_pull_has_failed (pull));
  g_assert_false (weft_json_pull_finish (pull, &error));
  g_assert_cmpstr (error->message, ==, message);
}

static WeftJsonPull *
open_text (const char *text)
{
  return weft_json_pull_new (text, strlen (text), "t", NULL);
}

static void
test_types (void)
{
  g_autoptr (WeftJsonPull) object = open_text ("[7]");
  g_autoptr (WeftJsonPull) array = open_text ("\"te\\\"xt\"");
  g_autoptr (WeftJsonPull) string = open_text ("{}");
  g_autoptr (WeftJsonPull) amount = open_text ("\n -3.5");
  g_autoptr (WeftJsonPull) index = open_text ("[7, 8]");
  g_autoptr (WeftJsonPull) fraction = open_text ("1.5");
  const char *text;
  guint32 n;
  double value;

  g_assert_false (weft_json_pull_object (object));
  check_message (object, "t:1:1: found \"[\", expected an object");
  g_assert_false (weft_json_pull_array (array));
  check_message (array, "t:1:1: found the string \"te\\\\\\\"xt\", expected an array");
  g_assert_false (weft_json_pull_string (string, &text, NULL));
  check_message (string, "t:1:1: found \"{\", expected a string");
  g_assert_false (weft_json_pull_amount (amount, &value));
  check_message (amount, "t:2:2: found the number -3.5, expected a number from 0 on");
  g_assert_true (weft_json_pull_array (index) && weft_json_pull_element (index));
  g_assert_true (weft_json_pull_index (index, 8, &n) && weft_json_pull_element (index));
  g_assert_cmpuint (n, ==, 7);
  g_assert_false (weft_json_pull_index (index, 8, &n));
  check_message (index, "t:1:5: found the number 8, expected a whole number from 0 to 7");
  g_assert_false (weft_json_pull_index (fraction, 8, &n));
  g_assert_false (weft_json_pull_number (fraction, &value));
}

static void
test_limits (void)
{
  const WeftJsonLimits limits = { .max_bytes = 100, .max_depth = 2, .max_values = 4 };
  static const char *const texts[] = { "[[[]]]", "[1,2,3,4]" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (WeftJsonPull) pull = weft_json_pull_new (texts[i], strlen (texts[i]), "t", &limits);
      g_autoptr (GString) out = g_string_new (NULL);
      g_autoptr (GError) error = NULL;

      dump_pull (pull, out);
      g_assert_false (weft_json_pull_finish (pull, &error));
      g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_LIMIT);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-pull/same", test_same);
  g_test_add_func ("/json-pull/refused", test_refused);
  g_test_add_func ("/json-pull/mutations", test_mutations);
  g_test_add_func ("/json-pull/numbers", test_numbers);
  g_test_add_func ("/json-pull/types", test_types);
  g_test_add_func ("/json-pull/limits", test_limits);
  return g_test_run ();
}
