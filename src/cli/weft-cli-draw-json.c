/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `weft draw --json` says of a rack and of the floor. */
#include "cli/weft-cli-draw.h"

#include <math.h>

static void
set_number (JsonObject *object, const char *name, double value)
{
  if (isnan (value))
    json_object_set_null_member (object, name);
  else
    json_object_set_double_member (object, name, value);
}

/* A whole number as far as there is one. */
static void
set_count (JsonObject *object, const char *name, double value)
{
  if (fabs (value) <= 9e15)
    json_object_set_int_member (object, name, (gint64) value);
  else
    set_number (object, name, value);
}

static JsonObject *
slot_to_json (const WeftElevation *rack, const WeftGraphDefinition *definition, guint index)
{
  const WeftElevationSlot *slot = weft_elevation_slot (rack, index);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "item", definition->items[slot->item].id);
  json_object_set_int_member (object, "instance", slot->instance);
  json_object_set_int_member (object, "u", slot->u);
  json_object_set_int_member (object, "height_u", slot->height_u);
  json_object_set_string_member (object, "title", slot->title);
  json_object_set_boolean_member (object, "given", slot->is_given);
  json_object_set_boolean_member (object, "overlaps", slot->overlaps);
  json_object_set_boolean_member (object, "height_assumed", slot->height_is_assumed);
  set_count (object, "ports", slot->ports);
  set_count (object, "cables", slot->cables);
  return object;
}

static JsonArray *
unplaced_to_json (const WeftElevation *rack, const WeftGraphDefinition *definition)
{
  static const char *const reasons[] = { "full", "outside", "no_height" };
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < weft_elevation_n_unplaced (rack); i++)
    {
      const WeftElevationUnplaced *unplaced = weft_elevation_unplaced (rack, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "item", definition->items[unplaced->item].id);
      set_count (object, "count", unplaced->count);
      json_object_set_string_member (object, "reason", reasons[unplaced->reason]);
      json_array_add_object_element (array, object);
    }
  return array;
}

static JsonArray *
runs_to_json (const WeftElevation *rack)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < weft_elevation_n_runs (rack); i++)
    {
      const WeftElevationRun *run = weft_elevation_run (rack, i);
      JsonObject *object = json_object_new ();

      json_object_set_int_member (object, "link", run->link);
      json_object_set_string_member (object, "medium", run->label);
      set_count (object, "count", run->cables);
      json_array_add_object_element (array, object);
    }
  return array;
}

/* (transfer full): what stands where, and the cables inside */
JsonObject *
weft_cli_draw_rack_to_json (const WeftElevation *rack, const WeftGraphDefinition *definition)
{
  JsonObject *object = json_object_new ();
  JsonArray *slots = json_array_new ();
  gboolean is_assumed, is_partial;
  double limit_w;
  double power_w = weft_elevation_get_power (rack, &is_partial, &limit_w);

  json_object_set_string_member (object, "definition", definition->id);
  json_object_set_int_member (object, "units", weft_elevation_get_units (rack, &is_assumed));
  json_object_set_boolean_member (object, "units_assumed", is_assumed);
  json_object_set_int_member (object, "used", weft_elevation_get_used (rack));
  set_number (object, "power_w", power_w);
  json_object_set_boolean_member (object, "power_partial", is_partial);
  set_number (object, "power_limit_w", limit_w);
  for (guint i = 0; i < weft_elevation_n_slots (rack); i++)
    json_array_add_object_element (slots, slot_to_json (rack, definition, i));
  json_object_set_array_member (object, "slots", slots);
  json_object_set_array_member (object, "unplaced", unplaced_to_json (rack, definition));
  json_object_set_array_member (object, "cables", runs_to_json (rack));
  return object;
}

static JsonArray *
tiles_to_json (const WeftFloor *floor)
{
  static const char *const kinds[] = { "rack", "network", "added", "unit" };
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < weft_floor_n_tiles (floor); i++)
    {
      const WeftFloorTile *tile = weft_floor_tile (floor, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "title", tile->title);
      json_object_set_string_member (object, "kind", kinds[tile->kind]);
      json_object_set_int_member (object, "row", tile->row);
      json_object_set_int_member (object, "position", tile->position);
      json_object_set_int_member (object, "used", tile->used);
      json_object_set_int_member (object, "units", tile->units);
      set_count (object, "cables", tile->cables);
      set_count (object, "cables_inside", tile->cables_inside);
      json_array_add_object_element (array, object);
    }
  return array;
}

static JsonArray *
cables_to_json (const WeftFloor *floor)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < weft_floor_n_cables (floor); i++)
    {
      const WeftFloorCable *cable = weft_floor_cable (floor, i);
      JsonObject *object = json_object_new ();
      g_autofree char *from = weft_floor_end_name (floor, &cable->from);
      g_autofree char *to = weft_floor_end_name (floor, &cable->to);

      json_object_set_int_member (object, "link", cable->link);
      json_object_set_string_member (object, "from", from);
      json_object_set_string_member (object, "to", to);
      json_object_set_string_member (object, "medium",
                                     weft_floor_medium (floor, cable->medium)->name);
      set_count (object, "count", cable->count);
      set_number (object, "length_m", cable->length_m);
      json_object_set_boolean_member (object, "length_given", cable->length_is_given);
      json_object_set_boolean_member (object, "too_long", cable->is_too_long);
      json_array_add_object_element (array, object);
    }
  return array;
}

static JsonArray *
media_to_json (const WeftFloor *floor)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < weft_floor_n_media (floor); i++)
    {
      const WeftFloorMedium *medium = weft_floor_medium (floor, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "medium", medium->name);
      json_object_set_boolean_member (object, "chosen", medium->is_chosen);
      set_count (object, "count", medium->count);
      set_count (object, "unknown_length", medium->n_unknown);
      set_count (object, "too_long", medium->n_too_long);
      set_number (object, "length_m", medium->length_m);
      set_number (object, "longest_m", medium->longest_m);
      json_array_add_object_element (array, object);
    }
  return array;
}

/* (transfer full): the tiles, and the schedule of the cables */
JsonObject *
weft_cli_draw_floor_to_json (const WeftFloor *floor)
{
  JsonObject *object = json_object_new ();
  double length_m, n_unknown;
  double n_cables = weft_floor_get_cables (floor, &length_m, &n_unknown);

  json_object_set_int_member (object, "rows", weft_floor_n_rows (floor));
  json_object_set_array_member (object, "tiles", tiles_to_json (floor));
  set_count (object, "left_out", weft_floor_get_left_out (floor));
  set_count (object, "n_cables", n_cables);
  set_count (object, "unknown_length", n_unknown);
  set_number (object, "length_m", length_m);
  json_object_set_int_member (object, "links_unlaid", weft_floor_n_unlaid (floor));
  json_object_set_array_member (object, "media", media_to_json (floor));
  json_object_set_array_member (object, "cables", cables_to_json (floor));
  return object;
}
