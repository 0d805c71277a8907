/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph of a language model on tensor ranks and pipeline stages: one source, and for each pass an embedding,
 * five tasks a layer, sends between stages and a head, each once for every tensor rank. */
#include "workload/weft-llm-graph-private.h"

/* A token's number. */
#define TOKEN_BYTES 4.0

/* --- dealing out --- */

guint32
weft_llm_deal (guint32 whole, guint32 n, guint32 index)
{
  return (guint64) whole * (index + 1) / n - (guint64) whole * index / n;
}

guint
weft_llm_first_layer (const WeftLlmGraph *self, guint stage)
{
  return (guint64) self->n_layers * stage / self->job->pp;
}

guint
weft_llm_stage_of (const WeftLlmGraph *self, guint layer)
{
  guint stage = (guint64) layer * self->job->pp / self->n_layers;

  while (weft_llm_first_layer (self, stage + 1) <= layer)
    stage++;
  return stage;
}

WeftLlmRows *
weft_llm_rows_new (const WeftLlmGraph *self)
{
  WeftLlmRows *rows = g_new0 (WeftLlmRows, 1);

  rows->parts = g_new (guint32, self->n_layers * WEFT_LLM_LAYER_PARTS);
  rows->first = g_new (guint32, self->job->pp);
  rows->last = g_new (guint32, self->job->pp);
  return rows;
}

void
weft_llm_rows_free (WeftLlmRows *rows)
{
  g_free (rows->parts);
  g_free (rows->first);
  g_free (rows->last);
  g_free (rows);
}

/* --- rows --- */

static guint32
intern_stem (WeftLlmGraph *self, const WeftLlmItem *item, guint layer, const char *name)
{
  char stem[128];

  if (layer >= self->n_layers)
    g_snprintf (stem, sizeof stem, "%s%s", item->prefix, name);
  else
    g_snprintf (stem, sizeof stem, "%slayer%u.%s", item->prefix, layer, name);
  return weft_task_builder_intern (self->builder, stem);
}

static guint
row_stage (const WeftLlmGraph *self, guint layer)
{
  if (layer < self->n_layers)
    return weft_llm_stage_of (self, layer);
  return layer == WEFT_LLM_AT_EMBEDDING ? 0 : self->job->pp - 1;
}

guint32
weft_llm_add_row (WeftLlmGraph       *self,
                  const WeftLlmItem  *item,
                  guint               layer,
                  const char         *name,
                  const WeftTaskCost *cost,
                  guint32             region)
{
  guint32 kind = weft_kind_set_take (self->kinds, cost);
  guint32 stem = intern_stem (self, item, layer, name);
  guint32 first = weft_task_builder_n_tasks (self->builder);
  guint32 first_rank = (item->copy * self->job->pp + row_stage (self, layer)) * self->job->tp;

  for (guint32 rank = 0; rank < self->job->tp; rank++)
    {
      guint32 task = weft_task_builder_add_task (self->builder, kind, stem, item->copy * self->job->tp + rank);

      weft_task_builder_set_rank (self->builder, task, first_rank + rank);
      if (region != WEFT_TASK_NONE)
        weft_task_builder_set_region (self->builder, task, region + rank);
    }
  return first;
}

guint32
weft_llm_add_joint_row (WeftLlmGraph       *self,
                        const WeftLlmItem  *item,
                        guint               layer,
                        const char         *name,
                        const WeftTaskCost *cost,
                        guint32             region)
{
  guint32 first = weft_llm_add_row (self, item, layer, name, cost, region);

  if (cost->comm != WEFT_COMM_ALL_REDUCE)
    return first;
  for (guint32 rank = 0; rank < self->job->tp; rank++)
    weft_task_builder_set_group (self->builder, first + rank, self->n_groups);
  self->n_groups++;
  return first;
}

void
weft_llm_link_rows (WeftLlmGraph *self, guint32 from, guint32 to, double bytes)
{
  for (guint32 rank = 0; rank < self->job->tp; rank++)
    weft_task_builder_add_edge (self->builder, from + rank, to + rank, bytes);
}

/* @name: (nullable): the kernel's */
static guint32
add_part (WeftLlmGraph *self, const WeftLlmItem *item, guint layer, WeftLlmPart part, const char *name, guint32 region)
{
  const WeftLlmLayer *at = layer < self->n_layers ? &self->layers[layer] : NULL;
  WeftTaskCost cost = weft_llm_cost (self->setup, at, &item->pass, part);

  /* Training keeps no cache: its regions have weights, states and activations in one. */
  if (self->job->is_training)
    cost.region_bytes_read = cost.region_bytes_written = 0;
  return weft_llm_add_joint_row (self, item, layer, name != NULL ? name : cost.kernel, &cost, region);
}

/* --- what ranks hold --- */

/* Microbatches whose activations a stage keeps at once. */
static double
count_in_flight (const WeftLlmJob *job, guint stage)
{
  return job->is_gpipe ? job->microbatches : MIN (job->microbatches, job->pp - stage);
}

static double
largest_piece (const WeftLlmJob *job, guint32 copy)
{
  guint32 batch = weft_llm_deal (job->batch, job->dp, copy);

  return batch / job->microbatches + (batch % job->microbatches > 0);
}

static double
layer_bytes (const WeftLlmGraph *self, guint32 copy, guint index)
{
  const WeftLlmJob *job = self->job;
  const WeftLlmLayer *layer = &self->layers[index];
  double weights = weft_llm_rank_weight_bytes (self->setup, layer);
  WeftLlmPass pass = { largest_piece (job, copy), job->prompt, 0, TRUE };
  WeftLlmPart parts[WEFT_LLM_LAYER_PARTS];
  double kept = 0;

  if (!job->is_training)
    return weights;
  weft_llm_layer_parts (layer, parts);
  for (guint i = 0; i < WEFT_LLM_LAYER_PARTS; i++)
    kept += weft_llm_kept_bytes (self->setup, layer, &pass, parts[i], job->recompute);
  return weft_llm_state_bytes (self->setup, weft_llm_rank_params (self->setup, layer), weights)
         + kept * count_in_flight (job, weft_llm_stage_of (self, index));
}

static double
cache_bytes (const WeftLlmGraph *self, guint32 copy, guint index)
{
  const WeftLlmJob *job = self->job;

  return weft_llm_rank_cache_bytes (self->setup, &self->layers[index], weft_llm_deal (job->batch, job->dp, copy),
                                    (double) job->prompt + (job->is_decode ? job->new_tokens : 0));
}

static double
table_bytes (const WeftLlmGraph *self, WeftLlmPart part)
{
  double params = weft_llm_part_params (self->setup, NULL, part);
  double weights = params * self->setup->wide_bytes;

  return self->job->is_training ? weft_llm_state_bytes (self->setup, params, weights) : weights;
}

/* A region for each rank; the first one's index. */
static guint32
add_regions (WeftLlmGraph *self, guint32 copy, const char *stem, double bytes)
{
  guint32 name = weft_task_builder_intern (self->builder, stem);
  guint32 first = 0;

  for (guint32 rank = 0; rank < self->job->tp; rank++)
    {
      guint32 region = weft_task_builder_add_region (self->builder, name, copy * self->job->tp + rank, bytes);

      if (rank == 0)
        first = region;
    }
  return first;
}

/* A stage that has both embedding and head holds a tied table once. */
static void
add_all_regions (WeftLlmGraph *self)
{
  gboolean is_shared = self->setup->shape->tied_embeddings && self->job->pp == 1;
  char stem[32];

  for (guint32 copy = 0; copy < self->job->dp; copy++)
    {
      self->embedding_regions[copy]
        = add_regions (self, copy, "embedding", table_bytes (self, WEFT_LLM_EMBEDDING));
      for (guint i = 0; i < self->n_layers; i++)
        {
          g_snprintf (stem, sizeof stem, "layer%u", i);
          self->layer_regions[copy * self->n_layers + i] = add_regions (self, copy, stem, layer_bytes (self, copy, i));
          if (self->job->is_training)
            continue;
          g_snprintf (stem, sizeof stem, "kv%u", i);
          self->kv_regions[copy * self->n_layers + i] = add_regions (self, copy, stem, cache_bytes (self, copy, i));
        }
      self->head_regions[copy] = is_shared ? self->embedding_regions[copy]
                                           : add_regions (self, copy, "head", table_bytes (self, WEFT_LLM_HEAD));
    }
}

/* --- the forward pass --- */

static guint32
add_embedding (WeftLlmGraph *self, const WeftLlmItem *item, guint32 before)
{
  guint32 row = add_part (self, item, WEFT_LLM_AT_EMBEDDING, WEFT_LLM_EMBEDDING, NULL,
                          self->embedding_regions[item->copy]);
  double bytes = item->pass.sequences * item->pass.tokens * TOKEN_BYTES;

  if (before != WEFT_TASK_NONE)
    weft_llm_link_rows (self, before, row, bytes);
  else
    for (guint32 rank = 0; rank < self->job->tp; rank++)
      weft_task_builder_add_edge (self->builder, self->source, row + rank, bytes);
  return row;
}

/* A task uses one region: attention its cache, whose weights are among those of the layer. */
static guint32
part_region (const WeftLlmGraph *self, guint32 at, WeftLlmPart part)
{
  if (part == WEFT_LLM_REDUCE)
    return WEFT_TASK_NONE;
  return part == WEFT_LLM_ATTENTION && !self->job->is_training ? self->kv_regions[at] : self->layer_regions[at];
}

/* @before: what the layer's input comes from. Returns the last row. */
static guint32
add_layer (WeftLlmGraph *self, const WeftLlmItem *item, guint index, guint32 before, guint32 *rows)
{
  const WeftLlmLayer *layer = &self->layers[index];
  double bytes = weft_llm_output_bytes (self->setup, NULL, &item->pass, WEFT_LLM_REDUCE);
  guint32 at = item->copy * self->n_layers + index;
  WeftLlmPart parts[WEFT_LLM_LAYER_PARTS];

  weft_llm_layer_parts (layer, parts);
  for (guint i = 0; i < WEFT_LLM_LAYER_PARTS; i++)
    {
      gboolean is_reduce = parts[i] == WEFT_LLM_REDUCE;
      const char *name = !is_reduce ? NULL : (i + 1 < WEFT_LLM_LAYER_PARTS ? "attention_reduce" : "block_reduce");

      rows[i] = add_part (self, item, index, parts[i], name, part_region (self, at, parts[i]));
      weft_llm_link_rows (self, before, rows[i], bytes);
      bytes = weft_llm_output_bytes (self->setup, layer, &item->pass, parts[i]);
      before = rows[i];
    }
  return before;
}

void
weft_llm_add_forward (WeftLlmGraph *self, const WeftLlmItem *item, guint32 before, WeftLlmRows *rows)
{
  double bytes = weft_llm_output_bytes (self->setup, NULL, &item->pass, WEFT_LLM_REDUCE);
  guint32 row = rows->embedding = add_embedding (self, item, before);

  for (guint stage = 0; stage < self->job->pp; stage++)
    {
      guint begin = weft_llm_first_layer (self, stage), end = weft_llm_first_layer (self, stage + 1);

      for (guint i = begin; i < end; i++)
        row = add_layer (self, item, i, row, rows->parts + i * WEFT_LLM_LAYER_PARTS);
      rows->first[stage] = stage == 0 ? rows->embedding : rows->parts[begin * WEFT_LLM_LAYER_PARTS];
      if (stage + 1 < self->job->pp)
        {
          guint32 send = add_part (self, item, end - 1, WEFT_LLM_SEND, NULL, WEFT_TASK_NONE);

          weft_llm_link_rows (self, row, send, bytes);
          row = send;
        }
      rows->last[stage] = row;
    }
  rows->head = add_part (self, item, WEFT_LLM_AT_HEAD, WEFT_LLM_HEAD, NULL, self->head_regions[item->copy]);
  weft_llm_link_rows (self, row, rows->head, bytes);
  rows->last[self->job->pp - 1] = rows->head;
}

/* --- inference --- */

static gboolean
add_inference (WeftLlmGraph *self, GCancellable *cancellable, GError **error)
{
  const WeftLlmJob *job = self->job;
  guint32 n_steps = job->is_decode ? job->new_tokens : 1;
  WeftLlmRows *rows = weft_llm_rows_new (self);
  g_autofree guint32 *heads = g_new (guint32, job->microbatches);
  gboolean is_cancelled = FALSE;
  char prefix[48];

  for (guint32 copy = 0; copy < job->dp && !is_cancelled; copy++)
    for (guint32 step = 0; step < n_steps && !is_cancelled; step++)
      for (guint32 m = 0; m < job->microbatches && !is_cancelled; m++)
        {
          WeftLlmItem item = {
            .copy = copy,
            .prefix = prefix,
            .pass = {
              .sequences = weft_llm_deal (weft_llm_deal (job->batch, job->dp, copy), job->microbatches, m),
              .tokens = job->is_decode ? 1 : job->prompt,
              .context = job->is_decode ? (double) job->prompt + step : 0,
              .all_logits = job->all_logits,
            },
          };
          char step_name[20] = "", piece_name[20] = "";

          if (n_steps > 1)
            g_snprintf (step_name, sizeof step_name, "step%u.", step);
          if (job->microbatches > 1)
            g_snprintf (piece_name, sizeof piece_name, "m%u.", m);
          g_snprintf (prefix, sizeof prefix, "%s%s", step_name, piece_name);
          weft_llm_add_forward (self, &item, step > 0 ? heads[m] : WEFT_TASK_NONE, rows);
          heads[m] = rows->head;
          is_cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
        }
  weft_llm_rows_free (rows);
  return !is_cancelled;
}

/* --- the whole --- */

static void
add_source (WeftLlmGraph *self)
{
  double tokens = (double) self->job->batch * (self->job->is_decode ? 1 : self->job->prompt);
  WeftTaskCost cost = { .kernel = "source", .working_set_bytes = tokens * TOKEN_BYTES };

  self->source = weft_task_builder_add_task (self->builder, weft_kind_set_take (self->kinds, &cost),
                                             weft_task_builder_intern (self->builder, "source"), WEFT_TASK_NONE);
  weft_task_builder_set_rank (self->builder, self->source, 0);
}

static void
graph_init (WeftLlmGraph *self, const char *name)
{
  guint n = self->setup->shape->layers;

  self->builder = weft_task_builder_new (name);
  self->kinds = weft_kind_set_new (self->builder);
  self->n_layers = n;
  self->layers = g_new (WeftLlmLayer, n);
  for (guint i = 0; i < n; i++)
    self->layers[i] = weft_llm_layer (self->setup->shape, i);
  self->layer_regions = g_new (guint32, (gsize) self->job->dp * n);
  self->kv_regions = g_new (guint32, (gsize) self->job->dp * n);
  self->embedding_regions = g_new (guint32, self->job->dp);
  self->head_regions = g_new (guint32, self->job->dp);
}

static void
graph_clear (WeftLlmGraph *self)
{
  g_clear_pointer (&self->kinds, weft_kind_set_free);
  g_clear_pointer (&self->builder, weft_task_builder_free);
  g_free (self->layers);
  g_free (self->layer_regions);
  g_free (self->kv_regions);
  g_free (self->embedding_regions);
  g_free (self->head_regions);
}

/**
 * weft_llm_graph_n_tasks: (skip)
 * @shape: the model
 * @job: what is to be done
 *
 * With L layers, a pass is TP (5 L + 2) + TP (PP − 1) tasks. Inference: 1 + DP × steps × microbatches × a pass.
 * Training: 1 + DP × (2 × microbatches × a pass + TP (L + 2) × (1 + (DP > 1))), one optimizer and, with copies, one
 * all-reduce of gradients for each layer, the embedding and the head; and DP × 2 TP more when a tied table lies on two
 * stages of a single copy.
 *
 * Returns: how many tasks the graph has
 */
double
weft_llm_graph_n_tasks (const WeftLlmShape *shape, const WeftLlmJob *job)
{
  double tp = job->tp;
  double pass = tp * (5 * shape->layers + 2) + tp * (job->pp - 1.0);
  double units = tp * (shape->layers + 2);

  if (!job->is_training)
    return 1 + job->dp * (job->is_decode ? job->new_tokens : 1.0) * job->microbatches * pass;
  return 1 + job->dp * (2.0 * job->microbatches * pass + units * (job->dp > 1 ? 2 : 1))
         + (job->dp == 1 && shape->tied_embeddings && job->pp > 1 ? 2 * tp : 0);
}

/**
 * weft_llm_graph_make: (skip)
 * @name: what the workload is called
 * @setup: the model as it is run
 * @job: what is to be done: no more stages than layers, and a sequence for each microbatch of each copy
 * @notes: (element-type utf8): sentences about it
 * @cancellable: (nullable): to stop it
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the graph
 */
WeftTaskGraph *
weft_llm_graph_make (const char          *name,
                     const WeftLlmSetup  *setup,
                     const WeftLlmJob    *job,
                     GPtrArray           *notes,
                     GCancellable        *cancellable,
                     GError             **error)
{
  WeftLlmGraph self = { .job = job, .setup = setup };
  WeftTaskGraph *graph = NULL;

  graph_init (&self, name);
  for (guint i = 0; i < notes->len; i++)
    weft_task_builder_add_note (self.builder, g_ptr_array_index (notes, i));
  add_source (&self);
  add_all_regions (&self);
  if (job->is_training ? weft_llm_add_training (&self, cancellable, error) : add_inference (&self, cancellable, error))
    graph = weft_task_builder_finish (g_steal_pointer (&self.builder), cancellable, error);
  graph_clear (&self);
  return graph;
}
