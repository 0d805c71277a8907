/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accepted violations: what may be waived, what may not, and that it is undone. */
#include "design-fixture.h"

#include "design/weft-history.h"
#include "design/weft-rules.h"
#include "design/weft-waiver.h"

/* Four hosts of 10.2 kW in a rack of 40 kW: its feed and the air are 0.8 kW short. */
#define MACHINE                                                                                    \
  "{'workload':{'weights':{'training':1}},%s'graph':{'root':'m','definitions':{"                   \
  "'host':{'level':'node','enclosure':'dgx-h100','items':[{'id':'gpu','chip':'H100','count':8}],"  \
  "'links':[{'from':'gpu','to':'gpu','wiring':'all','fabric':'NVLink4'}],"                         \
  "'ports':[{'id':'net','of':'gpu','per_item':1}]},"                                               \
  "'r':{'level':'rack','enclosure':'rack-42u-air','items':[{'id':'h','definition':'host',"         \
  "'count':4}],'ports':[{'id':'net','of':'h:net'}]},"                                              \
  "'m':{'level':'cluster','items':[{'id':'rack','definition':'r'},"                                \
  "{'id':'leaf','component':'qm9700'}],'links':[{'from':'rack:net','to':'leaf','wiring':'all',"    \
  "'fabric':'IB-NDR','channels':%u}]}}}}"

#define FEED "{'code':'rack_power','path':'/graph/definitions/r','reason':'A feed of 50 kW'}"
#define AIR "{'code':'air_heat','path':'/graph/definitions/r','reason':'Cold room'}"
#define PORTS                                                                                      \
  "{'code':'ports_exceeded','path':'/graph/definitions/m/links/0','reason':'Two ports each'}"

static WeftDesign *
machine (const char *waivers, guint channels)
{
  g_autofree char *member = *waivers != '\0' ? g_strdup_printf ("'waivers':[%s],", waivers)
                                             : g_strdup ("");
  g_autofree char *text = g_strdup_printf (MACHINE, member, channels);

  return fixture_design (g_strdelimit (text, "'", '"'));
}

static WeftViolation *
find (GPtrArray *violations, const char *code)
{
  for (guint i = 0; i < violations->len; i++)
    if (g_str_equal (weft_violation_get_code (violations->pdata[i]), code))
      return violations->pdata[i];
  return NULL;
}

static GPtrArray *
check (WeftDesign *design, gboolean sound)
{
  GPtrArray *violations = g_ptr_array_new_with_free_func (g_object_unref);

  g_assert_cmpint (weft_rules_check (design, fixture_get_inventory (), violations), ==, sound);
  return violations;
}

/* Both limits have to be accepted before the design counts as valid. */
static void
test_physics (void)
{
  static const struct
  {
    const char *waivers;
    gboolean sound;
  } cases[] = { { "", FALSE }, { FEED, FALSE }, { AIR, FALSE }, { FEED "," AIR, TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftDesign) design = machine (cases[i].waivers, 1);
      g_autoptr (GPtrArray) violations = check (design, cases[i].sound);
      WeftViolation *feed = find (violations, "rack_power");
      gboolean waived = strstr (cases[i].waivers, "rack_power") != NULL;

      g_assert_nonnull (feed);
      g_assert_nonnull (find (violations, "air_heat"));
      g_assert_null (find (violations, "waiver_unused"));
      g_assert_cmpint (weft_violation_get_severity (feed), ==, WEFT_SEVERITY_ERROR);
      g_assert_cmpint (weft_violation_get_standing (feed), ==,
                       waived ? WEFT_SEVERITY_INFO : WEFT_SEVERITY_ERROR);
      g_assert_cmpstr (weft_violation_get_waived (feed), ==, waived ? "A feed of 50 kW" : NULL);
      g_assert_cmpfloat (json_node_get_double (weft_violation_get_actual (feed)), ==, 40800);
    }
}

static void
test_composition (void)
{
  g_autoptr (WeftDesign) bare = machine (FEED "," AIR, 2);
  g_autoptr (WeftDesign) waived = machine (FEED "," AIR "," PORTS, 2);
  g_autoptr (GPtrArray) before = check (bare, FALSE);
  g_autoptr (GPtrArray) after = check (waived, TRUE);

  /* What stands behind the composition is only judged when that is accepted. */
  g_assert_nonnull (find (before, "ports_exceeded"));
  g_assert_null (find (before, "rack_power"));
  g_assert_nonnull (find (before, "waiver_unused"));
  g_assert_cmpstr (weft_violation_get_waived (find (after, "ports_exceeded")), ==,
                   "Two ports each");
  g_assert_null (find (after, "waiver_unused"));
}

static void
test_limits_of_waivers (void)
{
  g_autoptr (WeftDesign) design = machine (
    FEED "," AIR ",{'code':'rack_power','path':'/graph','reason':'elsewhere'},"
    "{'code':'weights_sum','path':'/workload/weights','reason':'why not'}", 1);
  g_autoptr (GError) error = NULL;
  WeftEdit *edit = weft_edit_set (design, "/workload",
                                  weft_json_parse ("{\"weights\":{\"training\":0.5}}", -1, "test",
                                                   NULL, NULL), FALSE, &error);
  g_autoptr (GPtrArray) violations = NULL;

  g_assert_no_error (error);
  weft_edit_apply (edit, design);
  g_object_unref (edit);
  violations = check (design, FALSE);
  g_assert_null (weft_violation_get_waived (find (violations, "weights_sum")));
  g_assert_cmpstr (weft_violation_get_path (find (violations, "waiver_unused")), ==, "/waivers/2");
  g_assert_cmpint (weft_violation_get_severity (find (violations, "waiver_unused")), ==,
                   WEFT_SEVERITY_INFO);
  g_assert_cmpstr (weft_violation_get_path (find (violations, "waiver_refused")), ==,
                   "/waivers/3");
}

static void
test_structure (void)
{
  static const struct
  {
    const char *waivers;
    const char *code;
    const char *path;
  } cases[] = {
    { "[1]", "wrong_type", "/waivers/0" },
    { "[{\"code\":\"radix\",\"path\":\"\"}]", "missing_key", "/waivers/0/reason" },
    { "[{\"code\":\"radix\",\"path\":\"\",\"reason\":\" \\t\"}]", "waiver_reason",
      "/waivers/0/reason" },
    { "[{\"code\":3,\"path\":\"\",\"reason\":\"x\"}]", "wrong_type", "/waivers/0/code" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"partitions\":[],\"waivers\":%s}",
                                               cases[i].waivers);
      g_autoptr (JsonNode) root = weft_json_parse (text, -1, "test", NULL, NULL);
      g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr (GError) error = NULL;

      g_assert_null (weft_design_new_from_json (root, "test", found, &error));
      g_assert_cmpuint (found->len, ==, 1);
      g_assert_cmpstr (weft_violation_get_code (found->pdata[0]), ==, cases[i].code);
      g_assert_cmpstr (weft_violation_get_path (found->pdata[0]), ==, cases[i].path);
    }
}

static char *
text_of (WeftHistory *history)
{
  return weft_design_to_text (weft_history_get_design (history));
}

/* Adding, giving a new reason and removing are steps; undone the document is as it was. */
static void
test_edits (void)
{
  g_autoptr (WeftDesign) design = machine ("", 1);
  g_autoptr (WeftHistory) history = weft_history_new (design);
  g_autofree char *first = text_of (history);
  g_autofree char *last = NULL, *again = NULL, *back = NULL;
  WeftWaiver waiver;

  weft_history_do (history, weft_edit_add_waiver ("rack_power", "/graph/definitions/r", "one"));
  weft_history_do (history, weft_edit_add_waiver ("air_heat", "/graph/definitions/r", "two"));
  weft_history_do (history, weft_edit_add_waiver ("rack_power", "/graph/definitions/r", "three"));
  g_assert_cmpuint (weft_waiver_count (design), ==, 2);
  g_assert_true (weft_waiver_get (design, 0, &waiver));
  g_assert_cmpstr (waiver.code, ==, "rack_power");
  g_assert_cmpstr (waiver.path, ==, "/graph/definitions/r");
  g_assert_cmpstr (waiver.reason, ==, "three");
  g_ptr_array_unref (check (design, TRUE));

  weft_history_do (history, weft_edit_remove_waiver (0));
  g_ptr_array_unref (check (design, FALSE));
  weft_history_do (history, weft_edit_remove_waiver (0));
  g_assert_cmpuint (weft_waiver_count (design), ==, 0);
  g_assert_false (weft_waiver_get (design, 0, &waiver));
  last = text_of (history);
  g_assert_cmpstr (last, ==, first);

  for (guint i = 0; i < 5; i++)
    g_assert_true (weft_history_undo (history));
  g_assert_false (weft_history_get_can_undo (history));
  back = text_of (history);
  g_assert_cmpstr (back, ==, first);
  for (guint i = 0; i < 3; i++)
    g_assert_true (weft_history_redo (history));
  again = text_of (history);
  g_assert_nonnull (strstr (again, "three"));
}

static void
test_edits_refused (void)
{
  g_autoptr (WeftDesign) design = machine (FEED, 1);
  g_autofree char *longer = g_strnfill (1001, 'r');
  g_autoptr (WeftEdit) same
    = weft_edit_add_waiver ("rack_power", "/graph/definitions/r", "A feed of 50 kW");
  g_autoptr (WeftEdit) none = weft_edit_remove_waiver (1);
  g_autoptr (WeftEdit) one = weft_edit_remove_waiver (0);

  g_assert_null (weft_edit_add_waiver ("rack_power", "/graph", ""));
  g_assert_null (weft_edit_add_waiver ("rack_power", "/graph", " \n"));
  g_assert_null (weft_edit_add_waiver ("rack_power", "/graph", longer));
  g_assert_false (weft_edit_changes (same, design));
  g_assert_false (weft_edit_changes (none, design));
  g_assert_true (weft_edit_changes (one, design));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/waiver/physics", test_physics);
  g_test_add_func ("/waiver/composition", test_composition);
  g_test_add_func ("/waiver/limits", test_limits_of_waivers);
  g_test_add_func ("/waiver/structure", test_structure);
  g_test_add_func ("/waiver/edits", test_edits);
  g_test_add_func ("/waiver/edits-refused", test_edits_refused);

  return g_test_run ();
}
