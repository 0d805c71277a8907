/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads how a language model is to be served, and asks the library. */
#include "cli/weft-cli-serve.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "cli/weft-cli-count.h"
#include "cli/weft-cli-place.h"

#define DEFAULT_PROFILE "measured"
#define MILLI 1e-3

/* The options as they were typed; NULL, 0 and FALSE where they were not. */
typedef struct
{
  char *model;
  WeftCliPlace place;
  int count;
  int tp;
  int pp;
  int ep;
  int dp_attention;
  int input;
  int output;
  int cached;
  int concurrency;
  gboolean offline;
  gboolean is_static;
  char *engine;
  char *weight_dtype;
  char *kv_dtype;
  int chunk;
  char *host;
  int prefill_count;
  int prefill_tp;
  gboolean search;
  double ttft_ms;
  double tpot_ms;
  double rate;
} Asked;

static void
asked_clear (Asked *asked)
{
  g_free (asked->model);
  weft_cli_place_clear (&asked->place);
  g_free (asked->engine);
  g_free (asked->weight_dtype);
  g_free (asked->kv_dtype);
  g_free (asked->host);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asked, asked_clear)

/* --- options --- */

/* What no goal can be, so that a 0 that was typed is not the same as nothing typed. */
#define UNSAID (-G_MAXDOUBLE)

/* To 0 where nothing was typed. */
static gboolean
check_goals (Asked *asked)
{
  const struct
  {
    const char *option;
    double *value;
  } goals[] = { { "--ttft", &asked->ttft_ms }, { "--tpot", &asked->tpot_ms }, { "--rate", &asked->rate } };

  for (guint i = 0; i < G_N_ELEMENTS (goals); i++)
    {
      if (*goals[i].value == UNSAID)
        *goals[i].value = 0;
      else if (!isfinite (*goals[i].value) || *goals[i].value <= 0)
        return weft_cli_refuse (_("%s: found %g, expected a number above 0"), goals[i].option, *goals[i].value), FALSE;
      else if (!asked->search)
        return weft_cli_refuse (_("%s goes only with --best"), goals[i].option), FALSE;
    }
  return TRUE;
}

static gboolean
parse (char **argv, Asked *asked, WeftCliOptions *options)
{
  const GOptionEntry own[] = {
    { "serve", 0, 0, G_OPTION_ARG_FILENAME, &asked->model, N_("A model of the catalog, or a config.json"),
      N_("MODEL") },
    { "chip", 0, 0, G_OPTION_ARG_STRING, &asked->place.chip, N_("The chip; the profile’s reference by default"), N_("CHIP") },
    { "count", 0, 0, G_OPTION_ARG_INT, &asked->count, N_("Chips that are there; as many as the split needs by default"),
      N_("N") },
    { "tp", 0, 0, G_OPTION_ARG_INT, &asked->tp, N_("Chips that share each layer"), N_("N") },
    { "pp", 0, 0, G_OPTION_ARG_INT, &asked->pp, N_("Pipeline stages"), N_("N") },
    { "ep", 0, 0, G_OPTION_ARG_INT, &asked->ep, N_("Chips that share the experts"), N_("N") },
    { "dp-attention", 0, 0, G_OPTION_ARG_INT, &asked->dp_attention, N_("Attention groups among the TP chips"),
      N_("N") },
    { "input", 0, 0, G_OPTION_ARG_INT, &asked->input, N_("Tokens of a prompt; 1,024 by default"), N_("N") },
    { "output", 0, 0, G_OPTION_ARG_INT, &asked->output, N_("Tokens of an answer; 1,024 by default"), N_("N") },
    { "cached", 0, 0, G_OPTION_ARG_INT, &asked->cached, N_("Tokens of the prompt that are in the cache already"),
      N_("N") },
    { "concurrency", 0, 0, G_OPTION_ARG_INT, &asked->concurrency, N_("Requests at once, of all replicas"), N_("N") },
    { "offline", 0, 0, G_OPTION_ARG_NONE, &asked->offline, N_("All requests are there: as many at once as fit"), NULL },
    { "static", 0, 0, G_OPTION_ARG_NONE, &asked->is_static, N_("A batch starts and ends together"), NULL },
    { "engine", 0, 0, G_OPTION_ARG_STRING, &asked->engine,
      N_("trtllm, vllm or sglang, perhaps with a version: vllm-0.12"), N_("ENGINE") },
    { "weight-dtype", 0, 0, G_OPTION_ARG_STRING, &asked->weight_dtype, N_("Weights: bf16, fp8, nvfp4"), N_("FORMAT") },
    { "kv-dtype", 0, 0, G_OPTION_ARG_STRING, &asked->kv_dtype, N_("KV cache: bf16 or fp8"), N_("FORMAT") },
    { "chunk", 0, 0, G_OPTION_ARG_INT, &asked->chunk, N_("Most tokens of a step"), N_("N") },
    { "host", 0, 0, G_OPTION_ARG_STRING, &asked->host,
      N_("Software of every step instead of the engine’s, such as 500us; 0 for none"), N_("TIME") },
    { "prefill-count", 0, 0, G_OPTION_ARG_INT, &asked->prefill_count, N_("Chips besides that read prompts only"),
      N_("N") },
    { "prefill-tp", 0, 0, G_OPTION_ARG_INT, &asked->prefill_tp, N_("Chips of those that share each layer"), N_("N") },
    { "best", 0, 0, G_OPTION_ARG_NONE, &asked->search, N_("Search splits and batches for the most tokens a second"),
      NULL },
    { "ttft", 0, 0, G_OPTION_ARG_DOUBLE, &asked->ttft_ms, N_("With --best: longest time to the first token"),
      N_("MS") },
    { "tpot", 0, 0, G_OPTION_ARG_DOUBLE, &asked->tpot_ms, N_("With --best: longest time between tokens"), N_("MS") },
    { "rate", 0, 0, G_OPTION_ARG_DOUBLE, &asked->rate, N_("With --best: fewest output tokens a second"), N_("N") },
    { "scaleup", 0, 0, G_OPTION_ARG_STRING, &asked->place.scaleup, N_("The scale-up fabric; the chip’s own by default"),
      N_("FABRIC") },
    { "scaleout", 0, 0, G_OPTION_ARG_STRING, &asked->place.scaleout, N_("The network between domains"), N_("FABRIC") },
    { "domain", 0, 0, G_OPTION_ARG_INT, &asked->place.domain, N_("Chips of a scale-up domain; the usual ones by default"),
      N_("N") },
    G_OPTION_ENTRY_NULL,
  };
  const WeftCliCount counts[] = {
    { "--count", &asked->count, 1 },
    { "--tp", &asked->tp, 1 },
    { "--pp", &asked->pp, 1 },
    { "--ep", &asked->ep, 1 },
    { "--dp-attention", &asked->dp_attention, 1 },
    { "--input", &asked->input, 1 },
    { "--output", &asked->output, 1 },
    { "--cached", &asked->cached, 0 },
    { "--concurrency", &asked->concurrency, 1 },
    { "--chunk", &asked->chunk, 1 },
    { "--prefill-count", &asked->prefill_count, 1 },
    { "--prefill-tp", &asked->prefill_tp, 1 },
    { "--domain", &asked->place.domain, 1 },
  };

  weft_cli_counts_begin (counts, G_N_ELEMENTS (counts));
  asked->ttft_ms = asked->tpot_ms = asked->rate = UNSAID;
  return weft_cli_parse ("evaluate", argv, own,
                         _("Says what serving a language model gives: time to the first token and between tokens, each "
                           "with its parts, rates, how many requests fit and what limits them. With --best the way "
                           "that makes most tokens within the limits."),
                         0, 0, options)
         && weft_cli_counts_end (counts, G_N_ELEMENTS (counts)) && check_goals (asked);
}

/* --- the plan --- */

static void
take_count (int given, guint *count)
{
  if (given != 0)
    *count = (guint) given;
}

static void
take_number (int given, double *number)
{
  if (given != 0)
    *number = given;
}

static void
read_formats (WeftCliServe *self, const Asked *asked)
{
  if (asked->weight_dtype != NULL)
    {
      self->plan.weight_format = asked->weight_dtype;
      self->plan.expert_format = NULL;
    }
  if (asked->kv_dtype != NULL)
    self->plan.kv_format = asked->kv_dtype;
}

/* As many replicas as the chips make, at least one; requests are dealt out evenly. */
static void
read_pools (WeftCliServe *self, const Asked *asked)
{
  WeftServingPool *pool = &self->plan.pool;
  WeftServingPool *prefill = &self->plan.prefill;

  take_count (asked->tp, &pool->tp);
  take_count (asked->pp, &pool->pp);
  take_count (asked->ep, &pool->ep);
  take_count (asked->dp_attention, &pool->dp_attention);
  self->chips = asked->count > 0 ? (guint) asked->count : pool->tp * pool->pp;
  pool->replicas = MAX (self->chips / MAX (pool->tp * pool->pp, 1), 1);
  pool->batch = MAX (ceil ((double) asked->concurrency / pool->replicas), 1);

  if (asked->prefill_count == 0)
    return;
  self->plan.separate_prefill = TRUE;
  prefill->tp = pool->tp;
  take_count (asked->prefill_tp, &prefill->tp);
  prefill->ep = MIN (pool->ep, prefill->tp);
  prefill->replicas = (guint) asked->prefill_count / prefill->tp;
}

static gboolean
read_load (WeftCliServe *self, const Asked *asked)
{
  g_autoptr (GError) error = NULL;

  weft_serving_load_init (&self->load);
  if (asked->offline && asked->is_static)
    return weft_cli_refuse (_("--offline and --static: expected one of them")), FALSE;
  if (asked->offline || asked->is_static)
    self->load.arrival = asked->offline ? WEFT_SERVING_OFFLINE : WEFT_SERVING_STATIC;
  if (asked->host == NULL)
    return TRUE;
  if (!weft_quantity_parse (asked->host, WEFT_UNIT_S, &self->load.host_s, &error))
    return weft_cli_refuse ("--host: %s", error->message), FALSE;
  return self->load.host_s >= 0 || (weft_cli_refuse (_("--host: found “%s”, expected at least 0"), asked->host), FALSE);
}

static gboolean
read_plan (WeftCliServe *self, const Asked *asked)
{
  WeftServingPlan *plan = &self->plan;

  weft_serving_plan_init (plan, &self->source.shape);
  take_number (asked->input, &plan->input_tokens);
  take_number (asked->output, &plan->output_tokens);
  take_number (asked->cached, &plan->cached_tokens);
  take_number (asked->chunk, &plan->chunk_tokens);
  plan->engine = asked->engine;
  read_formats (self, asked);
  read_pools (self, asked);
  return read_load (self, asked);
}

static void
read_goal (WeftCliServe *self, const Asked *asked)
{
  self->is_search = asked->search;
  weft_serving_goal_init (&self->goal, self->chips);
  if (asked->ttft_ms > 0)
    self->goal.most_ttft_s = asked->ttft_ms * MILLI;
  if (asked->tpot_ms > 0)
    self->goal.most_tpot_s = asked->tpot_ms * MILLI;
  self->goal.least_tokens_s = asked->rate;
  self->goal.may_separate = TRUE;
}

/* --- the answer --- */

static void
search (WeftCliServe *self)
{
  const WeftServingFound *found = &self->found;

  weft_serving_search_plans (&self->system, &self->plan, &self->load, &self->goal, &self->found);
  self->is_answered = found->is_found || found->has_nearest;
  if (!self->is_answered)
    return;
  self->plan = found->is_found ? found->plan : found->nearest;
  self->answer = found->is_found ? found->answer : found->nearest_answer;
}

static int
answer (WeftCliServe *self, const WeftCliOptions *options)
{
  if (self->is_search)
    search (self);
  else
    {
      weft_serving_answer (&self->system, &self->plan, &self->load, &self->answer);
      self->is_answered = TRUE;
    }
  if (options->json)
    weft_cli_serve_print_json (self);
  else
    weft_cli_serve_print (options, self);
  return (self->is_search ? self->found.is_found : self->answer.fits) ? WEFT_EXIT_DONE : WEFT_EXIT_NO;
}

static int
run (const Asked *asked, const WeftCliOptions *options)
{
  g_autoptr (WeftEvaluator) evaluator = weft_cli_evaluator (options);
  g_autofree WeftCliServe *self = g_new0 (WeftCliServe, 1);
  g_autoptr (GError) error = NULL;
  int status = WEFT_EXIT_BAD;

  if (evaluator == NULL)
    return WEFT_EXIT_BAD;
  self->inventory = weft_evaluator_get_inventory (
      evaluator, options->profile != NULL ? options->profile : DEFAULT_PROFILE, &error);
  if (self->inventory != NULL
      && weft_llm_source_find (&self->source, asked->model, weft_inventory_get_catalog (self->inventory), &error)
      && weft_cli_place_find (&asked->place, self->inventory, &self->chip, &self->site, &error) && read_plan (self, asked)
      && weft_serving_system_init (&self->system, self->inventory, &self->site, &self->plan, &error))
    {
      read_goal (self, asked);
      status = answer (self, options);
    }
  if (error != NULL)
    status = weft_cli_fail (error);
  weft_llm_source_clear (&self->source);
  return status;
}

/* --- public --- */

int
weft_cli_serve (char **argv)
{
  g_auto (WeftCliOptions) options = { 0 };
  g_auto (Asked) asked = { 0 };

  if (!parse (argv, &asked, &options))
    return WEFT_EXIT_BAD;
  return run (&asked, &options);
}
