/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of long files of JSON, many of which are the same: each is printed once in a while. */
#pragma once

#include "base/weft-json-write.h"

G_BEGIN_DECLS

/* Numbers that are remembered: a power of two. */
#define WEFT_JSON_REPEAT_SLOTS 4096u

/* All zeros is empty. */
typedef struct
{
  double values[WEFT_JSON_REPEAT_SLOTS];
  char texts[WEFT_JSON_REPEAT_SLOTS][WEFT_DOUBLE_BUFFER];
} WeftJsonRepeat;

/* @value is finite. */
void weft_json_repeat_append (WeftJsonRepeat *self,
                              GString        *out,
                              double          value);

G_END_DECLS
