/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One partition of the compact form: a number of equal chips with their fabrics and their part of the budget.
 * Read-only from outside: changes go through WeftHistory. Properties notify, so that widgets can bind. */
#pragma once

#include <gio/gio.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_ROLE_GENERAL,
  WEFT_ROLE_PREFILL,
  WEFT_ROLE_DECODE,
  WEFT_ROLE_SOLVER,
  WEFT_ROLE_AI,
  WEFT_N_ROLES,
} WeftRole;

#define WEFT_TYPE_PARTITION (weft_partition_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftPartition, weft_partition, WEFT, PARTITION, GObject)

/* Properties: name, chip, role (all strings as written), power-frac, scaleup, scaleout. A new one has role "general" and fraction 1. */
WEFT_API WeftPartition *weft_partition_new            (const char *chip, const char *role, double power_frac, const char *scaleup, const char *scaleout);
WEFT_API WeftPartition *weft_partition_copy           (WeftPartition *self);
WEFT_API const char    *weft_partition_get_name       (WeftPartition *self); /* (nullable): the "name" member, unless it is blank */
WEFT_API char          *weft_partition_dup_shown_name (WeftPartition *self, guint index); /* or "Partition 1" */
WEFT_API const char    *weft_partition_get_chip       (WeftPartition *self); /* as written in the document */
WEFT_API const char    *weft_partition_get_role       (WeftPartition *self);
WEFT_API double         weft_partition_get_power_frac (WeftPartition *self);
WEFT_API const char    *weft_partition_get_scaleup    (WeftPartition *self);
WEFT_API const char    *weft_partition_get_scaleout   (WeftPartition *self);

WEFT_API const char    *weft_role_nick                (WeftRole role);  /* "general" */
WEFT_API const char    *weft_role_label               (WeftRole role);  /* translated */
WEFT_API gboolean       weft_role_parse               (const char *text, WeftRole *role); /* folded */

G_END_DECLS
