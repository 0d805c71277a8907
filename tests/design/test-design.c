/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents: what is read is what is written, what is wrong is named with its place. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/weft-file.h"
#include "design-fixture.h"

static char *
again (const char *text)
{
  g_autoptr (WeftDesign) design = fixture_design (text);

  return weft_design_to_text (design);
}

static void
test_paper (void)
{
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autofree char *first = weft_design_to_text (design);
  g_autofree char *second = again (first);
  WeftPartition *partition;
  double amount;

  g_assert_cmpstr (first, ==, second);
  g_assert_cmpstr (weft_design_get_name (design), ==, "Iter33");
  g_assert_cmpstr (weft_design_get_notes (design), ==, "");
  g_assert_cmpstr (weft_design_get_profile (design), ==, "archagent-2026");
  g_assert_cmpint (weft_design_get_budget (design, &amount), ==, WEFT_BUDGET_DEFAULT);
  g_assert_true (isnan (amount));
  g_assert_null (weft_design_get_workload (design));
  g_assert_cmpuint (weft_design_get_n_partitions (design), ==, 2);
  g_assert_null (weft_design_get_partition (design, 2));

  partition = weft_design_get_partition (design, 1);
  g_assert_null (weft_partition_get_name (partition));
  g_assert_cmpstr (weft_partition_get_chip (partition), ==, "WSE3s");
  g_assert_cmpstr (weft_partition_get_role (partition), ==, "decode");
  g_assert_cmpfloat (weft_partition_get_power_frac (partition), ==, 0.02);
  g_assert_cmpstr (weft_partition_get_scaleup (partition), ==, "UALink");
  g_assert_cmpstr (weft_partition_get_scaleout (partition), ==, "UEC");

  /* Nothing is added that was not there. */
  g_assert_null (strstr (first, "profile"));
  g_assert_null (strstr (first, "facility"));
  g_assert_null (strstr (first, "notes"));
}

static void
test_absent_role (void)
{
  g_autoptr (WeftDesign) design = NULL;
  g_autofree char *text = NULL;

  design = fixture_design ("{\"partitions\":[{" H100 ",\"power_frac\":1}]}");
  text = weft_design_to_text (design);

  g_assert_cmpstr (weft_partition_get_role (weft_design_get_partition (design, 0)), ==,
                   "general");
  g_assert_null (strstr (text, "role"));
  g_assert_null (strstr (text, "name"));
  g_assert_cmpstr (weft_design_get_name (design), ==, "Untitled");
}

static void
test_order (void)
{
  g_autofree char *text = NULL;
  const char *at;
  static const char *const order[] = {
    "\"name\"", "\"notes\"", "\"profile\"", "\"facility\"", "\"power_w\"", "\"site\"",
    "\"workload\"", "\"waivers\"", "\"partitions\"", "\"name\"", "\"chip\"", "\"role\"",
    "\"power_frac\"", "\"scaleup\"", "\"scaleout\"", "\"vendor\"", "\"graph\"", "\"root\"", "\"zeta\"",
    "\"alpha\"",
  };

  text = again ("{\"zeta\":1,\"partitions\":[{\"vendor\":\"x\",\"scaleout\":\"UEC\","
                "\"scaleup\":\"UALink\",\"power_frac\":1,\"role\":\"ai\",\"chip\":\"WSE3s\","
                "\"name\":\"p\"}],\"waivers\":[],\"workload\":{},"
                "\"facility\":{\"site\":\"north\",\"power_w\":2e6},\"alpha\":null,"
                "\"profile\":\"p\",\"notes\":\"n\","
                "\"graph\":{\"definitions\":{},\"root\":\"m\"},\"name\":\"d\"}");
  at = text;
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      at = strstr (at, order[i]);
      g_assert_nonnull (at);
      at++;
    }
}

static void
test_unknown_members (void)
{
  static const char text[] =
    "{\"nmae\":\"x\",\"facility\":{\"power_w\":1,\"powr\":[1,{\"a\":[]}]},"
    "\"workload\":{\"weihgts\":{}},"
    "\"partitions\":[{\"chp\":9007199254740993," H100 ",\"power_frac\":1}],"
    "\"deep\":{\"a\":[1,2.5,\"s\",true,null,{\"b\":{}}]},\"a/b~c\":1,\"$schema\":\"s\"}";
  static const char *const expected[][2] = {
    { "/facility/powr", "power_w" }, { "/workload/weihgts", "weights" },
    { "/partitions/0/chp", "chip" }, { "/nmae", "name" },
    { "/deep", NULL }, { "/a~1b~0c", NULL },
  };
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (WeftDesign) design = NULL;
  g_autoptr (JsonNode) written = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  root = weft_json_parse (text, -1, "test", &weft_json_default_limits, &error);
  g_assert_no_error (error);
  design = weft_design_new_from_json (root, "test", violations, &error);
  g_assert_no_error (error);

  g_assert_cmpuint (violations->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < violations->len; i++)
    {
      WeftViolation *violation = g_ptr_array_index (violations, i);

      g_assert_cmpstr (weft_violation_get_code (violation), ==, "unknown_key");
      g_assert_cmpint (weft_violation_get_severity (violation), ==, WEFT_SEVERITY_WARNING);
      g_assert_cmpstr (weft_violation_get_path (violation), ==, expected[i][0]);
      if (expected[i][1] != NULL)
        g_assert_nonnull (strstr (weft_violation_get_hint (violation), expected[i][1]));
    }

  /* All of it survives, in its order, to the last digit. */
  written = weft_design_to_json (design);
  g_assert_true (json_node_equal (json_object_get_member (json_node_get_object (written), "deep"),
                                  json_object_get_member (json_node_get_object (root), "deep")));
  first = weft_design_to_text (design);
  second = again (first);
  g_assert_cmpstr (first, ==, second);
  g_assert_nonnull (strstr (first, "9007199254740993"));
  g_assert_nonnull (strstr (first, "a/b~c"));
  g_assert_nonnull (strstr (first, "weihgts"));
}

static void
test_many_unknown (void)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GString) text = g_string_new ("{\"partitions\":[]");
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (WeftDesign) design = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, ",\"k%u\":1", i);
  g_string_append_c (text, '}');
  root = weft_json_parse (text->str, -1, "test", &weft_json_default_limits, &error);
  g_assert_no_error (error);
  design = weft_design_new_from_json (root, "test", violations, &error);
  g_assert_no_error (error);

  /* A hundred by name and one for the rest. */
  g_assert_cmpuint (violations->len, ==, 101);
}

typedef struct
{
  const char *text;
  const char *code;
  const char *path;
  const char *actual;
  const char *limit;
} Wrong;

#define IN_PARTITION(members) "{\"partitions\":[{" members "}]}"

static const Wrong wrongs[] = {
  { "[1]", "wrong_type", "", "array", "an object" },
  { "3", "wrong_type", "", "3", "an object" },
  { "null", "wrong_type", "", "null", "an object" },
  { "{}", "missing_key", "/partitions", NULL, "an array" },
  { "{\"graph\":null}", "missing_key", "/partitions", NULL, "an array" },
  { "{\"partitions\":null}", "missing_key", "/partitions", NULL, "an array" },
  { "{\"partitions\":{}}", "wrong_type", "/partitions", "object", "an array" },
  { "{\"partitions\":[7]}", "wrong_type", "/partitions/0", "7", "an object" },
  { "{\"partitions\":[],\"name\":3}", "wrong_type", "/name", "3", "a string" },
  { "{\"partitions\":[],\"notes\":true}", "wrong_type", "/notes", "true", "a string" },
  { "{\"partitions\":[],\"profile\":[]}", "wrong_type", "/profile", "array", "a string" },
  { "{\"partitions\":[],\"facility\":\"1 MW\"}", "wrong_type", "/facility", "\"1 MW\"",
    "an object" },
  { "{\"partitions\":[],\"facility\":{\"power_w\":\"1 MW\"}}", "wrong_type",
    "/facility/power_w", "\"1 MW\"", "a number" },
  { "{\"partitions\":[],\"facility\":{\"cost_usd\":false}}", "wrong_type",
    "/facility/cost_usd", "false", "a number" },
  { "{\"partitions\":[],\"workload\":[]}", "wrong_type", "/workload", "array", "an object" },
  { "{\"partitions\":[],\"workload\":{\"profile\":1}}", "wrong_type", "/workload/profile", "1",
    "a string" },
  { "{\"partitions\":[],\"workload\":{\"weights\":1}}", "wrong_type", "/workload/weights", "1",
    "an object" },
  { "{\"partitions\":[],\"workload\":{\"weights\":{\"training\":\"1\"}}}", "wrong_type",
    "/workload/weights/training", "\"1\"", "a number" },
  { "{\"partitions\":[],\"workload\":{\"values\":{\"a/b\":null}}}", "wrong_type",
    "/workload/values/a~1b", "null", "a number" },
  { "{\"partitions\":[],\"waivers\":{}}", "wrong_type", "/waivers", "object", "an array" },
  { "{\"partitions\":[],\"graph\":1}", "wrong_type", "/graph", "1", "an object" },
  { IN_PARTITION ("\"power_frac\":1,\"scaleup\":\"a\",\"scaleout\":\"b\""), "missing_key",
    "/partitions/0/chip", NULL, "a string" },
  { IN_PARTITION ("\"chip\":\"c\",\"scaleup\":\"a\",\"scaleout\":\"b\""), "missing_key",
    "/partitions/0/power_frac", NULL, "a number" },
  { IN_PARTITION ("\"chip\":\"c\",\"power_frac\":1,\"scaleout\":\"b\""), "missing_key",
    "/partitions/0/scaleup", NULL, "a string" },
  { IN_PARTITION ("\"chip\":\"c\",\"power_frac\":1,\"scaleup\":\"a\""), "missing_key",
    "/partitions/0/scaleout", NULL, "a string" },
  { IN_PARTITION (H100 ",\"power_frac\":\"0.5\""), "fraction_not_number",
    "/partitions/0/power_frac", "\"0.5\"", "a number" },
  { IN_PARTITION (H100 ",\"power_frac\":null"), "fraction_not_number",
    "/partitions/0/power_frac", "null", "a number" },
  { IN_PARTITION (H100 ",\"power_frac\":1,\"role\":2"), "wrong_type", "/partitions/0/role", "2",
    "a string" },
  { IN_PARTITION (H100 ",\"power_frac\":1,\"name\":{}"), "wrong_type", "/partitions/0/name",
    "object", "a string" },
  { IN_PARTITION ("\"chip\":null,\"power_frac\":1,\"scaleup\":\"a\",\"scaleout\":\"b\""),
    "wrong_type", "/partitions/0/chip", "null", "a string" },
};

/* Numbers and booleans as JSON writes them; strings in quotes, but names of types
 * without. */
static void
assert_actual (JsonNode   *node,
               const char *expected)
{
  g_autofree char *text = NULL;

  if (expected == NULL)
    {
      g_assert_null (node);
      return;
    }
  text = json_to_string (node, FALSE);
  if (strcmp (expected, "object") == 0 || strcmp (expected, "array") == 0
      || strcmp (expected, "null") == 0)
    g_assert_cmpstr (json_node_get_string (node), ==, expected);
  else
    g_assert_cmpstr (text, ==, expected);
}

static void
test_wrong (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrongs); i++)
    {
      const Wrong *wrong = &wrongs[i];
      g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr (JsonNode) root = NULL;
      g_autoptr (WeftDesign) design = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *message = NULL;
      WeftViolation *violation;

      g_test_message ("%s", wrong->text);
      root = weft_json_parse (wrong->text, -1, "f.weft", &weft_json_default_limits, &error);
      g_assert_no_error (error);
      design = weft_design_new_from_json (root, "f.weft", violations, &error);
      g_assert_null (design);
      g_assert_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE);

      g_assert_cmpuint (violations->len, ==, 1);
      violation = g_ptr_array_index (violations, 0);
      g_assert_cmpstr (weft_violation_get_code (violation), ==, wrong->code);
      g_assert_cmpint (weft_violation_get_severity (violation), ==, WEFT_SEVERITY_ERROR);
      g_assert_cmpstr (weft_violation_get_path (violation), ==, wrong->path);
      assert_actual (weft_violation_get_actual (violation), wrong->actual);
      g_assert_cmpstr (json_node_get_string (weft_violation_get_limit (violation)), ==,
                       wrong->limit);
      g_assert_cmpstr (weft_violation_get_hint (violation), !=, "");

      message = g_strdup_printf ("f.weft: %s%s%s", wrong->path,
                                 wrong->path[0] != '\0' ? ": " : "",
                                 weft_violation_get_message (violation));
      g_assert_cmpstr (error->message, ==, message);
    }
}

static void
test_all_wrong_at_once (void)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (WeftDesign) design = NULL;
  g_autoptr (GError) error = NULL;

  root = weft_json_parse ("{\"x\":1,\"name\":1,\"partitions\":[{},3]}", -1, "f",
                          &weft_json_default_limits, NULL);
  design = weft_design_new_from_json (root, "f", violations, &error);
  g_assert_null (design);
  /* The name, four members of the first partition, the second one, and the warning. */
  g_assert_cmpuint (violations->len, ==, 7);
  g_assert_true (g_str_has_prefix (error->message, "f: /name: "));
  g_clear_error (&error);

  /* Without a list the error alone says it. */
  design = weft_design_new_from_json (root, NULL, NULL, &error);
  g_assert_null (design);
  g_assert_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE);
}

/* A node made by hand may hold what no file can. */
static void
test_not_finite (void)
{
  g_autoptr (JsonNode) root = json_from_string ("{\"partitions\":[],\"facility\":{\"power_w\":1},"
                                                "\"more\":[1.5]}", NULL);
  JsonObject *object = json_node_get_object (root);
  g_autoptr (WeftDesign) design = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  json_object_set_double_member (json_object_get_object_member (object, "facility"), "power_w",
                                 INFINITY);
  g_assert_null (weft_design_new_from_json (root, "f", NULL, &error));
  g_assert_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE);
  g_clear_error (&error);

  json_object_remove_member (object, "facility");
  json_array_add_double_element (json_object_get_array_member (object, "more"), NAN);
  design = weft_design_new_from_json (root, "f", NULL, &error);
  g_assert_no_error (error);
  text = weft_design_to_text (design);
  g_assert_nonnull (strstr (text, "[1.5, null]"));
}

static JsonNode *
make_partitions (guint n)
{
  g_autoptr (GString) text = g_string_new ("{\"partitions\":[");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s{" H100 ",\"power_frac\":0.0001}", i > 0 ? "," : "");
  g_string_append (text, "]}");
  return weft_json_parse (text->str, -1, "many", &weft_json_default_limits, NULL);
}

static void
test_many_partitions (void)
{
  static const guint counts[] = { 1000, 1001, 10000, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr (JsonNode) root = make_partitions (counts[i]);
      g_autoptr (WeftDesign) design = NULL;
      g_autoptr (GError) error = NULL;
      WeftViolation *violation;

      g_assert_nonnull (root);
      design = weft_design_new_from_json (root, "many", violations, &error);
      if (counts[i] <= 1000)
        {
          g_assert_no_error (error);
          g_assert_cmpuint (weft_design_get_n_partitions (design), ==, counts[i]);
          continue;
        }
      g_assert_null (design);
      g_assert_error (error, WEFT_DESIGN_ERROR, WEFT_DESIGN_ERROR_STRUCTURE);
      g_assert_cmpuint (violations->len, ==, 1);
      violation = g_ptr_array_index (violations, 0);
      g_assert_cmpstr (weft_violation_get_code (violation), ==, "too_many_partitions");
      g_assert_cmpfloat (json_node_get_double (weft_violation_get_actual (violation)), ==,
                         counts[i]);
      g_assert_cmpfloat (json_node_get_double (weft_violation_get_limit (violation)), ==, 1000);
    }
}

static void
test_budgets (void)
{
  g_autoptr (WeftDesign) power = fixture_design ("{\"partitions\":[],"
                                                 "\"facility\":{\"power_w\":3e5}}");
  g_autoptr (WeftDesign) cost = fixture_design ("{\"partitions\":[],"
                                                "\"facility\":{\"cost_usd\":5000000}}");
  g_autoptr (WeftDesign) both = fixture_design ("{\"partitions\":[],\"facility\":"
                                                "{\"cost_usd\":5,\"power_w\":6}}");
  g_autoptr (WeftDesign) none = fixture_design ("{\"partitions\":[],\"facility\":{}}");
  g_autofree char *text_both = weft_design_to_text (both);
  g_autofree char *text_none = weft_design_to_text (none);
  double amount;

  g_assert_cmpint (weft_design_get_budget (power, &amount), ==, WEFT_BUDGET_POWER);
  g_assert_cmpfloat (amount, ==, 300000.0);
  g_assert_cmpint (weft_design_get_budget (cost, &amount), ==, WEFT_BUDGET_COST);
  g_assert_cmpfloat (amount, ==, 5000000.0);

  /* Both stay in the document, and so does a facility that says nothing. */
  g_assert_nonnull (strstr (text_both, "cost_usd"));
  g_assert_nonnull (strstr (text_both, "power_w"));
  g_assert_nonnull (strstr (text_none, "facility"));
}

static void
test_new (void)
{
  g_autoptr (WeftDesign) design = weft_design_new ();
  g_autofree char *text = weft_design_to_text (design);
  g_autofree char *second = again (text);
  g_autofree char *name = NULL;
  g_autofree char *profile = NULL;

  g_assert_cmpstr (text, ==, second);
  g_assert_cmpuint (weft_design_get_n_partitions (design), ==, 0);
  g_object_get (design, "name", &name, "profile", &profile, NULL);
  g_assert_cmpstr (name, ==, "Untitled");
  g_assert_null (profile);
}

/* What a person begins names the profile of measurements; a document that names none keeps the paper's. */
static void
test_new_under (void)
{
  g_autoptr (WeftDesign) unnamed = weft_design_new ();
  g_autoptr (WeftDesign) design = weft_design_new_under (WEFT_DESIGN_NEW_PROFILE);
  g_autofree char *text = weft_design_to_text (design);
  g_autofree char *second = again (text);

  g_assert_cmpstr (weft_design_get_profile (unnamed), ==, WEFT_DESIGN_DEFAULT_PROFILE);
  g_assert_cmpstr (weft_design_get_profile (design), ==, WEFT_DESIGN_NEW_PROFILE);
  g_assert_cmpstr (WEFT_DESIGN_NEW_PROFILE, !=, WEFT_DESIGN_DEFAULT_PROFILE);
  g_assert_cmpstr (text, ==, second);
}

static void
test_copy (void)
{
  static const char text[] =
    "{\"name\":\"x\",\"notes\":\"n\",\"facility\":{\"cost_usd\":1,\"site\":[]},"
    "\"workload\":{\"weights\":{\"fft\":1}},\"waivers\":[{\"code\":\"c\",\"path\":\"\",\"reason\":\"r\"}],"
    "\"partitions\":[{" H100 ",\"power_frac\":1,\"own\":{}}],\"more\":{\"a\":[{}]}}";
  g_autoptr (WeftDesign) design = fixture_design (text);
  g_autoptr (WeftDesign) copy = weft_design_copy (design);
  g_autoptr (WeftDesign) other = fixture_design (PAPER);
  g_autofree char *a = weft_design_to_text (design);
  g_autofree char *b = weft_design_to_text (copy);
  g_autofree char *digest_a = weft_design_digest (design);
  g_autofree char *digest_b = weft_design_digest (copy);
  g_autofree char *digest_other = weft_design_digest (other);

  g_assert_cmpstr (a, ==, b);
  g_assert_true (weft_design_equal (design, copy));
  g_assert_false (weft_design_equal (design, other));
  g_assert_cmpstr (digest_a, ==, digest_b);
  g_assert_cmpstr (digest_a, !=, digest_other);
  g_assert_cmpuint (strlen (digest_a), ==, 64);

  /* Nothing is shared: JSON objects may not be touched from two threads. */
  g_assert_true (weft_design_get_workload (design) != weft_design_get_workload (copy));
  g_assert_true (weft_design_get_partition (design, 0) != weft_design_get_partition (copy, 0));
}

static void
test_files (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("weft-design-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "a.weft", NULL);
  g_autofree char *backup = g_strconcat (path, "~", NULL);
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autoptr (WeftDesign) loaded = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  g_assert_no_error (error);
  g_assert_true (weft_design_save (design, path, &error));
  g_assert_no_error (error);
  g_file_get_contents (path, &first, NULL, &error);
  g_assert_no_error (error);

  loaded = weft_design_load (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (weft_design_save (loaded, path, &error));
  g_file_get_contents (path, &second, NULL, &error);
  g_assert_cmpstr (first, ==, second);
  g_assert_true (g_file_test (backup, G_FILE_TEST_EXISTS));

  g_remove (backup);
  g_remove (path);
  g_rmdir (folder);
}

static void
test_not_json (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("weft-design-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "a.weft", NULL);
  static const char *const texts[] = { "", "{\"name\":", "{\"name\":NaN}", "{\"a\":1,\"a\":2}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      g_assert_null (weft_design_load (path, NULL, &error));
      g_assert_true (error->domain == WEFT_JSON_ERROR);
      g_assert_nonnull (strstr (error->message, path));
      g_clear_error (&error);
    }
  g_remove (path);
  g_assert_null (weft_design_load (path, NULL, &error));
  g_assert_nonnull (strstr (error->message, path));
  g_rmdir (folder);
}

/* No permission stops root, so root becomes somebody else for the time of the saving. */
static void
test_save_fails (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("weft-design-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "a.weft", NULL);
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autofree char *left = NULL;
  const uid_t me = geteuid ();

  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  g_assert_cmpint (g_chmod (folder, 0555), ==, 0);

  if (me == 0 && seteuid (65534) != 0)
    g_test_skip ("root can be nobody else here, and root may write to every folder");
  else
    {
      gboolean saved = weft_design_save (design, path, &error);

      g_assert_cmpint (seteuid (me), ==, 0);
      g_assert_false (saved);
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, path));
      g_assert_nonnull (strstr (error->message, g_strerror (EACCES)));
      g_assert_true (g_file_get_contents (path, &left, NULL, NULL));
      g_assert_cmpstr (left, ==, "old");
    }

  g_chmod (folder, 0700);
  g_remove (path);
  g_rmdir (folder);
}

static void
test_save_nowhere (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = fixture_design (PAPER);

  g_assert_false (weft_design_save (design, "/dev/null/a.weft", &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "/dev/null/a.weft"));
}

/* An object with the members that the schema describes under @pointer, all null. (transfer full) */
static JsonNode *
schema_members (JsonNode   *schema,
                const char *pointer)
{
  g_auto (GStrv) keys = g_strsplit (pointer, "/", -1);
  JsonObject *object = json_node_get_object (schema);
  JsonObject *members = json_object_new ();
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  JsonObjectIter iter;
  const char *key;

  for (guint i = 0; keys[i] != NULL; i++)
    object = json_object_get_object_member (object, keys[i]);
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    json_object_set_null_member (members, key);
  g_assert_cmpuint (json_object_get_size (members), >, 1);
  json_node_take_object (node, members);
  return node;
}

/* The published schema and the reader know the same members. */
static void
test_schema (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "data", "schema",
                                            "weft-design.schema.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) schema = weft_json_load (path, &weft_json_default_limits, &error);
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  JsonArray *partitions = json_array_new ();
  JsonObject *object;

  g_assert_no_error (error);
  root = schema_members (schema, "properties");
  g_assert_cmpuint (json_object_get_size (json_node_get_object (root)), ==, 9);
  object = json_node_get_object (root);
  json_array_add_element (partitions, schema_members (schema, "$defs/partition/properties"));
  json_object_set_array_member (object, "partitions", partitions);
  json_object_set_member (object, "facility",
                          schema_members (schema, "properties/facility/properties"));
  json_object_set_member (object, "workload",
                          schema_members (schema, "properties/workload/properties"));

  g_assert_null (weft_design_new_from_json (root, "f", violations, NULL));
  /* The four members of a partition that may not be null, and nothing unknown. */
  g_assert_cmpuint (violations->len, ==, 4);
  for (guint i = 0; i < violations->len; i++)
    g_assert_cmpstr (weft_violation_get_code (g_ptr_array_index (violations, i)), !=,
                     "unknown_key");
}

static void
test_roles (void)
{
  WeftRole role;

  g_assert_true (weft_role_parse ("Pre-Fill", &role));
  g_assert_cmpint (role, ==, WEFT_ROLE_PREFILL);
  g_assert_true (weft_role_parse ("AI", NULL));
  g_assert_false (weft_role_parse ("encode", &role));
  for (guint i = 0; i < WEFT_N_ROLES; i++)
    {
      g_assert_true (weft_role_parse (weft_role_nick (i), &role));
      g_assert_cmpuint (role, ==, i);
      g_assert_cmpstr (weft_role_label (i), !=, "");
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/document/paper", test_paper);
  g_test_add_func ("/design/document/absent-role", test_absent_role);
  g_test_add_func ("/design/document/order", test_order);
  g_test_add_func ("/design/document/unknown-members", test_unknown_members);
  g_test_add_func ("/design/document/many-unknown", test_many_unknown);
  g_test_add_func ("/design/document/wrong", test_wrong);
  g_test_add_func ("/design/document/all-wrong-at-once", test_all_wrong_at_once);
  g_test_add_func ("/design/document/not-finite", test_not_finite);
  g_test_add_func ("/design/document/many-partitions", test_many_partitions);
  g_test_add_func ("/design/document/budgets", test_budgets);
  g_test_add_func ("/design/document/new", test_new);
  g_test_add_func ("/design/document/new-under", test_new_under);
  g_test_add_func ("/design/document/copy", test_copy);
  g_test_add_func ("/design/document/files", test_files);
  g_test_add_func ("/design/document/not-json", test_not_json);
  g_test_add_func ("/design/document/save-fails", test_save_fails);
  g_test_add_func ("/design/document/save-nowhere", test_save_nowhere);
  g_test_add_func ("/design/document/schema", test_schema);
  g_test_add_func ("/design/document/roles", test_roles);

  return g_test_run ();
}
