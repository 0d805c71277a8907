/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making, comparing and freeing. */
#include "config.h"

#include "app/whatif/weft-whatif-question.h"

#include <math.h>

WeftWhatifQuestion *
weft_whatif_question_new (WeftWhatifStudyKind kind, WeftWhatif *whatif, const char *output)
{
  WeftWhatifQuestion *self = g_atomic_rc_box_new0 (WeftWhatifQuestion);

  self->kind = kind;
  self->whatif = g_object_ref (whatif);
  self->output = g_strdup (output);
  self->knobs = g_ptr_array_new_with_free_func (g_object_unref);
  self->values = g_array_new (FALSE, FALSE, sizeof (double));
  self->low = self->high = self->target = NAN;
  return self;
}

WeftWhatifQuestion *
weft_whatif_question_ref (WeftWhatifQuestion *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear_question (gpointer data)
{
  WeftWhatifQuestion *self = data;

  g_clear_object (&self->whatif);
  g_clear_object (&self->other);
  g_free (self->other_name);
  g_free (self->output);
  g_strfreev (self->paths);
  g_ptr_array_unref (self->knobs);
  g_array_unref (self->values);
}

void
weft_whatif_question_unref (WeftWhatifQuestion *self)
{
  g_atomic_rc_box_release_full (self, clear_question);
}

static gboolean
is_same (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

static gboolean
have_same_paths (const WeftWhatifQuestion *a, const WeftWhatifQuestion *b)
{
  if (a->paths == NULL || b->paths == NULL)
    return a->paths == b->paths;
  return g_strv_equal ((const char *const *) a->paths, (const char *const *) b->paths);
}

static gboolean
have_same_knobs (const WeftWhatifQuestion *a, const WeftWhatifQuestion *b)
{
  if (a->knobs->len != b->knobs->len)
    return FALSE;
  for (guint i = 0; i < a->knobs->len; i++)
    if (!g_str_equal (weft_input_get_path (a->knobs->pdata[i]), weft_input_get_path (b->knobs->pdata[i]))
        || g_array_index (a->values, double, i) != g_array_index (b->values, double, i))
      return FALSE;
  return TRUE;
}

/* All numbers are drawn at once, so a doubt is about any output. */
gboolean
weft_whatif_question_equal (const WeftWhatifQuestion *a, const WeftWhatifQuestion *b)
{
  gboolean same_output = a->kind == WEFT_WHATIF_DOUBT || g_str_equal (a->output, b->output);

  return a->kind == b->kind && a->whatif == b->whatif && a->other == b->other && a->in_both == b->in_both && same_output
         && a->n_samples == b->n_samples && is_same (a->low, b->low) && is_same (a->high, b->high)
         && is_same (a->target, b->target) && have_same_paths (a, b) && have_same_knobs (a, b);
}

WeftWhatifFinding *
weft_whatif_finding_ref (const WeftWhatifFinding *self)
{
  return g_atomic_rc_box_acquire ((WeftWhatifFinding *) self);
}

static void
clear_finding (gpointer data)
{
  WeftWhatifFinding *self = data;

  g_clear_pointer (&self->question, weft_whatif_question_unref);
  g_clear_pointer (&self->output, weft_output_free);
  g_clear_pointer (&self->inputs, g_ptr_array_unref);
  g_free (self->now);
  g_free (self->slopes);
  g_clear_pointer (&self->tornado, weft_tornado_free);
  g_clear_pointer (&self->total_order, weft_total_order_free);
  g_clear_pointer (&self->sweep, weft_sweep_free);
  g_free (self->why_flat);
  g_clear_pointer (&self->break_even, weft_break_even_free);
  g_free (self->first_name);
  g_free (self->second_name);
  g_clear_pointer (&self->doubt, weft_doubt_free);
}

void
weft_whatif_finding_unref (WeftWhatifFinding *self)
{
  g_atomic_rc_box_release_full (self, clear_finding);
}

gboolean
weft_whatif_finding_set (WeftWhatifFinding **held, const WeftWhatifFinding *finding)
{
  if (*held == finding)
    return FALSE;
  g_clear_pointer (held, weft_whatif_finding_unref);
  if (finding != NULL)
    *held = weft_whatif_finding_ref (finding);
  return TRUE;
}
