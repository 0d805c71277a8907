/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Undo and redo: the only way to change a design. One gesture is one step with a name; the saved point is remembered,
 * so that undoing back to it makes the document unmodified again. */
#pragma once

#include "design/weft-edit.h"

G_BEGIN_DECLS

#define WEFT_HISTORY_MAX_STEPS 1000

#define WEFT_TYPE_HISTORY (weft_history_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftHistory, weft_history, WEFT, HISTORY, GObject)

/* Properties (notify): can-undo, can-redo, undo-label, redo-label ("Undo Change Chip", (nullable)), modified. */
WEFT_API WeftHistory *weft_history_new            (WeftDesign *design);
WEFT_API WeftDesign  *weft_history_get_design     (WeftHistory *self);
/* Applies @edit (transfer full) as a step of its own, or inside the open group. */
WEFT_API void         weft_history_do             (WeftHistory *self, WeftEdit *edit);
/* Groups nest; the outermost label names the step. Cancel reverts what the group has done. */
WEFT_API void         weft_history_begin          (WeftHistory *self, const char *label);
WEFT_API void         weft_history_end            (WeftHistory *self);
WEFT_API void         weft_history_cancel         (WeftHistory *self);
WEFT_API gboolean     weft_history_undo           (WeftHistory *self);
WEFT_API gboolean     weft_history_redo           (WeftHistory *self);
WEFT_API gboolean     weft_history_get_can_undo   (WeftHistory *self);
WEFT_API gboolean     weft_history_get_can_redo   (WeftHistory *self);
WEFT_API const char  *weft_history_get_undo_label (WeftHistory *self);
WEFT_API const char  *weft_history_get_redo_label (WeftHistory *self);
WEFT_API gboolean     weft_history_get_modified   (WeftHistory *self);
WEFT_API void         weft_history_mark_saved     (WeftHistory *self);
/* The design came from no file: it stays modified until it is saved. */
WEFT_API void         weft_history_mark_unsaved   (WeftHistory *self);
WEFT_API guint        weft_history_get_n_changes  (WeftHistory *self);
/* The next edit starts a new step even if it could merge (focus left the field). */
WEFT_API void         weft_history_barrier        (WeftHistory *self);

G_END_DECLS
