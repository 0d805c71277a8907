/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time and memory of a plan. Layers are dealt out evenly, as the generator of task graphs deals them, and the slowest
 * stage sets the pace: m pieces through stages of t_k take sum t_k + (m - 1) max t_k (Huang et al., GPipe, 2019). */
#include <math.h>
#include <string.h>

#include "mapper/weft-llm-estimate-private.h"
#include "workload/weft-llm-graph-private.h"

/* Sizes of pieces that are all tried; beyond, powers of two. */
#define MAX_SIZES 16u
/* What the slowest of several ways is found with. */
#define WAY_BYTES 0x1p20

typedef struct
{
  const WeftLlmModel *model;
  const WeftLlmIslands *islands;
  const WeftLlmGroups *groups;
  WeftLlmPlan *plan;
  WeftLlmSetup setup;
  guint requests;      /* of the fullest copy */
  gboolean *classes;   /* [stages of all copies × classes] */
  WeftLlmRing *rings;  /* [stages of all copies] */
  WeftLink *ways;      /* [stages of all copies] to the next stage */
  guint *copies;       /* [n_copies] those whose devices and ways differ from all before */
  guint n_copies;
} Estimate;

/* A pipeline that pieces go through. */
typedef struct
{
  double sum_s;   /* all stages, one after the other */
  double most_s;  /* the slowest stage, or way between two */
  double send_s;  /* all ways between stages */
  WeftLlmStageTime slowest;
  WeftLlmStageTime all;
} Pipeline;

/* Where a time goes. */
typedef struct
{
  double total_s;
  double compute_s;
  double tp_comm_s;
  double pp_comm_s;
  double dp_comm_s;
  double bubble_s;
} Split;

static guint
first_layer (const Estimate *self, guint stage)
{
  return (guint) ((guint64) self->model->n_layers * stage / self->plan->pp);
}

/* --- one pass --- */

/* @copy: which copy's devices. In training pieces go there and back. */
static Pipeline
take_pipeline (const Estimate *self, const WeftLlmPassCosts *costs, guint copy)
{
  const WeftLlmTask *task = self->model->task;
  guint n_classes = self->model->platform->n_classes, pp = self->plan->pp;
  double exposed = task->is_training ? 1 - task->overlap_tp : 1;
  Pipeline pipeline = { 0 };

  for (guint k = 0; k < pp; k++)
    {
      guint at = copy * pp + k;
      WeftLlmStageTime time
        = weft_llm_stage_time (self->model, costs, first_layer (self, k), first_layer (self, k + 1),
                               self->classes + (gsize) at * n_classes, &self->rings[at]);

      time.comm_s *= exposed;
      pipeline.sum_s += time.compute_s + time.comm_s;
      pipeline.all.compute_s += time.compute_s;
      pipeline.all.comm_s += time.comm_s;
      if (time.compute_s + time.comm_s > pipeline.slowest.compute_s + pipeline.slowest.comm_s)
        pipeline.slowest = time;
      if (k + 1 < pp)
        {
          double send_s = (task->is_training ? 2 : 1)
                          * weft_comm_time_total (weft_point_to_point (costs->stream_bytes, &self->ways[at]));

          pipeline.send_s += send_s;
          pipeline.most_s = MAX (pipeline.most_s, send_s);
        }
    }
  pipeline.most_s = MAX (pipeline.most_s, pipeline.slowest.compute_s + pipeline.slowest.comm_s);
  return pipeline;
}

/* @pieces through the pipeline: the slowest stage's own work, the way between stages, and waiting for the rest. */
static Split
run_pieces (const Pipeline *pipeline, double pieces)
{
  Split split = {
    .total_s = pipeline->sum_s + pipeline->send_s + (pieces - 1) * pipeline->most_s,
    .compute_s = pieces * pipeline->slowest.compute_s,
    .tp_comm_s = pieces * pipeline->slowest.comm_s,
    .pp_comm_s = pipeline->send_s,
  };

  split.bubble_s = MAX (0, split.total_s - split.compute_s - split.tp_comm_s - split.pp_comm_s);
  return split;
}

/* --- prefill and training --- */

static WeftLlmPass
piece_of (const Estimate *self, guint size)
{
  return (WeftLlmPass) { size, self->model->task->prompt_tokens, 0, self->model->task->is_training };
}

/* All-reduce of gradients among copies, and Adam's step, of the stage that takes longest for both. */
static Split
take_update (const Estimate *self)
{
  const WeftLlmTask *task = self->model->task;
  guint n_classes = self->model->platform->n_classes, pp = self->plan->pp, dp = self->plan->dp;
  Split split = { 0 };

  for (guint k = 0; k < pp; k++)
    {
      double params
        = weft_llm_stage_params (self->model, &self->setup, first_layer (self, k), first_layer (self, k + 1));
      WeftTaskCost cost = weft_llm_optimizer_cost (&self->setup, params);
      double reduce_s = 0, step_s = 0;

      /* Memory bounds it on every chip, also on one whose FP32 rate nobody states: two bytes go for each operation. */
      memset (cost.flops, 0, sizeof cost.flops);
      for (guint copy = 0; copy < dp; copy++)
        {
          guint at = copy * pp + k, next = (copy + 1) % dp * pp + k;

          for (guint c = 0; c < n_classes; c++)
            if (self->classes[(gsize) at * n_classes + c])
              step_s = MAX (step_s, weft_llm_task_time_s (self->model, &cost, c));
          if (dp > 1)
            {
              double bytes = params * self->setup.activation_bytes;
              WeftLink link = weft_llm_groups_link (self->groups, self->islands, at, next, bytes);

              reduce_s = MAX (reduce_s, weft_comm_time_total (weft_ring_all_reduce (dp, bytes, &link)));
            }
        }
      reduce_s *= 1 - task->overlap_dp;
      if (reduce_s + step_s > split.total_s)
        split = (Split) { .total_s = reduce_s + step_s, .compute_s = step_s, .dp_comm_s = reduce_s };
    }
  return split;
}

/* Of the copies the slowest. */
static Split
take_size (const Estimate *self, guint size)
{
  WeftLlmPass pass = piece_of (self, size);
  g_autoptr (WeftLlmPassCosts) costs = weft_llm_pass_costs_new (self->model, &self->setup, &pass);
  double pieces = ceil ((double) self->requests / size);
  Split slowest = { .total_s = -1 };

  for (guint i = 0; i < self->n_copies; i++)
    {
      Pipeline pipeline = take_pipeline (self, costs, self->copies[i]);
      Split split = run_pieces (&pipeline, pieces);

      if (split.total_s > slowest.total_s)
        slowest = split;
    }
  return slowest;
}

/* --- memory --- */

/* The stage that fills most of its devices. Pieces of @size; a stage of 1F1B has as many as there are stages behind it,
 * itself counted. */
static void
take_memory (const Estimate *self, guint size)
{
  const WeftLlmModel *model = self->model;
  WeftLlmPlan *plan = self->plan;
  WeftLlmPass pass = piece_of (self, size);
  g_autoptr (WeftLlmPassCosts) costs = weft_llm_pass_costs_new (model, &self->setup, &pass);
  guint n_classes = model->platform->n_classes;
  double fullest = -1;

  for (guint i = 0; i < self->n_copies * plan->pp; i++)
    {
      guint k = i % plan->pp, at = self->copies[i / plan->pp] * plan->pp + k;
      double pieces = MIN (plan->microbatches, plan->pp - k);
      double bytes = weft_llm_stage_bytes (model, &self->setup, &pass, first_layer (self, k), first_layer (self, k + 1),
                                           self->requests, pieces)
                     + costs->working_set_bytes;
      double capacity = INFINITY;

      for (guint c = 0; c < n_classes; c++)
        if (self->classes[(gsize) at * n_classes + c])
          capacity = MIN (capacity, model->platform->capacity_bytes[c] * model->task->memory_fill);
      if (bytes / capacity > fullest || i == 0)
        {
          fullest = bytes / capacity;
          plan->memory_bytes = bytes;
          plan->capacity_bytes = capacity;
        }
    }
  plan->fits = plan->memory_bytes <= plan->capacity_bytes;
}

/* --- the size of a piece --- */

static guint
next_size (guint size)
{
  return size < MAX_SIZES ? size + 1 : size * 2;
}

static void
keep_split (WeftLlmPlan *plan, const Split *split, guint microbatches)
{
  plan->microbatches = microbatches;
  plan->time_s = split->total_s;
  plan->compute_s = split->compute_s;
  plan->tp_comm_s = split->tp_comm_s;
  plan->pp_comm_s = split->pp_comm_s;
  plan->bubble_s = split->bubble_s;
}

/* Takes the size that fits and is quickest; when none fits, the one that needs least memory: the smallest. */
static void
choose_size (const Estimate *self)
{
  guint given = self->model->task->microbatches;
  guint least = given > 0 ? (self->requests + given - 1) / given : 1;
  guint most = given > 0 ? least : self->requests;
  WeftLlmPlan *plan = self->plan;
  gboolean has_one = FALSE;

  for (guint size = least; size <= most; size = next_size (size))
    {
      WeftLlmPlan before = *plan;
      Split split = take_size (self, size);

      keep_split (plan, &split, (self->requests + size - 1) / size);
      take_memory (self, size);
      if (has_one && !(plan->fits && (!before.fits || plan->time_s < before.time_s)))
        *plan = before;
      has_one = TRUE;
    }
}

/* --- decode --- */

/* Groups of requests take turns in the stages: each waits for its own token before, and for the slowest stage. */
static Split
take_step (const Estimate *self, guint copy, guint n_turns)
{
  const WeftLlmTask *task = self->model->task;
  WeftLlmPass pass = {
    ceil ((double) self->requests / n_turns), 1, task->prompt_tokens + task->new_tokens / 2.0, FALSE,
  };
  g_autoptr (WeftLlmPassCosts) costs = weft_llm_pass_costs_new (self->model, &self->setup, &pass);
  Pipeline pipeline = take_pipeline (self, costs, copy);
  Split split = {
    .total_s = MAX (pipeline.sum_s + pipeline.send_s, n_turns * pipeline.most_s),
    .compute_s = pipeline.all.compute_s,
    .tp_comm_s = pipeline.all.comm_s,
    .pp_comm_s = pipeline.send_s,
  };

  split.bubble_s = MAX (0, split.total_s - split.compute_s - split.tp_comm_s - split.pp_comm_s);
  return split;
}

static void
add_decode (const Estimate *self)
{
  double n = self->model->task->new_tokens;
  WeftLlmPlan *plan = self->plan;
  Split slowest = { 0 };

  for (guint i = 0; i < self->n_copies; i++)
    {
      Split best = take_step (self, self->copies[i], 1);

      for (guint turns = 2; turns <= MIN (self->requests, plan->pp); turns++)
        {
          Split split = take_step (self, self->copies[i], turns);

          if (split.total_s < best.total_s)
            best = split;
        }
      if (best.total_s > slowest.total_s)
        slowest = best;
    }
  plan->step_s = slowest.total_s;
  plan->time_s += n * slowest.total_s;
  plan->compute_s += n * slowest.compute_s;
  plan->tp_comm_s += n * slowest.tp_comm_s;
  plan->pp_comm_s += n * slowest.pp_comm_s;
  plan->bubble_s += n * slowest.bubble_s;
}

static void
add_update (const Estimate *self)
{
  Split split = take_update (self);

  self->plan->time_s += split.total_s;
  self->plan->compute_s += split.compute_s;
  self->plan->dp_comm_s += split.dp_comm_s;
}

/* --- public --- */

static void
take_stages (Estimate *self)
{
  guint n_classes = self->model->platform->n_classes;
  guint n = self->plan->pp * self->plan->dp;

  self->classes = g_new0 (gboolean, (gsize) n * n_classes);
  self->rings = g_new (WeftLlmRing, n);
  self->ways = g_new0 (WeftLink, n);
  for (guint at = 0; at < n; at++)
    {
      self->rings[at] = weft_llm_groups_ring (self->groups, self->islands, at);
      if (at % self->plan->pp + 1 < self->plan->pp)
        self->ways[at] = weft_llm_groups_link (self->groups, self->islands, at, at + 1, WAY_BYTES);
      for (guint i = 0; i < self->plan->tp; i++)
        {
          guint32 device = self->groups->devices[(gsize) at * self->plan->tp + i];

          self->classes[(gsize) at * n_classes + self->model->platform->class_of[device]] = TRUE;
        }
    }
}

static gboolean
is_same_link (const WeftLink *a, const WeftLink *b)
{
  return a->alpha_s == b->alpha_s && a->bw_bytes_s == b->bw_bytes_s;
}

static gboolean
is_same_copy (const Estimate *self, guint a, guint b)
{
  guint pp = self->plan->pp;
  gsize n_classes = self->model->platform->n_classes;

  for (guint k = 0; k < pp; k++)
    {
      const WeftLlmRing *one = &self->rings[a * pp + k];
      const WeftLlmRing *other = &self->rings[b * pp + k];

      if (one->domain != other->domain || !is_same_link (&one->inside, &other->inside)
          || !is_same_link (&one->across, &other->across)
          || !is_same_link (&self->ways[a * pp + k], &self->ways[b * pp + k]))
        return FALSE;
    }
  return memcmp (self->classes + a * pp * n_classes, self->classes + b * pp * n_classes,
                 pp * n_classes * sizeof *self->classes) == 0;
}

static void
take_copies (Estimate *self)
{
  self->copies = g_new (guint, self->plan->dp);
  for (guint copy = 0; copy < self->plan->dp; copy++)
    {
      guint i = 0;

      while (i < self->n_copies && !is_same_copy (self, self->copies[i], copy))
        i++;
      if (i == self->n_copies)
        self->copies[self->n_copies++] = copy;
    }
}

void
weft_llm_estimate (const WeftLlmModel *model, const WeftLlmIslands *islands, const WeftLlmGroups *groups,
                   WeftLlmPlan *plan)
{
  const WeftLlmTask *task = model->task;
  Estimate estimate = { .model = model, .islands = islands, .groups = groups, .plan = plan };

  weft_llm_setup_init (&estimate.setup, model->shape, plan->tp, task->dtype, task->kv_dtype);
  estimate.requests = (task->batch + plan->dp - 1) / plan->dp;
  take_stages (&estimate);
  take_copies (&estimate);
  choose_size (&estimate);
  if (task->is_training)
    add_update (&estimate);
  else if (task->new_tokens > 0)
    add_decode (&estimate);
  g_free (estimate.classes);
  g_free (estimate.rings);
  g_free (estimate.ways);
  g_free (estimate.copies);
}
