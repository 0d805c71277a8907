/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two pictures beside each other, equally wide; one below the other where there is no room for that. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Its children are those of a template. */
#define WEFT_TYPE_SIDE_BY_SIDE (weft_side_by_side_get_type ())
G_DECLARE_FINAL_TYPE (WeftSideBySide, weft_side_by_side, WEFT, SIDE_BY_SIDE, GtkWidget)

G_END_DECLS
