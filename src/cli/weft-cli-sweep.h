/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of `weft sweep` share: what was asked, the design, and its inputs with values. */
#pragma once

#include "cli/weft-cli.h"
#include "model/whatif/weft-whatif-response.h"
#include "model/whatif/weft-whatif.h"

G_BEGIN_DECLS

/* What --input says: an input, and all that it shall be. */
typedef struct
{
  WeftInput *input;
  double low;
  double high;
  gboolean log;
  double *values;
  guint n_values;
} WeftCliInput;

typedef struct
{
  const WeftCliOptions *options;
  WeftEvaluator *evaluator;
  WeftWhatif *whatif;
  char **input_texts;   /* (nullable): of --input */
  char **output_texts;  /* (nullable): of --output */
  GPtrArray *inputs;    /* WeftCliInput */
  gboolean tornado;
  gboolean total;
  gboolean elasticities;
  gboolean all_inputs;
  gboolean uncertainty;
  gboolean whole;
  gboolean list_inputs;
  gboolean list_presets;
  char *preset;
  char *break_even;
  char *over;
  char *against;
  char *csv;
  char *chart;
  int samples;          /* 0: the mode's own */
  int top;
  WeftAsking asking;
} WeftCliSweep;

/* Inputs by what was typed: "PATH", "PATH=VALUE", "PATH=A,B,C", "PATH=LOW:HIGH[:N][:log]". (transfer full), NULL after a
 * message. @ranges: without values the input's own range counts. */
WeftCliInput *weft_cli_sweep_read_input  (WeftWhatif         *whatif,
                                          const char         *text);
void          weft_cli_sweep_free_input  (gpointer            input);
/* Another design of the same kind. (transfer full), NULL after a message; @status then is what to end with. */
WeftWhatif   *weft_cli_sweep_read_design (WeftEvaluator        *evaluator,
                                          const WeftCliOptions *options,
                                          const char           *path,
                                          int                  *status);
/* The outputs that were asked for, else the score; ends with NULL. Borrowed. */
const char *const *weft_cli_sweep_outputs (const WeftCliSweep *sweep);
/* Only this design. (transfer full) */
GPtrArray    *weft_cli_sweep_designs     (const WeftCliSweep *sweep,
                                          WeftWhatif         *other);
/* Members that every answer has: design, profile. (transfer full) */
JsonObject   *weft_cli_sweep_begin_json  (const WeftCliSweep *sweep);
void          weft_cli_sweep_print_json  (JsonObject         *object);
JsonObject   *weft_cli_sweep_input_json  (WeftInput          *input);
JsonObject   *weft_cli_sweep_output_json (const WeftOutput   *output);
void          weft_cli_sweep_add_number  (JsonArray          *array,
                                          double              number);

/* The modes; each returns the exit status. */
int weft_cli_sweep_points       (WeftCliSweep *sweep);
int weft_cli_sweep_set          (WeftCliSweep *sweep);
int weft_cli_sweep_list_inputs  (WeftCliSweep *sweep);
int weft_cli_sweep_list_presets (WeftCliSweep *sweep);
int weft_cli_sweep_preset       (WeftCliSweep *sweep);
int weft_cli_sweep_tornado      (WeftCliSweep *sweep);
int weft_cli_sweep_slopes       (WeftCliSweep *sweep);
int weft_cli_sweep_break_even   (WeftCliSweep *sweep);
int weft_cli_sweep_uncertainty  (WeftCliSweep *sweep);

G_END_DECLS
