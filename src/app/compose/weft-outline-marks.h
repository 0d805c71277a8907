/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong where in a graph, at every level at once: the worst severity and its message for a
 * line of the outline. No widgets. */
#pragma once

#include "app/compose/weft-outline-node.h"
#include "design/weft-violation.h"

G_BEGIN_DECLS

typedef struct _WeftOutlineMarks WeftOutlineMarks;

/* (transfer full). @violations are of WeftViolation. */
WeftOutlineMarks *weft_outline_marks_new  (GListModel       *violations);
void              weft_outline_marks_free (WeftOutlineMarks *self);
/* FALSE when nothing is wrong there. @message (transfer none). */
gboolean          weft_outline_marks_find (WeftOutlineMarks *self,
                                           WeftOutlineNode  *node,
                                           WeftSeverity     *severity,
                                           const char      **message);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftOutlineMarks, weft_outline_marks_free)

G_END_DECLS
