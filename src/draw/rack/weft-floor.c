/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A floor's life and what it is asked for. */
#include "draw/rack/weft-floor-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

G_DEFINE_BOXED_TYPE (WeftFloor, weft_floor, weft_floor_ref, weft_floor_unref)

/**
 * weft_floor_new:
 * @graph: a graph
 * @catalog: (nullable): what its components are looked up in
 *
 * Lays out the machine of a graph with the rules of weft_cable_rules_default(): racks in rows, the
 * cluster's switches in racks added for them, cables along the trays. Places on the canvas do not
 * bind the floor; racks stand in document order, where the rules judge their cables.
 *
 * Returns: (transfer full): the floor
 */
WeftFloor *
weft_floor_new (WeftGraph *graph, WeftCatalog *catalog)
{
  g_auto (WeftRackParts) parts = { 0 };
  WeftFloor *self;

  g_return_val_if_fail (graph != NULL, NULL);
  g_return_val_if_fail (catalog == NULL || WEFT_IS_CATALOG (catalog), NULL);

  self = g_new0 (WeftFloor, 1);
  g_atomic_ref_count_init (&self->refs);
  self->graph = weft_graph_ref (graph);
  self->tiles = g_array_new (FALSE, FALSE, sizeof (WeftFloorTile));
  self->bands = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->tile_bands = g_array_new (FALSE, FALSE, sizeof (guint));
  self->spots = g_array_new (FALSE, FALSE, sizeof (WeftFloorSpot));
  self->cables = g_array_new (FALSE, FALSE, sizeof (WeftFloorCable));
  self->media = g_array_new (FALSE, FALSE, sizeof (WeftFloorMedium));
  weft_graph_get_root (graph, &self->definition);
  weft_rack_parts_init (&parts, graph, catalog);
  if (self->definition >= 0)
    {
      const WeftGraphDefinition *root = weft_graph_definition (graph, (guint) self->definition);

      self->title = g_strdup (root->title != NULL ? root->title : root->id);
      weft_floor_place_tiles (self, &parts);
      weft_floor_lay_cables (self, &parts);
    }
  else
    {
      self->title = g_strdup (_("No machine"));
      weft_floor_settle (self);
    }
  return self;
}

/**
 * weft_floor_ref:
 * @self: a floor
 *
 * Returns: (transfer full): the same floor
 */
WeftFloor *
weft_floor_ref (WeftFloor *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * weft_floor_unref:
 * @self: (transfer full): a floor
 */
void
weft_floor_unref (WeftFloor *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < self->tiles->len; i++)
    g_free ((char *) g_array_index (self->tiles, WeftFloorTile, i).title);
  for (guint i = 0; i < self->media->len; i++)
    g_free ((char *) g_array_index (self->media, WeftFloorMedium, i).name);
  g_array_unref (self->tiles);
  g_ptr_array_unref (self->bands);
  g_array_unref (self->tile_bands);
  g_array_unref (self->spots);
  g_array_unref (self->cables);
  g_array_unref (self->media);
  g_free (self->homes);
  g_free (self->tile_at);
  g_free (self->trays.along);
  g_free (self->trays.across);
  g_free (self->title);
  weft_graph_unref (self->graph);
  g_free (self);
}

/**
 * weft_floor_get_definition:
 * @self: a floor
 *
 * Returns: the definition that is the whole machine, -1 when there is none
 */
int
weft_floor_get_definition (const WeftFloor *self)
{
  g_return_val_if_fail (self != NULL, -1);

  return self->definition;
}

/**
 * weft_floor_n_rows:
 * @self: a floor
 *
 * Returns: how many rows there are
 */
guint
weft_floor_n_rows (const WeftFloor *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_rows;
}

/**
 * weft_floor_n_tiles:
 * @self: a floor
 *
 * Returns: how many places are taken
 */
guint
weft_floor_n_tiles (const WeftFloor *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->tiles->len;
}

/**
 * weft_floor_tile: (skip)
 * @self: a floor
 * @index: which tile: the graph's racks in document order, then the added ones
 *
 * Returns: (transfer none): what stands there
 */
const WeftFloorTile *
weft_floor_tile (const WeftFloor *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->tiles->len, NULL);

  return &g_array_index (self->tiles, WeftFloorTile, index);
}

/**
 * weft_floor_get_left_out:
 * @self: a floor
 *
 * Returns: how many parts of the cluster have no place, since there are more than are placed
 */
double
weft_floor_get_left_out (const WeftFloor *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_left_out;
}

/**
 * weft_floor_find_tile:
 * @self: a floor
 * @item: an item of the cluster
 * @instance: one of its instances
 *
 * Returns: the tile that it is or stands in, -1 when it has none
 */
int
weft_floor_find_tile (const WeftFloor *self, guint item, guint instance)
{
  const WeftFloorHome *home;

  g_return_val_if_fail (self != NULL, -1);

  if (item >= self->n_homes || instance >= self->homes[item].n)
    return -1;
  home = &self->homes[item];
  if (home->is_loose)
    return (int) g_array_index (self->spots, WeftFloorSpot, home->first_spot + instance).tile;
  return (int) (home->first_tile + instance);
}

/**
 * weft_floor_n_cables:
 * @self: a floor
 *
 * Returns: how many lines the schedule has, %WEFT_FLOOR_MAX_CABLES at most
 */
guint
weft_floor_n_cables (const WeftFloor *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->cables->len;
}

/**
 * weft_floor_cable: (skip)
 * @self: a floor
 * @index: which line
 *
 * Returns: (transfer none): a line of the schedule
 */
const WeftFloorCable *
weft_floor_cable (const WeftFloor *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->cables->len, NULL);

  return &g_array_index (self->cables, WeftFloorCable, index);
}

/**
 * weft_floor_end_name: (skip)
 * @self: a floor
 * @end: an end of one of its cables
 *
 * Returns: (transfer full): where to plug it in, in words
 */
char *
weft_floor_end_name (const WeftFloor *self, const WeftFloorCableEnd *end)
{
  const WeftFloorTile *tile;
  const WeftGraphItem *item;
  g_autofree char *unit = NULL;
  g_autofree char *part = NULL;

  g_return_val_if_fail (self != NULL && end != NULL && end->tile < self->tiles->len, NULL);

  tile = weft_floor_tile (self, end->tile);
  if (isnan (end->unit))
    unit = g_strdup ("");
  else
    unit = g_strdup_printf (_(", unit %g"), end->unit);
  if (tile->item >= 0 || end->item >= self->n_homes)
    return g_strdup_printf ("%s%s", tile->title, unit);
  item = &weft_graph_definition (self->graph, (guint) self->definition)->items[end->item];
  part = item->count > 1 ? g_strdup_printf ("%s %u", item->id, end->instance + 1)
                         : g_strdup (item->id);
  return g_strdup_printf (_("%s in %s%s"), part, tile->title, unit);
}

/**
 * weft_floor_n_media:
 * @self: a floor
 *
 * Returns: how many kinds of cable there are
 */
guint
weft_floor_n_media (const WeftFloor *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->media->len;
}

/**
 * weft_floor_medium: (skip)
 * @self: a floor
 * @index: which kind, in the order in which links name them
 *
 * Returns: (transfer none): all cables of that kind
 */
const WeftFloorMedium *
weft_floor_medium (const WeftFloor *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->media->len, NULL);

  return &g_array_index (self->media, WeftFloorMedium, index);
}

/**
 * weft_floor_get_cables:
 * @self: a floor
 * @length_m: (out) (optional): length of all those that have a known one
 * @n_unknown: (out) (optional): how many have not
 *
 * Returns: how many cables the cluster has
 */
double
weft_floor_get_cables (const WeftFloor *self, double *length_m, double *n_unknown)
{
  double count = 0, metres = 0, unknown = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->media->len; i++)
    {
      const WeftFloorMedium *medium = &g_array_index (self->media, WeftFloorMedium, i);

      count += medium->count;
      metres += medium->length_m;
      unknown += medium->n_unknown;
    }
  if (length_m != NULL)
    *length_m = metres;
  if (n_unknown != NULL)
    *n_unknown = unknown;
  return count;
}

/**
 * weft_floor_n_unlaid:
 * @self: a floor
 *
 * Returns: how many links have cables that are not laid: too many of them, or none that can be told
 */
guint
weft_floor_n_unlaid (const WeftFloor *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_unlaid;
}
