/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What reading, fitting and predicting of single kernels share. */
#pragma once

#include "calib/gauge/weft-gauge-domain.h"
#include "cost/weft-attention.h"

G_BEGIN_DECLS

/* Constants that are tried, each of one kind. */
typedef enum
{
  KERNEL_FLOP_SHARE,
  KERNEL_BW_SHARE,
  KERNEL_LAUNCH,
  KERNEL_STEP,
  KERNEL_CAST,
  KERNEL_CAST_BYTES,
  KERNEL_TILE,
  KERNEL_WHOLE_SHARE,
  KERNEL_EPILOGUE_SHARE,
  KERNEL_STREAM_SHARE,
  KERNEL_PRODUCT_HOST,
  N_KERNEL_CONSTANTS,
} KernelConstant;

typedef enum
{
  KERNEL_PRODUCT,   /* of known size */
  KERNEL_LARGE,     /* a large product, its size unknown */
  KERNEL_BEST,      /* the best of many sizes */
  KERNEL_ATTENTION,
  KERNEL_STREAM,
  KERNEL_ROOFLINE,  /* of known intensity, FP64 on matrix units */
  KERNEL_VECTOR,
} KernelKind;

typedef struct
{
  KernelKind kind;
  const WeftChip *chip;
  const char *silicon; /* the chip's id, or that of the chip whose constants hold for it too */
  WeftFormat format;
  double m, n, k;
  gboolean is_cast;      /* the time of casting the left matrix is counted; graphs launch both */
  double intensity;      /* FLOP for a byte */
  WeftAttentionWork work;
  int slots[N_KERNEL_CONSTANTS]; /* which parameter is the constant here; -1: the profile's */
} KernelCase;

typedef struct
{
  WeftInventory *inventory;
  WeftChipKernels *kernels; /* by chip */
} KernelContext;

GPtrArray *weft_gauge_kernels_read       (gpointer   context,
                                          GPtrArray *rows,
                                          GPtrArray *skipped);
GPtrArray *weft_gauge_kernels_parameters (gpointer   context,
                                          GPtrArray *cases);

G_END_DECLS
