/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the constants of a profile by name; a missing one is an error that names it. */
#include "model/weft-constants-private.h"

#include <math.h>
#include <stddef.h>

#include "catalog/weft-catalog.h"

typedef struct
{
  const char *key;
  gsize offset;
  double low;
  double high;
  gboolean whole;
} Field;

/* A part of something; an efficiency, which is never 0, since one divides by it; any other number; ranks and batches. */
#define SHARE(name) { #name, offsetof (WeftConstants, name), 0, 1, FALSE }
#define EFFICIENCY(name) { #name, offsetof (WeftConstants, name), 1e-6, 1, FALSE }
#define NUMBER(name) { #name, offsetof (WeftConstants, name), 0, 1e6, FALSE }
#define WHOLE_LIST(name) { #name, offsetof (WeftConstants, name), 1, 1e6, TRUE }
#define FACTOR_LIST(name) { #name, offsetof (WeftConstants, name), 1, 1e3, FALSE }

static const Field numbers[] = {
  SHARE (tie_relative),
  EFFICIENCY (mfu),
  EFFICIENCY (mbw),
  EFFICIENCY (phi64),
  EFFICIENCY (dataflow_efficiency),
  SHARE (overlap_tp),
  SHARE (overlap_dp),
  EFFICIENCY (memory_fill),
  NUMBER (train_flop_per_param_token),
  NUMBER (train_static_bytes_per_param),
  NUMBER (train_optimizer_bytes_per_param),
  NUMBER (train_activation_bytes),
  NUMBER (train_allreduces_per_layer),
  NUMBER (train_bytes_per_element),
  NUMBER (serve_flop_per_param_token),
  NUMBER (serve_allreduces_per_layer),
  NUMBER (serve_activation_bytes),
  NUMBER (fp8_bytes),
  NUMBER (fp16_bytes),
  SHARE (alltoall_local_share),
  NUMBER (halo_messages),
};

static const Field lists[] = {
  WHOLE_LIST (train_tp),
  WHOLE_LIST (train_pp),
  WHOLE_LIST (serve_tp),
  WHOLE_LIST (prefill_batch),
  WHOLE_LIST (decode_batch),
  FACTOR_LIST (dataflow_growth),
};

static gboolean
check_range (const Field *field,
             WeftProfile *profile,
             double       value,
             GError     **error)
{
  if (value >= field->low && value <= field->high && (!field->whole || value == floor (value)))
    return TRUE;

  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
               "Profile %s: constant %s holds %g, expected %s from %g to %g",
               weft_profile_get_id (profile), field->key, value,
               field->whole ? "whole numbers" : "numbers", field->low, field->high);
  return FALSE;
}

static gboolean
read_list (WeftConstants *self,
           const Field   *field,
           WeftProfile   *profile,
           GError       **error)
{
  WeftCandidates *list = G_STRUCT_MEMBER_P (self, field->offset);
  const double *values;
  guint n;

  if (!weft_profile_get_numbers (profile, field->key, &values, &n, error))
    return FALSE;

  if (n == 0 || n > WEFT_MAX_CANDIDATES)
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "Profile %s: constant %s has %u entries, expected 1 to %d",
                   weft_profile_get_id (profile), field->key, n, WEFT_MAX_CANDIDATES);
      return FALSE;
    }

  list->n = n;
  for (guint i = 0; i < n; i++)
    {
      if (!check_range (field, profile, values[i], error))
        return FALSE;
      list->v[i] = values[i];
    }

  return TRUE;
}

static gboolean
read_number (WeftConstants *self,
             const Field   *field,
             WeftProfile   *profile,
             GError       **error)
{
  double *value = G_STRUCT_MEMBER_P (self, field->offset);

  return weft_profile_get_number (profile, field->key, value, error)
         && check_range (field, profile, *value, error);
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
    if (!read_number (self, &numbers[i], profile, error))
      return FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    if (!read_list (self, &lists[i], profile, error))
      return FALSE;

  return TRUE;
}
