/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids, orders and the filled pattern: against counts by formula, and against elimination column by column. */
#include "sparse-fixture.h"

#include "workload/weft-sparse-symbolic.h"
#include "workload/weft-task-graph.h"

/* --- grids --- */

static void
test_grid_counts (void)
{
  WeftSparseGrid ecology1 = fixture_parse_grid ("1000x1000", 0);
  static const struct
  {
    const char *text;
    guint points;
  } grids[] = { { "7x5", 5 }, { "7x5", 9 }, { "1x9", 5 }, { "4x3x5", 7 }, { "4x3x5", 27 }, { " 2 X 2x2", 0 } };

  g_assert_cmpuint (weft_sparse_grid_n_rows (&ecology1), ==, 1000000);
  g_assert_cmpuint (weft_sparse_grid_n_entries (&ecology1), ==, 4996000);
  for (guint i = 0; i < G_N_ELEMENTS (grids); i++)
    {
      WeftSparseGrid grid = fixture_parse_grid (grids[i].text, grids[i].points);
      g_autoptr (WeftSparsePattern) pattern = weft_sparse_grid_pattern (&grid);
      g_autoptr (WeftSparsePattern) adjacency = weft_sparse_pattern_new_adjacency (pattern);

      g_assert_cmpuint (weft_sparse_pattern_n_entries (pattern), ==, weft_sparse_grid_n_entries (&grid));
      /* Symmetric, and the diagonal is full. */
      g_assert_cmpuint (weft_sparse_pattern_n_entries (adjacency) + pattern->n_rows, ==,
                        weft_sparse_pattern_n_entries (pattern));
    }
}

static void
test_grid_refused (void)
{
  static const struct
  {
    const char *text;
    guint points;
    int code;
    const char *words;
  } bad[] = {
    { "", 0, WEFT_WORKLOAD_ERROR_INVALID, "found \"\", expected the sizes" },
    { "100", 0, WEFT_WORKLOAD_ERROR_INVALID, "\"100\"" },
    { "10x", 0, WEFT_WORKLOAD_ERROR_INVALID, "\"10x\"" },
    { "10x-4", 0, WEFT_WORKLOAD_ERROR_INVALID, "\"10x-4\"" },
    { "0x4", 0, WEFT_WORKLOAD_ERROR_INVALID, "\"0x4\"" },
    { "2x2x2x2", 0, WEFT_WORKLOAD_ERROR_INVALID, "\"2x2x2x2\"" },
    { "10x10.5", 0, WEFT_WORKLOAD_ERROR_INVALID, "\"10x10.5\"" },
    { "99999999999x99999999999", 0, WEFT_WORKLOAD_ERROR_LIMIT, "1e+22 points" },
    { "8000x8000", 0, WEFT_WORKLOAD_ERROR_LIMIT, "at most 32000000" },
    { "300x300x300", 27, WEFT_WORKLOAD_ERROR_LIMIT, "724150792 entries, expected at most 500000000" },
    { "10x10", 7, WEFT_WORKLOAD_ERROR_INVALID, "stencil of 7 points, expected 5 or 9" },
    { "10x10x10", 5, WEFT_WORKLOAD_ERROR_INVALID, "expected 7 or 27" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      WeftSparseGrid grid;

      g_assert_false (weft_sparse_grid_parse (&grid, bad[i].text, bad[i].points, &error));
      g_assert_error (error, WEFT_WORKLOAD_ERROR, bad[i].code);
      if (g_strstr_len (error->message, -1, bad[i].words) == NULL)
        g_error ("“%s” does not say “%s”", error->message, bad[i].words);
    }
}

/* --- orders --- */

static void
test_orders (void)
{
  static const char *const grids[] = { "1x1", "1x7", "2x2", "13x5", "2x2x2", "9x8x7" };

  for (guint g = 0; g < G_N_ELEMENTS (grids); g++)
    for (WeftSparseOrder o = 0; o < WEFT_N_SPARSE_ORDERS; o++)
      {
        WeftSparseGrid grid = fixture_parse_grid (grids[g], 0);
        g_autoptr (WeftSparsePattern) adjacency = fixture_adjacency (&grid);
        g_autoptr (GError) error = NULL;
        g_autofree guint32 *order = weft_sparse_order_make (o, adjacency, &grid, &error);

        if (!weft_sparse_order_is_built (o))
          {
            g_assert_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_UNSUPPORTED);
            continue;
          }
        g_assert_no_error (error);
        g_assert_true (weft_sparse_order_check (order, adjacency->n_rows, &error));
      }
}

static void
test_order_refused (void)
{
  const guint32 twice[] = { 0, 2, 2 };
  const guint32 outside[] = { 0, 3, 1 };
  g_autoptr (GError) error = NULL;
  WeftSparseGrid grid = fixture_parse_grid ("3x3", 0);
  g_autoptr (WeftSparsePattern) adjacency = fixture_adjacency (&grid);

  g_assert_false (weft_sparse_order_check (twice, 3, &error));
  g_assert_nonnull (g_strstr_len (error->message, -1, "place 2 of the order has row 2, which has come before"));
  g_clear_error (&error);
  g_assert_false (weft_sparse_order_check (outside, 3, &error));
  g_assert_nonnull (g_strstr_len (error->message, -1, "row 3, but rows go from 0 to 2"));
  g_clear_error (&error);
  g_assert_null (weft_sparse_order_make (WEFT_SPARSE_ORDER_ND, adjacency, NULL, &error));
  g_assert_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID);
}

/* --- the filled pattern --- */

/* [n * n] the same of what was found out without the work. */
static guint8 *
unfold (const WeftSparseSymbolic *symbolic)
{
  guint32 n = symbolic->n;
  guint8 *filled = g_new0 (guint8, n * n);

  for (guint32 node = 0; node < symbolic->n_nodes; node++)
    for (guint32 j = symbolic->first_column[node]; j < symbolic->first_column[node + 1]; j++)
      {
        for (guint32 i = j + 1; i < symbolic->first_column[node + 1]; i++)
          filled[i * n + j] = TRUE;
        for (gsize r = symbolic->first_run[node]; r < symbolic->first_run[node + 1]; r++)
          {
            g_assert_cmpuint (symbolic->runs[r].begin, <, symbolic->runs[r].end);
            for (guint32 i = symbolic->runs[r].begin; i < symbolic->runs[r].end; i++)
              filled[i * n + j] = TRUE;
          }
      }
  return filled;
}

static void
compare_filled (const WeftSparsePattern *adjacency, const guint32 *order)
{
  guint32 n = adjacency->n_rows;
  g_autoptr (WeftSparseSymbolic) symbolic = weft_sparse_symbolic_new (adjacency, order, NULL, NULL);
  g_autofree guint8 *expected = fixture_eliminate (adjacency, order);
  g_autofree guint8 *found = unfold (symbolic);
  guint64 n_below = 0;
  double flops = 0;

  for (guint32 j = 0; j < n; j++)
    {
      guint64 l = 0;

      for (guint32 i = j + 1; i < n; i++)
        {
          g_assert_cmpuint (found[i * n + j], ==, expected[i * n + j]);
          l += expected[i * n + j];
        }
      n_below += l;
      flops += l + 2 * l * l;
    }
  g_assert_cmpuint (symbolic->n_below, ==, n_below);
  g_assert_cmpfloat (symbolic->flops, ==, flops);
  g_assert_cmpfloat (weft_sparse_symbolic_n_entries (symbolic), ==, 2.0 * n_below + n);
}

static void
test_random_patterns (void)
{
  WeftRandom random;

  weft_random_init (&random, 36, 0);
  for (guint round = 0; round < 600; round++)
    {
      guint32 n = 1 + weft_random_below (&random, 40);
      g_autoptr (WeftSparsePattern) adjacency = fixture_random_adjacency (n, &random);
      g_autofree guint32 *order = fixture_shuffle (n, &random);

      compare_filled (adjacency, order);
    }
}

static void
test_grid_patterns (void)
{
  static const char *const grids[] = { "9x6", "12x3", "4x4x4", "3x5x2" };

  for (guint g = 0; g < G_N_ELEMENTS (grids); g++)
    for (WeftSparseOrder o = 0; o < WEFT_N_SPARSE_ORDERS; o++)
      {
        WeftSparseGrid grid = fixture_parse_grid (grids[g], 0);
        g_autoptr (WeftSparsePattern) adjacency = fixture_adjacency (&grid);
        g_autofree guint32 *order = NULL;

        if (!weft_sparse_order_is_built (o))
          continue;
        order = weft_sparse_order_make (o, adjacency, &grid, NULL);
        compare_filled (adjacency, order);
      }
}

/* A band of width w fills completely: known for any size, here a million rows, without more memory than rows. */
static void
test_band (void)
{
  const double n = 1000000, w = 1000;
  WeftSparseGrid grid = fixture_parse_grid ("1000x1000", 0);
  g_autoptr (WeftSparsePattern) adjacency = fixture_adjacency (&grid);
  g_autofree guint32 *order = weft_sparse_order_make (WEFT_SPARSE_ORDER_NATURAL, adjacency, NULL, NULL);
  g_autoptr (WeftSparseSymbolic) symbolic = weft_sparse_symbolic_new (adjacency, order, NULL, NULL);

  /* Column j of the first line has row j + 1, but at its end, and rows w to w + j; those of the lines between have w
   * rows, and those of the last line all that are left. */
  g_assert_cmpfloat (symbolic->n_below, ==, w - 1 + w * (w + 1) / 2 + (n - 2 * w) * w + w * (w - 1) / 2);
  g_assert_cmpuint (symbolic->first_run[symbolic->n_nodes], <, 2 * n);
}

static void
test_cancelled (void)
{
  WeftSparseGrid grid = fixture_parse_grid ("20x20", 0);
  g_autoptr (WeftSparsePattern) adjacency = fixture_adjacency (&grid);
  g_autofree guint32 *order = weft_sparse_order_make (WEFT_SPARSE_ORDER_NATURAL, adjacency, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (weft_sparse_symbolic_new (adjacency, order, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sparse/grid/counts", test_grid_counts);
  g_test_add_func ("/sparse/grid/refused", test_grid_refused);
  g_test_add_func ("/sparse/orders", test_orders);
  g_test_add_func ("/sparse/order-refused", test_order_refused);
  g_test_add_func ("/sparse/random-patterns", test_random_patterns);
  g_test_add_func ("/sparse/grid-patterns", test_grid_patterns);
  g_test_add_func ("/sparse/band", test_band);
  g_test_add_func ("/sparse/cancelled", test_cancelled);
  return g_test_run ();
}
