/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the verbs of `weft calibrate` share. */
#pragma once

#include "calib/weft-projection.h"
#include "cli/weft-cli.h"

G_BEGIN_DECLS

typedef struct
{
  char *fit;         /* read */
  char *platforms;   /* read */
  char *attributes;  /* JSON */
  char *platform;
  char *op;
  char *series;
  char *date;
  char *simulated;   /* read */
  char *output;
  char *knobs;
  char *residuals;
  int segments;
  gboolean dark;

  /* of the evaluator's fit */
  char **measurements; /* (nullable): read: files and folders */
  char *only;
  char *card;
  char *rows;
  int folds;
  gboolean check;
} WeftCliCalibrate;

/* Each answers a verb; arguments from the second on are files. Exit status. */
int weft_cli_calibrate_fit     (const WeftCliOptions *options, const WeftCliCalibrate *own);
int weft_cli_calibrate_project (const WeftCliOptions *options, const WeftCliCalibrate *own);
int weft_cli_calibrate_table   (const WeftCliOptions *options, const WeftCliCalibrate *own);
int weft_cli_calibrate_check   (const WeftCliOptions *options, const WeftCliCalibrate *own);
int weft_cli_calibrate_evaluator (const WeftCliOptions *options, const WeftCliCalibrate *own);

/* (transfer full) (nullable): NULL after a message. */
WeftMeasurements *weft_cli_read_measurements (const WeftCliOptions   *options,
                                              const WeftCliCalibrate *own);
WeftFit          *weft_cli_fit_measurements  (WeftMeasurements       *measurements,
                                              const WeftCliCalibrate *own);
WeftFit          *weft_cli_read_fit          (const char             *path);
/* FALSE after a message: one of the files that are written is read, or cannot be. */
gboolean          weft_cli_check_calibrate   (const WeftCliOptions   *options,
                                              const WeftCliCalibrate *own);
/* Writes it and says so; FALSE after a message. */
gboolean          weft_cli_save_node         (const char             *path,
                                              JsonNode               *node);
void              weft_cli_print_fit_notes       (GPtrArray              *notes);

G_END_DECLS
