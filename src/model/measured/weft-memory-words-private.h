/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of memory in words, the same for training and serving. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* "1.26 GiB", "512 MiB": binary units, as drivers and engines report memory. (transfer full) */
char *weft_memory_format_bytes  (double bytes);
/* "70.55 billion". (transfer full) */
char *weft_memory_format_params (double params);

G_END_DECLS
