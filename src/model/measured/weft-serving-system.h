/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What serves what: a chip with its links, an engine and a model in its formats, as plain numbers. Made once; answers
 * for any split, batch and request then need nothing else and allocate nothing. */
#pragma once

#include "cost/weft-fabric.h"
#include "cost/weft-gemm.h"
#include "model/measured/weft-memory-serving.h"
#include "model/measured/weft-serving-constants.h"
#include "model/measured/weft-serving-model.h"

G_BEGIN_DECLS

/**
 * WeftServingSystem:
 * @chip: the chip; not owned
 * @kernels: what its kernels reach
 * @arithmetic: products by format without their traffic and launches
 * @fabric: what its collectives run on
 * @constants: what engine, chip and format reach
 * @model: the model's sums
 * @format: what products of layers are computed in: the weights' own where the chip has such products, else BF16
 * @shape: the model as its memory is counted
 * @rules: how
 * @expert_format: the same of experts
 * @chip_bytes: memory of a chip as its driver reports it
 * @engine_version: major × 1,000 + minor of the engine; 0 when the plan does not say
 * @is_format_measured: products in both were measured on the chip
 *
 * Filled by weft_serving_system_init(). Constants may be changed afterwards.
 */
typedef struct
{
  const WeftChip *chip;
  WeftChipKernels kernels;
  WeftGemmRates arithmetic[WEFT_N_FORMATS];
  WeftFabric fabric;
  WeftServingConstants constants;
  WeftServingModel model;
  WeftFormat format;
  WeftFormat expert_format;
  WeftMemoryShape shape;
  WeftMemoryRules rules;
  double chip_bytes;
  double engine_version;
  gboolean is_format_measured;
} WeftServingSystem;

/* @plan: says model, formats and engine, which is a name or a name and a version: "vllm-0.12.0". FALSE with an error
 * when the plan lacks something, the chip computes in neither format, or the profile lacks a constant. */
WEFT_API gboolean weft_serving_system_init (WeftServingSystem      *self,
                                            WeftInventory          *inventory,
                                            const WeftFabricSite   *site,
                                            const WeftServingPlan  *plan,
                                            GError                **error);

G_END_DECLS
