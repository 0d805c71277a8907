/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Studies: what each needs, and putting it. */
#include "config.h"

#include "app/whatif/weft-whatif-job-private.h"

#include <math.h>

/* Inputs beside which the rest hardly counts; indices of many more take minutes. */
#define TOTAL_ORDER_INPUTS 20
#define TOTAL_ORDER_SAMPLES 512
#define DOUBT_SAMPLES 10000

/* --- what stands beside --- */

void
weft_whatif_job_set_other (WeftWhatifJob *self, WeftSession *other)
{
  g_return_if_fail (WEFT_IS_WHATIF_JOB (self));

  if (!g_set_object (&self->other, other))
    return;
  g_clear_object (&self->other_design);
  weft_whatif_job_emit_changed (self);
}

WeftSession *
weft_whatif_job_get_other (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NULL);

  return self->other;
}

/* As it is now: the same copy as long as it says the same. (transfer none) (nullable) */
static WeftDesign *
copy_other (WeftWhatifJob *self)
{
  WeftDesign *now = self->other != NULL ? weft_session_get_design (self->other) : NULL;
  g_autofree char *before = NULL, *after = NULL;

  if (now == NULL)
    return NULL;
  before = self->other_design != NULL ? weft_design_digest (self->other_design) : NULL;
  after = weft_design_digest (now);
  if (g_strcmp0 (before, after) != 0)
    {
      g_clear_object (&self->other_design);
      self->other_design = weft_design_copy (now);
    }
  return self->other_design;
}

/* --- settings --- */

void
weft_whatif_job_set_range (WeftWhatifJob *self, WeftWhatifStudyKind kind, double low, double high)
{
  g_return_if_fail (WEFT_IS_WHATIF_JOB (self) && kind < WEFT_N_WHATIF_STUDIES);

  self->low[kind] = low;
  self->high[kind] = high;
  weft_whatif_job_emit_changed (self);
}

/* With the ends of the reach where none is set. */
void
weft_whatif_job_get_range (WeftWhatifJob *self, WeftWhatifStudyKind kind, double *low, double *high)
{
  WeftInput *input;
  WeftFactor reach;

  g_return_if_fail (WEFT_IS_WHATIF_JOB (self) && kind < WEFT_N_WHATIF_STUDIES);

  input = weft_whatif_job_get_selected (self);
  *low = self->low[kind];
  *high = self->high[kind];
  if (input == NULL)
    return;
  reach = weft_input_get_reach (input);
  *low = isnan (*low) ? reach.low : *low;
  *high = isnan (*high) ? reach.high : *high;
}

void
weft_whatif_job_set_target (WeftWhatifJob *self, double target)
{
  g_return_if_fail (WEFT_IS_WHATIF_JOB (self));

  self->target = target;
  weft_whatif_job_emit_changed (self);
}

double
weft_whatif_job_get_target (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), NAN);

  return self->target;
}

void
weft_whatif_job_set_in_both (WeftWhatifJob *self, gboolean in_both)
{
  g_return_if_fail (WEFT_IS_WHATIF_JOB (self));

  if (self->in_both == !!in_both)
    return;
  self->in_both = !!in_both;
  weft_whatif_job_emit_changed (self);
}

gboolean
weft_whatif_job_can_be_in_both (WeftWhatifJob *self)
{
  WeftInput *input;

  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), FALSE);

  input = weft_whatif_job_get_selected (self);
  return self->other != NULL && input != NULL && !weft_input_is_own (input);
}

gboolean
weft_whatif_job_get_in_both (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), FALSE);

  return self->in_both && weft_whatif_job_can_be_in_both (self);
}

void
weft_whatif_job_set_all_inputs (WeftWhatifJob *self, gboolean all_inputs)
{
  g_return_if_fail (WEFT_IS_WHATIF_JOB (self));

  if (self->all_inputs == !!all_inputs)
    return;
  self->all_inputs = !!all_inputs;
  weft_whatif_job_emit_changed (self);
}

gboolean
weft_whatif_job_get_all_inputs (WeftWhatifJob *self)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self), FALSE);

  return self->all_inputs;
}

/* --- questions --- */

/* @only_uncertain: what is not known for sure. (transfer full) */
static GStrv
list_inputs (WeftWhatifJob *self, gboolean only_uncertain)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows)), n_listed = 0;
  GStrv paths = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WeftWhatifRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);
      WeftInput *input = weft_whatif_row_get_input (row);

      if (!only_uncertain || weft_input_get_spread (input) > 0)
        paths[n_listed++] = g_strdup (weft_input_get_path (input));
    }
  return paths;
}

/* Those with the longest bars; without a tornado there is no choosing. (transfer full) */
static GStrv
list_strongest (WeftWhatifJob *self)
{
  const WeftWhatifFinding *finding = weft_whatif_study_get_finding (self->studies[WEFT_WHATIF_TORNADO]);
  GStrv paths;

  if (finding == NULL)
    return g_new0 (char *, 1);
  paths = g_new0 (char *, TOTAL_ORDER_INPUTS + 1);
  for (guint i = 0; i < TOTAL_ORDER_INPUTS && i < finding->tornado->n_bars - finding->tornado->n_flat; i++)
    paths[i] = g_strdup (weft_input_get_path (finding->inputs->pdata[finding->tornado->bars[i].input]));
  return paths;
}

static GStrv
list_selected (WeftWhatifJob *self)
{
  GStrv paths = g_new0 (char *, 2);

  paths[0] = g_strdup (self->selected);
  return paths;
}

static void
fill_beside (WeftWhatifJob *self, WeftWhatifQuestion *question)
{
  WeftDesign *other = copy_other (self);

  if (other == NULL)
    return;
  question->other = g_object_ref (other);
  question->other_name = weft_session_dup_title (self->other);
}

/* (transfer full) */
static WeftWhatifQuestion *
make_question (WeftWhatifJob *self, WeftWhatifStudyKind kind)
{
  WeftWhatifQuestion *question = weft_whatif_question_new (kind, self->whatif, self->output);

  question->low = self->low[kind];
  question->high = self->high[kind];
  switch (kind)
    {
    case WEFT_WHATIF_SLOPES:
      question->paths = list_inputs (self, FALSE);
      break;
    case WEFT_WHATIF_TORNADO:
      question->paths = list_inputs (self, !self->all_inputs);
      break;
    case WEFT_WHATIF_TOTAL_ORDER:
      question->paths = list_strongest (self);
      question->n_samples = TOTAL_ORDER_SAMPLES;
      break;
    case WEFT_WHATIF_SWEEP:
      question->paths = list_selected (self);
      break;
    case WEFT_WHATIF_BREAK_EVEN:
      question->paths = list_selected (self);
      fill_beside (self, question);
      question->in_both = weft_whatif_job_get_in_both (self);
      question->target = question->other != NULL ? NAN : self->target;
      break;
    case WEFT_WHATIF_DOUBT:
    case WEFT_N_WHATIF_STUDIES:
    default:
      fill_beside (self, question);
      question->n_samples = DOUBT_SAMPLES;
    }
  if (kind != WEFT_WHATIF_DOUBT && !question->in_both)
    weft_whatif_job_list_moved (self, question->knobs, question->values);
  return question;
}

WeftWhatifStudy *
weft_whatif_job_get_study (WeftWhatifJob *self, WeftWhatifStudyKind kind)
{
  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self) && kind < WEFT_N_WHATIF_STUDIES, NULL);

  return self->studies[kind];
}

gboolean
weft_whatif_job_can_ask (WeftWhatifJob *self, WeftWhatifStudyKind kind)
{
  const WeftWhatifFinding *tornado;

  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self) && kind < WEFT_N_WHATIF_STUDIES, FALSE);

  if (self->whatif == NULL)
    return FALSE;
  switch (kind)
    {
    case WEFT_WHATIF_TOTAL_ORDER:
      tornado = weft_whatif_study_get_finding (self->studies[WEFT_WHATIF_TORNADO]);
      return tornado != NULL && tornado->tornado->n_flat < tornado->tornado->n_bars;
    case WEFT_WHATIF_SWEEP:
      return weft_whatif_job_get_selected (self) != NULL;
    case WEFT_WHATIF_BREAK_EVEN:
      return weft_whatif_job_get_selected (self) != NULL && (self->other != NULL || isfinite (self->target));
    default:
      return TRUE;
    }
}

void
weft_whatif_job_ask (WeftWhatifJob *self, WeftWhatifStudyKind kind)
{
  g_return_if_fail (WEFT_IS_WHATIF_JOB (self) && kind < WEFT_N_WHATIF_STUDIES);

  if (weft_whatif_job_can_ask (self, kind))
    weft_whatif_study_start (self->studies[kind], make_question (self, kind));
}

static gboolean
is_asked (WeftWhatifJob *self, const WeftWhatifQuestion *question, WeftWhatifStudyKind kind)
{
  g_autoptr (WeftWhatifQuestion) now = make_question (self, kind);

  return question != NULL && weft_whatif_question_equal (question, now);
}

/* A sweep follows a knob; what asks about all inputs waits until it stands still, and leaves the answer the machine. */
void
weft_whatif_job_ensure (WeftWhatifJob *self, WeftWhatifStudyKind kind)
{
  WeftWhatifStudy *study;
  gboolean running, waits;

  g_return_if_fail (WEFT_IS_WHATIF_JOB (self) && kind < WEFT_N_WHATIF_STUDIES);

  study = self->studies[kind];
  running = weft_whatif_study_get_state (study) == WEFT_WHATIF_STUDY_RUNNING;
  waits = kind != WEFT_WHATIF_SWEEP;
  if (!weft_whatif_job_can_ask (self, kind) || (running && !waits)
      || is_asked (self, weft_whatif_study_get_question (study), kind))
    return;
  if (waits && self->quiet_source != 0)
    weft_whatif_study_withdraw (study);
  else
    weft_whatif_job_ask (self, kind);
}

gboolean
weft_whatif_job_is_dated (WeftWhatifJob *self, WeftWhatifStudyKind kind)
{
  const WeftWhatifFinding *finding;

  g_return_val_if_fail (WEFT_IS_WHATIF_JOB (self) && kind < WEFT_N_WHATIF_STUDIES, FALSE);

  finding = weft_whatif_study_get_finding (self->studies[kind]);
  return finding != NULL && (self->whatif == NULL || !is_asked (self, finding->question, kind));
}
