/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Undo and redo: a list of steps with a position in it. A step is one edit or a group of them. */
#include "design/weft-history.h"

#include <glib/gi18n-lib.h>

#include "design/weft-design-private.h"
#include "design/weft-edit-private.h"
#include "design/weft-history-private.h"

enum
{
  PROP_0,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  PROP_UNDO_LABEL,
  PROP_REDO_LABEL,
  PROP_MODIFIED,
  N_PROPS,
};

G_DEFINE_FINAL_TYPE (WeftHistory, weft_history, G_TYPE_OBJECT)

static GParamSpec *properties[N_PROPS];

static WeftHistoryStep *
step_new (const char *label)
{
  WeftHistoryStep *step = g_new0 (WeftHistoryStep, 1);

  step->label = g_strdup (label);
  step->edits = g_ptr_array_new_with_free_func (g_object_unref);
  return step;
}

static void
step_free (WeftHistoryStep *step)
{
  g_free (step->label);
  g_ptr_array_unref (step->edits);
  g_free (step);
}

static const char *
label_at (WeftHistory *self,
          guint        at)
{
  WeftHistoryStep *step = self->steps->pdata[at];

  return step->label != NULL ? step->label : weft_edit_get_label (step->edits->pdata[0]);
}

/* Reverts the edits of @step from the last one down to the @from-th. */
static void
revert_edits (WeftHistory     *self,
              WeftHistoryStep *step,
              guint            from)
{
  weft_design_freeze (self->design);
  for (guint i = step->edits->len; i > from; i--)
    weft_edit_revert (g_ptr_array_index (step->edits, i - 1), self->design);
  weft_design_thaw (self->design);
}

static void
set_flag (WeftHistory *self,
          gboolean    *flag,
          gboolean     value,
          guint        property)
{
  if (*flag == value)
    return;

  *flag = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_label (WeftHistory  *self,
           char        **label,
           char         *value,
           guint         property)
{
  g_autofree char *taken = value;

  if (g_strcmp0 (*label, taken) == 0)
    return;

  g_free (*label);
  *label = g_steal_pointer (&taken);
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

/* Notifies what is different now. */
void
weft_history_update (WeftHistory *self)
{
  gboolean idle = self->open == NULL;
  gboolean can_undo = idle && self->position > 0;
  gboolean can_redo = idle && self->position < (int) self->steps->len;
  char *undo = can_undo ? g_strdup_printf (_("Undo %s"), label_at (self, self->position - 1)) : NULL;
  char *redo = can_redo ? g_strdup_printf (_("Redo %s"), label_at (self, self->position)) : NULL;

  g_object_freeze_notify (G_OBJECT (self));
  set_flag (self, &self->can_undo, can_undo, PROP_CAN_UNDO);
  set_flag (self, &self->can_redo, can_redo, PROP_CAN_REDO);
  set_label (self, &self->undo_label, undo, PROP_UNDO_LABEL);
  set_label (self, &self->redo_label, redo, PROP_REDO_LABEL);
  set_flag (self, &self->modified,
            self->position != self->saved || (!idle && self->open->edits->len > 0),
            PROP_MODIFIED);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
drop_redo (WeftHistory *self)
{
  g_ptr_array_set_size (self->steps, self->position);
  if (self->saved > self->position)
    self->saved = WEFT_HISTORY_SAVED_LOST;
}

/* Takes @step, whose edits are applied. */
static void
push (WeftHistory     *self,
      WeftHistoryStep *step)
{
  drop_redo (self);
  g_ptr_array_add (self->steps, step);
  self->position++;
  self->n_changes++;

  if (self->steps->len > WEFT_HISTORY_MAX_STEPS)
    {
      g_ptr_array_remove_index (self->steps, 0);
      self->position--;
      if (self->saved != WEFT_HISTORY_SAVED_LOST)
        self->saved--; /* 0 becomes WEFT_HISTORY_SAVED_LOST */
    }
}

/* Joins an applied edit with the last one of @step. */
static gboolean
join (WeftHistory     *self,
      WeftHistoryStep *step,
      WeftEdit        *edit)
{
  WeftEdit *last;

  if (self->barrier || step->edits->len == 0)
    return FALSE;

  last = g_ptr_array_index (step->edits, step->edits->len - 1);
  if (!weft_edit_merge (last, edit))
    return FALSE;

  if (weft_edit_is_idle (last))
    {
      g_ptr_array_set_size (step->edits, step->edits->len - 1);
      self->barrier = TRUE;
    }
  return TRUE;
}

/* A step of its own, or more of the last one, unless that was a group. Saving, undo and redo have set
 * the barrier, so that no step changes that they end at. */
static void
record (WeftHistory *self,
        WeftEdit    *edit)
{
  WeftHistoryStep *step = NULL;

  if (self->position > 0 && self->position == (int) self->steps->len)
    step = g_ptr_array_index (self->steps, self->position - 1);

  if (step != NULL && step->label == NULL && join (self, step, edit))
    {
      if (step->edits->len == 0)
        {
          g_ptr_array_set_size (self->steps, self->steps->len - 1);
          self->position--;
        }
      return;
    }

  step = step_new (NULL);
  g_ptr_array_add (step->edits, g_object_ref (edit));
  push (self, step);
  self->barrier = FALSE;
}

static void
record_in_group (WeftHistory *self,
                 WeftEdit    *edit)
{
  if (join (self, self->open, edit))
    return;

  g_ptr_array_add (self->open->edits, g_object_ref (edit));
  self->barrier = FALSE;
}

/* One undo or redo, with one "changed". */
static gboolean
travel (WeftHistory *self,
        gboolean     back)
{
  WeftHistoryStep *step;

  if (back ? !self->can_undo : !self->can_redo)
    return FALSE;

  weft_design_freeze (self->design);
  if (back)
    {
      self->position--;
      step = g_ptr_array_index (self->steps, self->position);
      revert_edits (self, step, 0);
    }
  else
    {
      step = g_ptr_array_index (self->steps, self->position);
      self->position++;
      for (guint i = 0; i < step->edits->len; i++)
        weft_edit_apply (g_ptr_array_index (step->edits, i), self->design);
    }
  self->barrier = TRUE;
  self->n_changes++;
  weft_history_update (self);
  weft_design_thaw (self->design);

  return TRUE;
}

static void
weft_history_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  WeftHistory *self = WEFT_HISTORY (object);

  switch (id)
    {
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, self->can_undo);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, self->can_redo);
      break;
    case PROP_UNDO_LABEL:
      g_value_set_string (value, self->undo_label);
      break;
    case PROP_REDO_LABEL:
      g_value_set_string (value, self->redo_label);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, self->modified);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      break;
    }
}

static void
weft_history_finalize (GObject *object)
{
  WeftHistory *self = WEFT_HISTORY (object);

  g_ptr_array_unref (self->steps);
  g_clear_pointer (&self->open, step_free);
  g_array_unref (self->open_from);
  g_clear_object (&self->design);
  g_free (self->undo_label);
  g_free (self->redo_label);

  G_OBJECT_CLASS (weft_history_parent_class)->finalize (object);
}

static void
weft_history_class_init (WeftHistoryClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = weft_history_get_property;
  object_class->finalize = weft_history_finalize;

  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  properties[PROP_UNDO_LABEL] = g_param_spec_string ("undo-label", NULL, NULL, NULL, flags);
  properties[PROP_REDO_LABEL] = g_param_spec_string ("redo-label", NULL, NULL, NULL, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
weft_history_init (WeftHistory *self)
{
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) step_free);
  self->open_from = g_array_new (FALSE, FALSE, sizeof (guint));
}

/**
 * weft_history_new:
 * @design: the design whose changes it keeps
 *
 * Returns: (transfer full): a history without steps; the design as it is counts as saved
 */
WeftHistory *
weft_history_new (WeftDesign *design)
{
  WeftHistory *self;

  g_return_val_if_fail (WEFT_IS_DESIGN (design), NULL);

  self = g_object_new (WEFT_TYPE_HISTORY, NULL);
  self->design = g_object_ref (design);

  return self;
}

/**
 * weft_history_get_design:
 * @self: a history
 *
 * Returns: (transfer none): its design
 */
WeftDesign *
weft_history_get_design (WeftHistory *self)
{
  g_return_val_if_fail (WEFT_IS_HISTORY (self), NULL);

  return self->design;
}

/**
 * weft_history_do:
 * @self: a history
 * @edit: (transfer full): what to do
 *
 * An edit that would change nothing makes no step.
 */
void
weft_history_do (WeftHistory *self,
                 WeftEdit    *edit)
{
  g_autoptr (WeftEdit) taken = edit;

  g_return_if_fail (WEFT_IS_HISTORY (self));
  g_return_if_fail (WEFT_IS_EDIT (edit));

  if (!weft_edit_changes (taken, self->design))
    return;

  /* Who hears of the change finds the history up to date. */
  weft_design_freeze (self->design);
  weft_edit_apply (taken, self->design);
  if (self->open != NULL)
    record_in_group (self, taken);
  else
    record (self, taken);
  weft_history_update (self);
  weft_design_thaw (self->design);
}

/**
 * weft_history_begin:
 * @self: a history
 * @label: what the group does, translated
 *
 * Opens a group, which weft_history_end() or weft_history_cancel() closes.
 */
void
weft_history_begin (WeftHistory *self,
                    const char  *label)
{
  guint from;

  g_return_if_fail (WEFT_IS_HISTORY (self));
  g_return_if_fail (label != NULL);

  if (self->open == NULL)
    self->open = step_new (label);
  from = self->open->edits->len;
  g_array_append_val (self->open_from, from);
  self->barrier = TRUE;
  weft_history_update (self);
}

/**
 * weft_history_end:
 * @self: a history with an open group
 *
 * Closes the innermost group. A group that has done nothing makes no step.
 */
void
weft_history_end (WeftHistory *self)
{
  WeftHistoryStep *step;

  g_return_if_fail (WEFT_IS_HISTORY (self));
  g_return_if_fail (self->open != NULL);

  g_array_set_size (self->open_from, self->open_from->len - 1);
  self->barrier = TRUE;
  if (self->open_from->len > 0)
    return;

  step = g_steal_pointer (&self->open);
  if (step->edits->len > 0)
    push (self, step);
  else
    step_free (step);
  weft_history_update (self);
}

/**
 * weft_history_cancel:
 * @self: a history with an open group
 *
 * Closes the innermost group and reverts what it has done.
 */
void
weft_history_cancel (WeftHistory *self)
{
  guint from;

  g_return_if_fail (WEFT_IS_HISTORY (self));
  g_return_if_fail (self->open != NULL);

  from = g_array_index (self->open_from, guint, self->open_from->len - 1);
  g_array_set_size (self->open_from, self->open_from->len - 1);
  self->barrier = TRUE;

  weft_design_freeze (self->design);
  revert_edits (self, self->open, from);
  g_ptr_array_set_size (self->open->edits, from);
  if (self->open_from->len == 0)
    g_clear_pointer (&self->open, step_free);
  weft_history_update (self);
  weft_design_thaw (self->design);
}

/**
 * weft_history_undo:
 * @self: a history
 *
 * Returns: whether there was a step to undo; never while a group is open
 */
gboolean
weft_history_undo (WeftHistory *self)
{
  g_return_val_if_fail (WEFT_IS_HISTORY (self), FALSE);

  return travel (self, TRUE);
}

/**
 * weft_history_redo:
 * @self: a history
 *
 * Returns: whether there was a step to redo; never while a group is open
 */
gboolean
weft_history_redo (WeftHistory *self)
{
  g_return_val_if_fail (WEFT_IS_HISTORY (self), FALSE);

  return travel (self, FALSE);
}
