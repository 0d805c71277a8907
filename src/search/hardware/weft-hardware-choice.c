/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hash of choices: FNV-1a over their bytes. */
#include "search/hardware/weft-hardware-choice-private.h"

#include <string.h>

/* Fowler, Noll and Vo, 64 bits: draft-eastlake-fnv. */
#define FNV_OFFSET G_GUINT64_CONSTANT (0xcbf29ce484222325)
#define FNV_PRIME G_GUINT64_CONSTANT (0x100000001b3)

guint64
weft_hardware_choice_digest (const WeftHardwareChoice *choice)
{
  guint64 hash = FNV_OFFSET;

  for (guint i = 0; i < WEFT_HARDWARE_MAX_COLUMNS; i++)
    hash = (hash ^ choice->option[i]) * FNV_PRIME;
  return hash;
}

guint
weft_hardware_choice_hash (gconstpointer choice)
{
  guint64 digest = weft_hardware_choice_digest (choice);

  return (guint) (digest ^ digest >> 32);
}

gboolean
weft_hardware_choice_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (WeftHardwareChoice)) == 0;
}
