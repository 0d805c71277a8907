/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the constants of a profile by name; a missing one is an error that names it. */
#include "model/weft-constants-private.h"

#include <stddef.h>

#include "catalog/weft-catalog.h"

typedef struct
{
  const char *key;
  gsize offset;
} Field;

#define FIELD(name) { #name, offsetof (WeftConstants, name) }

static const Field numbers[] = {
  FIELD (tie_relative),
  FIELD (mfu),
  FIELD (mbw),
  FIELD (phi64),
  FIELD (dataflow_efficiency),
  FIELD (overlap_tp),
  FIELD (overlap_dp),
  FIELD (memory_fill),
  FIELD (train_flop_per_param_token),
  FIELD (train_static_bytes_per_param),
  FIELD (train_optimizer_bytes_per_param),
  FIELD (train_activation_bytes),
  FIELD (train_allreduces_per_layer),
  FIELD (train_bytes_per_element),
  FIELD (serve_flop_per_param_token),
  FIELD (serve_allreduces_per_layer),
  FIELD (serve_activation_bytes),
  FIELD (fp8_bytes),
  FIELD (fp16_bytes),
  FIELD (alltoall_local_share),
  FIELD (halo_messages),
};

static const Field lists[] = {
  FIELD (train_tp),
  FIELD (train_pp),
  FIELD (serve_tp),
  FIELD (prefill_batch),
  FIELD (decode_batch),
  FIELD (dataflow_growth),
};

static gboolean
read_list (WeftCandidates *list,
           WeftProfile    *profile,
           const char     *key,
           GError        **error)
{
  const double *values;
  guint n;

  if (!weft_profile_get_numbers (profile, key, &values, &n, error))
    return FALSE;

  if (n == 0 || n > WEFT_MAX_CANDIDATES)
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "Profile %s: constant %s has %u entries, expected 1 to %d",
                   weft_profile_get_id (profile), key, n, WEFT_MAX_CANDIDATES);
      return FALSE;
    }

  list->n = n;
  for (guint i = 0; i < n; i++)
    {
      if (!(values[i] >= 1))
        {
          g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                       "Profile %s: constant %s holds %g, expected numbers from 1",
                       weft_profile_get_id (profile), key, values[i]);
          return FALSE;
        }
      list->v[i] = values[i];
    }

  return TRUE;
}

/**
 * weft_constants_init: (skip)
 * @self: to fill
 * @profile: the profile
 * @error: return location
 *
 * Returns: %FALSE with a %WEFT_CATALOG_ERROR that names the constant when one is missing or out of range
 */
gboolean
weft_constants_init (WeftConstants *self,
                     WeftProfile   *profile,
                     GError       **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      double *value = G_STRUCT_MEMBER_P (self, numbers[i].offset);

      if (!weft_profile_get_number (profile, numbers[i].key, value, error))
        return FALSE;

      if (!(*value >= 0))
        {
          g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                       "Profile %s: constant %s is %g, expected a number from 0",
                       weft_profile_get_id (profile), numbers[i].key, *value);
          return FALSE;
        }
    }

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    if (!read_list (G_STRUCT_MEMBER_P (self, lists[i].offset), profile, lists[i].key, error))
      return FALSE;

  return TRUE;
}
