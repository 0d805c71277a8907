/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "weft-fit/1" back into a fit. Files are untrusted: every index and number is looked at. */
#include "calib/weft-fit-json-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"
#include "calib/weft-fit-model-private.h"
#include "calib/weft-measurement-private.h"

#define MAX_SERIES 100000u

static gboolean
check_number (const WeftJsonAt *object, const char *key, double value, gboolean good, const char *expected, GError **error)
{
  WeftJsonAt member;

  if (isnan (value) || good)
    return TRUE;
  weft_json_at_member (object, key, &member);
  return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, expected, error);
}

/* NAN when it is null or not there. */
static gboolean
get_amount (const WeftJsonAt *object, const char *key, double *value, GError **error)
{
  *value = NAN;
  return weft_json_at_get_number (object, key, WEFT_JSON_OPTIONAL, value, error)
         && check_number (object, key, *value, *value >= 0, _("a number from 0 on"), error);
}

static gboolean
get_index (const WeftJsonAt *object, const char *key, gint64 limit, guint32 *value, GError **error)
{
  gint64 found = 0;
  WeftJsonAt member;

  if (!weft_json_at_get_integer (object, key, WEFT_JSON_OPTIONAL, &found, error))
    return FALSE;
  if (found < 0 || found >= limit)
    {
      g_autofree char *expected = g_strdup_printf (_("a whole number from 0 to %" G_GINT64_FORMAT), limit - 1);

      weft_json_at_member (object, key, &member);
      return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, expected, error);
    }
  *value = (guint32) found;
  return TRUE;
}

static gboolean
get_texts (const WeftJsonAt *object, const char *key, GPtrArray *texts, GError **error)
{
  WeftJsonAt list, at;
  gboolean present;
  const char *text;

  if (!weft_json_at_get_array (object, key, WEFT_JSON_OPTIONAL, &list, &present, error))
    return FALSE;
  for (guint i = 0; present && i < weft_json_at_length (&list); i++)
    {
      weft_json_at_element (&list, i, &at);
      if (!weft_json_at_string (&at, &text, error))
        return FALSE;
      g_ptr_array_add (texts, g_strdup (text));
    }
  return TRUE;
}

static gboolean
get_text (const WeftJsonAt *object, const char *key, char **text, GError **error)
{
  const char *found = NULL;

  if (!weft_json_at_get_string (object, key, WEFT_JSON_OPTIONAL, &found, error))
    return FALSE;
  *text = g_strdup (found);
  return TRUE;
}

/* --- platforms and files --- */

static gboolean
read_platform (const WeftJsonAt *at, WeftMeasurements *measurements, GError **error)
{
  g_autoptr (WeftMeasuredPlatform) platform = NULL;
  WeftMeasuredPlatform copy;
  const char *name = NULL;
  gboolean described = TRUE;

  if (!weft_json_at_get_string (at, "name", WEFT_JSON_REQUIRED, &name, error))
    return FALSE;
  if (weft_measurements_find_platform (measurements, name) != NULL)
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_DUPLICATE, _("each platform once"), error);
  platform = weft_measured_platform_new (name);
  if (!get_text (at, "chip", &platform->chip, error) || !get_text (at, "fabric", &platform->fabric, error)
      || !get_text (at, "use", &platform->use, error)
      || !get_amount (at, "peak_flops_s", &platform->peak_flops_s, error)
      || !get_amount (at, "mem_bw_bytes_s", &platform->mem_bw_bytes_s, error)
      || !get_amount (at, "link_bw_bytes_s", &platform->link_bw_bytes_s, error)
      || !get_amount (at, "link_latency_s", &platform->link_latency_s, error)
      || !get_amount (at, "cache_bytes", &platform->cache_bytes, error)
      || !get_amount (at, "cache_bw_bytes_s", &platform->cache_bw_bytes_s, error)
      || !get_index (at, "n_dev", G_MAXINT32, &platform->n_dev, error)
      || !get_index (at, "hops", G_MAXINT32, &platform->hops, error)
      || !weft_json_at_get_boolean (at, "described", WEFT_JSON_OPTIONAL, &described, error))
    return FALSE;
  weft_measured_platform_copy (platform, &copy);
  g_array_append_val (measurements->platforms, copy);
  measurements->n_described += described && measurements->n_described + 1 == measurements->platforms->len;
  return TRUE;
}

static gboolean
read_file (const WeftJsonAt *at, WeftMeasurements *measurements, GError **error)
{
  WeftMeasuredFile file = { NULL, NULL, 0 };
  gboolean done = get_text (at, "name", &file.name, error) && get_text (at, "sha256", &file.sha256, error)
                  && get_index (at, "rows", G_MAXINT32, &file.n_rows, error);

  file.name = file.name != NULL ? file.name : g_strdup ("");
  file.sha256 = file.sha256 != NULL ? file.sha256 : g_strdup ("");
  g_array_append_val (measurements->files, file);
  return done;
}

typedef gboolean (*ReadElement) (const WeftJsonAt *at, WeftMeasurements *measurements, GError **error);

static gboolean
read_all (const WeftJsonAt *object, const char *key, guint most, ReadElement read, WeftMeasurements *measurements,
          GError **error)
{
  WeftJsonAt list, at;
  gboolean present;

  if (!weft_json_at_get_array (object, key, WEFT_JSON_OPTIONAL, &list, &present, error))
    return FALSE;
  if (present && weft_json_at_length (&list) > most)
    {
      g_autofree char *expected = g_strdup_printf (_("at most %u elements"), most);

      return weft_json_at_refuse (&list, WEFT_JSON_ERROR_LIMIT, expected, error);
    }
  for (guint i = 0; present && i < weft_json_at_length (&list); i++)
    {
      weft_json_at_element (&list, i, &at);
      if (!read (&at, measurements, error))
        return FALSE;
    }
  return TRUE;
}

/* --- measurements --- */

static gboolean
row_number (const WeftJsonAt *row, guint column, double limit, double *value, GError **error)
{
  WeftJsonAt at;

  *value = NAN;
  if (!weft_json_at_element (row, column, &at) || (isinf (limit) && weft_json_at_is_null (&at)))
    return TRUE;
  if (!weft_json_at_number (&at, value, error))
    return FALSE;
  if (*value >= 0 && *value < limit && (isinf (limit) || *value == floor (*value)))
    return TRUE;
  return weft_json_at_refuse (&at, WEFT_JSON_ERROR_RANGE,
                              isinf (limit) ? _("a number from 0 on") : _("an index of what the file lists"), error);
}

static gboolean
read_row (const WeftJsonAt *at, WeftMeasurements *measurements, GError **error)
{
  const double limits[] = { measurements->platforms->len, measurements->ops->len, measurements->paths->len,
                            MAX (measurements->files->len, 1), G_MAXUINT32, G_MAXINT32,
                            INFINITY, INFINITY, INFINITY, INFINITY };
  double values[G_N_ELEMENTS (limits)];
  WeftMeasurement point;

  if (!weft_json_at_array (at, error))
    return FALSE;
  if (weft_json_at_length (at) != G_N_ELEMENTS (limits))
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, _("an array of 10 numbers"), error);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if (!row_number (at, i, limits[i], &values[i], error))
      return FALSE;
  if (!(values[8] > 0))
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, _("a time above 0 as the ninth number"), error);
  point = (WeftMeasurement) { values[0], values[1], values[2], values[3], values[4],
                              values[5], values[6], values[7], values[8], values[9] };
  g_array_append_val (measurements->points, point);
  return TRUE;
}

static gboolean
read_measurements (const WeftJsonAt *root, WeftMeasurements *measurements, GError **error)
{
  WeftJsonAt at;

  if (!weft_json_at_get_object (root, "measurements", WEFT_JSON_REQUIRED, &at, NULL, error))
    return FALSE;
  g_ptr_array_set_size (measurements->paths, 0);
  if (!get_texts (&at, "ops", measurements->ops, error) || !get_texts (&at, "paths", measurements->paths, error))
    return FALSE;
  if (measurements->paths->len == 0)
    g_ptr_array_add (measurements->paths, g_strdup (""));
  return read_all (&at, "rows", WEFT_FIT_MAX_JSON_ROWS, read_row, measurements, error);
}

/* --- segments --- */

/* A knob that is null has what is used beside it, and perhaps a bound and a projection; else the model has none. */
static gboolean
read_knob (const WeftJsonAt *object, const char *key, double most, double scale, WeftFitKnob *knob, GError **error)
{
  static const char *const beside[] = { "bound", "projected", "used" };
  double *values[] = { &knob->bound, &knob->projected, &knob->used };
  WeftJsonAt at;
  gboolean present;

  *knob = (WeftFitKnob) { NAN, NAN, NAN, NAN };
  if (!get_amount (object, key, &knob->value, error)
      || !check_number (object, key, knob->value, knob->value <= most, _("a share of the peak: at most 1"), error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    {
      if (!weft_json_at_get_object (object, beside[i], WEFT_JSON_OPTIONAL, &at, &present, error))
        return FALSE;
      if (present && (!get_amount (&at, key, values[i], error)
                      || !check_number (&at, key, *values[i], *values[i] <= most, _("a share of the peak: at most 1"),
                                        error)))
        return FALSE;
      *values[i] /= scale;
    }
  knob->value /= scale;
  knob->used = isnan (knob->value) ? knob->used : knob->value;
  return TRUE;
}

static gboolean
read_segment (const WeftJsonAt *at, WeftFitSegment *segment, GError **error)
{
  guint32 n = 0;

  if (!read_knob (at, "phi", 1, 1, &segment->phi, error) || !read_knob (at, "beta", 1, 1, &segment->beta, error)
      || !read_knob (at, "l_us", INFINITY, 1e6, &segment->launch_s, error)
      || !get_amount (at, "from", &segment->from, error) || !get_amount (at, "to", &segment->to, error)
      || !get_index (at, "points", G_MAXINT32, &n, error) || !get_amount (at, "mape", &segment->mape, error))
    return FALSE;
  segment->n = n;
  if (isnan (segment->launch_s.used) || (isnan (segment->phi.used) && isnan (segment->beta.used)))
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_MISSING, _("l_us, and phi, beta or both, or what is used instead"),
                                error);
  return TRUE;
}

static gboolean
read_axis (const WeftJsonAt *at, WeftFitAxis *axis, GError **error)
{
  const char *nick = weft_fit_axis_nick (WEFT_FIT_BY_BYTES);
  WeftJsonAt member;

  if (!weft_json_at_get_string (at, "axis", WEFT_JSON_OPTIONAL, &nick, error))
    return FALSE;
  for (guint i = 0; i < WEFT_N_FIT_AXES; i++)
    if (g_str_equal (nick, weft_fit_axis_nick (i)))
      {
        *axis = i;
        return TRUE;
      }
  weft_json_at_member (at, "axis", &member);
  return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, "\"bytes\", \"flops\", \"flops/byte\"", error);
}

static gboolean
is_of_series (const WeftJsonAt *at, const WeftFit *fit, const WeftFitSeries *series, gboolean *is, GError **error)
{
  guint32 n_dev = 0;
  const char *path = "";

  if (!get_index (at, "n_dev", G_MAXINT32, &n_dev, error)
      || !weft_json_at_get_string (at, "path", WEFT_JSON_OPTIONAL, &path, error))
    return FALSE;
  *is = n_dev == series->n_dev && g_str_equal (path, g_ptr_array_index (fit->measurements->paths, series->path));
  return TRUE;
}

static gboolean
read_segments (const WeftJsonAt *list, const WeftFit *fit, WeftFitSeries *series, GError **error)
{
  for (guint i = 0; i < weft_json_at_length (list); i++)
    {
      WeftJsonAt at;
      gboolean is;

      weft_json_at_element (list, i, &at);
      if (!weft_json_at_object (&at, error) || !is_of_series (&at, fit, series, &is, error))
        return FALSE;
      if (!is)
        continue;
      if (series->n_segments == WEFT_MAX_FIT_SEGMENTS)
        return weft_json_at_refuse (&at, WEFT_JSON_ERROR_LIMIT, _("at most 4 segments of a series"), error);
      if (!read_segment (&at, &series->segment[series->n_segments++], error) || !read_axis (&at, &series->axis, error))
        return FALSE;
    }
  return series->n_segments > 0
         || weft_json_at_refuse (list, WEFT_JSON_ERROR_MISSING, _("segments of every series of “accuracy”"), error);
}

/* --- series --- */

static gboolean
find_text (const WeftJsonAt *at, const char *key, WeftJsonNeed need, const GPtrArray *texts, guint32 *index,
           GError **error)
{
  const char *text = "";
  WeftJsonAt member;

  if (!weft_json_at_get_string (at, key, need, &text, error))
    return FALSE;
  for (guint i = 0; i < texts->len; i++)
    if (g_str_equal (texts->pdata[i], text))
      {
        *index = i;
        return TRUE;
      }
  if (!weft_json_at_member (at, key, &member))
    member = *at;
  return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, _("a name that the file lists"), error);
}

static gboolean
find_platform (const WeftJsonAt *at, const WeftMeasurements *measurements, guint32 *index, const char **name,
               GError **error)
{
  const WeftMeasuredPlatform *platform;
  WeftJsonAt member;

  if (!weft_json_at_get_string (at, "platform", WEFT_JSON_REQUIRED, name, error))
    return FALSE;
  platform = weft_measurements_find_platform (measurements, *name);
  weft_json_at_member (at, "platform", &member);
  if (platform == NULL)
    return weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, _("a platform that the file lists"), error);
  *index = platform - (const WeftMeasuredPlatform *) measurements->platforms->data;
  return TRUE;
}

static gboolean
read_rows (const WeftJsonAt *at, const WeftFit *fit, WeftFitSeries *series, GError **error)
{
  const WeftMeasurements *measurements = fit->measurements;
  WeftJsonAt rows, element;
  gboolean present;
  gint64 row;

  if (!weft_json_at_get_array (at, "rows", WEFT_JSON_OPTIONAL, &rows, &present, error))
    return FALSE;
  for (guint i = 0; present && i < weft_json_at_length (&rows); i++)
    {
      guint32 index;

      weft_json_at_element (&rows, i, &element);
      if (!weft_json_at_integer (&element, &row, error))
        return FALSE;
      if (row < 0 || row >= measurements->points->len)
        return weft_json_at_refuse (&element, WEFT_JSON_ERROR_RANGE, _("an index of what the file lists"), error);
      index = row;
      g_array_append_val (series->points, index);
    }
  return TRUE;
}

/* Predictions follow from the knobs. */
static void
predict_rows (const WeftFit *fit, WeftFitSeries *series)
{
  series->has_flops = !isnan (series->whole.phi.used);
  series->has_bytes = !isnan (series->whole.beta.used);
  for (guint i = 0; i < series->points->len; i++)
    {
      const WeftMeasurement *point = weft_fit_series_point (series, fit->measurements, i);
      double time_s;

      time_s = weft_fit_predict (fit, series, point->flops, point->bytes);
      g_array_append_val (series->predicted_s, time_s);
    }
}

static gboolean
read_errors (const WeftJsonAt *at, WeftFitSeries *series, GError **error)
{
  WeftJsonAt single;

  return get_index (at, "points", G_MAXINT32, &series->n_points, error)
         && get_amount (at, "p_value", &series->p_value, error) && get_amount (at, "mape", &series->mape, error)
         && get_amount (at, "mape_held_out", &series->mape_held_out, error)
         && get_amount (at, "median_error", &series->median_error, error)
         && get_amount (at, "worst_error", &series->worst_error, error)
         && get_amount (at, "tail_ratio", &series->tail_ratio, error) && get_texts (at, "notes", series->notes, error)
         && weft_json_at_get_object (at, "single", WEFT_JSON_REQUIRED, &single, NULL, error)
         && read_segment (&single, &series->whole, error);
}

static gboolean
read_series (const WeftJsonAt *at, const WeftJsonAt *knobs, WeftFit *fit, WeftFitSeries *series, GError **error)
{
  const WeftMeasurements *measurements = fit->measurements;
  const char *platform = NULL;
  WeftJsonAt ops, list;

  if (!find_platform (at, measurements, &series->platform, &platform, error)
      || !find_text (at, "op", WEFT_JSON_REQUIRED, measurements->ops, &series->op, error)
      || !find_text (at, "path", WEFT_JSON_OPTIONAL, measurements->paths, &series->path, error)
      || !get_index (at, "n_dev", G_MAXINT32, &series->n_dev, error)
      || !weft_json_at_get_object (knobs, platform, WEFT_JSON_REQUIRED, &ops, NULL, error)
      || !weft_json_at_get_array (&ops, g_ptr_array_index (measurements->ops, series->op), WEFT_JSON_REQUIRED, &list,
                                  NULL, error)
      || !read_rows (at, fit, series, error))
    return FALSE;
  series->comm = weft_measured_comm (g_ptr_array_index (measurements->ops, series->op));
  /* without rows the facts are taken as they were for the fit */
  if (!weft_fit_series_prepare (series, measurements, error))
    return FALSE;
  return read_segments (&list, fit, series, error) && read_errors (at, series, error);
}

static gboolean
read_all_series (const WeftJsonAt *root, WeftFit *fit, GError **error)
{
  WeftJsonAt list, knobs, at;

  if (!weft_json_at_get_array (root, "accuracy", WEFT_JSON_REQUIRED, &list, NULL, error)
      || !weft_json_at_get_object (root, "knobs", WEFT_JSON_REQUIRED, &knobs, NULL, error))
    return FALSE;
  if (weft_json_at_length (&list) > MAX_SERIES)
    return weft_json_at_refuse (&list, WEFT_JSON_ERROR_LIMIT, _("at most 100000 series"), error);
  for (guint i = 0; i < weft_json_at_length (&list); i++)
    {
      WeftFitSeries *series = weft_fit_series_new ();

      g_ptr_array_add (fit->series, series);
      weft_json_at_element (&list, i, &at);
      if (!weft_json_at_object (&at, error) || !read_series (&at, &knobs, fit, series, error))
        return FALSE;
      predict_rows (fit, series);
    }
  return TRUE;
}

/* --- outliers --- */

static void
add_outlier (WeftFit *fit, guint32 row)
{
  for (guint i = 0; i < fit->series->len; i++)
    {
      WeftFitSeries *series = g_ptr_array_index (fit->series, i);

      for (guint32 k = 0; k < series->points->len; k++)
        if (g_array_index (series->points, guint32, k) == row)
          {
            g_array_append_val (series->outliers, k);
            return;
          }
    }
}

static gboolean
read_outliers (const WeftJsonAt *root, WeftFit *fit, GError **error)
{
  WeftJsonAt list, at;
  gboolean present;

  if (!weft_json_at_get_array (root, "outliers", WEFT_JSON_OPTIONAL, &list, &present, error))
    return FALSE;
  for (guint i = 0; present && i < weft_json_at_length (&list); i++)
    {
      guint32 row = 0;

      weft_json_at_element (&list, i, &at);
      if (!weft_json_at_object (&at, error) || !get_index (&at, "row", G_MAXUINT32, &row, error))
        return FALSE;
      add_outlier (fit, row);
    }
  return TRUE;
}

/* --- the document --- */

static gboolean
check_format (const WeftJsonAt *root, GError **error)
{
  const char *format = NULL;
  WeftJsonAt member;

  if (!weft_json_at_get_string (root, "format", WEFT_JSON_REQUIRED, &format, error))
    return FALSE;
  weft_json_at_member (root, "format", &member);
  return g_str_equal (format, WEFT_FIT_FORMAT)
         || weft_json_at_refuse (&member, WEFT_JSON_ERROR_RANGE, "\"" WEFT_FIT_FORMAT "\"", error);
}

static gboolean
read_provenance (const WeftJsonAt *root, WeftFit *fit, GError **error)
{
  WeftJsonAt at;
  gboolean present;

  if (!weft_json_at_get_object (root, "provenance", WEFT_JSON_OPTIONAL, &at, &present, error))
    return FALSE;
  return !present
         || (get_text (&at, "date", &fit->date, error)
             && read_all (&at, "files", WEFT_MEASUREMENT_MAX_NAMES, read_file, fit->measurements, error));
}

/**
 * weft_fit_from_json: (skip)
 * @node: a document "weft-fit/1"
 * @error: return location for a %WEFT_JSON_ERROR or a #WeftCalibError
 *
 * Returns: (transfer full) (nullable): the fit; without points when the document keeps none
 */
WeftFit *
weft_fit_from_json (JsonNode *node, GError **error)
{
  g_autoptr (WeftMeasurements) measurements = weft_measurements_new ();
  g_autoptr (WeftFit) self = weft_fit_new_empty (measurements);
  WeftJsonAt root;

  weft_json_at_root (&root, node, _("fit"));
  if (!check_format (&root, error) || !read_provenance (&root, self, error)
      || !read_all (&root, "platforms", WEFT_MEASUREMENT_MAX_NAMES, read_platform, measurements, error)
      || !read_measurements (&root, measurements, error) || !read_all_series (&root, self, error)
      || !read_outliers (&root, self, error) || !get_texts (&root, "failed", self->failed, error)
      || !get_texts (&root, "notes", measurements->notes, error))
    return NULL;
  return g_steal_pointer (&self);
}
