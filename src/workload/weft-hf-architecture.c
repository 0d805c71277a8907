/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What language models of a type have in common that their config.json does not say, as the configuration classes of
 * Hugging Face's transformers have it, and the types that are not transformers with a KV cache. */
#include "workload/weft-hf-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-name.h"

#define LLAMA_DEFAULTS                                                                                                 \
  "{\"hidden_size\":4096,\"intermediate_size\":11008,\"num_hidden_layers\":32,\"num_attention_heads\":32,"            \
  "\"vocab_size\":32000,\"max_position_embeddings\":2048}"
#define MISTRAL_DEFAULTS                                                                                               \
  "{\"hidden_size\":4096,\"intermediate_size\":14336,\"num_hidden_layers\":32,\"num_attention_heads\":32,"            \
  "\"num_key_value_heads\":8,\"vocab_size\":32000,\"max_position_embeddings\":131072}"
#define QWEN2_DEFAULTS                                                                                                 \
  "{\"hidden_size\":4096,\"intermediate_size\":22016,\"num_hidden_layers\":32,\"num_attention_heads\":32,"            \
  "\"vocab_size\":151936,\"max_position_embeddings\":32768}"
#define GEMMA2_DEFAULTS                                                                                                \
  "{\"hidden_size\":2304,\"intermediate_size\":9216,\"num_hidden_layers\":26,\"num_attention_heads\":8,"              \
  "\"num_key_value_heads\":4,\"head_dim\":256,\"sliding_window\":4096,\"vocab_size\":256000,"                          \
  "\"max_position_embeddings\":8192}"
#define GEMMA3_DEFAULTS                                                                                                \
  "{\"hidden_size\":2304,\"intermediate_size\":9216,\"num_hidden_layers\":26,\"num_attention_heads\":8,"              \
  "\"num_key_value_heads\":4,\"head_dim\":256,\"sliding_window\":4096,\"vocab_size\":262208,"                          \
  "\"max_position_embeddings\":131072}"

#define PLAIN 0
#define GATED WEFT_HF_GATED
#define TIED WEFT_HF_TIED
#define POSITIONS WEFT_HF_POSITIONS
#define QUADRUPLE WEFT_HF_QUADRUPLE

static const WeftHfArchitecture architectures[] = {
  { "llama", GATED, 0, LLAMA_DEFAULTS },
  { "llama4", GATED | WEFT_HF_SHARED, 4, NULL },
  { "llama4_text", GATED | WEFT_HF_SHARED, 4, NULL },
  { "mistral", GATED, 0, MISTRAL_DEFAULTS },
  { "ministral", GATED, 0, NULL },
  { "ministral3", GATED, 0, NULL },
  { "mixtral", GATED, 0, NULL },
  { "qwen", GATED | WEFT_HF_HALF, 0, NULL },
  { "qwen2", GATED | WEFT_HF_NO_WINDOW, 0, QWEN2_DEFAULTS },
  { "qwen2_moe", GATED | WEFT_HF_NO_WINDOW, 0, NULL },
  { "qwen2_vl_text", GATED | WEFT_HF_NO_WINDOW, 0, NULL },
  { "qwen2_5_vl_text", GATED | WEFT_HF_NO_WINDOW, 0, NULL },
  { "qwen3", GATED | WEFT_HF_NO_WINDOW, 0, NULL },
  { "qwen3_moe", GATED | WEFT_HF_NO_WINDOW, 0, NULL },
  { "qwen3_vl_text", GATED | WEFT_HF_NO_WINDOW, 0, NULL },
  { "qwen3_vl_moe_text", GATED | WEFT_HF_NO_WINDOW, 0, NULL },
  { "qwen3_next", GATED | WEFT_HF_GATE | WEFT_HF_NO_WINDOW, 4, NULL },
  { "qwen3_5", GATED | WEFT_HF_GATE | WEFT_HF_NO_WINDOW, 4, NULL },
  { "qwen3_5_text", GATED | WEFT_HF_GATE | WEFT_HF_NO_WINDOW, 4, NULL },
  { "qwen3_5_moe", GATED | WEFT_HF_GATE | WEFT_HF_NO_WINDOW, 4, NULL },
  { "qwen3_5_moe_text", GATED | WEFT_HF_GATE | WEFT_HF_NO_WINDOW, 4, NULL },
  { "deepseek", GATED, 0, NULL },
  { "deepseek_v2", GATED, 0, NULL },
  { "deepseek_v3", GATED, 0, NULL },
  { "deepseek_v32", GATED, 0, NULL },
  { "kimi_k2", GATED, 0, NULL },
  { "kimi_k25", GATED, 0, NULL },
  { "glm", GATED, 0, NULL },
  { "glm4", GATED, 0, NULL },
  { "glm4_moe", GATED, 0, NULL },
  { "glm4_moe_lite", GATED, 0, NULL },
  { "glm_moe_dsa", GATED, 0, NULL },
  { "chatglm", GATED, 0, NULL },
  { "gemma", GATED | TIED, 0, NULL },
  { "gemma2", GATED | TIED | WEFT_HF_ALTERNATE, 0, GEMMA2_DEFAULTS },
  { "gemma3", GATED | TIED, 6, GEMMA3_DEFAULTS },
  { "gemma3_text", GATED | TIED, 6, GEMMA3_DEFAULTS },
  { "gemma4", GATED | TIED, 6, NULL },
  { "gemma4_text", GATED | TIED, 6, NULL },
  { "gpt_oss", GATED | WEFT_HF_ALTERNATE, 0, NULL },
  { "phi3", GATED, 0, NULL },
  { "phimoe", GATED, 0, NULL },
  { "phi", QUADRUPLE, 0, NULL },
  { "cohere", GATED | TIED, 0, NULL },
  { "cohere2", GATED | TIED, 4, NULL },
  { "olmo", GATED, 0, NULL },
  { "olmo2", GATED, 0, NULL },
  { "olmoe", GATED, 0, NULL },
  { "granite", GATED, 0, NULL },
  { "granitemoe", GATED, 0, NULL },
  { "stablelm", GATED, 0, NULL },
  { "internlm2", GATED, 0, NULL },
  { "internlm3", GATED, 0, NULL },
  { "baichuan", GATED, 0, NULL },
  { "yi", GATED, 0, NULL },
  { "exaone", GATED, 0, NULL },
  { "exaone4", GATED, 0, NULL },
  { "ernie4_5", GATED | TIED, 0, NULL },
  { "ernie4_5_moe", GATED | TIED, 0, NULL },
  { "smollm3", GATED | TIED, 0, NULL },
  { "dbrx", GATED, 0, NULL },
  { "minimax_m2", GATED, 0, NULL },
  { "nemotron", PLAIN, 0, NULL },
  { "persimmon", PLAIN, 0, NULL },
  { "starcoder2", TIED, 0, NULL },
  { "gpt2", TIED | POSITIONS | QUADRUPLE, 0, NULL },
  { "gpt_bigcode", TIED | POSITIONS | QUADRUPLE | WEFT_HF_MULTI_QUERY, 0, NULL },
  { "gpt_neo", TIED | POSITIONS | QUADRUPLE, 0, NULL },
  { "gptj", QUADRUPLE, 0, NULL },
  { "codegen", QUADRUPLE, 0, NULL },
  { "gpt_neox", QUADRUPLE, 0, NULL },
  { "opt", TIED | POSITIONS, 0, NULL },
  { "bloom", TIED | QUADRUPLE, 0, NULL },
  { "mpt", TIED | QUADRUPLE, 0, NULL },
  { "falcon", TIED | QUADRUPLE | WEFT_HF_MULTI_QUERY | WEFT_HF_GROUPS, 0, NULL },
};

static const WeftHfArchitecture unknown_gated = { NULL, GATED, 0, NULL };
static const WeftHfArchitecture unknown_plain = { NULL, QUADRUPLE, 0, NULL };

/* Names of the same thing. */
static const struct
{
  const char *name;
  const char *model_type;
} aliases[] = {
  { "RefinedWeb", "falcon" },  { "RefinedWebModel", "falcon" }, { "RW", "falcon" },
  { "qwen2_vl", "qwen2" },     { "qwen2_5_vl", "qwen2" },       { "stablelm_epoch", "stablelm" },
  { "GPTBigCode", "gpt_bigcode" },
};

#define WITHOUT_CACHE N_("its layers keep a state instead of keys and values, some or all of them")
#define NOT_CAUSAL N_("it is no decoder that makes text token by token")
#define OTHER_LAYERS N_("its layers are built in another way than the ones that are modelled")

static const struct
{
  const char *model_type;
  const char *why;
} refusals[] = {
  { "mamba", WITHOUT_CACHE },
  { "mamba2", WITHOUT_CACHE },
  { "falcon_mamba", WITHOUT_CACHE },
  { "rwkv", WITHOUT_CACHE },
  { "rwkv5", WITHOUT_CACHE },
  { "rwkv6", WITHOUT_CACHE },
  { "rwkv7", WITHOUT_CACHE },
  { "retnet", WITHOUT_CACHE },
  { "xlstm", WITHOUT_CACHE },
  { "stripedhyena", WITHOUT_CACHE },
  { "recurrent_gemma", WITHOUT_CACHE },
  { "jamba", WITHOUT_CACHE },
  { "bamba", WITHOUT_CACHE },
  { "zamba", WITHOUT_CACHE },
  { "zamba2", WITHOUT_CACHE },
  { "falcon_h1", WITHOUT_CACHE },
  { "nemotron_h", WITHOUT_CACHE },
  { "granitemoehybrid", WITHOUT_CACHE },
  { "lfm2", WITHOUT_CACHE },
  { "lfm2_moe", WITHOUT_CACHE },
  { "kimi_linear", WITHOUT_CACHE },
  { "minimax", WITHOUT_CACHE },
  { "minimax_text_01", WITHOUT_CACHE },
  { "minimax_m1", WITHOUT_CACHE },
  { "bert", NOT_CAUSAL },
  { "roberta", NOT_CAUSAL },
  { "xlm-roberta", NOT_CAUSAL },
  { "distilbert", NOT_CAUSAL },
  { "albert", NOT_CAUSAL },
  { "electra", NOT_CAUSAL },
  { "deberta", NOT_CAUSAL },
  { "deberta-v2", NOT_CAUSAL },
  { "modernbert", NOT_CAUSAL },
  { "t5", NOT_CAUSAL },
  { "mt5", NOT_CAUSAL },
  { "umt5", NOT_CAUSAL },
  { "bart", NOT_CAUSAL },
  { "mbart", NOT_CAUSAL },
  { "pegasus", NOT_CAUSAL },
  { "marian", NOT_CAUSAL },
  { "whisper", NOT_CAUSAL },
  { "vit", NOT_CAUSAL },
  { "clip", NOT_CAUSAL },
  { "siglip", NOT_CAUSAL },
  { "deepseek_v4", OTHER_LAYERS },
  { "openelm", OTHER_LAYERS },
  { "gemma3n", OTHER_LAYERS },
  { "gemma3n_text", OTHER_LAYERS },
  { "deci", OTHER_LAYERS },
  { "nemotron-nas", OTHER_LAYERS },
  { "mllama", OTHER_LAYERS },
  { "mllama_text_model", OTHER_LAYERS },
};

static const char *const class_ends[] = {
  "ForConditionalGeneration", "ForCausalLM", "ForMaskedLM", "LMHeadModel", "Model", NULL,
};

/* "LlamaForCausalLM" -> "Llama". (transfer full) */
static char *
strip_class (const char *name)
{
  for (guint i = 0; class_ends[i] != NULL; i++)
    if (g_str_has_suffix (name, class_ends[i]) && strlen (name) > strlen (class_ends[i]))
      return g_strndup (name, strlen (name) - strlen (class_ends[i]));
  return g_strdup (name);
}

/**
 * weft_hf_architecture_find: (skip)
 * @name: a model type, or the name of a class
 *
 * Returns: (nullable): what is known of such models
 */
const WeftHfArchitecture *
weft_hf_architecture_find (const char *name)
{
  g_autofree char *stem = strip_class (name);
  const char *wanted = stem;

  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (weft_name_equal (aliases[i].name, stem))
      wanted = aliases[i].model_type;
  for (guint i = 0; i < G_N_ELEMENTS (architectures); i++)
    if (weft_name_equal (architectures[i].model_type, wanted))
      return &architectures[i];
  return NULL;
}

/**
 * weft_hf_architecture_refusal: (skip)
 * @name: a model type, or the name of a class
 *
 * Returns: (nullable): why it is not read
 */
const char *
weft_hf_architecture_refusal (const char *name)
{
  g_autofree char *stem = strip_class (name);

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    if (weft_name_equal (refusals[i].model_type, stem))
      return _(refusals[i].why);
  return NULL;
}

/**
 * weft_hf_architecture_guess: (skip)
 * @activation: (nullable): the activation of a model whose type is not known
 *
 * Returns: what is assumed: blocks with the activations of older models have no gate
 */
const WeftHfArchitecture *
weft_hf_architecture_guess (const char *activation)
{
  gboolean is_known = activation != NULL;
  gboolean is_plain = is_known && (g_str_has_prefix (activation, "gelu") || g_str_has_prefix (activation, "relu"));

  return is_plain ? &unknown_plain : &unknown_gated;
}
