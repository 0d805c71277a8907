/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters: what is left out, what is refused and in which words, and values as a command line has them. */
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-parameter.h"

#include <math.h>

static const WeftParameter params[] = {
  { "nodes", "Nodes", NULL, WEFT_PARAMETER_WHOLE, "128", 1, 100000, NULL },
  { "cap_kw", "Cap", "kW", WEFT_PARAMETER_NUMBER, "0.5", 0, 10, NULL },
  { "part", "Part", NULL, WEFT_PARAMETER_TEXT, "\"H100\"", 0, 0, NULL },
  { "dims", "Sides", NULL, WEFT_PARAMETER_LIST, "[4,4]", 1, 100, NULL },
  { "order", "Order", NULL, WEFT_PARAMETER_CHOICE, "\"metis\"", 0, 0, "natural,metis,amd" },
  { "batch", "Batch", NULL, WEFT_PARAMETER_FLAG, "false", 0, 0, NULL },
};

static JsonObject *
fill (const char *given, GError **error)
{
  g_autofree char *text = g_strdelimit (g_strdup (given), "'", '"');
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "test", NULL, NULL);

  g_assert_nonnull (node);
  return weft_parameters_fill (params, G_N_ELEMENTS (params), "rack", json_node_get_object (node), error);
}

static char *
to_text (JsonObject *object)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);

  return weft_json_write_compact (node);
}

static void
test_fill (void)
{
  static const struct
  {
    const char *given;
    const char *filled;
  } cases[] = {
    { "{}", "{'nodes':128,'cap_kw':0.5,'part':'H100','dims':[4,4],'order':'metis','batch':false}" },
    { "{'batch':true,'nodes':8.0,'order':'amd','dims':[[1,2],3],'part':'','cap_kw':10}",
      "{'nodes':8,'cap_kw':10,'part':'','dims':[[1,2],3],'order':'amd','batch':true}" },
    { "{'nodes':null,'dims':null}",
      "{'nodes':128,'cap_kw':0.5,'part':'H100','dims':[4,4],'order':'metis','batch':false}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonObject) filled = fill (cases[i].given, &error);
      g_autofree char *expected = g_strdelimit (g_strdup (cases[i].filled), "'", '"');
      g_autofree char *written = NULL;

      g_assert_no_error (error);
      written = to_text (filled);
      g_assert_cmpstr (written, ==, expected);
      g_assert_true (json_node_get_value_type (json_object_get_member (filled, "nodes")) == G_TYPE_INT64);
    }
}

static void
test_fill_nothing (void)
{
  g_autoptr (JsonObject) all = weft_parameters_fill (params, G_N_ELEMENTS (params), "rack", NULL, NULL);
  g_autoptr (JsonObject) none = weft_parameters_fill (NULL, 0, "rack", NULL, NULL);

  g_assert_cmpuint (json_object_get_size (all), ==, G_N_ELEMENTS (params));
  g_assert_cmpuint (json_object_get_size (none), ==, 0);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *given;
    int code;
    const char *message;
  } cases[] = {
    { "{'nodez':3}", WEFT_PARAMETER_ERROR_UNKNOWN, "rack: there is no parameter \"nodez\"; is \"nodes\" meant?" },
    { "{'colour':3}", WEFT_PARAMETER_ERROR_UNKNOWN,
      "rack: there is no parameter \"colour\", expected one of nodes, cap_kw, part, dims, order, batch" },
    { "{'nodes':'3'}", WEFT_PARAMETER_ERROR_TYPE, "rack: nodes: found the string \"3\", expected a whole number" },
    { "{'nodes':true}", WEFT_PARAMETER_ERROR_TYPE, "rack: nodes: found true, expected a whole number" },
    { "{'nodes':[3]}", WEFT_PARAMETER_ERROR_TYPE, "rack: nodes: found an array, expected a whole number" },
    { "{'nodes':1.5}", WEFT_PARAMETER_ERROR_RANGE,
      "rack: nodes: found 1.5, expected a whole number from 1 to 100000" },
    { "{'nodes':0}", WEFT_PARAMETER_ERROR_RANGE, "rack: nodes: found 0, expected a whole number from 1 to 100000" },
    { "{'nodes':100000.0000001}", WEFT_PARAMETER_ERROR_RANGE,
      "rack: nodes: found 100000.0000001, expected a whole number from 1 to 100000" },
    { "{'nodes':1e300}", WEFT_PARAMETER_ERROR_RANGE,
      "rack: nodes: found 1e+300, expected a whole number from 1 to 100000" },
    { "{'cap_kw':-1}", WEFT_PARAMETER_ERROR_RANGE, "rack: cap_kw: found -1, expected a number from 0 to 10" },
    { "{'part':3}", WEFT_PARAMETER_ERROR_TYPE, "rack: part: found the number 3, expected a string" },
    { "{'dims':4}", WEFT_PARAMETER_ERROR_TYPE, "rack: dims: found the number 4, expected an array" },
    { "{'order':'meti'}", WEFT_PARAMETER_ERROR_RANGE,
      "rack: order: found \"meti\", expected one of natural, metis, amd" },
    { "{'order':1}", WEFT_PARAMETER_ERROR_TYPE, "rack: order: found the number 1, expected a string" },
    { "{'batch':1}", WEFT_PARAMETER_ERROR_TYPE, "rack: batch: found the number 1, expected true or false" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (fill (cases[i].given, &error));
      g_assert_error (error, WEFT_PARAMETER_ERROR, cases[i].code);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

/* Not from a file, but from a program: JSON has no such numbers. */
static void
test_not_finite (void)
{
  const double values[] = { NAN, INFINITY, -INFINITY };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (values); i++)
    {
      g_autoptr (JsonObject) given = json_object_new ();
      g_autoptr (GError) error = NULL;
      JsonArray *array = json_array_new ();

      json_array_add_double_element (array, values[i / 2]);
      if (i % 2 == 0)
        json_object_set_double_member (given, "cap_kw", values[i / 2]);
      else
        json_object_set_array_member (given, "dims", json_array_ref (array));
      json_array_unref (array);
      g_assert_null (weft_parameters_fill (params, G_N_ELEMENTS (params), "rack", given, &error));
      g_assert_error (error, WEFT_PARAMETER_ERROR, WEFT_PARAMETER_ERROR_RANGE);
    }
}

static void
test_nothing_shared (void)
{
  g_autoptr (JsonNode) given = weft_json_parse ("{\"dims\":[[1],2]}", -1, "test", NULL, NULL);
  JsonArray *theirs = json_object_get_array_member (json_node_get_object (given), "dims");
  g_autoptr (JsonObject) filled
    = weft_parameters_fill (params, G_N_ELEMENTS (params), "rack", json_node_get_object (given), NULL);
  JsonArray *ours = json_object_get_array_member (filled, "dims");

  g_assert_true (ours != theirs);
  g_assert_true (json_array_get_array_element (ours, 0) != json_array_get_array_element (theirs, 0));
}

static void
test_parse (void)
{
  static const struct
  {
    guint param;
    const char *text;
    const char *value; /* (nullable): as JSON, else the message */
    const char *message;
  } cases[] = {
    { 0, "104", "104", NULL },
    { 0, " 1e3 ", "1000", NULL },
    { 0, "8.0", "8", NULL },
    { 0, "", NULL, "nodes: found \"\", expected a whole number" },
    { 0, "0x10", NULL, "nodes: found \"0x10\", expected a whole number" },
    { 0, "nan", NULL, "nodes: found \"nan\", expected a whole number" },
    { 0, "1e999", NULL, "nodes: found \"1e999\", expected a whole number" },
    { 0, "12 34", NULL, "nodes: found \"12 34\", expected a whole number" },
    { 0, "0", NULL, "nodes: found 0, expected a whole number from 1 to 100000" },
    { 1, "2.5", "2.5", NULL },
    { 1, "2,5", NULL, "cap_kw: found \"2,5\", expected a number" },
    { 2, "H100 SXM", "\"H100 SXM\"", NULL },
    { 2, "8", "\"8\"", NULL },
    { 3, "4, 4", "[4,4]", NULL },
    { 3, "[4,[5]]", "[4,[5]]", NULL },
    { 3, "", "[]", NULL },
    { 3, "4,,4", NULL, "dims: found \"4,,4\", expected an array" },
    { 4, "natural", "\"natural\"", NULL },
    { 4, "Natural", NULL, "order: found \"Natural\", expected one of natural, metis, amd" },
    { 5, "true", "true", NULL },
    { 5, "off", "false", NULL },
    { 5, "maybe", NULL, "batch: found \"maybe\", expected true or false" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = weft_parameter_parse (&params[cases[i].param], cases[i].text, &error);
      g_autofree char *written = node != NULL ? weft_json_write_compact (node) : NULL;

      g_assert_cmpstr (written, ==, cases[i].value);
      g_assert_cmpstr (error != NULL ? error->message : NULL, ==, cases[i].message);
    }
}

static void
test_to_json (void)
{
  g_autoptr (JsonObject) whole = weft_parameter_to_json (&params[0]);
  g_autoptr (JsonObject) choice = weft_parameter_to_json (&params[4]);
  g_autofree char *whole_text = to_text (whole);
  g_autofree char *choice_text = to_text (choice);

  g_assert_cmpstr (whole_text, ==,
                   "{\"key\":\"nodes\",\"title\":\"Nodes\",\"type\":\"whole\","
                   "\"default\":128,\"min\":1,\"max\":100000}");
  g_assert_cmpstr (choice_text, ==,
                   "{\"key\":\"order\",\"title\":\"Order\",\"type\":\"choice\",\"default\":\"metis\","
                   "\"choices\":[\"natural\",\"metis\",\"amd\"]}");
  for (guint i = 0; i < G_N_ELEMENTS (params); i++)
    g_assert_cmpint (weft_parameter_has_range (&params[i]), ==, i == 0 || i == 1 || i == 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parameter/fill", test_fill);
  g_test_add_func ("/parameter/fill-nothing", test_fill_nothing);
  g_test_add_func ("/parameter/refused", test_refused);
  g_test_add_func ("/parameter/not-finite", test_not_finite);
  g_test_add_func ("/parameter/nothing-shared", test_nothing_shared);
  g_test_add_func ("/parameter/parse", test_parse);
  g_test_add_func ("/parameter/to-json", test_to_json);
  return g_test_run ();
}
