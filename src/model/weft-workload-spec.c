/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the parameters of the six workloads by name; a missing or senseless one is an error that names it. */
#include "model/weft-workload-spec-private.h"

#include <math.h>
#include <stddef.h>

#include "design/weft-design-workload.h"

typedef struct
{
  const char *key;
  gsize offset;
} Field;

#define FIELD(name) { #name, offsetof (WeftWorkloadSpec, name) }

static const Field fields[] = {
  FIELD (llm_params),
  FIELD (llm_layers),
  FIELD (llm_hidden),
  FIELD (llm_kv_heads),
  FIELD (llm_head_dim),
  FIELD (sequence_tokens),
  FIELD (global_batch_sequences),
  FIELD (request_in_tokens),
  FIELD (request_out_tokens),
  FIELD (decode_context_tokens),
  FIELD (stencil_edge),
  FIELD (stencil_bytes_per_point),
  FIELD (stencil_flop_per_point),
  FIELD (hpcg_edge),
  FIELD (hpcg_bytes_per_row),
  FIELD (hpcg_allreduces),
  FIELD (hpcg_allreduce_bytes),
  FIELD (fft_edge),
  FIELD (fft_bytes_per_point),
  FIELD (fft_flop_factor),
  FIELD (fft_passes),
  FIELD (fft_transposes),
  FIELD (halo_faces),
  FIELD (halo_bytes_per_point),
  FIELD (coupled_solver_share),
  FIELD (coupled_flop_per_byte),
};

/**
 * weft_workload_spec_init: (skip)
 * @self: to fill
 * @weights: the weights of the six workloads, in their order
 * @lookup: gives the number of a key, NAN when unknown
 * @data: for @lookup
 * @error: return location
 *
 * Returns: %FALSE with a %WEFT_CATALOG_ERROR that names the parameter when one is missing or out of range
 */
gboolean
weft_workload_spec_init (WeftWorkloadSpec  *self,
                         const double      *weights,
                         WeftWorkloadLookup lookup,
                         gpointer           data,
                         GError           **error)
{
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    self->weights[i] = weights[i];

  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      double value = lookup (fields[i].key, data);
      double low, high;

      /* A record of the catalog has not passed the rules of a document. */
      if (!weft_design_workload_range (fields[i].key, &low, &high) || !(value >= low && value <= high))
        {
          g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                       "Workload parameter %s is %g, expected a number from %g to %g",
                       fields[i].key, value, low, high);
          return FALSE;
        }
      G_STRUCT_MEMBER (double, self, fields[i].offset) = value;
    }

  return TRUE;
}

/**
 * weft_workload_spec_get: (skip)
 * @self: the parameters
 * @key: a parameter's key
 *
 * Returns: its number, NAN for an unknown key
 */
double
weft_workload_spec_get (const WeftWorkloadSpec *self,
                        const char             *key)
{
  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    if (g_str_equal (fields[i].key, key))
      return G_STRUCT_MEMBER (double, self, fields[i].offset);

  return NAN;
}
