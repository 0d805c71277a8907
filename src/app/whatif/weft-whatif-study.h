/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study under way or done: what was asked, how far it is, what was found. It works in a thread of its own. No
 * widgets. */
#pragma once

#include "app/whatif/weft-whatif-question.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_WHATIF_STUDY_IDLE,
  WEFT_WHATIF_STUDY_RUNNING,
  WEFT_WHATIF_STUDY_DONE,
  WEFT_WHATIF_STUDY_STOPPED,
  WEFT_WHATIF_STUDY_FAILED, /* the message says why */
} WeftWhatifStudyState;

#define WEFT_TYPE_WHATIF_STUDY (weft_whatif_study_get_type ())
G_DECLARE_FINAL_TYPE (WeftWhatifStudy, weft_whatif_study, WEFT, WHATIF_STUDY, GObject)

/* Signals "changed": anything below is another, while it runs some fifteen times a second; "ended": it has ended by
 * itself. */
WeftWhatifStudy            *weft_whatif_study_new          (void);
/* Takes @question over; what is under way ends. Returns at once. */
void                        weft_whatif_study_start        (WeftWhatifStudy    *self,
                                                            WeftWhatifQuestion *question);
void                        weft_whatif_study_stop         (WeftWhatifStudy    *self);
/* The same as if it had never been asked: what is asked is another thing by now. */
void                        weft_whatif_study_withdraw     (WeftWhatifStudy    *self);
WeftWhatifStudyState        weft_whatif_study_get_state    (WeftWhatifStudy    *self);
const char                 *weft_whatif_study_get_message  (WeftWhatifStudy    *self); /* (nullable) */
double                      weft_whatif_study_get_progress (WeftWhatifStudy    *self); /* 0 to 1 */
/* That was put last. (nullable) (transfer none) */
const WeftWhatifQuestion   *weft_whatif_study_get_question (WeftWhatifStudy    *self);
/* Of the last one that has ended. (nullable) (transfer none) */
const WeftWhatifFinding    *weft_whatif_study_get_finding  (WeftWhatifStudy    *self);

G_END_DECLS
