/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the physical model share: refusing bad numbers, rounding to whole things. */
#pragma once

#include "design/physical/weft-physical.h"

G_BEGIN_DECLS

/* Up to nine digits in the C locale, "unknown" for NAN. (transfer full) */
char    *weft_physical_number  (double       value);
/* FALSE when @value is no finite number or lies outside [@least, @most]. @key names it. */
gboolean weft_physical_check   (const char  *key,
                                double       value,
                                double       least,
                                double       most,
                                GError     **error);
/* The same for a number that may be unknown (NAN). */
gboolean weft_physical_check_known (const char  *key,
                                    double       value,
                                    double       least,
                                    double       most,
                                    GError     **error);
gboolean weft_physical_exceeds (double       use,
                                double       limit);
/* Whole things that fit into, or are needed for, @ratio >= 0. */
double   weft_physical_floor   (double       ratio);
double   weft_physical_ceil    (double       ratio);

G_END_DECLS
