/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All constants of a profile: what each holds for, its number, and where that comes from. */
#pragma once

#include <adwaita.h>

#include "catalog/weft-profile-constant.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CONSTANTS_DIALOG (weft_constants_dialog_get_type ())
G_DECLARE_FINAL_TYPE (WeftConstantsDialog, weft_constants_dialog, WEFT, CONSTANTS_DIALOG, AdwWindow)

GtkWidget           *weft_constants_dialog_new       (WeftProfile         *profile);
void                 weft_constants_dialog_search    (WeftConstantsDialog *self,
                                                      const char          *words);
GListModel          *weft_constants_dialog_get_shown (WeftConstantsDialog *self);
/* One of those that are shown, with all that is known about it. */
void                 weft_constants_dialog_open      (WeftConstantsDialog *self,
                                                      guint                at);
WeftProfileConstant *weft_constants_dialog_get_open  (WeftConstantsDialog *self);

G_END_DECLS
