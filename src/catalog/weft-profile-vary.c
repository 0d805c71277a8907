/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles in which some constants are others. */
#include "catalog/weft-vary-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-write.h"
#include "catalog/weft-catalog.h"
#include "catalog/weft-profile-private.h"

static WeftProfile *
share (WeftProfile *base)
{
  WeftProfile *self = g_object_new (WEFT_TYPE_PROFILE, NULL);

  g_hash_table_unref (self->places);
  g_ptr_array_unref (self->left_out);
  self->root = json_node_ref (base->root);
  self->path = g_strdup (base->path);
  self->id = base->id;
  self->name = base->name;
  self->description = base->description;
  self->workload = base->workload;
  self->is_measured = base->is_measured;
  self->places = g_hash_table_ref (base->places);
  self->left_out = g_ptr_array_ref (base->left_out);
  self->varied = g_ptr_array_new_with_free_func ((GDestroyNotify) json_node_unref);
  for (guint i = 0; i < WEFT_N_OVERRIDE_KINDS; i++)
    {
      self->reference[i] = base->reference[i];
      self->overrides[i] = g_array_ref (base->overrides[i]);
    }

  g_array_append_vals (self->constants, base->constants->data, base->constants->len);
  for (guint i = 0; i < self->constants->len; i++)
    {
      WeftConstant *constant = &g_array_index (self->constants, WeftConstant, i);

      constant->numbers = g_memdup2 (constant->numbers, constant->n_numbers * sizeof (double));
    }
  return self;
}

static gboolean
change (WeftProfile              *self,
        const WeftConstantChange *wanted,
        GError                  **error)
{
  WeftConstant *constant;
  gpointer place;
  JsonNode *node;

  if (!g_hash_table_lookup_extended (self->places, wanted->key, NULL, &place) || !isfinite (wanted->value))
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   _("Profile %s: constant “%s” cannot be set to %g; it needs a number, and a constant of the profile"),
                   self->id, wanted->key, wanted->value);
      return FALSE;
    }

  constant = &g_array_index (self->constants, WeftConstant, GPOINTER_TO_UINT (place));
  node = json_node_init_double (json_node_alloc (), wanted->value);
  g_ptr_array_add (self->varied, node);
  constant->node = node;
  constant->residual = NAN;
  constant->range = NULL;
  constant->provenance = (WeftProvenance) { .confidence = WEFT_CONFIDENCE_USER,
                                            .source = (char *) _("set by the question") };
  return TRUE;
}

/* Another profile's: of what the base says and what is set on top. */
static char *
digest_of (WeftProfile              *base,
           const WeftConstantChange *changes,
           guint                     n_changes)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  char digits[WEFT_DOUBLE_BUFFER];

  g_checksum_update (sum, (const guchar *) base->digest, -1);
  for (guint i = 0; i < n_changes; i++)
    {
      weft_json_format_double (changes[i].value, digits);
      g_checksum_update (sum, (const guchar *) changes[i].key, -1);
      g_checksum_update (sum, (const guchar *) "=", 1);
      g_checksum_update (sum, (const guchar *) digits, -1);
      g_checksum_update (sum, (const guchar *) "\n", 1);
    }
  return g_strdup (g_checksum_get_string (sum));
}

WeftProfile *
weft_profile_vary (WeftProfile              *base,
                   const WeftConstantChange *changes,
                   guint                     n_changes,
                   GError                  **error)
{
  g_autoptr (WeftProfile) self = share (base);

  for (guint i = 0; i < n_changes; i++)
    if (!change (self, &changes[i], error))
      return NULL;

  self->digest = digest_of (base, changes, n_changes);
  return g_steal_pointer (&self);
}
