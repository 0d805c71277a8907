/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What kind of value a key of the catalog may have. */
#pragma once

#include "base/weft-json-at.h"
#include "catalog/weft-record.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_KEY_NUMBER,  /* finite and not negative */
  WEFT_KEY_WHOLE,   /* a whole number, not negative */
  WEFT_KEY_YEAR,    /* the same, written without digit groups */
  WEFT_KEY_TEXT,
  WEFT_KEY_FLAG,
  WEFT_KEY_TEXTS,   /* an array of strings */
  WEFT_KEY_NUMBERS, /* an array of numbers */
  WEFT_KEY_SHARES,  /* an object of numbers */
  WEFT_KEY_FREE,    /* an unknown key: any of these */
} WeftKeyType;

typedef struct
{
  const char *key;
  const char *label; /* to be translated */
  WeftKeyType type;
} WeftKey;

extern const WeftKey weft_keys[];
extern const guint weft_n_keys;

/* The entry of a key, or NULL when it is not one of Weft's own. */
const WeftKey *weft_key_find  (const char *key);

/* Whether the value at @at may stand under @key; null always may. */
gboolean       weft_key_check (const WeftJsonAt  *at,
                               const char        *key,
                               GError           **error);

G_END_DECLS
