/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the model share: the shipped catalog, designs from text, a ready model. */
#pragma once

#include <math.h>

#include "base/weft-json.h"
#include "design/weft-design-workload.h"
#include "model/weft-evaluation-private.h"
#include "model/weft-evaluator.h"

#define ITER33 \
  "{\"name\":\"Iter33\",\"partitions\":[" \
  "{\"chip\":\"B200\",\"role\":\"general\",\"power_frac\":0.98,\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"}," \
  "{\"chip\":\"WSE3s\",\"role\":\"decode\",\"power_frac\":0.02,\"scaleup\":\"UALink\",\"scaleout\":\"UEC\"}]}"

#define REFERENCE \
  "{\"name\":\"R\",\"partitions\":[{\"chip\":\"H100\",\"role\":\"general\",\"power_frac\":1," \
  "\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}"

static inline WeftEvaluator *
fixture_evaluator (void)
{
  static WeftEvaluator *evaluator;

  if (evaluator == NULL)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftCatalog) catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);

      g_assert_no_error (error);
      evaluator = weft_evaluator_new (catalog);
    }

  return evaluator;
}

static inline WeftDesign *
fixture_design (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "test", NULL, &error);
  WeftDesign *design;

  g_assert_no_error (error);
  design = weft_design_new_from_json (node, "test", NULL, &error);
  g_assert_no_error (error);
  return design;
}

static inline WeftEvaluation *
fixture_evaluate (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = fixture_design (text);
  WeftEvaluation *evaluation = weft_evaluator_evaluate (fixture_evaluator (), design, NULL, NULL, &error);

  g_assert_no_error (error);
  return evaluation;
}

static inline double
fixture_number (const char *key,
                gpointer    data)
{
  return weft_record_get_number (data, key);
}

/* A model of the default profile and workload. */
static inline void
fixture_model (WeftModel *model,
               double     power_w)
{
  static const double weights[WEFT_N_WORKLOADS] = { 0.25, 0.30, 0.10, 0.10, 0.10, 0.15 };
  g_autoptr (GError) error = NULL;
  WeftInventory *inventory = weft_evaluator_get_inventory (fixture_evaluator (), "archagent-2026", &error);
  WeftRecord *record = weft_catalog_lookup (weft_inventory_get_catalog (inventory),
                                            WEFT_RECORD_WORKLOAD, "mixed-ai-hpc");
  WeftWorkloadSpec spec;
  WeftModelFault fault;

  g_assert_no_error (error);
  weft_workload_spec_init (&spec, weights, fixture_number, record, &error);
  g_assert_no_error (error);
  weft_model_init (model, inventory, &spec, WEFT_BUDGET_POWER, power_w, &fault, &error);
  g_assert_no_error (error);
}

static inline gboolean
fixture_has_violation (WeftEvaluation *evaluation,
                       const char     *code,
                       const char     *path)
{
  GListModel *list = weft_evaluation_get_violations (evaluation);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftViolation) violation = g_list_model_get_item (list, i);

      if (g_str_equal (weft_violation_get_code (violation), code)
          && (path == NULL || g_str_equal (weft_violation_get_path (violation), path)))
        return TRUE;
    }

  return FALSE;
}
