/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which layers of a config.json look at everything, which at a window, and which keep a state. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json.h"
#include "base/weft-plain.h"
#include "workload/weft-hf-private.h"
#include "workload/weft-task-graph.h"

static const struct
{
  const char *word;
  WeftLlmAttention attention;
} layer_words[] = {
  { "full_attention", WEFT_LLM_ATTENTION_FULL },
  { "global_attention", WEFT_LLM_ATTENTION_FULL },
  { "attention", WEFT_LLM_ATTENTION_FULL },
  { "sliding_attention", WEFT_LLM_ATTENTION_SLIDING },
  { "local_attention", WEFT_LLM_ATTENTION_SLIDING },
  { "chunked_attention", WEFT_LLM_ATTENTION_SLIDING },
  { "linear_attention", WEFT_LLM_ATTENTION_LINEAR },
};

static guint
count_layers (WeftHfReader *self)
{
  return MIN (self->shape->layers, WEFT_LLM_MAX_LAYERS);
}

static void
say_layers (WeftHfReader *self, WeftLlmKnown known, const char *why)
{
  guint linear = weft_llm_shape_count_attention (self->shape, WEFT_LLM_ATTENTION_LINEAR);
  guint others = linear > 0 ? linear : weft_llm_shape_count_attention (self->shape, WEFT_LLM_ATTENTION_SLIDING);
  guint full = weft_llm_shape_count_attention (self->shape, WEFT_LLM_ATTENTION_FULL);
  g_autofree char *value = g_strdup_printf (linear > 0 ? _("%u full, %u linear") : _("%u full, %u sliding"), full,
                                            others);

  weft_llm_facts_add (self->config->facts, "layer_types", value, known, why);
}

/* --- what a file can say of them --- */

static gboolean
take_word (WeftHfReader *self, guint index, const WeftJsonAt *at, GError **error)
{
  const char *word;
  g_autofree char *pointer = NULL;
  g_autofree char *plain = NULL;

  if (!weft_json_at_string (at, &word, error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (layer_words); i++)
    if (g_str_equal (layer_words[i].word, word))
      {
        self->shape->layer[index].attention = layer_words[i].attention;
        return TRUE;
      }
  pointer = weft_json_at_pointer (at);
  plain = weft_plain_text (word, WEFT_PLAIN_ONE_LINE, 80);
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_UNSUPPORTED,
               _("%s: %s: layers of the sort “%s” are not modelled; full, sliding, chunked and linear attention are"),
               self->root.file, pointer, plain);
  return FALSE;
}

/* "layer_types": a word for each layer. */
static gboolean
read_words (WeftHfReader *self, gboolean *is_found, GError **error)
{
  WeftJsonAt list;

  if (!weft_json_at_get_array (&self->text, "layer_types", WEFT_JSON_OPTIONAL, &list, is_found, error))
    return FALSE;
  if (!*is_found)
    return TRUE;
  if (weft_json_at_length (&list) != self->shape->layers)
    {
      g_autofree char *expected = g_strdup_printf (_("as many words as there are layers, %g"), self->shape->layers);

      return weft_json_at_refuse (&list, WEFT_JSON_ERROR_RANGE, expected, error);
    }
  for (guint i = 0; i < count_layers (self); i++)
    {
      WeftJsonAt at;

      weft_json_at_element (&list, i, &at);
      if (!take_word (self, i, &at, error))
        return FALSE;
    }
  say_layers (self, WEFT_LLM_READ, _("“layer_types” of the file"));
  return TRUE;
}

/* "LLLG": a letter for each layer, again and again. */
static gboolean
take_letters (WeftHfReader *self, const WeftJsonAt *at, GError **error)
{
  const char *letters;
  gsize n;

  if (!weft_json_at_string (at, &letters, error))
    return FALSE;
  n = strlen (letters);
  if (n == 0 || strspn (letters, "LG") != n)
    return weft_json_at_refuse (at, WEFT_JSON_ERROR_RANGE, _("a number, or a word of the letters L and G"), error);
  for (guint i = 0; i < count_layers (self); i++)
    self->shape->layer[i].attention = letters[i % n] == 'L' ? WEFT_LLM_ATTENTION_SLIDING : WEFT_LLM_ATTENTION_FULL;
  say_layers (self, WEFT_LLM_READ, _("“sliding_window_pattern” of the file"));
  return TRUE;
}

static void
make_every_full (WeftHfReader *self, guint every, WeftLlmAttention others)
{
  for (guint i = 0; i < count_layers (self); i++)
    self->shape->layer[i].attention = (i + 1) % every == 0 ? WEFT_LLM_ATTENTION_FULL : others;
}

/* "sliding_window_pattern": a word, or which layer of so many is full. */
static gboolean
read_pattern (WeftHfReader *self, gboolean *is_found, GError **error)
{
  static const char *const keys[] = { "sliding_window_pattern", "_sliding_window_pattern", NULL };

  for (guint i = 0; keys[i] != NULL; i++)
    {
      WeftJsonAt at;
      gint64 every;

      *is_found = weft_json_at_member (&self->text, keys[i], &at) && !weft_json_at_is_null (&at);
      if (!*is_found)
        continue;
      if (JSON_NODE_HOLDS_VALUE (at.node) && json_node_get_value_type (at.node) == G_TYPE_STRING)
        return take_letters (self, &at, error);
      if (!weft_json_at_integer (&at, &every, error))
        return FALSE;
      if (every < 1 || every > G_MAXINT32)
        return weft_json_at_refuse (&at, WEFT_JSON_ERROR_RANGE, _("a whole number from 1 on"), error);
      make_every_full (self, every, WEFT_LLM_ATTENTION_SLIDING);
      say_layers (self, WEFT_LLM_READ, _("“sliding_window_pattern” of the file"));
      return TRUE;
    }
  return TRUE;
}

/* Llama 4: 1 where positions rotate, which look at their chunk, and 0 where all are looked at. */
static gboolean
read_positions (WeftHfReader *self, gboolean *is_found, GError **error)
{
  WeftJsonAt list;

  if (!weft_json_at_get_array (&self->text, "no_rope_layers", WEFT_JSON_OPTIONAL, &list, is_found, error))
    return FALSE;
  *is_found = *is_found && weft_json_at_length (&list) == self->shape->layers;
  for (guint i = 0; *is_found && i < count_layers (self); i++)
    {
      WeftJsonAt at;
      gint64 rotates;

      weft_json_at_element (&list, i, &at);
      if (!weft_json_at_integer (&at, &rotates, error))
        return FALSE;
      self->shape->layer[i].attention = rotates != 0 ? WEFT_LLM_ATTENTION_SLIDING : WEFT_LLM_ATTENTION_FULL;
    }
  if (*is_found)
    say_layers (self, WEFT_LLM_DERIVED, _("layers with rotating positions look at their chunk"));
  return TRUE;
}

/* --- sizes --- */

/* The window, 0 when there is none. */
static gboolean
read_window (WeftHfReader *self, GError **error)
{
  static const char *const keys[] = { "sliding_window", "attention_chunk_size", "sliding_window_size", NULL };
  gboolean is_used = (self->arch->traits & WEFT_HF_NO_WINDOW) == 0;
  gboolean is_found;

  if (!weft_hf_read_flag (self, NULL, "use_sliding_window", &is_used, &is_found, error))
    return FALSE;
  if (!is_used)
    {
      if (is_found)
        weft_llm_facts_add (self->config->facts, "sliding_window", _("none"), WEFT_LLM_READ,
                            _("“use_sliding_window” of the file says no"));
      return TRUE;
    }
  return weft_hf_read_size (self, "sliding_window", keys, &self->shape->window, &is_found, error);
}

static gboolean
read_linear_sizes (WeftHfReader *self, GError **error)
{
  static const char *const k_heads[] = { "linear_num_key_heads", NULL };
  static const char *const v_heads[] = { "linear_num_value_heads", NULL };
  static const char *const k_dim[] = { "linear_key_head_dim", NULL };
  static const char *const v_dim[] = { "linear_value_head_dim", NULL };
  static const char *const conv[] = { "linear_conv_kernel_dim", NULL };
  WeftLlmShape *shape = self->shape;

  return weft_hf_need_size (self, "linear_k_heads", k_heads, &shape->linear_k_heads, error)
         && weft_hf_need_size (self, "linear_v_heads", v_heads, &shape->linear_v_heads, error)
         && weft_hf_need_size (self, "linear_k_dim", k_dim, &shape->linear_k_dim, error)
         && weft_hf_need_size (self, "linear_v_dim", v_dim, &shape->linear_v_dim, error)
         && weft_hf_need_size (self, "linear_conv", conv, &shape->linear_conv, error);
}

/* Gemma 4: full layers have heads of their own where others slide. */
static gboolean
read_global_sizes (WeftHfReader *self, GError **error)
{
  static const char *const dim[] = { "global_head_dim", NULL };
  static const char *const heads[] = { "num_global_key_value_heads", NULL };
  gboolean is_found;

  return weft_hf_read_size (self, "global_head_dim", dim, &self->shape->global_head_dim, &is_found, error)
         && weft_hf_read_size (self, "global_kv_heads", heads, &self->shape->global_kv_heads, &is_found, error)
         && weft_hf_read_flag (self, "keys_are_values", "attention_k_eq_v", &self->shape->keys_are_values, &is_found,
                               error);
}

/* --- rules --- */

/* Layers of models that mix linear and full attention. */
static gboolean
read_interval (WeftHfReader *self, gboolean *is_found, GError **error)
{
  static const char *const keys[] = { "full_attention_interval", NULL };
  double every = self->arch->full_every;
  WeftJsonAt at;

  *is_found = weft_json_at_member (&self->text, "linear_num_value_heads", &at) && !weft_json_at_is_null (&at);
  if (!*is_found)
    return TRUE;
  if (!weft_hf_read_size (self, "full_attention_interval", keys, &every, is_found, error))
    return FALSE;
  if (!(every >= 1) || every > G_MAXINT32)
    {
      g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_MISSING,
                   _("%s: there are sizes of linear layers, but neither “layer_types” nor “full_attention_interval” "
                     "says which layers are linear"),
                   self->root.file);
      return FALSE;
    }
  make_every_full (self, every, WEFT_LLM_ATTENTION_LINEAR);
  say_layers (self, *is_found ? WEFT_LLM_DERIVED : WEFT_LLM_ASSUMED, _("the last layer of each interval is full"));
  *is_found = TRUE;
  return TRUE;
}

/* What a window means when nothing says which layers have it. */
static gboolean
apply_window (WeftHfReader *self, GError **error)
{
  static const char *const keys[] = { "max_window_layers", NULL };
  double first = 0;
  gboolean is_found = FALSE;

  if ((self->arch->traits & WEFT_HF_ALTERNATE) != 0)
    {
      make_every_full (self, 2, WEFT_LLM_ATTENTION_SLIDING);
      say_layers (self, WEFT_LLM_ASSUMED, _("every other layer of this architecture slides"));
      return TRUE;
    }
  if (self->arch->full_every > 0)
    {
      make_every_full (self, self->arch->full_every, WEFT_LLM_ATTENTION_SLIDING);
      say_layers (self, WEFT_LLM_ASSUMED, _("the last of each so many layers of this architecture is full"));
      return TRUE;
    }
  if ((self->arch->traits & WEFT_HF_NO_WINDOW) != 0
      && !weft_hf_read_size (self, "max_window_layers", keys, &first, &is_found, error))
    return FALSE;
  for (guint i = MIN (first, WEFT_LLM_MAX_LAYERS); i < count_layers (self); i++)
    self->shape->layer[i].attention = WEFT_LLM_ATTENTION_SLIDING;
  say_layers (self, WEFT_LLM_DERIVED,
              is_found ? _("layers from “max_window_layers” on have the window") : _("all layers have the window"));
  return TRUE;
}

static gboolean
read_kinds (WeftHfReader *self, GError **error)
{
  gboolean is_found;

  if (!read_words (self, &is_found, error))
    return FALSE;
  if (!is_found && !read_interval (self, &is_found, error))
    return FALSE;
  if (is_found || self->shape->window == 0)
    return TRUE;
  if (!read_pattern (self, &is_found, error))
    return FALSE;
  if (!is_found && !read_positions (self, &is_found, error))
    return FALSE;
  return is_found || apply_window (self, error);
}

/**
 * weft_hf_read_layers: (skip)
 * @self: a reader whose shape knows its layers
 * @error: return location
 *
 * Returns: whether every layer's attention is known
 */
gboolean
weft_hf_read_layers (WeftHfReader *self, GError **error)
{
  WeftLlmShape *shape = self->shape;
  WeftJsonAt chunk;

  if (!read_window (self, error) || !read_kinds (self, error))
    return FALSE;
  if (weft_llm_shape_count_attention (shape, WEFT_LLM_ATTENTION_LINEAR) > 0 && !read_linear_sizes (self, error))
    return FALSE;
  if (weft_llm_shape_count_attention (shape, WEFT_LLM_ATTENTION_SLIDING) == 0)
    {
      shape->window = 0;
      return TRUE;
    }
  if (weft_json_at_member (&self->text, "attention_chunk_size", &chunk) && !weft_json_at_is_null (&chunk))
    weft_hf_note (self, _("Chunks of %g tokens count as a window of that size, which is what a token at the end of its "
                          "chunk looks at."),
                  shape->window);
  return read_global_sizes (self, error);
}
