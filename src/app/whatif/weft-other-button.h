/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which design stands beside the open one: another open one, an example, a file, or none. */
#pragma once

#include <gtk/gtk.h>

#include "app/whatif/weft-whatif-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_OTHER_BUTTON (weft_other_button_get_type ())
G_DECLARE_FINAL_TYPE (WeftOtherButton, weft_other_button, WEFT, OTHER_BUTTON, GtkWidget)

void weft_other_button_bind   (WeftOtherButton *self,
                               WeftWhatifJob   *job);
void weft_other_button_update (WeftOtherButton *self);

G_END_DECLS
