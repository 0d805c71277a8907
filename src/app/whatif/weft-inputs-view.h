/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of all inputs: searched, by group, with value, how well it is known, and how the answer moves with it. */
#pragma once

#include <gtk/gtk.h>

#include "app/whatif/weft-whatif-job.h"

G_BEGIN_DECLS

/* Actions "inputs.export". */
#define WEFT_TYPE_INPUTS_VIEW (weft_inputs_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftInputsView, weft_inputs_view, WEFT, INPUTS_VIEW, GtkWidget)

void        weft_inputs_view_bind         (WeftInputsView *self,
                                           WeftWhatifJob  *job);
void        weft_inputs_view_update       (WeftInputsView *self);
void        weft_inputs_view_search       (WeftInputsView *self,
                                           const char     *text);
/* The keyboard goes to the search. */
void        weft_inputs_view_focus_search (WeftInputsView *self);
/* Of WeftWhatifRow, as it is shown. (transfer none) */
GListModel *weft_inputs_view_get_shown    (WeftInputsView *self);
/* The list as it is shown. (transfer full) */
char       *weft_inputs_view_to_csv       (WeftInputsView *self);

G_END_DECLS
