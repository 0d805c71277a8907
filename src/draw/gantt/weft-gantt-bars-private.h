/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Painting the bars of one chart: wide ones one by one, narrow ones as the share of each pixel's time that each kernel
 * takes. On an image both go straight into its pixels; in a drawing wide bars are shapes. */
#pragma once

#include "draw/gantt/weft-gantt-layout-private.h"
#include "draw/gantt/weft-gantt-private.h"

G_BEGIN_DECLS

/* How strong a bar is: usual, or behind what stands out. */
typedef enum
{
  WEFT_GANTT_USUAL,
  WEFT_GANTT_BEHIND,
  WEFT_GANTT_N_STRENGTHS,
} WeftGanttStrength;

/* A kernel's colour on the ground of the picture, opaque; as a pixel; and the ink that reads on it. */
typedef struct
{
  WeftColour colour;
  WeftColour pale;
  WeftColour ink;
  guint32 pixel;
  guint32 pale_pixel;
  gboolean hatched;
} WeftGanttLook;

typedef WeftGanttLook WeftGanttLooks[WEFT_GANTT_N_STRENGTHS][WEFT_MAX_KERNEL_LOOKS];

void weft_gantt_looks_init (WeftGanttLooks     looks,
                            const WeftGantt   *chart,
                            const WeftPalette *palette);

/* @share of a hue on a ground, as a pixel. */
guint32 weft_gantt_pixel     (const WeftColour  *hue,
                              const WeftColour  *ground,
                              double             share);

/* Shades of a level between nothing and all. */
#define WEFT_GANTT_N_SHADES 64

/* Pixels of levels. */
typedef struct
{
  double pixel_s; /* time of a pixel */
  guint32 pixel[WEFT_GANTT_N_SHADES + 1];
} WeftGanttShades;

/* An image of the room for bars, in pixels of the device. */
typedef struct
{
  guint32 *data;
  int stride; /* in pixels */
  int width;
  int height;
  double scale; /* pixels a user unit */
} WeftGanttPixels;

/* Fills columns [@x0, @x1) of rows [@y0, @y1), as far as they are inside. */
void weft_gantt_pixels_fill    (const WeftGanttPixels *self,
                                int                    x0,
                                int                    y0,
                                int                    x1,
                                int                    y1,
                                const WeftGanttLook   *look);
/* One column, seen through. */
void weft_gantt_pixels_tint    (const WeftGanttPixels *self,
                                int                    x,
                                int                    y0,
                                int                    y1,
                                const WeftGanttLook   *look,
                                double                 alpha);
void weft_gantt_pixels_outline (const WeftGanttPixels *self,
                                int                    x0,
                                int                    y0,
                                int                    x1,
                                int                    y1,
                                int                    thickness,
                                guint32                pixel);

/* In weft-gantt-levels.c */
gboolean weft_gantt_has_levels   (const WeftGantt       *chart);
/* Whether bars are far enough apart to be shown above the levels; always without levels. */
gboolean weft_gantt_shows_bars   (const WeftGantt       *chart,
                                  WeftGanttView         *view);
void     weft_gantt_shades_init  (WeftGanttShades       *self,
                                  const WeftPalette     *palette,
                                  double                 pixel_s);
/* Levels of a row between two rows of pixels, from the left edge at @from_s on. @below: bars have the upper part. */
void     weft_gantt_paint_levels (const WeftGanttPixels *pixels,
                                  const WeftGanttShades *shades,
                                  const WeftGantt       *chart,
                                  guint                  row,
                                  double                 from_s,
                                  int                    y0,
                                  int                    y1,
                                  gboolean               mirrored,
                                  gboolean               below);

/* A bar with room for a text. */
typedef struct
{
  guint32 bar;
  WeftBox box; /* in the picture, as far as it is seen */
  WeftGanttStrength strength;
} WeftGanttText;

/* Bars of the chart at @index of @sheet; @texts: (element-type WeftGanttText): those with room for a text are added. */
void weft_gantt_paint_bars  (cairo_t               *cr,
                             const WeftGanttSheet  *sheet,
                             const WeftGanttLayout *layout,
                             guint                  index,
                             GArray                *texts);
void weft_gantt_paint_texts (cairo_t               *cr,
                             const WeftGanttSheet  *sheet,
                             const WeftGanttLayout *layout,
                             guint                  index,
                             const GArray          *texts);
/* Lines of the critical path between its bars. */
void weft_gantt_paint_path  (cairo_t               *cr,
                             const WeftGanttSheet  *sheet,
                             const WeftGanttLayout *layout,
                             guint                  index);

/* Distance of a bar from the edge of its row. */
static inline double
weft_gantt_row_gap (double row_height)
{
  return row_height >= 14 ? 2.0 : row_height >= 6 ? 1.0 : row_height >= 4 ? 0.5 : 0.0;
}

/* Where a lane's bars lie, in user units from the top of the room for bars. */
static inline void
weft_gantt_lane_place (WeftGanttView *view, const WeftGantt *chart, guint lane, double *y0, double *y1)
{
  const WeftGanttLane *at = &chart->lanes[lane];
  double row_height = weft_gantt_view_get_row_height (view);
  double gap = weft_gantt_row_gap (row_height);
  double top = weft_gantt_view_y (view, at->row) + gap;
  double room = row_height - 2 * gap;

  *y0 = top + room * at->top;
  *y1 = top + room * at->bottom;
  /* Lanes of one row stand apart where there is room. */
  if (at->top > 0 && *y1 - *y0 >= 4)
    *y0 += 1;
}

/* Keeps the texts of bars as masks, in one font at one scale. (nullable @self) */
void weft_gantt_labels_draw (WeftGanttLabels     *self,
                             cairo_t             *cr,
                             double               scale,
                             const WeftTextStyle *style,
                             const char          *text,
                             const WeftBox       *box,
                             const WeftColour    *ink);
double weft_gantt_labels_width (WeftGanttLabels     *self,
                                const WeftTextStyle *style,
                                const char          *text);

G_END_DECLS
