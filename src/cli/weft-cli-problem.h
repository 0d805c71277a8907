/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that say what is searched, for `weft search`, `weft optimum` and `weft study`: space, budget, weights,
 * limits, and a design whose setting counts. */
#pragma once

#include "cli/weft-cli-outputs.h"
#include "cli/weft-cli.h"
#include "search/weft-problem.h"

G_BEGIN_DECLS

/* To put in front of a command's own options; ends without G_OPTION_ENTRY_NULL. */
#define WEFT_CLI_PROBLEM_ENTRIES \
  { "space", 's', 0, G_OPTION_ARG_STRING, &weft_cli_problem.space, N_ ("A ready space or the file of one (paper-2)"), N_ ("S") }, \
  { "problem", 0, 0, G_OPTION_ARG_FILENAME, &weft_cli_problem.file, N_ ("A problem: space, setting and limits in one file"), N_ ("FILE") }, \
  { "power", 0, 0, G_OPTION_ARG_STRING, &weft_cli_problem.power, N_ ("Power budget: 300kW"), N_ ("WATTS") }, \
  { "cost", 0, 0, G_OPTION_ARG_STRING, &weft_cli_problem.cost, N_ ("Cost budget instead of power: 50M$"), N_ ("USD") }, \
  { "without", 0, 0, G_OPTION_ARG_STRING, &weft_cli_problem.without, N_ ("Leave chips out of the space"), N_ ("CHIP,…") }, \
  { "weights", 0, 0, G_OPTION_ARG_STRING, &weft_cli_problem.weights, N_ ("Weights of workloads: training=0.5,fft=0.5; the others get 0"), N_ ("W=N,…") }

typedef struct
{
  char *space;
  char *file;
  char *power;
  char *cost;
  char *without;
  char *weights;
} WeftCliProblem;

extern WeftCliProblem weft_cli_problem;

/* From these options and, when the command has one, its argument: a design whose profile, facility and workload count.
 * (transfer full) (nullable): NULL after a message. */
WeftProblem *weft_cli_make_problem (const WeftCliOptions *options);
void         weft_cli_clear_problem (void);
/* Against the problem's file and the design. FALSE after a message. */
gboolean     weft_cli_check_problem_outputs (const WeftCliOptions *options,
                                             const WeftCliOutput  *outputs,
                                             guint                 n);
/* For the help of these commands: the ready spaces and what a design is for. (transfer full) */
char        *weft_cli_describe_problem (void);

G_END_DECLS
