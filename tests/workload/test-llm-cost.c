/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs of the parts of language models: pairs of tokens and touched experts against counting one by one, and bytes and
 * operations of single parts by hand. */
#include <math.h>

#include "catalog/weft-catalog.h"
#include "workload/weft-llm-cost.h"

static void
get_shape (const char *id, WeftLlmShape *shape)
{
  g_autoptr (WeftCatalog) catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, NULL);

  g_assert_true (weft_llm_shape_init (shape, weft_catalog_lookup (catalog, WEFT_RECORD_MODEL, id), NULL, NULL));
}

static void
test_pairs (void)
{
  for (guint context = 0; context < 12; context++)
    for (guint tokens = 1; tokens < 12; tokens++)
      for (guint window = 1; window < 26; window++)
        {
          double pairs = 0;

          for (guint i = 1; i <= tokens; i++)
            pairs += MIN (context + i, window);
          g_assert_cmpfloat (weft_llm_pairs (context, tokens, window), ==, pairs);
        }
  g_assert_cmpfloat (weft_llm_pairs (0, 4096, INFINITY), ==, 4096.0 * 4097 / 2);
  g_assert_cmpfloat (weft_llm_pairs (1000, 1, INFINITY), ==, 1001);
}

/* By counting: of all ways in which tokens choose one of E experts, how many are chosen on average. */
static void
test_touched (void)
{
  WeftLlmShape shape = { .experts = 3, .experts_per_token = 1 };
  const guint tokens = 5;
  guint n_ways = 243, sum = 0;

  for (guint way = 0; way < n_ways; way++)
    {
      guint chosen = 0;

      for (guint t = 0, rest = way; t < tokens; t++, rest /= 3)
        chosen |= 1u << (rest % 3);
      sum += (chosen & 1) + (chosen >> 1 & 1) + (chosen >> 2);
    }
  g_assert_cmpfloat_with_epsilon (weft_llm_touched_experts (&shape, tokens), (double) sum / n_ways, 1e-12);
  g_assert_cmpfloat_with_epsilon (weft_llm_touched_experts (&shape, 1), 1, 1e-12);
  shape.experts_per_token = 3;
  g_assert_cmpfloat (weft_llm_touched_experts (&shape, 7), ==, 3);
  shape = (WeftLlmShape) { .experts = 256, .experts_per_token = 8 };
  g_assert_cmpfloat (weft_llm_touched_experts (&shape, 1e9), ==, 256);
}

/* Llama 3.1 70B, one of 8 ranks, one new token of 4 sequences behind 999: 8 heads and 1 KV head of 128. */
static void
test_decode (void)
{
  WeftLlmPass pass = { .sequences = 4, .tokens = 1, .context = 999 };
  WeftLlmShape shape;
  WeftLlmSetup setup;
  WeftLlmLayer layer;
  WeftTaskCost cost;

  get_shape ("llama-3.1-70b", &shape);
  g_assert_true (weft_llm_setup_init (&setup, &shape, 8, "native", "native"));
  layer = weft_llm_layer (&shape, 0);
  cost = weft_llm_cost (&setup, &layer, &pass, WEFT_LLM_ATTENTION);
  g_assert_cmpstr (cost.kernel, ==, "attention");
  g_assert_cmpfloat (cost.flops[WEFT_DTYPE_BF16], ==,
                     2 * 4 * (8192.0 * (8 + 2) * 128 + 8192) + 4 * 1000.0 * 8 * 4 * 128);
  /* Weights, input, 1000 entries of the cache. */
  g_assert_cmpfloat (cost.bytes_read, ==, 2 * (8192.0 * 10 * 128) + 4 * 8192.0 * 2 + 4 * 1000.0 * 256 * 2);
  /* A new entry each, and the output of 8 heads. */
  g_assert_cmpfloat (cost.bytes_written, ==, 4 * 256 * 2 + 4 * 8 * 128 * 2);

  cost = weft_llm_cost (&setup, &layer, &pass, WEFT_LLM_FEED_FORWARD);
  g_assert_cmpfloat (cost.flops[WEFT_DTYPE_BF16], ==, 2 * 4 * (3 * 8192.0 * 3584 + 8192));
  cost = weft_llm_cost (&setup, NULL, &pass, WEFT_LLM_REDUCE);
  g_assert_cmpint (cost.comm, ==, WEFT_COMM_ALL_REDUCE);
  g_assert_cmpfloat (cost.comm_bytes, ==, 4 * 8192 * 2);
  g_assert_cmpfloat (weft_llm_output_bytes (&setup, &layer, &pass, WEFT_LLM_ATTENTION), ==, 4 * 8 * 128 * 2);
}

/* One KV head on each of 64 ranks, although there are 8 in all: 8 times the cache. */
static void
test_replicated_heads (void)
{
  WeftLlmShape shape;
  WeftLlmSetup eight, many;
  WeftLlmLayer layer;

  get_shape ("llama-3.1-70b", &shape);
  layer = weft_llm_layer (&shape, 0);
  weft_llm_setup_init (&eight, &shape, 8, "bf16", "native");
  weft_llm_setup_init (&many, &shape, 64, "bf16", "native");
  g_assert_cmpfloat (weft_llm_rank_cache_bytes (&eight, &layer, 3, 100), ==, 3 * 100 * 256 * 2);
  g_assert_cmpfloat (weft_llm_rank_cache_bytes (&many, &layer, 3, 100), ==, 3 * 100 * 256 * 2);
  weft_llm_setup_init (&eight, &shape, 8, "bf16", "fp8");
  g_assert_cmpfloat (weft_llm_rank_cache_bytes (&eight, &layer, 3, 100), ==, 3 * 100 * 256);
}

/* Every rank has the compressed cache of DeepSeek-V3 whole, and single tokens are computed against it as it is. */
static void
test_latent (void)
{
  WeftLlmPass single = { .sequences = 1, .tokens = 1, .context = 99 };
  WeftLlmPass prompt = { .sequences = 1, .tokens = 100 };
  WeftLlmShape shape;
  WeftLlmSetup setup;
  WeftLlmLayer layer;

  get_shape ("deepseek-v3", &shape);
  layer = weft_llm_layer (&shape, 0);
  weft_llm_setup_init (&setup, &shape, 8, "native", "native");
  g_assert_cmpint (setup.dtype, ==, WEFT_DTYPE_FP8);
  g_assert_cmpfloat (weft_llm_rank_cache_bytes (&setup, &layer, 1, 100), ==, 100 * 576 * 2);
  /* Scores are in 16 bits: 100 pairs of 16 heads. */
  g_assert_cmpfloat (weft_llm_cost (&setup, &layer, &single, WEFT_LLM_ATTENTION).flops[WEFT_DTYPE_BF16], ==,
                     100.0 * 16 * 2 * (576 + 512));
  g_assert_cmpfloat (weft_llm_cost (&setup, &layer, &prompt, WEFT_LLM_ATTENTION).flops[WEFT_DTYPE_BF16], ==,
                     5050.0 * 16 * 2 * (192 + 128));
}

static void
test_window (void)
{
  WeftLlmPass pass = { .sequences = 1, .tokens = 1, .context = 5000 };
  WeftLlmShape shape;
  WeftLlmSetup setup;
  WeftLlmLayer sliding, full;
  double weights;

  get_shape ("gemma-3-27b", &shape);
  weft_llm_setup_init (&setup, &shape, 1, "native", "native");
  sliding = weft_llm_layer (&shape, 0);
  full = weft_llm_layer (&shape, 5);
  g_assert_cmpfloat (weft_llm_rank_cache_bytes (&setup, &sliding, 1, 5000), ==, 1024 * 4096 * 2);
  g_assert_cmpfloat (weft_llm_rank_cache_bytes (&setup, &full, 1, 5000), ==, 5000.0 * 4096 * 2);
  weights = sliding.input_params * 2 + 5376 * 2;
  g_assert_cmpfloat (weft_llm_cost (&setup, &sliding, &pass, WEFT_LLM_ATTENTION).bytes_read, ==,
                     weights + 1024 * 4096 * 2);
  g_assert_cmpfloat (weft_llm_cost (&setup, &full, &pass, WEFT_LLM_ATTENTION).bytes_read, ==,
                     weights + 5001.0 * 4096 * 2);
}

/* gpt-oss-120b: 5 tokens choose 4 of 128 experts each, which are in MXFP4, the rest in 16 bits. */
static void
test_experts (void)
{
  WeftLlmPass pass = { .sequences = 5, .tokens = 1, .context = 10 };
  WeftLlmShape shape;
  WeftLlmSetup setup;
  WeftLlmLayer layer;
  WeftTaskCost cost;
  double touched = 128 * (1 - pow (1 - 4.0 / 128, 5));
  double expert;

  get_shape ("gpt-oss-120b", &shape);
  weft_llm_setup_init (&setup, &shape, 4, "native", "native");
  layer = weft_llm_layer (&shape, 0);
  expert = 3 * 2880.0 * 720;
  cost = weft_llm_cost (&setup, &layer, &pass, WEFT_LLM_EXPERTS);
  g_assert_cmpfloat (cost.flops[WEFT_DTYPE_BF16], ==, 2 * 5 * 4 * expert);
  g_assert_cmpfloat_with_epsilon (cost.bytes_read, touched * expert * 0.53125 + 20 * (2880 + 720) * 2, 1);
  g_assert_cmpfloat (weft_llm_rank_weight_bytes (&setup, &layer), ==,
                     128 * expert * 0.53125
                       + 2 * (2880.0 * 64 * (16 + 4) + 2880.0 * 1024 + 2 * 2880 + 2880 * 128));
}

/* The ranks of any group hold the model, and those that do not divide it a little more. */
static void
test_rank_params (void)
{
  g_autoptr (WeftCatalog) catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, NULL);
  GListModel *models = weft_catalog_list (catalog, WEFT_RECORD_MODEL);
  static const guint groups[] = { 1, 2, 3, 8, 64 };

  for (guint m = 0; m < g_list_model_get_n_items (models); m++)
    for (guint g = 0; g < G_N_ELEMENTS (groups); g++)
      {
        g_autoptr (WeftRecord) record = g_list_model_get_item (models, m);
        WeftLlmShape shape;
        WeftLlmSetup setup;
        double held = 0;

        g_assert_true (weft_llm_shape_init (&shape, record, NULL, NULL));
        weft_llm_setup_init (&setup, &shape, groups[g], "bf16", "native");
        for (guint i = 0; i < shape.layers; i++)
          {
            WeftLlmLayer layer = weft_llm_layer (&shape, i);

            held += weft_llm_rank_params (&setup, &layer);
          }
        held += weft_llm_part_params (&setup, NULL, WEFT_LLM_EMBEDDING);
        held += weft_llm_part_params (&setup, NULL, WEFT_LLM_HEAD);
        if (shape.tied_embeddings)
          held -= shape.hidden * ceil (shape.vocab / groups[g]);
        if (groups[g] == 1)
          g_assert_cmpfloat (held, ==, weft_llm_params (&shape));
        else
          g_assert_true (held * groups[g] > weft_llm_params (&shape));
        g_assert_true (held * groups[g] < weft_llm_params (&shape) * (groups[g] <= 8 ? 1.12 : 2.2));
      }
}

static void
test_dtypes (void)
{
  WeftLlmShape shape = { .layers = 1 };
  WeftLlmSetup setup;

  g_assert_true (weft_llm_setup_init (&setup, &shape, 1, "fp32", "native"));
  g_assert_cmpint (setup.dtype, ==, WEFT_DTYPE_FP32);
  g_assert_cmpfloat (setup.kv_bytes, ==, 4);
  g_assert_true (weft_llm_setup_init (&setup, &shape, 1, "int8", "native"));
  g_assert_cmpint (setup.dtype, ==, WEFT_DTYPE_INT8);
  g_assert_cmpint (setup.wide_dtype, ==, WEFT_DTYPE_BF16);
  g_assert_true (weft_llm_setup_init (&setup, &shape, 1, "nvfp4", "fp8"));
  g_assert_cmpint (setup.dtype, ==, WEFT_DTYPE_BF16);
  g_assert_cmpfloat (setup.weight_bytes, ==, 0.5625);
  g_assert_cmpfloat (setup.kv_bytes, ==, 1);
  g_assert_false (weft_llm_setup_init (&setup, &shape, 1, "fp7", "native"));
  g_assert_false (weft_llm_setup_init (&setup, &shape, 1, "bf16", "fp7"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/llm-cost/pairs", test_pairs);
  g_test_add_func ("/llm-cost/touched", test_touched);
  g_test_add_func ("/llm-cost/decode", test_decode);
  g_test_add_func ("/llm-cost/replicated-heads", test_replicated_heads);
  g_test_add_func ("/llm-cost/latent", test_latent);
  g_test_add_func ("/llm-cost/window", test_window);
  g_test_add_func ("/llm-cost/experts", test_experts);
  g_test_add_func ("/llm-cost/rank-params", test_rank_params);
  g_test_add_func ("/llm-cost/dtypes", test_dtypes);
  return g_test_run ();
}
