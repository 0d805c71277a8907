/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The palette of a painting inside a widget: text colours and font from its CSS, hues from the
 * library's light or dark set. */
#pragma once

#include <gtk/gtk.h>

#include "draw/weft-paint.h"

G_BEGIN_DECLS

/* @font receives the family that palette->font points to; it must live as long. */
void weft_palette_from_css (GtkWidget   *widget,
                            WeftPalette *palette,
                            char       **font);

G_END_DECLS
