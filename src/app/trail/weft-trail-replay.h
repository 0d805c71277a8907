/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes every evaluation of a run again, in a worker, and says what differs. */
#pragma once

#include "search/weft-search.h"

G_BEGIN_DECLS

/* Called in the worker. */
typedef void (*WeftReplayProgress) (double share, gpointer data);

void     weft_trail_replay_async    (WeftEvaluator          *evaluator,
                                     const char             *path,
                                     guint64                 from, /* the first event that is compared, 1 for all */
                                     WeftReplayProgress      progress,
                                     GCancellable           *cancellable,
                                     GAsyncReadyCallback     callback,
                                     gpointer                user_data); /* of @progress too */
/* @report: (out caller-allocates): to clear, also after an error */
gboolean weft_trail_replay_finish   (GAsyncResult           *result,
                                     WeftReplayReport       *report,
                                     GError                **error);
/* (transfer full): "123 evaluations computed again, all equal", "The simulation was run again: the same result" */
char    *weft_trail_replay_describe (const WeftReplayReport *report);

G_END_DECLS
