/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a value of a language model's shape is known: it was read, it follows from others, or it is assumed. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_LLM_READ,
  WEFT_LLM_DERIVED,
  WEFT_LLM_ASSUMED,
} WeftLlmKnown;

/**
 * WeftLlmFact: (skip)
 * @key: the name of the value, as records of the catalog have it: "kv_heads"
 * @value: the value in words
 * @known: how it is known
 * @why: where it was read, what it follows from, or why it is assumed: a translated sentence without a full stop
 */
typedef struct
{
  char *key;
  char *value;
  WeftLlmKnown known;
  char *why;
} WeftLlmFact;

/* "read" */
WEFT_API const char *weft_llm_known_nick  (WeftLlmKnown  known);
/* For people, translated. */
WEFT_API const char *weft_llm_known_label (WeftLlmKnown  known);

/* A list to append facts to. (transfer full) (element-type WeftLlmFact) */
WEFT_API GPtrArray  *weft_llm_facts_new   (void);
/* @facts: (nullable): nothing is done then. */
WEFT_API void        weft_llm_facts_add   (GPtrArray    *facts,
                                           const char   *key,
                                           const char   *value,
                                           WeftLlmKnown  known,
                                           const char   *why);
/* The number without needless zeros. */
WEFT_API void        weft_llm_facts_add_number (GPtrArray    *facts,
                                                const char   *key,
                                                double        value,
                                                WeftLlmKnown  known,
                                                const char   *why);
/* (nullable) (transfer none) */
WEFT_API const WeftLlmFact *weft_llm_facts_find (GPtrArray  *facts,
                                                 const char *key);

G_END_DECLS
