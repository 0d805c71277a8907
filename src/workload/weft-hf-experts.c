/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Feed-forward blocks of a config.json: their widths, experts, and which layers have them. */
#include <glib/gi18n-lib.h>

#include "base/weft-json.h"
#include "workload/weft-hf-private.h"
#include "workload/weft-task-graph.h"

static guint
count_layers (WeftHfReader *self)
{
  return MIN (self->shape->layers, WEFT_LLM_MAX_LAYERS);
}

/* --- widths --- */

static const char *const width_keys[] = {
  "intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "d_ff", "ffn_config.ffn_hidden_size", NULL,
};

/* The width of a dense block; it stays as it was when the file has none. */
static gboolean
read_width (WeftHfReader *self, gboolean *is_found, GError **error)
{
  static const char *const dense_keys[] = { "intermediate_size_mlp", NULL };
  static const char *const ratio_keys[] = { "expansion_ratio", NULL };
  WeftLlmShape *shape = self->shape;
  double ratio = 4;

  if (!weft_hf_read_size (self, "ffn", dense_keys, &shape->ffn, is_found, error))
    return FALSE;
  if (!*is_found && !weft_hf_read_size (self, "ffn", width_keys, &shape->ffn, is_found, error))
    return FALSE;
  if (*is_found && (self->arch->traits & WEFT_HF_HALF) != 0)
    {
      shape->ffn /= 2;
      weft_hf_say (self, "ffn", shape->ffn, WEFT_LLM_DERIVED, _("the file gives the width of both gated matrices"));
    }
  if (*is_found || (self->arch->traits & WEFT_HF_QUADRUPLE) == 0)
    return TRUE;
  if (!weft_hf_read_size (self, "expansion_ratio", ratio_keys, &ratio, is_found, error))
    return FALSE;
  shape->ffn = ratio * shape->hidden;
  weft_hf_say (self, "ffn", shape->ffn, *is_found ? WEFT_LLM_DERIVED : WEFT_LLM_ASSUMED,
               *is_found ? _("“expansion_ratio” × hidden") : _("4 × hidden, as the architecture has it"));
  *is_found = TRUE;
  return TRUE;
}

/* --- which layers have experts --- */

/* A list of layers, or of a word for each layer: @take is called with each element. */
static gboolean
read_list (WeftHfReader *self,
           const char *key,
           gboolean (*take) (WeftHfReader *, guint, const WeftJsonAt *, GError **),
           gboolean *is_found,
           GError **error)
{
  WeftJsonAt list;

  *is_found = weft_json_at_member (&self->text, key, &list) && !weft_json_at_is_null (&list);
  if (!*is_found)
    return TRUE;
  if (!weft_json_at_array (&list, error))
    return FALSE;
  for (guint i = 0; i < weft_json_at_length (&list); i++)
    {
      WeftJsonAt at;

      weft_json_at_element (&list, i, &at);
      if (!take (self, i, &at, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_index (WeftHfReader *self, const WeftJsonAt *at, gboolean is_moe, GError **error)
{
  gint64 layer;
  g_autofree char *expected = NULL;

  if (!weft_json_at_integer (at, &layer, error))
    return FALSE;
  if (layer >= 0 && layer < self->shape->layers)
    {
      if (layer < WEFT_LLM_MAX_LAYERS)
        self->shape->layer[layer].is_moe = is_moe;
      return TRUE;
    }
  expected = g_strdup_printf (_("a layer from 0 to %g"), self->shape->layers - 1);
  return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, expected, error);
}

static gboolean
take_dense_index (WeftHfReader *self, guint index, const WeftJsonAt *at, GError **error)
{
  return take_index (self, at, FALSE, error);
}

static gboolean
take_moe_index (WeftHfReader *self, guint index, const WeftJsonAt *at, GError **error)
{
  return take_index (self, at, TRUE, error);
}

static gboolean
take_moe_word (WeftHfReader *self, guint index, const WeftJsonAt *at, GError **error)
{
  const char *word;

  if (!weft_json_at_string (at, &word, error))
    return FALSE;
  if (!g_str_equal (word, "dense") && !g_str_equal (word, "sparse"))
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, _("“dense” or “sparse”"), error);
  if (index < count_layers (self))
    self->shape->layer[index].is_moe = g_str_equal (word, "sparse");
  return TRUE;
}

static gboolean
take_moe_flag (WeftHfReader *self, guint index, const WeftJsonAt *at, GError **error)
{
  gint64 flag;

  if (!weft_json_at_integer (at, &flag, error))
    return FALSE;
  if (index < count_layers (self))
    self->shape->layer[index].is_moe = flag != 0;
  return TRUE;
}

/* Experts in layer @phase and each @every-th from there, as far as they lie from @begin to @end. */
static void
make_every_moe (WeftHfReader *self, guint every, guint phase, double begin, double end)
{
  for (guint i = 0; i < count_layers (self); i++)
    self->shape->layer[i].is_moe = i >= begin && i <= end && i % every == phase;
}

/* The last layer with experts; -1 in the file is the last of all. */
static gboolean
read_end (WeftHfReader *self, double *end, GError **error)
{
  gint64 last = -1;

  if (!weft_json_at_get_integer (&self->text, "moe_layer_end_index", WEFT_JSON_OPTIONAL, &last, error))
    return FALSE;
  *end = last >= 0 ? last : self->shape->layers - 1;
  return TRUE;
}

/* How many layers it takes from one with experts to the next. */
static gboolean
read_every (WeftHfReader *self, const char *const *keys, guint *every, gboolean *is_found, GError **error)
{
  double value = 1;

  if (!weft_hf_read_size (self, "moe_every", keys, &value, is_found, error))
    return FALSE;
  *every = MIN (value, WEFT_LLM_MAX_LAYERS + 1);
  if (*every > 0)
    return TRUE;
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
               _("%s: “%s” is 0; it has to be 1 for experts in every layer, or more"), self->root.file, keys[0]);
  return FALSE;
}

/* Numbers that say which layers have experts, in the ways that files have. */
static gboolean
read_steps (WeftHfReader *self, GError **error)
{
  static const char *const dense[] = { "first_k_dense_replace", "moe_layer_start_index", NULL };
  static const char *const sparse_step[] = { "decoder_sparse_step", NULL };
  static const char *const interleave_step[] = { "interleave_moe_layer_step", NULL };
  static const char *const interval[] = { "moe_layer_interval", NULL };
  static const char *const freq[] = { "moe_layer_freq", NULL };
  static const char *const *const steps[] = { sparse_step, interleave_step, interval };
  double begin = 0, end;
  gboolean is_found;
  guint every;
  WeftJsonAt at;

  if (!weft_hf_read_size (self, "dense_layers", dense, &begin, &is_found, error) || !read_end (self, &end, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      if (!read_every (self, steps[i], &every, &is_found, error))
        return FALSE;
      if (is_found)
        {
          make_every_moe (self, every, every - 1, begin, end);
          return TRUE;
        }
    }
  if (weft_json_at_member (&self->text, freq[0], &at) && JSON_NODE_HOLDS_ARRAY (at.node))
    return read_list (self, freq[0], take_moe_flag, &is_found, error);
  if (!read_every (self, freq, &every, &is_found, error))
    return FALSE;
  make_every_moe (self, every, 0, begin, end);
  return TRUE;
}

static gboolean
read_places (WeftHfReader *self, GError **error)
{
  gboolean is_found;

  if (!read_list (self, "mlp_layer_types", take_moe_word, &is_found, error))
    return FALSE;
  if (!is_found && !read_list (self, "moe_layers", take_moe_index, &is_found, error))
    return FALSE;
  if (!is_found && !read_steps (self, error))
    return FALSE;
  return read_list (self, "mlp_only_layers", take_dense_index, &is_found, error);
}

static void
say_places (WeftHfReader *self)
{
  guint moe = weft_llm_shape_count_moe (self->shape);
  g_autofree char *value = g_strdup_printf (_("%u with experts, %u dense"), moe, count_layers (self) - moe);

  weft_llm_facts_add (self->config->facts, "ffn_types", value, WEFT_LLM_DERIVED,
                      _("what the file says of dense layers and of steps between layers with experts"));
}

/* --- experts --- */

static gboolean
read_expert_width (WeftHfReader *self, GError **error)
{
  static const char *const keys[] = {
    "moe_intermediate_size", "expert_ffn_hidden_size", "moe_ffn_hidden_size", "ffn_config.ffn_hidden_size", NULL,
  };
  WeftLlmShape *shape = self->shape;
  gboolean is_found;

  if (!weft_hf_read_size (self, "moe_ffn", keys, &shape->moe_ffn, &is_found, error))
    return FALSE;
  return is_found || weft_hf_need_size (self, "moe_ffn", width_keys, &shape->moe_ffn, error);
}

static gboolean
read_shared (WeftHfReader *self, GError **error)
{
  static const char *const count_keys[] = { "n_shared_experts", "num_shared_experts", "moe_num_shared_experts", NULL };
  static const char *const width[] = { "shared_expert_intermediate_size", "shared_intermediate_size", NULL };
  WeftLlmShape *shape = self->shape;
  gboolean has_count, has_width;

  if (!weft_hf_read_size (self, "shared_experts", count_keys, &shape->shared_experts, &has_count, error)
      || !weft_hf_read_size (self, "shared_ffn", width, &shape->shared_ffn, &has_width, error))
    return FALSE;
  if (has_count || (shape->shared_ffn == 0 && (self->arch->traits & WEFT_HF_SHARED) == 0))
    return TRUE;
  shape->shared_experts = 1;
  weft_hf_say (self, "shared_experts", 1, shape->shared_ffn > 0 ? WEFT_LLM_DERIVED : WEFT_LLM_ASSUMED,
               shape->shared_ffn > 0 ? _("a width of a shared expert is given") : _("the architecture has one"));
  return TRUE;
}

/* Gemma 4 says whether the experts that it describes are there. */
static gboolean
read_count (WeftHfReader *self, GError **error)
{
  static const char *const keys[] = {
    "num_local_experts", "n_routed_experts", "num_experts", "moe_num_experts", "ffn_config.moe_num_experts", NULL,
  };
  gboolean is_used = TRUE, has_flag, is_found;

  if (!weft_hf_read_flag (self, NULL, "enable_moe_block", &is_used, &has_flag, error))
    return FALSE;
  if (!is_used)
    return TRUE;
  self->shape->ffn_beside_experts = has_flag;
  return weft_hf_read_size (self, "experts", keys, &self->shape->experts, &is_found, error);
}

/**
 * weft_hf_read_experts: (skip)
 * @self: a reader whose shape knows its layers and its width
 * @error: return location
 *
 * Returns: whether every layer's feed-forward block is known
 */
gboolean
weft_hf_read_experts (WeftHfReader *self, GError **error)
{
  static const char *const per_token[] = {
    "num_experts_per_tok", "num_experts_per_token", "experts_per_token", "top_k_experts", "moe_top_k", "moe_topk",
    "moe_k", "num_selected_experts", "ffn_config.moe_top_k", NULL,
  };
  WeftLlmShape *shape = self->shape;
  gboolean has_dense = TRUE, is_found;

  if (!read_count (self, error))
    return FALSE;
  if (shape->experts > 0)
    {
      if (!weft_hf_need_size (self, "experts_per_token", per_token, &shape->experts_per_token, error)
          || !read_expert_width (self, error) || !read_shared (self, error) || !read_places (self, error))
        return FALSE;
      say_places (self);
      has_dense = weft_llm_shape_count_moe (shape) < shape->layers || shape->ffn_beside_experts;
    }
  else
    shape->ffn_beside_experts = FALSE;
  if (!has_dense)
    return TRUE;
  if (!read_width (self, &is_found, error))
    return FALSE;
  return is_found || weft_hf_need_size (self, "ffn", width_keys, &shape->ffn, error);
}
