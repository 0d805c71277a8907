/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Violations keep what they are given and write it in a fixed order. */
#include "base/weft-json-write.h"
#include "design/weft-violation.h"

static void
test_members (void)
{
  g_autoptr (WeftViolation) violation = NULL;

  violation = weft_violation_new ("unknown_chip", WEFT_SEVERITY_ERROR, "/partitions/0/chip",
                                  json_node_init_string (json_node_alloc (), "B20O"), NULL,
                                  "There is no chip \"B20O\".", "Did you mean B200?");

  g_assert_cmpstr (weft_violation_get_code (violation), ==, "unknown_chip");
  g_assert_cmpint (weft_violation_get_severity (violation), ==, WEFT_SEVERITY_ERROR);
  g_assert_cmpstr (weft_violation_get_path (violation), ==, "/partitions/0/chip");
  g_assert_cmpstr (json_node_get_string (weft_violation_get_actual (violation)), ==, "B20O");
  g_assert_null (weft_violation_get_limit (violation));
  g_assert_cmpstr (weft_violation_get_message (violation), ==, "There is no chip \"B20O\".");
  g_assert_cmpstr (weft_violation_get_hint (violation), ==, "Did you mean B200?");
}

static void
test_json (void)
{
  g_autoptr (WeftViolation) violation = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GList) keys = NULL;
  g_autoptr (GString) order = g_string_new (NULL);

  violation = weft_violation_new ("fraction_sum", WEFT_SEVERITY_WARNING, "/partitions",
                                  json_node_init_double (json_node_alloc (), 1.5), NULL,
                                  "m", "h");
  node = weft_violation_to_json (violation);
  text = weft_json_write_canonical (node);
  g_assert_cmpstr (text, ==,
                   "{\"actual\":1.5,\"code\":\"fraction_sum\",\"hint\":\"h\",\"limit\":null,"
                   "\"message\":\"m\",\"path\":\"/partitions\",\"severity\":\"warning\"}");

  keys = json_object_get_members (json_node_get_object (node));
  for (GList *at = keys; at != NULL; at = at->next)
    g_string_append_printf (order, "%s ", (const char *) at->data);
  g_assert_cmpstr (order->str, ==, "code severity path actual limit message hint ");
}

static void
test_severities (void)
{
  g_assert_cmpstr (weft_severity_nick (WEFT_SEVERITY_INFO), ==, "info");
  g_assert_cmpstr (weft_severity_nick (WEFT_SEVERITY_WARNING), ==, "warning");
  g_assert_cmpstr (weft_severity_nick (WEFT_SEVERITY_ERROR), ==, "error");
  g_assert_cmpstr (weft_severity_label (WEFT_SEVERITY_ERROR), ==, "Error");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/violation/members", test_members);
  g_test_add_func ("/design/violation/json", test_json);
  g_test_add_func ("/design/violation/severities", test_severities);

  return g_test_run ();
}
