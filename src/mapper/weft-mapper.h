/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The algorithms by name, and what each of them finds. Equal priorities go by the smaller task index, equal scores by
 * the smaller device index, so that the same problem gives the same schedule everywhere. */
#pragma once

#include "mapper/weft-schedule.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_MAP_HEFT,
  WEFT_MAP_CPOP,
  WEFT_MAP_PEFT,
  WEFT_MAP_PEFT_LINK,
  WEFT_MAP_PEFT_LC,
  WEFT_MAP_HOFT,
  WEFT_MAP_HOFT_CODE,
  WEFT_MAP_AEFT_R,
  WEFT_MAP_GREEDY,
  WEFT_MAP_GREEDY_APPEND,
  WEFT_MAP_EXHAUSTIVE,
  WEFT_MAP_BEST,
  WEFT_MAP_RANKS,
  WEFT_N_MAP_ALGORITHMS,
} WeftMapAlgorithm;

/**
 * WeftMapAlgorithmInfo: (skip)
 * @id: its name on the command line: "peft-lc"
 * @title: its name for people: "PEFT-LC"
 * @summary: what it does, one sentence, not translated yet
 * @source: the paper
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *summary;
  const char *source;
} WeftMapAlgorithmInfo;

/**
 * WeftMapOptions: (skip)
 * @locality: PEFT-LC looks only at the devices of a task's predecessors and at the one of each class that is free
 *   first, if there are more than a few: faster, and its price is reported
 * @locality_gap: with @locality: the exact rule runs too, after the clock has stopped, and the gap is reported
 * @skips_bound: no bound is computed; for those who only take the time
 * @max_states: how many states an exhaustive search may visit, 0 for no limit
 * @time_limit_s: how long an exhaustive search may take, 0 for no limit
 * @device_of_rank: (nullable): for %WEFT_MAP_RANKS: the device of each rank; without it rank r runs on the r-th device
 *   of the largest class, and of further ones where that does not hold all
 * @n_ranks: how many it has
 * @progress: (nullable): called now and then on the thread that maps, with the share that is done, 0 to 1
 * @progress_data: for @progress
 */
typedef struct
{
  gboolean locality;
  gboolean locality_gap;
  gboolean skips_bound;
  guint64 max_states;
  double time_limit_s;
  const guint32 *device_of_rank;
  guint n_ranks;
  void (*progress) (double share, gpointer data);
  gpointer progress_data;
} WeftMapOptions;

/**
 * WeftMapTry: (skip)
 * @algorithm: what was tried
 * @makespan_s: what it found, NAN when it could not
 * @mapper_s: how long it took
 * @without: (nullable): the devices that were left empty, in words
 *
 * One of the plans that "best" chose from.
 */
typedef struct
{
  WeftMapAlgorithm algorithm;
  double makespan_s;
  double mapper_s;
  char *without;
} WeftMapTry;

/**
 * WeftMapResult: (skip)
 * @algorithm: what found the schedule; for %WEFT_MAP_BEST the one that won
 * @asked: what was asked for
 * @schedule: the schedule
 * @mapper_s: how long the mapper took, without reading and bounds: processor time of its thread, which a busy machine
 *   does not lengthen
 * @bound_s: no schedule is shorter than this; 0 when it was not asked for
 * @bound_kind: (nullable): what the bound follows from, untranslated: "critical path", "work", "search", "proof"
 * @is_proved: an exhaustive search has seen that nothing is shorter
 * @n_states: states that it visited
 * @gap_locality: what pruning by locality cost: makespan over that of the exact rule, less 1; NAN when not asked for
 * @tries: (element-type WeftMapTry) (nullable): what "best" chose from
 * @notes: (element-type utf8): sentences, translated: what was assumed, what is a reconstruction, what a device that
 *   makes the plan worse is left out for
 */
typedef struct
{
  WeftMapAlgorithm algorithm;
  WeftMapAlgorithm asked;
  WeftSchedule *schedule;
  double mapper_s;
  double bound_s;
  const char *bound_kind;
  gboolean is_proved;
  guint64 n_states;
  double gap_locality;
  GArray *tries;
  GPtrArray *notes;
} WeftMapResult;

WEFT_API const WeftMapAlgorithmInfo *weft_map_algorithm_info  (WeftMapAlgorithm      algorithm);
/* By id; FALSE and a WEFT_MAPPER_ERROR_UNKNOWN that names the nearest one. */
WEFT_API gboolean                    weft_map_algorithm_parse (const char           *id,
                                                               WeftMapAlgorithm     *algorithm,
                                                               GError              **error);

/* @options: (nullable). NULL when cancelled, or with a WEFT_MAPPER_ERROR when there is no schedule. (transfer full) */
WEFT_API WeftMapResult *weft_map             (WeftMapProblem       *problem,
                                              WeftMapAlgorithm      algorithm,
                                              const WeftMapOptions *options,
                                              GCancellable         *cancellable,
                                              GError              **error);
WEFT_API void           weft_map_result_free (WeftMapResult        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftMapResult, weft_map_result_free)

G_END_DECLS
