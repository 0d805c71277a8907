/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places in a document: finding, pointers, types, and the words of every refusal. */

#include "base/weft-json-at.h"
#include "base/weft-json-pointer.h"
#include "base/weft-json.h"

static const char document[] =
  "{"
  "\"n\": 3, \"d\": 2.5, \"whole\": 8.0, \"big\": 1e300, \"min\": -9223372036854775808,"
  "\"edge\": 9223372036854775808.0, \"t\": true, \"s\": \"x\", \"null\": null,"
  "\"o\": {\"k\": 1}, \"a\": [10, {\"deep\": \"y\"}, null],"
  "\"a/b\": {\"c~d\": [0, \"here\"]}, \"\": 1,"
  "\"long\": \"0123456789012345678901234567890123456789é\","
  "\"forty\": \"012345678901234567890123456789012345678é\","
  "\"odd\": \"q\\\"\\\\\\n\\t\\u001b\\u202e\""
  "}";

typedef struct
{
  JsonNode *root;
  WeftJsonAt at;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  (void) data;
  fixture->root = weft_json_parse (document, -1, "t", NULL, &error);
  g_assert_no_error (error);
  weft_json_at_root (&fixture->at, fixture->root, "f.json");
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  (void) data;
  json_node_unref (fixture->root);
}

static void
assert_error (GError    **error,
              int         code,
              const char *message)
{
  g_assert_error (*error, WEFT_JSON_ERROR, code);
  g_assert_cmpstr ((*error)->message, ==, message);
  g_clear_error (error);
}

static void
test_places (Fixture       *fixture,
             gconstpointer  data)
{
  WeftJsonAt array, element, member;
  g_autofree char *root = weft_json_at_pointer (&fixture->at);
  g_autofree char *pointer = NULL;
  g_autofree char *escaped = NULL;
  g_autofree char *empty = NULL;

  (void) data;
  g_assert_cmpstr (root, ==, "");
  g_assert_cmpuint (weft_json_at_length (&fixture->at), ==, 16);

  g_assert_true (weft_json_at_member (&fixture->at, "a", &array));
  g_assert_cmpuint (weft_json_at_length (&array), ==, 3);
  g_assert_true (weft_json_at_element (&array, 1, &element));
  g_assert_true (weft_json_at_member (&element, "deep", &member));
  pointer = weft_json_at_pointer (&member);
  g_assert_cmpstr (pointer, ==, "/a/1/deep");
  g_assert_cmpuint (weft_json_at_length (&member), ==, 0);

  g_assert_true (weft_json_at_element (&array, 2, &element));
  g_assert_true (weft_json_at_is_null (&element));
  g_assert_false (weft_json_at_is_null (&array));

  g_assert_false (weft_json_at_element (&array, 3, &element));
  g_assert_false (weft_json_at_element (&fixture->at, 0, &element));
  g_assert_false (weft_json_at_member (&array, "a", &member));
  g_assert_false (weft_json_at_member (&fixture->at, "absent", &member));

  g_assert_true (weft_json_at_member (&fixture->at, "a/b", &array));
  g_assert_true (weft_json_at_member (&array, "c~d", &element));
  g_assert_true (weft_json_at_element (&element, 1, &member));
  escaped = weft_json_at_pointer (&member);
  g_assert_cmpstr (escaped, ==, "/a~1b/c~0d/1");

  g_assert_true (weft_json_at_member (&fixture->at, "", &member));
  empty = weft_json_at_pointer (&member);
  g_assert_cmpstr (empty, ==, "/");
}

static void
test_found (Fixture       *fixture,
            gconstpointer  data)
{
  static const char *const cases[][2] = {
    { "n", "the number 3" },
    { "d", "the number 2.5" },
    { "whole", "the number 8" },
    { "big", "the number 1e+300" },
    { "min", "the number -9223372036854775808" },
    { "t", "true" },
    { "s", "the string \"x\"" },
    { "null", "null" },
    { "o", "an object" },
    { "a", "an array" },
    { "long", "the string \"0123456789012345678901234567890123456789…\"" },
    { "forty", "the string \"012345678901234567890123456789012345678é\"" },
    { "odd", "the string \"q\\\"\\\\\\n\\t\\u001b\\u202e\"" },
  };

  (void) data;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WeftJsonAt at;
      g_autofree char *found = NULL;

      g_assert_true (weft_json_at_member (&fixture->at, cases[i][0], &at));
      found = weft_json_at_found (&at);
      g_assert_cmpstr (found, ==, cases[i][1]);
    }
}

static void
test_values (Fixture       *fixture,
             gconstpointer  data)
{
  double number = 0;
  gint64 integer = 0;
  gboolean boolean = FALSE;
  const char *string = NULL;
  const WeftJsonAt *root = &fixture->at;

  (void) data;
  g_assert_true (weft_json_at_get_number (root, "d", WEFT_JSON_REQUIRED, &number, NULL));
  g_assert_cmpfloat (number, ==, 2.5);
  g_assert_true (weft_json_at_get_number (root, "n", WEFT_JSON_REQUIRED, &number, NULL));
  g_assert_cmpfloat (number, ==, 3);
  g_assert_true (weft_json_at_get_integer (root, "n", WEFT_JSON_REQUIRED, &integer, NULL));
  g_assert_cmpint (integer, ==, 3);
  g_assert_true (weft_json_at_get_integer (root, "whole", WEFT_JSON_REQUIRED, &integer, NULL));
  g_assert_cmpint (integer, ==, 8);
  g_assert_true (weft_json_at_get_integer (root, "min", WEFT_JSON_REQUIRED, &integer, NULL));
  g_assert_cmpint (integer, ==, G_MININT64);
  g_assert_true (weft_json_at_get_boolean (root, "t", WEFT_JSON_REQUIRED, &boolean, NULL));
  g_assert_true (boolean);
  g_assert_true (weft_json_at_get_string (root, "s", WEFT_JSON_REQUIRED, &string, NULL));
  g_assert_cmpstr (string, ==, "x");
}

static void
test_refusals (Fixture       *fixture,
               gconstpointer  data)
{
  double number = 7;
  gint64 integer = 7;
  gboolean boolean = 7;
  const char *string = "7";
  const WeftJsonAt *root = &fixture->at;
  WeftJsonAt at;
  WeftJsonAt element;
  GError *error = NULL;

  (void) data;
  g_assert_false (weft_json_at_get_number (root, "s", WEFT_JSON_REQUIRED, &number, &error));
  assert_error (&error, WEFT_JSON_ERROR_TYPE,
                "f.json: /s: found the string \"x\", expected a number");
  g_assert_false (weft_json_at_get_integer (root, "d", WEFT_JSON_OPTIONAL, &integer, &error));
  assert_error (&error, WEFT_JSON_ERROR_TYPE,
                "f.json: /d: found the number 2.5, expected a whole number");
  g_assert_false (weft_json_at_get_integer (root, "edge", WEFT_JSON_OPTIONAL, &integer, &error));
  assert_error (&error, WEFT_JSON_ERROR_RANGE,
                "f.json: /edge: found the number 9.223372036854776e+18, "
                "expected a whole number of 64 bits");
  g_assert_false (weft_json_at_get_boolean (root, "n", WEFT_JSON_REQUIRED, &boolean, &error));
  assert_error (&error, WEFT_JSON_ERROR_TYPE,
                "f.json: /n: found the number 3, expected true or false");
  g_assert_false (weft_json_at_get_string (root, "t", WEFT_JSON_REQUIRED, &string, &error));
  assert_error (&error, WEFT_JSON_ERROR_TYPE, "f.json: /t: found true, expected a string");
  g_assert_false (weft_json_at_array (root, &error));
  assert_error (&error, WEFT_JSON_ERROR_TYPE,
                "f.json: (the whole document): found an object, expected an array");

  g_assert_true (weft_json_at_member (root, "a", &at));
  g_assert_false (weft_json_at_object (&at, &error));
  assert_error (&error, WEFT_JSON_ERROR_TYPE, "f.json: /a: found an array, expected an object");
  g_assert_false (weft_json_at_get_number (&at, "x", WEFT_JSON_OPTIONAL, &number, &error));
  assert_error (&error, WEFT_JSON_ERROR_TYPE, "f.json: /a: found an array, expected an object");

  g_assert_true (weft_json_at_element (&at, 0, &element));
  g_assert_false (weft_json_at_refuse (&element, WEFT_JSON_ERROR_RANGE, "at most 9", &error));
  assert_error (&error, WEFT_JSON_ERROR_RANGE,
                "f.json: /a/0: found the number 10, expected at most 9");

  g_assert_cmpfloat (number, ==, 7);
  g_assert_cmpint (integer, ==, 7);
  g_assert_cmpint (boolean, ==, 7);
  g_assert_cmpstr (string, ==, "7");
}

static void
test_need (Fixture       *fixture,
           gconstpointer  data)
{
  const WeftJsonAt *root = &fixture->at;
  WeftJsonAt out = { NULL, "untouched", NULL, NULL, 7 };
  double number = 7;
  gboolean present = TRUE;
  GError *error = NULL;

  (void) data;
  g_assert_true (weft_json_at_get_number (root, "no", WEFT_JSON_OPTIONAL, &number, &error));
  g_assert_true (weft_json_at_get_number (root, "null", WEFT_JSON_OPTIONAL, &number, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (number, ==, 7);

  g_assert_false (weft_json_at_get_number (root, "no", WEFT_JSON_REQUIRED, &number, &error));
  assert_error (&error, WEFT_JSON_ERROR_MISSING,
                "f.json: /no: found nothing, expected a number");
  g_assert_false (weft_json_at_get_number (root, "null", WEFT_JSON_REQUIRED, &number, &error));
  assert_error (&error, WEFT_JSON_ERROR_TYPE, "f.json: /null: found null, expected a number");

  g_assert_true (weft_json_at_get_object (root, "no", WEFT_JSON_OPTIONAL, &out, &present, &error));
  g_assert_false (present);
  present = TRUE;
  g_assert_true (weft_json_at_get_array (root, "null", WEFT_JSON_OPTIONAL, &out, &present, &error));
  g_assert_false (present);
  g_assert_cmpstr (out.file, ==, "untouched");
  g_assert_cmpuint (out.index, ==, 7);

  g_assert_false (weft_json_at_get_object (root, "a", WEFT_JSON_OPTIONAL, &out, &present, &error));
  assert_error (&error, WEFT_JSON_ERROR_TYPE, "f.json: /a: found an array, expected an object");
  g_assert_false (weft_json_at_get_array (root, "no", WEFT_JSON_REQUIRED, &out, NULL, &error));
  assert_error (&error, WEFT_JSON_ERROR_MISSING, "f.json: /no: found nothing, expected an array");

  g_assert_true (weft_json_at_get_object (root, "o", WEFT_JSON_REQUIRED, &out, &present, &error));
  g_assert_true (present);
  g_assert_true (weft_json_at_get_number (&out, "k", WEFT_JSON_REQUIRED, &number, &error));
  g_assert_cmpfloat (number, ==, 1);
  g_assert_true (weft_json_at_get_array (root, "a", WEFT_JSON_REQUIRED, &out, NULL, &error));
  g_assert_cmpuint (weft_json_at_length (&out), ==, 3);
}

static void
test_without_node (void)
{
  WeftJsonAt at;
  g_autoptr (GError) error = NULL;

  weft_json_at_root (&at, NULL, NULL);
  g_assert_true (weft_json_at_is_null (&at));
  g_assert_cmpuint (weft_json_at_length (&at), ==, 0);
  g_assert_false (weft_json_at_object (&at, &error));
  g_assert_cmpstr (error->message, ==,
                   "JSON text: (the whole document): found nothing, expected an object");
}

/* A key out of an untrusted file must not reach the terminal as it is. */
static void
test_foreign_key (void)
{
  g_autoptr (JsonNode) root = weft_json_parse ("{\"\\u001b[2J\": 1}", -1, "t", NULL, NULL);
  WeftJsonAt at;
  const char *string;
  g_autoptr (GError) error = NULL;

  weft_json_at_root (&at, root, "f.json");
  g_assert_false (weft_json_at_get_string (&at, "\033[2J", WEFT_JSON_REQUIRED, &string, &error));
  g_assert_cmpstr (error->message, ==,
                   "f.json: /\\u001b[2J: found the number 1, expected a string");
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

/* There and back again, also where one replacement looks like another. */
static void
test_pointer (void)
{
  static const char *const pairs[][2] = {
    { "rack", "rack" }, { "a/b", "a~1b" }, { "a~b", "a~0b" }, { "~1", "~01" }, { "/~/", "~1~0~1" },
    { "", "" },
  };
  g_autofree char *odd = weft_json_pointer_unescape ("~2~");

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *token = weft_json_pointer_escape (pairs[i][0]);
      g_autofree char *key = weft_json_pointer_unescape (token);

      g_assert_cmpstr (token, ==, pairs[i][1]);
      g_assert_cmpstr (key, ==, pairs[i][0]);
    }
  g_assert_cmpstr (odd, ==, "~2~");
}

/* Every member has to be known; a misspelt one gets the name that is meant. */
static void
test_known (Fixture       *fixture,
            gconstpointer  data)
{
  static const char *const all[] = { "k", "kind", NULL };
  static const char *const near[] = { "kk", NULL };
  static const char *const far[] = { "one", "two", NULL };
  g_autoptr (GError) error = NULL;
  WeftJsonAt object, number;

  (void) data;
  g_assert_true (weft_json_at_member (&fixture->at, "o", &object));
  g_assert_true (weft_json_at_known (&object, all, &error));
  g_assert_no_error (error);
  g_assert_false (weft_json_at_known (&object, near, &error));
  g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_TYPE);
  g_assert_cmpstr (error->message, ==, "f.json: /o/k: there is no such member; did you mean “kk”?");
  g_clear_error (&error);
  g_assert_false (weft_json_at_known (&object, far, &error));
  g_assert_cmpstr (error->message, ==, "f.json: /o/k: there is no such member; expected one of one, two");
  g_clear_error (&error);
  g_assert_true (weft_json_at_member (&fixture->at, "n", &number));
  g_assert_false (weft_json_at_known (&number, all, &error));
  g_assert_cmpstr (error->message, ==, "f.json: /n: found the number 3, expected an object");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/base/json-at/places", test_places);
  ADD ("/base/json-at/found", test_found);
  ADD ("/base/json-at/values", test_values);
  ADD ("/base/json-at/refusals", test_refusals);
  ADD ("/base/json-at/need", test_need);
  ADD ("/base/json-at/known", test_known);
  g_test_add_func ("/base/json-at/pointer", test_pointer);
  g_test_add_func ("/base/json-at/without-node", test_without_node);
  g_test_add_func ("/base/json-at/foreign-key", test_foreign_key);

  return g_test_run ();
}
