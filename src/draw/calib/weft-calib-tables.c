/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables; each row is a list of texts that the table copies. */
#include "config.h"

#include "draw/calib/weft-calib-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "calib/weft-fit-summary.h"
#include "draw/calib/weft-calib-cells-private.h"

static void
take_row (WeftTable *table, GPtrArray *cells)
{
  g_ptr_array_add (cells, NULL);
  weft_table_add_row (table, (const char *const *) cells->pdata);
  g_ptr_array_unref (cells);
}

static GPtrArray *
begin_row (void)
{
  return g_ptr_array_new_with_free_func (g_free);
}

static void
add_text (GPtrArray *cells, const char *text)
{
  g_ptr_array_add (cells, g_strdup (text != NULL && text[0] != '\0' ? text : WEFT_CALIB_DASH));
}

static void
add_count (GPtrArray *cells, guint count)
{
  g_ptr_array_add (cells, weft_quantity_format (count, WEFT_UNIT_COUNT));
}

static const WeftMeasuredPlatform *
platform_at (const WeftMeasurements *measurements, guint index)
{
  return &g_array_index (measurements->platforms, WeftMeasuredPlatform, index);
}

/* --- platforms --- */

static char *
say_scale (const WeftMeasurements *measurements, guint platform)
{
  guint least, most;

  weft_measurements_scale (measurements, platform, &least, &most);
  if (most == 0)
    return g_strdup (WEFT_CALIB_DASH);
  if (least == most)
    return g_strdup_printf (ngettext ("%u device", "%u devices", most), most);
  return g_strdup_printf (ngettext ("%u–%u device", "%u–%u devices", most), least, most);
}

static guint *
count_points (const WeftMeasurements *measurements)
{
  guint *n = g_new0 (guint, measurements->platforms->len + 1);

  for (guint i = 0; i < measurements->points->len; i++)
    n[g_array_index (measurements->points, WeftMeasurement, i).platform]++;
  return n;
}

WeftTable *
weft_table_fit_platforms (const WeftMeasurements *measurements)
{
  WeftTable *table = weft_table_new (_("What was measured"));
  g_autofree guint *n_points = count_points (measurements);

  weft_table_add_column (table, _("Platform"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("System"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Scale"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Fabric"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Use"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Points"), WEFT_ALIGN_END);
  for (guint i = 0; i < measurements->platforms->len; i++)
    {
      const WeftMeasuredPlatform *platform = platform_at (measurements, i);
      GPtrArray *cells = begin_row ();

      add_text (cells, platform->name);
      add_text (cells, platform->chip);
      g_ptr_array_add (cells, say_scale (measurements, i));
      add_text (cells, platform->fabric);
      add_text (cells, platform->use != NULL ? platform->use : n_points[i] > 0 ? _("Calibration") : _("Projection"));
      add_count (cells, n_points[i]);
      take_row (table, cells);
    }
  return table;
}

/* --- series and segments --- */

static void
add_knob_columns (WeftTable *table)
{
  weft_table_add_column (table, _("Arithmetic φ"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Bandwidth β"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Launch"), WEFT_ALIGN_END);
}

static void
add_knobs (GPtrArray *cells, const WeftFitSegment *segment)
{
  g_ptr_array_add (cells, weft_calib_share (&segment->phi));
  g_ptr_array_add (cells, weft_calib_share (&segment->beta));
  g_ptr_array_add (cells, weft_calib_launch (&segment->launch_s));
}

/* A column that says something of some series alone is left out when it does not. */
static gboolean
any_series (const WeftFit *fit, gboolean (*says) (const WeftFitSeries *series))
{
  for (guint i = 0; i < fit->series->len; i++)
    if (says (g_ptr_array_index (fit->series, i)))
      return TRUE;
  return FALSE;
}

static gboolean
says_devices (const WeftFitSeries *series)
{
  return series->n_dev > 0;
}

static gboolean
says_path (const WeftFitSeries *series)
{
  return series->path > 0;
}

static gboolean
says_tail (const WeftFitSeries *series)
{
  return !isnan (series->tail_ratio);
}

typedef struct
{
  gboolean devices, path, tail;
} SeriesColumns;

static void
add_series_row (WeftTable *table, const WeftFit *fit, const WeftFitSeries *series, const SeriesColumns *shown)
{
  const WeftMeasurements *measurements = fit->measurements;
  GPtrArray *cells = begin_row ();

  add_text (cells, platform_at (measurements, series->platform)->name);
  add_text (cells, g_ptr_array_index (measurements->ops, series->op));
  if (shown->devices)
    g_ptr_array_add (cells, series->n_dev > 0 ? g_strdup_printf ("%u", series->n_dev) : g_strdup (WEFT_CALIB_DASH));
  if (shown->path)
    add_text (cells, g_ptr_array_index (measurements->paths, series->path));
  add_knobs (cells, series->n_segments == 1 ? &series->segment[0] : &series->whole);
  add_count (cells, series->n_segments);
  g_ptr_array_add (cells, weft_calib_percent (series->mape));
  g_ptr_array_add (cells, weft_calib_percent (series->mape_held_out));
  if (shown->tail)
    g_ptr_array_add (cells, isnan (series->tail_ratio) ? g_strdup (WEFT_CALIB_DASH)
                                                       : weft_quantity_format (series->tail_ratio, WEFT_UNIT_RATIO));
  add_count (cells, series->outliers->len);
  take_row (table, cells);
}

WeftTable *
weft_table_fit_series (const WeftFit *fit)
{
  WeftTable *table = weft_table_new (_("What was fitted"));
  SeriesColumns shown = { any_series (fit, says_devices), any_series (fit, says_path), any_series (fit, says_tail) };

  weft_table_add_column (table, _("Platform"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Operator"), WEFT_ALIGN_START);
  if (shown.devices)
    weft_table_add_column (table, _("Devices"), WEFT_ALIGN_END);
  if (shown.path)
    weft_table_add_column (table, _("Path"), WEFT_ALIGN_START);
  add_knob_columns (table);
  weft_table_add_column (table, _("Segments"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Error"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Held out"), WEFT_ALIGN_END);
  if (shown.tail)
    weft_table_add_column (table, _("p99 / fitted"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Outliers"), WEFT_ALIGN_END);
  for (guint i = 0; i < fit->series->len; i++)
    add_series_row (table, fit, g_ptr_array_index (fit->series, i), &shown);
  return table;
}

WeftTable *
weft_table_fit_segments (const WeftFit *fit, const WeftFitSeries *series)
{
  g_autofree char *name = weft_fit_series_name (fit, series);
  WeftTable *table = weft_table_new (name);

  weft_table_add_column (table, _("From"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("To"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Points"), WEFT_ALIGN_END);
  add_knob_columns (table);
  weft_table_add_column (table, _("Error"), WEFT_ALIGN_END);
  for (guint i = 0; i < series->n_segments; i++)
    {
      const WeftFitSegment *segment = &series->segment[i];
      GPtrArray *cells = begin_row ();

      g_ptr_array_add (cells, weft_calib_size (series->axis, segment->from));
      g_ptr_array_add (cells, weft_calib_size (series->axis, segment->to));
      add_count (cells, segment->n);
      add_knobs (cells, segment);
      g_ptr_array_add (cells, weft_calib_percent (segment->mape));
      take_row (table, cells);
    }
  return table;
}

/* --- errors --- */

static void
add_error_row (WeftTable *table, const WeftFit *fit, const char *name, WeftFitPart part, int op, gboolean tail)
{
  GPtrArray *cells = begin_row ();
  WeftFitSummary summary;

  add_text (cells, name);
  for (guint p = 0; p < fit->measurements->platforms->len; p++)
    {
      WeftFitSummary all;

      weft_fit_summarise (fit, WEFT_FIT_ALL, p, -1, &all);
      if (all.n_series == 0)
        continue;
      weft_fit_summarise (fit, part, p, op, &summary);
      g_ptr_array_add (cells, weft_calib_percent (summary.error));
    }
  weft_fit_summarise (fit, part, -1, op, &summary);
  g_ptr_array_add (cells, weft_calib_percent (summary.error));
  g_ptr_array_add (cells, weft_calib_percent (summary.held_out));
  if (tail)
    g_ptr_array_add (cells, isnan (summary.tail_ratio) ? g_strdup (WEFT_CALIB_DASH)
                                                       : weft_quantity_format (summary.tail_ratio, WEFT_UNIT_RATIO));
  take_row (table, cells);
}

static void
add_part (WeftTable *table, const WeftFit *fit, const char *name, WeftFitPart part, gboolean tail)
{
  WeftFitSummary summary;

  weft_fit_summarise (fit, part, -1, -1, &summary);
  if (summary.n_series > 0)
    add_error_row (table, fit, name, part, -1, tail);
}

WeftTable *
weft_table_fit_errors (const WeftFit *fit)
{
  WeftTable *table = weft_table_new (_("Mean error by operator and platform"));
  gboolean tail = any_series (fit, says_tail);
  WeftFitSummary summary;

  weft_table_add_column (table, _("Operator"), WEFT_ALIGN_START);
  for (guint p = 0; p < fit->measurements->platforms->len; p++)
    {
      weft_fit_summarise (fit, WEFT_FIT_ALL, p, -1, &summary);
      if (summary.n_series > 0)
        weft_table_add_column (table, platform_at (fit->measurements, p)->name, WEFT_ALIGN_END);
    }
  weft_table_add_column (table, _("All"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Held out"), WEFT_ALIGN_END);
  if (tail)
    weft_table_add_column (table, _("p99 / fitted"), WEFT_ALIGN_END);
  for (guint op = 0; op < fit->measurements->ops->len; op++)
    {
      weft_fit_summarise (fit, WEFT_FIT_ALL, -1, op, &summary);
      if (summary.n_series > 0)
        add_error_row (table, fit, g_ptr_array_index (fit->measurements->ops, op), WEFT_FIT_ALL, op, tail);
    }
  add_part (table, fit, _("Mean of computing"), WEFT_FIT_COMPUTE, tail);
  add_part (table, fit, _("Mean of communicating"), WEFT_FIT_COMM, tail);
  return table;
}

/* --- projection --- */

static char *
name_op (const WeftFit *fit, guint32 op, guint32 path)
{
  const char *name = g_ptr_array_index (fit->measurements->ops, op);
  const char *way = g_ptr_array_index (fit->measurements->paths, path);

  return way[0] != '\0' ? g_strdup_printf ("%s, %s", name, way) : g_strdup (name);
}

WeftTable *
weft_table_projection (const WeftFit *fit, const WeftProjection *projection)
{
  g_autofree char *title = g_strdup_printf (_("Knobs of %s as projected"), projection->target.name);
  WeftTable *table = weft_table_new (title);
  gboolean held_out = !isnan (projection->held_out_error) || !isnan (projection->held_out_comm_error);

  weft_table_add_column (table, _("Operator"), WEFT_ALIGN_START);
  add_knob_columns (table);
  if (held_out)
    weft_table_add_column (table, _("Error of its own"), WEFT_ALIGN_END);
  for (guint i = 0; i < projection->knobs->len; i++)
    {
      const WeftProjectedKnob *knob = &g_array_index (projection->knobs, WeftProjectedKnob, i);
      GPtrArray *cells = begin_row ();

      g_ptr_array_add (cells, name_op (fit, knob->op, knob->path));
      g_ptr_array_add (cells, weft_calib_projected (&knob->phi, FALSE));
      g_ptr_array_add (cells, weft_calib_projected (&knob->beta, FALSE));
      g_ptr_array_add (cells, weft_calib_projected (&knob->launch_s, TRUE));
      if (held_out)
        g_ptr_array_add (cells, weft_calib_percent (knob->held_out_error));
      take_row (table, cells);
    }
  return table;
}

/* --- trends --- */

/* "+0.0 %" also for what is a rounding below it. */
static char *
say_excess (double excess)
{
  return g_strdup_printf ("%+.*f %%", excess < 1 ? 1 : 0, fabs (excess) < 5e-4 ? 0.0 : 100 * excess);
}

static void
add_group (GPtrArray *cells, const WeftTrendCurve *curve, guint i)
{
  const WeftTrendGroup *group = i < curve->groups->len ? &g_array_index (curve->groups, WeftTrendGroup, i) : NULL;

  g_ptr_array_add (cells, group == NULL || isnan (group->onset_bytes)
                            ? g_strdup (WEFT_CALIB_DASH) : weft_quantity_format (group->onset_bytes, WEFT_UNIT_BYTES));
  g_ptr_array_add (cells, group == NULL || i == 0 ? g_strdup (WEFT_CALIB_DASH) : say_excess (group->excess));
}

static void
add_trend_rows (WeftTable *table, const WeftFit *fit, const WeftTrend *trend, gboolean simulated)
{
  for (guint i = 0; i < trend->measured.groups->len; i++)
    {
      const WeftTrendGroup *group = &g_array_index (trend->measured.groups, WeftTrendGroup, i);
      GPtrArray *cells = begin_row ();

      add_text (cells, platform_at (fit->measurements, trend->platform)->name);
      g_ptr_array_add (cells, name_op (fit, trend->op, trend->path));
      g_ptr_array_add (cells, group->n_dev > 0 ? g_strdup_printf ("%u", group->n_dev) : g_strdup (WEFT_CALIB_DASH));
      g_ptr_array_add (cells, g_strdup_printf ("%.3f", group->beta));
      g_ptr_array_add (cells, weft_quantity_format (group->launch_s, WEFT_UNIT_S));
      add_group (cells, &trend->measured, i);
      if (simulated)
        add_group (cells, &trend->simulated, i);
      take_row (table, cells);
    }
}

WeftTable *
weft_table_trends (const WeftFit *fit, GPtrArray *trends)
{
  WeftTable *table = weft_table_new (_("Scaling of communication"));
  gboolean simulated = FALSE;

  for (guint i = 0; i < trends->len; i++)
    simulated = simulated || ((const WeftTrend *) trends->pdata[i])->has_simulated;
  weft_table_add_column (table, _("Platform"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Operator"), WEFT_ALIGN_START);
  weft_table_add_column (table, _("Devices"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Bandwidth β"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Start"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Congests from"), WEFT_ALIGN_END);
  weft_table_add_column (table, _("Excess"), WEFT_ALIGN_END);
  if (simulated)
    {
      weft_table_add_column (table, _("Simulated from"), WEFT_ALIGN_END);
      weft_table_add_column (table, _("Simulated excess"), WEFT_ALIGN_END);
    }
  for (guint i = 0; i < trends->len; i++)
    add_trend_rows (table, fit, trends->pdata[i], simulated);
  return table;
}
