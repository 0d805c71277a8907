/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run has tried: so that no method spends its budget on the same candidate twice, and every one knows when there
 * is nothing more to try. */
#pragma once

#include "search/weft-method.h"

G_BEGIN_DECLS

typedef struct _WeftTried WeftTried;

WeftTried *weft_tried_new     (WeftProblem *problem);
void       weft_tried_free    (WeftTried *self);
void       weft_tried_add     (WeftTried *self, const WeftCandidate *candidate);
gboolean   weft_tried_has     (WeftTried *self, const WeftCandidate *candidate);
/* Counts an observation; its number, 0 the first. */
int        weft_tried_observe (WeftTried *self, const WeftVerdict *verdict);
/* Whether nothing is left, or too many in a row were refused to go on. */
gboolean   weft_tried_is_over (WeftTried *self);
/* An untried candidate, drawn as weft_candidate_random() does. FALSE when there is none. */
gboolean   weft_tried_draw    (WeftTried *self, WeftRandom *random, WeftCandidate *result);
/* An untried one that is one change away from @from. FALSE when there is none. */
gboolean   weft_tried_mutate  (WeftTried *self, WeftRandom *random, const WeftCandidate *from, WeftCandidate *result);

/* The same as proposals, which count as tried: drawn for a reason, or one change away from observation @parent. FALSE when there is none. */
gboolean   weft_tried_propose_drawn  (WeftTried *self, WeftRandom *random, const char *reason, WeftProposal *proposal);
gboolean   weft_tried_propose_change (WeftTried *self, WeftRandom *random, const WeftCandidate *from, int parent, WeftProposal *proposal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTried, weft_tried_free)

G_END_DECLS
