/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the unit by how much time is seen, and a base once labels would need too many digits. */
#include "draw/gantt/weft-gantt-scale-private.h"

#include <math.h>

/* A label with the number of ticks that lie before it has five digits at most. */
#define MOST_TICKS_BEFORE 1e4
/* The base is a multiple of so many times the time that is seen. */
#define BASE_SPANS 10.0

typedef struct
{
  double unit_s;
  const char *name;
} Unit;

static const Unit units[] = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "µs" }, { 1e-9, "ns" } };

static const Unit *
choose_unit (double most_s)
{
  for (guint i = 0; i < G_N_ELEMENTS (units) - 1; i++)
    if (most_s >= units[i].unit_s)
      return &units[i];

  return &units[G_N_ELEMENTS (units) - 1];
}

static double
choose_base (double from_s, double to_s, guint wanted)
{
  double step = (to_s - from_s) / wanted;
  double coarse;

  if (to_s / step <= MOST_TICKS_BEFORE)
    return 0;
  coarse = pow (10, ceil (log10 ((to_s - from_s) * BASE_SPANS)));
  return floor (from_s / coarse) * coarse;
}

void
weft_gantt_scale_init (WeftGanttScale *self, double from_s, double to_s, guint wanted, gboolean plain)
{
  static const Unit none = { 1, NULL };
  const Unit *unit;

  if (!(to_s > from_s))
    to_s = from_s + 1;
  self->base_s = choose_base (from_s, to_s, MAX (wanted, 1));
  unit = plain ? &none : choose_unit (to_s - self->base_s);
  self->unit_s = unit->unit_s;
  self->unit = unit->name;
  weft_axis_init_linear (&self->axis, (from_s - self->base_s) / unit->unit_s, (to_s - self->base_s) / unit->unit_s,
                         wanted);
}

double
weft_gantt_scale_tick (const WeftGanttScale *self, guint tick)
{
  return self->base_s + self->axis.ticks[tick] * self->unit_s;
}

char *
weft_gantt_scale_label (const WeftGanttScale *self, guint tick)
{
  g_autofree char *label = weft_axis_label (&self->axis, self->axis.ticks[tick]);

  return g_strconcat (self->base_s != 0 ? "+" : "", label, NULL);
}

char *
weft_gantt_scale_format (const WeftGanttScale *self, double time_s)
{
  double value = (time_s - self->base_s) / self->unit_s;

  return g_strdup_printf ("%s%.*f%s%s", self->base_s != 0 ? "+" : "", MIN (self->axis.digits, 8) + 1, value,
                          self->unit != NULL ? "\u00a0" : "", self->unit != NULL ? self->unit : "");
}

/* All digits of the base that matter. (transfer full) */
static char *
format_base (double base_s, gboolean plain)
{
  const Unit *unit = choose_unit (base_s);

  return plain ? g_strdup_printf ("%.12g", base_s) : g_strdup_printf ("%.12g %s", base_s / unit->unit_s, unit->name);
}

char *
weft_gantt_scale_words (const WeftGanttScale *self)
{
  g_autofree char *base = self->base_s != 0 ? format_base (self->base_s, self->unit == NULL) : NULL;

  if (base == NULL)
    return g_strdup (self->unit != NULL ? self->unit : "");
  return g_strjoin (" + ", base, self->unit, NULL);
}
