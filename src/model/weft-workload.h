/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The six workloads that a design is scored on, and their parameters for one evaluation. */
#pragma once

#include "catalog/weft-record.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_WORKLOAD_TRAINING,
  WEFT_WORKLOAD_SERVING,
  WEFT_WORKLOAD_STENCIL,
  WEFT_WORKLOAD_HPCG,
  WEFT_WORKLOAD_FFT,
  WEFT_WORKLOAD_COUPLED,
  WEFT_N_WORKLOADS,
} WeftWorkloadKind;

WEFT_API const char *weft_workload_nick  (WeftWorkloadKind kind); /* "training", "serving", "stencil", "hpcg", "fft", "coupled" */
WEFT_API const char *weft_workload_label (WeftWorkloadKind kind); /* translated: "Training", "Serving", "Stencil", "HPCG", "FFT", "Coupled" */
WEFT_API const char *weft_workload_description (WeftWorkloadKind kind); /* one sentence, translated */
WEFT_API gboolean    weft_workload_parse (const char *nick, WeftWorkloadKind *kind);

G_END_DECLS
