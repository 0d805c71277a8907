/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which number format the weights of a config.json are stored in: by "quantization_config", else by "torch_dtype". */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json-find.h"
#include "workload/weft-hf-private.h"

static const struct
{
  const char *word;
  const char *nick;
} dtypes[] = {
  { "bfloat16", "bf16" }, { "float16", "fp16" },      { "half", "fp16" },     { "float32", "fp32" },
  { "float", "fp32" },    { "float8_e4m3fn", "fp8" }, { "fp8", "fp8" },       { "float8", "fp8" },
  { "mxfp4", "mxfp4" },   { "nvfp4", "nvfp4" },       { "w8a8_fp8", "fp8" },  { "fbgemm_fp8", "fp8" },
  { "int8", "int8" },     { "int4", "int4" },
};

/* (nullable) */
static const char *
find_nick (const char *word)
{
  g_autofree char *lower = g_ascii_strdown (word, -1);
  const char *plain = g_str_has_prefix (lower, "torch.") ? lower + 6 : lower;

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (g_str_equal (dtypes[i].word, plain))
      return dtypes[i].nick;
  return NULL;
}

static const char *
nick_of_bits (guint64 bits, gboolean is_float)
{
  if (bits == 4)
    return "int4";
  return bits == 8 ? (is_float ? "fp8" : "int8") : NULL;
}

/* compressed-tensors: {"config_groups": {"group_0": {"weights": {"num_bits": 8, "type": "float"}}}}. */
static const char *
nick_of_groups (JsonObject *quantization)
{
  JsonObject *groups = weft_json_find_object (quantization, "config_groups");
  JsonObject *group = groups != NULL ? weft_json_find_object (groups, "group_0") : NULL;
  JsonObject *weights = group != NULL ? weft_json_find_object (group, "weights") : NULL;
  const char *type = weights != NULL ? weft_json_find_string (weights, "type") : NULL;
  guint64 bits = weights != NULL ? weft_json_find_count (weights, "num_bits") : 0;
  gboolean is_float = g_strcmp0 (type, "float") == 0;

  return is_float && bits == 4 ? "nvfp4" : nick_of_bits (bits, is_float);
}

/* (nullable) */
static const char *
nick_of_quantization (JsonObject *quantization)
{
  const char *method = weft_json_find_string (quantization, "quant_method");
  const char *algorithm = weft_json_find_string (quantization, "quant_algo");
  const char *nick = algorithm != NULL ? find_nick (algorithm) : NULL;

  if (nick == NULL && method != NULL)
    nick = find_nick (method);
  if (nick == NULL)
    nick = nick_of_groups (quantization);
  if (nick == NULL && weft_json_find_boolean (quantization, "load_in_4bit", FALSE))
    nick = "int4";
  if (nick == NULL && weft_json_find_boolean (quantization, "load_in_8bit", FALSE))
    nick = "int8";
  return nick != NULL ? nick : nick_of_bits (weft_json_find_count (quantization, "bits"), FALSE);
}

static void
set_dtype (WeftHfReader *self, const char *nick, WeftLlmKnown known, const char *why)
{
  g_strlcpy (self->shape->native_dtype, nick, sizeof self->shape->native_dtype);
  weft_llm_facts_add (self->config->facts, "native_dtype", nick, known, why);
}

/* (nullable) */
static JsonObject *
find_quantization (WeftHfReader *self)
{
  JsonObject *text = json_node_get_object (self->text.node);
  JsonObject *root = json_node_get_object (self->root.node);
  JsonObject *found = weft_json_find_object (text, "quantization_config");

  return found != NULL ? found : weft_json_find_object (root, "quantization_config");
}

/* (nullable) */
static const char *
find_word (WeftHfReader *self)
{
  static const char *const keys[] = { "dtype", "torch_dtype" };
  JsonObject *objects[] = { json_node_get_object (self->text.node), json_node_get_object (self->root.node) };

  for (guint o = 0; o < G_N_ELEMENTS (objects); o++)
    for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
      {
        const char *word = weft_json_find_string (objects[o], keys[k]);

        if (word != NULL && !g_str_equal (word, "auto"))
          return word;
      }
  return NULL;
}

/**
 * weft_hf_read_dtype: (skip)
 * @self: a reader
 *
 * A format that is not known is assumed, and a fact or a note says so.
 */
void
weft_hf_read_dtype (WeftHfReader *self)
{
  JsonObject *quantization = find_quantization (self);
  const char *word = find_word (self);
  const char *nick = quantization != NULL ? nick_of_quantization (quantization) : NULL;

  if (nick != NULL)
    {
      set_dtype (self, nick, WEFT_LLM_READ, _("“quantization_config” of the file"));
      return;
    }
  if (quantization != NULL)
    weft_hf_note (self, _("The file's “quantization_config” is of a sort that is not read; its weights count as they "
                          "are without it."));
  nick = word != NULL ? find_nick (word) : NULL;
  if (nick != NULL)
    set_dtype (self, nick, WEFT_LLM_READ, _("“torch_dtype” or “dtype” of the file"));
  else
    set_dtype (self, "bf16", WEFT_LLM_ASSUMED,
               _("the file names no format that is known; most models are published so"));
}
