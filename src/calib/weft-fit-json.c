/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit as "weft-fit/1": knobs by platform and operator, how good they are, and what they come from. */
#include "calib/weft-fit-json-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-write.h"
#include "calib/weft-fit-model-private.h"

static const char *const axes[WEFT_N_FIT_AXES] = { "bytes", "flops", "flops/byte" };

const char *
weft_fit_axis_nick (WeftFitAxis axis)
{
  return axes[axis];
}

static void
set_text (JsonObject *object, const char *key, const char *text)
{
  if (text != NULL && text[0] != '\0')
    json_object_set_string_member (object, key, text);
}

/* --- knobs --- */

typedef struct
{
  const char *key;
  const WeftFitKnob *knob;
  double scale;
} Entry;

static void
list_knobs (const WeftFitSegment *segment, Entry entries[3])
{
  entries[0] = (Entry) { "phi", &segment->phi, 1 };
  entries[1] = (Entry) { "beta", &segment->beta, 1 };
  entries[2] = (Entry) { "l_us", &segment->launch_s, 1e6 };
}

/* What stands beside a knob that is null: one object for each, with the knobs that it is about. */
static void
set_beside (JsonObject *object, const char *key, const Entry entries[3], gsize offset)
{
  JsonObject *beside = json_object_new ();

  for (guint i = 0; i < 3; i++)
    {
      double value = G_STRUCT_MEMBER (double, entries[i].knob, offset);

      if (isnan (entries[i].knob->value) && !isnan (entries[i].knob->used) && !isnan (value))
        json_object_set_double_member (beside, entries[i].key, value * entries[i].scale);
    }
  if (json_object_get_size (beside) > 0)
    json_object_set_object_member (object, key, beside);
  else
    json_object_unref (beside);
}

void
weft_fit_segment_add_json (const WeftFitSegment *segment, JsonObject *object)
{
  Entry entries[3];
  gboolean identified = TRUE;

  list_knobs (segment, entries);
  for (guint i = 0; i < 3; i++)
    {
      weft_json_set_number (object, entries[i].key, entries[i].knob->value * entries[i].scale);
      identified = identified && (isnan (entries[i].knob->used) || !isnan (entries[i].knob->value));
    }
  weft_json_set_number (object, "from", segment->from);
  weft_json_set_number (object, "to", segment->to);
  json_object_set_boolean_member (object, "identified", identified);
  set_beside (object, "bound", entries, G_STRUCT_OFFSET (WeftFitKnob, bound));
  set_beside (object, "projected", entries, G_STRUCT_OFFSET (WeftFitKnob, projected));
  set_beside (object, "used", entries, G_STRUCT_OFFSET (WeftFitKnob, used));
  json_object_set_int_member (object, "points", segment->n);
  weft_json_set_number (object, "mape", segment->mape);
}

/* Which series of a platform and an operator: only what tells it apart. */
static void
add_key (const WeftFit *self, const WeftFitSeries *series, JsonObject *object)
{
  if (series->n_dev > 0)
    json_object_set_int_member (object, "n_dev", series->n_dev);
  set_text (object, "path", g_ptr_array_index (self->measurements->paths, series->path));
}

static JsonObject *
get_object (JsonObject *object, const char *key)
{
  if (!json_object_has_member (object, key))
    json_object_set_object_member (object, key, json_object_new ());
  return json_object_get_object_member (object, key);
}

static JsonArray *
get_array (JsonObject *object, const char *key)
{
  if (!json_object_has_member (object, key))
    json_object_set_array_member (object, key, json_array_new ());
  return json_object_get_array_member (object, key);
}

static const char *
platform_name (const WeftFit *self, const WeftFitSeries *series)
{
  return g_array_index (self->measurements->platforms, WeftMeasuredPlatform, series->platform).name;
}

static JsonObject *
knobs_to_json (const WeftFit *self)
{
  JsonObject *knobs = json_object_new ();

  for (guint i = 0; i < self->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (self->series, i);
      JsonArray *list = get_array (get_object (knobs, platform_name (self, series)),
                                   g_ptr_array_index (self->measurements->ops, series->op));

      for (guint k = 0; k < series->n_segments; k++)
        {
          JsonObject *object = json_object_new ();

          add_key (self, series, object);
          json_object_set_string_member (object, "axis", axes[series->axis]);
          weft_fit_segment_add_json (&series->segment[k], object);
          json_array_add_object_element (list, object);
        }
    }
  return knobs;
}

/* --- accuracy --- */

static JsonArray *
numbers_to_json (const GArray *numbers)
{
  JsonArray *array = json_array_sized_new (numbers->len);

  for (guint i = 0; i < numbers->len; i++)
    json_array_add_int_element (array, g_array_index (numbers, guint32, i));
  return array;
}

static JsonArray *
accuracy_to_json (const WeftFit *self, gboolean with_rows)
{
  JsonArray *list = json_array_new ();

  for (guint i = 0; i < self->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (self->series, i);
      JsonObject *object = json_object_new ();
      JsonObject *single = json_object_new ();

      json_object_set_string_member (object, "platform", platform_name (self, series));
      json_object_set_string_member (object, "op", g_ptr_array_index (self->measurements->ops, series->op));
      add_key (self, series, object);
      json_object_set_int_member (object, "points", series->n_points);
      json_object_set_int_member (object, "segments", series->n_segments);
      weft_json_set_number (object, "p_value", series->p_value);
      weft_json_set_number (object, "mape", series->mape);
      weft_json_set_number (object, "mape_held_out", series->mape_held_out);
      weft_json_set_number (object, "median_error", series->median_error);
      weft_json_set_number (object, "worst_error", series->worst_error);
      weft_json_set_number (object, "tail_ratio", series->tail_ratio);
      weft_fit_segment_add_json (&series->whole, single);
      json_object_set_object_member (object, "single", single);
      json_object_set_array_member (object, "notes", weft_json_strings (series->notes));
      if (with_rows)
        json_object_set_array_member (object, "rows", numbers_to_json (series->points));
      json_array_add_object_element (list, object);
    }
  return list;
}

static void
add_outlier (const WeftFit *self, const WeftFitSeries *series, guint32 at, JsonArray *list)
{
  guint32 row = g_array_index (series->points, guint32, at);
  const WeftMeasurement *point = &g_array_index (self->measurements->points, WeftMeasurement, row);
  double predicted_s = g_array_index (series->predicted_s, double, at);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "platform", platform_name (self, series));
  json_object_set_string_member (object, "op", g_ptr_array_index (self->measurements->ops, series->op));
  add_key (self, series, object);
  set_text (object, "file", g_array_index (self->measurements->files, WeftMeasuredFile, point->file).name);
  json_object_set_int_member (object, "line", point->line);
  json_object_set_int_member (object, "row", row);
  weft_json_set_number (object, "time_us", point->time_s * 1e6);
  weft_json_set_number (object, "predicted_us", predicted_s * 1e6);
  weft_json_set_number (object, "error", predicted_s / point->time_s - 1);
  json_array_add_object_element (list, object);
}

static JsonArray *
outliers_to_json (const WeftFit *self)
{
  JsonArray *list = json_array_new ();

  for (guint i = 0; i < self->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (self->series, i);

      for (guint k = 0; k < series->outliers->len; k++)
        add_outlier (self, series, g_array_index (series->outliers, guint32, k), list);
    }
  return list;
}

/* --- what it comes from --- */

static JsonArray *
platforms_to_json (const WeftMeasurements *self)
{
  JsonArray *list = json_array_new ();

  for (guint i = 0; i < self->platforms->len; i++)
    {
      const WeftMeasuredPlatform *platform = &g_array_index (self->platforms, WeftMeasuredPlatform, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "name", platform->name);
      set_text (object, "chip", platform->chip);
      set_text (object, "fabric", platform->fabric);
      set_text (object, "use", platform->use);
      weft_json_set_number (object, "peak_flops_s", platform->peak_flops_s);
      weft_json_set_number (object, "mem_bw_bytes_s", platform->mem_bw_bytes_s);
      weft_json_set_number (object, "link_bw_bytes_s", platform->link_bw_bytes_s);
      weft_json_set_number (object, "link_latency_s", platform->link_latency_s);
      weft_json_set_number (object, "cache_bytes", platform->cache_bytes);
      weft_json_set_number (object, "cache_bw_bytes_s", platform->cache_bw_bytes_s);
      json_object_set_int_member (object, "n_dev", platform->n_dev);
      json_object_set_int_member (object, "hops", platform->hops);
      json_object_set_boolean_member (object, "described", i < self->n_described);
      json_array_add_object_element (list, object);
    }
  return list;
}

static JsonObject *
provenance_to_json (const WeftFit *self)
{
  JsonObject *object = json_object_new ();
  JsonArray *files = json_array_new ();

  set_text (object, "date", self->date);
  for (guint i = 0; i < self->measurements->files->len; i++)
    {
      const WeftMeasuredFile *file = &g_array_index (self->measurements->files, WeftMeasuredFile, i);
      JsonObject *entry = json_object_new ();

      json_object_set_string_member (entry, "name", file->name);
      json_object_set_string_member (entry, "sha256", file->sha256);
      json_object_set_int_member (entry, "rows", file->n_rows);
      json_array_add_object_element (files, entry);
    }
  json_object_set_array_member (object, "files", files);
  json_object_set_int_member (object, "points", self->measurements->points->len);
  json_object_set_int_member (object, "series", self->series->len);
  return object;
}

static void
add_row (const WeftMeasurement *point, JsonArray *rows)
{
  const double values[] = { point->platform, point->op,    point->path,  point->file,   point->line,
                            point->n_dev,    point->flops, point->bytes, point->time_s, point->p99_s };
  JsonArray *row = json_array_sized_new (G_N_ELEMENTS (values));

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (isfinite (values[i]))
      json_array_add_double_element (row, values[i]);
    else
      json_array_add_null_element (row);
  json_array_add_array_element (rows, row);
}

static JsonObject *
measurements_to_json (const WeftMeasurements *self, gboolean with_rows)
{
  JsonObject *object = json_object_new ();
  JsonArray *rows = json_array_new ();

  json_object_set_array_member (object, "ops", weft_json_strings (self->ops));
  json_object_set_array_member (object, "paths", weft_json_strings (self->paths));
  for (guint i = 0; i < self->points->len && with_rows; i++)
    add_row (&g_array_index (self->points, WeftMeasurement, i), rows);
  json_object_set_array_member (object, "rows", rows);
  return object;
}

static JsonArray *
notes_to_json (const WeftFit *self, gboolean with_rows)
{
  JsonArray *notes = weft_json_strings (self->measurements->notes);
  g_autofree char *note = NULL;

  if (with_rows)
    return notes;
  note = g_strdup_printf (_("The measurements are not kept: there are %u, more than %u"), self->measurements->points->len,
                          WEFT_FIT_MAX_JSON_ROWS);
  json_array_add_string_element (notes, note);
  return notes;
}

/**
 * weft_fit_to_json: (skip)
 * @self: a fit
 *
 * The document "weft-fit/1" (data/schema/weft-fit.schema.json). Of more than 50,000 measurements it keeps none.
 *
 * Returns: (transfer full): an object
 */
JsonNode *
weft_fit_to_json (const WeftFit *self)
{
  JsonObject *object = json_object_new ();
  JsonNode *node = json_node_init_object (json_node_alloc (), object);
  gboolean with_rows = self->measurements->points->len <= WEFT_FIT_MAX_JSON_ROWS;

  json_object_set_string_member (object, "format", WEFT_FIT_FORMAT);
  json_object_set_object_member (object, "provenance", provenance_to_json (self));
  json_object_set_array_member (object, "platforms", platforms_to_json (self->measurements));
  json_object_set_object_member (object, "knobs", knobs_to_json (self));
  json_object_set_array_member (object, "accuracy", accuracy_to_json (self, with_rows));
  json_object_set_array_member (object, "outliers", outliers_to_json (self));
  json_object_set_array_member (object, "failed", weft_json_strings (self->failed));
  json_object_set_array_member (object, "notes", notes_to_json (self, with_rows));
  json_object_set_object_member (object, "measurements", measurements_to_json (self->measurements, with_rows));
  json_object_unref (object);
  return node;
}
