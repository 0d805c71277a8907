/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cables of the cluster: from which unit of which rack to which other, how long, of what, and
 * how many lie on each piece of a tray. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/rack/weft-floor-private.h"
#include "draw/rack/weft-rack-link-private.h"

/* The devices of a link by where they are plugged in: those of one instance and unit are one. */
typedef struct
{
  WeftRackLink link;
  GArray *ends;    /* of WeftFloorCableEnd */
  guint32 *end_of; /* [n_devices] index into @ends, NOWHERE when it has no place */
} Opened;

#define NOWHERE G_MAXUINT32

typedef struct
{
  WeftFloor *self;
  WeftRackParts *parts;
  GHashTable *media; /* name -> index + 1 */
  guint64 *keys;     /* [MAX_CABLES] of the lines of one link */
  GHashTable *lines; /* key -> index + 1 */
} Layer;

/* One link being walked. */
typedef struct
{
  Layer *layer;
  const Opened *opened;
  guint link;
  const WeftComponent *component;
  guint medium; /* of all cables, G_MAXUINT: by their length */
  double channels;
  gboolean has_last;
  guint64 last_key;    /* of the cable before, which the next one is often like */
  guint last_line;     /* its line + 1, 0 when the schedule was full */
  WeftFloorCable last;
} Walk;

/* Both halves of a key are small numbers, which g_int64_hash() would fold onto each other. The
 * finaliser of SplitMix64 (Steele, Lea and Flood 2014). */
static guint
hash_key_cb (gconstpointer key)
{
  guint64 mixed = *(const guint64 *) key;

  mixed = (mixed ^ mixed >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  mixed = (mixed ^ mixed >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return (guint) (mixed ^ mixed >> 31);
}

/* --- where devices are --- */

/* Units of the devices of a port inside of one rack, in order; unknown ones are NAN. */
static double *
list_units (WeftRackParts *parts, guint rack, const char *port_id, guint32 n)
{
  const WeftGraphDefinition *definition = weft_graph_definition (parts->graph, rack);
  const WeftGraphPort *port = port_id != NULL ? weft_graph_find_port (definition, port_id) : NULL;
  const WeftRackFill *fill = weft_rack_fill_of (parts, rack);
  double *units = g_new (double, n + 1);
  const WeftGraphEnd *of;
  guint32 per_instance;

  for (guint32 i = 0; i < n; i++)
    units[i] = NAN;
  if (port == NULL || port->of.item < 0)
    return units;
  of = &port->of;
  per_instance = of->instance >= 0
                     ? n
                     : (guint32) MAX (n / definition->items[of->item].count, 1);
  for (guint32 i = 0; i < n; i++)
    {
      guint instance = of->instance >= 0 ? (guint) of->instance : i / per_instance;
      const WeftRackSpot *spot = weft_rack_fill_find (fill, (guint) of->item, instance);

      if (spot != NULL)
        units[i] = spot->u + (spot->height_u - 1) / 2.0;
    }
  return units;
}

/* Where one device stands, given the units inside of its rack. */
static gboolean
find_end (const WeftFloor *self, const WeftRackGroup *group, guint32 device, const double *units,
          WeftFloorCableEnd *end)
{
  guint item = (guint) group->end->item;
  guint instance = weft_rack_group_instance (group, device);
  int tile = weft_floor_find_tile (self, item, instance);
  const WeftFloorHome *home = &self->homes[item];

  if (tile < 0)
    return FALSE;
  *end = (WeftFloorCableEnd) { item, instance, (guint) tile, NAN };
  if (home->is_loose)
    end->unit = g_array_index (self->spots, WeftFloorSpot, home->first_spot + instance).unit;
  else if (units != NULL)
    end->unit = units[(device - group->first) % group->per_instance];
  return TRUE;
}

static gboolean
is_same_end (const WeftFloorCableEnd *a, const WeftFloorCableEnd *b)
{
  return a->item == b->item && a->instance == b->instance
         && (a->unit == b->unit || (isnan (a->unit) && isnan (b->unit)));
}

static void
add_ends (const Layer *layer, Opened *opened, const WeftRackGroup *group)
{
  const WeftFloorTile *tile;
  g_autofree double *units = NULL;
  int first = weft_floor_find_tile (layer->self, (guint) group->end->item, 0);

  tile = first >= 0 ? weft_floor_tile (layer->self, (guint) first) : NULL;
  if (tile != NULL && tile->kind == WEFT_FLOOR_RACK)
    units = list_units (layer->parts, (guint) tile->definition, group->end->port,
                        group->per_instance);
  for (guint32 device = group->first; device < group->first + group->n; device++)
    {
      const GArray *ends = opened->ends;
      WeftFloorCableEnd end;

      opened->end_of[device] = NOWHERE;
      if (!find_end (layer->self, group, device, units, &end))
        continue;
      if (ends->len == 0
          || !is_same_end (&end, &g_array_index (ends, WeftFloorCableEnd, ends->len - 1)))
        g_array_append_val (opened->ends, end);
      opened->end_of[device] = ends->len - 1;
    }
}

static gboolean
opened_init (Opened *opened, const Layer *layer, guint index, double *steps)
{
  const WeftGraphDefinition *root
      = weft_graph_definition (layer->self->graph, (guint) layer->self->definition);

  if (!weft_rack_link_init (&opened->link, layer->self->graph, root, &root->links[index], steps))
    return FALSE;
  opened->ends = g_array_new (FALSE, FALSE, sizeof (WeftFloorCableEnd));
  opened->end_of = g_new (guint32, opened->link.n_devices + 1);
  for (guint i = 0; i < opened->link.groups->len; i++)
    add_ends (layer, opened, &g_array_index (opened->link.groups, WeftRackGroup, i));
  return TRUE;
}

static void
opened_clear (Opened *opened)
{
  weft_rack_link_clear (&opened->link);
  g_array_unref (opened->ends);
  g_free (opened->end_of);
}

/* --- media --- */

static guint
find_medium (Layer *layer, const char *name, gboolean is_chosen)
{
  WeftFloorMedium medium = { .is_chosen = is_chosen, .longest_m = NAN };
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (layer->media, name));

  if (found > 0)
    return found - 1;
  medium.name = g_strdup (name);
  g_array_append_val (layer->self->media, medium);
  g_hash_table_insert (layer->media, g_strdup (name), GUINT_TO_POINTER (layer->self->media->len));
  return layer->self->media->len - 1;
}

/* Of a link that names no cable: the cheapest medium that reaches. */
static guint
choose_medium (Layer *layer, double length_m)
{
  guint n_media;
  const WeftCableMedium *media = weft_cable_media_default (&n_media);
  WeftCableChoice choice;

  if (isnan (length_m))
    return find_medium (layer, _("Cable of unknown length"), TRUE);
  if (!weft_cable_choose (media, n_media, length_m, &choice, NULL))
    return find_medium (layer, _("No cable reaches"), TRUE);
  return find_medium (layer, choice.medium->id, TRUE);
}

static void
count_cable (WeftFloor *self, const WeftFloorCable *cable, double count)
{
  WeftFloorMedium *medium = &g_array_index (self->media, WeftFloorMedium, cable->medium);

  medium->count += count;
  if (isnan (cable->length_m))
    {
      medium->n_unknown += count;
      return;
    }
  medium->length_m += count * cable->length_m;
  if (!(medium->longest_m >= cable->length_m))
    medium->longest_m = cable->length_m;
  if (cable->is_too_long)
    medium->n_too_long += count;
}

/* --- trays --- */

int
weft_floor_choose_cross (const WeftCableRules *rules, const WeftFloorTile *a,
                         const WeftFloorTile *b)
{
  double least_m = INFINITY;
  int best = -1;

  if (a->row == b->row)
    return -1;
  for (guint i = 0; i < rules->n_cross; i++)
    {
      double way_m = fabs (a->position * rules->rack_pitch_m - rules->cross_m[i])
                     + fabs (b->position * rules->rack_pitch_m - rules->cross_m[i]);

      if (way_m < least_m)
        {
          least_m = way_m;
          best = (int) i;
        }
    }
  return best;
}

/* Pieces @first to @last of a row; differences now, sums when all cables lie. */
static void
lay_along (WeftFloor *self, int row, int first, int last, double count)
{
  double *along = self->trays.along + (gsize) row * (self->row_length + 2);

  if (first > last)
    return;
  along[first] += count;
  along[last + 1] -= count;
}

/* Piece 0 leads from the head of the row to position 0, piece p from position p - 1 to p. A
 * cross-tray at position k joins the row at piece k. */
static void
lay_to_cross (WeftFloor *self, const WeftFloorTile *tile, int cross, double count)
{
  if (tile->position >= cross)
    lay_along (self, tile->row, cross, tile->position, count);
  else
    lay_along (self, tile->row, tile->position + 1, cross, count);
}

static void
lay (WeftFloor *self, guint tile_a, guint tile_b, double count)
{
  const WeftCableRules *rules = weft_cable_rules_default ();
  WeftFloorTile *a = &g_array_index (self->tiles, WeftFloorTile, tile_a);
  WeftFloorTile *b = &g_array_index (self->tiles, WeftFloorTile, tile_b);
  int cross = weft_floor_choose_cross (rules, a, b);

  if (tile_a == tile_b)
    {
      a->cables_inside += count;
      return;
    }
  a->cables += count;
  b->cables += count;
  if (cross < 0)
    {
      lay_along (self, a->row, MIN (a->position, b->position) + 1,
                 MAX (a->position, b->position), count);
      return;
    }
  for (int row = MIN (a->row, b->row); row < MAX (a->row, b->row); row++)
    self->trays.across[(gsize) cross * self->n_rows + (gsize) row] += count;
  cross = (int) CLAMP (lround (rules->cross_m[cross] / rules->rack_pitch_m), 0,
                       (long) self->row_length);
  lay_to_cross (self, a, cross, count);
  lay_to_cross (self, b, cross, count);
}

static void
sum_trays (WeftFloor *self)
{
  WeftFloorTrays *trays = &self->trays;
  gsize n_across = (gsize) weft_cable_rules_default ()->n_cross * self->n_rows;

  for (guint row = 0; row < self->n_rows; row++)
    {
      double *along = trays->along + (gsize) row * (self->row_length + 2);

      for (guint i = 1; i < self->row_length + 2; i++)
        along[i] += along[i - 1];
      for (guint i = 0; i < self->row_length + 1; i++)
        trays->most = MAX (trays->most, along[i]);
    }
  for (gsize i = 0; i < n_across; i++)
    trays->most = MAX (trays->most, trays->across[i]);
}

/* --- the schedule --- */

static double
measure (const WeftFloor *self, const WeftFloorCableEnd *from, const WeftFloorCableEnd *to)
{
  const WeftFloorTile *a = weft_floor_tile (self, from->tile);
  const WeftFloorTile *b = weft_floor_tile (self, to->tile);
  const WeftRackPlace place_a = { a->row, a->position, from->unit };
  const WeftRackPlace place_b = { b->row, b->position, to->unit };
  double length_m;

  if (isnan (from->unit) || isnan (to->unit)
      || !weft_cable_length (weft_cable_rules_default (), &place_a, &place_b, &length_m, NULL))
    return NAN;
  return length_m;
}

static WeftFloorCable
make_cable (const Walk *walk, guint32 end_a, guint32 end_b)
{
  const WeftFloor *self = walk->layer->self;
  const WeftGraphLink *link = walk->opened->link.link;
  WeftFloorCable cable = {
    .link = walk->link,
    .from = g_array_index (walk->opened->ends, WeftFloorCableEnd, end_a),
    .to = g_array_index (walk->opened->ends, WeftFloorCableEnd, end_b),
    .medium = walk->medium,
    /* What the rules refuse is no length either; a sum of such ones need not even be a number. */
    .length_is_given = link->length_m > 0 && link->length_m <= WEFT_PHYSICAL_MAX_LENGTH_M,
  };

  cable.length_m = cable.length_is_given ? link->length_m
                                         : measure (self, &cable.from, &cable.to);
  if (walk->medium == G_MAXUINT)
    cable.medium = choose_medium (walk->layer, cable.length_m);
  cable.is_too_long
      = walk->component != NULL && cable.length_m > walk->component->length_max_m;
  return cable;
}

/* Returns the line + 1, 0 when the schedule is full. */
static guint
add_line (Layer *layer, guint64 key, const WeftFloorCable *cable)
{
  WeftFloor *self = layer->self;

  if (self->cables->len == WEFT_FLOOR_MAX_CABLES)
    {
      self->is_cut = TRUE;
      return 0;
    }
  layer->keys[self->cables->len] = key;
  g_array_append_val (self->cables, *cable);
  g_hash_table_insert (layer->lines, &layer->keys[self->cables->len - 1],
                       GUINT_TO_POINTER (self->cables->len));
  return self->cables->len;
}

/* Finds the cable between two ends, or makes it. */
static void
find_cable (Walk *walk, guint32 end_a, guint32 end_b)
{
  guint64 key = (guint64) end_a << 32 | end_b;

  if (walk->has_last && walk->last_key == key)
    return;
  walk->has_last = TRUE;
  walk->last_key = key;
  walk->last_line = GPOINTER_TO_UINT (g_hash_table_lookup (walk->layer->lines, &key));
  if (walk->last_line > 0)
    {
      walk->last
          = g_array_index (walk->layer->self->cables, WeftFloorCable, walk->last_line - 1);
      return;
    }
  walk->last = make_cable (walk, end_a, end_b);
  walk->last_line = add_line (walk->layer, key, &walk->last);
}

static void
add_cables_cb (guint32 a, guint32 b, guint32 cables, gpointer data)
{
  Walk *walk = data;
  WeftFloor *self = walk->layer->self;
  guint32 end_a = walk->opened->end_of[a], end_b = walk->opened->end_of[b];
  double count = cables * walk->channels;

  if (end_a == NOWHERE || end_b == NOWHERE)
    return;
  find_cable (walk, end_a, end_b);
  count_cable (self, &walk->last, count);
  lay (self, walk->last.from.tile, walk->last.to.tile, count);
  if (walk->last_line > 0)
    g_array_index (self->cables, WeftFloorCable, walk->last_line - 1).count += count;
}

static guint
medium_of (Layer *layer, const WeftGraphLink *link)
{
  g_autofree char *label = NULL;

  if (link->component == NULL)
    return G_MAXUINT;
  label = weft_rack_link_label (layer->parts, link);
  return find_medium (layer, label, FALSE);
}

static void
lay_link (Layer *layer, const WeftGraphLink *link, guint index, double *steps)
{
  Opened opened;
  Walk walk = { .layer = layer, .opened = &opened, .link = index, .channels = link->channels };

  if (!opened_init (&opened, layer, index, steps))
    {
      layer->self->n_unlaid++;
      return;
    }
  walk.component = weft_rack_component (layer->parts, link->component);
  walk.medium = medium_of (layer, link);
  g_hash_table_remove_all (layer->lines);
  if (!weft_rack_link_foreach (&opened.link, add_cables_cb, &walk))
    layer->self->n_unlaid++;
  opened_clear (&opened);
}

void
weft_floor_lay_cables (WeftFloor *self, WeftRackParts *parts)
{
  const WeftGraphDefinition *root = weft_graph_definition (self->graph, (guint) self->definition);
  guint n_links = root->level == WEFT_LEVEL_CLUSTER ? root->n_links : 0;
  double steps = WEFT_RACK_MAX_STEPS;
  Layer layer = { .self = self, .parts = parts };

  layer.media = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  layer.lines = g_hash_table_new (hash_key_cb, g_int64_equal);
  layer.keys = g_new (guint64, WEFT_FLOOR_MAX_CABLES);
  weft_floor_settle (self);
  self->trays.along = g_new0 (double, (gsize) self->n_rows * (self->row_length + 2) + 1);
  self->trays.across
      = g_new0 (double, (gsize) weft_cable_rules_default ()->n_cross * self->n_rows + 1);
  for (guint i = 0; i < n_links; i++)
    lay_link (&layer, &root->links[i], i, &steps);
  sum_trays (self);
  g_hash_table_unref (layer.media);
  g_hash_table_unref (layer.lines);
  g_free (layer.keys);
}
