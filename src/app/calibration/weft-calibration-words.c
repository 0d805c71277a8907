/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What knobs are stands in tables; here is what people judge them by. */
#include "config.h"

#include "app/calibration/weft-calibration-words.h"

#include <glib/gi18n.h>
#include <math.h>

#include "app/workloads/weft-mapping-words.h"

/* Of names that are listed instead of counted. */
#define MOST_CHARS 32

/* (transfer full) */
static char *
write_share (double share)
{
  return isnan (share) ? g_strdup (_("unknown")) : g_strdup_printf ("%.2f\302\240%%", 100 * share);
}

/* (transfer full) (element-type utf8) */
static GPtrArray *
list_platforms (const WeftMeasurements *measurements)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < measurements->platforms->len; i++)
    g_ptr_array_add (names, g_array_index (measurements->platforms, WeftMeasuredPlatform, i).name);
  return names;
}

/* Few names are told, many are counted and told in the tip. */
static void
add_names (GPtrArray *facts, const char *name, GPtrArray *names)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  if (g_utf8_strlen (all->str, -1) <= MOST_CHARS)
    weft_fact_add (facts, name, g_strdup (all->str), NULL);
  else
    weft_fact_add_quantity (facts, name, names->len, WEFT_UNIT_COUNT, all->str);
  g_string_free (all, TRUE);
}

GPtrArray *
weft_facts_of_measurements (const WeftMeasurements *measurements)
{
  GPtrArray *facts = weft_facts_new ();
  g_autoptr (GPtrArray) platforms = list_platforms (measurements);

  add_names (facts, _("Platforms"), platforms);
  add_names (facts, _("Operators"), measurements->ops);
  weft_fact_add_quantity (facts, _("Points"), measurements->points->len, WEFT_UNIT_COUNT,
                          _("One measured time each"));
  return facts;
}

static const char *
word_axis (WeftFitAxis axis)
{
  switch (axis)
    {
    case WEFT_FIT_BY_FLOPS:
      return _("Operations");
    case WEFT_FIT_BY_INTENSITY:
      return _("Operations for each byte");
    case WEFT_FIT_BY_BYTES:
    case WEFT_N_FIT_AXES:
    default:
      return _("Bytes");
    }
}

GPtrArray *
weft_facts_of_series (const WeftFitSeries *series)
{
  GPtrArray *facts = weft_facts_new ();

  weft_fact_add_quantity (facts, _("Points"), series->n_points, WEFT_UNIT_COUNT, NULL);
  weft_fact_add (facts, _("Mean error"), write_share (series->mape), _("Of fitted against measured times"));
  weft_fact_add (facts, _("Held out"), write_share (series->mape_held_out),
                 _("Mean error of points that a fit without them predicts, in five parts"));
  weft_fact_add (facts, _("Median error"), write_share (series->median_error), NULL);
  weft_fact_add (facts, _("Worst error"), write_share (series->worst_error), NULL);
  weft_fact_add_quantity (facts, _("Outliers"), series->outliers->len, WEFT_UNIT_COUNT,
                          _("Points whose error is beyond what the others explain; they count in the fit all the same"));
  if (!isnan (series->tail_ratio))
    weft_fact_add_quantity (facts, _("p99 / fitted"), series->tail_ratio, WEFT_UNIT_RATIO,
                            _("Median of the measured 99th percentile over the fitted time"));
  if (series->n_segments > 1)
    weft_fact_add (facts, _("Segments by"), g_strdup (word_axis (series->axis)),
                   _("The size that cuts this series into parts with knobs of their own"));
  if (series->cache_bytes > 0)
    weft_fact_add_quantity (facts, _("Cache up to"), series->cache_bytes, WEFT_UNIT_BYTES,
                            _("Smaller footprints take the bandwidth of the cache"));
  return facts;
}

static void
add_error (GPtrArray *facts, const char *name, double error, const char *tip)
{
  if (!isnan (error))
    weft_fact_add (facts, name, write_share (error), tip);
}

GPtrArray *
weft_facts_of_projection (const WeftProjection *projection)
{
  GPtrArray *facts = weft_facts_new ();
  const char *left_out = _("When each platform in turn is projected from the others");
  const char *own = _("Of what was measured on this platform itself, which the projection does not use");

  add_error (facts, _("Computing, left out"), projection->error_left_out, left_out);
  add_error (facts, _("Communication, left out"), projection->comm_error_left_out, left_out);
  add_error (facts, _("Computing, here"), projection->held_out_error, own);
  add_error (facts, _("Communication, here"), projection->held_out_comm_error, own);
  return facts;
}
