/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The axis of a chart: a range from tick to tick that covers the values, linear or logarithmic, and
 * where a value lies on it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WEFT_AXIS_MAX_TICKS 40
/* Values that span more than this are shown on a logarithmic axis. */
#define WEFT_AXIS_LOG_SPAN 12.0

typedef struct
{
  gboolean log;
  double min; /* the first tick */
  double max; /* the last tick */
  guint n_ticks;
  double ticks[WEFT_AXIS_MAX_TICKS];
  int digits; /* behind the point, linear only */
} WeftAxis;

/* Whether the positive values of @values span too much for a linear axis. */
gboolean weft_axis_needs_log   (const double *values,
                                guint         n_values);

/* @min < @max, both finite; about @wanted ticks of 1, 2 or 5 times a power of ten. */
void     weft_axis_init_linear (WeftAxis     *self,
                                double        min,
                                double        max,
                                guint         wanted);
/* 0 < @min <= @max; ticks at 1, 2 and 5 of each decade, at decades alone, or at every k-th decade,
 * as @wanted allows. */
void     weft_axis_init_log    (WeftAxis     *self,
                                double        min,
                                double        max,
                                guint         wanted);

/* 0 at the axis's start, 1 at its end; held inside. */
double   weft_axis_place       (const WeftAxis *self,
                                double          value);
/* (transfer full) */
char    *weft_axis_label       (const WeftAxis *self,
                                double          value);

G_END_DECLS
