/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measuring and drawing text with pango: the same numbers with and without a surface, so that a
 * layout made for the pointer agrees with the one that is painted. */
#pragma once

#include "draw/weft-paint-private.h"

G_BEGIN_DECLS

typedef struct
{
  const WeftPalette *palette;
  double size;   /* of the font, in user units */
  gboolean bold;
} WeftTextStyle;

/* Left and right are the picture's. */
typedef enum
{
  WEFT_TEXT_LEFT,
  WEFT_TEXT_CENTRE,
  WEFT_TEXT_RIGHT,
} WeftTextAlign;

double weft_text_width          (const WeftTextStyle *style,
                                 const char          *text);
/* Of one line. */
double weft_text_height         (const WeftTextStyle *style);
double weft_text_wrapped_height (const WeftTextStyle *style,
                                 const char          *text,
                                 double               width);

/* One line, in the middle of the box's height; what is wider than the box ends in an ellipsis. */
void   weft_text_draw           (cairo_t             *cr,
                                 const WeftTextStyle *style,
                                 const char          *text,
                                 const WeftBox       *box,
                                 WeftTextAlign        align,
                                 const WeftColour    *colour);
/* As many lines as the box's width needs, from its top; what is higher than the box ends in an
 * ellipsis. */
void   weft_text_draw_wrapped   (cairo_t             *cr,
                                 const WeftTextStyle *style,
                                 const char          *text,
                                 const WeftBox       *box,
                                 WeftTextAlign        align,
                                 const WeftColour    *colour);

G_END_DECLS
