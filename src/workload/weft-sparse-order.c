/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of elimination. METIS and AMD take indices of 32 bits here, which is checked before they are called. */
#include "workload/weft-sparse-order.h"

#include <glib/gi18n-lib.h>

#include "config.h"
#include "workload/weft-task-graph.h"

#if WEFT_HAVE_METIS
#include <metis.h>
#endif
#if WEFT_HAVE_AMD
#include <suitesparse/amd.h>
#endif

/* Boxes of at most so many points are not cut any more. */
#define MAX_LEAF 6

static const char *const nicks[WEFT_N_SPARSE_ORDERS] = { "natural", "nd", "metis", "amd" };

static guint32 *
order_natural (guint32 n)
{
  guint32 *order = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  return order;
}

/* --- nested dissection of a grid --- */

/* The points from @low to just before @high. */
typedef struct
{
  guint32 low[3];
  guint32 high[3];
} Box;

typedef struct
{
  const WeftSparseGrid *grid;
  guint32 *order;
  guint32 n;
} Dissection;

static guint32
box_side (const Box *box, guint d)
{
  return box->high[d] - box->low[d];
}

/* Row by row. */
static void
list_box (Dissection *self, const Box *box)
{
  const guint32 *size = self->grid->size;

  for (guint32 z = box->low[2]; z < box->high[2]; z++)
    for (guint32 y = box->low[1]; y < box->high[1]; y++)
      for (guint32 x = box->low[0]; x < box->high[0]; x++)
        self->order[self->n++] = x + size[0] * (y + size[1] * z);
}

/* The longest side, of equal ones the first. */
static guint
longest_side (const Box *box)
{
  guint longest = 0;

  for (guint d = 1; d < 3; d++)
    if (box_side (box, d) > box_side (box, longest))
      longest = d;
  return longest;
}

static void
dissect (Dissection *self, const Box *box)
{
  guint side = longest_side (box);
  guint32 middle = (box->low[side] + box->high[side]) / 2;
  Box before = *box, after = *box, cut = *box;

  if ((guint64) box_side (box, 0) * box_side (box, 1) * box_side (box, 2) <= MAX_LEAF)
    {
      list_box (self, box);
      return;
    }
  before.high[side] = middle;
  after.low[side] = middle + 1;
  cut.low[side] = middle;
  cut.high[side] = middle + 1;
  dissect (self, &before);
  dissect (self, &after);
  list_box (self, &cut);
}

static guint32 *
order_nd (const WeftSparseGrid *grid, GError **error)
{
  Dissection dissection = { .grid = grid };
  Box all = { .low = { 0, 0, 0 } };

  if (grid == NULL)
    {
      g_set_error_literal (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
                           _("the order “nd” cuts a grid in halves, but the matrix comes from a file; take another"));
      return NULL;
    }
  for (guint d = 0; d < 3; d++)
    all.high[d] = grid->size[d];
  dissection.order = g_new (guint32, weft_sparse_grid_n_rows (grid));
  dissect (&dissection, &all);
  return dissection.order;
}

/* --- METIS and AMD --- */

#if WEFT_HAVE_METIS || WEFT_HAVE_AMD
static gboolean
check_fits (WeftSparseOrder self, const WeftSparsePattern *adjacency, double max, GError **error)
{
  double n = MAX ((double) weft_sparse_pattern_n_entries (adjacency), adjacency->n_rows);

  if (n < max)
    return TRUE;
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_LIMIT,
               _("the order “%s” takes matrices of fewer than %.0f entries, this one has %.0f"), nicks[self], max, n);
  return FALSE;
}

static void
refuse_failed (WeftSparseOrder self, int status, GError **error)
{
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_LIMIT,
               _("the order “%s” could not be made (status %d), most likely for want of memory"), nicks[self], status);
}
#endif

#if !WEFT_HAVE_METIS || !WEFT_HAVE_AMD
static void
refuse_unbuilt (WeftSparseOrder self, GError **error)
{
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_UNSUPPORTED,
               _("this Weft was built without the order “%s”; take “nd” for a grid, or “natural”"), nicks[self]);
}
#endif

#if WEFT_HAVE_METIS
/* METIS draws from rand(), which it seeds anew each time. */
static GMutex metis_lock;

static guint32 *
run_metis (const WeftSparsePattern *adjacency, GError **error)
{
  idx_t n = adjacency->n_rows;
  gsize n_entries = weft_sparse_pattern_n_entries (adjacency);
  g_autofree idx_t *first = g_new (idx_t, (gsize) n + 1);
  g_autofree idx_t *col = g_new (idx_t, MAX (n_entries, 1));
  g_autofree idx_t *order = g_new (idx_t, n);
  g_autofree idx_t *place = g_new (idx_t, n);
  guint32 *made;
  int status;

  for (idx_t i = 0; i <= n; i++)
    first[i] = adjacency->first[i];
  for (gsize e = 0; e < n_entries; e++)
    col[e] = adjacency->col[e];
  g_mutex_lock (&metis_lock);
  status = METIS_NodeND (&n, first, col, NULL, NULL, order, place);
  g_mutex_unlock (&metis_lock);
  if (status != METIS_OK)
    {
      refuse_failed (WEFT_SPARSE_ORDER_METIS, status, error);
      return NULL;
    }
  made = g_new (guint32, n);
  for (idx_t i = 0; i < n; i++)
    made[i] = order[i];
  return made;
}

static guint32 *
order_metis (const WeftSparsePattern *adjacency, GError **error)
{
  if (!check_fits (WEFT_SPARSE_ORDER_METIS, adjacency, IDX_MAX, error))
    return NULL;
  /* Without a neighbour anywhere there is nothing to dissect. */
  if (weft_sparse_pattern_n_entries (adjacency) == 0)
    return order_natural (adjacency->n_rows);
  return run_metis (adjacency, error);
}
#else
static guint32 *
order_metis (const WeftSparsePattern *adjacency, GError **error)
{
  refuse_unbuilt (WEFT_SPARSE_ORDER_METIS, error);
  return NULL;
}
#endif

#if WEFT_HAVE_AMD
static guint32 *
order_amd (const WeftSparsePattern *adjacency, GError **error)
{
  guint32 n = adjacency->n_rows;
  gsize n_entries = weft_sparse_pattern_n_entries (adjacency);
  g_autofree int *first = NULL;
  g_autofree int *col = NULL;
  g_autofree int *order = NULL;
  guint32 *made;
  int status;

  if (!check_fits (WEFT_SPARSE_ORDER_AMD, adjacency, G_MAXINT, error))
    return NULL;
  first = g_new (int, (gsize) n + 1);
  col = g_new (int, MAX (n_entries, 1));
  order = g_new (int, n);
  for (guint32 i = 0; i <= n; i++)
    first[i] = adjacency->first[i];
  for (gsize e = 0; e < n_entries; e++)
    col[e] = adjacency->col[e];
  status = amd_order (n, first, col, order, NULL, NULL);
  if (status != AMD_OK)
    {
      refuse_failed (WEFT_SPARSE_ORDER_AMD, status, error);
      return NULL;
    }
  made = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    made[i] = order[i];
  return made;
}
#else
static guint32 *
order_amd (const WeftSparsePattern *adjacency, GError **error)
{
  refuse_unbuilt (WEFT_SPARSE_ORDER_AMD, error);
  return NULL;
}
#endif

/* --- public --- */

/**
 * weft_sparse_order_make: (skip)
 * @self: an order
 * @adjacency: the pattern of A + A^T without the diagonal
 * @grid: (nullable): the grid that the matrix was made of
 * @error: return location for a #WeftWorkloadError
 *
 * The order “nd” cuts the longest side of a box, of equal ones the first, in its middle: first one half, then the
 * other, then the points of the cut, row by row; boxes of at most six points are listed row by row.
 *
 * Returns: (transfer full) (nullable): the old row at each new place
 */
guint32 *
weft_sparse_order_make (WeftSparseOrder self, const WeftSparsePattern *adjacency, const WeftSparseGrid *grid,
                        GError **error)
{
  switch (self)
    {
    case WEFT_SPARSE_ORDER_ND:
      return order_nd (grid, error);
    case WEFT_SPARSE_ORDER_METIS:
      return order_metis (adjacency, error);
    case WEFT_SPARSE_ORDER_AMD:
      return order_amd (adjacency, error);
    case WEFT_SPARSE_ORDER_NATURAL:
    case WEFT_N_SPARSE_ORDERS:
    default:
      return order_natural (adjacency->n_rows);
    }
}

/**
 * weft_sparse_order_check: (skip)
 * @order: [@n] rows
 * @n: how many
 * @error: return location for a #WeftWorkloadError
 *
 * Returns: whether each row from 0 on is there once
 */
gboolean
weft_sparse_order_check (const guint32 *order, guint32 n, GError **error)
{
  g_autofree guint8 *is_there = g_new0 (guint8, n);

  for (guint32 i = 0; i < n; i++)
    {
      if (order[i] < n && !is_there[order[i]])
        {
          is_there[order[i]] = TRUE;
          continue;
        }
      if (order[i] < n)
        g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
                     _("place %u of the order has row %u, which has come before"), i, order[i]);
      else
        g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
                     _("place %u of the order has row %u, but rows go from 0 to %u"), i, order[i], n - 1);
      return FALSE;
    }
  return TRUE;
}

/**
 * weft_sparse_order_is_built: (skip)
 * @self: an order
 *
 * Returns: whether this library can make it
 */
gboolean
weft_sparse_order_is_built (WeftSparseOrder self)
{
  if (self == WEFT_SPARSE_ORDER_METIS)
    return WEFT_HAVE_METIS;
  if (self == WEFT_SPARSE_ORDER_AMD)
    return WEFT_HAVE_AMD;
  return TRUE;
}

/**
 * weft_sparse_order_nick: (skip)
 * @self: an order
 *
 * Returns: its name in recipes
 */
const char *
weft_sparse_order_nick (WeftSparseOrder self)
{
  g_return_val_if_fail (self < WEFT_N_SPARSE_ORDERS, NULL);

  return nicks[self];
}

/**
 * weft_sparse_order_parse: (skip)
 * @nick: a name
 * @self: (out): the order
 *
 * Returns: whether there is one of that name
 */
gboolean
weft_sparse_order_parse (const char *nick, WeftSparseOrder *self)
{
  for (guint i = 0; i < WEFT_N_SPARSE_ORDERS; i++)
    if (g_str_equal (nicks[i], nick))
      {
        *self = i;
        return TRUE;
      }
  return FALSE;
}
