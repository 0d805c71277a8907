/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of a table as text with commas (RFC 4180). Commas and line ends between them are the caller's. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* In quotes where it needs them. */
WEFT_API void weft_csv_write_text   (GString    *csv,
                                     const char *text);
/* In quotes in any case. */
WEFT_API void weft_csv_write_quoted (GString    *csv,
                                     const char *text);
/* Exactly; nothing for what is not finite. */
WEFT_API void weft_csv_write_number (GString    *csv,
                                     double      value);

G_END_DECLS
