/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of a calibration for people: three digits, units beside them. */
#include "config.h"

#include "draw/calib/weft-calib-cells-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"

char *
weft_calib_percent (double share)
{
  return isnan (share) ? g_strdup (WEFT_CALIB_DASH) : g_strdup_printf ("%.2f %%", 100 * share);
}

static char *
format_share (double value)
{
  return g_strdup_printf ("%.3f", value);
}

static char *
format_time (double value)
{
  return weft_quantity_format (value, WEFT_UNIT_S);
}

static char *
say_knob (const WeftFitKnob *knob, char *(*format) (double value), const char *sign)
{
  g_autofree char *bound = NULL;
  g_autofree char *projected = NULL;

  if (isnan (knob->used))
    return g_strdup (WEFT_CALIB_DASH);
  if (!isnan (knob->value))
    return format (knob->value);
  bound = isnan (knob->bound) ? g_strdup (_("unknown")) : format (knob->bound);
  if (isnan (knob->projected))
    return g_strdup_printf ("%s %s", isnan (knob->bound) ? "" : sign, bound);
  projected = format (knob->projected);
  /* Translators: "≥ 0.62, projected 0.81" */
  return g_strdup_printf (_("%s %s, projected %s"), sign, bound, projected);
}

char *
weft_calib_share (const WeftFitKnob *knob)
{
  return say_knob (knob, format_share, "≥");
}

char *
weft_calib_launch (const WeftFitKnob *knob)
{
  return say_knob (knob, format_time, "≤");
}

char *
weft_calib_projected (const WeftProjectedValue *value, gboolean is_time)
{
  char *(*format) (double) = is_time ? format_time : format_share;
  g_autofree char *middle = NULL;
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

  if (isnan (value->value))
    return g_strdup (WEFT_CALIB_DASH);
  middle = format (value->value);
  low = format (value->low);
  high = format (value->high);
  /* Translators: a value and the interval around it */
  return g_strdup_printf (_("%s (%s to %s)"), middle, low, high);
}

char *
weft_calib_size (WeftFitAxis axis, double size)
{
  if (axis == WEFT_FIT_BY_BYTES)
    return weft_quantity_format (size, WEFT_UNIT_BYTES);
  if (axis == WEFT_FIT_BY_FLOPS)
    return weft_quantity_format (size, WEFT_UNIT_FLOP);
  if (size == G_MAXDOUBLE)
    return g_strdup (_("no bytes"));
  return g_strdup_printf ("%.3g FLOP/B", size);
}

char *
weft_calib_range (const WeftFitSeries *series, const WeftFitSegment *segment)
{
  g_autofree char *from = weft_calib_size (series->axis, segment->from);
  g_autofree char *to = weft_calib_size (series->axis, segment->to);

  /* Translators: two sizes */
  return g_strdup_printf (_("%s to %s"), from, to);
}
