/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A button that opens a list of parts with a search field; each row shows id, name and a line of
 * specification. The signal "chosen" (id) comes only when a person has chosen another one. */
#pragma once

#include <gtk/gtk.h>

#include "app/compose/weft-part.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PART_CHOOSER (weft_part_chooser_get_type ())
G_DECLARE_FINAL_TYPE (WeftPartChooser, weft_part_chooser, WEFT, PART_CHOOSER, GtkWidget)

void        weft_part_chooser_set_parts (WeftPartChooser *self,
                                         GListModel      *parts,
                                         guint            position);
void        weft_part_chooser_set_label (WeftPartChooser *self,
                                         const char      *label);
WeftPart   *weft_part_chooser_get_part  (WeftPartChooser *self);
/* The rows that the search leaves, of WeftPart (transfer none). */
GListModel *weft_part_chooser_get_found (WeftPartChooser *self);
void        weft_part_chooser_choose    (WeftPartChooser *self,
                                         guint            position);

G_END_DECLS
