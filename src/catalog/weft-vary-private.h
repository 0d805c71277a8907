/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inventories and profiles in which some numbers are others, made quickly and in memory, for questions of what would be
 * if. Both are as immutable as those that they were made of, with which they share whatever has not changed. */
#pragma once

#include "catalog/weft-inventory.h"

G_BEGIN_DECLS

/**
 * WeftFactChange: (skip)
 * @kind: chip, scale-up or scale-out fabric
 * @index: of the part in the inventory
 * @key: as in catalog files; must outlive the inventory
 * @value: as written in catalog files; for a yes or no 1 or 0
 */
typedef struct
{
  WeftRecordKind kind;
  guint index;
  const char *key;
  double value;
} WeftFactChange;

/**
 * WeftConstantChange: (skip)
 * @key: a number of the profile; must outlive the inventory
 * @value: as written there
 */
typedef struct
{
  const char *key;
  double value;
} WeftConstantChange;

/**
 * WeftPartSet: (skip)
 * @chip: (inout): index of a chip; of its copy afterwards
 * @scaleup: (inout): of a fabric, which on the copied chip is what it was on the chip, whatever it is on others
 * @scaleout: (inout): of a fabric
 * @chip_name: the name by which the copy is found besides its id, which leads to the original
 * @scaleup_name: likewise
 * @scaleout_name: likewise
 */
typedef struct
{
  guint chip;
  guint scaleup;
  guint scaleout;
  const char *chip_name;
  const char *scaleup_name;
  const char *scaleout_name;
} WeftPartSet;

/* What a set has of its own can be changed without changing the same part of another. (transfer full) */
WeftInventory *weft_inventory_add_sets (WeftInventory            *base,
                                        WeftPartSet              *sets,
                                        guint                     n_sets);
/* Later changes of the same number win. (transfer full), NULL with a #WeftCatalogError when a number is none that the
 * part may have */
WeftInventory *weft_inventory_vary     (WeftInventory            *base,
                                        const WeftFactChange     *facts,
                                        guint                     n_facts,
                                        const WeftConstantChange *constants,
                                        guint                     n_constants,
                                        GError                  **error);
/* Other values for the very facts that @self was varied by, in place: for who draws thousands of times, holds the only
 * reference and looks at nothing between two draws. FALSE when @self lacks one of them or a value is not above 0; it is
 * of no use then. */
gboolean       weft_inventory_vary_again (WeftInventory        *self,
                                          WeftInventory        *base,
                                          const WeftFactChange *facts,
                                          guint                 n_facts);
/* (transfer full) */
WeftProfile   *weft_profile_vary       (WeftProfile              *base,
                                        const WeftConstantChange *changes,
                                        guint                     n_changes,
                                        GError                  **error);

G_END_DECLS
