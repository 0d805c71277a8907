/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models, chips and plans for the tests of serving. */
#pragma once

#include <math.h>

#include "catalog/weft-catalog.h"
#include "model/measured/weft-serving-search.h"
#include "model/measured/weft-serving-site.h"

/* Within a relative 1e-9. */
#define assert_near(value, expected) \
  g_assert_cmpfloat_with_epsilon ((value), (expected), fabs ((double) (expected)) * 1e-9)

static inline WeftInventory *
serving_inventory (void)
{
  static WeftInventory *inventory;
  g_autoptr (GError) error = NULL;

  if (inventory == NULL)
    {
      g_autoptr (WeftCatalog) catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);

      g_assert_no_error (error);
      inventory = weft_inventory_new (catalog, weft_catalog_get_profile (catalog, "measured", NULL), &error);
      g_assert_no_error (error);
    }
  return inventory;
}

static inline const WeftLlmShape *
serving_shape (const char *name)
{
  static GHashTable *shapes;
  WeftLlmShape *shape;
  g_autoptr (GError) error = NULL;

  if (shapes == NULL)
    shapes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  shape = g_hash_table_lookup (shapes, name);
  if (shape == NULL)
    {
      shape = g_new0 (WeftLlmShape, 1);
      weft_llm_shape_init (shape,
                           weft_catalog_lookup (weft_inventory_get_catalog (serving_inventory ()), WEFT_RECORD_MODEL,
                                                name),
                           NULL, &error);
      g_assert_no_error (error);
      g_hash_table_insert (shapes, g_strdup (name), shape);
    }
  return shape;
}

/* A model in a format for weights and cache, one chip, one request of 1,024 tokens in and out, on vLLM. */
static inline WeftServingPlan
serving_plan (const char *model,
              const char *format,
              guint       tp,
              double      batch)
{
  WeftServingPlan plan;

  weft_serving_plan_init (&plan, serving_shape (model));
  plan.engine = "vllm";
  plan.weight_format = format;
  plan.kv_format = g_str_equal (format, "bf16") ? "bf16" : "fp8";
  plan.pool.tp = tp;
  plan.pool.batch = batch;
  return plan;
}

/* A chip of the catalog on the fabrics that it is sold with. Freed by the caller. */
static inline WeftServingSystem *
serving_system (const char            *chip,
                const WeftServingPlan *plan)
{
  WeftServingSystem *system = g_new0 (WeftServingSystem, 1);
  WeftFabricSite site;
  g_autoptr (GError) error = NULL;

  weft_serving_site_init (&site, serving_inventory (), weft_inventory_find_chip (serving_inventory (), chip)->index,
                          NULL, NULL, 0, &error);
  g_assert_no_error (error);
  weft_serving_system_init (system, serving_inventory (), &site, plan, &error);
  g_assert_no_error (error);
  return system;
}

static inline WeftServingAnswer
serving_answer (const WeftServingSystem *system,
                const WeftServingPlan   *plan)
{
  WeftServingAnswer answer;
  WeftServingLoad load;

  weft_serving_load_init (&load);
  weft_serving_answer (system, plan, &load, &answer);
  return answer;
}

static inline WeftServingAnswer
serving_answer_as (const WeftServingSystem *system,
                   const WeftServingPlan   *plan,
                   WeftServingArrival       arrival)
{
  WeftServingAnswer answer;
  WeftServingLoad load;

  weft_serving_load_init (&load);
  load.arrival = arrival;
  weft_serving_answer (system, plan, &load, &answer);
  return answer;
}

static inline double
serving_first_sum (const WeftServingFirst *first)
{
  return first->software_s + first->slot_s + first->queue_s + first->prefill_s + first->kv_transfer_s + first->step_s;
}
