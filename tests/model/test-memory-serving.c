/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of serving: contexts that fit, KV heads, what engines report, blocks, and what others have got wrong. */
#include <string.h>

#include "base/weft-statistics.h"
#include "memory-fixture.h"
#include "model/measured/weft-memory-serving.h"
#include "workload/weft-hf-config.h"

/* What an H100 SXM reports, and a GeForce RTX 4090 as it is sold. */
#define H100_BYTES (81559 * MIB)
#define RTX4090_BYTES (24 * GIB)

static WeftServingMemory
count (const WeftServingPlan *plan, double capacity_bytes)
{
  WeftMemoryShape shape;
  WeftServingMemory memory;

  weft_memory_shape_init (&shape, plan->model);
  weft_serving_memory_worst (&shape, memory_rules (), plan, WEFT_POOL_DECODE, capacity_bytes, &memory);
  return memory;
}

static double
max_context (const WeftServingPlan *plan, double capacity_bytes)
{
  WeftMemoryShape shape;

  weft_memory_shape_init (&shape, plan->model);
  return weft_serving_memory_max_context (&shape, memory_rules (), plan, WEFT_POOL_DECODE, capacity_bytes);
}

static WeftServingPlan
bf16_plan (const WeftLlmShape *model, guint tp, guint pp, double tokens)
{
  WeftServingPlan plan;

  weft_serving_plan_init (&plan, model);
  plan.weight_format = plan.kv_format = "bf16";
  plan.pool.tp = tp;
  plan.pool.pp = pp;
  plan.input_tokens = tokens - 1;
  plan.output_tokens = 1;
  plan.reserve_bytes = 0;
  return plan;
}

static double
room_gib (const WeftLlmShape *model, guint tp, guint pp)
{
  WeftServingPlan plan = bf16_plan (model, tp, pp, 131072);

  return count (&plan, H100_BYTES).room_bytes * tp * pp / GIB;
}

/* vllm-project/vllm#8188: 128K of context for 70B and 405B on H100. */
static void
test_long_context (void)
{
  WeftLlmShape m70 = catalog_shape ("llama-3.1-70b");
  WeftLlmShape m405 = catalog_shape ("llama-3.1-405b");
  WeftServingPlan plan = bf16_plan (&m70, 1, 1, 131072);
  g_autofree char *lack = NULL;

  assert_near (count (&plan, INFINITY).request_bytes, 40 * GIB);
  g_assert_cmpfloat_with_epsilon (room_gib (&m70, 2, 1), 12.0, 0.1);
  g_assert_cmpfloat_with_epsilon (room_gib (&m70, 4, 1), 155.3, 0.1);
  g_assert_cmpfloat_with_epsilon (room_gib (&m70, 8, 1), 442.1, 0.1);
  plan.pool.tp = 2;
  g_assert_cmpfloat (max_context (&plan, H100_BYTES), <=, 39176);
  g_assert_cmpfloat (max_context (&plan, H100_BYTES), >, 39176 - 64);
  plan.pool.tp = 3;
  lack = weft_serving_plan_lack (&plan);
  g_assert_nonnull (strstr (lack, "TP3"));
  plan.pool.tp = 4;
  g_assert_cmpfloat (max_context (&plan, H100_BYTES), >=, 131072);

  plan = bf16_plan (&m405, 8, 1, 131072);
  assert_near (count (&plan, INFINITY).request_bytes * 8, 63 * GIB);
  g_assert_cmpfloat (count (&plan, H100_BYTES).room_bytes, <, 0);
  plan.pool.pp = 2;
  g_assert_cmpfloat_with_epsilon (room_gib (&m405, 8, 2), 391.6, 0.8);
  g_assert_cmpfloat (count (&plan, H100_BYTES).max_batch, ==, 6);
  /* Sixteen chips that share 8 KV heads hold each twice. */
  plan.pool.pp = 1;
  plan.pool.tp = 16;
  assert_near (count (&plan, INFINITY).request_bytes * 16, 126 * GIB);
}

/* NVIDIA/TensorRT-LLM#282: 232 query heads, 8 KV heads. */
static void
test_grouped_heads (void)
{
  WeftLlmShape falcon = {
    .layers = 80, .hidden = 14848, .heads = 232, .kv_heads = 8, .head_dim = 64, .ffn = 59392, .vocab = 65024,
    .tied_embeddings = TRUE, .native_dtype = "bf16",
  };
  WeftServingPlan plan = bf16_plan (&falcon, 8, 1, 2048);
  WeftServingMemory memory;
  double grouped;

  plan.pool.batch = 64;
  memory = count (&plan, 80e9);
  grouped = memory.items.bytes[WEFT_MEMORY_KV] * 8;
  assert_near (grouped, 64 * 2048 * 163840.0);
  g_assert_cmpfloat_with_epsilon (grouped / 1e9, 21.47, 0.005);
  g_assert_true (weft_memory_items_fit (&memory.items));
  falcon.kv_heads = 232;
  assert_near (count (&plan, 80e9).items.bytes[WEFT_MEMORY_KV] * 8 / grouped, 29);
}

/* casys-kaist/LLMServingSim#59: an RTX 4090 with Llama-3.1-8B has room for 41,408 tokens, not for 54,400. */
static void
test_llmservingsim_59 (void)
{
  WeftLlmShape model = catalog_shape ("llama-3.1-8b");
  WeftServingPlan plan = bf16_plan (&model, 1, 1, 2048);
  WeftServingMemory memory = count (&plan, RTX4090_BYTES);

  assert_near (memory.token_bytes, 131072);
  g_assert_cmpfloat (memory.room_tokens, ==, 54400);
  g_assert_cmpfloat_with_epsilon (memory.items.bytes[WEFT_MEMORY_WEIGHTS] / GIB, 14.96, 0.005);
  plan.reserve_bytes = 1.586 * GIB;
  memory = count (&plan, RTX4090_BYTES);
  g_assert_cmpfloat (memory.room_tokens, ==, 41408);
  g_assert_cmpfloat (memory.items.bytes[WEFT_MEMORY_RESERVE], ==, 1.586 * GIB);
  /* What the profile has where nobody measured is near. */
  plan.reserve_bytes = NAN;
  g_assert_cmpfloat_with_epsilon (count (&plan, RTX4090_BYTES).room_tokens / 41408, 1, 0.02);
}

/* hahnyuan/LLM-Viewer#12: KV bytes from query heads. */
static void
test_llm_viewer_12 (void)
{
  WeftLlmShape model = catalog_shape ("llama-3.1-70b");
  WeftServingPlan plan = bf16_plan (&model, 1, 1, 4096);

  assert_near (count (&plan, INFINITY).token_bytes, 327680);
  plan.pool.tp = 8;
  assert_near (count (&plan, INFINITY).token_bytes * 8, 327680);
}

/* microsoft/vidur#18: a stage's KV cache is that of its own layers. */
static void
test_vidur_18 (void)
{
  WeftLlmShape model = catalog_shape ("llama-3.1-70b");
  WeftServingPlan one = bf16_plan (&model, 4, 1, 4096);
  WeftServingPlan two = bf16_plan (&model, 4, 2, 4096);
  double weights = count (&one, H100_BYTES).items.bytes[WEFT_MEMORY_WEIGHTS];
  double share = count (&two, H100_BYTES).items.bytes[WEFT_MEMORY_WEIGHTS];
  WeftServingMemory memory;

  assert_near (count (&two, H100_BYTES).token_bytes * 2, count (&one, H100_BYTES).token_bytes);
  /* With as much room beside the weights twice the context fits, to a block. */
  one.memory_fill = two.memory_fill = 1;
  memory = count (&one, weights + 10 * GIB);
  g_assert_cmpfloat_with_epsilon (count (&two, share + 10 * GIB).room_tokens, 2 * memory.room_tokens, 16);
  /* On the same chip it is more than that, since half the weights are gone. */
  g_assert_cmpfloat (max_context (&two, H100_BYTES), >, 2 * max_context (&one, H100_BYTES));
}

/* ai-dynamo/aiconfigurator#1208: concurrency whose KV cache does not fit. */
static void
test_aiconfigurator_1208 (void)
{
  WeftLlmShape model = catalog_shape ("llama-3.1-70b");
  WeftServingPlan plan = bf16_plan (&model, 4, 1, 8192);
  WeftServingMemory memory;
  g_autofree char *few = NULL;
  g_autofree char *many = NULL;

  plan.pool.batch = 1024;
  memory = count (&plan, H100_BYTES);
  g_assert_cmpfloat (memory.max_batch, ==, floor (memory.room_bytes / memory.request_bytes));
  g_assert_cmpfloat (memory.max_batch, <, 1024);
  g_assert_false (weft_memory_items_fit (&memory.items));
  g_assert_cmpint (weft_memory_items_binding (&memory.items, NULL), ==, WEFT_MEMORY_KV);
  many = weft_serving_memory_limit (&plan, WEFT_POOL_DECODE, &memory);
  g_assert_nonnull (strstr (many, "room for KV cache binds"));

  plan.pool.batch = memory.max_batch;
  memory = count (&plan, H100_BYTES);
  g_assert_true (weft_memory_items_fit (&memory.items));
  few = weft_serving_memory_limit (&plan, WEFT_POOL_DECODE, &memory);
  g_assert_nonnull (strstr (few, "asked for binds"));
  plan.pool.batch++;
  memory = count (&plan, H100_BYTES);
  g_assert_false (weft_memory_items_fit (&memory.items));
}

/* Start-up logs of vLLM 0.6 to 0.8 for models of two vocabularies: GiB for activations at their peak. */
static void
test_reported_peaks (void)
{
  static const struct
  {
    double layers, hidden, heads, kv_heads, ffn, vocab;
    guint tp;
    double step_tokens;
    double peak_gib;
  } logs[] = {
    { 32, 4096, 32, 8, 14336, 128256, 1, 8192, 1.20 },
    { 32, 4096, 32, 8, 14336, 128256, 2, 8192, 1.26 },
    { 28, 3584, 28, 4, 18944, 152064, 1, 2048, 1.40 },
    { 64, 5120, 40, 8, 27648, 152064, 2, 2048, 1.41 },
    { 28, 1536, 12, 2, 8960, 151936, 1, 4096, 1.40 },
    { 28, 1536, 12, 2, 8960, 151936, 1, 32768, 2.02 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      WeftLlmShape model = {
        .layers = logs[i].layers, .hidden = logs[i].hidden, .heads = logs[i].heads, .kv_heads = logs[i].kv_heads,
        .head_dim = logs[i].hidden / logs[i].heads, .ffn = logs[i].ffn, .vocab = logs[i].vocab, .gated_ffn = TRUE,
        .native_dtype = "bf16",
      };
      WeftServingPlan plan = bf16_plan (&model, logs[i].tp, 1, 2048);

      plan.reserve_bytes = NAN;
      plan.chunk_tokens = logs[i].step_tokens;
      g_assert_cmpfloat_with_epsilon (count (&plan, H100_BYTES).items.bytes[WEFT_MEMORY_ACTIVATIONS] / GIB,
                                      logs[i].peak_gib, 0.1 * logs[i].peak_gib);
    }
}

/* SRAM machines: chips that hold the weights of 70B at least. */
static void
test_sram (void)
{
  WeftLlmShape model = catalog_shape ("llama-3.1-70b");

  g_assert_cmpfloat (weft_serving_least_chips (&model, "fp8", 0.23e9), ==, 307);
  g_assert_cmpfloat (weft_serving_least_chips (&model, "fp16", 0.23e9), ==, 614);
  g_assert_cmpfloat (weft_serving_least_chips (&model, "int4", 5.5e9), ==, 7);
  g_assert_cmpfloat (weft_serving_least_chips (&model, "fp8", 5.5e9), ==, 13);
  g_assert_cmpfloat (weft_serving_least_chips (&model, "fp16", 5.5e9), ==, 26);
}

/* Latent attention keeps one entry whatever TP is; sliding layers no more than their window; linear ones a state. */
static void
test_other_attention (void)
{
  WeftLlmShape deepseek = catalog_shape ("deepseek-v3");
  WeftLlmShape gemma = catalog_shape ("gemma-3-27b");
  WeftLlmShape qwen = catalog_shape ("qwen3.5-27b");
  WeftServingPlan plan = bf16_plan (&deepseek, 8, 1, 4096);
  double short_bytes, long_bytes;

  assert_near (count (&plan, INFINITY).token_bytes, 61 * 576 * 2);
  plan = bf16_plan (&gemma, 1, 1, 65536);
  short_bytes = count (&plan, INFINITY).request_bytes;
  assert_near (short_bytes, weft_llm_kv_bytes (&gemma, 65536, 2));
  plan.input_tokens += 65536;
  long_bytes = count (&plan, INFINITY).request_bytes;
  assert_near (long_bytes - short_bytes, 65536 * weft_llm_kv_full_bytes_per_token (&gemma, 2));
  plan = bf16_plan (&qwen, 1, 1, 16);
  g_assert_cmpfloat (count (&plan, INFINITY).request_bytes, >, 16 * count (&plan, INFINITY).token_bytes);
}

/* A published checkpoint of 65.2 GB: experts in MXFP4, the rest in BF16. */
static void
test_narrow_experts (void)
{
  WeftLlmShape model = catalog_shape ("gpt-oss-120b");
  WeftServingPlan plan;

  weft_serving_plan_init (&plan, &model);
  g_assert_cmpstr (plan.expert_format, ==, "mxfp4");
  g_assert_cmpfloat_with_epsilon (count (&plan, INFINITY).items.bytes[WEFT_MEMORY_WEIGHTS] / 1e9, 65.2, 0.7);
}

static WeftHfConfig *
parse_config (const char *text)
{
  g_autoptr (GError) error = NULL;
  WeftHfConfig *config = weft_hf_config_parse (text, -1, "config.json", &error);

  g_assert_no_error (error);
  return config;
}

static WeftLlmKnown
known (WeftHfConfig *config, const char *key)
{
  const WeftLlmFact *fact = weft_llm_facts_find (config->facts, key);

  g_assert_nonnull (fact);
  return fact->known;
}

static double
layer_token_bytes (WeftHfConfig *config)
{
  WeftServingPlan plan = bf16_plan (&config->shape, 1, 1, 2048);

  return count (&plan, INFINITY).token_bytes / config->shape.layers;
}

/* Configurations whose heads are not hidden / heads wide, that nest their fields, or that name them as GPT-2 did. */
static void
test_configurations (void)
{
  g_autoptr (WeftHfConfig) declared = parse_config (
      "{\"model_type\":\"gemma2\",\"hidden_size\":3584,\"num_hidden_layers\":42,\"num_attention_heads\":16,"
      "\"num_key_value_heads\":8,\"head_dim\":256,\"intermediate_size\":14336,\"vocab_size\":256000,"
      "\"sliding_window\":4096}");
  g_autoptr (WeftHfConfig) derived = parse_config (
      "{\"model_type\":\"llama\",\"hidden_size\":3584,\"num_hidden_layers\":42,\"num_attention_heads\":16,"
      "\"num_key_value_heads\":8,\"intermediate_size\":14336,\"vocab_size\":256000}");
  g_autoptr (WeftHfConfig) wide = parse_config (
      "{\"model_type\":\"llama\",\"hidden_size\":6144,\"num_hidden_layers\":80,\"num_attention_heads\":64,"
      "\"num_key_value_heads\":8,\"head_dim\":128,\"intermediate_size\":9216,\"vocab_size\":200064}");
  g_autoptr (WeftHfConfig) nested = parse_config (
      "{\"model_type\":\"gemma3\",\"text_config\":{\"model_type\":\"gemma3_text\",\"hidden_size\":5376,"
      "\"num_hidden_layers\":62,\"num_attention_heads\":32,\"num_key_value_heads\":16,\"head_dim\":128,"
      "\"intermediate_size\":21504,\"vocab_size\":262208,\"sliding_window\":1024}}");
  g_autoptr (WeftHfConfig) old = parse_config (
      "{\"model_type\":\"gpt2\",\"n_embd\":768,\"n_layer\":12,\"n_head\":12,\"n_positions\":1024,"
      "\"vocab_size\":50257}");
  g_autoptr (GError) error = NULL;

  assert_near (layer_token_bytes (declared), 8192);
  g_assert_cmpint (known (declared, "head_dim"), ==, WEFT_LLM_READ);
  assert_near (layer_token_bytes (derived), 7168);
  g_assert_cmpint (known (derived, "head_dim"), ==, WEFT_LLM_DERIVED);
  g_assert_cmpfloat (wide->shape.heads * wide->shape.head_dim, ==, 8192);
  assert_near (layer_token_bytes (wide), 2 * 8 * 128 * 2);
  assert_near (layer_token_bytes (nested), 2 * 16 * 128 * 2);
  /* Without KV heads of its own every query head has one. */
  assert_near (layer_token_bytes (old), 2 * 768 * 2);
  g_assert_cmpint (known (old, "kv_heads"), !=, WEFT_LLM_READ);
  /* What is not known is said to be so, and never 0 bytes. */
  g_assert_null (weft_hf_config_parse ("{\"model_type\":\"llama\",\"hidden_size\":64}", -1, "config.json", &error));
  g_assert_nonnull (strstr (error->message, "is not known"));
}

/* Blocks of 16 tokens, and chips for prompts apart. */
static void
test_pools (void)
{
  WeftLlmShape model = catalog_shape ("llama-3.1-8b");
  WeftServingPlan plan = bf16_plan (&model, 1, 1, 1000);
  WeftMemoryShape shape;
  WeftServingMemory memory;

  g_assert_cmpfloat (count (&plan, H100_BYTES).request_tokens, ==, 1008);
  plan.separate_prefill = TRUE;
  plan.input_tokens = 512;
  plan.output_tokens = 512;
  plan.prefill.batch = 2;
  weft_memory_shape_init (&shape, &model);
  weft_serving_memory_worst (&shape, memory_rules (), &plan, WEFT_POOL_PREFILL, H100_BYTES, &memory);
  assert_near (memory.items.bytes[WEFT_MEMORY_KV], 2 * 512 * 131072.0);
  assert_near (count (&plan, H100_BYTES).items.bytes[WEFT_MEMORY_KV], 1024 * 131072.0);
  g_assert_true (weft_serving_memory_fits (&shape, memory_rules (), &plan, H100_BYTES));
  plan.prefill.batch = 4096;
  g_assert_false (weft_serving_memory_fits (&shape, memory_rules (), &plan, H100_BYTES));
}

/* --- measured servers --- */

enum
{
  MODEL,
  SYSTEM,
  BACKEND,
  VERSION,
  MODE,
  PRECISION,
  ISL,
  OSL,
  BATCH = 9,
  TP,
  PP,
  TTFT = 25,
  N_FIELDS = 27,
};

/* A server under so many requests at once. */
typedef struct
{
  char *series; /* all but the batch */
  double batch;
  double max_batch;
  double ttft_ms;
} Load;

static void
load_free (gpointer data)
{
  Load *load = data;

  g_free (load->series);
  g_free (load);
}

static const char *
find_name (const char *const (*names)[2], guint n_names, const char *name)
{
  for (guint i = 0; i < n_names; i++)
    if (g_str_equal (names[i][0], name))
      return names[i][1];
  return NULL;
}

static double
chip_bytes (const char *id)
{
  static WeftInventory *inventory;
  const WeftChip *chip;

  if (inventory == NULL)
    inventory = weft_inventory_new (memory_catalog (), memory_profile (), NULL);
  chip = weft_inventory_find_chip (inventory, id);
  g_assert_nonnull (chip);
  return weft_memory_chip_bytes (memory_profile (), chip, NULL);
}

/* NULL for a row of another sort of server. */
static Load *
load_new (char **fields)
{
  static const char *const models[][2] = {
    { "Llama-3.1-70B", "llama-3.1-70b" },
    { "Llama-3.1-8B-Instruct", "llama-3.1-8b" },
    { "Llama-3.1-8B-Instruct-FP8", "llama-3.1-8b" },
    { "Qwen3-32B", "qwen3-32b" },
  };
  static const char *const chips[][2] = {
    { "h100", "h100-sxm-80" },
    { "h200", "h200-sxm-141" },
    { "b200", "b200-sxm" },
  };
  const char *model = find_name (models, G_N_ELEMENTS (models), fields[MODEL]);
  const char *chip = find_name (chips, G_N_ELEMENTS (chips), fields[SYSTEM]);
  gboolean is_fp8 = strstr (fields[PRECISION], "fp8") != NULL || g_str_has_suffix (fields[MODEL], "FP8");
  WeftLlmShape shape;
  WeftServingPlan plan;
  g_autofree char *lack = NULL;
  Load *load;

  if (model == NULL || chip == NULL || !g_str_equal (fields[MODE], "agg") || fields[BATCH][0] == '\0')
    return NULL;
  shape = catalog_shape (model);
  weft_serving_plan_init (&plan, &shape);
  plan.weight_format = strstr (fields[PRECISION], "fp4") != NULL ? "nvfp4" : is_fp8 ? "fp8" : "bf16";
  plan.kv_format = g_str_equal (plan.weight_format, "bf16") ? "bf16" : "fp8";
  plan.pool.tp = (guint) g_ascii_strtod (fields[TP], NULL);
  plan.pool.pp = (guint) MAX (1, g_ascii_strtod (fields[PP], NULL));
  plan.pool.batch = g_ascii_strtod (fields[BATCH], NULL);
  plan.input_tokens = g_ascii_strtod (fields[ISL], NULL);
  plan.output_tokens = g_ascii_strtod (fields[OSL], NULL);
  lack = weft_serving_plan_lack (&plan);
  if (lack != NULL)
    return NULL;
  load = g_new0 (Load, 1);
  load->series = g_strdup_printf ("%s %s %s %s %s %s %s TP%s", fields[MODEL], fields[SYSTEM], fields[BACKEND],
                                  fields[VERSION], fields[PRECISION], fields[ISL], fields[OSL], fields[TP]);
  load->batch = plan.pool.batch;
  load->max_batch = count (&plan, chip_bytes (chip)).max_batch;
  load->ttft_ms = g_ascii_strtod (fields[TTFT], NULL);
  return load;
}

static int
compare_loads_cb (gconstpointer a, gconstpointer b)
{
  const Load *x = *(Load *const *) a, *y = *(Load *const *) b;
  int order = strcmp (x->series, y->series);

  return order != 0 ? order : (x->batch > y->batch) - (x->batch < y->batch);
}

static GPtrArray *
read_loads (const char *path)
{
  GPtrArray *loads = g_ptr_array_new_with_free_func (load_free);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[i] != NULL; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i], ",", -1);
      Load *load = g_strv_length (fields) == N_FIELDS ? load_new (fields) : NULL;

      if (load != NULL)
        g_ptr_array_add (loads, load);
    }
  g_ptr_array_sort (loads, compare_loads_cb);
  return loads;
}

/* Where more requests come than are said to fit, they wait: the time to the first token leaps, and nowhere else. */
static void
test_measured_room (void)
{
  const char *folder = g_getenv ("WEFT_SHARED_DIR");
  g_autofree char *path = g_build_filename (folder != NULL ? folder : "", "measurements", "serving-silicon.csv", NULL);
  g_autoptr (GPtrArray) loads = NULL;
  g_autoptr (GArray) over = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) within = g_array_new (FALSE, FALSE, sizeof (double));

  if (folder == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("serving-silicon.csv is not there");
      return;
    }
  loads = read_loads (path);
  for (guint i = 1; i < loads->len; i++)
    {
      const Load *few = loads->pdata[i - 1], *many = loads->pdata[i];
      double leap = many->ttft_ms / few->ttft_ms;

      if (!g_str_equal (few->series, many->series) || few->batch > few->max_batch)
        continue;
      g_array_append_val (many->batch > many->max_batch ? over : within, leap);
    }
  g_test_message ("%u series pass the room: median leap %.1f; %u do not: %.1f", over->len,
                  weft_statistics_median ((double *) over->data, over->len), within->len,
                  weft_statistics_median ((double *) within->data, within->len));
  g_assert_cmpuint (over->len, >=, 12);
  for (guint i = 0; i < over->len; i++)
    g_assert_cmpfloat (g_array_index (over, double, i), >, 3);
  g_assert_cmpfloat (weft_statistics_median ((double *) over->data, over->len), >, 10);
  g_assert_cmpfloat (weft_statistics_median ((double *) within->data, within->len), <, 1.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/serving/long-context", test_long_context);
  g_test_add_func ("/memory/serving/grouped-heads", test_grouped_heads);
  g_test_add_func ("/memory/serving/llmservingsim-59", test_llmservingsim_59);
  g_test_add_func ("/memory/serving/llm-viewer-12", test_llm_viewer_12);
  g_test_add_func ("/memory/serving/vidur-18", test_vidur_18);
  g_test_add_func ("/memory/serving/aiconfigurator-1208", test_aiconfigurator_1208);
  g_test_add_func ("/memory/serving/reported-peaks", test_reported_peaks);
  g_test_add_func ("/memory/serving/sram", test_sram);
  g_test_add_func ("/memory/serving/other-attention", test_other_attention);
  g_test_add_func ("/memory/serving/narrow-experts", test_narrow_experts);
  g_test_add_func ("/memory/serving/configurations", test_configurations);
  g_test_add_func ("/memory/serving/pools", test_pools);
  g_test_add_func ("/memory/serving/measured-room", test_measured_room);
  return g_test_run ();
}
