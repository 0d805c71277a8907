/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nice ticks: 1, 2 and 5 times a power of ten. */
#include "draw/weft-chart-axis-private.h"

#include <math.h>

static const double mantissas[] = { 1.0, 2.0, 5.0 };

/* Exact where a double can hold the result: 0.2 is the double nearest to 0.2, not 2 * 0.1. */
static double
scale_ten (double mantissa,
           int    exponent)
{
  return exponent < 0 ? mantissa / pow (10.0, -exponent) : mantissa * pow (10.0, exponent);
}

/* floor(log10()) that is right at powers of ten. */
static int
decade_of (double value)
{
  int exponent = (int) floor (log10 (value));

  if (scale_ten (1.0, exponent + 1) <= value)
    exponent++;
  else if (scale_ten (1.0, exponent) > value)
    exponent--;

  return exponent;
}

gboolean
weft_axis_needs_log (const double *values,
                     guint         n_values)
{
  double least = INFINITY, most = 0;

  for (guint i = 0; i < n_values; i++)
    if (isfinite (values[i]) && values[i] > 0)
      {
        least = MIN (least, values[i]);
        most = MAX (most, values[i]);
      }

  return most > least * WEFT_AXIS_LOG_SPAN;
}

void
weft_axis_init_linear (WeftAxis *self,
                       double    min,
                       double    max,
                       guint     wanted)
{
  double rough, mantissa = 10.0;
  int exponent;
  double first, last;

  g_assert (isfinite (min) && isfinite (max) && min < max);
  wanted = CLAMP (wanted, 1, WEFT_AXIS_MAX_TICKS / 3);

  *self = (WeftAxis){ .log = FALSE };
  rough = (max - min) / wanted;
  exponent = decade_of (rough);
  for (guint i = G_N_ELEMENTS (mantissas); i-- > 0;)
    if (scale_ten (mantissas[i], exponent) >= rough * (1 - 1e-9))
      mantissa = mantissas[i];
  if (mantissa == 10.0)
    {
      mantissa = 1.0;
      exponent++;
    }

  first = floor (min / scale_ten (mantissa, exponent) + 1e-9);
  last = ceil (max / scale_ten (mantissa, exponent) - 1e-9);
  for (double i = first; i <= last && self->n_ticks < WEFT_AXIS_MAX_TICKS; i++)
    self->ticks[self->n_ticks++] = scale_ten (i * mantissa, exponent);
  self->min = self->ticks[0];
  self->max = self->ticks[self->n_ticks - 1];
  self->digits = MAX (0, -exponent);
}

/* The ticks of a log axis as whole numbers: with 1, 2 and 5 three to a decade, else one. */
static double
log_tick (int      index,
          gboolean fine)
{
  int decade = fine ? (int) floor (index / 3.0) : index;

  return scale_ten (fine ? mantissas[index - 3 * decade] : 1.0, decade);
}

static int
log_index_below (double   value,
                 gboolean fine)
{
  int decade = decade_of (value);
  int index = decade;

  if (fine)
    for (index = 3 * decade + 2; log_tick (index, TRUE) > value * (1 + 1e-9);)
      index--;

  return index;
}

/* First and last tick that cover the range; returns how many steps lie between. */
static guint
find_log_range (double   min,
                double   max,
                gboolean fine,
                int     *first,
                int     *last)
{
  *first = log_index_below (min, fine);
  *last = log_index_below (max, fine);
  if (log_tick (*last, fine) < max * (1 - 1e-9) || *last == *first)
    (*last)++;

  return (guint) (*last - *first);
}

void
weft_axis_init_log (WeftAxis *self,
                    double    min,
                    double    max,
                    guint     wanted)
{
  gboolean fine;
  int first, last, step = 1;

  g_assert (isfinite (min) && isfinite (max) && min > 0 && min <= max);
  wanted = CLAMP (wanted, 2, WEFT_AXIS_MAX_TICKS - 2);
  min = CLAMP (min, 1e-300, 1e299);
  max = CLAMP (max, 1e-300, 1e299);

  *self = (WeftAxis){ .log = TRUE };
  fine = find_log_range (min, max, TRUE, &first, &last) <= wanted;
  if (!fine)
    while (find_log_range (min, max, FALSE, &first, &last) / step > wanted)
      step++;
  /* Decades that are left out are left out on both sides of 1, so that 1 stays a tick. */
  first = (int) floor ((double) first / step) * step;
  last = (int) ceil ((double) last / step) * step;
  for (int i = first; i <= last && self->n_ticks < WEFT_AXIS_MAX_TICKS; i += step)
    self->ticks[self->n_ticks++] = log_tick (i, fine);
  self->min = self->ticks[0];
  self->max = self->ticks[self->n_ticks - 1];
}

double
weft_axis_place (const WeftAxis *self,
                 double          value)
{
  double at;

  if (isnan (value))
    return 0;
  if (!self->log)
    at = (value - self->min) / (self->max - self->min);
  else if (value <= 0)
    at = 0;
  else
    at = (log10 (value) - log10 (self->min)) / (log10 (self->max) - log10 (self->min));

  return CLAMP (at, 0.0, 1.0);
}

/* "10⁻⁶" */
static char *
format_power (int exponent)
{
  static const char *const raised[]
      = { "\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
          "\u2075", "\u2076", "\u2077", "\u2078", "\u2079" };
  g_autofree char *digits = g_strdup_printf ("%d", ABS (exponent));
  GString *text = g_string_new ("10");

  if (exponent < 0)
    g_string_append (text, "\u207b");
  for (const char *p = digits; *p; p++)
    g_string_append (text, raised[*p - '0']);

  return g_string_free (text, FALSE);
}

char *
weft_axis_label (const WeftAxis *self,
                 double          value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char format[8];

  if (self->log && value > 0 && (value >= 1e5 || value < 1e-3))
    {
      int exponent = decade_of (value);
      double mantissa = value / scale_ten (1.0, exponent);
      g_autofree char *power = format_power (exponent);

      if (fabs (mantissa - 1) < 1e-6)
        return g_steal_pointer (&power);
      return g_strdup_printf ("%.0f\u00b7%s", mantissa, power);
    }
  if (self->log || fabs (value) >= 1e9)
    return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6g", value));

  g_snprintf (format, sizeof format, "%%.%df", MIN (self->digits, 9));
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, format, value));
}
