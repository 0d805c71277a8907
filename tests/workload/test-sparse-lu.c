/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks of block LU: the counts of the anchors, every task and edge against the blocks of a matrix that is eliminated
 * by hand, bytes by the formula, chains, batches, and what the generator notes and refuses. */
#include "generator-fixture.h"
#include "sparse-fixture.h"

#include <glib/gstdio.h>

#include "workload/weft-sparse-lu.h"

static const char *const kernels[] = { "getrf", "tstrf", "gessm", "ssssm" };

static WeftTaskGraph *
make_lu (const WeftSparsePattern *adjacency, const guint32 *order, guint32 block, WeftSparseUpdateOrder updates)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSparseSymbolic) symbolic = weft_sparse_symbolic_new (adjacency, order, NULL, &error);
  WeftTaskBuilder *builder = weft_task_builder_new ("test");
  WeftTaskGraph *graph;

  g_assert_true (weft_sparse_lu_add (builder, symbolic, block, updates, NULL, &error));
  graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return graph;
}

static double
total_flops (const WeftTaskGraph *graph)
{
  double flops = 0;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    flops += fixture_task_flops (graph, i);
  return flops;
}

/* --- the anchors --- */

static JsonObject *
load_anchors (JsonNode **root)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "tests", "workload", "data",
                                            "sparse-lu.json", NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  *root = weft_json_parse (text, -1, path, NULL, NULL);
  return json_node_get_object (*root);
}

static gboolean
has_entry (const char *matrix, guint32 row, guint32 col)
{
  if (g_str_equal (matrix, "dense"))
    return TRUE;
  if (g_str_equal (matrix, "tridiagonal"))
    return row + 1 >= col && col + 1 >= row;
  if (g_str_equal (matrix, "arrow"))
    return row == col || row == 0 || col == 0;
  return row == col;
}

static WeftSparsePattern *
make_matrix (const char *matrix, guint32 n)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (WeftSparseEntry));
  g_autoptr (WeftSparsePattern) pattern = NULL;

  for (guint32 i = 0; i < n; i++)
    for (guint32 j = 0; j < n; j++)
      if (has_entry (matrix, i, j))
        {
          WeftSparseEntry entry = { i, j };

          g_array_append_val (entries, entry);
        }
  pattern = weft_sparse_pattern_new (n, n, (const WeftSparseEntry *) entries->data, entries->len);
  return weft_sparse_pattern_new_adjacency (pattern);
}

static void
check_anchor (JsonObject *anchor)
{
  const char *matrix = json_object_get_string_member (anchor, "matrix");
  guint32 n = json_object_get_int_member (anchor, "n");
  gboolean is_grid = g_str_equal (matrix, "grid");
  g_autofree char *size = g_strdup_printf ("%dx%d", (int) json_object_get_int_member_with_default (anchor, "side", 1),
                                           (int) json_object_get_int_member_with_default (anchor, "side", 1));
  WeftSparseGrid grid = fixture_parse_grid (size, 5);
  g_autoptr (WeftSparsePattern) adjacency = is_grid ? fixture_adjacency (&grid) : make_matrix (matrix, n);
  g_autofree guint32 *rows = NULL;
  g_autoptr (WeftSparseSymbolic) symbolic = NULL;
  g_autoptr (WeftTaskGraph) graph = NULL;
  WeftSparseOrder order;

  g_assert_true (weft_sparse_order_parse (json_object_get_string_member (anchor, "order"), &order));
  rows = weft_sparse_order_make (order, adjacency, is_grid ? &grid : NULL, NULL);
  symbolic = weft_sparse_symbolic_new (adjacency, rows, NULL, NULL);
  g_assert_cmpuint (symbolic->n, ==, n);
  g_assert_cmpfloat (weft_sparse_symbolic_n_entries (symbolic), ==, json_object_get_int_member (anchor, "entries"));
  g_assert_cmpfloat (symbolic->flops, ==, json_object_get_int_member (anchor, "flops"));
  graph = make_lu (adjacency, rows, json_object_get_int_member (anchor, "block"), WEFT_SPARSE_UPDATES_PARALLEL);
  g_assert_cmpuint (graph->n_tasks, ==, json_object_get_int_member (anchor, "tasks"));
  g_assert_cmpuint (graph->n_edges, ==, json_object_get_int_member (anchor, "edges"));
  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
    {
      JsonArray *expected = json_object_get_array_member (anchor, kernels[k]);

      g_assert_cmpuint (fixture_count (graph, kernels[k]), ==, json_array_get_int_element (expected, 0));
      g_assert_cmpfloat (fixture_flops (graph, kernels[k]), ==, json_array_get_int_element (expected, 1));
    }
}

static void
test_anchors (void)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *cases = json_object_get_array_member (load_anchors (&root), "cases");

  g_assert_cmpuint (json_array_get_length (cases), ==, 12);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    check_anchor (json_array_get_object_element (cases, i));
}

static void
test_dissection (void)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *expected = json_object_get_array_member (load_anchors (&root), "nd_16");
  WeftSparseGrid grid = fixture_parse_grid ("16x16", 5);
  g_autoptr (WeftSparsePattern) adjacency = fixture_adjacency (&grid);
  g_autofree guint32 *order = weft_sparse_order_make (WEFT_SPARSE_ORDER_ND, adjacency, &grid, NULL);

  g_assert_cmpuint (json_array_get_length (expected), ==, 256);
  for (guint i = 0; i < 256; i++)
    g_assert_cmpuint (order[i], ==, json_array_get_int_element (expected, i));
}

/* --- by hand --- */

/* The filled matrix in blocks. */
typedef struct
{
  guint8 *filled; /* with the diagonal */
  guint32 n;
  guint32 block;
  guint32 n_blocks;
  GHashTable *flops; /* char * -> double *: of each task */
  GHashTable *edges; /* char *, "FROM > TO" */
} Hand;

static gboolean
is_filled (const Hand *self, guint32 row, guint32 col)
{
  return self->filled[row * self->n + col];
}

static guint32
block_end (const Hand *self, guint32 i)
{
  return MIN (self->n, (i + 1) * self->block);
}

/* Entries in rows from @row and columns from @col on, inside of block (i, j). */
static double
count_part (const Hand *self, guint32 i, guint32 j, guint32 row, guint32 row_end, guint32 col, guint32 col_end)
{
  double n = 0;

  for (guint32 r = row; r < MIN (row_end, block_end (self, i)); r++)
    for (guint32 c = col; c < MIN (col_end, block_end (self, j)); c++)
      n += is_filled (self, r, c);
  return n;
}

static double
count_block (const Hand *self, guint32 i, guint32 j)
{
  return count_part (self, i, j, i * self->block, self->n, j * self->block, self->n);
}

static void
expect_task (Hand *self, const char *name, double flops)
{
  g_assert_true (g_hash_table_insert (self->flops, g_strdup (name), g_memdup2 (&flops, sizeof flops)));
}

static void
expect_edge (Hand *self, const char *from, const char *to)
{
  g_assert_true (g_hash_table_add (self->edges, g_strdup_printf ("%s > %s", from, to)));
}

static void
expect_getrf (Hand *self, guint32 k)
{
  g_autofree char *name = g_strdup_printf ("GETRF@%u", k);
  double flops = 0;

  for (guint32 c = k * self->block; c < block_end (self, k); c++)
    {
      double nl = count_part (self, k, k, c + 1, self->n, c, c + 1);
      double nu = count_part (self, k, k, c, c + 1, c + 1, self->n);

      flops += nl + 2 * nl * nu;
    }
  expect_task (self, name, flops);
}

static void
expect_tstrf (Hand *self, guint32 i, guint32 k)
{
  g_autofree char *name = g_strdup_printf ("TSTRF(%u)@%u", i, k);
  g_autofree char *getrf = g_strdup_printf ("GETRF@%u", k);
  double flops = 0;

  for (guint32 r = i * self->block; r < block_end (self, i); r++)
    for (guint32 c = k * self->block; c < block_end (self, k); c++)
      for (guint32 d = c; is_filled (self, r, c) && d < block_end (self, k); d++)
        flops += d == c ? 1 : 2 * (is_filled (self, r, d) && is_filled (self, c, d));
  expect_task (self, name, flops);
  expect_edge (self, getrf, name);
}

static void
expect_gessm (Hand *self, guint32 k, guint32 j)
{
  g_autofree char *name = g_strdup_printf ("GESSM(%u)@%u", j, k);
  g_autofree char *getrf = g_strdup_printf ("GETRF@%u", k);
  double flops = 0;

  for (guint32 c = j * self->block; c < block_end (self, j); c++)
    for (guint32 r = k * self->block; r < block_end (self, k); r++)
      for (guint32 d = r + 1; is_filled (self, r, c) && d < block_end (self, k); d++)
        flops += 2 * (is_filled (self, d, c) && is_filled (self, d, r));
  expect_task (self, name, flops);
  expect_edge (self, getrf, name);
}

static void
expect_ssssm (Hand *self, guint32 i, guint32 j, guint32 k)
{
  g_autofree char *name = g_strdup_printf ("SSSSM(%u,%u)@%u", i, j, k);
  g_autofree char *tstrf = g_strdup_printf ("TSTRF(%u)@%u", i, k);
  g_autofree char *gessm = g_strdup_printf ("GESSM(%u)@%u", j, k);
  g_autofree char *target = i == j ? g_strdup_printf ("GETRF@%u", i)
                            : i > j ? g_strdup_printf ("TSTRF(%u)@%u", i, j)
                                    : g_strdup_printf ("GESSM(%u)@%u", j, i);
  double flops = 0;

  for (guint32 r = k * self->block; r < block_end (self, k); r++)
    flops += 2 * count_part (self, k, j, r, r + 1, j * self->block, self->n)
             * count_part (self, i, k, i * self->block, self->n, r, r + 1);
  expect_task (self, name, flops);
  expect_edge (self, tstrf, name);
  expect_edge (self, gessm, name);
  expect_edge (self, name, target);
}

static void
expect_level (Hand *self, guint32 k)
{
  expect_getrf (self, k);
  for (guint32 i = k + 1; i < self->n_blocks; i++)
    if (count_block (self, i, k) > 0)
      {
        expect_tstrf (self, i, k);
        expect_gessm (self, k, i);
      }
  for (guint32 i = k + 1; i < self->n_blocks; i++)
    for (guint32 j = k + 1; j < self->n_blocks; j++)
      if (count_block (self, i, k) > 0 && count_block (self, k, j) > 0 && count_block (self, i, j) > 0)
        expect_ssssm (self, i, j, k);
}

static void
compare_tasks (Hand *self, const WeftTaskGraph *graph)
{
  g_assert_cmpuint (graph->n_tasks, ==, g_hash_table_size (self->flops));
  g_assert_cmpuint (graph->n_edges, ==, g_hash_table_size (self->edges));
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      g_autofree char *name = weft_task_graph_task_name (graph, i);
      const double *flops = g_hash_table_lookup (self->flops, name);

      g_assert_nonnull (flops);
      g_assert_cmpfloat (fixture_task_flops (graph, i), ==, *flops);
      for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
        {
          g_autofree char *from = weft_task_graph_task_name (graph, graph->pred[e]);
          g_autofree char *edge = g_strdup_printf ("%s > %s", from, name);

          g_assert_true (g_hash_table_contains (self->edges, edge));
        }
    }
}

static void
compare_by_hand (const WeftSparsePattern *adjacency, const guint32 *order, guint32 block)
{
  guint32 n = adjacency->n_rows;
  g_autoptr (WeftTaskGraph) graph = make_lu (adjacency, order, block, WEFT_SPARSE_UPDATES_PARALLEL);
  Hand hand = {
    .filled = fixture_eliminate (adjacency, order),
    .n = n,
    .block = block,
    .n_blocks = (n + block - 1) / block,
    .flops = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
    .edges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };

  for (guint32 i = 0; i < n; i++)
    hand.filled[i * n + i] = TRUE;
  for (guint32 k = 0; k < hand.n_blocks; k++)
    expect_level (&hand, k);
  compare_tasks (&hand, graph);
  g_free (hand.filled);
  g_hash_table_unref (hand.flops);
  g_hash_table_unref (hand.edges);
}

static void
test_by_hand (void)
{
  WeftRandom random;

  weft_random_init (&random, 7, 0);
  for (guint round = 0; round < 150; round++)
    {
      guint32 n = 1 + weft_random_below (&random, 32);
      g_autoptr (WeftSparsePattern) adjacency = fixture_random_adjacency (n, &random);
      g_autofree guint32 *order = fixture_shuffle (n, &random);

      compare_by_hand (adjacency, order, 1 + weft_random_below (&random, 9));
    }
}

/* The sum of the operations is the same in blocks of any size. */
static void
test_blocks (void)
{
  static const guint32 blocks[] = { 1, 2, 3, 7, 16, 64, 359, 360, 361, 65535 };
  WeftRandom random;
  g_autoptr (WeftSparsePattern) adjacency = NULL;
  g_autofree guint32 *order = NULL;
  g_autoptr (WeftSparseSymbolic) symbolic = NULL;

  weft_random_init (&random, 8, 0);
  adjacency = fixture_random_adjacency (360, &random);
  order = fixture_shuffle (360, &random);
  symbolic = weft_sparse_symbolic_new (adjacency, order, NULL, NULL);
  for (guint b = 0; b < G_N_ELEMENTS (blocks); b++)
    {
      g_autoptr (WeftTaskGraph) graph = make_lu (adjacency, order, blocks[b], WEFT_SPARSE_UPDATES_PARALLEL);

      g_assert_cmpfloat (total_flops (graph), ==, symbolic->flops);
    }
}

/* --- bytes, chains, batches --- */

/* A dense matrix of 20 rows in blocks of 5: 25 entries a block, 10 of them below the diagonal, 32 bytes of head, 6
 * pointers. */
static void
test_bytes (void)
{
  const double l = 32 + 24 + 10 * 10 + 4, u = 32 + 24 + 10 * 15 + 2, upper = 32 + 24 + 10 * 25 + 6,
               lower = upper + 24 + 6 * 25 + 2;
  g_autoptr (WeftSparsePattern) adjacency = make_matrix ("dense", 20);
  g_autofree guint32 *order = weft_sparse_order_make (WEFT_SPARSE_ORDER_NATURAL, adjacency, NULL, NULL);
  g_autoptr (WeftTaskGraph) graph = make_lu (adjacency, order, 5, WEFT_SPARSE_UPDATES_PARALLEL);
  const WeftTaskKind *update = &graph->kinds[graph->kind[fixture_find (graph, "SSSSM(3,2)@0")]];
  guint32 task = fixture_find (graph, "TSTRF(2)@1");
  g_autofree char *region = weft_task_graph_region_name (graph, graph->region[task]);

  g_assert_cmpfloat (fixture_edge (graph, "GETRF@0", "TSTRF(3)@0"), ==, u);
  g_assert_cmpfloat (fixture_edge (graph, "GETRF@0", "GESSM(3)@0"), ==, l);
  g_assert_cmpfloat (fixture_edge (graph, "TSTRF(3)@0", "SSSSM(3,2)@0"), ==, lower);
  g_assert_cmpfloat (fixture_edge (graph, "GESSM(2)@0", "SSSSM(3,2)@0"), ==, upper);
  g_assert_cmpfloat (fixture_edge (graph, "SSSSM(3,2)@0", "TSTRF(3)@2"), ==, lower);
  g_assert_cmpfloat (fixture_edge (graph, "SSSSM(2,3)@0", "GESSM(3)@2"), ==, upper);
  g_assert_cmpfloat (fixture_edge (graph, "SSSSM(2,2)@0", "GETRF@2"), ==, l + u);
  g_assert_cmpfloat (update->bytes_read, ==, lower + upper + 8 * 25);
  g_assert_cmpfloat (update->bytes_written, ==, 8 * 25);
  g_assert_cmpfloat (update->working_set_bytes, ==, lower + upper);
  g_assert_cmpstr (region, ==, "A(2)@1");
  g_assert_cmpfloat (graph->regions[graph->region[task]].bytes, ==, lower);
  g_assert_cmpuint (graph->n_regions, ==, 16);
}

static void
test_chained (void)
{
  g_autoptr (WeftSparsePattern) adjacency = make_matrix ("dense", 20);
  g_autofree guint32 *order = weft_sparse_order_make (WEFT_SPARSE_ORDER_NATURAL, adjacency, NULL, NULL);
  g_autoptr (WeftTaskGraph) parallel = make_lu (adjacency, order, 5, WEFT_SPARSE_UPDATES_PARALLEL);
  g_autoptr (WeftTaskGraph) chained = make_lu (adjacency, order, 5, WEFT_SPARSE_UPDATES_CHAINED);

  g_assert_cmpuint (chained->n_tasks, ==, parallel->n_tasks);
  g_assert_cmpuint (chained->n_edges, ==, parallel->n_edges);
  g_assert_cmpfloat (fixture_edge (parallel, "SSSSM(3,3)@0", "GETRF@3"), >, 0);
  g_assert_cmpfloat (fixture_edge (chained, "SSSSM(3,3)@0", "GETRF@3"), ==, -1);
  g_assert_cmpfloat (fixture_edge (chained, "SSSSM(3,3)@0", "SSSSM(3,3)@1"), >, 0);
  g_assert_cmpfloat (fixture_edge (chained, "SSSSM(3,3)@1", "SSSSM(3,3)@2"), >, 0);
  g_assert_cmpfloat (fixture_edge (chained, "SSSSM(3,3)@2", "GETRF@3"), >, 0);
}

#define GRID "'grid':'40x40','order':'nd','block':16"

/* Batches lose no work and no block, hold no more than they may, and one task each is the graph that it was. */
static void
test_batched (void)
{
  g_autoptr (WeftTaskGraph) plain = fixture_make ("sparse", "{" GRID "}");
  g_autoptr (WeftTaskGraph) single = fixture_make ("sparse", "{" GRID ",'dispatch':'batched','batch':1}");
  g_autoptr (WeftTaskGraph) four = fixture_make ("sparse", "{" GRID ",'dispatch':'batched','batch':4}");
  g_autoptr (WeftTaskGraph) all = fixture_make ("sparse", "{" GRID ",'dispatch':'batched','batch':10000000}");
  g_autoptr (WeftTaskSummary) of_plain = weft_task_summary_new (plain);
  g_autoptr (WeftTaskSummary) of_single = weft_task_summary_new (single);
  g_autoptr (WeftTaskSummary) of_four = weft_task_summary_new (four);
  g_autoptr (WeftTaskSummary) of_all = weft_task_summary_new (all);

  g_assert_cmpstr (four->source, ==,
                   "sparse: grid 40x40, points 5, order nd, block 16, updates parallel, dispatch batched, batch 4");
  g_assert_cmpuint (single->n_tasks, ==, plain->n_tasks);
  g_assert_cmpuint (single->n_edges, ==, plain->n_edges);
  g_assert_cmpfloat (of_single->edge_bytes, ==, of_plain->edge_bytes);
  g_assert_cmpuint (of_single->n_levels, ==, of_plain->n_levels);
  g_assert_cmpuint (four->n_tasks, <, plain->n_tasks);
  g_assert_cmpuint (four->n_tasks, >=, plain->n_tasks / 4);
  g_assert_cmpuint (all->n_tasks, <, four->n_tasks);
  /* A level and a kernel make at least one batch, and there are four kernels. */
  g_assert_cmpuint (all->n_tasks, >=, of_plain->n_levels);
  g_assert_cmpuint (all->n_tasks, <=, 4 * of_plain->n_levels);
  g_assert_cmpuint (of_all->n_levels, ==, of_plain->n_levels);
  for (guint k = 0; k < G_N_ELEMENTS (kernels); k++)
    {
      g_assert_cmpfloat (fixture_flops (four, kernels[k]), ==, fixture_flops (plain, kernels[k]));
      g_assert_cmpfloat (fixture_flops (all, kernels[k]), ==, fixture_flops (plain, kernels[k]));
    }
  g_assert_cmpfloat (of_four->bytes_read, ==, of_plain->bytes_read);
  g_assert_cmpfloat (of_four->bytes_written, ==, of_plain->bytes_written);
  g_assert_cmpfloat (of_four->region_bytes, ==, of_plain->region_bytes);
  g_assert_cmpfloat (of_four->edge_bytes, <, of_plain->edge_bytes);
  g_assert_nonnull (strstr (weft_task_graph_kernel (four, four->n_tasks - 1), "getrf"));
}

/* --- the generator --- */

/* A file that is gone at the end; its path. (transfer full) */
static char *
write_matrix (const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-test-XXXXXX", NULL);
  char *path = g_build_filename (folder, "m.mtx", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
remove_matrix (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_remove (path);
  g_rmdir (folder);
}

static gboolean
has_note (const WeftTaskGraph *graph, const char *words)
{
  for (guint i = 0; graph->notes != NULL && graph->notes[i] != NULL; i++)
    if (strstr (graph->notes[i], words) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_file (void)
{
  g_autofree char *path = write_matrix ("%%MatrixMarket matrix coordinate real symmetric\n4 4 5\n1 1 1\n2 1 1\n"
                                        "3 2 1\n3 2 1\n4 4 1\n");
  g_autofree char *params = g_strdup_printf ("{'matrix':'%s','order':'natural','block':2}", path);
  g_autoptr (WeftTaskGraph) graph = fixture_make ("sparse", params);

  g_assert_cmpstr (graph->name, ==, "Sparse LU of m.mtx");
  g_assert_true (g_str_has_suffix (graph->source, "m.mtx, order natural, block 2, updates parallel, dispatch plain"));
  g_assert_cmpuint (graph->n_tasks, ==, 5);
  g_assert_true (has_note (graph, "states 5 entries of a matrix that is real and symmetric"));
  g_assert_true (has_note (graph, "the whole matrix has 4 rows and 6 entries"));
  g_assert_true (has_note (graph, "count once: 1."));
  g_assert_true (has_note (graph, "Rows without an entry on the diagonal: 2."));
  /* It does not fill. */
  g_assert_false (has_note (graph, "natural"));
  remove_matrix (path);
}

static void
test_notes (void)
{
  g_autoptr (WeftTaskGraph) natural = fixture_make ("sparse", "{'grid':'60x60','order':'natural'}");
  g_autoptr (WeftTaskGraph) nd = fixture_make ("sparse", "{'grid':'60x60','order':'nd'}");
  g_autoptr (WeftTaskGraph) large = fixture_make ("sparse", "{'grid':'200x200','order':'nd','block':16}");
  g_autoptr (WeftTaskGraph) dense = fixture_make ("sparse", "{'grid':'6x6x6','order':'natural','points':27}");

  g_assert_true (has_note (natural, "order is natural: the factors fill from 17,760 entries to 428,518."));
  g_assert_false (has_note (natural, "nearly dense"));
  g_assert_null (nd->notes);
  fixture_assert_compact (large);
  g_assert_true (has_note (dense, "nearly dense"));
}

static void
refuse_file (const char *text, const char *const *words)
{
  g_autofree char *path = write_matrix (text);
  g_autofree char *params = g_strdup_printf ("{'matrix':'%s'}", path);

  fixture_refuse ("sparse", params, WEFT_WORKLOAD_ERROR_INVALID, words);
  remove_matrix (path);
}

static void
test_refused (void)
{
  static const char *const oblong[] = { "sparse: matrix: ", "3 × 4", NULL };
  static const char *const empty[] = { "sparse: matrix: ", "without entries", NULL };
  static const char *const outside[] = { "m.mtx:3: found row 9", NULL };
  static const char *const size[] = { "sparse: grid: found \"10\"", NULL };
  static const char *const points[] = { "sparse: grid: ", "7 points, expected 5 or 9", NULL };
  static const char *const many[] = { "sparse: block: ", "blocks of 1 rows", "make the blocks larger", NULL };
  static const char *const missing[] = { "/nowhere/m.mtx: ", NULL };
  static const char *const nd[] = { "sparse: order: ", "“nd”", NULL };
  g_autofree char *path = write_matrix ("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1\n");
  g_autofree char *params = g_strdup_printf ("{'matrix':'%s','order':'nd'}", path);

  refuse_file ("%%MatrixMarket matrix coordinate pattern general\n3 4 1\n1 1\n", oblong);
  refuse_file ("%%MatrixMarket matrix coordinate pattern general\n3 3 0\n", empty);
  refuse_file ("%%MatrixMarket matrix coordinate pattern general\n3 3 1\n9 1\n", outside);
  fixture_refuse ("sparse", "{'grid':'10'}", WEFT_WORKLOAD_ERROR_INVALID, size);
  fixture_refuse ("sparse", "{'points':7}", WEFT_WORKLOAD_ERROR_INVALID, points);
  fixture_refuse ("sparse", "{'grid':'300x300','order':'natural','block':1}", WEFT_WORKLOAD_ERROR_LIMIT, many);
  fixture_refuse ("sparse", "{'grid':'100x100','order':'natural','block':1}", WEFT_WORKLOAD_ERROR_LIMIT, many);
  fixture_refuse ("sparse", "{'matrix':'/nowhere/m.mtx'}", WEFT_WORKLOAD_ERROR_FILE, missing);
  fixture_refuse ("sparse", params, WEFT_WORKLOAD_ERROR_INVALID, nd);
  remove_matrix (path);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sparse-lu/anchors", test_anchors);
  g_test_add_func ("/sparse-lu/dissection", test_dissection);
  g_test_add_func ("/sparse-lu/by-hand", test_by_hand);
  g_test_add_func ("/sparse-lu/blocks", test_blocks);
  g_test_add_func ("/sparse-lu/bytes", test_bytes);
  g_test_add_func ("/sparse-lu/chained", test_chained);
  g_test_add_func ("/sparse-lu/batched", test_batched);
  g_test_add_func ("/sparse-lu/file", test_file);
  g_test_add_func ("/sparse-lu/notes", test_notes);
  g_test_add_func ("/sparse-lu/refused", test_refused);
  return g_test_run ();
}
