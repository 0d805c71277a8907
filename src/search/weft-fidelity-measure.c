/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The six workloads on slices: the mapping is the evaluator's where it has one (TP, PP, batch), work a chip is that of
 * the whole partition, and what comes out is scaled to all of its chips. MODEL's own sizes: sequences of 4,096 tokens,
 * requests of 1,024 in and 3,072 out, grids of 4,096 and 1,024 points a side. */
#include "search/weft-fidelity-private.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#define MODEL "llama-3.1-70b"
#define SEQUENCE 4096.0
#define TOKENS_IN 1024.0
#define TOKENS_OUT 3072.0
#define STENCIL_SIDE 4096.0
#define HPCG_SIDE 1024.0
#define FEW_STEPS 1
#define MORE_STEPS 2

/* What is measured, and where. */
typedef struct
{
  WeftEvaluation *evaluation;
  WeftWorkloadResult *result;
  WeftInventory *inventory;
  WeftFidelityWorkload *workload;
  double share_s[WEFT_N_SIM_SHARES];
  GCancellable *cancellable;
} Measure;

/* NAN when the mapping has no such value. */
static double
get_detail (const Measure *self, const char *key)
{
  GPtrArray *details = weft_workload_result_get_details (self->result);

  for (guint i = 0; i < details->len; i++)
    if (g_str_equal (((WeftDetail *) details->pdata[i])->key, key))
      return ((WeftDetail *) details->pdata[i])->value;
  return NAN;
}

static guint
get_count (const Measure *self, const char *key)
{
  double value = get_detail (self, key);

  return value >= 1 ? (guint) value : 1;
}

/* (transfer full) (nullable) */
static WeftFidelitySlice *
make_slice (Measure *self, guint phase, guint n_wanted, GError **error)
{
  int partition = weft_workload_result_get_partition (self->result, phase);
  WeftFidelitySlice *slice;

  slice = weft_fidelity_slice_new (self->evaluation, (guint) MAX (partition, 0), n_wanted, self->inventory,
                                   self->cancellable, error);
  if (slice != NULL)
    self->workload->n_chips += slice->n_chips;
  return slice;
}

static gboolean
simulate (Measure *self, WeftFidelitySlice *slice, const char *generator, JsonObject *params, WeftFidelityPlace place,
          guint n_blocks, double *time_s, GError **error)
{
  return weft_fidelity_simulate (slice, generator, params, place, n_blocks, time_s, self->share_s, self->cancellable,
                                 error);
}

/* Seconds of a step: two runs tell it apart from what is done once. @key: the parameter that counts steps. */
static gboolean
simulate_step (Measure *self, WeftFidelitySlice *slice, const char *generator, JsonObject *params, const char *key,
               guint n_blocks, double *step_s, GError **error)
{
  double times[2];

  for (guint i = 0; i < 2; i++)
    {
      json_object_set_int_member (params, key, FEW_STEPS + i * MORE_STEPS);
      if (!simulate (self, slice, generator, params, WEFT_FIDELITY_BLOCKS, n_blocks, &times[i], error))
        return FALSE;
    }
  *step_s = (times[1] - times[0]) / MORE_STEPS;
  return TRUE;
}

/* --- language models --- */

/* (transfer full) */
static JsonObject *
make_llm_params (const char *phase, guint tp, guint pp, guint dp, guint batch, guint tokens, guint microbatches)
{
  JsonObject *params = json_object_new ();
  const char *dtype = g_str_equal (phase, "training") ? "bf16" : "fp8";

  json_object_set_string_member (params, "model", MODEL);
  json_object_set_string_member (params, "dtype", dtype);
  json_object_set_string_member (params, "kv_dtype", dtype);
  json_object_set_string_member (params, "phase", phase);
  json_object_set_int_member (params, "tp", tp);
  json_object_set_int_member (params, "pp", pp);
  json_object_set_int_member (params, "dp", dp);
  json_object_set_int_member (params, "batch", batch);
  json_object_set_int_member (params, "prompt_tokens", tokens);
  json_object_set_int_member (params, "microbatches", microbatches);
  return params;
}

/* Tokens a second. The step is affine in its microbatches, of which a copy has @m: two short steps tell it. */
static gboolean
measure_training (Measure *self, double *rate, GError **error)
{
  guint tp = get_count (self, "tp"), pp = get_count (self, "pp"), n = tp * pp;
  double m = get_detail (self, "microbatches");
  g_autoptr (WeftFidelitySlice) slice = make_slice (self, 0, MAX (WEFT_FIDELITY_CHIPS, n), error);
  guint dp = slice != NULL ? MIN (MAX (1, slice->n_chips / n), get_count (self, "dp")) : 1;
  double times[2];

  if (slice == NULL)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      guint count = pp * (i + 1);
      g_autoptr (JsonObject) params
          = make_llm_params ("training", tp, pp, dp, dp * count, (guint) SEQUENCE, count);

      if (!simulate (self, slice, "llm", params, WEFT_FIDELITY_RANKS, 0, &times[i], error))
        return FALSE;
    }
  *rate = slice->n_all / (double) n * m * SEQUENCE / MAX (times[0] + (m / pp - 1) * (times[1] - times[0]), 1e-30);
  return TRUE;
}

/* Tokens a second of a phase of serving on all chips of its partition. */
static gboolean
measure_phase (Measure *self, guint phase, const char *name, double tokens, double *rate, GError **error)
{
  g_autofree char *tp_key = g_strconcat (name, "_tp", NULL);
  g_autofree char *batch_key = g_strconcat (name, "_batch", NULL);
  guint tp = get_count (self, tp_key), batch = get_count (self, batch_key);
  g_autoptr (WeftFidelitySlice) slice = make_slice (self, phase, tp, error);
  g_autoptr (JsonObject) params = make_llm_params (name, tp, 1, 1, batch, (guint) SEQUENCE, 1);
  double time_s;

  if (g_str_equal (name, "prefill"))
    json_object_set_int_member (params, "prompt_tokens", (gint64) TOKENS_IN);
  if (slice == NULL || !simulate (self, slice, "llm", params, WEFT_FIDELITY_RANKS, 0, &time_s, error))
    return FALSE;
  *rate = slice->n_all / (double) tp * batch * tokens / time_s;
  return TRUE;
}

/* Requests a second: in turns on one partition, or as the slower of two. */
static gboolean
measure_serving (Measure *self, double *rate, GError **error)
{
  guint n_phases = weft_workload_result_get_n_phases (self->result);
  double prefill, decode;
  gboolean is_apart = n_phases > 1
                      && weft_workload_result_get_partition (self->result, 0)
                             != weft_workload_result_get_partition (self->result, 1);

  if (!measure_phase (self, 0, "prefill", TOKENS_IN, &prefill, error)
      || !measure_phase (self, n_phases > 1 ? 1 : 0, "decode", 1, &decode, error))
    return FALSE;
  *rate = is_apart ? MIN (prefill / TOKENS_IN, decode / TOKENS_OUT)
                   : 1 / (TOKENS_IN / prefill + TOKENS_OUT / decode);
  return TRUE;
}

/* --- kernels on grids --- */

/* Points a side of a grid that gives each of @parts as many points as the whole gives each of @n_all chips. */
static guint
scale_side (double side, guint n_all, guint parts, guint multiple)
{
  double points = side * side * side / n_all * parts;

  return MAX (1, (guint) (round (cbrt (points) / multiple))) * multiple;
}

/* Sweeps a second. */
static gboolean
measure_stencil (Measure *self, double *rate, GError **error)
{
  g_autoptr (WeftFidelitySlice) slice = make_slice (self, 0, WEFT_FIDELITY_CHIPS, error);
  g_autoptr (JsonObject) params = json_object_new ();
  guint side = slice != NULL ? (guint) cbrt (MIN (slice->n_chips, WEFT_FIDELITY_CHIPS) + 0.5) : 1;
  double time_s;

  if (slice == NULL)
    return FALSE;
  json_object_set_int_member (params, "n", scale_side (STENCIL_SIDE, slice->n_all, side * side * side, side));
  json_object_set_int_member (params, "points", 27);
  json_object_set_int_member (params, "blocks", side);
  if (!simulate_step (self, slice, "stencil", params, "steps", side * side * side, &time_s, error))
    return FALSE;
  *rate = 1 / time_s;
  return TRUE;
}

/* Iterations a second. */
static gboolean
measure_hpcg (Measure *self, double *rate, GError **error)
{
  g_autoptr (WeftFidelitySlice) slice = make_slice (self, 0, WEFT_FIDELITY_CHIPS, error);
  g_autoptr (JsonObject) params = json_object_new ();
  guint blocks = slice != NULL ? MIN (slice->n_chips, WEFT_FIDELITY_CHIPS) : 1;
  double time_s;

  if (slice == NULL)
    return FALSE;
  json_object_set_int_member (params, "n", scale_side (HPCG_SIDE, slice->n_all, blocks, 8));
  json_object_set_int_member (params, "blocks", blocks);
  if (!simulate_step (self, slice, "hpcg", params, "iterations", blocks, &time_s, error))
    return FALSE;
  *rate = 1 / time_s;
  return TRUE;
}

/* Transforms a second. Its parts stand in all domains of the partition, as far apart as all of its chips would. */
static gboolean
measure_fft (Measure *self, double *rate, GError **error)
{
  g_autoptr (WeftFidelitySlice) slice = make_slice (self, 0, WEFT_MAX_PLATFORM_DEVICES, error);
  g_autoptr (JsonObject) params = json_object_new ();
  guint parts = 1;
  double time_s;

  if (slice == NULL)
    return FALSE;
  while (2 * parts <= MIN (slice->n_chips, WEFT_FIDELITY_CHIPS))
    parts *= 2;
  json_object_set_int_member (params, "n", scale_side (STENCIL_SIDE, slice->n_all, parts, 16));
  json_object_set_int_member (params, "parts", parts);
  json_object_set_int_member (params, "transforms", 1);
  if (!simulate (self, slice, "fft", params, WEFT_FIDELITY_SPREAD, parts, &time_s, error))
    return FALSE;
  *rate = 1 / time_s;
  return TRUE;
}

/* Steps a second. The surrogate is one kernel without messages: its time is the evaluator's. */
static gboolean
measure_coupled (Measure *self, double *rate, GError **error)
{
  double solver_rate, ai_s = get_detail (self, "ai_s");
  gboolean is_apart = weft_workload_result_get_n_phases (self->result) > 1
                      && weft_workload_result_get_partition (self->result, 0)
                             != weft_workload_result_get_partition (self->result, 1);

  if (!measure_stencil (self, &solver_rate, error))
    return FALSE;
  *rate = is_apart ? 1 / MAX (1 / solver_rate, ai_s) : 1 / (1 / solver_rate + ai_s);
  return TRUE;
}

/* --- all of them --- */

static void
fill_shares (const Measure *self)
{
  double sum = 0;

  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    sum += self->share_s[i];
  for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
    self->workload->share[i] = sum > 0 ? self->share_s[i] / sum : 0;
}

gboolean
weft_fidelity_measure (WeftEvaluation *evaluation, WeftWorkloadKind kind, WeftInventory *inventory,
                       WeftFidelityWorkload *workload, double *rate, GCancellable *cancellable, GError **error)
{
  static gboolean (*const measures[WEFT_N_WORKLOADS]) (Measure *self, double *rate, GError **error) = {
    [WEFT_WORKLOAD_TRAINING] = measure_training, [WEFT_WORKLOAD_SERVING] = measure_serving,
    [WEFT_WORKLOAD_STENCIL] = measure_stencil,   [WEFT_WORKLOAD_HPCG] = measure_hpcg,
    [WEFT_WORKLOAD_FFT] = measure_fft,           [WEFT_WORKLOAD_COUPLED] = measure_coupled,
  };
  Measure self = {
    .evaluation = evaluation,
    .result = weft_evaluation_get_workload (evaluation, kind),
    .inventory = inventory,
    .workload = workload,
    .cancellable = cancellable,
  };

  if (!measures[kind](&self, rate, error))
    return FALSE;
  fill_shares (&self);
  return TRUE;
}
