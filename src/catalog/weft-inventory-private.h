/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How an inventory is put together. */
#pragma once

#include "catalog/weft-inventory.h"
#include "catalog/weft-profile-private.h"

G_BEGIN_DECLS

struct _WeftInventory
{
  GObject parent_instance;

  WeftCatalog *catalog;
  WeftProfile *profile;
  GPtrArray *records[WEFT_N_OVERRIDE_KINDS]; /* resolved, by index */
  GHashTable *names[WEFT_N_OVERRIDE_KINDS];  /* folded name to index + 1 */
  WeftChip *chips;
  WeftScaleup *scaleups;
  WeftScaleout *scaleouts;
  WeftScaleupOnChip *pairs;  /* [scale-up][chip] */
  GPtrArray *pair_records;   /* [scale-up][chip]: an assumption for the pair, or NULL */
  WeftFacilityPower facility_power;
  WeftFacilityCost facility_cost;
};

/* Takes the catalog's records in and lays the profile's assumptions over them. */
gboolean  weft_inventory_resolve      (WeftInventory   *self,
                                       GError         **error);
/* Which fabric fits which chip, and what it is there. Chips and scale-ups are filled in already. */
gboolean  weft_inventory_pair         (WeftInventory   *self,
                                       GError         **error);
/* What stands around chips and ports: hosts, tiers of switches, the facility. */
gboolean  weft_inventory_fill_facility (WeftInventory  *self,
                                        GError        **error);
/* The same of a part that has been changed: its share of a host, the tiers of its switches. */
gboolean  weft_inventory_refill_host  (WeftInventory   *self,
                                       guint            chip,
                                       GError         **error);
void      weft_inventory_refill_tiers (WeftInventory   *self,
                                       guint            scaleout);
/* Room for @n records, none of them there yet. (transfer full) */
GPtrArray *weft_inventory_new_pair_records (guint       n);
/* A part anew from its record, which has been changed. */
void      weft_inventory_refill_chip     (WeftInventory *self,
                                          guint          index);
void      weft_inventory_refill_scaleup  (WeftInventory *self,
                                          guint          index);
void      weft_inventory_refill_scaleout (WeftInventory *self,
                                          guint          index);
/* What a fabric is on all chips, and on one. */
void      weft_inventory_refill_pairs (WeftInventory   *self,
                                       guint            scaleup);
void      weft_inventory_refill_pair  (WeftInventory   *self,
                                       guint            scaleup,
                                       guint            chip);
/* Index by folded name; FALSE when there is none. */
gboolean  weft_inventory_find_index   (WeftInventory   *self,
                                       WeftRecordKind   kind,
                                       const char      *name,
                                       guint           *index);
/* What a fabric is on a chip: the assumption for the pair, else the fabric's record. */
WeftRecord *weft_inventory_pair_record (WeftInventory  *self,
                                        guint           scaleup,
                                        guint           chip);

G_END_DECLS
