/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs of language models and what their sums have to be. */
#pragma once

#include <math.h>

#include "catalog/weft-catalog.h"
#include "generator-fixture.h"
#include "workload/weft-llm-cost.h"

static inline WeftCatalog *
llm_catalog (void)
{
  static WeftCatalog *catalog;

  if (catalog == NULL)
    catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, NULL);
  g_assert_nonnull (catalog);
  return catalog;
}

static inline void
llm_get_shape (const char *id, WeftLlmShape *shape)
{
  g_assert_true (weft_llm_shape_init (shape, weft_catalog_lookup (llm_catalog (), WEFT_RECORD_MODEL, id), NULL, NULL));
}

static inline WeftTaskGraph *
llm_try (const char *params, GError **error)
{
  g_autoptr (JsonNode) node = fixture_parse (params);

  return weft_generator_make (weft_generator_find ("llm", NULL), json_node_get_object (node), llm_catalog (), NULL,
                              error);
}

static inline WeftTaskGraph *
llm_make (const char *params)
{
  g_autoptr (GError) error = NULL;
  WeftTaskGraph *graph = llm_try (params, &error);

  if (graph == NULL)
    g_error ("%s: %s", params, error->message);
  return graph;
}

static inline guint32
llm_count (const char *params)
{
  g_autoptr (WeftTaskGraph) graph = llm_make (params);

  return graph->n_tasks;
}

static inline WeftTaskGraph *
llm_make_for (const char *model, const char *params)
{
  g_autofree char *all = g_strdup_printf ("{'model':'%s',%s}", model, params);

  return llm_make (all);
}

/* For each pair of tokens of which one is looked at 2 × (size of a key + size of a value) for each head. */
static inline double
llm_attention (const WeftLlmShape *shape, double sequences, double tokens, double context)
{
  double sum = 0;

  for (guint i = 0; i < shape->layers; i++)
    {
      WeftLlmLayer layer = weft_llm_layer (shape, i);

      if (layer.kind.attention == WEFT_LLM_ATTENTION_LINEAR)
        sum += 7 * sequences * tokens * layer.heads * layer.qk_dim * layer.v_dim;
      else
        for (double t = 1; t <= tokens; t++)
          sum += sequences * MIN (context + t, layer.window) * layer.heads * 2
                 * (tokens == 1 ? layer.decode_qk_dim + layer.decode_v_dim : layer.qk_dim + layer.v_dim);
    }
  return sum;
}

/* 2 × (active parameters of layers) for each token, 2 × the head's for each token that it sees, and attention. */
static inline double
llm_closed_form (const WeftLlmShape *shape, double sequences, double tokens, double context, double head_tokens)
{
  double sum = 2 * head_tokens * weft_llm_head_params (shape);

  for (guint i = 0; i < shape->layers; i++)
    {
      WeftLlmLayer layer = weft_llm_layer (shape, i);

      sum += 2 * sequences * tokens * weft_llm_layer_active_params (shape, &layer);
    }
  return sum + llm_attention (shape, sequences, tokens, context);
}

static inline void
llm_assert_flops (WeftTaskGraph *graph, double expected, const char *what)
{
  g_autoptr (WeftTaskSummary) summary = weft_task_summary_new (graph);
  double found = weft_task_summary_total_flops (summary);

  if (fabs (found - expected) > 1e-9 * expected)
    g_error ("%s: %.9g operations, expected %.9g", what, found, expected);
}

/* Whether @to waits for @from, which is the only edge of these bytes between them. */
static inline void
llm_assert_edge (const WeftTaskGraph *graph, const char *from, const char *to, double bytes)
{
  guint32 a = fixture_find (graph, from), b = fixture_find (graph, to);

  for (guint32 e = graph->first_pred[b]; e < graph->first_pred[b + 1]; e++)
    if (graph->pred[e] == a)
      {
        g_assert_cmpfloat (graph->pred_bytes[e], ==, bytes);
        return;
      }
  g_error ("%s does not wait for %s", to, from);
}

static inline double
llm_sum_regions (const WeftTaskGraph *graph)
{
  double sum = 0;

  for (guint32 r = 0; r < graph->n_regions; r++)
    sum += graph->regions[r].bytes;
  return sum;
}
