/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A graph as partitions: counts, domains, rates, and every reason for which there are none. */
#include "graph-fixture.h"

#include "design/graph/weft-graph-summary.h"
#include "design/weft-rules.h"

/* A cluster of hosts: the host's items and links, then those of the cluster. */
#define CLUSTER_OF(items, links, more, out)                                                        \
  "{'root':'m','definitions':{'h':{'level':'node','items':[" items "],'links':[" links "],"        \
  "'ports':[{'id':'net','of':'gpu'}]},"                                                            \
  "'r':{'level':'rack','items':[{'id':'host','definition':'h','count':3}],"                        \
  "'ports':[{'id':'net','of':'host:net'}]},"                                                       \
  "'m':{'level':'cluster','items':[{'id':'rack','definition':'r','count':2},"                      \
  "{'id':'leaf','component':'qm9700'}" more "],'links':[" out "]}}}"
#define GPUS "{'id':'gpu','chip':'H100','count':8}"
#define SWITCH "{'id':'sw','component':'hgx-h100-switches'}"
#define UP \
  "{'from':'gpu','to':'sw','wiring':'all','component':'nvlink4-link','fabric':'NVLink4',"           \
  "'channels':18}"
#define OUT \
  "{'from':'rack:net','to':'leaf','wiring':'all','component':'dr4-400g','fabric':'IB-NDR'}"

static gboolean
summarise (const char *text, WeftMachine *machine, char **code)
{
  g_autoptr (WeftGraph) graph = fixture_graph (text);
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean done;

  if (!weft_graph_rules_check (graph, fixture_get_inventory (), violations))
    g_error ("%s", weft_violation_get_message (violations->pdata[0]));
  g_ptr_array_set_size (violations, 0);
  *machine = (WeftMachine) { .budget = WEFT_BUDGET_POWER };
  done = weft_graph_summarise (graph, fixture_get_inventory (), machine, violations);
  g_assert_cmpint (done, ==, violations->len == 0);
  if (code != NULL)
    *code = done ? NULL : g_strdup (weft_violation_get_code (violations->pdata[0]));
  return done;
}

static void
test_hosts (void)
{
  WeftMachine machine;
  const WeftMachinePartition *part = &machine.partitions[0];
  WeftInventory *inventory = fixture_get_inventory ();

  g_assert_true (summarise (CLUSTER_OF (GPUS "," SWITCH, UP, "", OUT), &machine, NULL));
  g_assert_cmpuint (machine.n_partitions, ==, 1);
  g_assert_cmpuint (part->n_chips, ==, 48);
  g_assert_cmpuint (part->domain_chips, ==, 8);
  g_assert_cmpint (part->role, ==, WEFT_ROLE_GENERAL);
  g_assert_cmpuint (part->chip, ==, weft_inventory_find_chip (inventory, "H100")->index);
  g_assert_cmpuint (part->scaleup, ==, weft_inventory_find_scaleup (inventory, "NVLink4")->index);
  g_assert_cmpuint (part->scaleout, ==, weft_inventory_find_scaleout (inventory, "IB-NDR")->index);
  /* Eighteen links of 25 GB/s are what the fabric has; one 400G port too. */
  g_assert_cmpfloat_with_epsilon (part->scaleup_bw_bytes_s,
                                  weft_inventory_scaleup_on_chip (inventory, part->scaleup,
                                                                  part->chip)->bw_bytes_s, 1);
  g_assert_cmpuint (weft_provision (inventory, &machine, 0), ==, 48);
  g_assert_cmpuint (weft_machine_domain_chips (inventory, part), ==, 8);
}

/* The published NVL72: one domain of 72, however many racks there are. */
static void
test_racks (void)
{
  g_autoptr (GString) text = g_string_new (CLUSTER);
  WeftMachine machine;

  g_string_replace (text, "\"component\":\"nvlink5-link\"",
                    "\"component\":\"nvlink5-link\",\"fabric\":\"NVLink5\"", 0);
  g_string_replace (text, "\"component\":\"dr8-800g\"",
                    "\"component\":\"dr8-800g\",\"fabric\":\"IB-XDR\"", 0);
  g_assert_true (summarise (text->str, &machine, NULL));
  g_assert_cmpuint (machine.n_partitions, ==, 1);
  g_assert_cmpuint (machine.partitions[0].n_chips, ==, 576);
  g_assert_cmpuint (machine.partitions[0].domain_chips, ==, 72);
}

/* Fewer cables or slower ones count: half of the links halve the rate. */
static void
test_rates (void)
{
  g_autoptr (GString) text = g_string_new (CLUSTER_OF (GPUS "," SWITCH, UP, "", OUT));
  WeftMachine whole, half, unknown;

  g_assert_true (summarise (text->str, &whole, NULL));
  g_string_replace (text, "'channels':18", "'channels':9", 0);
  g_assert_true (summarise (text->str, &half, NULL));
  g_assert_cmpfloat_with_epsilon (half.partitions[0].scaleup_bw_bytes_s * 2,
                                  whole.partitions[0].scaleup_bw_bytes_s, 1);
  g_string_replace (text, "'component':'nvlink4-link',", "", 0);
  g_assert_true (summarise (text->str, &unknown, NULL));
  g_assert_cmpfloat (unknown.partitions[0].scaleup_bw_bytes_s, ==, 0);
}

/* Roles set partitions apart; host processors are no partition; a card beside the chip counts. */
static void
test_parts (void)
{
  WeftMachine machine;

  g_assert_true (summarise (
    CLUSTER_OF ("{'id':'gpu','chip':'H100','count':4,'role':'prefill'},"
                "{'id':'more','chip':'H100','count':4,'role':'decode'},"
                "{'id':'cpu','chip':'Grace'},{'id':'box','component':'mem-cxl3-device'}," SWITCH,
                UP ",{'from':'more','to':'sw','wiring':'all','fabric':'NVLink4'},"
                "{'from':'more','to':'gpu','wiring':'each','fabric':'IB-NDR'},"
                "{'from':'cpu','to':'gpu','wiring':'all'}",
                "", OUT), &machine, NULL));
  g_assert_cmpuint (machine.n_partitions, ==, 2);
  g_assert_cmpuint (machine.partitions[0].n_chips, ==, 24);
  g_assert_cmpint (machine.partitions[0].role, ==, WEFT_ROLE_PREFILL);
  g_assert_cmpint (machine.partitions[1].role, ==, WEFT_ROLE_DECODE);
  /* Both are in one domain of eight, of which each has four. */
  g_assert_cmpuint (machine.partitions[0].domain_chips, ==, 4);

  g_assert_true (summarise (
    "{'root':'n','definitions':{'n':{'level':'node','items':[" GPUS "," SWITCH ","
    "{'id':'card','component':'card','count':8},{'id':'leaf','component':'pex89144'}],"
    "'links':[" UP ",{'from':'gpu','to':'card','wiring':'each'},"
    "{'from':'card','to':'leaf','wiring':'all','fabric':'IB-NDR'}]}}}", &machine, NULL));
  g_assert_cmpuint (machine.partitions[0].n_chips, ==, 8);
}

/* Eight chips at @cards network cards, each with a 400G port, by @lanes PCIe 5 lanes. */
static double
rate_beside (const char *beside, const char *fabric, guint cards, guint lanes, gboolean *done)
{
  g_autofree char *text = g_strdup_printf (
    "{'root':'n','definitions':{'n':{'level':'node','items':[" GPUS "," SWITCH ","
    "{'id':'card','component':'%s','count':%u},{'id':'leaf','component':'switch-pcie'}],"
    "'links':[" UP ",{'from':'gpu','to':'card','wiring':'each','component':'pcie5-lane'%s,"
    "'channels':%u},{'from':'card','to':'leaf','wiring':'all','fabric':'IB-NDR',"
    "'component':'dr4-400g'}]}}}", beside, cards, fabric, lanes);
  WeftMachine machine;

  *done = summarise (text, &machine, NULL);
  return machine.partitions[0].scaleout_bw_bytes_s;
}

/* A card's rate is shared, its lanes bound it, and only cards and switches are such a part. */
static void
test_cards (void)
{
  static const struct
  {
    guint cards;
    guint lanes;
    double expected;
  } cases[] = {
    { 8, 16, 50e9 },   /* each chip has a card */
    { 4, 16, 25e9 },   /* two share one */
    { 1, 16, 6.25e9 }, /* all share one */
    { 8, 4, 4 * 3.94e9 },
    { 4, 4, 4 * 3.94e9 },
  };
  gboolean done;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%u cards, %u lanes", cases[i].cards, cases[i].lanes);
      g_assert_cmpfloat_with_epsilon (rate_beside ("card", "", cases[i].cards, cases[i].lanes,
                                                   &done), cases[i].expected, 1e6);
      g_assert_true (done);
      /* Whether or not the lanes name the fabric too. */
      g_assert_cmpfloat_with_epsilon (rate_beside ("card", ",'fabric':'IB-NDR'", cases[i].cards,
                                                   cases[i].lanes, &done),
                                      cases[i].expected, 1e6);
      g_assert_true (done);
    }
  rate_beside ("switch-pcie", "", 8, 16, &done);
  g_assert_true (done);
  rate_beside ("mem-cxl3-device", "", 8, 16, &done);
  g_assert_false (done);
}

#define TWO_LEAVES(more)                                                                           \
  CLUSTER_OF (GPUS "," SWITCH, UP, ",{'id':'other','component':'qm9700'}",                         \
              "{'from':'rack[0]:net','to':'leaf','wiring':'all','fabric':'IB-NDR'},"               \
              "{'from':'rack[1]:net','to':'other','wiring':'all','fabric':'IB-NDR'}" more)

/* Two leaves that nothing joins are two networks. */
static void
test_connected (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (TWO_LEAVES (""));
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  WeftMachine machine = { .budget = WEFT_BUDGET_POWER };

  g_assert_false (weft_graph_summarise (graph, fixture_get_inventory (), &machine, violations));
  g_assert_cmpuint (violations->len, ==, 1);
  g_assert_cmpstr (weft_violation_get_code (violations->pdata[0]), ==, "scaleout_disconnected");
  g_assert_cmpfloat (json_node_get_double (weft_violation_get_actual (violations->pdata[0])), ==,
                     24);
  g_assert_cmpfloat (json_node_get_double (weft_violation_get_limit (violations->pdata[0])), ==,
                     48);
  g_assert_true (summarise (TWO_LEAVES (",{'from':'leaf','to':'other','wiring':'all',"
                                        "'fabric':'IB-NDR'}"), &machine, NULL));
}

/* The domains of a cluster's racks, 'a' of eight chips and 'b' of four. */
#define DOMAINS(a, b)                                                                              \
  "{'root':'m','definitions':{'big':{'level':'node','items':[" GPUS "," SWITCH "],'links':[" UP    \
  "],'ports':[{'id':'net','of':'gpu'}]},'small':{'level':'node','items':[{'id':'gpu',"             \
  "'chip':'H100','count':4}," SWITCH "],'links':[" UP "],'ports':[{'id':'net','of':'gpu'}]},"      \
  "'m':{'level':'cluster','items':[{'id':'a','definition':'big','count':" a "},{'id':'b',"         \
  "'definition':'small','count':" b "},{'id':'leaf','component':'qm9700'}],'links':["              \
  "{'from':'a:net','to':'leaf','wiring':'all','fabric':'IB-NDR'},"                                 \
  "{'from':'b:net','to':'leaf','wiring':'all','fabric':'IB-NDR'}]}}}"

/* Domains that differ count as small ones, but for the rest of equal ones; both are said. */
static void
test_domains (void)
{
  static const struct
  {
    const char *text;
    guint expected;
    const char *in_message;
  } cases[] = {
    { DOMAINS ("3", "2"), 4, "3 of 8, 2 of 4" },
    { DOMAINS ("1", "3"), 4, "1 of 8, 3 of 4" },
    { DOMAINS ("3", "1"), 8, "3 of 8, 1 of 4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftGraph) graph = fixture_graph (cases[i].text);
      g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
      WeftMachine machine = { .budget = WEFT_BUDGET_POWER };

      g_assert_true (weft_graph_summarise (graph, fixture_get_inventory (), &machine, violations));
      g_assert_cmpuint (machine.partitions[0].domain_chips, ==, cases[i].expected);
      g_assert_cmpuint (violations->len, ==, 1);
      g_assert_cmpstr (weft_violation_get_code (violations->pdata[0]), ==, "uneven_domains");
      g_assert_cmpint (weft_violation_get_severity (violations->pdata[0]), ==,
                       WEFT_SEVERITY_WARNING);
      g_assert_nonnull (strstr (weft_violation_get_message (violations->pdata[0]),
                                cases[i].in_message));
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *code;
    const char *text;
  } cases[] = {
    { "no_scaleup", CLUSTER_OF (GPUS, "", "", OUT) },
    { "no_scaleout", CLUSTER_OF (GPUS "," SWITCH, UP, "", "") },
    { "scaleup_does_not_fit",
      CLUSTER_OF (GPUS, "{'from':'gpu','to':'gpu','wiring':'all','fabric':'NVLink5'}", "", OUT) },
    { "mixed_fabrics",
      CLUSTER_OF (GPUS "," SWITCH, UP ",{'from':'gpu','to':'gpu','wiring':'ring','fabric':'UALink'}",
                  "", OUT) },
    { "no_chips", CLUSTER_OF ("{'id':'gpu','chip':'Grace'}", "", "", OUT) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WeftMachine machine;
      g_autofree char *code = NULL;

      g_test_message ("%s", cases[i].code);
      g_assert_false (summarise (cases[i].text, &machine, &code));
      g_assert_cmpstr (code, ==, cases[i].code);
    }
}

/* As the rules of a document see it: the budget, and what the chips can run. */
static void
test_document (void)
{
  g_autofree char *graph
      = g_strdelimit (g_strdup (CLUSTER_OF (GPUS "," SWITCH, UP, "", OUT)), "'", '"');
  static const struct
  {
    const char *facility;
    const char *code; /* NULL: sound */
  } cases[] = {
    { "{}", "budget_missing" },
    { "{\"power_w\":1e6}", NULL },
    { "{\"power_w\":1e4}", "budget_exceeded" },
    { "{\"cost_usd\":1e5}", "budget_exceeded" },
    { "{\"cost_usd\":1e8}", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("{\"facility\":%s,\"graph\":%s}", cases[i].facility, graph);
      g_autoptr (WeftDesign) design = fixture_design (text);
      g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
      gboolean ok = weft_rules_check (design, fixture_get_inventory (), violations);
      WeftMachine machine;

      g_test_message ("%s", cases[i].facility);
      g_assert_cmpint (ok, ==, cases[i].code == NULL);
      if (!ok)
        {
          gboolean found = FALSE;

          for (guint j = 0; j < violations->len; j++)
            found |= g_str_equal (weft_violation_get_code (violations->pdata[j]), cases[i].code);
          g_assert_true (found);
          continue;
        }
      g_assert_true (weft_machine_init (&machine, design, fixture_get_inventory ()));
      g_assert_cmpuint (machine.partitions[0].n_chips, ==, 48);
      g_assert_cmpfloat (machine.partitions[0].power_frac, >, 0);
      g_assert_cmpfloat (machine.partitions[0].power_frac, <=, 1);
    }
}

/* A graph that keeps the rules but cannot be written out is refused once, by its definition. */
static void
test_unwritable (void)
{
  g_autoptr (WeftDesign) design = fixture_design (
    "{\"graph\":{\"root\":\"n\",\"definitions\":{\"n\":{\"level\":\"node\",\"items\":["
    "{\"id\":\"gpu\",\"chip\":\"H100\",\"count\":2}],\"links\":[{\"from\":\"gpu\",\"to\":\"gpu\","
    "\"channels\":1000000,\"wiring\":{\"generator\":\"clique\",\"params\":{\"n\":2,"
    "\"m\":1000000}}}]}}}}");
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);

  g_assert_false (weft_rules_check (design, fixture_get_inventory (), violations));
  g_assert_cmpuint (violations->len, ==, 1);
  g_assert_cmpstr (weft_violation_get_code (violations->pdata[0]), ==, "graph_unsound");
  g_assert_cmpstr (weft_violation_get_path (violations->pdata[0]), ==, "/graph/definitions/n");
}

/* A chip of a user whose power is a slip of the keyboard is named, not added up. */
static void
test_absurd (void)
{
  static const char star[]
      = "{\"id\":\"star\",\"name\":\"Star\",\"values\":{\"class\":\"gpu\",\"dataflow\":false,"
        "\"bf16_tflops\":100,\"fp64_vector_tflops\":50,\"mem_gb\":80,\"mem_usable_gb\":80,"
        "\"mem_bw_gbs\":2000,\"tdp_w\":1e290,\"node_chips\":8,\"scaleup_domain_max_chips\":8,"
        "\"scaleup_gbs_dir\":450,\"scaleout_gbs_dir\":100,\"generation_year\":2024,"
        "\"price_usd\":1000,\"scaleup_fabrics\":[\"nvlink4\"]}}";
  g_autofree char *folder = g_dir_make_tmp ("weft-star-XXXXXX", NULL);
  g_autofree char *chips = g_build_filename (folder, "chips", NULL);
  g_autofree char *file = g_build_filename (chips, "star.json", NULL);
  g_autofree char *text = g_strdelimit (g_strdup (
    "{'graph':" CLUSTER_OF ("{'id':'gpu','chip':'star','count':8}," SWITCH, UP, "", OUT) "}"),
    "'", '"');
  g_autoptr (WeftDesign) design = fixture_design (text);
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = NULL;
  g_autoptr (WeftInventory) inventory = NULL;
  g_autoptr (WeftGraphTotals) totals = NULL;
  WeftMachine machine;
  gboolean resolved;
  guint n_named = 0;

  g_assert_cmpint (g_mkdir (chips, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, star, -1, &error));
  catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), folder, &error);
  g_assert_no_error (error);
  inventory = weft_inventory_new (catalog, weft_catalog_get_profile (catalog, "archagent-2026",
                                                                     NULL), &error);
  g_assert_no_error (error);
  g_assert_nonnull (weft_inventory_find_chip (inventory, "star"));
  g_assert_false (weft_rules_check_machine (design, inventory, violations, &machine, &resolved,
                                            &totals));
  g_assert_false (resolved);
  g_assert_cmpfloat (totals->it_w.known, <, 1e9);
  for (guint i = 0; i < violations->len; i++)
    {
      const char *message = weft_violation_get_message (violations->pdata[i]);

      g_test_message ("%s", message);
      g_assert_null (strstr (message, "TW"));
      if (g_str_equal (weft_violation_get_code (violations->pdata[i]), "physical_range"))
        n_named += strstr (message, "star") != NULL || strstr (message, "gpu") != NULL;
    }
  g_assert_cmpuint (n_named, >, 0);
  g_remove (file);
  g_rmdir (chips);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/graph-summary/hosts", test_hosts);
  g_test_add_func ("/design/graph-summary/racks", test_racks);
  g_test_add_func ("/design/graph-summary/rates", test_rates);
  g_test_add_func ("/design/graph-summary/parts", test_parts);
  g_test_add_func ("/design/graph-summary/cards", test_cards);
  g_test_add_func ("/design/graph-summary/connected", test_connected);
  g_test_add_func ("/design/graph-summary/domains", test_domains);
  g_test_add_func ("/design/graph-summary/refused", test_refused);
  g_test_add_func ("/design/graph-summary/document", test_document);
  g_test_add_func ("/design/graph-summary/unwritable", test_unwritable);
  g_test_add_func ("/design/graph-summary/absurd", test_absurd);
  return g_test_run ();
}
