/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inventories in which some facts are others, and copies of parts that can be changed apart. */
#include "catalog/weft-vary-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-name.h"
#include "catalog/weft-catalog.h"
#include "catalog/weft-inventory-private.h"
#include "catalog/weft-key-private.h"
#include "catalog/weft-record-private.h"

static guint
count (WeftInventory *self,
       WeftRecordKind kind)
{
  return self->records[kind]->len;
}

/* --- an inventory that shares what it can --- */

static void
share_kind (WeftInventory *self,
            WeftInventory *base,
            WeftRecordKind kind,
            gboolean       records,
            gboolean       names)
{
  if (!names)
    {
      g_hash_table_unref (self->names[kind]);
      self->names[kind] = g_hash_table_ref (base->names[kind]);
    }
  else
    {
      GHashTableIter iter;
      gpointer name, place;

      g_hash_table_iter_init (&iter, base->names[kind]);
      while (g_hash_table_iter_next (&iter, &name, &place))
        g_hash_table_insert (self->names[kind], g_strdup (name), place);
    }

  if (!records)
    {
      g_ptr_array_unref (self->records[kind]);
      self->records[kind] = g_ptr_array_ref (base->records[kind]);
    }
  else
    for (guint i = 0; i < count (base, kind); i++)
      g_ptr_array_add (self->records[kind], g_object_ref (base->records[kind]->pdata[i]));
}

/* --- changes --- */

static gboolean
is_changed (const WeftFactChange *facts,
            guint                 n_facts,
            WeftRecordKind        kind)
{
  for (guint i = 0; i < n_facts; i++)
    if (facts[i].kind == kind)
      return TRUE;

  return FALSE;
}

static gboolean
is_first_of_part (const WeftFactChange *facts,
                  guint                 at)
{
  for (guint i = 0; i < at; i++)
    if (facts[i].kind == facts[at].kind && facts[i].index == facts[at].index)
      return FALSE;

  return TRUE;
}

static gboolean
refuse (WeftRecord           *record,
        const WeftFactChange *fact,
        const char           *expected,
        GError              **error)
{
  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID, _("%s: %s cannot be set to %g, expected %s"),
               record->id, fact->key, fact->value, expected);
  return FALSE;
}

/* A number stays a number and a yes or no stays one. What is set to what it is anyway is left as it is. */
static gboolean
add_value (JsonObject           *values,
           WeftRecord           *record,
           const WeftFactChange *fact,
           GError              **error)
{
  const WeftKey *known = weft_key_find (fact->key);
  WeftKeyType type = known != NULL ? known->type : WEFT_KEY_FREE;
  WeftRecord *holder = weft_record_find_holder (record, fact->key);
  JsonNode *node = holder != NULL ? json_object_get_member (holder->values, fact->key) : NULL;
  GType held = node != NULL ? json_node_get_value_type (node) : G_TYPE_INVALID;

  if (held == G_TYPE_STRING || (node != NULL && !JSON_NODE_HOLDS_VALUE (node) && !JSON_NODE_HOLDS_NULL (node))
      || (held == G_TYPE_INVALID && type != WEFT_KEY_NUMBER && type != WEFT_KEY_WHOLE && type != WEFT_KEY_FLAG))
    return refuse (record, fact, _("a number of the part that the catalog knows"), error);
  if (!isfinite (fact->value) || fact->value < 0)
    return refuse (record, fact, _("a number from 0 on"), error);

  if (held == G_TYPE_BOOLEAN || (held == G_TYPE_INVALID && type == WEFT_KEY_FLAG))
    {
      if (fact->value != 0 && fact->value != 1)
        return refuse (record, fact, _("1 for yes or 0 for no"), error);
      json_object_set_boolean_member (values, fact->key, fact->value != 0);
      return TRUE;
    }
  if (type == WEFT_KEY_WHOLE && fact->value != floor (fact->value))
    return refuse (record, fact, _("a whole number"), error);

  if (held == G_TYPE_INVALID || json_node_get_double (node) != fact->value || json_object_has_member (values, fact->key))
    json_object_set_double_member (values, fact->key, fact->value);
  return TRUE;
}

/* A chip with another peak reaches the same share of it. */
static void
keep_share (JsonObject *values,
            WeftRecord *record,
            const char *peak,
            const char *achieved)
{
  double before = weft_record_get_number (record, peak);
  double reached = weft_record_get_number (record, achieved);

  if (json_object_has_member (values, peak) && !json_object_has_member (values, achieved) && before > 0 && reached > 0)
    json_object_set_double_member (values, achieved, reached * json_object_get_double_member (values, peak) / before);
}

/* What is assumed of a fabric on some chips lies over the fabric's record: where it says nothing, the new value holds. */
static JsonObject *
values_for_pair (WeftRecord *own,
                 JsonObject *values)
{
  JsonObject *rest = json_object_new ();
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, values);
  while (json_object_iter_next_ordered (&iter, &key, &node))
    if (own->values == NULL || !json_object_has_member (own->values, key))
      json_object_set_member (rest, key, json_node_copy (node));
  return rest;
}

/* Before any is changed they are those of the base. */
static void
own_pair_records (WeftInventory *self)
{
  GPtrArray *shared = self->pair_records;

  self->pair_records = weft_inventory_new_pair_records (shared->len);
  for (guint i = 0; i < shared->len; i++)
    if (shared->pdata[i] != NULL)
      self->pair_records->pdata[i] = g_object_ref (shared->pdata[i]);
  g_ptr_array_unref (shared);
}

static void
vary_pairs (WeftInventory *self,
            WeftInventory *base,
            guint          scaleup,
            JsonObject    *values)
{
  guint n_chips = count (self, WEFT_RECORD_CHIP);

  for (guint i = scaleup * n_chips; i < (scaleup + 1) * n_chips; i++)
    {
      WeftRecord *own = self->pair_records->pdata[i];

      if (own == NULL)
        continue;
      if (self->pair_records == base->pair_records)
        own_pair_records (self);
      self->pair_records->pdata[i] = weft_record_vary (own, values_for_pair (own, values));
      g_object_unref (own);
    }
}

/* All changes of one part at once. */
static gboolean
vary_part (WeftInventory        *self,
           WeftInventory        *base,
           const WeftFactChange *facts,
           guint                 n_facts,
           guint                 first,
           GError              **error)
{
  WeftRecordKind kind = facts[first].kind;
  gpointer *place = &self->records[kind]->pdata[facts[first].index];
  g_autoptr (JsonObject) values = json_object_new ();
  WeftRecord *varied;

  for (guint i = first; i < n_facts; i++)
    if (facts[i].kind == kind && facts[i].index == facts[first].index
        && !add_value (values, *place, &facts[i], error))
      return FALSE;
  if (json_object_get_size (values) == 0)
    return TRUE;

  if (kind == WEFT_RECORD_SCALEUP)
    vary_pairs (self, base, facts[first].index, values);
  keep_share (values, *place, "bf16_tflops", "bf16_achieved_tflops");
  keep_share (values, *place, "fp8_tflops", "fp8_achieved_tflops");
  varied = weft_record_vary (*place, g_steal_pointer (&values));
  g_object_unref (*place);
  *place = varied;
  if (kind == WEFT_RECORD_CHIP)
    weft_inventory_refill_chip (self, facts[first].index);
  else if (kind == WEFT_RECORD_SCALEUP)
    weft_inventory_refill_scaleup (self, facts[first].index);
  else
    weft_inventory_refill_scaleout (self, facts[first].index);
  return weft_record_check_complete (varied, error);
}

/* Fabrics on the chips that have changed, as far as they fit: nothing else counts there. */
static void
refill_column (WeftInventory *self,
               guint          chip)
{
  for (guint i = 0; i < count (self, WEFT_RECORD_SCALEUP); i++)
    if (self->pairs[i * count (self, WEFT_RECORD_CHIP) + chip].fits)
      weft_inventory_refill_pair (self, i, chip);
}

/* What stands around the parts follows from their facts and from constants. */
static gboolean
vary_facility (WeftInventory        *self,
               WeftInventory        *base,
               const WeftFactChange *facts,
               guint                 n_facts,
               gboolean              constants,
               GError              **error)
{
  self->facility_power = base->facility_power;
  self->facility_cost = base->facility_cost;
  if (constants)
    return weft_inventory_fill_facility (self, error);

  for (guint i = 0; i < n_facts; i++)
    if (facts[i].kind == WEFT_RECORD_SCALEOUT && is_first_of_part (facts, i))
      weft_inventory_refill_tiers (self, facts[i].index);
    else if (facts[i].kind == WEFT_RECORD_CHIP && is_first_of_part (facts, i)
             && !weft_inventory_refill_host (self, facts[i].index, error))
      return FALSE;
  return TRUE;
}

/* What follows from the records of the parts that have changed. */
static gboolean
refill (WeftInventory        *self,
        WeftInventory        *base,
        const WeftFactChange *facts,
        guint                 n_facts,
        gboolean              constants,
        GError              **error)
{
  if (!vary_facility (self, base, facts, n_facts, constants, error))
    return FALSE;
  for (guint i = 0; i < n_facts; i++)
    if (facts[i].kind == WEFT_RECORD_SCALEUP && is_first_of_part (facts, i))
      weft_inventory_refill_pairs (self, facts[i].index);
    else if (facts[i].kind == WEFT_RECORD_CHIP && is_first_of_part (facts, i))
      refill_column (self, facts[i].index);
  return TRUE;
}

WeftInventory *
weft_inventory_vary (WeftInventory            *base,
                     const WeftFactChange     *facts,
                     guint                     n_facts,
                     const WeftConstantChange *constants,
                     guint                     n_constants,
                     GError                  **error)
{
  g_autoptr (WeftInventory) self = g_object_new (WEFT_TYPE_INVENTORY, NULL);
  gsize n_chips = count (base, WEFT_RECORD_CHIP);
  gsize n_scaleups = count (base, WEFT_RECORD_SCALEUP);

  self->catalog = g_object_ref (base->catalog);
  self->profile = n_constants > 0 ? weft_profile_vary (base->profile, constants, n_constants, error)
                                  : g_object_ref (base->profile);
  if (self->profile == NULL)
    return NULL;

  for (guint kind = 0; kind < WEFT_N_OVERRIDE_KINDS; kind++)
    share_kind (self, base, kind, is_changed (facts, n_facts, kind), FALSE);
  self->chips = g_memdup2 (base->chips, n_chips * sizeof *self->chips);
  self->scaleups = g_memdup2 (base->scaleups, n_scaleups * sizeof *self->scaleups);
  self->scaleouts = g_memdup2 (base->scaleouts, count (base, WEFT_RECORD_SCALEOUT) * sizeof *self->scaleouts);
  self->pairs = g_memdup2 (base->pairs, n_chips * n_scaleups * sizeof *self->pairs);
  self->pair_records = g_ptr_array_ref (base->pair_records);

  for (guint i = 0; i < n_facts; i++)
    if (is_first_of_part (facts, i) && !vary_part (self, base, facts, n_facts, i, error))
      return NULL;
  return refill (self, base, facts, n_facts, n_constants > 0, error) ? g_steal_pointer (&self) : NULL;
}

/* --- the same again, in place --- */

static gboolean
set_value (WeftRecord           *record,
           const WeftFactChange *fact)
{
  JsonNode *node = record->form == WEFT_RECORD_VARIED ? json_object_get_member (record->values, fact->key) : NULL;

  if (node == NULL || json_node_get_value_type (node) != G_TYPE_DOUBLE)
    return FALSE;
  json_node_set_double (node, fact->value);
  return TRUE;
}

/* What is assumed of a fabric on single chips has the value too, where it does not say otherwise. */
static void
set_pairs (WeftInventory        *self,
           const WeftFactChange *fact)
{
  guint n_chips = count (self, WEFT_RECORD_CHIP);

  for (guint i = fact->index * n_chips; i < (fact->index + 1) * n_chips; i++)
    if (self->pair_records->pdata[i] != NULL)
      set_value (self->pair_records->pdata[i], fact);
}

gboolean
weft_inventory_vary_again (WeftInventory        *self,
                           WeftInventory        *base,
                           const WeftFactChange *facts,
                           guint                 n_facts)
{
  for (guint i = 0; i < n_facts; i++)
    {
      if (!(facts[i].value > 0) || !isfinite (facts[i].value)
          || !set_value (self->records[facts[i].kind]->pdata[facts[i].index], &facts[i]))
        return FALSE;
      if (facts[i].kind == WEFT_RECORD_SCALEUP)
        set_pairs (self, &facts[i]);
    }
  for (guint i = 0; i < n_facts; i++)
    if (is_first_of_part (facts, i))
      {
        if (facts[i].kind == WEFT_RECORD_CHIP)
          weft_inventory_refill_chip (self, facts[i].index);
        else if (facts[i].kind == WEFT_RECORD_SCALEOUT)
          weft_inventory_refill_scaleout (self, facts[i].index);
      }
  return refill (self, base, facts, n_facts, FALSE, NULL);
}

/* --- copies of parts --- */

/* A copy's record, under a name of its own. Returns its index. */
static guint
add_copy (WeftInventory *self,
          WeftRecordKind kind,
          WeftRecord    *record,
          const char    *name)
{
  guint index = count (self, kind);

  g_ptr_array_add (self->records[kind], g_object_ref (record));
  g_hash_table_replace (self->names[kind], weft_name_fold (name), GUINT_TO_POINTER (index + 1));
  return index;
}

static guint
original (const guint *copies,
          guint        n_before,
          guint        index)
{
  return index < n_before ? index : copies[index - n_before];
}

/* @chips and @scaleups: what each copy is one of. A fabric's copy is on every chip what it was on the chip that it was
 * copied for, which is the only one that it is asked about. */
static void
fill_pairs (WeftInventory *self,
            WeftInventory *base,
            const guint   *chips,
            const guint   *scaleups)
{
  gsize n_chips = count (self, WEFT_RECORD_CHIP), n_scaleups = count (self, WEFT_RECORD_SCALEUP);
  guint old_chips = count (base, WEFT_RECORD_CHIP), old_scaleups = count (base, WEFT_RECORD_SCALEUP);

  self->pairs = g_new0 (WeftScaleupOnChip, n_chips * n_scaleups);
  self->pair_records = weft_inventory_new_pair_records (n_chips * n_scaleups);
  for (guint s = 0; s < n_scaleups; s++)
    for (guint c = 0; c < n_chips; c++)
      {
        guint from = original (scaleups, old_scaleups, s) * old_chips + original (chips, old_chips, c);
        WeftRecord *own = base->pair_records->pdata[from];

        self->pairs[s * n_chips + c] = base->pairs[from];
        if (own != NULL && s < old_scaleups)
          self->pair_records->pdata[s * n_chips + c] = g_object_ref (own);
      }
  for (guint s = old_scaleups; s < n_scaleups; s++)
    weft_inventory_refill_pairs (self, s);
}

WeftInventory *
weft_inventory_add_sets (WeftInventory *base,
                         WeftPartSet   *sets,
                         guint          n_sets)
{
  WeftInventory *self = g_object_new (WEFT_TYPE_INVENTORY, NULL);
  g_autofree guint *chips = g_new (guint, n_sets);
  g_autofree guint *scaleups = g_new (guint, n_sets);

  self->catalog = g_object_ref (base->catalog);
  self->profile = g_object_ref (base->profile);
  for (guint kind = 0; kind < WEFT_N_OVERRIDE_KINDS; kind++)
    share_kind (self, base, kind, TRUE, TRUE);

  for (guint i = 0; i < n_sets; i++)
    {
      WeftPartSet *set = &sets[i];
      WeftRecord *on_chip = weft_inventory_pair_record (base, set->scaleup, set->chip);

      chips[i] = set->chip;
      scaleups[i] = set->scaleup;
      set->scaleup = add_copy (self, WEFT_RECORD_SCALEUP, on_chip, set->scaleup_name);
      set->chip = add_copy (self, WEFT_RECORD_CHIP, base->records[WEFT_RECORD_CHIP]->pdata[set->chip], set->chip_name);
      set->scaleout = add_copy (self, WEFT_RECORD_SCALEOUT, base->records[WEFT_RECORD_SCALEOUT]->pdata[set->scaleout],
                                set->scaleout_name);
    }

  self->chips = g_new0 (WeftChip, count (self, WEFT_RECORD_CHIP));
  self->scaleups = g_new0 (WeftScaleup, count (self, WEFT_RECORD_SCALEUP));
  self->scaleouts = g_new0 (WeftScaleout, count (self, WEFT_RECORD_SCALEOUT));
  for (guint i = 0; i < count (self, WEFT_RECORD_CHIP); i++)
    weft_inventory_refill_chip (self, i);
  for (guint i = 0; i < count (self, WEFT_RECORD_SCALEUP); i++)
    weft_inventory_refill_scaleup (self, i);
  for (guint i = 0; i < count (self, WEFT_RECORD_SCALEOUT); i++)
    weft_inventory_refill_scaleout (self, i);
  fill_pairs (self, base, chips, scaleups);
  /* The base has the same constants and could do it too. */
  weft_inventory_fill_facility (self, NULL);
  return self;
}
