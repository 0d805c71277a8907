/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two columns that become one when there is no room: side by side each scrolls by itself, one
 * below the other they scroll together. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WEFT_TYPE_ADAPTIVE_BOX (weft_adaptive_box_get_type ())
G_DECLARE_FINAL_TYPE (WeftAdaptiveBox, weft_adaptive_box, WEFT, ADAPTIVE_BOX, GtkWidget)

gboolean weft_adaptive_box_get_narrow (WeftAdaptiveBox *self);

G_END_DECLS
