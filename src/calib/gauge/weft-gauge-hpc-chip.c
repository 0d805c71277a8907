/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chips that rows name: those of the catalog, and those of a list beside the measurements that nobody designs with. */
#include "calib/gauge/weft-gauge-hpc-private.h"

#include <math.h>

#include "base/weft-json-at.h"
#include "base/weft-json.h"

JsonNode *
weft_gauge_chips_load (WeftInventory  *inventory,
                       GError        **error)
{
  const char *folder = weft_catalog_get_folder (weft_inventory_get_catalog (inventory));
  g_autofree char *path = g_build_filename (folder, "measurements", "chips.json", NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;
  return weft_json_load (path, NULL, error);
}

static gboolean
take_kernels (WeftGaugeChip  *self,
              WeftInventory  *inventory,
              double          bw_share,
              double          share,
              GError        **error)
{
  WeftChipKernels kernels;

  if (!weft_chip_kernels_init (&kernels, weft_inventory_get_profile (inventory), self->like, error))
    return FALSE;

  self->stream_bytes_s = kernels.stream_bytes_s * bw_share;
  self->vector_flops = kernels.vector_flops * share;
  for (guint i = 0; i < WEFT_N_FORMATS; i++)
    {
      self->peak_matrix_flops[i] = kernels.peak_flops[i] * share;
      self->matrix_flops[i] = kernels.gemm[i].rate_flops * share;
    }
  return TRUE;
}

static gboolean
take_catalog_chip (WeftGaugeChip   *self,
                   WeftInventory   *inventory,
                   const WeftChip  *chip,
                   double           share,
                   GError         **error)
{
  self->id = g_strdup (chip->id);
  self->like = chip;
  self->mem_bw_bytes_s = chip->mem_bw_bytes_s * share;
  self->tdp_w = chip->tdp_w * share;
  self->is_host = g_strcmp0 (weft_record_get_text (chip->record, "class"), "cpu") == 0;
  return take_kernels (self, inventory, share, share, error);
}

/* Without silicon in the catalog the profile's shares for all chips count. */
static gboolean
take_defaults (WeftGaugeChip  *self,
               WeftInventory  *inventory,
               double          peak_fp64_flops,
               GError        **error)
{
  WeftProfile *profile = weft_inventory_get_profile (inventory);
  double stream_share, vector_share;

  if (!weft_profile_get_number (profile, "stream_bw_share", &stream_share, error)
      || !weft_profile_get_number (profile, "vector_flop_share", &vector_share, error))
    return FALSE;

  self->stream_bytes_s = self->mem_bw_bytes_s * stream_share;
  self->vector_flops = peak_fp64_flops * vector_share;
  for (guint i = 0; i < WEFT_N_FORMATS; i++)
    self->peak_matrix_flops[i] = self->matrix_flops[i] = NAN;
  return TRUE;
}

static gboolean
take_listed_chip (WeftGaugeChip     *self,
                  WeftInventory     *inventory,
                  const WeftJsonAt  *entry,
                  const char        *name,
                  GError           **error)
{
  double bw_gbs, fp64_tflops = NAN;
  WeftJsonAt like;
  const char *id = NULL;

  if (!weft_json_at_get_number (entry, "mem_bw_gbs", WEFT_JSON_REQUIRED, &bw_gbs, error)
      || !weft_json_at_get_number (entry, "fp64_vector_tflops", WEFT_JSON_OPTIONAL, &fp64_tflops, error)
      || !weft_json_at_get_number (entry, "tdp_w", WEFT_JSON_OPTIONAL, &self->tdp_w, error))
    return FALSE;
  if (weft_json_at_member (entry, "like", &like) && !weft_json_at_is_null (&like)
      && !weft_json_at_string (&like, &id, error))
    return FALSE;

  self->id = g_strdup (name);
  self->mem_bw_bytes_s = bw_gbs * 1e9;
  self->is_host = g_str_has_prefix (name, "Xeon") || g_str_has_prefix (name, "EPYC");
  self->like = id != NULL ? weft_inventory_find_chip (inventory, id) : NULL;
  if (self->like == NULL)
    return take_defaults (self, inventory, fp64_tflops * 1e12, error);
  return take_kernels (self, inventory, self->mem_bw_bytes_s / self->like->mem_bw_bytes_s, 1, error);
}

/* The entry of @chips that has @name among its names. */
static gboolean
find_entry (JsonNode    *chips,
            const char  *name,
            WeftJsonAt  *entry,
            GError     **error)
{
  WeftJsonAt root, list, names, one;
  const char *text;

  weft_json_at_root (&root, chips, "chips.json");
  if (!weft_json_at_get_array (&root, "chips", WEFT_JSON_REQUIRED, &list, NULL, error))
    return FALSE;
  for (guint i = 0; i < weft_json_at_length (&list); i++)
    {
      weft_json_at_element (&list, i, entry);
      if (!weft_json_at_get_array (entry, "names", WEFT_JSON_REQUIRED, &names, NULL, error))
        return FALSE;
      for (guint j = 0; j < weft_json_at_length (&names); j++)
        {
          weft_json_at_element (&names, j, &one);
          if (!weft_json_at_string (&one, &text, error))
            return FALSE;
          if (g_ascii_strcasecmp (text, name) == 0)
            return TRUE;
        }
    }
  return FALSE;
}

gboolean
weft_gauge_chip_find (WeftGaugeChip  *self,
                      WeftInventory  *inventory,
                      JsonNode       *chips,
                      const char     *name,
                      char          **why)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *lack = NULL;
  double share;
  const WeftChip *chip = weft_gauge_chip (inventory, name, &share, &lack);
  WeftJsonAt entry;
  gboolean ok = FALSE;

  *self = (WeftGaugeChip) { .tdp_w = NAN };
  if (chip != NULL)
    ok = take_catalog_chip (self, inventory, chip, share, &error);
  else if (chips != NULL && find_entry (chips, name, &entry, &error))
    ok = take_listed_chip (self, inventory, &entry, name, &error);
  if (ok)
    return TRUE;

  if (why != NULL)
    *why = error != NULL ? g_strdup (error->message) : g_steal_pointer (&lack);
  weft_gauge_chip_clear (self);
  return FALSE;
}

void
weft_gauge_chip_clear (WeftGaugeChip *self)
{
  g_clear_pointer (&self->id, g_free);
}
