/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which input moves in a study, from where to where. */
#pragma once

#include <gtk/gtk.h>

#include "app/whatif/weft-whatif-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_INPUT_RANGE (weft_input_range_get_type ())
G_DECLARE_FINAL_TYPE (WeftInputRange, weft_input_range, WEFT, INPUT_RANGE, GtkWidget)

void      weft_input_range_bind      (WeftInputRange      *self,
                                      WeftWhatifJob       *job,
                                      WeftWhatifStudyKind  kind);
void      weft_input_range_update    (WeftInputRange      *self);
/* The field of the beginning, or of the end. */
GtkEntry *weft_input_range_get_entry (WeftInputRange      *self,
                                      guint                end);

G_END_DECLS
