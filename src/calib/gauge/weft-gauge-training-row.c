/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a measured training step as a plan: what its cells say, and what the software does where they say nothing. */
#include "calib/gauge/weft-gauge-training-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quote-private.h"

/* A published utilisation that differs from that of the whole model by more than this factor is that of fewer layers. */
#define PROXY_FACTOR 1.5

/* Sequences are packed for fine-tuning: so many of them in one of the stated length. */
#define PACKED 8

/* Weights are shared out over so many chips where tables say that there are copies of the shards besides. */
#define SHARD 64u

/* Bits per byte, and giga. */
#define GBIT_BYTES_S (1e9 / 8)

static const struct
{
  const char *nick;
  gboolean sequence_parallel;
  gboolean flash_attention;
  gboolean dropout;
  guint zero_stage;
  WeftRecompute recompute;
} stacks[WEFT_GAUGE_N_STACKS] = {
  [WEFT_GAUGE_STACK_MEGATRON] = { "megatron", FALSE, FALSE, TRUE, 0, WEFT_RECOMPUTE_FULL },
  [WEFT_GAUGE_STACK_DEEPSPEED] = { "deepspeed", FALSE, FALSE, TRUE, 0, WEFT_RECOMPUTE_FULL },
  [WEFT_GAUGE_STACK_NEMO] = { "nemo", TRUE, TRUE, FALSE, 1, WEFT_RECOMPUTE_NONE },
  [WEFT_GAUGE_STACK_FOUNDRY] = { "llm-foundry", FALSE, TRUE, FALSE, 3, WEFT_RECOMPUTE_NONE },
  [WEFT_GAUGE_STACK_MAXTEXT] = { "maxtext", FALSE, TRUE, FALSE, 3, WEFT_RECOMPUTE_FULL },
  [WEFT_GAUGE_STACK_PAXML] = { "paxml", FALSE, TRUE, FALSE, 3, WEFT_RECOMPUTE_FULL },
  [WEFT_GAUGE_STACK_OTHER] = { NULL, FALSE, TRUE, FALSE, 1, WEFT_RECOMPUTE_NONE },
};

const char *
weft_gauge_stack_nick (WeftGaugeStack stack)
{
  return stacks[stack].nick;
}

static WeftGaugeStack
find_stack (const WeftGaugeRow *row)
{
  if (weft_gauge_says (row->model, "maxtext"))
    return WEFT_GAUGE_STACK_MAXTEXT;
  if (weft_gauge_says (row->model, "paxml"))
    return WEFT_GAUGE_STACK_PAXML;
  if (weft_gauge_says (row->note, "deepspeed") || weft_gauge_says (row->source, "vtrain"))
    return WEFT_GAUGE_STACK_DEEPSPEED;
  if (weft_gauge_says (row->source, "llm-foundry"))
    return WEFT_GAUGE_STACK_FOUNDRY;
  if (weft_gauge_says (row->source, "arXiv 2104.04473") || weft_gauge_says (row->source, "arXiv 2205.05198"))
    return WEFT_GAUGE_STACK_MEGATRON;
  if (weft_gauge_says (row->model, "torchtitan"))
    return WEFT_GAUGE_STACK_OTHER;
  if (weft_gauge_says (row->source, "NeMo") || weft_gauge_says (row->source, "NVIDIA")
      || weft_gauge_says (row->source, "_nemo") || weft_gauge_says (row->source, "mlcommons"))
    return WEFT_GAUGE_STACK_NEMO;
  return WEFT_GAUGE_STACK_OTHER;
}

/* --- numbers --- */

static guint
take_count (const WeftGaugeRow *row,
            const char         *name,
            guint               fallback)
{
  double value;

  if (!weft_gauge_token (row->parallelism, name, &value) && !weft_gauge_token (row->batch, name, &value))
    return fallback;
  return value >= 1 && value <= G_MAXINT && value == floor (value) ? (guint) value : fallback;
}

static gboolean
take_format (WeftGaugeRun       *run,
             const WeftGaugeRow *row)
{
  g_autofree char *first = g_strndup (row->precision, strcspn (row->precision, "/ "));

  return weft_format_parse (first, &run->plan.format);
}

/* --- the batch --- */

/* What is not stated follows from what is: microbatches from accumulation, else one sequence. */
static gboolean
set_batch (WeftGaugeRun       *run,
           const WeftGaugeRow *row)
{
  WeftTrainingPlan *plan = &run->plan;
  guint accumulation = take_count (row, "GA", 0);

  if (!weft_gauge_number (row->sequence, &plan->sequence) || !weft_gauge_token (row->batch, "GBS", &plan->global_batch))
    return FALSE;
  plan->microbatch = take_count (row, "MBS", 0);
  if (plan->microbatch == 0 && accumulation > 0)
    plan->microbatch = MAX (1, round (plan->global_batch / ((double) plan->dp * accumulation)));
  plan->microbatch = MAX (1, plan->microbatch);
  plan->microbatch = MIN (plan->microbatch, MAX (1, floor (plan->global_batch / plan->dp)));
  return plan->sequence >= 1 && plan->global_batch >= 1;
}

/* --- the split --- */

/* Where chips of tensor parallelism times expert parallelism do not divide those of a stage, each expert lies on one chip. */
static void
set_experts (WeftTrainingPlan *plan)
{
  guint ranks = plan->tp * plan->cp * plan->dp;

  plan->expert_tp = plan->ep > 1 && ranks % (plan->ep * plan->tp) != 0 ? 1 : 0;
}

static void
set_sharding (WeftGaugeRun       *run,
              const WeftGaugeRow *row)
{
  run->plan.zero_stage = stacks[run->stack].zero_stage;
  if (weft_gauge_flag (row->parallelism, "SHARD_GRAD_OP"))
    run->plan.zero_stage = 2;
  else if (weft_gauge_flag (row->parallelism, "FSDP"))
    run->plan.zero_stage = 3;
  if (weft_gauge_says (row->parallelism, "FSDP+DP") && run->plan.dp % SHARD == 0)
    run->plan.shard = SHARD;
}

/* NeMo interleaves: where the count of chunks is not stated, of two layers each. */
static void
set_chunks (WeftGaugeRun       *run,
            const WeftGaugeRow *row)
{
  WeftTrainingPlan *plan = &run->plan;
  guint layers = (guint) run->shape.layers;

  plan->virtual_stages = plan->pp > 1 ? take_count (row, "VP", 0) : 1;
  if (plan->virtual_stages == 0 && run->stack == WEFT_GAUGE_STACK_NEMO && layers % (2 * plan->pp) == 0)
    plan->virtual_stages = layers / plan->pp / 2;
  plan->virtual_stages = CLAMP (plan->virtual_stages, 1, MAX (1, layers / plan->pp));
}

/* A count that does not divide the chips was misprinted, and is 1. */
static gboolean
set_split (WeftGaugeRun       *run,
           const WeftGaugeRow *row)
{
  WeftTrainingPlan *plan = &run->plan;
  guint chips = 0;
  double count;

  if (!weft_gauge_number (row->count, &count) || !(count >= 1 && count <= G_MAXINT))
    return FALSE;
  chips = (guint) count;
  plan->tp = take_count (row, "TP", 1);
  plan->pp = take_count (row, "PP", 1);
  plan->cp = take_count (row, "CP", 1);
  plan->ep = take_count (row, "EP", 1);
  if (chips % plan->tp != 0)
    return FALSE;
  if (chips % (plan->tp * plan->cp) != 0)
    plan->cp = 1;
  if (chips % (plan->tp * plan->cp * plan->pp) != 0)
    plan->pp = 1;
  plan->dp = chips / (plan->tp * plan->cp * plan->pp);
  set_experts (plan);
  return TRUE;
}

/* --- what the software does --- */

static void
set_software (WeftGaugeRun       *run,
              const WeftGaugeRow *row)
{
  WeftTrainingPlan *plan = &run->plan;

  plan->stack = stacks[run->stack].nick;
  plan->states = weft_states_of_stack (plan->stack);
  plan->sequence_parallel = plan->tp > 1
                            && (stacks[run->stack].sequence_parallel || weft_gauge_flag (row->parallelism, "SP"));
  plan->flash_attention = stacks[run->stack].flash_attention;
  plan->dropout = stacks[run->stack].dropout;
  plan->recompute = stacks[run->stack].recompute;
  plan->overlap_tp = plan->overlap_dp = plan->overlap_pp = TRUE;
  plan->adapters_only = weft_gauge_says (row->model, "lora");
  if (weft_gauge_says (row->note, "selective recompute"))
    plan->recompute = WEFT_RECOMPUTE_SELECTIVE;
  else if (weft_gauge_says (row->note, "full recompute") || weft_gauge_says (row->note, "ckpt=True"))
    plan->recompute = WEFT_RECOMPUTE_FULL;
  else if (weft_gauge_says (row->note, "ckpt=False"))
    plan->recompute = WEFT_RECOMPUTE_NONE;
}

static void
pack_sequences (WeftTrainingPlan *plan)
{
  double packed = MIN (PACKED, plan->sequence);

  plan->sequence /= packed;
  plan->global_batch *= packed;
  plan->microbatch *= packed;
}

/* --- what was measured --- */

/* Megatron counts with full recomputation (arXiv 2104.04473, equation 3). */
static double
megatron_flop (const WeftGaugeRun *run)
{
  const WeftLlmShape *shape = &run->shape;
  double s = run->plan.sequence;

  return 96 * run->plan.global_batch * s * shape->layers * shape->hidden * shape->hidden
         * (1 + s / (6 * shape->hidden) + shape->vocab / (16 * shape->layers * shape->hidden));
}

static double
take_step (const WeftGaugeRun *run,
           const WeftGaugeRow *row)
{
  double value = weft_gauge_row_value (row);
  double tokens = run->plan.global_batch * run->plan.sequence;
  double chips = weft_training_plan_chips (&run->plan);

  if (g_str_equal (row->metric, "iteration_time"))
    return value;
  if (g_str_equal (row->metric, "tokens_per_s_per_gpu"))
    return tokens / (value * chips);
  if (g_str_equal (row->metric, "tokens_per_s"))
    return tokens / value;
  if (g_str_equal (row->metric, "sequences_per_s"))
    return run->plan.global_batch / value;
  if (g_str_equal (row->metric, "achieved_tflops_per_gpu"))
    return megatron_flop (run) / (value * chips);
  return NAN;
}

static void
set_layers (WeftLlmShape *shape,
            double        layers)
{
  if (!(layers >= 1 && layers <= WEFT_LLM_MAX_LAYERS))
    return;
  for (guint i = (guint) shape->layers; i < (guint) layers; i++)
    shape->layer[i] = shape->layer[i - 1];
  shape->layers = layers;
}

/* FLOP of a token as NVIDIA counts them for mixtures of experts: attention as causal. */
static double
token_flop (const WeftLlmShape *shape,
            double              sequence,
            double              layers)
{
  WeftLlmLayer layer = weft_llm_layer (shape, 0);
  double weights = weft_llm_layer_active_params (shape, &layer);

  return 6 * layers * (weights + sequence * layer.heads * layer.qk_dim) + 6 * shape->hidden * shape->vocab;
}

/* "MFU 45.4%" */
static gboolean
take_utilisation (const char *note,
                  double     *share)
{
  const char *at = strstr (note, "MFU ");
  char *end;

  if (at == NULL)
    return FALSE;
  *share = g_ascii_strtod (at + strlen ("MFU "), &end) / 100;
  return *share > 0 && *share < 1;
}

/* Some tables train fewer layers on fewer chips and do not say how many; the utilisation that they state tells. */
static void
find_proxy (WeftGaugeRun       *run,
            const WeftGaugeRow *row)
{
  double share, flop, one, none, layers;

  if (weft_gauge_counted (row->note, "layers", &layers))
    {
      set_layers (&run->shape, layers);
      return;
    }
  if (run->plan.adapters_only || !take_utilisation (row->note, &share))
    return;
  flop = share * (run->plan.format == WEFT_FORMAT_FP8 ? run->chip->peak_fp8_flops : run->chip->peak_bf16_flops)
         * weft_training_plan_chips (&run->plan) * take_step (run, row)
         / (run->plan.global_batch * run->plan.sequence);
  none = token_flop (&run->shape, run->plan.sequence, 0);
  one = token_flop (&run->shape, run->plan.sequence, 1) - none;
  layers = round ((flop - none) / one);
  if (flop * PROXY_FACTOR < none + run->shape.layers * one)
    set_layers (&run->shape, MAX (1, layers));
}

/* --- public --- */

static gboolean
take_chip (WeftGaugeRun       *run,
           WeftInventory      *inventory,
           const WeftGaugeRow *row,
           char              **why)
{
  double share;

  run->chip = weft_gauge_chip (inventory, row->chip, &share, why);
  if (run->chip == NULL || share == 1)
    return run->chip != NULL;
  *why = g_strdup (_("it was trained on parts of chips"));
  return FALSE;
}

static gboolean
read_run (WeftGaugeRun       *run,
          WeftInventory      *inventory,
          const WeftGaugeRow *row,
          char              **why)
{
  g_autofree char *shown = weft_quote (row->model, -1);
  double bits;

  if (!take_chip (run, inventory, row, why))
    return FALSE;
  if (!weft_gauge_training_shape (weft_inventory_get_catalog (inventory), row->model, &run->shape))
    {
      *why = g_strdup_printf (_("nothing is known of the model %s"), shown);
      return FALSE;
    }
  run->stack = find_stack (row);
  if (!take_format (run, row) || !set_split (run, row) || !set_batch (run, row))
    {
      *why = g_strdup (_("chips, batch, sequence or format are not stated"));
      return FALSE;
    }
  set_software (run, row);
  find_proxy (run, row);
  set_sharding (run, row);
  set_chunks (run, row);
  run->step_s = take_step (run, row);
  if (weft_gauge_counted (row->note, "Gb/s per node", &bits))
    run->ports_per_rank = bits * GBIT_BYTES_S / (run->chip->scaleout_bw_bytes_s * run->chip->node_chips);
  if (g_str_equal (row->workload, "finetune"))
    pack_sequences (&run->plan);
  return TRUE;
}

WeftGaugeRun *
weft_gauge_run_new (WeftInventory       *inventory,
                    const WeftGaugeRow  *row,
                    char               **why)
{
  g_autofree WeftGaugeRun *run = g_new0 (WeftGaugeRun, 1);

  *why = NULL;
  weft_training_plan_init (&run->plan, &run->shape);
  run->plan.reserve_bytes = NAN;
  if (!read_run (run, inventory, row, why))
    return NULL;
  if (!(run->step_s > 0 && isfinite (run->step_s)))
    {
      *why = g_strdup_printf (_("“%s” does not say how long a step takes"), row->metric);
      return NULL;
    }
  *why = weft_training_plan_lack (&run->plan);
  if (*why != NULL)
    return NULL;
  weft_training_model_init (&run->model, &run->shape);
  return g_steal_pointer (&run);
}
