/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Level 3, continued: questions that people asked in public when they sized machines, with the answers derived by hand. */
#include "model/weft-check-private.h"

#include <math.h>

#include "catalog/weft-llm-shape.h"
#include "cost/weft-collective.h"
#include "model/weft-llm-memory.h"

#define GIBI 1073741824.0
#define MEBI 1048576.0

static gboolean
find_shape (WeftCheckRun *run,
            const char   *id,
            WeftLlmShape *shape)
{
  WeftRecord *record = weft_catalog_lookup (weft_evaluator_get_catalog (run->evaluator),
                                            WEFT_RECORD_MODEL, id);

  return record != NULL && weft_llm_shape_init (shape, record, NULL, NULL);
}

/* The least legal tensor-parallel size (it divides heads and KV heads) whose room takes @tokens. */
static double
least_tp (const WeftLlmShape *shape,
          double              device_bytes,
          double              tokens)
{
  for (double tp = 1; tp <= shape->kv_heads; tp++)
    {
      double room = weft_llm_kv_room_bytes (tp, device_bytes, 0.9, 2 * weft_llm_params (shape), 0);

      if (fmod (shape->heads, tp) == 0 && fmod (shape->kv_heads, tp) == 0
          && weft_llm_kv_room_tokens (room, weft_llm_kv_bytes_per_token (shape, 2), 1) >= tokens)
        return tp;
    }

  return NAN;
}

/* vllm-project/vllm#8188: the full context of Llama-3.1 on nodes of eight H100. */
static void
check_context (WeftCheckRun *run)
{
  static const char *const source = "vllm-project/vllm#8188: 131,072 tokens, 81,559 MiB a device, 0.9 filled";
  double device_bytes = 81559 * MEBI;
  WeftLlmShape small = { 0 }, large = { 0 };
  double kv, nodes = 1;

  if (!find_shape (run, "llama-3.1-70b", &small) || !find_shape (run, "llama-3.1-405b", &large))
    {
      weft_check_add (run, "case/K01/models", 2, NAN, 0, "models", source);
      return;
    }

  kv = weft_llm_kv_bytes_per_token (&small, 2) * 131072;
  weft_check_add (run, "case/K01/70b-sequence", 40.0, kv / GIBI, 1e-12, "GiB", source);
  kv = weft_llm_kv_bytes_per_token (&large, 2) * 131072;
  weft_check_add (run, "case/K01/405b-sequence", 63.0, kv / GIBI, 1e-12, "GiB", source);
  weft_check_add (run, "case/K01/70b-least-tp", 4, least_tp (&small, device_bytes, 131072), 0,
                  "GPUs", source);
  weft_check_add (run, "case/K01/70b-room-tp4", 155.3,
                  weft_llm_kv_room_bytes (4, device_bytes, 0.9, 2 * weft_llm_params (&small), 0) / GIBI,
                  1e-3, "GiB", source);
  weft_check_add (run, "case/K01/70b-room-tp8", 442.1,
                  weft_llm_kv_room_bytes (8, device_bytes, 0.9, 2 * weft_llm_params (&small), 0) / GIBI,
                  1e-3, "GiB", source);

  while (nodes < 8
         && weft_llm_kv_room_bytes (8 * nodes, device_bytes, 0.9, 2 * weft_llm_params (&large), 0) < kv)
    nodes++;
  weft_check_add (run, "case/K01/405b-nodes", 2, nodes, 0, "nodes of 8", source);
}

/* NVIDIA/TensorRT-LLM#282: the KV cache of Falcon-180B is not 623 GB. */
static void
check_grouped_heads (WeftCheckRun *run)
{
  static const char *const source = "NVIDIA/TensorRT-LLM#282: batch 64, 2,048 tokens in, 8 KV heads of 64 instead of 232";
  WeftLlmShape grouped = { .layers = 80, .kv_heads = 8, .head_dim = 64 };
  WeftLlmShape full = { .layers = 80, .kv_heads = 232, .head_dim = 64 };

  weft_check_add (run, "case/K03/kv-cache", 21.474836480,
                  weft_llm_kv_bytes_per_token (&grouped, 2) * 64 * 2048 / 1e9, 1e-12, "GB", source);
  weft_check_add (run, "case/K03/ratio", 29.0,
                  weft_llm_kv_bytes_per_token (&full, 2) / weft_llm_kv_bytes_per_token (&grouped, 2),
                  0, "", source);
}

/* casys-kaist/LLMServingSim#59: what a forgotten reserve does. */
static void
check_reserve (WeftCheckRun *run)
{
  static const char *const source = "casys-kaist/LLMServingSim#59: Llama-3.1-8B on 24 GiB, 0.9 filled, blocks of 16";
  WeftLlmShape shape = { 0 };
  double weights, kv;

  find_shape (run, "llama-3.1-8b", &shape);
  weights = 2 * weft_llm_params (&shape);
  kv = weft_llm_kv_bytes_per_token (&shape, 2);

  weft_check_add (run, "case/K06/no-reserve", 54400,
                  weft_llm_kv_room_tokens (weft_llm_kv_room_bytes (1, 24 * GIBI, 0.9, weights, 0), kv, 16),
                  0, "tokens", source);
  weft_check_add (run, "case/K06/reserve", 41408,
                  weft_llm_kv_room_tokens (weft_llm_kv_room_bytes (1, 24 * GIBI, 0.9, weights,
                                                                   1.586 * GIBI), kv, 16),
                  0, "tokens", source);
}

/* NVIDIA/nccl#1049: is a lower network latency worth its price? */
static void
check_latency_price (WeftCheckRun *run)
{
  static const char *const source = "NVIDIA/nccl#1049: ring of 32 ranks, 50 GB/s";
  WeftLink half = { 0.5e-6, 50e9 };
  WeftLink slow = { 5e-6, 50e9 };
  WeftCommTime layer = weft_ring_all_reduce (32, 2e9, &half);
  WeftCommTime byte = weft_ring_all_reduce (32, 1, &slow);

  weft_check_add (run, "case/K12/bandwidth", 77.5, layer.transfer_s * 1e3, 1e-9, "ms", source);
  weft_check_add (run, "case/K12/latency", 0.031, layer.latency_s * 1e3, 1e-9, "ms", source);
  weft_check_add (run, "case/K12/crossover", 8.0, byte.latency_s / byte.transfer_s / 1e6, 0.01,
                  "MB", source);
}

/* Utilisation against the dense peak, not against the sparse one. */
static void
check_dense_peak (WeftCheckRun *run)
{
  const WeftChip *chip = weft_inventory_find_chip (run->inventory, "H100");
  double peak = chip != NULL ? chip->peak_bf16_flops / 1e12 : NAN;

  weft_check_add (run, "case/K18/h200-420", 42.4, 100 * 420 / peak, 0.00236, "%",
                  "NVIDIA/Megatron-LM#1276: 420 TFLOP/s a GPU against the dense 989.5");
  weft_check_add (run, "case/K18/fsdp-480", 48.5, 100 * 9600 * 0.05 / peak, 0.00206, "%",
                  "foundation-model-stack/fms-fsdp#89: 9,600 tokens/s of 0.05 TFLOP");
  weft_check_add (run, "case/K18/sparse", 2.0, chip != NULL ? chip->peak_fp8_flops / chip->peak_bf16_flops
                                                              : NAN, 1e-9, "",
                  "1,979 is the FP8 rate or the sparse BF16 rate: twice the dense BF16 rate");
}

/* Chips of on-chip memory that hold 70.6 billion weights. */
static void
check_on_chip (WeftCheckRun *run)
{
  static const char *const source = "weights of Llama-3.1-70B, 70.6 billion, over on-chip memory";
  WeftCatalog *catalog = weft_evaluator_get_catalog (run->evaluator);
  WeftRecord *model = weft_catalog_lookup (catalog, WEFT_RECORD_MODEL, "llama-3.1-70b");
  WeftRecord *lpu = weft_catalog_lookup (catalog, WEFT_RECORD_CHIP, "groq-lpu1");
  const WeftChip *slice = weft_inventory_find_chip (run->inventory, "WSE3s");
  double params = model != NULL ? weft_record_get_number (model, "params_b") * 1e9 : NAN;
  double lpu_bytes = lpu != NULL ? weft_record_get_si (lpu, "mem_gb") : NAN;
  double slice_bytes = slice != NULL ? slice->mem_bytes : NAN;

  weft_check_add (run, "case/K31/lpu-fp8", 307, ceil (params / lpu_bytes), 0, "chips", source);
  weft_check_add (run, "case/K31/lpu-fp16", 614, ceil (2 * params / lpu_bytes), 0, "chips", source);
  weft_check_add (run, "case/K31/slices-fp8", 13, ceil (params / slice_bytes), 0, "slices", source);
  weft_check_add (run, "case/K31/slices-4bit", 7, ceil (params / 2 / slice_bytes), 0, "slices", source);
  weft_check_add (run, "case/K31/slices-fp16", 26, ceil (2 * params / slice_bytes), 0, "slices", source);
  weft_check_add (run, "case/K31/eight-slices", 1, 8 * slice_bytes >= params / 2 && 8 * slice_bytes < params,
                  0, "", "eight slices, 44 GB, hold the weights at 4 bit only");
}

/**
 * weft_check_case_run: (skip)
 * @run: the suite
 *
 * Adds the cases.
 */
void
weft_check_case_run (WeftCheckRun *run)
{
  check_context (run);
  check_grouped_heads (run);
  check_reserve (run);
  check_latency_price (run);
  check_dense_peak (run);
  check_on_chip (run);
}
