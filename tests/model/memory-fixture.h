/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models and constants for the tests of memory. */
#pragma once

#include <math.h>

#include "catalog/weft-catalog.h"
#include "catalog/weft-llm-shape.h"
#include "model/measured/weft-memory-rules.h"
#include "model/measured/weft-memory-shape.h"

#define GIB (1024.0 * 1024.0 * 1024.0)
#define MIB (1024.0 * 1024.0)

/* Within a relative 1e-9. */
#define assert_near(value, expected) g_assert_cmpfloat_with_epsilon ((value), (expected), fabs ((double) (expected)) * 1e-9)

static inline WeftCatalog *
memory_catalog (void)
{
  static WeftCatalog *catalog;
  g_autoptr (GError) error = NULL;

  if (catalog == NULL)
    catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);
  g_assert_no_error (error);
  return catalog;
}

static inline WeftProfile *
memory_profile (void)
{
  g_autoptr (GError) error = NULL;
  WeftProfile *profile = weft_catalog_get_profile (memory_catalog (), "measured", &error);

  g_assert_no_error (error);
  g_assert_nonnull (profile);
  return profile;
}

static inline const WeftMemoryRules *
memory_rules (void)
{
  static WeftMemoryRules rules;
  g_autoptr (GError) error = NULL;

  weft_memory_rules_init (&rules, memory_profile (), &error);
  g_assert_no_error (error);
  return &rules;
}

/* GPT-3's family: MHA, a block four times as wide, learned positions. */
static inline WeftLlmShape
gpt_shape (double layers,
           double hidden,
           double heads)
{
  return (WeftLlmShape) {
    .layers = layers,
    .hidden = hidden,
    .heads = heads,
    .kv_heads = heads,
    .head_dim = hidden / heads,
    .ffn = 4 * hidden,
    .vocab = 51200,
    .max_len = 2048,
    .tied_embeddings = TRUE,
    .learned_positions = TRUE,
    .native_dtype = "bf16",
  };
}

static inline WeftLlmShape
catalog_shape (const char *id)
{
  g_autoptr (GError) error = NULL;
  WeftRecord *record = weft_catalog_lookup (memory_catalog (), WEFT_RECORD_MODEL, id);
  WeftLlmShape shape;

  g_assert_nonnull (record);
  g_assert_true (weft_llm_shape_init (&shape, record, NULL, &error));
  g_assert_no_error (error);
  return shape;
}
