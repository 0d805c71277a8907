/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grids in blocks: closed forms against going through every point, and how blocks are cut. */
#include "workload/weft-block-grid-private.h"

typedef struct
{
  guint32 x[3];
} Point;

static guint32
block_of (const WeftBlockGrid *grid, Point point)
{
  guint32 block = 0;

  for (guint axis = 0; axis < 3; axis++)
    {
      guint32 coarse = grid->n[axis] / grid->scale, part = 0;

      while ((guint64) coarse * (part + 1) / grid->blocks[axis] * grid->scale <= point.x[axis])
        part++;
      block = block * grid->blocks[axis] + part;
    }
  return block;
}

static Point
point_at (const WeftBlockGrid *grid, guint32 number)
{
  return (Point) { { number / grid->n[2] / grid->n[1], number / grid->n[2] % grid->n[1], number % grid->n[2] } };
}

/* What a step of a stencil reads; FALSE when it is none of the stencil's. */
static gboolean
take_step (const WeftBlockGrid *grid, guint number, int step[3])
{
  guint n_away = 0;

  for (guint axis = 0; axis < 3; axis++, number /= 3)
    {
      step[axis] = (int) (number % 3) - 1;
      if (step[axis] != 0 && axis >= grid->n_axes)
        return FALSE;
      n_away += step[axis] != 0;
    }
  return grid->stencil == WEFT_STENCIL_BOX || n_away <= 1;
}

/* [blocks]: points of each, and what they read in all. [blocks × blocks]: points of the second that the first reads. */
typedef struct
{
  guint32 n_blocks;
  guint *points;
  guint *nonzeros;
  GHashTable **outside; /* a set of places for each block */
  GHashTable **read;
} Count;

/* A number for a place on the grid or around it. */
static gpointer
place_key (const WeftBlockGrid *grid, const int at[3])
{
  return GINT_TO_POINTER (((at[0] + 1) * (int) (grid->n[1] + 2) + at[1] + 1) * (int) (grid->n[2] + 2) + at[2] + 2);
}

static void
count_point (const WeftBlockGrid *grid, Point point, Count *count)
{
  guint32 block = block_of (grid, point);

  count->points[block]++;
  for (guint number = 0; number < 27; number++)
    {
      int step[3], at[3];
      gboolean is_inside = TRUE;

      if (!take_step (grid, number, step))
        continue;
      for (guint axis = 0; axis < 3; axis++)
        {
          at[axis] = (int) point.x[axis] + step[axis];
          is_inside = is_inside && at[axis] >= 0 && at[axis] < (int) grid->n[axis];
        }
      if (!is_inside)
        {
          g_hash_table_add (count->outside[block], place_key (grid, at));
          continue;
        }
      count->nonzeros[block]++;
      g_hash_table_add (count->read[block * count->n_blocks + block_of (grid, (Point) { { at[0], at[1], at[2] } })],
                        place_key (grid, at));
    }
}

static void
count_init (Count *count, guint32 n)
{
  count->n_blocks = n;
  count->points = g_new0 (guint, n);
  count->nonzeros = g_new0 (guint, n);
  count->outside = g_new (GHashTable *, n);
  count->read = g_new (GHashTable *, n * n);
  for (guint32 b = 0; b < n; b++)
    count->outside[b] = g_hash_table_new (NULL, NULL);
  for (guint32 b = 0; b < n * n; b++)
    count->read[b] = g_hash_table_new (NULL, NULL);
}

static void
count_clear (Count *count)
{
  for (guint32 b = 0; b < count->n_blocks; b++)
    g_hash_table_unref (count->outside[b]);
  for (guint32 b = 0; b < count->n_blocks * count->n_blocks; b++)
    g_hash_table_unref (count->read[b]);
  g_free (count->outside);
  g_free (count->read);
  g_free (count->points);
  g_free (count->nonzeros);
}

/* Returns how many neighbours. */
static guint
check_block (const WeftBlockGrid *grid, guint32 block, const Count *count)
{
  guint32 neighbours[WEFT_GRID_MAX_NEIGHBOURS];
  double points[WEFT_GRID_MAX_NEIGHBOURS];
  guint n = weft_block_grid_neighbours (grid, block, neighbours, points);
  guint n_read = 0;

  g_assert_cmpfloat (weft_block_grid_points (grid, block), ==, count->points[block]);
  g_assert_cmpfloat (weft_block_grid_nonzeros (grid, block), ==, count->nonzeros[block]);
  g_assert_cmpfloat (weft_block_grid_outside (grid, block), ==, g_hash_table_size (count->outside[block]));
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (points[i], ==,
                       g_hash_table_size (count->read[block * count->n_blocks + neighbours[i]]));
  for (guint32 other = 0; other < count->n_blocks; other++)
    n_read += other != block && g_hash_table_size (count->read[block * count->n_blocks + other]) > 0;
  g_assert_cmpuint (n, ==, n_read);
  return n;
}

static void
check_grid (const WeftBlockGrid *grid)
{
  Count count;
  guint n_pairs = 0;

  count_init (&count, weft_block_grid_n_blocks (grid));
  for (guint32 i = 0; i < grid->n[0] * grid->n[1] * grid->n[2]; i++)
    count_point (grid, point_at (grid, i), &count);
  for (guint32 b = 0; b < count.n_blocks; b++)
    n_pairs += check_block (grid, b, &count);
  g_assert_cmpfloat (weft_block_grid_n_pairs (grid), ==, n_pairs);
  count_clear (&count);
}

static void
test_points (void)
{
  static const WeftBlockGrid grids[] = {
    { 0, 3, { 5, 4, 3 }, { 1, 1, 1 }, 1 }, { 0, 3, { 5, 4, 3 }, { 3, 2, 1 }, 1 }, { 0, 3, { 5, 4, 3 }, { 5, 4, 3 }, 1 },
    { 0, 3, { 1, 1, 1 }, { 1, 1, 1 }, 1 }, { 0, 3, { 8, 4, 4 }, { 3, 2, 1 }, 2 }, { 0, 3, { 1, 6, 2 }, { 1, 4, 2 }, 1 },
    { 0, 2, { 7, 5, 1 }, { 3, 2, 1 }, 1 }, { 0, 2, { 1, 5, 1 }, { 1, 5, 1 }, 1 }, { 0, 1, { 9, 1, 1 }, { 4, 1, 1 }, 1 },
    { 0, 1, { 1, 1, 1 }, { 1, 1, 1 }, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (grids); i++)
    for (guint stencil = WEFT_STENCIL_STAR; stencil <= WEFT_STENCIL_BOX; stencil++)
      {
        WeftBlockGrid grid = grids[i];

        grid.stencil = stencil;
        check_grid (&grid);
      }
}

/* Planes as long as there are enough, then what is left along the next axis. */
static void
test_cut (void)
{
  static const struct
  {
    guint32 side;
    guint32 scale;
    guint32 n_blocks;
    gboolean fits;
    guint32 blocks[3];
  } cases[] = {
    { 13, 1, 1, TRUE, { 1, 1, 1 } },   { 13, 1, 13, TRUE, { 13, 1, 1 } }, { 13, 1, 12, TRUE, { 12, 1, 1 } },
    { 13, 1, 16, TRUE, { 8, 2, 1 } },  { 13, 1, 17, FALSE, { 1, 1, 1 } }, { 104, 8, 16, TRUE, { 8, 2, 1 } },
    { 8, 1, 512, TRUE, { 8, 8, 8 } },  { 8, 1, 1024, FALSE, { 8, 8, 8 } }, { 1, 1, 2, FALSE, { 1, 1, 1 } },
    { 6, 1, 25, TRUE, { 5, 5, 1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint32 side = cases[i].side;
      WeftBlockGrid grid = { WEFT_STENCIL_BOX, 3, { side, side, side }, { 1, 1, 1 }, cases[i].scale };

      g_assert_cmpint (weft_block_grid_cut (&grid, cases[i].n_blocks), ==, cases[i].fits);
      for (guint axis = 0; axis < 3; axis++)
        g_assert_cmpuint (grid.blocks[axis], ==, cases[i].blocks[axis]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/block-grid/points", test_points);
  g_test_add_func ("/block-grid/cut", test_cut);
  return g_test_run ();
}
