/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power, space, heat and ports of a graph against their limits; what is unknown stays unknown. */
#include "graph-fixture.h"

#include <math.h>

#include "design/graph/weft-graph-verify.h"
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/graph-verify/limits", test_limits);
  g_test_add_func ("/design/graph-verify/names", test_names);
  g_test_add_func ("/design/graph-verify/rack", test_rack);
  return g_test_run ();
}
