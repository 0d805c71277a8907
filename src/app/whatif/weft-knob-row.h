/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A knob in the list: a slider and a field for its value, or a switch for yes and no. */
#pragma once

#include <gtk/gtk.h>

#include "app/whatif/weft-whatif-knob.h"

G_BEGIN_DECLS

/* Signals "select", "remove": somebody wants that. */
#define WEFT_TYPE_KNOB_ROW (weft_knob_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftKnobRow, weft_knob_row, WEFT, KNOB_ROW, GtkWidget)

GtkWidget      *weft_knob_row_new       (WeftWhatifKnob *knob);
WeftWhatifKnob *weft_knob_row_get_knob  (WeftKnobRow    *self);
GtkRange       *weft_knob_row_get_scale (WeftKnobRow    *self);
GtkEntry       *weft_knob_row_get_entry (WeftKnobRow    *self);

G_END_DECLS
