/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants of a profile as plain numbers, read once by name, so that the hot loops never look one up. */
#pragma once

#include "catalog/weft-profile.h"

G_BEGIN_DECLS

#define WEFT_MAX_CANDIDATES 32

typedef struct
{
  guint n;
  double v[WEFT_MAX_CANDIDATES];
} WeftCandidates;

typedef struct
{
  double tie_relative;
  double mfu;
  double mbw;
  double phi64;
  double dataflow_efficiency;
  double overlap_tp;
  double overlap_dp;
  double memory_fill;
  double train_flop_per_param_token;
  double train_static_bytes_per_param;
  double train_optimizer_bytes_per_param;
  double train_activation_bytes;
  double train_allreduces_per_layer;
  double train_bytes_per_element;
  double serve_flop_per_param_token;
  double serve_allreduces_per_layer;
  double serve_activation_bytes;
  double fp8_bytes;
  double fp16_bytes;
  double alltoall_local_share;
  double halo_messages;
  WeftCandidates train_tp;
  WeftCandidates train_pp;
  WeftCandidates serve_tp;
  WeftCandidates prefill_batch;
  WeftCandidates decode_batch;
  WeftCandidates dataflow_growth;
} WeftConstants;

gboolean weft_constants_init (WeftConstants *self,
                              WeftProfile   *profile,
                              GError       **error);

G_END_DECLS
