/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything of a tornado stands, for painting and picking alike. */
#pragma once

#include "draw/weft-chart-axis-private.h"
#include "draw/weft-chart-frame-private.h"
#include "draw/whatif/weft-tornado-chart.h"

G_BEGIN_DECLS

struct _WeftTornadoChart
{
  char *title; /* (nullable) */
  WeftOutput *what;
  double centre;
  GArray *rows; /* WeftTornadoRow */
  int hover;
};

/* One end of a bar. Without width it is not drawn. */
typedef struct
{
  WeftBox bar;
  WeftBox text;
  gboolean is_missing; /* no answer there */
} WeftTornadoEnd;

typedef struct
{
  WeftBox row;
  WeftBox label;
  WeftBox total;
  WeftTornadoEnd ends[2]; /* low, high */
} WeftTornadoPlace;

typedef struct
{
  WeftChartFrame frame;
  double width, height;
  WeftBox title;
  WeftBox head;     /* of the column of totals */
  WeftBox keys[2];  /* legend: swatches */
  WeftBox words[2]; /* and what they say */
  WeftBox ticks;
  WeftBox plot;
  WeftAxis axis;    /* in the shown unit */
  double unit_si;
  const char *unit; /* "" for none */
  double centre_x;
  gboolean has_totals;
  gboolean mirrored;
  guint n_rows;
  WeftTornadoPlace *rows;
} WeftTornadoLayout;

void   weft_tornado_layout_init  (WeftTornadoLayout      *self,
                                  const WeftTornadoChart *chart,
                                  double                  width,
                                  const WeftPalette      *palette);
void   weft_tornado_layout_clear (WeftTornadoLayout      *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftTornadoLayout, weft_tornado_layout_clear)

/* Where an answer lies. */
double weft_tornado_layout_x     (const WeftTornadoLayout *self,
                                  double                   answer);

G_END_DECLS
