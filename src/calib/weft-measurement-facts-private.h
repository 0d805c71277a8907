/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts of a platform in a line of a file. */
#pragma once

#include "calib/weft-measurement-column-private.h"

G_BEGIN_DECLS

/* Columns that are not there and empty cells leave a fact as it is. */
gboolean weft_facts_read (const WeftCsv         *csv,
                          const WeftColumns     *columns,
                          WeftMeasuredPlatform  *platform,
                          GError               **error);

G_END_DECLS
