/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft evaluate --fit MODEL`: whether a language model fits its chips, item by item, and what does. */
#pragma once

#include "cli/weft-cli.h"
#include "model/measured/weft-nearest-fit.h"
#include "workload/weft-llm-source.h"

G_BEGIN_DECLS

/* What was asked, and the answer. */
typedef struct
{
  WeftLlmSource source;
  WeftMemoryShape shape;
  WeftMemoryRules rules;
  WeftInventory *inventory;  /* not owned, as the chip */
  const WeftChip *chip;
  const char *capacity_key;  /* (nullable): the constant that the capacity comes from */
  gboolean capacity_is_given;
  double capacity_bytes;
  double chips;              /* that are there */
  gboolean is_training;
  WeftTrainingPlan training;
  WeftServingPlan serving;
  WeftNearestFit *fit;
} WeftCliFit;

/* One way of splitting the tensors: what fits with it. */
typedef struct
{
  guint tp;
  char *lack;        /* (nullable): why it cannot be */
  double used_bytes; /* of the fullest chip */
  double free_bytes;
  double context;    /* longest request, or NAN when training */
  double batch;      /* most requests of the plan's length, or NAN when training */
} WeftCliFitWay;

/* Exit status. */
int       weft_cli_fit          (char             **argv);

/* TP1, TP2, ... over all chips that are there. (transfer full) (element-type WeftCliFitWay) */
GPtrArray *weft_cli_fit_ways    (const WeftCliFit  *self);
/* An item in words. (transfer full) */
char     *weft_cli_fit_explain  (const WeftCliFit  *self,
                                 WeftMemoryItem     item);
/* (transfer full) */
char     *weft_cli_fit_describe (const WeftCliFit  *self);
void      weft_cli_fit_print    (const WeftCliOptions *options,
                                 const WeftCliFit  *self);
void      weft_cli_fit_print_json (const WeftCliFit *self);

G_END_DECLS
