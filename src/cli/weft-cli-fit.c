/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what a language model is to fit on, and asks the library. */
#include "cli/weft-cli-fit.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "cli/weft-cli-count.h"

#define DEFAULT_PROFILE "measured"
#define DEFAULT_CONTEXT 4096.0

/* The options as they were typed; NULL, 0 and FALSE where they were not. */
typedef struct
{
  char *model;
  char *chip;
  gboolean train;
  gboolean serve;
  int count;
  int tp;
  int pp;
  int cp;
  int dp;
  int ep;
  int dp_attention;
  int virtual_stages;
  int context;
  int batch;
  int microbatch;
  int zero;
  char *recompute;
  char *states;
  char *offload;
  gboolean sequence_parallel;
  gboolean no_flash;
  char *weight_dtype;
  char *kv_dtype;
  int chunk;
  char *reserve;
  char *memory;
  char *fill;
} Asked;

static void
asked_clear (Asked *asked)
{
  g_free (asked->model);
  g_free (asked->chip);
  g_free (asked->recompute);
  g_free (asked->states);
  g_free (asked->offload);
  g_free (asked->weight_dtype);
  g_free (asked->kv_dtype);
  g_free (asked->reserve);
  g_free (asked->memory);
  g_free (asked->fill);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asked, asked_clear)

static void
cli_fit_clear (WeftCliFit *self)
{
  g_clear_pointer (&self->fit, weft_nearest_fit_free);
  weft_llm_source_clear (&self->source);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCliFit, cli_fit_clear)

static gboolean
parse (char **argv, Asked *asked, WeftCliOptions *options)
{
  const GOptionEntry own[] = {
    { "fit", 0, 0, G_OPTION_ARG_FILENAME, &asked->model, N_("A model of the catalog, or a config.json"), N_("MODEL") },
    { "chip", 0, 0, G_OPTION_ARG_STRING, &asked->chip, N_("The chip; the profile’s reference by default"), N_("CHIP") },
    { "count", 0, 0, G_OPTION_ARG_INT, &asked->count, N_("Chips that are there; a node by default"), N_("N") },
    { "serve", 0, 0, G_OPTION_ARG_NONE, &asked->serve, N_("Serve the model, as by default"), NULL },
    { "train", 0, 0, G_OPTION_ARG_NONE, &asked->train, N_("Train the model"), NULL },
    { "tp", 0, 0, G_OPTION_ARG_INT, &asked->tp, N_("Chips that share each layer"), N_("N") },
    { "pp", 0, 0, G_OPTION_ARG_INT, &asked->pp, N_("Pipeline stages"), N_("N") },
    { "ep", 0, 0, G_OPTION_ARG_INT, &asked->ep, N_("Chips that share the experts"), N_("N") },
    { "context", 0, 0, G_OPTION_ARG_INT, &asked->context, N_("Tokens of a request or sequence"), N_("N") },
    { "batch", 0, 0, G_OPTION_ARG_INT, &asked->batch, N_("Requests at once, or sequences of a step"), N_("N") },
    { "memory", 0, 0, G_OPTION_ARG_STRING, &asked->memory, N_("Memory of a chip, such as 24GiB"), N_("BYTES") },
    { "reserve", 0, 0, G_OPTION_ARG_STRING, &asked->reserve,
      N_("What is not for weights, states and cache, as measured"), N_("BYTES") },
    { "weight-dtype", 0, 0, G_OPTION_ARG_STRING, &asked->weight_dtype, N_("Weights, when serving: bf16, fp8, nvfp4"),
      N_("FORMAT") },
    { "kv-dtype", 0, 0, G_OPTION_ARG_STRING, &asked->kv_dtype, N_("KV cache: bf16 or fp8"), N_("FORMAT") },
    { "chunk", 0, 0, G_OPTION_ARG_INT, &asked->chunk, N_("Most tokens of a step, when serving"), N_("N") },
    { "fill", 0, 0, G_OPTION_ARG_STRING, &asked->fill, N_("Part of the memory that the engine takes: 0.9"),
      N_("SHARE") },
    { "dp-attention", 0, 0, G_OPTION_ARG_INT, &asked->dp_attention, N_("Attention groups among the TP chips"),
      N_("N") },
    { "dp", 0, 0, G_OPTION_ARG_INT, &asked->dp, N_("Replicas, when training; all chips by default"), N_("N") },
    { "cp", 0, 0, G_OPTION_ARG_INT, &asked->cp, N_("Chips that share each sequence"), N_("N") },
    { "virtual-stages", 0, 0, G_OPTION_ARG_INT, &asked->virtual_stages, N_("Chunks of layers on each stage"),
      N_("N") },
    { "microbatch", 0, 0, G_OPTION_ARG_INT, &asked->microbatch, N_("Sequences that go through together"), N_("N") },
    { "zero", 0, 0, G_OPTION_ARG_INT, &asked->zero, N_("ZeRO stage, 0 to 3"), N_("N") },
    { "recompute", 0, 0, G_OPTION_ARG_STRING, &asked->recompute, N_("Recomputation: none, selective or full"),
      N_("LEVEL") },
    { "sequence-parallel", 0, 0, G_OPTION_ARG_NONE, &asked->sequence_parallel, N_("Split sequences over TP too"),
      NULL },
    { "no-flash", 0, 0, G_OPTION_ARG_NONE, &asked->no_flash, N_("Keep attention scores"), NULL },
    { "states", 0, 0, G_OPTION_ARG_STRING, &asked->states,
      N_("Bytes of a parameter: megatron, nemo, zero, deepspeed or frozen"), N_("STACK") },
    { "offload", 0, 0, G_OPTION_ARG_STRING, &asked->offload,
      N_("To the host: optimizer, parameters, activations, by commas"), N_("PARTS") },
    G_OPTION_ENTRY_NULL,
  };
  const WeftCliCount counts[] = {
    { "--count", &asked->count, 1 },
    { "--tp", &asked->tp, 1 },
    { "--pp", &asked->pp, 1 },
    { "--cp", &asked->cp, 1 },
    { "--dp", &asked->dp, 1 },
    { "--ep", &asked->ep, 1 },
    { "--dp-attention", &asked->dp_attention, 1 },
    { "--virtual-stages", &asked->virtual_stages, 1 },
    { "--context", &asked->context, 1 },
    { "--batch", &asked->batch, 1 },
    { "--microbatch", &asked->microbatch, 1 },
    { "--chunk", &asked->chunk, 1 },
    { "--zero", &asked->zero, 0 },
  };

  weft_cli_counts_begin (counts, G_N_ELEMENTS (counts));
  return weft_cli_parse ("evaluate", argv, own,
                         _("Says whether a language model fits its chips, item by item, and if it does not, which "
                           "item is too much and the nearest changes with which it does."),
                         0, 0, options)
         && weft_cli_counts_end (counts, G_N_ELEMENTS (counts));
}

/* --- the machine --- */

static gboolean
find_chip (WeftCliFit *self, const Asked *asked)
{
  const char *name = asked->chip;
  WeftProfile *profile = weft_inventory_get_profile (self->inventory);

  if (name == NULL)
    weft_profile_get_reference (profile, &name, NULL, NULL);
  self->chip = weft_inventory_find_chip (self->inventory, name);
  if (self->chip == NULL)
    {
      const char *nearest = weft_inventory_nearest (self->inventory, WEFT_RECORD_CHIP, name);

      if (nearest != NULL && *nearest != '\0')
        weft_cli_refuse (_("--chip: found “%s”, which is no chip of the catalog; the nearest is “%s”"), name, nearest);
      else
        weft_cli_refuse (_("--chip: found “%s”, which is no chip of the catalog; “weft catalog list” shows them"), name);
      return FALSE;
    }
  self->capacity_bytes = weft_memory_chip_bytes (profile, self->chip, &self->capacity_key);
  return TRUE;
}

static gboolean
read_bytes (const char *option, const char *text, double *bytes)
{
  g_autoptr (GError) error = NULL;

  if (text == NULL || weft_quantity_parse (text, WEFT_UNIT_BYTES, bytes, &error))
    return TRUE;
  weft_cli_refuse ("%s: %s", option, error->message);
  return FALSE;
}

static gboolean
read_machine (WeftCliFit *self, const Asked *asked)
{
  if (!find_chip (self, asked) || !read_bytes ("--memory", asked->memory, &self->capacity_bytes))
    return FALSE;
  self->capacity_is_given = asked->memory != NULL;
  if (!(self->capacity_bytes > 0))
    {
      weft_cli_refuse (_("--memory: it is not known how much memory “%s” has, say it"), self->chip->id);
      return FALSE;
    }
  self->chips = asked->count > 0 ? (guint) asked->count : MAX (1, self->chip->node_chips);
  return TRUE;
}

/* --- the plan --- */

static void
take_count (int given, guint *count)
{
  if (given > 0)
    *count = (guint) given;
}

static void
take_number (int given, double *number)
{
  if (given > 0)
    *number = given;
}

static gboolean
read_words (const Asked *asked, WeftTrainingPlan *plan)
{
  static const struct
  {
    const char *word;
    WeftOffload offload;
  } parts[] = {
    { "optimizer", WEFT_OFFLOAD_OPTIMIZER },
    { "parameters", WEFT_OFFLOAD_PARAMETERS },
    { "activations", WEFT_OFFLOAD_ACTIVATIONS },
  };
  g_auto (GStrv) words = g_strsplit (asked->offload != NULL ? asked->offload : "", ",", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint k = 0;

      while (k < G_N_ELEMENTS (parts) && !g_str_equal (words[i], parts[k].word))
        k++;
      if (k == G_N_ELEMENTS (parts))
        return weft_cli_refuse (_("--offload: found “%s”, expected optimizer, parameters or activations"), words[i]),
               FALSE;
      plan->offload |= parts[k].offload;
    }
  if (asked->recompute != NULL && !weft_recompute_parse (asked->recompute, &plan->recompute))
    return weft_cli_refuse (_("--recompute: found “%s”, expected none, selective or full"), asked->recompute), FALSE;
  if (asked->states != NULL && !weft_states_parse (asked->states, &plan->states))
    return weft_cli_refuse (_("--states: found “%s”, expected megatron, nemo, zero, deepspeed or frozen"), asked->states),
           FALSE;
  return TRUE;
}

static gboolean
read_training (WeftCliFit *self, const Asked *asked)
{
  WeftTrainingPlan *plan = &self->training;
  double each;

  weft_training_plan_init (plan, &self->source.shape);
  take_count (asked->tp, &plan->tp);
  take_count (asked->pp, &plan->pp);
  take_count (asked->cp, &plan->cp);
  take_count (asked->ep, &plan->ep);
  take_count (asked->virtual_stages, &plan->virtual_stages);
  take_count (asked->zero, &plan->zero_stage);
  take_number (asked->context, &plan->sequence);
  take_number (asked->microbatch, &plan->microbatch);
  plan->sequence_parallel = asked->sequence_parallel;
  plan->flash_attention = !asked->no_flash;
  each = (double) plan->tp * plan->pp * plan->cp;
  plan->dp = (guint) MAX (1, floor (self->chips / MAX (1, each)));
  take_count (asked->dp, &plan->dp);
  plan->global_batch = plan->microbatch * plan->dp * plan->pp;
  take_number (asked->batch, &plan->global_batch);
  return read_words (asked, plan) && read_bytes ("--reserve", asked->reserve, &plan->reserve_bytes);
}

static gboolean
read_fill (const Asked *asked, double *fill)
{
  g_autoptr (GError) error = NULL;

  if (asked->fill == NULL || weft_quantity_parse (asked->fill, WEFT_UNIT_NONE, fill, &error))
    return TRUE;
  weft_cli_refuse ("--fill: %s", error->message);
  return FALSE;
}

/* Only the sum of prompt and answer matters for memory. */
static gboolean
read_serving (WeftCliFit *self, const Asked *asked)
{
  WeftServingPlan *plan = &self->serving;
  double context = self->source.shape.max_len > 0 ? MIN (self->source.shape.max_len, DEFAULT_CONTEXT)
                                                  : DEFAULT_CONTEXT;

  weft_serving_plan_init (plan, &self->source.shape);
  take_count (asked->tp, &plan->pool.tp);
  take_count (asked->pp, &plan->pool.pp);
  take_count (asked->ep, &plan->pool.ep);
  take_count (asked->dp_attention, &plan->pool.dp_attention);
  take_number (asked->batch, &plan->pool.batch);
  take_number (asked->chunk, &plan->chunk_tokens);
  take_number (asked->context, &context);
  plan->output_tokens = 1;
  plan->input_tokens = context - 1;
  if (asked->weight_dtype != NULL)
    {
      plan->weight_format = asked->weight_dtype;
      plan->expert_format = NULL;
    }
  if (asked->kv_dtype != NULL)
    plan->kv_format = asked->kv_dtype;
  /* Layers that run from on-chip memory share it with no context and no engine. */
  if (self->chip->dataflow)
    {
      plan->reserve_bytes = 0;
      plan->memory_fill = 1;
    }
  return read_bytes ("--reserve", asked->reserve, &plan->reserve_bytes) && read_fill (asked, &plan->memory_fill);
}

static gboolean
read_plan (WeftCliFit *self, const Asked *asked)
{
  g_autofree char *lack = NULL;

  self->is_training = asked->train;
  if (asked->train && asked->serve)
    return weft_cli_refuse (_("--train and --serve: expected one of them")), FALSE;
  if (!(self->is_training ? read_training (self, asked) : read_serving (self, asked)))
    return FALSE;
  lack = self->is_training ? weft_training_plan_lack (&self->training) : weft_serving_plan_lack (&self->serving);
  if (lack == NULL)
    return TRUE;
  weft_cli_refuse ("--fit: %s", lack);
  return FALSE;
}

/* --- the answer --- */

char *
weft_cli_fit_describe (const WeftCliFit *self)
{
  return self->is_training ? weft_training_plan_describe (&self->training)
                           : weft_serving_plan_describe (&self->serving);
}

char *
weft_cli_fit_explain (const WeftCliFit *self, WeftMemoryItem item)
{
  if (self->is_training)
    return weft_training_memory_explain (&self->shape, &self->rules, &self->training, self->fit->stage, item);
  return weft_serving_memory_explain (&self->shape, &self->rules, &self->serving, WEFT_POOL_DECODE, self->fit->stage,
                                      item);
}

static void
way_free (gpointer data)
{
  WeftCliFitWay *way = data;

  g_free (way->lack);
  g_free (way);
}

static void
count_training_way (const WeftCliFit *self, WeftCliFitWay *way)
{
  WeftTrainingPlan plan = self->training;
  WeftMemoryItems items;

  plan.tp = way->tp;
  plan.dp = (guint) MAX (1, MIN (plan.dp, floor (self->chips / ((double) plan.tp * plan.pp * plan.cp))));
  way->lack = weft_training_plan_lack (&plan);
  if (way->lack != NULL)
    return;
  weft_training_memory_worst (&self->shape, &self->rules, &plan, self->capacity_bytes, &items);
  way->used_bytes = weft_memory_items_total (&items);
  way->free_bytes = weft_memory_items_free (&items);
}

static void
count_serving_way (const WeftCliFit *self, WeftCliFitWay *way)
{
  WeftServingPlan plan = self->serving;
  WeftServingMemory memory;

  plan.pool.tp = way->tp;
  way->lack = weft_serving_plan_lack (&plan);
  if (way->lack != NULL)
    return;
  weft_serving_memory_worst (&self->shape, &self->rules, &plan, WEFT_POOL_DECODE, self->capacity_bytes, &memory);
  way->used_bytes = weft_memory_items_total (&memory.items);
  way->free_bytes = weft_memory_items_free (&memory.items);
  way->batch = memory.max_batch;
  way->context = weft_serving_memory_max_context (&self->shape, &self->rules, &plan, WEFT_POOL_DECODE,
                                                  self->capacity_bytes);
}

GPtrArray *
weft_cli_fit_ways (const WeftCliFit *self)
{
  GPtrArray *ways = g_ptr_array_new_with_free_func (way_free);
  guint asked = self->is_training ? self->training.tp : self->serving.pool.tp;

  for (guint tp = 1; tp <= MIN (MAX (self->chips, asked), self->source.shape.heads); tp *= 2)
    {
      WeftCliFitWay *way = g_new0 (WeftCliFitWay, 1);

      way->tp = tp;
      way->context = way->batch = NAN;
      if (self->is_training)
        count_training_way (self, way);
      else
        count_serving_way (self, way);
      g_ptr_array_add (ways, way);
    }
  return ways;
}

static int
answer (WeftCliFit *self, const WeftCliOptions *options)
{
  WeftFitSetting setting = {
    .inventory = self->inventory,
    .profile = weft_inventory_get_profile (self->inventory),
    .rules = &self->rules,
    .shape = &self->shape,
    .chip = self->chip,
    .capacity_bytes = self->capacity_bytes,
    .chips = self->chips,
  };
  g_autoptr (GError) error = NULL;

  weft_memory_shape_init (&self->shape, &self->source.shape);
  self->fit = self->is_training ? weft_nearest_fit_training (&setting, &self->training, &error)
                                : weft_nearest_fit_serving (&setting, &self->serving, &error);
  if (self->fit == NULL)
    return weft_cli_fail (error);
  if (options->json)
    weft_cli_fit_print_json (self);
  else
    weft_cli_fit_print (options, self);
  return self->fit->fits ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}

static int
run (const Asked *asked, const WeftCliOptions *options)
{
  g_autoptr (WeftEvaluator) evaluator = weft_cli_evaluator (options);
  g_auto (WeftCliFit) self = { 0 };
  g_autoptr (GError) error = NULL;

  if (evaluator == NULL)
    return WEFT_EXIT_BAD;
  self.inventory = weft_evaluator_get_inventory (
      evaluator, options->profile != NULL ? options->profile : DEFAULT_PROFILE, &error);
  if (self.inventory == NULL
      || !weft_memory_rules_init (&self.rules, weft_inventory_get_profile (self.inventory), &error)
      || !weft_llm_source_find (&self.source, asked->model, weft_evaluator_get_catalog (evaluator), &error))
    return weft_cli_fail (error);
  if (!read_machine (&self, asked) || !read_plan (&self, asked))
    return WEFT_EXIT_BAD;
  return answer (&self, options);
}

/* --- public --- */

int
weft_cli_fit (char **argv)
{
  g_auto (Asked) asked = { 0 };
  g_auto (WeftCliOptions) options = { 0 };

  if (!parse (argv, &asked, &options))
    return WEFT_EXIT_BAD;
  return run (&asked, &options);
}
