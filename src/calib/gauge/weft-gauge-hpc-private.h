/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What scientific kernels and power share when they read measurements: chips, in the catalog and beside it. */
#pragma once

#include "calib/gauge/weft-gauge-constant-private.h"
#include "model/measured/weft-hpc-kernel.h"

G_BEGIN_DECLS

/**
 * WeftGaugeChip: (skip)
 * @id: for scopes and folds: "a100-sxm-80", or the name of a chip that the catalog does not have
 * @mem_bw_bytes_s: of the data sheet
 * @stream_bytes_s: what kernels reach that only move memory
 * @vector_flops: what arithmetic on vectors reaches in FP64; NAN when unknown
 * @peak_matrix_flops: of the data sheet by format; NAN when unknown
 * @matrix_flops: what large products reach by format; NAN when unknown
 * @tdp_w: of the data sheet; NAN when unknown
 * @like: the catalog's chip: itself, or one of the same silicon; NULL when there is none
 * @is_host: a processor, not an accelerator
 *
 * A chip, or a part of one, as a row names it.
 */
typedef struct
{
  char *id;
  double mem_bw_bytes_s;
  double stream_bytes_s;
  double vector_flops;
  double peak_matrix_flops[WEFT_N_FORMATS];
  double matrix_flops[WEFT_N_FORMATS];
  double tdp_w;
  const WeftChip *like;
  gboolean is_host;
} WeftGaugeChip;

/* What a row of a scientific kernel is about. */
typedef enum
{
  WEFT_GAUGE_LINE_STENCIL, /* of an array: B/s */
  WEFT_GAUGE_SPARSE,       /* a product in CSR: s */
  WEFT_GAUGE_MATRIX_FREE,  /* the same with columns that are known: s */
  WEFT_GAUGE_HPCG,         /* FLOP/s, as are its kernels */
  WEFT_GAUGE_HPCG_CYCLE,
  WEFT_GAUGE_HPCG_PRODUCT,
  WEFT_GAUGE_HPCG_DOT,
  WEFT_GAUGE_HPCG_SUM,
  WEFT_GAUGE_FLOW,         /* a point and equation of compressible flow: s */
  WEFT_GAUGE_SPECTRAL,     /* unknowns and iterations of conjugate gradients a second and chip */
  WEFT_GAUGE_SPECTRAL_CYCLE,
  WEFT_GAUGE_ALGEBRAIC,    /* rate at a size over the rate at the largest */
  WEFT_GAUGE_TRANSFORM,    /* s */
} WeftGaugeHpcKind;

/**
 * WeftGaugeHpcCase: (skip)
 * @kind: what the row is about
 * @chip: on which
 * @chips: how many
 * @points: of the whole problem: rows, grid points, unknowns
 * @edge: along an axis, of a transform
 * @bytes_per_point: of a pass, where the kind leaves it open
 * @largest: of an algebraic series
 * @iterations: that the measured time holds
 * @multigrid_share: of the chip in the profile; NAN for the one that all have
 *
 * A row of a scientific kernel.
 */
typedef struct
{
  WeftGaugeHpcKind kind;
  WeftGaugeChip chip;
  double chips;
  double points;
  double edge;
  double bytes_per_point;
  double largest;
  double iterations;
  double multigrid_share;
} WeftGaugeHpcCase;

/* In the order of the parameters. */
typedef enum
{
  WEFT_GAUGE_STENCIL_SHARE,
  WEFT_GAUGE_SPMV_SHARE,
  WEFT_GAUGE_MULTIGRID_SHARE,
  WEFT_GAUGE_FFT_SHARE,
  WEFT_GAUGE_PASS_LAUNCHES,
  WEFT_GAUGE_FLOW_BYTES,
  WEFT_GAUGE_SPECTRAL_BYTES,
  WEFT_GAUGE_CYCLE_BYTES,
  WEFT_GAUGE_N_HPC,
} WeftGaugeHpcParameter;

/**
 * WeftGaugeHpcContext: (skip)
 * @inventory: the catalog
 * @chips: (nullable): those beside it
 * @counts: what algorithms do
 * @launch_s: of a kernel
 * @sync_s: of chip and host
 * @flow_flop: a point and equation of compressible flow, FLOP
 * @site: fabrics of machines with more than a chip, which rows do not name
 */
typedef struct
{
  WeftInventory *inventory;
  JsonNode *chips;
  WeftHpcCounts counts;
  double launch_s;
  double sync_s;
  double flow_flop;
  WeftHpcSite site;
} WeftGaugeHpcContext;

GPtrArray *weft_gauge_hpc_read (gpointer   context,
                                GPtrArray *rows,
                                GPtrArray *skipped);

/* The file catalog/measurements/chips.json beside the inventory's catalog: an object; NULL when there is no such file
 * or with @error. (transfer full) */
JsonNode *weft_gauge_chips_load (WeftInventory  *inventory,
                                 GError        **error);
/* What a row calls @name: in the catalog, else in @chips (nullable). FALSE with @why in words (transfer full).
 * @self: (out): cleared with weft_gauge_chip_clear() */
gboolean  weft_gauge_chip_find  (WeftGaugeChip  *self,
                                 WeftInventory  *inventory,
                                 JsonNode       *chips,
                                 const char     *name,
                                 char          **why);
void      weft_gauge_chip_clear (WeftGaugeChip  *self);

G_END_DECLS
