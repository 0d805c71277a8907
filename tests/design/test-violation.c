/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Violations keep what they are given and write it in a fixed order. */
#include "base/weft-json-write.h"
#include "design/weft-violation.h"
#include "design-fixture.h"

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

#define IN_PARTITION(members) "{\"partitions\":[{" members "}]}"

/* The least that is too long, beside the longest that is taken. */
static void
test_too_long (void)
{
  static const struct
  {
    const char *format;
    const char *path;
    guint most;
  } texts[] = {
    { "{\"partitions\":[],\"name\":\"%s\"}", "/name", 1000 },
    { "{\"partitions\":[],\"notes\":\"%s\"}", "/notes", 100000 },
    { "{\"partitions\":[],\"profile\":\"%s\"}", "/profile", 200 },
    { "{\"partitions\":[],\"workload\":{\"profile\":\"%s\"}}", "/workload/profile", 200 },
    { IN_PARTITION (H100 ",\"power_frac\":1,\"name\":\"%s\""), "/partitions/0/name", 1000 },
    { IN_PARTITION (H100 ",\"power_frac\":1,\"role\":\"%s\""), "/partitions/0/role", 200 },
    { IN_PARTITION ("\"power_frac\":1,\"scaleup\":\"a\",\"scaleout\":\"b\",\"chip\":\"%s\""),
      "/partitions/0/chip", 200 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (guint more = 0; more < 2; more++)
      {
        g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
        g_autoptr (GString) text = g_string_new (texts[i].format);
        g_autoptr (GString) long_text = g_string_new (NULL);
        g_autoptr (JsonNode) root = NULL;
        g_autoptr (WeftDesign) design = NULL;
        g_autoptr (GError) error = NULL;
        WeftViolation *violation;

        /* Characters count, not bytes. */
        for (guint j = 0; j < texts[i].most + more; j++)
          g_string_append (long_text, "ü");
        g_string_replace (text, "%s", long_text->str, 0);
        root = weft_json_parse (text->str, -1, "f.weft", &weft_json_default_limits, &error);
        g_assert_no_error (error);
        design = weft_design_new_from_json (root, "f.weft", violations, &error);
        g_assert_cmpint (design != NULL, ==, more == 0);
        g_assert_cmpuint (violations->len, ==, more);
        if (more == 0)
          continue;

        g_assert_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE);
        violation = g_ptr_array_index (violations, 0);
        g_assert_cmpstr (weft_violation_get_code (violation), ==, "text_too_long");
        g_assert_cmpstr (weft_violation_get_path (violation), ==, texts[i].path);
        g_assert_cmpfloat (json_node_get_double (weft_violation_get_actual (violation)), ==,
                           texts[i].most + 1);
        g_assert_cmpfloat (json_node_get_double (weft_violation_get_limit (violation)), ==,
                           texts[i].most);
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/violation/members", test_members);
  g_test_add_func ("/design/violation/json", test_json);
  g_test_add_func ("/design/violation/severities", test_severities);
  g_test_add_func ("/design/violation/too-long", test_too_long);

  return g_test_run ();
}
