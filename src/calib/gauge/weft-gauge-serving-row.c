/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads rows of measured serving: TensorRT-LLM's published throughput and first tokens, and times to the first token
 * and between tokens of several engines, prompts on the same chips or on others. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "calib/gauge/weft-gauge-serving-private.h"
#include "catalog/weft-catalog.h"
#include "model/measured/weft-serving-site.h"

/* Names that tables have and the catalog does not. */
static const struct
{
  const char *name;
  const char *id;
} models[] = {
  { "Llama-3.1-8B-Instruct", "llama-3.1-8b" },
  { "Llama-3.1-8B-Instruct-FP8", "llama-3.1-8b" },
  { "Llama-3.3-70B", "llama-3.1-70b" },
  { "Qwen3-32B-NVFP4", "qwen3-32b" },
  { "DeepSeek-R1", "deepseek-v3" },
  { "Llama-7B", "llama-2-7b" },
  { "Llama-70B", "llama-2-70b" },
};

/* --- parts of a row --- */

static const char *
shape_id (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    if (g_str_equal (models[i].name, name))
      return models[i].id;
  return name;
}

static const WeftLlmShape *
find_shape (WeftGaugeServingContext  *context,
            const char               *name,
            GError                  **error)
{
  WeftCatalog *catalog = weft_inventory_get_catalog (context->inventory);
  const char *id = shape_id (name);
  WeftLlmShape *shape;
  WeftRecord *record;

  shape = g_hash_table_lookup (context->shapes, id);
  if (shape != NULL)
    return shape;

  record = weft_catalog_lookup (catalog, WEFT_RECORD_MODEL, id);
  if (record == NULL)
    {
      g_autofree char *shown = weft_quote (name, -1);

      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   _("the catalog has no model %s; add it to have this row counted"), shown);
      return NULL;
    }
  shape = g_new0 (WeftLlmShape, 1);
  if (!weft_llm_shape_init (shape, record, NULL, error))
    {
      g_free (shape);
      return NULL;
    }
  g_hash_table_insert (context->shapes, g_strdup (id), shape);
  return shape;
}

static const char *
weight_format (const char *precision)
{
  if (g_str_equal (precision, "fp8"))
    return "fp8";
  return g_str_equal (precision, "fp4") ? "nvfp4" : "bf16";
}

/* TensorRT-LLM's narrow checkpoints have an FP8 cache. The others keep 16 bits unless they are told; those rows whose
 * version is not known are of a benchmark that told them. */
static const char *
kv_format (const WeftGaugeServing *serving)
{
  gboolean is_narrow = !g_str_equal (serving->plan.weight_format, "bf16");
  gboolean is_told = g_str_equal (serving->family, "trtllm")
                     || (g_str_equal (serving->family, "vllm") && !strchr (serving->engine, '-'));

  return is_narrow && is_told ? "fp8" : "bf16";
}

static gboolean
set_up (WeftGaugeServingContext  *context,
        const WeftGaugeRow       *row,
        WeftGaugeServing         *serving,
        GError                  **error)
{
  g_autofree char *why = NULL;
  double share;
  const WeftChip *chip = weft_gauge_chip (context->inventory, row->chip, &share, &why);
  WeftFabricSite site;

  if (chip == NULL)
    {
      g_set_error_literal (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID, why);
      return FALSE;
    }
  return weft_serving_site_init (&site, context->inventory, chip->index, NULL, NULL, 0, error)
         && weft_serving_system_init (&serving->system, context->inventory, &site, &serving->plan, error);
}

static WeftGaugeServing *
serving_new (WeftGaugeServingContext  *context,
             const WeftGaugeRow       *row,
             const char               *engine,
             GError                  **error)
{
  const WeftLlmShape *shape = find_shape (context, row->model, error);
  WeftGaugeServing *serving;
  double version;

  if (shape == NULL)
    return NULL;
  serving = g_new0 (WeftGaugeServing, 1);
  weft_serving_plan_init (&serving->plan, shape);
  weft_serving_load_init (&serving->load);
  serving->engine = g_strdup (engine);
  serving->family = weft_serving_engine_parse (engine, &version);
  serving->plan.engine = serving->engine;
  serving->plan.weight_format = weight_format (row->precision);
  serving->plan.kv_format = kv_format (serving);
  return serving;
}

/* Bytes that a step must read over what the memory can: what the null model scales. */
static double
null_step_s (const WeftGaugeServing *serving)
{
  const WeftServingPlan *plan = &serving->plan;
  double kv = plan->pool.batch * weft_serving_kv_bytes (&serving->system.model,
                                                        plan->input_tokens + plan->output_tokens / 2, plan->pool.tp);

  return (weft_serving_weight_bytes (&serving->system.model, plan->pool.tp, plan->pool.tp) + kv)
         / serving->system.chip->mem_bw_bytes_s;
}

static double
null_prompt_s (const WeftGaugeServing *serving)
{
  const WeftServingPlan *plan = &serving->plan;

  return 2 * weft_llm_active_params (plan->model) * plan->input_tokens
         / (plan->pool.tp * serving->system.kernels.peak_flops[serving->system.format]);
}

static double
null_value (const WeftGaugeServing *serving)
{
  const WeftServingPlan *plan = &serving->plan;

  switch (serving->metric)
    {
    case WEFT_GAUGE_SERVING_TPOT:
      return null_step_s (serving);
    case WEFT_GAUGE_SERVING_TTFT:
      return null_prompt_s (serving);
    case WEFT_GAUGE_SERVING_TOKENS_CHIP:
    case WEFT_GAUGE_SERVING_TOKENS:
    default:
      return plan->output_tokens
             / (null_prompt_s (serving) * (plan->input_tokens + plan->output_tokens) / plan->input_tokens)
             / (serving->metric == WEFT_GAUGE_SERVING_TOKENS_CHIP ? plan->pool.tp : 1);
    }
}

static void
add_case (GPtrArray          *cases,
          const WeftGaugeRow *row,
          WeftGaugeServing   *serving,
          const char         *set,
          double              measured,
          double              weight)
{
  WeftGaugeCase *a_case = g_new0 (WeftGaugeCase, 1);
  const WeftServingPlan *plan = &serving->plan;

  a_case->id = g_strdup (row->id);
  a_case->set = g_strdup (set);
  a_case->source = row->table == WEFT_GAUGE_PUBLISHED
                     ? weft_gauge_row_source (row)
                     : g_strdup_printf ("%s, %s, %s", shape_id (row->model), serving->system.chip->id, serving->family);
  a_case->scope = g_strdup (serving->family);
  a_case->label = g_strdup_printf ("%s, %u %s, %s, %g in, %g out, batch %g", row->model,
                                   (guint) weft_serving_plan_chips (plan), row->chip, plan->weight_format,
                                   plan->input_tokens, plan->output_tokens, plan->pool.batch);
  a_case->size = weft_serving_plan_chips (plan);
  a_case->measured = measured;
  a_case->null_value = null_value (serving);
  a_case->is_rate = serving->metric >= WEFT_GAUGE_SERVING_TOKENS;
  a_case->weight = weight;
  a_case->data = serving;
  g_ptr_array_add (cases, a_case);
}

static void
skip (GPtrArray          *skipped,
      const WeftGaugeRow *row,
      const char         *why)
{
  g_ptr_array_add (skipped, g_strdup_printf ("%s: %s", row->id, why));
}

/* --- TensorRT-LLM's published rows --- */

/* The release that a source names: "docs perf-overview (v0.17)". Those before 0.8 are one engine. */
static char *
release_of (const char *source)
{
  const char *at = strstr (source, "(v");
  double version;
  g_autofree char *engine = NULL;
  g_autofree char *family = NULL;

  if (at == NULL)
    return g_strdup ("trtllm");
  engine = g_strndup (at + 2, strspn (at + 2, "0123456789."));
  family = g_strconcat ("trtllm-", engine, NULL);
  g_free (weft_serving_engine_parse (family, &version));
  return g_strdup (version < 8 ? "trtllm-0.6" : family);
}

/* FALSE with @why (not owned) when something is not said. */
static gboolean
read_published_plan (const WeftGaugeRow  *row,
                     WeftGaugeServing    *serving,
                     const char         **why)
{
  WeftServingPlan *plan = &serving->plan;
  double tp = 1, pp = 1, batch = 0;
  gboolean is_prefill = g_str_equal (row->workload, "prefill");

  weft_gauge_token (row->parallelism, "TP", &tp);
  weft_gauge_token (row->parallelism, "PP", &pp);
  plan->pool.tp = (guint) tp;
  plan->pool.pp = (guint) pp;
  plan->output_tokens = 1;
  *why = _("its tokens in and out are not said");
  if (!weft_gauge_token (row->sequence, "ISL", &plan->input_tokens)
      || (!is_prefill && !weft_gauge_token (row->sequence, "OSL", &plan->output_tokens)))
    return FALSE;

  serving->load.arrival = g_str_equal (row->workload, "serve-offline") ? WEFT_SERVING_OFFLINE : WEFT_SERVING_STATIC;
  *why = _("its batch is not said");
  if (serving->load.arrival == WEFT_SERVING_STATIC && !weft_gauge_token (row->batch, "B", &batch))
    return FALSE;
  plan->pool.batch = MAX (batch, 1);

  serving->metric = is_prefill ? WEFT_GAUGE_SERVING_TTFT
                               : g_str_has_suffix (row->metric, "_per_gpu") ? WEFT_GAUGE_SERVING_TOKENS_CHIP
                                                                            : WEFT_GAUGE_SERVING_TOKENS;
  return TRUE;
}

static void
read_published (WeftGaugeServingContext *context,
                const WeftGaugeRow      *row,
                GPtrArray               *cases,
                GPtrArray               *skipped)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *engine = release_of (row->source);
  WeftGaugeServing *serving = serving_new (context, row, engine, &error);
  double measured = weft_gauge_row_value (row);
  const char *why = NULL;

  if (serving == NULL || !read_published_plan (row, serving, &why) || !set_up (context, row, serving, &error)
      || !(measured > 0))
    {
      skip (skipped, row, error != NULL ? error->message : why);
      g_clear_pointer (&serving, weft_gauge_serving_free);
      return;
    }
  add_case (cases, row, serving,
            serving->load.arrival == WEFT_SERVING_OFFLINE ? "TensorRT-LLM offline throughput"
            : serving->metric == WEFT_GAUGE_SERVING_TTFT ? "TensorRT-LLM first token, batch 1"
                                                         : "TensorRT-LLM static batch",
            measured, 2);
}

/* --- times of several engines --- */

static guint
count_of (const WeftGaugeRow *row,
          const char         *column)
{
  double number = weft_gauge_row_number (row, column);

  return number >= 1 ? (guint) number : 1;
}

static void
fill_pool (const WeftGaugeRow *row,
           const char         *side,
           WeftServingPool    *pool)
{
  g_autofree char *tp = g_strconcat (side, "_tp", NULL);
  g_autofree char *adp = g_strconcat (side, "_adp", NULL);
  g_autofree char *ep = g_strconcat (side, "_ep", NULL);
  g_autofree char *batch = g_strconcat (side, "_batch", NULL);
  g_autofree char *workers = g_strconcat (side, "_workers", NULL);

  pool->dp_attention = count_of (row, adp);
  pool->tp = count_of (row, tp) * pool->dp_attention;
  pool->ep = MIN (count_of (row, ep), pool->tp);
  pool->replicas = count_of (row, workers);
  /* A group's, of which a worker has several. */
  pool->batch = count_of (row, batch) * (double) pool->dp_attention;
}

/* Requests at once are said for all replicas, or for one. */
static void
fill_plan (const WeftGaugeRow *row,
           WeftServingPlan    *plan)
{
  double users = weft_gauge_row_number (row, "concurrency");
  double batch = weft_gauge_row_number (row, "batch");

  plan->input_tokens = weft_gauge_row_number (row, "isl");
  plan->output_tokens = weft_gauge_row_number (row, "osl");
  plan->separate_prefill = g_str_equal (weft_gauge_row_get (row, "mode"), "disagg");
  if (plan->separate_prefill)
    {
      fill_pool (row, "dec", &plan->pool);
      fill_pool (row, "pre", &plan->prefill);
      return;
    }
  plan->pool.tp = count_of (row, "tp");
  plan->pool.pp = count_of (row, "pp");
  plan->pool.batch = batch >= 1 ? batch : MAX (users, 1);
  if (users > plan->pool.batch)
    plan->pool.replicas = (guint) (users / plan->pool.batch + 0.5);
}

/* Least time of a step: arithmetic of its tokens and prompts at the rate of products alone, or reading weights, and
 * reading the KV cache besides. */
static double
least_step_s (const WeftGaugeServing *serving)
{
  const WeftServingPlan *plan = &serving->plan;
  const WeftServingSystem *system = &serving->system;
  double tokens = plan->pool.batch * (1 + plan->input_tokens / plan->output_tokens);
  double flops = 2 * tokens * (weft_llm_active_params (plan->model) - weft_llm_embedding_params (plan->model));
  double weights_s = weft_serving_weight_bytes (&system->model, plan->pool.tp, plan->pool.tp)
                     / system->chip->mem_bw_bytes_s;

  return null_step_s (serving) - weights_s
         + MAX (weights_s, flops / (plan->pool.tp * system->kernels.gemm[system->format].rate_flops));
}

/* Rows that leave something out, or whose times contradict each other, are shown and not fitted: those with prompts on
 * chips of their own do not say whether tokens were tried ahead; others do not say how many requests run at once. */
static gboolean
is_set_aside (const WeftGaugeRow    *row,
              const WeftServingPlan *plan)
{
  return plan->separate_prefill || plan->pool.replicas > 1 || !(weft_gauge_row_number (row, "concurrency") >= 1)
         || g_str_equal (row->chip, "gb200");
}

/* Nor are those fitted that took less than kernels alone do: their prompts were not read but found. */
static double
weight_of (const WeftGaugeRow     *row,
           const WeftGaugeServing *serving)
{
  if (is_set_aside (row, &serving->plan) || weft_gauge_row_number (row, "tpot_ms") / 1e3 < least_step_s (serving))
    return 0;
  return 1;
}

static void
add_time (WeftGaugeServingContext *context,
          const WeftGaugeRow      *row,
          const char              *engine,
          GPtrArray               *cases,
          GPtrArray               *skipped)
{
  g_autoptr (GError) error = NULL;
  WeftGaugeServing *serving = serving_new (context, row, engine, &error);
  gboolean is_first = context->fit == WEFT_SERVING_FIT_FIRST;
  double measured = weft_gauge_row_number (row, is_first ? "ttft_ms" : "tpot_ms") / 1e3;
  g_autofree char *set = NULL;

  if (serving != NULL)
    {
      fill_plan (row, &serving->plan);
      serving->metric = is_first ? WEFT_GAUGE_SERVING_TTFT : WEFT_GAUGE_SERVING_TPOT;
    }
  if (serving == NULL || !set_up (context, row, serving, &error) || !(measured > 0))
    {
      skip (skipped, row, error != NULL ? error->message : _("it has no time"));
      g_clear_pointer (&serving, weft_gauge_serving_free);
      return;
    }
  set = g_strdup_printf ("%s%s, %s", is_first ? "TTFT" : "TPOT",
                         serving->plan.separate_prefill ? " apart"
                         : is_set_aside (row, &serving->plan) ? " set aside" : "",
                         row->model);
  add_case (cases, row, serving, set, measured, weight_of (row, serving));
}

static void
read_times (WeftGaugeServingContext *context,
            const WeftGaugeRow      *row,
            GPtrArray               *cases,
            GPtrArray               *skipped)
{
  const char *backend = weft_gauge_row_get (row, "backend");
  const char *version = weft_gauge_row_get (row, "version");
  g_autofree char *engine = version[0] != '\0' ? g_strconcat (backend, "-", version, NULL) : g_strdup (backend);
  gboolean is_apart = g_str_equal (weft_gauge_row_get (row, "mode"), "disagg");

  if (is_apart && !(weft_gauge_row_number (row, "dec_workers") >= 1))
    {
      skip (skipped, row, _("it does not say how many replicas there are"));
      return;
    }
  add_time (context, row, engine, cases, skipped);
}

/* --- public --- */

void
weft_gauge_serving_free (gpointer data)
{
  WeftGaugeServing *serving = data;

  if (serving == NULL)
    return;
  g_free (serving->engine);
  g_free (serving->family);
  g_free (serving);
}

void
weft_gauge_serving_read_row (WeftGaugeServingContext *context,
                             const WeftGaugeRow      *row,
                             GPtrArray               *cases,
                             GPtrArray               *skipped)
{
  if (row->table == WEFT_GAUGE_SERVING)
    read_times (context, row, cases, skipped);
  else if (row->table == WEFT_GAUGE_PUBLISHED && context->fit == WEFT_SERVING_FIT_TOKENS
           && (g_str_equal (row->workload, "serve-offline") || g_str_equal (row->workload, "serve-static")
               || g_str_equal (row->workload, "prefill")))
    read_published (context, row, cases, skipped);
}
