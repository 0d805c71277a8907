/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The strict scanner and loading: what is taken, what is refused and in which words, and that no
 * bytes whatever bring either of them down. */

#include <glib/gstdio.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"

typedef struct
{
  const char *text;
  int code;
  const char *message; /* the whole of it, after the name */
} Refusal;

static void
assert_refused (const char           *text,
                gsize                 length,
                const WeftJsonLimits *limits,
                int                   code,
                const char           *message)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = g_strconcat ("t", message, NULL);
  char *cleaned = (char *) "untouched";

  g_assert_false (weft_json_scan (text, length, "t", limits, &cleaned, &error));
  g_assert_null (cleaned);
  g_assert_error (error, WEFT_JSON_ERROR, code);
  g_assert_cmpstr (error->message, ==, expected);
}

static void
assert_table (const Refusal *refusals,
              gsize          n)
{
  for (gsize i = 0; i < n; i++)
    assert_refused (refusals[i].text, strlen (refusals[i].text), NULL,
                    refusals[i].code, refusals[i].message);
}

/* Scans and parses; gives the canonical form of what came out. */
static char *
round_trip (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "t", NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (node);
  return weft_json_write_canonical (node);
}

static void
test_accepts (void)
{
  static const char *const cases[][2] = {
    { "null", "null" },
    { " true ", "true" },
    { "\t\r\n false", "false" },
    { "\"\"", "\"\"" },
    { "0", "0" },
    { "-0", "0" },
    { "-0.0", "0" },
    { "1.50", "1.5" },
    { "1E5", "100000" },
    { "1e+2", "100" },
    { "-12.5e-1", "-1.25" },
    { "9223372036854775807", "9223372036854775807" },
    { "-9223372036854775808", "-9223372036854775808" },
    { "1e-999", "0" },
    { "1.7976931348623157e308", "1.7976931348623157e+308" },
    { "[]", "[]" },
    { "{}", "{}" },
    { "[ 1 , [ ] , { } ]", "[1,[],{}]" },
    { "{\"b\":1,\"a\":{\"b\":2}}", "{\"a\":{\"b\":2},\"b\":1}" },
    { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\"", "\"\\\"\\\\/\\b\\f\\n\\r\\tAé\"" },
    { "\"\\ud83d\\ude00 \\uD83D\\uDE00\"", "\"😀 😀\"" },
    { "\"é 😀 \177\"", "\"é 😀 \\u007f\"" },
    { "[{\"a\":1},{\"a\":1},{\"a\":{\"a\":{\"a\":1}}}]",
      "[{\"a\":1},{\"a\":1},{\"a\":{\"a\":{\"a\":1}}}]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = round_trip (cases[i][0]);

      g_assert_cmpstr (text, ==, cases[i][1]);
    }
}

static void
test_refuses_grammar (void)
{
  static const Refusal refusals[] = {
    { "", 0, ":1:1: found an empty text, expected a JSON value" },
    { " \n ", 0, ":1:1: found nothing but white space, expected a JSON value" },
    { "1 2", 0, ":1:3: found the number 2, expected the end of the text: "
                "one value is all a JSON text has" },
    { "{}\n{}", 0, ":2:1: found \"{\", expected the end of the text: "
                   "one value is all a JSON text has" },
    { "// c\n1", 0, ":1:1: found a comment, expected a value" },
    { "[1, /* c */ 2]", 0, ":1:5: found a comment, expected a value" },
    { "# c", 0, ":1:1: found a comment, expected a value" },
    { "['a']", 0, ":1:2: found a single quote, expected a value: strings stand in double quotes" },
    { "{'a':1}", 0, ":1:2: found a single quote, expected a key in double quotes or \"}\"" },
    { "{a:1}", 0, ":1:2: found the word \"a\", expected a key in double quotes or \"}\"" },
    { "[1,]", 0, ":1:4: found \"]\", expected a value: a comma stands only between two values" },
    { "{\"a\":1,}", 0, ":1:8: found \"}\", expected a key: "
                       "a comma stands only between two members" },
    { "[,1]", 0, ":1:2: found \",\", expected a value or \"]\"" },
    { "[1 2]", 0, ":1:4: found the number 2, expected \",\" or \"]\"" },
    { "[1}", 0, ":1:3: found \"}\", expected \",\" or \"]\"" },
    { "{\"a\" 1}", 0, ":1:6: found the number 1, expected \":\" after the key" },
    { "{\"a\":1 \"b\":2}", 0, ":1:8: found a string, expected \",\" or \"}\"" },
    { "{\"a\":}", 0, ":1:6: found \"}\", expected a value" },
    { "]", 0, ":1:1: found \"]\", expected a value" },
    { "True", 0, ":1:1: found the word \"True\", expected a value" },
    { "nul", 0, ":1:1: found the word \"nul\", expected a value" },
    { "nulll", 0, ":1:1: found the word \"nulll\", expected a value" },
    { "truefalse", 0, ":1:1: found the word \"truefalse\", expected a value" },
    { "undefined", 0, ":1:1: found the word \"undefined\", expected a value" },
    { "[\302\2401]", 0, ":1:2: found the character U+00A0, expected a value or \"]\"" },
    { "\f1", 0, ":1:1: found the character U+000C, expected a value" },
    { "é", 0, ":1:1: found \"é\", expected a value" },
  };

  assert_table (refusals, G_N_ELEMENTS (refusals));
}

static void
test_refuses_truncated (void)
{
  static const Refusal refusals[] = {
    { "[", 0, ":1:2: found the end of the text, expected a value or \"]\"" },
    { "[1", 0, ":1:3: found the end of the text, expected \",\" or \"]\"" },
    { "[1,\n", 0, ":2:1: found the end of the text, expected a value" },
    { "{", 0, ":1:2: found the end of the text, expected a key in double quotes or \"}\"" },
    { "{\"a", 0, ":1:4: found the end of the text, expected the closing double quote of the "
                 "string that starts at 1:2" },
    { "{\"a\"", 0, ":1:5: found the end of the text, expected \":\" after the key" },
    { "{\"a\":", 0, ":1:6: found the end of the text, expected a value" },
    { "{\"a\":1,", 0, ":1:8: found the end of the text, expected a key in double quotes" },
    { "\"\\", 0, ":1:3: found the end of the text, expected the rest of an escape and a closing "
                 "double quote" },
    { "-", 0, ":1:2: found the end of the text, expected a digit after the minus sign" },
    { "1.", 0, ":1:3: found the end of the text, expected a digit: "
               "a number needs a digit after the point" },
    { "1e+", 0, ":1:4: found the end of the text, expected a digit in the exponent" },
  };

  assert_table (refusals, G_N_ELEMENTS (refusals));
}

static void
test_refuses_numbers (void)
{
  static const Refusal refusals[] = {
    { "{\"u\": .98}", 0, ":1:7: found \".\", expected a value: "
                         "a number needs a digit before the point" },
    { "-.5", 0, ":1:2: found \".\", expected a digit: a number needs a digit before the point" },
    { "1.e5", 0, ":1:3: found the word \"e5\", expected a digit: "
                 "a number needs a digit after the point" },
    { "+1", 0, ":1:1: found \"+\", expected a value: a number has no plus sign in front" },
    { "01", 0, ":1:1: found the number 01, expected a number without a zero in front" },
    { "-00.5", 0, ":1:1: found the number -00.5, expected a number without a zero in front" },
    { "0x10", 0, ":1:2: found the word \"x10\", expected the end of the text: "
                 "one value is all a JSON text has" },
    { "[1_000]", 0, ":1:3: found \"_\", expected \",\" or \"]\"" },
    { "NaN", WEFT_JSON_ERROR_RANGE, ":1:1: found NaN, expected a finite number" },
    { "[nan]", WEFT_JSON_ERROR_RANGE, ":1:2: found nan, expected a finite number" },
    { "Infinity", WEFT_JSON_ERROR_RANGE, ":1:1: found Infinity, expected a finite number" },
    { "[-Infinity]", WEFT_JSON_ERROR_RANGE, ":1:2: found -Infinity, expected a finite number" },
    { "1e999", WEFT_JSON_ERROR_RANGE, ":1:1: found the number 1e999, expected a number that a "
                                      "double can hold (up to about 1.8e308)" },
    { "-1.8e308", WEFT_JSON_ERROR_RANGE, ":1:1: found the number -1.8e308, expected a number that "
                                         "a double can hold (up to about 1.8e308)" },
    { "1e99999999999999999999", WEFT_JSON_ERROR_RANGE,
      ":1:1: found the number 1e99999999999999999999, expected a number that a double can hold "
      "(up to about 1.8e308)" },
  };
  g_autoptr (GString) digits = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  assert_table (refusals, G_N_ELEMENTS (refusals));

  for (guint i = 0; i < 400; i++)
    g_string_append_c (digits, '9');
  g_assert_false (weft_json_scan (digits->str, digits->len, "t", NULL, NULL, &error));
  g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_RANGE);
  g_clear_error (&error);
  g_string_append (digits, ".0");
  g_assert_false (weft_json_scan (digits->str, digits->len, "t", NULL, NULL, &error));
  g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_RANGE);
}

/* A whole number beyond 64 bits is the double that is nearest, wherever it stands. */
static void
test_big_integers (void)
{
  static const char text[] = "{\"a\\u0000\": [9223372036854775807,9223372036854775808,"
                             "-9223372036854775808, -9223372036854775809 ,"
                             "100000000000000000000],\"b\":18446744073709551616}";
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_json_parse (text, -1, "t", NULL, &error);
  JsonObject *object;
  JsonArray *array;
  static const double expected[] = {
    9223372036854775807.0, 9223372036854775808.0, -9223372036854775808.0, -9223372036854775809.0,
    1e20,
  };

  g_assert_no_error (error);
  object = json_node_get_object (root);
  array = json_object_get_array_member (object, "a\357\277\275");
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      JsonNode *node = json_array_get_element (array, i);

      g_assert_true (json_node_get_value_type (node)
                     == (i == 0 || i == 2 ? G_TYPE_INT64 : G_TYPE_DOUBLE));
      g_assert_cmpfloat (json_node_get_double (node), ==, expected[i]);
    }
  g_assert_cmpfloat (json_object_get_double_member (object, "b"), ==, 18446744073709551616.0);
  g_clear_pointer (&root, json_node_unref);

  /* Too small for a double is zero. */
  root = weft_json_parse ("[1e-400]", -1, "t", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (json_array_get_double_element (json_node_get_array (root), 0), ==, 0);
}

static void
test_refuses_strings (void)
{
  static const Refusal refusals[] = {
    { "[\n  \"é\tx\"]", 0, ":2:5: found a tab, expected the escape \\u0009: control characters in "
                           "strings are escaped" },
    { "[\"ab\ncd\"]", 0, ":1:5: found a line break, expected the closing double quote of the "
                         "string that starts at 1:2" },
    { "\"\001\"", 0, ":1:2: found the character U+0001, expected the escape \\u0001: control "
                     "characters in strings are escaped" },
    { "\"\\x41\"", 0, ":1:3: found \"x\", expected one of \" \\ / b f n r t u after a backslash" },
    { "\"\\é\"", 0, ":1:3: found \"é\", expected one of \" \\ / b f n r t u after a backslash" },
    { "\"\\u00g0\"", 0, ":1:2: found the escape \\u, expected four hexadecimal digits after it" },
    { "\"\\u12\"", 0, ":1:2: found the escape \\u, expected four hexadecimal digits after it" },
  };

  assert_table (refusals, G_N_ELEMENTS (refusals));
}

static void
test_refuses_encoding (void)
{
  static const Refusal refusals[] = {
    { "\357\273\277{}", WEFT_JSON_ERROR_ENCODING,
      ":1:1: found a byte order mark, expected UTF-8 text without one "
      "(\"UTF-8\", not \"UTF-8 with BOM\")" },
    { "\377\376{", WEFT_JSON_ERROR_ENCODING, ":1:1: found UTF-16 text, expected UTF-8 text" },
    { "[\"é\xff\"]", WEFT_JSON_ERROR_ENCODING,
      ":1:4: found the byte 0xff, which is not UTF-8 here, expected UTF-8 text" },
    { "[\n\"\xed\xa0\x80\"]", WEFT_JSON_ERROR_ENCODING,
      ":2:2: found the byte 0xed, which is not UTF-8 here, expected UTF-8 text" },
    { "\"\xc0\x80\"", WEFT_JSON_ERROR_ENCODING,
      ":1:2: found the byte 0xc0, which is not UTF-8 here, expected UTF-8 text" },
  };

  assert_table (refusals, G_N_ELEMENTS (refusals));
  assert_refused ("[1]\0", 4, NULL, WEFT_JSON_ERROR_ENCODING,
                  ":1:4: found a zero byte, expected UTF-8 text");
}

static void
test_lines (void)
{
  static const Refusal refusals[] = {
    { "[1,\n\n  x]", 0, ":3:3: found the word \"x\", expected a value" },
    { "[1,\r\n  x]", 0, ":2:3: found the word \"x\", expected a value" },
    { "[1,\r  x]", 0, ":2:3: found the word \"x\", expected a value" },
    { "[\"éé😀\", x]", 0, ":1:9: found the word \"x\", expected a value" },
  };

  assert_table (refusals, G_N_ELEMENTS (refusals));
}

static void
test_duplicates (void)
{
  static const Refusal refusals[] = {
    { "{\"a\":1,\n \"a\":2}", WEFT_JSON_ERROR_DUPLICATE,
      ":2:2: found the key \"a\" a second time, expected each key once in an object" },
    { "{\"a\":1, \"\\u0061\":2}", WEFT_JSON_ERROR_DUPLICATE,
      ":1:9: found the key \"a\" a second time, expected each key once in an object" },
    { "{\"\":1, \"\":2}", WEFT_JSON_ERROR_DUPLICATE,
      ":1:8: found the key \"\" a second time, expected each key once in an object" },
    { "{\"a\":{\"b\":1,\"c\":[{\"b\":0}],\"b\":1}}", WEFT_JSON_ERROR_DUPLICATE,
      ":1:27: found the key \"b\" a second time, expected each key once in an object" },
    { "{\"a\":{\"a\":{}},\"b\":{\"a\":1},\"a\":2}", WEFT_JSON_ERROR_DUPLICATE,
      ":1:27: found the key \"a\" a second time, expected each key once in an object" },
    { "{\"\\ud83d\\ude00\\n\\/\":1,\"😀\\u000a/\":2}", WEFT_JSON_ERROR_DUPLICATE,
      ":1:23: found the key \"😀\\n/\" a second time, expected each key once in an object" },
    { "{\"\\ud800\":1,\"\\udc00\":2}", WEFT_JSON_ERROR_DUPLICATE,
      ":1:13: found the key \"\357\277\275\" a second time, expected each key once in an object" },
    { "{\"\\u202ea\":1,\"\\u202ea\":2}", WEFT_JSON_ERROR_DUPLICATE,
      ":1:14: found the key \"\\u202ea\" a second time, expected each key once in an object" },
  };

  assert_table (refusals, G_N_ELEMENTS (refusals));
}

/* The table of keys grows and shrinks with the objects: every key of a large object counts, also
 * after objects inside of it have come and gone. */
static void
test_many_keys (void)
{
  for (guint duplicate = 0; duplicate < 5000; duplicate += 777)
    {
      g_autoptr (GString) text = g_string_new ("{");
      g_autoptr (GError) error = NULL;
      gsize length;

      for (guint i = 0; i < 5000; i++)
        g_string_append_printf (text, "\"key %u\":{\"key %u\":{\"key 1\":1},\"x\":2},", i, i);
      length = text->len;

      g_string_append (text, "\"last\":0}");
      g_assert_true (weft_json_scan (text->str, text->len, "t", NULL, NULL, &error));
      g_assert_no_error (error);

      g_string_truncate (text, length);
      g_string_append_printf (text, "\"key %u\":0}", duplicate);
      g_assert_false (weft_json_scan (text->str, text->len, "t", NULL, NULL, &error));
      g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_DUPLICATE);
    }
}

static void
test_depth (void)
{
  const gsize n = 10 * 1000 * 1000;
  g_autofree char *brackets = g_malloc (n);
  g_autoptr (GString) objects = g_string_new (NULL);
  g_autoptr (GString) just = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  WeftJsonLimits deep = { G_MAXSIZE, G_MAXUINT, G_MAXSIZE };

  memset (brackets, '[', n);
  assert_refused (brackets, n, NULL, WEFT_JSON_ERROR_LIMIT,
                  ":1:65: found one level more, expected at most 64 levels of arrays and objects "
                  "inside one another");

  /* Without a limit the scanner still does not recurse, and json-glib is not let near it. */
  assert_refused (brackets, n, &deep, WEFT_JSON_ERROR_SYNTAX,
                  ":1:10000001: found the end of the text, expected a value or \"]\"");
  g_assert_null (weft_json_parse (brackets, n, "t", &deep, &error));
  g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_LIMIT);
  g_clear_error (&error);

  for (guint i = 0; i < 100000; i++)
    g_string_append (objects, "{\"a\":");
  g_assert_false (weft_json_scan (objects->str, objects->len, "t", &deep, NULL, &error));
  g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_SYNTAX);
  g_clear_error (&error);

  for (guint i = 0; i < 64; i++)
    g_string_append (just, "[");
  for (guint i = 0; i < 64; i++)
    g_string_append (just, "]");
  g_assert_true (weft_json_scan (just->str, just->len, "t", NULL, NULL, &error));
  g_assert_no_error (error);
}

static void
test_limits (void)
{
  WeftJsonLimits few = { 20, 64, 3 };

  g_assert_true (weft_json_scan ("[1,2]", 5, "t", &few, NULL, NULL));
  g_assert_true (weft_json_scan ("{\"a\":[1]}", 9, "t", &few, NULL, NULL));
  assert_refused ("[1,2,3]", 7, &few, WEFT_JSON_ERROR_LIMIT,
                  ":1:6: found one value more, expected at most 3 values");
  assert_refused ("[                   ]", 21, &few, WEFT_JSON_ERROR_LIMIT,
                  ": found a text of 21 bytes, expected at most 20");
}

static void
test_cleaned (void)
{
  static const char *const cases[][2] = {
    { "[\"\\ud83d\"]", "[\"\\ufffd\"]" },
    { "[\"\\udc00x\"]", "[\"\\ufffdx\"]" },
    { "[\"\\ud83d\\ud83d\\ude00\"]", "[\"\\ufffd\\ud83d\\ude00\"]" },
    { "[\"\\ude00\\ud83d\"]", "[\"\\ufffd\\ufffd\"]" },
    { "[\"\\ud83d\\n\"]", "[\"\\ufffd\\n\"]" },
    { "[\"x\\u0000y\"]", "[\"x\\ufffdy\"]" },
    { "{\"\\u0000\":\"\\\\u0000\"}", "{\"\\ufffd\":\"\\\\u0000\"}" },
  };
  char *cleaned = NULL;
  g_autofree char *parsed = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *copy = NULL;

      g_assert_true (weft_json_scan (cases[i][0], strlen (cases[i][0]), "t", NULL, &copy, NULL));
      g_assert_cmpstr (copy, ==, cases[i][1]);
    }

  g_assert_true (weft_json_scan ("[\"\\ud83d\\ude00\\u0001\"]", 22, "t", NULL, &cleaned, NULL));
  g_assert_null (cleaned);

  parsed = round_trip ("{\"a\\u0000\":\"x\\ud800y\"}");
  g_assert_cmpstr (parsed, ==, "{\"a\357\277\275\":\"x\357\277\275y\"}");
}

/* The scanner must not look beyond the length it was given: the block ends where the text does,
 * which an address sanitizer watches. */
static void
test_prefixes (void)
{
  static const char whole[] = "{\"a\\u00e9\\ud83d\\ude00\":[-1.5e+10,true,false,null,\"\\n\"]}";

  for (gsize n = 0; n < strlen (whole); n++)
    {
      g_autofree char *block = g_memdup2 (whole, n);
      g_autoptr (GError) error = NULL;

      g_assert_false (weft_json_scan (block, n, "t", NULL, NULL, &error));
      g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_SYNTAX);
    }
}

static const char fuzz_seed[] =
  "{\n  \"name\": \"H100 \\u00e9\\ud83d\\ude00\\n\", \"tdp_w\": 700, \"bw\": 3.35e12,\n"
  "  \"links\": [{\"to\": null, \"on\": true}, {\"to\": \"x\", \"on\": false}, []],\n"
  "  \"small\": -1.5E-10, \"zero\": 0, \"é\": {\"a\": {\"a\": {\"a\": [[[[1, 2, 3]]]]}}}\n}";

static void
mutate (GRand   *rand,
        GString *text)
{
  static const char bytes[] = "{}[]\",:\\u0d8ef.-+E1/*'\n\t\001 tnN\377\303";
  guint n = g_rand_int_range (rand, 1, 5);

  for (guint i = 0; i < n && text->len > 0; i++)
    {
      guint at = g_rand_int_range (rand, 0, text->len);
      gsize cut = g_rand_int_range (rand, 1, 8);
      char byte = g_rand_boolean (rand) ? bytes[g_rand_int_range (rand, 0, sizeof bytes - 1)]
                                        : (char) g_rand_int_range (rand, 1, 256);

      switch (g_rand_int_range (rand, 0, 4))
        {
        case 0:
          text->str[at] = byte;
          break;

        case 1:
          g_string_insert_c (text, at, byte);
          break;

        case 2:
          g_string_erase (text, at, MIN (text->len - at, cut));
          break;

        default:
          g_string_truncate (text, at);
          break;
        }
    }
}

/* Damaged documents: refused with a message, or parsed to what the scanner said is there. */
static void
test_mutations (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20240613);
  guint n_accepted = 0;

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (fuzz_seed);
      g_autoptr (GError) error = NULL;
      g_autofree char *block = NULL;
      g_autoptr (JsonNode) node = NULL;

      mutate (rand, text);
      block = g_memdup2 (text->str, text->len);
      if (!weft_json_scan (block, text->len, "t", NULL, NULL, &error))
        {
          g_assert_nonnull (error);
          g_assert_true (g_str_has_prefix (error->message, "t:"));
          g_assert_true (g_utf8_validate (error->message, -1, NULL));
          continue;
        }

      g_assert_no_error (error);
      node = weft_json_parse (text->str, text->len, "t", NULL, &error);
      g_assert_no_error (error);
      g_assert_nonnull (node);
      n_accepted++;
    }

  g_assert_cmpuint (n_accepted, >, 500);
}

/* Short texts over few bytes come close to the grammar's edges far more often. */
static void
test_random_tokens (void)
{
  static const char *const tokens[] = {
    "{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u0000\"", "\"\\ud800\"", "1", "-0", "0.5", "1e5",
    "true", "null", " ", "\"b\"", "\"\"", "9e307", "\"\\\\\"",
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint n_accepted = 0;

  for (guint i = 0; i < 50000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (JsonNode) node = NULL;
      g_autoptr (GError) error = NULL;
      guint n = g_rand_int_range (rand, 1, 9);

      for (guint j = 0; j < n; j++)
        g_string_append (text, tokens[g_rand_int_range (rand, 0, G_N_ELEMENTS (tokens))]);
      if (!weft_json_scan (text->str, text->len, "t", NULL, NULL, NULL))
        continue;

      node = weft_json_parse (text->str, text->len, "t", NULL, &error);
      g_assert_no_error (error);
      n_accepted++;
    }

  g_assert_cmpuint (n_accepted, >, 500);
}

static void
assert_load_fails (const char *path,
                   int         code,
                   const char *reason)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = g_strconcat (path, reason, NULL);

  g_assert_null (weft_json_load (path, NULL, &error));
  g_assert_error (error, WEFT_JSON_ERROR, code);
  g_assert_cmpstr (error->message, ==, expected);
}

static void
test_load (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-json-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = NULL;
  WeftJsonLimits small = { 3, 64, 10 };

  assert_load_fails (path, WEFT_JSON_ERROR_FILE,
                     ": the file cannot be opened: No such file or directory");
  assert_load_fails (folder, WEFT_JSON_ERROR_FILE, ": found a folder, expected a file");
  assert_load_fails ("/dev/null", WEFT_JSON_ERROR_FILE, ": found a device, expected a file");

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  assert_load_fails (path, WEFT_JSON_ERROR_SYNTAX,
                     ":1:1: found an empty text, expected a JSON value");

  g_assert_true (g_file_set_contents (path, "{\"a\":\n[1,]}", -1, NULL));
  assert_load_fails (path, WEFT_JSON_ERROR_SYNTAX,
                     ":2:4: found \"]\", expected a value: a comma stands only between two values");

  g_assert_true (g_file_set_contents (path, "[1,2]", -1, NULL));
  node = weft_json_load (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (node)), ==, 2);

  g_assert_null (weft_json_load (path, &small, &error));
  g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_LIMIT);

  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/base/json/accepts", test_accepts);
  g_test_add_func ("/base/json/big-integers", test_big_integers);
  g_test_add_func ("/base/json/refuses-grammar", test_refuses_grammar);
  g_test_add_func ("/base/json/refuses-truncated", test_refuses_truncated);
  g_test_add_func ("/base/json/refuses-numbers", test_refuses_numbers);
  g_test_add_func ("/base/json/refuses-strings", test_refuses_strings);
  g_test_add_func ("/base/json/refuses-encoding", test_refuses_encoding);
  g_test_add_func ("/base/json/lines", test_lines);
  g_test_add_func ("/base/json/duplicates", test_duplicates);
  g_test_add_func ("/base/json/many-keys", test_many_keys);
  g_test_add_func ("/base/json/depth", test_depth);
  g_test_add_func ("/base/json/limits", test_limits);
  g_test_add_func ("/base/json/cleaned", test_cleaned);
  g_test_add_func ("/base/json/prefixes", test_prefixes);
  g_test_add_func ("/base/json/mutations", test_mutations);
  g_test_add_func ("/base/json/random-tokens", test_random_tokens);
  g_test_add_func ("/base/json/load", test_load);

  return g_test_run ();
}
