/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A language model as its memory is counted: the few sorts of layers it has, and how many of each lie where. Made once
 * for a model; counting a plan then needs no memory of its own. */
#pragma once

#include "catalog/weft-llm-shape.h"

G_BEGIN_DECLS

/* Full, sliding and linear attention, each with a dense block or with experts. */
#define WEFT_MEMORY_MAX_SORTS 6

/**
 * WeftMemoryShape: (skip)
 * @model: the model; not owned
 * @n_layers: its layers
 * @n_sorts: sorts of them
 * @sort: one layer of each sort
 * @before: how many layers of each sort come before a layer
 */
typedef struct
{
  const WeftLlmShape *model;
  guint n_layers;
  guint n_sorts;
  WeftLlmLayer sort[WEFT_MEMORY_MAX_SORTS];
  guint16 before[WEFT_LLM_MAX_LAYERS + 1][WEFT_MEMORY_MAX_SORTS];
} WeftMemoryShape;

/**
 * WeftLayerShare: (skip)
 * @matrix_params: of matrices
 * @wide_params: of norms and routers, which every chip has whole and which stay in a wide format
 * @expert_params: of experts
 *
 * Parameters of one layer on one chip.
 */
typedef struct
{
  double matrix_params;
  double wide_params;
  double expert_params;
} WeftLayerShare;

/* @model must outlive @self and be whole. */
WEFT_API void           weft_memory_shape_init     (WeftMemoryShape       *self,
                                                    const WeftLlmShape    *model);
/* Layers of a sort among @n layers from @first on. */
WEFT_API guint          weft_memory_shape_count    (const WeftMemoryShape *self,
                                                    guint                  sort,
                                                    guint                  first,
                                                    guint                  n);
/* @attention_ranks: chips that share attention; @ranks: dense blocks; @expert_ranks: all experts of a layer. */
WEFT_API WeftLayerShare weft_memory_layer_share    (const WeftMemoryShape *self,
                                                    guint                  sort,
                                                    double                 attention_ranks,
                                                    double                 ranks,
                                                    double                 expert_ranks);
/* KV heads that each of @ranks chips holds: whole ones are copied where there are fewer heads than chips. */
WEFT_API double         weft_memory_kv_heads       (const WeftLlmLayer    *layer,
                                                    double                 ranks);
/* Parameters of the embedding, and of the head with the norm before it, on each of @ranks chips. The head has none of
 * its own beyond the norm when it is tied and @has_embedding says that the same chip holds the embedding. */
WEFT_API double         weft_memory_embedding_params (const WeftMemoryShape *self,
                                                      double                 ranks);
WEFT_API double         weft_memory_head_params    (const WeftMemoryShape *self,
                                                    double                 ranks,
                                                    gboolean               has_embedding);

G_END_DECLS
