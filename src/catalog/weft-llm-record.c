/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shape of a language model from a record of the catalog, and what a shape has to have. */
#include "catalog/weft-llm-shape.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "catalog/weft-catalog.h"

/* No model is near; products of a few such numbers are finite and whole. */
#define MAX_SIZE 1e7
#define DELTA_NET_CONV 4

typedef struct
{
  WeftRecord *record;
  GPtrArray *facts; /* (nullable) */
} Reader;

/* --- values --- */

static void
say (Reader *self, const char *key, double value, WeftLlmKnown known, const char *why)
{
  weft_llm_facts_add_number (self->facts, key, value, known, why);
}

/* The number, or @otherwise with the reason for it. */
static double
read_number (Reader *self, const char *key, double otherwise, WeftLlmKnown known, const char *why)
{
  double value = weft_record_get_number (self->record, key);
  g_autofree char *source = NULL;

  if (isnan (value))
    {
      if (!isnan (otherwise) && why != NULL)
        say (self, key, otherwise, known, why);
      return otherwise;
    }
  /* TRANSLATORS: %s is the id of a record in the catalog. */
  source = g_strdup_printf (_("record “%s” of the catalog"), weft_record_get_id (self->record));
  say (self, key, value, WEFT_LLM_READ, source);
  return value;
}

/* NAN when it is not there. */
static double
read_needed (Reader *self, const char *key)
{
  return read_number (self, key, NAN, WEFT_LLM_ASSUMED, NULL);
}

/* 0 when it is not there: the model does not have such a thing. */
static double
read_feature (Reader *self, const char *key)
{
  return read_number (self, key, 0, WEFT_LLM_ASSUMED, NULL);
}

static gboolean
read_flag (Reader *self, const char *key, gboolean otherwise, const char *why)
{
  WeftValue value;
  gboolean is_known = weft_record_lookup (self->record, key, &value) && JSON_NODE_HOLDS_VALUE (value.node);
  gboolean flag = is_known ? weft_record_get_flag (self->record, key) : otherwise;
  g_autofree char *source = NULL;

  if (is_known)
    source = g_strdup_printf (_("record “%s” of the catalog"), weft_record_get_id (self->record));
  if (is_known || why != NULL)
    weft_llm_facts_add (self->facts, key, flag ? _("yes") : _("no"), is_known ? WEFT_LLM_READ : WEFT_LLM_ASSUMED,
                        is_known ? source : why);
  return flag;
}

/* --- parts --- */

static void
read_sizes (Reader *self, WeftLlmShape *shape)
{
  shape->layers = read_needed (self, "layers");
  shape->hidden = read_needed (self, "hidden");
  shape->heads = read_needed (self, "heads");
  shape->kv_heads = read_number (self, "kv_heads", shape->heads, WEFT_LLM_ASSUMED, _("as many as query heads"));
  shape->head_dim = read_number (self, "head_dim", shape->hidden / shape->heads, WEFT_LLM_DERIVED, _("hidden / heads"));
  shape->vocab = read_needed (self, "vocab");
  shape->max_len = read_feature (self, "max_len");
  shape->tied_embeddings = read_flag (self, "tied_embeddings", FALSE, _("most models have a head of their own"));
  shape->gated_ffn = read_flag (self, "gated_ffn", TRUE, _("most models have gated feed-forward blocks"));
  shape->learned_positions = read_flag (self, "learned_positions", FALSE, NULL);
  shape->attention_gate = read_flag (self, "attention_gate", FALSE, NULL);
  shape->mtp_layers = read_feature (self, "mtp_layers");
}

static void
read_experts (Reader *self, WeftLlmShape *shape)
{
  guint n_dense;

  shape->experts = read_feature (self, "experts");
  if (!(shape->experts > 0))
    {
      shape->ffn = read_needed (self, "ffn");
      return;
    }

  shape->experts_per_token = read_needed (self, "experts_per_token");
  shape->shared_experts = read_feature (self, "shared_experts");
  shape->moe_ffn = read_needed (self, "moe_ffn");
  shape->ffn_beside_experts = read_flag (self, "ffn_beside_experts", FALSE, NULL);
  n_dense = MIN (read_feature (self, "dense_layers"), WEFT_LLM_MAX_LAYERS);
  shape->ffn = n_dense > 0 || shape->ffn_beside_experts ? read_needed (self, "ffn") : read_feature (self, "ffn");
  for (guint i = n_dense; i < WEFT_LLM_MAX_LAYERS && i < shape->layers; i++)
    shape->layer[i].is_moe = TRUE;
}

static void
read_latent (Reader *self, WeftLlmShape *shape)
{
  shape->kv_lora_rank = read_feature (self, "kv_lora_rank");
  if (!(shape->kv_lora_rank > 0))
    return;
  shape->q_lora_rank = read_feature (self, "q_lora_rank");
  shape->qk_nope_dim = read_needed (self, "qk_nope_dim");
  shape->qk_rope_dim = read_needed (self, "qk_rope_dim");
  shape->v_head_dim = read_needed (self, "v_head_dim");
}

static void
read_linear (Reader *self, WeftLlmShape *shape)
{
  double dim = read_needed (self, "linear_head_dim");

  shape->linear_k_heads = read_needed (self, "linear_k_heads");
  shape->linear_v_heads = read_needed (self, "linear_v_heads");
  shape->linear_k_dim = shape->linear_v_dim = dim;
  shape->linear_conv = DELTA_NET_CONV;
  say (self, "linear_conv", DELTA_NET_CONV, WEFT_LLM_ASSUMED, _("the length that gated delta nets have"));
}

static void
read_attention (Reader *self, WeftLlmShape *shape)
{
  double sliding = read_feature (self, "sliding_layers");
  double linear = read_feature (self, "linear_attn_layers");
  double full = read_number (self, "full_attn_layers", shape->layers - sliding - linear, WEFT_LLM_DERIVED,
                             _("the layers that are neither sliding nor linear"));

  read_latent (self, shape);
  if (!(sliding + linear > 0) || !(full >= 0))
    return;
  weft_llm_facts_add (self->facts, "layer_types", _("the last of each so many layers has full attention"),
                      WEFT_LLM_ASSUMED, _("the record has only how many there are"));
  weft_llm_shape_spread (shape, MIN (full, WEFT_LLM_MAX_LAYERS),
                         linear > 0 ? WEFT_LLM_ATTENTION_LINEAR : WEFT_LLM_ATTENTION_SLIDING);
  if (linear > 0)
    {
      read_linear (self, shape);
      return;
    }
  shape->window = read_needed (self, "sliding_window");
  shape->global_head_dim = read_feature (self, "global_head_dim");
  shape->global_kv_heads = read_feature (self, "global_kv_heads");
}

/* --- what a shape needs --- */

typedef struct
{
  const char *key;
  double value;
  gboolean is_needed;
} Size;

/* (nullable) */
static char *
check_sizes (const Size *sizes, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const Size *size = &sizes[i];

      if (!size->is_needed && size->value == 0)
        continue;
      if (isnan (size->value))
        return g_strdup_printf (_("“%s” is not known"), size->key);
      if (!(size->value >= 1 && size->value <= MAX_SIZE) || size->value != floor (size->value))
        return g_strdup_printf (_("“%s” is %g; it has to be a whole number from 1 to %g"), size->key, size->value,
                                MAX_SIZE);
    }
  return NULL;
}

static char *
lack_of_sizes (const WeftLlmShape *shape)
{
  gboolean has_experts = shape->experts > 0 || isnan (shape->experts);
  gboolean has_latent = shape->kv_lora_rank > 0 || isnan (shape->kv_lora_rank);
  gboolean has_linear = weft_llm_shape_count_attention (shape, WEFT_LLM_ATTENTION_LINEAR) > 0;
  gboolean has_dense = weft_llm_shape_count_moe (shape) < shape->layers || shape->ffn_beside_experts;
  const Size sizes[] = {
    { "layers", shape->layers, TRUE },
    { "hidden", shape->hidden, TRUE },
    { "heads", shape->heads, TRUE },
    { "kv_heads", shape->kv_heads, !has_latent },
    { "head_dim", shape->head_dim, !has_latent },
    { "vocab", shape->vocab, TRUE },
    { "ffn", shape->ffn, has_dense },
    { "max_len", shape->max_len, shape->learned_positions },
    { "experts", shape->experts, has_experts },
    { "experts_per_token", shape->experts_per_token, has_experts },
    { "shared_experts", shape->shared_experts, FALSE },
    { "moe_ffn", shape->moe_ffn, has_experts },
    { "shared_ffn", shape->shared_ffn, FALSE },
    { "q_lora_rank", shape->q_lora_rank, FALSE },
    { "kv_lora_rank", shape->kv_lora_rank, has_latent },
    { "qk_nope_dim", shape->qk_nope_dim, has_latent },
    { "qk_rope_dim", shape->qk_rope_dim, has_latent },
    { "v_head_dim", shape->v_head_dim, has_latent },
    { "sliding_window", shape->window, weft_llm_shape_count_attention (shape, WEFT_LLM_ATTENTION_SLIDING) > 0 },
    { "global_kv_heads", shape->global_kv_heads, FALSE },
    { "global_head_dim", shape->global_head_dim, FALSE },
    { "linear_k_heads", shape->linear_k_heads, has_linear },
    { "linear_v_heads", shape->linear_v_heads, has_linear },
    { "linear_k_dim", shape->linear_k_dim, has_linear },
    { "linear_v_dim", shape->linear_v_dim, has_linear },
    { "linear_conv", shape->linear_conv, FALSE },
  };

  return check_sizes (sizes, G_N_ELEMENTS (sizes));
}

/* (nullable) */
static char *
lack_of_sharing (double heads, double kv_heads)
{
  if (kv_heads == 0 || fmod (heads, kv_heads) == 0)
    return NULL;
  return g_strdup_printf (_("%g query heads cannot share %g KV heads: it does not divide"), heads, kv_heads);
}

/**
 * weft_llm_shape_lack: (skip)
 * @shape: a shape
 *
 * Returns: (transfer full) (nullable): the first thing that is lacking or cannot be, a translated sentence without a
 *   full stop
 */
char *
weft_llm_shape_lack (const WeftLlmShape *shape)
{
  char *lack = lack_of_sizes (shape);

  if (lack != NULL)
    return lack;
  if (shape->layers > WEFT_LLM_MAX_LAYERS)
    return g_strdup_printf (_("%g layers are more than the %u that are taken"), shape->layers, WEFT_LLM_MAX_LAYERS);
  if (shape->experts_per_token > shape->experts)
    return g_strdup_printf (_("a token goes to %g experts, but there are %g"), shape->experts_per_token,
                            shape->experts);
  if (shape->kv_lora_rank > 0)
    return NULL;
  lack = lack_of_sharing (shape->heads, shape->kv_heads);
  return lack != NULL ? lack : lack_of_sharing (shape->heads, shape->global_kv_heads);
}

/* Whether the counts of the record say the same as the shape. (nullable) */
static char *
lack_of_layers (WeftRecord *model, const WeftLlmShape *shape)
{
  static const struct
  {
    const char *key;
    WeftLlmAttention attention;
  } counts[] = {
    { "full_attn_layers", WEFT_LLM_ATTENTION_FULL },
    { "sliding_layers", WEFT_LLM_ATTENTION_SLIDING },
    { "linear_attn_layers", WEFT_LLM_ATTENTION_LINEAR },
  };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      double said = weft_record_get_number (model, counts[i].key);

      if (!isnan (said) && said != weft_llm_shape_count_attention (shape, counts[i].attention))
        return g_strdup_printf (_("“%s” is %g, which does not go with the other counts for %g layers"), counts[i].key,
                                said, shape->layers);
    }
  return NULL;
}

/* --- public --- */

/**
 * weft_llm_shape_init: (skip)
 * @shape: to fill
 * @model: a record of an LLM architecture
 * @facts: (nullable) (element-type WeftLlmFact): how each value is known is appended
 * @error: return location for a %WEFT_CATALOG_ERROR_INVALID that names what is lacking
 *
 * Returns: whether the shape is whole
 */
gboolean
weft_llm_shape_init (WeftLlmShape  *shape,
                     WeftRecord    *model,
                     GPtrArray     *facts,
                     GError       **error)
{
  Reader reader = { model, facts };
  g_autofree char *lack = NULL;

  g_return_val_if_fail (WEFT_IS_RECORD (model), FALSE);

  *shape = (WeftLlmShape) { 0 };
  read_sizes (&reader, shape);
  read_experts (&reader, shape);
  read_attention (&reader, shape);
  g_strlcpy (shape->native_dtype, weft_record_get_text (model, "native_dtype") ?: "", sizeof shape->native_dtype);

  lack = weft_llm_shape_lack (shape);
  if (lack == NULL)
    lack = lack_of_layers (model, shape);
  if (lack == NULL)
    return TRUE;
  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID, _("model “%s”: %s"), weft_record_get_id (model),
               lack);
  return FALSE;
}
