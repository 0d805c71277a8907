/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of `weft optimize` and of `weft study --table`: reading tables, and printing what came out. */
#pragma once

#include "cli/weft-cli.h"
#include "search/hardware/weft-hardware-study.h"
#include "search/hardware/weft-tabulated-space.h"

G_BEGIN_DECLS

/**
 * WeftCliTable:
 * How a table is to be read. @weights: (nullable): "T,C,P,U,Q,R"; @cost_max, @power_max: 0 for the largest of the table
 */
typedef struct
{
  char *path;
  char *start;
  char *weights;
  double cost_max;
  double power_max;
} WeftCliTable;

/* NULL after a message. (transfer full) */
WeftTabulatedSpace *weft_cli_load_table (const WeftCliTable *own);
/* The machine to start from: FALSE after a message when its id is none. @start is only set when @has_start. */
gboolean            weft_cli_table_start (const WeftCliTable *own, WeftTabulatedSpace *table, WeftHardwareChoice *start,
                                          gboolean *has_start);
void                weft_cli_table_clear (WeftCliTable *own);

void weft_cli_print_hardware_run        (const WeftCliOptions *options, WeftHardwareSpace *space, WeftHardwareRun *run);
void weft_cli_print_hardware_run_json   (WeftHardwareSpace *space, WeftHardwareRun *run, const char *method, guint budget,
                                         gint64 seed);
void weft_cli_print_hardware_study      (const WeftCliOptions *options, WeftHardwareStudy *study);
void weft_cli_print_hardware_study_json (WeftHardwareStudy *study);

/* `weft study --table`: returns the exit status. */
int  weft_cli_study_table (const WeftCliOptions *options, const WeftCliTable *own, const char *methods, const char *seeds,
                           const char *budget, const char *baseline);

G_END_DECLS
