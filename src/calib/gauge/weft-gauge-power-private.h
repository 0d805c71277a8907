/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of power: what the chips did, and what drew the watts. */
#pragma once

#include "calib/gauge/weft-gauge-hpc-private.h"
#include "model/measured/weft-power-chip.h"

G_BEGIN_DECLS

/**
 * WeftGaugePowerCase: (skip)
 * @chip: on which
 * @does: what a busy chip does
 * @is_node: whether the watts are those of a node, at the plug
 * @chips: of the node
 * @busy: how many of them do something
 * @sockets: host processors
 * @scaleup_w: for each chip
 * @card_w: network card and its module, for each chip
 *
 * A row of power.
 */
typedef struct
{
  WeftGaugeChip chip;
  WeftActivity does;
  gboolean is_node;
  double chips;
  double busy;
  double sockets;
  double scaleup_w;
  double card_w;
} WeftGaugePowerCase;

/* In the order of the parameters. */
typedef enum
{
  WEFT_GAUGE_IDLE_SHARE,
  WEFT_GAUGE_EXCHANGE_SHARE,
  WEFT_GAUGE_BYTE_J,
  WEFT_GAUGE_LINK_BYTE_J,
  WEFT_GAUGE_VECTOR_FLOP_J,
  WEFT_GAUGE_MATRIX_SHARE,
  WEFT_GAUGE_SOCKET_W,
  WEFT_GAUGE_LOSS_SHARE,
  WEFT_GAUGE_N_POWER,
} WeftGaugePowerParameter;

/**
 * WeftGaugePowerContext: (skip)
 * @inventory: the catalog
 * @chips: (nullable): those beside it
 */
typedef struct
{
  WeftInventory *inventory;
  JsonNode *chips;
} WeftGaugePowerContext;

GPtrArray *weft_gauge_power_read (gpointer   context,
                                  GPtrArray *rows,
                                  GPtrArray *skipped);

G_END_DECLS
