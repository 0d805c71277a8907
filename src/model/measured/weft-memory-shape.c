/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts of a model's layers, and what of each lies on one of several chips. */
#include "model/measured/weft-memory-shape.h"

#include <string.h>

static guint
find_sort (WeftMemoryShape        *self,
           const WeftLlmLayerKind *kind,
           guint                   index)
{
  for (guint i = 0; i < self->n_sorts; i++)
    if (self->sort[i].kind.attention == kind->attention && self->sort[i].kind.is_moe == kind->is_moe)
      return i;
  g_assert (self->n_sorts < WEFT_MEMORY_MAX_SORTS);
  self->sort[self->n_sorts] = weft_llm_layer (self->model, index);
  return self->n_sorts++;
}

/**
 * weft_memory_shape_init: (skip)
 * @self: to fill
 * @model: a model that is whole and outlives @self
 */
void
weft_memory_shape_init (WeftMemoryShape    *self,
                        const WeftLlmShape *model)
{
  memset (self, 0, sizeof *self);
  self->model = model;
  self->n_layers = (guint) MIN (model->layers, WEFT_LLM_MAX_LAYERS);
  for (guint i = 0; i < self->n_layers; i++)
    {
      guint sort = find_sort (self, &model->layer[i], i);

      memcpy (self->before[i + 1], self->before[i], sizeof self->before[i]);
      self->before[i + 1][sort]++;
    }
}

/**
 * weft_memory_shape_count: (skip)
 * @self: a model
 * @sort: one of its sorts of layers
 * @first: a layer
 * @n: a count of layers, from it on
 *
 * Returns: how many of them are of the sort
 */
guint
weft_memory_shape_count (const WeftMemoryShape *self,
                         guint                  sort,
                         guint                  first,
                         guint                  n)
{
  return self->before[MIN (first + n, self->n_layers)][sort] - self->before[MIN (first, self->n_layers)][sort];
}

/**
 * weft_memory_kv_heads: (skip)
 * @layer: a layer
 * @ranks: chips that share its attention
 *
 * Returns: KV heads on each: kv_heads / ranks, and at least one whole one
 */
double
weft_memory_kv_heads (const WeftLlmLayer *layer,
                      double              ranks)
{
  return MAX (layer->kv_heads, ranks) / ranks;
}

/**
 * weft_memory_layer_share: (skip)
 * @self: a model
 * @sort: one of its sorts of layers
 * @attention_ranks: chips that share attention
 * @ranks: chips that share dense blocks
 * @expert_ranks: chips that share the experts, whole ones or parts of each
 *
 * What makes queries, keys and values for no head alone (the compressing matrices of multi-head latent attention), norms
 * and routers lie on every chip.
 *
 * Returns: parameters of one such layer on one chip
 */
WeftLayerShare
weft_memory_layer_share (const WeftMemoryShape *self,
                         guint                  sort,
                         double                 attention_ranks,
                         double                 ranks,
                         double                 expert_ranks)
{
  const WeftLlmLayer *layer = &self->sort[sort];
  double attention = (layer->heads * layer->head_params + layer->output_params) / attention_ranks
                     + weft_memory_kv_heads (layer, attention_ranks) * layer->kv_head_params;

  return (WeftLayerShare) {
    .matrix_params = layer->joint_params + attention + layer->dense_params / ranks,
    .wide_params = layer->norm_params + layer->router_params,
    .expert_params = layer->kind.is_moe ? self->model->experts * layer->expert_params / expert_ranks : 0,
  };
}

/**
 * weft_memory_embedding_params: (skip)
 * @self: a model
 * @ranks: chips that share its embedding along the vocabulary
 *
 * Returns: parameters on each; learned positions lie on every chip
 */
double
weft_memory_embedding_params (const WeftMemoryShape *self,
                              double                 ranks)
{
  const WeftLlmShape *model = self->model;

  return model->vocab * model->hidden / ranks + (model->learned_positions ? model->max_len * model->hidden : 0);
}

/**
 * weft_memory_head_params: (skip)
 * @self: a model
 * @ranks: chips that share its head along the vocabulary
 * @has_embedding: whether the embedding lies on the same chips
 *
 * Returns: parameters on each; the last norm lies on every chip
 */
double
weft_memory_head_params (const WeftMemoryShape *self,
                         double                 ranks,
                         gboolean               has_embedding)
{
  const WeftLlmShape *model = self->model;
  gboolean is_shared = model->tied_embeddings && has_embedding;

  return model->hidden + (is_shared ? 0 : model->vocab * model->hidden / ranks);
}
