/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What answers about serving say in words: what limits, what bounds, what to know, how far off it may be. */
#include "model/measured/weft-serving-answer.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "model/measured/weft-serving-answer-private.h"

#define VERSION_STEP 1000.0

typedef struct
{
  const char *nick;
  const char *text;
} Word;

static const Word limits[WEFT_SERVING_N_LIMITS] = {
  [WEFT_SERVING_LIMIT_ASKED] = { "asked", N_("no more was asked for") },
  [WEFT_SERVING_LIMIT_KV_ROOM] = { "kv-room", N_("KV room") },
  [WEFT_SERVING_LIMIT_ENGINE] = { "engine", N_("the engine’s largest batch") },
  [WEFT_SERVING_LIMIT_PREFILL] = { "prefill", N_("the chips for prompts") },
  [WEFT_SERVING_LIMIT_MEMORY] = { "memory", N_("memory: not even one request fits") },
};

static const Word bounds[WEFT_SERVING_N_BOUNDS] = {
  [WEFT_SERVING_BOUND_WEIGHTS] = { "weights", N_("memory bandwidth (weights)") },
  [WEFT_SERVING_BOUND_KV] = { "kv", N_("memory bandwidth (KV cache)") },
  [WEFT_SERVING_BOUND_COMPUTE] = { "compute", N_("compute") },
  [WEFT_SERVING_BOUND_LATENCY] = { "fabric-latency", N_("fabric latency") },
  [WEFT_SERVING_BOUND_TRANSFER] = { "fabric-bandwidth", N_("fabric bandwidth") },
  [WEFT_SERVING_BOUND_HOST] = { "software", N_("software") },
  [WEFT_SERVING_BOUND_INTERFERENCE] = { "prompts", N_("prompts of other requests") },
};

/* In the order of their bits. */
static const Word warnings[WEFT_SERVING_N_WARNINGS] = {
  { "engine", N_("extrapolated: this engine was not measured; the software of all measured engines is assumed") },
  { "version", N_("extrapolated: this version of the engine was not measured") },
  { "format", N_("extrapolated: products in this format were not measured on this chip") },
  { "fabric", N_("extrapolated: collectives were not measured on this fabric") },
  { "length", N_("extrapolated: longer than the longest requests that were measured") },
  { "batch", N_("extrapolated: more requests at once than were measured") },
  { "experts", N_("extrapolated: models with experts were hardly measured; tokens are taken to choose evenly") },
  { "model-length", N_("longer than the model was made for") },
  { "kv-copies", N_("KV heads are copied, since more chips share attention than there are KV heads") },
  { "across", N_("chips that share each layer stand in several scale-up domains") },
  { "clamped", N_("fewer requests run at once than were asked for; the others wait") },
  { "speculation", N_("tokens tried ahead (speculation, multi-token prediction) are left out") },
};

/* --- what to know --- */

static guint
warn_of_calibration (const WeftServingRun *run)
{
  const WeftServingSystem *system = run->system;
  const WeftServingConstants *k = &system->constants;
  gboolean is_old_or_new = system->engine_version > 0 && k->last_version > 0
                           && (system->engine_version < k->first_version || system->engine_version > k->last_version);

  return (k->is_engine_known ? 0 : WEFT_SERVING_WARN_ENGINE)
         | (is_old_or_new ? WEFT_SERVING_WARN_VERSION : 0)
         | (system->is_format_measured ? 0 : WEFT_SERVING_WARN_FORMAT)
         | (run->pool->tp > 1 && !system->fabric.is_calibrated ? WEFT_SERVING_WARN_FABRIC : 0)
         | (system->model.moe_layers > 0 ? WEFT_SERVING_WARN_EXPERTS : 0);
}

guint
weft_serving_find_warnings (const WeftServingRun    *run,
                            const WeftServingAnswer *answer)
{
  const WeftServingPlan *plan = run->plan;
  const WeftServingConstants *k = &run->system->constants;
  double tokens = plan->input_tokens + plan->output_tokens;
  double shards = (double) run->pool->tp / run->pool->dp_attention;
  gboolean is_clamped = run->load->arrival != WEFT_SERVING_OFFLINE && answer->requests < run->pool->batch;

  return warn_of_calibration (run)
         | (tokens > k->most_tokens ? WEFT_SERVING_WARN_LENGTH : 0)
         | (answer->requests > k->most_requests ? WEFT_SERVING_WARN_BATCH : 0)
         | (plan->model->max_len > 0 && tokens > plan->model->max_len ? WEFT_SERVING_WARN_MODEL_LENGTH : 0)
         | (shards > run->system->model.most_kv_heads ? WEFT_SERVING_WARN_KV_COPIES : 0)
         | (run->pool->tp > run->system->fabric.domain_ranks ? WEFT_SERVING_WARN_ACROSS : 0)
         | (is_clamped ? WEFT_SERVING_WARN_CLAMPED : 0)
         | (plan->speculated_tokens > 0 ? WEFT_SERVING_WARN_SPECULATION : 0);
}

static guint
bit_index (WeftServingWarning warning)
{
  return (guint) CLAMP (g_bit_nth_lsf (warning, -1), 0, (int) WEFT_SERVING_N_WARNINGS - 1);
}

/* --- public --- */

/**
 * weft_serving_limit_nick:
 * @limit: a limit
 *
 * Returns: (transfer none): its name in files
 */
const char *
weft_serving_limit_nick (WeftServingLimit limit)
{
  g_return_val_if_fail (limit < WEFT_SERVING_N_LIMITS, NULL);

  return limits[limit].nick;
}

/**
 * weft_serving_limit_label:
 * @limit: a limit
 *
 * Returns: (transfer none): its name for people, translated
 */
const char *
weft_serving_limit_label (WeftServingLimit limit)
{
  g_return_val_if_fail (limit < WEFT_SERVING_N_LIMITS, NULL);

  return _(limits[limit].text);
}

/**
 * weft_serving_bound_nick:
 * @bound: what bounds the time between tokens
 *
 * Returns: (transfer none): its name in files
 */
const char *
weft_serving_bound_nick (WeftServingBound bound)
{
  g_return_val_if_fail (bound < WEFT_SERVING_N_BOUNDS, NULL);

  return bounds[bound].nick;
}

/**
 * weft_serving_bound_label:
 * @bound: what bounds the time between tokens
 *
 * Returns: (transfer none): its name for people, translated
 */
const char *
weft_serving_bound_label (WeftServingBound bound)
{
  g_return_val_if_fail (bound < WEFT_SERVING_N_BOUNDS, NULL);

  return _(bounds[bound].text);
}

/**
 * weft_serving_warning_nick:
 * @warning: one bit
 *
 * Returns: (transfer none): its name in files
 */
const char *
weft_serving_warning_nick (WeftServingWarning warning)
{
  return warnings[bit_index (warning)].nick;
}

/**
 * weft_serving_warning_text:
 * @warning: one bit
 *
 * Returns: (transfer none): what it says, translated, without a full stop
 */
const char *
weft_serving_warning_text (WeftServingWarning warning)
{
  return _(warnings[bit_index (warning)].text);
}

static char *
describe_version (double version)
{
  double major = floor (version / VERSION_STEP);

  return g_strdup_printf ("%g.%g", major, version - major * VERSION_STEP);
}

/**
 * weft_serving_describe_band:
 * @system: what serves what
 * @plan: the plan
 * @answer: what it gives
 *
 * Returns: (transfer full): what the constants were measured on, and how far off the answer may be
 */
char *
weft_serving_describe_band (const WeftServingSystem *system,
                            const WeftServingPlan   *plan,
                            const WeftServingAnswer *answer)
{
  const WeftServingConstants *k = &system->constants;
  double version;
  g_autofree char *engine = weft_serving_engine_parse (plan->engine != NULL ? plan->engine : "", &version);
  g_autofree char *first = describe_version (k->first_version);
  g_autofree char *last = describe_version (k->last_version);
  double factor = exp (answer->spread);
  g_autofree char *band = isnan (factor) ? g_strdup (_("the error is not known"))
                                         : g_strdup_printf (_("times or divided by %.2f"), factor);

  if (!k->is_engine_known)
    return g_strdup_printf (_("engine not measured; %s"), band);
  if (k->last_version > k->first_version)
    return g_strdup_printf (_("measured on %s %s to %s; %s"), engine, first, last, band);
  if (k->last_version > 0)
    return g_strdup_printf (_("measured on %s %s; %s"), engine, last, band);
  return g_strdup_printf (_("measured on %s; %s"), engine, band);
}
