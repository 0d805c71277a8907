/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every rule once broken and once satisfied: the code, the place, both numbers and the hint. */
#include <math.h>
#include <string.h>

#include "design/weft-design-workload.h"
#include "design/weft-machine.h"
#include "design/weft-rules.h"
#include "design-fixture.h"

typedef struct
{
  const char *code;
  const char *text;
  const char *path;
  const char *in_message; /* with a plain space where the message has a no-break space */
  const char *in_hint;
  const char *satisfied;  /* the same design with the rule kept */
} Case;

#define ONE(members) "\"partitions\":[{" members "}]}"
#define PART(chip, scaleup, scaleout)                                                              \
  "\"chip\":\"" chip "\",\"scaleup\":\"" scaleup "\",\"scaleout\":\"" scaleout "\""                \
  ",\"power_frac\":0.5"
#define HALF ",\"power_frac\":0.5"
#define WITH_WORKLOAD(workload) "{\"workload\":" workload "," ONE (B200 HALF)
#define NO_HPC "\"workload\":{\"weights\":{\"training\":0.5,\"serving\":0.5}}"
#define ONLY_SERVING "\"workload\":{\"weights\":{\"serving\":1}}"
#define ONLY_HPC "\"workload\":{\"weights\":{\"hpcg\":1}}"
#define TWELVE_MORE(p) p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p

static const Case cases[] = {
  { "no_partitions", "{\"partitions\":[]}", "/partitions", "0 partitions, at least 1",
    "Add", "{" ONE (B200 HALF) },
  { "too_many_partitions",
    "{\"partitions\":[" TWELVE_MORE ("{" H100 ",\"power_frac\":0.05}") ","
    "{" B200 ",\"power_frac\":0.05},{" B200 ",\"power_frac\":0.05},{" B200 ",\"power_frac\":0.05},"
    "{" B200 ",\"power_frac\":0.05},{" B200 ",\"power_frac\":0.05}]}",
    "/partitions", "17 partitions, at most 16", "Join",
    "{\"partitions\":[" TWELVE_MORE ("{" H100 ",\"power_frac\":0.05}") ","
    "{" B200 ",\"power_frac\":0.05},{" B200 ",\"power_frac\":0.05},{" B200 ",\"power_frac\":0.05},"
    "{" B200 ",\"power_frac\":0.05}]}" },
  { "unknown_chip", "{" ONE (PART ("B20O", "NVLink5", "IB-XDR")), "/partitions/0/chip",
    "There is no chip \"B20O\".", "Did you mean B200?",
    "{" ONE (PART ("b-200", "NVLink5", "IB-XDR")) },
  { "unknown_chip", "{" ONE (PART ("quetzalcoatl", "NVLink5", "IB-XDR")), "/partitions/0/chip",
    "There is no chip \"quetzalcoatl\".", "catalog list chips", NULL },
  { "unknown_scaleup", "{" ONE (PART ("B200", "NVLink 55", "IB-XDR")), "/partitions/0/scaleup",
    "There is no scale-up fabric \"NVLink 55\".", "Did you mean NVLink5?",
    "{" ONE (PART ("B200", "nvlink-5", "IB-XDR")) },
  { "unknown_scaleout", "{" ONE (PART ("B200", "NVLink5", "IB-XRD")), "/partitions/0/scaleout",
    "There is no scale-out fabric \"IB-XRD\".", "Did you mean IB-XDR?",
    "{" ONE (PART ("B200", "NVLink5", "ib xdr")) },
  { "unknown_role", "{" ONE (B200 HALF ",\"role\":\"generall\""), "/partitions/0/role",
    "There is no role \"generall\".", "Did you mean general?",
    "{" ONE (B200 HALF ",\"role\":\"General\"") },
  { "unknown_role", "{" ONE (B200 HALF ",\"role\":\"quetzalcoatl\""), "/partitions/0/role",
    "quetzalcoatl", "general, prefill, decode, solver, ai", NULL },
  { "chip_refused", "{" ONE (PART ("epyc-9654", "NVLink5", "IB-XDR")), "/partitions/0/chip",
    "cannot be the chip of a partition", "another chip", "{" ONE (B200 HALF) },
  { "scaleup_does_not_fit", "{" ONE (PART ("H100", "NVLink5", "IB-XDR")),
    "/partitions/0/scaleup", "NVLink5 does not fit H100", "NVLink4",
    "{" ONE (PART ("H100", "NVLink4", "IB-XDR")) },
  { "scaleout_exceeds_port", "{" ONE (PART ("B200", "NVLink5", "hose")),
    "/partitions/0/scaleout", "hose gives 200 GB/s, the scale-out port of B200 takes 100 GB/s",
    "at most 100 GB/s", "{" ONE (PART ("B200", "NVLink5", "IB-XDR")) },
  { "scaleup_derated", "{" ONLY_SERVING "," ONE (PART ("H800", "NVLink4", "IB-NDR")),
    "/partitions/0/scaleup",
    "NVLink4 gives 450 GB/s, the port of h800-sxm-80 takes 200 GB/s", "counted at 200 GB/s",
    "{" ONE (PART ("H200", "NVLink4", "IB-NDR")) },
  { "fraction_range", "{" ONE (B200 ",\"power_frac\":0"), "/partitions/0/power_frac",
    "partition 1 is 0, it must be above 0", "above 0", "{" ONE (B200 ",\"power_frac\":0.01") },
  { "fraction_range", "{" ONE (B200 ",\"power_frac\":1.5"), "/partitions/0/power_frac",
    "partition 1 is 1.5, at most 1 is allowed: 0.5 too much", "at most 1", "{" ONE (B200 ",\"power_frac\":1") },
  /* So little too much that nine digits do not show it. */
  { "fraction_range", "{" ONE (B200 ",\"power_frac\":1.0000000000001"), "/partitions/0/power_frac",
    "partition 1 is 1.0000000000001, at most 1 is allowed: 9.99e-14 too much", "at most 1", NULL },
  { "fraction_sum", "{\"partitions\":[{" B200 ",\"power_frac\":0.7},{" H100
    ",\"power_frac\":0.3000000012}]}", "/partitions",
    "sum to 1.0000000012, at most 1 is allowed: 1.2e-09 too much", "Lower", NULL },
  { "weights_sum", WITH_WORKLOAD ("{\"weights\":{\"training\":0.5,\"serving\":0.5000000014}}"),
    "/workload/weights", "sum to 1.0000000014, expected 1: 1.4e-09 too much", "count as 0", NULL },
  { "budget_range", "{\"facility\":{\"power_w\":100000000001}," ONE (B200 HALF),
    "/facility/power_w", "is 100000000001 W, at most 100000000000 W", "watts", NULL },
  { "fraction_sum", "{\"partitions\":[{" B200 ",\"power_frac\":0.7},{" H100
    ",\"power_frac\":0.4}]}", "/partitions", "sum to 1.1, at most 1", "Lower",
    "{\"partitions\":[{" B200 ",\"power_frac\":0.7},{" H100 ",\"power_frac\":0.3},"
    "{" H100 ",\"power_frac\":0.0000000001}]}" },
  { "budget_missing", "{\"facility\":{\"site\":\"north\"}," ONE (B200 HALF), "/facility",
    "no budget", "power_w", "{\"facility\":{\"power_w\":1e6}," ONE (B200 HALF) },
  { "budget_both", "{\"facility\":{\"power_w\":1e6,\"cost_usd\":5e6}," ONE (B200 HALF),
    "/facility", "1.00 MW", "Keep either",
    "{\"facility\":{\"cost_usd\":5e6}," ONE (B200 HALF) },
  { "budget_range", "{\"facility\":{\"power_w\":0}," ONE (B200 HALF), "/facility/power_w",
    "must be above 0", "watts above 0", "{\"facility\":{\"power_w\":3e5}," ONE (B200 HALF) },
  { "budget_range", "{\"facility\":{\"cost_usd\":-5}," ONE (B200 HALF), "/facility/cost_usd",
    "must be above 0", "dollars above 0", "{\"facility\":{\"cost_usd\":1e7}," ONE (B200 HALF) },
  { "budget_range", "{\"facility\":{\"power_w\":1e12}," ONE (B200 HALF), "/facility/power_w",
    "at most 100 GW", "watts", "{\"facility\":{\"power_w\":1e11}," ONE (B200 HALF) },
  { "partition_too_small",
    "{\"facility\":{\"power_w\":3e5},\"partitions\":[{" B200 ",\"power_frac\":0.98},"
    "{" WSE3S ",\"power_frac\":0.02}]}", "/partitions/1/power_frac",
    "Partition 2 gets 6.00 kW, one node of 4 WSE3s needs 11.7 kW.", "A fraction of 0.0391 buys",
    "{\"facility\":{\"power_w\":3e5},\"partitions\":[{" B200 ",\"power_frac\":0.96},"
    "{" WSE3S ",\"power_frac\":0.0391}]}" },
  { "partition_too_small", "{\"facility\":{\"power_w\":5000}," ONE (B200 HALF),
    "/partitions/0/power_frac", "gets 2.50 kW, one node of 8 B200 needs 8.72 kW",
    "Raise the budget",
    "{\"facility\":{\"power_w\":17440}," ONE (B200 HALF) },
  { "no_price", "{\"facility\":{\"cost_usd\":1e8}," ONE (PART ("gift", "NVLink4", "UEC")),
    "/partitions/0/chip", "The price of gift is unknown", "a price in a catalog",
    "{" ONE (PART ("gift", "NVLink4", "UEC")) },
  { "no_price", "{\"facility\":{\"cost_usd\":1e8}," ONE (PART ("B200", "NVLink5", "riddle")),
    "/partitions/0/scaleout", "The price of riddle is unknown", "a price in a catalog",
    "{" ONE (PART ("B200", "NVLink5", "riddle")) },
  { "no_fp64", "{" ONLY_HPC "," ONE (WSE3S HALF), "/partitions",
    "FP64 : BF16 is unknown for WSE3s", "FP64",
    "{" ONLY_HPC ",\"partitions\":[{" B200 HALF "},{" WSE3S HALF "}]}" },
  { "no_fp64", "{" ONLY_HPC "," ONE (WSE3S HALF), "/partitions", "which hpcg need", "FP64",
    "{" ONLY_SERVING "," ONE (WSE3S HALF) },
  { "low_fp64", "{" ONE (PART ("H20", "NVLink4", "IB-NDR")), "/partitions", "1:148 (h20-sxm-96)",
    "more FP64", "{\"partitions\":[{" PART ("H20", "NVLink4", "IB-NDR") "},{" B200 HALF "}]}" },
  { "low_fp64", "{" ONE (PART ("H20", "NVLink4", "IB-NDR")), "/partitions", "below 1:100", "FP64",
    "{" NO_HPC "," ONE (PART ("H20", "NVLink4", "IB-NDR")) },
  { "no_eligible_partition", "{" NO_HPC "," ONE (WSE3S HALF), "/partitions",
    "No partition can run training", "GPUs", "{" NO_HPC "," ONE (B200 HALF) },
  { "no_eligible_partition", "{" ONLY_SERVING "," ONE (PART ("vector", "NVLink4", "UEC")),
    "/partitions", "No partition can run serving", "FP8", "{" ONLY_SERVING "," ONE (B200 HALF) },
  { "no_eligible_partition", "{\"workload\":{\"weights\":{\"coupled\":1}},"
    ONE (PART ("vector", "NVLink4", "UEC")), "/partitions",
    "No partition can run coupled: its surrogate needs", "weight 0",
    "{\"workload\":{\"weights\":{\"coupled\":1}},\"partitions\":[{"
    PART ("vector", "NVLink4", "UEC") "},{" WSE3S HALF "}]}" },
  { "duplicate_name",
    "{\"partitions\":[{" B200 HALF ",\"name\":\"One Two\"},{" H100 HALF
    ",\"name\":\"one-two\"}]}", "/partitions/1/name", "Partitions 1 and 2", "name of its own",
    "{\"partitions\":[{" B200 HALF ",\"name\":\"one\"},{" H100 HALF ",\"name\":\"two\"},"
    "{" H100 ",\"power_frac\":1e-12}]}" },
  /* The default name of the second is the first one's own. */
  { "duplicate_name",
    "{\"partitions\":[{" B200 HALF ",\"name\":\"partition 2\"},{" H100 HALF "}]}",
    "/partitions/0/name", "Partitions 1 and 2", "called by its place",
    "{\"partitions\":[{" B200 HALF ",\"name\":\"Partition 3\"},{" H100 HALF "}]}" },
  { "duplicate_name",
    "{\"partitions\":[{" B200 HALF "},{" H100 HALF ",\"name\":\"Partition 1\"}]}",
    "/partitions/1/name", "Partitions 1 and 2", "name of its own",
    "{\"partitions\":[{" B200 HALF ",\"name\":\"\"},{" H100 HALF ",\"name\":\" \\t\"}]}" },
  { "unknown_workload", WITH_WORKLOAD ("{\"profile\":\"mixed-ai-hcp\"}"), "/workload/profile",
    "no workload \"mixed-ai-hcp\"", "Did you mean mixed-ai-hpc?",
    WITH_WORKLOAD ("{\"profile\":\"mixed-ai-hpc\"}") },
  { "unknown_workload", WITH_WORKLOAD ("{\"weights\":{\"training\":1,\"tra~ni/ng\":0}}"),
    "/workload/weights/tra~0ni~1ng", "no workload",
    "Did you mean training? There are training, serving, stencil, hpcg, fft, coupled.",
    WITH_WORKLOAD ("{\"weights\":{\"training\":1}}") },
  { "unknown_workload", WITH_WORKLOAD ("{\"weights\":{\"quetzalcoatl\":1}}"),
    "/workload/weights/quetzalcoatl", "no workload",
    "There are training, serving, stencil, hpcg, fft, coupled.", NULL },
  { "weight_range", WITH_WORKLOAD ("{\"weights\":{\"training\":-0.5,\"serving\":1.5}}"),
    "/workload/weights/training", "weight of training is -0.5", "Give 0",
    WITH_WORKLOAD ("{\"weights\":{\"training\":0,\"serving\":1}}") },
  { "weights_sum", WITH_WORKLOAD ("{\"weights\":{\"training\":0.5,\"serving\":0.4}}"),
    "/workload/weights", "sum to 0.9, expected 1", "count as 0",
    WITH_WORKLOAD ("{\"weights\":{\"training\":0.5,\"serving\":0.5}}") },
  { "weights_sum", WITH_WORKLOAD ("{\"weights\":{}}"), "/workload/weights",
    "sum to 0, expected 1", "count as 0", NULL },
  { "unknown_value", WITH_WORKLOAD ("{\"values\":{\"sequence_token\":1}}"),
    "/workload/values/sequence_token", "no number \"sequence_token\"",
    "Did you mean sequence_tokens?", WITH_WORKLOAD ("{\"values\":{\"sequence_tokens\":1}}") },
  { "unknown_value", WITH_WORKLOAD ("{\"values\":{\"weights\":1}}"), "/workload/values/weights",
    "no number \"weights\"", "\"weft catalog show workloads/mixed-ai-hpc\"", NULL },
  { "value_range", WITH_WORKLOAD ("{\"values\":{\"sequence_tokens\":0}}"),
    "/workload/values/sequence_tokens", "sequence_tokens is 0, at least 1 is allowed", "from 1 to 1e+09",
    WITH_WORKLOAD ("{\"values\":{\"sequence_tokens\":8192}}") },
  { "value_range", WITH_WORKLOAD ("{\"values\":{\"coupled_solver_share\":1}}"),
    "/workload/values/coupled_solver_share", "is 1, at most 0.999999 is allowed", "0.999999",
    WITH_WORKLOAD ("{\"values\":{\"coupled_solver_share\":0.5}}") },
  { "value_range", WITH_WORKLOAD ("{\"values\":{\"stencil_edge\":1e100}}"),
    "/workload/values/stencil_edge", "is 1e+100, at most 10000000 is allowed", "10000000",
    WITH_WORKLOAD ("{\"values\":{\"stencil_edge\":1e7}}") },
  { "value_range", WITH_WORKLOAD ("{\"values\":{\"llm_params\":1e17}}"),
    "/workload/values/llm_params", "is 1e+17, at most 1e+16 is allowed", "1e+16",
    WITH_WORKLOAD ("{\"values\":{\"llm_params\":1e16}}") },
  { "value_range", WITH_WORKLOAD ("{\"values\":{\"fft_bytes_per_point\":1e-7}}"),
    "/workload/values/fft_bytes_per_point", "is 1e-07, at least 1e-06 is allowed", "1e-06",
    WITH_WORKLOAD ("{\"values\":{\"fft_bytes_per_point\":1e-6}}") },
};

static GPtrArray *
check (const char *text,
       gboolean   *ok)
{
  g_autoptr (WeftDesign) design = fixture_design (text);
  GPtrArray *violations = g_ptr_array_new_with_free_func (g_object_unref);

  *ok = weft_rules_check (design, fixture_get_inventory (), violations);
  return violations;
}

static WeftViolation *
find (GPtrArray  *violations,
      const char *code)
{
  for (guint i = 0; i < violations->len; i++)
    if (strcmp (weft_violation_get_code (g_ptr_array_index (violations, i)), code) == 0)
      return g_ptr_array_index (violations, i);
  return NULL;
}

static void
assert_contains (const char *text,
                 const char *part)
{
  g_autoptr (GString) plain = g_string_new (text);

  g_string_replace (plain, "\302\240", " ", 0);
  if (strstr (plain->str, part) == NULL)
    g_error ("\"%s\" does not contain \"%s\"", plain->str, part);
}

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      gboolean warning = strcmp (c->code, "scaleup_derated") == 0
                         || strcmp (c->code, "low_fp64") == 0;
      g_autoptr (GPtrArray) violations = NULL;
      g_autoptr (GPtrArray) none = NULL;
      WeftViolation *violation;
      gboolean ok;

      g_test_message ("%s: %s", c->code, c->text);
      violations = check (c->text, &ok);
      violation = find (violations, c->code);
      g_assert_nonnull (violation);
      g_assert_cmpstr (weft_violation_get_path (violation), ==, c->path);
      g_assert_cmpint (weft_violation_get_severity (violation), ==,
                       warning ? WEFT_SEVERITY_WARNING : WEFT_SEVERITY_ERROR);
      g_assert_cmpint (ok, ==, warning);
      assert_contains (weft_violation_get_message (violation), c->in_message);
      assert_contains (weft_violation_get_hint (violation), c->in_hint);

      if (c->satisfied == NULL)
        continue;
      none = check (c->satisfied, &ok);
      g_assert_null (find (none, c->code));
    }
}

/* A design with one fault gets one violation: nothing follows from it. */
static void
test_alone (void)
{
  static const char *const codes[] = {
    "no_partitions", "unknown_chip", "unknown_scaleup", "unknown_scaleout", "unknown_role",
    "chip_refused", "scaleup_does_not_fit", "scaleout_exceeds_port", "scaleup_derated",
    "fraction_range", "fraction_sum", "budget_missing", "budget_both", "budget_range",
    "partition_too_small", "duplicate_name", "unknown_workload",
    "weights_sum", "weight_range", "unknown_value", "value_range",
    "too_many_partitions", "low_fp64",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) violations = NULL;
      gboolean listed = FALSE;
      gboolean ok;

      for (guint j = 0; j < G_N_ELEMENTS (codes); j++)
        listed |= strcmp (codes[j], cases[i].code) == 0;
      if (!listed)
        continue;

      g_test_message ("%s: %s", cases[i].code, cases[i].text);
      violations = check (cases[i].text, &ok);
      for (guint j = 0; j < violations->len; j++)
        g_test_message ("  %s", weft_violation_get_message (g_ptr_array_index (violations, j)));
      g_assert_cmpuint (violations->len, ==, 1);
    }
}

static void
test_sound (void)
{
  static const char *const texts[] = {
    PAPER,
    "{" ONE (H100 ",\"power_frac\":1"),
    "{" ONE (PART ("MI300X", "InfinityFabric", "Slingshot11")),
    "{" ONE (PART ("mi-355x", "infinity fabric", "RoCE-400")),
    "{\"facility\":{\"cost_usd\":5e7}," ONE (B200 HALF),
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GPtrArray) violations = NULL;
      gboolean ok;

      g_test_message ("%s", texts[i]);
      violations = check (texts[i], &ok);
      g_assert_true (ok);
      g_assert_cmpuint (violations->len, ==, 0);
    }
}

static double
number (JsonNode *node)
{
  return json_node_get_double (node);
}

static void
test_numbers (void)
{
  g_autoptr (GPtrArray) violations = NULL;
  WeftViolation *violation;
  gboolean ok;

  violations = check ("{" ONE (PART ("B200", "NVLink5", "hose")), &ok);
  violation = find (violations, "scaleout_exceeds_port");
  g_assert_cmpfloat (number (weft_violation_get_actual (violation)), ==, 200.0);
  g_assert_cmpfloat (number (weft_violation_get_limit (violation)), ==, 100.0);
  g_clear_pointer (&violations, g_ptr_array_unref);

  violations = check ("{\"facility\":{\"power_w\":3e5},\"partitions\":[{" WSE3S
                      ",\"power_frac\":0.02}]}", &ok);
  violation = find (violations, "partition_too_small");
  g_assert_cmpfloat (number (weft_violation_get_actual (violation)), ==, 6000.0);
  g_assert_cmpfloat (number (weft_violation_get_limit (violation)), ==, 11720.0);
  g_clear_pointer (&violations, g_ptr_array_unref);

  violations = check ("{" ONE (PART ("B20O", "NVLink5", "IB-XDR")), &ok);
  violation = find (violations, "unknown_chip");
  g_assert_cmpstr (json_node_get_string (weft_violation_get_actual (violation)), ==, "B20O");
  g_assert_cmpstr (json_node_get_string (weft_violation_get_limit (violation)), ==, "B200");
}

/* What follows the paper's rule that UALink runs at the chip's own port is no derating. */
static void
test_not_derated (void)
{
  static const char *const texts[] = {
    "{" ONLY_SERVING "," ONE (PART ("Groq", "UALink", "UEC")),
    "{" ONLY_SERVING "," ONE (PART ("sn40l", "UALink", "UEC")),
    "{" ONLY_SERVING "," ONE (PART ("tt-n300", "Tenstorrent Ethernet", "UEC")),
    "{" ONLY_SERVING "," ONE (PART ("MI300A", "InfinityFabric", "UEC")),
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GPtrArray) violations = NULL;
      gboolean ok;

      violations = check (texts[i], &ok);
      g_assert_null (find (violations, "scaleup_derated"));
    }
}

/* The fraction that the hint names is enough, for every chip with every fabric that fits it. */
static void
test_least_fraction (void)
{
  WeftInventory *inventory = fixture_get_inventory ();

  for (guint c = 0; c < weft_inventory_n_chips (inventory); c++)
    for (guint s = 0; s < weft_inventory_n_scaleups (inventory); s++)
      {
        const WeftChip *chip = weft_inventory_chip (inventory, c);
        g_autoptr (GPtrArray) violations = NULL;
        g_autofree char *text = NULL;
        WeftMachine machine;
        WeftViolation *violation;
        gboolean ok;

        if (chip->refused != NULL || !weft_inventory_scaleup_on_chip (inventory, s, c)->fits)
          continue;
        text = g_strdup_printf ("{" ONE ("\"chip\":\"%s\",\"scaleup\":\"%s\",\"scaleout\":\"UEC\","
                                         "\"power_frac\":1e-6"), chip->id,
                                weft_inventory_scaleup (inventory, s)->id);
        violations = check (text, &ok);
        violation = find (violations, "partition_too_small");
        g_assert_nonnull (violation);

        g_assert_true (weft_machine_init_empty (&machine, inventory));
        machine.partitions[0].chip = c;
        machine.partitions[0].scaleup = s;
        machine.partitions[0].scaleout = weft_inventory_find_scaleout (inventory, "UEC")->index;
        machine.partitions[0].power_frac =
          g_ascii_strtod (weft_violation_get_hint (violation) + strlen ("A fraction of "), NULL);
        g_assert_cmpuint (weft_provision (inventory, &machine, 0), ==, chip->node_chips);
      }
}

static void
test_document_order (void)
{
  static const char *const expected[] = {
    "budget_range", "unknown_workload", "unknown_chip", "unknown_role",
    "fraction_range", "scaleup_does_not_fit", "unknown_scaleout",
  };
  g_autoptr (GPtrArray) violations = NULL;
  gboolean ok;

  violations = check ("{\"profile\":\"x\",\"facility\":{\"power_w\":-1},\"workload\":{\"profile\":"
                      "\"x\"},\"partitions\":[{\"chip\":\"x\",\"role\":\"x\",\"power_frac\":0.1,"
                      "\"scaleup\":\"NVLink5\",\"scaleout\":\"UEC\"},{\"chip\":\"B200\","
                      "\"power_frac\":-1,\"scaleup\":\"NVLink4\",\"scaleout\":\"xx\"}]}", &ok);
  g_assert_false (ok);
  g_assert_cmpuint (violations->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < violations->len; i++)
    g_assert_cmpstr (weft_violation_get_code (g_ptr_array_index (violations, i)), ==,
                     expected[i]);
}

/* Long names are named shortly, and nothing takes long: no nearest name is looked for. */
static void
test_long_names (void)
{
  g_autofree char *name = g_strnfill (200, 'x');
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) violations = NULL;
  gboolean ok;

  text = g_strdup_printf ("{\"profile\":\"%s\"," ONE ("\"chip\":\"%s\",\"scaleup\":\"%s\","
                                                      "\"scaleout\":\"%s\",\"role\":\"%s\","
                                                      "\"power_frac\":1"),
                          name, name, name, name, name);
  violations = check (text, &ok);
  g_assert_cmpuint (violations->len, ==, 4);
  for (guint i = 0; i < violations->len; i++)
    g_assert_cmpuint (strlen (weft_violation_get_message (g_ptr_array_index (violations, i))),
                      <, 200);
}

/* Every number of the shipped workload has a range, and lies in it. */
static void
test_ranges (void)
{
  WeftCatalog *catalog = weft_inventory_get_catalog (fixture_get_inventory ());
  WeftRecord *record = weft_catalog_lookup (catalog, WEFT_RECORD_WORKLOAD, "mixed-ai-hpc");
  g_autoptr (GPtrArray) keys = weft_record_list_keys (record);
  double low = -1, high = -1;

  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      double value = weft_record_get_number (record, key);

      if (isnan (value))
        {
          g_assert_false (weft_design_workload_range (key, &low, &high));
          continue;
        }
      g_assert_true (weft_design_workload_range (key, &low, &high));
      g_assert_cmpfloat (low, >, 0);
      g_assert_cmpfloat (value, >=, low);
      g_assert_cmpfloat (value, <=, high);
    }
}

static void
test_many_partitions (void)
{
  g_autoptr (GString) text = g_string_new ("{\"partitions\":[");
  g_autoptr (GPtrArray) violations = NULL;
  gboolean ok;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "%s{" H100 ",\"power_frac\":0.001,\"name\":\"p\"}",
                            i > 0 ? "," : "");
  g_string_append (text, "]}");
  violations = check (text->str, &ok);
  g_assert_false (ok);
  g_assert_nonnull (find (violations, "too_many_partitions"));
  g_assert_nonnull (find (violations, "duplicate_name"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/rules/cases", test_cases);
  g_test_add_func ("/design/rules/alone", test_alone);
  g_test_add_func ("/design/rules/sound", test_sound);
  g_test_add_func ("/design/rules/numbers", test_numbers);
  g_test_add_func ("/design/rules/not-derated", test_not_derated);
  g_test_add_func ("/design/rules/least-fraction", test_least_fraction);
  g_test_add_func ("/design/rules/document-order", test_document_order);
  g_test_add_func ("/design/rules/long-names", test_long_names);
  g_test_add_func ("/design/rules/ranges", test_ranges);
  g_test_add_func ("/design/rules/many-partitions", test_many_partitions);

  return g_test_run ();
}
