/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row that offers the spaces of designs, each with its description. */
#pragma once

#include <adwaita.h>

#include "search/weft-space.h"

G_BEGIN_DECLS

void       weft_space_row_fill   (AdwComboRow *row);
void       weft_space_row_choose (AdwComboRow *row,
                                  const char  *id);
WeftSpace *weft_space_row_get    (AdwComboRow *row); /* (nullable) (transfer none) */

G_END_DECLS
