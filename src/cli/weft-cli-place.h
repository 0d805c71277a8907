/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chip and the fabrics that options name, as the measured equations need them. */
#pragma once

#include "cli/weft-cli.h"
#include "cost/weft-fabric.h"

G_BEGIN_DECLS

/* Options as they were typed; NULL and 0 where they were not. */
typedef struct
{
  char *chip;
  char *scaleup;
  char *scaleout;
  int domain;
} WeftCliPlace;

void     weft_cli_place_clear (WeftCliPlace    *self);
/* FALSE when it has said what is wrong, or with @error. */
gboolean weft_cli_place_find  (const WeftCliPlace *self,
                               WeftInventory      *inventory,
                               const WeftChip    **chip,
                               WeftFabricSite     *site,
                               GError            **error);

G_END_DECLS
