/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft calibrate fit` and `weft calibrate table`. */
#include "cli/weft-cli-calibrate.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/weft-json-write.h"
#include "base/weft-quantity.h"
#include "calib/weft-fit-summary.h"
#include "cli/weft-cli-outputs.h"
#include "draw/calib/weft-calib-tables.h"
#include "draw/calib/weft-residual-plot.h"

/* Outliers that a terminal shows; --json has all. */
#define MAX_OUTLIERS 10u

/* --- in words --- */

static void
print_segments (const WeftCliOptions *options, const WeftFit *fit)
{
  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (fit->series, i);
      g_autoptr (WeftTable) table = NULL;

      if (series->n_segments < 2)
        continue;
      table = weft_table_fit_segments (fit, series);
      g_print ("\n");
      weft_cli_print_table (options, table);
    }
}

static void
print_outlier (const WeftFit *fit, const WeftFitSeries *series, guint32 at)
{
  const WeftMeasurement *point = weft_fit_series_point (series, fit->measurements, at);
  double predicted_s = g_array_index (series->predicted_s, double, at);
  g_autofree char *name = weft_fit_series_name (fit, series);
  g_autofree char *measured = weft_quantity_format (point->time_s, WEFT_UNIT_S);
  g_autofree char *predicted = weft_quantity_format (predicted_s, WEFT_UNIT_S);
  const char *file = g_array_index (fit->measurements->files, WeftMeasuredFile, point->file).name;

  g_print (_("  %s:%u, %s: measured %s, fitted %s\n"), file, point->line, name, measured, predicted);
}

static void
print_outliers (const WeftCliOptions *options, const WeftFit *fit)
{
  guint n = 0;

  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (fit->series, i);

      for (guint k = 0; k < series->outliers->len; k++, n++)
        {
          if (n == 0)
            weft_cli_print_styled (options, WEFT_STYLE_HEADING, _("\nOutliers, which count all the same\n"));
          if (n < MAX_OUTLIERS)
            print_outlier (fit, series, g_array_index (series->outliers, guint32, k));
        }
    }
  if (n > MAX_OUTLIERS)
    g_print (_("  and %u more\n"), n - MAX_OUTLIERS);
}

static void
print_failures (const WeftCliOptions *options, const WeftFit *fit)
{
  if (fit->failed->len > 0)
    weft_cli_print_styled (options, WEFT_STYLE_WARNING, _("\nNot fitted\n"));
  for (guint i = 0; i < fit->failed->len; i++)
    weft_cli_print_wrapped ("  ", "  ", fit->failed->pdata[i]);
}

static void
print_series_notes (const WeftFit *fit)
{
  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (fit->series, i);
      g_autofree char *name = weft_fit_series_name (fit, series);

      for (guint k = 0; k < series->notes->len; k++)
        {
          g_autofree char *text = g_strdup_printf ("%s: %s", name, (const char *) series->notes->pdata[k]);

          weft_cli_print_wrapped (_("Note: "), "      ", text);
        }
    }
}

static void
print_summary (const WeftFit *fit)
{
  WeftFitSummary summary;
  g_autofree char *points = weft_quantity_format (fit->measurements->points->len, WEFT_UNIT_COUNT);

  weft_fit_summarise (fit, WEFT_FIT_ALL, -1, -1, &summary);
  g_print (ngettext ("%s points, %u series: mean error %.2f %%", "%s points, %u series: mean error %.2f %%",
                     fit->series->len),
           points, fit->series->len, 100 * summary.error);
  if (!isnan (summary.held_out))
    g_print (_(", %.2f %% of points held out"), 100 * summary.held_out);
  g_print ("\n\n");
}

static void
print_fit (const WeftCliOptions *options, const WeftFit *fit)
{
  g_autoptr (WeftTable) table = weft_table_fit_series (fit);

  print_summary (fit);
  weft_cli_print_table (options, table);
  print_segments (options, fit);
  print_outliers (options, fit);
  print_failures (options, fit);
  if (fit->measurements->notes->len > 0)
    g_print ("\n");
  print_series_notes (fit);
  weft_cli_print_fit_notes (fit->measurements->notes);
}

/* --- files --- */

static const WeftFitSeries *
find_series (const WeftFit *fit, const char *wanted)
{
  for (guint i = 0; i < fit->series->len; i++)
    {
      g_autofree char *name = weft_fit_series_name (fit, g_ptr_array_index (fit->series, i));

      if (g_str_equal (name, wanted))
        return g_ptr_array_index (fit->series, i);
    }
  return NULL;
}

static gboolean
write_residuals (const WeftFit *fit, const WeftCliCalibrate *own)
{
  g_autoptr (GError) error = NULL;
  const WeftFitSeries *series = own->series != NULL ? find_series (fit, own->series) : NULL;
  gboolean done;

  if (own->series != NULL && series == NULL)
    {
      g_autofree char *first = weft_fit_series_name (fit, g_ptr_array_index (fit->series, 0));

      weft_cli_refuse (_("calibrate: there is no series “%s”; the first is “%s”"), own->series, first);
      return FALSE;
    }
  done = weft_residual_plot_export (fit, series, own->residuals, own->dark ? &weft_palette_dark : &weft_palette_light,
                                    &error);
  return weft_cli_tell_saved (done, own->residuals, &error);
}

static gboolean
write_knobs (const WeftFit *fit, const WeftCliCalibrate *own)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  const char *only = own->platform != NULL && weft_measurements_find_platform (fit->measurements, own->platform) != NULL
                       ? own->platform : NULL;
  g_autoptr (JsonNode) node = weft_fit_to_knobs (fit, only, notes);

  for (guint i = 0; i < notes->len; i++)
    weft_cli_note ("%s", (const char *) notes->pdata[i]);
  return weft_cli_save_node (own->knobs, node);
}

static gboolean
write_files (const WeftFit *fit, JsonNode *node, const WeftCliCalibrate *own)
{
  return (own->output == NULL || weft_cli_save_node (own->output, node))
         && (own->knobs == NULL || write_knobs (fit, own)) && (own->residuals == NULL || write_residuals (fit, own));
}

/* --- the verbs --- */

int
weft_cli_calibrate_fit (const WeftCliOptions *options, const WeftCliCalibrate *own)
{
  g_autoptr (WeftMeasurements) measurements = weft_cli_read_measurements (options, own);
  g_autoptr (WeftFit) fit = measurements != NULL ? weft_cli_fit_measurements (measurements, own) : NULL;
  g_autoptr (JsonNode) node = NULL;

  if (fit == NULL)
    return WEFT_EXIT_BAD;
  node = weft_fit_to_json (fit);
  if (options->json)
    weft_cli_print_json (node);
  else
    print_fit (options, fit);
  return write_files (fit, node, own) ? WEFT_EXIT_DONE : WEFT_EXIT_BAD;
}

static JsonObject *
errors_to_json (const WeftFit *fit)
{
  const WeftMeasurements *measurements = fit->measurements;
  JsonObject *errors = json_object_new ();
  WeftFitSummary summary;

  for (guint op = 0; op < measurements->ops->len; op++)
    {
      JsonObject *row = json_object_new ();

      for (guint p = 0; p < measurements->platforms->len; p++)
        {
          weft_fit_summarise (fit, WEFT_FIT_ALL, p, op, &summary);
          if (summary.n_series > 0)
            weft_json_set_number (row, g_array_index (measurements->platforms, WeftMeasuredPlatform, p).name,
                                  summary.error);
        }
      json_object_set_object_member (errors, g_ptr_array_index (measurements->ops, op), row);
    }
  return errors;
}

static JsonArray *
coverage_to_json (const WeftMeasurements *measurements)
{
  JsonArray *list = json_array_new ();

  for (guint p = 0; p < measurements->platforms->len; p++)
    {
      const WeftMeasuredPlatform *platform = &g_array_index (measurements->platforms, WeftMeasuredPlatform, p);
      JsonObject *row = json_object_new ();
      guint least, most;

      weft_measurements_scale (measurements, p, &least, &most);
      json_object_set_string_member (row, "platform", platform->name);
      if (platform->chip != NULL)
        json_object_set_string_member (row, "system", platform->chip);
      json_object_set_int_member (row, "least_devices", least);
      json_object_set_int_member (row, "most_devices", most);
      if (platform->fabric != NULL)
        json_object_set_string_member (row, "fabric", platform->fabric);
      if (platform->use != NULL)
        json_object_set_string_member (row, "use", platform->use);
      json_array_add_object_element (list, row);
    }
  return list;
}

static JsonObject *
means_to_json (const WeftFit *fit)
{
  static const char *const keys[] = { "all", "compute", "communication" };
  JsonObject *means = json_object_new ();

  for (guint part = 0; part < G_N_ELEMENTS (keys); part++)
    {
      JsonObject *mean = json_object_new ();
      WeftFitSummary summary;

      weft_fit_summarise (fit, part, -1, -1, &summary);
      weft_json_set_number (mean, "error", summary.error);
      weft_json_set_number (mean, "held_out", summary.held_out);
      weft_json_set_number (mean, "tail_ratio", summary.tail_ratio);
      json_object_set_object_member (means, keys[part], mean);
    }
  return means;
}

int
weft_cli_calibrate_table (const WeftCliOptions *options, const WeftCliCalibrate *own)
{
  g_autoptr (WeftFit) fit = weft_cli_read_fit (own->fit);
  g_autoptr (WeftTable) platforms = NULL;
  g_autoptr (WeftTable) errors = NULL;

  if (fit == NULL)
    return WEFT_EXIT_BAD;
  if (options->json)
    {
      g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
      JsonObject *object = json_object_new ();

      json_node_take_object (node, object);
      json_object_set_array_member (object, "platforms", coverage_to_json (fit->measurements));
      json_object_set_object_member (object, "errors", errors_to_json (fit));
      json_object_set_object_member (object, "means", means_to_json (fit));
      weft_cli_print_json (node);
      return WEFT_EXIT_DONE;
    }
  platforms = weft_table_fit_platforms (fit->measurements);
  errors = weft_table_fit_errors (fit);
  weft_cli_print_table (options, platforms);
  g_print ("\n");
  weft_cli_print_table (options, errors);
  return WEFT_EXIT_DONE;
}
