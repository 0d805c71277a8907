/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config.json of language models: what is read, derived and assumed of the layouts that there are, parameters against
 * what is published, what is refused and with which words, and text that has been damaged at random. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "base/weft-json.h"
#include "base/weft-random.h"
#include "catalog/weft-catalog.h"
#include "workload/weft-hf-config.h"
#include "workload/weft-task-graph.h"

static char *
path_of (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".json", NULL);

  return g_test_build_filename (G_TEST_DIST, "data", "workload", "hf", file, NULL);
}

static WeftHfConfig *
load (const char *name)
{
  g_autofree char *path = path_of (name);
  g_autoptr (GError) error = NULL;
  WeftHfConfig *config = weft_hf_config_load (path, &error);

  g_assert_no_error (error);
  return config;
}

/* Billions as model cards and papers print them; the cards of Llama 4 have vision parts besides. */
static const struct
{
  const char *name;
  double params_b;
  double active_b;
  double kv_bytes; /* of a token in all layers with two bytes an element */
  const char *dtype;
  gboolean is_tied;
} models[] = {
  { "llama-3.1-70b", 70.55, 70.55, 327680, "bf16", FALSE },
  { "mixtral-8x7b", 46.70, 12.88, 131072, "bf16", FALSE },
  { "mistral-7b", 7.24, 7.24, 131072, "bf16", FALSE },
  { "qwen-7b", 7.72, 7.72, 524288, "bf16", FALSE },
  { "qwen2-57b-a14b", 57.41, 14.25, 57344, "bf16", FALSE },
  { "qwen3-32b", 32.76, 32.76, 262144, "bf16", FALSE },
  { "qwen3-30b-a3b", 30.53, 3.35, 98304, "bf16", FALSE },
  { "qwen3.5-27b", 26.87, 26.87, 65536, "bf16", FALSE },
  { "qwen3.5-397b-a17b", 396.32, 17.32, 30720, "bf16", FALSE },
  { "gemma-2-27b", 27.23, 27.23, 376832, "fp32", TRUE },
  { "gemma-3-27b", 27.01, 27.01, 507904, "bf16", TRUE },
  { "gemma-4-31b", 30.81, 30.81, 901120, "bf16", TRUE },
  { "gemma-4-26b-a4b", 25.25, 3.84, 225280, "bf16", TRUE },
  { "gpt-oss-120b", 116.79, 5.71, 73728, "mxfp4", FALSE },
  { "deepseek-v3", 671.03, 37.55, 70272, "fp8", FALSE },
  { "kimi-k2", 1026.4, 32.9, 70272, "fp8", FALSE },
  { "llama-4-scout", 107.77, 17.17, 196608, "bf16", FALSE },
  { "llama-4-maverick", 400.7, 17.17, 196608, "bf16", FALSE },
  { "glm-4.7-fp8", 352.8, 33.6, 376832, "fp8", FALSE },
  { "gpt2", 0.1244, 0.1244, 36864, "bf16", TRUE },
  { "gpt3-175b", 174.6, 174.6, 4718592, "fp16", TRUE },
  { "gpt-j-6b", 6.05, 6.05, 458752, "bf16", FALSE },
  { "gpt-neox-20b", 20.55, 20.55, 1081344, "fp16", FALSE },
  { "starcoder", 15.52, 15.52, 20480, "fp32", TRUE },
  { "falcon-7b", 6.92, 6.92, 8192, "bf16", TRUE },
  { "falcon-40b", 41.30, 41.30, 122880, "bf16", TRUE },
  { "opt-66b", 65.7, 65.7, 2359296, "fp16", TRUE },
  { "phi-2", 2.78, 2.78, 327680, "fp16", FALSE },
  { "bloom-176b", 176.2, 176.2, 4014080, "bf16", TRUE },
  { "mpt-7b", 6.65, 6.65, 524288, "bf16", TRUE },
  { "dbrx", 131.6, 36.5, 163840, "bf16", FALSE },
  { "chatglm3-6b", 6.24, 6.24, 28672, "fp16", FALSE },
  { "llava-7b", 6.74, 6.74, 524288, "fp16", FALSE },
};

static void
test_models (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autoptr (WeftHfConfig) config = load (models[i].name);
      double params = weft_llm_params (&config->shape) / 1e9;
      double active = weft_llm_active_params (&config->shape) / 1e9;

      if (fabs (params - models[i].params_b) > 0.005 * models[i].params_b
          || fabs (active - models[i].active_b) > 0.01 * models[i].active_b)
        g_error ("%s: %.5g and %.5g billion parameters", models[i].name, params, active);
      g_assert_cmpfloat (weft_llm_kv_bytes_per_token (&config->shape, 2), ==, models[i].kv_bytes);
      g_assert_cmpstr (config->shape.native_dtype, ==, models[i].dtype);
      g_assert_cmpint (config->shape.tied_embeddings, ==, models[i].is_tied);
      g_assert_true (config->is_known);
    }
}

/* The catalog knows some of the same models. */
static void
test_catalog (void)
{
  g_autoptr (WeftCatalog) catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, NULL);
  guint n_same = 0;

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      WeftRecord *record = weft_catalog_lookup (catalog, WEFT_RECORD_MODEL, models[i].name);
      g_autoptr (WeftHfConfig) config = NULL;
      WeftLlmShape shape;

      /* The catalog's Mistral is a later release, whose attention has no window. */
      if (record == NULL || g_str_equal (models[i].name, "mistral-7b"))
        continue;
      config = load (models[i].name);
      g_assert_true (weft_llm_shape_init (&shape, record, NULL, NULL));
      for (guint l = 0; l < shape.layers; l++)
        {
          WeftLlmLayer a = weft_llm_layer (&shape, l), b = weft_llm_layer (&config->shape, l);

          g_assert_cmpint (a.kind.attention, ==, b.kind.attention);
          g_assert_cmpfloat (a.expert_params, ==, b.expert_params);
          g_assert_cmpfloat (a.dense_params, ==, b.dense_params);
          g_assert_cmpfloat (a.kv_heads * a.kv_head_elements, ==, b.kv_heads * b.kv_head_elements);
          /* Only the file says that values are keys. */
          if (!config->shape.keys_are_values)
            g_assert_cmpfloat (a.input_params, ==, b.input_params);
        }
      n_same++;
    }
  g_assert_cmpuint (n_same, >=, 11);
}

static void
assert_fact (WeftHfConfig *config, const char *key, const char *value, WeftLlmKnown known, const char *why)
{
  const WeftLlmFact *fact = weft_llm_facts_find (config->facts, key);

  g_assert_nonnull (fact);
  g_assert_cmpstr (fact->value, ==, value);
  g_assert_cmpint (fact->known, ==, known);
  if (strstr (fact->why, why) == NULL)
    g_error ("%s: “%s” does not say “%s”", key, fact->why, why);
}

static void
test_facts (void)
{
  g_autoptr (WeftHfConfig) llama = load ("llama-3.1-70b");
  g_autoptr (WeftHfConfig) gemma = load ("gemma-3-27b");
  g_autoptr (WeftHfConfig) falcon = load ("falcon-7b");
  g_autoptr (WeftHfConfig) gpt = load ("gpt2");
  g_autoptr (WeftHfConfig) qwen = load ("qwen3-32b");

  assert_fact (llama, "layers", "80", WEFT_LLM_READ, "/num_hidden_layers");
  assert_fact (llama, "head_dim", "128", WEFT_LLM_DERIVED, "hidden / heads");
  assert_fact (llama, "gated_ffn", "yes", WEFT_LLM_DERIVED, "architecture");
  assert_fact (llama, "native_dtype", "bf16", WEFT_LLM_READ, "dtype");
  g_assert_cmpuint (llama->notes->len, ==, 0);
  g_assert_cmpstr (llama->model_type, ==, "llama");

  assert_fact (gemma, "layers", "62", WEFT_LLM_READ, "/text_config/num_hidden_layers");
  assert_fact (gemma, "vocab", "262208", WEFT_LLM_ASSUMED, "architecture");
  assert_fact (gemma, "layer_types", "10 full, 52 sliding", WEFT_LLM_ASSUMED, "architecture");
  assert_fact (gemma, "tied_embeddings", "yes", WEFT_LLM_ASSUMED, "architecture");

  assert_fact (falcon, "kv_heads", "1", WEFT_LLM_DERIVED, "multi_query");
  assert_fact (falcon, "ffn", "18176", WEFT_LLM_ASSUMED, "4 × hidden");

  assert_fact (gpt, "heads", "12", WEFT_LLM_READ, "/n_head");
  assert_fact (gpt, "kv_heads", "12", WEFT_LLM_DERIVED, "as many as query heads");
  assert_fact (gpt, "native_dtype", "bf16", WEFT_LLM_ASSUMED, "no format");

  /* The declared size wins over 5120 / 64. */
  assert_fact (qwen, "head_dim", "128", WEFT_LLM_READ, "/head_dim");
  assert_fact (qwen, "sliding_window", "none", WEFT_LLM_READ, "use_sliding_window");
}

static void
test_layers (void)
{
  g_autoptr (WeftHfConfig) maverick = load ("llama-4-maverick");
  g_autoptr (WeftHfConfig) scout = load ("llama-4-scout");
  g_autoptr (WeftHfConfig) gemma = load ("gemma-2-27b");
  g_autoptr (WeftHfConfig) mistral = load ("mistral-7b");
  g_autoptr (WeftHfConfig) qwen = load ("qwen3.5-397b-a17b");

  g_assert_cmpuint (weft_llm_shape_count_moe (&maverick->shape), ==, 24);
  g_assert_true (maverick->shape.layer[1].is_moe);
  g_assert_false (maverick->shape.layer[0].is_moe);
  g_assert_cmpuint (weft_llm_shape_count_moe (&scout->shape), ==, 48);
  g_assert_cmpint (scout->shape.layer[3].attention, ==, WEFT_LLM_ATTENTION_FULL);
  g_assert_cmpfloat (scout->shape.window, ==, 8192);
  g_assert_cmpuint (scout->notes->len, ==, 1);
  g_assert_cmpint (gemma->shape.layer[0].attention, ==, WEFT_LLM_ATTENTION_SLIDING);
  g_assert_cmpint (gemma->shape.layer[1].attention, ==, WEFT_LLM_ATTENTION_FULL);
  g_assert_cmpuint (weft_llm_shape_count_attention (&mistral->shape, WEFT_LLM_ATTENTION_SLIDING), ==, 32);
  g_assert_cmpuint (weft_llm_shape_count_attention (&qwen->shape, WEFT_LLM_ATTENTION_LINEAR), ==, 45);
  g_assert_cmpint (qwen->shape.layer[3].attention, ==, WEFT_LLM_ATTENTION_FULL);
}

static void
test_unknown (void)
{
  g_autoptr (WeftHfConfig) config = load ("unknown");

  g_assert_false (config->is_known);
  g_assert_cmpstr (config->name, ==, "new-model");
  g_assert_cmpuint (config->notes->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (config->notes, 0), "“new_model” is not known"));
  assert_fact (config, "gated_ffn", "yes", WEFT_LLM_ASSUMED, "activation");
  assert_fact (config, "tied_embeddings", "no", WEFT_LLM_ASSUMED, "most models");
  g_assert_cmpfloat (weft_llm_params (&config->shape), >, 3e8);
}

/* --- small ones --- */

#define SIZES "\"hidden_size\":64,\"num_hidden_layers\":4,\"num_attention_heads\":4,\"vocab_size\":100"
#define LLAMA "\"model_type\":\"llama\"," SIZES
#define DENSE LLAMA ",\"intermediate_size\":128"
#define MOE                                                                                                            \
  "\"model_type\":\"qwen3_moe\"," SIZES ",\"num_experts\":8,\"num_experts_per_tok\":2,\"moe_intermediate_size\":32"

static WeftHfConfig *
parse (const char *members, GError **error)
{
  g_autofree char *text = g_strdup_printf ("{%s}", members);

  return weft_hf_config_parse (text, -1, "config.json", error);
}

static WeftHfConfig *
parse_good (const char *members)
{
  g_autoptr (GError) error = NULL;
  WeftHfConfig *config = parse (members, &error);

  g_assert_no_error (error);
  return config;
}

static void
test_dtypes (void)
{
  static const struct
  {
    const char *members;
    const char *dtype;
    guint n_notes;
  } cases[] = {
    { "\"dtype\":\"bfloat16\"", "bf16", 0 },
    { "\"torch_dtype\":\"torch.float16\"", "fp16", 0 },
    { "\"torch_dtype\":\"auto\"", "bf16", 0 },
    { "\"quantization_config\":{\"quant_method\":\"gptq\",\"bits\":4}", "int4", 0 },
    { "\"quantization_config\":{\"quant_method\":\"awq\",\"bits\":8}", "int8", 0 },
    { "\"quantization_config\":{\"quant_method\":\"modelopt\",\"quant_algo\":\"NVFP4\"}", "nvfp4", 0 },
    { "\"quantization_config\":{\"quant_method\":\"modelopt\",\"quant_algo\":\"FP8\"}", "fp8", 0 },
    { "\"quantization_config\":{\"quant_method\":\"bitsandbytes\",\"load_in_8bit\":true}", "int8", 0 },
    { "\"torch_dtype\":\"float16\",\"quantization_config\":{\"quant_method\":\"aqlm\"}", "fp16", 1 },
    { "\"torch_dtype\":\"float16\",\"quantization_config\":17", "fp16", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *members = g_strconcat (DENSE, ",", cases[i].members, NULL);
      g_autoptr (WeftHfConfig) config = parse_good (members);

      g_assert_cmpstr (config->shape.native_dtype, ==, cases[i].dtype);
      g_assert_cmpuint (config->notes->len, ==, cases[i].n_notes);
    }
}

static void
test_expert_places (void)
{
  static const struct
  {
    const char *members;
    const char *places; /* a letter for each layer: d is dense, e has experts */
  } cases[] = {
    { MOE, "eeee" },
    { MOE ",\"intermediate_size\":128,\"decoder_sparse_step\":2", "dede" },
    { MOE ",\"intermediate_size\":128,\"mlp_only_layers\":[0,3]", "deed" },
    { MOE ",\"intermediate_size\":128,\"first_k_dense_replace\":1", "deee" },
    { MOE ",\"intermediate_size\":128,\"first_k_dense_replace\":1,\"moe_layer_freq\":2", "dded" },
    { MOE ",\"intermediate_size\":128,\"moe_layer_freq\":[0,1,1,0]", "deed" },
    { MOE ",\"intermediate_size\":128,\"mlp_layer_types\":[\"dense\",\"sparse\",\"dense\",\"sparse\"]", "dede" },
    { MOE ",\"intermediate_size\":128,\"moe_layers\":[1]", "dedd" },
    { MOE ",\"intermediate_size\":128,\"moe_layer_interval\":1,\"moe_layer_start_index\":1,\"moe_layer_end_index\":2",
      "deed" },
    { MOE ",\"intermediate_size\":128,\"moe_layer_start_index\":2,\"moe_layer_end_index\":-1", "ddee" },
    { DENSE ",\"num_experts\":0", "dddd" },
    { DENSE ",\"num_local_experts\":null", "dddd" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftHfConfig) config = parse_good (cases[i].members);

      for (guint l = 0; l < 4; l++)
        g_assert_cmpint (config->shape.layer[l].is_moe, ==, cases[i].places[l] == 'e');
    }
}

static void
test_windows (void)
{
  static const struct
  {
    const char *members;
    const char *places; /* f full, s sliding, l linear */
  } cases[] = {
    { DENSE ",\"sliding_window\":null", "ffff" },
    { DENSE ",\"sliding_window\":16", "ssss" },
    { DENSE ",\"sliding_window\":16,\"use_sliding_window\":false", "ffff" },
    { DENSE ",\"sliding_window\":16,\"sliding_window_pattern\":2", "sfsf" },
    { DENSE ",\"sliding_window\":16,\"sliding_window_pattern\":\"LLG\"", "ssfs" },
    { DENSE ",\"sliding_window\":16,\"no_rope_layers\":[1,0,1,0]", "sfsf" },
    { DENSE ",\"sliding_window\":16,\"layer_types\":[\"full_attention\",\"sliding_attention\",\"full_attention\","
            "\"full_attention\"]",
      "fsff" },
    { "\"model_type\":\"qwen2\"," SIZES ",\"intermediate_size\":128,\"sliding_window\":16", "ffff" },
    { "\"model_type\":\"qwen2\"," SIZES ",\"intermediate_size\":128,\"sliding_window\":16,\"use_sliding_window\":true,"
      "\"max_window_layers\":3",
      "fffs" },
    { DENSE ",\"full_attention_interval\":2,\"linear_num_value_heads\":4,\"linear_num_key_heads\":2,"
            "\"linear_key_head_dim\":8,\"linear_value_head_dim\":8,\"linear_conv_kernel_dim\":4",
      "lflf" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftHfConfig) config = parse_good (cases[i].members);

      for (guint l = 0; l < 4; l++)
        g_assert_cmpint (config->shape.layer[l].attention, ==, strchr ("fsl", cases[i].places[l]) - "fsl");
    }
}

static void
test_names (void)
{
  g_autoptr (WeftHfConfig) by_class = parse_good ("\"architectures\":[\"LlamaForCausalLM\"]," SIZES
                                                  ",\"intermediate_size\":128");
  g_autoptr (WeftHfConfig) both = parse_good (DENSE ",\"n_layer\":5,\"n_head\":4");
  g_autoptr (WeftHfConfig) turned = parse_good ("\"model_type\":\"a\\u202eb\"," SIZES ",\"intermediate_size\":128");

  g_assert_true (by_class->is_known);
  g_assert_cmpuint (both->notes->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (both->notes, 0), "“num_hidden_layers” is 4, but “n_layer” is 5"));
  g_assert_cmpfloat (both->shape.layers, ==, 4);
  g_assert_null (strstr (turned->model_type, "\xe2\x80\xae"));
}

/* --- what is refused --- */

typedef struct
{
  const char *members;
  gboolean is_json; /* a WEFT_JSON_ERROR, else a WEFT_WORKLOAD_ERROR */
  int code;
  const char *words;
} Refused;

static const Refused refused[] = {
  { "", FALSE, WEFT_WORKLOAD_ERROR_MISSING,
    "“layers” of a model of type “unknown” is not known: there is no “num_hidden_layers”" },
  { LLAMA, FALSE, WEFT_WORKLOAD_ERROR_MISSING, "“ffn” of a model of type “llama” is not known" },
  { "\"hidden_size\":64,\"num_hidden_layers\":4,\"vocab_size\":9", FALSE, WEFT_WORKLOAD_ERROR_MISSING, "“heads”" },
  { "\"num_hidden_layers\":\"4\"", TRUE, WEFT_JSON_ERROR_TYPE, "/num_hidden_layers" },
  { "\"num_hidden_layers\":-4", TRUE, WEFT_JSON_ERROR_RANGE, "/num_hidden_layers" },
  { "\"num_hidden_layers\":4.5", TRUE, WEFT_JSON_ERROR_TYPE, "/num_hidden_layers" },
  { DENSE ",\"num_key_value_heads\":3", FALSE, WEFT_WORKLOAD_ERROR_INVALID, "4 query heads cannot share 3 KV heads" },
  { DENSE ",\"num_key_value_heads\":0", FALSE, WEFT_WORKLOAD_ERROR_INVALID, "“kv_heads” is 0" },
  { DENSE ",\"tie_word_embeddings\":\"yes\"", TRUE, WEFT_JSON_ERROR_TYPE, "/tie_word_embeddings" },
  { DENSE ",\"layer_types\":[\"full_attention\"]", TRUE, WEFT_JSON_ERROR_RANGE,
    "as many words as there are layers, 4" },
  { DENSE ",\"layer_types\":[\"mamba\",\"mamba\",\"mamba\",\"mamba\"]", FALSE, WEFT_WORKLOAD_ERROR_UNSUPPORTED,
    "/layer_types/0: layers of the sort “mamba”" },
  { DENSE ",\"layer_types\":[\"sliding_attention\",\"full_attention\",\"full_attention\",\"full_attention\"]", FALSE,
    WEFT_WORKLOAD_ERROR_INVALID, "“sliding_window” is 0" },
  { DENSE ",\"kv_lora_rank\":16", FALSE, WEFT_WORKLOAD_ERROR_MISSING, "“qk_nope_dim”" },
  { DENSE ",\"linear_num_value_heads\":4", FALSE, WEFT_WORKLOAD_ERROR_MISSING, "full_attention_interval" },
  { MOE ",\"decoder_sparse_step\":0", FALSE, WEFT_WORKLOAD_ERROR_INVALID, "“decoder_sparse_step” is 0" },
  { MOE ",\"mlp_only_layers\":[4]", TRUE, WEFT_JSON_ERROR_RANGE, "a layer from 0 to 3" },
  { MOE ",\"first_k_dense_replace\":1", FALSE, WEFT_WORKLOAD_ERROR_MISSING, "“ffn”" },
  { LLAMA ",\"num_experts\":4,\"moe_intermediate_size\":8", FALSE, WEFT_WORKLOAD_ERROR_MISSING, "“experts_per_token”" },
  { MOE ",\"moe_intermediate_size_\":1,\"num_local_experts\":1", FALSE, WEFT_WORKLOAD_ERROR_INVALID,
    "a token goes to 2 experts, but there are 1" },
  { "\"model_type\":\"x\",\"ssm_state_size\":4," SIZES, FALSE, WEFT_WORKLOAD_ERROR_UNSUPPORTED,
    "“ssm_state_size” says" },
  { "\"model_type\":\"x\",\"is_encoder_decoder\":true," SIZES, FALSE, WEFT_WORKLOAD_ERROR_UNSUPPORTED, "an encoder" },
  { "\"model_type\":\"llama\",\"hidden_size\":65,\"num_hidden_layers\":4,\"num_attention_heads\":4,\"vocab_size\":9",
    FALSE, WEFT_WORKLOAD_ERROR_INVALID, "a width of 65 cannot be divided among 4 heads" },
  { "\"model_type\":\"llama\",\"hidden_size\":64,\"num_hidden_layers\":99999,\"num_attention_heads\":4,"
    "\"vocab_size\":9,\"intermediate_size\":9",
    FALSE, WEFT_WORKLOAD_ERROR_INVALID, "99999 layers are more than the 1024" },
  { "\"model_type\":\"llama\",\"hidden_size\":64,\"num_hidden_layers\":0,\"num_attention_heads\":0,"
    "\"vocab_size\":9,\"intermediate_size\":9,\"head_dim\":8",
    FALSE, WEFT_WORKLOAD_ERROR_INVALID, "“layers” is 0" },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      g_assert_null (parse (refused[i].members, &error));
      g_assert_nonnull (error);
      text = g_strdup_printf ("%s: %s", refused[i].members, error->message);
      if (error->domain != (refused[i].is_json ? WEFT_JSON_ERROR : WEFT_WORKLOAD_ERROR)
          || error->code != refused[i].code || strstr (error->message, refused[i].words) == NULL
          || !g_str_has_prefix (error->message, "config.json: "))
        g_error ("%s (code %d)", text, error->code);
    }
}

static void
test_not_modelled (void)
{
  static const char *const names[] = { "mamba", "t5" };
  g_autoptr (GError) missing = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = path_of (names[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (weft_hf_config_load (path, &error));
      g_assert_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_UNSUPPORTED);
      g_assert_nonnull (strstr (error->message, names[i]));
    }
  g_assert_null (weft_hf_config_load ("/nowhere/config.json", &missing));
  g_assert_error (missing, WEFT_JSON_ERROR, WEFT_JSON_ERROR_FILE);
}

/* --- damage --- */

static const char *const pieces[] = {
  "null", "0", "-1", "1e9", "1e308", "4.5", "\"\"", "[]", "{}", "true", "[1,2]", "{\"a\":1}", "9007199254740993",
  "65536",
};

/* Text with one value, or a few bytes, replaced. (transfer full) */
static char *
damage (const char *text, gsize length, WeftRandom *random)
{
  GString *damaged = g_string_new_len (text, length);
  gsize at = weft_random_below (random, length);
  const char *colon = memchr (text + at, ':', length - at);

  if (weft_random_below (random, 4) > 0 && colon != NULL)
    {
      gsize begin = colon + 1 - text;
      gsize end = begin + strcspn (text + begin, ",}\n");

      g_string_erase (damaged, begin, end - begin);
      g_string_insert (damaged, begin, pieces[weft_random_below (random, G_N_ELEMENTS (pieces))]);
    }
  else
    g_string_overwrite_len (damaged, at, "\"0{[,x" + weft_random_below (random, 6), 1);
  return g_string_free (damaged, FALSE);
}

/* Whatever was done to a file, it is refused with words or it is a model that can be computed with. */
static void
check_damaged (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftHfConfig) config = weft_hf_config_parse (text, -1, "config.json", &error);

  if (config == NULL)
    {
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, !=, "");
      return;
    }
  g_assert_no_error (error);
  g_assert_null (weft_llm_shape_lack (&config->shape));
  g_assert_true (isfinite (weft_llm_params (&config->shape)) && weft_llm_params (&config->shape) > 0);
  g_assert_true (weft_llm_active_params (&config->shape) > 0);
  g_assert_true (weft_llm_active_params (&config->shape) <= weft_llm_params (&config->shape));
  g_assert_true (weft_llm_kv_bytes (&config->shape, 1000, 2) >= 0);
  g_assert_false (isnan (weft_llm_dtype_bytes (config->shape.native_dtype)));
}

static void
test_damaged (void)
{
  const guint n_rounds = 6000;
  WeftRandom random;

  weft_random_init (&random, 20, 0);
  for (guint i = 0; i < n_rounds; i++)
    {
      const char *name = models[weft_random_below (&random, G_N_ELEMENTS (models))].name;
      g_autofree char *path = path_of (name);
      g_autofree char *text = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      for (guint times = 1 + weft_random_below (&random, 3); times > 0; times--)
        {
          g_autofree char *damaged = damage (text, strlen (text), &random);

          check_damaged (damaged);
          g_free (text);
          text = g_steal_pointer (&damaged);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hf-config/models", test_models);
  g_test_add_func ("/hf-config/catalog", test_catalog);
  g_test_add_func ("/hf-config/facts", test_facts);
  g_test_add_func ("/hf-config/layers", test_layers);
  g_test_add_func ("/hf-config/unknown", test_unknown);
  g_test_add_func ("/hf-config/dtypes", test_dtypes);
  g_test_add_func ("/hf-config/expert-places", test_expert_places);
  g_test_add_func ("/hf-config/windows", test_windows);
  g_test_add_func ("/hf-config/names", test_names);
  g_test_add_func ("/hf-config/refused", test_refused);
  g_test_add_func ("/hf-config/not-modelled", test_not_modelled);
  g_test_add_func ("/hf-config/damaged", test_damaged);
  return g_test_run ();
}
