/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Placing racks: always a permutation, never worse, pinned ones never move, the same every time. */
#include <string.h>

#include "physical-fixture.h"

#include "design/physical/weft-placement.h"

#define MAX_RACKS 400
#define MAX_EDGES 2000

typedef struct
{
  WeftPlacementProblem problem;
  WeftPlacementEdge edges[MAX_EDGES];
  gboolean is_pinned[MAX_RACKS];
  gboolean is_spine[MAX_RACKS];
  WeftRackPlace places[MAX_RACKS];
} Floor;

static void
lay_out (Floor *hall,
         guint  n,
         guint  per_row)
{
  memset (hall, 0, sizeof *hall);
  hall->problem = (WeftPlacementProblem) { n, hall->edges, 0, hall->is_pinned, hall->is_spine };
  for (guint i = 0; i < n; i++)
    hall->places[i] = (WeftRackPlace) { (int) (i / per_row), (int) (i % per_row), i % 42 + 1 };
}

static void
join (Floor *hall,
      guint  a,
      guint  b,
      guint  n_cables)
{
  g_assert_cmpuint (hall->problem.n_edges, <, MAX_EDGES);
  hall->edges[hall->problem.n_edges++] = (WeftPlacementEdge) { a, b, n_cables };
}

static void
order (Floor  *hall,
       double *before_m,
       double *after_m)
{
  g_autoptr (GError) error = NULL;

  weft_placement_order (weft_cable_rules_default (), &hall->problem, hall->places, before_m,
                        after_m, &error);
  g_assert_no_error (error);
}

static void
fill_random (Floor *hall,
             GRand *random)
{
  guint n = (guint) g_rand_int_range (random, 2, 61);
  guint n_edges = (guint) g_rand_int_range (random, 0, (int) (3 * n));

  lay_out (hall, n, (guint) g_rand_int_range (random, 1, 21));
  for (guint i = 0; i < n_edges; i++)
    {
      guint a = (guint) g_rand_int_range (random, 0, (int) n);
      guint b = (guint) g_rand_int_range (random, 0, (int) n);

      if (a != b)
        join (hall, a, b, (guint) g_rand_int_range (random, 1, 65));
    }
  for (guint i = 0; i < n; i++)
    {
      hall->is_pinned[i] = g_rand_int_range (random, 0, 5) == 0;
      hall->is_spine[i] = g_rand_int_range (random, 0, 10) == 0;
    }
}

/* Every place of the one is a place of the other, each once, and the units stay. */
static void
assert_permutation (const Floor *before,
                    const Floor *after)
{
  guint n = before->problem.n_racks;
  g_autofree guint *taken = g_new0 (guint, n);

  for (guint i = 0; i < n; i++)
    {
      gboolean is_found = FALSE;

      g_assert_cmpfloat (after->places[i].unit, ==, before->places[i].unit);
      for (guint j = 0; j < n; j++)
        if (after->places[i].row == before->places[j].row
            && after->places[i].position == before->places[j].position)
          {
            g_assert_cmpuint (taken[j]++, ==, 0);
            is_found = TRUE;
          }
      g_assert_true (is_found);
    }
}

static void
test_random_graphs (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (20);
  g_autofree Floor *before = g_new (Floor, 1);
  g_autofree Floor *after = g_new (Floor, 1);
  g_autofree Floor *again = g_new (Floor, 1);
  guint n_better = 0;

  for (guint i = 0; i < 300; i++)
    {
      double before_m, after_m, total_m;

      fill_random (before, random);
      memcpy (after, before, sizeof *after);
      after->problem.edges = after->edges;
      order (after, &before_m, &after_m);

      assert_permutation (before, after);
      g_assert_cmpfloat (after_m, <=, before_m);
      n_better += after_m < before_m;
      g_assert_true (weft_placement_run_total (weft_cable_rules_default (), &before->problem,
                                               before->places, &total_m, NULL));
      g_assert_cmpfloat (total_m, ==, before_m);
      g_assert_true (weft_placement_run_total (weft_cable_rules_default (), &before->problem,
                                               after->places, &total_m, NULL));
      g_assert_cmpfloat_with_epsilon (total_m, after_m, 1e-9 * (1 + after_m));
      for (guint j = 0; j < before->problem.n_racks; j++)
        if (before->is_pinned[j])
          g_assert_true (before->places[j].row == after->places[j].row
                         && before->places[j].position == after->places[j].position);

      memcpy (again, before, sizeof *again);
      order (again, NULL, NULL);
      g_assert_cmpmem (again->places, sizeof again->places, after->places, sizeof after->places);
    }
  g_assert_cmpuint (n_better, >, 250);
}

/* Racks in a line, shuffled: bisection finds the line, or comes close. */
static void
test_shuffled_line (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree Floor *hall = g_new (Floor, 1);
  guint shuffled[16];
  double before_m, after_m;

  lay_out (hall, 16, 16);
  for (guint i = 0; i < 16; i++)
    {
      guint j = (guint) g_rand_int_range (random, 0, (int) i + 1);

      shuffled[i] = shuffled[j];
      shuffled[j] = i;
    }
  for (guint i = 0; i + 1 < 16; i++)
    join (hall, shuffled[i], shuffled[i + 1], 10);
  order (hall, &before_m, &after_m);
  g_assert_cmpfloat (before_m, >, 300);
  g_assert_cmpfloat (after_m, <=, 1.2 * 15 * 10 * 0.6);
}

/* Four groups of racks that are meshed inside come to stand side by side. */
static void
test_groups (void)
{
  g_autofree Floor *hall = g_new (Floor, 1);
  int least[4] = { G_MAXINT, G_MAXINT, G_MAXINT, G_MAXINT };
  int most[4] = { 0 };

  lay_out (hall, 32, 32);
  for (guint a = 0; a < 32; a++)
    for (guint b = a + 4; b < 32; b += 4)
      join (hall, a, b, 4);
  for (guint a = 0; a + 1 < 4; a++)
    join (hall, a, a + 1, 1);
  order (hall, NULL, NULL);
  for (guint i = 0; i < 32; i++)
    {
      least[i % 4] = MIN (least[i % 4], hall->places[i].position);
      most[i % 4] = MAX (most[i % 4], hall->places[i].position);
    }
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (most[i] - least[i], ==, 7);
}

/* Two spine racks with cables to all leaves go to the middle of their row; a pinned one stays. */
static void
test_spines (void)
{
  g_autofree Floor *hall = g_new (Floor, 1);

  lay_out (hall, 10, 10);
  for (guint leaf = 2; leaf < 10; leaf++)
    {
      join (hall, 0, leaf, 8);
      join (hall, 1, leaf, 8);
    }
  hall->is_spine[0] = hall->is_spine[1] = TRUE;
  order (hall, NULL, NULL);
  g_assert_cmpint (MIN (hall->places[0].position, hall->places[1].position), ==, 4);
  g_assert_cmpint (MAX (hall->places[0].position, hall->places[1].position), ==, 5);

  lay_out (hall, 10, 10);
  for (guint leaf = 2; leaf < 10; leaf++)
    {
      join (hall, 0, leaf, 8);
      join (hall, 1, leaf, 8);
    }
  hall->is_spine[0] = hall->is_spine[1] = TRUE;
  hall->is_pinned[0] = TRUE;
  hall->is_pinned[5] = TRUE;
  order (hall, NULL, NULL);
  g_assert_cmpint (hall->places[0].position, ==, 0);
  g_assert_cmpint (hall->places[5].position, ==, 5);
  g_assert_cmpint (hall->places[1].position, ==, 4);
}

/* Racks that are tied to those of the next three rows come to stand together. */
static void
test_many_racks (void)
{
  g_autofree Floor *hall = g_new (Floor, 1);
  double before_m, after_m;

  lay_out (hall, MAX_RACKS, 40);
  for (guint i = 0; i < MAX_RACKS; i++)
    for (guint j = 1; j <= 3; j++)
      join (hall, i, (i + j * 40) % MAX_RACKS, 8);
  order (hall, &before_m, &after_m);
  g_assert_cmpfloat (after_m, <, 0.8 * before_m);
}

static void
test_small (void)
{
  g_autofree Floor *hall = g_new (Floor, 1);
  double before_m = 7;
  double after_m = 7;

  lay_out (hall, 0, 1);
  g_assert_true (weft_placement_order (weft_cable_rules_default (), &hall->problem, NULL, &before_m,
                                       &after_m, NULL));
  g_assert_cmpfloat (before_m, ==, 0);
  g_assert_cmpfloat (after_m, ==, 0);
  lay_out (hall, 1, 1);
  order (hall, &before_m, &after_m);
  g_assert_cmpfloat (after_m, ==, 0);

  /* Flags may be left out. */
  lay_out (hall, 3, 3);
  join (hall, 0, 2, 5);
  hall->problem.is_pinned = NULL;
  hall->problem.is_spine = NULL;
  order (hall, &before_m, &after_m);
  g_assert_cmpfloat_with_epsilon (before_m, 6, 1e-12);
  g_assert_cmpfloat_with_epsilon (after_m, 3, 1e-12);
}

static void
test_bad_input (void)
{
  const WeftCableRules *rules = weft_cable_rules_default ();
  WeftCableRules no_cross = *rules;
  g_autofree Floor *hall = g_new (Floor, 1);
  g_autofree Floor *before = g_new (Floor, 1);

#define REFUSED(code, part)                                                                        \
  memcpy (before, hall, sizeof *before);                                                           \
  assert_refused (weft_placement_order (rules, &hall->problem, hall->places, NULL, NULL, error),   \
                  code, part);                                                                     \
  g_assert_cmpmem (before, sizeof *before, hall, sizeof *hall)
  lay_out (hall, 4, 2);
  join (hall, 0, 4, 1);
  REFUSED (WEFT_PHYSICAL_ERROR_ORDER, "/edges/0: found a cable from rack 0 to rack 4");
  hall->edges[0].b = 0;
  REFUSED (WEFT_PHYSICAL_ERROR_ORDER, "two different");
  hall->edges[0] = (WeftPlacementEdge) { 0, 1, 0 };
  REFUSED (WEFT_PHYSICAL_ERROR_RANGE, "/edges/0: n_cables: found 0");
  hall->edges[0].n_cables = G_MAXUINT;
  REFUSED (WEFT_PHYSICAL_ERROR_RANGE, "n_cables");
  hall->edges[0].n_cables = 1;
  hall->places[3] = hall->places[1];
  REFUSED (WEFT_PHYSICAL_ERROR_ORDER, "Racks 1 and 3 both stand in row 0 at position 1");
  hall->places[3].row = -1;
  REFUSED (WEFT_PHYSICAL_ERROR_RANGE, "/places/3: row: found -1");
  hall->problem.n_racks = WEFT_PLACEMENT_MAX_RACKS + 1;
  REFUSED (WEFT_PHYSICAL_ERROR_RANGE, "n_racks: found 20001");
#undef REFUSED

  lay_out (hall, 4, 2);
  no_cross.n_cross = 0;
  assert_refused (weft_placement_order (&no_cross, &hall->problem, hall->places, NULL, NULL, error),
                  WEFT_PHYSICAL_ERROR_REACH, "/places/2: No cross-tray");
  no_cross.slack = NAN;
  assert_refused (weft_placement_order (&no_cross, &hall->problem, hall->places, NULL, NULL, error),
                  WEFT_PHYSICAL_ERROR_RANGE, "slack");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/design/placement/random-graphs", test_random_graphs);
  g_test_add_func ("/design/placement/shuffled-line", test_shuffled_line);
  g_test_add_func ("/design/placement/groups", test_groups);
  g_test_add_func ("/design/placement/spines", test_spines);
  g_test_add_func ("/design/placement/many-racks", test_many_racks);
  g_test_add_func ("/design/placement/small", test_small);
  g_test_add_func ("/design/placement/bad-input", test_bad_input);

  return g_test_run ();
}
