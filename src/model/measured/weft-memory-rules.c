/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the constants of memory from a profile; a missing one is an error that names it. */
#include "model/measured/weft-memory-rules.h"

#include <math.h>

#include "catalog/weft-catalog.h"

typedef struct
{
  const char *key;
  gsize offset;
  double low;
} Field;

#define RULE(name, key, low) { key, G_STRUCT_OFFSET (WeftMemoryRules, name), low }
#define STATE(name) { "state_" #name "_bytes", G_STRUCT_OFFSET (WeftStateBytes, name), 0 }

static const Field rules[] = {
  RULE (element_bytes, "train_bytes_per_element", 0),
  RULE (mask_bytes, "train_mask_bytes", 0),
  RULE (logit_bytes, "train_logit_bytes", 0),
  RULE (gather_units, "train_gather_units", 0),
  RULE (linear_chunk_tokens, "linear_chunk_tokens", 1),
  RULE (linear_state_bytes, "linear_state_bytes", 0),
  RULE (train_reserve_bytes, "train_reserve_bytes", 0),
  RULE (serve_fill, "serve_memory_fill", 0),
  RULE (serve_reserve_bytes, "serve_reserve_bytes", 0),
  RULE (serve_group_bytes, "serve_group_bytes", 0),
  RULE (serve_sampled_rows, "serve_sampled_rows", 0),
  RULE (serve_sample_bytes, "serve_sample_bytes", 0),
  RULE (serve_chunk_tokens, "serve_chunk_tokens", 1),
  RULE (block_tokens, "kv_block_tokens", 1),
};

static const Field states[] = {
  STATE (weight),
  STATE (gradient),
  STATE (optimizer),
  STATE (shard_gradient),
};

static gboolean
read_field (gpointer     target,
            const Field *field,
            const char  *scope,
            WeftProfile *profile,
            GError     **error)
{
  const char *const scopes[] = { scope, NULL };
  double value;

  if (!weft_profile_get_scoped (profile, field->key, scopes, &value, NULL, error))
    return FALSE;
  if (!(value >= field->low) || isinf (value))
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "profile “%s”: “%s” is %g, expected at least %g", weft_profile_get_id (profile), field->key, value,
                   field->low);
      return FALSE;
    }
  G_STRUCT_MEMBER (double, target, field->offset) = value;
  return TRUE;
}

/**
 * weft_memory_rules_init: (skip)
 * @self: to fill
 * @profile: a profile of the measured model
 * @error: return location for a %WEFT_CATALOG_ERROR_INVALID
 *
 * Returns: whether all constants are there
 */
gboolean
weft_memory_rules_init (WeftMemoryRules *self,
                        WeftProfile     *profile,
                        GError         **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (!read_field (self, &rules[i], NULL, profile, error))
      return FALSE;
  for (guint i = 0; i < WEFT_N_STATES; i++)
    for (guint k = 0; k < G_N_ELEMENTS (states); k++)
      if (!read_field (&self->states[i], &states[k], weft_states_nick (i), profile, error))
        return FALSE;
  return TRUE;
}

/**
 * weft_memory_chip_bytes: (skip)
 * @profile: a profile
 * @chip: a chip
 * @found: (out) (nullable) (transfer none): the constant that it comes from, %NULL when it is the catalog's
 *
 * Data sheets round: a chip of "80 GB" reports 81,559 or 81,920 MiB.
 *
 * Returns: bytes of the chip's memory, NAN when they are not known
 */
double
weft_memory_chip_bytes (WeftProfile    *profile,
                        const WeftChip *chip,
                        const char    **found)
{
  const char *const scopes[] = { weft_record_get_id (chip->record), NULL };
  const char *key = NULL;
  double bytes;

  if (!weft_profile_get_scoped (profile, "device_bytes", scopes, &bytes, &key, NULL))
    bytes = chip->mem_bytes;
  if (found != NULL)
    *found = key;
  return bytes;
}
