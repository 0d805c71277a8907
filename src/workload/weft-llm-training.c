/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A training step: each microbatch forward and back, in the order of GPipe (Huang et al. 2019) or of 1F1B (Narayanan et
 * al. 2021) on each stage, then the all-reduce of gradients among copies and the optimizer. */
#include "workload/weft-llm-graph-private.h"

/* Where the first and the last tasks of the items are: [stages × microbatches] each. */
typedef struct
{
  guint32 *first;
  guint32 *last;
} Ends;

/* What gradients are added up and weights are changed for: each layer, the embedding, the head. */
typedef struct
{
  guint layer; /* G_MAXUINT outside of layers */
  const char *reduce_name;
  const char *step_name;
  double params;
  gboolean is_tied; /* its gradients go to the other end of the pipeline too */
} Unit;

/* Where the tasks of the way back through a layer are on the way forward: a dense layer goes back through its block,
 * the all-reduce of that one's input, projection, attention and another all-reduce; one with experts through
 * experts, router, all-reduce, attention and all-reduce. */
static const guint way_back[WEFT_LLM_LAYER_PARTS] = { 3, 2, 1, 0, 4 };

/* --- the backward pass --- */

static guint32
add_back (WeftLlmGraph      *self,
          const WeftLlmItem *item,
          guint              layer,
          WeftLlmPart        part,
          const char        *name,
          gboolean           repeats,
          guint32            region)
{
  const WeftLlmLayer *at = layer < self->n_layers ? &self->layers[layer] : NULL;
  WeftTaskCost cost = weft_llm_backward_cost (self->setup, at, &item->pass, part, self->job->recompute);

  /* Making activations anew takes the all-reduce within the layer once more; the one behind it made what was kept. */
  if (part == WEFT_LLM_REDUCE && repeats)
    {
      cost.bytes_read *= 2;
      cost.bytes_written *= 2;
      cost.comm_bytes *= 2;
    }
  return weft_llm_add_joint_row (self, item, layer, name != NULL ? name : cost.kernel, &cost, region);
}

/* Returns the last row. */
static guint32
add_layer_back (WeftLlmGraph *self, const WeftLlmItem *item, guint index, guint32 before, const guint32 *rows,
                guint32 *back)
{
  const WeftLlmLayer *layer = &self->layers[index];
  guint32 region = self->layer_regions[item->copy * self->n_layers + index];
  double bytes = weft_llm_output_bytes (self->setup, NULL, &item->pass, WEFT_LLM_REDUCE);
  WeftLlmPart parts[WEFT_LLM_LAYER_PARTS];

  weft_llm_layer_parts (layer, parts);
  for (guint i = 0; i < WEFT_LLM_LAYER_PARTS; i++)
    {
      guint at = way_back[i];
      gboolean is_reduce = parts[at] == WEFT_LLM_REDUCE;
      gboolean is_last = i + 1 == WEFT_LLM_LAYER_PARTS;
      const char *name = !is_reduce ? NULL : (is_last ? "attention_reduce_back" : "block_reduce_back");

      back[at] = add_back (self, item, index, parts[at], name, self->job->recompute && !is_last,
                           is_reduce ? WEFT_TASK_NONE : region);
      weft_llm_link_rows (self, before, back[at],
                          parts[at] == WEFT_LLM_ATTENTION
                            ? weft_llm_output_bytes (self->setup, layer, &item->pass, WEFT_LLM_ATTENTION) : bytes);
      if (!is_reduce)
        weft_llm_link_rows (self, rows[at], back[at],
                            weft_llm_kept_bytes (self->setup, layer, &item->pass, parts[at], self->job->recompute));
      before = back[at];
    }
  return before;
}

void
weft_llm_add_backward (WeftLlmGraph *self, const WeftLlmItem *item, const WeftLlmRows *rows, WeftLlmRows *back)
{
  double bytes = weft_llm_output_bytes (self->setup, NULL, &item->pass, WEFT_LLM_REDUCE);
  guint32 row = back->head
    = add_back (self, item, WEFT_LLM_AT_HEAD, WEFT_LLM_HEAD, NULL, FALSE, self->head_regions[item->copy]);

  weft_llm_link_rows (self, rows->head, row,
                      weft_llm_kept_bytes (self->setup, NULL, &item->pass, WEFT_LLM_HEAD, self->job->recompute));
  for (guint stage = self->job->pp; stage-- > 0;)
    {
      guint begin = weft_llm_first_layer (self, stage), end = weft_llm_first_layer (self, stage + 1);

      for (guint i = end; i-- > begin;)
        row = add_layer_back (self, item, i, row, rows->parts + i * WEFT_LLM_LAYER_PARTS,
                              back->parts + i * WEFT_LLM_LAYER_PARTS);
      back->first[stage] = stage + 1 == self->job->pp ? back->head
                                                      : back->parts[(end - 1) * WEFT_LLM_LAYER_PARTS + way_back[0]];
      if (stage > 0)
        {
          guint32 send = add_back (self, item, begin, WEFT_LLM_SEND, "send_back", FALSE, WEFT_TASK_NONE);

          weft_llm_link_rows (self, row, send, bytes);
          row = send;
        }
      back->last[stage] = row;
    }
  back->embedding = add_back (self, item, WEFT_LLM_AT_EMBEDDING, WEFT_LLM_EMBEDDING, NULL, FALSE,
                              self->embedding_regions[item->copy]);
  weft_llm_link_rows (self, row, back->embedding, bytes);
  weft_llm_link_rows (self, rows->embedding, back->embedding, 0);
  back->last[0] = back->embedding;
}

/* --- the order on a stage --- */

static void
chain (WeftLlmGraph *self, const Ends *ends, guint32 place, guint32 *last)
{
  if (*last != WEFT_TASK_NONE)
    weft_llm_link_rows (self, *last, ends->first[place], 0);
  *last = ends->last[place];
}

/* GPipe: all forward, all back. 1F1B: as many forward as there are stages behind this one, then one forward and one
 * back in turns. */
static void
order_stage (WeftLlmGraph *self, guint stage, const Ends *forward, const Ends *back)
{
  guint32 m = self->job->microbatches;
  guint32 n_ahead = self->job->is_gpipe ? m : MIN (m, self->job->pp - stage - 1);
  guint32 last = WEFT_TASK_NONE;
  guint32 n_forward = 0;

  for (guint32 n_back = 0; n_back < m; n_back++)
    {
      while (n_forward < m && n_forward < n_ahead + n_back + (self->job->is_gpipe ? 0 : 1))
        chain (self, forward, stage * m + n_forward++, &last);
      chain (self, back, stage * m + n_back, &last);
    }
}

static void
keep_ends (WeftLlmGraph *self, Ends *ends, const WeftLlmRows *rows, guint32 microbatch)
{
  for (guint stage = 0; stage < self->job->pp; stage++)
    {
      ends->first[stage * self->job->microbatches + microbatch] = rows->first[stage];
      ends->last[stage * self->job->microbatches + microbatch] = rows->last[stage];
    }
}

/* --- gradients and weights --- */

static Unit
take_unit (const WeftLlmGraph *self, guint index)
{
  const WeftLlmSetup *setup = self->setup;
  gboolean is_tied = setup->shape->tied_embeddings;

  if (index < self->n_layers)
    return (Unit) { index, "gradient_reduce", "optimizer", weft_llm_rank_params (setup, &self->layers[index]), FALSE };
  if (index == self->n_layers)
    return (Unit) { WEFT_LLM_AT_EMBEDDING, "embedding_gradient_reduce", "embedding_optimizer",
                    weft_llm_part_params (setup, NULL, WEFT_LLM_EMBEDDING), is_tied && self->job->pp > 1 };
  /* A tied table that both use on one stage is the embedding's; the head has its norm alone. */
  return (Unit) { WEFT_LLM_AT_HEAD, "head_gradient_reduce", "head_optimizer",
                  is_tied && self->job->pp == 1 ? setup->shape->hidden
                                                : weft_llm_part_params (setup, NULL, WEFT_LLM_HEAD),
                  is_tied && self->job->pp > 1 };
}

static guint32
unit_row (const WeftLlmGraph *self, guint index, const WeftLlmRows *back)
{
  if (index < self->n_layers)
    return back->parts[index * WEFT_LLM_LAYER_PARTS];
  return index == self->n_layers ? back->embedding : back->head;
}

static guint32
unit_region (const WeftLlmGraph *self, guint index, guint32 copy)
{
  if (index < self->n_layers)
    return self->layer_regions[copy * self->n_layers + index];
  return index == self->n_layers ? self->embedding_regions[copy] : self->head_regions[copy];
}

/* The gradients of one unit of one copy, whose collective begins with @group. */
static guint32
add_gradient_reduce (WeftLlmGraph *self, const WeftLlmItem *item, const Unit *unit, guint32 before, guint32 group)
{
  double bytes = unit->params * self->setup->activation_bytes;
  WeftTaskCost cost = {
    .kernel = "gradient_reduce",
    .working_set_bytes = bytes,
    .comm = WEFT_COMM_ALL_REDUCE,
    .comm_bytes = bytes,
  };
  guint32 row = weft_llm_add_row (self, item, unit->layer, unit->reduce_name, &cost, WEFT_TASK_NONE);

  for (guint32 rank = 0; rank < self->job->tp; rank++)
    weft_task_builder_set_group (self->builder, row + rank, group + rank);
  weft_llm_link_rows (self, before, row, bytes);
  return row;
}

/* Ranks of all copies bring a unit's gradients together; with a tied table the ends of the pipeline as well. */
static void
add_update (WeftLlmGraph *self, guint index, WeftLlmRows *const *backs, guint32 *tied_group)
{
  Unit unit = take_unit (self, index);
  gboolean has_reduce = self->job->dp > 1 || unit.is_tied;
  gboolean joins = unit.is_tied && *tied_group != WEFT_TASK_NONE;
  guint32 group = joins ? *tied_group : self->n_groups;

  if (has_reduce && !joins)
    self->n_groups += self->job->tp;
  if (unit.is_tied)
    *tied_group = group;
  for (guint32 copy = 0; copy < self->job->dp; copy++)
    {
      WeftLlmItem item = { .copy = copy, .prefix = "" };
      WeftTaskCost cost = weft_llm_optimizer_cost (self->setup, unit.params);
      guint32 row = unit_row (self, index, backs[copy]);
      guint32 step;

      if (has_reduce)
        row = add_gradient_reduce (self, &item, &unit, row, group);
      step = weft_llm_add_row (self, &item, unit.layer, unit.step_name, &cost, unit_region (self, index, copy));
      weft_llm_link_rows (self, row, step, unit.params * self->setup->activation_bytes);
    }
}

/* --- the step --- */

static gboolean
add_microbatches (WeftLlmGraph *self, guint32 copy, WeftLlmRows *back, GCancellable *cancellable, GError **error)
{
  const WeftLlmJob *job = self->job;
  gsize n = (gsize) job->pp * job->microbatches;
  g_autofree guint32 *ends = g_new (guint32, 4 * n);
  Ends forward = { ends, ends + n }, backward = { ends + 2 * n, ends + 3 * n };
  WeftLlmRows *rows = weft_llm_rows_new (self);
  gboolean is_cancelled = FALSE;
  char prefix[20] = "";

  for (guint32 m = 0; m < job->microbatches && !is_cancelled; m++)
    {
      WeftLlmItem item = {
        .copy = copy,
        .prefix = prefix,
        .pass = {
          .sequences = weft_llm_deal (weft_llm_deal (job->batch, job->dp, copy), job->microbatches, m),
          .tokens = job->prompt,
          .all_logits = TRUE,
        },
      };

      if (job->microbatches > 1)
        g_snprintf (prefix, sizeof prefix, "m%u.", m);
      weft_llm_add_forward (self, &item, WEFT_TASK_NONE, rows);
      weft_llm_add_backward (self, &item, rows, back);
      keep_ends (self, &forward, rows, m);
      keep_ends (self, &backward, back, m);
      is_cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  weft_llm_rows_free (rows);
  for (guint stage = 0; stage < job->pp && !is_cancelled; stage++)
    order_stage (self, stage, &forward, &backward);
  return !is_cancelled;
}

gboolean
weft_llm_add_training (WeftLlmGraph *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) backs = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_llm_rows_free);
  guint32 tied_group = WEFT_TASK_NONE;

  for (guint32 copy = 0; copy < self->job->dp; copy++)
    {
      g_ptr_array_add (backs, weft_llm_rows_new (self));
      /* The rows of the last microbatch stay: those before it are done when it is. */
      if (!add_microbatches (self, copy, backs->pdata[copy], cancellable, error))
        return FALSE;
    }
  for (guint index = 0; index < self->n_layers + 2; index++)
    add_update (self, index, (WeftLlmRows *const *) backs->pdata, &tied_group);
  return TRUE;
}
