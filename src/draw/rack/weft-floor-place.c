/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which racks stand on the floor: those of the graph, and racks that are added for the cluster's
 * switches and for parts that no rack of the graph holds. */
#include "draw/rack/weft-floor-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Racks in a row at least, before there is a second row; SADDLE (clusterdesign.org) takes ten. */
#define SHORT_ROW 10

static const WeftGraphDefinition *
root_of (const WeftFloor *self)
{
  return weft_graph_definition (self->graph, (guint) self->definition);
}

static guint
room_left (const WeftFloor *self)
{
  return WEFT_FLOOR_MAX_TILES - self->tiles->len;
}

void
weft_floor_add_tile (WeftFloor *self, WeftFloorTile tile, char *title, guint bands)
{
  tile.title = title;
  self->n_of_kind[tile.kind]++;
  g_array_append_val (self->tiles, tile);
  g_array_append_val (self->tile_bands, bands);
}

static guint
add_bands (WeftFloor *self)
{
  g_ptr_array_add (self->bands, g_array_new (FALSE, FALSE, sizeof (WeftFloorBand)));
  return self->bands->len - 1;
}

static void
add_band (WeftFloor *self, guint bands, guint u, guint height_u, WeftRackPartKind kind)
{
  WeftFloorBand band = { u, height_u, kind };
  GArray *array = g_ptr_array_index (self->bands, bands);

  g_array_append_val (array, band);
}

static char *
number_title (const char *title, double count, guint instance)
{
  return count > 1 ? g_strdup_printf ("%s %u", title, instance + 1) : g_strdup (title);
}

/* --- racks of the graph --- */

/* Returns the bands of the rack's picture. */
static guint
measure_rack (WeftFloor *self, WeftRackParts *parts, guint definition, WeftFloorTile *tile)
{
  const WeftRackFill *fill = weft_rack_fill_of (parts, definition);
  const WeftGraphDefinition *rack = weft_graph_definition (parts->graph, definition);
  guint bands = add_bands (self);

  tile->used = fill->n_used;
  tile->units = fill->units;
  for (guint i = 0; i < fill->spots->len; i++)
    {
      const WeftRackSpot *spot = &g_array_index (fill->spots, WeftRackSpot, i);

      add_band (self, bands, spot->u, spot->height_u,
                weft_rack_item_kind (parts, &rack->items[spot->item]));
    }
  return bands;
}

static void
add_racks (WeftFloor *self, WeftRackParts *parts, guint index, const WeftGraphItem *item,
           WeftFloorKind kind)
{
  WeftFloorHome *home = &self->homes[index];
  double count = weft_rack_count_is_sound (item->count) ? item->count : 1;
  g_autofree char *title = weft_rack_item_title (parts, item);
  WeftFloorTile tile = { .kind = kind, .item = (int) index, .definition = item->definition };
  guint bands = G_MAXUINT;

  home->first_tile = self->tiles->len;
  home->n = (guint) MIN (count, room_left (self));
  self->n_left_out += count - home->n;
  if (kind == WEFT_FLOOR_RACK && home->n > 0)
    bands = measure_rack (self, parts, (guint) item->definition, &tile);
  for (guint i = 0; i < home->n; i++)
    {
      tile.instance = i;
      weft_floor_add_tile (self, tile, number_title (title, count, i), bands);
    }
}

/* --- loose parts --- */

static gboolean
is_rack (const WeftRackParts *parts, const WeftGraphItem *item)
{
  if (item->definition < 0)
    return FALSE;
  return weft_graph_definition (parts->graph, (guint) item->definition)->level == WEFT_LEVEL_RACK;
}

/* What has no place in a rack: an empty rack, a coolant unit in the row. */
static gboolean
stands_alone (const WeftRackParts *parts, const WeftGraphItem *item)
{
  const WeftComponent *component = weft_rack_item_component (parts, item);

  return component != NULL
         && (component->type == WEFT_COMPONENT_RACK
             || (component->type == WEFT_COMPONENT_CDU && !(component->u_space > 0)));
}

/* An added rack that is being filled. */
typedef struct
{
  WeftFloorKind kind;
  gboolean is_open;
  guint tile;
  guint bands;
  guint next_u;
} AddedRack;

static const char *
added_title (WeftFloorKind kind)
{
  return kind == WEFT_FLOOR_NETWORK ? _("Network rack") : _("Added rack");
}

static gboolean
open_rack (WeftFloor *self, AddedRack *rack)
{
  WeftFloorTile tile = { .kind = rack->kind, .item = -1, .definition = -1,
                         .instance = self->n_of_kind[rack->kind],
                         .units = WEFT_RACK_USUAL_UNITS };

  if (room_left (self) == 0)
    return FALSE;
  rack->is_open = TRUE;
  rack->tile = self->tiles->len;
  rack->bands = add_bands (self);
  rack->next_u = 1;
  weft_floor_add_tile (self, tile,
                       g_strdup_printf ("%s %u", added_title (rack->kind), tile.instance + 1),
                       rack->bands);
  return TRUE;
}

static gboolean
add_loose_part (WeftFloor *self, AddedRack *rack, guint height_u, WeftRackPartKind kind)
{
  WeftFloorSpot spot;

  if ((!rack->is_open || rack->next_u + height_u > WEFT_RACK_USUAL_UNITS + 1)
      && !open_rack (self, rack))
    return FALSE;
  spot = (WeftFloorSpot) { rack->tile, rack->next_u + (height_u - 1) / 2.0 };
  add_band (self, rack->bands, rack->next_u, height_u, kind);
  rack->next_u += height_u;
  g_array_index (self->tiles, WeftFloorTile, rack->tile).used += height_u;
  g_array_append_val (self->spots, spot);
  return TRUE;
}

static void
add_loose (WeftFloor *self, WeftRackParts *parts, guint index, const WeftGraphItem *item,
           AddedRack *rack)
{
  WeftFloorHome *home = &self->homes[index];
  double count = weft_rack_count_is_sound (item->count) ? item->count : 1;
  double height = weft_rack_item_height_u (parts, item);
  guint height_u = MIN (MAX (weft_rack_whole_units (height), 1), WEFT_RACK_USUAL_UNITS);
  WeftRackPartKind kind = weft_rack_item_kind (parts, item);

  home->is_loose = TRUE;
  home->first_spot = self->spots->len;
  while (home->n < count && add_loose_part (self, rack, height_u, kind))
    home->n++;
  self->n_left_out += count - home->n;
}

static void
add_all_loose (WeftFloor *self, WeftRackParts *parts, WeftFloorKind kind)
{
  const WeftGraphDefinition *root = root_of (self);
  AddedRack rack = { .kind = kind };

  for (guint i = 0; i < root->n_items; i++)
    {
      const WeftGraphItem *item = &root->items[i];
      gboolean is_switch = weft_rack_item_kind (parts, item) == WEFT_RACK_PART_SWITCH;

      if (!is_rack (parts, item) && !stands_alone (parts, item)
          && is_switch == (kind == WEFT_FLOOR_NETWORK))
        add_loose (self, parts, i, item, &rack);
    }
}

/* --- the rows --- */

/* The tiles in the order of the hall: racks as the document has them, in the places that the rules
 * judge their cables by; then what was added for loose parts, and what stands by itself. */
static guint *
sort_hall (const WeftFloor *self)
{
  static const WeftFloorKind kinds[] = { WEFT_FLOOR_RACK, WEFT_FLOOR_NETWORK, WEFT_FLOOR_LOOSE,
                                         WEFT_FLOOR_UNIT };
  guint *order = g_new (guint, self->tiles->len + 1);
  guint n = 0;

  for (guint kind = 0; kind < G_N_ELEMENTS (kinds); kind++)
    for (guint i = 0; i < self->tiles->len; i++)
      if (g_array_index (self->tiles, WeftFloorTile, i).kind == kinds[kind])
        order[n++] = i;
  return order;
}

/* A hall about as deep as it is wide, but no row of less than ten while there is one alone. */
static void
measure_rows (WeftFloor *self)
{
  const WeftCableRules *rules = weft_cable_rules_default ();
  double square = ceil (sqrt (self->tiles->len * rules->row_pitch_m / rules->rack_pitch_m));
  g_autofree guint *order = NULL;

  if (self->tiles->len == 0)
    return;
  self->row_length = MIN (self->tiles->len, (guint) MAX (square, SHORT_ROW));
  self->n_rows = (self->tiles->len + self->row_length - 1) / self->row_length;
  order = sort_hall (self);
  for (guint i = 0; i < self->tiles->len; i++)
    {
      WeftFloorTile *tile = &g_array_index (self->tiles, WeftFloorTile, order[i]);

      tile->row = (int) (i / self->row_length);
      tile->position = (int) (i % self->row_length);
    }
}

static void
add_root_rack (WeftFloor *self, WeftRackParts *parts)
{
  const WeftGraphDefinition *root = root_of (self);
  WeftFloorTile tile = { .item = -1, .definition = self->definition };

  guint bands = G_MAXUINT;

  tile.kind = root->level == WEFT_LEVEL_RACK ? WEFT_FLOOR_RACK : WEFT_FLOOR_UNIT;
  if (tile.kind == WEFT_FLOOR_RACK)
    bands = measure_rack (self, parts, (guint) self->definition, &tile);
  weft_floor_add_tile (self, tile, g_strdup (self->title), bands);
}

void
weft_floor_place_tiles (WeftFloor *self, WeftRackParts *parts)
{
  const WeftGraphDefinition *root = root_of (self);

  if (root->level != WEFT_LEVEL_CLUSTER)
    {
      add_root_rack (self, parts);
      measure_rows (self);
      return;
    }
  self->n_homes = root->n_items;
  self->homes = g_new0 (WeftFloorHome, root->n_items + 1);
  for (guint i = 0; i < root->n_items; i++)
    if (is_rack (parts, &root->items[i]))
      add_racks (self, parts, i, &root->items[i], WEFT_FLOOR_RACK);
    else if (stands_alone (parts, &root->items[i]))
      add_racks (self, parts, i, &root->items[i], WEFT_FLOOR_UNIT);
  add_all_loose (self, parts, WEFT_FLOOR_NETWORK);
  add_all_loose (self, parts, WEFT_FLOOR_LOOSE);
  measure_rows (self);
}

/* The tiles have their final places. */
void
weft_floor_settle (WeftFloor *self)
{
  self->tile_at = g_new0 (guint, (gsize) self->n_rows * self->row_length + 1);
  for (guint i = 0; i < self->tiles->len; i++)
    {
      const WeftFloorTile *tile = &g_array_index (self->tiles, WeftFloorTile, i);

      self->tile_at[(guint) tile->row * self->row_length + (guint) tile->position] = i + 1;
    }
}
