/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What if: the open design with other numbers, the answer that comes of them at once, and studies of how the answer
 * moves. Evaluations and studies run in threads. No widgets. */
#pragma once

#include "app/weft-session.h"
#include "app/whatif/weft-whatif-choice.h"
#include "app/whatif/weft-whatif-knob.h"
#include "app/whatif/weft-whatif-row.h"
#include "app/whatif/weft-whatif-study.h"

G_BEGIN_DECLS

#define WEFT_TYPE_WHATIF_JOB (weft_whatif_job_get_type ())
G_DECLARE_FINAL_TYPE (WeftWhatifJob, weft_whatif_job, WEFT, WHATIF_JOB, GObject)

/* Signals "changed": design, output, knobs, choices or a study; "answered": the answer; "ended" (study): one has ended
 * by itself. */
WeftWhatifJob    *weft_whatif_job_new           (WeftSession         *session);
WeftSession      *weft_whatif_job_get_session   (WeftWhatifJob       *self);
/* While it is looked at it follows the document; otherwise it catches up later. */
void              weft_whatif_job_set_active    (WeftWhatifJob       *self,
                                                 gboolean             active);
/* (nullable) (transfer none): not made yet, or the design cannot be varied, for which there is a reason. */
WeftWhatif       *weft_whatif_job_get_whatif    (WeftWhatifJob       *self);
const char       *weft_whatif_job_get_failure   (WeftWhatifJob       *self);

/* --- the answer --- */
/* All (transfer none): of WeftWhatifChoice, in the order of a menu. */
GListModel       *weft_whatif_job_get_outputs   (WeftWhatifJob       *self);
void              weft_whatif_job_set_output    (WeftWhatifJob       *self,
                                                 const char          *path);
/* (nullable): before there is a design. */
const WeftOutput *weft_whatif_job_get_output    (WeftWhatifJob       *self);
guint             weft_whatif_job_find_output   (WeftWhatifJob       *self); /* its position */
/* With the knobs as they stand, and the design as it is. (nullable) (transfer none) */
WeftEvaluation   *weft_whatif_job_get_answer    (WeftWhatifJob       *self);
WeftEvaluation   *weft_whatif_job_get_baseline  (WeftWhatifJob       *self);
/* (nullable): why there is no answer. */
const char       *weft_whatif_job_get_refusal   (WeftWhatifJob       *self);

/* --- inputs and knobs --- */
/* Of WeftWhatifRow, by group. */
GListModel       *weft_whatif_job_get_rows      (WeftWhatifJob       *self);
/* (nullable) (transfer none) */
WeftWhatifRow    *weft_whatif_job_find_row      (WeftWhatifJob       *self,
                                                 const char          *path);
/* The input that sweep, break-even and panel are about; NULL for none. */
void              weft_whatif_job_select        (WeftWhatifJob       *self,
                                                 const char          *path);
/* (nullable) (transfer none) */
WeftInput        *weft_whatif_job_get_selected  (WeftWhatifJob       *self);
/* Of WeftWhatifKnob, in the order in which they were chosen. */
GListModel       *weft_whatif_job_get_knobs     (WeftWhatifJob       *self);
/* (transfer none): the new one, or the one that is there. */
WeftWhatifKnob   *weft_whatif_job_add_knob      (WeftWhatifJob       *self,
                                                 WeftInput           *input);
void              weft_whatif_job_remove_knob   (WeftWhatifJob       *self,
                                                 WeftWhatifKnob      *knob);
guint             weft_whatif_job_n_moved       (WeftWhatifJob       *self);
/* All knobs back to where the design has them. */
void              weft_whatif_job_reset         (WeftWhatifJob       *self);
/* How many of the moved ones the document can hold. */
guint             weft_whatif_job_n_held        (WeftWhatifJob       *self);
/* One step of undo for those; FALSE with the reason when a number cannot be. */
gboolean          weft_whatif_job_apply         (WeftWhatifJob       *self,
                                                 GError             **error);

/* --- what stands beside --- */
/* A design to compare with; NULL for none. */
void              weft_whatif_job_set_other     (WeftWhatifJob       *self,
                                                 WeftSession         *other);
WeftSession      *weft_whatif_job_get_other     (WeftWhatifJob       *self);

/* --- studies --- */
/* Of the sweep and the break-even: NAN for the whole reach of the input. */
void              weft_whatif_job_set_range     (WeftWhatifJob       *self,
                                                 WeftWhatifStudyKind  kind,
                                                 double               low,
                                                 double               high);
void              weft_whatif_job_get_range     (WeftWhatifJob       *self,
                                                 WeftWhatifStudyKind  kind,
                                                 double              *low,
                                                 double              *high);
/* What a break-even without another design is to meet, NAN for nothing yet; and whether the input moves in both, which
 * an input of one design alone cannot. */
void              weft_whatif_job_set_target    (WeftWhatifJob       *self,
                                                 double               target);
double            weft_whatif_job_get_target    (WeftWhatifJob       *self);
void              weft_whatif_job_set_in_both   (WeftWhatifJob       *self,
                                                 gboolean             in_both);
gboolean          weft_whatif_job_get_in_both   (WeftWhatifJob       *self);
gboolean          weft_whatif_job_can_be_in_both (WeftWhatifJob      *self);
/* Whether a tornado takes all inputs, or those alone that are not known for sure. */
void              weft_whatif_job_set_all_inputs (WeftWhatifJob      *self,
                                                 gboolean             all_inputs);
gboolean          weft_whatif_job_get_all_inputs (WeftWhatifJob      *self);
WeftWhatifStudy  *weft_whatif_job_get_study     (WeftWhatifJob       *self,
                                                 WeftWhatifStudyKind  kind);
/* Whether it can be asked: all that it needs is there. */
gboolean          weft_whatif_job_can_ask       (WeftWhatifJob       *self,
                                                 WeftWhatifStudyKind  kind);
void              weft_whatif_job_ask           (WeftWhatifJob       *self,
                                                 WeftWhatifStudyKind  kind);
/* The same unless it was asked already, whatever came of that; once the knobs stand still for what takes long. For
 * views that follow the knobs. */
void              weft_whatif_job_ensure        (WeftWhatifJob       *self,
                                                 WeftWhatifStudyKind  kind);
/* Whether what was found is not about the question as it is now. */
gboolean          weft_whatif_job_is_dated      (WeftWhatifJob       *self,
                                                 WeftWhatifStudyKind  kind);

G_END_DECLS
