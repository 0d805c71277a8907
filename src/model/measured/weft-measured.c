/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the measured equations need for a design's workloads: the model of language, and each place once. */
#include "model/measured/weft-measured-private.h"

#include <math.h>
#include <string.h>

/* What tells places apart. Filled from zeroed memory, so that it can be compared byte by byte. */
typedef struct
{
  double inside_alpha_s;
  double inside_bw_bytes_s;
  double across_alpha_s;
  double across_bw_bytes_s;
  double domain_chips;
  guint64 chip;
  guint64 scaleup;
  guint64 scaleout;
} SiteKey;

static guint
hash_key (gconstpointer data)
{
  const guint32 *words = data;
  guint hash = 5381;

  for (gsize i = 0; i < sizeof (SiteKey) / sizeof *words; i++)
    hash = hash * 33 + words[i];
  return hash;
}

static gboolean
equal_keys (gconstpointer a,
            gconstpointer b)
{
  return memcmp (a, b, sizeof (SiteKey)) == 0;
}

static void
free_site (gpointer data)
{
  g_free (data);
}

/* FP8 where the chip computes in it, as the ArchAgent paper serves. */
static void
prepare_request (WeftMeasured     *self,
                 const WeftSite   *at,
                 WeftMeasuredSite *site)
{
  const char *format = at->chip->peak_fp8_flops > 0 ? "fp8" : "bf16";

  weft_serving_plan_init (&site->request, &self->shape);
  site->request.weight_format = format;
  site->request.expert_format = NULL;
  site->request.kv_format = format;
  site->request.engine = self->engine;
  site->request.input_tokens = self->input_tokens;
  site->request.output_tokens = self->output_tokens;
}

static WeftMeasuredSite *
make_site (WeftMeasured   *self,
           const WeftSite *at)
{
  WeftMeasuredSite *site = g_new0 (WeftMeasuredSite, 1);
  WeftFabricSite fabric = {
    .scaleup = at->scaleup,
    .scaleout = at->scaleout,
    .chip = at->chip->index,
    .inside = at->inside,
    .across = at->across,
    .domain_ranks = at->domain_chips,
  };

  /* What a profile must have for any chip was asked for when the model was made. */
  weft_training_site_init (&site->training, self->inventory, &fabric, self->stack, NULL);
  weft_hpc_site_init (&site->hpc, self->inventory, &fabric, 1, NULL);
  prepare_request (self, at, site);
  site->can_serve = weft_serving_system_init (&site->serving, self->inventory, &fabric, &site->request, NULL);
  return site;
}

static gboolean
read_text (WeftProfile *profile,
           const char  *key,
           char       **text,
           GError     **error)
{
  WeftValue value;

  if (!weft_profile_lookup (profile, key, &value) || json_node_get_value_type (value.node) != G_TYPE_STRING)
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID, "Profile %s: constant %s is no text",
                   weft_profile_get_id (profile), key);
      return FALSE;
    }
  *text = g_strdup (json_node_get_string (value.node));
  return TRUE;
}

/* So that a profile that lacks a constant is refused when it is first used, whatever chips a design has. */
static gboolean
check_profile (WeftMeasured *self,
               GError      **error)
{
  const char *chip, *scaleup, *scaleout;
  WeftProfile *profile = weft_inventory_get_profile (self->inventory);
  const WeftChip *found;
  WeftFabricSite fabric = { 0 };
  WeftTrainingSite training;
  WeftHpcSite hpc;
  const WeftScaleup *up;
  const WeftScaleout *out;

  weft_profile_get_reference (profile, &chip, &scaleup, &scaleout);
  found = weft_inventory_find_chip (self->inventory, chip);
  up = weft_inventory_find_scaleup (self->inventory, scaleup);
  out = weft_inventory_find_scaleout (self->inventory, scaleout);
  if (found == NULL || up == NULL || out == NULL)
    return TRUE; /* said elsewhere */

  fabric = (WeftFabricSite) {
    .chip = found->index,
    .scaleup = up->index,
    .scaleout = out->index,
    .inside = { 1e-6, found->scaleup_bw_bytes_s },
    .across = { out->alpha_s, out->bw_bytes_s },
    .domain_ranks = MAX (1, found->node_chips),
  };
  return weft_training_site_init (&training, self->inventory, &fabric, self->stack, error)
         && weft_hpc_site_init (&hpc, self->inventory, &fabric, 1, error);
}

WeftMeasured *
weft_measured_new (WeftInventory          *inventory,
                   const WeftWorkloadSpec *spec,
                   GError                **error)
{
  WeftProfile *profile = weft_inventory_get_profile (inventory);
  WeftMeasured *self = g_new0 (WeftMeasured, 1);

  self->inventory = inventory;
  self->input_tokens = spec->request_in_tokens;
  self->output_tokens = spec->request_out_tokens;
  g_mutex_init (&self->lock);
  self->sites = g_hash_table_new_full (hash_key, equal_keys, g_free, free_site);
  if (!weft_measured_find_shape (&self->shape, weft_inventory_get_catalog (inventory), spec, error)
      || !read_text (profile, "train_stack", &self->stack, error)
      || !read_text (profile, "serve_engine", &self->engine, error)
      || !check_profile (self, error))
    {
      weft_measured_free (self);
      return NULL;
    }

  weft_training_model_init (&self->training, &self->shape);
  return self;
}

void
weft_measured_free (WeftMeasured *self)
{
  g_hash_table_unref (self->sites);
  g_mutex_clear (&self->lock);
  g_free (self->stack);
  g_free (self->engine);
  g_free (self);
}

const WeftMeasuredSite *
weft_measured_site (WeftMeasured   *self,
                    const WeftSite *site)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  WeftMeasuredSite *found;
  SiteKey key;

  memset (&key, 0, sizeof key);
  key.inside_alpha_s = site->inside.alpha_s;
  key.inside_bw_bytes_s = site->inside.bw_bytes_s;
  key.across_alpha_s = site->across.alpha_s;
  key.across_bw_bytes_s = site->across.bw_bytes_s;
  key.domain_chips = site->domain_chips;
  key.chip = site->chip->index;
  key.scaleup = site->scaleup;
  key.scaleout = site->scaleout;

  found = g_hash_table_lookup (self->sites, &key);
  if (found == NULL)
    {
      found = make_site (self, site);
      g_hash_table_insert (self->sites, g_memdup2 (&key, sizeof key), found);
    }
  return found;
}
