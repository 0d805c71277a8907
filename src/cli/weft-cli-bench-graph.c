/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of `weft bench` that reads, checks, flattens and verifies a machine of 100,008 chips. */
#include "cli/weft-cli-bench.h"

#include <math.h>
#include <sys/resource.h>

#include <glib/gi18n.h>

#include "base/weft-json.h"
#include "design/graph/weft-graph-flatten.h"
#include "design/graph/weft-graph-summary.h"
#include "design/graph/weft-graph-totals.h"
#include "design/graph/weft-graph-verify.h"

#define ROUNDS 5
#define CHAIN 1000
#define RACKS 100
#define HOSTS 18

/* 1,389 racks of 72 chips under three tiers of switches: 463 pods of three leaves and nine spines,
 * and 216 cores. */
static const char machine[]
    = "{\"root\":\"machine\",\"definitions\":{"
      "\"tray\":{\"level\":\"node\",\"items\":[{\"id\":\"gpu\",\"chip\":\"B200\",\"count\":4}],"
      "\"ports\":[{\"id\":\"nvlink\",\"of\":\"gpu\",\"per_item\":18},"
      "{\"id\":\"net\",\"of\":\"gpu\",\"per_item\":1}]},"
      "\"nvl72\":{\"level\":\"rack\",\"items\":["
      "{\"id\":\"tray\",\"definition\":\"tray\",\"count\":18},"
      "{\"id\":\"switch\",\"component\":\"nvlink5-switch-tray\",\"count\":9}],"
      "\"links\":[{\"from\":\"tray:nvlink\",\"to\":\"switch\",\"wiring\":\"all\","
      "\"component\":\"nvlink5-link\",\"channels\":2}],"
      "\"ports\":[{\"id\":\"net\",\"of\":\"tray:net\"}]},"
      "\"machine\":{\"level\":\"cluster\",\"items\":["
      "{\"id\":\"rack\",\"definition\":\"nvl72\",\"count\":1389},"
      "{\"id\":\"switch\",\"component\":\"q3400-ra\",\"count\":5772}],"
      "\"links\":[{\"from\":\"rack:net\",\"to\":\"switch\",\"component\":\"dr8-800g\","
      "\"wiring\":{\"generator\":\"clos3\",\"params\":{\"pods\":463,\"leafs\":3,\"down\":72,"
      "\"spines\":9,\"cores\":216,\"per_ls\":8,\"per_sc\":1}}}]}}}";

/* FALSE with a note when the machine cannot be made of this catalog. */
static gboolean
measure (WeftInventory *inventory, double *check_s, double *flatten_s,
         double *verify_s)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (WeftFlat) flat = NULL;
  double start = weft_bench_cpu_s ();

  node = weft_json_parse (machine, -1, "bench", NULL, &error);
  if (node != NULL)
    graph = weft_graph_new_from_json (node, "bench", NULL, &error);
  if (graph != NULL)
    weft_graph_rules_check (graph, inventory, violations);
  *check_s = weft_bench_cpu_s () - start;
  start = weft_bench_cpu_s ();
  if (graph != NULL)
    flat = weft_flat_new (graph, inventory, &error);
  *flatten_s = weft_bench_cpu_s () - start;
  start = weft_bench_cpu_s ();
  if (flat != NULL)
    weft_graph_verify_flat (flat, inventory, violations);
  *verify_s = weft_bench_cpu_s () - start;
  if (flat == NULL)
    weft_cli_note (_("weft bench: graph is left out: %s"), error->message);
  return flat != NULL;
}

/* A thousand hand-placed switches in a chain of a thousand links: what an edit makes anew. */
static char *
write_chain (void)
{
  GString *text = g_string_new ("{\"root\":\"m\",\"definitions\":{\"m\":{\"level\":\"cluster\","
                                "\"items\":[{\"id\":\"s0\",\"component\":\"q3400-ra\"}");

  for (guint i = 1; i <= CHAIN; i++)
    g_string_append_printf (text, ",{\"id\":\"s%u\",\"component\":\"q3400-ra\"}", i);
  g_string_append (text, "],\"links\":[");
  for (guint i = 1; i <= CHAIN; i++)
    g_string_append_printf (text, "%s{\"from\":\"s%u\",\"to\":\"s%u\",\"wiring\":\"all\","
                                  "\"component\":\"dr8-800g\"}", i > 1 ? "," : "", i - 1, i);
  g_string_append (text, "]}}}");
  return g_string_free (text, FALSE);
}

/* A hundred racks, each drawn by hand with eighteen hosts of eight chips and a switch of its own,
 * under eight spines: 2,001 items and 1,900 links. */
static char *
write_racks (void)
{
  GString *text = g_string_new (
    "{\"root\":\"m\",\"definitions\":{\"host\":{\"level\":\"node\",\"enclosure\":\"dgx-h100\","
    "\"items\":[{\"id\":\"gpu\",\"chip\":\"H100\",\"count\":8},{\"id\":\"up\","
    "\"component\":\"hgx-h100-switches\"}],\"links\":[{\"from\":\"gpu\",\"to\":\"up\","
    "\"wiring\":\"all\",\"component\":\"nvlink4-link\",\"fabric\":\"NVLink4\",\"channels\":18}],"
    "\"ports\":[{\"id\":\"net\",\"of\":\"gpu\"}]}");

  for (guint i = 0; i < RACKS; i++)
    {
      g_string_append_printf (text, ",\"r%u\":{\"level\":\"rack\",\"enclosure\":"
                                    "\"rack-48u-rear-door\",\"items\":[{\"id\":\"leaf\","
                                    "\"component\":\"q3400-ra\",\"u\":44}", i);
      for (guint j = 0; j < HOSTS; j++)
        g_string_append_printf (text, ",{\"id\":\"h%u\",\"definition\":\"host\"}", j);
      g_string_append (text, "],\"links\":[");
      for (guint j = 0; j < HOSTS; j++)
        g_string_append_printf (text, "%s{\"from\":\"h%u:net\",\"to\":\"leaf\",\"wiring\":\"all\","
                                      "\"component\":\"aec-400g\",\"fabric\":\"IB-NDR\"}",
                                j > 0 ? "," : "", j);
      g_string_append (text, "],\"ports\":[{\"id\":\"up\",\"of\":\"leaf\"}]}");
    }
  g_string_append (text, ",\"m\":{\"level\":\"cluster\",\"items\":[{\"id\":\"spine\","
                         "\"component\":\"q3400-ra\",\"count\":8}");
  for (guint i = 0; i < RACKS; i++)
    g_string_append_printf (text, ",{\"id\":\"r%u\",\"definition\":\"r%u\"}", i, i);
  g_string_append (text, "],\"links\":[");
  for (guint i = 0; i < RACKS; i++)
    g_string_append_printf (text, "%s{\"from\":\"r%u:up\",\"to\":\"spine\",\"wiring\":\"all\","
                                  "\"component\":\"dr4-400g\",\"fabric\":\"IB-NDR\"}",
                            i > 0 ? "," : "", i);
  g_string_append (text, "]}}}");
  return g_string_free (text, FALSE);
}

/* What the rules of a document do with a graph. */
static void
judge (WeftGraph *graph, WeftInventory *inventory, GPtrArray *violations)
{
  g_autoptr (WeftFlat) flat = NULL;
  g_autoptr (WeftGraphTotals) totals = NULL;
  WeftMachine counted = { .budget = WEFT_BUDGET_POWER };

  if (!weft_graph_rules_check (graph, inventory, violations))
    return;
  flat = weft_flat_new (graph, inventory, NULL);
  if (flat == NULL)
    return;
  weft_graph_verify_flat (flat, inventory, violations);
  weft_graph_summarise_flat (flat, inventory, &counted, violations);
  totals = weft_graph_totals (flat, inventory);
}

/* Seconds until rules, verifier, summary and totals have judged a graph; NAN when it cannot be
 * read. @text is taken. */
static double
measure_verdict (WeftInventory *inventory, char *text)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *taken = text;
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "bench", NULL, NULL);
  g_autoptr (WeftGraph) graph = NULL;
  double start;

  if (node != NULL)
    graph = weft_graph_new_from_json (node, "bench", NULL, NULL);
  if (graph == NULL)
    return NAN;
  start = weft_bench_cpu_s ();
  judge (graph, inventory, violations);
  return weft_bench_cpu_s () - start;
}

/**
 * weft_bench_graph:
 * @bench: the measurements
 *
 * Measures reading, checking, flattening and verifying a machine of 100,008 chips, the verdict on a
 * graph that a person could edit, and the memory that the program has taken by then.
 */
void
weft_bench_graph (WeftBench *bench)
{
  const char *profile = bench->profile != NULL ? bench->profile : WEFT_DESIGN_DEFAULT_PROFILE;
  g_autoptr (GError) error = NULL;
  WeftInventory *inventory = weft_evaluator_get_inventory (bench->evaluator, profile, &error);
  double check_s[ROUNDS], flatten_s[ROUNDS], verify_s[ROUNDS], verdict_s[ROUNDS];
  double racks_s[ROUNDS];
  struct rusage usage;

  if (inventory == NULL)
    {
      weft_cli_note (_("weft bench: graph is left out: %s"), error->message);
      return;
    }
  for (guint i = 0; i < ROUNDS; i++)
    if (!measure (inventory, &check_s[i], &flatten_s[i], &verify_s[i]))
      return;
  for (guint i = 0; i < ROUNDS; i++)
    {
      verdict_s[i] = measure_verdict (inventory, write_chain ());
      racks_s[i] = measure_verdict (inventory, write_racks ());
    }
  getrusage (RUSAGE_SELF, &usage);
  weft_bench_add (bench, "graph-check", _("Graph of 100,008 chips read and checked"),
                  weft_bench_median (check_s, ROUNDS) * 1e3, "ms", NAN, FALSE);
  weft_bench_add (bench, "graph-flatten", _("The same flattened"),
                  weft_bench_median (flatten_s, ROUNDS) * 1e3, "ms", 200, FALSE);
  weft_bench_add (bench, "graph-verify", _("The same verified"),
                  weft_bench_median (verify_s, ROUNDS) * 1e3, "ms", NAN, FALSE);
  weft_bench_add (bench, "graph-verdict", _("Verdict on a graph of 1,001 items and 1,000 links"),
                  weft_bench_median (verdict_s, ROUNDS) * 1e3, "ms", 10, FALSE);
  weft_bench_add (bench, "graph-verdict-2000", _("Verdict of 2,000 items with 14,400 chips"),
                  weft_bench_median (racks_s, ROUNDS) * 1e3, "ms", 10, FALSE);
  weft_bench_add (bench, "graph-memory", _("Most memory of the program so far"),
                  (double) usage.ru_maxrss * 1024 / 1e6, "MB", 200, FALSE);
}
