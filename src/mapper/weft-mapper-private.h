/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The algorithms as functions, one a file, and what they share about a problem as a whole. */
#pragma once

#include "mapper/weft-mapper.h"

G_BEGIN_DECLS

/* @options is never NULL, and the problem has been checked: every task can run on some device in a time that is not
 * negative. A run fills in what it alone knows of @result (is_proved, n_states, gap_locality, tries, notes, algorithm)
 * and returns the schedule; weft_map() fills in the rest. NULL with G_IO_ERROR_CANCELLED or a WEFT_MAPPER_ERROR.
 * (transfer full) */
typedef WeftSchedule *(*WeftMapRun) (WeftMapProblem       *problem,
                                     const WeftMapOptions *options,
                                     GCancellable         *cancellable,
                                     WeftMapResult        *result,
                                     GError              **error);

#define WEFT_DECLARE_MAP_RUN(name)                                                                                    \
  WeftSchedule *weft_map_run_##name (WeftMapProblem *problem, const WeftMapOptions *options,                          \
                                     GCancellable *cancellable, WeftMapResult *result, GError **error)

WEFT_DECLARE_MAP_RUN (heft);
WEFT_DECLARE_MAP_RUN (cpop);
WEFT_DECLARE_MAP_RUN (peft);
WEFT_DECLARE_MAP_RUN (peft_link);
WEFT_DECLARE_MAP_RUN (peft_lc);
WEFT_DECLARE_MAP_RUN (hoft);
WEFT_DECLARE_MAP_RUN (hoft_code);
WEFT_DECLARE_MAP_RUN (aeft_r);
WEFT_DECLARE_MAP_RUN (greedy);
WEFT_DECLARE_MAP_RUN (greedy_append);
WEFT_DECLARE_MAP_RUN (exhaustive);
WEFT_DECLARE_MAP_RUN (best);
WEFT_DECLARE_MAP_RUN (ranks);

/* The function of an algorithm. */
WeftMapRun weft_map_algorithm_run (WeftMapAlgorithm      algorithm);

/* Whether there are devices, all times are numbers from 0 on, and every task can run somewhere. */
gboolean   weft_map_check_problem (const WeftMapProblem *problem,
                                   GError              **error);

/* A time that no schedule beats; @kind: (out): what it follows from, untranslated: "critical path", "work". */
double     weft_map_bound         (const WeftMapProblem *problem,
                                   const char          **kind);

/* Processor time of the calling thread, in seconds: what mapper_s is a difference of. */
double     weft_map_clock_s       (void);

G_END_DECLS
