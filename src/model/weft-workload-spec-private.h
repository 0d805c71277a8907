/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameters of the six workloads as plain numbers, from a workload record and what a document changes in it. */
#pragma once

#include "catalog/weft-catalog.h"
#include "model/weft-workload.h"

G_BEGIN_DECLS

typedef struct
{
  double weights[WEFT_N_WORKLOADS];
  /* the language model */
  double llm_params;
  double llm_layers;
  double llm_hidden;
  double llm_kv_heads;
  double llm_head_dim;
  double sequence_tokens;
  double global_batch_sequences;
  double request_in_tokens;
  double request_out_tokens;
  double decode_context_tokens;
  /* the kernels */
  double stencil_edge;
  double stencil_bytes_per_point;
  double stencil_flop_per_point;
  double hpcg_edge;
  double hpcg_bytes_per_row;
  double hpcg_allreduces;
  double hpcg_allreduce_bytes;
  double fft_edge;
  double fft_bytes_per_point;
  double fft_flop_factor;
  double fft_passes;
  double fft_transposes;
  double halo_faces;
  double halo_bytes_per_point;
  double coupled_solver_share;
  double coupled_flop_per_byte;
} WeftWorkloadSpec;

/* Gives the number of a key, NAN when unknown. */
typedef double (*WeftWorkloadLookup) (const char *key,
                                      gpointer    data);

gboolean weft_workload_spec_init (WeftWorkloadSpec  *self,
                                  const double      *weights,
                                  WeftWorkloadLookup lookup,
                                  gpointer           data,
                                  GError           **error);

/* A parameter by its key, NAN for an unknown key. */
double   weft_workload_spec_get  (const WeftWorkloadSpec *self,
                                  const char             *key);

/* KV-cache elements that one token adds: keys and values of every layer. */
static inline double
weft_workload_spec_kv_elements (const WeftWorkloadSpec *self)
{
  return 2 * self->llm_layers * self->llm_kv_heads * self->llm_head_dim;
}

G_END_DECLS
