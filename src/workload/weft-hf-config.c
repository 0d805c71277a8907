/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a config.json of a language model: finds the part about text and its architecture, and takes the shape from
 * it. */
#include "workload/weft-hf-config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-find.h"
#include "base/weft-json.h"
#include "base/weft-plain.h"
#include "workload/weft-hf-private.h"
#include "workload/weft-task-graph.h"

/* Longest name of a model or an architecture that is shown. */
#define MAX_NAME 100

/* Where models of several kinds of data keep what is about text. */
static const char *const text_members[] = { "text_config", "llm_config", "language_config" };

/* Signs of layers that keep a state, or that differ in width, in files whose type is not known. */
static const char *const other_members[] = {
  "ssm_state_size", "state_size", "mamba_d_state", "mamba_num_heads", "hybrid_override_pattern", "attn_layer_period",
  "linear_attn_config", "attn_type_list", "block_configs",
};

/* Things that change a model's cost and that are not modelled, when they are there and not 0. */
static const struct
{
  const char *member;
  const char *note;
} extras[] = {
  { "index_topk", N_("An indexer chooses which tokens are looked at; full attention is counted instead.") },
  { "num_kv_shared_layers", N_("Layers that use the KV cache of others count as having their own.") },
  { "hidden_size_per_layer_input", N_("Embeddings of each layer are not counted.") },
  { "word_embed_proj_dim", N_("The embedding counts as wide as the layers; the file may say otherwise.") },
  { "attention_types", N_("Local layers are not read; every layer counts as full.") },
};

/* --- finding what it is about --- */

/* Goes into the member about text, if there is one. */
static void
enter_text (WeftHfReader *self)
{
  static const char *const outer = "thinker_config";
  WeftJsonAt inside;

  self->text = self->root;
  for (guint i = 0; i < G_N_ELEMENTS (text_members); i++)
    if (weft_json_at_member (&self->root, text_members[i], &inside) && JSON_NODE_HOLDS_OBJECT (inside.node)
        && weft_json_at_length (&inside) > 0)
      {
        self->text = inside;
        self->is_nested = TRUE;
        return;
      }
  if (weft_json_at_member (&self->root, outer, &self->outer) && JSON_NODE_HOLDS_OBJECT (self->outer.node)
      && weft_json_at_member (&self->outer, text_members[0], &inside) && JSON_NODE_HOLDS_OBJECT (inside.node))
    {
      self->text = inside;
      self->is_nested = TRUE;
    }
}

/* "model_type", else the first of "architectures". (nullable) */
static const char *
find_type (JsonObject *object)
{
  const char *type = weft_json_find_string (object, "model_type");
  JsonArray *classes = weft_json_find_array (object, "architectures");
  JsonNode *first = classes != NULL && json_array_get_length (classes) > 0 ? json_array_get_element (classes, 0) : NULL;

  if (type != NULL && *type != '\0')
    return type;
  return first != NULL && json_node_get_value_type (first) == G_TYPE_STRING ? json_node_get_string (first) : NULL;
}

static gboolean
refuse_type (WeftHfReader *self, const char *type, const char *why, GError **error)
{
  g_autofree char *plain = weft_plain_text (type, WEFT_PLAIN_ONE_LINE, MAX_NAME);

  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_UNSUPPORTED,
               _("%s: models of type “%s” are not modelled: %s"), self->root.file, plain, why);
  return FALSE;
}

static gboolean
check_type (WeftHfReader *self, const char *type, const char *root_type, GError **error)
{
  JsonObject *root = json_node_get_object (self->root.node);
  JsonObject *text = json_node_get_object (self->text.node);
  const char *why = type != NULL ? weft_hf_architecture_refusal (type) : NULL;

  if (why == NULL && root_type != NULL)
    why = weft_hf_architecture_refusal (type = root_type);
  if (why != NULL)
    return refuse_type (self, type, why, error);
  if (weft_json_find_boolean (root, "is_encoder_decoder", FALSE))
    return refuse_type (self, root_type ?: "", _("it has an encoder besides its decoder"), error);
  for (guint i = 0; self->arch == NULL && i < G_N_ELEMENTS (other_members); i++)
    if (json_object_has_member (text, other_members[i]) && !json_object_get_null_member (text, other_members[i]))
      {
        g_autofree char *sign =
          g_strdup_printf (_("“%s” says that its layers are not all attention, or not all alike"), other_members[i]);

        return refuse_type (self, type ?: "", sign, error);
      }
  return TRUE;
}

static gboolean
find_architecture (WeftHfReader *self, GError **error)
{
  const char *root_type = find_type (json_node_get_object (self->root.node));
  const char *type = find_type (json_node_get_object (self->text.node));
  const char *activation = weft_json_find_string (json_node_get_object (self->text.node), "hidden_act");

  if (type == NULL)
    type = root_type;
  self->arch = type != NULL ? weft_hf_architecture_find (type) : NULL;
  if (!check_type (self, type, root_type, error))
    return FALSE;

  self->config->is_known = self->arch != NULL;
  self->config->model_type = weft_plain_text (type ?: _("unknown"), WEFT_PLAIN_ONE_LINE, MAX_NAME);
  if (self->arch == NULL)
    {
      self->arch = weft_hf_architecture_guess (activation);
      weft_hf_note (self,
                    _("The architecture “%s” is not known: what its file does not say is assumed as most models have "
                      "it."),
                    self->config->model_type);
    }
  if (self->is_nested && self->arch->defaults != NULL)
    self->defaults = json_from_string (self->arch->defaults, NULL);
  return TRUE;
}

/* --- attention --- */

/* Falcon's files may have a count of KV heads that only its newer layers use. */
static gboolean
is_count_used (WeftHfReader *self, gboolean *is_used, GError **error)
{
  gboolean flag = FALSE, is_found;
  WeftJsonAt at;

  *is_used = TRUE;
  if ((self->arch->traits & WEFT_HF_GROUPS) != 0)
    {
      if (!weft_hf_read_flag (self, NULL, "new_decoder_architecture", &flag, &is_found, error))
        return FALSE;
      *is_used = is_found ? flag : weft_json_at_member (&self->text, "n_head_kv", &at);
    }
  flag = TRUE;
  if (!weft_hf_read_flag (self, NULL, "multi_query_attention", &flag, &is_found, error))
    return FALSE;
  *is_used = *is_used && flag;
  return TRUE;
}

static gboolean
read_kv_heads (WeftHfReader *self, GError **error)
{
  static const char *const keys[] = {
    "num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num", "attn_config.kv_n_heads",
    "num_query_groups", NULL,
  };
  gboolean is_single = (self->arch->traits & WEFT_HF_MULTI_QUERY) != 0;
  gboolean is_used, is_found = FALSE, has_flag;

  if (!is_count_used (self, &is_used, error)
      || (is_used && !weft_hf_read_size (self, "kv_heads", keys, &self->shape->kv_heads, &is_found, error)))
    return FALSE;
  if (is_found)
    return TRUE;
  if (is_used && (self->arch->traits & WEFT_HF_GROUPS) != 0)
    is_single = FALSE;
  else if (!weft_hf_read_flag (self, NULL, "multi_query", &is_single, &has_flag, error))
    return FALSE;
  self->shape->kv_heads = is_single ? 1 : self->shape->heads;
  weft_hf_say (self, "kv_heads", self->shape->kv_heads, WEFT_LLM_DERIVED,
               is_single ? _("all query heads share one: “multi_query”, which some architectures have by themselves")
                         : _("as many as query heads, since the file has no count of its own"));
  return TRUE;
}

/* A head's size that is given wins over the share of the width. */
static gboolean
read_head_dim (WeftHfReader *self, GError **error)
{
  static const char *const keys[] = { "head_dim", "kv_channels", "attention_head_dim", NULL };
  WeftLlmShape *shape = self->shape;
  gboolean is_found;

  if (!weft_hf_read_size (self, "head_dim", keys, &shape->head_dim, &is_found, error))
    return FALSE;
  if (is_found || shape->kv_lora_rank > 0)
    return TRUE;
  shape->head_dim = shape->hidden / shape->heads;
  if (shape->head_dim != floor (shape->head_dim))
    {
      g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
                   _("%s: no “head_dim”, and a width of %g cannot be divided among %g heads"), self->root.file,
                   shape->hidden, shape->heads);
      return FALSE;
    }
  weft_hf_say (self, "head_dim", shape->head_dim, WEFT_LLM_DERIVED, _("hidden / heads"));
  return TRUE;
}

static gboolean
read_latent (WeftHfReader *self, GError **error)
{
  static const char *const kv_rank[] = { "kv_lora_rank", NULL };
  static const char *const q_rank[] = { "q_lora_rank", NULL };
  static const char *const nope[] = { "qk_nope_head_dim", NULL };
  static const char *const rope[] = { "qk_rope_head_dim", NULL };
  static const char *const value[] = { "v_head_dim", NULL };
  WeftLlmShape *shape = self->shape;
  gboolean is_found;

  if (!weft_hf_read_size (self, "kv_lora_rank", kv_rank, &shape->kv_lora_rank, &is_found, error))
    return FALSE;
  if (shape->kv_lora_rank == 0)
    return TRUE;
  return weft_hf_read_size (self, "q_lora_rank", q_rank, &shape->q_lora_rank, &is_found, error)
         && weft_hf_need_size (self, "qk_nope_dim", nope, &shape->qk_nope_dim, error)
         && weft_hf_need_size (self, "qk_rope_dim", rope, &shape->qk_rope_dim, error)
         && weft_hf_need_size (self, "v_head_dim", value, &shape->v_head_dim, error);
}

/* --- the rest --- */

static gboolean
read_sizes (WeftHfReader *self, GError **error)
{
  static const char *const layers[] = { "num_hidden_layers", "n_layer", "n_layers", "num_layers", NULL };
  static const char *const hidden[] = { "hidden_size", "n_embd", "n_embed", "d_model", NULL };
  static const char *const heads[] = { "num_attention_heads", "n_head", "n_heads", "num_heads", NULL };
  static const char *const vocab[] = { "vocab_size", "padded_vocab_size", NULL };
  static const char *const max_len[] = {
    "max_position_embeddings", "n_positions", "n_ctx", "seq_length", "max_seq_len", "model_max_length",
    "max_sequence_length", NULL,
  };
  static const char *const mtp[] = { "num_nextn_predict_layers", "mtp_num_hidden_layers", NULL };
  WeftLlmShape *shape = self->shape;
  gboolean is_found;

  return weft_hf_need_size (self, "layers", layers, &shape->layers, error)
         && weft_hf_need_size (self, "hidden", hidden, &shape->hidden, error)
         && weft_hf_need_size (self, "heads", heads, &shape->heads, error)
         && weft_hf_need_size (self, "vocab", vocab, &shape->vocab, error)
         && weft_hf_read_size (self, "max_len", max_len, &shape->max_len, &is_found, error)
         && weft_hf_read_size (self, "mtp_layers", mtp, &shape->mtp_layers, &is_found, error);
}

/* A flag, or what the architecture has. */
static gboolean
read_trait (WeftHfReader *self, const char *field, const char *key, WeftHfTraits trait, gboolean *value, GError **error)
{
  gboolean is_found;

  *value = (self->arch->traits & trait) != 0;
  if (!weft_hf_read_flag (self, field, key, value, &is_found, error))
    return FALSE;
  /* That there is no gate goes without saying. */
  if (!is_found && (*value || trait != WEFT_HF_GATE))
    weft_llm_facts_add (self->config->facts, field, *value ? _("yes") : _("no"), WEFT_LLM_ASSUMED,
                        self->config->is_known ? _("what the architecture has unless the file says otherwise")
                                               : _("as most models have it"));
  return TRUE;
}

static void
take_traits (WeftHfReader *self)
{
  WeftLlmShape *shape = self->shape;

  shape->gated_ffn = (self->arch->traits & WEFT_HF_GATED) != 0;
  weft_llm_facts_add (self->config->facts, "gated_ffn", shape->gated_ffn ? _("yes") : _("no"),
                      self->config->is_known ? WEFT_LLM_DERIVED : WEFT_LLM_ASSUMED,
                      self->config->is_known ? _("the architecture has it so")
                                             : _("by the activation: blocks with GELU or ReLU have two matrices"));
  shape->learned_positions = (self->arch->traits & WEFT_HF_POSITIONS) != 0;
  if (shape->learned_positions)
    weft_llm_facts_add (self->config->facts, "learned_positions", _("yes"), WEFT_LLM_DERIVED,
                        _("the architecture has it so"));
}

static void
note_extras (WeftHfReader *self)
{
  JsonObject *text = json_node_get_object (self->text.node);

  for (guint i = 0; i < G_N_ELEMENTS (extras); i++)
    {
      double value = weft_json_find_number (text, extras[i].member);
      gboolean is_list = weft_json_find_array (text, extras[i].member) != NULL;

      if (is_list || (value > 0 && value != self->shape->hidden))
        weft_hf_note (self, "%s", _(extras[i].note));
    }
}

static void
take_name (WeftHfReader *self)
{
  const char *path = weft_json_find_string (json_node_get_object (self->root.node), "_name_or_path");
  g_autofree char *base = path != NULL && *path != '\0' ? g_path_get_basename (path) : NULL;

  self->config->name = weft_plain_text (base ?: self->config->model_type, WEFT_PLAIN_ONE_LINE, MAX_NAME);
}

static gboolean
read_config (WeftHfReader *self, GError **error)
{
  WeftLlmShape *shape = self->shape;
  g_autofree char *lack = NULL;

  if (!weft_json_at_object (&self->root, error))
    return FALSE;
  enter_text (self);
  if (!find_architecture (self, error) || !read_sizes (self, error))
    return FALSE;
  take_name (self);
  take_traits (self);
  if (!read_latent (self, error) || !read_kv_heads (self, error) || !read_head_dim (self, error)
      || !weft_hf_read_layers (self, error) || !weft_hf_read_experts (self, error))
    return FALSE;
  if (!read_trait (self, "tied_embeddings", "tie_word_embeddings", WEFT_HF_TIED, &shape->tied_embeddings, error)
      || !read_trait (self, "attention_gate", "attn_output_gate", WEFT_HF_GATE, &shape->attention_gate, error))
    return FALSE;
  weft_hf_read_dtype (self);
  note_extras (self);

  lack = weft_llm_shape_lack (shape);
  if (lack != NULL)
    g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID, "%s: %s", self->root.file, lack);
  return lack == NULL;
}

/* --- public --- */

/**
 * weft_hf_config_free: (skip)
 * @self: (transfer full): a config
 */
void
weft_hf_config_free (WeftHfConfig *self)
{
  g_free (self->name);
  g_free (self->model_type);
  g_ptr_array_unref (self->facts);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

static WeftHfConfig *
read_root (JsonNode *root, const char *file, GError **error)
{
  g_autoptr (WeftHfConfig) config = g_new0 (WeftHfConfig, 1);
  WeftHfReader reader = { .config = config, .shape = &config->shape };
  gboolean is_read;

  config->facts = weft_llm_facts_new ();
  config->notes = g_ptr_array_new_with_free_func (g_free);
  weft_json_at_root (&reader.root, root, file);
  is_read = read_config (&reader, error);
  g_clear_pointer (&reader.defaults, json_node_unref);
  return is_read ? g_steal_pointer (&config) : NULL;
}

/**
 * weft_hf_config_parse: (skip)
 * @text: what the file holds
 * @length: its bytes, or -1
 * @file: its name, for messages
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the model
 */
WeftHfConfig *
weft_hf_config_parse (const char *text, gssize length, const char *file, GError **error)
{
  g_autoptr (JsonNode) root = weft_json_parse (text, length, file, NULL, error);

  return root != NULL ? read_root (root, file, error) : NULL;
}

/**
 * weft_hf_config_load: (skip)
 * @path: a file
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the model
 */
WeftHfConfig *
weft_hf_config_load (const char *path, GError **error)
{
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, error);
  g_autofree char *name = g_filename_display_name (path);

  return root != NULL ? read_root (root, name, error) : NULL;
}
