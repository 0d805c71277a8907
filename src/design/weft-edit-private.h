/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kinds of edits and the history need of an edit. */
#pragma once

#include "design/weft-edit.h"

G_BEGIN_DECLS

/* Takes @label. */
void     weft_edit_take_label (WeftEdit *self,
                               char     *label);
gboolean weft_edit_merge      (WeftEdit *self,
                               WeftEdit *next);
/* An applied edit that has come back, by merging, to what it found. */
gboolean weft_edit_is_idle    (WeftEdit *self);

G_END_DECLS
