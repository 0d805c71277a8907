/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of `weft map` share: its options, its output files, and printing of what a mapper found. */
#pragma once

#include "base/weft-quantity.h"
#include "cli/weft-cli-workload.h"
#include "mapper/weft-map-report.h"

G_BEGIN_DECLS

typedef struct
{
  WeftMapAlgorithm algorithm;
  WeftMapOptions options;
  char *algorithm_name;
  char *instance;
  char *model;
  char *knobs;
  char *schedule;
  char *trace;
  char *gantt;
  int max_states;
  gboolean is_training;
  gboolean use_all;
  gboolean dark;
  int prompt_tokens;
  int new_tokens;
  int batch;
} WeftCliMap;

int      weft_cli_map_instance    (const WeftCliOptions *options,
                                   const WeftCliMap     *map);
int      weft_cli_map_design      (const WeftCliOptions *options,
                                   const WeftCliMap     *map);
int      weft_cli_map_model       (const WeftCliOptions *options,
                                   const WeftCliMap     *map);

/* --- files --- */

/* FALSE after a message. */
gboolean weft_cli_check_map_files (const WeftCliOptions *options,
                                   const WeftCliMap     *map);
/* Whether one of them is standard output, which then has nothing else. */
gboolean weft_cli_map_is_piped    (const WeftCliMap     *map);
/* Schedule, trace and picture, as far as they are asked for. @report: (nullable): for the critical path. FALSE after a
 * message. */
gboolean weft_cli_write_map_files (const WeftCliMap     *map,
                                   WeftMapProblem       *problem,
                                   const WeftMapResult  *result,
                                   const WeftMapReport  *report);

/* --- words --- */

/* The makespan, its bound, and the plans that were tried. @unit: of times, none for a problem in plain numbers. */
void     weft_cli_print_map_result (const WeftCliOptions *options,
                                    const WeftMapProblem *problem,
                                    const WeftMapResult  *result,
                                    WeftUnit              unit);
/* The critical path, devices, kernels and links. */
void     weft_cli_print_map_report (const WeftCliOptions *options,
                                    const WeftMapProblem *problem,
                                    const WeftSchedule   *schedule,
                                    const WeftMapReport  *report,
                                    const WeftFlat       *flat);

G_END_DECLS
