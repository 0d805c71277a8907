/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan as it may be changed: what it holds, what it runs on, and how far changes are that training and serving share. */
#include <math.h>
#include <stdlib.h>

#include "base/weft-quantity.h"
#include "catalog/weft-catalog.h"
#include "model/measured/weft-nearest-fit-private.h"

typedef struct
{
  const char *key;
  gsize offset;
} Field;

#define DISTANCE(name) { "fit_distance_" #name, G_STRUCT_OFFSET (WeftFitDistances, name) }

static const Field fields[] = {
  DISTANCE (sequence_parallel),
  DISTANCE (flash_attention),
  DISTANCE (recompute_selective),
  DISTANCE (recompute_full),
  DISTANCE (zero_1),
  DISTANCE (zero_2),
  DISTANCE (zero_3),
  DISTANCE (microbatch),
  DISTANCE (chunk),
  DISTANCE (virtual_stages),
  DISTANCE (tp),
  DISTANCE (beyond_node),
  DISTANCE (pp),
  DISTANCE (cp),
  DISTANCE (ep),
  DISTANCE (offload),
  DISTANCE (chips),
  DISTANCE (chip),
  DISTANCE (batch),
  DISTANCE (kv_format),
  DISTANCE (weight_format),
  DISTANCE (context),
};

gboolean
weft_fit_distances_init (WeftFitDistances *self,
                         WeftProfile      *profile,
                         GError          **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      double *value = &G_STRUCT_MEMBER (double, self, fields[i].offset);

      if (!weft_profile_get_number (profile, fields[i].key, value, error))
        return FALSE;
      if (*value >= 0)
        continue;
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "profile “%s”: “%s” is %g, expected at least 0", weft_profile_get_id (profile), fields[i].key,
                   *value);
      return FALSE;
    }
  return TRUE;
}

static guint
count_serving (const WeftFitCase *self,
               WeftMemoryItems   *items)
{
  const WeftFitSetting *setting = self->setting;
  WeftServingMemory memory, prefill;

  weft_serving_memory_worst (setting->shape, setting->rules, &self->serving, WEFT_POOL_DECODE, self->capacity_bytes,
                             &memory);
  if (self->serving.separate_prefill)
    {
      weft_serving_memory_worst (setting->shape, setting->rules, &self->serving, WEFT_POOL_PREFILL,
                                 self->capacity_bytes, &prefill);
      if (weft_memory_items_free (&prefill.items) < weft_memory_items_free (&memory.items))
        memory = prefill;
    }
  *items = memory.items;
  return memory.stage;
}

guint
weft_fit_case_items (const WeftFitCase *self,
                     WeftMemoryItems   *items)
{
  if (!self->is_training)
    return count_serving (self, items);
  return weft_training_memory_worst (self->setting->shape, self->setting->rules, &self->training,
                                     self->capacity_bytes, items);
}

double
weft_fit_case_chips (const WeftFitCase *self)
{
  return self->is_training ? weft_training_plan_chips (&self->training) : weft_serving_plan_chips (&self->serving);
}

char *
weft_fit_case_lack (const WeftFitCase *self)
{
  return self->is_training ? weft_training_plan_lack (&self->training) : weft_serving_plan_lack (&self->serving);
}

double
weft_fit_case_more_chips (const WeftFitCase *self)
{
  return MAX (0, log2 (weft_fit_case_chips (self) / self->chips)) * self->distances->chips;
}

double
weft_fit_case_spread (const WeftFitCase *self,
                      double             each,
                      double             from,
                      double             ranks)
{
  double beyond = log2 (ranks / MAX (from, self->node_chips));

  return log2 (ranks / from) * each + MAX (0, beyond) * self->distances->beyond_node;
}

void
weft_fit_change_words (WeftFitChange *change,
                       const char    *from,
                       const char    *to)
{
  g_strlcpy (change->from, from, sizeof change->from);
  g_strlcpy (change->to, to, sizeof change->to);
}

void
weft_fit_change_count (WeftFitChange *change,
                       double         from,
                       double         to)
{
  g_autofree char *before = weft_quantity_format (from, WEFT_UNIT_COUNT);
  g_autofree char *after = weft_quantity_format (to, WEFT_UNIT_COUNT);

  weft_fit_change_words (change, before, after);
}

/* --- other chips --- */

typedef struct
{
  const WeftChip *chip;
  double bytes;
} Larger;

static int
compare_larger_cb (const void *a,
                   const void *b)
{
  const Larger *x = a, *y = b;

  if (x->bytes != y->bytes)
    return x->bytes < y->bytes ? -1 : 1;
  return (x->chip->index > y->chip->index) - (x->chip->index < y->chip->index);
}

/* Chips of the same sort: those whose layers run from external memory. */
gboolean
weft_fit_case_next_chip (WeftFitCase   *self,
                         guint          step,
                         WeftFitChange *change)
{
  WeftInventory *inventory = self->setting->inventory;
  guint n = inventory != NULL ? weft_inventory_n_chips (inventory) : 0;
  g_autofree Larger *larger = g_new (Larger, n + 1);
  guint n_larger = 0;

  for (guint i = 0; i < n; i++)
    {
      const WeftChip *chip = weft_inventory_chip (inventory, i);
      double bytes = weft_memory_chip_bytes (self->setting->profile, chip, NULL);

      if (chip->refused == NULL && !chip->dataflow && bytes > self->capacity_bytes)
        larger[n_larger++] = (Larger) { chip, bytes };
    }
  if (step > n_larger)
    return FALSE;
  qsort (larger, n_larger, sizeof *larger, compare_larger_cb);
  change->distance = self->distances->chip + log2 (larger[step - 1].bytes / self->capacity_bytes);
  self->capacity_bytes = larger[step - 1].bytes;
  weft_fit_change_words (change, self->setting->chip != NULL ? self->setting->chip->id : "", larger[step - 1].chip->id);
  return TRUE;
}
