/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question to a design as it stands with its knobs, and what is found when it is put. Both are plain data that
 * go to a thread and back. No widgets. */
#pragma once

#include "model/whatif/weft-break-even.h"
#include "model/whatif/weft-doubt.h"
#include "model/whatif/weft-sweep.h"
#include "model/whatif/weft-tornado.h"
#include "model/whatif/weft-whatif-response.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_WHATIF_SLOPES,      /* elasticities of all inputs */
  WEFT_WHATIF_TORNADO,     /* each input alone from one end of its range to the other */
  WEFT_WHATIF_TOTAL_ORDER, /* all of them together */
  WEFT_WHATIF_SWEEP,       /* one input through a range */
  WEFT_WHATIF_BREAK_EVEN,  /* where the answer meets another design's, or a target */
  WEFT_WHATIF_DOUBT,       /* how sure the answer is */
  WEFT_N_WHATIF_STUDIES,
} WeftWhatifStudyKind;

/**
 * WeftWhatifQuestion:
 * @kind: what is asked
 * @whatif: the design
 * @other: (nullable): the design that stands beside it
 * @other_name: (nullable): what people call that one
 * @output: path of the output
 * @paths: (array zero-terminated=1): inputs that the question is about
 * @knobs: (element-type WeftInput): inputs that stand elsewhere than in the design
 * @values: where they stand
 * @low: beginning of the range; %NAN for that of the input
 * @high: end of it, likewise
 * @target: a value that the answer is to meet; %NAN for the other design's
 * @in_both: whether the input moves in the other design too
 * @n_samples: draws, or base samples
 */
typedef struct
{
  WeftWhatifStudyKind kind;
  WeftWhatif *whatif;
  WeftDesign *other;
  char *other_name;
  char *output;
  GStrv paths;
  GPtrArray *knobs;
  GArray *values;
  double low;
  double high;
  double target;
  gboolean in_both;
  guint n_samples;
} WeftWhatifQuestion;

/**
 * WeftWhatifFinding:
 * @question: what was asked
 * @output: the output
 * @inputs: (element-type WeftInput): as the studies below count them; empty for a doubt
 * @n_asked: how many of them the question is about; the others were turned, and stand still
 * @now: where each stands
 * @slopes: (nullable): elasticities, one for each input
 * @tornado: (nullable): bars
 * @total_order: (nullable): indices
 * @sweep: (nullable): answers; of a break-even those of both
 * @why_flat: (nullable): why the input of a sweep has no effect
 * @break_even: (nullable): crossings
 * @first_name: (nullable): of the design that was asked
 * @second_name: (nullable): of the one beside it, or %NULL for a target
 * @target: the value of a target
 * @doubt: (nullable): draws
 */
typedef struct
{
  WeftWhatifQuestion *question;
  WeftOutput *output;
  GPtrArray *inputs;
  guint n_asked;
  double *now;
  WeftElasticity *slopes;
  WeftTornado *tornado;
  WeftTotalOrder *total_order;
  WeftSweep *sweep;
  char *why_flat;
  WeftBreakEven *break_even;
  char *first_name;
  char *second_name;
  double target;
  WeftDoubt *doubt;
} WeftWhatifFinding;

/* To be filled, then never changed. */
WeftWhatifQuestion *weft_whatif_question_new   (WeftWhatifStudyKind       kind,
                                                WeftWhatif               *whatif,
                                                const char               *output);
WeftWhatifQuestion *weft_whatif_question_ref   (WeftWhatifQuestion       *self);
void                weft_whatif_question_unref (WeftWhatifQuestion       *self);
gboolean            weft_whatif_question_equal (const WeftWhatifQuestion *a,
                                                const WeftWhatifQuestion *b);
/* On any thread, long; @permille: as of a WeftWorker. (transfer full), NULL with an error */
WeftWhatifFinding  *weft_whatif_question_put   (WeftWhatifQuestion       *self,
                                                int                      *permille,
                                                GCancellable             *cancellable,
                                                GError                  **error);
WeftWhatifFinding  *weft_whatif_finding_ref    (const WeftWhatifFinding  *self);
void                weft_whatif_finding_unref  (WeftWhatifFinding        *self);
/* Holds @finding (nullable) instead of what @held points to; FALSE when that is the same. */
gboolean            weft_whatif_finding_set    (WeftWhatifFinding       **held,
                                                const WeftWhatifFinding  *finding);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftWhatifQuestion, weft_whatif_question_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftWhatifFinding, weft_whatif_finding_unref)

G_END_DECLS
