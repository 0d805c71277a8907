/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a value of a language model's shape is known. */
#include "catalog/weft-llm-fact.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *nick;
  const char *label;
} knowns[] = {
  [WEFT_LLM_READ] = { "read", N_("read") },
  [WEFT_LLM_DERIVED] = { "derived", N_("derived") },
  [WEFT_LLM_ASSUMED] = { "assumed", N_("assumed") },
};

static void
fact_free (gpointer data)
{
  WeftLlmFact *fact = data;

  g_free (fact->key);
  g_free (fact->value);
  g_free (fact->why);
  g_free (fact);
}

/**
 * weft_llm_known_nick: (skip)
 * @known: how something is known
 *
 * Returns: the word in files
 */
const char *
weft_llm_known_nick (WeftLlmKnown known)
{
  return knowns[known].nick;
}

/**
 * weft_llm_known_label: (skip)
 * @known: how something is known
 *
 * Returns: the word for people
 */
const char *
weft_llm_known_label (WeftLlmKnown known)
{
  return _(knowns[known].label);
}

/**
 * weft_llm_facts_new: (skip)
 *
 * Returns: (transfer full) (element-type WeftLlmFact): an empty list
 */
GPtrArray *
weft_llm_facts_new (void)
{
  return g_ptr_array_new_with_free_func (fact_free);
}

/**
 * weft_llm_facts_add: (skip)
 * @facts: (nullable): a list of facts
 * @key: the value's name
 * @value: the value in words
 * @known: how it is known
 * @why: where it was read, what it follows from, or why it is assumed
 */
void
weft_llm_facts_add (GPtrArray    *facts,
                    const char   *key,
                    const char   *value,
                    WeftLlmKnown  known,
                    const char   *why)
{
  WeftLlmFact *fact;

  if (facts == NULL)
    return;
  fact = g_new (WeftLlmFact, 1);
  fact->key = g_strdup (key);
  fact->value = g_strdup (value);
  fact->known = known;
  fact->why = g_strdup (why);
  g_ptr_array_add (facts, fact);
}

/**
 * weft_llm_facts_add_number: (skip)
 * @facts: (nullable): a list of facts
 * @key: the value's name
 * @value: the value
 * @known: how it is known
 * @why: where it was read, what it follows from, or why it is assumed
 */
void
weft_llm_facts_add_number (GPtrArray    *facts,
                           const char   *key,
                           double        value,
                           WeftLlmKnown  known,
                           const char   *why)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  weft_llm_facts_add (facts, key, g_ascii_dtostr (text, sizeof text, value), known, why);
}

/**
 * weft_llm_facts_find: (skip)
 * @facts: a list of facts
 * @key: a value's name
 *
 * Returns: (nullable): the first fact of that name
 */
const WeftLlmFact *
weft_llm_facts_find (GPtrArray  *facts,
                     const char *key)
{
  for (guint i = 0; i < facts->len; i++)
    {
      const WeftLlmFact *fact = g_ptr_array_index (facts, i);

      if (g_str_equal (fact->key, key))
        return fact;
    }
  return NULL;
}
