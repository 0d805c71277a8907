/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Putting the graph of a language model together. Tasks of the ranks of a tensor group stand one behind the other:
 * such a row is named by its first task. */
#pragma once

#include "workload/weft-kind-set-private.h"
#include "workload/weft-llm-cost.h"

G_BEGIN_DECLS

/* Rows that are of no layer: of the first stage, and of the last. */
#define WEFT_LLM_AT_EMBEDDING G_MAXUINT
#define WEFT_LLM_AT_HEAD (G_MAXUINT - 1)

/**
 * WeftLlmJob: (skip)
 * @is_training: training; else inference
 * @is_decode: passes of single tokens; else one of all tokens of the prompt
 * @all_logits: the head sees every token
 * @is_gpipe: all microbatches go forward before the first goes back; else they take turns (1F1B)
 * @recompute: the backward pass makes activations anew and keeps only those between layers
 * @tp: tensor ranks
 * @pp: pipeline stages
 * @dp: copies of the model
 * @batch: sequences of all copies
 * @microbatches: parts of a copy's sequences, which follow one another through the stages
 * @prompt: tokens of a sequence before the first new one, or of a training sequence
 * @new_tokens: tokens that are made for each sequence
 *
 * What the model does, and how it is spread.
 */
typedef struct
{
  gboolean is_training;
  gboolean is_decode;
  gboolean all_logits;
  gboolean is_gpipe;
  gboolean recompute;
  guint32 tp;
  guint32 pp;
  guint32 dp;
  guint32 batch;
  guint32 microbatches;
  guint32 prompt;
  guint32 new_tokens;
} WeftLlmJob;

/**
 * WeftLlmGraph: (skip)
 * @job: what is to be done
 * @setup: the model as it is run
 * @builder: the graph
 * @kinds: its kinds
 * @n_layers: layers of the model
 * @layers: [@n_layers]
 * @layer_regions: [copies × @n_layers] the first rank's region of each
 * @kv_regions: [copies × @n_layers] in inference the first rank's region of the cache of each
 * @embedding_regions: [copies] the first rank's
 * @head_regions: [copies] the first rank's
 * @source: the task that all wait for
 * @n_groups: collectives so far
 */
typedef struct
{
  const WeftLlmJob *job;
  const WeftLlmSetup *setup;
  WeftTaskBuilder *builder;
  WeftKindSet *kinds;
  guint n_layers;
  WeftLlmLayer *layers;
  guint32 *layer_regions;
  guint32 *kv_regions;
  guint32 *embedding_regions;
  guint32 *head_regions;
  guint32 source;
  guint32 n_groups;
} WeftLlmGraph;

/**
 * WeftLlmItem: (skip)
 * @copy: which copy of the model
 * @prefix: what names of its tasks begin with
 * @pass: what goes through
 *
 * Sequences that go through all stages together.
 */
typedef struct
{
  guint32 copy;
  const char *prefix;
  WeftLlmPass pass;
} WeftLlmItem;

/**
 * WeftLlmRows: (skip)
 * @parts: [layers × WEFT_LLM_LAYER_PARTS] a row for each task of each layer
 * @embedding: its row
 * @head: its row
 * @first: [stages] the row that a stage begins with
 * @last: [stages] the row that it ends with
 *
 * Where the tasks of an item are.
 */
typedef struct
{
  guint32 *parts;
  guint32 embedding;
  guint32 head;
  guint32 *first;
  guint32 *last;
} WeftLlmRows;

/* The first layer of a stage: layers are dealt out evenly, @stage == stages is the end. */
guint          weft_llm_first_layer     (const WeftLlmGraph *self,
                                         guint               stage);
guint          weft_llm_stage_of        (const WeftLlmGraph *self,
                                         guint               layer);
/* How many of @whole the @index-th of @n has. */
guint32        weft_llm_deal            (guint32             whole,
                                         guint32             n,
                                         guint32             index);

WeftLlmRows   *weft_llm_rows_new        (const WeftLlmGraph *self);
void           weft_llm_rows_free       (WeftLlmRows        *rows);

/* @layer: a layer, or one of the ends below. @name: what comes behind the layer in names. @region: the first rank's, WEFT_TASK_NONE
 * for none. */
guint32        weft_llm_add_row         (WeftLlmGraph       *self,
                                         const WeftLlmItem  *item,
                                         guint               layer,
                                         const char         *name,
                                         const WeftTaskCost *cost,
                                         guint32             region);
/* The same; an all-reduce is one of the tensor group. */
guint32        weft_llm_add_joint_row   (WeftLlmGraph       *self,
                                         const WeftLlmItem  *item,
                                         guint               layer,
                                         const char         *name,
                                         const WeftTaskCost *cost,
                                         guint32             region);
/* Each rank of @to waits for the same rank of @from. */
void           weft_llm_link_rows       (WeftLlmGraph       *self,
                                         guint32             from,
                                         guint32             to,
                                         double              bytes);
/* @before: the row that gives the tokens, or WEFT_TASK_NONE for the source. Fills @rows. */
void           weft_llm_add_forward     (WeftLlmGraph       *self,
                                         const WeftLlmItem  *item,
                                         guint32             before,
                                         WeftLlmRows        *rows);
/* Fills @back from @rows. */
void           weft_llm_add_backward    (WeftLlmGraph       *self,
                                         const WeftLlmItem  *item,
                                         const WeftLlmRows  *rows,
                                         WeftLlmRows        *back);
gboolean       weft_llm_add_training    (WeftLlmGraph       *self,
                                         GCancellable       *cancellable,
                                         GError            **error);

/* What the backward pass of a part costs, and what it needs of the forward pass. */
WeftTaskCost   weft_llm_backward_cost   (const WeftLlmSetup *setup,
                                         const WeftLlmLayer *layer,
                                         const WeftLlmPass  *pass,
                                         WeftLlmPart         part,
                                         gboolean            recompute);
double         weft_llm_kept_bytes      (const WeftLlmSetup *setup,
                                         const WeftLlmLayer *layer,
                                         const WeftLlmPass  *pass,
                                         WeftLlmPart         part,
                                         gboolean            recompute);
/* Weights, gradients and the optimizer's values of a parameter. */
double         weft_llm_state_bytes     (const WeftLlmSetup *setup,
                                         double              params,
                                         double              weight_bytes);
WeftTaskCost   weft_llm_optimizer_cost  (const WeftLlmSetup *setup,
                                         double              params);

/* Tasks of the graph: see weft_llm_graph_make(). */
double         weft_llm_graph_n_tasks   (const WeftLlmShape *shape,
                                         const WeftLlmJob   *job);
WeftTaskGraph *weft_llm_graph_make      (const char         *name,
                                         const WeftLlmSetup *setup,
                                         const WeftLlmJob   *job,
                                         GPtrArray          *notes,
                                         GCancellable       *cancellable,
                                         GError            **error);

G_END_DECLS
