/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search does in workers: making the problem, the certified optimum, and the runs themselves. */
#pragma once

#include "search/weft-optimum.h"
#include "search/weft-search.h"

G_BEGIN_DECLS

/* What the problem is made of: a space and a setting, or a recorded run. */
void         weft_problem_make_async    (WeftEvaluator       *evaluator,
                                         const char          *space,
                                         WeftDesign          *setting,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
void         weft_problem_read_async    (WeftEvaluator       *evaluator,
                                         const char          *path,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
/* (transfer full) */
WeftProblem *weft_problem_make_finish   (GAsyncResult        *result,
                                         GError             **error);
/* Within @limit_s. */
void         weft_optimum_find_async    (WeftProblem         *problem,
                                         double               limit_s,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
WeftOptimum *weft_optimum_find_finish   (GAsyncResult        *result,
                                         GError             **error); /* (transfer full): g_free() */
/* Adds runs in a worker, since a method may think before it begins, and runs them until the end. Until the search is
 * not WAITING any more nobody else may ask for its runs. Either @paths (recorded runs without an end) or each of
 * @methods with each of @seeds (element-type guint64). The program does not quit before the end. */
void         weft_search_run_async      (WeftSearch          *search,
                                         const char *const   *paths,
                                         const char *const   *methods,
                                         GArray              *seeds,
                                         guint                budget,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
gboolean     weft_search_run_finish     (GAsyncResult        *result,
                                         GError             **error);

G_END_DECLS
