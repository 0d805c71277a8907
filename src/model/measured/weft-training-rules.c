/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the constants of training from a profile: for the chip, the format and the software that runs it. */
#include "model/measured/weft-training-rules.h"

#include <math.h>

#include "catalog/weft-catalog.h"

static const struct
{
  const char *key;
  const char *unit;
  WeftTrainingScope scope;
} constants[WEFT_N_TRAINING_CONSTANTS] = {
  [WEFT_TRAINING_RATE_SHARE] = { "train_rate_share", "1", WEFT_TRAINING_SCOPE_CHIP },
  [WEFT_TRAINING_ATTENTION_KERNEL] = { "train_attention_kernel", "1", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_ATTENTION_SHARE] = { "train_attention_share", "1", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_PLAIN_ATTENTION] = { "train_plain_attention", "1", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_ELEMENTWISE] = { "train_elementwise", "1", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_CAST_BYTES] = { "train_cast_bytes", "B", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_WEIGHT_CAST_BYTES] = { "train_weight_cast_bytes", "B", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_GRADIENT_BYTES] = { "train_reduced_bytes", "B", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_OPTIMIZER_BYTES] = { "train_update_bytes", "B", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_LOGIT_BYTES] = { "train_loss_bytes", "B", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_EXPERT_SKEW] = { "train_expert_skew", "1", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_TP_HIDDEN] = { "train_tp_hidden", "1", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_PP_HIDDEN] = { "train_pp_hidden", "1", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_DP_HIDDEN] = { "train_dp_hidden", "1", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_DP_WINDOW] = { "train_dp_window", "1", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_SHARD_HIDDEN] = { "train_shard_hidden", "1", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_SHARD_BYTES] = { "train_shard_bytes", "B", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_EP_HIDDEN] = { "train_ep_hidden", "1", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_CP_EXPOSED] = { "train_cp_exposed", "1", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_RECOMPUTE] = { "train_recompute_share", "1", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_RECOMPUTE_LAST] = { "train_recompute_last", "1", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_HOST_S] = { "train_host_layer_s", "s", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_HOST_TP] = { "train_host_tp", "1", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_HOST_ENDS] = { "train_host_ends", "1", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_CHUNK_S] = { "train_chunk_s", "s", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_SCALE_S] = { "train_scale_s", "s", WEFT_TRAINING_SCOPE_STACK },
  [WEFT_TRAINING_STEP_S] = { "train_step_s", "s", WEFT_TRAINING_SCOPE_NONE },
  [WEFT_TRAINING_STRAGGLER] = { "train_straggler", "1", WEFT_TRAINING_SCOPE_FORMAT },
};

static gboolean
take (WeftProfile          *profile,
      WeftTrainingConstant  constant,
      const char           *first,
      const char           *second,
      double               *value,
      GError              **error)
{
  const char *const scopes[] = { first != NULL ? first : second, first != NULL ? second : NULL, NULL };

  if (!weft_profile_get_scoped (profile, constants[constant].key, scopes, value, NULL, error))
    return FALSE;
  if (*value >= 0 && isfinite (*value))
    return TRUE;
  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID, "profile “%s”: “%s” is %g, expected at least 0",
               weft_profile_get_id (profile), constants[constant].key, *value);
  return FALSE;
}

static gboolean
take_by_format (WeftTrainingRules  *self,
                WeftProfile        *profile,
                const WeftChip     *chip,
                WeftFormat          format,
                GError            **error)
{
  const char *nick = weft_format_nick (format);

  return take (profile, WEFT_TRAINING_RATE_SHARE, chip->id, nick, &self->rate_share[format], error)
         && take (profile, WEFT_TRAINING_STRAGGLER, nick, NULL, &self->straggler[format], error);
}

/**
 * weft_training_rules_init: (skip)
 * @self: (out caller-allocates): the constants
 * @profile: a profile of the measured model
 * @chip: a chip
 * @stack: (nullable): the software
 * @error: return location for a #WeftCatalogError that names the constant that is lacking
 *
 * A stack that nothing was measured with gets the constants without a scope.
 *
 * Returns: whether all constants are there
 */
gboolean
weft_training_rules_init (WeftTrainingRules  *self,
                          WeftProfile        *profile,
                          const WeftChip     *chip,
                          const char         *stack,
                          GError            **error)
{
  g_return_val_if_fail (self != NULL && WEFT_IS_PROFILE (profile) && chip != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  for (WeftTrainingConstant i = 0; i < WEFT_N_TRAINING_CONSTANTS; i++)
    {
      const char *scope = constants[i].scope == WEFT_TRAINING_SCOPE_STACK ? stack : NULL;

      if (!take (profile, i, scope, NULL, &self->k[i], error))
        return FALSE;
    }
  for (WeftFormat i = 0; i < WEFT_N_FORMATS; i++)
    if (!take_by_format (self, profile, chip, i, error))
      return FALSE;
  return take (profile, WEFT_TRAINING_STRAGGLER, "sharded", NULL, &self->sharded_straggler, error);
}

/**
 * weft_training_site_init: (skip)
 * @self: (out caller-allocates): the site
 * @inventory: what there is
 * @site: chip, fabrics, and how they are joined
 * @stack: (nullable): the software, as in a plan
 * @error: return location for a #WeftCatalogError
 *
 * Returns: whether the profile has all constants
 */
gboolean
weft_training_site_init (WeftTrainingSite      *self,
                         WeftInventory         *inventory,
                         const WeftFabricSite  *site,
                         const char            *stack,
                         GError               **error)
{
  WeftProfile *profile = weft_inventory_get_profile (inventory);
  const WeftChip *chip = weft_inventory_chip (inventory, site->chip);

  self->capacity_bytes = weft_memory_chip_bytes (profile, chip, NULL);
  return weft_chip_kernels_init (&self->kernels, profile, chip, error)
         && weft_fabric_init (&self->fabric, inventory, site, WEFT_LIBRARY_NCCL, error)
         && weft_memory_rules_init (&self->memory, profile, error)
         && weft_training_rules_init (&self->rules, profile, chip, stack, error);
}

/**
 * weft_training_constant_key: (skip)
 * @constant: a constant
 *
 * Returns: its key in profiles, without a scope
 */
const char *
weft_training_constant_key (WeftTrainingConstant constant)
{
  g_return_val_if_fail ((guint) constant < WEFT_N_TRAINING_CONSTANTS, NULL);
  return constants[constant].key;
}

/**
 * weft_training_constant_unit: (skip)
 * @constant: a constant
 *
 * Returns: its unit
 */
const char *
weft_training_constant_unit (WeftTrainingConstant constant)
{
  g_return_val_if_fail ((guint) constant < WEFT_N_TRAINING_CONSTANTS, NULL);
  return constants[constant].unit;
}

/**
 * weft_training_constant_scope: (skip)
 * @constant: a constant
 *
 * Returns: what it depends on
 */
WeftTrainingScope
weft_training_constant_scope (WeftTrainingConstant constant)
{
  g_return_val_if_fail ((guint) constant < WEFT_N_TRAINING_CONSTANTS, WEFT_TRAINING_SCOPE_NONE);
  return constants[constant].scope;
}
