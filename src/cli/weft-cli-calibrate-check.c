/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft calibrate check`: how communication scales, measured and simulated. */
#include "cli/weft-cli-calibrate.h"

#include <glib/gi18n.h>
#include <math.h>

#include "calib/weft-calib-trend.h"
#include "draw/calib/weft-calib-tables.h"

/* --- times of a file --- */

static char *
key_of (const char *platform, const char *op, const char *path, guint n_dev, double bytes)
{
  return g_strdup_printf ("%s\t%s\t%s\t%u\t%.17g", platform, op, path, n_dev, bytes);
}

static GHashTable *
index_times (const WeftMeasurements *measurements)
{
  GHashTable *times = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < measurements->points->len; i++)
    {
      const WeftMeasurement *point = &g_array_index (measurements->points, WeftMeasurement, i);
      const char *platform = g_array_index (measurements->platforms, WeftMeasuredPlatform, point->platform).name;

      g_hash_table_insert (times,
                           key_of (platform, g_ptr_array_index (measurements->ops, point->op),
                                   g_ptr_array_index (measurements->paths, point->path), point->n_dev, point->bytes),
                           (gpointer) &point->time_s);
    }
  return times;
}

static double
look_up_cb (const WeftTrendCall *call, gpointer data, GError **error G_GNUC_UNUSED)
{
  g_autofree char *key = key_of (call->platform->name, call->op, call->path, call->n_dev, call->bytes);
  const double *time_s = g_hash_table_lookup (data, key);

  return time_s != NULL ? *time_s : NAN;
}

/* --- the answer --- */

static gboolean
is_same (const WeftTrend *trend)
{
  return !trend->has_simulated || (trend->same_order && trend->same_onset && trend->same_growth);
}

static gboolean
all_same (const GPtrArray *trends)
{
  for (guint i = 0; i < trends->len; i++)
    if (!is_same (g_ptr_array_index (trends, i)))
      return FALSE;
  return TRUE;
}

/* Without the sign of what rounds to 0. */
static double
rounded (double exponent)
{
  return fabs (exponent) < 0.005 ? 0.0 : exponent;
}

static void
print_growth (const WeftTrendCurve *curve, const char *what)
{
  if (!isnan (curve->queueing_growth))
    g_print (_("  %s: the time of a byte grows as devices^%.2f\n"), what,
             rounded (curve->queueing_growth));
  if (!isnan (curve->launch_growth))
    g_print (_("  %s: the start grows as devices^%.2f\n"), what, rounded (curve->launch_growth));
  if (curve->onset_n_dev > 0)
    g_print (ngettext ("  %s: congestion from %u device on\n", "  %s: congestion from %u devices on\n",
                       curve->onset_n_dev),
             what, curve->onset_n_dev);
}

static void
print_verdict (const WeftCliOptions *options, const WeftTrend *trend)
{
  g_autoptr (GString) differs = g_string_new (NULL);
  const struct
  {
    gboolean same;
    const char *what;
  } parts[] = {
    { trend->same_order, _("order of times") },
    { trend->same_onset, _("onset of congestion") },
    { trend->same_growth, _("growth") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!parts[i].same)
      g_string_append_printf (differs, "%s%s", differs->len > 0 ? ", " : "", parts[i].what);
  g_print (_("  Simulated times differ by %.1f %% in the mean over %u sizes, %.1f %% of pairs in order: "),
           100 * trend->difference, trend->n_points, 100 * trend->in_order);
  if (differs->len == 0)
    weft_cli_print_styled (options, WEFT_STYLE_GOOD, _("the same trend\n"));
  else
    {
      g_autofree char *text = g_strdup_printf (_("differs in %s\n"), differs->str);

      weft_cli_print_styled (options, WEFT_STYLE_BAD, text);
    }
}

static void
print_trends (const WeftCliOptions *options, const WeftFit *fit, GPtrArray *trends)
{
  g_autoptr (WeftTable) table = weft_table_trends (fit, trends);

  weft_cli_print_table (options, table);
  for (guint i = 0; i < trends->len; i++)
    {
      const WeftTrend *trend = g_ptr_array_index (trends, i);
      const char *path = g_ptr_array_index (fit->measurements->paths, trend->path);

      g_print ("\n%s %s%s%s\n", g_array_index (fit->measurements->platforms, WeftMeasuredPlatform, trend->platform).name,
               (const char *) g_ptr_array_index (fit->measurements->ops, trend->op), path[0] != '\0' ? ", " : "", path);
      print_growth (&trend->measured, _("measured"));
      if (!trend->has_simulated)
        continue;
      print_growth (&trend->simulated, _("simulated"));
      print_verdict (options, trend);
    }
}

static void
print_json (const WeftFit *fit, const GPtrArray *trends)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  JsonObject *answer = json_object_new ();
  JsonArray *list = json_array_new ();

  for (guint i = 0; i < trends->len; i++)
    {
      JsonObject *object = json_object_new ();

      weft_trend_add_json (g_ptr_array_index (trends, i), fit, object);
      json_array_add_object_element (list, object);
    }
  json_object_set_array_member (answer, "trends", list);
  json_object_set_boolean_member (answer, "same", all_same (trends));
  json_node_take_object (node, answer);
  weft_cli_print_json (node);
}

static WeftFit *
take_fit (const WeftCliOptions *options, const WeftCliCalibrate *own)
{
  g_autoptr (WeftMeasurements) measurements = NULL;

  if (own->fit != NULL)
    return weft_cli_read_fit (own->fit);
  measurements = weft_cli_read_measurements (options, own);
  return measurements != NULL ? weft_cli_fit_measurements (measurements, own) : NULL;
}

static GPtrArray *
take_trends (const WeftFit *fit, const WeftCliCalibrate *own, GError **error)
{
  g_autoptr (WeftMeasurements) simulated = NULL;
  g_autoptr (GHashTable) times = NULL;

  if (own->simulated == NULL)
    return weft_calib_trends (fit, weft_trend_simulate_star, NULL, NULL, error);
  simulated = weft_measurements_read (own->simulated, own->platforms, error);
  if (simulated == NULL)
    return NULL;
  times = index_times (simulated);
  return weft_calib_trends (fit, look_up_cb, times, NULL, error);
}

int
weft_cli_calibrate_check (const WeftCliOptions *options, const WeftCliCalibrate *own)
{
  g_autoptr (WeftFit) fit = take_fit (options, own);
  g_autoptr (GPtrArray) trends = NULL;
  g_autoptr (GError) error = NULL;

  if (fit == NULL)
    return WEFT_EXIT_BAD;
  trends = take_trends (fit, own, &error);
  if (trends == NULL)
    return weft_cli_fail (error);
  if (trends->len == 0)
    return weft_cli_refuse (_("calibrate check: no communication was measured; expected operators such as allreduce, p2p"));
  if (options->json)
    print_json (fit, trends);
  else
    print_trends (options, fit, trends);
  return all_same (trends) ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}
