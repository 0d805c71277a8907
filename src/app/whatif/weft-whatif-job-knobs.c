/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taking inputs into the hand, moving them, and writing what they are moved to into the document. */
#include "config.h"

#include "app/whatif/weft-whatif-job-private.h"

#include <glib/gi18n.h>

#include "design/weft-history.h"
#include "model/whatif/weft-whatif-edits.h"

/* (transfer none), as long as it is in the list */
static WeftWhatifKnob *
peek_knob (WeftWhatifJob *self, guint position)
{
  g_autoptr (WeftWhatifKnob) knob = g_list_model_get_item (G_LIST_MODEL (self->knobs), position);

  return knob;
}

static guint
n_knobs (WeftWhatifJob *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->knobs));
}

static gboolean
find_knob (WeftWhatifJob *self, const char *path, guint *position)
{
  for (*position = 0; *position < n_knobs (self); (*position)++)
    if (g_str_equal (weft_input_get_path (weft_whatif_knob_get_input (peek_knob (self, *position))), path))
      return TRUE;
  return FALSE;
}

static void
show_chosen (WeftWhatifJob *self, const char *path, gboolean chosen)
{
  WeftWhatifRow *row = weft_whatif_job_find_row (self, path);

  if (row != NULL)
    weft_whatif_row_set_chosen (row, chosen);
}

void
weft_whatif_job_list_moved (WeftWhatifJob *self, GPtrArray *inputs, GArray *values)
{
  for (guint i = 0; i < n_knobs (self); i++)
    {
      WeftWhatifKnob *knob = peek_knob (self, i);
      double value = weft_whatif_knob_get_value (knob);

      if (!weft_whatif_knob_is_moved (knob))
        continue;
      g_ptr_array_add (inputs, g_object_ref (weft_whatif_knob_get_input (knob)));
      g_array_append_val (values, value);
    }
}

/* Those that the design does not have any more are gone. */
void
weft_whatif_job_follow_knobs (WeftWhatifJob *self)
{
  for (guint i = n_knobs (self); i > 0; i--)
    {
      WeftWhatifKnob *knob = peek_knob (self, i - 1);
      g_autoptr (WeftInput) input =
        weft_whatif_find_input (self->whatif, weft_input_get_path (weft_whatif_knob_get_input (knob)), NULL);

      g_signal_handlers_block_by_func (knob, weft_whatif_job_touch, self);
      if (input != NULL)
        weft_whatif_knob_set_input (knob, input);
      g_signal_handlers_unblock_by_func (knob, weft_whatif_job_touch, self);
      if (input == NULL)
        g_list_store_remove (self->knobs, i - 1);
      else
        show_chosen (self, weft_input_get_path (input), TRUE);
    }
}

GListModel *
weft_whatif_job_get_knobs (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  return G_LIST_MODEL (self->knobs);
}

WeftWhatifKnob *
weft_whatif_job_add_knob (WeftWhatifJob *self, WeftInput *input)
{
  g_autoptr (WeftWhatifKnob) knob = NULL;
  guint position;

  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self) && WEFT_IS_INPUT (input), NULL);

  if (find_knob (self, weft_input_get_path (input), &position))
    return peek_knob (self, position);
  knob = weft_whatif_knob_new (input);
  g_signal_connect_object (knob, "notify::value", G_CALLBACK (weft_whatif_job_touch), self, G_CONNECT_SWAPPED);
  g_list_store_append (self->knobs, knob);
  show_chosen (self, weft_input_get_path (input), TRUE);
  weft_whatif_job_emit_changed (self);
  return knob;
}

void
weft_whatif_job_remove_knob (WeftWhatifJob *self, WeftWhatifKnob *knob)
{
  g_autoptr (WeftWhatifKnob) held = NULL;
  guint position;

  g_return_if_fail (WEFT_IS_WHATIF_JOB (self) && WEFT_IS_WHATIF_KNOB (knob));

  if (!g_list_store_find (self->knobs, knob, &position))
    return;
  held = g_object_ref (knob);
  g_signal_handlers_disconnect_by_data (knob, self);
  g_list_store_remove (self->knobs, position);
  show_chosen (self, weft_input_get_path (weft_whatif_knob_get_input (knob)), FALSE);
  if (weft_whatif_knob_is_moved (knob))
    weft_whatif_job_touch (self);
  else
    weft_whatif_job_emit_changed (self);
}

static guint
count_moved (WeftWhatifJob *self, gboolean only_held)
{
  guint n = 0;

  for (guint i = 0; i < n_knobs (self); i++)
    {
      WeftWhatifKnob *knob = peek_knob (self, i);

      n += weft_whatif_knob_is_moved (knob) && (!only_held || weft_whatif_holds (weft_whatif_knob_get_input (knob)));
    }
  return n;
}

guint
weft_whatif_job_n_moved (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), 0);

  return count_moved (self, FALSE);
}

guint
weft_whatif_job_n_held (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), 0);

  return count_moved (self, TRUE);
}

void
weft_whatif_job_reset (WeftWhatifJob *self)
{
  g_return_if_fail (WEFT_IS_WHATIF_JOB (self));

  if (weft_whatif_job_n_moved (self) == 0)
    return;
  for (guint i = 0; i < n_knobs (self); i++)
    {
      WeftWhatifKnob *knob = peek_knob (self, i);

      g_signal_handlers_block_by_func (knob, weft_whatif_job_touch, self);
      weft_whatif_knob_reset (knob);
      g_signal_handlers_unblock_by_func (knob, weft_whatif_job_touch, self);
    }
  weft_whatif_job_touch (self);
}

gboolean
weft_whatif_job_apply (WeftWhatifJob *self, GError **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GPtrArray) edits = NULL;
  WeftHistory *history;

  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self) && self->whatif != NULL, FALSE);

  weft_whatif_job_list_moved (self, inputs, values);
  edits = weft_whatif_list_edits (self->whatif, weft_session_get_design (self->session), inputs,
                                  (const double *) values->data, error);
  if (edits == NULL)
    return FALSE;
  history = weft_session_get_history (self->session);
  weft_history_begin (history, _("Apply What-if"));
  for (guint i = 0; i < edits->len; i++)
    weft_history_do (history, g_object_ref (edits->pdata[i]));
  weft_history_end (history);
  return TRUE;
}
