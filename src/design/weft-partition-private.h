/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing to a partition, which only reading and edits may do. */
#pragma once

#include <json-glib/json-glib.h>

#include "design/weft-partition.h"

G_BEGIN_DECLS

/* The members of a partition that Weft knows, in the order in which they are written. */
typedef enum
{
  WEFT_PARTITION_NAME,
  WEFT_PARTITION_CHIP,
  WEFT_PARTITION_ROLE,
  WEFT_PARTITION_POWER_FRAC,
  WEFT_PARTITION_SCALEUP,
  WEFT_PARTITION_SCALEOUT,
  WEFT_N_PARTITION_FIELDS,
} WeftPartitionField;

/* Their keys in the same order, NULL at the end. */
extern const char *const weft_partition_keys[WEFT_N_PARTITION_FIELDS + 1];

/* @object has passed the structure check. */
WeftPartition *weft_partition_new_from_object (JsonObject         *object);
JsonNode      *weft_partition_to_json         (WeftPartition      *self);

/* NULL stands for an absent member. */
JsonNode      *weft_partition_get_field       (WeftPartition      *self,
                                               WeftPartitionField  field);
void           weft_partition_set_field       (WeftPartition      *self,
                                               WeftPartitionField  field,
                                               JsonNode           *value);

G_END_DECLS
