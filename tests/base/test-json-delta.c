/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Differences of JSON values: applied to the first value they give the second one, byte for byte. */
#include "base/weft-json-delta.h"

#include "base/weft-json-write.h"
#include "base/weft-json.h"

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_parse (text, -1, NULL, NULL, &error);

  g_assert_no_error (error);
  return node;
}

/* The difference as text goes the way of a file: written and read again. */
static char *
delta_text (JsonNode *before,
            JsonNode *after)
{
  g_autoptr (JsonNode) delta = weft_json_delta_new (before, after);

  return weft_json_write_compact (delta);
}

static void
assert_way (JsonNode *before,
            JsonNode *after)
{
  g_autofree char *text = delta_text (before, after);
  g_autoptr (JsonNode) delta = parse (text);
  g_autofree char *start = weft_json_write_compact (before);
  g_autofree char *end = weft_json_write_compact (after);
  g_autoptr (JsonNode) node = parse (start);
  g_autofree char *reached = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_json_delta_apply (&node, delta, &error));
  g_assert_no_error (error);
  reached = weft_json_write_compact (node);
  g_assert_cmpstr (reached, ==, end);
}

static void
test_words (void)
{
  static const struct
  {
    const char *before, *after, *delta;
  } cases[] = {
    { "{\"a\":1}", "{\"a\":1}", "[]" },
    { "{\"a\":1}", "{\"a\":2}", "[{\"at\":[\"a\"],\"was\":1,\"set\":2}]" },
    { "{\"a\":1}", "{\"a\":1,\"b\":null}", "[{\"at\":[\"b\"],\"set\":null}]" },
    { "{\"a\":1,\"b\":null}", "{\"a\":1}", "[{\"at\":[\"b\"],\"was\":null}]" },
    { "{\"b\":1}", "{\"a\":2,\"b\":1}",
      "[{\"at\":[\"a\"],\"set\":2},{\"at\":[],\"order\":[\"a\",\"b\"]}]" },
    { "[1,2,3]", "[1,3]", "[{\"at\":[],\"from\":1,\"was\":[2],\"set\":[]}]" },
    { "[1,2,3]", "[1,9,3]", "[{\"at\":[1],\"was\":2,\"set\":9}]" },
    { "{\"p\":[{\"x\":1},{\"x\":2}]}", "{\"p\":[{\"x\":1},{\"x\":3}]}",
      "[{\"at\":[\"p\",1,\"x\"],\"was\":2,\"set\":3}]" },
    { "[]", "{}", "[{\"at\":[],\"was\":[],\"set\":{}}]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonNode) before = parse (cases[i].before);
      g_autoptr (JsonNode) after = parse (cases[i].after);
      g_autofree char *text = delta_text (before, after);

      g_assert_cmpstr (text, ==, cases[i].delta);
      assert_way (before, after);
    }
}

static JsonNode *
make_value (GRand *rand,
            guint  depth)
{
  static const char *const keys[] = { "a", "b", "c", "0", "a/b", "~", "" };
  JsonNode *node;
  guint n = g_rand_int_range (rand, 0, 5);

  switch (g_rand_int_range (rand, 0, depth > 0 ? 9 : 6))
    {
    case 0:
      return json_node_new (JSON_NODE_NULL);
    case 1:
      return json_node_init_boolean (json_node_alloc (), n > 2);
    case 2:
      return json_node_init_int (json_node_alloc (), n);
    case 3:
      return json_node_init_double (json_node_alloc (), n / 4.0);
    case 4:
    case 5:
      return json_node_init_string (json_node_alloc (), keys[n]);
    case 6:
      node = json_node_new (JSON_NODE_ARRAY);
      json_node_take_array (node, json_array_new ());
      for (guint i = 0; i < n; i++)
        json_array_add_element (json_node_get_array (node), make_value (rand, depth - 1));
      return node;
    default:
      node = json_node_new (JSON_NODE_OBJECT);
      json_node_take_object (node, json_object_new ());
      for (guint i = 0; i < n; i++)
        json_object_set_member (json_node_get_object (node),
                                keys[g_rand_int_range (rand, 0, G_N_ELEMENTS (keys))],
                                make_value (rand, depth - 1));
      return node;
    }
}

static void
test_property (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (JsonNode) before = make_value (rand, 4);
      g_autoptr (JsonNode) after = make_value (rand, 4);

      assert_way (before, after);
      assert_way (after, before);
    }
}

/* Differences of other values, and what is none. */
static void
test_misfits (void)
{
  static const char *const deltas[] = {
    "{}", "null", "[1]", "[{}]", "[{\"at\":\"a\"}]", "[{\"at\":[\"a\"]}]",
    "[{\"at\":[\"a\"],\"was\":2,\"set\":1}]",
    "[{\"at\":[\"a\"],\"set\":1}]",
    "[{\"at\":[\"z\"],\"was\":1}]",
    "[{\"at\":[\"a\",\"x\"],\"set\":1}]",
    "[{\"at\":[0],\"was\":1,\"set\":1}]",
    "[{\"at\":[],\"set\":1}]",
    "[{\"at\":[\"l\",3],\"was\":1,\"set\":1}]",
    "[{\"at\":[\"l\",-1],\"was\":1,\"set\":1}]",
    "[{\"at\":[\"l\",4294967296],\"was\":1,\"set\":2}]",
    "[{\"at\":[\"l\",0],\"was\":1}]",
    "[{\"at\":[\"l\",\"0\"],\"set\":1}]",
    "[{\"at\":[\"l\"],\"from\":0,\"was\":[2],\"set\":[]}]",
    "[{\"at\":[\"l\"],\"from\":2,\"was\":[1,2],\"set\":[]}]",
    "[{\"at\":[\"l\"],\"from\":4,\"was\":[],\"set\":[]}]",
    "[{\"at\":[\"l\"],\"from\":\"0\",\"was\":[],\"set\":[]}]",
    "[{\"at\":[\"l\"],\"from\":0,\"was\":[]}]",
    "[{\"at\":[\"a\"],\"from\":0,\"was\":[],\"set\":[]}]",
    "[{\"at\":[\"a\"],\"order\":[]}]",
    "[{\"at\":[],\"order\":1}]",
    "[{\"at\":[[]],\"set\":1}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (deltas); i++)
    {
      g_autoptr (JsonNode) root = parse ("{\"a\":1,\"l\":[1,2,3]}");
      g_autoptr (JsonNode) delta = parse (deltas[i]);
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      g_assert_false (weft_json_delta_apply (&root, delta, &error));
      g_assert_nonnull (error);
      text = weft_json_write_compact (root);
      g_assert_cmpstr (text, ==, "{\"a\":1,\"l\":[1,2,3]}");
    }
}

/* An order that names too much or too little loses no member. */
static void
test_odd_order (void)
{
  g_autoptr (JsonNode) root = parse ("{\"a\":1,\"b\":2,\"c\":3}");
  g_autoptr (JsonNode) delta = parse ("[{\"at\":[],\"order\":[\"c\",\"c\",7,\"z\",null]}]");
  g_autofree char *text = NULL;

  g_assert_true (weft_json_delta_apply (&root, delta, NULL));
  text = weft_json_write_compact (root);
  g_assert_cmpstr (text, ==, "{\"c\":3,\"a\":1,\"b\":2}");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-delta/words", test_words);
  g_test_add_func ("/json-delta/property", test_property);
  g_test_add_func ("/json-delta/misfits", test_misfits);
  g_test_add_func ("/json-delta/odd-order", test_odd_order);
  return g_test_run ();
}
