/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the collectives' part of the fit shares between reading rows, its parameters and its predictions. */
#pragma once

#include "calib/gauge/weft-gauge-domain.h"
#include "cost/weft-fabric.h"

G_BEGIN_DECLS

/**
 * WeftGaugeCollective: (skip)
 * @fabric: with the constants of the profile in use
 * @parameter: for each constant of the fabric the index of the parameter that it is; -1 for what is not fitted
 * @busbw_bytes: measured is a bus bandwidth: these bytes over the time; 0 when it is a time
 *
 * A measured collective.
 */
typedef struct
{
  WeftFabric fabric;
  WeftCollectiveKind kind;
  WeftGroup group;
  double bytes;
  double busbw_bytes;
  int parameter[WEFT_N_FABRIC_CONSTANTS];
} WeftGaugeCollective;

/* (element-type WeftGaugeCase); see #WeftGaugeDomain */
GPtrArray *weft_gauge_collectives_read       (gpointer   context,
                                              GPtrArray *rows,
                                              GPtrArray *skipped);
GPtrArray *weft_gauge_collectives_parameters (gpointer   context,
                                              GPtrArray *cases);
/* Index of the parameter of @constant for the part @scope, or for all parts; -1 when it is not fitted. */
int        weft_gauge_collectives_index      (WeftFabricConstant  constant,
                                              const char         *inside,
                                              const char         *across);

G_END_DECLS
