/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of measured serving as plans. */
#pragma once

#include "calib/gauge/weft-gauge-domain.h"
#include "model/measured/weft-serving-answer.h"

G_BEGIN_DECLS

#define WEFT_GAUGE_SERVING_MAX_CONSTANTS 40u

/* What a row measured. */
typedef enum
{
  WEFT_GAUGE_SERVING_TPOT,
  WEFT_GAUGE_SERVING_TTFT,
  WEFT_GAUGE_SERVING_TOKENS, /* tokens a second of all chips */
  WEFT_GAUGE_SERVING_TOKENS_CHIP,
} WeftGaugeServingMetric;

/**
 * WeftGaugeServing: (skip)
 * @system: what serves what
 * @plan: how; its model is the context's
 * @load: how requests come
 * @metric: what was measured
 * @names: scopes of the row's engine, chip and format
 * @parameter: for each constant, which parameter it is; -1 for what the profile says
 */
typedef struct
{
  WeftServingSystem system;
  WeftServingPlan plan;
  WeftServingLoad load;
  WeftGaugeServingMetric metric;
  char *engine;
  char *family;
  int parameter[WEFT_GAUGE_SERVING_MAX_CONSTANTS];
} WeftGaugeServing;

/**
 * WeftGaugeServingContext: (skip)
 * @inventory: the catalog and the profile
 * @shapes: (element-type utf8 WeftLlmShape): models by record id
 * @fit: which constants are fitted, and so which rows are read
 */
typedef struct
{
  WeftInventory *inventory;
  GHashTable *shapes;
  WeftServingFit fit;
} WeftGaugeServingContext;

/* The cases of a row, none for rows of other parts. */
G_GNUC_INTERNAL
void weft_gauge_serving_read_row (WeftGaugeServingContext *context,
                                  const WeftGaugeRow      *row,
                                  GPtrArray               *cases,
                                  GPtrArray               *skipped);

G_GNUC_INTERNAL
void weft_gauge_serving_free     (gpointer                 data);

G_END_DECLS
