/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tornado: a bar for each input, from the answer at one end of its range to that at the other, about the answer that
 * stands. */
#pragma once

#include "draw/weft-paint.h"
#include "model/whatif/weft-output.h"

G_BEGIN_DECLS

typedef struct _WeftTornadoChart WeftTornadoChart;

/**
 * WeftTornadoRow: (skip)
 * @label: the input
 * @low: the answer at the beginning of its range, %NAN for none
 * @high: at the end, likewise
 * @low_text: what the input is there
 * @high_text: likewise
 * @total: its part of the variance when all move, with all that it does together with others; %NAN when not asked
 */
typedef struct
{
  char *label;
  double low;
  double high;
  char *low_text;
  char *high_text;
  double total;
} WeftTornadoRow;

/* @what: copied. @centre: the answer that stands. (transfer full) */
WEFT_API WeftTornadoChart *weft_tornado_chart_new      (const char             *title,
                                                        const WeftOutput       *what,
                                                        double                  centre);
WEFT_API void              weft_tornado_chart_free     (WeftTornadoChart       *self);
WEFT_API void              weft_tornado_chart_add      (WeftTornadoChart       *self,
                                                        const char             *label,
                                                        double                  low,
                                                        double                  high,
                                                        const char             *low_text,
                                                        const char             *high_text,
                                                        double                  total);
WEFT_API guint             weft_tornado_chart_n_rows   (const WeftTornadoChart *self);
/* (transfer none) */
WEFT_API const WeftTornadoRow *weft_tornado_chart_row  (const WeftTornadoChart *self,
                                                        guint                   row);
/* The row under the pointer, -1 for none. */
WEFT_API void              weft_tornado_chart_set_hover (WeftTornadoChart      *self,
                                                        int                     row);
WEFT_API void              weft_tornado_chart_paint    (cairo_t                *cr,
                                                        double                  width,
                                                        double                  height,
                                                        const WeftPalette      *palette,
                                                        gpointer                self);
/* The height at which it looks best. */
WEFT_API double            weft_tornado_chart_height   (const WeftTornadoChart *self,
                                                        double                  width,
                                                        const WeftPalette      *palette);
/* The row that holds a point, -1 for none. */
WEFT_API int               weft_tornado_chart_pick     (const WeftTornadoChart *self,
                                                        double                  x,
                                                        double                  y,
                                                        double                  width,
                                                        const WeftPalette      *palette);
/* A row, or with -1 the whole, in words. (transfer full) */
WEFT_API char             *weft_tornado_chart_describe (const WeftTornadoChart *self,
                                                        int                     row);
/* As .svg, .pdf or .png by the suffix of @path. */
WEFT_API gboolean          weft_tornado_chart_export   (WeftTornadoChart       *self,
                                                        const char             *path,
                                                        const WeftPalette      *palette,
                                                        GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTornadoChart, weft_tornado_chart_free)

G_END_DECLS
