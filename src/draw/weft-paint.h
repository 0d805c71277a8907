/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every painting shares: the palette (light, dark), the icons of the parts of time, and the
 * export of a painting to SVG, PDF or PNG. Painting is cairo and pango only; the window and the
 * command line call the same functions. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

typedef struct
{
  double r, g, b, a;
} WeftColour;

/**
 * WeftBox: (skip)
 * A rectangle: of a picture in user units, of a canvas in its own.
 */
typedef struct
{
  double x, y, w, h;
} WeftBox;

/* What a box on the canvas is. Each kind has a shape (icon) and a colour of its own. */
typedef enum
{
  WEFT_SCENE_CHIP,
  WEFT_SCENE_SWITCH,
  WEFT_SCENE_NIC,
  WEFT_SCENE_MEMORY,
  WEFT_SCENE_CPU,
  WEFT_SCENE_POWER,
  WEFT_SCENE_PACKAGE,
  WEFT_SCENE_NODE,
  WEFT_SCENE_RACK,
  WEFT_SCENE_OTHER,
  WEFT_N_SCENE_KINDS,
} WeftSceneKind;

/* Hues that tell the series of a plot apart. */
#define WEFT_N_SERIES 8
/* Hues that tell kernels apart. */
#define WEFT_N_KERNEL_HUES 8

/**
 * WeftPalette: (skip)
 * Colours and text of a painting. The window fills one from CSS; exports take weft_palette_light.
 */
typedef struct
{
  WeftColour background; /* transparent in the window */
  WeftColour text;
  WeftColour dim_text;
  WeftColour grid;
  WeftColour accent;
  WeftColour error;
  WeftColour warning;
  WeftColour workloads[WEFT_N_WORKLOADS]; /* blue, teal, green, amber, purple, pink */
  WeftColour parts[WEFT_N_PARTS];         /* from cool to warm, none of the hues above */
  WeftColour series[WEFT_N_SERIES];       /* of a plot: apart also for people without red or green */
  WeftColour kernels[WEFT_N_KERNEL_HUES]; /* of tasks: apart as well, and calm where they fill much of a picture */
  WeftColour card;                        /* behind text that needs a ground of its own, opaque */
  WeftColour wire;                        /* of a canvas */
  WeftColour kinds[WEFT_N_SCENE_KINDS];   /* of boxes on a canvas */
  const char *font;                       /* pango description without size: "Cantarell, Sans" */
  double font_size;                       /* in user units (pixels) */
  gboolean right_to_left;
  gboolean high_contrast;
} WeftPalette;

WEFT_API extern const WeftPalette weft_palette_light;
WEFT_API extern const WeftPalette weft_palette_dark;

/* Takes the stronger hues of series for high contrast; @dark: on a dark ground. */
WEFT_API void weft_palette_strengthen (WeftPalette *palette,
                                       gboolean     dark);

/* The icon of a time part (chip, layers, clock, arrows, bubbles) drawn as a path in a box of @size
 * at @x, @y: same everywhere, tellable without colour. */
WEFT_API void weft_paint_part_icon (cairo_t          *cr,
                                    WeftTimePart      part,
                                    double            x,
                                    double            y,
                                    double            size,
                                    const WeftColour *colour);

/* A painting is a function of size; exports give it a surface by the file's suffix (.svg, .pdf,
 * .png at @scale). */
typedef void (*WeftPaintFunc) (cairo_t           *cr,
                               double             width,
                               double             height,
                               const WeftPalette *palette,
                               gpointer           data);

/* Whether the suffix of @path is one of a picture. */
WEFT_API gboolean weft_paint_check_suffix  (const char        *path,
                                            GError           **error);
WEFT_API gboolean weft_paint_export        (const char        *path,
                                            double             width,
                                            double             height,
                                            double             scale,
                                            const WeftPalette *palette,
                                            WeftPaintFunc      paint,
                                            gpointer           data,
                                            GError           **error);
/* The same with a title in the document: <title> of an SVG, the title of a PDF. */
WEFT_API gboolean weft_paint_export_titled (const char        *path,
                                            double             width,
                                            double             height,
                                            double             scale,
                                            const WeftPalette *palette,
                                            const char        *title,
                                            WeftPaintFunc      paint,
                                            gpointer           data,
                                            GError           **error);

G_END_DECLS
