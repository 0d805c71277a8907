/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A drop-down with search over parts; each entry shows its id and a line of specification. */
#pragma once

#include <gtk/gtk.h>

#include "app/compose/weft-part.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PART_CHOOSER (weft_part_chooser_get_type ())
G_DECLARE_FINAL_TYPE (WeftPartChooser, weft_part_chooser, WEFT, PART_CHOOSER, GtkWidget)

void         weft_part_chooser_set_parts    (WeftPartChooser *self,
                                             GListModel      *parts,
                                             guint            position);
void         weft_part_chooser_set_label    (WeftPartChooser *self,
                                             const char      *label);
WeftPart    *weft_part_chooser_get_part     (WeftPartChooser *self);
GtkDropDown *weft_part_chooser_get_dropdown (WeftPartChooser *self);

G_END_DECLS
