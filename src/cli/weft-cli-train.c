/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads how a language model is to be trained, and asks the library. */
#include "cli/weft-cli-train.h"

#include <math.h>

#include <glib/gi18n.h>

#define DEFAULT_PROFILE "measured"

/* What no option says. */
#define UNSAID G_MININT

/* The options as they were typed; NULL, UNSAID and FALSE where they were not. */
typedef struct
{
  char *model;
  WeftCliPlace place;
  int count;
  int tp;
  int pp;
  int cp;
  int ep;
  int chunks;
  int microbatch;
  int batch;
  int sequence;
  int zero;
  char *recompute;
  char *dtype;
  char *stack;
  gboolean no_overlap;
  gboolean no_sequence_parallel;
  gboolean search;
} Asked;

static void
asked_clear (Asked *asked)
{
  g_free (asked->model);
  weft_cli_place_clear (&asked->place);
  g_free (asked->recompute);
  g_free (asked->dtype);
  g_free (asked->stack);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asked, asked_clear)

/* --- options --- */

static gboolean
parse (char **argv, Asked *asked, WeftCliOptions *options)
{
  const GOptionEntry own[] = {
    { "train", 0, 0, G_OPTION_ARG_FILENAME, &asked->model, N_("A model of the catalog, or a config.json"),
     N_("MODEL") },
    { "chip", 0, 0, G_OPTION_ARG_STRING, &asked->place.chip, N_("The chip; the profile’s reference by default"),
      N_("CHIP") },
    { "count", 0, 0, G_OPTION_ARG_INT, &asked->count, N_("Chips; as many as the split needs by default"), N_("N") },
    { "tp", 0, 0, G_OPTION_ARG_INT, &asked->tp, N_("Chips that share each layer"), N_("N") },
    { "pp", 0, 0, G_OPTION_ARG_INT, &asked->pp, N_("Pipeline stages"), N_("N") },
    { "cp", 0, 0, G_OPTION_ARG_INT, &asked->cp, N_("Chips that share each sequence"), N_("N") },
    { "ep", 0, 0, G_OPTION_ARG_INT, &asked->ep, N_("Chips that share the experts"), N_("N") },
    { "chunks", 0, 0, G_OPTION_ARG_INT, &asked->chunks, N_("Chunks of each pipeline stage, taken in turns"), N_("N") },
    { "microbatch", 0, 0, G_OPTION_ARG_INT, &asked->microbatch, N_("Sequences that go through together"), N_("N") },
    { "batch", 0, 0, G_OPTION_ARG_INT, &asked->batch, N_("Sequences of a step, over all chips"), N_("N") },
    { "sequence", 0, 0, G_OPTION_ARG_INT, &asked->sequence, N_("Tokens of a sequence"), N_("N") },
    { "zero", 0, 0, G_OPTION_ARG_INT, &asked->zero, N_("What replicas share: 0 nothing, 1 optimizer, 2 gradients, 3 "
                                                       "weights too"),
      N_("STAGE") },
    { "recompute", 0, 0, G_OPTION_ARG_STRING, &asked->recompute, N_("none, selective or full"), N_("HOW") },
    { "dtype", 0, 0, G_OPTION_ARG_STRING, &asked->dtype, N_("What products are computed in: bf16 or fp8"),
     N_("FORMAT") },
    { "stack", 0, 0, G_OPTION_ARG_STRING, &asked->stack,
      N_("The software: nemo, megatron, deepspeed, llm-foundry, maxtext, paxml"), N_("STACK") },
    { "no-overlap", 0, 0, G_OPTION_ARG_NONE, &asked->no_overlap, N_("Nothing that is sent hides behind products"),
     NULL },
    { "no-sequence-parallel", 0, 0, G_OPTION_ARG_NONE, &asked->no_sequence_parallel,
      N_("Norms and residuals are not split over the TP chips"), NULL },
    { "best", 0, 0, G_OPTION_ARG_NONE, &asked->search, N_("Search all splits, microbatches and recomputation on "
                                                          "--count chips"),
      NULL },
    { "scaleup", 0, 0, G_OPTION_ARG_STRING, &asked->place.scaleup, N_("The scale-up fabric; the chip’s own by default"),
      N_("FABRIC") },
    { "scaleout", 0, 0, G_OPTION_ARG_STRING, &asked->place.scaleout, N_("The network between domains"), N_("FABRIC") },
    { "domain", 0, 0, G_OPTION_ARG_INT, &asked->place.domain,
     N_("Chips of a scale-up domain; the usual ones by default"),
      N_("N") },
    G_OPTION_ENTRY_NULL,
  };

  return weft_cli_parse ("evaluate", argv, own,
                         _("Says what a training step takes, each part of it, how much of the chips’ FLOP is used and "
                           "what "
                           "lies in their memory. With --best the fastest of all ways to train on so many chips."),
                         0, 0, options);
}

/* --- the plan --- */

static void
take (int given, guint *count)
{
  if (given != UNSAID)
    *count = (guint) MAX (0, given);
}

static gboolean
read_words (WeftCliTrain *self, const Asked *asked)
{
  WeftTrainingPlan *plan = &self->plan;

  plan->stack = self->stack;
  plan->states = weft_states_of_stack (self->stack);
  if (asked->recompute != NULL && !weft_recompute_parse (asked->recompute, &plan->recompute))
    return weft_cli_refuse (_("--recompute: found “%s”, expected none, selective or full"), asked->recompute), FALSE;
  if (asked->dtype != NULL
      && (!weft_format_parse (asked->dtype, &plan->format)
          || (plan->format != WEFT_FORMAT_BF16 && plan->format != WEFT_FORMAT_FP8)))
    return weft_cli_refuse (_("--dtype: found “%s”, expected bf16 or fp8"), asked->dtype), FALSE;
  return TRUE;
}

/* As their launchers set it up: sharded stacks share weights too, others the optimizer. */
static guint
usual_zero_stage (const char *stack)
{
  static const char *const sharded[] = { "llm-foundry", "maxtext", "paxml", NULL };

  if (g_strv_contains (sharded, stack))
    return 3;
  return g_str_equal (stack, "nemo") ? 1 : 0;
}

/* The software that was named, else what the profile trains designs with. */
static gboolean
read_stack (WeftCliTrain *self, const Asked *asked, GError **error)
{
  WeftProfile *profile = weft_inventory_get_profile (self->inventory);
  WeftValue value;

  if (asked->stack != NULL)
    self->stack = asked->stack;
  else if (weft_profile_lookup (profile, "train_stack", &value)
           && json_node_get_value_type (value.node) == G_TYPE_STRING)
    self->stack = json_node_get_string (value.node);
  if (self->stack != NULL)
    return TRUE;
  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
               _("profile %s says nothing about training; use “%s”"),
               weft_profile_get_id (profile), DEFAULT_PROFILE);
  return FALSE;
}

/* Replicas are what is left of the chips, and a batch is a sequence for each of them unless it is said. */
static void
read_counts (WeftCliTrain *self, const Asked *asked)
{
  WeftTrainingPlan *plan = &self->plan;
  guint split, microbatch = 1;

  take (asked->tp, &plan->tp);
  take (asked->pp, &plan->pp);
  take (asked->cp, &plan->cp);
  take (asked->ep, &plan->ep);
  take (asked->chunks, &plan->virtual_stages);
  take (asked->microbatch, &microbatch);
  plan->microbatch = microbatch;
  plan->zero_stage = usual_zero_stage (self->stack);
  take (asked->zero, &plan->zero_stage);
  if (asked->sequence != UNSAID)
    plan->sequence = asked->sequence;
  split = MAX (1, plan->tp * plan->pp * plan->cp);
  self->chips = split;
  take (asked->count, &self->chips);
  plan->dp = MAX (1, self->chips / split);
  plan->global_batch = asked->batch != UNSAID ? asked->batch : plan->dp * plan->microbatch * MAX (1, 4 * plan->pp);
  plan->sequence_parallel = plan->tp > 1 && !asked->no_sequence_parallel;
  plan->overlap_tp = plan->overlap_dp = plan->overlap_pp = !asked->no_overlap;
}

static gboolean
read_plan (WeftCliTrain *self, const Asked *asked)
{
  g_autofree char *lack = NULL;

  weft_training_plan_init (&self->plan, &self->source.shape);
  read_counts (self, asked);
  if (!read_words (self, asked))
    return FALSE;
  if (asked->zero != UNSAID && asked->zero < 0)
    return weft_cli_refuse (_("--zero: found %d, expected 0 to 3"), asked->zero), FALSE;
  if (self->chips < 1)
    return weft_cli_refuse (_("--count: found %d, expected at least 1"), asked->count), FALSE;
  self->is_search = asked->search;
  lack = self->is_search ? NULL : weft_training_plan_lack (&self->plan);
  if (lack != NULL)
    return weft_cli_refuse ("%s", lack), FALSE;
  if (!self->is_search && weft_training_plan_chips (&self->plan) != self->chips)
    return weft_cli_refuse (_("--count: found %u chips, which TP %u × PP %u × CP %u do not divide; use %.0f"),
                            self->chips,
                            self->plan.tp, self->plan.pp, self->plan.cp, weft_training_plan_chips (&self->plan)), FALSE;
  return TRUE;
}

/* --- the answer --- */

static void
search (WeftCliTrain *self)
{
  WeftTrainingSpace space;

  weft_training_space_init (&space, &self->model, &self->site, &self->plan, self->chips);
  self->n_best = weft_training_sweep (&self->model, &self->site, &self->plan, self->chips, &space, self->best,
                                      WEFT_CLI_TRAIN_SHOWN, &self->tally, NULL);
  self->is_answered = self->n_best > 0 || self->tally.too_large > 0;
  if (self->is_answered)
    self->plan = self->n_best > 0 ? self->best[0].plan : self->tally.nearest.plan;
}

static double
read_spread (WeftCliTrain *self)
{
  const char *const scopes[] = { "training", NULL };
  double spread;

  return weft_profile_get_scoped (weft_inventory_get_profile (self->inventory), "spread", scopes, &spread, NULL, NULL)
           ? spread : NAN;
}

static int
answer (WeftCliTrain *self, const WeftCliOptions *options)
{
  weft_training_model_init (&self->model, &self->source.shape);
  self->is_answered = TRUE;
  if (self->is_search)
    search (self);
  if (self->is_answered)
    {
      weft_training_step (&self->model, &self->site, &self->plan, &self->step);
      self->stage = weft_training_memory_worst (&self->model.layers, &self->site.memory, &self->plan,
                                                self->site.capacity_bytes, &self->items);
      self->fits = weft_memory_items_fit (&self->items);
    }
  self->spread = read_spread (self);
  if (options->json)
    weft_cli_train_print_json (self);
  else
    weft_cli_train_print (options, self);
  return self->is_answered && self->fits ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}

static int
run (const Asked *asked, const WeftCliOptions *options)
{
  g_autoptr (WeftEvaluator) evaluator = weft_cli_evaluator (options);
  g_autofree WeftCliTrain *self = g_new0 (WeftCliTrain, 1);
  g_autoptr (GError) error = NULL;
  int status = WEFT_EXIT_BAD;

  if (evaluator == NULL)
    return WEFT_EXIT_BAD;
  self->inventory = weft_evaluator_get_inventory (
      evaluator, options->profile != NULL ? options->profile : DEFAULT_PROFILE, &error);
  if (self->inventory != NULL
      && weft_llm_source_find (&self->source, asked->model, weft_inventory_get_catalog (self->inventory), &error)
      && weft_cli_place_find (&asked->place, self->inventory, &self->chip, &self->fabric, &error)
      && read_stack (self, asked, &error) && read_plan (self, asked)
      && weft_training_site_init (&self->site, self->inventory, &self->fabric, self->stack, &error))
    status = answer (self, options);
  if (error != NULL)
    status = weft_cli_fail (error);
  weft_llm_source_clear (&self->source);
  return status;
}

/* --- public --- */

int
weft_cli_train (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_auto (Asked) asked = {
    .count = UNSAID, .tp = UNSAID, .pp = UNSAID, .cp = UNSAID, .ep = UNSAID, .chunks = UNSAID, .microbatch = UNSAID,
    .batch = UNSAID, .sequence = UNSAID, .zero = UNSAID,
  };

  return parse (argv, &asked, &options) ? run (&asked, &options) : WEFT_EXIT_BAD;
}
