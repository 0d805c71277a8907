/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of training: what nobody chose, what cannot be, and what they are called. */
#include "model/measured/weft-training-plan.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "model/measured/weft-plan-lack-private.h"

#define DEFAULT_SEQUENCE 4096.0
#define MAX_ZERO_STAGE 3

static const char *const recompute_nicks[WEFT_N_RECOMPUTES] = { "none", "selective", "full" };
static const char *const states_nicks[WEFT_N_STATES] = { "megatron", "nemo", "zero", "deepspeed", "frozen" };

/* --- what cannot be --- */

static char *
lack_of_counts (const WeftTrainingPlan *plan)
{
  const WeftPlanCount counts[] = {
    { "TP", plan->tp },
    { "PP", plan->pp },
    { "DP", plan->dp },
    { "CP", plan->cp },
    { "EP", plan->ep },
    { _("the count of virtual stages"), plan->virtual_stages },
    { _("the sequence"), plan->sequence },
    { _("the global batch"), plan->global_batch },
    { _("the microbatch"), plan->microbatch },
  };

  return weft_plan_lack_of_counts (counts, G_N_ELEMENTS (counts));
}

static char *
lack_of_batch (const WeftTrainingPlan *plan)
{
  if (plan->global_batch < plan->microbatch * plan->dp)
    return g_strdup_printf (_("%u replicas with a microbatch of %g need a global batch of at least %g, it is %g"),
                            plan->dp, plan->microbatch, plan->microbatch * plan->dp, plan->global_batch);
  if (plan->sequence < (double) plan->cp * (plan->sequence_parallel ? plan->tp : 1))
    return g_strdup_printf (_("a sequence of %g tokens cannot be split over %g chips"), plan->sequence,
                            (double) plan->cp * (plan->sequence_parallel ? plan->tp : 1));
  return NULL;
}

static char *
lack_of_stages (const WeftTrainingPlan *plan)
{
  double sum = 0;

  if (plan->virtual_stages > 1 && plan->pp == 1)
    return g_strdup_printf (_("%u virtual stages need more than one pipeline stage, use 1"), plan->virtual_stages);
  if (plan->stage_layers == NULL)
    return weft_plan_lack_of_stages (plan->model, plan->pp, plan->virtual_stages);
  if (plan->pp > WEFT_LLM_MAX_LAYERS)
    return g_strdup_printf (_("%u pipeline stages are more than the %u that are taken"), plan->pp,
                            WEFT_LLM_MAX_LAYERS);
  for (guint i = 0; i < plan->pp; i++)
    sum += plan->stage_layers[i];
  if (sum == plan->model->layers)
    return NULL;
  return g_strdup_printf (_("the pipeline stages have %g layers together, the model has %g"), sum,
                          plan->model->layers);
}

static char *
lack_of_experts (const WeftTrainingPlan *plan)
{
  guint expert_tp = plan->expert_tp > 0 ? plan->expert_tp : plan->tp;
  double ranks = (double) plan->tp * plan->cp * plan->dp;

  if (plan->ep > 1 && fmod (ranks, (double) plan->ep * expert_tp) != 0)
    return g_strdup_printf (_("EP%u with experts on %u chips each does not divide the %g chips of a stage"), plan->ep,
                            expert_tp, ranks);
  return weft_plan_lack_of_experts (plan->model, plan->ep, expert_tp);
}

static char *
lack_of_sharding (const WeftTrainingPlan *plan)
{
  double replicas = (double) plan->dp * plan->cp;

  if (plan->zero_stage > MAX_ZERO_STAGE)
    return g_strdup_printf (_("ZeRO stage %u is not known, expected 0 to %u"), plan->zero_stage, MAX_ZERO_STAGE);
  if (plan->shard > 0 && fmod (replicas, plan->shard) != 0)
    return g_strdup_printf (_("shards over %u chips do not divide the %g that hold the same parameters"), plan->shard,
                            replicas);
  if ((plan->offload & WEFT_OFFLOAD_PARAMETERS) != 0 && plan->zero_stage < MAX_ZERO_STAGE)
    return g_strdup_printf (_("weights can be offloaded with ZeRO stage %u only, it is %u"), MAX_ZERO_STAGE,
                            plan->zero_stage);
  if ((plan->offload & WEFT_OFFLOAD_ACTIVATIONS) != 0 && plan->recompute != WEFT_RECOMPUTE_FULL)
    return g_strdup_printf (_("activations can be offloaded with full recomputation only, it is “%s”"),
                            weft_recompute_nick (plan->recompute));
  return NULL;
}

/* --- public --- */

/**
 * weft_training_plan_init: (skip)
 * @plan: to fill
 * @model: the model, which must outlive the plan
 *
 * One chip and one sequence a step, in BF16, with flash attention, all that can overlap overlapping, and nothing else.
 */
void
weft_training_plan_init (WeftTrainingPlan   *plan,
                         const WeftLlmShape *model)
{
  *plan = (WeftTrainingPlan) {
    .model = model,
    .sequence = model->max_len > 0 ? MIN (model->max_len, DEFAULT_SEQUENCE) : DEFAULT_SEQUENCE,
    .global_batch = 1,
    .microbatch = 1,
    .tp = 1,
    .pp = 1,
    .dp = 1,
    .cp = 1,
    .ep = 1,
    .virtual_stages = 1,
    .flash_attention = TRUE,
    .states = WEFT_STATES_MEGATRON,
    .format = WEFT_FORMAT_BF16,
    .reserve_bytes = NAN,
    .overlap_tp = TRUE,
    .overlap_dp = TRUE,
    .overlap_pp = TRUE,
  };
}

/**
 * weft_training_plan_lack: (skip)
 * @plan: a plan
 *
 * Returns: (transfer full) (nullable): the first thing that cannot be, a translated sentence without a full stop
 */
char *
weft_training_plan_lack (const WeftTrainingPlan *plan)
{
  char *lack = lack_of_counts (plan);

  if (lack == NULL)
    lack = weft_plan_lack_of_model (plan->model);
  if (lack == NULL)
    lack = lack_of_batch (plan);
  if (lack == NULL)
    lack = weft_plan_lack_of_tensors (plan->model, plan->tp);
  if (lack == NULL)
    lack = lack_of_stages (plan);
  if (lack == NULL)
    lack = lack_of_experts (plan);
  return lack != NULL ? lack : lack_of_sharding (plan);
}

/**
 * weft_training_plan_chips: (skip)
 * @plan: a plan
 *
 * Returns: chips that it runs on
 */
double
weft_training_plan_chips (const WeftTrainingPlan *plan)
{
  return (double) plan->tp * plan->pp * plan->cp * plan->dp;
}

/**
 * weft_training_plan_microbatches: (skip)
 * @plan: a plan
 *
 * Returns: microbatches of a step for each data-parallel replica, rounded up
 */
double
weft_training_plan_microbatches (const WeftTrainingPlan *plan)
{
  return MAX (1, ceil (plan->global_batch / (plan->microbatch * plan->dp)));
}

/**
 * weft_training_plan_stage_layers: (skip)
 * @plan: a plan
 * @stage: a pipeline stage, from 0
 *
 * Returns: layers of the stage
 */
guint
weft_training_plan_stage_layers (const WeftTrainingPlan *plan,
                                 guint                   stage)
{
  guint layers = (guint) plan->model->layers;

  if (plan->stage_layers != NULL)
    return plan->stage_layers[stage];
  return layers / plan->pp + (stage < layers % plan->pp ? 1 : 0);
}

static void
append_way (GString    *text,
            const char *name,
            guint       value)
{
  if (value > 1)
    g_string_append_printf (text, " %s%u", name, value);
}

/**
 * weft_training_plan_describe: (skip)
 * @plan: a plan
 *
 * Returns: (transfer full): the plan in a line, without a full stop
 */
char *
weft_training_plan_describe (const WeftTrainingPlan *plan)
{
  GString *text = g_string_new (NULL);
  g_autofree char *microbatch = weft_quantity_format (plan->microbatch, WEFT_UNIT_COUNT);
  g_autofree char *sequence = weft_quantity_format (plan->sequence, WEFT_UNIT_COUNT);

  g_string_append_printf (text, "TP%u PP%u DP%u", plan->tp, plan->pp, plan->dp);
  append_way (text, "CP", plan->cp);
  append_way (text, "EP", plan->ep);
  append_way (text, "VP", plan->virtual_stages);
  if (plan->zero_stage > 0)
    g_string_append_printf (text, " ZeRO-%u", plan->zero_stage);
  g_string_append_printf (text, _(", microbatch %s of %s tokens, recomputation %s"), microbatch, sequence,
                          weft_recompute_nick (plan->recompute));
  if (plan->sequence_parallel)
    g_string_append (text, _(", sequence parallel"));
  return g_string_free (text, FALSE);
}

static gboolean
find_nick (const char *const *nicks,
           guint              n_nicks,
           const char        *nick,
           guint             *index)
{
  for (guint i = 0; i < n_nicks; i++)
    if (g_strcmp0 (nick, nicks[i]) == 0)
      {
        *index = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * weft_recompute_nick: (skip)
 * @recompute: a #WeftRecompute
 *
 * Returns: its name as options have it
 */
const char *
weft_recompute_nick (WeftRecompute recompute)
{
  g_return_val_if_fail ((guint) recompute < WEFT_N_RECOMPUTES, NULL);
  return recompute_nicks[recompute];
}

/**
 * weft_recompute_parse: (skip)
 * @nick: a name
 * @recompute: (out): what it means
 *
 * Returns: whether it means anything
 */
gboolean
weft_recompute_parse (const char    *nick,
                      WeftRecompute *recompute)
{
  guint index;

  if (!find_nick (recompute_nicks, WEFT_N_RECOMPUTES, nick, &index))
    return FALSE;
  *recompute = index;
  return TRUE;
}

/**
 * weft_states_nick: (skip)
 * @states: a #WeftStates
 *
 * Returns: its name as options have it
 */
const char *
weft_states_nick (WeftStates states)
{
  g_return_val_if_fail ((guint) states < WEFT_N_STATES, NULL);
  return states_nicks[states];
}

/**
 * weft_states_parse: (skip)
 * @nick: a name
 * @states: (out): what it means
 *
 * Returns: whether it means anything
 */
gboolean
weft_states_parse (const char *nick,
                   WeftStates *states)
{
  guint index;

  if (!find_nick (states_nicks, WEFT_N_STATES, nick, &index))
    return FALSE;
  *states = index;
  return TRUE;
}

/**
 * weft_states_of_stack: (skip)
 * @stack: (nullable): a software, as plans name it
 *
 * Returns: what it keeps of each parameter
 */
WeftStates
weft_states_of_stack (const char *stack)
{
  static const struct
  {
    const char *stack;
    WeftStates states;
  } stacks[] = {
    { "nemo", WEFT_STATES_NEMO },
    { "llm-foundry", WEFT_STATES_ZERO },
    { "maxtext", WEFT_STATES_ZERO },
    { "deepspeed", WEFT_STATES_DEEPSPEED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    if (g_strcmp0 (stack, stacks[i].stack) == 0)
      return stacks[i].states;
  return WEFT_STATES_MEGATRON;
}
