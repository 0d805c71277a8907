/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a history says about itself, and where in it the saved point is. */
#include "design/weft-history-private.h"

/**
 * weft_history_get_can_undo:
 * @self: a history
 *
 * Returns: whether weft_history_undo() would do something
 */
gboolean
weft_history_get_can_undo (WeftHistory *self)
{
  g_return_val_if_fail (WEFT_IS_HISTORY (self), FALSE);

  return self->can_undo;
}

/**
 * weft_history_get_can_redo:
 * @self: a history
 *
 * Returns: whether weft_history_redo() would do something
 */
gboolean
weft_history_get_can_redo (WeftHistory *self)
{
  g_return_val_if_fail (WEFT_IS_HISTORY (self), FALSE);

  return self->can_redo;
}

/**
 * weft_history_get_undo_label:
 * @self: a history
 *
 * Returns: (nullable): "Undo Change Chip of Partition 1", translated
 */
const char *
weft_history_get_undo_label (WeftHistory *self)
{
  g_return_val_if_fail (WEFT_IS_HISTORY (self), NULL);

  return self->undo_label;
}

/**
 * weft_history_get_redo_label:
 * @self: a history
 *
 * Returns: (nullable): "Redo Change Chip of Partition 1", translated
 */
const char *
weft_history_get_redo_label (WeftHistory *self)
{
  g_return_val_if_fail (WEFT_IS_HISTORY (self), NULL);

  return self->redo_label;
}

/**
 * weft_history_get_modified:
 * @self: a history
 *
 * Returns: whether the design is at another point than the saved one
 */
gboolean
weft_history_get_modified (WeftHistory *self)
{
  g_return_val_if_fail (WEFT_IS_HISTORY (self), FALSE);

  return self->modified;
}

/**
 * weft_history_mark_saved:
 * @self: a history
 *
 * The design as it is now is what the file holds.
 */
void
weft_history_mark_saved (WeftHistory *self)
{
  g_return_if_fail (WEFT_IS_HISTORY (self));

  /* What an open group has done is not a position yet. */
  self->saved = self->open != NULL && self->open->edits->len > 0 ? WEFT_HISTORY_SAVED_LOST : self->position;
  self->barrier = TRUE;
  weft_history_update (self);
}

/**
 * weft_history_mark_unsaved:
 * @self: a history
 *
 * No file holds the design as it is now, nor any state that undo leads to.
 */
void
weft_history_mark_unsaved (WeftHistory *self)
{
  g_return_if_fail (WEFT_IS_HISTORY (self));

  self->saved = WEFT_HISTORY_SAVED_LOST;
  self->barrier = TRUE;
  weft_history_update (self);
}

/**
 * weft_history_get_n_changes:
 * @self: a history
 *
 * Returns: how many steps were done, undone and redone since it was made
 */
guint
weft_history_get_n_changes (WeftHistory *self)
{
  g_return_val_if_fail (WEFT_IS_HISTORY (self), 0);

  return self->n_changes;
}

/**
 * weft_history_barrier:
 * @self: a history
 *
 * The next edit starts a new step even if it could continue the last one.
 */
void
weft_history_barrier (WeftHistory *self)
{
  g_return_if_fail (WEFT_IS_HISTORY (self));

  self->barrier = TRUE;
}
