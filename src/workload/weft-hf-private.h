/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a config.json in parts: what architectures have in particular, values under any of their names, layers and
 * number formats. */
#pragma once

#include "base/weft-json-at.h"
#include "workload/weft-hf-config.h"

G_BEGIN_DECLS

/* What a config.json of an architecture does not say. */
typedef enum
{
  WEFT_HF_GATED = 1 << 0,       /* three matrices in a feed-forward block */
  WEFT_HF_TIED = 1 << 1,        /* embeddings are tied unless it says no */
  WEFT_HF_POSITIONS = 1 << 2,   /* positions are learned */
  WEFT_HF_QUADRUPLE = 1 << 3,   /* blocks are four times as wide as the model when no width is given */
  WEFT_HF_HALF = 1 << 4,        /* the width given is that of both gated matrices together */
  WEFT_HF_GATE = 1 << 5,        /* full attention has a gate */
  WEFT_HF_SHARED = 1 << 6,      /* one expert is shared, as wide as the others */
  WEFT_HF_ALTERNATE = 1 << 7,   /* every other layer slides, the first does */
  WEFT_HF_MULTI_QUERY = 1 << 8, /* one KV head unless it says no */
  WEFT_HF_GROUPS = 1 << 9,      /* KV heads only count with "new_decoder_architecture" */
  WEFT_HF_NO_WINDOW = 1 << 10,  /* "sliding_window" counts only with "use_sliding_window" */
} WeftHfTraits;

/**
 * WeftHfArchitecture: (skip)
 * @model_type: its name
 * @traits: what its files do not say
 * @full_every: one layer in so many is full unless the file says otherwise, 0 for no such rule
 * @defaults: (nullable): sizes that a nested config leaves out, as JSON
 */
typedef struct
{
  const char *model_type;
  WeftHfTraits traits;
  guint full_every;
  const char *defaults;
} WeftHfArchitecture;

/**
 * WeftHfReader: (skip)
 * @config: what is being filled
 * @shape: its shape
 * @arch: the architecture, a general one when it is not known
 * @root: the document
 * @outer: what @text is a member of, when that is a member of @root itself
 * @text: the part about the language model
 * @defaults: (nullable): an object of sizes that count when @text has none
 * @is_nested: whether @text is a member of @root
 */
typedef struct
{
  WeftHfConfig *config;
  WeftLlmShape *shape;
  const WeftHfArchitecture *arch;
  WeftJsonAt root;
  WeftJsonAt outer;
  WeftJsonAt text;
  JsonNode *defaults;
  gboolean is_nested;
} WeftHfReader;

/* By "model_type", or by the name of a class such as "LlamaForCausalLM". (nullable) */
const WeftHfArchitecture *weft_hf_architecture_find    (const char          *name);
/* Why models of this type are not read: a translated sentence. (nullable) */
const char               *weft_hf_architecture_refusal (const char          *name);
/* What is assumed of a model that is not known, by its activation. */
const WeftHfArchitecture *weft_hf_architecture_guess   (const char          *activation);

/* A whole number from 0 on under the first of @keys (NULL at the end, "a.b" for a member of a member) that is there.
 * @value stays as it was when none is, and @is_found is FALSE. @field names the fact. */
gboolean weft_hf_read_size  (WeftHfReader       *self,
                             const char         *field,
                             const char *const  *keys,
                             double             *value,
                             gboolean           *is_found,
                             GError            **error);
/* The same, and a WEFT_WORKLOAD_ERROR_MISSING when none is there. */
gboolean weft_hf_need_size  (WeftHfReader       *self,
                             const char         *field,
                             const char *const  *keys,
                             double             *value,
                             GError            **error);
/* A flag of the language model's part, or of the document. */
gboolean weft_hf_read_flag  (WeftHfReader       *self,
                             const char         *field,
                             const char         *key,
                             gboolean           *value,
                             gboolean           *is_found,
                             GError            **error);
void     weft_hf_say        (WeftHfReader       *self,
                             const char         *field,
                             double              value,
                             WeftLlmKnown        known,
                             const char         *why);
void     weft_hf_note       (WeftHfReader       *self,
                             const char         *format,
                             ...) G_GNUC_PRINTF (2, 3);

gboolean weft_hf_read_layers (WeftHfReader      *self,
                              GError           **error);
gboolean weft_hf_read_experts (WeftHfReader     *self,
                               GError          **error);
void     weft_hf_read_dtype  (WeftHfReader      *self);

G_END_DECLS
