/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The config.json of a language model, as Hugging Face's transformers writes it, read as a shape: each value with how
 * it is known. */
#pragma once

#include "catalog/weft-llm-shape.h"

G_BEGIN_DECLS

/**
 * WeftHfConfig: (skip)
 * @name: what the model is called: by the file, else its architecture
 * @model_type: the architecture: "llama"
 * @is_known: whether its particulars are known here
 * @shape: the shape, which is whole
 * @facts: (element-type WeftLlmFact): how each value is known
 * @notes: (element-type utf8): what is not as the file says, or was not read: translated sentences
 */
typedef struct
{
  char *name;
  char *model_type;
  gboolean is_known;
  WeftLlmShape shape;
  GPtrArray *facts;
  GPtrArray *notes;
} WeftHfConfig;

/* NULL with a WEFT_JSON_ERROR, or with a WEFT_WORKLOAD_ERROR that names what is lacking or why such a model is not
 * read. @file is named in messages. (transfer full) */
WEFT_API WeftHfConfig *weft_hf_config_parse (const char    *text,
                                             gssize         length,
                                             const char    *file,
                                             GError       **error);
WEFT_API WeftHfConfig *weft_hf_config_load  (const char    *path,
                                             GError       **error);
WEFT_API void          weft_hf_config_free  (WeftHfConfig  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftHfConfig, weft_hf_config_free)

G_END_DECLS
