/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokens of JSON pointers (RFC 6901): a "~" is written "~0" and a "/" "~1". */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* (transfer full) */
WEFT_API char *weft_json_pointer_escape   (const char *key);
WEFT_API char *weft_json_pointer_unescape (const char *token);

G_END_DECLS
