/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of `weft map` share: its options, and printing of what a mapper found. */
#pragma once

#include "base/weft-quantity.h"
#include "cli/weft-cli-workload.h"
#include "mapper/weft-mapper.h"

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

int  weft_cli_map_instance     (const WeftCliOptions *options,
                                const WeftCliMap     *map);
int  weft_cli_map_design       (const WeftCliOptions *options,
                                const WeftCliMap     *map);
int  weft_cli_map_model        (const WeftCliOptions *options,
                                const WeftCliMap     *map);

/* The makespan, its bound, and the plans that were tried. @unit: of times, none for a problem in plain numbers. */
void weft_cli_print_map_result (const WeftCliOptions *options,
                                const WeftMapProblem *problem,
                                const WeftMapResult  *result,
                                WeftUnit              unit);

G_END_DECLS
