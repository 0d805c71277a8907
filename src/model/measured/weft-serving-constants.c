/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants of serving by name, and what a profile says of them for an engine, a chip and a format. */
#include "model/measured/weft-serving-constants.h"

#include <math.h>
#include <string.h>

#define VERSION_STEP 1000.0

#define AT(member) G_STRUCT_OFFSET (WeftServingConstants, member)
#define NONE WEFT_SERVING_SCOPE_NONE
#define ENGINE WEFT_SERVING_SCOPE_ENGINE
#define CHIP WEFT_SERVING_SCOPE_CHIP
#define FORMAT WEFT_SERVING_SCOPE_FORMAT
#define KNOWN WEFT_SERVING_FIT_NONE
#define TOKENS WEFT_SERVING_FIT_TOKENS
#define FIRST WEFT_SERVING_FIT_FIRST

static const WeftServingConstantSpec specs[] = {
  { AT (bw_share), "serving_bw_share", "1", FORMAT, TOKENS, NULL, 0.85, 0.3, 1, 5, 5,
    "part of the memory's bandwidth that reading weights reaches while tokens are made" },
  { AT (kv_bw_share), "serving_kv_bw_share", "1", ENGINE, TOKENS, NULL, 0.8, 0.3, 1, 10, 4,
    "part of the memory's bandwidth that reading the KV cache reaches" },
  { AT (flop_share), "serving_flop_share", "1", NONE, TOKENS, NULL, 0.9, 0.3, 1.3, 1, 0,
    "part of the rate of matrix products alone that they reach in an engine" },
  { AT (attention_share), "serving_attention_share", "1", NONE, TOKENS, NULL, 0.8, 0.3, 1.2, 10, 0,
    "part of the rate of attention alone that it reaches in an engine while prompts are read" },
  { AT (stream_passes), "serving_stream_passes", "1", NONE, TOKENS, NULL, 12, 2, 60, 1, 0,
    "times that a layer reads or writes its residual stream besides matrix products and attention" },
  { AT (layer_s), "serving_layer_s", "s", ENGINE, TOKENS, NULL, 30e-6, 1e-6, 300e-6, 0.5, 4,
    "software and small kernels of a layer and step" },
  /* Before steps were launched as a whole. */
  { AT (layer_s), "serving_layer_s", "s", ENGINE, TOKENS, "trtllm-0.6", 40e-6, 1e-6, 300e-6, 0.5, 0,
    "software and small kernels of a layer and step" },
  { AT (cast_s), "serving_cast_s", "s", NONE, TOKENS, NULL, 8e-6, 1e-7, 1e-4, 1, 0,
    "the same for casting activations where weights are narrower than 16 bits" },
  { AT (layer_pace), "serving_layer_pace", "1", CHIP, TOKENS, NULL, 1, 0.3, 3, 50, 5,
    "factor on software and small kernels of a layer on hosts and chips of a generation" },
  { AT (step_s), "serving_step_s", "s", ENGINE, TOKENS, NULL, 5e-4, 1e-5, 1e-2, 1, 4,
    "software of a step, whatever is in it" },
  { AT (request_s), "serving_request_s", "s", ENGINE, TOKENS, NULL, 2e-5, 1e-7, 3e-4, 0.5, 4,
    "software of a step for each request in it" },
  { AT (interference), "serving_interference", "1", ENGINE, TOKENS, NULL, 0.9, 0.2, 1, 5, 4,
    "part of the time of prompts in shared steps that the tokens of others wait for" },
  { AT (group_reads), "serving_group_reads", "1", ENGINE, TOKENS, "trtllm-0.6", 0.5, 0.01, 1, 0.5, 0,
    "0 when the query heads of a group read their KV head once, 1 when each reads it again" },
  { AT (prompt_s), "serving_prompt_s", "s", ENGINE, FIRST, NULL, 5e-2, 1e-4, 0.3, 1, 4,
    "from a request's arrival to its first step besides queueing: client, text, scheduling" },
  { AT (burst_share), "serving_burst_share", "1", ENGINE, FIRST, NULL, 0.1, 1e-3, 1, 0.5, 2,
    "part of the other requests whose prompts stand before one's own" },
  { AT (batch_limit), "serving_batch_limit", "1", ENGINE, KNOWN, NULL, 1024, 1, 65536, 0, 0,
    "most requests of a replica as engines are set up" },
  { AT (chunk_tokens), "serve_chunk_tokens", "1", ENGINE, KNOWN, NULL, 8192, 1, 1e6, 0, 0,
    "most tokens of a step as engines are set up" },
  { AT (ahead_share), "serving_ahead_share", "1", ENGINE, KNOWN, NULL, 0.5, 0, 1, 0, 0,
    "part of the answer for which KV room is set aside on average: 1 when all of it is when a request is let in" },
  { AT (memory_fill), "serve_memory_fill", "1", ENGINE, KNOWN, NULL, 0.9, 0.1, 1, 0, 0,
    "part of a chip's memory that the engine takes" },
  { AT (first_version), "serving_first_version", "1", ENGINE, KNOWN, NULL, 0, 0, 1e6, 0, 0,
    "first version of the engine that was measured: major × 1,000 + minor" },
  { AT (last_version), "serving_last_version", "1", ENGINE, KNOWN, NULL, 0, 0, 1e6, 0, 0,
    "last version of the engine that was measured: major × 1,000 + minor" },
  { AT (most_tokens), "serving_most_tokens", "1", NONE, KNOWN, NULL, 22000, 1, 1e9, 0, 0,
    "longest requests that were measured, prompt and answer" },
  { AT (most_requests), "serving_most_requests", "1", NONE, KNOWN, NULL, 768, 1, 1e9, 0, 0,
    "largest batches that were measured" },
  { AT (widening), "serving_widening", "1", NONE, KNOWN, NULL, 2, 1, 10, 0, 0,
    "factor on the spread of errors for engines, versions and formats that were not measured" },
};

/**
 * weft_serving_constant_specs: (skip)
 * @n: (out): how many
 *
 * Returns: (transfer none): all constants of serving but the spread, which the fit derives
 */
const WeftServingConstantSpec *
weft_serving_constant_specs (guint *n)
{
  *n = G_N_ELEMENTS (specs);
  return specs;
}

/**
 * weft_serving_scope_names: (skip)
 * @scope: what a constant may differ by
 * @chip: a chip
 * @engine: (nullable): an engine with its version
 * @family: (nullable): the same without
 * @weight_format: (nullable): a format
 * @names: (out): the names, the narrowest first, %NULL behind the last
 *
 * Returns: how many there are
 */
guint
weft_serving_scope_names (WeftServingScope  scope,
                          const WeftChip   *chip,
                          const char       *engine,
                          const char       *family,
                          const char       *weight_format,
                          const char       *names[3])
{
  guint n = 0;

  if (scope == ENGINE && engine != NULL)
    names[n++] = engine;
  if (scope == ENGINE && family != NULL)
    names[n++] = family;
  if (scope == FORMAT && weight_format != NULL)
    names[n++] = weight_format;
  if (scope == CHIP)
    {
      const char *generation = chip->record != NULL ? weft_record_get_text (chip->record, "generation") : NULL;

      names[n++] = chip->id;
      if (generation != NULL)
        names[n++] = generation;
    }
  names[n] = NULL;
  return n;
}

/**
 * weft_serving_engine_parse: (skip)
 * @engine: a name or a name and a version: "vllm-0.12.0"
 * @version: (out): major × 1,000 + minor, 0 when there is none
 *
 * Returns: (transfer full): the name alone
 */
char *
weft_serving_engine_parse (const char *engine,
                           double     *version)
{
  const char *dash = strrchr (engine, '-');
  char *end;
  guint64 major;

  *version = 0;
  if (dash == NULL || !g_ascii_isdigit (dash[1]))
    return g_strdup (engine);

  major = g_ascii_strtoull (dash + 1, &end, 10);
  *version = (double) major * VERSION_STEP + (*end == '.' ? (double) g_ascii_strtoull (end + 1, NULL, 10) : 0);
  return g_strndup (engine, dash - engine);
}

/* From held-out rows, as the fit writes it. */
static double
get_spread (WeftProfile *profile,
            const char  *domain,
            const char  *family)
{
  g_autofree char *own = g_strconcat (domain, "/", family != NULL ? family : "", NULL);
  const char *const scopes[] = { own, domain, NULL };
  double spread;

  return weft_profile_get_scoped (profile, "spread", scopes, &spread, NULL, NULL) ? spread : NAN;
}

/**
 * weft_serving_constants_init: (skip)
 * @self: (out caller-allocates): the constants
 * @profile: a profile that has them
 * @chip: the chip
 * @engine: (nullable): the engine, as constants are scoped by it
 * @weight_format: the format of weights
 * @error: where to put a #WeftCatalogError: the profile lacks a constant
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_serving_constants_init (WeftServingConstants  *self,
                             WeftProfile           *profile,
                             const WeftChip        *chip,
                             const char            *engine,
                             const char            *weight_format,
                             GError               **error)
{
  double version;
  g_autofree char *family = engine != NULL ? weft_serving_engine_parse (engine, &version) : NULL;

  memset (self, 0, sizeof *self);
  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      const char *names[3];
      const char *found = NULL;
      double *member = (double *) ((char *) self + specs[i].offset);

      weft_serving_scope_names (specs[i].scope, chip, engine, family, weight_format, names);
      if (!weft_profile_get_scoped (profile, specs[i].key, names, member, &found, error))
        return FALSE;
      if (specs[i].offset == AT (layer_s))
        self->is_engine_known = strchr (found, '@') != NULL;
    }
  self->spread = get_spread (profile, "serving", family);
  self->first_spread = get_spread (profile, "first-token", family);
  return TRUE;
}
