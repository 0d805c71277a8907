/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fabrics on chips: which fits which, at what rate, in what domains. */

#include "catalog/weft-inventory-private.h"

#include <math.h>

static guint
count (WeftInventory  *self,
       WeftRecordKind  kind)
{
  return self->records[kind]->len;
}

static WeftScaleupOnChip *
get_pair (WeftInventory *self,
          guint          scaleup,
          guint          chip)
{
  return &self->pairs[scaleup * count (self, WEFT_RECORD_CHIP) + chip];
}

/* A list of names in a record, NULL when there is none. @holder says who wrote it. */
static JsonArray *
find_names (WeftRecord  *record,
            const char  *key,
            WeftRecord **holder)
{
  JsonNode *node;

  *holder = weft_record_find_holder (record, key);
  if (*holder == NULL)
    return NULL;

  node = json_object_get_member ((*holder)->values, key);
  return JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* A profile must name what there is. A user's fabric may name chips of other profiles. */
static gboolean
find_named (WeftInventory   *self,
            WeftRecordKind   kind,
            WeftRecord      *holder,
            const char      *place,
            const char      *name,
            guint           *index,
            gboolean        *found,
            GError         **error)
{
  *found = weft_inventory_find_index (self, kind, name, index);
  if (*found || holder->form == WEFT_RECORD_WHOLE)
    return TRUE;

  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
               "%s: %s/%s: there is nothing called \"%s\" in %s", holder->path, holder->pointer,
               place, name, weft_record_kind_nick (kind));
  return FALSE;
}

static gboolean
fit_listed_chips (WeftInventory  *self,
                  guint           scaleup,
                  GError        **error)
{
  WeftRecord *holder;
  JsonArray *names = find_names (self->scaleups[scaleup].record, "takes_chips", &holder);

  for (guint i = 0; names != NULL && i < json_array_get_length (names); i++)
    {
      gboolean found;
      guint chip;

      if (!find_named (self, WEFT_RECORD_CHIP, holder, "values/takes_chips",
                       json_array_get_string_element (names, i), &chip, &found, error))
        return FALSE;
      if (found)
        get_pair (self, scaleup, chip)->fits = TRUE;
    }

  return TRUE;
}

/* A user's chip names its fabrics itself: no shipped fabric can know it. */
static void
fit_user_chip (WeftInventory *self,
               guint          chip)
{
  WeftRecord *holder;
  JsonArray *names = find_names (self->chips[chip].record, "scaleup_fabrics", &holder);

  if (names == NULL || !holder->lenient)
    return;

  for (guint i = 0; i < json_array_get_length (names); i++)
    {
      guint scaleup;

      if (weft_inventory_find_index (self, WEFT_RECORD_SCALEUP,
                                     json_array_get_string_element (names, i), &scaleup))
        get_pair (self, scaleup, chip)->fits = TRUE;
    }
}

/* "takes_rest_of": every accelerator that none of the named fabrics takes. */
static gboolean
fit_rest (WeftInventory  *self,
          guint           scaleup,
          GError        **error)
{
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (guint));
  WeftRecord *holder;
  JsonArray *names = find_names (self->scaleups[scaleup].record, "takes_rest_of", &holder);

  if (names == NULL)
    return TRUE;

  for (guint i = 0; i < json_array_get_length (names); i++)
    {
      gboolean found;
      guint other;

      if (!find_named (self, WEFT_RECORD_SCALEUP, holder, "values/takes_rest_of",
                       json_array_get_string_element (names, i), &other, &found, error))
        return FALSE;
      if (found)
        g_array_append_val (others, other);
    }

  for (guint chip = 0; chip < count (self, WEFT_RECORD_CHIP); chip++)
    {
      gboolean taken = g_strcmp0 (weft_record_get_text (self->chips[chip].record, "class"),
                                  "cpu") == 0;

      for (guint i = 0; i < others->len; i++)
        taken |= get_pair (self, g_array_index (others, guint, i), chip)->fits;
      if (!taken)
        get_pair (self, scaleup, chip)->fits = TRUE;
    }

  return TRUE;
}

static gboolean
lay_pair_over (WeftInventory     *self,
               guint              scaleup,
               WeftPairOverride  *pair,
               GError           **error)
{
  for (guint i = 0; i < json_array_get_length (pair->chips); i++)
    {
      gpointer *place;
      WeftRecord *over;
      gboolean found;
      guint chip;

      if (!find_named (self, WEFT_RECORD_CHIP, pair->patch, "chips",
                       json_array_get_string_element (pair->chips, i), &chip, &found, error))
        return FALSE;

      place = &self->pair_records->pdata[scaleup * count (self, WEFT_RECORD_CHIP) + chip];
      over = weft_record_assume (pair->patch, weft_inventory_pair_record (self, scaleup, chip),
                                 TRUE);
      g_clear_object (place);
      *place = over;
      if (!weft_record_check_complete (over, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
lay_pairs_over (WeftInventory  *self,
                GError        **error)
{
  GArray *overrides = weft_profile_get_overrides (self->profile, WEFT_RECORD_SCALEUP);

  for (guint i = 0; i < overrides->len; i++)
    {
      WeftOverride *override = &g_array_index (overrides, WeftOverride, i);
      guint scaleup;

      if (override->all)
        continue;
      weft_inventory_find_index (self, WEFT_RECORD_SCALEUP, override->patch->id, &scaleup);
      for (guint j = 0; j < override->pairs->len; j++)
        if (!lay_pair_over (self, scaleup,
                            &g_array_index (override->pairs, WeftPairOverride, j), error))
          return FALSE;
    }

  return TRUE;
}

/* The fabric's own figures; what the chip limits comes after. */
static void
fill_from_fabric (WeftRecord        *record,
                  WeftScaleupOnChip *pair,
                  gboolean          *follows_chip)
{
  *follows_chip = weft_record_get_flag (record, "rate_follows_chip");
  pair->bw_bytes_s = weft_record_get_si (record, "gbs_dir");
  pair->alpha_s = weft_record_get_si (record, "alpha_us");
  pair->domain_chips = (guint) weft_record_get_number (record, "max_domain_chips");
  pair->power_w = weft_record_get_si (record, "power_w_per_chip");
  pair->cost_usd = weft_record_get_si (record, "cost_usd_per_chip");
}

static void
limit_by_chip (WeftScaleupOnChip *pair,
               const WeftChip    *chip,
               gboolean           follows_chip)
{
  if (follows_chip || chip->scaleup_bw_bytes_s < pair->bw_bytes_s)
    pair->bw_bytes_s = chip->scaleup_bw_bytes_s;
  pair->domain_chips = MIN (pair->domain_chips, chip->scaleup_domain_max_chips);
}

/* Domains as they are sold, not as large as the fabric could make them: under a profile that is about machines one can
 * buy. */
static void
limit_to_usual (WeftInventory     *self,
                WeftScaleupOnChip *pair,
                guint              scaleup)
{
  double usual = weft_record_get_number (self->scaleups[scaleup].record, "usual_domain_chips");

  if (weft_profile_is_measured (self->profile) && usual >= 1)
    pair->domain_chips = MIN (pair->domain_chips, (guint) usual);
}

/* @fabric: the fabric's own figures. */
static void
fill_pair (WeftInventory           *self,
           guint                    scaleup,
           guint                    chip,
           const WeftScaleupOnChip *fabric,
           gboolean                 follows)
{
  WeftScaleupOnChip *pair = get_pair (self, scaleup, chip);
  WeftRecord *own = self->pair_records->pdata[scaleup * count (self, WEFT_RECORD_CHIP) + chip];
  gboolean fits = pair->fits;

  *pair = *fabric;
  if (own != NULL)
    fill_from_fabric (own, pair, &follows);
  pair->fits = fits;
  limit_by_chip (pair, &self->chips[chip], follows);
  limit_to_usual (self, pair, scaleup);
}

void
weft_inventory_refill_pairs (WeftInventory *self,
                             guint          scaleup)
{
  WeftScaleupOnChip fabric = { 0 };
  gboolean follows;

  fill_from_fabric (self->scaleups[scaleup].record, &fabric, &follows);
  for (guint chip = 0; chip < count (self, WEFT_RECORD_CHIP); chip++)
    fill_pair (self, scaleup, chip, &fabric, follows);
}

void
weft_inventory_refill_pair (WeftInventory *self,
                            guint          scaleup,
                            guint          chip)
{
  WeftScaleupOnChip fabric = { 0 };
  gboolean follows;

  fill_from_fabric (self->scaleups[scaleup].record, &fabric, &follows);
  fill_pair (self, scaleup, chip, &fabric, follows);
}

static void
unref_nullable_cb (gpointer record)
{
  if (record != NULL)
    g_object_unref (record);
}

GPtrArray *
weft_inventory_new_pair_records (guint n)
{
  GPtrArray *records = g_ptr_array_new_with_free_func (unref_nullable_cb);

  g_ptr_array_set_size (records, (int) n);
  return records;
}

WeftRecord *
weft_inventory_pair_record (WeftInventory *self,
                            guint          scaleup,
                            guint          chip)
{
  WeftRecord *own = self->pair_records->pdata[scaleup * count (self, WEFT_RECORD_CHIP) + chip];

  return own != NULL ? own : self->scaleups[scaleup].record;
}

gboolean
weft_inventory_pair (WeftInventory  *self,
                     GError        **error)
{
  guint n_scaleups = count (self, WEFT_RECORD_SCALEUP);
  guint n_chips = count (self, WEFT_RECORD_CHIP);

  self->pairs = g_new0 (WeftScaleupOnChip, (gsize) n_scaleups * n_chips);
  self->pair_records = weft_inventory_new_pair_records (n_scaleups * n_chips);

  for (guint i = 0; i < n_scaleups; i++)
    if (!fit_listed_chips (self, i, error))
      return FALSE;
  for (guint i = 0; i < n_chips; i++)
    fit_user_chip (self, i);
  for (guint i = 0; i < n_scaleups; i++)
    if (!fit_rest (self, i, error))
      return FALSE;

  if (!lay_pairs_over (self, error))
    return FALSE;
  for (guint i = 0; i < n_scaleups; i++)
    weft_inventory_refill_pairs (self, i);

  return TRUE;
}
