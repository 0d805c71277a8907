/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training steps for the fit: the sets of the card, what is fitted, and what the model says of a row. */
#include "calib/gauge/weft-gauge-training-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A set of n rows weighs as much as so many times the root of n: its rows say much the same. */
#define SET_WEIGHT 4.0

/* Chips that switches of one scale-up domain join lie in nodes of so many at least; smaller nodes are parts of a rack. */
#define NODE_CHIPS 8u

typedef struct
{
  WeftInventory *inventory;
  GHashTable *sites; /* "chip/stack/ports" to WeftTrainingSite */
} Context;

/* --- what is fitted --- */

/* Scopes: a chip, a format, a stack, or nothing. Where a fit may start from: what is known of a constant beside these
 * measurements. Pull: a row's squared error for a factor of e; 1 / (400 d²) holds a constant within a factor of 1 + d as a
 * row is held within 5 %. */
typedef struct
{
  WeftTrainingConstant constant;
  const char *scope;
  double start;
  double low;
  double high;
  double within;
  const char *note;
} Knob;

static const Knob knobs[] = {
  { WEFT_TRAINING_RATE_SHARE, NULL, 0.82, 0.5, 1.2, 0.06, N_("products in a whole step, of their rate alone") },
  { WEFT_TRAINING_RATE_SHARE, "a100-sxm-80", 1, 0.6, 1.2, 0.06, N_("products in a whole step, of their rate alone") },
  { WEFT_TRAINING_RATE_SHARE, "fp8", 1, 0.5, 1.3, 0.02, N_("products in a whole step, of their rate alone") },
  { WEFT_TRAINING_ATTENTION_SHARE, NULL, 0.9, 0.3, 1.5, 0.1, N_("fused attention, of the best kernel's rate") },
  { WEFT_TRAINING_ATTENTION_SHARE, "llm-foundry", 0.6, 0.3, 1.2, 0.15, N_("fused attention in Triton, of FlashAttention-2") },
  { WEFT_TRAINING_PLAIN_ATTENTION, NULL, 1, 0.5, 2, 0.2, N_("attention that keeps its scores, of its parts alone") },
  { WEFT_TRAINING_ELEMENTWISE, NULL, 1, 0.4, 2.5, 0.25, N_("traffic of norms and activations, of their tensors") },
  { WEFT_TRAINING_ELEMENTWISE, "nemo", 1, 0.4, 2.5, 0.1, N_("traffic of norms and activations, of their tensors") },
  { WEFT_TRAINING_ELEMENTWISE, "llm-foundry", 2, 0.4, 5, 0.3, N_("traffic of norms and activations, of their tensors") },
  { WEFT_TRAINING_ELEMENTWISE, "maxtext", 0.8, 0.3, 2.5, 0.25, N_("traffic of norms and activations, of their tensors") },
  { WEFT_TRAINING_ELEMENTWISE, "paxml", 0.8, 0.3, 2.5, 0.25, N_("traffic of norms and activations, of their tensors") },
  { WEFT_TRAINING_CAST_BYTES, NULL, 8, 1, 24, 0.15, N_("traffic of casting an activation or gradient") },
  { WEFT_TRAINING_LOGIT_BYTES, NULL, 52, 8, 80, 0.1, N_("traffic of the loss for a logit") },
  { WEFT_TRAINING_EXPERT_SKEW, NULL, 1.2, 1, 1.6, 0.05, N_("tokens of the busiest experts over the mean") },
  { WEFT_TRAINING_TP_HIDDEN, "nemo", 0.65, 0.05, 0.95, 0.1, N_("part of tensor parallelism's collectives behind products") },
  { WEFT_TRAINING_PP_HIDDEN, "nemo", 0.7, 0.2, 0.95, 0.3, N_("part of what stages pass on behind products") },
  { WEFT_TRAINING_DP_HIDDEN, NULL, 0.5, 0.1, 0.98, 0.2, N_("part of gradients and weights behind products") },
  { WEFT_TRAINING_SHARD_HIDDEN, NULL, 0.6, 0.3, 1, 0.2, N_("part of shared-out weights behind products") },
  { WEFT_TRAINING_SHARD_HIDDEN, "maxtext", 0.85, 0.3, 1, 0.2, N_("part of shared-out weights behind products") },
  { WEFT_TRAINING_SHARD_HIDDEN, "paxml", 0.85, 0.3, 1, 0.2, N_("part of shared-out weights behind products") },
  { WEFT_TRAINING_SHARD_BYTES, NULL, 16, 2, 60, 0.3, N_("traffic of a shared-out weight and its gradient for a microbatch") },
  { WEFT_TRAINING_CP_EXPOSED, NULL, 0.1, 0.01, 1, 0.5, N_("part of keys and values that does not hide") },
  { WEFT_TRAINING_RECOMPUTE, "maxtext", 0.7, 0.2, 1, 0.2, N_("part of forward that full recomputation repeats") },
  { WEFT_TRAINING_RECOMPUTE, "paxml", 0.9, 0.2, 1, 0.2, N_("part of forward that full recomputation repeats") },
  { WEFT_TRAINING_HOST_S, NULL, 1e-3, 0.3e-3, 5e-3, 0.15, N_("the host's work for a layer") },
  { WEFT_TRAINING_HOST_S, "deepspeed", 2.3e-3, 0.5e-3, 5e-3, 0.15, N_("the host's work for a layer") },
  { WEFT_TRAINING_HOST_S, "llm-foundry", 1e-3, 0.2e-3, 5e-3, 0.15, N_("the host's work for a layer") },
  { WEFT_TRAINING_HOST_TP, NULL, 0.05, 0.01, 1, 0.3, N_("part more of the host's work with tensor parallelism") },
  { WEFT_TRAINING_HOST_ENDS, NULL, 0.75, 0.1, 5, 0.25, N_("part of it for the embedding, and for the head") },
  { WEFT_TRAINING_CHUNK_S, NULL, 0.1e-3, 0.01e-3, 1e-3, 0.25, N_("each microbatch and chunk of a stage on top") },
  { WEFT_TRAINING_SCALE_S, "nemo", 80e-6, 5e-6, 500e-6, 0.1, N_("finding scales together, for each doubling of chips") },
  { WEFT_TRAINING_STEP_S, NULL, 10e-3, 1e-3, 200e-3, 0.4, N_("each step on top") },
  { WEFT_TRAINING_STRAGGLER, NULL, 0.004, 0.0005, 0.02, 0.15, N_("part of a step more for each doubling of chips") },
  { WEFT_TRAINING_STRAGGLER, "fp8", 0.005, 0.0005, 0.03, 0.05, N_("part of a step more for each doubling of chips") },
  { WEFT_TRAINING_STRAGGLER, "sharded", 0.002, 0.0002, 0.02, 0.5,
    N_("part of a step more for each doubling of chips that share weights") },
};

/* --- context --- */

static gpointer
training_context_new (WeftInventory *inventory,
                      GError       **error)
{
  Context *self = g_new0 (Context, 1);

  self->inventory = g_object_ref (inventory);
  self->sites = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

static void
training_context_free (gpointer context)
{
  Context *self = context;

  if (self == NULL)
    return;
  g_hash_table_unref (self->sites);
  g_object_unref (self->inventory);
  g_free (self);
}

/* The fastest scale-up fabric that takes the chip. */
static const WeftScaleup *
find_scaleup (WeftInventory  *inventory,
              const WeftChip *chip)
{
  const WeftScaleup *best = NULL;
  double most = 0;

  for (guint i = 0; i < weft_inventory_n_scaleups (inventory); i++)
    {
      const WeftScaleupOnChip *pair = weft_inventory_scaleup_on_chip (inventory, i, chip->index);

      if (pair->fits && pair->bw_bytes_s > most)
        {
          best = weft_inventory_scaleup (inventory, i);
          most = pair->bw_bytes_s;
        }
    }
  return best;
}

/* Between nodes, what clusters of the chip's time had. */
static gboolean
find_site (Context             *self,
           const WeftGaugeRun  *run,
           WeftFabricSite      *site)
{
  const WeftScaleup *scaleup = find_scaleup (self->inventory, run->chip);
  const WeftScaleout *scaleout
      = weft_inventory_find_scaleout (self->inventory, run->chip->generation_year >= 2022 ? "ib-ndr" : "ib-hdr");
  const WeftScaleupOnChip *pair;

  if (scaleup == NULL || scaleout == NULL)
    return FALSE;
  pair = weft_inventory_scaleup_on_chip (self->inventory, scaleup->index, run->chip->index);
  *site = (WeftFabricSite) {
    .scaleup = scaleup->index,
    .scaleout = scaleout->index,
    .chip = run->chip->index,
    .inside = { pair->alpha_s, pair->bw_bytes_s },
    .across = { scaleout->alpha_s, scaleout->bw_bytes_s },
    .domain_ranks = run->chip->node_chips >= NODE_CHIPS ? run->chip->node_chips : pair->domain_chips,
    .ports_per_rank = run->ports_per_rank,
  };
  return TRUE;
}

static WeftTrainingSite *
get_site (Context            *self,
          const WeftGaugeRun *run)
{
  g_autofree char *key = g_strdup_printf ("%s/%d/%g", run->chip->id, run->stack, run->ports_per_rank);
  WeftTrainingSite *site = g_hash_table_lookup (self->sites, key);
  WeftFabricSite fabric;

  if (site != NULL)
    return site;
  site = g_new0 (WeftTrainingSite, 1);
  if (!find_site (self, run, &fabric)
      || !weft_training_site_init (site, self->inventory, &fabric, weft_gauge_stack_nick (run->stack), NULL))
    {
      g_free (site);
      return NULL;
    }
  g_hash_table_insert (self->sites, g_steal_pointer (&key), site);
  return site;
}

/* --- cases --- */

/* What the harness hands back. */
typedef struct
{
  WeftGaugeRun *run;
  WeftTrainingSite *site;
  double rate_flop; /* FLOP of a step and chip by the table's way of counting, for rows that state a rate; else 0 */
} Data;

static void
training_free_data (gpointer data)
{
  Data *self = data;

  if (self == NULL)
    return;
  g_free (self->run);
  g_free (self);
}

/* "H100" of "H100-80GB" */
static char *
short_chip (const WeftGaugeRow *row)
{
  return g_strndup (row->chip, strcspn (row->chip, "- "));
}

static gboolean
is_mlperf_405b (const WeftGaugeRow *row)
{
  return weft_gauge_says (row->source, "mlcommons") && weft_gauge_says (row->model, "405b");
}

static const char *
set_name (const WeftGaugeRow *row)
{
  if (weft_gauge_says (row->source, "llm-foundry"))
    return "llm-foundry";
  if (weft_gauge_says (row->source, "vTrain") || weft_gauge_says (row->source, "arXiv"))
    return NULL;
  if (is_mlperf_405b (row))
    return "MLPerf 405B";
  if (weft_gauge_says (row->source, "mlcommons"))
    return "MLPerf GPT-3";
  if (weft_gauge_says (row->source, "dgxc-benchmarking"))
    return "dgxc";
  if (weft_gauge_says (row->source, "NVIDIA/NeMo"))
    return "NeMo 24";
  return "Training";
}

static const char *
kind_name (const WeftGaugeRow *row,
           const WeftGaugeRun *run)
{
  if (!weft_gauge_says (row->source, "dgxc-benchmarking"))
    return "";
  if (g_str_equal (row->workload, "finetune"))
    return " fine-tuning";
  return run->shape.experts > 0 ? " experts" : " dense";
}

static char *
get_set (const WeftGaugeRow *row,
         const WeftGaugeRun *run)
{
  g_autofree char *chip = short_chip (row);
  g_autofree char *format = g_ascii_strup (weft_format_nick (run->plan.format), -1);

  if (weft_gauge_says (row->source, "arXiv 2104.04473"))
    return g_strdup ("SC21");
  if (weft_gauge_says (row->source, "arXiv 2205.05198"))
    return g_strdup ("Calculon");
  if (weft_gauge_says (row->source, "vTrain"))
    return g_strdup (weft_gauge_says (row->source, "single") ? "vTrain single node" : "vTrain multi-node");
  return g_strdup_printf ("%s %s%s %s", set_name (row), chip, kind_name (row, run), format);
}

/* Runs of one table that do the same on each chip; of the benchmark, that split the same model in the same way. */
static char *
get_series (const WeftGaugeRow *row,
            const WeftGaugeRun *run)
{
  const WeftTrainingPlan *plan = &run->plan;
  g_autofree char *chip = short_chip (row);

  if (weft_gauge_says (row->source, "vTrain") || weft_gauge_says (row->source, "arXiv"))
    return NULL;
  if (is_mlperf_405b (row))
    return g_strdup_printf ("MLPerf %s %s TP%u PP%u CP%u", row->model, chip, plan->tp, plan->pp, plan->cp);
  return g_strdup_printf ("%s, %s %s TP%u PP%u CP%u EP%u MBS%g, %g layers, %g of %g a chip", row->source,
                          row->model,
                          row->precision, plan->tp, plan->pp, plan->cp, plan->ep, plan->microbatch, run->shape.layers,
                          plan->global_batch / weft_training_plan_chips (plan), plan->sequence);
}

/* Ways to train one model by the same batch on the same chips. */
static char *
get_choice (const WeftGaugeRow *row,
            const WeftGaugeRun *run)
{
  if (!weft_gauge_says (row->source, "vTrain"))
    return NULL;
  return g_strdup_printf ("%s GBS%g on %g", row->model, run->plan.global_batch, weft_training_plan_chips (&run->plan));
}

/* Runs on machines of later chips, and those of the benchmark that the model must reach unfitted. */
static gboolean
is_kept_apart (const WeftGaugeRow *row,
               const WeftGaugeRun *run)
{
  return run->chip->generation_year > 2022 || is_mlperf_405b (row);
}

static WeftGaugeCase *
new_case (const WeftGaugeRow *row,
          WeftGaugeRun       *run,
          WeftTrainingSite   *site)
{
  WeftGaugeCase *self = g_new0 (WeftGaugeCase, 1);
  Data *data = g_new0 (Data, 1);
  WeftTrainingStep step;

  weft_training_step (&run->model, site, &run->plan, &step);
  data->run = run;
  data->site = site;
  data->rate_flop = g_str_equal (row->metric, "achieved_tflops_per_gpu") ? run->step_s * weft_gauge_row_value (row) : 0;
  self->id = g_strdup (row->id);
  self->set = get_set (row, run);
  self->source = weft_gauge_row_source (row);
  self->series = get_series (row, run);
  self->choice = get_choice (row, run);
  self->size = weft_training_plan_chips (&run->plan);
  self->scope = g_strdup (run->chip->id);
  self->work = step.full_flop / self->size;
  self->measured = data->rate_flop > 0 ? weft_gauge_row_value (row) : run->step_s;
  self->is_rate = data->rate_flop > 0;
  self->null_value = self->is_rate ? site->kernels.peak_flops[run->plan.format]
                                   : step.full_utilisation * step.step_s;
  self->weight = is_kept_apart (row, run) ? 0 : 1;
  self->data = data;
  return self;
}

static WeftGaugeCase *
read_row (Context            *self,
          const WeftGaugeRow *row,
          GPtrArray          *skipped)
{
  g_autofree char *why = NULL;
  WeftGaugeRun *run = weft_gauge_run_new (self->inventory, row, &why);
  WeftTrainingSite *site = run != NULL ? get_site (self, run) : NULL;

  if (run != NULL && site == NULL)
    why = g_strdup_printf (_("the catalog does not join chips like %s"), run->chip->name);
  if (site == NULL)
    {
      g_ptr_array_add (skipped, g_strdup_printf ("%s: %s", row->id, why));
      g_free (run);
      return NULL;
    }
  return new_case (row, run, site);
}

static void
set_weights (GPtrArray *cases)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < cases->len; i++)
    {
      WeftGaugeCase *one = cases->pdata[i];
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, one->set));

      g_hash_table_insert (counts, one->set, GUINT_TO_POINTER (count + 1));
    }
  for (guint i = 0; i < cases->len; i++)
    {
      WeftGaugeCase *one = cases->pdata[i];
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, one->set));

      one->weight *= SET_WEIGHT / sqrt (count);
    }
}

/* "aggregate_pflops" says the same as the rate of a chip. */
static GPtrArray *
training_read (gpointer   context,
               GPtrArray *rows,
               GPtrArray *skipped)
{
  GPtrArray *cases = g_ptr_array_new ();

  for (guint i = 0; i < rows->len; i++)
    {
      const WeftGaugeRow *row = rows->pdata[i];
      WeftGaugeCase *one;

      if (row->table != WEFT_GAUGE_PUBLISHED || g_str_equal (row->metric, "aggregate_pflops"))
        continue;
      if (!g_str_equal (row->workload, "train") && !g_str_equal (row->workload, "finetune"))
        continue;
      one = read_row (context, row, skipped);
      if (one != NULL)
        g_ptr_array_add (cases, one);
    }
  set_weights (cases);
  return cases;
}

/* --- parameters --- */

static GPtrArray *
training_parameters (gpointer   context,
                     GPtrArray *cases)
{
  GPtrArray *parameters = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (knobs); i++)
    {
      const Knob *knob = &knobs[i];
      const char *key = weft_training_constant_key (knob->constant);
      WeftGaugeParameter *one = g_new0 (WeftGaugeParameter, 1);

      one->key = knob->scope != NULL ? g_strdup_printf ("%s@%s", key, knob->scope) : g_strdup (key);
      one->unit = g_strdup (weft_training_constant_unit (knob->constant));
      one->start = knob->start;
      one->low = knob->low;
      one->high = knob->high;
      one->pull = 1 / (400 * knob->within * knob->within);
      one->is_log = TRUE;
      one->note = g_strdup (_(knob->note));
      g_ptr_array_add (parameters, one);
    }
  return parameters;
}

/* --- prediction --- */

static gboolean
holds_for (const Knob         *knob,
           const WeftGaugeRun *run)
{
  return knob->scope == NULL || g_strcmp0 (knob->scope, weft_gauge_stack_nick (run->stack)) == 0;
}

static void
set_rate (WeftTrainingRules  *rules,
          const Knob         *knob,
          const WeftGaugeRun *run,
          double              value)
{
  for (WeftFormat i = 0; i < WEFT_N_FORMATS; i++)
    if (knob->scope == NULL || g_str_equal (knob->scope, run->chip->id)
        || (g_str_equal (knob->scope, weft_format_nick (i)) && !g_str_equal (run->chip->id, "a100-sxm-80")))
      rules->rate_share[i] = value;
}

static void
set_straggler (WeftTrainingRules *rules,
               const Knob        *knob,
               double             value)
{
  if (g_strcmp0 (knob->scope, "sharded") == 0)
    rules->sharded_straggler = value;
  else
    for (WeftFormat i = 0; i < WEFT_N_FORMATS; i++)
      if (knob->scope == NULL || g_str_equal (knob->scope, weft_format_nick (i)))
        rules->straggler[i] = value;
}

/* Constants without a scope come before those with one. */
static void
set_rules (WeftTrainingRules  *rules,
           const double       *x,
           const WeftGaugeRun *run)
{
  for (guint i = 0; i < G_N_ELEMENTS (knobs); i++)
    if (knobs[i].constant == WEFT_TRAINING_RATE_SHARE)
      set_rate (rules, &knobs[i], run, x[i]);
    else if (knobs[i].constant == WEFT_TRAINING_STRAGGLER)
      set_straggler (rules, &knobs[i], x[i]);
    else if (holds_for (&knobs[i], run))
      rules->k[knobs[i].constant] = x[i];
}

static double
training_predict (gpointer             context,
                  const double        *x,
                  const WeftGaugeCase *a_case)
{
  const Data *data = a_case->data;
  double step_s;

  set_rules (&data->site->rules, x, data->run);
  step_s = weft_training_step_s (&data->run->model, data->site, &data->run->plan);
  return data->rate_flop > 0 ? data->rate_flop / step_s : step_s;
}

const WeftGaugeDomain weft_gauge_training = {
  .id = "training",
  .label = N_("Training"),
  .context_new = training_context_new,
  .context_free = training_context_free,
  .read = training_read,
  .free_data = training_free_data,
  .parameters = training_parameters,
  .predict = training_predict,
};
