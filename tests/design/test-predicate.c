/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules with three answers: what holds, what is broken, what cannot be told; and the words. */
#include <string.h>

#include "physical-fixture.h"

#include "base/weft-json-write.h"
#include "design/physical/weft-predicate.h"

static WeftPredicate
check (WeftPredicateKind kind,
       double            use,
       double            limit)
{
  g_autoptr (GError) error = NULL;
  WeftPredicate predicate;

  weft_predicate_check (kind, "Rack 3", use, limit, &predicate, &error);
  g_assert_no_error (error);
  return predicate;
}

static WeftPredicate
sum_up (const WeftPredicatePart *parts,
        guint                    n_parts,
        double                   limit_w)
{
  g_autoptr (GError) error = NULL;
  WeftPredicate predicate;

  weft_predicate_sum (WEFT_PREDICATE_RACK_POWER, "Rack 3", parts, n_parts, limit_w, &predicate,
                      &error);
  g_assert_no_error (error);
  return predicate;
}

static WeftPredicate
stand_in (WeftLevel owner,
          WeftLevel vertex,
          gboolean  is_definition)
{
  g_autoptr (GError) error = NULL;
  WeftPredicate predicate;

  weft_predicate_level ("n1", owner, vertex, is_definition, &predicate, &error);
  g_assert_no_error (error);
  return predicate;
}

static void
assert_message (const WeftPredicate *predicate,
                const char          *code,
                const char          *message)
{
  g_autoptr (WeftViolation) violation = weft_predicate_to_violation (predicate, "/graph/x");

  g_assert_nonnull (violation);
  g_assert_cmpstr (weft_violation_get_code (violation), ==, code);
  g_assert_cmpstr (weft_violation_get_message (violation), ==, message);
  g_assert_cmpstr (weft_violation_get_path (violation), ==, "/graph/x");
  g_assert_cmpint (strlen (weft_violation_get_hint (violation)), >, 0);
}

/* Only what is known to be enough is enough. */
static void
test_three_answers (void)
{
  for (guint kind = 0; kind < WEFT_PREDICATE_LEVEL; kind++)
    {
      g_assert_cmpint (check (kind, 1, 2).verdict, ==, WEFT_VERDICT_OK);
      g_assert_cmpint (check (kind, 2, 2).verdict, ==, WEFT_VERDICT_OK);
      g_assert_cmpint (check (kind, 0, 0).verdict, ==, WEFT_VERDICT_OK);
      g_assert_cmpint (check (kind, 3, 2).verdict, ==, WEFT_VERDICT_VIOLATED);
      g_assert_cmpint (check (kind, 1, 0).verdict, ==, WEFT_VERDICT_VIOLATED);
      g_assert_cmpint (check (kind, NAN, 2).verdict, ==, WEFT_VERDICT_UNKNOWN);
      g_assert_cmpint (check (kind, 1, NAN).verdict, ==, WEFT_VERDICT_UNKNOWN);
      g_assert_cmpint (check (kind, 0, NAN).verdict, ==, WEFT_VERDICT_UNKNOWN);
      g_assert_cmpint (check (kind, NAN, NAN).verdict, ==, WEFT_VERDICT_UNKNOWN);
    }
}

/* Every rule has its own codes and words; known numbers stand in them, unknown ones do not. */
static void
test_every_kind (void)
{
  g_autoptr (GHashTable) codes = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint kind = 0; kind < WEFT_N_PREDICATE_KINDS; kind++)
    {
      WeftPredicate ok = check (kind, 2, 2);
      WeftPredicate over = check (kind, 3, 2);
      WeftPredicate unknown = check (kind, NAN, 2);
      g_autoptr (WeftViolation) broken = weft_predicate_to_violation (&over, "/graph/x");
      g_autoptr (WeftViolation) unclear = weft_predicate_to_violation (&unknown, "/graph/x");

      g_assert_null (weft_predicate_to_violation (&ok, "/graph/x"));
      g_assert_null (weft_predicate_code (kind, WEFT_VERDICT_OK));
      g_assert_cmpint (weft_violation_get_severity (broken), ==, WEFT_SEVERITY_ERROR);
      g_assert_cmpint (weft_violation_get_severity (unclear), ==, WEFT_SEVERITY_WARNING);
      g_assert_nonnull (strstr (weft_violation_get_message (broken), "Rack 3"));
      g_assert_nonnull (strstr (weft_violation_get_message (unclear), "unknown"));
      g_assert_true (g_hash_table_add (codes, (gpointer) weft_violation_get_code (broken)));
      g_assert_true (g_hash_table_add (codes, (gpointer) weft_violation_get_code (unclear)));
      g_assert_null (weft_violation_get_actual (unclear));
      if (kind == WEFT_PREDICATE_PORT_KIND || kind == WEFT_PREDICATE_PORT_GENERATION)
        continue;
      g_assert_cmpfloat (json_node_get_double (weft_violation_get_actual (broken)), ==, 3);
      g_assert_cmpfloat (json_node_get_double (weft_violation_get_limit (broken)), ==, 2);
      g_assert_cmpfloat (json_node_get_double (weft_violation_get_limit (unclear)), ==, 2);
    }
  g_assert_cmpuint (g_hash_table_size (codes), ==, 2 * WEFT_N_PREDICATE_KINDS);
}

/* The same answer masks, counts and speaks. */
static void
test_mask_and_excess (void)
{
  WeftPredicate ok = check (WEFT_PREDICATE_RACK_POWER, 40e3, 40e3);
  WeftPredicate over = check (WEFT_PREDICATE_RACK_POWER, 50e3, 40e3);
  WeftPredicate none = check (WEFT_PREDICATE_RADIX, 5, 0);
  WeftPredicate unknown = check (WEFT_PREDICATE_RACK_POWER, NAN, 40e3);

  g_assert_true (weft_predicate_permits (&ok, FALSE));
  g_assert_false (weft_predicate_permits (&over, TRUE));
  g_assert_false (weft_predicate_permits (&unknown, FALSE));
  g_assert_true (weft_predicate_permits (&unknown, TRUE));
  g_assert_cmpfloat (weft_predicate_excess (&ok), ==, 0);
  g_assert_cmpfloat (weft_predicate_excess (&over), ==, 0.25);
  g_assert_cmpfloat (weft_predicate_excess (&none), ==, 5);
  g_assert_true (isnan (weft_predicate_excess (&unknown)));
}

static void
test_sum (void)
{
  WeftPredicatePart parts[] = {
    { "DGX H100", 10200, 4 }, { "QM9700", 1720, 1 }, { "cables", 32, 8 },
  };
  WeftPredicate predicate;

  predicate = sum_up (parts, 3, 40e3);
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_VIOLATED);
  g_assert_cmpfloat (predicate.use, ==, 42776);
  g_assert_cmpfloat (predicate.known, ==, 42776);
  g_assert_null (predicate.culprit);
  assert_message (&predicate, "rack_power",
                  "Rack 3 draws 42.8\302\240kW, its feed carries 40.0\302\240kW.");

  predicate = sum_up (NULL, 0, 0);
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_OK);

  /* Five of 10.2 kW fit exactly under 51 kW, in either unit of thought. */
  parts[0].count = 5;
  predicate = sum_up (parts, 1, 51e3);
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_OK);
  parts[0].amount = 0.1;
  parts[0].count = 3;
  predicate = sum_up (parts, 1, 0.3);
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_OK);
}

static void
test_unknown_part (void)
{
  WeftPredicatePart parts[] = { { "DGX H100", 10200, 3 }, { "Prototype", NAN, 1 } };
  WeftPredicate predicate;
  g_autoptr (WeftViolation) violation = NULL;

  /* It may or may not fit. */
  predicate = sum_up (parts, 2, 40e3);
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_UNKNOWN);
  g_assert_true (isnan (predicate.use));
  g_assert_cmpfloat (predicate.known, ==, 30600);
  g_assert_cmpstr (predicate.culprit, ==, "Prototype");
  assert_message (&predicate, "rack_power_unknown",
                  "Rack 3, power of the rack: unknown, the limit is 40.0\302\240kW; this rule "
                  "cannot be checked.");
  violation = weft_predicate_to_violation (&predicate, "");
  g_assert_cmpstr (weft_violation_get_hint (violation), ==,
                   "Give the figure of Prototype that is missing.");

  /* Whatever it draws, the others are too much. */
  parts[0].count = 4;
  predicate = sum_up (parts, 2, 40e3);
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_VIOLATED);
  g_assert_true (isnan (predicate.use));
  assert_message (&predicate, "rack_power",
                  "Rack 3 draws at least 40.8\302\240kW, its feed carries 40.0\302\240kW.");

  /* None of them, so nothing is missing. */
  parts[0].count = 3;
  parts[1].count = 0;
  predicate = sum_up (parts, 2, 40e3);
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_OK);
}

static void
test_words (void)
{
  WeftPredicate close = check (WEFT_PREDICATE_RACK_POWER, 40040, 40000);
  WeftPredicate radix = check (WEFT_PREDICATE_RADIX, 65, 64);
  WeftPredicate space = check (WEFT_PREDICATE_RACK_SPACE, 48, 42);
  WeftPredicate reach = check (WEFT_PREDICATE_CABLE_REACH, 3, 2.5);
  WeftPredicate rcu = check (WEFT_PREDICATE_BUDGET_RCU, 1200.5, 1000);
  WeftPredicate ports = check (WEFT_PREDICATE_RADIX, 65, NAN);

  /* Three digits would not tell them apart. */
  assert_message (&close, "rack_power",
                  "Rack 3 draws 40040\302\240W, its feed carries 40000\302\240W.");
  assert_message (&radix, "radix", "Rack 3 needs 65 ports, it has 64.");
  assert_message (&space, "rack_space", "Rack 3 needs 48 rack units, it has 42.");
  assert_message (&reach, "cable_reach",
                  "Rack 3 is 3.00\302\240m long, its medium reaches 2.50\302\240m.");
  assert_message (&rcu, "budget_rcu", "Rack 3 costs 1200.5 RCU, the budget is 1000 RCU.");
  assert_message (&ports, "radix_unknown",
                  "Rack 3, ports: 65, the limit is unknown; this rule cannot be checked.");
}

/* 128 nodes and 48 switches in a room of one megawatt. */
static void
test_thousand_gpus (void)
{
  const WeftPredicatePart parts[] = { { "DGX H100", 10200, 128 }, { "QM9700", 1720, 48 } };
  WeftPredicate predicate;

  g_assert_true (weft_predicate_sum (WEFT_PREDICATE_FACILITY_POWER, "Cluster", parts, 2, 1e6,
                                     &predicate, NULL));
  g_assert_cmpfloat (predicate.use, ==, 1388160);
  assert_message (&predicate, "facility_power",
                  "Cluster draws 1.39\302\240MW, the facility has 1.00\302\240MW.");
  g_assert_true (weft_predicate_sum (WEFT_PREDICATE_FACILITY_POWER, "Cluster", parts, 2, 1.4e6,
                                     &predicate, NULL));
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_OK);
}

static void
test_cooling (void)
{
  const WeftCoolingRules *rules = weft_cooling_rules_default ();
  WeftPredicate predicate;

  g_assert_true (weft_predicate_air ("Rack", 120e3, FALSE, rules, &predicate, NULL));
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_VIOLATED);
  g_assert_true (weft_predicate_air ("Rack", 120e3, TRUE, rules, &predicate, NULL));
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_OK);
  g_assert_cmpfloat (predicate.use, ==, 18e3);
  /* The part that stays in the air of a very hot rack is too much, too. */
  g_assert_true (weft_predicate_air ("Rack", 350e3, TRUE, rules, &predicate, NULL));
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_VIOLATED);
  g_assert_true (weft_predicate_air ("Rack", NAN, TRUE, rules, &predicate, NULL));
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_UNKNOWN);

  for (double heat_w = 0; heat_w < 5e6; heat_w += 130e3)
    {
      guint n = 0;

      g_assert_true (weft_cooling_cdus (heat_w, 1.3e6, 1, &n, NULL));
      g_assert_true (weft_predicate_cdus ("Hall", heat_w, 1.3e6, n, 1, &predicate, NULL));
      g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_OK);
      if (n == 0)
        continue;
      g_assert_true (weft_predicate_cdus ("Hall", heat_w, 1.3e6, n - 1, 1, &predicate, NULL));
      g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_VIOLATED);
    }
  g_assert_true (weft_predicate_cdus ("Hall", 1e6, NAN, 3, 1, &predicate, NULL));
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_UNKNOWN);
}

/* A vertex of a level is a component of that level, or a definition of the one below. */
static void
test_levels (void)
{
  WeftPredicate predicate;

  for (int owner = WEFT_LEVEL_PACKAGE; owner <= WEFT_LEVEL_CLUSTER; owner++)
    for (int vertex = WEFT_LEVEL_PACKAGE; vertex <= WEFT_LEVEL_CLUSTER; vertex++)
      {
        predicate = stand_in (owner, vertex, FALSE);
        g_assert_cmpint (predicate.verdict, ==,
                         vertex == owner ? WEFT_VERDICT_OK : WEFT_VERDICT_VIOLATED);
        predicate = stand_in (owner, vertex, TRUE);
        g_assert_cmpint (predicate.verdict, ==,
                         vertex == owner - 1 ? WEFT_VERDICT_OK : WEFT_VERDICT_VIOLATED);
      }

  predicate = stand_in (WEFT_LEVEL_NODE, WEFT_LEVEL_RACK, TRUE);
  assert_message (&predicate, "level", "n1 is of level “rack”, here only “package” may stand.");
  g_assert_cmpfloat (weft_predicate_excess (&predicate), ==, 1);
  predicate = stand_in (WEFT_LEVEL_PACKAGE, WEFT_LEVEL_PACKAGE, TRUE);
  assert_message (&predicate, "level",
                  "n1 is a definition of level “package”, a package takes none.");
  predicate = stand_in (WEFT_LEVEL_NODE, WEFT_LEVEL_ANY, TRUE);
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_UNKNOWN);
  assert_refused (weft_predicate_level ("n1", 7, WEFT_LEVEL_NODE, FALSE, &predicate, error),
                  WEFT_PHYSICAL_ERROR_RANGE, "n1: limit: found 7");
}

static void
test_same_ports (void)
{
  WeftPredicate predicate;
  g_autoptr (WeftViolation) violation = NULL;

  g_assert_true (weft_predicate_same (WEFT_PREDICATE_PORT_KIND, "link 4", "NVLink", "NVLink",
                                      &predicate, NULL));
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_OK);
  g_assert_true (weft_predicate_same (WEFT_PREDICATE_PORT_KIND, "link 4", "NVLink", "OSFP",
                                      &predicate, NULL));
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_VIOLATED);
  assert_message (&predicate, "port_kind",
                  "link 4 joins a port of kind NVLink to one of kind OSFP.");
  violation = weft_predicate_to_violation (&predicate, "/graph/links/4");
  g_assert_cmpstr (json_node_get_string (weft_violation_get_actual (violation)), ==, "NVLink");
  g_assert_cmpstr (json_node_get_string (weft_violation_get_limit (violation)), ==, "OSFP");

  g_assert_true (weft_predicate_same (WEFT_PREDICATE_PORT_GENERATION, "link 4", NULL, NULL,
                                      &predicate, NULL));
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_UNKNOWN);
  g_assert_true (weft_predicate_same (WEFT_PREDICATE_PORT_GENERATION, "link 4", "5", NULL,
                                      &predicate, NULL));
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_UNKNOWN);
  assert_message (&predicate, "port_generation_unknown",
                  "link 4, generation of the port: 5, the limit is unknown; this rule cannot be "
                  "checked.");
}

/* The tolerance for decimals is no licence. */
static void
test_tolerance (void)
{
  g_assert_cmpint (check (WEFT_PREDICATE_RACK_POWER, 40e3 + 0.001, 40e3).verdict, ==,
                   WEFT_VERDICT_VIOLATED);
  g_assert_cmpint (check (WEFT_PREDICATE_RADIX, 65, 64).verdict, ==, WEFT_VERDICT_VIOLATED);
  g_assert_cmpint (check (WEFT_PREDICATE_RADIX, 1e6 + 1, 1e6).verdict, ==, WEFT_VERDICT_VIOLATED);
}

static void
test_bad_numbers (void)
{
  const double bad[] = { -1, INFINITY, -INFINITY, 1e30 };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    for (guint kind = 0; kind < WEFT_PREDICATE_LEVEL; kind++)
      {
        WeftPredicate predicate = { .verdict = WEFT_VERDICT_OK };
        const WeftPredicatePart odd[] = { { "part", bad[i], 1 }, { "part", 1, bad[i] } };

#define REFUSED(call)                                                                              \
  predicate.verdict = WEFT_VERDICT_OK;                                                             \
  assert_refused (call, WEFT_PHYSICAL_ERROR_RANGE, "Rack 3");                                      \
  g_assert_cmpint (predicate.verdict, ==, WEFT_VERDICT_UNKNOWN)
        REFUSED (weft_predicate_check (kind, "Rack 3", bad[i], 1, &predicate, error));
        REFUSED (weft_predicate_check (kind, "Rack 3", 1, bad[i], &predicate, error));
        REFUSED (weft_predicate_sum (kind, "Rack 3", &odd[0], 1, 1, &predicate, error));
        REFUSED (weft_predicate_sum (kind, "Rack 3", &odd[1], 1, 1, &predicate, error));
        REFUSED (weft_predicate_sum (kind, "Rack 3", NULL, 0, bad[i], &predicate, error));
        REFUSED (weft_predicate_cdus ("Rack 3", bad[i], 1, 2, 1, &predicate, error));
        REFUSED (weft_predicate_cdus ("Rack 3", 1, bad[i], 2, 1, &predicate, error));
        REFUSED (weft_predicate_air ("Rack 3", bad[i], TRUE, weft_cooling_rules_default (),
                                     &predicate, error));
        REFUSED (weft_predicate_air ("Rack 3", 1, TRUE, &(WeftCoolingRules) { bad[i], 1, 0, 1 },
                                     &predicate, error));
#undef REFUSED
      }
}

static void
test_bad_counts (void)
{
  const WeftPredicatePart many = { "instances", 1, 1e12 };
  const WeftPredicatePart unknown = { "instances", 1, NAN };
  WeftPredicate predicate;

  assert_refused (weft_predicate_sum (WEFT_PREDICATE_RADIX, "Rack 3", &many, 1, 1, &predicate,
                                      error),
                  WEFT_PHYSICAL_ERROR_RANGE, "Rack 3, instances: count: found 1e+12");
  assert_refused (weft_predicate_sum (WEFT_PREDICATE_RADIX, "Rack 3", &unknown, 1, 1, &predicate,
                                      error),
                  WEFT_PHYSICAL_ERROR_RANGE, "count: found unknown");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/predicate/three-answers", test_three_answers);
  g_test_add_func ("/design/predicate/every-kind", test_every_kind);
  g_test_add_func ("/design/predicate/mask-and-excess", test_mask_and_excess);
  g_test_add_func ("/design/predicate/sum", test_sum);
  g_test_add_func ("/design/predicate/unknown-part", test_unknown_part);
  g_test_add_func ("/design/predicate/words", test_words);
  g_test_add_func ("/design/predicate/thousand-gpus", test_thousand_gpus);
  g_test_add_func ("/design/predicate/cooling", test_cooling);
  g_test_add_func ("/design/predicate/levels", test_levels);
  g_test_add_func ("/design/predicate/same-ports", test_same_ports);
  g_test_add_func ("/design/predicate/tolerance", test_tolerance);
  g_test_add_func ("/design/predicate/bad-numbers", test_bad_numbers);
  g_test_add_func ("/design/predicate/bad-counts", test_bad_counts);

  return g_test_run ();
}
