/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rack stands where in the rows: the order that makes the cables short, and among racks for
 * which it does not matter the order of the document. */
#include <stdlib.h>

#include "design/physical/weft-placement.h"
#include "draw/rack/weft-floor-order-private.h"

typedef struct
{
  WeftPlacementProblem problem;
  GArray *edges; /* of WeftPlacementEdge */
  gboolean *is_spine;
  WeftRackPlace *places;
} Order;

static void
order_init (Order *order, const WeftFloor *self, const double *cables)
{
  guint n = self->tiles->len;

  order->edges = g_array_new (FALSE, FALSE, sizeof (WeftPlacementEdge));
  order->is_spine = g_new0 (gboolean, n + 1);
  order->places = g_new0 (WeftRackPlace, n + 1);
  for (guint i = 0; i < n; i++)
    {
      const WeftFloorTile *tile = &g_array_index (self->tiles, WeftFloorTile, i);

      order->is_spine[i] = tile->kind == WEFT_FLOOR_NETWORK;
      order->places[i] = (WeftRackPlace) { tile->row, tile->position, 1 };
      for (guint j = i + 1; j < n; j++)
        {
          double count = cables[(gsize) i * n + j] + cables[(gsize) j * n + i];
          WeftPlacementEdge edge = { i, j, (guint) MIN (count, WEFT_PHYSICAL_MAX_COUNT) };

          if (count >= 1)
            g_array_append_val (order->edges, edge);
        }
    }
  order->problem = (WeftPlacementProblem) {
    .n_racks = n,
    .edges = (const WeftPlacementEdge *) order->edges->data,
    .n_edges = order->edges->len,
    .is_spine = order->is_spine,
  };
}

static void
order_clear (Order *order)
{
  g_array_unref (order->edges);
  g_free (order->is_spine);
  g_free (order->places);
}

static int
compare_places_cb (gconstpointer a, gconstpointer b)
{
  const WeftRackPlace *first = a, *second = b;

  if (first->row != second->row)
    return first->row < second->row ? -1 : 1;
  return (first->position > second->position) - (first->position < second->position);
}

/* Whether two racks of one item have the same cables, so that they may change places freely. */
static gboolean
is_alike (const WeftFloor *self, const double *cables, guint a, guint b)
{
  const WeftFloorTile *tile_a = &g_array_index (self->tiles, WeftFloorTile, a);
  const WeftFloorTile *tile_b = &g_array_index (self->tiles, WeftFloorTile, b);
  gsize n = self->tiles->len;

  if (tile_a->kind != tile_b->kind || tile_a->item != tile_b->item)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (i != a && i != b
        && (cables[a * n + i] + cables[i * n + a] != cables[b * n + i] + cables[i * n + b]))
      return FALSE;
  return TRUE;
}

/* Gives alike racks their places in document order; undone if that takes more cable. */
static void
tidy (const Order *order, const guint *racks, guint n, double *total_m)
{
  g_autofree WeftRackPlace *before = g_new (WeftRackPlace, n);
  g_autofree WeftRackPlace *after = NULL;
  double after_m;

  for (guint i = 0; i < n; i++)
    before[i] = order->places[racks[i]];
  after = g_memdup2 (before, n * sizeof *before);
  qsort (after, n, sizeof *after, compare_places_cb);
  for (guint i = 0; i < n; i++)
    order->places[racks[i]] = after[i];
  if (weft_placement_run_total (weft_cable_rules_default (), &order->problem, order->places,
                                &after_m, NULL)
      && after_m <= *total_m * (1 + 1e-9))
    {
      *total_m = after_m;
      return;
    }
  for (guint i = 0; i < n; i++)
    order->places[racks[i]] = before[i];
}

static void
tidy_all (const Order *order, const WeftFloor *self, const double *cables, double *total_m)
{
  guint n = self->tiles->len;
  g_autofree gboolean *is_done = g_new0 (gboolean, n);
  g_autofree guint *racks = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    {
      guint n_alike = 0;

      for (guint j = i; j < n && !is_done[i]; j++)
        if (j == i || (!is_done[j] && is_alike (self, cables, i, j)))
          racks[n_alike++] = j;
      for (guint j = 0; j < n_alike; j++)
        is_done[racks[j]] = TRUE;
      if (n_alike > 1)
        tidy (order, racks, n_alike, total_m);
    }
}

void
weft_floor_order (WeftFloor *self, const double *cables)
{
  guint n = self->tiles->len;
  Order order;
  double total_m;

  order_init (&order, self, cables);
  if (weft_placement_order (weft_cable_rules_default (), &order.problem, order.places, NULL,
                            &total_m, NULL))
    {
      tidy_all (&order, self, cables, &total_m);
      for (guint i = 0; i < n; i++)
        {
          WeftFloorTile *tile = &g_array_index (self->tiles, WeftFloorTile, i);

          tile->row = order.places[i].row;
          tile->position = order.places[i].position;
        }
    }
  order_clear (&order);
}
