/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power, space, heat and ports of a graph against their limits; what is unknown stays unknown. */
#include "graph-fixture.h"

#include <math.h>

#include "design/graph/weft-graph-verify.h"
#include "design/physical/weft-cable.h"
#include "design/physical/weft-predicate.h"

#define HOST                                                                                       \
  "'host':{'level':'node','enclosure':'%s','items':[{'id':'gpu','chip':'%s','count':8}],"          \
  "'ports':[{'id':'net','of':'gpu'}]}"
#define RACKS                                                                                      \
  "{'root':'m','definitions':{" HOST ","                                                           \
  "'r':{'level':'rack','title':'Rack','enclosure':'%s','items':[{'id':'h','definition':'host',"    \
  "'count':%u}%s],'ports':[{'id':'net','of':'h:net'}]},"                                           \
  "'m':{'level':'cluster','items':[{'id':'rack','definition':'r'},{'id':'leaf',"                   \
  "'component':'%s'}],'links':[{'from':'rack:net','to':'leaf','wiring':'all','component':'dr4-400g',"                                             \
  "'channels':%u}]}}}"

static GPtrArray *
verify (const char *text, gboolean sound)
{
  g_autoptr (WeftGraph) graph = fixture_graph (text);
  GPtrArray *violations = g_ptr_array_new_with_free_func (g_object_unref);

  if (!weft_graph_rules_check (graph, fixture_get_inventory (), violations))
    g_error ("%s", weft_violation_get_message (violations->pdata[0]));
  g_ptr_array_set_size (violations, 0);
  g_assert_cmpint (weft_graph_verify (graph, fixture_get_inventory (), violations), ==, sound);
  return violations;
}

static const WeftViolation *
find (GPtrArray *violations, const char *code)
{
  for (guint i = 0; i < violations->len; i++)
    if (g_str_equal (weft_violation_get_code (violations->pdata[i]), code))
      return violations->pdata[i];
  return NULL;
}

static double
number_of (JsonNode *node)
{
  return node != NULL ? json_node_get_double (node) : NAN;
}

typedef struct
{
  const char *enclosure;
  const char *chip;
  const char *rack;
  guint hosts;
  const char *more; /* items of the rack */
  const char *leaf;
  guint channels;
  WeftPredicateKind kind;
  WeftVerdict verdict; /* OK: nothing is found at all */
  double use;
  double limit;
} Case;

static void
test_limits (void)
{
  static const Case cases[] = {
    /* Three hosts of 10.2 kW under 40 kW; four are 0.8 kW too many, by feed and by air. */
    { "dgx-h100", "H100", "rack-42u-air", 3, "", "qm9700", 1, 0, WEFT_VERDICT_OK, 0, 0 },
    { "dgx-h100", "H100", "rack-42u-air", 4, "", "qm9700", 1, WEFT_PREDICATE_RACK_POWER,
      WEFT_VERDICT_VIOLATED, 40800, 40000 },
    { "dgx-h100", "H100", "rack-42u-air", 4, "", "qm9700", 1, WEFT_PREDICATE_AIR_HEAT,
      WEFT_VERDICT_VIOLATED, 40800, 40000 },
    /* The rear door carries 70 kW. */
    { "dgx-h100", "H100", "rack-48u-rear-door", 4, "", "qm9700", 1, 0, WEFT_VERDICT_OK, 0, 0 },
    { "dgx-h100", "H100", "rack-48u-rear-door", 7, "", "qm9700", 1, WEFT_PREDICATE_RACK_SPACE,
      WEFT_VERDICT_VIOLATED, 56, 48 },
    /* The air-cooled MI350X. */
    { "mi350x-8-node", "MI350X", "rack-42u-air", 4, "", "qm9700", 1, WEFT_PREDICATE_RACK_POWER,
      WEFT_VERDICT_VIOLATED, 50000, 40000 },
    /* Eight B200 of 1 kW in a tray that is fed for four chips. */
    { "gb200-tray", "B200", "rack-48u-rear-door", 1, "", "qm9700", 1, WEFT_PREDICATE_CHASSIS_POWER,
      WEFT_VERDICT_VIOLATED, 8000, 6667 },
    /* Eight liquid-cooled hosts with one unit of 100 kW inside. */
    { "mi355x-8-4u-liquid", "MI355X", "rack-orv3-51ou", 8,
      ",{'id':'cdu','component':'cdu-in-rack-4u'}", "qm9700", 1, WEFT_PREDICATE_CDU_HEAT,
      WEFT_VERDICT_VIOLATED, (8 * 16500 + 1500) * 0.85, 100e3 },
    /* 32 chips with three cables each on 64 ports. */
    { "dgx-h100", "H100", "rack-48u-rear-door", 4, "", "qm9700", 3, WEFT_PREDICATE_RADIX,
      WEFT_VERDICT_VIOLATED, 96, 64 },
    /* A switch whose product is left open. */
    { "dgx-h100", "H100", "rack-48u-rear-door", 4, "", "switch-roce-ether", 1, WEFT_PREDICATE_RADIX,
      WEFT_VERDICT_UNKNOWN, 32, NAN },
    /* A chassis of which only the paper's range is known. */
    { "chassis-dense-compute", "H100", "rack-48u-rear-door", 1, "", "qm9700", 1,
      WEFT_PREDICATE_RACK_SPACE, WEFT_VERDICT_UNKNOWN, NAN, 48 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      g_autofree char *text = g_strdup_printf (RACKS, c->enclosure, c->chip, c->rack, c->hosts,
                                               c->more, c->leaf, c->channels);
      g_autoptr (GPtrArray) violations = verify (text, c->verdict != WEFT_VERDICT_VIOLATED);
      const WeftViolation *found;

      g_test_message ("%u: %s", i, text);
      for (guint j = 0; j < violations->len; j++)
        g_test_message ("%s: %s", weft_violation_get_code (violations->pdata[j]),
                        weft_violation_get_message (violations->pdata[j]));
      if (c->verdict == WEFT_VERDICT_OK)
        {
          g_assert_cmpuint (violations->len, ==, 0);
          continue;
        }
      found = find (violations, weft_predicate_code (c->kind, c->verdict));
      g_assert_nonnull (found);
      g_assert_cmpint (isnan (c->use), ==,
                       isnan (number_of (weft_violation_get_actual ((WeftViolation *) found))));
      if (!isnan (c->use))
        g_assert_cmpfloat_with_epsilon (
          number_of (weft_violation_get_actual ((WeftViolation *) found)), c->use, 1e-6);
      if (!isnan (c->limit))
        g_assert_cmpfloat_with_epsilon (
          number_of (weft_violation_get_limit ((WeftViolation *) found)), c->limit, 1e-6);
    }
}

/* A part names itself: the device by its place, and the item by its path. */
static void
test_names (void)
{
  g_autofree char *text
      = g_strdup_printf (RACKS, "dgx-h100", "H100", "rack-42u-air", 4u, "", "qm9700", 3u);
  g_autoptr (GPtrArray) violations = verify (text, FALSE);
  WeftViolation *radix = (WeftViolation *) find (
    violations, weft_predicate_code (WEFT_PREDICATE_RADIX, WEFT_VERDICT_VIOLATED));
  WeftViolation *power = (WeftViolation *) find (
    violations, weft_predicate_code (WEFT_PREDICATE_RACK_POWER, WEFT_VERDICT_VIOLATED));

  g_assert_cmpstr (weft_violation_get_path (radix), ==, "/graph/definitions/m/items/1");
  g_assert_nonnull (strstr (weft_violation_get_message (radix), "Leaf"));
  g_assert_cmpstr (weft_violation_get_path (power), ==, "/graph/definitions/r");
  g_assert_nonnull (strstr (weft_violation_get_message (power), "Rack"));
}

/* The published NVL72 keeps to its 132 kW and 144 ports. */
static void
test_rack (void)
{
  g_autoptr (GString) text = g_string_new (CLUSTER);
  g_autoptr (GPtrArray) violations = NULL;

  g_string_replace (text, "\"tray\":{\"level\":\"node\",",
                    "\"tray\":{\"level\":\"node\",\"enclosure\":\"gb200-tray\",", 0);
  violations = verify (text->str, TRUE);
  g_assert_cmpuint (violations->len, ==, 0);
}

/* --- cables --- */

/* @count racks of 42 units with a switch on unit @unit (0: none given); a link of @medium from the
 * first to the last. */
static char *
write_row (guint count, guint unit, const char *medium)
{
  g_autofree char *at = unit > 0 ? g_strdup_printf (",'u':%u", unit) : g_strdup ("");
  g_autofree char *to = count > 1 ? g_strdup_printf ("rack[%u]:up", count - 1) : g_strdup ("leaf");

  return g_strdup_printf (
    "{'root':'m','definitions':{'r':{'level':'rack','enclosure':'rack-42u-air','items':["
    "{'id':'tor','component':'qm9700'%s}],'ports':[{'id':'up','of':'tor'}]},"
    "'m':{'level':'cluster','items':[{'id':'rack','definition':'r','count':%u},"
    "{'id':'leaf','component':'qm9700'}],'links':[{'from':'rack[0]:up','to':'%s','wiring':'all',"
    "'component':'%s'}]}}}", at, count, to, medium);
}

/* Lengths are those of the places: in a row, in the next one (ten racks stand in a row). */
static void
test_derived (void)
{
  static const struct
  {
    guint count;
    guint unit;
    WeftRackPlace last;
  } cases[] = {
    { 2, 40, { 0, 1, 40 } },
    { 4, 1, { 0, 3, 1 } },
    { 10, 20, { 0, 9, 20 } },
    { 12, 20, { 1, 1, 20 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = write_row (cases[i].count, cases[i].unit, "dr4-400g");
      g_autoptr (WeftGraph) graph = fixture_graph (text);
      g_autoptr (WeftFlat) flat = fixture_flat (graph);
      WeftRackPlace first = { 0, 0, cases[i].unit };
      double expected;

      g_assert_true (weft_cable_length (weft_cable_rules_default (), &first, &cases[i].last,
                                        &expected, NULL));
      g_assert_cmpuint (flat->n_bundles, ==, 1);
      g_assert_true (flat->bundle[0].is_derived);
      g_assert_cmpfloat_with_epsilon (flat->bundle[0].length_m, expected, 1e-9);
    }
}

/* Neighbours at unit 40 are 2.97 m apart (the first case in the list of cable lengths). */
static void
test_reach (void)
{
  static const struct
  {
    guint count;
    guint unit;
    const char *medium;
    const char *code; /* NULL: sound */
    double actual;    /* NAN: not told */
    double limit;
    const char *in_hint;
  } cases[] = {
    { 2, 40, "link-dac-copper", "cable_reach", 2.97, 2.5, "AEC, which reaches 7 m" },
    { 2, 40, "aec-400g", NULL, NAN, NAN, NULL },
    { 10, 1, "aec-400g", "cable_reach", 11.65, 7, "AOC, which reaches 500 m" },
    { 10, 1, "aoc-400g", NULL, NAN, NAN, NULL },
    /* Without a unit of their own both stand at the bottom, as if at unit 1. */
    { 2, 0, "dr4-400g", NULL, NAN, NAN, NULL },
    { 2, 0, "acc-800g", "cable_reach", 6.61, 5, "AEC, which reaches 7 m" },
    /* The leaf stands somewhere: what reaches from any place is sound, else it is not known. */
    { 1, 1, "dr4-400g", NULL, NAN, NAN, NULL },
    { 1, 1, "acc-800g", "cable_reach_unknown", NAN, 5, "length_m" },
    { 2, 1, "link-cpo-fiber", "cable_reach_unknown", 6.61, NAN, "component" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = write_row (cases[i].count, cases[i].unit, cases[i].medium);
      gboolean exceeded = g_strcmp0 (cases[i].code, "cable_reach") == 0;
      g_autoptr (GPtrArray) violations = verify (text, !exceeded);
      WeftViolation *found;

      g_test_message ("%u %u %s", cases[i].count, cases[i].unit, cases[i].medium);
      if (cases[i].code == NULL)
        {
          g_assert_cmpuint (violations->len, ==, 0);
          continue;
        }
      found = (WeftViolation *) find (violations, cases[i].code);
      g_assert_nonnull (found);
      g_test_message ("%s", weft_violation_get_message (found));
      g_assert_cmpstr (weft_violation_get_path (found), ==, "/graph/definitions/m/links/0");
      g_assert_nonnull (strstr (weft_violation_get_hint (found), cases[i].in_hint));
      if (isnan (cases[i].actual))
        g_assert_true (isnan (number_of (weft_violation_get_actual (found))));
      else
        g_assert_cmpfloat_with_epsilon (number_of (weft_violation_get_actual (found)),
                                        cases[i].actual, 0.01);
      if (!isnan (cases[i].limit))
        g_assert_cmpfloat_with_epsilon (number_of (weft_violation_get_limit (found)),
                                        cases[i].limit, 1e-9);
    }
}

/* Lengths follow the rule that fills racks: group "a" from unit 1 steps over "b" on unit 4, "c"
 * takes what is free at the bottom. Parts of unknown height push up whom they precede. */
static void
test_places (void)
{
  static const struct
  {
    const char *more;
    const char *from;
    double unit; /* NAN: not known */
  } cases[] = {
    { "", "a[0]", 1.5 },
    { "", "a[1]", 5.5 },
    { "", "c", 3 },
    { ",{'id':'n','definition':'n','u':10}", "a[0]", 1.5 },
    { ",{'id':'n','definition':'n','u':10}", "a[1]", NAN },
    { ",{'id':'n','definition':'n'}", "a[1]", 5.5 },
    { ",{'id':'n','definition':'n','u':10}", "c", NAN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{'root':'r','definitions':{'n':{'level':'node','items':[{'id':'g','chip':'H100'}]},"
        "'r':{'level':'rack','enclosure':'rack-42u-air','items':["
        "{'id':'a','component':'sn5600','count':2,'u':1},{'id':'b','component':'qm9700','u':4},"
        "{'id':'c','component':'qm9700'}%s],'links':[{'from':'%s','to':'b','wiring':'all',"
        "'component':'dr4-400g'}]}}}", cases[i].more, cases[i].from);
      g_autoptr (WeftGraph) graph = fixture_graph (text);
      g_autoptr (WeftFlat) flat = fixture_flat (graph);
      WeftRackPlace from = { 0, 0, cases[i].unit }, to = { 0, 0, 4 };
      double expected;

      g_test_message ("%s%s", cases[i].from, cases[i].more);
      g_assert_cmpint (flat->bundle[0].is_derived, ==, !isnan (cases[i].unit));
      if (isnan (cases[i].unit))
        continue;
      g_assert_true (weft_cable_length (weft_cable_rules_default (), &from, &to, &expected, NULL));
      g_assert_cmpfloat_with_epsilon (flat->bundle[0].length_m, expected, 1e-9);
    }
}

/* A link that names no cable is said, in a rack and between racks. */
static void
test_nameless (void)
{
  g_autoptr (GPtrArray) violations = verify (
    "{'root':'r','definitions':{'r':{'level':'rack','enclosure':'rack-42u-air','items':["
    "{'id':'sw','component':'nvlink5-switch-tray','count':2,'u':1}],'links':[{'from':'sw',"
    "'to':'sw','wiring':'all'}]}}}", TRUE);

  g_assert_nonnull (find (violations, "cable_reach_unknown"));
  /* What it draws is not known either. */
  g_assert_nonnull (find (violations, "rack_power_unknown"));
}

/* Cables draw in the rack that they end in: 900 of 20 W between two switches of 1 kW, on top of
 * 39.9 kW there. */
static void
test_cable_power (void)
{
  static const char text[]
      = "{'root':'r','definitions':{'r':{'level':'rack','enclosure':'rack-42u-air','items':["
        "{'id':'host','component':'epyc-2s-1u','count':25},"
        "{'id':'sw','component':'nvlink5-switch-tray','count':2}],'links':[{'from':'sw[0]',"
        "'to':'sw[1]','wiring':'all','component':'aec-800g','channels':%u,'length_m':1}]}}}";
  g_autofree char *few = g_strdup_printf (text, 1u);
  g_autofree char *many = g_strdup_printf (text, 144u);
  g_autoptr (GPtrArray) sound = verify (few, TRUE);
  g_autoptr (GPtrArray) hot = verify (many, FALSE);
  WeftViolation *found = (WeftViolation *) find (hot, "rack_power");

  g_assert_null (find (sound, "rack_power"));
  g_assert_nonnull (found);
  g_assert_cmpfloat_with_epsilon (number_of (weft_violation_get_actual (found)),
                                  25 * 1500 + 2 * 1240 + 144 * 20, 1e-6);
}

/* --- positions, frames and ports --- */

static void
test_positions (void)
{
  static const struct
  {
    const char *items;
    const char *code; /* NULL: sound */
    const char *path;
    double actual;
    double limit;
    const char *name;
  } cases[] = {
    { "{'id':'a','component':'sn5600','u':41}", NULL, NULL, 0, 0, NULL },
    { "{'id':'a','component':'sn5600','u':42}", "rack_position", "/0/u", 43, 42, "“a”" },
    { "{'id':'a','component':'sn5600','u':43}", "rack_position", "/0/u", 44, 42, "“a”" },
    { "{'id':'a','component':'sn5600','count':3,'u':38}", "rack_position", "/0/u", 43, 42, "“a”" },
    { "{'id':'a','component':'sn5600','u':1.5}", "rack_position", "/0/u", 1.5, 1, "“a”" },
    { "{'id':'a','component':'sn5600','count':2,'u':1},{'id':'b','component':'qm9700','u':5}",
      NULL, NULL, 0, 0, NULL },
    /* Further ones step over what has a unit of its own, the first one does not. */
    { "{'id':'a','component':'sn5600','count':2,'u':1},{'id':'b','component':'qm9700','u':4}",
      NULL, NULL, 0, 0, NULL },
    { "{'id':'a','component':'sn5600','count':2,'u':1},{'id':'b','component':'qm9700','u':2}",
      "rack_overlap", "/1/u", 2, 2, "“b”" },
    { "{'id':'b','component':'qm9700','u':4},{'id':'c','component':'qm9700','u':2},"
      "{'id':'a','component':'sn5600','count':2,'u':1}",
      "rack_overlap", "/1/u", 2, 2, "“a”" },
    { "{'id':'a','component':'sn5600','u':7},{'id':'b','component':'sn5600','u':7}",
      "rack_overlap", "/1/u", 7, 8, "“b”" },
    { "{'id':'a','component':'sn5600','count':2,'u':36},{'id':'b','component':'sn5600','u':39}",
      NULL, NULL, 0, 0, NULL },
    { "{'id':'a','component':'sn5600','count':3,'u':36},{'id':'b','component':'sn5600','u':39}",
      "rack_overlap", "/0/u", 3, 2, "“a”" },
    { "{'id':'a','component':'sn5600'},{'id':'b','component':'qm9700'}", NULL, NULL, 0, 0, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{'root':'r','definitions':{'r':{'level':'rack','enclosure':'rack-42u-air','items':[%s]}}}",
        cases[i].items);
      g_autoptr (GPtrArray) violations = verify (text, cases[i].code == NULL);
      WeftViolation *found;

      g_test_message ("%s", cases[i].items);
      if (cases[i].code == NULL)
        {
          g_assert_cmpuint (violations->len, ==, 0);
          continue;
        }
      found = (WeftViolation *) find (violations, cases[i].code);
      g_assert_nonnull (found);
      g_assert_true (g_str_has_suffix (weft_violation_get_path (found), cases[i].path));
      g_assert_cmpfloat (number_of (weft_violation_get_actual (found)), ==, cases[i].actual);
      g_assert_cmpfloat (number_of (weft_violation_get_limit (found)), ==, cases[i].limit);
      g_assert_nonnull (strstr (weft_violation_get_message (found), cases[i].name));
    }
}

static void
test_frameless (void)
{
  g_autoptr (GPtrArray) violations = verify (
    "{'root':'r','definitions':{'r':{'level':'rack','title':'Bare','items':[{'id':'sw',"
    "'component':'qm9700'}]}}}", TRUE);
  WeftViolation *found = (WeftViolation *) find (violations, "enclosure_unknown");

  g_assert_nonnull (found);
  g_assert_cmpint (weft_violation_get_severity (found), ==, WEFT_SEVERITY_WARNING);
  g_assert_nonnull (strstr (weft_violation_get_message (found), "Bare"));
}

/* H100 has 18 NVLinks, of B200 in a fabric of its own the catalog knows as many; of L40S none. */
static void
test_chip_ports (void)
{
  static const char text[]
      = "{'root':'n','definitions':{'n':{'level':'node','items':[{'id':'gpu','chip':'%s','count':8},"
        "{'id':'sw','component':'switch-pcie'}],'links':[{'from':'gpu','to':'sw','wiring':'all',"
        "'fabric':'%s','channels':%u}]}}}";
  g_autofree char *fits = g_strdup_printf (text, "H100", "NVLink4", 18u);
  g_autofree char *exceeds = g_strdup_printf (text, "H100", "NVLink4", 19u);
  g_autofree char *unknown = g_strdup_printf (text, "L40S", "PCIe4", 1u);
  g_autoptr (GPtrArray) none = verify (fits, TRUE);
  g_autoptr (GPtrArray) many = verify (exceeds, FALSE);
  g_autoptr (GPtrArray) open = verify (unknown, TRUE);
  WeftViolation *found = (WeftViolation *) find (many, "radix");

  g_assert_null (find (none, "radix"));
  g_assert_nonnull (found);
  g_assert_cmpfloat (number_of (weft_violation_get_actual (found)), ==, 19);
  g_assert_cmpfloat (number_of (weft_violation_get_limit (found)), ==, 18);
  g_assert_cmpstr (weft_violation_get_path (found), ==, "/graph/definitions/n/items/0");
  g_assert_nonnull (find (open, "radix_unknown"));
}

/* One switch of half a million has all the cables: its ports are counted once, not again for each
 * of the others. */
static void
test_many_ports (void)
{
  g_autoptr (GPtrArray) violations = verify (
    "{'root':'m','definitions':{'m':{'level':'cluster','items':["
    "{'id':'sw','component':'qm9700','count':500000},"
    "{'id':'leaf','component':'qm9700','count':500000}],'links':[{'from':'sw[7]','to':'leaf',"
    "'wiring':'all','component':'dr4-400g'}]}}}", FALSE);
  WeftViolation *found = (WeftViolation *) find (violations, "radix");

  g_assert_nonnull (found);
  g_assert_cmpfloat (number_of (weft_violation_get_actual (found)), ==, 500000);
  g_assert_cmpfloat (number_of (weft_violation_get_limit (found)), ==, 64);
  g_assert_cmpstr (weft_violation_get_path (found), ==, "/graph/definitions/m/items/0");
  g_assert_nonnull (strstr (weft_violation_get_message (found), "8"));
}

/* A figure that nobody means is refused by the name of its item. */
static void
test_absurd (void)
{
  g_autoptr (GPtrArray) violations = verify (
    "{'root':'r','definitions':{'r':{'level':'rack','enclosure':'rack-42u-air','items':["
    "{'id':'lamp','component':'star'}]}}}", FALSE);
  WeftViolation *found = (WeftViolation *) find (violations, "physical_range");

  g_assert_nonnull (found);
  g_assert_nonnull (strstr (weft_violation_get_message (found), "lamp"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/graph-verify/limits", test_limits);
  g_test_add_func ("/design/graph-verify/names", test_names);
  g_test_add_func ("/design/graph-verify/rack", test_rack);
  g_test_add_func ("/design/graph-verify/derived", test_derived);
  g_test_add_func ("/design/graph-verify/reach", test_reach);
  g_test_add_func ("/design/graph-verify/places", test_places);
  g_test_add_func ("/design/graph-verify/nameless", test_nameless);
  g_test_add_func ("/design/graph-verify/cable-power", test_cable_power);
  g_test_add_func ("/design/graph-verify/positions", test_positions);
  g_test_add_func ("/design/graph-verify/frameless", test_frameless);
  g_test_add_func ("/design/graph-verify/chip-ports", test_chip_ports);
  g_test_add_func ("/design/graph-verify/many-ports", test_many_ports);
  g_test_add_func ("/design/graph-verify/absurd", test_absurd);
  return g_test_run ();
}
