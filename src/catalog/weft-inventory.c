/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inventories: the catalog under one profile as plain arrays in SI units. */

#include "catalog/weft-inventory-private.h"

#include "base/weft-name.h"

#include <glib/gi18n-lib.h>
#include <math.h>

G_DEFINE_FINAL_TYPE (WeftInventory, weft_inventory, G_TYPE_OBJECT)

/* A rate of zero says the same as no rate: the chip cannot do it. */
static double
get_rate (WeftRecord *record,
          const char *key)
{
  double rate = weft_record_get_si (record, key);

  return rate > 0 ? rate : NAN;
}

static guint
get_count (WeftRecord *record,
           const char *key)
{
  double number = weft_record_get_number (record, key);

  return number >= 1 ? (guint) MIN (number, G_MAXINT) : 0;
}

static const char *
find_refusal (const WeftChip *chip)
{
  if (g_strcmp0 (weft_record_get_text (chip->record, "class"), "cpu") == 0)
    return _("a host CPU is not a partition chip");
  if (isnan (chip->mem_bytes))
    return _("its memory size is unknown");
  if (isnan (chip->mem_bw_bytes_s))
    return _("its memory bandwidth is unknown");
  if (isnan (chip->tdp_w))
    return _("its power (TDP) is unknown");

  return NULL;
}

static void
fill_chip (WeftChip   *chip,
           WeftRecord *record,
           guint       index)
{
  chip->index = index;
  chip->id = weft_record_get_id (record);
  chip->name = weft_record_get_name (record);
  chip->record = record;
  chip->dataflow = weft_record_get_flag (record, "dataflow");
  chip->node_chips = get_count (record, "node_chips");
  chip->scaleup_domain_max_chips = get_count (record, "scaleup_domain_max_chips");
  chip->generation_year = (int) get_count (record, "generation_year");
  chip->peak_bf16_flops = get_rate (record, "bf16_tflops");
  chip->peak_fp8_flops = get_rate (record, "fp8_tflops");
  chip->peak_fp64_flops = get_rate (record, "fp64_vector_tflops");
  chip->peak_fp4_flops = get_rate (record, "fp4_tflops");
  chip->peak_tf32_flops = get_rate (record, "tf32_tflops");
  chip->peak_fp32_flops = get_rate (record, "fp32_tflops");
  chip->peak_fp64_matrix_flops = get_rate (record, "fp64_matrix_tflops");
  chip->compute_units = get_rate (record, "compute_units");
  chip->mem_bytes = get_rate (record, "mem_usable_gb");
  if (isnan (chip->mem_bytes))
    chip->mem_bytes = get_rate (record, "mem_gb");
  chip->mem_bw_bytes_s = get_rate (record, "mem_bw_gbs");
  chip->tdp_w = get_rate (record, "tdp_w");
  chip->price_usd = weft_record_get_si (record, "price_usd");
  chip->scaleup_bw_bytes_s = get_rate (record, "scaleup_gbs_dir");
  chip->scaleout_bw_bytes_s = get_rate (record, "scaleout_gbs_dir");
  chip->refused = find_refusal (chip);
}

static void
fill_chips (WeftInventory *self)
{
  GPtrArray *records = self->records[WEFT_RECORD_CHIP];

  self->chips = g_new0 (WeftChip, records->len);
  for (guint i = 0; i < records->len; i++)
    fill_chip (&self->chips[i], records->pdata[i], i);
}

static void
fill_scaleup (WeftScaleup *scaleup,
              WeftRecord  *record,
              guint        index)
{
  scaleup->index = index;
  scaleup->record = record;
  scaleup->id = weft_record_get_id (record);
  scaleup->name = weft_record_get_name (record);
  scaleup->in_ten = weft_record_get_flag (record, "in_archagent_ten");
}

static void
fill_scaleups (WeftInventory *self)
{
  GPtrArray *records = self->records[WEFT_RECORD_SCALEUP];

  self->scaleups = g_new0 (WeftScaleup, records->len);
  for (guint i = 0; i < records->len; i++)
    fill_scaleup (&self->scaleups[i], records->pdata[i], i);
}

/* A profile's lean figure comes before the catalog's sum of parts. */
static double
get_endpoint_power (WeftRecord *record)
{
  double power_w = weft_record_get_si (record, "power_w_per_endpoint");

  return isnan (power_w) ? weft_record_get_si (record, "power_w_per_endpoint_2tier") : power_w;
}

static void
fill_scaleout (WeftScaleout *scaleout,
               WeftRecord   *record,
               guint         index)
{
  scaleout->index = index;
  scaleout->record = record;
  scaleout->id = weft_record_get_id (record);
  scaleout->name = weft_record_get_name (record);
  scaleout->in_ten = weft_record_get_flag (record, "in_archagent_ten");
  scaleout->bw_bytes_s = get_rate (record, "endpoint_gbs");
  scaleout->alpha_s = weft_record_get_si (record, "alpha_us");
  scaleout->power_w = get_endpoint_power (record);
  scaleout->cost_usd = weft_record_get_si (record, "cost_usd_per_endpoint_2tier");
}

static void
fill_scaleouts (WeftInventory *self)
{
  GPtrArray *records = self->records[WEFT_RECORD_SCALEOUT];

  self->scaleouts = g_new0 (WeftScaleout, records->len);
  for (guint i = 0; i < records->len; i++)
    fill_scaleout (&self->scaleouts[i], records->pdata[i], i);
}

void
weft_inventory_refill_chip (WeftInventory *self,
                            guint          index)
{
  fill_chip (&self->chips[index], self->records[WEFT_RECORD_CHIP]->pdata[index], index);
}

void
weft_inventory_refill_scaleup (WeftInventory *self,
                               guint          index)
{
  fill_scaleup (&self->scaleups[index], self->records[WEFT_RECORD_SCALEUP]->pdata[index], index);
}

void
weft_inventory_refill_scaleout (WeftInventory *self,
                                guint          index)
{
  fill_scaleout (&self->scaleouts[index], self->records[WEFT_RECORD_SCALEOUT]->pdata[index], index);
}

static void
weft_inventory_finalize (GObject *object)
{
  WeftInventory *self = WEFT_INVENTORY (object);

  g_clear_pointer (&self->pair_records, g_ptr_array_unref);
  g_free (self->pairs);
  g_free (self->chips);
  g_free (self->scaleups);
  g_free (self->scaleouts);

  for (guint i = 0; i < WEFT_N_OVERRIDE_KINDS; i++)
    {
      g_clear_pointer (&self->names[i], g_hash_table_unref);
      g_clear_pointer (&self->records[i], g_ptr_array_unref);
    }
  g_clear_object (&self->profile);
  g_clear_object (&self->catalog);

  G_OBJECT_CLASS (weft_inventory_parent_class)->finalize (object);
}

static void
weft_inventory_class_init (WeftInventoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_inventory_finalize;
}

static void
weft_inventory_init (WeftInventory *self)
{
  for (guint i = 0; i < WEFT_N_OVERRIDE_KINDS; i++)
    {
      self->names[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      self->records[i] = g_ptr_array_new_with_free_func (g_object_unref);
    }
}

gboolean
weft_inventory_find_index (WeftInventory  *self,
                           WeftRecordKind  kind,
                           const char     *name,
                           guint          *index)
{
  g_autofree char *folded = weft_name_fold (name);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->names[kind], folded));

  if (place == 0)
    return FALSE;

  *index = place - 1;
  return TRUE;
}

/**
 * weft_inventory_new:
 * @catalog: a catalog
 * @profile: one of its profiles
 * @error: where to put a #WeftCatalogError, which names file and JSON pointer
 *
 * Lays the assumptions of @profile over @catalog: those about single parts over those about all
 * of a kind ("*") over the shipped records. Values from the user's own files lie over all of them.
 * A part is found by all of its names, also by the id that an override replaces.
 *
 * Returns: (transfer full): the parts, or %NULL
 */
WeftInventory *
weft_inventory_new (WeftCatalog  *catalog,
                    WeftProfile  *profile,
                    GError      **error)
{
  g_autoptr (WeftInventory) self = NULL;

  g_return_val_if_fail (WEFT_IS_CATALOG (catalog) && WEFT_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (WEFT_TYPE_INVENTORY, NULL);
  self->catalog = g_object_ref (catalog);
  self->profile = g_object_ref (profile);

  if (!weft_inventory_resolve (self, error))
    return NULL;

  fill_chips (self);
  fill_scaleups (self);
  fill_scaleouts (self);
  if (!weft_inventory_pair (self, error)
      || !weft_inventory_fill_facility (self, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * weft_inventory_get_catalog:
 * @self: an inventory
 *
 * Returns: (transfer none): the catalog that it was made of
 */
WeftCatalog *
weft_inventory_get_catalog (WeftInventory *self)
{
  g_return_val_if_fail (WEFT_IS_INVENTORY (self), NULL);

  return self->catalog;
}

/**
 * weft_inventory_get_profile:
 * @self: an inventory
 *
 * Returns: (transfer none): the profile that it is seen by
 */
WeftProfile *
weft_inventory_get_profile (WeftInventory *self)
{
  g_return_val_if_fail (WEFT_IS_INVENTORY (self), NULL);

  return self->profile;
}

/**
 * weft_inventory_n_chips:
 * @self: an inventory
 *
 * Returns: how many chips there are, the refused ones included
 */
guint
weft_inventory_n_chips (WeftInventory *self)
{
  g_return_val_if_fail (WEFT_IS_INVENTORY (self), 0);

  return self->records[WEFT_RECORD_CHIP]->len;
}

/**
 * weft_inventory_n_scaleups:
 * @self: an inventory
 *
 * Returns: how many scale-up fabrics there are
 */
guint
weft_inventory_n_scaleups (WeftInventory *self)
{
  g_return_val_if_fail (WEFT_IS_INVENTORY (self), 0);

  return self->records[WEFT_RECORD_SCALEUP]->len;
}

/**
 * weft_inventory_n_scaleouts:
 * @self: an inventory
 *
 * Returns: how many scale-out fabrics there are
 */
guint
weft_inventory_n_scaleouts (WeftInventory *self)
{
  g_return_val_if_fail (WEFT_IS_INVENTORY (self), 0);

  return self->records[WEFT_RECORD_SCALEOUT]->len;
}

/**
 * weft_inventory_chip: (skip)
 * @self: an inventory
 * @index: below weft_inventory_n_chips()
 *
 * Returns: the chip
 */
const WeftChip *
weft_inventory_chip (WeftInventory *self,
                     guint          index)
{
  g_return_val_if_fail (index < weft_inventory_n_chips (self), NULL);

  return &self->chips[index];
}

/**
 * weft_inventory_scaleup: (skip)
 * @self: an inventory
 * @index: below weft_inventory_n_scaleups()
 *
 * Returns: the scale-up fabric
 */
const WeftScaleup *
weft_inventory_scaleup (WeftInventory *self,
                        guint          index)
{
  g_return_val_if_fail (index < weft_inventory_n_scaleups (self), NULL);

  return &self->scaleups[index];
}

/**
 * weft_inventory_scaleout: (skip)
 * @self: an inventory
 * @index: below weft_inventory_n_scaleouts()
 *
 * Returns: the scale-out fabric
 */
const WeftScaleout *
weft_inventory_scaleout (WeftInventory *self,
                         guint          index)
{
  g_return_val_if_fail (index < weft_inventory_n_scaleouts (self), NULL);

  return &self->scaleouts[index];
}

/**
 * weft_inventory_scaleup_on_chip: (skip)
 * @self: an inventory
 * @scaleup: index of a scale-up fabric
 * @chip: index of a chip
 *
 * The rate is the smaller of the fabric's and the chip's port, or the chip's when it follows the
 * chip; the domain is the smaller of the two. Both are filled in too when the two do not fit.
 *
 * Returns: what the fabric is on that chip
 */
const WeftScaleupOnChip *
weft_inventory_scaleup_on_chip (WeftInventory *self,
                                guint          scaleup,
                                guint          chip)
{
  g_return_val_if_fail (scaleup < weft_inventory_n_scaleups (self), NULL);
  g_return_val_if_fail (chip < weft_inventory_n_chips (self), NULL);

  return &self->pairs[scaleup * self->records[WEFT_RECORD_CHIP]->len + chip];
}

/**
 * weft_inventory_find_chip: (skip)
 * @self: an inventory
 * @name: an id, replaced id, alias or name, without regard to case, spaces and hyphens
 *
 * Returns: (nullable): the chip
 */
const WeftChip *
weft_inventory_find_chip (WeftInventory *self,
                          const char    *name)
{
  guint index;

  g_return_val_if_fail (WEFT_IS_INVENTORY (self) && name != NULL, NULL);

  if (!weft_inventory_find_index (self, WEFT_RECORD_CHIP, name, &index))
    return NULL;
  return &self->chips[index];
}

/**
 * weft_inventory_find_scaleup: (skip)
 * @self: an inventory
 * @name: a name, as for weft_inventory_find_chip()
 *
 * Returns: (nullable): the scale-up fabric
 */
const WeftScaleup *
weft_inventory_find_scaleup (WeftInventory *self,
                             const char    *name)
{
  guint index;

  g_return_val_if_fail (WEFT_IS_INVENTORY (self) && name != NULL, NULL);

  if (!weft_inventory_find_index (self, WEFT_RECORD_SCALEUP, name, &index))
    return NULL;
  return &self->scaleups[index];
}

/**
 * weft_inventory_find_scaleout: (skip)
 * @self: an inventory
 * @name: a name, as for weft_inventory_find_chip()
 *
 * Returns: (nullable): the scale-out fabric
 */
const WeftScaleout *
weft_inventory_find_scaleout (WeftInventory *self,
                              const char    *name)
{
  guint index;

  g_return_val_if_fail (WEFT_IS_INVENTORY (self) && name != NULL, NULL);

  if (!weft_inventory_find_index (self, WEFT_RECORD_SCALEOUT, name, &index))
    return NULL;
  return &self->scaleouts[index];
}

/**
 * weft_inventory_nearest:
 * @self: an inventory
 * @kind: chips, scale-up or scale-out fabrics
 * @name: a name that was not found
 *
 * Returns: (nullable): the id of the part whose id or alias is nearest, if it may have been meant;
 *   never a chip that is refused
 */
const char *
weft_inventory_nearest (WeftInventory  *self,
                        WeftRecordKind  kind,
                        const char     *name)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  const char *nearest;
  guint index;

  g_return_val_if_fail (WEFT_IS_INVENTORY (self) && name != NULL, NULL);
  g_return_val_if_fail (kind < WEFT_N_OVERRIDE_KINDS, NULL);

  for (guint i = 0; i < self->records[kind]->len; i++)
    {
      WeftRecord *record = self->records[kind]->pdata[i];

      if (kind == WEFT_RECORD_CHIP && self->chips[i].refused != NULL)
        continue;
      g_ptr_array_add (known, (gpointer) record->id);
      for (guint j = 0; record->aliases->pdata[j] != NULL; j++)
        g_ptr_array_add (known, record->aliases->pdata[j]);
    }
  g_ptr_array_add (known, NULL);

  nearest = weft_name_nearest (name, (const char *const *) known->pdata);
  if (nearest == NULL || !weft_inventory_find_index (self, kind, nearest, &index))
    return NULL;

  return weft_record_get_id (self->records[kind]->pdata[index]);
}

/**
 * weft_inventory_lookup_scaleup_on_chip: (skip)
 * @self: an inventory
 * @scaleup: index of a scale-up fabric
 * @chip: index of a chip
 * @key: a key of scale-up records
 * @value: (out): the value as it holds on that chip
 *
 * Where the chip is what limits rate ("gbs_dir") or domain ("max_domain_chips"), the value is the
 * chip's, with the chip's key and provenance.
 *
 * Returns: %FALSE when there is no such value
 */
gboolean
weft_inventory_lookup_scaleup_on_chip (WeftInventory *self,
                                       guint          scaleup,
                                       guint          chip,
                                       const char    *key,
                                       WeftValue     *value)
{
  const WeftScaleupOnChip *pair = weft_inventory_scaleup_on_chip (self, scaleup, chip);
  WeftRecord *record;

  g_return_val_if_fail (pair != NULL && key != NULL && value != NULL, FALSE);

  record = weft_inventory_pair_record (self, scaleup, chip);
  if (g_str_equal (key, "gbs_dir")
      && (weft_record_get_flag (record, "rate_follows_chip")
          || pair->bw_bytes_s < weft_record_get_si (record, key)))
    return weft_record_lookup (self->chips[chip].record, "scaleup_gbs_dir", value);

  if (g_str_equal (key, "max_domain_chips")
      && pair->domain_chips < weft_record_get_number (record, key))
    return weft_record_lookup (self->chips[chip].record, "scaleup_domain_max_chips", value);

  return weft_record_lookup (record, key, value);
}
