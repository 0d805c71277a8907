/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Partitions to a graph and back are the same partitions, whatever they are. */
#include "graph-fixture.h"

#include "design/graph/weft-graph-domains-private.h"
#include "design/graph/weft-graph-expand.h"
#include "design/graph/weft-graph-summary.h"

static void
summarise (const WeftMachine *machine, WeftMachine *back)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftGraph) graph = weft_graph_expand (fixture_get_inventory (), machine, &error);
  gboolean sound;

  g_assert_no_error (error);
  sound = weft_graph_rules_check (graph, fixture_get_inventory (), violations)
          && weft_graph_summarise (graph, fixture_get_inventory (), back, violations);
  for (guint i = 0; i < violations->len; i++)
    if (weft_violation_get_severity (violations->pdata[i]) == WEFT_SEVERITY_ERROR)
      g_error ("%s", weft_violation_get_message (violations->pdata[i]));
  g_assert_true (sound);
}

/* What a graph cannot tell apart is one partition. */
static gboolean
is_same (const WeftMachinePartition *a, const WeftMachinePartition *b)
{
  return a->chip == b->chip && a->role == b->role && a->scaleup == b->scaleup
         && a->scaleout == b->scaleout;
}

static guint
count_chips (const WeftMachine *machine, const WeftMachinePartition *like)
{
  guint n = 0;

  for (guint i = 0; i < machine->n_partitions; i++)
    if (is_same (&machine->partitions[i], like))
      n += weft_provision (fixture_get_inventory (), machine, i);
  return n;
}

static guint
largest_domain (const WeftMachine *machine, const WeftMachinePartition *like)
{
  guint most = 0;

  for (guint i = 0; i < machine->n_partitions; i++)
    if (is_same (&machine->partitions[i], like))
      most = MAX (most, MIN (weft_provision (fixture_get_inventory (), machine, i),
                             weft_machine_domain_chips (fixture_get_inventory (),
                                                        &machine->partitions[i])));
  return most;
}

static void
assert_same (const WeftMachine *machine, const WeftMachine *back)
{
  for (guint i = 0; i < machine->n_partitions; i++)
    {
      const WeftMachinePartition *part = &machine->partitions[i];

      g_assert_cmpuint (count_chips (back, part), ==, count_chips (machine, part));
      g_assert_cmpuint (largest_domain (back, part), ==, largest_domain (machine, part));
    }
  for (guint i = 0; i < back->n_partitions; i++)
    {
      const WeftMachinePartition *part = &back->partitions[i];
      double up = weft_inventory_scaleup_on_chip (fixture_get_inventory (), part->scaleup,
                                                  part->chip)->bw_bytes_s;
      double out = weft_inventory_scaleout (fixture_get_inventory (), part->scaleout)->bw_bytes_s;

      g_assert_cmpuint (count_chips (machine, part), >, 0);
      /* The cables of the kits carry at least what the profile gives their fabrics. */
      g_assert_true (part->scaleup_bw_bytes_s <= 0 || part->scaleup_bw_bytes_s >= up * 0.999);
      g_assert_true (part->scaleout_bw_bytes_s <= 0 || part->scaleout_bw_bytes_s >= out * 0.999);
    }
}

static gboolean
draw (GRand *rand, WeftMachinePartition *part)
{
  WeftInventory *inventory = fixture_get_inventory ();

  *part = (WeftMachinePartition) {
    .chip = (guint) g_rand_int_range (rand, 0, (gint) weft_inventory_n_chips (inventory)),
    .scaleup = (guint) g_rand_int_range (rand, 0, (gint) weft_inventory_n_scaleups (inventory)),
    .scaleout = (guint) g_rand_int_range (rand, 0, (gint) weft_inventory_n_scaleouts (inventory)),
    .role = g_rand_int_range (rand, 0, WEFT_N_ROLES),
  };
  return weft_inventory_chip (inventory, part->chip)->refused == NULL
         && weft_inventory_scaleup_on_chip (inventory, part->scaleup, part->chip)->fits;
}

static void
test_seed (guint32 seed, guint rounds)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  WeftInventory *inventory = fixture_get_inventory ();
  guint done = 0;

  for (guint round = 0; round < rounds; round++)
    {
      WeftMachine machine, back;
      double left = 1;
      gboolean all = TRUE;

      g_assert_true (weft_machine_init_empty (&machine, inventory));
      machine.amount = g_rand_boolean (rand) ? 1e6 : 2e7;
      machine.n_partitions = (guint) g_rand_int_range (rand, 1, 5);
      back = machine;
      for (guint i = 0; i < machine.n_partitions; i++)
        {
          while (!draw (rand, &machine.partitions[i]))
            ;
          machine.partitions[i].power_frac = left * g_rand_double_range (rand, 0.1, 0.9);
          left -= machine.partitions[i].power_frac;
          all = all && weft_provision (inventory, &machine, i) > 0;
        }
      if (!all)
        continue;
      summarise (&machine, &back);
      assert_same (&machine, &back);
      done++;
    }
  g_assert_cmpuint (done, >, rounds / 2);
}

static void
test_any (void)
{
  test_seed (11, 300);
  test_seed (3, 100);
  test_seed (4, 100);
}

/* Rests of two partitions of one kind, few among the whole domains; and domains that really differ. */
static void
test_rests (void)
{
  static const guint sizes[][12] = {
    { 72, 72, 72, 72, 72, 72, 72, 72, 72, 72, 72, 32 },
    { 72, 32 },
    { 72, 72, 72, 64, 40 },
    { 72, 72, 36, 36 },
  };
  static const guint expected[] = { 72, 72, 40, 36 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (guint));

      for (guint j = 0; j < 12 && sizes[i][j] > 0; j++)
        g_array_append_val (array, sizes[i][j]);
      weft_graph_domains_sort (array);
      g_assert_cmpuint (weft_graph_domains_size (array), ==, expected[i]);
      for (guint j = 0; j < 16; j++)
        g_array_append_val (array, sizes[i][0]);
      weft_graph_domains_sort (array);
      g_assert_cmpuint (weft_graph_domains_size (array), ==, 72);
    }
}

/* The paper's design: 896 chips are twelve domains of 72 and one of 32. */
static void
test_paper (void)
{
  g_autoptr (WeftDesign) design = fixture_design (PAPER);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (WeftFlat) flat = NULL;
  const WeftGraphDefinition *root;
  WeftMachine machine;
  int index;

  g_assert_true (weft_machine_init (&machine, design, fixture_get_inventory ()));
  graph = weft_graph_expand (fixture_get_inventory (), &machine, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (weft_graph_get_root (graph, &index), ==, "machine");
  root = weft_graph_definition (graph, index);
  g_assert_cmpstr (root->items[0].id, ==, "domain-1");
  g_assert_cmpuint (weft_provision (fixture_get_inventory (), &machine, 0) / 72, ==,
                    root->items[0].count);
  flat = fixture_flat (graph);
  g_assert_cmpuint (flat->n_of_kind[WEFT_DEVICE_COMPUTE], ==,
                    weft_provision (fixture_get_inventory (), &machine, 0)
                      + weft_provision (fixture_get_inventory (), &machine, 1));
  /* No switch of a known product takes more cables than it has ports. */
  for (guint32 i = 0; i < flat->n_devices; i++)
    if (flat->kinds[i] == WEFT_DEVICE_SWITCH)
      {
        const WeftComponent *part = weft_component_at (
          weft_inventory_get_catalog (fixture_get_inventory ()), flat->parts[i]);

        g_assert_false ((double) weft_flat_ports (flat, i) > part->ports);
      }
}

static void
test_nothing (void)
{
  g_autoptr (GError) error = NULL;
  WeftMachine machine;

  g_assert_true (weft_machine_init_empty (&machine, fixture_get_inventory ()));
  g_assert_null (weft_graph_expand (fixture_get_inventory (), &machine, &error));
  g_assert_error (error, WEFT_GRAPH_ERROR, WEFT_GRAPH_ERROR_UNSOUND);
  g_clear_error (&error);
  machine.n_partitions = 1;
  g_assert_null (weft_graph_expand (fixture_get_inventory (), &machine, &error));
  g_assert_error (error, WEFT_GRAPH_ERROR, WEFT_GRAPH_ERROR_UNSOUND);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/graph-expand/any", test_any);
  g_test_add_func ("/design/graph-expand/rests", test_rests);
  g_test_add_func ("/design/graph-expand/paper", test_paper);
  g_test_add_func ("/design/graph-expand/nothing", test_nothing);
  return g_test_run ();
}
