/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem as a line of text from which another process makes the same problem, or finds that it cannot. */
#pragma once

#include "search/weft-problem-private.h"

G_BEGIN_DECLS

/* For weft_executor_set_work() with weft_problem_work. (transfer full) */
WEFT_API char    *weft_problem_recipe           (WeftProblem *problem);
/* A WeftWorkFactory: the owner is the problem. */
WEFT_API gboolean weft_problem_work_from_recipe (const char *recipe, WeftWork *work, gpointer *owner, GError **error);

G_END_DECLS
