/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing JSON: numbers that read back, one form for hashes, one for people. */

#include <locale.h>
#include <math.h>
#include <string.h>

#include "base/weft-json-repeat-private.h"
#include "base/weft-json-write.h"
#include "base/weft-plain.h"
#include "base/weft-json.h"

static void
test_double (void)
{
  static const struct
  {
    double value;
    const char *text;
  } cases[] = {
    { 0.0, "0" },
    { -0.0, "0" },
    { 1312, "1312" },
    { -3, "-3" },
    { 0.1, "0.1" },
    { 0.98, "0.98" },
    { 1.0 / 3.0, "0.3333333333333333" },
    { 0.1 + 0.2, "0.30000000000000004" },
    { 989.5e12, "989500000000000" },
    { 999999999999999.0, "999999999999999" },
    { 1e15, "1e+15" },
    { 3.35e12, "3350000000000" },
    { 1e-5, "1e-05" },
    { 1e22, "1e+22" },
    { G_MAXDOUBLE, "1.7976931348623157e+308" },
    { 9007199254740993.0, "9007199254740992" },
  };
  char buffer[WEFT_DOUBLE_BUFFER];

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (weft_json_format_double (cases[i].value, buffer) == buffer);
      g_assert_cmpstr (buffer, ==, cases[i].text);
    }
}

static double
random_double (GRand *rand)
{
  for (;;)
    {
      guint64 bits = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
      double value;

      memcpy (&value, &bits, sizeof value);
      if (isfinite (value))
        return value;
    }
}

static void
test_double_round_trip (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (99);
  char buffer[WEFT_DOUBLE_BUFFER];

  for (guint i = 0; i < 50000; i++)
    {
      double value = i % 2 == 0 ? random_double (rand)
                                : round (g_rand_double (rand) * 1e6) / 1000.0;
      double back;

      weft_json_format_double (value, buffer);
      g_assert_cmpuint (strlen (buffer), <, WEFT_DOUBLE_BUFFER);
      back = g_ascii_strtod (buffer, NULL);
      g_assert_true (back == value);
      g_assert_true (weft_json_scan (buffer, strlen (buffer), "t", NULL, NULL, NULL));
      if (i % 2 == 1)
        g_assert_cmpuint (strlen (buffer), <=, 10);
    }
}

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_parse (text, -1, "t", NULL, &error);

  g_assert_no_error (error);
  return node;
}

static void
test_canonical (void)
{
  g_autoptr (JsonNode) node = parse (
    "{ \"b\": [1, 2.50, {\"z\": null, \"a\": true}], \"B\": \"é\\u0001\\u007f/\\n\\\"\\\\\","
    " \"a\": 9223372036854775807, \"é\": -0.0, \"aa\": {}, \"\": [] }");
  g_autofree char *text = weft_json_write_canonical (node);

  g_assert_cmpstr (text, ==,
                   "{\"\":[],\"B\":\"é\\u0001\\u007f/\\n\\\"\\\\\",\"a\":9223372036854775807,"
                   "\"aa\":{},\"b\":[1,2.5,{\"a\":true,\"z\":null}],\"é\":0}");
}

static void
test_digest (void)
{
  g_autoptr (JsonNode) a = parse ("{\"x\": 8, \"y\": [1]}");
  g_autoptr (JsonNode) b = parse ("{\"y\":[1.0],\"x\":8.0}");
  g_autoptr (JsonNode) c = parse ("{\"y\":[1],\"x\":9}");
  g_autoptr (JsonNode) empty = parse ("{}");
  g_autofree char *digest_a = weft_json_digest (a);
  g_autofree char *digest_b = weft_json_digest (b);
  g_autofree char *digest_c = weft_json_digest (c);
  g_autofree char *digest_empty = weft_json_digest (empty);

  g_assert_cmpstr (digest_a, ==, digest_b);
  g_assert_cmpstr (digest_a, !=, digest_c);

  /* SHA-256 of the two bytes {}. */
  g_assert_cmpstr (digest_empty, ==,
                   "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
}

static void
test_nonfinite (void)
{
  static const double values[] = { NAN, INFINITY, -INFINITY };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (JsonNode) node = parse ("{\"a\":[[1],{}]}");
      JsonArray *array = json_object_get_array_member (json_node_get_object (node), "a");

      json_object_set_double_member (json_array_get_object_element (array, 1), "x", values[i]);
      g_assert_null (weft_json_write_canonical (node));
      g_assert_null (weft_json_write_pretty (node));
      g_assert_null (weft_json_digest (node));
    }
}

static void
test_invalid_utf8 (void)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), "a\xff");
  g_autofree char *text = weft_json_write_canonical (node);

  g_assert_cmpstr (text, ==, "\"a\357\277\275\"");
}

static void
test_pretty (void)
{
  static const char expected[] =
    "{\n"
    "  \"z\": 1,\n"
    "  \"a\": [1, 2, \"x\"],\n"
    "  \"o\": {\"b\": true, \"a\": null},\n"
    "  \"empty\": [],\n"
    "  \"nested\": [\n"
    "    [1, 2],\n"
    "    {\"x\": 0.5}\n"
    "  ]\n"
    "}\n";
  g_autoptr (JsonNode) node = parse (
    "{\"z\":1,\"a\":[1,2,\"x\"],\"o\":{\"b\":true,\"a\":null},\"empty\":[],"
    "\"nested\":[[1,2],{\"x\":0.5}]}");
  g_autoptr (JsonNode) root_array = parse ("[1,2]");
  g_autoptr (JsonNode) root_empty = parse ("{}");
  g_autoptr (JsonNode) root_scalar = parse ("\"x\"");
  g_autofree char *text = weft_json_write_pretty (node);
  g_autofree char *array = weft_json_write_pretty (root_array);
  g_autofree char *empty = weft_json_write_pretty (root_empty);
  g_autofree char *scalar = weft_json_write_pretty (root_scalar);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpstr (array, ==, "[\n  1,\n  2\n]\n");
  g_assert_cmpstr (empty, ==, "{}\n");
  g_assert_cmpstr (scalar, ==, "\"x\"\n");
}

/* Just as wide as allowed, comma included, and one character wider. */
static void
test_pretty_width (void)
{
  for (guint extra = 0; extra < 2; extra++)
    {
      g_autofree char *filler = g_strnfill (83 + extra, 'x');
      g_autofree char *source = g_strdup_printf ("{\"k\": [\"é\", \"%s\"], \"l\": 1}", filler);
      g_autoptr (JsonNode) node = parse (source);
      g_autofree char *text = weft_json_write_pretty (node);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

      g_assert_cmpuint (g_strv_length (lines), ==, extra == 0 ? 5 : 8);
      if (extra == 0)
        g_assert_cmpint (g_utf8_strlen (lines[1], -1), ==, 100);
      else
        g_assert_cmpstr (lines[1], ==, "  \"k\": [");
    }
}

static JsonNode *
random_node (GRand *rand,
             guint  depth)
{
  static const char *const strings[] = {
    "", "x", "é", "😀", "\"", "\\", "\n\t\r\b\f", "\001\037", "\177", "/", "\342\200\250", "a b", "\302\200\302\233x\302\237\302\240",
    "\342\200\256\342\201\246\330\234\342\200\217",
  };
  JsonNode *node = json_node_alloc ();
  g_autoptr (JsonArray) array = NULL;
  g_autoptr (JsonObject) object = NULL;

  switch (g_rand_int_range (rand, 0, depth < 5 ? 8 : 6))
    {
    case 0:
      return json_node_init_null (node);

    case 1:
      return json_node_init_boolean (node, g_rand_boolean (rand));

    case 2:
      return json_node_init_int (node, (gint64) ((guint64) g_rand_int (rand) << 32
                                                 | g_rand_int (rand)));

    case 3:
      return json_node_init_double (node, random_double (rand));

    case 4:
      return json_node_init_int (node, g_rand_int_range (rand, -100, 100));

    case 5:
      return json_node_init_string (node, strings[g_rand_int_range (rand, 0,
                                                                    G_N_ELEMENTS (strings))]);

    case 6:
      array = json_array_new ();
      for (int n = g_rand_int_range (rand, 0, 6); n > 0; n--)
        json_array_add_element (array, random_node (rand, depth + 1));
      return json_node_init_array (node, array);

    default:
      object = json_object_new ();
      for (int n = g_rand_int_range (rand, 0, 6); n > 0; n--)
        json_object_set_member (object, strings[g_rand_int_range (rand, 0,
                                                                  G_N_ELEMENTS (strings))],
                                random_node (rand, depth + 1));
      return json_node_init_object (node, object);
    }
}

/* What JSON need not escape but a terminal would obey. */
static void
test_harmless (void)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  g_autofree char *canonical = NULL;
  g_autofree char *pretty = NULL;

  json_object_set_string_member (object, "k\302\233", "\033]0;t\007\177\302\2332J\342\200\256x\342\200\250é");
  json_node_take_object (node, object);
  canonical = weft_json_write_canonical (node);
  pretty = weft_json_write_pretty (node);
  g_assert_cmpstr (canonical, ==, "{\"k\\u009b\":\"\\u001b]0;t\\u0007\\u007f\\u009b2J\\u202ex\\u2028é\"}");
  for (const char *at = pretty; *at != '\0'; at = g_utf8_next_char (at))
    g_assert_true (*at == '\n' || !weft_plain_is_control (g_utf8_get_char (at)));
}

static void
test_tree_round_trip (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4711);

  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (JsonNode) node = random_node (rand, 0);
      g_autofree char *canonical = weft_json_write_canonical (node);
      g_autofree char *pretty = weft_json_write_pretty (node);
      g_autoptr (JsonNode) from_canonical = parse (canonical);
      g_autoptr (JsonNode) from_pretty = parse (pretty);
      g_autofree char *canonical_again = weft_json_write_canonical (from_canonical);
      g_autofree char *pretty_again = weft_json_write_pretty (from_pretty);
      g_autofree char *crossed = weft_json_write_canonical (from_pretty);

      g_assert_cmpstr (canonical_again, ==, canonical);
      g_assert_cmpstr (pretty_again, ==, pretty);
      g_assert_cmpstr (crossed, ==, canonical);
    }
}

/* A decimal comma in the user's language must not come into a file. */
static void
test_locale (void)
{
  static const char *const comma_locales[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8" };
  g_autofree char *old = g_strdup (setlocale (LC_NUMERIC, NULL));
  const char *set = NULL;
  char buffer[WEFT_DOUBLE_BUFFER];

  for (guint i = 0; i < G_N_ELEMENTS (comma_locales) && set == NULL; i++)
    set = setlocale (LC_NUMERIC, comma_locales[i]);
  if (set == NULL)
    {
      g_test_skip ("no locale with a decimal comma is installed");
      return;
    }

  g_assert_cmpstr (weft_json_format_double (0.5, buffer), ==, "0.5");
  setlocale (LC_NUMERIC, old);
}

/* More numbers than are remembered, each a few times: the same text as without remembering. */
static void
test_repeat (void)
{
  g_autofree WeftJsonRepeat *repeat = g_new0 (WeftJsonRepeat, 1);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  char buffer[WEFT_DOUBLE_BUFFER];

  for (guint i = 0; i < 50000; i++)
    {
      double value = g_rand_int_range (rand, -9000, 9000) / 7.0;

      g_string_truncate (text, 0);
      weft_json_repeat_append (repeat, text, value);
      g_assert_cmpstr (text->str, ==, weft_json_format_double (value, buffer));
    }
  g_string_truncate (text, 0);
  weft_json_repeat_append (repeat, text, 0.0);
  weft_json_repeat_append (repeat, text, -0.0);
  g_assert_cmpstr (text->str, ==, "00");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/base/json-write/double", test_double);
  g_test_add_func ("/base/json-write/double-round-trip", test_double_round_trip);
  g_test_add_func ("/base/json-write/canonical", test_canonical);
  g_test_add_func ("/base/json-write/digest", test_digest);
  g_test_add_func ("/base/json-write/nonfinite", test_nonfinite);
  g_test_add_func ("/base/json-write/invalid-utf8", test_invalid_utf8);
  g_test_add_func ("/base/json-write/pretty", test_pretty);
  g_test_add_func ("/base/json-write/pretty-width", test_pretty_width);
  g_test_add_func ("/base/json-write/harmless", test_harmless);
  g_test_add_func ("/base/json-write/tree-round-trip", test_tree_round_trip);
  g_test_add_func ("/base/json-write/locale", test_locale);
  g_test_add_func ("/base/json-write/repeat", test_repeat);

  return g_test_run ();
}
